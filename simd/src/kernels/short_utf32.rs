//! Short sources of UTF-32 and of scalar values.
//!
//! The loop of [`super::from_utf32`] has constants to set up and registers to save, which takes as long as thirty code
//! points. Here is what needs neither; none of it is for what is ill-formed or has no room, which is left to the loop.
//!
//! ```text
//!   up to 3 code points   one by one
//!   from 4 on             groups of a half vector of units or more, the last of which overlaps what is done, as long as each
//!                         code point is one unit
//!   to UTF-16             with pairs in a part, see `short_pairs`
//!   to UTF-8              up to 16 of any class, by eights
//! ```
//!
//! Zen 3, 2026-11-25, strings of 8 to 500 bytes of UTF-8, 1,000 in turn, time of the best peer by ours in the geometric mean,
//! before and now, AVX2; SSE4.1: to UTF-16 0.92 and 1.54; 0.90 and 1.34. To UTF-8 1.09 and 1.43; 1.18 and 1.45. To Latin-1
//! 0.84 and 1.37; 0.83 and 1.21. Still behind: two to four code points to UTF-8, 0.54 to 0.87 of a loop of the standard library
//! in the caller's own code.

use core::mem::MaybeUninit;

use super::encode_points::bytes;
use super::encode_points_utf8::{put_slots as put_slots_of_any, slots_of_any};
use super::encode_points_wide::ordered16;
use super::encode_utf8::{put_slots, slots};
use super::points::{Points, any_ill_formed, any_surrogate, surrogates};
use crate::fallback::form::{Latin1, Target, Utf8, Utf16};
use crate::vector::{Bytes, Lanewise, Vector, Wide};

/// A target of short sources.
pub(super) trait Short: Target {
    /// The longest source that is looked at, in as many code points as a vector has bytes. (To UTF-16 of twice as many
    /// Latin and `mixed` of 500 bytes were at 0.6 to 0.8 of what they are in the loop.)
    const MOST: usize;

    /// Converts 4 to [`Short::MOST`] code points, if all of them can be converted like this and have room.
    fn few<P: Points, S: Wide>(
        self,
        s: S,
        from: P,
        points: &[u8],
        dst: &mut [MaybeUninit<Self::Unit>],
    ) -> Option<usize>;
}

/// Converts a short source, if all of it can be converted and has room.
#[inline(always)]
pub(super) fn short<P: Points, T: Short, S: Wide>(
    s: S,
    from: P,
    src: &P::Slice,
    to: T,
    dst: &mut [MaybeUninit<T::Unit>],
) -> Option<usize> {
    let len = P::len(src);
    if len > T::MOST * S::Bytes::LANES {
        return None;
    }
    if len >= 4 {
        return to.few(s, from, P::units(src).as_flattened(), dst);
    }
    let (mut at, mut written) = (0, 0);
    while at < len {
        let (scalar, units) = from.decode(src, at).ok()?;
        written += to.encode(scalar, &mut dst[written..]).ok()?;
        at += units;
    }
    Some(written)
}

/// A vector at a code point.
#[inline(always)]
pub(super) fn load<P: Points, S: Wide>(s: S, from: P, points: &[u8], at: usize) -> S::Bytes {
    from.numbers(s, s.load(&points[4 * at..]))
}

