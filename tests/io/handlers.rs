//! Functions and reports through the readers and writers, `extend` and checkpoints.

use std::io::{Read, Write};

use codeunit::io::{LineReader, TranscodeReader, TranscodeWriter};
use codeunit::{Checkpoints, Encoding, ErrorHandler, Transcoder};

use crate::handled::{Adapter, Outcome, check};
use crate::streams::{Act, SCRIPTS, Scripted, repeat};
use crate::texts::{Case, stream_error};

struct Extended;

impl Adapter for Extended {
    fn run<H: ErrorHandler>(&self, case: &Case, mut transcoder: Transcoder<u8, u8, H>) -> Outcome {
        let mut out = Vec::new();
        let mut done = Ok(());
        for chunk in case.src.chunks(3) {
            done = done.and_then(|()| transcoder.extend(chunk, &mut out));
        }
        let done = done.and_then(|()| transcoder.extend_finish(&mut out));
        (out, done.err())
    }
}

#[test]
fn extend() {
    check(&Extended);
}

struct Recorded;

impl Adapter for Recorded {
    fn run<H: ErrorHandler>(&self, case: &Case, mut transcoder: Transcoder<u8, u8, H>) -> Outcome {
        let (mut checkpoints, mut out) = (Checkpoints::new(), Vec::new());
        let mut done = Ok(());
        for chunk in case.src.chunks(3) {
            done = done.and_then(|()| checkpoints.extend(&mut transcoder, chunk, &mut out));
        }
        let done = done.and_then(|()| checkpoints.extend_finish(&mut transcoder, &mut out));
        (out, done.err())
    }
}

#[test]
fn checkpoints() {
    check(&Recorded);
}

/// By buffers of so many bytes, or to the end.
struct Reader(&'static [Act], Option<usize>);

impl Adapter for Reader {
    fn run<H: ErrorHandler>(&self, case: &Case, transcoder: Transcoder<u8, u8, H>) -> Outcome {
        let inner = Scripted::new(self.0, &case.src);
        let mut reader = TranscodeReader::with_capacity(0, inner, transcoder);
        let mut out = Vec::new();
        let Some(room) = self.1 else {
            let done = repeat(|| reader.read_to_end(&mut out));
            return (out, done.err().map(stream_error));
        };
        let mut dst = vec![0; room];
        loop {
            match repeat(|| reader.read(&mut dst)) {
                Ok(0) => return (out, None),
                Ok(read) => out.extend_from_slice(&dst[..read]),
                Err(error) => return (out, Some(stream_error(error))),
            }
        }
    }
}

#[test]
fn readers() {
    for script in SCRIPTS {
        for room in [None, Some(1), Some(4), Some(4096)] {
            check(&Reader(script, room));
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
            done = repeat(|| writer.write(src)).map(|taken| src = &src[taken..]);
        }
        let done = done.and_then(|()| repeat(|| writer.try_finish()));
        (writer.discard().output, done.err().map(stream_error))
    }
}

#[test]
fn writers() {
    for script in SCRIPTS {
        check(&Writer(script));
    }
}

/// Of what is not UTF-8 there are no lines.
struct Lines(&'static [Act]);

impl Adapter for Lines {
    fn run<H: ErrorHandler>(&self, case: &Case, transcoder: Transcoder<u8, u8, H>) -> Outcome {
        if case.to != Encoding::Utf8 {
            return Extended.run(case, transcoder);
        }
        let inner = Scripted::new(self.0, &case.src);
        let mut reader = LineReader::with_transcoder(inner, transcoder).keep_line_ends();
        let mut text = String::new();
        let error = loop {
            match repeat(|| reader.read_line(&mut text)) {
                Ok(true) => {}
                Ok(false) => break None,
                Err(error) => break Some(stream_error(error)),
            }
        };
        text.push_str(reader.unfinished_line());
        (text.into_bytes(), error)
    }
}

#[test]
fn lines() {
    for script in SCRIPTS {
        check(&Lines(script));
    }
}
