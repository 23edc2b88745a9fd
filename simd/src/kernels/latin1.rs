//! The entries of Latin-1.

use core::mem::MaybeUninit;

use super::count_bytes::{Count, count};
use super::from_latin1::{copy, to_utf8, widen};
use super::short_latin1::short;
use crate::backend::Parts;
use crate::fallback::ByteOrder::{Big, Little};
use crate::fallback::Error;
use crate::fallback::form::{Latin1, Utf8, Utf16, Utf32};
use crate::vector::{Lanewise, Wide};

/// See [`crate::Kernels::latin1_to_utf8`]. Only what needs no more than a few registers is here.
#[inline(always)]
pub(crate) fn latin1_to_utf8<S: Parts>(
    s: S,
    from: Latin1,
    src: &[u8],
    to: Utf8,
    dst: &mut [MaybeUninit<u8>],
) -> Result<usize, Error> {
    match short(s, src, dst) {
        Some(written) => Ok(written),
        None => s.latin1_to_utf8_any(from, src, to, dst),
    }
}

/// Any source.
#[inline(always)]
pub(crate) fn latin1_to_utf8_any<S: Wide>(
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
    2 * src.len() - count::<S, Ascii>(s, src)
}

/// Bytes that have one in UTF-8. (What is beyond ASCII would be as good to count, but for the copy of the zeros that it is
/// compared with in SSE4.1: 779 ns for 64 KiB in place of 583.)
struct Ascii;

impl<S: Wide> Count<S> for Ascii {
    const MOST: usize = 1;
    const OF_ZERO: usize = 1;

    #[inline(always)]
    fn minus(s: S, vector: S::Bytes) -> S::Bytes {
        vector.gt8(s.splat(0xFF))
    }

    #[inline(always)]
    fn high(s: S, vector: S::Bytes) -> [S::Bytes; 2] {
        [vector.gt8(s.splat(0xFF)), vector]
    }

    #[inline(always)]
    fn low(x: u64) -> [u64; 2] {
        [!(x >> 7), 0]
    }
}
