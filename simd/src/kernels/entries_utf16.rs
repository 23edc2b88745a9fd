//! The entries for conversions from UTF-16.
//!
//! As with UTF-8 (see [`super::entries_utf8`]), a source of up to 64 units is converted in a function that
//! has no loop to set up for; what is longer, or does not go as a whole, is for another one. To UTF-8 there are three:
//!
//! ```text
//! utf16_to_utf8        ASCII of up to 64 units, and others of up to 8: in few registers; for the rest a jump to
//! utf16_to_utf8_few    up to 64 units, or to
//! utf16_to_utf8_any
//! ```

use core::mem::MaybeUninit;

use super::from_utf8::Stop;
use super::from_utf16;
use super::short_utf16::{self, few, short};
use crate::backend::Parts;
use crate::fallback::ByteOrder::{Big, Little};
use crate::fallback::form::{Latin1, Target, Utf8, Utf16, Utf32};
use crate::fallback::{Error, Lossy};

macro_rules! from_utf16 {
    ($($name:ident: $policy:ident -> $done:ty, $to:ty, $short:expr, $($most:literal $next:ident,)* $any:ident;)*) => {$(
        #[inline(always)]
        pub(crate) fn $name<S: Parts>(
            s: S,
            from: Utf16,
            src: &[[u8; 2]],
            to: $to,
            dst: &mut [MaybeUninit<<$to as Target>::Unit>],
        ) -> Result<$done, Error> {
            match $short(s, from, src, to, dst) {
                Some(done) => Ok(from_utf16!(@done $policy done)),
                $(None if src.len() <= $most => s.$next(from, src, to, dst),)*
                None => s.$any(from, src, to, dst),
            }
        }
    )*};
    (@done strict $done:ident) => { $done.written };
    (@done lossy $done:ident) => { $done };
}

from_utf16! {
    utf16_to_utf8: strict -> usize, Utf8, short_to_utf8::<false, S>, 64 utf16_to_utf8_few, utf16_to_utf8_any;
    utf16_to_utf8_few: strict -> usize, Utf8, few_to_utf8::<false, S>, utf16_to_utf8_any;
    utf16_to_utf8_lossy: lossy -> Lossy, Utf8, short_to_utf8::<true, S>, 64 utf16_to_utf8_lossy_few, utf16_to_utf8_lossy_any;
    utf16_to_utf8_lossy_few: lossy -> Lossy, Utf8, few_to_utf8::<true, S>, utf16_to_utf8_lossy_any;
    utf16_to_utf16: strict -> usize, Utf16, from_utf16::short::<false, S, _>, utf16_to_utf16_any;
    utf16_to_utf32: strict -> usize, Utf32, from_utf16::short::<false, S, _>, utf16_to_utf32_any;
    utf16_to_latin1: strict -> usize, Latin1, short_to_latin1, utf16_to_latin1_any;
    utf16_to_utf16_lossy: lossy -> Lossy, Utf16, from_utf16::short::<true, S, _>, utf16_to_utf16_lossy_any;
    utf16_to_utf32_lossy: lossy -> Lossy, Utf32, from_utf16::short::<true, S, _>, utf16_to_utf32_lossy_any;
    utf16_to_latin1_lossy: lossy -> Lossy, Latin1, from_utf16::short::<true, S, _>, utf16_to_latin1_lossy_any;
}

macro_rules! any {
    ($($name:ident: $policy:ident -> $done:ty, $to:ty;)*) => {$(
        /// Any source.
        #[inline(always)]
        pub(crate) fn $name<S: Parts>(
            s: S,
            from: Utf16,
            src: &[[u8; 2]],
            to: $to,
            dst: &mut [MaybeUninit<<$to as Target>::Unit>],
        ) -> Result<$done, Error> {
            from_utf16::$policy(s, from, src, to, dst)
        }
    )*};
}

/// See [`from_utf16::blocks`].
#[inline(always)]
pub(crate) fn utf16_to_utf8_blocks<S: Parts>(
    s: S,
    from: Utf16,
    src: &[[u8; 2]],
    dst: &mut [MaybeUninit<u8>],
) -> Stop {
    from_utf16::blocks(s, from, src, Utf8, dst)
}

/// So many units have blocks enough before the first error to convert them apart. (Half as many in ASCII with an error took 50 ns
/// more, a fourth of their time.)
const LONG: usize = 8192;

/// Any source, of which what is before the first error goes by a loop that repairs nothing. (By the one that repairs, the same
/// text took 1.16 times as long, generated Japanese 1.45 times: SSE4.1, Zen 3, 2026-11-26. By the strict conversion, with the
/// error looked for by the scalar path, text with errors took 1.1 to 1.5 times as long as by either.)
#[inline(always)]
pub(crate) fn utf16_to_utf8_lossy_any<S: Parts>(
    s: S,
    from: Utf16,
    src: &[[u8; 2]],
    to: Utf8,
    dst: &mut [MaybeUninit<u8>],
) -> Result<Lossy, Error> {
    let mut done = Stop { read: 0, written: 0 };
    if src.len() >= LONG {
        done = s.utf16_to_utf8_blocks(from, src, dst);
    }
    from_utf16::lossy_behind(s, from, src, to, dst, done)
}

any! {
    utf16_to_utf8_any: strict -> usize, Utf8;
    utf16_to_utf16_any: strict -> usize, Utf16;
    utf16_to_utf32_any: strict -> usize, Utf32;
    utf16_to_latin1_any: strict -> usize, Latin1;
    utf16_to_utf16_lossy_any: lossy -> Lossy, Utf16;
    utf16_to_utf32_lossy_any: lossy -> Lossy, Utf32;
    utf16_to_latin1_lossy_any: lossy -> Lossy, Latin1;
}

/// See [`short`].
#[inline(always)]
fn short_to_utf8<const LOSSY: bool, S: Parts>(
    s: S,
    from: Utf16,
    src: &[[u8; 2]],
    _: Utf8,
    dst: &mut [MaybeUninit<u8>],
) -> Option<Lossy> {
    // Each order by itself, so that none is asked for further in.
    match from.0 {
        Little => short::<LOSSY, S>(s, Utf16(Little), src, dst),
        Big => short::<LOSSY, S>(s, Utf16(Big), src, dst),
    }
}

/// See [`few`].
#[inline(always)]
fn few_to_utf8<const LOSSY: bool, S: Parts>(
    s: S,
    from: Utf16,
    src: &[[u8; 2]],
    _: Utf8,
    dst: &mut [MaybeUninit<u8>],
) -> Option<Lossy> {
    match from.0 {
        Little => few::<LOSSY, S>(s, Utf16(Little), src, dst),
        Big => few::<LOSSY, S>(s, Utf16(Big), src, dst),
    }
}

/// See [`short_utf16::short_to_latin1`].
#[inline(always)]
fn short_to_latin1<S: Parts>(
    s: S,
    from: Utf16,
    src: &[[u8; 2]],
    _: Latin1,
    dst: &mut [MaybeUninit<u8>],
) -> Option<Lossy> {
    let written = match from.0 {
        Little => short_utf16::short_to_latin1(s, Utf16(Little), src, dst),
        Big => short_utf16::short_to_latin1(s, Utf16(Big), src, dst),
    };
    Some(Lossy { written: written?, replacements: 0 })
}
