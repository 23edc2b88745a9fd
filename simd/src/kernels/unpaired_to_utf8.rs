//! UTF-16 with unpaired surrogates in a row of blocks, to UTF-8 with replacements.
//!
//! In ASCII a block is written as the low bytes of its units. Then each surrogate is replaced where it stands, and what is
//! behind it is written once more, by two bytes further on:
//!
//! ```text
//!   61 62 D800 63 64 …      units
//!   61 62 00   63 64 …      their low bytes, as if all were ASCII
//!   61 62 EF BF BD 63 64 …  the replacement, and all units from the one behind it on
//! ```
//!
//! So no table is asked, and how far a block has come does not wait for what is stored. In other text without pairs each
//! surrogate is made U+FFFD before anything is known of the units, and then they go as those of clean text go.
//!
//! By times of `encoding_rs`, Zen 4, 2026-11-26: ASCII with an error in 64 bytes AVX2 1.7 as blocks with surrogates go, and 3.1
//! so, SSE4.1 1.4 and 2.2; in 256 bytes 2.0 and 3.5, 1.5 and 2.7. Chinese with one in 64 takes 1.5 and 2.1 times as long there.
//!
//! Lost: the mask of all units in place of the test of a block first (ASCII with an error in 256 bytes 1.5 times as long: half of
//! the blocks have none, and which, nobody foresees).

use core::mem::MaybeUninit;

use super::from_utf16::plain_blocks;
use super::repair_single_utf8::REPLACEMENTS;
use super::unpaired_among_pairs::{among_pairs, may_be_pairs};
use super::utf16_to_latin1::low_bytes;
use super::utf16_to_utf8::{self, put_mixed};
use super::utf16_to_utf16::has_surrogates;
use super::utf16_units::{BLOCK, Units, is_high, is_low, number, ordered};
use crate::fallback::ByteOrder;
use crate::fallback::form::{Utf8, Utf16};
use crate::vector::{Bytes, Lanewise, Simd, Vector, Wide};

/// Units that are there for a block: what is behind an error is as long as one.
const SOURCE: usize = 2 * BLOCK;

/// Behind so many blocks of ASCII with errors, one behind the other, one without is not looked for: with an error in 64 bytes
/// there is none. (SSE4.1 2.05 and 2.35 by times of `encoding_rs`, together with low bytes that need no mask.)
const DENSE: u32 = 4;

/// Room for a block of nothing but errors, and for another one behind.
const ROOM: usize = 4 * BLOCK;

/// How far it came.
#[derive(Clone, Copy, Default)]
pub(crate) struct Replaced {
    /// Units of the source.
    pub(crate) read: usize,
    /// Bytes of the output.
    pub(crate) written: usize,
    pub(crate) replacements: usize,
    /// It is not worth another call soon.
    pub(super) poor: bool,
}

/// Converts blocks from `at` on, until there is nothing wrong in one, but for ASCII, of which there may be many, or a pair.
#[inline(always)]
pub(crate) fn utf16_to_utf8_replace<S: Wide>(
    s: S,
    from: Utf16,
    src: &[[u8; 2]],
    at: usize,
    dst: &mut [MaybeUninit<u8>],
) -> Replaced {
    match from.0 {
        ByteOrder::Little => replace(s, Utf16(ByteOrder::Little), src, at, dst),
        ByteOrder::Big => replace(s, Utf16(ByteOrder::Big), src, at, dst),
    }
}

