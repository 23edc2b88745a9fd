//! The command line as a plain struct.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};
use codeunit::{Backend, Encoding, Engine, Policy};

use crate::errors::parse_policy;
use crate::label::{Label, parse_source, parse_target};
use crate::text::{Bom, Reading};

/// Validate and convert UTF-8, UTF-16, UTF-32, Latin-1 and the other encodings of the Web.
///
/// Works in fixed memory at any size of the input. Nothing is replaced or dropped unless asked for.
#[derive(Debug, Parser)]
#[command(name = "codeunit", version, after_help = STATUS)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Convert(Convert),
    Check(Check),
    Detect(Detect),
    Count(Count),
    /// List the implementations and which of them this machine can run
    #[command(after_help = "Example:\n  codeunit backends")]
    Backends,
    Bench(Bench),
}

/// Convert files from one encoding to another.
///
/// An output file appears under its name only when all of its input has been converted; on failure an
/// older file of that name is left as it was. The input is never changed.
#[derive(Debug, Args)]
#[command(after_help = CONVERT_EXAMPLES, after_long_help = CONVERT_NOTES)]
pub(crate) struct Convert {
    /// Encoding of the input, or auto: the one of its byte order mark
    #[arg(short, long, value_name = "LABEL", value_parser = parse_source)]
    #[arg(required_unless_present = "list")]
    from: Option<Label>,

    /// Encoding of the output
    #[arg(short, long, value_name = "LABEL", value_parser = parse_target, default_value = "utf-8")]
    pub(crate) to: Encoding,

    /// With --from auto: guess among UTF-8, UTF-16 and UTF-32 where there is no byte order mark
    #[arg(long)]
    pub(crate) detect: bool,

    /// Output file, or directory for several inputs [default: standard output]
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,

    /// What to do with text that is ill-formed or that the target does not have: strict, replace,
    /// replace=U+XXXX, skip or escape
    #[arg(long, value_name = "POLICY", default_value = "strict", value_parser = parse_policy)]
    errors: Policy,

    /// Leave out what cannot be converted, as --errors skip
    #[arg(short = 'c', conflicts_with = "errors")]
    skip: bool,

    /// What becomes of a byte order mark [default: as the labels say]
    #[arg(long, value_enum, value_name = "WHAT")]
    bom: Option<Bom>,

    /// Exit status 1 also if what cannot be converted was replaced, left out or escaped
    #[arg(long)]
    pub(crate) strict_exit: bool,

    /// Say nothing about what went well
    #[arg(short, long)]
    pub(crate) quiet: bool,

    /// List the names of the encodings
    #[arg(short, long, exclusive = true)]
    pub(crate) list: bool,

    #[command(flatten)]
    pub(crate) engine: EngineArgs,

    /// Input files; - or none for standard input
    #[arg(value_name = "IN")]
    pub(crate) inputs: Vec<PathBuf>,
}

/// Check that files are well-formed.
///
/// Tells of each file that it is valid, or the place and kind of its errors.
#[derive(Debug, Args)]
#[command(after_help = CHECK_NOTES)]
pub(crate) struct Check {
    /// Encoding of the files
    #[arg(short, long, value_name = "LABEL", default_value = "utf-8", value_parser = parse_source)]
    pub(crate) from: Label,

    /// With --from auto: guess among UTF-8, UTF-16 and UTF-32 where there is no byte order mark
    #[arg(long)]
    pub(crate) detect: bool,

    /// How many errors of a file to tell; 0 for all
    #[arg(long, value_name = "N", default_value = "10")]
    pub(crate) max_errors: u64,

    /// Say nothing about what is valid
    #[arg(short, long)]
    pub(crate) quiet: bool,

    #[command(flatten)]
    pub(crate) engine: EngineArgs,

    /// Files to check; - or none for standard input
    #[arg(value_name = "FILE")]
    pub(crate) inputs: Vec<PathBuf>,
}

