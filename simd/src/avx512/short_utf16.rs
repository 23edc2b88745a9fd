//! UTF-8 of a source of UTF-16 that is one vector, in a straight line.
//!
//! What is ASCII or below 800 goes the way of a block. Otherwise each unit has 32 bits, room for the four bytes of a
//! pair, whose second unit makes none. Every class goes the same way, as in [`super::short_utf8`]: eight units in a
//! vector of 256 bits, up to 32 in two of 512.
//!
//! ```text
//!   v        u << 6, or the code point of a pair where its first unit is
//!   bytes    v >> 18, v >> 12, v >> 6, v, each & 3F | tag
//!   tags     .. .. 80 ..   .. C0 80 ..   E0 80 80 ..   F0 80 80 80
//! ```
//!
//! The sign bits of the tags are the mask of the compression. The byte of an ASCII character is put in its place
//! behind them. More than eight units without pairs, or nothing but pairs, need some steps less. (Three planes, as in a
//! block, take 9 ns for 9 to 16 units of Chinese, this 6; 14 for 24 to 32, this 8: EPYC family 25 model 17.)

use core::mem::MaybeUninit;

use super::bits::first;
use super::from_utf16::{Done, Exact, Output};
use super::utf16_block::{Order, points_of_pairs};
use super::utf16_to_utf8::{A_AND_B_OR_C, FOUR, four, two_of};
use super::wide::Z;
use crate::aligned::Aligned;
use crate::fallback::form::Utf16;
use crate::x86::Avx512;

/// The most units.
pub(super) const LEN: usize = 32;

/// Converts a source of up to [`LEN`] units. Those that are ill-formed are replaced where `LOSSY`.
#[inline(always)]
pub(super) fn short<const LOSSY: bool>(
    s: Avx512,
    from: Utf16,
    src: &[[u8; 2]],
    dst: &mut [MaybeUninit<u8>],
) -> Done {
    let lanes = s.load_first(src.as_flattened(), 64);
    let units = from.units(s, lanes);
    if lanes.test16(s.words(from.lane(0xF800))) == 0 {
        if lanes.test16(s.words(from.lane(0xFF80))) == 0 {
            s.array(from.planes()[0]).pick8(lanes).low().put(dst, src.len());
            return Done { plain: true, written: src.len(), bad: 0 };
        }
        let written = two_of(s, units, src.len(), 0, &mut Exact(dst));
        return Done { plain: false, written, bad: 0 };
    }
    if src.len() <= 8 {
        return eight::<LOSSY>(s, units, src.len(), dst);
    }
    let mut out = Exact(dst);
    let top = units.and(s.words(0xFC00));
    let (highs, lows) = (top.eq16(s.words(0xD800)), top.eq16(s.words(0xDC00)));
    if highs | lows == 0 {
        let written = three_of(s, units, src.len(), 0, &mut out);
        return Done { plain: false, written, bad: 0 };
    }
    let whole = u64::from(top.eq32(s.doubles(0xDC00_D800)));
    if src.len().is_multiple_of(2) && whole == first(src.len() / 2) {
        out.put(0, four(s, points_of_pairs(s, units)), 2 * src.len());
        return Done { plain: false, written: 2 * src.len(), bad: 0 };
    }
    let (first, second) = (highs & lows >> 1, lows & highs << 1);
    let unpaired = (highs ^ first) | (lows ^ second);
    let units = if LOSSY { units.put16(unpaired, s.words(0xFFFD)) } else { units };
    let (low, high) = (units.widen16(), units.widen16_high());
    let pairs = [first as u16, second as u16];
    let mut written = any(s, [low, high], pairs, src.len().min(16), 0, &mut out);
    if src.len() > 16 {
        let pairs = [(first >> 16) as u16, (second >> 16) as u16];
        written += any(s, [high, s.bytes(0)], pairs, src.len() - 16, written, &mut out);
    }
    Done { plain: false, written, bad: u64::from(unpaired) }
}

