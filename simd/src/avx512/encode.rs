//! Code points in 32-bit lanes as units of each target, by class.
//!
//! The bits that any of the 64 code points of a block has tell its class. To UTF-8:
//!
//! ```text
//!   below 80       bytes, narrowed                         one store
//!   below 800      narrowed to 16 bits, then two bytes     two compressions of 32 code points
//!   below 10000    three bytes in 32-bit lanes             four compressions of 16
//!   any            four bytes in 32-bit lanes              four compressions of 16
//! ```
//!
//! Below 800 nothing can be wrong. Below 10000 only surrogates, which are looked for in 16-bit lanes. From
//! there on one comparison of a key finds both what is wrong and where.
//!
//! To UTF-16 a lane is a pair of surrogates or a unit and 0, compressed; and below 10000 the lanes are
//! narrowed. The mask of what is kept is in each case a comparison with lanes that have 1 where a 0 has no
//! place: a byte or half of a lane that a shorter form has not is 0 by construction.
//!
//! The order of the bytes is a table of the narrowing, at no cost.

use core::mem::MaybeUninit;

use super::bits::first;
use super::from_utf32::Wide;
use super::memory::Output;
use super::pack::SWAP32;
use super::wide::Z;
use crate::aligned::Aligned;
use crate::fallback::ByteOrder;
use crate::fallback::form::{Latin1, Target, Utf8, Utf32};
use crate::x86::Avx512;

/// 64 code points.
pub(super) type Points = [Z; 4];

/// A target that takes code points as vectors.
pub(super) trait Encode: Target {
    /// Units of a code point at most: bits for each in the mask of [`Encode::vector`].
    const SLOTS: usize;
    /// Whether the units of a block are of any number, so that stores lie anywhere and loads may as well be aligned.
    const VARIES: bool = false;
    /// Whether there is [`Encode::run`].
    const RUNS: bool = false;

    /// The lanes that do not become one unit.
    fn others<S: Wide>(s: Avx512, x: Z) -> u16;

    /// The lanes that cannot be converted.
    #[inline(always)]
    fn unfit<S: Wide>(s: Avx512, x: Z) -> u16 {
        if S::CHECKED { ill_formed(s, x) } else { 0 }
    }

