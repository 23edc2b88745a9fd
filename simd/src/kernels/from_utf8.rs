//! Conversion from UTF-8: the loop over blocks, and what ends it.
//!
//! ```text
//! ASCII in blocks
//! the first vector, before which nothing stands; what is shorter is at the end of one, with zeros before
//! while a block and a byte behind it are left, and room for whole vectors:   a block
//! while a vector is left:                                                    a vector
//! the last vector, which overlaps what is done
//! ```
//!
//! A block is 64 bytes, and what they are is asked once. Of the bytes of a vector that are done already
//! only the ends are taken away: nothing is copied to a buffer, and nothing outside the slice is read.
//!
//! Where something is wrong, or the room ends, all stops at a character before the block: the scalar path
//! goes on from there.

use core::mem::MaybeUninit;

use super::block_utf8::{Block, RunEnd, count_fours, vector};
use super::decode_utf8::Near;
use super::four_bytes::four_bytes;
use super::pack::Sink;
use super::room::ROOM;
use super::text::Text;
use super::three_bytes::three_bytes;
use super::violations::Tables;
use super::widen_ascii::{LONG, ascii_run};
use crate::vector::{Bytes, Lanewise, Wide};

/// Bytes of a block.
pub(crate) const BLOCK: usize = 64;

/// How far a conversion came: to the end of the source; or to a character, in the 128 bytes behind which
/// one begins that cannot be read or written, or that has no room.
#[derive(Clone, Copy)]
pub(crate) struct Stop {
    /// Bytes of the source.
    pub(crate) read: usize,
    /// Units of the output.
    pub(crate) written: usize,
}

/// Converts `src` from `done` on as far as it goes. That is 0, or what is done ends with at least three bytes of well-formed
/// text, and `src` has more than a vector.
#[inline(always)]
pub(crate) fn advance<T: Text, S: Wide, K: Sink>(
    s: S,
    src: &[u8],
    done: usize,
    to: K,
    dst: &mut [MaybeUninit<K::Unit>],
) -> Stop {
    let lanes = S::Bytes::LANES;
    let run = ascii_run(s, &src[done..], to, dst);
    let mut at = Done { read: done + run, written: run, ahead: 0 };
    if at.read == 0 {
        // What is shorter than a vector is at its end, with zeros before.
        let (cur, len) =
            if src.len() < lanes { (s.load_at_end(src), src.len()) } else { (s.load(src), lanes) };
        let live = !0 << (lanes - len);
        let Some(units) = vector::<T, S, K>(s, &Near::at_start(cur), live, to, dst) else {
            return Stop { read: 0, written: 0 };
        };
        at = Done { read: len, written: units, ahead: 0 };
        if len < lanes {
            return end::<K>(src, at);
        }
    }
    match blocks::<T, S, K>(s, src, to, dst, &mut at, false) {
        Left::Bad => cut::<K>(src, at),
        _ if vectors::<T, S, K>(s, src, to, dst, &mut at) => end::<K>(src, at),
        _ => cut::<K>(src, at),
    }
}

/// How much is done.
#[derive(Clone, Copy)]
pub(super) struct Done {
    /// Bytes of the source.
    pub(super) read: usize,
    /// Units of the output.
    pub(super) written: usize,
    /// The units of the block before, if the byte behind it told whether its last byte ends one.
    pub(super) ahead: usize,
}

/// What ends blocks.
pub(super) enum Left {
    /// Something in the next one is wrong.
    Bad,
    /// They were ASCII at last, which was asked for.
    Ascii,
    /// Less than a block is left, or less room.
    Short,
}

/// Converts blocks from `at` on, behind at least three bytes; with `until_ascii`, until there were some of ASCII.
#[inline(always)]
pub(super) fn blocks<T: Text, S: Wide, K: Sink>(
    s: S,
    src: &[u8],
    to: K,
    dst: &mut [MaybeUninit<K::Unit>],
    at: &mut Done,
    until_ascii: bool,
) -> Left {
    let Done { mut read, mut written, mut ahead } = *at;
    let tables = Tables::new(s);
    let (mut words_from, mut rare, mut short) = (0, RARE, false);
    let left = loop {
        let (Some(bytes), Some(room)) = (
            src[read - 3..].first_chunk::<{ 3 + BLOCK + 1 }>(),
            dst[written..].first_chunk_mut::<ROOM>(),
        ) else {
            break Left::Short;
        };
        match s.utf8_block::<T, K>(tables, bytes, to, room) {
            Block::Ascii => {
                read += BLOCK;
                written += BLOCK;
                let run = ascii_run(s, &src[read..], to, &mut dst[written..]);
                read += run;
                written += run;
                ahead = 0;
                if until_ascii {
                    break Left::Ascii;
                }
            }
            Block::Units { units, looked } => {
                read += BLOCK;
                written += units;
                ahead = if looked { units } else { 0 };
            }
            Block::Any if S::FOUR_WORDS && K::PAIRS => {
                if read >= words_from {
                    let fours = count_fours(s, bytes);
                    let all = fours == BLOCK / 4 && !short;
                    short = false;
                    if !all && (fours >= MANY || is_mostly_ascii(s, fours, bytes)) {
                        let start = cut::<K>(src, Done { read, written, ahead });
                        let (rest, room) = (&src[start.read..], &mut dst[start.written..]);
                        let many = fours >= MANY;
                        let run = to.fours_and_ascii(s, rest, room, many);
                        if run.read > 0 {
                            read = start.read + run.read;
                            written = start.written + run.written;
                            ahead = 0;
                        }
                        if run.read >= if many { WORTH } else { LONG } {
                            rare = RARE;
                            continue;
                        }
                    }
                    words_from = read + rare;
                    if !all {
                        rare = (2 * rare).min(RAREST);
                    }
                }
                let run = s.utf8_blocks_of_any::<T, K>(
                    &src[read - 3..],
                    to,
                    &mut dst[written..],
                    words_from - read,
                );
                if run.read > 0 {
                    read += run.read;
                    written += run.written;
                    ahead = run.ahead;
                }
                match run.end {
                    RunEnd::Bad => break Left::Bad,
                    RunEnd::Fours => {
                        let fours = four_bytes(s, &src[read..], to, &mut dst[written..]);
                        read += 4 * fours;
                        written += K::OF_FOUR * fours;
                        if 4 * fours < SHORT && rare == RARE {
                            (words_from, short) = (read, true);
                        }
                    }
                    RunEnd::Other => {}
                }
            }
            Block::Threes { units, open } => {
                read += BLOCK - open;
                written += units;
                let run = three_bytes::<T, S, K>(s, &src[read..], to, &mut dst[written..]);
                read += run.read;
                written += run.written;
                ahead = 0;
            }
            Block::Fours { units, open } => {
                read += BLOCK - open;
                written += units;
                let fours = four_bytes(s, &src[read..], to, &mut dst[written..]);
                read += 4 * fours;
                written += K::OF_FOUR * fours;
                ahead = 0;
            }
            Block::Bad | Block::Any => break Left::Bad,
        }
    };
    *at = Done { read, written, ahead };
    left
}

