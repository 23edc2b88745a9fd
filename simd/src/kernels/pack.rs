//! The units of a vector moved together and written, for each target of a conversion from UTF-8.
//!
//! ```text
//!   ends      . . x x . x x x      the mask of eight positions chooses a row of the table
//!   units     - - a b - c d e      of 16 bits each
//!   row       2 3 5 6 7 - - -      one shuffle
//!   written   a b c d e - - -      whole; what is too much is overwritten by the next
//! ```
//!
//! The rows are written in ascending order, each where the ends before it are counted to. With two lanes those of a
//! block are all moved before the first is written: behind stores whose places are not known yet, AVX2 took up to a
//! third longer in some runs for what it need not check, and a twentieth for the rest (Zen 4, 2026-11-24). With one
//! lane, which has twice as many vectors, there are too few registers for that.
//!
//! Lanes of sixteen bytes are unpacked lane by lane: with two lanes the lower half of the units has the
//! positions 0 to 7 and 16 to 23, the upper half 8 to 15 and 24 to 31.

use core::mem::MaybeUninit;

use super::decode_utf8::Planes;
use super::encode_points_wide::{ordered16, pairs_of};
use super::four_among_ascii::fours_and_ascii;
use super::four_words::Run;
use super::room::{ROOM, Room};
use crate::aligned::Aligned;
use crate::cast::output_bytes2;
use crate::fallback::ByteOrder;
use crate::fallback::form::{Target, Utf16};
use crate::vector::{Bytes, Lanewise, Vector, Wide};

/// For each mask of eight units of two bytes, the places of the bytes of those that are set.
pub(crate) static ROWS: Aligned<[[u8; 16]; 256]> = Aligned({
    let mut table = [[0; 16]; 256];
    let mut mask = 0;
    while mask < 256 {
        let (mut i, mut n) = (0, 0);
        while i < 8 {
            if mask >> i & 1 != 0 {
                table[mask][2 * n] = 2 * i;
                table[mask][2 * n + 1] = 2 * i + 1;
                n += 1;
            }
            i += 1;
        }
        mask += 1;
    }
    table
});

/// The ends of characters in a block, as seen from a vector in it.
#[derive(Clone, Copy)]
pub(crate) struct Ends {
    /// Of the block.
    pub(crate) ends: u64,
    /// Where the vector begins.
    pub(crate) at: usize,
}

impl Ends {
    /// Those of the eight positions from `8 * I` on.
    #[inline(always)]
    pub(super) fn row<const I: usize>(self) -> usize {
        (self.ends >> (self.at + 8 * I)) as usize & 0xFF
    }

    /// How many there are before.
    #[inline(always)]
    pub(super) fn before<const I: usize>(self) -> usize {
        (self.ends & ((1 << (self.at + 8 * I)) - 1)).count_ones() as usize
    }

    /// How many there are in the row.
    #[inline(always)]
    pub(super) fn count<const I: usize>(self) -> usize {
        self.row::<I>().count_ones() as usize
    }
}

/// A target to which the planes of a vector are written.
pub(crate) trait Sink: Target {
    /// Whether characters of four bytes make pairs of surrogates.
    const PAIRS: bool = false;
    /// Whether there is nothing above FF.
    const LATIN1: bool = false;
    /// Units of a character of four bytes.
    const OF_FOUR: usize = 1;

    /// The unit of a byte, as if that were ASCII.
    fn ascii(self, byte: u8) -> Self::Unit;

    /// Writes a vector of bytes as if they were ASCII at the front of `dst`, and returns one with the
    /// highest bit of a byte set if there is one that is not.
    fn widen<S: Wide>(self, s: S, src: &[u8], dst: &mut [MaybeUninit<Self::Unit>]) -> S::Bytes;

    /// The same of half as many bytes.
    fn widen_half<S: Wide>(self, s: S, src: &[u8], dst: &mut [MaybeUninit<Self::Unit>])
    -> S::Bytes;

    /// Writes the units of all lanes of both planes. Not for Latin-1.
    fn whole<S: Wide>(
        self,
        s: S,
        lo: S::Bytes,
        hi: S::Bytes,
        room: &mut [MaybeUninit<Self::Unit>; 32],
    );

    /// Writes the units of code points above FFFF, in lanes of 32 bits. Not for Latin-1.
    fn fours<S: Wide>(self, s: S, points: S::Bytes, room: &mut [MaybeUninit<Self::Unit>]);

    /// Converts characters of four bytes and ASCII at the front of `src`: see [`fours_and_ascii`]. Of [`Self::PAIRS`].
    #[inline(always)]
    fn fours_and_ascii<S: Wide>(
        self,
        _: S,
        _: &[u8],
        _: &mut [MaybeUninit<Self::Unit>],
        _many: bool,
    ) -> Run {
        Run::default()
    }

