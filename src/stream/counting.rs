//! Code points and lines, counted while what was converted is in the cache.
//!
//! What a kernel has converted without a replacement is the same text in the source and in the output, so
//! it is counted where it is shorter, or where lengths alone tell: UTF-32 and Latin-1 have a code unit for
//! each code point, and so have UTF-8 and UTF-16 if they have the same number of them, which is ASCII.

use core::array::from_fn;

use codeunit_fallback::ByteOrder;

use super::core::Core;
use super::form::Form;
use super::route::with_type;
use crate::Engine;
use crate::encoding::{Latin1, Utf8, Utf16Be, Utf16Le, Utf32Be, Utf32Le};

impl Core {
    /// Adds what was converted, as it stands in the source and in the output.
    pub(super) fn count_both(&mut self, source: &[u8], target: &[u8]) {
        let text = if source.len() < target.len() {
            Text { form: self.source, bytes: source }
        } else {
            Text { form: self.target, bytes: target }
        };
        let code_points = self.source.code_points_by_length(source, self.target, target);
        self.count(text, code_points);
    }

    /// Adds text of the output in which each ill-formed sequence is one character.
    pub(super) fn count_output(&mut self, text: &[u8]) {
        self.count(Text { form: self.target, bytes: text }, None);
    }

    /// Adds text, whose code points are so many, if that is known.
    pub(super) fn count(&mut self, text: Text<'_>, code_points: Option<usize>) {
        let (engine, mut code_points) = (self.engine, code_points);
        let mut count = || *code_points.get_or_insert_with(|| text.code_points(engine));
        self.count_code_points(&mut count);
        if self.counting.lines {
            let mut lines = Lines::default();
            lines.add(text, text.line_feeds(engine), count);
            self.count_lines(lines);
        }
    }

    /// Adds so many code points, if they are counted.
    pub(super) fn count_code_points(&mut self, count: impl FnOnce() -> usize) {
        if self.counting.code_points {
            self.state.code_points += count() as u64;
        }
    }

    /// Adds lines to the place, if they are counted.
    pub(super) fn count_lines(&mut self, lines: Lines<'_>) {
        if self.counting.lines {
            let behind = lines.behind as u64;
            self.state.column = match lines.last {
                Some(text) => text.last_line(self.engine).code_points(self.engine) as u64 + behind,
                None => self.state.column + behind,
            };
            self.state.line_feeds += lines.line_feeds as u64;
        }
    }

    /// Adds one character of the source and of the output.
    pub(super) fn count_character(&mut self, character: char) {
        self.count_written();
        self.count_sequence();
        if self.counting.lines && character == '\n' {
            self.state.line_feeds += 1;
            self.state.column = 0;
        }
    }

    /// Adds one character of the output.
    pub(super) fn count_written(&mut self) {
        self.state.code_points += u64::from(self.counting.code_points);
    }

    /// Adds one character or one ill-formed sequence to the line.
    pub(super) fn count_sequence(&mut self) {
        self.state.column += u64::from(self.counting.lines);
    }
}

/// The lines of text that comes in pieces.
#[derive(Default)]
pub(super) struct Lines<'a> {
    line_feeds: usize,
    /// The last piece that has a line feed.
    last: Option<Text<'a>>,
    /// The code points of those behind it.
    behind: usize,
}

impl<'a> Lines<'a> {
    /// Adds a piece with so many line feeds; its code points are counted if it has none.
    pub(super) fn add(
        &mut self,
        text: Text<'a>,
        line_feeds: usize,
        code_points: impl FnOnce() -> usize,
    ) {
        if line_feeds == 0 {
            self.behind += code_points();
        } else {
            *self = Self { line_feeds: self.line_feeds + line_feeds, last: Some(text), behind: 0 };
        }
    }
}

impl Form {
    /// Bytes of a code unit.
    const fn unit(self) -> usize {
        match self {
            Self::Utf8 | Self::Latin1 | Self::Ascii => 1,
            Self::Utf16(_) => 2,
            Self::Utf32(_) => 4,
        }
    }

    /// Whether each code point is one code unit.
    const fn is_fixed(self) -> bool {
        !matches!(self, Self::Utf8 | Self::Utf16(_))
    }

    /// The number of code points of text in this form and in another, where the lengths tell it.
    fn code_points_by_length(self, source: &[u8], to: Self, target: &[u8]) -> Option<usize> {
        let (units, written) = (source.len() / self.unit(), target.len() / to.unit());
        let is_ascii = self.unit() != to.unit() && units == written;
        if self.is_fixed() || is_ascii { Some(units) } else { to.is_fixed().then_some(written) }
    }
}

/// Text in a form.
#[derive(Clone, Copy)]
pub(super) struct Text<'a> {
    pub(super) form: Form,
    pub(super) bytes: &'a [u8],
}

impl Text<'_> {
    pub(super) fn code_points(self, engine: Engine) -> usize {
        with_type!(self.form, S => engine.count::<S>(self.bytes))
    }

    pub(super) fn line_feeds(self, engine: Engine) -> usize {
        with_type!(self.form, S => engine.count_line_feeds::<S>(self.bytes))
    }

    /// What follows the last line feed; all, if there is none.
    fn last_line(self, engine: Engine) -> Self {
        let mut end = self.bytes.len();
        // Mostly the first has it. Where lines are long, the kernel finds the block.
        for block in self.bytes.rchunks(BLOCK) {
            let begin = end - block.len();
            let text = Self { bytes: block, ..self };
            if end == self.bytes.len() || text.line_feeds(engine) > 0 {
                let behind = match self.form {
                    Form::Utf8 | Form::Latin1 | Form::Ascii => behind_last(block, *b"\n"),
                    Form::Utf16(order) => behind_last(block, order.bytes16(0x0A)),
                    Form::Utf32(order) => behind_last(block, order.bytes32(0x0A)),
                };
                if let Some(at) = behind {
                    return Self { bytes: &self.bytes[begin + at..], ..self };
                }
            }
            end = begin;
        }
        self
    }
}

/// Bytes that are looked at for the last line feed in one go.
const BLOCK: usize = 1024;

/// The place behind the last of these units, which have 1, 2 or 4 bytes.
fn behind_last<const N: usize>(text: &[u8], unit: [u8; N]) -> Option<usize> {
    // Lanes of a word: all bits but the highest, which is set in `zeros` where a lane is the unit.
    let below = u64::MAX / (u64::MAX >> (64 - 8 * N)) * (u64::MAX >> (65 - 8 * N));
    let all = u64::from_le_bytes(from_fn(|i| unit[i % N]));
    let (rest, words) = text.as_rchunks::<8>();
    let mut end = text.len();
    for word in words.iter().rev() {
        let x = u64::from_le_bytes(*word) ^ all;
        let zeros = !(((x & below) + below) | x | below);
        if zeros != 0 {
            return Some(end - zeros.leading_zeros() as usize / 8);
        }
        end -= 8;
    }
    let units = rest.as_chunks::<N>().0;
    units.iter().rposition(|other| *other == unit).map(|at| (at + 1) * N)
}
