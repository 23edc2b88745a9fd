//! What can stand at either end of a transcoder, and the slices that belong to it.

use core::mem::MaybeUninit;

use codeunit_fallback::ByteOrder;
use codeunit_simd::cast;

use super::form::Form;
use super::side::Side;
use crate::Encoding;
use crate::encoding::{Latin1, Utf8, Utf16, Utf16Be, Utf16Le, Utf32, Utf32Be, Utf32Le};

/// An encoding at either end of a [`Transcoder`](super::Transcoder). Sealed.
///
/// * [`Encoding`], chosen at run time, with the marks of the encoding schemes;
/// * the types of [`crate::encoding`] but `Str` and `Chars`. In them U+FEFF is a character as any other.
///
/// ```
/// use codeunit::{Encoding, Policy, Transcoder, encoding::Utf16};
///
/// // From bytes to native code units, which is what an engine of JavaScript keeps.
/// let mut units = [0_u16; 8];
/// let mut transcoder = Transcoder::new(Encoding::Utf8, Utf16, Policy::Replace);
/// let step = transcoder.push("\u{FEFF}añ".as_bytes(), &mut units);
/// assert_eq!(units[..step.written], [0x61, 0xF1]);
/// ```
pub trait StreamEncoding: sealed::StreamEncoding {}

/// An element of the slices of a [`Transcoder`](super::Transcoder): a byte, or a native code unit of UTF-16
/// or of UTF-32. Sealed.
///
/// ```
/// fn longest<U: codeunit::StreamUnit>(one: &[U], other: &[U]) -> usize {
///     one.len().max(other.len())
/// }
/// assert_eq!(longest::<u16>(&[], &[0x61]), 1);
/// ```
pub trait StreamUnit: sealed::StreamUnit {}

pub(crate) mod sealed {
    use super::{MaybeUninit, Side};

    pub trait StreamEncoding {
        /// The element of its slices.
        type Unit: super::StreamUnit;
        #[doc(hidden)]
        fn side(self) -> Side;
    }

    pub trait StreamUnit: Copy + Default {
        #[doc(hidden)]
        fn bytes(units: &[Self]) -> &[u8];
        #[doc(hidden)]
        fn output(units: &mut [MaybeUninit<Self>]) -> &mut [MaybeUninit<u8>];
    }
}

impl StreamUnit for u8 {}
impl sealed::StreamUnit for u8 {
    #[inline(always)]
    fn bytes(units: &[u8]) -> &[u8] {
        units
    }

    #[inline(always)]
    fn output(units: &mut [MaybeUninit<u8>]) -> &mut [MaybeUninit<u8>] {
        units
    }
}

macro_rules! native_units {
    ($($unit:ty: $bytes:ident, $output:ident, $flat:ident;)*) => {$(
        impl StreamUnit for $unit {}
        impl sealed::StreamUnit for $unit {
            #[inline(always)]
            fn bytes(units: &[$unit]) -> &[u8] {
                cast::$bytes(units).as_flattened()
            }

            #[inline(always)]
            fn output(units: &mut [MaybeUninit<$unit>]) -> &mut [MaybeUninit<u8>] {
                cast::$flat(cast::$output(units))
            }
        }
    )*};
}

native_units! {
    u16: u16_bytes, u16_output, output_bytes2;
    u32: u32_bytes, u32_output, output_bytes4;
}

impl StreamEncoding for Encoding {}
impl sealed::StreamEncoding for Encoding {
    type Unit = u8;

    fn side(self) -> Side {
        match self {
            #[cfg(feature = "legacy")]
            Self::Legacy(encoding) => super::legacy::side(encoding),
            _ => Side::Scheme(self),
        }
    }
}

macro_rules! forms {
    ($($name:ident: $unit:ty = $form:expr;)*) => {$(
        impl StreamEncoding for $name {}
        impl sealed::StreamEncoding for $name {
            type Unit = $unit;

            fn side(self) -> Side {
                Side::Form($form)
            }
        }
    )*};
}

forms! {
    Utf8: u8 = Form::Utf8;
    Utf16: u16 = Form::Utf16(ByteOrder::NATIVE);
    Utf16Le: u8 = Form::Utf16(ByteOrder::Little);
    Utf16Be: u8 = Form::Utf16(ByteOrder::Big);
    Utf32: u32 = Form::Utf32(ByteOrder::NATIVE);
    Utf32Le: u8 = Form::Utf32(ByteOrder::Little);
    Utf32Be: u8 = Form::Utf32(ByteOrder::Big);
    Latin1: u8 = Form::Latin1;
}
