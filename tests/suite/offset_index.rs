//! The index of a text: its answers are those of a scan, and an edit makes what building it anew would.

use std::ops::Range;

use codeunit::index::{LineEnds, OffsetIndex, Position, Text, Unit};
use harness::rng::Rng;
use harness::size::{Size, size};
use harness::text::{padding, random_text};
use harness::{Tested, for_each_backend, in_turn, scaled};

use crate::Test;

const UNITS: [Unit; 3] = [Unit::Utf8, Unit::Utf16, Unit::CodePoint];
const ENDS: [LineEnds; 3] = [LineEnds::Lf, LineEnds::CrLf, LineEnds::Unicode];
const BREAKS: [&str; 8] = ["\n", "\r\n", "\r", "\u{85}", "\u{2028}", "\u{C}", "", "\r\r\n"];

/// Lines of all lengths, now and then a very long one, and now and then none at all.
fn random_lines(rng: &mut Rng, len: usize) -> String {
    let mut text = String::new();
    while text.len() < len {
        match rng.below(40) {
            0 => text += &padding(rng.pick(&["a", "é", "中😀"]), 20_000),
            1 => text += &rng.pick(&BREAKS).repeat(3000),
            _ => {
                let part = rng.below(300);
                text += &random_text(rng, part);
            }
        }
        text += rng.pick(&BREAKS);
    }
    text
}

/// An index beside the functions that scan the text.
fn check<T: Text + ?Sized>(
    tested: Tested,
    index: &OffsetIndex<T>,
    text: &T,
    ends: LineEnds,
    rng: &mut Rng,
) {
    for unit in UNITS {
        assert_eq!(index.count(unit), tested.count_units(text, unit));
    }
    assert_eq!(index.line_count(), tested.line_count(text, ends));
    let len = index.count(Unit::Utf8);
    for round in in_turn(0, 0..12) {
        let at = if round == 0 { usize::MAX } else { rng.below(len + 2) };
        for from in UNITS {
            for to in UNITS {
                let want = tested.convert_index(text, at, from, to);
                assert_eq!(index.convert(text, at, from, to), want, "{at} {from:?} {to:?}");
            }
        }
        assert_eq!(index.line_of(text, at), tested.line_of(text, at, ends), "{at} {ends:?}");
        let unit = rng.pick(&UNITS);
        let place = tested.position(text, at, unit, ends);
        assert_eq!(index.position(text, at, unit), place, "{at} {unit:?} {ends:?}");
        let columns = [place.column, place.column + 1, rng.below(30_000), usize::MAX];
        for line in [place.line, rng.below(index.line_count() + 2), usize::MAX] {
            assert_eq!(index.line_start(text, line), tested.line_start(text, line, ends));
            for column in columns {
                let at = Position { line, column };
                let want = tested.offset(text, at, unit, ends);
                assert_eq!(index.offset(text, at, unit), want, "{at:?} {unit:?} {ends:?}");
            }
        }
    }
}

fn answers_are_those_of_a_scan() {
    let mut rng = Rng::new(181);
    let lens = [0, 1, 100, 8191, 8192, 16_384, 16_385, 30_000, 100_000, 300_000];
    // In emulators none that is only longer, and one of the line ends for each.
    let (lens, ends_of_each) = match size() {
        Size::Least => (&lens[..8], 1),
        _ => (&lens[..], 3),
    };
    for (turn, &len) in lens.iter().enumerate() {
        let text = random_lines(&mut rng, len);
        let units: Vec<u16> = text.encode_utf16().collect();
        for &ends in ENDS.iter().cycle().skip(turn).take(ends_of_each) {
            for_each_backend(|tested| {
                let index = OffsetIndex::with_engine(tested.engine(), &text[..], ends);
                check(tested, &index, &text[..], ends, &mut rng);
                assert!(index.heap_size() <= text.len() / 100 + 32, "{len}");
                let index = OffsetIndex::with_engine(tested.engine(), &units[..], ends);
                check(tested, &index, &units[..], ends, &mut rng);
                assert!(index.heap_size() <= 2 * units.len() / 100 + 32, "{len}");
            });
        }
    }
}

