//! Conversion from the bytes of UTF-16LE and UTF-16BE, at any address.

use crate::encoding::{Latin1, Utf8, Utf16, Utf16Be, Utf16Le, Utf32};
use crate::{Error, Lossy, transcode, transcode_lossy};

/// Converts UTF-16LE bytes to UTF-8 and returns the number of bytes written. Unicode Standard
/// 3.10, D97.
///
/// For `dst`, `src.len() + src.len() / 2` bytes are always enough for whole code units, and 3
/// more for a lossy odd last byte; [`transcoded_len`](crate::transcoded_len) tells the exact
/// number.
///
/// # Errors
/// The first ill-formed sequence, or [`OutputFull`](crate::ErrorKind::OutputFull) at the first
/// character for which there is no room.
///
/// ```
/// let mut dst = [0; 16];
/// let written = codeunit::utf16le_to_utf8(b"\x61\x00\xF1\x00\xAC\x20", &mut dst)?;
/// assert_eq!(&dst[..written], "añ€".as_bytes());
/// # Ok::<(), codeunit::Error>(())
/// ```
#[inline]
pub fn utf16le_to_utf8(src: &[u8], dst: &mut [u8]) -> Result<usize, Error> {
    transcode::<Utf16Le, Utf8>(src, dst)
}

/// Converts UTF-16LE bytes to UTF-8 with U+FFFD for each maximal subpart that is ill-formed.
/// Unicode Standard 3.9, D93b.
///
/// For `dst`, `src.len() + src.len() / 2` bytes are always enough for whole code units, and 3
/// more for a lossy odd last byte; [`transcoded_len_lossy`](crate::transcoded_len_lossy) tells
/// the exact number.
///
/// # Errors
/// Only [`OutputFull`](crate::ErrorKind::OutputFull).
///
/// ```
/// let mut dst = [0; 16];
/// let done = codeunit::utf16le_to_utf8_lossy(b"\x61\x00\x00\xD8\x62\x00", &mut dst)?;
/// assert_eq!(&dst[..done.written], "a\u{FFFD}b".as_bytes());
/// assert_eq!(done.replacements, 1);
/// # Ok::<(), codeunit::Error>(())
/// ```
#[inline]
pub fn utf16le_to_utf8_lossy(src: &[u8], dst: &mut [u8]) -> Result<Lossy, Error> {
    transcode_lossy::<Utf16Le, Utf8>(src, dst)
}

/// Converts UTF-16BE bytes to UTF-8 and returns the number of bytes written. Unicode Standard
/// 3.10, D96.
///
/// For `dst`, `src.len() + src.len() / 2` bytes are always enough for whole code units, and 3
/// more for a lossy odd last byte; [`transcoded_len`](crate::transcoded_len) tells the exact
/// number.
///
/// # Errors
/// The first ill-formed sequence, or [`OutputFull`](crate::ErrorKind::OutputFull) at the first
/// character for which there is no room.
///
/// ```
/// let mut dst = [0; 16];
/// let written = codeunit::utf16be_to_utf8(b"\x00\x61\x00\xF1\x20\xAC", &mut dst)?;
/// assert_eq!(&dst[..written], "añ€".as_bytes());
/// # Ok::<(), codeunit::Error>(())
/// ```
#[inline]
pub fn utf16be_to_utf8(src: &[u8], dst: &mut [u8]) -> Result<usize, Error> {
    transcode::<Utf16Be, Utf8>(src, dst)
}

/// Converts UTF-16BE bytes to UTF-8 with U+FFFD for each maximal subpart that is ill-formed.
/// Unicode Standard 3.9, D93b.
///
/// For `dst`, `src.len() + src.len() / 2` bytes are always enough for whole code units, and 3
/// more for a lossy odd last byte; [`transcoded_len_lossy`](crate::transcoded_len_lossy) tells
/// the exact number.
///
/// # Errors
/// Only [`OutputFull`](crate::ErrorKind::OutputFull).
///
/// ```
/// let mut dst = [0; 16];
/// let done = codeunit::utf16be_to_utf8_lossy(b"\x00\x61\xD8\x00\x00\x62", &mut dst)?;
/// assert_eq!(&dst[..done.written], "a\u{FFFD}b".as_bytes());
/// assert_eq!(done.replacements, 1);
/// # Ok::<(), codeunit::Error>(())
/// ```
#[inline]
pub fn utf16be_to_utf8_lossy(src: &[u8], dst: &mut [u8]) -> Result<Lossy, Error> {
    transcode_lossy::<Utf16Be, Utf8>(src, dst)
}

