//! Positions, the slow way: a text as a list of scalar values, in which every question is looked up.

use codeunit::index::{LineEnds, Position, Unit};

/// A text, its boundaries, and its lines by one rule.
#[derive(Debug)]
pub struct Slow {
    /// Of each boundary its place in bytes, UTF-16 code units and code points.
    boundaries: Vec<[usize; 3]>,
    /// Of each line its first boundary, the one before what ends it, and the one behind that.
    lines: Vec<[usize; 3]>,
}

fn number(unit: Unit) -> usize {
    match unit {
        Unit::Utf8 => 0,
        Unit::Utf16 => 1,
        Unit::CodePoint => 2,
    }
}

/// Characters of the line end at the front, 0 if there is none.
fn line_end(rest: &[char], ends: LineEnds) -> usize {
    match (rest, ends) {
        (['\r', '\n', ..], _) => 2,
        (['\n', ..], _) => 1,
        (['\r', ..], LineEnds::CrLf | LineEnds::Unicode) => 1,
        (['\u{B}' | '\u{C}' | '\u{85}' | '\u{2028}' | '\u{2029}', ..], LineEnds::Unicode) => 1,
        _ => 0,
    }
}

impl Slow {
    /// The text, by one rule for its lines.
    #[must_use]
    pub fn new(text: &str, ends: LineEnds) -> Self {
        let chars: Vec<char> = text.chars().collect();
        let mut boundaries = vec![[0; 3]];
        for c in &chars {
            let [byte, unit, point] = boundaries[boundaries.len() - 1];
            boundaries.push([byte + c.len_utf8(), unit + c.len_utf16(), point + 1]);
        }
        let (mut lines, mut start, mut at) = (Vec::new(), 0, 0);
        while at < chars.len() {
            match line_end(&chars[at..], ends) {
                0 => at += 1,
                len => {
                    lines.push([start, at, at + len]);
                    (start, at) = (at + len, at + len);
                }
            }
        }
        lines.push([start, at, at]);
        Self { boundaries, lines }
    }

    /// The length in a unit.
    #[must_use]
    pub fn count(&self, unit: Unit) -> usize {
        self.boundaries[self.boundaries.len() - 1][number(unit)]
    }

    /// The number of lines.
    #[must_use]
    pub fn line_count(&self) -> usize {
        self.lines.len()
    }

    /// The last boundary at or before a position.
    fn floor(&self, position: usize, unit: Unit) -> usize {
        self.boundaries.partition_point(|at| at[number(unit)] <= position) - 1
    }

    /// A position in another unit.
    #[must_use]
    pub fn convert(&self, position: usize, from: Unit, to: Unit) -> usize {
        self.boundaries[self.floor(position, from)][number(to)]
    }

    /// The line of a position in a unit.
    #[must_use]
    pub fn line_of(&self, position: usize, unit: Unit) -> usize {
        let at = self.floor(position, unit);
        self.lines.partition_point(|line| line[0] <= at) - 1
    }

    /// Where a line begins.
    #[must_use]
    pub fn line_start(&self, line: usize, unit: Unit) -> usize {
        match self.lines.get(line) {
            Some(line) => self.boundaries[line[0]][number(unit)],
            None => self.count(unit),
        }
    }

    /// Line and column of a position in one unit, the column in another.
    #[must_use]
    pub fn position(&self, position: usize, from: Unit, column: Unit) -> Position {
        let line = self.line_of(position, from);
        let [start, end, _] = self.lines[line];
        // Inside of a line end it is before it.
        let at = self.floor(position, from).min(end);
        let [at, start] = [at, start].map(|at| self.boundaries[at][number(column)]);
        Position { line, column: at - start }
    }

    /// The place at a line and a column in one unit, in another.
    #[must_use]
    pub fn offset(&self, at: Position, column: Unit, to: Unit) -> usize {
        let Some(&[start, end, _]) = self.lines.get(at.line) else { return self.count(to) };
        let start = self.boundaries[start][number(column)];
        let at = self.floor(start.saturating_add(at.column), column).min(end);
        self.boundaries[at][number(to)]
    }
}
