//! From UTF-8: bytes that may be ill-formed.

use crate::encoding::{Latin1, Utf8, Utf16, Utf16Be, Utf16Le, Utf32};
use crate::{
    Analysis, Engine, Error, Lossy, analyze, count, transcode, transcode_lossy, transcoded_len,
    transcoded_len_lossy, validate,
};

/// Checks that UTF-8 is well-formed. Unicode Standard 3.9, D92, Table 3-7.
///
/// # Errors
/// The first ill-formed sequence; its offset and length are in bytes.
///
/// ```
/// use codeunit::ErrorKind;
///
/// assert!(codeunit::validate_utf8("añ€".as_bytes()).is_ok());
/// let error = codeunit::validate_utf8(b"a\xFFb").unwrap_err();
/// assert_eq!((error.kind(), error.valid_up_to()), (ErrorKind::BadLead, 1));
/// ```
#[inline]
pub fn validate_utf8(src: &[u8]) -> Result<(), Error> {
    validate::<Utf8>(src)
}

/// What one look at UTF-8 tells: see [`analyze`] and [`Analysis`]. Unicode Standard 3.9, D92, Table 3-7.
///
/// The place of an error is in bytes, lengths are in code units.
///
/// ```
/// let analysis = codeunit::analyze_utf8("añ😀".as_bytes());
/// assert!(analysis.is_well_formed() && !analysis.is_ascii());
/// assert_eq!((analysis.utf8_len(), analysis.utf16_len(), analysis.utf32_len()), (7, 4, 3));
/// ```
#[must_use]
#[inline]
pub fn analyze_utf8(src: &[u8]) -> Analysis {
    analyze::<Utf8>(src)
}

/// The bytes as a string, if they are well-formed UTF-8. As [`core::str::from_utf8`], at SIMD speed
/// and with the reason in the error. Unicode Standard 3.9, D92, Table 3-7.
///
/// # Errors
/// The first ill-formed sequence; its offset and length are in bytes and equal those of
/// [`core::str::Utf8Error`].
///
/// ```
/// assert_eq!(codeunit::from_utf8(b"a\xC3\xB1")?, "añ");
/// let error = codeunit::from_utf8(b"a\xE2\x82").unwrap_err();
/// assert_eq!((error.valid_up_to(), error.error_len()), (1, None));
/// # Ok::<(), codeunit::Error>(())
/// ```
#[inline]
pub fn from_utf8(src: &[u8]) -> Result<&str, Error> {
    Engine::active().from_utf8(src)
}

/// The number of code points in UTF-8: the bytes outside 80..BF.
///
/// ```
/// assert_eq!(codeunit::count_utf8("añ😀".as_bytes()), 3);
/// ```
#[must_use]
#[inline]
pub fn count_utf8(src: &[u8]) -> usize {
    count::<Utf8>(src)
}

/// The number of UTF-16 code units for UTF-8: the bytes outside 80..BF, and those from F0 on
/// once more.
///
/// Exact for a well-formed source, and the value of that formula on every backend for any
/// other.
///
/// ```
/// assert_eq!(codeunit::utf16_len_from_utf8("añ😀".as_bytes()), 4);
/// ```
#[must_use]
#[inline]
pub fn utf16_len_from_utf8(src: &[u8]) -> usize {
    transcoded_len::<Utf8, Utf16>(src)
}

/// The number of UTF-16 code units that the lossy conversion of UTF-8 writes, with those of
/// U+FFFD for each maximal subpart that is ill-formed. Unicode Standard 3.9, D93b.
///
/// Exact for any source.
///
/// ```
/// assert_eq!(codeunit::utf16_len_from_utf8_lossy(b"a\xF1\x80\x80b"), 3);
/// ```
#[must_use]
#[inline]
pub fn utf16_len_from_utf8_lossy(src: &[u8]) -> usize {
    transcoded_len_lossy::<Utf8, Utf16>(src)
}

/// The number of UTF-32 code units for UTF-8: the bytes outside 80..BF.
///
/// Exact for a well-formed source, and the value of that formula on every backend for any
/// other.
///
/// ```
/// assert_eq!(codeunit::utf32_len_from_utf8("añ😀".as_bytes()), 3);
/// ```
#[must_use]
#[inline]
pub fn utf32_len_from_utf8(src: &[u8]) -> usize {
    transcoded_len::<Utf8, Utf32>(src)
}

/// Converts UTF-8 to native UTF-16 code units and returns the number of code units written.
/// Unicode Standard 3.9, D92, Table 3-7.
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
/// let written = codeunit::utf8_to_utf16("añ€".as_bytes(), &mut dst)?;
/// assert_eq!(&dst[..written], &[0x61, 0xF1, 0x20AC]);
/// # Ok::<(), codeunit::Error>(())
/// ```
#[inline]
pub fn utf8_to_utf16(src: &[u8], dst: &mut [u16]) -> Result<usize, Error> {
    transcode::<Utf8, Utf16>(src, dst)
}

