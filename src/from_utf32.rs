//! Conversion from UTF-32: native code units, the bytes of UTF-32LE and UTF-32BE, and `&[char]`.

use crate::encoding::{Chars, Latin1, Utf8, Utf16, Utf32, Utf32Be, Utf32Le};
use crate::{Error, Lossy, transcode, transcode_lossy};

/// Converts native UTF-32 code units to UTF-8 and returns the number of bytes written. Unicode
/// Standard 3.9, D90.
///
/// For `dst`, `4 * src.len()` bytes are always enough;
/// [`transcoded_len`](crate::transcoded_len) tells the exact number.
///
/// # Errors
/// The first ill-formed sequence, or [`OutputFull`](crate::ErrorKind::OutputFull) at the first
/// character for which there is no room.
///
/// ```
/// let mut dst = [0; 16];
/// let written = codeunit::utf32_to_utf8(&[0x61, 0xF1, 0x20AC], &mut dst)?;
/// assert_eq!(&dst[..written], "añ€".as_bytes());
/// # Ok::<(), codeunit::Error>(())
/// ```
#[inline]
pub fn utf32_to_utf8(src: &[u32], dst: &mut [u8]) -> Result<usize, Error> {
    transcode::<Utf32, Utf8>(src, dst)
}

/// Converts native UTF-32 code units to UTF-8 with U+FFFD for each maximal subpart that is
/// ill-formed. Unicode Standard 3.9, D93b.
///
/// For `dst`, `4 * src.len()` bytes are always enough;
/// [`transcoded_len_lossy`](crate::transcoded_len_lossy) tells the exact number.
///
/// # Errors
/// Only [`OutputFull`](crate::ErrorKind::OutputFull).
///
/// ```
/// let mut dst = [0; 16];
/// let done = codeunit::utf32_to_utf8_lossy(&[0x61, 0xD800, 0x62], &mut dst)?;
/// assert_eq!(&dst[..done.written], "a\u{FFFD}b".as_bytes());
/// assert_eq!(done.replacements, 1);
/// # Ok::<(), codeunit::Error>(())
/// ```
#[inline]
pub fn utf32_to_utf8_lossy(src: &[u32], dst: &mut [u8]) -> Result<Lossy, Error> {
    transcode_lossy::<Utf32, Utf8>(src, dst)
}

/// Converts UTF-32LE bytes to UTF-8 and returns the number of bytes written. Unicode Standard
/// 3.10, D100.
///
/// For `dst`, `src.len()` bytes are always enough; [`transcoded_len`](crate::transcoded_len)
/// tells the exact number.
///
/// # Errors
/// The first ill-formed sequence, or [`OutputFull`](crate::ErrorKind::OutputFull) at the first
/// character for which there is no room.
///
/// ```
/// let mut dst = [0; 16];
/// let written = codeunit::utf32le_to_utf8(b"\x61\x00\x00\x00\xAC\x20\x00\x00", &mut dst)?;
/// assert_eq!(&dst[..written], "a€".as_bytes());
/// # Ok::<(), codeunit::Error>(())
/// ```
#[inline]
pub fn utf32le_to_utf8(src: &[u8], dst: &mut [u8]) -> Result<usize, Error> {
    transcode::<Utf32Le, Utf8>(src, dst)
}

/// Converts UTF-32LE bytes to UTF-8 with U+FFFD for each maximal subpart that is ill-formed.
/// Unicode Standard 3.9, D93b.
///
/// For `dst`, `src.len()` bytes are always enough for whole code units, and 2 more with a part
/// of one at the end; [`transcoded_len_lossy`](crate::transcoded_len_lossy) tells the exact
/// number.
///
/// # Errors
/// Only [`OutputFull`](crate::ErrorKind::OutputFull).
///
/// ```
/// let mut dst = [0; 16];
/// let done = codeunit::utf32le_to_utf8_lossy(b"\x61\x00\x00\x00\x00\xD8\x00\x00", &mut dst)?;
/// assert_eq!(&dst[..done.written], "a\u{FFFD}".as_bytes());
/// assert_eq!(done.replacements, 1);
/// # Ok::<(), codeunit::Error>(())
/// ```
#[inline]
pub fn utf32le_to_utf8_lossy(src: &[u8], dst: &mut [u8]) -> Result<Lossy, Error> {
    transcode_lossy::<Utf32Le, Utf8>(src, dst)
}

/// Converts UTF-32BE bytes to UTF-8 and returns the number of bytes written. Unicode Standard
/// 3.10, D99.
///
/// For `dst`, `src.len()` bytes are always enough; [`transcoded_len`](crate::transcoded_len)
/// tells the exact number.
///
/// # Errors
/// The first ill-formed sequence, or [`OutputFull`](crate::ErrorKind::OutputFull) at the first
/// character for which there is no room.
///
/// ```
/// let mut dst = [0; 16];
/// let written = codeunit::utf32be_to_utf8(b"\x00\x00\x00\x61\x00\x00\x20\xAC", &mut dst)?;
/// assert_eq!(&dst[..written], "a€".as_bytes());
/// # Ok::<(), codeunit::Error>(())
/// ```
#[inline]
pub fn utf32be_to_utf8(src: &[u8], dst: &mut [u8]) -> Result<usize, Error> {
    transcode::<Utf32Be, Utf8>(src, dst)
}

