//! Checkpoints: places in gaps that became one, in texts that are there in part, and before the text.

use codeunit::encoding::{Latin1, Utf8, Utf16Le};
use codeunit::{Checkpoints, Encoding, Policy, Transcoder};
use harness::SourceModel;
use harness::size::scaled;

use crate::Test;

/// A replacement in each line, more of them than may be remembered: neighbours become one, and not all of them.
fn merged_gaps_are_short() {
    let line = "of ninety-nine characters ".repeat(4)[..98].to_owned() + "\u{FFFD}\n";
    let lines = scaled(6000).max(2000);
    let src = Utf16Le::encode(&line.repeat(lines));
    for maximum in [100, 300, 1000, 3999] {
        let mut checkpoints = Checkpoints::new().with_maximum(maximum);
        let mut transcoder =
            Transcoder::new(Utf16Le, Latin1, Policy::ReplaceWith('?')).counting_lines();
        let mut out = Vec::new();
        checkpoints.extend(&mut transcoder, &src, &mut out).expect("nothing is strict");
        assert!(checkpoints.len() <= maximum && checkpoints.len() > maximum / 8);
        // Twice for the ends of gaps, twice for what is thinned to three quarters, and twice for what is doubled.
        let longest = (8 * out.len() / maximum) as u64;
        for at in (0..out.len() as u64).step_by(77) {
            let found = checkpoints.locate(at, &out).expect("inside");
            assert!(
                found.offset <= 2 * at && 2 * at <= found.offset + 2 * longest,
                "{maximum}: {at}"
            );
            let line = at / line.chars().count() as u64 + 1;
            let behind = line - found.line.expect("lines are counted");
            assert!(behind <= longest / 100 + 1, "{maximum}: {behind} lines before {line}");
        }
    }
}

/// A text that ends where it is asked about, and not behind the segment: what is cut there is a character all the same.
fn text_up_to_the_place() {
    let (out, map) = Checkpoints::transcode_to_vec(
        Utf16Le,
        Utf8,
        Policy::Strict,
        &Utf16Le::encode("ab€ñ😀\n中"),
    )
    .expect("well-formed");
    for at in 0..=out.len() {
        let whole = map.locate(at as u64, &out);
        assert_eq!(map.locate(at as u64, &out[..at]), whole, "{at}");
        for offset in 0..whole.expect("inside").offset {
            let (cut, found) =
                (map.locate_input(offset, &out[..at]), map.locate_input(offset, &out));
            assert_eq!(cut, found, "{offset} with {at} bytes");
        }
    }
    let (units, map) =
        Checkpoints::transcode_to_vec(Utf8, Utf16Le, Policy::Strict, "a😀b".as_bytes())
            .expect("well-formed");
    let found = map.locate(4, &units[..4]).expect("inside");
    assert_eq!((found.offset, found.is_exact), (1, false));
}

/// Room for less than what stands in place of a sequence is filled, as by the transcoder alone.
fn little_room_before_the_text() {
    let new = || Transcoder::new(Encoding::Utf16Be, Encoding::Utf16, Policy::Escape);
    let (mut alone, mut recorded, mut map) = (new(), new(), Checkpoints::new());
    for chunk in [&b"\xDA\xF5\x00"[..], b"\x61", b"\x61", b"\x61", b""] {
        let (mut one, mut other) = ([0; 4], [0; 4]);
        let step = alone.push(chunk, &mut one);
        assert_eq!(map.push(&mut recorded, chunk, &mut other), step);
        assert_eq!(one[..step.written], other[..step.written]);
    }
    assert_eq!(alone.state(), recorded.state());
}

pub(crate) const TESTS: &[Test] =
    tests![merged_gaps_are_short, text_up_to_the_place, little_room_before_the_text];
