//! Text in blocks: conversion and validation in memory that does not grow with the input.
//!
//! A block is read into the buffer that it is converted from and written from the buffer that it is
//! converted into. A character that a block cuts is moved to the front of the next one, so each call
//! of the library begins at a character boundary and the result is that of one call for all the text.

use std::io::{self, Read, Write};

use codeunit::{Engine, Error, ErrorKind};

use crate::codec::{Converter, MAX_EXPANSION, Reader};
use crate::encoding::Scheme;
use crate::position::{Counter, Position};

/// Bytes of a block: few enough that its input and output stay in the second-level cache. Measured on
/// 1 GiB with scalar conversions, 64 KiB to 1 MiB take the same time within the noise.
pub(crate) const BLOCK_LEN: usize = 128 * 1024;

/// The most that can be left of a block: three bytes of a character in UTF-8, of a code unit in
/// UTF-32, or a high surrogate and one more byte in UTF-16.
const MAX_CARRY: usize = 3;

/// What to do with a sequence that is ill-formed or a character that the target does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Policy {
    /// Stop at the first one
    Strict,
    /// Write U+FFFD for each maximal subpart; ? to a Latin-1 target
    Replace,
}

/// Why a stream ended before its end.
#[derive(Debug)]
pub(crate) enum Stop {
    Read(io::Error),
    Write(io::Error),
    Text(BadText),
}

/// What is wrong with a text, and where.
#[derive(Debug)]
pub(crate) struct BadText {
    pub(crate) kind: ErrorKind,
    /// In bytes, from the beginning of the input.
    pub(crate) offset: u64,
    pub(crate) bytes: Vec<u8>,
    /// Known if the stream counts lines.
    pub(crate) position: Option<Position>,
}

/// A text that is yet to be read.
#[derive(Clone, Copy)]
pub(crate) struct Text {
    pub(crate) engine: Engine,
    pub(crate) scheme: Scheme,
    /// Bytes of the input before the text: those of a byte order mark.
    pub(crate) start: u64,
    /// Whether to keep count of lines and columns while reading. It costs a pass over each block, so
    /// it is for input that cannot be read again when an error asks for its place.
    pub(crate) count_lines: bool,
    pub(crate) block_len: usize,
}

impl Text {
    /// Reads all of `input` and checks that it is well-formed.
    pub(crate) fn check(&self, input: &mut dyn Read) -> Result<(), Stop> {
        self.validate(input).map(|_| ())
    }

    /// Reads all of `input`, which is well-formed, and tells the place behind it.
    ///
    /// `None` if it is not well-formed, or cannot be read.
    pub(crate) fn position_behind(&self, input: &mut dyn Read) -> Option<Position> {
        let text = Self { count_lines: true, ..*self };
        text.validate(input).ok()?.counter.map(|counter| counter.position())
    }

    fn validate(&self, input: &mut dyn Read) -> Result<Progress, Stop> {
        let Reader { validate, .. } = Reader::new(self.scheme);
        let mut progress = Progress::new(self);
        self.for_each_block(input, |block, last| {
            let result = validate(self.engine, block).map(|()| 0);
            progress.settle(block, last, result, |_| Ok(()))
        })?;
        Ok(progress)
    }

    /// Converts all of `input` and returns the number of replacements.
    pub(crate) fn convert(
        &self,
        input: &mut dyn Read,
        output: &mut dyn Write,
        target: Scheme,
        policy: Policy,
    ) -> Result<u64, Stop> {
        let mut out = vec![0; (self.block_len + MAX_CARRY) * MAX_EXPANSION];
        let Converter { strict, lossy } = Converter::new(self.scheme, target);
        match policy {
            Policy::Strict => {
                let mut progress = Progress::new(self);
                self.for_each_block(input, |block, last| {
                    let result = strict(self.engine, block, &mut out);
                    progress
                        .settle(block, last, result, |written| output.write_all(&out[..written]))
                })?;
                Ok(0)
            }
            Policy::Replace => {
                let mut replacements = 0;
                self.for_each_block(input, |block, last| {
                    let end = if last { block.len() } else { block.len() - self.unfinished(block) };
                    let done = lossy(self.engine, &block[..end], &mut out)
                        .expect("the output has room for any text of the length of a block");
                    replacements += done.replacements as u64;
                    output.write_all(&out[..done.written]).map_err(Stop::Write)?;
                    Ok(end)
                })?;
                Ok(replacements)
            }
        }
    }

