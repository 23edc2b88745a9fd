//! Where a conversion from UTF-16 ends inside a block: at an error, or where there is no more room.

use core::mem::MaybeUninit;

use super::bits::first;
use super::from_utf16::{Progress, Sink};
use super::utf16_block::{BLOCK, Block, surrogates};
use crate::fallback::form::Utf16;
use crate::fallback::{self, Error, Lossy};
use crate::x86::Avx512;

/// What the units of a block are, bit by bit. Only the block in which a conversion ends is asked.
pub(super) struct Masks {
    pub(super) present: u64,
    pub(super) from_80: u64,
    pub(super) from_100: u64,
    pub(super) from_800: u64,
    /// As in [`super::utf16_block::Pairs`].
    pub(super) first: u64,
    pub(super) second: u64,
    pub(super) unpaired: u64,
}

impl Masks {
    #[inline(always)]
    fn of(s: Avx512, block: &Block) -> Self {
        let (low, high) = (block.low_bytes(s), block.high_bytes(s));
        let from_100 = high.test8(high);
        let pairs = block.pairs(s, high, surrogates(s, high));
        Self {
            present: block.present(),
            from_80: from_100 | low.sign8(),
            from_100,
            from_800: high.test8(s.bytes(0xF8)),
            first: pairs.first,
            second: pairs.second,
            unpaired: pairs.unpaired,
        }
    }
}

/// What remains when a block cannot be converted as a whole.
///
/// Everything before `stop` is good and written. What stands there the scalar path says, from the
/// beginning of the character on.
#[inline(always)]
pub(super) fn finish<const LOSSY: bool, T: Sink>(
    s: Avx512,
    from: Utf16,
    src: &[[u8; 2]],
    to: T,
    dst: &mut [MaybeUninit<T::Unit>],
    Progress { at, mut out, mut replacements }: Progress,
) -> Result<Lossy, Error> {
    let masks = Masks::of(s, &Block::part(s, from, src, at));
    let lengths = T::lengths::<LOSSY>(&masks);
    let bad = T::bad::<LOSSY>(&masks);
    let stop = units_within(lengths, masks.present, dst.len() - out);
    let stop = if LOSSY { stop } else { stop.min(bad.trailing_zeros() as usize) };
    let boundary = if masks.second & !first(stop) & first(stop + 1) == 0 {
        out += length(lengths, stop);
        at + stop
    } else if stop > 0 {
        out += length(lengths, stop - 1);
        at + stop - 1
    } else {
        out -= T::OF_FIRST;
        at - 1
    };
    if LOSSY {
        replacements += (bad & first(boundary.saturating_sub(at))).count_ones() as usize;
    }
    let (src, rest) = (&src[boundary..], &mut dst[out..]);
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
            Err(error.offset(boundary).with_output(written, replaced))
        }
    }
}

/// The units of output for the first `n` units of a block.
#[inline(always)]
fn length(lengths: [u64; 3], n: usize) -> usize {
    let of = |mask: u64| (mask & first(n)).count_ones() as usize;
    of(lengths[0]) + of(lengths[1]) + of(lengths[2])
}

/// The most units of a block whose output is no longer than `room`.
#[inline(always)]
fn units_within(lengths: [u64; 3], present: u64, room: usize) -> usize {
    let len = present.count_ones() as usize;
    let mut n = 0;
    let mut step = BLOCK;
    while step > 0 {
        if n + step <= len && length(lengths, n + step) <= room {
            n += step;
        }
        step /= 2;
    }
    n
}
