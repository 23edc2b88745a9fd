//! Text in blocks through the library: conversion and validation in memory that does not grow with the
//! input.

use std::io::{self, Write};

use codeunit::{
    Checkpoints, Encoding, Policy, State, Status, Step, StreamError, Transcoder, Utf8Validator,
    Utf16Validator,
};

use crate::blocks::{Blocks, PIECE_LEN};
use crate::line_endings::Changer;
use crate::pages::{PAGE_LEN, Pages};
use crate::text::Text;

/// The most bytes that there is room for, for a byte that is read. Where there are more the transcoder says that the
/// output is full.
const EXPANSION: usize = 2;

/// A piece of gathered output is at least so long, and whole pages. A write that begins and ends inside a page costs more than the copy
/// of what is left of it: 1 GiB of UTF-16LE into a file takes 0.38 s of processor time without, 0.31 s with it.
const GATHERED_LEN: usize = 256 * 1024;

/// Why a stream ended before its end.
#[derive(Debug)]
pub(crate) enum Stop {
    Read(io::Error),
    Write(io::Error),
    Text(StreamError),
}

/// How much of a text was read, written and replaced, and how many of its line endings changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Converted {
    pub(crate) read: u64,
    /// Of the text, before it is compressed.
    pub(crate) written: u64,
    pub(crate) replacements: u64,
    pub(crate) line_endings: u64,
}

impl Converted {
    pub(crate) fn new(state: &State, endings: &Changer) -> Self {
        let (read, replacements) = (state.read(), state.replacements());
        let written = endings.written(state.written());
        Self { read, written, replacements, line_endings: endings.changed() }
    }
}

impl Stop {
    /// As a failure of reading or writing.
    pub(crate) fn into_io(self) -> io::Error {
        match self {
            Self::Read(error) | Self::Write(error) => error,
            Self::Text(error) => io::Error::new(io::ErrorKind::InvalidData, error),
        }
    }
}

/// Converts all of the input, and tells where the stream stands at its end; offsets are recorded if they are wanted.
///
/// What is written goes out with each piece of a block, or, if it is to be gathered, in longer ones of whole pages.
pub(crate) fn convert(
    input: &mut Blocks<'_>,
    transcoder: &mut Transcoder,
    mut checkpoints: Option<&mut Checkpoints>,
    gathers: bool,
    output: &mut dyn Write,
) -> Result<State, Stop> {
    let gathered_len = if gathers { GATHERED_LEN } else { 0 };
    let mut out = output_of(input.block_len(), gathered_len);
    // Bytes that are not written yet.
    let mut len = 0;
    loop {
        let block = input.next().map_err(Stop::Read)?;
        let is_last = block.is_empty();
        let mut push =
            |transcoder: &mut Transcoder, rest: &[u8], out: &mut [u8]| match &mut checkpoints {
                None if is_last => transcoder.finish(out),
                None => transcoder.push(rest, out),
                Some(checkpoints) if is_last => checkpoints.finish(transcoder, out),
                Some(checkpoints) => checkpoints.push(transcoder, rest, out),
            };
        let mut rest = block;
        loop {
            let piece = &rest[..rest.len().min(PIECE_LEN)];
            let Step { read, written, status } = push(transcoder, piece, &mut out[len..]);
            rest = &rest[read..];
            len += written;
            let kept = match status {
                Status::InputEmpty if !is_last && len < gathered_len => len,
                Status::InputEmpty if !is_last && gathers => len % PAGE_LEN,
                _ => 0,
            };
            if len > kept {
                output.write_all(&out[..len - kept]).map_err(Stop::Write)?;
                out.copy_within(len - kept..len, 0);
                len = kept;
            }
            match status {
                Status::InputEmpty if rest.is_empty() => break,
                Status::InputEmpty | Status::OutputFull => {}
                Status::IllFormed(error) => return Err(Stop::Text(error)),
            }
        }
        if is_last {
            return Ok(transcoder.state());
        }
    }
}

