//! Validation of UTF-16.
//!
//! Units without a surrogate are well-formed, and most text has none: 128 units are looked at with one
//! comparison. Where there are some, each 64 units are tested with masks (`utf16_block`).

use super::utf16_block::{BLOCK, Block, surrogates};
use crate::backend::avx512;
use crate::fallback::form::Utf16;
use crate::fallback::{self, ByteOrder, Error};
use crate::x86::Avx512;

/// Checks that `src` is well-formed. Up to 64 units are looked at without a loop to set up for.
#[inline(always)]
pub(crate) fn validate_utf16(s: Avx512, from: Utf16, src: &[[u8; 2]]) -> Result<(), Error> {
    if src.len() <= BLOCK {
        let bad = match from.0 {
            ByteOrder::Little => is_bad(s, Utf16(ByteOrder::Little), src),
            ByteOrder::Big => is_bad(s, Utf16(ByteOrder::Big), src),
        };
        if !bad {
            return Ok(());
        }
    }
    // SAFETY: the token invariant.
    unsafe { avx512::validate_utf16_any(from, src) }
}

/// Whether a block that is all of a source is ill-formed.
#[inline(always)]
fn is_bad(s: Avx512, from: Utf16, src: &[[u8; 2]]) -> bool {
    let block = Block::part(s, from, src, 0);
    block.has_surrogates(s) && unpaired(s, &block) != 0
}

/// Any source.
#[inline(always)]
pub(crate) fn validate_utf16_any(s: Avx512, from: Utf16, src: &[[u8; 2]]) -> Result<(), Error> {
    let bad = match from.0 {
        ByteOrder::Little => first_bad(s, Utf16(ByteOrder::Little), src),
        ByteOrder::Big => first_bad(s, Utf16(ByteOrder::Big), src),
    };
    // What is wrong there the scalar path says.
    bad.map_or(Ok(()), |at| fallback::validate(from, &src[at..]).map_err(|error| error.offset(at)))
}

/// The first unpaired surrogate.
#[inline(always)]
fn first_bad(s: Avx512, from: Utf16, src: &[[u8; 2]]) -> Option<usize> {
    let mut at = 0;
    let mut bad = 0;
    while let Some(second) = Block::whole(s, from, src, at + BLOCK)
        && let Some(first) = Block::whole(s, from, src, at)
    {
        if first.or_has_surrogates(s, &second) {
            bad = unpaired(s, &first);
            if bad != 0 {
                break;
            }
            bad = unpaired(s, &second);
            if bad != 0 {
                at += BLOCK;
                break;
            }
        }
        at += 2 * BLOCK;
    }
    while bad == 0 && at < src.len() {
        let block = Block::part(s, from, src, at);
        if block.has_surrogates(s) {
            bad = unpaired(s, &block);
        }
        if bad == 0 {
            at += BLOCK;
        }
    }
    (bad != 0).then(|| at + bad.trailing_zeros() as usize)
}

#[inline(always)]
fn unpaired(s: Avx512, block: &Block) -> u64 {
    let high = block.high_bytes(s);
    block.pairs(s, high, surrogates(s, high)).unpaired
}
