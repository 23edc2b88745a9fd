//! The command of the benchmarks: `cargo run --release -p codeunit-benches -- table`.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};
#[cfg(unix)]
use codeunit_benches::copies;
use codeunit_benches::matrix::{self, Cell, Filter};
use codeunit_benches::operation::Operation;
use codeunit_benches::record::{self, Machine, Record};
use codeunit_benches::report::{charts, markdown, terminal};
use codeunit_benches::session::{BATCH, LEAD, Session};
use codeunit_benches::{comparisons, instructions, positions, programs, streams, summary};
use codeunit_cli::measure::Effort;

/// Where records are kept.
const RECORD: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/record");

/// The document with a summary of the record.
const DOCUMENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../BENCHMARKS.md");

#[derive(Debug, Parser)]
#[command(about = "Measures codeunit beside other transcoders; see BENCHMARKS.md")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Measure the matrix, print it, and write it to benches/record with charts
    Table(Table),
    /// Print and draw a record again
    Show {
        /// CSV of a record
        file: PathBuf,
        /// Only print every comparison in which we are behind, the worst first
        #[arg(long)]
        behind: bool,
    },
    /// Compare the ratios of two records, which are runs of the same matrix
    Compare {
        /// CSV of one run
        a: PathBuf,
        /// CSV of the other
        b: PathBuf,
        /// Size of the cells in bytes
        #[arg(long, default_value_t = matrix::MIDDLE)]
        size: usize,
    },
    /// Count the instructions of every operation in valgrind
    Instructions(instructions::Options),
    /// Measure streams in blocks beside single calls
    Streams(streams::Options),
    /// Measure positions beside str_indices, and the index of a text
    Positions(positions::Options),
    /// Measure comparisons across encoding forms beside iterators and conversions
    Comparisons(comparisons::Options),
    /// Race the command line against iconv, uconv and recode, as far as they are installed
    Programs(programs::Options),
    /// Measure the processor time of the command line beside a loop that copies, and beside iconv
    #[cfg(unix)]
    Copies(copies::Options),
    /// The loop
    #[cfg(unix)]
    #[command(hide = true)]
    Copy(copies::Copy),
}

#[derive(Debug, Args)]
struct Table {
    /// Two minutes in place of twenty
    #[arg(long)]
    quick: bool,
    /// Real files in place of generated text
    #[arg(long, value_name = "DIR")]
    corpus: Option<PathBuf>,
    /// Operations, by a part of the name
    #[arg(long, value_name = "NAME")]
    operation: Vec<String>,
    /// Texts
    #[arg(long, value_name = "NAME")]
    text: Vec<String>,
    /// Sizes in bytes: these, in place of those of the matrix
    #[arg(long, value_name = "BYTES")]
    size: Vec<usize>,
    /// Grids: texts, sizes, strings, offsets, cold, errors, scaling
    #[arg(long, value_name = "NAME")]
    grid: Vec<String>,
    /// How often to come back to the cells of 64 KiB
    #[arg(long)]
    passes: Option<usize>,
    /// Rounds of a cell at the least
    #[arg(long)]
    rounds: Option<usize>,
    /// Where to write CSV, Markdown and charts, in place of benches/record; "none" to write nothing
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Table(table) => table.run(),
        Command::Show { file, behind } => Record::read(&file).and_then(|record| {
            if behind {
                terminal::behind(&mut io::stdout().lock(), &record.rows)?;
            } else {
                show(&record, &file)?;
            }
            Ok(true)
        }),
        Command::Compare { a, b, size } => compare(&a, &b, size),
        Command::Instructions(options) => options.run(),
        Command::Streams(options) => options.run(),
        Command::Positions(options) => options.run(),
        Command::Comparisons(options) => options.run(),
        Command::Programs(options) => options.run(),
        #[cfg(unix)]
        Command::Copies(options) => options.run(),
        #[cfg(unix)]
        Command::Copy(options) => options.run(),
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn print(record: &Record) -> io::Result<()> {
    let mut out = anstream::stdout().lock();
    terminal::machine(&mut out, &record.machine)?;
    terminal::matrix(&mut out, &record.rows)?;
    terminal::means(&mut out, &record.rows)?;
    out.flush()
}

/// Prints the record, and puts the page and the charts beside its file. Only the charts of the full
/// matrix lie in the same folder: the documentation shows them.
fn show(record: &Record, file: &Path) -> io::Result<()> {
    print(record)?;
    let name = file.file_stem().unwrap_or_default().to_string_lossy();
    let page = markdown::page(record, &format!("The matrix: {name}"));
    std::fs::write(file.with_extension("md"), page.map_err(io::Error::other)?)?;
    let folder = file.parent().unwrap_or(file);
    let pictures = if name == "full" { folder.to_path_buf() } else { file.with_extension("") };
    std::fs::create_dir_all(&pictures)?;
    let drawn = charts::draw(&pictures, &record.rows);
    let drawn = drawn.map_err(|error| io::Error::other(error.to_string()))?;
    if name == "full" && file.canonicalize()?.starts_with(RECORD) {
        let document = Path::new(DOCUMENT);
        let summary = markdown::summary(record).map_err(io::Error::other)?;
        let with = markdown::inserted(&std::fs::read_to_string(document)?, &summary);
        let with = with.ok_or_else(|| io::Error::other("no place for figures in BENCHMARKS.md"))?;
        std::fs::write(document, with)?;
    }
    println!("{}, .md, and {} charts in {}", file.display(), drawn.len(), pictures.display());
    Ok(())
}

impl Table {
    /// The names of files: what was measured decides, so that a part never overwrites the whole.
    fn name(&self) -> &'static str {
        let Self { operation, text, size, grid, .. } = self;
        let whole = operation.is_empty() && text.is_empty() && size.is_empty() && grid.is_empty();
        match (whole, self.quick, self.corpus.is_some()) {
            (true, false, false) => "full",
            (true, true, false) => "quick",
            (true, false, true) => "full-corpus",
            (true, true, true) => "quick-corpus",
            (false, ..) => "part",
        }
    }

