//! UTF-16 of up to sixteen bytes of UTF-8, in vectors of 128 and 256 bits.
//!
//! A unit is computed in sixteen bits at every byte, as if it ended there ([`super::decode_utf8`]), so that one
//! compression does for it. Every class goes the same way: nobody foretells the class of a short string, and a
//! wrong guess costs more than the steps saved.
//!
//! ```text
//!   cur    10xxxxxx, or ASCII          cur & 7F
//!   p1     10yyyyxx, 110yyyxx          shifted by 6, & FC0, where cur is not ASCII
//!   p2     1110zzzz, 11110zzz          shifted by 12, where a third byte is due
//! ```
//!
//! What is due behind the end is no continuation byte, so that the masks tell an open end too.

use core::mem::MaybeUninit;

use super::decode_utf8::{A_OR_B_AND_C, SECOND};
use super::narrow::{Half, Quarter};
use crate::fallback::form::Utf16;
use crate::fallback::{ByteOrder, Lossy};
use crate::kernels::text::Text;
use crate::x86::Avx512;

/// The longest source.
pub(super) const LEN: usize = 16;

/// Converts a source of up to [`LEN`] bytes, or nothing: if it is ill-formed, unless `LOSSY`, or if there is no room.
#[inline(always)]
pub(super) fn short<const LOSSY: bool, S: Text>(
    s: Avx512,
    src: &[u8],
    to: Utf16,
    dst: &mut [MaybeUninit<[u8; 2]>],
) -> Option<Lossy> {
    let bytes = s.quarter_first(src);
    let nonascii = bytes.sign8();
    let cur = bytes.widen8();
    let room = dst.len();
    if nonascii == 0 {
        ordered(to, cur).put(dst, src.len());
        return (src.len() <= room).then_some(Lossy { written: src.len(), replacements: 0 });
    }
    let m2 = u32::from(bytes.ge8(s.quarter_bytes(0xC0)));
    let m3 = u32::from(bytes.ge8(s.quarter_bytes(0xE0)));
    let m4 = u32::from(bytes.ge8(s.quarter_bytes(0xF0)));
    let (p1, p2) = (bytes.up::<1>(), bytes.up::<2>());
    let (seconds, thirds, fourths) = (m2 << 1, m3 << 2, m4 << 3);
    let present = (1 << src.len()) - 1;
    let short = Short { cur, p1, p2, nonascii };
    if S::CHECKED {
        let outside = p1.whole().pick8(s.array(SECOND)).first_quarter().add8(bytes).sign8();
        let continuations = u32::from(nonascii) & !m2;
        let outside = u32::from(outside);
        if (seconds | thirds | fourths) ^ continuations | outside & seconds != 0 {
            if !LOSSY {
                return None;
            }
            // As in `subparts_utf8`. The caller is one that comes behind an attempt without `LOSSY`: in the same function
            // 8 bytes with an error took 12.5 ns in place of 14.5, and well-formed ones 1.12 to 1.18 times as long.
            let ok2 = seconds & continuations & !outside;
            let third = ok2 & m3 << 1;
            let ok3 = third << 1 & continuations;
            let fourth = ok3 & m4 << 2;
            let ok4 = fourth << 1 & continuations;
            let ok = ok2 | ok3 | ok4;
            let pairs = fourth & ok4 >> 1;
            let chars = !(ok >> 1) & present;
            let bad = chars & u32::from(nonascii) & !(ok & !(third | fourth));
            let units = short.units(s, ok3, pairs, ok4);
            let units = units.put16(bad as u16, s.half_words(0xFFFD));
            let written = put(to, units, (chars | pairs) as u16, dst)?;
            return Some(Lossy { written, replacements: bad.count_ones() as usize });
        }
    }
    // A character of four bytes ends twice: see `decode_utf8`.
    let pairs = m4 << 2;
    let ends = (!(m2 | m3 << 1 | m4 << 2) | pairs) & present;
    let units = short.units(s, thirds, pairs, fourths);
    let written = put(to, units, ends as u16, dst)?;
    Some(Lossy { written, replacements: 0 })
}

/// What the units at each byte are made of.
struct Short {
    cur: Half,
    p1: Quarter,
    p2: Quarter,
    nonascii: u16,
}

impl Short {
    /// The unit that would end at each byte. Characters of more than two bytes have their third in `thirds`; the high
    /// surrogates are in `pairs`, and the low ones in `fourths`.
    #[inline(always)]
    fn units(&self, s: Avx512, thirds: u32, pairs: u32, fourths: u32) -> Half {
        let middle = self.p1.widen8_where(self.nonascii).shl16::<6>();
        let upper = self.p2.widen8_where(thirds as u16).shl16::<12>();
        let low = self.cur.and(s.half_words(0x007F));
        let units = low.ternary::<A_OR_B_AND_C>(middle, s.half_words(0x0FC0)).or(upper);
        let high = units.shr16::<4>().add16(s.half_words(0xD7C0));
        let low = units.and(s.half_words(0x03FF)).or(s.half_words(0xDC00));
        units.put16(pairs as u16, high).put16(fourths as u16, low)
    }
}

/// Writes the units at `ends`, and returns their number, unless there is no room for them.
#[inline(always)]
fn put(to: Utf16, units: Half, ends: u16, dst: &mut [MaybeUninit<[u8; 2]>]) -> Option<usize> {
    let n = ends.count_ones() as usize;
    let room = dst.len();
    ordered(to, units).compress16(ends).put(dst, n);
    (n <= room).then_some(n)
}

/// Units in the byte order of the target.
#[inline(always)]
pub(super) fn ordered(to: Utf16, units: Half) -> Half {
    match to.0 {
        ByteOrder::Little => units,
        ByteOrder::Big => units.shl16::<8>().or(units.shr16::<8>()),
    }
}
