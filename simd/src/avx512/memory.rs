//! Loads and stores: the only pointers of these kernels.

use core::mem::MaybeUninit;

use super::bits::first;
use super::narrow::{Half, Quarter};
use super::wide::Z;
use crate::aligned::Aligned;
use crate::x86::Avx512;
use crate::x86::arch512::*;

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

    /// All of half a vector, with 0 behind it.
    #[inline(always)]
    pub(super) fn half(self, src: &[u8; 32]) -> Z {
        // SAFETY: the reference is to 32 readable bytes, and the load needs no alignment.
        Z::from_half(unsafe { _mm256_loadu_si256(src.as_ptr().cast()) })
    }

    /// All of a quarter of a vector, with 0 behind it.
    #[inline(always)]
    pub(super) fn quarter(self, src: &[u8; 16]) -> Z {
        // SAFETY: the reference is to 16 readable bytes, and the load needs no alignment.
        Z::from_quarter(unsafe { _mm_loadu_si128(src.as_ptr().cast()) })
    }

    /// The first `n` bytes of `src`, or as many as there are, up to 64, with zeros behind them.
    #[inline(always)]
    pub(super) fn load_first(self, src: &[u8], n: usize) -> Z {
        let mask = first(n.min(src.len()));
        // The address of an empty slice may be any, and a load from it takes long.
        if mask == 0 {
            return self.bytes(0);
        }
        // SAFETY: the mask has the bytes of at most `src.len()`, and a masked load does not touch the
        // others.
        Z(unsafe { _mm512_maskz_loadu_epi8(mask, src.as_ptr().cast()) })
    }

    /// All of half a vector.
    #[inline(always)]
    pub(super) fn half_array(self, src: &[u8; 32]) -> Half {
        // SAFETY: the reference is to 32 readable bytes, and the load needs no alignment.
        Half(unsafe { _mm256_loadu_si256(src.as_ptr().cast()) })
    }

    /// The first sixteen bytes of `src`, or as many as there are, with zeros behind them.
    #[inline(always)]
    pub(super) fn quarter_first(self, src: &[u8]) -> Quarter {
        let mask = first(src.len()) as u16;
        // As in `load_first`.
        if mask == 0 {
            return self.quarter_bytes(0);
        }
        // SAFETY: the mask has the bytes of at most `src.len()`, and a masked load does not touch the
        // others.
        Quarter(unsafe { _mm_maskz_loadu_epi8(mask, src.as_ptr().cast()) })
    }

    /// [`Self::load_first`] of all of `src`, with the lanes of `filler` behind it.
    #[inline(always)]
    pub(super) fn load_first_or(self, src: &[u8], filler: Z) -> Z {
        filler.put8(first(src.len()), self.load_first(src, src.len()))
    }

    /// The 64 bytes that begin `back` bytes before `at`, which is in `src` or at its end, and 0 for those
    /// that are not in `src`.
    ///
    /// A masked load that begins on a page that is not mapped is right, but takes some 500 ns: so this is
    /// not for the beginning of a source that may be well-formed (see [`Z::shift_up`]).
    #[inline(always)]
    pub(super) fn load_back(self, src: &[u8], at: usize, back: usize) -> Z {
        let at = at.min(src.len());
        let (rest, before) = (src.len() - at, at.min(back));
        let mask = first(rest + back) & (!0 << (back - before));
        // The address of an empty slice may be any.
        if mask == 0 {
            return self.bytes(0);
        }
        let address = src.as_ptr().wrapping_add(at).wrapping_sub(back);
        // SAFETY: lane i is the byte `at - back + i` of `src`. The mask has only lanes from
        // `back - before` on, which is not before the slice since `before <= at`, and below
        // `back + rest`, which is its end; a masked load does not touch the others.
        Z(unsafe { _mm512_maskz_loadu_epi8(mask, address.cast()) })
    }

    /// Asks for the 256 bytes at `at` to be in the cache soon, if they are in `src`.
    #[inline(always)]
    pub(super) fn prefetch(self, src: &[u8], at: usize) {
        if let Some(block) = src.get(at..).and_then(<[u8]>::first_chunk::<256>) {
            for line in block.chunks_exact(64) {
                // SAFETY: the token invariant; a prefetch changes no value, and the address is in `src`.
                unsafe { _mm_prefetch::<_MM_HINT_T0>(line.as_ptr().cast()) }
            }
        }
    }

    /// Asks for the lines `BYTES` behind those of `block` to be in the first-level cache soon, whether there is anything or
    /// not.
    #[inline(always)]
    pub(super) fn prefetch_behind<const BYTES: usize>(self, block: &[u8]) {
        for line in block.chunks_exact(64) {
            let address = line.as_ptr().wrapping_add(BYTES);
            // SAFETY: the token invariant; a prefetch changes no value, and faults at no address.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(address.cast()) }
        }
    }
}

/// The numbers of the lanes, moved up by `N`, the last to the front.
const fn lanes_up<const N: usize>() -> [u8; 64] {
    let mut lanes = [0; 64];
    let mut i = 0;
    while i < 64 {
        lanes[i] = ((i + 64 - N) % 64) as u8;
        i += 1;
    }
    lanes
}

impl Z {
    /// The bytes moved up by `N` lanes, with zeros in the lowest: what a load from `N` bytes before
    /// would give if zeros stood there.
    #[inline(always)]
    pub(super) fn shift_up<const N: usize>(self, s: Avx512) -> Self {
        self.rotate_up::<N>(s).keep8(!0 << N)
    }

