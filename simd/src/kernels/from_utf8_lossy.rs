//! Lossy conversion from UTF-8 where there are errors: a replacement is a unit like any other.
//!
//! ```text
//!   E1 C2 80 41 E3 81 42     bytes; E1 and E3 81 are subparts
//!    b  .  g  g  .  b  g     from masks alone: bad, and the ends of what is good
//!   FD     80 41    FD 42    low bytes of the units: those of the bad ones are put over what stands there
//!   FF     00 00    FF 00    high bytes
//! ```
//!
//! A byte before another has a part in its unit only where a good sequence reaches back to it, so that
//! errors there do no harm.
//!
//! Lost: repairing pieces of 1 KiB on the stack and converting them as text, up to 2.8 times as long (Zen 3, 2026-11-25).

use core::mem::MaybeUninit;

use super::decode_utf8::{Near, Planes, planes};
use super::from_utf8::Stop;
use super::pack::{Ends, Sink};
use super::room::{ROOM, Room};
use super::short_utf8::short;
use super::subparts_utf8::{FEW_BYTES, Open, PADDED, Seen, WINDOW, look, padded, spread, with_zeros};
use crate::backend::Parts;
use crate::fallback::ByteOrder::{Big, Little};
use crate::fallback::form::{Latin1, Str, Target, Utf8, Utf16, Utf32};
use crate::fallback::{self, Error, Lossy};
use crate::vector::{Bytes, Lanewise, Vector, Wide};

/// Windows of ASCII without an error until the way for well-formed text is worth a change: they are nearly as
/// fast here.
const ASCII: u32 = 32;

/// So many of those is a window that is not ASCII.
const OTHER: u32 = 6;

/// Where well-formed text goes on for so many bytes, an error is alone: behind it the way for well-formed text
/// is the better one, unless it is among ASCII, or that follows.
const FAR: usize = 128;

/// Errors in a window of ASCII that are few: so often the window is written.
const FEW: u32 = 6;

/// How far a lossy conversion came.
#[derive(Clone, Copy, Default)]
pub(crate) struct LossyStop {
    /// Bytes of the source.
    read: usize,
    /// Units of the output.
    written: usize,
    /// Replacements among them.
    replacements: usize,
    /// What is left of the output is too short for a window.
    short: bool,
    /// What is done ends with at least three bytes of well-formed text.
    closed: bool,
}

/// Converts `src`, with a replacement for each maximal subpart that is ill-formed, to its end or until
/// there is no more room, or until there have been no errors for some time: if one is `alone`, until
/// something else than ASCII is right before it and behind it.
#[inline(always)]
fn replace<S: Wide, K: Sink>(
    s: S,
    src: &[u8],
    to: K,
    dst: &mut [MaybeUninit<K::Unit>],
    alone: bool,
) -> LossyStop {
    if src.len() > WINDOW {
        return replace_from(s, (src, src.len()), 0, to, dst, alone);
    }
    let (bytes, at) = padded(src);
    let stop = replace_from(s, (&bytes, PADDED), at, to, dst, alone);
    LossyStop { read: stop.read - at, ..stop }
}

