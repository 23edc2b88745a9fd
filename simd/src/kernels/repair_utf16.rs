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
//! Each lane of `bad` is one repair. Only where four vectors have an error, which is a single test by
//! [`SixBits`], all this is done, and they are written to. Blocks without surrogates are left out as in
//! `validate_utf16`.
//!
//! # Why it does not matter what was repaired before
//!
//! `before` may read a unit that a former step has written, and the last vector overlaps the one before
//! it. The answer is that of the original all the same:
//!
//! * A repaired low surrogate was not high, and U+FFFD is not high: `high` is the same.
//! * A high surrogate is repaired when the unit behind it was looked at and is not low. If that unit is
//!   looked at again, the original gives `high ^ low` = 1, once more the same error, and U+FFFD gives
//!   0 ^ 0: the repair is not counted twice.
//! * No repair makes a surrogate, so none can become a partner of another.

use super::few_repair_utf16::few;
use super::surrogates::{SixBits, Surrogates, ends_high, plain_blocks_len};
use super::units::words_as;
use crate::backend::Parts;
use crate::fallback::ByteOrder;
use crate::fallback::form::Utf16;
use crate::vector::{Bytes, Vector, Wide};

/// Blocks of four vectors that are not tested for surrogates once there was one.
const RUN: usize = 8;

/// See [`crate::Kernels::make_utf16_well_formed`]. Of more units than eight vectors have, the loop below is faster than [`few`].
#[inline(always)]
pub(crate) fn make_utf16_well_formed<S: Parts>(s: S, from: Utf16, units: &mut [[u8; 2]]) -> usize {
    if units.len() > 4 * S::Bytes::LANES {
        s.make_utf16_well_formed_any(from, units)
    } else if units.len() >= S::Bytes::LANES / 2 {
        few(s, from.0, units)
    } else {
        few(s.narrow(), from.0, units)
    }
}

/// The same of at least a vector.
#[inline(always)]
pub(crate) fn make_utf16_well_formed_any<S: Wide>(
    s: S,
    from: Utf16,
    units: &mut [[u8; 2]],
) -> usize {
    // Compiled for each order, whose constants are loaded then.
    match from.0 {
        ByteOrder::Little => make_well_formed(s, ByteOrder::Little, units),
        ByteOrder::Big => make_well_formed(s, ByteOrder::Big, units),
    }
}

#[inline(always)]
fn make_well_formed<S: Wide>(s: S, order: ByteOrder, units: &mut [[u8; 2]]) -> usize {
    let lanes = S::Bytes::LANES;
    let repair = Repair::new(s, order);
    let kinds = repair.kinds;
    let bytes = units.as_flattened_mut();
    // The first vector has no unit before it.
    let cur = s.load(bytes);
    let mut repairs = repair.one(cur.shift_up::<2>(), cur, bytes, 0);
    let mut at = lanes;
    loop {
        if !ends_high(order, &bytes[..at]) {
            at += plain_blocks_len(s, &kinds, &bytes[at..]);
        }
        let (done, more) = s.repair_utf16_run(order, &mut bytes[at - lanes..]);
        if done == 0 {
            break;
        }
        at += done;
        repairs += more;
    }
    while bytes.len() > at {
        // The last one ends at the end and overlaps the one before.
        at = at.min(bytes.len() - lanes);
        repairs += repair.one(s.load(&bytes[at - 2..]), s.load(&bytes[at..]), bytes, at);
        at += lanes;
    }
    // Nothing is behind the last unit.
    if ends_high(order, bytes) {
        let last = bytes.len() - 2;
        repair.replacement.overwrite_first(&mut bytes[last..]);
        repairs += 1;
    }
    repairs
}

/// See [`Wide::repair_utf16_run`].
#[inline(always)]
pub(crate) fn run<S: Wide>(s: S, order: ByteOrder, bytes: &mut [u8]) -> (usize, usize) {
    let lanes = S::Bytes::LANES;
    let done = ((bytes.len() - lanes) / (4 * lanes)).min(RUN) * 4 * lanes;
    if done == 0 {
        return (0, 0);
    }
    (done, Repair::new(s, order).run(order, &mut bytes[..lanes + done]))
}

