//! Each encoding as the reference sees it: how its text is made, read and written.

use std::borrow::Borrow;
use std::fmt::{Debug, UpperHex};

use codeunit::encoding::{
    Chars, Latin1, Source, Str, Target, TranscodeTo, Utf8, Utf16, Utf16Be, Utf16Le, Utf32, Utf32Be,
    Utf32Le,
};
use codeunit_reference::scheme::Scheme;
use codeunit_reference::{latin1, utf8, utf16, utf32};

use crate::model::Item;
use crate::pairs::Element;
use crate::rng::Rng;
use crate::text;

/// A source and its oracle.
pub trait SourceModel: Source<Slice: Debug> + TranscodeTo<Utf8> + TranscodeTo<Utf32> {
    /// The name of the type.
    const NAME: &'static str;
    /// The place in [`SOURCES`].
    const INDEX: u8;
    /// The element of the slice: a code unit of an encoding form, a byte of an encoding scheme.
    type Unit: Element;
    /// A source in memory of its own.
    type Owned: Borrow<Self::Slice> + Clone;

    /// `text` in this encoding. Latin-1 gets only the characters that it has.
    fn encode(text: &str) -> Self::Owned;
    /// The characters and the ill-formed sequences.
    fn decode(src: &Self::Slice) -> Vec<Item>;
    /// About `len` elements, often ill-formed where the type allows it.
    fn random(rng: &mut Rng, len: usize) -> Self::Owned;
    /// The elements of the slice.
    fn elements(src: &Self::Slice) -> &[Self::Unit];
    /// The slice of these elements, if they are one.
    fn view(units: &[Self::Unit]) -> Option<&Self::Slice>;
    /// The source as an expression of Rust.
    fn literal(src: &Self::Slice) -> String;
}

/// A target and its oracle.
pub trait TargetModel: Target<Unit: Element> {
    /// The name of the type.
    const NAME: &'static str;
    /// The place in [`TARGETS`].
    const INDEX: u8;
    /// What a lossy conversion writes for what it cannot convert.
    const REPLACEMENT: char;
    /// A unit that is easy to recognise where it must not be overwritten.
    const FILL: Self::Unit;

    /// Writes `c`, or says that the target does not have it.
    fn put(c: char, out: &mut Vec<Self::Unit>) -> bool;
    /// See [`SourceModel::decode`]: every target is a source too.
    fn decode_output(output: &[Self::Unit]) -> Vec<Item>;
}

/// The items of the reference.
fn items(items: Vec<codeunit_reference::Item>) -> Vec<Item> {
    items.into_iter().map(Item::from).collect()
}

/// The code units as bytes, and sometimes a few more.
fn scheme<const N: usize, U: Copy>(rng: &mut Rng, units: &[U], bytes: fn(U) -> [u8; N]) -> Vec<u8> {
    let mut out: Vec<u8> = units.iter().flat_map(|&unit| bytes(unit)).collect();
    for _ in 0..rng.below(2 * N).saturating_sub(N) {
        out.push(rng.bits() as u8);
    }
    out
}

/// `text` by the encoder of the reference.
fn encoded<U>(text: &str, put: impl Fn(char, &mut Vec<U>)) -> Vec<U> {
    let mut out = Vec::with_capacity(text.len());
    text.chars().for_each(|c| put(c, &mut out));
    out
}

/// Items of a source in which nothing is ill-formed.
fn well_formed(chars: impl Iterator<Item = char>, len: fn(char) -> usize) -> Vec<Item> {
    chars.map(|c| Item { len: len(c), what: Ok(c) }).collect()
}

macro_rules! sources {
    ($($index:literal $name:ident $unit:ty, $owned:ty:
        |$text:ident| $encode:expr,
        |$src:ident| $decode:expr,
        |$rng:ident, $len:ident| $random:expr,
        $elements:expr, $view:expr, $literal:expr;
    )*) => {
        /// The names of the sources.
        pub const SOURCES: &[&str] = &[$(stringify!($name)),*];

        $(impl SourceModel for $name {
            const NAME: &'static str = stringify!($name);
            const INDEX: u8 = $index;
            type Unit = $unit;
            type Owned = $owned;

            fn encode($text: &str) -> $owned {
                $encode
            }

            fn decode($src: &Self::Slice) -> Vec<Item> {
                $decode
            }

            fn random($rng: &mut Rng, $len: usize) -> $owned {
                $random
            }

            fn elements(src: &Self::Slice) -> &[$unit] {
                $elements(src)
            }

            fn view(units: &[$unit]) -> Option<&Self::Slice> {
                $view(units)
            }

            fn literal(src: &Self::Slice) -> String {
                let literal: fn(&Self::Slice) -> String = $literal;
                literal(src)
            }
        })*
    };
}

/// An array of numbers, as Rust writes it.
fn hex<U: UpperHex>(src: &[U]) -> String {
    let numbers: Vec<String> = src.iter().map(|unit| format!("{unit:#04X}")).collect();
    format!("&[{}]", numbers.join(", "))
}

