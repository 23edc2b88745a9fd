//! UTF-8 to all else, by words of eight bytes.
//!
//! A loop over characters has a branch on the kind of each, and text of most scripts has words between spaces: at the end of
//! each the branch is missed, which costs as much as five characters. Arithmetic on a word finds how many characters of two
//! bytes lead it and how many of ASCII are behind those; as many units as there can be are written, and those behind the last
//! are written over by the next step.
//!
//! ```text
//! bytes       D1 82  D0 BE  20  D0 B2  D1        lanes of two bytes, the lower one the lead byte
//! ^ 80C0      ok     ok     no                   after & C0E0: 0 where lead and continuation byte have their bits
//! pairs       2                                  the zeros below the lowest bit, by 16
//! ASCII       1                                  highest bits behind the pairs: the zeros below the lowest, by 8
//! units       0442   043E   …                    lead & 1F << 6 | continuation & 3F, in all lanes at once
//!             20     …                           from unit 2 on
//! read 5 bytes, written 3 units
//! ```
//!
//! Characters of three and four bytes are read four at a time. Where one is, the next often are as well: for four of three
//! bytes there is a branch, which makes the next step wait for nothing (Chinese). Behind less than four a word of the source
//! alone tells where the ASCII behind them ends (Korean).
//!
//! Tried and lost: one word a step in characters of two bytes (Russian and Arabic 1.4 times as long), the end of three-byte
//! characters from the same flags that say which are wrong (Korean 1.2 times), a test whether a second character of four bytes
//! follows (emoji 1.1 times). Text whose every character has another length than the one before loses by a fifth to a third
//! against a loop over characters: a step does four and one of them is of use.
//!
//! To Latin-1 the lead bytes C2 and C3 are all there are of two bytes, and nothing has more. To UTF-8 what was read is copied.

use core::mem::MaybeUninit;

use crate::form::{Source, Target, Utf8};
use crate::lanes::{in_16, in_32, spread_16};
use crate::singles::blocks;

/// Bytes of the source, and units of room for the output, that there have to be.
pub(crate) const WINDOW: usize = 24;
pub(crate) const ROOM: usize = 16;

/// The highest bit of each byte.
const HIGHEST: u64 = 0x8080_8080_8080_8080;

/// What a step has read and written.
struct Step {
    read: usize,
    written: usize,
}

/// Converts from the front of `src` as long as there are windows of source and of room, and returns the bytes read and the
/// units written: all that is before the first character that is ill-formed or that Latin-1 has not, and maybe less.
///
/// `S` is UTF-8 or a `str`. Not inlined, so that the loop over characters keeps its registers.
#[inline(never)]
pub(crate) fn run<S: Source, T: Target>(
    src: &[u8],
    to: T,
    dst: &mut [MaybeUninit<T::Unit>],
) -> (usize, usize) {
    // The order of the bytes is a constant in each loop.
    to.in_each_order(
        #[inline(always)]
        |to| {
            let (mut read, mut written) = (0, 0);
            while let Some(window) = src[read..].first_chunk::<WINDOW>()
                && let Some(out) = dst[written..].first_chunk_mut::<ROOM>()
            {
                if T::IS_UTF8
                    && let Some(out) = out.first_chunk_mut()
                {
                    // More than the characters of a step is written over by the next.
                    to.put_ascii::<16>(at(window, 0), out);
                }
                let step = match window[0] {
                    ..0xE0 => ascii_and_twos::<S, T>(window, to, out),
                    _ if T::SINGLES == 0x100 => break,
                    0xE0..0xF0 => threes::<S, T>(window, to, out),
                    _ => fours::<S, T>(window, to, out),
                };
                if step.read == 0 {
                    break;
                }
                read += step.read;
                written += if T::IS_UTF8 { step.read } else { step.written };
                if step.read == 16 && window[0] < 0x80 {
                    let run = blocks::<64, Utf8, T>(Utf8, &src[read..], to, &mut dst[written..]);
                    read += run;
                    written += run;
                }
            }
            (read, written)
        },
    )
}

/// Writes eight bytes of ASCII.
#[inline(always)]
fn put_eight<T: Target>(ascii: u64, to: T, out: &mut [MaybeUninit<T::Unit>]) {
    if T::IS_UTF8 {
        return;
    }
    if size_of::<T::Unit>() == 1 {
        if let Some(out) = out.first_chunk_mut() {
            to.put_ascii::<8>(ascii.to_le_bytes(), out);
        }
        return;
    }
    for (four, out) in [ascii, ascii >> 32].into_iter().zip(out.as_chunks_mut().0) {
        to.put_lanes(spread_16(four as u32), out);
    }
}

/// The `N` bytes at `at` of a window, which must have them.
#[inline(always)]
fn at<const N: usize>(window: &[u8; WINDOW], at: usize) -> [u8; N] {
    window[at..at + N].try_into().unwrap_or([0; N])
}

