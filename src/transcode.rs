//! The generic entries: any source, any target, every kind of output.

use core::mem::MaybeUninit;

#[cfg(feature = "alloc")]
use alloc::{string::String, vec::Vec};

#[cfg(feature = "alloc")]
use crate::encoding::Utf8;
use crate::encoding::{Source, Target, TranscodeTo};
use crate::{Analysis, Engine, Error, Lossy};

/// Checks that the source is well-formed, by the definition of its [encoding](crate::encoding).
///
/// `src` is a slice of the source encoding: bytes for UTF-8 and the encoding schemes, code units for
/// the native forms. [`Str`](crate::encoding::Str), [`Chars`](crate::encoding::Chars) and
/// [`Latin1`](crate::encoding::Latin1) are well-formed by their type. Unicode Standard 3.9, D84.
///
/// # Errors
/// The first ill-formed sequence, at an offset in elements of `src`.
///
/// ```
/// use codeunit::{ErrorKind, encoding::Utf16Be, validate};
///
/// assert!(validate::<Utf16Be>(b"\x20\xAC").is_ok());
/// let error = validate::<Utf16Be>(b"\x20\xAC\xDC\x00").unwrap_err();
/// assert_eq!((error.kind(), error.valid_up_to()), (ErrorKind::UnpairedLow, 2));
/// ```
#[inline]
pub fn validate<S: Source>(src: &S::Slice) -> Result<(), Error> {
    Engine::active().validate::<S>(src)
}

/// What one look at the source tells: whether it is well-formed, the length of its text in UTF-8,
/// UTF-16, UTF-32 and Latin-1, whether it is ASCII or Latin-1, and its line feeds.
///
/// `src` is a slice of the source encoding, as for [`validate`], whose error it gives in elements of
/// `src`; every length is in code units. For an ill-formed source the figures are those of the
/// well-formed part before the error, `&src[..error.valid_up_to()]`, on every backend. Unicode
/// Standard 3.9, D85 and D90 to D92.
///
/// ```
/// use codeunit::{ErrorKind, analyze, encoding::{Utf8, Utf16Le}};
///
/// let analysis = analyze::<Utf8>("añ€😀\n".as_bytes());
/// assert!(analysis.is_well_formed() && !analysis.is_latin1());
/// assert_eq!((analysis.utf8_len(), analysis.utf16_len(), analysis.utf32_len()), (11, 6, 5));
/// assert_eq!(analysis.line_feeds(), 1);
///
/// let analysis = analyze::<Utf16Le>(b"\x61\x00\xF1\x00\x00\xDC");
/// let error = analysis.error().unwrap();
/// assert_eq!((error.kind(), error.valid_up_to()), (ErrorKind::UnpairedLow, 4));
/// assert_eq!((analysis.utf8_len(), analysis.latin1_len()), (3, Some(2)));
/// ```
#[must_use]
#[inline]
pub fn analyze<S: Source>(src: &S::Slice) -> Analysis {
    Engine::active().analyze::<S>(src)
}

/// The number of code points in a well-formed source.
///
/// For an ill-formed source it is the number of units that can begin a character: in UTF-8 the bytes
/// outside 80..BF, in UTF-16 the code units outside DC00..DFFF.
///
/// ```
/// use codeunit::{count, encoding::{Utf16, Utf8}};
///
/// assert_eq!(count::<Utf8>("añ€😀".as_bytes()), 4);
/// assert_eq!(count::<Utf16>(&[0x61, 0xD83D, 0xDE00]), 2);
/// ```
#[must_use]
#[inline]
pub fn count<S: Source>(src: &S::Slice) -> usize {
    Engine::active().count::<S>(src)
}

/// The number of target elements (bytes, or native code units) that [`transcode()`] writes for a
/// well-formed source; for Latin-1, for a source that it can hold.
///
/// For an ill-formed source it is what the same count of bytes or code units gives there, the same on every backend: the
/// doc of the named function (`utf16_len_from_utf8`, …) has the formula; to Latin-1, and to the form of the source itself, it
/// is that of [`count`] and the length of the source. [`transcoded_len_lossy`] is exact then.
///
/// A length that is more than `usize::MAX`, which there may be where that has 32 bits, is told as `usize::MAX`.
///
/// ```
/// use codeunit::{transcoded_len, encoding::{Utf16, Utf16Le, Utf8}};
///
/// assert_eq!(transcoded_len::<Utf8, Utf16>("añ€😀".as_bytes()), 5);
/// assert_eq!(transcoded_len::<Utf8, Utf16Le>("añ€😀".as_bytes()), 10);
/// ```
#[must_use]
#[inline]
pub fn transcoded_len<S: TranscodeTo<T>, T: Target>(src: &S::Slice) -> usize {
    Engine::active().transcoded_len::<S, T>(src)
}

