//! All encodings as tables of values, by the element of their slices: 80 pairs, compiled once here.
//!
//! A check is a function of values ([`Pair`]) with the elements as its type parameters, and
//! [`for_each_pair`](crate::for_each_pair) hands it each of the 80.

use std::fmt::Debug;
use std::slice;

use codeunit::encoding::{
    Chars, Latin1, Str, TranscodeTo, Utf8, Utf16, Utf16Be, Utf16Le, Utf32, Utf32Be, Utf32Le,
};

use crate::encodings::{SourceModel, TargetModel};
use crate::pair::{From, Pair};

/// A source, and its pair with every target.
#[derive(Debug)]
pub struct Source<U> {
    /// The source.
    pub from: From<U>,
    /// To UTF-8, UTF-16LE, UTF-16BE, UTF-32LE, UTF-32BE and Latin-1.
    pub bytes: [Pair<U, u8>; 6],
    /// To UTF-16.
    pub utf16: Pair<U, u16>,
    /// To UTF-32.
    pub utf32: Pair<U, u32>,
}

impl<U: Element> Source<U> {
    const fn new<S>() -> Self
    where
        S: SourceModel<Unit = U> + TranscodeTo<Utf16> + TranscodeTo<Latin1>,
    {
        Self {
            from: From::of::<S>(),
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

    /// The value of the type `S`.
    ///
    /// # Panics
    /// If the tables leave it out.
    #[must_use]
    pub fn of<S: SourceModel<Unit = U>>() -> &'static Self {
        let mut sources = U::sources().iter();
        sources.find(|source| source.from.index == S::INDEX).expect("a source of the table")
    }
}

/// The value of the types `S` and `T`.
///
/// # Panics
/// If the tables leave it out.
#[must_use]
pub fn pair<S, T>() -> &'static Pair<S::Unit, T::Unit>
where
    S: SourceModel + TranscodeTo<T>,
    T: TargetModel,
{
    let mut pairs = T::Unit::pairs(Source::of::<S>()).iter();
    pairs.find(|pair| pair.to.index == T::INDEX).expect("a pair of the table")
}

/// An element of a slice.
pub trait Element: Copy + Eq + Debug + 'static {
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
            Source::new::<Utf8>(),
            Source::new::<Str>(),
            Source::new::<Utf16Le>(),
            Source::new::<Utf16Be>(),
            Source::new::<Utf32Le>(),
            Source::new::<Utf32Be>(),
            Source::new::<Latin1>(),
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
        static SOURCES: [Source<u16>; 1] = [Source::new::<Utf16>()];
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
        static SOURCES: [Source<u32>; 1] = [Source::new::<Utf32>()];
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
        static SOURCES: [Source<char>; 1] = [Source::new::<Chars>()];
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

/// Evaluates an expression for the pair of a source with every target: `for_each_target!(Utf8, |pair|
/// check(pair, &src))`. The expression is compiled for each type of elements, and runs for each pair.
#[macro_export]
macro_rules! for_each_target {
    ($source:ident, |$pair:ident| $check:expr) => {
        $crate::for_each_target!(@
            $crate::pairs::Source::of::<codeunit::encoding::$source>(), |$pair| $check)
    };
    (@ $source:expr, |$pair:ident| $check:expr) => {{
        let source = $source;
        for $pair in &source.bytes {
            $check;
        }
        let $pair = &source.utf16;
        $check;
        let $pair = &source.utf32;
        $check;
    }};
}

/// The same for every source and every target.
#[macro_export]
macro_rules! for_each_pair {
    (|$pair:ident| $check:expr) => {
        $crate::for_each_pair!(@ |$pair| $check, u8 u16 u32 char)
    };
    (@ |$pair:ident| $check:expr, $($element:ty)*) => {$(
        for source in <$element as $crate::pairs::Element>::sources() {
            $crate::for_each_target!(@ source, |$pair| $check);
        }
    )*};
}

#[cfg(test)]
mod tests {
    use super::Element;
    use crate::encodings::{SOURCES, TARGETS};

    fn targets<U: Element>(names: &mut Vec<&str>) {
        for source in U::sources() {
            names.push(source.from.name);
            let mut targets: Vec<_> = source.bytes.iter().map(|pair| pair.to.name).collect();
            targets.extend([source.utf16.to.name, source.utf32.to.name]);
            assert!(TARGETS.iter().all(|name| targets.contains(name)), "{targets:?}");
        }
    }

    #[test]
    fn the_tables_hold_every_pair() {
        let mut names = Vec::new();
        targets::<u8>(&mut names);
        targets::<u16>(&mut names);
        targets::<u32>(&mut names);
        targets::<char>(&mut names);
        assert_eq!(names.len(), SOURCES.len());
        assert!(SOURCES.iter().all(|name| names.contains(name)), "{names:?}");
    }
}
