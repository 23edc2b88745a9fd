//! Whether bytes are ASCII, and how many are.
//!
//! A byte is ASCII when its highest bit is clear, so a block of four vectors is tested with three
//! ORs and one mask. What remains behind the last block is covered by single vectors and then by
//! the last vector *of the source*, which overlaps bytes already seen: testing a byte twice does no
//! harm, and nothing is read outside the slice.

use core::mem::MaybeUninit;

use crate::vector::{Bytes, Simd, Vector, Wide};

/// Bytes that [`is_ascii`] and [`copy_ascii`] test at once.
pub(super) const BLOCK: usize = 128;

/// See [`crate::Kernels::is_ascii`].
#[inline(always)]
pub(crate) fn is_ascii<S: Simd>(s: S, src: &[u8]) -> bool {
    let lanes = S::Bytes::LANES;
    match src.len() {
        ..8 => return !s.load_partial(src).any_high_bit(),
        8..=32 => return is_short_ascii(src),
        // Less than one vector of 64 bytes.
        33.. if src.len() < lanes => return !s.load_partial(src).any_high_bit(),
        33..=64 => return !any_of_few(s, src).any_high_bit(),
        65..BLOCK => {
            let any = any_of_few(s, &src[..64]) | any_of_few(s, &src[src.len() - 64..]);
            return !any.any_high_bit();
        }
        _ => {}
    }
    // From an aligned place in the first block: then no load but those of the ends crosses a cache line.
    let aligned = BLOCK - src[BLOCK..].as_ptr().addr() % lanes;
    let mut rest = &src[aligned..];
    while let Some((block, behind)) = rest.split_first_chunk::<BLOCK>() {
        if any_of_block(s, block).any_high_bit() {
            return false;
        }
        rest = behind;
    }
    !(any_of_block(s, &src[..BLOCK]) | any_of_block(s, &src[src.len() - BLOCK..])).any_high_bit()
}

/// An OR of all bytes.
#[inline(always)]
fn any_of_block<S: Simd>(s: S, block: &[u8]) -> S::Bytes {
    let block: &[u8; BLOCK] = block.first_chunk().expect("a whole block");
    let mut any = s.load(block);
    let mut at = S::Bytes::LANES;
    while at < BLOCK {
        any = any | s.load(&block[at..]);
        at += S::Bytes::LANES;
    }
    any
}

/// An OR of all bytes of a source of one to four vectors, of which some overlap: no branch but one depends
/// on the length.
#[inline(always)]
pub(super) fn any_of_few<S: Simd>(s: S, src: &[u8]) -> S::Bytes {
    let lanes = S::Bytes::LANES;
    let mut any = s.load(src) | s.load(&src[src.len() - lanes..]);
    if src.len() > 2 * lanes {
        any = any | s.load(&src[lanes..]) | s.load(&src[src.len() - 2 * lanes..]);
    }
    any
}

/// See [`crate::Kernels::ascii_prefix_len`].
#[inline(always)]
pub(crate) fn ascii_prefix_len<S: Simd>(s: S, src: &[u8]) -> usize {
    let lanes = S::Bytes::LANES;
    if src.len() < lanes {
        let high = s.load_partial(src).high_bits();
        return if high == 0 { src.len() } else { high.trailing_zeros() as usize };
    }
    // All before the vector that is not ASCII, or before the overlapping last one, is ASCII: the first
    // high bit in it is the first of all.
    let at = ascii_vectors_len(s, src).min(src.len() - lanes);
    let high = s.load(&src[at..]).high_bits();
    if high == 0 { src.len() } else { at + high.trailing_zeros() as usize }
}

/// How much of the front of `src`, which is at least a vector long, is ASCII by whole vectors: behind
/// it a vector follows that is not ASCII, or less than a vector. 0, or at least 3.
#[inline(always)]
pub(super) fn ascii_vectors_len<S: Simd>(s: S, src: &[u8]) -> usize {
    let lanes = S::Bytes::LANES;
    if s.load(src).any_high_bit() {
        return 0;
    }
    // Behind the first vector, or inside it at an aligned place: then no load crosses a cache line.
    let mut at = lanes;
    if src.len() >= 8 * lanes {
        let aligned = lanes - src.as_ptr().addr() % lanes;
        if aligned >= 3 {
            at = aligned;
        }
    }
    at += s.ascii_blocks_len(&src[at..]);
    while src.len() - at >= lanes && !s.load(&src[at..]).any_high_bit() {
        at += lanes;
    }
    at
}