/// Converts UTF-16LE bytes to native UTF-16 code units and returns the number of code units
/// written. Unicode Standard 3.10, D97.
///
/// For `dst`, `src.len() / 2` code units are always enough;
/// [`transcoded_len`](crate::transcoded_len) tells the exact number.
///
/// # Errors
/// The first ill-formed sequence, or [`OutputFull`](crate::ErrorKind::OutputFull) at the first
/// character for which there is no room.
///
/// ```
/// let mut dst = [0; 16];
/// let written = codeunit::utf16le_to_utf16(b"\x61\x00\xF1\x00\xAC\x20", &mut dst)?;
/// assert_eq!(&dst[..written], &[0x61, 0xF1, 0x20AC]);
/// # Ok::<(), codeunit::Error>(())
/// ```
#[inline]
pub fn utf16le_to_utf16(src: &[u8], dst: &mut [u16]) -> Result<usize, Error> {
    transcode::<Utf16Le, Utf16>(src, dst)
}

/// Converts UTF-16LE bytes to native UTF-16 code units with U+FFFD for each maximal subpart
/// that is ill-formed. Unicode Standard 3.9, D93b.
///
/// For `dst`, `src.len().div_ceil(2)` code units are always enough, with one for an odd last
/// byte; [`transcoded_len_lossy`](crate::transcoded_len_lossy) tells the exact number.
///
/// # Errors
/// Only [`OutputFull`](crate::ErrorKind::OutputFull).
///
/// ```
/// let mut dst = [0; 16];
/// let done = codeunit::utf16le_to_utf16_lossy(b"\x61\x00\x00\xD8\x62\x00", &mut dst)?;
/// assert_eq!(&dst[..done.written], &[0x61, 0xFFFD, 0x62]);
/// assert_eq!(done.replacements, 1);
/// # Ok::<(), codeunit::Error>(())
/// ```
#[inline]
pub fn utf16le_to_utf16_lossy(src: &[u8], dst: &mut [u16]) -> Result<Lossy, Error> {
    transcode_lossy::<Utf16Le, Utf16>(src, dst)
}

/// Converts UTF-16BE bytes to native UTF-16 code units and returns the number of code units
/// written. Unicode Standard 3.10, D96.
///
/// For `dst`, `src.len() / 2` code units are always enough;
/// [`transcoded_len`](crate::transcoded_len) tells the exact number.
///
/// # Errors
/// The first ill-formed sequence, or [`OutputFull`](crate::ErrorKind::OutputFull) at the first
/// character for which there is no room.
///
/// ```
/// let mut dst = [0; 16];
/// let written = codeunit::utf16be_to_utf16(b"\x00\x61\x00\xF1\x20\xAC", &mut dst)?;
/// assert_eq!(&dst[..written], &[0x61, 0xF1, 0x20AC]);
/// # Ok::<(), codeunit::Error>(())
/// ```
#[inline]
pub fn utf16be_to_utf16(src: &[u8], dst: &mut [u16]) -> Result<usize, Error> {
    transcode::<Utf16Be, Utf16>(src, dst)
}

/// Converts UTF-16BE bytes to native UTF-16 code units with U+FFFD for each maximal subpart
/// that is ill-formed. Unicode Standard 3.9, D93b.
///
/// For `dst`, `src.len().div_ceil(2)` code units are always enough, with one for an odd last
/// byte; [`transcoded_len_lossy`](crate::transcoded_len_lossy) tells the exact number.
///
/// # Errors
/// Only [`OutputFull`](crate::ErrorKind::OutputFull).
///
/// ```
/// let mut dst = [0; 16];
/// let done = codeunit::utf16be_to_utf16_lossy(b"\x00\x61\xD8\x00\x00\x62", &mut dst)?;
/// assert_eq!(&dst[..done.written], &[0x61, 0xFFFD, 0x62]);
/// assert_eq!(done.replacements, 1);
/// # Ok::<(), codeunit::Error>(())
/// ```
#[inline]
pub fn utf16be_to_utf16_lossy(src: &[u8], dst: &mut [u16]) -> Result<Lossy, Error> {
    transcode_lossy::<Utf16Be, Utf16>(src, dst)
}

