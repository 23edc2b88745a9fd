//! Where a source can be cut: the boundaries between its characters.
//!
//! A boundary stands in front of every character and of every maximal subpart of an ill-formed sequence
//! (Unicode Standard 3.9, D93b), and at the end. Encoding forms are self-synchronising: one to three code
//! units before any place tell whether it is a boundary, wherever the source begins. So nothing here takes
//! longer for a longer source, and what is ill-formed elsewhere does not matter.

use codeunit_simd::fallback::cut_utf8;
use codeunit_simd::fallback::form::Source as _;

use crate::carry::word;
use crate::encoding::{Source, code_units};

/// The length of `src` without what its end cuts: a beginning of a character that more elements could
/// complete. Elements are bytes, for the native forms code units.
///
/// That is how much of a block can be handed on while the rest waits for the next block. The rest is what
/// [`validate`](crate::validate) calls [`Incomplete`](crate::ErrorKind::Incomplete) there, and nothing else:
///
/// * UTF-8: one to three bytes that begin a row of Table 3-7, of which the last bytes are missing;
/// * UTF-16: a high surrogate; UTF-16LE and UTF-16BE: that, a byte of a code unit, or both;
/// * UTF-32LE and UTF-32BE: one to three bytes of a code unit.
///
/// So it has at most three elements. An end that is ill-formed whatever follows is no reason to wait: it
/// stays in the prefix, so that whoever reads that finds the error. But a code unit is waited for whatever its bytes can
/// still become, and with it a high surrogate before it. Only the end is looked at.
///
/// In C3 E2 the lead byte E2 is left and tells that C3 is ill-formed. Who reads the prefix alone sees no more
/// than a beginning there, and calls it incomplete: there is one more byte to look at then.
///
/// ```
/// use codeunit::{complete_prefix_len, encoding::{Utf8, Utf16, Utf16Le}};
///
/// assert_eq!(complete_prefix_len::<Utf8>(b"a\xF0\x9F\x98"), 1);
/// assert_eq!(complete_prefix_len::<Utf16>(&[0x61, 0xD83D]), 1);
/// assert_eq!(complete_prefix_len::<Utf16Le>(b"\x61\x00\x3D\xD8\x00"), 2);
/// ```
#[must_use]
#[inline]
pub fn complete_prefix_len<S: Source>(src: &S::Slice) -> usize {
    let (units, _) = S::units(src);
    (code_units::<S>(src) - S::FORM.incomplete_len(units)) * usize::from(S::SCALE)
}

/// Whether it is UTF-8: of the encodings of bytes the one in which a character can be cut. Known to the compiler.
#[inline(always)]
pub(crate) fn is_utf8<S: Source<Slice = [u8]>>() -> bool {
    S::SCALE == 1 && complete_prefix_len::<S>(b"\xC3") == 0
}

/// How many bytes at the end of `src` the end cuts from the rest of a character, and these, the first the lowest.
#[inline(always)]
pub(crate) fn cut<S: Source<Slice = [u8]>>(src: &[u8]) -> (usize, u32) {
    let last = match src.last_chunk() {
        Some(&last) => u32::from_le_bytes(last),
        // Moved up, as the last of four.
        None => (word(src) << (8 * (4 - src.len()))) as u32,
    };
    if is_utf8::<S>() {
        // In ASCII nothing is cut, and in a text that has little of it so many bytes of it are rare: nearly always this
        // branch is foreseen, and it saves some thirty instructions.
        return if last & 0x8080_8080 == 0 { (0, 0) } else { cut_utf8(last) };
    }
    if S::SCALE == 1 {
        return (0, 0);
    }
    let cut = src.len() - complete_prefix_len::<S>(src);
    (cut, (u64::from(last) >> (8 * (4 - cut))) as u32)
}

/// The last boundary at or before `index`; the end of `src` if `index` lies behind it. In elements: bytes,
/// for the native forms code units.
///
/// A boundary stands in front of every character and of every maximal subpart of an ill-formed sequence
/// (Unicode Standard 3.9, D93b): wherever [`transcode_lossy`](crate::transcode_lossy) writes a character or
/// a replacement. Bytes behind the last whole code unit of an encoding scheme are one subpart, with a high surrogate that
/// stands before them. At most three
/// code units before `index` are looked at.
///
/// For [`Str`](crate::encoding::Str), and for all that is well-formed UTF-8, it is
/// [`str::floor_char_boundary`].
///
/// ```
/// use codeunit::{floor_boundary, encoding::{Utf16Be, Utf32}};
///
/// assert_eq!(floor_boundary::<Utf16Be>(b"\x00\x61\xD8\x3D\xDE\x00", 5), 2);
/// assert_eq!(floor_boundary::<Utf32>(&[0x61, 0x1_F600], 9), 2);
/// ```
#[must_use]
#[inline]
pub fn floor_boundary<S: Source>(src: &S::Slice, index: usize) -> usize {
    if index >= S::len(src) {
        return S::len(src);
    }
    let (units, _) = S::units(src);
    let scale = usize::from(S::SCALE);
    let unit = index / scale;
    // Behind the last whole code unit is the last subpart, or the end of one that begins with a high surrogate.
    let is_whole = unit < S::Form::len(units);
    scale
        * if is_whole {
            S::FORM.start_of(units, unit)
        } else {
            unit - S::FORM.incomplete_len(units)
        }
}

/// The first boundary at or behind `index`; the end of `src` if `index` lies behind it. In elements: bytes,
/// for the native forms code units. What a boundary is, [`floor_boundary`] tells.
///
/// At most three code units on either side of `index` are looked at. For [`Str`](crate::encoding::Str), and for
/// all that is well-formed UTF-8, it is [`str::ceil_char_boundary`].
///
/// ```
/// use codeunit::{ceil_boundary, encoding::{Utf16Be, Utf32}};
///
/// assert_eq!(ceil_boundary::<Utf16Be>(b"\x00\x61\xD8\x3D\xDE\x00", 3), 6);
/// assert_eq!(ceil_boundary::<Utf32>(&[0x61, 0x1_F600], 9), 2);
/// ```
#[must_use]
#[inline]
pub fn ceil_boundary<S: Source>(src: &S::Slice, index: usize) -> usize {
    let start = floor_boundary::<S>(src, index);
    if start >= index.min(S::len(src)) {
        return start;
    }
    let (units, _) = S::units(src);
    let scale = usize::from(S::SCALE);
    let unit = start / scale;
    // What the end cuts goes up to the end.
    if unit < S::Form::len(units) - S::FORM.incomplete_len(units) {
        (unit + S::FORM.span(units, unit)) * scale
    } else {
        S::len(src)
    }
}
