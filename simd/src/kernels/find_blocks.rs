//! The blocks of [`super::find`] as vectors of one or two lanes.

use super::find::{BLOCK, Blocks, FOUR};
use super::units::words_as;
use super::{
    count_line_feeds_utf8, count_line_feeds_utf16, count_utf8, count_utf16, utf8_len_from_utf16,
    utf16_len_from_utf8,
};
use crate::fallback::ByteOrder;
use crate::fallback::form::Utf16;
use crate::vector::{Bytes, Lanewise, Vector, Wide, four};

impl<S: Wide> Blocks for S {
    /// Of two lanes the first two.
    type Bytes = [S::Bytes; 4];
    type Units = [[S::Bytes; 4]; 2];

    #[inline(always)]
    fn bytes_block(self, src: &[u8; BLOCK]) -> Self::Bytes {
        let lanes = S::Bytes::LANES;
        let (a, b) = (self.load(src), self.load(&src[lanes..]));
        if lanes == 32 {
            return [a, b, a, b];
        }
        [a, b, self.load(&src[2 * lanes % BLOCK..]), self.load(&src[3 * lanes % BLOCK..])]
    }

    #[inline(always)]
    fn bytes_part(self, src: &[u8]) -> Self::Bytes {
        four!(i => part(self, src, i))
    }

    #[inline(always)]
    fn leads(self, block: Self::Bytes) -> u64 {
        let continuation = self.splat(0xBF);
        bits::<S>(four!(i => block[i].gt8(continuation)))
    }

    #[inline(always)]
    fn matches8(self, block: Self::Bytes, mask: u8, value: u8) -> u64 {
        let (mask, value) = (self.splat(mask), self.splat(value));
        bits::<S>(four!(i => (block[i] & mask).eq8(value)))
    }

    #[inline(always)]
    fn units_block(self, src: &[[u8; 2]; BLOCK]) -> Self::Units {
        let (low, high) = src.split_at(BLOCK / 2);
        let (low, high) = (low.as_flattened(), high.as_flattened());
        let low = self.bytes_block(low.first_chunk().expect("half of 128 bytes"));
        let high = self.bytes_block(high.first_chunk().expect("half of 128 bytes"));
        [low, high]
    }

    #[inline(always)]
    fn units_part(self, src: &[[u8; 2]]) -> Self::Units {
        let bytes = src.as_flattened();
        [self.bytes_part(bytes), self.bytes_part(bytes.get(BLOCK..).unwrap_or_default())]
    }

    #[inline(always)]
    fn matches16(self, block: Self::Units, order: ByteOrder, mask: u16, value: u16) -> u64 {
        let (mask, value) = (words_as(self, order, mask), words_as(self, order, value));
        let [low, high] = block;
        let low: [S::Bytes; 4] = four!(i => (low[i] & mask).eq16(value));
        let high: [S::Bytes; 4] = four!(i => (high[i] & mask).eq16(value));
        let narrow = [pack(low[0], low[1]), pack(low[2], low[3])];
        if S::Bytes::LANES == 32 {
            let second = pack(high[0], high[1]);
            return bits::<S>([narrow[0], second, narrow[0], second]);
        }
        bits::<S>([narrow[0], narrow[1], pack(high[0], high[1]), pack(high[2], high[3])])
    }

    const FAR: usize = FOUR;
    const FOUR_AT_ONCE: bool = false;

    #[inline(always)]
    fn is_ascii(self, src: &[u8; FOUR]) -> bool {
        let mut all = self.splat(0);
        for vector in src.chunks_exact(S::Bytes::LANES) {
            all = all | self.load(vector);
        }
        all.high_bits() == 0
    }

    /// The byte of the mask by sums up to each byte, all compared at once; the bit in it one by one. (Selection by
    /// broadword arithmetic, after Vigna, "Broadword Implementation of Rank/Select Queries", 2008: PDEP, which would
    /// do it at once, takes hundreds of cycles on AMD before Zen 3, and is not everywhere.)
    #[inline(always)]
    fn nth(self, mask: u64, n: usize) -> usize {
        nth(mask, n)
    }

