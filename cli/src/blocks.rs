//! An input of the program without the file: from a label and a reader to the output, or to the
//! error and its place. What fuzzing calls; the program takes the same way.

use std::io::{self, Read, Write};

use codeunit::{Engine, ErrorKind};

use crate::encoding::{parse_source, parse_target};
use crate::input::Head;
use crate::position::Position;
use crate::stream::{Policy, Stop, Text};

/// What to do with an input, as the arguments of the program say it.
#[derive(Clone, Copy, Debug)]
pub struct Job<'a> {
    /// `--backend`.
    pub engine: Engine,
    /// `--from`.
    pub from: &'a str,
    /// `--to`; `None` to check the input.
    pub to: Option<&'a str>,
    /// `--errors replace`.
    pub replace: bool,
    /// Whether lines are counted while reading, as they are in what comes through a pipe.
    pub count_lines: bool,
    /// Bytes of a block.
    pub block_len: usize,
}

/// What became of an input that could be read, and an output that could be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Done {
    /// The name of the encoding that the label and the byte order mark decided on.
    pub encoding: &'static str,
    /// The number of replacements, or what is wrong with the text.
    pub result: Result<u64, Bad>,
}

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bad {
    /// The rule that it breaks.
    pub kind: ErrorKind,
    /// In bytes, from the beginning of the input.
    pub offset: u64,
    /// The ill-formed sequence, or the character that the target does not have.
    pub bytes: Vec<u8>,
    /// From 1, if lines were counted.
    pub line_and_column: Option<(u64, u64)>,
}

fn line_and_column(Position { line, column }: Position) -> (u64, u64) {
    (line, column)
}

impl Job<'_> {
    fn text(&self, input: &mut dyn Read) -> io::Result<(Text, Vec<u8>)> {
        let label = parse_source(self.from).map_err(io::Error::other)?;
        let Head { scheme, mark_len, rest } = Head::read(label, input)?;
        let (start, &Self { engine, count_lines, block_len, .. }) = (mark_len as u64, self);
        Ok((Text { engine, scheme, start, count_lines, block_len }, rest))
    }

    /// Converts or checks all of `input`.
    ///
    /// # Errors
    /// A label that the program does not know, or the failure of the input or of the output.
    pub fn run(&self, mut input: &mut dyn Read, output: &mut dyn Write) -> io::Result<Done> {
        let (text, head) = self.text(input)?;
        let mut input = head.as_slice().chain(&mut input);
        let policy = if self.replace { Policy::Replace } else { Policy::Strict };
        let result = match self.to {
            None => text.check(&mut input).map(|()| 0),
            Some(to) => {
                let to = parse_target(to).map_err(io::Error::other)?;
                text.convert(&mut input, output, to, policy)
            }
        };
        let result = match result {
            Ok(replacements) => Ok(replacements),
            Err(Stop::Read(error) | Stop::Write(error)) => return Err(error),
            Err(Stop::Text(bad)) => Err(Bad {
                kind: bad.kind,
                offset: bad.offset,
                bytes: bad.bytes,
                line_and_column: bad.position.map(line_and_column),
            }),
        };
        Ok(Done { encoding: text.scheme.name(), result })
    }

    /// The place behind all of `input`, as the program finds it when it reads a file again up to an
    /// error. `None` if the input is ill-formed.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn place_behind(&self, mut input: &mut dyn Read) -> io::Result<Option<(u64, u64)>> {
        let (text, head) = self.text(input)?;
        let position = text.position_behind(&mut head.as_slice().chain(&mut input));
        Ok(position.map(line_and_column))
    }
}
