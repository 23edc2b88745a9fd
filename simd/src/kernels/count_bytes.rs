//! Counts of bytes of some kinds.
//!
//! A comparison gives -1 in each byte that counts. That is taken from the lanes of eight sums in turn, until lanes of
//! four could overflow together: then they are emptied into 64-bit lanes. Of short strings, and of what is left, the
//! comparisons are taken as bits and counted.
//!
//! A link of a sum can take two cycles. With two sums of two links for each four vectors, 64 KiB of `count_utf8` took
//! 458 ns with AVX2 and 887 with SSE4.1 in place of 382 and 520 (EPYC of Zen 5, 2026-11-25). Four sums are as good with
//! AVX2 where the loop lies well, and at the speed of two where it does not. To add up comparisons first is no way
//! out: LLVM makes a chain of it again.
//!
//! AVX2 asks for lines 256 bytes ahead: by simdutf 1 MiB went from 0.957 to 0.972 (high bytes of ASCII) and from 0.967 to 1.01
//! (`count_utf8`), 2 MiB from 0.98 to 1.0, and 64 KiB from 1.03 to 1.01. Lost: 512 bytes ahead, 2 MiB took 1.38 times as long.
//! (Zen 4, 2026-11-27.)

use crate::vector::{Bytes, Lanewise, Vector, Wide};

/// What is counted. A trait and not a closure, which would not always be inlined.
pub(super) trait Count<S: Wide> {
    /// What a byte counts at the most.
    const MOST: usize;

    /// What a zero counts.
    const OF_ZERO: usize;

    /// In each lane what the byte counts, negative.
    fn minus(s: S, vector: S::Bytes) -> S::Bytes;

    /// In the highest bit of each lane of both what the byte counts.
    fn high(s: S, vector: S::Bytes) -> [S::Bytes; 2];

    /// In the lowest bit of each byte of both what it counts. The other bits are of no account.
    fn low(x: u64) -> [u64; 2];
}

/// From here on the sums are worth their end.
const LONG: usize = 256;

/// The lowest bit of each byte.
const LOWEST: u64 = 0x0101_0101_0101_0101;

/// What the bytes count.
#[inline(always)]
pub(super) fn count<S: Wide, C: Count<S>>(s: S, src: &[u8]) -> usize {
    let Some(last) = src.last_chunk::<64>() else {
        return short::<S, C>(s, src);
    };
    let (mut n, mut rest) = (0, src);
    if src.len() >= LONG {
        (n, rest) = sums::<S, C>(s, src);
    }
    while let Some((block, behind)) = rest.split_first_chunk::<64>() {
        n += bits(half::<S, C>(s, block), half::<S, C>(s, &block[32..]), 32, 0);
        rest = behind;
    }
    if rest.is_empty() {
        return n;
    }
    // The last block overlaps what is counted.
    let (low, high) = (half::<S, C>(s, last), half::<S, C>(s, &last[32..]));
    n + bits(low, high, 32, 64 - rest.len())
}

