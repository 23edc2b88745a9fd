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
use crate::backend::avx512;
use crate::fallback::ByteOrder;
use crate::fallback::form::Utf16;
use crate::kernels::few_repair_utf16::{Repairs, few};
use crate::vector::Wide;
use crate::x86::Avx512;

/// Units up to which the surrogates are two numbers, as in [`few`].
const FEW: usize = 192;

/// Bytes of a vector.
const BLOCK: usize = 64;
/// Bytes of a step of the main loop.
const STEP: usize = 4 * BLOCK;

/// See [`crate::Kernels::make_utf16_well_formed`].
#[inline(always)]
pub(crate) fn make_utf16_well_formed(s: Avx512, from: Utf16, units: &mut [[u8; 2]]) -> usize {
    let len = units.len();
    if len < BLOCK / 4 {
        return few(s.avx2().narrow(), from.0, units);
    } else if len < BLOCK / 2 {
        return few(s.avx2(), from.0, units);
    } else if len > FEW {
        // SAFETY: the token invariant.
        return unsafe { avx512::make_utf16_well_formed_any(from, units) };
    }
    let pattern = Pattern::new(s, from.0);
    let mut repairs = Repairs::<1>::new(from.0, units);
    while let Some(at) = repairs.next() {
        let (high, low) = pattern.bits(s, repairs.units.as_flattened(), 2 * at);
        repairs.block(high, low);
    }
    repairs.end()
}

/// The same of at least a vector.
#[inline(always)]
pub(crate) fn make_utf16_well_formed_any(s: Avx512, from: Utf16, units: &mut [[u8; 2]]) -> usize {
    let pattern = Pattern::new(s, from.0);
    let bytes = units.as_flattened_mut();
    let len = bytes.len();
    let mut repairs = 0;

    // The first block has no unit before it.
    let cur = s.load(bytes);
    let bad = pattern.high(cur) << 1 ^ pattern.low(cur);
    if bad != 0 {
        repairs += pattern.repair(bad, cur, bytes, 0);
    }
    // From an aligned place inside of it, if units are aligned at all.
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
    fn new(s: Avx512, order: ByteOrder) -> Self {
        let unit = |x: u16| s.words(if order == ByteOrder::NATIVE { x } else { x.swap_bytes() });
        let (mask, replacement) = (unit(0xFC00), unit(0xFFFD));
        Self { mask, high: unit(0xD800), low: unit(0xDC00), replacement }
    }

    #[inline(always)]
    fn high(self, cur: Z) -> u32 {
        cur.and(self.mask).eq16(self.high)
    }

    #[inline(always)]
    fn low(self, cur: Z) -> u32 {
        cur.and(self.mask).eq16(self.low)
    }

    /// The high and the low surrogates of the 64 units of `bytes` at `at`, or of what there is of them: what the last vector
    /// has of what is done is moved out, and of those behind it that is all.
    #[inline(always)]
    fn bits(self, s: Avx512, bytes: &[u8], at: usize) -> (u64, u64) {
        let last = bytes.len() - BLOCK;
        let second = at + BLOCK;
        let (a, b) = (s.load(&bytes[at.min(last)..]), s.load(&bytes[second.min(last)..]));
        let done = |at: usize| at.saturating_sub(last).min(BLOCK) / 2;
        let join = |a: u32, b: u32| u64::from(a) >> done(at) | u64::from(b) >> done(second) << 32;
        (join(self.high(a), self.high(b)), join(self.low(a), self.low(b)))
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
        repaired.overwrite(bytes[at..].first_chunk_mut().expect("a whole vector"));
        if bad & !low & 1 != 0 {
            self.replacement.overwrite_first(&mut bytes[at - 2..at]);
        }
        bad.count_ones() as usize
    }
}
