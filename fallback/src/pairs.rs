//! Runs with characters from 10000 on, which are two code units in UTF-16 and one in UTF-32.
//!
//! ```text
//! UTF-16 to UTF-32    D83D DE00 D83D DE01 ..   four pairs in eight units: 1F600 1F601 ..
//! UTF-32 to UTF-16    61   1F600   62   ..     61   D83D DE00   62   ..    each written where those before it end,
//!                                              with a low surrogate that is written over if it is none
//! UTF-16 to UTF-16    61   D83D DE00   62 ..   the same, where each high surrogate has its low one
//! ```
//!
//! Where four are in a row the next four often are, and a branch is foreseen; else there is none. UTF-16 to UTF-32 without a
//! branch, each unit with the next and a low surrogate written over, was no faster than by characters (Zen 3), and text with
//! few such characters slower by a third.

use core::mem::MaybeUninit;

use crate::form::{Source, Target};

/// Units of room for the output that there have to be: of the longest block that is copied.
const ROOM: usize = 33;

/// Whether the forms are UTF-16 or UTF-32, of which not both are UTF-32.
pub(crate) const fn are_between<S: Source, T: Target>() -> bool {
    T::IS_WIDE && S::SINGLES >= 0x1_0000 && !(is_32::<S>() && T::SINGLES > 0x1_0000)
}

/// Whether both are UTF-16.
const fn is_copied<S: Source, T: Target>() -> bool {
    !is_32::<S>() && T::SINGLES == 0x1_0000
}

const fn is_32<S: Source>() -> bool {
    size_of::<S::Unit>() == 4
}

/// Converts from the unit `at` on, as long as there is what the table above says and `dst` has room, and returns the units
/// read and written.
///
/// Not inlined, so that the loop over characters keeps its registers.
#[inline(never)]
pub(crate) fn run<S: Source, T: Target>(
    from: S,
    src: &S::Slice,
    at: usize,
    to: T,
    dst: &mut [MaybeUninit<T::Unit>],
) -> (usize, usize) {
    // The orders of the bytes are constants in each loop.
    from.in_each_order(
        #[inline(always)]
        |from| {
            to.in_each_order(
                #[inline(always)]
                |to| {
                    let units = S::code_units(src);
                    let (mut read, mut written) = (at, 0);
                    while let Some(out) = dst[written..].first_chunk_mut::<ROOM>()
                        && let Some(window) = units[read..].first_chunk::<8>()
                    {
                        if is_copied::<S, T>() {
                            let len = from.well_formed_block(src, read);
                            for (out, &unit) in out.iter_mut().zip(&units[read..read + len]) {
                                out.write(to.unit(from.number(unit)));
                            }
                            if len == 0 {
                                break;
                            }
                            read += len;
                            written += len;
                        } else if let Some(points) = four_above_ffff(from, window) {
                            for (i, c) in points.into_iter().enumerate() {
                                to.put_supplementary(c, &mut out[T::units(0x1_0000) * i..]);
                            }
                            read += if is_32::<S>() { 4 } else { 8 };
                            written += 4 * T::units(0x1_0000);
                        } else if is_32::<S>() && from.are_single(window, S::SINGLES) {
                            let len = to_utf16(from, window, to, out);
                            read += 8;
                            written += len;
                            if len == 8 {
                                break;
                            }
                        } else {
                            break;
                        }
                    }
                    (read - at, written)
                },
            )
        },
    )
}

/// The four characters at the front, if all are from 10000 on. Where one is, that is often foreseen.
#[inline(always)]
pub(crate) fn four_above_ffff<S: Source>(from: S, units: &[S::Unit; 8]) -> Option<[u32; 4]> {
    let numbers = units.map(|unit| from.number(unit));
    if is_32::<S>() {
        let [a, b, c, d, ..] = numbers;
        let points = [a, b, c, d];
        let are_all = points.iter().all(|c| c.wrapping_sub(0x1_0000) < 0x10_0000);
        return are_all.then_some(points);
    }
    let [a, b, c, d, e, f, g, h] = numbers;
    let pairs = [[a, b], [c, d], [e, f], [g, h]];
    let others = |all, [high, low]: [u32; 2]| all | high ^ 0xD800 | low ^ 0xDC00;
    if pairs.into_iter().fold(0, others) & 0xFC00 != 0 {
        return None;
    }
    Some(pairs.map(|[high, low]| 0x1_0000 + ((high & 0x3FF) << 10 | low & 0x3FF)))
}

/// Writes eight scalar values as UTF-16.
#[inline(always)]
fn to_utf16<S: Source, T: Target>(
    from: S,
    units: &[S::Unit; 8],
    to: T,
    out: &mut [MaybeUninit<T::Unit>],
) -> usize {
    let mut written = 0;
    for &unit in units {
        let c = from.number(unit);
        let is_pair = c >= 0x1_0000;
        // D800 - (10000 >> 10): the high surrogate without a subtraction of 10000 first (D91, Table 3-5).
        let first = if is_pair { 0xD7C0 + (c >> 10) } else { c };
        if let Some([one, two]) = out[written..].first_chunk_mut() {
            one.write(to.unit(first));
            two.write(to.unit(0xDC00 | c & 0x3FF));
        }
        written += 1 + usize::from(is_pair);
    }
    written
}
