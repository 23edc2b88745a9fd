//! The half of a writer that does no output: bytes of the source in, converted bytes to be written out.

use core::fmt;
use std::boxed::Box;
use std::io;
use std::vec;

use super::LEAST_CAPACITY;
use crate::{ErrorHandler, Status, StreamError, Transcoder};

/// A transcoder, and what it has written and nobody has taken.
pub(crate) struct Sink<H> {
    transcoder: Transcoder<u8, u8, H>,
    /// Converted bytes; those from `start` to `end` are to be written.
    buffer: Box<[u8]>,
    start: usize,
    end: usize,
}

/// How much there is, as of a [`BufWriter`](io::BufWriter): the text of others belongs into no log.
impl<H: fmt::Debug> fmt::Debug for Sink<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sink")
            .field("transcoder", &self.transcoder)
            .field("buffer", &format_args!("{}/{}", self.end - self.start, self.buffer.len()))
            .finish()
    }
}

impl<H: ErrorHandler> Sink<H> {
    pub(crate) fn new(capacity: usize, transcoder: Transcoder<u8, u8, H>) -> Self {
        let buffer = vec![0; capacity.max(LEAST_CAPACITY)].into_boxed_slice();
        Self { transcoder, buffer, start: 0, end: 0 }
    }

    pub(crate) const fn transcoder(&self) -> &Transcoder<u8, u8, H> {
        &self.transcoder
    }

    /// What is to be written.
    pub(crate) fn pending(&self) -> &[u8] {
        &self.buffer[self.start..self.end]
    }

    /// So many bytes of it were.
    pub(crate) fn written(&mut self, len: usize) {
        assert!(
            len <= self.pending().len(),
            "a writer tells that it has written more than there was"
        );
        self.start += len;
        if self.start == self.end {
            (self.start, self.end) = (0, 0);
        }
    }

    /// Whether this is the error that the stream ends with: all before it is written then.
    pub(crate) fn is_end(&self, error: &io::Error) -> bool {
        let error = error.get_ref().and_then(|error| error.downcast_ref());
        error.is_some() && error == self.transcoder.state().error().as_ref()
    }

    /// Takes bytes of a source that is not empty, and tells how many. None: what is pending has to be
    /// written first, and before an error is told as well.
    pub(crate) fn push(&mut self, src: &[u8]) -> Result<usize, StreamError> {
        let step = self.transcoder.push(src, &mut self.buffer[self.end..]);
        self.end += step.written;
        match step.status {
            // The transcoder says it again.
            Status::IllFormed(_) if step.read > 0 => Ok(step.read),
            Status::IllFormed(error) => Err(error),
            Status::InputEmpty | Status::OutputFull => Ok(step.read),
        }
    }

    /// The end of the stream. False: what is pending has to be written first, and before an error is told
    /// as well.
    pub(crate) fn finish(&mut self) -> Result<bool, StreamError> {
        let step = self.transcoder.finish(&mut self.buffer[self.end..]);
        self.end += step.written;
        match step.status {
            Status::IllFormed(error) => Err(error),
            Status::InputEmpty => Ok(true),
            Status::OutputFull => Ok(false),
        }
    }
}
