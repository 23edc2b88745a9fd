//! The functions of the standard library that turn code units into strings.

use alloc::borrow::Cow;
use alloc::string::String;

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
    let engine = Engine::active();
    let error = match engine.from_utf8(src) {
        Ok(text) => return Cow::Borrowed(text),
        Err(error) => error,
    };
    let (valid, rest) = src.split_at(error.valid_up_to());
    // A little more than the source, since a replacement is longer than what it stands for.
    let mut out = String::with_capacity(src.len() + src.len() / 16 + 16);
    bytes_of(&mut out).extend_from_slice(valid);
    engine.transcode_lossy_append_string::<Utf8>(rest, &mut out);
    Cow::Owned(out)
}

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
