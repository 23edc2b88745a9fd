//! Lanes of 16 bits into UTF-8.
//!
//! ```text
//! below 80       the low bytes
//! below 800      each lane has room for its bytes; a row takes eight lanes
//!                   u            00000hhh llllllll
//!                   u << 2       000hhhll llllll00      bytes times 1 and 40, added:
//!                                00llllll 000hhhll      + 80C0
//!                ASCII is put back by a blend
//! otherwise      each unit becomes a lane of 32 bits; a row takes four
//!                   b0           E0 | u >> 12
//!                   b1           80 | u >> 6 & 3F; C0 for 80 if below 800
//!                   single       u, if it is ASCII
//!                   last         80 | u & 3F
//! ```
//!
//! In the lane of 32 bits ASCII has a byte of its own, so nothing has to be blended there. The two bits by
//! which a row is picked stand at the ends of the two bytes of each 16-bit lane of
//!
//! ```text
//!   min(u, 80) | u +sat 7800          bit 7: from 80 on; bit 15: from 800 on
//! ```
//!
//! and each is one byte more, so lengths are counts of bits: the place of a row does not wait for a table.
//!
//! Rows are written in whole vectors of sixteen bytes, lowest address first: each overwrites what is too
//! much of the one before.

use core::mem::MaybeUninit;

use super::from_latin1::zipped;
use super::tables::{ONE_OR_TWO, ONE_TO_FOUR};
use crate::vector::{Bytes, Lanewise, Vector, Wide};

/// Where what is converted goes.
pub(super) trait Room<U> {
    /// Writes the first `n` units of `packed`, and possibly more, from `at` on.
    fn put<V: Vector>(&mut self, at: usize, packed: V, n: usize);
}

/// What [`two`] and [`put_slots`] need for a vector. Less is written of them: the compiler sees that from these
/// 64 bytes no row can leave.
pub(super) type RoomForVector = [MaybeUninit<u8>; 64];

/// The 64 units from `at` on, if there are as many.
#[inline(always)]
pub(super) fn room_at<U>(
    dst: &mut [MaybeUninit<U>],
    at: usize,
) -> Option<&mut [MaybeUninit<U>; 64]> {
    dst.get_mut(at..)?.first_chunk_mut()
}

impl<U: Copy> Room<U> for [MaybeUninit<U>] {
    #[inline(always)]
    fn put<V: Vector>(&mut self, at: usize, packed: V, _: usize) {
        packed.store(&mut self[at..]);
    }
}

impl<U: Copy, const N: usize> Room<U> for [MaybeUninit<U>; N] {
    #[inline(always)]
    fn put<V: Vector>(&mut self, at: usize, packed: V, _: usize) {
        packed.store(&mut self[at..]);
    }
}

/// Output that may end anywhere, from `at` on.
pub(crate) struct Exact<'a, U> {
    pub(super) dst: &'a mut [MaybeUninit<U>],
    pub(super) at: usize,
}

impl<U: Copy> Room<U> for Exact<'_, U> {
    #[inline(always)]
    fn put<V: Vector>(&mut self, at: usize, packed: V, n: usize) {
        let Some(rest) = self.dst.get_mut(self.at + at..) else { return };
        if size_of_val(rest) >= V::LANES {
            packed.store(rest);
        } else {
            packed.store_first(rest, n);
        }
    }
}

impl Exact<'_, u8> {
    /// As [`Room::put`], of the lowest eight bytes.
    #[inline(always)]
    pub(super) fn put_low64<V: Vector>(&mut self, packed: V) {
        let Some(rest) = self.dst.get_mut(self.at..) else { return };
        if rest.len() >= 8 {
            packed.store_low64(rest);
        } else {
            packed.store_first(rest, 8);
        }
    }
}

/// Units below 800 with their bytes, and all ones where there are two.
#[inline(always)]
pub(super) fn pairs_of_bytes<S: Wide>(s: S, units: S::Bytes) -> (S::Bytes, S::Bytes) {
    let from_80 = units.gt16(s.words(0x7F));
    let bytes = units.shl16::<2>().products8(s.words(0x0140)) | s.words(0x80C0);
    (units.select8(from_80, bytes), from_80)
}

/// Takes the bytes out of lanes of 16 bits that are not there. `low` and `high` have a bit for each lane of
/// which both are, of the lower eight and of the upper eight, if there are as many.
#[inline(always)]
pub(super) fn put_pairs<S: Wide, R: Room<u8>>(
    s: S,
    bytes: S::Bytes,
    [low, high]: [u64; 2],
    room: &mut R,
) -> usize {
    let (low, high) = (low as usize & 0xFF, high as usize & 0xFF);
    let packed = bytes.lookup(s.rows(&ONE_OR_TWO.0, low, high));
    let n = 8 + low.count_ones() as usize;
    room.put(0, packed.low_lane(), n);
    if S::Bytes::LANES == 16 {
        return n;
    }
    let more = 8 + high.count_ones() as usize;
    room.put(n, packed.high_lane(), more);
    n + more
}

/// Writes units below 800 and returns the number of bytes.
#[inline(always)]
pub(super) fn two<S: Wide, R: Room<u8>>(s: S, units: S::Bytes, room: &mut R) -> usize {
    let (bytes, from_80) = pairs_of_bytes(s, units);
    let mask = from_80.narrow16_signed(from_80).high_bits();
    put_pairs(s, bytes, [mask, mask >> 16], room)
}

