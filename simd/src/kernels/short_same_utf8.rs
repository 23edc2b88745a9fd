//! Short sources of UTF-8 whose characters all have three bytes, or all four: a word of Chinese, a row of emoji.
//!
//! ```text
//!   source   E6 BC A2 E5 AD 97 E3 81 8B E3 81 AA E3 82 AB
//!   vector   E6 BC A2 E5 AD 97 E3 81 8B E3 81 AA .. .. .. ..      four characters from its first byte on
//!   vector      .. .. .. .. AD 97 E3 81 8B E3 81 AA E3 82 AB      and from its fifth, of all others; the last four
//!                                                                 are the last of the source, and written again
//!   lanes    A2 BC E6 00   97 AD E5 00   …                        one shuffle
//!   points   00006F22      00005B57      …                        two products, as of characters of four bytes
//! ```
//!
//! No ends have to be found, nothing moves, and what is in the output is known from what is in the source. What is of four
//! bytes is so by itself: see [`super::four_bytes`].
//!
//! A part of its own: in that of the other short sources these took 1.08 to 1.2 times as long, where characters of four
//! bytes were asked for but were not all there is (Xeon of model 207, 2026-11-29).

use core::mem::MaybeUninit;

use super::four_bytes::fours_of;
use super::pack::Sink;
use crate::fallback::ByteOrder;
use crate::fallback::form::{Utf16, Utf32};
use crate::vector::{Bytes, Lanewise, Vector, Wide};

/// The bytes of four characters of three, of which the first begins at `from`, in lanes of 32 bits.
const fn lanes_of_threes(from: u8) -> [u8; 16] {
    let mut places = [0x80; 16];
    let mut i = 0;
    while i < 12 {
        let (character, byte) = (i / 3, i % 3);
        places[(4 * character + 2 - byte) as usize] = from + i;
        i += 1;
    }
    places
}

/// The lower halves of lanes of 32 bits, in the order of the bytes of a unit, and the same again.
const fn lower_halves(order: ByteOrder) -> [u8; 16] {
    match order {
        ByteOrder::Little => [0, 1, 4, 5, 8, 9, 12, 13, 0, 1, 4, 5, 8, 9, 12, 13],
        ByteOrder::Big => [1, 0, 5, 4, 9, 8, 13, 12, 1, 0, 5, 4, 9, 8, 13, 12],
    }
}

/// A target with a unit for each character of three bytes.
pub(super) trait Same: Sink {
    /// Writes the units of four code points below 10000, in lanes of 32 bits.
    fn threes<S: Wide>(self, s: S, points: S::Bytes, dst: &mut [MaybeUninit<Self::Unit>]);
}

impl Same for Utf16 {
    #[inline(always)]
    fn threes<S: Wide>(self, s: S, points: S::Bytes, dst: &mut [MaybeUninit<[u8; 2]>]) {
        let row = match self.0 {
            ByteOrder::Little => s.table(const { &lower_halves(ByteOrder::Little) }),
            ByteOrder::Big => s.table(const { &lower_halves(ByteOrder::Big) }),
        };
        points.lookup(row).store_low64(dst);
    }
}

impl Same for Utf32 {
    #[inline(always)]
    fn threes<S: Wide>(self, s: S, points: S::Bytes, dst: &mut [MaybeUninit<[u8; 4]>]) {
        self.fours(s, points, dst);
    }
}

/// Bytes of the longest source; of characters of three bytes half of it. (500 bytes of Chinese of the corpus and generated, best
/// peer by ours: in the loop AVX2 2.03 and 1.95, SSE4.1 1.72 and 1.69; here 1.97 and 1.80, 1.72 and 1.60.)
pub(super) const MOST: usize = 512;

/// Whether the first and the last character of a source of at least 17 bytes are of one length, three or four, and so many
/// bytes could all be. Those of three bytes are to be more than a vector, which is converted by itself as fast.
#[inline(always)]
pub(super) fn may_be_same<S: Wide>(src: &[u8]) -> bool {
    let len = src.len();
    match src[0] {
        0xE0..=0xEF => {
            len > S::Bytes::LANES
                && len <= MOST / 2
                && src[len - 3] & 0xF0 == 0xE0
                && len.is_multiple_of(3)
        }
        0xF0.. => src[len - 4] >= 0xF0 && len.is_multiple_of(4),
        _ => false,
    }
}

/// The units of a source of which [`may_be_same`] is true, or nothing.
#[inline(always)]
pub(super) fn same<S: Wide, K: Same>(
    s: S,
    src: &[u8],
    to: K,
    dst: &mut [MaybeUninit<K::Unit>],
) -> Option<usize> {
    if src[0] < 0xF0 {
        threes(s.narrow(), src, to, dst)
    } else if src.len() < S::Bytes::LANES {
        fours(s.narrow(), src, to, dst)
    } else {
        fours(s, src, to, dst)
    }
}

/// By vectors of one lane.
#[inline(always)]
fn threes<S: Wide, K: Same>(
    s: S,
    src: &[u8],
    to: K,
    dst: &mut [MaybeUninit<K::Unit>],
) -> Option<usize> {
    let units = src.len() / 3;
    let dst = dst.get_mut(..units)?;
    let mut at = 0;
    let mut x = s.load(src).lookup(s.table(const { &lanes_of_threes(0) }));
    loop {
        let (points, wrong) = points_of_threes(s, x);
        if wrong.any() {
            return None;
        }
        to.threes(s, points, &mut dst[at..]);
        if at == units - 4 {
            return Some(units);
        }
        at = (at + 4).min(units - 4);
        x = s.load(&src[3 * at - 4..]).lookup(s.table(const { &lanes_of_threes(4) }));
    }
}

/// The code points of characters of three bytes in lanes of 32 bits, the last byte first, and what is not 0 in the lanes
/// where there is none.
#[inline(always)]
fn points_of_threes<S: Wide>(s: S, x: S::Bytes) -> (S::Bytes, S::Bytes) {
    let tags = x & s.doubles(0x00F0_C0C0) ^ s.doubles(0x00E0_8080);
    let pairs = (x & s.doubles(0x000F_3F3F)).products8(s.words(0x4001));
    let points = pairs.products16(s.doubles(0x1000_0001));
    // Neither below 0800 nor from D800 to DFFF.
    let top = points & s.doubles(0xF800);
    (points, tags | top.eq32(s.splat(0)) | top.eq32(s.doubles(0xD800)))
}

/// By vectors of any number of lanes, of which the source has at least one.
#[inline(always)]
fn fours<S: Wide, K: Same>(
    s: S,
    src: &[u8],
    to: K,
    dst: &mut [MaybeUninit<K::Unit>],
) -> Option<usize> {
    let units = K::OF_FOUR * src.len() / 4;
    let dst = dst.get_mut(..units)?;
    let last = src.len() - S::Bytes::LANES;
    let mut at = 0;
    loop {
        let (points, wrong) = fours_of(s, s.load(&src[at..]));
        if wrong.any() {
            return None;
        }
        to.fours(s, points, &mut dst[K::OF_FOUR * at / 4..]);
        if at == last {
            return Some(units);
        }
        // The last vector overlaps what is done, and writes it again.
        at = last.min(at + S::Bytes::LANES);
    }
}
