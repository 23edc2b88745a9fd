//! The bytes of code units in the other order.

use core::mem::MaybeUninit;

use crate::x86::Avx512;

/// Into another slice, as many units as both have. `order` are the indices of a shuffle, `N` the units of
/// a vector.
///
/// The last vector overlaps the one before it.
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
    for (block, out) in src.as_chunks::<64>().0.iter().zip(dst.as_chunks_mut::<N>().0) {
        s.array(block).shuffle8(order).store(out);
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
