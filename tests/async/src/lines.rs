use std::io;

use bytes::BytesMut;
use codeunit::io::LineTooLong;
use codeunit::tokio::LineDecoder;
use codeunit::{Encoding, Policy, Transcoder};
use futures_lite::StreamExt;
use futures_lite::future::block_on;
use tokio_util::codec::{Decoder, FramedRead};

use crate::scripted::{Act, Move, Pend, Scripted};
use crate::texts::{encode, stream_error, text_for};

/// Scripts without errors, which end a [`FramedRead`].
const SCRIPTS: [&[Act]; 3] =
    [&[Move(usize::MAX)], &[Pend, Move(1)], &[Move(7), Pend, Move(1), Move(2), Pend, Pend]];

fn lines(src: &[u8], script: &'static [Act], decoder: LineDecoder) -> io::Result<Vec<String>> {
    block_on(FramedRead::new(Scripted::new(script, src), decoder).try_collect())
}

#[test]
fn lines_of_every_encoding_in_any_blocks() {
    for &encoding in Encoding::ALL {
        let text = text_for(encoding);
        let src = encode(text, encoding);
        let wanted: Vec<_> = text.lines().collect();
        let with_ends: Vec<_> = text.split_inclusive('\n').collect();
        let longest = wanted.iter().map(|line| line.len()).max().unwrap();
        for script in SCRIPTS {
            let new = |max_len| LineDecoder::new(encoding, max_len);
            assert_eq!(lines(&src, script, new(usize::MAX)).unwrap(), wanted, "{encoding}");
            assert_eq!(lines(&src, script, new(longest)).unwrap(), wanted, "{encoding}");
            let kept = lines(&src, script, new(usize::MAX).keep_line_ends()).unwrap();
            assert_eq!(kept, with_ends, "{encoding}");
        }
    }
}

#[test]
fn a_mark_is_no_text() {
    for (encoding, src) in [
        (Encoding::Utf8, &b"\xEF\xBB\xBFa\nb"[..]),
        (Encoding::Utf16, b"\xFE\xFF\0a\0\n\0b"),
        (Encoding::Utf16, b"\xFF\xFEa\0\n\0b\0"),
        (Encoding::Utf32, b"\xFF\xFE\0\0a\0\0\0\n\0\0\0b\0\0\0"),
    ] {
        for script in SCRIPTS {
            let decoder = LineDecoder::new(encoding, 1);
            assert_eq!(lines(src, script, decoder).unwrap(), ["a", "b"], "{encoding}");
        }
    }
}

#[test]
fn ends_of_streams() {
    let of = |src: &[u8]| lines(src, SCRIPTS[1], LineDecoder::new(Encoding::Utf8, 9)).unwrap();
    let none: [&str; 0] = [];
    assert_eq!(of(b""), none);
    assert_eq!(of(b"\n"), [""]);
    assert_eq!(of(b"a"), ["a"]);
    assert_eq!(of(b"a\n\n"), ["a", ""]);
    assert_eq!(of(b"a\rb\r\r\nc\r"), ["a\rb\r", "c\r"]);
}

#[test]
fn lines_before_an_error_come_before_it_and_it_comes_again() {
    for script in SCRIPTS {
        let inner = Scripted::new(script, b"a\nbc\nd\xE2\x82e\nf\n");
        let mut lines = FramedRead::new(inner, LineDecoder::new(Encoding::Utf8, 9));
        block_on(async {
            assert_eq!(lines.next().await.unwrap().unwrap(), "a");
            assert_eq!(lines.next().await.unwrap().unwrap(), "bc");
            for _ in 0..2 {
                assert_eq!(stream_error(lines.next().await.unwrap().unwrap_err()).offset(), 6);
                assert_eq!(lines.decoder().unfinished_line(), "d");
                // What a FramedRead is behind any error.
                assert!(lines.next().await.is_none());
            }
        });
    }
    let mut decoder = LineDecoder::new(Encoding::Utf8, 9);
    let mut src = BytesMut::from(&b"a\nb\xC3"[..]);
    assert_eq!(decoder.decode_eof(&mut src).unwrap().unwrap(), "a");
    assert_eq!(stream_error(decoder.decode_eof(&mut src).unwrap_err()).offset(), 3);
    // Whatever comes then is not kept.
    src.extend_from_slice(b"more\n");
    assert_eq!(stream_error(decoder.decode(&mut src).unwrap_err()).offset(), 3);
    assert!(src.is_empty());
}

