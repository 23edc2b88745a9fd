//! The entries of UTF-32, of scalar values, and of byte swaps. Those with byte orders are compiled for each.

use core::mem::MaybeUninit;

use super::from_utf32::{convert, convert_lossy};
use super::pack::{SWAP16, SWAP32};
use super::scan_utf32::{self, Beyond};
use super::short_utf32::{few, short};
use super::swap;
use crate::backend::avx512;
use crate::fallback::ByteOrder::{Big, Little};
use crate::fallback::form::{Chars, Latin1, Utf8, Utf16, Utf32};
use crate::fallback::{Error, Lossy};
use crate::x86::Avx512;

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

/// Each conversion twice: a function without a loop for up to sixteen code points, and one for any source.
macro_rules! conversions {
    ($($name:ident $any:ident: $convert:ident $s:ident [$src:ty] => $t:ident [$unit:ty] -> $done:ident;)*) => {$(
        #[inline(always)]
        pub(crate) fn $name(
            s: Avx512,
            from: $s,
            src: &[$src],
            to: $t,
            dst: &mut [MaybeUninit<$unit>],
        ) -> Result<$done, Error> {
            const LOSSY: bool = conversions!(@lossy $done);
            let done = conversions!(
                @from $s from, @to $t to, short::<LOSSY, _, _>(s, from, src, to, dst)
            );
            if let Some(done) = done {
                return Ok(conversions!(@done $done done));
            }
            let written = conversions!(@from $s from, @to $t to, few(s, from, src, to, dst));
            if let Some(written) = written {
                return Ok(conversions!(@written $done written));
            }
            // SAFETY: the token invariant.
            unsafe { avx512::$any(from, src, to, dst) }
        }

        #[inline(always)]
        pub(crate) fn $any(
            s: Avx512,
            from: $s,
            src: &[$src],
            to: $t,
            dst: &mut [MaybeUninit<$unit>],
        ) -> Result<$done, Error> {
            conversions!(@from $s from, @to $t to, $convert(s, from, src, to, dst))
        }
    )*};
    (@lossy usize) => { false };
    (@lossy Lossy) => { true };
    (@done usize $done:ident) => { $done.written };
    (@done Lossy $done:ident) => { $done };
    (@written usize $written:ident) => { $written };
    (@written Lossy $written:ident) => { Lossy { written: $written, replacements: 0 } };
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

conversions! {
    utf32_to_utf8 utf32_to_utf8_any: convert Utf32[[u8; 4]] => Utf8[u8] -> usize;
    utf32_to_utf16 utf32_to_utf16_any: convert Utf32[[u8; 4]] => Utf16[[u8; 2]] -> usize;
    utf32_to_utf32 utf32_to_utf32_any: convert Utf32[[u8; 4]] => Utf32[[u8; 4]] -> usize;
    utf32_to_latin1 utf32_to_latin1_any: convert Utf32[[u8; 4]] => Latin1[u8] -> usize;
    chars_to_utf8 chars_to_utf8_any: convert Chars[char] => Utf8[u8] -> usize;
    chars_to_utf16 chars_to_utf16_any: convert Chars[char] => Utf16[[u8; 2]] -> usize;
    chars_to_utf32 chars_to_utf32_any: convert Chars[char] => Utf32[[u8; 4]] -> usize;
    chars_to_latin1 chars_to_latin1_any: convert Chars[char] => Latin1[u8] -> usize;
    utf32_to_utf8_lossy utf32_to_utf8_lossy_any: convert_lossy Utf32[[u8; 4]] => Utf8[u8] -> Lossy;
    utf32_to_utf16_lossy utf32_to_utf16_lossy_any:
        convert_lossy Utf32[[u8; 4]] => Utf16[[u8; 2]] -> Lossy;
    utf32_to_utf32_lossy utf32_to_utf32_lossy_any:
        convert_lossy Utf32[[u8; 4]] => Utf32[[u8; 4]] -> Lossy;
    utf32_to_latin1_lossy utf32_to_latin1_lossy_any:
        convert_lossy Utf32[[u8; 4]] => Latin1[u8] -> Lossy;
    chars_to_latin1_lossy chars_to_latin1_lossy_any: convert_lossy Chars[char] => Latin1[u8] -> Lossy;
}

#[inline(always)]
pub(crate) fn validate_utf32(s: Avx512, from: Utf32, src: &[[u8; 4]]) -> Result<(), Error> {
    by_order!(Utf32 from, from => scan_utf32::validate(s, from, src))
}

macro_rules! lengths {
    ($($name:ident: $extra:ty;)*) => {$(
        #[inline(always)]
        pub(crate) fn $name(s: Avx512, from: Utf32, src: &[[u8; 4]]) -> usize {
            by_order!(Utf32 from, from => scan_utf32::len::<$extra>(s, from, src))
        }
    )*};
}

lengths! {
    utf8_len_from_utf32: Beyond<true, false>;
    utf8_len_from_utf32_lossy: Beyond<true, true>;
    utf16_len_from_utf32: Beyond<false, false>;
    utf16_len_from_utf32_lossy: Beyond<false, true>;
}

macro_rules! swaps {
    ($($name:ident $in_place:ident: $unit:ty, $order:expr;)*) => {$(
        #[inline(always)]
        pub(crate) fn $name(s: Avx512, src: &[$unit], dst: &mut [MaybeUninit<$unit>]) -> usize {
            swap::into::<{ 64 / size_of::<$unit>() }, _>(s, &$order, src.as_flattened(), dst)
        }

        #[inline(always)]
        pub(crate) fn $in_place(s: Avx512, units: &mut [$unit]) {
            swap::in_place(s, &$order, units.as_flattened_mut());
        }
    )*};
}

swaps! {
    swap_utf16 swap_utf16_in_place: [u8; 2], SWAP16;
    swap_utf32 swap_utf32_in_place: [u8; 4], SWAP32;
}
