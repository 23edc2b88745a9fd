//! [`super::pack`] for Latin-1: the low bytes alone, as units of 16 bits until they are moved together.

use core::mem::MaybeUninit;

use super::decode_utf8::Planes;
use super::pack::{Ends, Moved, Sink, rows};
use super::room::{ROOM, Room};
use crate::fallback::form::Latin1;
use crate::vector::{Bytes, Lanewise, Vector, Wide};

impl Sink for Latin1 {
    const LATIN1: bool = true;

    #[inline(always)]
    fn ascii(self, byte: u8) -> u8 {
        byte
    }

    #[inline(always)]
    fn widen<S: Wide>(self, s: S, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> S::Bytes {
        let bytes = s.load(src);
        bytes.store(dst);
        bytes
    }

    #[inline(always)]
    fn widen_half<S: Wide>(self, s: S, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> S::Bytes {
        let units = s.widen8(src);
        let bytes = units.low_lane().narrow16(units.high_lane());
        if S::Bytes::LANES == 32 {
            bytes.store(dst);
        } else {
            bytes.store_low64(dst);
        }
        units
    }

    #[inline(always)]
    fn whole<S: Wide>(self, _: S, _: S::Bytes, _: S::Bytes, _: &mut [MaybeUninit<u8>; 32]) {}

    #[inline(always)]
    fn eight<S: Wide>(
        self,
        _: S,
        _: S::Bytes,
        _: S::Bytes,
        _: S::Bytes,
        _: usize,
        _: u64,
        _: &mut [MaybeUninit<u8>; ROOM],
    ) {
    }

    #[inline(always)]
    fn fours<S: Wide>(self, _: S, _: S::Bytes, _: &mut [MaybeUninit<u8>]) {}

    /// The units are 16 bits wide until they are moved together: so there is one table.
    #[inline(always)]
    fn moved<S: Wide, const CLASS: u8>(
        self,
        s: S,
        planes: &Planes<S>,
        ends: Ends,
    ) -> Moved<S::Bytes> {
        let zero = s.splat(0);
        let (low, high) = (planes.lo.zip_low8(zero), planes.lo.zip_high8(zero));
        let (rows_low, rows_high) = rows(s, ends, false);
        let (low, high) = (low.lookup(rows_low), high.lookup(rows_high));
        Moved { low, high, third_low: low, third_high: high }
    }

    #[inline(always)]
    fn put<S: Wide, const CLASS: u8, R: Room<u8> + ?Sized>(
        self,
        _: S,
        Moved { low, high, .. }: Moved<S::Bytes>,
        ends: Ends,
        room: &mut R,
    ) {
        let (a, b) = (low.narrow16(low), high.narrow16(high));
        room.put8(a.low_lane(), ends.before::<0>(), ends.count::<0>());
        room.put8(b.low_lane(), ends.before::<1>(), ends.count::<1>());
        if S::Bytes::LANES == 32 {
            room.put8(a.high_lane(), ends.before::<2>(), ends.count::<2>());
            room.put8(b.high_lane(), ends.before::<3>(), ends.count::<3>());
        }
    }

    #[inline(always)]
    fn put_upper<S: Wide, R: Room<u8> + ?Sized>(
        self,
        _: S,
        Moved { high, .. }: Moved<S::Bytes>,
        ends: Ends,
        room: &mut R,
    ) {
        room.put8(high.narrow16(high).low_lane(), 0, ends.count::<1>());
    }
}
