//! The encodings as tables of values, by the element of their slices.
//!
//! A law is a function of values ([`Pair`]) with the elements as its type parameters: it is compiled
//! for each combination of elements, of which there are twelve, and walks the tables for the 80 pairs.

use std::fmt::Debug;
use std::slice;

use codeunit::encoding::{
    Chars, Latin1, Str, TranscodeTo, Utf8, Utf16, Utf16Be, Utf16Le, Utf32, Utf32Be, Utf32Le,
};
use harness::SourceModel;
use harness::pair::{From, Pair};
use proptest::prelude::*;

use crate::damage;
use crate::text::text;

/// A source, and its pair with every target.
pub(crate) struct Source<U> {
    /// The source.
    pub(crate) from: From<U>,
    /// Sources that may be ill-formed, if the type allows it.
    pub(crate) any: fn() -> BoxedStrategy<Vec<U>>,
    /// To UTF-8, UTF-16LE, UTF-16BE, UTF-32LE, UTF-32BE and Latin-1.
    pub(crate) bytes: [Pair<U, u8>; 6],
    /// To UTF-16.
    pub(crate) utf16: Pair<U, u16>,
    /// To UTF-32.
    pub(crate) utf32: Pair<U, u32>,
}

impl<U: Element> Source<U> {
    const fn of<S>(any: fn() -> BoxedStrategy<Vec<U>>) -> Self
    where
        S: SourceModel<Unit = U> + TranscodeTo<Utf16> + TranscodeTo<Latin1>,
    {
        Self {
            from: From::of::<S>(),
            any,
            bytes: [
                Pair::of::<S, Utf8>(),
                Pair::of::<S, Utf16Le>(),
                Pair::of::<S, Utf16Be>(),
                Pair::of::<S, Utf32Le>(),
                Pair::of::<S, Utf32Be>(),
                Pair::of::<S, Latin1>(),
            ],
            utf16: Pair::of::<S, Utf16>(),
            utf32: Pair::of::<S, Utf32>(),
        }
    }

    /// Well-formed text. Latin-1 gets the characters that it has.
    pub(crate) fn text(&self) -> BoxedStrategy<Vec<U>> {
        let encode = self.from.encode;
        text().prop_map(move |text| encode(&text)).boxed()
    }
}

/// An element of a slice.
pub(crate) trait Element: Copy + Eq + Debug + 'static {
    /// The sources with such slices.
    fn sources() -> &'static [Source<Self>];
    /// The pairs of a source whose target has such elements.
    fn pairs<U>(source: &Source<U>) -> &[Pair<U, Self>];
    /// The element as a number.
    fn number(self) -> u32;
    /// The source of this name.
    ///
    /// # Panics
    /// If there is none with such elements.
    fn source(name: &str) -> &'static Source<Self> {
        let mut sources = Self::sources().iter();
        sources.find(|source| source.from.name == name).expect("a source of this name")
    }
}

impl Element for u8 {
    fn sources() -> &'static [Source<Self>] {
        static SOURCES: [Source<u8>; 7] = [
            Source::of::<Utf8>(damage::utf8),
            Source::of::<Str>(damage::str),
            Source::of::<Utf16Le>(damage::utf16le),
            Source::of::<Utf16Be>(damage::utf16be),
            Source::of::<Utf32Le>(damage::utf32le),
            Source::of::<Utf32Be>(damage::utf32be),
            Source::of::<Latin1>(damage::latin1),
        ];
        &SOURCES
    }

    fn pairs<U>(source: &Source<U>) -> &[Pair<U, Self>] {
        &source.bytes
    }

    fn number(self) -> u32 {
        u32::from(self)
    }
}

impl Element for u16 {
    fn sources() -> &'static [Source<Self>] {
        static SOURCES: [Source<u16>; 1] = [Source::of::<Utf16>(damage::utf16)];
        &SOURCES
    }

    fn pairs<U>(source: &Source<U>) -> &[Pair<U, Self>] {
        slice::from_ref(&source.utf16)
    }

    fn number(self) -> u32 {
        u32::from(self)
    }
}

impl Element for u32 {
    fn sources() -> &'static [Source<Self>] {
        static SOURCES: [Source<u32>; 1] = [Source::of::<Utf32>(damage::utf32)];
        &SOURCES
    }

    fn pairs<U>(source: &Source<U>) -> &[Pair<U, Self>] {
        slice::from_ref(&source.utf32)
    }

    fn number(self) -> u32 {
        self
    }
}

impl Element for char {
    fn sources() -> &'static [Source<Self>] {
        static SOURCES: [Source<char>; 1] = [Source::of::<Chars>(damage::chars)];
        &SOURCES
    }

    /// No target has such elements.
    fn pairs<U>(_: &Source<U>) -> &[Pair<U, Self>] {
        &[]
    }

    fn number(self) -> u32 {
        u32::from(self)
    }
}

/// The tables leave no encoding out.
#[test]
fn the_tables_hold_every_pair() {
    use harness::encodings::{SOURCES, TARGETS};

    fn targets<U: Element>(names: &mut Vec<&str>) {
        for source in U::sources() {
            names.push(source.from.name);
            let mut targets: Vec<_> = source.bytes.iter().map(|pair| pair.to.name).collect();
            targets.extend([source.utf16.to.name, source.utf32.to.name]);
            assert!(TARGETS.iter().all(|name| targets.contains(name)), "{targets:?}");
        }
    }

    let mut names = Vec::new();
    targets::<u8>(&mut names);
    targets::<u16>(&mut names);
    targets::<u32>(&mut names);
    targets::<char>(&mut names);
    assert_eq!(names.len(), SOURCES.len());
    assert!(SOURCES.iter().all(|name| names.contains(name)), "{names:?}");
}
