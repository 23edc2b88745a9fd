//! The server's half of a WebSocket, without a socket.

use tungstenite::protocol::frame::FrameHeader;
use tungstenite::protocol::frame::coding::{Data, OpCode};
use upload_server::websocket::Frames;

/// A frame of text that announces `len` bytes, masked, of which these come.
fn text(len: usize, payload: &[u8]) -> Vec<u8> {
    const MASK: [u8; 4] = [1, 2, 4, 0x80];
    let opcode = OpCode::Data(Data::Text);
    let header = FrameHeader { opcode, mask: Some(MASK), ..FrameHeader::default() };
    let mut bytes = Vec::new();
    header.format(len as u64, &mut bytes).unwrap();
    bytes.extend(payload.iter().zip(MASK.iter().cycle()).map(|(byte, mask)| byte ^ mask));
    bytes
}

/// The close frame of 1007, as it begins.
const CLOSED: u8 = 0x88;

#[test]
fn the_first_impossible_byte_is_answered_whatever_is_still_to_come() {
    let long = ["añ€😀 ".repeat(50).as_bytes(), b"\xE0\x80"].concat();
    for payload in [
        &b"\xFF"[..],
        b"abc\xC0",
        b"\x80",
        b"\xC3a",
        b"a\xE0\x9F",
        b"\xED\xA0",
        b"\xF0\x8F",
        b"\xF4\x90",
        b"\xF5",
        b"\xF0\x9F\x98a",
        &long,
    ] {
        // By the standard library: the text before is the beginning of a text, and this is none.
        let (last, front) = payload.split_last().unwrap();
        let is_beginning = |bytes| {
            std::str::from_utf8(bytes).map_or_else(|error| error.error_len().is_none(), |_| true)
        };
        assert!(is_beginning(front) && !is_beginning(payload), "{payload:X?} {last}");
        for step in [1, 3, usize::MAX] {
            let bytes = text(1 << 40, payload);
            let step = step.min(bytes.len());
            let (mut frames, mut answers) = (Frames::new(), Vec::new());
            let (front, last) = bytes.split_at(bytes.len() - 1);
            for part in front.to_vec().chunks_mut(step) {
                frames.receive(part, &mut answers);
            }
            assert!(answers.is_empty() && !frames.is_closed(), "{payload:X?}");
            frames.receive(&mut last.to_vec(), &mut answers);
            assert!(frames.is_closed());
            assert_eq!((answers[0], &answers[2..4]), (CLOSED, &1007_u16.to_be_bytes()[..]));
            // Nobody is listening any more.
            let len = answers.len();
            frames.receive(&mut bytes.clone(), &mut answers);
            assert_eq!(answers.len(), len);
        }
    }
}

/// RFC 6455, 5.2: a length is in the shortest form, and below 2^63.
#[test]
fn lengths_that_are_none() {
    for (length, words) in [
        (&b"\xFE\0\x7D"[..], "a length is in its shortest form"),
        (b"\xFF\0\0\0\0\0\0\0\x01", "a length is in its shortest form"),
        (b"\xFF\0\0\0\0\0\0\xFF\xFF", "a length is in its shortest form"),
        (b"\xFF\x80\0\0\0\0\0\0\0", "a length has 63 bits"),
        (b"\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF", "a length has 63 bits"),
    ] {
        let (mut frames, mut answers) = (Frames::new(), Vec::new());
        for byte in [b"\x81", length, b"\x01\x02\x04\x80"].concat() {
            assert!(answers.is_empty());
            frames.receive(&mut [byte], &mut answers);
        }
        assert!(frames.is_closed(), "{length:X?}");
        assert_eq!((answers[0], &answers[2..4]), (CLOSED, &1002_u16.to_be_bytes()[..]));
        assert_eq!(&answers[4..], words.as_bytes());
    }
}

#[test]
fn lengths_of_every_form() {
    for len in [0, 1, 125, 126, 65_535, 65_536] {
        for step in [1, 7, 16_384] {
            let mut bytes = text(len, &vec![b'a'; len]);
            let (mut frames, mut answers) = (Frames::new(), Vec::new());
            for part in bytes.chunks_mut(step) {
                frames.receive(part, &mut answers);
            }
            let answer = format!("{{\"bytes\":{len}}}");
            assert_eq!(answers, [&[0x81, answer.len() as u8], answer.as_bytes()].concat());
        }
    }
}
