//! UTF-16 of pairs of surrogates, as a run of emoji has it, with unpaired ones among them, to UTF-8 with replacements.
//!
//! ```text
//!   H L H L H  H L H L …      units; the third high one has no low one behind it
//!   x   x   .                 lanes of 32 bits that are pairs: as many as come first are right, four bytes each
//!           R                 its replacement, three bytes
//!              x   x   x …    and on from the unit behind it, wherever that is
//! ```
//!
//! So no table is asked, and of a vector with an error what comes before it is not done again.
//!
//! By times of `encoding_rs`, SSE4.1, Zen 4, 2026-11-26, emoji of the corpus: with an error in 64 bytes 1.4 as blocks with
//! surrogates go, and 3.9 so; in 256 bytes 2.3 and 4.8.

use core::mem::MaybeUninit;

use super::encode_points::four_bytes_of;
use super::repair_single_utf8::REPLACEMENTS;
use super::unpaired_to_utf8::Replaced;
use super::utf16_to_utf32::points_of_pairs;
use super::utf16_units::{BLOCK, Units, is_high, is_low, number, ordered};
use crate::fallback::ByteOrder;
use crate::fallback::form::Utf16;
use crate::vector::{Lanewise, Simd, Vector, Wide};

/// Units of a step: one long vector, or two short ones, which have half of the jumps. (SSE4.1, Zen 3, 2026-11-29, emoji of the
/// corpus with an error in 64 bytes: 2.32 and 2.56 times `encoding_rs`.)
const STEP: usize = 16;

/// What a step and a replacement behind it may touch.
const ROOM: usize = 48;

/// Errors of which so many, and units by them on average, tell whether it is worth it.
const MANY: usize = 8;
const UNITS: usize = 16;

/// Whether a block may be nothing but surrogates, by four of its units.
#[inline(always)]
pub(super) fn may_be_pairs(from: Utf16, block: &[[u8; 2]; BLOCK]) -> bool {
    let is = |i: usize| number(from, block[i]) & 0xF800 == 0xD800;
    is(0) & is(16) & is(32) & is(48)
}

/// Converts what is behind what is `done` behind `at`, until there is something else than surrogates, or too many errors.
#[inline(always)]
pub(super) fn among_pairs<S: Wide>(
    s: S,
    from: Utf16,
    all: &[[u8; 2]],
    at: usize,
    dst: &mut [MaybeUninit<u8>],
    done: &mut Replaced,
) {
    let len = Units::<S>::LEN;
    let (src, mut place) = (&all[at..], done.read);
    let (kind, pair) = match from.0 {
        ByteOrder::Little => (s.doubles(0xFC00_FC00), s.doubles(0xDC00_D800)),
        ByteOrder::Big => (s.doubles(0x00FC_00FC), s.doubles(0x00DC_00D8)),
    };
    let replacement = s.narrow().load(&REPLACEMENTS);
    // The second half of a pair whose first one is written.
    if at + place > 0
        && is_high(from, all[at + place - 1])
        && is_low(from, src[place])
        && let Some(room) = dst[done.written..].first_chunk_mut()
    {
        let bits = number(from, all[at + place - 1]) << 10 | number(from, src[place]) & 0x03FF;
        *room = [
            MaybeUninit::new(0x80 | (bits >> 6 & 0x3F) as u8),
            MaybeUninit::new(0x80 | (bits & 0x3F) as u8),
        ];
        place += 1;
        done.written += 2;
    }
    let (mut errors, mut start) = (0, place);
    while src.len() - place > STEP
        && let Some(room) = dst[done.written..].first_chunk_mut::<ROOM>()
    {
        let (mut pairs, mut i) = (0, 0);
        while i < STEP {
            let stored = s.load(src[place + i..].as_flattened());
            let units = ordered(s, from, ByteOrder::Little, stored);
            four_bytes_of(s, points_of_pairs(s, units)).store(&mut room[2 * i..]);
            pairs |= (stored & kind ^ pair).eq32(s.splat(0)).high_bits32() << (i / 2);
            i += len;
        }
        let others = pairs ^ ((1 << (STEP / 2)) - 1);
        if others == 0 {
            place += STEP;
            done.written += 2 * STEP;
            continue;
        }
        let before = others.trailing_zeros() as usize;
        place += 2 * before;
        done.written += 4 * before;
        if number(from, src[place]) & 0xF800 != 0xD800 {
            done.poor = place - done.read < BLOCK;
            break;
        }
        replacement.store(&mut room[4 * before..]);
        place += 1;
        done.written += 3;
        done.replacements += 1;
        errors += 1;
        if errors == MANY {
            if place - start < MANY * UNITS {
                done.poor = true;
                break;
            }
            (errors, start) = (0, place);
        }
    }
    done.read = place;
}
