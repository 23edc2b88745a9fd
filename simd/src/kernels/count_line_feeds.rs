//! Line feeds in a source of any width of code unit.
//!
//! A comparison gives all ones in a unit that is a line feed, so -1 in each byte of it, and bytes are
//! counted whatever a unit is; there are so many times too many as it has bytes. The other byte order only
//! changes what is compared with.
//!
//! ```text
//!   0A 61 0A 00     bytes of UTF-8: two          -1  0 -1  0
//!   0A 61 0A 00     units of UTF-16LE: one        0  0 -1 -1
//! ```
//!
//! The comparisons are subtracted in bytes for as long as these have room, and then added up in 64-bit
//! lanes. The last vector ends at the end of the source, without what is counted already.

use super::units::{doubles_as, last_bytes, words_as};
use crate::fallback::form::{Utf16, Utf32};
use crate::vector::{Bytes, Lanewise, Vector, Wide};

/// See [`crate::Kernels::count_line_feeds_utf8`].
#[inline(always)]
pub(crate) fn count_line_feeds_utf8<S: Wide>(s: S, src: &[u8]) -> usize {
    if src.len() < S::Bytes::LANES {
        // All in one lane, or in two sixteen bytes each.
        return short::<S::Narrow>(s.narrow(), src);
    }
    count::<S, 1>(s, src, s.splat(b'\n'))
}

/// See [`crate::Kernels::count_line_feeds_utf16`].
#[inline(always)]
pub(crate) fn count_line_feeds_utf16<S: Wide>(s: S, from: Utf16, src: &[[u8; 2]]) -> usize {
    count::<S, 2>(s, src.as_flattened(), words_as(s, from.0, 0x0A)) / 2
}

/// See [`crate::Kernels::count_line_feeds_utf32`].
#[inline(always)]
pub(crate) fn count_line_feeds_utf32<S: Wide>(s: S, from: Utf32, src: &[[u8; 4]]) -> usize {
    count::<S, 4>(s, src.as_flattened(), doubles_as(s, from.0, 0x0A)) / 4
}

/// Blocks of four vectors for which a byte of each of two sums, and four more vectors behind them, stay below 256.
const RUN: usize = 125;

/// The bytes of units of `WIDTH` bytes that are line feeds.
#[inline(always)]
fn count<S: Wide, const WIDTH: usize>(s: S, src: &[u8], line_feed: S::Bytes) -> usize {
    let lanes = S::Bytes::LANES;
    let zero = s.splat(0);
    let (mut total, mut rest) = (zero, src);
    let mut sums = zero;
    loop {
        // Of one sum LLVM would make a chain with a link for each vector.
        let mut of_cd = zero;
        let (mut run, behind) = rest.split_at((rest.len() / (4 * lanes)).min(RUN) * (4 * lanes));
        while let Some((block, behind)) = run.split_at_checked(4 * lanes) {
            let (a, b) = (s.load(block), s.load(&block[lanes..]));
            let (c, d) = (s.load(&block[2 * lanes..]), s.load(&block[3 * lanes..]));
            let ab = minus::<WIDTH, _>(a, line_feed).add8(minus::<WIDTH, _>(b, line_feed));
            let cd = minus::<WIDTH, _>(c, line_feed).add8(minus::<WIDTH, _>(d, line_feed));
            sums = sums.sub8(ab);
            of_cd = of_cd.sub8(cd);
            run = behind;
        }
        rest = behind;
        total = total.add64(of_cd.sums8(zero));
        if rest.len() < 4 * lanes {
            break;
        }
        total = total.add64(sums.sums8(zero));
        sums = zero;
    }
    while let Some((vector, behind)) = rest.split_at_checked(lanes) {
        sums = sums.sub8(minus::<WIDTH, _>(s.load(vector), line_feed));
        rest = behind;
    }
    if !rest.is_empty() {
        let last = if src.len() < lanes {
            minus::<WIDTH, _>(s.load_partial(src), line_feed)
        } else {
            let last = minus::<WIDTH, _>(s.load(&src[src.len() - lanes..]), line_feed);
            last & last_bytes(s, rest.len())
        };
        sums = sums.sub8(last);
    }
    total.add64(sums.sums8(zero)).sum64() as usize
}

/// The line feeds of fewer than 32 bytes.
#[inline(always)]
fn short<S: Wide>(s: S, src: &[u8]) -> usize {
    let line_feed = s.splat(b'\n');
    if src.len() < 16 {
        let found = s.load_partial(src).eq8(line_feed);
        return found.high_bits().count_ones() as usize;
    }
    let first = s.load(src).eq8(line_feed).high_bits();
    let last = s.load(&src[src.len() - 16..]).eq8(line_feed).high_bits();
    // Of the last what the first does not have.
    let last = last >> (32 - src.len());
    (first | last << 16).count_ones() as usize
}

/// -1 in the bytes of each unit that is a line feed.
#[inline(always)]
fn minus<const WIDTH: usize, V: Vector>(units: V, line_feed: V) -> V {
    match WIDTH {
        1 => units.eq8(line_feed),
        2 => units.eq16(line_feed),
        _ => units.eq32(line_feed),
    }
}
