//! The analysis of UTF-16 and UTF-32 in one pass.
//!
//! Almost all that is asked of a unit is a test of bits, and what is asked of surrogates is an equality
//! of bits. So UTF-16 is not swapped in either order: the constants are in the order of the source.
//!
//! ```text
//!   UTF-16   two        u & FF80 != 0               UTF-32   two      u & FFFFFF80 != 0
//!            three      u & F800 != 0                        three    u & FFFFF800 != 0
//!            surrogate  u & F800 == D800                     four     u & FFFF0000 != 0
//!            high       u & FC00 == D800
//!
//!   utf8     n + popcnt(two) + popcnt(three) - popcnt(surrogate), or + popcnt(four)
//!   utf32    n - popcnt(low)
//! ```
//!
//! UTF-16 is well-formed where the low surrogates are the units behind high ones:
//! `(high << 1 | carry) == low`. UTF-32 is where a number made of the unit is below 10F800, as
//! `char::from_u32` has it: (u ^ D800) - 800, of which the largest of each lane is kept; that is
//! arithmetic, so the bytes of the other order are swapped for it.
//!
//! What an error asks for is told in [`super::analyze_utf8`].

use super::pack::SWAP32;
use super::wide::Z;
use crate::fallback::form::{Utf16, Utf32};
use crate::fallback::{self, Analysis, ByteOrder, Sums};
use crate::x86::Avx512;

/// Bytes of a step of the main loop.
const STEP: usize = 256;

/// What is counted of the units before a place.
#[derive(Clone, Copy)]
struct Counts {
    /// Bytes of UTF-8 beside one for each unit.
    more: usize,
    /// UTF-16: surrogates. UTF-32: units from 10000 on.
    supplementary: usize,
    /// UTF-16: low surrogates.
    low: usize,
    line_feeds: usize,
    /// The bits of all units.
    any: Z,
}

impl Counts {
    #[inline(always)]
    fn new(s: Avx512) -> Self {
        Self { more: 0, supplementary: 0, low: 0, line_feeds: 0, any: s.bytes(0) }
    }
}

#[inline(always)]
fn ones(mask: impl Into<u64>) -> usize {
    mask.into().count_ones() as usize
}

/// A constant for 16-bit lanes that hold units of this order.
#[inline(always)]
fn words(s: Avx512, order: ByteOrder, x: u16) -> Z {
    s.words(if order == ByteOrder::NATIVE { x } else { x.swap_bytes() })
}

/// A constant for 32-bit lanes that hold units of this order.
#[inline(always)]
fn doubles(s: Avx512, order: ByteOrder, x: u32) -> Z {
    s.doubles(if order == ByteOrder::NATIVE { x } else { x.swap_bytes() })
}

/// See [`crate::Kernels::analyze_utf16`].
#[inline(always)]
pub(crate) fn analyze_utf16(s: Avx512, from: Utf16, src: &[[u8; 2]]) -> Analysis {
    match from.0 {
        ByteOrder::Little => utf16(s, Utf16(ByteOrder::Little), src),
        ByteOrder::Big => utf16(s, Utf16(ByteOrder::Big), src),
    }
}

#[inline(always)]
fn utf16(s: Avx512, from: Utf16, src: &[[u8; 2]]) -> Analysis {
    let bytes = src.as_flattened();
    let mut counts = Counts::new(s);
    // Bit 0: the last unit was a high surrogate.
    let mut carry = 0;
    let mut at = 0;
    let (stop, before) = 'stopped: {
        while let Some(step) = bytes[at..].first_chunk::<STEP>() {
            let cur = |i: usize| s.load(&step[64 * i..]);
            let (v0, v1, v2, v3) = (cur(0), cur(1), cur(2), cur(3));
            let not_ascii = words(s, from.0, 0xFF80);
            if u64::from(v0.or(v1).or(v2.or(v3)).test16(not_ascii)) | carry == 0 {
                let feed = words(s, from.0, 0x0A);
                let two = ones(v0.eq16(feed)) + ones(v1.eq16(feed));
                counts.line_feeds += two + ones(v2.eq16(feed)) + ones(v3.eq16(feed));
            } else {
                let before = counts;
                let mut bad = block16(s, from.0, v0, v1, &mut carry, &mut counts);
                bad |= block16(s, from.0, v2, v3, &mut carry, &mut counts);
                if bad != 0 {
                    break 'stopped (at, before);
                }
            }
            at += STEP;
        }
        while at < bytes.len() {
            let v0 = s.load_back(bytes, at, 0);
            let v1 = s.load_back(bytes, at + 64, 0);
            let before = counts;
            // A zero behind the end is no low surrogate, so a high one at the end is in error.
            if block16(s, from.0, v0, v1, &mut carry, &mut counts) != 0 {
                break 'stopped (at, before);
            }
            at += 128.min(bytes.len() - at);
        }
        if carry == 0 {
            return Analysis::new(sums16(s, from.0, counts, src.len()), None);
        }
        (at, counts)
    };
    let stop = stop / 2;
    let before = sums16(s, from.0, before, stop);
    match fallback::locate_utf16(from, src, stop) {
        Ok(()) => fallback::analyze_utf16(from, src),
        Err(error) => fallback::located(from, src, stop, before, error),
    }
}

