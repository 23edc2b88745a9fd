use std::io::{self, ErrorKind, Read, Write};

use codeunit::io::{LineReader, TranscodeReader, TranscodeWriter};
use codeunit::{Encoding, Policy, StreamError, Transcoder};

use crate::streams::{Act, Fail, Move, SCRIPTS, Scripted, is_passing, repeat};
use crate::texts::{TEXT, cases, encode, stream_error};

/// Reads to the end, or to an error of the stream, by buffers of `room` bytes.
fn read_all(mut reader: impl Read, room: usize) -> Result<Vec<u8>, (Vec<u8>, StreamError)> {
    let (mut out, mut dst) = (Vec::new(), vec![0; room]);
    loop {
        match repeat(|| reader.read(&mut dst)) {
            Ok(0) => return Ok(out),
            Ok(read) => out.extend_from_slice(&dst[..read]),
            Err(error) => return Err((out, stream_error(error))),
        }
    }
}

#[test]
fn any_blocks_give_what_one_call_gives() {
    for case in cases() {
        let wanted = case.wanted();
        for (index, script) in SCRIPTS.into_iter().enumerate() {
            for room in [1, 2, 3, 4, 5, 17, 4096] {
                let inner = Scripted::new(script, &case.src);
                let reader = TranscodeReader::with_capacity(0, inner, case.transcoder());
                assert_eq!(read_all(reader, room), wanted, "{case:?}, script {index}, room {room}");
            }
        }
    }
}

#[test]
fn read_to_end_gives_all_before_an_error() {
    for case in cases() {
        for script in SCRIPTS {
            let inner = Scripted::new(script, &case.src);
            let mut reader = TranscodeReader::with_capacity(0, inner, case.transcoder());
            let mut out = b"before".to_vec();
            let done = repeat(|| reader.read_to_end(&mut out));
            let (output, error) = match case.wanted() {
                Ok(output) => (output, None),
                Err((output, error)) => (output, Some(error)),
            };
            assert_eq!(out, [&b"before"[..], &output].concat(), "{case:?}");
            assert_eq!(done.err().map(stream_error), error, "{case:?}");
        }
    }
}

/// 64 KiB of somebody's text, as numbers, belong into no log.
#[test]
fn debug_tells_how_much_there_is_and_not_what() {
    let transcoder = || Transcoder::new(Encoding::Utf8, Encoding::Utf8, Policy::Strict);
    let mut reader = TranscodeReader::new(io::repeat(b'z'), transcoder());
    reader.read_exact(&mut [0; 5]).unwrap();
    let mut writer = TranscodeWriter::new(io::sink(), transcoder());
    writer.write_all(b"zzz").unwrap();
    let mut lines = LineReader::new(&b"zz\nzz\n"[..], Encoding::Utf8);
    assert_eq!(lines.next_line().unwrap(), Some("zz"));
    let printed = [format!("{reader:?}"), format!("{writer:?}"), format!("{lines:?}")];
    for (printed, wanted) in printed.iter().zip(["65531/65536", "3/65536", "text: 3"]) {
        assert!(printed.contains(wanted) && printed.len() < 1000, "{printed}");
        assert!(!printed.contains("zz") && !printed.contains("122"), "{printed}");
    }
    // The same wherever the program lies.
    assert_eq!(format!("{:?}", transcoder()), format!("{:?}", transcoder()));
    assert!(!printed.iter().any(|printed| printed.contains("0x")));
}

#[test]
fn an_error_comes_again() {
    let transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf8, Policy::Strict);
    let mut reader = TranscodeReader::new(&b"a\xFFb"[..], transcoder);
    let mut dst = [0; 8];
    assert_eq!(reader.read(&mut dst).unwrap(), 1);
    for _ in 0..3 {
        assert_eq!(stream_error(reader.read(&mut dst).unwrap_err()).offset(), 1);
        assert_eq!(stream_error(reader.read_to_end(&mut Vec::new()).unwrap_err()).offset(), 1);
    }
}

#[test]
fn a_read_into_nothing_does_nothing() {
    let transcoder = Transcoder::new(Encoding::Latin1, Encoding::Utf8, Policy::Strict);
    let inner = Scripted::new(&[Move(2)], b"\xF1\xF1");
    let mut reader = TranscodeReader::new(inner, transcoder);
    assert_eq!(reader.read(&mut []).unwrap(), 0);
    assert_eq!((reader.get_ref().calls(), reader.transcoder().state().read()), (0, 0));
    // Inside a character, and where the error is next.
    assert_eq!(reader.read(&mut [0]).unwrap(), 1);
    assert_eq!(reader.read(&mut []).unwrap(), 0);
    assert_eq!(read_all(reader, 1).unwrap(), b"\xB1\xC3\xB1");
    let strict = Transcoder::new(Encoding::Utf8, Encoding::Utf8, Policy::Strict);
    assert_eq!(TranscodeReader::new(&b"\xFF"[..], strict).read(&mut []).unwrap(), 0);
}

#[test]
fn an_error_of_the_reader_inside_is_passed_on() {
    let transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf16Be, Policy::Strict);
    let inner = Scripted::new(&[Move(2), Fail(ErrorKind::WouldBlock)], "€".as_bytes());
    let mut reader = TranscodeReader::new(inner, transcoder);
    let mut dst = [0; 8];
    // Two bytes of the character are carried over it.
    assert!(is_passing(&reader.read(&mut dst).unwrap_err()));
    assert_eq!(reader.transcoder().state().carry(), b"\xE2\x82");
    assert_eq!(reader.read(&mut dst).unwrap(), 2);
}

