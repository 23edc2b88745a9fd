//! Lossy conversion from UTF-8.
//!
//! There are three ways, for SSE4.1 and AVX2 two others, and one of them at a time:
//!
//! * the blocks of the strict conversion ([`super::from_utf8`]), as long as nothing is wrong;
//! * windows of ASCII with errors of one byte in it ([`super::single_lossy_utf8`]), as fast with errors as without;
//! * windows of anything ([`super::window_lossy_utf8`]), which take the same time whatever stands there;
//! * characters of three bytes with errors and ASCII among them ([`super::three_lossy_utf8`]);
//! * characters of four bytes with errors among them ([`super::four_lossy_utf8`]).
//!
//! What is handed on is a place where a character or a subpart begins, and whether blocks may look back from there. Behind
//! an error among ASCII the second way goes on, if another was near, behind one in other text the first, if none was: else
//! the third, since a block is looked at in vain where there is an error in it.
//!
//! Zen 3, 2026-11-26, a thousand strings with one error each, in ns before and so: Latin of 100 bytes AVX2 102 and 41,
//! SSE4.1 130 and 47; of 500 bytes 124 and 57, 184 and 69; Chinese of 500 bytes 209 and 186, 272 and 240 (by the place of
//! the code up to a fifth more or less). What is left are calls, and jumps of which a thousand strings have too many to be remembered.
//!
//! Lost: up to three replacements written by themselves over what a window has written, in place of one (Chinese with an error
//! in 64 bytes took 1.15 times as long; Zen 4). To look first whether a short source begins with an error (up to 10 ns of what
//! is clean); singles before blocks wherever ASCII ends (4 ns of clean logs); one state behind a pointer, or copied, between
//! the parts (12 ns). Blocks of anything behind eight windows in place of 32: no gain in logs with an error in 256 to 4096
//! bytes, and up to 1.5 times as long (Zen 4, beside other work, 2026-11-27).

use core::mem::MaybeUninit;

use super::few_lossy_utf8::few;
use super::four_lossy_utf8::fours;
use super::from_utf8::{BLOCK, Done, Left, Stop, blocks, cut, is_closed, vectors};
use super::short_same_utf8::{MOST, may_be_same};
use super::short_utf8::short_or_ascii;
use super::single_lossy_utf8::{Single, begins_alone, one_window, singles};
use super::subparts_utf8::WINDOW;
use super::three_lossy_utf8::threes;
use super::window_lossy_utf8::window;
use crate::backend::Parts;
use crate::fallback::ByteOrder::{Big, Little};
use crate::fallback::form::{Latin1, Str, Target, Utf8, Utf16, Utf32};
use crate::fallback::{self, Error, Lossy};
use crate::vector::Wide;

/// How a conversion goes on.
#[derive(Clone, Copy)]
pub(crate) enum Way {
    /// By blocks.
    Blocks,
    /// By windows of errors of one byte.
    Singles,
    /// The same, and not by blocks behind them: there is something wrong in the next one.
    SinglesOrWindow,
    /// By a window of anything.
    Window,
    /// By characters of three bytes, errors and ASCII ([`runs_are_worth_it`]).
    Threes,
    /// By characters of four bytes and errors (likewise).
    Fours,
}

/// How far a lossy conversion came: always to where a character or a maximal subpart begins.
#[derive(Clone, Copy)]
pub(super) struct LossyStop {
    /// Bytes of the source.
    pub(super) read: usize,
    /// Units of the output.
    pub(super) written: usize,
    /// Replacements among them.
    pub(super) replacements: usize,
    /// What is left of the output is too short for a window.
    pub(super) short: bool,
    /// There is no error in the last three bytes.
    pub(super) closed: bool,
    /// From here on every byte has become one unit, in the way of [`singles`].
    pub(super) even_from: usize,
    /// See [`FAR`].
    pub(super) far: usize,
    /// Before this [`Way::Threes`] and [`Way::Fours`] are not worth it.
    pub(super) runs_from: usize,
    /// Bytes until they are tried again.
    pub(super) rare: usize,
    /// Where the last error is, or less than a window behind; if there was none, far before all.
    pub(super) last: usize,
}

