//! Code-unit lengths and counts by formula.
//!
//! Each function is exact for well-formed input. Ill-formed input gives the value of the formula
//! that its doc states, on every backend; [`crate::len_lossy`] is exact for any input.

use core::array::from_fn;

use crate::form::{Utf16, Utf32};
use crate::{Error, validate_utf8};

/// Code points in UTF-8: the bytes outside 80..BF.
#[must_use]
pub fn count_utf8(src: &[u8]) -> usize {
    sum::<128, _>(src, |byte| u8::from(byte & 0xC0 != 0x80))
}

/// Bytes 0A: line feeds in UTF-8, and in all else whose first 128 characters are ASCII.
#[must_use]
pub fn count_line_feeds_utf8(src: &[u8]) -> usize {
    count_units(src, b'\n')
}

/// Checks that `src` is well-formed UTF-8, and counts its bytes 0A.
///
/// # Errors
/// As [`validate_utf8`].
pub fn validate_utf8_lines(src: &[u8]) -> Result<usize, Error> {
    validate_utf8(src)?;
    Ok(count_line_feeds_utf8(src))
}

/// Code units 0A.
#[must_use]
pub fn count_line_feeds_utf16(from: Utf16, src: &[[u8; 2]]) -> usize {
    count_units(src, from.0.bytes16(0x0A))
}

/// Code units 0A.
#[must_use]
pub fn count_line_feeds_utf32(from: Utf32, src: &[[u8; 4]]) -> usize {
    count_units(src, from.0.bytes32(0x0A))
}

/// Code points in UTF-8 behind the last byte 0A, if there is one: the bytes outside 80..BF.
#[must_use]
pub fn count_last_line_utf8(src: &[u8]) -> Option<usize> {
    behind_last(src, *b"\n").map(|at| count_utf8(&src[at..]))
}

/// Code points in Latin-1 behind the last byte 0A, if there is one.
#[must_use]
pub fn count_last_line_latin1(src: &[u8]) -> Option<usize> {
    behind_last(src, *b"\n").map(|at| src.len() - at)
}

/// Code points in UTF-16 behind the last code unit 0A, if there is one: the code units outside DC00..DFFF.
#[must_use]
pub fn count_last_line_utf16(from: Utf16, src: &[[u8; 2]]) -> Option<usize> {
    let at = behind_last(src.as_flattened(), from.0.bytes16(0x0A))?;
    Some(count_utf16(from, &src[at / 2..]))
}

/// Code points in UTF-32 behind the last code unit 0A, if there is one.
#[must_use]
pub fn count_last_line_utf32(from: Utf32, src: &[[u8; 4]]) -> Option<usize> {
    let at = behind_last(src.as_flattened(), from.0.bytes32(0x0A))?;
    Some(src.len() - at / 4)
}

/// The byte behind the last of these units, which have 1, 2 or 4 bytes.
fn behind_last<const N: usize>(text: &[u8], unit: [u8; N]) -> Option<usize> {
    // Lanes of a word: all bits but the highest, which is set in `zeros` where a lane is the unit.
    let below = u64::MAX / (u64::MAX >> (64 - 8 * N)) * (u64::MAX >> (65 - 8 * N));
    let all = u64::from_le_bytes(from_fn(|i| unit[i % N]));
    let (rest, words) = text.as_rchunks::<8>();
    let mut end = text.len();
    for word in words.iter().rev() {
        let x = u64::from_le_bytes(*word) ^ all;
        let zeros = !(((x & below) + below) | x | below);
        if zeros != 0 {
            return Some(end - zeros.leading_zeros() as usize / 8);
        }
        end -= 8;
    }
    let units = rest.as_chunks::<N>().0;
    units.iter().rposition(|other| *other == unit).map(|at| (at + 1) * N)
}

/// How often `unit` is there.
fn count_units<U: Copy + PartialEq>(src: &[U], unit: U) -> usize {
    sum::<128, _>(src, |other| u8::from(other == unit))
}

/// The sum of what the units count for, each so much that a block has no more than 255.
///
/// Of a block it is taken in a counter of one byte, which the compiler has in vectors; in one of a word it had two
/// units in each.
#[inline(always)]
fn sum<const BLOCK: usize, U: Copy>(src: &[U], weight: impl Fn(U) -> u8) -> usize {
    let of_block =
        |block: &[U]| usize::from(block.iter().fold(0_u8, |sum, &unit| sum + weight(unit)));
    let (blocks, rest) = src.as_chunks::<BLOCK>();
    blocks.iter().fold(0, |total, block| total + of_block(block)) + of_block(rest)
}

/// UTF-16 code units for UTF-8: the bytes outside 80..BF, and those from F0 on once more.
#[must_use]
pub fn utf16_len_from_utf8(src: &[u8]) -> usize {
    sum::<64, _>(src, |byte| u8::from(byte & 0xC0 != 0x80) + u8::from(byte >= 0xF0))
}

/// Code points in UTF-16: the code units outside DC00..DFFF.
#[must_use]
pub fn count_utf16(from: Utf16, src: &[[u8; 2]]) -> usize {
    sum::<128, _>(src, |unit| u8::from(from.0.u16(unit) & 0xFC00 != 0xDC00))
}

/// UTF-8 bytes for UTF-16: 1 below 80, 2 below 800 and for each surrogate, else 3.
#[must_use]
pub fn utf8_len_from_utf16(from: Utf16, src: &[[u8; 2]]) -> usize {
    sum::<64, _>(src, |unit| {
        let unit = from.0.u16(unit);
        1 + u8::from(unit >= 0x80) + u8::from(unit >= 0x800 && unit & 0xF800 != 0xD800)
    })
}

/// UTF-8 bytes for UTF-32: 1 below 80, 2 below 800, 3 below 10000, else 4.
#[must_use]
pub fn utf8_len_from_utf32(from: Utf32, src: &[[u8; 4]]) -> usize {
    src.len()
        + sum::<64, _>(src, |unit| {
            let unit = from.0.u32(unit);
            u8::from(unit >= 0x80) + u8::from(unit >= 0x800) + u8::from(unit >= 0x1_0000)
        })
}

/// UTF-16 code units for UTF-32: 1 below 10000, else 2.
#[must_use]
pub fn utf16_len_from_utf32(from: Utf32, src: &[[u8; 4]]) -> usize {
    src.len() + sum::<128, _>(src, |unit| u8::from(from.0.u32(unit) >= 0x1_0000))
}

/// UTF-8 bytes for Latin-1: 1 below 80, else 2.
#[must_use]
pub fn utf8_len_from_latin1(src: &[u8]) -> usize {
    src.len() + sum::<128, _>(src, |byte| byte >> 7)
}
