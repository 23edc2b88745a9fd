use std::io::{self, ErrorKind};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;

use codeunit::tokio::TranscodeWriter;
use codeunit::{Encoding, Policy, StreamError, Transcoder};
use tokio::io::AsyncWrite;

use crate::scripted::{Act, Fail, Move, Pend, SCRIPTS, Scripted, once, repeat};
use crate::texts::{Case, cases, stream_error};

type Writer = TranscodeWriter<Scripted>;

fn write(writer: &mut Writer, src: &[u8]) -> io::Result<usize> {
    repeat(|cx| Pin::new(&mut *writer).poll_write(cx, src))
}

fn flush(writer: &mut Writer) -> io::Result<()> {
    repeat(|cx| Pin::new(&mut *writer).poll_flush(cx))
}

fn shut_down(writer: &mut Writer) -> io::Result<()> {
    repeat(|cx| Pin::new(&mut *writer).poll_shutdown(cx))
}

/// Writes all of it, whatever the writer inside does, and says what there was at the end or at an error.
fn write_all(writer: &mut Writer, parts: &[&[u8]]) -> Result<(), StreamError> {
    for mut part in parts.iter().copied() {
        while !part.is_empty() {
            let taken = write(writer, part).map_err(stream_error)?;
            assert!(taken > 0, "nothing was taken of what is there");
            part = &part[taken..];
        }
    }
    shut_down(writer).map_err(stream_error)
}

/// In parts, to a writer inside with this script and a buffer as small as they come.
fn check(case: &Case, script: &'static [Act], parts: &[&[u8]]) {
    let inner = Scripted::new(script, b"");
    let mut writer = TranscodeWriter::with_capacity(0, inner, case.transcoder());
    let done = write_all(&mut writer, parts);
    let (output, error) = match case.wanted() {
        Ok(output) => (output, None),
        Err((output, error)) => (output, Some(error)),
    };
    assert_eq!(done.err(), error, "{case:?}");
    let inner = writer.discard();
    // What comes before an error was written when it is told, and nothing looks like a whole text.
    assert_eq!(inner.output, output, "{case:?}");
    assert_eq!(inner.is_shut_down, error.is_none(), "{case:?}");
}

#[test]
fn every_cut_gives_what_one_call_gives() {
    for case in cases() {
        for at in 0..=case.src.len() {
            let (front, back) = case.src.split_at(at);
            check(&case, SCRIPTS[1], &[front, back]);
        }
    }
}

#[test]
fn short_writes_lose_and_repeat_nothing() {
    for case in cases() {
        for script in SCRIPTS {
            check(&case, script, &[&case.src]);
            check(&case, script, &case.src.chunks(1).collect::<Vec<_>>());
            check(&case, script, &case.src.chunks(7).collect::<Vec<_>>());
        }
        // A device that is full now and then.
        check(&case, &[Move(0), Pend, Move(2)], &[&case.src]);
    }
}

fn strict(script: &'static [Act]) -> Writer {
    let transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf8, Policy::Strict);
    TranscodeWriter::with_capacity(0, Scripted::new(script, b""), transcoder)
}

#[test]
fn a_write_that_is_pending_or_fails_has_taken_nothing() {
    let mut writer = strict(&[Pend, Fail(ErrorKind::BrokenPipe)]);
    assert_eq!(write(&mut writer, &[b'a'; 100]).unwrap(), 64);
    let more = [b'b'; 100];
    assert!(once(|cx| Pin::new(&mut writer).poll_write(cx, &more)).is_pending());
    assert_eq!(write(&mut writer, &more).unwrap_err().kind(), ErrorKind::BrokenPipe);
    assert_eq!(writer.transcoder().state().read(), 64);
    assert_eq!(writer.discard().output, b"");
}

#[test]
fn a_write_of_nothing_does_nothing() {
    let mut writer = strict(&[Fail(ErrorKind::BrokenPipe)]);
    assert_eq!(write(&mut writer, b"").unwrap(), 0);
    assert_eq!((writer.get_ref().calls, writer.transcoder().state().read()), (0, 0));
}

#[test]
fn a_flush_writes_all_but_a_cut_sequence() {
    let mut writer = strict(&[Pend, Move(1)]);
    assert_eq!(write(&mut writer, b"ab\xE2\x82").unwrap(), 4);
    flush(&mut writer).unwrap();
    assert_eq!((&writer.get_ref().output[..], writer.get_ref().flushed), (&b"ab"[..], 2));
    assert_eq!(write(&mut writer, b"\xAC").unwrap(), 1);
    shut_down(&mut writer).unwrap();
    assert_eq!(writer.discard().output, "ab€".as_bytes());
}

