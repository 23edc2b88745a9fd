//! Code points in 32-bit lanes as UTF-8: see [`super::encode_points`].
//!
//! Latin-1 is asked for before what is below 800: asked for among that, Russian of UTF-32 was at 1.24 of simdutf in place of
//! 1.38, and `sparse` at 1.03 in place of 1.16 (SSE4.1, Zen 3, 2026-11-25).

use core::mem::MaybeUninit;

use super::encode_points::{
    Done, Encode, LATIN1, bytes, four_bytes_of, greatest, put_bytes, replace_all, words,
};
use super::encode_utf8::{
    Exact, Room, Slots, front_bits, last_bits, put_both, put_pairs, room_at, slots, two_vectors,
};
use super::from_latin1::put as put_latin1;
use super::points::{Points, all_of_four, any_ill_formed, any_surrogate};
use super::tables::ONE_TO_FOUR;
use super::utf32_runs::Run;
use crate::backend::Parts;
use crate::fallback::form::{Utf8, Utf32};
use crate::vector::{Bytes, Lanewise, Vector, Wide};

impl Encode for Utf8 {
    const OF_FOUR: usize = 4;

    #[inline(always)]
    fn fours<S: Wide>(self, s: S, x: [S::Bytes; 4], dst: &mut [MaybeUninit<u8>]) {
        for (i, x) in x.into_iter().enumerate() {
            four_bytes_of(s, x).store(&mut dst[i * S::Bytes::LANES..]);
        }
    }

    #[inline(always)]
    fn has_long_blocks<S: Wide>() -> bool {
        S::BLOCKS_OF_UTF32
    }

    #[inline(always)]
    fn long_block<P: Points, S: Wide>(
        self,
        s: S,
        from: P,
        points: &[u8; 256],
        dst: &mut [MaybeUninit<u8>],
    ) -> Option<usize> {
        s.utf32_to_utf8_block(from.order(), points, dst.first_chunk_mut()?)
    }

    #[inline(always)]
    fn singles<const ANY: bool, P: Points, S: Wide>(
        self,
        s: S,
        [x, y]: [[S::Bytes; 4]; 2],
        dst: &mut [MaybeUninit<u8>],
    ) -> bool {
        let fit = !(greatest(x).max32(greatest(y)) & s.doubles(!0x7F)).any();
        if fit {
            put_bytes(x, y, dst);
        }
        fit
    }

    #[inline(always)]
    fn block<const LOSSY: bool, P: Points, S: Wide>(
        self,
        s: S,
        mut x: [S::Bytes; 4],
        dst: &mut [MaybeUninit<u8>],
    ) -> Option<Done> {
        let lanes = S::Bytes::LANES;
        let all = greatest(x);
        if !(all & s.doubles(!0x7F)).any() {
            bytes(x).store(dst.get_mut(..lanes)?);
            return Some(Done { written: lanes, replacements: 0 });
        }
        if !(all & s.doubles(!0xFF)).any() {
            let x = bytes(x);
            let room: &mut [_; 64] = room_at(dst, 0)?;
            let more = put_latin1(s, x, x.high_bits(), (0, 0), room);
            let kind = if <Self as Encode>::runs::<S>() { LATIN1 } else { 0 };
            return Some(Done { written: (lanes + more) | kind, replacements: 0 });
        }
        if !(all & s.doubles(!0x7FF)).any() {
            let [a, b] = words(x);
            let ([a, b], [a_rows, b_rows]) = two_vectors(s, a, b);
            let mut written = put_pairs(s, a, a_rows, room_at(dst, 0)?);
            written += put_pairs(s, b, b_rows, room_at(dst, written)?);
            return Some(Done { written, replacements: 0 });
        }
        let mut replacements = 0;
        if !(all & s.doubles(!0xFFFF)).any() {
            let [a, b, c, d] = x;
            let [mut low, mut high] = [a.narrow32(b), c.narrow32(d)];
            if P::CHECKED && any_surrogate(s, [low, high]) {
                if !LOSSY {
                    return None;
                }
                let ([a, b, c, d], replaced) = replace_all::<P, Self, S>(s, x);
                [low, high] = [a.narrow32(b), c.narrow32(d)];
                replacements = replaced;
            }
            if lanes == 16 {
                let room: &mut [_; 96] = dst.first_chunk_mut()?;
                let written = put_both(s, [low, high], room, 0);
                return Some(Done { written, replacements });
            }
            let zero = s.splat(0);
            let (low, high) = (slots(s, low), slots(s, high));
            let mut written = put_slots::<false, S, _>(s, low, zero, room_at(dst, 0)?);
            written += put_slots::<false, S, _>(s, high, zero, room_at(dst, written)?);
            return Some(Done { written, replacements });
        }
        if all_of_four(s, [x]) {
            self.fours(s, x, dst.get_mut(..4 * lanes)?);
            return Some(Done { written: 4 * lanes, replacements: 0 });
        }
        if P::CHECKED && any_ill_formed(s, x) {
            if !LOSSY {
                return None;
            }
            (x, replacements) = replace_all::<P, Self, S>(s, x);
        }
        let [a, b, c, d] = x;
        let (low, low_fours) = slots_of_any(s, a, b);
        let (high, high_fours) = slots_of_any(s, c, d);
        let mut written = put_slots::<true, S, _>(s, low, low_fours, room_at(dst, 0)?);
        written += put_slots::<true, S, _>(s, high, high_fours, room_at(dst, written)?);
        Some(Done { written, replacements })
    }

