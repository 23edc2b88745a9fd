//! Instructions per byte of every operation, counted by valgrind: a figure that no noise touches.
//!
//! One process counts all operations on a backend. Callgrind collects only inside `counted`, and
//! writes a file and begins at zero before each call of `written`; the files are numbered.
//! Valgrind knows no AVX-512 and hides it, so that AVX2, SSE4.1 and the scalar backend are counted.

use std::collections::BTreeMap;
use std::fs;
use std::hint::black_box;
use std::io::{self, Write};
use std::path::Path;
use std::process::Command;

use codeunit::Backend;

use crate::contenders::{self, Contender, Side};
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
    /// What the counting process is called with
    #[arg(long, hide = true)]
    count: Option<String>,
}

/// Bytes of a source. The ends of a call are some ten instructions in it.
const SIZE: usize = 16 << 10;

/// By how much a count may exceed the table: another allocation lies elsewhere, and the loops begin
/// at other addresses.
const TOLERANCE: f64 = 0.02;

const TABLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/record/instructions.csv");

/// Instructions per byte, by operation and text and then by backend.
type Counts = BTreeMap<(String, String), BTreeMap<String, f64>>;

impl Options {
    /// Counts, and writes the table or compares with it; tells whether nothing has become worse.
    ///
    /// # Errors
    /// When valgrind cannot be run, or a file not be read or written.
    pub fn run(&self) -> io::Result<bool> {
        if let Some(backend) = &self.count {
            count_all(backend)?;
            return Ok(true);
        }
        if cfg!(debug_assertions) {
            return Err(io::Error::other("instructions are those of --release"));
        }
        let counts = by_valgrind()?;
        if self.check {
            return compare(&read(Path::new(TABLE))?, &counts, &mut io::stdout().lock());
        }
        write(Path::new(TABLE), &counts)?;
        println!("{} rows in {TABLE}", counts.len());
        Ok(true)
    }
}

