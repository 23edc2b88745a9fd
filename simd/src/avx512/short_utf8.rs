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
use super::from_utf8::Text;
use super::narrow::Half;
use crate::fallback::ByteOrder;
use crate::fallback::form::Utf16;
use crate::x86::Avx512;

/// The longest source.
pub(super) const LEN: usize = 16;

/// The units of a source of up to [`LEN`] bytes, or nothing.
#[inline(always)]
pub(super) fn short<S: Text>(
    s: Avx512,
    src: &[u8],
    to: Utf16,
    dst: &mut [MaybeUninit<[u8; 2]>],
) -> Option<usize> {
    let bytes = s.quarter_first(src);
    let nonascii = bytes.sign8();
    let cur = bytes.widen8();
    let room = dst.len();
    if nonascii == 0 {
        ordered(to, cur).put(dst, src.len());
        return (src.len() <= room).then_some(src.len());
    }
    let m2 = u32::from(bytes.ge8(s.quarter_bytes(0xC0)));
    let m3 = u32::from(bytes.ge8(s.quarter_bytes(0xE0)));
    let m4 = u32::from(bytes.ge8(s.quarter_bytes(0xF0)));
    let (p1, p2) = (bytes.up::<1>(), bytes.up::<2>());
    let (seconds, thirds, fourths) = (m2 << 1, m3 << 2, m4 << 3);
    if S::CHECKED {
        let outside = p1.whole().pick8(s.array(&SECOND)).first_quarter().add8(bytes).sign8();
        let due = seconds | thirds | fourths;
        if due ^ (u32::from(nonascii) & !m2) | u32::from(outside) & seconds != 0 {
            return None;
        }
    }
    // A character of four bytes ends twice: see `decode_utf8`.
    let pairs = m4 << 2;
    let ends = !(m2 | m3 << 1 | m4 << 2) | pairs;
    let ends = (ends & ((1 << src.len()) - 1)) as u16;

    let middle = p1.widen8_where(nonascii).shl16::<6>();
    let upper = p2.widen8_where(thirds as u16).shl16::<12>();
    let low = cur.and(s.half_words(0x007F));
    let units = low.ternary::<A_OR_B_AND_C>(middle, s.half_words(0x0FC0)).or(upper);
    let high = units.shr16::<4>().add16(s.half_words(0xD7C0));
    let low = units.and(s.half_words(0x03FF)).or(s.half_words(0xDC00));
    let units = units.put16(pairs as u16, high).put16(fourths as u16, low);
    let n = ends.count_ones() as usize;
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
