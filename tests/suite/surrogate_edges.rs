//! What a block of UTF-16 hands on to the next one: as in [`block_edges`](crate::block_edges), each kind of surrogate
//! around the edges of blocks of each class, and among errors.

use codeunit::encoding::{Utf16, Utf16Be, Utf16Le};
use harness::{SourceModel, check_validate, for_each_backend, for_each_target, in_turn, thin};

use crate::Test;
use crate::block_edges::CLASSES;

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
pub(crate) fn check_utf16(src: &[u16]) {
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

pub(crate) const TESTS: &[Test] = tests![
    every_kind_of_surrogate_before_a_block_of_each_class,
    every_kind_of_surrogate_in_long_text,
    every_kind_of_surrogate_among_words_with_pairs,
    every_kind_of_surrogate_among_words_without_pairs,
    every_kind_of_surrogate_among_many_errors,
    every_kind_of_surrogate_among_pairs_with_errors,
];
