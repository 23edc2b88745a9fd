//! A block of UTF-16 converted to UTF-8 in planes of bytes, where vectors have one lane and three operands: see
//! [`super::from_utf16`] for what a block is and [`super::tables`] for the rows.
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
//! Units of three bytes each need no row; NEON has one instruction that writes three planes. Nor do sixteen that are
//! ASCII among others, as in markup: their bits say so, and HTML takes 1.47 instructions a byte in place of 2.00.
//!
//! What counts on NEON is as much how many constants there are: all of them are kept, and what is one too many is
//! loaded by every class. Lost: all tags of continuation bytes moved in by one instruction, with a constant more, which
//! took three-byte text from 1.37 to 1.35 instructions a byte and two-byte text from 1.04 to 1.09 (qemu, 2026-11-25).

use core::mem::MaybeUninit;

use super::byte_planes::{BytePlanes, THREES, sums};
use super::room::ROOM_OF_PLANES as ROOM;
use super::tables::ONE_TO_FOUR;
use super::utf16_sink::{Done, RUN, Sink};
use super::utf16_twos::twos;
use super::utf16_units::{BLOCK, ends_open, is_high};
use crate::fallback::ByteOrder;
use crate::fallback::form::{Utf8, Utf16};
use crate::vector::{Bytes, Lanewise, Vector, Wide, four};

/// What that is more than others touch.
pub(crate) const MORE_ROOM: usize = ROOM - <Utf8 as Sink>::ROOM;

/// Sixteen units.
#[derive(Clone, Copy)]
pub(crate) struct Planes<V> {
    pub(crate) lo: V,
    pub(crate) hi: V,
}

/// See [`Wide::utf16_to_utf8_block`]. All of its planes and what becomes of them are some thirty vectors.
#[allow(dead_code, reason = "of NEON, which has as many registers")]
#[inline(always)]
pub(crate) fn block<const LOSSY: bool, S: Wide<Bytes: BytePlanes>>(
    s: S,
    from: Utf16,
    src: &[[u8; 2]],
    at: usize,
    room: &mut [MaybeUninit<u8>],
) -> Option<Done> {
    let units = src[at..].first_chunk::<BLOCK>().expect("a whole block");
    let room = room.first_chunk_mut::<ROOM>().expect("room for a block");
    let largest = largest(s, from, units);
    let planes = planes_of(s, from, units);
    if largest < 0x80 {
        for (i, planes) in planes.iter().enumerate() {
            planes.lo.store(&mut room[16 * i..]);
        }
        return Some(Done { written: BLOCK, bad: 0 });
    }
    if largest < 0x800 {
        return Some(Done { written: twos(s, &planes, room) | RUN, bad: 0 });
    }
    if let Some(written) = from_800(s, &planes, room) {
        return Some(Done { written, bad: 0 });
    }
    let mut before = before(s, from, src, at);
    let mut unpaired = s.splat(0);
    let of_all = four!(i => {
        let halves = halves(s, &mut before, planes[i]);
        unpaired = unpaired | halves.unpaired;
        of_surrogates(s, halves, planes[i])
    });
    let bad = unpaired.any() | ends_open(from, src, at + BLOCK);
    if bad && LOSSY {
        return None;
    }
    Some(Done { written: slots(s, of_all, room), bad: usize::from(bad) })
}

/// Not below any unit of a block, nor from a power of two on below which they all are.
#[inline(always)]
pub(super) fn largest<S: Wide<Bytes: BytePlanes>>(
    s: S,
    from: Utf16,
    units: &[[u8; 2]; BLOCK],
) -> u32 {
    let [a, b, c, d]: [S::Bytes; 4] = four!(i => {
        s.load(units[16 * i..].as_flattened()) | s.load(units[16 * i + 8..].as_flattened())
    });
    let any = (a | b) | (c | d);
    let largest = match from.0 {
        ByteOrder::Little => any,
        ByteOrder::Big => any.shl16::<8>() | any.shr16::<8>(),
    };
    largest.largest16()
}

/// Writes a block and returns the number of bytes, if there are no surrogates in it.
#[allow(dead_code, reason = "of NEON, which has as many registers")]
#[inline(always)]
pub(crate) fn block_without_surrogates<S: Wide<Bytes: BytePlanes>>(
    s: S,
    planes: &[Planes<S::Bytes>; 4],
    room: &mut [MaybeUninit<u8>; ROOM],
) -> Option<usize> {
    let [p, q, r, t] = *planes;
    let high = (p.hi | q.hi) | (r.hi | t.hi);
    if !(high & s.splat(0xF8)).any() {
        if !(high | (p.lo | q.lo) | (r.lo | t.lo)).any_high_bit() && !high.any() {
            for (i, planes) in planes.iter().enumerate() {
                planes.lo.store(&mut room[16 * i..]);
            }
            return Some(BLOCK);
        }
        return Some(twos(s, planes, room));
    }
    from_800(s, planes, room)
}

