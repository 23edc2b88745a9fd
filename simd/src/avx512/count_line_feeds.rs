//! Line feeds in a source of any width of code unit: the masks of comparisons, counted.

use super::wide::Z;
use crate::fallback::ByteOrder;
use crate::fallback::form::{Utf16, Utf32};
use crate::x86::Avx512;

/// See [`crate::Kernels::count_line_feeds_utf8`].
#[inline(always)]
pub(crate) fn count_line_feeds_utf8(s: Avx512, src: &[u8]) -> usize {
    count::<1>(s, src, s.bytes(b'\n'))
}

/// See [`crate::Kernels::count_line_feeds_utf16`].
#[inline(always)]
pub(crate) fn count_line_feeds_utf16(s: Avx512, from: Utf16, src: &[[u8; 2]]) -> usize {
    let line_feed = match from.0 {
        ByteOrder::Little => 0x0A,
        ByteOrder::Big => 0x0A00,
    };
    count::<2>(s, src.as_flattened(), s.words(line_feed))
}

/// See [`crate::Kernels::count_line_feeds_utf32`].
#[inline(always)]
pub(crate) fn count_line_feeds_utf32(s: Avx512, from: Utf32, src: &[[u8; 4]]) -> usize {
    let line_feed = match from.0 {
        ByteOrder::Little => 0x0A,
        ByteOrder::Big => 0x0A00_0000,
    };
    count::<4>(s, src.as_flattened(), s.doubles(line_feed))
}

/// The units of `WIDTH` bytes that are line feeds.
#[inline(always)]
fn count<const WIDTH: usize>(s: Avx512, src: &[u8], line_feed: Z) -> usize {
    let mut total = 0;
    let mut rest = src;
    while let Some((block, behind)) = rest.split_first_chunk::<256>() {
        let a = line_feeds::<WIDTH>(s.load(block), line_feed);
        let b = line_feeds::<WIDTH>(s.load(&block[64..]), line_feed);
        let c = line_feeds::<WIDTH>(s.load(&block[128..]), line_feed);
        let d = line_feeds::<WIDTH>(s.load(&block[192..]), line_feed);
        total += (a + b) + (c + d);
        rest = behind;
    }
    while let Some((block, behind)) = rest.split_first_chunk::<64>() {
        total += line_feeds::<WIDTH>(s.array(block), line_feed);
        rest = behind;
    }
    // The zeros behind are none.
    total + line_feeds::<WIDTH>(s.load_first(rest, rest.len()), line_feed)
}

#[inline(always)]
fn line_feeds<const WIDTH: usize>(units: Z, line_feed: Z) -> usize {
    let ones = match WIDTH {
        1 => units.eq8(line_feed).count_ones(),
        2 => units.eq16(line_feed).count_ones(),
        _ => units.eq32(line_feed).count_ones(),
    };
    ones as usize
}
