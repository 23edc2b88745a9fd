//! The vectors as plain arrays: any machine, either byte order, and whatever checks programs can look into
//! them.
//!
//! The bytes are those of a vector in memory, and a lane of 16, 32 or 64 bits is little-endian, on a
//! big-endian machine too: so the kernels mean the same there. What all of them have in common is an integer of
//! 128 bits, the first byte in the lowest: it is loaded and stored as little-endian, and then no operation asks
//! for the machine's byte order.

use core::array::from_fn;
use core::ops::{BitAnd, BitOr, BitXor};

use crate::partial::partial16;
use crate::vector::{Bytes, Simd};

mod lanewise;
mod wide;
mod words;

use words::{each, tops};

/// Proof of nothing: arrays are everywhere.
#[derive(Clone, Copy)]
pub(crate) struct Array(());

/// Sixteen bytes, the first in the lowest bits.
#[derive(Clone, Copy)]
pub(crate) struct U8x16(u128);

impl Array {
    #[inline]
    pub(crate) fn new() -> Self {
        Self(())
    }
}

impl Simd for Array {
    type Bytes = U8x16;

    #[inline(always)]
    fn splat(self, byte: u8) -> U8x16 {
        U8x16(each::<8>(u128::from(byte)))
    }

    #[inline(always)]
    fn load(self, src: &[u8]) -> U8x16 {
        U8x16(u128::from_le_bytes(*src.first_chunk().expect("a whole vector")))
    }

    #[inline(always)]
    fn load_partial(self, src: &[u8]) -> U8x16 {
        U8x16(partial16(src))
    }

    #[inline(always)]
    fn table(self, table: &[u8; 16]) -> U8x16 {
        U8x16(u128::from_le_bytes(*table))
    }
}

impl BitAnd for U8x16 {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for U8x16 {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitXor for U8x16 {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl Bytes for U8x16 {
    const LANES: usize = 16;

    #[inline(always)]
    fn saturating_sub(self, other: Self) -> Self {
        Self(self.sub::<8>(other).0 & !self.below::<8>(other).0)
    }

    #[inline(always)]
    fn high_nibbles(self) -> Self {
        self.shr::<8, 4>()
    }

    #[inline(always)]
    fn low_nibbles(self) -> Self {
        Self(self.0 & each::<8>(0x0F))
    }

    // A call: in line, it is what most of a kernel would be.
    #[inline(never)]
    fn lookup(self, indices: Self) -> Self {
        let (table, indices) = (self.0.to_le_bytes(), indices.0.to_le_bytes());
        let byte = |i: usize| table.get(usize::from(indices[i])).copied().unwrap_or(0);
        Self(u128::from_le_bytes(from_fn(byte)))
    }

    #[inline(always)]
    fn shift_up<const N: usize>(self) -> Self {
        Self(self.0 << (8 * N))
    }

    #[inline(always)]
    fn high_bits(self) -> u64 {
        // The bit of each byte, moved by seven less for each one below: all eight in the highest byte.
        const GATHER: u64 = 0x0102_0408_1020_4080;
        let bits = self.0 >> 7 & each::<8>(1);
        let of_word = |word: u64| word.wrapping_mul(GATHER) >> 56;
        of_word(bits as u64) | of_word((bits >> 64) as u64) << 8
    }

    #[inline(always)]
    fn any_high_bit(self) -> bool {
        self.0 & tops::<8>() != 0
    }

    #[inline(always)]
    fn any(self) -> bool {
        self.0 != 0
    }
}
