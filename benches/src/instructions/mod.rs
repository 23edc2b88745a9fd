//! Instructions per byte of every operation: a figure that no noise touches, and that a machine which is not
//! there has as well.
//!
//! `valgrind` counts for this machine, `emulator` for 64-bit Arm, and `cycles` tells what comes of it there. One
//! process counts all operations on a backend: what is counted is one call of `counted`, and `written` tells
//! behind it what it was.

mod cycles;
mod emulator;
mod valgrind;

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs::File;
use std::hint::black_box;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::contenders::{self, Contender};
use crate::form::Piece;
use crate::input::{Arena, sources};
use crate::operation::Operation;
use crate::texts;

/// Arguments of the command.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// Compare with the table of the repository in place of writing it
    #[arg(long)]
    check: bool,
    /// Count in qemu what this program, which is this one built for aarch64, executes
    #[arg(long, value_name = "PROGRAM")]
    emulated: Option<PathBuf>,
    /// The cycles of 64 bytes in place of the instructions of one, of the hot loops only
    #[arg(long, requires = "emulated", conflicts_with = "check")]
    cycles: bool,
    /// Count this operation only; may be given more than once
    #[arg(long, value_name = "OPERATION")]
    only: Vec<String>,
    /// Texts of this folder in place of the generated ones; nothing is written then but to the terminal
    #[arg(long, value_name = "FOLDER")]
    corpus: Option<PathBuf>,
    /// What the counting process is called with: the name of a contender
    #[arg(long, hide = true)]
    count: Option<String>,
}

/// Bytes of a source. The ends of a call are some ten instructions in it.
const SIZE: usize = 16 << 10;

/// By how much a count may exceed the table: another allocation lies elsewhere, and the loops begin
/// at other addresses.
const TOLERANCE: f64 = 0.02;

const TABLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/record/instructions.csv");
const EMULATED_TABLE: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/record/instructions-aarch64.csv");

const CYCLES_TABLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/record/cycles-aarch64.csv");

/// Instructions per byte, by operation and text and then by contender.
type Counts = BTreeMap<(String, String), BTreeMap<String, f64>>;

/// Those of a contender, by operation and text.
type Column = Vec<((String, String), f64)>;

impl Options {
    /// Counts, and writes the table or compares with it; tells whether nothing has become worse.
    ///
    /// # Errors
    /// When valgrind cannot be run, or a file not be read or written.
    pub fn run(&self) -> io::Result<bool> {
        if let Some(name) = &self.count {
            self.count_all(name)?;
            return Ok(true);
        }
        if cfg!(debug_assertions) {
            return Err(io::Error::other("instructions are those of --release"));
        }
        let corpus = self.corpus.as_deref();
        let (columns, table) = match &self.emulated {
            Some(program) if self.cycles => (cycles::columns(program, corpus)?, CYCLES_TABLE),
            Some(program) => (emulator::columns(program, corpus)?, EMULATED_TABLE),
            None => (valgrind::columns(corpus)?, TABLE),
        };
        let mut counts = Counts::new();
        for (name, column) in columns {
            for (key, instructions) in column {
                counts.entry(key).or_default().insert(name.clone(), instructions);
            }
        }
        if corpus.is_some() {
            write(io::stdout().lock(), &counts)?;
            return Ok(true);
        }
        if self.check {
            return compare(&read(Path::new(table))?, &counts, &mut io::stdout().lock());
        }
        write(File::create(table)?, &counts)?;
        println!("{} rows in {table}", counts.len());
        Ok(true)
    }

    /// Each operation that the contender has on each text.
    fn count_all(&self, name: &str) -> io::Result<()> {
        let mut arena = Arena::new(SIZE)?;
        let texts = match &self.corpus {
            Some(folder) => texts::corpus(folder, 4 * SIZE)?,
            None => {
                texts::NAMES.iter().filter_map(|name| texts::generate(name, 4 * SIZE)).collect()
            }
        };
        let mut known = false;
        for operation in plan() {
            if !self.only.is_empty() && !self.only.contains(&operation.label()) {
                continue;
            }
            let mut all = contenders::of(operation.name).into_iter();
            let Some(one) = all.find(|one| one.name == name) else { continue };
            known = true;
            for text in &texts {
                let Some((sources, _)) = sources(operation, &text.text, SIZE, 1) else { continue };
                arena.with(&sources, 0, |pieces, dst| {
                    one.select();
                    // The first call of all finds out the backend, and pages come into being.
                    (one.laps)(pieces, dst, 1);
                    counted(&one, pieces, dst);
                    written(&format!(
                        "{},{},{}",
                        operation.label(),
                        text.name,
                        pieces[0].bytes.len()
                    ));
                });
            }
        }
        if known { Ok(()) } else { Err(io::Error::other(format!("{name} does not run here"))) }
    }
}

