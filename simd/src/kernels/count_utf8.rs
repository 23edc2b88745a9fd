//! Counts in UTF-8 by formula.
//!
//! A comparison gives -1 in each byte that counts. That is taken from the lanes of two sums in turn, until a
//! lane could overflow: then they are emptied into 64-bit lanes. (Of one sum LLVM made a chain with a link for
//! each vector, which held SSE4.1 at 16 bytes a cycle.) Of short strings, and of what is left, the comparisons are
//! taken as bits and counted.
//!
//! ```text
//!   41 C3 B1 E3 81 82 F0     bytes
//!    1  1  0  1  0  0  1     above BF as signed numbers: code points
//!    0  0  0  0  0  0  1     from F0 on: once more in UTF-16
//! ```

use crate::vector::{Bytes, Lanewise, Vector, Wide};

/// See [`crate::Kernels::count_utf8`].
#[inline(always)]
pub(crate) fn count_utf8<S: Wide>(s: S, src: &[u8]) -> usize {
    count::<S, false>(s, src)
}

/// See [`crate::Kernels::utf16_len_from_utf8`].
#[inline(always)]
pub(crate) fn utf16_len_from_utf8<S: Wide>(s: S, src: &[u8]) -> usize {
    count::<S, true>(s, src)
}

/// From here on the sums are worth their end.
const LONG: usize = 256;

/// The lowest bit of each byte.
const LOWEST: u64 = 0x0101_0101_0101_0101;

/// Bytes that are not continuation bytes, and with `PAIRS` those from F0 on once more.
#[inline(always)]
fn count<S: Wide, const PAIRS: bool>(s: S, src: &[u8]) -> usize {
    let Some(last) = src.last_chunk::<64>() else {
        return short::<S, PAIRS>(s, src);
    };
    let (mut n, mut rest) = (0, src);
    if src.len() >= LONG {
        (n, rest) = sums::<S, PAIRS>(s, src);
    }
    while let Some((block, behind)) = rest.split_first_chunk::<64>() {
        n += bits(half::<S, PAIRS>(s, block), half::<S, PAIRS>(s, &block[32..]), 32, 0);
        rest = behind;
    }
    if rest.is_empty() {
        return n;
    }
    // The last block overlaps what is counted.
    let (low, high) = (half::<S, PAIRS>(s, last), half::<S, PAIRS>(s, &last[32..]));
    n + bits(low, high, 32, 64 - rest.len())
}

/// The count of blocks of four vectors, and what is behind them.
#[inline(always)]
fn sums<S: Wide, const PAIRS: bool>(s: S, src: &[u8]) -> (usize, &[u8]) {
    let lanes = S::Bytes::LANES;
    // Steps for which a lane, to which each of two vectors adds one or two, stays below 256.
    let span = if PAIRS { 63 } else { 127 } * 4 * lanes;
    let zero = s.splat(0);
    let mut total = zero;
    let mut rest = src;
    while rest.len() >= 4 * lanes {
        let (mut steps, behind) = rest.split_at(rest.len().min(span) / (4 * lanes) * (4 * lanes));
        let (mut of_ab, mut of_cd) = (zero, zero);
        while let Some((block, behind)) = steps.split_at_checked(4 * lanes) {
            let a = minus::<S, PAIRS>(s, s.load(block));
            let b = minus::<S, PAIRS>(s, s.load(&block[lanes..]));
            let c = minus::<S, PAIRS>(s, s.load(&block[2 * lanes..]));
            let d = minus::<S, PAIRS>(s, s.load(&block[3 * lanes..]));
            of_ab = of_ab.sub8(a.add8(b));
            of_cd = of_cd.sub8(c.add8(d));
            steps = behind;
        }
        total = total.add64(of_ab.sums8(zero)).add64(of_cd.sums8(zero));
        rest = behind;
    }
    (total.sum64() as usize, rest)
}

/// The count of fewer than 64 bytes: of the first and of the last of a length that has a load, as bits,
/// which are the same where they overlap.
#[inline(always)]
fn short<S: Wide, const PAIRS: bool>(s: S, src: &[u8]) -> usize {
    if let (Some(first), Some(last)) = (src.first_chunk::<32>(), src.last_chunk::<32>()) {
        return bits(half::<S, PAIRS>(s, first), half::<S, PAIRS>(s, last), src.len() - 32, 0);
    }
    if let (Some(first), Some(last)) = (src.first_chunk(), src.last_chunk()) {
        // Twice the same, if the vector has two lanes.
        let (first, last) =
            (masks::<S, PAIRS>(s, s.table(first)), masks::<S, PAIRS>(s, s.table(last)));
        let first = [first[0] & 0xFFFF, first[1] & 0xFFFF];
        let last = [last[0] & 0xFFFF, last[1] & 0xFFFF];
        return bits(first, last, src.len() - 16, 0);
    }
    if let (Some(first), Some(last)) = (src.first_chunk(), src.last_chunk()) {
        // As a number the bytes that are counted are the lowest of the last word.
        let done = 4 * (16 - src.len());
        let (x, y) = (u64::from_le_bytes(*first), u64::from_le_bytes(*last) >> done >> done);
        let (first, last) = (x >> 7 & !(x >> 6) & LOWEST, y >> 7 & !(y >> 6) & LOWEST);
        let mut n = src.len() - (first | last << 1).count_ones() as usize;
        if PAIRS {
            let first = (x & x << 1 & x << 2 & x << 3) >> 7 & LOWEST;
            let last = (y & y << 1 & y << 2 & y << 3) >> 7 & LOWEST;
            n += (first | last << 1).count_ones() as usize;
        }
        return n;
    }
    // The zeros behind count as characters.
    let padded = masks::<S, PAIRS>(s, s.load_partial(src));
    bits(padded, [0; 2], 0, 0) + src.len() - S::Bytes::LANES
}

/// The masks of 32 bytes.
#[inline(always)]
fn half<S: Wide, const PAIRS: bool>(s: S, bytes: &[u8]) -> [u64; 2] {
    let low = masks::<S, PAIRS>(s, s.load(bytes));
    if S::Bytes::LANES == 32 {
        return low;
    }
    let high = masks::<S, PAIRS>(s, s.load(&bytes[16..]));
    [low[0] | high[0] << 16, low[1] | high[1] << 16]
}

/// The characters of a vector, and with `PAIRS` the bytes from F0 on.
#[inline(always)]
fn masks<S: Wide, const PAIRS: bool>(s: S, vector: S::Bytes) -> [u64; 2] {
    let fourths = if PAIRS { fourths(s, vector).high_bits() } else { 0 };
    [vector.gt8(s.splat(0xBF)).high_bits(), fourths]
}

/// The bits of two masks, of which the second begins at `at`, from `done` on.
#[inline(always)]
fn bits(low: [u64; 2], high: [u64; 2], at: usize, done: usize) -> usize {
    let chars = (low[0] | high[0] << at) >> done;
    let fourths = (low[1] | high[1] << at) >> done;
    (chars.count_ones() + fourths.count_ones()) as usize
}

/// In each byte -1 for a character, and with `PAIRS` -2 from F0 on.
#[inline(always)]
fn minus<S: Wide, const PAIRS: bool>(s: S, vector: S::Bytes) -> S::Bytes {
    let chars = vector.gt8(s.splat(0xBF));
    if PAIRS { chars.add8(fourths(s, vector)) } else { chars }
}

/// All ones in the bytes from F0 on.
#[inline(always)]
fn fourths<S: Wide>(s: S, vector: S::Bytes) -> S::Bytes {
    vector.max8(s.splat(0xF0)).eq8(vector)
}
