//! Lengths and counts by formula, on sources of every kind: for ill-formed ones too every backend
//! gives the value of the formula in the documentation.

use harness::pair::Pair;
use harness::{
    Element, SourceModel, fallback, for_each_backend, for_each_pair, in_turn,
    rng::Rng,
    scaled,
    text::{INTERESTING_16, INTERESTING_32},
    thin,
};

use crate::Test;
use std::borrow::Borrow;

use codeunit::encoding::{
    Chars, Latin1, Str, Utf8, Utf16, Utf16Be, Utf16Le, Utf32, Utf32Be, Utf32Le,
};

fn sum<U: Copy>(src: &[U], units: impl Fn(U) -> usize) -> usize {
    src.iter().map(|&unit| units(unit)).sum()
}

fn check_utf8(src: &[u8]) {
    let characters = sum(src, |byte| usize::from(!(0x80..0xC0).contains(&byte)));
    let fourths = sum(src, |byte| usize::from(byte >= 0xF0));
    let line_feeds = sum(src, |byte| usize::from(byte == 0x0A));
    for_each_backend(|engine| {
        assert_eq!(engine.count::<Utf8>(src), characters, "{src:02X?}");
        assert_eq!(engine.count_line_feeds::<Utf8>(src), line_feeds, "{src:02X?}");
        assert_eq!(engine.transcoded_len::<Utf8, Utf8>(src), src.len());
        assert_eq!(engine.transcoded_len::<Utf8, Utf16>(src), characters + fourths, "{src:02X?}");
        assert_eq!(engine.transcoded_len::<Utf8, Utf16Le>(src), 2 * (characters + fourths));
        assert_eq!(engine.transcoded_len::<Utf8, Utf32>(src), characters);
        assert_eq!(engine.transcoded_len::<Utf8, Utf32Be>(src), 4 * characters);
        assert_eq!(engine.transcoded_len::<Utf8, Latin1>(src), characters);
        if let Ok(text) = std::str::from_utf8(src) {
            assert_eq!(engine.count::<Str>(text), text.chars().count());
            assert_eq!(engine.count_line_feeds::<Str>(text), line_feeds);
            let units = text.encode_utf16().count();
            assert_eq!(engine.transcoded_len::<Str, Utf16>(text), units);
            assert_eq!(engine.transcoded_len::<Str, Utf8>(text), text.len());
        }
    });
}

fn check_utf16(src: &[u16]) {
    let characters = sum(src, |unit| usize::from(!(0xDC00..0xE000).contains(&unit)));
    let line_feeds = sum(src, |unit| usize::from(unit == 0x0A));
    let bytes = sum(src, |unit| match unit {
        0x0000..0x0080 => 1,
        0x0080..0x0800 | 0xD800..0xE000 => 2,
        _ => 3,
    });
    let little: Vec<u8> = src.iter().flat_map(|unit| unit.to_le_bytes()).collect();
    let big: Vec<u8> = src.iter().flat_map(|unit| unit.to_be_bytes()).collect();
    for_each_backend(|engine| {
        assert_eq!(engine.count::<Utf16>(src), characters, "{src:04X?}");
        assert_eq!(engine.count::<Utf16Le>(&little), characters, "{src:04X?}");
        assert_eq!(engine.count::<Utf16Be>(&big), characters, "{src:04X?}");
        assert_eq!(engine.count_line_feeds::<Utf16>(src), line_feeds, "{src:04X?}");
        assert_eq!(engine.count_line_feeds::<Utf16Le>(&little), line_feeds, "{src:04X?}");
        assert_eq!(engine.count_line_feeds::<Utf16Be>(&big), line_feeds, "{src:04X?}");
        assert_eq!(engine.transcoded_len::<Utf16, Utf8>(src), bytes, "{src:04X?}");
        assert_eq!(engine.transcoded_len::<Utf16Le, Utf8>(&little), bytes, "{src:04X?}");
        assert_eq!(engine.transcoded_len::<Utf16Be, Utf8>(&big), bytes, "{src:04X?}");
        assert_eq!(engine.transcoded_len::<Utf16, Utf16Be>(src), 2 * src.len());
        assert_eq!(engine.transcoded_len::<Utf16, Utf32>(src), characters);
        assert_eq!(engine.transcoded_len::<Utf16, Latin1>(src), characters);
    });
}

