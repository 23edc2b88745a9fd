//! What becomes of UTF-16 in UTF-16, UTF-32 and Latin-1.

use core::mem::MaybeUninit;

use super::encode_utf8::{Exact, Room};
use super::from_utf16::{Done, Sink};
use super::tables::WITHOUT;
use super::utf16_units::{BLOCK, Surrogates, Units, ends_open, stored};
use crate::fallback::ByteOrder;
use crate::fallback::form::{Latin1, Utf16, Utf32};
use crate::vector::{Bytes, Lanewise, Vector, Wide};

/// The number of 16-bit lanes behind the first `skip` that are all ones.
#[inline(always)]
fn count<V: Bytes>(lanes: V, skip: usize) -> usize {
    (lanes.high_bits() >> (2 * skip)).count_ones() as usize / 2
}

/// The number of the first `n` 16-bit lanes that are all ones.
#[inline(always)]
fn count_first<V: Bytes>(lanes: V, n: usize) -> usize {
    (lanes.high_bits() & !(u64::MAX << (2 * n))).count_ones() as usize / 2
}

/// Whether there are surrogates in the block at `at`.
#[inline(always)]
fn has_surrogates<S: Wide>(s: S, from: Utf16, src: &[[u8; 2]], at: usize) -> bool {
    let mut found = s.splat(0);
    let mut i = 0;
    while i < BLOCK {
        let units = Units::at(s, from, src, at + i).stored() & stored(s, from, 0xF800);
        found = found | units.eq16(stored(s, from, 0xD800));
        i += Units::<S>::LEN;
    }
    found.any()
}

/// Writes the low bytes of the block at `at`, if no unit has one of `bits`.
#[inline(always)]
pub(super) fn put_low_bytes<S: Wide>(
    s: S,
    from: Utf16,
    src: &[[u8; 2]],
    at: usize,
    bits: u16,
    room: &mut [MaybeUninit<u8>],
) -> bool {
    let len = Units::<S>::LEN;
    let mut all = Units::at(s, from, src, at).stored();
    let mut i = len;
    while i < BLOCK {
        all = all | Units::at(s, from, src, at + i).stored();
        i += len;
    }
    let plain = !(all & stored(s, from, bits)).any();
    if plain {
        i = 0;
        while i < BLOCK {
            let a = Units::at(s, from, src, at + i).numbers(s);
            let b = Units::at(s, from, src, at + i + len).numbers(s);
            a.narrow16(b).in_order().store(&mut room[i..]);
            i += 2 * len;
        }
    }
    plain
}

/// What [`Done::bad`] of a vector with surrogates is.
#[inline(always)]
fn bad<const LOSSY: bool, S: Wide>(
    units: &Units<S>,
    found: &Surrogates<S::Bytes>,
    skip: usize,
) -> usize {
    if LOSSY {
        count(found.unpaired, skip)
    } else {
        usize::from(found.unpaired.any() | units.ends_open())
    }
}

impl Sink for Utf16 {
    const ROOM: usize = BLOCK;
    const OF_FIRST: usize = 1;

    #[inline(always)]
    fn order(self) -> ByteOrder {
        self.0
    }

    #[inline(always)]
    fn ordered(self, order: ByteOrder) -> Self {
        Self(order)
    }

    #[inline(always)]
    fn plain<S: Wide>(
        self,
        s: S,
        from: Utf16,
        src: &[[u8; 2]],
        at: usize,
        room: &mut [MaybeUninit<[u8; 2]>],
    ) -> bool {
        let plain = !has_surrogates(s, from, src, at);
        if plain {
            let mut i = 0;
            while i < BLOCK {
                Units::at(s, from, src, at + i).in_order(s, self.0).store(&mut room[i..]);
                i += Units::<S>::LEN;
            }
        }
        plain
    }

    #[inline(always)]
    fn block<const LOSSY: bool, S: Wide>(
        self,
        s: S,
        from: Utf16,
        src: &[[u8; 2]],
        at: usize,
        room: &mut [MaybeUninit<[u8; 2]>],
    ) -> Done {
        let len = Units::<S>::LEN;
        let mut i = 0;
        if self.plain(s, from, src, at, room) {
            return Done { written: BLOCK, bad: 0 };
        }
        let (mut unpaired, mut bad) = (s.splat(0), 0);
        while i < BLOCK {
            let units = Units::at(s, from, src, at + i);
            let found = units.surrogates::<LOSSY>(s);
            let mut out = units.in_order(s, self.0);
            if LOSSY {
                bad += count(found.unpaired, 0);
                out = out.select8(found.unpaired, stored(s, self, 0xFFFD));
            } else {
                unpaired = unpaired | found.unpaired;
            }
            out.store(&mut room[i..]);
            i += len;
        }
        if !LOSSY {
            bad = usize::from(unpaired.any() | ends_open(from, src, at + BLOCK));
        }
        Done { written: BLOCK, bad }
    }

