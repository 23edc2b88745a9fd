//! Blocks of UTF-16 that have surrogates to UTF-8, sixteen units at a time, by what engines make of it on x86: see
//! [`crate::kernels::utf16_planes`] for the planes, and [`super::utf8_any`] for the constants and the order.
//!
//! ```text
//!   single      min(u, 80), narrowed               its highest bit: two bytes or more
//!   three       hi +sat 78, and no surrogate       highest bit
//!   middle      hi << 2 & 3C | lo >> 6             bits 6 to 11
//!   b0          E0 | hi >> 4
//!   b1          C0 | middle, or 80 | middle from 800 on
//!   last        80 | lo & 3F
//!   high        b1, last           hi + 18 and the carry of lo + 40; 80 | lo + 40 >> 2
//!   low         b1                 80 | middle & 0F | lo of the one before << 4 & 30
//! ```

use core::arch::wasm32::{u8x16_add_sat, u8x16_ge};
use core::hint::black_box;
use core::mem::MaybeUninit;

use super::pairs_among_ascii::{self, is_mostly_ascii};
use super::{Simd128, U8x16};
use crate::aligned::Aligned;
use crate::fallback::ByteOrder;
use crate::fallback::form::Utf16;
use crate::kernels::from_utf8::Stop;
use crate::kernels::room::ROOM_OF_PLANES as ROOM;
use crate::kernels::tables::{ONE_OR_TWO, ONE_TO_FOUR};
use crate::kernels::utf16_units::{BLOCK, ends_open, is_high, ordered};
use crate::vector::{Bytes, Lanewise, Simd, Vector, four};

/// Vectors of one byte each, and of 80 and FF in 16 bits.
pub(super) static CONSTANTS: Aligned<[[u8; 16]; 18]> = Aligned([
    [0x80, 0, 0x80, 0, 0x80, 0, 0x80, 0, 0x80, 0, 0x80, 0, 0x80, 0, 0x80, 0],
    [0xFF, 0, 0xFF, 0, 0xFF, 0, 0xFF, 0, 0xFF, 0, 0xFF, 0, 0xFF, 0, 0xFF, 0],
    [0x03; 16],
    [0x3C; 16],
    [0x78; 16],
    [0x40; 16],
    [0xC0; 16],
    [0x0F; 16],
    [0xE0; 16],
    [0x3F; 16],
    [0x80; 16],
    [0xFC; 16],
    [0xD8; 16],
    [0xDC; 16],
    [0x30; 16],
    [0x18; 16],
    [0xF8; 16],
    [0; 16],
]);

/// What of sixteen units matters to those behind them, which is in the last place.
#[derive(Clone, Copy)]
struct Before {
    lo: U8x16,
    high: U8x16,
}

/// Units of a run at most, behind which it is asked again what they are.
const MOST: usize = 1 << 13;

/// See [`crate::vector::Wide::utf16_to_utf8_run_of_surrogates`]. What is mostly ASCII goes by [`pairs_among_ascii`].
#[inline(never)]
pub(super) fn run<const BIG: bool>(
    s: Simd128,
    src: &[[u8; 2]],
    at: usize,
    dst: &mut [MaybeUninit<u8>],
) -> Stop {
    let from = Utf16(if BIG { ByteOrder::Big } else { ByteOrder::Little });
    if let Some(block) = src[at..].first_chunk()
        && is_mostly_ascii(s, from, block)
    {
        let run = pairs_among_ascii::run::<BIG>(s, &src[at..], dst);
        if run.read > 0 {
            return run;
        }
    }
    blocks::<BIG>(s, &src[..src.len().min(at + MOST)], at, dst)
}

/// Blocks, until one has an error, or no surrogates, or nothing else. A block by a call of its own took 1.3 times as long.
#[inline(never)]
fn blocks<const BIG: bool>(
    s: Simd128,
    src: &[[u8; 2]],
    at: usize,
    dst: &mut [MaybeUninit<u8>],
) -> Stop {
    let from = Utf16(if BIG { ByteOrder::Big } else { ByteOrder::Little });
    let constants = black_box(&CONSTANTS.0);
    let mut run = Stop { read: 0, written: 0 };
    let unit = at.checked_sub(1).map_or([0, 0], |before| src[before]);
    let mut before = Before {
        lo: s.splat(unit[usize::from(BIG)]),
        high: s.splat(if is_high(from, unit) { 0xFF } else { 0 }),
    };
    while let Some(units) = src[at + run.read..].first_chunk::<BLOCK>()
        && let Some(room) = dst[run.written..].first_chunk_mut::<ROOM>()
    {
        let mut found = Found { unpaired: s.splat(0), surrogates: 0 };
        let mut written = 0;
        let _: [(); 4] = four!(i => {
            let load = |at: usize| {
                let at = 16 * i + at;
                ordered(s, from, ByteOrder::Little, s.load(units[at..].as_flattened()))
            };
            let pair = [load(0), load(8)];
            written = sixteen(s, constants, pair, &mut before, &mut found, written, room);
        });
        if found.unpaired.any() | ends_open(from, src, at + run.read + BLOCK) {
            break;
        }
        run.read += BLOCK;
        run.written += written;
        if found.surrogates == 0 || found.surrogates == BLOCK {
            break;
        }
    }
    run
}

