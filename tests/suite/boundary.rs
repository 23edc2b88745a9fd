//! Boundaries, held to where the reference splits a source into characters and maximal subparts.
//!
//! No backend is asked: there is nothing of a vector in it.

use codeunit::encoding::{Str, Utf8, Utf16, Utf16Be, Utf16Le, Utf32, Utf32Be, Utf32Le};
use codeunit::{ceil_boundary, complete_prefix_len, floor_boundary};
use harness::rng::Rng;
use harness::text::{SCRIPTS, random_text, random_utf8, random_utf16, random_utf32};
use harness::{SourceModel, scaled, thin};

use crate::Test;

/// All three functions, at every index and behind the end.
fn check<S: SourceModel>(src: &S::Slice) {
    let items = S::decode(src);
    let mut boundaries = vec![0];
    let mut complete = 0;
    for item in items {
        let end = boundaries.last().expect("it begins with 0") + item.len;
        boundaries.push(end);
        // The last item can be incomplete, of a scheme the last two.
        if item.what.is_ok() || item.what.is_err_and(|bad| bad.error_len.is_some()) {
            complete = end;
        }
    }
    let literal = || S::literal(src);
    assert_eq!(complete_prefix_len::<S>(src), complete, "complete_prefix_len of {}", literal());
    let len = *boundaries.last().expect("it begins with 0");
    for index in 0..=len {
        let floor = boundaries.iter().rev().find(|&&at| at <= index).expect("0 is a boundary");
        let ceil = boundaries.iter().find(|&&at| at >= index).expect("the end is a boundary");
        let got = (floor_boundary::<S>(src, index), ceil_boundary::<S>(src, index));
        assert_eq!(got, (*floor, *ceil), "around {index} of {}", literal());
    }
    for index in [len + 1, len + 4, usize::MAX] {
        let got = (floor_boundary::<S>(src, index), ceil_boundary::<S>(src, index));
        assert_eq!(got, (len, len), "around {index} of {}", literal());
    }
}

/// Every string of up to `most` elements of `classes`.
fn for_each_string<U: Copy>(classes: &[U], most: u32, mut check: impl FnMut(&[U])) {
    for len in 0..=most {
        for number in thin(0..classes.len().pow(len)) {
            let (mut number, mut src) = (number, Vec::new());
            for _ in 0..len {
                src.push(classes[number % classes.len()]);
                number /= classes.len();
            }
            check(&src);
        }
    }
}

/// A byte of each class that Table 3-7 distinguishes.
const BYTES: [u8; 18] = [
    0x61, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEF, 0xF0, 0xF1,
    0xF4, 0xF5,
];

fn every_short_utf8() {
    for_each_string(&BYTES, 4, check::<Utf8>);
}

/// Every three bytes at the end of a text and behind a lead byte, by what the standard library calls the end of its input.
fn every_three_last_bytes() {
    for number in thin(0..1 << 24) {
        let [_, a, b, c] = (number as u32).to_be_bytes();
        let src = [0x61, a, b, c];
        let is_cut = |len: &usize| {
            let error = std::str::from_utf8(&src[4 - len..]).err();
            error.is_some_and(|error| error.valid_up_to() == 0 && error.error_len().is_none())
        };
        let cut = (1..=3).find(is_cut).unwrap_or(0);
        assert_eq!(complete_prefix_len::<Utf8>(&src), 4 - cut, "{src:02X?}");
        let is_whole = std::str::from_utf8(&[0xF1, a, b, c]).is_ok();
        let cut = if is_whole { 0 } else { cut };
        assert_eq!(complete_prefix_len::<Utf8>(&[0xF1, a, b, c]), 4 - cut, "F1 and {src:02X?}");
    }
}

/// Behind text, and with five elements: a lead byte four places before the index is too far away.
fn continuation_bytes_far_from_a_lead() {
    for_each_string(&[0x61, 0x80, 0xA0, 0xC2, 0xE1, 0xF1], 6, check::<Utf8>);
}

fn every_short_utf16() {
    let units = [0x61, 0xD7FF, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000];
    for_each_string(&units, 4, check::<Utf16>);
}

/// With each byte that makes a surrogate, as a first and as a second one.
fn every_short_scheme() {
    let bytes = [0x00, 0x61, 0xD7, 0xD8, 0xDB, 0xDC, 0xDF, 0xE0];
    for_each_string(&bytes, 5, |src| {
        check::<Utf16Le>(src);
        check::<Utf16Be>(src);
    });
    for_each_string(&[0x00, 0x10, 0xD8], 6, |src| {
        check::<Utf32Le>(src);
        check::<Utf32Be>(src);
    });
}

fn random_sources() {
    let mut rng = Rng::new(81);
    for _ in 0..scaled(2000) {
        let len = rng.below(60);
        check::<Utf8>(&random_utf8(&mut rng, len));
        let units = random_utf16(&mut rng, len);
        check::<Utf16>(&units);
        check::<Utf16Le>(&units.iter().flat_map(|unit| unit.to_le_bytes()).collect::<Vec<_>>());
        check::<Utf16Be>(&units.iter().flat_map(|unit| unit.to_be_bytes()).collect::<Vec<_>>());
        check::<Utf32>(&random_utf32(&mut rng, len));
    }
}

/// In a `str` a boundary is what the standard library calls one.
fn boundaries_of_strings_are_those_of_std() {
    let mut rng = Rng::new(82);
    let texts = (0..scaled(500)).map(|_| random_text(&mut rng, 100));
    for text in SCRIPTS.into_iter().map(str::to_owned).chain(texts) {
        for index in 0..=text.len() {
            let floor = (0..=index).rev().find(|&at| text.is_char_boundary(at));
            let ceil = (index..=text.len()).find(|&at| text.is_char_boundary(at));
            let bytes = text.as_bytes();
            assert_eq!(Some(floor_boundary::<Utf8>(bytes, index)), floor, "{text:?}");
            assert_eq!(Some(ceil_boundary::<Utf8>(bytes, index)), ceil, "{text:?}");
            assert_eq!(Some(floor_boundary::<Str>(&text, index)), floor, "{text:?}");
            assert_eq!(Some(ceil_boundary::<Str>(&text, index)), ceil, "{text:?}");
            assert_eq!(Some(complete_prefix_len::<Utf8>(&bytes[..index])), floor, "{text:?}");
        }
        assert_eq!(complete_prefix_len::<Str>(&text), text.len());
    }
}

pub(crate) const TESTS: &[Test] = tests![
    every_short_utf8,
    every_three_last_bytes,
    continuation_bytes_far_from_a_lead,
    every_short_utf16,
    every_short_scheme,
    random_sources,
    boundaries_of_strings_are_those_of_std,
];
