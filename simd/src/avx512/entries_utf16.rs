//! The entries of the table for conversions from UTF-16.
//!
//! As with UTF-8 (see [`super::entries_utf8`]), a source of up to 64 units is converted in a function that
//! has no loop to set up for; what is longer, or does not go as a whole, is for another one.

use core::mem::MaybeUninit;

use super::from_utf16;
use crate::backend::avx512;
use crate::fallback::form::{Latin1, Target, Utf8, Utf16, Utf32};
use crate::fallback::{Error, Lossy};
use crate::x86::Avx512;

macro_rules! from_utf16 {
    ($($strict:ident $any:ident $lossy:ident $any_lossy:ident: $to:ty;)*) => {$(
        #[inline(always)]
        pub(crate) fn $strict(
            s: Avx512,
            from: Utf16,
            src: &[[u8; 2]],
            to: $to,
            dst: &mut [MaybeUninit<<$to as Target>::Unit>],
        ) -> Result<usize, Error> {
            match from_utf16::short::<false, _>(s, from, src, to, dst) {
                Some(done) => Ok(done.written),
                // SAFETY: the token invariant.
                None => unsafe { avx512::$any(from, src, to, dst) },
            }
        }

        /// Any source.
        #[inline(always)]
        pub(crate) fn $any(
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
            match from_utf16::short::<true, _>(s, from, src, to, dst) {
                Some(done) => Ok(done),
                // SAFETY: the token invariant.
                None => unsafe { avx512::$any_lossy(from, src, to, dst) },
            }
        }

        /// Any source.
        #[inline(always)]
        pub(crate) fn $any_lossy(
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
    utf16_to_utf8 utf16_to_utf8_any utf16_to_utf8_lossy utf16_to_utf8_lossy_any: Utf8;
    utf16_to_utf16 utf16_to_utf16_any utf16_to_utf16_lossy utf16_to_utf16_lossy_any: Utf16;
    utf16_to_utf32 utf16_to_utf32_any utf16_to_utf32_lossy utf16_to_utf32_lossy_any: Utf32;
    utf16_to_latin1 utf16_to_latin1_any utf16_to_latin1_lossy utf16_to_latin1_lossy_any: Latin1;
}
