//! The units of a block as vectors, for each target of a conversion from UTF-8.

use core::mem::MaybeUninit;

use super::bits::gather;
use super::decode_utf8::Planes;
use super::from_latin1::Widen;
use super::from_utf8::{BLOCK, Sink};
use super::wide::Z;
use crate::fallback::ByteOrder;
use crate::fallback::form::{Latin1, Utf16, Utf32};
use crate::x86::Avx512;

/// 32 units of two bytes, from the lane `from` on: the low bytes are in the first of two vectors, the
/// high ones in the second.
const fn pairs(from: u8) -> [u8; 64] {
    let mut table = [0; 64];
    let mut i = 0;
    while i < 32 {
        table[2 * i] = from + i as u8;
        table[2 * i + 1] = 64 + from + i as u8;
        i += 1;
    }
    table
}

pub(super) static PAIRS: [[u8; 64]; 2] = [pairs(0), pairs(32)];

/// Each two bytes exchanged, within sixteen.
pub(super) static SWAP16: [u8; 64] = {
    let mut table = [0; 64];
    let mut i = 0;
    while i < 64 {
        table[i] = (i ^ 1) as u8 % 16;
        i += 1;
    }
    table
};

/// Each four bytes in reverse, within sixteen.
pub(super) static SWAP32: [u8; 64] = {
    let mut table = [0; 64];
    let mut i = 0;
    while i < 64 {
        table[i] = (i ^ 3) as u8 % 16;
        i += 1;
    }
    table
};

impl Sink for Utf16 {
    const PAIRS: bool = true;
    type Packed = [Z; 2];

    #[inline(always)]
    fn ascii(self, s: Avx512, bytes: Z) -> [Z; 2] {
        // Both bytes of a unit lead to the character; the mask leaves one.
        let kept = match self.0 {
            ByteOrder::Little => 0x5555_5555_5555_5555,
            ByteOrder::Big => 0xAAAA_AAAA_AAAA_AAAA,
        };
        let half = |i: usize| s.array(&PAIRS[i]).pick8(bytes).keep8(kept);
        [half(0), half(1)]
    }

    #[inline(always)]
    fn ascii_of(self, s: Avx512, block: &[u8; BLOCK]) -> ([Z; 2], Z) {
        let (halves, _) = block.as_chunks::<32>();
        let (a, b) = (self.widen(s.half(&halves[0])), self.widen(s.half(&halves[1])));
        ([a, b], a.or(b))
    }

    #[inline(always)]
    fn pack<const CLASS: u8>(self, s: Avx512, planes: Planes, ends: u64) -> [Z; 2] {
        let (lo, hi) = (planes.lo.compress8(ends), planes.hi.compress8(ends));
        let (a, b) = match self.0 {
            ByteOrder::Big if CLASS < 4 => (hi, lo),
            _ => (lo, hi),
        };
        let mut low = s.array(&PAIRS[0]).pick8_of_two(a, b);
        let mut high = s.array(&PAIRS[1]).pick8_of_two(a, b);
        if CLASS == 4 {
            let thirds = gather(planes.thirds, ends);
            let fourths = gather(planes.fourths, ends);
            low = surrogates(s, low, thirds as u32, fourths as u32);
            high = surrogates(s, high, (thirds >> 32) as u32, (fourths >> 32) as u32);
            if self.0 == ByteOrder::Big {
                low = low.shuffle8(s.array(&SWAP16));
                high = high.shuffle8(s.array(&SWAP16));
            }
        }
        [low, high]
    }

    #[inline(always)]
    fn store([low, high]: [Z; 2], dst: &mut [MaybeUninit<[u8; 2]>], n: usize) {
        low.store(&mut dst[..32]);
        if n > 32 {
            high.store(&mut dst[32..]);
        }
    }

    #[inline(always)]
    fn store_first([low, high]: [Z; 2], dst: &mut [MaybeUninit<[u8; 2]>], n: usize) {
        low.store_first(dst, n);
        if n > 32 && dst.len() > 32 {
            high.store_first(&mut dst[32..], n - 32);
        }
    }
}

/// Makes surrogates of the units at the third bytes of four and at the fourth.
#[inline(always)]
fn surrogates(s: Avx512, units: Z, thirds: u32, fourths: u32) -> Z {
    let high = units.shr16::<4>().add16(s.words(0xD7C0));
    let low = units.and(s.words(0x03FF)).or(s.words(0xDC00));
    units.put16(thirds, high).put16(fourths, low)
}

/// Sixteen units of four bytes, from the lane `from` on, as [`pairs`]; the upper two bytes are masked.
const fn quads(from: u8, order: ByteOrder) -> [u8; 64] {
    let mut table = [0; 64];
    let mut i = 0;
    while i < 16 {
        let (low, high) = match order {
            ByteOrder::Little => (4 * i, 4 * i + 1),
            ByteOrder::Big => (4 * i + 3, 4 * i + 2),
        };
        table[low] = from + i as u8;
        table[high] = 64 + from + i as u8;
        i += 1;
    }
    table
}

