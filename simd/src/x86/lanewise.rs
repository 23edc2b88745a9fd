//! Operations of one instruction, the same for each width of vector.
//!
//! [`Lanewise`] says what they do.

use super::arch::*;
use super::avx2::U8x32;
use super::sse41::U8x16;
use crate::vector::Lanewise;

macro_rules! lanewise {
    ($vector:ident {
        $($name:ident = $intrinsic:ident;)*
    } shifts {
        $($shift:ident = $by:ident;)*
    }) => {
        impl Lanewise for $vector {
            $(
                #[inline(always)]
                fn $name(self, b: Self) -> Self {
                    // SAFETY: the token invariant; the instruction works on registers only.
                    Self(unsafe { $intrinsic(self.0, b.0) })
                }
            )*
            $(
                #[inline(always)]
                fn $shift<const N: i32>(self) -> Self {
                    // SAFETY: the token invariant; the instruction works on registers only.
                    Self(unsafe { $by::<N>(self.0) })
                }
            )*
        }
    };
}

lanewise! {
    U8x16 {
        add8 = _mm_add_epi8;
        add16 = _mm_add_epi16;
        add32 = _mm_add_epi32;
        add64 = _mm_add_epi64;
        adds16 = _mm_adds_epu16;
        sub8 = _mm_sub_epi8;
        sub16 = _mm_sub_epi16;
        sub32 = _mm_sub_epi32;
        min8 = _mm_min_epu8;
        max8 = _mm_max_epu8;
        min16 = _mm_min_epu16;
        max16 = _mm_max_epu16;
        min32 = _mm_min_epu32;
        max32 = _mm_max_epu32;
        eq8 = _mm_cmpeq_epi8;
        eq16 = _mm_cmpeq_epi16;
        eq32 = _mm_cmpeq_epi32;
        gt8 = _mm_cmpgt_epi8;
        gt16 = _mm_cmpgt_epi16;
        gt32 = _mm_cmpgt_epi32;
        products8 = _mm_maddubs_epi16;
        products16 = _mm_madd_epi16;
        sums8 = _mm_sad_epu8;
        zip_low8 = _mm_unpacklo_epi8;
        zip_high8 = _mm_unpackhi_epi8;
        zip_low16 = _mm_unpacklo_epi16;
        zip_high16 = _mm_unpackhi_epi16;
        narrow16 = _mm_packus_epi16;
        narrow16_signed = _mm_packs_epi16;
        narrow32 = _mm_packus_epi32;
        narrow32_signed = _mm_packs_epi32;
    } shifts {
        shl16 = _mm_slli_epi16;
        shr16 = _mm_srli_epi16;
        shl32 = _mm_slli_epi32;
        shr32 = _mm_srli_epi32;
        shr64 = _mm_srli_epi64;
    }
}

lanewise! {
    U8x32 {
        add8 = _mm256_add_epi8;
        add16 = _mm256_add_epi16;
        add32 = _mm256_add_epi32;
        add64 = _mm256_add_epi64;
        adds16 = _mm256_adds_epu16;
        sub8 = _mm256_sub_epi8;
        sub16 = _mm256_sub_epi16;
        sub32 = _mm256_sub_epi32;
        min8 = _mm256_min_epu8;
        max8 = _mm256_max_epu8;
        min16 = _mm256_min_epu16;
        max16 = _mm256_max_epu16;
        min32 = _mm256_min_epu32;
        max32 = _mm256_max_epu32;
        eq8 = _mm256_cmpeq_epi8;
        eq16 = _mm256_cmpeq_epi16;
        eq32 = _mm256_cmpeq_epi32;
        gt8 = _mm256_cmpgt_epi8;
        gt16 = _mm256_cmpgt_epi16;
        gt32 = _mm256_cmpgt_epi32;
        products8 = _mm256_maddubs_epi16;
        products16 = _mm256_madd_epi16;
        sums8 = _mm256_sad_epu8;
        zip_low8 = _mm256_unpacklo_epi8;
        zip_high8 = _mm256_unpackhi_epi8;
        zip_low16 = _mm256_unpacklo_epi16;
        zip_high16 = _mm256_unpackhi_epi16;
        narrow16 = _mm256_packus_epi16;
        narrow16_signed = _mm256_packs_epi16;
        narrow32 = _mm256_packus_epi32;
        narrow32_signed = _mm256_packs_epi32;
    } shifts {
        shl16 = _mm256_slli_epi16;
        shr16 = _mm256_srli_epi16;
        shl32 = _mm256_slli_epi32;
        shr32 = _mm256_srli_epi32;
        shr64 = _mm256_srli_epi64;
    }
}
