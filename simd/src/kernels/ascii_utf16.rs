//! Whether UTF-16 code units are ASCII, and how many are.
//!
//! A unit is ASCII when its high byte and the highest bit of its low byte are clear. That is a test of
//! bits, so no byte is moved for either order: the mask is in the order of the source.
//!
//! ```text
//!   61 00  EF 00  AC 20      bytes of UTF-16LE
//!   80 FF  80 FF  80 FF      mask
//!   00 00  80 00  80 20      any bit left: not ASCII
//! ```
//!
//! The blocks and the overlapping last vector are those of [`super::ascii`].

use crate::fallback::form::Utf16;
use crate::fallback::{self, ByteOrder};
use crate::vector::{Bytes, Simd};

/// See [`crate::Kernels::is_ascii_utf16`].
#[inline(always)]
pub(crate) fn is_ascii_utf16<S: Simd>(s: S, from: Utf16, src: &[[u8; 2]]) -> bool {
    let bytes = src.as_flattened();
    let lanes = S::Bytes::LANES;
    let mask = not_ascii(s, from.0);
    if bytes.len() < lanes {
        return !(s.load_partial(bytes) & mask).any();
    }
    let at = vectors_len(s, mask, bytes);
    // What is left is less than a vector, or begins with one that is not ASCII.
    bytes.len() - at < lanes && !(s.load(&bytes[bytes.len() - lanes..]) & mask).any()
}

/// See [`crate::Kernels::ascii_prefix_len_utf16`].
///
/// Where in a vector the first unit is that is not ASCII, the scalar path says.
#[inline(always)]
pub(crate) fn ascii_prefix_len_utf16<S: Simd>(s: S, from: Utf16, src: &[[u8; 2]]) -> usize {
    let bytes = src.as_flattened();
    let lanes = S::Bytes::LANES;
    let mask = not_ascii(s, from.0);
    if bytes.len() < lanes {
        if !(s.load_partial(bytes) & mask).any() {
            return src.len();
        }
        return fallback::ascii_prefix_len_utf16(from, src);
    }
    let at = vectors_len(s, mask, bytes);
    if bytes.len() - at < lanes && !(s.load(&bytes[bytes.len() - lanes..]) & mask).any() {
        return src.len();
    }
    at / 2 + fallback::ascii_prefix_len_utf16(from, &src[at / 2..])
}

/// In each unit the bits that an ASCII unit does not have.
#[inline(always)]
fn not_ascii<S: Simd>(s: S, order: ByteOrder) -> S::Bytes {
    const LITTLE: [u8; 16] = [
        0x80, 0xFF, 0x80, 0xFF, 0x80, 0xFF, 0x80, 0xFF, 0x80, 0xFF, 0x80, 0xFF, 0x80, 0xFF, 0x80,
        0xFF,
    ];
    const BIG: [u8; 16] = [
        0xFF, 0x80, 0xFF, 0x80, 0xFF, 0x80, 0xFF, 0x80, 0xFF, 0x80, 0xFF, 0x80, 0xFF, 0x80, 0xFF,
        0x80,
    ];
    match order {
        ByteOrder::Little => s.table(&LITTLE),
        ByteOrder::Big => s.table(&BIG),
    }
}

/// How much of the front of `bytes`, which is at least a vector long, is ASCII by whole vectors: an even
/// number of bytes, behind which a vector follows that is not ASCII, or less than a vector.
#[inline(always)]
fn vectors_len<S: Simd>(s: S, mask: S::Bytes, bytes: &[u8]) -> usize {
    let lanes = S::Bytes::LANES;
    if (s.load(bytes) & mask).any() {
        return 0;
    }
    // Behind the first vector, or inside it at an aligned place: then no load crosses a cache line.
    let mut at = lanes;
    let address = bytes.as_ptr().addr() % lanes;
    if bytes.len() >= 8 * lanes && address.is_multiple_of(2) {
        at -= address;
    }
    while let Some((block, _)) = bytes[at..].split_at_checked(4 * lanes) {
        let (a, b) = (s.load(block), s.load(&block[lanes..]));
        let (c, d) = (s.load(&block[2 * lanes..]), s.load(&block[3 * lanes..]));
        if (((a | b) | (c | d)) & mask).any() {
            break;
        }
        at += 4 * lanes;
    }
    while bytes.len() - at >= lanes && !(s.load(&bytes[at..]) & mask).any() {
        at += lanes;
    }
    at
}
