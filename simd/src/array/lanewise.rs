//! [`Lanewise`] for arrays.

use core::array::from_fn;

use super::U8x16;
use super::words::tops;
use crate::vector::{Lanewise, Vector};

/// Lanes of 16 bits and more, one by one, for what multiplies them.
macro_rules! lanes {
    ($($type:ident $count:literal $get:ident $new:ident;)*) => {
        impl U8x16 {
            $(
                #[inline(always)]
                pub(super) fn $get(self) -> [$type; $count] {
                    from_fn(|i| (self.0 >> ($type::BITS as usize * i)) as $type)
                }

                #[inline(always)]
                pub(super) fn $new(lane: impl Fn(usize) -> $type) -> Self {
                    let at = |i: usize| u128::from(lane(i)) << ($type::BITS as usize * i);
                    Self((0..$count).fold(0, |lanes, i| lanes | at(i)))
                }
            )*
        }
    };
}

lanes! {
    u16 8 u16s of_u16s;
    u32 4 u32s of_u32s;
}

/// What the lanes of a width are given to: [`super::words`].
macro_rules! each {
    ($($name:ident: $op:ident $width:literal;)*) => {$(
        #[inline(always)]
        fn $name(self, b: Self) -> Self {
            self.$op::<$width>(b)
        }
    )*};
}

macro_rules! shifted {
    ($($name:ident: $op:ident $width:literal;)*) => {$(
        #[inline(always)]
        fn $name<const N: i32>(self) -> Self {
            self.$op::<$width, N>()
        }
    )*};
}

/// The signed lanes of both, held to the bounds of a narrower type.
macro_rules! narrowed {
    ($($name:ident: $width:literal $narrow:ident;)*) => {$(
        #[inline(never)]
        fn $name(self, b: Self) -> Self {
            let held = |a: Self| a.held::<$width>($narrow::MIN as i32, $narrow::MAX as i32);
            held(self).lower_halves::<$width>(held(b))
        }
    )*};
}

impl Lanewise for U8x16 {
    each! {
        add8: add 8;
        add16: add 16;
        add32: add 32;
        add64: add 64;
        sub8: sub 8;
        sub16: sub 16;
        sub32: sub 32;
        min8: min 8;
        max8: max 8;
        min16: min 16;
        max16: max 16;
        min32: min 32;
        max32: max 32;
        eq8: equal 8;
        eq16: equal 16;
        eq32: equal 32;
        gt8: above_signed 8;
        gt16: above_signed 16;
        gt32: above_signed 32;
        zip_low8: zipped 8;
        zip_low16: zipped 16;
    }

    shifted! {
        shl16: shl 16;
        shr16: shr 16;
        shl32: shl 32;
        shr32: shr 32;
        shr64: shr 64;
    }

    narrowed! {
        narrow16: 16 u8;
        narrow16_signed: 16 i8;
        narrow32: 32 u16;
        narrow32_signed: 32 i16;
    }

    #[inline(always)]
    fn zip_high8(self, b: Self) -> Self {
        self.upper().zipped::<8>(b.upper())
    }

    #[inline(always)]
    fn zip_high16(self, b: Self) -> Self {
        self.upper().zipped::<16>(b.upper())
    }

    #[inline(always)]
    fn adds16(self, b: Self) -> Self {
        let sum = self.add::<16>(b);
        // The carry out of each lane.
        let over = (self & b) | (self | b).without(sum);
        sum | (over & Self(tops::<16>())).spread::<16>()
    }

    #[inline(never)]
    fn products8(self, b: Self) -> Self {
        let (a, b) = (self.0.to_le_bytes(), b.0.to_le_bytes());
        let product = |i: usize| i16::from(a[i]) * i16::from(b[i] as i8);
        Self::of_u16s(|i| product(2 * i).saturating_add(product(2 * i + 1)) as u16)
    }

    #[inline(never)]
    fn products16(self, b: Self) -> Self {
        let (a, b) = (self.u16s(), b.u16s());
        let product = |i: usize| i32::from(a[i] as i16) * i32::from(b[i] as i16);
        Self::of_u32s(|i| product(2 * i).wrapping_add(product(2 * i + 1)) as u32)
    }

    #[inline(never)]
    fn sums8(self, b: Self) -> Self {
        let (a, b) = (self.0.to_le_bytes(), b.0.to_le_bytes());
        let sum =
            |i: usize| (8 * i..8 * i + 8).map(|j| u128::from(a[j].abs_diff(b[j]))).sum::<u128>();
        Self(sum(0) | sum(1) << 64)
    }
}
