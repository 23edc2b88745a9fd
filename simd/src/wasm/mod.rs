//! The vectors of WebAssembly.
//!
//! A module with `simd128` runs nowhere else, so a token proves nothing that is not known, and the
//! instructions are safe functions: only loads and stores through a pointer are not.
//!
//! Engines compile the instructions once more, for the machine that they are on. Where two spellings are as
//! short here we take the one that is short there:
//!
//! * The bytes of a vector cannot be shifted on x86. An engine widens them, shifts, and narrows; so masks are
//!   made by a comparison with 0, and nibbles by a shift of 16 bits.
//! * A lookup by a number above 15 gives 0, where x86 looks at the highest bit alone. The kernels use 80 for
//!   such a number, which suits both.

use core::arch::wasm32::*;
use core::ops::{BitAnd, BitOr, BitXor};

use crate::partial::partial16;
use crate::vector::{Bytes, Simd};

mod lanewise;
mod pairs_among_ascii;
mod utf16_any;
mod utf16_mixed;
mod utf8_any;
mod utf8_block;
mod wide;

/// Proof that there is `simd128`.
#[derive(Clone, Copy)]
pub(crate) struct Simd128(());

/// Sixteen bytes.
#[derive(Clone, Copy)]
pub(crate) struct U8x16(v128);

impl Simd128 {
    #[inline]
    pub(crate) fn new() -> Self {
        Self(())
    }
}

impl Simd for Simd128 {
    type Bytes = U8x16;

    #[inline(always)]
    fn splat(self, byte: u8) -> U8x16 {
        U8x16(u8x16_splat(byte))
    }

    #[inline(always)]
    fn load(self, src: &[u8]) -> U8x16 {
        let src: &[u8; 16] = src.first_chunk().expect("a whole vector");
        // SAFETY: the reference is to sixteen readable bytes, and the load needs no alignment.
        U8x16(unsafe { v128_load(src.as_ptr().cast()) })
    }

    #[inline(always)]
    fn load_partial(self, src: &[u8]) -> U8x16 {
        let bytes = partial16(src);
        U8x16(u64x2(bytes as u64, (bytes >> 64) as u64))
    }

    #[inline(always)]
    fn table(self, table: &[u8; 16]) -> U8x16 {
        self.load(table)
    }
}

impl BitAnd for U8x16 {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(v128_and(self.0, other.0))
    }
}

impl BitOr for U8x16 {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(v128_or(self.0, other.0))
    }
}

impl BitXor for U8x16 {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Self(v128_xor(self.0, other.0))
    }
}

impl Bytes for U8x16 {
    const LANES: usize = 16;

    #[inline(always)]
    fn saturating_sub(self, other: Self) -> Self {
        Self(u8x16_sub_sat(self.0, other.0))
    }

    #[inline(always)]
    fn high_nibbles(self) -> Self {
        // A shift of 16 bits; what crosses over from the upper byte is masked off.
        Self(u16x8_shr(self.0, 4)).low_nibbles()
    }

    #[inline(always)]
    fn low_nibbles(self) -> Self {
        self & Self(u8x16_splat(0x0F))
    }

    #[inline(always)]
    fn lookup(self, indices: Self) -> Self {
        Self(u8x16_swizzle(self.0, indices.0))
    }

    #[inline(always)]
    fn shift_up<const N: usize>(self) -> Self {
        self.after::<N>(u8x16_splat(0))
    }

    #[inline(always)]
    fn high_bits(self) -> u64 {
        u64::from(u8x16_bitmask(self.0))
    }

    #[inline(always)]
    fn any_high_bit(self) -> bool {
        u8x16_bitmask(self.0) != 0
    }

    #[inline(always)]
    fn any(self) -> bool {
        v128_any_true(self.0)
    }
}

impl U8x16 {
    /// All ones in the lanes whose highest bit is set, and 0 in the others.
    ///
    /// By a zero that the compiler does not know: of a comparison with 0 it makes a shift of signed bytes, which on x86 is
    /// five instructions. It does not look into averages, but keeps what they give.
    #[inline(always)]
    fn spread(self) -> Self {
        let zero = u8x16_avgr(u8x16_splat(0), u8x16_splat(0));
        Self(i8x16_gt(zero, self.0))
    }

    /// `b` where the mask has ones, and `self` elsewhere, bit by bit.
    #[inline(always)]
    fn choose_bits(self, mask: Self, b: Self) -> Self {
        Self(v128_bitselect(b.0, self.0, mask.0))
    }

    /// The vector moved up by `N` lanes (1, 2 or 3), with the last of `before` in the lowest.
    #[inline(always)]
    fn after<const N: usize>(self, before: v128) -> Self {
        Self(match N {
            1 => u8x16_shuffle::<15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30>(
                before, self.0,
            ),
            2 => u8x16_shuffle::<14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29>(
                before, self.0,
            ),
            _ => u8x16_shuffle::<13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28>(
                before, self.0,
            ),
        })
    }
}