/// What callgrind looks at: one call, and all that it calls.
#[inline(never)]
fn counted(one: &Contender, pieces: &[Piece<'_>], dst: &mut [u8]) -> usize {
    // Not in tail position: callgrind has to see this function return.
    black_box((one.laps)(pieces, dst, 1))
}

/// Before this, callgrind writes what it has counted.
#[inline(never)]
fn written(line: &str) {
    println!("{line}");
}

/// Each operation on each text, in the order of [`plan`].
fn count_all(backend: &str) -> io::Result<()> {
    let mut arena = Arena::new(SIZE)?;
    for (operation, text) in plan() {
        let text = texts::generate(text, 4 * SIZE).expect("one of the names");
        let Some((sources, _)) = sources(operation, &text.text, SIZE, 1) else { continue };
        let ours = ours(operation, backend)?;
        arena.with(&sources, 0, |pieces, dst| {
            // The first call of all finds out the backend, and pages come into being.
            (ours.laps)(pieces, dst, 1);
            counted(&ours, pieces, dst);
            written(&format!("{},{},{}", operation.label(), text.name, pieces[0].bytes.len()));
        });
    }
    Ok(())
}

fn ours(operation: Operation, backend: &str) -> io::Result<Contender> {
    let mut all = contenders::of(operation.name).into_iter();
    all.find(|one| one.side == Side::Ours && one.name == backend)
        .ok_or_else(|| io::Error::other(format!("{backend} does not run in valgrind")))
}

/// The operations but for those that allocate, on a text of each script.
fn plan() -> Vec<(Operation, &'static str)> {
    let counts = |operation: &Operation| {
        ["_vec", "_string", "_string_lossy"].iter().all(|end| !operation.name.ends_with(end))
    };
    let operations = Operation::all().into_iter().filter(counts);
    operations.flat_map(|one| texts::NAMES.iter().map(move |text| (one, *text))).collect()
}

/// A backend a thread: each takes minutes.
fn by_valgrind() -> io::Result<Counts> {
    // Valgrind refuses the instructions of AVX-512; the scalar backend and the others it knows.
    let backends = Backend::ALL.iter().filter(|one| one.is_available() && one.name() != "avx512");
    let mut counts = Counts::new();
    std::thread::scope(|scope| {
        let threads: Vec<_> = backends
            .map(|backend| (backend.name(), scope.spawn(|| backend_by_valgrind(backend.name()))))
            .collect();
        for (name, thread) in threads {
            for (key, instructions) in thread.join().expect("no panic")? {
                counts.entry(key).or_default().insert(name.into(), instructions);
            }
        }
        Ok(counts)
    })
}

/// The instructions of a byte by operation and text.
fn backend_by_valgrind(backend: &str) -> io::Result<Vec<((String, String), f64)>> {
    let folder = tempfile::tempdir()?;
    let output = Command::new("valgrind")
        .args(["-q", "--tool=callgrind", "--collect-atstart=no"])
        .args(["--toggle-collect=*instructions::counted*", "--dump-before=*instructions::written*"])
        .arg(format!("--callgrind-out-file={}", folder.path().join("out").display()))
        .arg(std::env::current_exe()?)
        .args(["instructions", "--count", backend])
        .output()?;
    if !output.status.success() {
        let error = String::from_utf8_lossy(&output.stderr);
        return Err(io::Error::other(format!("valgrind: {}\n{error}", output.status)));
    }
    let said = String::from_utf8_lossy(&output.stdout);
    let cell = |(i, line): (usize, &str)| {
        let mut fields = line.split(',');
        let mut field = || fields.next().unwrap_or_default().to_string();
        let (operation, text, bytes) = (field(), field(), field());
        let total = total(&folder.path().join(format!("out.{}", i + 1)))?;
        let bytes: f64 = bytes.parse().map_err(io::Error::other)?;
        Ok(((operation, text), total / bytes))
    };
    said.lines().enumerate().map(cell).collect()
}

/// The instructions of a file of callgrind.
fn total(path: &Path) -> io::Result<f64> {
    let file = fs::read_to_string(path)
        .map_err(|error| io::Error::other(format!("{}: {error}", path.display())))?;
    let line = file
        .lines()
        .find_map(|line| line.strip_prefix("summary:").or(line.strip_prefix("totals:")));
    let total = line.and_then(|number| number.trim().parse().ok());
    total
        .filter(|&total| total > 0.0)
        .ok_or_else(|| io::Error::other(format!("{}: callgrind counted nothing", path.display())))
}

fn write(path: &Path, counts: &Counts) -> io::Result<()> {
    let backends: Vec<&String> =
        counts.values().next().map_or(Vec::new(), |row| row.keys().collect());
    let mut out = csv::Writer::from_path(path)?;
    let mut head = vec!["operation", "text"];
    head.extend(backends.iter().map(|name| name.as_str()));
    out.write_record(head)?;
    for ((operation, text), row) in counts {
        let mut record = vec![operation.clone(), text.clone()];
        record.extend(backends.iter().map(|name| format!("{:.3}", row[*name])));
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
        counts.insert(key, fields.map(number).collect::<io::Result<_>>()?);
    }
    Ok(counts)
}

/// Prints what differs; false if something takes more instructions than in the table, or is not in
/// both.
fn compare(table: &Counts, now: &Counts, out: &mut impl Write) -> io::Result<bool> {
    let (mut worse, mut better, mut same) = (0, 0, 0);
    let backends = now.values().next().map(|row| row.keys().cloned().collect::<Vec<_>>());
    for backend in backends.unwrap_or_default() {
        for (key @ (operation, text), row) in now {
            let (now, table) = (row[&backend], table.get(key).and_then(|row| row.get(&backend)));
            let Some(&table) = table else {
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
        write(&path, &counts(0.125)).unwrap();
        assert_eq!(read(&path).unwrap(), counts(0.125));
    }

    #[test]
    fn the_table_of_the_repository_has_every_operation() {
        let table = read(Path::new(TABLE)).unwrap();
        for (operation, _) in plan() {
            let label = operation.label();
            assert!(table.keys().any(|key| key.0 == label), "{label}");
        }
    }
}
