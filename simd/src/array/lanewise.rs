//! [`Lanewise`] for arrays: what each operation is, written out.

use core::array::from_fn;

use super::U8x16;
use crate::vector::Lanewise;

/// The lanes as integers of a width, and back.
macro_rules! lanes {
    ($($type:ident $count:literal $get:ident $new:ident;)*) => {
        impl U8x16 {
            $(
                #[inline(always)]
                pub(super) fn $get(self) -> [$type; $count] {
                    const SIZE: usize = size_of::<$type>();
                    from_fn(|i| $type::from_le_bytes(from_fn(|j| self.0[SIZE * i + j])))
                }

                #[inline(always)]
                pub(super) fn $new(lane: impl Fn(usize) -> $type) -> Self {
                    const SIZE: usize = size_of::<$type>();
                    let lanes: [[u8; SIZE]; $count] = from_fn(|i| lane(i).to_le_bytes());
                    Self(*lanes.as_flattened().first_chunk().expect("sixteen bytes"))
                }
            )*
        }
    };
}

lanes! {
    u8 16 u8s of_u8s;
    u16 8 u16s of_u16s;
    u32 4 u32s of_u32s;
    u64 2 u64s of_u64s;
}

/// Operations of the lanes of both vectors at the same place.
macro_rules! each {
    ($($name:ident: $get:ident $new:ident $op:expr;)*) => {$(
        #[inline(always)]
        fn $name(self, b: Self) -> Self {
            let (a, b) = (self.$get(), b.$get());
            Self::$new(|i| $op(a[i], b[i]))
        }
    )*};
}

/// The same of signed lanes, whether one is greater.
macro_rules! greater {
    ($($name:ident: $get:ident $new:ident $signed:ident $unsigned:ident;)*) => {$(
        #[inline(always)]
        fn $name(self, b: Self) -> Self {
            let (a, b) = (self.$get(), b.$get());
            Self::$new(|i| if a[i] as $signed > b[i] as $signed { $unsigned::MAX } else { 0 })
        }
    )*};
}

macro_rules! equal {
    ($($name:ident: $get:ident $new:ident $unsigned:ident;)*) => {$(
        #[inline(always)]
        fn $name(self, b: Self) -> Self {
            let (a, b) = (self.$get(), b.$get());
            Self::$new(|i| if a[i] == b[i] { $unsigned::MAX } else { 0 })
        }
    )*};
}

/// Lanes of both, one after the other in turn, from `$from` on.
macro_rules! zipped {
    ($($name:ident: $get:ident $new:ident $from:literal;)*) => {$(
        #[inline(always)]
        fn $name(self, b: Self) -> Self {
            let (a, b) = (self.$get(), b.$get());
            Self::$new(|i| if i % 2 == 0 { a[$from + i / 2] } else { b[$from + i / 2] })
        }
    )*};
}

/// The signed lanes of both, held to the bounds of a narrower type.
macro_rules! narrowed {
    ($($name:ident: $get:ident $new:ident $half:literal $signed:ident $narrow:ident $as:ident;)*) => {$(
        #[inline(always)]
        fn $name(self, b: Self) -> Self {
            const MIN: $signed = $narrow::MIN as $signed;
            const MAX: $signed = $narrow::MAX as $signed;
            let (a, b) = (self.$get(), b.$get());
            let lane = |i: usize| if i < $half { a[i] } else { b[i - $half] };
            Self::$new(|i| (lane(i) as $signed).clamp(MIN, MAX) as $as)
        }
    )*};
}

macro_rules! shifted {
    ($($name:ident: $get:ident $new:ident $op:tt;)*) => {$(
        #[inline(always)]
        fn $name<const N: i32>(self) -> Self {
            let a = self.$get();
            Self::$new(|i| a[i] $op N)
        }
    )*};
}

impl Lanewise for U8x16 {
    each! {
        add8: u8s of_u8s u8::wrapping_add;
        add16: u16s of_u16s u16::wrapping_add;
        add32: u32s of_u32s u32::wrapping_add;
        add64: u64s of_u64s u64::wrapping_add;
        adds16: u16s of_u16s u16::saturating_add;
        sub8: u8s of_u8s u8::wrapping_sub;
        sub16: u16s of_u16s u16::wrapping_sub;
        sub32: u32s of_u32s u32::wrapping_sub;
        min8: u8s of_u8s u8::min;
        max8: u8s of_u8s u8::max;
        min16: u16s of_u16s u16::min;
        max16: u16s of_u16s u16::max;
        min32: u32s of_u32s u32::min;
        max32: u32s of_u32s u32::max;
    }

    equal! {
        eq8: u8s of_u8s u8;
        eq16: u16s of_u16s u16;
        eq32: u32s of_u32s u32;
    }

    greater! {
        gt8: u8s of_u8s i8 u8;
        gt16: u16s of_u16s i16 u16;
        gt32: u32s of_u32s i32 u32;
    }

    zipped! {
        zip_low8: u8s of_u8s 0;
        zip_high8: u8s of_u8s 8;
        zip_low16: u16s of_u16s 0;
        zip_high16: u16s of_u16s 4;
    }

    narrowed! {
        narrow16: u16s of_u8s 8 i16 u8 u8;
        narrow16_signed: u16s of_u8s 8 i16 i8 u8;
        narrow32: u32s of_u16s 4 i32 u16 u16;
        narrow32_signed: u32s of_u16s 4 i32 i16 u16;
    }

    shifted! {
        shl16: u16s of_u16s <<;
        shr16: u16s of_u16s >>;
        shl32: u32s of_u32s <<;
        shr32: u32s of_u32s >>;
        shr64: u64s of_u64s >>;
    }

    #[inline(always)]
    fn products8(self, b: Self) -> Self {
        let product = |i: usize| i16::from(self.0[i]) * i16::from(b.0[i] as i8);
        Self::of_u16s(|i| product(2 * i).saturating_add(product(2 * i + 1)) as u16)
    }

    #[inline(always)]
    fn products16(self, b: Self) -> Self {
        let (a, b) = (self.u16s(), b.u16s());
        let product = |i: usize| i32::from(a[i] as i16) * i32::from(b[i] as i16);
        Self::of_u32s(|i| product(2 * i).wrapping_add(product(2 * i + 1)) as u32)
    }

    #[inline(always)]
    fn sign16(self, b: Self) -> Self {
        let (a, b) = (self.u16s(), b.u16s());
        Self::of_u16s(|i| match b[i] as i16 {
            ..0 => a[i].wrapping_neg(),
            0 => 0,
            _ => a[i],
        })
    }

    #[inline(always)]
    fn sums8(self, b: Self) -> Self {
        let (a, b) = (self.0, b.0);
        Self::of_u64s(|i| (8 * i..8 * i + 8).map(|j| u64::from(a[j].abs_diff(b[j]))).sum())
    }
}
