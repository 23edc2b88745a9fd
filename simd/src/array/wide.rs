//! [`Wide`] and [`Vector`] for arrays.

use core::mem::MaybeUninit;

use super::words::each;
use super::{Array, U8x16};
use crate::fallback::form::Utf16;
use crate::kernels::byte_planes::BytePlanes;
use crate::kernels::utf16_sink::Done;
use crate::kernels::{utf16_planes, utf16_planes_by_sixteen};
use crate::partial::{as_output, at_end16, store_partial16};
use crate::vector::{Simd, Vector, Wide};

impl Wide for Array {
    type Narrow = Self;

    #[inline(always)]
    fn narrow(self) -> Self {
        self
    }

    #[inline(always)]
    fn load_at_end(self, src: &[u8]) -> U8x16 {
        let (low, high) = at_end16(src);
        U8x16(u128::from(low) | u128::from(high) << 64)
    }

    #[inline(always)]
    fn words(self, x: u16) -> U8x16 {
        U8x16(each::<16>(u128::from(x)))
    }

    #[inline(always)]
    fn doubles(self, x: u32) -> U8x16 {
        U8x16(each::<32>(u128::from(x)))
    }

    #[inline(always)]
    fn widen8(self, src: &[u8]) -> U8x16 {
        let src: &[u8; 8] = src.first_chunk().expect("half a vector");
        U8x16(u128::from(u64::from_le_bytes(*src))).widened::<8>()
    }

    #[inline(always)]
    fn widen8_to_32(self, src: &[u8]) -> U8x16 {
        let src: &[u8; 4] = src.first_chunk().expect("a quarter of a vector");
        U8x16(u128::from(u32::from_le_bytes(*src))).widened::<8>().widened::<16>()
    }

    #[inline(always)]
    fn rows<const N: usize>(self, table: &[[u8; 16]; N], low: usize, _: usize) -> U8x16 {
        self.load(&table[low % N])
    }

    const FOUR_WORDS: bool = true;

    const PRODUCTS: bool = true;

    const SURROGATES_IN_PLANES: bool = true;

    const MORE_ROOM: usize = utf16_planes::MORE_ROOM;

    #[inline(always)]
    fn utf16_to_utf8_block_of_surrogates<const LOSSY: bool>(
        self,
        from: Utf16,
        src: &[[u8; 2]],
        at: usize,
        room: &mut [MaybeUninit<u8>],
    ) -> Option<Done> {
        utf16_planes_by_sixteen::block_of_surrogates::<LOSSY, Self>(self, from, src, at, room)
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
        Self(self.0 & !b.0)
    }

    #[inline(always)]
    fn shift_up_behind<const N: usize>(self, before: Self) -> Self {
        Self(self.0 << (8 * N) | before.0 >> (128 - 8 * N))
    }

    #[inline(always)]
    fn select8(self, mask: Self, b: Self) -> Self {
        self.chosen(mask.spread::<8>(), b)
    }

    #[inline(always)]
    fn widen_low8(self) -> Self {
        self.widened::<8>()
    }

    #[inline(always)]
    fn widen_low16(self) -> Self {
        self.widened::<16>()
    }

    #[inline(always)]
    fn widen_high16(self) -> Self {
        self.upper().widened::<16>()
    }

    #[inline(always)]
    fn in_order(self) -> Self {
        self
    }

    #[inline(always)]
    fn shift_down2(self) -> Self {
        Self(self.0 >> 16)
    }

    #[inline(always)]
    fn behind(self, before: Self) -> Self {
        self.shift_up_behind::<1>(before)
    }

    #[inline(always)]
    fn in_order_of_four(self) -> Self {
        self
    }

    #[inline(always)]
    fn high_bits32(self) -> usize {
        self.u32s().iter().rev().fold(0, |bits, lane| bits << 1 | (lane >> 31) as usize)
    }

    #[inline(always)]
    fn sum64(self) -> u64 {
        self.low64().wrapping_add(self.upper().low64())
    }

    #[inline(always)]
    fn low64(self) -> u64 {
        self.0 as u64
    }

    #[inline(always)]
    fn store<U: Copy>(self, dst: &mut [MaybeUninit<U>]) {
        assert!(size_of_val(dst) >= 16, "room for a vector");
        // SAFETY: `dst` has 16 writable bytes, and any bytes are valid for a `MaybeUninit`.
        unsafe { dst.as_mut_ptr().cast::<[u8; 16]>().write_unaligned(self.0.to_le_bytes()) }
    }

    #[inline(always)]
    fn store_low64<U: Copy>(self, dst: &mut [MaybeUninit<U>]) {
        assert!(size_of_val(dst) >= 8, "room for eight bytes");
        // SAFETY: `dst` has 8 writable bytes, and any bytes are valid for a `MaybeUninit`.
        unsafe { dst.as_mut_ptr().cast::<u64>().write_unaligned(self.low64().to_le()) }
    }

    #[inline(always)]
    fn store_first<U: Copy>(self, dst: &mut [MaybeUninit<U>], n: usize) {
        let n = n.min(dst.len()).min(16 / size_of::<U>());
        let dst = &mut dst[..n];
        if size_of_val(dst) == 16 {
            return self.store(dst);
        }
        store_partial16(self.0, dst);
    }

    #[inline(always)]
    fn overwrite(self, dst: &mut [u8]) {
        *dst.first_chunk_mut().expect("a whole vector") = self.0.to_le_bytes();
    }

    #[inline(always)]
    fn overwrite_first(self, dst: &mut [u8]) {
        self.store_first(as_output(dst), 16);
    }
}

impl BytePlanes for U8x16 {
    #[inline(always)]
    fn even8(self, b: Self) -> Self {
        self.lower_halves::<16>(b)
    }

    #[inline(always)]
    fn odd8(self, b: Self) -> Self {
        Self(self.0 >> 8).lower_halves::<16>(Self(b.0 >> 8))
    }

    #[inline(always)]
    fn shr8<const N: i32>(self) -> Self {
        self.shr::<8, N>()
    }

    #[inline(always)]
    fn below_shl8<const N: i32>(self, b: Self) -> Self {
        Self(self.0 & each::<8>((1 << N) - 1)) | b.shl::<8, N>()
    }

    #[inline(always)]
    fn choose(self, mask: Self, b: Self) -> Self {
        self.chosen(mask, b)
    }
}