    /// Both planes in the order of the bytes of a unit, for a target of 16-bit units.
    #[allow(dead_code, reason = "of the blocks of NEON")]
    #[inline(always)]
    fn ordered<V>(self, lo: V, hi: V) -> (V, V) {
        (lo, hi)
    }

    /// Writes those of eight units that a row of the table takes, the `i`th of a block. `third` are the bits above
    /// the sixteenth; byte `j` of `places` is the number of units up to the end of row `j`. Not for Latin-1.
    #[allow(dead_code, reason = "of the blocks of NEON")]
    #[allow(clippy::too_many_arguments, reason = "all of it in registers")]
    fn eight<S: Wide>(
        self,
        s: S,
        units: S::Bytes,
        third: S::Bytes,
        row: S::Bytes,
        i: usize,
        places: u64,
        room: &mut [MaybeUninit<Self::Unit>; ROOM],
    );

    /// Writes the units at the ends of the vector.
    #[inline(always)]
    fn pack<S: Wide, const CLASS: u8, R: Room<Self::Unit> + ?Sized>(
        self,
        s: S,
        planes: &Planes<S>,
        ends: Ends,
        room: &mut R,
    ) {
        self.put::<S, CLASS, R>(s, self.moved::<S, CLASS>(s, planes, ends), ends, room);
    }

    /// The units at the ends of the vector, moved together.
    fn moved<S: Wide, const CLASS: u8>(
        self,
        s: S,
        planes: &Planes<S>,
        ends: Ends,
    ) -> Moved<S::Bytes>;

    /// Writes them.
    fn put<S: Wide, const CLASS: u8, R: Room<Self::Unit> + ?Sized>(
        self,
        s: S,
        moved: Moved<S::Bytes>,
        ends: Ends,
        room: &mut R,
    );

    /// The same of a vector of one lane, if there are none in its lower half.
    fn put_upper<S: Wide, R: Room<Self::Unit> + ?Sized>(
        self,
        s: S,
        moved: Moved<S::Bytes>,
        ends: Ends,
        room: &mut R,
    );
}

/// The units of a vector, those of each eight positions at the front of a lane of sixteen bytes.
#[derive(Clone, Copy)]
pub(crate) struct Moved<V> {
    pub(super) low: V,
    pub(super) high: V,
    /// In class 4 of UTF-32: the bits above the sixteenth.
    pub(super) third_low: V,
    pub(super) third_high: V,
}

/// Where row `i` of a block begins, in bytes of units of 2 to the power of `LOG`: one instruction, since what is
/// before the last row is below 64, and so the bits below those of a place are 0.
#[inline(always)]
pub(super) fn place<const LOG: usize>(places: u64, i: usize) -> usize {
    let place = match i {
        0 => return 0,
        1 => places << LOG,
        _ => places >> (8 * (i - 1) - LOG),
    };
    place as usize & ((64 << LOG) - 1)
}

/// Both halves of the units of 16 bits, little-endian.
#[inline(always)]
pub(super) fn units<S: Wide, const CLASS: u8>(s: S, planes: &Planes<S>) -> (S::Bytes, S::Bytes) {
    let Planes { lo, hi, .. } = *planes;
    let (low, high) = (lo.zip_low8(hi), lo.zip_high8(hi));
    if CLASS == 2 {
        // 1 and 64.
        let factors = s.words(0x4001);
        return (low.products8(factors), high.products8(factors));
    }
    (low, high)
}

/// The rows of the lower half and of the upper one. `swapped` exchanges the bytes of a unit.
#[inline(always)]
pub(super) fn rows<S: Wide>(s: S, ends: Ends, swapped: bool) -> (S::Bytes, S::Bytes) {
    let (low, high) = if S::Bytes::LANES == 32 {
        let low = s.rows(&ROWS, ends.row::<0>(), ends.row::<2>());
        (low, s.rows(&ROWS, ends.row::<1>(), ends.row::<3>()))
    } else {
        (s.rows(&ROWS, ends.row::<0>(), 0), s.rows(&ROWS, ends.row::<1>(), 0))
    };
    if swapped { (low ^ s.splat(1), high ^ s.splat(1)) } else { (low, high) }
}

impl Sink for Utf16 {
    const PAIRS: bool = true;
    const OF_FOUR: usize = 2;

    #[inline(always)]
    fn fours_and_ascii<S: Wide>(
        self,
        s: S,
        src: &[u8],
        dst: &mut [MaybeUninit<[u8; 2]>],
        many: bool,
    ) -> Run {
        match self.0 {
            ByteOrder::Little => fours_and_ascii::<false, S>(s, src, dst, many),
            ByteOrder::Big => fours_and_ascii::<true, S>(s, src, dst, many),
        }
    }

    #[inline(always)]
    fn ascii(self, byte: u8) -> [u8; 2] {
        self.0.bytes16(byte.into())
    }

