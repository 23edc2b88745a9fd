//! ASCII: whether a source is, and how much of its beginning.

use codeunit_simd::fallback::form;
use codeunit_simd::{Kernels, short};

use super::Engine;
use crate::encoding::{Source, Utf16, Utf16Be, Utf16Le};
use crate::{Error, ErrorKind};

impl Engine {
    /// See [`crate::is_ascii`].
    ///
    /// ```
    /// use codeunit::Engine;
    /// assert!(Engine::active().is_ascii(b"plain"));
    /// ```
    #[must_use]
    #[inline]
    pub fn is_ascii(self, src: &[u8]) -> bool {
        short::is_ascii(self.kernels, src)
    }

    /// See [`crate::ascii_prefix_len`].
    ///
    /// ```
    /// use codeunit::Engine;
    /// assert_eq!(Engine::active().ascii_prefix_len("naïve".as_bytes()), 2);
    /// ```
    #[must_use]
    #[inline]
    pub fn ascii_prefix_len(self, src: &[u8]) -> usize {
        self.kernels.ascii_prefix_len(src)
    }

    /// See [`crate::validate_ascii`].
    ///
    /// # Errors
    /// [`ErrorKind::NotAscii`] at the first byte that is 80 or above.
    ///
    /// ```
    /// use codeunit::Engine;
    /// assert!(Engine::active().validate_ascii(b"na\xEFve").is_err());
    /// ```
    #[inline]
    pub fn validate_ascii(self, src: &[u8]) -> Result<(), Error> {
        match self.ascii_prefix_len(src) {
            len if len == src.len() => Ok(()),
            len => Err(Error::new(ErrorKind::NotAscii, len, Some(1))),
        }
    }

    /// See [`crate::is_ascii_utf16`].
    ///
    /// ```
    /// use codeunit::Engine;
    /// assert!(Engine::active().is_ascii_utf16(&[0x61, 0x7F]));
    /// ```
    #[must_use]
    #[inline]
    pub fn is_ascii_utf16(self, src: &[u16]) -> bool {
        is_ascii_utf16::<Utf16>(self.kernels, src)
    }

    /// See [`crate::is_ascii_utf16le`].
    ///
    /// ```
    /// use codeunit::Engine;
    /// assert!(Engine::active().is_ascii_utf16le(b"\x61\x00\x7F\x00"));
    /// ```
    #[must_use]
    #[inline]
    pub fn is_ascii_utf16le(self, src: &[u8]) -> bool {
        is_ascii_utf16::<Utf16Le>(self.kernels, src)
    }

    /// See [`crate::is_ascii_utf16be`].
    ///
    /// ```
    /// use codeunit::Engine;
    /// assert!(Engine::active().is_ascii_utf16be(b"\x00\x61\x00\x7F"));
    /// ```
    #[must_use]
    #[inline]
    pub fn is_ascii_utf16be(self, src: &[u8]) -> bool {
        is_ascii_utf16::<Utf16Be>(self.kernels, src)
    }

    /// See [`crate::ascii_prefix_len_utf16`].
    ///
    /// ```
    /// use codeunit::Engine;
    /// assert_eq!(Engine::active().ascii_prefix_len_utf16(&[0x61, 0xEF, 0x62]), 1);
    /// ```
    #[must_use]
    #[inline]
    pub fn ascii_prefix_len_utf16(self, src: &[u16]) -> usize {
        ascii_prefix_len_utf16::<Utf16>(self.kernels, src)
    }

    /// See [`crate::ascii_prefix_len_utf16le`].
    ///
    /// ```
    /// use codeunit::Engine;
    /// assert_eq!(Engine::active().ascii_prefix_len_utf16le(b"\x61\x00\xEF\x00"), 2);
    /// ```
    #[must_use]
    #[inline]
    pub fn ascii_prefix_len_utf16le(self, src: &[u8]) -> usize {
        ascii_prefix_len_utf16::<Utf16Le>(self.kernels, src)
    }

    /// See [`crate::ascii_prefix_len_utf16be`].
    ///
    /// ```
    /// use codeunit::Engine;
    /// assert_eq!(Engine::active().ascii_prefix_len_utf16be(b"\x00\x61\x00\xEF"), 2);
    /// ```
    #[must_use]
    #[inline]
    pub fn ascii_prefix_len_utf16be(self, src: &[u8]) -> usize {
        ascii_prefix_len_utf16::<Utf16Be>(self.kernels, src)
    }
}

/// A source that ends inside a code unit is not ASCII.
#[inline(always)]
fn is_ascii_utf16<S: Source<Form = form::Utf16>>(kernels: Kernels, src: &S::Slice) -> bool {
    let (units, rest) = S::units(src);
    kernels.is_ascii_utf16(S::FORM, units) && rest == 0
}

/// In elements of the source.
#[inline(always)]
fn ascii_prefix_len_utf16<S>(kernels: Kernels, src: &S::Slice) -> usize
where
    S: Source<Form = form::Utf16>,
{
    kernels.ascii_prefix_len_utf16(S::FORM, S::units(src).0) * usize::from(S::SCALE)
}