/// Converts UTF-16LE bytes to native UTF-32 code units and returns the number of code units
/// written. Unicode Standard 3.10, D97.
///
/// For `dst`, `src.len() / 2` code units are always enough;
/// [`transcoded_len`](crate::transcoded_len) tells the exact number.
///
/// # Errors
/// The first ill-formed sequence, or [`OutputFull`](crate::ErrorKind::OutputFull) at the first
/// character for which there is no room.
///
/// ```
/// let mut dst = [0; 16];
/// let written = codeunit::utf16le_to_utf32(b"\x61\x00\xF1\x00\xAC\x20", &mut dst)?;
/// assert_eq!(&dst[..written], &[0x61, 0xF1, 0x20AC]);
/// # Ok::<(), codeunit::Error>(())
/// ```
#[inline]
pub fn utf16le_to_utf32(src: &[u8], dst: &mut [u32]) -> Result<usize, Error> {
    transcode::<Utf16Le, Utf32>(src, dst)
}

/// Converts UTF-16LE bytes to native UTF-32 code units with U+FFFD for each maximal subpart
/// that is ill-formed. Unicode Standard 3.9, D93b.
///
/// For `dst`, `src.len().div_ceil(2)` code units are always enough, with one for an odd last
/// byte; [`transcoded_len_lossy`](crate::transcoded_len_lossy) tells the exact number.
///
/// # Errors
/// Only [`OutputFull`](crate::ErrorKind::OutputFull).
///
/// ```
/// let mut dst = [0; 16];
/// let done = codeunit::utf16le_to_utf32_lossy(b"\x61\x00\x00\xD8\x62\x00", &mut dst)?;
/// assert_eq!(&dst[..done.written], &[0x61, 0xFFFD, 0x62]);
/// assert_eq!(done.replacements, 1);
/// # Ok::<(), codeunit::Error>(())
/// ```
#[inline]
pub fn utf16le_to_utf32_lossy(src: &[u8], dst: &mut [u32]) -> Result<Lossy, Error> {
    transcode_lossy::<Utf16Le, Utf32>(src, dst)
}

/// Converts UTF-16BE bytes to native UTF-32 code units and returns the number of code units
/// written. Unicode Standard 3.10, D96.
///
/// For `dst`, `src.len() / 2` code units are always enough;
/// [`transcoded_len`](crate::transcoded_len) tells the exact number.
///
/// # Errors
/// The first ill-formed sequence, or [`OutputFull`](crate::ErrorKind::OutputFull) at the first
/// character for which there is no room.
///
/// ```
/// let mut dst = [0; 16];
/// let written = codeunit::utf16be_to_utf32(b"\x00\x61\x00\xF1\x20\xAC", &mut dst)?;
/// assert_eq!(&dst[..written], &[0x61, 0xF1, 0x20AC]);
/// # Ok::<(), codeunit::Error>(())
/// ```
#[inline]
pub fn utf16be_to_utf32(src: &[u8], dst: &mut [u32]) -> Result<usize, Error> {
    transcode::<Utf16Be, Utf32>(src, dst)
}

/// Converts UTF-16BE bytes to native UTF-32 code units with U+FFFD for each maximal subpart
/// that is ill-formed. Unicode Standard 3.9, D93b.
///
/// For `dst`, `src.len().div_ceil(2)` code units are always enough, with one for an odd last
/// byte; [`transcoded_len_lossy`](crate::transcoded_len_lossy) tells the exact number.
///
/// # Errors
/// Only [`OutputFull`](crate::ErrorKind::OutputFull).
///
/// ```
/// let mut dst = [0; 16];
/// let done = codeunit::utf16be_to_utf32_lossy(b"\x00\x61\xD8\x00\x00\x62", &mut dst)?;
/// assert_eq!(&dst[..done.written], &[0x61, 0xFFFD, 0x62]);
/// assert_eq!(done.replacements, 1);
/// # Ok::<(), codeunit::Error>(())
/// ```
#[inline]
pub fn utf16be_to_utf32_lossy(src: &[u8], dst: &mut [u32]) -> Result<Lossy, Error> {
    transcode_lossy::<Utf16Be, Utf32>(src, dst)
}