    #[inline(always)]
    fn count_code_points8(self, src: &[u8]) -> usize {
        count_utf8(self, src)
    }

    #[inline(always)]
    fn count_units8(self, src: &[u8]) -> usize {
        utf16_len_from_utf8(self, src)
    }

    #[inline(always)]
    fn count_code_points16(self, from: Utf16, src: &[[u8; 2]]) -> usize {
        count_utf16(self, from, src)
    }

    #[inline(always)]
    fn count_bytes16(self, from: Utf16, src: &[[u8; 2]]) -> usize {
        utf8_len_from_utf16(self, from, src)
    }

    #[inline(always)]
    fn count_line_feeds8(self, src: &[u8]) -> usize {
        count_line_feeds_utf8(self, src)
    }

    #[inline(always)]
    fn count_line_feeds16(self, from: Utf16, src: &[[u8; 2]]) -> usize {
        count_line_feeds_utf16(self, from, src)
    }
}

/// Masks of 16-bit lanes as masks of bytes.
#[inline(always)]
fn pack<V: Vector>(a: V, b: V) -> V {
    a.narrow16_signed(b).in_order()
}

/// The vector number `i` of what may end before it, in it or behind it.
#[inline(always)]
fn part<S: Wide>(s: S, src: &[u8], i: usize) -> S::Bytes {
    let lanes = S::Bytes::LANES;
    let src = src.get(i * lanes..).unwrap_or_default();
    if src.len() >= lanes { s.load(src) } else { s.load_partial(src) }
}

/// The highest bits of a block.
#[inline(always)]
fn bits<S: Wide>(block: [S::Bytes; 4]) -> u64 {
    let (a, b) = (block[0].high_bits(), block[1].high_bits());
    if S::Bytes::LANES == 32 {
        return a | b << 32;
    }
    a | b << 16 | block[2].high_bits() << 32 | block[3].high_bits() << 48
}

/// The lowest bit of each byte, and the highest.
const LOWEST: u64 = 0x0101_0101_0101_0101;
const HIGHEST: u64 = 0x8080_8080_8080_8080;

/// See [`Blocks::nth`].
#[inline(always)]
const fn nth(mask: u64, n: usize) -> usize {
    if n >= mask.count_ones() as usize {
        return 64;
    }
    let pairs = mask - (mask >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let sums = ((fours + (fours >> 4)) & 0x0F0F_0F0F_0F0F_0F0F).wrapping_mul(LOWEST);
    // The bytes up to which there are `n` bits at most; both numbers are below 80, so nothing is borrowed.
    let passed = (((n as u64 * LOWEST) | HIGHEST) - sums) & HIGHEST;
    let at = 8 * passed.count_ones() as usize;
    let mut before = (sums << 8 >> at & 0xFF) as usize;
    let mut byte = mask >> at;
    while before < n {
        byte &= byte - 1;
        before += 1;
    }
    at + byte.trailing_zeros() as usize
}

/// Whether [`nth`] finds the bit: with `n` set before it, or no such.
const fn is_nth(mask: u64, n: usize) -> bool {
    match nth(mask, n) {
        64 => mask.count_ones() as usize <= n,
        at => mask >> at & 1 == 1 && (mask & !(u64::MAX << at)).count_ones() as usize == n,
    }
}

// At compile time, since the kernels would otherwise be compiled a second time for this test.
const _: () = {
    let mut mask = 0x9E37_79B9_7F4A_7C15_u64;
    let mut i = 0;
    while i < 20 {
        mask = mask.rotate_left(7).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let masks = [
            mask,
            mask & mask.rotate_left(9),
            mask | mask.rotate_left(9),
            u64::MAX << (i % 64),
            1 << (i % 64),
        ];
        let mut n = 0;
        while n <= 64 {
            let mut each = 0;
            while each < masks.len() {
                assert!(is_nth(masks[each], n) && is_nth(!masks[each], n));
                each += 1;
            }
            n += 1;
        }
        i += 1;
    }
};
