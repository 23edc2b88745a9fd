//! The entries of the table for conversions from UTF-16.

use core::mem::MaybeUninit;

use super::from_utf16;
use crate::fallback::form::{Latin1, Target, Utf8, Utf16, Utf32};
use crate::fallback::{Error, Lossy};
use crate::x86::Avx512;

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
