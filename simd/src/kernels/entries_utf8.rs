//! The entries of the table for conversions from UTF-8.
//!
//! The loops are compiled for one byte order each, as functions of their own. They say how far they came,
//! and their callers know what to do about the rest.

use core::mem::MaybeUninit;

use super::from_utf8::{Stop, Text, advance, short_ascii};
use crate::backend::Parts;
use crate::fallback::ByteOrder::{Big, Little};
use crate::fallback::form::{Latin1, Source, Str, Target, Utf8, Utf16, Utf32};
use crate::fallback::{self, Error};

macro_rules! entries {
    ($(
        $strict:ident: $source:ident => $target:ident {
            $($pattern:pat => $to:expr, $advance:ident;)*
        }
    )*) => {$(
        /// See [`crate::Kernels`].
        #[inline(always)]
        pub(crate) fn $strict<S: Parts>(
            s: S,
            from: $source,
            src: &<$source as Source>::Slice,
            to: $target,
            dst: &mut [MaybeUninit<<$target as Target>::Unit>],
        ) -> Result<usize, Error> {
            let bytes = <$source>::bytes(src);
            let stop = match to {
                $($pattern => {
                    if let Some(written) = short_ascii(s, bytes, $to, dst) {
                        return Ok(written);
                    }
                    s.$advance(bytes, dst)
                })*
            };
            finish(from, src, to, dst, stop)
        }

        $(
            #[inline(always)]
            pub(crate) fn $advance<S: Parts>(
                s: S,
                src: &[u8],
                dst: &mut [MaybeUninit<<$target as Target>::Unit>],
            ) -> Stop {
                advance::<$source, S, _>(s, src, $to, dst)
            }
        )*
    )*};
}

entries! {
    utf8_to_utf16: Utf8 => Utf16 {
        Utf16(Little) => Utf16(Little), utf8_to_utf16le;
        Utf16(Big) => Utf16(Big), utf8_to_utf16be;
    }
    utf8_to_utf32: Utf8 => Utf32 {
        Utf32(Little) => Utf32(Little), utf8_to_utf32le;
        Utf32(Big) => Utf32(Big), utf8_to_utf32be;
    }
    utf8_to_latin1: Utf8 => Latin1 {
        Latin1 => Latin1, utf8_to_latin1_blocks;
    }
    str_to_utf16: Str => Utf16 {
        Utf16(Little) => Utf16(Little), str_to_utf16le;
        Utf16(Big) => Utf16(Big), str_to_utf16be;
    }
    str_to_utf32: Str => Utf32 {
        Utf32(Little) => Utf32(Little), str_to_utf32le;
        Utf32(Big) => Utf32(Big), str_to_utf32be;
    }
}

/// Text is as fast to read as UTF-8 here.
#[inline(always)]
pub(crate) fn str_to_latin1<S: Parts>(
    s: S,
    _: Str,
    src: &str,
    to: Latin1,
    dst: &mut [MaybeUninit<u8>],
) -> Result<usize, Error> {
    utf8_to_latin1(s, Utf8, src.as_bytes(), to, dst)
}

/// The result of a strict conversion that stopped. What stands there the scalar path says.
#[inline(always)]
fn finish<T: Text, K: Target>(
    from: T,
    src: &T::Slice,
    to: K,
    dst: &mut [MaybeUninit<K::Unit>],
    stop: Stop,
) -> Result<usize, Error> {
    if stop.read == T::len(src) {
        return Ok(stop.written);
    }
    let rest = T::behind(src, stop.read);
    match fallback::transcode(from, rest, to, &mut dst[stop.written..]) {
        Ok(written) => Ok(stop.written + written),
        Err(error) => {
            let written = stop.written + error.written();
            Err(error.offset(stop.read).with_output(written, 0))
        }
    }
}
