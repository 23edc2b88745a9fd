use core::fmt;

use codeunit_simd::cast::u16_bytes;
use codeunit_simd::fallback::{ByteOrder, form};

use super::sink::{Check, ToSlice};
use super::state::{Copied, State};
use crate::{Engine, StreamError};

/// Checks that a stream is well-formed UTF-16, block by block: bytes of either order, or native code units.
/// Unicode Standard 3.9, D91, and 3.10, D96 and D97.
///
/// However the stream is cut into blocks, inside of a code unit too, the error is that of
/// [`validate_utf16`](crate::validate_utf16) for the whole; offsets are in bytes. It comes with the first
/// byte after which nothing can make the stream well-formed. In big-endian order that is the first byte of a
/// code unit, which tells whether it is a surrogate; where a stream ends behind such a byte the error is that
/// of the unit, however it goes on.
///
/// A block that ends inside a surrogate pair or a code unit is no error: the one to three bytes are
/// remembered ([`incomplete`](Self::incomplete)). [`finish`](Self::finish) tells whether the stream may end
/// there.
///
/// A byte order mark is text, as everywhere.
///
/// ```
/// use codeunit::{ErrorKind, Utf16Validator};
///
/// let mut validator = Utf16Validator::new_be();
/// validator.push(b"\x00\x61\xD8")?;
/// validator.push(b"\x3D\xDE\x00")?;
/// assert_eq!(validator.finish(), Ok(()));
///
/// // The first byte of a low surrogate, with no high one before it.
/// let error = validator.push(b"\xDE").unwrap_err();
/// assert_eq!((error.kind(), error.offset()), (ErrorKind::UnpairedLow, 6));
/// # Ok::<(), codeunit::StreamError>(())
/// ```
///
/// It is small and can be copied, and can go on in another process as
/// [`Utf8Validator`](crate::Utf8Validator) can. Two validators are equal if they know the same; the engine does
/// not count.
#[derive(Clone, Copy)]
pub struct Utf16Validator {
    engine: Engine,
    form: form::Utf16,
    state: State,
}

impl Utf16Validator {
    fn of(order: ByteOrder) -> Self {
        Self { engine: Engine::active(), form: form::Utf16(order), state: State::default() }
    }

    /// A validator at the beginning of a stream in the byte order of this machine, on [`Engine::active`].
    ///
    /// ```
    /// let mut validator = codeunit::Utf16Validator::new();
    /// assert_eq!(validator.push_units(&[0x61, 0xD83D, 0xDE00]), Ok(()));
    /// ```
    #[must_use]
    #[inline]
    pub fn new() -> Self {
        Self::of(ByteOrder::NATIVE)
    }

    /// A validator at the beginning of a stream of UTF-16LE, on [`Engine::active`].
    ///
    /// ```
    /// assert!(codeunit::Utf16Validator::new_le().push(b"\x00\xDC").is_err());
    /// ```
    #[must_use]
    #[inline]
    pub fn new_le() -> Self {
        Self::of(ByteOrder::Little)
    }

    /// A validator at the beginning of a stream of UTF-16BE, on [`Engine::active`].
    ///
    /// ```
    /// assert!(codeunit::Utf16Validator::new_be().push(b"\x00\xDC").is_ok());
    /// ```
    #[must_use]
    #[inline]
    pub fn new_be() -> Self {
        Self::of(ByteOrder::Big)
    }

    /// This validator, which is new, for a stream of which `offset` bytes were read and found well-formed, but
    /// for the last ones, `incomplete`. `None` if these do not begin a character, or are a whole one, or more
    /// than `offset`, if what is before them is half a code unit too long, or if `offset` is 2^62 or more.
    ///
    /// ```
    /// use codeunit::Utf16Validator;
    ///
    /// let validator = Utf16Validator::new_le().resume(1000, b"\x3D\xD8");
    /// let mut validator = validator.expect("a high surrogate begins a pair");
    /// assert_eq!(validator.push(b"\x61\x00").unwrap_err().offset(), 998);
    /// assert_eq!(Utf16Validator::new_be().resume(1000, b"\x3D\xD8"), None);
    /// assert_eq!(Utf16Validator::new_le().resume(1001, b""), None);
    /// ```
    #[must_use]
    pub fn resume(self, offset: u64, incomplete: &[u8]) -> Option<Self> {
        let state = State::resume(self.form, offset, incomplete)?;
        let is_whole = (offset - incomplete.len() as u64).is_multiple_of(2);
        is_whole.then_some(Self { state, ..self })
    }

    /// The same validator, on an engine of the caller's choice.
    ///
    /// ```
    /// use codeunit::{Backend, Engine, Utf16Validator};
    ///
    /// let engine = Engine::with_backend(Backend::Fallback).expect("every machine has it");
    /// assert_eq!(Utf16Validator::new_le().with_engine(engine).push(b"a\0"), Ok(()));
    /// ```
    #[must_use]
    pub fn with_engine(self, engine: Engine) -> Self {
        Self { engine, ..self }
    }

    /// Whether the bytes are big-endian.
    ///
    /// ```
    /// assert!(codeunit::Utf16Validator::new_be().is_big_endian());
    /// ```
    #[must_use]
    pub fn is_big_endian(&self) -> bool {
        self.form.0 == ByteOrder::Big
    }

