//! Sources of code points in 32 bits each: UTF-32 and scalar values.

use super::swap::order;
use crate::cast;
use crate::fallback::ByteOrder;
use crate::fallback::form::{Chars, Source, Utf32};
use crate::vector::{Bytes, Lanewise, Vector, Wide};

/// A source of code points in 32 bits each.
pub(super) trait Points: Source {
    /// Whether they may be no scalar values.
    const CHECKED: bool;

    /// The code points as bytes.
    fn units(src: &Self::Slice) -> &[[u8; 4]];

    /// Their byte order.
    fn order(self) -> ByteOrder;

    /// A vector of them as numbers: lanes are little-endian, whatever the machine is.
    fn numbers<S: Wide>(self, s: S, units: S::Bytes) -> S::Bytes;

    /// The source from a place on.
    fn tail(src: &Self::Slice, at: usize) -> &Self::Slice;
}

/// Numbers as UTF-32 of a byte order, or the other way round.
#[inline(always)]
pub(super) fn ordered<S: Wide>(s: S, to: ByteOrder, units: S::Bytes) -> S::Bytes {
    match to {
        ByteOrder::Little => units,
        ByteOrder::Big => units.lookup(s.table(const { &order::<4>() })),
    }
}

impl Points for Utf32 {
    const CHECKED: bool = true;

    #[inline(always)]
    fn units(src: &[[u8; 4]]) -> &[[u8; 4]] {
        src
    }

    #[inline(always)]
    fn order(self) -> ByteOrder {
        self.0
    }

    #[inline(always)]
    fn numbers<S: Wide>(self, s: S, units: S::Bytes) -> S::Bytes {
        ordered(s, self.0, units)
    }

    #[inline(always)]
    fn tail(src: &[[u8; 4]], at: usize) -> &[[u8; 4]] {
        &src[at..]
    }
}

impl Points for Chars {
    const CHECKED: bool = false;

    #[inline(always)]
    fn units(src: &[char]) -> &[[u8; 4]] {
        cast::char_bytes(src)
    }

    #[inline(always)]
    fn order(self) -> ByteOrder {
        ByteOrder::NATIVE
    }

    #[inline(always)]
    fn numbers<S: Wide>(self, s: S, units: S::Bytes) -> S::Bytes {
        ordered(s, ByteOrder::NATIVE, units)
    }

    #[inline(always)]
    fn tail(src: &[char], at: usize) -> &[char] {
        &src[at..]
    }
}

/// 0 to 10F7FF for a scalar value, more for any other (as `char::from_u32` has it).
#[inline(always)]
pub(super) fn key<S: Wide>(s: S, x: S::Bytes) -> S::Bytes {
    (x ^ s.doubles(0xD800)).sub32(s.doubles(0x800))
}

/// The keys of code points that are no scalar values (D76) are not below it.
const BAD_KEY: u32 = 0x11_0000 - 0x800;

/// All ones where a key is that of a scalar value, else 0.
#[inline(always)]
pub(super) fn fit<S: Wide>(s: S, key: S::Bytes) -> S::Bytes {
    key.min32(s.doubles(BAD_KEY - 1)).eq32(key)
}

/// All ones in the lanes that are no scalar values.
#[inline(always)]
pub(super) fn ill_formed<S: Wide>(s: S, x: S::Bytes) -> S::Bytes {
    s.splat(0xFF).without(fit(s, key(s, x)))
}

#[inline(always)]
pub(super) fn any_ill_formed<S: Wide>(s: S, [a, b, c, d]: [S::Bytes; 4]) -> bool {
    let low = key(s, a).max32(key(s, b));
    let high = key(s, c).max32(key(s, d));
    s.splat(0xFF).without(fit(s, low.max32(high))).any()
}

/// Whether all are scalar values above FFFF, as in a run of emoji: less 10000 they have 20 bits. Then none
/// has another length than the next.
#[inline(always)]
pub(super) fn all_of_four<S: Wide, const N: usize>(s: S, blocks: [[S::Bytes; 4]; N]) -> bool {
    let first = s.doubles(0x1_0000);
    let mut all = s.splat(0);
    for [a, b, c, d] in blocks {
        let low = a.sub32(first) | b.sub32(first);
        let high = c.sub32(first) | d.sub32(first);
        all = all | low | high;
    }
    !(all & s.doubles(0xFFF0_0000)).any()
}

/// Whether a surrogate is among 16-bit lanes.
#[inline(always)]
pub(super) fn any_surrogate<S: Wide, const N: usize>(s: S, words: [S::Bytes; N]) -> bool {
    surrogates(s, words).any()
}

/// All ones in the 16-bit lanes where one of the vectors has a surrogate.
#[inline(always)]
pub(super) fn surrogates<S: Wide, const N: usize>(s: S, words: [S::Bytes; N]) -> S::Bytes {
    let mut least = s.splat(0xFF);
    for words in words {
        least = least.min16(words.sub16(s.words(0xD800)));
    }
    least.min16(s.words(0x7FF)).eq16(least)
}
