//! Which random sources each encoding is tried on.

use harness::pairs::Source;
use proptest::strategy::{BoxedStrategy, Strategy};

use crate::damage;
use crate::text::text;

/// An element of a slice. The pairs of encodings are the harness's.
pub(crate) trait Element: harness::Element {
    /// Sources that may be ill-formed, if the type allows it.
    ///
    /// # Panics
    /// If no source of this name has such elements.
    fn any(source: &str) -> BoxedStrategy<Vec<Self>>;
}

impl Element for u8 {
    fn any(source: &str) -> BoxedStrategy<Vec<Self>> {
        match source {
            "Utf8" => damage::utf8(),
            "Str" => damage::str(),
            "Utf16Le" => damage::utf16le(),
            "Utf16Be" => damage::utf16be(),
            "Utf32Le" => damage::utf32le(),
            "Utf32Be" => damage::utf32be(),
            "Latin1" => damage::latin1(),
            _ => panic!("no damage for {source}"),
        }
    }
}

impl Element for u16 {
    fn any(source: &str) -> BoxedStrategy<Vec<Self>> {
        assert_eq!(source, "Utf16");
        damage::utf16()
    }
}

impl Element for u32 {
    fn any(source: &str) -> BoxedStrategy<Vec<Self>> {
        assert_eq!(source, "Utf32");
        damage::utf32()
    }
}

impl Element for char {
    fn any(source: &str) -> BoxedStrategy<Vec<Self>> {
        assert_eq!(source, "Chars");
        damage::chars()
    }
}

/// Well-formed text in a source. Latin-1 gets the characters that it has.
pub(crate) fn well_formed<U: Element>(source: &Source<U>) -> BoxedStrategy<Vec<U>> {
    let encode = source.from.encode;
    text().prop_map(move |text| encode(&text)).boxed()
}
