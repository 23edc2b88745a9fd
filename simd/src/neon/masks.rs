//! Masks, and what else NEON has and the vocabulary of the kernels has not.

use core::arch::aarch64::*;
use core::arch::asm;

use super::{Neon, U8x16};
use crate::vector::Simd;

/// A bit for each lane of eight.
const BITS: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];

impl U8x16 {
    /// All ones in the lanes whose highest bit is set, and 0 in the others.
    #[inline(always)]
    pub(super) fn spread(self) -> Self {
        // SAFETY: the target has NEON.
        let signed = unsafe { vreinterpretq_s8_u8(self.0) };
        // SAFETY: the target has NEON.
        Self(unsafe { vcltzq_s8(signed) })
    }

    /// The largest byte.
    #[inline(always)]
    pub(super) fn largest(self) -> u8 {
        // SAFETY: the target has NEON.
        unsafe { vmaxvq_u8(self.0) }
    }

    /// The largest byte, for more than one comparison.
    ///
    /// Not by `vmaxvq_u8`: LLVM knows that it is a byte, and takes it from the vector once more for each.
    #[inline(always)]
    pub(super) fn largest_as_word(self) -> u32 {
        let largest: uint8x16_t;
        // SAFETY: the target has NEON; the instruction reads a register and writes one, and nothing else.
        unsafe {
            asm!(
                "umaxv {largest:b}, {a:v}.16b",
                largest = lateout(vreg) largest,
                a = in(vreg) self.0,
                options(pure, nomem, nostack, preserves_flags),
            );
        }
        // SAFETY: the target has NEON, and there is a lane 0. The instruction clears all above the byte.
        unsafe { vgetq_lane_u32::<0>(Self(largest).u32s()) }
    }

    /// In each lane of eight a bit of its own, where `self` is all ones.
    #[inline(always)]
    pub(super) fn one_bit_each(self) -> Self {
        // SAFETY: the reference is to sixteen readable bytes, and the load needs no alignment.
        self & Self(unsafe { vld1q_u8(BITS.as_ptr()) })
    }

    /// Two bits in each lane of four: the first where `self` is all ones, both where `b` is not, and `self` is.
    #[inline(always)]
    pub(super) fn two_bits_each(self, b: Self) -> Self {
        const FIRST: [u8; 16] = [1, 4, 16, 64, 1, 4, 16, 64, 1, 4, 16, 64, 1, 4, 16, 64];
        const BOTH: [u8; 16] = [3, 12, 48, 192, 3, 12, 48, 192, 3, 12, 48, 192, 3, 12, 48, 192];
        // SAFETY: the reference is to sixteen readable bytes, and the load needs no alignment.
        let first = Self(unsafe { vld1q_u8(FIRST.as_ptr()) });
        // SAFETY: the same.
        let both = Self(unsafe { vld1q_u8(BOTH.as_ptr()) });
        (self & first).insert_outside(b, both)
    }

    /// The sums of neighbours: of `self` in the lower lanes, of `b` in the upper ones.
    ///
    /// Not by `vpaddq_u8`: LLVM sees that no two summands have a bit in common, makes it an OR, and that is
    /// three instructions.
    #[inline(always)]
    pub(super) fn add_neighbours(self, b: Self) -> Self {
        let sums: uint8x16_t;
        // SAFETY: the target has NEON; the instruction reads two registers and writes one, and nothing else.
        unsafe {
            asm!(
                "addp {sums:v}.16b, {a:v}.16b, {b:v}.16b",
                sums = lateout(vreg) sums,
                a = in(vreg) self.0,
                b = in(vreg) b.0,
                options(pure, nomem, nostack, preserves_flags),
            );
        }
        Self(sums)
    }

    /// A bit for each lane, which is all ones or 0.
    #[inline(always)]
    pub(super) fn bits(self) -> u64 {
        let bits = self.one_bit_each();
        let sums = bits.add_neighbours(bits);
        let sums = sums.add_neighbours(sums);
        let sums = sums.add_neighbours(sums).u16s();
        // SAFETY: the target has NEON, and there is a lane 0.
        u64::from(unsafe { vgetq_lane_u16::<0>(sums) })
    }

    /// All ones where `self` is not below `b`, of signed bytes.
    #[inline(always)]
    pub(super) fn at_least_signed8(self, b: Self) -> Self {
        // SAFETY: the target has NEON.
        Self(unsafe { vcgeq_s8(self.i8s(), b.i8s()) })
    }

    /// Lane by lane `self`, and 1 more where the highest bit of `b` is set.
    ///
    /// Not by `vsraq_n_u8`: of two of them LLVM makes a shift, one, and an addition.
    #[inline(always)]
    pub(super) fn add_high_bits8(self, b: Self) -> Self {
        let mut sums = self.0;
        // SAFETY: the target has NEON; the instruction reads two registers and writes one, and nothing else.
        unsafe {
            asm!(
                "usra {sums:v}.16b, {b:v}.16b, #7",
                sums = inout(vreg) sums,
                b = in(vreg) b.0,
                options(pure, nomem, nostack, preserves_flags),
            );
        }
        Self(sums)
    }

