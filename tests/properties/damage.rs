//! Sources that may be ill-formed: damaged text, and code units without any sense.

use std::fmt::Debug;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use harness::text::{INTERESTING_16, INTERESTING_32, INTERESTING_BYTES};

use crate::text::{length, text};

/// A code unit, or a byte of one.
trait Unit: Clone + Debug + 'static {}

impl<U: Clone + Debug + 'static> Unit for U {}

/// What happens to a text at one place.
#[derive(Clone, Debug)]
enum Change<U> {
    /// A unit is overwritten.
    Overwritten(Index, U),
    /// A unit is lost.
    Removed(Index),
    /// Units come in between.
    Inserted(Index, Vec<U>),
    /// The last one to three units are cut off.
    Truncated(usize),
}

impl<U> Change<U> {
    fn apply(self, units: &mut Vec<U>) {
        let len = units.len();
        match self {
            Self::Inserted(at, more) => {
                let at = at.index(len + 1);
                units.splice(at..at, more);
            }
            Self::Truncated(end) => units.truncate(len.saturating_sub(end)),
            _ if len == 0 => {}
            Self::Overwritten(at, unit) => units[at.index(len)] = unit,
            Self::Removed(at) => drop(units.remove(at.index(len))),
        }
    }
}

/// `text` with one to four changes. Some bring in a sequence of `ill_formed`.
fn damaged<U: Unit>(
    text: BoxedStrategy<Vec<U>>,
    unit: &BoxedStrategy<U>,
    ill_formed: &'static [&'static [U]],
) -> BoxedStrategy<Vec<U>> {
    let unit_at = || (any::<Index>(), unit.clone());
    let ill_formed_at = (any::<Index>(), select(ill_formed));
    let change = prop_oneof![
        4 => unit_at().prop_map(|(at, unit)| Change::Overwritten(at, unit)),
        2 => any::<Index>().prop_map(Change::Removed),
        2 => unit_at().prop_map(|(at, unit)| Change::Inserted(at, vec![unit])),
        2 => ill_formed_at.prop_map(|(at, units)| Change::Inserted(at, units.to_vec())),
        1 => (1..=3_usize).prop_map(Change::Truncated),
    ];
    let changed = (text, vec(change, 1..=4)).prop_map(|(mut units, changes)| {
        changes.into_iter().for_each(|change| change.apply(&mut units));
        units
    });
    changed.boxed()
}

/// Units of any kind, as many as [`length`] says.
fn arbitrary<U: Unit>(unit: BoxedStrategy<U>) -> BoxedStrategy<Vec<U>> {
    let units = vec(unit, 1..=200);
    (units, length()).prop_map(|(units, len)| units.into_iter().cycle().take(len).collect()).boxed()
}

/// Text as it is, damaged, and units of any kind, in this order of simplicity.
fn source<U: Unit>(
    encode: fn(String) -> Vec<U>,
    unit: BoxedStrategy<U>,
    ill_formed: &'static [&'static [U]],
) -> BoxedStrategy<Vec<U>> {
    let encoded = text().prop_map(encode).boxed();
    let damaged = damaged(encoded.clone(), &unit, ill_formed);
    prop_oneof![1 => encoded, 4 => damaged, 2 => arbitrary(unit)].boxed()
}

/// What a decoder that is too simple would take for a character: surrogates, forms that are not the
/// shortest, code points above U+10FFFF, and the five and six bytes of old; and characters cut off.
const UTF8_ILL_FORMED: [&[u8]; 14] = [
    &[0xED, 0xA0, 0x80],
    &[0xED, 0xBF, 0xBF],
    &[0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80],
    &[0xC0, 0x80],
    &[0xC1, 0xBF],
    &[0xE0, 0x80, 0x80],
    &[0xE0, 0x9F, 0xBF],
    &[0xF0, 0x80, 0x80, 0x80],
    &[0xF0, 0x8F, 0xBF, 0xBF],
    &[0xF4, 0x90, 0x80, 0x80],
    &[0xF7, 0xBF, 0xBF, 0xBF],
    &[0xF8, 0x88, 0x80, 0x80, 0x80],
    &[0xFC, 0x84, 0x80, 0x80, 0x80, 0x80],
    &[0xE2, 0x82, 0xF0, 0x9F, 0x98],
];