/// What is counted: one call, and all that it calls.
#[inline(never)]
fn counted(one: &Contender, pieces: &[Piece<'_>], dst: &mut [u8]) -> usize {
    emulator::mark();
    // Not in tail position: callgrind has to see this function return.
    let sum = black_box((one.laps)(pieces, dst, 1));
    emulator::mark();
    sum
}

/// Before this, callgrind writes what it has counted.
#[inline(never)]
fn written(line: &str) {
    println!("{line}");
}

/// The arguments of a counting process.
fn arguments<'a>(name: &'a str, corpus: Option<&'a Path>) -> Vec<&'a OsStr> {
    let mut all = ["instructions", "--count", name].map(OsStr::new).to_vec();
    if let Some(folder) = corpus {
        all.extend([OsStr::new("--corpus"), folder.as_os_str()]);
    }
    all
}

/// The instructions per byte of what a counting process has written, by the counts of its calls.
fn column(said: &str, mut count: impl FnMut(usize) -> io::Result<f64>) -> io::Result<Column> {
    let cell = |(i, line): (usize, &str)| {
        let mut fields = line.split(',');
        let mut field = || fields.next().unwrap_or_default().to_string();
        let (operation, text, bytes) = (field(), field(), field());
        let bytes: f64 = bytes.parse().map_err(io::Error::other)?;
        Ok(((operation, text), count(i)? / bytes))
    };
    said.lines().enumerate().map(cell).collect()
}

/// The operations but for those that allocate.
fn plan() -> impl Iterator<Item = Operation> {
    let counts = |operation: &Operation| {
        ["_vec", "_string", "_string_lossy"].iter().all(|end| !operation.name.ends_with(end))
    };
    Operation::all().into_iter().filter(counts)
}

fn write(file: impl Write, counts: &Counts) -> io::Result<()> {
    let names: BTreeSet<&String> = counts.values().flat_map(BTreeMap::keys).collect();
    let mut out = csv::Writer::from_writer(file);
    let mut head = vec!["operation", "text"];
    head.extend(names.iter().map(|name| name.as_str()));
    out.write_record(head)?;
    for ((operation, text), row) in counts {
        let mut record = vec![operation.clone(), text.clone()];
        let cell = |name| row.get(name).map_or(String::new(), |count| format!("{count:.3}"));
        record.extend(names.iter().map(|name| cell(*name)));
        out.write_record(record)?;
    }
    out.flush()
}

fn read(path: &Path) -> io::Result<Counts> {
    let mut file = csv::Reader::from_path(path)?;
    let head = file.headers()?.clone();
    let mut counts = Counts::new();
    for record in file.into_records() {
        let record = record?;
        let mut fields = head.iter().zip(&record);
        let mut name = || fields.next().map(|field| field.1.to_string()).unwrap_or_default();
        let key = (name(), name());
        let number = |(name, value): (&str, &str)| {
            Ok((name.into(), value.parse().map_err(io::Error::other)?))
        };
        // What a peer does not have is empty.
        let there = fields.filter(|(_, value)| !value.is_empty());
        counts.insert(key, there.map(number).collect::<io::Result<_>>()?);
    }
    Ok(counts)
}

/// Prints what differs; false if something takes more instructions than in the table, or is not in
/// both.
fn compare(table: &Counts, now: &Counts, out: &mut impl Write) -> io::Result<bool> {
    let (mut worse, mut better, mut same) = (0, 0, 0);
    let all = now.iter().flat_map(|(key, row)| row.iter().map(move |one| (key, one)));
    for (key @ (operation, text), (backend, &now)) in all {
        // A peer may be another version.
        if codeunit::Backend::ALL.iter().all(|one| one.name() != backend) {
            continue;
        }
        let Some(&table) = table.get(key).and_then(|row| row.get(backend)) else {
            writeln!(out, "{operation} {text} {backend}: {now:.3}, not in the table")?;
            worse += 1;
            continue;
        };
        let change = now / table - 1.0;
        if change.abs() <= TOLERANCE {
            same += 1;
            continue;
        }
        if change > 0.0 {
            worse += 1
        } else {
            better += 1
        }
        writeln!(
            out,
            "{operation} {text} {backend}: {table:.3} -> {now:.3} ({:+.1} %)",
            change * 100.0
        )?;
    }
    let gone = table.keys().filter(|key| !now.contains_key(key)).count();
    writeln!(
        out,
        "instructions per byte: {same} as in the table, {better} fewer, {worse} more or new, {gone} gone"
    )?;
    if better + worse + gone > 0 {
        writeln!(
            out,
            "if that was meant: cargo run --release -p codeunit-benches -- instructions"
        )?;
    }
    Ok(worse + gone == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(avx2: f64) -> Counts {
        let row = [("avx2".to_string(), avx2), ("fallback".to_string(), 2.0)].into();
        [(("validate_utf8".to_string(), "latin".to_string()), row)].into()
    }

    fn compared(now: &Counts) -> (bool, String) {
        let mut out = Vec::new();
        let good = compare(&counts(1.0), now, &mut out).unwrap();
        (good, String::from_utf8(out).unwrap())
    }

    #[test]
    fn more_instructions_are_a_failure_and_fewer_are_news() {
        assert!(compared(&counts(1.01)).0);
        let (good, said) = compared(&counts(1.05));
        assert!(
            !good && said.contains("validate_utf8 latin avx2: 1.000 -> 1.050 (+5.0 %)"),
            "{said}"
        );
        let (good, said) = compared(&counts(0.5));
        assert!(good && said.contains("1 fewer"), "{said}");
        assert!(!compared(&Counts::new()).0, "everything is gone");
    }

    #[test]
    fn the_table_is_read_as_it_was_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table.csv");
        write(File::create(&path).unwrap(), &counts(0.125)).unwrap();
        assert_eq!(read(&path).unwrap(), counts(0.125));
    }

    #[test]
    fn the_table_of_the_repository_has_every_operation() {
        let table = read(Path::new(TABLE)).unwrap();
        for operation in plan() {
            let label = operation.label();
            assert!(table.keys().any(|key| key.0 == label), "{label}");
        }
    }
}
