//! Positions in random text: every one of them in every unit is that of the list of scalar values, and there and
//! back is the boundary at or before it.

use codeunit::index::{LineEnds, Text, Unit};
use harness::positions::Slow;
use harness::{Tested, for_each_backend};
use proptest::strategy::Strategy;

use crate::run::{Verdict, proptest};
use crate::text::text;

const UNITS: [Unit; 3] = [Unit::Utf8, Unit::Utf16, Unit::CodePoint];
const ENDS: [LineEnds; 3] = [LineEnds::Lf, LineEnds::CrLf, LineEnds::Unicode];

fn holds<T: Text + ?Sized>(tested: Tested, text: &T, unit: Unit, slow: &[Slow; 3]) {
    // All there are, and one behind the end.
    let all = |len: usize| 0..=len + 1;
    for from in UNITS {
        for at in all(slow[0].count(from)) {
            for to in UNITS {
                let there = tested.convert_index(text, at, from, to);
                assert_eq!(there, slow[0].convert(at, from, to), "{at} {from:?} {to:?}");
                let back = tested.convert_index(text, there, to, from);
                assert_eq!(back, slow[0].convert(at, from, from), "{at} {from:?} {to:?}");
            }
        }
    }
    for (ends, slow) in ENDS.into_iter().zip(slow) {
        for at in all(slow.count(unit)) {
            let place = tested.position(text, at, Unit::Utf16, ends);
            assert_eq!(place, slow.position(at, unit, Unit::Utf16), "{at} {ends:?}");
            let back = tested.offset(text, place, Unit::Utf16, ends);
            assert_eq!(back, slow.offset(place, Unit::Utf16, unit), "{place:?} {ends:?}");
        }
    }
}

fn of_text(chars: &[char]) -> Verdict {
    let text: String = chars.iter().collect();
    let units: Vec<u16> = text.encode_utf16().collect();
    let slow = ENDS.map(|ends| Slow::new(&text, ends));
    for_each_backend(|tested| {
        holds(tested, &text[..], Unit::Utf8, &slow);
        holds(tested, &units[..], Unit::Utf16, &slow);
    });
    Ok(())
}

#[test]
fn every_position_is_that_of_the_list() {
    // Each eleventh character is one that may end a line.
    let breaks = ['\n', '\r', '\n', '\u{85}', '\u{2028}', '\r', '\n', '\u{C}'];
    let lines = text().prop_map(move |text| {
        let chars = text.chars().enumerate();
        chars.map(|(i, c)| if i % 11 < 2 { breaks[i / 11 * 2 % 7 + i % 11] } else { c }).collect()
    });
    proptest("positions", 60, &lines.boxed(), &of_text);
}
