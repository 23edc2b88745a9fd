//! The entries of UTF-32 and of scalar values. Those with byte orders are compiled for each.

use super::scan_utf32;
use crate::fallback::ByteOrder::{Big, Little};
use crate::fallback::Error;
use crate::fallback::form::Utf32;
use crate::vector::Wide;

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
