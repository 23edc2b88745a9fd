//! The functions of the standard library that turn code units into strings.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::encoding::{Utf8, Utf16, Utf16Be, Utf16Le};
use crate::output::bytes_of;
use crate::{Engine, Error, transcode_lossy_to_string, transcode_to_string};

/// The bytes as a string, with U+FFFD for each maximal subpart that is ill-formed; borrowed where
/// nothing is. As [`String::from_utf8_lossy`]; Unicode Standard 3.9, D93b.
///
/// ```
/// use std::borrow::Cow;
///
/// assert_eq!(codeunit::from_utf8_lossy(b"a\xF1\x80\x80\xE1\x80\xC2b"), "a\u{FFFD}\u{FFFD}\u{FFFD}b");
/// assert!(matches!(codeunit::from_utf8_lossy("añ".as_bytes()), Cow::Borrowed("añ")));
/// ```
#[must_use]
pub fn from_utf8_lossy(src: &[u8]) -> Cow<'_, str> {
    lossy_from_utf8(src).0
}

/// The same, and the number of replacements.
pub(crate) fn lossy_from_utf8(src: &[u8]) -> (Cow<'_, str>, u64) {
    let engine = Engine::active();
    let error = match engine.from_utf8(src) {
        Ok(text) => return (Cow::Borrowed(text), 0),
        Err(error) => error,
    };
    let (valid, rest) = src.split_at(error.valid_up_to());
    // A little more than the source, since a replacement is longer than what it stands for.
    let mut out = String::with_capacity(src.len() + src.len() / 16 + 16);
    bytes_of(&mut out).extend_from_slice(valid);
    let done = engine.transcode_lossy_append_string::<Utf8>(rest, &mut out);
    (Cow::Owned(out), done.replacements as u64)
}

/// The bytes as a string that owns them, if they are well-formed UTF-8: not copied, and validated once. As
/// [`String::from_utf8`], at SIMD speed and with the reason in the error. Unicode Standard 3.9, D92, Table 3-7.
///
/// # Errors
/// The first ill-formed sequence, as of [`from_utf8`](crate::from_utf8), and the bytes back.
///
/// ```
/// assert_eq!(codeunit::from_utf8_owned(b"a\xC3\xB1".to_vec())?, "añ");
///
/// let error = codeunit::from_utf8_owned(b"a\xFF".to_vec()).unwrap_err();
/// assert_eq!((error.error().valid_up_to(), error.into_bytes()), (1, b"a\xFF".to_vec()));
/// # Ok::<(), codeunit::FromUtf8Error>(())
/// ```
pub fn from_utf8_owned(src: Vec<u8>) -> Result<String, FromUtf8Error> {
    match Engine::active().from_utf8(&src) {
        Ok(_) => {
            let mut text = String::new();
            *bytes_of(&mut text) = src;
            Ok(text)
        }
        Err(error) => Err(FromUtf8Error { bytes: src, error }),
    }
}

/// The bytes as a string that owns them, with U+FFFD for each maximal subpart that is ill-formed; not copied where nothing
/// is. As [`from_utf8_lossy`], and `String::from_utf8_lossy_owned` of the standard library, which is not stable; Unicode
/// Standard 3.9, D93b.
///
/// ```
/// assert_eq!(codeunit::from_utf8_lossy_owned(b"a\xF1\x80\x80b".to_vec()), "a\u{FFFD}b");
/// ```
#[must_use]
pub fn from_utf8_lossy_owned(src: Vec<u8>) -> String {
    from_utf8_owned(src).unwrap_or_else(|error| from_utf8_lossy(error.as_bytes()).into_owned())
}

/// The error of [`from_utf8_owned`]: where and why the bytes are no string, and the bytes. As
/// [`std::string::FromUtf8Error`](alloc::string::FromUtf8Error).
///
/// ```
/// let error = codeunit::from_utf8_owned(b"a\xFF".to_vec()).unwrap_err();
/// assert_eq!(error.to_string(), "byte that begins no sequence at offset 1");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FromUtf8Error {
    bytes: Vec<u8>,
    error: Error,
}

impl FromUtf8Error {
    /// Where and why, in bytes.
    ///
    /// ```
    /// let error = codeunit::from_utf8_owned(b"a\xE2\x82".to_vec()).unwrap_err();
    /// assert_eq!(error.error().kind(), codeunit::ErrorKind::Incomplete);
    /// ```
    #[must_use]
    pub const fn error(&self) -> Error {
        self.error
    }

