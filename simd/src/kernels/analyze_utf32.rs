//! The analysis of UTF-32 in one pass.
//!
//! ```text
//!   utf8    4 - 1 below 80 - 1 below 800 - 1 below 10000         utf16   2 - 1 below 10000
//! ```
//!
//! That is tests of bits, in either order. A unit is a scalar value if a number made of it is below 10F800,
//! as `char::from_u32` has it: (u ^ D800) - 800, of which the largest of each lane is kept. That is
//! arithmetic, so the bytes of the other order are swapped for it.
//!
//! Four vectors are a block. One of ASCII has only its line feeds counted. After an error the source is gone
//! through once more, as in `analyze_utf16`.

use super::units::{doubles_as, last_bytes};
use crate::fallback::form::Utf32;
use crate::fallback::{self, Analysis, ByteOrder, Sums};
use crate::vector::{Bytes, Lanewise, Vector, Wide};

/// See [`crate::Kernels::analyze_utf32`].
#[inline(always)]
pub(crate) fn analyze_utf32<S: Wide>(s: S, from: Utf32, src: &[[u8; 4]]) -> Analysis {
    let (mut valid, mut error) = (src, None);
    loop {
        match sums(s, from.0, valid.as_flattened()) {
            Ok(sums) => return Analysis::new(sums, error),
            Err(at) => match fallback::validate(from, &valid[at / 4..]) {
                Err(found) => {
                    let found = found.offset(at / 4);
                    (valid, error) = (&src[..found.valid_up_to()], Some(found));
                }
                Ok(()) => break,
            },
        }
    }
    match error {
        None => fallback::analyze_utf32(from, src),
        Some(error) => fallback::analysis(from, src, Err(error)),
    }
}

/// Blocks until a lane could overflow: each of four vectors adds three at most.
const RUN: usize = 1 << 24;

/// The sums of a source, or where a block begins that is ill-formed.
#[inline(always)]
fn sums<S: Wide>(s: S, order: ByteOrder, bytes: &[u8]) -> Result<Sums, usize> {
    let lanes = S::Bytes::LANES;
    let of = &Constants::new(s, order);
    let mut counts = Counts { less: 0, bmp: 0, line_feeds: 0 };
    let mut any = of.zero;
    let mut at = 0;
    while bytes.len() - at >= 4 * lanes {
        let mut sums = Lanes::new(of);
        let end = at + ((bytes.len() - at) / (4 * lanes)).min(RUN) * 4 * lanes;
        while at < end {
            let block = &bytes[at..at + 4 * lanes];
            let (a, b) = (s.load(block), s.load(&block[lanes..]));
            let (c, d) = (s.load(&block[2 * lanes..]), s.load(&block[3 * lanes..]));
            let all = (a | b) | (c | d);
            if (all & of.from_80).any() {
                let (ab, cd) = (of.key(a).max32(of.key(b)), of.key(c).max32(of.key(d)));
                if !of.are_scalars(ab.max32(cd)) {
                    return Err(at);
                }
                sums.add(a, of);
                sums.add(b, of);
                sums.add(c, of);
                sums.add(d, of);
                any = any | all;
            } else {
                sums.add_ascii([a, b, c, d], of);
            }
            at += 4 * lanes;
        }
        counts.add(sums);
    }
    let mut sums = Lanes::new(of);
    while at < bytes.len() {
        // The last one ends at the end and overlaps the one before, where it counts nothing.
        let left = (bytes.len() - at).min(lanes);
        let cur = match (at + left).checked_sub(lanes) {
            Some(from) if left == lanes => s.load(&bytes[from..]),
            Some(from) => s.load(&bytes[from..]) & last_bytes(s, left),
            None => s.load_partial(bytes),
        };
        if !of.are_scalars(of.key(cur)) {
            return Err(at);
        }
        sums.add(cur, of);
        any = any | cur;
        // The zeros count as ASCII.
        counts.less = counts.less.wrapping_sub((lanes - left) / 4 * 3);
        counts.bmp = counts.bmp.wrapping_sub((lanes - left) / 4);
        at += left;
    }
    counts.add(sums);
    let len = bytes.len() / 4;
    Ok(Sums {
        utf8: 4 * len - counts.less,
        utf16: 2 * len - counts.bmp,
        utf32: len,
        line_feeds: counts.line_feeds,
        beyond_latin1: (any & of.from_100).any(),
    })
}

