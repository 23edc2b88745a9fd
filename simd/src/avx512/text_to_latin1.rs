//! Conversion to Latin-1 of text, which is known to be well-formed.
//!
//! The trail of a character below 100 is its own unit, or 40 less than that, and a lead is none:
//!
//! ```text
//!   x         41  C3 A9  C2 B5  42
//!   leads      .   x .    x .    .      from C0 on; one from C4 on is of a character that Latin-1 has not
//!   behind     .   . x    . .    .      the bytes behind C3
//!   units     41     E9     B5  42      x, and 40 more behind C3, without the leads
//! ```
//!
//! [`super::decode_utf8`] holds UTF-8 to be well-formed as well, and needs the byte before as a vector: 64 KiB with an accent in
//! each word were 0.92 of `simdutf`, which takes text at its word, and 200 bytes 0.61 (Xeon, model 207, 2026-11-28).

use core::mem::MaybeUninit;

use super::bits::{count, first};
use super::few_blocks::SHORT_ASCII;
use super::from_utf8::{BLOCK, Stop, ascii_run, first_ascii_run};
use super::wide::Z;
use crate::fallback::form::Latin1;
use crate::x86::Avx512;

/// Blocks in a row without a lead, behind which there may be more.
const RUN: u32 = 2;

/// Converts well-formed text as far as it goes: up to a character that Latin-1 has not, or to 64 bytes before one that has no
/// room.
#[inline(always)]
pub(super) fn advance(s: Avx512, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Stop {
    // Of what is shorter that is converted already.
    let front = if src.len() > SHORT_ASCII { first_ascii_run(s, src, Latin1, dst) } else { 0 };
    let mut at = Stop { read: front, written: front };
    let (mut carry, mut run) = (0, 0);
    while let Some(bytes) = src[at.read..].first_chunk::<BLOCK>()
        && let Some(room) = dst[at.written..].first_chunk_mut::<BLOCK>()
    {
        let block = Block::new(s, s.array(bytes), carry);
        if block.is_above {
            return closed(src, at);
        }
        block.units(!block.leads).store(room);
        at.read += BLOCK;
        at.written += count(!block.leads);
        carry = block.carry;
        run = if block.leads == 0 { run + 1 } else { 0 };
        if run == RUN {
            let ascii = ascii_run(s, &src[at.read..], Latin1, &mut dst[at.written..]);
            at = Stop { read: at.read + ascii, written: at.written + ascii };
            run = 0;
        }
    }
    let (rest, room) = (&src[at.read..], &mut dst[at.written..]);
    let len = rest.len().min(BLOCK);
    if len > 0 {
        let block = Block::new(s, s.load_first(rest, len), carry);
        let kept = !block.leads & first(len);
        if block.is_above || count(kept) > room.len() {
            return closed(src, at);
        }
        block.units(kept).store_first(room, count(kept));
        at = Stop { read: at.read + len, written: at.written + count(kept) };
    }
    closed(src, at)
}

/// The same place, or that of the lead before it.
#[inline(always)]
fn closed(src: &[u8], Stop { read, written }: Stop) -> Stop {
    let is_open = read > 0 && src[read - 1] >= 0xC0;
    Stop { read: read - usize::from(is_open), written }
}

/// Up to 64 bytes.
struct Block {
    /// Their units, where they have one.
    all: Z,
    leads: u64,
    /// Whether the last is C3, as the lowest bit.
    carry: u64,
    /// Whether there is a lead from C4 on.
    is_above: bool,
}

impl Block {
    #[inline(always)]
    fn new(s: Avx512, x: Z, carry: u64) -> Self {
        let before = x.eq8(s.bytes(0xC3));
        let all = x.put8(before << 1 | carry, x.add8(s.bytes(0x40)));
        let above = x.subs8(s.bytes(0xC4 - 0x80)).sign8();
        let leads = x.ge8(s.bytes(0xC0));
        Self { all, leads, carry: before >> 63, is_above: above != 0 }
    }

    #[inline(always)]
    fn units(&self, kept: u64) -> Z {
        self.all.compress8(kept)
    }
}
