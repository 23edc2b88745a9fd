//! Blocks of UTF-16 that are nothing but pairs, to UTF-8.

use core::mem::MaybeUninit;

use super::encode_points::four_bytes_of;
use super::utf16_to_utf8::ROOM;
use super::utf16_to_utf32::points_of_pairs;
use super::utf16_units::{BLOCK, Units, is_high, is_low, number, ordered};
use crate::fallback::ByteOrder;
use crate::fallback::form::Utf16;
use crate::vector::{Bytes, Vector, Wide};

/// Writes the block at `at`, if it is nothing but pairs, as a run of emoji has it: four bytes each, without a table. If
/// its first unit is low, two bytes for that, and two for the high one at its end. (Zen 4, 2026-11-24: the emoji of the
/// corpus take half the time.)
#[inline(always)]
pub(super) fn put_fours<S: Wide>(
    s: S,
    from: Utf16,
    src: &[[u8; 2]],
    at: usize,
    room: &mut [MaybeUninit<u8>; ROOM],
) -> bool {
    let first = number(from, src[at]);
    // Four units tell of nearly all that have something else. (By two of them generated emoji were at 0.92.)
    let others =
        [number(from, src[at + 16]), number(from, src[at + 32]), number(from, src[at + 48])];
    let unlike = (first ^ others[0]) | (first ^ others[1]) | (first ^ others[2]);
    if unlike & 0xFC00 != 0 || first & 0xF800 != 0xD800 {
        return false;
    }
    let split = is_low(from, src[at]);
    if split && (at == 0 || !is_high(from, src[at - 1])) {
        return false;
    }
    let Some(pairs) = src[at + usize::from(split)..].first_chunk::<BLOCK>() else { return false };
    let (kind, pair) = match from.0 {
        ByteOrder::Little => (s.doubles(0xFC00_FC00), s.doubles(0xDC00_D800)),
        ByteOrder::Big => (s.doubles(0x00FC_00FC), s.doubles(0x00DC_00D8)),
    };
    let mut other = s.splat(0);
    let mut i = 0;
    while i < BLOCK {
        other = other | s.load(pairs[i..].as_flattened()) & kind ^ pair;
        i += Units::<S>::LEN;
    }
    if other.any() {
        return false;
    }
    let mut out = 0;
    if split {
        let bits = number(from, src[at - 1]) << 10 | first & 0x03FF;
        room[0] = MaybeUninit::new(0x80 | (bits >> 6 & 0x3F) as u8);
        room[1] = MaybeUninit::new(0x80 | (bits & 0x3F) as u8);
        out = 2;
    }
    let mut i = 0;
    while i < BLOCK {
        let units = ordered(s, from, ByteOrder::Little, s.load(pairs[i..].as_flattened()));
        four_bytes_of(s, points_of_pairs(s, units)).store(&mut room[out + 2 * i..]);
        i += Units::<S>::LEN;
    }
    true
}
