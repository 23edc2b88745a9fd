//! Counts in UTF-8 by formula.
//!
//! A comparison gives -1 in each byte that counts. Four vectors of that are added up, and the sum is taken
//! from the lanes of a vector, until a lane could overflow: then it is emptied into 64-bit lanes.
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

/// Bytes that are not continuation bytes, and with `PAIRS` those from F0 on once more.
#[inline(always)]
fn count<S: Wide, const PAIRS: bool>(s: S, src: &[u8]) -> usize {
    let lanes = S::Bytes::LANES;
    if src.len() < lanes {
        // The zeros behind count as characters.
        let vector = s.load_partial(src);
        return bits::<S, PAIRS>(s, vector, 0) + src.len() - lanes;
    }
    // Steps for which a lane, of which each vector takes one or two, stays below 256.
    let span = if PAIRS { 31 } else { 63 } * 4 * lanes;
    let zero = s.splat(0);
    let mut total = zero;
    let mut rest = src;
    while rest.len() >= 4 * lanes {
        let (mut steps, behind) = rest.split_at(rest.len().min(span) / (4 * lanes) * (4 * lanes));
        let mut sums = zero;
        while let Some((block, behind)) = steps.split_at_checked(4 * lanes) {
            let a = minus::<S, PAIRS>(s, s.load(block));
            let b = minus::<S, PAIRS>(s, s.load(&block[lanes..]));
            let c = minus::<S, PAIRS>(s, s.load(&block[2 * lanes..]));
            let d = minus::<S, PAIRS>(s, s.load(&block[3 * lanes..]));
            sums = sums.sub8(a.add8(b).add8(c.add8(d)));
            steps = behind;
        }
        total = total.add64(sums.sums8(zero));
        rest = behind;
    }
    let mut n = total.sum64() as usize;
    while let Some((vector, behind)) = rest.split_at_checked(lanes) {
        n += bits::<S, PAIRS>(s, s.load(vector), 0);
        rest = behind;
    }
    if rest.is_empty() {
        return n;
    }
    // The last vector overlaps what is counted.
    n + bits::<S, PAIRS>(s, s.load(&src[src.len() - lanes..]), lanes - rest.len())
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

/// The count of the bytes of a vector from the lane `done` on.
#[inline(always)]
fn bits<S: Wide, const PAIRS: bool>(s: S, vector: S::Bytes, done: usize) -> usize {
    let mut n = (vector.gt8(s.splat(0xBF)).high_bits() >> done).count_ones();
    if PAIRS {
        n += (fourths(s, vector).high_bits() >> done).count_ones();
    }
    n as usize
}
