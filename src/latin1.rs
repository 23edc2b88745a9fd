//! From Latin-1 (ISO/IEC 8859-1), in which every byte is well-formed.

use crate::encoding::{Latin1, Utf8, Utf16, Utf16Be, Utf16Le, Utf32};
use crate::{Error, transcode, transcoded_len};

/// The number of UTF-8 bytes for Latin-1: for each byte 1 below 80, else 2.
///
/// ```
/// assert_eq!(codeunit::utf8_len_from_latin1(b"a\xF1"), 3);
/// ```
#[must_use]
#[inline]
pub fn utf8_len_from_latin1(src: &[u8]) -> usize {
    transcoded_len::<Latin1, Utf8>(src)
}

/// Converts Latin-1 to UTF-8 and returns the number of bytes written. Unicode Standard 3.9,
/// D92, Table 3-7.
///
/// For `dst`, `2 * src.len()` bytes are always enough;
/// [`transcoded_len`](crate::transcoded_len) tells the exact number.
///
/// # Errors
/// Only [`OutputFull`](crate::ErrorKind::OutputFull) at the first character for which there is no
/// room.
///
/// ```
/// let mut dst = [0; 16];
/// let written = codeunit::latin1_to_utf8(b"a\xF1", &mut dst)?;
/// assert_eq!(&dst[..written], "añ".as_bytes());
/// # Ok::<(), codeunit::Error>(())
/// ```
#[inline]
pub fn latin1_to_utf8(src: &[u8], dst: &mut [u8]) -> Result<usize, Error> {
    transcode::<Latin1, Utf8>(src, dst)
}

/// Converts Latin-1 to native UTF-16 code units and returns the number of code units written.
/// Unicode Standard 3.9, D91.
///
/// For `dst`, it writes exactly `src.len()` code units;
/// [`transcoded_len`](crate::transcoded_len) tells the exact number.
///
/// # Errors
/// Only [`OutputFull`](crate::ErrorKind::OutputFull) at the first character for which there is no
/// room.
///
/// ```
/// let mut dst = [0; 16];
/// let written = codeunit::latin1_to_utf16(b"a\xF1", &mut dst)?;
/// assert_eq!(&dst[..written], &[0x61, 0xF1]);
/// # Ok::<(), codeunit::Error>(())
/// ```
#[inline]
pub fn latin1_to_utf16(src: &[u8], dst: &mut [u16]) -> Result<usize, Error> {
    transcode::<Latin1, Utf16>(src, dst)
}

/// Converts Latin-1 to UTF-16LE bytes and returns the number of bytes written. Unicode Standard
/// 3.10, D97.
///
/// It writes exactly `2 * src.len()` bytes.
///
/// # Errors
/// Only [`OutputFull`](crate::ErrorKind::OutputFull) at the first character for which there is
/// no room.
///
/// ```
/// let mut dst = [0; 16];
/// let written = codeunit::latin1_to_utf16le(b"a\xF1", &mut dst)?;
/// assert_eq!(&dst[..written], b"\x61\x00\xF1\x00");
/// # Ok::<(), codeunit::Error>(())
/// ```
#[inline]
pub fn latin1_to_utf16le(src: &[u8], dst: &mut [u8]) -> Result<usize, Error> {
    transcode::<Latin1, Utf16Le>(src, dst)
}

/// Converts Latin-1 to UTF-16BE bytes and returns the number of bytes written. Unicode Standard
/// 3.10, D96.
///
/// It writes exactly `2 * src.len()` bytes.
///
/// # Errors
/// Only [`OutputFull`](crate::ErrorKind::OutputFull) at the first character for which there is
/// no room.
///
/// ```
/// let mut dst = [0; 16];
/// let written = codeunit::latin1_to_utf16be(b"a\xF1", &mut dst)?;
/// assert_eq!(&dst[..written], b"\x00\x61\x00\xF1");
/// # Ok::<(), codeunit::Error>(())
/// ```
#[inline]
pub fn latin1_to_utf16be(src: &[u8], dst: &mut [u8]) -> Result<usize, Error> {
    transcode::<Latin1, Utf16Be>(src, dst)
}

/// Converts Latin-1 to native UTF-32 code units and returns the number of code units written.
/// Unicode Standard 3.9, D90.
///
/// For `dst`, it writes exactly `src.len()` code units;
/// [`transcoded_len`](crate::transcoded_len) tells the exact number.
///
/// # Errors
/// Only [`OutputFull`](crate::ErrorKind::OutputFull) at the first character for which there is no
/// room.
///
/// ```
/// let mut dst = [0; 16];
/// let written = codeunit::latin1_to_utf32(b"a\xF1", &mut dst)?;
/// assert_eq!(&dst[..written], &[0x61, 0xF1]);
/// # Ok::<(), codeunit::Error>(())
/// ```
#[inline]
pub fn latin1_to_utf32(src: &[u8], dst: &mut [u32]) -> Result<usize, Error> {
    transcode::<Latin1, Utf32>(src, dst)
}
