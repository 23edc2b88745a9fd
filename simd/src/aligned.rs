//! Tables that begin with a cache line.

use core::ops::Deref;

/// A table in static memory at a multiple of 64 bytes.
///
/// The linker puts bytes anywhere. A table of 64 of them is then in two cache lines, and a load of it takes
/// two accesses, and so does every fourth of rows of sixteen bytes; which tables it strikes changes with each
/// build.
///
/// Those of AVX-512, some hundred bytes each, are constants, references to one: the compiler lays out the same bytes anew in
/// each of its units, and the code knows where. The address of a `static` that a method of a trait uses, or what that calls,
/// it takes for one that other crates may use, and loads it from the global offset table: one more cache line, and one load
/// behind another (calls with nothing in the first-level cache: UTF-16 to UTF-8 of 500 and 4,096 bytes 1.1 times as fast
/// without that, UTF-8 to UTF-32 of 32 bytes 1.13 times; EPYC family 25 model 17, 2026-11-27). The rows that the other backends
/// share are statics all the same, since there is only one of each: as constants they were 28 times four kilobytes, and no
/// faster.
#[repr(C, align(64))]
pub(crate) struct Aligned<T>(pub(crate) T);

impl<T> Deref for Aligned<T> {
    type Target = T;

    #[inline(always)]
    fn deref(&self) -> &T {
        &self.0
    }
}