/// The number of target elements (bytes, or native code units) that [`transcode_lossy`] writes, for
/// any source. More than `usize::MAX` is told as `usize::MAX`.
///
/// ```
/// use codeunit::{transcoded_len_lossy, encoding::{Utf16, Utf8}};
///
/// assert_eq!(transcoded_len_lossy::<Utf8, Utf16>(b"a\xF1\x80\x80b"), 3);
/// ```
#[must_use]
#[inline]
pub fn transcoded_len_lossy<S: TranscodeTo<T>, T: Target>(src: &S::Slice) -> usize {
    Engine::active().transcoded_len_lossy::<S, T>(src)
}

/// Converts `src` strictly into `dst` and returns the number of elements written.
///
/// The lengths of both slices are in elements: bytes for UTF-8, Latin-1 and the encoding schemes,
/// code units for the native forms. [`transcoded_len`] elements are enough for a well-formed source.
/// Without a look at it [`max_transcoded_len`](crate::max_transcoded_len) tells how many are. Elements of
/// `dst` behind those written may be overwritten with unspecified values.
///
/// # Errors
/// The first thing in the order of the source that cannot be done: a sequence that is ill-formed, a
/// character that Latin-1 cannot hold, or one for which `dst` has no room. Where a character can neither be held nor had room,
/// the first is told. The error tells how much was read and written, so that a call whose output was full can go on from
/// there. It gets on if there is room for one character: four bytes of UTF-8 and of the schemes of UTF-16 and UTF-32, two
/// code units of UTF-16, else one.
///
/// ```
/// use codeunit::{ErrorKind, transcode, encoding::{Utf8, Utf16Be}};
///
/// let (mut src, mut text) = ("añ€😀".as_bytes(), Vec::new());
/// let mut block = [0; 4];
/// loop {
///     match transcode::<Utf8, Utf16Be>(src, &mut block) {
///         Ok(written) => {
///             text.extend_from_slice(&block[..written]);
///             break;
///         }
///         Err(error) if error.kind() == ErrorKind::OutputFull => {
///             text.extend_from_slice(&block[..error.written()]);
///             src = &src[error.read()..];
///         }
///         Err(error) => panic!("{error}"),
///     }
/// }
/// assert_eq!(text, b"\x00\x61\x00\xF1\x20\xAC\xD8\x3D\xDE\x00");
/// ```
#[inline]
pub fn transcode<S: TranscodeTo<T>, T: Target>(
    src: &S::Slice,
    dst: &mut [T::Unit],
) -> Result<usize, Error> {
    Engine::active().transcode::<S, T>(src, dst)
}

/// [`transcode()`] into memory that need not be initialised. The elements that are counted as
/// written are initialised afterwards; of the others nothing is said.
///
/// # Errors
/// As [`transcode()`].
///
/// ```
/// use std::mem::MaybeUninit;
/// use codeunit::{transcode_uninit, encoding::{Latin1, Utf8}};
///
/// let mut dst = [MaybeUninit::uninit(); 8];
/// let written = transcode_uninit::<Latin1, Utf8>(b"a\xF1", &mut dst)?;
/// // SAFETY: so many elements were written.
/// let text: Vec<u8> = dst[..written].iter().map(|byte| unsafe { byte.assume_init() }).collect();
/// assert_eq!(text, "añ".as_bytes());
/// # Ok::<(), codeunit::Error>(())
/// ```
#[inline]
pub fn transcode_uninit<S: TranscodeTo<T>, T: Target>(
    src: &S::Slice,
    dst: &mut [MaybeUninit<T::Unit>],
) -> Result<usize, Error> {
    Engine::active().transcode_uninit::<S, T>(src, dst)
}

