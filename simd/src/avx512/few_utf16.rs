//! UTF-8 of sources of UTF-16 that are some vectors, in a straight line: all of the source or nothing.
//!
//! All of it goes the way of its highest class: there is no branch for each block, and the constants of other ways are
//! not set up. Where each vector makes as much output as any, the last overlaps with the one before it.
//!
//! EPYC family 25 model 17, 1,000 strings in turn: 200 B of Russian 15.6 ns to 10.3, of Chinese 28.8 to 17.2 (in the
//! lanes of [`super::short_utf16`], in place of planes), 500 B of emoji 61 to 15. More than 128 units of Chinese were no
//! faster than in the loop. To try for ASCII first and for a class then costs 500 B with an error 8 to 15 ns, if it is
//! tried again behind some ASCII.

use core::mem::MaybeUninit;
use core::ops::RangeInclusive;

use super::from_utf16::{Exact, Sink};
use super::short_utf16::{LEN, three_of};
use super::utf16_block::{BLOCK, Block, Order, points_of_pairs};
use super::utf16_to_utf8::{four, two_of};
use super::wide::Z;
use crate::fallback::Lossy;
use crate::fallback::form::{Utf8, Utf16};
use crate::x86::Avx512;

/// The most units.
pub(super) const FEW: usize = 4 * BLOCK;
/// The units of a source for [`few_from_800`]; in longer ones the loop for any text is as fast.
pub(super) const FROM_800: RangeInclusive<usize> = LEN + 1..=2 * BLOCK;

/// Converts a source of at least 32 units, up to [`FEW`], all of which are below 800, or pairs.
#[inline(always)]
pub(super) fn few(
    s: Avx512,
    from: Utf16,
    src: &[[u8; 2]],
    dst: &mut [MaybeUninit<u8>],
) -> Option<usize> {
    if src.len() < BLOCK {
        return two_vectors(s, from, src, dst);
    }
    let above = s.words(from.lane(0xF800));
    match ascii(s, from, src, dst) {
        Ok(written) => return Some(written),
        Err((0, highest)) => {
            if highest.test16(above) == 0 && joined::<BITS>(s, from, src).test16(above) == 0 {
                return units::<false>(s, from, src, dst);
            }
        }
        // Not of one class.
        Err(_) => return None,
    }
    pairs(s, from, src, dst)
}

/// The same for less than [`BLOCK`] units.
#[inline(always)]
fn two_vectors(
    s: Avx512,
    from: Utf16,
    src: &[[u8; 2]],
    dst: &mut [MaybeUninit<u8>],
) -> Option<usize> {
    let bytes = src.as_flattened();
    let last = src.len() - 32;
    let (front, back) = (s.load(bytes), s.load(&bytes[2 * last..]));
    let highest = front.or(back);
    if highest.test16(s.words(from.lane(0xF800))) == 0 {
        if highest.test16(s.words(from.lane(0xFF80))) != 0 {
            return units::<false>(s, from, src, dst);
        }
        let dst = dst.get_mut(..src.len())?;
        let low = s.array(from.planes()[0]);
        low.pick8(front).low().put(dst, 32);
        low.pick8(back).low().put(&mut dst[last..], 32);
        return Some(src.len());
    }
    let others = no_pairs(s, from, front).or(no_pairs(s, from, back));
    if !src.len().is_multiple_of(2) || others.test32(others) != 0 {
        return None;
    }
    let dst = dst.get_mut(..bytes.len())?;
    four(s, points_of_pairs(s, from.units(s, front))).store(dst);
    four(s, points_of_pairs(s, from.units(s, back))).store(&mut dst[2 * last..]);
    Some(bytes.len())
}

/// The same for one without surrogates, and for any of one block.
#[inline(always)]
pub(super) fn few_from_800<const LOSSY: bool>(
    s: Avx512,
    from: Utf16,
    src: &[[u8; 2]],
    to: Utf8,
    dst: &mut [MaybeUninit<u8>],
) -> Option<Lossy> {
    if joined::<SURROGATES>(s, from, src).eq16(s.bytes(0)) == 0 {
        let written = units::<true>(s, from, src, dst)?;
        return Some(Lossy { written, replacements: 0 });
    }
    if src.len() > BLOCK {
        return None;
    }
    let room = dst.len();
    let block = Block::part(s, from, src, 0);
    to.block::<LOSSY, _>(s, &block, &mut Exact(dst)).whole::<LOSSY>(room)
}

// What is made of all vectors.
/// The bits that any unit has.
const BITS: u8 = 0;
/// 0 in a lane that is a surrogate in one of them.
const SURROGATES: u8 = 1;

