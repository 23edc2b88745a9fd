//! The entries of UTF-32 and of scalar values. Those with byte orders are compiled for each.

use core::mem::MaybeUninit;

use super::from_utf32::{convert, convert_lossy};
use super::scan_utf32;
use super::short_pairs::short_of_any;
use super::short_utf32::{Short, short};
use crate::backend::Parts;
use crate::fallback::ByteOrder::{Big, Little};
use crate::fallback::form::{Chars, Latin1, Utf8, Utf16, Utf32};
use crate::fallback::{Error, Lossy};
use crate::vector::{Bytes, Wide};

/// The call with the byte order as a constant.
macro_rules! by_order {
    ($form:ident $order:expr, $name:ident => $call:expr) => {
        match $order.0 {
            Little => {
                let $name = $form(Little);
                $call
            }
            Big => {
                let $name = $form(Big);
                $call
            }
        }
    };
}

/// See [`crate::Kernels::validate_utf32`].
#[inline(always)]
pub(crate) fn validate_utf32<S: Wide>(s: S, from: Utf32, src: &[[u8; 4]]) -> Result<(), Error> {
    by_order!(Utf32 from, from => scan_utf32::validate(s, from, src))
}

macro_rules! lengths {
    ($($(#[$doc:meta])* $name:ident: $bytes:literal, $lossy:literal;)*) => {$(
        $(#[$doc])*
        #[inline(always)]
        pub(crate) fn $name<S: Wide>(s: S, from: Utf32, src: &[[u8; 4]]) -> usize {
            by_order!(Utf32 from, from => scan_utf32::len::<$bytes, $lossy, S>(s, from, src))
        }
    )*};
}

lengths! {
    /// See [`crate::Kernels::utf8_len_from_utf32`].
    utf8_len_from_utf32: true, false;
    /// See [`crate::Kernels::utf8_len_from_utf32_lossy`].
    utf8_len_from_utf32_lossy: true, true;
    /// See [`crate::Kernels::utf16_len_from_utf32`].
    utf16_len_from_utf32: false, false;
    /// See [`crate::Kernels::utf16_len_from_utf32_lossy`].
    utf16_len_from_utf32_lossy: false, true;
}

macro_rules! conversions {
    ($($name:ident: $convert:ident $s:ident [$src:ty] => $t:ident [$unit:ty] -> $done:ty;)*) => {$(
        #[inline(always)]
        pub(crate) fn $name<S: Parts>(
            s: S,
            from: $s,
            src: &[$src],
            to: $t,
            dst: &mut [MaybeUninit<$unit>],
        ) -> Result<$done, Error> {
            conversions!(@from $s from, @to $t to, $convert(s, from, src, to, dst))
        }
    )*};
    (@from Utf32 $from:ident, @to $t:ident $to:ident, $call:expr) => {
        by_order!(Utf32 $from, $from => conversions!(@to $t $to, $call))
    };
    (@from Chars $from:ident, @to $t:ident $to:ident, $call:expr) => {
        conversions!(@to $t $to, $call)
    };
    (@to Utf16 $to:ident, $call:expr) => { by_order!(Utf16 $to, $to => $call) };
    (@to Utf32 $to:ident, $call:expr) => { by_order!(Utf32 $to, $to => $call) };
    (@to $t:ident $to:ident, $call:expr) => { $call };
}

macro_rules! entries {
    ($($name:ident, $any:ident $(behind $few:ident)?: $s:ident [$src:ty] => $t:ident [$unit:ty];)*) => {$(
        /// See [`crate::Kernels`]. Only what needs no more than a few registers is here.
        #[inline(always)]
        pub(crate) fn $name<S: Parts>(
            s: S,
            from: $s,
            src: &[$src],
            to: $t,
            dst: &mut [MaybeUninit<$unit>],
        ) -> Result<usize, Error> {
            match conversions!(@from $s from, @to $t to, short(s, from, src, to, dst)) {
                Some(written) => Ok(written),
                $(None if src.len() <= $t::MOST * S::Bytes::LANES => s.$few(from, src, to, dst),)?
                None => s.$any(from, src, to, dst),
            }
        }
    )*};
}

macro_rules! few {
    ($($name:ident, $any:ident: $s:ident [$src:ty] => $t:ident [$unit:ty];)*) => {$(
        /// What is short and not for the entry.
        #[inline(always)]
        pub(crate) fn $name<S: Parts>(
            s: S,
            from: $s,
            src: &[$src],
            to: $t,
            dst: &mut [MaybeUninit<$unit>],
        ) -> Result<usize, Error> {
            match conversions!(@from $s from, @to $t to, short_of_any(s, from, src, to, dst)) {
                Some(written) => Ok(written),
                None => s.$any(from, src, to, dst),
            }
        }
    )*};
}

entries! {
    utf32_to_utf8, utf32_to_utf8_any: Utf32[[u8; 4]] => Utf8[u8];
    utf32_to_utf16, utf32_to_utf16_any behind utf32_to_utf16_few: Utf32[[u8; 4]] => Utf16[[u8; 2]];
    utf32_to_latin1, utf32_to_latin1_any: Utf32[[u8; 4]] => Latin1[u8];
    chars_to_utf8, chars_to_utf8_any: Chars[char] => Utf8[u8];
    chars_to_utf16, chars_to_utf16_any behind chars_to_utf16_few: Chars[char] => Utf16[[u8; 2]];
    chars_to_latin1, chars_to_latin1_any: Chars[char] => Latin1[u8];
}

few! {
    utf32_to_utf16_few, utf32_to_utf16_any: Utf32[[u8; 4]] => Utf16[[u8; 2]];
    chars_to_utf16_few, chars_to_utf16_any: Chars[char] => Utf16[[u8; 2]];
}

conversions! {
    utf32_to_utf8_any: convert Utf32[[u8; 4]] => Utf8[u8] -> usize;
    utf32_to_utf16_any: convert Utf32[[u8; 4]] => Utf16[[u8; 2]] -> usize;
    utf32_to_utf32: convert Utf32[[u8; 4]] => Utf32[[u8; 4]] -> usize;
    utf32_to_latin1_any: convert Utf32[[u8; 4]] => Latin1[u8] -> usize;
    chars_to_utf8_any: convert Chars[char] => Utf8[u8] -> usize;
    chars_to_utf16_any: convert Chars[char] => Utf16[[u8; 2]] -> usize;
    chars_to_utf32: convert Chars[char] => Utf32[[u8; 4]] -> usize;
    chars_to_latin1_any: convert Chars[char] => Latin1[u8] -> usize;
    utf32_to_utf8_lossy: convert_lossy Utf32[[u8; 4]] => Utf8[u8] -> Lossy;
    utf32_to_utf16_lossy: convert_lossy Utf32[[u8; 4]] => Utf16[[u8; 2]] -> Lossy;
    utf32_to_utf32_lossy: convert_lossy Utf32[[u8; 4]] => Utf32[[u8; 4]] -> Lossy;
    utf32_to_latin1_lossy: convert_lossy Utf32[[u8; 4]] => Latin1[u8] -> Lossy;
    chars_to_latin1_lossy: convert_lossy Chars[char] => Latin1[u8] -> Lossy;
}
