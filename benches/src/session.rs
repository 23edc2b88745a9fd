//! Measures many cells, and those at 64 KiB again and again.

use std::collections::HashMap;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

use codeunit_cli::measure::Effort;
use indicatif::{ProgressBar, ProgressStyle};

use crate::input::Arena;
use crate::matrix::{Cell, Grid, HUGE, MIDDLE, State};
use crate::operation::Operation;
use crate::run::{Measured, measure};
use crate::texts;

/// The least length of a batch.
pub const BATCH: Duration = Duration::from_millis(1);
/// What is called before a batch without being timed, where ratios have to repeat.
pub const LEAD: f64 = 0.5;

/// How to measure.
#[derive(Clone, Debug)]
pub struct Session {
    /// Files in place of generated text.
    pub corpus: Option<PathBuf>,
    /// How often to come back to the cells of 64 KiB, of which the ratios have to repeat.
    pub passes: usize,
    /// How often at the most, if the two halves of a cell's batches do not agree.
    pub most: usize,
    /// How long a cell takes, in place of what its grid and size ask for.
    pub effort: Option<Effort>,
}

/// Whether the ratios of a cell have to repeat.
fn repeats(cell: &Cell) -> bool {
    cell.size == MIDDLE && cell.state == State::Warm
}

/// Texts by name, made once and as long as they have to be.
struct Texts {
    corpus: Option<PathBuf>,
    made: HashMap<(String, usize), String>,
}

impl Texts {
    /// Text that is long enough for a source of that size in any encoding, or for a thousand strings.
    fn get(&mut self, name: &str, size: usize) -> io::Result<&str> {
        let size = (2 * size + 4).next_power_of_two().max(4 << 20);
        let key = (name.to_string(), size);
        if !self.made.contains_key(&key) {
            // One of the largest is enough at a time.
            self.made.retain(|(_, size), _| *size < HUGE);
            let text = match &self.corpus {
                Some(folder) => texts::corpus(folder, size)?.into_iter().find(|t| t.name == name),
                None => texts::generate(name, size),
            };
            let text = text.ok_or_else(|| io::Error::other(format!("there is no text {name}")))?;
            self.made.insert(key.clone(), text.text);
        }
        Ok(&self.made[&key])
    }
}

impl Session {
    fn effort(&self, cell: &Cell) -> Effort {
        let (batch, rounds, most) = match (cell.grid, cell.size) {
            (_, size) if size >= 4 << 20 => (BATCH, 3, 4),
            // A batch of calls that take so long takes the fortyfold with the other work.
            _ if cell.state != State::Warm => (BATCH / 10, 5, 8),
            (Grid::Texts | Grid::Errors, _) => (BATCH, 5, 5),
            (Grid::Scaling, _) => (BATCH, 6, 10),
            (Grid::Sizes | Grid::Strings, _) => (BATCH, 4, 7),
            _ => (BATCH, 5, 8),
        };
        let lead = if repeats(cell) { LEAD } else { 0.0 };
        self.effort.unwrap_or(Effort { batch, lead, rounds, most })
    }

    /// The cells with their operations and texts, as far as they take each other.
    ///
    /// # Errors
    /// When a text or memory cannot be had.
    pub fn measure(&self, cells: &[Cell]) -> io::Result<Vec<Measured>> {
        let mut texts = Texts { corpus: self.corpus.clone(), made: HashMap::new() };
        let mut done: Vec<Option<Measured>> = vec![None; cells.len()];
        let bar = ProgressBar::new(0);
        let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {elapsed} {msg}");
        bar.set_style(style.map_err(io::Error::other)?);
        for pass in 0..self.most.max(self.passes) {
            // The same pages for all but the largest, and other ones in each pass.
            let mut arena = Arena::new(2 << 20)?;
            let wanted = |(cell, done): (&Cell, &Option<Measured>)| match done {
                None => pass == 0,
                Some(done) => repeats(cell) && (pass < self.passes || !done.agrees()),
            };
            let wanted: Vec<bool> = cells.iter().zip(&done).map(wanted).collect();
            bar.inc_length(wanted.iter().filter(|wanted| **wanted).count() as u64);
            for ((cell, done), _) in
                cells.iter().zip(&mut done).zip(&wanted).filter(|(_, wanted)| **wanted)
            {
                bar.set_message(format!("pass {}: {cell}", pass + 1));
                let text = texts.get(&cell.text, cell.size)?;
                let (effort, before) = (self.effort(cell), done.as_ref());
                let new = if cell.size <= 1 << 20 {
                    measure(cell, text, &mut arena, effort, before)
                } else {
                    measure(cell, text, &mut Arena::new(cell.size)?, effort, before)
                };
                match (done.as_mut(), new) {
                    (Some(done), Some(new)) => done.add(new),
                    (None, Some(new)) => *done = Some(new),
                    (_, None) => {}
                }
                bar.inc(1);
            }
        }
        bar.finish_and_clear();
        Ok(done.into_iter().flatten().collect())
    }

    /// The names of the texts that there are.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn names(&self) -> io::Result<Vec<String>> {
        Ok(match &self.corpus {
            Some(folder) => texts::corpus(folder, 1)?.into_iter().map(|text| text.name).collect(),
            None => texts::NAMES.iter().map(|name| (*name).into()).collect(),
        })
    }

    /// Cells of the generated texts for those of a folder: the texts of the folder in every grid.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn adapt(&self, cells: Vec<Cell>) -> io::Result<Vec<Cell>> {
        if self.corpus.is_none() {
            return Ok(cells);
        }
        let names = self.names()?;
        let mut adapted: Vec<Cell> = Vec::new();
        let mut seen: Vec<(Grid, Operation, usize, usize, usize, State)> = Vec::new();
        for cell in cells {
            let Cell { grid, operation, size, pieces, offset, state, .. } = cell;
            let key = (grid, operation, size, pieces, offset, state);
            if !seen.contains(&key) {
                seen.push(key);
                adapted
                    .extend(names.iter().map(|text| Cell { text: text.clone(), ..cell.clone() }));
            }
        }
        Ok(adapted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matrix;

    /// Everybody who takes part in anything is right: the comparison of outputs is in `measure`.
    #[test]
    fn the_whole_matrix_small() {
        // Once is enough: nothing is made of the times.
        let effort = Effort { batch: Duration::ZERO, lead: 0.0, rounds: 1, most: 1 };
        let session = Session { corpus: None, passes: 1, most: 1, effort: Some(effort) };
        let cells = matrix::smoke();
        let measured = session.measure(&cells).unwrap();
        let mut operations: Vec<_> =
            measured.iter().map(|one| one.cell.operation.label()).collect();
        operations.dedup();
        operations.sort_unstable();
        operations.dedup();
        assert_eq!(operations.len(), Operation::all().len(), "an operation took no text");
        for one in &measured {
            assert!(one.entries.iter().all(|entry| entry.times.rounds() > 0), "{}", one.cell);
            let ours = codeunit::Backend::ALL.iter().filter(|backend| backend.is_available());
            assert!(one.entries.len() > ours.count(), "{} has no peer", one.cell);
        }
    }
}
