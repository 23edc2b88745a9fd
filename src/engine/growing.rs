//! The operations that append to a vector or a string.

use alloc::string::String;
use alloc::vec::Vec;

use super::Engine;
use crate::encoding::{Target, TranscodeTo, Utf8};
use crate::output::{append, bytes_of};
use crate::{Error, Lossy, max_transcoded_len, max_transcoded_len_lossy};

impl Engine {
    /// See [`crate::transcode_append`].
    ///
    /// # Errors
    /// The first thing in the order of the source that cannot be done.
    ///
    /// ```
    /// use codeunit::{Engine, encoding::{Utf8, Utf16}};
    /// let mut out = Vec::new();
    /// assert_eq!(Engine::active().transcode_append::<Utf8, Utf16>(b"ab", &mut out), Ok(2));
    /// assert_eq!(out, [0x61, 0x62]);
    /// ```
    pub fn transcode_append<S: TranscodeTo<T>, T: Target>(
        self,
        src: &S::Slice,
        out: &mut Vec<T::Unit>,
    ) -> Result<usize, Error> {
        let exact = || self.transcoded_len::<S, T>(src);
        let done = append(out, S::len(src), exact, max_transcoded_len::<S, T>, |read, dst| {
            let written = self.transcode_uninit::<S, T>(S::behind(src, read), dst)?;
            Ok(Lossy { written, replacements: 0 })
        });
        done.map(|done| done.written)
    }

    /// See [`crate::transcode_lossy_append`].
    ///
    /// ```
    /// use codeunit::{Engine, encoding::{Utf8, Utf16}};
    /// let mut out = Vec::new();
    /// let done = Engine::active().transcode_lossy_append::<Utf8, Utf16>(b"a\xFF", &mut out);
    /// assert_eq!((out.as_slice(), done.replacements), (&[0x61, 0xFFFD][..], 1));
    /// ```
    pub fn transcode_lossy_append<S: TranscodeTo<T>, T: Target>(
        self,
        src: &S::Slice,
        out: &mut Vec<T::Unit>,
    ) -> Lossy {
        // Of text without errors that is the length, and it is found sooner than that of any text.
        let likely = || self.transcoded_len::<S, T>(src);
        let done =
            append(out, S::len(src), likely, max_transcoded_len_lossy::<S, T>, |read, dst| {
                self.transcode_lossy_uninit::<S, T>(S::behind(src, read), dst)
            });
        done.expect("the output grows until nothing is left")
    }

    /// See [`crate::transcode_append_string`].
    ///
    /// # Errors
    /// The first thing in the order of the source that cannot be done.
    ///
    /// ```
    /// use codeunit::{Engine, encoding::Utf16};
    /// let mut out = String::new();
    /// assert_eq!(Engine::active().transcode_append_string::<Utf16>(&[0xF1], &mut out), Ok(2));
    /// assert_eq!(out, "ñ");
    /// ```
    pub fn transcode_append_string<S: TranscodeTo<Utf8>>(
        self,
        src: &S::Slice,
        out: &mut String,
    ) -> Result<usize, Error> {
        self.transcode_append::<S, Utf8>(src, bytes_of(out))
    }

    /// See [`crate::transcode_lossy_append_string`].
    ///
    /// ```
    /// use codeunit::{Engine, encoding::Utf16};
    /// let mut out = String::new();
    /// let done = Engine::active().transcode_lossy_append_string::<Utf16>(&[0xDC00], &mut out);
    /// assert_eq!((out.as_str(), done.replacements), ("\u{FFFD}", 1));
    /// ```
    pub fn transcode_lossy_append_string<S: TranscodeTo<Utf8>>(
        self,
        src: &S::Slice,
        out: &mut String,
    ) -> Lossy {
        self.transcode_lossy_append::<S, Utf8>(src, bytes_of(out))
    }
}
