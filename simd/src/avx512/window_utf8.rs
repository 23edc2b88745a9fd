//! UTF-8 with errors: 64 bytes that begin where a sequence may begin.
//!
//! What is a character and what is a maximal subpart (Unicode Standard 3.9, D93b) follows from masks
//! alone, so that a window takes the same time whatever stands in it:
//!
//! ```text
//!   L2 L3 L4   the leads C2..DF, E0..EF, F0..F4        C    continuation bytes
//!   L          all of them                             out  second bytes outside of the range of
//!                                                           the lead: Table 3-7
//!
//!   ok2 = L << 1 & C & !out                            good second bytes
//!   w3  = ok2 & (L3|L4) << 1        ok3 = w3 << 1 & C  … third; w3: a third is wanted behind it
//!   w4  = ok3 & L4 << 2             ok4 = w4 << 1 & C  … fourth
//!
//!   good = ascii | ok2 & L2 << 1 | ok3 & L3 << 2 | ok4           the last byte of each character
//!   bad  = C & !(ok2|ok3|ok4)                                    a continuation byte of nothing
//!        | nonascii & !C & !L                                    C0, C1, F5..FF
//!        | L & !(ok2 >> 1) | w3 & !(ok3 >> 1) | w4 & !(ok4 >> 1) the last byte of a subpart
//! ```
//!
//! A sequence that goes on behind the window is left to the next one, if there is more of the source.

use core::mem::MaybeUninit;

use super::bits::{count, first, nth};
use super::decode_utf8::{LEAD, NEXT, Planes, low};
use super::from_utf8::{BLOCK, Sink};
use super::wide::Z;
use crate::x86::Avx512;

/// What stands in a window.
pub(super) struct Seen {
    /// The last byte of each character.
    pub(super) good: u64,
    /// The last byte of each maximal subpart that is ill-formed.
    pub(super) bad: u64,
    /// The bytes of the characters of two, three and four bytes that are the last.
    pub(super) ends: [u64; 3],
    /// Bytes that are looked at: characters and subparts that are whole.
    pub(super) len: usize,
    p1: Z,
    p2: Z,
    third_or_later: u64,
    pub(super) nonascii: u64,
}

/// Looks at the bytes in `cur`, `len` of them, zeros behind. `more` says that the source goes on.
#[inline(always)]
pub(super) fn look(s: Avx512, cur: Z, len: usize, more: bool) -> Seen {
    let (p1, p2) = (cur.shift_up::<1>(s), cur.shift_up::<2>(s));
    let nonascii = cur.sign8();
    let leads = cur.ge8(s.bytes(0xC2)) & !cur.ge8(s.bytes(0xF5));
    let from_e0 = cur.ge8(s.bytes(0xE0)) & leads;
    let l4 = cur.ge8(s.bytes(0xF0)) & leads;
    let continuations = nonascii & !cur.ge8(s.bytes(0xC0));
    let behind_lead = p1.ge8(s.bytes(0xC0));
    let outside = cur.shr16::<2>().pick8(s.array(&NEXT));
    let outside = outside.test8_where(behind_lead, p1.pick8(s.array(&LEAD)));

    let ok2 = leads << 1 & continuations & !outside;
    let w3 = ok2 & from_e0 << 1;
    let ok3 = w3 << 1 & continuations;
    let w4 = ok3 & l4 << 2;
    let ok4 = w4 << 1 & continuations;
    let ends = [ok2 & !w3, ok3 & !w4, ok4];
    let good = !nonascii | ends[0] | ends[1] | ends[2];
    let bad = continuations & !(ok2 | ok3 | ok4)
        | nonascii & !continuations & !leads
        | leads & !(ok2 >> 1)
        | w3 & !(ok3 >> 1)
        | w4 & !(ok4 >> 1);
    let open = if more && len == BLOCK {
        (leads >> 63 | w3 >> 63 << 1 | w4 >> 63 << 1 | w4 >> 63) as usize
    } else {
        0
    };
    let len = len - open;
    let present = first(len);
    let third_or_later = ok3 | ok4;
    Seen { good: good & present, bad: bad & present, ends, len, p1, p2, third_or_later, nonascii }
}

/// What [`convert`] did with a window.
pub(super) struct Window {
    pub(super) read: usize,
    pub(super) written: usize,
    pub(super) replacements: usize,
    /// There was no room for all of it.
    pub(super) full: bool,
}

/// Converts the first window of `src`, with a replacement for each maximal subpart that is ill-formed.
#[inline(always)]
pub(super) fn convert<T: Sink>(
    s: Avx512,
    src: &[u8],
    to: T,
    dst: &mut [MaybeUninit<T::Unit>],
) -> Window {
    let cur = s.load_first(src, BLOCK);
    let seen = look(s, cur, src.len().min(BLOCK), src.len() > BLOCK);
    let p1 = seen.p1.keep8(seen.nonascii);
    let p2 = seen.p2.keep8(seen.third_or_later);
    let mut lo = low(s, cur, p1);
    let upper = p2.subs8(s.bytes(0xE0)).shl16::<4>().and(s.bytes(0xF0));
    let mut hi = p1.shr16::<2>().and(s.bytes(0x0F)).or(upper);
    let fourths = seen.ends[2];
    let mut chars = seen.good | seen.bad;
    let mut units = chars;
    let mut bad = seen.bad;
    let mut third = s.bytes(0);
    let mut thirds = 0;
    if T::PAIRS {
        thirds = fourths >> 1;
        units |= thirds;
    } else {
        let p3 = cur.shift_up::<3>(s);
        hi = hi.put8(fourths, hi.or(p2.shl16::<4>().and(s.bytes(0xF0))));
        let low = p2.shr16::<4>().and(s.bytes(0x03));
        third = low.or(p3.shl16::<2>().and(s.bytes(0x1C))).keep8(fourths);
    }
    if T::LATIN1 {
        bad |= hi.or(third).test8(s.bytes(0xFF)) & seen.good;
        lo = lo.put8(bad, s.bytes(b'?'));
    } else {
        lo = lo.put8(bad, s.bytes(0xFD));
        hi = hi.put8(bad, s.bytes(0xFF));
    }
    let mut read = seen.len;
    let full = count(units) > dst.len();
    if full {
        chars &= first(nth(units, dst.len()));
        read = BLOCK - chars.leading_zeros() as usize;
        units &= first(read);
    }
    let packed = to.pack::<4>(s, Planes { lo, hi, third, thirds, fourths }, units);
    let written = count(units);
    T::store_first(packed, dst, written);
    Window { read, written, replacements: count(bad & chars), full }
}
