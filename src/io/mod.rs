//! Streams of bytes through [`Transcoder`](crate::Transcoder): readers, writers and lines.
//!
//! | you have | you want | type |
//! |---|---|---|
//! | a [`Read`](std::io::Read) | to read it converted | [`TranscodeReader`] |
//! | a [`Write`](std::io::Write) | to write to it, converted | [`TranscodeWriter`] |
//! | a [`BufRead`](std::io::BufRead) | its lines, as text | [`LineReader`] |
//!
//! The policy, byte order marks, counts of lines and the backend are options of the transcoder that they
//! are given; so is who hears of an error: a function that chooses ([`Transcoder::on_error`](crate::Transcoder::on_error))
//! or a list of the first ([`Transcoder::reporting`](crate::Transcoder::reporting)).
//!
//! # Errors
//!
//! Where the transcoder stops, the error is of [`ErrorKind::InvalidData`](std::io::ErrorKind::InvalidData) and
//! has a [`StreamError`] in it, and it comes when everything before it has been delivered.
//! It is final: whatever is read or written later, and the end of a writer, returns it again. A flush does not, nor does
//! a read or a write of nothing.
//!
//! Three more are made here: [`LineTooLong`], which is `InvalidData` too and behind which the next line comes; a
//! [`codeunit::Error`](crate::Error), likewise, where [`read_to_string`](std::io::Read::read_to_string) has read what
//! is no UTF-8; and [`WriteZero`](std::io::ErrorKind::WriteZero), where the writer inside takes nothing.
//!
//! All other errors are those of the stream inside, which may be `InvalidData` as well. They and `WriteZero` change
//! nothing, so that a call may be repeated after
//! [`WouldBlock`](std::io::ErrorKind::WouldBlock); [`Interrupted`](std::io::ErrorKind::Interrupted) is repeated
//! at once and never seen.
//!
//! ```
//! use std::io::{ErrorKind, Read};
//!
//! use codeunit::io::TranscodeReader;
//! use codeunit::{Encoding, Policy, StreamError, Transcoder};
//!
//! let transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf16Le, Policy::Strict);
//! let mut reader = TranscodeReader::new(&b"ab\xFFc"[..], transcoder);
//! let mut text = Vec::new();
//! let error = reader.read_to_end(&mut text).unwrap_err();
//! assert_eq!((&text[..], error.kind()), (&b"a\0b\0"[..], ErrorKind::InvalidData));
//! match error.downcast::<StreamError>() {
//!     Ok(error) => assert_eq!(error.offset(), 2),
//!     // Of the reader inside.
//!     Err(error) => return Err(error),
//! }
//! # Ok::<(), std::io::Error>(())
//! ```

mod line_reader;
pub(crate) mod lines;
mod reader;
pub(crate) mod sink;
pub(crate) mod source;
mod writer;

pub use line_reader::{LineReader, Lines};
pub use lines::LineTooLong;
pub use reader::TranscodeReader;
pub use writer::TranscodeWriter;

use std::io;

use crate::{InvalidState, StreamError};

/// The size of a buffer where none is asked for, in bytes.
pub(crate) const CAPACITY: usize = 64 * 1024;

/// Room for the longest character in any encoding, for its escape and for a mark before it.
pub(crate) const LEAST_CAPACITY: usize = 64;

/// Of [`InvalidData`](io::ErrorKind::InvalidData), with the error in it.
impl From<StreamError> for io::Error {
    fn from(error: StreamError) -> Self {
        Self::new(io::ErrorKind::InvalidData, error)
    }
}

/// Of [`InvalidData`](io::ErrorKind::InvalidData), with the error in it.
///
/// ```
/// use codeunit::{Encoding, InvalidState, Policy, State, Transcoder};
///
/// fn resume(state: State) -> std::io::Result<Transcoder> {
///     Ok(Transcoder::new(Encoding::Ascii, Encoding::Utf8, Policy::Strict).resume(state)?)
/// }
/// let mut utf8 = Transcoder::new(Encoding::Utf8, Encoding::Utf8, Policy::Strict);
/// utf8.push(b"\xE2\x82", &mut [0; 8]);
/// assert!(resume(utf8.state()).unwrap_err().downcast::<InvalidState>().is_ok());
/// ```
impl From<InvalidState> for io::Error {
    fn from(error: InvalidState) -> Self {
        Self::new(io::ErrorKind::InvalidData, error)
    }
}

/// Calls a function of a stream until it is not interrupted.
pub(crate) fn uninterrupted<T>(mut call: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    loop {
        match call() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            done => return done,
        }
    }
}
