//! What was measured, as rows of a table that other programs can read.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::Command;

use serde::{Deserialize, Serialize};

use crate::contenders::{Level, Side};
use crate::matrix::State;
use crate::run::Measured;

/// One contender in one cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The question that the cell belongs to.
    pub grid: String,
    /// The operation, behind a slash one error in how many bytes.
    pub operation: String,
    /// The text.
    pub text: String,
    /// Bytes of a source that were asked for.
    pub size: usize,
    /// How many different sources there were.
    pub pieces: usize,
    /// Bytes from a page to the source.
    pub offset: usize,
    /// Whether other work was done between calls.
    pub cold: bool,
    /// Bytes of a source, of several the mean.
    pub bytes: f64,
    /// Characters of a source, of several the mean.
    pub chars: f64,
    /// Who.
    pub contender: String,
    /// Whose it is.
    pub side: Side,
    /// The instructions that it used.
    pub level: Level,
    /// Nanoseconds of a call, in one batch of four less: the figure that is compared.
    pub ns: f64,
    /// In the fastest batch.
    pub min_ns: f64,
    /// In half of the batches less.
    pub median_ns: f64,
    /// How many batches there were.
    pub rounds: usize,
    /// Its time by that of our own active backend: the median of the ratios within a round.
    pub ratio: f64,
}

impl Row {
    /// GB of input a second.
    #[must_use]
    pub fn gb_per_s(&self) -> f64 {
        self.bytes / self.ns
    }

    /// What the cell is, without the contender.
    fn cell(&self) -> (&str, &str, &str, usize, usize, usize, bool) {
        let Self { grid, operation, text, size, pieces, offset, cold, .. } = self;
        (grid, operation, text, *size, *pieces, *offset, *cold)
    }
}

/// Rounded to so many digits that count, so that the record has no noise in it.
fn rounded(number: f64) -> f64 {
    format!("{number:.3e}").parse().expect("a number")
}

/// The rows of a cell.
#[must_use]
pub fn rows(measured: &Measured) -> Vec<Row> {
    let Measured { cell, bytes, chars, entries } = measured;
    let ours = entries.iter().find(|entry| entry.side == Side::Ours);
    let row = |entry: &crate::run::Entry| Row {
        grid: cell.grid.name().into(),
        operation: cell.operation.label(),
        text: cell.text.clone(),
        size: cell.size,
        pieces: cell.pieces,
        offset: cell.offset,
        cold: cell.state == State::Cold,
        bytes: rounded(*bytes),
        chars: rounded(*chars),
        contender: entry.name.into(),
        side: entry.side,
        level: entry.level,
        ns: rounded(entry.times.quartile() * 1e9),
        min_ns: rounded(entry.times.min() * 1e9),
        median_ns: rounded(entry.times.median() * 1e9),
        rounds: entry.times.rounds(),
        ratio: ours.map_or(f64::NAN, |ours| rounded(entry.times.ratio(&ours.times))),
    };
    entries.iter().map(row).collect()
}

/// The rows cell by cell, in their order.
#[must_use]
pub fn cells(rows: &[Row]) -> Vec<&[Row]> {
    rows.chunk_by(|a, b| a.cell() == b.cell()).collect()
}

/// A run: where it was, and what came out.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// Where and of what the figures are.
    pub machine: Machine,
    /// The figures.
    pub rows: Vec<Row>,
}

impl Record {
    /// Writes the rows as CSV, under a comment that names the machine.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        let mut file = fs::File::create(path)?;
        let Machine { cpu, compilers, commit, date } = &self.machine;
        writeln!(file, "# {cpu}; {compilers}; {commit}; {date}")?;
        let mut out = csv::Writer::from_writer(file);
        self.rows.iter().try_for_each(|row| out.serialize(row))?;
        out.flush()
    }

    /// Reads what [`write`](Self::write) has written.
    ///
    /// # Errors
    /// When the file cannot be read, or is no such table.
    pub fn read(path: &Path) -> io::Result<Self> {
        let text = fs::read_to_string(path).map_err(|error| {
            io::Error::new(error.kind(), format!("{}: {error}", path.display()))
        })?;
        let head = text.lines().next().unwrap_or_default().trim_start_matches("# ");
        let mut fields = head.split("; ").map(String::from);
        let mut field = || fields.next().unwrap_or_default();
        let machine = Machine { cpu: field(), compilers: field(), commit: field(), date: field() };
        let rows = csv::ReaderBuilder::new().comment(Some(b'#')).from_reader(text.as_bytes());
        let rows = rows.into_deserialize().collect::<Result<_, _>>()?;
        Ok(Self { machine, rows })
    }
}

