//! Where a source can be cut, by the name of its encoding.

use crate::encoding::{Utf8, Utf16, Utf16Be, Utf16Le, Utf32Be, Utf32Le};
use crate::{ceil_boundary, complete_prefix_len, floor_boundary};

/// The length in bytes of UTF-8 without the beginning of a character at its end that more bytes could
/// complete: one to three bytes that begin a row of Table 3-7 (Unicode Standard 3.9, D92).
///
/// An end that is ill-formed whatever follows stays in the prefix; see [`complete_prefix_len`].
///
/// ```
/// use codeunit::complete_prefix_len_utf8;
///
/// assert_eq!(complete_prefix_len_utf8("añ€".as_bytes()), 6);
/// assert_eq!(complete_prefix_len_utf8(b"a\xE2\x82"), 1);
/// // No byte can make ED A0 well-formed.
/// assert_eq!(complete_prefix_len_utf8(b"a\xED\xA0"), 3);
/// ```
#[must_use]
#[inline]
pub fn complete_prefix_len_utf8(src: &[u8]) -> usize {
    complete_prefix_len::<Utf8>(src)
}

/// The length in native code units of UTF-16 without a high surrogate at its end, which a low surrogate could
/// make a pair (Unicode Standard 3.9, D91).
///
/// See [`complete_prefix_len`].
///
/// ```
/// assert_eq!(codeunit::complete_prefix_len_utf16(&[0x61, 0xD83D]), 1);
/// assert_eq!(codeunit::complete_prefix_len_utf16(&[0x61, 0xD83D, 0xDE00]), 3);
/// assert_eq!(codeunit::complete_prefix_len_utf16(&[0x61, 0xDE00]), 2);
/// ```
#[must_use]
#[inline]
pub fn complete_prefix_len_utf16(src: &[u16]) -> usize {
    complete_prefix_len::<Utf16>(src)
}

/// The length in bytes of UTF-16LE without a high surrogate at its end, a byte of a code unit, or both
/// (Unicode Standard 3.10, D97).
///
/// See [`complete_prefix_len`].
///
/// ```
/// assert_eq!(codeunit::complete_prefix_len_utf16le(b"\x61\x00\x3D\xD8\x00"), 2);
/// assert_eq!(codeunit::complete_prefix_len_utf16le(b"\x61\x00\x3D\xD8\x00\xDE"), 6);
/// ```
#[must_use]
#[inline]
pub fn complete_prefix_len_utf16le(src: &[u8]) -> usize {
    complete_prefix_len::<Utf16Le>(src)
}

/// The length in bytes of UTF-16BE without a high surrogate at its end, a byte of a code unit, or both
/// (Unicode Standard 3.10, D96).
///
/// See [`complete_prefix_len`].
///
/// ```
/// assert_eq!(codeunit::complete_prefix_len_utf16be(b"\x00\x61\xD8\x3D\xDE"), 2);
/// assert_eq!(codeunit::complete_prefix_len_utf16be(b"\x00\x61\xD8\x3D\xDE\x00"), 6);
/// ```
#[must_use]
#[inline]
pub fn complete_prefix_len_utf16be(src: &[u8]) -> usize {
    complete_prefix_len::<Utf16Be>(src)
}

/// The length in bytes of the whole code units of UTF-32LE (Unicode Standard 3.10, D100).
///
/// See [`complete_prefix_len`].
///
/// ```
/// assert_eq!(codeunit::complete_prefix_len_utf32le(b"\x61\x00\x00\x00\x00\xF6\x01"), 4);
/// ```
#[must_use]
#[inline]
pub fn complete_prefix_len_utf32le(src: &[u8]) -> usize {
    complete_prefix_len::<Utf32Le>(src)
}

/// The length in bytes of the whole code units of UTF-32BE (Unicode Standard 3.10, D99).
///
/// See [`complete_prefix_len`].
///
/// ```
/// assert_eq!(codeunit::complete_prefix_len_utf32be(b"\x00\x00\x00\x61\x00\x01\xF6"), 4);
/// ```
#[must_use]
#[inline]
pub fn complete_prefix_len_utf32be(src: &[u8]) -> usize {
    complete_prefix_len::<Utf32Be>(src)
}