/// Up to eight units.
#[inline(always)]
fn eight<const LOSSY: bool>(s: Avx512, units: Z, len: usize, dst: &mut [MaybeUninit<u8>]) -> Done {
    let units = units.first_quarter().widen16();
    let top = units.and(s.half_doubles(0xFC00));
    let (highs, lows) = (top.eq32(s.half_doubles(0xD800)), top.eq32(s.half_doubles(0xDC00)));
    let (first, second) = (highs & lows >> 1, lows & highs << 1);
    let unpaired = (highs ^ first) | (lows ^ second);
    let units = if LOSSY { units.put32(unpaired, s.half_doubles(0xFFFD)) } else { units };

    let next = units.next32(s.half_bytes(0));
    let of_tags = s.half_doubles((0xD800 << 10) + 0xDC00 - 0x1_0000);
    let points = units.shl32::<10>().add32(next).sub32(of_tags);
    let bits = units.shl32::<6>().put32(first, points);
    let from_80 = units.ge32(s.half_doubles(0x80));
    let from_800 = units.ge32(s.half_doubles(0x800));
    let tags = s
        .half_doubles(TAGS[0])
        .put32(from_80, s.half_doubles(TAGS[1]))
        .put32(from_800, s.half_doubles(TAGS[2]))
        .put32(first, s.half_doubles(TAGS[3]))
        .put32(second, s.half_bytes(0));
    let counts = s.half_array(FOUR.0.first_chunk().expect("32 bytes"));
    let bytes = bits.multishift(counts).ternary::<A_AND_B_OR_C>(s.half_bytes(0x3F), tags);
    let bytes = bytes.put32(!from_80, units.shl32::<16>());
    let kept = tags.sign8();
    // A lane without a unit is as U+0000, behind all others.
    let written = kept.count_ones() as usize - (8 - len);
    bytes.compress8(kept).put(dst, written);
    Done { plain: false, written, bad: u64::from(unpaired) }
}

/// For each byte of four, where its bits begin in 64 that hold two units.
const THREE: &Aligned<[u8; 64]> = &Aligned({
    let mut table = [0; 64];
    let mut i = 0;
    while i < 64 {
        table[i] = (i as u8 % 8 / 4) * 32 + [12, 6, 0, 0][i % 4];
        i += 1;
    }
    table
});

/// `len` units that are no surrogates, whose place is from `written` on, and how many bytes they are. The lanes behind
/// them are 0.
#[inline(always)]
pub(super) fn three_of(
    s: Avx512,
    units: Z,
    len: usize,
    written: usize,
    out: &mut impl Output<u8>,
) -> usize {
    let mut n = no_pairs(s, units.widen16(), len.min(16), written, out);
    if len > 16 {
        n += no_pairs(s, units.widen16_high(), len - 16, written + n, out);
    }
    n
}

/// `len` units, of which none is in a pair.
#[inline(always)]
fn no_pairs(s: Avx512, units: Z, len: usize, written: usize, out: &mut impl Output<u8>) -> usize {
    let [from_80, from_800] = classes(s, units);
    let tags =
        s.doubles(TAGS[0]).put32(from_80, s.doubles(TAGS[1])).put32(from_800, s.doubles(TAGS[2]));
    let bytes = units.multishift(s.array(THREE)).ternary::<A_AND_B_OR_C>(s.bytes(0x3F), tags);
    let bytes = bytes.put32(!from_80, units.shl32::<16>());
    let n = len + (from_80.count_ones() + from_800.count_ones()) as usize;
    out.put(written, bytes.compress8(tags.sign8()), n);
    n
}

/// `len` units, and others behind them.
#[inline(always)]
fn any(
    s: Avx512,
    [units, behind]: [Z; 2],
    [first, second]: [u16; 2],
    len: usize,
    written: usize,
    out: &mut impl Output<u8>,
) -> usize {
    let [from_80, from_800] = classes(s, units);
    let of_tags = s.doubles((0xD800 << 10) + 0xDC00 - 0x1_0000);
    let points = units.shl32::<10>().add32(units.next32(behind)).sub32(of_tags);
    let bits = units.shl32::<6>().put32(first, points);
    let tags = s
        .doubles(TAGS[0])
        .put32(from_80, s.doubles(TAGS[1]))
        .put32(from_800, s.doubles(TAGS[2]))
        .put32(first, s.doubles(TAGS[3]))
        .put32(second, s.bytes(0));
    let bytes = bits.multishift(s.array(FOUR)).ternary::<A_AND_B_OR_C>(s.bytes(0x3F), tags);
    let bytes = bytes.put32(!from_80, units.shl32::<16>());
    // A first unit makes one byte more than another, a second one none.
    let n = len + (from_80.count_ones() + from_800.count_ones() + first.count_ones()) as usize
        - 3 * second.count_ones() as usize;
    out.put(written, bytes.compress8(tags.sign8()), n);
    n
}

/// The tags of four bytes: of ASCII, of units below 800, of others, of pairs.
const TAGS: [u32; 4] = [
    u32::from_le_bytes([0, 0, 0x80, 0]),
    u32::from_le_bytes([0, 0xC0, 0x80, 0]),
    u32::from_le_bytes([0xE0, 0x80, 0x80, 0]),
    u32::from_le_bytes([0xF0, 0x80, 0x80, 0x80]),
];

/// Where units are from 80 on, and from 800 on. (Halves of masks of 32 units LLVM takes from memory that was just
/// written, as other parts than were written, which takes 14 ns.)
#[inline(always)]
fn classes(s: Avx512, units: Z) -> [u16; 2] {
    [units.test32(s.doubles(0xFF80)), units.test32(s.doubles(0xF800))]
}
