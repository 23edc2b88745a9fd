//! Words of characters of four bytes with ASCII between them, as text of emoji has them, where no table is asked and
//! no place of output is found by counting ends.
//!
//! ```text
//!   at       E E E E E E _ E E …          64 bytes from the beginning of a character on
//!   high     xxxxxxxxxxxxxxxxxxxxxxxx_x…  which of them are not ASCII: how long two words are
//!   fits     x x x x x x . .              each four bytes with the tags of F0, 80, 80, 80: all in the word, or it ends
//!   written  a a b b c c d d e e f f _    eight characters, and the byte behind the word as if it were ASCII; what is
//!                                         too much is written over
//! ```
//!
//! How long a word is makes no branch. What the next step waits for is `high` and no more, and two words are known by
//! it. In WebAssembly on Zen 5, words of one to eight emoji by times of scalar: 1.9 by blocks, 2.2 where a step of one
//! word waited for the tags and the byte behind, 3.0 by the mask, 3.3 of two words (2026-11-25).
//!
//! Where a word is not so, as much of it is done as is, and then some characters of three bytes by themselves: pictographs
//! of several code points have joiners and variation selectors between. Generated text with those, by times of scalar: 2.7 to
//! 3.1 (Zen 3, node 20.20.2, 2026-11-25).
//!
//! Four bytes with these tags are such a character wherever they stand, so those behind the word that fit are held to its
//! range as well.

use core::mem::MaybeUninit;

use super::pack::Sink;
use super::text::Text;
use crate::vector::{Bytes, Lanewise, Vector, Wide};

/// Bytes that a call goes through at most: if one of them is wrong, all are done again.
pub(super) const MOST: usize = 4096;

/// Bytes of the words of a step at most, with the ASCII behind them. The second is shorter, since the mask has 64 bits.
const FIRST: usize = 32;
const SECOND: usize = 28;

/// Bytes that a step may read: eight characters from the place of the second word on, and a byte.
const STEP: usize = FIRST + 1 + 32 + 1;

/// Bytes of a step, in the middle of several, that are as many as blocks do in the same time; and how many a run may be
/// behind that. Letters go one by one here.
const STEADY: usize = 32;
const AHEAD: usize = 64;

/// How far it went.
#[derive(Clone, Copy, Default)]
pub(crate) struct Run {
    /// Bytes, up to the end of a character.
    pub(crate) read: usize,
    /// Units.
    pub(crate) written: usize,
}

/// Converts characters of four bytes and ASCII at the front of `src`, and returns how much: nothing if one is ill-formed.
#[inline(always)]
pub(crate) fn four_words<T: Text, S: Wide, K: Sink>(
    s: S,
    src: &[u8],
    to: K,
    dst: &mut [MaybeUninit<K::Unit>],
) -> Run {
    let src = &src[..src.len().min(MOST)];
    let mut run = Run::default();
    let mut bad = s.splat(0);
    let mut due = 0;
    while let Some(bytes) = src[run.read..].first_chunk::<STEP>()
        && run.read + AHEAD >= due
        && let Some(room) = dst[run.written..].get_mut(..2 * (8 * K::OF_FOUR + 1))
    {
        due += STEADY;
        let mut high = 0;
        for i in 0..4 {
            high |= s.load(&bytes[16 * i..]).high_bits() << (16 * i);
        }
        let first = Word::new(high, FIRST);
        let second = Word::new(high >> first.read(), SECOND);
        let bytes_of_second = &bytes[first.read()..];
        let room_of_first = &mut room[..8 * K::OF_FOUR + 1];
        let fits_of_first = first.put::<T, S, K>(s, bytes, to, room_of_first, &mut bad);
        let room_of_second = &mut room[first.written::<K>()..];
        let fits_of_second =
            second.put::<T, S, K>(s, bytes_of_second, to, room_of_second, &mut bad);
        if first.is_whole(fits_of_first) & second.is_whole(fits_of_second) {
            run.read += first.read() + second.read();
            run.written += first.written::<K>() + second.written::<K>();
            continue;
        }
        let mut front = first.front(fits_of_first);
        if first.is_whole(fits_of_first) {
            run.read += first.read();
            run.written += first.written::<K>();
            front = second.front(fits_of_second);
        }
        run.read += 4 * front;
        run.written += K::OF_FOUR * front;
        if !between(src, to, dst, &mut run) {
            break;
        }
    }
    if bad.any() { Run::default() } else { run }
}

