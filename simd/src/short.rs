//! What is shorter than the call of a kernel takes: looked at in the caller's own code.

use core::str;

use codeunit_fallback::form::Utf16;
use codeunit_fallback::{self as fallback, Error};

use crate::Kernels;

/// [`Kernels::validate_utf8`], for sources of any length.
///
/// # Errors
/// The first ill-formed sequence.
#[inline(always)]
pub fn validate_utf8(kernels: Kernels, src: &[u8]) -> Result<(), Error> {
    if src.len() >= 12 {
        kernels.validate_utf8(src)
    } else if is_ascii_short(src) || fallback::is_utf8_short(src) {
        Ok(())
    } else {
        fallback::validate_utf8(src)
    }
}

/// The source as text, if it is well-formed UTF-8.
///
/// # Errors
/// The first ill-formed sequence.
#[inline(always)]
pub fn from_utf8(kernels: Kernels, src: &[u8]) -> Result<&str, Error> {
    validate_utf8(kernels, src)?;
    // SAFETY: `src` has just been found well-formed, by a kernel of this crate, for there are no others, or by
    // the scalar path.
    Ok(unsafe { str::from_utf8_unchecked(src) })
}

/// [`Kernels::is_ascii`], likewise.
#[must_use]
#[inline(always)]
pub fn is_ascii(kernels: Kernels, src: &[u8]) -> bool {
    if src.len() > 16 { kernels.is_ascii(src) } else { is_ascii_short(src) }
}

/// [`Kernels::make_utf16_well_formed`], likewise.
#[inline(always)]
pub fn make_utf16_well_formed(kernels: Kernels, from: Utf16, units: &mut [[u8; 2]]) -> usize {
    if units.len() < 8 {
        fallback::make_few_utf16_well_formed(from, units)
    } else {
        kernels.make_utf16_well_formed(from, units)
    }
}

/// Whether at most sixteen bytes are ASCII.
#[inline(always)]
fn is_ascii_short(src: &[u8]) -> bool {
    let all = if let (Some(first), Some(last)) = (src.first_chunk(), src.last_chunk()) {
        u64::from_ne_bytes(*first) | u64::from_ne_bytes(*last)
    } else if let (Some(first), Some(last)) = (src.first_chunk(), src.last_chunk()) {
        u64::from(u32::from_ne_bytes(*first) | u32::from_ne_bytes(*last))
    } else {
        u64::from(src.iter().fold(0, |all, byte| all | byte))
    };
    all & 0x8080_8080_8080_8080 == 0
}
