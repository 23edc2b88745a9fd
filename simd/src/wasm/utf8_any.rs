//! Blocks of UTF-8 that have characters of four bytes, to UTF-16, by what engines make of them on x86: see
//! [`super::utf8_block`] for others.
//!
//! They are a function of their own, since of all text they need the most constants, which engines keep on the stack
//! for the whole of a function. A constant that the compiler knows is made anew by three instructions wherever it is needed
//! first: so it is not to know them, and they are loaded, for errors and then for units.
//!
//! An engine puts what is computed where it is used, as late as it can, but loads where they stand. So the errors of a
//! vector are asked for at once: of four together, all that is loaded would wait on the stack, and of two it took 1.1 times as
//! long. But C0 and C1 are in the least of what is asked for them, and so is what a lead byte does not allow behind it, which
//! takes two comparisons less (emoji with what joins them 0.97 of the time, Node 20 on Zen 4, 2026-11-27).
//!
//! A lookup is three instructions here, so bytes are held to what they may be without:
//!
//! ```text
//!   C0 > cur            a continuation byte, of signed bytes                     highest bit
//!   p1 -sat 40, p2 -sat 60, p3 -sat 70      one is due behind C0.., E0.., F0..   highest bit
//!   p1 ^ E0 or ED       0, if cur is below A0 or is not: overlong or a surrogate
//!   p1 ^ F0 or F4       0, if cur is below 90 or is not: overlong or above 10FFFF
//!   p1 ^ C0             less than 2: C0 or C1
//! ```
//!
//! And units, of which a character of four bytes ends two:
//!
//! ```text
//!   ends                   next > BF of signed bytes, or F0.. two before
//!   third byte of four     u = scalar >> 6:      D7C0 + (u >> 4), in lanes of 16 bits
//!   fourth                                       DC | hi, whose bits 2 and 3 are set in DC
//! ```

use core::hint::black_box;
use core::mem::MaybeUninit;

use super::{Simd128, U8x16};
use crate::aligned::Aligned;
use crate::kernels::block_utf8::{Run, RunEnd};
use crate::kernels::decode_utf8::Near;
use crate::kernels::four_bytes::last_of_fours;
use crate::kernels::from_utf8::BLOCK;
use crate::kernels::pack::{ROWS, Sink};
use crate::kernels::room::ROOM;
use crate::kernels::text::Text;
use crate::vector::{Bytes, Lanewise, Simd, Vector, four};

/// Vectors of one byte each, and one of D7C0 in 16 bits.
static CONSTANTS: Aligned<[[u8; 16]; 21]> = Aligned([
    [0x40; 16],
    [0x60; 16],
    [0x70; 16],
    [0xC0; 16],
    [0xA0; 16],
    [0x0D; 16],
    [0xED; 16],
    [0x90; 16],
    [0x04; 16],
    [0xF4; 16],
    [0x81; 16],
    [0x00; 16],
    [0xBF; 16],
    [0x7F; 16],
    [0x0F; 16],
    [0xE0; 16],
    [0xF0; 16],
    [0xDC; 16],
    [
        0xC0, 0xD7, 0xC0, 0xD7, 0xC0, 0xD7, 0xC0, 0xD7, 0xC0, 0xD7, 0xC0, 0xD7, 0xC0, 0xD7, 0xC0,
        0xD7,
    ],
    [0x75; 16],
    [0x01; 16],
]);

/// See [`crate::vector::Wide::utf8_blocks_of_any`].
#[inline(never)]
pub(super) fn blocks<const BIG: bool, T: Text, K: Sink>(
    s: Simd128,
    src: &[u8],
    dst: &mut [MaybeUninit<K::Unit>],
    most: usize,
) -> Run {
    let constants = black_box(&CONSTANTS.0);
    let x = |i: usize| s.load(&constants[i]);
    let mut run = Run { read: 0, written: 0, ahead: 0, end: RunEnd::Other };
    while run.read < most
        && let Some(bytes) = src[run.read..].first_chunk::<{ 3 + BLOCK + 1 }>()
        && let Some(room) = dst[run.written..].first_chunk_mut::<ROOM>()
    {
        let bytes = black_box(bytes);
        let [a, b, c, d] = four!(i => s.load(&bytes[3 + 16 * i..]));
        let all = a.max8(b).max8(c.max8(d)).max8(s.load(bytes));
        if !all.saturating_sub(x(2)).any_high_bit() {
            break;
        }
        if T::CHECKED && has_errors(s, constants, bytes, all) {
            run.end = RunEnd::Bad;
            break;
        }
        let (units, masks) = put_units::<BIG, K>(s, constants, black_box(bytes), room);
        // In one question, since half of random text of two and four bytes has as many units.
        let [a, b, c, d] = masks;
        if (units ^ 2 * BLOCK / 4) | (a ^ b) | (a ^ c) | (a ^ d) == 0
            && let Some(open) = last_of_fours(s, &bytes[3..])
            && (open > 0 || d >> 15 == 1)
        {
            let ends = masks.iter().rev().fold(0u64, |ends, &mask| ends << 16 | mask as u64);
            run.read += BLOCK - open;
            run.written += (ends & !0 >> open).count_ones() as usize;
            run.ahead = 0;
            run.end = RunEnd::Fours;
            break;
        }
        run.read += BLOCK;
        run.written += units;
        run.ahead = units;
    }
    run
}