/// What is repaired, and what takes its place, in the order of the units.
#[derive(Clone, Copy)]
struct Repair<S: Wide> {
    s: S,
    kinds: Surrogates<S::Bytes>,
    replacement: S::Bytes,
}

impl<S: Wide> Repair<S> {
    #[inline(always)]
    fn new(s: S, order: ByteOrder) -> Self {
        Self { s, kinds: Surrogates::new(s, order), replacement: words_as(s, order, 0xFFFD) }
    }

    /// Repairs blocks of four vectors, behind the vector before them, and the last unit of that. Returns how
    /// many repairs there were.
    ///
    /// No repair makes a high surrogate or takes away one that has a partner: what was told of the block before
    /// holds for the next one.
    #[inline(always)]
    fn run(&self, order: ByteOrder, bytes: &mut [u8]) -> usize {
        let lanes = S::Bytes::LANES;
        let mut six_bits = SixBits::new(self.s, order, self.s.load(bytes));
        let (mut repairs, mut at) = (0, lanes);
        while let Some(block) = bytes[at - 2..].get_mut(..2 + 4 * lanes) {
            if six_bits.unpaired(self.s, &block[2..]).any() {
                repairs += self.four(block);
            }
            at += 4 * lanes;
        }
        repairs
    }

    /// Repairs four vectors, and the unit before them with which `bytes` begins. Returns how many repairs
    /// there were.
    ///
    /// Everything is loaded before anything is written: a load over what two stores have written would wait
    /// for both. And all four are written, for where errors are dense a branch for each would be wrong as
    /// often as not.
    #[inline(always)]
    fn four(&self, bytes: &mut [u8]) -> usize {
        let (s, lanes) = (self.s, S::Bytes::LANES);
        let (at1, at2, at3) = (2 + lanes, 2 + 2 * lanes, 2 + 3 * lanes);
        let (a, b) = (s.load(&bytes[2..]), s.load(&bytes[at1..]));
        let (c, d) = (s.load(&bytes[at2..]), s.load(&bytes[at3..]));
        let bad_a = self.kinds.unpaired(s.load(bytes), a);
        let bad_b = self.kinds.unpaired(s.load(&bytes[lanes..]), b);
        let bad_c = self.kinds.unpaired(s.load(&bytes[2 * lanes..]), c);
        let bad_d = self.kinds.unpaired(s.load(&bytes[3 * lanes..]), d);
        self.put(a, bad_a, bytes, 2);
        self.put(b, bad_b, bytes, at1);
        self.put(c, bad_c, bytes, at2);
        self.put(d, bad_d, bytes, at3);
        S::Bytes::count_masks16([bad_a, bad_b, bad_c, bad_d])
    }

    /// Repairs the vector of `bytes` at `at`, and the unit before it. Returns how many there were.
    #[inline(always)]
    fn one(&self, before: S::Bytes, cur: S::Bytes, bytes: &mut [u8], at: usize) -> usize {
        let bad = self.kinds.unpaired(before, cur);
        if !bad.any() {
            return 0;
        }
        self.put(cur, bad, bytes, at);
        bad.high_bits().count_ones() as usize / 2
    }

    /// The vector `cur` without what is `bad`, and behind which of its units a high surrogate has no partner.
    #[inline(always)]
    fn repaired(&self, cur: S::Bytes, bad: S::Bytes) -> (S::Bytes, S::Bytes) {
        let low = bad & self.kinds.low(cur);
        let high = bad ^ low;
        (cur.select8(low | high.shift_down2(), self.replacement), high)
    }

    /// Writes what is `bad` of the vector `cur` of `bytes`, which is at `at`, and in the unit before it.
    #[inline(always)]
    fn put(&self, cur: S::Bytes, bad: S::Bytes, bytes: &mut [u8], at: usize) {
        let (repaired, high) = self.repaired(cur, bad);
        repaired.overwrite(&mut bytes[at..]);
        if high.first_high_bit() {
            self.replacement.overwrite_first(&mut bytes[at - 2..at]);
        }
    }
}