/// The same of a block with units from 800 on.
#[allow(dead_code, reason = "of NEON, which has as many registers")]
#[inline(always)]
fn from_800<S: Wide<Bytes: BytePlanes>>(
    s: S,
    planes: &[Planes<S::Bytes>; 4],
    room: &mut [MaybeUninit<u8>; ROOM],
) -> Option<usize> {
    let [p, q, r, t] = *planes;
    // A high byte without the bits of D8 is below 8 if it is that of a surrogate.
    let [a, b, c, d] = four!(i => planes[i].hi ^ s.splat(0xD8));
    if any_below_8(s, a.min8(b).min8(c.min8(d))) {
        return None;
    }
    if !any_below_8(s, p.hi.min8(q.hi).min8(r.hi.min8(t.hi))) {
        threes(s, planes, room);
        return Some(3 * BLOCK);
    }
    Some(slots(s, four!(i => of_plain(s, planes[i])), room))
}

/// The planes of the block at `at`.
#[inline(always)]
pub(super) fn planes_at<S: Wide<Bytes: BytePlanes>>(
    s: S,
    from: Utf16,
    src: &[[u8; 2]],
    at: usize,
) -> [Planes<S::Bytes>; 4] {
    planes_of(s, from, src[at..].first_chunk().expect("a whole block"))
}

/// The same of a block.
#[inline(always)]
pub(super) fn planes_of<S: Wide<Bytes: BytePlanes>>(
    s: S,
    from: Utf16,
    units: &[[u8; 2]; BLOCK],
) -> [Planes<S::Bytes>; 4] {
    four!(i => {
        let (a, b) = (
            s.load(units[16 * i..].as_flattened()),
            s.load(units[16 * i + 8..].as_flattened()),
        );
        match from.0 {
            ByteOrder::Little => Planes { lo: a.even8(b), hi: a.odd8(b) },
            ByteOrder::Big => Planes { lo: a.odd8(b), hi: a.even8(b) },
        }
    })
}

/// What of sixteen units matters to those behind them, which is in the last place.
#[derive(Clone, Copy)]
pub(super) struct Before<V> {
    pub(super) lo: V,
    /// Where there are high surrogates.
    pub(super) high: V,
}

/// That of the unit before `at`, if there is one.
#[inline(always)]
pub(super) fn before<S: Wide>(s: S, from: Utf16, src: &[[u8; 2]], at: usize) -> Before<S::Bytes> {
    let unit = at.checked_sub(1).map_or([0, 0], |before| src[before]);
    let lo = match from.0 {
        ByteOrder::Little => unit[0],
        ByteOrder::Big => unit[1],
    };
    let high = if is_high(from, unit) { 0xFF } else { 0 };
    Before { lo: s.splat(lo), high: s.splat(high) }
}

#[allow(dead_code, reason = "of NEON, which has as many registers")]
#[inline(always)]
fn any_below_8<S: Wide<Bytes: BytePlanes>>(s: S, bytes: S::Bytes) -> bool {
    s.splat(7).from8(bytes).any()
}

/// Bits 6 to 13 of each unit.
#[inline(always)]
pub(super) fn middle<V: BytePlanes>(planes: Planes<V>) -> V {
    planes.lo.shr8::<6>().below_shl8::<2>(planes.hi)
}

/// Units of three bytes each.
#[allow(dead_code, reason = "of NEON, which has as many registers")]
#[inline(always)]
fn threes<S: Wide<Bytes: BytePlanes>>(
    s: S,
    planes: &[Planes<S::Bytes>; 4],
    room: &mut [MaybeUninit<u8>; ROOM],
) {
    for (i, &planes) in planes.iter().enumerate() {
        let b0 = planes.hi.shr8::<4>() | s.splat(0xE0);
        let b1 = middle(planes).masked_in(s.splat(0x3F), s.splat(0x80));
        let b2 = planes.lo.masked_in(s.splat(0x3F), s.splat(0x80));
        let room = room[48 * i..].first_chunk_mut().expect("48 bytes, and others");
        S::Bytes::store_threes([b0, b1, b2], s.table(&THREES), room);
    }
}

/// The bytes that sixteen units may have, and masks of those that have more than one, and not more than two: the
/// latter rather than its contrary, which would be one constant more in registers.
#[derive(Clone, Copy)]
pub(super) struct Slots<V> {
    pub(super) b0: V,
    pub(super) b1: V,
    pub(super) single: V,
    pub(super) last: V,
    pub(super) from_80: V,
    pub(super) below_800: V,
}

