//! Single errors of UTF-8 among well-formed text, replaced where they stand.
//!
//! # The idea
//!
//! Which bytes are in error by the three before them ([`super::violations`]) does not depend on what is done about an
//! error. So the blocks stay where they are, whatever is replaced in one: only the place of the output moves, for which
//! nothing waits but stores. The next blocks are looked at while this one is still put right.
//!
//! ```text
//!   41 42 E3 81 43 44 45 …     a block, copied as it is
//!               ^              the first flag: what it cuts short has begun two bytes before
//!   41 42 EF BF BD             there the replacement is put,
//!                  43 44 45 …  and the rest of the block behind it, once more
//! ```
//!
//! A flag is where a byte cannot follow those before. What it stands behind tells how long the subpart is:
//!
//! ```text
//!   C3 | 41      F0 9F | 41      a sequence that is cut short, of up to three bytes
//!   C0 | 80                      no lead byte at all: one byte
//!   41 | 80                      none of the two: the continuation byte itself is the subpart
//! ```
//!
//! Of what is overlong, or a surrogate, continuation bytes are left, each a subpart of its own. They are counted and not
//! gone through, since nobody can foresee how many there are.
//!
//! Of the two bytes behind an error the flags are wrong, because they look back to it: they are computed anew, as if
//! nothing stood before. If there is something, or there are many errors, or one is at the end of the block, windows of
//! 64 bytes go on ([`super::repair_windows_utf8`]).
//!
//! By times of `encoding_rs`, Zen 3, 2026-11-25, an error in 256 bytes: AVX2 1.7 to 1.9 by windows alone, 2.2 to 3.0 so;
//! SSE4.1 1.3 to 1.4, and 1.7 to 1.8. An error in 64 or 20 takes up to 6 % longer, since a block is looked at in vain.

use core::mem::MaybeUninit;

use super::repair_utf8::Progress;
use super::violations::Tables;
use crate::vector::{Bytes, Lanewise, Simd, Vector, Wide};

/// So many errors in a block are too many.
const MANY: usize = 4;

/// Bytes by which an error makes the output longer, at the most: one by two, and three behind it each by as many.
const MORE: usize = 8;

/// Some replacements, one behind the other.
pub(super) const REPLACEMENTS: [u8; 16] = [
    0xEF, 0xBF, 0xBD, 0xEF, 0xBF, 0xBD, 0xEF, 0xBF, 0xBD, 0xEF, 0xBF, 0xBD, 0xEF, 0xBF, 0xBD, 0xEF,
];

/// Copies a block of four vectors from `at` on, in which something is ill-formed, with replacements; nothing if that is
/// not for it to do. What stands before is copied, three bytes at least, and well-formed but for a sequence that is open.
#[inline(always)]
pub(super) fn replace_singles<S: Wide>(
    s: S,
    tables: Tables<S>,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    at: &mut Progress,
) -> bool {
    let lanes = S::Bytes::LANES;
    let block = 4 * lanes;
    // From the three bytes on that a subpart may have before the block.
    let (Some(from), Some(to)) = (at.read.checked_sub(3), at.written.checked_sub(3)) else {
        return false;
    };
    let bytes = &src[from..src.len().min(from + 2 * block)];
    let Some(room) = dst[to..].get_mut(..bytes.len() + MANY * MORE) else { return false };
    let last = match bytes.len().checked_sub(lanes) {
        Some(last) if last >= block => last,
        _ => return false,
    };
    let mut flags = 0;
    let mut i = 0;
    while i < block {
        let cur = s.load(&bytes[3 + i..]);
        cur.store(&mut room[3 + i..]);
        let right = tables.errors(s, cur, &bytes[i..]).eq8(s.splat(0)).high_bits();
        flags |= u128::from(right ^ (!0 >> (64 - lanes))) << i;
        i += lanes;
    }
    let replacements = s.narrow().load(&REPLACEMENTS);
    let (mut errors, mut shift) = (0, 0);
    while flags != 0 {
        let place = flags.trailing_zeros() as usize;
        let (start, len) = subpart(bytes, place);
        let behind = start + len;
        let follows =
            u32::from_le_bytes(*bytes[behind..].first_chunk().expect("a vector behind it"));
        let orphans = ((follows & 0xC0C0_C0C0) ^ 0x8080_8080).trailing_zeros() as usize / 8;
        let next = behind + orphans;
        if next >= block || orphans > 3 || errors >= MANY {
            return false;
        }
        replacements.store(&mut room[start + shift..]);
        errors += 1 + orphans;
        shift += 3 * (1 + orphans) - (next - start);
        let mut i = next;
        while i < next + block {
            // Where the source ends, once more what is done.
            let from = i.min(last);
            s.load(&bytes[from..]).store(&mut room[from + shift..]);
            i += lanes;
        }
        let near = tables.errors_at_start(s.load(&bytes[next..]));
        if near.low64() & 0xFF_FFFF != 0 {
            return false;
        }
        // The third byte behind it is the first of which the flag is right.
        flags &= !0 << next;
    }
    at.read += block;
    at.written += block + shift;
    at.replacements += errors;
    true
}

/// Where the subpart begins that the byte at `place + 3` cuts short or is, and its length. Nothing before is in error.
#[inline(always)]
fn subpart(bytes: &[u8], place: usize) -> (usize, usize) {
    let [third, second, first]: [u8; 3] =
        *bytes[place..].first_chunk().expect("three bytes before");
    let of_more = if second >= 0xE0 { 2 } else { 3 * usize::from(third >= 0xF0) };
    let cut = if first >= 0xC0 { 1 } else { of_more };
    (place + 3 - cut, cut.max(1))
}