/// Tell which encodings files are in.
///
/// Goes by the byte order mark; without one it guesses among UTF-8, UTF-16 and UTF-32 by the first 4096 bytes.
#[derive(Debug, Args)]
#[command(after_help = DETECT_NOTES)]
pub(crate) struct Detect {
    /// Files to look at; - or none for standard input
    #[arg(value_name = "FILE")]
    pub(crate) inputs: Vec<PathBuf>,
}

/// Count code points and lines, and the sizes in every encoding form.
#[derive(Debug, Args)]
#[command(after_help = COUNT_NOTES)]
pub(crate) struct Count {
    /// Encoding of the files, or auto: the one of the byte order mark
    #[arg(short, long, value_name = "LABEL", default_value = "utf-8", value_parser = parse_source)]
    pub(crate) from: Label,

    /// With --from auto: guess among UTF-8, UTF-16 and UTF-32 where there is no byte order mark
    #[arg(long)]
    pub(crate) detect: bool,

    #[command(flatten)]
    pub(crate) engine: EngineArgs,

    /// Files to count; - or none for standard input
    #[arg(value_name = "FILE")]
    pub(crate) inputs: Vec<PathBuf>,
}

/// Measure a file on every implementation that this machine can run, and on the standard library.
///
/// Reads the file and measures in memory how fast it is validated and converted, after making sure
/// that all give the same output.
#[derive(Debug, Args)]
#[command(after_help = BENCH_EXAMPLE, after_long_help = BENCH_NOTES)]
pub(crate) struct Bench {
    /// Encoding of the file
    #[arg(short, long, value_name = "LABEL", default_value = "utf-8", value_parser = parse_source)]
    pub(crate) from: Label,

    /// Encoding to convert to; may be repeated [default: those that are usual for the file]
    #[arg(short, long, value_name = "LABEL", value_parser = parse_target)]
    pub(crate) to: Vec<Encoding>,

    /// About how long to measure an operation at most
    #[arg(long, value_name = "N", default_value = "1", value_parser = parse_seconds)]
    pub(crate) seconds: Duration,

    /// File to measure, of which at most 64 MiB are read; - or none for standard input
    #[arg(value_name = "FILE")]
    pub(crate) input: Option<PathBuf>,
}

impl Convert {
    pub(crate) fn policy(&self) -> Policy {
        if self.skip { Policy::Skip } else { self.errors }
    }

    pub(crate) fn reading(&self) -> Reading {
        let Self { detect, bom, .. } = *self;
        let label = self.from.expect("required where there is something to read");
        Reading { label, detect, bom, engine: self.engine.engine() }
    }
}

impl Check {
    pub(crate) fn reading(&self) -> Reading {
        let Self { from, detect, .. } = *self;
        Reading { label: from, detect, bom: None, engine: self.engine.engine() }
    }
}

impl Count {
    pub(crate) fn reading(&self) -> Reading {
        let Self { from, detect, .. } = *self;
        let bom = Some(Bom::Strip);
        Reading { label: from, detect, bom, engine: self.engine.engine() }
    }
}

#[derive(Debug, Args)]
pub(crate) struct EngineArgs {
    /// Implementation to use, for bug reports [default: the best one of this machine]
    #[arg(long, value_name = "NAME", value_parser = parse_engine)]
    backend: Option<Engine>,
}

impl EngineArgs {
    pub(crate) fn engine(&self) -> Engine {
        self.backend.unwrap_or_else(Engine::active)
    }
}

fn parse_engine(name: &str) -> Result<Engine, String> {
    let Some(&backend) = Backend::ALL.iter().find(|backend| backend.name() == name) else {
        let names: Vec<_> = Backend::ALL.iter().map(|backend| backend.name()).collect();
        return Err(format!("unknown backend; known are {}", names.join(", ")));
    };
    Engine::with_backend(backend).ok_or_else(|| "not available on this machine".into())
}

fn parse_seconds(number: &str) -> Result<Duration, String> {
    let seconds = number.parse().ok().filter(|&seconds| seconds > 0.0);
    seconds
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| "not a number of seconds above 0".into())
}

const STATUS: &str = "\
Exit status:
  0  done
  1  the input is ill-formed, or not representable in the target encoding
  2  wrong usage
  3  input or output failed
  4  a fault of codeunit: two implementations do not agree";

