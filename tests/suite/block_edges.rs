//! What a block of UTF-8 hands on to the next one: each kind of byte at the last places of a block, before blocks
//! of each class.
//!
//! A kernel takes blocks by class: ASCII, up to two bytes, up to three, any. The class has to take into
//! account what the block before left open, and each of a sequence's bytes that stand beyond the edge is
//! handed on by itself; a carry that is dropped shows at one place, before one class only.

use codeunit::encoding::Utf8;
use harness::text::padding;
use harness::{SourceModel, check_validate, for_each_target, in_turn, thin};

use crate::Test;
use crate::surrogate_edges::check_utf16;

/// Text of one class each.
pub(crate) const CLASSES: [&str; 4] = ["a", "é", "中", "😀"];

/// Each kind of byte that can stand at an edge, with the bytes behind it that make it a character, and one
/// more.
const LEADS: [&[u8]; 13] = [
    b"a\x80",
    b"\x80\x80\x80\x80",
    b"\xC3\xA9\x80",
    b"\xC4\x80\x80",
    b"\xE4\xB8\xAD\x80",
    b"\xE0\xA0\x80\x80",
    b"\xED\x9F\xBF\x80",
    b"\xF0\x9F\x98\x80\x80",
    b"\xF4\x8F\xBF\xBF\x80",
    b"\xC0\x80\x80",
    b"\xED\xA0\x80",
    b"\xF4\x90\x80\x80",
    b"\xF5\x80\x80\x80\x80",
];

/// Validation, analysis, and every target, strict and lossy, into outputs of the right length.
fn check_utf8(src: &[u8]) {
    let items = Utf8::decode(src);
    check_validate::<Utf8>(src, &items);
    for_each_target!(Utf8, |pair| pair.check_exact(src, &items));
    if let Ok(text) = std::str::from_utf8(src) {
        for_each_target!(Str, |pair| pair.check_exact(text.as_bytes(), &items));
    }
}

/// A sequence of each length, whole, cut short and too long, from each of the last four bytes of a block
/// on, which begins with the source, or behind a first vector of 16 or 32 bytes: alone, before half a block,
/// and before more than the largest step of a kernel.
fn every_kind_of_byte_before_a_block_of_each_class() {
    let mut fronts = Vec::new();
    for block in [0, 1, 2, 3, 4, 7] {
        for place in (12..16).chain(28..32).chain(60..64) {
            if place < 60 && block > 1 {
                continue;
            }
            for lead in LEADS {
                for taken in 1..=lead.len() {
                    for before in CLASSES {
                        fronts.push((before, 64 * block + place, &lead[..taken]));
                    }
                }
            }
        }
    }
    for (before, len, sequence) in thin(fronts) {
        let mut src = padding(before, len).into_bytes();
        src.extend_from_slice(sequence);
        check_utf8(&src);
        let front = src.len();
        let behind = CLASSES.iter().flat_map(|class| [33, 64, 200, 600].map(|len| (class, len)));
        for (class, len) in in_turn(front, behind) {
            src.extend_from_slice(class.repeat(len / class.len()).as_bytes());
            check_utf8(&src);
            src.truncate(front);
        }
    }
}

/// The same behind an error and up to four blocks without one, where a kernel goes back to the way for well-formed text.
fn every_kind_of_byte_behind_an_error() {
    let mut fronts = Vec::new();
    for len in 0..=4 * 64 + 8 {
        for lead in LEADS {
            for before in CLASSES {
                fronts.push((len, lead, before));
            }
        }
    }
    for (len, lead, before) in thin(fronts) {
        let mut src = vec![0xFF];
        src.extend_from_slice(padding(before, len).as_bytes());
        // Without the byte that is one too many.
        src.extend_from_slice(&lead[..lead.len() - 1]);
        src.extend_from_slice(before.repeat(600 / before.len()).as_bytes());
        check_utf8(&src);
    }
}

/// The same in ASCII, at every place of a block with an error that is far from any other, also where the source ends soon.
fn every_kind_of_byte_in_ascii_behind_an_error() {
    let mut cases = Vec::new();
    for place in 0..=70 {
        for lead in LEADS {
            for end in 1..=lead.len() {
                cases.extend([100, 7].map(|behind| (place, &lead[..end], behind)));
            }
        }
    }
    for (turn, (place, lead, behind)) in thin(cases).enumerate() {
        for error in [&b"\xFF"[..], b"\xC3\xC3"] {
            // Behind an error, and a character far from it, there are blocks.
            let mut src = vec![0xFF];
            src.resize(100, b'a');
            src.extend_from_slice("é".as_bytes());
            src.resize(300 + turn % 64, b'a');
            src.extend_from_slice(error);
            src.resize(src.len() + place, b'a');
            src.extend_from_slice(lead);
            src.resize(src.len() + behind, b'a');
            check_utf8(&src);
        }
    }
}

