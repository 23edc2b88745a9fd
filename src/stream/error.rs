//! What is wrong in a stream, and where.

use core::fmt;

use super::Position;
use crate::ErrorKind;

/// A sequence of a stream that is ill-formed, or a character that the target does not have, and where
/// it stands.
///
/// The stream is everything that was pushed since its beginning, so that the place does not depend on
/// how it was cut into chunks. All positions and lengths are in bytes, of native code units too.
///
/// ```
/// use codeunit::{Encoding, ErrorKind, Policy, Status, Transcoder};
///
/// let mut transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf16Le, Policy::Strict);
/// let mut dst = [0; 16];
/// assert_eq!(transcoder.push(b"ab\xE2\x82", &mut dst).status, Status::InputEmpty);
/// let Status::IllFormed(error) = transcoder.push(b"c", &mut dst).status else { panic!() };
/// assert_eq!((error.kind(), error.offset()), (ErrorKind::Truncated, 2));
/// assert_eq!(error.bytes(), b"\xE2\x82");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "super::saved::SavedError"))]
pub struct StreamError {
    kind: ErrorKind,
    error_len: Option<u8>,
    bytes: [u8; 4],
    len: u8,
    offset: u64,
    position: Option<Position>,
}

impl StreamError {
    /// An error at `offset`, of which these bytes are known: at most four.
    pub(crate) const fn new(
        kind: ErrorKind,
        offset: u64,
        error_len: Option<u8>,
        known: &[u8],
    ) -> Self {
        // By their number, which is small: a copy of unknown length is a call.
        let bytes = match *known {
            [] => [0; 4],
            [a] => [a, 0, 0, 0],
            [a, b] => [a, b, 0, 0],
            [a, b, c] => [a, b, c, 0],
            [a, b, c, d, ..] => [a, b, c, d],
        };
        Self { kind, error_len, bytes, len: known.len() as u8, offset, position: None }
    }

    pub(crate) const fn with_position(mut self, position: Option<Position>) -> Self {
        self.position = position;
        self
    }

    /// Whether a stream that has converted so many bytes can have ended with it.
    pub(super) fn can_end(&self, converted: u64) -> bool {
        let len = match self.kind {
            ErrorKind::OutputFull => return false,
            ErrorKind::Incomplete => None,
            _ => Some(self.len),
        };
        self.offset <= converted && self.error_len == len && (1..=4).contains(&self.len)
    }

    /// The rule that is broken.
    ///
    /// ```
    /// use codeunit::{ErrorKind, Utf8Validator};
    /// let error = Utf8Validator::new().push(b"a\x80").unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::UnexpectedContinuation);
    /// ```
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// Where the sequence begins: bytes from the beginning of the stream, a byte order mark included.
    ///
    /// ```
    /// let mut validator = codeunit::Utf8Validator::new();
    /// validator.push("añ".as_bytes()).unwrap();
    /// assert_eq!(validator.push(b"\xFF").unwrap_err().offset(), 3);
    /// ```
    #[must_use]
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// How many bytes are in error, as [`Error::error_len`](crate::Error::error_len): those of the
    /// maximal subpart, or `None` if the stream ends inside a sequence that could still become
    /// well-formed.
    ///
    /// ```
    /// let mut validator = codeunit::Utf8Validator::new();
    /// assert_eq!(validator.push(b"\xF0\x9F\x98a").unwrap_err().error_len(), Some(3));
    /// ```
    #[must_use]
    pub const fn error_len(&self) -> Option<u8> {
        self.error_len
    }

    /// The bytes of the sequence: one to four. A [`Utf16Validator`](crate::Utf16Validator) of big-endian text
    /// knows a low surrogate by its first byte, and tells only that one.
    ///
    /// ```
    /// let mut validator = codeunit::Utf8Validator::new();
    /// validator.push(b"\xF0\x9F").unwrap();
    /// assert_eq!(validator.finish().unwrap_err().bytes(), b"\xF0\x9F");
    /// ```
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.len).min(self.bytes.len())]
    }

    /// The line and column, if the stream counts them
    /// ([`Transcoder::counting_lines`](super::Transcoder::counting_lines)).
    ///
    /// ```
    /// use codeunit::{Encoding, Policy, Status, Transcoder};
    ///
    /// let mut transcoder =
    ///     Transcoder::new(Encoding::Utf8, Encoding::Utf8, Policy::Strict).counting_lines();
    /// let Status::IllFormed(error) = transcoder.push(b"a\nb\xFF", &mut [0; 8]).status else {
    ///     panic!()
    /// };
    /// let position = error.position().unwrap();
    /// assert_eq!((position.line, position.column), (2, 2));
    /// ```
    #[must_use]
    pub const fn position(&self) -> Option<Position> {
        self.position
    }
}

impl fmt::Display for StreamError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}", self.kind, self.offset)?;
        if let Some(Position { line, column }) = self.position {
            write!(f, " (line {line}, column {column})")?;
        }
        Ok(())
    }
}

impl core::error::Error for StreamError {}
