//! UTF-8 validation with three tables of 64 bytes.
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

use super::wide::Z;
use crate::aligned::Aligned;
use crate::backend::avx512;
use crate::fallback::{self, Error};
use crate::kernels::ascii::ascii_blocks_len;
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
static BEFORE: Aligned<[u8; 64]> = Aligned({
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
static LOW: Aligned<[u8; 64]> = Aligned({
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
static NEXT: Aligned<[u8; 64]> = Aligned({
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
            before: s.array(&BEFORE),
            low: s.array(&LOW),
            next: s.array(&NEXT),
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
}

/// Bytes that are tested at once.
const BLOCK: usize = 256;

/// Blocks of ASCII behind which there will be more.
const RUN: usize = 4;

/// How far ahead of a block the cache is told of the next.
const AHEAD: usize = 2048;

/// See [`crate::Kernels::validate_utf8`].
#[inline(always)]
pub(crate) fn validate_utf8(s: Avx512, src: &[u8]) -> Result<(), Error> {
    if src.len() > 64 {
        // SAFETY: the token invariant.
        return unsafe { avx512::validate_utf8_long(src) };
    }
    let cur = s.load_first(src, 64);
    if is_well_formed(s, cur) { Ok(()) } else { fallback::locate_utf8(src, 0) }
}

/// Whether all of a source is, that has at most 64 bytes, with zeros behind it.
#[inline(always)]
pub(super) fn is_well_formed(s: Avx512, cur: Z) -> bool {
    if cur.sign8() == 0 {
        return true;
    }
    // Zeros behind the source end what is open as an error, but for a whole vector. Before the first
    // bytes stand the last in place of zeros. That makes a difference if a lead byte is among them, and
    // it is open then, or ill-formed by itself; or to continuation bytes at the front, which without one
    // are in error in either case.
    let back = [cur, cur.rotate_up::<1>(s), cur.rotate_up::<2>(s), cur.rotate_up::<3>(s)];
    let errors = Tables::new(s).add(open_at_end(s, cur), back);
    errors.test8(errors) == 0
}

/// More than 64 bytes.
#[inline(always)]
pub(crate) fn validate_utf8_long(s: Avx512, src: &[u8]) -> Result<(), Error> {
    let cur = s.load(src);
    if src.len() <= 128 {
        return two_vectors(s, src, cur);
    }
    if src.len() <= BLOCK {
        if or_of_four(s, src, 0).or(cur).sign8() == 0 {
            return Ok(());
        }
        let errors = Tables::new(s).at_start(s, cur);
        return last_blocks(s, src, 64, errors);
    }
    let mut at = 64;
    let mut errors = s.bytes(0);
    if cur.sign8() == 0 {
        // Nothing is open before an ASCII run, so the run itself needs no look back.
        if src.len() > 2 * BLOCK {
            // In whole cache lines: at an odd address ASCII took 1.15 times as long.
            let past = src.as_ptr().addr() % 64;
            if past <= at - 3 {
                at -= past;
            }
            at += ascii_blocks_len(s, &src[at..]);
        } else if or_of_four(s, src, 0).or(or_of_four(s, src, BLOCK)).sign8() == 0 {
            return Ok(());
        }
    } else {
        errors = Tables::new(s).at_start(s, cur);
        if errors.test8(errors) != 0 {
            return locate(src, 0);
        }
    }
    // No load of a whole vector crosses a cache line but those of the bytes before.
    let past = src[at..].as_ptr().addr() % 64;
    if src.len() >= 2 * BLOCK && past + 3 <= at {
        at -= past;
    }
    let tables = Tables::new(s);
    // Of logs, a word here and there is not ASCII: what they cost are branches that nobody can foresee. So a
    // run begins only behind some blocks, and of the first block that is not ASCII one half may do. Text
    // that is not ASCII in both halves goes on without that test, up to the next block of ASCII. (Logs with
    // a character in a hundred: 0.82 of `simdutf` without all this, 0.86 with the runs, 1.01. The test of
    // halves in every block: 0.94, and Arabic 1.69 in place of 1.77.)
    let (mut run, mut dense) = (0, false);
    while let Some(block) = src[at - 3..].first_chunk::<{ 3 + BLOCK }>() {
        s.prefetch(src, at + AHEAD);
        let cur = |i: usize| s.load(&block[3 + 64 * i..]);
        let [v0, v1, v2, v3] = [cur(0), cur(1), cur(2), cur(3)];
        let front = s.load(block).or(v0).or(v1);
        let behind = v2.or(v3);
        if front.or(behind).sign8() == 0 {
            dense = false;
            at += BLOCK;
            run += 1;
            if run == RUN {
                at += ascii_blocks_len(s, &src[at..]);
                run = 0;
            }
            continue;
        }
        run = 0;
        if !dense {
            let half = usize::from(front.sign8() == 0);
            dense = half == 0 && behind.sign8() != 0;
            if !dense {
                let (first, second) = (2 * half, 2 * half + 1);
                errors = tables.add_at(s, errors, block, first, cur(first));
                errors = tables.add_at(s, errors, block, second, cur(second));
                // What the half leaves open, ASCII follows; behind the block, whatever does is looked at.
                errors = errors.or(cur(second).subs8(s.array(&LAST_OF_HALF[half])));
            }
        }
        if dense {
            errors = tables.add_at(s, errors, block, 0, v0);
            errors = tables.add_at(s, errors, block, 1, v1);
            errors = tables.add_at(s, errors, block, 2, v2);
            errors = tables.add_at(s, errors, block, 3, v3);
        }
        if errors.test8(errors) != 0 {
            return locate(src, at);
        }
        at += BLOCK;
    }
    let before = s.load(&src[(at - 3).min(src.len() - 64)..]);
    if before.or(or_of_four(s, src, at)).sign8() == 0 && errors.test8(errors) == 0 {
        return Ok(());
    }
    last_blocks(s, src, at, errors)
}

/// A source of 65 to 128 bytes, whose first vector is `cur`.
#[inline(always)]
fn two_vectors(s: Avx512, src: &[u8], cur: Z) -> Result<(), Error> {
    let last = s.load(&src[src.len() - 64..]);
    if cur.or(last).sign8() == 0 {
        return Ok(());
    }
    let tables = Tables::new(s);
    let errors = tables.at_start(s, cur).or(open_at_end(s, last));
    let at = src.len() - 64;
    let errors = if let Some(block) = src.last_chunk::<67>() {
        let back = |n: usize| s.load(&block[3 - n..]);
        tables.add(errors, [last, back(1), back(2), back(3)])
    } else {
        let back = |n| s.load_back(src, at, n);
        tables.add(errors, [last, back(1), back(2), back(3)])
    };
    if errors.test8(errors) == 0 { Ok(()) } else { locate(src, 0) }
}

/// An OR of all bytes from `at` on, which are 256 at most, and of others, in a source of 64 bytes at
/// least: four vectors, of which those that would go beyond the end are the last of the source.
#[inline(always)]
fn or_of_four(s: Avx512, src: &[u8], at: usize) -> Z {
    let last = src.len() - 64;
    let vector = |i: usize| s.load(&src[last.min(at + 64 * i)..]);
    vector(0).or(vector(1)).or(vector(2).or(vector(3)))
}

/// As [`LAST`], of a half before ASCII, and of one that is not.
static LAST_OF_HALF: Aligned<[[u8; 64]; 2]> = Aligned([LAST.0, [0xFF; 64]]);

/// Checks what is behind `at`, which is 64 or more, where the bytes before gave `errors`.
#[inline(always)]
fn last_blocks(s: Avx512, src: &[u8], at: usize, errors: Z) -> Result<(), Error> {
    let tables = Tables::new(s);
    let mut errors = errors.or(open_at_end(s, s.load(&src[src.len() - 64..])));
    let mut next = at;
    while let Some(block) = src[next - 3..].first_chunk::<67>() {
        let back = |n: usize| s.load(&block[3 - n..]);
        errors = tables.add(errors, [back(0), back(1), back(2), back(3)]);
        next += 64;
    }
    // The last vector overlaps what is done, which does no harm, if there is room for a look back.
    if let Some(block) = src.last_chunk::<67>() {
        let back = |n: usize| s.load(&block[3 - n..]);
        errors = tables.add(errors, [back(0), back(1), back(2), back(3)]);
    } else {
        let back = |n| s.load_back(src, next, n);
        errors = tables.add(errors, [back(0), back(1), back(2), back(3)]);
    }
    if errors.test8(errors) == 0 { Ok(()) } else { locate(src, at.saturating_sub(64)) }
}

/// Not 0 where the last vector of a source ends inside a sequence.
#[inline(always)]
fn open_at_end(s: Avx512, last: Z) -> Z {
    last.subs8(s.array(&LAST))
}

/// The largest byte that leaves nothing open, by its place.
static LAST: Aligned<[u8; 64]> = Aligned({
    let mut table = [0xFF; 64];
    (table[61], table[62], table[63]) = (0xEF, 0xDF, 0xBF);
    table
});

/// The error at `at` or behind it.
#[inline(always)]
fn locate(src: &[u8], at: usize) -> Result<(), Error> {
    // SAFETY: the token invariant.
    unsafe { avx512::locate_utf8(src, at) }
}

/// Finds the block that is in error again, and leaves the rest to the scalar path.
#[inline(always)]
pub(crate) fn locate_utf8(s: Avx512, src: &[u8], at: usize) -> Result<(), Error> {
    let tables = Tables::new(s);
    let mut at = at;
    while at < src.len() {
        let back = |n| s.load_back(src, at, n);
        let errors = match at {
            0 => tables.at_start(s, back(0)),
            _ => tables.add(s.bytes(0), [back(0), back(1), back(2), back(3)]),
        };
        let errors = errors.test8(errors);
        if errors != 0 {
            return fallback::locate_utf8(
                src,
                src.len().min(at + errors.trailing_zeros() as usize),
            );
        }
        at += 64;
    }
    fallback::locate_utf8(src, src.len())
}

impl Tables {
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
