//! UTF-8 and Latin-1, the forms whose code unit is a byte (Unicode Standard 3.9, D92, Table 3-7).

use core::mem::MaybeUninit;

use crate::ErrorKind;
use crate::automaton::{open_from, validate_utf8};
use crate::form::{Latin1, Malformed, Refused, Source, Str, Target, Utf8, each, put};
use crate::lanes::packed_16;

/// The `N` bytes at `at` if they exist and are ASCII.
#[inline(always)]
pub(crate) fn ascii_block<const N: usize>(src: &[u8], at: usize) -> Option<[u8; N]> {
    let block = *src.get(at..)?.first_chunk::<N>()?;
    let (words, rest) = block.as_chunks::<8>();
    let all = words.iter().fold(0, |all, &word| all | u64::from_ne_bytes(word));
    let rest = rest.iter().fold(0, |all, &byte| all | byte);
    (all & 0x8080_8080_8080_8080 == 0 && rest < 0x80).then_some(block)
}

#[inline(always)]
const fn is_continuation(byte: u8) -> bool {
    byte & 0xC0 == 0x80
}

/// The six payload bits of a continuation byte.
#[inline(always)]
const fn bits(byte: u8) -> u32 {
    (byte & 0x3F) as u32
}

/// The beginning of a sequence at the end of a text, by its last four bytes, of which the last is the highest: how many bytes
/// it has, at most three, and these, the first the lowest.
///
/// ```text
///   from C0 on    the last                      a lead byte without the rest of its sequence, if it is one
///   from E0 on    else the one before           ... if the last byte may follow it
///   from F0 on    else the one before that      ... if both may
/// ```
///
/// The rows of Table 3-7, each a lead byte and a second one as a number of two bytes, are between C200 and F48F; out of these
/// are C000 to C1FF, and of continuation bytes 80..9F behind E0, A0..BF behind ED and 80..8F behind F0. No branch depends on
/// where a text is cut, which can be anywhere, but on whether something is ill-formed there.
///
/// As jumps by the rows it took up to 30 ns (Xeon, 2.5 GHz, 2026-11-23). By the quarters of continuation bytes that a lead
/// byte admits, as bits of a word, it took some forty instructions; with it, and with what is carried in parts, a stream took
/// 1.5 to 3 ns more for each of its chunks (UTF-8 to UTF-8, EPYC family 25 model 17, 2026-11-27).
#[inline(always)]
#[must_use]
pub const fn cut_utf8(last: u32) -> (usize, u32) {
    // For each byte the bits that its place asks for and that are not set, moved down by one, so that what is added makes the
    // byte's highest bit of any of them and nothing of the next byte.
    let wanting = (!last & 0xC0E0_F000) >> 1;
    let is_lead = ((wanting + 0x6070_7800) & 0x8080_8000) ^ 0x8080_8080;
    // 31, 23 and 15 for one, two and three bytes; 7 for none, of which the shifts leave nothing.
    let place = is_lead.ilog2();
    let len = (place >> 3).wrapping_neg() as usize & 3;
    let out = place.wrapping_sub(8);
    let sequence = ((last as u64).wrapping_shr(out) >> 1) as u32;
    let continuations = (0x8080_8080_u64.wrapping_shr(out) >> 1) as u32;
    let row = (sequence as u16).swap_bytes();
    if (sequence ^ continuations) & 0x00C0_C000 != 0
        || row > 0xF48F
        || row & 0xFE00 == 0xC000
        || row & 0xFFE0 == 0xE080
        || row & 0xFFE0 == 0xEDA0
        || row & 0xFFF0 == 0xF080
    {
        return none();
    }
    (len, sequence)
}

/// Behind a branch that is foreseen, in place of a choice for which both are waited for.
#[cold]
const fn none() -> (usize, u32) {
    (0, 0)
}

impl Source for Utf8 {
    type Slice = [u8];
    type Unit = u8;

    const SINGLES: u32 = 0x80;
    const WIDEST: u32 = 0x7F;
    const IS_UTF8: bool = true;

    #[inline(always)]
    fn code_units(src: &[u8]) -> &[u8] {
        src
    }

    #[inline(always)]
    fn number(self, unit: u8) -> u32 {
        u32::from(unit)
    }

    #[inline(always)]
    fn ascii_block<const N: usize>(self, src: &[u8], at: usize) -> Option<[u8; N]> {
        ascii_block(src, at)
    }

    #[inline(always)]
    fn utf8(src: &[u8]) -> &[u8] {
        src
    }

    #[inline(always)]
    fn well_formed_utf8(self, src: &[u8], at: usize, most: usize) -> Option<&[u8]> {
        let rest = &src[at..];
        let rest = &rest[..rest.len().min(most)];
        Some(match validate_utf8(rest) {
            Ok(()) => rest,
            Err(error) => &rest[..error.valid_up_to()],
        })
    }

