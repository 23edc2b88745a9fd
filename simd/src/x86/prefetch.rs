//! Lines asked for before they are needed.

use super::arch::*;

/// Asks for the lines `BYTES` behind those of `block` to be in the first-level cache soon, whether there is anything or not.
#[inline(always)]
pub(crate) fn prefetch_behind<const BYTES: usize>(block: &[u8]) {
    for line in block.chunks_exact(64) {
        let address = line.as_ptr().wrapping_add(BYTES);
        // SAFETY: SSE is part of every instruction set with kernels for x86; a prefetch changes no value, and faults at no
        // address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(address.cast()) }
    }
}
