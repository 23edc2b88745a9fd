//! Words of characters of four bytes with ASCII between them, as text of emoji has them, where no place of output is found by
//! counting ends.
//!
//! ```text
//!   at       E E E E E E _ E E …          64 bytes from the beginning of a character on
//!   ascii    ........................x_…  which of them are ASCII: where two words end
//!   units    a b c d e f . .              each four bytes as if they were a character
//!   wrong    . . . . . . x x              what of them is not, of which a row of a table leaves what is in the word
//!   written  a a b b c c d d e e f f _    eight characters, and the byte behind the word as if it were ASCII; what is
//!                                         too much is written over
//! ```
//!
//! How long a word is makes no branch. What the next step waits for is `ascii` and no more, and two words are known by
//! it. A word and the byte behind are 4n + 1 bytes, or 4n where it is cut: all else follows from that number.
//!
//! Where a word is not so, as much of it is done as is, and then some characters of three bytes by themselves: pictographs
//! of several code points have joiners and variation selectors between.
//!
//! Words of one to eight emoji, by times of scalar: in WebAssembly on Zen 5 1.9 by blocks, 2.2 where a step of one word
//! waited for the tags and the byte behind, 3.0 by the mask, 3.3 of two words (2026-11-25); on Zen 4 3.1 of two words where each
//! character was asked for and what is out of range was kept for the end, and 3.6 so (node 20, 2026-11-26).

use core::mem::MaybeUninit;

use super::encode_points_wide::ordered16;
use super::pack::Sink;
use crate::aligned::Aligned;
use crate::fallback::form::Utf16;
use crate::vector::{Bytes, Lanewise, Vector, Wide};

/// Bytes of a word at most that a step does. The second one is shorter, since there are 64 bits for both.
const FIRST: usize = 32;
const SECOND: usize = 28;

/// Bytes that a step may read, and units that it may write, as the compiler knows the numbers: by their bits.
const STEP: usize = 64 + 32;
const ROOM: usize = 63 + 16 + 1;

/// Bytes of a step, in the middle of several, that are as many as blocks do in the same time; and how many a run may be
/// behind that. Letters go one by one here, and others between take so many bytes more, by which eight Han of plane 2 with a comma
/// of three bytes behind go by blocks: 0.68 of the time (WebAssembly on Zen 4, node 20, 2026-11-27).
const STEADY: usize = 32;
const AHEAD: usize = 64;
const STEADY_BETWEEN: usize = 16;

/// Bytes that a call goes through at most: where there are many in a row, other ways are faster.
const MOST: usize = 4096;

/// How far it went.
#[derive(Clone, Copy, Default)]
pub(crate) struct Run {
    /// Bytes, up to the end of a character.
    pub(crate) read: usize,
    /// Units.
    pub(crate) written: usize,
}

/// Converts characters of four bytes and ASCII at the front of `src`, and returns how much.
#[inline(always)]
pub(crate) fn four_words<S: Wide>(
    s: S,
    src: &[u8],
    to: Utf16,
    dst: &mut [MaybeUninit<[u8; 2]>],
) -> Run {
    let src = &src[..src.len().min(MOST)];
    let mut run = Run::default();
    let mut due = 0;
    while let Some(bytes) = src[run.read..].first_chunk::<STEP>()
        && run.read + AHEAD >= due
        && let Some(room) = dst[run.written..].first_chunk_mut::<ROOM>()
    {
        due += STEADY;
        let ascii = !high_bits(s, bytes);
        let first = (ascii << 1 | 1 << FIRST).trailing_zeros() as usize;
        let (of_first, wrong_of_first) = put_word(s, bytes, to, room, first);
        let second = (ascii >> first << 1 | 1 << SECOND).trailing_zeros() as usize;
        let room = &mut room[first.div_ceil(2)..];
        let (of_second, wrong_of_second) = put_word(s, &bytes[first..], to, room, second);
        if !(wrong_of_first | wrong_of_second).any() {
            run.read += first + second;
            run.written += first.div_ceil(2) + second.div_ceil(2);
            continue;
        }
        let mut front = characters(s, of_first);
        if !wrong_of_first.any() {
            run.read += first;
            run.written += first.div_ceil(2);
            front = characters(s, of_second);
        }
        run.read += 4 * front;
        run.written += 2 * front;
        due += STEADY_BETWEEN;
        if !between(src, to, dst, &mut run) {
            break;
        }
    }
    run
}