/// What is found in a block.
struct Found {
    /// Where a surrogate is not half of a pair, but for the last unit.
    unpaired: U8x16,
    surrogates: usize,
}

/// Writes sixteen units, and returns where they end.
#[inline(always)]
fn sixteen(
    s: Simd128,
    constants: &[[u8; 16]; 18],
    [a, b]: [U8x16; 2],
    before: &mut Before,
    found: &mut Found,
    at: usize,
    room: &mut [MaybeUninit<u8>; ROOM],
) -> usize {
    let x = |i: usize| s.load(&constants[i]);
    let single = a.min16(x(0)).narrow16(b.min16(x(0)));
    let lo = (a & x(1)).narrow16(b & x(1));
    let hi = a.shr16::<8>().narrow16(b.shr16::<8>());
    let middle = hi.shl16::<2>() & x(3) | lo.shr16::<6>() & x(2);
    let last = lo & x(9) | x(10);
    if !(hi & x(16)).any() {
        // Where an emoji stands alone, and a high surrogate at the end of the sixteen before does not.
        found.unpaired = found.unpaired | x(17).behind(before.high);
        *before = Before { lo, high: x(17) };
        if !single.any_high_bit() {
            single.store(&mut room[at & 0xFF..]);
            return at + 16;
        }
        return put_below_800(s, [single, middle | x(6), last], at, room);
    }
    let kind = hi & x(11);
    let (high, low) = (kind.eq8(x(12)), kind.eq8(x(13)));
    found.unpaired = found.unpaired | low ^ high.behind(before.high);
    let of_low = lo.behind(before.lo).shl16::<4>() & x(14) | middle & x(7) | x(10);
    *before = Before { lo, high };
    // h + 40 in ten bits: the carry out of the lower eight is a mask, which is -1.
    let of_high = hi.add8(x(15)).sub8(U8x16(u8x16_ge(lo.0, x(6).0)));
    let last_of_high = lo.add8(x(5)).shr16::<2>() & x(9) | x(10);
    let last = last.choose_bits(high, last_of_high);
    let here = high | low;
    found.surrogates += here.high_bits().count_ones() as usize;
    let from_800 = U8x16(u8x16_add_sat(hi.0, x(4).0));
    let plain = middle | from_800.shr16::<1>() & x(5) ^ x(6);
    let b1 = plain.without(here) | (of_low & low | of_high & high);
    let b0 = hi.shr16::<4>() & x(7) | x(8);
    let three = from_800.without(here);
    let rows = single.zip_low8(three).high_bits() as usize
        | (single.zip_high8(three).high_bits() as usize) << 16;
    let ends = |n: usize| at + 4 * n + (rows & ((1 << (8 * n)) - 1)).count_ones() as usize;
    let (front, back) = (b0.zip_low8(b1), single.zip_low8(last));
    put(s, &ONE_TO_FOUR.0, rows & 0xFF, front.zip_low16(back), at, room);
    put(s, &ONE_TO_FOUR.0, rows >> 8 & 0xFF, front.zip_high16(back), ends(1), room);
    let (front, back) = (b0.zip_high8(b1), single.zip_high8(last));
    put(s, &ONE_TO_FOUR.0, rows >> 16 & 0xFF, front.zip_low16(back), ends(2), room);
    put(s, &ONE_TO_FOUR.0, rows >> 24, front.zip_high16(back), ends(3), room);
    at + 16 + rows.count_ones() as usize
}

/// Writes sixteen units below 800, and returns where they end: a byte alone, whose highest bit tells that there are two, and the
/// first and the last of two.
#[inline(always)]
pub(super) fn put_below_800(
    s: Simd128,
    [single, first, last]: [U8x16; 3],
    at: usize,
    room: &mut [MaybeUninit<u8>; ROOM],
) -> usize {
    let rows = single.high_bits() as usize;
    let first = single.choose_bits(single.spread(), first);
    let middle = at + 8 + (rows & 0xFF).count_ones() as usize;
    put(s, &ONE_OR_TWO.0, rows & 0xFF, first.zip_low8(last), at, room);
    put(s, &ONE_OR_TWO.0, rows >> 8, first.zip_high8(last), middle, room);
    at + 16 + rows.count_ones() as usize
}

/// Writes those of sixteen bytes that a row of a table takes.
#[inline(always)]
pub(super) fn put(
    s: Simd128,
    table: &[[u8; 16]; 256],
    row: usize,
    bytes: U8x16,
    at: usize,
    room: &mut [MaybeUninit<u8>; ROOM],
) {
    bytes.lookup(s.load(&table[row & 0xFF])).store(&mut room[at & 0xFF..]);
}