/// An error that is so far from the one before is alone: behind it the way for well-formed text is the better one. It is twice
/// as far where that did not come farther than this.
///
/// (Zen 4, 2026-11-26, by times of `encoding_rs`, Chinese, SSE4.1: 2.7 with an error in 256 bytes and 1.8 with one in 64, where it
/// is never twice as far, and 2.55 and 2.1, where it always is. Zen 3, 2026-11-29, by 64, 96 and 128 bytes, SSE4.1, errors in 64 and in
/// 256 bytes: Hindi 2.5 and 3.0, 2.7 and 2.8, 2.7 and 2.6; Arabic 2.75 and 3.5, 2.97 and 3.35, 3.0 and 2.9.)
const FAR: usize = 96;

/// An error so far behind another is taken by a single window of [`super::single_lossy_utf8`], and blocks go on; nearer to one,
/// ASCII is for those windows.
const ALONE: usize = 64;

/// Bytes of a run without an error until blocks are the better way: they are a little faster, and behind each error there is a
/// jump more, and what they need to begin. (By times of `encoding_rs`, with 512 and so, an error in 1024 bytes: Chinese of the
/// corpus AVX2 4.3 and 5.1, SSE4.1 3.5 and 4.2; emoji 5.7 and 8.6, 4.0 and 5.3. Xeon of model 207, 2026-11-29.)
pub(super) const QUIET: usize = 4096;

/// Bytes until a run among errors is tried again that was none: each time twice as many, up to the second.
pub(super) const RARE: usize = 2048;
pub(super) const RAREST: usize = 1 << 15;

/// Goes on from `stop` on in a source of more than a window, with a replacement for each maximal subpart that is
/// ill-formed, to the end of the source or until there is no more room.
#[inline(always)]
fn replace<S: Wide, K: Single>(
    s: S,
    src: &[u8],
    to: K,
    dst: &mut [MaybeUninit<K::Unit>],
    mut stop: LossyStop,
    mut way: Way,
) -> Result<Lossy, Error> {
    while stop.read < src.len() && !stop.short {
        way = match way {
            Way::Blocks => well_formed(s, src, to, dst, &mut stop),
            Way::Singles => singles(s, src, to, dst, &mut stop, Way::Blocks),
            Way::SinglesOrWindow => singles(s, src, to, dst, &mut stop, Way::Window),
            Way::Window => window(s, src, to, dst, &mut stop),
            Way::Threes if runs_are_worth_it::<S>() && !K::LATIN1 => {
                threes(s, src, to, dst, &mut stop)
            }
            Way::Fours if runs_are_worth_it::<S>() && !K::LATIN1 => {
                fours(s, src, to, dst, &mut stop)
            }
            Way::Threes | Way::Fours => Way::Window,
        }
    }
    stop.end(src, to, dst)
}

/// Whether there are [`Way::Threes`] and [`Way::Fours`]: for vectors of one lane, if they are for these, and for those of two.
#[inline(always)]
pub(super) const fn runs_are_worth_it<S: Wide>() -> bool {
    <S::Narrow as Wide>::RUNS_WITH_ERRORS
}

/// Converts a source of at most a window.
#[inline(always)]
fn replace_short<S: Wide, K: Single>(
    s: S,
    src: &[u8],
    to: K,
    dst: &mut [MaybeUninit<K::Unit>],
) -> Result<Lossy, Error> {
    match few(s, src, to, dst) {
        Some(done) => Ok(done),
        None => LossyStop::NONE.finish(src, to, dst),
    }
}

/// Converts blocks and vectors as far as they are well-formed, and says how to go on.
#[inline(always)]
fn well_formed<S: Wide, K: Single>(
    s: S,
    src: &[u8],
    to: K,
    dst: &mut [MaybeUninit<K::Unit>],
    stop: &mut LossyStop,
) -> Way {
    let start = stop.read;
    loop {
        let mut at = Done { read: stop.read, written: stop.written, ahead: 0 };
        let near = stop.read.wrapping_sub(stop.last) < ALONE;
        let left = blocks::<Utf8, S, K>(s, src, to, dst, &mut at, near);
        stop.closed = true;
        if let Left::Ascii = left {
            (stop.read, stop.written) = (at.read, at.written);
            stop.even_from = at.read - BLOCK;
            return Way::Singles;
        }
        let done = !matches!(left, Left::Bad)
            && vectors::<Utf8, S, K>(s, src, to, dst, &mut at)
            && is_closed(src);
        let Stop { read, written } =
            if done { Stop { read: at.read, written: at.written } } else { cut::<K>(src, at) };
        (stop.read, stop.written, stop.even_from) = (read, written, read);
        if read.wrapping_sub(stop.last) < ALONE || !one_window(s, src, to, dst, stop) {
            stop.far = if read.wrapping_sub(start) < 2 * FAR { 2 * FAR } else { FAR };
            return behind(src, read);
        }
    }
}

