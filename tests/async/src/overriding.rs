//! A byte order mark that overrides the encoding, through every adapter.

use std::pin::Pin;

use bytes::BytesMut;
use codeunit::http_body::TranscodedBody;
use codeunit::tokio::{LineDecoder, TranscodeReader, TranscodeWriter};
use codeunit::{Encoding, OutputMark, Policy, SourceMark, Transcoder};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_util::codec::Decoder;

use crate::bodies;
use crate::scripted::{SCRIPTS, Scripted, repeat};

/// Text in another encoding than the declared one; the beginning of a mark that is none; text that is passed on.
const CASES: [(Encoding, &[u8], &str); 5] = [
    (Encoding::Latin1, b"\xFF\xFEm\0\xF1\0\n\0\xAC\x20", "mñ\n€"),
    (Encoding::Utf16, b"\xFF\xFE\0\0m\0\0\0\xF1\0\0\0\n\0\0\0\xAC\x20\0\0", "mñ\n€"),
    (Encoding::Utf16Be, b"\xEF\xBB\xBFm\xC3\xB1\n\xE2\x82\xAC", "mñ\n€"),
    (Encoding::Latin1, b"\xEF\xBBm\xF1\n", "ï»mñ\n"),
    (Encoding::Utf8, b"m\xC3\xB1\n\xE2\x82\xAC", "mñ\n€"),
];

fn new(declared: Encoding) -> Transcoder {
    let transcoder = Transcoder::new(declared, Encoding::Utf8, Policy::Strict);
    transcoder.source_mark(SourceMark::Overrides).output_mark(OutputMark::None)
}

#[test]
fn readers_and_writers() {
    for (declared, src, want) in CASES {
        for script in SCRIPTS {
            let mut reader = TranscodeReader::new(Scripted::new(script, src), new(declared));
            let (mut out, mut dst) = (Vec::new(), [0; 5]);
            loop {
                let mut dst = ReadBuf::new(&mut dst);
                repeat(|cx| Pin::new(&mut reader).poll_read(cx, &mut dst)).expect("well-formed");
                if dst.filled().is_empty() {
                    break;
                }
                out.extend_from_slice(dst.filled());
            }
            assert_eq!(out, want.as_bytes(), "{declared}");

            let mut writer = TranscodeWriter::new(Scripted::new(script, b""), new(declared));
            let mut rest = src;
            while !rest.is_empty() {
                let taken = repeat(|cx| Pin::new(&mut writer).poll_write(cx, rest)).expect("taken");
                rest = &rest[taken..];
            }
            repeat(|cx| Pin::new(&mut writer).poll_shutdown(cx)).expect("well-formed");
            assert_eq!(writer.discard().output, want.as_bytes(), "{declared}");
        }
    }
}

#[test]
fn lines_and_bodies() {
    for (declared, src, want) in CASES {
        for step in 1..=src.len() {
            let mut decoder = LineDecoder::with_transcoder(new(declared), 99).keep_line_ends();
            let (mut buffer, mut text) = (BytesMut::new(), String::new());
            for chunk in src.chunks(step) {
                buffer.extend_from_slice(chunk);
                while let Some(line) = decoder.decode(&mut buffer).expect("well-formed") {
                    text.push_str(&line);
                }
            }
            while let Some(line) = decoder.decode_eof(&mut buffer).expect("well-formed") {
                text.push_str(&line);
            }
            assert_eq!(text, want, "{declared}");

            let body = TranscodedBody::new(bodies::Scripted::frames(src, step), new(declared));
            let (out, error) = bodies::collect(body);
            assert_eq!((out.as_slice(), error.is_none()), (want.as_bytes(), true), "{declared}");
        }
    }
}
