//! Counts of UTF-16: code points, and bytes of UTF-8, by formula or with repair.
//!
//! The formulas are sums over single units, so each unit of a block counts in a byte of a vector, and the
//! bytes are added up once in 127 blocks.
//!
//! ```text
//! code points            1 unless low
//! bytes of UTF-8         1   + 1 from 80 on   + 1 from 800 on unless surrogate
//! with repair
//!   code points          1                                      - 1 if second of a pair
//!   bytes of UTF-8       1   + 1 from 80 on   + 1 from 800 on   - 2 if second of a pair
//! ```
//!
//! (An unpaired surrogate is replaced by FFFD, which has three bytes as other units from 800 on; the two
//! of a pair have four.)

use super::utf16_block::{BLOCK, Block, surrogates};
use super::wide::Z;
use crate::aligned::Aligned;
use crate::fallback::ByteOrder;
use crate::fallback::form::Utf16;
use crate::x86::Avx512;

/// Code points by formula.
#[inline(always)]
pub(crate) fn count_utf16(s: Avx512, from: Utf16, src: &[[u8; 2]]) -> usize {
    sum::<NotLow>(s, from, src)[0]
}

/// Code points of repaired UTF-16.
#[inline(always)]
pub(crate) fn count_utf16_lossy(s: Avx512, from: Utf16, src: &[[u8; 2]]) -> usize {
    src.len() - sum::<Pairs>(s, from, src)[1]
}

/// Bytes of UTF-8 by formula.
#[inline(always)]
pub(crate) fn utf8_len_from_utf16(s: Avx512, from: Utf16, src: &[[u8; 2]]) -> usize {
    src.len() + sum::<MoreBytes>(s, from, src)[0]
}

/// Bytes of UTF-8 for repaired UTF-16.
#[inline(always)]
pub(crate) fn utf8_len_from_utf16_lossy(s: Avx512, from: Utf16, src: &[[u8; 2]]) -> usize {
    let [more, pairs] = sum::<MoreBytesLossy>(s, from, src);
    src.len() + more - 2 * pairs
}

/// What is counted. A trait and not a closure: a closure that is called more than once is not always
/// inlined.
trait Count {
    /// Whether pairs are counted as well.
    const PAIRS: bool;

    /// What each unit of a block counts for, 2 at most.
    fn units(s: Avx512, block: &Block) -> Z;
}

struct NotLow;
struct Pairs;
struct MoreBytes;
struct MoreBytesLossy;

impl Count for NotLow {
    const PAIRS: bool = false;

    #[inline(always)]
    fn units(s: Avx512, block: &Block) -> Z {
        const A_XOR_B_AND_C: i32 = 0b0010_1000;
        let high = block.high_bytes(s);
        let not_low = high.ternary::<A_XOR_B_AND_C>(s.bytes(0xDC), s.bytes(0xFC));
        not_low.min8(s.bytes(1))
    }
}

impl Count for Pairs {
    const PAIRS: bool = true;

    #[inline(always)]
    fn units(s: Avx512, _: &Block) -> Z {
        s.bytes(0)
    }
}

impl Count for MoreBytes {
    const PAIRS: bool = false;

    #[inline(always)]
    fn units(s: Avx512, block: &Block) -> Z {
        let high = block.high_bytes(s);
        // The bits above the six are not looked at.
        let third = high.shr16::<2>().pick8(s.array(THIRD));
        from_80(s, block.low_bytes(s), high).add8(third)
    }
}

impl Count for MoreBytesLossy {
    const PAIRS: bool = true;

    #[inline(always)]
    fn units(s: Avx512, block: &Block) -> Z {
        let high = block.high_bytes(s);
        let third = high.and(s.bytes(0xF8)).min8(s.bytes(1));
        from_80(s, block.low_bytes(s), high).add8(third)
    }
}

/// By the upper six bits of a unit, 1 from 800 on unless it is a surrogate.
const THIRD: &Aligned<[u8; 64]> = &Aligned({
    let mut table = [1; 64];
    (table[0], table[1]) = (0, 0);
    (table[0xD8 >> 2], table[0xDC >> 2]) = (0, 0);
    table
});

/// 1 for units from 80 on.
#[inline(always)]
fn from_80(s: Avx512, low: Z, high: Z) -> Z {
    const A_OR_B_AND_C: i32 = 0b1111_1000;
    high.ternary::<A_OR_B_AND_C>(low, s.bytes(0x80)).min8(s.bytes(1))
}

/// The sum over all units, and the number of pairs, if they are counted.
#[inline(always)]
fn sum<C: Count>(s: Avx512, from: Utf16, src: &[[u8; 2]]) -> [usize; 2] {
    match from.0 {
        ByteOrder::Little => ordered::<C>(s, Utf16(ByteOrder::Little), src),
        ByteOrder::Big => ordered::<C>(s, Utf16(ByteOrder::Big), src),
    }
}

#[inline(always)]
fn ordered<C: Count>(s: Avx512, from: Utf16, src: &[[u8; 2]]) -> [usize; 2] {
    let zero = s.bytes(0);
    let (mut total, mut pairs, mut at) = (zero, 0, 0);
    while src.len() - at >= BLOCK {
        let mut bytes = zero;
        let end = src.len().min(at + 127 * BLOCK);
        while let Some(block) = Block::whole(s, from, src, at)
            && at < end
        {
            bytes = bytes.add8(C::units(s, &block));
            if C::PAIRS {
                pairs += count_pairs(s, &block);
            }
            at += BLOCK;
        }
        total = total.add64(bytes.sad8(zero));
    }
    if at < src.len() {
        let block = Block::part(s, from, src, at);
        total = total.add64(C::units(s, &block).keep8(block.present()).sad8(zero));
        if C::PAIRS {
            pairs += count_pairs(s, &block);
        }
    }
    [total.sum64() as usize, pairs]
}

#[inline(always)]
fn count_pairs(s: Avx512, block: &Block) -> usize {
    let high = block.high_bytes(s);
    let all = surrogates(s, high);
    if all == 0 { 0 } else { block.pairs(s, high, all).second.count_ones() as usize }
}
