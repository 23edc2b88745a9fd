//! The line feeds of a text: how many lines it has.

use crate::Engine;
use crate::encoding::{Source, Utf8, Utf16, Utf16Be, Utf16Le, Utf32, Utf32Be, Utf32Le};

/// The number of U+000A LINE FEED in a source, whatever its encoding.
///
/// Nothing is validated: what is counted are the whole code units 0A, which are a part of no other character
/// (Unicode Standard 2.5, non-overlap).
///
/// ```
/// use codeunit::{count_line_feeds, encoding::{Latin1, Utf16Be}};
///
/// assert_eq!(count_line_feeds::<Latin1>(b"ma\xF1ana\r\n"), 1);
/// // U+0A0A GURMUKHI LETTER UU, and a line feed.
/// assert_eq!(count_line_feeds::<Utf16Be>(b"\x0A\x0A\x00\x0A"), 1);
/// ```
#[must_use]
#[inline]
pub fn count_line_feeds<S: Source>(src: &S::Slice) -> usize {
    Engine::active().count_line_feeds::<S>(src)
}

macro_rules! named {
    ($($name:ident: $source:ty, $slice:ty, $what:literal, $units:literal, $example:literal;)*) => {$(
        #[doc = concat!("The number of U+000A LINE FEED in ", $what, ": the ", $units, " 0A. Nothing is validated.")]
        ///
        /// ```
        #[doc = concat!("assert_eq!(codeunit::", stringify!($name), "(", $example, "), 2);")]
        /// ```
        #[must_use]
        #[inline]
        pub fn $name(src: &$slice) -> usize {
            count_line_feeds::<$source>(src)
        }
    )*};
}

named! {
    count_line_feeds_utf8: Utf8, [u8], "UTF-8", "bytes", r#""eins\nzwölf\n".as_bytes()"#;
    count_line_feeds_utf16: Utf16, [u16], "native UTF-16 code units", "code units", "&[0x61, 0x0A, 0x0A]";
    count_line_feeds_utf16le: Utf16Le, [u8], "UTF-16LE bytes", "whole code units",
        r#"b"\x61\x00\x0A\x00\x0A\x00""#;
    count_line_feeds_utf16be: Utf16Be, [u8], "UTF-16BE bytes", "whole code units",
        r#"b"\x00\x61\x00\x0A\x00\x0A""#;
    count_line_feeds_utf32: Utf32, [u32], "native UTF-32 code units", "code units",
        "&[0x0A, 0x1_F600, 0x0A]";
    count_line_feeds_utf32le: Utf32Le, [u8], "UTF-32LE bytes", "whole code units",
        r#"b"\x0A\x00\x00\x00\x0A\x00\x00\x00""#;
    count_line_feeds_utf32be: Utf32Be, [u8], "UTF-32BE bytes", "whole code units",
        r#"b"\x00\x00\x00\x0A\x00\x00\x00\x0A""#;
}
