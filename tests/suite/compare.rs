//! Comparisons of any two encodings, held to the order of keys that are made the slow way: bytes in UTF-8, with the
//! pattern continued for what no scalar value is. All sources lie flush against unmapped pages.

use std::borrow::Borrow;
use std::cmp::Ordering;

use codeunit::encoding::{
    Chars, Latin1, Str, Utf8, Utf16, Utf16Be, Utf16Le, Utf32, Utf32Be, Utf32Le,
};
use harness::guarded::{Guarded, Place};
use harness::rng::Rng;
use harness::size::{long, scaled};
use harness::text::{PADDINGS, SCRIPTS, padding, random_text};
use harness::{Element, SourceModel, for_each_backend, in_turn, thin};

use crate::Test;

/// A source as values: what one code unit, or a pair of surrogates, stands for.
trait Values: SourceModel {
    /// The value of the elements of one character or one ill-formed sequence; `None` if they are not a code unit,
    /// and of UTF-8, which is its own key.
    fn value(elements: &[Self::Unit]) -> Option<u32>;

    /// The elements of these values, if it has them.
    fn put(values: &[u32]) -> Option<Self::Owned>;
}

fn utf16_value(units: &[u16]) -> u32 {
    match *units {
        [high, low] => ((u32::from(high) - 0xD800) << 10) + (u32::from(low) - 0xDC00) + 0x1_0000,
        [unit] => unit.into(),
        _ => unreachable!("one or two units"),
    }
}

fn utf16_units(values: &[u32]) -> Option<Vec<u16>> {
    let mut units = Vec::new();
    for &value in values {
        match char::from_u32(value) {
            Some(c) => units.extend(c.encode_utf16(&mut [0; 2]).iter()),
            None => units.push(value.try_into().ok()?),
        }
    }
    Some(units)
}

fn scheme16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Option<u32> {
    let (units, rest) = bytes.as_chunks();
    let units: Vec<u16> = units.iter().map(|&bytes| unit(bytes)).collect();
    rest.is_empty().then(|| utf16_value(&units))
}

fn bytes_of<U: Copy, const N: usize>(units: &[U], bytes: fn(U) -> [u8; N]) -> Vec<u8> {
    units.iter().flat_map(|&unit| bytes(unit)).collect()
}

macro_rules! values {
    ($($name:ident: |$elements:ident| $value:expr, |$values:ident| $put:expr;)*) => {$(
        impl Values for $name {
            fn value($elements: &[Self::Unit]) -> Option<u32> {
                $value
            }

            fn put($values: &[u32]) -> Option<Self::Owned> {
                $put
            }
        }
    )*};
}

values! {
    Utf8: |_elements| None, |values| Some(values.iter().flat_map(|&value| key_of(value)).collect());
    Str: |_elements| None, |values| values.iter().map(|&value| char::from_u32(value)).collect();
    Utf16: |units| Some(utf16_value(units)), |values| utf16_units(values);
    Utf16Le: |bytes| scheme16(bytes, u16::from_le_bytes),
        |values| Some(bytes_of(&utf16_units(values)?, u16::to_le_bytes));
    Utf16Be: |bytes| scheme16(bytes, u16::from_be_bytes),
        |values| Some(bytes_of(&utf16_units(values)?, u16::to_be_bytes));
    Utf32: |units| Some(units[0]), |values| Some(values.to_vec());
    Utf32Le: |bytes| bytes.try_into().ok().map(u32::from_le_bytes),
        |values| Some(bytes_of(values, u32::to_le_bytes));
    Utf32Be: |bytes| bytes.try_into().ok().map(u32::from_be_bytes),
        |values| Some(bytes_of(values, u32::to_be_bytes));
    Chars: |chars| Some(chars[0].into()),
        |values| values.iter().map(|&value| char::from_u32(value)).collect();
    Latin1: |bytes| Some(bytes[0].into()),
        |values| values.iter().map(|&value| value.try_into().ok()).collect();
}

