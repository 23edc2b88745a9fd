//! Characters of four bytes in a row, as text of emoji has them: each is 32 bits in the source, as a code point
//! and as a pair of surrogates, so nothing moves and no ends have to be found.
//!
//! ```text
//!   F0 9F 98 80                      one in 32 bits
//!   00 1F 18 00                      what the tags leave
//!   0000 | 01F   018 << 6 | 00       products with 40 and 1 are added: 12 bits each
//!   0001F600                         products with 1000 and 1
//! ```
//!
//! Well-formed are the right tags before a code point from 10000 to 10FFFF: less 10000 it has 20 bits.

use core::mem::MaybeUninit;

use super::from_utf8::BLOCK;
use super::pack::Sink;
use crate::vector::{Bytes, Lanewise, Wide};

/// Converts characters of four bytes at the front of `src`, four vectors of them at a time, and returns how
/// many.
#[inline(always)]
pub(crate) fn four_bytes<S: Wide, K: Sink>(
    s: S,
    src: &[u8],
    to: K,
    dst: &mut [MaybeUninit<K::Unit>],
) -> usize {
    let lanes = S::Bytes::LANES;
    let step = K::OF_FOUR * lanes / 4;
    let mut done = 0;
    while let Some(bytes) = src[4 * done..].get(..4 * lanes)
        && let Some(room) = dst[K::OF_FOUR * done..].get_mut(..4 * step)
    {
        let mut bad = s.splat(0);
        let mut i = 0;
        while i < 4 {
            let (points, wrong) = fours_of(s, s.load(&bytes[i * lanes..]));
            bad = bad | wrong;
            to.fours(s, points, &mut room[i * step..]);
            i += 1;
        }
        if bad.any() {
            break;
        }
        done += lanes;
    }
    done
}

/// The code points of characters of four bytes, and what is not 0 in the lanes where there is none.
#[inline(always)]
pub(super) fn fours_of<S: Wide>(s: S, x: S::Bytes) -> (S::Bytes, S::Bytes) {
    let tags = x & s.doubles(0xC0C0_C0F8) ^ s.doubles(0x8080_80F0);
    let pairs = (x & s.doubles(0x3F3F_3F07)).products8(s.words(0x0140));
    let points = pairs.products16(s.doubles(0x0001_1000));
    // Of the lower pair, which is all but twelve bits of the code point: less 10 it has eight bits.
    let range = pairs.add16(s.doubles(0xFFF0)) & s.doubles(0xFF00);
    (points, tags | range)
}

/// Whether each fourth byte of a block at the front of `bytes` begins a character of four, and how many
/// bytes of the last one are in the block, or 0 if all are.
///
/// Where units end does not tell: pairs of bytes end as many, and so does another character in place of the
/// last one.
#[inline(always)]
pub(crate) fn last_of_fours<S: Wide>(s: S, bytes: &[u8]) -> Option<usize> {
    let bytes = &bytes[..BLOCK];
    let mut leads = 0;
    let mut at = 0;
    while at < BLOCK {
        let from_f0 = s.load(&bytes[at..]).saturating_sub(s.splat(0xF0 - 0x80));
        leads |= from_f0.high_bits() << at;
        at += S::Bytes::LANES;
    }
    open_of_fours(leads)
}

/// The same by the places of the lead bytes.
#[inline(always)]
pub(crate) fn open_of_fours(leads: u64) -> Option<usize> {
    let first = leads.trailing_zeros() as usize;
    // What is left to the next multiple of four; also where `first` is 64 and nothing comes of it.
    (first < 4 && leads == 0x1111_1111_1111_1111 << first).then_some(first.wrapping_neg() % 4)
}