/// In the order of the source, where it matters.
struct Constants<V> {
    /// The bits of which one is set from 80 on.
    from_80: V,
    /// From 100 on.
    from_100: V,
    /// From 800 on.
    from_800: V,
    /// And from 10000 on.
    from_10000: V,
    line_feed: V,
    zero: V,
    /// What four units of ASCII count in a lane.
    ascii: V,
    four: V,
    /// How a vector is put in order, if it has the other one.
    swap: Option<V>,
    surrogate: V,
    surrogates: V,
    /// The largest of what scalar values are.
    max: V,
}

impl<V: Vector> Constants<V> {
    #[inline(always)]
    fn new<S: Wide<Bytes = V>>(s: S, order: ByteOrder) -> Self {
        const SWAP: [u8; 16] = [3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12];
        Self {
            from_80: doubles_as(s, order, !0x7F),
            from_100: doubles_as(s, order, !0xFF),
            from_800: doubles_as(s, order, !0x7FF),
            from_10000: doubles_as(s, order, !0xFFFF),
            line_feed: doubles_as(s, order, 0x0A),
            zero: s.splat(0),
            ascii: s.doubles(12),
            four: s.doubles(4),
            swap: (order == ByteOrder::Big).then_some(s.table(&SWAP)),
            surrogate: s.doubles(0xD800),
            surrogates: s.doubles(0x800),
            max: s.doubles(0x11_0000 - 0x800 - 1),
        }
    }

    /// A number that is above [`max`](Self::max) if, and only if, the unit is no scalar value.
    #[inline(always)]
    fn key(&self, cur: V) -> V {
        let cur = match self.swap {
            Some(swap) => cur.lookup(swap),
            None => cur,
        };
        (cur ^ self.surrogate).sub32(self.surrogates)
    }

    #[inline(always)]
    fn are_scalars(&self, keys: V) -> bool {
        !(keys.max32(self.max) ^ self.max).any()
    }
}

/// What was counted.
struct Counts {
    /// By how much there are less bytes of UTF-8 than four for each unit.
    less: usize,
    /// Units below 10000.
    bmp: usize,
    line_feeds: usize,
}

impl Counts {
    #[inline(always)]
    fn add<V: Vector>(&mut self, sums: Lanes<V>) {
        self.less = self.less.wrapping_add(sum32(sums.less));
        self.bmp = self.bmp.wrapping_add(sum32(sums.bmp));
        self.line_feeds += sum32(sums.line_feeds);
    }
}

/// The sum of the 32-bit lanes, which is below 2^32.
#[inline(always)]
fn sum32<V: Vector>(x: V) -> usize {
    // The upper half of each 64-bit lane is left as it was.
    x.add64(x.shr64::<32>()).sum64() as u32 as usize
}

/// The same in lanes of 32 bits, for at most [`RUN`] blocks.
struct Lanes<V> {
    less: V,
    bmp: V,
    line_feeds: V,
}

impl<V: Vector> Lanes<V> {
    #[inline(always)]
    fn new(of: &Constants<V>) -> Self {
        Self { less: of.zero, bmp: of.zero, line_feeds: of.zero }
    }

    #[inline(always)]
    fn add(&mut self, cur: V, of: &Constants<V>) {
        let bmp = (cur & of.from_10000).eq32(of.zero);
        let below_80 = (cur & of.from_80).eq32(of.zero);
        let less = below_80.add32((cur & of.from_800).eq32(of.zero));
        self.less = self.less.sub32(less.add32(bmp));
        self.bmp = self.bmp.sub32(bmp);
        self.line_feeds = self.line_feeds.sub32(cur.eq32(of.line_feed));
    }

    #[inline(always)]
    fn add_ascii(&mut self, [a, b, c, d]: [V; 4], of: &Constants<V>) {
        let ab = a.eq32(of.line_feed).add32(b.eq32(of.line_feed));
        let cd = c.eq32(of.line_feed).add32(d.eq32(of.line_feed));
        self.line_feeds = self.line_feeds.sub32(ab.add32(cd));
        self.less = self.less.add32(of.ascii);
        self.bmp = self.bmp.add32(of.four);
    }
}