/// Converts UTF-8 to native UTF-16 code units with U+FFFD for each maximal subpart that is
/// ill-formed. Unicode Standard 3.9, D93b.
///
/// For `dst`, `src.len()` code units are always enough;
/// [`transcoded_len_lossy`](crate::transcoded_len_lossy) tells the exact number.
///
/// # Errors
/// Only [`OutputFull`](crate::ErrorKind::OutputFull).
///
/// ```
/// let mut dst = [0; 16];
/// let done = codeunit::utf8_to_utf16_lossy(b"a\xF1\x80\x80b", &mut dst)?;
/// assert_eq!(&dst[..done.written], &[0x61, 0xFFFD, 0x62]);
/// assert_eq!(done.replacements, 1);
/// # Ok::<(), codeunit::Error>(())
/// ```
#[inline]
pub fn utf8_to_utf16_lossy(src: &[u8], dst: &mut [u16]) -> Result<Lossy, Error> {
    transcode_lossy::<Utf8, Utf16>(src, dst)
}

/// Converts UTF-8 to UTF-16LE bytes and returns the number of bytes written. Unicode Standard
/// 3.9, D92, Table 3-7.
///
/// For `dst`, `2 * src.len()` bytes are always enough;
/// [`transcoded_len`](crate::transcoded_len) tells the exact number.
///
/// # Errors
/// The first ill-formed sequence, or [`OutputFull`](crate::ErrorKind::OutputFull) at the first
/// character for which there is no room.
///
/// ```
/// let mut dst = [0; 16];
/// let written = codeunit::utf8_to_utf16le("añ€".as_bytes(), &mut dst)?;
/// assert_eq!(&dst[..written], b"\x61\x00\xF1\x00\xAC\x20");
/// # Ok::<(), codeunit::Error>(())
/// ```
#[inline]
pub fn utf8_to_utf16le(src: &[u8], dst: &mut [u8]) -> Result<usize, Error> {
    transcode::<Utf8, Utf16Le>(src, dst)
}

/// Converts UTF-8 to UTF-16LE bytes with U+FFFD for each maximal subpart that is ill-formed.
/// Unicode Standard 3.9, D93b.
///
/// For `dst`, `2 * src.len()` bytes are always enough;
/// [`transcoded_len_lossy`](crate::transcoded_len_lossy) tells the exact number.
///
/// # Errors
/// Only [`OutputFull`](crate::ErrorKind::OutputFull).
///
/// ```
/// let mut dst = [0; 16];
/// let done = codeunit::utf8_to_utf16le_lossy(b"a\xF1\x80\x80b", &mut dst)?;
/// assert_eq!(&dst[..done.written], b"\x61\x00\xFD\xFF\x62\x00");
/// assert_eq!(done.replacements, 1);
/// # Ok::<(), codeunit::Error>(())
/// ```
#[inline]
pub fn utf8_to_utf16le_lossy(src: &[u8], dst: &mut [u8]) -> Result<Lossy, Error> {
    transcode_lossy::<Utf8, Utf16Le>(src, dst)
}

/// Converts UTF-8 to UTF-16BE bytes and returns the number of bytes written. Unicode Standard
/// 3.9, D92, Table 3-7.
///
/// For `dst`, `2 * src.len()` bytes are always enough;
/// [`transcoded_len`](crate::transcoded_len) tells the exact number.
///
/// # Errors
/// The first ill-formed sequence, or [`OutputFull`](crate::ErrorKind::OutputFull) at the first
/// character for which there is no room.
///
/// ```
/// let mut dst = [0; 16];
/// let written = codeunit::utf8_to_utf16be("añ€".as_bytes(), &mut dst)?;
/// assert_eq!(&dst[..written], b"\x00\x61\x00\xF1\x20\xAC");
/// # Ok::<(), codeunit::Error>(())
/// ```
#[inline]
pub fn utf8_to_utf16be(src: &[u8], dst: &mut [u8]) -> Result<usize, Error> {
    transcode::<Utf8, Utf16Be>(src, dst)
}

