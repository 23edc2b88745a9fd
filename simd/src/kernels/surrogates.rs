//! Surrogates in vectors of UTF-16.
//!
//! What is asked of them is an equality of bits, so nothing is swapped: the constants are in the order of
//! the source.
//!
//! ```text
//!   high   u & FC00 == D800
//!   low    u & FC00 == DC00
//! ```

use super::units::words_as;
use crate::fallback::ByteOrder;
use crate::vector::{Bytes, Lanewise, Vector, Wide};

/// The constants, in the order of a source.
#[derive(Clone, Copy)]
pub(super) struct Surrogates<V> {
    six: V,
    high: V,
    low: V,
    low_bytes: V,
    seven: V,
}

impl<V: Vector> Surrogates<V> {
    #[inline(always)]
    pub(super) fn new<S: Wide<Bytes = V>>(s: S, order: ByteOrder) -> Self {
        Self {
            six: words_as(s, order, 0xFC00),
            high: words_as(s, order, 0xD800),
            low: words_as(s, order, 0xDC00),
            low_bytes: words_as(s, order, 0x00FF),
            seven: s.splat(7),
        }
    }

    /// The lanes with a high surrogate.
    #[inline(always)]
    pub(super) fn high(self, units: V) -> V {
        (units & self.six).eq16(self.high)
    }

    /// The lanes with a low surrogate.
    #[inline(always)]
    pub(super) fn low(self, units: V) -> V {
        (units & self.six).eq16(self.low)
    }

    /// The lanes of `cur` where a low surrogate is not behind a high one of `before`, the units one before,
    /// or something else is.
    #[inline(always)]
    pub(super) fn unpaired(self, before: V, cur: V) -> V {
        self.high(before) ^ self.low(cur)
    }

    /// The same for four vectors of bytes, all in one.
    #[inline(always)]
    pub(super) fn unpaired4<S: Wide<Bytes = V>>(self, s: S, before: &[u8], cur: &[u8]) -> V {
        let (at1, at2, at3) = (V::LANES, 2 * V::LANES, 3 * V::LANES);
        let a = self.unpaired(s.load(before), s.load(cur));
        let b = self.unpaired(s.load(&before[at1..]), s.load(&cur[at1..]));
        let c = self.unpaired(s.load(&before[at2..]), s.load(&cur[at2..]));
        let d = self.unpaired(s.load(&before[at3..]), s.load(&cur[at3..]));
        (a | b) | (c | d)
    }

    /// The lanes of `cur` with the first of a pair, whose second is in `next`, the units one behind.
    #[inline(always)]
    pub(super) fn pairs(self, cur: V, next: V) -> V {
        self.high(cur) & self.low(next)
    }

    /// Whether one of four vectors has a surrogate.
    #[inline(always)]
    pub(super) fn any(&self, [a, b, c, d]: [V; 4]) -> bool {
        let ab = (a ^ self.high).min8(b ^ self.high);
        let cd = (c ^ self.high).min8(d ^ self.high);
        self.is_any(ab.min8(cd))
    }

    /// By two operations a vector, from which [`is_any`](Self::is_any) tells whether one of four has a
    /// surrogate. The high byte of one is below 8 once D8 is subtracted without carry, so what is kept of
    /// each lane of bytes is the smallest.
    #[inline(always)]
    fn least<S: Wide<Bytes = V>>(&self, s: S, block: &[u8]) -> V {
        let lanes = V::LANES;
        let (a, b) = (s.load(block) ^ self.high, s.load(&block[lanes..]) ^ self.high);
        let c = s.load(&block[2 * lanes..]) ^ self.high;
        let d = s.load(&block[3 * lanes..]) ^ self.high;
        a.min8(b).min8(c.min8(d))
    }

    #[inline(always)]
    fn is_any(&self, least: V) -> bool {
        // In the low bytes something that is not below 8.
        let least = least | self.low_bytes;
        least.min8(self.seven).eq8(least).any_high_bit()
    }
}

/// Surrogates by the six highest bits of each unit, as bytes: of two vectors in one.
///
/// ```text
///   units    A   H   L   H | B   L   C   D
///   bytes    a h l h b l c d                  narrowed, so that each test is one of two vectors
///   high     . x . x . . . .
///   low      . . x . . x . .
///   bad      . . . . x x . .                  high, moved up by one, ^ low
/// ```
///
/// That is 24 operations for four vectors of one lane, which are 33 where what is before is loaded as well. With
/// two lanes it is as many as that, but half of the loads, which cross cache lines.
pub(super) struct SixBits<V> {
    order: ByteOrder,
    mask: V,
    high: V,
    low: V,
    /// Where the two vectors before had a high surrogate.
    before: V,
}

impl<V: Vector> SixBits<V> {
    /// `before` is the vector before the first block.
    #[inline(always)]
    pub(super) fn new<S: Wide<Bytes = V>>(s: S, order: ByteOrder, before: V) -> Self {
        // The six bits at the place where `bytes` brings them.
        let six = |unit: u16| match order {
            ByteOrder::Little => s.splat((unit >> 10) as u8),
            ByteOrder::Big => s.splat((unit >> 8) as u8),
        };
        let (high, low) = (six(0xD800), six(0xDC00));
        let new = Self { order, mask: s.words(0x00FC), high, low, before };
        Self { before: new.bytes(before, before).eq8(high), ..new }
    }

    #[inline(always)]
    fn bytes(&self, a: V, b: V) -> V {
        a.six_bits(b, self.order, self.mask)
    }

    /// Not 0 where a unit of the block is an unpaired surrogate, or is no low one behind a high one.
    #[inline(always)]
    pub(super) fn unpaired<S: Wide<Bytes = V>>(&mut self, s: S, block: &[u8]) -> V {
        let lanes = V::LANES;
        let x = self.bytes(s.load(block), s.load(&block[lanes..]));
        let y = self.bytes(s.load(&block[2 * lanes..]), s.load(&block[3 * lanes..]));
        let (x_high, y_high) = (x.eq8(self.high), y.eq8(self.high));
        let bad = x_high.behind(self.before) ^ x.eq8(self.low);
        self.before = y_high;
        bad | (y_high.behind(x_high) ^ y.eq8(self.low))
    }
}

/// How much of the front of `bytes` has no surrogate, by blocks of eight vectors.
#[inline(always)]
pub(super) fn plain_blocks_len<S: Wide>(s: S, kinds: &Surrogates<S::Bytes>, bytes: &[u8]) -> usize {
    let lanes = S::Bytes::LANES;
    let mut len = 0;
    for block in bytes.chunks_exact(8 * lanes) {
        let least = kinds.least(s, block).min8(kinds.least(s, &block[4 * lanes..]));
        if kinds.is_any(least) {
            break;
        }
        len += block.len();
    }
    len
}

/// Whether the last of some units is a high surrogate.
#[inline(always)]
pub(super) fn ends_high(order: ByteOrder, bytes: &[u8]) -> bool {
    let high = match (order, bytes) {
        (ByteOrder::Little, &[.., high]) | (ByteOrder::Big, &[.., high, _]) => high,
        _ => 0,
    };
    high & 0xFC == 0xD8
}