/// Bytes of UTF-8.
pub(crate) fn utf8() -> BoxedStrategy<Vec<u8>> {
    let byte = prop_oneof![3 => select(&INTERESTING_BYTES[..]), 1 => any::<u8>()];
    source(String::into_bytes, byte.boxed(), &UTF8_ILL_FORMED)
}

/// Surrogates in the wrong order, too many of one kind, and one inside of a pair.
const UTF16_ILL_FORMED: [&[u16]; 4] = [
    &[0xDC00, 0xD800],
    &[0xD83D, 0xD83D, 0xDE00],
    &[0xD83D, 0xDE00, 0xDE00],
    &[0xD83D, 0x0041, 0xDE00],
];

/// Code units of UTF-16: as many surrogates as everything else.
pub(crate) fn utf16() -> BoxedStrategy<Vec<u16>> {
    let unit = prop_oneof![
        2 => select(&INTERESTING_16[..]),
        1 => 0xD800..=0xDFFF_u16,
        1 => any::<u16>(),
    ];
    source(|text| text.encode_utf16().collect(), unit.boxed(), &UTF16_ILL_FORMED)
}

/// Code units of UTF-32: code points, and what is none.
pub(crate) fn utf32() -> BoxedStrategy<Vec<u32>> {
    let unit = prop_oneof![
        2 => select(&INTERESTING_32[..]),
        1 => 0..=0x12_0000_u32,
        1 => any::<u32>(),
    ];
    source(|text| text.chars().map(u32::from).collect(), unit.boxed(), &[&[0xD800, 0xDC00]])
}

/// The code units as bytes, in one case of four with a byte too much or too few.
fn bytes<const N: usize, U: Unit>(
    units: BoxedStrategy<Vec<U>>,
    bytes: fn(U) -> [u8; N],
) -> BoxedStrategy<Vec<u8>> {
    let whole = units.prop_map(move |units| units.into_iter().flat_map(bytes).collect()).boxed();
    let cut = damaged(whole.clone(), &any::<u8>().boxed(), &[&[0xD8, 0xDC]]);
    prop_oneof![3 => whole, 1 => cut].boxed()
}

/// Bytes of UTF-16LE.
pub(crate) fn utf16le() -> BoxedStrategy<Vec<u8>> {
    bytes(utf16(), u16::to_le_bytes)
}

/// Bytes of UTF-16BE.
pub(crate) fn utf16be() -> BoxedStrategy<Vec<u8>> {
    bytes(utf16(), u16::to_be_bytes)
}

/// Bytes of UTF-32LE.
pub(crate) fn utf32le() -> BoxedStrategy<Vec<u8>> {
    bytes(utf32(), u32::to_le_bytes)
}

/// Bytes of UTF-32BE.
pub(crate) fn utf32be() -> BoxedStrategy<Vec<u8>> {
    bytes(utf32(), u32::to_be_bytes)
}

/// Bytes of Latin-1, which are text whatever they are.
pub(crate) fn latin1() -> BoxedStrategy<Vec<u8>> {
    arbitrary(any::<u8>().boxed())
}

/// ASCII, with bytes above 7F in some places.
pub(crate) fn ascii() -> BoxedStrategy<Vec<u8>> {
    let ascii = arbitrary((0..=0x7F_u8).boxed());
    let damaged = damaged(ascii.clone(), &(0x80..=0xFF_u8).boxed(), &[&[0xC3, 0xB1]]);
    prop_oneof![1 => ascii, 3 => damaged].boxed()
}

/// UTF-8 that `str` proves.
pub(crate) fn str() -> BoxedStrategy<Vec<u8>> {
    text().prop_map(String::into_bytes).boxed()
}

/// Scalar values.
pub(crate) fn chars() -> BoxedStrategy<Vec<char>> {
    text().prop_map(|text| text.chars().collect()).boxed()
}
