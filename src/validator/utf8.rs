use core::fmt;

use codeunit_simd::fallback::form;

use super::sink::{Check, ToSlice};
use super::state::{Copied, State};
use crate::{Engine, StreamError};

/// Checks that a stream of bytes is well-formed UTF-8, block by block. Unicode Standard 3.9, D92, Table 3-7.
///
/// However the stream is cut into blocks, the error is that of [`validate_utf8`](crate::validate_utf8) for the
/// whole. It comes with the first byte after which nothing can make the stream well-formed: C0 is an error
/// at once, and E0 80, ED A0 and F4 90 are with their second byte. That is what RFC 6455, 8.1 asks for where
/// text comes in frames ("fail the connection").
///
/// A block that ends inside a character is no error: the one to three bytes are remembered
/// ([`incomplete`](Self::incomplete)). [`finish`](Self::finish) tells whether the stream may end there.
///
/// ```
/// use codeunit::{ErrorKind, Utf8Validator};
///
/// let mut validator = Utf8Validator::new();
/// validator.push(b"a\xE2\x82")?;
/// assert_eq!(validator.incomplete(), b"\xE2\x82");
/// validator.push(b"\xAC")?;
/// assert_eq!(validator.finish(), Ok(()));
///
/// let error = validator.push(b"ab\xED\xA0").unwrap_err();
/// assert_eq!((error.kind(), error.offset()), (ErrorKind::Surrogate, 6));
/// # Ok::<(), codeunit::StreamError>(())
/// ```
///
/// It is small and can be copied. To go on in another process, [`offset`](Self::offset) and
/// [`incomplete`](Self::incomplete) are enough for [`resume`](Self::resume); with the feature `serde` it can be
/// serialized. Two validators are equal if they know the same; the engine does not count.
#[derive(Clone, Copy)]
pub struct Utf8Validator {
    engine: Engine,
    state: State,
}

impl Utf8Validator {
    /// A validator at the beginning of a stream, on [`Engine::active`].
    ///
    /// ```
    /// assert_eq!(codeunit::Utf8Validator::new().finish(), Ok(()));
    /// ```
    #[must_use]
    #[inline]
    pub fn new() -> Self {
        Self { engine: Engine::active(), state: State::default() }
    }

    /// A validator of a stream of which `offset` bytes were read and found well-formed, but for the last
    /// ones, `incomplete`. `None` if these do not begin a character, or are a whole one, or more than
    /// `offset`, or if that is 2^62 or more.
    ///
    /// ```
    /// use codeunit::Utf8Validator;
    ///
    /// let mut validator = Utf8Validator::resume(1000, b"\xE2\x82").expect("E2 82 begins a character");
    /// assert_eq!(validator.push(b"ab").unwrap_err().offset(), 998);
    /// assert_eq!(Utf8Validator::resume(1000, b"\xED\xA0"), None);
    /// ```
    #[must_use]
    pub fn resume(offset: u64, incomplete: &[u8]) -> Option<Self> {
        let state = State::resume(form::Utf8, offset, incomplete)?;
        Some(Self { state, ..Self::new() })
    }

    /// The same validator, on an engine of the caller's choice.
    ///
    /// ```
    /// use codeunit::{Backend, Engine, Utf8Validator};
    ///
    /// let engine = Engine::with_backend(Backend::Fallback).expect("every machine has it");
    /// assert_eq!(Utf8Validator::new().with_engine(engine).push(b"a"), Ok(()));
    /// ```
    #[must_use]
    pub fn with_engine(self, engine: Engine) -> Self {
        Self { engine, ..self }
    }

    /// Reads the next bytes of the stream, of any number.
    ///
    /// # Errors
    /// The first ill-formed sequence of the stream, as soon as it is certain; then the same for whatever
    /// is pushed. Never [`Incomplete`](crate::ErrorKind::Incomplete).
    ///
    /// ```
    /// let mut validator = codeunit::Utf8Validator::new();
    /// validator.push(b"\xF0")?;
    /// validator.push(b"\x9F\x98\x80")?;
    /// assert!(validator.push(b"\x80").is_err());
    /// assert!(validator.push(b"a").is_err());
    /// # Ok::<(), codeunit::StreamError>(())
    /// ```
    #[inline]
    pub fn push(&mut self, src: &[u8]) -> Result<(), StreamError> {
        self.state.push(form::Utf8, src, &mut Check(form::Utf8, self.engine)).result
    }

