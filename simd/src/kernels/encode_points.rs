//! Code points in 32-bit lanes as units of a target, by class: what all targets share, and UTF-8. The others
//! are in `encode_points_wide`.
//!
//! The greatest code point of a block tells its class:
//!
//! ```text
//!             to UTF-8                                    to UTF-16
//! below 80    bytes, narrowed                             as below 10000
//! below 100   bytes, zipped, see `from_latin1`            as below 10000
//! below 800   narrowed to 16 bits, then `two_vectors`     as below 10000
//! below 10000 narrowed to 16 bits, then `slots`           narrowed to 16 bits
//! any         narrowed to 16 bits twice, see `slots_of_any`   pairs in 32 bits, halves taken out by a row
//! from 10000  four bytes in 32 bits                       pairs in 32 bits
//! ```
//!
//! Latin-1 is asked for before what is below 800: asked for among that, Russian of UTF-32 was at 1.24 of simdutf in place of
//! 1.38, and `sparse` at 1.03 in place of 1.16 (SSE4.1, Zen 3, 2026-11-25).
//!
//! Below 800 nothing can be wrong. Below 10000 only surrogates, which are looked for in 16-bit lanes.

use core::mem::MaybeUninit;

use super::encode_utf8::{
    Exact, Room, Slots, front_bits, last_bits, put_both, put_pairs, room_at, slots, two_vectors,
};
use super::from_latin1::put as put_latin1;
use super::points::{Points, all_of_four, any_ill_formed, any_surrogate, ill_formed};
use super::tables::ONE_TO_FOUR;
use crate::fallback::form::{Target, Utf8};
use crate::vector::{Bytes, Lanewise, Vector, Wide};

/// What became of a block.
pub(super) struct Done {
    pub(super) written: usize,
    pub(super) replacements: usize,
}

/// A target that takes code points as vectors.
pub(super) trait Encode: Target {
    /// Units of a code point above FFFF.
    const OF_FOUR: usize = 1;

    /// So many code points of one unit each, and more of them are looked for by twice as many vectors. (Behind one
    /// block already, and without a class for Latin-1, HTML to UTF-8 was at 0.79 of simdutf in place of 0.90, and
    /// `sparse` at 0.78 in place of 1.16: SSE4.1, Zen 3, 2026-11-25.)
    #[inline(always)]
    fn run<S: Wide>() -> usize {
        64
    }

    /// Whether [`Encode::singles`] is worth having in both ways.
    const SINGLES_NEAR_SURROGATES: bool = false;

    /// Writes a block of scalar values above FFFF at the front of `dst`, which must have room. For targets in which
    /// they have more than one unit.
    #[inline(always)]
    fn fours<S: Wide>(self, _: S, _: [S::Bytes; 4], _: &mut [MaybeUninit<Self::Unit>]) {}

    /// Writes two blocks at the front of `dst`, which must have room, if all in them are scalar values above FFFF. Else
    /// nothing is written, or what is to be written over.
    #[inline(always)]
    fn all_fours<S: Wide>(
        self,
        s: S,
        x: [[S::Bytes; 4]; 2],
        dst: &mut [MaybeUninit<Self::Unit>],
    ) -> bool {
        fours_if_all(s, self, x, dst)
    }

    /// All ones in the lanes that cannot be converted.
    #[inline(always)]
    fn unfit<P: Points, S: Wide>(s: S, x: S::Bytes) -> S::Bytes {
        if P::CHECKED { ill_formed(s, x) } else { s.splat(0) }
    }

    /// Writes the code points of a block at the front of `dst`, unless there is one that cannot be converted
    /// or may be no room.
    fn block<const LOSSY: bool, P: Points, S: Wide>(
        self,
        s: S,
        x: [S::Bytes; 4],
        dst: &mut [MaybeUninit<Self::Unit>],
    ) -> Option<Done>;

    /// Whether [`Encode::long_block`] does anything.
    #[inline(always)]
    fn has_long_blocks<S: Wide>() -> bool {
        false
    }

    /// Writes 64 code points at the front of `dst` and returns the number of units, if the target has a way of its own
    /// for as many, all can be converted by it, and there may be no lack of room.
    #[inline(always)]
    fn long_block<P: Points, S: Wide>(
        self,
        _: S,
        _: P,
        _: &[u8; 256],
        _: &mut [MaybeUninit<Self::Unit>],
    ) -> Option<usize> {
        None
    }

