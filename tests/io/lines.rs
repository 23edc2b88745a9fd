use std::io::{self, BufRead, BufReader, Read};

use codeunit::io::{LineReader, LineTooLong};
use codeunit::{Encoding, OutputMark, Policy, SourceMark, Transcoder};

use crate::streams::{SCRIPTS, Scripted, repeat};
use crate::texts::{encode, stream_error, text_for};

/// All lines, whatever the reader inside does.
fn lines<R: BufRead>(mut reader: LineReader<R>) -> io::Result<Vec<String>> {
    let mut lines = Vec::new();
    let mut line = String::new();
    while repeat(|| reader.read_line(&mut line))? {
        lines.push(std::mem::take(&mut line));
    }
    assert_eq!(line, "", "what was no line was appended");
    assert_eq!(reader.next_line()?, None);
    Ok(lines)
}

#[test]
fn lines_of_every_encoding_in_any_blocks() {
    for &encoding in Encoding::ALL {
        let text = text_for(encoding);
        let src = encode(text, encoding);
        let wanted: Vec<_> = text.lines().collect();
        let with_ends: Vec<_> = text.split_inclusive('\n').collect();
        for script in SCRIPTS {
            let new = || LineReader::new(Scripted::new(script, &src), encoding);
            assert_eq!(lines(new()).unwrap(), wanted, "{encoding}");
            assert_eq!(lines(new().keep_line_ends()).unwrap(), with_ends, "{encoding}");
            let longest = wanted.iter().map(|line| line.len()).max().unwrap();
            assert_eq!(lines(new().max_len(longest)).unwrap(), wanted, "{encoding}");
        }
        for capacity in 1..9 {
            let inner = BufReader::with_capacity(capacity, &src[..]);
            let iterated: Result<Vec<_>, _> = LineReader::new(inner, encoding).lines().collect();
            assert_eq!(iterated.unwrap(), wanted, "{encoding}");
        }
    }
}

#[test]
fn ends() {
    let of = |text: &str| lines(LineReader::new(text.as_bytes(), Encoding::Utf8)).unwrap();
    let none: [&str; 0] = [];
    assert_eq!(of(""), none);
    assert_eq!(of("\n"), [""]);
    assert_eq!(of("\r\n"), [""]);
    assert_eq!(of("a"), ["a"]);
    assert_eq!(of("a\n\n"), ["a", ""]);
    // U+000D ends nothing by itself, and the ends of other standards do not.
    assert_eq!(of("a\rb\r\r\nc\r"), ["a\rb\r", "c\r"]);
    assert_eq!(of("a\u{85}b\u{2028}c\u{B}d"), ["a\u{85}b\u{2028}c\u{B}d"]);
}

#[test]
fn a_mark_is_no_text() {
    for (encoding, src) in [
        (Encoding::Utf8, &b"\xEF\xBB\xBFa\nb"[..]),
        (Encoding::Utf16, b"\xFE\xFF\0a\0\n\0b"),
        (Encoding::Utf16, b"\xFF\xFEa\0\n\0b\0"),
        (Encoding::Utf32, b"\xFF\xFE\0\0a\0\0\0\n\0\0\0b\0\0\0"),
    ] {
        assert_eq!(lines(LineReader::new(src, encoding)).unwrap(), ["a", "b"], "{encoding}");
    }
    // U+FEFF that is text is text, once.
    for (encoding, src) in [
        (Encoding::Utf8, "\u{FEFF}\u{FEFF}a\nb".as_bytes()),
        (Encoding::Utf16Be, b"\xFE\xFF\0a\0\n\0b"),
        (Encoding::Utf16Le, b"\xFF\xFEa\0\n\0b\0"),
        (Encoding::Utf16, b"\xFF\xFE\xFF\xFEa\0\n\0b\0"),
        (Encoding::Utf32Be, b"\0\0\xFE\xFF\0\0\0a\0\0\0\n\0\0\0b"),
    ] {
        let want = ["\u{FEFF}a", "b"];
        assert_eq!(lines(LineReader::new(src, encoding)).unwrap(), want, "{encoding}");
    }
    let transcoder = Transcoder::new(Encoding::Utf16Le, Encoding::Utf8, Policy::Strict)
        .source_mark(SourceMark::Mark)
        .output_mark(OutputMark::None);
    let reader = LineReader::with_transcoder(&b"\xFF\xFEa\0"[..], transcoder);
    assert_eq!(lines(reader).unwrap(), ["a"]);
}

