//! A block of UTF-16 converted to UTF-8, by what NEON has: see [`crate::kernels::from_utf16`] for what a block is
//! and [`crate::kernels::encode_utf8`] for the rows.
//!
//! Sixteen units are two planes of bytes, so that all is done for sixteen of them at once, and the byte order is
//! which plane is which:
//!
//! ```text
//!   lo          llllllll
//!   hi          hhhhhhhh
//!   t           hhhhhhll           hi moved up by two, with two bits of lo below: one instruction
//!
//!   below 800   first              C0 | t, or lo where it is ASCII
//!               second             80 | lo & 3F
//!   otherwise   b0                 E0 | hi >> 4
//!               b1                 80 | t & 3F, C0 for 80 if below 800
//!               single             lo
//!               last               80 | lo & 3F
//!   high        b1, last           hi + 18 and the carry of lo + 40; 80 | lo + 40 >> 2
//!   low         b1                 80 | t & 0F | lo of the one before << 4 & 30
//! ```
//!
//! Units of three bytes each are written by one instruction that takes three planes.

use core::array::from_fn;
use core::mem::MaybeUninit;

use super::masks::{counts, store_threes, sums};
use super::{Neon, U8x16};
use crate::fallback::ByteOrder;
use crate::fallback::form::Utf16;
use crate::kernels::from_utf16::Done;
use crate::kernels::tables::{ONE_OR_TWO, ONE_TO_FOUR};
use crate::kernels::utf16_units::{BLOCK, ends_open};
use crate::vector::{Bytes, Lanewise, Simd, Vector};

/// Bytes that a block may touch: rows are written whole, and a place is a byte, which the compiler sees.
pub(super) const ROOM: usize = 256 + 16;

/// Sixteen units.
#[derive(Clone, Copy)]
struct Planes {
    lo: U8x16,
    hi: U8x16,
}

/// See [`crate::vector::Wide::utf16_to_utf8_block`].
#[inline(always)]
pub(super) fn block<const LOSSY: bool>(
    s: Neon,
    from: Utf16,
    src: &[[u8; 2]],
    at: usize,
    room: &mut [MaybeUninit<u8>],
) -> Option<Done> {
    let units = src[at..].first_chunk::<BLOCK>().expect("a whole block");
    let room = room.first_chunk_mut::<ROOM>().expect("room for a block");
    let planes: [Planes; 4] = from_fn(|i| {
        let (a, b) = (
            s.load(units[16 * i..].as_flattened()),
            s.load(units[16 * i + 8..].as_flattened()),
        );
        match from.0 {
            ByteOrder::Little => Planes { lo: a.even8(b), hi: a.odd8(b) },
            ByteOrder::Big => Planes { lo: a.odd8(b), hi: a.even8(b) },
        }
    });
    let [p, q, r, t] = planes;
    let largest = p.hi.max8(q.hi).max8(r.hi.max8(t.hi)).largest();
    if largest < 0x08 {
        if largest == 0 && ((p.lo | q.lo) | (r.lo | t.lo)).largest() < 0x80 {
            for (i, planes) in planes.iter().enumerate() {
                planes.lo.store(&mut room[16 * i..]);
            }
            return Some(Done { written: BLOCK, bad: 0 });
        }
        return Some(Done { written: twos(s, &planes, room), bad: 0 });
    }
    // The least high byte less D8 is below 8 if there is a surrogate.
    let surrogate = |planes: Planes| planes.hi ^ s.splat(0xD8);
    let least = surrogate(p).min8(surrogate(q)).min8(surrogate(r).min8(surrogate(t)));
    if least.smallest() >= 0x08 {
        if p.hi.min8(q.hi).min8(r.hi.min8(t.hi)).smallest() >= 0x08 {
            threes(s, &planes, room);
            return Some(Done { written: 3 * BLOCK, bad: 0 });
        }
        return Some(Done { written: slots(s, planes.map(|p| of_plain(s, p)), room), bad: 0 });
    }
    let unit = at.checked_sub(1).map_or([0, 0], |before| src[before]);
    let [lo, hi] = match from.0 {
        ByteOrder::Little => unit,
        ByteOrder::Big => [unit[1], unit[0]],
    };
    let before = Planes { lo: s.splat(lo), hi: s.splat(hi) };
    let before = [before, p, q, r];
    let found: [(Slots, U8x16); 4] = from_fn(|i| of_surrogates(s, before[i], planes[i]));
    let unpaired = (found[0].1 | found[1].1) | (found[2].1 | found[3].1);
    let bad = unpaired.any() | ends_open(from, src, at + BLOCK);
    if bad && LOSSY {
        return None;
    }
    Some(Done { written: slots(s, found.map(|(slots, _)| slots), room), bad: usize::from(bad) })
}

/// Bits 6 to 13 of each unit.
#[inline(always)]
fn middle(planes: Planes) -> U8x16 {
    planes.lo.shr8::<6>().below_shl8::<2>(planes.hi)
}