    #[inline(always)]
    fn vector<const LOSSY: bool, S: Wide>(
        self,
        s: S,
        units: Units<S>,
        skip: usize,
        out: &mut Exact<[u8; 2]>,
    ) -> Done {
        let len = Units::<S>::LEN;
        out.at -= skip;
        let mut converted = units.in_order(s, self.0);
        let mut found_bad = 0;
        if units.has_surrogates(s) {
            let found = units.surrogates::<LOSSY>(s);
            found_bad = bad::<LOSSY, S>(&units, &found, skip);
            if LOSSY {
                converted = converted.select8(found.unpaired, stored(s, self, 0xFFFD));
            }
        }
        out.put(0, converted, len);
        Done { written: len, bad: found_bad }
    }
}

/// For [`Bytes::lookup`]: the bytes of each 32-bit lane the other way round.
const SWAPPED32: [u8; 16] = [3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12];

/// Lanes of 32 bits in a byte order.
#[inline(always)]
fn ordered<S: Wide>(s: S, order: ByteOrder, units: S::Bytes) -> S::Bytes {
    match order {
        ByteOrder::Little => units,
        ByteOrder::Big => units.lookup(s.table(&SWAPPED32)),
    }
}

/// Units that are no surrogates, in 32 bits.
#[inline(always)]
fn widened<S: Wide>(s: S, order: ByteOrder, units: Units<S>) -> [S::Bytes; 2] {
    let units = units.in_order(s, order);
    let (low, high) = (units.widen_low16(), units.widen_high16());
    match order {
        ByteOrder::Little => [low, high],
        ByteOrder::Big => [low.shl32::<16>(), high.shl32::<16>()],
    }
}

/// The lower and the upper halves of the code points of units with surrogates, a pair's at its second unit.
///
/// ```text
///   high  D800 + h     h + 40 = uuuuuxxxxyy     upper half  h >> 6 + 1
///   low   DC00 + l                              lower half  h << 10 | l
/// ```
#[inline(always)]
fn halves<S: Wide>(s: S, found: &Surrogates<S::Bytes>) -> [S::Bytes; 2] {
    let lower = found.numbers & s.words(0x03FF) | found.before.shl16::<10>();
    let lower = found.numbers.select8(found.second, lower);
    let upper = found.before.shr16::<6>().sub16(s.words(0x035F)) & found.second;
    [lower, upper]
}

/// The code points of whole pairs, in lanes of 32 bits.
///
/// ```text
///   high, low         D800 + h   DC00 + l       signed    h - 2800   l - 2400
///   400 high + low                                        400 h + l - A02400
/// ```
#[inline(always)]
fn points_of_pairs<S: Wide>(s: S, pairs: S::Bytes) -> S::Bytes {
    pairs.products16(s.doubles(0x0001_0400)).add32(s.doubles(0x00A0_2400 + 0x0001_0000))
}

/// The bits of 16-bit lanes that are all ones.
#[inline(always)]
fn bits<V: Vector>(lanes: V) -> usize {
    // The second half repeats the first, in each lane of sixteen bytes.
    let narrowed = lanes.narrow16_signed(lanes).high_bits() as usize;
    narrowed & 0xFF | narrowed >> 8 & 0xFF00
}

/// Writes what lanes of 32 bits hold of which these are the halves, but for those that have a bit of
/// `left_out`. Returns how many.
#[inline(always)]
fn put_without<U: Copy, S: Wide, R: Room<U>>(
    s: S,
    order: ByteOrder,
    [lower, upper]: [S::Bytes; 2],
    left_out: usize,
    room: &mut R,
) -> usize {
    let row = |i: u32| left_out >> i & 0xF;
    let kept = |i: u32| (row(i) ^ 0xF).count_ones() as usize;
    let low = ordered(s, order, lower.zip_low16(upper)).lookup(s.rows(&WITHOUT.0, row(0), row(8)));
    let high =
        ordered(s, order, lower.zip_high16(upper)).lookup(s.rows(&WITHOUT.0, row(4), row(12)));
    let mut at = kept(0);
    room.put(0, low.low_lane(), kept(0));
    room.put(at, high.low_lane(), kept(4));
    at += kept(4);
    if S::Bytes::LANES == 32 {
        room.put(at, low.high_lane(), kept(8));
        at += kept(8);
        room.put(at, high.high_lane(), kept(12));
        at += kept(12);
    }
    at
}

