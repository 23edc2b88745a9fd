//! Conversion from UTF-32 and from scalar values: the loop over blocks, and what ends it.
//!
//! ```text
//! eight vectors a step                                   while each code point is one unit, as at first and behind
//!                                                         64 such, or each is above FFFF
//! four vectors a step, by class (see `encode_points`)   while all of them can be converted, and there is
//!                                                         room for the longest of the class
//! runs of blocks that are alike (see `utf32_runs`)       to UTF-8, in short vectors, behind a block that tells of one
//! one vector a step, of any class, exact stores          the last ones, and before what stops
//! the scalar path                                        tells what stopped, and why
//! ```
//!
//! Code points are lanes of 32 bits in the order of the machine. Of the last vector the lanes behind the end
//! of the source are code point 0, each of which becomes one unit behind all others.
//!
//! A lossy conversion puts the replacement into the lanes before they are encoded, so an error costs it
//! little.

use core::mem::MaybeUninit;

use super::encode_points::{Encode, LATIN1, replace};
use super::encode_utf8::Exact;
use super::points::Points;
use super::utf32_runs;
use crate::backend::Parts;
use crate::fallback::{self, Error, Lossy};
use crate::vector::{Bytes, Vector, Wide};

/// Bytes behind a run that ended at once until there may be another.
const RARE: usize = 4 * 128;

/// How far a conversion came.
struct Progress<'a, U> {
    read: usize,
    written: usize,
    replacements: usize,
    /// What is left of the output.
    rest: &'a mut [MaybeUninit<U>],
}

/// A block as vectors.
#[inline(always)]
pub(super) fn load<P: Points, S: Wide>(s: S, from: P, block: &[u8]) -> [S::Bytes; 4] {
    let lanes = S::Bytes::LANES;
    [
        from.numbers(s, s.load(block)),
        from.numbers(s, s.load(&block[lanes..])),
        from.numbers(s, s.load(&block[2 * lanes..])),
        from.numbers(s, s.load(&block[3 * lanes..])),
    ]
}

/// Converts pairs of blocks at the front while each code point is one unit, and returns how many. A loop of
/// its own, so that nothing else stands between its steps.
#[inline(always)]
fn put_singles<const ANY: bool, P: Points, T: Encode, S: Wide>(
    s: S,
    from: P,
    bytes: &[u8],
    to: T,
    dst: &mut [MaybeUninit<T::Unit>],
) -> usize {
    let lanes = S::Bytes::LANES;
    let mut units = 0;
    for (two, room) in bytes.chunks_exact(8 * lanes).zip(dst.chunks_exact_mut(2 * lanes)) {
        let points = [load(s, from, two), load(s, from, &two[4 * lanes..])];
        if !to.singles::<ANY, P, S>(s, points, room) {
            break;
        }
        units += 2 * lanes;
    }
    units
}

/// The same in the two ways of the target, one behind the other: that a code point from D800 on is there, as
/// full-width punctuation is one, is then guessed once. (In one way Chinese to UTF-16LE was at 0.97 of simdutf in place
/// of 1.11, and to UTF-16BE at 0.84 in place of 1.07: SSE4.1, Zen 3, 2026-11-25.)
#[inline(always)]
fn put_all_singles<P: Points, T: Encode, S: Wide>(
    s: S,
    from: P,
    bytes: &[u8],
    to: T,
    dst: &mut [MaybeUninit<T::Unit>],
) -> usize {
    let mut units = put_singles::<false, P, T, S>(s, from, bytes, to, dst);
    if T::SINGLES_NEAR_SURROGATES {
        let (bytes, dst) = (&bytes[4 * units..], &mut dst[units..]);
        units += put_singles::<true, P, T, S>(s, from, bytes, to, dst);
    }
    units
}

/// The same while each code point is above FFFF, as in a run of emoji.
#[inline(always)]
fn put_fours<P: Points, T: Encode, S: Wide>(
    s: S,
    from: P,
    bytes: &[u8],
    to: T,
    dst: &mut [MaybeUninit<T::Unit>],
) -> usize {
    let lanes = S::Bytes::LANES;
    let mut points = 0;
    for (two, room) in
        bytes.chunks_exact(8 * lanes).zip(dst.chunks_exact_mut(2 * T::OF_FOUR * lanes))
    {
        let two = [load(s, from, two), load(s, from, &two[4 * lanes..])];
        if !to.all_fours(s, two, room) {
            break;
        }
        points += 2 * lanes;
    }
    points
}

