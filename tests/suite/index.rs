//! Positions, each held to the list of scalar values of the text, on every backend.

use codeunit::index::{self, LineEnds, Position, Text, Unit};
use harness::guarded::{Guarded, Place};
use harness::positions::Slow;
use harness::rng::Rng;
use harness::text::{PADDINGS, SCRIPTS, padding, random_text, samples};
use harness::{Tested, for_each_backend, scaled, thin};

use crate::Test;

const UNITS: [Unit; 3] = [Unit::Utf8, Unit::Utf16, Unit::CodePoint];
const ENDS: [LineEnds; 3] = [LineEnds::Lf, LineEnds::CrLf, LineEnds::Unicode];

/// What a line may end with, and what begins as if.
const BREAKS: [&str; 14] = [
    "\n",
    "\r\n",
    "\r",
    "\r\r\n",
    "\n\r",
    "\u{B}",
    "\u{C}",
    "\u{85}",
    "\u{2028}",
    "\u{2029}",
    "\u{2027}",
    "\u{45}\u{A8}",
    "\u{E85}",
    "\u{1F4A8}",
];

/// Text of several lines.
fn random_lines(rng: &mut Rng, len: usize) -> String {
    let mut text = String::new();
    while text.len() < len {
        let part = rng.below(60);
        text += &random_text(rng, part);
        text += rng.pick(&BREAKS);
    }
    text
}

/// Everything about one text of one kind, at the positions that are given in every unit.
fn check<T: Text + ?Sized>(
    tested: Tested,
    text: &T,
    unit: Unit,
    slow: &[Slow; 3],
    positions: &[usize],
) {
    for to in UNITS {
        assert_eq!(tested.count_units(text, to), slow[0].count(to));
        assert_eq!(index::count(text, to), slow[0].count(to));
        for from in UNITS {
            let ends = [slow[0].count(from), slow[0].count(from) + 1, usize::MAX];
            let all: Vec<usize> = positions.iter().copied().chain(ends).collect();
            for &at in &all {
                let want = slow[0].convert(at, from, to);
                assert_eq!(tested.convert_index(text, at, from, to), want, "{at} {from:?} {to:?}");
                assert_eq!(index::convert(text, at, from, to), want, "{at} {from:?} {to:?}");
            }
            let want: Vec<_> = all.iter().map(|&at| slow[0].convert(at, from, to)).collect();
            let mut got = all.clone();
            tested.convert_indices(text, &mut got, from, to);
            assert_eq!(got, want, "{from:?} {to:?}");
        }
    }
    for (ends, slow) in ENDS.into_iter().zip(slow) {
        assert_eq!(tested.line_count(text, ends), slow.line_count());
        for &at in positions.iter().chain(&[slow.count(unit), usize::MAX]) {
            let line = slow.line_of(at, unit);
            assert_eq!(tested.line_of(text, at, ends), line, "{at} {ends:?}");
            assert_eq!(index::line_of(text, at, ends), line, "{at} {ends:?}");
            for column in UNITS {
                let want = slow.position(at, unit, column);
                assert_eq!(tested.position(text, at, column, ends), want, "{at} {ends:?}");
                let back = slow.offset(want, column, unit);
                assert_eq!(tested.offset(text, want, column, ends), back, "{want:?} {ends:?}");
                // A round trip, but from inside of a character or a line end.
                assert!(back <= at);
                let next = Position { column: want.column + 1, ..want };
                let want = slow.offset(next, column, unit);
                assert_eq!(tested.offset(text, next, column, ends), want, "{next:?} {ends:?}");
            }
        }
        for line in thin(0..slow.line_count() + 2).chain([usize::MAX]) {
            let want = slow.line_start(line, unit);
            assert_eq!(tested.line_start(text, line, ends), want, "line {line}, {ends:?}");
            assert_eq!(index::line_start(text, line, ends), want, "line {line}, {ends:?}");
            for column in [0, 1, usize::MAX] {
                let at = Position { line, column };
                let want = slow.offset(at, Unit::Utf16, unit);
                assert_eq!(tested.offset(text, at, Unit::Utf16, ends), want, "{at:?} {ends:?}");
            }
        }
    }
}

fn slow(text: &str) -> [Slow; 3] {
    ENDS.map(|ends| Slow::new(text, ends))
}

/// As both kinds of text, between pages that are not mapped.
fn check_both(text: &str, positions: &[usize]) {
    let slow = slow(text);
    let units: Vec<u16> = text.encode_utf16().collect();
    let (mut bytes, mut wide) = (Guarded::new(text.len()), Guarded::new(2 * units.len()));
    for place in Place::BOTH {
        let text = std::str::from_utf8(bytes.copy(text.as_bytes(), place)).expect("a copy");
        let units = wide.copy(&units, place);
        for_each_backend(|tested| {
            check(tested, text, Unit::Utf8, &slow, positions);
            check(tested, units, Unit::Utf16, &slow, positions);
        });
    }
}

fn every_position(text: &str) {
    let positions: Vec<usize> = thin(0..text.len() + 2).collect();
    check_both(text, &positions);
}

fn samples_at_every_position() {
    for text in samples() {
        every_position(&text);
    }
    for at in BREAKS {
        every_position(at);
        every_position(&format!("a{at}b{at}{at}"));
    }
}

/// A character of each length at every place of a block, and behind it.
fn every_length() {
    for unit in PADDINGS {
        for len in thin(0..=200) {
            let text = padding(unit, len);
            let positions = [0, 1, 2, 15, 16, 17, 31, 32, 63, 64, 65, 66, 127, 128, 129, 191, 192];
            let near = [len / 2, len.saturating_sub(2), len.saturating_sub(1), len];
            check_both(&text, &[&positions[..], &near[..]].concat());
        }
    }
}