/// The same at every place of a block behind so much ASCII that nothing is looked for in it any more, and less than a block
/// before the end of the source or more; and that ASCII with the end of the source at each.
fn every_kind_of_byte_far_behind_an_error() {
    let mut cases = Vec::new();
    for place in 0..=128 {
        cases.push((place, &[][..]));
        for lead in LEADS {
            cases.extend((1..=lead.len()).map(|end| (place, &lead[..end])));
        }
    }
    // Letters that tell where they were.
    let ascii = |len| (b'a'..=b'y').cycle().take(len);
    for (turn, (place, lead)) in thin(cases).enumerate() {
        let mut src = vec![0xFF];
        src.extend(ascii([500, 1100, 2800][turn % 3] + place));
        if !lead.is_empty() {
            src.extend_from_slice(lead);
            src.extend(ascii([0, 1, 70, 300][turn / 3 % 4]));
        }
        check_utf8(&src);
    }
}

/// The same among so many errors that windows of 64 bytes go on one behind the other, with a sequence across two of them
/// that is whole, or ends too soon.
fn every_kind_of_byte_among_many_errors() {
    let mut fronts = Vec::new();
    for len in 4 * 64..=6 * 64 {
        for lead in LEADS {
            for end in 1..=lead.len() {
                fronts.push((len, &lead[..end]));
            }
        }
    }
    for (len, lead) in thin(fronts) {
        for error in [&b"\xFF"[..], b"\xE2\x80", b"\xED\xA0\x80", b"\xF0\x9F\x98", b"\xC3a"] {
            let errors: Vec<u8> = error.iter().copied().cycle().take(len).collect();
            check_utf8(&[&errors, lead, &error.repeat(300 / error.len())].concat());
        }
    }
}

/// The same among characters of three or four bytes with an error now and then, each of which moves those behind it: at each
/// place of a vector, with the end of the source at each as well.
fn every_kind_of_byte_in_runs_with_errors() {
    let mut cases = Vec::new();
    for character in ["中", "🦀"] {
        for place in 0..18 {
            for lead in LEADS {
                for end in 1..=lead.len() {
                    cases.extend([0, 1, 16, 60].map(|n| (character, place, &lead[..end], n)));
                }
            }
        }
    }
    for (character, place, lead, behind) in thin(cases) {
        for error in [&b"\xFF"[..], b"\xF0\x9F\x98", b"\xED\xA0\x80", b"\xC0\x80", b"\x80"] {
            let mut src = Vec::new();
            for _ in 0..6 {
                src.extend_from_slice(character.repeat(23).as_bytes());
                src.extend_from_slice(error);
            }
            src.extend_from_slice(character.repeat(place).as_bytes());
            src.extend_from_slice(lead);
            src.extend_from_slice(character.repeat(behind).as_bytes());
            check_utf8(&src);
        }
    }
}

/// Where an error ends a run, with ASCII before it and behind, and so many errors that the run is left for a while.
fn errors_beside_ascii_in_runs() {
    let mut cases = Vec::new();
    for place in 0..18 {
        for ascii in [0, 1, 2, 7, 8, 9, 17] {
            for behind in [0, 1, 8] {
                cases.push((place, ascii, behind));
            }
        }
    }
    for (place, ascii, behind) in thin(cases) {
        for often in [1, 20] {
            let mut src = "中".repeat(23).into_bytes();
            src.push(0xFF);
            src.extend_from_slice("中".repeat(40).as_bytes());
            for _ in 0..often {
                src.extend_from_slice("中".repeat(place).as_bytes());
                src.extend_from_slice(&b"0123456789abcdefg"[..ascii]);
                src.extend_from_slice(b"\xE4\xB8");
                src.extend_from_slice(&b"ABCDEFGH"[..behind]);
            }
            src.extend_from_slice("中".repeat(60).as_bytes());
            check_utf8(&src);
        }
    }
}

/// The least and the greatest code point of each length behind long text of each class: a block of it may go by the ways of a
/// lower class but for that one, and behind blocks of one class there are loops that ask for no more than when it ends.
fn the_ends_of_each_class_in_long_text() {
    const ENDS: [char; 9] = [
        '\u{7F}',
        '\u{80}',
        '\u{7FF}',
        '\u{800}',
        '\u{D7FF}',
        '\u{E000}',
        '\u{FFFF}',
        '\u{10000}',
        '\u{10FFFF}',
    ];
    for place in thin(0..64) {
        for class in CLASSES {
            // In text of the same class, and by itself in a block: no bit of the others is then taken for one of its own.
            for around in [class, "\0"] {
                for end in ENDS {
                    // Room enough for any block behind it, or none.
                    for behind in [400, 0] {
                        let front = class.repeat(256) + &around.repeat(place);
                        let text = front + &String::from(end) + &around.repeat(behind);
                        check_utf16(&text.encode_utf16().collect::<Vec<_>>());
                        check_utf8(text.as_bytes());
                    }
                }
            }
        }
    }
}

pub(crate) const TESTS: &[Test] = tests![
    every_kind_of_byte_before_a_block_of_each_class,
    every_kind_of_byte_behind_an_error,
    every_kind_of_byte_in_ascii_behind_an_error,
    every_kind_of_byte_far_behind_an_error,
    every_kind_of_byte_among_many_errors,
    every_kind_of_byte_in_runs_with_errors,
    errors_beside_ascii_in_runs,
    the_ends_of_each_class_in_long_text,
];
