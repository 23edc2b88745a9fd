//! Loads and stores: the only pointers of these kernels.

use core::mem::MaybeUninit;

use super::wide::{Z, first};
use crate::x86::Avx512;
use crate::x86::arch::*;

impl Avx512 {
    /// All of an array, for instance a table.
    #[inline(always)]
    pub(super) fn array(self, src: &[u8; 64]) -> Z {
        // SAFETY: the reference is to 64 readable bytes, and the load needs no alignment.
        Z(unsafe { _mm512_loadu_si512(src.as_ptr().cast()) })
    }

    /// The first 64 bytes of `src`, which must have as many.
    #[inline(always)]
    pub(super) fn load(self, src: &[u8]) -> Z {
        self.array(src.first_chunk().expect("64 bytes"))
    }

    /// The first 64 bytes of `src`, and 0 in the lanes behind its end.
    #[inline(always)]
    pub(super) fn load_first(self, src: &[u8]) -> Z {
        // As in `load_within`: no load from an address that may be any.
        if src.is_empty() {
            return self.bytes(0);
        }
        // SAFETY: the mask has the lanes of at most `src.len()` bytes; a masked load does not touch the
        // others.
        Z(unsafe { _mm512_maskz_loadu_epi8(first(src.len()), src.as_ptr().cast()) })
    }

    /// The 64 bytes that begin `back` bytes before `at`, and 0 for those before `low` and behind the
    /// end of `src`. `at` has to be in `src` or at its end.
    #[inline(always)]
    pub(super) fn load_within(self, src: &[u8], at: usize, back: usize, low: usize) -> Z {
        // The address of an empty slice may be any, and a masked load from memory that is not mapped
        // is correct, but takes an assist of hundreds of cycles.
        let rest = src.len().saturating_sub(at);
        let before = at.saturating_sub(low).min(back);
        let mask = first((rest + back).min(64)) & (!0 << (back - before));
        if mask == 0 {
            return self.bytes(0);
        }
        let address = src.as_ptr().wrapping_add(at).wrapping_sub(back);
        // SAFETY: lane i is the byte `at - back + i` of `src`. The mask has only lanes from
        // `back - before` on, which is not before the slice since `before <= at`, and below
        // `rest + back`, which is its end; a masked load does not touch the others.
        Z(unsafe { _mm512_maskz_loadu_epi8(mask, address.cast()) })
    }
}

impl Z {
    /// Writes all 64 bytes at the front of `dst`, which must have room for them.
    #[inline(always)]
    pub(super) fn store<U: Copy>(self, dst: &mut [MaybeUninit<U>]) {
        assert!(size_of_val(dst) >= 64, "64 bytes");
        // SAFETY: `dst` has 64 writable bytes, the store needs no alignment, and any bytes are valid for
        // a `MaybeUninit`.
        unsafe { _mm512_storeu_si512(dst.as_mut_ptr().cast(), self.0) }
    }

    /// Writes the first `n` units, or as many as the vector and `dst` have, at the front of `dst`.
    #[inline(always)]
    pub(super) fn store_first<U: Copy>(self, dst: &mut [MaybeUninit<U>], n: usize) {
        let bytes = n.min(dst.len()) * size_of::<U>();
        // As for loads: no store to an address that may be any.
        if bytes != 0 {
            // SAFETY: the mask has the bytes of at most `dst.len()` units, and a masked store does not
            // touch the others; any bytes are valid for a `MaybeUninit`.
            unsafe { _mm512_mask_storeu_epi8(dst.as_mut_ptr().cast(), first(bytes), self.0) }
        }
    }
}