// No closures, and no functions as arguments: they were not inlined, and 500 bytes took 112 ns.
#[inline(always)]
fn joined<const WHAT: u8>(s: Avx512, from: Utf16, src: &[[u8; 2]]) -> Z {
    let bytes = src.as_flattened();
    let mut all = join::<WHAT>(of::<WHAT>(s, from, bytes, 0), of::<WHAT>(s, from, bytes, 7));
    if src.len() > BLOCK {
        all = join::<WHAT>(all, of::<WHAT>(s, from, bytes, 1));
        all = join::<WHAT>(all, of::<WHAT>(s, from, bytes, 2));
    }
    if src.len() > 2 * BLOCK {
        let (a, b) = (of::<WHAT>(s, from, bytes, 3), of::<WHAT>(s, from, bytes, 4));
        let (c, d) = (of::<WHAT>(s, from, bytes, 5), of::<WHAT>(s, from, bytes, 6));
        all = join::<WHAT>(all, join::<WHAT>(join::<WHAT>(a, b), join::<WHAT>(c, d)));
    }
    all
}

#[inline(always)]
fn join<const WHAT: u8>(a: Z, b: Z) -> Z {
    if WHAT == SURROGATES { a.min16(b) } else { a.or(b) }
}

/// Of the `i`th vector, or of the last.
#[inline(always)]
fn of<const WHAT: u8>(s: Avx512, from: Utf16, bytes: &[u8], i: usize) -> Z {
    let lanes = s.load(&bytes[(bytes.len() - 64).min(64 * i)..]);
    if WHAT == BITS {
        return lanes;
    }
    lanes.ternary::<A_AND_B_XOR_C>(s.words(from.lane(0xF800)), s.words(from.lane(0xD800)))
}

/// ASCII, at least a block, by 64 units of which the last overlap with those before. Of the first block that is none
/// it says where it is, and the bits that any unit has.
#[allow(clippy::result_large_err, reason = "it is in a register")]
#[inline(always)]
fn ascii(
    s: Avx512,
    from: Utf16,
    src: &[[u8; 2]],
    dst: &mut [MaybeUninit<u8>],
) -> Result<usize, (usize, Z)> {
    let low = s.array(from.planes()[0]);
    let above = s.words(from.lane(0xFF80));
    let bytes = src.as_flattened();
    let dst = dst.get_mut(..src.len()).ok_or((1, low))?;
    let last = src.len() - BLOCK;
    let mut at = 0;
    loop {
        let block = &bytes[2 * at..];
        let (front, back) = (s.load(block), s.load(&block[64..]));
        let highest = front.or(back);
        if highest.test16(above) != 0 {
            return Err((at, highest));
        }
        low.pick8_of_two(front, back).store(&mut dst[at..]);
        if at == last {
            return Ok(src.len());
        }
        at = last.min(at + BLOCK);
    }
}

/// Units below 800, or with `THREE` any but surrogates.
#[inline(always)]
fn units<const THREE: bool>(
    s: Avx512,
    from: Utf16,
    src: &[[u8; 2]],
    dst: &mut [MaybeUninit<u8>],
) -> Option<usize> {
    let room = dst.len();
    let mut out = Exact(dst);
    let mut written = 0;
    let (vectors, rest) = src.as_chunks::<32>();
    for vector in vectors {
        let units = from.units(s, s.load(vector.as_flattened()));
        written += bytes_of::<THREE>(s, units, 32, written, &mut out);
    }
    if !rest.is_empty() {
        let units = from.units(s, s.load_first(rest.as_flattened(), 64));
        written += bytes_of::<THREE>(s, units, rest.len(), written, &mut out);
    }
    (written <= room).then_some(written)
}

#[inline(always)]
fn bytes_of<const THREE: bool>(
    s: Avx512,
    units: Z,
    len: usize,
    written: usize,
    out: &mut Exact<'_, u8>,
) -> usize {
    if THREE { three_of(s, units, len, written, out) } else { two_of(s, units, len, written, out) }
}

const A_AND_B_XOR_C: i32 = 0b0110_1010;

/// More than 0 in lanes of 32 bits that are no pair.
#[inline(always)]
fn no_pairs(s: Avx512, from: Utf16, lanes: Z) -> Z {
    lanes.ternary::<A_AND_B_XOR_C>(s.words(from.lane(0xFC00)), s.doubles(from.lane_of_pair()))
}

/// Whole pairs.
#[inline(always)]
fn pairs(s: Avx512, from: Utf16, src: &[[u8; 2]], dst: &mut [MaybeUninit<u8>]) -> Option<usize> {
    if !src.len().is_multiple_of(2) {
        return None;
    }
    let bytes = src.as_flattened();
    let last = bytes.len() - 64;
    let mut at = 0;
    loop {
        let lanes = s.load(&bytes[at..]);
        let others = no_pairs(s, from, lanes);
        if others.test32(others) != 0 {
            return None;
        }
        let points = points_of_pairs(s, from.units(s, lanes));
        // As many bytes as the source has.
        four(s, points).store(dst.get_mut(at..at + 64)?);
        if at == last {
            return Some(bytes.len());
        }
        at = last.min(at + 64);
    }
}
