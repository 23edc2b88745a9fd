//! Short sources of UTF-8.
//!
//! What is shorter than a vector is at its end, with zeros before:
//!
//! ```text
//!   source   E3 81 82 41 C3 B1 41 42 43 44
//!   vector   00 00 00 00 00 00 E3 81   82 41 C3 B1 41 42 43 44
//!   row                   n = 0           n = 7                 the last row has eight bytes
//! ```
//!
//! Zeros before it leave nothing open, as nothing before it does. A row begins no later in the output than
//! its bytes do in the source, and the last one has eight of them: so each can be written whole where the
//! output has as many units as the source has bytes. What is longer ends with a vector that overlaps what
//! is done, and writes it again at the same place. No store is of a part of a vector, whose length would
//! have to be foretold: 8 to 16 bytes in 46 ns before, in 23 like this.
//!
//! All that is not ASCII is of class 3 or 4 here, since a wrong guess costs more than the steps saved.
//! Lost: to go on behind a first vector that is not whole (its length is a branch; 5 ns).

use core::mem::MaybeUninit;

use super::decode_utf8::{Near, Planes, errors, errors_latin1, open, planes, planes_latin1};
use super::from_utf8::BLOCK;
use super::pack::{Ends, Sink};
use super::room::Roomy;
use super::violations::Tables;
use super::widen_ascii::ascii_block;
use crate::vector::{Bytes, Lanewise, Wide};

/// What is looked at for ASCII before anything is set up for other text.
const SHORT_ASCII: usize = 512;

/// The units of a source of up to 16 bytes, or of one of up to [`SHORT_ASCII`] bytes that is ASCII, or nothing.
#[inline(always)]
pub(super) fn short<S: Wide, K: Sink>(
    s: S,
    src: &[u8],
    to: K,
    dst: &mut [MaybeUninit<K::Unit>],
) -> Option<usize> {
    short_or_ascii(s, src, to, dst).ok()
}

/// The same, or how much of a source of at least a vector is ASCII, which is done.
#[inline(always)]
pub(super) fn short_or_ascii<S: Wide, K: Sink>(
    s: S,
    src: &[u8],
    to: K,
    dst: &mut [MaybeUninit<K::Unit>],
) -> Result<usize, usize> {
    let lanes = S::Bytes::LANES;
    match src.len() {
        0..=16 => at_end(s.narrow(), src, to, dst).ok_or(0),
        17..=SHORT_ASCII if src.len() < lanes => two_halves(s, src, to, dst).ok_or(0),
        17..=SHORT_ASCII => ascii(s, src, to, dst),
        _ => Err(0),
    }
}

/// The units of a source of at least a vector that is ASCII; if it is not, or there is no room, so many bytes of it are
/// done, which are. By blocks: with a question for each vector 500 bytes took 1.9 times as long with SSE4.1, 1.3 times
/// with AVX2 (Zen 4, 2026-11-24).
#[inline(always)]
fn ascii<S: Wide, K: Sink>(
    s: S,
    src: &[u8],
    to: K,
    dst: &mut [MaybeUninit<K::Unit>],
) -> Result<usize, usize> {
    let lanes = S::Bytes::LANES;
    let Some(dst) = dst.get_mut(..src.len()) else { return Err(0) };
    let last = src.len() - lanes;
    // The first vector by itself tells of most that have something else.
    if to.widen(s, src, dst).any_high_bit() {
        return Err(0);
    }
    if last == 0 {
        return Ok(lanes);
    }
    let mut at = last.min(lanes);
    while last - at >= BLOCK {
        if !ascii_block::<BLOCK, S, K>(s, &src[at..], to, &mut dst[at..]) {
            return Err(at);
        }
        at += BLOCK;
    }
    loop {
        if to.widen(s, &src[at..], &mut dst[at..]).any_high_bit() {
            return Err(at);
        }
        if at == last {
            return Ok(src.len());
        }
        // The last vector overlaps what is done.
        at = last.min(at + lanes);
    }
}

/// The same of half a vector at least, and a whole one at most.
#[inline(always)]
fn two_halves<S: Wide, K: Sink>(
    s: S,
    src: &[u8],
    to: K,
    dst: &mut [MaybeUninit<K::Unit>],
) -> Option<usize> {
    let dst = dst.get_mut(..src.len())?;
    let last = src.len() - S::Bytes::LANES / 2;
    let first = to.widen_half(s, src, dst);
    let all = first | to.widen_half(s, &src[last..], &mut dst[last..]);
    (!all.any_high_bit()).then_some(src.len())
}

