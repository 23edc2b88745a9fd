//! Each encoding as the standard library sees it: how its text is made, read and written.

use std::borrow::Borrow;
use std::fmt::Debug;

use codeunit::ErrorKind;
use codeunit::encoding::{
    Chars, Latin1, Source, Str, Target, Utf8, Utf16, Utf16Be, Utf16Le, Utf32, Utf32Be, Utf32Le,
};

use super::model::{Bad, Item};
use super::rng::Rng;
use super::{table_3_7, text};

/// A source and its oracle.
pub(crate) trait SourceModel: Source {
    const NAME: &'static str;
    /// A source in memory of its own.
    type Owned: Borrow<Self::Slice>;

    /// `text` in this encoding. Latin-1 gets only the characters that it has.
    fn encode(text: &str) -> Self::Owned;
    /// The characters and the ill-formed sequences.
    fn decode(src: &Self::Slice) -> Vec<Item>;
    /// About `len` elements, often ill-formed where the type allows it.
    fn random(rng: &mut Rng, len: usize) -> Self::Owned;
    /// The number of elements.
    fn elements(src: &Self::Slice) -> usize;
    /// What is behind the first `read` elements.
    fn rest(src: &Self::Slice, read: usize) -> &Self::Slice;
    /// For the message of a test that fails.
    fn show(src: &Self::Slice) -> String;
}

/// A target and its oracle.
pub(crate) trait TargetModel: Target<Unit: Copy + Eq + Debug> {
    const NAME: &'static str;
    /// What a lossy conversion writes for what it cannot convert.
    const REPLACEMENT: char = '\u{FFFD}';
    /// A unit that is easy to recognise where it must not be overwritten.
    const FILL: Self::Unit;

    /// Writes `c`, or says that the target does not have it.
    fn put(c: char, out: &mut Vec<Self::Unit>) -> bool;
}

/// The items of UTF-16 code units that are `scale` elements each, with `rest` elements behind them.
fn decode_utf16(units: &[u16], scale: usize, rest: usize) -> Vec<Item> {
    let mut left = units.len();
    let items = char::decode_utf16(units.iter().copied()).map(|decoded| {
        let len = decoded.as_ref().map_or(1, |c| c.len_utf16());
        left -= len;
        let what = decoded.map_err(|unpaired| {
            let (kind, error_len) = match unpaired.unpaired_surrogate() {
                0xD800..=0xDBFF if left == 0 => (ErrorKind::Incomplete, None),
                0xD800..=0xDBFF => (ErrorKind::UnpairedHigh, Some(scale as u8)),
                _ => (ErrorKind::UnpairedLow, Some(scale as u8)),
            };
            Bad { kind, error_len }
        });
        Item { len: len * scale, what }
    });
    items.collect::<Vec<_>>().into_iter().chain(unfinished(rest)).collect()
}

/// The items of UTF-32 code units.
fn decode_utf32(units: &[u32], scale: usize, rest: usize) -> Vec<Item> {
    let items = units.iter().map(|&unit| {
        let what = char::from_u32(unit).ok_or_else(|| {
            let above = unit > 0x10_FFFF;
            let kind = if above { ErrorKind::AboveMax } else { ErrorKind::Surrogate };
            Bad { kind, error_len: Some(scale as u8) }
        });
        Item { len: scale, what }
    });
    items.chain(unfinished(rest)).collect()
}

/// The bytes behind the last whole code unit, which are one maximal subpart.
fn unfinished(rest: usize) -> Option<Item> {
    let bad = Bad { kind: ErrorKind::Incomplete, error_len: None };
    (rest != 0).then_some(Item { len: rest, what: Err(bad) })
}

/// The bytes in code units of `N` bytes, and how many remain.
fn units<const N: usize, U>(src: &[u8], value: fn([u8; N]) -> U) -> (Vec<U>, usize) {
    let (units, rest) = src.as_chunks();
    (units.iter().map(|&unit| value(unit)).collect(), rest.len())
}

/// The code units as bytes, and sometimes a few more.
fn scheme<const N: usize, U: Copy>(rng: &mut Rng, units: &[U], bytes: fn(U) -> [u8; N]) -> Vec<u8> {
    let mut out: Vec<u8> = units.iter().flat_map(|&unit| bytes(unit)).collect();
    for _ in 0..rng.below(2 * N).saturating_sub(N) {
        out.push(rng.next() as u8);
    }
    out
}

macro_rules! sources {
    ($($name:ident $owned:ty:
        $encode:expr,
        |$src:ident| $decode:expr,
        |$rng:ident, $len:ident| $random:expr;
    )*) => {$(
        impl SourceModel for $name {
            const NAME: &'static str = stringify!($name);
            type Owned = $owned;

            fn encode(text: &str) -> $owned {
                let encode: fn(&str) -> $owned = $encode;
                encode(text)
            }

            fn decode($src: &Self::Slice) -> Vec<Item> {
                $decode
            }

            fn random($rng: &mut Rng, $len: usize) -> $owned {
                $random
            }

            fn elements(src: &Self::Slice) -> usize {
                src.len()
            }

            fn rest(src: &Self::Slice, read: usize) -> &Self::Slice {
                &src[read..]
            }

            fn show(src: &Self::Slice) -> String {
                format!("{src:02X?}")
            }
        }
    )*};
}

fn scalars(text: &str) -> Vec<u32> {
    text.chars().map(u32::from).collect()
}

fn latin1(text: &str) -> Vec<u8> {
    text.chars().filter_map(|c| u8::try_from(u32::from(c)).ok()).collect()
}

