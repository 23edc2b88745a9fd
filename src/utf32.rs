//! From UTF-32: native code units, the bytes of UTF-32LE and UTF-32BE, and `&[char]`.

use crate::encoding::{Chars, Latin1, Utf8, Utf16, Utf32, Utf32Be, Utf32Le};
use crate::{
    Analysis, Engine, Error, Lossy, analyze, count, transcode, transcode_lossy, transcoded_len,
    validate,
};

/// Checks that native UTF-32 code units are well-formed. Unicode Standard 3.9, D90.
///
/// # Errors
/// The first ill-formed sequence; its offset and length are in code units.
///
/// ```
/// use codeunit::ErrorKind;
///
/// assert!(codeunit::validate_utf32(&[0x61, 0xF1, 0x20AC]).is_ok());
/// let error = codeunit::validate_utf32(&[0x61, 0xD800]).unwrap_err();
/// assert_eq!((error.kind(), error.valid_up_to()), (ErrorKind::Surrogate, 1));
/// ```
#[inline]
pub fn validate_utf32(src: &[u32]) -> Result<(), Error> {
    validate::<Utf32>(src)
}

/// Checks that UTF-32LE bytes are well-formed. Unicode Standard 3.10, D100.
///
/// # Errors
/// The first ill-formed sequence; its offset and length are in bytes.
///
/// ```
/// use codeunit::ErrorKind;
///
/// assert!(codeunit::validate_utf32le(b"\x61\x00\x00\x00\xF1\x00\x00\x00\xAC\x20\x00\x00").is_ok());
/// let error = codeunit::validate_utf32le(b"\x00\x00\x11\x00").unwrap_err();
/// assert_eq!((error.kind(), error.valid_up_to()), (ErrorKind::AboveMax, 0));
/// ```
#[inline]
pub fn validate_utf32le(src: &[u8]) -> Result<(), Error> {
    validate::<Utf32Le>(src)
}

/// Checks that UTF-32BE bytes are well-formed. Unicode Standard 3.10, D99.
///
/// # Errors
/// The first ill-formed sequence; its offset and length are in bytes.
///
/// ```
/// use codeunit::ErrorKind;
///
/// assert!(codeunit::validate_utf32be(b"\x00\x00\x00\x61\x00\x00\x00\xF1\x00\x00\x20\xAC").is_ok());
/// let error = codeunit::validate_utf32be(b"\x00\x11\x00\x00").unwrap_err();
/// assert_eq!((error.kind(), error.valid_up_to()), (ErrorKind::AboveMax, 0));
/// ```
#[inline]
pub fn validate_utf32be(src: &[u8]) -> Result<(), Error> {
    validate::<Utf32Be>(src)
}

/// What one look at native UTF-32 code units tells: see [`analyze`] and [`Analysis`]. Unicode Standard 3.9, D90.
///
/// The place of an error and lengths are in code units.
///
/// ```
/// let analysis = codeunit::analyze_utf32(&[0x61, 0xF1, 0x1F600]);
/// assert!(analysis.is_well_formed() && !analysis.is_ascii());
/// assert_eq!((analysis.utf8_len(), analysis.utf16_len(), analysis.utf32_len()), (7, 4, 3));
/// ```
#[must_use]
#[inline]
pub fn analyze_utf32(src: &[u32]) -> Analysis {
    analyze::<Utf32>(src)
}

/// What one look at UTF-32LE bytes tells: see [`analyze`] and [`Analysis`]. Unicode Standard 3.10, D100.
///
/// The place of an error is in bytes, lengths are in code units.
///
/// ```
/// let analysis = codeunit::analyze_utf32le(b"\x61\x00\x00\x00\x00\xF6\x01\x00");
/// assert!(analysis.is_well_formed() && !analysis.is_ascii());
/// assert_eq!((analysis.utf8_len(), analysis.utf16_len(), analysis.utf32_len()), (5, 3, 2));
/// ```
#[must_use]
#[inline]
pub fn analyze_utf32le(src: &[u8]) -> Analysis {
    analyze::<Utf32Le>(src)
}

