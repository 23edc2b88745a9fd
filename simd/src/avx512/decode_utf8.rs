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
//!   cur     0xxxxxxx or 10xxxxxx                     lo = cur + LOW[p1]
//!   p1      110yyyxx or 10yyyyxx                     hi = HIGH[p1] | (p2 -sat E0) << 4
//!   p2      1110zzzz, or below E0
//! ```
//!
//! A look-up takes one instruction, with the mask that makes it 0 at ASCII. `LOW[p1]` is xx000000 + 80, and
//! the sum takes away the sign of the continuation byte.
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
//! What remains of Table 3-7 are the ranges of the second byte, and leads that no row begins with. To each
//! lead belongs a summand that makes its second bytes, and no others of 80..BF, come out below 80:
//!
//! ```text
//!   C2..DF E1..EC EE EF F1..F3   80..BF    +80    00..3F
//!   E0                           A0..BF    +60    00..1F        80..9F   E0..FF
//!   ED                           80..9F    +E0    60..7F        A0..BF   80..9F
//!   F0                           90..BF    +70    00..2F        80..8F   F0..FF
//!   F4                           80..8F    +F0    70..7F        90..BF   80..AF
//!   C0 C1 F5..FF                           +00                  80..BF   80..BF
//! ```
//!
//! Two tables of the bits by which a lead and the byte behind it disagree were here before: a shift, a look-up
//! and a comparison more.
//!
//! # Four bytes to UTF-16
//!
//! Such a character ends twice: at its third byte the formula gives u = scalar >> 6, of which the
//! high surrogate is D7C0 + (u >> 4), and at its fourth the low ten bits of the low surrogate.
//!
//! The loads from before, the fixed step and the double end are of the notes on kernels in this
//! project; compression of such masks was first used for this by Robert Clausecker and Daniel Lemire,
//! "Transcoding Unicode characters with AVX-512 instructions", 2023.

use super::wide::Z;
use crate::aligned::Aligned;
use crate::kernels::text::Text;
use crate::x86::Avx512;

/// What the bytes before a block promised: where the bytes of its first sequence are due.
#[derive(Clone, Copy, Default)]
pub(super) struct Carry {
    /// Bit 0: the second byte.
    second: u64,
    /// Bits 0 and 1: the third byte.
    third: u64,
    /// Bits 0 to 2: the fourth byte.
    fourth: u64,
    /// Not 0 if a sequence is open that [`two`] knows nothing of: of more than two bytes, or one whose
    /// lead byte may be C0 or C1, since only its second byte tells here.
    late: u64,
}

impl Carry {
    /// Where the second byte is due, the third, and the fourth.
    #[inline(always)]
    pub(super) fn new(second: u64, third: u64, fourth: u64) -> Self {
        Self { second, third, fourth, late: second | third | fourth }
    }

    /// What [`Carry::new`] is given.
    #[inline(always)]
    pub(super) fn due(self) -> [u64; 3] {
        [self.second, self.third, self.fourth]
    }

    /// Whether a sequence is open.
    #[inline(always)]
    pub(super) fn is_open(self) -> bool {
        self.second | self.late != 0
    }

