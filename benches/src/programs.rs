//! The command line beside other converters: time and peak memory of whole processes.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::form::Form;
use crate::matrix;
use crate::record::Machine;
use crate::texts;

/// Arguments of the command.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// Bytes of a file
    #[arg(long, default_value_t = matrix::HUGE)]
    size: usize,
    /// How often each program converts each file, in turns
    #[arg(long, default_value_t = 5)]
    rounds: usize,
}

/// A file to convert: a text, its encoding, and that of the output.
struct Job {
    text: &'static str,
    from: (Form, &'static str),
    to: &'static str,
}

const JOBS: &[Job] = &[
    Job { text: "log-0.1", from: (Form::Utf16Le, "UTF-16LE"), to: "UTF-8" },
    Job { text: "russian", from: (Form::Utf16Le, "UTF-16LE"), to: "UTF-8" },
    Job { text: "chinese", from: (Form::Utf8, "UTF-8"), to: "UTF-16LE" },
    Job { text: "latin1", from: (Form::Latin1, "ISO-8859-1"), to: "UTF-8" },
    Job { text: "mixed", from: (Form::Utf8, "UTF-8"), to: "UTF-16BE" },
];

/// How a program is called, from an input file to an output file.
type Call = fn(&Path, &Job, &Path, &Path) -> io::Result<Command>;

fn codeunit(program: &Path, job: &Job, from: &Path, to: &Path) -> io::Result<Command> {
    let mut command = Command::new(program);
    command.args(["convert", "-f", job.from.1, "-t", job.to]).arg(from).arg("-o").arg(to);
    Ok(command)
}

fn iconv(program: &Path, job: &Job, from: &Path, to: &Path) -> io::Result<Command> {
    let mut command = Command::new(program);
    command.args(["-f", job.from.1, "-t", job.to]).arg(from).stdout(File::create(to)?);
    Ok(command)
}

fn uconv(program: &Path, job: &Job, from: &Path, to: &Path) -> io::Result<Command> {
    let mut command = Command::new(program);
    command.args(["-f", job.from.1, "-t", job.to, "-o"]).arg(to).arg(from);
    Ok(command)
}

fn recode(program: &Path, job: &Job, from: &Path, to: &Path) -> io::Result<Command> {
    let mut command = Command::new(program);
    command.arg(format!("{}..{}", job.from.1, job.to));
    command.stdin(File::open(from)?).stdout(File::create(to)?);
    Ok(command)
}

struct Program {
    name: &'static str,
    path: PathBuf,
    call: Call,
}

/// What came of a program and a job.
struct Outcome {
    seconds: f64,
    peak_kib: u64,
    /// Why there is nothing to compare.
    failure: Option<String>,
}

impl Options {
    /// Converts every file by every program that is installed, prints the table and writes it.
    ///
    /// # Errors
    /// When our own program cannot be built or fails, or a file cannot be written.
    pub fn run(&self) -> io::Result<bool> {
        let programs = programs()?;
        let folder = tempfile::tempdir()?;
        let mut page = String::new();
        let head = self.head(&programs);
        let mut all_right = true;
        for job in JOBS {
            let input = folder.path().join("input");
            fs::write(&input, self.input(job)?)?;
            let mut outcomes: Vec<Outcome> = Vec::new();
            let mut expected = Vec::new();
            for program in &programs {
                let outcome = program.first(job, &input, folder.path(), &mut expected)?;
                all_right &= outcome.failure.is_none() || program.name != "codeunit";
                outcomes.push(outcome);
            }
            for _ in 0..self.rounds {
                for (program, outcome) in programs.iter().zip(&mut outcomes) {
                    if outcome.failure.is_none() {
                        let seconds = program.convert(job, &input, folder.path())?;
                        outcome.seconds = outcome.seconds.min(seconds);
                    }
                }
            }
            row(&mut page, job, &outcomes, fs::metadata(&input)?.len())
                .map_err(io::Error::other)?;
        }
        print!("{head}{page}");
        let machine = Machine::here();
        let record =
            Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/record")).join(machine.folder());
        fs::create_dir_all(&record)?;
        fs::write(record.join("programs.md"), head + &page)?;
        Ok(all_right)
    }

    fn head(&self, programs: &[Program]) -> String {
        let Machine { cpu, commit, date, .. } = Machine::here();
        let names: Vec<_> = programs.iter().map(|program| program.name).collect();
        let missing = ["iconv", "uconv", "recode"].into_iter().filter(|name| !names.contains(name));
        let missing: Vec<_> = missing.collect();
        let missing = match missing.as_slice() {
            [] => String::new(),
            names => format!(" Not installed: {}.", names.join(", ")),
        };
        format!(
            "# Programs, {date}\n\n{cpu}. Commit {commit}. Files of {}, from the page cache to a file; the \
             fastest of {} runs in turns, peak memory, and the time by that of codeunit.{missing}\n\n\
             | text | from | to | {} |\n|---|---|---|{}\n",
            matrix::bytes(self.size),
            self.rounds,
            names.join(" | "),
            "---|".repeat(names.len()),
        )
    }

