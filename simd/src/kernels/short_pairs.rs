//! Short sources of UTF-32 and of scalar values to UTF-16, with pairs of surrogates among them.
//!
//! ```text
//!   all above FFFF   vectors of pairs
//!   others           two vectors at once as units, if each code point is one, else by rows, one behind the other
//! ```
//!
//! The last vectors overlap what is done, and so does what they write. What is ill-formed or has no room is left to the loop of
//! [`super::from_utf32`].
//!
//! Zen 3, 2026-11-26, 16 to 500 bytes, 1,000 strings in turn, time in the loop by time here in the geometric mean, AVX2; SSE4.1:
//! `mixed` 1.22; 1.09, emoji 1.11; 1.03. Still behind in SSE4.1: of the best peer 0.76 for `mixed` of 500 bytes, 0.76 to 0.89 for
//! emoji of any length.

use core::mem::MaybeUninit;

use super::encode_points_wide::{ordered16, pairs_of, put_pairs16};
use super::encode_utf8::Exact;
use super::points::{Points, all_of_four, any_ill_formed, any_surrogate};
use super::short_utf32::load;
use crate::fallback::form::Utf16;
use crate::vector::{Bytes, Lanewise, Vector, Wide};

/// Converts what [`short`](super::short_utf32::short) does not, if all of it can be converted and has room. A part by itself: in
/// the entry what has no pairs took 1.1 to 1.6 times as long.
#[inline(always)]
pub(super) fn short_of_any<P: Points, S: Wide>(
    s: S,
    from: P,
    src: &P::Slice,
    to: Utf16,
    dst: &mut [MaybeUninit<[u8; 2]>],
) -> Option<usize> {
    let points = P::units(src).as_flattened();
    match points.len() / 4 {
        ..4 => None,
        4..8 => put_few(s.narrow(), from, points, to, dst),
        8..16 => put_any(s.narrow(), from, points, to, dst),
        _ => put_any(s, from, points, to, dst),
    }
}

/// Writes as many code points as a vector has, and more, if each is a pair of surrogates and there is room, and says whether.
#[inline(always)]
fn put_pairs<P: Points, S: Wide>(
    s: S,
    from: P,
    points: &[u8],
    to: Utf16,
    dst: &mut [MaybeUninit<[u8; 2]>],
) -> bool {
    let len = S::Bytes::LANES / 4;
    let last = points.len() / 4 - len;
    let Some(dst) = dst.get_mut(..points.len() / 2) else { return false };
    let mut at = 0;
    loop {
        let x = load(s, from, points, at);
        if !all_of_four(s, [[x; 4]]) {
            return false;
        }
        ordered16(s, to, pairs_of(s, x)).store(&mut dst[2 * at..]);
        if at == last {
            return true;
        }
        at = last.min(at + len);
    }
}

/// Writes as many code points as a vector has, up to twice as many. The second vector overlaps the first, and so does what it
/// writes.
#[inline(always)]
fn put_few<P: Points, S: Wide>(
    s: S,
    from: P,
    points: &[u8],
    to: Utf16,
    dst: &mut [MaybeUninit<[u8; 2]>],
) -> Option<usize> {
    let len = S::Bytes::LANES / 4;
    let behind = points.len() / 4 - len;
    let (a, b) = (load(s, from, points, 0), load(s, from, points, behind));
    if P::CHECKED && any_ill_formed(s, [a, b, a, b]) {
        return None;
    }
    let before = behind + pairs_before(s, a, behind);
    put_pairs16(s, to, a, &mut Exact { dst, at: 0 });
    let written = before + put_pairs16(s, to, b, &mut Exact { dst, at: before });
    (written <= dst.len()).then_some(written)
}

/// How many of the first `n` code points of a vector, or of all, are above FFFF.
#[inline(always)]
fn pairs_before<S: Wide>(s: S, x: S::Bytes, n: usize) -> usize {
    let pairs = x.gt32(s.doubles(0xFFFF)).high_bits32() & !(usize::MAX << n);
    pairs.count_ones() as usize
}

/// Writes as many code points as a vector has units, and more: as many at once as units, if each is one. Where not, it goes on
/// behind them. (To begin again in the loop, at the first pair, mixed text of 125 code points took 1.3 times as long.)
#[inline(always)]
fn put_any<P: Points, S: Wide>(
    s: S,
    from: P,
    points: &[u8],
    to: Utf16,
    dst: &mut [MaybeUninit<[u8; 2]>],
) -> Option<usize> {
    let half = S::Bytes::LANES / 4;
    let last = points.len() / 4 - 2 * half;
    let (mut at, mut written) = (0, 0);
    loop {
        let start = last.min(at);
        let block = &points[4 * start..][..8 * half];
        let (a, b) = (load(s, from, block, 0), load(s, from, block, half));
        // What the last block has in common with the one before is written once more.
        let again = at - start;
        written -= again;
        if ((a | b) & s.doubles(!0xFFFF)).any() {
            if P::CHECKED && any_ill_formed(s, [a, b, a, b]) {
                return None;
            }
            if at == 0 && all_of_four(s, [[a, b, a, b]]) && put_pairs(s, from, points, to, dst) {
                return Some(points.len() / 2);
            }
            if again > 0 {
                written -= pairs_before(s, a, again.min(half));
                written -= pairs_before(s, b, again.saturating_sub(half));
            }
            if let Some(room) = dst.get_mut(written..)?.first_chunk_mut::<32>() {
                let first = put_pairs16(s, to, a, room);
                let room = room[first..].first_chunk_mut::<16>().expect("room for a vector");
                written += first + put_pairs16(s, to, b, room);
            } else {
                written += put_pairs16(s, to, a, &mut Exact { dst, at: written });
                written += put_pairs16(s, to, b, &mut Exact { dst, at: written });
                if written > dst.len() {
                    return None;
                }
            }
        } else {
            let units = a.narrow32(b).in_order();
            if P::CHECKED && any_surrogate(s, [units]) {
                return None;
            }
            ordered16(s, to, units).store(dst.get_mut(written..)?.get_mut(..2 * half)?);
            written += 2 * half;
        }
        if start == last {
            return Some(written);
        }
        at = start + 2 * half;
    }
}
