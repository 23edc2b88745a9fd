//! Chunks that come out as they went in, so that nobody has to write them.

use codeunit_fallback::ByteOrder;

use super::Transcoder;
use super::core::{Core, Counting};
use super::counting::{Lines, Text};
use super::form::Form;
use super::route::with_type;
use super::state::Stage;
use crate::encoding::{Latin1, Utf8, Utf16Be, Utf16Le, Utf32Be, Utf32Le};
use crate::{ByteOrderMark, Status, Step};

/// Below this a piece is not worth being passed on by itself.
const LEAST: usize = 4096;

impl Transcoder {
    /// Takes bytes at the front of a chunk of which the conversion is the same bytes, and tells how many: all of them
    /// but for a sequence that is cut at the end, or some thousands, or none.
    pub(crate) fn pass(&mut self, src: &[u8]) -> usize {
        self.core.pass(src)
    }

    /// Whether the next bytes stand behind a part of a sequence, or of a byte order mark.
    pub(crate) const fn is_inside_sequence(&self) -> bool {
        self.core.state.carry_len > 0
    }

    /// Whether nothing is written, and nothing wrong, if the stream ends here.
    pub(crate) fn is_complete(&self) -> bool {
        let step = self.clone().finish(&mut [0; 64]);
        step == Step { read: 0, written: 0, status: Status::InputEmpty }
    }
}

impl Core {
    fn pass(&mut self, src: &[u8]) -> usize {
        if !self.is_known() || !(self.state.is_plain() || self.begins_with_text(src)) {
            return 0;
        }
        let is_utf8 = (self.source, self.target) == (Form::Utf8, Form::Utf8);
        if is_utf8 && self.counting != Counting::NOTHING {
            let passed = self.pass_counted(&src[..self.source.complete_prefix_len(src)]);
            if passed > 0 {
                return passed;
            }
        }
        let (passing, whole) = self.passing(src);
        if passing < LEAST.min(whole) {
            return 0;
        }
        if self.counting != Counting::NOTHING {
            self.count_both(&src[..passing], &src[..passing]);
        }
        self.pass_over(passing)
    }

    /// Well-formed UTF-8 by pieces, as far as they are. One pass that validates and counts all there is to count is the
    /// fastest for ASCII; other text is faster validated, and then searched for line feeds in the first-level cache. The
    /// last line is looked for once.
    fn pass_counted(&mut self, src: &[u8]) -> usize {
        /// Bytes of a piece, and of those at its front that tell which way it goes.
        const PIECE: usize = 16 << 10;
        const FRONT: usize = 256;
        let engine = self.engine;
        let (mut passed, mut lines) = (0, Lines::default());
        while passed < src.len() {
            let rest = &src[passed..];
            let piece = match rest.get(..PIECE) {
                Some(piece) => &piece[..self.source.complete_prefix_len(piece)],
                None => rest,
            };
            let text = Text { form: Form::Utf8, bytes: piece };
            let is_ascii = engine.is_ascii(&piece[..piece.len().min(FRONT)]);
            if is_ascii || self.counting.code_points {
                let analysis = engine.analyze::<Utf8>(piece);
                if !analysis.is_well_formed() {
                    break;
                }
                self.count_code_points(|| analysis.utf32_len());
                lines.add(text, analysis.line_feeds(), || analysis.utf32_len());
            } else {
                if engine.validate::<Utf8>(piece).is_err() {
                    break;
                }
                lines.add(text, text.line_feeds(engine), || text.code_points(engine));
            }
            passed += piece.len();
        }
        self.count_lines(lines);
        self.pass_over(passed)
    }

    fn pass_over(&mut self, len: usize) -> usize {
        self.state.converted += len as u64;
        self.state.written += len as u64;
        len
    }

    /// Whether the forms inside are the bytes outside.
    fn is_known(&self) -> bool {
        #[cfg(feature = "legacy")]
        let is_known = self.from.legacy().or(self.to.legacy()).is_none();
        #[cfg(not(feature = "legacy"))]
        let is_known = true;
        is_known
    }

    /// How many bytes are the same in the output, and how many could be.
    fn passing(&self, src: &[u8]) -> (usize, usize) {
        match (self.source, self.target) {
            // The sequence that the end cuts may make the one before it look cut as well, so that less passes.
            (from, to) if from == to && from != Form::Ascii => {
                let whole = from.complete_prefix_len(src);
                let front = &src[..whole];
                let valid = with_type!(from, S => self.engine.validate::<S>(front));
                (valid.map_or_else(|error| error.valid_up_to(), |()| whole), whole)
            }
            (Form::Utf8 | Form::Latin1 | Form::Ascii, Form::Utf8 | Form::Latin1 | Form::Ascii) => {
                (self.engine.ascii_prefix_len(src), src.len())
            }
            _ => (0, 0),
        }
    }

    /// Whether the stream begins with text, and so does the output.
    fn begins_with_text(&mut self, src: &[u8]) -> bool {
        let is_begin = self.state.stage == Stage::Mark && self.state.carry_len == 0;
        if !is_begin || src.len() < ByteOrderMark::MAX_LEN {
            return false;
        }
        let detection = self.detect_mark(src);
        if detection.is_pending() || detection.at_end().is_some() {
            return false;
        }
        let first = self.source.decode(src).ok().map(|(first, _)| first);
        let is_text = self.begin_output(first) == Some(Stage::Text);
        if is_text {
            self.state.stage = Stage::Text;
        }
        is_text
    }
}
