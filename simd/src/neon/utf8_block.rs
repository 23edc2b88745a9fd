//! A block of UTF-8 converted, by what NEON has: see [`crate::kernels::from_utf8`] for what it is, and
//! [`crate::kernels::decode_utf8`] for the planes.
//!
//! ```text
//!   class       one maximum across 67 bytes, compared as an integer
//!   lo          cur & 7F | p1 << 6                     shifts of bytes need no mask
//!   hi          p1 >> 2 | p2 -sat E0 << 4              one shift that keeps the lower bits
//!   ends        64 bits by seven additions of neighbours: its bytes are the numbers of the rows
//!   places      counts of bits in each byte, all sums of them by one multiplication
//! ```
//!
//! Nothing waits for a count of bits before it. Errors, ends and planes of a vector are one step, of which three
//! vectors are kept: when each was a loop over four, the registers did not do. UTF-8 to UTF-16, text with emoji:
//! 5.07 to 4.42 instructions a byte (qemu, 2026-11-24).
//!
//! Lost, all with text with emoji: vectors kept apart by empty assembly, so that they are not computed in turn, 4.48 to
//! 4.83; errors looked at when all is written, 4.37 to 4.42, and three bytes 3.13 to 3.18; blocks of nothing but ASCII and
//! characters of four bytes, two of five there, by where their lead bytes are and no tables: 239 instructions a block in
//! place of 265, which is what the test and the registers it takes cost the others: 4.37 to 4.38. In WebAssembly those
//! were 1.13 times as fast on words of emoji, and 0.98 times on Arabic (qemu, and node on Zen 4, 2026-11-24).

use core::hint::black_box;
use core::mem::MaybeUninit;

use super::{Neon, U8x16, utf8_errors};
use crate::kernels::block_utf8::Block;
use crate::kernels::byte_planes::{BytePlanes, sums};
use crate::kernels::decode_utf8::{Near, errors2};
use crate::kernels::four_bytes::open_of_fours;
use crate::kernels::from_utf8::BLOCK;
use crate::kernels::pack::{ROWS, Sink};
use crate::kernels::room::ROOM;
use crate::kernels::text::Text;
use crate::vector::{Bytes, Lanewise, Simd, four};

/// See [`crate::vector::Wide::utf8_block`].
#[inline(always)]
pub(super) fn block<T: Text, K: Sink>(
    s: Neon,
    bytes: &[u8; 3 + BLOCK + 1],
    to: K,
    room: &mut [MaybeUninit<K::Unit>; ROOM],
) -> Block {
    let cur: [U8x16; 4] = four!(i => s.load(&bytes[3 + 16 * i..]));
    let all = cur[0].max8(cur[1]).max8(cur[2].max8(cur[3])).max8(s.load(bytes));
    let largest = all.largest();
    if largest < 0x80 {
        widen(s, &bytes[3..], to, room);
        return Block::Ascii;
    }
    if largest < 0xE0 {
        return block_of::<2, T, K>(s, bytes, to, room);
    }
    if largest < 0xF0 {
        return block_of::<3, T, K>(s, bytes, to, room);
    }
    block_of::<4, T, K>(s, bytes, to, room)
}

/// See [`crate::vector::Wide::ascii_block`].
///
/// The bytes are looked at first, since they are loaded for that as well: units of what is not ASCII would be made for
/// nothing. UTF-8 to UTF-16, logs with a character in a hundred: 0.99 to 0.94 instructions a byte (qemu, 2026-11-25).
#[inline(always)]
pub(super) fn ascii<const N: usize, K: Sink>(
    s: Neon,
    bytes: &[u8; N],
    to: K,
    room: &mut [MaybeUninit<K::Unit>; N],
) -> bool {
    let mut any = s.splat(0);
    for vector in bytes.as_chunks::<16>().0 {
        any = any | s.load(vector);
    }
    if any.any_high_bit() {
        return false;
    }
    for at in (0..N).step_by(2 * BLOCK) {
        widen(s, &bytes[at..], to, &mut room[at..]);
        if at + BLOCK < N {
            widen(s, &bytes[at + BLOCK..], to, &mut room[at + BLOCK..]);
        }
    }
    true
}

/// Writes the units of a block of ASCII. Without a loop: LLVM does not unroll one that makes UTF-32.
#[inline(always)]
fn widen<K: Sink>(s: Neon, bytes: &[u8], to: K, room: &mut [MaybeUninit<K::Unit>]) {
    let _: [U8x16; 4] = four!(i => to.widen(s, &bytes[16 * i..], &mut room[16 * i..]));
}

