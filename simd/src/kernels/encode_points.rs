//! Code points in 32-bit lanes as units of each target, by class.
//!
//! The greatest code point of a block tells its class:
//!
//! ```text
//!             to UTF-8                                    to UTF-16
//! below 80    bytes, narrowed                             as below 10000
//! below 800   narrowed to 16 bits, then `two_vectors`     as below 10000
//! below 10000 narrowed to 16 bits, then `slots`           narrowed to 16 bits
//! any         narrowed to 16 bits twice, see `slots_of_any`   pairs in 32 bits, halves taken out by a row
//! ```
//!
//! Below 800 nothing can be wrong. Below 10000 only surrogates, which are looked for in 16-bit lanes.

use core::mem::MaybeUninit;

use super::encode_utf8::{
    Exact, Room, Slots, front_bits, last_bits, put_pairs, room_at, slots, two_vectors,
};
use super::points::{Points, fit, key, ordered};
use super::swap::order;
use super::tables::{ONE_OR_TWO_HALVES, ONE_TO_FOUR};
use crate::fallback::ByteOrder;
use crate::fallback::form::{Latin1, Target, Utf8, Utf16, Utf32};
use crate::vector::{Bytes, Lanewise, Vector, Wide};

/// What became of a block.
pub(super) struct Done {
    pub(super) written: usize,
    pub(super) replacements: usize,
}

/// A target that takes code points as vectors.
pub(super) trait Encode: Target {
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

