//! A block of UTF-8 converted to UTF-16, by what engines make of it on x86: see [`crate::kernels::from_utf8`] for what it is,
//! and [`crate::kernels::decode_utf8`] for the planes.
//!
//! What counts is how many instructions there are, and how many registers: a vector that has to wait on the stack is one
//! more to write and one more to read, since nothing is taken from memory by the instruction that uses it. So errors and ends
//! are looked at first, then the units of one vector after the other are made of what is loaded once more, and nothing is
//! a loop, of which each round is asked by the engine whether it is to stop.
//!
//! A block that has characters of four bytes is for [`super::utf8_any`].

use core::mem::MaybeUninit;

use super::{Simd128, U8x16};
use crate::kernels::block_utf8::Block;
use crate::kernels::decode_utf8::Near;
use crate::kernels::from_utf8::BLOCK;
use crate::kernels::pack::{ROWS, Sink};
use crate::kernels::room::ROOM;
use crate::kernels::text::Text;
use crate::kernels::validate_utf8::errors_of_two;
use crate::kernels::violations::Tables;
use crate::vector::{Bytes, Lanewise, Simd, Vector, Wide, four};

/// See [`Wide::utf8_block`], of units of 16 bits.
#[inline(always)]
pub(super) fn block<T: Text, K: Sink>(
    s: Simd128,
    tables: Tables<Simd128>,
    bytes: &[u8; 3 + BLOCK + 1],
    to: K,
    room: &mut [MaybeUninit<K::Unit>; ROOM],
) -> Block {
    let [a, b, c, d] = four!(i => s.load(&bytes[3 + 16 * i..]));
    let all = a.max8(b).max8(c.max8(d)).max8(s.load(bytes));
    if !all.any_high_bit() {
        let _: [U8x16; 4] = four!(i => to.widen(s, &bytes[3 + 16 * i..], &mut room[16 * i..]));
        return Block::Ascii;
    }
    if !all.saturating_sub(tables.third_due).any_high_bit() {
        return block_of::<2, T, K>(s, tables, bytes, to, room);
    }
    if !all.saturating_sub(tables.fourth_due).any_high_bit() {
        return block_of::<3, T, K>(s, tables, bytes, to, room);
    }
    Block::Any
}

/// The same of a block of a class.
#[inline(always)]
fn block_of<const CLASS: u8, T: Text, K: Sink>(
    s: Simd128,
    tables: Tables<Simd128>,
    bytes: &[u8; 3 + BLOCK + 1],
    to: K,
    room: &mut [MaybeUninit<K::Unit>; ROOM],
) -> Block {
    if T::CHECKED && has_errors::<CLASS>(s, tables, bytes) {
        return Block::Bad;
    }
    let masks: [usize; 4] = four!(i => {
        let bytes = &bytes[16 * i..];
        let mut ends = s.load(&bytes[4..]).gt8(s.splat(0xBF)).high_bits();
        if CLASS == 2 {
            // The byte behind does not tell of the last one, since that may be the wrong one.
            ends = !s.load(&bytes[3..]).saturating_sub(s.splat(0xC0 - 0x80)).high_bits() & 0xFFFF;
        }
        ends as usize
    });
    let mut at = 0;
    let _: [(); 4] = four!(i => {
        let mask = masks[i];
        let (lo, hi) = planes::<CLASS>(s, &Near::inside(s, &bytes[16 * i..]));
        let (first, second) = to.ordered(lo, hi);
        let (low, high) = (mask & 0xFF, mask >> 8 & 0xFF);
        first.zip_low8(second).lookup(s.load(&ROWS[low])).store(&mut room[at & 0x3F..]);
        let middle = at + low.count_ones() as usize;
        first.zip_high8(second).lookup(s.load(&ROWS[high])).store(&mut room[middle & 0x3F..]);
        at = middle + high.count_ones() as usize;
    });
    let units = at;
    let ends = || {
        masks[0] as u64
            | (masks[1] as u64) << 16
            | (masks[2] as u64) << 32
            | (masks[3] as u64) << 48
    };
    // Every third byte ends a character, and no other.
    if CLASS == 3 && units <= 22 {
        let ends = ends();
        if (ends ^ ends << 3) >> 3 == 0 {
            return Block::Threes { units, open: ends.leading_zeros() as usize };
        }
    }
    Block::Units { units, looked: CLASS > 2 }
}

/// Whether there are errors in a block.
///
/// A lookup is three instructions here, so characters of three bytes are held to what they may be without:
///
/// ```text
///   C0 > cur            a continuation byte, of signed bytes                     highest bit
///   p1 -sat 40, p2 -sat 60      one is due behind C0.. and two behind E0..       highest bit
///   p1 == E0 or ED      if cur is below A0 or is not: overlong or a surrogate
///   p1 ^ C0             less than 2: C0 or C1
/// ```
#[inline(always)]
fn has_errors<const CLASS: u8>(
    s: Simd128,
    tables: Tables<Simd128>,
    bytes: &[u8; 3 + BLOCK + 1],
) -> bool {
    if CLASS == 2 {
        return errors_of_two(s, four!(i => s.load(&bytes[3 + 16 * i..])), bytes);
    }
    let mut wrong = s.splat(0);
    let mut least = s.splat(0xFF);
    let _: [(); 4] = four!(i => {
        let Near { cur, p1, p2, .. } = Near::inside(s, &bytes[16 * i..]);
        let due = p1.saturating_sub(s.splat(0xC0 - 0x80)) | p2.saturating_sub(tables.third_due);
        let below_a0 = s.splat(0xA0).gt8(cur);
        let never = s.splat(0xED) ^ below_a0 & s.splat(0xED ^ 0xE0);
        wrong = wrong | (s.splat(0xC0).gt8(cur) ^ due) | p1.eq8(never);
        least = least.min8(p1 ^ s.splat(0xC0));
    });
    (wrong | s.splat(0x81).saturating_sub(least)).any_high_bit()
}

/// The bytes of the units that would end at each byte.
#[inline(always)]
fn planes<const CLASS: u8>(s: Simd128, near: &Near<Simd128>) -> (U8x16, U8x16) {
    let Near { cur, p1, p2, .. } = *near;
    // Of class 2 nothing is left but of a lead byte, behind which there is a continuation byte.
    let p1 = if CLASS == 2 { p1.saturating_sub(s.splat(0xC0)) } else { p1 & s.spread(cur) };
    let lo = cur & s.splat(0x7F) | p1.shl16::<6>() & s.splat(0xC0);
    let hi = p1.shr16::<2>() & s.splat(0x0F);
    if CLASS == 2 {
        return (lo, hi);
    }
    (lo, hi | p2.saturating_sub(s.splat(0xE0)).shl16::<4>())
}
