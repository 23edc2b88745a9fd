//! What is particular to one encoding, and what a stream tells beside text.

use std::panic::{AssertUnwindSafe, catch_unwind};

use codeunit::{
    Encoding, ErrorKind, OutputMark, Policy, Report, SourceMark, Status, Transcoder, WhatwgEncoding,
};
use encoding_rs::{
    BIG5, EUC_JP, GB18030, ISO_2022_JP, REPLACEMENT, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE,
    WINDOWS_1252,
};

fn convert(transcoder: Transcoder, src: &[u8]) -> Result<Vec<u8>, codeunit::StreamError> {
    let (mut transcoder, mut out) = (transcoder, Vec::new());
    transcoder.extend(src, &mut out)?;
    transcoder.extend_finish(&mut out)?;
    Ok(out)
}

fn new(from: Encoding, to: Encoding, policy: Policy) -> Transcoder {
    Transcoder::new(from, to, policy)
}

const fn legacy(encoding: &'static encoding_rs::Encoding) -> Encoding {
    Encoding::Legacy(encoding)
}

#[test]
fn labels_of_the_web_give_them() {
    let encoding = |label| WhatwgEncoding::for_label(label).and_then(WhatwgEncoding::encoding);
    assert_eq!(encoding("latin1"), Some(legacy(WINDOWS_1252)));
    assert_eq!(encoding("ms_kanji"), Some(legacy(SHIFT_JIS)));
    assert_eq!(encoding("utf-16"), Some(Encoding::Utf16Le));
    assert_eq!(Encoding::for_label("Shift_JIS"), None);
}

/// As values they name the encodings of Unicode too, in which U+FEFF is text.
#[test]
fn encodings_of_unicode_are_those_of_the_kernels() {
    let pairs =
        [(UTF_8, Encoding::Utf8), (UTF_16LE, Encoding::Utf16Le), (UTF_16BE, Encoding::Utf16Be)];
    for (web, own) in pairs {
        let text = "\u{FEFF}aé😀".as_bytes();
        let from = codeunit::encoding::Utf8;
        let bytes = |to: Encoding| {
            let mut out = Vec::new();
            let mut transcoder = Transcoder::new(from, to, Policy::Strict);
            transcoder.extend(text, &mut out).expect("it has all of it");
            out
        };
        let theirs = bytes(legacy(web));
        assert!(bytes(own).ends_with(&theirs), "{own}");
        let back = convert(new(legacy(web), Encoding::Utf32Be, Policy::Strict), &theirs);
        assert_eq!(back.expect("well-formed").len(), 4 * 4, "{own}");
    }
}

/// Both characters, or none.
#[test]
fn two_characters_from_one_sequence_of_big5() {
    let src = b"a\x88\x62b";
    let text = "a\u{CA}\u{304}b";
    assert_eq!(
        convert(new(legacy(BIG5), Encoding::Utf8, Policy::Strict), src).unwrap(),
        text.as_bytes()
    );
    // Latin-1 has the first of them only.
    let error = convert(new(legacy(BIG5), Encoding::Latin1, Policy::Strict), src).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (ErrorKind::NotRepresentable, 1));
    assert_eq!(error.bytes(), b"\x88\x62");
    let escaped = convert(new(legacy(BIG5), Encoding::Latin1, Policy::Escape), src).unwrap();
    assert_eq!(escaped, br"a\u00CA\u0304b");
    // Room for the first.
    let mut transcoder = new(legacy(BIG5), Encoding::Utf32Le, Policy::Strict).counting_lines();
    let step = transcoder.push(&src[1..], &mut [0; 4]);
    assert_eq!((step.read, step.written, step.status), (2, 4, Status::OutputFull));
    assert_eq!(transcoder.state().position().column, 3);
    let mut dst = [0; 8];
    let step = transcoder.push(&src[3..], &mut dst);
    assert_eq!((step.read, step.written, step.status), (1, 8, Status::InputEmpty));
    assert_eq!(dst, *b"\x04\x03\0\0b\0\0\0");
}

