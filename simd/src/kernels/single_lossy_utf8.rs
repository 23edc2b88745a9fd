//! Errors of one byte among ASCII, lossy: no byte becomes more than one unit, or less.
//!
//! A byte that is not ASCII is ill-formed by itself, but for a lead byte with such a byte behind it, and what is behind that;
//! and its replacement is one unit of UTF-16, UTF-32 or Latin-1. So a window of such bytes is as long behind as before, and how
//! many there are in it and where does not matter:
//!
//! ```text
//!   41 42 FF 43 80 80 C3 45      bytes
//!   41 42 FD 43 FD FD FD 45      each in 16 bits, and all of those above 7F by another value
//!   00 00 FF 00 FF FF FF 00
//! ```
//!
//! A lead byte with a byte from 80 on behind it ends the window. If it begins a subpart, that is replaced, and another window
//! begins behind; those before are as good as whole ones. If it begins a character, somebody else goes on: a window of
//! anything where an error is near, blocks where not.
//!
//! (By times of `encoding_rs`, AVX2 and SSE4.1, Xeon of model 207, 2026-11-28, with the window ended by any two bytes from 80 on
//! side by side, and so: ASCII with an error in 64 bytes 2.5 and 2.2, 3.4 to 4.7 and 2.9 to 3.7; `log-1` 2.0 and 1.7, 3.1 to 3.4
//! and 2.1 to 2.4. Characters written here by themselves, up to eight of them among as many times 40 bytes: 1.8 and 1.5, since
//! they come in words. With an error in 1024 bytes, by [`one_window`] in place of these, 2.8 and 2.3, 3.0 and 2.45.)

use core::mem::MaybeUninit;

use super::copy::line_before;
use super::from_utf8_lossy::{LossyStop, Way};
use super::pack::Sink;
use super::subparts_utf8::{WINDOW, first};
use super::widen_ascii::ascii_block;
use crate::fallback::ByteOrder::Big;
use crate::fallback::form::{Latin1, Utf16, Utf32};
use crate::vector::{Bytes, Lanewise, Simd, Vector, Wide};

/// Windows without an error behind which blocks of ASCII are tried, where there is no look at what is wrong.
///
/// (Zen 3, 2026-11-29, ASCII with an error in 1024 bytes, by times of `encoding_rs`, with windows alone and so: AVX2 3.5 and 4.1,
/// SSE4.1 2.5 and 3.15; in 256 bytes 4.1 and 3.95, 3.1 and 2.9. Such blocks in the loop of the windows itself, or for each window
/// first: with an error in 64 bytes up to 0.75 of what it is without.)
const QUIET: u32 = 7;

/// Bytes of such a block.
const LONG: usize = 2 * WINDOW;

/// Bytes of these until the way for well-formed text is worth a change: they are nearly as fast here.
const MUCH: usize = 2048;

/// Windows without an error behind which stores are within cache lines.
const LINED: u32 = 3;

/// Subparts of which so many, and fewer bytes by them on average, tell that it is not worth it.
const MANY: usize = 8;
const FEW: usize = 40;

/// So near behind an error, well-formed text is for a window of anything.
const CLOSE: usize = 32;

/// Bytes that are written at once at the end of a source.
const PIECE: usize = 16;

/// Converts windows from what is done on, and says how to go on: to the end, or to something else than ASCII. If that is
/// well-formed and nothing was wrong before it, it is `other`.
#[inline(always)]
pub(super) fn singles<S: Wide, K: Single>(
    s: S,
    src: &[u8],
    to: K,
    dst: &mut [MaybeUninit<K::Unit>],
    stop: &mut LossyStop,
    other: Way,
) -> Way {
    let before = stop.replacements;
    let (mut subparts, mut start) = (0, stop.read);
    loop {
        if windows(s, src, to, dst, stop) {
            if ascii(s, src, to, dst, stop) {
                return Way::Blocks;
            }
            continue;
        }
        // The last window overlaps what is done.
        let at = stop.read.min(src.len() - WINDOW);
        let done = stop.read - at;
        let bytes = src[at..].first_chunk().expect("a window");
        let others = high_bits(s, bytes) & !0 << done;
        let next = src.get(at + WINDOW).is_some_and(|&next| next >= 0x80);
        let end = begun(s, bytes, others, next).trailing_zeros() as usize;
        let lone = others & !(!0u64).unbounded_shl(end as u32);
        if at >= stop.even_from
            && let Some(room) = dst[stop.written - done..].first_chunk_mut()
        {
            // What is done is as long behind as before, and written once more.
            to.each_byte(s, bytes, room);
        } else if !tail(s, &src[stop.read..at + end], to, &mut dst[stop.written..]) {
            return Way::Window;
        }
        stop.read += end - done;
        stop.written += end - done;
        if lone != 0 {
            stop.replacements += lone.count_ones() as usize;
            stop.last = at + WINDOW - lone.leading_zeros() as usize;
        }
        stop.closed = lone >> end.saturating_sub(3) == 0 && (stop.closed || end >= done + 3);
        if end == WINDOW {
            if stop.read == src.len() {
                return Way::Blocks;
            }
            continue;
        }
        let (len, well_formed) = first(&src[stop.read..]);
        if well_formed {
            return if stop.read.wrapping_sub(stop.last) < CLOSE {
                Way::Window
            } else if stop.replacements > before {
                Way::Blocks
            } else {
                other
            };
        }
        subparts += 1;
        if subparts == MANY {
            if stop.read - start < MANY * FEW {
                return Way::Window;
            }
            (subparts, start) = (0, stop.read);
        }
        if to.encode(K::REPLACEMENT, &mut dst[stop.written..]).is_err() {
            return Way::Window;
        }
        stop.read += len;
        stop.written += 1;
        stop.replacements += 1;
        stop.last = stop.read;
        stop.closed = false;
        if len > 1 {
            stop.even_from = stop.read;
        }
        if stop.read == src.len() {
            return Way::Blocks;
        }
    }
}