/// Of units that are no surrogates.
#[inline(always)]
fn of_plain<S: Wide<Bytes: BytePlanes>>(s: S, planes: Planes<S::Bytes>) -> Slots<S::Bytes> {
    let Planes { lo, hi } = planes;
    // The tag of 80 or C0: a bit more below 800, moved in with another that is set in both.
    let below_800 = s.splat(7).from8(hi);
    Slots {
        b0: hi.shr8::<4>() | s.splat(0xE0),
        b1: middle(planes).below_shl8::<6>(below_800) | s.splat(0x80),
        single: lo,
        last: lo.masked_in(s.splat(0x3F), s.splat(0x80)),
        from_80: (hi | lo.shr8::<7>()).from8(s.splat(1)),
        below_800,
    }
}

/// What surrogates among sixteen units become: two bytes each. The last one is that of other units as well.
#[derive(Clone, Copy)]
pub(super) struct Halves<V> {
    /// Where there are surrogates.
    pub(super) here: V,
    pub(super) b1: V,
    pub(super) last: V,
    /// Where one is not half of a pair, but for the last unit.
    pub(super) unpaired: V,
}

/// See [`Halves`].
#[inline(always)]
pub(super) fn halves<S: Wide<Bytes: BytePlanes>>(
    s: S,
    before: &mut Before<S::Bytes>,
    planes: Planes<S::Bytes>,
) -> Halves<S::Bytes> {
    let Planes { lo, hi } = planes;
    let kind = hi & s.splat(0xFC);
    let (high, low) = (kind.eq8(s.splat(0xD8)), kind.eq8(s.splat(0xDC)));
    let unpaired = low ^ high.behind(before.high);
    let lo_before = lo.behind(before.lo);
    *before = Before { lo, high };
    // h + 40 in ten bits: the carry out of the lower eight is a mask, which is -1.
    let carry = lo.from8(s.splat(0xC0));
    let of_high = hi.add8(s.splat(0x18)).sub8(carry);
    let last_of_high = lo.add8(s.splat(0x40)).shr8::<2>() | s.splat(0x80);
    let of_low = middle(planes).below_shl8::<4>(lo_before).masked_in(s.splat(0x3F), s.splat(0x80));
    let last = lo.masked_in(s.splat(0x3F), s.splat(0x80));
    Halves {
        here: high | low,
        b1: of_low.choose(high, of_high),
        last: last.choose(high, last_of_high),
        unpaired,
    }
}

/// Of units among which there are surrogates.
#[inline(always)]
pub(super) fn of_surrogates<S: Wide<Bytes: BytePlanes>>(
    s: S,
    halves: Halves<S::Bytes>,
    planes: Planes<S::Bytes>,
) -> Slots<S::Bytes> {
    let plain = of_plain(s, planes);
    Slots {
        b1: plain.b1.choose(halves.here, halves.b1),
        last: halves.last,
        below_800: plain.below_800 | halves.here,
        ..plain
    }
}

/// The same of 64 units, where no row waits for the one before; returns the number of bytes.
#[allow(dead_code, reason = "of NEON, which has as many registers")]
#[inline(always)]
fn slots<S: Wide<Bytes: BytePlanes>>(
    s: S,
    slots: [Slots<S::Bytes>; 4],
    room: &mut [MaybeUninit<u8>; ROOM],
) -> usize {
    let pairs = four!(i => (slots[i].from_80, slots[i].below_800));
    let (rows, counts) = S::Bytes::pairs_of_bits_of_four(pairs);
    let more = 0x0404_0404_0404_0404;
    let sums = [sums(counts[0] + more), sums(counts[1] + more)];
    let half = (sums[0] >> 56) as usize;
    for (i, slots) in slots.iter().enumerate() {
        // From the beginning of a half no place is above 7F, which the compiler sees.
        let room = &mut room[if i < 2 { 0 } else { half & 0x7F }..];
        let room: &mut [_; 0x7F + 16] = room.first_chunk_mut().expect("room for a half");
        let (rows, sums) = (rows[i / 2], sums[i / 2]);
        let at = |i: usize| if i == 0 { 0 } else { (sums >> (8 * (i - 1))) as usize & 0x7F };
        let i = 4 * (i % 2);
        if (rows >> (8 * i)) as u32 == 0 {
            slots.single.store(&mut room[at(i)..]);
            continue;
        }
        let mut put = |i: usize, units: S::Bytes| {
            let row = (rows >> (8 * i)) as usize & 0xFF;
            units.lookup(s.load(&ONE_TO_FOUR.0[row])).store(&mut room[at(i)..]);
        };
        let (front, back) = (slots.b0.zip_low8(slots.b1), slots.single.zip_low8(slots.last));
        put(i, front.zip_low16(back));
        put(i + 1, front.zip_high16(back));
        let (front, back) = (slots.b0.zip_high8(slots.b1), slots.single.zip_high8(slots.last));
        put(i + 2, front.zip_low16(back));
        put(i + 3, front.zip_high16(back));
    }
    half + (sums[1] >> 56) as usize
}
