//! [`Wide`] for NEON.

use core::arch::aarch64::*;
use core::mem::MaybeUninit;

use super::masks::load_threes;
use super::{
    Neon, U8x16, repair_utf16, utf8_any, utf8_block, utf8_errors, utf16_lengths, utf32_block,
};
use crate::fallback::ByteOrder;
use crate::fallback::form::Utf16;
use crate::kernels::block_utf8::{self, Block};
use crate::kernels::from_utf8::{BLOCK, Stop};
use crate::kernels::pack::Sink;
use crate::kernels::room::{ROOM, ROOM_OF_PLANES};
use crate::kernels::text::Text;
use crate::kernels::utf16_planes;
use crate::kernels::utf16_sink::Done;
use crate::kernels::utf16_twos;
use crate::kernels::validate_utf8::Out;
use crate::kernels::violations::Tables;
use crate::partial::at_end16;
use crate::vector::{Bytes, Simd, Vector, Wide, four};

/// Two words as a vector.
#[inline(always)]
fn of_words(low: u64, high: u64) -> U8x16 {
    // SAFETY: the target has NEON.
    let low = unsafe { vcreate_u8(low) };
    // SAFETY: the target has NEON.
    let high = unsafe { vcreate_u8(high) };
    // SAFETY: the target has NEON.
    U8x16(unsafe { vcombine_u8(low, high) })
}

/// For [`Bytes::lookup`]: each byte of a quarter in 32 bits. What is behind the last byte is 0.
const QUARTERS: [[u8; 16]; 4] = {
    let mut quarters = [[0xFF; 16]; 4];
    let mut i = 0;
    while i < 16 {
        quarters[i / 4][4 * (i % 4)] = i as u8;
        i += 1;
    }
    quarters
};

impl Wide for Neon {
    type Narrow = Self;

    #[inline(always)]
    fn narrow(self) -> Self {
        self
    }

    #[inline(always)]
    fn load_at_end(self, src: &[u8]) -> U8x16 {
        let (low, high) = at_end16(src);
        of_words(low, high)
    }

    #[inline(always)]
    fn words(self, x: u16) -> U8x16 {
        // SAFETY: the target has NEON.
        U8x16::of_u16s(unsafe { vdupq_n_u16(x) })
    }

    #[inline(always)]
    fn doubles(self, x: u32) -> U8x16 {
        // SAFETY: the target has NEON.
        U8x16::of_u32s(unsafe { vdupq_n_u32(x) })
    }

    #[inline(always)]
    fn widen8(self, src: &[u8]) -> U8x16 {
        let src: &[u8; 8] = src.first_chunk().expect("half a vector");
        // SAFETY: the reference is to eight readable bytes, and the load needs no alignment.
        let half = unsafe { vld1_u8(src.as_ptr()) };
        // SAFETY: the target has NEON.
        U8x16::of_u16s(unsafe { vmovl_u8(half) })
    }

    #[inline(always)]
    fn widen_all8(self, src: &[u8]) -> ([U8x16; 2], U8x16) {
        // Not by `vzip1q_u8` with zeros: LLVM makes that and the store behind it one that interleaves, of two
        // registers.
        let bytes = self.load(src);
        // SAFETY: the target has NEON.
        let high = U8x16::of_u16s(unsafe { vmovl_high_u8(bytes.0) });
        ([bytes.widen_low8(), high], bytes)
    }

    /// By a table each: two steps that double the lanes are half as many instructions more, and Neoverse N1 has one port
    /// for those.
    #[inline(always)]
    fn widen_all8_to_32(self, src: &[u8]) -> ([U8x16; 4], U8x16) {
        let bytes = self.load(src);
        (four!(i => bytes.lookup(self.load(&QUARTERS[i]))), bytes)
    }

    #[inline(always)]
    fn widen8_to_32(self, src: &[u8]) -> U8x16 {
        let src: &[u8; 4] = src.first_chunk().expect("a quarter of a vector");
        of_words(u64::from(u32::from_le_bytes(*src)), 0).widen_low8().widen_low16()
    }

    #[inline(always)]
    fn rows<const N: usize>(self, table: &[[u8; 16]; N], low: usize, _: usize) -> U8x16 {
        self.load(&table[low % N])
    }

    #[inline(always)]
    fn ascii_block<const N: usize, K: Sink>(
        self,
        bytes: &[u8; N],
        to: K,
        room: &mut [MaybeUninit<K::Unit>; N],
    ) -> bool {
        utf8_block::ascii(self, bytes, to, room)
    }

    #[inline(always)]
    fn utf8_block<T: Text, K: Sink>(
        self,
        tables: Tables<Self>,
        bytes: &[u8; 3 + BLOCK + 1],
        to: K,
        room: &mut [MaybeUninit<K::Unit>; ROOM],
    ) -> Block {
        if K::LATIN1 {
            return block_utf8::block::<T, Self, K>(self, tables, bytes, to, room);
        }
        utf8_block::block::<T, K>(self, bytes, to, room)
    }

    #[inline(always)]
    fn errors_of_block<const FOURTHS: bool>(
        self,
        _: Tables<Self>,
        vectors: [U8x16; 4],
        before: &[u8],
    ) -> bool {
        utf8_errors::of_block::<FOURTHS>(self, vectors, before)
    }

    #[inline(always)]
    fn any_blocks<O: Out>(
        self,
        _: Tables<Self>,
        src: &[u8],
        at: usize,
        out: &mut O,
    ) -> (usize, bool) {
        utf8_any::any_blocks(self, src, at, out)
    }

    #[inline(always)]
    fn load_threes(self, bytes: &[u8; 128]) -> [U8x16; 3] {
        load_threes(bytes.first_chunk().expect("48 bytes"))
    }

    #[inline(always)]
    fn utf8_len_from_utf16_blocks(self, from: Utf16, bytes: &[u8]) -> (usize, usize) {
        utf16_lengths::utf8_len_of_blocks(self, from, bytes)
    }

    #[inline(always)]
    fn repair_utf16_run(self, order: ByteOrder, bytes: &mut [u8]) -> (usize, usize) {
        repair_utf16::run(self, order, bytes)
    }

    const BLOCKS_OF_UTF32: bool = true;

    #[inline(always)]
    fn utf32_to_utf8_block(
        self,
        order: ByteOrder,
        points: &[u8; 256],
        room: &mut [MaybeUninit<u8>; ROOM_OF_PLANES],
    ) -> Option<usize> {
        utf32_block::block(self, order, points, room)
    }

    const MORE_ROOM: usize = utf16_planes::MORE_ROOM;

    const RUNS_OF_UTF16: bool = true;

    #[inline(always)]
    fn utf16_to_utf8_run_of_twos(
        self,
        from: Utf16,
        src: &[[u8; 2]],
        dst: &mut [MaybeUninit<u8>],
    ) -> Stop {
        utf16_twos::run(self, from, src, dst)
    }

    #[inline(always)]
    fn utf16_to_utf8_block<const LOSSY: bool>(
        self,
        from: Utf16,
        src: &[[u8; 2]],
        at: usize,
        room: &mut [MaybeUninit<u8>],
    ) -> Option<Done> {
        utf16_planes::block::<LOSSY, Self>(self, from, src, at, room)
    }
}
