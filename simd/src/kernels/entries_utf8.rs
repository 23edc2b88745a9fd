//! The entries for conversions from UTF-8.
//!
//! A function that needs many registers saves those of its caller and sets up its constants before it looks
//! at a byte, which takes as long as a short source. So there are five for each conversion:
//!
//! ```text
//! utf8_to_utf16             up to 16 bytes, and ASCII of up to 512: in a few registers; for the rest a jump to
//! utf8_to_utf16_any         which knows what to do about what the others leave
//! utf8_to_utf16le_same      characters of three bytes, or of four, and nothing else, for one byte order
//! utf8_to_utf16le_vectors   up to four vectors
//! utf8_to_utf16le           the loop, which says how far it came. The lossy entry calls it as well.
//! ```

use core::mem::MaybeUninit;

use super::from_utf8::{Stop, advance};
use super::short_same_utf8::{MOST, may_be_same, same};
use super::short_utf8::{short, vectors};
use super::text::Text;
use crate::backend::Parts;
use crate::fallback::ByteOrder::{Big, Little};
use crate::fallback::form::{Latin1, Source, Str, Target, Utf8, Utf16, Utf32};
use crate::fallback::{self, Error};
use crate::vector::Bytes;

macro_rules! entries {
    ($(
        $strict:ident $any:ident: $source:ident => $target:ident {
            $($pattern:pat => $to:expr, $($same:ident)? | $vectors:ident, $advance:ident;)*
        }
    )*) => {$(
        /// See [`crate::Kernels`]. Only what needs no more than a few registers is here.
        #[inline(always)]
        pub(crate) fn $strict<S: Parts>(
            s: S,
            from: $source,
            src: &<$source as Source>::Slice,
            to: $target,
            dst: &mut [MaybeUninit<<$target as Target>::Unit>],
        ) -> Result<usize, Error> {
            let bytes = <$source>::bytes(src);
            let done = match to {
                $($pattern => short(s, bytes, $to, dst),)*
            };
            match done {
                Some(written) => Ok(written),
                None => s.$any(from, src, to, dst),
            }
        }

        /// Any source.
        #[inline(always)]
        pub(crate) fn $any<S: Parts>(
            s: S,
            from: $source,
            src: &<$source as Source>::Slice,
            to: $target,
            dst: &mut [MaybeUninit<<$target as Target>::Unit>],
        ) -> Result<usize, Error> {
            let bytes = <$source>::bytes(src);
            let stop = match to {
                $($pattern => {
                    $(if (17..=MOST).contains(&bytes.len())
                        && may_be_same::<S>(bytes)
                        && let Some(written) = s.$same(bytes, dst)
                    {
                        return Ok(written);
                    })?
                    if (17..=4 * S::Bytes::LANES).contains(&bytes.len())
                        && let Some(written) = s.$vectors(bytes, dst)
                    {
                        return Ok(written);
                    }
                    s.$advance(bytes, 0, dst)
                })*
            };
            finish(from, src, to, dst, stop)
        }

        $(
            #[inline(always)]
            pub(crate) fn $advance<S: Parts>(
                s: S,
                src: &[u8],
                done: usize,
                dst: &mut [MaybeUninit<<$target as Target>::Unit>],
            ) -> Stop {
                advance::<$source, S, _>(s, src, done, $to, dst)
            }
        )*
    )*};
}

entries! {
    utf8_to_utf16 utf8_to_utf16_any: Utf8 => Utf16 {
        Utf16(Little) => Utf16(Little), utf8_to_utf16le_same | utf8_to_utf16le_vectors, utf8_to_utf16le;
        Utf16(Big) => Utf16(Big), utf8_to_utf16be_same | utf8_to_utf16be_vectors, utf8_to_utf16be;
    }
    utf8_to_utf32 utf8_to_utf32_any: Utf8 => Utf32 {
        Utf32(Little) => Utf32(Little), utf8_to_utf32le_same | utf8_to_utf32le_vectors, utf8_to_utf32le;
        Utf32(Big) => Utf32(Big), utf8_to_utf32be_same | utf8_to_utf32be_vectors, utf8_to_utf32be;
    }
    utf8_to_latin1 utf8_to_latin1_any: Utf8 => Latin1 {
        Latin1 => Latin1, | utf8_to_latin1_vectors, utf8_to_latin1_blocks;
    }
    str_to_utf16 str_to_utf16_any: Str => Utf16 {
        Utf16(Little) => Utf16(Little), utf8_to_utf16le_same | utf8_to_utf16le_vectors, str_to_utf16le;
        Utf16(Big) => Utf16(Big), utf8_to_utf16be_same | utf8_to_utf16be_vectors, str_to_utf16be;
    }
    str_to_utf32 str_to_utf32_any: Str => Utf32 {
        Utf32(Little) => Utf32(Little), utf8_to_utf32le_same | utf8_to_utf32le_vectors, str_to_utf32le;
        Utf32(Big) => Utf32(Big), utf8_to_utf32be_same | utf8_to_utf32be_vectors, str_to_utf32be;
    }
}

macro_rules! short {
    ($($short:ident: $of:ident, $target:ident, $to:expr;)*) => {$(
        #[inline(always)]
        pub(crate) fn $short<S: Parts>(
            s: S,
            src: &[u8],
            dst: &mut [MaybeUninit<<$target as Target>::Unit>],
        ) -> Option<usize> {
            $of(s, src, $to, dst)
        }
    )*};
}

short! {
    utf8_to_utf16le_same: same, Utf16, Utf16(Little);
    utf8_to_utf16be_same: same, Utf16, Utf16(Big);
    utf8_to_utf32le_same: same, Utf32, Utf32(Little);
    utf8_to_utf32be_same: same, Utf32, Utf32(Big);
    utf8_to_utf16le_vectors: vectors, Utf16, Utf16(Little);
    utf8_to_utf16be_vectors: vectors, Utf16, Utf16(Big);
    utf8_to_utf32le_vectors: vectors, Utf32, Utf32(Little);
    utf8_to_utf32be_vectors: vectors, Utf32, Utf32(Big);
    utf8_to_latin1_vectors: vectors, Latin1, Latin1;
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
