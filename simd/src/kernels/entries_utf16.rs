//! The entries of the table for conversions from UTF-16.
//!
//! As with UTF-8 (see [`super::entries_utf8`]), a source of up to 64 units is converted in a function that
//! has no loop to set up for; what is longer, or does not go as a whole, is for another one.

use core::mem::MaybeUninit;

use super::from_utf16;
use crate::backend::Parts;
use crate::fallback::form::{Latin1, Target, Utf8, Utf16, Utf32};
use crate::fallback::{Error, Lossy};

macro_rules! from_utf16 {
    ($($name:ident $any:ident: $policy:ident -> $done:ty, $to:ty;)*) => {$(
        #[inline(always)]
        pub(crate) fn $name<S: Parts>(
            s: S,
            from: Utf16,
            src: &[[u8; 2]],
            to: $to,
            dst: &mut [MaybeUninit<<$to as Target>::Unit>],
        ) -> Result<$done, Error> {
            const LOSSY: bool = from_utf16!(@lossy $policy);
            match from_utf16::short::<LOSSY, S, _>(s, from, src, to, dst) {
                Some(done) => Ok(from_utf16!(@done $policy done)),
                None => s.$any(from, src, to, dst),
            }
        }

        /// Any source.
        #[inline(always)]
        pub(crate) fn $any<S: Parts>(
            s: S,
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
    utf16_to_utf8 utf16_to_utf8_any: strict -> usize, Utf8;
    utf16_to_utf16 utf16_to_utf16_any: strict -> usize, Utf16;
    utf16_to_utf32 utf16_to_utf32_any: strict -> usize, Utf32;
    utf16_to_latin1 utf16_to_latin1_any: strict -> usize, Latin1;
    utf16_to_utf8_lossy utf16_to_utf8_lossy_any: lossy -> Lossy, Utf8;
    utf16_to_utf16_lossy utf16_to_utf16_lossy_any: lossy -> Lossy, Utf16;
    utf16_to_utf32_lossy utf16_to_utf32_lossy_any: lossy -> Lossy, Utf32;
    utf16_to_latin1_lossy utf16_to_latin1_lossy_any: lossy -> Lossy, Latin1;
}
