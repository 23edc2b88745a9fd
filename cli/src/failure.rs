//! Everything that can go wrong, what is said about it, and the exit status.

use std::fmt::{self, Display, Write as _};
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use codeunit::{Encoding, StreamError};

use crate::exit::Exit;
use crate::progress;

/// Why a command, or its work on one file, failed.
#[derive(Debug)]
pub(crate) enum Failure {
    Usage(String),
    Text {
        name: String,
        encoding: Encoding,
        error: StreamError,
    },
    /// The encoding was to be guessed, and nothing speaks for any.
    Undetected {
        name: String,
    },
    Io {
        /// "cannot read" and the like.
        what: &'static str,
        name: String,
        error: io::Error,
    },
    /// The program is wrong, not its input.
    Fault(String),
    /// Nobody reads the standard output any more. Nothing is wrong then: the reader has enough.
    BrokenPipe,
}

impl Failure {
    pub(crate) fn exit(&self) -> Exit {
        match self {
            Self::Usage(_) => Exit::Usage,
            Self::Text { .. } | Self::Undetected { .. } => Exit::IllFormed,
            Self::Io { .. } => Exit::InputOutput,
            Self::Fault(_) => Exit::Fault,
            Self::BrokenPipe => Exit::Done,
        }
    }

    /// A failure to write to the standard output.
    pub(crate) fn stdout(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::BrokenPipe,
            _ => Self::Io { what: "cannot write", name: "standard output".into(), error },
        }
    }
}

impl Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(message) => f.write_str(message),
            Self::Fault(message) => {
                write!(f, "{message}; this is a fault of codeunit, please report it")
            }
            Self::Text { name, encoding, error } => {
                write!(f, "{name}: byte offset {}", error.offset())?;
                if let Some(position) = error.position() {
                    write!(f, ", {position}")?;
                }
                write!(f, ": {} ({encoding}:", error.kind())?;
                error.bytes().iter().try_for_each(|byte| write!(f, " {byte:02X}"))?;
                f.write_char(')')
            }
            Self::Undetected { name } => {
                write!(f, "{name}: no encoding detected; name it with --from")
            }
            Self::Io { what, name, error } => write!(f, "{name}: {what}: {error}"),
            Self::BrokenPipe => f.write_str("standard output: closed by its reader"),
        }
    }
}

/// The exit status of a command so far, and behind one more file that was not done: of the statuses the one
/// that answers the question wins, that a text is ill-formed.
pub(crate) fn worse(exit: Exit, next: Exit) -> Exit {
    if exit == Exit::IllFormed { exit } else { next }
}

/// Whether something could not be said.
static UNSAID: AtomicBool = AtomicBool::new(false);

/// Says something on standard error. If that fails nothing but the exit status is left to tell it.
pub(crate) fn complain(message: impl Display) {
    use io::Write as _;
    // In one write, so that processes may share a file for it.
    let line = format!("codeunit: {message}\n");
    // Where the standard error was closed, nobody wants to know.
    match progress::suspend(|| io::stderr().write_all(line.as_bytes())) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            UNSAID.store(true, Ordering::Relaxed);
        }
        _ => {}
    }
}

/// Whether all that there was to say has been written, or nobody wants to read it.
pub(crate) fn is_all_said() -> bool {
    !UNSAID.load(Ordering::Relaxed)
}

/// A path for messages: control characters, and bytes that are no UTF-8, escaped, so that a file
/// name cannot steer the terminal.
pub(crate) fn shown(path: &Path) -> String {
    let mut name = String::new();
    for chunk in path.as_os_str().as_encoded_bytes().utf8_chunks() {
        for c in chunk.valid().chars() {
            if c.is_control() { name.extend(c.escape_default()) } else { name.push(c) }
        }
        for byte in chunk.invalid() {
            _ = write!(name, "\\x{byte:02X}");
        }
    }
    name
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::path::Path;

    use codeunit::{Encoding, Policy, Status, Transcoder};

    use super::{Failure, shown};
    use crate::exit::Exit;

    #[test]
    fn message_has_everything() {
        let mut transcoder =
            Transcoder::new(Encoding::Utf16Le, Encoding::Utf8, Policy::Strict).counting_lines();
        let step = transcoder.push(b"\n\0a\0\x3D\xD8a\0", &mut [0; 64]);
        let Status::IllFormed(error) = step.status else { panic!("{step:?}") };
        let failure = Failure::Text { name: "a.log".into(), encoding: Encoding::Utf16Le, error };
        assert_eq!(
            failure.to_string(),
            "a.log: byte offset 4, line 2, column 2: unpaired high surrogate (UTF-16LE: 3D D8)"
        );
        assert_eq!(failure.exit(), Exit::IllFormed);
    }

    #[test]
    fn broken_pipe_is_no_failure() {
        assert_eq!(Failure::stdout(io::ErrorKind::BrokenPipe.into()).exit(), Exit::Done);
        assert_eq!(Failure::stdout(io::ErrorKind::StorageFull.into()).exit(), Exit::InputOutput);
    }

    #[test]
    fn names_cannot_steer_the_terminal() {
        assert_eq!(shown(Path::new("ñ \u{1B}[31m\n.txt")), "ñ \\u{1b}[31m\\n.txt");
    }

    #[cfg(unix)]
    #[test]
    fn names_that_are_no_utf8() {
        use std::ffi::OsStr;
        use std::os::unix::ffi::OsStrExt;
        assert_eq!(shown(Path::new(OsStr::from_bytes(b"a\xFF\x9Bb"))), "a\\xFF\\x9Bb");
    }
}