    /// Appends the code points of a block. `false`: there may be one that cannot be converted.
    fn block<S: Wide>(self, s: Avx512, x: Points, out: &mut Output<'_, Self::Unit>) -> bool;

    /// Appends the code points of a block with a replacement for each that cannot be converted, and tells
    /// how many these are.
    fn block_lossy<S: Wide>(self, s: Avx512, x: Points, out: &mut Output<'_, Self::Unit>) -> usize;

    /// Converts blocks as long as each code point of them is one unit and there is room for it, and returns how many code
    /// points.
    #[inline(always)]
    fn run<S: Wide>(
        self,
        _: Avx512,
        _: S,
        _: &[[u8; 4]],
        _: &mut [MaybeUninit<Self::Unit>],
    ) -> usize {
        0
    }

    /// The units of sixteen code points that are one each.
    fn singles(self, s: Avx512, x: Z) -> Z;

    /// The units of sixteen code points that can be converted. They stand in `SLOTS` for each, of which the
    /// mask has those that were used before they were moved together.
    fn vector(self, s: Avx512, x: Z) -> (Z, u64);
}

/// Truth tables of [`Z::ternary`].
const A_OR_B_OR_C: i32 = 0b1111_1110;
pub(super) const A_AND_B_OR_C: i32 = 0b1110_1010;

/// The bits that any code point has.
#[inline(always)]
pub(super) fn union([a, b, c, d]: Points) -> Z {
    a.ternary::<A_OR_B_OR_C>(b, c).or(d)
}

/// 0 to 10F7FF for a scalar value, more for any other (as `char::from_u32` has it).
#[inline(always)]
pub(super) fn key(s: Avx512, x: Z) -> Z {
    x.xor(s.doubles(0xD800)).sub32(s.doubles(0x800))
}

/// The keys of code points that are not well-formed are not below it.
pub(super) const BAD_KEY: u32 = 0x11_0000 - 0x800;

/// The lanes that are no scalar values (D76).
#[inline(always)]
pub(super) fn ill_formed(s: Avx512, x: Z) -> u16 {
    key(s, x).ge32(s.doubles(BAD_KEY))
}

#[inline(always)]
pub(super) fn any_ill_formed(s: Avx512, [a, b, c, d]: Points) -> bool {
    let low = key(s, a).max32(key(s, b));
    let high = key(s, c).max32(key(s, d));
    low.max32(high).ge32(s.doubles(BAD_KEY)) != 0
}

/// `x` with the replacement of the target in the lanes `unfit`.
#[inline(always)]
pub(super) fn replace<T: Encode>(s: Avx512, x: Z, unfit: u16) -> Z {
    x.put32(unfit, s.doubles(T::REPLACEMENT))
}

/// The same for a block, and the number of these lanes.
#[inline(always)]
pub(super) fn replace_all<S: Wide, T: Encode>(s: Avx512, [a, b, c, d]: Points) -> (Points, usize) {
    let unfit =
        [T::unfit::<S>(s, a), T::unfit::<S>(s, b), T::unfit::<S>(s, c), T::unfit::<S>(s, d)];
    let block = [
        replace::<T>(s, a, unfit[0]),
        replace::<T>(s, b, unfit[1]),
        replace::<T>(s, c, unfit[2]),
        replace::<T>(s, d, unfit[3]),
    ];
    (block, join(unfit).count_ones() as usize)
}

/// A mask of a block.
#[inline(always)]
pub(super) fn join([a, b, c, d]: [u16; 4]) -> u64 {
    let low = u32::from(b) << 16 | u32::from(a);
    let high = u32::from(d) << 16 | u32::from(c);
    u64::from(high) << 32 | u64::from(low)
}

/// Indices of bytes in two vectors of 32-bit lanes: of each lane the bytes `order`, in this order.
const fn every<const SIZE: usize>(order: [u8; SIZE]) -> [u8; 64] {
    let mut table = [0; 64];
    let mut i = 0;
    while i < 64 {
        table[i] = (4 * (i / SIZE) as u8 + order[i % SIZE]) % 128;
        i += 1;
    }
    table
}

/// The lowest bytes of the 32-bit lanes of two vectors.
const BYTES: &Aligned<[u8; 64]> = &Aligned(every([0]));
/// Their low halves, in each byte order.
pub(super) const WORDS: &Aligned<[u8; 64]> = &Aligned(every([0, 1]));
pub(super) const SWAPPED_WORDS: &Aligned<[u8; 64]> = &Aligned(every([1, 0]));

/// Code points below 100 as bytes.
#[inline(always)]
fn bytes(s: Avx512, [a, b, c, d]: Points) -> Z {
    let table = s.array(BYTES);
    table.pick8_of_two(a, b).join_low(table.pick8_of_two(c, d))
}

/// Code points below 10000 as 16-bit lanes.
#[inline(always)]
fn words(s: Avx512, [a, b, c, d]: Points) -> [Z; 2] {
    let table = s.array(WORDS);
    [table.pick8_of_two(a, b), table.pick8_of_two(c, d)]
}

/// Whether a surrogate is among code points below 10000.
#[inline(always)]
pub(super) fn any_surrogate(s: Avx512, [a, b, c, d]: Points) -> bool {
    let from_surrogates = |x: Z| x.sub16(s.words(0xD800));
    let low = from_surrogates(a.pack32_unsigned(b));
    let high = from_surrogates(c.pack32_unsigned(d));
    low.min16(high).lt16(s.words(0x800)) != 0
}

/// Appends code points below 800, in 16-bit lanes, as UTF-8.
///
/// ```text
///   multishift    u >> 6, u               the low byte is the first
///   & 3F | C0 80  110xxxxx 10xxxxxx
///   below 80      u, 0
///   kept          the low byte, and the high byte if it is not 0
/// ```
#[inline(always)]
fn put_two(s: Avx512, u: Z, out: &mut Output<'_, u8>) {
    let fields = u.multishift(s.quads(u64::from_le_bytes([6, 0, 22, 16, 38, 32, 54, 48])));
    let both = fields.ternary::<A_AND_B_OR_C>(s.words(0x3F3F), s.words(0x80C0));
    let bytes = u.put16(u.ge16(s.words(0x80)), both);
    let kept = bytes.ge8(s.words(0x0100));
    out.put(bytes.compress8(kept), kept.count_ones() as usize);
}

/// The bytes of sixteen scalar values, below 10000 (`CLASS` 3) or any, and the mask of those that are used
/// among four for each.
///
/// The lanes are made as for the longest form; what is added for the shorter ones makes 0 of the bytes that
/// they have not. Bytes from the lowest on:
///
/// ```text
///   multishift     x >> 18   x >> 12   x >> 6    x
///   & 3F, | tags   11110xxx  10xxxxxx  10xxxxxx  10xxxxxx
///   below 10000    + 10, a carry on + 5F: 0, 1110xxxx
///   below 800                + 20, a carry on + 3F: 0, 110xxxxx
///   below 80       0         0         0         x
///   kept           if not 0  if not 0  if not 0  always
/// ```
#[inline(always)]
fn utf8<const CLASS: u8>(s: Avx512, x: Z) -> (Z, u64) {
    let fields = x.multishift(s.quads(u64::from_le_bytes([18, 12, 6, 0, 50, 44, 38, 32])));
    let mut bytes;
    if CLASS == 4 {
        bytes = fields.ternary::<A_AND_B_OR_C>(s.doubles(0x3F3F_3F07), s.doubles(0x8080_80F0));
        bytes = bytes.put32(x.lt32(s.doubles(0x1_0000)), bytes.add32(s.doubles(0x5F10)));
    } else {
        bytes = fields.ternary::<A_AND_B_OR_C>(s.doubles(0x3F3F_0F00), s.doubles(0x8080_E000));
    }
    bytes = bytes.put32(x.lt32(s.doubles(0x800)), bytes.add32(s.doubles(0x3F_2000)));
    bytes = bytes.put32(x.lt32(s.doubles(0x80)), x.shl32::<24>());
    let kept = bytes.ge8(s.doubles(0x0001_0101));
    (bytes.compress8(kept), kept)
}

impl Encode for Utf8 {
    const SLOTS: usize = 4;
    const VARIES: bool = true;

    #[inline(always)]
    fn others<S: Wide>(s: Avx512, x: Z) -> u16 {
        x.ge32(s.doubles(0x80))
    }

    #[inline(always)]
    fn block<S: Wide>(self, s: Avx512, x: Points, out: &mut Output<'_, u8>) -> bool {
        let all = union(x);
        if put_simple_utf8(s, x, all, out) {
            return true;
        }
        if all.test32(s.doubles(!0xFFFF)) == 0 {
            if S::CHECKED && any_surrogate(s, x) {
                return false;
            }
            put_utf8::<3>(s, x, out);
        } else {
            if S::CHECKED && any_ill_formed(s, x) {
                return false;
            }
            put_utf8::<4>(s, x, out);
        }
        true
    }

    #[inline(always)]
    fn block_lossy<S: Wide>(self, s: Avx512, x: Points, out: &mut Output<'_, u8>) -> usize {
        let all = union(x);
        if put_simple_utf8(s, x, all, out) {
            return 0;
        }
        let (x, replaced) = replace_all::<S, Self>(s, x);
        if all.test32(s.doubles(!0xFFFF)) == 0 {
            put_utf8::<3>(s, x, out);
        } else {
            put_utf8::<4>(s, x, out);
        }
        replaced
    }

    #[inline(always)]
    fn singles(self, s: Avx512, x: Z) -> Z {
        s.array(BYTES).pick8(x)
    }

    #[inline(always)]
    fn vector(self, s: Avx512, x: Z) -> (Z, u64) {
        utf8::<4>(s, x)
    }
}

/// Appends a block of which no code point is above 7FF, if it is one.
#[inline(always)]
fn put_simple_utf8(s: Avx512, x: Points, all: Z, out: &mut Output<'_, u8>) -> bool {
    if all.test32(s.doubles(!0x7F)) == 0 {
        out.put(bytes(s, x), 64);
    } else if all.test32(s.doubles(!0x7FF)) == 0 {
        for u in words(s, x) {
            put_two(s, u, out);
        }
    } else {
        return false;
    }
    true
}

#[inline(always)]
fn put_utf8<const CLASS: u8>(s: Avx512, x: Points, out: &mut Output<'_, u8>) {
    for x in x {
        let (bytes, kept) = utf8::<CLASS>(s, x);
        out.put(bytes, kept.count_ones() as usize);
    }
}

impl Encode for Utf32 {
    const SLOTS: usize = 1;

    #[inline(always)]
    fn others<S: Wide>(s: Avx512, x: Z) -> u16 {
        Self::unfit::<S>(s, x)
    }

    #[inline(always)]
    fn block<S: Wide>(self, s: Avx512, x: Points, out: &mut Output<'_, [u8; 4]>) -> bool {
        if S::CHECKED && any_ill_formed(s, x) {
            return false;
        }
        for x in x {
            out.put(self.singles(s, x), 16);
        }
        true
    }

    #[inline(always)]
    fn block_lossy<S: Wide>(self, s: Avx512, x: Points, out: &mut Output<'_, [u8; 4]>) -> usize {
        let (x, replaced) = replace_all::<S, Self>(s, x);
        for x in x {
            out.put(self.singles(s, x), 16);
        }
        replaced
    }

    #[inline(always)]
    fn singles(self, s: Avx512, x: Z) -> Z {
        match self.0 {
            ByteOrder::Little => x,
            ByteOrder::Big => x.shuffle8(s.array(SWAP32)),
        }
    }

    #[inline(always)]
    fn vector(self, s: Avx512, x: Z) -> (Z, u64) {
        (self.singles(s, x), first(16))
    }
}

impl Encode for Latin1 {
    const SLOTS: usize = 1;

    #[inline(always)]
    fn others<S: Wide>(s: Avx512, x: Z) -> u16 {
        Self::unfit::<S>(s, x)
    }

    /// Whether they are scalar values or not.
    #[inline(always)]
    fn unfit<S: Wide>(s: Avx512, x: Z) -> u16 {
        x.ge32(s.doubles(0x100))
    }

    #[inline(always)]
    fn block<S: Wide>(self, s: Avx512, x: Points, out: &mut Output<'_, u8>) -> bool {
        let fit = union(x).test32(s.doubles(!0xFF)) == 0;
        if fit {
            out.put(bytes(s, x), 64);
        }
        fit
    }

    #[inline(always)]
    fn block_lossy<S: Wide>(self, s: Avx512, x: Points, out: &mut Output<'_, u8>) -> usize {
        let (x, replaced) = replace_all::<S, Self>(s, x);
        out.put(bytes(s, x), 64);
        replaced
    }

    #[inline(always)]
    fn singles(self, s: Avx512, x: Z) -> Z {
        s.array(BYTES).pick8(x)
    }

    #[inline(always)]
    fn vector(self, s: Avx512, x: Z) -> (Z, u64) {
        (self.singles(s, x), first(16))
    }
}
