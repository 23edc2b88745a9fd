//! The command line as a plain struct.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};
use codeunit::{Backend, Encoding, Engine, Policy};

use crate::compression::Compression;
use crate::errors::parse_policy;
use crate::follow::FollowArgs;
use crate::label::{Label, parse_source, parse_target};
use crate::line_endings::LineEndings;
use crate::notes::{
    BENCH_EXAMPLE, BENCH_NOTES, CHECK_NOTES, COMPLETIONS_EXAMPLE, CONVERT_EXAMPLES, CONVERT_NOTES,
    COUNT_NOTES, DETECT_NOTES, MAN_EXAMPLE, STATUS,
};
use crate::plan::Destination;
use crate::progress::When;
use crate::text::{Bom, Reading};
use crate::walk::Walk;

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
    Locate(crate::locate::Locate),
    /// List the implementations and which of them this machine can run
    #[command(after_help = "Example:\n  codeunit backends")]
    Backends,
    Bench(Bench),
    /// Print the man page of the program, or of one of its commands
    #[command(after_help = MAN_EXAMPLE)]
    Man {
        /// Command that the page is about
        command: Option<String>,
    },
    /// Print a script that makes a shell complete arguments
    #[command(after_help = COMPLETIONS_EXAMPLE)]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
}

/// Convert files from one encoding to another.
///
/// An output file appears under its name only when all of its input has been converted; on failure an
/// older file of that name is left as it was. The input is changed with --in-place only, and then as a whole.
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

    /// New end of the file names in the output directory, from their last dot on
    #[arg(long, value_name = "SUFFIX", requires = "output")]
    pub(crate) suffix: Option<OsString>,

    /// Replace the inputs, and keep the originals under their names with SUFFIX if one is given
    #[arg(long, value_name = "SUFFIX", num_args = 0..=1, require_equals = true)]
    #[arg(conflicts_with = "output")]
    pub(crate) in_place: Option<Option<OsString>>,

    /// Compress the outputs
    #[arg(long, value_enum, value_name = "WITH", conflicts_with = "in_place")]
    pub(crate) compress: Option<Compression>,

    /// Write a map of offsets to FILE, from which `locate` tells where an offset of the output is in the input
    #[arg(long, value_name = "FILE", conflicts_with = "in_place")]
    pub(crate) map: Option<PathBuf>,

    /// Give the outputs the times of their inputs
    #[arg(long)]
    pub(crate) keep_times: bool,

    #[command(flatten)]
    pub(crate) walk: Walk,

    /// Take gzip and zstd for what they are, not for what is compressed in them
    #[arg(long)]
    pub(crate) no_decompress: bool,

    /// Go on with the other inputs when one fails
    #[arg(short, long)]
    pub(crate) keep_going: bool,

    /// Convert so many files side by side; 0 for as many as there are processors
    #[arg(short, long, value_name = "N", default_value = "1")]
    jobs: usize,

    /// Print a line of JSON for each file, and a summary
    #[arg(long)]
    pub(crate) json: bool,

    /// What to do with text that is ill-formed or that the target does not have: strict, replace,
    /// replace=U+NNNN, skip or escape
    #[arg(long, value_name = "POLICY", default_value = "strict", value_parser = parse_policy)]
    errors: Policy,

    /// Leave out what cannot be converted, as --errors skip
    #[arg(short = 'c', conflicts_with = "errors")]
    skip: bool,

    /// What becomes of a byte order mark [default: as the labels say]
    #[arg(long, value_enum, value_name = "WHAT")]
    bom: Option<Bom>,

    /// What becomes of line endings
    #[arg(long, value_enum, value_name = "WHAT", default_value_t = LineEndings::Keep)]
    pub(crate) line_endings: LineEndings,

    /// Exit status 1 also if what cannot be converted was replaced, left out or escaped
    #[arg(long)]
    pub(crate) strict_exit: bool,

    /// Show a bar with bytes, rate and time left on standard error
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = When::Auto)]
    pub(crate) progress: When,

    /// Say nothing about what went well
    #[arg(short, long)]
    pub(crate) quiet: bool,

    /// List the names of the encodings
    #[arg(short, long, exclusive = true)]
    pub(crate) list: bool,

    #[command(flatten)]
    pub(crate) follow: FollowArgs,

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

    #[command(flatten)]
    pub(crate) walk: Walk,

    /// Take gzip and zstd for what they are, not for what is compressed in them
    #[arg(long)]
    pub(crate) no_decompress: bool,

    /// Print a line of JSON for each file, and a summary
    #[arg(long)]
    pub(crate) json: bool,

    /// Show a bar with bytes, rate and time left on standard error
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = When::Auto)]
    pub(crate) progress: When,

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
    #[command(flatten)]
    pub(crate) walk: Walk,

    /// Take gzip and zstd for what they are, not for what is compressed in them
    #[arg(long)]
    pub(crate) no_decompress: bool,

    /// Print a line of JSON for each file
    #[arg(long)]
    pub(crate) json: bool,

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

    #[command(flatten)]
    pub(crate) walk: Walk,

    /// Take gzip and zstd for what they are, not for what is compressed in them
    #[arg(long)]
    pub(crate) no_decompress: bool,

    /// Print a line of JSON for each file
    #[arg(long)]
    pub(crate) json: bool,

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
    pub(crate) fn destination(&self) -> Destination<'_> {
        Destination {
            output: self.output.as_deref(),
            suffix: self.suffix.as_deref(),
            decompress: !self.no_decompress,
            compress: self.compress,
            in_place: self.in_place.is_some(),
            backup: self.in_place.as_ref().and_then(Option::as_deref),
        }
    }

    pub(crate) fn workers(&self) -> usize {
        match self.jobs {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            jobs => jobs,
        }
    }

    pub(crate) fn policy(&self) -> Policy {
        if self.skip { Policy::Skip } else { self.errors }
    }

    pub(crate) fn reading(&self) -> Reading {
        let Self { detect, bom, .. } = *self;
        let label = self.from.expect("required where there is something to read");
        let (engine, decompress) = (self.engine.engine(), !self.no_decompress);
        Reading { label, detect, bom, engine, decompress }
    }
}

impl Check {
    pub(crate) fn reading(&self) -> Reading {
        let Self { from, detect, .. } = *self;
        let (engine, decompress) = (self.engine.engine(), !self.no_decompress);
        Reading { label: from, detect, bom: None, engine, decompress }
    }
}

impl Count {
    pub(crate) fn reading(&self) -> Reading {
        let Self { from, detect, .. } = *self;
        let bom = Some(Bom::Strip);
        let (engine, decompress) = (self.engine.engine(), !self.no_decompress);
        Reading { label: from, detect, bom, engine, decompress }
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

pub(crate) fn parse_seconds(number: &str) -> Result<Duration, String> {
    let seconds = number.parse().ok().filter(|&seconds| seconds > 0.0);
    seconds
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| "not a number of seconds above 0".into())
}

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