    #[inline(always)]
    fn widen<S: Wide>(self, s: S, src: &[u8], dst: &mut [MaybeUninit<[u8; 2]>]) -> S::Bytes {
        let ([low, high], all) = match self.0 {
            ByteOrder::Little => s.widen_all8(src),
            ByteOrder::Big => s.widen_all8_swapped(src),
        };
        low.store(dst);
        high.store(&mut dst[S::Bytes::LANES / 2..]);
        all
    }

    #[inline(always)]
    fn widen_half<S: Wide>(self, s: S, src: &[u8], dst: &mut [MaybeUninit<[u8; 2]>]) -> S::Bytes {
        let mut units = s.widen8(src);
        if self.0 == ByteOrder::Big {
            units = units.shl16::<8>();
        }
        units.store(dst);
        units
    }

    #[inline(always)]
    fn whole<S: Wide>(
        self,
        _: S,
        lo: S::Bytes,
        hi: S::Bytes,
        room: &mut [MaybeUninit<[u8; 2]>; 32],
    ) {
        let (first, second) = if self.0 == ByteOrder::Big { (hi, lo) } else { (lo, hi) };
        let (low, high) = (first.zip_low8(second), first.zip_high8(second));
        low.low_lane().store(room);
        high.low_lane().store(&mut room[8..]);
        if S::Bytes::LANES == 32 {
            low.high_lane().store(&mut room[16..]);
            high.high_lane().store(&mut room[24..]);
        }
    }

    #[inline(always)]
    fn ordered<V>(self, lo: V, hi: V) -> (V, V) {
        if self.0 == ByteOrder::Big { (hi, lo) } else { (lo, hi) }
    }

    #[inline(always)]
    fn eight<S: Wide>(
        self,
        _: S,
        units: S::Bytes,
        _: S::Bytes,
        row: S::Bytes,
        i: usize,
        places: u64,
        room: &mut [MaybeUninit<[u8; 2]>; ROOM],
    ) {
        let at = place::<1>(places, i);
        units.lookup(row).store(&mut output_bytes2(room)[at..]);
    }

    #[inline(always)]
    fn fours<S: Wide>(self, s: S, points: S::Bytes, room: &mut [MaybeUninit<[u8; 2]>]) {
        ordered16(s, self, pairs_of(s, points)).store(room);
    }

    #[inline(always)]
    fn moved<S: Wide, const CLASS: u8>(
        self,
        s: S,
        planes: &Planes<S>,
        ends: Ends,
    ) -> Moved<S::Bytes> {
        let big = self.0 == ByteOrder::Big;
        let (mut low, mut high) = if CLASS == 3 && big {
            let Planes { lo, hi, third, fourth } = *planes;
            units::<S, CLASS>(s, &Planes { lo: hi, hi: lo, third, fourth })
        } else {
            units::<S, CLASS>(s, planes)
        };
        if CLASS == 4 {
            let Planes { third, fourth, .. } = *planes;
            low = surrogates(s, low, third.zip_low8(third), fourth.zip_low8(fourth));
            high = surrogates(s, high, third.zip_high8(third), fourth.zip_high8(fourth));
        }
        let (rows_low, rows_high) = rows(s, ends, CLASS != 3 && big);
        let (low, high) = (low.lookup(rows_low), high.lookup(rows_high));
        Moved { low, high, third_low: low, third_high: high }
    }

    #[inline(always)]
    fn put<S: Wide, const CLASS: u8, R: Room<[u8; 2]> + ?Sized>(
        self,
        _: S,
        Moved { low, high, .. }: Moved<S::Bytes>,
        ends: Ends,
        room: &mut R,
    ) {
        room.put(low.low_lane(), ends.before::<0>(), ends.count::<0>());
        room.put(high.low_lane(), ends.before::<1>(), ends.count::<1>());
        if S::Bytes::LANES == 32 {
            room.put(low.high_lane(), ends.before::<2>(), ends.count::<2>());
            room.put(high.high_lane(), ends.before::<3>(), ends.count::<3>());
        }
    }

    #[inline(always)]
    fn put_upper<S: Wide, R: Room<[u8; 2]> + ?Sized>(
        self,
        _: S,
        Moved { high, .. }: Moved<S::Bytes>,
        ends: Ends,
        room: &mut R,
    ) {
        room.put(high.low_lane(), 0, ends.count::<1>());
    }
}

/// Makes surrogates of the units at the third bytes of four and at the fourth, by the highest bits.
#[inline(always)]
fn surrogates<S: Wide>(s: S, units: S::Bytes, third: S::Bytes, fourth: S::Bytes) -> S::Bytes {
    let high = units.shr16::<4>().add16(s.words(0xD7C0));
    let low = units & s.words(0x03FF) | s.words(0xDC00);
    units.select8(third, high).select8(fourth, low)
}
