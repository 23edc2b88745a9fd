//! The half of a reader that does no input: bytes of the source in, converted bytes out.

use core::fmt;
use std::boxed::Box;
use std::string::String;
use std::vec;
use std::vec::Vec;

use super::LEAST_CAPACITY;
use crate::{ErrorHandler, Status, StreamError, Transcoder};

/// Room for any character, so that a call with room for less goes through here.
const STAGED: usize = 64;

/// Below this a character may not fit.
const LONGEST_CHARACTER: usize = 4;

/// A transcoder, what it is to read next, and what it has written beyond the caller's room.
pub(crate) struct Source<H> {
    transcoder: Transcoder<u8, u8, H>,
    /// Bytes of the source; those from `start` to `end` are not converted yet.
    buffer: Box<[u8]>,
    start: usize,
    end: usize,
    /// What is converted; the bytes from `staged_start` on were not taken yet.
    staged: Vec<u8>,
    staged_start: usize,
    input: Input,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Input {
    Open,
    /// There are no more bytes, but the transcoder may have some to write.
    Ended,
    Finished,
}

/// What a call has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// So many bytes were written, more than none.
    Written(usize),
    /// There is nothing to convert: [`Source::room`] is to be filled.
    Input,
    /// All is written.
    End,
}

/// How much there is, as of a [`BufReader`](std::io::BufReader): the text of others belongs into no log.
impl<H: fmt::Debug> fmt::Debug for Source<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Source")
            .field("transcoder", &self.transcoder)
            .field("buffer", &format_args!("{}/{}", self.end - self.start, self.buffer.len()))
            .field("staged", &(self.staged.len() - self.staged_start))
            .field("input", &self.input)
            .finish()
    }
}

impl<H> Source<H> {
    pub(crate) fn new(capacity: usize, transcoder: Transcoder<u8, u8, H>) -> Self {
        Self {
            transcoder,
            buffer: vec![0; capacity.max(LEAST_CAPACITY)].into_boxed_slice(),
            start: 0,
            end: 0,
            staged: Vec::with_capacity(STAGED),
            staged_start: 0,
            input: Input::Open,
        }
    }

    pub(crate) const fn transcoder(&self) -> &Transcoder<u8, u8, H> {
        &self.transcoder
    }

    /// Where the next bytes of the source go; asked for when all before were converted.
    pub(crate) fn room(&mut self) -> &mut [u8] {
        &mut self.buffer
    }

    /// So many bytes were read into the room; none is the end of the source.
    pub(crate) fn filled(&mut self, len: usize) {
        assert!(
            len <= self.buffer.len(),
            "a reader tells that it has read more than it had room for"
        );
        (self.start, self.end) = (0, len);
        if len == 0 {
            self.input = Input::Ended;
        }
    }
}

impl<H: ErrorHandler> Source<H> {
    /// Converts into `dst`, which is not empty.
    pub(crate) fn next(&mut self, dst: &mut [u8]) -> Result<Next, StreamError> {
        loop {
            let staged = self.take_staged(dst);
            if staged > 0 {
                return Ok(Next::Written(staged));
            }
            if let Some(next) = self.without_conversion() {
                return Ok(next);
            }
            let is_staged = dst.len() < LONGEST_CHARACTER;
            let room = if is_staged {
                self.staged.resize(STAGED, 0);
                &mut self.staged[..]
            } else {
                &mut *dst
            };
            let src = &self.buffer[self.start..self.end];
            let step = match self.input {
                Input::Open => self.transcoder.push(src, room),
                Input::Ended | Input::Finished => self.transcoder.finish(room),
            };
            self.start += step.read;
            if is_staged {
                self.staged.truncate(step.written);
                self.staged_start = 0;
            }
            if self.input == Input::Ended && step.status == Status::InputEmpty {
                self.input = Input::Finished;
            }
            match step.status {
                Status::IllFormed(error) if step.written == 0 => return Err(error),
                _ if !is_staged && step.written > 0 => return Ok(Next::Written(step.written)),
                _ => {}
            }
        }
    }

    /// Appends what is there of the conversion. All of it is taken, so that what follows is
    /// [`Next::Input`] or the end.
    pub(crate) fn extend(&mut self, out: &mut Vec<u8>) -> Result<Next, StreamError> {
        out.extend_from_slice(&self.staged[self.staged_start..]);
        self.staged_start = self.staged.len();
        self.take_all(|transcoder, src| match src {
            Some(src) => transcoder.extend(src, out),
            None => transcoder.extend_finish(out),
        })
    }

    /// Takes back what [`extend`](Self::extend) has given: it is the next to be taken.
    pub(crate) fn put_back(&mut self, taken: Vec<u8>) {
        (self.staged, self.staged_start) = (taken, 0);
    }

    /// [`extend`](Self::extend) to a string, where [`holds_characters`](Self::holds_characters).
    pub(crate) fn extend_string(&mut self, out: &mut String) -> Result<Next, StreamError> {
        self.take_all(|transcoder, src| match src {
            Some(src) => transcoder.extend_string(src, out),
            None => transcoder.extend_string_finish(out),
        })
    }

    /// Whether all that is still to be written is whole characters of UTF-8.
    pub(crate) fn holds_characters(&self) -> bool {
        self.staged_start == self.staged.len() && self.transcoder.is_to_utf8()
    }

    /// Lets `convert` take all of the source that is there, or the end of it.
    fn take_all(
        &mut self,
        convert: impl FnOnce(&mut Transcoder<u8, u8, H>, Option<&[u8]>) -> Result<(), StreamError>,
    ) -> Result<Next, StreamError> {
        if let Some(next) = self.without_conversion() {
            return Ok(next);
        }
        if self.input == Input::Open {
            let src = &self.buffer[self.start..self.end];
            convert(&mut self.transcoder, Some(src))?;
            self.start = self.end;
            Ok(Next::Input)
        } else {
            convert(&mut self.transcoder, None)?;
            self.input = Input::Finished;
            Ok(Next::End)
        }
    }

    /// Whether there is nothing to be done here.
    fn without_conversion(&self) -> Option<Next> {
        match self.input {
            Input::Open if self.start == self.end => Some(Next::Input),
            Input::Finished => Some(Next::End),
            Input::Open | Input::Ended => None,
        }
    }

    fn take_staged(&mut self, dst: &mut [u8]) -> usize {
        let staged = &self.staged[self.staged_start..];
        let len = staged.len().min(dst.len());
        dst[..len].copy_from_slice(&staged[..len]);
        self.staged_start += len;
        len
    }
}
