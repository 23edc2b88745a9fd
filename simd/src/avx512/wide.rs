//! The whole vocabulary of these kernels: 512 bits, and masks as integers, a bit for each lane.
//!
//! Compression, tables of 64 bytes and masks have no like in the other instruction sets, so these
//! kernels are not written over [`crate::vector`].

use super::narrow::{Half, Quarter};
use crate::x86::Avx512;
use crate::x86::arch512::*;

/// 512 bits. The name of an operation tells the width of its lanes; lane 0 is at the lowest address.
#[derive(Clone, Copy)]
pub(crate) struct Z(pub(super) __m512i);

/// Each function is one instruction.
macro_rules! instructions {
    ($(
        $(#[$meta:meta])*
        $vis:vis fn $name:ident $(<const $n:ident: $nt:ty>)? ($($args:tt)*) -> $result:ty = $call:expr;
    )*) => {$(
        $(#[$meta])*
        #[inline(always)]
        $vis fn $name $(<const $n: $nt>)? ($($args)*) -> $result {
            // SAFETY: the token invariant (see `vector`): there is a token, or a vector that was made
            // from one, so the CPU has the instruction, which works on registers only.
            unsafe { $call }
        }
    )*};
}

pub(super) use instructions;

impl Avx512 {
    instructions! {
        /// `x` in every byte.
        pub(super) fn bytes(self, x: u8) -> Z = Z(_mm512_set1_epi8(x as i8));
        /// `x` in every 16-bit lane.
        pub(super) fn words(self, x: u16) -> Z = Z(_mm512_set1_epi16(x as i16));
        /// `x` in every 32-bit lane.
        pub(super) fn doubles(self, x: u32) -> Z = Z(_mm512_set1_epi32(x as i32));
        /// `x` in every 64-bit lane.
        pub(super) fn quads(self, x: u64) -> Z = Z(_mm512_set1_epi64(x as i64));
    }
}

impl Z {
    instructions! {
        pub(super) fn and(self, b: Self) -> Self = Self(_mm512_and_si512(self.0, b.0));
        pub(super) fn or(self, b: Self) -> Self = Self(_mm512_or_si512(self.0, b.0));
        pub(super) fn xor(self, b: Self) -> Self = Self(_mm512_xor_si512(self.0, b.0));
        /// Bit by bit the entry of the truth table `F`: bit 4 a + 2 b + c of it, where a is of `self`.
        pub(super) fn ternary<const F: i32>(self, b: Self, c: Self) -> Self =
            Self(_mm512_ternarylogic_epi32::<F>(self.0, b.0, c.0));

        /// The lanes moved towards their high end.
        pub(super) fn shl16<const N: u32>(self) -> Self = Self(_mm512_slli_epi16::<N>(self.0));
        pub(super) fn shr16<const N: u32>(self) -> Self = Self(_mm512_srli_epi16::<N>(self.0));
        /// The lanes moved towards their high end, and the highest bits of those of `b` behind them.
        pub(super) fn shift_in16<const N: i32>(self, b: Self) -> Self =
            Self(_mm512_shldi_epi16::<N>(self.0, b.0));
        pub(super) fn shl32<const N: u32>(self) -> Self = Self(_mm512_slli_epi32::<N>(self.0));
        pub(super) fn shr32<const N: u32>(self) -> Self = Self(_mm512_srli_epi32::<N>(self.0));

        pub(super) fn add8(self, b: Self) -> Self = Self(_mm512_add_epi8(self.0, b.0));
        pub(super) fn add16(self, b: Self) -> Self = Self(_mm512_add_epi16(self.0, b.0));
        pub(super) fn add32(self, b: Self) -> Self = Self(_mm512_add_epi32(self.0, b.0));
        /// In 32-bit lanes the sums of two products of signed 16-bit lanes.
        pub(super) fn products16(self, b: Self) -> Self = Self(_mm512_madd_epi16(self.0, b.0));
        pub(super) fn add64(self, b: Self) -> Self = Self(_mm512_add_epi64(self.0, b.0));
        pub(super) fn sub8(self, b: Self) -> Self = Self(_mm512_sub_epi8(self.0, b.0));
        pub(super) fn sub16(self, b: Self) -> Self = Self(_mm512_sub_epi16(self.0, b.0));
        /// The differences where `k` is set, and 0 elsewhere.
        pub(super) fn sub16_where(self, k: u32, b: Self) -> Self =
            Self(_mm512_maskz_sub_epi16(k, self.0, b.0));
        pub(super) fn sub32(self, b: Self) -> Self = Self(_mm512_sub_epi32(self.0, b.0));
        /// Not below 0.
        pub(super) fn subs8(self, b: Self) -> Self = Self(_mm512_subs_epu8(self.0, b.0));
        /// The sums of signed bytes, not above 7F.
        pub(super) fn adds8_signed(self, b: Self) -> Self = Self(_mm512_adds_epi8(self.0, b.0));
        pub(super) fn max8(self, b: Self) -> Self = Self(_mm512_max_epu8(self.0, b.0));
        pub(super) fn min8(self, b: Self) -> Self = Self(_mm512_min_epu8(self.0, b.0));
        pub(super) fn max32(self, b: Self) -> Self = Self(_mm512_max_epu32(self.0, b.0));
        pub(super) fn min32(self, b: Self) -> Self = Self(_mm512_min_epu32(self.0, b.0));
        pub(super) fn min16(self, b: Self) -> Self = Self(_mm512_min_epu16(self.0, b.0));

        /// The highest bits of the lanes.
        pub(super) fn sign8(self) -> u64 = _mm512_movepi8_mask(self.0);
        // Comparisons are of unsigned lanes, if they do not say otherwise.
        pub(super) fn lt8(self, b: Self) -> u64 = _mm512_cmplt_epu8_mask(self.0, b.0);
        /// Only where `k` is set.
        pub(super) fn lt8_where(self, k: u64, b: Self) -> u64 =
            _mm512_mask_cmplt_epu8_mask(k, self.0, b.0);
        pub(super) fn lt8_signed(self, b: Self) -> u64 = _mm512_cmplt_epi8_mask(self.0, b.0);
        pub(super) fn ge8(self, b: Self) -> u64 = _mm512_cmpge_epu8_mask(self.0, b.0);
        /// Of signed bytes.
        pub(super) fn above8(self, b: Self) -> u64 = _mm512_cmpgt_epi8_mask(self.0, b.0);
        pub(super) fn eq8(self, b: Self) -> u64 = _mm512_cmpeq_epu8_mask(self.0, b.0);
        pub(super) fn lt16(self, b: Self) -> u32 = _mm512_cmplt_epu16_mask(self.0, b.0);
        pub(super) fn ge16(self, b: Self) -> u32 = _mm512_cmpge_epu16_mask(self.0, b.0);
        pub(super) fn eq16(self, b: Self) -> u32 = _mm512_cmpeq_epu16_mask(self.0, b.0);
        pub(super) fn lt32(self, b: Self) -> u16 = _mm512_cmplt_epu32_mask(self.0, b.0);
        pub(super) fn ge32(self, b: Self) -> u16 = _mm512_cmpge_epu32_mask(self.0, b.0);
        pub(super) fn eq32(self, b: Self) -> u16 = _mm512_cmpeq_epu32_mask(self.0, b.0);
        /// Bytes that have a bit in common with `b`; only where `k` is set.
        pub(super) fn test8_where(self, k: u64, b: Self) -> u64 =
            _mm512_mask_test_epi8_mask(k, self.0, b.0);
        /// Where in `k` no bit is set in both.
        pub(super) fn zero8_where(self, k: u64, b: Self) -> u64 =
            _mm512_mask_testn_epi8_mask(k, self.0, b.0);
        pub(super) fn test8(self, b: Self) -> u64 = _mm512_test_epi8_mask(self.0, b.0);
        pub(super) fn test16(self, b: Self) -> u32 = _mm512_test_epi16_mask(self.0, b.0);
        /// Only where `k` is set.
        pub(super) fn test16_where(self, k: u32, b: Self) -> u32 =
            _mm512_mask_test_epi16_mask(k, self.0, b.0);
        pub(super) fn test32(self, b: Self) -> u16 = _mm512_test_epi32_mask(self.0, b.0);

        /// The lanes where `k` is set, and 0 elsewhere.
        pub(super) fn keep8(self, k: u64) -> Self = Self(_mm512_maskz_mov_epi8(k, self.0));
        /// `b` where `k` is set, and `self` elsewhere.
        pub(super) fn put8(self, k: u64, b: Self) -> Self = Self(_mm512_mask_mov_epi8(self.0, k, b.0));
        pub(super) fn put16(self, k: u32, b: Self) -> Self =
            Self(_mm512_mask_mov_epi16(self.0, k, b.0));
        pub(super) fn put32(self, k: u16, b: Self) -> Self =
            Self(_mm512_mask_mov_epi32(self.0, k, b.0));

        /// `table[self[i] % 64]`.
        pub(super) fn pick8(self, table: Self) -> Self =
            Self(_mm512_permutexvar_epi8(self.0, table.0));
        /// The same where `k` is set, and 0 elsewhere.
        pub(super) fn pick8_where(self, k: u64, table: Self) -> Self =
            Self(_mm512_maskz_permutexvar_epi8(k, self.0, table.0));
        /// `table[self[i] % 128]`, where `a` is the first half of the table and `b` the second.
        pub(super) fn pick8_of_two(self, a: Self, b: Self) -> Self =
            Self(_mm512_permutex2var_epi8(a.0, self.0, b.0));
        pub(super) fn pick16_of_two(self, a: Self, b: Self) -> Self =
            Self(_mm512_permutex2var_epi16(a.0, self.0, b.0));
        /// Within each sixteen bytes, `self[indices[i] % 16]`.
        pub(super) fn shuffle8(self, indices: Self) -> Self =
            Self(_mm512_shuffle_epi8(self.0, indices.0));
        /// From each 64-bit lane of `self` the eight bits that begin at the bit `counts[i] % 64`, with
        /// those at the low end behind those at the high end.
        pub(super) fn multishift(self, counts: Self) -> Self =
            Self(_mm512_multishift_epi64_epi8(counts.0, self.0));

        /// The lanes where `k` is set, moved together, and 0 behind them.
        pub(super) fn compress8(self, k: u64) -> Self = Self(_mm512_maskz_compress_epi8(k, self.0));
        pub(super) fn compress16(self, k: u32) -> Self = Self(_mm512_maskz_compress_epi16(k, self.0));

        /// Within each sixteen bytes, eight lanes of `self` and eight of `b` as bytes, FF at most.
        pub(super) fn pack16(self, b: Self) -> Self = Self(_mm512_packus_epi16(self.0, b.0));
        /// Within each sixteen bytes, four lanes of `self` and four of `b` in 16 bits: signed, 7FFF at most.
        pub(super) fn pack32(self, b: Self) -> Self = Self(_mm512_packs_epi32(self.0, b.0));
        /// The same, FFFF at most.
        pub(super) fn pack32_unsigned(self, b: Self) -> Self = Self(_mm512_packus_epi32(self.0, b.0));
        /// For each 64-bit lane the sum of the differences of its bytes.
        pub(super) fn sad8(self, b: Self) -> Self = Self(_mm512_sad_epu8(self.0, b.0));

        /// The sum of the 64-bit lanes.
        pub(super) fn sum64(self) -> i64 = _mm512_reduce_add_epi64(self.0);
        /// The 32-bit lanes moved down by one, and the lowest of `b` behind them.
        pub(super) fn next32(self, b: Self) -> Self = Self(_mm512_alignr_epi32::<1>(b.0, self.0));
        pub(super) fn first_quarter(self) -> Quarter = Quarter(_mm512_castsi512_si128(self.0));
        /// The four quarters, each in the place of the one before it.
        pub(super) fn next_quarter(self) -> Self =
            Self(_mm512_shuffle_i64x2::<0b00_11_10_01>(self.0, self.0));
        /// Less than a vector, with 0 behind it.
        pub(super) fn from_half(x: __m256i) -> Self = Self(_mm512_zextsi256_si512(x));
        pub(super) fn from_quarter(x: __m128i) -> Self = Self(_mm512_zextsi128_si512(x));
        /// The high 32 bytes of `self`, and behind them those of `b`.
        pub(super) fn join_high(self, b: Self) -> Self =
            Self(_mm512_shuffle_i64x2::<0b11_10_11_10>(self.0, b.0));
        fn join(self, low_of: Half) -> Self = Self(_mm512_inserti64x4::<1>(self.0, low_of.0));
        pub(super) fn low(self) -> Half = Half(_mm512_castsi512_si256(self.0));
        fn high(self) -> Half = Half(_mm512_extracti64x4_epi64::<1>(self.0));
    }

    /// The low 32 bytes of `self`, and behind them those of `b`.
    #[inline(always)]
    pub(super) fn join_low(self, b: Self) -> Self {
        self.join(b.low())
    }

    /// The low 32 bytes, each in 16 bits.
    #[inline(always)]
    pub(super) fn widen8(self) -> Self {
        self.low().widen8()
    }

    /// The same as numbers with a sign.
    #[inline(always)]
    pub(super) fn widen8_signed(self) -> Self {
        self.low().widen8_signed()
    }

    /// The high 32 bytes likewise.
    #[inline(always)]
    pub(super) fn widen8_signed_high(self) -> Self {
        self.high().widen8_signed()
    }

    /// The first sixteen bytes, each in 32 bits.
    #[inline(always)]
    pub(super) fn widen8_to_32(self) -> Self {
        self.first_quarter().widen8_to_32()
    }

    /// The low sixteen 16-bit lanes, each in 32 bits.
    #[inline(always)]
    pub(super) fn widen16(self) -> Self {
        self.low().widen16()
    }

    /// The high sixteen 16-bit lanes, each in 32 bits.
    #[inline(always)]
    pub(super) fn widen16_high(self) -> Self {
        self.high().widen16()
    }
}