#[test]
fn lines_before_an_error_come_before_it() {
    for script in SCRIPTS {
        let inner = Scripted::new(script, b"a\nbc\nd\xE2\x82e\nf\n");
        let mut reader = LineReader::new(inner, Encoding::Utf8);
        assert_eq!(
            repeat(|| reader.next_line().map(|line| line.map(str::to_owned))).unwrap().unwrap(),
            "a"
        );
        assert_eq!(
            repeat(|| reader.next_line().map(|line| line.map(str::to_owned))).unwrap().unwrap(),
            "bc"
        );
        for _ in 0..2 {
            let error = repeat(|| reader.next_line().map(|_| ())).unwrap_err();
            assert_eq!(stream_error(error).offset(), 6);
            assert_eq!(reader.unfinished_line(), "d");
        }
    }
    // The end cuts a character.
    let mut reader = LineReader::new(&b"a\nb\xC3"[..], Encoding::Utf8);
    assert_eq!(reader.next_line().unwrap(), Some("a"));
    assert_eq!(stream_error(reader.next_line().unwrap_err()).offset(), 3);
    assert_eq!(LineReader::new(&b"a\nb\xC3"[..], Encoding::Utf8).lines().count(), 2);
}

#[test]
fn policies_hold() {
    let transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf8, Policy::Replace);
    let reader = LineReader::with_transcoder(&b"a\xFF\nb\xC3"[..], transcoder);
    assert_eq!(lines(reader).unwrap(), ["a\u{FFFD}", "b\u{FFFD}"]);
}

#[test]
#[should_panic(expected = "lines are text")]
fn lines_are_utf8() {
    let transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf16Le, Policy::Strict);
    let _ = LineReader::with_transcoder(&b""[..], transcoder);
}

/// What the reader gives, a line that is too long as None.
fn limited(src: &[u8], max_len: usize, capacity: usize) -> Vec<Option<String>> {
    let inner = BufReader::with_capacity(capacity, src);
    let lines = LineReader::new(inner, Encoding::Utf8).max_len(max_len).lines();
    lines
        .map(|line| {
            let too_long = |error: io::Error| error.downcast::<LineTooLong>().expect("its kind");
            line.map_err(|error| assert_eq!(too_long(error).max_len(), max_len)).ok()
        })
        .collect()
}

#[test]
fn a_line_that_is_too_long_is_passed_over() {
    let some = |line: &str| Some(line.to_owned());
    for capacity in 1..20 {
        let of = |src: &str, max_len| limited(src.as_bytes(), max_len, capacity);
        assert_eq!(of("abc\nabcd\nab\n", 3), [some("abc"), None, some("ab")]);
        assert_eq!(of("abc\r\nabcd\r\nab\r\n", 3), [some("abc"), None, some("ab")]);
        assert_eq!(of("abcdefghijklmnop\nab", 3), [None, some("ab")]);
        assert_eq!(of("abcdefghijklmnop", 3), [None]);
        assert_eq!(of("abc", 3), [some("abc")]);
        // Without U+000A, U+000D is text.
        assert_eq!(of("abc\r", 3), [None]);
        assert_eq!(of("abc\rd\ne", 3), [None, some("e")]);
        assert_eq!(of("€\n€€\n\n", 3), [some("€"), None, some("")]);
        assert_eq!(of("\na\n", 0), [some(""), None]);
    }
}

#[test]
fn a_source_without_lines_does_not_fill_the_memory() {
    let src = io::repeat(b'a').take(256 * 1024 * 1024).chain(&b"\nb"[..]);
    let reader = LineReader::new(BufReader::new(src), Encoding::Utf8).max_len(1000);
    let lines: Vec<_> = reader.lines().map(Result::ok).collect();
    assert_eq!(lines, [None, Some("b".to_owned())]);
}
