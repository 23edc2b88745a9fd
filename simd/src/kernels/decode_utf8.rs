//! UTF-8 decoded a vector at a time, whatever stands there.
//!
//! # The idea
//!
//! A unit of output is computed at *every* byte, as if a character ended there; then the units at
//! bytes that do end one are moved together ([`super::pack`]). No step waits for the step before to know
//! where it begins: all that is handed on is the place of the output.
//!
//! ```text
//!   cur    E3 81 82 41 C3 B1 …      the bytes; p1, p2, p3 are loads from 1, 2 and 3 bytes before
//!   ends    .  .  x  x  .  x        the last bytes of characters
//!   lo,hi   .  .  v  v  .  v        low and high byte of the unit, one vector each
//!   out    3042 0041 00F1
//! ```
//!
//! # The classes
//!
//! What the bytes are, and the three before them, decides how much there is to do:
//!
//! ```text
//!   1  ASCII
//!   2  below E0      the upper bits are p1 -sat C0, and the unit is one multiplication: cur & 7F + 64 * p1
//!   3  below F0      lo = cur & 7F | p1 << 6 & C0       p1 is 0 at ASCII
//!                    hi = p1 >> 2 & 0F | (p2 -sat E0) << 4
//!   4  any           the same
//! ```
//!
//! A character of four bytes ends twice for UTF-16: at its third byte the formula gives u = scalar >> 6,
//! of which the high surrogate is D7C0 + (u >> 4), and at its fourth the low ten bits of the low
//! surrogate.

use super::violations::Tables;
use crate::vector::{Bytes, Lanewise, Simd, Vector, Wide};

/// A vector of the source, and what stands one, two and three bytes before.
pub(crate) struct Near<S: Simd> {
    pub(crate) cur: S::Bytes,
    pub(crate) p1: S::Bytes,
    pub(crate) p2: S::Bytes,
    pub(crate) p3: S::Bytes,
}

impl<S: Simd> Near<S> {
    /// In the middle of the source: `window` begins three bytes before the vector.
    #[inline(always)]
    pub(crate) fn inside(s: S, window: &[u8]) -> Self {
        Self {
            cur: s.load(&window[3..]),
            p1: s.load(&window[2..]),
            p2: s.load(&window[1..]),
            p3: s.load(window),
        }
    }

    /// Behind another vector.
    #[inline(always)]
    pub(crate) fn behind(before: S::Bytes, cur: S::Bytes) -> Self
    where
        S: Wide,
    {
        Self {
            cur,
            p1: cur.shift_up_behind::<1>(before),
            p2: cur.shift_up_behind::<2>(before),
            p3: cur.shift_up_behind::<3>(before),
        }
    }

    /// At the start of the source.
    #[inline(always)]
    pub(crate) fn at_start(cur: S::Bytes) -> Self {
        Self { cur, p1: cur.shift_up::<1>(), p2: cur.shift_up::<2>(), p3: cur.shift_up::<3>() }
    }
}

/// The bytes of the unit that would end at each byte.
///
/// In class 2 `lo` has the seven bits of the byte itself and `hi` the five of the lead before it.
pub(crate) struct Planes<S: Simd> {
    pub(crate) lo: S::Bytes,
    pub(crate) hi: S::Bytes,
    /// In class 4. For pairs of surrogates: the highest bit is set at the third byte of four. Else: the bits
    /// of the character above the sixteenth.
    pub(crate) third: S::Bytes,
    /// In class 4: the highest bit is set at the fourth byte of four.
    pub(crate) fourth: S::Bytes,
}

/// The planes of class 2.
#[inline(always)]
pub(crate) fn planes2<S: Wide>(s: S, near: &Near<S>) -> Planes<S> {
    let lo = near.cur & s.splat(0x7F);
    // Nothing is left but of a lead byte, behind which there is a continuation byte.
    let hi = near.p1.saturating_sub(s.splat(0xC0));
    Planes { lo, hi, third: lo, fourth: lo }
}

/// The planes for Latin-1, of which the lower one is all there is.
#[inline(always)]
pub(crate) fn planes_latin1<S: Wide>(s: S, near: &Near<S>) -> Planes<S> {
    // 40 behind C3, which is the difference of the byte and its continuation byte.
    let of_p1 = near.p1.saturating_sub(s.splat(0xC2)).shl16::<6>();
    let lo = near.cur | of_p1;
    Planes { lo, hi: lo, third: lo, fourth: lo }
}

