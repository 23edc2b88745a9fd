//! The vocabulary of the kernels: a token that proves an instruction set, and its vectors.
//!
//! # The invariant that makes the operations safe
//!
//! A token type (`Avx2`, …) can be made only inside a function compiled with that instruction
//! set (`#[target_feature]`), which safe code cannot call unless the features are present; a
//! vector can be made only from a token or from another vector. So whoever holds a `Self` of
//! these traits runs on a CPU that has the instructions, and every method may use them. The
//! safety comments of the implementations cite this as "the token invariant".
//!
//! Every method and every generic kernel is `#[inline(always)]`: a helper that is compiled on its
//! own is compiled *without* the features, each intrinsic in it becomes a call, and the kernel runs
//! fifty times slower with all tests green. `tests/codegen.rs` guards this.

use core::mem::MaybeUninit;
use core::ops::{BitAnd, BitOr, BitXor};

use crate::fallback::ByteOrder;
use crate::kernels::ascii;

#[allow(unused_imports, reason = "not every target has a kernel with arrays")]
pub(crate) use crate::four::four;
pub(crate) use crate::wide::Wide;

/// An instruction set that is present.
pub(crate) trait Simd: Copy {
    /// The widest vector of bytes that suits it.
    type Bytes: Bytes;

    /// `byte` in every lane.
    fn splat(self, byte: u8) -> Self::Bytes;

    /// The first `LANES` bytes of `src`, which must have as many.
    fn load(self, src: &[u8]) -> Self::Bytes;

    /// All of `src`, which must be shorter than `LANES`, with zeros behind it. Reads `src` only.
    fn load_partial(self, src: &[u8]) -> Self::Bytes;

    /// A table of sixteen bytes for [`Bytes::lookup`].
    fn table(self, table: &[u8; 16]) -> Self::Bytes;

    /// How much of the front of `src` is ASCII by blocks of four vectors. A backend may do it in a way of its own.
    #[inline(always)]
    fn ascii_blocks_len(self, src: &[u8]) -> usize {
        ascii::ascii_blocks_len(self, src)
    }
}

/// A vector of bytes. Lane 0 holds the byte at the lowest address.
pub(crate) trait Bytes:
    Copy + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self>
{
    /// Bytes in a vector: 16, 32 or 64.
    const LANES: usize;

    /// Lane by lane `self - other`, or 0 where that is below 0.
    fn saturating_sub(self, other: Self) -> Self;

    /// Each byte shifted right by four: its high nibble.
    fn high_nibbles(self) -> Self;

    /// Each byte without its upper four bits: its low nibble.
    fn low_nibbles(self) -> Self;

    /// Lane by lane `self[index]`, where `self` is a [`Simd::table`] and every index is below 16.
    fn lookup(self, indices: Self) -> Self;

    /// The vector moved up by `N` lanes (1, 2 or 3), with zeros in the lowest: what a load from `N`
    /// bytes before would give if zeros stood there.
    fn shift_up<const N: usize>(self) -> Self;

    /// The highest bit of each lane, lane 0 in bit 0.
    fn high_bits(self) -> u64;

    /// Whether the highest bit of any lane is set.
    fn any_high_bit(self) -> bool;

    /// Whether any bit is set.
    fn any(self) -> bool;
}

/// A vector of one or two lanes of sixteen bytes.
pub(crate) trait Vector: Bytes + Lanewise {
    /// A lane by itself.
    type Lane: Vector;

    /// The lane at the lower address.
    fn low_lane(self) -> Self::Lane;

    /// The lane at the higher address, or the only one.
    fn high_lane(self) -> Self::Lane;

    /// The bits of `self` that are not set in `b`.
    fn without(self, b: Self) -> Self;

    /// The vector moved up by `N` lanes (1, 2 or 3), with the last of `before` in the lowest: what a load from
    /// `N` bytes before would give if `before` stood there.
    fn shift_up_behind<const N: usize>(self, before: Self) -> Self;

    /// `b` where the highest bit of the byte of `mask` is set, and `self` elsewhere.
    fn select8(self, mask: Self, b: Self) -> Self;

