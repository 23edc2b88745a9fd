//! What becomes of UTF-16 in UTF-16, and what that has in common with UTF-32 and Latin-1.

use core::mem::MaybeUninit;

use super::encode_utf8::{Exact, Room};
use super::utf16_sink::{Done, Sink};
use super::utf16_units::{BLOCK, Surrogates, Units, ends_open, ordered, stored};
use crate::fallback::ByteOrder;
use crate::fallback::form::Utf16;
use crate::vector::{Bytes, Lanewise, Vector, Wide};

/// The number of 16-bit lanes behind the first `skip` that are all ones.
#[inline(always)]
pub(super) fn count<V: Bytes>(lanes: V, skip: usize) -> usize {
    (lanes.high_bits() >> (2 * skip)).count_ones() as usize / 2
}

/// The number of the first `n` 16-bit lanes that are all ones.
#[inline(always)]
pub(super) fn count_first<V: Bytes>(lanes: V, n: usize) -> usize {
    (lanes.high_bits() & !(u64::MAX << (2 * n))).count_ones() as usize / 2
}

/// Whether there are surrogates in a block.
#[inline(always)]
pub(super) fn has_surrogates<S: Wide>(s: S, from: Utf16, block: &[[u8; 2]; BLOCK]) -> bool {
    let mut found = s.splat(0);
    let mut i = 0;
    while i < BLOCK {
        let units = s.load(block[i..].as_flattened()) & stored(s, from, 0xF800);
        found = found | units.eq16(stored(s, from, 0xD800));
        i += Units::<S>::LEN;
    }
    found.any()
}

/// What [`Done::bad`] of a vector with surrogates is.
#[inline(always)]
pub(super) fn bad<const LOSSY: bool, S: Wide>(
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

/// What is unpaired in a block: how many where `LOSSY`, and else where, which is one operation a vector.
pub(super) struct Unpaired<V> {
    count: usize,
    places: V,
}

impl<V: Bytes> Unpaired<V> {
    /// Of none. `none` is 0.
    #[inline(always)]
    pub(super) fn new(none: V) -> Self {
        Self { count: 0, places: none }
    }

    /// Adds those of a vector.
    #[inline(always)]
    pub(super) fn add<const LOSSY: bool>(&mut self, found: V) {
        if LOSSY {
            self.count += count(found, 0);
        } else {
            self.places = self.places | found;
        }
    }

    /// See [`Done::bad`], of the block at `at`.
    #[inline(always)]
    pub(super) fn bad<const LOSSY: bool>(self, from: Utf16, src: &[[u8; 2]], at: usize) -> usize {
        if LOSSY {
            return self.count;
        }
        usize::from(self.places.any() | ends_open(from, src, at + BLOCK))
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
        block: &[[u8; 2]; BLOCK],
        room: &mut [MaybeUninit<[u8; 2]>; BLOCK],
    ) -> bool {
        let plain = !has_surrogates(s, from, block);
        if plain {
            let mut i = 0;
            while i < BLOCK {
                let units = s.load(block[i..].as_flattened());
                ordered(s, from, self.0, units).store(&mut room[i..]);
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
        let mut unpaired = Unpaired::new(s.splat(0));
        while i < BLOCK {
            let units = Units::at(s, from, src, at + i);
            let found = units.surrogates::<LOSSY>(s);
            let mut out = units.in_order(s, self.0);
            unpaired.add::<LOSSY>(found.unpaired);
            if LOSSY {
                out = out.select8(found.unpaired, stored(s, self, 0xFFFD));
            }
            out.store(&mut room[i..]);
            i += len;
        }
        Done { written: BLOCK, bad: unpaired.bad::<LOSSY>(from, src, at) }
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