/// The same of a block of a class.
#[inline(always)]
fn block_of<const CLASS: u8, T: Text, K: Sink>(
    s: Neon,
    bytes: &[u8; 3 + BLOCK + 1],
    to: K,
    room: &mut [MaybeUninit<K::Unit>; ROOM],
) -> Block {
    // A vector is done with before the next one: all that is kept of it are four.
    let of: [Decoded; 4] = four!(i => decode::<CLASS, T, K>(s, &bytes[16 * i..]));
    let wrong: [U8x16; 4] = four!(i => of[i].wrong);
    if T::CHECKED
        && match CLASS {
            2 => ((wrong[0] | wrong[1]) | (wrong[2] | wrong[3])).any(),
            _ => utf8_errors::any(wrong),
        }
    {
        return Block::Bad;
    }
    let (ends, counts) = U8x16::bits_and_counts_of_four(four!(i => of[i].ends));
    let places = sums(counts);
    for (i, of) in of.iter().enumerate() {
        let (first, second) = to.ordered(of.lo, of.hi);
        let (third_low, third_high) = match CLASS {
            4 if !K::PAIRS => (of.third.zip_low8(s.splat(0)), of.third.zip_high8(s.splat(0))),
            _ => (of.third, of.third),
        };
        let row = |i: usize| s.load(&ROWS[(ends >> (8 * i)) as usize & 0xFF]);
        let (low, high) = (first.zip_low8(second), first.zip_high8(second));
        to.eight(s, low, third_low, row(2 * i), 2 * i, places, room);
        to.eight(s, high, third_high, row(2 * i + 1), 2 * i + 1, places, room);
    }
    let units = (places >> 56) as usize;
    // Every third byte ends a character, and no other.
    if CLASS == 3 && (ends ^ ends << 3) >> 3 == 0 && units <= 22 {
        return Block::Threes { units, open: ends.leading_zeros() as usize };
    }
    // Units at the same places in every four bytes. By their number alone two of five blocks of text with emoji went
    // on to look at lead bytes: 4.48 instructions a byte, and 4.37 (qemu, 2026-11-24). They are loaded once more: kept
    // for that, they are copied where others are put in.
    if CLASS == 4
        && (ends ^ ends << 4) >> 4 == 0
        && let Some(open) = open_of_fours(leads_of_four(s, black_box(bytes)))
        && (open > 0 || ends >> 63 == 1)
    {
        return Block::Fours { units: (ends & !0 >> open).count_ones() as usize, open };
    }
    Block::Units { units, looked: CLASS > 2 }
}

/// What is known of a vector.
#[derive(Clone, Copy)]
struct Decoded {
    /// Of class 2, not 0 where a byte cannot stand; of the others, not FF.
    wrong: U8x16,
    /// All ones where a unit ends.
    ends: U8x16,
    /// The bytes of the units that would end at each byte, with surrogates in them.
    lo: U8x16,
    hi: U8x16,
    /// The bits above the sixteenth, if there are no surrogates.
    third: U8x16,
}

/// The vector behind the first three of `bytes`, behind which there is another byte.
#[inline(always)]
fn decode<const CLASS: u8, T: Text, K: Sink>(s: Neon, bytes: &[u8]) -> Decoded {
    let near = Near::inside(s, bytes);
    let wrong = match CLASS {
        _ if !T::CHECKED => s.splat(0),
        2 => errors2(s, &near),
        3 => utf8_errors::right(s, near.cur, near.p1, near.p2, None),
        _ => utf8_errors::right(s, near.cur, near.p1, near.p2, Some(near.p3)),
    };
    let ends = match CLASS {
        2 => s.splat(0xBF).from8(near.cur),
        // No continuation byte follows.
        _ => s.load(&bytes[4..]).at_least_signed8(s.splat(0xC0)),
    };
    let ends = if CLASS == 4 && K::PAIRS { ends | near.p2.from8(s.splat(0xF0)) } else { ends };
    let (lo, hi, third) = planes::<CLASS, K>(s, &near);
    Decoded { wrong, ends, lo, hi, third }
}

/// See [`Decoded`].
#[inline(always)]
fn planes<const CLASS: u8, K: Sink>(s: Neon, near: &Near<Neon>) -> (U8x16, U8x16, U8x16) {
    let Near { cur, p1, p2, p3 } = *near;
    let zero = s.splat(0);
    if CLASS == 2 {
        // Nothing is left but of a lead byte, which is not below C2; 2 is what the byte behind it adds.
        let p1 = p1.saturating_sub(s.splat(0xC2)).add8(cur.shr8::<6>());
        return (cur.below_shl8::<6>(p1), p1.shr8::<2>(), zero);
    }
    let of_p2 = p2.saturating_sub(s.splat(0xE0));
    if CLASS == 3 {
        let p1 = p1 & cur.spread();
        let lo = (cur & s.splat(0x7F)).add_64_times8(s, p1);
        return (lo, p1.shr8::<2>().below_shl8::<4>(of_p2), zero);
    }
    // The same with two constants less, which are loaded anew for each block here: ASCII has its own bit for that of `p1`.
    let p1 = cur.shr8::<6>().insert(cur.spread(), p1);
    let lo = cur.below_shl8::<6>(p1);
    let hi = p1.shr8::<2>().below_shl8::<4>(of_p2);
    let at_fourth = p3.from8(s.splat(0xF0));
    if !K::PAIRS {
        // Bits 12 to 15 are those of p2 at the fourth byte, where it is a continuation byte.
        let hi = hi.choose(at_fourth, hi.below_shl8::<4>(p2));
        let third = (p2.shr8::<4>() & s.splat(0x03)) | (p3.shl8::<2>() & s.splat(0x1C));
        return (lo, hi, third & at_fourth);
    }
    // At the third byte u = scalar >> 6, and the high surrogate is D800 + (u - 400 >> 4).
    let at_third = p2.from8(s.splat(0xF0));
    // Of the four bits of u that go there, the highest is 0, and becomes that of D8.
    let less = hi.add8(s.splat(0x80 - 0x04));
    let high_lo = lo.shr8::<4>().below_shl8::<4>(less);
    let tag = s.splat(0xDC);
    let high_hi = tag.above_shr8::<4>(less);
    // Of a continuation byte nothing is left of p2, and the bits 2 and 3 are set in DC.
    let low_hi = hi | tag;
    let hi = hi.insert(at_third, high_hi).insert(at_fourth, low_hi);
    (lo.insert(at_third, high_lo), hi, zero)
}

/// The places of the lead bytes of four.
#[inline(always)]
fn leads_of_four(s: Neon, bytes: &[u8; 3 + BLOCK + 1]) -> u64 {
    U8x16::bits_of_four(four!(i => s.load(&bytes[3 + 16 * i..]).from8(s.splat(0xF0))))
}
