//! The example `grep_utf16`: what it says of the sample is what stands there.

mod common;
#[expect(dead_code, reason = "the test calls what `main` calls")]
#[path = "../../examples/grep_utf16.rs"]
mod grep_utf16;

use std::fs;

use common::SAMPLE;

fn grep(pattern: &str, log: &[u8]) -> String {
    let mut out = Vec::new();
    grep_utf16::grep(pattern, &mut &log[..], &mut out).expect("a log");
    String::from_utf8(out).expect("text")
}

fn utf16le(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

#[test]
fn offsets_lead_to_the_pattern_in_the_log() {
    let log = fs::read(SAMPLE).expect("the sample");
    for pattern in ["ERROR", "👍", "𠮷", "ευχαριστούμε", "family"] {
        let found = grep(pattern, &log);
        let units = utf16le(pattern);
        let places = log.windows(units.len()).enumerate().step_by(2);
        let places: Vec<usize> =
            places.filter(|(_, bytes)| *bytes == units).map(|(at, _)| at).collect();
        assert!(!places.is_empty(), "{pattern}");
        assert_eq!(found.lines().count(), places.len(), "{pattern}");
        for (line, place) in found.lines().zip(places) {
            let mut parts = line.splitn(3, ':');
            let mut number = || parts.next().and_then(|part| part.parse().ok()).expect("a number");
            let (line, offset): (usize, usize) = (number(), number());
            assert_eq!(offset, place, "{pattern}");
            let before = log[..place].chunks(2).filter(|unit| unit == b"\n\0").count();
            assert_eq!(line, 1 + before, "{pattern}");
            assert!(parts.next().is_some_and(|text| text.contains(pattern)), "{pattern}");
        }
    }
    assert_eq!(grep("no such thing", &log), "");
}

#[test]
fn what_is_damaged_does_not_move_what_follows() {
    let mut log = utf16le("one\r\n");
    log.extend(b"\x00\xDC");
    log.extend(utf16le("two\n"));
    assert_eq!(grep("two", &log), "2:12:\u{FFFD}two\n");
}
