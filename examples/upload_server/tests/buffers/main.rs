//! What a connection of the server has allocated at the most: a program of its own, whose allocator counts.

#[path = "../server/client.rs"]
mod client;

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::thread;
use std::time::Duration;

use client::{answer, connect, head, post, server, upload};
use peak_alloc::PeakAlloc;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// What a connection may allocate, whatever for: buffers of every size, the connection's task, and what the client allocates meanwhile.
const MOST: usize = 64 * 1024;
/// Bytes that are written at a time, so that the server finds a full socket.
const BLOCK: usize = 1 << 20;
const BLOCKS: usize = 4;

/// What is allocated when the connection before is gone.
fn at_rest() -> usize {
    loop {
        let before = ALLOCATOR.current_usage();
        thread::sleep(Duration::from_millis(50));
        if ALLOCATOR.current_usage() == before {
            return before;
        }
    }
}

/// The most that is allocated while `serve` has a connection.
fn peak_of(serve: impl FnOnce(&mut TcpStream)) -> usize {
    let before = at_rest();
    ALLOCATOR.reset_peak_usage();
    serve(&mut connect(server()));
    ALLOCATOR.peak_usage() - before
}

/// Three uploads, one behind the other.
fn uploads(path: &str, content_type: &str, block: &[u8]) -> usize {
    let length = BLOCKS * block.len();
    let head = post(path, content_type, length as u64);
    peak_of(|socket| {
        for _ in 0..3 {
            socket.write_all(head.as_bytes()).unwrap();
            for _ in 0..BLOCKS {
                socket.write_all(block).unwrap();
            }
            let answer = answer(socket);
            assert_eq!(
                (answer.status, &answer.json["bytes"]),
                (200, &length.into()),
                "{}",
                answer.head
            );
        }
    })
}

/// Three messages of one frame each, masked by zeros.
fn messages(block: &[u8]) -> usize {
    let opening = "GET /websocket HTTP/1.1\r\nhost: test\r\nupgrade: websocket\r\nconnection: Upgrade\r\n\
        sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    let length = (block.len() as u64).to_be_bytes();
    peak_of(|socket| {
        socket.write_all(opening.as_bytes()).unwrap();
        assert!(head(socket).starts_with("HTTP/1.1 101 "));
        for _ in 0..3 {
            socket.write_all(&[0x81, 0xFF]).unwrap();
            socket.write_all(&length).unwrap();
            socket.write_all(&[0; 4]).unwrap();
            socket.write_all(block).unwrap();
            // A short frame of text.
            let mut begin = [0; 2];
            socket.read_exact(&mut begin).unwrap();
            assert_eq!((begin[0], begin[1] & 0x80), (0x81, 0));
            socket.read_exact(&mut [0; 128][..begin[1].into()]).unwrap();
        }
    })
}

#[test]
fn a_connection_has_64_kib_of_buffers() {
    // What is allocated once, for the first of all.
    assert_eq!(upload("/upload?to=utf-32", "text/plain", b"a").status, 200);
    let ascii = vec![b'a'; BLOCK];
    let latin1 = vec![0xF1; BLOCK];
    let russian = "ж".repeat(BLOCK / 2).into_bytes();
    let chinese: Vec<u8> =
        "文".encode_utf16().flat_map(u16::to_le_bytes).cycle().take(BLOCK).collect();
    let mut peaks = vec![
        ("WebSocket", "ASCII", messages(&ascii)),
        ("WebSocket", "Russian", messages(&russian)),
    ];
    for (path, content_type, block) in [
        ("/upload", "text/plain", &ascii),
        ("/upload", "text/plain", &russian),
        ("/upload", "text/plain; charset=utf-16le", &chinese),
        ("/upload?to=utf-32", "text/plain", &ascii),
        ("/upload?to=utf-32", "text/plain", &russian),
        ("/upload?to=utf-32", "text/plain; charset=latin1", &latin1),
        ("/upload?to=utf-16le", "text/plain", &ascii),
    ] {
        peaks.push((path, content_type, uploads(path, content_type, block)));
    }
    // Whatever is less was not counted.
    assert!(peaks.iter().all(|(.., peak)| (16 * 1024..=MOST).contains(peak)), "{peaks:#?}");
}