/// The way to go on where something is wrong.
#[inline(always)]
fn behind(src: &[u8], read: usize) -> Way {
    if src.get(read).is_some_and(|&byte| byte < 0x80) { Way::SinglesOrWindow } else { Way::Window }
}

macro_rules! entries {
    ($(
        $lossy:ident: $target:ident {
            $($pattern:pat => $to:expr, $entry:ident, $($same:ident)? | $vectors:ident, $advance:ident,
                $rest:ident, $short:ident, $replace:ident;)*
        }
    )*) => {$(
        /// See [`crate::Kernels`].
        #[inline(always)]
        pub(crate) fn $lossy<S: Parts>(
            s: S,
            _: Utf8,
            src: &[u8],
            to: $target,
            dst: &mut [MaybeUninit<<$target as Target>::Unit>],
        ) -> Result<Lossy, Error> {
            match to {
                $($pattern => $entry(s, src, dst),)*
            }
        }

        $(
            #[inline(always)]
            fn $entry<S: Parts>(
                s: S,
                src: &[u8],
                dst: &mut [MaybeUninit<<$target as Target>::Unit>],
            ) -> Result<Lossy, Error> {
                let ascii = match short_or_ascii(s, src, $to, dst) {
                    Ok(written) => return Ok(Lossy { written, replacements: 0 }),
                    Err(ascii) => ascii,
                };
                if ascii > 0 && src.len() > WINDOW {
                    return s.$rest(src, dst, ascii, ascii);
                }
                $(if (17..=MOST).contains(&src.len())
                    && may_be_same::<S>(src)
                    && let Some(written) = s.$same(src, dst)
                {
                    return Ok(Lossy { written, replacements: 0 });
                })?
                if src.len() <= WINDOW {
                    if src.len() > 16 && let Some(written) = s.$vectors(src, dst) {
                        return Ok(Lossy { written, replacements: 0 });
                    }
                    return s.$short(src, dst);
                }
                let Stop { read, written } = s.$advance(src, 0, dst);
                if read == src.len() {
                    return Ok(Lossy { written, replacements: 0 });
                }
                s.$rest(src, dst, read, written)
            }

            /// Goes on behind the first `read` bytes, where something is wrong, or there was but ASCII before.
            ///
            /// The parts return what the caller is to return: what is copied as a vector directly behind two words
            /// of it are written waits for both to arrive in the cache.
            #[inline(always)]
            pub(crate) fn $rest<S: Parts>(
                s: S,
                src: &[u8],
                dst: &mut [MaybeUninit<<$target as Target>::Unit>],
                read: usize,
                written: usize,
            ) -> Result<Lossy, Error> {
                let mut stop = LossyStop { read, written, ..LossyStop::NONE };
                let (mut way, mut other) = (behind(src, read), Way::Window);
                if read > 0 && read == written {
                    if begins_alone(s, src, read) {
                        other = Way::Blocks;
                    } else {
                        let done = s.$advance(src, read, &mut dst[written..]);
                        (stop.read, stop.written) = (done.read, written + done.written);
                        way = behind(src, stop.read);
                    }
                }
                // No byte becomes more than one unit: if there are as many, each has become one.
                stop.even_from = if stop.read == stop.written { 0 } else { stop.read };
                if let Way::SinglesOrWindow = way {
                    way = singles(s, src, $to, dst, &mut stop, other);
                }
                if stop.read == src.len() {
                    return Ok(stop.done());
                }
                s.$replace(src, dst, stop.read, stop.written, stop.replacements, way)
            }

            #[inline(always)]
            pub(crate) fn $short<S: Wide>(
                s: S,
                src: &[u8],
                dst: &mut [MaybeUninit<<$target as Target>::Unit>],
            ) -> Result<Lossy, Error> {
                replace_short(s, src, $to, dst)
            }

            #[inline(always)]
            pub(crate) fn $replace<S: Wide>(
                s: S,
                src: &[u8],
                dst: &mut [MaybeUninit<<$target as Target>::Unit>],
                read: usize,
                written: usize,
                replacements: usize,
                way: Way,
            ) -> Result<Lossy, Error> {
                let stop = LossyStop { read, written, replacements, even_from: read, ..LossyStop::NONE };
                replace(s, src, $to, dst, stop, way)
            }
        )*
    )*};
}

