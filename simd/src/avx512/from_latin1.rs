//! Conversion from Latin-1: bytes that are code points, of which none is ill-formed.
//!
//! # To UTF-8
//!
//! Both bytes of 64 code points are made before they stand side by side, in vectors of bytes, a lead and a trail for
//! each. One permutation puts the bytes of the second half of a block between those of the first; so a byte and what it
//! becomes are neighbours from the beginning, and shifts by lanes of 16 bits do the rest:
//!
//! ```text
//!   x         41 E9 ..   42 FF ..
//!   woven     41 42      E9 FF
//!   leads     C1 C1      C3 C3      woven rotated by 2, & 03 | C0: of the second half in front
//!   trails    41 42      A9 BF      woven & !(woven >> 1 & 40)
//!   first     C1 41      C3 A9      trails << 8 | leads >> 8
//!   second    C1 42      C3 BF      leads & 00FF | trails & FF00
//!   kept       . x        x x       a bit for each trail, and for the lead where x is not ASCII
//! ```
//!
//! The last two are moved together by `kept`, which a scatter of bits makes of the mask of what is not ASCII. That one
//! permutation is enough is an idea of `simdutf`. Lost: leads and trails permuted together, by a look-up in two vectors for
//! each half, which is three steps on Intel (64 KiB 0.95 to 0.98 of `simdutf`, and 1.01 to 1.04 so; Xeon of model 207,
//! 2026-11-28).
//!
//! Two blocks are tested for ASCII at once, and if they are not both ASCII, neither takes the short way:
//! tested one by one, 0.84 of the speed on ASCII, and less than that on text with sparse accents where a
//! test of four came before.
//!
//! # To UTF-16 and UTF-32
//!
//! A load that widens and a store. What is not long is in the entry, which needs few registers: called, a function that needs
//! more takes 3 ns before it looks at a byte (16 bytes to UTF-16 10.3 to 10.9 ns and 6.8 to 7.0, to UTF-8 7.3 and 4.5; the
//! same machine). With the bytes spread by permutations of a whole vector instead, an input of 64 to 1000 bytes took a tenth
//! to a third longer: the tables have to be loaded first.

use core::mem::MaybeUninit;

use super::bits::{count, first, nth, scatter};
use super::encode::A_AND_B_OR_C;
use super::from_utf8::first_ascii_run;
use super::memory::Output;
use super::wide::Z;
use crate::aligned::Aligned;
use crate::backend::avx512;
use crate::fallback::form::{Latin1, Target, Utf8, Utf16, Utf32};
use crate::fallback::{ByteOrder, Error};
use crate::kernels::copy::line_before;
use crate::kernels::from_latin1::finish;
use crate::x86::Avx512;

/// Bytes of a block.
const BLOCK: usize = 64;
/// Bytes of a half of it.
const HALF: usize = 32;

/// The places of a half of a block and those of the other in turn.
const WOVEN: &Aligned<[u8; 64]> = &Aligned({
    let mut table = [0; 64];
    let mut i = 0;
    while i < HALF {
        (table[2 * i], table[2 * i + 1]) = (i as u8, (HALF + i) as u8);
        i += 1;
    }
    table
});

/// Truth tables of [`Z::ternary`].
const A_WITHOUT_B_AND_C: i32 = 0b0111_0000;
const A_WHERE_C_ELSE_B: i32 = 0b1110_0100;

/// The two bytes of each code point of a half of a block, and of the other.
#[inline(always)]
fn pairs(s: Avx512, x: Z) -> [Z; 2] {
    let woven = s.array(WOVEN).pick8(x);
    let leads = woven.shift_in16::<2>(woven).ternary::<A_AND_B_OR_C>(s.bytes(0x03), s.bytes(0xC0));
    let trails = woven.ternary::<A_WITHOUT_B_AND_C>(woven.shr16::<1>(), s.bytes(0x40));
    [trails.shift_in16::<8>(leads), trails.ternary::<A_WHERE_C_ELSE_B>(leads, s.words(0xFF00))]
}

/// Of the bytes of [`pairs`] of a half, those that are used: all trails, and the leads of what is not ASCII.
#[inline(always)]
fn kept(s: Avx512, nonascii: u32) -> u64 {
    scatter(s, nonascii.into(), LEADS) | !LEADS
}

/// The leads in a mask of [`pairs`].
const LEADS: u64 = 0x5555_5555_5555_5555;

/// Writes 64 code points where there is room for twice as many bytes, and tells how many these are.
#[inline(always)]
fn put_block(s: Avx512, x: Z, room: &mut [MaybeUninit<u8>]) -> usize {
    let nonascii = x.sign8();
    let [low, high] = pairs(s, x);
    low.compress8(kept(s, nonascii as u32)).store(room);
    let len = HALF + (nonascii as u32).count_ones() as usize;
    high.compress8(kept(s, (nonascii >> HALF) as u32)).store(&mut room[len..]);
    BLOCK + count(nonascii)
}