    /// The good path tests whole sequences by value; `diagnose` looks again when it fails.
    #[inline(always)]
    fn decode(self, src: &[u8], at: usize) -> Result<(u32, usize), Malformed> {
        let rest = &src[at..];
        match *rest {
            [a @ ..0x80, ..] => return Ok((u32::from(a), 1)),
            [a @ 0xC2..0xE0, b, ..] if is_continuation(b) => {
                return Ok(((u32::from(a) & 0x1F) << 6 | bits(b), 2));
            }
            [a @ 0xE0..0xF0, b, c, ..] if is_continuation(b) && is_continuation(c) => {
                let scalar = (u32::from(a) & 0x0F) << 12 | bits(b) << 6 | bits(c);
                if scalar >= 0x800 && scalar & 0xF800 != 0xD800 {
                    return Ok((scalar, 3));
                }
            }
            [a @ 0xF0..0xF5, b, c, d, ..]
                if is_continuation(b) && is_continuation(c) && is_continuation(d) =>
            {
                let scalar = (u32::from(a) & 0x07) << 18 | bits(b) << 12 | bits(c) << 6 | bits(d);
                if matches!(scalar, 0x1_0000..0x11_0000) {
                    return Ok((scalar, 4));
                }
            }
            _ => {}
        }
        Err(diagnose(rest))
    }

    #[inline(always)]
    fn incomplete_len(self, src: &[u8]) -> usize {
        // What is not there is no lead byte.
        let last = match *src {
            [.., d, c, b, a] => [d, c, b, a],
            [c, b, a] => [0, c, b, a],
            [b, a] => [0, 0, b, a],
            [a] => [0, 0, 0, a],
            [] => return 0,
        };
        cut_utf8(u32::from_le_bytes(last)).0
    }

    /// A lead byte always begins a character or a maximal subpart, a continuation byte only if no lead
    /// byte before it takes it in.
    #[inline(always)]
    fn start_of(self, src: &[u8], at: usize) -> usize {
        if is_continuation(src[at]) {
            let start = open_from(src, at);
            if start < at && start + self.span(src, start) > at {
                return start;
            }
        }
        at
    }
}

/// Which row of Table 3-7 the ill-formed bytes at the front of `rest` break, and where.
///
/// The maximal subpart (D93b) is the longest front part of a row that is present, or one byte.
#[cold]
fn diagnose(rest: &[u8]) -> Malformed {
    use ErrorKind::*;
    let malformed = |kind, len| Malformed { kind, len };
    let (len, second, outside): (u8, _, _) = match rest[0] {
        0x80..0xC0 => return malformed(UnexpectedContinuation, Some(1)),
        0xC2..0xE0 => (2, 0x80..0xC0, Overlong),
        0xE0 => (3, 0xA0..0xC0, Overlong),
        0xE1..=0xEC | 0xEE | 0xEF => (3, 0x80..0xC0, Overlong),
        0xED => (3, 0x80..0xA0, Surrogate),
        0xF0 => (4, 0x90..0xC0, Overlong),
        0xF1..=0xF3 => (4, 0x80..0xC0, Overlong),
        0xF4 => (4, 0x80..0x90, AboveMax),
        _ => return malformed(BadLead, Some(1)),
    };
    for (valid, &byte) in (1..len).zip(&rest[1..]) {
        if !is_continuation(byte) {
            return malformed(Truncated, Some(valid));
        }
        if valid == 1 && !second.contains(&byte) {
            return malformed(outside, Some(1));
        }
    }
    malformed(Incomplete, None)
}

impl Source for Str {
    type Slice = str;
    type Unit = u8;

    const SINGLES: u32 = 0x80;
    const WIDEST: u32 = 0x7F;
    const CAN_BE_ILL_FORMED: bool = false;
    const IS_UTF8: bool = true;
    const IS_STR: bool = true;

    #[inline(always)]
    fn code_units(src: &str) -> &[u8] {
        src.as_bytes()
    }

    #[inline(always)]
    fn number(self, unit: u8) -> u32 {
        u32::from(unit)
    }

    #[inline(always)]
    fn ascii_block<const N: usize>(self, src: &str, at: usize) -> Option<[u8; N]> {
        ascii_block(src.as_bytes(), at)
    }

    #[inline(always)]
    fn utf8(src: &str) -> &[u8] {
        src.as_bytes()
    }

    #[inline(always)]
    fn well_formed_utf8(self, src: &str, at: usize, most: usize) -> Option<&[u8]> {
        let mut end = src.len().min(at + most);
        while !src.is_char_boundary(end) {
            end -= 1;
        }
        Some(&src.as_bytes()[at..end])
    }

