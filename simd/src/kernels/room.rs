//! Where the targets of [`super::pack`] write: to a place with room for whole vectors, or to what there is.

use core::mem::MaybeUninit;

use crate::vector::Vector;

/// Units for which a block of 64 bytes has to have room: a row is written whole.
pub(crate) const ROOM: usize = 64 + 8;

/// Bytes that 64 units of UTF-16 in planes may touch: rows are written whole, and a place is a byte, which the compiler
/// sees.
pub(crate) const ROOM_OF_PLANES: usize = 256 + 16;

/// Where units are written.
pub(crate) trait Room<U> {
    /// Writes `n` units at `at`, and possibly the others of the vector behind them.
    fn put<V: Vector>(&mut self, units: V, at: usize, n: usize);

    /// The same of units of a byte, of which only eight are written.
    fn put8<V: Vector>(&mut self, units: V, at: usize, n: usize);
}

/// There is room for every unit of a block.
impl<U: Copy> Room<U> for [MaybeUninit<U>; ROOM] {
    #[inline(always)]
    fn put<V: Vector>(&mut self, units: V, at: usize, _: usize) {
        units.store(&mut self[at..]);
    }

    #[inline(always)]
    fn put8<V: Vector>(&mut self, units: V, at: usize, _: usize) {
        units.store_low64(&mut self[at..]);
    }
}

/// There may be less: what has no room is not written.
impl<U: Copy> Room<U> for [MaybeUninit<U>] {
    #[inline(always)]
    fn put<V: Vector>(&mut self, units: V, at: usize, n: usize) {
        let Some(room) = self.get_mut(at..) else { return };
        if size_of_val(room) >= size_of::<V>() {
            units.store(room);
        } else {
            units.store_first(room, n);
        }
    }

    #[inline(always)]
    fn put8<V: Vector>(&mut self, units: V, at: usize, n: usize) {
        let Some(room) = self.get_mut(at..) else { return };
        if size_of_val(room) >= 8 {
            units.store_low64(room);
        } else {
            units.store_first(room, n);
        }
    }
}

/// There is room for a whole row wherever one begins: see [`super::short_utf8`].
pub(crate) struct Roomy<'a, U>(pub(super) &'a mut [MaybeUninit<U>]);

impl<U: Copy> Room<U> for Roomy<'_, U> {
    #[inline(always)]
    fn put<V: Vector>(&mut self, units: V, at: usize, _: usize) {
        units.store(&mut self.0[at..]);
    }

    #[inline(always)]
    fn put8<V: Vector>(&mut self, units: V, at: usize, _: usize) {
        units.store_low64(&mut self.0[at..]);
    }
}
