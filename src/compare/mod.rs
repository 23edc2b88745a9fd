//! Texts compared across encoding forms, in the order of code points, without a copy of either.
//!
//! # The order
//!
//! Well-formed texts are compared code point by code point, whatever forms they are in: so as UTF-8 and UTF-32 are by
//! their units, and UTF-16 is not. There a supplementary character is a pair of surrogates, D800 to DFFF, and comes
//! before U+E000 to U+FFFF in binary order and behind them in that of code points (Unicode Standard 2.5 and 5.17).
//! [`cmp_code_point_order_utf16`] has the one that is the same for everybody.
//!
//! # What is ill-formed
//!
//! One rule for all, which makes a total order of everything that slices may hold: **the order is that of the bytes
//! in UTF-8**, where
//!
//! * an unpaired surrogate is three bytes, ED A0 80 to ED BF BF, so that it compares as the code point that it is;
//! * a value above 10FFFF, which only UTF-32 can hold, goes on with the pattern, up to seven bytes;
//! * UTF-8, ill-formed too, is the bytes that stand there;
//! * bytes behind the last whole code unit of an encoding scheme are FF, which UTF-8 does not have, and themselves.
//!
//! So nothing ill-formed is the same as anything well-formed, and U+FFFD is equal to U+FFFD only.
//!
//! # Speed
//!
//! Sources of one form are compared by vectors, ASCII and Latin-1 against wider units too; of what else there is a
//! block at a time goes through the kernels of the conversions, on the stack. A difference is found without looking
//! behind the block it is in. Nothing is allocated.
//!
//! ```
//! use core::cmp::Ordering;
//! use codeunit::compare;
//! use codeunit::encoding::{Latin1, Str, Utf16, Utf16Le};
//!
//! // A string, and a name from a file system that counts in UTF-16.
//! let units: Vec<u16> = "mañana".encode_utf16().collect();
//! assert!(compare::eq::<Str, Utf16>("mañana", &units));
//! assert_eq!(compare::cmp::<Latin1, Utf16Le>(b"ma\xF1", b"\x6D\x00\x61\x00\x6E\x00"), Ordering::Greater);
//! // Elements of the one and of the other.
//! assert_eq!(compare::common_prefix_len::<Str, Utf16>("mañas", &units), (5, 4));
//! ```

mod cross;
mod find;
mod key;
mod same;

pub(crate) use find::{cmp as cmp_texts, common_prefix_len as prefix_of_texts, eq as eq_texts};
pub(crate) use key::{Text, View};

use core::cmp::Ordering;

use crate::Engine;
use crate::encoding::{Source, Utf16, Utf16Be, Utf16Le};

/// Compares two texts in the order of their code points. What is ill-formed goes by the rule of the [module](self).
///
/// ```
/// use core::cmp::Ordering;
/// use codeunit::{compare, encoding::{Chars, Str}};
///
/// assert_eq!(compare::cmp::<Str, Chars>("añ", &['a', 'ñ']), Ordering::Equal);
/// assert_eq!(compare::cmp::<Str, Chars>("añ", &['a', 'o']), Ordering::Greater);
/// assert_eq!(compare::cmp::<Str, Chars>("a", &['a', 'o']), Ordering::Less);
/// ```
#[must_use]
#[inline]
pub fn cmp<A: Source, B: Source>(a: &A::Slice, b: &B::Slice) -> Ordering {
    Engine::active().cmp_text::<A, B>(a, b)
}

/// Whether two texts are the same code points. What is ill-formed goes by the rule of the [module](self).
///
/// ```
/// use codeunit::{compare, encoding::{Str, Utf16Be}};
///
/// assert!(compare::eq::<Str, Utf16Be>("ñ€", b"\x00\xF1\x20\xAC"));
/// assert!(!compare::eq::<Str, Utf16Be>("ñ", b"\x00\xF1\x20\xAC"));
/// ```
#[must_use]
#[inline]
pub fn eq<A: Source, B: Source>(a: &A::Slice, b: &B::Slice) -> bool {
    Engine::active().eq_text::<A, B>(a, b)
}

/// How long the beginning is that two texts have in common: whole characters, in elements of `a` and in elements of
/// `b`. Elements are bytes, for the native forms code units and scalar values.
///
/// Both are boundaries, as [`floor_boundary`](crate::floor_boundary) tells them. An unpaired surrogate is a
/// character here, whatever half of a code unit follows it, and is the same as its three bytes in ill-formed UTF-8 (see the
/// [module](self)); bytes behind the last whole code unit are never part of it.
///
/// ```
/// use codeunit::{compare, encoding::{Str, Utf16}};
///
/// // U+1F600 and U+1F601 differ in their second surrogate: neither is cut.
/// assert_eq!(compare::common_prefix_len::<Utf16, Str>(&[0x61, 0xD83D, 0xDE00], "a😁"), (1, 1));
/// assert_eq!(compare::common_prefix_len::<Str, Str>("ñandú", "ñu"), (2, 2));
/// ```
#[must_use]
#[inline]
pub fn common_prefix_len<A: Source, B: Source>(a: &A::Slice, b: &B::Slice) -> (usize, usize) {
    Engine::active().common_prefix_len::<A, B>(a, b)
}

/// Compares native UTF-16 in the order of code points: that of UTF-8 and of UTF-32, and not that of the code units
/// (Unicode Standard 5.17). An unpaired surrogate compares as the code point that it is.
///
/// ```
/// use core::cmp::Ordering;
/// use codeunit::compare::cmp_code_point_order_utf16;
///
/// // U+FFFD and U+1F600: the units say the opposite.
/// let (replacement, smile) = (&[0xFFFD][..], &[0xD83D, 0xDE00][..]);
/// assert_eq!(cmp_code_point_order_utf16(replacement, smile), Ordering::Less);
/// assert_eq!(replacement.cmp(smile), Ordering::Greater);
///
/// // As the order of a map whose keys are shared with one that is sorted in UTF-8.
/// let mut names = [smile, replacement, &[0x61]];
/// names.sort_by(|a, b| cmp_code_point_order_utf16(a, b));
/// assert_eq!(names, [&[0x61], replacement, smile]);
/// ```
#[must_use]
#[inline]
pub fn cmp_code_point_order_utf16(a: &[u16], b: &[u16]) -> Ordering {
    cmp::<Utf16, Utf16>(a, b)
}

/// The same for UTF-16LE (D97). Offsets and lengths do not matter to the order; a last odd byte does, see the
/// [module](self).
///
/// ```
/// use core::cmp::Ordering;
/// use codeunit::compare::cmp_code_point_order_utf16le;
/// assert_eq!(cmp_code_point_order_utf16le(b"\xFD\xFF", b"\x3D\xD8\x00\xDE"), Ordering::Less);
/// ```
#[must_use]
#[inline]
pub fn cmp_code_point_order_utf16le(a: &[u8], b: &[u8]) -> Ordering {
    cmp::<Utf16Le, Utf16Le>(a, b)
}

/// The same for UTF-16BE (D96).
///
/// ```
/// use core::cmp::Ordering;
/// use codeunit::compare::cmp_code_point_order_utf16be;
/// assert_eq!(cmp_code_point_order_utf16be(b"\xFF\xFD", b"\xD8\x3D\xDE\x00"), Ordering::Less);
/// ```
#[must_use]
#[inline]
pub fn cmp_code_point_order_utf16be(a: &[u8], b: &[u8]) -> Ordering {
    cmp::<Utf16Be, Utf16Be>(a, b)
}
