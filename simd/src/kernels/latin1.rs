//! The entries of Latin-1.

use core::mem::MaybeUninit;

use super::from_latin1::{copy, to_utf8, utf8_len, widen};
use crate::fallback::ByteOrder::{Big, Little};
use crate::fallback::Error;
use crate::fallback::form::{Latin1, Utf8, Utf16, Utf32};
use crate::vector::Wide;

/// See [`crate::Kernels::latin1_to_utf8`].
#[inline(always)]
pub(crate) fn latin1_to_utf8<S: Wide>(
    s: S,
    _: Latin1,
    src: &[u8],
    _: Utf8,
    dst: &mut [MaybeUninit<u8>],
) -> Result<usize, Error> {
    to_utf8(s, src, dst)
}

/// See [`crate::Kernels::latin1_to_utf16`].
#[inline(always)]
pub(crate) fn latin1_to_utf16<S: Wide>(
    s: S,
    _: Latin1,
    src: &[u8],
    to: Utf16,
    dst: &mut [MaybeUninit<[u8; 2]>],
) -> Result<usize, Error> {
    match to.0 {
        Little => widen(s, src, Utf16(Little), dst),
        Big => widen(s, src, Utf16(Big), dst),
    }
}

/// See [`crate::Kernels::latin1_to_utf32`].
#[inline(always)]
pub(crate) fn latin1_to_utf32<S: Wide>(
    s: S,
    _: Latin1,
    src: &[u8],
    to: Utf32,
    dst: &mut [MaybeUninit<[u8; 4]>],
) -> Result<usize, Error> {
    match to.0 {
        Little => widen(s, src, Utf32(Little), dst),
        Big => widen(s, src, Utf32(Big), dst),
    }
}

/// See [`crate::Kernels::latin1_to_latin1`].
#[inline(always)]
pub(crate) fn latin1_to_latin1<S: Wide>(
    _: S,
    _: Latin1,
    src: &[u8],
    _: Latin1,
    dst: &mut [MaybeUninit<u8>],
) -> Result<usize, Error> {
    copy(src, dst)
}

/// See [`crate::Kernels::utf8_len_from_latin1`].
#[inline(always)]
pub(crate) fn utf8_len_from_latin1<S: Wide>(s: S, src: &[u8]) -> usize {
    utf8_len(s, src)
}
