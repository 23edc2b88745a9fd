//! ASCII in front of other UTF-8, and between: widened as long as it lasts.

use core::mem::MaybeUninit;

use super::ascii::copy_ascii;
use super::copy::line_before;
use super::from_utf8::BLOCK;
use super::pack::Sink;
use crate::vector::{Bytes, Wide};

/// Bytes of a block of ASCII among others.
pub(super) const LONG: usize = 4 * BLOCK;

/// Converts blocks of ASCII at the front of `src`, as far as there is room for them, and returns their
/// length.
#[inline(always)]
pub(super) fn ascii_run<S: Wide, K: Sink>(
    s: S,
    src: &[u8],
    to: K,
    dst: &mut [MaybeUninit<K::Unit>],
) -> usize {
    // Of one length, so that a block is asked once whether it is there.
    let n = src.len().min(dst.len());
    let (src, dst) = (&src[..n], &mut dst[..n]);
    let mut run = 0;
    while ascii_block::<BLOCK, S, K>(s, &src[run..], to, &mut dst[run..]) {
        run += BLOCK;
        if run != LONG {
            continue;
        }
        // Where there was so much there is more: eight vectors, from where their stores are within lines.
        run = line_before(dst, run);
        if K::LATIN1 {
            run += copy_ascii(s, &src[run..], &mut dst[run..]);
        } else if S::Bytes::LANES == 32 {
            while ascii_block::<LONG, S, K>(s, &src[run..], to, &mut dst[run..]) {
                run += LONG;
            }
        } else {
            while ascii_block::<{ LONG / 2 }, S, K>(s, &src[run..], to, &mut dst[run..]) {
                run += LONG / 2;
            }
        }
    }
    run
}

/// Converts `N` bytes of ASCII at the front of `src`, if they are there, and so much room.
#[inline(always)]
pub(super) fn ascii_block<const N: usize, S: Wide, K: Sink>(
    s: S,
    src: &[u8],
    to: K,
    dst: &mut [MaybeUninit<K::Unit>],
) -> bool {
    let (Some(bytes), Some(room)) = (src.first_chunk::<N>(), dst.first_chunk_mut::<N>()) else {
        return false;
    };
    s.ascii_block(bytes, to, room)
}

/// See [`Wide::ascii_block`].
#[inline(always)]
pub(crate) fn widened_ascii<const N: usize, S: Wide, K: Sink>(
    s: S,
    bytes: &[u8; N],
    to: K,
    room: &mut [MaybeUninit<K::Unit>; N],
) -> bool {
    let mut all = s.splat(0);
    let mut at = 0;
    while at < N {
        all = all | to.widen(s, &bytes[at..], &mut room[at..]);
        at += S::Bytes::LANES;
    }
    !all.any_high_bit()
}