/// Converts what is left by vectors, and returns whether that was all.
#[inline(always)]
pub(super) fn vectors<T: Text, S: Wide, K: Sink>(
    s: S,
    src: &[u8],
    to: K,
    dst: &mut [MaybeUninit<K::Unit>],
    done: &mut Done,
) -> bool {
    let lanes = S::Bytes::LANES;
    while done.read < src.len() {
        let at = done.read.min(src.len() - lanes);
        let live = !0 << (done.read - at);
        // The look back does not fit in front of the last vector of a source that is one or two bytes
        // longer than a vector.
        let near = match at.checked_sub(3) {
            Some(from) => Near::inside(s, &src[from..at + lanes]),
            None => return false,
        };
        let Some(units) = vector::<T, S, K>(s, &near, live, to, &mut dst[done.written..]) else {
            return false;
        };
        *done = Done { read: at + lanes, written: done.written + units, ahead: 0 };
    }
    true
}

/// The end of a source of which all is done.
#[inline(always)]
fn end<K: Sink>(src: &[u8], at: Done) -> Stop {
    if is_closed(src) {
        return Stop { read: src.len(), written: at.written };
    }
    cut::<K>(src, at)
}

/// Whether no sequence is left open at the end.
#[inline(always)]
pub(crate) fn is_closed(src: &[u8]) -> bool {
    let back = |n: usize| src.len().checked_sub(n).map_or(0, |at| src[at]);
    back(1) < 0xC0 && back(2) < 0xE0 && back(3) < 0xF0
}

/// Where a conversion stops behind which something is wrong: before a sequence that is open there.
///
/// Of the last byte of a block the byte behind may have told whether it ends a unit, and that may be the wrong one: then a
/// unit of the open sequence is written, which is taken back, or that of the last character is not, which is left to be
/// done. Of a pair the high surrogate is taken back.
#[inline(always)]
pub(super) fn cut<K: Sink>(src: &[u8], Done { read, written, ahead }: Done) -> Stop {
    let back = |n: usize| read.checked_sub(n).map_or(0, |at| src[at]);
    let of_last = match back(1) {
        0..0x80 | 0xC0.. => 1,
        _ if back(2) >= 0xC0 => 2,
        _ if back(3) >= 0xC0 => 3,
        _ => 4,
    };
    let lead = back(of_last);
    let len = 1 + usize::from(lead >= 0xC0) + usize::from(lead >= 0xE0) + usize::from(lead >= 0xF0);
    let follows = ahead > 0 && src[read] & 0xC0 == 0x80;
    if of_last >= len && !follows {
        return Stop { read, written };
    }
    let units = (ahead > 0 && !follows) || (K::PAIRS && len == 4 && of_last > 2);
    Stop { read: read - of_last, written: written - usize::from(units) }
}

/// Characters of four bytes in a block that make it worth a look whether there are no others but ASCII.
const MANY: usize = 8;

/// Bytes of a run of these that was worth it: behind fewer there was something else, or others between took too long.
const WORTH: usize = 1024;

/// Characters of four bytes in a row that are fewer bytes than these are worth a look at the next block, though that may be all
/// of them: so are 16 to 128 of them with one of ASCII behind. (Without, as each of them was done by blocks and some of a row of
/// its own, Han of plane 2 with commas took 2.1 to 2.6 times as long; WebAssembly on Zen 4, node 20, 2026-11-27.)
const SHORT: usize = 512;

/// Bytes before another look, if the one before came to nothing: each time twice as many, up to the second.
const RARE: usize = 1024;
const RAREST: usize = 1 << 16;

/// Whether there is hardly one in a block that is neither of four bytes nor ASCII, by continuation bytes.
#[inline(always)]
fn is_mostly_ascii<S: Wide>(s: S, fours: usize, bytes: &[u8; 3 + BLOCK + 1]) -> bool {
    let (mut continuation, mut at) = (0, 0);
    while at < BLOCK {
        let here = s.splat(0xC0).gt8(s.load(&bytes[3 + at..])).high_bits();
        continuation += here.count_ones() as usize;
        at += S::Bytes::LANES;
    }
    continuation <= 3 * fours + 4
}
