//! [`Lanewise`] for NEON.

use core::arch::aarch64::*;

use super::U8x16;
use crate::vector::Lanewise;

/// A vector seen as lanes of a width, and back.
macro_rules! lanes {
    ($($type:ident $get:ident = $from:ident, $new:ident = $to:ident;)*) => {
        impl U8x16 {
            $(
                #[inline(always)]
                pub(super) fn $get(self) -> $type {
                    // SAFETY: the target has NEON; the bits stay as they are.
                    unsafe { $from(self.0) }
                }

                #[inline(always)]
                pub(super) fn $new(lanes: $type) -> Self {
                    // SAFETY: the target has NEON; the bits stay as they are.
                    Self(unsafe { $to(lanes) })
                }
            )*
        }
    };
}

lanes! {
    int8x16_t i8s = vreinterpretq_s8_u8, of_i8s = vreinterpretq_u8_s8;
    uint16x8_t u16s = vreinterpretq_u16_u8, of_u16s = vreinterpretq_u8_u16;
    int16x8_t i16s = vreinterpretq_s16_u8, of_i16s = vreinterpretq_u8_s16;
    uint32x4_t u32s = vreinterpretq_u32_u8, of_u32s = vreinterpretq_u8_u32;
    int32x4_t i32s = vreinterpretq_s32_u8, of_i32s = vreinterpretq_u8_s32;
    uint64x2_t u64s = vreinterpretq_u64_u8, of_u64s = vreinterpretq_u8_u64;
}

/// Operations of one instruction, with the lanes that they take and give.
macro_rules! each {
    ($($name:ident: $get:ident $new:ident $intrinsic:ident;)*) => {$(
        #[inline(always)]
        fn $name(self, b: Self) -> Self {
            // SAFETY: the target has NEON; the instruction works on registers only.
            Self::$new(unsafe { $intrinsic(self.$get(), b.$get()) })
        }
    )*};
}

/// Two instructions: of one vector the lower half, of the other the upper one.
macro_rules! narrowed {
    ($($name:ident: $get:ident $new:ident $first:ident $second:ident;)*) => {$(
        #[inline(always)]
        fn $name(self, b: Self) -> Self {
            // SAFETY: the target has NEON; the instruction works on registers only.
            let low = unsafe { $first(self.$get()) };
            // SAFETY: the target has NEON; the instruction works on registers only.
            Self::$new(unsafe { $second(low, b.$get()) })
        }
    )*};
}

macro_rules! shifted {
    ($($name:ident: $get:ident $new:ident $intrinsic:ident;)*) => {$(
        #[inline(always)]
        fn $name<const N: i32>(self) -> Self {
            // SAFETY: the target has NEON; the instruction works on registers only.
            Self::$new(unsafe { $intrinsic::<N>(self.$get()) })
        }
    )*};
}

impl U8x16 {
    #[inline(always)]
    pub(super) fn u8s(self) -> uint8x16_t {
        self.0
    }

    #[inline(always)]
    pub(super) fn of_u8s(lanes: uint8x16_t) -> Self {
        Self(lanes)
    }
}

impl Lanewise for U8x16 {
    each! {
        add8: u8s of_u8s vaddq_u8;
        add16: u16s of_u16s vaddq_u16;
        add32: u32s of_u32s vaddq_u32;
        add64: u64s of_u64s vaddq_u64;
        adds16: u16s of_u16s vqaddq_u16;
        sub8: u8s of_u8s vsubq_u8;
        sub16: u16s of_u16s vsubq_u16;
        sub32: u32s of_u32s vsubq_u32;
        min8: u8s of_u8s vminq_u8;
        max8: u8s of_u8s vmaxq_u8;
        min16: u16s of_u16s vminq_u16;
        max16: u16s of_u16s vmaxq_u16;
        min32: u32s of_u32s vminq_u32;
        max32: u32s of_u32s vmaxq_u32;
        eq8: u8s of_u8s vceqq_u8;
        eq16: u16s of_u16s vceqq_u16;
        eq32: u32s of_u32s vceqq_u32;
        gt8: i8s of_u8s vcgtq_s8;
        gt16: i16s of_u16s vcgtq_s16;
        gt32: i32s of_u32s vcgtq_s32;
        zip_low8: u8s of_u8s vzip1q_u8;
        zip_high8: u8s of_u8s vzip2q_u8;
        zip_low16: u16s of_u16s vzip1q_u16;
        zip_high16: u16s of_u16s vzip2q_u16;
    }