    /// Reads the next bytes of the stream and copies them to `dst` as far as they are well-formed and as
    /// there is room, in one pass.
    ///
    /// Only whole characters are written. A character that the block cuts at its end counts as read, and is
    /// written when a later block has completed it: so all that is written is well-formed by itself, and is
    /// all that was read but for [`incomplete`](Self::incomplete). No room for `src.len() + 3` bytes is no
    /// error: the rest of the block is to be pushed again. A `dst` of four bytes always gets a step forward.
    ///
    /// Bytes of `dst` behind those written may be overwritten with unspecified values.
    ///
    /// ```
    /// use codeunit::Utf8Validator;
    ///
    /// let mut validator = Utf8Validator::new();
    /// let (mut dst, mut text) = ([0; 4], String::new());
    /// for mut block in [&b"a\xF0\x9F"[..], b"\x98\x80bc"] {
    ///     while !block.is_empty() {
    ///         let copied = validator.push_copy(block, &mut dst);
    ///         copied.result?;
    ///         text.push_str(std::str::from_utf8(&dst[..copied.written]).expect("whole characters"));
    ///         block = &block[copied.read..];
    ///     }
    /// }
    /// validator.finish()?;
    /// assert_eq!(text, "a😀bc");
    /// # Ok::<(), codeunit::StreamError>(())
    /// ```
    #[inline]
    pub fn push_copy(&mut self, src: &[u8], dst: &mut [u8]) -> Copied {
        self.state.push(form::Utf8, src, &mut ToSlice(form::Utf8, self.engine, dst))
    }

    /// Whether the stream is well-formed if it ends here. It may go on all the same.
    ///
    /// # Errors
    /// What [`push`](Self::push) has returned, or [`Incomplete`](crate::ErrorKind::Incomplete) at the
    /// offset of the character that the end cuts, with no [`error_len`](StreamError::error_len).
    ///
    /// ```
    /// let mut validator = codeunit::Utf8Validator::new();
    /// validator.push(b"ab\xE2")?;
    /// let error = validator.finish().unwrap_err();
    /// assert_eq!((error.kind(), error.offset()), (codeunit::ErrorKind::Incomplete, 2));
    /// # Ok::<(), codeunit::StreamError>(())
    /// ```
    #[inline]
    pub fn finish(&self) -> Result<(), StreamError> {
        self.state.finish()
    }

    /// The number of bytes read so far, those of [`incomplete`](Self::incomplete) among them. After an
    /// error, where that is, [`StreamError::offset`] tells.
    ///
    /// ```
    /// let mut validator = codeunit::Utf8Validator::new();
    /// validator.push(b"a\xC3")?;
    /// assert_eq!(validator.offset(), 2);
    /// assert!(validator.push(b"b").is_err());
    /// assert_eq!(validator.offset(), 1);
    /// # Ok::<(), codeunit::StreamError>(())
    /// ```
    #[must_use]
    pub fn offset(&self) -> u64 {
        self.state.offset()
    }

    /// The last bytes that were read, if they are the beginning of a character: up to three. Empty if what
    /// was read ends behind a character.
    ///
    /// ```
    /// let mut validator = codeunit::Utf8Validator::new();
    /// validator.push(b"a\xC3")?;
    /// assert_eq!(validator.incomplete(), b"\xC3");
    /// # Ok::<(), codeunit::StreamError>(())
    /// ```
    #[must_use]
    pub fn incomplete(&self) -> &[u8] {
        self.state.incomplete()
    }

    /// What [`push`](Self::push) has returned, if that was an error.
    ///
    /// ```
    /// let mut validator = codeunit::Utf8Validator::new();
    /// let error = validator.push(b"\xFF").unwrap_err();
    /// assert_eq!(validator.error(), Some(error));
    /// ```
    #[must_use]
    pub fn error(&self) -> Option<StreamError> {
        self.state.error()
    }
}

impl Default for Utf8Validator {
    fn default() -> Self {
        Self::new()
    }
}

impl PartialEq for Utf8Validator {
    fn eq(&self, other: &Self) -> bool {
        self.state == other.state
    }
}

impl Eq for Utf8Validator {}

impl fmt::Debug for Utf8Validator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        super::debug(f, "Utf8Validator", self.engine, &self.state)
    }
}