#[test]
fn policies_hold() {
    let transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf8, Policy::Replace);
    let decoder = LineDecoder::with_transcoder(transcoder, 9);
    assert_eq!(lines(b"a\xFF\nb\xC3", SCRIPTS[1], decoder).unwrap(), ["a\u{FFFD}", "b\u{FFFD}"]);
}

#[test]
#[should_panic(expected = "lines are text")]
fn lines_are_utf8() {
    let transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf16Le, Policy::Strict);
    let _ = LineDecoder::with_transcoder(transcoder, 9);
}

/// What a decoder gives that sees `step` bytes more at each call, a line that is too long as None.
fn limited(src: &[u8], max_len: usize, step: usize) -> Vec<Option<String>> {
    let mut decoder = LineDecoder::new(Encoding::Utf8, max_len);
    let (mut seen, mut lines) = (BytesMut::new(), Vec::new());
    let mut take = |next: io::Result<Option<String>>| match next {
        Ok(line) => {
            let is_line = line.is_some();
            lines.extend(line.map(Some));
            is_line
        }
        Err(error) => {
            assert_eq!(error.downcast::<LineTooLong>().expect("its kind").max_len(), max_len);
            lines.push(None);
            true
        }
    };
    for block in src.chunks(step) {
        seen.extend_from_slice(block);
        while take(decoder.decode(&mut seen)) {}
        assert!(seen.is_empty(), "a decoder that leaves bytes makes its buffer grow");
    }
    while take(decoder.decode_eof(&mut seen)) {}
    lines
}

#[test]
fn a_line_that_is_too_long_is_passed_over() {
    let some = |line: &str| Some(line.to_owned());
    for step in 1..20 {
        let of = |src: &str, max_len| limited(src.as_bytes(), max_len, step);
        assert_eq!(of("abc\nabcd\nab\n", 3), [some("abc"), None, some("ab")]);
        assert_eq!(of("abc\r\nabcd\r\nab\r\n", 3), [some("abc"), None, some("ab")]);
        assert_eq!(of("abcdefghijklmnop\nab", 3), [None, some("ab")]);
        assert_eq!(of("abcdefghijklmnop", 3), [None]);
        assert_eq!(of("abc\r", 3), [None]);
        assert_eq!(of("€\n€€\n\n", 3), [some("€"), None, some("")]);
    }
}

/// What is too long ends a [`FramedRead`], unless it is skipped.
#[test]
fn long_lines_in_a_framed_read() {
    let src = b"ab\nabcdefghijkl\nabcd\nabc\nabcdefgh\nc";
    for script in SCRIPTS {
        let error = lines(src, script, LineDecoder::new(Encoding::Utf8, 3)).unwrap_err();
        assert_eq!(error.downcast::<LineTooLong>().unwrap().max_len(), 3);
        let decoder = LineDecoder::new(Encoding::Utf8, 3).skip_long_lines();
        let mut framed = FramedRead::new(Scripted::new(script, src), decoder);
        let mut got = Vec::new();
        while let Some(line) = block_on(framed.next()) {
            got.push(line.unwrap());
        }
        assert_eq!(got, ["ab", "abc", "c"]);
        assert_eq!(framed.decoder().skipped_lines(), 3);
    }
    // The last one, and one before what is ill-formed, which is no line.
    let decoder = || LineDecoder::new(Encoding::Utf8, 3).skip_long_lines();
    assert_eq!(lines(b"a\nabcd", SCRIPTS[1], decoder()).unwrap(), ["a"]);
    let error = lines(b"abcd\na\xFF\n", SCRIPTS[1], decoder()).unwrap_err();
    assert_eq!(stream_error(error).offset(), 6);
}

#[test]
fn a_source_that_goes_on_behind_its_end_begins_another_line() {
    let mut decoder = LineDecoder::new(Encoding::Utf8, 9);
    let mut src = BytesMut::from(&b"a"[..]);
    assert_eq!(decoder.decode_eof(&mut src).unwrap().as_deref(), Some("a"));
    assert_eq!(decoder.decode_eof(&mut src).unwrap(), None);
    src.extend_from_slice(b"b\nc");
    assert_eq!(decoder.decode(&mut src).unwrap().as_deref(), Some("b"));
    assert_eq!(decoder.decode(&mut src).unwrap(), None);
    assert_eq!(decoder.decode_eof(&mut src).unwrap().as_deref(), Some("c"));
    assert_eq!(decoder.transcoder().state().read(), 4);
}
