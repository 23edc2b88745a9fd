//! From `&str`, which is well-formed UTF-8.

use crate::encoding::{Latin1, Str, Utf16, Utf16Be, Utf16Le, Utf32};
use crate::{Error, Lossy, transcode, transcode_lossy};

/// Converts a string to native UTF-16 code units and returns the number of code units written.
/// Nothing is validated: the type of the source proves it. Unicode Standard 3.9, D91.
///
/// For `dst`, `src.len()` code units are always enough;
/// [`transcoded_len`](crate::transcoded_len) tells the exact number.
///
/// # Errors
/// Only [`OutputFull`](crate::ErrorKind::OutputFull) at the first character for which there is no
/// room.
///
/// ```
/// let mut dst = [0; 16];
/// let written = codeunit::str_to_utf16("añ€", &mut dst)?;
/// assert_eq!(&dst[..written], &[0x61, 0xF1, 0x20AC]);
/// # Ok::<(), codeunit::Error>(())
/// ```
#[inline]
pub fn str_to_utf16(src: &str, dst: &mut [u16]) -> Result<usize, Error> {
    transcode::<Str, Utf16>(src, dst)
}

/// Converts a string to UTF-16LE bytes and returns the number of bytes written. Nothing is
/// validated: the type of the source proves it. Unicode Standard 3.10, D97.
///
/// For `dst`, `2 * src.len()` bytes are always enough;
/// [`transcoded_len`](crate::transcoded_len) tells the exact number.
///
/// # Errors
/// Only [`OutputFull`](crate::ErrorKind::OutputFull) at the first character for which there is
/// no room.
///
/// ```
/// let mut dst = [0; 16];
/// let written = codeunit::str_to_utf16le("añ€", &mut dst)?;
/// assert_eq!(&dst[..written], b"\x61\x00\xF1\x00\xAC\x20");
/// # Ok::<(), codeunit::Error>(())
/// ```
#[inline]
pub fn str_to_utf16le(src: &str, dst: &mut [u8]) -> Result<usize, Error> {
    transcode::<Str, Utf16Le>(src, dst)
}

/// Converts a string to UTF-16BE bytes and returns the number of bytes written. Nothing is
/// validated: the type of the source proves it. Unicode Standard 3.10, D96.
///
/// For `dst`, `2 * src.len()` bytes are always enough;
/// [`transcoded_len`](crate::transcoded_len) tells the exact number.
///
/// # Errors
/// Only [`OutputFull`](crate::ErrorKind::OutputFull) at the first character for which there is
/// no room.
///
/// ```
/// let mut dst = [0; 16];
/// let written = codeunit::str_to_utf16be("añ€", &mut dst)?;
/// assert_eq!(&dst[..written], b"\x00\x61\x00\xF1\x20\xAC");
/// # Ok::<(), codeunit::Error>(())
/// ```
#[inline]
pub fn str_to_utf16be(src: &str, dst: &mut [u8]) -> Result<usize, Error> {
    transcode::<Str, Utf16Be>(src, dst)
}

/// Converts a string to native UTF-32 code units and returns the number of code units written.
/// Nothing is validated: the type of the source proves it. Unicode Standard 3.9, D90.
///
/// For `dst`, `src.len()` code units are always enough;
/// [`transcoded_len`](crate::transcoded_len) tells the exact number.
///
/// # Errors
/// Only [`OutputFull`](crate::ErrorKind::OutputFull) at the first character for which there is no
/// room.
///
/// ```
/// let mut dst = [0; 16];
/// let written = codeunit::str_to_utf32("añ€", &mut dst)?;
/// assert_eq!(&dst[..written], &[0x61, 0xF1, 0x20AC]);
/// # Ok::<(), codeunit::Error>(())
/// ```
#[inline]
pub fn str_to_utf32(src: &str, dst: &mut [u32]) -> Result<usize, Error> {
    transcode::<Str, Utf32>(src, dst)
}

/// Converts a string to Latin-1 and returns the number of bytes written. Nothing is validated:
/// the type of the source proves it. Code points and bytes are the same numbers.
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
/// let written = codeunit::str_to_latin1("añ", &mut dst)?;
/// assert_eq!(&dst[..written], b"a\xF1");
/// # Ok::<(), codeunit::Error>(())
/// ```
#[inline]
pub fn str_to_latin1(src: &str, dst: &mut [u8]) -> Result<usize, Error> {
    transcode::<Str, Latin1>(src, dst)
}

/// Converts a string to Latin-1 with `?` for each character above U+00FF. ISO/IEC 8859-1 has no
/// U+FFFD.
///
/// For `dst`, `src.len()` bytes are always enough;
/// [`transcoded_len_lossy`](crate::transcoded_len_lossy) tells the exact number.
///
/// # Errors
/// Only [`OutputFull`](crate::ErrorKind::OutputFull).
///
/// ```
/// let mut dst = [0; 16];
/// let done = codeunit::str_to_latin1_lossy("a€b", &mut dst)?;
/// assert_eq!(&dst[..done.written], b"a?b");
/// assert_eq!(done.replacements, 1);
/// # Ok::<(), codeunit::Error>(())
/// ```
#[inline]
pub fn str_to_latin1_lossy(src: &str, dst: &mut [u8]) -> Result<Lossy, Error> {
    transcode_lossy::<Str, Latin1>(src, dst)
}
