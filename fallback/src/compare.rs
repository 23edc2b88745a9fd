//! How far two texts are the same, unit by unit.

use crate::form::{Utf16, Utf32};

/// Units that are compared at once: without a branch between them the compiler has them in vectors.
const BLOCK: usize = 32;

/// The number of bytes before the first that is not the same in both; the shorter length if there is none.
#[must_use]
pub fn common_prefix_len(a: &[u8], b: &[u8]) -> usize {
    prefix_len(a, b, |a, b| a == b)
}

/// The number of bytes before the first that is not ASCII, or not the code unit at its place.
#[must_use]
pub fn common_prefix_len_ascii_utf16(src: &[u8], to: Utf16, units: &[[u8; 2]]) -> usize {
    prefix_len(src, units, |byte, unit| byte < 0x80 && to.0.u16(unit) == u16::from(byte))
}

/// The same of Latin-1: the number of bytes before the first that is not the code unit at its place.
#[must_use]
pub fn common_prefix_len_latin1_utf16(src: &[u8], to: Utf16, units: &[[u8; 2]]) -> usize {
    prefix_len(src, units, |byte, unit| to.0.u16(unit) == u16::from(byte))
}

/// See [`common_prefix_len_ascii_utf16`].
#[must_use]
pub fn common_prefix_len_ascii_utf32(src: &[u8], to: Utf32, units: &[[u8; 4]]) -> usize {
    prefix_len(src, units, |byte, unit| byte < 0x80 && to.0.u32(unit) == u32::from(byte))
}

/// See [`common_prefix_len_latin1_utf16`].
#[must_use]
pub fn common_prefix_len_latin1_utf32(src: &[u8], to: Utf32, units: &[[u8; 4]]) -> usize {
    prefix_len(src, units, |byte, unit| to.0.u32(unit) == u32::from(byte))
}

/// The number of units before the first that is not the same, as `same` has it.
#[inline(always)]
fn prefix_len<U: Copy, V: Copy>(a: &[U], b: &[V], same: impl Fn(U, V) -> bool) -> usize {
    let len = a.len().min(b.len());
    let (a, b) = (&a[..len], &b[..len]);
    let mut at = 0;
    for (a, b) in a.chunks_exact(BLOCK).zip(b.chunks_exact(BLOCK)) {
        if !a.iter().zip(b).fold(true, |all, (&a, &b)| all & same(a, b)) {
            break;
        }
        at += BLOCK;
    }
    let rest = a[at..].iter().zip(&b[at..]);
    at + rest.take_while(|&(&a, &b)| same(a, b)).count()
}