/// Items of a source in which nothing is ill-formed.
fn well_formed(chars: impl Iterator<Item = char>, len: fn(char) -> usize) -> Vec<Item> {
    chars.map(|c| Item { len: len(c), what: Ok(c) }).collect()
}

sources! {
    Utf8 Vec<u8>:
        |text| text.as_bytes().to_vec(),
        |src| table_3_7::decode(src),
        |rng, len| text::random_utf8(rng, len);
    Str String:
        |text| text.to_owned(),
        |src| well_formed(src.chars(), char::len_utf8),
        |rng, len| text::random_text(rng, len);
    Utf16 Vec<u16>:
        |text| text.encode_utf16().collect(),
        |src| decode_utf16(src, 1, 0),
        |rng, len| text::random_utf16(rng, len);
    Utf16Le Vec<u8>:
        |text| text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        |src| { let (units, rest) = units(src, u16::from_le_bytes); decode_utf16(&units, 2, rest) },
        |rng, len| { let units = text::random_utf16(rng, len / 2); scheme(rng, &units, u16::to_le_bytes) };
    Utf16Be Vec<u8>:
        |text| text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
        |src| { let (units, rest) = units(src, u16::from_be_bytes); decode_utf16(&units, 2, rest) },
        |rng, len| { let units = text::random_utf16(rng, len / 2); scheme(rng, &units, u16::to_be_bytes) };
    Utf32 Vec<u32>:
        scalars,
        |src| decode_utf32(src, 1, 0),
        |rng, len| text::random_utf32(rng, len);
    Utf32Le Vec<u8>:
        |text| scalars(text).into_iter().flat_map(u32::to_le_bytes).collect(),
        |src| { let (units, rest) = units(src, u32::from_le_bytes); decode_utf32(&units, 4, rest) },
        |rng, len| { let units = text::random_utf32(rng, len / 4); scheme(rng, &units, u32::to_le_bytes) };
    Utf32Be Vec<u8>:
        |text| scalars(text).into_iter().flat_map(u32::to_be_bytes).collect(),
        |src| { let (units, rest) = units(src, u32::from_be_bytes); decode_utf32(&units, 4, rest) },
        |rng, len| { let units = text::random_utf32(rng, len / 4); scheme(rng, &units, u32::to_be_bytes) };
    Chars Vec<char>:
        |text| text.chars().collect(),
        |src| well_formed(src.iter().copied(), |_| 1),
        |rng, len| text::random_text(rng, len).chars().collect();
    Latin1 Vec<u8>:
        latin1,
        |src| well_formed(src.iter().copied().map(char::from), |_| 1),
        |rng, len| text::random_bytes(rng, len);
}

macro_rules! targets {
    ($($name:ident $unit:ty = $fill:literal: |$c:ident, $out:ident| $put:expr;)*) => {$(
        impl TargetModel for $name {
            const NAME: &'static str = stringify!($name);
            const FILL: $unit = $fill;

            fn put($c: char, $out: &mut Vec<$unit>) -> bool {
                $put;
                true
            }
        }
    )*};
}

targets! {
    Utf8 u8 = 0xFF: |c, out| out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
    Utf16 u16 = 0xDFFF: |c, out| out.extend_from_slice(c.encode_utf16(&mut [0; 2]));
    Utf16Le u8 = 0xDC:
        |c, out| out.extend(c.encode_utf16(&mut [0; 2]).iter().flat_map(|unit| unit.to_le_bytes()));
    Utf16Be u8 = 0xDC:
        |c, out| out.extend(c.encode_utf16(&mut [0; 2]).iter().flat_map(|unit| unit.to_be_bytes()));
    Utf32 u32 = 0xFFFF_FFFF: |c, out| out.push(u32::from(c));
    Utf32Le u8 = 0xFF: |c, out| out.extend(u32::from(c).to_le_bytes());
    Utf32Be u8 = 0xFF: |c, out| out.extend(u32::from(c).to_be_bytes());
}

impl TargetModel for Latin1 {
    const NAME: &'static str = "Latin1";
    const REPLACEMENT: char = '?';
    const FILL: u8 = 0x9D;

    fn put(c: char, out: &mut Vec<u8>) -> bool {
        u8::try_from(u32::from(c)).map(|byte| out.push(byte)).is_ok()
    }
}

/// Calls `function::<S, T>(arguments)` for the source `S` and every target `T`.
macro_rules! for_each_target {
    ($source:ident $function:ident $arguments:tt) => {
        $crate::common::encodings::for_each_target!(@ $source $function $arguments
            [Utf8 Utf16 Utf16Le Utf16Be Utf32 Utf32Le Utf32Be Latin1]);
    };
    (@ $source:ident $function:ident $arguments:tt [$($target:ident)*]) => {
        $($function::<codeunit::encoding::$source, codeunit::encoding::$target> $arguments;)*
    };
}

/// Calls `function::<S, T>(arguments)` for every source and every target.
macro_rules! for_each_pair {
    ($function:ident $arguments:tt) => {
        $crate::common::encodings::for_each_pair!(@ $function $arguments
            [Utf8 Str Utf16 Utf16Le Utf16Be Utf32 Utf32Le Utf32Be Chars Latin1]);
    };
    (@ $function:ident $arguments:tt [$($source:ident)*]) => {
        $($crate::common::encodings::for_each_target!($source $function $arguments);)*
    };
}

pub(crate) use {for_each_pair, for_each_target};
