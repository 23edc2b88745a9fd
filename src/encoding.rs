//! Encodings as types: the parameters of [`transcode`](crate::transcode()) and its relatives.
//!
//! Each type names an encoding form or an encoding scheme of the Unicode Standard (chapter 3,
//! sections 3.9 and 3.10) and, for a source, the slice that holds it.
//!
//! | type | source slice | target unit | what it is |
//! |---|---|---|---|
//! | [`Utf8`] | `[u8]` | `u8` | the encoding form and scheme UTF-8 |
//! | [`Str`] | `str` | – | UTF-8 known to be well-formed: nothing is validated |
//! | [`Utf16`] | `[u16]` | `u16` | the encoding form UTF-16: native code units |
//! | [`Utf16Le`], [`Utf16Be`] | `[u8]` | `u8` | the encoding schemes: bytes at any address |
//! | [`Utf32`] | `[u32]` | `u32` | the encoding form UTF-32: native code units |
//! | [`Chars`] | `[char]` | – | scalar values: nothing is validated |
//! | [`Utf32Le`], [`Utf32Be`] | `[u8]` | `u8` | the encoding schemes: bytes at any address |
//! | [`Latin1`] | `[u8]` | `u8` | ISO/IEC 8859-1: the byte is the code point |
//!
//! A byte order mark is text to all of them: U+FEFF goes in and comes out as any other character.

use core::mem::MaybeUninit;

use codeunit_simd::fallback::ByteOrder;
use codeunit_simd::fallback::form;
use codeunit_simd::{Form, Pair, cast};

use crate::compare::{Text, View as _};

/// An encoding from which text is read. Sealed: the types of this module are all there are.
///
/// ```
/// use codeunit::encoding::{Source, Utf16};
///
/// fn is_well_formed<S: Source>(src: &S::Slice) -> bool {
///     codeunit::validate::<S>(src).is_ok()
/// }
/// assert!(!is_well_formed::<Utf16>(&[0xDC00]));
/// ```
pub trait Source: sealed::Source {}

/// An encoding to which text is written. Sealed: the types of this module are all there are.
///
/// ```
/// use codeunit::encoding::{Str, Target, TranscodeTo, Utf32};
///
/// fn len<T: Target>(text: &str) -> usize
/// where
///     Str: TranscodeTo<T>,
/// {
///     codeunit::transcoded_len::<Str, T>(text)
/// }
/// assert_eq!(len::<Utf32>("ñ€"), 2);
/// ```
pub trait Target: sealed::Target {}

/// A source whose text can be written to the target `T`: every [`Source`], for every [`Target`].
///
/// It exists because a bound on two type parameters has to be spelled once:
///
/// ```
/// use codeunit::encoding::{Target, TranscodeTo, Utf16, Utf8};
///
/// fn twice<S: TranscodeTo<T>, T: Target>(src: &S::Slice) -> usize {
///     2 * codeunit::transcoded_len::<S, T>(src)
/// }
/// assert_eq!(twice::<Utf8, Utf16>("añ€".as_bytes()), 6);
/// ```
pub trait TranscodeTo<T: Target>: Source<Form: Pair<T::Form>> {}

impl<T: Target, S: Source<Form: Pair<T::Form>>> TranscodeTo<T> for S {}

pub(crate) mod sealed {
    use super::{Form, MaybeUninit, Pair, Text, form};

    pub trait Source {
        /// The slice that holds the text.
        type Slice: ?Sized;
        #[doc(hidden)]
        type Form: Form + Pair<form::Utf32>;
        #[doc(hidden)]
        const FORM: Self::Form;
        /// Elements of the slice in a code unit.
        #[doc(hidden)]
        const SCALE: u8;
        /// The code units, and how many elements remain behind the last whole one.
        #[doc(hidden)]
        fn units(src: &Self::Slice) -> (&<Self::Form as form::Source>::Slice, usize);
        /// The same as comparisons see it.
        #[doc(hidden)]
        #[allow(private_interfaces, reason = "nobody can name the trait")]
        fn text(src: &Self::Slice) -> Text<'_>;
        /// The number of elements.
        #[doc(hidden)]
        fn len(src: &Self::Slice) -> usize;
        /// The slice without its first `read` elements, which end at a code point boundary.
        #[doc(hidden)]
        fn behind(src: &Self::Slice, read: usize) -> &Self::Slice;
    }

    pub trait Target {
        /// The element of an output slice.
        type Unit: Copy;
        #[doc(hidden)]
        type Form: form::Target;
        #[doc(hidden)]
        const FORM: Self::Form;
        /// Elements of the output in a code unit.
        #[doc(hidden)]
        const SCALE: u8;
        /// The output as room for whole code units.
        #[doc(hidden)]
        fn output(
            dst: &mut [MaybeUninit<Self::Unit>],
        ) -> &mut [MaybeUninit<<Self::Form as form::Target>::Unit>];
    }
}

macro_rules! sources {
    ($($name:ident: $slice:ty, $form:ty = $value:expr, $scale:literal, |$src:ident| $units:expr;)*) => {$(
        impl Source for $name {}
        impl sealed::Source for $name {
            type Slice = $slice;
            type Form = $form;
            const FORM: $form = $value;
            const SCALE: u8 = $scale;

            #[inline(always)]
            fn units($src: &$slice) -> (&<$form as form::Source>::Slice, usize) {
                let (units, rest): (_, &[u8]) = $units;
                (units, rest.len())
            }

            #[inline(always)]
            #[allow(private_interfaces, reason = "nobody can name the trait")]
            fn text($src: &$slice) -> Text<'_> {
                let (units, rest) = $units;
                Text { units: $value.view(units), rest }
            }

            #[inline(always)]
            fn len(src: &$slice) -> usize {
                src.len()
            }

            #[inline(always)]
            fn behind(src: &$slice, read: usize) -> &$slice {
                &src[read..]
            }
        }
    )*};
}

