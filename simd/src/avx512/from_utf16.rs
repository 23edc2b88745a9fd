//! Conversion from UTF-16: the loop over blocks, and what ends it.
//!
//! The step is 64 units, whatever they are: the place of the next block depends on nothing, that of the
//! next output on a count of bits. A target says what becomes of a block ([`Sink`]); blocks at the end
//! of the source or of the output go through the same code, by masked loads and stores.
//!
//! A short source has a function of its own ([`short`]), without a loop to set up for.
//!
//! Blocks of which each unit becomes one unit are so quickly done that a loop around them is what they
//! cost. So they have one of their own, entered behind such a block: UTF-32 from 50 to 74 GB/s.
//!
//! # Speed that depends on pages
//!
//! A load waits for stores in front of it that seem to be to the same address: in the lowest twelve bits and, for one pair
//! of physical pages in twenty or so, in what is compared of the others. UTF-16 to UTF-8 stores more often than others do,
//! and its loop, with a way for every class, has constants in memory. So 64 KiB took up to 1.8 times as long in some buffers
//! as in others at the same virtual addresses. What is left of it in [`Sink::run`] is of the loads of the source.
//!
//! Tried and lost: each block loaded before the stores of the one before it. The quartiles are 1.05, 1.10 and 1.18
//! of the least time then, and no more 1.08, 1.16 and 1.27, but that is 1.11 times as long, and UTF-32 of emoji takes 1.55
//! times as long. In a loop of units below 800 alone: prefetches of the source, four vectors at a time, and stores that do
//! not overlap (1.3 times as long) made no difference in how much pages do (EPYC family 25 model 17, 2026-11-24 and 26).

use core::mem::MaybeUninit;

use super::bits::count;
use super::few_utf16;
use super::utf16_block::{BLOCK, Block};
use super::utf16_end::{Masks, finish};
use super::wide::Z;
use crate::fallback::form::{Target, Utf8, Utf16};
use crate::fallback::{ByteOrder, Error, Lossy};
use crate::kernels::copy::line_before;
use crate::kernels::from_utf16::in_order;
use crate::x86::Avx512;

/// A target that takes blocks of UTF-16.
pub(super) trait Sink: Target {
    /// Units of output that a block may touch.
    const ROOM: usize;
    /// Units of output that a high surrogate makes before its low one is looked at.
    const OF_FIRST: usize;

    /// The byte order, the same for all values where there is none.
    #[inline(always)]
    fn order(self) -> ByteOrder {
        ByteOrder::Little
    }

    /// The target in that byte order, which is the one it has.
    #[inline(always)]
    fn ordered(self, _: ByteOrder) -> Self {
        self
    }

    /// Converts a block each unit of which becomes one unit of output, without being changed. Says
    /// whether it is one, which is seen at once.
    fn plain(self, s: Avx512, block: &Block, out: &mut impl Output<Self::Unit>) -> bool;

    /// Converts a block. Where `LOSSY`, what cannot be converted is replaced.
    fn block<const LOSSY: bool, O: Output<Self::Unit>>(
        self,
        s: Avx512,
        block: &Block,
        out: &mut O,
    ) -> Done;

    /// Converts all of a short source, if it is one for a straight line, and there is room for it. What is done here
    /// needs few registers (a way of its own for short sources in the block of [`convert`] took 500 B of Russian to UTF-8
    /// from 28 ns to 48: EPYC family 25 model 17, 2026-11-24).
    #[inline(always)]
    fn short<const LOSSY: bool>(
        self,
        s: Avx512,
        from: Utf16,
        src: &[[u8; 2]],
        dst: &mut [MaybeUninit<Self::Unit>],
    ) -> Option<Lossy> {
        one_block::<LOSSY, _>(s, from, src, self, dst)
    }

    /// From how many units on [`Sink::run`] is asked, if it is.
    const RUN: Option<usize> = None;

    /// Converts well-formed blocks from `done` on, as long as they are of one class and there is room.
    #[inline(always)]
    fn run(self, _: Utf16, _: &[[u8; 2]], _: &mut [MaybeUninit<Self::Unit>], _: &mut Progress) {}

    /// Whether, behind a block with errors and so many bytes, [`Sink::replace`] is asked for what follows.
    #[inline(always)]
    fn replaces(_: Done) -> bool {
        false
    }

    /// Converts blocks from `done` on that are like it.
    #[inline(always)]
    fn replace(self, _: Utf16, _: &[[u8; 2]], _: &mut [MaybeUninit<Self::Unit>], _: &mut Progress) {
    }

    /// The units of output, as masks of the units of the source: one for each bit that is set.
    /// A surrogate in a pair makes as many as in [`block`](Self::block).
    fn lengths<const LOSSY: bool>(masks: &Masks) -> [u64; 3];
    /// See [`Done::bad`].
    fn bad<const LOSSY: bool>(masks: &Masks) -> u64;
}

/// What has become of a block.
#[derive(Clone, Copy)]
pub(super) struct Done {
    /// Whether it was one for [`Sink::plain`].
    pub(super) plain: bool,
    /// Units of output.
    pub(super) written: usize,
    /// Units of the source that are ill-formed, or the first of a character that the target does not have.
    /// Where the conversion is lossy, these are replaced.
    pub(super) bad: u64,
}

