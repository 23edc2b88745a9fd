//! [`Wide`] and [`Vector`] for arrays.

use core::array::from_fn;
use core::mem::MaybeUninit;

use super::{Array, U8x16};
use crate::fallback::form::Utf16;
use crate::kernels::byte_planes::BytePlanes;
use crate::kernels::from_utf16::Done;
use crate::kernels::utf16_planes;
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
        U8x16::of_u64s(|i| if i == 0 { low } else { high })
    }

    #[inline(always)]
    fn words(self, x: u16) -> U8x16 {
        U8x16::of_u16s(|_| x)
    }

    #[inline(always)]
    fn doubles(self, x: u32) -> U8x16 {
        U8x16::of_u32s(|_| x)
    }

    #[inline(always)]
    fn widen8(self, src: &[u8]) -> U8x16 {
        let src: &[u8; 8] = src.first_chunk().expect("half a vector");
        U8x16::of_u16s(|i| u16::from(src[i]))
    }

    #[inline(always)]
    fn widen8_to_32(self, src: &[u8]) -> U8x16 {
        let src: &[u8; 4] = src.first_chunk().expect("a quarter of a vector");
        U8x16::of_u32s(|i| u32::from(src[i]))
    }

    #[inline(always)]
    fn rows<const N: usize>(self, table: &[[u8; 16]; N], low: usize, _: usize) -> U8x16 {
        self.load(&table[low % N])
    }

    const MORE_ROOM: usize = utf16_planes::MORE_ROOM;

    #[inline(always)]
    fn utf16_to_utf8_block_of_surrogates<const LOSSY: bool>(
        self,
        from: Utf16,
        src: &[[u8; 2]],
        at: usize,
        room: &mut [MaybeUninit<u8>],
    ) -> Option<Done> {
        utf16_planes::block_of_surrogates::<LOSSY, Self>(self, from, src, at, room)
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
        self.zip(b, |a, b| a & !b)
    }

    #[inline(always)]
    fn shift_up_behind<const N: usize>(self, before: Self) -> Self {
        Self(from_fn(|i| if i < N { before.0[16 - N + i] } else { self.0[i - N] }))
    }

    #[inline(always)]
    fn select8(self, mask: Self, b: Self) -> Self {
        Self(from_fn(|i| if mask.0[i] >= 0x80 { b.0[i] } else { self.0[i] }))
    }

    #[inline(always)]
    fn widen_low8(self) -> Self {
        Self::of_u16s(|i| u16::from(self.0[i]))
    }

    #[inline(always)]
    fn widen_low16(self) -> Self {
        let a = self.u16s();
        Self::of_u32s(|i| u32::from(a[i]))
    }

    #[inline(always)]
    fn widen_high16(self) -> Self {
        let a = self.u16s();
        Self::of_u32s(|i| u32::from(a[4 + i]))
    }

    #[inline(always)]
    fn in_order(self) -> Self {
        self
    }

    #[inline(always)]
    fn shift_down2(self) -> Self {
        self.pick(|i| i + 2)
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
        let [a, b] = self.u64s();
        a.wrapping_add(b)
    }

    #[inline(always)]
    fn low64(self) -> u64 {
        self.u64s()[0]
    }

    #[inline(always)]
    fn store<U: Copy>(self, dst: &mut [MaybeUninit<U>]) {
        assert!(size_of_val(dst) >= 16, "room for a vector");
        // SAFETY: `dst` has 16 writable bytes, and any bytes are valid for a `MaybeUninit`.
        unsafe { dst.as_mut_ptr().cast::<[u8; 16]>().write_unaligned(self.0) }
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
        store_partial16(u128::from_le_bytes(self.0), dst);
    }

    #[inline(always)]
    fn overwrite(self, dst: &mut [u8]) {
        *dst.first_chunk_mut().expect("a whole vector") = self.0;
    }

    #[inline(always)]
    fn overwrite_first(self, dst: &mut [u8]) {
        self.store_first(as_output(dst), 16);
    }
}

impl BytePlanes for U8x16 {
    #[inline(always)]
    fn even8(self, b: Self) -> Self {
        Self(from_fn(|i| if i < 8 { self.0[2 * i] } else { b.0[2 * i - 16] }))
    }

    #[inline(always)]
    fn odd8(self, b: Self) -> Self {
        Self(from_fn(|i| if i < 8 { self.0[2 * i + 1] } else { b.0[2 * i - 15] }))
    }

    #[inline(always)]
    fn shr8<const N: i32>(self) -> Self {
        Self(self.0.map(|byte| byte >> N))
    }

    #[inline(always)]
    fn below_shl8<const N: i32>(self, b: Self) -> Self {
        self.zip(b, |a, b| a & !(0xFF << N) | b << N)
    }

    #[inline(always)]
    fn choose(self, mask: Self, b: Self) -> Self {
        self.without(mask) | b & mask
    }
}
