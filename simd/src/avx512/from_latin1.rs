//! Conversion from Latin-1: bytes that are code points, of which none is ill-formed.
//!
//! # To UTF-8
//!
//! Both bytes of all code points are made in vectors of bytes, a lead and a trail for each, and not in
//! lanes of 16 bits, which are twice as many. Interleaved, they are moved together by a mask that a
//! scatter of bits makes of that of the bytes that are not ASCII:
//!
//! ```text
//!   x         41       E9       42
//!   leads     C1       C3       C1       x >> 6 & 03 | C0
//!   trails    41       A9       42       x & BF where x is not ASCII
//!   zipped    C1 41    C3 A9    C1 42
//!   kept       . x      x x      . x     (the length is 64 and the bytes that are not ASCII)
//! ```
//!
//! Two blocks are tested for ASCII at once, and if they are not both ASCII, neither takes the short way:
//! tested one by one, 0.84 of the speed on ASCII, and less than that on text with sparse accents where a
//! test of four came before.
//!
//! # To UTF-16 and UTF-32
//!
//! A load that widens and a store. With the bytes spread by permutations of a whole vector instead, an
//! input of 64 to 1000 bytes took a tenth to a third longer: the tables have to be loaded first.

use core::mem::MaybeUninit;

use super::bits::{first, nth, scatter};
use super::encode::A_AND_B_OR_C;
use super::from_utf8::first_ascii_run;
use super::memory::{Output, line_before};
use super::wide::Z;
use crate::aligned::Aligned;
use crate::fallback::form::{Latin1, Target, Utf8, Utf16, Utf32};
use crate::fallback::{ByteOrder, Error};
use crate::kernels::from_latin1::finish;
use crate::x86::Avx512;

/// Bytes of a block.
const BLOCK: usize = 64;
/// Bytes of a half of it.
const HALF: usize = 32;

/// The 32 places from `from` on, of one vector and of another in turn.
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

const PAIRS: &Aligned<[[u8; 64]; 2]> = &Aligned([pairs(0), pairs(HALF as u8)]);

/// The two bytes of every code point, of which an ASCII one has the second only.
struct Pairs {
    leads: Z,
    trails: Z,
    nonascii: u64,
}

impl Pairs {
    #[inline(always)]
    fn new(s: Avx512, x: Z, nonascii: u64) -> Self {
        let leads = x.shr16::<6>().ternary::<A_AND_B_OR_C>(s.bytes(0x03), s.bytes(0xC0));
        let trails = x.put8(nonascii, x.and(s.bytes(0xBF)));
        Self { leads, trails, nonascii }
    }

    /// The bytes of the 32 code points of a half, and the mask of those that are used among two for each.
    #[inline(always)]
    fn half<const HIGH: bool>(&self, s: Avx512) -> (Z, u64) {
        let (zip, nonascii) = if HIGH {
            (s.array(&PAIRS[1]), self.nonascii >> HALF)
        } else {
            (s.array(&PAIRS[0]), self.nonascii & first(HALF))
        };
        let kept = scatter(s, nonascii, EVEN) | !EVEN;
        (zip.pick8_of_two(self.leads, self.trails).compress8(kept), kept)
    }
}

const EVEN: u64 = 0x5555_5555_5555_5555;

/// Writes 64 code points where there is room for twice as many bytes, and tells how many these are.
#[inline(always)]
fn put_block(s: Avx512, x: Z, room: &mut [MaybeUninit<u8>]) -> usize {
    let pairs = Pairs::new(s, x, x.sign8());
    let low = HALF + (pairs.nonascii as u32).count_ones() as usize;
    pairs.half::<false>(s).0.store(room);
    pairs.half::<true>(s).0.store(&mut room[low..]);
    BLOCK + pairs.nonascii.count_ones() as usize
}

