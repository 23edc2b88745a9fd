//! Short sources of UTF-8 with errors, lossy.
//!
//! As in a window ([`super::window_lossy_utf8`]) a replacement is a unit like any other. The source lies as in the strict
//! conversion ([`super::short_utf8`]): what is shorter than a vector is at its end with zeros before, and what is longer ends
//! with a vector that overlaps others, in the masks and in the output. So nothing goes through a buffer, and the length
//! decides only how many vectors there are.
//!
//! Zen 4, 2026-11-28, a thousand strings with an error each, ns before (scalar up to 12 bytes, then a window in a copy on the stack)
//! and so: 16 bytes of Russian to UTF-16 SSE4.1 48 and 16, AVX2 43 and 15; 64 bytes 58 and 37, 53 and 27.

use core::mem::MaybeUninit;

use super::decode_utf8::Near;
use super::pack::{Ends, Sink};
use super::room::Roomy;
use super::subparts_utf8::{Few, Seen, WINDOW, spread};
use super::window_lossy_utf8::planes_lossy;
use crate::fallback::Lossy;
use crate::vector::{Bytes, Wide};

/// Converts a source of up to a window, if the output has as many units, and eight at least.
#[inline(always)]
pub(super) fn few<S: Wide, K: Sink>(
    s: S,
    src: &[u8],
    to: K,
    dst: &mut [MaybeUninit<K::Unit>],
) -> Option<Lossy> {
    if src.len() > WINDOW || dst.len() < src.len().max(8) {
        return None;
    }
    Some(if src.len() <= 16 { vectors(s.narrow(), src, to, dst) } else { vectors(s, src, to, dst) })
}

#[inline(always)]
fn vectors<S: Wide, K: Sink>(s: S, src: &[u8], to: K, dst: &mut [MaybeUninit<K::Unit>]) -> Lossy {
    let Look { first, seen, absent } = look(s, src);
    let live = !0 >> (WINDOW - absent - src.len()) & !0 << absent;
    let bad = live & bad::<S, K>(s, src, &first, &seen);
    let mut units = (seen.good() | seen.bad) & live;
    if K::PAIRS {
        units |= seen.thirds;
    }
    let last = src.len().saturating_sub(S::Bytes::LANES);
    if seen.thirds | seen.ends[3] == 0 {
        pack::<3, S, K>(s, src, first, last, (units, bad), to, dst);
    } else {
        pack::<4, S, K>(s, src, first, last, (units, bad), to, dst);
    }
    Lossy { written: units.count_ones() as usize, replacements: bad.count_ones() as usize }
}

/// What stands in a source of up to a window.
pub(super) struct Look<S: Wide> {
    /// Its first vector.
    first: Near<S>,
    /// What stands in it, from that vector on.
    pub(super) seen: Seen,
    /// So much of the vector is before the source.
    pub(super) absent: usize,
}

/// Looks at all of a source of up to a window.
#[inline(always)]
pub(super) fn look<S: Wide>(s: S, src: &[u8]) -> Look<S> {
    let lanes = S::Bytes::LANES;
    let absent = lanes.saturating_sub(src.len());
    let first = Near::at_start(if absent > 0 { s.load_at_end(src) } else { s.load(src) });
    let mut few = Few::default();
    few.add(s, first.p1, first.cur, 0);
    let (mut at, last) = (0, src.len().saturating_sub(lanes));
    while at < last {
        at = last.min(at + lanes);
        few.add(s, s.load(&src[at - 1..]), s.load(&src[at..]), at);
    }
    Look { first, seen: few.seen(), absent }
}

/// Where units are replacements.
#[inline(always)]
fn bad<S: Wide, K: Sink>(s: S, src: &[u8], first: &Near<S>, seen: &Seen) -> u64 {
    if !K::LATIN1 {
        return seen.bad;
    }
    // Two bytes are above FF behind a lead from C4 on.
    let mut behind = from_c4(s, first.p1);
    let (mut at, last) = (0, src.len().saturating_sub(S::Bytes::LANES));
    while at < last {
        at = last.min(at + S::Bytes::LANES);
        behind |= from_c4(s, s.load(&src[at - 1..])) << at;
    }
    seen.bad | seen.ends[1] & behind | seen.ends[2] | seen.ends[3]
}

/// A bit for each byte from C4 on.
#[inline(always)]
fn from_c4<S: Wide>(s: S, bytes: S::Bytes) -> u64 {
    bytes.saturating_sub(s.splat(0xC4 - 0x80)).high_bits()
}

/// The vector of which there are at least three bytes before it, or as many zeros.
#[inline(always)]
fn near_at<S: Wide>(s: S, src: &[u8], at: usize) -> Near<S> {
    match at.checked_sub(3) {
        Some(from) => Near::inside(s, &src[from..]),
        None => Near::behind(s.load_at_end(&src[..at]), s.load(&src[at..])),
    }
}

/// Writes the units of the vectors, the last of which begins at `last`.
#[inline(always)]
fn pack<const CLASS: u8, S: Wide, K: Sink>(
    s: S,
    src: &[u8],
    first: Near<S>,
    last: usize,
    (units, bad): (u64, u64),
    to: K,
    dst: &mut [MaybeUninit<K::Unit>],
) {
    let (mut near, mut at) = (first, 0);
    loop {
        let planes = planes_lossy::<S, K, CLASS, true>(s, near, spread(s, (bad >> at) as u32));
        to.pack::<S, CLASS, _>(s, &planes, Ends { ends: units, at }, &mut Roomy(dst));
        if at == last {
            return;
        }
        at = last.min(at + S::Bytes::LANES);
        near = near_at(s, src, at);
    }
}
