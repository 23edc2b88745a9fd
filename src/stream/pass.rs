//! Chunks that come out as they went in, so that nobody has to write them.

use core::mem::MaybeUninit;

use codeunit_fallback::ByteOrder;

use super::Transcoder;
use super::core::Core;
use super::counting::{Counting, Lines, Text};
use super::form::Form;
use super::io::End;
use super::route::with_type;
use super::state::Stage;
use crate::ByteOrderMark;
use crate::encoding::{Latin1, Utf8, Utf16Be, Utf16Le, Utf32Be, Utf32Le};

/// Below this a piece is not worth being passed on by itself.
const LEAST: usize = 4096;

impl<H> Transcoder<u8, u8, H> {
    /// Takes bytes at the front of a chunk of which the conversion is the same bytes, and tells how many: all of them
    /// but for a sequence that is cut at the end, or some thousands, or none.
    pub(crate) fn pass(&mut self, src: &[u8]) -> usize {
        self.core.pass(src)
    }

    /// Whether the next bytes stand behind a part of a sequence, or of a byte order mark.
    pub(crate) const fn is_inside_sequence(&self) -> bool {
        self.core.state.carry.len() > 0
    }

    /// Whether nothing is written, nothing wrong and nothing counted if the stream ends here.
    pub(crate) fn is_complete(&self) -> bool {
        if self.is_inside_sequence() {
            return false;
        }
        let mut policy = self.core.policy;
        let mut room = [MaybeUninit::uninit(); 64];
        let done = self.core.clone().step(&[], &mut room, true, &mut policy);
        (done.written, done.end) == (0, End::InputEmpty)
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

    /// Well-formed UTF-8 by pieces, as far as they are, of which a kernel tells in one pass all that is counted. The last
    /// line is looked for once.
    fn pass_counted(&mut self, src: &[u8]) -> usize {
        const PIECE: usize = 32 << 10;
        let engine = self.engine;
        let (mut passed, mut lines) = (0, Lines::default());
        while passed < src.len() {
            let rest = &src[passed..];
            let piece = match rest.get(..PIECE) {
                Some(piece) => &piece[..self.source.complete_prefix_len(piece)],
                None => rest,
            };
            let text = Text { form: Form::Utf8, bytes: piece };
            if self.counting.code_points {
                let analysis = engine.analyze::<Utf8>(piece);
                if !analysis.is_well_formed() {
                    break;
                }
                self.count_code_points(|| analysis.utf32_len());
                lines.add(text, analysis.line_feeds(), || analysis.utf32_len());
            } else {
                let Ok(line_feeds) = engine.kernels().validate_utf8_lines(piece) else { break };
                lines.add(text, line_feeds, || text.code_points(engine));
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
        let is_known = !self.legacy.is_any();
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
        let is_begin = self.state.stage == Stage::Mark && self.state.carry.len() == 0;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Backend, Engine};

    /// Text of every length and of several pieces, and an error at every place of it, on every backend.
    #[test]
    fn lines_are_counted_as_by_two_passes() {
        let check = |src: &[u8]| {
            let line_feeds = src.iter().filter(|&&byte| byte == b'\n').count();
            let std = core::str::from_utf8(src);
            for engine in Backend::ALL.iter().filter_map(|&backend| Engine::with_backend(backend)) {
                let done = engine.kernels().validate_utf8_lines(src);
                assert_eq!(done, engine.validate::<Utf8>(src).map(|()| line_feeds));
                let place = std.map_err(|error| (error.valid_up_to(), error.error_len()));
                let own =
                    |error: crate::Error| (error.valid_up_to(), error.error_len().map(Into::into));
                assert_eq!(done.map_err(own), place.map(|_| line_feeds), "{:?}", engine.backend());
            }
        };
        let units =
            ["a line\n", "zwölf\n", "中文\n文\n\n", "😀\n", "\n", "a line of ASCII, and ñ\n"];
        for unit in
            units.into_iter().chain(["हि\nन्दी\n", "한글\n", "中文中文中文中文中文中文中文中文\n😀"])
        {
            let text = unit.repeat(40_000 / unit.len());
            for len in (0..700).chain([4096, 8191, 8192, 8193, 16_385, 20_000, text.len()]) {
                check(&text.as_bytes()[..len.min(text.len())]);
            }
            for at in (0..600).chain(8180..8200).chain(16_300..16_390) {
                let mut src = text.as_bytes()[..20_000].to_vec();
                src[at] = 0xE2;
                check(&src[..700.max(at + 5)]);
                src[at] = 0xFF;
                check(&src);
            }
        }
    }
}
