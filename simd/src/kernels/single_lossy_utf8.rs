//! Errors of one byte among ASCII, lossy: no byte becomes more than one unit, or less.
//!
//! A byte that is not ASCII, with ASCII before it and behind, is ill-formed whatever it is, and its replacement is one
//! unit of UTF-16, UTF-32 or Latin-1. So a window of such bytes is as long behind as before, and how many there are in it
//! and where does not matter:
//!
//! ```text
//!   41 42 FF 43 80 44 C3 45      bytes
//!   41 42 FD 43 FD 44 FD 45      each in 16 bits, and all of those above 7F by another value
//!   00 00 FF 00 FF 00 FF 00
//! ```
//!
//! Where two bytes side by side are not ASCII, the window ends before. If they are ill-formed they are replaced by
//! themselves, and another window begins behind: those before are as good as whole ones. If not, somebody else goes on.

use core::mem::MaybeUninit;

use super::from_utf8_lossy::{LossyStop, Way};
use super::pack::Sink;
use super::subparts_utf8::{WINDOW, first};
use crate::fallback::ByteOrder::Big;
use crate::fallback::form::{Latin1, Utf16, Utf32};
use crate::vector::{Bytes, Lanewise, Simd, Vector, Wide};

/// Windows without an error until blocks of ASCII are worth a change: they are nearly as fast here.
const QUIET: u32 = 32;

/// A window that ends before so many bytes is hardly worth it.
const FEW: usize = 32;

/// So many of these are too many, and so many errors side by side.
const MANY: u32 = 3;

/// Bytes that are written at once at the end of a source.
const PIECE: usize = 16;

/// Converts windows from what is done on, and says how to go on: to the end, or to something else than ASCII. If that is
/// well-formed, it is `other`.
#[inline(always)]
pub(super) fn singles<S: Wide, K: Single>(
    s: S,
    src: &[u8],
    to: K,
    dst: &mut [MaybeUninit<K::Unit>],
    stop: &mut LossyStop,
    other: Way,
) -> Way {
    let mut short = 0;
    loop {
        if windows(s, src, to, dst, stop) {
            return Way::Blocks;
        }
        // The last window overlaps what is done.
        let at = stop.read.min(src.len() - WINDOW);
        let done = stop.read - at;
        let bytes = src[at..].first_chunk().expect("a window");
        let others = high_bits(s, bytes) & !0 << done;
        // What the last byte is, the one behind it tells.
        let last = u64::from(at + WINDOW < src.len()) << (WINDOW - 1);
        let pairs = others & (others >> 1 | last);
        let end = pairs.trailing_zeros() as usize;
        let lone = others & !(!0u64).unbounded_shl(end as u32);
        let behind = &src[at + end..];
        let (mut len, mut well_formed) = if end < WINDOW { first(behind) } else { (0, true) };
        if end < WINDOW && well_formed && stop.closed && lone == 0 {
            return other;
        }
        if end < done + FEW {
            short += 1;
            if short == MANY {
                return Way::Window;
            }
        }
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
        if stop.read == src.len() {
            return Way::Blocks;
        }
        let mut errors = 0;
        while !well_formed {
            if errors == MANY || to.encode(K::REPLACEMENT, &mut dst[stop.written..]).is_err() {
                return Way::Window;
            }
            errors += 1;
            stop.read += len;
            stop.written += 1;
            stop.replacements += 1;
            stop.closed = false;
            stop.last = stop.read;
            if len > 1 {
                stop.even_from = stop.read;
            }
            if stop.read == src.len() {
                return Way::Blocks;
            }
            (len, well_formed) = first(&src[stop.read..]);
        }
    }
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
        let bytes = bytes.first_chunk().expect("a byte less");
        let others = high_bits(s, bytes);
        if others == 0 {
            let mut at = 0;
            while at < WINDOW {
                to.widen(s, &bytes[at..], &mut room[at..]);
                at += S::Bytes::LANES;
            }
            quiet += 1;
        } else if others & (others >> 1 | 1 << (WINDOW - 1)) == 0 {
            to.each_byte(s, bytes, room);
            stop.replacements += others.count_ones() as usize;
            quiet = 0;
            last = read + WINDOW;
        } else {
            break;
        }
        read += WINDOW;
        before = Some(others);
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
