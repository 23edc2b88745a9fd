//! Conversion from Latin-1: bytes that are code points, of which none is ill-formed.
//!
//! # To UTF-8
//!
//! The bytes are zipped into lanes of 16 bits, of which a row of a table takes the bytes that are there, eight
//! lanes at a time:
//!
//! ```text
//!   x         41       E9       42
//!   front     41       C3       42       x, or C2 + (x >= C0) where x is not ASCII
//!   back      .        A9       .        x & BF
//!   zipped    41 .     C3 A9    42 .
//! ```
//!
//! Two vectors are tested for ASCII at once, and if they are not both ASCII, neither takes the short way. Behind
//! two that are, ASCII is copied by four. What counts is the number of instructions, so nothing is compared
//! for each vector: 65 for 32 bytes in SSE4.1 were 88 with a test for room, sums and ASCII by vector.
//!
//! # To UTF-16 and UTF-32
//!
//! Loads that widen and stores, of which the last overlap.

use core::mem::MaybeUninit;

use super::encode_utf8::{Exact, Room};
use super::pack::Sink;
use super::tables::ONE_OR_TWO;
use crate::fallback::form::{Latin1, Target, Utf8, Utf16, Utf32};
use crate::fallback::{self, ByteOrder, Error};
use crate::vector::{Bytes, Lanewise, Vector, Wide};

/// What the scalar path says of the source from `read` on: all is done, or the output is full.
#[inline(always)]
pub(crate) fn finish<T: Target>(
    src: &[u8],
    read: usize,
    to: T,
    dst: &mut [MaybeUninit<T::Unit>],
    written: usize,
) -> Result<usize, Error> {
    if read == src.len() {
        return Ok(written);
    }
    match fallback::transcode(Latin1, &src[read..], to, &mut dst[written..]) {
        Ok(last) => Ok(written + last),
        Err(error) => {
            let written = written + error.written();
            Err(error.offset(read).with_output(written, 0))
        }
    }
}

/// The bytes of `x` as UTF-8 in lanes of 16 bits, eight characters of each lane of sixteen bytes and then the
/// other eight.
#[inline(always)]
pub(super) fn zipped<S: Wide>(s: S, x: S::Bytes) -> [S::Bytes; 2] {
    // Not below C0, of what is not ASCII: 0, else -1.
    let below_c0 = s.splat(0xC0).gt8(x);
    let front = x.select8(x, s.splat(0xC3).add8(below_c0));
    let back = x & s.splat(0xBF);
    [front.zip_low8(back), front.zip_high8(back)]
}

/// Writes the bytes of `x`, whose highest bits are `high`, as UTF-8, and returns how many more they have
/// become. `before` tells how many bytes there are before them, and how many of these are so.
#[inline(always)]
pub(super) fn put<S: Wide, R: Room<u8> + ?Sized>(
    s: S,
    x: S::Bytes,
    high: u64,
    (before, mut more): (usize, usize),
    room: &mut R,
) -> usize {
    let halves = [high as u32 & 0xFFFF, (high >> 16) as u32];
    let row = |i: usize| (halves[i / 2] >> (i % 2 * 8)) as usize & 0xFF;
    let two = |i: usize| row(i).count_ones() as usize;
    let [low, high] = zipped(s, x);
    if S::Bytes::LANES == 16 {
        let low = low.lookup(s.rows(&ONE_OR_TWO.0, row(0), row(2)));
        let high = high.lookup(s.rows(&ONE_OR_TWO.0, row(1), row(3)));
        room.put(before + more, low.low_lane(), 8 + two(0));
        more += two(0);
        room.put(before + 8 + more, high.low_lane(), 8 + two(1));
        return more + two(1);
    }
    let narrow = s.narrow();
    more += put_lane(narrow, low.low_lane(), row(0), before + more, room);
    more += put_lane(narrow, high.low_lane(), row(1), before + 8 + more, room);
    more += put_lane(narrow, low.high_lane(), row(2), before + 16 + more, room);
    more + put_lane(narrow, high.high_lane(), row(3), before + 24 + more, room)
}

/// Writes eight zipped lanes by their row, and returns how many more bytes than eight they are. In AVX2 as well: there a row is
/// an operand from memory so, and two of them would have to be put together first.
#[inline(always)]
fn put_lane<S: Wide, R: Room<u8> + ?Sized>(
    s: S,
    zipped: S::Bytes,
    row: usize,
    at: usize,
    room: &mut R,
) -> usize {
    let two = row.count_ones() as usize;
    room.put(at, zipped.lookup(s.rows(&ONE_OR_TWO.0, row, 0)), 8 + two);
    two
}

