//! Less than a vector of sixteen bytes, in integers: what the instruction sets do alike.

use core::mem::MaybeUninit;

/// Up to sixteen bytes as an integer, the first in the lowest bits, zeros above the last.
///
/// Two loads cover eight to sixteen bytes, and of the second what the first has as well is shifted out, each half by
/// itself: a shift of both is four times as many instructions. That needs no loop and no buffer on the stack, whose reload
/// would stall.
#[inline(always)]
pub(crate) fn partial16(src: &[u8]) -> u128 {
    match (src.first_chunk(), src.last_chunk()) {
        (Some(&first), Some(&last)) => {
            // Twice half of it: of eight bytes nothing is left.
            let half = 4 * (16 - src.len());
            let last = u64::from_le_bytes(last) >> half >> half;
            u128::from(u64::from_le_bytes(first)) | u128::from(last) << 64
        }
        _ => u128::from(load_short(src)),
    }
}

/// Fewer than eight bytes as an integer, the first in the lowest bits, zeros above the last.
///
/// Reads that overlap hold the same bytes where they do, so an OR joins them.
#[inline(always)]
fn load_short(src: &[u8]) -> u64 {
    debug_assert!(src.len() < 8);
    if let (Some(&first), Some(&last)) = (src.first_chunk(), src.last_chunk()) {
        let last = u64::from(u32::from_le_bytes(last)) << (8 * (src.len() - 4));
        return u64::from(u32::from_le_bytes(first)) | last;
    }
    // One to three bytes: the first, the middle one and the last are all there are.
    let byte = |i: usize| src.get(i).map_or(0, |&byte| u64::from(byte) << (8 * i));
    byte(0) | byte(src.len() / 2) | byte(src.len().saturating_sub(1))
}

/// Up to sixteen bytes as two integers, the last in the highest bits of the second, zeros below the first.
#[inline(always)]
pub(crate) fn at_end16(src: &[u8]) -> (u64, u64) {
    match (src.first_chunk(), src.last_chunk()) {
        (Some(&first), Some(&last)) => {
            // Twice half of it: of eight bytes nothing is left.
            let half = 4 * (16 - src.len());
            (u64::from_le_bytes(first) << half << half, u64::from_le_bytes(last))
        }
        _ => (0, load_short(src) << 1 << (63 - 8 * src.len())),
    }
}

/// Writes the lowest bytes of `bytes`, fewer than sixteen, over all of `dst`.
///
/// As many as a power of two at the front and as many at the end: where they overlap they write the same.
#[inline(always)]
pub(crate) fn store_partial16<U: Copy>(bytes: u128, dst: &mut [MaybeUninit<U>]) {
    let n = size_of_val(dst);
    debug_assert!(n < 16);
    let first = dst.as_mut_ptr().cast::<u8>();
    let last = |len: usize| first.wrapping_add(n - len);
    let behind = |len: usize| bytes >> (8 * (n - len));
    if n >= 8 {
        // SAFETY: `dst` has at least 8 writable bytes, of which these are the first.
        unsafe { first.cast::<u64>().write_unaligned((bytes as u64).to_le()) }
        // SAFETY: these are the last 8 of them.
        unsafe { last(8).cast::<u64>().write_unaligned((behind(8) as u64).to_le()) }
    } else if n >= 4 {
        // SAFETY: `dst` has at least 4 writable bytes, of which these are the first.
        unsafe { first.cast::<u32>().write_unaligned((bytes as u32).to_le()) }
        // SAFETY: these are the last 4 of them.
        unsafe { last(4).cast::<u32>().write_unaligned((behind(4) as u32).to_le()) }
    } else if n >= 2 {
        // SAFETY: `dst` has at least 2 writable bytes, of which these are the first.
        unsafe { first.cast::<u16>().write_unaligned((bytes as u16).to_le()) }
        // SAFETY: these are the last 2 of them.
        unsafe { last(2).cast::<u16>().write_unaligned((behind(2) as u16).to_le()) }
    } else if n == 1 {
        // SAFETY: `dst` has one writable byte.
        unsafe { first.write(bytes as u8) }
    }
}

/// Bytes that are to be written, as output for them. What is written there is a vector, so it is
/// initialised.
#[inline(always)]
pub(crate) fn as_output(dst: &mut [u8]) -> &mut [MaybeUninit<u8>] {
    // SAFETY: the same bytes, borrowed uniquely, of the same layout; the callers, which are the vectors'
    // `overwrite_first`, store vectors into them, whose bytes are initialised, and nothing else.
    unsafe { core::slice::from_raw_parts_mut(dst.as_mut_ptr().cast(), dst.len()) }
}
