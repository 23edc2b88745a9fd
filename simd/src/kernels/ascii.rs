//! Whether bytes are ASCII, and how many are.
//!
//! A byte is ASCII when its highest bit is clear, so a block of four vectors is tested with three
//! ORs and one mask. What remains behind the last block is covered by single vectors and then by
//! the last vector *of the source*, which overlaps bytes already seen: testing a byte twice does no
//! harm, and nothing is read outside the slice.

use crate::vector::{Bytes, Simd};

/// See [`crate::Kernels::is_ascii`].
#[inline(always)]
pub(crate) fn is_ascii<S: Simd>(s: S, src: &[u8]) -> bool {
    let lanes = S::Bytes::LANES;
    if src.len() < lanes {
        return !s.load_partial(src).any_high_bit();
    }
    let rest = &src[ascii_blocks_len(s, src)..];
    if rest.len() >= 4 * lanes {
        return false;
    }
    for vector in rest.chunks_exact(lanes) {
        if s.load(vector).any_high_bit() {
            return false;
        }
    }
    !s.load(&src[src.len() - lanes..]).any_high_bit()
}

/// See [`crate::Kernels::ascii_prefix_len`].
#[inline(always)]
pub(crate) fn ascii_prefix_len<S: Simd>(s: S, src: &[u8]) -> usize {
    let lanes = S::Bytes::LANES;
    if src.len() < lanes {
        let high = s.load_partial(src).high_bits();
        return if high == 0 { src.len() } else { high.trailing_zeros() as usize };
    }
    let mut at = ascii_blocks_len(s, src);
    for vector in src[at..].chunks_exact(lanes) {
        let high = s.load(vector).high_bits();
        if high != 0 {
            return at + high.trailing_zeros() as usize;
        }
        at += lanes;
    }
    // All before `at` is ASCII, so the first high bit of the overlapping vector is behind it.
    let last = src.len() - lanes;
    let high = s.load(&src[last..]).high_bits();
    if high == 0 { src.len() } else { last + high.trailing_zeros() as usize }
}

/// The length of the longest run of ASCII blocks, of four vectors each, at the front of `src`.
#[inline(always)]
pub(super) fn ascii_blocks_len<S: Simd>(s: S, src: &[u8]) -> usize {
    let lanes = S::Bytes::LANES;
    let mut rest = src;
    while let Some((block, behind)) = rest.split_at_checked(4 * lanes) {
        let (a, b) = (s.load(block), s.load(&block[lanes..]));
        let (c, d) = (s.load(&block[2 * lanes..]), s.load(&block[3 * lanes..]));
        if ((a | b) | (c | d)).any_high_bit() {
            break;
        }
        rest = behind;
    }
    src.len() - rest.len()
}
