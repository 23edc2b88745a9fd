//! Validation of UTF-16.
//!
//! Units without a surrogate are well-formed, and most text has none: a block of eight vectors is tested
//! for one at once. In other blocks a high surrogate has to stand before each low one and nowhere else.
//! In long runs that is told from the high bytes of two vectors in one (see [`SixBits`]), in single vectors
//! lane by lane from two loads:
//!
//! ```text
//!   before   A  H  L  H  B  L        the load from one unit before
//!   cur      H  L  H  B  L  C
//!   high     .  x  .  x  .  .        of `before`
//!   low      .  x  .  .  x  .        of `cur`
//!   bad      .  .  .  x  x  .        high ^ low
//! ```
//!
//! Nothing is handed on from run to run. A block without a surrogate is well-formed if the unit before
//! it is no high surrogate. So once there was one, the test is left out for a run of blocks, which is what
//! text full of them needs anyway, and the run goes on until it does not end in a high surrogate.
//!
//! The first vector has no unit before it: a zero moves in. The last vector ends at the end of the source
//! and overlaps what is done.

use super::surrogates::{SixBits, Surrogates, ends_high, plain_blocks_len};
use crate::fallback::form::Utf16;
use crate::fallback::{self, ByteOrder, Error};
use crate::vector::{Bytes, Wide};

/// See [`crate::Kernels::validate_utf16`].
#[inline(always)]
pub(crate) fn validate_utf16<S: Wide>(s: S, from: Utf16, src: &[[u8; 2]]) -> Result<(), Error> {
    // Compiled for each order, whose constants are loaded then.
    let bad = match from.0 {
        ByteOrder::Little => first_bad(s, Utf16(ByteOrder::Little), src),
        ByteOrder::Big => first_bad(s, Utf16(ByteOrder::Big), src),
    };
    match bad {
        None => Ok(()),
        // What is wrong there the scalar path says.
        Some(at) => fallback::locate_utf16(from, src, at / 2),
    }
}

/// Blocks of four vectors that are not tested for surrogates once there was one. Twice as many each time that there is
/// one again behind them, up to [`LONGEST`].
const RUN: usize = 8;
const LONGEST: usize = 32;

/// Whether a surrogate has no partner in a run of blocks, or at its beginning. `run` has the vector before it as well.
#[inline(always)]
fn any_bad<S: Wide>(s: S, from: Utf16, run: &[u8]) -> bool {
    let lanes = S::Bytes::LANES;
    let mut six_bits = SixBits::new(s, from.0, s.load(run));
    let mut bad = s.splat(0);
    for block in run[lanes..].chunks_exact(4 * lanes) {
        bad = bad | six_bits.unpaired(s, block);
    }
    bad.any()
}

/// Where a block begins in which a surrogate has no partner, in bytes.
#[inline(always)]
fn first_bad<S: Wide>(s: S, from: Utf16, src: &[[u8; 2]]) -> Option<usize> {
    let bytes = src.as_flattened();
    let lanes = S::Bytes::LANES;
    let kinds = &Surrogates::new(s, from.0);
    if bytes.len() < lanes {
        // Zeros are behind the last unit as well.
        let cur = s.load_partial(bytes);
        return kinds.unpaired(cur.shift_up::<2>(), cur).any().then_some(0);
    }
    let cur = s.load(bytes);
    if kinds.unpaired(cur.shift_up::<2>(), cur).any() {
        return Some(0);
    }
    let mut at = lanes;
    let mut most = RUN;
    loop {
        if !ends_high(from.0, &bytes[..at]) {
            let plain = plain_blocks_len(s, kinds, &bytes[at..]);
            at += plain;
            most = if plain == 0 { LONGEST.min(2 * most) } else { RUN };
        }
        let blocks = ((bytes.len() - at) / (4 * lanes)).min(most);
        if blocks == 0 {
            break;
        }
        let run = &bytes[at - lanes..at + blocks * 4 * lanes];
        if any_bad(s, from, run) {
            // All of the run would be long for the scalar path.
            let mut block = at;
            while !any_bad(s, from, &bytes[block - lanes..][..5 * lanes]) {
                block += 4 * lanes;
            }
            return Some(block);
        }
        at += blocks * 4 * lanes;
    }
    while bytes.len() - at >= lanes {
        if kinds.unpaired(s.load(&bytes[at - 2..]), s.load(&bytes[at..])).any() {
            return Some(at);
        }
        at += lanes;
    }
    if at < bytes.len() {
        let last = &bytes[bytes.len() - lanes - 2..];
        if kinds.unpaired(s.load(last), s.load(&last[2..])).any() {
            return Some(at);
        }
    }
    ends_high(from.0, bytes).then_some(bytes.len())
}
