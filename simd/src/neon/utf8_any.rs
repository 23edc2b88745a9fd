//! Validation of blocks of any text: see [`crate::kernels::validate_utf8`] for what is looked at.
//!
//! A maximum across lanes is in a register for integers, so the class of a block costs two instructions more than
//! whether it is ASCII, and a block without a character of three bytes is checked as such wherever it stands. Behind a
//! run of ASCII nothing is open and the next block is not ASCII: neither is asked again.

use core::arch::asm;

use super::{Neon, U8x16, utf8_errors};
use crate::kernels::validate_utf8::{ANY, Out, errors_of_two};
use crate::vector::{Bytes, Lanewise, Simd, four};

/// Bytes of a block.
const BLOCK: usize = 64;

/// See [`crate::vector::Wide::any_blocks`].
#[inline(always)]
pub(super) fn any_blocks<O: Out>(s: Neon, src: &[u8], at: usize, out: &mut O) -> (usize, bool) {
    let end = src.len().min(at + ANY);
    let mut rest = &src[at - 3..end];
    let mut bad = false;
    while let Some(mut block) = rest.first_chunk::<{ 3 + BLOCK }>() {
        let mut vectors = load(s, block);
        let mut largest = largest(vectors, s.load(block));
        if largest & 0x80 == 0 {
            out.put(end + 3 - rest.len(), vectors);
            rest = &rest[BLOCK..];
            rest = &rest[out.ascii(s, &rest[3..], end + 3 - rest.len())..];
            let Some(next) = rest.first_chunk() else { break };
            block = next;
            vectors = load(s, block);
            largest = largest_of(vectors);
        }
        bad = if largest < 0xE0 {
            errors_of_two(s, vectors, block)
        } else {
            utf8_errors::of_block::<true>(s, vectors, block)
        };
        if bad {
            break;
        }
        out.put(end + 3 - rest.len(), vectors);
        rest = &rest[BLOCK..];
    }
    (end + 3 - rest.len(), bad)
}

/// See [`crate::vector::Simd::ascii_blocks_len`].
///
/// Two blocks at once. Which of them it is that something else stands in, is a branch: one half of the time that nobody
/// foresees, but behind the loop's own, which has as little to go by. The place of the block that follows would wait for
/// a number in its stead, and all from there on with it: `log-1` 1.08 of simdutf's cycles on Neoverse V2 for 0.82 (llvm-mca,
/// 2026-11-26).
#[inline(always)]
pub(super) fn ascii_blocks_len(s: Neon, src: &[u8]) -> usize {
    let (twos, behind) = src.as_chunks::<{ 2 * BLOCK }>();
    let mut left = twos.iter();
    for two in left.by_ref() {
        let first: [U8x16; 4] = four!(i => s.load(&two[16 * i..]));
        let second: [U8x16; 4] = four!(i => s.load(&two[BLOCK + 16 * i..]));
        let first = any(first);
        if (first | any(second)).any_high_bit() {
            let len = (twos.len() - left.len() - 1) * 2 * BLOCK;
            if first.any_high_bit() {
                return len;
            }
            // So that it stays a branch.
            // SAFETY: there is no instruction in it.
            unsafe { asm!("", options(nomem, nostack, preserves_flags)) };
            return len + BLOCK;
        }
    }
    let mut len = src.len() - behind.len();
    if let Some(block) = behind.first_chunk::<BLOCK>() {
        let vectors: [U8x16; 4] = four!(i => s.load(&block[16 * i..]));
        len += usize::from(!any(vectors).any_high_bit()) * BLOCK;
    }
    len
}

/// The vectors behind the first three bytes.
#[inline(always)]
fn load(s: Neon, block: &[u8; 3 + BLOCK]) -> [U8x16; 4] {
    four!(i => s.load(&block[3 + 16 * i..]))
}

/// An OR of four vectors.
#[inline(always)]
fn any([a, b, c, d]: [U8x16; 4]) -> U8x16 {
    (a | b) | (c | d)
}

/// The largest byte of four vectors.
#[inline(always)]
fn largest_of([a, b, c, d]: [U8x16; 4]) -> u32 {
    a.max8(b).max8(c.max8(d)).largest_as_word()
}

/// The same with what is before them.
#[inline(always)]
fn largest([a, b, c, d]: [U8x16; 4], before: U8x16) -> u32 {
    a.max8(b).max8(c.max8(d)).max8(before).largest_as_word()
}
