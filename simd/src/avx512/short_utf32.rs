//! Conversion from UTF-32 and from scalar values in short sources, without the loop of [`super::from_utf32`].

use core::mem::MaybeUninit;

use super::bits::{count, first};
use super::encode::{Encode, replace};
use super::from_utf32::{BLOCK, LANES, Wide, load};
use super::memory::Output;
use crate::fallback::Lossy;
use crate::x86::Avx512;

/// Converts up to sixteen code points, if all of them can be converted and there is room for them.
#[inline(always)]
pub(super) fn short<const LOSSY: bool, S: Wide, T: Encode>(
    s: Avx512,
    from: S,
    src: &S::Slice,
    to: T,
    dst: &mut [MaybeUninit<T::Unit>],
) -> Option<Lossy> {
    let (n, room) = (S::len(src), dst.len());
    if n > LANES {
        return None;
    }
    let mut x = from.native(s, s.load_first(S::units(src).as_flattened(), 64));
    if T::others::<S>(s, x) == 0 {
        to.singles(s, x).store_first(dst, n);
        return (n <= room).then_some(Lossy { written: n, replacements: 0 });
    }
    let unfit = T::unfit::<S>(s, x);
    if LOSSY {
        x = replace::<T>(s, x, unfit);
    } else if unfit != 0 {
        return None;
    }
    let (units, kept) = to.vector(s, x);
    let written = count(kept & first(n * T::SLOTS));
    units.store_first(dst, written);
    (written <= room).then_some(Lossy { written, replacements: count(unfit.into()) })
}

/// Converts a source of 17 code points and more, if they are few and each is one unit, and there is room for them.
///
/// A vector a step, and the last one overlaps the one before it, so that nothing depends on how far it came and hardly a
/// store has a mask: 100 to 200 bytes to UTF-16 take half of what the loop takes to be set up. To Latin-1 it is a block a
/// step, where there is one (500 units 0.7 of `simdutf` in the loop, and 1.16 to 1.5; Xeon of model 207, 2026-11-28). Not
/// for UTF-8: there ASCII won as much, and Russian, which is found out at the first vector, took 1.2 times as long, in front
/// of `advance` as here (EPYC family 25 model 17, 2026-11-26).
#[inline(always)]
pub(super) fn few<S: Wide, T: Encode>(
    s: Avx512,
    from: S,
    src: &S::Slice,
    to: T,
    dst: &mut [MaybeUninit<T::Unit>],
) -> Option<usize> {
    if T::VARIES {
        return None;
    }
    let points = S::units(src);
    if points.len() > if size_of::<T::Unit>() == 1 { 8 * BLOCK } else { 256 } {
        return None;
    }
    let dst = dst.get_mut(..points.len())?;
    if size_of::<T::Unit>() == 1
        && let Some(last) = points.len().checked_sub(BLOCK)
    {
        let mut out = Output::new(dst);
        loop {
            let block = load(s, from, points[out.len..].first_chunk()?);
            if !to.block::<S>(s, block, &mut out) {
                return None;
            }
            if out.len == points.len() {
                return Some(points.len());
            }
            out.len = last.min(out.len);
        }
    }
    let last = points.len().checked_sub(LANES)?;
    let mut at = 0;
    loop {
        let x = from.native(s, s.load(points[at..].first_chunk::<LANES>()?.as_flattened()));
        if T::others::<S>(s, x) != 0 {
            return None;
        }
        let (units, dst) = (to.singles(s, x), &mut dst[at..]);
        match size_of::<T::Unit>() {
            1 => units.first_quarter().store(dst),
            2 => units.low().put(dst, LANES),
            _ => units.store(dst),
        }
        if at == last {
            return Some(points.len());
        }
        at = last.min(at + LANES);
    }
}

/// Converts up to 64 code points, of one unit or two each, by vectors, if all can be converted and there is room for them.
///
/// (UTF-16 of 25 emoji took 20 ns in `advance`, and takes 11; in the function of [`few`] it took 0.7 ns of all that is there.)
#[inline(always)]
pub(super) fn few_of_two<S: Wide, T: Encode>(
    s: Avx512,
    from: S,
    points: &[[u8; 4]],
    to: T,
    dst: &mut [MaybeUninit<T::Unit>],
) -> Option<usize> {
    if T::SLOTS != 2 || points.len() > BLOCK {
        return None;
    }
    let mut out = Output::new(dst);
    let mut at = 0;
    while at < points.len() {
        let x = from.native(s, s.load_first(points[at..].as_flattened(), 64));
        let n = LANES.min(points.len() - at);
        let (units, kept) = to.vector(s, x);
        let len = count(kept & first(n * T::SLOTS));
        if T::unfit::<S>(s, x) != 0 || len > out.room() {
            return None;
        }
        out.put(units, len);
        at += n;
    }
    Some(out.len)
}
