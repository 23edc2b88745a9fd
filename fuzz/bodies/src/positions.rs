//! Positions in a text of both kinds, and an index of it through edits.
//!
//! The choices are how lines end, how often the text is repeated, since an index has chunks of some KiB, and a
//! number of places; each pair of places is an edit, which puts a part of the text in the place of another.

use codeunit::Engine;
use codeunit::index::{LineEnds, OffsetIndex, Position, Text, Unit};
use codeunit_harness::for_each_backend;
use codeunit_harness::positions::Slow;

use crate::choices::Choices;

const UNITS: [Unit; 3] = [Unit::Utf8, Unit::Utf16, Unit::CodePoint];

/// Longer texts take longer and show no more.
const LONGEST: usize = 40 << 10;

/// Positions by a scan, by an index, and by a list of scalar values.
pub fn positions(data: &[u8]) {
    let mut choices = Choices::new(data);
    let ends = choices.of(&[LineEnds::Lf, LineEnds::CrLf, LineEnds::Unicode]);
    let repeats = usize::from(choices.byte()) * 4 + 1;
    let places = choices.schedule();
    let source = String::from_utf8_lossy(choices.source());
    let short: String = source.chars().take(200).collect();
    for_each_backend(|tested| scans(tested.engine(), &short, ends, &places));
    let repeats = repeats.min(LONGEST / source.len().max(1)).max(1);
    let text = source.repeat(repeats);
    for_each_backend(|tested| edits(tested.engine(), text.clone(), ends, &places));
}

/// A scan against the list.
fn scans(engine: Engine, text: &str, ends: LineEnds, places: &[usize]) {
    let slow = Slow::new(text, ends);
    let units: Vec<u16> = text.encode_utf16().collect();
    let lines = slow.line_count();
    for &at in places.iter().chain(&[0, text.len(), usize::MAX]) {
        for from in UNITS {
            for to in UNITS {
                let want = slow.convert(at, from, to);
                assert_eq!(engine.convert_index(text, at, from, to), want);
                assert_eq!(engine.convert_index(&units[..], at, from, to), want);
                assert_eq!(codeunit::index::convert(text, at, from, to), want);
            }
            let want = slow.position(at, Unit::Utf8, from);
            assert_eq!(engine.position(text, at, from, ends), want);
            let place = Position { line: at % (lines + 1), column: at };
            let want = slow.offset(place, from, Unit::Utf8);
            assert_eq!(engine.offset(text, place, from, ends), want);
            let want = slow.offset(place, from, Unit::Utf16);
            assert_eq!(engine.offset(&units[..], place, from, ends), want);
        }
    }
    assert_eq!(engine.line_count(text, ends), lines);
    assert_eq!(engine.line_count(&units[..], ends), lines);
}

/// An index that is edited against one that is built anew, and both against a scan.
fn edits(engine: Engine, mut text: String, ends: LineEnds, places: &[usize]) {
    let mut index = OffsetIndex::with_engine(engine, &text[..], ends);
    let units: Vec<u16> = text.encode_utf16().collect();
    let mut wide = OffsetIndex::with_engine(engine, &units[..], ends);
    for pair in places.windows(2) {
        // From anywhere in the text, by two numbers below 256.
        let boundary = |at: usize| (0..=at).rev().find(|&at| text.is_char_boundary(at));
        let place = |n: usize| boundary(text.len() * (n & 0xF0) / 0xF0).unwrap_or(0);
        let (a, b) = (place(pair[0]), place(pair[1]));
        let range = a.min(b)..a.max(b);
        let part = range.start..boundary((range.start + pair[1]).min(text.len())).unwrap_or(0);
        let inserted = text.get(part).unwrap_or_default().to_owned();
        let wide_start = text[..range.start].encode_utf16().count();
        let wide_range = wide_start..wide_start + text[range.clone()].encode_utf16().count();
        text.replace_range(range.clone(), &inserted);
        let units: Vec<u16> = text.encode_utf16().collect();
        index.edit(&text, range, inserted.len()).expect("it fits");
        wide.edit(&units, wide_range, inserted.encode_utf16().count()).expect("it fits");
        same(engine, &index, &text[..], ends, pair);
        same(engine, &wide, &units[..], ends, pair);
    }
}

fn same<T: Text + ?Sized>(
    engine: Engine,
    index: &OffsetIndex<T>,
    text: &T,
    ends: LineEnds,
    places: &[usize],
) {
    let anew = OffsetIndex::with_engine(engine, text, ends);
    assert_eq!(index.line_count(), anew.line_count());
    for unit in UNITS {
        assert_eq!(index.count(unit), anew.count(unit));
        for &place in places {
            let at = index.count(unit) * place / 0xF0;
            for to in UNITS {
                let want = engine.convert_index(text, at, unit, to);
                assert_eq!(index.convert(text, at, unit, to), want);
                assert_eq!(anew.convert(text, at, unit, to), want);
            }
            let place = engine.position(text, at, unit, ends);
            assert_eq!(index.position(text, at, unit), place);
            let back = engine.offset(text, place, unit, ends);
            assert_eq!(index.offset(text, place, unit), back);
        }
    }
}
