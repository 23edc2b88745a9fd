//! The units of a block as vectors, for each target of a conversion from UTF-8.

use core::hint::black_box;
use core::mem::MaybeUninit;

use super::bits::gather;
use super::decode_utf8::{A_OR_B_AND_C, Planes};
use super::from_latin1::Widen;
use super::from_utf8::{BLOCK, Sink};
use super::short_utf8;
use super::utf16_block::Order;
use super::wide::Z;
use crate::aligned::Aligned;
use crate::fallback::form::{Latin1, Utf16, Utf32};
use crate::fallback::{ByteOrder, Lossy};
use crate::kernels::text::Text;
use crate::x86::Avx512;

/// For `64 / N` units of `N` bytes the places of their bytes: the byte `high` is taken from the upper half, and the
/// others from the lower, from the place `from` on.
const fn zipped<const N: usize>(from: usize, high: usize) -> [u8; 64] {
    let mut table = [0; 64];
    let mut i = 0;
    while i < 64 {
        table[i] = (from + i / N) as u8;
        if i % N == high {
            table[i] += 32;
        }
        i += 1;
    }
    table
}

const WORDS: &Aligned<[u8; 64]> = &Aligned(zipped::<2>(0, 1));
const DOUBLES_LE: &Aligned<[[u8; 64]; 2]> = &Aligned([zipped::<4>(0, 1), zipped::<4>(16, 1)]);
const DOUBLES_BE: &Aligned<[[u8; 64]; 2]> = &Aligned([zipped::<4>(0, 2), zipped::<4>(16, 2)]);

/// A table that the compiler does not look into, if it is for many blocks.
///
/// It makes one look-up in two vectors of a move of a half and a look-up in one. That is an instruction less, but on
/// Intel three steps in place of two; for one block of ASCII and two-byte sequences it is 5 % faster.
#[inline(always)]
fn table<const MANY: bool>(s: Avx512, table: &'static [u8; 64]) -> Z {
    s.array(if MANY { black_box(table) } else { table })
}

/// Each place `N` times, from `from` on.
const fn repeated<const N: usize>(from: usize) -> [u8; 64] {
    zipped::<N>(from, N)
}

const WIDE_16: &Aligned<[[u8; 64]; 2]> = &Aligned([repeated::<2>(0), repeated::<2>(32)]);
const WIDE_32: &Aligned<[[u8; 64]; 4]> =
    &Aligned([repeated::<4>(0), repeated::<4>(16), repeated::<4>(32), repeated::<4>(48)]);

/// Each two bytes exchanged, within sixteen.
pub(super) const SWAP16: &Aligned<[u8; 64]> = &Aligned({
    let mut table = [0; 64];
    let mut i = 0;
    while i < 64 {
        table[i] = (i ^ 1) as u8 % 16;
        i += 1;
    }
    table
});

/// Each four bytes in reverse, within sixteen.
pub(super) const SWAP32: &Aligned<[u8; 64]> = &Aligned({
    let mut table = [0; 64];
    let mut i = 0;
    while i < 64 {
        table[i] = (i ^ 3) as u8 % 16;
        i += 1;
    }
    table
});

impl Sink for Utf16 {
    const PAIRS: bool = true;
    const SHORT: usize = short_utf8::LEN;
    type Packed = [Z; 2];
    type Ready = Z;

    #[inline(always)]
    fn short<const LOSSY: bool, S: Text>(
        self,
        s: Avx512,
        src: &[u8],
        dst: &mut [MaybeUninit<[u8; 2]>],
    ) -> Option<Lossy> {
        short_utf8::short::<LOSSY, S>(s, src, self, dst)
    }

    #[inline(always)]
    fn short_ascii(self, s: Avx512, src: &[u8], bytes: Z, dst: &mut [MaybeUninit<[u8; 2]>]) {
        // Two stores that overlap take less than one by a mask. Which two is no matter of whether the length is 32 or
        // 16: strings of up to so many bytes would often have that one and often not.
        if src.len() > 32
            && let (Some(first), Some(last)) = (src.first_chunk(), src.last_chunk())
            && let Some(dst) = dst.get_mut(..src.len())
        {
            let (first, last) = (self.widen(s.half(first)), self.widen(s.half(last)));
            first.store(dst);
            last.store(&mut dst[src.len() - 32..]);
            return;
        }
        if let (Some(first), Some(last)) = (src.first_chunk(), src.last_chunk())
            && let Some(dst) = dst.get_mut(..src.len())
        {
            let (first, last) = (s.quarter(first).first_quarter(), s.quarter(last).first_quarter());
            short_utf8::ordered(self, first.widen8()).put(dst, 16);
            short_utf8::ordered(self, last.widen8()).put(&mut dst[src.len() - 16..], 16);
            return;
        }
        Self::store_first(self.ascii(s, bytes), dst, src.len());
    }

