//! Conversion from UTF-32 and from scalar values: the loop over blocks, and what ends it.
//!
//! ```text
//! up to 16 code points, and some up to 512         `short_utf32`, which has no loop to set up for
//! 64 code points a step, by class (see `encode`)   while all of them can be converted, and there is room
//! 16 code points a step, of any class              the last sixteen, and before what stops
//! the scalar path                                  tells what stopped, and why
//! ```
//!
//! Code points are lanes of 32 bits in the order of the machine. Of the last block the lanes behind the end
//! of the source are code point 0, each of which becomes one unit, whatever the class, behind all others.
//!
//! A block that holds something a strict conversion cannot convert, or that is too long for the output, is
//! done again in steps of sixteen, of which the masks tell how many lanes are good and how many fit. A lossy
//! conversion has put the replacement into the lanes before they are encoded, so an error costs it nothing.
//!
//! Tried and lost: steps of sixteen for all of the last 63 code points. Where the next step begins waited
//! for the masks of this one: 200 bytes took three times as long.

use core::mem::MaybeUninit;

use super::bits::{first, nth};
use super::encode::{Encode, Points, replace};
use super::memory::Output;
use super::pack::SWAP32;
use super::short_utf32::few_of_two;
use super::wide::Z;
use crate::cast;
use crate::fallback::form::{Chars, Source, Utf32};
use crate::fallback::{ByteOrder, Error, Lossy};
use crate::x86::Avx512;

/// A source of code points in 32 bits each.
pub(super) trait Wide: Source {
    /// Whether they may be no scalar values.
    const CHECKED: bool;

    /// The code points as bytes.
    fn units(src: &Self::Slice) -> &[[u8; 4]];
    /// Sixteen of them in the order of the machine.
    fn native(self, s: Avx512, units: Z) -> Z;
    /// The source from a place on.
    fn tail(src: &Self::Slice, at: usize) -> &Self::Slice;
}

impl Wide for Utf32 {
    const CHECKED: bool = true;

    #[inline(always)]
    fn units(src: &[[u8; 4]]) -> &[[u8; 4]] {
        src
    }

    #[inline(always)]
    fn native(self, s: Avx512, units: Z) -> Z {
        match self.0 {
            ByteOrder::Little => units,
            ByteOrder::Big => units.shuffle8(s.array(SWAP32)),
        }
    }

    #[inline(always)]
    fn tail(src: &[[u8; 4]], at: usize) -> &[[u8; 4]] {
        &src[at..]
    }
}

impl Wide for Chars {
    const CHECKED: bool = false;

    #[inline(always)]
    fn units(src: &[char]) -> &[[u8; 4]] {
        cast::char_bytes(src)
    }

    #[inline(always)]
    fn native(self, _: Avx512, units: Z) -> Z {
        units
    }

    #[inline(always)]
    fn tail(src: &[char], at: usize) -> &[char] {
        &src[at..]
    }
}

/// Code points of a block.
pub(super) const BLOCK: usize = 64;
/// Code points of a vector.
pub(super) const LANES: usize = 16;

/// A block as vectors.
#[inline(always)]
pub(super) fn load<S: Wide>(s: Avx512, from: S, block: &[[u8; 4]; BLOCK]) -> Points {
    let bytes = block.as_flattened();
    let native = |units| from.native(s, units);
    [
        native(s.load(&bytes[..64])),
        native(s.load(&bytes[64..128])),
        native(s.load(&bytes[128..192])),
        native(s.load(&bytes[192..])),
    ]
}

/// The same of up to 64 code points, with code point 0 behind them.
#[inline(always)]
pub(super) fn load_first<S: Wide>(s: Avx512, from: S, rest: &[[u8; 4]]) -> Points {
    let part = |from: usize| rest.get(from..).unwrap_or_default().as_flattened();
    let native = |units| from.native(s, units);
    if rest.len() <= LANES {
        let zero = s.bytes(0);
        return [native(s.load_first(part(0), 64)), zero, zero, zero];
    }
    [
        native(s.load_first(part(0), 64)),
        native(s.load_first(part(16), 64)),
        native(s.load_first(part(32), 64)),
        native(s.load_first(part(48), 64)),
    ]
}

/// How far a conversion came.
struct Progress<'a, U> {
    read: usize,
    written: usize,
    replacements: usize,
    /// What is left of the output.
    rest: &'a mut [MaybeUninit<U>],
}

/// Appends a block of which `n` code points exist, and tells how many were replaced; or nothing, if it holds
/// what cannot be converted or is too long.
#[inline(always)]
fn put<const LOSSY: bool, S: Wide, T: Encode>(
    s: Avx512,
    to: T,
    block: Points,
    n: usize,
    out: &mut Output<'_, T::Unit>,
) -> Option<usize> {
    let before = out.len;
    let done = if LOSSY {
        Some(to.block_lossy::<S>(s, block, out))
    } else {
        to.block::<S>(s, block, out).then_some(0)
    };
    // Each code point behind the source has become a unit.
    let behind = BLOCK - n;
    if done.is_some() && out.fits(behind) {
        out.len -= behind;
        done
    } else {
        out.len = before;
        None
    }
}