#[test]
fn the_end_is_for_good() {
    // A file that grows: at its end for the first time after three bytes.
    struct Growing(usize);
    impl Read for Growing {
        fn read(&mut self, dst: &mut [u8]) -> io::Result<usize> {
            self.0 += 1;
            dst[0] = b'a';
            Ok(usize::from(self.0 != 4))
        }
    }
    let transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf8, Policy::Strict);
    let mut reader = TranscodeReader::new(Growing(0), transcoder);
    assert_eq!(read_all(&mut reader, 8).unwrap(), b"aaa");
    assert_eq!(reader.read(&mut [0; 8]).unwrap(), 0);
    assert_eq!(reader.get_ref().0, 4);
}

#[test]
fn strings() {
    for script in SCRIPTS {
        let inner = Scripted::new(script, &encode(TEXT, Encoding::Utf16Be));
        let transcoder = Transcoder::new(Encoding::Utf16Be, Encoding::Utf8, Policy::Strict);
        let mut reader = TranscodeReader::with_capacity(0, inner, transcoder);
        let mut text = String::from("before");
        repeat(|| reader.read_to_string(&mut text)).unwrap();
        assert_eq!(text, ["before", TEXT].concat());
    }
    // Behind a part of a character there is no text, and UTF-16 is none.
    let new = |to| {
        TranscodeReader::new(
            &b"\xF1\xF1"[..],
            Transcoder::new(Encoding::Latin1, to, Policy::Strict),
        )
    };
    let mut text = String::new();
    let mut reader = new(Encoding::Utf8);
    assert_eq!(reader.read(&mut [0]).unwrap(), 1);
    assert_eq!(reader.read_to_string(&mut text).unwrap_err().kind(), ErrorKind::InvalidData);
    let error = new(Encoding::Utf16Le).read_to_string(&mut text).unwrap_err();
    assert_eq!((error.kind(), text.as_str()), (ErrorKind::InvalidData, ""));
    // Behind a whole one there is.
    let mut reader = new(Encoding::Utf8);
    assert_eq!(reader.read(&mut [0; 2]).unwrap(), 2);
    assert_eq!(reader.read_to_string(&mut text).unwrap(), 2);
    assert_eq!(text, "ñ");
}

/// What was read before an error is in the string, or comes later.
#[test]
fn nothing_is_lost_where_a_string_would_block() {
    const BLOCKS: Act = Fail(ErrorKind::WouldBlock);
    let new = |script: &'static [Act], src: &[u8], to| {
        let transcoder = Transcoder::new(Encoding::Latin1, to, Policy::Strict);
        TranscodeReader::new(Scripted::new(script, src), transcoder)
    };
    let blocks = ErrorKind::WouldBlock;
    let mut text = String::new();
    // Two bytes of a character, the second behind the error.
    let mut reader = new(&[Move(2), BLOCKS, Move(1)], b"a\xC3\xB1", Encoding::Latin1);
    assert_eq!(reader.read_to_string(&mut text).unwrap_err().kind(), blocks);
    assert_eq!(text, "a");
    repeat(|| reader.read_to_string(&mut text)).unwrap();
    assert_eq!(text, "añ");
    // The second never comes.
    let mut reader = new(&[Move(1), BLOCKS], b"\xF1", Encoding::Latin1);
    assert_eq!(reader.read_to_string(&mut text).unwrap_err().kind(), blocks);
    for _ in 0..3 {
        let error = repeat(|| reader.read_to_string(&mut text)).unwrap_err();
        assert_eq!((error.kind(), text.as_str()), (ErrorKind::InvalidData, "añ"));
    }
    assert_eq!(read_all(&mut reader, 1).unwrap(), b"\xF1");
    // Text behind a part of a character, longer than what is staged otherwise.
    let src = ["ñ".repeat(100), "c".into()].concat();
    let src = encode(&src, Encoding::Latin1);
    let mut reader = new(&[Move(100), BLOCKS, Move(1)], &src, Encoding::Utf8);
    assert_eq!(reader.read(&mut [0]).unwrap(), 1);
    assert_eq!(reader.read_to_string(&mut text).unwrap_err().kind(), blocks);
    assert_eq!(text, "añ");
    let mut rest = vec![0xC3];
    repeat(|| reader.read_to_end(&mut rest)).unwrap();
    assert_eq!(rest, ["ñ".repeat(100), "c".into()].concat().as_bytes());
}

/// A block of 64 KiB is read and converted by one call each.
#[test]
fn large_blocks_go_straight_through() {
    let src = vec![b'a'; 64 * 1024 * 3];
    let inner = Scripted::new(&[Move(usize::MAX)], &src);
    let transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf16Le, Policy::Strict);
    let mut reader = TranscodeReader::new(inner, transcoder);
    let mut dst = vec![0; 128 * 1024];
    for call in 1..=3 {
        assert_eq!(reader.read(&mut dst).unwrap(), dst.len());
        assert_eq!(reader.get_ref().calls(), call);
    }
    assert_eq!(reader.read(&mut dst).unwrap(), 0);
}

#[test]
#[should_panic(expected = "more than it had room for")]
fn a_reader_that_lies_is_found_out() {
    struct Liar;
    impl Read for Liar {
        fn read(&mut self, dst: &mut [u8]) -> io::Result<usize> {
            Ok(dst.len() + 1)
        }
    }
    let transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf8, Policy::Strict);
    let _ = TranscodeReader::new(Liar, transcoder).read(&mut [0; 8]);
}
