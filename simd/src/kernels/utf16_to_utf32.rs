//! What becomes of UTF-16 in UTF-32.

use core::mem::MaybeUninit;

use super::encode_utf8::{Exact, Room};
use super::short_utf16_to_utf32;
use super::tables::WITHOUT;
use super::utf16_sink::{Done, Sink};
use super::utf16_to_utf16::{Unpaired, bad, count_first, has_surrogates};
use super::utf16_units::{
    BLOCK, Surrogates, Units, ends_open, is_high, is_low, ordered as ordered_units, stored,
};
use crate::fallback::ByteOrder;
use crate::fallback::form::{Utf16, Utf32};
use crate::vector::{Bytes, Lanewise, Vector, Wide};

/// For [`Bytes::lookup`]: the bytes of each 32-bit lane the other way round.
const SWAPPED32: [u8; 16] = [3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12];

/// Lanes of 32 bits in a byte order.
#[inline(always)]
pub(super) fn ordered<S: Wide>(s: S, order: ByteOrder, units: S::Bytes) -> S::Bytes {
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

/// For [`Bytes::lookup`]: four units and the four behind them in 32 bits, by whether the source and then
/// the target are big-endian. With 80 comes 0.
const WIDENING: [[[[u8; 16]; 2]; 2]; 2] = {
    let mut all = [[[[0x80; 16]; 2]; 2]; 2];
    let mut i = 0;
    while i < 32 {
        let (from, to, unit) = (i & 1, i >> 1 & 1, i >> 2);
        let row = &mut all[from][to][unit / 4];
        // The lower byte of the unit, and its place.
        let (low, place) = (2 * unit as u8 + from as u8, 4 * (unit % 4) + 3 * to);
        row[place] = low;
        row[if to == 0 { place + 1 } else { place - 1 }] = low ^ 1;
        i += 1;
    }
    all
};

/// The rows of [`WIDENING`], each in all lanes.
#[inline(always)]
pub(super) fn widening<S: Wide>(s: S, from: Utf16, to: ByteOrder) -> [S::Bytes; 2] {
    let [low, high] =
        WIDENING[usize::from(from.0 == ByteOrder::Big)][usize::from(to == ByteOrder::Big)];
    [s.table(&low), s.table(&high)]
}

/// A vector of units that are no surrogates, by [`widening`]. The shuffles do the byte orders with the widening.
///
/// ```text
///   units      0123 4567 | 89AB CDEF      of two lanes
///   in order   0123 89AB | 4567 CDEF      the lower halves are written first, then the upper ones
/// ```
///
/// (With a load of eight units into both lanes for each shuffle LLVM made two permutations of the loads that are there:
/// UTF-16BE with AVX2 at 0.92 of simdutf, EPYC of Zen 5, 2026-11-25. Without a change of byte order a widening load does
/// all of it.)
#[inline(always)]
pub(super) fn widened_by<S: Wide>(
    (from, to): (Utf16, ByteOrder),
    rows: [S::Bytes; 2],
    units: S::Bytes,
) -> [S::Bytes; 2] {
    let as_they_are = from.0 == ByteOrder::Little && to == ByteOrder::Little;
    if as_they_are {
        return [units.widen_low16(), units.widen_high16()];
    }
    let units = units.in_order();
    [units.lookup(rows[0]), units.lookup(rows[1])]
}

/// Writes it.
#[inline(always)]
fn put_widened<S: Wide>(
    s: S,
    orders: (Utf16, ByteOrder),
    rows: [S::Bytes; 2],
    units: &[[u8; 2]],
    room: &mut [MaybeUninit<[u8; 4]>],
) {
    let [low, high] = widened_by::<S>(orders, rows, s.load(units.as_flattened()));
    low.store(room);
    high.store(&mut room[Units::<S>::LEN / 2..]);
}

/// The lower and the upper halves of the code points of units with surrogates, a pair's at its second unit.
///
/// ```text
///   high  D800 + h     h + 40 = uuuuuxxxxyy     upper half  h >> 6 + 1
///   low   DC00 + l                              lower half  h << 10 | l
/// ```
#[inline(always)]
pub(super) fn halves<S: Wide>(s: S, found: &Surrogates<S::Bytes>) -> [S::Bytes; 2] {
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
pub(crate) fn points_of_pairs<S: Wide>(s: S, pairs: S::Bytes) -> S::Bytes {
    pairs.products16(s.doubles(0x0001_0400)).add32(s.doubles(0x00A0_2400 + 0x0001_0000))
}

/// Writes what lanes of 32 bits hold of which these are the halves, but for those that are all ones in
/// `left_out`. Returns how many.
#[inline(always)]
pub(super) fn put_without<U: Copy, S: Wide, R: Room<U>>(
    s: S,
    order: ByteOrder,
    [lower, upper]: [S::Bytes; 2],
    left_out: S::Bytes,
    room: &mut R,
) -> usize {
    let (rows, kept) = left_out.bits_and_zeros16();
    let row = |i: u32| rows >> i & 0xF;
    let low = ordered(s, order, lower.zip_low16(upper)).lookup(s.rows(&WITHOUT.0, row(0), row(8)));
    let high =
        ordered(s, order, lower.zip_high16(upper)).lookup(s.rows(&WITHOUT.0, row(4), row(12)));
    let mut at = kept[0];
    room.put(0, low.low_lane(), kept[0]);
    room.put(at, high.low_lane(), kept[1]);
    at += kept[1];
    if S::Bytes::LANES == 32 {
        room.put(at, low.high_lane(), kept[2]);
        at += kept[2];
        room.put(at, high.high_lane(), kept[3]);
        at += kept[3];
    }
    at
}

/// Writes the code points of a vector with surrogates and returns how many.
#[inline(always)]
pub(super) fn put_points<S: Wide, R: Room<[u8; 4]>>(
    s: S,
    order: ByteOrder,
    found: &Surrogates<S::Bytes>,
    room: &mut R,
) -> usize {
    // The pairs that end in this vector: its own, or those of the vector from the unit before on.
    if let Some(split) = found.first.takes_turns16(found.second) {
        let pairs = if split { found.before } else { found.numbers };
        let n = S::Bytes::LANES / 4;
        room.put(0, ordered(s, order, points_of_pairs(s, pairs)), n);
        return n;
    }
    put_without(s, order, halves(s, found), found.first, room)
}

/// Writes the block at `at`, if it is nothing but pairs, each where its second unit is: as a run of emoji has
/// it. Otherwise what is written is to be written over.
#[inline(always)]
fn put_pairs<S: Wide>(
    s: S,
    from: Utf16,
    src: &[[u8; 2]],
    at: usize,
    order: ByteOrder,
    room: &mut [MaybeUninit<[u8; 4]>],
) -> bool {
    let split = is_low(from, src[at]);
    // One half of the block tells of most that have something else.
    let middle = src[at + BLOCK / 2];
    let alike = if split { is_low(from, middle) } else { is_high(from, middle) };
    if !alike || split && (at == 0 || !is_high(from, src[at + BLOCK - 1])) {
        return false;
    }
    let block: &[[u8; 2]; BLOCK] = src[at - usize::from(split)..].first_chunk().expect("a block");
    let room = &mut room[..BLOCK / 2];
    let mut other = s.splat(0);
    let mut i = 0;
    while i < BLOCK {
        let units = ordered_units(s, from, ByteOrder::Little, s.load(block[i..].as_flattened()));
        other = other | units & s.doubles(0xFC00_FC00) ^ s.doubles(0xDC00_D800);
        ordered(s, order, points_of_pairs(s, units)).store(&mut room[i / 2..]);
        i += Units::<S>::LEN;
    }
    !other.any() && !ends_open(from, src, at + BLOCK)
}

/// Whether there seem to be so few surrogates in the block at `at` that most of its sixteens have none: at most one of
/// four units is one. In a run of emoji with what joins them each sixteen would be asked in vain, with an answer that
/// cannot be foreseen (generated emoji 0.52 of before on SSE4.1, Zen 4, 2026-11-24).
#[inline(always)]
fn few_surrogates(from: Utf16, src: &[[u8; 2]], at: usize) -> bool {
    let one =
        |i: usize| u32::from(src[at + i][usize::from(from.0 == ByteOrder::Little)] & 0xF8 == 0xD8);
    one(0) + one(16) + one(32) + one(48) <= 1
}

/// Whether there are no surrogates in the sixteen units at `at`, and no open one before them.
#[inline(always)]
fn plain_sixteen<S: Wide>(s: S, from: Utf16, src: &[[u8; 2]], at: usize) -> bool {
    let units: &[[u8; 2]; 16] = src[at..].first_chunk().expect("16 units");
    let (bits, surrogate) = (stored(s, from, 0xF800), stored(s, from, 0xD800));
    let bytes = units.as_flattened();
    let mut found = (s.load(bytes) & bits).eq16(surrogate);
    if S::Bytes::LANES == 16 {
        found = found | (s.load(&bytes[16..]) & bits).eq16(surrogate);
    }
    !found.any() && !at.checked_sub(1).is_some_and(|before| is_high(from, src[before]))
}

/// Converts the block at `at` by sixteen units, of which most are taken to have no surrogates, as where scripts and
/// emoji take turns. (SSE4.1, `mixed`: 0.82 of simdutf without, 1.04 with it. In one loop with what is below, 0.97.)
#[inline(always)]
fn by_sixteens<const LOSSY: bool, S: Wide>(
    s: S,
    from: Utf16,
    src: &[[u8; 2]],
    at: usize,
    order: ByteOrder,
    room: &mut [MaybeUninit<[u8; 4]>],
) -> Done {
    let rows = widening(s, from, order);
    let mut unpaired = Unpaired::new(s.splat(0));
    let (mut i, mut written) = (0, 0);
    while i < BLOCK {
        let room: &mut [MaybeUninit<_>; 48] =
            room[written..].first_chunk_mut().expect("room for the block");
        if plain_sixteen(s, from, src, at + i) {
            let mut j = 0;
            while j < 16 {
                put_widened(s, (from, order), rows, &src[at + i + j..], &mut room[j..]);
                j += Units::<S>::LEN;
            }
            written += 16;
        } else {
            let (mut j, mut n) = (0, 0);
            while j < 16 {
                let found = Units::at(s, from, src, at + i + j).surrogates::<LOSSY>(s);
                unpaired.add::<LOSSY>(found.unpaired);
                let room: &mut [MaybeUninit<_>; 32] =
                    room[n..].first_chunk_mut().expect("room for a vector");
                n += put_points(s, order, &found, room);
                j += Units::<S>::LEN;
            }
            written += n;
        }
        i += 16;
    }
    Done { written, bad: unpaired.bad::<LOSSY>(from, src, at) }
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
    fn short<S: Wide>(
        self,
        s: S,
        from: Utf16,
        src: &[[u8; 2]],
        dst: &mut [MaybeUninit<[u8; 4]>],
    ) -> Option<usize> {
        short_utf16_to_utf32::short(s, from, src, self, dst)
    }

    #[inline(always)]
    fn plain<S: Wide>(
        self,
        s: S,
        from: Utf16,
        block: &[[u8; 2]; BLOCK],
        room: &mut [MaybeUninit<[u8; 4]>; BLOCK],
    ) -> bool {
        let plain = !has_surrogates(s, from, block);
        if plain {
            // (AVX2, 1 MiB: 1.0 to 1.13 times as fast, Zen 4, 2026-11-27; with SSE4.1 there was nothing to gain.)
            s.prefetch_behind::<512>(block.as_flattened());
            let rows = widening(s, from, self.0);
            let mut i = 0;
            while i < BLOCK {
                put_widened(s, (from, self.0), rows, &block[i..], &mut room[i..]);
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
        if put_pairs(s, from, src, at, self.0, room) {
            return Done { written: BLOCK / 2, bad: 0 };
        }
        if few_surrogates(from, src, at) {
            return by_sixteens::<LOSSY, S>(s, from, src, at, self.0, room);
        }
        let mut unpaired = Unpaired::new(s.splat(0));
        let (mut i, mut written) = (0, 0);
        while i < BLOCK {
            let found = Units::at(s, from, src, at + i).surrogates::<LOSSY>(s);
            unpaired.add::<LOSSY>(found.unpaired);
            let room: &mut [MaybeUninit<_>; 32] =
                room[written..].first_chunk_mut().expect("room for the block");
            written += put_points(s, self.0, &found, room);
            i += Units::<S>::LEN;
        }
        Done { written, bad: unpaired.bad::<LOSSY>(from, src, at) }
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