/// The same from `at` on of a source of more than 64 bytes, which are the first `len`.
#[inline(always)]
fn replace_from<S: Wide, K: Sink>(
    s: S,
    (bytes, len): (&[u8], usize),
    at: usize,
    to: K,
    dst: &mut [MaybeUninit<K::Unit>],
    alone: bool,
) -> LossyStop {
    let src = &bytes[..len];
    let mut stop = LossyStop { read: at, ..LossyStop::default() };
    let mut open = Open::default();
    let (mut left, mut leave) = (ASCII, false);
    while stop.read < src.len() && left > 0 {
        // The last window overlaps what is done.
        let at = stop.read.min(src.len() - WINDOW);
        let done = stop.read - at;
        if done == 0
            && !open.any()
            && let Some(room) = dst[stop.written..].first_chunk_mut::<ROOM>()
            && ascii(s, &src[at..], to, room)
        {
            stop.read += WINDOW;
            stop.written += WINDOW;
            stop.closed = true;
            leave = false;
            left = left.saturating_sub(1);
            continue;
        }
        if done == 0 && leave {
            break;
        }
        let before = open;
        let seen = look(s, src, at, done, &mut open);
        let window = Window::new::<S, K>(s, src, at, seen);
        let units = window.units.count_ones() as usize;
        let rest = &mut dst[stop.written..];
        let mut text = true;
        if window.units == seen.ends[0] | seen.bad
            && window.bad == seen.bad
            && seen.bad.count_ones() <= FEW
            && let Some(room) = rest.first_chunk_mut()
        {
            let last;
            let bytes = match bytes[at..].first_chunk() {
                Some(bytes) => bytes,
                None => {
                    last = with_zeros(&bytes[at..]);
                    &last
                }
            };
            window.widen_around(s, bytes, done, to, room);
            text = false;
        } else if let Some(room) = rest.first_chunk_mut::<ROOM>() {
            if seen.thirds | seen.ends[3] == 0 {
                window.pack::<S, K, 3, _>(s, src, at, to, room);
            } else {
                window.pack::<S, K, 4, _>(s, src, at, to, room);
            }
        } else if units <= rest.len() {
            window.pack::<S, K, 4, _>(s, src, at, to, rest);
        } else {
            stop.short = true;
            return stop.before_open::<K>(src, before);
        }
        stop.read = at + WINDOW;
        stop.written += units;
        stop.replacements += window.bad.count_ones() as usize;
        // Of three bytes more a sequence may be open.
        stop.closed = seen.bad >> (WINDOW - 6) == 0;
        leave = alone && text && window.bad != 0;
        left = if window.bad == 0 { left.saturating_sub(OTHER) } else { ASCII };
    }
    // In text of emoji each window ends inside of a character: whoever goes on begins with that one.
    stop.before_open::<K>(src, open)
}

/// Writes the first 64 bytes of `src`, if they are ASCII.
#[inline(always)]
fn ascii<S: Wide, K: Sink>(
    s: S,
    src: &[u8],
    to: K,
    room: &mut [MaybeUninit<K::Unit>; ROOM],
) -> bool {
    let mut any = s.load(src);
    let mut at = S::Bytes::LANES;
    while at < WINDOW {
        any = any | s.load(&src[at..]);
        at += S::Bytes::LANES;
    }
    if any.any_high_bit() {
        return false;
    }
    at = 0;
    while at < WINDOW {
        to.widen(s, &src[at..], &mut room[at..]);
        at += S::Bytes::LANES;
    }
    true
}

/// A window on its way to the output.
struct Window {
    /// The bytes at which a unit ends.
    units: u64,
    /// Those that become a replacement.
    bad: u64,
}

impl Window {
    #[inline(always)]
    fn new<S: Wide, K: Sink>(s: S, src: &[u8], at: usize, seen: Seen) -> Self {
        let mut units = seen.good() | seen.bad;
        let mut bad = seen.bad;
        if K::PAIRS {
            units |= seen.thirds;
        }
        if K::LATIN1 {
            // Two bytes are above FF behind a lead from C4 on.
            let mut from_c4 = u64::from(at > 0 && src[at - 1] >= 0xC4);
            let mut i = 0;
            while i < WINDOW {
                let cur = s.load(&src[at + i..]);
                from_c4 |= cur.saturating_sub(s.splat(0xC4 - 0x80)).high_bits() << i << 1;
                i += S::Bytes::LANES;
            }
            bad |= seen.ends[1] & from_c4 | seen.ends[2] | seen.ends[3];
        }
        Self { units, bad }
    }

