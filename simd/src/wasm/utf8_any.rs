//! Blocks of UTF-8 that have characters of four bytes, to UTF-16, by what engines make of them on x86: see
//! [`super::utf8_block`] for others.
//!
//! They are a function of their own, since of all text they need the most constants, which engines keep on the stack
//! for the whole of a function. A constant that the compiler knows is made anew by three instructions wherever it is needed
//! first: so it is not to know them, and they are loaded, for what is rare in a block and then for its units.
//!
//! An engine puts what is computed where it is used, as late as it can, but loads where they stand. So the errors of a
//! vector are asked for at once: of four together, all that is loaded would wait on the stack, and of two it took 1.1 times as
//! long.
//!
//! A lookup is three instructions here, so bytes are held to what they may be without. Units end where the byte behind
//! begins something, and a character of four bytes ends two:
//!
//! ```text
//!   begins                 next > BF of signed bytes
//!   third byte of four     p2 from F0 on
//!   ends                   begins ^ third: never both in text
//!   due                    cur -sat 40, p1 -sat 60      one more behind C0.., E0..     highest bit
//!   due ^ ends             all ones: what does not end goes on
//! ```
//!
//! The same four loads are enough for that and for units, because it is asked of the byte behind. That of the first byte of a run
//! is asked before, and what is left open behind the last is asked for at the end. (What goes on behind `p1`, `p2` and `p3`
//! took four more loads, and comparisons of its own; by that alone it took 1.02 times as long.)
//!
//! Of units, by whose upper byte surrogates and what is overlong of four bytes are seen, of three bytes and of four alike:
//!
//! ```text
//!   hi                     p1 >> 2 & 0F | p2 - E0 << 4
//!   ED behind which A0..   hi is D8 to DF
//!   F0 behind which 80..   hi is 00 to 03 at the third byte, and with DC, which the low surrogate needs, DC to DF
//!   third byte of four     u = scalar >> 6:      D7C0 + (u >> 4), in lanes of 16 bits, which is more than u
//!   fourth                                       DC | hi, whose bits 2 and 3 are set in DC
//! ```
//!
//! Other bytes behind which not all may stand are rare: C0 and C1, E0, F4 and above. A block that may have one, by bytes without
//! a bit, so that E1 looks like E0, is looked at once more.
//!
//! By times of scalar, before errors were found so and since (node 20, Zen 4, 2026-11-27): two and four bytes at random 2.91 and
//! 3.25, three and four 2.86 and 3.25, emoji with joiners 2.82 and 3.3. Lost: what of three and of four bytes each is not, of `p2`
//! and of `hi`, by comparisons (0.96 of before); a function for F4 that is called, around which what is in registers is kept on the
//! stack; one look for both E0 and F4 (Thai and Hindi with emoji 0.93 to 0.96 of before, and now 1.01 to 1.05).

use core::hint::black_box;
use core::mem::MaybeUninit;

use super::{Simd128, U8x16};
use crate::aligned::Aligned;
use crate::kernels::block_utf8::{Run, RunEnd};
use crate::kernels::four_bytes::last_of_fours;
use crate::kernels::from_utf8::BLOCK;
use crate::kernels::pack::{ROWS, Sink};
use crate::kernels::room::ROOM;
use crate::kernels::text::Text;
use crate::vector::{Bytes, Lanewise, Simd, Vector, four};

/// Vectors of one byte each, and one of D7C0 in 16 bits.
type Constants = [[u8; 16]; 22];

static CONSTANTS: Aligned<Constants> = Aligned([
    [0x40; 16],
    [0x60; 16],
    [0x58; 16],
    [0x87; 16],
    [0xBF; 16],
    [0x7F; 16],
    [0xC0; 16],
    [0x0F; 16],
    [0xE0; 16],
    [0xDC; 16],
    [
        0xC0, 0xD7, 0xC0, 0xD7, 0xC0, 0xD7, 0xC0, 0xD7, 0xC0, 0xD7, 0xC0, 0xD7, 0xC0, 0xD7, 0xC0,
        0xD7,
    ],
    [0x01; 16],
    [0x70; 16],
    [0xDF; 16],
    [0x74; 16],
    [0x81; 16],
    [0x9F; 16],
    [0x90; 16],
    [0xF4; 16],
    [0x75; 16],
    [0x00; 16],
    [0xFF; 16],
]);

