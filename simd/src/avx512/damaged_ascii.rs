//! Lossy conversion from UTF-8 that is ASCII but for errors of one byte.

use core::mem::MaybeUninit;

use super::bits::count;
use super::from_utf8::{BLOCK, Sink};
use super::subparts_utf8::leads_where;
use super::wide::Z;
use crate::kernels::copy::line_before;
use crate::x86::Avx512;

/// Bytes of a run behind which its stores are within cache lines.
const LINED: usize = 16 * BLOCK;

/// Converts blocks in which no lead byte has a continuation byte behind it, so that each byte from 80 on is a subpart by
/// itself, and returns how many bytes these are, and units, and how many replacements.
///
/// ```text
///   bytes   41 FF 42 43     as they are, with FD for each from 80 on; to UTF-16 their signs fill the upper bytes
///   units   0041 FFFD 0042 0043
/// ```
///
/// Nothing here waits for an error or asks for one, so that ASCII takes about as long with errors as without: 64 KiB 1.77 µs
/// for 1.76. Whether two bytes from 80 on are neighbours takes one instruction of vectors a block, and what the first of them
/// is, is asked only then; by masks of leads and of continuation bytes in each block it was 2.3 µs. Of the two blocks of a
/// step the second is not converted if the first stops: where each does, that took 1.5 times as long (EPYC family 25 model
/// 17, 2026-11-26).
#[inline(always)]
pub(super) fn ascii_or_bad<T: Sink>(
    s: Avx512,
    src: &[u8],
    to: T,
    dst: &mut [MaybeUninit<T::Unit>],
) -> (usize, usize) {
    let mut done = 0;
    let mut replacements = 0;
    while let Some(bytes) = src[done..].first_chunk::<{ 2 * BLOCK + 1 }>()
        && let Some(room) = dst[done..].first_chunk_mut::<{ 2 * BLOCK }>()
    {
        let (a, b) = (s.load(bytes), s.load(&bytes[BLOCK..]));
        let (bad_a, bad_b) = (a.sign8(), b.sign8());
        let (first, second) = room.split_at_mut(BLOCK);
        if begun(s, a, bad_a, bad_b) {
            break;
        }
        T::store(to.ascii_or_bad(s, a, bad_a), first, BLOCK);
        done += BLOCK;
        replacements += count(bad_a);
        if begun(s, b, bad_b, u64::from(bytes[2 * BLOCK] >> 7)) {
            break;
        }
        T::store(to.ascii_or_bad(s, b, bad_b), second, BLOCK);
        done += BLOCK;
        replacements += count(bad_b);
        if done == LINED && bad_b == 0 {
            done = line_before(dst, done);
        }
    }
    (done, replacements)
}

/// Whether a lead byte of `bytes`, of which `bad` are from 80 on, has such a byte behind it; `next` is that of what follows.
#[inline(always)]
fn begun(s: Avx512, bytes: Z, bad: u64, next: u64) -> bool {
    let two = bad & (bad >> 1 | next << 63);
    two != 0 && leads_where(s, bytes, two) != 0
}
