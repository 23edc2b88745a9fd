//! An input of the program without the file: from a label and a reader to the output, or to the
//! error and its place. What fuzzing calls; the program takes the same way.

use std::io::{self, Read, Write};

use codeunit::{Engine, ErrorKind, Policy, StreamError};

use crate::blocks::Blocks;
use crate::label::{parse_encoding, parse_source};
use crate::stream::{self, First, Stop};
use crate::text::Reading;

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

impl From<StreamError> for Bad {
    fn from(error: StreamError) -> Self {
        Self {
            kind: error.kind(),
            offset: error.offset(),
            bytes: error.bytes().to_vec(),
            line_and_column: error.position().map(|position| (position.line, position.column)),
        }
    }
}

impl Job<'_> {
    /// Converts or checks all of `input`.
    ///
    /// # Errors
    /// A label that the program does not know, or the failure of the input or of the output.
    pub fn run(&self, input: &mut dyn Read, output: &mut dyn Write) -> io::Result<Done> {
        let label = parse_source(self.from).map_err(io::Error::other)?;
        let reading =
            Reading { label, detect: false, bom: None, engine: self.engine, decompress: false };
        let mut input = Blocks::new(Box::new(input), self.block_len);
        let text = reading.decide(&mut input)?.expect("nothing is guessed");
        let result = match self.to {
            None => stream::inspect(&mut input, &text, self.count_lines, &mut First),
            Some(to) => {
                let to = parse_encoding(to).map_err(io::Error::other)?;
                let policy = if self.replace { Policy::Replace } else { Policy::Strict };
                let mut transcoder = text.transcoder(to, policy, self.count_lines);
                stream::convert(&mut input, &mut transcoder, None, false, output)
            }
        };
        let result = match result {
            Ok(state) => Ok(state.replacements()),
            Err(Stop::Text(error)) => Err(Bad::from(error)),
            Err(stop) => return Err(stop.into_io()),
        };
        Ok(Done { encoding: text.encoding.name(), result })
    }

    /// Whether all of `input` is well-formed, by the validators that a file is checked with first.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn is_well_formed(&self, input: &mut dyn Read) -> io::Result<bool> {
        let label = parse_source(self.from).map_err(io::Error::other)?;
        let reading =
            Reading { label, detect: false, bom: None, engine: self.engine, decompress: false };
        let mut input = Blocks::new(Box::new(input), self.block_len);
        let text = reading.decide(&mut input)?.expect("nothing is guessed");
        let result = stream::is_well_formed(&mut input, &text);
        result.map(|len| len.is_some()).map_err(Stop::into_io)
    }
}

#[cfg(test)]
mod tests {
    use codeunit::{Encoding, Engine, Policy, Transcoder};

    use super::{Bad, Done, Job};

    const TEXT: &str = "a\u{F1}\n\u{20AC}\u{1F60A}\u{FEFF}z\r\n\u{7FF}\u{800}\u{FFFF}\u{10000}";

    fn encoded(to: Encoding) -> Vec<u8> {
        let mut bytes = Vec::new();
        let transcoder = Transcoder::new(Encoding::Utf8, to, Policy::Strict);
        transcoder.clone().extend(TEXT.as_bytes(), &mut bytes).expect("all of Unicode");
        bytes
    }

    /// What blocks of any length make of a source, and that all make the same of it.
    fn run(from: Encoding, to: Option<Encoding>, replace: bool, bytes: &[u8]) -> (Done, Vec<u8>) {
        let run = |block_len| {
            let job = Job {
                engine: Engine::active(),
                from: from.name(),
                to: to.map(Encoding::name),
                replace,
                count_lines: true,
                block_len,
            };
            let mut output = Vec::new();
            (job.run(&mut &bytes[..], &mut output).expect("memory does not fail"), output)
        };
        let whole = run(1 << 16);
        for block_len in 1..20 {
            assert_eq!(run(block_len), whole, "{from} to {to:?}, blocks of {block_len}");
        }
        whole
    }

    const SCHEMES: [Encoding; 5] = [
        Encoding::Utf8,
        Encoding::Utf16Le,
        Encoding::Utf16Be,
        Encoding::Utf32Le,
        Encoding::Utf32Be,
    ];

    #[test]
    fn blocks_of_any_length_are_one_text() {
        for from in SCHEMES {
            for to in SCHEMES {
                let (done, output) = run(from, Some(to), false, &encoded(from));
                assert_eq!((done.result, output), (Ok(0), encoded(to)));
            }
            assert_eq!(run(from, None, false, &encoded(from)).0.result, Ok(0));
        }
    }

    #[test]
    fn errors_have_their_place_in_blocks_of_any_length() {
        for from in SCHEMES {
            // Cut in every character, and a whole one before or behind it.
            for len in 0..encoded(from).len() {
                let bytes = &encoded(from)[..len];
                let (strict, output) = run(from, Some(Encoding::Utf8), false, bytes);
                let (checked, _) = run(from, None, false, bytes);
                let (lossy, replaced) = run(from, Some(Encoding::Utf8), true, bytes);
                assert_eq!(checked, strict);
                match strict.result {
                    Ok(_) => assert_eq!((lossy.result, replaced), (Ok(0), output)),
                    Err(Bad { offset, line_and_column, .. }) => {
                        let before = std::str::from_utf8(&output).expect("whole characters");
                        let line = 1 + before.matches('\n').count() as u64;
                        let column = 1 + before.rsplit('\n').next().unwrap_or("").chars().count();
                        assert_eq!(line_and_column, Some((line, column as u64)));
                        assert!(offset < len as u64 && lossy.result.is_ok_and(|count| count > 0));
                        assert!(replaced.starts_with(&output));
                    }
                }
            }
        }
    }
}