/// See [`crate::vector::Wide::utf8_blocks_of_any`].
///
/// What is asked of the first byte and of the last two is outside the function of blocks: inside, text that has a block with
/// characters of four bytes among others took 1.08 times as long.
#[inline(always)]
pub(super) fn run<const BIG: bool, T: Text, K: Sink>(
    s: Simd128,
    src: &[u8],
    dst: &mut [MaybeUninit<K::Unit>],
    most: usize,
) -> Run {
    if T::CHECKED && src.first_chunk().is_some_and(|&front| !goes_on(front)) {
        return Run { read: 0, written: 0, ahead: 0, end: RunEnd::Bad };
    }
    let mut run = blocks::<BIG, T, K>(s, src, dst, most);
    // Of the first two bytes of a character that nothing was asked about, since its third one is behind.
    if T::CHECKED
        && let Some(&[a, b]) = src[run.read + 1..].first_chunk()
        && (a == 0xF0) & (b < 0x90) | (a == 0xED) & (b >= 0xA0)
    {
        run.end = RunEnd::Bad;
    }
    run
}

/// The same, but for errors in what is open before the first block and behind the last.
#[inline(never)]
fn blocks<const BIG: bool, T: Text, K: Sink>(
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
        let block = four!(i => s.load(&bytes[3 + 16 * i..]));
        let [a, b, c, d] = block;
        let all = a.max8(b).max8(c.max8(d)).max8(s.load(bytes));
        if !all.saturating_sub(x(12)).any_high_bit() {
            break;
        }
        if T::CHECKED && is_bad(s, constants, bytes, block, all) {
            run.end = RunEnd::Bad;
            break;
        }
        let Some((units, masks)) = put_units::<BIG, T, K>(s, constants, black_box(bytes), room)
        else {
            run.end = RunEnd::Bad;
            break;
        };
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

/// Whether the fourth byte may stand behind the first three, by no jump: they may be anything. What may stand behind ED and F0 is
/// not asked.
#[inline(always)]
fn goes_on([a, b, c, d]: [u8; 4]) -> bool {
    let is_due = (a >= 0xF0) | (b >= 0xE0) | (c >= 0xC0);
    let never = (c & 0xFE == 0xC0) | (c > 0xF4);
    let outside = (c == 0xE0) & (d < 0xA0) | (c == 0xF4) & (d >= 0x90);
    !(never | outside) & (is_due == (d & 0xC0 == 0x80))
}

/// Whether a block, of which `all` is the greatest of bytes, has a byte that is never in text, or one behind which there is what
/// may not be, even behind the block; but for what is behind ED and F0.
#[inline(always)]
fn is_bad(
    s: Simd128,
    constants: &Constants,
    bytes: &[u8; 3 + BLOCK + 1],
    [a, b, c, d]: [U8x16; 4],
    all: U8x16,
) -> bool {
    let x = |i: usize| s.load(&constants[i]);
    let (xdf, xc0) = (x(13), x(6));
    let least = (a & xdf ^ xc0).min8(b & xdf ^ xc0).min8((c & xdf ^ xc0).min8(d & xdf ^ xc0));
    let (low, high) = (x(15).saturating_sub(least), all.saturating_sub(x(14)));
    (low | high).any_high_bit()
        && (low.any_high_bit() && is_overlong(s, constants, bytes)
            || high.any_high_bit() && is_above_max(s, constants, bytes, all))
}

/// Whether there is C0 or C1, or E0 before less than A0.
#[inline(always)]
fn is_overlong(s: Simd128, constants: &Constants, bytes: &[u8; 3 + BLOCK + 1]) -> bool {
    let x = |i: usize| s.load(&constants[i]);
    let (xc0, xe0, x9f) = (x(6), x(8), x(16));
    let (mut least, mut unlike) = (x(21), x(21));
    let _: [(); 4] = four!(i => {
        let (cur, next) = (s.load(&bytes[16 * i + 3..]), s.load(&bytes[16 * i + 4..]));
        least = least.min8(cur ^ xc0);
        unlike = unlike.min8(cur ^ xe0 | next.saturating_sub(x9f));
    });
    (x(15).saturating_sub(least) | unlike.eq8(x(20))).any_high_bit()
}

/// Whether there is one above F4, or F4 before 90 and above.
#[inline(always)]
fn is_above_max(
    s: Simd128,
    constants: &Constants,
    bytes: &[u8; 3 + BLOCK + 1],
    all: U8x16,
) -> bool {
    let x = |i: usize| s.load(&constants[i]);
    let (x90, xf4) = (x(17), x(18));
    let mut unlike = x(21);
    let _: [(); 4] = four!(i => {
        let (cur, next) = (s.load(&bytes[16 * i + 3..]), s.load(&bytes[16 * i + 4..]));
        unlike = unlike.min8(cur ^ xf4 | x90.saturating_sub(next));
    });
    (all.saturating_sub(x(19)) | unlike.eq8(x(20))).any_high_bit()
}

/// Writes the units of a block, and returns how many there are and where they end; none if there is an error, but for those
/// of [`is_bad`].
#[allow(unused_assignments, reason = "what the last vector leaves to one behind it")]
#[inline(always)]
fn put_units<const BIG: bool, T: Text, K: Sink>(
    s: Simd128,
    constants: &Constants,
    bytes: &[u8; 3 + BLOCK + 1],
    room: &mut [MaybeUninit<K::Unit>; ROOM],
) -> Option<(usize, [usize; 4])> {
    let x = |i: usize| s.load(&constants[i]);
    let (x40, x60, x58, x87) = (x(0), x(1), x(2), x(3));
    let (xbf, x7f, xc0, x0f, xe0, xdc, xd7c0) = (x(4), x(5), x(6), x(7), x(8), x(9), x(10));
    let mut before = s.load(bytes).saturating_sub(xe0).gt8(x0f) & xdc;
    let mut at = 0;
    let masks = four!(i => {
        let bytes = &bytes[16 * i..];
        let (next, cur) = (s.load(&bytes[4..]), s.load(&bytes[3..]));
        let (p1, p2) = (s.load(&bytes[2..]), s.load(&bytes[1..]));
        let of_p2 = p2.saturating_sub(xe0);
        let third = of_p2.gt8(x0f);
        let ends = next.gt8(xbf) ^ third;
        let of_p1 = p1 & xc0.gt8(cur);
        let hi = of_p2.shl16::<4>().choose_bits(x0f, of_p1.shr16::<2>());
        let dc = third & xdc;
        if T::CHECKED {
            let due = cur.saturating_sub(x40) | p1.saturating_sub(x60);
            // Signed, D8 to DF less 58 are the least.
            let in_range = hi.add8(dc).sub8(x58).gt8(x87);
            if ((due ^ ends) & in_range).high_bits() != 0xFFFF {
                return None;
            }
        }
        // Behind which the first vector is, where only three bytes are looked at.
        let hi = hi | if i == 0 { before } else { dc.behind(before) };
        before = dc;
        let lo = cur & x7f | of_p1.shl16::<6>() & xc0;
        let mask = ends.high_bits() as usize;
        let mut put = |units: U8x16, third: U8x16, row: usize, at: usize| {
            let high = units.shr16::<4>().add16(xd7c0) & third;
            let mut row = s.load(&ROWS[row]);
            if BIG {
                row = row ^ x(11);
            }
            units.max16(high).lookup(row).store(&mut room[at & 0x3F..]);
        };
        put(lo.zip_low8(hi), third.zip_low8(third), mask & 0xFF, at);
        let middle = at + (mask & 0xFF).count_ones() as usize;
        put(lo.zip_high8(hi), third.zip_high8(third), mask >> 8 & 0xFF, middle);
        at += mask.count_ones() as usize;
        mask
    });
    Some((at, masks))
}
