//! ASCII, by itself.

use crate::{Engine, Error};

/// Whether every byte of `src` is ASCII, 00..7F.
///
/// ```
/// assert!(codeunit::is_ascii(b"plain"));
/// assert!(!codeunit::is_ascii("naïve".as_bytes()));
/// ```
#[must_use]
#[inline]
pub fn is_ascii(src: &[u8]) -> bool {
    Engine::active().is_ascii(src)
}

/// The number of bytes before the first one that is not ASCII; `src.len()` if all are.
///
/// ```
/// assert_eq!(codeunit::ascii_prefix_len("naïve".as_bytes()), 2);
/// ```
#[must_use]
#[inline]
pub fn ascii_prefix_len(src: &[u8]) -> usize {
    Engine::active().ascii_prefix_len(src)
}

/// Checks that every byte of `src` is ASCII, 00..7F.
///
/// # Errors
/// [`ErrorKind::NotAscii`](crate::ErrorKind::NotAscii) at the first byte that is not, with an
/// `error_len` of 1. Offsets are in bytes.
///
/// ```
/// assert!(codeunit::validate_ascii(b"plain").is_ok());
/// assert_eq!(codeunit::validate_ascii("naïve".as_bytes()).unwrap_err().valid_up_to(), 2);
/// ```
#[inline]
pub fn validate_ascii(src: &[u8]) -> Result<(), Error> {
    Engine::active().validate_ascii(src)
}
