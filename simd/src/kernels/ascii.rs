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
    let mut rest = src;
    while rest.len() >= 4 * lanes {
        let (block, behind) = rest.split_at(4 * lanes);
        if or4(s, block).any_high_bit() {
            return false;
        }
        rest = behind;
    }
    while rest.len() >= lanes {
        let (block, behind) = rest.split_at(lanes);
        if s.load(block).any_high_bit() {
            return false;
        }
        rest = behind;
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
    let mut at = 0;
    while src.len() - at >= 4 * lanes {
        if or4(s, &src[at..at + 4 * lanes]).any_high_bit() {
            break;
        }
        at += 4 * lanes;
    }
    while src.len() - at >= lanes {
        let high = s.load(&src[at..at + lanes]).high_bits();
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

/// The OR of the four vectors of `block`.
#[inline(always)]
fn or4<S: Simd>(s: S, block: &[u8]) -> S::Bytes {
    let lanes = S::Bytes::LANES;
    let (a, b) = (s.load(block), s.load(&block[lanes..]));
    let (c, d) = (s.load(&block[2 * lanes..]), s.load(&block[3 * lanes..]));
    (a | b) | (c | d)
}