    /// `b` where the mask has ones, and `self` elsewhere.
    ///
    /// Not by `vbslq_u8`: LLVM takes masks for what they are made of and turns them round, for which it needs other
    /// constants, and writes the result over the mask, of which it makes a copy before.
    #[inline(always)]
    pub(super) fn insert(self, mask: Self, b: Self) -> Self {
        let mut into = self.0;
        // SAFETY: the target has NEON; the instruction reads three registers and writes one, and nothing else.
        unsafe {
            asm!(
                "bit {into:v}.16b, {b:v}.16b, {mask:v}.16b",
                into = inout(vreg) into,
                b = in(vreg) b.0,
                mask = in(vreg) mask.0,
                options(pure, nomem, nostack, preserves_flags),
            );
        }
        Self(into)
    }

    /// `b` where the mask has zeros, and `self` elsewhere. Not by `vbslq_u8`, as [`Self::insert`].
    #[inline(always)]
    fn insert_outside(self, mask: Self, b: Self) -> Self {
        let mut into = self.0;
        // SAFETY: the target has NEON; the instruction reads three registers and writes one, and nothing else.
        unsafe {
            asm!(
                "bif {into:v}.16b, {b:v}.16b, {mask:v}.16b",
                into = inout(vreg) into,
                b = in(vreg) b.0,
                mask = in(vreg) mask.0,
                options(pure, nomem, nostack, preserves_flags),
            );
        }
        Self(into)
    }

    /// The vector moved down by one byte, with the first one of `behind` in the highest.
    #[inline(always)]
    pub(super) fn in_front_of(self, behind: Self) -> Self {
        // SAFETY: the target has NEON.
        Self(unsafe { vextq_u8::<1>(self.0, behind.0) })
    }

    /// The sum of all bytes, which are signed, as one.
    #[inline(always)]
    pub(super) fn sum_of_signed8(self) -> i8 {
        // SAFETY: the target has NEON.
        unsafe { vaddvq_s8(self.i8s()) }
    }

    /// In each 16-bit lane what `bits` has there, where `self` is all ones.
    #[inline(always)]
    pub(super) fn bits16(self, bits: &[u16; 8]) -> Self {
        // SAFETY: the reference is to eight readable lanes, and the load needs no alignment.
        self & Self::of_u16s(unsafe { vld1q_u16(bits.as_ptr()) })
    }

    /// The sum of the 16-bit lanes, as one.
    #[inline(always)]
    pub(super) fn sum16(self) -> usize {
        // SAFETY: the target has NEON.
        usize::from(unsafe { vaddvq_u16(self.u16s()) })
    }

    /// The smallest byte.
    #[inline(always)]
    pub(super) fn smallest(self) -> u8 {
        // SAFETY: the target has NEON.
        unsafe { vminvq_u8(self.0) }
    }

    /// Lane by lane `self + 64 * a`.
    ///
    /// Not by `vmlaq_u8`: LLVM makes a product with a power of two a shift and an addition.
    #[inline(always)]
    pub(super) fn add_64_times8(self, s: Neon, a: Self) -> Self {
        let mut sums = self.0;
        // SAFETY: the target has NEON; the instruction reads three registers and writes one, and nothing else.
        unsafe {
            asm!(
                "mla {sums:v}.16b, {a:v}.16b, {b:v}.16b",
                sums = inout(vreg) sums,
                a = in(vreg) a.0,
                b = in(vreg) s.splat(64).0,
                options(pure, nomem, nostack, preserves_flags),
            );
        }
        Self(sums)
    }
}

/// Sixteen times three bytes: the first ones, the second ones and the third ones.
#[inline(always)]
pub(super) fn load_threes(bytes: &[u8; 48]) -> [U8x16; 3] {
    // SAFETY: the reference is to 48 readable bytes, and the load needs no alignment.
    let uint8x16x3_t(a, b, c) = unsafe { vld3q_u8(bytes.as_ptr()) };
    [U8x16(a), U8x16(b), U8x16(c)]
}

/// Sixteen times four bytes: the first ones, the second ones and so on.
#[inline(always)]
pub(super) fn load_fours(bytes: &[u8; 64]) -> [U8x16; 4] {
    // SAFETY: the reference is to 64 readable bytes, and the load needs no alignment.
    let uint8x16x4_t(a, b, c, d) = unsafe { vld4q_u8(bytes.as_ptr()) };
    [U8x16(a), U8x16(b), U8x16(c), U8x16(d)]
}