/// UTF-8, and its pattern continued.
fn key_of(value: u32) -> Vec<u8> {
    if let Ok(ascii) = u8::try_from(value)
        && ascii < 0x80
    {
        return vec![ascii];
    }
    let value = u64::from(value);
    // So many trailing bytes take six bits each, and the lead what is left of seven.
    let trails = (1..7).find(|trails| value < 1 << (6 * trails + (6 - trails))).expect("32 bits");
    let tag = 0xFF_u8 << (7 - trails);
    let trail = |i: u64| 0x80 | (value >> (6 * i) & 0x3F) as u8;
    let lead = tag | (value >> (6 * trails)) as u8;
    std::iter::once(lead).chain((0..trails).rev().map(trail)).collect()
}

/// The key of a source, and its boundaries: in the key and in the source.
struct Key {
    bytes: Vec<u8>,
    boundaries: Vec<(usize, usize)>,
}

impl Key {
    fn new<S: Values>(src: &S::Slice) -> Self {
        let elements = S::elements(src);
        let is_utf8 = matches!(S::NAME, "Utf8" | "Str");
        let is_utf16_scheme = matches!(S::NAME, "Utf16Le" | "Utf16Be");
        let mut key = Self { bytes: Vec::new(), boundaries: vec![(0, 0)] };
        let mut at = 0;
        for item in S::decode(src) {
            // Of an ill-formed sequence each unit is a value of its own.
            // So is a high surrogate, whatever the end has cut behind it.
            let is_half = is_utf16_scheme && item.len == 3;
            let len = if is_half { 2 } else { item.len };
            let units = &elements[at..at + len];
            at += len;
            if is_utf8 {
                key.bytes.extend(as_bytes(units));
            } else if let Some(value) = S::value(units) {
                key.bytes.extend(key_of(value));
            } else {
                // The bytes behind the last whole code unit.
                key.bytes.push(0xFF);
                key.bytes.extend(as_bytes(units));
                break;
            }
            key.boundaries.push((key.bytes.len(), at));
            if is_half {
                key.bytes.push(0xFF);
                key.bytes.extend(as_bytes(&elements[at..]));
            }
        }
        key
    }

    /// The last boundaries up to which both are the same.
    fn common(&self, other: &Self) -> (usize, usize) {
        let same = self.bytes.iter().zip(&other.bytes).take_while(|(a, b)| a == b).count();
        let mut best = (0, 0);
        for &(len, a) in self.boundaries.iter().take_while(|&&(len, _)| len <= same) {
            if let Ok(index) = other.boundaries.binary_search_by_key(&len, |&(len, _)| len) {
                best = (a, other.boundaries[index].1);
            }
        }
        best
    }
}

fn as_bytes<U: Element>(units: &[U]) -> impl Iterator<Item = u8> {
    units.iter().map(|unit| u8::try_from(unit.number()).expect("an element of one byte"))
}

/// Memory for the two sides.
struct Memory(Guarded, Guarded);

impl Memory {
    fn new() -> Self {
        Self(Guarded::new(40_000), Guarded::new(40_000))
    }
}

/// All three operations, both ways round.
fn check<A: Values, B: Values>(memory: &mut Memory, a: &A::Slice, b: &B::Slice) {
    let (key_a, key_b) = (Key::new::<A>(a), Key::new::<B>(b));
    let order = key_a.bytes.cmp(&key_b.bytes);
    let common = key_a.common(&key_b);
    let what = || format!("{} {}, {} {}", A::NAME, A::literal(a), B::NAME, B::literal(b));
    for place in Place::BOTH {
        let a = A::view(memory.0.copy(A::elements(a), place)).expect("the same source");
        let b = B::view(memory.1.copy(B::elements(b), place)).expect("the same source");
        for_each_backend(|tested| {
            assert_eq!(tested.cmp_text::<A, B>(a, b), order, "{}", what());
            assert_eq!(tested.eq_text::<A, B>(a, b), order.is_eq(), "{}", what());
            assert_eq!(tested.common_prefix_len::<A, B>(a, b), common, "{}", what());
            assert_eq!(tested.cmp_text::<B, A>(b, a), order.reverse(), "{}", what());
            assert_eq!(tested.eq_text::<B, A>(b, a), order.is_eq(), "{}", what());
            let swapped = (common.1, common.0);
            assert_eq!(tested.common_prefix_len::<B, A>(b, a), swapped, "{}", what());
        });
    }
}

