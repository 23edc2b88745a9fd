//! Everything that can go wrong, what is said about it, and the exit status.

use std::fmt::{self, Display, Write as _};
use std::io;
use std::path::Path;

use crate::encoding::Scheme;
use crate::exit::Exit;
use crate::stream::BadText;

/// Why a command, or its work on one file, failed.
#[derive(Debug)]
pub(crate) enum Failure {
    Usage(String),
    Text {
        name: String,
        scheme: Scheme,
        bad: BadText,
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
            Self::Text { .. } => Exit::IllFormed,
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
            Self::Text { name, scheme, bad } => {
                write!(f, "{name}: byte offset {}", bad.offset)?;
                if let Some(position) = bad.position {
                    write!(f, ", line {}, column {}", position.line, position.column)?;
                }
                write!(f, ": {} ({}:", bad.kind, scheme.name())?;
                bad.bytes.iter().try_for_each(|byte| write!(f, " {byte:02X}"))?;
                f.write_char(')')
            }
            Self::Io { what, name, error } => write!(f, "{name}: {what}: {error}"),
            Self::BrokenPipe => f.write_str("standard output: closed by its reader"),
        }
    }
}

/// Says something on standard error. If that fails there is nobody to tell.
pub(crate) fn complain(message: impl Display) {
    use io::Write as _;
    _ = writeln!(io::stderr(), "codeunit: {message}");
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

    use codeunit::ErrorKind;

    use super::{BadText, Failure, Scheme, shown};
    use crate::exit::Exit;
    use crate::position::Position;

    #[test]
    fn message_has_everything() {
        let bad = BadText {
            kind: ErrorKind::UnpairedHigh,
            offset: 131_074,
            bytes: vec![0x3D, 0xD8],
            position: Some(Position { line: 7, column: 12 }),
        };
        let failure = Failure::Text { name: "a.log".into(), scheme: Scheme::Utf16Le, bad };
        assert_eq!(
            failure.to_string(),
            "a.log: byte offset 131074, line 7, column 12: unpaired high surrogate (UTF-16LE: 3D D8)"
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
