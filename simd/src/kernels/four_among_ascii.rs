//! Characters of four bytes that stand alone in ASCII, as emoji do behind words, where a block of them would be asked for
//! all that text may be.
//!
//! ```text
//!   at       w o r d _ E w o r d s _ E E …    64 bytes from the beginning of a character on
//!   high     . . . . . xxxx . . . . . . xx…   which of them are not ASCII: up to where two pieces go
//!   written  w o r d _ . . . .                a piece as if it were ASCII, and over that from the first that is not
//!                      a b                    up to four characters
//! ```
//!
//! What the next step waits for is `high` and no more, and both pieces are known by it. In WebAssembly on Zen 4 (node 20,
//! 2026-11-26), old time by new, by blocks and by one piece a step: ASCII with an emoji behind each third word 1.23 to 1.49
//! and 1.1, with one to three behind each second 1.46 to 1.67 and 1.2.
//!
//! Lost, of the same texts: a jump for each vector of a block, by whether it is ASCII, below E0 or any (0.98 and 0.79, Russian with
//! emoji 1.09, emoji with a space behind each 0.79); the step inside the loop over blocks, whose constants engines then keep
//! on the stack (all other text 0.87 to 0.95); the place of the next step by what fits (0.90 and 1.05).

use core::mem::MaybeUninit;

use super::four_words::{MOST, Run, between, four_words, fours};
use super::pack::Sink;
use super::text::Text;
use crate::vector::{Bytes, Lanewise, Vector, Wide};

/// Bytes of ASCII of the pieces of a step at most.
const FIRST: usize = 32;
const SECOND: usize = 16;

/// Bytes that a step may read: sixteen behind the ASCII of the second, if the first is all of the 64 that are asked.
const STEP: usize = 64 + SECOND + 16;

/// Converts characters of four bytes and ASCII at the front of `src`, of which there are `many` or which are mostly ASCII, and
/// returns how much: nothing if one is ill-formed.
///
/// A function of its own in WebAssembly, as [`super::utf16_eights::run_by_eights`].
#[cfg_attr(target_arch = "wasm32", inline(never))]
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
pub(crate) fn fours_and_ascii<const BIG: bool, T: Text, S: Wide, K: Sink>(
    s: S,
    src: &[u8],
    to: K,
    dst: &mut [MaybeUninit<K::Unit>],
    many: bool,
) -> Run {
    let to = to.in_order::<BIG>();
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
        && let Some(room) = dst[run.written..].get_mut(..FIRST + SECOND + 16 * K::OF_FOUR)
    {
        let mut high = 0;
        for i in 0..4 {
            high |= s.load(&bytes[16 * i..]).high_bits() << (16 * i);
        }
        let first = Piece::new(high, FIRST);
        let second = Piece::new(high.wrapping_shr(first.end as u32), SECOND);
        let bytes_of_second = &bytes[first.end..];
        let fits_of_first = first.put::<FIRST, T, S, K>(s, bytes, to, room, &mut bad);
        let room_of_second = &mut room[first.written::<K>()..];
        let fits_of_second =
            second.put::<SECOND, T, S, K>(s, bytes_of_second, to, room_of_second, &mut bad);
        if first.others(fits_of_first) | second.others(fits_of_second) == 0 {
            run.read += first.end + second.end;
            run.written += first.written::<K>() + second.written::<K>();
            plain = if high == 0 { plain + 1 } else { 0 };
            if plain < PLAIN {
                continue;
            }
            break;
        }
        let (mut piece, mut fits) = (first, fits_of_first);
        if first.others(fits_of_first) == 0 {
            run.read += first.end;
            run.written += first.written::<K>();
            (piece, fits) = (second, fits_of_second);
        }
        let front = (fits.trailing_ones() as usize).min((piece.end - piece.ascii) / 4);
        run.read += piece.ascii + 4 * front;
        run.written += piece.ascii + K::OF_FOUR * front;
        let is_none = piece.ascii + front == 0;
        if front < 4 && !between(src, to, dst, &mut run) && is_none {
            break;
        }
    }
    if bad.any() { Run::default() } else { run }
}

/// Some ASCII, and what is behind it up to the next.
#[derive(Clone, Copy)]
struct Piece {
    ascii: usize,
    /// Where that ends: at four characters at most, or [`Self::others`] says that it does not.
    end: usize,
}

impl Piece {
    /// What the lowest bits of `high` begin with, with at most `most` bytes of ASCII, and nothing behind as many. Where the
    /// bits end, so does what is not ASCII: [`Self::others`] says so if that is in the middle of a character.
    #[inline(always)]
    fn new(high: u64, most: usize) -> Self {
        let ascii = high.trailing_zeros() as usize;
        // Ones up to the end of the first that are not ASCII: fewer steps than to count from where they begin.
        let end = (high | high.wrapping_sub(1)).trailing_ones() as usize;
        if ascii > most { Self { ascii: most, end: most } } else { Self { ascii, end } }
    }

    #[inline(always)]
    fn written<K: Sink>(self) -> usize {
        self.ascii + K::OF_FOUR * ((self.end - self.ascii) / 4)
    }

    /// Not 0 if what is behind the ASCII is not up to four characters that fit.
    #[inline(always)]
    fn others(self, fits: usize) -> usize {
        let len = self.end - self.ascii;
        (len & 3) | !fits & ((1 << (len / 4)) - 1)
    }

    /// Writes it, with `ASCII` bytes of ASCII whatever they are, and returns a bit for each of four characters behind:
    /// whether it fits.
    #[inline(always)]
    fn put<const ASCII: usize, T: Text, S: Wide, K: Sink>(
        self,
        s: S,
        bytes: &[u8],
        to: K,
        room: &mut [MaybeUninit<K::Unit>],
        bad: &mut S::Bytes,
    ) -> usize {
        let mut i = 0;
        while i < ASCII {
            let (first, second) = to.ordered(s.load(&bytes[i..]), s.splat(0));
            first.zip_low8(second).store(&mut room[i..]);
            first.zip_high8(second).store(&mut room[i + 8..]);
            i += 16;
        }
        let four = fours(s, s.load(&bytes[self.ascii..]));
        if T::CHECKED {
            *bad = *bad | four.out_of_range;
        }
        to.fours_of_bits(s, four.bits, &mut room[self.ascii..]);
        four.fits.high_bits32()
    }
}
