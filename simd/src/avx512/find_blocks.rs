//! The blocks of [`crate::kernels::find`] as vectors of 64 bytes, and the bit selected by PDEP.

use super::wide::Z;
use super::{
    bits, count_line_feeds_utf8, count_line_feeds_utf16, count_utf8, count_utf16,
    utf8_len_from_utf16, utf16_len_from_utf8,
};
use crate::fallback::ByteOrder;
use crate::fallback::form::Utf16;
use crate::kernels::find::{BLOCK, Blocks, FOUR};
use crate::x86::Avx512;

impl Blocks for Avx512 {
    type Bytes = Z;
    type Units = [Z; 2];

    #[inline(always)]
    fn bytes_block(self, src: &[u8; BLOCK]) -> Z {
        self.array(src)
    }

    #[inline(always)]
    fn bytes_part(self, src: &[u8]) -> Z {
        self.load_first(src, src.len())
    }

    #[inline(always)]
    fn leads(self, block: Z) -> u64 {
        block.above8(self.bytes(0xBF))
    }

    #[inline(always)]
    fn matches8(self, block: Z, mask: u8, value: u8) -> u64 {
        block.and(self.bytes(mask)).eq8(self.bytes(value))
    }

    #[inline(always)]
    fn units_block(self, src: &[[u8; 2]; BLOCK]) -> [Z; 2] {
        let bytes = src.as_flattened();
        [self.load(bytes), self.load(&bytes[64..])]
    }

    #[inline(always)]
    fn units_part(self, src: &[[u8; 2]]) -> [Z; 2] {
        let bytes = src.as_flattened();
        [self.bytes_part(bytes), self.bytes_part(bytes.get(64..).unwrap_or_default())]
    }

    #[inline(always)]
    fn matches16(self, block: [Z; 2], order: ByteOrder, mask: u16, value: u16) -> u64 {
        let [mask, value] = match order {
            ByteOrder::Little => [mask, value],
            ByteOrder::Big => [mask.swap_bytes(), value.swap_bytes()],
        };
        let (mask, value) = (self.words(mask), self.words(value));
        let (low, high) = (block[0].and(mask).eq16(value), block[1].and(mask).eq16(value));
        u64::from(low) | u64::from(high) << 32
    }

    const FAR: usize = 4096;
    const FOUR_AT_ONCE: bool = true;

    #[inline(always)]
    fn is_ascii(self, src: &[u8; FOUR]) -> bool {
        let (blocks, _) = src.as_chunks::<BLOCK>();
        let (a, b) = (self.array(&blocks[0]), self.array(&blocks[1]));
        let (c, d) = (self.array(&blocks[2]), self.array(&blocks[3]));
        a.or(b).or(c.or(d)).sign8() == 0
    }

    #[inline(always)]
    fn nth(self, mask: u64, n: usize) -> usize {
        bits::nth(self, mask, n)
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
