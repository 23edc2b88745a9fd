//! Conversion from UTF-16: the loop over blocks, and what ends it.
//!
//! A block is 64 units, whatever they are: the place of the next one depends on nothing, that of the next
//! output on a count of bits. A target says what becomes of a block and of a vector ([`Sink`]).
//!
//! # The end
//!
//! Behind the last block go single vectors. The last of them ends at the end of the source and overlaps
//! what is done; so does what it writes, by the length of the output of those units, and it is the same
//! as before. In a source shorter than a vector there are zeros behind it, each of which makes one unit of
//! output, which is not counted. So nothing is copied, and no unit goes by itself.
//!
//! What single vectors write is held against the end of the output; how long it is, is said even where
//! there is no room for all.

use core::mem::MaybeUninit;

use super::encode_utf8::Exact;
use super::from_utf8::Stop;
use super::short_utf16::one_by_one;
use super::utf16_sink::{Done, MIXED, RUN, Sink};
use super::utf16_to_utf16::has_surrogates;
use super::utf16_units::{BLOCK, Units, has_unit_from_800_at_16, is_high, is_low};
use crate::backend::Parts;
use crate::fallback::form::Utf16;
use crate::fallback::{self, ByteOrder, Error, Lossy};
use crate::vector::Wide;

/// How far a conversion is.
struct Progress {
    at: usize,
    out: usize,
    replacements: usize,
    /// So many more blocks with errors are not for [`Sink::replace`], since there was a pair.
    pairs: u32,
}

/// `$call` compiled for each byte order of the source and of the target.
macro_rules! in_order {
    ($from:ident, $to:ident => $call:expr) => {
        in_order!($from, $to => $call; Little Little, Little Big, Big Little, Big Big)
    };
    ($from:ident, $to:ident => $call:expr; $($source:ident $target:ident),*) => {
        match ($from.0, $to.order()) {
            $((ByteOrder::$source, ByteOrder::$target) => {
                let $from = Utf16(ByteOrder::$source);
                let $to = $to.ordered(ByteOrder::$target);
                $call
            })*
        }
    };
}

#[allow(unused_imports, reason = "not every target has kernels of its own for AVX-512")]
pub(crate) use in_order;

/// Converts a source of up to 64 units, if all of it can be converted and there is room for it.
#[inline(always)]
pub(crate) fn short<const LOSSY: bool, S: Wide, T: Sink>(
    s: S,
    from: Utf16,
    src: &[[u8; 2]],
    to: T,
    dst: &mut [MaybeUninit<T::Unit>],
) -> Option<Lossy> {
    if src.len() > BLOCK {
        return None;
    }
    in_order!(from, to => short_in_order::<LOSSY, S, T>(s, from, src, to, dst))
}

#[inline(always)]
fn short_in_order<const LOSSY: bool, S: Wide, T: Sink>(
    s: S,
    from: Utf16,
    src: &[[u8; 2]],
    to: T,
    dst: &mut [MaybeUninit<T::Unit>],
) -> Option<Lossy> {
    let mut written = to.short(s, from, src, dst);
    if written.is_none() && src.len() < TINY {
        written = Some(one_by_one(from, src, to, dst)?);
    }
    if let Some(written) = written {
        return Some(Lossy { written, replacements: 0 });
    }
    let mut done = Progress { at: 0, out: 0, replacements: 0, pairs: 0 };
    vectors::<LOSSY, S, T>(s, from, src, to, dst, &mut done)
        .then_some(Lossy { written: done.out, replacements: done.replacements })
}

/// Units below which characters go one by one: a vector that is not full is longer in the making.
const TINY: usize = 8;

/// Strict conversion.
#[inline(always)]
pub(crate) fn strict<S: Parts, T: Sink>(
    s: S,
    from: Utf16,
    src: &[[u8; 2]],
    to: T,
    dst: &mut [MaybeUninit<T::Unit>],
) -> Result<usize, Error> {
    let done = Stop { read: 0, written: 0 };
    in_order!(from, to => convert::<false, S, T>(s, from, src, to, dst, done))
        .map(|done| done.written)
}

/// Lossy conversion.
#[inline(always)]
pub(crate) fn lossy<S: Parts, T: Sink>(
    s: S,
    from: Utf16,
    src: &[[u8; 2]],
    to: T,
    dst: &mut [MaybeUninit<T::Unit>],
) -> Result<Lossy, Error> {
    lossy_behind(s, from, src, to, dst, Stop { read: 0, written: 0 })
}