/// The last boundary at or before the byte `index` of UTF-8 (Unicode Standard 3.9, D92); `src.len()` if `index` lies behind
/// the end. As [`str::floor_char_boundary`], for bytes that may be ill-formed.
///
/// See [`floor_boundary`].
///
/// ```
/// let src = b"a\xE2\x82\xAC\x80";
/// assert_eq!(codeunit::floor_boundary_utf8(src, 2), 1);
/// // A continuation byte that belongs to nothing is by itself.
/// assert_eq!(codeunit::floor_boundary_utf8(src, 4), 4);
/// assert_eq!(codeunit::floor_boundary_utf8(src, 9), 5);
/// ```
#[must_use]
#[inline]
pub fn floor_boundary_utf8(src: &[u8], index: usize) -> usize {
    floor_boundary::<Utf8>(src, index)
}

/// The last boundary at or before the code unit `index` of native UTF-16 (Unicode Standard 3.9, D91); `src.len()` if
/// `index` lies behind the end.
///
/// See [`floor_boundary`].
///
/// ```
/// let src = [0x61, 0xD83D, 0xDE00, 0xDE00];
/// assert_eq!(codeunit::floor_boundary_utf16(&src, 2), 1);
/// assert_eq!(codeunit::floor_boundary_utf16(&src, 3), 3);
/// ```
#[must_use]
#[inline]
pub fn floor_boundary_utf16(src: &[u16], index: usize) -> usize {
    floor_boundary::<Utf16>(src, index)
}

/// The last boundary at or before the byte `index` of UTF-16LE (Unicode Standard 3.10, D97); `src.len()` if
/// `index` lies behind the end. No boundary stands inside a code unit.
///
/// See [`floor_boundary`].
///
/// ```
/// let src = b"\x61\x00\x3D\xD8\x00\xDE";
/// assert_eq!(codeunit::floor_boundary_utf16le(src, 1), 0);
/// assert_eq!(codeunit::floor_boundary_utf16le(src, 4), 2);
/// ```
#[must_use]
#[inline]
pub fn floor_boundary_utf16le(src: &[u8], index: usize) -> usize {
    floor_boundary::<Utf16Le>(src, index)
}

/// The last boundary at or before the byte `index` of UTF-16BE (Unicode Standard 3.10, D96); `src.len()` if
/// `index` lies behind the end. No boundary stands inside a code unit.
///
/// See [`floor_boundary`].
///
/// ```
/// let src = b"\x00\x61\xD8\x3D\xDE\x00";
/// assert_eq!(codeunit::floor_boundary_utf16be(src, 1), 0);
/// assert_eq!(codeunit::floor_boundary_utf16be(src, 4), 2);
/// ```
#[must_use]
#[inline]
pub fn floor_boundary_utf16be(src: &[u8], index: usize) -> usize {
    floor_boundary::<Utf16Be>(src, index)
}

/// The last boundary at or before the byte `index` of UTF-32LE (Unicode Standard 3.10, D100);
/// `src.len()` if `index` lies behind the end. No boundary stands inside a code unit.
///
/// See [`floor_boundary`].
///
/// ```
/// let src = b"\x61\x00\x00\x00\x00\xF6\x01\x00";
/// assert_eq!(codeunit::floor_boundary_utf32le(src, 5), 4);
/// assert_eq!(codeunit::floor_boundary_utf32le(src, 9), 8);
/// ```
#[must_use]
#[inline]
pub fn floor_boundary_utf32le(src: &[u8], index: usize) -> usize {
    floor_boundary::<Utf32Le>(src, index)
}

/// The last boundary at or before the byte `index` of UTF-32BE (Unicode Standard 3.10, D99);
/// `src.len()` if `index` lies behind the end. No boundary stands inside a code unit.
///
/// See [`floor_boundary`].
///
/// ```
/// let src = b"\x00\x00\x00\x61\x00\x01\xF6\x00";
/// assert_eq!(codeunit::floor_boundary_utf32be(src, 5), 4);
/// assert_eq!(codeunit::floor_boundary_utf32be(src, 9), 8);
/// ```
#[must_use]
#[inline]
pub fn floor_boundary_utf32be(src: &[u8], index: usize) -> usize {
    floor_boundary::<Utf32Be>(src, index)
}

