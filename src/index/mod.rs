//! Positions in a text: counted in bytes, UTF-16 code units or code points, and as line and column.
//!
//! Editors, debuggers and the Language Server Protocol count in one [`Unit`], Rust in another. The functions here
//! find one from the other by a scan from the start that ends where the position is; [`convert_all`] takes many
//! positions in one pass, and [`OffsetIndex`] answers again and again, also while the text is edited.
//!
//! All of it is about boundaries between units, counted from 0 (Character Model for the World Wide Web 1.0:
//! Fundamentals, section 6.2): 0 stands before the first unit, and the number of units behind the last one. A text is a [`Text`]: a `str`, or a `[u16]` of well-formed UTF-16.
//!
//! # What a position means that is none
//!
//! * Inside a character (a byte of UTF-8 but the first, the second unit of a surrogate pair) it means the
//!   character's beginning, as of [`floor_boundary`](crate::floor_boundary).
//! * Behind the end it means the end, and a column behind the end of its line the end of that line, as in the
//!   Language Server Protocol.
//! * Between CR and LF, where no line has a column, it means the place before CR.
//!
//! So every function has an answer for every `usize`, and nothing panics. UTF-16 that is not well-formed is counted
//! by the formulas of [`count_utf16`](crate::count_utf16) and [`utf8_len_from_utf16`](crate::utf8_len_from_utf16). There an
//! unpaired low surrogate counts for no code point, so that several boundaries have one number in code points. Of them
//! [`convert`] and [`offset`] find the last: that before the next unit that counts, or the end.
//!
//! ```
//! use codeunit::index::{self, LineEnds, Position, Unit};
//!
//! let text = "fn main() {\r\n    let 😀 = \"ñ\";\r\n}";
//! let byte = text.find("ñ").expect("it is there");
//! assert_eq!(byte, 29);
//! assert_eq!(index::byte_to_utf16(text, byte), 27);
//! assert_eq!(index::utf16_to_byte(text, 27), byte);
//!
//! // As a language server says it.
//! let position = index::position(text, byte, Unit::Utf16, LineEnds::CrLf);
//! assert_eq!(position, Position { line: 1, column: 14 });
//! assert_eq!(index::offset(text, position, Unit::Utf16, LineEnds::CrLf), byte);
//! ```

#[cfg(feature = "alloc")]
mod edit;
mod engine;
mod lines;
#[cfg(feature = "alloc")]
mod offset_index;
mod short;
#[cfg(feature = "alloc")]
mod sums;
mod text;

pub use codeunit_simd::fallback::LineEnds;
#[cfg(feature = "alloc")]
pub use edit::EditError;
pub use lines::{Position, line_count, line_of, line_start, offset, position};
#[cfg(feature = "alloc")]
pub use offset_index::OffsetIndex;
pub use text::{Text, Unit};

use crate::Engine;

/// The number of units that `text` has, or would have in the form that the unit is of.
///
/// ```
/// use codeunit::index::{Unit, count};
///
/// let units: Vec<u16> = "añ€😀".encode_utf16().collect();
/// for (unit, n) in [(Unit::Utf8, 10), (Unit::Utf16, 5), (Unit::CodePoint, 4)] {
///     assert_eq!(count("añ€😀", unit), n);
///     assert_eq!(count(&units[..], unit), n);
/// }
/// ```
#[must_use]
#[inline]
pub fn count<T: Text + ?Sized>(text: &T, unit: Unit) -> usize {
    Engine::active().count_units(text, unit)
}

