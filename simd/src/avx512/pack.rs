//! The units of a block as vectors, for each target of a conversion from UTF-8.

use core::mem::MaybeUninit;

use super::decode_utf8::Planes;
use super::from_utf8::Sink;
use super::wide::Z;
use crate::fallback::ByteOrder;
use crate::fallback::form::Utf16;
use crate::x86::Avx512;

/// Where lane `i` of sixteen-bit lanes comes from when two vectors of bytes are interleaved, the `half`-th
/// 32 of each: from the first, then from the second (64 more).
const fn interleave(half: u8) -> [u8; 64] {
    let mut table = [0; 64];
    let mut i = 0;
    while i < 32 {
        table[2 * i] = half * 32 + i as u8;
        table[2 * i + 1] = 64 + half * 32 + i as u8;
        i += 1;
    }
    table
}

pub(super) static ZIP_LOW: [u8; 64] = interleave(0);
pub(super) static ZIP_HIGH: [u8; 64] = interleave(1);

/// Each pair of bytes exchanged.
pub(super) static SWAP16: [u8; 64] = swap(1);
/// The four bytes of each 32-bit lane in the other order.
pub(super) static SWAP32: [u8; 64] = swap(3);

/// Indices within sixteen bytes, with the bits `flip` of each changed.
const fn swap(flip: usize) -> [u8; 64] {
    let mut table = [0; 64];
    let mut i = 0;
    while i < 64 {
        table[i] = (i ^ flip) as u8 % 16;
        i += 1;
    }
    table
}

/// The bits of a 64-bit mask at the bits of another, moved together.
#[inline(always)]
fn gather(mask: u64, at: u64) -> u64 {
    #[cfg(target_arch = "x86_64")]
    {
        // SAFETY: BMI2 is among the features of the backend.
        unsafe { crate::x86::arch::_pext_u64(mask, at) }
    }
    #[cfg(target_arch = "x86")]
    {
        let (mut mask, mut at, mut out, mut n) = (mask, at, 0, 0);
        while at != 0 {
            let bit = at & at.wrapping_neg();
            out |= u64::from(mask & bit != 0) << n;
            n += 1;
            at ^= bit;
            mask &= !bit;
        }
        out
    }
}

/// The lowest bits of a mask moved to where another has bits, in order.
#[inline(always)]
pub(super) fn scatter(mask: u64, to: u64) -> u64 {
    #[cfg(target_arch = "x86_64")]
    {
        // SAFETY: BMI2 is among the features of the backend.
        unsafe { crate::x86::arch::_pdep_u64(mask, to) }
    }
    #[cfg(target_arch = "x86")]
    {
        let (mut mask, mut to, mut out) = (mask, to, 0);
        while to != 0 {
            let bit = to & to.wrapping_neg();
            out |= bit * (mask & 1);
            mask >>= 1;
            to ^= bit;
        }
        out
    }
}

impl Sink for Utf16 {
    const PAIRS: bool = true;
    type Packed = [Z; 2];

    #[inline(always)]
    fn ascii(self, _: Avx512, bytes: Z) -> [Z; 2] {
        let (low, high) = (bytes.widen8(), bytes.widen8_high());
        match self.0 {
            ByteOrder::Little => [low, high],
            ByteOrder::Big => [low.shl16::<8>(), high.shl16::<8>()],
        }
    }

    #[inline(always)]
    fn pack<const CLASS: u8>(self, s: Avx512, planes: Planes, ends: u64) -> [Z; 2] {
        let (lo, hi) = (planes.lo.compress8(ends), planes.hi.compress8(ends));
        let (a, b) = match self.0 {
            ByteOrder::Big if CLASS < 4 => (hi, lo),
            _ => (lo, hi),
        };
        let mut low = s.array(&ZIP_LOW).pick8_of_two(a, b);
        let mut high = s.array(&ZIP_HIGH).pick8_of_two(a, b);
        if CLASS == 4 {
            let thirds = gather(planes.thirds, ends);
            let fourths = gather(planes.fourths, ends);
            low = surrogates(s, low, thirds as u32, fourths as u32);
            high = surrogates(s, high, (thirds >> 32) as u32, (fourths >> 32) as u32);
            if self.0 == ByteOrder::Big {
                (low, high) = (low.shuffle8(s.array(&SWAP16)), high.shuffle8(s.array(&SWAP16)));
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
