//! Counts in UTF-8 by formula.
//!
//! ```text
//!   41 C3 B1 E3 81 82 F0     bytes
//!    1  1  0  1  0  0  1     above BF as signed numbers: code points
//!    0  0  0  0  0  0  1     from F0 on: once more in UTF-16
//! ```

use super::count_bytes::{Count, count};
use crate::vector::{Lanewise, Wide};

/// See [`crate::Kernels::count_utf8`].
#[inline(always)]
pub(crate) fn count_utf8<S: Wide>(s: S, src: &[u8]) -> usize {
    count::<S, CodePoints>(s, src)
}

/// See [`crate::Kernels::utf16_len_from_utf8`].
#[inline(always)]
pub(crate) fn utf16_len_from_utf8<S: Wide>(s: S, src: &[u8]) -> usize {
    count::<S, Utf16Units>(s, src)
}

/// Bytes that are not continuation bytes.
struct CodePoints;

impl<S: Wide> Count<S> for CodePoints {
    const MOST: usize = 1;
    const OF_ZERO: usize = 1;

    #[inline(always)]
    fn minus(s: S, vector: S::Bytes) -> S::Bytes {
        vector.gt8(s.splat(0xBF))
    }

    #[inline(always)]
    fn high(s: S, vector: S::Bytes) -> [S::Bytes; 2] {
        [vector.gt8(s.splat(0xBF)), vector]
    }

    #[inline(always)]
    fn low(x: u64) -> [u64; 2] {
        [!(x >> 7) | x >> 6, 0]
    }
}

/// The same, and those from F0 on once more.
struct Utf16Units;

impl<S: Wide> Count<S> for Utf16Units {
    const MOST: usize = 2;
    const OF_ZERO: usize = 1;

    #[inline(always)]
    fn minus(s: S, vector: S::Bytes) -> S::Bytes {
        let [once, twice] = Self::high(s, vector);
        once.add8(twice)
    }

    #[inline(always)]
    fn high(s: S, vector: S::Bytes) -> [S::Bytes; 2] {
        [vector.gt8(s.splat(0xBF)), vector.max8(s.splat(0xF0)).eq8(vector)]
    }

    #[inline(always)]
    fn low(x: u64) -> [u64; 2] {
        [!(x >> 7) | x >> 6, (x & x << 1 & x << 2 & x << 3) >> 7]
    }
}
