//! The bytes of code units in the other order.

use core::hint::black_box;
use core::mem::MaybeUninit;

use crate::kernels::copy::line_before;
use crate::kernels::swap::is_ahead;
use crate::x86::Avx512;

/// Into another slice, as many units as both have. `order` are the indices of a shuffle, `N` the units of
/// a vector.
///
/// The last vector overlaps the one before it, and in a long source the second the first, so that stores are within cache
/// lines. One vector a step: with two or four, each load instruction leaves out lines, and what is not in the first-level cache
/// is foreseen worse (up to 1.1 times as long where the output is two kilobytes behind the source, modulo four). And no more
/// than one count in it: with two slices that each end the loop, 64 KiB took 1,167 ns where the loop of simdutf's icelake took
/// 1,159, now 1,141 and 1,139 (EPYC family 25 model 17, 2026-11-26 and 27). From the end where [`is_ahead`] says so.
#[inline(always)]
pub(super) fn into<const N: usize, U: Copy>(
    s: Avx512,
    order: &[u8; 64],
    src: &[u8],
    dst: &mut [MaybeUninit<U>],
) -> usize {
    let len = (src.len() / size_of::<U>()).min(dst.len());
    let (src, dst) = (&src[..len * size_of::<U>()], &mut dst[..len]);
    let order = s.array(order);
    let dst_address = dst.as_ptr().addr();
    let is_long = len >= 8 * N;
    let mut at = 0;
    if let (Some(block), Some(out)) = (src.first_chunk(), dst.first_chunk_mut::<N>())
        && is_long
    {
        s.array(block).shuffle8(order).store(out);
        at = line_before(dst, N);
    }
    let (blocks, _) = src[at * size_of::<U>()..].as_chunks::<64>();
    let (room, _) = dst[at..].as_chunks_mut::<N>();
    let steps = blocks.iter().zip(room);
    if is_long && is_ahead(src, dst_address) {
        for (block, out) in steps.rev() {
            s.array(block).shuffle8(order).store(out);
            // No instruction, but the compiler does not unroll a loop that it is in.
            black_box(());
        }
    } else {
        for (block, out) in steps {
            s.array(block).shuffle8(order).store(out);
            black_box(());
        }
    }
    match (src.last_chunk(), dst.last_chunk_mut::<N>()) {
        (Some(block), Some(out)) => s.array(block).shuffle8(order).store(out),
        _ => s.load_first(src, 64).shuffle8(order).store_first(dst, len),
    }
    len
}

/// In place.
#[inline(always)]
pub(super) fn in_place(s: Avx512, order: &[u8; 64], bytes: &mut [u8]) {
    let order = s.array(order);
    let (blocks, rest) = bytes.as_chunks_mut::<64>();
    for block in blocks {
        s.array(block).shuffle8(order).overwrite(block);
    }
    s.load_first(rest, 64).shuffle8(order).overwrite_first(rest);
}
