//! The length in UTF-8 of UTF-16 by what NEON has: tests for a bit, and high bytes of two vectors in one. Counted
//! in bytes of 32 units, which are added up before one can overflow:
//!
//! ```text
//!   beyond one byte a unit    + 1 from 80    u & FF80 != 0, one instruction, of two vectors put together
//!                             + 1 from 800   high byte > 7
//!                             - 1 if surrogate, high byte & F8 == D8
//! ```
//!
//! Each unit counts for 0 to 2, since a surrogate is above 800. Text: 0.76 to 0.45 instructions a byte by the
//! kernel of all backends and by this (qemu, 2026-11-24).

use core::arch::aarch64::*;

use super::{Neon, U8x16};
use crate::fallback::ByteOrder;
use crate::fallback::form::Utf16;
use crate::kernels::byte_planes::BytePlanes;
use crate::vector::{Lanewise, Simd, Wide};

/// Bytes of a block.
const BLOCK: usize = 64;

/// Blocks until a byte could overflow: each adds four at most.
const RUN: usize = 0xFF / 4;

/// See [`Wide::utf8_len_from_utf16_blocks`].
#[inline(always)]
pub(super) fn utf8_len_of_blocks(s: Neon, from: Utf16, bytes: &[u8]) -> (usize, usize) {
    let blocks = bytes.as_chunks::<BLOCK>().0;
    let mut more = 0;
    for run in blocks.chunks(RUN) {
        let mut counts = s.splat(0);
        for block in run {
            counts = more_of_two(s, from.0, counts, &block[..32]);
            counts = more_of_two(s, from.0, counts, &block[32..]);
        }
        more += counts.sum8();
    }
    (more, blocks.len() * BLOCK)
}

/// What two vectors count for is added.
#[inline(always)]
fn more_of_two(s: Neon, order: ByteOrder, counts: U8x16, bytes: &[u8]) -> U8x16 {
    let (a, b) = (s.load(bytes), s.load(&bytes[16..]));
    let (high, bits) = match order {
        ByteOrder::Little => (a.odd8(b), s.words(0xFF80)),
        ByteOrder::Big => (a.even8(b), s.words(0x80FF)),
    };
    let from_80 = a.any_of16(bits).even8(b.any_of16(bits));
    let surrogates = (high & s.splat(0xF8)).eq8(s.splat(0xD8));
    counts.sub8(from_80).sub8(high.from8(s.splat(8))).add8(surrogates)
}

impl U8x16 {
    /// All ones in the 16-bit lanes that have one of these bits.
    #[inline(always)]
    fn any_of16(self, bits: Self) -> Self {
        // SAFETY: the target has NEON.
        Self::of_u16s(unsafe { vtstq_u16(self.u16s(), bits.u16s()) })
    }

    /// The sum of all bytes.
    #[inline(always)]
    fn sum8(self) -> usize {
        // SAFETY: the target has NEON.
        unsafe { vaddlvq_u8(self.u8s()).into() }
    }
}
