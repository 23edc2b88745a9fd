//! Streams that give and take a few bytes at a time, and fail in between.

use std::io::{self, BufRead, ErrorKind, Read, Write};

/// What a call does.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Act {
    /// So many bytes are read or written, if there are as many.
    Move(usize),
    /// The call fails.
    Fail(ErrorKind),
}

pub(crate) use Act::{Fail, Move};

/// Scripts that every stream has to get through, over and over from their beginning.
pub(crate) const SCRIPTS: [&[Act]; 6] = [
    &[Move(usize::MAX)],
    &[Move(1)],
    &[Fail(ErrorKind::Interrupted), Move(1), Fail(ErrorKind::Interrupted), Move(2)],
    &[Fail(ErrorKind::WouldBlock), Move(3), Fail(ErrorKind::WouldBlock)],
    &[Move(5), Fail(ErrorKind::TimedOut), Fail(ErrorKind::Interrupted), Move(1)],
    &[Move(7), Move(64), Fail(ErrorKind::WouldBlock), Move(1), Move(2)],
];

/// A stream by a script.
#[derive(Debug)]
pub(crate) struct Scripted {
    script: &'static [Act],
    calls: usize,
    /// What is read from.
    source: Vec<u8>,
    at: usize,
    /// What is there at the next call of `consume`.
    offered: usize,
    /// What was written.
    pub(crate) output: Vec<u8>,
    /// How much of it was flushed.
    pub(crate) flushed: usize,
}

impl Scripted {
    pub(crate) fn new(script: &'static [Act], source: &[u8]) -> Self {
        let source = source.to_vec();
        Self { script, calls: 0, source, at: 0, offered: 0, output: Vec::new(), flushed: 0 }
    }

    pub(crate) fn calls(&self) -> usize {
        self.calls
    }

    fn act(&mut self, len: usize) -> io::Result<usize> {
        let act = self.script[self.calls % self.script.len()];
        self.calls += 1;
        match act {
            Move(most) => Ok(len.min(most)),
            Fail(kind) => Err(kind.into()),
        }
    }
}

impl Read for Scripted {
    fn read(&mut self, dst: &mut [u8]) -> io::Result<usize> {
        assert!(!dst.is_empty(), "a read into nothing looks like the end");
        let len = self.act(dst.len().min(self.source.len() - self.at))?;
        dst[..len].copy_from_slice(&self.source[self.at..][..len]);
        self.at += len;
        Ok(len)
    }
}

impl BufRead for Scripted {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.offered == 0 {
            self.offered = self.act(self.source.len() - self.at)?;
        }
        Ok(&self.source[self.at..][..self.offered])
    }

    fn consume(&mut self, len: usize) {
        self.offered -= len;
        self.at += len;
    }
}

impl Write for Scripted {
    fn write(&mut self, src: &[u8]) -> io::Result<usize> {
        assert!(!src.is_empty(), "a write of nothing looks like a full device");
        let len = self.act(src.len())?;
        self.output.extend_from_slice(&src[..len]);
        Ok(len)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.act(0)?;
        self.flushed = self.output.len();
        Ok(())
    }
}

/// Whether a call that has failed so can be repeated.
pub(crate) fn is_passing(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::WriteZero)
}

/// Repeats a call as long as that is of use. [`ErrorKind::Interrupted`] is no business of the caller.
pub(crate) fn repeat<T>(mut call: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    loop {
        match call() {
            Err(error) if is_passing(&error) => {}
            done => return done,
        }
    }
}