    fn input(&self, job: &Job) -> io::Result<Vec<u8>> {
        let text = texts::generate(job.text, 2 * self.size).expect("one of the names").text;
        let form = job.from.0;
        form.encode(form.prefix(&text, self.size))
            .ok_or_else(|| io::Error::other(format!("{} is not in {}", job.text, job.from.1)))
    }
}

fn row(page: &mut String, job: &Job, outcomes: &[Outcome], bytes: u64) -> std::fmt::Result {
    write!(page, "| {} | {} | {} |", job.text, job.from.1, job.to)?;
    let ours = outcomes[0].seconds;
    for Outcome { seconds, peak_kib, failure } in outcomes {
        match failure {
            Some(failure) => write!(page, " {failure} |")?,
            None => {
                let speed = bytes as f64 / seconds / 1e9;
                let (mib, times) = (*peak_kib as f64 / 1024.0, seconds / ours);
                write!(page, " {seconds:.3} s ({speed:.2} GB/s), {mib:.1} MiB, {times:.1} |")?;
            }
        }
    }
    writeln!(page)
}

impl Program {
    fn start(&self, job: &Job, from: &Path, folder: &Path) -> io::Result<Child> {
        let to = folder.join("output");
        _ = fs::remove_file(&to);
        (self.call)(&self.path, job, from, &to)?.stderr(Stdio::null()).spawn()
    }

    /// One conversion in seconds.
    fn convert(&self, job: &Job, from: &Path, folder: &Path) -> io::Result<f64> {
        let start = Instant::now();
        self.start(job, from, folder)?.wait()?;
        Ok(start.elapsed().as_secs_f64())
    }

    /// The first conversion, whose output is compared with that of the first program, which is ours, and
    /// whose memory is watched.
    fn first(
        &self,
        job: &Job,
        from: &Path,
        folder: &Path,
        expected: &mut Vec<u8>,
    ) -> io::Result<Outcome> {
        let mut child = self.start(job, from, folder)?;
        let mut peak_kib = 0;
        let status = loop {
            if let Some(status) = child.try_wait()? {
                break status;
            }
            peak_kib = peak_kib.max(peak(child.id()).unwrap_or(0));
            thread::sleep(Duration::from_millis(1));
        };
        let output = fs::read(folder.join("output")).unwrap_or_default();
        let failure = if !status.success() {
            Some("fails".into())
        } else if expected.is_empty() {
            *expected = output;
            None
        } else {
            (output != *expected).then(|| "differs".to_string())
        };
        Ok(Outcome { seconds: f64::INFINITY, peak_kib, failure })
    }
}

/// The peak so far, as the kernel keeps it for what the process executes now. What it counts for the
/// process as a whole begins with the memory of its parent, which is us.
fn peak(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().trim_end_matches(" kB").parse().ok()
}

/// Our program, built here.
pub(crate) fn built() -> io::Result<PathBuf> {
    let build = ["build", "--release", "-q", "-p", "codeunit-cli", "--bin", "codeunit"];
    let status =
        Command::new(env!("CARGO")).args(build).current_dir(env!("CARGO_MANIFEST_DIR")).status()?;
    let ours = std::env::current_exe()?.with_file_name("codeunit");
    if !status.success() || !ours.is_file() {
        return Err(io::Error::other(format!(
            "{} was not built; run this with --release",
            ours.display()
        )));
    }
    Ok(ours)
}

/// Ours, and those of the others that are in the path.
fn programs() -> io::Result<Vec<Program>> {
    let ours = built()?;
    let others: [(&str, Call); 3] = [("iconv", iconv), ("uconv", uconv), ("recode", recode)];
    let path = std::env::var_os("PATH").unwrap_or_default();
    let find =
        |name: &str| std::env::split_paths(&path).map(|dir| dir.join(name)).find(|p| p.is_file());
    let others = others
        .into_iter()
        .filter_map(|(name, call)| Some(Program { name, path: find(name)?, call }));
    let mut all = vec![Program { name: "codeunit", path: ours, call: codeunit }];
    all.extend(others);
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_job_has_text_in_its_encoding() {
        let options = Options { size: 10_000, rounds: 1 };
        for job in JOBS {
            let len = options.input(job).unwrap().len();
            assert!((9_996..=10_000).contains(&len), "{}: {len}", job.text);
        }
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_process_has_a_peak() {
        assert!(peak(std::process::id()).is_some_and(|kib| kib > 100));
    }
}
