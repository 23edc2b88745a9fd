//! What UTF-16 is and how long, and changes to it where it is: native code units, and the bytes of UTF-16LE
//! and UTF-16BE.

use crate::encoding::{Utf8, Utf16, Utf16Be, Utf16Le, Utf32};
use crate::{
    Analysis, Engine, Error, analyze, count, transcoded_len, transcoded_len_lossy, validate,
};

/// Checks that native UTF-16 code units are well-formed. Unicode Standard 3.9, D91.
///
/// # Errors
/// The first ill-formed sequence; its offset and length are in code units.
///
/// ```
/// use codeunit::ErrorKind;
///
/// assert!(codeunit::validate_utf16(&[0x61, 0xF1, 0x20AC]).is_ok());
/// let error = codeunit::validate_utf16(&[0x61, 0xD800, 0x62]).unwrap_err();
/// assert_eq!((error.kind(), error.valid_up_to()), (ErrorKind::UnpairedHigh, 1));
/// ```
#[inline]
pub fn validate_utf16(src: &[u16]) -> Result<(), Error> {
    validate::<Utf16>(src)
}

/// Checks that UTF-16LE bytes are well-formed. Unicode Standard 3.10, D97.
///
/// # Errors
/// The first ill-formed sequence; its offset and length are in bytes.
///
/// ```
/// use codeunit::ErrorKind;
///
/// assert!(codeunit::validate_utf16le(b"\x61\x00\xF1\x00\xAC\x20").is_ok());
/// let error = codeunit::validate_utf16le(b"\x61\x00\x00\xD8\x62\x00").unwrap_err();
/// assert_eq!((error.kind(), error.valid_up_to()), (ErrorKind::UnpairedHigh, 2));
/// ```
#[inline]
pub fn validate_utf16le(src: &[u8]) -> Result<(), Error> {
    validate::<Utf16Le>(src)
}

/// Checks that UTF-16BE bytes are well-formed. Unicode Standard 3.10, D96.
///
/// # Errors
/// The first ill-formed sequence; its offset and length are in bytes.
///
/// ```
/// use codeunit::ErrorKind;
///
/// assert!(codeunit::validate_utf16be(b"\x00\x61\x00\xF1\x20\xAC").is_ok());
/// let error = codeunit::validate_utf16be(b"\x00\x61\xD8\x00\x00\x62").unwrap_err();
/// assert_eq!((error.kind(), error.valid_up_to()), (ErrorKind::UnpairedHigh, 2));
/// ```
#[inline]
pub fn validate_utf16be(src: &[u8]) -> Result<(), Error> {
    validate::<Utf16Be>(src)
}

/// What one look at native UTF-16 code units tells: see [`analyze`] and [`Analysis`]. Unicode Standard 3.9, D91.
///
/// The place of an error and lengths are in code units.
///
/// ```
/// let analysis = codeunit::analyze_utf16(&[0x61, 0xF1, 0xD83D, 0xDE00]);
/// assert!(analysis.is_well_formed() && !analysis.is_ascii());
/// assert_eq!((analysis.utf8_len(), analysis.utf16_len(), analysis.utf32_len()), (7, 4, 3));
/// ```
#[must_use]
#[inline]
pub fn analyze_utf16(src: &[u16]) -> Analysis {
    analyze::<Utf16>(src)
}

/// What one look at UTF-16LE bytes tells: see [`analyze`] and [`Analysis`]. Unicode Standard 3.10, D97.
///
/// The place of an error is in bytes, lengths are in code units.
///
/// ```
/// let analysis = codeunit::analyze_utf16le(b"\x61\x00\xF1\x00\x3D\xD8\x00\xDE");
/// assert!(analysis.is_well_formed() && !analysis.is_ascii());
/// assert_eq!((analysis.utf8_len(), analysis.utf16_len(), analysis.utf32_len()), (7, 4, 3));
/// ```
#[must_use]
#[inline]
pub fn analyze_utf16le(src: &[u8]) -> Analysis {
    analyze::<Utf16Le>(src)
}

/// What one look at UTF-16BE bytes tells: see [`analyze`] and [`Analysis`]. Unicode Standard 3.10, D96.
///
/// The place of an error is in bytes, lengths are in code units.
///
/// ```
/// let analysis = codeunit::analyze_utf16be(b"\x00\x61\x00\xF1\xD8\x3D\xDE\x00");
/// assert!(analysis.is_well_formed() && !analysis.is_ascii());
/// assert_eq!((analysis.utf8_len(), analysis.utf16_len(), analysis.utf32_len()), (7, 4, 3));
/// ```
#[must_use]
#[inline]
pub fn analyze_utf16be(src: &[u8]) -> Analysis {
    analyze::<Utf16Be>(src)
}

