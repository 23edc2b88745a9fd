//! The checked-in sample: made by its generator, and converted as the standard library does it.

mod common;
#[expect(dead_code, reason = "the test uses the generator without its command line")]
#[path = "../examples/make_sample_log.rs"]
mod make_sample_log;

use std::fs;

use common::{SAMPLE, Sandbox};

fn decoded(utf16le: &[u8]) -> String {
    let units = utf16le.chunks(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
    char::decode_utf16(units).collect::<Result<_, _>>().expect("well-formed UTF-16")
}

#[test]
fn generator_makes_the_sample() {
    let mut made = Vec::new();
    let len = make_sample_log::write_log(&mut made, None, false).expect("a vector takes all");
    assert_eq!(len, made.len() as u64);
    assert!(made == fs::read(SAMPLE).expect("the sample"), "run the example to make it again");
}

#[test]
fn longer_logs_go_on_with_the_sample() {
    let sample = fs::read(SAMPLE).expect("the sample");
    let mut made = Vec::new();
    let len = make_sample_log::write_log(&mut made, Some(100_000), false).expect("it takes all");
    assert!((100_000..101_000).contains(&len));
    assert!(made.starts_with(&sample));
}

#[test]
fn sample_is_what_it_says() {
    let text = decoded(&fs::read(SAMPLE).expect("the sample"));
    assert!(text.starts_with('\u{FEFF}'));
    assert_eq!(text.matches("\r\n").count(), 200);
    assert_eq!(text.matches('\n').count(), 200);
    // A letter of each script, and an emoji.
    for c in "ñłΗЗتהआค订ご주🎉𠮷".chars() {
        assert!(text.contains(c), "{c}");
    }
}

#[test]
fn sample_converts() {
    let sandbox = Sandbox::new();
    let text = decoded(&fs::read(SAMPLE).expect("the sample"));
    let out = sandbox.run(&format!("convert -f utf-16le -t utf-8 {SAMPLE}")).ok();
    assert!(out == text.as_bytes());
    let out = sandbox.run(&format!("convert -f utf-16 -t utf-8 {SAMPLE}")).ok();
    assert!(out == text.trim_start_matches('\u{FEFF}').as_bytes());
    let out = sandbox.run(&format!("check -f utf-16le {SAMPLE}")).ok();
    assert_eq!(out, format!("{SAMPLE}: valid UTF-16LE\n").as_bytes());
}
