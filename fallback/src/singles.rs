//! Runs of characters that are one code unit in the source and one in the target.
//!
//! Between Latin-1, UTF-16 and UTF-32 that is nearly everything, and nothing moves: unit `i` of a run becomes unit
//! `i`. So blocks of a fixed length are tested without a branch in them, and then written by a loop that is one of
//! vectors, whatever the machine's are:
//!
//! ```text
//! UTF-16    61 E9 20AC 4E00 …    no surrogate among 128?  →  UTF-32    61 E9 20AC 4E00 …
//! UTF-32    61 E9 20AC 1F600 …   all below 100?           →  Latin-1   stops: 8 at a time, then one
//! ```
//!
//! A block has 128 units: a loop over 32 the compiler unrolls, and puts its vectors together from single units (UTF-32
//! to Latin-1 a fifth as fast). Where that many are not single, or there, blocks of eight are.

use core::mem::MaybeUninit;

use crate::form::{Source, Target, each};

/// Below it every scalar value is one code unit in both forms.
pub(crate) const fn end<S: Source, T: Target>() -> u32 {
    if S::SINGLES < T::SINGLES { S::SINGLES } else { T::SINGLES }
}

/// Whether every unit of the source is one of the target: Latin-1 to UTF-16 and UTF-32.
pub(crate) const fn always<S: Source, T: Target>() -> bool {
    size_of::<S::Unit>() == 1 && end::<S, T>() == 0x100
}

/// Converts blocks from the front of `src`, as long as they are of nothing else and `dst` has room, and returns
/// the number of units.
///
/// Not inlined, so that the loop over characters keeps its registers.
#[inline(never)]
pub(crate) fn run<S: Source, T: Target>(
    from: S,
    src: &[S::Unit],
    to: T,
    dst: &mut [MaybeUninit<T::Unit>],
) -> usize {
    let run = blocks::<128, S, T>(from, src, to, dst);
    let (rest, dst) = (&src[run..], &mut dst[run..]);
    if rest.len() < 128 && end_of_source(from, rest, to, dst) {
        return src.len();
    }
    run + blocks::<8, S, T>(from, rest, to, dst)
}

/// Converts less than a block, all of it or, if something else is in it or there is no room, nothing.
///
/// Not inlined: in [`run`] it takes registers from the loops over blocks (text of mixed scripts from UTF-32 to UTF-16
/// 1.3 times as long).
#[inline(never)]
fn end_of_source<S: Source, T: Target>(
    from: S,
    src: &[S::Unit],
    to: T,
    dst: &mut [MaybeUninit<T::Unit>],
) -> bool {
    let is_single = src.len() <= dst.len() && from.are_single(src, const { end::<S, T>() });
    if is_single {
        few(from, src, to, dst);
    }
    is_single
}

/// Converts all of `src`, which is of nothing else, as far as there is room, and returns the number of units.
#[inline(always)]
pub(crate) fn all<S: Source, T: Target>(
    from: S,
    src: &[S::Unit],
    to: T,
    dst: &mut [MaybeUninit<T::Unit>],
) -> usize {
    let len = src.len().min(dst.len());
    let run = blocks::<128, S, T>(from, src, to, dst);
    few(from, &src[run..len], to, &mut dst[run..len]);
    len
}

/// Converts less than a block of nothing else.
#[inline(always)]
fn few<S: Source, T: Target>(from: S, src: &[S::Unit], to: T, dst: &mut [MaybeUninit<T::Unit>]) {
    for (out, &unit) in dst.iter_mut().zip(src) {
        out.write(to.unit(from.number(unit)));
    }
}

#[inline(always)]
pub(crate) fn blocks<const N: usize, S: Source, T: Target>(
    from: S,
    src: &[S::Unit],
    to: T,
    dst: &mut [MaybeUninit<T::Unit>],
) -> usize {
    let mut run = 0;
    for (units, out) in src.as_chunks::<N>().0.iter().zip(dst.as_chunks_mut::<N>().0) {
        if !from.are_single(units, const { end::<S, T>() }) {
            break;
        }
        each(units, out, |unit| MaybeUninit::new(to.unit(from.number(unit))));
        run += N;
    }
    run
}
