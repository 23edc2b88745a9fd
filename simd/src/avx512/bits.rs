//! Masks of 64 bits.

use crate::x86::Avx512;

/// The first `n` of 64 bits; all of them from 64 on.
#[inline(always)]
pub(super) fn first(n: usize) -> u64 {
    if n < 64 { !(!0 << n) } else { !0 }
}

/// The number of bits that are set.
#[inline(always)]
pub(super) fn count(mask: u64) -> usize {
    mask.count_ones() as usize
}

/// The bits of `mask` where `at` is set, moved together.
#[inline(always)]
pub(super) fn gather(_: Avx512, mask: u64, at: u64) -> u64 {
    #[cfg(target_arch = "x86_64")]
    {
        // SAFETY: the token invariant; BMI2 is among the features of the backend.
        unsafe { crate::x86::arch::_pext_u64(mask, at) }
    }
    #[cfg(target_arch = "x86")]
    {
        let (mut at, mut bits, mut n) = (at, 0, 0);
        while at != 0 {
            bits |= u64::from(mask & at & at.wrapping_neg() != 0) << n;
            at &= at - 1;
            n += 1;
        }
        bits
    }
}

/// The first bits of `bits` moved to where `at` is set, in order.
#[inline(always)]
pub(super) fn scatter(_: Avx512, bits: u64, at: u64) -> u64 {
    #[cfg(target_arch = "x86_64")]
    {
        // SAFETY: as in `gather`.
        unsafe { crate::x86::arch::_pdep_u64(bits, at) }
    }
    #[cfg(target_arch = "x86")]
    {
        let (mut at, mut bits, mut mask) = (at, bits, 0);
        while at != 0 {
            mask |= (at & at.wrapping_neg()) * (bits & 1);
            at &= at - 1;
            bits >>= 1;
        }
        mask
    }
}

/// The place of the bit of `mask` that has `n` set bits below it, or 64.
#[inline(always)]
pub(super) fn nth(s: Avx512, mask: u64, n: usize) -> usize {
    if n < 64 { scatter(s, 1 << n, mask).trailing_zeros() as usize } else { 64 }
}
