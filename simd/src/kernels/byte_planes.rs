//! What a block of UTF-16 in planes of bytes needs besides, for vectors of one lane. Where an instruction set has
//! nothing better, it is what stands here.

use core::mem::MaybeUninit;

use crate::vector::Vector;

/// Masks are all ones or 0 in each lane.
pub(crate) trait BytePlanes: Vector {
    /// The bytes at even places of `self`, and then those of `b`.
    fn even8(self, b: Self) -> Self;

    /// The same of odd places.
    fn odd8(self, b: Self) -> Self;

    fn shr8<const N: i32>(self) -> Self;

    /// The lowest `N` bits of each byte of `self`, and above them those of `b` moved up.
    fn below_shl8<const N: i32>(self, b: Self) -> Self;

    /// `b` where the mask has ones, and `self` elsewhere, bit by bit.
    fn choose(self, mask: Self, b: Self) -> Self;

    /// The bits of `self` that `mask` has, and the others of `b`.
    #[inline(always)]
    fn masked_in(self, mask: Self, b: Self) -> Self {
        b.choose(mask, self)
    }

    /// The mask of what is not below `b`, of unsigned bytes.
    #[inline(always)]
    fn from8(self, b: Self) -> Self {
        self.max8(b).eq8(self)
    }

    /// The largest of the lanes of 16 bits.
    #[inline(always)]
    fn largest16(self) -> u32 {
        let mut largest = self;
        for _ in 1..8 {
            largest = self.max16(largest.shift_down2());
        }
        largest.low64() as u32 & 0xFFFF
    }

    /// A bit for each lane of four masks.
    #[inline(always)]
    fn bits_of_four([a, b, c, d]: [Self; 4]) -> u64 {
        a.high_bits() | b.high_bits() << 16 | c.high_bits() << 32 | d.high_bits() << 48
    }

    /// The same, and how many are set in each byte of them.
    #[inline(always)]
    fn bits_and_counts_of_four(masks: [Self; 4]) -> (u64, u64) {
        let bits = Self::bits_of_four(masks);
        (bits, counts(bits))
    }

    /// Two bits for each lane of a pair of masks, the first one below, the second turned round.
    #[inline(always)]
    fn pairs_of_bits(self, b: Self) -> u64 {
        (self.zip_low8(b).high_bits() | self.zip_high8(b).high_bits() << 16) ^ 0xAAAA_AAAA
    }

    /// The same of four pairs, of which one is set everywhere; and how many bits are set in each byte of them.
    #[inline(always)]
    fn pairs_of_bits_of_four([a, b, c, d]: [(Self, Self); 4]) -> ([u64; 2], [u64; 2]) {
        let low = a.0.pairs_of_bits(a.1) | b.0.pairs_of_bits(b.1) << 32;
        let high = c.0.pairs_of_bits(c.1) | d.0.pairs_of_bits(d.1) << 32;
        ([low, high], [counts(low), counts(high)])
    }

    /// Writes sixteen times three bytes, and possibly others behind them. `row` is
    /// [`THREES`] in a vector.
    #[inline(always)]
    fn store_threes([a, b, c]: [Self; 3], row: Self, room: &mut [MaybeUninit<u8>; 52]) {
        let (front, back) = (a.zip_low8(b), c.zip_low8(c));
        front.zip_low16(back).lookup(row).store(room);
        front.zip_high16(back).lookup(row).store(&mut room[12..]);
        let (front, back) = (a.zip_high8(b), c.zip_high8(c));
        front.zip_low16(back).lookup(row).store(&mut room[24..]);
        front.zip_high16(back).lookup(row).store(&mut room[36..]);
    }
}

/// Three bytes of each lane of 32 bits.
pub(crate) const THREES: [u8; 16] = [0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 0, 0, 0, 0];

/// How many bits are set in each byte.
#[inline(always)]
const fn counts(bytes: u64) -> u64 {
    let of_two = bytes - (bytes >> 1 & 0x5555_5555_5555_5555);
    let of_four = (of_two & 0x3333_3333_3333_3333) + (of_two >> 2 & 0x3333_3333_3333_3333);
    (of_four + (of_four >> 4)) & 0x0F0F_0F0F_0F0F_0F0F
}

/// In each byte the sum of it and those below it, of which none may be above FF.
#[inline(always)]
pub(crate) fn sums(bytes: u64) -> u64 {
    bytes.wrapping_mul(0x0101_0101_0101_0101)
}