/// Some place, which is a boundary, or near one of before.
fn place(rng: &mut Rng, text: &str) -> usize {
    let at = rng.below(text.len() + 1);
    (0..=at).rev().find(|&at| text.is_char_boundary(at)).expect("0 is one")
}

/// A part of a text and what comes in its place: keys, lines, pages, and the removal of each.
fn edit(rng: &mut Rng, text: &str) -> (Range<usize>, String) {
    let start = place(rng, text);
    let len = rng.pick(&[0, 0, 0, 1, 1, 5, 100, 5000, 30_000, 200_000]);
    let mut end = (start + rng.below(len + 1)).min(text.len());
    while !text.is_char_boundary(end) {
        end += 1;
    }
    let insertion = match rng.below(8) {
        0 => String::new(),
        1 => rng.pick(&BREAKS).to_owned(),
        2 => "\n".to_owned(),
        3 => "\r".to_owned(),
        4 => {
            let len = rng.below(20_000);
            random_lines(rng, len)
        }
        _ => {
            let len = rng.below(20);
            random_text(rng, len)
        }
    };
    (start..end, insertion)
}

fn edits_equal_a_rebuild() {
    let mut rng = Rng::new(182);
    for round in 0..scaled(6) {
        let ends = ENDS[round % 3];
        let len = rng.pick(&[0, 1000, 50_000, 200_000]);
        let mut text = random_lines(&mut rng, len);
        let units: Vec<u16> = text.encode_utf16().collect();
        let mut indices = Vec::new();
        for_each_backend(|tested| {
            let narrow = OffsetIndex::with_engine(tested.engine(), &text[..], ends);
            let wide = OffsetIndex::with_engine(tested.engine(), &units[..], ends);
            indices.push((tested, narrow, wide));
        });
        for _ in 0..40 {
            let (range, insertion) = edit(&mut rng, &text);
            let wide_range = text[..range.start].encode_utf16().count();
            let wide_range = wide_range..wide_range + text[range.clone()].encode_utf16().count();
            text.replace_range(range.clone(), &insertion);
            let units: Vec<u16> = text.encode_utf16().collect();
            for (tested, narrow, wide) in &mut indices {
                let done = narrow.edit(&text, range.clone(), insertion.len());
                assert_eq!(done, Ok(()), "{range:?}");
                check(*tested, narrow, &text[..], ends, &mut rng);
                assert!(narrow.heap_size() <= text.len() / 100 + 32, "{}", text.len());
                let inserted = insertion.encode_utf16().count();
                let done = wide.edit(&units, wide_range.clone(), inserted);
                assert_eq!(done, Ok(()), "{wide_range:?}");
                check(*tested, wide, &units[..], ends, &mut rng);
                assert!(wide.heap_size() <= 2 * units.len() / 100 + 32, "{}", units.len());
            }
        }
    }
}

/// Nearly all is taken away, and put back: memory goes with the text.
fn memory_after_large_edits() {
    let text = "añ€😀\r\n".repeat(100_000);
    for_each_backend(|tested| {
        let mut index = OffsetIndex::with_engine(tested.engine(), &text[..], LineEnds::CrLf);
        for len in [text.len() / 2, 12 << 12, 12, 0] {
            let mut shorter = index.clone();
            assert_eq!(shorter.edit(&text[..len], len..text.len(), 0), Ok(()));
            assert!(shorter.heap_size() <= len / 100 + 32, "{} of {len}", shorter.heap_size());
            assert_eq!(shorter.edit(&text, len..len, text.len() - len), Ok(()));
            assert!(shorter.heap_size() <= text.len() / 100, "{}", shorter.heap_size());
            assert_eq!(shorter.line_count(), 100_001);
            index = shorter;
        }
    });
}

