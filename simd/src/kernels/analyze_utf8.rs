//! The analysis of UTF-8: in one pass with vectors of 32 bytes, in two with those of sixteen.
//!
//! The validation is that of `validate_utf8`, with its tables. What is counted of each byte:
//!
//! ```text
//!   trails      80..BF               utf32 = bytes - trails
//!   fourths     F0..FF               utf16 = utf32 + fourths
//!   line feeds  0A
//!   largest                          Latin-1 has nothing above C3
//! ```
//!
//! The first two are one more lookup by the high nibble, of which an entry is 1 or 10 (hexadecimal): the
//! sum of four vectors has both counts, in a half of each byte. A block of ASCII has only its line feeds
//! counted. The lanes are added up before one can overflow.
//!
//! In two passes each run of blocks, some four kilobytes, is validated and then counted: for SSE4.1, whose instructions
//! overwrite an operand and which has sixteen registers, all of that at once does not fit. Skylake, 64 KiB of Russian:
//! SSE4.1 19.4 us in one pass, 15.7 in two; AVX2 6.8 in one, 8.1 in two. NEON and simd128 go the same way as SSE4.1; one
//! pass was not measured there.
//!
//! The last vector ends at the end of the source. What of it is counted already is cleared for that, and
//! zeros count nothing. After an error the source is gone through once more, as in `analyze_utf16`.

use super::units::last_bytes;
use super::violations::Tables;
use crate::fallback::form::Utf8;
use crate::fallback::{self, Analysis, Sums};
use crate::vector::{Bytes, Vector, Wide};

/// Blocks until a lane could overflow: each of four vectors adds one at most.
const RUN: usize = 0xFF / 4 - 1;

/// By the high nibble of a byte: 01 for a continuation byte, 10 for one from F0 on.
const KIND: [u8; 16] = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0x10];

/// See [`crate::Kernels::analyze_utf8`].
#[inline(always)]
pub(crate) fn analyze_utf8<S: Wide>(s: S, src: &[u8]) -> Analysis {
    let (mut valid, mut error) = (src, None);
    // The last vector needs three bytes before it.
    while valid.len() >= S::Bytes::LANES + 3 {
        match sums(s, valid) {
            Ok(sums) => return Analysis::new(sums, error),
            Err(at) => match fallback::locate_utf8(valid, at) {
                Err(found) => (valid, error) = (&src[..found.valid_up_to()], Some(found)),
                Ok(()) => break,
            },
        }
    }
    match error {
        None => fallback::analyze_utf8(src),
        Some(error) => fallback::analysis(Utf8, src, Err(error)),
    }
}

/// The sums of a source of at least three bytes more than a vector, or where a block begins in which an
/// error is seen.
#[inline(always)]
fn sums<S: Wide>(s: S, src: &[u8]) -> Result<Sums, usize> {
    let lanes = S::Bytes::LANES;
    let one_pass = lanes == 32;
    let tables = Tables::new(s);
    let mut counts = Counts::new(s);
    let mut sums = Lanes::new(s);

    // From an aligned place inside the first vector, where the source is long: then no load but those of
    // the bytes before crosses a cache line.
    let cur = s.load(src);
    if tables.errors_at_start(cur).any() {
        return Err(0);
    }
    let mut back = 0;
    if src.len() >= 16 * lanes {
        back = src.as_ptr().addr() % lanes;
        if back + 3 > lanes {
            back = 0;
        }
    }
    sums.add(cur.without(last_bytes(s, back)));
    let mut at = lanes - back;
    while src.len() - at >= 4 * lanes {
        let end = at + ((src.len() - at) / (4 * lanes)).min(RUN) * 4 * lanes;
        let run = at..end;
        while at < end {
            let block = &src[at - 3..at + 4 * lanes];
            let (v0, v1) = (s.load(&block[3..]), s.load(&block[3 + lanes..]));
            let (v2, v3) = (s.load(&block[3 + 2 * lanes..]), s.load(&block[3 + 3 * lanes..]));
            if one_pass {
                sums.add_line_feeds([v0, v1, v2, v3]);
            }
            if ((s.load(block) | v0) | (v1 | v2) | v3).any_high_bit() {
                let e0 = tables.errors(s, v0, block);
                let e1 = tables.errors(s, v1, &block[lanes..]);
                let e2 = tables.errors(s, v2, &block[2 * lanes..]);
                let e3 = tables.errors(s, v3, &block[3 * lanes..]);
                if ((e0 | e1) | (e2 | e3)).any() {
                    return Err(at);
                }
                if one_pass {
                    sums.add_kinds([v0, v1, v2, v3]);
                }
            }
            at += 4 * lanes;
        }
        let run = if one_pass { &[] } else { &src[run] };
        for block in run.chunks_exact(4 * lanes) {
            let (a, b) = (s.load(block), s.load(&block[lanes..]));
            let (c, d) = (s.load(&block[2 * lanes..]), s.load(&block[3 * lanes..]));
            sums.add_line_feeds([a, b, c, d]);
            if ((a | b) | (c | d)).any_high_bit() {
                sums.add_kinds([a, b, c, d]);
            }
        }
        counts.add(s, sums);
        sums = Lanes::new(s);
    }
    while at < src.len() {
        let left = (src.len() - at).min(lanes);
        let window = &src[at + left - lanes - 3..];
        let cur = s.load(&window[3..]);
        if (s.load(window) | cur).any_high_bit() && tables.errors(s, cur, window).any() {
            return Err(at);
        }
        sums.add(cur & last_bytes(s, left));
        at += left;
    }
    match *src {
        [.., p3, p2, p1] if p3 < 0xF0 && p2 < 0xE0 && p1 < 0xC0 => {}
        _ => return Err(at),
    }
    counts.add(s, sums);
    let utf32 = src.len() - counts.trails.sum64() as usize;
    Ok(Sums {
        utf8: src.len(),
        utf16: utf32 + counts.fourths.sum64() as usize,
        utf32,
        line_feeds: counts.line_feeds.sum64() as usize,
        beyond_latin1: counts.max.saturating_sub(s.splat(0xC3)).any(),
    })
}

