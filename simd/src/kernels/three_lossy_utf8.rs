//! Characters of three bytes in a row with errors and some ASCII among them, lossy.
//!
//! Sixteen of them are right or not by themselves ([`super::three_bytes`]): so many as come before the first that is not are
//! done, its subparts are replaced one by one, or the ASCII that stands there is written, and the next sixteen begin behind,
//! wherever that is.
//!
//! By times of `encoding_rs`, SSE4.1, Zen 4, 2026-11-26, by windows and so: Chinese of the corpus with an error in 64 bytes 2.0 and
//! 3.3, in 256 bytes 2.5 and 4.1; Japanese 2.0 to 2.3 and 2.5 to 2.7, 2.3 and 3.0. Korean and Hindi have runs that are too short,
//! which the ASCII of a window tells (tried again and again, they took 1.1 times as long).

use core::mem::MaybeUninit;

use super::from_utf8_lossy::{LossyStop, NEAR, RARE, RAREST, Way};
use super::pack::Sink;
use super::subparts_utf8::first;
use super::three_bytes::{LOOK, Threes, threes_of};
use crate::fallback::form::Utf8;
use crate::vector::{Bytes, Lanewise, Wide};

/// Stops of which so many, and bytes by them on average, tell whether it is worth it.
const MANY: usize = 16;
const BYTES: usize = 24;

/// A run of fewer bytes was none.
const SHORT: usize = 256;

/// Of a window with so many of them, and not more ASCII than that, it may be worth it.
pub(super) const THREES: u32 = 14;
pub(super) const ASCII: u32 = 2;

/// Units that a step may touch.
const ROOM: usize = 32 + 8;

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
        let Threes { lo, hi, bad } = threes_of::<Utf8, S>(s, bytes);
        to.whole(s, lo, hi, room.first_chunk_mut().expect("units of a vector"));
        // Not whether there is any, so that the place is known as soon as the jump to it.
        let others = !bad.eq8(s.splat(0)).high_bits() & !0 >> (64 - lanes);
        if others == 0 {
            at += 3 * lanes;
            written += lanes;
            if at.wrapping_sub(last) >= NEAR {
                way = Way::Blocks;
                break;
            }
            continue;
        }
        let good = others.trailing_zeros() as usize;
        at += 3 * good;
        written += good;
        let behind = &bytes[3 * good..];
        let word = behind.first_chunk().map_or(!0, |&word| u64::from_le_bytes(word));
        let ascii = (word & 0x8080_8080_8080_8080).trailing_zeros() as usize / 8;
        if ascii > 0 {
            // Written whole, over what was made of the bytes that are not good.
            to.widen_half(s.narrow(), behind, &mut room[good..]);
            at += ascii;
            written += ascii;
            stops += 1;
        } else {
            let (end, count, has_room) = replace_one(src, to, &mut dst[written..], at);
            if count == 0 {
                break;
            }
            (at, last) = (end, end);
            written += count;
            stop.replacements += count;
            stops += count;
            if !has_room {
                break;
            }
        }
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

/// Replaces the subpart that is at `at`, and the continuation bytes behind: the same as [`replace_subparts`] of the first error,
/// but it does not look whether there is another. Most are alone, and that is a long way to know it. (Japanese and Chinese with an
/// error in 64 bytes, SSE4.1, Zen 4, 2026-11-27: 0.95 and 0.93 of the time.)
///
/// [`replace_subparts`]: super::from_utf8_lossy::replace_subparts
#[inline(always)]
fn replace_one<K: Sink>(
    src: &[u8],
    to: K,
    dst: &mut [MaybeUninit<K::Unit>],
    at: usize,
) -> (usize, usize, bool) {
    let (mut len, well_formed) = first(&src[at..]);
    let (mut at, mut count) = (at, 0);
    let mut bad = !well_formed;
    while bad {
        if to.encode(K::REPLACEMENT, &mut dst[count..]).is_err() {
            return (at, count, false);
        }
        at += len;
        count += 1;
        len = 1;
        bad = src.get(at).is_some_and(|byte| byte & 0xC0 == 0x80);
    }
    (at, count, true)
}
