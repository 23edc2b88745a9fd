//! The analysis of UTF-8 where the instruction set has no masks that are cheap to count: validation,
//! and the sums of what is well-formed, which the compiler counts in the lanes of a vector.

use super::validate_utf8;
use crate::fallback::form::Utf8;
use crate::fallback::{self, Analysis};
use crate::vector::Simd;

/// See [`crate::Kernels::analyze_utf8`].
#[inline(always)]
pub(crate) fn analyze_utf8<S: Simd>(s: S, src: &[u8]) -> Analysis {
    fallback::analysis(Utf8, src, validate_utf8(s, src))
}