impl Done {
    /// What was written and replaced, if the source was converted and its output is no longer than `room`.
    #[inline(always)]
    pub(super) fn whole<const LOSSY: bool>(self, room: usize) -> Option<Lossy> {
        let done = (LOSSY || self.bad == 0) && self.written <= room;
        done.then_some(Lossy { written: self.written, replacements: count(self.bad) })
    }
}

/// How far a conversion is.
pub(super) struct Progress {
    pub(super) at: usize,
    pub(super) out: usize,
    pub(super) replacements: usize,
}

impl Progress {
    /// Behind units of which each became one.
    #[inline(always)]
    fn skip(&mut self, units: usize) {
        self.at += units;
        self.out += units;
    }

    #[inline(always)]
    fn add(&mut self, units: usize, done: Done) {
        self.at += units;
        self.out += done.written;
        self.replacements += done.bad.count_ones() as usize;
    }
}

/// Where a block is written to.
pub(super) trait Output<U> {
    /// Whether it is of the loop, where a way of its own for rare blocks made others slower (`utf16_to_utf8`).
    const LOOP: bool;
    /// Writes the first `n` units of `packed`, and possibly more, from `at` on.
    fn put(&mut self, at: usize, packed: Z, n: usize);
}

/// Output with room for [`Sink::ROOM`] units.
pub(super) struct Roomy<'a, U>(pub(super) &'a mut [MaybeUninit<U>]);

impl<U: Copy> Output<U> for Roomy<'_, U> {
    const LOOP: bool = true;

    #[inline(always)]
    fn put(&mut self, at: usize, packed: Z, _: usize) {
        packed.store(&mut self.0[at..]);
    }
}

/// Output that may end anywhere.
pub(super) struct Exact<'a, U>(pub(super) &'a mut [MaybeUninit<U>]);

impl<U: Copy> Output<U> for Exact<'_, U> {
    const LOOP: bool = false;

    #[inline(always)]
    fn put(&mut self, at: usize, packed: Z, n: usize) {
        if let Some(rest) = self.0.get_mut(at..) {
            packed.put(rest, n);
        }
    }
}

/// Converts a source of up to a block, if all of it can be converted and there is room for it.
#[inline(always)]
pub(super) fn one_block<const LOSSY: bool, T: Sink>(
    s: Avx512,
    from: Utf16,
    src: &[[u8; 2]],
    to: T,
    dst: &mut [MaybeUninit<T::Unit>],
) -> Option<Lossy> {
    if src.len() > BLOCK {
        return None;
    }
    let room = dst.len();
    let block = Block::part(s, from, src, 0);
    to.block::<LOSSY, _>(s, &block, &mut Exact(dst)).whole::<LOSSY>(room)
}

/// Converts a short source, if all of it can be converted in a straight line and there is room for it.
#[inline(always)]
pub(super) fn short<const LOSSY: bool, T: Sink>(
    s: Avx512,
    from: Utf16,
    src: &[[u8; 2]],
    to: T,
    dst: &mut [MaybeUninit<T::Unit>],
) -> Option<Lossy> {
    in_order!(from, to => to.short::<LOSSY>(s, from, src, dst))
}

/// The same for what needs more registers, to UTF-8.
#[inline(always)]
pub(super) fn few<const LOSSY: bool>(
    s: Avx512,
    from: Utf16,
    src: &[[u8; 2]],
    to: Utf8,
    dst: &mut [MaybeUninit<u8>],
) -> Option<Lossy> {
    in_order!(from, to => few_utf16::few_from_800::<LOSSY>(s, from, src, to, dst))
}

/// Strict conversion.
#[inline(always)]
pub(super) fn strict<T: Sink>(
    s: Avx512,
    from: Utf16,
    src: &[[u8; 2]],
    to: T,
    dst: &mut [MaybeUninit<T::Unit>],
) -> Result<usize, Error> {
    in_order!(from, to => convert::<false, T>(s, from, src, to, dst)).map(|done| done.written)
}

/// Lossy conversion.
#[inline(always)]
pub(super) fn lossy<T: Sink>(
    s: Avx512,
    from: Utf16,
    src: &[[u8; 2]],
    to: T,
    dst: &mut [MaybeUninit<T::Unit>],
) -> Result<Lossy, Error> {
    in_order!(from, to => convert::<true, T>(s, from, src, to, dst))
}