/// A check of these values, if both encodings have them.
fn check_values<A: Values, B: Values>(memory: &mut Memory, a: &[u32], b: &[u32]) {
    if let (Some(a), Some(b)) = (A::put(a), B::put(b)) {
        check::<A, B>(memory, a.borrow(), b.borrow());
    }
}

/// A function for every pair of encodings, of which the first is not behind the second.
macro_rules! for_each_two {
    ($function:ident $args:tt) => {
        for_each_two!(
            @rows $function $args Utf8 Str Utf16 Utf16Le Utf16Be Utf32 Utf32Le Utf32Be Chars Latin1
        )
    };
    (@rows $function:ident $args:tt $first:ident $($rest:ident)*) => {
        $function::<$first, $first> $args;
        $($function::<$first, $rest> $args;)*
        for_each_two!(@rows $function $args $($rest)*)
    };
    (@rows $function:ident $args:tt) => {};
}

fn values_of(text: &str) -> Vec<u32> {
    text.chars().map(u32::from).collect()
}

fn every_length_and_every_place_of_a_difference() {
    let mut memory = Memory::new();
    for len in thin((0..=40).chain([63, 64, 65, 70, 128, 129])) {
        let same = vec![0x61; len];
        for_each_two!(check_values(&mut memory, &same, &same));
        for at in thin((0..len).step_by(1 + len / 40)) {
            for value in [0x62, 0xE9] {
                let mut other = same.clone();
                other[at] = value;
                for_each_two!(check_values(&mut memory, &same, &other));
            }
        }
        for_each_two!(check_values(&mut memory, &same, &same[..len / 2]));
    }
}

fn a_difference_in_every_block() {
    let mut memory = Memory::new();
    let places = [0, 31, 63, 64, 65, 191, 192, 447, 448, 960, 2900];
    for (turn, unit) in PADDINGS.into_iter().enumerate() {
        let same = values_of(&padding(unit, long(3000, 1000)));
        for_each_two!(check_values(&mut memory, &same, &same));
        for at in thin(places).filter(|&at| at < same.len()) {
            let values = [0x41, 0xE9, 0x4E2D, 0xFFFD, 0x1_F601, 0xD83D, 0xDE00, 0x11_0000];
            for value in in_turn(turn, values) {
                let mut other = same.clone();
                other[at] = value;
                for_each_two!(check_values(&mut memory, &same, &other));
            }
            for_each_two!(check_values(&mut memory, &same, &same[..at]));
        }
    }
}

/// Short texts are converted whole, and longer ones by runs and blocks.
fn texts_of_every_length_that_differ_at_the_end_or_not() {
    let mut memory = Memory::new();
    for (turn, unit) in PADDINGS.into_iter().enumerate() {
        for len in thin(1..=300) {
            let same = values_of(&padding(unit, len));
            for_each_two!(check_values(&mut memory, &same, &same));
            let Some((&last, front)) = same.split_last() else { continue };
            // As many bytes in UTF-8, and a unit that no form has.
            for value in in_turn(turn + len, [last ^ 1, 0xD800, 0x11_0000]) {
                let other = [front, &[value]].concat();
                for_each_two!(check_values(&mut memory, &same, &other));
            }
        }
    }
}

/// Surrogates, pairs and what is around them, in all orders.
fn ill_formed_beside_well_formed() {
    let mut memory = Memory::new();
    let values = [
        0x41,
        0xE9,
        0xD7FF,
        0xD83D,
        0xDBFF,
        0xDC00,
        0xDE00,
        0xE000,
        0xFFFD,
        0x1_0000,
        0x1_F600,
        0x10_FFFF,
        0x11_0000,
        0x20_0000,
        0x400_0000,
        0x8000_0000,
        u32::MAX,
    ];
    for (a, b) in
        values.iter().enumerate().flat_map(|(i, &a)| in_turn(i, values).map(move |b| (a, b)))
    {
        for front in thin([0, 15, 63]) {
            for last in [&[][..], &[0x41], &[0xDC00], &[0x1_F600]] {
                let one = [&vec![0x61; front], &[a][..], last].concat();
                let two = [&vec![0x61; front], &[b][..], last].concat();
                for_each_two!(check_values(&mut memory, &one, &two));
                for_each_two!(check_values(&mut memory, &one, &[&one[..], &[b]].concat()));
            }
        }
    }
}