/// Characters of three bytes that may stand between those of four, as joiners and variation selectors do.
const BETWEEN: usize = 4;

/// Converts them one by one, and tells whether there are any.
#[inline(always)]
pub(super) fn between<K: Sink>(
    src: &[u8],
    to: K,
    dst: &mut [MaybeUninit<K::Unit>],
    run: &mut Run,
) -> bool {
    let start = run.read;
    for _ in 0..BETWEEN {
        let Some(&[a @ 0xE0..0xF0, b, c]) = src[run.read..].first_chunk() else { break };
        let scalar = u32::from(a & 0x0F) << 12 | u32::from(b & 0x3F) << 6 | u32::from(c & 0x3F);
        let tags = (b ^ 0x80 | c ^ 0x80) & 0xC0;
        if tags != 0 || scalar < 0x800 || scalar & 0xF800 == 0xD800 {
            break;
        }
        let Ok(written) = to.encode(scalar, &mut dst[run.written..]) else { break };
        run.read += 3;
        run.written += written;
    }
    run.read > start
}

/// Some bytes that are not ASCII, and one behind them if that is.
#[derive(Clone, Copy)]
struct Word {
    len: usize,
    ascii: bool,
}

impl Word {
    /// What the lowest bits of `high` begin with, of at most `most` bytes that are not ASCII.
    #[inline(always)]
    fn new(high: u64, most: usize) -> Self {
        let len = (!high).trailing_zeros() as usize;
        Self { len: len.min(most), ascii: len < most }
    }

    #[inline(always)]
    fn read(self) -> usize {
        self.len + usize::from(self.ascii)
    }

    #[inline(always)]
    fn written<K: Sink>(self) -> usize {
        K::OF_FOUR * (self.len / 4) + usize::from(self.ascii)
    }

    /// Whether it is characters of four bytes, by those that fit.
    #[inline(always)]
    fn is_whole(self, fits: usize) -> bool {
        self.len.is_multiple_of(4) && !fits & ((1 << (self.len / 4)) - 1) == 0
    }

    /// How many such characters are at its front.
    #[inline(always)]
    fn front(self, fits: usize) -> usize {
        (fits.trailing_ones() as usize).min(self.len / 4)
    }

    /// Writes it, and returns a bit for each of eight characters of four bytes: whether it fits.
    #[inline(always)]
    fn put<T: Text, S: Wide, K: Sink>(
        self,
        s: S,
        bytes: &[u8],
        to: K,
        room: &mut [MaybeUninit<K::Unit>],
        bad: &mut S::Bytes,
    ) -> usize {
        let (a, b) = (fours(s, s.load(bytes)), fours(s, s.load(&bytes[16..])));
        if T::CHECKED {
            *bad = *bad | a.out_of_range | b.out_of_range;
        }
        to.fours_of_bits(s, a.bits, room);
        to.fours_of_bits(s, b.bits, &mut room[4 * K::OF_FOUR..]);
        let n = self.len / 4;
        room[K::OF_FOUR * n] = MaybeUninit::new(to.ascii(bytes[self.len]));
        a.fits.high_bits32() | b.fits.high_bits32() << 4
    }
}

/// Four times four bytes.
pub(super) struct Fours<V> {
    /// All ones where the tags are those of a character.
    pub(super) fits: V,
    /// The bits of the code points there, 9 and 12 of them in 16 each.
    pub(super) bits: V,
    /// Not 0 where it fits and the number is too low or too high.
    pub(super) out_of_range: V,
}

/// See [`Fours`].
#[inline(always)]
pub(super) fn fours<S: Wide>(s: S, x: S::Bytes) -> Fours<S::Bytes> {
    let fits = (x & s.doubles(0xC0C0_C0F8)).eq32(s.doubles(0x8080_80F0));
    let x = x & s.doubles(0x3F3F_3F07);
    // In 16 bits each: 12 bits, the first six of them from the byte at the lower address.
    let bits = (x & s.words(0x00FF)).shl16::<6>() | x.shr16::<8>();
    // Less 10000 a code point has 20 bits: the upper 9 are not below 10, and less that they are 8.
    let range = bits.sub16(s.doubles(0x10)) & s.doubles(0xFF00);
    Fours { fits, bits, out_of_range: range & fits }
}
