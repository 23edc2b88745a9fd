//! UTF-16 to UTF-8 of blocks in which some units have three bytes and others are ASCII, in short vectors.
//!
//! Among all blocks a quarter of the time goes to the questions what a block is. Behind one like these, one question is enough.
//! (Zen 4, SSE4.1, 2026-11-27: Japanese and Chinese take 0.82 of the time, HTML 0.9, Korean 0.94, logs with a character in ten
//! 1.03. Lost: the same loop inside that over all blocks, for which French took 1.07 to 1.13 of the time and emoji 1.06 to 1.1,
//! since it took their constants; a call behind every such block, logs 1.08.)

use core::mem::MaybeUninit;

use super::from_utf8::Stop;
use super::utf16_to_utf8::{ROOM, put_mixed};
use super::utf16_units::{BLOCK, Units, ordered, stored};
use crate::fallback::ByteOrder;
use crate::fallback::form::Utf16;
use crate::vector::{Bytes, Lanewise, Wide};

/// Converts blocks until one has a surrogate, or no unit between 800 and D7FF in the lanes that tell.
///
/// What a block is, is asked of its highest bytes, without a look at their order:
///
/// ```text
///   byte             00 – 07   08 – D7   D8 – DF   E0 – FF
///   with 20 added    20 – 27   28 – F7   F8 – FF   00 – 1F
/// ```
///
/// So the largest of each lane is of a surrogate, if there is one. That FULLWIDTH COMMA alone ends a run, does not matter.
#[inline(always)]
pub(crate) fn utf16_to_utf8_run_of_mixed<S: Wide>(
    s: S,
    from: Utf16,
    src: &[[u8; 2]],
    dst: &mut [MaybeUninit<u8>],
) -> Stop {
    match from.0 {
        ByteOrder::Little => run(s, Utf16(ByteOrder::Little), src, dst),
        ByteOrder::Big => run(s, Utf16(ByteOrder::Big), src, dst),
    }
}

#[inline(always)]
fn run<S: Wide>(s: S, from: Utf16, src: &[[u8; 2]], dst: &mut [MaybeUninit<u8>]) -> Stop {
    let len = Units::<S>::LEN;
    let mut run = Stop { read: 0, written: 0 };
    while let Some(block) = src[run.read..].first_chunk::<BLOCK>()
        && let Some(room) = dst[run.written..].first_chunk_mut::<ROOM>()
    {
        let moved = |i: usize| s.load(block[i..].as_flattened()).add8(stored(s, from, 0x2000));
        let mut largest = moved(0);
        let mut i = len;
        while i < BLOCK {
            largest = largest.max8(moved(i));
            i += len;
        }
        let highest = stored(s, from, 0xF800);
        if (largest & highest).eq16(highest).any() || !(largest & stored(s, from, 0xD800)).any() {
            break;
        }
        let mut written = 0;
        i = 0;
        while i < BLOCK {
            let at =
                |i: usize| ordered(s, from, ByteOrder::Little, s.load(block[i..].as_flattened()));
            written += put_mixed(s, [at(i), at(i + len)], room, written);
            i += 2 * len;
        }
        run.read += BLOCK;
        run.written += written;
    }
    run
}