/// The count of blocks of four vectors, and what is behind them.
#[inline(always)]
fn sums<S: Wide, C: Count<S>>(s: S, src: &[u8]) -> (usize, &[u8]) {
    let lanes = S::Bytes::LANES;
    let (half, block) = (4 * lanes, 8 * lanes);
    // A lane of four sums stays below 256, with half a block at the end.
    let span = (255 / (4 * C::MOST) - 1) * block;
    let zero = s.splat(0);
    let mut total = zero;
    let mut rest = src;
    while rest.len() >= half {
        let (mut steps, behind) = rest.split_at(rest.len().min(span) / half * half);
        let (mut a, mut b, mut c, mut d) = (zero, zero, zero, zero);
        let (mut e, mut f, mut g, mut h) = (zero, zero, zero, zero);
        while let Some((step, behind)) = steps.split_at_checked(block) {
            a = a.sub8(C::minus(s, s.load(step)));
            b = b.sub8(C::minus(s, s.load(&step[lanes..])));
            c = c.sub8(C::minus(s, s.load(&step[2 * lanes..])));
            d = d.sub8(C::minus(s, s.load(&step[3 * lanes..])));
            e = e.sub8(C::minus(s, s.load(&step[4 * lanes..])));
            f = f.sub8(C::minus(s, s.load(&step[5 * lanes..])));
            g = g.sub8(C::minus(s, s.load(&step[6 * lanes..])));
            h = h.sub8(C::minus(s, s.load(&step[7 * lanes..])));
            s.prefetch_behind::<256>(step);
            steps = behind;
        }
        if let Some((step, _)) = steps.split_at_checked(half) {
            a = a.sub8(C::minus(s, s.load(step)));
            b = b.sub8(C::minus(s, s.load(&step[lanes..])));
            c = c.sub8(C::minus(s, s.load(&step[2 * lanes..])));
            d = d.sub8(C::minus(s, s.load(&step[3 * lanes..])));
        }
        let (low, high) = (a.add8(b).add8(c.add8(d)), e.add8(f).add8(g.add8(h)));
        total = total.add64(low.sums8(zero).add64(high.sums8(zero)));
        rest = behind;
    }
    (total.sum64() as usize, rest)
}

/// The count of fewer than 64 bytes: of the first and of the last of a length that has a load, as bits,
/// which are the same where they overlap.
#[inline(always)]
fn short<S: Wide, C: Count<S>>(s: S, src: &[u8]) -> usize {
    if let (Some(first), Some(last)) = (src.first_chunk::<32>(), src.last_chunk::<32>()) {
        return bits(half::<S, C>(s, first), half::<S, C>(s, last), src.len() - 32, 0);
    }
    if let (Some(first), Some(last)) = (src.first_chunk(), src.last_chunk()) {
        // Twice the same, if the vector has two lanes.
        let (first, last) = (masks::<S, C>(s, s.table(first)), masks::<S, C>(s, s.table(last)));
        let first = [first[0] & 0xFFFF, first[1] & 0xFFFF];
        let last = [last[0] & 0xFFFF, last[1] & 0xFFFF];
        return bits(first, last, src.len() - 16, 0);
    }
    if let (Some(first), Some(last)) = (src.first_chunk(), src.last_chunk()) {
        // As a number the bytes that are counted are the lowest of the last word, with zeros behind.
        let done = 16 - src.len();
        let last = u64::from_le_bytes(*last) >> (4 * done) >> (4 * done);
        let (first, last) = (C::low(u64::from_le_bytes(*first)), C::low(last));
        let once = first[0] & LOWEST | (last[0] & LOWEST) << 1;
        let twice = first[1] & LOWEST | (last[1] & LOWEST) << 1;
        return (once.count_ones() + twice.count_ones()) as usize - C::OF_ZERO * done;
    }
    let padded = masks::<S, C>(s, s.load_partial(src));
    bits(padded, [0; 2], 0, 0) - C::OF_ZERO * (S::Bytes::LANES - src.len())
}

/// The masks of 32 bytes.
#[inline(always)]
fn half<S: Wide, C: Count<S>>(s: S, bytes: &[u8]) -> [u64; 2] {
    let low = masks::<S, C>(s, s.load(bytes));
    if S::Bytes::LANES == 32 {
        return low;
    }
    let high = masks::<S, C>(s, s.load(&bytes[16..]));
    [low[0] | high[0] << 16, low[1] | high[1] << 16]
}

/// What the bytes of a vector count, as the bits of both.
#[inline(always)]
fn masks<S: Wide, C: Count<S>>(s: S, vector: S::Bytes) -> [u64; 2] {
    let [once, twice] = C::high(s, vector);
    [once.high_bits(), if C::MOST > 1 { twice.high_bits() } else { 0 }]
}

/// The bits of two masks, of which the second begins at `at`, from `done` on.
#[inline(always)]
fn bits(low: [u64; 2], high: [u64; 2], at: usize, done: usize) -> usize {
    let once = (low[0] | high[0] << at) >> done;
    let twice = (low[1] | high[1] << at) >> done;
    (once.count_ones() + twice.count_ones()) as usize
}