#[test]
fn iso_2022_jp_ends_as_it_began() {
    let to = legacy(ISO_2022_JP);
    let mut transcoder = new(Encoding::Utf8, to, Policy::Strict);
    let mut dst = [0; 16];
    let step = transcoder.push("あ".as_bytes(), &mut dst);
    assert_eq!(&dst[..step.written], b"\x1B$B$\"");
    // The next chunk goes on in the same character set.
    let step = transcoder.push("い".as_bytes(), &mut dst);
    assert_eq!(&dst[..step.written], b"$$");
    assert_eq!(transcoder.finish(&mut dst[..2]).status, Status::OutputFull);
    let step = transcoder.finish(&mut dst);
    assert_eq!((&dst[..step.written], step.status), (&b"\x1B(B"[..], Status::InputEmpty));
    assert_eq!(transcoder.finish(&mut dst).written, 0);
    // Room for the escape sequence and not for the character.
    transcoder.reset();
    let step = transcoder.push("あ".as_bytes(), &mut dst[..4]);
    assert_eq!((step.read, step.written, step.status), (0, 3, Status::OutputFull));
    let step = transcoder.push("あ".as_bytes(), &mut dst[..4]);
    assert_eq!((step.read, step.written, step.status), (3, 2, Status::InputEmpty));
    // What is left out designates nothing.
    let text = "あ\u{1F600}\u{1B}い".as_bytes();
    let got = convert(new(Encoding::Utf8, to, Policy::Skip), text).unwrap();
    assert_eq!(got, b"\x1B$B$\"$$\x1B(B");
    // An error ends the stream, and nothing is written behind what stands before it.
    let mut transcoder = new(Encoding::Utf8, to, Policy::Strict);
    let step = transcoder.push("あ\u{1F600}".as_bytes(), &mut dst);
    assert_eq!(&dst[..step.written], b"\x1B$B$\"");
    let end = transcoder.finish(&mut dst);
    assert!(matches!((end.written, end.status), (0, Status::IllFormed(_))));
}

/// The useless one is in error, which is the first of the two.
#[test]
fn iso_2022_jp_designated_twice() {
    let mut transcoder = new(legacy(ISO_2022_JP), Encoding::Utf8, Policy::Strict);
    assert_eq!(transcoder.push(b"a\x1B$@", &mut [0; 8]).status, Status::InputEmpty);
    let Status::IllFormed(error) = transcoder.push(b"\x1B(Bb", &mut [0; 8]).status else {
        panic!("it is ill-formed")
    };
    assert_eq!((error.kind(), error.offset()), (ErrorKind::Unassigned, 1));
    assert_eq!((error.error_len(), error.bytes()), (Some(3), &b"\x1B$@"[..]));
}

/// A function that panics when it is shown that one is shown it again, and the offsets behind it are right.
#[test]
fn a_panic_at_iso_2022_jp_designated_twice() {
    let mut transcoder = new(legacy(ISO_2022_JP), Encoding::Utf8, Policy::Strict);
    assert_eq!(transcoder.push(b"a\x1B$@", &mut [0; 8]).status, Status::InputEmpty);
    let panics = |transcoder: &mut Transcoder<u8, u8>| {
        transcoder.push_with(b"\x1B(Bb\xFF", &mut [0; 8], |_| panic!("as a function may"))
    };
    catch_unwind(AssertUnwindSafe(|| panics(&mut transcoder))).unwrap_err();
    let mut seen = Vec::new();
    let step = transcoder.push_with(b"\x1B(Bb\xFF", &mut [0; 16], |error| {
        seen.push((error.offset(), error.bytes().to_vec()));
        Policy::Skip
    });
    assert_eq!((step.read, step.status), (5, Status::InputEmpty));
    assert_eq!(seen, [(1, b"\x1B$@".to_vec()), (8, b"\xFF".to_vec())]);
}

#[test]
fn errors_tell_all_bytes_of_gb18030() {
    let src = b"ab\xFE\x39\xFE\x39c\x81\x30\x81";
    let mut report = Report::<4>::new();
    let mut transcoder = new(legacy(GB18030), Encoding::Utf8, Policy::Escape);
    let (mut dst, mut text) = ([0; 64], Vec::new());
    for chunk in src.chunks(3) {
        let step = transcoder.push_reporting(chunk, &mut dst, &mut report);
        text.extend_from_slice(&dst[..step.written]);
    }
    let step = transcoder.finish_reporting(&mut dst, &mut report);
    text.extend_from_slice(&dst[..step.written]);
    assert_eq!(text, br"ab\xFE\x39\xFE\x39c\x81\x30\x81");
    let told: Vec<_> =
        report.errors().iter().map(|e| (e.kind(), e.offset(), e.error_len())).collect();
    let want = [(ErrorKind::Unassigned, 2, Some(4)), (ErrorKind::Incomplete, 7, None)];
    assert_eq!(told, want);
}