/// See [`utf16_to_utf8_replace`].
#[inline(always)]
fn replace<S: Wide>(
    s: S,
    from: Utf16,
    src: &[[u8; 2]],
    at: usize,
    dst: &mut [MaybeUninit<u8>],
) -> Replaced {
    let mut done = Replaced::default();
    let (mut ascii, mut dense) = (false, 0);
    let mut alone = at == 0 || !is_high(from, src[at - 1]);
    loop {
        let mut n = 0;
        if dense < DENSE {
            n = plain_blocks(s, from, &src[at + done.read..], Utf8, &mut dst[done.written..]);
            dense = if n == 0 { dense } else { 0 };
        }
        done.read += n;
        done.written += n;
        let Some(units) = src[at + done.read..].first_chunk::<SOURCE>() else { break };
        let Some(room) = dst[done.written..].first_chunk_mut::<ROOM>() else { break };
        let block = units.first_chunk().expect("a block");
        let (written, replacements) = if (alone || n > 0)
            && (ascii || may_be_ascii(from, block))
            && let Some(errors) = replace_in_ascii(s, from, units, room)
        {
            ascii = true;
            dense = if errors > 0 { dense + 1 } else { 0 };
            (BLOCK + 2 * errors, errors)
        } else if has_surrogates(s, from, block)
            && let Some(errors) = unpaired(s, from, src, at + done.read, block)
        {
            (ascii, dense) = (false, 0);
            (put_replaced(s, from, block, part(room)), errors)
        } else if <S::Narrow as Wide>::RUNS_WITH_ERRORS && may_be_pairs(from, block) {
            among_pairs(s, from, src, at, dst, &mut done);
            if done.poor {
                break;
            }
            (alone, ascii, dense) = (true, false, 0);
            continue;
        } else {
            break;
        };
        done.read += BLOCK;
        done.written += written;
        done.replacements += replacements;
        // What is high at its end has no low one behind it.
        alone = true;
    }
    done
}

/// Units as numbers, with U+FFFD in place of surrogates.
#[inline(always)]
fn replaced<S: Wide>(s: S, from: Utf16, stored: S::Bytes) -> S::Bytes {
    let units = ordered(s, from, ByteOrder::Little, stored);
    let surrogates = (units & s.words(0xF800)).eq16(s.words(0xD800));
    units.select8(surrogates, s.words(0xFFFD))
}

/// Writes a block in which no surrogate is paired, each as U+FFFD, and returns the number of bytes.
#[inline(always)]
fn put_replaced<S: Wide>(
    s: S,
    from: Utf16,
    block: &[[u8; 2]; BLOCK],
    room: &mut [MaybeUninit<u8>; utf16_to_utf8::ROOM],
) -> usize {
    let len = Units::<S>::LEN;
    let (mut i, mut written) = (0, 0);
    while i < BLOCK {
        let (a, b) = (s.load(block[i..].as_flattened()), s.load(block[i + len..].as_flattened()));
        written += put_mixed(s, [replaced(s, from, a), replaced(s, from, b)], room, written);
        i += 2 * len;
    }
    written
}

/// The front of the room for a block.
#[inline(always)]
fn part<const N: usize>(room: &mut [MaybeUninit<u8>; ROOM]) -> &mut [MaybeUninit<u8>; N] {
    room.first_chunk_mut().expect("room for a block")
}

/// Whether four units of a block are ASCII or surrogates, which is so in nearly no other text.
#[inline(always)]
fn may_be_ascii(from: Utf16, block: &[[u8; 2]; BLOCK]) -> bool {
    let may_be = |i: usize| {
        let unit = number(from, block[i]);
        unit < 0x80 || unit & 0xF800 == 0xD800
    };
    may_be(0) & may_be(16) & may_be(32) & may_be(48)
}

/// Writes a block, if there is nothing but ASCII and unpaired surrogates in it, and returns the number of those. In front of
/// it is no high one, unless that is unpaired.
#[inline(always)]
fn replace_in_ascii<S: Wide>(
    s: S,
    from: Utf16,
    units: &[[u8; 2]; SOURCE],
    room: &mut [MaybeUninit<u8>; ROOM],
) -> Option<usize> {
    let mut others = put_some(s, from, units, room);
    let replacement = s.narrow().load(&REPLACEMENTS);
    let mut errors = 0;
    while others != 0 {
        let place = others.trailing_zeros() as usize;
        others &= others - 1;
        let unit = number(from, units[place]);
        if unit == 0 {
            continue;
        }
        // By one comparison: whether a surrogate is high, nobody foresees.
        let behind = number(from, units[place + 1]);
        let unlike_pair = (unit & 0xFC00 ^ 0xD800) | (behind & 0xFC00 ^ 0xDC00);
        if unit & 0xF800 != 0xD800 || unlike_pair == 0 {
            return None;
        }
        replacement.store(&mut room[place + 2 * errors..]);
        errors += 1;
        put_all(s, from, units, room, place + 1, 2 * errors);
    }
    Some(errors)
}

