//! The repair of UTF-16 in place: U+FFFD over each surrogate without a partner.
//!
//! ```text
//!   before   A  H  L  H  B  L        the load from one unit before
//!   cur      H  L  H  B  L  C
//!   high     .  x  .  x  .  .        of `before`
//!   low      .  x  .  .  x  .        of `cur`
//!   bad      .  .  .  x  x  .        high ^ low
//!   repair   .  .  x  .  x  .        bad & low at its place, bad & !low one before: that one is the
//!                                    high surrogate
//! ```
//!
//! Each bit of `bad` is one repair, so their number is that of its bits. Only vectors with an error are
//! written to; whether one of four has one is a single test of mask registers.
//!
//! # Why it does not matter what was repaired before
//!
//! `before` may read a unit that a former step has written, and the last vector overlaps the one before
//! it. The answer is that of the original all the same:
//!
//! * A repaired low surrogate was not high, and U+FFFD is not high: bit `high` is the same.
//! * A high surrogate is repaired when the unit behind it was looked at and is not low. If that unit is
//!   looked at again, the original gives `high ^ low` = 1, once more the same error, and U+FFFD gives
//!   0 ^ 0: the repair is not counted twice.
//! * No repair makes a surrogate, so none can become a partner of another.

use super::wide::Z;
use crate::fallback::ByteOrder;
use crate::fallback::form::Utf16;
use crate::x86::Avx512;

/// Bytes of a vector.
const BLOCK: usize = 64;
/// Bytes of a step of the main loop.
const STEP: usize = 4 * BLOCK;

/// See [`crate::Kernels::make_utf16_well_formed`].
#[inline(always)]
pub(crate) fn make_utf16_well_formed(s: Avx512, from: Utf16, units: &mut [[u8; 2]]) -> usize {
    // Every constant is in the order of the units, so that nothing is swapped.
    let unit = |x: u16| s.words(if from.0 == ByteOrder::NATIVE { x } else { x.swap_bytes() });
    let pattern = Pattern {
        mask: unit(0xFC00),
        high: unit(0xD800),
        low: unit(0xDC00),
        replacement: unit(0xFFFD),
    };
    let bytes = units.as_flattened_mut();
    let len = bytes.len();
    let mut repairs = 0;

    // The first block has no unit before it, and a load from there, though masked, takes an assist where
    // the page before is not mapped.
    let cur = s.load_back(bytes, 0, 0);
    let bad = pattern.high(cur) << 1 ^ pattern.low(cur);
    if bad != 0 {
        repairs += pattern.repair(bad, cur, bytes, 0);
    }
    if len > BLOCK {
        // From an aligned place inside the first block, if units are aligned at all.
        let mut at = BLOCK;
        let address = bytes.as_ptr().addr() % BLOCK;
        if len >= 2 * STEP && address.is_multiple_of(2) && address < BLOCK - 2 {
            at -= address;
        }
        while let Some(step) = bytes[at - 2..].first_chunk::<{ STEP + 2 }>() {
            let bad =
                |i: usize| pattern.bad(s.load(&step[BLOCK * i..]), s.load(&step[BLOCK * i + 2..]));
            let bad = [bad(0), bad(1), bad(2), bad(3)];
            if (bad[0] | bad[1]) | (bad[2] | bad[3]) != 0 {
                for (i, bad) in bad.into_iter().enumerate() {
                    if bad != 0 {
                        let at = at + BLOCK * i;
                        repairs += pattern.repair(bad, s.load(&bytes[at..]), bytes, at);
                    }
                }
            }
            at += STEP;
        }
        while at < len {
            // The last one ends at the end and overlaps the one before.
            at = at.min(len - BLOCK);
            let cur = s.load(&bytes[at..]);
            let bad = pattern.bad(s.load(&bytes[at - 2..]), cur);
            if bad != 0 {
                repairs += pattern.repair(bad, cur, bytes, at);
            }
            at += BLOCK;
        }
    }
    // Nothing is behind the last unit.
    if let Some(last) = bytes.last_chunk_mut::<2>() {
        let high = if from.0 == ByteOrder::Big { last[0] } else { last[1] };
        if high & 0xFC == 0xD8 {
            pattern.replacement.overwrite_first(last);
            repairs += 1;
        }
    }
    repairs
}

/// What makes a unit a surrogate, and what takes its place, in the order of the units.
#[derive(Clone, Copy)]
struct Pattern {
    mask: Z,
    high: Z,
    low: Z,
    replacement: Z,
}

impl Pattern {
    #[inline(always)]
    fn high(self, cur: Z) -> u32 {
        cur.and(self.mask).eq16(self.high)
    }

    #[inline(always)]
    fn low(self, cur: Z) -> u32 {
        cur.and(self.mask).eq16(self.low)
    }

    /// The units of `cur` at which an error is seen.
    #[inline(always)]
    fn bad(self, before: Z, cur: Z) -> u32 {
        self.high(before) ^ self.low(cur)
    }

    /// Repairs the block `cur` of `bytes` at `at`, and the unit before it. Returns how many there were.
    #[inline(always)]
    fn repair(self, bad: u32, cur: Z, bytes: &mut [u8], at: usize) -> usize {
        let low = self.low(cur);
        let repaired = cur.put16(bad & low | (bad & !low) >> 1, self.replacement);
        match bytes[at..].first_chunk_mut() {
            Some(block) => repaired.overwrite(block),
            None => repaired.overwrite_first(&mut bytes[at..]),
        }
        if bad & !low & 1 != 0 {
            self.replacement.overwrite_first(&mut bytes[at - 2..at]);
        }
        bad.count_ones() as usize
    }
}