#[test]
fn the_encoding_replacement_is_one_error() {
    let mut transcoder = new(legacy(REPLACEMENT), Encoding::Utf16Be, Policy::Replace);
    let mut out = Vec::new();
    for chunk in [&b""[..], b"ab", b"c"] {
        transcoder.extend(chunk, &mut out).unwrap();
    }
    assert_eq!((out.as_slice(), transcoder.state().read()), (&b"\xFF\xFD"[..], 3));
    let got = convert(new(legacy(REPLACEMENT), Encoding::Utf8, Policy::Strict), b"");
    assert_eq!(got.unwrap(), b"");
}

#[test]
fn marks() {
    // The mark of UTF-8 is no character of these, and is never looked for in them.
    let src = b"\xEF\xBB\xBFa";
    for mark in [SourceMark::ByScheme, SourceMark::Mark] {
        let transcoder = new(legacy(WINDOWS_1252), Encoding::Utf8, Policy::Strict);
        let text = convert(transcoder.source_mark(mark), src).unwrap();
        assert_eq!(text, "ï»¿a".as_bytes());
    }
    let text = convert(new(Encoding::Utf8, legacy(WINDOWS_1252), Policy::Strict), src).unwrap();
    assert_eq!(text, b"a");
    // Where U+FEFF is a character a mark can be written.
    for (to, want) in [(legacy(GB18030), &b"\x84\x31\x95\x33a"[..]), (legacy(EUC_JP), b"a")] {
        let transcoder = new(Encoding::Latin1, to, Policy::Strict).output_mark(OutputMark::Add);
        assert_eq!(convert(transcoder, b"a").unwrap(), want);
    }
    // A first U+FEFF is text, and stays text where a mark would be none: a mark is put before it.
    let first = b"\x84\x31\x95\x33a";
    for room in [4, 64] {
        let mut transcoder = new(legacy(GB18030), Encoding::Utf16, Policy::Strict);
        let mut out = Vec::new();
        let mut rest = &first[..];
        while !rest.is_empty() {
            let mut dst = vec![0; room];
            let len = rest.len().min(3);
            let step = transcoder.push(&rest[..len], &mut dst);
            out.extend_from_slice(&dst[..step.written]);
            rest = &rest[step.read..];
        }
        assert_eq!(out, b"\xFE\xFF\xFE\xFF\0a");
    }
    // What is left out is not the first.
    let text = convert(new(legacy(GB18030), Encoding::Utf8, Policy::Skip), b"\xFF\x84\x31\x95\x33");
    assert_eq!(text.unwrap(), "\u{FEFF}\u{FEFF}".as_bytes());
    let replaced = new(legacy(GB18030), Encoding::Utf8, Policy::ReplaceWith('\u{FEFF}'));
    assert_eq!(convert(replaced, b"\xFF").unwrap(), "\u{FEFF}\u{FEFF}".as_bytes());
}

/// Without room nothing is read, and nothing is lost.
#[test]
fn no_room_at_all() {
    let mut transcoder = new(legacy(SHIFT_JIS), Encoding::Utf8, Policy::Strict);
    let step = transcoder.push(b"\x82\xA0", &mut []);
    assert_eq!((step.read, step.written, step.status), (0, 0, Status::OutputFull));
    assert_eq!(transcoder.push(b"", &mut []).status, Status::InputEmpty);
    let step = transcoder.push(b"\x82", &mut []);
    assert_eq!((step.read, step.written, step.status), (1, 0, Status::InputEmpty));
    let step = transcoder.push(b"\xA0", &mut [0; 2]);
    assert_eq!((step.read, step.written, step.status), (0, 0, Status::OutputFull));
    assert_eq!(transcoder.push(b"\xA0", &mut [0; 3]).written, 3);
}

/// A file that grows: what follows the end goes on.
#[test]
fn more_after_the_end() {
    let mut transcoder = new(legacy(SHIFT_JIS), Encoding::Utf8, Policy::Replace);
    let mut out = Vec::new();
    transcoder.extend(b"a\x82", &mut out).unwrap();
    transcoder.extend_finish(&mut out).unwrap();
    transcoder.extend(b"\x82\xA0", &mut out).unwrap();
    assert_eq!(out, "a\u{FFFD}あ".as_bytes());
    assert_eq!(transcoder.state().read(), 4);
}
