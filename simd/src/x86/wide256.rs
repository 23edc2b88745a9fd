//! [`Wide`] and [`Vector`] for AVX2.

use core::mem::MaybeUninit;

use super::arch::*;
use super::avx2::{Avx2, U8x32};
use super::sse41::{Sse41, U8x16};
use crate::kernels::swap::order;
use crate::partial::as_output;
use crate::vector::{Bytes, Lanewise, Simd, Vector, Wide};

/// Sixteen bytes as they are.
const PLACES: [u8; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

impl Wide for Avx2 {
    type Narrow = Sse41;

    const PRODUCTS: bool = true;

    /// As with SSE4.1.
    #[inline(always)]
    fn pairs_big_endian(self, x: U8x32) -> U8x32 {
        let (fields, factors) = (x.shl32::<6>(), self.doubles(0xFFFF_0400));
        // SAFETY: the token invariant; the instruction works on registers only.
        let fields = U8x32(unsafe { _mm256_mulhi_epu16(fields.0, factors.0) });
        fields.add16(self.doubles(0xDC01_DC00)).lookup(self.table(const { &order::<4>() }))
    }

    #[inline(always)]
    fn narrow(self) -> Sse41 {
        // SAFETY: the token invariant, since AVX2 implies SSE4.1 and what comes before it, and the features
        // for AVX2 have POPCNT as well.
        unsafe { Sse41::new() }
    }

    #[inline(always)]
    fn load_at_end(self, src: &[u8]) -> U8x32 {
        let s = self.narrow();
        let (low, high) = match (src.first_chunk::<16>(), src.last_chunk::<16>()) {
            (Some(first), Some(last)) => {
                // What comes from before the first byte has a negative place, and is 0.
                let places = s.load(&PLACES).sub8(s.splat((32 - src.len()) as u8));
                (s.load(first).lookup(places), s.load(last))
            }
            _ => (s.splat(0), s.load_at_end(src)),
        };
        // SAFETY: the token invariant.
        U8x32(unsafe { _mm256_set_m128i(high.0, low.0) })
    }

    // Not one function with that of AVX-512: from a file of its own LLVM cut its units elsewhere, and SSE4.1's lossy UTF-16 to
    // UTF-8 took up to 1.1 times the instructions (2026-11-27).
    #[inline(always)]
    fn prefetch_behind<const BYTES: usize>(self, block: &[u8]) {
        for line in block.chunks_exact(64) {
            let address = line.as_ptr().wrapping_add(BYTES);
            // SAFETY: the token invariant; a prefetch changes no value, and faults at no address.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(address.cast()) }
        }
    }

    #[inline(always)]
    fn words(self, x: u16) -> U8x32 {
        // SAFETY: the token invariant.
        U8x32(unsafe { _mm256_set1_epi16(x as i16) })
    }

    #[inline(always)]
    fn doubles(self, x: u32) -> U8x32 {
        // SAFETY: the token invariant.
        U8x32(unsafe { _mm256_set1_epi32(x as i32) })
    }

    #[inline(always)]
    fn tags(self, from_800: U8x32) -> U8x32 {
        // SAFETY: the token invariant.
        let signed = U8x32(unsafe { _mm256_sign_epi16(self.words(0x2000).0, from_800.0) });
        signed.add16(self.words(0xA0E0))
    }

    #[inline(always)]
    fn widen8(self, src: &[u8]) -> U8x32 {
        let src: &[u8; 16] = src.first_chunk().expect("half a vector");
        // SAFETY: the reference is to sixteen readable bytes, and the load needs no alignment.
        let half = unsafe { _mm_loadu_si128(src.as_ptr().cast()) };
        // SAFETY: the token invariant.
        U8x32(unsafe { _mm256_cvtepu8_epi16(half) })
    }

    #[inline(always)]
    fn widen8_to_32(self, src: &[u8]) -> U8x32 {
        let src: &[u8; 8] = src.first_chunk().expect("a quarter of a vector");
        // SAFETY: the reference is to eight readable bytes, and the load needs no alignment.
        let quarter = unsafe { _mm_loadl_epi64(src.as_ptr().cast()) };
        // SAFETY: the token invariant.
        U8x32(unsafe { _mm256_cvtepu8_epi32(quarter) })
    }

    #[inline(always)]
    fn rows<const N: usize>(self, table: &[[u8; 16]; N], low: usize, high: usize) -> U8x32 {
        let (low, high) = (&table[low % N], &table[high % N]);
        // SAFETY: the reference is to sixteen readable bytes, and the load needs no alignment.
        let low = unsafe { _mm_loadu_si128(low.as_ptr().cast()) };
        // SAFETY: the reference is to sixteen readable bytes, and the load needs no alignment.
        let high = unsafe { _mm_loadu_si128(high.as_ptr().cast()) };
        // SAFETY: the token invariant.
        U8x32(unsafe { _mm256_set_m128i(high, low) })
    }
}

impl Vector for U8x32 {
    type Lane = U8x16;

    #[inline(always)]
    fn low_lane(self) -> U8x16 {
        // SAFETY: the token invariant.
        U8x16(unsafe { _mm256_castsi256_si128(self.0) })
    }

    #[inline(always)]
    fn high_lane(self) -> U8x16 {
        // SAFETY: the token invariant.
        U8x16(unsafe { _mm256_extracti128_si256::<1>(self.0) })
    }

    #[inline(always)]
    fn without(self, b: Self) -> Self {
        // SAFETY: the token invariant.
        Self(unsafe { _mm256_andnot_si256(b.0, self.0) })
    }

    #[inline(always)]
    fn shift_up_behind<const N: usize>(self, before: Self) -> Self {
        // The shift stays within each half: what enters is the upper half of `before` and the lower of `self`.
        // SAFETY: the token invariant.
        let below = unsafe { _mm256_permute2x128_si256::<0x21>(before.0, self.0) };
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
    fn select8(self, mask: Self, b: Self) -> Self {
        // SAFETY: the token invariant.
        Self(unsafe { _mm256_blendv_epi8(self.0, b.0, mask.0) })
    }

    #[inline(always)]
    fn widen_low8(self) -> Self {
        // SAFETY: the token invariant.
        Self(unsafe { _mm256_cvtepu8_epi16(self.low_lane().0) })
    }

    #[inline(always)]
    fn widen_low16(self) -> Self {
        // SAFETY: the token invariant.
        Self(unsafe { _mm256_cvtepu16_epi32(self.low_lane().0) })
    }

    #[inline(always)]
    fn widen_high16(self) -> Self {
        // SAFETY: the token invariant.
        Self(unsafe { _mm256_cvtepu16_epi32(self.high_lane().0) })
    }

    #[inline(always)]
    fn in_order(self) -> Self {
        // SAFETY: the token invariant.
        Self(unsafe { _mm256_permute4x64_epi64::<0b11_01_10_00>(self.0) })
    }

    #[inline(always)]
    fn shift_down2(self) -> Self {
        // The shift stays within each half: the upper half, moved down, supplies what enters the lower.
        // SAFETY: the token invariant.
        let above = unsafe { _mm256_permute2x128_si256::<0x81>(self.0, self.0) };
        // SAFETY: the token invariant.
        Self(unsafe { _mm256_alignr_epi8::<2>(above, self.0) })
    }

    #[inline(always)]
    fn behind(self, before: Self) -> Self {
        // The shift stays within each half: what enters the lower is the upper of `before`.
        // SAFETY: the token invariant.
        let below = unsafe { _mm256_permute2x128_si256::<0x21>(before.0, self.0) };
        // SAFETY: the token invariant.
        Self(unsafe { _mm256_alignr_epi8::<15>(self.0, below) })
    }

    #[inline(always)]
    fn in_order_of_four(self) -> Self {
        // SAFETY: the token invariant.
        let order = unsafe { _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7) };
        // SAFETY: the token invariant.
        Self(unsafe { _mm256_permutevar8x32_epi32(self.0, order) })
    }

    #[inline(always)]
    fn high_bits32(self) -> usize {
        // SAFETY: the token invariant.
        let floats = unsafe { _mm256_castsi256_ps(self.0) };
        // SAFETY: the token invariant.
        let bits = unsafe { _mm256_movemask_ps(floats) };
        bits as usize
    }

    #[inline(always)]
    fn sum64(self) -> u64 {
        self.low_lane().add64(self.high_lane()).sum64()
    }

    #[inline(always)]
    fn low64(self) -> u64 {
        self.low_lane().low64()
    }

    #[inline(always)]
    fn store<U: Copy>(self, dst: &mut [MaybeUninit<U>]) {
        assert!(size_of_val(dst) >= 32, "room for a vector");
        // SAFETY: `dst` has 32 writable bytes, the store needs no alignment, and any bytes are valid for a
        // `MaybeUninit`.
        unsafe { _mm256_storeu_si256(dst.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn store_low64<U: Copy>(self, dst: &mut [MaybeUninit<U>]) {
        self.low_lane().store_low64(dst);
    }

    #[inline(always)]
    fn store_first<U: Copy>(self, dst: &mut [MaybeUninit<U>], n: usize) {
        let n = n.min(dst.len());
        let lane = 16 / size_of::<U>();
        if n < lane {
            return self.low_lane().store_first(dst, n);
        }
        let (low, high) = dst.split_at_mut(lane);
        self.low_lane().store(low);
        self.high_lane().store_first(high, n - lane);
    }

    #[inline(always)]
    fn overwrite(self, dst: &mut [u8]) {
        let dst: &mut [u8; 32] = dst.first_chunk_mut().expect("a whole vector");
        // SAFETY: the reference is to 32 writable bytes, of which any value is valid, and the store needs no
        // alignment.
        unsafe { _mm256_storeu_si256(dst.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn overwrite_first(self, dst: &mut [u8]) {
        self.store_first(as_output(dst), 32);
    }
}