fn check_utf32(src: &[u32]) {
    let bytes = sum(src, |unit| match unit {
        0x0000..0x0080 => 1,
        0x0080..0x0800 => 2,
        0x0800..0x1_0000 => 3,
        _ => 4,
    });
    let units = sum(src, |unit| if unit < 0x1_0000 { 1 } else { 2 });
    let line_feeds = sum(src, |unit| usize::from(unit == 0x0A));
    let little: Vec<u8> = src.iter().flat_map(|unit| unit.to_le_bytes()).collect();
    let big: Vec<u8> = src.iter().flat_map(|unit| unit.to_be_bytes()).collect();
    let chars: Option<Vec<char>> = src.iter().map(|&unit| char::from_u32(unit)).collect();
    for_each_backend(|engine| {
        assert_eq!(engine.count::<Utf32>(src), src.len());
        assert_eq!(engine.count_line_feeds::<Utf32>(src), line_feeds, "{src:X?}");
        assert_eq!(engine.count_line_feeds::<Utf32Le>(&little), line_feeds, "{src:X?}");
        assert_eq!(engine.count_line_feeds::<Utf32Be>(&big), line_feeds, "{src:X?}");
        assert_eq!(engine.transcoded_len::<Utf32, Utf8>(src), bytes, "{src:X?}");
        assert_eq!(engine.transcoded_len::<Utf32Le, Utf8>(&little), bytes, "{src:X?}");
        assert_eq!(engine.transcoded_len::<Utf32Be, Utf8>(&big), bytes, "{src:X?}");
        assert_eq!(engine.transcoded_len::<Utf32, Utf16>(src), units, "{src:X?}");
        assert_eq!(engine.transcoded_len::<Utf32Le, Utf16Be>(&little), 2 * units, "{src:X?}");
        assert_eq!(engine.transcoded_len::<Utf32, Utf32Le>(src), 4 * src.len());
        if let Some(chars) = &chars {
            assert_eq!(engine.transcoded_len::<Chars, Utf8>(chars), bytes);
            assert_eq!(engine.count_line_feeds::<Chars>(chars), line_feeds);
            assert_eq!(engine.transcoded_len::<Chars, Utf16>(chars), units);
        }
    });
}

fn check_latin1(src: &[u8]) {
    let bytes = src.len() + sum(src, |byte| usize::from(byte >= 0x80));
    let line_feeds = sum(src, |byte| usize::from(byte == 0x0A));
    for_each_backend(|engine| {
        assert_eq!(engine.transcoded_len::<Latin1, Utf8>(src), bytes, "{src:02X?}");
        assert_eq!(engine.transcoded_len_lossy::<Latin1, Utf8>(src), bytes, "{src:02X?}");
        assert_eq!(engine.transcoded_len::<Latin1, Utf16>(src), src.len());
        assert_eq!(engine.count::<Latin1>(src), src.len());
        assert_eq!(engine.count_line_feeds::<Latin1>(src), line_feeds, "{src:02X?}");
    });
}

fn random_sources_of_every_length() {
    let mut rng = Rng::new(5);
    for _ in 0..scaled(6) {
        for len in thin(0..=600) {
            check_utf8(&Utf8::random(&mut rng, len));
            check_utf16(&Utf16::random(&mut rng, len));
            check_utf32(&Utf32::random(&mut rng, len));
            check_latin1(&Latin1::random(&mut rng, len));
            check_utf8(Str::random(&mut rng, len).as_bytes());
        }
    }
}

/// Counters of a vector's lanes overflow where one unit is repeated for long.
fn one_unit_over_and_over() {
    let lengths = [255, 256, 4095, 8160, 8161, 16_384, 16_320 + 17, 70_000, 140_001];
    for (turn, len) in lengths.into_iter().enumerate() {
        for byte in in_turn(turn, [0x00, 0x0A, 0x7F, 0x80, 0xBF, 0xC2, 0xE0, 0xF0, 0xFF]) {
            check_utf8(&vec![byte; len]);
            check_latin1(&vec![byte; len]);
        }
        for unit in in_turn(turn, INTERESTING_16.into_iter().chain([0x0A, 0x0A00])) {
            check_utf16(&vec![unit; len]);
        }
        for unit in in_turn(turn, INTERESTING_32.into_iter().chain([0x0A, 0x0A00_0000])) {
            check_utf32(&vec![unit; len]);
        }
    }
}