/// Units below 800.
#[inline(always)]
fn twos(s: Neon, planes: &[Planes; 4], room: &mut [MaybeUninit<u8>; ROOM]) -> usize {
    let middles = planes.map(middle);
    let from_80 = middles.map(|middle| middle.from8(s.splat(2)));
    let rows = U8x16::bits_of_four(from_80);
    let places = sums(counts(rows) + 0x0808_0808_0808_0808);
    let mut put = |i: usize, bytes: U8x16| {
        let row = s.load(&ONE_OR_TWO.0[(rows >> (8 * i)) as usize & 0xFF]);
        let at = if i == 0 { 0 } else { (places >> (8 * (i - 1))) as usize & 0xFF };
        bytes.lookup(row).store(&mut room[at..]);
    };
    for i in 0..4 {
        let first = planes[i].lo.choose(from_80[i], middles[i] | s.splat(0xC0));
        let second = planes[i].lo.masked_in(s.splat(0x3F), s.splat(0x80));
        put(2 * i, first.zip_low8(second));
        put(2 * i + 1, first.zip_high8(second));
    }
    (places >> 56) as usize
}

/// Units of three bytes each.
#[inline(always)]
fn threes(s: Neon, planes: &[Planes; 4], room: &mut [MaybeUninit<u8>; ROOM]) {
    for (i, &planes) in planes.iter().enumerate() {
        let b0 = planes.hi.shr8::<4>() | s.splat(0xE0);
        let b1 = middle(planes).masked_in(s.splat(0x3F), s.splat(0x80));
        let b2 = planes.lo.masked_in(s.splat(0x3F), s.splat(0x80));
        store_threes([b0, b1, b2], room[48 * i..].first_chunk_mut().expect("48 bytes"));
    }
}

/// The bytes that sixteen units may have, and masks of those that have more than one and more than two.
#[derive(Clone, Copy)]
struct Slots {
    b0: U8x16,
    b1: U8x16,
    single: U8x16,
    last: U8x16,
    from_80: U8x16,
    from_800: U8x16,
}

/// Of units that are no surrogates.
#[inline(always)]
fn of_plain(s: Neon, planes: Planes) -> Slots {
    let Planes { lo, hi } = planes;
    let from_800 = hi.from8(s.splat(0x08));
    let tags = s.splat(0xC0) ^ (from_800 & s.splat(0x40));
    Slots {
        b0: hi.shr8::<4>() | s.splat(0xE0),
        b1: middle(planes).masked_in(s.splat(0x3F), tags),
        single: lo,
        last: lo.masked_in(s.splat(0x3F), s.splat(0x80)),
        from_80: (hi | lo.shr8::<7>()).not_zero8(),
        from_800,
    }
}

/// Of units among which there are surrogates; and where one is not half of a pair, but for the last unit.
#[inline(always)]
fn of_surrogates(s: Neon, before: Planes, planes: Planes) -> (Slots, U8x16) {
    let Planes { lo, hi } = planes;
    let is_high = |hi: U8x16| (hi & s.splat(0xFC)).eq8(s.splat(0xD8));
    let high = is_high(hi);
    let low = (hi & s.splat(0xFC)).eq8(s.splat(0xDC));
    let unpaired = low ^ is_high(hi.behind(before.hi));
    let plain = of_plain(s, planes);
    // h + 40 in ten bits: the carry out of the lower eight is a mask, which is -1.
    let carry = lo.from8(s.splat(0xC0));
    let of_high = hi.add8(s.splat(0x18)).sub8(carry);
    let last_of_high = lo.add8(s.splat(0x40)).shr8::<2>() | s.splat(0x80);
    let of_low = middle(planes)
        .below_shl8::<4>(lo.behind(before.lo))
        .masked_in(s.splat(0x3F), s.splat(0x80));
    let slots = Slots {
        b1: plain.b1.choose(high, of_high).choose(low, of_low),
        last: plain.last.choose(high, last_of_high),
        from_800: plain.from_800.without(high | low),
        ..plain
    };
    (slots, unpaired)
}

/// Writes what is there of slots and returns the number of bytes. A row takes four units.
#[inline(always)]
fn slots(s: Neon, slots: [Slots; 4], room: &mut [MaybeUninit<u8>; ROOM]) -> usize {
    const TWO_BITS: [u8; 16] = [1, 4, 16, 64, 1, 4, 16, 64, 1, 4, 16, 64, 1, 4, 16, 64];
    let (one, two) = (s.table(&TWO_BITS), s.table(&TWO_BITS).shl8::<1>());
    let codes = slots.map(|slots| (slots.from_80 & one) | (slots.from_800 & two));
    let [a, b, c, d] = codes;
    let rows = a.add_neighbours(b).add_neighbours(c.add_neighbours(d));
    let [first, second] = rows.count8().add8(s.splat(4)).halves().map(sums);
    let rows = rows.halves();
    let half = (first >> 56) as usize;
    let mut put = |i: usize, units: U8x16| {
        let row = (rows[i / 8] >> (8 * (i % 8))) as usize & 0xFF;
        let sums = if i / 8 == 0 { first } else { second };
        let before = if i % 8 == 0 { 0 } else { (sums >> (8 * (i % 8 - 1))) as usize & 0x7F };
        let at = if i / 8 == 0 { before } else { half + before };
        units.lookup(s.load(&ONE_TO_FOUR.0[row])).store(&mut room[at & 0xFF..]);
    };
    for (i, slots) in slots.iter().enumerate() {
        let (front, back) = (slots.b0.zip_low8(slots.b1), slots.single.zip_low8(slots.last));
        put(4 * i, front.zip_low16(back));
        put(4 * i + 1, front.zip_high16(back));
        let (front, back) = (slots.b0.zip_high8(slots.b1), slots.single.zip_high8(slots.last));
        put(4 * i + 2, front.zip_low16(back));
        put(4 * i + 3, front.zip_high16(back));
    }
    half + (second >> 56) as usize
}
