//! Functions and reports through the asynchronous readers and writers, lines, and bodies.

use std::pin::Pin;

use bytes::BytesMut;
use codeunit::http_body::TranscodedBody;
use codeunit::tokio::{LineDecoder, TranscodeReader, TranscodeWriter};
use codeunit::{Encoding, ErrorHandler, Transcoder};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_util::codec::Decoder;

use crate::bodies;
use crate::handled::{Adapter, Outcome, check};
use crate::scripted::{Act, SCRIPTS, Scripted, repeat};
use crate::texts::{Case, stream_error};

struct Reader(&'static [Act]);

impl Adapter for Reader {
    fn run<H: ErrorHandler>(&self, case: &Case, transcoder: Transcoder<u8, u8, H>) -> Outcome {
        let inner = Scripted::new(self.0, &case.src);
        let mut reader = TranscodeReader::with_capacity(0, inner, transcoder);
        let (mut out, mut dst) = (Vec::new(), [0; 17]);
        loop {
            let mut dst = ReadBuf::new(&mut dst);
            match repeat(|cx| Pin::new(&mut reader).poll_read(cx, &mut dst)) {
                Ok(()) if dst.filled().is_empty() => return (out, None),
                Ok(()) => out.extend_from_slice(dst.filled()),
                Err(error) => return (out, Some(stream_error(error))),
            }
        }
    }
}

struct Writer(&'static [Act]);

impl Adapter for Writer {
    fn run<H: ErrorHandler>(&self, case: &Case, transcoder: Transcoder<u8, u8, H>) -> Outcome {
        let inner = Scripted::new(self.0, b"");
        let mut writer = TranscodeWriter::with_capacity(0, inner, transcoder);
        let mut src = &case.src[..];
        let mut done = Ok(());
        while done.is_ok() && !src.is_empty() {
            done = repeat(|cx| Pin::new(&mut writer).poll_write(cx, src))
                .map(|taken| src = &src[taken..]);
        }
        let done = done.and_then(|()| repeat(|cx| Pin::new(&mut writer).poll_shutdown(cx)));
        (writer.discard().output, done.err().map(stream_error))
    }
}

/// Of what is not UTF-8 there are no lines.
struct Lines(usize);

impl Adapter for Lines {
    fn run<H: ErrorHandler>(&self, case: &Case, transcoder: Transcoder<u8, u8, H>) -> Outcome {
        if case.to != Encoding::Utf8 {
            return Reader(SCRIPTS[0]).run(case, transcoder);
        }
        let mut decoder = LineDecoder::with_transcoder(transcoder, usize::MAX).keep_line_ends();
        let (mut src, mut text) = (BytesMut::new(), String::new());
        let mut chunks = case.src.chunks(self.0);
        let error = loop {
            let next = chunks.next();
            src.extend_from_slice(next.unwrap_or_default());
            let done = loop {
                let line = match next {
                    Some(_) => decoder.decode(&mut src),
                    None => decoder.decode_eof(&mut src),
                };
                match line {
                    Ok(Some(line)) => text.push_str(&line),
                    Ok(None) => break None,
                    Err(error) => break Some(stream_error(error)),
                }
            };
            if next.is_none() || done.is_some() {
                break done;
            }
        };
        text.push_str(decoder.unfinished_line());
        (text.into_bytes(), error)
    }
}

struct Frames(usize);

impl Adapter for Frames {
    fn run<H: ErrorHandler>(&self, case: &Case, transcoder: Transcoder<u8, u8, H>) -> Outcome {
        let inner = bodies::Scripted::frames(&case.src, self.0);
        let (out, error) = bodies::collect(TranscodedBody::new(inner, transcoder));
        (out, error.map(bodies::ill_formed))
    }
}

#[test]
fn readers_and_writers() {
    for script in SCRIPTS {
        check(&Reader(script));
        check(&Writer(script));
    }
}

#[test]
fn lines_and_bodies() {
    for step in [1, 2, 3, 5, 7, 64] {
        check(&Lines(step));
        check(&Frames(step));
    }
}
