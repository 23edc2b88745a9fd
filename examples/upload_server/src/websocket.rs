//! WebSockets whose messages of text are validated as their bytes come.
//!
//! RFC 6455, 8.1: who finds text that is not UTF-8 fails the connection, and may do so before the message is at its
//! end. Autobahn calls that "fail fast": the close frame, with code 1007, is here the answer to the first byte after
//! which nothing can make the message well-formed, though its frame, and the message, are not there yet. A text is the
//! sum of its frames, so that a character may be cut between two.
//!
//! Libraries hand out frames when they are whole, and so keep them in memory, or messages. Of `tungstenite`, by which
//! axum has its WebSockets, this takes the handshake and the coding of frames, whose headers it parses without what
//! follows; [`Frames`] does the rest without input and output.

mod frames;

use std::io;

use axum::extract::Request;
use axum::http::{HeaderValue, Method, StatusCode, Version, header};
use axum::response::{IntoResponse, Response};
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tungstenite::handshake::derive_accept_key;

pub use frames::Frames;

use crate::headers::{list, only};
use crate::problem::Problem;

/// So much is read at a time, in bytes.
const READ_BUFFER: usize = 16 * 1024;

/// Takes the connection of a request that asks for a WebSocket.
///
/// # Errors
/// If the request does not.
pub async fn upgrade(mut request: Request) -> Result<Response, Problem> {
    let key = answer_to_key(&request)?;
    let upgraded = hyper::upgrade::on(&mut request);
    tokio::spawn(async move {
        let served = match upgraded.await {
            Ok(socket) => serve(TokioIo::new(socket)).await,
            Err(error) => Err(io::Error::other(error)),
        };
        if let Err(error) = served {
            eprintln!("a WebSocket has failed: {error}");
        }
    });
    let headers = [
        (header::UPGRADE, "websocket".to_owned()),
        (header::CONNECTION, "upgrade".to_owned()),
        (header::SEC_WEBSOCKET_ACCEPT, key),
    ];
    Ok((StatusCode::SWITCHING_PROTOCOLS, headers).into_response())
}

/// The answer to the key of a request that opens a WebSocket (RFC 6455, 4.2.1).
fn answer_to_key(request: &Request) -> Result<String, Problem> {
    let headers = request.headers();
    let has = |name, token: &[u8]| list(headers, name).any(|own| own.eq_ignore_ascii_case(token));
    // What is routed as a GET may be a HEAD.
    let is_opening = (request.method(), request.version()) == (&Method::GET, Version::HTTP_11)
        && has(header::UPGRADE, b"websocket")
        && has(header::CONNECTION, b"upgrade");
    let key = only(headers, header::SEC_WEBSOCKET_KEY).map(HeaderValue::as_bytes);
    let key =
        key.filter(|key| is_opening && is_of_16_bytes(key)).ok_or_else(Problem::no_websocket)?;
    match only(headers, header::SEC_WEBSOCKET_VERSION) {
        Some(version) if version == "13" => Ok(derive_accept_key(key)),
        _ => Err(Problem::websocket_version()),
    }
}

/// Whether this is Base64 (RFC 4648, 4) of so many bytes.
fn is_of_16_bytes(base64: &[u8]) -> bool {
    let is_digit = |byte: &u8| byte.is_ascii_alphanumeric() || b"+/".contains(byte);
    let digits = base64.strip_suffix(b"==");
    digits.is_some_and(|digits| digits.len() == 22 && digits.iter().all(is_digit))
}

/// Serves a connection until one of the sides closes it.
///
/// # Errors
/// Those of the socket.
pub async fn serve(mut socket: impl AsyncRead + AsyncWrite + Unpin) -> io::Result<()> {
    let mut frames = Frames::new();
    let (mut buffer, mut answers) = (vec![0; READ_BUFFER], Vec::new());
    while !frames.is_closed() {
        let read = socket.read(&mut buffer).await?;
        if read == 0 {
            break;
        }
        frames.receive(&mut buffer[..read], &mut answers);
        socket.write_all(&answers).await?;
        answers.clear();
    }
    socket.shutdown().await
}