/// The units of a source of up to a vector of one lane, or nothing.
#[inline(always)]
fn at_end<S: Wide, K: Sink>(
    s: S,
    src: &[u8],
    to: K,
    dst: &mut [MaybeUninit<K::Unit>],
) -> Option<usize> {
    if dst.len() < src.len().max(8) {
        return None;
    }
    if src.len() >= 8
        && let Some(units) = two_halves(s, src, to, dst)
    {
        return Some(units);
    }
    let near = Near::at_start(s.load_at_end(src));
    let Found { ends, closed } = if src.len() <= 8 {
        vector::<true, S, K>(s, &near, src.len(), to, dst)?
    } else {
        vector::<false, S, K>(s, &near, src.len(), to, dst)?
    };
    closed.then_some(ends.count_ones() as usize)
}

/// The units of a source of some vectors, or nothing.
#[inline(always)]
pub(super) fn vectors<S: Wide, K: Sink>(
    s: S,
    src: &[u8],
    to: K,
    dst: &mut [MaybeUninit<K::Unit>],
) -> Option<usize> {
    let lanes = S::Bytes::LANES;
    if dst.len() < src.len().max(8) {
        return None;
    }
    let (cur, len) =
        if src.len() < lanes { (s.load_at_end(src), src.len()) } else { (s.load(src), lanes) };
    let mut found = vector::<false, S, K>(s, &Near::at_start(cur), len, to, dst)?;
    // Where the vector begins, and the units before it.
    let (mut at, mut units) = (0, 0);
    while at + lanes < src.len() {
        // The last vector overlaps what is done, and writes it again.
        let next = (at + lanes).min(src.len() - lanes);
        units += (found.ends << (64 - (next - at))).count_ones() as usize;
        at = next;
        let near = match at.checked_sub(3) {
            Some(from) => Near::inside(s, &src[from..]),
            None => Near::behind(s.load_at_end(&src[..at]), s.load(&src[at..])),
        };
        found = vector::<false, S, K>(s, &near, lanes, to, &mut dst[units..])?;
    }
    found.closed.then_some(units + found.ends.count_ones() as usize)
}

/// What a vector held.
struct Found {
    /// Where units end.
    ends: u64,
    /// No sequence goes on behind it.
    closed: bool,
}

/// Writes the units of the last `len` bytes of a vector, and returns where they end; nothing if something is
/// wrong. With `EIGHT` the vector has one lane, and there are no more than eight bytes.
#[inline(always)]
fn vector<const EIGHT: bool, S: Wide, K: Sink>(
    s: S,
    near: &Near<S>,
    len: usize,
    to: K,
    dst: &mut [MaybeUninit<K::Unit>],
) -> Option<Found> {
    if K::LATIN1 {
        return class::<2, EIGHT, S, K>(s, near, len, to, dst);
    }
    if near.cur.max8(near.p3).saturating_sub(s.splat(0xF0 - 0x80)).any_high_bit() {
        return class::<4, EIGHT, S, K>(s, near, len, to, dst);
    }
    class::<3, EIGHT, S, K>(s, near, len, to, dst)
}

/// The same of a vector of a class.
#[inline(always)]
fn class<const CLASS: u8, const EIGHT: bool, S: Wide, K: Sink>(
    s: S,
    near: &Near<S>,
    len: usize,
    to: K,
    dst: &mut [MaybeUninit<K::Unit>],
) -> Option<Found> {
    let lanes = S::Bytes::LANES;
    let mut ends = !open::<S, CLASS>(s, near).high_bits();
    let closed = ends >> (lanes - 1) & 1 != 0;
    if CLASS == 4 && K::PAIRS {
        ends |= near.p2.saturating_sub(s.splat(0xF0 - 0x80)).high_bits();
    }
    ends &= (1 << lanes) - (1 << (lanes - len));
    let bad =
        if K::LATIN1 { errors_latin1(s, near) } else { errors::<S, CLASS>(Tables::new(s), near) };
    if bad.any() {
        return None;
    }
    let planes: Planes<S> = if K::LATIN1 {
        planes_latin1(s, near)
    } else if K::PAIRS {
        planes::<S, CLASS, true>(s, near)
    } else {
        planes::<S, CLASS, false>(s, near)
    };
    let (at, room) = (Ends { ends, at: 0 }, &mut Roomy(dst));
    if EIGHT {
        to.put_upper(s, to.moved::<S, CLASS>(s, &planes, at), at, room);
    } else {
        to.pack::<S, CLASS, _>(s, &planes, at, room);
    }
    Some(Found { ends, closed })
}
