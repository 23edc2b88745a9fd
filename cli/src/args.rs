//! The command line as a plain struct.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};
use codeunit::{Backend, Engine};

use crate::encoding::{Label, Scheme, parse_source, parse_target};
use crate::stream::Policy;

/// Validate and convert UTF-8, UTF-16, UTF-32 and Latin-1.
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
    /// Encoding of the input
    #[arg(short, long, value_name = "LABEL", value_parser = parse_source)]
    pub(crate) from: Label,

    /// Encoding of the output
    #[arg(short, long, value_name = "LABEL", value_parser = parse_target)]
    pub(crate) to: Scheme,

    /// Output file, or directory for several inputs [default: standard output]
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,

    /// What to do with text that is ill-formed or that the target cannot hold
    #[arg(long, value_enum, value_name = "POLICY", default_value_t = Policy::Strict)]
    pub(crate) errors: Policy,

    #[command(flatten)]
    pub(crate) engine: EngineArgs,

    /// Input files; - or none for standard input
    #[arg(value_name = "IN")]
    pub(crate) inputs: Vec<PathBuf>,
}

/// Check that files are well-formed.
///
/// Tells of each file that it is valid, or the place and kind of its first error.
#[derive(Debug, Args)]
#[command(after_help = CHECK_NOTES)]
pub(crate) struct Check {
    /// Encoding of the files
    #[arg(short, long, value_name = "LABEL", default_value = "utf-8", value_parser = parse_source)]
    pub(crate) from: Label,

    #[command(flatten)]
    pub(crate) engine: EngineArgs,

    /// Files to check; - or none for standard input
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
    pub(crate) to: Vec<Scheme>,

    /// About how long to measure an operation at most
    #[arg(long, value_name = "N", default_value = "1", value_parser = parse_seconds)]
    pub(crate) seconds: Duration,

    /// File to measure, of which at most 64 MiB are read; - or none for standard input
    #[arg(value_name = "FILE")]
    pub(crate) input: Option<PathBuf>,
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
  producer | codeunit convert -f utf-16 -t utf-8 --errors replace | consumer"
    };
}

const CONVERT_EXAMPLES: &str = convert_examples!();

const CONVERT_NOTES: &str = concat!(
    "\
Labels: utf-8, utf-16le, utf-16be, utf-32le, utf-32be, iso-8859-1 (latin1), and for the input
utf-16 and utf-32. Case, hyphens and underscores make no difference.

Byte order marks: with -f utf-16 or -f utf-32 an initial mark decides the byte order and is not
part of the text; without a mark the input is big-endian. With every other label a mark is text,
is kept, and none is added.

With several inputs OUT is a directory, created if need be; the outputs get the file names of the
inputs. The first failure ends the work. OUT is never one of the inputs.

",
    convert_examples!()
);

const CHECK_NOTES: &str = "\
Offsets are in bytes from 0; lines and columns count from 1, columns in code points.
Exit status 1 if a file is ill-formed, otherwise 3 if one could not be read.

Example:
  codeunit check -f utf-16 *.log";

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
