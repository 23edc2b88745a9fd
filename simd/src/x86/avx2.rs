use core::ops::{BitAnd, BitOr, BitXor};

use super::arch::*;
use crate::partial::partial16;
use crate::vector::{Bytes, Simd};

/// Proof that the features of `backend.rs` for AVX2 are present.
#[derive(Clone, Copy)]
pub(crate) struct Avx2(());

/// Thirty-two bytes.
#[derive(Clone, Copy)]
pub(crate) struct U8x32(pub(super) __m256i);

impl Avx2 {
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(crate) fn new() -> Self {
        Self(())
    }
}

impl Simd for Avx2 {
    type Bytes = U8x32;

    #[inline(always)]
    fn splat(self, byte: u8) -> U8x32 {
        // SAFETY: the token invariant.
        U8x32(unsafe { _mm256_set1_epi8(byte as i8) })
    }

    #[inline(always)]
    fn load(self, src: &[u8]) -> U8x32 {
        let src: &[u8; 32] = src.first_chunk().expect("a whole vector");
        // SAFETY: the reference is to thirty-two readable bytes, and the load needs no alignment.
        U8x32(unsafe { _mm256_loadu_si256(src.as_ptr().cast()) })
    }

    #[inline(always)]
    fn load_partial(self, src: &[u8]) -> U8x32 {
        let (low, high) = match src.split_first_chunk::<16>() {
            Some((&low, high)) => (u128::from_le_bytes(low), partial16(high)),
            None => (partial16(src), 0),
        };
        let quarter = |half: u128, shift: u32| (half >> shift) as i64;
        // SAFETY: the token invariant.
        U8x32(unsafe {
            _mm256_set_epi64x(
                quarter(high, 64),
                quarter(high, 0),
                quarter(low, 64),
                quarter(low, 0),
            )
        })
    }

    #[inline(always)]
    fn table(self, table: &[u8; 16]) -> U8x32 {
        // SAFETY: the reference is to sixteen readable bytes, and the load needs no alignment.
        let table = unsafe { _mm_loadu_si128(table.as_ptr().cast()) };
        // SAFETY: the token invariant.
        U8x32(unsafe { _mm256_broadcastsi128_si256(table) })
    }
}

impl BitAnd for U8x32 {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        // SAFETY: the token invariant.
        Self(unsafe { _mm256_and_si256(self.0, other.0) })
    }
}

impl BitOr for U8x32 {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        // SAFETY: the token invariant.
        Self(unsafe { _mm256_or_si256(self.0, other.0) })
    }
}

impl BitXor for U8x32 {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        // SAFETY: the token invariant.
        Self(unsafe { _mm256_xor_si256(self.0, other.0) })
    }
}

impl Bytes for U8x32 {
    const LANES: usize = 32;

    #[inline(always)]
    fn saturating_sub(self, other: Self) -> Self {
        // SAFETY: the token invariant.
        Self(unsafe { _mm256_subs_epu8(self.0, other.0) })
    }

    #[inline(always)]
    fn high_nibbles(self) -> Self {
        // There is no shift of bytes; the bits that cross over from the upper byte are masked off.
        // SAFETY: the token invariant.
        let shifted = unsafe { _mm256_srli_epi16::<4>(self.0) };
        Self(shifted).low_nibbles()
    }

    #[inline(always)]
    fn low_nibbles(self) -> Self {
        // SAFETY: the token invariant.
        let mask = unsafe { _mm256_set1_epi8(0x0F) };
        self & Self(mask)
    }

    #[inline(always)]
    fn lookup(self, indices: Self) -> Self {
        // The shuffle stays within each half, and each half holds the whole table.
        // SAFETY: the token invariant.
        Self(unsafe { _mm256_shuffle_epi8(self.0, indices.0) })
    }

    #[inline(always)]
    fn shift_up<const N: usize>(self) -> Self {
        // The shift stays within each half: the lower half, moved up, supplies what enters the upper.
        // SAFETY: the token invariant.
        let below = unsafe { _mm256_permute2x128_si256::<0x08>(self.0, self.0) };
        Self(match N {
            // SAFETY: the token invariant.
            1 => unsafe { _mm256_alignr_epi8::<15>(self.0, below) },
            // SAFETY: the token invariant.
            2 => unsafe { _mm256_alignr_epi8::<14>(self.0, below) },
            // SAFETY: the token invariant.
            _ => unsafe { _mm256_alignr_epi8::<13>(self.0, below) },
        })
    }

    #[inline(always)]
    fn high_bits(self) -> u64 {
        // SAFETY: the token invariant.
        let bits = unsafe { _mm256_movemask_epi8(self.0) };
        u64::from(bits as u32)
    }

    #[inline(always)]
    fn any_high_bit(self) -> bool {
        self.high_bits() != 0
    }

    #[inline(always)]
    fn any(self) -> bool {
        // SAFETY: the token invariant.
        let zero = unsafe { _mm256_testz_si256(self.0, self.0) };
        zero == 0
    }
}