/// Writes a source of at most 64 code points, and tells how many bytes these are; or nothing, if there is no room for all.
#[inline(always)]
fn put_few(s: Avx512, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Option<usize> {
    let x = s.load_first(src, BLOCK);
    let nonascii = x.sign8();
    let len = src.len() + count(nonascii);
    let dst = dst.get_mut(..len)?;
    if nonascii == 0 {
        x.store_first(dst, len);
        return Some(len);
    }
    let [low, high] = pairs(s, x);
    let low = low.compress8(kept(s, nonascii as u32));
    if src.len() <= HALF {
        low.store_first(dst, len);
        return Some(len);
    }
    let front = HALF + (nonascii as u32).count_ones() as usize;
    low.store_first(dst, front);
    high.compress8(kept(s, (nonascii >> HALF) as u32)).store_first(&mut dst[front..], len - front);
    Some(len)
}

/// The entry `latin1_to_utf8`.
#[inline(always)]
pub(super) fn to_utf8(s: Avx512, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Result<usize, Error> {
    if src.len() <= BLOCK
        && let Some(written) = put_few(s, src, dst)
    {
        return Ok(written);
    }
    if src.len() <= 2 * BLOCK
        && let Some(block) = src.first_chunk()
        && let Some(room) = dst.first_chunk_mut::<{ 2 * BLOCK }>()
    {
        let len = put_block(s, s.array(block), room);
        if let Some(last) = put_few(s, &src[BLOCK..], &mut dst[len..]) {
            return Ok(len + last);
        }
    }
    // SAFETY: the token invariant.
    unsafe { avx512::latin1_to_utf8_any(Latin1, src, Utf8, dst) }
}

/// A source of any length.
#[inline(always)]
pub(super) fn any_to_utf8(
    s: Avx512,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> Result<usize, Error> {
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
    if src.len() - at <= BLOCK
        && let Some(last) = put_few(s, &src[at..], &mut dst[len..])
    {
        return Ok(len + last);
    }
    without_room(s, src, at, dst, len)
}

/// Goes on from `at` on, where `written` bytes are written and there may not be room for the rest.
#[inline(always)]
fn without_room(
    s: Avx512,
    src: &[u8],
    mut at: usize,
    dst: &mut [MaybeUninit<u8>],
    written: usize,
) -> Result<usize, Error> {
    let mut out = Output::new(dst);
    out.len = written;
    while at < src.len() {
        let x = s.load_first(&src[at..], BLOCK);
        let (n, nonascii) = ((src.len() - at).min(BLOCK), x.sign8());
        if nonascii == 0 && n <= out.room() {
            out.put(x, n);
            at += n;
            continue;
        }
        let n = n.min(HALF);
        let kept = kept(s, nonascii as u32) & first(2 * n);
        let (mut fit, room) = (n, out.room());
        if count(kept) > room {
            // A code point fits if its trail does.
            fit = nth(s, kept, room) / 2;
        }
        let [bytes, _] = pairs(s, x);
        out.put(bytes.compress8(kept), count(kept & first(2 * fit)));
        at += fit;
        if fit < n {
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

/// From how many bytes on a source is long. (One string of 700 to 2000 bytes to UTF-16LE and UTF-32 was 0.77 to 0.96 of `simdutf`
/// where it went by [`widen`], and is 1.03 to 1.37; 3000 bytes to UTF-16LE are 0.7 to 0.93. Xeon of model 207, 2026-11-28.)
const LONG: usize = 2048;

/// Converts a source that is not long, if there is room for it. `false`: nothing is done.
#[inline(always)]
pub(super) fn widen_few<const N: usize, T: Widen<N>>(
    s: Avx512,
    src: &[u8],
    to: T,
    dst: &mut [MaybeUninit<T::Unit>],
) -> bool {
    let Some(dst) = dst.get_mut(..src.len()) else { return false };
    if src.len() <= N {
        to.widen(s.load_first(src, N)).store_first(dst, N);
        return true;
    }
    if src.len() < LONG
        && let (Some(last), Some(room)) = (src.last_chunk(), dst.last_chunk_mut::<N>())
    {
        // It overlaps the one before, which costs less than a mask.
        to.widen(T::load(s, last)).store(room);
        let mut at = 0;
        while let Some(part) = src[at..].first_chunk()
            && let Some(room) = dst[at..].first_chunk_mut::<N>()
        {
            to.widen(T::load(s, part)).store(room);
            at += N;
        }
        return true;
    }
    false
}

/// Converts a source of any length. The stores are what takes the time, so those of a long one are within cache lines.
#[inline(always)]
pub(super) fn widen<const N: usize, T: Widen<N>>(
    s: Avx512,
    src: &[u8],
    to: T,
    dst: &mut [MaybeUninit<T::Unit>],
) -> Result<usize, Error> {
    let len = src.len().min(dst.len());
    let (read, room) = (&src[..len], &mut dst[..len]);
    if let (Some(last), Some(end)) = (read.last_chunk(), room.last_chunk_mut::<N>()) {
        to.widen(T::load(s, last)).store(end);
        let mut at = 0;
        if let (Some(part), Some(front)) = (read.first_chunk(), room.first_chunk_mut::<N>())
            && len >= LONG
        {
            to.widen(T::load(s, part)).store(front);
            at = line_before(room, N);
        }
        let parts = read[at..].as_chunks::<N>().0;
        for (part, room) in parts.iter().zip(room[at..].as_chunks_mut::<N>().0) {
            to.widen(T::load(s, part)).store(room);
        }
    } else {
        to.widen(s.load_first(read, N)).store_first(room, N);
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
