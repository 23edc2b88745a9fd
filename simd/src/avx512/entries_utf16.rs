//! The entries of the table for conversions from UTF-16.
//!
//! As with UTF-8 (see [`super::entries_utf8`]), a short source is converted in a function that has no loop to set up
//! for; what is longer, or does not go as a whole, is for another one.
//!
//! ```text
//! utf16_to_utf8       up to 32 units, and up to 256 if all are below 800 or pairs: in a few registers; for the rest a
//!                     jump to
//! utf16_to_utf8_few   33 to 128 units without surrogates, up to 64 of any kind
//! utf16_to_utf8_any   any source
//! ```
//!
//! To the other targets the first is for up to 64 units, and there is no second.

use core::mem::MaybeUninit;

use super::{few_utf16, from_utf16};
use crate::backend::avx512;
use crate::fallback::form::{Latin1, Target, Utf8, Utf16, Utf32};
use crate::fallback::{Error, Lossy};
use crate::x86::Avx512;

macro_rules! from_utf16 {
    ($($name:ident $($few:ident)? > $any:ident: $policy:ident -> $done:ty, $to:ty;)*) => {$(
        #[inline(always)]
        pub(crate) fn $name(
            s: Avx512,
            from: Utf16,
            src: &[[u8; 2]],
            to: $to,
            dst: &mut [MaybeUninit<<$to as Target>::Unit>],
        ) -> Result<$done, Error> {
            const LOSSY: bool = from_utf16!(@lossy $policy);
            match from_utf16::short::<LOSSY, _>(s, from, src, to, dst) {
                Some(done) => Ok(from_utf16!(@done $policy done)),
                $(
                    None if few_utf16::FROM_800.contains(&src.len()) => {
                        // SAFETY: the token invariant.
                        unsafe { avx512::$few(from, src, to, dst) }
                    }
                )?
                // SAFETY: the token invariant.
                None => unsafe { avx512::$any(from, src, to, dst) },
            }
        }

        $(
            /// What does not go in few registers.
            #[inline(always)]
            pub(crate) fn $few(
                s: Avx512,
                from: Utf16,
                src: &[[u8; 2]],
                to: $to,
                dst: &mut [MaybeUninit<<$to as Target>::Unit>],
            ) -> Result<$done, Error> {
                const LOSSY: bool = from_utf16!(@lossy $policy);
                match from_utf16::few::<LOSSY>(s, from, src, to, dst) {
                    Some(done) => Ok(from_utf16!(@done $policy done)),
                    // SAFETY: the token invariant.
                    None => unsafe { avx512::$any(from, src, to, dst) },
                }
            }
        )?

        /// Any source.
        #[inline(always)]
        pub(crate) fn $any(
            s: Avx512,
            from: Utf16,
            src: &[[u8; 2]],
            to: $to,
            dst: &mut [MaybeUninit<<$to as Target>::Unit>],
        ) -> Result<$done, Error> {
            from_utf16::$policy(s, from, src, to, dst)
        }
    )*};
    (@lossy strict) => { false };
    (@lossy lossy) => { true };
    (@done strict $done:ident) => { $done.written };
    (@done lossy $done:ident) => { $done };
}

from_utf16! {
    utf16_to_utf8 utf16_to_utf8_few > utf16_to_utf8_any: strict -> usize, Utf8;
    utf16_to_utf16 > utf16_to_utf16_any: strict -> usize, Utf16;
    utf16_to_utf32 > utf16_to_utf32_any: strict -> usize, Utf32;
    utf16_to_latin1 > utf16_to_latin1_any: strict -> usize, Latin1;
    utf16_to_utf8_lossy utf16_to_utf8_lossy_few > utf16_to_utf8_lossy_any: lossy -> Lossy, Utf8;
    utf16_to_utf16_lossy > utf16_to_utf16_lossy_any: lossy -> Lossy, Utf16;
    utf16_to_utf32_lossy > utf16_to_utf32_lossy_any: lossy -> Lossy, Utf32;
    utf16_to_latin1_lossy > utf16_to_latin1_lossy_any: lossy -> Lossy, Latin1;
}
