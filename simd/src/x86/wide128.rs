//! [`Wide`] and [`Vector`] for SSE4.1; the vector is also a lane of AVX2's.

use core::mem::MaybeUninit;

use super::arch::*;
use super::sse41::{Sse41, U8x16};
use crate::kernels::swap::order;
use crate::partial::{as_output, at_end16, store_partial16};
use crate::vector::{Bytes, Lanewise, Simd, Vector, Wide};

impl Wide for Sse41 {
    type Narrow = Self;

    const TWO_OPERANDS: bool = true;

    const PRODUCTS: bool = true;

    /// By upper halves of products, which have no sign to mend:
    ///
    /// ```text
    ///   x << 6          FC00 | high ten bits      low ten bits, 0 * 6
    ///   upper product   by FFFF: less 1           by 400: low ten bits
    ///   + constants     high surrogate            low surrogate; one shuffle swaps the halves and their bytes
    /// ```
    #[inline(always)]
    fn pairs_big_endian(self, x: U8x16) -> U8x16 {
        let (fields, factors) = (x.shl32::<6>(), self.doubles(0xFFFF_0400));
        // SAFETY: the token invariant; the instruction works on registers only.
        let fields = U8x16(unsafe { _mm_mulhi_epu16(fields.0, factors.0) });
        fields.add16(self.doubles(0xDC01_DC00)).lookup(self.table(const { &order::<4>() }))
    }

    const RUNS_WITH_ERRORS: bool = true;

    const RUNS_OF_MIXED_UTF16: bool = true;

    #[inline(always)]
    fn narrow(self) -> Self {
        self
    }

    #[inline(always)]
    fn load_at_end(self, src: &[u8]) -> U8x16 {
        let (low, high) = at_end16(src);
        // SAFETY: the token invariant.
        U8x16(unsafe { _mm_set_epi64x(high as i64, low as i64) })
    }

    #[inline(always)]
    fn words(self, x: u16) -> U8x16 {
        // SAFETY: the token invariant.
        U8x16(unsafe { _mm_set1_epi16(x as i16) })
    }

    #[inline(always)]
    fn doubles(self, x: u32) -> U8x16 {
        // SAFETY: the token invariant.
        U8x16(unsafe { _mm_set1_epi32(x as i32) })
    }

    #[inline(always)]
    fn tags(self, from_800: U8x16) -> U8x16 {
        // SAFETY: the token invariant.
        let signed = U8x16(unsafe { _mm_sign_epi16(self.words(0x2000).0, from_800.0) });
        signed.add16(self.words(0xA0E0))
    }

    #[inline(always)]
    fn widen8(self, src: &[u8]) -> U8x16 {
        let src: &[u8; 8] = src.first_chunk().expect("half a vector");
        // SAFETY: the reference is to eight readable bytes, and the load needs no alignment.
        let half = unsafe { _mm_loadl_epi64(src.as_ptr().cast()) };
        // SAFETY: the token invariant.
        U8x16(unsafe { _mm_cvtepu8_epi16(half) })
    }

    #[inline(always)]
    fn widen8_to_32(self, src: &[u8]) -> U8x16 {
        let src: &[u8; 4] = src.first_chunk().expect("a quarter of a vector");
        // SAFETY: the token invariant.
        let quarter = unsafe { _mm_cvtsi32_si128(i32::from_le_bytes(*src)) };
        // SAFETY: the token invariant.
        U8x16(unsafe { _mm_cvtepu8_epi32(quarter) })
    }

    /// One load and two zips. A widening load for each half was 0.79 of simdutf (UTF-16LE from Latin-1, 64 KiB,
    /// EPYC of Zen 5, 2026-11-25).
    #[inline(always)]
    fn widen_all8(self, src: &[u8]) -> ([U8x16; 2], U8x16) {
        let (bytes, zero) = (self.load(src), self.splat(0));
        ([bytes.zip_low8(zero), bytes.zip_high8(zero)], bytes)
    }

    #[inline(always)]
    fn widen_all8_swapped(self, src: &[u8]) -> ([U8x16; 2], U8x16) {
        let (bytes, zero) = (self.load(src), self.splat(0));
        ([zero.zip_low8(bytes), zero.zip_high8(bytes)], bytes)
    }

    #[inline(always)]
    fn rows<const N: usize>(self, table: &[[u8; 16]; N], low: usize, _: usize) -> U8x16 {
        self.load(&table[low % N])
    }
}

impl Vector for U8x16 {
    type Lane = Self;

    #[inline(always)]
    fn low_lane(self) -> Self {
        self
    }

    #[inline(always)]
    fn high_lane(self) -> Self {
        self
    }

