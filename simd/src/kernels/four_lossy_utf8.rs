//! Characters of four bytes in a row with errors among them, lossy.
//!
//! A vector has four of them, which are right or not by themselves ([`super::four_bytes`]): so many of them as come before the
//! first that is not are done, its subparts are replaced one by one, and the next vector begins behind, wherever that is. No
//! ends have to be found, and there is nothing to move.
//!
//! By times of `encoding_rs`, SSE4.1, Zen 4, 2026-11-26, emoji of the corpus: with an error in 64 bytes 1.5 by windows and 3.3 so,
//! in 256 bytes 2.3 and 3.9. With one in 20 it is 2.6 by windows and 1.8 so: hence the count.

use core::mem::MaybeUninit;

use super::four_bytes::fours_of;
use super::from_utf8_lossy::{LossyStop, NEAR, RARE, RAREST, Way, replace_subparts};
use super::pack::Sink;
use crate::vector::{Bytes, Lanewise, Vector, Wide};

/// Errors of which so many, and bytes by them on average, tell whether it is worth it.
const MANY: usize = 8;
const BYTES: usize = 32;

/// Of a window with so many of them it may be worth it.
pub(super) const FOURS: u32 = 12;

/// Converts characters and errors from what is done on, until there is something else, or too many errors.
#[inline(always)]
pub(super) fn fours<S: Wide, K: Sink>(
    s: S,
    src: &[u8],
    to: K,
    dst: &mut [MaybeUninit<K::Unit>],
    stop: &mut LossyStop,
) -> Way {
    let lanes = S::Bytes::LANES;
    let units = K::OF_FOUR * lanes / 4;
    let (mut at, mut written, mut last) = (stop.read, stop.written, stop.last);
    let (mut errors, mut start, mut way) = (0, at, Way::Window);
    while let Some(bytes) = src[at..].get(..lanes)
        && let Some(room) = dst[written..].get_mut(..units + 1)
    {
        let (points, wrong) = fours_of(s, s.load(bytes));
        to.fours(s, points, room);
        let others = wrong.eq32(s.splat(0)).high_bits32() ^ ((1 << (lanes / 4)) - 1);
        if others == 0 {
            at += lanes;
            written += units;
            if at.wrapping_sub(last) >= NEAR {
                way = Way::Blocks;
                break;
            }
            continue;
        }
        let before = others.trailing_zeros() as usize;
        at += 4 * before;
        written += K::OF_FOUR * before;
        let (end, count, has_room) = replace_subparts(src, to, &mut dst[written..], at);
        if count == 0 {
            break;
        }
        (at, last) = (end, end);
        written += count;
        stop.replacements += count;
        errors += count;
        if !has_room {
            break;
        }
        if errors >= MANY {
            if at - start < MANY * BYTES {
                stop.runs_from = at + stop.rare;
                stop.rare = (2 * stop.rare).min(RAREST);
                break;
            }
            stop.rare = RARE;
            (errors, start) = (0, at);
        }
    }
    (stop.read, stop.written, stop.even_from, stop.last) = (at, written, at, last);
    stop.closed = at.wrapping_sub(last) >= 3;
    way
}
