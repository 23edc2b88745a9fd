//! The vectors as plain arrays: any machine, either byte order, and whatever checks programs can look into
//! them.
//!
//! The bytes are those of a vector in memory, and a lane of 16, 32 or 64 bits is little-endian, on a
//! big-endian machine too: so the kernels mean the same there.

use core::array::from_fn;
use core::ops::{BitAnd, BitOr, BitXor};

use crate::partial::partial16;
use crate::vector::{Bytes, Simd};

mod lanewise;
mod wide;

/// Proof of nothing: arrays are everywhere.
#[derive(Clone, Copy)]
pub(crate) struct Array(());

/// Sixteen bytes.
#[derive(Clone, Copy)]
pub(crate) struct U8x16([u8; 16]);

impl Array {
    #[inline]
    pub(crate) fn new() -> Self {
        Self(())
    }
}

impl U8x16 {
    /// What `f` makes of the bytes of both at each place.
    #[inline(always)]
    fn zip(self, b: Self, f: impl Fn(u8, u8) -> u8) -> Self {
        Self(from_fn(|i| f(self.0[i], b.0[i])))
    }

    /// The byte that `f` names by its place, or 0 where there is none.
    #[inline(always)]
    fn pick(self, f: impl Fn(usize) -> usize) -> Self {
        Self(from_fn(|i| self.0.get(f(i)).copied().unwrap_or(0)))
    }
}

impl Simd for Array {
    type Bytes = U8x16;

    #[inline(always)]
    fn splat(self, byte: u8) -> U8x16 {
        U8x16([byte; 16])
    }

    #[inline(always)]
    fn load(self, src: &[u8]) -> U8x16 {
        U8x16(*src.first_chunk().expect("a whole vector"))
    }

    #[inline(always)]
    fn load_partial(self, src: &[u8]) -> U8x16 {
        U8x16(partial16(src).to_le_bytes())
    }

    #[inline(always)]
    fn table(self, table: &[u8; 16]) -> U8x16 {
        U8x16(*table)
    }
}

impl BitAnd for U8x16 {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for U8x16 {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl BitXor for U8x16 {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
}

impl Bytes for U8x16 {
    const LANES: usize = 16;

    #[inline(always)]
    fn saturating_sub(self, other: Self) -> Self {
        self.zip(other, u8::saturating_sub)
    }

    #[inline(always)]
    fn high_nibbles(self) -> Self {
        Self(self.0.map(|byte| byte >> 4))
    }

    #[inline(always)]
    fn low_nibbles(self) -> Self {
        Self(self.0.map(|byte| byte & 0x0F))
    }

    #[inline(always)]
    fn lookup(self, indices: Self) -> Self {
        self.pick(|i| usize::from(indices.0[i]))
    }

    #[inline(always)]
    fn shift_up<const N: usize>(self) -> Self {
        self.pick(|i| i.wrapping_sub(N))
    }

    #[inline(always)]
    fn high_bits(self) -> u64 {
        self.0.iter().rev().fold(0, |bits, byte| bits << 1 | u64::from(byte >> 7))
    }

    #[inline(always)]
    fn any_high_bit(self) -> bool {
        u128::from_ne_bytes(self.0) & (u128::MAX / 0xFF * 0x80) != 0
    }

    #[inline(always)]
    fn any(self) -> bool {
        u128::from_ne_bytes(self.0) != 0
    }
}
