//! Where the nth character, or the nth unit of another form, of a source is.
//!
//! The sums of [`crate::fallback::find_code_point_utf8`] and its like, from the front. Blocks of 64 are masks whose
//! bits are counted, four of them for one question whether the place is behind them; in the block that holds it the
//! nth bit of the mask is selected. Before that what is far from the place is passed over as a whole:
//!
//! * ASCII, where everything counts for one, if the source begins with it: 256 bytes are one test.
//! * What is certainly before the place, because an element counts for so much at most: by the kernel that counts.
//! * Where most elements count for nothing, as with line ends: strides, by that kernel too.
//!
//! ```text
//!   F0 9F 98 80 61   bytes
//!    1  0  0  0  1   begin a code point: each bit counts
//!    1  0  0  0  0   begin four bytes: counts once more
//!    1  1  0  0  1   both, the second ones moved up: the units of UTF-16, each with a bit
//! ```
//!
//! What is shorter than a block goes through the same, in vectors with zeros behind it. The last block of what is not
//! ends at the end of the source, and the bits of it that are done are shifted out.
//!
//! Tried and lost (Zen 4, 2026-11-24): masks alone, without the kernels that count. In narrower vectors that took up to
//! twice as long, and with AVX-512 in 64 KiB 1.2 times, twice where an element has two masks. Four blocks at once in
//! narrower vectors: 1.1 times at 1 KiB; masks alone there, up to 1 KiB: 1.1 to 1.7 times. Selection in the byte without
//! a loop ([`Blocks::nth`] of these): no faster. Four blocks added up in vectors, behind a first one that tells whether the
//! place is likely to be behind them, in place of the strides: at 1 KiB SSE4.1 finds lines in 0.8 of the time, and AVX2
//! in 1.1; at 4 KiB 1.1 and 1.3.

use super::find_counts::{Bytes16, CodePoints, CodePoints16, Units};
use crate::fallback::form::Utf16;
use crate::fallback::{ByteOrder, Found};

/// Elements of a block: one for each bit of a mask.
pub(crate) const BLOCK: usize = 64;

/// Elements of the blocks that are counted together.
pub(crate) const FOUR: usize = 4 * BLOCK;

/// Elements of a stride.
const STRIDE: usize = 512;

/// An instruction set by what these kernels need of it: blocks, compared into masks.
pub(crate) trait Blocks: Copy {
    /// 64 bytes.
    type Bytes: Copy;
    /// 64 code units of two bytes.
    type Units: Copy;

    /// A block of bytes.
    fn bytes_block(self, src: &[u8; BLOCK]) -> Self::Bytes;
    /// All of `src`, which is shorter than a block, with zeros behind it.
    fn bytes_part(self, src: &[u8]) -> Self::Bytes;
    /// The bytes outside of 80..BF.
    fn leads(self, block: Self::Bytes) -> u64;
    /// The bytes of which the bits of `mask` are `value`.
    fn matches8(self, block: Self::Bytes, mask: u8, value: u8) -> u64;

    /// A block of code units.
    fn units_block(self, src: &[[u8; 2]; BLOCK]) -> Self::Units;
    /// All of `src`, which is shorter than a block, with zeros behind it.
    fn units_part(self, src: &[[u8; 2]]) -> Self::Units;
    /// The units of which the bits of `mask` are `value`, of units in this order.
    fn matches16(self, block: Self::Units, order: ByteOrder, mask: u16, value: u16) -> u64;

    /// Whether four blocks are ASCII.
    fn is_ascii(self, src: &[u8; FOUR]) -> bool;

    /// From how many elements on the kernels that count are worth their call, where an element has one mask.
    const FAR: usize;

    /// Whether masks are so cheap that four blocks are better counted at once.
    const FOUR_AT_ONCE: bool;

    /// The place of the bit of `mask` that has `n` set bits below it, or 64.
    fn nth(self, mask: u64, n: usize) -> usize;

    /// The kernels that count.
    fn count_code_points8(self, src: &[u8]) -> usize;
    /// UTF-16 code units.
    fn count_units8(self, src: &[u8]) -> usize;
    /// Code points in UTF-16.
    fn count_code_points16(self, from: Utf16, src: &[[u8; 2]]) -> usize;
    /// Bytes of UTF-8.
    fn count_bytes16(self, from: Utf16, src: &[[u8; 2]]) -> usize;
    /// Line feeds.
    fn count_line_feeds8(self, src: &[u8]) -> usize;
    /// Line feeds in UTF-16.
    fn count_line_feeds16(self, from: Utf16, src: &[[u8; 2]]) -> usize;
}

