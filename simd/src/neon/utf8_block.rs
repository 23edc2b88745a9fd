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
//! Nothing waits for a count of bits before it, and what is loaded from before is loaded once for all.

use core::mem::MaybeUninit;

use super::{Neon, U8x16};
use crate::kernels::byte_planes::{BytePlanes, sums};
use crate::kernels::decode_utf8::{Near, errors, errors2};
use crate::kernels::from_utf8::{BLOCK, Block};
use crate::kernels::pack::{ROOM, ROWS, Sink};
use crate::kernels::text::Text;
use crate::kernels::violations::Tables;
use crate::vector::{Bytes, Lanewise, Simd, four};

/// See [`crate::vector::Wide::utf8_block`].
#[inline(always)]
pub(super) fn block<T: Text, K: Sink>(
    s: Neon,
    tables: Tables<Neon>,
    bytes: &[u8; 3 + BLOCK + 1],
    to: K,
    room: &mut [MaybeUninit<K::Unit>; ROOM],
) -> Block {
    let cur: [U8x16; 4] = four!(i => s.load(&bytes[3 + 16 * i..]));
    let all = cur[0].max8(cur[1]).max8(cur[2].max8(cur[3])).max8(s.load(bytes));
    let largest = all.largest();
    if largest < 0x80 {
        for i in 0..4 {
            to.widen(s, &bytes[3 + 16 * i..], &mut room[16 * i..]);
        }
        return Block::Ascii;
    }
    if largest < 0xE0 {
        return block_of::<2, T, K>(s, tables, bytes, to, room);
    }
    if largest < 0xF0 {
        return block_of::<3, T, K>(s, tables, bytes, to, room);
    }
    block_of::<4, T, K>(s, tables, bytes, to, room)
}

/// The same of a block of a class.
#[inline(always)]
fn block_of<const CLASS: u8, T: Text, K: Sink>(
    s: Neon,
    tables: Tables<Neon>,
    bytes: &[u8; 3 + BLOCK + 1],
    to: K,
    room: &mut [MaybeUninit<K::Unit>; ROOM],
) -> Block {
    let near: [Near<Neon>; 4] = four!(i => Near::inside(s, &bytes[16 * i..]));
    if T::CHECKED {
        let bad: [U8x16; 4] = four!(i => match CLASS {
            2 => errors2(s, &near[i]),
            _ => errors::<Neon, CLASS>(tables, &near[i]),
        });
        if ((bad[0] | bad[1]) | (bad[2] | bad[3])).any() {
            return Block::Bad;
        }
    }
    let ends = U8x16::bits_of_four(four!(i => {
        let ends = match CLASS {
            2 => s.splat(0xBF).from8(near[i].cur),
            // No continuation byte follows.
            _ => s.load(&bytes[4 + 16 * i..]).at_least_signed8(s.splat(0xC0)),
        };
        if CLASS == 4 && K::PAIRS { ends | near[i].p2.from8(s.splat(0xF0)) } else { ends }
    }));
    let places = sums(U8x16::counts(ends));
    let put = |i: usize, units: U8x16, third: U8x16, room: &mut [MaybeUninit<K::Unit>; ROOM]| {
        let row = s.load(&ROWS[(ends >> (8 * i)) as usize & 0xFF]);
        // What is before the last row is below 64.
        let at = if i == 0 { 0 } else { (places >> (8 * (i - 1))) as usize & 0x3F };
        to.eight(s, units, third, row, room[at..].first_chunk_mut().expect("room for a row"));
    };
    for (i, near) in near.iter().enumerate() {
        let (lo, hi, third) = planes::<CLASS, K>(s, near);
        let (first, second) = to.ordered(lo, hi);
        let (third_low, third_high) = match CLASS {
            4 if !K::PAIRS => (third.zip_low8(s.splat(0)), third.zip_high8(s.splat(0))),
            _ => (third, third),
        };
        put(2 * i, first.zip_low8(second), third_low, room);
        put(2 * i + 1, first.zip_high8(second), third_high, room);
    }
    let units = (places >> 56) as usize;
    // Every third byte ends a character, and no other.
    if CLASS == 3 && (ends ^ ends << 3) >> 3 == 0 && units <= 22 {
        return Block::Threes { units, open: ends.leading_zeros() as usize };
    }
    if CLASS == 4
        && units == 16 * K::OF_FOUR
        && let Some(open) = last_of_fours(s, &near)
        && (open > 0 || ends >> 63 == 1)
    {
        return Block::Fours { units: (ends & !0 >> open).count_ones() as usize, open };
    }
    Block::Units { units, looked: CLASS > 2 }
}

/// The bytes of the units that would end at each byte, with surrogates in them; and the bits above the
/// sixteenth, if there are no surrogates.
#[inline(always)]
fn planes<const CLASS: u8, K: Sink>(s: Neon, near: &Near<Neon>) -> (U8x16, U8x16, U8x16) {
    let Near { cur, p1, p2, p3 } = *near;
    let zero = s.splat(0);
    let low7 = cur & s.splat(0x7F);
    if CLASS == 2 {
        // Nothing is left but of a lead byte, behind which there is a continuation byte.
        let lead = p1.saturating_sub(s.splat(0xC0));
        return (low7.add_product8(lead, s.splat(64)), lead.shr8::<2>(), zero);
    }
    let p1 = p1 & cur.spread();
    let lo = low7.add_product8(p1, s.splat(64));
    let hi = p1.shr8::<2>().below_shl8::<4>(p2.saturating_sub(s.splat(0xE0)));
    if CLASS == 3 {
        return (lo, hi, zero);
    }
    let at_fourth = p3.from8(s.splat(0xF0));
    if !K::PAIRS {
        // Bits 12 to 15 are those of p2 at the fourth byte, where it is a continuation byte.
        let hi = hi.choose(at_fourth, hi.below_shl8::<4>(p2));
        let third = (p2.shr8::<4>() & s.splat(0x03)) | (p3.shl8::<2>() & s.splat(0x1C));
        return (lo, hi, third & at_fourth);
    }
    // At the third byte u = scalar >> 6, and the high surrogate is D800 + (u - 400 >> 4).
    let at_third = p2.from8(s.splat(0xF0));
    let less = hi.sub8(s.splat(0x04));
    let high_lo = lo.shr8::<4>().below_shl8::<4>(less);
    let high_hi = less.shr8::<4>() | s.splat(0xD8);
    let low_hi = (hi & s.splat(0x03)) | s.splat(0xDC);
    (lo.choose(at_third, high_lo), hi.choose(at_third, high_hi).choose(at_fourth, low_hi), zero)
}

/// See [`crate::kernels::four_bytes::last_of_fours`].
#[inline(always)]
fn last_of_fours(s: Neon, near: &[Near<Neon>; 4]) -> Option<usize> {
    let leads = U8x16::bits_of_four(four!(i => near[i].cur.from8(s.splat(0xF0))));
    crate::kernels::four_bytes::open_of_fours(leads)
}