/// The first boundary at or behind the byte `index` of UTF-8 (Unicode Standard 3.9, D92); `src.len()` if `index` lies behind
/// the end. As [`str::ceil_char_boundary`], for bytes that may be ill-formed.
///
/// See [`ceil_boundary`].
///
/// ```
/// let src = b"a\xE2\x82\xAC\x80";
/// assert_eq!(codeunit::ceil_boundary_utf8(src, 2), 4);
/// // A continuation byte that belongs to nothing is by itself.
/// assert_eq!(codeunit::ceil_boundary_utf8(src, 4), 4);
/// assert_eq!(codeunit::ceil_boundary_utf8(src, 9), 5);
/// ```
#[must_use]
#[inline]
pub fn ceil_boundary_utf8(src: &[u8], index: usize) -> usize {
    ceil_boundary::<Utf8>(src, index)
}

/// The first boundary at or behind the code unit `index` of native UTF-16 (Unicode Standard 3.9, D91); `src.len()` if
/// `index` lies behind the end.
///
/// See [`ceil_boundary`].
///
/// ```
/// let src = [0x61, 0xD83D, 0xDE00, 0xDE00];
/// assert_eq!(codeunit::ceil_boundary_utf16(&src, 2), 3);
/// assert_eq!(codeunit::ceil_boundary_utf16(&src, 3), 3);
/// ```
#[must_use]
#[inline]
pub fn ceil_boundary_utf16(src: &[u16], index: usize) -> usize {
    ceil_boundary::<Utf16>(src, index)
}

/// The first boundary at or behind the byte `index` of UTF-16LE (Unicode Standard 3.10, D97); `src.len()` if
/// `index` lies behind the end. No boundary stands inside a code unit.
///
/// See [`ceil_boundary`].
///
/// ```
/// let src = b"\x61\x00\x3D\xD8\x00\xDE";
/// assert_eq!(codeunit::ceil_boundary_utf16le(src, 1), 2);
/// assert_eq!(codeunit::ceil_boundary_utf16le(src, 4), 6);
/// ```
#[must_use]
#[inline]
pub fn ceil_boundary_utf16le(src: &[u8], index: usize) -> usize {
    ceil_boundary::<Utf16Le>(src, index)
}

/// The first boundary at or behind the byte `index` of UTF-16BE (Unicode Standard 3.10, D96); `src.len()` if
/// `index` lies behind the end. No boundary stands inside a code unit.
///
/// See [`ceil_boundary`].
///
/// ```
/// let src = b"\x00\x61\xD8\x3D\xDE\x00";
/// assert_eq!(codeunit::ceil_boundary_utf16be(src, 1), 2);
/// assert_eq!(codeunit::ceil_boundary_utf16be(src, 4), 6);
/// ```
#[must_use]
#[inline]
pub fn ceil_boundary_utf16be(src: &[u8], index: usize) -> usize {
    ceil_boundary::<Utf16Be>(src, index)
}

/// The first boundary at or behind the byte `index` of UTF-32LE (Unicode Standard 3.10, D100);
/// `src.len()` if `index` lies behind the end. No boundary stands inside a code unit.
///
/// See [`ceil_boundary`].
///
/// ```
/// let src = b"\x61\x00\x00\x00\x00\xF6\x01\x00";
/// assert_eq!(codeunit::ceil_boundary_utf32le(src, 5), 8);
/// assert_eq!(codeunit::ceil_boundary_utf32le(src, 9), 8);
/// ```
#[must_use]
#[inline]
pub fn ceil_boundary_utf32le(src: &[u8], index: usize) -> usize {
    ceil_boundary::<Utf32Le>(src, index)
}

/// The first boundary at or behind the byte `index` of UTF-32BE (Unicode Standard 3.10, D99);
/// `src.len()` if `index` lies behind the end. No boundary stands inside a code unit.
///
/// See [`ceil_boundary`].
///
/// ```
/// let src = b"\x00\x00\x00\x61\x00\x01\xF6\x00";
/// assert_eq!(codeunit::ceil_boundary_utf32be(src, 5), 8);
/// assert_eq!(codeunit::ceil_boundary_utf32be(src, 9), 8);
/// ```
#[must_use]
#[inline]
pub fn ceil_boundary_utf32be(src: &[u8], index: usize) -> usize {
    ceil_boundary::<Utf32Be>(src, index)
}