/// Units that are a line feed, or are one but for a byte, at every length and so at every place of a vector.
fn line_feeds_and_what_is_like_them() {
    let mut rng = Rng::new(31);
    for len in thin((0..=300).chain([7936, 7937, 8191, 16_200])) {
        let choice: Vec<usize> = (0..len).map(|_| rng.below(5)).collect();
        let of = |units: [u32; 5]| choice.iter().map(move |&i| units[i]);
        check_utf8(&of([0x0A, 0x0A, 0x0B, 0x8A, 0x00]).map(|unit| unit as u8).collect::<Vec<_>>());
        check_latin1(
            &of([0x0A, 0x0A, 0x0B, 0x8A, 0x00]).map(|unit| unit as u8).collect::<Vec<_>>(),
        );
        let units = [0x0A, 0x0A00, 0x0A0A, 0x010A, 0x00];
        check_utf16(&of(units).map(|unit| unit as u16).collect::<Vec<_>>());
        check_utf32(&of([0x0A, 0x0A00_0000, 0x0A0A, 0x1_000A, 0x00]).collect::<Vec<_>>());
    }
}

fn every_code_unit_in_turn() {
    let bytes: Vec<u8> = (0..=0xFF).collect();
    check_utf8(&bytes);
    check_latin1(&bytes);
    for byte in bytes {
        check_utf8(&[byte]);
        check_latin1(&[byte]);
    }
    check_utf16(&(0..=0xFFFF).collect::<Vec<u16>>());
    check_utf32(&(0..=0x11_0010).collect::<Vec<u32>>());
    for shift in 0..32 {
        check_utf32(&[1 << shift, (1 << shift) - 1, u32::MAX << shift].repeat(21));
    }
}

/// Bytes behind the last whole code unit count in a lossy length only, as one replacement.
fn an_unfinished_code_unit_has_a_lossy_length_only() {
    for_each_backend(|engine| {
        for len in [0, 1, 8, 40] {
            let mut bytes = Utf16Le::encode(&"a".repeat(len));
            bytes.push(0xD8);
            let src: &[u8] = bytes.borrow();
            assert_eq!(engine.transcoded_len::<Utf16Le, Utf8>(src), len);
            assert_eq!(engine.transcoded_len_lossy::<Utf16Le, Utf8>(src), len + 3);
            assert_eq!(engine.transcoded_len_lossy::<Utf16Le, Utf16Be>(src), 2 * len + 2);
            assert_eq!(engine.count::<Utf16Le>(src), len);
            let mut bytes = Utf32Be::encode(&"a".repeat(len));
            bytes.extend_from_slice(&[0; 3]);
            assert_eq!(engine.transcoded_len::<Utf32Be, Utf8>(&bytes), len);
            assert_eq!(engine.transcoded_len_lossy::<Utf32Be, Utf8>(&bytes), len + 3);
            assert_eq!(engine.transcoded_len_lossy::<Utf32Be, Latin1>(&bytes), len + 1);
        }
    });
}

/// The most that can become of a source does become of one: of characters that are the most in some form.
fn the_most_is_reached() {
    fn check<U: Element, V: Element>(pair: &Pair<U, V>) {
        let is_reached = ["a", "ÿ", "\u{FFFF}", "\u{10FFFF}"].into_iter().any(|unit| {
            let src = (pair.from.encode)(&unit.repeat(5));
            let lossy = (pair.len_lossy)(fallback(), &src);
            !src.is_empty() && lossy == (pair.max_len)(src.len())
        });
        assert!(is_reached, "{} to {}", pair.from.name, pair.to.name);
    }
    for_each_pair!(|pair| check(pair));
}

pub(crate) const TESTS: &[Test] = tests![
    random_sources_of_every_length,
    one_unit_over_and_over,
    line_feeds_and_what_is_like_them,
    every_code_unit_in_turn,
    an_unfinished_code_unit_has_a_lossy_length_only,
    the_most_is_reached,
];