/// Converts `src` into `dst`, with a replacement for each maximal subpart that is ill-formed and for
/// each character that the target cannot hold.
///
/// The replacement is U+FFFD; Latin-1, which has none, gets `?`. A maximal subpart is the longest
/// part of a well-formed sequence that is present, or one code unit (Unicode Standard 3.9, "U+FFFD
/// Substitution of Maximal Subparts", D93b); the character behind it is never swallowed. That is
/// what the WHATWG Encoding Standard asks of a UTF-8 decoder, and what `String::from_utf8_lossy`
/// does. Bytes behind the last whole code unit of an encoding scheme are one subpart, with a high surrogate that
/// stands before them.
///
/// `dst` needs [`transcoded_len_lossy`] elements. [`max_transcoded_len_lossy`](crate::max_transcoded_len_lossy) are
/// always enough.
///
/// # Errors
/// [`ErrorKind::OutputFull`](crate::ErrorKind::OutputFull) only; a call can go on as after
/// [`transcode()`], and the error's replacements are to be added.
///
/// ```
/// use codeunit::{Lossy, transcode_lossy, encoding::{Utf8, Utf16}};
///
/// let mut dst = [0; 16];
/// let done = transcode_lossy::<Utf8, Utf16>(b"\xC2\x41\x42", &mut dst)?;
/// assert_eq!(done, Lossy { written: 3, replacements: 1 });
/// assert_eq!(dst[..3], [0xFFFD, 0x41, 0x42]);
/// # Ok::<(), codeunit::Error>(())
/// ```
#[inline]
pub fn transcode_lossy<S: TranscodeTo<T>, T: Target>(
    src: &S::Slice,
    dst: &mut [T::Unit],
) -> Result<Lossy, Error> {
    Engine::active().transcode_lossy::<S, T>(src, dst)
}

/// [`transcode_lossy`] into memory that need not be initialised.
///
/// # Errors
/// As [`transcode_lossy`].
///
/// ```
/// use std::mem::MaybeUninit;
/// use codeunit::{transcode_lossy_uninit, encoding::{Utf16, Utf8}};
///
/// let mut dst = [MaybeUninit::uninit(); 8];
/// let done = transcode_lossy_uninit::<Utf16, Utf8>(&[0x61, 0xD800], &mut dst)?;
/// assert_eq!((done.written, done.replacements), (4, 1));
/// # Ok::<(), codeunit::Error>(())
/// ```
#[inline]
pub fn transcode_lossy_uninit<S: TranscodeTo<T>, T: Target>(
    src: &S::Slice,
    dst: &mut [MaybeUninit<T::Unit>],
) -> Result<Lossy, Error> {
    Engine::active().transcode_lossy_uninit::<S, T>(src, dst)
}

/// Appends the strict conversion of `src` to `out` and returns the number of elements appended.
///
/// Memory grows with what is written, by what the text before took: room for the worst case is never asked for in front.
///
/// # Errors
/// As [`transcode()`], but the output is never full. What stands before the error was appended.
///
/// ```
/// use codeunit::{transcode_append, encoding::{Utf16, Utf8}};
///
/// let mut out = vec![0xFEFF];
/// transcode_append::<Utf8, Utf16>("a€".as_bytes(), &mut out)?;
/// assert_eq!(out, [0xFEFF, 0x61, 0x20AC]);
/// # Ok::<(), codeunit::Error>(())
/// ```
#[cfg(feature = "alloc")]
#[inline]
pub fn transcode_append<S: TranscodeTo<T>, T: Target>(
    src: &S::Slice,
    out: &mut Vec<T::Unit>,
) -> Result<usize, Error> {
    Engine::active().transcode_append::<S, T>(src, out)
}

/// Appends the lossy conversion of `src` to `out`; see [`transcode_lossy`] and [`transcode_append`].
///
/// ```
/// use codeunit::{transcode_lossy_append, encoding::{Latin1, Utf8}};
///
/// let mut out = Vec::new();
/// let done = transcode_lossy_append::<Utf8, Latin1>("ñ€".as_bytes(), &mut out);
/// assert_eq!((out.as_slice(), done.replacements), (&b"\xF1?"[..], 1));
/// ```
#[cfg(feature = "alloc")]
#[inline]
pub fn transcode_lossy_append<S: TranscodeTo<T>, T: Target>(
    src: &S::Slice,
    out: &mut Vec<T::Unit>,
) -> Lossy {
    Engine::active().transcode_lossy_append::<S, T>(src, out)
}