    /// Whether the first byte is the fourth of its sequence, so that a high surrogate stands before it.
    #[inline(always)]
    pub(super) fn is_after_third(self) -> bool {
        self.fourth & 1 != 0
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

    /// Whether nothing is wanted of a block with a byte that cannot stand where it does.
    const WHOLE: bool = false;

    /// Whether a block with leads from E0 on is held to be well-formed before it is told of which class it is. A class
    /// that an error makes is not foretold; and what is well-formed takes a tenth less, if it is one block.
    const CLASS_LAST: bool = false;

    /// ASCII only.
    fn ascii(&mut self, s: Avx512, bytes: Z);
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

/// By the lead byte without its two upper bits, what makes a good second byte come out below 80, and
/// any other continuation byte not.
pub(super) const SECOND: &Aligned<[u8; 64]> = &Aligned({
    let mut table = [0x80; 64];
    let mut lead = 0xC0_u8;
    loop {
        table[(lead - 0xC0) as usize] = match lead {
            0xC0 | 0xC1 | 0xF5..=0xFF => 0x00,
            0xE0 => 0x60,
            0xED => 0xE0,
            0xF0 => 0x70,
            0xF4 => 0xF0,
            _ => 0x80,
        };
        if lead == 0xFF {
            break;
        }
        lead += 1;
    }
    table
});

/// By the byte before a continuation byte, what makes the low byte of a unit of it.
const LOW: &Aligned<[u8; 64]> = &Aligned({
    let mut table = [0; 64];
    let mut i = 0;
    while i < 64 {
        table[i] = (i as u8) << 6 ^ 0x80;
        i += 1;
    }
    table
});

/// By the byte before a continuation byte, the lower half of the high byte of a unit.
const HIGH: &Aligned<[u8; 64]> = &Aligned({
    let mut table = [0; 64];
    let mut i = 0;
    while i < 64 {
        table[i] = i as u8 >> 2 & 0x0F;
        i += 1;
    }
    table
});

/// Truth table of [`Z::ternary`].
pub(super) const A_OR_B_AND_C: i32 = 0b1111_1000;

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
    if nonascii | carry.second | carry.late == 0 {
        packer.ascii(s, cur);
        return Found { chars: present, units: present, bad: 0, ascii: true };
    }
    if P::LATIN1 {
        // All that is longer is bad from its lead byte on, whatever becomes of it here.
        return two::<S, _, _>(s, window, cur, nonascii, present, carry, packer);
    }
    let m3 = cur.ge8(s.bytes(0xE0));
    if m3 | carry.late == 0 {
        return two::<S, _, _>(s, window, cur, nonascii, present, carry, packer);
    }
    let m4 = cur.ge8(s.bytes(0xF0));
    if P::CLASS_LAST && S::CHECKED {
        let bad = bad(s, window, &Leads { cur, nonascii, m3, m4 }, carry);
        if bad != 0 {
            return Found { bad, ..Found::default() };
        }
    }
    if m4 | carry.fourth == 0 {
        more::<3, S, _, _>(s, window, Leads { cur, nonascii, m3, m4: 0 }, present, carry, packer)
    } else {
        more::<4, S, _, _>(s, window, Leads { cur, nonascii, m3, m4 }, present, carry, packer)
    }
}

/// Decodes a block of which no character is of a class above `CLASS`.
#[inline(always)]
pub(super) fn decode_as<const CLASS: u8, S: Text, W: Window, P: Packer>(
    s: Avx512,
    window: &W,
    present: u64,
    carry: &mut Carry,
    packer: &mut P,
) -> Found {
    let cur = window.back::<0>();
    let nonascii = cur.sign8();
    if CLASS == 2 {
        return two::<S, _, _>(s, window, cur, nonascii, present, carry, packer);
    }
    let m3 = cur.ge8(s.bytes(0xE0));
    let m4 = if CLASS == 4 { cur.ge8(s.bytes(0xF0)) } else { 0 };
    more::<CLASS, S, _, _>(s, window, Leads { cur, nonascii, m3, m4 }, present, carry, packer)
}

/// Sequences of one and two bytes: a byte ends a character unless it is a lead byte.
#[inline(always)]
pub(super) fn two<S: Text, W: Window, P: Packer>(
    s: Avx512,
    window: &W,
    cur: Z,
    nonascii: u64,
    present: u64,
    carry: &mut Carry,
    packer: &mut P,
) -> Found {
    let unled = cur.lt8(s.bytes(0xC0));
    let m2 = !unled;
    let mut bad = 0;
    if P::LATIN1 {
        bad = m2 & cur.sub8(s.bytes(0xC2)).ge8(s.bytes(2));
    } else if S::CHECKED {
        bad = cur.zero8_where(m2, s.bytes(0x1E));
    }
    if S::CHECKED {
        bad |= (m2 << 1 | carry.second) ^ (nonascii & !m2);
    }
    if P::WHOLE && bad != 0 {
        return Found { bad, ..Found::default() };
    }
    let ends = unled & present;
    let p1 = window.back::<1>().keep8(nonascii);
    let lo = cur.and(s.bytes(0x7F)).ternary::<A_OR_B_AND_C>(p1.shl16::<6>(), s.bytes(0xC0));
    let hi = p1.shr16::<2>().and(s.bytes(0x0F));
    *carry = Carry { second: m2 >> 63, ..Carry::default() };
    packer.pack::<2>(s, Planes { lo, hi, third: lo, thirds: 0, fourths: 0 }, ends);
    Found { chars: ends, units: ends, bad, ascii: false }
}

/// A block, its bytes from 80 on, from E0 and from F0.
struct Leads {
    cur: Z,
    nonascii: u64,
    m3: u64,
    m4: u64,
}

/// Bytes that cannot stand where they do.
#[inline(always)]
fn bad<W: Window>(s: Avx512, window: &W, leads: &Leads, carry: &Carry) -> u64 {
    let m2 = leads.cur.ge8(s.bytes(0xC0));
    let seconds = m2 << 1 | carry.second;
    let due = seconds | leads.m3 << 2 | carry.third | leads.m4 << 3 | carry.fourth;
    let outside = window.back::<1>().pick8(s.array(SECOND)).add8(leads.cur).sign8();
    due ^ (leads.nonascii & !m2) | outside & seconds
}

/// Sequences of up to three bytes (`CLASS` 3) or four.
#[inline(always)]
fn more<const CLASS: u8, S: Text, W: Window, P: Packer>(
    s: Avx512,
    window: &W,
    Leads { cur, nonascii, m3, m4 }: Leads,
    present: u64,
    carry: &mut Carry,
    packer: &mut P,
) -> Found {
    let m2 = cur.ge8(s.bytes(0xC0));
    let (p1, p2) = (window.back::<1>(), window.back::<2>());
    let seconds = m2 << 1 | carry.second;
    let thirds = m3 << 2 | carry.third;
    let fourths = m4 << 3 | carry.fourth;
    // Behind which bytes another is due. Sums, an instruction for two of them: leads that are too near to each other
    // change the bits from the second on, which is bad.
    let open = m2
        .wrapping_add(m3 << 1)
        .wrapping_add(m4 << 2)
        .wrapping_add(carry.third >> 1)
        .wrapping_add(carry.fourth >> 1);
    let chars = !open & present;
    let mut bad = 0;
    if S::CHECKED && !P::CLASS_LAST {
        let outside = p1.pick8(s.array(SECOND)).add8(cur).sign8();
        bad = (seconds | thirds | fourths) ^ (nonascii & !m2) | outside & seconds;
    }
    if P::WHOLE && bad != 0 {
        return Found { bad, ..Found::default() };
    }

    let lo = low(s, cur, p1, nonascii);
    let upper = p2.subs8(s.bytes(0xE0)).shl16::<4>();
    let mut hi = high(s, p1, nonascii);
    let mut third = lo;
    let mut units = chars;
    let mut pairs = 0;
    if CLASS == 4 {
        hi = hi.ternary::<A_OR_B_AND_C>(upper, s.bytes(0xF0));
        if P::PAIRS {
            pairs = m4 << 2 | carry.fourth >> 1;
            units |= pairs & present;
        } else {
            // Bits 12 to 15 are those of p2 at the fourth byte, where it is a continuation byte.
            hi = hi.put8(fourths, hi.or(p2.shl16::<4>().and(s.bytes(0xF0))));
            let low = p2.shr16::<4>().and(s.bytes(0x03));
            third = low.or(window.back::<3>().shl16::<2>().and(s.bytes(0x1C))).keep8(fourths);
        }
    } else {
        // A sum, which takes the mask of the look-up along.
        hi = hi.add8(upper);
    }
    *carry = Carry::new(m2 >> 63, m3 >> 62, m4 >> 61);
    packer.pack::<CLASS>(s, Planes { lo, hi, third, thirds: pairs, fourths }, units);
    Found { chars, units, bad, ascii: false }
}

/// The low byte of a unit: an ASCII byte, or of a continuation byte six bits, and the two lowest of the
/// byte before.
#[inline(always)]
pub(super) fn low(s: Avx512, cur: Z, p1: Z, nonascii: u64) -> Z {
    p1.pick8_where(nonascii, s.array(LOW)).add8(cur)
}

/// The lower half of the high byte of a unit: of ASCII nothing, or bits 2 to 5 of the byte before.
#[inline(always)]
pub(super) fn high(s: Avx512, p1: Z, nonascii: u64) -> Z {
    p1.pick8_where(nonascii, s.array(HIGH))
}
