//! Counts of UTF-16: code points, and bytes of UTF-8, by formula or with repair.
//!
//! The formulas are sums over single units. A comparison gives -1 in a lane where it holds, so a lane counts
//! by subtraction, and the lanes are added up before one can overflow.
//!
//! ```text
//! code points            1                                       - 1 if low
//! bytes of UTF-8         3   - 1 below 80   - 1 below 800         - 1 if surrogate
//! with repair
//!   code points          1                                       - 1 if first of a pair
//!   bytes of UTF-8       3   - 1 below 80   - 1 below 800         - 2 if first of a pair
//! ```
//!
//! (An unpaired surrogate is replaced by FFFD, which has three bytes as other units from 800 on; the two of
//! a pair have four.) All tests are for equality of bits, so the other order only changes the constants.
//!
//! The last vector ends at the end of the source. What of it is counted already is cleared, and counts as
//! units 0000, which are known.

use super::surrogates::Surrogates;
use super::units::{last_bytes, sum16, words_as};
use crate::fallback::ByteOrder;
use crate::fallback::form::Utf16;
use crate::vector::{Bytes, Lanewise, Vector, Wide};

/// Code points by formula.
#[inline(always)]
pub(crate) fn count_utf16<S: Wide>(s: S, from: Utf16, src: &[[u8; 2]]) -> usize {
    src.len() - sum::<S, Low>(s, from, src).less
}

/// Code points of repaired UTF-16.
#[inline(always)]
pub(crate) fn count_utf16_lossy<S: Wide>(s: S, from: Utf16, src: &[[u8; 2]]) -> usize {
    src.len() - sum::<S, Pairs>(s, from, src).pairs
}

/// Bytes of UTF-8 by formula.
#[inline(always)]
pub(crate) fn utf8_len_from_utf16<S: Wide>(s: S, from: Utf16, src: &[[u8; 2]]) -> usize {
    let (more, done) = s.utf8_len_from_utf16_blocks(from, src.as_flattened());
    let rest = &src[done / 2..];
    let sum = sum::<S, FewerBytes>(s, from, rest);
    done / 2 + more + 3 * rest.len() + 2 * sum.zeros - sum.less
}

/// Bytes of UTF-8 for repaired UTF-16.
#[inline(always)]
pub(crate) fn utf8_len_from_utf16_lossy<S: Wide>(s: S, from: Utf16, src: &[[u8; 2]]) -> usize {
    let sum = sum::<S, FewerBytesLossy>(s, from, src);
    3 * src.len() + 2 * sum.zeros - sum.less - 2 * sum.pairs
}

/// What is counted. A trait and not a closure, which would not always be inlined.
trait Count<S: Wide> {
    /// Whether pairs are counted as well.
    const PAIRS: bool;

    /// For each unit how much less than the most it counts, as a number that is not positive, -2 at least.
    fn less(units: S::Bytes, of: &Constants<S>) -> S::Bytes;
}

struct Low;
struct Pairs;
struct FewerBytes;
struct FewerBytesLossy;

impl<S: Wide> Count<S> for Low {
    const PAIRS: bool = false;

    #[inline(always)]
    fn less(units: S::Bytes, of: &Constants<S>) -> S::Bytes {
        of.kinds.low(units)
    }
}

impl<S: Wide> Count<S> for Pairs {
    const PAIRS: bool = true;

    #[inline(always)]
    fn less(_: S::Bytes, of: &Constants<S>) -> S::Bytes {
        of.zero
    }
}

impl<S: Wide> Count<S> for FewerBytes {
    const PAIRS: bool = false;

    #[inline(always)]
    fn less(units: S::Bytes, of: &Constants<S>) -> S::Bytes {
        FewerBytesLossy::less(units, of).add16(of.kinds.surrogate(units))
    }
}

impl<S: Wide> Count<S> for FewerBytesLossy {
    const PAIRS: bool = true;

