//! Short sources of UTF-8, validated: which loads there are is told by the length, and the fewest questions are asked of
//! what stands there, since nobody foretells that of a short string.
//!
//! ```text
//!   up to 4 vectors    no loop; ASCII, or all is checked
//!   up to 16           a loop over ASCII at the front, and one that checks all from there on
//! ```
//!
//! Zen 3, 2026-11-25, time of the best peer by ours before and now, 1,000 strings in turn: AVX2, `mixed` of 300 bytes 0.95 and
//! 1.29, `log-1` of 200 bytes 1.03 and 1.27; SSE4.1, `mixed` of 128 bytes 0.96 and 1.37. `log-1` of 300 bytes, the same each
//! time, AVX2 0.90 and 1.08.

use super::ascii::is_short_ascii;
use super::violations::Tables;
use crate::aligned::Aligned;
use crate::vector::{Bytes, Simd, Wide};

/// A source of more vectors is not for [`is_few_utf8`]: Russian is faster by its class then.
pub(super) const FEW: usize = 16;

/// Whether a source of up to four vectors is well-formed. Without a loop: the places of all loads are told by the length
/// alone, which is in one of few classes.
///
/// (Zen 3, 2026-11-25, 1,000 strings of 64 bytes of Russian in turn by AVX2: 10.2 ns with a loop, in the function that has
/// those of long sources as well and saves five registers; 7.1 so. 8 bytes of Russian 1.1 of the best peer and 1.6.)
#[inline(always)]
pub(super) fn is_short_utf8<S: Wide>(s: S, src: &[u8]) -> bool {
    match src.len() {
        0..16 => is_short_ascii(src) || is_less_than_vector(s.narrow(), src),
        16..=32 => is_short_ascii(src) || are_two_vectors(s.narrow(), src),
        33.. if src.len() <= 2 * S::Bytes::LANES => are_two_vectors(s, src),
        _ => are_four_vectors(s, src),
    }
}

/// The same of less than a vector.
#[inline(always)]
fn is_less_than_vector<S: Wide>(s: S, src: &[u8]) -> bool {
    let first = s.load_partial(src);
    !first.any_high_bit() || !Tables::new(s).errors_at_start(first).any()
}

/// The same of one vector to two.
#[inline(always)]
fn are_two_vectors<S: Wide>(s: S, src: &[u8]) -> bool {
    let behind = src.len() - S::Bytes::LANES;
    let (first, last) = (s.load(src), s.load(&src[behind..]));
    if !(first | last).any_high_bit() {
        return true;
    }
    let tables = Tables::new(s);
    let mut errors = tables.errors_at_start(first) | left_open(s, last);
    match behind {
        0 => {}
        // The look back does not fit in front of it. Its first three bytes are in the first vector as well.
        1..3 => errors = errors | tables.errors_at_start(last) & s.splat(0xFF).shift_up::<3>(),
        _ => errors = errors | tables.errors(s, last, &src[behind - 3..]),
    }
    !errors.any()
}

/// The same of more than two vectors, and four at most.
#[inline(always)]
fn are_four_vectors<S: Wide>(s: S, src: &[u8]) -> bool {
    let lanes = S::Bytes::LANES;
    // With room for the look back, where the length is that of two vectors and one or two bytes.
    let third = (src.len() - 2 * lanes).max(3) - 3;
    let before = [&src[lanes - 3..], &src[third..], &src[src.len() - lanes - 3..]];
    let first = s.load(src);
    let vectors = [s.load(&before[0][3..]), s.load(&before[1][3..]), s.load(&before[2][3..])];
    if !((first | vectors[0]) | (vectors[1] | vectors[2])).any_high_bit() {
        return true;
    }
    let tables = Tables::new(s);
    let mut errors = tables.errors_at_start(first) | left_open(s, vectors[2]);
    errors = errors | tables.errors(s, vectors[0], before[0]);
    errors = errors | tables.errors(s, vectors[1], before[1]);
    errors = errors | tables.errors(s, vectors[2], before[2]);
    !errors.any()
}

/// Whether a source of more than four vectors is well-formed, by few questions: nobody foretells of a string which of its
/// blocks are ASCII, and a wrong guess costs more than to check two of them. So the first that is not is asked for, and all
/// from there on is checked. Two vectors a step, and the last two overlap what is done.
#[inline(always)]
pub(super) fn is_few_utf8<S: Wide>(s: S, src: &[u8]) -> bool {
    let lanes = S::Bytes::LANES;
    let last = src.len() - 2 * lanes;
    let mut at = 0;
    let (mut first, mut second) = (s.load(src), s.load(&src[lanes..]));
    while !(first | second).any_high_bit() {
        if at == last {
            return true;
        }
        at = last.min(at + 2 * lanes);
        (first, second) = (s.load(&src[at..]), s.load(&src[at + lanes..]));
    }
    let tables = Tables::new(s);
    let mut errors = left_open(s, s.load(&src[src.len() - lanes..]));
    if at == 0 {
        errors = errors | tables.errors_at_start(first);
        errors = errors | tables.errors(s, second, &src[lanes - 3..]);
        at = 2 * lanes;
    }
    while at < last {
        let two = &src[at - 3..][..3 + 2 * lanes];
        errors = errors | tables.errors(s, s.load(&two[3..]), two);
        errors = errors | tables.errors(s, s.load(&two[3 + lanes..]), &two[lanes..]);
        at += 2 * lanes;
    }
    let two = &src[last - 3..];
    errors = errors | tables.errors(s, s.load(&two[3..]), two);
    errors = errors | tables.errors(s, s.load(&two[3 + lanes..]), &two[lanes..]);
    !errors.any()
}

/// Not 0 if a sequence is open at the end of the last vector.
#[inline(always)]
pub(super) fn left_open<S: Simd>(s: S, last: S::Bytes) -> S::Bytes {
    last.saturating_sub(s.load(&LAST[64 - S::Bytes::LANES..]))
}

/// The largest byte that leaves nothing open, by its place.
static LAST: Aligned<[u8; 64]> = Aligned({
    let mut table = [0xFF; 64];
    (table[61], table[62], table[63]) = (0xEF, 0xDF, 0xBF);
    table
});
