use std::io::{self, ErrorKind, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

use codeunit::io::TranscodeWriter;
use codeunit::{Encoding, OutputMark, Policy, StreamError, Transcoder};

use crate::streams::{Act, Fail, Move, SCRIPTS, Scripted, repeat};
use crate::texts::{Case, cases, stream_error};

/// Writes all of it, whatever the writer inside does, and says what there was at the end or at an error.
fn write_all(writer: &mut TranscodeWriter<Scripted>, parts: &[&[u8]]) -> Result<(), StreamError> {
    for mut part in parts.iter().copied() {
        while !part.is_empty() {
            let taken = repeat(|| writer.write(part)).map_err(stream_error)?;
            assert!(taken > 0, "nothing was taken of what is there");
            part = &part[taken..];
        }
    }
    repeat(|| writer.try_finish()).map_err(stream_error)
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
    // What comes before an error was written when it is told.
    assert_eq!(inner.output, output, "{case:?}");
    assert!(error.is_some() || inner.flushed == output.len(), "{case:?}");
}

#[test]
fn every_cut_gives_what_one_call_gives() {
    for case in cases() {
        for at in 0..=case.src.len() {
            let (front, back) = case.src.split_at(at);
            check(&case, SCRIPTS[0], &[front, back]);
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
        check(&case, &[Move(0), Move(2)], &[&case.src]);
    }
}

fn strict(inner: Scripted) -> TranscodeWriter<Scripted> {
    let transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf8, Policy::Strict);
    TranscodeWriter::with_capacity(0, inner, transcoder)
}

#[test]
fn a_write_that_fails_has_taken_nothing() {
    let mut writer = strict(Scripted::new(&[Fail(ErrorKind::WouldBlock)], b""));
    assert_eq!(writer.write(&[b'a'; 100]).unwrap(), 64);
    assert_eq!(writer.write(&[b'a'; 100]).unwrap_err().kind(), ErrorKind::WouldBlock);
    assert_eq!(writer.transcoder().state().read(), 64);
    let mut full = strict(Scripted::new(&[Move(0)], b""));
    assert_eq!(full.write(&[b'a'; 100]).unwrap(), 64);
    assert_eq!(full.write(b"a").unwrap_err().kind(), ErrorKind::WriteZero);
    assert_eq!(full.flush().unwrap_err().kind(), ErrorKind::WriteZero);
}

#[test]
fn a_write_of_nothing_does_nothing() {
    let mut writer = strict(Scripted::new(&[Fail(ErrorKind::WouldBlock)], b""));
    assert_eq!(writer.write(b"").unwrap(), 0);
    assert_eq!(writer.get_ref().calls(), 0);
    assert_eq!(writer.transcoder().state().read(), 0);
    let _ = writer.discard();
}

#[test]
fn a_flush_writes_all_but_a_cut_sequence() {
    let mut writer = strict(Scripted::new(&[Move(1)], b""));
    writer.write_all(b"ab\xE2\x82").unwrap();
    writer.flush().unwrap();
    assert_eq!((&writer.get_ref().output[..], writer.get_ref().flushed), (&b"ab"[..], 2));
    writer.write_all(b"\xAC").unwrap();
    assert_eq!(writer.finish().unwrap().output, "ab€".as_bytes());
}

#[test]
fn an_error_comes_again() {
    let mut writer = strict(Scripted::new(&[Move(1)], b""));
    assert_eq!(writer.write(b"ab\xFFc").unwrap(), 2);
    for _ in 0..2 {
        assert_eq!(stream_error(writer.write(b"\xFFc").unwrap_err()).offset(), 2);
        // By then all before it is written.
        assert_eq!(writer.get_ref().output, b"ab");
        assert_eq!(stream_error(writer.write(b"d").unwrap_err()).offset(), 2);
        assert_eq!(stream_error(writer.try_finish().unwrap_err()).offset(), 2);
    }
    assert_eq!(stream_error(writer.finish().unwrap_err()).offset(), 2);
}

/// A writer that others can look into when it is gone.
struct Shared<'a>(&'a std::cell::RefCell<Scripted>);