/// The characters of two bytes at the front of the first sixteen bytes, and of those behind them up to eight of ASCII.
#[inline(always)]
fn ascii_and_twos<S: Source, T: Target>(
    window: &[u8; WINDOW],
    to: T,
    out: &mut [MaybeUninit<T::Unit>; ROOM],
) -> Step {
    let words = [0, 8].map(|i| u64::from_le_bytes(at(window, i)));
    let high = words.map(|word| word & HIGHEST);
    if high[0] == 0 {
        put_eight(words[0], to, out);
        if high[1] == 0 {
            put_eight(words[1], to, &mut out[8..]);
            return Step { read: 16, written: 16 };
        }
        return Step { read: 8, written: 8 };
    }
    let [low, up] = words.map(|word| {
        let bits = word ^ in_16(0x80C0);
        // Each in the lower byte, so that the lowest bit tells that the lane is wrong and not its second byte.
        let mut wrong = bits & in_16(0xE0) | bits >> 9 & in_16(0x60);
        if !S::IS_STR {
            // C0 and C1 are 20 less what they have below it, which is nothing.
            wrong |= (in_16(0x20) - (word & in_16(0x1E))) & in_16(0x20);
        }
        if T::SINGLES == 0x100 {
            // Latin-1 has the characters of C2 and C3.
            wrong |= word & in_16(0x1C);
        }
        u128::from(wrong)
    });
    for (i, word) in words.into_iter().enumerate() {
        let units = (word & in_16(0x1F)) << 6 | word >> 8 & in_16(0x3F);
        if let Some(out) = out[4 * i..].first_chunk_mut() {
            to.put_lanes(units, out);
        }
    }
    let wrong = low | up << 64;
    let pairs = wrong.trailing_zeros() as usize / 16;
    let before = wrong.wrapping_sub(1) & !wrong;
    let high = u128::from(high[0]) | u128::from(high[1]) << 64;
    let end = (high & !before).trailing_zeros() as usize / 8;
    put_eight(u64::from_le_bytes(at(window, 2 * pairs)) & !HIGHEST, to, &mut out[pairs..]);
    let end = end.min(2 * pairs + 8);
    Step { read: end, written: end - pairs }
}

/// Up to four characters of three bytes, and behind less than four, if the first eight bytes after the
/// first character tell where they end, ASCII.
#[inline(always)]
fn threes<S: Source, T: Target>(
    window: &[u8; WINDOW],
    to: T,
    out: &mut [MaybeUninit<T::Unit>; ROOM],
) -> Step {
    // Two characters in each word, in lanes of 32 bits.
    let twos = [0, 6].map(|i| {
        let word = u64::from_le_bytes(at(window, i));
        word & 0xFF_FFFF | (word & 0xFFFF_FF00_0000) << 8
    });
    let points = twos
        .map(|two| (two & in_32(0x0F)) << 12 | two >> 2 & in_32(0x0FC0) | two >> 16 & in_32(0x3F));
    let [low, up] = points.map(|two| two & 0xFFFF | two >> 16);
    if let Some(out) = out.first_chunk_mut() {
        to.put_lanes(low & 0xFFFF_FFFF | up << 32, out);
    }
    let wrong = [0, 1].map(|i| {
        let form = twos[i] & in_32(0x00C0_C0F0) ^ in_32(0x0080_80E0);
        if S::IS_STR {
            return form;
        }
        // 0000 to 07FF is overlong, D800 to DFFF are surrogates: the first and the 28th of 32 parts.
        let part = points[i] >> 11 & in_32(0x1F);
        form | ((in_32(0x20) - part) | (in_32(0x20) - (part ^ in_32(0x1B)))) & in_32(0x20)
    });
    if wrong[0] | wrong[1] == 0 {
        return Step { read: 12, written: 4 };
    }
    // The first bits of the characters that are wrong, and of what is behind the last.
    let [low, up] = wrong.map(|two| {
        let is_wrong = (two + in_32(0x7FFF_FFFF)) & in_32(0x8000_0000);
        is_wrong >> 31 & 1 | is_wrong >> 63 << 24
    });
    let wrong = u128::from(low) | u128::from(up | 1 << 48) << 48;
    let first = wrong & wrong.wrapping_neg();
    let whole = first.trailing_zeros() as usize / 24;
    // The common case, of which the next step waits for one word alone: the word behind the first character has the end of
    // the characters of three bytes. All bits of each byte of ASCII are set; adding the lowest leaves of the first of them in
    // a row one bit behind the last.
    let ascii = !u64::from_le_bytes(at(window, 3)) & HIGHEST;
    let ascii = ascii | (ascii - (ascii >> 7));
    let lowest = ascii & ascii.wrapping_neg();
    if first != u128::from(lowest) << 24 {
        return Step { read: 3 * whole, written: whole };
    }
    let end = 3 + ascii.wrapping_add(lowest).trailing_zeros() as usize / 8;
    put_eight(u64::from_le_bytes(at(window, 3 * whole)) & !HIGHEST, to, &mut out[whole..]);
    Step { read: end, written: end - 2 * whole }
}

/// Up to four characters of four bytes.
#[inline(always)]
fn fours<S: Source, T: Target>(
    window: &[u8; WINDOW],
    to: T,
    out: &mut [MaybeUninit<T::Unit>; ROOM],
) -> Step {
    let mut wrong = 0;
    for (i, bytes) in at::<16>(window, 0).as_chunks::<4>().0.iter().enumerate() {
        let bytes = u32::from_le_bytes(*bytes);
        let c = (bytes & 0x07) << 18
            | bytes << 4 & 0x3_F000
            | bytes >> 10 & 0x0FC0
            | bytes >> 24 & 0x3F;
        let mut is_wrong = bytes & 0xC0C0_C0F8 != 0x8080_80F0;
        if !S::IS_STR {
            is_wrong |= c.wrapping_sub(0x1_0000) >= 0x10_0000;
        }
        wrong |= u32::from(is_wrong) << i;
        let units = T::units(0x1_0000);
        to.put_supplementary(c, &mut out[units * i..]);
    }
    let whole = if wrong == 0 { 4 } else { wrong.trailing_zeros() as usize };
    Step { read: 4 * whole, written: T::units(0x1_0000) * whole }
}