/// Converts UTF-32BE bytes to UTF-8 with U+FFFD for each maximal subpart that is ill-formed.
/// Unicode Standard 3.9, D93b.
///
/// For `dst`, `src.len()` bytes are always enough for whole code units, and 2 more with a part
/// of one at the end; [`transcoded_len_lossy`](crate::transcoded_len_lossy) tells the exact
/// number.
///
/// # Errors
/// Only [`OutputFull`](crate::ErrorKind::OutputFull).
///
/// ```
/// let mut dst = [0; 16];
/// let done = codeunit::utf32be_to_utf8_lossy(b"\x00\x00\x00\x61\x00\x00\xD8\x00", &mut dst)?;
/// assert_eq!(&dst[..done.written], "a\u{FFFD}".as_bytes());
/// assert_eq!(done.replacements, 1);
/// # Ok::<(), codeunit::Error>(())
/// ```
#[inline]
pub fn utf32be_to_utf8_lossy(src: &[u8], dst: &mut [u8]) -> Result<Lossy, Error> {
    transcode_lossy::<Utf32Be, Utf8>(src, dst)
}

/// Converts native UTF-32 code units to native UTF-16 code units and returns the number of code
/// units written. Unicode Standard 3.9, D90.
///
/// For `dst`, `2 * src.len()` code units are always enough;
/// [`transcoded_len`](crate::transcoded_len) tells the exact number.
///
/// # Errors
/// The first ill-formed sequence, or [`OutputFull`](crate::ErrorKind::OutputFull) at the first
/// character for which there is no room.
///
/// ```
/// let mut dst = [0; 16];
/// let written = codeunit::utf32_to_utf16(&[0x61, 0xF1, 0x20AC], &mut dst)?;
/// assert_eq!(&dst[..written], &[0x61, 0xF1, 0x20AC]);
/// # Ok::<(), codeunit::Error>(())
/// ```
#[inline]
pub fn utf32_to_utf16(src: &[u32], dst: &mut [u16]) -> Result<usize, Error> {
    transcode::<Utf32, Utf16>(src, dst)
}

/// Converts native UTF-32 code units to native UTF-16 code units with U+FFFD for each maximal
/// subpart that is ill-formed. Unicode Standard 3.9, D93b.
///
/// For `dst`, `2 * src.len()` code units are always enough;
/// [`transcoded_len_lossy`](crate::transcoded_len_lossy) tells the exact number.
///
/// # Errors
/// Only [`OutputFull`](crate::ErrorKind::OutputFull).
///
/// ```
/// let mut dst = [0; 16];
/// let done = codeunit::utf32_to_utf16_lossy(&[0x61, 0xD800, 0x62], &mut dst)?;
/// assert_eq!(&dst[..done.written], &[0x61, 0xFFFD, 0x62]);
/// assert_eq!(done.replacements, 1);
/// # Ok::<(), codeunit::Error>(())
/// ```
#[inline]
pub fn utf32_to_utf16_lossy(src: &[u32], dst: &mut [u16]) -> Result<Lossy, Error> {
    transcode_lossy::<Utf32, Utf16>(src, dst)
}

/// Converts native UTF-32 code units to Latin-1 and returns the number of bytes written.
/// Unicode Standard 3.9, D90.
///
/// For `dst`, `src.len()` bytes are always enough; [`transcoded_len`](crate::transcoded_len)
/// tells the exact number.
///
/// # Errors
/// The first ill-formed sequence, the first character above U+00FF, or
/// [`OutputFull`](crate::ErrorKind::OutputFull) at the first character for which there is no
/// room.
///
/// ```
/// let mut dst = [0; 16];
/// let written = codeunit::utf32_to_latin1(&[0x61, 0xF1], &mut dst)?;
/// assert_eq!(&dst[..written], b"a\xF1");
/// # Ok::<(), codeunit::Error>(())
/// ```
#[inline]
pub fn utf32_to_latin1(src: &[u32], dst: &mut [u8]) -> Result<usize, Error> {
    transcode::<Utf32, Latin1>(src, dst)
}

/// Converts native UTF-32 code units to Latin-1 with `?` for each maximal subpart that is
/// ill-formed and for each character above U+00FF. Unicode Standard 3.9, D93b.
///
/// For `dst`, `src.len()` bytes are always enough;
/// [`transcoded_len_lossy`](crate::transcoded_len_lossy) tells the exact number.
///
/// # Errors
/// Only [`OutputFull`](crate::ErrorKind::OutputFull).
///
/// ```
/// let mut dst = [0; 16];
/// let done = codeunit::utf32_to_latin1_lossy(&[0x61, 0xD800, 0x62], &mut dst)?;
/// assert_eq!(&dst[..done.written], b"a?b");
/// assert_eq!(done.replacements, 1);
/// # Ok::<(), codeunit::Error>(())
/// ```
#[inline]
pub fn utf32_to_latin1_lossy(src: &[u32], dst: &mut [u8]) -> Result<Lossy, Error> {
    transcode_lossy::<Utf32, Latin1>(src, dst)
}

