//! UTF-8 decoded 64 bytes at a time, whatever stands there.
//!
//! # The idea
//!
//! A unit of output is computed at *every* byte, as if a character ended there; then the units at
//! bytes that do end one are moved together. No step waits for the step before to know where it
//! begins: all that is handed on is the place of the output, and what the last bytes promised.
//!
//! ```text
//!   cur    E3 81 82 41 C3 B1 …      the bytes; p1, p2, p3 are loads from 1, 2 and 3 bytes before
//!   ends    .  .  x  x  .  x        the last bytes of characters
//!   lo,hi   .  .  v  v  .  v        low and high byte of the unit, one vector each
//!   out    3042 0041 00F1           both compressed by `ends`, then interleaved
//! ```
//!
//! Of a sequence that ends at `cur`:
//!
//! ```text
//!   cur     0xxxxxxx or 10xxxxxx                     lo = cur & 7F | p1 << 6 & C0
//!   p1      110yyyxx or 10yyyyxx, 0 at ASCII         hi = p1 >> 2 & 0F | (p2 -sat E0) << 4
//!   p2      1110zzzz, or below E0
//! ```
//!
//! # What is well-formed
//!
//! The lead bytes are masks in general registers, m2 those from C0 on, m3 from E0, m4 from F0. They
//! tell where continuation bytes are due, and there and nowhere else they have to be:
//!
//! ```text
//!   due = m2 << 1 | m3 << 2 | m4 << 3 | carry
//!   bad = due ^ (nonascii & !m2)
//!   ends = the bytes behind which none is due
//! ```
//!
//! What remains of Table 3-7 are the ranges of the second byte, and leads that no row begins with:
//! bits that two tables of 64 agree on, one by the lead and one by the byte behind it.
//!
//! # Four bytes to UTF-16
//!
//! Such a character ends twice: at its third byte the formula gives u = scalar >> 6, of which the
//! high surrogate is D7C0 + (u >> 4), and at its fourth the low ten bits of the low surrogate.
//!
//! The loads from before, the fixed step and the double end are of the notes on kernels in this
//! project; compression of such masks was first used for this by Robert Clausecker and Daniel Lemire,
//! "Transcoding Unicode characters with AVX-512 instructions", 2023.

use super::from_utf8::Text;
use super::wide::Z;
use crate::x86::Avx512;

/// What the bytes before a block promised.
#[derive(Clone, Copy, Default)]
pub(super) struct Carry {
    /// Where continuation bytes are due: bits 0 to 2.
    due: u64,
    /// Not 0 if a sequence is open that [`two`] knows nothing of: of more than two bytes, or one whose
    /// lead byte may be C0 or C1, since only its second byte tells here. Above the lowest eight bits: one
    /// of four.
    late: u64,
}

/// Where in [`Carry::late`] sequences of four bytes are told of.
const FOUR: u32 = 8;

impl Carry {
    /// Whether a sequence is open.
    #[inline(always)]
    pub(super) fn is_open(self) -> bool {
        self.due != 0
    }

    /// Whether the first byte is the fourth of its sequence, so that a high surrogate stands before it.
    #[inline(always)]
    pub(super) fn is_after_third(self) -> bool {
        self.late >> FOUR & 1 != 0
    }
}

/// Where the 64 bytes come from.
pub(super) trait Window {
    /// The bytes `N` before those of the block, 0 to 3.
    fn back<const N: usize>(&self) -> Z;
}

/// What a block holds.
#[derive(Clone, Copy, Default)]
pub(super) struct Found {
    /// The last byte of each character.
    pub(super) chars: u64,
    /// The bytes at which a unit of output ends.
    pub(super) units: u64,
    /// Bytes that cannot stand where they do. Characters that end before the lowest are well-formed.
    pub(super) bad: u64,
    /// Whether all of it is ASCII.
    pub(super) ascii: bool,
}