/// One character after the other, at one place and at its end, from nothing to some chunks and back; in emulators
/// sixty-four at once.
fn typing_and_deleting() {
    let at_once = if size() == Size::Least { 64 } else { 1 };
    for_each_backend(|tested| {
        for (ends, key) in ENDS.into_iter().zip(["é\r\n", "\n", "\u{2028}"]) {
            let mut rng = Rng::new(183);
            let mut text = String::new();
            let mut index = OffsetIndex::with_engine(tested.engine(), "", ends);
            let mut at = 0;
            let typed = key.repeat(at_once);
            // The last CR and LF one after the other.
            let (front, back) = typed.split_at(typed.rfind('\r').map_or(typed.len(), |cr| cr + 1));
            for _ in (0..12_000).step_by(at_once) {
                for part in [front, back].into_iter().filter(|part| !part.is_empty()) {
                    text.insert_str(at, part);
                    assert_eq!(index.edit(&text, at..at, part.len()), Ok(()));
                    at += part.len();
                }
            }
            check(tested, &index, &text[..], ends, &mut rng);
            while !text.is_empty() {
                let before = (0..at_once).fold(at, |at, _| text.floor_back(at));
                text.replace_range(before..at, "");
                assert_eq!(index.edit(&text, before..at, 0), Ok(()));
                at = before;
            }
            assert_eq!((index.count(Unit::Utf16), index.line_count()), (0, 1));
            assert_eq!(index.heap_size(), 0);
        }
    });
}

/// The boundary before a place.
trait FloorBack {
    fn floor_back(&self, at: usize) -> usize;
}

impl FloorBack for String {
    fn floor_back(&self, at: usize) -> usize {
        self[..at].char_indices().next_back().map_or(0, |(at, _)| at)
    }
}

/// An edit that does not fit is refused, and leaves the index as it was; and another text is no danger.
fn edits_that_do_not_fit() {
    let text = "añ€😀\r\n".repeat(3000);
    let other = "中\n😀".repeat(9000);
    let mut rng = Rng::new(184);
    for_each_backend(|tested| {
        let mut index = OffsetIndex::with_engine(tested.engine(), &text[..], LineEnds::Unicode);
        let len = text.len();
        let reversed = Range { start: 2, end: 1 };
        let refused =
            [(reversed, 0), (0..1, 0), (0..0, 1), (len..len + 1, 1), (0..usize::MAX, 0), (2..2, 0)];
        for (range, inserted) in refused {
            assert!(index.edit(&text, range.clone(), inserted).is_err(), "{range:?}");
        }
        assert!(index.edit(&text, usize::MAX..usize::MAX, usize::MAX).is_err());
        assert!(index.edit(&text, 0..0, usize::MAX).is_err());
        assert_eq!(index.edit(&text, 1..1, 0), Ok(()));
        check(tested, &index, &text[..], LineEnds::Unicode, &mut rng);
        for other in [&other[..], "", "a", &text[..10_009], "\n"] {
            for at in [0, 1, 5000, 9000, 25_000, 40_000, usize::MAX] {
                for (from, to) in [(Unit::Utf8, Unit::Utf16), (Unit::CodePoint, Unit::Utf8)] {
                    _ = index.convert(other, at, from, to);
                }
                let place = index.position(other, at, Unit::Utf16);
                _ = index.offset(other, place, Unit::CodePoint);
                _ = index.offset(other, Position { line: at, column: 9999 }, Unit::Utf16);
                _ = (index.line_of(other, at), index.line_start(other, at));
            }
        }
    });
}

pub(crate) const TESTS: &[Test] = tests![
    answers_are_those_of_a_scan,
    edits_equal_a_rebuild,
    memory_after_large_edits,
    typing_and_deleting,
    edits_that_do_not_fit,
];
