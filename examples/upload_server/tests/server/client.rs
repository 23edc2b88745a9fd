//! A client that sends what it likes.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::sync::OnceLock;
use std::thread;
use std::time::Duration;

use serde_json::Value;
use tokio::net::TcpListener;
use tokio::runtime::Builder;
use upload_server::{router, serve};

/// A server in this process, one for all tests.
pub(crate) fn server() -> SocketAddr {
    static SERVER: OnceLock<SocketAddr> = OnceLock::new();
    *SERVER.get_or_init(|| {
        let (send, receive) = std::sync::mpsc::channel();
        thread::spawn(move || {
            let runtime = Builder::new_current_thread().enable_all().build().unwrap();
            runtime.block_on(async {
                let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
                send.send(listener.local_addr().unwrap()).unwrap();
                serve(listener, router()).await.unwrap();
            });
        });
        receive.recv().unwrap()
    })
}

/// A connection that fails rather than that it waits for ever.
pub(crate) fn connect(address: SocketAddr) -> TcpStream {
    let socket = TcpStream::connect(address).unwrap();
    socket.set_nodelay(true).unwrap();
    socket.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    socket.set_write_timeout(Some(Duration::from_secs(20))).unwrap();
    socket
}

/// An answer: the status, the headers, and what JSON it is.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) json: Value,
}

/// Reads an answer that has a `content-length`.
pub(crate) fn answer(socket: &mut TcpStream) -> Answer {
    let head = head(socket);
    let status = head[9..12].parse().unwrap();
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
    let mut body = vec![0; length.expect("a length").parse().unwrap()];
    socket.read_exact(&mut body).unwrap();
    Answer { status, head, json: serde_json::from_slice(&body).unwrap() }
}

/// Reads the head of an answer.
pub(crate) fn head(socket: &mut TcpStream) -> String {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        socket.read_exact(&mut byte).unwrap();
        head.push(byte[0]);
    }
    String::from_utf8(head).unwrap()
}

/// The head of a request to upload something of this length.
pub(crate) fn post(path: &str, content_type: &str, length: u64) -> String {
    format!(
        "POST {path} HTTP/1.1\r\nhost: test\r\ncontent-type: {content_type}\r\n\
         content-length: {length}\r\n\r\n"
    )
}

/// Uploads all of a body.
pub(crate) fn upload(path: &str, content_type: &str, body: &[u8]) -> Answer {
    let mut socket = connect(server());
    socket.write_all(post(path, content_type, body.len() as u64).as_bytes()).unwrap();
    socket.write_all(body).unwrap();
    answer(&mut socket)
}
