//! The entries of the table for conversions from UTF-8.
//!
//! A function that needs many registers saves those of its caller and sets up its constants before it looks
//! at a byte, which takes as long as a short source. So there are three for each conversion:
//!
//! ```text
//! utf8_to_utf16       up to 16 bytes, up to 64 of sequences of one and two, and ASCII of up to 512: in a few
//!                     registers; for the rest a jump to
//! utf8_to_utf16_any   up to 384 bytes in a straight line (utf8_to_utf16_lossy_any: likewise, with errors too); what
//!                     is longer by
//! utf8_to_utf16le     the loop, compiled for one byte order, which says how far it came (utf8_to_utf16le_replace:
//!                     likewise)
//! ```

use core::mem::MaybeUninit;

use super::few_blocks::{FEW, SHORT_ASCII, ascii_front, few_blocks, is_new_to_blocks, short_block};
use super::few_lossy_utf8::{NEAR_ASCII, replace_block, replace_blocks};
use super::from_utf8::{BLOCK, Sink, Stop, advance};
use super::from_utf8_lossy::{End, LossyStop, replace};
use super::text_to_latin1;
use crate::backend::avx512;
use crate::fallback::ByteOrder::{Big, Little};
use crate::fallback::form::{Latin1, Source, Str, Target, Utf8, Utf16, Utf32};
use crate::fallback::{self, Error, ErrorKind, Lossy};
use crate::kernels::text::Text;
use crate::x86::Avx512;

