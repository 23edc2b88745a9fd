//! Validation of UTF-16.
//!
//! Units without a surrogate are well-formed, and most text has none: 256 units are looked at with one comparison, and
//! the last up to 128 with one as well. (By 128, and the last by 64 of which some may be missing, 200 B took 5.6 ns in
//! place of 3.8, and 4 KiB 21 in place of 11.5: Zen 5.) Where there are some, a unit must be a low surrogate if and only
//! if the one before it is a high one (the Unicode Standard 3.9, D91): by the high bytes of 64 units, two masks, of
//! which one is the other moved up by one.
//!
//! ```text
//!   units    0041 D83D DE00 D83D DE01 0042 …      high  .x.x.. …
//!                                                 low   ..x.x. …
//! ```
//!
//! Which unit is unpaired the masks of `utf16_block` say. They take nearly twice the time, which was the time of all
//! text with surrogates before. Without masks (each unit and, by a second load, the one before it, XORed and summed
//! up with saturation until 0 and 1 are left) it took as long as they do: a load more is two, across cache lines.

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
    let mut at = plain_len(s, from, src);
    let (mut bad, mut plain) = (0, 0);
    while let Some(second) = Block::whole(s, from, src, at + BLOCK)
        && let Some(first) = Block::whole(s, from, src, at)
    {
        if first.or_has_surrogates(s, &second) {
            let run = paired(s, from, src, at);
            if run > 0 {
                at += run;
                continue;
            }
            bad = unpaired(s, &first);
            if bad != 0 {
                break;
            }
            bad = unpaired(s, &second);
            if bad != 0 {
                at += BLOCK;
                break;
            }
            plain = 0;
        }
        at += 2 * BLOCK;
        plain += 1;
        if plain == PLAIN {
            at += plain_len(s, from, &src[at..]);
            plain = 0;
        }
    }
    // Less than two blocks are left. (Up to four, in one test before the loop: 200 B in 4.8 ns, pairs in 10.6.)
    if bad == 0
        && let Some(end) = src.len().checked_sub(BLOCK)
        && let Some(first) = Block::whole(s, from, src, at.min(end))
        && let Some(last) = Block::whole(s, from, src, end)
        && (!first.or_has_surrogates(s, &last)
            || are_paired(s, &first).is_some() && are_paired(s, &last) == Some(0))
    {
        return None;
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

/// Twos of blocks without a surrogate in a row behind which there will be more.
const PLAIN: usize = 2;

/// How many units at the front are without a surrogate, by four blocks at once.
#[inline(always)]
fn plain_len(s: Avx512, from: Utf16, src: &[[u8; 2]]) -> usize {
    let mut rest = src;
    while let Some((units, behind)) = rest.split_first_chunk::<{ 4 * BLOCK }>() {
        let (blocks, _) = units.as_chunks::<BLOCK>();
        let (a, b) = (Block::inside(s, from, &blocks[0]), Block::inside(s, from, &blocks[1]));
        let (c, d) = (Block::inside(s, from, &blocks[2]), Block::inside(s, from, &blocks[3]));
        if Block::any_has_surrogates(s, [a, b, c, d]) {
            break;
        }
        rest = behind;
    }
    src.len() - rest.len()
}

/// Blocks without a low surrogate in a row behind which [`paired`] ends. Where a text has a pair now and then, each way
/// in and out is a branch that nobody foresees: ended at the first such block, the benchmark's `mixed` took 1,800 ns
/// for 64 KiB in place of 670 (EPYC family 25 model 17; text of nothing but pairs takes 570).
const CALM: usize = 8;

/// How many of the units from `at` on are seen at once to have no unpaired surrogate among them: those of whole
/// blocks, up to some without surrogates or to one with an unpaired one.
#[inline(always)]
fn paired(s: Avx512, from: Utf16, src: &[[u8; 2]], at: usize) -> usize {
    let Some(mut block) = Block::whole(s, from, src, at) else { return 0 };
    let mut rest = &src[at..];
    let mut open = open_before(&block);
    let mut calm = 0;
    loop {
        let (high, low) = kinds(s, &block);
        if (high << 1 | open) != low {
            break;
        }
        open = high >> 63;
        rest = &rest[BLOCK..];
        let Some(next) = rest.first_chunk::<BLOCK>() else { break };
        calm = if low == 0 { calm + 1 } else { 0 };
        if calm == CALM {
            break;
        }
        block = Block::inside(s, from, next);
    }
    // A pair that is cut is for who looks at both sides.
    (src.len() - at - rest.len()).saturating_sub(open as usize * BLOCK)
}

/// If each low surrogate of a block is behind a high one, and each high one but the last unit before a low one: whether that
/// is a high one, as 1 or 0.
#[inline(always)]
fn are_paired(s: Avx512, block: &Block) -> Option<u64> {
    let (high, low) = kinds(s, block);
    ((high << 1 | open_before(block)) == low).then_some(high >> 63)
}

/// The high and the low surrogates of a block.
#[inline(always)]
fn kinds(s: Avx512, block: &Block) -> (u64, u64) {
    let kinds = block.high_bytes(s).and(s.bytes(0xFC));
    (kinds.eq8(s.bytes(0xD8)), kinds.eq8(s.bytes(0xDC)))
}

/// 1 if the unit before a block is a high surrogate.
#[inline(always)]
fn open_before(block: &Block) -> u64 {
    u64::from(block.before() & 0xFC00 == 0xD800)
}

#[inline(always)]
fn unpaired(s: Avx512, block: &Block) -> u64 {
    let high = block.high_bytes(s);
    block.pairs(s, high, surrogates(s, high)).unpaired
}
