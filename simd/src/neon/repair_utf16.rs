//! The repair of UTF-16 where there are surrogates, by what NEON has: see [`crate::kernels::repair_utf16`] for what it is.
//!
//! ```text
//!   units     A   H   L   H   B   L        sixteen units
//!   x         a   h   l   h   b   l        their upper bytes, by one instruction for two vectors
//!   high      .   x   .   x   .   .
//!   low       .   .   x   .   .   x
//!   bad       .   .   .   .   x   x        high, moved up by one, ^ low
//!   repair    .   .   .   x   .   x        bad & low, and bad & !low moved down by one
//!   masks     .. .. .. FFFF .. FFFF        each byte twice
//! ```
//!
//! Nothing is loaded twice: what is bad in a block is told from registers, the last of the block before among them.
//!
//! Instructions a byte, with 0.13 for the copy that is repaired (qemu, 2026-11-25), by the kernel of the other vectors
//! and so: emoji 0.67 to 0.46, an error in 1024 units 0.60 to 0.50, in 20 units 1.97 to 0.86. A block as a slice from
//! the unit before it on took 0.50, 0.54 and 0.90: its place and its end were told anew each time.

use core::hint::black_box;

use super::{Neon, U8x16};
use crate::fallback::ByteOrder;
use crate::kernels::byte_planes::BytePlanes;
use crate::kernels::units::words_as;
use crate::vector::{Bytes, Lanewise, Simd, Vector, four};

/// Bytes of a block.
const BLOCK: usize = 128;

const REPLACEMENT: u16 = 0xFFFD;

/// Blocks at the most, before anything is left out again that has no surrogates.
const RUN: usize = 32;

/// See [`crate::vector::Wide::repair_utf16_run`].
#[inline(always)]
pub(super) fn run(s: Neon, order: ByteOrder, bytes: &mut [u8]) -> (usize, usize) {
    let Some((first, behind)) = bytes.split_first_chunk_mut::<16>() else { return (0, 0) };
    let first_vector = s.load(first);
    let mut before = upper(s, order, first_vector, first_vector).eq8(s.splat(0xD8));
    let blocks = behind.as_chunks_mut::<BLOCK>().0;
    let n = blocks.len().min(RUN);
    let blocks = &mut blocks[..n];
    let mut repairs = 0;
    for i in 0..n {
        let block = &blocks[i];
        let x: [U8x16; 4] = four!(i => {
            upper(s, order, s.load(&block[32 * i..]), s.load(&block[16 + 32 * i..]))
        });
        let high: [U8x16; 4] = four!(i => x[i].eq8(s.splat(0xD8)));
        let low: [U8x16; 4] = four!(i => x[i].eq8(s.splat(0xDC)));
        let bad = [
            high[0].behind(before) ^ low[0],
            high[1].behind(high[0]) ^ low[1],
            high[2].behind(high[1]) ^ low[2],
            high[3].behind(high[2]) ^ low[3],
        ];
        before = high[3];
        if !((bad[0] | bad[1]) | (bad[2] | bad[3])).any() {
            continue;
        }
        repairs +=
            bad[0].add8(bad[1]).add8(bad[2].add8(bad[3])).sum_of_signed8().unsigned_abs() as usize;
        if repair(s, order, bad, low, &mut blocks[i]) {
            // Of a place that is not known: else the loop goes by that of the unit, at which no pairs of vectors can be
            // loaded.
            let last = match black_box(i).checked_sub(1) {
                Some(i) => &mut blocks[i][BLOCK - 2..],
                None => &mut first[14..],
            };
            words_as(s, order, REPLACEMENT).overwrite_first(last);
        }
    }
    (n * BLOCK, repairs)
}

/// The upper bytes of the units of two vectors, without their two lowest bits.
#[inline(always)]
fn upper(s: Neon, order: ByteOrder, a: U8x16, b: U8x16) -> U8x16 {
    let upper = match order {
        ByteOrder::Little => a.odd8(b),
        ByteOrder::Big => a.even8(b),
    };
    upper & s.splat(0xFC)
}

/// Repairs a block by where a unit is low and does not follow a high one, or follows one and is not low. Returns
/// whether the unit before it is to be repaired as well.
#[inline(always)]
fn repair(
    s: Neon,
    order: ByteOrder,
    bad: [U8x16; 4],
    low: [U8x16; 4],
    block: &mut [u8; BLOCK],
) -> bool {
    let replacement = words_as(s, order, REPLACEMENT);
    let low: [U8x16; 4] = four!(i => bad[i] & low[i]);
    let high: [U8x16; 4] = four!(i => bad[i] ^ low[i]);
    let behind = [high[1], high[2], high[3], s.splat(0)];
    for i in 0..4 {
        let masks = low[i] | high[i].in_front_of(behind[i]);
        let (at, two) = (32 * i, 32 * i + 16);
        s.load(&block[at..]).insert(masks.zip_low8(masks), replacement).overwrite(&mut block[at..]);
        s.load(&block[two..])
            .insert(masks.zip_high8(masks), replacement)
            .overwrite(&mut block[two..]);
    }
    high[0].first_high_bit()
}
