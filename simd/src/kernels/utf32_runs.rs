//! UTF-32 to UTF-8: runs of blocks that are alike, where nobody foresees what the next block is.
//!
//! Which blocks of French are all ASCII is as good as tossed, and so is where the words of markup begin. A question whose answer
//! is not foreseen takes longer than a block; behind blocks that have shown what the text is, there is one question whose
//! answer is nearly always yes:
//!
//! ```text
//!   Latin-1   all below 100            bytes, zipped, ASCII or not, until a row of blocks is ASCII
//!   mixed     64 of them below 10000,  narrowed to 16 bits, and on as UTF-16 in which there are no surrogates
//!             one from 800 on
//! ```
//!
//! By simdutf, SSE4.1, Zen 3, 2026-11-29, by blocks only and so: HTML 0.82 and 1.01 to 1.09, sparse accents 0.79 and 1.05, many accents
//! 1.0 and 1.65, generated Chinese 1.15 and 1.25, Korean 1.24 and 1.3, Russian and real text as before. The price is that of a run which
//! ends at once: a log with a character in ten 1.44 and 1.22 to 1.26, JSON 1.36 and 1.28, scripts that take turns 2.1 and 1.75. Longer
//! vectors have half of the blocks to ask; with runs AVX2 gained in many accents (1.57 and 1.80) and lost elsewhere (Chinese 1.87 and 1.53).
//!
//! Lost: blocks without the question for ASCII wherever they stand (HTML 0.73, logs 1.45 in place of 1.80); to begin exactly where a run
//! of ASCII ends (logs 1.52); the kind of each block told in a field of its own (Russian 1.27 in place of 1.35), or a loop around that
//! over blocks for what they are called by (Russian 1.21).

use core::hint::select_unpredictable;
use core::mem::MaybeUninit;

use super::encode_points::{Encode, bytes, greatest, words};
use super::encode_utf8::room_at;
use super::from_latin1::put;
use super::from_utf32::load;
use super::utf16_to_utf8::{ROOM, put_mixed};
use crate::fallback::ByteOrder;
use crate::fallback::form::{Utf8, Utf32};
use crate::vector::{Bytes, Lanewise, Wide};

/// How far a run went.
#[derive(Clone, Copy, Default)]
pub(crate) struct Run {
    /// Code points of the source.
    pub(crate) read: usize,
    /// Bytes of the output.
    pub(crate) written: usize,
    /// So many bytes at its end are ASCII, if they are many.
    pub(crate) ascii: usize,
}

/// Code points of a step of what is mixed.
const STEP: usize = 64;

/// Whether some of four code points of a step are between 800 and FFFF, and none is above: else a call is for nothing.
#[inline(always)]
pub(super) fn goes_on(order: ByteOrder, src: &[[u8; 4]]) -> bool {
    let Some(points) = src.first_chunk::<STEP>() else { return false };
    let number = |i: usize| match order {
        ByteOrder::Little => u32::from_le_bytes(points[i]),
        ByteOrder::Big => u32::from_be_bytes(points[i]),
    };
    let any = (number(0) | number(16)) | (number(32) | number(48));
    any > 0x7FF && any <= 0xFFFF
}

/// Converts blocks while they are below 100, until there is a row of ASCII, for [`Encode::singles`].
#[inline(always)]
pub(crate) fn utf32_to_utf8_run_of_latin1<S: Wide>(
    s: S,
    from: Utf32,
    src: &[[u8; 4]],
    dst: &mut [MaybeUninit<u8>],
) -> Run {
    let lanes = S::Bytes::LANES;
    let mut run = Run::default();
    for points in src.chunks_exact(lanes) {
        let points = load(s, from, points.as_flattened());
        if (greatest(points) & s.doubles(!0xFF)).any() {
            break;
        }
        let Some(room) = room_at(dst, run.written) else { break };
        let x = bytes(points);
        let more = put(s, x, x.high_bits(), (0, 0), room);
        run.read += lanes;
        run.written += lanes + more;
        run.ascii = select_unpredictable(more == 0, run.ascii + lanes, 0);
        if run.ascii >= <Utf8 as Encode>::run::<S>() {
            break;
        }
    }
    run
}

/// Converts what is mixed.
#[inline(always)]
pub(crate) fn utf32_to_utf8_run_of_mixed<S: Wide>(
    s: S,
    from: Utf32,
    src: &[[u8; 4]],
    dst: &mut [MaybeUninit<u8>],
) -> Run {
    let lanes = S::Bytes::LANES;
    let mut run = Run::default();
    for points in src.as_chunks::<STEP>().0 {
        let Some(room) = dst[run.written..].first_chunk_mut::<ROOM>() else { break };
        let mut all = s.splat(0);
        let mut i = 0;
        while i < STEP {
            all = all.max32(greatest(load(s, from, points[i..].as_flattened())));
            i += lanes;
        }
        if (all & s.doubles(!0xFFFF)).any() || !(all & s.doubles(0xF800)).any() {
            break;
        }
        let (mut written, mut least) = (0, s.splat(0xFF));
        i = 0;
        while i < STEP {
            let [a, b] = words(load(s, from, points[i..].as_flattened()));
            least = least.min16(a.sub16(s.words(0xD800)).min16(b.sub16(s.words(0xD800))));
            written += put_mixed(s, [a, b], room, written);
            i += lanes;
        }
        if least.min16(s.words(0x7FF)).eq16(least).any() {
            break;
        }
        run.read += STEP;
        run.written += written;
    }
    run
}
