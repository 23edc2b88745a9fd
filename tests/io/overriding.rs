//! A byte order mark that overrides the encoding, through every adapter.

use std::io::{Read, Write};

use codeunit::io::{LineReader, TranscodeReader, TranscodeWriter};
use codeunit::{Checkpoints, Encoding, OutputMark, Policy, SourceMark, Transcoder};

use crate::streams::{SCRIPTS, Scripted, repeat};

/// "mñ\n€" in another encoding than the declared one, and the beginning of a mark that is none.
pub(crate) const CASES: [(Encoding, &[u8], &str); 6] = [
    (Encoding::Latin1, b"\xFF\xFEm\0\xF1\0\n\0\xAC\x20", "mñ\n€"),
    (Encoding::Utf8, b"\xFE\xFF\0m\0\xF1\0\n\x20\xAC", "mñ\n€"),
    (Encoding::Utf16Be, b"\xEF\xBB\xBFm\xC3\xB1\n\xE2\x82\xAC", "mñ\n€"),
    (Encoding::Utf16, b"\xFF\xFE\0\0m\0\0\0\xF1\0\0\0\n\0\0\0\xAC\x20\0\0", "mñ\n€"),
    (Encoding::Latin1, b"\xEF\xBBm\xF1\n", "ï»mñ\n"),
    (Encoding::Utf16, b"\0m\0\xF1\0\n\x20\xAC", "mñ\n€"),
];

fn new(declared: Encoding) -> Transcoder {
    let transcoder = Transcoder::new(declared, Encoding::Utf8, Policy::Strict).counting_lines();
    transcoder.source_mark(SourceMark::Overrides).output_mark(OutputMark::None)
}

#[test]
fn readers_and_writers() {
    for (declared, src, want) in CASES {
        for script in SCRIPTS {
            let mut reader = TranscodeReader::new(Scripted::new(script, src), new(declared));
            let mut text = String::new();
            repeat(|| reader.read_to_string(&mut text)).expect("well-formed");
            assert_eq!(text, want, "{declared}");

            let mut writer = TranscodeWriter::new(Scripted::new(script, b""), new(declared));
            let mut rest = src;
            while !rest.is_empty() {
                let taken = repeat(|| writer.write(rest)).expect("well-formed");
                rest = &rest[taken..];
            }
            repeat(|| writer.try_finish()).expect("well-formed");
            assert_eq!(writer.discard().output, want.as_bytes(), "{declared}");

            let mut reader = LineReader::with_transcoder(Scripted::new(script, src), new(declared));
            for line in want.lines() {
                assert_eq!(
                    repeat(|| reader.next_line().map(|l| l.map(str::to_owned))).unwrap().as_deref(),
                    Some(line)
                );
            }
            assert_eq!(repeat(|| reader.next_line().map(|l| l.is_none())).ok(), Some(true));
        }
    }
}

/// The map of a source whose mark tells what it is, is that of a source that is said to be so; and one kept in the middle of
/// a mark can be read.
#[test]
fn checkpoints() {
    for (declared, src, want) in CASES {
        for to in [Encoding::Utf8, Encoding::Utf32Le] {
            let record = |cuts: &[usize]| {
                let transcoder = Transcoder::new(declared, to, Policy::Strict).counting_lines();
                let mut transcoder =
                    transcoder.source_mark(SourceMark::Overrides).output_mark(OutputMark::None);
                let (mut checkpoints, mut out) = (Checkpoints::with_interval(256), Vec::new());
                let mut begin = 0;
                let long = src.len();
                for &end in cuts.iter().chain([&long]) {
                    checkpoints.extend(&mut transcoder, &src[begin..end], &mut out).unwrap();
                    let kept = checkpoints.to_bytes();
                    assert_eq!(Checkpoints::from_bytes(&kept).as_ref(), Ok(&checkpoints));
                    begin = end;
                }
                checkpoints.extend_finish(&mut transcoder, &mut out).unwrap();
                (checkpoints, out, transcoder.source_encoding().expect("it has come"))
            };
            let (whole, out, encoding) = record(&[]);
            let scale = if to == Encoding::Utf8 { 1 } else { 4 };
            let at = |c: char| {
                let at = want.find(c).expect("it is there");
                if scale == 1 { at } else { 4 * want[..at].chars().count() }
            };
            let mut unit = Vec::new();
            let one = Transcoder::new(Encoding::Utf8, encoding, Policy::Strict);
            let mut one = one.output_mark(OutputMark::None);
            one.extend("ñ".as_bytes(), &mut unit).expect("all have it");
            let found = whole.locate(at('ñ') as u64, &out).expect("inside");
            let offset = found.offset as usize;
            assert!(src[offset..].starts_with(&unit) && found.is_exact, "{declared} to {to}");
            assert_eq!(whole.locate(at('m') as u64, &out).unwrap().line, Some(1));
            for first in 0..=src.len().min(6) {
                let (pieces, same, _) = record(&[first, src.len().min(first + 1)]);
                assert_eq!(same, out);
                for place in 0..=out.len() as u64 {
                    let (found, want) = (pieces.locate(place, &out), whole.locate(place, &out));
                    assert_eq!(found, want, "{declared} to {to}, cut at {first}: {place}");
                }
            }
        }
    }
}

/// What is said to be in an encoding that grows less than the one that the mark tells.
#[test]
fn checkpoints_of_what_grows() {
    let text: String = "añ\n".repeat(3000);
    let src = [b"\xEF\xBB\xBF", text.as_bytes()].concat();
    for declared in [Encoding::Utf32, Encoding::Utf16Le, Encoding::Ascii] {
        let mut transcoder = Transcoder::new(declared, Encoding::Utf32Le, Policy::Strict)
            .source_mark(SourceMark::Overrides)
            .counting_lines();
        let (mut checkpoints, mut out) = (Checkpoints::with_interval(256), Vec::new());
        checkpoints.extend(&mut transcoder, &src, &mut out).expect("well-formed");
        checkpoints.extend_finish(&mut transcoder, &mut out).expect("well-formed");
        assert_eq!(checkpoints.interval(), 256);
        for (index, (offset, _)) in text.char_indices().enumerate().step_by(37) {
            let found = checkpoints.locate(4 * index as u64, &out).expect("inside");
            assert_eq!((found.offset, found.is_exact), (3 + offset as u64, true), "{declared}");
        }
    }
}
