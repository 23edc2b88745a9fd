//! UTF-16 to UTF-8 by vectors of eight units, where a test of a mask costs less than one of a vector, and a lookup is dear: for
//! backends that have [`Wide::SURROGATES_IN_PLANES`].
//!
//! ```text
//!   units       a   가  나  _  …        sixteen: nothing of two bytes among them is what Korean, Hindi and Thai have
//!   from 80     .   x   x   .           min(u, 80), narrowed
//!   from 800    .   x   x   .           u +sat 7800, narrowed: the same mask, so a bit tells of a unit, a row takes four
//!   slots       b0 b1 last              last is u, where that is ASCII
//! ```

use core::mem::MaybeUninit;

use super::encode_utf8::{RoomForVector, front_bits, put_slots, slots};
use super::from_utf8::Stop;
use super::room::ROOM_OF_PLANES;
use super::tables::ONE_OR_THREE;
use super::utf16_below_800::put_block_below_800;
use super::utf16_sink::RUN;
use super::utf16_units::{
    BLOCK, Units, all_from_800, any_below_800, has_unit_from_800_at_16, ordered,
};
use crate::fallback::ByteOrder;
use crate::fallback::form::Utf16;
use crate::vector::{Bytes, Lanewise, Vector, Wide, four};

/// What to say of a block of so many bytes, if that is behind `least`: [`MANY`] or [`SOME`].
#[inline(always)]
pub(super) fn behind_which_is_run<S: Wide>(written: usize, least: usize) -> usize {
    if S::SURROGATES_IN_PLANES && written >= least { written | RUN } else { written }
}

/// Bytes of a block below 800 behind which there may be a run of others like it.
pub(super) const MANY: usize = BLOCK + 32;

/// The same of one with units from 800 on, and what keeps a run going. (By [`MANY`], English with quotation marks takes 1.09 of
/// the time; by this one for blocks below 800 as well, French 1.03. If only ASCII ended a run it would be left and begun again all the
/// time: by any block with units from 800 on and [`MANY`] to stay, French with quotation marks took 1.5 times as long.)
pub(crate) const SOME: usize = BLOCK + 4;

/// Blocks of up to three bytes a unit, until one has a surrogate, or is nothing but units of three bytes, or nearly ASCII.
/// They are a run, since a block at a time took 1.2 times as long in the middle of all. (In node on Zen 4, 2026-11-26: Korean
/// takes 0.88 of the time without it and 0.83 with it. WebAssembly has `wasm/utf16_mixed` in place of it by now.)
#[inline(always)]
pub(crate) fn run_by_eights<const BIG: bool, S: Wide>(
    s: S,
    src: &[[u8; 2]],
    dst: &mut [MaybeUninit<u8>],
) -> Stop {
    let from = Utf16(if BIG { ByteOrder::Big } else { ByteOrder::Little });
    let mut run = Stop { read: 0, written: 0 };
    while let Some(block) = src[run.read..].first_chunk::<BLOCK>()
        && let Some(room) = dst[run.written..].first_chunk_mut::<ROOM_OF_PLANES>()
    {
        if !has_unit_from_800_at_16(from, block)
            && let room = room.first_chunk_mut().expect("room for a block")
            && let Some(written) = put_block_below_800(s, from, block, room)
        {
            run.read += BLOCK;
            run.written += written;
            if written < SOME {
                break;
            }
            continue;
        }
        if has_surrogates(s, from, block) || all_from_800(s, from, block) {
            break;
        }
        run.read += BLOCK;
        run.written += put_block_by_eights(s, from, block, room);
    }
    run
}

/// Writes a block without surrogates and returns the number of bytes.
#[inline(always)]
pub(super) fn put_block_by_eights<S: Wide>(
    s: S,
    from: Utf16,
    block: &[[u8; 2]; BLOCK],
    room: &mut [MaybeUninit<u8>; ROOM_OF_PLANES],
) -> usize {
    let mut written = 0;
    let _: [(); 4] = four!(i => {
        let units = |at: usize| {
            ordered(s, from, ByteOrder::Little, s.load(block[16 * i + at..].as_flattened()))
        };
        written += put_two_of_eight(s, [units(0), units(8)], room, written);
    });
    written
}

/// Whether a block has surrogates.
#[inline(always)]
fn has_surrogates<S: Wide>(s: S, from: Utf16, block: &[[u8; 2]; BLOCK]) -> bool {
    let mut lowest = s.splat(0xFF);
    let mut i = 0;
    while i < BLOCK {
        let units = ordered(s, from, ByteOrder::Little, s.load(block[i..].as_flattened()));
        lowest = lowest.min16(units ^ s.words(0xD800));
        i += Units::<S>::LEN;
    }
    any_below_800(s, lowest)
}

/// Writes sixteen units of such a block and returns the number of bytes. Where there is nothing of two bytes, a bit tells of
/// a unit: from 800 on or not.
#[inline(always)]
fn put_two_of_eight<S: Wide>(
    s: S,
    [a, b]: [S::Bytes; 2],
    room: &mut [MaybeUninit<u8>; ROOM_OF_PLANES],
    at: usize,
) -> usize {
    let (a_low, b_low) = (a.min16(s.words(0x80)), b.min16(s.words(0x80)));
    let narrowed = a_low.narrow16(b_low);
    let from_80 = narrowed.high_bits();
    if from_80 == 0 {
        narrowed.store(&mut room[at & 0xFF..]);
        return 16;
    }
    let (a_high, b_high) = (a.adds16(s.words(0x7800)), b.adds16(s.words(0x7800)));
    let from_800 = a_high.narrow16_signed(b_high).high_bits();
    if from_80 != from_800 {
        let mut vector = |units, at: usize| {
            let room = room[at..].first_chunk_mut::<{ size_of::<RoomForVector>() }>();
            put_slots(s, slots(s, units), room.expect("room for a vector"))
        };
        let first = vector(a, at);
        return first + vector(b, at + first);
    }
    let bits = from_800 as usize;
    let mut end = at;
    put_ones_and_threes(s, [a, a_low], [bits, bits >> 4], room, &mut end);
    put_ones_and_threes(s, [b, b_low], [bits >> 8, bits >> 12], room, &mut end);
    end - at
}

/// Writes eight units of one byte or three. `low` is 80 for those of three; a row takes four.
#[inline(always)]
fn put_ones_and_threes<S: Wide>(
    s: S,
    [units, low]: [S::Bytes; 2],
    [first, second]: [usize; 2],
    room: &mut [MaybeUninit<u8>; ROOM_OF_PLANES],
    at: &mut usize,
) {
    let front = front_bits(s, units) | s.words(0x80E0);
    let last = units & s.words(0x003F) | low;
    let mut put = |row: usize, slots: S::Bytes| {
        let row = row & 0xF;
        slots.lookup(s.rows(&ONE_OR_THREE.0, row, 0)).low_lane().store(&mut room[*at & 0xFF..]);
        *at += 4 + 2 * row.count_ones() as usize;
    };
    put(first, front.zip_low16(last));
    put(second, front.zip_high16(last));
}