/// How much of the front of `src` is ASCII by blocks of four vectors. Behind eight of them there will be
/// more: two at a time. (Behind four, logs with a character in a hundred took a tenth longer.)
#[inline(always)]
pub(crate) fn ascii_blocks_len<S: Simd>(s: S, src: &[u8]) -> usize {
    let lanes = S::Bytes::LANES;
    let mut rest = src;
    let mut left = 8;
    while let Some((block, behind)) = rest.split_at_checked(4 * lanes) {
        if any_of_four(s, block).any_high_bit() {
            break;
        }
        rest = behind;
        left -= 1;
        if left == 0 {
            while let Some((two, behind)) = rest.split_at_checked(8 * lanes) {
                let any = any_of_four(s, two) | any_of_four(s, &two[4 * lanes..]);
                if any.any_high_bit() {
                    break;
                }
                rest = behind;
            }
            // What is left has one block more at most.
            left = 8;
        }
    }
    src.len() - rest.len()
}

/// An OR of four vectors.
#[inline(always)]
fn any_of_four<S: Simd>(s: S, block: &[u8]) -> S::Bytes {
    let lanes = S::Bytes::LANES;
    let (a, b) = (s.load(block), s.load(&block[lanes..]));
    let (c, d) = (s.load(&block[2 * lanes..]), s.load(&block[3 * lanes..]));
    (a | b) | (c | d)
}

/// Copies ASCII at the front of `src` to bytes, 128 at a time, and returns how much: to where there is something
/// else in that many, or no room for them.
///
/// They are written behind the test. Before it, LLVM takes the copy for one of memory and loads twice (SSE4.1
/// at 0.74 of simdutf). With 256 at a time, AVX2 was at 0.92 of it (Zen 4, 2026-11-24). AVX2 asks for the lines 256 bytes
/// ahead: 64 KiB went from 0.965 of simdutf to 1.005, 1 MiB stayed at 1.0; lost: 512 bytes (1 MiB at 0.975), and 1024 (0.95).
#[inline(always)]
pub(super) fn copy_ascii<S: Wide, U: Copy>(s: S, src: &[u8], dst: &mut [MaybeUninit<U>]) -> usize {
    let lanes = S::Bytes::LANES;
    let mut at = 0;
    while let Some(block) = src[at..].get(..BLOCK)
        && let Some(room) = dst[at..].get_mut(..BLOCK)
    {
        let (a, b) = (s.load(block), s.load(&block[lanes..]));
        let (c, d) = (s.load(&block[2 * lanes..]), s.load(&block[3 * lanes..]));
        // Of two lanes these are all.
        let second = &block[BLOCK - 4 * lanes..];
        let (e, f) = (s.load(second), s.load(&second[lanes..]));
        let (g, h) = (s.load(&second[2 * lanes..]), s.load(&second[3 * lanes..]));
        let first = (a | b) | (c | d);
        let all = if lanes == 16 { first | ((e | f) | (g | h)) } else { first };
        if all.any_high_bit() {
            break;
        }
        s.prefetch_behind::<256>(block);
        a.store(room);
        b.store(&mut room[lanes..]);
        c.store(&mut room[2 * lanes..]);
        d.store(&mut room[3 * lanes..]);
        if lanes == 16 {
            e.store(&mut room[4 * lanes..]);
            f.store(&mut room[5 * lanes..]);
            g.store(&mut room[6 * lanes..]);
            h.store(&mut room[7 * lanes..]);
        }
        at += BLOCK;
    }
    at
}

/// Whether `src` has 8 to 32 bytes and is ASCII, by overlapping loads without a loop: short ASCII is
/// what most strings are. Other lengths are not looked at.
///
/// The loads are of words, which for most instruction sets are there before a vector of fewer bytes than
/// it has lanes is put together.
#[inline(always)]
pub(super) fn is_short_ascii(src: &[u8]) -> bool {
    let word = |at: usize| match src[at..].first_chunk() {
        Some(&word) => u64::from_ne_bytes(word),
        None => !0,
    };
    let all = match src.len() {
        8..16 => word(0) | word(src.len() - 8),
        16..=32 => word(0) | word(8) | word(src.len() - 16) | word(src.len() - 8),
        _ => !0,
    };
    all & 0x8080_8080_8080_8080 == 0
}
