//! UTF-8 of up to eight units of UTF-16, in a vector of 256 bits.
//!
//! Each unit has 32 bits, room for the four bytes of a pair, whose second unit makes none. Every class goes the same
//! way, as in [`super::short_utf8`].
//!
//! ```text
//!   v        u << 6, or the code point of a pair where its first unit is
//!   bytes    v >> 18, v >> 12, v >> 6, v, each & 3F | tag
//!   tags     .. .. 80 ..   .. C0 80 ..   E0 80 80 ..   F0 80 80 80
//! ```
//!
//! The sign bits of the tags are the mask of the compression. The byte of an ASCII character is put in its place
//! behind them.

use core::mem::MaybeUninit;

use super::from_utf16::{Class, Done};
use super::narrow::Half;
use super::utf16_block::Block;
use super::utf16_to_utf8::{A_AND_B_OR_C, FOUR};
use crate::x86::Avx512;

/// The most units.
pub(super) const LEN: usize = 8;

/// Converts a source of up to [`LEN`] units. Those that are ill-formed are replaced where `LOSSY`.
#[inline(always)]
pub(super) fn short<const LOSSY: bool>(
    s: Avx512,
    block: &Block,
    dst: &mut [MaybeUninit<u8>],
) -> Done {
    let units = block.units(s)[0].first_quarter().widen16();
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
    let none = second | !0 << (block.len - 1) << 1;
    let tags = tag(s, [0, 0, 0x80, 0])
        .put32(from_80, tag(s, [0, 0xC0, 0x80, 0]))
        .put32(from_800, tag(s, [0xE0, 0x80, 0x80, 0]))
        .put32(first, tag(s, [0xF0, 0x80, 0x80, 0x80]))
        .put32(none, s.half_bytes(0));
    let counts = s.half_array(FOUR.0.first_chunk().expect("32 bytes"));
    let bytes = bits.multishift(counts).ternary::<A_AND_B_OR_C>(s.half_bytes(0x3F), tags);
    let bytes = bytes.put32(!from_80, units.shl32::<16>());
    let kept = tags.sign8();
    let written = kept.count_ones() as usize;
    bytes.compress8(kept).put(dst, written);
    Done { class: Class::Mixed, written, bad: u64::from(unpaired) }
}

/// The tags of four bytes.
#[inline(always)]
fn tag(s: Avx512, bytes: [u8; 4]) -> Half {
    s.half_doubles(u32::from_le_bytes(bytes))
}
