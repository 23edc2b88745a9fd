//! Sources and outputs flush against unmapped pages, for every operation at every length: an access
//! of one byte outside is a crash, which prints the case.
//!
//! Every other test that goes through the harness has such pages too, on one side at a time.

use std::borrow::Borrow;

use codeunit::encoding::{Latin1, TranscodeTo, Utf8, Utf16, Utf32};
use harness::guarded::{Guarded, Place};
use harness::model::validate_utf8;
use harness::pair::Pair;
use harness::rng::Rng;
use harness::text::{PADDINGS, padding};
use harness::{
    SourceModel, TargetModel, check_case, for_each_backend, for_each_pair, places, thin,
};

use crate::Test;

/// A room that exactly fits, and one element less.
fn exactly<S: SourceModel + TranscodeTo<T>, T: TargetModel>(src: &S::Slice) {
    let pair = Pair::of::<S, T>();
    let items = S::decode(src);
    let needed =
        pair.to.convert(&items, usize::MAX, harness::Policy::Lossy, &mut Vec::new()).written;
    check_case::<S, T>(src, needed);
    if needed > 0 {
        check_case::<S, T>(src, needed - 1);
    }
}

fn text_of<S: SourceModel + TranscodeTo<T>, T: TargetModel>(text: &str) {
    exactly::<S, T>(S::encode(text).borrow());
}

fn every_pair_on_text_of_every_length() {
    for unit in PADDINGS {
        for len in thin(0..=260) {
            let text = padding(unit, len);
            for_each_pair!(text_of(&text));
        }
    }
}

fn damaged<S: SourceModel + TranscodeTo<T>, T: TargetModel>(rng: &mut Rng, len: usize) {
    exactly::<S, T>(S::random(rng, len).borrow());
}

fn every_pair_on_damaged_sources_of_every_length() {
    let mut rng = Rng::new(16);
    for len in thin(0..=260) {
        for_each_pair!(damaged(&mut rng, len));
    }
}

/// A source that ends inside of a character tempts to look at what would complete it.
fn every_pair_on_a_character_cut_by_the_end() {
    fn cut<S: SourceModel + TranscodeTo<T>, T: TargetModel>(text: &str, missing: usize) {
        let src = S::encode(text);
        let elements = S::elements(src.borrow());
        let Some(rest) = elements.len().checked_sub(missing) else { return };
        if let Some(src) = S::view(&elements[..rest]) {
            exactly::<S, T>(src);
        }
    }
    for len in thin((0..=70).chain(124..=134).chain(250..=260)) {
        for last in ["é", "中", "😀"] {
            for missing in 1..=3 {
                let text = padding("a", len) + last;
                for_each_pair!(cut(&text, missing));
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

fn growing<S: SourceModel + TranscodeTo<T>, T: TargetModel>(rng: &mut Rng, len: usize) {
    let pair = Pair::of::<S, T>();
    let src = S::random(rng, len);
    let mut output = Vec::new();
    let items = S::decode(src.borrow());
    let want = pair.to.convert(&items, usize::MAX, harness::Policy::Lossy, &mut output);
    let elements = S::elements(src.borrow());
    let mut memory = Guarded::new(size_of_val(elements));
    for place in Place::BOTH {
        let src = S::view(memory.copy(elements, place)).expect("a copy of a source");
        for_each_backend(|tested| {
            let mut out = Vec::new();
            let done = tested.transcode_lossy_append::<S, T>(src, &mut out);
            assert_eq!((done.written, done.replacements), (want.written, want.replacements));
            assert!(out == output, "{}", S::literal(src));
        });
    }
}

/// The growing forms convert in pieces, each of which is a source of its own.
fn growing_forms() {
    let mut rng = Rng::new(18);
    for len in thin([0, 1, 63, 64, 65, 200, 1023, 1024, 1025, 3000, 4095, 4097, 9000]) {
        for_each_pair!(growing(&mut rng, len));
    }
}

/// A page more than a vector's length: the loops run, and end at the page.
fn long_sources() {
    let mut rng = Rng::new(19);
    for len in thin([4095, 4096, 4097, 8191, 8192, 8193]) {
        exactly::<Utf8, Utf16>(Utf8::random(&mut rng, len).borrow());
        exactly::<Utf8, Utf32>(padding("aé中😀", len).as_bytes());
        exactly::<Utf16, Utf8>(Utf16::random(&mut rng, len).borrow());
        exactly::<Utf32, Utf8>(Utf32::random(&mut rng, len).borrow());
        exactly::<Latin1, Utf8>(Latin1::random(&mut rng, len).borrow());
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
