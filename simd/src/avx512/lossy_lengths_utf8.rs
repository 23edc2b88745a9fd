//! The lengths of what a lossy conversion from UTF-8 writes, from windows alone.

use super::bits::count;
use super::from_utf8::BLOCK;
use super::window_utf8::{Seen, look};
use crate::x86::Avx512;

/// The sum of `of` over the windows of `src`; blocks of ASCII count as they are long.
#[inline(always)]
fn sum(s: Avx512, src: &[u8], of: impl Fn(&Seen) -> usize) -> usize {
    let (mut total, mut at) = (0, 0);
    while at < src.len() {
        if let Some(block) = src[at..].first_chunk::<{ 2 * BLOCK }>()
            && s.load(block).or(s.load(&block[BLOCK..])).sign8() == 0
        {
            total += 2 * BLOCK;
            at += 2 * BLOCK;
            continue;
        }
        let rest = &src[at..];
        let cur = s.load_first(rest, BLOCK);
        let seen = look(s, cur, rest.len().min(BLOCK), rest.len() > BLOCK);
        total += of(&seen);
        at += seen.len;
    }
    total
}

/// See [`crate::Kernels::count_utf8_lossy`].
#[inline(always)]
pub(crate) fn count_utf8_lossy(s: Avx512, src: &[u8]) -> usize {
    sum(s, src, |seen| count(seen.good | seen.bad))
}

/// See [`crate::Kernels::utf16_len_from_utf8_lossy`].
#[inline(always)]
pub(crate) fn utf16_len_from_utf8_lossy(s: Avx512, src: &[u8]) -> usize {
    sum(s, src, |seen| count(seen.good | seen.bad) + count(seen.ends[2] & seen.good))
}

/// See [`crate::Kernels::utf8_len_from_utf8_lossy`]: a character of two bytes counts one more, …
#[inline(always)]
pub(crate) fn utf8_len_from_utf8_lossy(s: Avx512, src: &[u8]) -> usize {
    sum(s, src, |seen| {
        let [two, three, four] = seen.ends.map(|ends| count(ends & seen.good));
        count(seen.good) + two + 2 * three + 3 * four + 3 * count(seen.bad)
    })
}
