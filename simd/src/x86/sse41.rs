use core::ops::{BitAnd, BitOr, BitXor};

use super::arch::*;
use crate::partial::partial16;
use crate::vector::{Bytes, Simd};

/// Proof that the features of `backend.rs` for SSE4.1 are present.
#[derive(Clone, Copy)]
pub(crate) struct Sse41(());

/// Sixteen bytes.
#[derive(Clone, Copy)]
pub(crate) struct U8x16(pub(super) __m128i);

impl Sse41 {
    #[inline]
    #[target_feature(enable = "sse4.1,ssse3,popcnt")]
    pub(crate) fn new() -> Self {
        Self(())
    }
}

impl Simd for Sse41 {
    type Bytes = U8x16;

    #[inline(always)]
    fn splat(self, byte: u8) -> U8x16 {
        // SAFETY: the token invariant.
        U8x16(unsafe { _mm_set1_epi8(byte as i8) })
    }

    #[inline(always)]
    fn load(self, src: &[u8]) -> U8x16 {
        let src: &[u8; 16] = src.first_chunk().expect("a whole vector");
        // SAFETY: the reference is to sixteen readable bytes, and the load needs no alignment.
        U8x16(unsafe { _mm_loadu_si128(src.as_ptr().cast()) })
    }

    #[inline(always)]
    fn load_partial(self, src: &[u8]) -> U8x16 {
        let bytes = partial16(src);
        // SAFETY: the token invariant.
        U8x16(unsafe { _mm_set_epi64x((bytes >> 64) as i64, bytes as i64) })
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
        // SAFETY: the token invariant.
        Self(unsafe { _mm_and_si128(self.0, other.0) })
    }
}

impl BitOr for U8x16 {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        // SAFETY: the token invariant.
        Self(unsafe { _mm_or_si128(self.0, other.0) })
    }
}

impl BitXor for U8x16 {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        // SAFETY: the token invariant.
        Self(unsafe { _mm_xor_si128(self.0, other.0) })
    }
}

impl Bytes for U8x16 {
    const LANES: usize = 16;

    #[inline(always)]
    fn saturating_sub(self, other: Self) -> Self {
        // SAFETY: the token invariant.
        Self(unsafe { _mm_subs_epu8(self.0, other.0) })
    }

    #[inline(always)]
    fn high_nibbles(self) -> Self {
        // There is no shift of bytes; the bits that cross over from the upper byte are masked off.
        // SAFETY: the token invariant.
        let shifted = unsafe { _mm_srli_epi16::<4>(self.0) };
        Self(shifted).low_nibbles()
    }

    #[inline(always)]
    fn low_nibbles(self) -> Self {
        // SAFETY: the token invariant.
        let mask = unsafe { _mm_set1_epi8(0x0F) };
        self & Self(mask)
    }

    #[inline(always)]
    fn lookup(self, indices: Self) -> Self {
        // SAFETY: the token invariant.
        Self(unsafe { _mm_shuffle_epi8(self.0, indices.0) })
    }

    #[inline(always)]
    fn shift_up<const N: usize>(self) -> Self {
        Self(match N {
            // SAFETY: the token invariant.
            1 => unsafe { _mm_slli_si128::<1>(self.0) },
            // SAFETY: the token invariant.
            2 => unsafe { _mm_slli_si128::<2>(self.0) },
            // SAFETY: the token invariant.
            _ => unsafe { _mm_slli_si128::<3>(self.0) },
        })
    }

    #[inline(always)]
    fn high_bits(self) -> u64 {
        // SAFETY: the token invariant.
        let bits = unsafe { _mm_movemask_epi8(self.0) };
        u64::from(bits as u32)
    }

    #[inline(always)]
    fn any_high_bit(self) -> bool {
        self.high_bits() != 0
    }

    #[inline(always)]
    fn any(self) -> bool {
        // SAFETY: the token invariant.
        let zero = unsafe { _mm_testz_si128(self.0, self.0) };
        zero == 0
    }
}