/// Converts as far as it goes.
#[inline(always)]
fn advance<'a, const LOSSY: bool, P: Points, T: Encode, S: Parts>(
    s: S,
    from: P,
    src: &[[u8; 4]],
    to: T,
    dst: &'a mut [MaybeUninit<T::Unit>],
) -> Progress<'a, T::Unit> {
    let lanes = S::Bytes::LANES;
    let bytes = src.as_flattened();
    let (mut at, mut written, mut replacements) = (0, 0, 0);
    let mut run = T::run::<S>();
    let (mut long_from, mut run_from) = (0, 0);
    loop {
        if run >= T::run::<S>() {
            let units = put_all_singles(s, from, &bytes[at..], to, &mut dst[written..]);
            at += 4 * units;
            written += units;
            run = 0;
        }
        let Some(block) = bytes[at..].get(..4 * lanes) else { break };
        if T::has_long_blocks::<S>() && at >= long_from {
            if let Some(long) = bytes[at..].first_chunk()
                && let Some(units) = to.long_block(s, from, long, &mut dst[written..])
            {
                at += long.len();
                written += units;
                run = if units == long.len() / 4 { T::run::<S>() } else { 0 };
                continue;
            }
            // What stands in the way will be among the next ones as well.
            long_from = at + 256;
        }
        let points = load(s, from, block);
        let Some(done) = to.block::<LOSSY, P, S>(s, points, &mut dst[written..]) else { break };
        at += 4 * lanes;
        written += done.written;
        replacements += done.replacements;
        if done.written == lanes {
            run += lanes;
            continue;
        }
        run = 0;
        // More than two bytes each, as in most of a run of what is mixed; [`LATIN1`] is more than any block has.
        if T::runs::<S>() && done.written > 2 * lanes && done.written != T::OF_FOUR * lanes {
            let latin1 = done.written >= LATIN1;
            if latin1 {
                written -= LATIN1;
            } else if at < run_from || !utf32_runs::goes_on(from.order(), &src[at / 4..]) {
                continue;
            }
            let alike = to.run_of_alike(s, from, &src[at / 4..], &mut dst[written..], latin1);
            if !latin1 && alike.read == 0 {
                // What ended it will be among the next ones as well: else errors would have all of them done again and again.
                run_from = at + RARE;
            }
            at += 4 * alike.read;
            written += alike.written;
            run = alike.ascii;
            continue;
        }
        if T::OF_FOUR > 1 && done.written == T::OF_FOUR * lanes {
            let points = put_fours(s, from, &bytes[at..], to, &mut dst[written..]);
            at += 4 * points;
            written += T::OF_FOUR * points;
        }
    }
    // The last ones, or the next block, among which is what stops.
    while at < bytes.len() {
        let rest = &bytes[at..];
        let (units, behind) = match rest.len().checked_sub(lanes) {
            Some(_) => (s.load(rest), 0),
            None => (s.load_partial(rest), lanes - rest.len()),
        };
        let mut x = from.numbers(s, units);
        let unfit = T::unfit::<P, S>(s, x);
        if LOSSY {
            x = replace::<T, S>(s, x, unfit);
        } else if unfit.any() {
            break;
        }
        let n = to.vector(s, x, &mut Exact { dst, at: written }) - behind / 4;
        if n > dst.len() - written {
            break;
        }
        at += lanes - behind;
        written += n;
        replacements += unfit.high_bits32().count_ones() as usize;
    }
    Progress { read: at / 4, written, replacements, rest: &mut dst[written..] }
}

/// A strict conversion.
#[inline(always)]
pub(super) fn convert<P: Points, T: Encode, S: Parts>(
    s: S,
    from: P,
    src: &P::Slice,
    to: T,
    dst: &mut [MaybeUninit<T::Unit>],
) -> Result<usize, Error> {
    let done = advance::<false, P, T, S>(s, from, P::units(src), to, dst);
    if done.read == P::len(src) {
        return Ok(done.written);
    }
    match fallback::transcode(from, P::tail(src, done.read), to, done.rest) {
        Ok(written) => Ok(done.written + written),
        Err(error) => {
            let written = done.written + error.written();
            Err(error.offset(done.read).with_output(written, 0))
        }
    }
}

/// A lossy conversion.
#[inline(always)]
pub(super) fn convert_lossy<P: Points, T: Encode, S: Parts>(
    s: S,
    from: P,
    src: &P::Slice,
    to: T,
    dst: &mut [MaybeUninit<T::Unit>],
) -> Result<Lossy, Error> {
    let done = advance::<true, P, T, S>(s, from, P::units(src), to, dst);
    let Progress { read, mut written, mut replacements, rest } = done;
    if read == P::len(src) {
        return Ok(Lossy { written, replacements });
    }
    match fallback::transcode_lossy(from, P::tail(src, read), to, rest) {
        Ok(last) => {
            written += last.written;
            replacements += last.replacements;
            Ok(Lossy { written, replacements })
        }
        Err(error) => {
            written += error.written();
            replacements += error.replacements();
            Err(error.offset(read).with_output(written, replacements))
        }
    }
}
