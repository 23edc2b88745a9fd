//! Characters of three bytes in a row with errors and some ASCII among them, lossy.
//!
//! As many of them as a vector has bytes are right or not by themselves ([`super::three_bytes`]): those before the first that is
//! not are done, then the ASCII or the subparts that stand there ([`super::others_lossy_utf8`]), and the next begin behind,
//! wherever that is. Whether all are right is a jump, which in clean text is foreseen, so that no step waits for the one before.
//!
//! By times of `encoding_rs`, SSE4.1, Zen 4, 2026-11-26, by windows and so: Chinese of the corpus with an error in 64 bytes 2.0 and
//! 3.3, in 256 bytes 2.5 and 4.1; Japanese 2.0 to 2.3 and 2.5 to 2.7, 2.3 and 3.0. Korean and Hindi have runs that are too short,
//! which the ASCII of a window tells (tried again and again, they took 1.1 times as long).
//!
//! Lost (Xeon of model 207, 2026-11-29): no jump at all, as if something stood behind a whole vector of them (Chinese with an
//! error in 256 bytes AVX2 3.1 and 2.2 times `encoding_rs`); two vectors of one lane a step (no gain with SSE4.1). Zen 3,
//! SSE4.1, Japanese and Chinese with an error in 64 bytes: no jump while errors are near to each other, 2.35 and 1.9, 3.0 and
//! 2.05; to ask first where continuation bytes stand, which is known sooner, no gain, and in 256 bytes 4.6 and 4.1.

use core::hint::select_unpredictable;
use core::mem::MaybeUninit;

use super::from_utf8_lossy::{LossyStop, QUIET, RARE, RAREST, Way};
use super::others_lossy_utf8::{self, others};
use super::pack::Sink;
use super::three_bytes::{LOOK, planes_of_threes};
use crate::vector::{Bytes, Lanewise, Vector, Wide};

/// Stops of which so many, and bytes by them on average, tell whether it is worth it.
const MANY: usize = 16;
const BYTES: usize = 24;

/// A run of fewer bytes was none.
pub(super) const SHORT: usize = 256;

/// Of a window with so many of them, and not more ASCII than that, it may be worth it.
pub(super) const THREES: u32 = 14;
pub(super) const ASCII: u32 = 2;

/// Units that a step may touch.
const ROOM: usize = 32 + others_lossy_utf8::ROOM;

/// Converts characters and errors from what is done on, until there is something else, or too many errors.
#[inline(always)]
pub(super) fn threes<S: Wide, K: Sink>(
    s: S,
    src: &[u8],
    to: K,
    dst: &mut [MaybeUninit<K::Unit>],
    stop: &mut LossyStop,
) -> Way {
    let lanes = S::Bytes::LANES;
    let (mut at, mut written, mut last) = (stop.read, stop.written, stop.last);
    let (mut stops, mut start, mut way) = (0, at, Way::Window);
    let mut poor = false;
    while let Some(bytes) = src[at..].first_chunk::<LOOK>()
        && let Some(room) = dst[written..].first_chunk_mut::<ROOM>()
    {
        let threes = s.load_threes(bytes);
        let (lo, hi) = planes_of_threes(s, threes);
        to.whole(s, lo, hi, room.first_chunk_mut().expect("units of a vector"));
        let wrong = !are_threes(s, threes).high_bits() & !0 >> (64 - lanes);
        if wrong == 0 {
            at += 3 * lanes;
            written += lanes;
            if at.wrapping_sub(last) >= QUIET {
                way = Way::Blocks;
                break;
            }
            continue;
        }
        let good = wrong.trailing_zeros() as usize;
        at += 3 * good;
        written += good;
        let behind = bytes[3 * good..].first_chunk().expect("more than is used");
        let room = room[good..].first_chunk_mut().expect("more than a vector");
        let Some(found) = others(s, to, behind, room) else { break };
        at += found.read;
        written += found.written;
        stop.replacements += found.replacements;
        last = select_unpredictable(found.replacements > 0, at, last);
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

/// All ones where a lead byte, a second and a third byte are a character. By fewer instructions one behind the other than
/// [`super::three_bytes`] has, where a step does not wait for it: SSE4.1, Chinese with an error in 256 bytes, 2.5 and 2.7 to 2.9
/// times `encoding_rs`.
#[inline(always)]
fn are_threes<S: Wide>(s: S, [a, b, c]: [S::Bytes; 3]) -> S::Bytes {
    let a = a.sub8(s.splat(0xE0));
    let continuation = s.splat(0xC0);
    let below_a0 = s.splat(0xA0).gt8(b);
    let outside = a.eq8(s.splat(0)) & below_a0 | a.eq8(s.splat(0x0D)).without(below_a0);
    let lead = (a & s.splat(0xF0)).eq8(s.splat(0)).without(outside);
    lead & (continuation.gt8(b) & continuation.gt8(c))
}
