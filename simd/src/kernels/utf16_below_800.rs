//! Blocks of UTF-16 to UTF-8 in which all units are below 800, or ASCII.

use core::mem::MaybeUninit;

use super::encode_utf8::{put_pairs, two_vectors, two_vectors_of_latin1};
use super::utf16_to_latin1::{low_bytes, narrowed};
use super::utf16_to_utf8::{ROOM, room_at};
use super::utf16_units::{BLOCK, Units, ordered, stored};
use crate::fallback::ByteOrder;
use crate::fallback::form::Utf16;
use crate::vector::{Bytes, Vector, Wide};

/// Writes a block of units below 800, or of Latin-1, and returns the number of bytes.
#[inline(always)]
fn put_below_800<const LATIN1: bool, S: Wide>(
    s: S,
    from: Utf16,
    block: &[[u8; 2]; BLOCK],
    room: &mut [MaybeUninit<u8>; ROOM],
) -> usize {
    let len = Units::<S>::LEN;
    let (mut i, mut written) = (0, 0);
    while i < BLOCK {
        let (a, b) = (s.load(block[i..].as_flattened()), s.load(block[i + len..].as_flattened()));
        let ([a, b], rows) = if LATIN1 {
            two_vectors_of_latin1(s, narrowed::<S>(from, a, b))
        } else {
            let order = ByteOrder::Little;
            two_vectors(s, ordered(s, from, order, a), ordered(s, from, order, b))
        };
        written += put_pairs(s, a, rows[0], room_at(room, written));
        written += put_pairs(s, b, rows[1], room_at(room, written));
        i += 2 * len;
    }
    written
}

/// Whether there is a unit from 800 on in a vector as it is stored.
#[inline(always)]
fn has_from_800<S: Wide>(s: S, from: Utf16, units: S::Bytes) -> bool {
    (units & stored(s, from, 0xF800)).any()
}

/// Writes a block, if all of it is below 800, and returns the number of bytes.
#[inline(always)]
pub(crate) fn put_block_below_800<S: Wide>(
    s: S,
    from: Utf16,
    block: &[[u8; 2]; BLOCK],
    room: &mut [MaybeUninit<u8>; ROOM],
) -> Option<usize> {
    let len = Units::<S>::LEN;
    // Every other vector first: of one lane these tell of most blocks that the rest need not be asked.
    let mut all = s.load(block.as_flattened());
    let mut i = 2 * len;
    while i < BLOCK {
        all = all | s.load(block[i..].as_flattened());
        i += 2 * len;
    }
    if S::Bytes::LANES == 16 && !S::SURROGATES_IN_PLANES && has_from_800(s, from, all) {
        return None;
    }
    let mut i = len;
    while i < BLOCK {
        all = all | s.load(block[i..].as_flattened());
        i += 2 * len;
    }
    if !(all & stored(s, from, 0xFF80)).any() {
        let mut i = 0;
        while i < BLOCK {
            let (a, b) =
                (s.load(block[i..].as_flattened()), s.load(block[i + len..].as_flattened()));
            low_bytes::<S>(from, a, b).store(&mut room[i..]);
            i += 2 * len;
        }
        return Some(BLOCK);
    }
    if has_from_800(s, from, all) {
        return None;
    }
    Some(if (all & stored(s, from, 0xFF00)).any() {
        put_below_800::<false, S>(s, from, block, room)
    } else {
        put_below_800::<true, S>(s, from, block, room)
    })
}
