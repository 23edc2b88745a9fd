//! What UTF-32 is and how long, and its byte order: native code units, and the bytes of UTF-32LE and UTF-32BE.

use crate::encoding::{Utf8, Utf16, Utf32, Utf32Be, Utf32Le};
use crate::{Analysis, Engine, Error, analyze, count, transcoded_len, validate};

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

/// The number of code points in UTF-32LE bytes: the whole code units.
///
/// ```
/// assert_eq!(codeunit::count_utf32le(b"\x61\x00\x00\x00\xAC\x20\x00\x00"), 2);
/// ```
#[must_use]
#[inline]
pub fn count_utf32le(src: &[u8]) -> usize {
    count::<Utf32Le>(src)
}

/// The number of code points in UTF-32BE bytes: the whole code units.
///
/// ```
/// assert_eq!(codeunit::count_utf32be(b"\x00\x00\x00\x61\x00\x00\x20\xAC"), 2);
/// ```
#[must_use]
#[inline]
pub fn count_utf32be(src: &[u8]) -> usize {
    count::<Utf32Be>(src)
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

/// The number of UTF-8 bytes for UTF-32LE bytes: for each whole code unit 1 below 80, 2 below
/// 800, 3 below 10000, else 4.
///
/// Exact for a well-formed source, and the value of that formula on every backend for any
/// other.
///
/// ```
/// assert_eq!(codeunit::utf8_len_from_utf32le(b"\x61\x00\x00\x00\xAC\x20\x00\x00"), 4);
/// ```
#[must_use]
#[inline]
pub fn utf8_len_from_utf32le(src: &[u8]) -> usize {
    transcoded_len::<Utf32Le, Utf8>(src)
}

/// The number of UTF-8 bytes for UTF-32BE bytes: for each whole code unit 1 below 80, 2 below
/// 800, 3 below 10000, else 4.
///
/// Exact for a well-formed source, and the value of that formula on every backend for any
/// other.
///
/// ```
/// assert_eq!(codeunit::utf8_len_from_utf32be(b"\x00\x00\x00\x61\x00\x00\x20\xAC"), 4);
/// ```
#[must_use]
#[inline]
pub fn utf8_len_from_utf32be(src: &[u8]) -> usize {
    transcoded_len::<Utf32Be, Utf8>(src)
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
