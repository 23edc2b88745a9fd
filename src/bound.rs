//! Room that is enough for any source of a length, without a look at it.

use codeunit_simd::fallback::form::{self, Source as _, Target as _};

use crate::encoding::{Target, TranscodeTo};

/// The most elements (bytes, or native code units) that [`transcode()`](crate::transcode()) writes for any source of so many
/// elements: a slice of that length is never full. More than `usize::MAX` is told as `usize::MAX`.
///
/// Of `n` code units of the source become at most:
///
/// | from, to | UTF-8 | UTF-16 | UTF-32, Latin-1 |
/// |---|---|---|---|
/// | UTF-8 | `n` | `n` | `n` |
/// | UTF-16 | `3 * n` | `n` | `n` |
/// | UTF-32 | `4 * n` | `2 * n` | `n` |
/// | Latin-1 | `2 * n` | `n` | `n` |
///
/// A code unit of UTF-16LE and UTF-16BE is two elements, one of UTF-32LE and UTF-32BE four; a part of one at the end of the
/// source is ill-formed, and becomes nothing. The encoding forms are those of the Unicode Standard 3.9, D90 to D92, Table 3-6.
///
/// ```
/// use codeunit::{max_transcoded_len, encoding::{Utf8, Utf16, Utf16Le}};
///
/// let src = [0x20AC, 0xFFFD];
/// let mut room = vec![0; max_transcoded_len::<Utf16, Utf8>(src.len())];
/// assert_eq!(codeunit::transcode::<Utf16, Utf8>(&src, &mut room), Ok(6));
/// assert_eq!(max_transcoded_len::<Utf8, Utf16Le>(10), 20);
/// assert_eq!(max_transcoded_len::<Utf16Le, Utf8>(11), 15);
///
/// // A constant can be made of it.
/// const LEN: usize = max_transcoded_len::<Utf16, Utf8>(256);
/// assert_eq!([0; LEN].len(), 768);
/// ```
#[must_use]
pub const fn max_transcoded_len<S: TranscodeTo<T>, T: Target>(len: usize) -> usize {
    most::<T>(len / S::SCALE as usize, units::<T::Form>(S::Form::WIDEST), 0)
}

/// [`max_transcoded_len`] of [`transcode_lossy`](crate::transcode_lossy), with its replacements: of `n` bytes of UTF-8 that are
/// none become `3 * n`, and a part of a code unit at the end of the source becomes one as well.
///
/// ```
/// use codeunit::{max_transcoded_len_lossy, encoding::{Str, Utf8, Utf16, Utf16Le}};
///
/// assert_eq!(max_transcoded_len_lossy::<Utf8, Utf8>(4), 12);
/// assert_eq!(max_transcoded_len_lossy::<Str, Utf8>(4), 4);
/// assert_eq!(max_transcoded_len_lossy::<Utf8, Utf16>(4), 4);
/// assert_eq!(max_transcoded_len_lossy::<Utf16Le, Utf8>(11), 18);
/// ```
#[must_use]
pub const fn max_transcoded_len_lossy<S: TranscodeTo<T>, T: Target>(len: usize) -> usize {
    let scale = S::SCALE as usize;
    let replacement = units::<T::Form>(T::Form::REPLACEMENT);
    let mut widest = units::<T::Form>(S::Form::WIDEST);
    if S::Form::CAN_BE_ILL_FORMED && widest < replacement {
        widest = replacement;
    }
    most::<T>(len / scale, widest, if len.is_multiple_of(scale) { 0 } else { replacement })
}

/// So many code units of the source with so many of the output each, and some more, in elements of the output.
const fn most<T: Target>(units: usize, each: usize, more: usize) -> usize {
    units.saturating_mul(each).saturating_add(more).saturating_mul(T::SCALE as usize)
}

/// The code units of a scalar value, as [`form::Target::units`], which no constant can call.
const fn units<F: form::Target>(c: u32) -> usize {
    let mut units = 1;
    while units <= F::LONGER_FROM.len() && c >= F::LONGER_FROM[units - 1] {
        units += 1;
    }
    units
}
