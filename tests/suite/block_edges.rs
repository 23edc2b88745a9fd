//! What a block hands on to the next one: each kind of byte and of code unit at the last places of a
//! block, before blocks of each class.
//!
//! A kernel takes blocks by class: ASCII, up to two bytes, up to three, any. The class has to take into
//! account what the block before left open, and each of a sequence's bytes that stand beyond the edge is
//! handed on by itself; a carry that is dropped shows at one place, before one class only.

use codeunit::encoding::{Utf8, Utf16, Utf16Be, Utf16Le};
use harness::text::padding;
use harness::{SourceModel, check_validate, for_each_backend, for_each_target, in_turn, thin};

use crate::Test;

/// Text of one class each.
const CLASSES: [&str; 4] = ["a", "é", "中", "😀"];

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

/// What is behind a surrogate, and whether that makes a pair.
const SURROGATES: [&[u16]; 9] = [
    &[0x61],
    &[0xD83D],
    &[0xDE00],
    &[0xD83D, 0xDE00],
    &[0xD83D, 0xD83D],
    &[0xDE00, 0xDE00],
    &[0xDE00, 0xD83D],
    &[0xD83D, 0xD83D, 0xDE00],
    &[0xD83D, 0xDE00, 0xDE00],
];

/// Native and in both schemes: validation, analysis, every target, and the repair in place.
fn check_utf16(src: &[u16]) {
    let items = Utf16::decode(src);
    check_validate::<Utf16>(src, &items);
    for_each_target!(Utf16, |pair| pair.check_exact(src, &items));
    let bytes: Vec<u8> = src.iter().flat_map(|unit| unit.to_le_bytes()).collect();
    let items = Utf16Le::decode(&bytes);
    check_validate::<Utf16Le>(&bytes, &items);
    let bytes: Vec<u8> = src.iter().flat_map(|unit| unit.to_be_bytes()).collect();
    check_validate::<Utf16Be>(&bytes, &items);
    for_each_target!(Utf16Be, |pair| pair.check_exact(&bytes, &items));
    let repaired: Vec<u16> = String::from_utf16_lossy(src).encode_utf16().collect();
    let count = items.iter().filter(|item| item.what.is_err()).count();
    for_each_backend(|engine| {
        let mut units = src.to_vec();
        assert_eq!(engine.make_utf16_well_formed(&mut units), count, "{src:04X?}");
        assert_eq!(units, repaired, "{src:04X?}");
    });
}

/// `len` units of well-formed text: pairs behind a letter, if the length is odd.
fn units(class: &str, len: usize) -> Vec<u16> {
    let width = class.encode_utf16().count();
    let letter = "b".repeat(len % width);
    (letter + &class.repeat(len / width)).encode_utf16().collect()
}

fn every_kind_of_surrogate_before_a_block_of_each_class() {
    let mut fronts = Vec::new();
    for block in [0, 1, 2, 4] {
        for place in (6..10).chain(14..18).chain(28..34).chain(60..66) {
            if place < 28 && block > 1 {
                continue;
            }
            for sequence in SURROGATES {
                for before in CLASSES {
                    fronts.push((before, 64 * block, place, sequence));
                }
            }
        }
    }
    for (before, block, place, sequence) in thin(fronts) {
        let mut src = units(before, block + place);
        src.extend_from_slice(sequence);
        check_utf16(&src);
        let front = src.len();
        for class in CLASSES {
            for behind in [20, 64, 200] {
                let width = class.encode_utf16().count();
                src.extend(class.repeat(behind / width).encode_utf16());
                check_utf16(&src);
                src.truncate(front);
            }
            // A low surrogate behind whole blocks, which is too far away to make a pair.
            for end in in_turn(front, [64, 96, 128, 160, 256, 384, 512]) {
                src.extend(units(class, block + 64 + end - front));
                src.extend([0xDE00, 0x61]);
                check_utf16(&src);
                src.truncate(front);
            }
        }
    }
}

/// The same at the edge of a block in long text, for which kernels have loops of their own.
fn every_kind_of_surrogate_in_long_text() {
    const LEN: usize = 2048;
    let mut cases = Vec::new();
    for place in 60..66 {
        for sequence in SURROGATES {
            for before in CLASSES {
                cases.extend(CLASSES.map(|behind| (place, sequence, before, behind)));
            }
        }
    }
    for (place, sequence, before, behind) in thin(cases) {
        // The pair is in front so that the loop for text that has some is taken at once, and its blocks begin with the source.
        let mut src = vec![0xD83D, 0xDE00];
        src.extend(units(before, LEN / 4 - 2 + place));
        src.extend_from_slice(sequence);
        src.extend(units(behind, LEN - src.len()));
        check_utf16(&src);
    }
}

