//! [`BytePlanes`] for NEON, which has an instruction for almost each.

use core::arch::aarch64::*;
use core::arch::asm;
use core::mem::MaybeUninit;

use super::U8x16;
use crate::kernels::byte_planes::BytePlanes;

impl U8x16 {
    /// Four vectors of lanes with no bit in common among neighbours, so that the sums of two and two are bytes
    /// of them: those of each eight lanes, twice.
    #[inline(always)]
    fn joined(a: Self, b: Self, c: Self, d: Self) -> Self {
        a.add_neighbours(b).add_neighbours(c.add_neighbours(d))
    }

    #[inline(always)]
    pub(super) fn shl8<const N: i32>(self) -> Self {
        // SAFETY: the target has NEON.
        Self(unsafe { vshlq_n_u8::<N>(self.0) })
    }

    /// The highest `N` bits of each byte of `self`, and below them those of `b` moved down.
    #[inline(always)]
    pub(super) fn above_shr8<const N: i32>(self, b: Self) -> Self {
        // SAFETY: the target has NEON.
        Self(unsafe { vsriq_n_u8::<N>(self.0, b.0) })
    }

    /// How many bits are set in each byte.
    #[inline(always)]
    fn counts_of_bits(self) -> Self {
        // SAFETY: the target has NEON.
        Self(unsafe { vcntq_u8(self.0) })
    }

    /// The lower 64 bits and the upper ones.
    #[inline(always)]
    fn halves(self) -> [u64; 2] {
        // SAFETY: the target has NEON, and there is a lane 0.
        let low = unsafe { vgetq_lane_u64::<0>(self.u64s()) };
        // SAFETY: the target has NEON, and there is a lane 1.
        [low, unsafe { vgetq_lane_u64::<1>(self.u64s()) }]
    }
}

impl BytePlanes for U8x16 {
    #[inline(always)]
    fn even8(self, b: Self) -> Self {
        // SAFETY: the target has NEON.
        Self(unsafe { vuzp1q_u8(self.0, b.0) })
    }

    #[inline(always)]
    fn odd8(self, b: Self) -> Self {
        // SAFETY: the target has NEON.
        Self(unsafe { vuzp2q_u8(self.0, b.0) })
    }

    #[inline(always)]
    fn shr8<const N: i32>(self) -> Self {
        // SAFETY: the target has NEON.
        Self(unsafe { vshrq_n_u8::<N>(self.0) })
    }

    #[inline(always)]
    fn below_shl8<const N: i32>(self, b: Self) -> Self {
        // SAFETY: the target has NEON.
        Self(unsafe { vsliq_n_u8::<N>(self.0, b.0) })
    }

    #[inline(always)]
    fn choose(self, mask: Self, b: Self) -> Self {
        // SAFETY: the target has NEON.
        Self(unsafe { vbslq_u8(mask.0, b.0, self.0) })
    }

    #[inline(always)]
    fn from8(self, b: Self) -> Self {
        // SAFETY: the target has NEON.
        Self(unsafe { vcgeq_u8(self.0, b.0) })
    }

    /// Not by `vmaxvq_u16`, as [`Self::largest_as_word`].
    #[inline(always)]
    fn largest16(self) -> u32 {
        let largest: uint8x16_t;
        // SAFETY: the target has NEON; the instruction reads a register and writes one, and nothing else.
        unsafe {
            asm!(
                "umaxv {largest:h}, {a:v}.8h",
                largest = lateout(vreg) largest,
                a = in(vreg) self.0,
                options(pure, nomem, nostack, preserves_flags),
            );
        }
        // SAFETY: the target has NEON, and there is a lane 0. The instruction clears all above the lane.
        unsafe { vgetq_lane_u32::<0>(Self(largest).u32s()) }
    }

    /// Not more additions than a vector takes by itself, but for one.
    #[inline(always)]
    fn bits_of_four([a, b, c, d]: [Self; 4]) -> u64 {
        let sums =
            Self::joined(a.one_bit_each(), b.one_bit_each(), c.one_bit_each(), d.one_bit_each());
        sums.add_neighbours(sums).halves()[0]
    }

    #[inline(always)]
    fn bits_and_counts_of_four([a, b, c, d]: [Self; 4]) -> (u64, u64) {
        let sums =
            Self::joined(a.one_bit_each(), b.one_bit_each(), c.one_bit_each(), d.one_bit_each());
        let bits = sums.add_neighbours(sums);
        (bits.halves()[0], bits.counts_of_bits().halves()[0])
    }

    #[inline(always)]
    fn pairs_of_bits_of_four([a, b, c, d]: [(Self, Self); 4]) -> ([u64; 2], [u64; 2]) {
        let pairs = Self::joined(
            a.0.two_bits_each(a.1),
            b.0.two_bits_each(b.1),
            c.0.two_bits_each(c.1),
            d.0.two_bits_each(d.1),
        );
        (pairs.halves(), pairs.counts_of_bits().halves())
    }

    #[inline(always)]
    fn store_threes([a, b, c]: [Self; 3], _: Self, room: &mut [MaybeUninit<u8>; 52]) {
        // SAFETY: the reference is to more than 48 writable bytes, and the store needs no alignment.
        unsafe { vst3q_u8(room.as_mut_ptr().cast(), uint8x16x3_t(a.0, b.0, c.0)) }
    }
}
