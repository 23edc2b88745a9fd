//! What may follow what in UTF-8, with three tables of 64 bytes.
//!
//! # The idea
//!
//! That of [`crate::kernels`]' `validate_utf8`, which follows John Keiser and Daniel Lemire,
//! "Validating UTF-8 in less than one instruction per byte", Software: Practice and Experience 51
//! (2021): whether a byte may follow the one before it is a set of flags that three lookups agree on.
//! A table of 64 bytes takes six bits, not four, and the instruction ignores the two above them:
//!
//! ```text
//!   flags = BEFORE[p1 >> 2] & LOW[p1] & NEXT[cur >> 2]
//!   due   = (p2 -sat 60 | p3 -sat 70) & 80
//!   error |= due ^ flags
//! ```
//!
//! So the index of `LOW` needs no mask, the shifts need none either, though they are of 16-bit lanes,
//! and 64 bytes take three lookups, two shifts, two subtractions and three ternary functions.
//!
//! Tried and lost: `due` as a mask of the bytes at which it is found, moved up by two bits and compared with
//! the highest bits of the flags in general registers, which saves two of four loads: 1.55 times `simdutf` in
//! place of 2.07.

use super::well_formed_utf8::BLOCK;
use super::wide::Z;
use crate::aligned::Aligned;
use crate::x86::Avx512;

/// A lead byte is not followed by enough continuation bytes.
const TOO_SHORT: u8 = 1 << 0;
/// A continuation byte follows ASCII.
const TOO_LONG: u8 = 1 << 1;
/// E0 before 80..9F.
const OVERLONG_3: u8 = 1 << 2;
/// ED before A0..BF.
const SURROGATE: u8 = 1 << 3;
/// C0, C1, or F5..FF, before a continuation byte.
const NO_LEAD: u8 = 1 << 4;
/// F4 before 90..BF.
const TOO_LARGE: u8 = 1 << 5;
/// F0 before 80..8F.
const OVERLONG_4: u8 = 1 << 6;
/// A continuation byte follows another: right where a third or fourth byte is due.
const TWO_CONTINUATIONS: u8 = 1 << 7;

/// By the upper six bits of the byte before.
const BEFORE: &Aligned<[u8; 64]> = &Aligned({
    let mut table = [0; 64];
    let mut i = 0;
    while i < 64 {
        table[i] = match i << 2 {
            0x00..0x80 => TOO_LONG,
            0x80..0xC0 => TWO_CONTINUATIONS,
            0xC0 => TOO_SHORT | NO_LEAD,
            0xE0 => TOO_SHORT | OVERLONG_3,
            0xEC => TOO_SHORT | SURROGATE,
            0xF0 => TOO_SHORT | OVERLONG_4,
            0xF4 => TOO_SHORT | TOO_LARGE | NO_LEAD,
            0xF8 | 0xFC => TOO_SHORT | NO_LEAD,
            _ => TOO_SHORT,
        };
        i += 1;
    }
    table
});

/// By the lower six bits of the byte before.
const LOW: &Aligned<[u8; 64]> = &Aligned({
    let mut table = [TOO_SHORT | TOO_LONG | TWO_CONTINUATIONS; 64];
    table[0x00] |= NO_LEAD;
    table[0x01] |= NO_LEAD;
    table[0x20] |= OVERLONG_3;
    table[0x2D] |= SURROGATE;
    table[0x30] |= OVERLONG_4;
    table[0x34] |= TOO_LARGE;
    let mut i = 0x35;
    while i < 64 {
        table[i] |= NO_LEAD;
        i += 1;
    }
    table
});

/// By the upper six bits of the byte itself.
const NEXT: &Aligned<[u8; 64]> = &Aligned({
    let mut table = [TOO_SHORT; 64];
    let mut byte = 0x80;
    while byte < 0xC0 {
        table[byte >> 2] = TOO_LONG | TWO_CONTINUATIONS | NO_LEAD;
        table[byte >> 2] |= match byte {
            0x80..0x90 => OVERLONG_3 | OVERLONG_4,
            0x90..0xA0 => OVERLONG_3 | TOO_LARGE,
            _ => SURROGATE | TOO_LARGE,
        };
        byte += 4;
    }
    table
});

/// Truth tables of [`Z::ternary`].
const ALL_THREE: i32 = 0b1000_0000;
const A_OR_B_AND_C: i32 = 0b1010_1000;
const A_OR_B_XOR_C: i32 = 0b1111_0110;

/// The tables and constants, in registers.
#[derive(Clone, Copy)]
pub(super) struct Tables {
    before: Z,
    low: Z,
    next: Z,
    third: Z,
    fourth: Z,
    high: Z,
}

impl Tables {
    #[inline(always)]
    pub(super) fn new(s: Avx512) -> Self {
        Self {
            before: s.array(BEFORE),
            low: s.array(LOW),
            next: s.array(NEXT),
            third: s.bytes(0xE0 - 0x80),
            fourth: s.bytes(0xF0 - 0x80),
            high: s.bytes(0x80),
        }
    }

    /// `errors` and those of a block: bytes that are not 0.
    #[inline(always)]
    pub(super) fn add(&self, errors: Z, [cur, p1, p2, p3]: [Z; 4]) -> Z {
        let before = p1.shr16::<2>().pick8(self.before);
        let next = cur.shr16::<2>().pick8(self.next);
        let flags = before.ternary::<ALL_THREE>(p1.pick8(self.low), next);
        let third = p2.subs8(self.third);
        let due = third.ternary::<A_OR_B_AND_C>(p3.subs8(self.fourth), self.high);
        errors.ternary::<A_OR_B_XOR_C>(flags, due)
    }

    /// `errors` and those of the vector `i` of a block, which has the three bytes before it at its front.
    #[inline(always)]
    pub(super) fn add_at(
        &self,
        s: Avx512,
        errors: Z,
        block: &[u8; 3 + BLOCK],
        i: usize,
        cur: Z,
    ) -> Z {
        let at = &block[64 * i..];
        self.add(errors, [cur, s.load(&at[2..]), s.load(&at[1..]), s.load(at)])
    }

    /// The errors of the first vector of a source.
    #[inline(always)]
    pub(super) fn at_start(&self, s: Avx512, cur: Z) -> Z {
        let back = [cur, cur.shift_up::<1>(s), cur.shift_up::<2>(s), cur.shift_up::<3>(s)];
        self.add(s.bytes(0), back)
    }
}