    #[inline(always)]
    fn ready<const MANY: bool>(self, s: Avx512) -> Z {
        table::<MANY>(s, WORDS)
    }

    #[inline(always)]
    fn ascii(self, s: Avx512, bytes: Z) -> [Z; 2] {
        // Both bytes of a unit lead to the character; the mask leaves one.
        let low = match self.0 {
            ByteOrder::Little => 0x5555_5555_5555_5555,
            ByteOrder::Big => 0xAAAA_AAAA_AAAA_AAAA,
        };
        let [a, b] = &WIDE_16.0;
        [s.array(a).pick8_where(low, bytes), s.array(b).pick8_where(low, bytes)]
    }

    #[inline(always)]
    fn ascii_or_bad(self, s: Avx512, bytes: Z, bad: u64) -> [Z; 2] {
        if self.0 == ByteOrder::Little {
            // As numbers with a sign FD in 8 bits is FFFD in 16.
            let bytes = bytes.put8(bad, s.bytes(0xFD));
            return [bytes.widen8_signed(), bytes.widen8_signed_high()];
        }
        let replacement = s.words(self.lane(0xFFFD));
        let [low, high] = self.ascii(s, bytes);
        [low.put16(bad as u32, replacement), high.put16((bad >> 32) as u32, replacement)]
    }

    #[inline(always)]
    fn ascii_of(self, s: Avx512, block: &[u8; BLOCK]) -> ([Z; 2], Z) {
        let (halves, _) = block.as_chunks::<32>();
        let (a, b) = (self.widen(s.half(&halves[0])), self.widen(s.half(&halves[1])));
        ([a, b], a.or(b))
    }

