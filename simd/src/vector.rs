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
use crate::fallback::form::Utf16;
use crate::kernels::ascii;
use crate::kernels::block_utf8::{self, Block, Run};
use crate::kernels::from_utf8::{BLOCK, Stop};
use crate::kernels::pack::Sink;
use crate::kernels::repair_utf16;
use crate::kernels::room::{ROOM, ROOM_OF_PLANES};
use crate::kernels::text::Text;
use crate::kernels::three_bytes;
use crate::kernels::utf16_sink::Done;
use crate::kernels::validate_utf8::{self, Out};
use crate::kernels::violations::Tables;
use crate::kernels::widen_ascii;

#[allow(unused_imports, reason = "not every target has a kernel with arrays")]
pub(crate) use crate::four::four;

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

/// An instruction set whose vectors have one or two lanes of sixteen bytes: what the conversions need
/// besides.
pub(crate) trait Wide: Simd<Bytes: Vector> {
    /// The instruction set of a lane by itself.
    type Narrow: Wide<Bytes = <Self::Bytes as Vector>::Lane>;

    /// It is present as well.
    fn narrow(self) -> Self::Narrow;

    /// All of `src`, which must not be longer than a vector, in the last lanes, with zeros before. Reads `src`
    /// only.
    fn load_at_end(self, src: &[u8]) -> Self::Bytes;

    /// `x` in every 16-bit lane.
    fn words(self, x: u16) -> Self::Bytes;

    /// `x` in every 32-bit lane.
    fn doubles(self, x: u32) -> Self::Bytes;

    /// In 16-bit lanes what is added to the bits of a unit in its first two bytes of UTF-8: E0 and C0, or E0 and 80 where
    /// the highest bit of the lane is set, which is not 0.
    #[inline(always)]
    fn tags(self, from_800: Self::Bytes) -> Self::Bytes {
        self.words(0xC0E0) ^ from_800.shr16::<1>() & self.words(0x4000)
    }

    /// All ones in the lanes whose highest bit is set, and 0 in the others.
    #[inline(always)]
    fn spread(self, x: Self::Bytes) -> Self::Bytes {
        self.splat(0).gt8(x)
    }

    /// `row` in each lane of sixteen bytes, where it takes `units` of UTF-8 that are all from 800 on.
    #[inline(always)]
    fn row_of_threes(self, _units: Self::Bytes, row: &[u8; 16]) -> Self::Bytes {
        self.table(row)
    }

    /// The first `LANES / 2` bytes of `src`, which must have as many, each in 16 bits.
    fn widen8(self, src: &[u8]) -> Self::Bytes;

    /// The first `LANES / 4` bytes of `src`, which must have as many, each in 32 bits.
    fn widen8_to_32(self, src: &[u8]) -> Self::Bytes;

    /// A vector of bytes from the front of `src`, each in 16 bits: the lower half of them and the upper one;
    /// and a vector with the highest bit of a byte set if one of theirs is.
    #[inline(always)]
    fn widen_all8(self, src: &[u8]) -> ([Self::Bytes; 2], Self::Bytes) {
        let (low, high) = (self.widen8(src), self.widen8(&src[Self::Bytes::LANES / 2..]));
        ([low, high], low | high)
    }

    /// The same, with the bytes of each unit the other way round.
    #[inline(always)]
    fn widen_all8_swapped(self, src: &[u8]) -> ([Self::Bytes; 2], Self::Bytes) {
        let ([low, high], all) = self.widen_all8(src);
        ([low.shl16::<8>(), high.shl16::<8>()], all)
    }

    /// The same as [`Self::widen_all8`], each in 32 bits.
    #[inline(always)]
    fn widen_all8_to_32(self, src: &[u8]) -> ([Self::Bytes; 4], Self::Bytes) {
        let quarter = Self::Bytes::LANES / 4;
        let (a, b) = (self.widen8_to_32(src), self.widen8_to_32(&src[quarter..]));
        let (c, d) =
            (self.widen8_to_32(&src[2 * quarter..]), self.widen8_to_32(&src[3 * quarter..]));
        ([a, b, c, d], (a | b) | (c | d))
    }

    /// One row of sixteen bytes for each lane, by numbers below `N`, a power of two; what is above it is
    /// left out. A vector of one lane has no use for the second.
    fn rows<const N: usize>(self, table: &[[u8; 16]; N], low: usize, high: usize) -> Self::Bytes;

    /// Converts `N` bytes of UTF-8, a multiple of a block, and tells whether they are ASCII: if not, anything may be
    /// written. A backend may do it in a way of its own.
    #[inline(always)]
    fn ascii_block<const N: usize, K: Sink>(
        self,
        bytes: &[u8; N],
        to: K,
        room: &mut [MaybeUninit<K::Unit>; N],
    ) -> bool {
        widen_ascii::widened_ascii(self, bytes, to, room)
    }

    /// Converts a block of UTF-8. A backend may do it in a way of its own.
    #[inline(always)]
    fn utf8_block<T: Text, K: Sink>(
        self,
        tables: Tables<Self>,
        bytes: &[u8; 3 + BLOCK + 1],
        to: K,
        room: &mut [MaybeUninit<K::Unit>; ROOM],
    ) -> Block {
        block_utf8::block::<T, Self, K>(self, tables, bytes, to, room)
    }

