//! The text of one file, from its mark to its end.

use codeunit::{Policy, State, Status, StreamError, Transcoder};
use serde::{Deserialize, Serialize};

use crate::args::Convert;
use crate::blocks::Blocks;
use crate::failure::Failure;
use crate::label::parse_encoding;
use crate::line_endings::{Changer, LineEndings};
use crate::stream::Converted;
use crate::text::{Bom, Text};

/// A stream that can be saved.
#[derive(Debug)]
pub(super) struct Stream {
    text: Text,
    transcoder: Transcoder,
    endings: Changer,
    /// How much [`Self::release`] has written.
    released: u64,
    /// What was done before it was resumed.
    before: Converted,
}

/// Where it stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SavedStream {
    encoding: String,
    mark: Option<codeunit::ByteOrderMark>,
    bom: Option<Bom>,
    state: State,
    line_endings: LineEndings,
    line_endings_changed: u64,
    after_cr: bool,
}

/// Why a piece was not converted to its end.
pub(super) enum Stop {
    Output(Failure),
    /// The stream stands before it.
    Text(StreamError),
}

impl Stream {
    /// The text that begins with these bytes; `None` if they do not tell yet what it is.
    ///
    /// # Panics
    /// If the encoding is to be guessed.
    pub(super) fn begin(
        args: &Convert,
        head: &[u8],
        is_all: bool,
        has_output: bool,
    ) -> Option<Self> {
        let reading = args.reading();
        if head.is_empty() || !(is_all || reading.is_decided_by(head)) {
            return None;
        }
        let mut blocks = Blocks::new(Box::new(head), head.len());
        let text = reading.decide(&mut blocks).expect("memory does not fail");
        let text = text.expect("nothing is guessed");
        let text = if has_output { text.without_output_mark() } else { text };
        Some(Self::new(args, text))
    }

    fn new(args: &Convert, text: Text) -> Self {
        let transcoder = text.transcoder(args.to, args.policy(), true);
        let (endings, before) = (Changer::new(args.line_endings, args.to), Converted::default());
        Self { text, transcoder, endings, released: 0, before }
    }

    /// The stream that was saved; `None` if no stream can be in this state.
    pub(super) fn resume(args: &Convert, saved: SavedStream) -> Option<Self> {
        let encoding = parse_encoding(&saved.encoding).ok()?;
        let (mark, bom) = (saved.mark, saved.bom);
        let text = Text { engine: args.reading().engine, encoding, mark, bom };
        let Self { transcoder, endings, .. } = Self::new(args, text);
        let transcoder = transcoder.resume(saved.state).ok()?;
        let endings = endings.resume(saved.after_cr, saved.line_endings_changed);
        let is_possible = endings.can_be_of(transcoder.state().written());
        (saved.line_endings == args.line_endings && is_possible).then(|| {
            let before = Converted::new(&transcoder.state(), &endings);
            Self { text, transcoder, endings, released: 0, before }
        })
    }

    pub(super) fn save(&self) -> SavedStream {
        SavedStream {
            encoding: self.text.encoding.name().into(),
            mark: self.text.mark,
            bom: self.text.bom,
            state: self.transcoder.state(),
            line_endings: self.endings.kind(),
            line_endings_changed: self.endings.changed(),
            after_cr: self.endings.is_after_cr(),
        }
    }

    pub(super) fn encoding(&self) -> codeunit::Encoding {
        self.text.encoding
    }

    /// How much has been read, written and replaced.
    pub(super) fn converted(&self) -> Converted {
        let converted = Converted::new(&self.transcoder.state(), &self.endings);
        Converted { written: converted.written + self.released, ..converted }
    }

    /// The same of this run.
    pub(super) fn converted_now(&self) -> Converted {
        let (now, before) = (self.converted(), self.before);
        Converted {
            read: now.read - before.read,
            written: now.written - before.written,
            replacements: now.replacements - before.replacements,
            line_endings: now.line_endings - before.line_endings,
        }
    }

    /// Where a character begins of which only a part has come.
    pub(super) fn cut_at(&self) -> Option<u64> {
        let state = self.transcoder.state();
        (!state.carry().is_empty()).then(|| state.converted())
    }

    /// Ends the output where the text may go on: a CR waits for no LF any more, and ISO-2022-JP goes back to ASCII. A
    /// character of which only a part has come is neither written nor an error. Nothing can be pushed after it.
    pub(super) fn release(
        &mut self,
        out: &mut [u8],
        mut write: impl FnMut(&[u8]) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let state = self.transcoder.state();
        let mut left_out = 0;
        // A copy, which counts as an error what is left out.
        let step = self.transcoder.clone().finish_with(out, |error| {
            left_out += error.bytes().len();
            Policy::Skip
        });
        // What is not left out of a cut sequence, as the `$` of an escape, would be text. And an output that has
        // nothing gets no mark.
        if left_out == state.carry().len() && state.written() > 0 {
            self.released = step.written as u64;
            write(self.endings.push(&out[..step.written]))?;
        }
        write(self.endings.finish())
    }

    /// Converts a piece.
    pub(super) fn push(
        &mut self,
        piece: &[u8],
        out: &mut [u8],
        mut write: impl FnMut(&[u8]) -> Result<(), Failure>,
    ) -> Result<(), Stop> {
        let before = self.transcoder.clone();
        let mut rest = piece;
        loop {
            let step = self.transcoder.push(rest, out);
            write(self.endings.push(&out[..step.written])).map_err(Stop::Output)?;
            rest = &rest[step.read..];
            match step.status {
                Status::InputEmpty => return Ok(()),
                Status::OutputFull => {}
                Status::IllFormed(error) => {
                    self.transcoder = up_to(before, piece, &error, out);
                    return Err(Stop::Text(error));
                }
            }
        }
    }

    /// The end of the text.
    pub(super) fn finish(
        &mut self,
        out: &mut [u8],
        mut write: impl FnMut(&[u8]) -> Result<(), Failure>,
    ) -> Result<(), Stop> {
        loop {
            let before = self.transcoder.clone();
            let step = self.transcoder.finish(out);
            write(self.endings.push(&out[..step.written])).map_err(Stop::Output)?;
            match step.status {
                Status::InputEmpty => break,
                Status::OutputFull => {}
                Status::IllFormed(error) => {
                    self.transcoder = before;
                    return Err(Stop::Text(error));
                }
            }
        }
        write(self.endings.finish()).map_err(Stop::Output)
    }
}

/// A transcoder before an error of a piece. From there another policy can go on.
fn up_to(before: Transcoder, piece: &[u8], error: &StreamError, out: &mut [u8]) -> Transcoder {
    let good = error.offset().saturating_sub(before.state().read());
    let mut transcoder = before;
    let mut rest = &piece[..usize::try_from(good).expect("less than a piece")];
    loop {
        let step = transcoder.push(rest, out);
        rest = &rest[step.read..];
        if step.status != Status::OutputFull {
            break;
        }
    }
    transcoder
}
