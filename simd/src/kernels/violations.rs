//! What makes UTF-8 ill-formed, by three table lookups a vector.
//!
//! # The idea
//!
//! John Keiser and Daniel Lemire, "Validating UTF-8 in less than one instruction per byte",
//! Software: Practice and Experience 51 (2021). Whether a byte may follow the one before it is
//! decided by three nibbles. Each nibble selects a byte of eight flags from a table of sixteen;
//! each flag is one way to be ill-formed, and it survives the AND of the three when all three
//! nibbles agree to it:
//!
//! ```text
//!   p1  = the byte before           E0  ED  F4  C3  41
//!   cur = the byte                  9F  A0  90  41  BF
//!   flags = HIGH[p1 >> 4] & LOW[p1 & 15] & NEXT[cur >> 4]
//!         → OVERLONG_3, SURROGATE, TOO_LARGE, TOO_SHORT, TOO_LONG
//! ```
//!
//! The eighth flag, `TWO_CONTINUATIONS`, is no error by itself: a continuation byte behind a
//! continuation byte has to be the third or fourth byte of a sequence. That is known from the bytes
//! two and three before, by a saturating subtraction that leaves the highest bit for E0.. and F0..:
//!
//! ```text
//!   due = (p2 -sat (E0 - 80)) | (p3 -sat (F0 - 80))    highest bit: a continuation is due
//!   error |= (due & 80) ^ flags
//! ```

use crate::vector::{Bytes, Simd};

/// A lead byte is not followed by enough continuation bytes.
const TOO_SHORT: u8 = 1 << 0;
/// A continuation byte follows ASCII.
const TOO_LONG: u8 = 1 << 1;
/// E0 before 80..9F.
const OVERLONG_3: u8 = 1 << 2;
/// ED before A0..BF.
const SURROGATE: u8 = 1 << 3;
/// C0 or C1 before a continuation byte.
const OVERLONG_2: u8 = 1 << 4;
/// F4 before 90..BF, or F5..FF before the same.
const TOO_LARGE: u8 = 1 << 5;
/// F0 before 80..8F, or F5..FF before the same: together with `TOO_LARGE`, F5..FF before anything.
const OVERLONG_4: u8 = 1 << 6;
/// A continuation byte follows another.
pub(crate) const TWO_CONTINUATIONS: u8 = 1 << 7;
/// The flags that do not depend on the low nibble of the byte before.
const ANY_LOW: u8 = TOO_SHORT | TOO_LONG | TWO_CONTINUATIONS;

/// By the high nibble of the byte before.
pub(crate) const HIGH: [u8; 16] = {
    let mut table = [TOO_LONG; 16];
    let mut i = 0x8;
    while i < 0xC {
        table[i] = TWO_CONTINUATIONS;
        i += 1;
    }
    table[0xC] = TOO_SHORT | OVERLONG_2;
    table[0xD] = TOO_SHORT;
    table[0xE] = TOO_SHORT | OVERLONG_3 | SURROGATE;
    table[0xF] = TOO_SHORT | TOO_LARGE | OVERLONG_4;
    table
};

/// By the low nibble of the byte before.
pub(crate) const LOW: [u8; 16] = {
    // F5..FF; nibbles below 5 are set apart.
    let mut table = [ANY_LOW | TOO_LARGE | OVERLONG_4; 16];
    table[0x0] = ANY_LOW | OVERLONG_2 | OVERLONG_3 | OVERLONG_4;
    table[0x1] = ANY_LOW | OVERLONG_2;
    table[0x2] = ANY_LOW;
    table[0x3] = ANY_LOW;
    table[0x4] = ANY_LOW | TOO_LARGE;
    table[0xD] |= SURROGATE;
    table
};

/// By the high nibble of the byte itself.
pub(crate) const NEXT: [u8; 16] = {
    let mut table = [TOO_SHORT; 16];
    let continuation = TOO_LONG | TWO_CONTINUATIONS | OVERLONG_2;
    table[0x8] = continuation | OVERLONG_3 | OVERLONG_4;
    table[0x9] = continuation | OVERLONG_3 | TOO_LARGE;
    table[0xA] = continuation | SURROGATE | TOO_LARGE;
    table[0xB] = continuation | SURROGATE | TOO_LARGE;
    table
};

/// The three tables and the constants, in registers.
pub(crate) struct Tables<S: Simd> {
    high: S::Bytes,
    low: S::Bytes,
    next: S::Bytes,
    /// A byte less this has its highest bit if it wants a third one.
    pub(crate) third_due: S::Bytes,
    /// A fourth one.
    pub(crate) fourth_due: S::Bytes,
    high_bit: S::Bytes,
}

impl<S: Simd> Clone for Tables<S> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Simd> Copy for Tables<S> {}

impl<S: Simd> Tables<S> {
    #[inline(always)]
    pub(crate) fn new(s: S) -> Self {
        Self {
            high: s.table(&HIGH),
            low: s.table(&LOW),
            next: s.table(&NEXT),
            third_due: s.splat(0xE0 - 0x80),
            fourth_due: s.splat(0xF0 - 0x80),
            high_bit: s.splat(0x80),
        }
    }

    /// The errors of `cur`, whose third last predecessor is the first byte of `before`.
    #[inline(always)]
    pub(crate) fn errors(&self, s: S, cur: S::Bytes, before: &[u8]) -> S::Bytes {
        self.flags(cur, s.load(&before[2..]), s.load(&before[1..]), s.load(before))
    }

    /// The errors of the first vector of the source.
    #[inline(always)]
    pub(crate) fn errors_at_start(&self, cur: S::Bytes) -> S::Bytes {
        self.flags(cur, cur.shift_up::<1>(), cur.shift_up::<2>(), cur.shift_up::<3>())
    }

    #[inline(always)]
    pub(crate) fn flags(
        &self,
        cur: S::Bytes,
        p1: S::Bytes,
        p2: S::Bytes,
        p3: S::Bytes,
    ) -> S::Bytes {
        let due = p2.saturating_sub(self.third_due) | p3.saturating_sub(self.fourth_due);
        (due & self.high_bit) ^ self.pairs(cur, p1)
    }

    /// The same, if no byte is above EF.
    #[inline(always)]
    pub(crate) fn flags3(&self, cur: S::Bytes, p1: S::Bytes, p2: S::Bytes) -> S::Bytes {
        (p2.saturating_sub(self.third_due) & self.high_bit) ^ self.pairs(cur, p1)
    }

    /// The flags of a byte and the one before it.
    #[inline(always)]
    fn pairs(&self, cur: S::Bytes, p1: S::Bytes) -> S::Bytes {
        self.high.lookup(p1.high_nibbles())
            & self.low.lookup(p1.low_nibbles())
            & self.next.lookup(cur.high_nibbles())
    }
}