/// How many surrogates the block at `at` has, if none of them belongs to a pair.
#[inline(always)]
fn unpaired<S: Wide>(
    s: S,
    from: Utf16,
    src: &[[u8; 2]],
    at: usize,
    block: &[[u8; 2]; BLOCK],
) -> Option<usize> {
    let mask = s.words(0x00FC);
    let six = |unit: u16| match from.0 {
        ByteOrder::Little => s.splat((unit >> 10) as u8),
        ByteOrder::Big => s.splat((unit >> 8) as u8),
    };
    let (high, low) = (six(0xD800), six(0xDC00));
    let mut before = s.splat(if at > 0 && is_high(from, src[at - 1]) { 0xFF } else { 0 });
    let (mut pairs, mut count, mut i) = (s.splat(0), 0, 0);
    while i < BLOCK {
        let (a, b) = (
            s.load(block[i..].as_flattened()),
            s.load(block[i + Units::<S>::LEN..].as_flattened()),
        );
        let bytes = a.six_bits(b, from.0, mask);
        let (first, second) = (bytes.eq8(high), bytes.eq8(low));
        pairs = pairs | first.behind(before) & second;
        count += (first | second).high_bits().count_ones() as usize;
        before = first;
        i += S::Bytes::LANES;
    }
    let across = is_high(from, block[BLOCK - 1]) && is_low(from, src[at + BLOCK]);
    (!pairs.any() && !across).then_some(count)
}

/// Writes the low bytes of a block of units from `at` on, further on by `shift`.
#[inline(always)]
fn put_all<S: Wide>(
    s: S,
    from: Utf16,
    units: &[[u8; 2]; SOURCE],
    room: &mut [MaybeUninit<u8>; ROOM],
    at: usize,
    shift: usize,
) {
    let len = Units::<S>::LEN;
    let (units, room) = (&units[at..][..BLOCK], &mut room[at + shift..][..BLOCK]);
    let mut i = 0;
    while i < BLOCK {
        let (a, b) = (s.load(units[i..].as_flattened()), s.load(units[i + len..].as_flattened()));
        // What is no ASCII is written over.
        let bytes = match from.0 {
            ByteOrder::Little => a.narrow16(b).in_order(),
            ByteOrder::Big => low_bytes::<S>(from, a, b),
        };
        bytes.store(&mut room[i..]);
        i += 2 * len;
    }
}

/// Writes the low bytes of a block of units, and returns where those are that are not ASCII, or 0.
///
/// What is narrowed tells it itself: units from 8000 on are below 0 there, and become 0, and other units from 80 on become
/// bytes from 80 on.
#[inline(always)]
fn put_some<S: Wide>(
    s: S,
    from: Utf16,
    units: &[[u8; 2]; SOURCE],
    room: &mut [MaybeUninit<u8>; ROOM],
) -> u64 {
    let len = Units::<S>::LEN;
    let (mut others, mut i) = (0, 0);
    while i < BLOCK {
        let (a, b) = (s.load(units[i..].as_flattened()), s.load(units[i + len..].as_flattened()));
        let little = ByteOrder::Little;
        let bytes = ordered(s, from, little, a).narrow16(ordered(s, from, little, b)).in_order();
        bytes.store(&mut room[i..]);
        others |= (bytes | bytes.eq8(s.splat(0))).high_bits() << i;
        i += 2 * len;
    }
    others
}
