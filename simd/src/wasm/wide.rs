//! [`Wide`] and [`Vector`] for WebAssembly.

use core::arch::wasm32::*;
use core::hint::black_box;
use core::mem::MaybeUninit;

use super::{Simd128, U8x16, utf8_any, utf8_block, utf16_any, utf16_mixed};
use crate::fallback::ByteOrder;
use crate::fallback::form::Utf16;
use crate::kernels::block_utf8::{self, Block, Run};
use crate::kernels::byte_planes::BytePlanes;
use crate::kernels::from_utf8::{BLOCK, Stop};
use crate::kernels::pack::Sink;
use crate::kernels::room::ROOM;
use crate::kernels::text::Text;
use crate::kernels::three_bytes;
use crate::kernels::utf16_sink::Done;
use crate::kernels::violations::Tables;
use crate::kernels::{utf16_planes, utf16_planes_by_sixteen};
use crate::partial::{as_output, at_end16, store_partial16};
use crate::vector::{Lanewise, Simd, Vector, Wide};

impl Wide for Simd128 {
    type Narrow = Self;

    #[inline(always)]
    fn narrow(self) -> Self {
        self
    }

    #[inline(always)]
    fn load_at_end(self, src: &[u8]) -> U8x16 {
        let (low, high) = at_end16(src);
        U8x16(u64x2(low, high))
    }

    #[inline(always)]
    fn words(self, x: u16) -> U8x16 {
        U8x16(u16x8_splat(x))
    }

    #[inline(always)]
    fn doubles(self, x: u32) -> U8x16 {
        U8x16(u32x4_splat(x))
    }

    #[inline(always)]
    fn spread(self, x: U8x16) -> U8x16 {
        x.spread()
    }

    #[inline(always)]
    fn utf8_block<T: Text, K: Sink>(
        self,
        tables: Tables<Self>,
        bytes: &[u8; 3 + BLOCK + 1],
        to: K,
        room: &mut [MaybeUninit<K::Unit>; ROOM],
    ) -> Block {
        if K::PAIRS {
            return utf8_block::block::<T, K>(self, tables, bytes, to, room);
        }
        block_utf8::block::<T, Self, K>(self, tables, bytes, to, room)
    }

    #[inline(always)]
    fn utf8_blocks_of_any<T: Text, K: Sink>(
        self,
        src: &[u8],
        to: K,
        dst: &mut [MaybeUninit<K::Unit>],
        most: usize,
    ) -> Run {
        if to.ordered(0, 1).0 == 1 {
            utf8_any::run::<true, T, K>(self, src, dst, most)
        } else {
            utf8_any::run::<false, T, K>(self, src, dst, most)
        }
    }

    /// Of a zip and a lookup by numbers that it knows the compiler makes one shuffle of two vectors, any one, which engines
    /// take apart again on x86: two lookups, each by numbers that are made one by one in general registers. So it is not to
    /// know them, and all units have at least 80. (Chinese takes
    /// 0.66 of the time so, in node 20 on a Zen 3, 2026-11-26.)
    #[inline(always)]
    fn row_of_threes(self, units: U8x16, row: &[u8; 16]) -> U8x16 {
        let x80 = self.words(0x80);
        units.min16(x80) ^ (self.table(row) ^ x80)
    }

    /// By places from memory, so that the compiler does not know them, as in [`Self::row_of_threes`]. (Chinese takes 0.72 of
    /// the time so.)
    #[inline(always)]
    fn load_threes(self, bytes: &[u8; 128]) -> [U8x16; 3] {
        three_bytes::load(self, bytes, black_box(&three_bytes::PLACES))
    }

    #[inline(always)]
    fn widen8(self, src: &[u8]) -> U8x16 {
        let src: &[u8; 8] = src.first_chunk().expect("half a vector");
        // SAFETY: the reference is to eight readable bytes, and the load needs no alignment.
        U8x16(unsafe { u16x8_load_extend_u8x8(src.as_ptr()) })
    }