/// The planes of class 3 or 4; with `PAIRS`, characters of four bytes make pairs of surrogates.
#[inline(always)]
pub(crate) fn planes<S: Wide, const CLASS: u8, const PAIRS: bool>(
    s: S,
    near: &Near<S>,
) -> Planes<S> {
    let Near { cur, p1, p2, p3 } = *near;
    planes_of::<S, CLASS, PAIRS>(s, &Near { cur, p1: p1 & s.spread(cur), p2, p3 })
}

/// The same, if the byte before those of ASCII is 0 for each of them.
#[inline(always)]
pub(crate) fn planes_of<S: Wide, const CLASS: u8, const PAIRS: bool>(
    s: S,
    near: &Near<S>,
) -> Planes<S> {
    let Near { cur, p1, p2, p3 } = *near;
    let lo = cur & s.splat(0x7F) | p1.shl16::<6>() & s.splat(0xC0);
    let of_p1 = p1.shr16::<2>() & s.splat(0x0F);
    let of_p2 = p2.saturating_sub(s.splat(0xE0)).shl16::<4>();
    if CLASS == 3 {
        return Planes { lo, hi: of_p1 | of_p2, third: lo, fourth: lo };
    }
    // Of F0 to F4 ten and more are left, whose upper bit moves on into the byte behind.
    let hi = of_p1 | of_p2 & s.splat(0xF0);
    let fourth = p3.saturating_sub(s.splat(0xF0 - 0x80));
    if PAIRS {
        return Planes { lo, hi, third: p2.saturating_sub(s.splat(0xF0 - 0x80)), fourth };
    }
    // Bits 12 to 15 are those of p2 at the fourth byte, where it is a continuation byte.
    let at_fourth = s.spread(fourth);
    let hi = hi | p2.shl16::<4>() & s.splat(0xF0) & at_fourth;
    let of_p2 = p2.shr16::<4>() & s.splat(0x03);
    let of_p3 = p3.shl16::<2>() & s.splat(0x1C);
    Planes { lo, hi, third: (of_p2 | of_p3) & at_fourth, fourth }
}

/// The highest bit of a byte is set behind which its sequence goes on.
#[inline(always)]
pub(crate) fn open<S: Wide, const CLASS: u8>(s: S, near: &Near<S>) -> S::Bytes {
    let mut open = near.cur.saturating_sub(s.splat(0xC0 - 0x80));
    if CLASS > 2 {
        open = open | near.p1.saturating_sub(s.splat(0xE0 - 0x80));
    }
    if CLASS > 3 {
        open = open | near.p2.saturating_sub(s.splat(0xF0 - 0x80));
    }
    open
}

/// Not 0 where a byte cannot stand, of class 2. As in the other classes, a lead byte that begins nothing is
/// found at the byte behind it.
#[inline(always)]
pub(crate) fn errors2<S: Wide>(s: S, near: &Near<S>) -> S::Bytes {
    let continuation = s.splat(0xC0).gt8(near.cur);
    let due = near.p1.saturating_sub(s.splat(0xC0)).gt8(s.splat(0));
    let overlong = s.splat(2).saturating_sub(near.p1 ^ s.splat(0xC0));
    (continuation ^ due) | overlong
}

/// The same, if the target is Latin-1: whatever begins with more than C3 is an error.
#[inline(always)]
pub(crate) fn errors_latin1<S: Wide>(s: S, near: &Near<S>) -> S::Bytes {
    let continuation = s.splat(0xC0).gt8(near.cur);
    let due = near.p1.saturating_sub(s.splat(0xC1)).gt8(s.splat(0));
    let overlong = s.splat(2).saturating_sub(near.p1 ^ s.splat(0xC0));
    (continuation ^ due) | overlong | near.cur.saturating_sub(s.splat(0xC3))
}

/// The same of class 3 or 4.
#[inline(always)]
pub(crate) fn errors<S: Wide, const CLASS: u8>(tables: Tables<S>, near: &Near<S>) -> S::Bytes {
    if CLASS == 3 {
        return tables.flags3(near.cur, near.p1, near.p2);
    }
    tables.flags(near.cur, near.p1, near.p2, near.p3)
}
