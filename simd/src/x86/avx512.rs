use core::ops::{BitAnd, BitOr, BitXor};

use super::Avx2;
use super::arch512::*;
use crate::aligned::Aligned;
use crate::vector::{Bytes, Simd};

/// Proof that the features of `backend.rs` for AVX-512 are present.
#[derive(Clone, Copy)]
pub(crate) struct Avx512(());

/// Sixty-four bytes.
#[derive(Clone, Copy)]
pub(crate) struct U8x64(__m512i);

/// The lane numbers moved up by `N`; the first `N` entries are masked out where it is used.
const fn lanes_up<const N: usize>() -> [u8; 64] {
    let mut lanes = [0; 64];
    let mut i = N;
    while i < 64 {
        lanes[i] = (i - N) as u8;
        i += 1;
    }
    lanes
}

impl Avx512 {
    #[inline]
    #[cfg_attr(
        not(codeunit_emulated = "avx512"),
        target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2")
    )]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(crate) fn new() -> Self {
        Self(())
    }

    /// For what has less than a vector.
    #[inline(always)]
    pub(crate) fn avx2(self) -> Avx2 {
        // SAFETY: the token invariant, since the features for AVX-512 have AVX2.
        unsafe { Avx2::new() }
    }
}

impl Simd for Avx512 {
    type Bytes = U8x64;

    #[inline(always)]
    fn splat(self, byte: u8) -> U8x64 {
        // SAFETY: the token invariant.
        U8x64(unsafe { _mm512_set1_epi8(byte as i8) })
    }

    #[inline(always)]
    fn load(self, src: &[u8]) -> U8x64 {
        let src: &[u8; 64] = src.first_chunk().expect("a whole vector");
        // SAFETY: the reference is to sixty-four readable bytes, and the load needs no alignment.
        U8x64(unsafe { _mm512_loadu_si512(src.as_ptr().cast()) })
    }

    #[inline(always)]
    fn load_partial(self, src: &[u8]) -> U8x64 {
        // A masked load from an address that is not mapped is correct but takes an assist of some
        // hundred cycles, and the address of an empty slice may be any.
        if src.is_empty() {
            return self.splat(0);
        }
        // Below 64 by the contract; the remainder keeps the shift defined for any length.
        let mask = (1 << (src.len() % 64)) - 1;
        // SAFETY: the mask selects the first `src.len() % 64` bytes of the slice, which are readable;
        // a masked load does not touch the others.
        U8x64(unsafe { _mm512_maskz_loadu_epi8(mask, src.as_ptr().cast()) })
    }

    #[inline(always)]
    fn table(self, table: &[u8; 16]) -> U8x64 {
        // SAFETY: the reference is to sixteen readable bytes, and the load needs no alignment.
        let table = unsafe { _mm_loadu_si128(table.as_ptr().cast()) };
        // SAFETY: the token invariant.
        U8x64(unsafe { _mm512_broadcast_i32x4(table) })
    }
}

impl BitAnd for U8x64 {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        // SAFETY: the token invariant.
        Self(unsafe { _mm512_and_si512(self.0, other.0) })
    }
}

impl BitOr for U8x64 {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        // SAFETY: the token invariant.
        Self(unsafe { _mm512_or_si512(self.0, other.0) })
    }
}

impl BitXor for U8x64 {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        // SAFETY: the token invariant.
        Self(unsafe { _mm512_xor_si512(self.0, other.0) })
    }
}

impl Bytes for U8x64 {
    const LANES: usize = 64;

    #[inline(always)]
    fn saturating_sub(self, other: Self) -> Self {
        // SAFETY: the token invariant.
        Self(unsafe { _mm512_subs_epu8(self.0, other.0) })
    }

    #[inline(always)]
    fn high_nibbles(self) -> Self {
        // There is no shift of bytes; the bits that cross over from the upper byte are masked off.
        // SAFETY: the token invariant.
        let shifted = unsafe { _mm512_srli_epi16::<4>(self.0) };
        Self(shifted).low_nibbles()
    }

    #[inline(always)]
    fn low_nibbles(self) -> Self {
        // SAFETY: the token invariant.
        let mask = unsafe { _mm512_set1_epi8(0x0F) };
        self & Self(mask)
    }

    #[inline(always)]
    fn lookup(self, indices: Self) -> Self {
        // The shuffle stays within each quarter, and each quarter holds the whole table.
        // SAFETY: the token invariant.
        Self(unsafe { _mm512_shuffle_epi8(self.0, indices.0) })
    }

    #[inline(always)]
    fn shift_up<const N: usize>(self) -> Self {
        let lanes = const { &Aligned(lanes_up::<N>()).0 };
        // SAFETY: the reference is to sixty-four readable bytes, and the load needs no alignment.
        let lanes = unsafe { _mm512_loadu_si512(lanes.as_ptr().cast()) };
        // SAFETY: the token invariant.
        Self(unsafe { _mm512_maskz_permutexvar_epi8(!0 << N, lanes, self.0) })
    }

    #[inline(always)]
    fn high_bits(self) -> u64 {
        // SAFETY: the token invariant.
        unsafe { _mm512_movepi8_mask(self.0) }
    }

    #[inline(always)]
    fn any_high_bit(self) -> bool {
        self.high_bits() != 0
    }

    #[inline(always)]
    fn any(self) -> bool {
        // SAFETY: the token invariant.
        let set = unsafe { _mm512_test_epi8_mask(self.0, self.0) };
        set != 0
    }
}
