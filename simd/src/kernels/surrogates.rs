//! Surrogates in vectors of UTF-16.
//!
//! What is asked of them is an equality of bits, so nothing is swapped: the constants are in the order of
//! the source.
//!
//! ```text
//!   surrogate   u & F800 == D800
//!   high        u & FC00 == D800
//!   low         u & FC00 == DC00
//! ```

use super::units::words_as;
use crate::fallback::ByteOrder;
use crate::vector::{Vector, Wide};

/// The constants, in the order of a source.
#[derive(Clone, Copy)]
pub(super) struct Surrogates<V> {
    six: V,
    high: V,
    low: V,
    five: V,
    low_bytes: V,
}

impl<V: Vector> Surrogates<V> {
    #[inline(always)]
    pub(super) fn new<S: Wide<Bytes = V>>(s: S, order: ByteOrder) -> Self {
        Self {
            six: words_as(s, order, 0xFC00),
            high: words_as(s, order, 0xD800),
            low: words_as(s, order, 0xDC00),
            five: words_as(s, order, 0xF800),
            low_bytes: words_as(s, order, 0x00FF),
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

    /// The lanes with a surrogate.
    #[inline(always)]
    pub(super) fn surrogate(self, units: V) -> V {
        (units & self.five).eq16(self.high)
    }

    /// The lanes of `cur` where a low surrogate is not behind a high one of `before`, the units one before,
    /// or something else is.
    #[inline(always)]
    pub(super) fn unpaired(self, before: V, cur: V) -> V {
        self.high(before) ^ self.low(cur)
    }

    /// The lanes of `cur` with the first of a pair, whose second is in `next`, the units one behind.
    #[inline(always)]
    pub(super) fn pairs(self, cur: V, next: V) -> V {
        self.high(cur) & self.low(next)
    }

    /// Whether one of four vectors has a surrogate. Its high byte is below 8 once D8 is subtracted without
    /// carry, so the smallest of each lane of bytes tells, by two operations a vector.
    #[inline(always)]
    pub(super) fn any(self, [a, b, c, d]: [V; 4]) -> bool {
        let ab = (a ^ self.high).min8(b ^ self.high);
        let cd = (c ^ self.high).min8(d ^ self.high);
        // In the low bytes something that is not below 8.
        let least = ab.min8(cd) | self.low_bytes;
        let zero = self.high ^ self.high;
        (least & (self.five | self.low_bytes)).eq8(zero).any_high_bit()
    }
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