    #[inline(always)]
    fn runs<S: Wide>() -> bool {
        S::TWO_OPERANDS
    }

    // Cold, so that the loop over blocks keeps its constants for other blocks.
    #[cold]
    #[inline(never)]
    fn run_of_alike<P: Points, S: Parts>(
        self,
        s: S,
        from: P,
        src: &[[u8; 4]],
        dst: &mut [MaybeUninit<u8>],
        latin1: bool,
    ) -> Run {
        let from = Utf32(from.order());
        if latin1 {
            s.utf32_to_utf8_run_of_latin1(from, src, dst)
        } else {
            s.utf32_to_utf8_run_of_mixed(from, src, dst)
        }
    }

    #[inline(always)]
    fn vector<S: Wide>(self, s: S, x: S::Bytes, out: &mut Exact<'_, u8>) -> usize {
        if !(x & s.doubles(!0x7F)).any() {
            let zero = s.splat(0);
            out.put_low64(bytes([x, zero, zero, zero]));
            return S::Bytes::LANES / 4;
        }
        let (slots, fours) = slots_of_any(s, x, s.splat(0));
        // The second half are zeros that become a unit each.
        put_slots::<true, S, _>(s, slots, fours, out) - S::Bytes::LANES / 4
    }
}

/// The [`slots`] of any scalar values of two vectors, narrowed lane by lane, and all ones in 16 bits where
/// there are four bytes.
///
/// Four bytes are as three of `x >> 6`, with another tag, whose last byte is b2:
///
/// ```text
///   lane           b0             b1              single          last
///   from 10000     F0 | x >> 18   80 | x >> 12    80 | x >> 6     80 | x
///   class bits     bit 7 of the lower 16 bits is not set, bit 15 is: a row of its own
/// ```
#[inline(always)]
pub(super) fn slots_of_any<S: Wide>(s: S, a: S::Bytes, b: S::Bytes) -> (Slots<S::Bytes>, S::Bytes) {
    let (four_a, four_b) = (a.gt32(s.doubles(0xFFFF)), b.gt32(s.doubles(0xFFFF)));
    let fours = four_a.narrow32_signed(four_b);
    let shifted_a = a.select8(four_a, a.shr32::<6>());
    let shifted_b = b.select8(four_b, b.shr32::<6>());
    let units = shifted_a.narrow32(shifted_b);
    let last = (a & s.doubles(0x3F)).narrow32(b & s.doubles(0x3F));
    let three = slots(s, units);
    let front = front_bits(s, units) | s.words(0x80F0);
    let back = units & s.words(0x3F) | s.words(0x80) | last_bits(s, last) | s.words(0x8000);
    let slots = Slots {
        front: three.front.select8(fours, front),
        back: three.back.select8(fours, back),
        classes: three.classes.select8(fours, s.words(0x8000)),
    };
    (slots, fours)
}

/// Writes slots of two vectors that were narrowed to one, lane by lane, and returns the number of bytes.
#[inline(always)]
pub(super) fn put_slots<const FOURS: bool, S: Wide, R: Room<u8>>(
    s: S,
    slots: Slots<S::Bytes>,
    fours: S::Bytes,
    room: &mut R,
) -> usize {
    let mask = slots.classes.high_bits();
    // Two bits for each, which are the two bytes more.
    let fours = if FOURS { fours.high_bits() } else { 0 };
    let row = |i: u32| (mask >> (8 * i)) as usize & 0xFF;
    let len = |i: u32| 4 + (row(i).count_ones() + ((fours >> (8 * i)) as u8).count_ones()) as usize;
    let low = slots.front.zip_low16(slots.back);
    let high = slots.front.zip_high16(slots.back);
    if !FOURS && mask == !(u64::MAX << (S::Bytes::LANES - 1) << 1) {
        // Three bytes each: no table is asked, and no place depends on a count.
        const ROW: [u8; 16] = [0, 1, 3, 4, 5, 7, 8, 9, 11, 12, 13, 15, 0, 0, 0, 0];
        let row = s.table(&ROW);
        let (low, high) = (low.lookup(row), high.lookup(row));
        room.put(0, low.low_lane(), 12);
        if S::Bytes::LANES == 16 {
            room.put(12, high.low_lane(), 12);
            return 24;
        }
        room.put(12, low.high_lane(), 12);
        room.put(24, high.low_lane(), 12);
        room.put(36, high.high_lane(), 12);
        return 48;
    }
    let low = low.lookup(s.rows(&ONE_TO_FOUR.0, row(0), row(2)));
    let high = high.lookup(s.rows(&ONE_TO_FOUR.0, row(1), row(3)));
    let mut at = len(0);
    room.put(0, low.low_lane(), at);
    if S::Bytes::LANES == 32 {
        room.put(at, low.high_lane(), len(2));
        at += len(2);
    }
    room.put(at, high.low_lane(), len(1));
    at += len(1);
    if S::Bytes::LANES == 32 {
        room.put(at, high.high_lane(), len(3));
        at += len(3);
    }
    at
}