/// The same at the edges of sixteen units and of a block, in text of which each block has pairs and other units, for which
/// there is a loop as well. What it hands on is asked for by the units behind, which may have no surrogates, or not be there.
fn every_kind_of_surrogate_among_words_with_pairs() {
    const MIXED: &str = "é😀a";
    let behind = [(0, 0), (17, 100), (64, 100), (0, 132)];
    for place in [14, 15, 16, 31, 47, 62, 63, 64] {
        for sequence in SURROGATES {
            for (plain, mixed) in behind {
                let mut src = units(MIXED, 192 + place);
                src.extend_from_slice(sequence);
                src.extend(units(CLASSES[0], plain));
                src.extend(units(MIXED, mixed));
                check_utf16(&src);
            }
        }
    }
}

/// The same, and the ends of each class, among words of one, two and three bytes a unit: from long text of one such kind to another.
fn every_kind_of_surrogate_among_words_without_pairs() {
    const WORDS: [&str; 4] = ["中文 ", "né ", "aé中", "a中文é中文"];
    const ENDS: [&[u16]; 7] =
        [&[0x7F], &[0x80], &[0x7FF], &[0x800], &[0xD7FF], &[0xE000], &[0xFFFF]];
    for place in [15, 16, 47, 63] {
        for (turn, sequence) in SURROGATES.iter().copied().chain(ENDS).enumerate() {
            for (i, before) in WORDS.into_iter().enumerate() {
                let behind = WORDS[(i + turn + place / 16) % WORDS.len()];
                let (front, long) = (units(before, 256 + place), units(behind, 800));
                check_utf16(&[&front[..], sequence, &long, &front, sequence, &long].concat());
            }
        }
    }
}

/// The same with unpaired surrogates in the blocks before and behind, for which lossy conversions have ways of their own.
fn every_kind_of_surrogate_among_many_errors() {
    let mut cases = Vec::new();
    for place in 60..66 {
        for sequence in SURROGATES {
            for class in CLASSES {
                cases.extend([0xD83D, 0xDE00].map(|error| (place, sequence, class, error)));
            }
        }
    }
    for (place, sequence, class, error) in thin(cases) {
        let damaged = |len: usize, first: usize| {
            let mut units = units(class, len);
            for error_at in (first..len - 8).step_by(20) {
                units[error_at] = error;
            }
            units
        };
        // From the first block on, or from the last ones before the edge, so that such a way may begin behind it.
        for first in [5, 133, 197, 261] {
            check_utf16(&[&damaged(256 + place, first), sequence, &damaged(300, 5)].concat());
        }
    }
}

/// The same among pairs with an unpaired surrogate now and then, each of which moves those behind it.
fn every_kind_of_surrogate_among_pairs_with_errors() {
    let mut cases = Vec::new();
    for place in 0..10 {
        for sequence in SURROGATES {
            for error in [0xD83D, 0xDE00] {
                cases.extend([0, 1, 40].map(|behind| (place, sequence, error, behind)));
            }
        }
    }
    for (place, sequence, error, behind) in thin(cases) {
        // Where errors begin, and how the blocks of the source lie to the pairs.
        for first in [0, 1, 64, 129] {
            let mut src = units(CLASSES[CLASSES.len() - 1], first);
            for _ in 0..14 {
                src.push(error);
                src.extend("🦀".repeat(14).encode_utf16());
            }
            src.extend("🦀".repeat(place).encode_utf16());
            src.extend_from_slice(sequence);
            src.extend("🦀".repeat(behind).encode_utf16());
            check_utf16(&src);
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
    every_kind_of_byte_among_many_errors,
    every_kind_of_byte_in_runs_with_errors,
    errors_beside_ascii_in_runs,
    every_kind_of_surrogate_before_a_block_of_each_class,
    every_kind_of_surrogate_in_long_text,
    every_kind_of_surrogate_among_words_with_pairs,
    every_kind_of_surrogate_among_words_without_pairs,
    every_kind_of_surrogate_among_many_errors,
    every_kind_of_surrogate_among_pairs_with_errors,
    the_ends_of_each_class_in_long_text,
];
