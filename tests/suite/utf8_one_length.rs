//! UTF-8 whose characters all have three bytes, or all four, but for one: kernels have ways for short sources like that.

use codeunit::encoding::Utf8;
use harness::{SourceModel, for_each_target, in_turn, thin};

use crate::Test;

/// Characters, and what stands in the place of one of them: three bytes, well-formed and not.
const THREE: (&str, &[&[u8]]) = (
    "漢字かな",
    &[
        b"\xE6\xBC\xA2",
        b"\xE0\xA0\x80",
        b"\xED\x9F\xBF",
        b"\xEE\x80\x80",
        b"\xEF\xBF\xBF",
        b"\xE0\x80\x80",
        b"\xE0\x9F\xBF",
        b"\xED\xA0\x80",
        b"\xED\xBF\xBF",
        b"\xE6\x3C\xA2",
        b"\xE6\xFC\xA2",
        b"\xE6\xBC\x22",
        b"\xE6\xBC\xE2",
        b"\x66\xBC\xA2",
        b"\xA6\xBC\xA2",
        b"\xF0\x9F\x98",
        b"\xC3\xA9a",
        b"abc",
    ],
);

/// The same of four.
const FOUR: (&str, &[&[u8]]) = (
    "😀🧑💻𝄞",
    &[
        b"\xF0\x9F\x98\x80",
        b"\xF0\x90\x80\x80",
        b"\xF4\x8F\xBF\xBF",
        b"\xF0\x8F\xBF\xBF",
        b"\xF4\x90\x80\x80",
        b"\xF5\x80\x80\x80",
        b"\xF8\x9F\x98\x80",
        b"\xF0\x1F\x98\x80",
        b"\xF0\xDF\x98\x80",
        b"\xF0\x9F\x18\x80",
        b"\xF0\x9F\xD8\x80",
        b"\xF0\x9F\x98\xC0",
        b"\xB0\x9F\x98\x80",
        b"\xE2\x80\x8Da",
        b"\xC3\xA9\xC3\xA9",
        b"abcd",
    ],
);

/// To every target, strict and lossy, with room for all of it and one unit less.
fn check(src: &[u8]) {
    let items = Utf8::decode(src);
    for_each_target!(Utf8, |pair| {
        let written = pair.check_exact(src, &items);
        pair.check_room(src, &items, written - 1);
    });
    if std::str::from_utf8(src).is_ok() {
        for_each_target!(Str, |pair| {
            let written = pair.check_exact(src, &items);
            pair.check_room(src, &items, written - 1);
        });
    }
}

/// In each place of sources of up to some 70 bytes, and of longer ones up to where there is another way.
fn another_character_at_every_place() {
    for (text, others) in [THREE, FOUR] {
        let characters: Vec<&str> = text.split_inclusive(|_: char| true).collect();
        let mut cases = Vec::new();
        for len in (1..=24).chain([31, 32, 33, 42, 43, 63, 64, 65, 84, 85, 86, 127, 128, 129]) {
            for at in 0..len {
                for other in in_turn(at + len, others) {
                    cases.push((len, at, *other));
                }
            }
        }
        for (len, at, other) in thin(cases) {
            let mut src = Vec::new();
            for i in 0..len {
                src.extend_from_slice(if i == at {
                    other
                } else {
                    characters[i % characters.len()].as_bytes()
                });
            }
            check(&src);
        }
    }
}

/// What the end of the source cuts, and a lone byte behind it.
fn a_byte_less_and_a_byte_more() {
    for (text, _) in [THREE, FOUR] {
        let text = text.repeat(40).into_bytes();
        for len in thin(1..=text.len()) {
            check(&text[..len]);
            for byte in [b'a', 0x80, 0xE6, 0xF0] {
                check(&[&text[..len], &[byte]].concat());
            }
        }
    }
}

pub(crate) const TESTS: &[Test] =
    tests![another_character_at_every_place, a_byte_less_and_a_byte_more];