/// The strict conversion of `src` in a new vector; see [`transcode_append`].
///
/// # Errors
/// As [`transcode()`], but the output is never full.
///
/// ```
/// use codeunit::{transcode_to_vec, encoding::{Str, Utf16Le}};
///
/// assert_eq!(transcode_to_vec::<Str, Utf16Le>("a€")?, b"\x61\x00\xAC\x20");
/// # Ok::<(), codeunit::Error>(())
/// ```
#[cfg(feature = "alloc")]
pub fn transcode_to_vec<S: TranscodeTo<T>, T: Target>(
    src: &S::Slice,
) -> Result<Vec<T::Unit>, Error> {
    let mut out = Vec::new();
    transcode_append::<S, T>(src, &mut out).map(|_| out)
}

/// The lossy conversion of `src` in a new vector; see [`transcode_lossy`].
///
/// ```
/// use codeunit::{transcode_lossy_to_vec, encoding::{Utf8, Utf16}};
///
/// assert_eq!(transcode_lossy_to_vec::<Utf8, Utf16>(b"a\x80"), [0x61, 0xFFFD]);
/// ```
#[cfg(feature = "alloc")]
#[must_use]
pub fn transcode_lossy_to_vec<S: TranscodeTo<T>, T: Target>(src: &S::Slice) -> Vec<T::Unit> {
    let mut out = Vec::new();
    transcode_lossy_append::<S, T>(src, &mut out);
    out
}

/// Appends the strict conversion of `src` to a string; see [`transcode_append`].
///
/// # Errors
/// As [`transcode()`], but the output is never full. What stands before the error was appended.
///
/// ```
/// use codeunit::{transcode_append_string, encoding::Latin1};
///
/// let mut out = String::from("¡");
/// transcode_append_string::<Latin1>(b"ma\xF1ana!", &mut out)?;
/// assert_eq!(out, "¡mañana!");
/// # Ok::<(), codeunit::Error>(())
/// ```
#[cfg(feature = "alloc")]
#[inline]
pub fn transcode_append_string<S: TranscodeTo<Utf8>>(
    src: &S::Slice,
    out: &mut String,
) -> Result<usize, Error> {
    Engine::active().transcode_append_string::<S>(src, out)
}

/// Appends the lossy conversion of `src` to a string; see [`transcode_lossy`].
///
/// ```
/// use codeunit::{transcode_lossy_append_string, encoding::Utf16Le};
///
/// let mut out = String::new();
/// let done = transcode_lossy_append_string::<Utf16Le>(b"\x61\x00\x00\xD8\x62", &mut out);
/// // A high surrogate and half of what should follow it are one subpart.
/// assert_eq!((out.as_str(), done.replacements), ("a\u{FFFD}", 1));
/// ```
#[cfg(feature = "alloc")]
#[inline]
pub fn transcode_lossy_append_string<S: TranscodeTo<Utf8>>(
    src: &S::Slice,
    out: &mut String,
) -> Lossy {
    Engine::active().transcode_lossy_append_string::<S>(src, out)
}

/// The strict conversion of `src` in a new string; see [`transcode_append`].
///
/// # Errors
/// As [`transcode()`], but the output is never full.
///
/// ```
/// use codeunit::{transcode_to_string, encoding::Utf16Be};
///
/// assert_eq!(transcode_to_string::<Utf16Be>(b"\x00\x61\x20\xAC")?, "a€");
/// # Ok::<(), codeunit::Error>(())
/// ```
#[cfg(feature = "alloc")]
pub fn transcode_to_string<S: TranscodeTo<Utf8>>(src: &S::Slice) -> Result<String, Error> {
    let mut out = String::new();
    transcode_append_string::<S>(src, &mut out).map(|_| out)
}

/// The lossy conversion of `src` in a new string; see [`transcode_lossy`].
///
/// ```
/// use codeunit::{transcode_lossy_to_string, encoding::Utf32};
///
/// assert_eq!(transcode_lossy_to_string::<Utf32>(&[0x61, 0x11_0000]), "a\u{FFFD}");
/// ```
#[cfg(feature = "alloc")]
#[must_use]
pub fn transcode_lossy_to_string<S: TranscodeTo<Utf8>>(src: &S::Slice) -> String {
    let mut out = String::new();
    transcode_lossy_append_string::<S>(src, &mut out);
    out
}
