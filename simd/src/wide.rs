//! What an instruction set has for the conversions, and what it does in a way of its own: see [`crate::vector`].
//!
//! A method with a body is how kernels do it with vectors alone; a backend that does it better has a body of its own.

use core::mem::MaybeUninit;

use crate::fallback::ByteOrder;
use crate::fallback::form::Utf16;
use crate::kernels::block_utf8::{self, Block, Run};
use crate::kernels::encode_points_wide::pairs_of;
use crate::kernels::from_utf8::{BLOCK, Stop};
use crate::kernels::pack::Sink;
use crate::kernels::repair_utf16;
use crate::kernels::room::{ROOM, ROOM_OF_PLANES};
use crate::kernels::swap::order;
use crate::kernels::text::Text;
use crate::kernels::three_bytes;
use crate::kernels::utf16_eights::run_by_eights;
use crate::kernels::utf16_sink::Done;
use crate::kernels::validate_utf8::{self, Out};
use crate::kernels::violations::Tables;
use crate::kernels::widen_ascii;
use crate::vector::{Bytes, Lanewise, Simd, Vector};

/// An instruction set whose vectors have one or two lanes of sixteen bytes: what the conversions need
/// besides [`Simd`].
pub(crate) trait Wide: Simd<Bytes: Vector> {
    /// The instruction set of a lane by itself.
    type Narrow: Wide<Bytes = <Self::Bytes as Vector>::Lane>;

    /// It is present as well.
    fn narrow(self) -> Self::Narrow;

    /// All of `src`, which must not be longer than a vector, in the last lanes, with zeros before. Reads `src`
    /// only.
    fn load_at_end(self, src: &[u8]) -> Self::Bytes;

    /// Asks for the lines `BYTES` behind those of `block` to be in the cache soon, whether there is anything or not, if that
    /// was seen to gain.
    #[inline(always)]
    fn prefetch_behind<const BYTES: usize>(self, _block: &[u8]) {}

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
        let ([low, high], _) = self.widen_all8(src);
        let (low, high) = (low.shl16::<8>(), high.shl16::<8>());
        // Of these, so that the others need not be kept.
        ([low, high], low | high)
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

    /// Of [`Self::Narrow`], whether runs of pairs of surrogates, and of characters of three and of four bytes of UTF-8, go on behind each
    /// error with the next vector. Of short vectors themselves, that unpaired surrogates are replaced without a question whether there are any.
    const RUNS_WITH_ERRORS: bool = false;

    /// Whether words of characters of four bytes, with ASCII between, are faster to convert without a block's tables.
    const FOUR_WORDS: bool = false;

    /// Whether products of 16-bit lanes are one instruction: then surrogates are made by them.
    const PRODUCTS: bool = false;

    /// In each 32-bit lane the pair of surrogates, big-endian, of the scalar value above FFFF that the lane is less than by
    /// 110000.
    #[inline(always)]
    fn pairs_big_endian(self, x: Self::Bytes) -> Self::Bytes {
        let pairs = pairs_of(self, x).add32(self.doubles(0x440));
        pairs.lookup(self.table(const { &order::<2>() }))
    }

    /// Whether copies of vectors cost more than what moves their lanes.
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

    /// Whether [`Wide::utf16_to_utf8_block_of_surrogates`] does anything.
    const SURROGATES_IN_PLANES: bool = false;

    /// The same as [`Wide::utf16_to_utf8_block`] of a block with surrogates in it.
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

    /// Converts blocks from `at` on, behind one with surrogates, as long as they have some and no error, if the backend does
    /// that in a way of its own.
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

    /// Whether blocks of UTF-16 may be for [`crate::kernels::utf16_sink::Sink::run`].
    const RUNS_OF_UTF16: bool = Self::SURROGATES_IN_PLANES;

    /// Converts blocks of up to three bytes a unit, in functions of [`Self::SURROGATES_IN_PLANES`]: see [`run_by_eights`].
    #[inline(always)]
    fn utf16_to_utf8_run_by_eights<const BIG: bool>(
        self,
        src: &[[u8; 2]],
        dst: &mut [MaybeUninit<u8>],
    ) -> Stop {
        run_by_eights::<BIG, Self>(self, src, dst)
    }

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

    /// Whether behind a block of UTF-16 with units of three bytes and others, but without surrogates, others like it are looked for.
    const RUNS_OF_MIXED_UTF16: bool = false;
}