/// Sources that begin with the same values, well-formed or not, and go on as they like.
fn random_sources() {
    fn go_on<A: Values, B: Values>(memory: &mut Memory, rng: &mut Rng, same: &[u32]) {
        let (Some(a), Some(b)) = (A::put(same), B::put(same)) else { return };
        let rest = [A::random(rng, 20), A::random(rng, 0)];
        let other = [B::random(rng, 20), B::random(rng, 0)];
        for (rest, other) in rest.iter().zip(other.iter().rev()).chain(rest.iter().zip(&other)) {
            let a = [A::elements(a.borrow()), A::elements(rest.borrow())].concat();
            let b = [B::elements(b.borrow()), B::elements(other.borrow())].concat();
            if let (Some(a), Some(b)) = (A::view(&a), B::view(&b)) {
                check::<A, B>(memory, a, b);
            }
        }
    }
    let (mut memory, mut rng) = (Memory::new(), Rng::new(41));
    for round in 0..scaled(150) {
        let len = [10, 100, 1500][round % 3];
        let mut same = values_of(&random_text(&mut rng, rng_len(round, len)));
        if round % 2 == 0 {
            let text = values_of(&padding(rng.pick(&SCRIPTS), len));
            same.extend(text);
        }
        for _ in 0..round % 3 {
            if !same.is_empty() {
                let at = rng.below(same.len());
                same[at] = rng.pick(&[0xD83D, 0xDE00, 0x41, 0xE9, 0x11_0000]);
            }
        }
        if round % 4 == 0 {
            same.retain(|&value| value <= 0xFF);
        }
        for_each_two!(go_on(&mut memory, &mut rng, &same));
    }
}

fn rng_len(round: usize, len: usize) -> usize {
    round * 7 % len
}

/// Sources that have nothing to do with each other.
fn random_bytes() {
    fn random<A: Values, B: Values>(memory: &mut Memory, rng: &mut Rng, len: usize) {
        let (a, b) = (A::random(rng, len), B::random(rng, len));
        check::<A, B>(memory, a.borrow(), b.borrow());
        check::<A, A>(memory, a.borrow(), a.borrow());
    }
    let (mut memory, mut rng) = (Memory::new(), Rng::new(42));
    for len in thin(0..=100) {
        for_each_two!(random(&mut memory, &mut rng, len));
    }
}

fn functions_of_the_crate() {
    use codeunit::compare::*;
    let (low, high) = ([0xFFFD_u16, 0x61], [0xD83D_u16, 0xDE00]);
    assert_eq!(cmp_code_point_order_utf16(&low, &high), Ordering::Less);
    let bytes = |units: [u16; 2], bytes: fn(u16) -> [u8; 2]| bytes_of(&units, bytes);
    let (a, b) = (bytes(low, u16::to_le_bytes), bytes(high, u16::to_le_bytes));
    assert_eq!(cmp_code_point_order_utf16le(&a, &b), Ordering::Less);
    let (a, b) = (bytes(low, u16::to_be_bytes), bytes(high, u16::to_be_bytes));
    assert_eq!(cmp_code_point_order_utf16be(&b, &a), Ordering::Greater);
    assert_eq!(cmp::<Utf16, Str>(&high, "😀"), Ordering::Equal);
    assert!(eq::<Utf16, Str>(&high, "😀") && !eq::<Utf16, Str>(&low, "😀"));
    assert_eq!(common_prefix_len::<Utf16, Str>(&high, "😀a"), (2, 4));
}

pub(crate) const TESTS: &[Test] = tests![
    every_length_and_every_place_of_a_difference,
    a_difference_in_every_block,
    texts_of_every_length_that_differ_at_the_end_or_not,
    ill_formed_beside_well_formed,
    random_sources,
    random_bytes,
    functions_of_the_crate,
];
