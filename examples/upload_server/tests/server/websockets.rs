use std::io::{Read as _, Write as _};
use std::net::TcpStream;

use tungstenite::protocol::frame::coding::{CloseCode, Control, Data, OpCode};
use tungstenite::protocol::frame::{CloseFrame, Frame, FrameHeader};

use crate::client::{answer, connect, head, server};

const TEXT: OpCode = OpCode::Data(Data::Text);
const BINARY: OpCode = OpCode::Data(Data::Binary);
const MORE: OpCode = OpCode::Data(Data::Continue);
const CLOSE: OpCode = OpCode::Control(Control::Close);

/// The request that opens one. The key and the answer to it are those of RFC 6455, 1.3.
const OPENING: &str = "GET /websocket HTTP/1.1\r\nhost: test\r\nupgrade: websocket\r\n\
    connection: keep-alive, Upgrade\r\nsec-websocket-version: 13\r\n\
    sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

/// An open WebSocket.
fn open() -> TcpStream {
    let mut socket = connect(server());
    socket.write_all(OPENING.as_bytes()).unwrap();
    let head = head(&mut socket);
    assert!(head.starts_with("HTTP/1.1 101 "), "{head}");
    assert!(head.contains("sec-websocket-accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"), "{head}");
    socket
}

fn send(socket: &mut TcpStream, mut frame: Frame) {
    frame.header_mut().mask = Some([0x12, 0xFE, 0, 0x7F]);
    let mut bytes = Vec::new();
    frame.format(&mut bytes).unwrap();
    socket.write_all(&bytes).unwrap();
}

fn data(socket: &mut TcpStream, opcode: OpCode, is_final: bool, payload: &[u8]) {
    let header = FrameHeader { opcode, is_final, ..FrameHeader::default() };
    send(socket, Frame::from_payload(header, payload.to_vec().into()));
}

/// The next frame of the server, of which none is long.
fn receive(socket: &mut TcpStream) -> (OpCode, Vec<u8>) {
    let mut begin = [0; 2];
    socket.read_exact(&mut begin).unwrap();
    assert_eq!((begin[0] & 0xF0, begin[1] & 0x80), (0x80, 0), "whole, and not masked");
    let mut payload = vec![0; begin[1].into()];
    socket.read_exact(&mut payload).unwrap();
    (OpCode::from(begin[0] & 0x0F), payload)
}

fn receive_text(socket: &mut TcpStream) -> String {
    let (opcode, payload) = receive(socket);
    assert_eq!(opcode, TEXT);
    String::from_utf8(payload).unwrap()
}

/// The code and the words with which the server closes; then it says no more.
fn receive_close(socket: &mut TcpStream) -> (u16, String) {
    let (opcode, payload) = receive(socket);
    assert_eq!(opcode, CLOSE);
    assert_eq!(socket.read(&mut [0]).unwrap(), 0);
    let code = u16::from_be_bytes([payload[0], payload[1]]);
    (code, String::from_utf8(payload[2..].to_vec()).unwrap())
}

