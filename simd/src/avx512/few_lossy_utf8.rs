//! Short sources of UTF-8 with errors: all of the source, with replacements, or nothing where there is no room for it.
//!
//! Whatever stands in a block goes one way, of which the masks of [`super::subparts_utf8`] tell what becomes a unit and
//! what a replacement. Up to 64 bytes are one block. More are blocks that overlap, so that none needs to know more
//! than its own bytes: what a byte is follows from the three before it and the one behind.
//!
//! ```text
//!   0 .. 62                      the first block: all but its last byte
//!          63 .. 122             the next: from three bytes before, all but its last byte
//!                    123 ..      the last ends where the source does
//! ```
//!
//! What [`super::from_utf8_lossy`] keeps from block to block, and its change from one way to another at each error, costs
//! more than bytes that are seen twice: 200 bytes of Russian with an error take 44 ns in place of 75, of Latin 29 in place
//! of 63, 100 bytes 28 and 23 in place of 55 and 39 (EPYC family 25 model 17, 2026-11-26).
//!
//! The bytes before each are those of the block itself, moved up; from memory, with two loads, 100 bytes took 29.4 ns.

use core::mem::MaybeUninit;

use super::bits::{count, first};
use super::from_utf8::{BLOCK, Sink};
use super::from_utf8_lossy::Block;
use super::subparts_utf8::{Open, look};
use super::windows_utf8::Ring;
use crate::fallback::Lossy;
use crate::x86::Avx512;

/// The longest rest of a source, behind an error, that is worth to be taken as a short source.
pub(super) const NEAR: usize = 6 * BLOCK;

/// The same, if most of it seems to be ASCII.
pub(super) const NEAR_ASCII: usize = 8 * BLOCK;

/// Converts a source of more than 64 bytes. Inlined in what tried to take it for well-formed: behind a call 100 bytes of
/// Russian take 38 ns in place of 27 (EPYC family 25 model 17, 2026-11-26).
#[inline(always)]
pub(super) fn replace_blocks<T: Sink>(
    s: Avx512,
    src: &[u8],
    to: T,
    dst: &mut [MaybeUninit<T::Unit>],
) -> Option<Lossy> {
    let ready = to.ready::<false>(s);
    let last = src.len().checked_sub(BLOCK)?;
    let (mut at, mut read, mut written, mut replacements) = (0, 0, 0, 0);
    loop {
        let bytes = s.load(&src[at..]);
        // Bytes of the block that are done.
        let done = read - at;
        let room = dst.get_mut(written..)?;
        let next;
        if bytes.sign8() == 0 {
            // What is done is as long behind as before, and written once more.
            let room = &mut dst[written - done..];
            let units = to.ascii(s, bytes);
            if room.len() >= BLOCK {
                T::store(units, room, BLOCK);
            } else {
                T::store_first(units, room, BLOCK);
            }
            written += BLOCK - done;
            read = at + BLOCK;
            next = read;
        } else {
            let decided = if at == last { BLOCK } else { BLOCK - 1 };
            let window = Ring { s, bytes };
            let live = first(decided) & !0 << done;
            let seen = look(s, &window, live, None, &mut Open::default());
            let block = Block::new::<T, _>(s, &window, &seen);
            let units = block.pack(s, to, ready);
            // A number of units that is near to half a block is not foretold.
            if room.len() >= BLOCK {
                T::store(units, room, BLOCK);
            } else {
                T::store_first(units, room, count(block.units));
            }
            written += count(block.units);
            replacements += count(block.bad);
            read = at + decided;
            next = read - 3;
        }
        if at == last {
            return (written <= dst.len()).then_some(Lossy { written, replacements });
        }
        at = next.min(last);
    }
}

/// The same of up to 64 bytes, with no loop to set up for.
#[inline(always)]
pub(super) fn replace_block<T: Sink>(
    s: Avx512,
    src: &[u8],
    to: T,
    dst: &mut [MaybeUninit<T::Unit>],
) -> Option<Lossy> {
    let window = Ring { s, bytes: s.load_first(src, src.len()) };
    let seen = look(s, &window, first(src.len()), None, &mut Open::default());
    let block = Block::new::<T, _>(s, &window, &seen);
    let written = count(block.units);
    T::store_first(block.pack(s, to, to.ready::<false>(s)), dst, written);
    (written <= dst.len()).then_some(Lossy { written, replacements: count(block.bad) })
}