    #[inline(always)]
    fn less(units: S::Bytes, of: &Constants<S>) -> S::Bytes {
        let below_80 = (units & of.from_80).eq16(of.zero);
        below_80.add16((units & of.from_800).eq16(of.zero))
    }
}

/// In the order of the source.
struct Constants<S: Wide> {
    kinds: Surrogates<S::Bytes>,
    /// The bits of which one is set from 80 on.
    from_80: S::Bytes,
    /// And from 800 on.
    from_800: S::Bytes,
    zero: S::Bytes,
}

impl<S: Wide> Constants<S> {
    #[inline(always)]
    fn new(s: S, order: ByteOrder) -> Self {
        Self {
            kinds: Surrogates::new(s, order),
            from_80: words_as(s, order, 0xFF80),
            from_800: words_as(s, order, 0xF800),
            zero: s.splat(0),
        }
    }
}

/// What was counted.
struct Sum {
    /// Over all units.
    less: usize,
    /// Pairs of surrogates, if they are counted.
    pairs: usize,
    /// Units 0000 that are in `less` and not in the source.
    zeros: usize,
}

/// Blocks until a lane could overflow: each of four vectors subtracts two at most.
const RUN: usize = 0x7FFF / 8;

#[inline(always)]
fn sum<S: Wide, C: Count<S>>(s: S, from: Utf16, src: &[[u8; 2]]) -> Sum {
    let bytes = src.as_flattened();
    let lanes = S::Bytes::LANES;
    let of = &Constants::new(s, from.0);
    let (mut total, mut all_pairs, mut at) = (0, 0, 0);
    let (mut less, mut pairs) = (of.zero, of.zero);
    while bytes.len() - at > 4 * lanes {
        let end = (bytes.len() - at - 1) / (4 * lanes);
        let end = at + end.min(RUN) * 4 * lanes;
        while at < end {
            let block = &bytes[at..at + 4 * lanes + 2];
            let (a, b) = (s.load(block), s.load(&block[lanes..]));
            let (c, d) = (s.load(&block[2 * lanes..]), s.load(&block[3 * lanes..]));
            let ab = C::less(a, of).add16(C::less(b, of));
            let cd = C::less(c, of).add16(C::less(d, of));
            less = less.sub16(ab.add16(cd));
            if C::PAIRS && of.kinds.any([a, b, c, d]) {
                let next = &block[2..];
                let ab = of
                    .kinds
                    .pairs(a, s.load(next))
                    .add16(of.kinds.pairs(b, s.load(&next[lanes..])));
                let cd = of.kinds.pairs(c, s.load(&next[2 * lanes..]));
                let cd = cd.add16(of.kinds.pairs(d, s.load(&next[3 * lanes..])));
                pairs = pairs.sub16(ab.add16(cd));
            }
            at += 4 * lanes;
        }
        total += sum16(s, less);
        less = of.zero;
        if C::PAIRS {
            all_pairs += sum16(s, pairs);
            pairs = of.zero;
        }
    }
    while bytes.len() - at > lanes {
        let cur = s.load(&bytes[at..]);
        less = less.sub16(C::less(cur, of));
        if C::PAIRS {
            pairs = pairs.sub16(of.kinds.pairs(cur, s.load(&bytes[at + 2..])));
        }
        at += lanes;
    }
    let left = bytes.len() - at;
    let last = if bytes.len() < lanes {
        s.load_partial(bytes)
    } else {
        s.load(&bytes[bytes.len() - lanes..]) & last_bytes(s, left)
    };
    less = less.sub16(C::less(last, of));
    if C::PAIRS {
        pairs = pairs.sub16(of.kinds.pairs(last, last.shift_down2()));
    }
    Sum {
        less: total + sum16(s, less),
        pairs: if C::PAIRS { all_pairs + sum16(s, pairs) } else { 0 },
        zeros: (lanes - left) / 2,
    }
}