/// The number of code points in native UTF-16 code units: the code units outside DC00..DFFF.
///
/// ```
/// assert_eq!(codeunit::count_utf16(&[0x61, 0xF1, 0xD83D, 0xDE00]), 3);
/// ```
#[must_use]
#[inline]
pub fn count_utf16(src: &[u16]) -> usize {
    count::<Utf16>(src)
}

/// The number of code points in UTF-16LE bytes: the whole code units outside DC00..DFFF.
///
/// ```
/// assert_eq!(codeunit::count_utf16le(b"\x61\x00\xF1\x00\x3D\xD8\x00\xDE"), 3);
/// ```
#[must_use]
#[inline]
pub fn count_utf16le(src: &[u8]) -> usize {
    count::<Utf16Le>(src)
}

/// The number of code points in UTF-16BE bytes: the whole code units outside DC00..DFFF.
///
/// ```
/// assert_eq!(codeunit::count_utf16be(b"\x00\x61\x00\xF1\xD8\x3D\xDE\x00"), 3);
/// ```
#[must_use]
#[inline]
pub fn count_utf16be(src: &[u8]) -> usize {
    count::<Utf16Be>(src)
}

/// The number of UTF-8 bytes for native UTF-16 code units: for each code unit 1 below 80, 2
/// below 800 and for a surrogate, else 3.
///
/// Exact for a well-formed source, and the value of that formula on every backend for any
/// other.
///
/// ```
/// assert_eq!(codeunit::utf8_len_from_utf16(&[0x61, 0xF1, 0xD83D, 0xDE00]), 7);
/// ```
#[must_use]
#[inline]
pub fn utf8_len_from_utf16(src: &[u16]) -> usize {
    transcoded_len::<Utf16, Utf8>(src)
}

/// The number of UTF-8 bytes for UTF-16LE bytes: for each whole code unit 1 below 80, 2 below
/// 800 and for a surrogate, else 3.
///
/// Exact for a well-formed source, and the value of that formula on every backend for any
/// other.
///
/// ```
/// assert_eq!(codeunit::utf8_len_from_utf16le(b"\x61\x00\xF1\x00\x3D\xD8\x00\xDE"), 7);
/// ```
#[must_use]
#[inline]
pub fn utf8_len_from_utf16le(src: &[u8]) -> usize {
    transcoded_len::<Utf16Le, Utf8>(src)
}

/// The number of UTF-8 bytes for UTF-16BE bytes: for each whole code unit 1 below 80, 2 below
/// 800 and for a surrogate, else 3.
///
/// Exact for a well-formed source, and the value of that formula on every backend for any
/// other.
///
/// ```
/// assert_eq!(codeunit::utf8_len_from_utf16be(b"\x00\x61\x00\xF1\xD8\x3D\xDE\x00"), 7);
/// ```
#[must_use]
#[inline]
pub fn utf8_len_from_utf16be(src: &[u8]) -> usize {
    transcoded_len::<Utf16Be, Utf8>(src)
}

/// The number of UTF-8 bytes that the lossy conversion of native UTF-16 code units writes, with
/// those of U+FFFD for each maximal subpart that is ill-formed. Unicode Standard 3.9, D93b.
///
/// Exact for any source.
///
/// ```
/// assert_eq!(codeunit::utf8_len_from_utf16_lossy(&[0x61, 0xD800, 0x62]), 5);
/// ```
#[must_use]
#[inline]
pub fn utf8_len_from_utf16_lossy(src: &[u16]) -> usize {
    transcoded_len_lossy::<Utf16, Utf8>(src)
}

/// The number of UTF-8 bytes that the lossy conversion of UTF-16LE bytes writes, with those of
/// U+FFFD for each maximal subpart that is ill-formed. Unicode Standard 3.9, D93b.
///
/// Exact for any source.
///
/// ```
/// assert_eq!(codeunit::utf8_len_from_utf16le_lossy(b"\x61\x00\x00\xD8\x62\x00"), 5);
/// ```
#[must_use]
#[inline]
pub fn utf8_len_from_utf16le_lossy(src: &[u8]) -> usize {
    transcoded_len_lossy::<Utf16Le, Utf8>(src)
}

/// The number of UTF-8 bytes that the lossy conversion of UTF-16BE bytes writes, with those of
/// U+FFFD for each maximal subpart that is ill-formed. Unicode Standard 3.9, D93b.
///
/// Exact for any source.
///
/// ```
/// assert_eq!(codeunit::utf8_len_from_utf16be_lossy(b"\x00\x61\xD8\x00\x00\x62"), 5);
/// ```
#[must_use]
#[inline]
pub fn utf8_len_from_utf16be_lossy(src: &[u8]) -> usize {
    transcoded_len_lossy::<Utf16Be, Utf8>(src)
}

