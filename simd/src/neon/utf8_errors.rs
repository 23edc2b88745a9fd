//! The errors of a block of UTF-8, by what NEON has: [`crate::kernels::violations`] tells what they are.
//!
//! A shift that adds takes the highest bit of a byte to the lowest of another, so the flags are held the other
//! way round: ones where there is none, and `TWO_CONTINUATIONS` in the lowest bit. Where it alone is missing, and a
//! continuation is due, the sum is FF, and so it is where neither is:
//!
//! ```text
//!   flags = HIGH[p1 >> 4] | LOW[p1 & 15] | NEXT[cur >> 4]        of the tables turned round
//!   flags + (p2 -sat (E0 - 80) >> 7) + (p3 -sat (F0 - 80) >> 7)  FF where all is right
//! ```
//!
//! That is an instruction less a vector than an OR, an AND and an exclusive OR. Both of the sum are there only for
//! p3 F0.. and p2 E0..: a lead byte behind a lead byte, of which the first such one is an error without them, and
//! has `TOO_SHORT`, which no single addition fills up. Text with emoji: 1.36 to 1.32 instructions a byte
//! (qemu, 2026-11-24).
//!
//! Lost in conversion: the comparisons of p2 and p3 with E0 and F0, which the units need as well, taken from the flags.
//! An instruction less a vector, but they are kept for longer than there are registers: UTF-8 to UTF-16, text with
//! emoji, 4.42 to 4.51 instructions a byte (qemu, 2026-11-24).

use super::{Neon, U8x16};
use crate::kernels::violations::{HIGH, LOW, NEXT, TWO_CONTINUATIONS};
use crate::vector::{Bytes, Simd, four};

/// A table of flags turned round: ones for what is not an error, the highest bit in the lowest.
const fn turned(table: [u8; 16]) -> [u8; 16] {
    const { assert!(TWO_CONTINUATIONS == 0x80, "the highest bit") };
    let mut turned = [0; 16];
    let mut i = 0;
    while i < 16 {
        turned[i] = !table[i].rotate_left(1);
        i += 1;
    }
    turned
}

const HIGH_TURNED: [u8; 16] = turned(HIGH);
const LOW_TURNED: [u8; 16] = turned(LOW);
const NEXT_TURNED: [u8; 16] = turned(NEXT);

/// See [`crate::vector::Wide::errors_of_block`].
#[inline(always)]
pub(super) fn of_block<const FOURTHS: bool>(s: Neon, vectors: [U8x16; 4], before: &[u8]) -> bool {
    let right: [U8x16; 4] = four!(i => {
        let before = &before[16 * i..];
        let p3 = if FOURTHS { Some(s.load(before)) } else { None };
        right(s, vectors[i], s.load(&before[2..]), s.load(&before[1..]), p3)
    });
    any(right)
}

/// FF where all is right with the bytes of `cur`, of which `p1`, `p2` and `p3` are those before; the last need not
/// be looked at without characters of four bytes.
#[inline(always)]
pub(super) fn right(s: Neon, cur: U8x16, p1: U8x16, p2: U8x16, p3: Option<U8x16>) -> U8x16 {
    let flags = s.table(&HIGH_TURNED).lookup(p1.high_nibbles())
        | s.table(&LOW_TURNED).lookup(p1.low_nibbles())
        | s.table(&NEXT_TURNED).lookup(cur.high_nibbles());
    let flags = flags.add_high_bits8(p2.saturating_sub(s.splat(0xE0 - 0x80)));
    match p3 {
        Some(p3) => flags.add_high_bits8(p3.saturating_sub(s.splat(0xF0 - 0x80))),
        None => flags,
    }
}

/// Whether something is not right in one of four vectors.
#[inline(always)]
pub(super) fn any(right: [U8x16; 4]) -> bool {
    ((right[0] & right[1]) & (right[2] & right[3])).smallest() != 0xFF
}