/// What becomes of the characters of a block. `ends` are the bytes at which a unit ends.
pub(super) trait Packer {
    /// Whether a character of four bytes makes a unit at its third byte as well.
    const PAIRS: bool;

    /// Whether characters above FF cannot be written; they are bad then.
    const LATIN1: bool;

    /// ASCII only.
    fn ascii(&mut self, bytes: Z);
    /// Units below 800 (`CLASS` 2), below 10000 (3), or any.
    fn pack<const CLASS: u8>(&mut self, s: Avx512, planes: Planes, ends: u64);
}

/// The bytes of the unit that would end at each byte.
#[derive(Clone, Copy)]
pub(super) struct Planes {
    pub(super) lo: Z,
    pub(super) hi: Z,
    /// Bits 16 to 20, if asked for, in class 4.
    pub(super) third: Z,
    /// Where in `ends` the third byte of four is, and the fourth.
    pub(super) thirds: u64,
    pub(super) fourths: u64,
}

/// E0 before 80..9F.
const OVERLONG_3: u8 = 1 << 0;
/// ED before A0..BF.
const SURROGATE: u8 = 1 << 1;
/// F0 before 80..8F.
const OVERLONG_4: u8 = 1 << 2;
/// F4 before 90..BF.
const TOO_LARGE: u8 = 1 << 3;
/// C0, C1 and F5..FF before any byte.
const NO_LEAD: u8 = 1 << 4;

/// By the lead byte without its two upper bits.
pub(super) static LEAD: [u8; 64] = {
    let mut table = [0; 64];
    let mut lead = 0xC0_u8;
    loop {
        table[(lead - 0xC0) as usize] = match lead {
            0xC0 | 0xC1 | 0xF5..=0xFF => NO_LEAD,
            0xE0 => OVERLONG_3,
            0xED => SURROGATE,
            0xF0 => OVERLONG_4,
            0xF4 => TOO_LARGE,
            _ => 0,
        };
        if lead == 0xFF {
            break;
        }
        lead += 1;
    }
    table
};

/// By the upper six bits of the byte behind it.
pub(super) static NEXT: [u8; 64] = {
    let mut table = [NO_LEAD; 64];
    let mut byte = 0x80;
    while byte < 0xC0 {
        table[byte >> 2] |= match byte {
            0x80..0x90 => OVERLONG_3 | OVERLONG_4,
            0x90..0xA0 => OVERLONG_3 | TOO_LARGE,
            _ => SURROGATE | TOO_LARGE,
        };
        byte += 4;
    }
    table
};

/// Truth tables of [`Z::ternary`].
const A_OR_B_AND_C: i32 = 0b1111_1000;
const B_WHERE_A_ELSE_C: i32 = 0b1100_1010;

/// Decodes the 64 bytes of `window`, of which those in `present` exist; the others are 0.
#[inline(always)]
pub(super) fn decode<S: Text, W: Window, P: Packer>(
    s: Avx512,
    window: &W,
    present: u64,
    carry: &mut Carry,
    packer: &mut P,
) -> Found {
    let cur = window.back::<0>();
    let nonascii = cur.sign8();
    if nonascii | carry.due == 0 {
        packer.ascii(cur);
        return Found { chars: present, units: present, bad: 0, ascii: true };
    }
    if P::LATIN1 {
        // All that is longer is bad from its lead byte on, whatever becomes of it here.
        return two(s, window, cur, nonascii, present, carry, packer);
    }
    let m3 = cur.ge8(s.bytes(0xE0));
    if m3 | carry.late == 0 {
        return two(s, window, cur, nonascii, present, carry, packer);
    }
    let m4 = cur.ge8(s.bytes(0xF0));
    if m4 | carry.late >> FOUR == 0 {
        more::<3, S, _, _>(s, window, cur, nonascii, [m3, 0], present, carry, packer)
    } else {
        more::<4, S, _, _>(s, window, cur, nonascii, [m3, m4], present, carry, packer)
    }
}

