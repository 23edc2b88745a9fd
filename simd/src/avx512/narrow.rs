//! Half of a vector, and a quarter: on its way to lanes that are twice or four times as wide, or of a short source.

use super::wide::{Z, instructions};
use crate::x86::Avx512;
use crate::x86::arch512::*;

/// 256 bits: half of a [`Z`].
#[derive(Clone, Copy)]
pub(super) struct Half(pub(super) __m256i);

/// 128 bits: a quarter of a [`Z`].
#[derive(Clone, Copy)]
pub(super) struct Quarter(pub(super) __m128i);

impl Avx512 {
    instructions! {
        /// `x` in every byte.
        pub(super) fn quarter_bytes(self, x: u8) -> Quarter = Quarter(_mm_set1_epi8(x as i8));
        /// `x` in every byte.
        pub(super) fn half_bytes(self, x: u8) -> Half = Half(_mm256_set1_epi8(x as i8));
        /// `x` in every 16-bit lane.
        pub(super) fn half_words(self, x: u16) -> Half = Half(_mm256_set1_epi16(x as i16));
        /// `x` in every 32-bit lane.
        pub(super) fn half_doubles(self, x: u32) -> Half = Half(_mm256_set1_epi32(x as i32));
    }
}

impl Quarter {
    instructions! {
        pub(super) fn widen8_to_32(self) -> Z = Z(_mm512_cvtepu8_epi32(self.0));
        /// Each byte in 16 bits.
        pub(super) fn widen8(self) -> Half = Half(_mm256_cvtepu8_epi16(self.0));
        /// The same where `k` is set, and 0 elsewhere.
        pub(super) fn widen8_where(self, k: u16) -> Half = Half(_mm256_maskz_cvtepu8_epi16(k, self.0));
        /// Each 16-bit lane in 32 bits.
        pub(super) fn widen16(self) -> Half = Half(_mm256_cvtepu16_epi32(self.0));
        /// With 0 behind it.
        pub(super) fn whole(self) -> Z = Z(_mm512_zextsi128_si512(self.0));
        /// The bytes moved up by `N` lanes, with zeros in the lowest.
        pub(super) fn up<const N: i32>(self) -> Self = Self(_mm_bslli_si128::<N>(self.0));
        pub(super) fn add8(self, b: Self) -> Self = Self(_mm_add_epi8(self.0, b.0));
        /// The highest bits of the lanes.
        pub(super) fn sign8(self) -> u16 = _mm_movepi8_mask(self.0);
        pub(super) fn ge8(self, b: Self) -> u16 = _mm_cmpge_epu8_mask(self.0, b.0);
    }
}

impl Half {
    instructions! {
        pub(super) fn widen8(self) -> Z = Z(_mm512_cvtepu8_epi16(self.0));
        pub(super) fn widen8_signed(self) -> Z = Z(_mm512_cvtepi8_epi16(self.0));
        pub(super) fn widen16(self) -> Z = Z(_mm512_cvtepu16_epi32(self.0));
        pub(super) fn and(self, b: Self) -> Self = Self(_mm256_and_si256(self.0, b.0));
        pub(super) fn or(self, b: Self) -> Self = Self(_mm256_or_si256(self.0, b.0));
        /// See [`Z::ternary`].
        pub(super) fn ternary<const F: i32>(self, b: Self, c: Self) -> Self =
            Self(_mm256_ternarylogic_epi32::<F>(self.0, b.0, c.0));
        pub(super) fn shl16<const N: i32>(self) -> Self = Self(_mm256_slli_epi16::<N>(self.0));
        pub(super) fn shr16<const N: i32>(self) -> Self = Self(_mm256_srli_epi16::<N>(self.0));
        pub(super) fn shl32<const N: i32>(self) -> Self = Self(_mm256_slli_epi32::<N>(self.0));
        pub(super) fn add16(self, b: Self) -> Self = Self(_mm256_add_epi16(self.0, b.0));
        pub(super) fn add32(self, b: Self) -> Self = Self(_mm256_add_epi32(self.0, b.0));
        pub(super) fn sub32(self, b: Self) -> Self = Self(_mm256_sub_epi32(self.0, b.0));
        pub(super) fn ge32(self, b: Self) -> u8 = _mm256_cmpge_epu32_mask(self.0, b.0);
        pub(super) fn eq32(self, b: Self) -> u8 = _mm256_cmpeq_epu32_mask(self.0, b.0);
        /// The highest bits of the lanes.
        pub(super) fn sign8(self) -> u32 = _mm256_movepi8_mask(self.0);
        /// `b` where `k` is set, and `self` elsewhere.
        pub(super) fn put16(self, k: u16, b: Self) -> Self =
            Self(_mm256_mask_mov_epi16(self.0, k, b.0));
        pub(super) fn put32(self, k: u8, b: Self) -> Self =
            Self(_mm256_mask_mov_epi32(self.0, k, b.0));
        /// The 32-bit lanes moved down by one, and the lowest of `b` behind them.
        pub(super) fn next32(self, b: Self) -> Self = Self(_mm256_alignr_epi32::<1>(b.0, self.0));
        /// See [`Z::multishift`].
        pub(super) fn multishift(self, counts: Self) -> Self =
            Self(_mm256_multishift_epi64_epi8(counts.0, self.0));
        /// The lanes where `k` is set, moved together, and 0 behind them.
        pub(super) fn compress8(self, k: u32) -> Self = Self(_mm256_maskz_compress_epi8(k, self.0));
        pub(super) fn compress16(self, k: u16) -> Self =
            Self(_mm256_maskz_compress_epi16(k, self.0));
    }
}