/// The most that an element counts for in the mean, if that tells anything of where the place can be.
#[derive(Clone, Copy)]
pub(super) enum Most {
    One,
    Three,
    Unknown,
}

/// What a block has for each of its elements.
pub(super) trait Masks: Copy {
    /// The masks of all but the first `done` elements.
    fn behind(self, done: usize) -> Self;
    /// How much it is; if the masks are those of less than a block, of that alone.
    fn sum(self) -> usize;
    /// Where in it `n` is, which is below the sum, and what is before that place.
    fn place<S: Blocks>(self, s: S, n: usize) -> Found;
}

/// A bit for each element that counts, for one.
impl Masks for u64 {
    #[inline(always)]
    fn behind(self, done: usize) -> Self {
        self >> done
    }

    #[inline(always)]
    fn sum(self) -> usize {
        count(self)
    }

    #[inline(always)]
    fn place<S: Blocks>(self, s: S, n: usize) -> Found {
        Found { at: s.nth(self, n), before: n }
    }
}

/// What is counted in a source. A trait and not closures, which would not always be inlined.
pub(super) trait Count<S: Blocks>: Copy {
    /// An element of the source.
    type Unit: Copy;
    type Masks: Masks;

    /// The masks of a block.
    fn block(self, s: S, src: &[Self::Unit], at: usize, block: &[Self::Unit; BLOCK])
    -> Self::Masks;
    /// The masks of what is behind `at`, which is shorter than a block: of elements that are not there no bit is
    /// set, or as in [`Masks::behind`].
    fn part(self, s: S, src: &[Self::Unit], at: usize) -> Self::Masks;
    /// See [`Most`].
    const MOST: Most;
    /// From how many elements on [`Self::part_sum`] is worth its call.
    const FAR: usize;
    /// How much a part is, by a kernel that counts; none if blocks are as fast.
    #[inline(always)]
    fn part_sum(self, _: S, _: &[Self::Unit]) -> Option<usize> {
        None
    }
    /// The place if all before it is ASCII, where everything counts for one, or how much of that is.
    #[inline(always)]
    fn in_ascii(self, _: S, _: &[Self::Unit], _: usize) -> Result<Found, usize> {
        Err(0)
    }
}

/// The element in which the sum passes `n`.
#[inline(always)]
pub(super) fn find<S: Blocks, C: Count<S>>(s: S, what: C, src: &[C::Unit], n: usize) -> Found {
    if src.len() < BLOCK {
        return find_in_last(s, what.part(s, src, 0), src.len(), 0, 0, n);
    }
    let mut at = match what.in_ascii(s, src, n) {
        Ok(found) => return found,
        Err(len) => len,
    };
    let mut before = at;
    (at, before) = pass_over(s, what, src, n, (at, before));
    while S::FOUR_AT_ONCE
        && let Some(four) = src[at..].first_chunk::<FOUR>()
    {
        let (blocks, _) = four.as_chunks::<BLOCK>();
        let a = what.block(s, src, at, &blocks[0]);
        let b = what.block(s, src, at + BLOCK, &blocks[1]);
        let c = what.block(s, src, at + 2 * BLOCK, &blocks[2]);
        let d = what.block(s, src, at + 3 * BLOCK, &blocks[3]);
        let (in_a, in_c) = (a.sum(), c.sum());
        let half = in_a + b.sum();
        let count = half + (in_c + d.sum());
        if n - before < count {
            let (first, second, in_first, at, before) = if n - before < half {
                (a, b, in_a, at, before)
            } else {
                (c, d, in_c, at + 2 * BLOCK, before + half)
            };
            let (masks, at, before) = if n - before < in_first {
                (first, at, before)
            } else {
                (second, at + BLOCK, before + in_first)
            };
            return inside(s, src.len(), at, before, masks, n);
        }
        before += count;
        at += FOUR;
    }
    while let Some(block) = src[at..].first_chunk::<BLOCK>() {
        let masks = what.block(s, src, at, block);
        let count = masks.sum();
        if n - before < count {
            return inside(s, src.len(), at, before, masks, n);
        }
        before += count;
        at += BLOCK;
    }
    let (Some(last), true) = (src.last_chunk::<BLOCK>(), at < src.len()) else {
        return Found { at, before };
    };
    let start = src.len() - BLOCK;
    let masks = what.block(s, src, start, last).behind(at - start);
    find_in_last(s, masks, src.len(), at, before, n)
}