    fn cells(&self, session: &Session) -> io::Result<Vec<Cell>> {
        let filter = Filter {
            operations: self.operation.clone(),
            texts: self.text.clone(),
            grids: self.grid.clone(),
        };
        if !self.size.is_empty() {
            let operations: Vec<_> = Operation::all();
            let texts = session.names()?;
            let cells = matrix::asked_for(&operations, &texts, &self.size);
            return Ok(cells.into_iter().filter(|cell| filter.has(cell)).collect());
        }
        let cells = if self.quick { matrix::quick() } else { matrix::full() };
        Ok(session.adapt(cells)?.into_iter().filter(|cell| filter.has(cell)).collect())
    }

    fn run(&self) -> io::Result<bool> {
        if cfg!(debug_assertions) {
            eprintln!("warning: not compiled with --release; the figures mean nothing");
        }
        let (passes, most) = match (self.passes, self.quick) {
            (Some(passes), _) => (passes, 2 * passes),
            (None, true) => (5, 12),
            (None, false) => (4, 5),
        };
        let effort = |rounds| Effort { batch: BATCH, lead: LEAD, rounds, most: 2 * rounds };
        let effort = self.rounds.map(effort);
        let session = Session { corpus: self.corpus.clone(), passes, most, effort };
        let machine = Machine::here();
        let start = std::time::Instant::now();
        let cells = self.cells(&session)?;
        if cells.is_empty() {
            return Err(io::Error::other("no such cell in the matrix; `--size` makes others"));
        }
        let measured = session.measure(&cells)?;
        let rows = measured.iter().flat_map(record::rows).collect();
        let record = Record { machine, rows };
        let seconds = start.elapsed().as_secs_f64();
        let folder = match &self.out {
            Some(out) if out.as_os_str() == "none" => None,
            Some(out) => Some(out.clone()),
            None => Some(Path::new(RECORD).join(record.machine.folder())),
        };
        match folder {
            None => print(&record)?,
            Some(folder) => {
                std::fs::create_dir_all(&folder)?;
                let file = folder.join(self.name()).with_extension("csv");
                record.write(&file)?;
                show(&record, &file)?;
            }
        }
        println!("{} cells in {seconds:.0} s", measured.len());
        Ok(true)
    }
}

/// Prints how far the ratios of two runs are apart.
fn compare(a: &Path, b: &Path, size: usize) -> io::Result<bool> {
    const LIMIT: f64 = 0.05;
    let found = summary::agreement(&Record::read(a)?.rows, &Record::read(b)?.rows, size, LIMIT);
    let percent = |share: f64| format!("{:.1} %", share * 100.0);
    let mut out = anstream::stdout().lock();
    writeln!(
        out,
        "{} ratios at {}: half are within {} of each other, 99 of 100 within {}; {} are further apart \
         than {}",
        found.ratios,
        matrix::bytes(size),
        percent(found.median),
        percent(found.p99),
        found.apart.len(),
        percent(LIMIT),
    )?;
    for (name, apart) in &found.apart {
        writeln!(out, "  {:>7}  {name}", percent(*apart))?;
    }
    Ok(found.apart.is_empty())
}