/// The number of UTF-32 code units for native UTF-16 code units: the code units outside
/// DC00..DFFF.
///
/// Exact for a well-formed source, and the value of that formula on every backend for any
/// other.
///
/// ```
/// assert_eq!(codeunit::utf32_len_from_utf16(&[0x61, 0xF1, 0xD83D, 0xDE00]), 3);
/// ```
#[must_use]
#[inline]
pub fn utf32_len_from_utf16(src: &[u16]) -> usize {
    transcoded_len::<Utf16, Utf32>(src)
}

/// Swaps the two bytes of each code unit of `src` into `dst`: UTF-16 of the other byte order.
/// Nothing is validated. Returns the number of code units written, the smaller of the two lengths.
///
/// ```
/// let mut dst = [0; 2];
/// assert_eq!(codeunit::swap_utf16(&[0x0061, 0x20AC], &mut dst), 2);
/// assert_eq!(dst, [0x6100, 0xAC20]);
/// ```
#[inline]
pub fn swap_utf16(src: &[u16], dst: &mut [u16]) -> usize {
    Engine::active().swap_utf16(src, dst)
}

/// Swaps the two bytes of each code unit in place. Nothing is validated.
///
/// ```
/// let mut units = [0x0061, 0x20AC];
/// codeunit::swap_utf16_in_place(&mut units);
/// assert_eq!(units, [0x6100, 0xAC20]);
/// ```
#[inline]
pub fn swap_utf16_in_place(units: &mut [u16]) {
    Engine::active().swap_utf16_in_place(units);
}

/// Swaps the two bytes of each code unit of `src`, at any address, into `dst`: from UTF-16LE to UTF-16BE, or back, and nothing
/// is validated. Returns the number of bytes written, those of the whole code units for which there is room; half of one at
/// the end is left out.
///
/// ```
/// let mut dst = [0; 4];
/// assert_eq!(codeunit::swap_utf16_bytes(b"\x61\x00\xAC\x20\x62", &mut dst), 4);
/// assert_eq!(&dst, b"\x00\x61\x20\xAC");
/// ```
#[inline]
pub fn swap_utf16_bytes(src: &[u8], dst: &mut [u8]) -> usize {
    Engine::active().swap_utf16_bytes(src, dst)
}

/// [`swap_utf16_bytes`] in place. Half of a code unit at the end is left as it is.
///
/// ```
/// let mut bytes = *b"\x61\x00\xAC\x20\x62";
/// codeunit::swap_utf16_bytes_in_place(&mut bytes);
/// assert_eq!(&bytes, b"\x00\x61\x20\xAC\x62");
/// ```
#[inline]
pub fn swap_utf16_bytes_in_place(bytes: &mut [u8]) {
    Engine::active().swap_utf16_bytes_in_place(bytes);
}

/// Replaces each unpaired surrogate by U+FFFD, in place, and returns how many there were. The units
/// are well-formed UTF-16 afterwards. Unicode Standard 3.9, D91 and D93b.
///
/// Both are one code unit, so no unit moves. The result is that of the lossy conversion from UTF-16
/// to UTF-16; a surrogate at the end, which could still become a pair with more input, is replaced
/// as well.
///
/// ```
/// let mut units = [0x61, 0xD800, 0xD83D, 0xDE00, 0xDC00];
/// assert_eq!(codeunit::make_utf16_well_formed(&mut units), 2);
/// assert_eq!(units, [0x61, 0xFFFD, 0xD83D, 0xDE00, 0xFFFD]);
/// ```
#[inline]
pub fn make_utf16_well_formed(units: &mut [u16]) -> usize {
    Engine::active().make_utf16_well_formed(units)
}

/// Replaces each unpaired surrogate in UTF-16LE bytes by U+FFFD, in place, and returns how many
/// there were. Unicode Standard 3.10, D97, and 3.9, D93b.
///
/// An odd last byte is left as it is and not counted: a replacement has no room there. The bytes
/// before it are well-formed afterwards.
///
/// ```
/// let mut bytes = *b"\x61\x00\x00\xDC";
/// assert_eq!(codeunit::make_utf16le_well_formed(&mut bytes), 1);
/// assert_eq!(&bytes, b"\x61\x00\xFD\xFF");
/// ```
#[inline]
pub fn make_utf16le_well_formed(bytes: &mut [u8]) -> usize {
    Engine::active().make_utf16le_well_formed(bytes)
}

/// Replaces each unpaired surrogate in UTF-16BE bytes by U+FFFD, in place, and returns how many
/// there were. Unicode Standard 3.10, D96, and 3.9, D93b.
///
/// An odd last byte is left as it is and not counted: a replacement has no room there. The bytes
/// before it are well-formed afterwards.
///
/// ```
/// let mut bytes = *b"\x00\x61\xDC\x00";
/// assert_eq!(codeunit::make_utf16be_well_formed(&mut bytes), 1);
/// assert_eq!(&bytes, b"\x00\x61\xFF\xFD");
/// ```
#[inline]
pub fn make_utf16be_well_formed(bytes: &mut [u8]) -> usize {
    Engine::active().make_utf16be_well_formed(bytes)
}