/// Where and of what the figures are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Machine {
    /// The name of the CPU, with its family and model.
    pub cpu: String,
    /// The versions of the compilers.
    pub compilers: String,
    /// The commit, and whether anything has been changed since.
    pub commit: String,
    /// The day.
    pub date: String,
}

impl Machine {
    /// This one, now.
    #[must_use]
    pub fn here() -> Self {
        // Of the tree that this was built in, wherever it runs.
        let git =
            |args: &[&str]| said("git", &[&["-C", env!("CARGO_MANIFEST_DIR")], args].concat());
        let mut commit = git(&["rev-parse", "--short", "HEAD"]);
        if commit.is_empty() {
            commit = "unknown".into();
        } else if !git(&["status", "--porcelain", "--untracked-files=no"]).is_empty() {
            commit += " with changes";
        }
        let mut compilers = said("rustc", &["--version"]);
        if cfg!(feature = "peers") {
            compilers = format!("{compilers}, {}", said("c++", &["--version"]));
        }
        Self { cpu: cpu(), compilers, commit, date: jiff::Zoned::now().date().to_string() }
    }

    /// The CPU as the name of a folder.
    #[must_use]
    pub fn folder(&self) -> String {
        let words = self.cpu.split(|c: char| !c.is_ascii_alphanumeric());
        let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
        words.join("-").to_lowercase()
    }
}

fn cpu() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let field = |name: &str| {
        let line =
            info.lines().find(|line| line.split(':').next().is_some_and(|f| f.trim() == name));
        line.and_then(|line| Some(line.split_once(':')?.1.trim()))
    };
    match (field("model name"), field("cpu family"), field("model")) {
        (Some(name), Some(family), Some(model)) => format!("{name} family {family} model {model}"),
        _ => std::env::consts::ARCH.into(),
    }
}

/// The first line that a program prints; nothing if there is no such program.
fn said(program: &str, args: &[&str]) -> String {
    let output = Command::new(program).args(args).output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    text.unwrap_or_default().lines().next().unwrap_or_default().into()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A row of a cell named by its text, for tests.
    pub(crate) fn row(text: &str, contender: &str, side: Side, level: Level, ns: f64) -> Row {
        Row {
            grid: "texts".into(),
            operation: "validate_utf8".into(),
            text: text.into(),
            size: 65536,
            pieces: 1,
            offset: 0,
            cold: false,
            bytes: 65536.0,
            chars: 65536.0,
            contender: contender.into(),
            side,
            level,
            ns,
            min_ns: ns,
            median_ns: ns,
            rounds: 9,
            ratio: 1.0,
        }
    }

    #[test]
    fn what_is_written_can_be_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rows.csv");
        let rows = [
            row("latin", "avx2", Side::Ours, Level::Avx2, 1234.5),
            row("latin, with a comma", "std", Side::Peer, Level::Baseline, 0.25),
        ];
        assert_eq!(cells(&rows).len(), 2);
        let record = Record { machine: Machine::here(), rows: rows.into() };
        record.write(&path).unwrap();
        assert_eq!(Record::read(&path).unwrap(), record);
    }

    #[test]
    fn numbers_keep_four_digits() {
        assert_eq!(rounded(123_456.0), 123_500.0);
        assert_eq!(rounded(0.001_234_56), 0.001_235);
        assert!(rounded(f64::NAN).is_nan());
    }

    #[test]
    fn a_folder_has_a_plain_name() {
        let machine = Machine { cpu: "Some(R) CPU @ 2.4".into(), ..Machine::here() };
        assert_eq!(machine.folder(), "some-r-cpu-2-4");
    }
}
