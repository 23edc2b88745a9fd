//! Counts of UTF-16: code points, and bytes of UTF-8, by formula or with repair.
//!
//! The formulas are sums over single units:
//!
//! ```text
//! code points            1                                       - 1 if low
//! bytes of UTF-8         1   + 1 from 80 on   + 1 from 800 on     - 1 if surrogate
//! with repair
//!   code points          1                                       - 1 if first of a pair
//!   bytes of UTF-8       1   + 1 from 80 on   + 1 from 800 on     - 2 if first of a pair
//! ```
//!
//! (An unpaired surrogate is replaced by FFFD, which has three bytes as other units from 800 on; the two of
//! a pair have four.)
//!
//! A comparison gives -1 where it holds, so lanes count by subtraction, and are added up before one can
//! overflow. They have eight bits: what is compared in sixteen counts twice. Bytes of UTF-8 go by the high byte h
//! of each unit, of two vectors in one:
//!
//! ```text
//!   from 80 on                    h, or the unit as a signed number held in 0 ..= FF, has its highest bit set
//!   from 800 on, no surrogate     the least of h and h ^ D8, which is below 80, is above 7
//! ```
//!
//! That is eleven operations for two vectors, where units compared one by one take sixteen. Two sums take turns:
//! LLVM makes one chain of all that is taken from one, and with three links a vector AVX2 was at 0.67 of simdutf
//! (Zen 4, 2026-11-24).
//!
//! The last vector ends at the end of the source. What of it is counted already is cleared: a unit 0000 adds
//! nothing.

use super::surrogates::Surrogates;
use super::units::last_bytes;
use super::utf16_units::ordered;
use crate::fallback::ByteOrder;
use crate::fallback::form::Utf16;
use crate::vector::{Bytes, Lanewise, Vector, Wide};

/// Code points by formula.
#[inline(always)]
pub(crate) fn count_utf16<S: Wide>(s: S, from: Utf16, src: &[[u8; 2]]) -> usize {
    src.len() - sum::<S, Low>(s, from, src).single / 2
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
    done / 2 + more + rest.len() + sum::<S, MoreBytes>(s, from, rest).single
}

/// Bytes of UTF-8 for repaired UTF-16.
#[inline(always)]
pub(crate) fn utf8_len_from_utf16_lossy<S: Wide>(s: S, from: Utf16, src: &[[u8; 2]]) -> usize {
    let sum = sum::<S, MoreBytesLossy>(s, from, src);
    src.len() + sum.single - 2 * sum.pairs
}

/// What is counted. A trait and not a closure, which would not always be inlined.
trait Count<S: Wide> {
    /// Whether pairs are counted as well.
    const PAIRS: bool;

    /// What two vectors of units count, in lanes of eight bits that are not positive and -2 at least.
    fn minus(s: S, from: Utf16, a: S::Bytes, b: S::Bytes, kinds: &Surrogates<S::Bytes>)
    -> S::Bytes;
}

struct Low;
struct Pairs;
struct MoreBytes;
struct MoreBytesLossy;

impl<S: Wide> Count<S> for Low {
    const PAIRS: bool = false;

    #[inline(always)]
    fn minus(_: S, _: Utf16, a: S::Bytes, b: S::Bytes, kinds: &Surrogates<S::Bytes>) -> S::Bytes {
        kinds.low(a).add8(kinds.low(b))
    }
}

impl<S: Wide> Count<S> for Pairs {
    const PAIRS: bool = true;

    #[inline(always)]
    fn minus(s: S, _: Utf16, _: S::Bytes, _: S::Bytes, _: &Surrogates<S::Bytes>) -> S::Bytes {
        s.splat(0)
    }
}

impl<S: Wide> Count<S> for MoreBytes {
    const PAIRS: bool = false;

    #[inline(always)]
    fn minus(s: S, from: Utf16, a: S::Bytes, b: S::Bytes, _: &Surrogates<S::Bytes>) -> S::Bytes {
        let (high, from_80) = high_bytes(s, from, a, b);
        from_80.add8(high.min8(high ^ s.splat(0xD8)).gt8(s.splat(7)))
    }
}

impl<S: Wide> Count<S> for MoreBytesLossy {
    const PAIRS: bool = true;

    #[inline(always)]
    fn minus(s: S, from: Utf16, a: S::Bytes, b: S::Bytes, _: &Surrogates<S::Bytes>) -> S::Bytes {
        let (high, from_80) = high_bytes(s, from, a, b);
        from_80.add8(high.max8(s.splat(8)).eq8(high))
    }
}

