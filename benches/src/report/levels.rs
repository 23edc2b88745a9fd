//! Each of our backends beside `simdutf` with the same instructions, as a page has it.

use std::collections::BTreeMap;
use std::fmt::{self, Write};

use codeunit_cli::measure::geometric_mean;

use super::short;
use crate::contenders::{Level, Side};
use crate::matrix::{self, Grid};
use crate::summary::Cell;

/// From the best on, as the columns of the table; the last is what every machine has.
const LEVELS: [(Level, &str); 4] = [
    (Level::Avx512, "AVX-512"),
    (Level::Avx2, "AVX2"),
    (Level::Sse41, "SSE4.1"),
    (Level::Baseline, "scalar"),
];

/// The text that is nothing but ASCII. Its loops are others, so it is in no mean.
const ASCII: &str = "latin";

/// What is slower than this by its peer is named.
const NEAR: f64 = 0.97;

/// The peer's time by ours, text by text.
type Texts<'a> = BTreeMap<&'a str, f64>;

/// Operation by operation, level by level.
type Operations<'a> = BTreeMap<&'a str, BTreeMap<Level, Texts<'a>>>;

/// Of each cell of this size the ratios of the levels that both of us have. The grid of errors asks for
/// some of the same cells again and is left out.
fn ratios<'a>(cells: &[Cell<'a>], size: usize) -> Operations<'a> {
    let grid = if size == matrix::MIDDLE { Grid::Texts } else { Grid::Sizes };
    let mut operations = Operations::new();
    for cell in cells {
        let any = cell.any();
        if any.size != size || any.grid != grid.name() {
            continue;
        }
        for ours in cell.rows().filter(|row| row.side == Side::Ours) {
            let peer = cell
                .rows()
                .find(|row| row.level == ours.level && row.contender.starts_with("simdutf "));
            if let Some(peer) = peer {
                let levels = operations.entry(&any.operation).or_default();
                levels.entry(ours.level).or_default().insert(&any.text, peer.ns / ours.ns);
            }
        }
    }
    operations
}

/// Mean and worst of the texts that are not ASCII, and behind a semicolon ASCII.
fn figures(texts: &Texts<'_>) -> String {
    let others: Vec<_> =
        texts.iter().filter(|(text, _)| **text != ASCII).map(|(_, &r)| r).collect();
    let ascii = texts.get(ASCII).map(|&ratio| short(ratio));
    if others.is_empty() {
        return format!("; {}", ascii.unwrap_or_default());
    }
    let worst = others.iter().copied().fold(f64::INFINITY, f64::min);
    let mean = geometric_mean(others);
    let ascii = ascii.map_or_else(String::new, |ascii| format!("; {ascii}"));
    format!("{}, {}{ascii}", short(mean), short(worst))
}

/// A table for cells of this size, and what is behind in it.
///
/// # Errors
/// None: the output is memory.
pub fn table(out: &mut String, cells: &[Cell<'_>], size: usize) -> fmt::Result {
    let operations = ratios(cells, size);
    if operations.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n## {}, by `simdutf` with the same instructions\n", matrix::bytes(size))?;
    writeln!(
        out,
        "The geometric mean of the texts that are not ASCII, and the worst of them; behind the semicolon ASCII.\n"
    )?;
    writeln!(out, "| operation | {} |", LEVELS.map(|level| level.1).join(" | "))?;
    writeln!(out, "|---|{}", "---|".repeat(LEVELS.len()))?;
    for (operation, levels) in &operations {
        let figures = LEVELS.map(|(level, _)| levels.get(&level).map(figures).unwrap_or_default());
        writeln!(out, "| {operation} | {} |", figures.join(" | "))?;
    }
    writeln!(out)?;
    LEVELS.iter().try_for_each(|&level| near(out, &operations, level))
}

/// The line of a level: how many of its cells are below [`NEAR`], and which.
fn near(
    out: &mut String,
    operations: &Operations<'_>,
    (level, name): (Level, &str),
) -> fmt::Result {
    let (mut cells, mut below) = (0, BTreeMap::<&str, Vec<(&str, f64)>>::new());
    for (operation, levels) in operations {
        for (&text, &ratio) in levels.get(&level).into_iter().flatten() {
            cells += 1;
            if ratio < NEAR {
                below.entry(operation).or_default().push((text, ratio));
            }
        }
    }
    if cells == 0 {
        return Ok(());
    }
    let count: usize = below.values().map(Vec::len).sum();
    write!(out, "* {name}: of {cells} cells {count} below {NEAR}")?;
    let named: Vec<_> =
        below.into_iter().map(|(operation, texts)| named(operation, texts)).collect();
    let colon = if named.is_empty() { "" } else { ": " };
    writeln!(out, "{colon}{}.", named.join("; "))
}

/// Texts with their ratios; of many how many they are, and the worst.
fn named(operation: &str, mut texts: Vec<(&str, f64)>) -> String {
    texts.sort_by(|a, b| a.1.total_cmp(&b.1));
    let one = |(text, ratio): (&str, f64)| format!("{text} {}", short(ratio));
    match &texts[..] {
        [worst, _, _, _, ..] => {
            format!("`{operation}` {} texts, worst {}", texts.len(), one(*worst))
        }
        few => {
            format!("`{operation}` {}", few.iter().copied().map(one).collect::<Vec<_>>().join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::tests::row;

    #[test]
    fn each_backend_meets_its_own() {
        let cell = |text, ours, its| {
            [
                row(text, "avx512", Side::Ours, Level::Avx512, 1.0),
                row(text, "avx2", Side::Ours, Level::Avx2, ours),
                row(text, "simdutf haswell", Side::Peer, Level::Avx2, its),
                row(text, "simdutf8 basic", Side::Peer, Level::Avx2, 0.1),
            ]
        };
        let texts =
            [cell("latin", 10.0, 12.0), cell("russian", 10.0, 40.0), cell("thai", 10.0, 9.0)];
        let cells: Vec<_> = texts.iter().map(|rows| Cell::new(rows)).collect();
        let mut out = String::new();
        table(&mut out, &cells, matrix::MIDDLE).unwrap();
        assert!(out.contains("| validate_utf8 |  | 1.90, 0.90; 1.20 |  |  |"), "{out}");
        assert!(
            out.contains("* AVX2: of 3 cells 1 below 0.97: `validate_utf8` thai 0.90.\n"),
            "{out}"
        );
        assert!(!out.contains("AVX-512: of"), "{out}");
        out.clear();
        table(&mut out, &cells, 1 << 20).unwrap();
        assert_eq!(out, "");
    }
}