/// Where blocks begin, and what is before that: by the kernels that count.
#[inline(always)]
fn pass_over<S: Blocks, C: Count<S>>(
    s: S,
    what: C,
    src: &[C::Unit],
    n: usize,
    (mut at, mut before): (usize, usize),
) -> (usize, usize) {
    let most = match C::MOST {
        Most::One => 1,
        Most::Three => 3,
        Most::Unknown => {
            if src.len() >= C::FAR {
                while let Some(stride) = src[at..].first_chunk::<STRIDE>()
                    && let Some(count) = what.part_sum(s, stride)
                    && n - before >= count
                {
                    before += count;
                    at += STRIDE;
                }
            }
            return (at, before);
        }
    };
    loop {
        // Less by one: four bytes that are cut behind the first count for two already.
        let bulk = ((n - before).saturating_sub(1) / most).min(src.len() - at) / BLOCK * BLOCK;
        if bulk < C::FAR {
            return (at, before);
        }
        let Some(count) = what.part_sum(s, &src[at..at + bulk]) else { return (at, before) };
        before += count;
        at += bulk;
    }
}

/// See [`Count::in_ascii`].
#[inline(always)]
pub(super) fn in_ascii<S: Blocks>(s: S, src: &[u8], n: usize) -> Result<Found, usize> {
    // Most text that begins with ASCII does not go on so for long.
    match src.first_chunk() {
        Some(block) if s.matches8(s.bytes_block(block), 0x80, 0x80) == 0 => {}
        _ => return Err(0),
    }
    let mut at = 0;
    // From the second time on in whole cache lines.
    let mut next = match src.as_ptr().align_offset(BLOCK) {
        0 => FOUR,
        offset => FOUR - BLOCK + offset.min(BLOCK),
    };
    while let Some(four) = src[at..].first_chunk::<FOUR>() {
        if !s.is_ascii(four) {
            return Err(at);
        }
        if n - at < FOUR {
            return Ok(Found { at: n, before: n });
        }
        (at, next) = (next, next + FOUR);
    }
    match src.last_chunk::<FOUR>() {
        Some(last) if s.is_ascii(last) => {
            Ok(Found { at: n.min(src.len()), before: n.min(src.len()) })
        }
        _ => Err(at),
    }
}

/// The place in the masks of what is behind `at`, or the end.
#[inline(always)]
fn find_in_last<S: Blocks, M: Masks>(
    s: S,
    masks: M,
    len: usize,
    at: usize,
    before: usize,
    n: usize,
) -> Found {
    let count = masks.sum();
    if n - before < count {
        return inside(s, len, at, before, masks, n);
    }
    Found { at: len, before: before + count }
}

/// The place in the block at `at`. (Behind the end it could only be in ill-formed text.)
#[inline(always)]
fn inside<S: Blocks, M: Masks>(
    s: S,
    len: usize,
    at: usize,
    before: usize,
    masks: M,
    n: usize,
) -> Found {
    let place = masks.place(s, n - before);
    Found { at: (at + place.at).min(len), before: before + place.before }
}

/// The first `n` of 64 bits; all of them from 64 on.
#[inline(always)]
pub(super) fn first(n: usize) -> u64 {
    if n < 64 { !(!0 << n) } else { !0 }
}

/// The bits of one mask.
#[inline(always)]
pub(super) fn count(mask: u64) -> usize {
    mask.count_ones() as usize
}

/// See [`crate::Kernels::find_code_point_utf8`].
#[inline(always)]
pub(crate) fn find_code_point_utf8<S: Blocks>(s: S, src: &[u8], n: usize) -> Found {
    find(s, CodePoints, src, n)
}

/// See [`crate::Kernels::find_utf16_in_utf8`].
#[inline(always)]
pub(crate) fn find_utf16_in_utf8<S: Blocks>(s: S, src: &[u8], n: usize) -> Found {
    find(s, Units, src, n)
}

/// See [`crate::Kernels::find_code_point_utf16`].
#[inline(always)]
pub(crate) fn find_code_point_utf16<S: Blocks>(
    s: S,
    from: Utf16,
    src: &[[u8; 2]],
    n: usize,
) -> Found {
    find(s, CodePoints16(from), src, n)
}

/// See [`crate::Kernels::find_utf8_in_utf16`].
#[inline(always)]
pub(crate) fn find_utf8_in_utf16<S: Blocks>(s: S, from: Utf16, src: &[[u8; 2]], n: usize) -> Found {
    find(s, Bytes16(from), src, n)
}