/// Converts a window, if there is one of ASCII and errors of one byte, none of them among its last three, and room for it.
#[inline(always)]
pub(super) fn one_window<S: Wide, K: Single>(
    s: S,
    src: &[u8],
    to: K,
    dst: &mut [MaybeUninit<K::Unit>],
    stop: &mut LossyStop,
) -> bool {
    let Some(bytes) = src[stop.read..].first_chunk() else { return false };
    let Some(room) = dst[stop.written..].first_chunk_mut() else { return false };
    let others = high_bits(s, bytes);
    if others >> (WINDOW - 3) != 0 || begun(s, bytes, others, false) != 0 {
        return false;
    }
    to.each_byte(s, bytes, room);
    stop.read += WINDOW;
    stop.written += WINDOW;
    stop.replacements += others.count_ones() as usize;
    if others != 0 {
        stop.last = stop.read - others.leading_zeros() as usize;
    }
    true
}

/// The lead bytes of a window, of which `others` are those from 80 on, that have such a byte behind them.
#[inline(always)]
fn begun<S: Wide>(s: S, bytes: &[u8; WINDOW], others: u64, next: bool) -> u64 {
    let (mut leads, mut at) = (0, 0);
    while at < WINDOW {
        // As signed numbers; ASCII is above them.
        let bytes = s.load(&bytes[at..]);
        leads |= (bytes.gt8(s.splat(0xC1)) & s.splat(0xF5).gt8(bytes)).high_bits() << at;
        at += S::Bytes::LANES;
    }
    leads & others & (others >> 1 | u64::from(next) << (WINDOW - 1))
}

/// Whether the first byte that is not ASCII, in the window behind `read` bytes, has ASCII behind it.
#[inline(always)]
pub(super) fn begins_alone<S: Wide>(s: S, src: &[u8], read: usize) -> bool {
    let window = &src[read.min(src.len() - WINDOW)..];
    let others = high_bits(s, window.first_chunk().expect("a window"));
    others & (others & others.wrapping_neg()) << 1 == 0
}

/// Converts whole windows, and returns whether many of them had no error.
#[inline(always)]
fn windows<S: Wide, K: Single>(
    s: S,
    src: &[u8],
    to: K,
    dst: &mut [MaybeUninit<K::Unit>],
    stop: &mut LossyStop,
) -> bool {
    let (mut read, mut last, mut quiet, mut before) = (stop.read, stop.last, 0, None);
    let shift = stop.read - stop.written;
    while let Some(bytes) = src[read..].first_chunk::<{ WINDOW + 1 }>()
        && let Some(room) = dst[read - shift..].first_chunk_mut()
    {
        let (bytes, next) = (bytes.first_chunk().expect("a byte less"), bytes[WINDOW]);
        let others = high_bits(s, bytes);
        if others == 0 {
            let mut at = 0;
            while at < WINDOW {
                to.widen(s, &bytes[at..], &mut room[at..]);
                at += S::Bytes::LANES;
            }
            quiet += 1;
        } else if begun(s, bytes, others, next >= 0x80) == 0 {
            to.each_byte(s, bytes, room);
            stop.replacements += others.count_ones() as usize;
            quiet = 0;
            last = read + WINDOW;
        } else {
            break;
        }
        read += WINDOW;
        before = Some(others);
        if quiet == LINED {
            read = line_before(dst, read - shift) + shift;
        }
        if quiet == QUIET {
            break;
        }
    }
    if let Some(others) = before {
        stop.closed = others >> (WINDOW - 3) == 0;
        stop.last = last;
        stop.read = read;
        stop.written = read - shift;
    }
    quiet == QUIET
}

