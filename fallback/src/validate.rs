//! Validation without output.

use crate::Error;
use crate::form::{Source, Utf16};
use crate::utf8::ascii_block;

/// How many code units are decoded one by one where a block did not pass: as many as the largest block
/// has, so that text of which no block passes is not looked at twice for each of its units.
pub(crate) const DECODED: usize = 32;

/// Checks that `src` is well-formed.
///
/// # Errors
/// The first ill-formed sequence.
#[inline]
pub fn validate<S: Source>(from: S, src: &S::Slice) -> Result<(), Error> {
    let len = S::len(src);
    let mut read = 0;
    while read < len {
        let block = from.well_formed_block(src, read);
        if block > 0 {
            read += block;
            continue;
        }
        let end = len.min(read + DECODED);
        while read < end {
            match from.decode(src, read) {
                Ok((_, units)) => read += units,
                Err(malformed) => return Err(Error::new(malformed.kind, read, malformed.len)),
            }
        }
    }
    Ok(())
}

/// The exact error of UTF-16 that is known to be ill-formed at `at` or behind it: as
/// [`locate_utf8`](crate::locate_utf8), from the high surrogate that may stand before `at`.
///
/// # Errors
/// The first ill-formed sequence.
#[cold]
#[inline(never)]
pub fn locate_utf16(from: Utf16, src: &[[u8; 2]], at: usize) -> Result<(), Error> {
    let open = src[..at].last().is_some_and(|&unit| from.0.u16(unit) & 0xFC00 == 0xD800);
    let start = at - usize::from(open);
    validate(from, &src[start..]).map_err(|error| error.offset(start))
}

/// Whether every byte is below 80.
#[must_use]
pub fn is_ascii(src: &[u8]) -> bool {
    ascii_prefix_len(src) == src.len()
}

/// The number of bytes before the first one that is 80 or above.
#[must_use]
pub fn ascii_prefix_len(src: &[u8]) -> usize {
    let mut at = 0;
    while ascii_block::<32>(src, at).is_some() {
        at += 32;
    }
    while ascii_block::<8>(src, at).is_some() {
        at += 8;
    }
    at + src[at..].iter().take_while(|byte| byte.is_ascii()).count()
}

/// Whether every code unit is below 80.
#[must_use]
pub fn is_ascii_utf16(from: Utf16, src: &[[u8; 2]]) -> bool {
    ascii_prefix_len_utf16(from, src) == src.len()
}

/// The number of code units before the first one that is 80 or above.
#[must_use]
pub fn ascii_prefix_len_utf16(from: Utf16, src: &[[u8; 2]]) -> usize {
    let mut at = 0;
    while from.ascii_block::<32>(src, at).is_some() {
        at += 32;
    }
    while from.ascii_block::<8>(src, at).is_some() {
        at += 8;
    }
    at + src[at..].iter().take_while(|&&unit| from.0.u16(unit) < 0x80).count()
}
