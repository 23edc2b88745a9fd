//! Masks, and what else NEON has and the vocabulary of the kernels has not.

use core::arch::aarch64::*;
use core::arch::asm;
use core::mem::MaybeUninit;

use super::U8x16;

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

    /// The smallest byte.
    #[inline(always)]
    pub(super) fn smallest(self) -> u8 {
        // SAFETY: the target has NEON.
        unsafe { vminvq_u8(self.0) }
    }

    /// In each lane of eight a bit of its own, where `self` is all ones.
    #[inline(always)]
    fn one_bit_each(self) -> Self {
        // SAFETY: the reference is to sixteen readable bytes, and the load needs no alignment.
        self & Self(unsafe { vld1q_u8(BITS.as_ptr()) })
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

    /// The same of four vectors: not more additions than a vector takes by itself, but for one.
    #[inline(always)]
    pub(super) fn bits_of_four([a, b, c, d]: [Self; 4]) -> u64 {
        let ab = a.one_bit_each().add_neighbours(b.one_bit_each());
        let cd = c.one_bit_each().add_neighbours(d.one_bit_each());
        let sums = ab.add_neighbours(cd);
        let sums = sums.add_neighbours(sums).u64s();
        // SAFETY: the target has NEON, and there is a lane 0.
        unsafe { vgetq_lane_u64::<0>(sums) }
    }

    /// All ones where `self` is not below `b`, of unsigned bytes.
    #[inline(always)]
    pub(super) fn from8(self, b: Self) -> Self {
        // SAFETY: the target has NEON.
        Self(unsafe { vcgeq_u8(self.0, b.0) })
    }

    /// The same of signed bytes.
    #[inline(always)]
    pub(super) fn from_signed8(self, b: Self) -> Self {
        // SAFETY: the target has NEON.
        let (a, b) = unsafe { (vreinterpretq_s8_u8(self.0), vreinterpretq_s8_u8(b.0)) };
        // SAFETY: the target has NEON.
        Self(unsafe { vcgeq_s8(a, b) })
    }

    /// `b` where `mask`, of all ones or 0, has ones, and `self` elsewhere.
    #[inline(always)]
    pub(super) fn choose(self, mask: Self, b: Self) -> Self {
        // SAFETY: the target has NEON.
        Self(unsafe { vbslq_u8(mask.0, b.0, self.0) })
    }

    /// The bits of `self` that `mask` has, and the others of `b`.
    #[inline(always)]
    pub(super) fn masked_in(self, mask: Self, b: Self) -> Self {
        b.choose(mask, self)
    }

    /// All ones where a bit is set.
    #[inline(always)]
    pub(super) fn not_zero8(self) -> Self {
        // SAFETY: the target has NEON.
        Self(unsafe { vtstq_u8(self.0, self.0) })
    }

    /// The bytes at even places of `self`, and then those of `b`.
    #[inline(always)]
    pub(super) fn even8(self, b: Self) -> Self {
        // SAFETY: the target has NEON.
        Self(unsafe { vuzp1q_u8(self.0, b.0) })
    }

    /// The same of odd places.
    #[inline(always)]
    pub(super) fn odd8(self, b: Self) -> Self {
        // SAFETY: the target has NEON.
        Self(unsafe { vuzp2q_u8(self.0, b.0) })
    }

    /// How many bits are set in each byte.
    #[inline(always)]
    pub(super) fn count8(self) -> Self {
        // SAFETY: the target has NEON.
        Self(unsafe { vcntq_u8(self.0) })
    }

    /// The lower 64 bits and the upper ones.
    #[inline(always)]
    pub(super) fn halves(self) -> [u64; 2] {
        // SAFETY: the target has NEON, and there is a lane 0.
        let low = unsafe { vgetq_lane_u64::<0>(self.u64s()) };
        // SAFETY: the target has NEON, and there is a lane 1.
        [low, unsafe { vgetq_lane_u64::<1>(self.u64s()) }]
    }

    #[inline(always)]
    pub(super) fn shl8<const N: i32>(self) -> Self {
        // SAFETY: the target has NEON.
        Self(unsafe { vshlq_n_u8::<N>(self.0) })
    }

    #[inline(always)]
    pub(super) fn shr8<const N: i32>(self) -> Self {
        // SAFETY: the target has NEON.
        Self(unsafe { vshrq_n_u8::<N>(self.0) })
    }

    /// The lowest `N` bits of each byte of `self`, and above them those of `b` moved up.
    #[inline(always)]
    pub(super) fn below_shl8<const N: i32>(self, b: Self) -> Self {
        // SAFETY: the target has NEON.
        Self(unsafe { vsliq_n_u8::<N>(self.0, b.0) })
    }

    /// Lane by lane `self + a * b`.
    #[inline(always)]
    pub(super) fn add_product8(self, a: Self, b: Self) -> Self {
        // SAFETY: the target has NEON.
        Self(unsafe { vmlaq_u8(self.0, a.0, b.0) })
    }
}

/// In each byte the sum of it and those below it, of which none may be above FF.
#[inline(always)]
pub(super) fn sums(bytes: u64) -> u64 {
    bytes.wrapping_mul(0x0101_0101_0101_0101)
}

/// How many bits are set in each byte of `mask`.
#[inline(always)]
pub(super) fn counts(mask: u64) -> u64 {
    // SAFETY: the target has NEON.
    let bytes = unsafe { vcreate_u8(mask) };
    // SAFETY: the target has NEON.
    let counts = unsafe { vcnt_u8(bytes) };
    // SAFETY: the target has NEON.
    let counts = unsafe { vreinterpret_u64_u8(counts) };
    // SAFETY: the target has NEON, and there is a lane 0.
    unsafe { vget_lane_u64::<0>(counts) }
}

/// Sixteen times three bytes: the first ones, the second ones and the third ones.
#[inline(always)]
pub(super) fn load_threes(bytes: &[u8; 48]) -> [U8x16; 3] {
    // SAFETY: the reference is to 48 readable bytes, and the load needs no alignment.
    let uint8x16x3_t(a, b, c) = unsafe { vld3q_u8(bytes.as_ptr()) };
    [U8x16(a), U8x16(b), U8x16(c)]
}

/// The same the other way round.
#[inline(always)]
pub(super) fn store_threes([a, b, c]: [U8x16; 3], room: &mut [MaybeUninit<u8>; 48]) {
    // SAFETY: the reference is to 48 writable bytes, and the store needs no alignment.
    unsafe { vst3q_u8(room.as_mut_ptr().cast(), uint8x16x3_t(a.0, b.0, c.0)) }
}
