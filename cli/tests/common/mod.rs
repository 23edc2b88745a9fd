//! Runs the binary and looks at everything it leaves behind.
#![allow(dead_code, reason = "each test file uses some of it")]

use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

pub(crate) const SAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../samples/app.utf-16le.log");

const SUMMARY: &str = "codeunit: summary: ";

/// A temporary directory in which the binary runs.
pub(crate) struct Sandbox(TempDir);

/// How a run ended.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) status: i32,
    pub(crate) stdout: Vec<u8>,
    /// Without the summary and the excerpts of the text.
    pub(crate) stderr: String,
    /// The lines around errors, and those with the carets.
    pub(crate) excerpts: Vec<String>,
    /// What follows `codeunit: summary: ` in the last line.
    pub(crate) summary: Option<String>,
}

impl Sandbox {
    pub(crate) fn new() -> Self {
        Self(TempDir::new().expect("a temporary directory"))
    }

    pub(crate) fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn write(&self, name: impl AsRef<Path>, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, bytes).expect("a new file");
        path
    }

    pub(crate) fn read(&self, name: impl AsRef<Path>) -> Vec<u8> {
        fs::read(self.path(name)).expect("an output file")
    }

    /// The names of all files, hidden ones too, in order.
    pub(crate) fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).expect("the directory");
        let mut names: Vec<_> = entries
            .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    pub(crate) fn command<S: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = S>) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_codeunit"));
        command.args(args).current_dir(self.0.path());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Runs with the arguments in a string, split at spaces.
    pub(crate) fn run(&self, args: &str) -> Run {
        Run::of(self.command(args.split_whitespace()).output().expect("the binary runs"))
    }

    /// Runs with a pipe as standard input.
    pub(crate) fn run_with_input(&self, args: &str, input: &[u8]) -> Run {
        let mut command = self.command(args.split_whitespace());
        let mut child = command.stdin(Stdio::piped()).spawn().expect("the binary runs");
        let mut stdin = child.stdin.take().expect("a pipe");
        std::thread::scope(|scope| {
            scope.spawn(move || {
                // A run that fails early does not read everything.
                let _ = stdin.write_all(input);
            });
            Run::of(child.wait_with_output().expect("the binary ends"))
        })
    }
}

impl Run {
    pub(crate) fn of(output: Output) -> Self {
        let mut stderr = String::from_utf8(output.stderr).expect("messages in UTF-8");
        let summary = stderr.rfind(SUMMARY).map(|at| stderr.split_off(at));
        let summary = summary.map(|line| line[SUMMARY.len()..].trim_end().to_owned());
        let excerpts = stderr.lines().filter(|line| line.starts_with("    "));
        let excerpts = excerpts.map(str::to_owned).collect();
        stderr = stderr.split_inclusive('\n').filter(|line| !line.starts_with("    ")).collect();
        let status = output.status.code().expect("no signal");
        Self { status, stdout: output.stdout, stderr, excerpts, summary }
    }

    /// Asserts that all went well and nothing was said; returns the output.
    #[track_caller]
    pub(crate) fn ok(self) -> Vec<u8> {
        assert_eq!((self.status, self.stderr.as_str()), (0, ""));
        self.stdout
    }

    /// Asserts how the summary begins: all but the time.
    #[track_caller]
    pub(crate) fn sums_up(self, start: &str) -> Self {
        let summary = self.summary.as_deref().unwrap_or("none");
        assert!(summary.starts_with(&format!("{start}, ")), "{summary}");
        self
    }

    /// Asserts the status and the one message.
    #[track_caller]
    pub(crate) fn fails(self, status: i32, message: &str) {
        assert_eq!(self.stderr, format!("codeunit: {message}\n"));
        assert_eq!(self.status, status);
    }

    /// Asserts the status and what the messages say among other things.
    #[track_caller]
    pub(crate) fn fails_with(self, status: i32, parts: &[&str]) {
        assert_eq!(self.status, status, "{}", self.stderr);
        for part in parts {
            assert!(self.stderr.contains(part), "no {part:?} in {}", self.stderr);
        }
    }
}

/// The bytes of a map behind which its checksum stands: FNV-1a of 32 bits.
pub(crate) fn sealed_map(mut map: Vec<u8>) -> Vec<u8> {
    let sum = map
        .iter()
        .fold(0x811C_9DC5_u32, |sum, &byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    map.extend(sum.to_le_bytes());
    map
}
