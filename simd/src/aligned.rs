//! Tables that begin with a cache line.

use core::ops::Deref;

/// A table in static memory at a multiple of 64 bytes.
///
/// The linker puts bytes anywhere. A table of 64 of them is then in two cache lines, and a load of it takes
/// two accesses, and so does every fourth of rows of sixteen bytes; which tables it strikes changes with each
/// build.
#[repr(C, align(64))]
pub(crate) struct Aligned<T>(pub(crate) T);

impl<T> Deref for Aligned<T> {
    type Target = T;

    #[inline(always)]
    fn deref(&self) -> &T {
        &self.0
    }
}
