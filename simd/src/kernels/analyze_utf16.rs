//! The analysis of UTF-16 in one pass.
//!
//! What is counted of a unit are tests of bits, as in `utf16_lengths`, and whether it may stand where it
//! does is told as in `validate_utf16`: neither swaps the bytes of the other order.
//!
//! ```text
//!   utf8    3 - 1 below 80 - 1 below 800 - 2 if low              utf32   1 - 1 if low
//! ```
//!
//! (Where nothing is in error, there are as many high surrogates as low ones.)
//!
//! Four vectors are a block. One of ASCII has only its line feeds counted, and one without surrogates
//! nothing of what is asked of those; both ask that the unit before them is no high surrogate.
//!
//! # Errors
//!
//! The figures are those of the units before an error, and where it is the scalar path says. The source is
//! gone through once more then, as far as it is well-formed: that keeps the sums at the begin of the block
//! out of the loop.

use super::surrogates::{Surrogates, ends_high};
use super::units::{last_bytes, sum16, words_as};
use crate::fallback::form::Utf16;
use crate::fallback::{self, Analysis, ByteOrder, Sums};
use crate::vector::{Bytes, Vector, Wide};

/// See [`crate::Kernels::analyze_utf16`].
#[inline(always)]
pub(crate) fn analyze_utf16<S: Wide>(s: S, from: Utf16, src: &[[u8; 2]]) -> Analysis {
    let (mut valid, mut error) = (src, None);
    loop {
        match sums(s, from.0, valid.as_flattened()) {
            Ok(sums) => return Analysis::new(sums, error),
            Err(at) => match fallback::locate_utf16(from, valid, at / 2) {
                Err(found) => (valid, error) = (&src[..found.valid_up_to()], Some(found)),
                Ok(()) => break,
            },
        }
    }
    match error {
        None => fallback::analyze_utf16(from, src),
        Some(error) => fallback::analysis(from, src, Err(error)),
    }
}

/// Blocks until a lane could overflow: each of four vectors adds two at most.
const RUN: usize = 0x7FFF / 8;

/// The sums of a source, or where a block begins in which a surrogate has no partner.
#[inline(always)]
fn sums<S: Wide>(s: S, order: ByteOrder, bytes: &[u8]) -> Result<Sums, usize> {
    let lanes = S::Bytes::LANES;
    let of = &Constants::new(s, order);
    let zero = of.zero;
    let mut counts = Counts { less: 0, low: 0, line_feeds: 0, any: zero };
    let mut sums = Lanes { less: zero, low: zero, line_feeds: zero, any: zero };

    if bytes.len() < lanes {
        // A zero behind a high surrogate tells of it. The zeros count as ASCII.
        let cur = s.load_partial(bytes);
        if of.kinds.unpaired(cur.shift_up::<2>(), cur).any() {
            return Err(0);
        }
        sums.add(cur, of);
        counts.less_zeros(lanes - bytes.len());
        counts.add(s, sums);
        return Ok(counts.sums(bytes.len() / 2, of));
    }
    let cur = s.load(bytes);
    if of.kinds.unpaired(cur.shift_up::<2>(), cur).any() {
        return Err(0);
    }
    sums.add(cur, of);
    let mut at = lanes;
    while bytes.len() - at >= 4 * lanes {
        let end = at + ((bytes.len() - at) / (4 * lanes)).min(RUN) * 4 * lanes;
        while at < end {
            let block = &bytes[at - 2..at + 4 * lanes];
            let cur = &block[2..];
            let (a, b) = (s.load(cur), s.load(&cur[lanes..]));
            let (c, d) = (s.load(&cur[2 * lanes..]), s.load(&cur[3 * lanes..]));
            let open = ends_high(order, &block[..2]);
            if !open && !(((a | b) | (c | d)) & of.from_80).any() {
                sums.add_ascii([a, b, c, d], of);
            } else {
                sums.add_plain([a, b, c, d], of);
                if open || of.kinds.any([a, b, c, d]) {
                    if of.kinds.unpaired4(s, block, cur).any() {
                        return Err(at);
                    }
                    sums.add_surrogates([a, b, c, d], of);
                }
            }
            at += 4 * lanes;
        }
        counts.add(s, sums);
        sums = Lanes { less: zero, low: zero, line_feeds: zero, any: zero };
    }
    while at < bytes.len() {
        // The last one ends at the end and overlaps the one before, where it counts nothing.
        let left = bytes.len() - at;
        let last = &bytes[at.min(bytes.len() - lanes) - 2..];
        let cur = s.load(&last[2..]);
        if of.kinds.unpaired(s.load(last), cur).any() {
            return Err(at);
        }
        if left >= lanes {
            sums.add(cur, of);
            at += lanes;
        } else {
            sums.add(cur & last_bytes(s, left), of);
            // The zeros count as ASCII.
            counts.less_zeros(lanes - left);
            at += left;
        }
    }
    if ends_high(order, bytes) {
        return Err(at);
    }
    counts.add(s, sums);
    Ok(counts.sums(bytes.len() / 2, of))
}