/// Converts UTF-8 to UTF-16BE bytes with U+FFFD for each maximal subpart that is ill-formed.
/// Unicode Standard 3.9, D93b.
///
/// For `dst`, `2 * src.len()` bytes are always enough;
/// [`transcoded_len_lossy`](crate::transcoded_len_lossy) tells the exact number.
///
/// # Errors
/// Only [`OutputFull`](crate::ErrorKind::OutputFull).
///
/// ```
/// let mut dst = [0; 16];
/// let done = codeunit::utf8_to_utf16be_lossy(b"a\xF1\x80\x80b", &mut dst)?;
/// assert_eq!(&dst[..done.written], b"\x00\x61\xFF\xFD\x00\x62");
/// assert_eq!(done.replacements, 1);
/// # Ok::<(), codeunit::Error>(())
/// ```
#[inline]
pub fn utf8_to_utf16be_lossy(src: &[u8], dst: &mut [u8]) -> Result<Lossy, Error> {
    transcode_lossy::<Utf8, Utf16Be>(src, dst)
}

/// Converts UTF-8 to native UTF-32 code units and returns the number of code units written.
/// Unicode Standard 3.9, D92, Table 3-7.
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
/// let written = codeunit::utf8_to_utf32("añ€".as_bytes(), &mut dst)?;
/// assert_eq!(&dst[..written], &[0x61, 0xF1, 0x20AC]);
/// # Ok::<(), codeunit::Error>(())
/// ```
#[inline]
pub fn utf8_to_utf32(src: &[u8], dst: &mut [u32]) -> Result<usize, Error> {
    transcode::<Utf8, Utf32>(src, dst)
}

/// Converts UTF-8 to native UTF-32 code units with U+FFFD for each maximal subpart that is
/// ill-formed. Unicode Standard 3.9, D93b.
///
/// For `dst`, `src.len()` code units are always enough;
/// [`transcoded_len_lossy`](crate::transcoded_len_lossy) tells the exact number.
///
/// # Errors
/// Only [`OutputFull`](crate::ErrorKind::OutputFull).
///
/// ```
/// let mut dst = [0; 16];
/// let done = codeunit::utf8_to_utf32_lossy(b"a\xF1\x80\x80b", &mut dst)?;
/// assert_eq!(&dst[..done.written], &[0x61, 0xFFFD, 0x62]);
/// assert_eq!(done.replacements, 1);
/// # Ok::<(), codeunit::Error>(())
/// ```
#[inline]
pub fn utf8_to_utf32_lossy(src: &[u8], dst: &mut [u32]) -> Result<Lossy, Error> {
    transcode_lossy::<Utf8, Utf32>(src, dst)
}

/// Converts UTF-8 to Latin-1 and returns the number of bytes written. Unicode Standard 3.9,
/// D92, Table 3-7.
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
/// let written = codeunit::utf8_to_latin1("añ".as_bytes(), &mut dst)?;
/// assert_eq!(&dst[..written], b"a\xF1");
/// # Ok::<(), codeunit::Error>(())
/// ```
#[inline]
pub fn utf8_to_latin1(src: &[u8], dst: &mut [u8]) -> Result<usize, Error> {
    transcode::<Utf8, Latin1>(src, dst)
}

/// Converts UTF-8 to Latin-1 with `?` for each maximal subpart that is ill-formed and for each
/// character above U+00FF. Unicode Standard 3.9, D93b.
///
/// For `dst`, `src.len()` bytes are always enough;
/// [`transcoded_len_lossy`](crate::transcoded_len_lossy) tells the exact number.
///
/// # Errors
/// Only [`OutputFull`](crate::ErrorKind::OutputFull).
///
/// ```
/// let mut dst = [0; 16];
/// let done = codeunit::utf8_to_latin1_lossy(b"a\xF1\x80\x80b", &mut dst)?;
/// assert_eq!(&dst[..done.written], b"a?b");
/// assert_eq!(done.replacements, 1);
/// # Ok::<(), codeunit::Error>(())
/// ```
#[inline]
pub fn utf8_to_latin1_lossy(src: &[u8], dst: &mut [u8]) -> Result<Lossy, Error> {
    transcode_lossy::<Utf8, Latin1>(src, dst)
}

/// Repairs UTF-8: copies it with U+FFFD for each maximal subpart that is ill-formed. Unicode
/// Standard 3.9, D93b.
///
/// For `dst`, `3 * src.len()` bytes are always enough;
/// [`transcoded_len_lossy`](crate::transcoded_len_lossy) tells the exact number.
///
/// # Errors
/// Only [`OutputFull`](crate::ErrorKind::OutputFull).
///
/// ```
/// let mut dst = [0; 16];
/// let done = codeunit::utf8_to_utf8_lossy(b"a\xF1\x80\x80b", &mut dst)?;
/// assert_eq!(&dst[..done.written], "a\u{FFFD}b".as_bytes());
/// assert_eq!(done.replacements, 1);
/// # Ok::<(), codeunit::Error>(())
/// ```
#[inline]
pub fn utf8_to_utf8_lossy(src: &[u8], dst: &mut [u8]) -> Result<Lossy, Error> {
    transcode_lossy::<Utf8, Utf8>(src, dst)
}