    /// Writes the code points of two blocks at the front of `dst`, which must have room for a unit each, if
    /// that is what each becomes. Else nothing is written, or what is to be written over. Unless `ANY`, of those from
    /// D800 on nothing need be.
    fn singles<const ANY: bool, P: Points, S: Wide>(
        self,
        s: S,
        x: [[S::Bytes; 4]; 2],
        dst: &mut [MaybeUninit<Self::Unit>],
    ) -> bool;

    /// Writes code points that can be converted, as far as there is room, and returns their number of units.
    fn vector<S: Wide>(self, s: S, x: S::Bytes, out: &mut Exact<'_, Self::Unit>) -> usize;
}

/// In each lane the greatest code point: what tells the class. Its upper bits are 0 if those of all are.
#[inline(always)]
pub(super) fn greatest<B: Vector>([a, b, c, d]: [B; 4]) -> B {
    a.max32(b).max32(c.max32(d))
}

/// See [`Encode::all_fours`].
#[inline(always)]
pub(super) fn fours_if_all<T: Encode, S: Wide>(
    s: S,
    to: T,
    [x, y]: [[S::Bytes; 4]; 2],
    dst: &mut [MaybeUninit<T::Unit>],
) -> bool {
    let fit = all_of_four(s, [x, y]);
    if fit {
        to.fours(s, x, dst);
        to.fours(s, y, &mut dst[T::OF_FOUR * S::Bytes::LANES..]);
    }
    fit
}

/// Scalar values above FFFF, each in place as its four bytes.
#[inline(always)]
pub(crate) fn four_bytes_of<S: Wide>(s: S, x: S::Bytes) -> S::Bytes {
    let first = x.shr32::<18>() | x.shr32::<4>() & s.doubles(0x3F00);
    let last = x.shl32::<10>() & s.doubles(0x003F_0000) | x.shl32::<24>() & s.doubles(0x3F00_0000);
    first | last | s.doubles(0x8080_80F0)
}

/// `x` with the replacement of the target in the lanes `unfit`.
#[inline(always)]
pub(super) fn replace<T: Encode, S: Wide>(s: S, x: S::Bytes, unfit: S::Bytes) -> S::Bytes {
    x.select8(unfit, s.doubles(T::REPLACEMENT))
}

/// The same for a block, and the number of these lanes.
#[inline(always)]
pub(super) fn replace_all<P: Points, T: Encode, S: Wide>(
    s: S,
    [a, b, c, d]: [S::Bytes; 4],
) -> ([S::Bytes; 4], usize) {
    let unfit = [
        T::unfit::<P, S>(s, a),
        T::unfit::<P, S>(s, b),
        T::unfit::<P, S>(s, c),
        T::unfit::<P, S>(s, d),
    ];
    let block = [
        replace::<T, S>(s, a, unfit[0]),
        replace::<T, S>(s, b, unfit[1]),
        replace::<T, S>(s, c, unfit[2]),
        replace::<T, S>(s, d, unfit[3]),
    ];
    let [a, b, c, d] = unfit;
    // Four bytes of all ones for each.
    let masks = a.narrow32_signed(b).narrow16_signed(c.narrow32_signed(d));
    (block, masks.high_bits().count_ones() as usize)
}

/// Code points below 100 as bytes.
#[inline(always)]
pub(super) fn bytes<B: Vector>([a, b, c, d]: [B; 4]) -> B {
    a.narrow32(b).narrow16(c.narrow32(d)).in_order_of_four()
}

/// Two blocks of such code points, written.
#[inline(always)]
pub(super) fn put_bytes<B: Vector>(x: [B; 4], y: [B; 4], dst: &mut [MaybeUninit<u8>]) {
    bytes(x).store(dst);
    bytes(y).store(&mut dst[B::LANES..]);
}

/// Code points below 10000 as 16-bit lanes.
#[inline(always)]
pub(super) fn words<B: Vector>([a, b, c, d]: [B; 4]) -> [B; 2] {
    [a.narrow32(b).in_order(), c.narrow32(d).in_order()]
}

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
            return Some(Done { written: lanes + more, replacements: 0 });
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
