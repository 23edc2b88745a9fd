//! The bytes of code units in the other order.
//!
//! One shuffle a vector. Behind the last block the last vector of the source overlaps what is done. In
//! place that vector is loaded before anything is written, so that no byte is swapped twice:
//!
//! ```text
//!   source    ab cd ef gh ij        the last vector, loaded first: ef gh ij
//!   blocks    ba dc fe              then stored over bytes that are the same by now
//!   last            fe hg ji
//! ```

use core::mem::MaybeUninit;

use crate::vector::{Bytes, Vector, Wide};

/// The bytes of a lane of sixteen, in units of `N` whose bytes are in the other order.
pub(crate) const fn order<const N: usize>() -> [u8; 16] {
    let mut order = [0; 16];
    let mut i = 0;
    while i < 16 {
        order[i] = (i / N * N + N - 1 - i % N) as u8;
        i += 1;
    }
    order
}

/// See [`crate::Kernels::swap_utf16`].
#[inline(always)]
pub(crate) fn swap_utf16<S: Wide>(
    s: S,
    src: &[[u8; 2]],
    dst: &mut [MaybeUninit<[u8; 2]>],
) -> usize {
    let len = src.len().min(dst.len());
    into(s, const { &order::<2>() }, src[..len].as_flattened(), &mut dst[..len]);
    len
}

/// See [`crate::Kernels::swap_utf32`].
#[inline(always)]
pub(crate) fn swap_utf32<S: Wide>(
    s: S,
    src: &[[u8; 4]],
    dst: &mut [MaybeUninit<[u8; 4]>],
) -> usize {
    let len = src.len().min(dst.len());
    into(s, const { &order::<4>() }, src[..len].as_flattened(), &mut dst[..len]);
    len
}

/// See [`crate::Kernels::swap_utf16_in_place`].
#[inline(always)]
pub(crate) fn swap_utf16_in_place<S: Wide>(s: S, units: &mut [[u8; 2]]) {
    in_place(s, const { &order::<2>() }, units.as_flattened_mut());
}

/// See [`crate::Kernels::swap_utf32_in_place`].
#[inline(always)]
pub(crate) fn swap_utf32_in_place<S: Wide>(s: S, units: &mut [[u8; 4]]) {
    in_place(s, const { &order::<4>() }, units.as_flattened_mut());
}

/// Bytes of a step: a cache line. With twice as many, AVX2 was at 0.93 of simdutf (Zen 4, 2026-11-24).
const BLOCK: usize = 64;

/// Bytes of a source for which it pays to ask for the better direction.
const LONG: usize = 512;

/// Whether a long source is better taken from its end.
///
/// A load waits for a store that is still on its way to what looks like the same address, by the lowest twelve bits. Where the
/// output is ahead of the source in these, a loop from the front comes to load what it has just stored to; from the end it
/// has loaded that before. With 64-byte vectors on Zen 4 a store is on its way for some thirty more: 64 KiB within the
/// second-level cache take 1,230 to 1,460 ns from the front and 1,150 to 1,170 from the end where the output is 64 to 2,047
/// bytes ahead, and else 1,130 to 1,190 from the front (EPYC family 25 model 17, 2026-11-28).
///
/// But only where each store is within a cache line: from the end, over lines of which each step writes a part, 64 KiB take 3,400 to
/// 4,300 ns in place of 1,700 to 2,000 (AVX2 and SSE4.1, Xeon of model 207, the same day).
#[inline(always)]
pub(crate) fn is_ahead(src: &[u8], dst_address: usize) -> bool {
    (64..2048).contains(&(dst_address.wrapping_sub(src.as_ptr().addr()) % 4096))
}

/// Into another slice of as many bytes.
#[inline(always)]
fn into<S: Wide, U: Copy>(s: S, order: &[u8; 16], src: &[u8], dst: &mut [MaybeUninit<U>]) {
    let lanes = S::Bytes::LANES;
    let order = s.table(order);
    if src.len() < lanes {
        return s.load_partial(src).lookup(order).store_first(dst, lanes);
    }
    let units = lanes / size_of::<U>();
    let dst_address = dst.as_ptr().addr();
    let blocks = src.chunks_exact(BLOCK);
    let done = blocks.len() * BLOCK;
    let steps = blocks.zip(dst.chunks_exact_mut(BLOCK / size_of::<U>()));
    let is_lined = dst_address.is_multiple_of(BLOCK);
    if src.len() >= LONG && is_lined && is_ahead(src, dst_address) {
        for (block, out) in steps.rev() {
            step(s, order, block, out);
        }
    } else {
        for (block, out) in steps {
            step(s, order, block, out);
        }
    }
    let (rest, out) = (&src[done..], &mut dst[done / size_of::<U>()..]);
    for (block, out) in rest.chunks_exact(lanes).zip(out.chunks_exact_mut(units)) {
        s.load(block).lookup(order).store(out);
    }
    let (last, out) = (src.len() - lanes, dst.len() - units);
    s.load(&src[last..]).lookup(order).store(&mut dst[out..]);
}

/// A block.
#[inline(always)]
fn step<S: Wide, U: Copy>(s: S, order: S::Bytes, block: &[u8], out: &mut [MaybeUninit<U>]) {
    let mut at = 0;
    while at < BLOCK {
        s.load(&block[at..]).lookup(order).store(&mut out[at / size_of::<U>()..]);
        at += S::Bytes::LANES;
    }
}

#[inline(always)]
fn in_place<S: Wide>(s: S, order: &[u8; 16], bytes: &mut [u8]) {
    let lanes = S::Bytes::LANES;
    let order = s.table(order);
    if bytes.len() < lanes {
        return s.load_partial(bytes).lookup(order).overwrite_first(bytes);
    }
    let end = bytes.len() - lanes;
    let last = s.load(&bytes[end..]).lookup(order);
    let mut blocks = bytes.chunks_exact_mut(4 * lanes);
    for block in &mut blocks {
        let (a, b) = (s.load(block), s.load(&block[lanes..]));
        let (c, d) = (s.load(&block[2 * lanes..]), s.load(&block[3 * lanes..]));
        a.lookup(order).overwrite(block);
        b.lookup(order).overwrite(&mut block[lanes..]);
        c.lookup(order).overwrite(&mut block[2 * lanes..]);
        d.lookup(order).overwrite(&mut block[3 * lanes..]);
    }
    for block in blocks.into_remainder().chunks_exact_mut(lanes) {
        s.load(block).lookup(order).overwrite(block);
    }
    last.overwrite(&mut bytes[end..]);
}