    /// Reads the next bytes of the stream, of any number, odd ones too.
    ///
    /// # Errors
    /// The first unpaired surrogate of the stream, as soon as it is certain; then the same for whatever is
    /// pushed. Never [`Incomplete`](crate::ErrorKind::Incomplete).
    ///
    /// ```
    /// let mut validator = codeunit::Utf16Validator::new_le();
    /// validator.push(b"\x3D\xD8\x61")?;
    /// let error = validator.push(b"\x00").unwrap_err();
    /// assert_eq!(error.kind(), codeunit::ErrorKind::UnpairedHigh);
    /// assert_eq!((error.offset(), error.error_len()), (0, Some(2)));
    /// # Ok::<(), codeunit::StreamError>(())
    /// ```
    #[inline]
    pub fn push(&mut self, src: &[u8]) -> Result<(), StreamError> {
        self.state.push(self.form, src, &mut Check(self.form, self.engine)).result
    }

    /// Reads the next code units of the stream, which are native values. Each counts as two bytes.
    ///
    /// In a stream of the other byte order than this machine's they are swapped first.
    ///
    /// # Errors
    /// As [`push`](Self::push).
    ///
    /// ```
    /// let mut validator = codeunit::Utf16Validator::new();
    /// validator.push_units(&[0x61, 0xD83D])?;
    /// assert_eq!(validator.push_units(&[0x62]).unwrap_err().offset(), 2);
    /// # Ok::<(), codeunit::StreamError>(())
    /// ```
    #[inline]
    pub fn push_units(&mut self, src: &[u16]) -> Result<(), StreamError> {
        if self.form.0 == ByteOrder::NATIVE {
            return self.push(u16_bytes(src).as_flattened());
        }
        let mut swapped = [0; 64];
        for units in src.chunks(swapped.len()) {
            let len = self.engine.swap_utf16(units, &mut swapped);
            self.push(u16_bytes(&swapped[..len]).as_flattened())?;
        }
        // No units, and an error before them.
        self.error().map_or(Ok(()), Err)
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
    /// let mut validator = codeunit::Utf16Validator::new_le();
    /// let mut dst = [0; 8];
    /// let copied = validator.push_copy(b"\x61\x00\x3D\xD8", &mut dst);
    /// assert_eq!((copied.read, &dst[..copied.written]), (4, &b"\x61\x00"[..]));
    /// let copied = validator.push_copy(b"\x00\xDE", &mut dst);
    /// assert_eq!((copied.read, &dst[..copied.written]), (2, &b"\x3D\xD8\x00\xDE"[..]));
    /// ```
    #[inline]
    pub fn push_copy(&mut self, src: &[u8], dst: &mut [u8]) -> Copied {
        self.state.push(self.form, src, &mut ToSlice(self.form, self.engine, dst))
    }

    /// Whether the stream is well-formed if it ends here. It may go on all the same.
    ///
    /// # Errors
    /// What [`push`](Self::push) has returned, or [`Incomplete`](crate::ErrorKind::Incomplete) at the
    /// offset of the character that the end cuts, with no [`error_len`](StreamError::error_len).
    ///
    /// ```
    /// let mut validator = codeunit::Utf16Validator::new_le();
    /// validator.push(b"\x61\x00\x3D\xD8\x00")?;
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
    /// let mut validator = codeunit::Utf16Validator::new();
    /// validator.push_units(&[0x61, 0x62])?;
    /// assert_eq!(validator.offset(), 4);
    /// # Ok::<(), codeunit::StreamError>(())
    /// ```
    #[must_use]
    pub fn offset(&self) -> u64 {
        self.state.offset()
    }

    /// The last bytes that were read, if they are the beginning of a character: a byte of a code unit, a
    /// high surrogate, or both. Empty if what was read ends behind a character.
    ///
    /// ```
    /// let mut validator = codeunit::Utf16Validator::new_le();
    /// validator.push(b"\x61\x00\x62")?;
    /// assert_eq!(validator.incomplete(), b"\x62");
    /// # Ok::<(), codeunit::StreamError>(())
    /// ```
    #[must_use]
    pub fn incomplete(&self) -> &[u8] {
        self.state.incomplete()
    }

    /// What [`push`](Self::push) has returned, if that was an error.
    ///
    /// ```
    /// let mut validator = codeunit::Utf16Validator::new();
    /// let error = validator.push_units(&[0xDC00]).unwrap_err();
    /// assert_eq!(validator.error(), Some(error));
    /// ```
    #[must_use]
    pub fn error(&self) -> Option<StreamError> {
        self.state.error()
    }
}

impl Default for Utf16Validator {
    fn default() -> Self {
        Self::new()
    }
}

impl PartialEq for Utf16Validator {
    fn eq(&self, other: &Self) -> bool {
        self.form.0 == other.form.0 && self.state == other.state
    }
}

impl Eq for Utf16Validator {}

impl fmt::Debug for Utf16Validator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = if self.is_big_endian() { "Utf16Validator (BE)" } else { "Utf16Validator (LE)" };
        super::debug(f, name, self.engine, &self.state)
    }
}