/// What was counted, in lanes of 64 bits.
struct Counts<V> {
    trails: V,
    fourths: V,
    line_feeds: V,
    /// The largest byte of each lane of eight.
    max: V,
}

impl<V: Vector> Counts<V> {
    #[inline(always)]
    fn new<S: Wide<Bytes = V>>(s: S) -> Self {
        let zero = s.splat(0);
        Self { trails: zero, fourths: zero, line_feeds: zero, max: zero }
    }

    #[inline(always)]
    fn add<S: Wide<Bytes = V>>(&mut self, s: S, sums: Lanes<V>) {
        let zero = s.splat(0);
        self.trails = self.trails.add64(sums.trails.sums8(zero));
        self.fourths = self.fourths.add64(sums.fourths.sums8(zero));
        self.line_feeds = self.line_feeds.add64(sums.line_feeds.sums8(zero));
        self.max = self.max.max8(sums.max);
    }
}

/// The same in lanes of eight bits, for at most [`RUN`] blocks; and the constants.
struct Lanes<V> {
    trails: V,
    fourths: V,
    line_feeds: V,
    max: V,
    kind: V,
    line_feed: V,
}

impl<V: Vector> Lanes<V> {
    #[inline(always)]
    fn new<S: Wide<Bytes = V>>(s: S) -> Self {
        let zero = s.splat(0);
        let (kind, line_feed) = (s.table(&KIND), s.splat(b'\n'));
        Self { trails: zero, fourths: zero, line_feeds: zero, max: zero, kind, line_feed }
    }

    /// A vector of which nothing is known.
    #[inline(always)]
    fn add(&mut self, cur: V) {
        self.line_feeds = self.line_feeds.sub8(cur.eq8(self.line_feed));
        self.add_sum(self.kind.lookup(cur.high_nibbles()), cur);
    }

    #[inline(always)]
    fn add_line_feeds(&mut self, [a, b, c, d]: [V; 4]) {
        let ab = a.eq8(self.line_feed).add8(b.eq8(self.line_feed));
        let cd = c.eq8(self.line_feed).add8(d.eq8(self.line_feed));
        self.line_feeds = self.line_feeds.sub8(ab.add8(cd));
    }

    /// All but the line feeds.
    #[inline(always)]
    fn add_kinds(&mut self, [a, b, c, d]: [V; 4]) {
        let kind = self.kind;
        let ab = kind.lookup(a.high_nibbles()).add8(kind.lookup(b.high_nibbles()));
        let cd = kind.lookup(c.high_nibbles()).add8(kind.lookup(d.high_nibbles()));
        self.add_sum(ab.add8(cd), a.max8(b).max8(c.max8(d)));
    }

    #[inline(always)]
    fn add_sum(&mut self, kinds: V, max: V) {
        self.trails = self.trails.add8(kinds.low_nibbles());
        self.fourths = self.fourths.add8(kinds.high_nibbles());
        self.max = self.max.max8(max);
    }
}
