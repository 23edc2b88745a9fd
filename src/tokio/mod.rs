//! Asynchronous streams of bytes through [`Transcoder`](crate::Transcoder), for tokio: what [`io`](crate::io) has
//! for the standard library.
//!
//! | you have | you want | type |
//! |---|---|---|
//! | an [`AsyncRead`](tokio::io::AsyncRead) | to read it converted | [`TranscodeReader`] |
//! | an [`AsyncWrite`](tokio::io::AsyncWrite) | to write to it, converted | [`TranscodeWriter`] |
//! | an [`AsyncRead`](tokio::io::AsyncRead), in a [`FramedRead`](tokio_util::codec::FramedRead) | its lines, as text | [`LineDecoder`] |
//!
//! All options are those of the transcoder, also who hears of an error ([`Transcoder::on_error`](crate::Transcoder::on_error),
//! [`Transcoder::reporting`](crate::Transcoder::reporting)).
//!
//! No runtime is needed: these are the traits alone. A call that is pending has done nothing that a later one does
//! not know of, so that whatever awaits it may be dropped and the stream used again.
//!
//! # Errors
//!
//! As in [`io`](crate::io#errors): where the transcoder stops the error is of
//! [`ErrorKind::InvalidData`](std::io::ErrorKind::InvalidData) with a [`StreamError`](crate::StreamError) in it,
//! comes when everything before it has been delivered, and is final for all but a flush.
//! [`LineTooLong`](crate::io::LineTooLong) is `InvalidData` too, and
//! [`WriteZero`](std::io::ErrorKind::WriteZero) is told where the writer inside takes nothing. All other errors are those
//! of the stream inside, and change nothing; [`Interrupted`](std::io::ErrorKind::Interrupted) is repeated at once.
//!
//! ```
//! use codeunit::tokio::TranscodeReader;
//! use codeunit::{Encoding, Policy, StreamError, Transcoder};
//! use tokio::io::AsyncReadExt;
//!
//! # futures_lite::future::block_on(async {
//! let transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf16Le, Policy::Strict);
//! let mut reader = TranscodeReader::new(&b"ab\xFFc"[..], transcoder);
//! let mut text = Vec::new();
//! let error = reader.read_to_end(&mut text).await.unwrap_err();
//! assert_eq!(&text[..], b"a\0b\0");
//! match error.downcast::<StreamError>() {
//!     Ok(error) => assert_eq!(error.offset(), 2),
//!     // Of the reader inside.
//!     Err(error) => return Err(error),
//! }
//! # Ok::<(), std::io::Error>(()) }).unwrap();
//! ```

mod line_decoder;
mod reader;
mod writer;

pub use line_decoder::LineDecoder;
pub use reader::TranscodeReader;
pub use writer::TranscodeWriter;

use core::task::Poll;
use std::io;

/// Polls a stream until it is not interrupted.
fn uninterrupted<T>(mut poll: impl FnMut() -> Poll<io::Result<T>>) -> Poll<io::Result<T>> {
    loop {
        match poll() {
            Poll::Ready(Err(error)) if error.kind() == io::ErrorKind::Interrupted => {}
            done => return done,
        }
    }
}