    #[inline(always)]
    fn widen8_to_32(self, src: &[u8]) -> U8x16 {
        let src: &[u8; 4] = src.first_chunk().expect("a quarter of a vector");
        // SAFETY: the reference is to four readable bytes, and the load needs no alignment.
        let quarter = unsafe { v128_load32_zero(src.as_ptr().cast()) };
        U8x16(u32x4_extend_low_u16x8(u16x8_extend_low_u8x16(quarter)))
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

    #[inline(always)]
    fn utf16_to_utf8_run_by_eights<const BIG: bool>(
        self,
        src: &[[u8; 2]],
        dst: &mut [MaybeUninit<u8>],
    ) -> Stop {
        utf16_mixed::run::<BIG>(self, src, dst)
    }

    #[inline(always)]
    fn utf16_to_utf8_run_of_surrogates(
        self,
        from: Utf16,
        src: &[[u8; 2]],
        at: usize,
        dst: &mut [MaybeUninit<u8>],
    ) -> Stop {
        match from.0 {
            ByteOrder::Little => utf16_any::run::<false>(self, src, at, dst),
            ByteOrder::Big => utf16_any::run::<true>(self, src, at, dst),
        }
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
        Self(v128_andnot(self.0, b.0))
    }

    #[inline(always)]
    fn shift_up_behind<const N: usize>(self, before: Self) -> Self {
        self.after::<N>(before.0)
    }

    #[inline(always)]
    fn select8(self, mask: Self, b: Self) -> Self {
        self.choose_bits(mask.spread(), b)
    }

    #[inline(always)]
    fn widen_low8(self) -> Self {
        Self(u16x8_extend_low_u8x16(self.0))
    }

    #[inline(always)]
    fn widen_low16(self) -> Self {
        Self(u32x4_extend_low_u16x8(self.0))
    }

    #[inline(always)]
    fn widen_high16(self) -> Self {
        Self(u32x4_extend_high_u16x8(self.0))
    }

    #[inline(always)]
    fn in_order(self) -> Self {
        self
    }

    #[inline(always)]
    fn shift_down2(self) -> Self {
        Self(u8x16_shuffle::<2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17>(
            self.0,
            u8x16_splat(0),
        ))
    }

    #[inline(always)]
    fn behind(self, before: Self) -> Self {
        self.after::<1>(before.0)
    }

    #[inline(always)]
    fn in_order_of_four(self) -> Self {
        self
    }

    #[inline(always)]
    fn high_bits32(self) -> usize {
        usize::from(u32x4_bitmask(self.0))
    }

    #[inline(always)]
    fn sum64(self) -> u64 {
        self.low64().wrapping_add(self.high64())
    }

    #[inline(always)]
    fn low64(self) -> u64 {
        u64x2_extract_lane::<0>(self.0)
    }

    #[inline(always)]
    fn store<U: Copy>(self, dst: &mut [MaybeUninit<U>]) {
        assert!(size_of_val(dst) >= 16, "room for a vector");
        // SAFETY: `dst` has 16 writable bytes, the store needs no alignment, and any bytes are valid for a
        // `MaybeUninit`.
        unsafe { v128_store(dst.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn store_low64<U: Copy>(self, dst: &mut [MaybeUninit<U>]) {
        assert!(size_of_val(dst) >= 8, "room for eight bytes");
        // SAFETY: `dst` has 8 writable bytes, the store needs no alignment, and any bytes are valid for a
        // `MaybeUninit`.
        unsafe { v128_store64_lane::<0>(self.0, dst.as_mut_ptr().cast()) }
    }

    #[inline(always)]
    fn store_first<U: Copy>(self, dst: &mut [MaybeUninit<U>], n: usize) {
        let n = n.min(dst.len()).min(16 / size_of::<U>());
        let dst = &mut dst[..n];
        if size_of_val(dst) == 16 {
            return self.store(dst);
        }
        store_partial16(u128::from(self.high64()) << 64 | u128::from(self.low64()), dst);
    }

    #[inline(always)]
    fn overwrite(self, dst: &mut [u8]) {
        let dst: &mut [u8; 16] = dst.first_chunk_mut().expect("a whole vector");
        // SAFETY: the reference is to 16 writable bytes, of which any value is valid, and the store needs no
        // alignment.
        unsafe { v128_store(dst.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn overwrite_first(self, dst: &mut [u8]) {
        self.store_first(as_output(dst), 16);
    }
}

impl U8x16 {
    /// The highest 64 bits.
    #[inline(always)]
    fn high64(self) -> u64 {
        u64x2_extract_lane::<1>(self.0)
    }
}

impl BytePlanes for U8x16 {
    /// Of a shuffle an engine makes twice as many instructions on x86.
    #[inline(always)]
    fn even8(self, b: Self) -> Self {
        let low = u16x8_splat(0x00FF);
        Self(u8x16_narrow_i16x8(v128_and(self.0, low), v128_and(b.0, low)))
    }

    #[inline(always)]
    fn odd8(self, b: Self) -> Self {
        Self(u8x16_narrow_i16x8(u16x8_shr(self.0, 8), u16x8_shr(b.0, 8)))
    }

    /// By a zero that the compiler does not know, as in [`U8x16::spread`]: of what is not below a constant it makes what is
    /// above another, which is twice as many instructions on x86.
    #[inline(always)]
    fn from8(self, b: Self) -> Self {
        let zero = u8x16_avgr(u8x16_splat(0), u8x16_splat(0));
        Self(u8x16_eq(u8x16_sub_sat(b.0, self.0), zero))
    }

    /// By lanes of 16 bits, since bytes cannot be shifted on x86.
    #[inline(always)]
    fn shr8<const N: i32>(self) -> Self {
        let shifted = u16x8_shr(self.0, N as u32);
        Self(v128_and(shifted, u8x16_splat(0xFF >> N)))
    }

    #[inline(always)]
    fn below_shl8<const N: i32>(self, b: Self) -> Self {
        let shifted = u16x8_shl(b.0, N as u32);
        Self(v128_bitselect(shifted, self.0, u8x16_splat(0xFF << N)))
    }

    #[inline(always)]
    fn choose(self, mask: Self, b: Self) -> Self {
        self.choose_bits(mask, b)
    }
}
