//! [`super::pack`] for UTF-32: units of 16 bits moved together, widened where they are written.

use core::mem::MaybeUninit;

use super::decode_utf8::Planes;
use super::pack::{Ends, Moved, Sink, place, rows, units};
use super::points::ordered;
use super::room::{ROOM, Room};
use crate::cast::output_bytes4;
use crate::fallback::ByteOrder;
use crate::fallback::form::Utf32;
use crate::vector::{Bytes, Lanewise, Vector, Wide};

impl Sink for Utf32 {
    #[inline(always)]
    fn ascii(self, byte: u8) -> [u8; 4] {
        self.0.bytes32(byte.into())
    }

    #[inline(always)]
    fn widen<S: Wide>(self, s: S, src: &[u8], dst: &mut [MaybeUninit<[u8; 4]>]) -> S::Bytes {
        let quarter = S::Bytes::LANES / 4;
        let ([mut a, mut b, mut c, mut d], all) = s.widen_all8_to_32(src);
        if self.0 == ByteOrder::Big {
            (a, b) = (a.shl32::<24>(), b.shl32::<24>());
            (c, d) = (c.shl32::<24>(), d.shl32::<24>());
        }
        a.store(dst);
        b.store(&mut dst[quarter..]);
        c.store(&mut dst[2 * quarter..]);
        d.store(&mut dst[3 * quarter..]);
        all
    }

    #[inline(always)]
    fn widen_half<S: Wide>(self, s: S, src: &[u8], dst: &mut [MaybeUninit<[u8; 4]>]) -> S::Bytes {
        let quarter = S::Bytes::LANES / 4;
        let (mut a, mut b) = (s.widen8_to_32(src), s.widen8_to_32(&src[quarter..]));
        if self.0 == ByteOrder::Big {
            (a, b) = (a.shl32::<24>(), b.shl32::<24>());
        }
        a.store(dst);
        b.store(&mut dst[quarter..]);
        a | b
    }

    #[inline(always)]
    fn whole<S: Wide>(
        self,
        s: S,
        lo: S::Bytes,
        hi: S::Bytes,
        room: &mut [MaybeUninit<[u8; 4]>; 32],
    ) {
        let big = self.0 == ByteOrder::Big;
        let (first, second) = if big { (hi, lo) } else { (lo, hi) };
        let (a, b) = halves(first.zip_low8(second), s.splat(0), big);
        let (c, d) = halves(first.zip_high8(second), s.splat(0), big);
        put2(a.low_lane(), b.low_lane(), 0, 8, &mut room[..]);
        put2(c.low_lane(), d.low_lane(), 8, 8, &mut room[..]);
        if S::Bytes::LANES == 32 {
            put2(a.high_lane(), b.high_lane(), 16, 8, &mut room[..]);
            put2(c.high_lane(), d.high_lane(), 24, 8, &mut room[..]);
        }
    }

    #[inline(always)]
    fn eight<S: Wide>(
        self,
        s: S,
        units: S::Bytes,
        third: S::Bytes,
        row: S::Bytes,
        i: usize,
        places: u64,
        room: &mut [MaybeUninit<[u8; 4]>; ROOM],
    ) {
        let big = self.0 == ByteOrder::Big;
        let row = if big { row ^ s.splat(1) } else { row };
        let (a, b) = halves(units.lookup(row), third.lookup(row), big);
        let at = place::<2>(places, i);
        let room = &mut output_bytes4(room)[at..];
        a.store(room);
        b.store(&mut room[16..]);
    }

    #[inline(always)]
    fn fours<S: Wide>(self, s: S, points: S::Bytes, room: &mut [MaybeUninit<[u8; 4]>]) {
        ordered(s, self.0, points).store(room);
    }

    #[inline(always)]
    fn moved<S: Wide, const CLASS: u8>(
        self,
        s: S,
        planes: &Planes<S>,
        ends: Ends,
    ) -> Moved<S::Bytes> {
        let big = self.0 == ByteOrder::Big;
        let (low, high) = units::<S, CLASS>(s, planes);
        let (rows_low, rows_high) = rows(s, ends, big);
        let (low, high) = (low.lookup(rows_low), high.lookup(rows_high));
        let (mut third_low, mut third_high) = (s.splat(0), s.splat(0));
        if CLASS == 4 {
            (third_low, third_high) =
                (planes.third.zip_low8(third_low), planes.third.zip_high8(third_high));
            (third_low, third_high) = (third_low.lookup(rows_low), third_high.lookup(rows_high));
        }
        Moved { low, high, third_low, third_high }
    }

    #[inline(always)]
    fn put<S: Wide, const CLASS: u8, R: Room<[u8; 4]> + ?Sized>(
        self,
        _: S,
        Moved { low, high, third_low, third_high }: Moved<S::Bytes>,
        ends: Ends,
        room: &mut R,
    ) {
        let big = self.0 == ByteOrder::Big;
        let (a, b) = halves(low, third_low, big);
        let (c, d) = halves(high, third_high, big);
        put2(a.low_lane(), b.low_lane(), ends.before::<0>(), ends.count::<0>(), room);
        put2(c.low_lane(), d.low_lane(), ends.before::<1>(), ends.count::<1>(), room);
        if S::Bytes::LANES == 32 {
            put2(a.high_lane(), b.high_lane(), ends.before::<2>(), ends.count::<2>(), room);
            put2(c.high_lane(), d.high_lane(), ends.before::<3>(), ends.count::<3>(), room);
        }
    }

    #[inline(always)]
    fn put_upper<S: Wide, R: Room<[u8; 4]> + ?Sized>(
        self,
        _: S,
        Moved { high, third_high, .. }: Moved<S::Bytes>,
        ends: Ends,
        room: &mut R,
    ) {
        let (c, d) = halves(high, third_high, self.0 == ByteOrder::Big);
        put2(c.low_lane(), d.low_lane(), 0, ends.count::<1>(), room);
    }
}

/// The units of a lane as two vectors of 32 bits each.
#[inline(always)]
fn halves<V: Vector>(units: V, third: V, big: bool) -> (V, V) {
    if big {
        (third.zip_low16(units), third.zip_high16(units))
    } else {
        (units.zip_low16(third), units.zip_high16(third))
    }
}

/// Writes two vectors of four units, of which `n` count.
#[inline(always)]
fn put2<V: Vector, R: Room<[u8; 4]> + ?Sized>(a: V, b: V, at: usize, n: usize, room: &mut R) {
    room.put(a, at, n);
    room.put(b, at + 4, n.saturating_sub(4));
}
