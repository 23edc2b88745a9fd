//! The readers, writers and lines with these encodings, by streams that move one byte at a time.

use std::io::{self, BufReader, Read, Write};

use codeunit::io::{LineReader, TranscodeReader, TranscodeWriter};
use codeunit::{Encoding, Policy, Transcoder};

use super::LEGACY;
use super::model::outcome;
use super::sources::short;

/// Moves one byte a call.
struct Slow<T>(T);

impl<R: Read> Read for Slow<R> {
    fn read(&mut self, dst: &mut [u8]) -> io::Result<usize> {
        let len = dst.len().min(1);
        self.0.read(&mut dst[..len])
    }
}

impl<W: Write> Write for Slow<W> {
    fn write(&mut self, src: &[u8]) -> io::Result<usize> {
        self.0.write(&src[..src.len().min(1)])
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[test]
fn readers_and_writers() {
    for web in LEGACY {
        let web = Encoding::Legacy(web);
        for (from, to) in [(web, Encoding::Utf8), (Encoding::Utf16Le, web), (web, web)] {
            for src in short(from) {
                let want = outcome(from, to, Policy::Replace, &src).output;
                let new = || Transcoder::new(from, to, Policy::Replace);
                let mut got = Vec::new();
                TranscodeReader::new(Slow(&src[..]), new()).read_to_end(&mut got).expect("read");
                assert_eq!(got, want, "{from} to {to}: {src:02X?}");
                let (mut got, mut reader) =
                    (Vec::new(), Slow(TranscodeReader::new(&src[..], new())));
                reader.read_to_end(&mut got).expect("read");
                assert_eq!(got, want, "{from} to {to}: {src:02X?}");
                let mut writer = TranscodeWriter::new(Slow(Vec::new()), new());
                src.iter().for_each(|byte| writer.write_all(&[*byte]).expect("written"));
                assert_eq!(writer.finish().expect("written").0, want, "{from} to {to}: {src:02X?}");
            }
        }
    }
}

/// 0A is a line feed wherever it stands in these, but it is looked for in the text.
#[test]
fn lines() {
    for web in LEGACY {
        let (text, _) = web.decode_without_bom_handling(b"one\r\ntwo\n\nthree");
        let src = [b"one\r\ntwo\n\n", &b"three"[..]].concat();
        let reader = BufReader::with_capacity(1, &src[..]);
        let transcoder = Transcoder::new(Encoding::Legacy(web), Encoding::Utf8, Policy::Replace);
        let lines: Result<Vec<_>, _> =
            LineReader::with_transcoder(reader, transcoder).lines().collect();
        let want: Vec<_> = text.lines().collect();
        assert_eq!(lines.expect("text"), want, "{}", web.name());
    }
    let src = b"\x82\xA0\n\x83\x5C\r\n\x82";
    let mut reader = LineReader::new(&src[..], Encoding::Legacy(encoding_rs::SHIFT_JIS));
    assert_eq!(reader.next_line().expect("text"), Some("あ"));
    assert_eq!(reader.next_line().expect("text"), Some("ソ"));
    let error = reader.next_line().expect_err("it is cut");
    assert_eq!(error.downcast::<codeunit::StreamError>().expect("ill-formed").offset(), 7);
}

/// A string holds no other encoding.
#[test]
#[should_panic(expected = "a string is UTF-8")]
fn strings_are_no_target() {
    let to = Encoding::Legacy(encoding_rs::WINDOWS_1252);
    let mut transcoder = Transcoder::new(Encoding::Utf8, to, Policy::Strict);
    let _ = transcoder.extend_string("é".as_bytes(), &mut String::new());
}
