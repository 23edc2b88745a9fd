//! Blocks of UTF-16 of up to three bytes a unit to UTF-8, sixteen units at a time, by what engines make of it on x86: see
//! [`super::utf16_any`] for the planes, and [`super::utf8_any`] for the constants.

use core::arch::wasm32::u8x16_add_sat;
use core::hint::black_box;
use core::mem::MaybeUninit;

use super::{Simd128, U8x16};
use crate::aligned::Aligned;
use crate::fallback::ByteOrder;
use crate::fallback::form::Utf16;
use crate::kernels::from_utf8::Stop;
use crate::kernels::room::ROOM_OF_PLANES as ROOM;
use crate::kernels::tables::{ONE_OR_TWO, ONE_TO_FOUR};
use crate::kernels::utf16_below_800::put_block_below_800;
use crate::kernels::utf16_eights::SOME;
use crate::kernels::utf16_units::{BLOCK, all_from_800, ordered};
use crate::vector::{Bytes, Lanewise, Simd, Vector, four};

/// Vectors of one byte each, and of 80 and FF in 16 bits.
static CONSTANTS: Aligned<[[u8; 16]; 13]> = Aligned([
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
    [0xF8; 16],
    [0xD8; 16],
]);

/// See [`crate::vector::Wide::utf16_to_utf8_run_by_eights`].
#[inline(never)]
pub(super) fn run<const BIG: bool>(
    s: Simd128,
    src: &[[u8; 2]],
    dst: &mut [MaybeUninit<u8>],
) -> Stop {
    let from = Utf16(if BIG { ByteOrder::Big } else { ByteOrder::Little });
    let constants = black_box(&CONSTANTS.0);
    let mut run = Stop { read: 0, written: 0 };
    let mut twos = true;
    while let Some(block) = src[run.read..].first_chunk::<BLOCK>()
        && let Some(room) = dst[run.written..].first_chunk_mut::<ROOM>()
    {
        if twos
            && let room = room.first_chunk_mut().expect("room for a block")
            && let Some(written) = put_block_below_800(s, from, block, room)
        {
            run.read += BLOCK;
            run.written += written;
            if written < SOME {
                break;
            }
            continue;
        }
        if all_from_800(s, from, block) {
            break;
        }
        let mut found = Found { from_800: s.splat(0), surrogates: s.splat(0) };
        let mut written = 0;
        let _: [(); 4] = four!(i => {
            let load = |at: usize| {
                let at = 16 * i + at;
                ordered(s, from, ByteOrder::Little, s.load(block[at..].as_flattened()))
            };
            let pair = [load(0), load(8)];
            written = sixteen(s, constants, pair, &mut found, written, room);
        });
        if found.surrogates.any() {
            break;
        }
        run.read += BLOCK;
        run.written += written;
        twos = !found.from_800.any_high_bit();
        if twos && written < SOME {
            break;
        }
    }
    run
}

/// What is found in a block.
struct Found {
    /// The highest bit of a byte where there is a unit from 800 on.
    from_800: U8x16,
    /// Ones where there is a surrogate.
    surrogates: U8x16,
}

/// Writes sixteen units, and returns where they end.
#[inline(always)]
fn sixteen(
    s: Simd128,
    constants: &[[u8; 16]; 13],
    [a, b]: [U8x16; 2],
    found: &mut Found,
    at: usize,
    room: &mut [MaybeUninit<u8>; ROOM],
) -> usize {
    let x = |i: usize| s.load(&constants[i]);
    let single = a.min16(x(0)).narrow16(b.min16(x(0)));
    if !single.any_high_bit() {
        single.store(&mut room[at & 0xFF..]);
        return at + 16;
    }
    let lo = (a & x(1)).narrow16(b & x(1));
    let hi = a.shr16::<8>().narrow16(b.shr16::<8>());
    let middle = hi.shl16::<2>() & x(3) | lo.shr16::<6>() & x(2);
    let last = lo & x(9) | x(10);
    let from_800 = U8x16(u8x16_add_sat(hi.0, x(4).0));
    if TWOS && !from_800.any_high_bit() {
        let rows = single.high_bits() as usize;
        let first = single.choose_bits(single.spread(), middle | x(6));
        let middle = at + 8 + (rows & 0xFF).count_ones() as usize;
        put(s, &ONE_OR_TWO.0, rows & 0xFF, first.zip_low8(last), at, room);
        put(s, &ONE_OR_TWO.0, rows >> 8, first.zip_high8(last), middle, room);
        return at + 16 + rows.count_ones() as usize;
    }
    found.from_800 = found.from_800 | from_800;
    found.surrogates = found.surrogates | (hi & x(11)).eq8(x(12));
    let b1 = middle | from_800.shr16::<1>() & x(5) ^ x(6);
    let b0 = hi.shr16::<4>() & x(7) | x(8);
    let low = single.zip_low8(from_800).high_bits() as usize;
    let high = single.zip_high8(from_800).high_bits() as usize;
    let half = at + 8 + low.count_ones() as usize;
    let (front, back) = (b0.zip_low8(b1), single.zip_low8(last));
    put(s, &ONE_TO_FOUR.0, low & 0xFF, front.zip_low16(back), at, room);
    let second = at + 4 + (low & 0xFF).count_ones() as usize;
    put(s, &ONE_TO_FOUR.0, low >> 8, front.zip_high16(back), second, room);
    let (front, back) = (b0.zip_high8(b1), single.zip_high8(last));
    put(s, &ONE_TO_FOUR.0, high & 0xFF, front.zip_low16(back), half, room);
    let last = half + 4 + (high & 0xFF).count_ones() as usize;
    put(s, &ONE_TO_FOUR.0, high >> 8, front.zip_high16(back), last, room);
    half + 8 + high.count_ones() as usize
}

const TWOS: bool = false;

/// Writes those of sixteen bytes that a row of a table takes.
#[inline(always)]
fn put(
    s: Simd128,
    table: &[[u8; 16]; 256],
    row: usize,
    bytes: U8x16,
    at: usize,
    room: &mut [MaybeUninit<u8>; ROOM],
) {
    bytes.lookup(s.load(&table[row & 0xFF])).store(&mut room[at & 0xFF..]);
}