    /// Writes the code points of two blocks at the front of `dst`, which must have room for a unit each, if
    /// that is what each becomes. Else nothing is written, or what is to be written over.
    fn singles<P: Points, S: Wide>(
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
fn greatest<B: Vector>([a, b, c, d]: [B; 4]) -> B {
    a.max32(b).max32(c.max32(d))
}

/// All ones in the lanes that are no scalar values.
#[inline(always)]
fn ill_formed<S: Wide>(s: S, x: S::Bytes) -> S::Bytes {
    s.splat(0xFF).without(fit(s, key(s, x)))
}

#[inline(always)]
fn any_ill_formed<S: Wide>(s: S, [a, b, c, d]: [S::Bytes; 4]) -> bool {
    let low = key(s, a).max32(key(s, b));
    let high = key(s, c).max32(key(s, d));
    s.splat(0xFF).without(fit(s, low.max32(high))).any()
}

/// `x` with the replacement of the target in the lanes `unfit`.
#[inline(always)]
pub(super) fn replace<T: Encode, S: Wide>(s: S, x: S::Bytes, unfit: S::Bytes) -> S::Bytes {
    x.select8(unfit, s.doubles(T::REPLACEMENT))
}

/// The same for a block, and the number of these lanes.
#[inline(always)]
fn replace_all<P: Points, T: Encode, S: Wide>(
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
fn bytes<B: Vector>([a, b, c, d]: [B; 4]) -> B {
    a.narrow32(b).narrow16(c.narrow32(d)).in_order_of_four()
}

/// Two blocks of such code points, written.
#[inline(always)]
fn put_bytes<B: Vector>(x: [B; 4], y: [B; 4], dst: &mut [MaybeUninit<u8>]) {
    bytes(x).store(dst);
    bytes(y).store(&mut dst[B::LANES..]);
}

/// Code points below 10000 as 16-bit lanes.
#[inline(always)]
fn words<B: Vector>([a, b, c, d]: [B; 4]) -> [B; 2] {
    [a.narrow32(b).in_order(), c.narrow32(d).in_order()]
}

/// Whether a surrogate is among 16-bit lanes.
#[inline(always)]
fn any_surrogate<S: Wide, const N: usize>(s: S, words: [S::Bytes; N]) -> bool {
    let mut least = s.splat(0xFF);
    for words in words {
        least = least.min16(words.sub16(s.words(0xD800)));
    }
    least.min16(s.words(0x7FF)).eq16(least).any()
}

impl Encode for Utf8 {
    #[inline(always)]
    fn singles<P: Points, S: Wide>(
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
            let zero = s.splat(0);
            let (low, high) = (slots(s, low), slots(s, high));
            let mut written = put_slots::<false, S, _>(s, low, zero, room_at(dst, 0)?);
            written += put_slots::<false, S, _>(s, high, zero, room_at(dst, written)?);
            return Some(Done { written, replacements });
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
fn slots_of_any<S: Wide>(s: S, a: S::Bytes, b: S::Bytes) -> (Slots<S::Bytes>, S::Bytes) {
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
fn put_slots<const FOURS: bool, S: Wide, R: Room<u8>>(
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

/// 16-bit lanes in the order of the target, or the other way round.
#[inline(always)]
fn ordered16<S: Wide>(s: S, to: Utf16, units: S::Bytes) -> S::Bytes {
    match to.0 {
        ByteOrder::Little => units,
        ByteOrder::Big => units.lookup(s.table(const { &order::<2>() })),
    }
}

/// Writes scalar values as UTF-16, pairs of surrogates among them, and returns the number of units.
///
/// A lane is the pair, the high one first, or the code point and 0.
#[inline(always)]
fn put_pairs16<S: Wide, R: Room<[u8; 2]>>(s: S, to: Utf16, x: S::Bytes, room: &mut R) -> usize {
    let two = x.gt32(s.doubles(0xFFFF));
    let fields = x.shl32::<16>() & s.doubles(0x03FF_0000) | x.shr32::<10>();
    let units = x.select8(two, fields.add32(s.doubles(0xDC00_D7C0)));
    let (mask, half) = (two.high_bits32(), 4);
    let units = ordered16(s, to, units);
    let packed = units.lookup(s.rows(&ONE_OR_TWO_HALVES.0, mask & 0xF, mask >> 4));
    let n = half + (mask & 0xF).count_ones() as usize;
    room.put(0, packed.low_lane(), n);
    if S::Bytes::LANES == 16 {
        return n;
    }
    let more = half + (mask >> 4).count_ones() as usize;
    room.put(n, packed.high_lane(), more);
    n + more
}

impl Encode for Utf16 {
    /// Below D800 nothing can be wrong.
    #[inline(always)]
    fn singles<P: Points, S: Wide>(
        self,
        s: S,
        [x, y]: [[S::Bytes; 4]; 2],
        dst: &mut [MaybeUninit<[u8; 2]>],
    ) -> bool {
        let units = S::Bytes::LANES / 2;
        let greatest = greatest(x).max32(greatest(y));
        if (greatest & s.doubles(!0xFFFF)).any() {
            return false;
        }
        let ([a, b], [c, d]) = (words(x), words(y));
        if P::CHECKED
            && greatest.max32(s.doubles(0xD800)).eq32(greatest).any()
            && any_surrogate(s, [a, b, c, d])
        {
            return false;
        }
        ordered16(s, self, a).store(dst);
        ordered16(s, self, b).store(&mut dst[units..]);
        ordered16(s, self, c).store(&mut dst[2 * units..]);
        ordered16(s, self, d).store(&mut dst[3 * units..]);
        true
    }

    #[inline(always)]
    fn block<const LOSSY: bool, P: Points, S: Wide>(
        self,
        s: S,
        mut x: [S::Bytes; 4],
        dst: &mut [MaybeUninit<[u8; 2]>],
    ) -> Option<Done> {
        let units = S::Bytes::LANES / 2;
        let mut replacements = 0;
        if !(greatest(x) & s.doubles(!0xFFFF)).any() {
            let [mut a, mut b] = words(x);
            if P::CHECKED && any_surrogate(s, [a, b]) {
                if !LOSSY {
                    return None;
                }
                (x, replacements) = replace_all::<P, Self, S>(s, x);
                [a, b] = words(x);
            }
            let room = dst.get_mut(..2 * units)?;
            ordered16(s, self, a).store(room);
            ordered16(s, self, b).store(&mut room[units..]);
            return Some(Done { written: 2 * units, replacements });
        }
        if P::CHECKED && any_ill_formed(s, x) {
            if !LOSSY {
                return None;
            }
            (x, replacements) = replace_all::<P, Self, S>(s, x);
        }
        let mut written = 0;
        for x in x {
            written += put_pairs16(s, self, x, room_at(dst, written)?);
        }
        Some(Done { written, replacements })
    }

    #[inline(always)]
    fn vector<S: Wide>(self, s: S, x: S::Bytes, out: &mut Exact<'_, [u8; 2]>) -> usize {
        put_pairs16(s, self, x, out)
    }
}

/// Writes a block as UTF-32.
#[inline(always)]
fn put_all<S: Wide>(
    s: S,
    to: Utf32,
    [a, b, c, d]: [S::Bytes; 4],
    dst: &mut [MaybeUninit<[u8; 4]>],
) {
    let units = S::Bytes::LANES / 4;
    ordered(s, to.0, a).store(dst);
    ordered(s, to.0, b).store(&mut dst[units..]);
    ordered(s, to.0, c).store(&mut dst[2 * units..]);
    ordered(s, to.0, d).store(&mut dst[3 * units..]);
}

impl Encode for Utf32 {
    #[inline(always)]
    fn singles<P: Points, S: Wide>(
        self,
        s: S,
        [x, y]: [[S::Bytes; 4]; 2],
        dst: &mut [MaybeUninit<[u8; 4]>],
    ) -> bool {
        let units = S::Bytes::LANES;
        if P::CHECKED && (any_ill_formed(s, x) || any_ill_formed(s, y)) {
            return false;
        }
        put_all(s, self, x, dst);
        put_all(s, self, y, &mut dst[units..]);
        true
    }

    #[inline(always)]
    fn block<const LOSSY: bool, P: Points, S: Wide>(
        self,
        s: S,
        mut x: [S::Bytes; 4],
        dst: &mut [MaybeUninit<[u8; 4]>],
    ) -> Option<Done> {
        let units = S::Bytes::LANES;
        let mut replacements = 0;
        if P::CHECKED && any_ill_formed(s, x) {
            if !LOSSY {
                return None;
            }
            (x, replacements) = replace_all::<P, Self, S>(s, x);
        }
        put_all(s, self, x, dst.get_mut(..units)?);
        Some(Done { written: units, replacements })
    }

    #[inline(always)]
    fn vector<S: Wide>(self, s: S, x: S::Bytes, out: &mut Exact<'_, [u8; 4]>) -> usize {
        let units = S::Bytes::LANES / 4;
        out.put(0, ordered(s, self.0, x), units);
        units
    }
}

impl Encode for Latin1 {
    #[inline(always)]
    fn singles<P: Points, S: Wide>(
        self,
        s: S,
        [x, y]: [[S::Bytes; 4]; 2],
        dst: &mut [MaybeUninit<u8>],
    ) -> bool {
        let fit = !(greatest(x).max32(greatest(y)) & s.doubles(!0xFF)).any();
        if fit {
            put_bytes(x, y, dst);
        }
        fit
    }

    /// Whether they are scalar values or not.
    #[inline(always)]
    fn unfit<P: Points, S: Wide>(s: S, x: S::Bytes) -> S::Bytes {
        let fit = x.min32(s.doubles(0xFF)).eq32(x);
        s.splat(0xFF).without(fit)
    }

    #[inline(always)]
    fn block<const LOSSY: bool, P: Points, S: Wide>(
        self,
        s: S,
        mut x: [S::Bytes; 4],
        dst: &mut [MaybeUninit<u8>],
    ) -> Option<Done> {
        let lanes = S::Bytes::LANES;
        let mut replacements = 0;
        if (greatest(x) & s.doubles(!0xFF)).any() {
            if !LOSSY {
                return None;
            }
            (x, replacements) = replace_all::<P, Self, S>(s, x);
        }
        bytes(x).store(dst.get_mut(..lanes)?);
        Some(Done { written: lanes, replacements })
    }

    #[inline(always)]
    fn vector<S: Wide>(self, s: S, x: S::Bytes, out: &mut Exact<'_, u8>) -> usize {
        let zero = s.splat(0);
        let lanes = S::Bytes::LANES;
        out.put(0, bytes([x, zero, zero, zero]), lanes / 4);
        lanes / 4
    }
}
