//! ASCII in UTF-16: native code units, and the bytes of UTF-16LE and UTF-16BE.

use crate::Engine;

/// Whether native UTF-16 code units are ASCII: each of them below 80.
///
/// ```
/// assert!(codeunit::is_ascii_utf16(&[0x61, 0x7F]));
/// assert!(!codeunit::is_ascii_utf16(&[0x61, 0xEF]));
/// ```
#[must_use]
#[inline]
pub fn is_ascii_utf16(src: &[u16]) -> bool {
    Engine::active().is_ascii_utf16(src)
}

/// Whether UTF-16LE bytes are ASCII: whole code units, each of them below 80.
///
/// ```
/// assert!(codeunit::is_ascii_utf16le(b"\x61\x00\x7F\x00"));
/// assert!(!codeunit::is_ascii_utf16le(b"\x61\x00\xEF\x00"));
/// assert!(!codeunit::is_ascii_utf16le(b"\x61\x00\x7F"));
/// ```
#[must_use]
#[inline]
pub fn is_ascii_utf16le(src: &[u8]) -> bool {
    Engine::active().is_ascii_utf16le(src)
}

/// Whether UTF-16BE bytes are ASCII: whole code units, each of them below 80.
///
/// ```
/// assert!(codeunit::is_ascii_utf16be(b"\x00\x61\x00\x7F"));
/// assert!(!codeunit::is_ascii_utf16be(b"\x00\x61\x00\xEF"));
/// assert!(!codeunit::is_ascii_utf16be(b"\x00\x61\x00"));
/// ```
#[must_use]
#[inline]
pub fn is_ascii_utf16be(src: &[u8]) -> bool {
    Engine::active().is_ascii_utf16be(src)
}

/// The number of native UTF-16 code units before the first one that is not ASCII, 80 or above;
/// `src.len()` if all are.
///
/// ```
/// assert_eq!(codeunit::ascii_prefix_len_utf16(&[0x61, 0xEF, 0x62]), 1);
/// ```
#[must_use]
#[inline]
pub fn ascii_prefix_len_utf16(src: &[u16]) -> usize {
    Engine::active().ascii_prefix_len_utf16(src)
}

/// The number of UTF-16LE bytes before the first code unit that is not ASCII, 80 or above, or not
/// whole: an even number.
///
/// ```
/// assert_eq!(codeunit::ascii_prefix_len_utf16le(b"\x61\x00\xEF\x00\x62\x00"), 2);
/// ```
#[must_use]
#[inline]
pub fn ascii_prefix_len_utf16le(src: &[u8]) -> usize {
    Engine::active().ascii_prefix_len_utf16le(src)
}

/// The number of UTF-16BE bytes before the first code unit that is not ASCII, 80 or above, or not
/// whole: an even number.
///
/// ```
/// assert_eq!(codeunit::ascii_prefix_len_utf16be(b"\x00\x61\x00\xEF\x00\x62"), 2);
/// ```
#[must_use]
#[inline]
pub fn ascii_prefix_len_utf16be(src: &[u8]) -> usize {
    Engine::active().ascii_prefix_len_utf16be(src)
}