/// Converts as far as it goes.
#[inline(always)]
fn advance<'a, const LOSSY: bool, S: Wide, T: Encode>(
    s: Avx512,
    from: S,
    src: &[[u8; 4]],
    to: T,
    dst: &'a mut [MaybeUninit<T::Unit>],
) -> Progress<'a, T::Unit> {
    // Where the part ends that is less than a block: the head, then the rest.
    let mut end = if src.len() < ALIGNED { 0 } else { head::<T>(src, dst) };
    let mut out = Output::new(dst);
    let (mut at, mut replacements) = (0, 0);
    'stopped: loop {
        if at < end {
            let block = load_first(s, from, &src[at..end]);
            match put::<LOSSY, S, T>(s, to, block, end - at, &mut out) {
                Some(replaced) => {
                    at = end;
                    replacements += replaced;
                }
                None => break,
            }
        }
        let mut until = src.len();
        if T::RUNS {
            let run = to.run(s, from, &src[at..], out.free());
            at += run;
            out.len += run;
            until = until.min(at + AGAIN);
        }
        while let Some(block) = src[at..until].first_chunk() {
            match put::<LOSSY, S, T>(s, to, load(s, from, block), BLOCK, &mut out) {
                Some(replaced) => {
                    at += BLOCK;
                    replacements += replaced;
                }
                None => break 'stopped,
            }
        }
        if T::RUNS && src.len() - at >= BLOCK {
            continue;
        }
        end = src.len();
        if end - at <= LANES {
            break;
        }
    }
    // The last sixteen, or the next 64, among which is what stops.
    while at < src.len() {
        let mut x = from.native(s, s.load_first(src[at..].as_flattened(), 64));
        let mut n = LANES.min(src.len() - at);
        if T::others::<S>(s, x) == 0 && n <= out.room() {
            out.put(to.singles(s, x), n);
            at += n;
            continue;
        }
        let mut unfit = T::unfit::<S>(s, x);
        if LOSSY {
            x = replace::<T>(s, x, unfit);
        } else {
            n = n.min(unfit.trailing_zeros() as usize);
        }
        let (units, kept) = to.vector(s, x);
        let mut kept = kept & first(n * T::SLOTS);
        let (mut len, room) = (kept.count_ones() as usize, out.room());
        if len > room {
            n = nth(s, kept, room) / T::SLOTS;
            kept &= first(n * T::SLOTS);
            len = kept.count_ones() as usize;
        }
        out.put(units, len);
        unfit &= first(n) as u16;
        replacements += unfit.count_ones() as usize;
        at += n;
        if n < LANES {
            break;
        }
    }
    Progress { read: at, written: out.len, replacements, rest: out.rest() }
}

/// The code points in front of those that are aligned. Where stores lie anywhere that is the source: 64 KiB of Russian to
/// UTF-8 from four bytes behind a page took 1.21 times as long as from its beginning, and take 1.03 times as long. Where each
/// code point is one unit, it is the output, which loses more by crossing cache lines than the source does: 1.10 for 1.06
/// (EPYC family 25 model 17, 2026-11-26).
#[inline(always)]
fn head<T: Encode>(src: &[[u8; 4]], dst: &[MaybeUninit<T::Unit>]) -> usize {
    let (bytes, unit) = if T::VARIES {
        (src.as_ptr().cast::<u8>().align_offset(64), 4)
    } else {
        (dst.as_ptr().cast::<u8>().align_offset(64), size_of::<T::Unit>())
    };
    if bytes % unit == 0 { bytes / unit } else { 0 }
}

/// Behind so many code points [`Encode::run`] is tried once more. Behind so many blocks in a row in which each code point was one
/// unit, UTF-16 of text of all kinds took 1.05 times as long, for the counting.
const AGAIN: usize = 64 * BLOCK;

/// From how many code points on they are: with 1024 of Russian the head takes 5 % of the time.
const ALIGNED: usize = 2048;

/// The entry of a strict conversion.
#[inline(always)]
pub(super) fn convert<S: Wide, T: Encode>(
    s: Avx512,
    from: S,
    src: &S::Slice,
    to: T,
    dst: &mut [MaybeUninit<T::Unit>],
) -> Result<usize, Error> {
    if let Some(written) = few_of_two(s, from, S::units(src), to, dst) {
        return Ok(written);
    }
    let done = advance::<false, _, _>(s, from, S::units(src), to, dst);
    if done.read == S::len(src) {
        return Ok(done.written);
    }
    match crate::fallback::transcode(from, S::tail(src, done.read), to, done.rest) {
        Ok(written) => Ok(done.written + written),
        Err(error) => {
            let written = done.written + error.written();
            Err(error.offset(done.read).with_output(written, 0))
        }
    }
}

/// The entry of a lossy conversion.
#[inline(always)]
pub(super) fn convert_lossy<S: Wide, T: Encode>(
    s: Avx512,
    from: S,
    src: &S::Slice,
    to: T,
    dst: &mut [MaybeUninit<T::Unit>],
) -> Result<Lossy, Error> {
    let done = advance::<true, _, _>(s, from, S::units(src), to, dst);
    let Progress { read, mut written, mut replacements, rest } = done;
    if read == S::len(src) {
        return Ok(Lossy { written, replacements });
    }
    match crate::fallback::transcode_lossy(from, S::tail(src, read), to, rest) {
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
