//! The vectors of 64-bit Arm.
//!
//! NEON is part of what every program for it is compiled for, so a token proves nothing that is not known.
//!
//! What other instruction sets have in one instruction and NEON has not is a mask of bits. Sixteen lanes are
//! tested by a maximum across them; a mask of bits is made only where the places matter:
//!
//! ```text
//!   FF 00 FF FF 00 00 00 FF …    each lane all ones or 0
//!   01 00 04 08 00 00 00 80 …    and 1, 2, 4 … 80, twice
//!   8D …                         three additions of neighbours: eight lanes are the bits of a byte
//! ```

use core::arch::aarch64::*;
use core::ops::{BitAnd, BitOr, BitXor};

use crate::partial::partial16;
use crate::vector::{Bytes, Simd};

mod lanewise;
mod masks;
mod planes;
mod repair_utf16;
mod utf16_lengths;
mod utf32_block;
mod utf8_any;
mod utf8_block;
mod utf8_errors;
mod vector;
mod wide;

/// Proof that there is NEON.
#[derive(Clone, Copy)]
pub(crate) struct Neon(());

/// Sixteen bytes.
#[derive(Clone, Copy)]
pub(crate) struct U8x16(uint8x16_t);

impl Neon {
    #[inline]
    pub(crate) fn new() -> Self {
        Self(())
    }
}

impl Simd for Neon {
    type Bytes = U8x16;

    #[inline(always)]
    fn splat(self, byte: u8) -> U8x16 {
        // SAFETY: the target has NEON.
        U8x16(unsafe { vdupq_n_u8(byte) })
    }

    #[inline(always)]
    fn load(self, src: &[u8]) -> U8x16 {
        let src: &[u8; 16] = src.first_chunk().expect("a whole vector");
        // SAFETY: the reference is to sixteen readable bytes, and the load needs no alignment.
        U8x16(unsafe { vld1q_u8(src.as_ptr()) })
    }

    #[inline(always)]
    fn load_partial(self, src: &[u8]) -> U8x16 {
        let bytes = partial16(src);
        // SAFETY: the target has NEON.
        let low = unsafe { vcreate_u8(bytes as u64) };
        // SAFETY: the target has NEON.
        let high = unsafe { vcreate_u8((bytes >> 64) as u64) };
        // SAFETY: the target has NEON.
        U8x16(unsafe { vcombine_u8(low, high) })
    }

    #[inline(always)]
    fn table(self, table: &[u8; 16]) -> U8x16 {
        self.load(table)
    }

    #[inline(always)]
    fn ascii_blocks_len(self, src: &[u8]) -> usize {
        utf8_any::ascii_blocks_len(self, src)
    }
}

impl BitAnd for U8x16 {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        // SAFETY: the target has NEON.
        Self(unsafe { vandq_u8(self.0, other.0) })
    }
}

impl BitOr for U8x16 {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        // SAFETY: the target has NEON.
        Self(unsafe { vorrq_u8(self.0, other.0) })
    }
}

impl BitXor for U8x16 {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        // SAFETY: the target has NEON.
        Self(unsafe { veorq_u8(self.0, other.0) })
    }
}

impl Bytes for U8x16 {
    const LANES: usize = 16;

    #[inline(always)]
    fn saturating_sub(self, other: Self) -> Self {
        // SAFETY: the target has NEON.
        Self(unsafe { vqsubq_u8(self.0, other.0) })
    }

    #[inline(always)]
    fn high_nibbles(self) -> Self {
        // SAFETY: the target has NEON.
        Self(unsafe { vshrq_n_u8::<4>(self.0) })
    }

    #[inline(always)]
    fn low_nibbles(self) -> Self {
        // SAFETY: the target has NEON.
        let mask = unsafe { vdupq_n_u8(0x0F) };
        self & Self(mask)
    }

    #[inline(always)]
    fn lookup(self, indices: Self) -> Self {
        // SAFETY: the target has NEON.
        Self(unsafe { vqtbl1q_u8(self.0, indices.0) })
    }

    #[inline(always)]
    fn shift_up<const N: usize>(self) -> Self {
        // SAFETY: the target has NEON.
        let zero = unsafe { vdupq_n_u8(0) };
        Self(match N {
            // SAFETY: the target has NEON.
            1 => unsafe { vextq_u8::<15>(zero, self.0) },
            // SAFETY: the target has NEON.
            2 => unsafe { vextq_u8::<14>(zero, self.0) },
            // SAFETY: the target has NEON.
            _ => unsafe { vextq_u8::<13>(zero, self.0) },
        })
    }

    #[inline(always)]
    fn high_bits(self) -> u64 {
        self.spread().bits()
    }

    #[inline(always)]
    fn any_high_bit(self) -> bool {
        self.largest() >= 0x80
    }

    #[inline(always)]
    fn any(self) -> bool {
        // SAFETY: the target has NEON.
        let lanes = unsafe { vreinterpretq_u32_u8(self.0) };
        // SAFETY: the target has NEON.
        unsafe { vmaxvq_u32(lanes) != 0 }
    }
}
