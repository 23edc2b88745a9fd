//! The analysis of Latin-1: how many bytes are from 80 on, and how many are line feeds.
//!
//! Both are comparisons that give -1 in a lane, which counts by subtraction until it could overflow. The
//! last vector ends at the end of the source, and what of it is counted already is cleared.

use super::units::last_bytes;
use crate::fallback::{Analysis, Sums};
use crate::vector::{Bytes, Lanewise, Vector, Wide};

/// Blocks until a lane could overflow: each of four vectors adds one at most.
const RUN: usize = 0xFF / 4 - 1;

/// See [`crate::Kernels::analyze_latin1`].
#[inline(always)]
pub(crate) fn analyze_latin1<S: Wide>(s: S, src: &[u8]) -> Analysis {
    let lanes = S::Bytes::LANES;
    let (zero, feed) = (s.splat(0), s.splat(b'\n'));
    let (mut more, mut line_feeds) = (zero, zero);
    let mut at = 0;
    while src.len() - at > 4 * lanes {
        let end = at + ((src.len() - at) / (4 * lanes)).min(RUN) * 4 * lanes;
        let (mut high, mut feeds) = (zero, zero);
        while at < end {
            let block = &src[at..at + 4 * lanes];
            let (a, b) = (s.load(block), s.load(&block[lanes..]));
            let (c, d) = (s.load(&block[2 * lanes..]), s.load(&block[3 * lanes..]));
            let ab = zero.gt8(a).add8(zero.gt8(b));
            high = high.sub8(ab.add8(zero.gt8(c).add8(zero.gt8(d))));
            let ab = a.eq8(feed).add8(b.eq8(feed));
            feeds = feeds.sub8(ab.add8(c.eq8(feed).add8(d.eq8(feed))));
            at += 4 * lanes;
        }
        more = more.add64(high.sums8(zero));
        line_feeds = line_feeds.add64(feeds.sums8(zero));
    }
    let (mut high, mut feeds) = (zero, zero);
    while at < src.len() {
        let left = (src.len() - at).min(lanes);
        let cur = if src.len() < lanes {
            s.load_partial(src)
        } else {
            s.load(&src[at + left - lanes..]) & last_bytes(s, left)
        };
        high = high.sub8(zero.gt8(cur));
        feeds = feeds.sub8(cur.eq8(feed));
        at += left;
    }
    more = more.add64(high.sums8(zero));
    line_feeds = line_feeds.add64(feeds.sums8(zero));
    let len = src.len();
    let sums = Sums {
        utf8: len + more.sum64() as usize,
        utf16: len,
        utf32: len,
        line_feeds: line_feeds.sum64() as usize,
        beyond_latin1: false,
    };
    Analysis::new(sums, None)
}
