//! Blocks of UTF-16 of up to three bytes a unit to UTF-8, sixteen units at a time, by what engines make of it on x86: see
//! [`crate::kernels::utf16_eights`] for units of one byte and of three, [`super::utf16_any`] for the planes where there are some
//! of two as well, and [`super::utf8_any`] for the constants.
//!
//! Korean and Hindi are of one byte and three, Vietnamese has units of two in all sixteen, and French is below 800 but for its
//! quotation marks: the latter are a function of their own, and each leaves to the other what is for that.
//!
//! (Node 20 on Zen 4, 2026-11-27, 64 KiB, by the time before: Vietnamese 0.87 to 0.90; Korean 0.92, Hindi and Japanese 0.88, markup in
//! Chinese 0.83, lines of several scripts 0.90, English quotation marks 0.91, Chinese 0.97. Sixteens below 800 by two lookups in place
//! of four: Vietnamese 0.95 to 0.97 of that, French quotation marks 0.91, lines of several scripts 0.91 to 0.96, French 1.02. Lost: units
//! of one and three by planes as well, Korean 1.03; one function for both, Vietnamese 0.97; Korean left as soon as there is one unit of
//! two bytes 1.18; sixteens of ASCII as those below 800, French quotation marks 1.17.)

use core::arch::wasm32::u8x16_add_sat;
use core::hint::black_box;
use core::mem::MaybeUninit;

use super::utf16_any::{CONSTANTS, put, put_below_800};
use super::{Simd128, U8x16};
use crate::aligned::Aligned;
use crate::fallback::ByteOrder;
use crate::fallback::form::Utf16;
use crate::kernels::from_utf8::Stop;
use crate::kernels::room::ROOM_OF_PLANES as ROOM;
use crate::kernels::tables::{ONE_OR_THREE, ONE_TO_FOUR};
use crate::kernels::utf16_below_800::put_block_below_800;
use crate::kernels::utf16_eights::SOME;
use crate::kernels::utf16_units::{BLOCK, all_from_800, any_below_800, ordered};
use crate::vector::{Bytes, Lanewise, Simd, Vector, four};

/// Sixteens of a block with units of two bytes that make what is behind it for [`mixed`], and blocks in a row at the ends of which
/// there are none that do not.
const MIXED: u32 = 2;
const CALM: u32 = 8;

/// Vectors of 80, 7800, D800, 3F00, 3F and 80E0.
static OF_ONES_AND_THREES: Aligned<[[[u8; 2]; 8]; 6]> = Aligned([
    [[0x80, 0]; 8],
    [[0, 0x78]; 8],
    [[0, 0xD8]; 8],
    [[0, 0x3F]; 8],
    [[0x3F, 0]; 8],
    [[0xE0, 0x80]; 8],
]);

/// See [`crate::vector::Wide::utf16_to_utf8_run_by_eights`]: blocks, until one has a surrogate, or is nothing but units of three
/// bytes, or nearly ASCII.
#[inline(never)]
pub(super) fn run<const BIG: bool>(
    s: Simd128,
    src: &[[u8; 2]],
    dst: &mut [MaybeUninit<u8>],
) -> Stop {
    let from = Utf16(if BIG { ByteOrder::Big } else { ByteOrder::Little });
    let constants = black_box(&OF_ONES_AND_THREES.0);
    let of_mixed = black_box(&CONSTANTS.0);
    let mut run = Stop { read: 0, written: 0 };
    while let Some(block) = src[run.read..].first_chunk::<BLOCK>()
        && let Some(room) = dst[run.written..].first_chunk_mut::<ROOM>()
        && !all_from_800(s, from, block)
    {
        let (mut written, mut twos) = (0, 0);
        let mut least = s.splat(0xFF);
        let mut found = Found::new(s);
        let _: [(); 4] = four!(i => {
            let units = pair(s, from, block, i);
            let end = ones_and_threes(s, constants, units, &mut least, written, room);
            written = match end {
                Some(end) => end,
                None => {
                    twos += 1;
                    sixteen(s, of_mixed, units, &mut found, written, room)
                }
            };
        });
        if written == BLOCK || found.surrogates.any() || any_below_800(s, least) {
            break;
        }
        run.read += BLOCK;
        run.written += written;
        if twos >= MIXED {
            let more = mixed::<BIG>(s, &src[run.read..], &mut dst[run.written..]);
            run.read += more.stop.read;
            run.written += more.stop.written;
            if !more.calm {
                break;
            }
        }
    }
    run
}