macro_rules! entries {
    ($(
        $strict:ident $any:ident $($lossy:ident $lossy_any:ident)?: $source:ident => $target:ident $forms:tt
    )*) => {$(
        entries!(@strict $strict $any $source $target $forms);
        entries!(@any $any $source $target $forms);
        $(
            entries!(@lossy $lossy $lossy_any $source $target $forms);
        )?
        entries!(@advance $source $target $forms);
    )*};
    // Returns the units of a short source, if that is enough to find them; else how much ASCII at the front is converted.
    (@short $s:ident $source:ident $bytes:ident $to:ident $dst:ident $done:expr, {
        $($pattern:pat => $target:expr;)*
    }) => {
        match $to {
            $($pattern if $bytes.len() <= BLOCK => {
                if let Some(written) = short_block::<$source, _>($s, $bytes, $target, $dst) {
                    return Ok($done(written));
                }
                0
            })*
            $($pattern if $bytes.len() <= SHORT_ASCII => {
                let front = ascii_front($s, $bytes, $target, $dst);
                if front == $bytes.len() {
                    return Ok($done(front));
                }
                front
            })*
            _ => 0,
        }
    };
    (@strict $strict:ident $any:ident $source:ident $target:ident {
        $($pattern:pat => $to:expr $(, $advance:ident $(, $replace:ident)?)?;)*
    }) => {
        /// See [`crate::Kernels`]. Only what needs no more than a few registers is here.
        #[inline(always)]
        pub(crate) fn $strict(
            s: Avx512,
            from: $source,
            src: &<$source as Source>::Slice,
            to: $target,
            dst: &mut [MaybeUninit<<$target as Target>::Unit>],
        ) -> Result<usize, Error> {
            let bytes = <$source>::bytes(src);
            let all = |written: usize| written;
            let front = entries!(@short s $source bytes to dst all, { $($pattern => $to;)* });
            if front == 0 {
                // SAFETY: the token invariant.
                return unsafe { avx512::$any(from, src, to, dst) };
            }
            let rest = <$source>::behind(src, front);
            // SAFETY: the token invariant.
            match unsafe { avx512::$any(from, rest, to, &mut dst[front..]) } {
                Ok(written) => Ok(front + written),
                Err(error) => {
                    let written = front + error.written();
                    Err(error.offset(front).with_output(written, 0))
                }
            }
        }
    };
    (@any $any:ident $source:ident $target:ident {
        $($pattern:pat => $to:expr, $advance:ident $(, $replace:ident)?;)*
    }) => {
        /// Any source.
        #[inline(always)]
        pub(crate) fn $any(
            s: Avx512,
            from: $source,
            src: &<$source as Source>::Slice,
            to: $target,
            dst: &mut [MaybeUninit<<$target as Target>::Unit>],
        ) -> Result<usize, Error> {
            let bytes = <$source>::bytes(src);
            let stop = match to {
                $($pattern => {
                    if bytes.len() <= FEW * BLOCK
                        && let Some(written) = few_blocks::<false, $source, _>(s, bytes, $to, dst)
                    {
                        return Ok(written);
                    }
                    // SAFETY: the token invariant.
                    unsafe { avx512::$advance(bytes, dst) }
                })*
            };
            finish(from, src, to, dst, stop)
        }
    };
    (@lossy $lossy:ident $lossy_any:ident $source:ident $target:ident {
        $($pattern:pat => $to:expr, $advance:ident, $replace:ident;)*
    }) => {
        /// See [`crate::Kernels`].
        #[inline(always)]
        pub(crate) fn $lossy(
            s: Avx512,
            from: $source,
            src: &<$source as Source>::Slice,
            to: $target,
            dst: &mut [MaybeUninit<<$target as Target>::Unit>],
        ) -> Result<Lossy, Error> {
            let bytes = <$source>::bytes(src);
            let all = |written: usize| Lossy { written, replacements: 0 };
            let front = entries!(@short s $source bytes to dst all, { $($pattern => $to;)* });
            if front == 0 {
                // SAFETY: the token invariant.
                return unsafe { avx512::$lossy_any(from, src, to, dst) };
            }
            let rest = <$source>::behind(src, front);
            // SAFETY: the token invariant.
            match unsafe { avx512::$lossy_any(from, rest, to, &mut dst[front..]) } {
                Ok(done) => Ok(Lossy { written: front + done.written, ..done }),
                Err(error) => {
                    let (written, replaced) = (front + error.written(), error.replacements());
                    Err(error.offset(front).with_output(written, replaced))
                }
            }
        }

        /// Any source.
        #[inline(always)]
        pub(crate) fn $lossy_any(
            s: Avx512,
            _: $source,
            src: &<$source as Source>::Slice,
            to: $target,
            dst: &mut [MaybeUninit<<$target as Target>::Unit>],
        ) -> Result<Lossy, Error> {
            let bytes = <$source>::bytes(src);
            match to {
                $($pattern => {
                    if bytes.len() <= <$target as Sink>::SHORT {
                        if let Some(done) = $to.short::<true, $source>(s, bytes, dst) {
                            return Ok(done);
                        }
                    } else if bytes.len() <= BLOCK {
                        if is_new_to_blocks(s, bytes, $to)
                            && let Some(written) = few_blocks::<true, $source, _>(s, bytes, $to, dst)
                        {
                            return Ok(Lossy { written, replacements: 0 });
                        }
                        if let Some(done) = replace_block(s, bytes, $to, dst) {
                            return Ok(done);
                        }
                    }
                    let mut at = LossyStop::default();
                    if bytes.len() > FEW * BLOCK {
                        // SAFETY: the token invariant.
                        at = unsafe { avx512::$replace(bytes, dst, NEAR_ASCII) };
                        if at.end != End::Near {
                            return finish_lossy(at);
                        }
                    } else if bytes.len() > BLOCK
                        && let Some(written) = few_blocks::<true, $source, _>(s, bytes, $to, dst)
                    {
                        return Ok(Lossy { written, replacements: 0 });
                    }
                    let rest = &bytes[at.at.read..];
                    let room = &mut dst[at.at.written..];
                    if let Some(done) = replace_blocks(s, rest, $to, room) {
                        let written = at.at.written + done.written;
                        return Ok(Lossy { written, replacements: at.replacements + done.replacements });
                    }
                    // SAFETY: the token invariant.
                    finish_lossy(at.then(unsafe { avx512::$replace(rest, room, 0) }))
                })*
            }
        }
    };
    (@advance $source:ident $target:ident {
        $($pattern:pat => $to:expr, $advance:ident $(, $replace:ident)?;)*
    }) => {$(
        #[inline(always)]
        pub(crate) fn $advance(
            s: Avx512,
            src: &[u8],
            dst: &mut [MaybeUninit<<$target as Target>::Unit>],
        ) -> Stop {
            advance::<$source, _>(s, src, $to, dst)
        }

        $(
            #[inline(always)]
            pub(crate) fn $replace(
                s: Avx512,
                src: &[u8],
                dst: &mut [MaybeUninit<<$target as Target>::Unit>],
                near: usize,
            ) -> LossyStop {
                replace(s, src, $to, dst, near)
            }
        )?
    )*};
}

