//! Characters of four bytes in a row with errors among them, lossy.
//!
//! Those of two vectors are right or not by themselves ([`super::four_bytes`]): so many of them as come before the first that is
//! not are done, then the subparts that stand there ([`super::others_lossy_utf8`]), and the next begin behind, wherever that is. No
//! ends have to be found, and there is nothing to move. ASCII ends the run: there is more of it as a rule.
//!
//! By times of `encoding_rs`, emoji of the corpus, Xeon of model 207, 2026-11-29, with an error in 64, 256 and 1024 bytes: AVX2 by
//! windows 1.8, 2.2 and 5.5, and 2.9, 6.0 and 8.6 so; SSE4.1, by single vectors and jumps 2.1, 3.1 and 3.7, and 2.5, 3.6 and 5.3 so.
//! With one in 30 bytes AVX2 2.4 by either, SSE4.1 1.7 by windows and 2.6 so; with one in 20 3.3 and 3.1, 1.95 and 2.05.

use core::mem::MaybeUninit;

use super::four_bytes::fours_of;
use super::from_utf8_lossy::{LossyStop, QUIET, RARE, RAREST, Way};
use super::others_lossy_utf8::{self, others};
use super::pack::Sink;
use super::three_lossy_utf8::SHORT;
use crate::vector::{Bytes, Lanewise, Vector, Wide};

/// Stops of which so many, and bytes by them on average, tell whether it is worth it.
const MANY: usize = 8;
const BYTES: usize = 20;

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
    let (mut stops, mut start, mut way) = (0, at, Way::Window);
    let mut poor = false;
    while let Some(bytes) = src[at..].get(..2 * lanes + others_lossy_utf8::LOOK)
        && let Some(room) = dst[written..].get_mut(..2 * units + others_lossy_utf8::ROOM)
    {
        let (x, wrong_x) = fours_of(s, s.load(bytes));
        let (y, wrong_y) = fours_of(s, s.load(&bytes[lanes..]));
        to.fours(s, x, room);
        to.fours(s, y, &mut room[units..]);
        let good = wrong_x.eq32(s.splat(0)).high_bits32()
            | wrong_y.eq32(s.splat(0)).high_bits32() << (lanes / 4);
        let wrong = good ^ ((1 << (lanes / 2)) - 1);
        if wrong == 0 {
            at += 2 * lanes;
            written += 2 * units;
            if at.wrapping_sub(last) >= QUIET {
                way = Way::Blocks;
                break;
            }
            continue;
        }
        let good = wrong.trailing_zeros() as usize;
        at += 4 * good;
        written += K::OF_FOUR * good;
        let behind = bytes[4 * good..].first_chunk().expect("more than is used");
        let room = room[K::OF_FOUR * good..].first_chunk_mut().expect("more than vectors");
        let Some(found) = others(s, to, behind, room) else { break };
        if found.replacements == 0 {
            break;
        }
        at += found.read;
        written += found.written;
        stop.replacements += found.replacements;
        last = at;
        stops += 1;
        if stops >= MANY {
            poor = at - start < MANY * BYTES;
            if poor {
                break;
            }
            (stops, start) = (0, at);
        }
    }
    if poor || matches!(way, Way::Window) && at - stop.read < SHORT {
        stop.runs_from = at + stop.rare;
        stop.rare = (2 * stop.rare).min(RAREST);
    } else {
        stop.rare = RARE;
    }
    (stop.read, stop.written, stop.even_from, stop.last) = (at, written, at, last);
    stop.closed = at.wrapping_sub(last) >= 3;
    way
}
