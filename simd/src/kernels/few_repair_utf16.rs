//! The repair of short UTF-16 in place: the surrogates of 32 units as bits, and a store for each repair.
//!
//! ```text
//!   units    A  H  L  H  B  L  H  |             the last are followed by nothing
//!   high     .  x  .  x  .  .  x
//!   low      .  .  x  .  .  x  .
//!   bad      .  .  .  .  x  x  .  x             high, moved up by one, ^ low
//!   repair   .  .  .  x  .  x  x                bad & low at its place, bad & !low one before
//! ```
//!
//! A unit has as many bits as a vector has for it: two, those of its bytes, or one. Where the last vector overlaps what is
//! done, only its bits behind that count. Nothing is written but the repairs, so that no load waits for a store.
//!
//! ns for 1,000 strings in turn, each a fresh copy, of 4, 12, 24, 50 and 100 units of ASCII, and with an error, by vectors as
//! in [`super::repair_utf16`] before, and now (EPYC family 25 model 17, 2026-11-28):
//!
//! ```text
//!   AVX-512    11.5 11.0 11.3 13.7 17.1    19   19   20   25   25      4.6  9.8 10.6 13.7 17.3    6.1 12.9 14.0 17.8 25
//!   AVX2        6.2  9.7 13.1 13.8 17.0     7.3 14.6 23   22   20      4.8  9.8 11.1 13.9 17.2    5.9 12.9 14.0 17.2 19
//!   SSE4.1      5.5 11.8 12.3 12.8          6.5 18.7 18.8 14.4         4.6 10.6 10.3 13.8         6.0 12.7 12.2 15.4
//! ```
//!
//! The copy of twelve units is two stores of sixteen bytes that overlap, and the loads here wait for both. Fewer than eight units
//! are for `Kernels::make_utf16_well_formed`, without a call.

use super::surrogates::Surrogates;
use crate::fallback::ByteOrder;
use crate::vector::{Bytes, Wide};

/// Bytes whose bits are one number.
const BLOCK: usize = 64;

/// Repairs `units`, and returns how many repairs there were.
#[inline(always)]
pub(crate) fn few<S: Wide>(s: S, order: ByteOrder, units: &mut [[u8; 2]]) -> usize {
    let kinds = Surrogates::new(s, order);
    let mut repairs = Repairs::<2>::new(order, units);
    while let Some(at) = repairs.next() {
        let (high, low) = bits(s, &kinds, repairs.units.as_flattened(), 2 * at);
        repairs.block(high, low);
    }
    repairs.end()
}

/// The high and the low surrogates of the block of `bytes` at `at`, or of what there is of it.
#[inline(always)]
fn bits<S: Wide>(s: S, kinds: &Surrogates<S::Bytes>, bytes: &[u8], at: usize) -> (u64, u64) {
    let lanes = S::Bytes::LANES;
    let Some(last) = bytes.len().checked_sub(lanes) else {
        let cur = s.load_partial(bytes);
        return (kinds.high(cur).high_bits(), kinds.low(cur).high_bits());
    };
    let (mut high, mut low) = (0, 0);
    for i in 0..BLOCK / lanes {
        let place = at + i * lanes;
        if place >= bytes.len() {
            break;
        }
        let cur = s.load(&bytes[place.min(last)..]);
        // Of the last vector what is done is moved out.
        let done = place.saturating_sub(last);
        high |= kinds.high(cur).high_bits() >> done << (i * lanes);
        low |= kinds.low(cur).high_bits() >> done << (i * lanes);
    }
    (high, low)
}

/// Units that are repaired block by block, by numbers that have `N` bits for each.
pub(crate) struct Repairs<'a, const N: u32> {
    order: ByteOrder,
    pub(crate) units: &'a mut [[u8; 2]],
    /// The unit with which the next block begins.
    at: usize,
    /// Whether a high surrogate is before it.
    before: u64,
    repairs: usize,
}

impl<'a, const N: u32> Repairs<'a, N> {
    #[inline(always)]
    pub(crate) fn new(order: ByteOrder, units: &'a mut [[u8; 2]]) -> Self {
        Self { order, units, at: 0, before: 0, repairs: 0 }
    }

    /// Where the next block begins, if there is one.
    #[inline(always)]
    pub(crate) fn next(&self) -> Option<usize> {
        (self.at < self.units.len()).then_some(self.at)
    }

    /// Repairs a block, whose high and low surrogates these are, and a high one before it.
    #[inline(always)]
    pub(crate) fn block(&mut self, high: u64, low: u64) {
        let mut bad = (high << N | self.before) ^ low;
        self.repairs += (bad.count_ones() / N) as usize;
        while bad != 0 {
            let bit = bad.trailing_zeros();
            let is_high = low >> bit & 1 == 0;
            let at = self.at + (bit / N) as usize - usize::from(is_high);
            self.units[at] = self.order.bytes16(0xFFFD);
            bad &= bad - 1;
            if N == 2 {
                bad &= bad - 1;
            }
        }
        self.before = high >> (64 - N);
        self.at += (64 / N) as usize;
    }

    /// How many repairs there were. Behind the last block there is nothing.
    #[inline(always)]
    pub(crate) fn end(self) -> usize {
        if self.before != 0
            && let Some(last) = self.units.last_mut()
        {
            *last = self.order.bytes16(0xFFFD);
            return self.repairs + 1;
        }
        self.repairs
    }
}
