//! Connections that are closed while the other side is still sending.
//!
//! A socket that is closed with bytes in it that nobody has read resets the connection, and the answer that was just
//! sent may be lost with it. So the half that sends is closed first, and what still comes is read and forgotten,
//! bounded in time and in bytes, until the other side has seen the answer and closes too (RFC 9112, 9.6).

use std::future::Future as _;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};

const MOST_TIME: Duration = Duration::from_secs(1);
const MOST_BYTES: usize = 1 << 20;

/// A socket that lingers when it is shut down.
#[derive(Debug)]
pub struct Linger {
    socket: TcpStream,
    /// When it was shut down: until then, and so many bytes more.
    closing: Option<(Pin<Box<Sleep>>, usize)>,
}

impl Linger {
    /// The socket.
    #[must_use]
    pub fn new(socket: TcpStream) -> Self {
        Self { socket, closing: None }
    }
}

impl AsyncRead for Linger {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        dst: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.socket).poll_read(cx, dst)
    }
}

impl AsyncWrite for Linger {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        src: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.socket).poll_write(cx, src)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.socket).poll_write_vectored(cx, parts)
    }

    fn is_write_vectored(&self) -> bool {
        self.socket.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.socket).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let Self { socket, closing } = &mut *self;
        if closing.is_none() {
            ready!(Pin::new(&mut *socket).poll_shutdown(cx))?;
        }
        let (until, left) = closing.get_or_insert_with(|| (Box::pin(sleep(MOST_TIME)), MOST_BYTES));
        let mut memory = [0; 4096];
        while *left > 0 && until.as_mut().poll(cx).is_pending() {
            let mut dst = ReadBuf::new(&mut memory);
            let read = ready!(Pin::new(&mut *socket).poll_read(cx, &mut dst));
            let len = dst.filled().len();
            if read.is_err() || len == 0 {
                break;
            }
            *left = left.saturating_sub(len);
        }
        Poll::Ready(Ok(()))
    }
}
