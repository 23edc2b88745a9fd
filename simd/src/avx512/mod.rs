//! Kernels for AVX-512 alone.
pub(crate) use crate::kernels::{ascii_prefix_len, is_ascii, validate_utf8};

mod decode_utf8;
mod from_utf16;
mod from_utf8;
mod memory;
mod pack;
mod utf16_block;
mod utf16_lengths;
mod utf16_to_utf8;
mod utf16_to_wide;
mod validate_utf16;
mod wide;

pub(crate) use utf16_lengths::{
    count_utf16, count_utf16_lossy, utf8_len_from_utf16, utf8_len_from_utf16_lossy,
};
pub(crate) use validate_utf16::validate_utf16;

use crate::fallback::form::{Latin1, Target, Utf8, Utf16, Utf32};
use crate::fallback::{self, Error, Lossy};
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

macro_rules! from_utf16 {
    ($($strict:ident $lossy:ident: $to:ty;)*) => {$(
        #[inline(always)]
        pub(crate) fn $strict(
            s: Avx512,
            from: Utf16,
            src: &[[u8; 2]],
            to: $to,
            dst: &mut [MaybeUninit<<$to as Target>::Unit>],
        ) -> Result<usize, Error> {
            from_utf16::strict(s, from, src, to, dst)
        }

        #[inline(always)]
        pub(crate) fn $lossy(
            s: Avx512,
            from: Utf16,
            src: &[[u8; 2]],
            to: $to,
            dst: &mut [MaybeUninit<<$to as Target>::Unit>],
        ) -> Result<Lossy, Error> {
            from_utf16::lossy(s, from, src, to, dst)
        }
    )*};
}

from_utf16! {
    utf16_to_utf8 utf16_to_utf8_lossy: Utf8;
    utf16_to_utf16 utf16_to_utf16_lossy: Utf16;
    utf16_to_utf32 utf16_to_utf32_lossy: Utf32;
    utf16_to_latin1 utf16_to_latin1_lossy: Latin1;
}