/// What one look at UTF-32BE bytes tells: see [`analyze`] and [`Analysis`]. Unicode Standard 3.10, D99.
///
/// The place of an error is in bytes, lengths are in code units.
///
/// ```
/// let analysis = codeunit::analyze_utf32be(b"\x00\x00\x00\x61\x00\x01\xF6\x00");
/// assert!(analysis.is_well_formed() && !analysis.is_ascii());
/// assert_eq!((analysis.utf8_len(), analysis.utf16_len(), analysis.utf32_len()), (5, 3, 2));
/// ```
#[must_use]
#[inline]
pub fn analyze_utf32be(src: &[u8]) -> Analysis {
    analyze::<Utf32Be>(src)
}

/// The number of code points in native UTF-32 code units: its length.
///
/// ```
/// assert_eq!(codeunit::count_utf32(&[0x61, 0xF1, 0x1F600]), 3);
/// ```
#[must_use]
#[inline]
pub fn count_utf32(src: &[u32]) -> usize {
    count::<Utf32>(src)
}

/// The number of UTF-8 bytes for native UTF-32 code units: for each code unit 1 below 80, 2
/// below 800, 3 below 10000, else 4.
///
/// Exact for a well-formed source, and the value of that formula on every backend for any
/// other.
///
/// ```
/// assert_eq!(codeunit::utf8_len_from_utf32(&[0x61, 0xF1, 0x1F600]), 7);
/// ```
#[must_use]
#[inline]
pub fn utf8_len_from_utf32(src: &[u32]) -> usize {
    transcoded_len::<Utf32, Utf8>(src)
}

/// The number of UTF-16 code units for native UTF-32 code units: for each code unit 1 below
/// 10000, else 2.
///
/// Exact for a well-formed source, and the value of that formula on every backend for any
/// other.
///
/// ```
/// assert_eq!(codeunit::utf16_len_from_utf32(&[0x61, 0xF1, 0x1F600]), 4);
/// ```
#[must_use]
#[inline]
pub fn utf16_len_from_utf32(src: &[u32]) -> usize {
    transcoded_len::<Utf32, Utf16>(src)
}

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

/// Puts the four bytes of each code unit of `src` in the opposite order into `dst`: UTF-32 of the other
/// byte order. Nothing is validated. Returns the number of code units written, the smaller of the two
/// lengths.
///
/// ```
/// let mut dst = [0; 2];
/// assert_eq!(codeunit::swap_utf32(&[0x0061, 0x1_F600], &mut dst), 2);
/// assert_eq!(dst, [0x6100_0000, 0x00F6_0100]);
/// ```
#[inline]
pub fn swap_utf32(src: &[u32], dst: &mut [u32]) -> usize {
    Engine::active().swap_utf32(src, dst)
}

/// Puts the four bytes of each code unit in the opposite order in place. Nothing is validated.
///
/// ```
/// let mut units = [0x0061, 0x1_F600];
/// codeunit::swap_utf32_in_place(&mut units);
/// assert_eq!(units, [0x6100_0000, 0x00F6_0100]);
/// ```
#[inline]
pub fn swap_utf32_in_place(units: &mut [u32]) {
    Engine::active().swap_utf32_in_place(units);
}

/// As [`swap_utf16_bytes`](crate::swap_utf16_bytes): from UTF-32LE to UTF-32BE, or back, four bytes at a time.
///
/// ```
/// let mut dst = [0; 4];
/// assert_eq!(codeunit::swap_utf32_bytes(b"\x61\x00\x00\x00\x62", &mut dst), 4);
/// assert_eq!(&dst, b"\x00\x00\x00\x61");
/// ```
#[inline]
pub fn swap_utf32_bytes(src: &[u8], dst: &mut [u8]) -> usize {
    Engine::active().swap_utf32_bytes(src, dst)
}

/// [`swap_utf32_bytes`] in place. A part of a code unit at the end is left as it is.
///
/// ```
/// let mut bytes = *b"\x61\x00\x00\x00\x62";
/// codeunit::swap_utf32_bytes_in_place(&mut bytes);
/// assert_eq!(&bytes, b"\x00\x00\x00\x61\x62");
/// ```
#[inline]
pub fn swap_utf32_bytes_in_place(bytes: &mut [u8]) {
    Engine::active().swap_utf32_bytes_in_place(bytes);
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