/// Writes the code points of a vector with surrogates and returns how many.
#[inline(always)]
fn put_points<S: Wide, R: Room<[u8; 4]>>(
    s: S,
    order: ByteOrder,
    found: &Surrogates<S::Bytes>,
    room: &mut R,
) -> usize {
    /// The bytes of every second 16-bit lane.
    const EVEN: u64 = u64::MAX / 5;
    let all = !(u64::MAX << (S::Bytes::LANES - 1) << 1);
    let (first, second) = (found.first.high_bits(), found.second.high_bits());
    // The pairs that end in this vector: its own, or those of the vector from the unit before on.
    let pairs = match (first, second) {
        _ if first == EVEN & all && second == !EVEN & all => Some(found.numbers),
        _ if first == !EVEN & all && second == EVEN & all => Some(found.before),
        _ => None,
    };
    if let Some(pairs) = pairs {
        let n = S::Bytes::LANES / 4;
        room.put(0, ordered(s, order, points_of_pairs(s, pairs)), n);
        return n;
    }
    put_without(s, order, halves(s, found), bits(found.first), room)
}

impl Sink for Utf32 {
    // A vector with surrogates may touch 32.
    const ROOM: usize = BLOCK + 32;
    const OF_FIRST: usize = 0;

    #[inline(always)]
    fn order(self) -> ByteOrder {
        self.0
    }

    #[inline(always)]
    fn ordered(self, order: ByteOrder) -> Self {
        Self(order)
    }

    #[inline(always)]
    fn plain<S: Wide>(
        self,
        s: S,
        from: Utf16,
        src: &[[u8; 2]],
        at: usize,
        room: &mut [MaybeUninit<[u8; 4]>],
    ) -> bool {
        let plain = !has_surrogates(s, from, src, at);
        if plain {
            let mut i = 0;
            while i < BLOCK {
                let [low, high] = widened(s, self.0, Units::at(s, from, src, at + i));
                low.store(&mut room[i..]);
                high.store(&mut room[i + Units::<S>::LEN / 2..]);
                i += Units::<S>::LEN;
            }
        }
        plain
    }

    #[inline(always)]
    fn block<const LOSSY: bool, S: Wide>(
        self,
        s: S,
        from: Utf16,
        src: &[[u8; 2]],
        at: usize,
        room: &mut [MaybeUninit<[u8; 4]>],
    ) -> Done {
        let len = Units::<S>::LEN;
        let mut i = 0;
        if self.plain(s, from, src, at, room) {
            return Done { written: BLOCK, bad: 0 };
        }
        let (mut unpaired, mut bad, mut written) = (s.splat(0), 0, 0);
        while i < BLOCK {
            let found = Units::at(s, from, src, at + i).surrogates::<LOSSY>(s);
            if LOSSY {
                bad += count(found.unpaired, 0);
            } else {
                unpaired = unpaired | found.unpaired;
            }
            let room: &mut [MaybeUninit<_>; 32] =
                room[written..].first_chunk_mut().expect("room for the block");
            written += put_points(s, self.0, &found, room);
            i += len;
        }
        if !LOSSY {
            bad = usize::from(unpaired.any() | ends_open(from, src, at + BLOCK));
        }
        Done { written, bad }
    }

    #[inline(always)]
    fn vector<const LOSSY: bool, S: Wide>(
        self,
        s: S,
        units: Units<S>,
        skip: usize,
        out: &mut Exact<[u8; 4]>,
    ) -> Done {
        let len = Units::<S>::LEN;
        if !units.has_surrogates(s) {
            out.at -= skip;
            let [low, high] = widened(s, self.0, units);
            out.put(0, low, len / 2);
            out.put(len / 2, high, len / 2);
            return Done { written: len, bad: 0 };
        }
        let found = units.surrogates::<LOSSY>(s);
        out.at -= skip - count_first(found.first, skip);
        let written = put_points(s, self.0, &found, out);
        Done { written, bad: bad::<LOSSY, S>(&units, &found, skip) }
    }
}

/// Units below 100, as bytes in lanes of 32 bits, become bytes.
struct Narrowed<'a, R>(&'a mut R);