/// Converts UTF-16LE bytes to Latin-1 and returns the number of bytes written. Unicode Standard
/// 3.10, D97.
///
/// For `dst`, `src.len() / 2` bytes are always enough;
/// [`transcoded_len`](crate::transcoded_len) tells the exact number.
///
/// # Errors
/// The first ill-formed sequence, the first character above U+00FF, or
/// [`OutputFull`](crate::ErrorKind::OutputFull) at the first character for which there is no
/// room.
///
/// ```
/// let mut dst = [0; 16];
/// let written = codeunit::utf16le_to_latin1(b"\x61\x00\xF1\x00", &mut dst)?;
/// assert_eq!(&dst[..written], b"a\xF1");
/// # Ok::<(), codeunit::Error>(())
/// ```
#[inline]
pub fn utf16le_to_latin1(src: &[u8], dst: &mut [u8]) -> Result<usize, Error> {
    transcode::<Utf16Le, Latin1>(src, dst)
}

/// Converts UTF-16LE bytes to Latin-1 with `?` for each maximal subpart that is ill-formed and
/// for each character above U+00FF. Unicode Standard 3.9, D93b.
///
/// For `dst`, `src.len().div_ceil(2)` bytes are always enough, with one for an odd last byte;
/// [`transcoded_len_lossy`](crate::transcoded_len_lossy) tells the exact number.
///
/// # Errors
/// Only [`OutputFull`](crate::ErrorKind::OutputFull).
///
/// ```
/// let mut dst = [0; 16];
/// let done = codeunit::utf16le_to_latin1_lossy(b"\x61\x00\x00\xD8\x62\x00", &mut dst)?;
/// assert_eq!(&dst[..done.written], b"a?b");
/// assert_eq!(done.replacements, 1);
/// # Ok::<(), codeunit::Error>(())
/// ```
#[inline]
pub fn utf16le_to_latin1_lossy(src: &[u8], dst: &mut [u8]) -> Result<Lossy, Error> {
    transcode_lossy::<Utf16Le, Latin1>(src, dst)
}

/// Converts UTF-16BE bytes to Latin-1 and returns the number of bytes written. Unicode Standard
/// 3.10, D96.
///
/// For `dst`, `src.len() / 2` bytes are always enough;
/// [`transcoded_len`](crate::transcoded_len) tells the exact number.
///
/// # Errors
/// The first ill-formed sequence, the first character above U+00FF, or
/// [`OutputFull`](crate::ErrorKind::OutputFull) at the first character for which there is no
/// room.
///
/// ```
/// let mut dst = [0; 16];
/// let written = codeunit::utf16be_to_latin1(b"\x00\x61\x00\xF1", &mut dst)?;
/// assert_eq!(&dst[..written], b"a\xF1");
/// # Ok::<(), codeunit::Error>(())
/// ```
#[inline]
pub fn utf16be_to_latin1(src: &[u8], dst: &mut [u8]) -> Result<usize, Error> {
    transcode::<Utf16Be, Latin1>(src, dst)
}

/// Converts UTF-16BE bytes to Latin-1 with `?` for each maximal subpart that is ill-formed and
/// for each character above U+00FF. Unicode Standard 3.9, D93b.
///
/// For `dst`, `src.len().div_ceil(2)` bytes are always enough, with one for an odd last byte;
/// [`transcoded_len_lossy`](crate::transcoded_len_lossy) tells the exact number.
///
/// # Errors
/// Only [`OutputFull`](crate::ErrorKind::OutputFull).
///
/// ```
/// let mut dst = [0; 16];
/// let done = codeunit::utf16be_to_latin1_lossy(b"\x00\x61\xD8\x00\x00\x62", &mut dst)?;
/// assert_eq!(&dst[..done.written], b"a?b");
/// assert_eq!(done.replacements, 1);
/// # Ok::<(), codeunit::Error>(())
/// ```
#[inline]
pub fn utf16be_to_latin1_lossy(src: &[u8], dst: &mut [u8]) -> Result<Lossy, Error> {
    transcode_lossy::<Utf16Be, Latin1>(src, dst)
}