/// Reads all of the input and shows every sequence that is ill-formed, and each block before its own. Those that need
/// only be counted are left to the lossy kernels: 16 MiB of random bytes take 0.04 s for 1.5 s.
pub(crate) fn inspect(
    input: &mut Blocks<'_>,
    text: &Text,
    count_lines: bool,
    visitor: &mut dyn Visitor,
) -> Result<State, Stop> {
    let mut transcoder = text.transcoder(Encoding::Utf8, Policy::Replace, count_lines);
    let mut out = output_of(input.block_len(), 0);
    loop {
        let block = input.next().map_err(Stop::Read)?;
        let is_last = block.is_empty();
        visitor.block(block);
        let mut rest = block;
        loop {
            let piece = &rest[..rest.len().min(PIECE_LEN)];
            let Step { read, status, .. } = if visitor.only_counts() {
                let before = transcoder.state().replacements();
                let step = if is_last {
                    transcoder.finish(&mut out)
                } else {
                    transcoder.push(piece, &mut out)
                };
                visitor.counted(transcoder.state().replacements() - before);
                step
            } else {
                let choose = |error: &StreamError| visitor.error(error);
                if is_last {
                    transcoder.finish_with(&mut out, choose)
                } else {
                    transcoder.push_with(piece, &mut out, choose)
                }
            };
            rest = &rest[read..];
            match status {
                Status::InputEmpty if rest.is_empty() => break,
                Status::InputEmpty | Status::OutputFull => {}
                Status::IllFormed(error) => return Err(Stop::Text(error)),
            }
        }
        if is_last {
            return Ok(transcoder.state());
        }
    }
}

/// Who looks at a text.
pub(crate) trait Visitor {
    /// The block in which the next errors are, or in the one before it; an empty one at the end.
    fn block(&mut self, _: &[u8]) {}

    /// An error; what to do with it: to go on, or to end there.
    fn error(&mut self, error: &StreamError) -> Policy;

    /// Whether it need not see the next errors, but is told how many there are.
    fn only_counts(&self) -> bool {
        false
    }

    /// So many errors that were not shown.
    fn counted(&mut self, _: u64) {}
}

/// Ends at the first error.
pub(crate) struct First;

impl Visitor for First {
    fn error(&mut self, _: &StreamError) -> Policy {
        Policy::Strict
    }
}

/// Whether all of the input is well-formed, by the fastest way that there is. Where it is not, how many
/// bytes it is known to be so far is all that is told.
pub(crate) fn is_well_formed(input: &mut Blocks<'_>, text: &Text) -> Result<Option<u64>, Stop> {
    let mut utf16 = |validator: Utf16Validator| {
        let mut validator = validator.with_engine(text.engine);
        loop {
            let block = input.next().map_err(Stop::Read)?;
            if block.is_empty() {
                return Ok(validator.finish().is_ok().then(|| validator.offset()));
            }
            if validator.push(block).is_err() {
                return Ok(None);
            }
        }
    };
    match text.encoding {
        Encoding::Utf16Le => utf16(Utf16Validator::new_le()),
        Encoding::Utf16Be => utf16(Utf16Validator::new_be()),
        Encoding::Utf8 => {
            let mut validator = Utf8Validator::new().with_engine(text.engine);
            loop {
                let block = input.next().map_err(Stop::Read)?;
                if block.is_empty() {
                    return Ok(validator.finish().is_ok().then(|| validator.offset()));
                }
                if validator.push(block).is_err() {
                    return Ok(None);
                }
            }
        }
        _ => match inspect(input, text, false, &mut First) {
            Ok(state) => Ok(Some(state.read())),
            Err(Stop::Text(_)) => Ok(None),
            Err(stop) => Err(stop),
        },
    }
}

/// Room for the output of a piece of a block, and for so many bytes before it.
fn output_of(block_len: usize, before: usize) -> Pages {
    // An escape of a character, or a mark, for an input that has nothing else.
    Pages::new(before + (block_len.min(PIECE_LEN) * EXPANSION).max(64))
}
