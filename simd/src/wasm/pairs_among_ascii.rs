//! UTF-16 of ASCII with pairs among it, as emoji stand behind words, to UTF-8: as
//! [`crate::kernels::four_among_ascii`] does the other way.
//!
//! ```text
//!   at       w o r d _ E E w o r d _ E E …    64 units from the beginning of a character on
//!   high     . . . . . x x . . . . . x x …    which of them are not ASCII: up to where two pieces go
//!   written  w o r d _ . . . .                a piece as if it were ASCII, and over that from the first that is not
//!                      a b c d                up to four characters, of four bytes each
//! ```
//!
//! By sixteen units ([`super::utf16_any`]) whether there is a pair among them is a jump that nobody foresees. (Node 20 on
//! Zen 4, 2026-11-26, by times of scalar: ASCII with an emoji behind each third word 2.8 by them and 4.5 so, with one to three
//! behind each second 2.8 and 4.3. As a way inside the loop of the other all else took 1.05 of the time.)

use core::mem::MaybeUninit;

use super::{Simd128, U8x16};
use crate::fallback::ByteOrder;
use crate::fallback::form::Utf16;
use crate::kernels::encode_points::four_bytes_of;
use crate::kernels::four_among_ascii::{FOURS, Piece};
use crate::kernels::four_words::IN_WORD;
use crate::kernels::from_utf8::Stop;
use crate::kernels::utf16_to_utf32::points_of_pairs;
use crate::kernels::utf16_units::{BLOCK, ordered};
use crate::vector::{Bytes, Lanewise, Simd, Vector, Wide};

/// Units that a step may read, and bytes that it may write, as the compiler knows where the second piece and the pairs of each
/// begin: by six bits.
const STEP: usize = 63 + 63 + 2 * FOURS;
const ROOM: usize = 63 + 63 + 4 * FOURS;

/// Steps of nothing but ASCII, behind which it goes on by blocks.
const PLAIN: usize = 4;

/// Surrogates of a block at most that is mostly ASCII.
const FEW: u32 = 32;

/// Converts ASCII and pairs at the front of `src`, and returns how much.
#[inline(never)]
pub(super) fn run<const BIG: bool>(
    s: Simd128,
    src: &[[u8; 2]],
    dst: &mut [MaybeUninit<u8>],
) -> Stop {
    let from = Utf16(if BIG { ByteOrder::Big } else { ByteOrder::Little });
    let mut run = Stop { read: 0, written: 0 };
    let mut plain = 0;
    while let Some(units) = src[run.read..].first_chunk::<STEP>()
        && let Some(room) = dst[run.written..].first_chunk_mut::<ROOM>()
    {
        let single = |at: usize| {
            let x80 = s.words(0x80);
            load(s, from, &units[at..])
                .min16(x80)
                .narrow16(load(s, from, &units[at + 8..]).min16(x80))
        };
        let (a, b, c, d) = (single(0), single(16), single(32), single(48));
        let high = a.high_bits() | b.high_bits() << 16 | c.high_bits() << 32 | d.high_bits() << 48;
        let first = Piece::new(high, high);
        let end = first.end() & 63;
        // The last unit is taken for the first that is not ASCII, if there is no other.
        let second = Piece::new(((high | 1 << 63) as i64 >> end) as u64, high >> end).whole();
        a.store(room);
        b.store(&mut room[16..]);
        let wrong_of_first = first.put_pairs(s, from, units, room);
        let (units, room) = (&units[end..], &mut room[first.written() & 63..]);
        let ascii =
            |at: usize| load(s, from, &units[at..]).narrow16(load(s, from, &units[at + 8..]));
        ascii(0).store(room);
        ascii(16).store(&mut room[16..]);
        let wrong_of_second = second.put_pairs(s, from, units, room);
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
        run.read += piece.ascii + 2 * front;
        run.written += piece.ascii + 4 * front;
        break;
    }
    run
}

/// Whether a block is ASCII with some pairs, or surrogates of other kinds.
#[inline(always)]
pub(super) fn is_mostly_ascii(s: Simd128, from: Utf16, block: &[[u8; 2]; BLOCK]) -> bool {
    let mut others = s.splat(0);
    let (mut surrogates, mut at) = (0, 0);
    while at < BLOCK {
        let units = load(s, from, &block[at..]);
        let moved = units ^ s.words(0xD800);
        let surrogate = moved.min16(s.words(0x07FF)).eq16(moved);
        surrogates += surrogate.high_bits().count_ones() / 2;
        others = others | (units & s.words(0xFF80)).without(surrogate);
        at += 8;
    }
    !others.any() && surrogates <= FEW
}

/// Eight units, as numbers.
#[inline(always)]
fn load(s: Simd128, from: Utf16, units: &[[u8; 2]]) -> U8x16 {
    ordered(s, from, ByteOrder::Little, s.load(units.as_flattened()))
}

impl Piece<2> {
    #[inline(always)]
    fn written(self) -> usize {
        self.ascii + 2 * self.others
    }

    /// Writes four pairs behind the ASCII, whatever they are, and returns what is wrong of them.
    #[inline(always)]
    fn put_pairs(
        self,
        s: Simd128,
        from: Utf16,
        units: &[[u8; 2]],
        room: &mut [MaybeUninit<u8>],
    ) -> U8x16 {
        let pairs = load(s, from, &units[self.ascii..]);
        four_bytes_of(s, points_of_pairs(s, pairs)).store(&mut room[self.ascii..]);
        pairs & s.doubles(0xFC00_FC00) ^ s.doubles(0xDC00_D800)
    }

    /// Not 0 if what is behind the ASCII is something else than pairs: a row is for bytes, of which a pair has four.
    #[inline(always)]
    fn others(self, s: Simd128, wrong: U8x16) -> U8x16 {
        wrong & s.load(&IN_WORD[2 * self.others & 63])
    }
}