/// Two vectors of units below 800 with their bytes, and the bits for [`put_pairs`].
#[inline(always)]
pub(super) fn two_vectors<S: Wide>(
    s: S,
    a: S::Bytes,
    b: S::Bytes,
) -> ([S::Bytes; 2], [[u64; 2]; 2]) {
    let (a, a_from_80) = pairs_of_bytes(s, a);
    let (b, b_from_80) = pairs_of_bytes(s, b);
    // Narrowed lane by lane: the low lanes of both, then the high ones.
    let mask = a_from_80.narrow16_signed(b_from_80).high_bits();
    ([a, b], [[mask, mask >> 16], [mask >> 8, mask >> 24]])
}

/// The same of units below 100 by fewer steps, whose bytes are narrowed lane by lane.
#[inline(always)]
pub(super) fn two_vectors_of_latin1<S: Wide>(
    s: S,
    narrowed: S::Bytes,
) -> ([S::Bytes; 2], [[u64; 2]; 2]) {
    let mask = narrowed.high_bits();
    (zipped(s, narrowed), [[mask, mask >> 16], [mask >> 8, mask >> 24]])
}

/// The halves of lanes of 32 bits, and the bits by which rows are picked.
#[derive(Clone, Copy)]
pub(super) struct Slots<B> {
    /// b0 and b1.
    pub(super) front: B,
    /// The single byte and the last.
    pub(super) back: B,
    /// Bit 7: two bytes or three. Bit 15, where that is set: three.
    pub(super) classes: B,
}

/// The slots of units that are no surrogates.
#[inline(always)]
pub(super) fn slots<S: Wide>(s: S, units: S::Bytes) -> Slots<S::Bytes> {
    let from_800 = units.adds16(s.words(0x7800));
    let single = units.min16(s.words(0x80));
    Slots {
        front: front_bits(s, units).add16(s.tags(from_800)),
        back: last_bits(s, units) | single | s.words(0x8000),
        classes: single | from_800,
    }
}

/// Bits 12 to 15 in the lower byte, 6 to 11 in the higher.
#[inline(always)]
pub(super) fn front_bits<S: Wide>(s: S, units: S::Bytes) -> S::Bytes {
    (units.shr16::<4>() & s.words(0x0FFC)).products8(s.words(0x0140))
}

/// Bits 0 to 5 in the higher byte.
#[inline(always)]
pub(super) fn last_bits<S: Wide>(s: S, units: S::Bytes) -> S::Bytes {
    units.shl16::<8>() & s.words(0x3F00)
}

/// Writes what is there of slots and returns the number of bytes.
#[inline(always)]
pub(super) fn put_slots<S: Wide, R: Room<u8>>(s: S, slots: Slots<S::Bytes>, room: &mut R) -> usize {
    let mask = slots.classes.high_bits();
    let row = |i: u32| (mask >> (8 * i)) as usize & 0xFF;
    let more = |n: u32| (mask as u32 & !(u32::MAX << (8 * n))).count_ones() as usize;
    let own = |i: u32| 4 + row(i).count_ones() as usize;
    let low = slots.front.zip_low16(slots.back);
    let high = slots.front.zip_high16(slots.back);
    // In each lane of sixteen bytes: the lower four units in `low`, the others in `high`.
    let low = low.lookup(s.rows(&ONE_TO_FOUR.0, row(0), row(2)));
    let high = high.lookup(s.rows(&ONE_TO_FOUR.0, row(1), row(3)));
    room.put(0, low.low_lane(), own(0));
    room.put(4 + more(1), high.low_lane(), own(1));
    if S::Bytes::LANES == 16 {
        return 8 + mask.count_ones() as usize;
    }
    room.put(8 + more(2), low.high_lane(), own(2));
    room.put(12 + more(3), high.high_lane(), own(3));
    16 + mask.count_ones() as usize
}

/// Writes two vectors of one lane each, without surrogates and not all ASCII, and returns the number of bytes.
///
/// That all have three bytes is asked of both at once. (From UTF-32, by simdutf, SSE4.1, Zen 3, 2026-11-25: asked of each,
/// Chinese of the corpus was at 0.91 and Japanese at 0.98; so at 1.13 and 1.12; never asked at 1.00 and 1.07, but Korean
/// and Hindi at 1.31 and 1.24 in place of 1.28 and 1.17.)
#[inline(always)]
pub(super) fn put_both<S: Wide, const N: usize>(
    s: S,
    [a, b]: [S::Bytes; 2],
    room: &mut [MaybeUninit<u8>; N],
    at: usize,
) -> usize {
    let (a_slots, b_slots) = (slots(s, a), slots(s, b));
    if a_slots.classes.high_bits() & b_slots.classes.high_bits() == 0xFFFF {
        put_threes(s, a, part(room, at));
        put_threes(s, b, part(room, at + 24));
        return 48;
    }
    let first = put_slots(s, a_slots, part(room, at));
    first + put_slots(s, b_slots, part(room, at + first))
}

/// What a vector may touch from `at` on.
#[inline(always)]
fn part<const N: usize>(room: &mut [MaybeUninit<u8>; N], at: usize) -> &mut RoomForVector {
    room[at..].first_chunk_mut().expect("room for a vector")
}

/// Writes units of three bytes each: no table is asked, and no place depends on a count.
#[inline(always)]
pub(super) fn put_threes<S: Wide, R: Room<u8>>(s: S, units: S::Bytes, room: &mut R) {
    const ROW: [u8; 16] = [0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 0, 0, 0, 0];
    let front = front_bits(s, units).add16(s.words(0x80E0));
    let last = units & s.words(0x003F) | s.words(0x0080);
    let row = s.row_of_threes(units, &ROW);
    let (low, high) = (front.zip_low16(last).lookup(row), front.zip_high16(last).lookup(row));
    room.put(0, low.low_lane(), 12);
    room.put(12, high.low_lane(), 12);
    if S::Bytes::LANES == 32 {
        room.put(24, low.high_lane(), 12);
        room.put(36, high.high_lane(), 12);
    }
}