    /// How many bytes at the end of a block that begins at a character boundary may become a
    /// character with what follows: 0 to 3.
    ///
    /// They are the longest tail of whole code units, and bytes of one more, that is unfinished by
    /// itself. Nothing before it has a say: it begins with a UTF-8 lead byte, with a high surrogate,
    /// or at a code unit cut short, and no ill-formed sequence reaches over any of these.
    pub(crate) fn unfinished(&self, block: &[u8]) -> usize {
        let Reader { validate, .. } = Reader::new(self.scheme);
        let is_unfinished = |len: &usize| {
            let start = block.len() - len;
            start.is_multiple_of(self.scheme.unit_len())
                && validate(self.engine, &block[start..])
                    .is_err_and(|error| error.valid_up_to() == 0 && error.error_len().is_none())
        };
        (1..=MAX_CARRY.min(block.len())).rev().find(is_unfinished).unwrap_or(0)
    }

    /// Calls `step` for each block, with whether it is the last one; `step` returns how many bytes
    /// it is done with. The last block has only what was left of the one before: whether a block is
    /// the last one is known only when nothing comes behind it.
    ///
    /// Each read is a block, full or not, so that what comes through a pipe goes on at once.
    fn for_each_block(
        &self,
        input: &mut dyn Read,
        mut step: impl FnMut(&[u8], bool) -> Result<usize, Stop>,
    ) -> Result<(), Stop> {
        let mut buffer = vec![0; MAX_CARRY + self.block_len];
        let mut carried = 0;
        loop {
            let room = &mut buffer[carried..carried + self.block_len];
            let read = match input.read(room) {
                Ok(read) => read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(Stop::Read(error)),
            };
            let (len, last) = (carried + read, read == 0);
            let done = step(&buffer[..len], last)?;
            if last {
                return Ok(());
            }
            buffer.copy_within(done..len, 0);
            carried = len - done;
        }
    }
}

/// How far a strict run has come.
struct Progress {
    offset: u64,
    counter: Option<Counter>,
}

impl Progress {
    fn new(text: &Text) -> Self {
        let counter = text.count_lines.then(|| Counter::new(text.engine, text.scheme));
        Self { offset: text.start, counter }
    }

    /// Writes what the library made of a block, moves on behind it, and tells errors from characters
    /// that the end of the block has cut.
    fn settle(
        &mut self,
        block: &[u8],
        last: bool,
        result: Result<usize, Error>,
        write: impl FnOnce(usize) -> io::Result<()>,
    ) -> Result<usize, Stop> {
        let (read, written) = match result {
            Ok(written) => (block.len(), written),
            Err(error) => (error.read(), error.written()),
        };
        write(written).map_err(Stop::Write)?;
        self.offset += read as u64;
        if let Some(counter) = &mut self.counter {
            counter.advance(&block[..read]);
        }
        match result {
            Err(error) if last || error.error_len().is_some() => {
                let rest = &block[read..];
                let len = error.error_len().map_or(rest.len(), usize::from);
                Err(Stop::Text(BadText {
                    kind: error.kind(),
                    offset: self.offset,
                    bytes: rest[..len].to_vec(),
                    position: self.counter.as_ref().map(Counter::position),
                }))
            }
            _ => Ok(read),
        }
    }
}

#[cfg(test)]
#[path = "stream_tests.rs"]
mod tests;