#[test]
fn an_error_comes_again() {
    let mut writer = strict(&[Pend, Move(1)]);
    assert_eq!(write(&mut writer, b"ab\xFFc").unwrap(), 2);
    for _ in 0..2 {
        assert_eq!(stream_error(write(&mut writer, b"\xFFc").unwrap_err()).offset(), 2);
        // By then all before it is written.
        assert_eq!(writer.get_ref().output, b"ab");
        assert_eq!(stream_error(write(&mut writer, b"d").unwrap_err()).offset(), 2);
        assert_eq!(stream_error(shut_down(&mut writer).unwrap_err()).offset(), 2);
    }
    assert!(!writer.get_ref().is_shut_down);
}

/// The words of the panic with which a writer is dropped behind `work`, if it is.
fn dropped(script: &'static [Act], work: impl FnOnce(&mut Writer)) -> Option<String> {
    let panicked = catch_unwind(AssertUnwindSafe(|| {
        let mut writer = strict(script);
        work(&mut writer);
    }));
    panicked.err().map(|words| (*words.downcast::<&str>().expect("words")).to_owned())
}

fn put(writer: &mut Writer, src: &[u8]) {
    assert_eq!(write(writer, src).unwrap(), src.len());
}

#[test]
fn a_drop_that_loses_bytes_says_so() {
    let lost =
        Some("a TranscodeWriter was dropped without shutdown, and bytes are lost".to_owned());
    assert_eq!(dropped(&[Move(9)], |writer| put(writer, b"ab")), lost);
    // A sequence that is cut cannot be flushed.
    let work = |writer: &mut Writer| {
        put(writer, b"ab\xE2");
        flush(writer).unwrap();
    };
    assert_eq!(dropped(&[Move(9)], work), lost);
    // What was written behind an error, of which nobody was told.
    let work = |writer: &mut Writer| {
        put(writer, b"ab");
        assert!(flush(writer).is_err());
        put(writer, b"cd");
    };
    assert_eq!(dropped(&[Fail(ErrorKind::BrokenPipe)], work), lost);
}

#[test]
fn a_drop_that_loses_nothing_or_has_been_told_is_silent() {
    assert_eq!(dropped(&[Move(9)], |_| {}), None);
    let work = |writer: &mut Writer| {
        put(writer, b"ab");
        flush(writer).unwrap();
    };
    assert_eq!(dropped(&[Move(9)], work), None);
    let work = |writer: &mut Writer| {
        put(writer, b"ab");
        shut_down(writer).unwrap();
    };
    assert_eq!(dropped(&[Move(9)], work), None);
    let work = |writer: &mut Writer| {
        put(writer, b"ab");
        assert!(flush(writer).is_err());
    };
    assert_eq!(dropped(&[Fail(ErrorKind::BrokenPipe)], work), None);
    // What the stream ends with is told once for all.
    let work = |writer: &mut Writer| {
        put(writer, b"ab");
        assert_eq!(write(writer, b"c\xFF").unwrap(), 1);
        assert!(write(writer, b"\xFF").is_err());
        flush(writer).unwrap();
    };
    assert_eq!(dropped(&[Move(9)], work), None);
    // Cancelled while it waits.
    let work = |writer: &mut Writer| {
        put(writer, b"ab");
        assert!(once(|cx| Pin::new(writer).poll_flush(cx)).is_pending());
    };
    assert_eq!(dropped(&[Pend], work), None);
    // Two panics would be an abort.
    let work = |writer: &mut Writer| {
        put(writer, b"ab");
        panic!("of the user");
    };
    assert_eq!(dropped(&[Move(9)], work).as_deref(), Some("of the user"));
    let mut silent = strict(&[Pend]).silent_on_drop();
    put(&mut silent, b"ab");
    drop(silent);
}

#[test]
#[should_panic(expected = "more than there was")]
fn a_writer_that_lies_is_found_out() {
    struct Liar;
    impl AsyncWrite for Liar {
        fn poll_write(
            self: Pin<&mut Self>,
            _: &mut std::task::Context<'_>,
            src: &[u8],
        ) -> std::task::Poll<io::Result<usize>> {
            Ok(src.len() + 1).into()
        }

        fn poll_flush(
            self: Pin<&mut Self>,
            _: &mut std::task::Context<'_>,
        ) -> std::task::Poll<io::Result<()>> {
            Ok(()).into()
        }

        fn poll_shutdown(
            self: Pin<&mut Self>,
            _: &mut std::task::Context<'_>,
        ) -> std::task::Poll<io::Result<()>> {
            Ok(()).into()
        }
    }
    let transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf8, Policy::Strict);
    let mut writer = TranscodeWriter::new(Liar, transcoder);
    let _ = once(|cx| Pin::new(&mut writer).poll_write(cx, b"ab"));
    let _ = once(|cx| Pin::new(&mut writer).poll_flush(cx));
}