entries! {
    utf8_to_utf16_lossy: Utf16 {
        Utf16(Little) => Utf16(Little), to_utf16le, utf8_to_utf16le_same | utf8_to_utf16le_vectors, utf8_to_utf16le,
            utf8_to_utf16le_rest, utf8_to_utf16le_replace_short, utf8_to_utf16le_replace;
        Utf16(Big) => Utf16(Big), to_utf16be, utf8_to_utf16be_same | utf8_to_utf16be_vectors, utf8_to_utf16be,
            utf8_to_utf16be_rest, utf8_to_utf16be_replace_short, utf8_to_utf16be_replace;
    }
    utf8_to_utf32_lossy: Utf32 {
        Utf32(Little) => Utf32(Little), to_utf32le, utf8_to_utf32le_same | utf8_to_utf32le_vectors, utf8_to_utf32le,
            utf8_to_utf32le_rest, utf8_to_utf32le_replace_short, utf8_to_utf32le_replace;
        Utf32(Big) => Utf32(Big), to_utf32be, utf8_to_utf32be_same | utf8_to_utf32be_vectors, utf8_to_utf32be,
            utf8_to_utf32be_rest, utf8_to_utf32be_replace_short, utf8_to_utf32be_replace;
    }
    utf8_to_latin1_lossy: Latin1 {
        Latin1 => Latin1, to_latin1, | utf8_to_latin1_vectors, utf8_to_latin1_blocks,
            utf8_to_latin1_rest, utf8_to_latin1_replace_short, utf8_to_latin1_replace;
    }
}

/// Text is as fast to read as UTF-8 here.
#[inline(always)]
pub(crate) fn str_to_latin1_lossy<S: Parts>(
    s: S,
    _: Str,
    src: &str,
    to: Latin1,
    dst: &mut [MaybeUninit<u8>],
) -> Result<Lossy, Error> {
    utf8_to_latin1_lossy(s, Utf8, src.as_bytes(), to, dst)
}

impl LossyStop {
    /// Nothing is done.
    const NONE: Self = Self {
        read: 0,
        written: 0,
        replacements: 0,
        short: false,
        closed: true,
        even_from: 0,
        far: FAR,
        runs_from: 0,
        rare: RARE,
        last: 0usize.wrapping_sub(QUIET),
    };

    #[inline(always)]
    fn done(self) -> Lossy {
        Lossy { written: self.written, replacements: self.replacements }
    }

    /// The end, or the scalar path for the rest.
    #[inline(always)]
    fn end<K: Target>(
        self,
        src: &[u8],
        to: K,
        dst: &mut [MaybeUninit<K::Unit>],
    ) -> Result<Lossy, Error> {
        if self.short { self.finish(src, to, dst) } else { Ok(self.done()) }
    }

    /// The scalar path for the rest.
    #[inline(always)]
    fn finish<K: Target>(
        self,
        src: &[u8],
        to: K,
        dst: &mut [MaybeUninit<K::Unit>],
    ) -> Result<Lossy, Error> {
        let rest = &src[self.read..];
        match fallback::transcode_lossy(Utf8, rest, to, &mut dst[self.written..]) {
            Ok(Lossy { written, replacements }) => Ok(Lossy {
                written: self.written + written,
                replacements: self.replacements + replacements,
            }),
            Err(error) => {
                let written = self.written + error.written();
                let replacements = self.replacements + error.replacements();
                Err(error.offset(self.read).with_output(written, replacements))
            }
        }
    }
}