/// The same where [`blocks`] have been converted.
#[inline(always)]
pub(super) fn lossy_behind<S: Parts, T: Sink>(
    s: S,
    from: Utf16,
    src: &[[u8; 2]],
    to: T,
    dst: &mut [MaybeUninit<T::Unit>],
    done: Stop,
) -> Result<Lossy, Error> {
    in_order!(from, to => convert::<true, S, T>(s, from, src, to, dst, done))
}

/// Converts whole blocks, until one has an error or may have no room.
#[inline(always)]
pub(super) fn blocks<S: Parts, T: Sink>(
    s: S,
    from: Utf16,
    src: &[[u8; 2]],
    to: T,
    dst: &mut [MaybeUninit<T::Unit>],
) -> Stop {
    let mut done = Progress { at: 0, out: 0, replacements: 0, pairs: 0 };
    in_order!(from, to => advance::<false, S, T>(s, from, src, to, dst, &mut done, 0));
    Stop { read: done.at, written: done.out }
}

/// So many blocks behind an error are repaired at once, since another will follow. (By one block, SSE4.1 was at 0.4 of
/// `encoding_rs` on ASCII with an error in 256 bytes.)
const NEAR: u32 = 8;

/// One more behind two errors that are no more than a block apart, or have but plain blocks between them: then
/// [`Sink::replace`] is worth a call. (Called for all errors, ASCII with a character in a hundred took 1.3 times as long with one
/// error in 1024 bytes. Only behind five: ASCII with few other characters 1.3 times. Zen 4, 2026-11-26.)
const DENSE: u32 = NEAR + 1;

/// Where blocks end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// Behind the last whole one, or before one that may have no room.
    Last,
    /// Before one with an error, in a strict conversion.
    Bad,
    /// The same in a lossy one, for [`Sink::replace`].
    Dense,
}

/// Converts whole blocks from where `done` is. So many as `damaged` says are repaired at once.
#[inline(always)]
fn advance<const LOSSY: bool, S: Parts, T: Sink>(
    s: S,
    from: Utf16,
    src: &[[u8; 2]],
    to: T,
    dst: &mut [MaybeUninit<T::Unit>],
    done: &mut Progress,
    mut damaged: u32,
) -> End {
    let mut plain = !T::TAKES_PLAIN;
    loop {
        if plain {
            let n = plain_blocks(s, from, &src[done.at..], to, &mut dst[done.out..]);
            done.at += n;
            done.out += n;
        }
        if src.len() - done.at < BLOCK {
            return End::Last;
        }
        let Some(room) = dst[done.out..].get_mut(..T::ROOM + S::MORE_ROOM) else {
            return End::Last;
        };
        let mut found = Done { written: 0, bad: 1 };
        if !LOSSY || damaged == 0 {
            found = to.block::<false, S>(s, from, src, done.at, room);
        }
        if found.bad != 0 {
            if S::RUNS_OF_MIXED_UTF16 && T::TAKES_PLAIN && found.bad == MIXED {
                done.at += BLOCK;
                done.out += found.written;
                plain = false;
                if let Some(next) = src[done.at..].first_chunk()
                    && has_unit_from_800_at_16(from, next)
                {
                    let run = to.run_of_mixed(s, from, &src[done.at..], &mut dst[done.out..]);
                    done.at += run.read;
                    done.out += run.written;
                }
                continue;
            }
            if !LOSSY {
                return End::Bad;
            }
            if T::replaces::<S>()
                && done.pairs == 0
                && damaged == DENSE
                && has_surrogates(s, from, src[done.at..].first_chunk().expect("a whole block"))
            {
                return End::Dense;
            }
            found = to.block::<true, S>(s, from, src, done.at, room);
            damaged = match found.bad {
                0 => damaged.saturating_sub(1),
                _ if damaged >= NEAR - 1 => DENSE,
                _ => NEAR,
            };
            done.pairs = done.pairs.saturating_sub(1);
        }
        done.at += BLOCK;
        done.out += found.written;
        done.replacements += found.bad;
        if S::RUNS_OF_UTF16 && T::TAKES_PLAIN && found.written >= RUN {
            let kind = found.written & !(RUN - 1);
            done.out -= kind;
            let run = to.run(s, from, src, done.at, &mut dst[done.out..], kind);
            done.at += run.read;
            done.out += run.written;
        }
        plain = !T::TAKES_PLAIN || found.written == BLOCK;
    }
}

