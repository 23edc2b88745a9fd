//! [`Vector`] for NEON.

use core::arch::aarch64::*;
use core::mem::MaybeUninit;

use super::U8x16;
use crate::fallback::ByteOrder;
use crate::kernels::byte_planes::BytePlanes;
use crate::partial::{as_output, store_partial16};
use crate::vector::{Lanewise, Vector};

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
        // SAFETY: the target has NEON.
        Self(unsafe { vbicq_u8(self.0, b.0) })
    }

    #[inline(always)]
    fn shift_up_behind<const N: usize>(self, before: Self) -> Self {
        Self(match N {
            // SAFETY: the target has NEON.
            1 => unsafe { vextq_u8::<15>(before.0, self.0) },
            // SAFETY: the target has NEON.
            2 => unsafe { vextq_u8::<14>(before.0, self.0) },
            // SAFETY: the target has NEON.
            _ => unsafe { vextq_u8::<13>(before.0, self.0) },
        })
    }

    #[inline(always)]
    fn select8(self, mask: Self, b: Self) -> Self {
        self.insert(mask.spread(), b)
    }

    #[inline(always)]
    fn widen_low8(self) -> Self {
        // SAFETY: the target has NEON.
        let low = unsafe { vget_low_u8(self.0) };
        // SAFETY: the target has NEON.
        Self::of_u16s(unsafe { vmovl_u8(low) })
    }

    #[inline(always)]
    fn widen_low16(self) -> Self {
        // SAFETY: the target has NEON.
        let low = unsafe { vget_low_u16(self.u16s()) };
        // SAFETY: the target has NEON.
        Self::of_u32s(unsafe { vmovl_u16(low) })
    }

    #[inline(always)]
    fn widen_high16(self) -> Self {
        // SAFETY: the target has NEON.
        Self::of_u32s(unsafe { vmovl_high_u16(self.u16s()) })
    }

    #[inline(always)]
    fn in_order(self) -> Self {
        self
    }

    #[inline(always)]
    fn shift_down2(self) -> Self {
        // SAFETY: the target has NEON.
        let zero = unsafe { vdupq_n_u8(0) };
        // SAFETY: the target has NEON.
        Self(unsafe { vextq_u8::<2>(self.0, zero) })
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
    fn six_bits(self, b: Self, order: ByteOrder, mask: Self) -> Self {
        match order {
            ByteOrder::Little => self.odd8(b).shr8::<2>(),
            // The mask is of two vectors: 00FC in each lane is FC in the even bytes.
            ByteOrder::Big => self.even8(b) & mask.even8(mask),
        }
    }

    #[inline(always)]
    fn high_bits32(self) -> usize {
        self.high_bits32_counted().0
    }

    /// Both are one sum, since a count of bits is four instructions here: UTF-32 to UTF-16, text of both lengths, 0.75 to
    /// 0.70 instructions a byte, with [`Vector::select8`] in one and one question for room (qemu, 2026-11-25).
    #[inline(always)]
    fn high_bits32_counted(self) -> (usize, [usize; 2]) {
        const BITS: [u32; 4] = [0x11, 0x12, 0x14, 0x18];
        // SAFETY: the target has NEON.
        let set = unsafe { vcltzq_s32(self.i32s()) };
        // SAFETY: the reference is to four readable lanes, and the load needs no alignment.
        let bits = unsafe { vld1q_u32(BITS.as_ptr()) };
        // SAFETY: the target has NEON.
        let bits = unsafe { vandq_u32(set, bits) };
        // SAFETY: the target has NEON.
        let sum = unsafe { vaddvq_u32(bits) } as usize;
        (sum & 0xF, [sum >> 4, 0])
    }

    /// Both are one sum, of eight bits and two numbers: with [`Vector::takes_turns16`] UTF-16 to UTF-32, emoji, 5.71 to
    /// 5.29 instructions a byte (qemu, 2026-11-25).
    #[inline(always)]
    fn bits_and_zeros16(self) -> (usize, [usize; 4]) {
        const BITS: [u16; 8] = [0x101, 0x102, 0x104, 0x108, 0x1010, 0x1020, 0x1040, 0x1080];
        let sum = self.bits16(&BITS).sum16();
        (sum & 0xFF, [4 - (sum >> 8 & 0xF), 4 - (sum >> 12), 0, 0])
    }

    #[inline(always)]
    fn takes_turns16(self, second: Self) -> Option<bool> {
        const FIRST: [u16; 8] = [1, 2, 4, 8, 0x10, 0x20, 0x40, 0x80];
        const SECOND: [u16; 8] = [0x100, 0x200, 0x400, 0x800, 0x1000, 0x2000, 0x4000, 0x8000];
        match (self.bits16(&FIRST) | second.bits16(&SECOND)).sum16() {
            0xAA55 => Some(false),
            0x55AA => Some(true),
            _ => None,
        }
    }

    #[inline(always)]
    fn largest_is_between(self, above: Self) -> bool {
        // SAFETY: the target has NEON, and there is a lane 0.
        let above = unsafe { vgetq_lane_u8::<0>(above.0) };
        (0x80..0x80 + above).contains(&self.largest())
    }

    #[inline(always)]
    fn first_high_bit(self) -> bool {
        self.low64() & 0x80 != 0
    }

    #[inline(always)]
    fn count_masks16([a, b, c, d]: [Self; 4]) -> usize {
        let sums = a.add16(b).add16(c.add16(d));
        // SAFETY: the target has NEON.
        let sum = unsafe { vaddvq_s16(sums.i16s()) };
        usize::from(sum.unsigned_abs())
    }

    #[inline(always)]
    fn sum64(self) -> u64 {
        // SAFETY: the target has NEON.
        unsafe { vaddvq_u64(self.u64s()) }
    }

    #[inline(always)]
    fn low64(self) -> u64 {
        // SAFETY: the target has NEON, and there is a lane 0.
        unsafe { vgetq_lane_u64::<0>(self.u64s()) }
    }

    #[inline(always)]
    fn store<U: Copy>(self, dst: &mut [MaybeUninit<U>]) {
        assert!(size_of_val(dst) >= 16, "room for a vector");
        // SAFETY: `dst` has 16 writable bytes, the store needs no alignment, and any bytes are valid for a
        // `MaybeUninit`.
        unsafe { vst1q_u8(dst.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn store_low64<U: Copy>(self, dst: &mut [MaybeUninit<U>]) {
        assert!(size_of_val(dst) >= 8, "room for eight bytes");
        // SAFETY: the target has NEON.
        let low = unsafe { vget_low_u8(self.0) };
        // SAFETY: `dst` has 8 writable bytes, the store needs no alignment, and any bytes are valid for a
        // `MaybeUninit`.
        unsafe { vst1_u8(dst.as_mut_ptr().cast(), low) }
    }

    #[inline(always)]
    fn store_first<U: Copy>(self, dst: &mut [MaybeUninit<U>], n: usize) {
        let n = n.min(dst.len()).min(16 / size_of::<U>());
        let dst = &mut dst[..n];
        if size_of_val(dst) == 16 {
            return self.store(dst);
        }
        // SAFETY: the target has NEON, and there is a lane 1.
        let upper = unsafe { vgetq_lane_u64::<1>(self.u64s()) };
        store_partial16(u128::from(upper) << 64 | u128::from(self.low64()), dst);
    }

    #[inline(always)]
    fn overwrite(self, dst: &mut [u8]) {
        let dst: &mut [u8; 16] = dst.first_chunk_mut().expect("a whole vector");
        // SAFETY: the reference is to 16 writable bytes, of which any value is valid, and the store needs no
        // alignment.
        unsafe { vst1q_u8(dst.as_mut_ptr(), self.0) }
    }

    #[inline(always)]
    fn overwrite_first(self, dst: &mut [u8]) {
        self.store_first(as_output(dst), 16);
    }
}
