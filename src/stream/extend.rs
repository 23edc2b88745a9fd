//! A stream appended to a vector or a string, which grows.

use alloc::string::String;
use alloc::vec::Vec;
use core::mem::MaybeUninit;

use super::form::Form;
use super::{ErrorHandler, Status, Step, StreamError, StreamUnit, Transcoder};
use crate::output::{bytes_of, fill_spare};

/// Room for the longest character, and for what an estimate was short of.
const MORE: usize = 64;

impl<U: StreamUnit, V: StreamUnit, H: ErrorHandler> Transcoder<U, V, H> {
    /// Appends the conversion of a chunk to a vector.
    ///
    /// A sequence that its end cuts is no error, as more chunks may follow: that the last one was cut only
    /// [`extend_finish`](Self::extend_finish) tells.
    ///
    /// # Errors
    /// The error at which the stream ends, with [`Policy::Strict`](crate::Policy::Strict). All before it is
    /// in `out`.
    ///
    /// ```
    /// use codeunit::{Encoding, Policy, Transcoder, encoding::Utf16};
    ///
    /// let mut units = Vec::new();
    /// let mut transcoder = Transcoder::new(Encoding::Utf8, Utf16, Policy::Strict);
    /// transcoder.extend(b"a\xE2\x82", &mut units)?;
    /// transcoder.extend(b"\xAC", &mut units)?;
    /// transcoder.extend_finish(&mut units)?;
    /// assert_eq!(units, [0x61, 0x20AC]);
    /// # Ok::<(), codeunit::StreamError>(())
    /// ```
    pub fn extend(&mut self, src: &[U], out: &mut Vec<V>) -> Result<(), StreamError> {
        let mut read = 0;
        out.reserve(src.len());
        fill(out, |dst| {
            let step = self.push_uninit(&src[read..], dst);
            read += step.read;
            (step, src.len() - read)
        })
    }

    /// Ends the stream and appends what is left of it to a vector. A sequence that was cut is
    /// [`Incomplete`](crate::ErrorKind::Incomplete), and goes by the policy.
    ///
    /// # Errors
    /// As [`extend`](Self::extend), whose example shows it.
    pub fn extend_finish(&mut self, out: &mut Vec<V>) -> Result<(), StreamError> {
        fill(out, |dst| (self.finish_uninit(dst), 0))
    }
}

impl<U: StreamUnit, H: ErrorHandler> Transcoder<U, u8, H> {
    /// Appends the conversion of a chunk to a string, which holds whole characters at any time.
    ///
    /// Marks are as everywhere ([`OutputMark`](super::OutputMark)). To [`encoding::Utf8`](crate::encoding::Utf8) no mark is
    /// written at all, which is what most strings want that are no files.
    ///
    /// A sequence that the end of the chunk cuts is no error, as more chunks may follow: that the last one was cut only
    /// [`extend_string_finish`](Self::extend_string_finish) tells.
    ///
    /// # Errors
    /// The error at which the stream ends, with [`Policy::Strict`](crate::Policy::Strict). All before it is
    /// in `out`.
    ///
    /// # Panics
    /// If the target is not UTF-8.
    ///
    /// ```
    /// use codeunit::{Encoding, Policy, Transcoder};
    ///
    /// let mut text = String::new();
    /// let mut transcoder = Transcoder::new(Encoding::Utf16Le, Encoding::Utf8, Policy::Replace);
    /// transcoder.extend_string(b"\x61\x00\xAC", &mut text)?;
    /// transcoder.extend_string(b"\x20\x00\xDC", &mut text)?;
    /// transcoder.extend_string_finish(&mut text)?;
    /// assert_eq!(text, "a€\u{FFFD}");
    /// # Ok::<(), codeunit::StreamError>(())
    /// ```
    pub fn extend_string(&mut self, src: &[U], out: &mut String) -> Result<(), StreamError> {
        self.assert_utf8();
        self.extend(src, bytes_of(out))
    }

    /// Ends the stream and appends what is left of it to a string. A sequence that was cut is
    /// [`Incomplete`](crate::ErrorKind::Incomplete), and goes by the policy.
    ///
    /// # Errors
    /// As [`extend_string`](Self::extend_string), whose example shows it.
    ///
    /// # Panics
    /// If the target is not UTF-8.
    pub fn extend_string_finish(&mut self, out: &mut String) -> Result<(), StreamError> {
        self.assert_utf8();
        self.extend_finish(bytes_of(out))
    }

    fn assert_utf8(&self) {
        assert!(self.is_to_utf8(), "a string is UTF-8");
    }

    /// Whether a string can hold what is written.
    pub(crate) fn is_to_utf8(&self) -> bool {
        #[cfg(feature = "legacy")]
        if self.core.legacy.target().is_some() {
            return false;
        }
        self.core.target == Form::Utf8
    }

    /// Whether a character becomes four bytes.
    #[cfg(feature = "http-body")]
    pub(crate) fn is_to_utf32(&self) -> bool {
        matches!(self.core.target, Form::Utf32(_))
    }
}

/// Appends what `convert` writes, until it does not want more room. It tells how many elements of its source
/// are left.
pub(super) fn fill<V: StreamUnit>(
    out: &mut Vec<V>,
    mut convert: impl FnMut(&mut [MaybeUninit<V>]) -> (Step, usize),
) -> Result<(), StreamError> {
    loop {
        let (status, left) = fill_spare(out, |dst| {
            let (step, left) = convert(dst);
            (step.written, (step.status, left))
        });
        match status {
            Status::InputEmpty => return Ok(()),
            Status::IllFormed(error) => return Err(error),
            Status::OutputFull => out.reserve(left + MORE),
        }
    }
}