/// Writes two vectors from `at` on and returns how many more bytes they have become, or nothing if they are ASCII.
#[inline(always)]
fn put_pair<S: Wide>(s: S, pair: &[u8], at: usize, room: &mut [MaybeUninit<u8>]) -> Option<usize> {
    let lanes = S::Bytes::LANES;
    let (x, y) = (s.load(pair), s.load(&pair[lanes..]));
    let high = [x.high_bits(), y.high_bits()];
    if high[0] | high[1] == 0 {
        x.store(&mut room[at..]);
        y.store(&mut room[at + lanes..]);
        return None;
    }
    let more = put(s, x, high[0], (at, 0), room);
    Some(put(s, y, high[1], (at + lanes, more), room))
}

/// Copies blocks of ASCII at the front and returns how long they are.
#[inline(always)]
fn copy_ascii<S: Wide>(s: S, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> usize {
    let lanes = S::Bytes::LANES;
    let len = src.len().min(dst.len());
    let (src, dst) = (&src[..len], &mut dst[..len]);
    let mut at = 0;
    while let Some(block) = src.get(at..at + 4 * lanes)
        && let Some(room) = dst.get_mut(at..at + 4 * lanes)
    {
        let (a, b) = (s.load(block), s.load(&block[lanes..]));
        let (c, d) = (s.load(&block[2 * lanes..]), s.load(&block[3 * lanes..]));
        if ((a | b) | (c | d)).any_high_bit() {
            break;
        }
        a.store(room);
        b.store(&mut room[lanes..]);
        c.store(&mut room[2 * lanes..]);
        d.store(&mut room[3 * lanes..]);
        at += 4 * lanes;
    }
    at
}

/// The entry `latin1_to_utf8`.
#[inline(always)]
pub(super) fn to_utf8<S: Wide>(
    s: S,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> Result<usize, Error> {
    let lanes = S::Bytes::LANES;
    let len = dst.len();
    let (mut rest, mut out) = (src, &mut *dst);
    // Room for the most that they can become: one comparison for all stores.
    let pairs = if lanes == 16 { 2 } else { 1 };
    while let Some((block, behind)) = rest.split_at_checked(2 * pairs * lanes)
        && let Some(room) = out.get_mut(..4 * pairs * lanes)
    {
        let (first, second) = block.split_at(2 * lanes);
        let Some(more) = put_pair(s, first, 0, room) else {
            let len = 2 * lanes + copy_ascii(s, &rest[2 * lanes..], &mut out[2 * lanes..]);
            rest = &rest[len..];
            out = &mut out[len..];
            continue;
        };
        let mut more = 2 * lanes + more;
        if pairs == 2 {
            more = 2 * lanes + more + put_pair(s, second, more, room).unwrap_or(0);
        }
        rest = behind;
        out = &mut out[more..];
    }
    while pairs == 2
        && let Some((pair, behind)) = rest.split_at_checked(2 * lanes)
        && let Some(room) = out.get_mut(..4 * lanes)
    {
        let more = put_pair(s, pair, 0, room).unwrap_or(0);
        rest = behind;
        out = &mut out[2 * lanes + more..];
    }
    let (mut at, mut written) = (src.len() - rest.len(), len - out.len());
    while at < src.len() {
        let rest = &src[at..];
        let (x, behind) = match rest.len().checked_sub(lanes) {
            Some(_) => (s.load(rest), 0),
            None => (s.load_partial(rest), lanes - rest.len()),
        };
        // The zeros behind the source are a byte each, behind all others.
        let n = lanes - behind + put(s, x, x.high_bits(), (0, 0), &mut Exact { dst, at: written });
        if n > dst.len() - written {
            break;
        }
        at += lanes - behind;
        written += n;
    }
    finish(src, at, Utf8, dst, written)
}

/// A target in which a code point of Latin-1 is one unit.
pub(super) trait Widen: Target {
    /// The units of the first bytes of `src`, which must have as many as a vector has units.
    fn widen<S: Wide>(self, s: S, src: &[u8]) -> S::Bytes;

    /// The units of as many lanes at the front.
    fn widen_low<V: Vector>(self, x: V) -> V;

    /// Writes the units of four vectors of them, whose bytes are at the front of `src`.
    fn four<S: Wide>(self, s: S, src: &[u8], room: &mut [MaybeUninit<Self::Unit>]);
}

impl Widen for Utf16 {
    #[inline(always)]
    fn widen<S: Wide>(self, s: S, src: &[u8]) -> S::Bytes {
        match self.0 {
            ByteOrder::Little => s.widen8(src),
            ByteOrder::Big => s.widen8(src).shl16::<8>(),
        }
    }

    #[inline(always)]
    fn widen_low<V: Vector>(self, x: V) -> V {
        match self.0 {
            ByteOrder::Little => x.widen_low8(),
            ByteOrder::Big => x.widen_low8().shl16::<8>(),
        }
    }

    /// By whole vectors of bytes.
    #[inline(always)]
    fn four<S: Wide>(self, s: S, src: &[u8], room: &mut [MaybeUninit<[u8; 2]>]) {
        Sink::widen(self, s, src, room);
        Sink::widen(self, s, &src[S::Bytes::LANES..], &mut room[S::Bytes::LANES..]);
    }
}

impl Widen for Utf32 {
    #[inline(always)]
    fn widen<S: Wide>(self, s: S, src: &[u8]) -> S::Bytes {
        match self.0 {
            ByteOrder::Little => s.widen8_to_32(src),
            ByteOrder::Big => s.widen8_to_32(src).shl32::<24>(),
        }
    }

    #[inline(always)]
    fn widen_low<V: Vector>(self, x: V) -> V {
        match self.0 {
            ByteOrder::Little => x.widen_low8().widen_low16(),
            ByteOrder::Big => x.widen_low8().widen_low16().shl32::<24>(),
        }
    }

    /// By one load, where a backend has it so.
    #[inline(always)]
    fn four<S: Wide>(self, s: S, src: &[u8], room: &mut [MaybeUninit<[u8; 4]>]) {
        Sink::widen(self, s, src, room);
    }
}

/// The entries to UTF-16 and UTF-32. The stores are what takes the time.
#[inline(always)]
pub(super) fn widen<S: Wide, T: Widen>(
    s: S,
    src: &[u8],
    to: T,
    dst: &mut [MaybeUninit<T::Unit>],
) -> Result<usize, Error> {
    let len = src.len().min(dst.len());
    // Units of a vector.
    let n = S::Bytes::LANES / size_of::<T::Unit>();
    let (from, room) = (&src[..len], &mut dst[..len]);
    if S::Bytes::LANES == 32 && (n / 2..n).contains(&len) {
        let (narrow, behind) = (s.narrow(), len - n / 2);
        to.widen(narrow, from).store(room);
        to.widen(narrow, &from[behind..]).store(&mut room[behind..]);
        return finish(src, len, to, dst, len);
    }
    if len < n {
        to.widen_low(s.load_partial(from)).store_first(room, n);
        return finish(src, len, to, dst, len);
    }
    // What the loop would have as its rest, by one branch on the length.
    if len <= 4 * n {
        if len > 2 * n {
            to.widen(s, &from[n..]).store(&mut room[n..]);
            to.widen(s, &from[len - 2 * n..]).store(&mut room[len - 2 * n..]);
        }
        to.widen(s, from).store(room);
        to.widen(s, &from[len - n..]).store(&mut room[len - n..]);
        return finish(src, len, to, dst, len);
    }
    let mut at = 0;
    while let Some(part) = from.get(at..at + 8 * n)
        && let Some(room) = room.get_mut(at..at + 8 * n)
    {
        to.four(s, part, room);
        to.four(s, &part[4 * n..], &mut room[4 * n..]);
        at += 8 * n;
    }
    if let Some(part) = from.get(at..at + 4 * n)
        && let Some(room) = room.get_mut(at..at + 4 * n)
    {
        to.four(s, part, room);
        at += 4 * n;
    }
    while at + n <= len {
        to.widen(s, &from[at..]).store(&mut room[at..]);
        at += n;
    }
    to.widen(s, &from[len - n..]).store(&mut room[len - n..]);
    finish(src, len, to, dst, len)
}

/// The entry `latin1_to_latin1`.
#[inline(always)]
pub(super) fn copy(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Result<usize, Error> {
    let len = src.len().min(dst.len());
    // The compiler makes a `memcpy` of it.
    for (unit, &byte) in dst.iter_mut().zip(src) {
        unit.write(byte);
    }
    finish(src, len, Latin1, dst, len)
}