entries! {
    utf8_to_utf16 utf8_to_utf16_any utf8_to_utf16_lossy utf8_to_utf16_lossy_any: Utf8 => Utf16 {
        Utf16(Little) => Utf16(Little), utf8_to_utf16le, utf8_to_utf16le_replace;
        Utf16(Big) => Utf16(Big), utf8_to_utf16be, utf8_to_utf16be_replace;
    }
    utf8_to_utf32 utf8_to_utf32_any utf8_to_utf32_lossy utf8_to_utf32_lossy_any: Utf8 => Utf32 {
        Utf32(Little) => Utf32(Little), utf8_to_utf32le, utf8_to_utf32le_replace;
        Utf32(Big) => Utf32(Big), utf8_to_utf32be, utf8_to_utf32be_replace;
    }
    utf8_to_latin1 utf8_to_latin1_any utf8_to_latin1_lossy utf8_to_latin1_lossy_any: Utf8 => Latin1 {
        Latin1 => Latin1, utf8_to_latin1_blocks, utf8_to_latin1_replace;
    }
    str_to_utf16 str_to_utf16_any: Str => Utf16 {
        Utf16(Little) => Utf16(Little), str_to_utf16le;
        Utf16(Big) => Utf16(Big), str_to_utf16be;
    }
    str_to_utf32 str_to_utf32_any: Str => Utf32 {
        Utf32(Little) => Utf32(Little), str_to_utf32le;
        Utf32(Big) => Utf32(Big), str_to_utf32be;
    }
}

entries!(@strict str_to_latin1 str_to_latin1_any Str Latin1 { Latin1 => Latin1; });

/// Any source.
#[inline(always)]
pub(crate) fn str_to_latin1_any(
    s: Avx512,
    from: Str,
    src: &str,
    to: Latin1,
    dst: &mut [MaybeUninit<u8>],
) -> Result<usize, Error> {
    let stop = text_to_latin1::advance(s, src.as_bytes(), dst);
    finish(from, src, to, dst, stop)
}

/// Text is as fast to read as UTF-8 here.
#[inline(always)]
pub(crate) fn str_to_latin1_lossy(
    s: Avx512,
    _: Str,
    src: &str,
    to: Latin1,
    dst: &mut [MaybeUninit<u8>],
) -> Result<Lossy, Error> {
    utf8_to_latin1_lossy(s, Utf8, src.as_bytes(), to, dst)
}

/// The result of a strict conversion that stopped. What stands there the scalar path says.
#[inline(always)]
fn finish<S: Text, T: Target>(
    from: S,
    src: &S::Slice,
    to: T,
    dst: &mut [MaybeUninit<T::Unit>],
    stop: Stop,
) -> Result<usize, Error> {
    if stop.read == S::len(src) {
        return Ok(stop.written);
    }
    let rest = S::behind(src, stop.read);
    match fallback::transcode(from, rest, to, &mut dst[stop.written..]) {
        Ok(written) => Ok(stop.written + written),
        Err(error) => {
            let written = stop.written + error.written();
            Err(error.offset(stop.read).with_output(written, 0))
        }
    }
}

/// The result of a lossy conversion.
#[inline(always)]
fn finish_lossy(LossyStop { at, replacements, end }: LossyStop) -> Result<Lossy, Error> {
    if end == End::Room {
        let full = Error::new(ErrorKind::OutputFull, at.read, Some(0));
        return Err(full.with_output(at.written, replacements));
    }
    Ok(Lossy { written: at.written, replacements })
}