#[inline(always)]
fn convert<const LOSSY: bool, S: Parts, T: Sink>(
    s: S,
    from: Utf16,
    src: &[[u8; 2]],
    to: T,
    dst: &mut [MaybeUninit<T::Unit>],
    done: Stop,
) -> Result<Lossy, Error> {
    let mut damaged = if done.read > 0 { NEAR } else { 0 };
    let mut done = Progress { at: done.read, out: done.written, replacements: 0, pairs: 0 };
    // Not in the loop over blocks, since a call there takes its constants away.
    loop {
        match advance::<LOSSY, S, T>(s, from, src, to, dst, &mut done, damaged) {
            End::Last => break,
            End::Bad => return finish::<LOSSY, T>(from, src, to, dst, done),
            End::Dense => {}
        }
        let run = to.replace(s, from, src, done.at, &mut dst[done.out..]);
        done.at += run.read;
        done.out += run.written;
        done.replacements += run.replacements;
        done.pairs = match (run.read, run.poor) {
            (_, true) => 4 * NEAR,
            (0, _) => NEAR,
            _ => 0,
        };
        damaged = DENSE;
    }
    // What is plain at the end goes as a block that overlaps what is done.
    let left = src.len() - done.at;
    if (1..BLOCK).contains(&left)
        && let Some(block) = src.last_chunk()
        && let Some(start) = (done.out + left).checked_sub(BLOCK)
        && let Some(room) = dst[start..].first_chunk_mut()
        && to.plain(s, from, block, room)
    {
        return Ok(Lossy { written: done.out + left, replacements: done.replacements });
    }
    if vectors::<LOSSY, S, T>(s, from, src, to, dst, &mut done) {
        return Ok(Lossy { written: done.out, replacements: done.replacements });
    }
    finish::<LOSSY, T>(from, src, to, dst, done)
}

/// Converts the blocks at the front that are plain and returns how many units they have.
#[inline(always)]
pub(super) fn plain_blocks<S: Wide, T: Sink>(
    s: S,
    from: Utf16,
    src: &[[u8; 2]],
    to: T,
    dst: &mut [MaybeUninit<T::Unit>],
) -> usize {
    let mut n = 0;
    for (block, room) in src.as_chunks().0.iter().zip(dst.as_chunks_mut().0) {
        if !to.plain(s, from, block, room) {
            break;
        }
        n += BLOCK;
    }
    n
}

/// Converts the rest by single vectors, and says whether all of it could be converted.
#[inline(always)]
fn vectors<const LOSSY: bool, S: Wide, T: Sink>(
    s: S,
    from: Utf16,
    src: &[[u8; 2]],
    to: T,
    dst: &mut [MaybeUninit<T::Unit>],
    done: &mut Progress,
) -> bool {
    let len = Units::<S>::LEN;
    while done.at < src.len() {
        let left = src.len() - done.at;
        let mut absent = 0;
        let (units, skip) = if left >= len {
            (Units::at(s, from, src, done.at), 0)
        } else if src.len() >= len {
            (Units::at(s, from, src, src.len() - len), len - left)
        } else {
            absent = len - left;
            (Units::all(s, from, src), 0)
        };
        let mut out = Exact { dst, at: done.out };
        let found = to.vector::<LOSSY, S>(s, units, skip, &mut out);
        if !LOSSY && found.bad != 0 {
            return false;
        }
        let end = out.at + found.written - absent;
        if end > dst.len() {
            return false;
        }
        done.at += left.min(len);
        done.out = end;
        done.replacements += found.bad;
    }
    true
}

/// What remains when a block or a vector cannot be converted as a whole: the scalar path says what stands
/// there, from the beginning of the character on.
#[inline(always)]
fn finish<const LOSSY: bool, T: Sink>(
    from: Utf16,
    src: &[[u8; 2]],
    to: T,
    dst: &mut [MaybeUninit<T::Unit>],
    done: Progress,
) -> Result<Lossy, Error> {
    let Progress { mut at, mut out, mut replacements, .. } = done;
    if at > 0 && is_high(from, src[at - 1]) && is_low(from, src[at]) {
        at -= 1;
        out -= T::OF_FIRST;
        if LOSSY {
            replacements -= T::REPLACED_FIRST;
        }
    }
    let (src, rest) = (&src[at..], &mut dst[out..]);
    let end = if LOSSY {
        fallback::transcode_lossy(from, src, to, rest)
    } else {
        fallback::transcode(from, src, to, rest).map(|written| Lossy { written, replacements: 0 })
    };
    match end {
        Ok(end) => {
            Ok(Lossy { written: out + end.written, replacements: replacements + end.replacements })
        }
        Err(error) => {
            let (written, replaced) = (out + error.written(), replacements + error.replacements());
            Err(error.offset(at).with_output(written, replaced))
        }
    }
}
