//! Sources and outputs flush against unmapped pages, for every operation at every length: an access
//! of one byte outside is a crash, which prints the case.
//!
//! Every other test that goes through the harness has such pages too, on one side at a time.

use codeunit::encoding::{Latin1, Utf8, Utf16, Utf32};
use harness::guarded::{Guarded, Place};
use harness::model::validate_utf8;
use harness::pair::Pair;
use harness::rng::Rng;
use harness::text::{PADDINGS, padding};
use harness::{Element, Policy, SourceModel, for_each_backend, for_each_pair, pair, places, thin};

use crate::Test;

/// A room that exactly fits, and one element less.
fn exactly<U: Element, V: Element>(pair: &Pair<U, V>, src: &[U]) {
    let items = (pair.from.decode)(src);
    let needed = pair.to.convert(&items, usize::MAX, Policy::Lossy, &mut Vec::new()).written;
    pair.check_case(src, needed);
    if needed > 0 {
        pair.check_case(src, needed - 1);
    }
}

fn every_pair_on_text_of_every_length() {
    for unit in PADDINGS {
        for len in thin(0..=260) {
            let text = padding(unit, len);
            for_each_pair!(|pair| exactly(pair, &(pair.from.encode)(&text)));
        }
    }
}

fn every_pair_on_damaged_sources_of_every_length() {
    let mut rng = Rng::new(16);
    for len in thin(0..=260) {
        for_each_pair!(|pair| exactly(pair, &(pair.from.random)(&mut rng, len)));
    }
}

/// A source that ends inside of a character tempts to look at what would complete it.
fn every_pair_on_a_character_cut_by_the_end() {
    fn cut<U: Element, V: Element>(pair: &Pair<U, V>, text: &str, missing: usize) {
        let src = (pair.from.encode)(text);
        let Some(rest) = src.len().checked_sub(missing) else { return };
        if (pair.from.is_source)(&src[..rest]) {
            exactly(pair, &src[..rest]);
        }
    }
    for len in thin((0..=70).chain(124..=134).chain(250..=260)) {
        for last in ["é", "中", "😀"] {
            for missing in 1..=3 {
                let text = padding("a", len) + last;
                for_each_pair!(|pair| cut(pair, &text, missing));
            }
        }
    }
}

fn ascii_and_from_utf8() {
    let mut memory = Guarded::new(600);
    for unit in PADDINGS {
        for len in thin(0..=520) {
            let text = padding(unit, len);
            let bytes = text.as_bytes();
            let prefix = bytes.iter().take_while(|byte| byte.is_ascii()).count();
            for place in Place::BOTH {
                let src = memory.copy(bytes, place);
                for_each_backend(|tested| {
                    assert_eq!(tested.is_ascii(src), prefix == len, "{text}");
                    assert_eq!(tested.ascii_prefix_len(src), prefix, "{text}");
                    assert_eq!(tested.validate_ascii(src).is_ok(), prefix == len, "{text}");
                    assert_eq!(tested.from_utf8(src), Ok(&*text));
                    for cut in len.saturating_sub(3)..len {
                        let place = places(tested.validate::<Utf8>(&src[..cut]));
                        assert_eq!(place, validate_utf8(&src[..cut]), "{text}, {cut} bytes");
                    }
                });
            }
        }
    }
}

/// Both swaps of code units of a type.
macro_rules! swap {
    ($name:ident: $unit:ty, $swap:ident $in_place:ident) => {
        fn $name() {
            let (mut memory, mut output) = (Guarded::new(1200), Guarded::new(1200));
            let mut rng = Rng::new(17);
            for len in thin(0..=300) {
                let units: Vec<$unit> = (0..len).map(|_| rng.bits() as $unit).collect();
                let swapped: Vec<$unit> = units.iter().map(|unit| unit.swap_bytes()).collect();
                for place in Place::BOTH {
                    for_each_backend(|tested| {
                        let src = memory.copy(&units, place);
                        let dst = output.fill(len, 0xA5A5, place);
                        assert_eq!(tested.$swap(src, dst), len);
                        assert_eq!(dst, swapped);
                        tested.$in_place(dst);
                        assert_eq!(dst, units);
                    });
                }
            }
        }
    };
}

swap!(swap_utf16: u16, swap_utf16 swap_utf16_in_place);
swap!(swap_utf32: u32, swap_utf32 swap_utf32_in_place);

fn growing<U: Element, V: Element>(pair: &Pair<U, V>, src: &[U]) {
    let mut output = Vec::new();
    let items = (pair.from.decode)(src);
    let want = pair.to.convert(&items, usize::MAX, Policy::Lossy, &mut output);
    let mut memory = Guarded::new(size_of_val(src));
    for place in Place::BOTH {
        let src = memory.copy(src, place);
        for_each_backend(|tested| {
            let mut out = Vec::new();
            let got = pair.append(tested, Policy::Lossy, src, &mut out);
            assert_eq!(got, want);
            assert!(out == output, "{}", (pair.from.literal)(src));
        });
    }
}

/// The growing forms convert in pieces, each of which is a source of its own.
fn growing_forms() {
    let mut rng = Rng::new(18);
    for len in thin([0, 1, 63, 64, 65, 200, 1023, 1024, 1025, 3000, 4095, 4097, 9000]) {
        for_each_pair!(|pair| growing(pair, &(pair.from.random)(&mut rng, len)));
    }
}

/// A page more than a vector's length: the loops run, and end at the page.
fn long_sources() {
    let mut rng = Rng::new(19);
    for len in thin([4095, 4096, 4097, 8191, 8192, 8193]) {
        exactly(pair::<Utf8, Utf16>(), &Utf8::random(&mut rng, len));
        exactly(pair::<Utf8, Utf32>(), padding("aé中😀", len).as_bytes());
        exactly(pair::<Utf16, Utf8>(), &Utf16::random(&mut rng, len));
        exactly(pair::<Utf32, Utf8>(), &Utf32::random(&mut rng, len));
        exactly(pair::<Latin1, Utf8>(), &Latin1::random(&mut rng, len));
    }
}

pub(crate) const TESTS: &[Test] = tests![
    every_pair_on_text_of_every_length,
    every_pair_on_damaged_sources_of_every_length,
    every_pair_on_a_character_cut_by_the_end,
    ascii_and_from_utf8,
    swap_utf16,
    swap_utf32,
    growing_forms,
    long_sources,
];
