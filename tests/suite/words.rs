//! Words of characters of each class with something between them: what kernels take by words, by sixteens among others,
//! or by a class of a few blocks, and where that ends.

use codeunit::encoding::{Utf8, Utf16, Utf16Be, Utf32, Utf32Be};
use harness::{SourceModel, check_validate, for_each_target, in_turn};

use crate::Test;

/// What the words are made of: a class each, and emoji with what joins them.
const LETTERS: [&[&str]; 5] =
    [&["a"], &["é", "я"], &["中", "ह"], &["😀", "𐀀", "\u{10FFFF}"], &["👩", "\u{200D}", "🚀", "❤"]];

/// What is between two words.
const BETWEEN: [&str; 6] = [" ", "", ", ", "é", "\u{2028}", "0123456789abcdefghijklmnopqrstu"];

/// Letters of a word, in turn: more than fits into two vectors, and none.
const LENGTHS: [usize; 12] = [3, 8, 1, 7, 9, 2, 8, 0, 5, 30, 4, 6];

/// About `len` bytes of words, beginning with another word in each `turn`.
fn text(letters: &[&str], between: &str, turn: usize, len: usize) -> String {
    let mut text = String::new();
    let mut letters = letters.iter().cycle();
    for word in LENGTHS.iter().cycle().skip(turn) {
        if text.len() > len {
            break;
        }
        text.extend(letters.by_ref().take(*word).copied());
        text.push_str(between);
    }
    text
}

fn check_utf8(src: &[u8]) {
    let items = Utf8::decode(src);
    check_validate::<Utf8>(src, &items);
    for_each_target!(Utf8, |pair| pair.check_exact(src, &items));
}

fn check_utf16(src: &[u16]) {
    let items = Utf16::decode(src);
    check_validate::<Utf16>(src, &items);
    for_each_target!(Utf16, |pair| pair.check_exact(src, &items));
    let bytes: Vec<u8> = src.iter().flat_map(|unit| unit.to_be_bytes()).collect();
    let items = Utf16Be::decode(&bytes);
    for_each_target!(Utf16Be, |pair| pair.check_exact(&bytes, &items));
}

fn check_utf32(src: &[u32]) {
    let items = Utf32::decode(src);
    for_each_target!(Utf32, |pair| pair.check_exact(src, &items));
    let bytes: Vec<u8> = src.iter().flat_map(|unit| unit.to_be_bytes()).collect();
    let items = Utf32Be::decode(&bytes);
    for_each_target!(Utf32Be, |pair| pair.check_exact(&bytes, &items));
}

fn each_class_with_each_thing_between() {
    let cases = LETTERS.iter().flat_map(|letters| BETWEEN.map(|between| (letters, between)));
    for (turn, (letters, between)) in cases.enumerate() {
        let text = text(letters, between, turn, 1000);
        check_utf8(text.as_bytes());
        for_each_target!(Str, |pair| pair
            .check_exact(text.as_bytes(), &Utf8::decode(text.as_bytes())));
        check_utf16(&text.encode_utf16().collect::<Vec<_>>());
        check_utf32(&text.chars().map(u32::from).collect::<Vec<_>>());
    }
}

/// In place of a letter, and behind it: ill-formed, or of another class.
const OTHERS: [&[u8]; 12] = [
    b"\x80",
    b"\xC3\xA9",
    b"\xC3",
    b"\xE2\x80\xA8",
    b"\xE2\x80",
    b"\xED\xA0\x80",
    b"\xF0\x8F\xBF\xBF",
    b"\xF0\x9F\x98",
    b"\xF0\x9F\x98\x80\x80",
    b"\xF4\x90\x80\x80",
    b"\xF8\x88\x80\x80",
    b"\xFF",
];

/// Behind enough words that no kernel looks for others any more, at every place of a word; in emulators at each forty-ninth.
fn another_sequence_among_words() {
    for (turn, letters) in LETTERS.iter().enumerate() {
        let text = text(letters, " ", turn, 700);
        let places = text.char_indices().map(|(at, _)| at).skip_while(|&at| at < 320).take(40);
        let cases: Vec<_> = places.flat_map(|at| OTHERS.map(|other| (at, other))).collect();
        for (at, other) in in_turn(turn, in_turn(turn, cases)) {
            let mut src = text.as_bytes().to_vec();
            src.splice(at..at, other.iter().copied());
            check_utf8(&src);
            // Without what stands there.
            let width = text[at..].chars().next().map_or(0, char::len_utf8);
            src.drain(at + other.len()..at + other.len() + width);
            check_utf8(&src);
        }
    }
}

/// The same of UTF-16 and UTF-32: a surrogate without a partner, and what is none.
fn a_surrogate_among_words() {
    for (turn, letters) in LETTERS.iter().enumerate() {
        let text = text(letters, " ", turn, 700);
        let units: Vec<u16> = text.encode_utf16().collect();
        let points: Vec<u32> = text.chars().map(u32::from).collect();
        let cases: Vec<_> =
            (60..132).flat_map(|at| [0xD800, 0xDBFF, 0xDC00].map(|unit| (at, unit))).collect();
        for (at, unit) in in_turn(turn, in_turn(turn, cases)) {
            let mut src = units.clone();
            src.insert(at, unit);
            check_utf16(&src);
            for point in [unit.into(), 0x11_0000] {
                let mut src = points.clone();
                src.insert(at, point);
                check_utf32(&src);
            }
        }
    }
}

/// The same in ASCII with emoji here and there, where a kernel does as much ASCII and as many emoji at once as are there: more
/// than it does at once, and so that what it looks at ends in the middle of one.
fn another_sequence_in_ascii_with_emoji() {
    const ASCII: [usize; 11] = [19, 3, 33, 18, 40, 1, 64, 12, 32, 0, 7];
    const EMOJI: [usize; 7] = [1, 2, 1, 4, 1, 5, 3];
    for (turn, letter) in LETTERS[3].iter().enumerate() {
        let mut text = String::new();
        for (ascii, emoji) in ASCII.iter().cycle().zip(EMOJI.iter().cycle()).skip(turn).take(22) {
            text.extend(('a'..='z').cycle().take(*ascii));
            text.push_str(&letter.repeat(*emoji));
        }
        let places = text.char_indices().map(|(at, _)| at).filter(|&at| at > 400).take(70);
        let cases: Vec<_> = places.flat_map(|at| OTHERS.map(|other| (at, other))).collect();
        for (at, other) in in_turn(turn, in_turn(turn, cases)) {
            let mut src = text.as_bytes().to_vec();
            src.splice(at..at, other.iter().copied());
            check_utf8(&src);
        }
        let units: Vec<u16> = text.encode_utf16().collect();
        let cases: Vec<_> = (330..420)
            .flat_map(|at| [0xE9, 0x2019, 0xD800, 0xDC00].map(|unit| (at, unit)))
            .collect();
        for (at, unit) in in_turn(turn, in_turn(turn, cases)) {
            let mut src = units.clone();
            src.insert(at, unit);
            check_utf16(&src);
        }
    }
}

pub(crate) const TESTS: &[Test] = tests![
    each_class_with_each_thing_between,
    another_sequence_among_words,
    a_surrogate_among_words,
    another_sequence_in_ascii_with_emoji
];
