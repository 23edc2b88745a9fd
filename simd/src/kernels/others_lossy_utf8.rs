//! What stands behind a run of characters of one length, lossy: ASCII, or subparts that are ill-formed.
//!
//! ```text
//!   eight bytes    41 42 C3 A9 …          ASCII in front: as many units
//!                  E3 81 80 80 E4 …       else a maximal subpart and the continuation bytes behind it, which are one each
//!   written        0041 0042 .... ....    what they are if they are ASCII, all of them
//!                            FFFD FFFD …  replacements behind the ASCII, eight of them: at the front if there is none
//! ```
//!
//! How far to go on and how many units those are is all that differs, and no jump tells: which it is cannot be foreseen, and
//! each stop of a run waits for the one before. Where the next run begins is known without the length of the first subpart, by
//! the lead byte or ASCII that comes next; the length only tells how many replacements there are.
//!
//! (By times of `encoding_rs`, Xeon of model 207, 2026-11-29, Chinese with an error in 64 and in 256 bytes: AVX2 1.9 and 2.55 with
//! jumps, of vectors of one lane, and 2.8 and 3.3 so; SSE4.1 1.9 and 2.5, and 2.2 and 2.75.)

use core::hint::select_unpredictable;
use core::mem::MaybeUninit;

use super::pack::Sink;
use super::subparts_utf8::{First, first_of};
use crate::vector::Wide;

/// What was written.
pub(super) struct Others {
    /// Bytes that were read, at least one.
    pub(super) read: usize,
    /// Units.
    pub(super) written: usize,
    /// Those of them that are replacements: all or none.
    pub(super) replacements: usize,
}

/// Bytes that are looked at, and the most units that may come of them.
pub(super) const LOOK: usize = 8;

/// Units that are touched.
pub(super) const ROOM: usize = 2 * LOOK;

/// Writes what `bytes` begin with, or some units that mean nothing if that is a character of more than one byte.
#[inline(always)]
pub(super) fn others<S: Wide, K: Sink>(
    s: S,
    to: K,
    bytes: &[u8; LOOK],
    room: &mut [MaybeUninit<K::Unit>; ROOM],
) -> Option<Others> {
    const ENDS: u64 = 0x8080_8080_8080_8080;
    let word = u64::from_le_bytes(*bytes);
    let First { taken, other } = first_of(word as u32);
    // At most seven: so there is a bit to find.
    let ascii = (word & ENDS | 1 << 63).trailing_zeros() as usize / 8;
    let leads = (word ^ ENDS) & (ENDS | ENDS >> 1) & !0xFF;
    let subparts = (leads | 1 << 63).trailing_zeros() as usize / 8;
    let is_ascii = word & 0x80 == 0;
    to.widen_half(s.narrow(), bytes, room);
    let mut replacement = [MaybeUninit::uninit()];
    _ = to.encode(K::REPLACEMENT, &mut replacement);
    room[ascii..][..LOOK].fill(replacement[0]);
    let read = select_unpredictable(is_ascii, ascii, subparts);
    let replacements = select_unpredictable(is_ascii, 0, subparts - taken);
    let written = select_unpredictable(is_ascii, ascii, replacements);
    (other != 0).then_some(Others { read, written, replacements })
}
