//! The words of an error, and its arithmetic where an element is not a code unit.

use harness::for_each_backend;

use crate::Test;
use std::collections::HashSet;

use codeunit::ErrorKind;
use codeunit::encoding::{Latin1, Utf8, Utf16, Utf16Be, Utf32Le};

fn the_message_names_the_reason_and_the_offset() {
    let messages: [(&[u8], &str); 6] = [
        (b"ab\xFF", "byte that begins no sequence at offset 2"),
        (b"\x80", "unexpected continuation byte at offset 0"),
        (b"a\xE0\x80\x80", "overlong sequence at offset 1"),
        (b"a\xF1\x80\x80b", "sequence truncated by another byte at offset 1 (length 3)"),
        (b"abc\xE4\xB8", "incomplete sequence at the end at offset 3"),
        (b"\xED\xA0\x80", "surrogate code point at offset 0"),
    ];
    for (src, message) in messages {
        for_each_backend(|engine| {
            let error = engine.validate::<Utf8>(src).unwrap_err();
            assert_eq!(error.to_string(), message, "{src:02X?}");
            let error: &dyn std::error::Error = &error;
            assert!(error.source().is_none(), "an error is its own reason");
        });
    }
}

fn every_kind_has_words_of_its_own() {
    use ErrorKind::*;

    let kinds = [
        BadLead,
        UnexpectedContinuation,
        Overlong,
        Surrogate,
        AboveMax,
        Truncated,
        Incomplete,
        UnpairedHigh,
        UnpairedLow,
        NotAscii,
        Unassigned,
        NotRepresentable,
        OutputFull,
    ];
    let words: HashSet<&str> = kinds.iter().map(|kind| kind.as_str()).collect();
    assert_eq!(words.len(), kinds.len(), "two kinds with the same words");
    assert_eq!(kinds, ErrorKind::ALL);
    for kind in kinds {
        assert_eq!(kind.to_string(), kind.as_str());
    }
}

/// Offsets and lengths are in elements of the slices, bytes for the schemes.
fn the_elements_of_a_scheme_are_bytes() {
    for_each_backend(|engine| {
        let error = engine.validate::<Utf16Be>(b"\0a\xDC\0\0b").unwrap_err();
        assert_eq!((error.kind(), error.valid_up_to()), (ErrorKind::UnpairedLow, 2));
        assert_eq!(error.error_len(), Some(2));

        let src = b"\x61\0\0\0\0\xD8\0\0";
        let error = engine.transcode::<Utf32Le, Utf16Be>(src, &mut [0; 8]).unwrap_err();
        assert_eq!((error.kind(), error.error_len()), (ErrorKind::Surrogate, Some(4)));
        assert_eq!((error.read(), error.written(), error.replacements()), (4, 2, 0));

        let src = b"\0a\xD8\x3D\xDE\0";
        let error = engine.transcode::<Utf16Be, Latin1>(src, &mut [0; 8]).unwrap_err();
        assert_eq!((error.kind(), error.error_len()), (ErrorKind::NotRepresentable, Some(4)));
        assert_eq!((error.read(), error.written()), (2, 1));

        let src = [0x61, 0xD800, 0x62, 0x63];
        let error = engine.transcode_lossy::<Utf16, Utf16Be>(&src, &mut [0; 5]).unwrap_err();
        assert_eq!((error.kind(), error.error_len()), (ErrorKind::OutputFull, Some(0)));
        assert_eq!((error.read(), error.written(), error.replacements()), (2, 4, 1));
    });
}

pub(crate) const TESTS: &[Test] = tests![
    the_message_names_the_reason_and_the_offset,
    every_kind_has_words_of_its_own,
    the_elements_of_a_scheme_are_bytes,
];