impl Write for Shared<'_> {
    fn write(&mut self, src: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(src)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.borrow_mut().flush()
    }
}

/// Drops a writer behind `work`; what was written by then, and the words of the panic if there was one.
fn dropped(
    script: &'static [Act],
    policy: Policy,
    work: impl FnOnce(&mut TranscodeWriter<Shared<'_>>),
) -> (Vec<u8>, Option<String>) {
    let inner = std::cell::RefCell::new(Scripted::new(script, b""));
    let transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf8, policy);
    let panicked = catch_unwind(AssertUnwindSafe(|| {
        let mut writer = TranscodeWriter::new(Shared(&inner), transcoder);
        work(&mut writer);
    }));
    let words = panicked.err().map(|words| match words.downcast::<String>() {
        Ok(words) => *words,
        Err(words) => (*words.downcast::<&str>().expect("words")).to_owned(),
    });
    (inner.into_inner().output, words)
}

#[test]
fn a_drop_finishes() {
    let work = |writer: &mut TranscodeWriter<Shared<'_>>| writer.write_all(b"ab").unwrap();
    assert_eq!(dropped(&[Move(1)], Policy::Strict, work), (b"ab".to_vec(), None));
    let work = |writer: &mut TranscodeWriter<Shared<'_>>| writer.write_all(b"ab\xE2").unwrap();
    assert_eq!(dropped(&[Move(1)], Policy::Replace, work), ("ab\u{FFFD}".into(), None));
    // Nothing was written at all.
    assert_eq!(
        dropped(&[Fail(ErrorKind::BrokenPipe)], Policy::Strict, |writer| {
            assert_eq!(writer.write(b"").unwrap(), 0);
            let _ = writer.flush();
        }),
        (Vec::new(), None)
    );
}

#[test]
#[cfg(panic = "unwind")]
fn a_drop_that_loses_bytes_says_so() {
    let work = |writer: &mut TranscodeWriter<Shared<'_>>| writer.write_all(b"ab\xE2").unwrap();
    let (output, words) = dropped(&[Move(1)], Policy::Strict, work);
    assert_eq!(output, b"ab");
    let words = words.expect("it panics");
    assert!(words.ends_with("bytes are lost: incomplete sequence at the end at byte 2"), "{words}");

    let work = |writer: &mut TranscodeWriter<Shared<'_>>| writer.write_all(b"ab").unwrap();
    let (output, words) = dropped(&[Move(1), Fail(ErrorKind::BrokenPipe)], Policy::Strict, work);
    assert_eq!(output, b"a");
    assert!(words.expect("it panics").contains("bytes are lost"));

    // What is written and not flushed may be lost.
    let (output, words) = dropped(&[Move(2), Fail(ErrorKind::BrokenPipe)], Policy::Strict, work);
    assert_eq!(output, b"ab");
    assert!(words.expect("it panics").contains("bytes are lost"));
}

/// The writer inside fails when it is dropped, and has everything.
#[test]
fn a_drop_that_loses_nothing_is_silent() {
    let broken = &[Fail(ErrorKind::BrokenPipe)];
    assert_eq!(dropped(broken, Policy::Strict, |_| {}), (Vec::new(), None));
    // Nothing but a mark of its own is to be written.
    let transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf8, Policy::Strict);
    let transcoder = transcoder.output_mark(OutputMark::Add);
    drop(TranscodeWriter::new(Scripted::new(broken, b""), transcoder));
    let once = &[Move(9), Move(0), Fail(ErrorKind::BrokenPipe)];
    for is_finished in [true, false] {
        let (output, words) = dropped(once, Policy::Strict, |writer| {
            writer.write_all(b"ab").unwrap();
            if is_finished { writer.try_finish() } else { writer.flush() }.unwrap();
        });
        assert_eq!((output, words), (b"ab".to_vec(), None));
    }
}