/// Converts scalar values to UTF-8 and returns the number of bytes written. Nothing is
/// validated: the type of the source proves it. Unicode Standard 3.9, D92, Table 3-7.
///
/// For `dst`, `4 * src.len()` bytes are always enough;
/// [`transcoded_len`](crate::transcoded_len) tells the exact number.
///
/// # Errors
/// Only [`OutputFull`](crate::ErrorKind::OutputFull) at the first character for which there is no
/// room.
///
/// ```
/// let mut dst = [0; 16];
/// let written = codeunit::chars_to_utf8(&['a', 'ñ', '€'], &mut dst)?;
/// assert_eq!(&dst[..written], "añ€".as_bytes());
/// # Ok::<(), codeunit::Error>(())
/// ```
#[inline]
pub fn chars_to_utf8(src: &[char], dst: &mut [u8]) -> Result<usize, Error> {
    transcode::<Chars, Utf8>(src, dst)
}

/// Converts scalar values to native UTF-16 code units and returns the number of code units
/// written. Nothing is validated: the type of the source proves it. Unicode Standard 3.9, D91.
///
/// For `dst`, `2 * src.len()` code units are always enough;
/// [`transcoded_len`](crate::transcoded_len) tells the exact number.
///
/// # Errors
/// Only [`OutputFull`](crate::ErrorKind::OutputFull) at the first character for which there is no
/// room.
///
/// ```
/// let mut dst = [0; 16];
/// let written = codeunit::chars_to_utf16(&['a', 'ñ', '€'], &mut dst)?;
/// assert_eq!(&dst[..written], &[0x61, 0xF1, 0x20AC]);
/// # Ok::<(), codeunit::Error>(())
/// ```
#[inline]
pub fn chars_to_utf16(src: &[char], dst: &mut [u16]) -> Result<usize, Error> {
    transcode::<Chars, Utf16>(src, dst)
}

/// Converts scalar values to native UTF-32 code units and returns the number of code units
/// written. Nothing is validated: the type of the source proves it. Unicode Standard 3.9, D90.
///
/// It writes exactly `src.len()` code units.
///
/// # Errors
/// Only [`OutputFull`](crate::ErrorKind::OutputFull) at the first character for which there is
/// no room.
///
/// ```
/// let mut dst = [0; 16];
/// let written = codeunit::chars_to_utf32(&['a', 'ñ', '€'], &mut dst)?;
/// assert_eq!(&dst[..written], &[0x61, 0xF1, 0x20AC]);
/// # Ok::<(), codeunit::Error>(())
/// ```
#[inline]
pub fn chars_to_utf32(src: &[char], dst: &mut [u32]) -> Result<usize, Error> {
    transcode::<Chars, Utf32>(src, dst)
}

/// Converts scalar values to Latin-1 and returns the number of bytes written. Nothing is
/// validated: the type of the source proves it. Code points and bytes are the same numbers.
///
/// For `dst`, `src.len()` bytes are always enough; [`transcoded_len`](crate::transcoded_len)
/// tells the exact number.
///
/// # Errors
/// The first character above U+00FF, or [`OutputFull`](crate::ErrorKind::OutputFull) at the first
/// character for which there is no room.
///
/// ```
/// let mut dst = [0; 16];
/// let written = codeunit::chars_to_latin1(&['a', 'ñ'], &mut dst)?;
/// assert_eq!(&dst[..written], b"a\xF1");
/// # Ok::<(), codeunit::Error>(())
/// ```
#[inline]
pub fn chars_to_latin1(src: &[char], dst: &mut [u8]) -> Result<usize, Error> {
    transcode::<Chars, Latin1>(src, dst)
}

/// Converts scalar values to Latin-1 with `?` for each character above U+00FF. ISO/IEC 8859-1
/// has no U+FFFD.
///
/// It writes exactly `src.len()` bytes.
///
/// # Errors
/// Only [`OutputFull`](crate::ErrorKind::OutputFull).
///
/// ```
/// let mut dst = [0; 16];
/// let done = codeunit::chars_to_latin1_lossy(&['a', '€', 'b'], &mut dst)?;
/// assert_eq!(&dst[..done.written], b"a?b");
/// assert_eq!(done.replacements, 1);
/// # Ok::<(), codeunit::Error>(())
/// ```
#[inline]
pub fn chars_to_latin1_lossy(src: &[char], dst: &mut [u8]) -> Result<Lossy, Error> {
    transcode_lossy::<Chars, Latin1>(src, dst)
}