/// Sequences of one and two bytes: a byte ends a character unless it is a lead byte.
#[inline(always)]
pub(super) fn two<W: Window, P: Packer>(
    s: Avx512,
    window: &W,
    cur: Z,
    nonascii: u64,
    present: u64,
    carry: &mut Carry,
    packer: &mut P,
) -> Found {
    let m2 = cur.ge8(s.bytes(0xC0));
    let overlong = m2 & !cur.ge8(s.bytes(0xC2));
    let mut bad = (m2 << 1 | carry.due) ^ (nonascii & !m2) | overlong;
    if P::LATIN1 {
        bad |= cur.ge8(s.bytes(0xC4));
    }
    let ends = !m2 & present;
    let p1 = window.back::<1>().keep8(nonascii);
    let lo = low(s, cur, p1);
    let hi = p1.shr16::<2>().and(s.bytes(0x0F));
    *carry = Carry { due: m2 >> 63, late: 0 };
    packer.pack::<2>(s, Planes { lo, hi, third: lo, thirds: 0, fourths: 0 }, ends);
    Found { chars: ends, units: ends, bad, ascii: false }
}

/// Sequences of up to three bytes (`CLASS` 3) or four.
#[inline(always)]
fn more<const CLASS: u8, S: Text, W: Window, P: Packer>(
    s: Avx512,
    window: &W,
    cur: Z,
    nonascii: u64,
    [m3, m4]: [u64; 2],
    present: u64,
    carry: &mut Carry,
    packer: &mut P,
) -> Found {
    let m2 = cur.ge8(s.bytes(0xC0));
    let (p1, p2) = (window.back::<1>(), window.back::<2>());
    // Behind which bytes something is due, and where.
    let open = m2 | m3 << 1 | m4 << 2 | carry.due >> 1;
    let due = open << 1 | carry.due & 1;
    let next =
        Carry { due: m2 >> 63 | m3 >> 62 | m4 >> 61, late: m2 >> 63 | m3 >> 62 | m4 >> 61 << FOUR };
    let chars = !open & present;
    let mut bad = 0;
    if S::CHECKED {
        let seconds = p1.ge8(s.bytes(0xC0));
        let lead = p1.pick8(s.array(&LEAD));
        let range = cur.shr16::<2>().pick8(s.array(&NEXT)).test8_where(seconds, lead);
        bad = due ^ (nonascii & !m2) | range;
    }

    let p1 = p1.keep8(nonascii);
    let lo = low(s, cur, p1);
    let upper = p2.subs8(s.bytes(0xE0)).shl16::<4>();
    let mut hi = s.bytes(0x0F).ternary::<B_WHERE_A_ELSE_C>(p1.shr16::<2>(), upper);
    let mut third = lo;
    let mut units = chars;
    let (mut thirds, mut fourths) = (0, 0);
    if CLASS == 4 {
        let p3 = window.back::<3>();
        fourths = p3.ge8(s.bytes(0xF0));
        if P::PAIRS {
            thirds = p2.ge8(s.bytes(0xF0));
            units |= thirds & present;
        } else {
            // Bits 12 to 15 are those of p2 at the fourth byte, where it is a continuation byte.
            hi = hi.put8(fourths, hi.or(p2.shl16::<4>().and(s.bytes(0xF0))));
            let low = p2.shr16::<4>().and(s.bytes(0x03));
            third = low.or(p3.shl16::<2>().and(s.bytes(0x1C))).keep8(fourths);
        }
    }
    *carry = next;
    packer.pack::<CLASS>(s, Planes { lo, hi, third, thirds, fourths }, units);
    Found { chars, units, bad, ascii: false }
}

/// The low byte of a unit: seven bits of an ASCII byte, or six and the two lowest of the byte before.
#[inline(always)]
pub(super) fn low(s: Avx512, cur: Z, p1: Z) -> Z {
    let own = cur.and(s.bytes(0x7F));
    own.ternary::<A_OR_B_AND_C>(p1.shl16::<6>(), s.bytes(0xC0))
}