    /// The lower half of the bytes, each in 16 bits.
    fn widen_low8(self) -> Self;

    /// The lower half of the 16-bit lanes, each in 32 bits.
    fn widen_low16(self) -> Self;

    /// The upper half of the 16-bit lanes, each in 32 bits.
    fn widen_high16(self) -> Self;

    /// The four quarters in the order 0, 2, 1, 3 where there are two lanes: what brings the result of a
    /// narrowing of two vectors, which is lane by lane, in order. With one lane all is in order.
    fn in_order(self) -> Self;

    /// The vector moved down by two bytes, with zeros in the highest: what a load from two bytes behind
    /// would give if zeros stood there.
    fn shift_down2(self) -> Self;

    /// The vector moved up by one byte, with the last one of `before` in the lowest: what a load from one byte
    /// before would give if `before` stood there.
    fn behind(self, before: Self) -> Self;

    /// The six highest bits of each unit of `self` and then of `b`, as bytes: moved down to the lowest of
    /// little-endian ones, in place of big-endian ones. `mask` is 00FC in 16-bit lanes.
    #[inline(always)]
    fn six_bits(self, b: Self, order: ByteOrder, mask: Self) -> Self {
        match order {
            ByteOrder::Little => self.shr16::<10>().narrow16(b.shr16::<10>()).in_order(),
            ByteOrder::Big => (self & mask).narrow16(b & mask).in_order(),
        }
    }

    /// The highest bit of each 32-bit lane, lane 0 in bit 0.
    fn high_bits32(self) -> usize;

    /// The same, and how many of the lowest four are set, and of those above.
    #[inline(always)]
    fn high_bits32_counted(self) -> (usize, [usize; 2]) {
        let bits = self.high_bits32();
        (bits, [(bits & 0xF).count_ones() as usize, (bits >> 4).count_ones() as usize])
    }

    /// The bits of 16-bit lanes, which are all ones or 0, and how many of each four are 0.
    #[inline(always)]
    fn bits_and_zeros16(self) -> (usize, [usize; 4]) {
        // The second half repeats the first, in each lane of sixteen bytes.
        let narrowed = self.narrow16_signed(self).high_bits() as usize;
        let bits = narrowed & 0xFF | narrowed >> 8 & 0xFF00;
        (bits, four!(i => ((bits >> (4 * i) & 0xF) ^ 0xF).count_ones() as usize))
    }

    /// Of 16-bit lanes that are all ones or 0: whether the first and every second from there on is all ones in `self`
    /// and the others in `second`, or, if that is true, the other way round. `None` if neither is so.
    #[inline(always)]
    fn takes_turns16(self, second: Self) -> Option<bool> {
        /// The bytes of every second 16-bit lane.
        const EVEN: u64 = u64::MAX / 5;
        let all = !(u64::MAX << (Self::LANES - 1) << 1);
        match (self.high_bits(), second.high_bits()) {
            (first, second) if first == EVEN & all && second == !EVEN & all => Some(false),
            (first, second) if first == !EVEN & all && second == EVEN & all => Some(true),
            _ => None,
        }
    }

    /// Whether the largest byte has its highest bit set, and no longer if `above`, which is the same in all
    /// lanes, is taken from it.
    #[inline(always)]
    fn largest_is_between(self, above: Self) -> bool {
        self.any_high_bit() && !self.saturating_sub(above).any_high_bit()
    }

    /// The highest bit of the first byte.
    #[inline(always)]
    fn first_high_bit(self) -> bool {
        self.high_bits() & 1 != 0
    }

    /// How many lanes of 16 bits are all ones in four vectors, whose other lanes are 0.
    #[inline(always)]
    fn count_masks16([a, b, c, d]: [Self; 4]) -> usize {
        // Two lanes of 16 bits are one of eight: one bit for each.
        let (ab, cd) = (a.narrow16_signed(b), c.narrow16_signed(d));
        (ab.high_bits().count_ones() + cd.high_bits().count_ones()) as usize
    }

    /// The sum of the 64-bit lanes.
    fn sum64(self) -> u64;

