//! What the kernels for UTF-16 and UTF-32 share: constants in the order of the source, and the last vector
//! of a source.

use crate::aligned::Aligned;
use crate::fallback::ByteOrder;
use crate::vector::{Bytes, Lanewise, Vector, Wide};

/// `unit` in every 16-bit lane, as a source in this order has it: tests of bits need no swap then.
#[inline(always)]
pub(crate) fn words_as<S: Wide>(s: S, order: ByteOrder, unit: u16) -> S::Bytes {
    s.words(if order == ByteOrder::Little { unit } else { unit.swap_bytes() })
}

/// `unit` in every 32-bit lane, likewise.
#[inline(always)]
pub(super) fn doubles_as<S: Wide>(s: S, order: ByteOrder, unit: u32) -> S::Bytes {
    s.doubles(if order == ByteOrder::Little { unit } else { unit.swap_bytes() })
}

/// Zeros, then ones: from any place of the zeros on, a mask of the end of a vector.
static ENDS: Aligned<[u8; 64]> = Aligned({
    let mut ends = [0; 64];
    let mut i = 32;
    while i < 64 {
        ends[i] = 0xFF;
        i += 1;
    }
    ends
});

/// All ones in the last `len` bytes of a vector, zeros before them. `len` is not above that of a vector.
#[inline(always)]
pub(super) fn last_bytes<S: Wide>(s: S, len: usize) -> S::Bytes {
    s.load(&ENDS[(32 + len - S::Bytes::LANES).min(32)..])
}

/// The sum of the 16-bit lanes, each below 8000.
#[inline(always)]
pub(super) fn sum16<S: Wide>(s: S, x: S::Bytes) -> usize {
    let sums = x.products16(s.words(1));
    // The upper half of each 64-bit lane is left as it was, so the sum holds in 32 bits.
    let sum = sums.add64(sums.shr64::<32>()).sum64();
    sum as u32 as usize
}