    /// Only the lead byte is looked at; `str` promises that the rest of the sequence is there.
    #[inline(always)]
    fn decode(self, src: &str, at: usize) -> Result<(u32, usize), Malformed> {
        let rest = &src.as_bytes()[at..];
        Ok(match *rest {
            [a @ ..0x80, ..] => (u32::from(a), 1),
            [a @ 0x80..0xE0, b, ..] => ((u32::from(a) & 0x1F) << 6 | bits(b), 2),
            [a @ 0xE0..0xF0, b, c, ..] => ((u32::from(a) & 0x0F) << 12 | bits(b) << 6 | bits(c), 3),
            [a, b, c, d, ..] => {
                ((u32::from(a) & 0x07) << 18 | bits(b) << 12 | bits(c) << 6 | bits(d), 4)
            }
            _ => unreachable!("a str ends with a whole sequence"),
        })
    }

    #[inline(always)]
    fn start_of(self, src: &str, at: usize) -> usize {
        Utf8.start_of(src.as_bytes(), at)
    }
}

impl Target for Utf8 {
    type Unit = u8;

    const SINGLES: u32 = 0x80;
    const LONGER_FROM: &'static [u32] = &[0x80, 0x800, 0x1_0000];
    const IS_UTF8: bool = true;

    #[inline(always)]
    fn unit(self, c: u32) -> u8 {
        c as u8
    }

    #[inline(always)]
    fn put_utf8(self, utf8: &[u8], dst: &mut [MaybeUninit<u8>]) {
        for (&byte, out) in utf8.iter().zip(dst) {
            out.write(byte);
        }
    }

    #[inline(always)]
    fn utf8(dst: &mut [MaybeUninit<u8>]) -> &mut [MaybeUninit<u8>] {
        dst
    }

    #[inline(always)]
    fn put_ascii<const N: usize>(self, block: [u8; N], dst: &mut [MaybeUninit<u8>; N]) {
        each(&block, dst, MaybeUninit::new);
    }

    #[inline(always)]
    fn encode(self, c: u32, dst: &mut [MaybeUninit<u8>]) -> Result<usize, Refused> {
        let lead = |tag: u8, shift: u32| tag | (c >> shift) as u8;
        let trail = |shift: u32| 0x80 | (c >> shift & 0x3F) as u8;
        match c {
            ..0x80 => put(dst, [c as u8]),
            0x80..0x800 => put(dst, [lead(0xC0, 6), trail(0)]),
            0x800..0x1_0000 => put(dst, [lead(0xE0, 12), trail(6), trail(0)]),
            _ => put(dst, [lead(0xF0, 18), trail(12), trail(6), trail(0)]),
        }
    }

    #[inline(always)]
    fn units(c: u32) -> usize {
        1 + usize::from(c >= 0x80) + usize::from(c >= 0x800) + usize::from(c >= 0x1_0000)
    }
}

impl Source for Latin1 {
    type Slice = [u8];
    type Unit = u8;

    const SINGLES: u32 = 0x100;
    const WIDEST: u32 = 0xFF;
    const CAN_BE_ILL_FORMED: bool = false;

    #[inline(always)]
    fn code_units(src: &[u8]) -> &[u8] {
        src
    }

    #[inline(always)]
    fn number(self, unit: u8) -> u32 {
        u32::from(unit)
    }

    #[inline(always)]
    fn ascii_block<const N: usize>(self, src: &[u8], at: usize) -> Option<[u8; N]> {
        ascii_block(src, at)
    }

    #[inline(always)]
    fn decode(self, src: &[u8], at: usize) -> Result<(u32, usize), Malformed> {
        Ok((u32::from(src[at]), 1))
    }
}

impl Target for Latin1 {
    type Unit = u8;

    const SINGLES: u32 = 0x100;

    /// ISO/IEC 8859-1 has no U+FFFD.
    const REPLACEMENT: u32 = b'?' as u32;

    #[inline(always)]
    fn unit(self, c: u32) -> u8 {
        c as u8
    }

    #[inline(always)]
    fn put_lanes(self, lanes: u64, dst: &mut [MaybeUninit<u8>; 4]) {
        *dst = packed_16(lanes).to_le_bytes().map(MaybeUninit::new);
    }

    #[inline(always)]
    fn put_ascii<const N: usize>(self, block: [u8; N], dst: &mut [MaybeUninit<u8>; N]) {
        each(&block, dst, MaybeUninit::new);
    }

    #[inline(always)]
    fn encode(self, c: u32, dst: &mut [MaybeUninit<u8>]) -> Result<usize, Refused> {
        match u8::try_from(c) {
            Ok(byte) => put(dst, [byte]),
            Err(_) => Err(Refused::NotRepresentable),
        }
    }

    #[inline(always)]
    fn units(_: u32) -> usize {
        1
    }
}
