//! The sources of UTF-8 bytes: any, and those that a type proves.

use crate::fallback::form::{Source, Str, Utf8};

/// A source of UTF-8 bytes.
pub(crate) trait Text: Source {
    /// Whether it may be ill-formed.
    const CHECKED: bool;
    /// The bytes.
    fn bytes(src: &Self::Slice) -> &[u8];
    /// What is behind the first `at` bytes, where a character ends or something is ill-formed.
    fn behind(src: &Self::Slice, at: usize) -> &Self::Slice;
}

impl Text for Utf8 {
    const CHECKED: bool = true;

    #[inline(always)]
    fn bytes(src: &[u8]) -> &[u8] {
        src
    }

    #[inline(always)]
    fn behind(src: &[u8], at: usize) -> &[u8] {
        &src[at..]
    }
}

impl Text for Str {
    const CHECKED: bool = false;

    #[inline(always)]
    fn bytes(src: &str) -> &[u8] {
        src.as_bytes()
    }

    #[inline(always)]
    fn behind(src: &str, at: usize) -> &str {
        &src[at..]
    }
}
