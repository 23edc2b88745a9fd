//! Counts in UTF-8 by formula: one comparison a vector, its mask counted.

use super::bits::count;
use super::wide::Z;
use crate::x86::Avx512;

/// The sum of `of` over the vectors of `src`. At its end `of` gets a vector with `filler` behind it.
#[inline(always)]
pub(super) fn sum(s: Avx512, src: &[u8], filler: u8, of: impl Fn(Z) -> usize) -> usize {
    let mut total = 0;
    let mut rest = src;
    while let Some((block, behind)) = rest.split_first_chunk::<256>() {
        let at = |i: usize| of(s.load(&block[64 * i..]));
        total += (at(0) + at(1)) + (at(2) + at(3));
        rest = behind;
    }
    while let Some((block, behind)) = rest.split_first_chunk::<64>() {
        total += of(s.array(block));
        rest = behind;
    }
    if !rest.is_empty() {
        total += of(s.load_first_or(rest, s.bytes(filler)));
    }
    total
}

/// See [`crate::Kernels::count_utf8`]: bytes outside of 80..BF are those above BF as signed numbers.
#[inline(always)]
pub(crate) fn count_utf8(s: Avx512, src: &[u8]) -> usize {
    sum(s, src, 0x80, |bytes| count(bytes.above8(s.bytes(0xBF))))
}

/// See [`crate::Kernels::utf16_len_from_utf8`].
#[inline(always)]
pub(crate) fn utf16_len_from_utf8(s: Avx512, src: &[u8]) -> usize {
    sum(s, src, 0x80, |bytes| count(bytes.above8(s.bytes(0xBF))) + count(bytes.ge8(s.bytes(0xF0))))
}