/// The high bytes of two vectors of units, and all ones where a unit is not below 80.
#[inline(always)]
fn high_bytes<S: Wide>(s: S, from: Utf16, a: S::Bytes, b: S::Bytes) -> (S::Bytes, S::Bytes) {
    let (a, b) = (ordered(s, from, ByteOrder::Little, a), ordered(s, from, ByteOrder::Little, b));
    let high = a.shr16::<8>().narrow16(b.shr16::<8>());
    (high, s.spread(a.narrow16(b) | high))
}

/// What was counted.
struct Sum {
    /// Over all units.
    single: usize,
    /// Pairs of surrogates, if they are counted.
    pairs: usize,
}

/// Blocks of four vectors until a lane could overflow: each takes two at most from one of its two sums.
const RUN: usize = 0xFF / 2;

#[inline(always)]
fn sum<S: Wide, C: Count<S>>(s: S, from: Utf16, src: &[[u8; 2]]) -> Sum {
    match from.0 {
        ByteOrder::Little => sum_of::<S, C>(s, Utf16(ByteOrder::Little), src),
        ByteOrder::Big => sum_of::<S, C>(s, Utf16(ByteOrder::Big), src),
    }
}

#[inline(always)]
fn sum_of<S: Wide, C: Count<S>>(s: S, from: Utf16, src: &[[u8; 2]]) -> Sum {
    let bytes = src.as_flattened();
    let lanes = S::Bytes::LANES;
    let zero = s.splat(0);
    let kinds = &Surrogates::new(s, from.0);
    let (mut single, mut pairs, mut at) = (zero, zero, 0);
    while bytes.len() - at > 4 * lanes {
        let end = (bytes.len() - at - 1) / (4 * lanes);
        let end = at + end.min(RUN) * 4 * lanes;
        let (mut of_ab, mut of_cd) = (zero, zero);
        let (mut pairs_of_ab, mut pairs_of_cd) = (zero, zero);
        while at < end {
            let block = &bytes[at..at + 4 * lanes + 2];
            let (a, b) = (s.load(block), s.load(&block[lanes..]));
            let (c, d) = (s.load(&block[2 * lanes..]), s.load(&block[3 * lanes..]));
            of_ab = of_ab.sub8(C::minus(s, from, a, b, kinds));
            of_cd = of_cd.sub8(C::minus(s, from, c, d, kinds));
            if C::PAIRS && kinds.any([a, b, c, d]) {
                let next = &block[2..];
                let ab = kinds.pairs(a, s.load(next)).add8(kinds.pairs(b, s.load(&next[lanes..])));
                let cd = kinds.pairs(c, s.load(&next[2 * lanes..]));
                let cd = cd.add8(kinds.pairs(d, s.load(&next[3 * lanes..])));
                pairs_of_ab = pairs_of_ab.sub8(ab);
                pairs_of_cd = pairs_of_cd.sub8(cd);
            }
            at += 4 * lanes;
        }
        single = single.add64(of_ab.sums8(zero)).add64(of_cd.sums8(zero));
        if C::PAIRS {
            pairs = pairs.add64(pairs_of_ab.sums8(zero)).add64(pairs_of_cd.sums8(zero));
        }
    }
    // Five vectors at most.
    let (mut of_rest, mut pairs_of_rest) = (zero, zero);
    while bytes.len() - at > lanes {
        let cur = s.load(&bytes[at..]);
        of_rest = of_rest.sub8(C::minus(s, from, cur, zero, kinds));
        if C::PAIRS {
            pairs_of_rest = pairs_of_rest.sub8(kinds.pairs(cur, s.load(&bytes[at + 2..])));
        }
        at += lanes;
    }
    let last = if bytes.len() < lanes {
        s.load_partial(bytes)
    } else {
        s.load(&bytes[bytes.len() - lanes..]) & last_bytes(s, bytes.len() - at)
    };
    of_rest = of_rest.sub8(C::minus(s, from, last, zero, kinds));
    single = single.add64(of_rest.sums8(zero));
    if C::PAIRS {
        pairs_of_rest = pairs_of_rest.sub8(kinds.pairs(last, last.shift_down2()));
        pairs = pairs.add64(pairs_of_rest.sums8(zero));
    }
    Sum {
        single: single.sum64() as usize,
        pairs: if C::PAIRS { pairs.sum64() as usize / 2 } else { 0 },
    }
}