/// In the order of the source.
struct Constants<V> {
    kinds: Surrogates<V>,
    /// The bits of which one is set from 80 on.
    from_80: V,
    /// From 100 on.
    from_100: V,
    /// And from 800 on.
    from_800: V,
    line_feed: V,
    zero: V,
    /// What four units of ASCII count in a lane.
    ascii: V,
}

impl<V: Vector> Constants<V> {
    #[inline(always)]
    fn new<S: Wide<Bytes = V>>(s: S, order: ByteOrder) -> Self {
        Self {
            kinds: Surrogates::new(s, order),
            from_80: words_as(s, order, 0xFF80),
            from_100: words_as(s, order, 0xFF00),
            from_800: words_as(s, order, 0xF800),
            line_feed: words_as(s, order, 0x0A),
            zero: s.splat(0),
            ascii: s.words(8),
        }
    }

    /// -2, -1 or 0 for a unit below 80, below 800 or above.
    #[inline(always)]
    fn less(&self, cur: V) -> V {
        let below_80 = (cur & self.from_80).eq16(self.zero);
        below_80.add16((cur & self.from_800).eq16(self.zero))
    }

    /// -1 for a line feed.
    #[inline(always)]
    fn line_feed(&self, cur: V) -> V {
        cur.eq16(self.line_feed)
    }
}

/// What was counted.
struct Counts<V> {
    /// By how much there are less bytes of UTF-8 than three for each unit.
    less: usize,
    /// Low surrogates.
    low: usize,
    line_feeds: usize,
    /// The bits of all units.
    any: V,
}

impl<V: Vector> Counts<V> {
    #[inline(always)]
    fn add<S: Wide<Bytes = V>>(&mut self, s: S, sums: Lanes<V>) {
        self.less = self.less.wrapping_add(sum16(s, sums.less));
        self.low += sum16(s, sums.low);
        self.line_feeds += sum16(s, sums.line_feeds);
        self.any = self.any | sums.any;
    }

    /// Of so many units.
    #[inline(always)]
    fn sums(&self, len: usize, of: &Constants<V>) -> Sums {
        Sums {
            utf8: 3 * len - self.less,
            utf16: len,
            utf32: len - self.low,
            line_feeds: self.line_feeds,
            beyond_latin1: (self.any & of.from_100).any(),
        }
    }

    /// Takes out again what zeros of so many bytes count.
    #[inline(always)]
    fn less_zeros(&mut self, bytes: usize) {
        self.less = self.less.wrapping_sub(bytes);
    }
}

/// The same in lanes of 16 bits, for at most [`RUN`] blocks.
struct Lanes<V> {
    less: V,
    low: V,
    line_feeds: V,
    any: V,
}

impl<V: Vector> Lanes<V> {
    /// A vector of which nothing is known.
    #[inline(always)]
    fn add(&mut self, cur: V, of: &Constants<V>) {
        let low = of.kinds.low(cur);
        self.low = self.low.sub16(low);
        self.less = self.less.sub16(of.less(cur)).sub16(low.add16(low));
        self.line_feeds = self.line_feeds.sub16(of.line_feed(cur));
        self.any = self.any | cur;
    }

    #[inline(always)]
    fn add_ascii(&mut self, [a, b, c, d]: [V; 4], of: &Constants<V>) {
        let ab = of.line_feed(a).add16(of.line_feed(b));
        let cd = of.line_feed(c).add16(of.line_feed(d));
        self.line_feeds = self.line_feeds.sub16(ab.add16(cd));
        self.less = self.less.add16(of.ascii);
    }

    /// All but what is asked of surrogates.
    #[inline(always)]
    fn add_plain(&mut self, [a, b, c, d]: [V; 4], of: &Constants<V>) {
        let ab = of.line_feed(a).add16(of.line_feed(b));
        let cd = of.line_feed(c).add16(of.line_feed(d));
        self.line_feeds = self.line_feeds.sub16(ab.add16(cd));
        let (ab, cd) = (of.less(a).add16(of.less(b)), of.less(c).add16(of.less(d)));
        self.less = self.less.sub16(ab.add16(cd));
        self.any = self.any | ((a | b) | (c | d));
    }

    /// And that.
    #[inline(always)]
    fn add_surrogates(&mut self, [a, b, c, d]: [V; 4], of: &Constants<V>) {
        let ab = of.kinds.low(a).add16(of.kinds.low(b));
        let cd = of.kinds.low(c).add16(of.kinds.low(d));
        let low = ab.add16(cd);
        self.low = self.low.sub16(low);
        self.less = self.less.sub16(low.add16(low));
    }
}