    /// Writes the units from `done` on, if all that is not ASCII is ill-formed, and that is little: what is
    /// between two errors as whole vectors, over which the replacement and what follows it are written.
    #[inline(always)]
    fn widen_around<S: Wide, K: Sink>(
        &self,
        s: S,
        bytes: &[u8; 2 * WINDOW],
        done: usize,
        to: K,
        room: &mut [MaybeUninit<K::Unit>; 2 * ROOM],
    ) {
        let (mut from, mut written, mut bad) = (done, 0, self.bad);
        let mut gone = (!self.units | bad) & !0 << done;
        loop {
            let (stretch, out) = (&bytes[from..][..WINDOW], &mut room[written..][..WINDOW]);
            let mut i = 0;
            while i < WINDOW {
                to.widen(s, &stretch[i..], &mut out[i..]);
                i += S::Bytes::LANES;
            }
            if bad == 0 {
                return;
            }
            written += gone.trailing_zeros() as usize - from;
            // There is room for it.
            _ = to.encode(K::REPLACEMENT, &mut room[written..]);
            written += 1;
            from = bad.trailing_zeros() as usize + 1;
            gone &= !0 << (from - 1) << 1;
            bad &= bad - 1;
        }
    }

    /// Writes the units.
    #[inline(always)]
    fn pack<S: Wide, K: Sink, const CLASS: u8, R: Room<K::Unit> + ?Sized>(
        &self,
        s: S,
        src: &[u8],
        at: usize,
        to: K,
        room: &mut R,
    ) {
        let mut i = 0;
        while i < WINDOW {
            let here = at + i;
            let near = match here.checked_sub(3) {
                Some(from) => Near::inside(s, &src[from..here + S::Bytes::LANES]),
                // What is new in a window that begins at 1 or 2 does not begin before 62.
                None => Near::at_start(s.load(&src[here..])),
            };
            let bad = spread(s, (self.bad >> i) as u32);
            let planes = if K::LATIN1 {
                planes_latin1(s, &near, bad)
            } else {
                planes_lossy::<S, K, CLASS>(s, near, bad)
            };
            to.pack::<S, CLASS, R>(s, &planes, Ends { ends: self.units, at: i }, room);
            i += S::Bytes::LANES;
        }
    }
}

/// The planes of a vector in which the `bad` bytes are replacements.
#[inline(always)]
fn planes_lossy<S: Wide, K: Sink, const CLASS: u8>(
    s: S,
    mut near: Near<S>,
    bad: S::Bytes,
) -> Planes<S> {
    let continuation = s.splat(0xC0);
    // A third or fourth byte that is good.
    let good = (continuation.gt8(near.cur) & continuation.gt8(near.p1)).without(bad);
    if CLASS == 4 {
        near.p3 = near.p3 & good & continuation.gt8(near.p2);
    }
    near.p2 = near.p2 & good;
    if CLASS == 3 {
        // F0 and more are shifted into the byte behind. There are none but in what is done before, of which
        // the errors are not known.
        near.p2 = near.p2.min8(s.splat(0xEF));
    }
    let planes = if K::PAIRS {
        planes::<S, CLASS, true>(s, &near)
    } else {
        planes::<S, CLASS, false>(s, &near)
    };
    let lo = planes.lo.select8(bad, s.splat(0xFD));
    Planes { lo, hi: planes.hi | bad, ..planes }
}

/// The same for Latin-1.
#[inline(always)]
fn planes_latin1<S: Wide>(s: S, near: &Near<S>, bad: S::Bytes) -> Planes<S> {
    // 40 behind C3, if it is not ASCII.
    let of_p1 = near.p1.eq8(s.splat(0xC3)) & near.cur.shr16::<1>() & s.splat(0x40);
    let lo = (near.cur | of_p1).select8(bad, s.splat(b'?'));
    Planes { lo, hi: lo, third: lo, fourth: lo }
}

