//! UTF-32 that is only read: validation and lengths.

use super::encode::{BAD_KEY, Points, key};
use super::from_utf32::{BLOCK, load, load_first};
use super::wide::Z;
use crate::fallback::form::Utf32;
use crate::fallback::{self, Error};
use crate::x86::Avx512;

/// Whether the code points of a block are scalar values: the greatest key tells it.
#[inline(always)]
fn is_well_formed(s: Avx512, [a, b, c, d]: Points) -> bool {
    let low = key(s, a).max32(key(s, b));
    let high = key(s, c).max32(key(s, d));
    low.max32(high).lt32(s.doubles(BAD_KEY)) == u16::MAX
}

/// Whether all of them are below the surrogates, as in most text.
#[inline(always)]
fn is_below_surrogates(s: Avx512, [a, b, c, d]: Points) -> bool {
    a.max32(b).max32(c.max32(d)).lt32(s.doubles(0xD800)) == u16::MAX
}

/// The blocks that are looked at by their keys behind one that is not below the surrogates.
const NEAR: usize = 16;

/// The code points in the whole blocks before the first that is not well-formed. `low` if they may all be below the
/// surrogates.
///
/// There the greatest code point of a block tells it, with a third of the operations; where there are greater ones, there
/// are more nearby, and looking for it first would be in vain.
#[inline(always)]
fn well_formed_blocks(s: Avx512, from: Utf32, src: &[[u8; 4]], mut low: bool) -> usize {
    let mut at = 0;
    loop {
        if low {
            while let Some(block) = src[at..].first_chunk()
                && is_below_surrogates(s, load(s, from, block))
            {
                at += BLOCK;
            }
        }
        low = true;
        let (blocks, _) = src[at..].as_chunks();
        for block in blocks.iter().take(NEAR) {
            if !is_well_formed(s, load(s, from, block)) {
                return at;
            }
            at += BLOCK;
        }
        if src.len() - at < BLOCK {
            return at;
        }
    }
}

/// Validation. In a block that fails the scalar path finds the error.
///
/// The last block is looked at first, while the others come from the second-level cache, at whose rate 64 KiB are read: in
/// 0.58 µs, half of what `memcpy` takes. What the least operations save is seen in what is in the first-level cache: 4 KiB
/// below the surrogates by their greatest code point 21 ns, by keys 30, by `simdutf` 32. Lost: both tests in each block (what
/// is beyond the surrogates takes 1.35 times as long), lines asked for 512 bytes ahead, blocks of 512 code points, and a
/// vector a step (EPYC family 25 model 17, 2026-11-27).
#[inline(always)]
pub(super) fn validate(s: Avx512, from: Utf32, src: &[[u8; 4]]) -> Result<(), Error> {
    let Some(last) = src.last_chunk() else {
        if is_well_formed(s, load_first(s, from, src)) {
            return Ok(());
        }
        return fallback::validate(from, src);
    };
    let last = load(s, from, last);
    let low = is_below_surrogates(s, last);
    let ends_well = low || is_well_formed(s, last);
    // One less, so that the last block is not looked at twice.
    let body = &src[..src.len() - 1];
    let at = well_formed_blocks(s, from, body, low);
    if body.len() - at < BLOCK && ends_well {
        return Ok(());
    }
    fallback::validate(from, &src[at..]).map_err(|error| error.offset(at))
}

/// What a length counts beside the code points themselves. Code point 0 has nothing to count.
pub(super) trait Extra {
    fn count(s: Avx512, x: Points) -> usize;
}

/// The source and what is counted in it.
#[inline(always)]
pub(super) fn len<E: Extra>(s: Avx512, from: Utf32, src: &[[u8; 4]]) -> usize {
    let mut len = src.len();
    let (blocks, rest) = src.as_chunks::<BLOCK>();
    for block in blocks {
        len += E::count(s, load(s, from, block));
    }
    len + E::count(s, load_first(s, from, rest))
}

/// The units beyond the first: of UTF-8 if `BYTES`, else of UTF-16. If `LOSSY`, values above 10FFFF are
/// replaced by a code point below 10000; a surrogate has the length of its replacement as it is.
///
/// ```text
///   x >> 7, packed into 16 bits, 7FFF at most     x >= 10000: 200 or more     x > 10FFFF: 2200 or more
///   the same into bytes, FF at most               x >= 80: not 0              x >= 800: 10 or more
/// ```
///
/// Tried and lost: the smaller of such a byte and 1, summed in vectors, in place of masks and their bits
/// counted in general registers: 0.8 of the speed at 64 KiB.
pub(super) struct Beyond<const BYTES: bool, const LOSSY: bool>;

impl<const BYTES: bool, const LOSSY: bool> Extra for Beyond<BYTES, LOSSY> {
    #[inline(always)]
    fn count(s: Avx512, [a, b, c, d]: Points) -> usize {
        let low = a.shr32::<7>().pack32(b.shr32::<7>());
        let high = c.shr32::<7>().pack32(d.shr32::<7>());
        let count16 = |from: u16| {
            let low = low.ge16(s.words(from));
            let high = high.ge16(s.words(from));
            (u64::from(high) << 32 | u64::from(low)).count_ones() as usize
        };
        let mut count = count16((0x1_0000 >> 7) as u16);
        if LOSSY {
            count -= count16((0x11_0000 >> 7) as u16);
        }
        if BYTES {
            let packed: Z = low.pack16(high);
            count += packed.test8(packed).count_ones() as usize;
            count += packed.ge8(s.bytes((0x800 >> 7) as u8)).count_ones() as usize;
        }
        count
    }
}