    /// Converts blocks of UTF-8 from the fourth byte of `src` on that have characters of four bytes, of `most` bytes or
    /// less than a block more: at least the first of them, if it is well-formed. A backend may do it in a way of its own.
    #[inline(always)]
    fn utf8_blocks_of_any<T: Text, K: Sink>(
        self,
        src: &[u8],
        to: K,
        dst: &mut [MaybeUninit<K::Unit>],
        most: usize,
    ) -> Run {
        block_utf8::blocks_of_any::<T, Self, K>(self, src, to, dst, most)
    }

    /// Whether there are errors in four vectors of UTF-8, whose first is `before` from the fourth byte on; with
    /// `FOURTHS`, if there may be characters of four bytes. A backend may do it in a way of its own.
    #[inline(always)]
    fn errors_of_block<const FOURTHS: bool>(
        self,
        tables: Tables<Self>,
        vectors: [Self::Bytes; 4],
        before: &[u8],
    ) -> bool {
        validate_utf8::errors_of_block::<Self, FOURTHS>(self, tables, vectors, before)
    }

    /// Checks blocks of UTF-8 of any text from `at` on, [`validate_utf8::ANY`] bytes at most, as
    /// [`validate_utf8::check_blocks`] does. A backend may do it in a way of its own.
    #[inline(always)]
    fn any_blocks<O: Out>(
        self,
        tables: Tables<Self>,
        src: &[u8],
        at: usize,
        out: &mut O,
    ) -> (usize, bool) {
        validate_utf8::any_blocks(self, tables, src, at, out)
    }

    /// The characters of three bytes that three vectors begin with: their first bytes, the second ones and the
    /// third ones. Of two lanes each has 48 bytes.
    #[inline(always)]
    fn load_threes(self, bytes: &[u8; 128]) -> [Self::Bytes; 3] {
        three_bytes::load(self, bytes, &three_bytes::PLACES)
    }

    /// How many bytes of UTF-8 whole blocks of UTF-16 at the front of `bytes` have by formula, beyond one for each
    /// unit, and how many bytes are in them: none, unless the backend does it in a way of its own.
    #[inline(always)]
    fn utf8_len_from_utf16_blocks(self, _from: Utf16, _bytes: &[u8]) -> (usize, usize) {
        (0, 0)
    }

    /// Repairs blocks of UTF-16 behind the first vector of `bytes`, and the last unit of that, and returns the bytes
    /// of the blocks, 0 if there is none, and how many repairs there were. How many blocks at the most, is for the
    /// backend to say, which may do it in a way of its own.
    #[inline(always)]
    fn repair_utf16_run(self, order: ByteOrder, bytes: &mut [u8]) -> (usize, usize) {
        repair_utf16::run(self, order, bytes)
    }

    /// Whether vectors are so short that a run of surrogates, or of characters of four bytes, with errors among them, goes on
    /// behind each error with the next vector.
    const RUNS_WITH_ERRORS: bool = false;

    /// Whether words of characters of four bytes, with ASCII between, are faster to convert without a block's tables.
    const FOUR_WORDS: bool = false;

    /// Whether copies of vectors cost more than what moves their lanes: then surrogates are made of two vectors at once.
    const TWO_OPERANDS: bool = false;

    /// Whether [`Wide::utf32_to_utf8_block`] does anything.
    const BLOCKS_OF_UTF32: bool = false;

    /// Converts 64 code points to UTF-8 and returns the number of bytes, if the backend does that in a way of its own
    /// and there is none above FFFF and no surrogate.
    #[inline(always)]
    fn utf32_to_utf8_block(
        self,
        _order: ByteOrder,
        _points: &[u8; 256],
        _room: &mut [MaybeUninit<u8>; ROOM_OF_PLANES],
    ) -> Option<usize> {
        None
    }

    /// Units of output that a block of UTF-16 may touch beyond what the target says.
    const MORE_ROOM: usize = 0;

    /// Converts the block of UTF-16 at `at` to UTF-8, if the backend does it in a way of its own, and it is not
    /// to be repaired.
    #[inline(always)]
    fn utf16_to_utf8_block<const LOSSY: bool>(
        self,
        _from: Utf16,
        _src: &[[u8; 2]],
        _at: usize,
        _room: &mut [MaybeUninit<u8>],
    ) -> Option<Done> {
        None
    }

    /// Whether blocks of UTF-16 may be for [`crate::kernels::utf16_sink::Sink::run`].
    const RUNS_OF_UTF16: bool = Self::SURROGATES_IN_PLANES;

    /// Converts blocks of units below 800 to UTF-8, if the backend does that in a way of its own.
    #[inline(always)]
    fn utf16_to_utf8_run_of_twos(
        self,
        _from: Utf16,
        _src: &[[u8; 2]],
        _dst: &mut [MaybeUninit<u8>],
    ) -> Stop {
        Stop { read: 0, written: 0 }
    }

    /// Whether [`Wide::utf16_to_utf8_block_of_surrogates`] does anything.
    const SURROGATES_IN_PLANES: bool = false;

    /// The same of a block with surrogates in it.
    #[inline(always)]
    fn utf16_to_utf8_block_of_surrogates<const LOSSY: bool>(
        self,
        _from: Utf16,
        _src: &[[u8; 2]],
        _at: usize,
        _room: &mut [MaybeUninit<u8>],
    ) -> Option<Done> {
        None
    }

    /// Converts blocks from `at` on, behind one with surrogates, as long as they have some and no error.
    #[inline(always)]
    fn utf16_to_utf8_run_of_surrogates(
        self,
        _from: Utf16,
        _src: &[[u8; 2]],
        _at: usize,
        _dst: &mut [MaybeUninit<u8>],
    ) -> Stop {
        Stop { read: 0, written: 0 }
    }
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