    narrowed! {
        narrow16: i16s of_u8s vqmovun_s16 vqmovun_high_s16;
        narrow16_signed: i16s of_i8s vqmovn_s16 vqmovn_high_s16;
        narrow32: i32s of_u16s vqmovun_s32 vqmovun_high_s32;
        narrow32_signed: i32s of_i16s vqmovn_s32 vqmovn_high_s32;
    }

    shifted! {
        shl16: u16s of_u16s vshlq_n_u16;
        shr16: u16s of_u16s vshrq_n_u16;
        shl32: u32s of_u32s vshlq_n_u32;
        shr32: u32s of_u32s vshrq_n_u32;
        shr64: u64s of_u64s vshrq_n_u64;
    }

    #[inline(always)]
    fn products8(self, b: Self) -> Self {
        // The bytes at even places and those at odd ones, each in 16 bits: `self` with zeros above, `b` with its
        // sign.
        let (a_even, b_even) = (self & Self::of_u16s(word(0x00FF)), b.shl16::<8>().sign_shr8());
        let (a_odd, b_odd) = (self.shr16::<8>(), b.sign_shr8());
        // SAFETY: the target has NEON; the instruction works on registers only.
        let odd = unsafe { vmulq_s16(a_odd.i16s(), b_odd.i16s()) };
        // SAFETY: the target has NEON; the instruction works on registers only.
        let even = unsafe { vmulq_s16(a_even.i16s(), b_even.i16s()) };
        // SAFETY: the target has NEON; the instruction works on registers only.
        Self::of_i16s(unsafe { vqaddq_s16(even, odd) })
    }

    #[inline(always)]
    fn products16(self, b: Self) -> Self {
        let (a, b) = (self.i16s(), b.i16s());
        // SAFETY: the target has NEON; the instruction works on registers only.
        let a_low = unsafe { vget_low_s16(a) };
        // SAFETY: the target has NEON; the instruction works on registers only.
        let b_low = unsafe { vget_low_s16(b) };
        // SAFETY: the target has NEON; the instruction works on registers only.
        let low = unsafe { vmull_s16(a_low, b_low) };
        // SAFETY: the target has NEON; the instruction works on registers only.
        let high = unsafe { vmull_high_s16(a, b) };
        // SAFETY: the target has NEON; the instruction works on registers only.
        Self::of_i32s(unsafe { vpaddq_s32(low, high) })
    }

    #[inline(always)]
    fn sums8(self, b: Self) -> Self {
        // SAFETY: the target has NEON; the instruction works on registers only.
        let differences = unsafe { vabdq_u8(self.0, b.0) };
        // SAFETY: the target has NEON; the instruction works on registers only.
        let of_two = unsafe { vpaddlq_u8(differences) };
        // SAFETY: the target has NEON; the instruction works on registers only.
        let of_four = unsafe { vpaddlq_u16(of_two) };
        // SAFETY: the target has NEON; the instruction works on registers only.
        Self::of_u64s(unsafe { vpaddlq_u32(of_four) })
    }
}

/// `x` in every lane.
#[inline(always)]
fn word(x: u16) -> uint16x8_t {
    // SAFETY: the target has NEON; the instruction works on registers only.
    unsafe { vdupq_n_u16(x) }
}

impl U8x16 {
    /// The upper bytes of the 16-bit lanes with their sign.
    #[inline(always)]
    fn sign_shr8(self) -> Self {
        // SAFETY: the target has NEON; the instruction works on registers only.
        Self::of_i16s(unsafe { vshrq_n_s16::<8>(self.i16s()) })
    }
}
