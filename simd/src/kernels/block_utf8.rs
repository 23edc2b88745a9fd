//! Conversion from UTF-8: a block, and a vector of what is left behind the last one. What they are is asked once, and there is
//! a way for each class.

use core::mem::MaybeUninit;

use super::decode_utf8::{
    Near, errors, errors_latin1, errors2, open, planes, planes_latin1, planes2,
};
use super::four_bytes::last_of_fours;
use super::from_utf8::BLOCK;
use super::pack::{Ends, Moved, Sink};
use super::room::ROOM;
use super::text::Text;
use super::violations::Tables;
use crate::vector::{Bytes, Lanewise, Wide};

/// What a block held.
pub(crate) enum Block {
    Ascii,
    /// So many units are written; `looked`: the byte behind told whether the last one
    /// ends a unit.
    Units {
        units: usize,
        looked: bool,
    },
    /// The same, and all are characters of three bytes; the last of them has begun by `open` bytes.
    Threes {
        units: usize,
        open: usize,
    },
    /// The same, but for characters of four bytes.
    Fours {
        units: usize,
        open: usize,
    },
    /// Something in it is wrong.
    Bad,
    /// It is not done, since there are characters of four bytes in it: where there is [`Wide::FOUR_WORDS`], and units
    /// of 16 bits.
    Any,
}

/// How far blocks of any characters came.
pub(crate) struct Run {
    pub(crate) read: usize,
    pub(crate) written: usize,
    /// The units of the last block, if the byte behind it told whether its last byte ends one.
    pub(crate) ahead: usize,
    pub(crate) end: RunEnd,
}

/// What ended them.
pub(crate) enum RunEnd {
    /// Something in the next one is wrong.
    Bad,
    /// The last one was all characters of four bytes.
    Fours,
    /// The next one has none of four bytes, or is not whole, or has no room, or they are enough.
    Other,
}

/// Converts the 64 bytes behind the first three of `bytes`, behind which there is another.
#[inline(always)]
pub(crate) fn block<T: Text, S: Wide, K: Sink>(
    s: S,
    tables: Tables<S>,
    bytes: &[u8; 3 + BLOCK + 1],
    to: K,
    room: &mut [MaybeUninit<K::Unit>; ROOM],
) -> Block {
    let lanes = S::Bytes::LANES;
    let mut all = s.load(bytes);
    let mut at = 0;
    while at < BLOCK {
        all = all.max8(s.load(&bytes[3 + at..]));
        at += lanes;
    }
    if !all.any_high_bit() {
        let mut at = 0;
        while at < BLOCK {
            to.widen(s, &bytes[3 + at..], &mut room[at..]);
            at += lanes;
        }
        return Block::Ascii;
    }
    if K::LATIN1 || !all.saturating_sub(s.splat(0xE0 - 0x80)).any_high_bit() {
        return block_of::<2, T, S, K>(s, tables, bytes, to, room);
    }
    if !all.saturating_sub(s.splat(0xF0 - 0x80)).any_high_bit() {
        return block_of::<3, T, S, K>(s, tables, bytes, to, room);
    }
    if S::FOUR_WORDS && K::PAIRS {
        return Block::Any;
    }
    block_of::<4, T, S, K>(s, tables, bytes, to, room)
}

/// See [`Wide::utf8_blocks_of_any`].
#[inline(always)]
pub(crate) fn blocks_of_any<T: Text, S: Wide, K: Sink>(
    s: S,
    src: &[u8],
    to: K,
    dst: &mut [MaybeUninit<K::Unit>],
    most: usize,
) -> Run {
    let tables = Tables::new(s);
    let mut run = Run { read: 0, written: 0, ahead: 0, end: RunEnd::Other };
    while run.read < most
        && let Some(bytes) = src[run.read..].first_chunk()
        && let Some(room) = dst[run.written..].first_chunk_mut()
        && (run.read == 0 || count_fours(s, bytes) > 0)
    {
        match block_of::<4, T, S, K>(s, tables, bytes, to, room) {
            Block::Units { units, .. } => {
                run.read += BLOCK;
                run.written += units;
                run.ahead = units;
            }
            Block::Fours { units, open } => {
                run.read += BLOCK - open;
                run.written += units;
                run.ahead = 0;
                run.end = RunEnd::Fours;
                break;
            }
            _ => {
                run.end = RunEnd::Bad;
                break;
            }
        }
    }
    run
}

/// How many characters of four bytes have their third one in a block, before which there are three bytes.
#[inline(always)]
pub(super) fn count_fours<S: Wide>(s: S, bytes: &[u8; 3 + BLOCK + 1]) -> usize {
    let (mut fours, mut at) = (0, 0);
    while at < BLOCK {
        let thirds = s.load(&bytes[at + 1..]).saturating_sub(s.splat(0xF0 - 0x80)).high_bits();
        fours += thirds.count_ones() as usize;
        at += S::Bytes::LANES;
    }
    fours
}