/// Writes 4 and more code points as bytes, if they have no other bits than those in `BITS`, and says whether.
#[inline(always)]
fn put_bytes<const BITS: u32, P: Points, S: Wide>(
    s: S,
    from: P,
    points: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> bool {
    let narrow = s.narrow();
    let n = points.len() / 4;
    let Some(dst) = dst.get_mut(..n) else { return false };
    match n {
        ..8 => {
            let (a, b) = (load(narrow, from, points, 0), load(narrow, from, points, n - 4));
            if ((a | b) & narrow.doubles(!BITS)).any() {
                return false;
            }
            let both = bytes([a, b, a, b]).low64().to_le_bytes().map(MaybeUninit::new);
            dst[..4].copy_from_slice(&both[..4]);
            dst[n - 4..].copy_from_slice(&both[4..]);
            true
        }
        8..16 => {
            let (a, b) = (load(narrow, from, points, 0), load(narrow, from, points, 4));
            let (c, d) = (load(narrow, from, points, n - 8), load(narrow, from, points, n - 4));
            if (((a | b) | (c | d)) & narrow.doubles(!BITS)).any() {
                return false;
            }
            bytes([a, b, a, b]).store_low64(dst);
            bytes([c, d, c, d]).store_low64(&mut dst[n - 8..]);
            true
        }
        16..32 => put_vectors_of_bytes::<BITS, P, S::Narrow>(narrow, from, points, dst),
        _ => put_vectors_of_bytes::<BITS, P, S>(s, from, points, dst),
    }
}

/// The same of as many as a vector has bytes, and more.
#[inline(always)]
fn put_vectors_of_bytes<const BITS: u32, P: Points, S: Wide>(
    s: S,
    from: P,
    points: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> bool {
    let lanes = S::Bytes::LANES;
    let last = points.len() / 4 - lanes;
    let mut at = 0;
    loop {
        let block = &points[4 * at..][..4 * lanes];
        let (a, b) = (load(s, from, block, 0), load(s, from, block, lanes / 4));
        let (c, d) = (load(s, from, block, lanes / 2), load(s, from, block, 3 * lanes / 4));
        if (((a | b) | (c | d)) & s.doubles(!BITS)).any() {
            return false;
        }
        bytes([a, b, c, d]).store(&mut dst[at..]);
        if at == last {
            return true;
        }
        at = last.min(at + lanes);
    }
}

impl Short for Latin1 {
    const MOST: usize = 16;

    #[inline(always)]
    fn few<P: Points, S: Wide>(
        self,
        s: S,
        from: P,
        points: &[u8],
        dst: &mut [MaybeUninit<u8>],
    ) -> Option<usize> {
        put_bytes::<0xFF, P, S>(s, from, points, dst).then_some(points.len() / 4)
    }
}

impl Short for Utf8 {
    const MOST: usize = 4;

    #[inline(always)]
    fn few<P: Points, S: Wide>(
        self,
        s: S,
        from: P,
        points: &[u8],
        dst: &mut [MaybeUninit<u8>],
    ) -> Option<usize> {
        if put_bytes::<0x7F, P, S>(s, from, points, dst) {
            return Some(points.len() / 4);
        }
        if points.len() > 4 * 16 {
            return None;
        }
        let narrow = s.narrow();
        let mut written = 0;
        for eight in points.chunks(4 * 8) {
            written += put_eight(narrow, from, eight, dst[written..].first_chunk_mut()?)?;
        }
        Some(written)
    }
}

/// Writes up to eight code points, if they can be converted, and returns the number of bytes. Each that is absent is a zero
/// behind them, and a byte.
#[inline(always)]
fn put_eight<P: Points, S: Wide>(
    s: S,
    from: P,
    points: &[u8],
    room: &mut [MaybeUninit<u8>; 32],
) -> Option<usize> {
    let (a, b) = match points.split_at_checked(16) {
        Some((first, second)) if second.len() == 16 => (s.load(first), s.load(second)),
        Some((first, second)) => (s.load(first), s.load_partial(second)),
        None => (s.load_partial(points), s.splat(0)),
    };
    let (a, b) = (from.numbers(s, a), from.numbers(s, b));
    let written = if ((a | b) & s.doubles(!0xFFFF)).any() {
        if P::CHECKED && any_ill_formed(s, [a, b, a, b]) {
            return None;
        }
        let (slots, fours) = slots_of_any(s, a, b);
        put_slots_of_any::<true, S, _>(s, slots, fours, room)
    } else {
        let units = a.narrow32(b);
        if P::CHECKED && any_surrogate(s, [units]) {
            return None;
        }
        put_slots(s, slots(s, units), room)
    };
    Some(written - (8 - points.len() / 4))
}

impl Short for Utf16 {
    const MOST: usize = 8;

    #[inline(always)]
    fn few<P: Points, S: Wide>(
        self,
        s: S,
        from: P,
        points: &[u8],
        dst: &mut [MaybeUninit<[u8; 2]>],
    ) -> Option<usize> {
        let n = points.len() / 4;
        let room = dst.get_mut(..n)?;
        let single = match n {
            ..8 => put_units_of_half(s.narrow(), from, points, self, room),
            8..16 => put_units(s.narrow(), from, points, self, room),
            _ => put_units(s, from, points, self, room),
        };
        single.then_some(n)
    }
}

/// A vector that is not 0 if one of the code points is not a unit, or may not be one; `units` are they. (Two tests of
/// vectors, one for each, are more than this.)
#[inline(always)]
fn unlike_units<P: Points, S: Wide>(s: S, [a, b]: [S::Bytes; 2], units: S::Bytes) -> S::Bytes {
    let above = (a | b) & s.doubles(!0xFFFF);
    if P::CHECKED { above | surrogates(s, [units]) } else { above }
}

/// Writes four to eight code points, if each is one unit, and says whether.
#[inline(always)]
fn put_units_of_half<P: Points, S: Wide>(
    s: S,
    from: P,
    points: &[u8],
    to: Utf16,
    dst: &mut [MaybeUninit<[u8; 2]>],
) -> bool {
    let n = points.len() / 4;
    let (a, b) = (load(s, from, points, 0), load(s, from, points, n - 4));
    if unlike_units::<P, S>(s, [a, b], a.narrow32(b)).any() {
        return false;
    }
    ordered16(s, to, a.narrow32(a)).store_low64(dst);
    ordered16(s, to, b.narrow32(b)).store_low64(&mut dst[n - 4..]);
    true
}

/// The same of as many as a vector has units, and more.
#[inline(always)]
fn put_units<P: Points, S: Wide>(
    s: S,
    from: P,
    points: &[u8],
    to: Utf16,
    dst: &mut [MaybeUninit<[u8; 2]>],
) -> bool {
    let half = S::Bytes::LANES / 4;
    let last = points.len() / 4 - 2 * half;
    let mut at = 0;
    loop {
        let block = &points[4 * at..][..8 * half];
        let (a, b) = (load(s, from, block, 0), load(s, from, block, half));
        let units = a.narrow32(b).in_order();
        if unlike_units::<P, S>(s, [a, b], units).any() {
            return false;
        }
        ordered16(s, to, units).store(&mut dst[at..]);
        if at == last {
            return true;
        }
        at = last.min(at + 2 * half);
    }
}