    #[inline(always)]
    fn pack<const CLASS: u8>(self, s: Avx512, zip: Z, planes: Planes, ends: u64) -> [Z; 2] {
        let (lo, hi) = (planes.lo.compress8(ends), planes.hi.compress8(ends));
        let (a, b) = match self.0 {
            ByteOrder::Big if CLASS < 4 => (hi, lo),
            _ => (lo, hi),
        };
        let (low, high) = (zip.pick8(a.join_low(b)), zip.pick8(a.join_high(b)));
        if CLASS < 4 {
            return [low, high];
        }
        let thirds = gather(s, planes.thirds, ends);
        let fourths = gather(s, planes.fourths, ends);
        let low = surrogates(s, low, thirds as u32, fourths as u32);
        let high = surrogates(s, high, (thirds >> 32) as u32, (fourths >> 32) as u32);
        match self.0 {
            ByteOrder::Little => [low, high],
            ByteOrder::Big => [low.shuffle8(s.array(SWAP16)), high.shuffle8(s.array(SWAP16))],
        }
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

/// Sixteen units of four bytes: the lower two from `halves`, at `places`, and the third from `third`.
#[inline(always)]
fn quarter(s: Avx512, order: ByteOrder, places: Z, halves: Z, third: Option<Z>) -> Z {
    let (lower, upper) = match order {
        ByteOrder::Little => (0x0000_FFFF, 0x00FF_0000),
        ByteOrder::Big => (0xFFFF_0000, 0x0000_FF00),
    };
    let units = places.pick8(halves);
    match third {
        Some(third) => {
            let third = places.pick8(third).and(s.doubles(upper));
            third.ternary::<A_OR_B_AND_C>(units, s.doubles(lower))
        }
        None => units.and(s.doubles(lower)),
    }
}

impl Sink for Utf32 {
    type Packed = [Z; 4];
    type Ready = [Z; 2];

    #[inline(always)]
    fn short_ascii(self, s: Avx512, src: &[u8], bytes: Z, dst: &mut [MaybeUninit<[u8; 4]>]) {
        // As to UTF-16.
        if src.len() > 16
            && let Some(last) = src.last_chunk()
            && let Some(dst) = dst.get_mut(..src.len())
        {
            let (quarters, _) = src.as_chunks::<16>();
            let (rooms, _) = dst.as_chunks_mut::<16>();
            for (quarter, room) in quarters.iter().zip(rooms) {
                self.widen(s.quarter(quarter)).store(room);
            }
            self.widen(s.quarter(last)).store(&mut dst[src.len() - 16..]);
            return;
        }
        Self::store_first(self.ascii(s, bytes), dst, src.len());
    }

    #[inline(always)]
    fn ready<const MANY: bool>(self, s: Avx512) -> [Z; 2] {
        let tables = match self.0 {
            ByteOrder::Little => DOUBLES_LE,
            ByteOrder::Big => DOUBLES_BE,
        };
        [table::<MANY>(s, &tables[0]), table::<MANY>(s, &tables[1])]
    }

    #[inline(always)]
    fn ascii(self, s: Avx512, bytes: Z) -> [Z; 4] {
        let low = match self.0 {
            ByteOrder::Little => 0x1111_1111_1111_1111,
            ByteOrder::Big => 0x8888_8888_8888_8888,
        };
        let [a, b, c, d] = &WIDE_32.0;
        [
            s.array(a).pick8_where(low, bytes),
            s.array(b).pick8_where(low, bytes),
            s.array(c).pick8_where(low, bytes),
            s.array(d).pick8_where(low, bytes),
        ]
    }

    #[inline(always)]
    fn ascii_or_bad(self, s: Avx512, bytes: Z, bad: u64) -> [Z; 4] {
        let replacement = s.doubles(match self.0 {
            ByteOrder::Little => 0xFFFD,
            ByteOrder::Big => 0xFFFD_u32.swap_bytes(),
        });
        let [a, b, c, d] = self.ascii(s, bytes);
        [
            a.put32(bad as u16, replacement),
            b.put32((bad >> 16) as u16, replacement),
            c.put32((bad >> 32) as u16, replacement),
            d.put32((bad >> 48) as u16, replacement),
        ]
    }

    #[inline(always)]
    fn ascii_of(self, s: Avx512, block: &[u8; BLOCK]) -> ([Z; 4], Z) {
        let (quarters, _) = block.as_chunks::<16>();
        let (a, b) = (self.widen(s.quarter(&quarters[0])), self.widen(s.quarter(&quarters[1])));
        let (c, d) = (self.widen(s.quarter(&quarters[2])), self.widen(s.quarter(&quarters[3])));
        ([a, b, c, d], a.or(b).or(c).or(d))
    }

    #[inline(always)]
    fn pack<const CLASS: u8>(self, s: Avx512, places: [Z; 2], planes: Planes, ends: u64) -> [Z; 4] {
        let (lo, hi) = (planes.lo.compress8(ends), planes.hi.compress8(ends));
        let (low, high) = (lo.join_low(hi), lo.join_high(hi));
        if CLASS < 4 {
            return [
                quarter(s, self.0, places[0], low, None),
                quarter(s, self.0, places[1], low, None),
                quarter(s, self.0, places[0], high, None),
                quarter(s, self.0, places[1], high, None),
            ];
        }
        let third = planes.third.compress8(ends);
        let upper = third.join_high(third);
        [
            quarter(s, self.0, places[0], low, Some(third)),
            quarter(s, self.0, places[1], low, Some(third)),
            quarter(s, self.0, places[0], high, Some(upper)),
            quarter(s, self.0, places[1], high, Some(upper)),
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
    type Ready = ();

    #[inline(always)]
    fn ready<const MANY: bool>(self, _: Avx512) {}

    #[inline(always)]
    fn ascii(self, _: Avx512, bytes: Z) -> Z {
        bytes
    }

    #[inline(always)]
    fn ascii_or_bad(self, s: Avx512, bytes: Z, bad: u64) -> Z {
        bytes.put8(bad, s.bytes(b'?'))
    }

    #[inline(always)]
    fn ascii_of(self, s: Avx512, block: &[u8; BLOCK]) -> (Z, Z) {
        let bytes = s.array(block);
        (bytes, bytes)
    }

    #[inline(always)]
    fn pack<const CLASS: u8>(self, _: Avx512, (): (), planes: Planes, ends: u64) -> Z {
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