/// A position counted in `from`, counted in `to`. (With the same unit twice, the boundary at or before it.)
///
/// It takes a scan of the text up to the position, and one more of the same part where neither of the units is that
/// of the text.
///
/// ```
/// use codeunit::index::{Unit, convert};
///
/// assert_eq!(convert("añ€😀b", 5, Unit::Utf16, Unit::Utf8), 10);
/// // In the middle of a surrogate pair; behind the end.
/// assert_eq!(convert("añ€😀b", 4, Unit::Utf16, Unit::Utf8), 6);
/// assert_eq!(convert("añ€😀b", 99, Unit::Utf16, Unit::CodePoint), 5);
///
/// let units: Vec<u16> = "añ€😀b".encode_utf16().collect();
/// assert_eq!(convert(&units[..], 10, Unit::Utf8, Unit::Utf16), 5);
/// // An unpaired low surrogate counts for no code point: of the boundaries 1 and 2 the last.
/// assert_eq!(convert(&[0x61, 0xDC00, 0x62][..], 1, Unit::CodePoint, Unit::Utf16), 2);
/// ```
#[must_use]
#[inline]
pub fn convert<T: Text + ?Sized>(text: &T, index: usize, from: Unit, to: Unit) -> usize {
    convert_inline(text, index, from, to)
}

/// In the caller's code as far as the text is short, where the units are known.
#[inline(always)]
fn convert_inline<T: Text + ?Sized>(text: &T, index: usize, from: Unit, to: Unit) -> usize {
    match text.convert_short(index, from, to) {
        Some(index) => index,
        None => Engine::active().convert_index(text, index, from, to),
    }
}

/// Positions counted in `from`, each replaced by the same counted in `to`, in one pass of the text.
///
/// The positions are to be in ascending order. One that is smaller than the one before it is converted as well, by
/// a pass that begins anew.
///
/// ```
/// use codeunit::index::{Unit, convert_all};
///
/// let mut positions = [0, 1, 3, 6, 10, 99];
/// convert_all("añ€😀b", &mut positions, Unit::Utf8, Unit::Utf16);
/// assert_eq!(positions, [0, 1, 2, 3, 5, 6]);
/// ```
#[inline]
pub fn convert_all<T: Text + ?Sized>(text: &T, positions: &mut [usize], from: Unit, to: Unit) {
    Engine::active().convert_indices(text, positions, from, to);
}

macro_rules! named {
    ($($(#[$doc:meta])* $name:ident: $from:ident => $to:ident;)*) => {$(
        $(#[$doc])*
        ///
        /// See [`convert`] for what a position inside a character or behind the end means.
        #[must_use]
        #[inline]
        pub fn $name(text: &str, index: usize) -> usize {
            convert_inline(text, index, Unit::$from, Unit::$to)
        }
    )*};
}

named! {
    /// The position of a byte in UTF-16 code units.
    ///
    /// ```
    /// assert_eq!(codeunit::index::byte_to_utf16("ñ😀b", 6), 3);
    /// ```
    byte_to_utf16: Utf8 => Utf16;
    /// The byte at a position in UTF-16 code units.
    ///
    /// ```
    /// assert_eq!(codeunit::index::utf16_to_byte("ñ😀b", 3), 6);
    /// ```
    utf16_to_byte: Utf16 => Utf8;
    /// The position of a byte in code points.
    ///
    /// ```
    /// assert_eq!(codeunit::index::byte_to_code_point("ñ😀b", 6), 2);
    /// ```
    byte_to_code_point: Utf8 => CodePoint;
    /// The byte with which the code point of that number begins.
    ///
    /// ```
    /// assert_eq!(codeunit::index::code_point_to_byte("ñ😀b", 2), 6);
    /// ```
    code_point_to_byte: CodePoint => Utf8;
    /// A position in UTF-16 code units, in code points.
    ///
    /// ```
    /// assert_eq!(codeunit::index::utf16_to_code_point("ñ😀b", 3), 2);
    /// ```
    utf16_to_code_point: Utf16 => CodePoint;
    /// A position in code points, in UTF-16 code units.
    ///
    /// ```
    /// assert_eq!(codeunit::index::code_point_to_utf16("ñ😀b", 2), 3);
    /// ```
    code_point_to_utf16: CodePoint => Utf16;
}
