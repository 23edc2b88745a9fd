//! What becomes of 64 units of UTF-16 in UTF-16 and Latin-1.

use core::mem::MaybeUninit;

use super::from_utf16::{Done, Output, Roomy, Sink, one_block};
use super::utf16_block::{BLOCK, Block, Order, Pairs, surrogates};
use super::utf16_end::Masks;
use super::wide::Z;
use crate::fallback::form::{Latin1, Utf16};
use crate::fallback::{ByteOrder, Lossy};
use crate::x86::Avx512;

/// The pairs of a block that has surrogates.
#[inline(always)]
fn pairs(s: Avx512, block: &Block) -> Pairs {
    let high = block.high_bytes(s);
    block.pairs(s, high, surrogates(s, high))
}

/// The vectors of a block with `replacement` in place of unpaired surrogates.
#[inline(always)]
pub(super) fn repaired([a, b]: [Z; 2], unpaired: u64, replacement: Z) -> [Z; 2] {
    [a.put16(unpaired as u32, replacement), b.put16((unpaired >> 32) as u32, replacement)]
}

/// Writes `len` units.
#[inline(always)]
fn put([a, b]: [Z; 2], len: usize, out: &mut impl Output<[u8; 2]>) {
    out.put(0, a, len);
    out.put(32, b, len.saturating_sub(32));
}

impl Sink for Utf16 {
    const ROOM: usize = 64;
    const OF_FIRST: usize = 1;

    #[inline(always)]
    fn order(self) -> ByteOrder {
        self.0
    }

    #[inline(always)]
    fn ordered(self, order: ByteOrder) -> Self {
        Self(order)
    }

    #[inline(always)]
    fn plain(self, s: Avx512, block: &Block, out: &mut impl Output<[u8; 2]>) -> bool {
        let plain = !block.has_surrogates(s);
        if plain {
            put(block.units_as(s, self.0), block.len, out);
        }
        plain
    }

    #[inline(always)]
    fn block<const LOSSY: bool, O: Output<[u8; 2]>>(
        self,
        s: Avx512,
        block: &Block,
        out: &mut O,
    ) -> Done {
        if self.plain(s, block, out) {
            return Done { plain: true, written: block.len, bad: 0 };
        }
        let bad = pairs(s, block).unpaired;
        let mut units = block.units_as(s, self.0);
        if LOSSY {
            units = repaired(units, bad, s.words(self.lane(0xFFFD)));
        }
        put(units, block.len, out);
        Done { plain: false, written: block.len, bad }
    }

    #[inline(always)]
    fn lengths<const LOSSY: bool>(masks: &Masks) -> [u64; 3] {
        [masks.present, 0, 0]
    }

    #[inline(always)]
    fn bad<const LOSSY: bool>(masks: &Masks) -> u64 {
        masks.unpaired
    }
}

impl Sink for Latin1 {
    const ROOM: usize = 64;
    const OF_FIRST: usize = 1;

    #[inline(always)]
    fn plain(self, s: Avx512, block: &Block, out: &mut impl Output<u8>) -> bool {
        let plain = !block.any(s, 0xFF00);
        if plain {
            out.put(0, block.low_bytes(s), block.len);
        }
        plain
    }

    /// Up to 256 units that Latin-1 has, in blocks of which the last overlaps what is done. (200 and 500 bytes in the loop:
    /// 0.71 and 0.85 of `simdutf`, EPYC family 25 model 17, 2026-11-28.)
    #[inline(always)]
    fn short<const LOSSY: bool>(
        self,
        s: Avx512,
        from: Utf16,
        src: &[[u8; 2]],
        dst: &mut [MaybeUninit<u8>],
    ) -> Option<Lossy> {
        if src.len() <= BLOCK {
            return one_block::<LOSSY, _>(s, from, src, self, dst);
        }
        if src.len() > 4 * BLOCK {
            return None;
        }
        let dst = dst.get_mut(..src.len())?;
        let last = src.len() - BLOCK;
        let mut at = 0;
        loop {
            let block = Block::inside(s, from, src[at..].first_chunk()?);
            if !self.plain(s, &block, &mut Roomy(&mut dst[at..])) {
                return None;
            }
            if at == last {
                return Some(Lossy { written: src.len(), replacements: 0 });
            }
            at = last.min(at + BLOCK);
        }
    }

    /// A character that Latin-1 does not have becomes `?` at its first unit; the second of a pair is left
    /// out.
    #[inline(always)]
    fn block<const LOSSY: bool, O: Output<u8>>(
        self,
        s: Avx512,
        block: &Block,
        out: &mut O,
    ) -> Done {
        if self.plain(s, block, out) {
            return Done { plain: true, written: block.len, bad: 0 };
        }
        let low = block.low_bytes(s);
        let high = block.high_bytes(s);
        let bad = high.test8(high);
        if !LOSSY {
            out.put(0, low, block.len);
            return Done { plain: false, written: block.len, bad };
        }
        let low = low.put8(bad, s.bytes(b'?'));
        let surrogates = surrogates(s, high);
        if surrogates == 0 {
            out.put(0, low, block.len);
            return Done { plain: false, written: block.len, bad };
        }
        let second = block.pairs(s, high, surrogates).second;
        let keep = block.present() & !second;
        let written = keep.count_ones() as usize;
        out.put(0, low.compress8(keep), written);
        Done { plain: false, written, bad: bad & !second }
    }

    #[inline(always)]
    fn lengths<const LOSSY: bool>(masks: &Masks) -> [u64; 3] {
        [masks.present & !masks.second, 0, 0]
    }

    #[inline(always)]
    fn bad<const LOSSY: bool>(masks: &Masks) -> u64 {
        if LOSSY { masks.from_100 & !masks.second } else { masks.from_100 }
    }
}
