//! Cases that failed once, each named by what it showed. A failing test prints itself in the form of
//! the functions here.

use codeunit::encoding::{Chars, Latin1, Str, Utf8, Utf16, Utf16Be, Utf32};
use harness::pair::{From, Pair};
use harness::{case, check_case, check_source, for_each_target, in_turn};

use crate::Test;

/// What a failing test prints is a function of this file, character by character but for its name.
fn what_a_failing_test_prints_can_be_pasted() {
    let file = include_str!("regressions.rs");
    let printed = [
        case::test(&Pair::of::<Utf8, Utf16>(), b"a\xE1\x80", 2),
        case::test(&Pair::of::<Str, Latin1>(), "\"\u{10FFFF}\n".as_bytes(), 4),
        case::test(&Pair::of::<Chars, Utf8>(), &['\'', '\u{7F}', 'é'], 4),
        case::test(&Pair::of::<Utf16Be, Utf32>(), &[0xD8, 0x00, 0xDC], 1),
        case::test_source(&From::of::<Utf32>(), &[0x11_0000, 0x61]),
    ];
    for printed in printed {
        let (advice, function) = printed.split_once('\n').expect("advice, then a function");
        assert!(advice.contains("tests/suite/regressions.rs"), "{advice}");
        assert!(file.contains(function), "not in this file:\n{function}");
    }
}

fn utf8_to_utf16_regression() {
    check_case::<Utf8, Utf16>(&[0x61, 0xE1, 0x80], 2);
}

fn str_to_latin1_regression() {
    check_case::<Str, Latin1>("\"\u{10ffff}\n", 4);
}

fn chars_to_utf8_regression() {
    check_case::<Chars, Utf8>(&['\'', '\u{7f}', 'é'], 4);
}

fn utf16be_to_utf32_regression() {
    check_case::<Utf16Be, Utf32>(&[0xD8, 0x00, 0xDC], 1);
}

fn utf32_regression() {
    check_source::<Utf32>(&[0x110000, 0x61]);
}

/// C0 ends a block of up to three bytes a character, and what is behind it makes a block of up to two: each
/// left it to the other to find out that no sequence begins so.
fn an_overlong_sequence_between_blocks_of_two_classes() {
    for lead in [0xC0, 0xC1] {
        for behind in ["", "é"] {
            let text = ["中".repeat(21), behind.repeat(40)];
            let src = [text[0].as_bytes(), &[lead, 0x80], text[1].as_bytes()].concat();
            check_source::<Utf8>(&src);
            for_each_target!(Utf8, |pair| pair.check_case(&src, src.len() + 2));
        }
    }
}

/// The last window of a lossy conversion begins where the one before has been, and its first bytes are done.
/// F0 among those, as nothing's lead, gave a bit to the ASCII behind it.
fn an_ill_formed_lead_of_four_that_the_window_before_has_done() {
    for bad in [&b"\xF0\x80\x80"[..], b"\xF4\xBF\xBF", b"\xFF\x80\x80", b"\xF1\x80"] {
        for at in 186..192 {
            for len in in_turn(at, 194..256) {
                let mut src = vec![0; len];
                let end = (at + bad.len()).min(192);
                src[at..end].copy_from_slice(&bad[..end - at]);
                for_each_target!(Utf8, |pair| pair.check_case(&src, 2 * len));
            }
        }
    }
}

/// A block of characters of four bytes, but for its ends. What stood there was counted as one of them: a
/// character before a continuation byte of nothing, or a sequence that is no longer.
fn a_block_of_characters_of_four_bytes_but_for_its_ends() {
    let lasts = [&b"a"[..], b"\xC3", b"\xC3\xA9", b"\xE4\xB8", b"\xE4\xB8\xAD", b"\xF0\x9F\x98"];
    for first in ["a", "aa", "é", "aé", "中", "éé"] {
        for last in lasts {
            for emoji in in_turn(first.len() + last.len(), 15..32) {
                for behind in [&b"\x80"[..], b"a", b"\xF0\x9F\x98\x80"] {
                    let between = "😀".repeat(emoji);
                    let src = [first.as_bytes(), between.as_bytes(), last, behind].concat();
                    for_each_target!(Utf8, |pair| pair.check_case(&src, src.len() + 2));
                }
            }
        }
    }
}

/// Two units in each four bytes of a block, and a character of four at its end.
fn pairs_of_bytes_before_the_last_lead_of_a_block() {
    for lead in 70..90 {
        let src = [&b"\xC3\xA9".repeat(48)[..lead], b"\xF0\x9F", b"a"].concat();
        for_each_target!(Utf8, |pair| pair.check_case(&src, 2 * src.len()));
    }
}

pub(crate) const TESTS: &[Test] = tests![
    what_a_failing_test_prints_can_be_pasted,
    utf8_to_utf16_regression,
    str_to_latin1_regression,
    chars_to_utf8_regression,
    utf16be_to_utf32_regression,
    utf32_regression,
    an_overlong_sequence_between_blocks_of_two_classes,
    an_ill_formed_lead_of_four_that_the_window_before_has_done,
    a_block_of_characters_of_four_bytes_but_for_its_ends,
    pairs_of_bytes_before_the_last_lead_of_a_block,
];
