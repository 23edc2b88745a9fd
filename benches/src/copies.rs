//! The processor time of the command line, beside a loop that does nothing but copy and beside iconv.
//!
//! All that a converter has to do with the system is to read so many bytes and to write so many others. The loop does
//! that and no more, in a process of its own as the others are, so the ratio to it is what converting costs.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use memmap2::MmapMut;
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;

use crate::form::Form;
use crate::programs;
use crate::record::Machine;
use crate::texts;

/// Arguments of the command.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// Bytes of an input
    #[arg(long, default_value_t = 1 << 30)]
    size: usize,
    /// The text, of which the first MiB is repeated
    #[arg(long, default_value = "log-1")]
    text: String,
    /// How often each program does the work, in turns
    #[arg(long, default_value_t = 7)]
    rounds: usize,
    /// Where inputs and outputs are, which should be in memory
    #[arg(long, default_value = "/dev/shm")]
    folder: PathBuf,
}

/// Arguments of the loop.
#[derive(Debug, clap::Args)]
pub struct Copy {
    input: PathBuf,
    output: PathBuf,
    /// Bytes to write in all
    written: u64,
    /// Into the memory of a `Vec`, which begins inside a page
    #[arg(long)]
    plain: bool,
}

/// Bytes that the loop reads at a time.
const BLOCK: usize = 128 << 10;

impl Copy {
    /// Reads all of the input in blocks, and writes its share of the bytes behind each.
    ///
    /// # Errors
    /// When a file cannot be read or written.
    pub fn run(&self) -> io::Result<bool> {
        let mut input = File::open(&self.input)?;
        let mut output = create(&self.output)?;
        let total = input.metadata()?.len();
        let (mut pages, mut plain);
        let memory: &mut [u8] = if self.plain {
            plain = vec![0; 4 * BLOCK];
            &mut plain
        } else {
            pages = MmapMut::map_anon(4 * BLOCK)?;
            &mut pages
        };
        // What nobody has written to is a page of zeros that all share.
        memory.fill(b' ');
        let (mut read, mut written) = (0, 0);
        loop {
            let len = input.read(&mut memory[..BLOCK])?;
            read += len as u64;
            let due = u128::from(read) * u128::from(self.written) / u128::from(total.max(1));
            // From what was read, as far as that goes, and from memory behind it.
            output.write_all(&memory[..(due as u64 - written) as usize])?;
            written = due as u64;
            if len == 0 {
                return Ok(true);
            }
        }
    }
}

fn create(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create(true).truncate(true).open(path)
}

/// A conversion.
struct Job {
    from: (Form, &'static str),
    to: &'static str,
}

const JOBS: &[Job] = &[
    Job { from: (Form::Utf16Le, "UTF-16LE"), to: "UTF-8" },
    Job { from: (Form::Utf8, "UTF-8"), to: "UTF-16LE" },
];

const NAMES: [&str; 4] = ["codeunit", "copy", "copy, plain", "iconv"];

impl Options {
    /// Measures, and prints a table.
    ///
    /// # Errors
    /// When a program is missing or fails, or a file cannot be written.
    pub fn run(&self) -> io::Result<bool> {
        let codeunit = programs::built()?;
        let folder = tempfile::tempdir_in(&self.folder)?;
        let Machine { cpu, commit, date, .. } = Machine::here();
        println!("{cpu}, {date}, commit {commit}. {} of {} bytes.\n", self.text, self.size);
        println!(
            "| from | to | output | {} | by copy | by copy, plain | by iconv |",
            NAMES.join(" | ")
        );
        println!("|---|---|---|{}", "---|".repeat(NAMES.len() + 3));
        for job in JOBS {
            let input = folder.path().join("input");
            self.write_input(job, &input)?;
            let output = folder.path().join("output");
            // Its length is what the loop has to write.
            convert(&codeunit, job, &input, &output).status()?;
            let written = fs::metadata(&output)?.len();
            for (name, output) in [("null device", Path::new("/dev/null")), ("file", &output)] {
                let commands = || -> io::Result<[Command; 4]> {
                    Ok([
                        convert(&codeunit, job, &input, output),
                        copy(&input, output, written, false)?,
                        copy(&input, output, written, true)?,
                        iconv(job, &input, output)?,
                    ])
                };
                let mut least = [Duration::MAX; 4];
                for _ in 0..self.rounds {
                    for (index, least) in least.iter_mut().enumerate() {
                        if output.is_file() {
                            fs::remove_file(output)?;
                        }
                        let time = processor_time(&mut commands()?[index])?;
                        *least = (*least).min(time);
                    }
                }
                let [ours, others @ ..] = least.map(|time| time.as_secs_f64());
                print!("| {} | {} | {name} | {ours:.3} s |", job.from.1, job.to);
                others.iter().for_each(|seconds| print!(" {seconds:.3} s |"));
                others.iter().for_each(|seconds| print!(" {:.2} |", ours / seconds));
                println!();
            }
        }
        Ok(true)
    }

    fn write_input(&self, job: &Job, path: &Path) -> io::Result<()> {
        let text = texts::generate(&self.text, 1 << 20)
            .ok_or_else(|| io::Error::other("no text of this name"))?;
        let bytes = job.from.0.encode(&text.text).expect("all of Unicode");
        let mut file = create(path)?;
        let mut left = self.size;
        while left >= bytes.len() {
            file.write_all(&bytes)?;
            left -= bytes.len();
        }
        // The rest is no whole text; NUL is a character in both.
        file.write_all(&vec![0; left / 2 * 2])
    }
}

fn convert(codeunit: &Path, job: &Job, input: &Path, output: &Path) -> Command {
    let mut command = Command::new(codeunit);
    command.args(["convert", "-f", job.from.1, "-t", job.to]).arg(input).arg("-o").arg(output);
    command
}

fn copy(input: &Path, output: &Path, written: u64, plain: bool) -> io::Result<Command> {
    let mut command = Command::new(std::env::current_exe()?);
    command.arg("copy").arg(input).arg(output).arg(written.to_string());
    command.args(plain.then_some("--plain"));
    Ok(command)
}

fn iconv(job: &Job, input: &Path, output: &Path) -> io::Result<Command> {
    let mut command = Command::new("iconv");
    command.args(["-f", job.from.1, "-t", job.to]).arg(input).stdout(create(output)?);
    Ok(command)
}

/// User and system time of a process, from its start to its end.
fn processor_time(command: &mut Command) -> io::Result<Duration> {
    let before = of_children()?;
    let status = command.stderr(Stdio::null()).status()?;
    if !status.success() {
        return Err(io::Error::other(format!("{command:?}: {status}")));
    }
    Ok(of_children()? - before)
}

/// That of all children that have ended and been waited for.
fn of_children() -> io::Result<Duration> {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    let micros = (usage.user_time() + usage.system_time()).num_microseconds();
    Ok(Duration::from_micros(micros as u64))
}
