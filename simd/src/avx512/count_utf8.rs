//! Counts in UTF-8 by formula.

use super::bits::count;
use super::wide::Z;
use crate::aligned::Aligned;
use crate::x86::Avx512;

/// Bytes for which the counts of the lanes, two for each byte at most, stay below 256.
const SPAN: usize = 126 * 64;

/// From here on it is worth a vector that every other one is in one cache line.
const LONG: usize = 2048;

/// See [`crate::Kernels::count_utf8`]: bytes outside of 80..BF are those above BF as signed numbers.
///
/// From the second cache on this is as fast as loads are: on Zen 4 (2026-11-24) 117 GB/s at 64 KiB, 32 bytes a cycle, and
/// so are loads alone, in one, two or four streams, backwards, in vectors of 32 bytes and with prefetches 256 to 2048 bytes
/// ahead (115 to 119). In the first cache masks are 118; masked additions 137, products (VNNI) 142, vectors of 32 bytes
/// 183, half of these and half masks 198, but up to 1 KiB masks are the fastest (4.2 ns; 4.7 to 5.6). Vectors of 32
/// bytes would take four operations in place of one comparison where 64 bytes are one operation, so not here.
#[inline(always)]
pub(crate) fn count_utf8(s: Avx512, src: &[u8]) -> usize {
    let leads = |bytes: Z| count(bytes.above8(s.bytes(0xBF)));
    let mut total = 0;
    let mut rest = src;
    if src.len() >= LONG {
        let (first, behind) = src.split_at(src.as_ptr().align_offset(64).min(src.len()));
        total = leads(s.load_first_or(first, s.bytes(0x80)));
        rest = behind;
    }
    while let Some((block, behind)) = rest.split_first_chunk::<256>() {
        let at = |i: usize| leads(s.load(&block[64 * i..]));
        total += (at(0) + at(1)) + (at(2) + at(3));
        rest = behind;
    }
    while let Some((block, behind)) = rest.split_first_chunk::<64>() {
        total += leads(s.array(block));
        rest = behind;
    }
    total + leads(s.load_first_or(rest, s.bytes(0x80)))
}

/// UTF-16 code units that begin with a byte, by its upper six bits.
const UNITS: &Aligned<[u8; 64]> = &Aligned({
    let mut table = [1; 64];
    let mut i = 0x80 >> 2;
    while i < 64 {
        table[i] = match i << 2 {
            0x80..0xC0 => 0,
            0xC0..0xF0 => 1,
            _ => 2,
        };
        i += 1;
    }
    table
});

/// See [`crate::Kernels::utf16_len_from_utf8`].
///
/// Each byte is looked up, and the lanes are added up as bytes for as long as they have room: a shift,
/// a lookup and an addition a vector. Two comparisons with their masks counted were slower (1 MiB
/// 0.84 of simdutf's time).
#[inline(always)]
pub(crate) fn utf16_len_from_utf8(s: Avx512, src: &[u8]) -> usize {
    let table = s.array(UNITS);
    let units = |bytes: Z| bytes.shr16::<2>().pick8(table);
    let zero = s.bytes(0);
    let mut total = s.bytes(0);
    let mut rest = src;
    while rest.len() >= 64 {
        let (mut span, behind) = rest.split_at(rest.len().min(SPAN) / 64 * 64);
        let mut sums = [zero; 2];
        while let Some((block, behind)) = span.split_first_chunk::<128>() {
            sums[0] = sums[0].add8(units(s.load(block)));
            sums[1] = sums[1].add8(units(s.load(&block[64..])));
            span = behind;
        }
        if let Some(block) = span.first_chunk::<64>() {
            sums[0] = sums[0].add8(units(s.array(block)));
        }
        total = total.add64(sums[0].sad8(zero)).add64(sums[1].sad8(zero));
        rest = behind;
    }
    let last = units(s.load_first_or(rest, s.bytes(0x80)));
    total.add64(last.sad8(zero)).sum64() as usize
}
