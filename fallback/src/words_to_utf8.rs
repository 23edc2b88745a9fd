//! UTF-16, UTF-32, scalar values and Latin-1 to UTF-8, eight code units at a time.
//!
//! Where the next eight units begin is known before the bytes of these are, and where those end is an addition. So nothing
//! has to wait, as long as no branch depends on where words end: of eight units that are all below 800 each becomes two
//! bytes, of which one is written over if the unit is ASCII.
//!
//! ```text
//! units       0442    043E    0020    0432  …        all below 800: two bytes or one
//! bytes       D1 82   D0 BE   20 ..   D0 B2 …        each written at the end of those before
//! written     2       2       1       2
//! ```
//!
//! A branch for each unit is as fast where a predictor knows the text by heart, and takes twice as long where it does not
//! (Arabic and Russian from UTF-16, Zen 3).

use core::mem::MaybeUninit;

use crate::form::{Source, Utf8};
use crate::pairs::four_above_ffff;
use crate::singles::blocks;

/// Units of the source that there have to be.
pub(crate) const WINDOW: usize = 8;
/// Bytes of room for the output that there have to be.
pub(crate) const ROOM: usize = 32;

/// After so many windows of characters of three bytes alone the next is foreseen to be one. In Korean and Hindi, which have
/// spaces between words, there is one now and then, and a branch for each takes half as long again.
const FEW: usize = 2;

type Units<S> = [<S as Source>::Unit; WINDOW];
type Room = [MaybeUninit<u8>; ROOM];

/// Converts `src` from the unit `at` on as long as there are windows of source and of room, and returns the units read and the
/// bytes written: all that is before the first window that begins with something ill-formed, and maybe less.
///
/// Not inlined, so that the loop over characters keeps its registers.
#[inline(never)]
pub(crate) fn run<S: Source>(
    from: S,
    src: &S::Slice,
    at: usize,
    dst: &mut [MaybeUninit<u8>],
) -> (usize, usize) {
    // The order of the bytes is a constant in each loop.
    from.in_each_order(
        #[inline(always)]
        |from| {
            let units = S::code_units(src);
            let (mut read, mut written) = (at, 0);
            // Windows in a row of nothing but characters of three bytes.
            let mut threes = 0_usize;
            while let Some(window) = units[read..].first_chunk::<WINDOW>()
                && let Some(out) = dst[written..].first_chunk_mut::<ROOM>()
            {
                let mut step = WINDOW;
                if let Some(ascii) = from.ascii_block::<8>(src, read) {
                    put(ascii, out);
                    let rest = (&units[read + WINDOW..], &mut dst[written + WINDOW..]);
                    step += blocks::<64, S, Utf8>(from, rest.0, Utf8, rest.1);
                    written += step;
                } else if from.are_eight_single(window, 0x800) {
                    written += each(from, window, out, up_to_two);
                } else if from.are_eight_single(window, 0x1_0000) {
                    threes = if from.are_eight_from_800(window) { threes + 1 } else { 0 };
                    written += if threes > FEW {
                        all_threes(from, window, out)
                    } else {
                        each(from, window, out, up_to_three)
                    };
                } else if let Some(points) = four_above_ffff(from, window) {
                    for (i, c) in points.into_iter().enumerate() {
                        put(four(c).to_le_bytes(), &mut out[4 * i..]);
                    }
                    step = if size_of::<S::Unit>() == 2 { 8 } else { 4 };
                    written += 16;
                } else {
                    let (units, bytes) = characters(from, src, read, out);
                    if units == 0 {
                        break;
                    }
                    step = units;
                    written += bytes;
                }
                read += step;
            }
            (read - at, written)
        },
    )
}

#[inline(always)]
fn put<const N: usize>(bytes: [u8; N], out: &mut [MaybeUninit<u8>]) {
    if let Some(out) = out.first_chunk_mut() {
        *out = bytes.map(MaybeUninit::new);
    }
}

/// Writes the bytes of each unit behind those of the units before, and returns how many there are.
#[inline(always)]
fn each<S: Source>(
    from: S,
    units: &Units<S>,
    out: &mut Room,
    bytes: impl Fn(u32) -> (u32, usize),
) -> usize {
    let mut written = 0;
    for &unit in units {
        let (bytes, len) = bytes(from.number(unit));
        // There is room for three bytes of each, and for one behind them.
        if let Some(out) = out.get_mut(written..written + 4) {
            put(bytes.to_le_bytes(), out);
        }
        written += len;
    }
    written
}

/// A character below 800, the first byte the lowest (Table 3-6), and how many bytes it has.
#[inline(always)]
fn up_to_two(c: u32) -> (u32, usize) {
    let two = 0x80C0 | c >> 6 | (c & 0x3F) << 8;
    (if c < 0x80 { c } else { two }, 1 + usize::from(c >= 0x80))
}

/// The same below 10000.
#[inline(always)]
fn up_to_three(c: u32) -> (u32, usize) {
    let continuations = 0x8080 | c >> 6 & 0x3F | (c & 0x3F) << 8;
    // Of a character below 800 the first of the two is the lead byte but for a bit.
    let up_to_two = if c < 0x80 { c } else { continuations | 0x40 };
    let three = continuations << 8 | 0xE0 | c >> 12;
    let len = 1 + usize::from(c >= 0x80) + usize::from(c >= 0x800);
    (if c < 0x800 { up_to_two } else { three }, len)
}

/// Writes a window of characters from 800 on, and returns how many bytes they have.
#[inline(always)]
fn all_threes<S: Source>(from: S, units: &Units<S>, out: &mut Room) -> usize {
    for (i, &unit) in units.iter().enumerate() {
        let c = from.number(unit);
        let bytes = 0x0080_80E0 | c >> 12 | c << 2 & 0x3F00 | (c & 0x3F) << 16;
        put(bytes.to_le_bytes(), &mut out[3 * i..]);
    }
    3 * WINDOW
}

/// A character from 10000 on, the first byte the lowest.
#[inline(always)]
const fn four(c: u32) -> u32 {
    0x8080_80F0 | c >> 18 | c >> 4 & 0x3F00 | c << 10 & 0x3F_0000 | (c & 0x3F) << 24
}

/// Up to eight units one character at a time, to the first that is ill-formed: how many units and bytes.
#[inline(always)]
fn characters<S: Source>(from: S, src: &S::Slice, at: usize, out: &mut Room) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    while read < WINDOW
        && let Ok((c, units)) = from.decode(src, at + read)
        && let Some(out) = out.get_mut(written..written + 4)
    {
        let (bytes, len) = if c < 0x1_0000 { up_to_three(c) } else { (four(c), 4) };
        put(bytes.to_le_bytes(), out);
        read += units;
        written += len;
    }
    (read, written)
}
