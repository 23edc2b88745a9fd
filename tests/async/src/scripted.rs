//! Streams that give and take a few bytes at a time, and are pending or fail in between.

use std::io::{self, ErrorKind};
use std::pin::Pin;
use std::task::{Context, Poll, Waker};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// What a call does.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Act {
    /// So many bytes are read or written, if there are as many.
    Move(usize),
    /// The call is pending, and wakes at once.
    Pend,
    /// The call fails.
    Fail(ErrorKind),
}

pub(crate) use Act::{Fail, Move, Pend};

/// Scripts that every stream has to get through, over and over from their beginning.
pub(crate) const SCRIPTS: [&[Act]; 6] = [
    &[Move(usize::MAX)],
    &[Pend, Move(1)],
    &[Fail(ErrorKind::Interrupted), Move(1), Fail(ErrorKind::Interrupted), Pend, Move(2)],
    &[Fail(ErrorKind::TimedOut), Move(3), Pend, Pend],
    &[Move(5), Pend, Fail(ErrorKind::TimedOut), Fail(ErrorKind::Interrupted), Move(1)],
    &[Move(7), Move(64), Pend, Move(1), Move(2)],
];

/// A stream by a script.
#[derive(Debug)]
pub(crate) struct Scripted {
    script: &'static [Act],
    pub(crate) calls: usize,
    /// What is read from.
    source: Vec<u8>,
    at: usize,
    /// What was written.
    pub(crate) output: Vec<u8>,
    /// How much of it was flushed.
    pub(crate) flushed: usize,
    pub(crate) is_shut_down: bool,
}

impl Scripted {
    pub(crate) fn new(script: &'static [Act], source: &[u8]) -> Self {
        Self {
            script,
            calls: 0,
            source: source.to_vec(),
            at: 0,
            output: Vec::new(),
            flushed: 0,
            is_shut_down: false,
        }
    }

    fn act(&mut self, cx: &Context<'_>, len: usize) -> Poll<io::Result<usize>> {
        let act = self.script[self.calls % self.script.len()];
        self.calls += 1;
        match act {
            Move(most) => Poll::Ready(Ok(len.min(most))),
            Pend => {
                cx.waker().wake_by_ref();
                Poll::Pending
            }
            Fail(kind) => Poll::Ready(Err(kind.into())),
        }
    }
}

impl AsyncRead for Scripted {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        dst: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        assert!(dst.remaining() > 0, "a read into nothing looks like the end");
        let most = dst.remaining().min(self.source.len() - self.at);
        self.act(cx, most).map_ok(|len| {
            dst.put_slice(&self.source[self.at..][..len]);
            self.at += len;
        })
    }
}

impl AsyncWrite for Scripted {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        src: &[u8],
    ) -> Poll<io::Result<usize>> {
        assert!(!src.is_empty(), "a write of nothing looks like a full device");
        assert!(!self.is_shut_down);
        self.act(cx, src.len()).map_ok(|len| {
            self.output.extend_from_slice(&src[..len]);
            len
        })
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.act(cx, 0).map_ok(|_| self.flushed = self.output.len())
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.act(cx, 0).map_ok(|_| self.is_shut_down = true)
    }
}

/// Polls once, with a waker that nobody hears.
pub(crate) fn once<T>(poll: impl FnOnce(&mut Context<'_>) -> Poll<T>) -> Poll<T> {
    poll(&mut Context::from_waker(Waker::noop()))
}

/// Polls as long as that is of use, behind errors that pass too.
pub(crate) fn repeat<T>(
    mut poll: impl FnMut(&mut Context<'_>) -> Poll<io::Result<T>>,
) -> io::Result<T> {
    loop {
        match once(&mut poll) {
            Poll::Ready(Err(error)) if is_passing(&error) => {}
            Poll::Ready(done) => return done,
            Poll::Pending => {}
        }
    }
}

/// Whether a call that has failed so can be repeated. [`ErrorKind::Interrupted`] is no business of the caller.
fn is_passing(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::TimedOut | ErrorKind::WriteZero)
}