impl<R: Room<u8>> Room<[u8; 4]> for Narrowed<'_, R> {
    #[inline(always)]
    fn put<V: Vector>(&mut self, at: usize, packed: V, n: usize) {
        let words = packed.narrow32(packed);
        self.0.put(at, words.narrow16(words), n);
    }
}

/// Units from 100 on.
#[inline(always)]
fn from_100<S: Wide>(s: S, units: S::Bytes) -> S::Bytes {
    units.max16(s.words(0x0100)).eq16(units)
}

impl Sink for Latin1 {
    // A vector with surrogates may touch 48.
    const ROOM: usize = BLOCK + 48;
    const OF_FIRST: usize = 1;
    const REPLACED_FIRST: usize = 1;

    /// A character that Latin-1 does not have becomes `?` at its first unit; the second of a pair is left
    /// out.
    #[inline(always)]
    fn plain<S: Wide>(
        self,
        s: S,
        from: Utf16,
        src: &[[u8; 2]],
        at: usize,
        room: &mut [MaybeUninit<u8>],
    ) -> bool {
        put_low_bytes(s, from, src, at, 0xFF00, room)
    }

    #[inline(always)]
    fn block<const LOSSY: bool, S: Wide>(
        self,
        s: S,
        from: Utf16,
        src: &[[u8; 2]],
        at: usize,
        room: &mut [MaybeUninit<u8>],
    ) -> Done {
        let len = Units::<S>::LEN;
        if self.plain(s, from, src, at, room) {
            return Done { written: BLOCK, bad: 0 };
        }
        if !LOSSY {
            return Done { written: 0, bad: 1 };
        }
        let mut i = 0;
        let mut bad = 0;
        if !has_surrogates(s, from, src, at) {
            while i < BLOCK {
                let a = Units::at(s, from, src, at + i).numbers(s);
                let b = Units::at(s, from, src, at + i + len).numbers(s);
                let (a_bad, b_bad) = (from_100(s, a), from_100(s, b));
                let replaced = a_bad.narrow16_signed(b_bad);
                bad += replaced.high_bits().count_ones() as usize;
                let (a, b) = (a & s.words(0xFF), b & s.words(0xFF));
                let bytes = a.narrow16(b).select8(replaced, s.splat(b'?'));
                bytes.in_order().store(&mut room[i..]);
                i += 2 * len;
            }
            return Done { written: BLOCK, bad };
        }
        let mut written = 0;
        while i < BLOCK {
            let found = Units::at(s, from, src, at + i).surrogates::<true>(s);
            let room: &mut [MaybeUninit<_>; 48] =
                room[written..].first_chunk_mut().expect("room for the block");
            let (n, replaced) = put_replaced(s, &found, 0, room);
            written += n;
            bad += replaced;
            i += len;
        }
        Done { written, bad }
    }

    #[inline(always)]
    fn vector<const LOSSY: bool, S: Wide>(
        self,
        s: S,
        units: Units<S>,
        skip: usize,
        out: &mut Exact<u8>,
    ) -> Done {
        let len = Units::<S>::LEN;
        if units.any(s, 0xFF00) {
            if !LOSSY {
                return Done { written: 0, bad: 1 };
            }
            let found = units.surrogates::<true>(s);
            out.at -= skip - count_first(found.second, skip);
            let (written, bad) = put_replaced(s, &found, skip, out);
            return Done { written, bad };
        }
        out.at -= skip;
        let units = units.numbers(s);
        let bytes = units.narrow16(units).in_order();
        if S::Bytes::LANES == 32 {
            out.put(0, bytes.low_lane(), len);
        } else {
            out.put_low64(bytes);
        }
        Done { written: len, bad: 0 }
    }
}

/// Writes units, with `?` in place of what is not in Latin-1, and returns how many bytes, and how many `?`
/// of the units behind the first `skip`.
#[inline(always)]
fn put_replaced<S: Wide, R: Room<u8>>(
    s: S,
    found: &Surrogates<S::Bytes>,
    skip: usize,
    room: &mut R,
) -> (usize, usize) {
    let replaced = from_100(s, found.numbers);
    let bytes = found.numbers.select8(replaced, s.words(u16::from(b'?')));
    let (out, halves) = (bits(found.second), [bytes, s.splat(0)]);
    let n = put_without(s, ByteOrder::Little, halves, out, &mut Narrowed(room));
    (n, count(replaced.without(found.second), skip))
}
