use std::pin::Pin;
use std::task::Poll;

use codeunit::tokio::TranscodeReader;
use codeunit::{Encoding, Policy, StreamError, Transcoder};
use tokio::io::{AsyncRead, ReadBuf};

use crate::scripted::{Move, Pend, SCRIPTS, Scripted, once, repeat};
use crate::texts::{cases, stream_error};

type Reader = TranscodeReader<Scripted>;

/// One read into `dst`, through whatever the reader inside does.
fn read(reader: &mut Reader, dst: &mut [u8]) -> std::io::Result<usize> {
    let mut dst = ReadBuf::new(dst);
    repeat(|cx| Pin::new(&mut *reader).poll_read(cx, &mut dst))?;
    Ok(dst.filled().len())
}

/// Reads to the end, or to an error of the stream, by buffers of `room` bytes.
fn read_all(reader: &mut Reader, room: usize) -> Result<Vec<u8>, (Vec<u8>, StreamError)> {
    let (mut out, mut dst) = (Vec::new(), vec![0; room]);
    loop {
        match read(reader, &mut dst) {
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
            for room in [1, 3, 4, 17, 4096] {
                let inner = Scripted::new(script, &case.src);
                let mut reader = TranscodeReader::with_capacity(0, inner, case.transcoder());
                let done = read_all(&mut reader, room);
                assert_eq!(done, wanted, "{case:?}, script {index}, room {room}");
            }
        }
    }
}

#[test]
fn a_read_into_nothing_does_nothing() {
    let transcoder = Transcoder::new(Encoding::Latin1, Encoding::Utf8, Policy::Strict);
    let mut reader = TranscodeReader::new(Scripted::new(&[Move(2)], b"\xF1\xF1"), transcoder);
    assert_eq!(read(&mut reader, &mut []).unwrap(), 0);
    assert_eq!((reader.get_ref().calls, reader.transcoder().state().read()), (0, 0));
    // Inside a character.
    assert_eq!(read(&mut reader, &mut [0]).unwrap(), 1);
    assert_eq!(read(&mut reader, &mut []).unwrap(), 0);
    assert_eq!(read_all(&mut reader, 1).unwrap(), b"\xB1\xC3\xB1");
}

#[test]
fn what_is_in_the_buffer_already_stays() {
    let transcoder = Transcoder::new(Encoding::Latin1, Encoding::Utf8, Policy::Strict);
    let mut reader = TranscodeReader::new(Scripted::new(&[Pend, Move(9)], b"\xF1"), transcoder);
    let mut memory = [std::mem::MaybeUninit::uninit(); 8];
    let mut dst = ReadBuf::uninit(&mut memory);
    dst.put_slice(b"ab");
    let mut poll = || once(|cx| Pin::new(&mut reader).poll_read(cx, &mut dst));
    assert!(poll().is_pending());
    assert!(matches!(poll(), Poll::Ready(Ok(()))));
    assert_eq!(dst.filled(), "abñ".as_bytes());
}

#[test]
fn a_read_that_is_pending_has_lost_nothing() {
    let transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf16Be, Policy::Strict);
    let inner = Scripted::new(&[Move(2), Pend, Pend], "€".as_bytes());
    let mut reader = TranscodeReader::new(inner, transcoder);
    let mut dst = [0; 8];
    // Two bytes of the character are carried over it.
    assert!(
        once(|cx| Pin::new(&mut reader).poll_read(cx, &mut ReadBuf::new(&mut dst))).is_pending()
    );
    assert_eq!(reader.transcoder().state().carry(), b"\xE2\x82");
    assert_eq!(read(&mut reader, &mut dst).unwrap(), 2);
    assert_eq!(&dst[..2], b"\x20\xAC");
}

#[test]
fn an_error_comes_again() {
    let transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf8, Policy::Strict);
    let inner = Scripted::new(&[Move(usize::MAX)], b"a\xFFb");
    let mut reader = TranscodeReader::new(inner, transcoder);
    let mut dst = [0; 8];
    assert_eq!(read(&mut reader, &mut dst).unwrap(), 1);
    for _ in 0..3 {
        assert_eq!(stream_error(read(&mut reader, &mut dst).unwrap_err()).offset(), 1);
    }
}

#[test]
fn the_end_is_for_good() {
    let transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf8, Policy::Strict);
    // A move of nothing is the end, though there is more.
    let inner = Scripted::new(&[Move(1), Move(0), Move(1)], b"abc");
    let mut reader = TranscodeReader::new(inner, transcoder);
    assert_eq!(read_all(&mut reader, 8).unwrap(), b"a");
    assert_eq!(read(&mut reader, &mut [0; 8]).unwrap(), 0);
    assert_eq!(reader.get_ref().calls, 2);
}

/// A block of 64 KiB is read and converted by one call each.
#[test]
fn large_blocks_go_straight_through() {
    let inner = Scripted::new(&[Move(usize::MAX)], &vec![b'a'; 64 * 1024 * 3]);
    let transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf16Le, Policy::Strict);
    let mut reader = TranscodeReader::new(inner, transcoder);
    let mut dst = vec![0; 128 * 1024];
    for call in 1..=3 {
        assert_eq!(read(&mut reader, &mut dst).unwrap(), dst.len());
        assert_eq!(reader.get_ref().calls, call);
    }
    assert_eq!(read(&mut reader, &mut dst).unwrap(), 0);
}