#[test]
#[cfg(panic = "unwind")]
fn a_drop_behind_an_error_or_in_a_panic_is_silent() {
    // The error was told.
    let (output, words) = dropped(&[Move(1)], Policy::Strict, |writer| {
        assert!(writer.write_all(b"ab\xFFc").is_err());
    });
    assert_eq!((output, words), (b"ab".to_vec(), None));
    let (_, words) = dropped(&[Fail(ErrorKind::BrokenPipe)], Policy::Strict, |writer| {
        writer.write_all(b"ab").unwrap();
        assert!(writer.flush().is_err());
    });
    assert_eq!(words, None);
    // It is told once for all, if the stream ends with it.
    let (output, words) = dropped(&[Move(1)], Policy::Strict, |writer| {
        assert!(writer.write_all(b"ab\xFFc").is_err());
        writer.flush().unwrap();
    });
    assert_eq!((output, words), (b"ab".to_vec(), None));
    // But not if it was only seen.
    let (_, words) = dropped(&[Move(1)], Policy::Strict, |writer| {
        assert_eq!(writer.write(b"ab\xFF").unwrap(), 2);
        writer.flush().unwrap();
        assert!(writer.write(b"\xFF").is_err());
        writer.flush().unwrap();
        assert_eq!(writer.write(b"").unwrap(), 0);
    });
    assert_eq!(words, None);
    // What was written behind it was not.
    let (_, words) = dropped(&[Fail(ErrorKind::BrokenPipe)], Policy::Strict, |writer| {
        writer.write_all(b"ab").unwrap();
        assert!(writer.flush().is_err());
        writer.write_all(b"cd").unwrap();
    });
    assert!(words.is_some());
    // Two panics would be an abort.
    let (output, words) = dropped(&[Move(1)], Policy::Strict, |writer| {
        writer.write_all(b"ab\xE2").unwrap();
        panic!("of the user");
    });
    assert_eq!((output, words.as_deref()), (b"ab".to_vec(), Some("of the user")));
}

#[test]
#[cfg(panic = "unwind")]
fn a_writer_that_has_panicked_is_not_called_again() {
    struct Panics(usize);
    impl Write for Panics {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            self.0 += 1;
            assert!(self.0 < 2, "called again");
            panic!("inside")
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf8, Policy::Strict);
    let mut writer = TranscodeWriter::new(Panics(0), transcoder);
    writer.write_all(b"ab").unwrap();
    assert!(catch_unwind(AssertUnwindSafe(|| writer.flush())).is_err());
    drop(writer);
}

/// Two panics would be an abort.
#[test]
#[cfg(panic = "unwind")]
fn a_function_for_errors_that_has_panicked_is_not_asked_again() {
    let mut asked = 0;
    let transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf8, Policy::Strict);
    let transcoder = transcoder.on_error(|_| {
        asked += 1;
        panic!("of the function")
    });
    let panicked = catch_unwind(AssertUnwindSafe(|| {
        let mut writer = TranscodeWriter::new(Vec::new(), transcoder);
        writer.write_all(b"ab\xE2\x82").unwrap();
        writer.write_all(b"c").unwrap();
    }));
    assert_eq!(panicked.unwrap_err().downcast_ref(), Some(&"of the function"));
    assert_eq!(asked, 1);
}

#[test]
fn what_is_given_up_is_given_up() {
    let mut writer = strict(Scripted::new(&[Move(1)], b""));
    writer.write_all(b"ab\xE2").unwrap();
    assert_eq!(writer.discard().output, b"");
}

#[test]
#[should_panic(expected = "more than there was")]
fn a_writer_that_lies_is_found_out() {
    struct Liar;
    impl Write for Liar {
        fn write(&mut self, src: &[u8]) -> io::Result<usize> {
            Ok(src.len() + 1)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf8, Policy::Strict);
    let mut writer = TranscodeWriter::new(Liar, transcoder);
    writer.write_all(b"ab").unwrap();
    let _ = writer.flush();
}