/// Counts 64 units, of which some may be zeros that are not there. Returns those that cannot stand where
/// they do.
#[inline(always)]
fn block16(s: Avx512, order: ByteOrder, v0: Z, v1: Z, carry: &mut u64, counts: &mut Counts) -> u64 {
    let both = |a: u32, b: u32| u64::from(a) | u64::from(b) << 32;
    let (two, three) = (words(s, order, 0xFF80), words(s, order, 0xF800));
    let (feed, first) = (words(s, order, 0x0A), words(s, order, 0xD800));
    counts.more += ones(both(v0.test16(two), v1.test16(two)));
    counts.more += ones(both(v0.test16(three), v1.test16(three)));
    counts.line_feeds += ones(both(v0.eq16(feed), v1.eq16(feed)));
    counts.any = counts.any.or(v0.or(v1));
    let surrogates = both(v0.and(three).eq16(first), v1.and(three).eq16(first));
    if surrogates | *carry == 0 {
        return 0;
    }
    let bit = words(s, order, 0x0400);
    let low = surrogates & both(v0.test16(bit), v1.test16(bit));
    let high = surrogates & !low;
    let bad = (high << 1 | *carry) ^ low;
    *carry = high >> 63;
    counts.supplementary += ones(surrogates);
    counts.low += ones(low);
    bad
}

/// The sums of the first `len` units, which are those that were counted.
#[inline(always)]
fn sums16(s: Avx512, order: ByteOrder, counts: Counts, len: usize) -> Sums {
    Sums {
        utf8: len + counts.more - counts.supplementary,
        utf16: len,
        utf32: len - counts.low,
        line_feeds: counts.line_feeds,
        beyond_latin1: counts.any.test16(words(s, order, 0xFF00)) != 0,
    }
}

/// See [`crate::Kernels::analyze_utf32`].
#[inline(always)]
pub(crate) fn analyze_utf32(s: Avx512, from: Utf32, src: &[[u8; 4]]) -> Analysis {
    match from.0 {
        ByteOrder::Little => utf32(s, Utf32(ByteOrder::Little), src),
        ByteOrder::Big => utf32(s, Utf32(ByteOrder::Big), src),
    }
}

#[inline(always)]
fn utf32(s: Avx512, from: Utf32, src: &[[u8; 4]]) -> Analysis {
    let bytes = src.as_flattened();
    let mut counts = Counts::new(s);
    let mut at = 0;
    let (stop, before) = 'stopped: {
        while let Some(step) = bytes[at..].first_chunk::<STEP>() {
            let cur = |i: usize| s.load(&step[64 * i..]);
            let (v0, v1, v2, v3) = (cur(0), cur(1), cur(2), cur(3));
            if v0.or(v1).or(v2.or(v3)).test32(doubles(s, from.0, !0x7F)) == 0 {
                counts.line_feeds += line_feeds32(s, from.0, [v0, v1, v2, v3]);
            } else {
                let before = counts;
                if block32(s, from.0, [v0, v1, v2, v3], &mut counts) {
                    break 'stopped (at, before);
                }
            }
            at += STEP;
        }
        if at < bytes.len() {
            let cur = |i: usize| s.load_back(bytes, at + 64 * i, 0);
            let before = counts;
            if block32(s, from.0, [cur(0), cur(1), cur(2), cur(3)], &mut counts) {
                break 'stopped (at, before);
            }
        }
        return Analysis::new(sums32(s, from.0, counts, src.len()), None);
    };
    let stop = stop / 4;
    match fallback::validate(from, &src[stop..]) {
        Ok(()) => fallback::analyze_utf32(from, src),
        Err(error) => {
            let before = sums32(s, from.0, before, stop);
            fallback::located(from, src, stop, before, error.offset(stop))
        }
    }
}

/// One bit for each of 64 units.
#[inline(always)]
fn join([a, b, c, d]: [u16; 4]) -> u64 {
    u64::from(a) | u64::from(b) << 16 | u64::from(c) << 32 | u64::from(d) << 48
}

#[inline(always)]
fn line_feeds32(s: Avx512, order: ByteOrder, [a, b, c, d]: [Z; 4]) -> usize {
    let feed = doubles(s, order, 0x0A);
    ones(join([a.eq32(feed), b.eq32(feed), c.eq32(feed), d.eq32(feed)]))
}

/// Counts 64 units, of which some may be zeros that are not there. Returns whether one is no scalar value.
#[inline(always)]
fn block32(s: Avx512, order: ByteOrder, units: [Z; 4], counts: &mut Counts) -> bool {
    let [a, b, c, d] = units;
    let with = |bits: u32| {
        let bits = doubles(s, order, bits);
        ones(join([a.test32(bits), b.test32(bits), c.test32(bits), d.test32(bits)]))
    };
    let supplementary = with(!0xFFFF);
    counts.more += with(!0x7F) + with(!0x7FF) + supplementary;
    counts.supplementary += supplementary;
    counts.line_feeds += line_feeds32(s, order, units);
    counts.any = counts.any.or(a.or(b).or(c.or(d)));
    let key = |unit: Z| {
        let unit = if order == ByteOrder::NATIVE { unit } else { swap32(s, unit) };
        unit.xor(s.doubles(0xD800)).sub32(s.doubles(0x800))
    };
    let keys = key(a).max32(key(b)).max32(key(c).max32(key(d)));
    keys.ge32(s.doubles(0x11_0000 - 0x800)) != 0
}

/// The bytes of each 32-bit lane in the other order.
#[inline(always)]
fn swap32(s: Avx512, units: Z) -> Z {
    units.shuffle8(s.array(SWAP32))
}

/// The sums of the first `len` units, which are those that were counted.
#[inline(always)]
fn sums32(s: Avx512, order: ByteOrder, counts: Counts, len: usize) -> Sums {
    Sums {
        utf8: len + counts.more,
        utf16: len + counts.supplementary,
        utf32: len,
        line_feeds: counts.line_feeds,
        beyond_latin1: counts.any.test32(doubles(s, order, !0xFF)) != 0,
    }
}
