//! The analysis: every source of every length, counts that would overflow a lane, and what it says of
//! the part before an error. Every check of a source elsewhere has it too ([`check_validate`]).

use std::borrow::Borrow;

use codeunit::encoding::{
    Chars, Latin1, Str, Utf8, Utf16, Utf16Be, Utf16Le, Utf32, Utf32Be, Utf32Le,
};
use harness::rng::Rng;
use harness::text::{INTERESTING_16, INTERESTING_32, INTERESTING_BYTES, PADDINGS, padding};
use harness::{SourceModel, check_validate, for_each_backend, in_turn, scaled, thin};

use crate::Test;

fn check<S: SourceModel>(src: &S::Slice) {
    check_validate::<S>(src, &S::decode(src));
}

/// Calls `function::<S>(arguments)` for every source.
macro_rules! for_each_source {
    ($function:ident $arguments:tt) => {
        for_each_source!(@ $function $arguments
            [Utf8 Str Utf16 Utf16Le Utf16Be Utf32 Utf32Le Utf32Be Chars Latin1]);
    };
    (@ $function:ident $arguments:tt [$($source:ident)*]) => {
        $($function::<$source> $arguments;)*
    };
}

fn text_of_every_length() {
    fn one<S: SourceModel>(text: &str) {
        check::<S>(S::encode(text).borrow());
    }
    for unit in PADDINGS.into_iter().chain(["\n", "a\n", "é\n", "ÿ", "Ā", "中\n😀"]) {
        for len in thin(0..=700) {
            for_each_source!(one(&padding(unit, len)));
        }
    }
}

fn random_sources_of_every_length() {
    fn one<S: SourceModel>(rng: &mut Rng, len: usize) {
        check::<S>(S::random(rng, len).borrow());
    }
    let mut rng = Rng::new(23);
    for _ in 0..scaled(4) {
        for len in thin(0..=900) {
            for_each_source!(one(&mut rng, len));
        }
    }
}

/// One character that changes a figure, alone among letters, at every place.
fn one_character_at_every_place() {
    fn one<S: SourceModel>(text: &str) {
        check::<S>(S::encode(text).borrow());
    }
    for c in
        ["\n", "\u{80}", "ÿ", "Ā", "\u{7FF}", "\u{800}", "\u{FFFF}", "😀", "\u{0A0A}", "\u{0A00}"]
    {
        for at in thin(0..=300) {
            for_each_source!(one(&(padding("a", at) + c + &padding("b", 70))));
        }
    }
}

/// A character cut off at every place, in Latin-1 text and others: what it would have been is in no
/// figure.
fn a_source_cut_at_every_place() {
    for unit in ["a\n", "ÿ", "a中", "😀", "éa\n😀"] {
        for last in ["", "é", "Ā", "中", "😀"] {
            for len in thin(0..=330) {
                let whole = padding(unit, len) + last;
                for cut in 0..=3.min(whole.len()) {
                    check::<Utf8>(&whole.as_bytes()[..whole.len() - cut]);
                    // The cut in the middle of the source.
                    let src = [&whole.as_bytes()[..whole.len() - cut], &[b'a'; 300]].concat();
                    check::<Utf8>(&src);
                }
                let units = Utf16::encode(&whole);
                check::<Utf16>(&units[..units.len().saturating_sub(1)]);
                let little = Utf16Le::encode(&whole);
                let big = Utf16Be::encode(&whole);
                for cut in 1..=3.min(little.len()) {
                    check::<Utf16Le>(&little[..little.len() - cut]);
                    check::<Utf16Be>(&big[..big.len() - cut]);
                }
            }
        }
    }
}

/// Counters of a vector's lanes overflow where one unit is repeated for long.
fn one_unit_over_and_over() {
    let lengths = [255, 256, 257, 4095, 8161, 16_385, 70_000, 140_001];
    for (turn, len) in lengths.into_iter().enumerate() {
        for byte in in_turn(turn, INTERESTING_BYTES.into_iter().chain([b'\n'])) {
            check::<Utf8>(&vec![byte; len]);
            check::<Latin1>(&vec![byte; len]);
        }
        for unit in in_turn(turn, INTERESTING_16.into_iter().chain([0x0A, 0x0A00, 0xFF, 0x100])) {
            check::<Utf16>(&vec![unit; len]);
        }
        let units = INTERESTING_32.into_iter().chain([0x0A, 0x0A00_0000, 0xFF, 0x100]);
        for unit in in_turn(turn, units) {
            check::<Utf32>(&vec![unit; len]);
        }
        for unit in in_turn(turn, ["é", "中", "😀", "中\n"]) {
            let text = unit.repeat(len);
            check::<Utf8>(text.as_bytes());
            check::<Str>(&text);
            check::<Utf16Be>(&Utf16Be::encode(&text));
            check::<Utf32Be>(&Utf32Be::encode(&text));
        }
    }
}

fn every_code_unit_in_turn() {
    let bytes: Vec<u8> = (0..=0xFF).collect();
    check::<Latin1>(&bytes);
    for byte in bytes {
        check::<Utf8>(&[byte]);
        check::<Latin1>(&[byte]);
    }
    let every: String = thin(0..=0x10_FFFF_u32).filter_map(char::from_u32).collect();
    for_each_source!(well_formed(&every));
    check::<Utf16>(&(0..=0xFFFF).collect::<Vec<u16>>());
    check::<Utf32>(&(0..=0x11_0010).collect::<Vec<u32>>());
    for shift in 0..32 {
        check::<Utf32>(&[1 << shift, (1 << shift) - 1, u32::MAX << shift].repeat(21));
    }
}

fn well_formed<S: SourceModel>(text: &str) {
    let src = S::encode(text);
    check::<S>(src.borrow());
    for_each_backend(|engine| assert!(engine.analyze::<S>(src.borrow()).is_well_formed()));
}

pub(crate) const TESTS: &[Test] = tests![
    text_of_every_length,
    random_sources_of_every_length,
    one_character_at_every_place,
    a_source_cut_at_every_place,
    one_unit_over_and_over,
    every_code_unit_in_turn,
];