/// Converts ASCII behind windows of it, and returns whether there was much. The last byte of a source is left: of the last
/// window something is to be done.
#[inline(always)]
fn ascii<S: Wide, K: Single>(
    s: S,
    src: &[u8],
    to: K,
    dst: &mut [MaybeUninit<K::Unit>],
    stop: &mut LossyStop,
) -> bool {
    let (src, dst) = (&src[stop.read..src.len() - 1], &mut dst[stop.written..]);
    let mut run = 0;
    while run < MUCH && ascii_block::<LONG, S, K>(s, &src[run..], to, &mut dst[run..]) {
        run += LONG;
    }
    stop.read += run;
    stop.written += run;
    run >= MUCH
}

/// Writes the last bytes of a source by pieces, of which the last overlaps others; nothing if there is not one, or no room.
#[inline(always)]
fn tail<S: Wide, K: Single>(s: S, src: &[u8], to: K, dst: &mut [MaybeUninit<K::Unit>]) -> bool {
    if src.len() < PIECE || dst.len() < src.len() {
        return false;
    }
    let last = src.len() - PIECE;
    let mut at = 0;
    loop {
        let bytes = src[at..].first_chunk().expect("a piece");
        to.piece(s, bytes, dst[at..].first_chunk_mut().expect("as long"));
        if at == last {
            return true;
        }
        at = last.min(at + PIECE);
    }
}

/// The highest bits of the bytes of a window.
#[inline(always)]
fn high_bits<S: Wide>(s: S, bytes: &[u8; WINDOW]) -> u64 {
    let (mut bits, mut at) = (0, 0);
    while at < WINDOW {
        bits |= s.load(&bytes[at..]).high_bits() << at;
        at += S::Bytes::LANES;
    }
    bits
}

/// A target of which each byte of a window of single errors is one unit.
pub(super) trait Single: Sink {
    /// Writes a piece: what is not ASCII as a replacement.
    fn piece<S: Wide>(self, s: S, bytes: &[u8; PIECE], room: &mut [MaybeUninit<Self::Unit>; PIECE]);

    /// The same of a window.
    #[inline(always)]
    fn each_byte<S: Wide>(
        self,
        s: S,
        bytes: &[u8; WINDOW],
        room: &mut [MaybeUninit<Self::Unit>; WINDOW],
    ) {
        let mut at = 0;
        while at < WINDOW {
            let bytes = bytes[at..].first_chunk().expect("a piece");
            self.piece(s, bytes, room[at..].first_chunk_mut().expect("as long"));
            at += PIECE;
        }
    }
}

impl Single for Utf16 {
    #[inline(always)]
    fn piece<S: Wide>(self, s: S, bytes: &[u8; PIECE], room: &mut [MaybeUninit<[u8; 2]>; PIECE]) {
        if S::Bytes::LANES == PIECE {
            let bytes = s.load(bytes);
            // All ones where there is an error. FF and twice that is FD.
            let bad = s.spread(bytes);
            let (lo, hi) = self.ordered((bytes | bad).add8(bad.add8(bad)), bad);
            lo.zip_low8(hi).store(room);
            lo.zip_high8(hi).store(&mut room[PIECE / 2..]);
            return;
        }
        let units = s.widen8(bytes);
        let bad = units.gt16(s.words(0x7F));
        let units = if self.0 == Big {
            units.shl16::<8>().select8(bad, s.words(0xFDFF))
        } else {
            units.select8(bad, s.words(0xFFFD))
        };
        units.store(room);
    }
}

impl Single for Utf32 {
    #[inline(always)]
    fn piece<S: Wide>(self, s: S, bytes: &[u8; PIECE], room: &mut [MaybeUninit<[u8; 4]>; PIECE]) {
        let mut at = 0;
        while at < PIECE {
            let units = s.widen8_to_32(&bytes[at..]);
            let bad = units.gt32(s.doubles(0x7F));
            let units = if self.0 == Big {
                units.shl32::<24>().select8(bad, s.doubles(0xFDFF_0000))
            } else {
                units.select8(bad, s.doubles(0xFFFD))
            };
            units.store(&mut room[at..]);
            at += S::Bytes::LANES / 4;
        }
    }
}

impl Single for Latin1 {
    #[inline(always)]
    fn piece<S: Wide>(self, s: S, bytes: &[u8; PIECE], room: &mut [MaybeUninit<u8>; PIECE]) {
        let s = s.narrow();
        let units = s.load(bytes);
        units.select8(units, s.splat(b'?')).store(room);
    }
}