#[test]
fn text_in_frames_that_cut_its_characters() {
    let mut socket = open();
    let text = "añ€😀".as_bytes();
    for cut in 0..=text.len() {
        for second in cut..=text.len() {
            data(&mut socket, TEXT, false, &text[..cut]);
            data(&mut socket, MORE, false, &text[cut..second]);
            data(&mut socket, MORE, true, &text[second..]);
            assert_eq!(receive_text(&mut socket), r#"{"bytes":10}"#);
        }
    }
    data(&mut socket, TEXT, true, text);
    assert_eq!(receive_text(&mut socket), r#"{"bytes":10}"#);
}

#[test]
fn text_that_is_ill_formed_in_its_second_frame() {
    let mut socket = open();
    data(&mut socket, TEXT, false, b"ab\xE2");
    data(&mut socket, MORE, false, b"\x82c");
    let (code, words) = receive_close(&mut socket);
    assert_eq!((code, words.as_str()), (1007, "sequence truncated by another byte at byte 2"));
}

#[test]
fn text_that_is_cut_at_its_end() {
    let mut socket = open();
    data(&mut socket, TEXT, false, b"ab\xE2");
    data(&mut socket, MORE, true, b"\x82");
    let (code, words) = receive_close(&mut socket);
    assert_eq!((code, words.as_str()), (1007, "incomplete sequence at the end at byte 2"));
}

#[test]
fn an_impossible_byte_inside_a_frame_that_has_not_come() {
    let mut socket = open();
    let header = FrameHeader { opcode: TEXT, mask: Some([0; 4]), ..FrameHeader::default() };
    let mut bytes = Vec::new();
    header.format(1 << 30, &mut bytes).unwrap();
    bytes.extend_from_slice("añ€".as_bytes());
    bytes.extend_from_slice(b"\xED\xA0");
    socket.write_all(&bytes).unwrap();
    let (code, words) = receive_close(&mut socket);
    assert_eq!((code, words.as_str()), (1007, "surrogate code point at byte 6"));
}

#[test]
fn pings_between_the_frames_of_a_text() {
    let mut socket = open();
    data(&mut socket, TEXT, false, b"a\xC3");
    send(&mut socket, Frame::ping(&b"\xFF?"[..]));
    assert_eq!(receive(&mut socket), (OpCode::Control(Control::Pong), b"\xFF?".to_vec()));
    data(&mut socket, MORE, true, b"\xB1");
    assert_eq!(receive_text(&mut socket), r#"{"bytes":3}"#);
}

#[test]
fn what_is_binary_is_anything() {
    let mut socket = open();
    data(&mut socket, BINARY, true, b"\xFF\xC0");
    data(&mut socket, TEXT, true, b"a");
    assert_eq!(receive_text(&mut socket), r#"{"bytes":1}"#);
}

#[test]
fn a_close_is_answered() {
    let mut socket = open();
    let frame = CloseFrame { code: CloseCode::Away, reason: "añ".into() };
    send(&mut socket, Frame::close(Some(frame)));
    assert_eq!(receive_close(&mut socket), (1001, String::new()));
    // The words are text as well.
    let mut socket = open();
    data(&mut socket, CLOSE, true, b"\x03\xE9a\xFF");
    assert_eq!(receive_close(&mut socket).0, 1007);
}

#[test]
fn what_breaks_the_protocol() {
    type Case = (&'static str, fn(&mut TcpStream));
    let cases: [Case; 6] = [
        ("a client masks its frames", |socket| socket.write_all(b"\x81\x01a").unwrap()),
        ("nothing to continue", |socket| data(socket, MORE, true, b"a")),
        ("the last message is not whole", |socket| {
            data(socket, TEXT, false, b"a");
            data(socket, TEXT, false, b"a");
        }),
        ("a control frame is short and whole", |socket| {
            data(socket, OpCode::Control(Control::Ping), false, b"a");
        }),
        ("a code of closing has two bytes", |socket| data(socket, CLOSE, true, b"a")),
        ("no extension was agreed on", |socket| {
            let mut frame = Frame::message(&b"a"[..], TEXT, true);
            frame.header_mut().rsv1 = true;
            send(socket, frame);
        }),
    ];
    for (wanted, act) in cases {
        let mut socket = open();
        act(&mut socket);
        assert_eq!(receive_close(&mut socket), (1002, wanted.to_owned()));
    }
}

/// The answer to a request that is that of `open` but for this.
fn refused(from: &str, to: &str) -> String {
    let request = OPENING.replace(from, to);
    assert_ne!(request, OPENING);
    let mut socket = connect(server());
    socket.write_all(request.as_bytes()).unwrap();
    let head = head(&mut socket);
    assert!(head.starts_with("HTTP/1.1 400 ") || head.starts_with("HTTP/1.0 400 "), "{head}");
    head
}

#[test]
fn what_is_no_websocket() {
    let mut socket = connect(server());
    socket.write_all(b"GET /websocket HTTP/1.1\r\nhost: test\r\n\r\n").unwrap();
    assert_eq!(answer(&mut socket).status, 400);
    for (from, to) in [
        ("GET ", "HEAD "),
        ("HTTP/1.1", "HTTP/1.0"),
        ("upgrade: websocket", "upgrade: h2c"),
        (", Upgrade", ""),
    ] {
        assert!(!refused(from, to).contains("sec-websocket"), "{to}");
    }
}

#[test]
fn keys_that_are_not_of_16_bytes() {
    const KEY: &str = "dGhlIHNhbXBsZSBub25jZQ==";
    for key in [
        "",
        "x",
        "dGhlIHNhbXBsZSBub25j",
        "dGhlIHNhbXBsZSBub25jZTE=",
        "dGhlIHNhbXBsZSBub25jZTEy",
        "dGhlIHNhbXBsZSBub25jZ===",
        "dGhlIHNhbXBsZSBub25j-_==",
        "dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==",
    ] {
        refused(KEY, key);
    }
    refused("sec-websocket-key", "x-websocket-key");
}

#[test]
fn versions_that_nobody_knows() {
    for version in ["12", "130", "", "13, 8", "13\r\nsec-websocket-version: 8"] {
        let head = refused("version: 13", &format!("version: {version}"));
        assert!(head.contains("\r\nsec-websocket-version: 13\r\n"), "{head}");
    }
    assert!(refused("-version: 13", ": 13").contains("\r\nsec-websocket-version: 13\r\n"));
}
