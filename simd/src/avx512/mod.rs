//! Kernels for AVX-512 alone.
pub(crate) use crate::kernels::{ascii_prefix_len, is_ascii, validate_utf8};

mod decode_utf8;
mod encode;
mod from_latin1;
mod from_utf32;
mod from_utf8;
mod latin1;
mod memory;
mod pack;
mod scan_utf32;
mod swap;
mod utf32;
mod wide;

pub(crate) use latin1::*;
pub(crate) use utf32::*;

use crate::fallback::form::{Utf8, Utf16};
use crate::fallback::{self, Error};
use crate::x86::Avx512;
use core::mem::MaybeUninit;

#[inline(always)]
pub(crate) fn utf8_to_utf16(
    s: Avx512,
    from: Utf8,
    src: &[u8],
    to: Utf16,
    dst: &mut [MaybeUninit<[u8; 2]>],
) -> Result<usize, Error> {
    use fallback::ByteOrder::*;
    let finish = |at: usize, dst: &mut [MaybeUninit<[u8; 2]>]| {
        fallback::transcode(from, &src[at..], to, dst)
    };
    match to.0 {
        Little => from_utf8::convert::<true, Utf8, _>(s, from, src, Utf16(Little), dst, finish),
        Big => from_utf8::convert::<true, Utf8, _>(s, from, src, Utf16(Big), dst, finish),
    }
}