    /// The lowest 64 bits.
    fn low64(self) -> u64;

    /// The same for what comes of two narrowings, of four vectors to one: the eighths in the order 0, 4, 1, 5,
    /// 2, 6, 3, 7.
    fn in_order_of_four(self) -> Self;

    /// Writes all of it at the front of `dst`, which must have room.
    fn store<U: Copy>(self, dst: &mut [MaybeUninit<U>]);

    /// Writes its lowest 64 bits at the front of `dst`, which must have room.
    fn store_low64<U: Copy>(self, dst: &mut [MaybeUninit<U>]);

    /// Writes the first `n` units, or as many as the vector and `dst` have, at the front of `dst`.
    fn store_first<U: Copy>(self, dst: &mut [MaybeUninit<U>], n: usize);

    /// Writes all of it over the front of `dst`, which must be as long.
    fn overwrite(self, dst: &mut [u8]);

    /// Writes it over `dst`, or as much as `dst` has of it.
    fn overwrite_first(self, dst: &mut [u8]);
}

/// Operations of one instruction. The number in the name is the width of the lanes in bits; lanes are
/// unsigned where nothing else is said.
pub(crate) trait Lanewise: Sized {
    fn add8(self, b: Self) -> Self;
    fn add16(self, b: Self) -> Self;
    fn add32(self, b: Self) -> Self;
    fn add64(self, b: Self) -> Self;
    /// Not above FFFF.
    fn adds16(self, b: Self) -> Self;
    fn sub8(self, b: Self) -> Self;
    fn sub16(self, b: Self) -> Self;
    fn sub32(self, b: Self) -> Self;
    fn min8(self, b: Self) -> Self;
    fn max8(self, b: Self) -> Self;
    fn min16(self, b: Self) -> Self;
    fn max16(self, b: Self) -> Self;
    fn min32(self, b: Self) -> Self;
    fn max32(self, b: Self) -> Self;
    /// All ones where they are the same, else 0.
    fn eq8(self, b: Self) -> Self;
    fn eq16(self, b: Self) -> Self;
    fn eq32(self, b: Self) -> Self;
    /// All ones where `self` is greater, of signed lanes.
    fn gt8(self, b: Self) -> Self;
    fn gt16(self, b: Self) -> Self;
    fn gt32(self, b: Self) -> Self;
    /// In 16-bit lanes the sums of two products of bytes, of `self` unsigned and of `b` signed.
    fn products8(self, b: Self) -> Self;
    /// In 32-bit lanes the sums of two products of signed 16-bit lanes.
    fn products16(self, b: Self) -> Self;
    /// In 64-bit lanes the sum of the differences of eight bytes.
    fn sums8(self, b: Self) -> Self;
    /// In each lane of sixteen bytes: lane 0 of `self`, lane 0 of `b`, lane 1 of `self`, …, lane 7 of `b`.
    fn zip_low8(self, b: Self) -> Self;
    /// The same from lane 8 on.
    fn zip_high8(self, b: Self) -> Self;
    fn zip_low16(self, b: Self) -> Self;
    fn zip_high16(self, b: Self) -> Self;
    /// In each lane of sixteen bytes: the signed 16-bit lanes of `self`, then those of `b`, as bytes from 0 to
    /// FF.
    fn narrow16(self, b: Self) -> Self;
    /// The same, as signed bytes: so that masks remain masks.
    fn narrow16_signed(self, b: Self) -> Self;
    /// In each lane of sixteen bytes: the signed 32-bit lanes of `self`, then those of `b`, as 0 to FFFF.
    fn narrow32(self, b: Self) -> Self;
    /// In each lane of sixteen bytes: the signed 32-bit lanes of `self`, then those of `b`, as signed 16-bit
    /// lanes.
    fn narrow32_signed(self, b: Self) -> Self;
    fn shl16<const N: i32>(self) -> Self;
    fn shr16<const N: i32>(self) -> Self;
    fn shl32<const N: i32>(self) -> Self;
    fn shr32<const N: i32>(self) -> Self;
    fn shr64<const N: i32>(self) -> Self;
}