#[inline(always)]
fn convert<const LOSSY: bool, T: Sink>(
    s: Avx512,
    from: Utf16,
    src: &[[u8; 2]],
    to: T,
    dst: &mut [MaybeUninit<T::Unit>],
) -> Result<Lossy, Error> {
    let run = plain(s, from, src, to, dst);
    let mut done = Progress { at: run, out: run, replacements: 0 };
    'stopped: {
        // The loop below has its constants in registers, which takes longer than a short source: 100 units of
        // Russian to UTF-8 21.4 ns, as two parts 17.5 (EPYC family 25 model 17). Two halves in place of 64 units and the
        // rest, so that both are two vectors: no faster, and 200 bytes of Chinese 20.8 ns in place of 19.2 (family 26).
        if src.len() - done.at <= 2 * BLOCK {
            if !part::<LOSSY, T>(s, from, src, to, dst, &mut done) {
                break 'stopped;
            }
            if !part::<LOSSY, T>(s, from, src, to, dst, &mut done) {
                break 'stopped;
            }
        }
        let mut choppy = CHOPPY;
        while done.at < src.len() {
            let mut end = usize::MAX;
            // Not in the loop: a call in it would keep its constants out of registers.
            if let Some(long) = T::RUN
                && src.len() - done.at >= long
            {
                let before = done.at;
                to.run(from, src, dst, &mut done);
                if done.at.saturating_sub(before) >= CHOPPY {
                    choppy = CHOPPY;
                    continue;
                }
                end = done.at + choppy;
                choppy *= 2;
            }
            let mut calm = 0;
            let mut damaged = false;
            while done.at < end
                && let Some(block) = Block::whole(s, from, src, done.at)
                && let Some(room) = dst[done.out..].get_mut(..T::ROOM)
            {
                let found = to.block::<LOSSY, _>(s, &block, &mut Roomy(room));
                if !LOSSY && found.bad != 0 {
                    break 'stopped;
                }
                done.add(BLOCK, found);
                damaged = LOSSY && T::replaces(found);
                if damaged {
                    break;
                }
                calm = if found.plain { calm + 1 } else { 0 };
                if calm >= CALM {
                    done.skip(plain(s, from, &src[done.at..], to, &mut dst[done.out..]));
                }
            }
            if damaged {
                to.replace(from, src, dst, &mut done);
                continue;
            }
            if done.at < end && !part::<LOSSY, T>(s, from, src, to, dst, &mut done) {
                break 'stopped;
            }
        }
        return Ok(Lossy { written: done.out, replacements: done.replacements });
    }
    finish::<LOSSY, T>(s, from, src, to, dst, done)
}

/// Plain blocks in a row behind which the loop for them is entered again. Where text of several scripts has
/// a pair of surrogates now and then, each way into that loop and out of it is a branch that nobody foresees:
/// UTF-16 to UTF-32 of the benchmark's `mixed` in a tight loop 0.94 of simdutf's icelake, entered at the first
/// 0.88 (EPYC family 26); other texts do not notice.
pub(super) const CALM: usize = 8;
/// Units that are converted block by block behind a run that came to fewer, and twice as many behind the next such one.
const CHOPPY: usize = 16 * BLOCK;

/// Converts the block at the end of the source or of the output, if there is one, and says whether all
/// of it could be converted.
#[inline(always)]
fn part<const LOSSY: bool, T: Sink>(
    s: Avx512,
    from: Utf16,
    src: &[[u8; 2]],
    to: T,
    dst: &mut [MaybeUninit<T::Unit>],
    done: &mut Progress,
) -> bool {
    if done.at >= src.len() {
        return true;
    }
    let room = &mut dst[done.out..];
    let len = room.len();
    let block = Block::part(s, from, src, done.at);
    let found = to.block::<LOSSY, _>(s, &block, &mut Exact(room));
    if !LOSSY && found.bad != 0 || found.written > len {
        return false;
    }
    done.add(block.len, found);
    true
}

/// From how many units on the stores of plain blocks are aligned.
const ALIGNED: usize = 8 * BLOCK;

/// Converts blocks for [`Sink::plain`] as long as there are any, and returns the number of units.
#[inline(always)]
pub(super) fn plain<T: Sink>(
    s: Avx512,
    from: Utf16,
    src: &[[u8; 2]],
    to: T,
    dst: &mut [MaybeUninit<T::Unit>],
) -> usize {
    let mut run = 0;
    // One block, and those behind it from where a cache line of the output begins.
    if let (Some(units), Some(room)) = (src.first_chunk(), dst.first_chunk_mut::<BLOCK>())
        && src.len() >= ALIGNED
    {
        if !to.plain(s, &Block::inside(s, from, units), &mut Roomy(room)) {
            return 0;
        }
        run = line_before(dst, BLOCK);
    }
    let (blocks, _) = src[run..].as_chunks::<BLOCK>();
    let (rooms, _) = dst[run..].as_chunks_mut::<BLOCK>();
    for (units, room) in blocks.iter().zip(rooms) {
        // To bytes (Latin-1 of 64 KiB by icelake 0.94 without, 0.97 to 1.0 with it; 1 MiB of which the lines 512 bytes ahead
        // are asked for takes 1.02 to 1.06 times as long as of those 256 ahead, and with 1024 or more longer still). To UTF-32,
        // 1 MiB is at 0.90 to 0.95 with it, and at 1.0 without (EPYC family 25 model 17, 2026-11-26 and 27).
        if size_of::<T::Unit>() == 1 {
            s.prefetch_behind::<256>(units.as_flattened());
        }
        if !to.plain(s, &Block::inside(s, from, units), &mut Roomy(room)) {
            break;
        }
        run += BLOCK;
    }
    run
}