    /// The bytes moved up by `N` lanes, the last to the front.
    #[inline(always)]
    pub(super) fn rotate_up<const N: usize>(self, s: Avx512) -> Self {
        s.array(const { &Aligned(lanes_up::<N>()).0 }).pick8(self)
    }

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

    /// Writes the first `n` units, or as many as `dst` has, at the front of `dst`, and the others behind them, where there is
    /// room. (A mask is some instructions and a cycle; the branch goes the same way nearly always.)
    #[inline(always)]
    pub(super) fn put<U: Copy>(self, dst: &mut [MaybeUninit<U>], n: usize) {
        if size_of_val(dst) >= 64 {
            self.store(dst);
        } else {
            self.store_first(dst, n);
        }
    }

    /// Writes all 64 bytes.
    #[inline(always)]
    pub(super) fn overwrite(self, dst: &mut [u8; 64]) {
        // SAFETY: the reference is to 64 writable bytes, of which any value is valid, and the store needs no
        // alignment.
        unsafe { _mm512_storeu_si512(dst.as_mut_ptr().cast(), self.0) }
    }

    /// Writes the first bytes of the vector over all of `dst`, or over its first 64.
    #[inline(always)]
    pub(super) fn overwrite_first(self, dst: &mut [u8]) {
        if !dst.is_empty() {
            // SAFETY: the mask has at most `dst.len()` lanes, and a masked store does not touch the others;
            // any bytes are valid.
            unsafe { _mm512_mask_storeu_epi8(dst.as_mut_ptr().cast(), first(dst.len()), self.0) }
        }
    }
}

impl Quarter {
    /// Writes all 16 bytes at the front of `dst`, which must have room for them.
    #[inline(always)]
    pub(super) fn store<U: Copy>(self, dst: &mut [MaybeUninit<U>]) {
        assert!(size_of_val(dst) >= 16, "16 bytes");
        // SAFETY: `dst` has 16 writable bytes, the store needs no alignment, and any bytes are valid for a
        // `MaybeUninit`.
        unsafe { _mm_storeu_si128(dst.as_mut_ptr().cast(), self.0) }
    }
}

impl Half {
    /// Writes the first `n` units, or as many as `dst` has, at the front of `dst`, and perhaps the others behind
    /// them, where there is room.
    #[inline(always)]
    pub(super) fn put<U: Copy>(self, dst: &mut [MaybeUninit<U>], n: usize) {
        if size_of_val(dst) >= 32 {
            // SAFETY: `dst` has 32 writable bytes, the store needs no alignment, and any bytes are valid for a
            // `MaybeUninit`.
            unsafe { _mm256_storeu_si256(dst.as_mut_ptr().cast(), self.0) }
            return;
        }
        let bytes = n.min(dst.len()) * size_of::<U>();
        // As for loads: no store to an address that may be any.
        if bytes != 0 {
            // SAFETY: the mask has the bytes of at most `dst.len()` units, and a masked store does not touch the
            // others; any bytes are valid for a `MaybeUninit`.
            unsafe { _mm256_mask_storeu_epi8(dst.as_mut_ptr().cast(), first(bytes) as u32, self.0) }
        }
    }
}

/// Writes `src` at the front of `dst`, as much of it as there is room for.
#[inline(always)]
pub(super) fn copy<U: Copy>(src: &[U], dst: &mut [MaybeUninit<U>]) {
    let len = src.len().min(dst.len());
    // SAFETY: both have `len` units, and a unique borrow does not overlap a shared one.
    unsafe { dst.as_mut_ptr().cast::<U>().copy_from_nonoverlapping(src.as_ptr(), len) }
}

/// An output that is filled from the front.
pub(super) struct Output<'a, U> {
    dst: &'a mut [MaybeUninit<U>],
    /// Units so far, of which those that `dst` has room for are written.
    pub(super) len: usize,
}

impl<'a, U: Copy> Output<'a, U> {
    #[inline(always)]
    pub(super) fn new(dst: &'a mut [MaybeUninit<U>]) -> Self {
        Self { dst, len: 0 }
    }

    /// Units for which there is room left; 0 if there were too many.
    #[inline(always)]
    pub(super) fn room(&self) -> usize {
        self.dst.len().saturating_sub(self.len)
    }

    /// Whether there was room for all units but the last `n`.
    #[inline(always)]
    pub(super) fn fits(&self, n: usize) -> bool {
        self.len <= self.dst.len() + n
    }

    /// The room that is left.
    #[inline(always)]
    pub(super) fn free(&mut self) -> &mut [MaybeUninit<U>] {
        self.dst.get_mut(self.len..).unwrap_or_default()
    }

    /// What is not filled.
    #[inline(always)]
    pub(super) fn rest(self) -> &'a mut [MaybeUninit<U>] {
        &mut self.dst[self.len..]
    }

    /// Appends the first `n` units of a vector, and perhaps writes the others behind them, where there is
    /// room.
    #[inline(always)]
    pub(super) fn put(&mut self, units: Z, n: usize) {
        let room = self.room() * size_of::<U>();
        if room >= 64 {
            let address = self.dst.as_mut_ptr().wrapping_add(self.len);
            // SAFETY: the 64 bytes from the unit `len` on are in `dst`, the store needs no alignment, and
            // any bytes are valid for a `MaybeUninit`.
            unsafe { _mm512_storeu_si512(address.cast(), units.0) }
        } else if room != 0 {
            units.store_first(&mut self.dst[self.len..], n);
        }
        self.len += n;
    }
}
