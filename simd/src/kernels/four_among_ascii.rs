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
//! 2026-11-26), by times of scalar: ASCII with an emoji behind each third word 2.5 where the second piece had up to sixteen
//! bytes of ASCII and each of the characters was asked for by itself, 2.6 where a row of a table leaves what has to be one, and
//! 4.0 by up to 32 bytes. (By blocks, before the first of these: 1.23 to 1.49 times as long; by one piece a step 1.1.)
//!
//! Lost, of the same texts: a jump for each vector of a block, by whether it is ASCII, below E0 or any (0.98 and 0.79, Russian with
//! emoji 1.09, emoji with a space behind each 0.79); the step inside the loop over blocks, whose constants engines then keep
//! on the stack (all other text 0.87 to 0.95); the place of the next step by what fits (0.90 and 1.05).

use core::mem::MaybeUninit;

use super::encode_points_wide::ordered16;
use super::four_words::{IN_WORD, Run, between, four_words, fours, high_bits};
use super::pack::Sink;
use crate::fallback::ByteOrder;
use crate::fallback::form::Utf16;
use crate::vector::{Bytes, Lanewise, Vector, Wide};

/// Bytes of ASCII, and characters behind, of a piece at most.
const ASCII: usize = 32;
pub(crate) const FOURS: usize = 4;

/// Bytes that a step may read, and units that it may write, as the compiler knows where the second piece and the characters of
/// each begin: by six bits.
const STEP: usize = 63 + 63 + 4 * FOURS;
const ROOM: usize = 63 + 63 + 2 * FOURS;

/// Converts characters of four bytes and ASCII at the front of `src`, of which there are `many` or which are mostly ASCII, and
/// returns how much.
///
/// A function of its own in WebAssembly, where engines keep the constants of all that is in a function on the stack.
#[cfg_attr(target_arch = "wasm32", inline(never))]
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
pub(crate) fn fours_and_ascii<const BIG: bool, S: Wide>(
    s: S,
    src: &[u8],
    dst: &mut [MaybeUninit<[u8; 2]>],
    many: bool,
) -> Run {
    let to = Utf16(if BIG { ByteOrder::Big } else { ByteOrder::Little });
    if many { four_words(s, src, to, dst) } else { four_among_ascii(s, src, to, dst) }
}

/// Steps of nothing but ASCII, behind which it goes on by blocks.
const PLAIN: usize = 4;

/// Converts ASCII and characters of four bytes at the front of `src`, and returns how much.
#[inline(always)]
fn four_among_ascii<S: Wide>(s: S, src: &[u8], to: Utf16, dst: &mut [MaybeUninit<[u8; 2]>]) -> Run {
    let mut run = Run::default();
    let mut plain = 0;
    while let Some(bytes) = src[run.read..].first_chunk::<STEP>()
        && let Some(room) = dst[run.written..].first_chunk_mut::<ROOM>()
    {
        let high = high_bits(s, bytes);
        let first = Piece::new(high, high);
        let end = first.end() & 63;
        // The last byte is taken for the first that is not ASCII, if there is no other.
        let second = Piece::new(((high | 1 << 63) as i64 >> end) as u64, high >> end).whole();
        let wrong_of_first = first.put(s, bytes, to, room);
        let (bytes, room) = (&bytes[end..], &mut room[first.written() & 63..]);
        let wrong_of_second = second.put(s, bytes, to, room);
        let others_of_first = first.others(s, wrong_of_first);
        if !(others_of_first | second.others(s, wrong_of_second)).any() {
            run.read += first.end() + second.end();
            run.written += first.written() + second.written();
            plain = if high == 0 { plain + 1 } else { 0 };
            if plain < PLAIN {
                continue;
            }
            break;
        }
        let (mut piece, mut wrong) = (first, wrong_of_first);
        if !others_of_first.any() {
            run.read += first.end();
            run.written += first.written();
            (piece, wrong) = (second, wrong_of_second);
        }
        let front = wrong.eq32(s.splat(0)).high_bits32().trailing_ones() as usize;
        run.read += piece.ascii + 4 * front;
        run.written += piece.ascii + 2 * front;
        let is_none = piece.ascii + front == 0;
        if front < 4 && !between(src, to, dst, &mut run) && is_none {
            break;
        }
    }
    run
}

/// Some ASCII, and characters of four bytes behind it, up to the next ASCII or to where it is cut; in elements of a form that
/// has `WIDTH` for each of these.
#[derive(Clone, Copy)]
pub(crate) struct Piece<const WIDTH: usize> {
    pub(crate) ascii: usize,
    pub(crate) others: usize,
}

impl<const WIDTH: usize> Piece<WIDTH> {
    /// What the lowest bits of `high` begin with, where ASCII ends by `end`. Where the bits end, so does what is not ASCII.
    #[inline(always)]
    pub(crate) fn new(end: u64, high: u64) -> Self {
        let ascii = (end | 1 << ASCII).trailing_zeros();
        let others = (!high >> (ascii & 63) | 1 << (FOURS * WIDTH)).trailing_zeros();
        Self { ascii: ascii as usize, others: others as usize }
    }

    /// The same to the end of a character that the bits end in. Where there is another end, `others` says so.
    #[inline(always)]
    pub(crate) fn whole(self) -> Self {
        Self { others: self.others.next_multiple_of(WIDTH), ..self }
    }

    #[inline(always)]
    pub(crate) fn end(self) -> usize {
        self.ascii + self.others
    }
}

impl Piece<4> {
    #[inline(always)]
    fn written(self) -> usize {
        self.ascii + self.others / 2
    }

    /// Writes it, with as much ASCII as there may be and four characters behind whatever they are, and returns what is wrong
    /// of these.
    #[inline(always)]
    fn put<S: Wide>(
        self,
        s: S,
        bytes: &[u8],
        to: Utf16,
        room: &mut [MaybeUninit<[u8; 2]>],
    ) -> S::Bytes {
        let mut i = 0;
        while i < ASCII {
            let (first, second) = to.ordered(s.load(&bytes[i..]), s.splat(0));
            first.zip_low8(second).store(&mut room[i..]);
            first.zip_high8(second).store(&mut room[i + 8..]);
            i += 16;
        }
        let four = fours(s, s.load(&bytes[self.ascii..]));
        ordered16(s, to, four.units).store(&mut room[self.ascii..]);
        four.wrong
    }

    /// Not 0 if what is behind the ASCII is something else than characters of four bytes.
    #[inline(always)]
    fn others<S: Wide>(self, s: S, wrong: S::Bytes) -> S::Bytes {
        wrong & s.load(&IN_WORD[(self.others + 1) & 63])
    }
}
