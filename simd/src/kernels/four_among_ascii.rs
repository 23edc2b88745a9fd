//! Characters of four bytes that stand alone in ASCII, as emoji do behind words, where a block of them would be asked for
//! all that text may be.
//!
//! ```text
//!   at       w o r d _ E _ w o r d s …    48 bytes from the beginning of a character on
//!   high     . . . . . xxxx . . . . .     which of them are not ASCII
//!   written  w o r d _ . . . .            two vectors as if they were ASCII, and over them from the first that is not
//!                      a b                up to four characters
//! ```
//!
//! What the next step waits for is `high` and no more. In WebAssembly on Zen 4 (node 20, 2026-11-26), old time by new: ASCII with
//! an emoji behind each third word 1.23 to 1.49, with one to three behind each second 1.46 to 1.67.
//!
//! Lost, of the same texts: a jump for each vector of a block, by whether it is ASCII, below E0 or any (0.98 and 0.79, Russian with
//! emoji 1.09, emoji with a space behind each 0.79); the step inside the loop over blocks, whose constants engines then keep
//! on the stack (all other text 0.87 to 0.95); the place of the next step by what fits (0.90 and 1.05).

use core::mem::MaybeUninit;

use super::four_words::{MOST, Run, between, four_words, fours};
use super::pack::Sink;
use super::text::Text;
use crate::vector::{Bytes, Vector, Wide};

/// Bytes of ASCII that a step goes through at most, and of others behind them.
const ASCII: usize = 32;
const FOURS: usize = 16;

/// Bytes that a step may read.
const STEP: usize = ASCII + FOURS;

/// Converts characters of four bytes and ASCII at the front of `src`, of which there are `many` or which are mostly ASCII, and
/// returns how much: nothing if one is ill-formed.
///
/// A function of its own in WebAssembly, as [`super::utf16_eights::run_by_eights`].
#[cfg_attr(target_arch = "wasm32", inline(never))]
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
pub(crate) fn fours_and_ascii<T: Text, S: Wide, K: Sink>(
    s: S,
    src: &[u8],
    to: K,
    dst: &mut [MaybeUninit<K::Unit>],
    many: bool,
) -> Run {
    if many {
        four_words::<T, S, K>(s, src, to, dst)
    } else {
        four_among_ascii::<T, S, K>(s, src, to, dst)
    }
}

/// Steps of nothing but ASCII, behind which it goes on by blocks.
const PLAIN: usize = 4;

/// Converts ASCII and characters of four bytes at the front of `src`, and returns how much: nothing if one is ill-formed.
#[inline(always)]
fn four_among_ascii<T: Text, S: Wide, K: Sink>(
    s: S,
    src: &[u8],
    to: K,
    dst: &mut [MaybeUninit<K::Unit>],
) -> Run {
    let src = &src[..src.len().min(MOST)];
    let mut run = Run::default();
    let mut bad = s.splat(0);
    let mut plain = 0;
    while let Some(bytes) = src[run.read..].first_chunk::<STEP>()
        && let Some(room) = dst[run.written..].get_mut(..ASCII + 4 * K::OF_FOUR)
    {
        let mut high = 0;
        for i in 0..3 {
            high |= s.load(&bytes[16 * i..]).high_bits() << (16 * i);
        }
        let ascii = (high.trailing_zeros() as usize).min(ASCII);
        let len = ((!(high >> ascii)).trailing_zeros() as usize).min(FOURS);
        for i in 0..2 {
            let _ = to.widen(s, &bytes[16 * i..], &mut room[16 * i..]);
        }
        let four = fours(s, s.load(&bytes[ascii..]));
        if T::CHECKED {
            bad = bad | four.out_of_range;
        }
        to.fours_of_bits(s, four.bits, &mut room[ascii..]);
        let fits = four.fits.high_bits32();
        if len.is_multiple_of(4) && !fits & ((1 << (len / 4)) - 1) == 0 {
            run.read += ascii + len;
            run.written += ascii + K::OF_FOUR * (len / 4);
            plain = if high == 0 { plain + 1 } else { 0 };
            if plain < PLAIN {
                continue;
            }
            break;
        }
        let front = (fits.trailing_ones() as usize).min(len / 4);
        run.read += ascii + 4 * front;
        run.written += ascii + K::OF_FOUR * front;
        if !between(src, to, dst, &mut run) {
            break;
        }
    }
    if bad.any() { Run::default() } else { run }
}