/// The entry `latin1_to_utf8`.
#[inline(always)]
pub(super) fn to_utf8(s: Avx512, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Result<usize, Error> {
    let (mut at, mut len) = (0, 0);
    // Bytes of ASCII since the last block that was not.
    let mut run = 0;
    while let Some(pair) = src[at..].first_chunk::<{ 2 * BLOCK }>()
        && let Some(room) = dst[len..].first_chunk_mut::<{ 4 * BLOCK }>()
    {
        let (x, y) = (s.load(&pair[..BLOCK]), s.load(&pair[BLOCK..]));
        if x.or(y).sign8() == 0 {
            x.store(room);
            y.store(&mut room[BLOCK..]);
            len += 2 * BLOCK;
            at += 2 * BLOCK;
            run += 2 * BLOCK;
            if run == 4 * BLOCK {
                let ascii = first_ascii_run(s, &src[at..], Latin1, &mut dst[len..]);
                at += ascii;
                len += ascii;
                run = 0;
            }
            continue;
        }
        let first = put_block(s, x, room);
        len += first + put_block(s, y, &mut room[first..]);
        at += 2 * BLOCK;
        run = 0;
    }
    while let Some(block) = src[at..].first_chunk::<BLOCK>()
        && let Some(room) = dst[len..].first_chunk_mut::<{ 2 * BLOCK }>()
    {
        len += put_block(s, s.array(block), room);
        at += BLOCK;
    }
    let mut out = Output::new(dst);
    out.len = len;
    while at < src.len() {
        let rest = &src[at..];
        let x = s.load_first(rest, 64);
        let (mut n, nonascii) = (rest.len().min(BLOCK), x.sign8());
        if nonascii == 0 && n <= out.room() {
            out.put(x, n);
            at += n;
            continue;
        }
        n = n.min(HALF);
        let (bytes, mut kept) = Pairs::new(s, x, nonascii).half::<false>(s);
        kept &= first(2 * n);
        let (mut len, room) = (kept.count_ones() as usize, out.room());
        if len > room {
            // A code point fits if its trail does.
            n = nth(s, kept, room) / 2;
            len = (kept & first(2 * n)).count_ones() as usize;
        }
        out.put(bytes, len);
        at += n;
        if n < HALF {
            break;
        }
    }
    let written = out.len;
    finish(src, at, Utf8, dst, written)
}

/// A target in which a code point of Latin-1 is one unit of `64 / N` bytes. A vector has `N`.
pub(super) trait Widen<const N: usize>: Target {
    /// The first `N` bytes of a vector as units.
    fn widen(self, x: Z) -> Z;
    /// Bytes of one part of the source.
    fn load(s: Avx512, part: &[u8; N]) -> Z;
}

impl Widen<32> for Utf16 {
    #[inline(always)]
    fn widen(self, x: Z) -> Z {
        match self.0 {
            ByteOrder::Little => x.widen8(),
            ByteOrder::Big => x.widen8().shl16::<8>(),
        }
    }

    #[inline(always)]
    fn load(s: Avx512, part: &[u8; 32]) -> Z {
        s.half(part)
    }
}

impl Widen<16> for Utf32 {
    #[inline(always)]
    fn widen(self, x: Z) -> Z {
        match self.0 {
            ByteOrder::Little => x.widen8_to_32(),
            ByteOrder::Big => x.widen8_to_32().shl32::<24>(),
        }
    }

    #[inline(always)]
    fn load(s: Avx512, part: &[u8; 16]) -> Z {
        s.quarter(part)
    }
}

/// The entries to UTF-16 and UTF-32. The stores are what takes the time, so those of a long source are within cache lines.
#[inline(always)]
pub(super) fn widen<const N: usize, T: Widen<N>>(
    s: Avx512,
    src: &[u8],
    to: T,
    dst: &mut [MaybeUninit<T::Unit>],
) -> Result<usize, Error> {
    let len = src.len().min(dst.len());
    let mut at = 0;
    if let (Some(part), Some(room)) = (src.first_chunk(), dst.first_chunk_mut::<N>())
        && len >= 8 * N
    {
        to.widen(T::load(s, part)).store(room);
        at = line_before(dst, N);
    }
    if let (Some(part), Some(room)) = (src[..len].last_chunk(), dst[..len].last_chunk_mut::<N>()) {
        // The last part overlaps the one before, which costs less than a mask.
        to.widen(T::load(s, part)).store(room);
        let parts = src[at..len].as_chunks::<N>().0;
        for (part, room) in parts.iter().zip(dst[at..len].as_chunks_mut::<N>().0) {
            to.widen(T::load(s, part)).store(room);
        }
    } else if len > 0 {
        to.widen(s.load_first(&src[..len], 64)).store_first(&mut dst[..len], N);
    }
    finish(src, len, to, dst, len)
}

/// The entry `latin1_to_latin1`.
#[inline(always)]
pub(super) fn copy(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Result<usize, Error> {
    let len = src.len().min(dst.len());
    super::memory::copy(&src[..len], &mut dst[..len]);
    finish(src, len, Latin1, dst, len)
}
