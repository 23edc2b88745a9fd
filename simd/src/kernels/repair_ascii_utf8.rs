//! ASCII with errors among it, copied with replacements.
//!
//! In ASCII all that can be wrong begins with the first byte that is not, so nothing is checked: what stands there tells
//! by itself what it is ([`super::subparts_utf8::first`]). The block is copied, the replacement is put over it, and the
//! bytes behind are copied once more. The blocks stay where they are, so that the next one is looked at meanwhile.

use core::mem::MaybeUninit;

use super::ascii::{BLOCK, copy_ascii};
use super::repair_single_utf8::REPLACEMENTS;
use super::subparts_utf8::first;
use crate::vector::{Bytes, Simd, Vector, Wide};

/// So many errors in a block are too many.
const MANY: usize = 4;

/// Bytes of the source for a block and what is copied behind an error in it, which may be longer than the block.
const SOURCE: usize = 2 * BLOCK + 16;

/// Room for the same, by two bytes longer for each error, and for whole vectors of replacements.
const ROOM: usize = SOURCE + 4 * MANY + REPLACEMENTS.len();

/// How far it came.
#[derive(Clone, Copy)]
pub(crate) struct Repaired {
    /// Bytes of the source.
    pub(super) read: usize,
    /// Bytes of the output.
    pub(super) written: usize,
    pub(super) replacements: usize,
    /// There is no error in the last three bytes, which end with a character.
    pub(super) closed: bool,
}

/// Copies ASCII from the front of a source, and replacements for what is ill-formed among it, to other text or the end.
#[inline(always)]
pub(crate) fn utf8_repair_ascii<S: Wide>(
    s: S,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> Repaired {
    let replacements = s.narrow().load(&REPLACEMENTS);
    let mut at = Repaired { read: 0, written: 0, replacements: 0, closed: true };
    // Where the last error ends, and three bytes more.
    let mut closed_from = 0;
    loop {
        let n = copy_ascii(s, &src[at.read..], &mut dst[at.written..]);
        at.read += n;
        at.written += n;
        let (Some(bytes), Some(room)) =
            (src[at.read..].first_chunk::<SOURCE>(), dst[at.written..].first_chunk_mut::<ROOM>())
        else {
            at.closed = at.read >= closed_from;
            return at;
        };
        let mut others = 0;
        let mut i = 0;
        while i < BLOCK {
            let vector = s.load(&bytes[i..]);
            others |= u128::from(vector.high_bits()) << i;
            vector.store(&mut room[i..]);
            i += S::Bytes::LANES;
        }
        let (mut shift, mut errors, mut end) = (0, 0, 0);
        while others != 0 {
            let place = others.trailing_zeros() as usize;
            end = place;
            loop {
                let (len, well_formed) = first(&bytes[end..]);
                if well_formed {
                    break;
                }
                replacements.store(&mut room[end + shift..]);
                end += len;
                shift = shift + 3 - len;
                errors += 1;
                if errors == MANY {
                    break;
                }
            }
            if end == place || errors == MANY {
                at.read += end;
                at.written += end + shift;
                at.replacements += errors;
                at.closed = errors < MANY && at.read >= closed_from;
                return at;
            }
            closed_from = at.read + end + 3;
            let mut i = 0;
            while i < BLOCK {
                s.load(&bytes[end + i..]).store(&mut room[end + shift + i..]);
                i += S::Bytes::LANES;
            }
            others &= (!0u128).unbounded_shl(end as u32);
        }
        let read = end.max(BLOCK);
        at.read += read;
        at.written += read + shift;
        at.replacements += errors;
    }
}
