//! The vectors of x86 and x86-64.
//!
//! The files have the same methods in the same order. Which features each token stands for is said
//! once, in `backend.rs`.

#[cfg(target_arch = "x86")]
pub(crate) use core::arch::x86 as arch;
#[cfg(target_arch = "x86_64")]
pub(crate) use core::arch::x86_64 as arch;

mod avx2;
mod avx512;
mod sse41;

pub(crate) use avx2::Avx2;
pub(crate) use avx512::Avx512;
pub(crate) use sse41::Sse41;

/// Up to sixteen bytes as an integer, the first in the lowest bits, zeros above the last.
///
/// Two loads cover eight to sixteen bytes; where they overlap they hold the same bytes, so an OR
/// joins them. That needs no loop and no buffer on the stack, whose reload would stall.
#[inline(always)]
fn partial16(src: &[u8]) -> u128 {
    match (src.first_chunk(), src.last_chunk()) {
        (Some(&first), Some(&last)) => {
            let last = u128::from(u64::from_le_bytes(last)) << (8 * (src.len() - 8));
            u128::from(u64::from_le_bytes(first)) | last
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