static QUADS_LE: [[u8; 64]; 4] = quarters(ByteOrder::Little);
static QUADS_BE: [[u8; 64]; 4] = quarters(ByteOrder::Big);

const fn quarters(order: ByteOrder) -> [[u8; 64]; 4] {
    [quads(0, order), quads(16, order), quads(32, order), quads(48, order)]
}

/// The units of four bytes from `16 * I` on.
#[inline(always)]
fn quarter<const I: usize>(s: Avx512, order: ByteOrder, lo: Z, hi: Z, third: Option<Z>) -> Z {
    let (tables, low_half) = match order {
        ByteOrder::Little => (&QUADS_LE, 0x3333_3333_3333_3333),
        ByteOrder::Big => (&QUADS_BE, 0xCCCC_CCCC_CCCC_CCCC),
    };
    let lanes = s.array(&tables[I]);
    let units = lanes.pick8_of_two(lo, hi).keep8(low_half);
    let Some(third) = third else { return units };
    // The table leads to where the low byte is; from there the third byte goes where it belongs.
    let at_low = lanes.pick8(third);
    match order {
        ByteOrder::Little => units.put8(0x4444_4444_4444_4444, at_low.shl32::<16>()),
        ByteOrder::Big => units.put8(0x2222_2222_2222_2222, at_low.shr32::<16>()),
    }
}

impl Sink for Utf32 {
    type Packed = [Z; 4];

    #[inline(always)]
    fn ascii(self, s: Avx512, bytes: Z) -> [Z; 4] {
        let (tables, kept) = match self.0 {
            ByteOrder::Little => (&QUADS_LE, 0x1111_1111_1111_1111),
            ByteOrder::Big => (&QUADS_BE, 0x8888_8888_8888_8888),
        };
        let quarter = |i: usize| s.array(&tables[i]).pick8(bytes).keep8(kept);
        [quarter(0), quarter(1), quarter(2), quarter(3)]
    }

    #[inline(always)]
    fn ascii_of(self, s: Avx512, block: &[u8; BLOCK]) -> ([Z; 4], Z) {
        let (quarters, _) = block.as_chunks::<16>();
        let (a, b) = (self.widen(s.quarter(&quarters[0])), self.widen(s.quarter(&quarters[1])));
        let (c, d) = (self.widen(s.quarter(&quarters[2])), self.widen(s.quarter(&quarters[3])));
        ([a, b, c, d], a.or(b).or(c).or(d))
    }

    #[inline(always)]
    fn pack<const CLASS: u8>(self, s: Avx512, planes: Planes, ends: u64) -> [Z; 4] {
        let (lo, hi) = (planes.lo.compress8(ends), planes.hi.compress8(ends));
        let third = if CLASS == 4 { Some(planes.third.compress8(ends)) } else { None };
        [
            quarter::<0>(s, self.0, lo, hi, third),
            quarter::<1>(s, self.0, lo, hi, third),
            quarter::<2>(s, self.0, lo, hi, third),
            quarter::<3>(s, self.0, lo, hi, third),
        ]
    }

    #[inline(always)]
    fn store([a, b, c, d]: [Z; 4], dst: &mut [MaybeUninit<[u8; 4]>], n: usize) {
        a.store(&mut dst[..16]);
        b.store(&mut dst[16..32]);
        if n > 32 {
            c.store(&mut dst[32..48]);
            d.store(&mut dst[48..64]);
        }
    }

    #[inline(always)]
    fn store_first([a, b, c, d]: [Z; 4], dst: &mut [MaybeUninit<[u8; 4]>], n: usize) {
        let n = n.min(dst.len());
        a.store_first(dst, n);
        if n > 16 {
            b.store_first(&mut dst[16..], n - 16);
        }
        if n > 32 {
            c.store_first(&mut dst[32..], n - 32);
        }
        if n > 48 {
            d.store_first(&mut dst[48..], n - 48);
        }
    }
}

impl Sink for Latin1 {
    const LATIN1: bool = true;
    type Packed = Z;

    #[inline(always)]
    fn ascii(self, _: Avx512, bytes: Z) -> Z {
        bytes
    }

    #[inline(always)]
    fn ascii_of(self, s: Avx512, block: &[u8; BLOCK]) -> (Z, Z) {
        let bytes = s.array(block);
        (bytes, bytes)
    }

    #[inline(always)]
    fn pack<const CLASS: u8>(self, _: Avx512, planes: Planes, ends: u64) -> Z {
        planes.lo.compress8(ends)
    }

    #[inline(always)]
    fn store(bytes: Z, dst: &mut [MaybeUninit<u8>], _: usize) {
        bytes.store(dst);
    }

    #[inline(always)]
    fn store_first(bytes: Z, dst: &mut [MaybeUninit<u8>], n: usize) {
        bytes.store_first(dst, n);
    }
}
