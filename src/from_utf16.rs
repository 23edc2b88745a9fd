//! Conversion from native UTF-16 code units.

use crate::encoding::{Latin1, Utf8, Utf16, Utf32};
use crate::{Error, Lossy, transcode, transcode_lossy};

/// Converts native UTF-16 code units to UTF-8 and returns the number of bytes written. Unicode
/// Standard 3.9, D91.
///
/// For `dst`, `3 * src.len()` bytes are always enough;
/// [`transcoded_len`](crate::transcoded_len) tells the exact number.
///
/// # Errors
/// The first ill-formed sequence, or [`OutputFull`](crate::ErrorKind::OutputFull) at the first
/// character for which there is no room.
///
/// ```
/// let mut dst = [0; 16];
/// let written = codeunit::utf16_to_utf8(&[0x61, 0xF1, 0x20AC], &mut dst)?;
/// assert_eq!(&dst[..written], "añ€".as_bytes());
/// # Ok::<(), codeunit::Error>(())
/// ```
#[inline]
pub fn utf16_to_utf8(src: &[u16], dst: &mut [u8]) -> Result<usize, Error> {
    transcode::<Utf16, Utf8>(src, dst)
}

/// Converts native UTF-16 code units to UTF-8 with U+FFFD for each maximal subpart that is
/// ill-formed. Unicode Standard 3.9, D93b.
///
/// For `dst`, `3 * src.len()` bytes are always enough;
/// [`transcoded_len_lossy`](crate::transcoded_len_lossy) tells the exact number.
///
/// # Errors
/// Only [`OutputFull`](crate::ErrorKind::OutputFull).
///
/// ```
/// let mut dst = [0; 16];
/// let done = codeunit::utf16_to_utf8_lossy(&[0x61, 0xD800, 0x62], &mut dst)?;
/// assert_eq!(&dst[..done.written], "a\u{FFFD}b".as_bytes());
/// assert_eq!(done.replacements, 1);
/// # Ok::<(), codeunit::Error>(())
/// ```
#[inline]
pub fn utf16_to_utf8_lossy(src: &[u16], dst: &mut [u8]) -> Result<Lossy, Error> {
    transcode_lossy::<Utf16, Utf8>(src, dst)
}

/// Converts native UTF-16 code units to native UTF-32 code units and returns the number of code
/// units written. Unicode Standard 3.9, D91.
///
/// For `dst`, `src.len()` code units are always enough;
/// [`transcoded_len`](crate::transcoded_len) tells the exact number.
///
/// # Errors
/// The first ill-formed sequence, or [`OutputFull`](crate::ErrorKind::OutputFull) at the first
/// character for which there is no room.
///
/// ```
/// let mut dst = [0; 16];
/// let written = codeunit::utf16_to_utf32(&[0x61, 0xF1, 0x20AC], &mut dst)?;
/// assert_eq!(&dst[..written], &[0x61, 0xF1, 0x20AC]);
/// # Ok::<(), codeunit::Error>(())
/// ```
#[inline]
pub fn utf16_to_utf32(src: &[u16], dst: &mut [u32]) -> Result<usize, Error> {
    transcode::<Utf16, Utf32>(src, dst)
}

/// Converts native UTF-16 code units to native UTF-32 code units with U+FFFD for each maximal
/// subpart that is ill-formed. Unicode Standard 3.9, D93b.
///
/// For `dst`, `src.len()` code units are always enough;
/// [`transcoded_len_lossy`](crate::transcoded_len_lossy) tells the exact number.
///
/// # Errors
/// Only [`OutputFull`](crate::ErrorKind::OutputFull).
///
/// ```
/// let mut dst = [0; 16];
/// let done = codeunit::utf16_to_utf32_lossy(&[0x61, 0xD800, 0x62], &mut dst)?;
/// assert_eq!(&dst[..done.written], &[0x61, 0xFFFD, 0x62]);
/// assert_eq!(done.replacements, 1);
/// # Ok::<(), codeunit::Error>(())
/// ```
#[inline]
pub fn utf16_to_utf32_lossy(src: &[u16], dst: &mut [u32]) -> Result<Lossy, Error> {
    transcode_lossy::<Utf16, Utf32>(src, dst)
}

/// Converts native UTF-16 code units to Latin-1 and returns the number of bytes written.
/// Unicode Standard 3.9, D91.
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
/// let written = codeunit::utf16_to_latin1(&[0x61, 0xF1], &mut dst)?;
/// assert_eq!(&dst[..written], b"a\xF1");
/// # Ok::<(), codeunit::Error>(())
/// ```
#[inline]
pub fn utf16_to_latin1(src: &[u16], dst: &mut [u8]) -> Result<usize, Error> {
    transcode::<Utf16, Latin1>(src, dst)
}

/// Converts native UTF-16 code units to Latin-1 with `?` for each maximal subpart that is
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
/// let done = codeunit::utf16_to_latin1_lossy(&[0x61, 0xD800, 0x62], &mut dst)?;
/// assert_eq!(&dst[..done.written], b"a?b");
/// assert_eq!(done.replacements, 1);
/// # Ok::<(), codeunit::Error>(())
/// ```
#[inline]
pub fn utf16_to_latin1_lossy(src: &[u16], dst: &mut [u8]) -> Result<Lossy, Error> {
    transcode_lossy::<Utf16, Latin1>(src, dst)
}