/// Which of 64 bytes are not ASCII.
#[inline(always)]
pub(super) fn high_bits<S: Wide>(s: S, bytes: &[u8]) -> u64 {
    let mut high = 0;
    let mut at = 0;
    while at < 64 {
        high |= s.load(&bytes[at..]).high_bits() << at;
        at += S::Bytes::LANES;
    }
    high
}

/// Writes eight characters and the byte behind the first of them that are `read` bytes with or without it, and returns what
/// is wrong of all, and of those.
#[inline(always)]
fn put_word<S: Wide>(
    s: S,
    bytes: &[u8],
    to: Utf16,
    room: &mut [MaybeUninit<[u8; 2]>],
    read: usize,
) -> ([S::Bytes; 2], S::Bytes) {
    let (a, b) = (fours(s, s.load(bytes)), fours(s, s.load(&bytes[16..])));
    ordered16(s, to, a.units).store(room);
    ordered16(s, to, b.units).store(&mut room[8..]);
    let end = read & !3;
    room[end / 2] = MaybeUninit::new(to.ascii(bytes[end]));
    let row = &IN_WORD[read & 63];
    let wrong = a.wrong & s.load(row) | b.wrong & s.load(&row[16..]);
    ([a.wrong, b.wrong], wrong)
}

/// How many of eight are characters of four bytes, up to the first that is not.
#[inline(always)]
fn characters<S: Wide>(s: S, [a, b]: [S::Bytes; 2]) -> usize {
    let right = |wrong: S::Bytes| wrong.eq32(s.splat(0)).high_bits32();
    (right(a) | right(b) << 4).trailing_ones() as usize
}

/// For a number of bytes, of which the last is ASCII or another character begins behind it, all ones in the lanes of 32 bits
/// that have to be characters of four bytes, if the number is 4n or 4n + 1; else one more, which is none.
pub(crate) static IN_WORD: Aligned<[[u8; 32]; 64]> = Aligned({
    let mut rows = [[0; 32]; 64];
    let mut read = 0;
    while read < 64 {
        let mut at = 0;
        while at < 32 && at < (read + 2) / 4 * 4 {
            rows[read][at] = 0xFF;
            at += 1;
        }
        read += 1;
    }
    rows
});

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

/// Four times four bytes.
pub(super) struct Fours<V> {
    /// Pairs of surrogates.
    pub(super) units: V,
    /// 0 in the lanes of 32 bits where there is a character of four bytes.
    pub(super) wrong: V,
}

/// See [`Fours`].
///
/// ```text
///   F0 9F 98 80          the tags are taken away, which are in `wrong` if they are others
///   01F, 600             12 bits of two bytes each, 9 of the first two
///   007C | 0001, 0200    D7C0 is added, and DC00: of a code point below 10000 the sum is below D800, of one above 10FFFF
///                        above DBFF
/// ```
#[inline(always)]
pub(super) fn fours<S: Wide>(s: S, x: S::Bytes) -> Fours<S::Bytes> {
    let x = x ^ s.doubles(0x8080_80F0);
    let bits = (x & s.words(0x00FF)).shl16::<6>() | x.shr16::<8>();
    let high = bits.products16(s.doubles(4)) | bits.shr32::<26>();
    let units = high.add32(s.doubles(0xDC00_D7C0)) | bits & s.doubles(0x03FF_0000);
    let range = units & s.doubles(0xFC00) ^ s.doubles(0xD800);
    Fours { units, wrong: x & s.doubles(0xC0C0_C0F8) | range }
}
