//! A block of UTF-16 that has surrogates converted to UTF-8 in planes, sixteen units at a time: see [`super::utf16_planes`].

use core::mem::MaybeUninit;

use super::byte_planes::BytePlanes;
use super::room::ROOM_OF_PLANES as ROOM;
use super::tables::{ONE_OR_TWO, ONE_TO_FOUR};
use super::utf16_planes::{
    Before, Planes, Slots, before, halves, middle, of_surrogates, planes_at,
};
use super::utf16_sink::Done;
use super::utf16_units::{BLOCK, ends_open};
use crate::fallback::form::Utf16;
use crate::vector::{Bytes, Lanewise, Vector, Wide};

/// See [`Wide::utf16_to_utf8_block_of_surrogates`]. By sixteen units: WebAssembly has the registers of the machine
/// that it is on, sixteen on x86, where emoji were 2.1 times as fast as without vectors by all of a block at
/// once, and 3.1 times so by this (Xeon). Where all sixteen are surrogates no row is needed: 4.7 times, and 2.6 without
/// (Zen 4, 2026-11-24). Without surrogates lanes of 16 bits are faster there.
#[allow(dead_code, reason = "of backends with fewer registers than NEON")]
#[inline(always)]
pub(crate) fn block_of_surrogates<const LOSSY: bool, S: Wide<Bytes: BytePlanes>>(
    s: S,
    from: Utf16,
    src: &[[u8; 2]],
    at: usize,
    room: &mut [MaybeUninit<u8>],
) -> Option<Done> {
    let planes = planes_at(s, from, src, at);
    let room = room.first_chunk_mut::<ROOM>().expect("room for a block");
    let (mut written, mut unpaired) = (0, s.splat(0));
    let mut before = before(s, from, src, at);
    for planes in planes {
        if !(planes.hi & s.splat(0xF8)).any() {
            // Where an emoji stands alone, and a high surrogate at the end of the sixteen before does not.
            unpaired = unpaired | s.splat(0).behind(before.high);
            before = Before { lo: planes.lo, high: s.splat(0) };
            written = twos_of_sixteen(s, planes, written, room);
            continue;
        }
        let halves = halves(s, &mut before, planes);
        unpaired = unpaired | halves.unpaired;
        written = if halves.here.high_bits() == 0xFFFF {
            let room = &mut room[written & 0xFF..];
            halves.b1.zip_low8(halves.last).store(room);
            halves.b1.zip_high8(halves.last).store(&mut room[16..]);
            written + 32
        } else {
            slots_of_sixteen(s, of_surrogates(s, halves, planes), written, room)
        };
    }
    let bad = unpaired.any() | ends_open(from, src, at + BLOCK);
    if bad && LOSSY {
        return None;
    }
    Some(Done { written, bad: usize::from(bad) })
}

/// Writes sixteen units below 800, and returns where they end.
#[allow(dead_code, reason = "of backends with fewer registers than NEON")]
#[inline(always)]
fn twos_of_sixteen<S: Wide<Bytes: BytePlanes>>(
    s: S,
    planes: Planes<S::Bytes>,
    mut at: usize,
    room: &mut [MaybeUninit<u8>; ROOM],
) -> usize {
    let middle = middle(planes);
    let from_80 = middle.from8(s.splat(2));
    let rows = from_80.high_bits() as usize;
    if rows == 0 {
        planes.lo.store(&mut room[at & 0xFF..]);
        return at + 16;
    }
    let first = planes.lo.choose(from_80, middle | s.splat(0xC0));
    let second = planes.lo.below_shl8::<6>(s.splat(2));
    let mut put = |row: usize, bytes: S::Bytes| {
        bytes.lookup(s.load(&ONE_OR_TWO.0[row])).store(&mut room[at & 0xFF..]);
        at += 8 + row.count_ones() as usize;
    };
    put(rows & 0xFF, first.zip_low8(second));
    put(rows >> 8 & 0xFF, first.zip_high8(second));
    at
}

/// Writes what is there of the slots of sixteen units, and returns where it ends. A row takes four units.
#[allow(dead_code, reason = "of backends with fewer registers than NEON")]
#[inline(always)]
fn slots_of_sixteen<S: Wide<Bytes: BytePlanes>>(
    s: S,
    slots: Slots<S::Bytes>,
    mut at: usize,
    room: &mut [MaybeUninit<u8>; ROOM],
) -> usize {
    let rows = slots.from_80.pairs_of_bits(slots.below_800) as usize;
    let mut put = |i: usize, units: S::Bytes| {
        let row = rows >> (8 * i) & 0xFF;
        units.lookup(s.load(&ONE_TO_FOUR.0[row])).store(&mut room[at & 0xFF..]);
        at += 4 + row.count_ones() as usize;
    };
    let (front, back) = (slots.b0.zip_low8(slots.b1), slots.single.zip_low8(slots.last));
    put(0, front.zip_low16(back));
    put(1, front.zip_high16(back));
    let (front, back) = (slots.b0.zip_high8(slots.b1), slots.single.zip_high8(slots.last));
    put(2, front.zip_low16(back));
    put(3, front.zip_high16(back));
    at
}