/// Whether there are errors in a block, of which `all` is the greatest of bytes.
#[inline(always)]
fn has_errors(
    s: Simd128,
    constants: &[[u8; 16]; 21],
    bytes: &[u8; 3 + BLOCK + 1],
    all: U8x16,
) -> bool {
    let x = |i: usize| s.load(&constants[i]);
    let (x40, x60, x70, xc0, xa0, x0d, xed, x90, x04, xf4, x81) =
        (x(0), x(1), x(2), x(3), x(4), x(5), x(6), x(7), x(8), x(9), x(10));
    let (mut least, mut unlike) = (s.splat(0xFF), s.splat(0xFF));
    let mut bad = |i: usize| {
        let Near { cur, p1, p2, p3 } = Near::inside(s, &bytes[16 * i..]);
        let due = p1.saturating_sub(x40) | p2.saturating_sub(x60) | p3.saturating_sub(x70);
        let structure = xc0.gt8(cur) ^ due;
        let of_three = p1 ^ (xa0.gt8(cur) & x0d ^ xed);
        let of_four = p1 ^ (x90.gt8(cur) & x04 ^ xf4);
        least = least.min8(p1 ^ xc0);
        unlike = unlike.min8(of_three).min8(of_four);
        structure.any_high_bit()
    };
    bad(0)
        || bad(1)
        || bad(2)
        || bad(3)
        || (all.saturating_sub(x(19)) | x81.saturating_sub(least) | unlike.eq8(x(11)))
            .any_high_bit()
}

/// Writes the units of a block, and returns how many there are and where they end.
#[allow(unused_assignments, reason = "what the last vector leaves to one behind it")]
#[inline(always)]
fn put_units<const BIG: bool, K: Sink>(
    s: Simd128,
    constants: &[[u8; 16]; 21],
    bytes: &[u8; 3 + BLOCK + 1],
    room: &mut [MaybeUninit<K::Unit>; ROOM],
) -> (usize, [usize; 4]) {
    let x = |i: usize| s.load(&constants[i]);
    let (x00, xbf, x7f, xc0, x0f, xe0, xdc, xd7c0) =
        (x(11), x(12), x(13), x(3), x(14), x(15), x(17), x(18));
    // Behind which the first vector is, where only three bytes are looked at.
    let mut third_before = x00.gt8(s.load(bytes).saturating_sub(x(2)));
    let mut at = 0;
    let masks = four!(i => {
        let bytes = &bytes[16 * i..];
        let (cur, p1, p2) = (s.load(&bytes[3..]), s.load(&bytes[2..]), s.load(&bytes[1..]));
        let of_p2 = p2.saturating_sub(xe0);
        let third = of_p2.gt8(x0f);
        let fourth = if i == 0 { third_before } else { third.behind(third_before) };
        third_before = third;
        let mask = (s.load(&bytes[4..]).gt8(xbf) | third).high_bits() as usize;
        let p1 = p1 & x00.gt8(cur);
        let lo = cur & x7f | p1.shl16::<6>() & xc0;
        let hi = of_p2.shl16::<4>().choose_bits(x0f, p1.shr16::<2>()) | fourth & xdc;
        let mut put = |units: U8x16, third: U8x16, row: usize, at: usize| {
            let high = units.shr16::<4>().add16(xd7c0);
            let mut row = s.load(&ROWS[row]);
            if BIG {
                row = row ^ x(20);
            }
            units.choose_bits(third, high).lookup(row).store(&mut room[at & 0x3F..]);
        };
        put(lo.zip_low8(hi), third.zip_low8(third), mask & 0xFF, at);
        let middle = at + (mask & 0xFF).count_ones() as usize;
        put(lo.zip_high8(hi), third.zip_high8(third), mask >> 8 & 0xFF, middle);
        at += mask.count_ones() as usize;
        mask
    });
    (at, masks)
}