/// A character of two code units, cut wherever a part that is counted as a whole could end.
fn a_pair_behind_every_length() {
    // Of ASCII alone a part has as many code units as bytes.
    for len in thin(250..=330) {
        let text = padding("a", len) + "😀" + &padding("aé中😀", 90);
        let positions: Vec<usize> = (len - 2..len + 8).collect();
        check_both(&text, &positions);
    }
}

/// Each line end at every place of a block.
fn every_line_end_everywhere() {
    for at in BREAKS {
        for before in thin(0..=70) {
            let text = padding("a", before) + at + &padding("aé中😀", 66) + at;
            let near = [before.saturating_sub(1), before, before + 1, before + 2, before + 3];
            check_both(&text, &[&near[..], &[text.len() - 1, text.len()][..]].concat());
        }
    }
}

fn random_texts_at_every_position() {
    let mut rng = Rng::new(171);
    for _ in 0..scaled(40) {
        let len = rng.below(200);
        every_position(&random_lines(&mut rng, len));
    }
}

/// Long enough for strides.
fn long_texts() {
    let mut rng = Rng::new(172);
    for _ in 0..scaled(40) {
        let len = 500 + rng.below(4000);
        let mut text = random_lines(&mut rng, len);
        if rng.below(2) == 0 {
            text = rng.pick(&SCRIPTS).repeat(len / 40) + &text;
        }
        let mut positions: Vec<usize> = (0..30).map(|_| rng.below(text.len() + 2)).collect();
        positions.sort_unstable();
        check_both(&text, &positions);
    }
}

/// Text that begins at every place of a cache line, from which on it is read line by line.
fn every_alignment() {
    let text = padding("a", 130) + &padding("aé中😀\n", 500) + &padding("b", 90);
    let units: Vec<u16> = text.encode_utf16().collect();
    let slow = slow(&text);
    let positions = [0, 63, 129, 130, 131, 400, 401, 402, 403, 629, 630, text.len() - 1];
    for place in thin(0..64) {
        let before = "-".repeat(place);
        let moved = format!("{before}{text}");
        let wide: Vec<u16> = moved.encode_utf16().collect();
        assert_eq!(wide[place..], units);
        for_each_backend(|tested| {
            check(tested, &moved[place..], Unit::Utf8, &slow, &positions);
            check(tested, &wide[place..], Unit::Utf16, &slow, &positions);
        });
    }
}

/// Positions that are not in order are converted as well.
fn positions_in_no_order() {
    let mut rng = Rng::new(173);
    for _ in 0..scaled(50) {
        let text = random_lines(&mut rng, 300);
        let slow = Slow::new(&text, LineEnds::Lf);
        let positions: Vec<usize> = (0..20).map(|_| rng.below(text.len() + 2)).collect();
        for_each_backend(|tested| {
            for (from, to) in [(Unit::Utf16, Unit::Utf8), (Unit::Utf8, Unit::CodePoint)] {
                let mut got = positions.clone();
                tested.convert_indices(&text[..], &mut got, from, to);
                let want: Vec<_> = positions.iter().map(|&at| slow.convert(at, from, to)).collect();
                assert_eq!(got, want);
            }
        });
    }
}

/// Of each boundary of UTF-16 what is before it, by the formula in the documentation of the lengths.
fn by_formula(units: &[u16], unit: Unit) -> Vec<usize> {
    let len = |of: &u16| match (unit, of) {
        (Unit::Utf16, _) => 1,
        (Unit::CodePoint, of) => usize::from(!(0xDC00..0xE000).contains(of)),
        (Unit::Utf8, 0x0000..0x0080) => 1,
        (Unit::Utf8, 0x0080..0x0800 | 0xD800..0xE000) => 2,
        (Unit::Utf8, _) => 3,
    };
    let mut sums = vec![0];
    sums.extend(units.iter().scan(0, |sum, unit| {
        *sum += len(unit);
        Some(*sum)
    }));
    sums
}

/// UTF-16 that is not well-formed: counts and positions by the formulas, lines the same on every backend.
fn unpaired_surrogates() {
    let mut rng = Rng::new(174);
    for _ in 0..scaled(200) {
        let len = rng.below(700);
        let units = &harness::text::random_utf16(&mut rng, len)[..];
        let sums = UNITS.map(|unit| by_formula(units, unit));
        let is_inside =
            |at: usize| at > 0 && matches!(units[at - 1..], [0xD800..0xDC00, 0xDC00..0xE000, ..]);
        let positions: Vec<usize> = thin(0..3 * len + 3).collect();
        let place = rng.below(len + 2);
        let mut first = None;
        for_each_backend(|tested| {
            for (to, there) in UNITS.into_iter().zip(&sums) {
                assert_eq!(tested.count_units(units, to), there[units.len()]);
                for (from, here) in UNITS.into_iter().zip(&sums) {
                    for &at in &positions {
                        // The last boundary before which there is no more than that.
                        let found = here.partition_point(|&before| before <= at) - 1;
                        let want = there[found - usize::from(is_inside(found))];
                        let got = tested.convert_index(units, at, from, to);
                        assert_eq!(got, want, "{at} {from:?} {to:?}");
                    }
                }
            }
            let lines = ENDS.map(|ends| {
                let at = tested.position(units, place, Unit::Utf8, ends);
                (at, tested.offset(units, at, Unit::Utf8, ends))
            });
            assert_eq!(*first.get_or_insert(lines), lines);
        });
    }
}

pub(crate) const TESTS: &[Test] = tests![
    samples_at_every_position,
    every_length,
    a_pair_behind_every_length,
    every_line_end_everywhere,
    random_texts_at_every_position,
    long_texts,
    every_alignment,
    positions_in_no_order,
    unpaired_surrogates,
];