    #[inline(always)]
    fn without(self, b: Self) -> Self {
        // SAFETY: the token invariant.
        Self(unsafe { _mm_andnot_si128(b.0, self.0) })
    }

    #[inline(always)]
    fn shift_up_behind<const N: usize>(self, before: Self) -> Self {
        Self(match N {
            // SAFETY: the token invariant.
            1 => unsafe { _mm_alignr_epi8::<15>(self.0, before.0) },
            // SAFETY: the token invariant.
            2 => unsafe { _mm_alignr_epi8::<14>(self.0, before.0) },
            // SAFETY: the token invariant.
            _ => unsafe { _mm_alignr_epi8::<13>(self.0, before.0) },
        })
    }

    #[inline(always)]
    fn select8(self, mask: Self, b: Self) -> Self {
        // SAFETY: the token invariant.
        Self(unsafe { _mm_blendv_epi8(self.0, b.0, mask.0) })
    }

    #[inline(always)]
    fn widen_low8(self) -> Self {
        // SAFETY: the token invariant.
        Self(unsafe { _mm_cvtepu8_epi16(self.0) })
    }

    #[inline(always)]
    fn widen_low16(self) -> Self {
        // SAFETY: the token invariant.
        Self(unsafe { _mm_cvtepu16_epi32(self.0) })
    }

    #[inline(always)]
    fn widen_high16(self) -> Self {
        // SAFETY: the token invariant.
        let zero = Self(unsafe { _mm_setzero_si128() });
        self.zip_high16(zero)
    }

    #[inline(always)]
    fn in_order(self) -> Self {
        self
    }

    #[inline(always)]
    fn shift_down2(self) -> Self {
        // SAFETY: the token invariant.
        Self(unsafe { _mm_srli_si128::<2>(self.0) })
    }

    #[inline(always)]
    fn behind(self, before: Self) -> Self {
        // SAFETY: the token invariant.
        Self(unsafe { _mm_alignr_epi8::<15>(self.0, before.0) })
    }

    #[inline(always)]
    fn in_order_of_four(self) -> Self {
        self
    }

    #[inline(always)]
    fn high_bits32(self) -> usize {
        // SAFETY: the token invariant.
        let floats = unsafe { _mm_castsi128_ps(self.0) };
        // SAFETY: the token invariant.
        let bits = unsafe { _mm_movemask_ps(floats) };
        bits as usize
    }

    #[inline(always)]
    fn sum64(self) -> u64 {
        // SAFETY: the token invariant.
        let upper = Self(unsafe { _mm_unpackhi_epi64(self.0, self.0) });
        self.add64(upper).low64()
    }

    #[inline(always)]
    fn low64(self) -> u64 {
        let mut low = [0; 8];
        // SAFETY: the reference is to eight writable bytes, and the store needs no alignment.
        unsafe { _mm_storel_epi64(low.as_mut_ptr().cast(), self.0) }
        u64::from_ne_bytes(low)
    }

    #[inline(always)]
    fn store<U: Copy>(self, dst: &mut [MaybeUninit<U>]) {
        assert!(size_of_val(dst) >= 16, "room for a vector");
        // SAFETY: `dst` has 16 writable bytes, the store needs no alignment, and any bytes are valid for a
        // `MaybeUninit`.
        unsafe { _mm_storeu_si128(dst.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn store_low64<U: Copy>(self, dst: &mut [MaybeUninit<U>]) {
        assert!(size_of_val(dst) >= 8, "room for eight bytes");
        // SAFETY: `dst` has 8 writable bytes, the store needs no alignment, and any bytes are valid for a
        // `MaybeUninit`.
        unsafe { _mm_storel_epi64(dst.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn store_first<U: Copy>(self, dst: &mut [MaybeUninit<U>], n: usize) {
        let n = n.min(dst.len()).min(16 / size_of::<U>());
        let dst = &mut dst[..n];
        if size_of_val(dst) == 16 {
            return self.store(dst);
        }
        // SAFETY: the token invariant.
        let upper = Self(unsafe { _mm_unpackhi_epi64(self.0, self.0) });
        let bytes = u128::from(upper.low64()) << 64 | u128::from(self.low64());
        store_partial16(bytes, dst);
    }

    #[inline(always)]
    fn overwrite(self, dst: &mut [u8]) {
        let dst: &mut [u8; 16] = dst.first_chunk_mut().expect("a whole vector");
        // SAFETY: the reference is to 16 writable bytes, of which any value is valid, and the store needs no
        // alignment.
        unsafe { _mm_storeu_si128(dst.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn overwrite_first(self, dst: &mut [u8]) {
        self.store_first(as_output(dst), 16);
    }
}