    /// The bytes, as they were.
    ///
    /// ```
    /// let error = codeunit::from_utf8_owned(b"a\xFF".to_vec()).unwrap_err();
    /// assert_eq!(error.as_bytes(), b"a\xFF");
    /// ```
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The same vector back, as the example of [`from_utf8_owned`] has it.
    #[must_use]
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

impl fmt::Display for FromUtf8Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl core::error::Error for FromUtf8Error {}

/// The native code units as a string. As [`String::from_utf16`], but the error tells where and why.
/// Unicode Standard 3.9, D91.
///
/// # Errors
/// The first unpaired surrogate, at an offset in code units.
///
/// ```
/// assert_eq!(codeunit::from_utf16(&[0x61, 0xD83D, 0xDE00])?, "a😀");
/// assert_eq!(codeunit::from_utf16(&[0x61, 0xDE00]).unwrap_err().valid_up_to(), 1);
/// # Ok::<(), codeunit::Error>(())
/// ```
pub fn from_utf16(src: &[u16]) -> Result<String, Error> {
    transcode_to_string::<Utf16>(src)
}

/// The native code units as a string, with U+FFFD for each unpaired surrogate. As
/// [`String::from_utf16_lossy`].
///
/// ```
/// assert_eq!(codeunit::from_utf16_lossy(&[0x61, 0xDE00]), "a\u{FFFD}");
/// ```
#[must_use]
pub fn from_utf16_lossy(src: &[u16]) -> String {
    transcode_lossy_to_string::<Utf16>(src)
}

/// UTF-16LE bytes, at any address, as a string. A byte order mark is kept as U+FEFF: in this scheme
/// it is text (Unicode Standard 3.10, D97). As `String::from_utf16le` of the standard library.
///
/// # Errors
/// The first unpaired surrogate or an odd last byte, at an offset in bytes.
///
/// ```
/// assert_eq!(codeunit::from_utf16le(b"\x61\x00\xAC\x20")?, "a€");
/// assert_eq!(codeunit::from_utf16le(b"\x61\x00\xAC").unwrap_err().error_len(), None);
/// # Ok::<(), codeunit::Error>(())
/// ```
pub fn from_utf16le(src: &[u8]) -> Result<String, Error> {
    transcode_to_string::<Utf16Le>(src)
}

/// UTF-16LE bytes as a string, with U+FFFD for each unpaired surrogate and for an odd last byte, one for both where they stand
/// together: so the WHATWG Encoding Standard has it ("shared UTF-16 decoder"), and the standard library's function, which is not
/// stable, has two.
///
/// ```
/// assert_eq!(codeunit::from_utf16le_lossy(b"\x61\x00\x00\xDC\xAC"), "a\u{FFFD}\u{FFFD}");
/// ```
#[must_use]
pub fn from_utf16le_lossy(src: &[u8]) -> String {
    transcode_lossy_to_string::<Utf16Le>(src)
}

/// UTF-16BE bytes, at any address, as a string. A byte order mark is kept as U+FEFF: in this scheme
/// it is text (Unicode Standard 3.10, D96). As `String::from_utf16be` of the standard library.
///
/// # Errors
/// The first unpaired surrogate or an odd last byte, at an offset in bytes.
///
/// ```
/// assert_eq!(codeunit::from_utf16be(b"\x00\x61\x20\xAC")?, "a€");
/// # Ok::<(), codeunit::Error>(())
/// ```
pub fn from_utf16be(src: &[u8]) -> Result<String, Error> {
    transcode_to_string::<Utf16Be>(src)
}

/// UTF-16BE bytes as a string, with U+FFFD for each unpaired surrogate and for an odd last byte, one for both where they stand
/// together: so the WHATWG Encoding Standard has it ("shared UTF-16 decoder"), and the standard library's function, which is not
/// stable, has two.
///
/// ```
/// assert_eq!(codeunit::from_utf16be_lossy(b"\x00\x61\xDC\x00\x20"), "a\u{FFFD}\u{FFFD}");
/// ```
#[must_use]
pub fn from_utf16be_lossy(src: &[u8]) -> String {
    transcode_lossy_to_string::<Utf16Be>(src)
}