macro_rules! entries {
    ($(
        $lossy:ident: $target:ident {
            $($pattern:pat => $to:expr, $vectors:ident, $advance:ident, $replace:ident;)*
        }
    )*) => {$(
        /// See [`crate::Kernels`]: well-formed text as fast as it goes, and the slower way from an error on
        /// until there are none.
        #[inline(always)]
        pub(crate) fn $lossy<S: Parts>(
            s: S,
            from: Utf8,
            src: &[u8],
            to: $target,
            dst: &mut [MaybeUninit<<$target as Target>::Unit>],
        ) -> Result<Lossy, Error> {
            let short = match to {
                $($pattern => short(s, src, $to, dst),)*
            };
            if let Some(written) = short {
                return Ok(Lossy { written, replacements: 0 });
            }
            if src.len() <= WINDOW {
                let stop = match to {
                    $($pattern => {
                        if src.len() > 16 && let Some(written) = s.$vectors(src, dst) {
                            return Ok(Lossy { written, replacements: 0 });
                        }
                        if src.len() <= FEW_BYTES {
                            return LossyStop::default().finish(from, src, to, dst);
                        }
                        s.$replace(src, dst, false)
                    })*
                };
                return if stop.short { stop.finish(from, src, to, dst) } else { Ok(stop.done()) };
            }
            let mut stop = LossyStop::default();
            loop {
                let before = stop.read;
                let base = if stop.closed { 0 } else { before };
                let Stop { read, written } = match to {
                    $($pattern => {
                        s.$advance(&src[base..], before - base, &mut dst[stop.written..])
                    })*
                };
                stop.read = base + read;
                stop.written += written;
                if stop.read == src.len() {
                    return Ok(stop.done());
                }
                let alone = stop.read - before >= FAR;
                let replaced = match to {
                    $($pattern => {
                        s.$replace(&src[stop.read..], &mut dst[stop.written..], alone)
                    })*
                };
                stop.read += replaced.read;
                stop.written += replaced.written;
                stop.replacements += replaced.replacements;
                stop.closed = replaced.closed;
                if replaced.short {
                    return stop.finish(from, src, to, dst);
                }
                if stop.read == src.len() {
                    return Ok(stop.done());
                }
            }
        }

        $(
            #[inline(always)]
            pub(crate) fn $replace<S: Wide>(
                s: S,
                src: &[u8],
                dst: &mut [MaybeUninit<<$target as Target>::Unit>],
                alone: bool,
            ) -> LossyStop {
                replace(s, src, $to, dst, alone)
            }
        )*
    )*};
}

entries! {
    utf8_to_utf16_lossy: Utf16 {
        Utf16(Little) => Utf16(Little), utf8_to_utf16le_vectors, utf8_to_utf16le, utf8_to_utf16le_replace;
        Utf16(Big) => Utf16(Big), utf8_to_utf16be_vectors, utf8_to_utf16be, utf8_to_utf16be_replace;
    }
    utf8_to_utf32_lossy: Utf32 {
        Utf32(Little) => Utf32(Little), utf8_to_utf32le_vectors, utf8_to_utf32le, utf8_to_utf32le_replace;
        Utf32(Big) => Utf32(Big), utf8_to_utf32be_vectors, utf8_to_utf32be, utf8_to_utf32be_replace;
    }
    utf8_to_latin1_lossy: Latin1 {
        Latin1 => Latin1, utf8_to_latin1_vectors, utf8_to_latin1_blocks, utf8_to_latin1_replace;
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
    /// The same, before the sequence that is open.
    #[inline(always)]
    fn before_open<K: Sink>(mut self, src: &[u8], open: Open) -> Self {
        if open.any() {
            self.read = fallback::open_from(src, self.read);
            self.written -= usize::from(K::PAIRS && open.is_after_third());
        }
        self
    }

    #[inline(always)]
    fn done(self) -> Lossy {
        Lossy { written: self.written, replacements: self.replacements }
    }

    /// The scalar path for the rest.
    #[inline(always)]
    fn finish<K: Target>(
        self,
        from: Utf8,
        src: &[u8],
        to: K,
        dst: &mut [MaybeUninit<K::Unit>],
    ) -> Result<Lossy, Error> {
        let rest = &src[self.read..];
        match fallback::transcode_lossy(from, rest, to, &mut dst[self.written..]) {
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