/// The same of a block of a class.
#[inline(always)]
fn block_of<const CLASS: u8, T: Text, S: Wide, K: Sink>(
    s: S,
    tables: Tables<S>,
    bytes: &[u8; 3 + BLOCK + 1],
    to: K,
    room: &mut [MaybeUninit<K::Unit>; ROOM],
) -> Block {
    let lanes = S::Bytes::LANES;
    let mut ends = 0;
    let mut bad = s.splat(0);
    let mut at = 0;
    while at < BLOCK {
        let near = Near::inside(s, &bytes[at..]);
        let found = if CLASS == 2 {
            !open::<S, CLASS>(s, &near).high_bits()
        } else {
            // No continuation byte follows.
            !s.splat(0xC0).gt8(s.load(&bytes[at + 4..])).high_bits()
        };
        ends |= (found & low_bits(lanes)) << at;
        if CLASS == 4 && K::PAIRS {
            ends |= near.p2.saturating_sub(s.splat(0xF0 - 0x80)).high_bits() << at;
        }
        if T::CHECKED || K::LATIN1 {
            bad = bad | errors_of::<CLASS, S, K>(s, tables, &near);
        }
        at += lanes;
    }
    if (T::CHECKED || K::LATIN1) && bad.any() {
        return Block::Bad;
    }
    if lanes == 32 {
        let (low, high) = (Ends { ends, at: 0 }, Ends { ends, at: 32 });
        let a = moved::<CLASS, S, K>(s, &Near::inside(s, bytes), low, to);
        let b = moved::<CLASS, S, K>(s, &Near::inside(s, &bytes[32..]), high, to);
        to.put::<S, CLASS, _>(s, a, low, room);
        to.put::<S, CLASS, _>(s, b, high, room);
    } else {
        let mut at = 0;
        while at < BLOCK {
            let ends = Ends { ends, at };
            let moved = moved::<CLASS, S, K>(s, &Near::inside(s, &bytes[at..]), ends, to);
            to.put::<S, CLASS, _>(s, moved, ends, room);
            at += lanes;
        }
    }
    let units = ends.count_ones() as usize;
    // Every third byte ends a character, and no other.
    if CLASS == 3 && (ends ^ ends << 3) >> 3 == 0 && units <= 22 {
        return Block::Threes { units, open: ends.leading_zeros() as usize };
    }
    if CLASS == 4
        && units == 16 * K::OF_FOUR
        && let Some(open) = last_of_fours(s, &bytes[3..])
        && (open > 0 || ends >> 63 == 1)
    {
        return Block::Fours { units: (ends & !0 >> open).count_ones() as usize, open };
    }
    Block::Units { units, looked: CLASS > 2 }
}

/// The lowest `n` bits.
#[inline(always)]
const fn low_bits(n: usize) -> u64 {
    !0 >> (64 - n)
}

/// Not 0 where a byte cannot stand.
#[inline(always)]
fn errors_of<const CLASS: u8, S: Wide, K: Sink>(
    s: S,
    tables: Tables<S>,
    near: &Near<S>,
) -> S::Bytes {
    if K::LATIN1 {
        errors_latin1(s, near)
    } else if CLASS == 2 {
        errors2(s, near)
    } else {
        errors::<S, CLASS>(tables, near)
    }
}

/// The units of a vector, moved together.
#[inline(always)]
fn moved<const CLASS: u8, S: Wide, K: Sink>(
    s: S,
    near: &Near<S>,
    ends: Ends,
    to: K,
) -> Moved<S::Bytes> {
    if K::LATIN1 {
        to.moved::<S, CLASS>(s, &planes_latin1(s, near), ends)
    } else if CLASS == 2 {
        to.moved::<S, CLASS>(s, &planes2(s, near), ends)
    } else if K::PAIRS {
        to.moved::<S, CLASS>(s, &planes::<S, CLASS, true>(s, near), ends)
    } else {
        to.moved::<S, CLASS>(s, &planes::<S, CLASS, false>(s, near), ends)
    }
}

/// Converts a vector, of which the bytes in `live` are to be done, and returns the number of units; none
/// if something is wrong, or not all of them have room.
#[inline(always)]
pub(super) fn vector<T: Text, S: Wide, K: Sink>(
    s: S,
    near: &Near<S>,
    live: u64,
    to: K,
    dst: &mut [MaybeUninit<K::Unit>],
) -> Option<usize> {
    let all = near.cur.max8(near.p3);
    if K::LATIN1 || !all.saturating_sub(s.splat(0xE0 - 0x80)).any_high_bit() {
        return vector_of::<2, T, S, K>(s, near, live, to, dst);
    }
    if !all.saturating_sub(s.splat(0xF0 - 0x80)).any_high_bit() {
        return vector_of::<3, T, S, K>(s, near, live, to, dst);
    }
    vector_of::<4, T, S, K>(s, near, live, to, dst)
}

/// The same of a vector of a class.
#[inline(always)]
fn vector_of<const CLASS: u8, T: Text, S: Wide, K: Sink>(
    s: S,
    near: &Near<S>,
    live: u64,
    to: K,
    dst: &mut [MaybeUninit<K::Unit>],
) -> Option<usize> {
    let mut ends = !open::<S, CLASS>(s, near).high_bits();
    if CLASS == 4 && K::PAIRS {
        ends |= near.p2.saturating_sub(s.splat(0xF0 - 0x80)).high_bits();
    }
    ends &= live & low_bits(S::Bytes::LANES);
    if (T::CHECKED || K::LATIN1) && errors_of::<CLASS, S, K>(s, Tables::new(s), near).any() {
        return None;
    }
    let units = ends.count_ones() as usize;
    if units > dst.len() {
        return None;
    }
    let ends = Ends { ends, at: 0 };
    to.put::<S, CLASS, _>(s, moved::<CLASS, S, K>(s, near, ends, to), ends, dst);
    Some(units)
}
