//! Short sources of UTF-16, to UTF-32: without surrogates, or nothing but pairs of them.
//!
//! As with UTF-8 ([`super::short_utf16`]) it is asked once, of all of the source, which it is; vectors from the front and
//! vectors up to the end overlap, so that nothing depends on the length but how many there are:
//!
//! ```text
//!   4 to 7 units     the first four and the last four, in one vector
//!   8 to 16          two vectors of eight
//!   17 to 32         the first sixteen and the last sixteen
//!   33 to 64         32 and 32
//! ```
//!
//! What is neither, goes by vectors of any kind ([`super::from_utf16`]).

use core::mem::MaybeUninit;

use super::utf16_to_utf32::{ordered, points_of_pairs, widened_by, widening};
use super::utf16_units::{Units, ordered as ordered_units, stored};
use crate::fallback::ByteOrder;
use crate::fallback::form::{Utf16, Utf32};
use crate::vector::{Bytes, Lanewise, Vector, Wide};

/// Converts a source of 4 to 64 units, if it is one of the two kinds and has room.
#[inline(always)]
pub(super) fn short<S: Wide>(
    s: S,
    from: Utf16,
    src: &[[u8; 2]],
    to: Utf32,
    dst: &mut [MaybeUninit<[u8; 4]>],
) -> Option<usize> {
    match src.len() {
        4..=7 => fours(s.narrow(), from, src, to, dst),
        8..=16 => ends::<8, _>(s.narrow(), from, src, to, dst),
        17..=32 => ends::<16, _>(s, from, src, to, dst),
        33..=64 => ends::<32, _>(s, from, src, to, dst),
        _ => None,
    }
}

/// Four to seven units, if none is a surrogate: the first four and the last four.
#[inline(always)]
fn fours<S: Wide>(
    s: S,
    from: Utf16,
    src: &[[u8; 2]],
    to: Utf32,
    dst: &mut [MaybeUninit<[u8; 4]>],
) -> Option<usize> {
    let both = [*src.first_chunk::<4>()?, *src.last_chunk::<4>()?];
    let units = s.load(both.as_flattened().as_flattened());
    if surrogates(s, from, units).any() {
        return None;
    }
    let dst = dst.get_mut(..src.len())?;
    let [low, high] = widened_by::<S>((from, to.0), widening(s, from, to.0), units);
    low.store(dst);
    high.store(&mut dst[src.len() - 4..]);
    Some(src.len())
}

/// As many units as `N`, a multiple of a vector, to twice as many: the first `N` and the last.
#[inline(always)]
fn ends<const N: usize, S: Wide>(
    s: S,
    from: Utf16,
    src: &[[u8; 2]],
    to: Utf32,
    dst: &mut [MaybeUninit<[u8; 4]>],
) -> Option<usize> {
    let n = src.len();
    let (front, end): (&[_; N], &[_; N]) = (src.first_chunk()?, src.last_chunk()?);
    let mut found = s.splat(0);
    let mut i = 0;
    while i < N {
        found =
            found | surrogates(s, from, load(s, front, i)) | surrogates(s, from, load(s, end, i));
        i += Units::<S>::LEN;
    }
    if found.any() {
        return pairs(s, from, (front, end), to, dst.get_mut(..n / 2)?).then_some(n / 2);
    }
    let dst = dst.get_mut(..n)?;
    let rows = widening(s, from, to.0);
    for (units, at) in [(front, 0), (end, n - N)] {
        let room: &mut [_; N] = dst[at..].first_chunk_mut()?;
        let mut i = 0;
        while i < N {
            let [low, high] = widened_by::<S>((from, to.0), rows, load(s, units, i));
            low.store(&mut room[i..]);
            high.store(&mut room[i + Units::<S>::LEN / 2..]);
            i += Units::<S>::LEN;
        }
    }
    Some(n)
}

/// The same of nothing but whole pairs, for half as much room, and whether it is.
#[inline(always)]
fn pairs<const N: usize, S: Wide>(
    s: S,
    from: Utf16,
    (front, end): (&[[u8; 2]; N], &[[u8; 2]; N]),
    to: Utf32,
    dst: &mut [MaybeUninit<[u8; 4]>],
) -> bool {
    // (If their number is odd, one of the two begins with a low surrogate.)
    let mut other = s.splat(0);
    let mut i = 0;
    while i < N {
        for units in [front, end] {
            let kinds = numbers(s, from, load(s, units, i)) & s.doubles(0xFC00_FC00);
            other = other | kinds ^ s.doubles(0xDC00_D800);
        }
        i += Units::<S>::LEN;
    }
    if other.any() {
        return false;
    }
    let last = dst.len() - N / 2;
    let mut i = 0;
    while i < N {
        for (units, at) in [(front, 0), (end, last)] {
            let points = points_of_pairs(s, numbers(s, from, load(s, units, i)));
            ordered(s, to.0, points).store(&mut dst[at + i / 2..]);
        }
        i += Units::<S>::LEN;
    }
    true
}

/// A vector of units from the `i`th on, as they are stored.
#[inline(always)]
fn load<S: Wide>(s: S, units: &[[u8; 2]], i: usize) -> S::Bytes {
    s.load(units[i..].as_flattened())
}

/// Units as numbers.
#[inline(always)]
fn numbers<S: Wide>(s: S, from: Utf16, units: S::Bytes) -> S::Bytes {
    ordered_units(s, from, ByteOrder::Little, units)
}

/// All ones in the lanes that have a surrogate.
#[inline(always)]
fn surrogates<S: Wide>(s: S, from: Utf16, units: S::Bytes) -> S::Bytes {
    (units & stored(s, from, 0xF800)).eq16(stored(s, from, 0xD800))
}
