//! What the beginning of an input decides, and the transcoder for what is to be made of it.

use std::io;

use codeunit::encoding::Utf8;
use codeunit::{
    ByteOrder, ByteOrderMark, Detection, Detector, Encoding, Engine, OutputMark, Policy,
    SourceMark, Transcoder,
};
use serde::{Deserialize, Serialize};

use crate::blocks::Blocks;
use crate::failure::Failure;
use crate::label::Label;

/// What becomes of byte order marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum, Serialize, Deserialize)]
pub(crate) enum Bom {
    /// The output begins with one if the input does
    Keep,
    /// The output begins with none
    Strip,
    /// The output begins with one
    Add,
}

/// How an input is to be read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reading {
    pub(crate) label: Label,
    /// Whether to guess the encoding of an input without a mark.
    pub(crate) detect: bool,
    /// `None`: as the labels say. A mark is what UTF-16 and UTF-32 have by these names, and to every
    /// other label U+FEFF is text.
    pub(crate) bom: Option<Bom>,
    pub(crate) engine: Engine,
    /// Whether what is compressed is decompressed.
    pub(crate) decompress: bool,
}

/// An input whose encoding is known.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Text {
    pub(crate) engine: Engine,
    /// In a byte order that is known.
    pub(crate) encoding: Encoding,
    /// The mark that it begins with and that is not text.
    pub(crate) mark: Option<ByteOrderMark>,
    pub(crate) bom: Option<Bom>,
}

impl Reading {
    /// Refuses to guess what is known.
    pub(crate) fn check(self) -> Result<(), Failure> {
        if self.detect && self.label != Label::Auto {
            return Err(Failure::Usage("--detect goes with --from auto".into()));
        }
        Ok(())
    }

    /// The marks that an input by a known label may begin with: those of the label, and U+FEFF where something is
    /// to be done with it.
    fn marks(self, encoding: Encoding) -> Vec<ByteOrderMark> {
        match encoding {
            Encoding::Utf16 | Encoding::Utf32 => encoding.byte_order_marks().to_vec(),
            _ if self.bom.is_some() => own_mark(encoding).into_iter().collect(),
            _ => Vec::new(),
        }
    }

    /// Whether an input that begins so can be nothing but one thing, whatever follows.
    pub(crate) fn is_decided_by(self, head: &[u8]) -> bool {
        match self.label {
            Label::Auto => self.detector().push(head) != Detection::Pending,
            Label::Known(encoding) => {
                let marks = self.marks(encoding);
                marks.is_empty() || !ByteOrderMark::detect_among(&marks, head).is_pending()
            }
        }
    }

    fn detector(self) -> Detector {
        if self.detect { Detector::guessing() } else { Detector::new() }
    }

    /// Finds out what the input is; `None` if that is to be guessed and nothing speaks for any encoding.
    pub(crate) fn decide(self, input: &mut Blocks<'_>) -> io::Result<Option<Text>> {
        let text =
            |encoding, mark| Some(Text { engine: self.engine, encoding, mark, bom: self.bom });
        let encoding = match self.label {
            Label::Known(encoding) => encoding,
            Label::Auto => {
                let mut detector = self.detector();
                input.peek(|new| detector.push(new) != Detection::Pending)?;
                return Ok(match detector.finish() {
                    Detection::Decided(found) => text(found.encoding, found.mark),
                    _ if self.detect => None,
                    _ => text(Encoding::Utf8, None),
                });
            }
        };
        let marks = self.marks(encoding);
        let mut head = Vec::new();
        let mut mark = None;
        if !marks.is_empty() {
            input.peek(|new| {
                head.extend_from_slice(new);
                !ByteOrderMark::detect_among(&marks, &head).is_pending()
            })?;
            mark = ByteOrderMark::detect_among(&marks, &head).at_end();
        }
        let order = mark.and_then(|mark| mark.encoding().byte_order()).unwrap_or(ByteOrder::Big);
        Ok(text(encoding.in_order(order), mark))
    }
}

/// U+FEFF in an encoding whose name fixes what it would be.
fn own_mark(encoding: Encoding) -> Option<ByteOrderMark> {
    ByteOrderMark::ALL.into_iter().find(|mark| mark.encoding() == encoding)
}

impl Text {
    /// The same behind its beginning: U+FEFF is text.
    pub(crate) fn without_marks(self) -> Self {
        Self { mark: None, ..self.without_output_mark() }
    }

    /// The same where it is not the beginning of the output.
    pub(crate) fn without_output_mark(self) -> Self {
        Self { bom: Some(Bom::Strip), ..self }
    }

    /// A transcoder at the beginning of the input, mark and all.
    pub(crate) fn transcoder(&self, to: Encoding, policy: Policy, count_lines: bool) -> Transcoder {
        let has_scheme_mark = matches!(to, Encoding::Utf16 | Encoding::Utf32);
        let adds = match self.bom {
            None => has_scheme_mark,
            Some(Bom::Keep) => self.mark.is_some(),
            Some(Bom::Strip) => false,
            Some(Bom::Add) => true,
        };
        // All about marks is decided here: to the types U+FEFF is a character as any other.
        let to = to.in_order(ByteOrder::Big);
        let transcoder = plain_transcoder(self.encoding, to, policy);
        let source_mark = if self.mark.is_some() { SourceMark::Mark } else { SourceMark::ByScheme };
        let output_mark = if adds { OutputMark::Add } else { OutputMark::None };
        let transcoder =
            transcoder.with_engine(self.engine).source_mark(source_mark).output_mark(output_mark);
        if count_lines { transcoder.counting_lines() } else { transcoder }
    }
}

/// A transcoder to which U+FEFF is a character as any other.
pub(crate) fn plain_transcoder(from: Encoding, to: Encoding, policy: Policy) -> Transcoder {
    match (from, to) {
        (Encoding::Utf8, Encoding::Utf8) => Transcoder::new(Utf8, Utf8, policy),
        (Encoding::Utf8, to) => Transcoder::new(Utf8, to, policy),
        (from, Encoding::Utf8) => Transcoder::new(from, Utf8, policy),
        (from, to) => Transcoder::new(from, to, policy),
    }
}