/// Writes sixteen units, if none of them has two bytes, and returns where they end. Where there are surrogates moved to 0,
/// `least` is not above.
#[inline(always)]
fn ones_and_threes(
    s: Simd128,
    constants: &[[[u8; 2]; 8]; 6],
    [a, b]: [U8x16; 2],
    least: &mut U8x16,
    mut at: usize,
    room: &mut [MaybeUninit<u8>; ROOM],
) -> Option<usize> {
    let x = |i: usize| s.load(constants[i].as_flattened());
    let (a_low, b_low) = (a.min16(x(0)), b.min16(x(0)));
    let single = a_low.narrow16(b_low);
    let rows = single.high_bits() as usize;
    if rows == 0 {
        single.store(&mut room[at & 0xFF..]);
        return Some(at + 16);
    }
    let from_800 = a.adds16(x(1)).narrow16_signed(b.adds16(x(1)));
    if from_800.high_bits() as usize != rows {
        return None;
    }
    *least = least.min16(a ^ x(2)).min16(b ^ x(2));
    let front = |units: U8x16| units.shl16::<2>() & x(3) | units.shr16::<12>() | x(5);
    let last = |units: U8x16, low: U8x16| units & x(4) | low;
    let mut put = |i: usize, units: U8x16| {
        let row = rows >> (4 * i) & 0xF;
        units.lookup(s.load(&ONE_OR_THREE.0[row])).store(&mut room[at & 0xFF..]);
        at += 4 + 2 * row.count_ones() as usize;
    };
    let (first, second) = (front(a), last(a, a_low));
    put(0, first.zip_low16(second));
    put(1, first.zip_high16(second));
    let (first, second) = (front(b), last(b, b_low));
    put(2, first.zip_low16(second));
    put(3, first.zip_high16(second));
    Some(at)
}

/// What [`mixed`] did, and whether it ended where there were no units of two bytes for some blocks.
struct Mixed {
    stop: Stop,
    calm: bool,
}

/// The same of blocks that have units of two bytes.
#[inline(never)]
fn mixed<const BIG: bool>(s: Simd128, src: &[[u8; 2]], dst: &mut [MaybeUninit<u8>]) -> Mixed {
    let from = Utf16(if BIG { ByteOrder::Big } else { ByteOrder::Little });
    let constants = black_box(&CONSTANTS.0);
    let mut run = Stop { read: 0, written: 0 };
    let (mut below_800, mut calm) = (true, 0);
    while let Some(block) = src[run.read..].first_chunk::<BLOCK>()
        && let Some(room) = dst[run.written..].first_chunk_mut::<ROOM>()
    {
        if below_800
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
        let mut found = Found::new(s);
        let mut written = 0;
        let _: [(); 4] = four!(i => {
            // Of the last sixteen.
            found.twos = s.splat(0xFF);
            written = sixteen(s, constants, pair(s, from, block, i), &mut found, written, room);
        });
        if found.surrogates.any() {
            break;
        }
        run.read += BLOCK;
        run.written += written;
        below_800 = !found.from_800.any_high_bit();
        if below_800 && written < SOME {
            break;
        }
        calm = if found.twos.any_high_bit() { 0 } else { calm + 1 };
        if calm == CALM {
            return Mixed { stop: run, calm: true };
        }
    }
    Mixed { stop: run, calm: false }
}

/// What is found in sixteen units that are not ASCII.
struct Found {
    /// The highest bit of a byte where there is a unit from 800 on, or was one.
    from_800: U8x16,
    /// The highest bit where there is one of two bytes.
    twos: U8x16,
    /// Ones where there is a surrogate, or was one.
    surrogates: U8x16,
}

impl Found {
    #[inline(always)]
    fn new(s: Simd128) -> Self {
        Self { from_800: s.splat(0), twos: s.splat(0), surrogates: s.splat(0) }
    }
}

/// Writes sixteen units, and returns where they end.
#[inline(always)]
fn sixteen(
    s: Simd128,
    constants: &[[u8; 16]; 18],
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
    found.twos = from_800 ^ single;
    if !from_800.any_high_bit() {
        return put_below_800(s, [single, middle | x(6), last], at, room);
    }
    found.from_800 = found.from_800 | from_800;
    found.surrogates = found.surrogates | (hi & x(16)).eq8(x(12));
    let b1 = middle | from_800.shr16::<1>() & x(5) ^ x(6);
    let b0 = hi.shr16::<4>() & x(7) | x(8);
    let rows = [
        single.zip_low8(from_800).high_bits() as usize,
        single.zip_high8(from_800).high_bits() as usize,
    ];
    let half = |rows: usize| 4 + (rows & 0xFF).count_ones() as usize;
    let (front, back) = (b0.zip_low8(b1), single.zip_low8(last));
    put(s, &ONE_TO_FOUR.0, rows[0], front.zip_low16(back), at, room);
    put(s, &ONE_TO_FOUR.0, rows[0] >> 8, front.zip_high16(back), at + half(rows[0]), room);
    let at = at + 8 + rows[0].count_ones() as usize;
    let (front, back) = (b0.zip_high8(b1), single.zip_high8(last));
    put(s, &ONE_TO_FOUR.0, rows[1], front.zip_low16(back), at, room);
    put(s, &ONE_TO_FOUR.0, rows[1] >> 8, front.zip_high16(back), at + half(rows[1]), room);
    at + 8 + rows[1].count_ones() as usize
}

/// Sixteen units of a block, as numbers.
#[inline(always)]
fn pair(s: Simd128, from: Utf16, block: &[[u8; 2]; BLOCK], i: usize) -> [U8x16; 2] {
    let load = |at: usize| ordered(s, from, ByteOrder::Little, s.load(block[at..].as_flattened()));
    [load(16 * i), load(16 * i + 8)]
}
