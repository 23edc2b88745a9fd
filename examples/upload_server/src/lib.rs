//! A server that takes uploads of any size, in any of the encodings, and validates or converts them while they come,
//! in constant memory. What is ill-formed is answered at once, without reading the rest.
//!
//! | request | answer |
//! |---|---|
//! | `POST /upload`, with a `charset` in the `Content-Type` or a byte order mark, else UTF-8 | what it was |
//! | `POST /upload?to=utf-16le` | the same, of what it was converted to |
//! | `GET /websocket`, upgraded | each message of text, when it is whole |
//!
//! An upload that is ill-formed is answered with 400 and a problem ([`problem`]), a message of text with a close
//! frame of code 1007 ([`websocket`]). An upload that is compressed is refused, since its bytes are not those of a text.
//!
//! A connection takes 64 KiB at most, as a test with an allocator that counts has it: hyper reads 16 KiB at a time, into
//! buffers of 40 KiB together, and writes from one of 8; what is converted at a time is at most 8 KiB long, in 12 while it
//! grows. Uploads that only are validated take none of the latter, since
//! [`TranscodedBody`](codeunit::http_body::TranscodedBody) passes their frames on.
//!
//! It is a package of its own: as a target of the library, axum and hyper would be compiled for every test.

mod headers;
pub mod linger;
pub mod load;
pub mod problem;
pub mod upload;
pub mod websocket;

use std::io;

use axum::Router;
use axum::routing::{get, post};
use hyper::server::conn::http1;
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;

use crate::linger::Linger;

/// So much of a connection is read at a time, in bytes.
const READ_BUFFER: usize = 16 * 1024;

/// What the server answers.
pub fn router() -> Router {
    Router::new()
        .route("/upload", post(upload::upload))
        .route("/websocket", get(websocket::upgrade))
}

/// Serves connections for ever.
///
/// # Errors
/// Never yet: that a connection fails is no business of the others.
pub async fn serve(listener: TcpListener, router: Router) -> io::Result<()> {
    loop {
        let socket = match listener.accept().await {
            Ok((socket, _)) => socket,
            // Too many open files, for example, which passes.
            Err(_) => {
                tokio::time::sleep(std::time::Duration::from_millis(50)).await;
                continue;
            }
        };
        let service = TowerToHyperService::new(router.clone());
        tokio::spawn(async move {
            let _ = socket.set_nodelay(true);
            let connection = http1::Builder::new()
                .max_buf_size(READ_BUFFER)
                .serve_connection(TokioIo::new(Linger::new(socket)), service)
                .with_upgrades();
            if let Err(error) = connection.await {
                eprintln!("a connection has failed: {error}");
            }
        });
    }
}