fn same<U>(src: &[U]) -> &[U] {
    src
}

sources! {
    0 Utf8 u8, Vec<u8>:
        |text| encoded(text, utf8::put),
        |src| items(utf8::decode(src)),
        |rng, len| text::random_utf8(rng, len),
        same, Some, hex;
    1 Str u8, String:
        |text| text.to_owned(),
        |src| items(utf8::decode(src.as_bytes())),
        |rng, len| text::random_text(rng, len),
        str::as_bytes, text_of, |text| format!("{text:?}");
    2 Utf16 u16, Vec<u16>:
        |text| encoded(text, utf16::put),
        |src| items(utf16::decode(src)),
        |rng, len| text::random_utf16(rng, len),
        same, Some, hex;
    3 Utf16Le u8, Vec<u8>:
        |text| encoded(text, |c, out| Scheme::Utf16Le.put(c, out)),
        |src| items(Scheme::Utf16Le.read(src).items),
        |rng, len| { let units = text::random_utf16(rng, len / 2); scheme(rng, &units, u16::to_le_bytes) },
        same, Some, hex;
    4 Utf16Be u8, Vec<u8>:
        |text| encoded(text, |c, out| Scheme::Utf16Be.put(c, out)),
        |src| items(Scheme::Utf16Be.read(src).items),
        |rng, len| { let units = text::random_utf16(rng, len / 2); scheme(rng, &units, u16::to_be_bytes) },
        same, Some, hex;
    5 Utf32 u32, Vec<u32>:
        |text| encoded(text, utf32::put),
        |src| items(utf32::decode(src)),
        |rng, len| text::random_utf32(rng, len),
        same, Some, hex;
    6 Utf32Le u8, Vec<u8>:
        |text| encoded(text, |c, out| Scheme::Utf32Le.put(c, out)),
        |src| items(Scheme::Utf32Le.read(src).items),
        |rng, len| { let units = text::random_utf32(rng, len / 4); scheme(rng, &units, u32::to_le_bytes) },
        same, Some, hex;
    7 Utf32Be u8, Vec<u8>:
        |text| encoded(text, |c, out| Scheme::Utf32Be.put(c, out)),
        |src| items(Scheme::Utf32Be.read(src).items),
        |rng, len| { let units = text::random_utf32(rng, len / 4); scheme(rng, &units, u32::to_be_bytes) },
        same, Some, hex;
    8 Chars char, Vec<char>:
        |text| text.chars().collect(),
        |src| well_formed(src.iter().copied(), |_| 1),
        |rng, len| text::random_text(rng, len).chars().collect(),
        same, Some, |chars| format!("&{chars:?}");
    9 Latin1 u8, Vec<u8>:
        |text| encoded(text, |c, out| { let _ = latin1::put(c, out); }),
        |src| items(latin1::decode(src)),
        |rng, len| text::random_bytes(rng, len),
        same, Some, hex;
}

fn text_of(units: &[u8]) -> Option<&str> {
    std::str::from_utf8(units).ok()
}

macro_rules! targets {
    ($($index:literal $name:ident $unit:ty = $fill:literal: $replacement:literal,
        |$c:ident, $out:ident| $put:expr;)*) => {
        /// The names of the targets.
        pub const TARGETS: &[&str] = &[$(stringify!($name)),*];

        $(impl TargetModel for $name {
            const NAME: &'static str = stringify!($name);
            const INDEX: u8 = $index;
            const REPLACEMENT: char = $replacement;
            const FILL: $unit = $fill;

            fn put($c: char, $out: &mut Vec<$unit>) -> bool {
                $put
            }

            fn decode_output(output: &[$unit]) -> Vec<Item> {
                <Self as SourceModel>::decode(output)
            }
        })*
    };
}

targets! {
    0 Utf8 u8 = 0xFF: '\u{FFFD}', |c, out| { utf8::put(c, out); true };
    1 Utf16 u16 = 0xDFFF: '\u{FFFD}', |c, out| { utf16::put(c, out); true };
    2 Utf16Le u8 = 0xDC: '\u{FFFD}', |c, out| { Scheme::Utf16Le.put(c, out); true };
    3 Utf16Be u8 = 0xDC: '\u{FFFD}', |c, out| { Scheme::Utf16Be.put(c, out); true };
    4 Utf32 u32 = 0xFFFF_FFFF: '\u{FFFD}', |c, out| { utf32::put(c, out); true };
    5 Utf32Le u8 = 0xFF: '\u{FFFD}', |c, out| { Scheme::Utf32Le.put(c, out); true };
    6 Utf32Be u8 = 0xFF: '\u{FFFD}', |c, out| { Scheme::Utf32Be.put(c, out); true };
    7 Latin1 u8 = 0x9D: '?', |c, out| latin1::put(c, out);
}
