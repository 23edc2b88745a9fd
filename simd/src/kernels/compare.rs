//! How far two texts are the same: bytes against bytes, and bytes, widened, against wider code units.
//!
//! Both are one loop over a vector that is 0 where the sides are the same:
//!
//! ```text
//!   bytes                  61       C3       B1
//!   widened  x             61 00    C3 00    B1 00
//!   units    y             61 00    F1 00    62 00
//!   difference  x ^ y      00 00    32 00    D3 00      of Latin-1
//!     … | x & 80           00 00    B2 00    D3 00      of UTF-8: what is not ASCII ends it as well
//! ```
//!
//! The first vector is looked at alone, since most strings that differ do so early; then four at a time. The last
//! one overlaps what was compared before: a difference in it is the first of all.

use super::from_latin1::Widen;
use crate::fallback::ByteOrder::{Big, Little};
use crate::fallback::form::{Utf16, Utf32};
use crate::vector::{Bytes, Simd, Wide};

/// Two sides of the same length.
trait Sides<S: Simd>: Copy {
    /// Units of a vector.
    const UNITS: usize;

    /// Units of a side.
    fn len(self) -> usize;

    /// A vector from the unit `at` on, of which there must be as many, with 0 in all bytes of a unit that is the
    /// same.
    fn difference(self, s: S, at: usize) -> S::Bytes;

    /// All, which must be less than a vector.
    fn short_difference(self, s: S) -> S::Bytes;
}

/// Bytes on both sides.
#[derive(Clone, Copy)]
struct Same<'a> {
    a: &'a [u8],
    b: &'a [u8],
}

impl<S: Simd> Sides<S> for Same<'_> {
    const UNITS: usize = S::Bytes::LANES;

    #[inline(always)]
    fn len(self) -> usize {
        self.a.len()
    }

    #[inline(always)]
    fn difference(self, s: S, at: usize) -> S::Bytes {
        s.load(&self.a[at..]) ^ s.load(&self.b[at..])
    }

    #[inline(always)]
    fn short_difference(self, s: S) -> S::Bytes {
        s.load_partial(self.a) ^ s.load_partial(self.b)
    }
}

/// Bytes on one side and code units of the form `T`, which have `N`, on the other. `ASCII`: only such bytes are the
/// same.
#[derive(Clone, Copy)]
struct Widened<'a, T, const N: usize, const ASCII: bool> {
    bytes: &'a [u8],
    to: T,
    units: &'a [[u8; N]],
}

impl<T, const N: usize, const ASCII: bool> Widened<'_, T, N, ASCII> {
    #[inline(always)]
    fn compare<S: Wide>(self, s: S, x: S::Bytes, y: S::Bytes) -> S::Bytes
    where
        T: Widen<Unit = [u8; N]>,
    {
        // As many as half a vector of any backend.
        const NOT_ASCII: [u8; 32] = [0x80; 32];
        let difference = x ^ y;
        if ASCII { difference | (x & self.to.widen(s, &NOT_ASCII)) } else { difference }
    }
}

impl<S: Wide, T: Widen<Unit = [u8; N]>, const N: usize, const ASCII: bool> Sides<S>
    for Widened<'_, T, N, ASCII>
{
    const UNITS: usize = S::Bytes::LANES / N;

    #[inline(always)]
    fn len(self) -> usize {
        self.bytes.len()
    }

    #[inline(always)]
    fn difference(self, s: S, at: usize) -> S::Bytes {
        let x = self.to.widen(s, &self.bytes[at..]);
        self.compare(s, x, s.load(self.units[at..].as_flattened()))
    }

    #[inline(always)]
    fn short_difference(self, s: S) -> S::Bytes {
        let x = self.to.widen_low(s.load_partial(self.bytes));
        self.compare(s, x, s.load_partial(self.units.as_flattened()))
    }
}

/// The number of units before the first that differs.
#[inline(always)]
fn prefix_len<S: Simd, P: Sides<S>>(s: S, sides: P) -> usize {
    let (len, n) = (sides.len(), P::UNITS);
    if len < n {
        return first_unit::<S, P>(s, sides.short_difference(s)).unwrap_or(len);
    }
    if let Some(unit) = first_unit::<S, P>(s, sides.difference(s, 0)) {
        return unit;
    }
    let mut at = n;
    while len - at >= 4 * n {
        let (a, b) = (sides.difference(s, at), sides.difference(s, at + n));
        let (c, d) = (sides.difference(s, at + 2 * n), sides.difference(s, at + 3 * n));
        if ((a | b) | (c | d)).any() {
            break;
        }
        at += 4 * n;
    }
    while len - at >= n {
        if let Some(unit) = first_unit::<S, P>(s, sides.difference(s, at)) {
            return at + unit;
        }
        at += n;
    }
    match first_unit::<S, P>(s, sides.difference(s, len - n)) {
        Some(unit) => len - n + unit,
        None => len,
    }
}

/// The first unit of a difference that is not 0.
#[inline(always)]
fn first_unit<S: Simd, P: Sides<S>>(s: S, difference: S::Bytes) -> Option<usize> {
    if !difference.any() {
        return None;
    }
    // 80 - x, not below 0, has its highest bit where x is 0.
    let same = s.splat(0x80).saturating_sub(difference).high_bits();
    Some(same.trailing_ones() as usize / (S::Bytes::LANES / P::UNITS))
}

/// See [`crate::Kernels::common_prefix_len`].
#[inline(always)]
pub(crate) fn common_prefix_len<S: Simd>(s: S, a: &[u8], b: &[u8]) -> usize {
    let len = a.len().min(b.len());
    prefix_len(s, Same { a: &a[..len], b: &b[..len] })
}

/// Of UTF-16 or UTF-32.
#[inline(always)]
fn widened<const ASCII: bool, const N: usize, S: Wide, T: Widen<Unit = [u8; N]>>(
    s: S,
    src: &[u8],
    to: T,
    units: &[[u8; N]],
) -> usize {
    let len = src.len().min(units.len());
    prefix_len(s, Widened::<T, N, ASCII> { bytes: &src[..len], to, units: &units[..len] })
}

macro_rules! entries {
    ($($name:ident: $form:ident $ascii:literal $size:literal;)*) => {$(
        #[doc = concat!("See [`crate::Kernels::", stringify!($name), "`].")]
        #[inline(always)]
        pub(crate) fn $name<S: Wide>(s: S, src: &[u8], to: $form, units: &[[u8; $size]]) -> usize {
            match to.0 {
                Little => widened::<$ascii, $size, S, $form>(s, src, $form(Little), units),
                Big => widened::<$ascii, $size, S, $form>(s, src, $form(Big), units),
            }
        }
    )*};
}

entries! {
    common_prefix_len_ascii_utf16: Utf16 true 2;
    common_prefix_len_latin1_utf16: Utf16 false 2;
    common_prefix_len_ascii_utf32: Utf32 true 4;
    common_prefix_len_latin1_utf32: Utf32 false 4;
}
