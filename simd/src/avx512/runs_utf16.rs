//! Blocks of UTF-16 of one class in a row, to UTF-8.
//!
//! The loop of [`super::from_utf16`] has a way for every class, and more constants than there are registers: three to
//! five of each way come from memory, block by block, and wait for stores that seem to be to the same addresses. A loop
//! for one class has its constants in registers, but for one that the compiler folds where units have three bytes or
//! pairs. 64 KiB in it, and with counts that do not wait for the bytes, took of the time without: Russian and Arabic
//! 0.69 to 0.88, Chinese 0.66 to 0.99, Hindi 0.72 to 0.98, emoji 0.71 to 0.85, as pages lay (EPYC family 25 model 17,
//! 2026-11-26).
//!
//! It is a function of its own, and is left where the class changes: in a loop around the four its constants would be those
//! of all again.

use core::hint::black_box;
use core::mem::MaybeUninit;

use super::from_utf16::{Roomy, Sink};
use super::utf16_block::{BLOCK, Block, surrogates};
use super::utf16_to_utf8::{planes, three, two, with_surrogates};
use super::wide::Z;
use crate::fallback::ByteOrder::{Big, Little};
use crate::fallback::form::{Utf8, Utf16};
use crate::x86::Avx512;

/// How far a run came, in two registers: three words would be in memory, and the caller would take two of them at once,
/// which waits 12 ns for both to be written.
pub(crate) struct Run {
    /// Units of the source.
    pub(super) at: usize,
    /// Bytes of the output.
    pub(super) out: usize,
}

impl Run {
    #[inline(always)]
    pub(super) fn add(&mut self, units: usize, written: usize) {
        self.at += units;
        self.out += written;
    }
}

/// Converts well-formed blocks from `at` on as long as they are of one class, and there is room.
#[inline(always)]
pub(crate) fn utf16_to_utf8_run(
    s: Avx512,
    from: Utf16,
    src: &[[u8; 2]],
    dst: &mut [MaybeUninit<u8>],
    at: usize,
    out: usize,
) -> Run {
    let mut run = Run { at, out };
    match from.0 {
        Little => blocks(s, Utf16(Little), src, dst, &mut run),
        Big => blocks(s, Utf16(Big), src, dst, &mut run),
    }
    run
}

#[inline(always)]
fn blocks(s: Avx512, from: Utf16, src: &[[u8; 2]], dst: &mut [MaybeUninit<u8>], run: &mut Run) {
    let Some(block) = Block::whole(s, from, src, run.at) else { return };
    if !block.any(s, 0xFF80) {
        ascii(s, from, src, dst, run);
    } else if !block.any(s, 0xF800) {
        twos(s, from, src, dst, run);
    } else if !block.has_surrogates(s) {
        threes(s, from, src, dst, run);
    } else {
        mixed(s, from, src, dst, run);
    }
}

/// The next block, if it is whole, and its output, if there is room for any.
#[inline(always)]
fn next<'a, 'b>(
    s: Avx512,
    from: Utf16,
    src: &'a [[u8; 2]],
    dst: &'b mut [MaybeUninit<u8>],
    run: &Run,
) -> Option<(Block<'a>, Roomy<'b, u8>)> {
    let block = Block::whole(s, from, src, run.at)?;
    Some((block, Roomy(dst.get_mut(run.out..)?.get_mut(..Utf8::ROOM)?)))
}

/// A first block of less than 64 units, with its output, so that what follows is aligned, if that is more than a few blocks:
/// else each of its loads is two.
#[inline(always)]
fn head<'a, 'b>(
    s: Avx512,
    from: Utf16,
    src: &'a [[u8; 2]],
    dst: &'b mut [MaybeUninit<u8>],
    run: &Run,
) -> Option<(Block<'a>, Roomy<'b, u8>)> {
    let rest = src.get(run.at..)?;
    let bytes = rest.as_ptr().cast::<u8>().align_offset(64);
    if rest.len() < ALIGNED || bytes % 2 != 0 || bytes == 0 {
        return None;
    }
    let block = Block::part(s, from, &src[..run.at + bytes / 2], run.at);
    Some((block, Roomy(dst.get_mut(run.out..)?.get_mut(..Utf8::ROOM)?)))
}

/// From how many units on loads are aligned.
const ALIGNED: usize = 1024;

/// Converts blocks of ASCII.
#[inline(always)]
fn ascii(s: Avx512, from: Utf16, src: &[[u8; 2]], dst: &mut [MaybeUninit<u8>], run: &mut Run) {
    let (blocks, _) = src[run.at..].as_chunks::<BLOCK>();
    let (rooms, _) = dst[run.out..].as_chunks_mut::<BLOCK>();
    for (units, room) in blocks.iter().zip(rooms) {
        let block = Block::inside(s, from, units);
        if block.any(s, 0xFF80) {
            break;
        }
        block.low_bytes(s).store(room);
        run.add(BLOCK, BLOCK);
    }
}

/// A constant that stays in its register: of one that is only chosen from by a mask, the compiler makes an operand in memory
/// though registers are free.
#[inline(always)]
fn c0(s: Avx512) -> Z {
    black_box(s.bytes(0xC0))
}

/// Converts blocks below 800 as long as they are not ASCII.
#[inline(always)]
fn twos(s: Avx512, from: Utf16, src: &[[u8; 2]], dst: &mut [MaybeUninit<u8>], run: &mut Run) {
    if let Some((block, mut out)) = head(s, from, src, dst, run)
        && !block.any(s, 0xF800)
    {
        let written = two(s, &block, &mut out);
        run.add(block.len, written);
    }
    while let Some((block, mut out)) = next(s, from, src, dst, run)
        && !block.any(s, 0xF800)
    {
        let written = two(s, &block, &mut out);
        run.add(BLOCK, written);
        if written == BLOCK {
            break;
        }
    }
}

/// Converts blocks without surrogates, as long as they are not such that two bytes a unit would do.
#[inline(always)]
fn threes(s: Avx512, from: Utf16, src: &[[u8; 2]], dst: &mut [MaybeUninit<u8>], run: &mut Run) {
    let c0 = c0(s);
    if let Some((block, mut out)) = head(s, from, src, dst, run)
        && !block.has_surrogates(s)
    {
        let planes = planes(s, block.low_bytes(s), block.high_bytes(s), c0);
        let written = three(s, block.len, planes, &mut out);
        run.add(block.len, written);
    }
    while let Some((block, mut out)) = next(s, from, src, dst, run) {
        let high = block.high_bytes(s);
        if surrogates(s, high) != 0 {
            break;
        }
        let written = three(s, BLOCK, planes(s, block.low_bytes(s), high, c0), &mut out);
        run.add(BLOCK, written);
        if written <= 2 * BLOCK {
            break;
        }
    }
}

/// Converts blocks with surrogates, all of them in pairs.
#[inline(always)]
fn mixed(s: Avx512, from: Utf16, src: &[[u8; 2]], dst: &mut [MaybeUninit<u8>], run: &mut Run) {
    let c0 = c0(s);
    while let Some((block, mut out)) = next(s, from, src, dst, run) {
        let high = block.high_bytes(s);
        let surrogates = surrogates(s, high);
        let pairs = block.pairs(s, high, surrogates);
        if surrogates == 0 || pairs.unpaired != 0 {
            break;
        }
        let planes = with_surrogates::<false>(s, &block, block.low_bytes(s), high, c0, pairs);
        let written = three(s, BLOCK, planes, &mut out);
        run.add(BLOCK, written);
    }
}