macro_rules! targets {
    ($($name:ident: $unit:ty, $form:ty = $value:expr, $scale:literal, |$dst:ident| $output:expr;)*) => {$(
        impl Target for $name {}
        impl sealed::Target for $name {
            type Unit = $unit;
            type Form = $form;
            const FORM: $form = $value;
            const SCALE: u8 = $scale;

            #[inline(always)]
            fn output(
                $dst: &mut [MaybeUninit<$unit>],
            ) -> &mut [MaybeUninit<<$form as form::Target>::Unit>] {
                $output
            }
        }
    )*};
}

/// UTF-8 (D92, Table 3-7).
///
/// ```
/// use codeunit::encoding::Utf8;
/// assert!(codeunit::validate::<Utf8>(b"\xC3\xB1").is_ok());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Utf8;
/// UTF-8 whose well-formedness `str` proves. A source only.
///
/// ```
/// use codeunit::encoding::{Str, Utf16};
/// assert_eq!(codeunit::transcoded_len::<Str, Utf16>("ñ€"), 2);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Str;
/// UTF-16 in native code units (D91).
///
/// ```
/// use codeunit::encoding::Utf16;
/// assert!(codeunit::validate::<Utf16>(&[0xD83D, 0xDE00]).is_ok());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Utf16;
/// UTF-16LE: bytes, the low one first (D97).
///
/// ```
/// use codeunit::encoding::Utf16Le;
/// assert!(codeunit::validate::<Utf16Le>(b"\x3D\xD8\x00\xDE").is_ok());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Utf16Le;
/// UTF-16BE: bytes, the high one first (D96).
///
/// ```
/// use codeunit::encoding::Utf16Be;
/// assert!(codeunit::validate::<Utf16Be>(b"\xD8\x3D\xDE\x00").is_ok());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Utf16Be;
/// UTF-32 in native code units (D90).
///
/// ```
/// use codeunit::encoding::Utf32;
/// assert!(codeunit::validate::<Utf32>(&[0x1_F600]).is_ok());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Utf32;
/// UTF-32LE: bytes, the lowest one first (D100).
///
/// ```
/// use codeunit::encoding::Utf32Le;
/// assert!(codeunit::validate::<Utf32Le>(b"\x00\xF6\x01\x00").is_ok());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Utf32Le;
/// UTF-32BE: bytes, the highest one first (D99).
///
/// ```
/// use codeunit::encoding::Utf32Be;
/// assert!(codeunit::validate::<Utf32Be>(b"\x00\x01\xF6\x00").is_ok());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Utf32Be;
/// UTF-32 whose well-formedness `char` proves. A source only.
///
/// ```
/// use codeunit::encoding::{Utf8, Chars};
/// assert_eq!(codeunit::transcoded_len::<Chars, Utf8>(&['ñ', '€']), 5);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Chars;
/// ISO/IEC 8859-1: each byte is the code point of the same number, U+0000 to U+00FF.
///
/// ```
/// use codeunit::encoding::{Utf8, Latin1};
/// assert_eq!(codeunit::transcoded_len::<Latin1, Utf8>(b"\xF1"), 2);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Latin1;

sources! {
    Utf8: [u8], form::Utf8 = form::Utf8, 1, |src| (src, &[]);
    Str: str, form::Str = form::Str, 1, |src| (src, &[]);
    Utf16: [u16], form::Utf16 = form::Utf16(ByteOrder::NATIVE), 1, |src| (cast::u16_bytes(src), &[]);
    Utf16Le: [u8], form::Utf16 = form::Utf16(ByteOrder::Little), 2, |src| src.as_chunks();
    Utf16Be: [u8], form::Utf16 = form::Utf16(ByteOrder::Big), 2, |src| src.as_chunks();
    Utf32: [u32], form::Utf32 = form::Utf32(ByteOrder::NATIVE), 1, |src| (cast::u32_bytes(src), &[]);
    Utf32Le: [u8], form::Utf32 = form::Utf32(ByteOrder::Little), 4, |src| src.as_chunks();
    Utf32Be: [u8], form::Utf32 = form::Utf32(ByteOrder::Big), 4, |src| src.as_chunks();
    Chars: [char], form::Chars = form::Chars, 1, |src| (src, &[]);
    Latin1: [u8], form::Latin1 = form::Latin1, 1, |src| (src, &[]);
}

targets! {
    Utf8: u8, form::Utf8 = form::Utf8, 1, |dst| dst;
    Utf16: u16, form::Utf16 = form::Utf16(ByteOrder::NATIVE), 1, |dst| cast::u16_output(dst);
    Utf16Le: u8, form::Utf16 = form::Utf16(ByteOrder::Little), 2, |dst| cast::output_chunks2(dst);
    Utf16Be: u8, form::Utf16 = form::Utf16(ByteOrder::Big), 2, |dst| cast::output_chunks2(dst);
    Utf32: u32, form::Utf32 = form::Utf32(ByteOrder::NATIVE), 1, |dst| cast::u32_output(dst);
    Utf32Le: u8, form::Utf32 = form::Utf32(ByteOrder::Little), 4, |dst| cast::output_chunks4(dst);
    Utf32Be: u8, form::Utf32 = form::Utf32(ByteOrder::Big), 4, |dst| cast::output_chunks4(dst);
    Latin1: u8, form::Latin1 = form::Latin1, 1, |dst| dst;
}

/// The number of whole code units.
#[inline(always)]
pub(crate) fn code_units<S: Source>(src: &S::Slice) -> usize {
    <S::Form as form::Source>::len(S::units(src).0)
}