macro_rules! convert_examples {
    () => {
        "\
Examples:
  codeunit convert -f utf-16le -t utf-8 app.log -o app.txt
  codeunit convert -f latin1 -t utf-8 *.txt -o converted/
  producer | codeunit convert -f utf-16 -t utf-8 --errors replace | consumer
  codeunit convert -f auto --detect --bom strip powershell.log -o app.txt"
    };
}

const CONVERT_EXAMPLES: &str = convert_examples!();

const CONVERT_NOTES: &str = concat!(
    "\
Labels: utf-8, utf-16, utf-16le, utf-16be, utf-32, utf-32le, utf-32be, iso-8859-1 (latin1), us-ascii
(ascii) and those of the Web, such as windows-1252, Shift_JIS and gb18030; --list names them all. In the
first ones case, hyphens and underscores make no difference. `auto` is the encoding of the byte order
mark; without one it is UTF-8, or with --detect what the first 4096 bytes look like.

Byte order marks: with -f auto, utf-16 or utf-32 an initial mark decides the byte order and is not part of
the text; without a mark UTF-16 and UTF-32 are big-endian. With every other label U+FEFF is text and is
kept. With -t utf-16 or utf-32 a mark is written, and the text in big-endian order. --bom makes U+FEFF a
mark in every encoding and says what becomes of it: keep (the output begins with one if the input does),
strip, or add.

Errors: strict stops at the first. replace writes U+FFFD, or ? where the target does not have it, for each
maximal subpart; replace=U+XXXX that character; skip, or -c, nothing; escape \\xNN for a byte, \\uNNNN or
\\UNNNNNNNN for a character. They are counted; --strict-exit makes them exit status 1.

With several inputs OUT is a directory, created if need be; the outputs get the file names of the
inputs. The first failure ends the work. OUT is never one of the inputs.

",
    convert_examples!()
);

const CHECK_NOTES: &str = "\
Labels are those of `codeunit convert --list`, and auto: the encoding of the byte order mark, without one
UTF-8, or with --detect what the first 4096 bytes look like.

Offsets are in bytes from 0; lines and columns count from 1, columns in code points.
Exit status 1 if a file is ill-formed, otherwise 3 if one could not be read.

Example:
  codeunit check -f utf-16 *.log";

const DETECT_NOTES: &str = "\
Confidence: certain (a byte order mark), high, medium (also if all is ASCII) or low. Encodings such as
windows-1252 and Shift_JIS are not told apart. Exit status 1 if a file is in none of those guessed.

Example:
  codeunit detect *.log";

const COUNT_NOTES: &str = "\
A byte order mark is not counted. Lines are line feeds (U+000A), sizes are in bytes. What is ill-formed is
told with its place, and exit status 1.

Example:
  codeunit count -f utf-16 *.log";

macro_rules! bench_example {
    () => {
        "\
Example:
  codeunit bench -f utf-16le -t utf-8 app.log"
    };
}

const BENCH_EXAMPLE: &str = bench_example!();

const BENCH_NOTES: &str = concat!(
    "\
GB/s are bytes of the file, by the fastest batch of calls. `to std` is how many times as fast as the
standard library, by the fastest batches; `median` the same within a round of batches, the middle
one of all rounds. Implementations take turns, so what else the machine does hits all alike.

The standard library does the same work into the same memory: str::from_utf8, char::decode_utf16 or
char::from_u32, and then character by character. It rejects what is ill-formed, or replaces it, just
as the others do.

Where the strict conversion would fail the lossy one is measured. That is no failure of the command.

",
    bench_example!()
);

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use clap::CommandFactory;

    use super::parse_seconds;

    #[test]
    fn seconds_are_above_zero() {
        assert_eq!(parse_seconds("0.5"), Ok(Duration::from_millis(500)));
        for number in ["0", "-1", "nan", "inf", "1e300", "a while", ""] {
            assert!(parse_seconds(number).is_err(), "{number}");
        }
    }

    #[test]
    fn definition_is_consistent() {
        super::Cli::command().debug_assert();
    }
}
