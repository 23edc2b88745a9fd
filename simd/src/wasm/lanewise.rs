//! [`Lanewise`](crate::vector::Lanewise), which says what the operations do, for WebAssembly.

use core::arch::wasm32::*;

use super::U8x16;
use crate::vector::Lanewise;

macro_rules! each {
    ($($name:ident = $intrinsic:ident;)*) => {$(
        #[inline(always)]
        fn $name(self, b: Self) -> Self {
            Self($intrinsic(self.0, b.0))
        }
    )*};
}

macro_rules! shifts {
    ($($name:ident = $intrinsic:ident;)*) => {$(
        #[inline(always)]
        fn $name<const N: i32>(self) -> Self {
            Self($intrinsic(self.0, N as u32))
        }
    )*};
}

/// The lanes of both, one after the other in turn.
macro_rules! zips {
    ($($name:ident = $intrinsic:ident $lanes:tt;)*) => {$(
        #[inline(always)]
        fn $name(self, b: Self) -> Self {
            zips!(@shuffle self b $intrinsic $lanes)
        }
    )*};
    (@shuffle $a:ident $b:ident $intrinsic:ident [$($lane:literal),*]) => {
        Self($intrinsic::<$($lane),*>($a.0, $b.0))
    };
}

impl Lanewise for U8x16 {
    each! {
        add8 = u8x16_add;
        add16 = u16x8_add;
        add32 = u32x4_add;
        add64 = u64x2_add;
        adds16 = u16x8_add_sat;
        sub8 = u8x16_sub;
        sub16 = u16x8_sub;
        sub32 = u32x4_sub;
        min8 = u8x16_min;
        max8 = u8x16_max;
        min16 = u16x8_min;
        max16 = u16x8_max;
        min32 = u32x4_min;
        max32 = u32x4_max;
        eq8 = u8x16_eq;
        eq16 = u16x8_eq;
        eq32 = u32x4_eq;
        gt8 = i8x16_gt;
        gt16 = i16x8_gt;
        gt32 = i32x4_gt;
        products16 = i32x4_dot_i16x8;
        narrow16 = u8x16_narrow_i16x8;
        narrow16_signed = i8x16_narrow_i16x8;
        narrow32 = u16x8_narrow_i32x4;
        narrow32_signed = i16x8_narrow_i32x4;
    }

    shifts! {
        shl16 = u16x8_shl;
        shr16 = u16x8_shr;
        shl32 = u32x4_shl;
        shr32 = u32x4_shr;
        shr64 = u64x2_shr;
    }

    zips! {
        zip_low8 = u8x16_shuffle [0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23];
        zip_high8 = u8x16_shuffle [8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31];
        zip_low16 = u16x8_shuffle [0, 8, 1, 9, 2, 10, 3, 11];
        zip_high16 = u16x8_shuffle [4, 12, 5, 13, 6, 14, 7, 15];
    }

    /// Every use has a constant for `b`, of which the compiler makes shifts: 1, 2, 3 or 64.
    #[inline(always)]
    fn products8(self, b: Self) -> Self {
        // The bytes at even places and those at odd ones, each in 16 bits: `self` with zeros above, `b` with
        // its sign.
        let (a_even, b_even) =
            (v128_and(self.0, u16x8_splat(0x00FF)), i16x8_shr(i16x8_shl(b.0, 8), 8));
        let (a_odd, b_odd) = (u16x8_shr(self.0, 8), i16x8_shr(b.0, 8));
        Self(i16x8_add_sat(i16x8_mul(a_even, b_even), i16x8_mul(a_odd, b_odd)))
    }

    #[inline(always)]
    fn sums8(self, b: Self) -> Self {
        let differences = u8x16_sub(u8x16_max(self.0, b.0), u8x16_min(self.0, b.0));
        let of_two = u16x8_extadd_pairwise_u8x16(differences);
        let of_four = i32x4_dot_i16x8(of_two, i16x8_splat(1));
        let upper = u64x2_shr(of_four, 32);
        Self(u64x2_add(v128_and(of_four, u64x2_splat(0xFFFF_FFFF)), upper))
    }
}
