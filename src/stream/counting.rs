//! Code points and lines, counted while what was converted is in the cache.
//!
//! What a kernel has converted without a replacement is the same text in the source and in the output, so
//! it is counted where it is shorter, or where lengths alone tell: UTF-32 and Latin-1 have a code unit for
//! each code point, and so have UTF-8 and UTF-16 if they have the same number of them, which is ASCII.

use codeunit_fallback::form::{Utf16, Utf32};
use codeunit_fallback::{ByteOrder, count_last_line_utf32};

use super::core::Core;
use super::form::Form;
use super::route::with_type;
use crate::Engine;
use crate::encoding::{Latin1, Utf8, Utf16Be, Utf16Le, Utf32Be, Utf32Le};

/// What is counted beside the conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Counting {
    pub(crate) code_points: bool,
    pub(crate) lines: bool,
}

impl Counting {
    pub(crate) const NOTHING: Self = Self { code_points: false, lines: false };

    /// What a kernel is given of a source at once, in bytes: where it is counted, not more than a cache has room for with
    /// its output. For code points that is the first-level one; line feeds are counted as fast from the second, and each
    /// piece has a last line to look for.
    #[inline]
    pub(super) const fn at_once(self) -> usize {
        match self {
            Self::NOTHING => usize::MAX,
            Self { code_points: true, .. } => 16 << 10,
            Self { code_points: false, .. } => 128 << 10,
        }
    }
}

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

    /// Adds a chunk that was converted by one call, but for what is carried now. If something was carried before, the
    /// chunk begins in a character that the output begins with.
    pub(super) fn count_whole(&mut self, was_carried: bool, chunk: &[u8], target: &[u8]) {
        if was_carried {
            self.count_output(target);
        } else {
            self.count_both(&chunk[..chunk.len() - self.state.carry.len()], target);
        }
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
                Some(text) => {
                    let here = text.last_line(self.engine).expect("line feeds were counted in it");
                    here as u64 + behind
                }
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

    /// The code points behind the last line feed, if there is one.
    fn last_line(self, engine: Engine) -> Option<usize> {
        let kernels = engine.kernels();
        match self.form {
            Form::Utf8 => kernels.count_last_line_utf8(self.bytes),
            Form::Latin1 | Form::Ascii => kernels.count_last_line_latin1(self.bytes),
            Form::Utf16(order) => {
                kernels.count_last_line_utf16(Utf16(order), self.bytes.as_chunks().0)
            }
            Form::Utf32(order) => count_last_line_utf32(Utf32(order), self.bytes.as_chunks().0),
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;
    use crate::{Backend, Encoding};

    /// Text of every length without a line feed, and with the last one at every place, beside units that share a byte
    /// with it, in every form on every backend.
    #[test]
    fn the_last_line_of_every_length() {
        // U+0A0A and U+0A00 have bytes 0A in UTF-16 and UTF-32.
        let of_two: Vec<char> = "aé中\u{A0A}😀\u{A00}\u{8A}\u{1A}b\u{10A0A}".chars().collect();
        let of_one: Vec<char> = "aé\u{FF}\u{8A}\u{80}\u{1A}\u{0B}b".chars().collect();
        let forms = [
            (Encoding::Utf8, Form::Utf8, &of_two),
            (Encoding::Latin1, Form::Latin1, &of_one),
            (Encoding::Utf16Le, Form::Utf16(ByteOrder::Little), &of_two),
            (Encoding::Utf16Be, Form::Utf16(ByteOrder::Big), &of_two),
            (Encoding::Utf32Le, Form::Utf32(ByteOrder::Little), &of_two),
            (Encoding::Utf32Be, Form::Utf32(ByteOrder::Big), &of_two),
        ];
        for (encoding, form, chars) in forms {
            let check = |text: &[char], wanted: Option<usize>| {
                let bytes = encoded(encoding, text);
                for &backend in Backend::ALL {
                    let Some(engine) = Engine::with_backend(backend) else { continue };
                    let counted = Text { form, bytes: &bytes }.last_line(engine);
                    assert_eq!(counted, wanted, "{form:?}, {backend:?}: {text:?}");
                }
            };
            for behind in 0..300 {
                for before in [0, 1, 7, 40, 200] {
                    let chars = || chars.iter().cycle().copied();
                    let line = chars().skip(before % 10).take(behind);
                    check(&line.clone().collect::<Vec<_>>(), None);
                    let front = "\n".chars().chain(chars().take(before)).chain(['\n']);
                    check(&front.chain(line).collect::<Vec<_>>(), Some(behind));
                }
            }
        }
    }

    fn encoded(encoding: Encoding, text: &[char]) -> Vec<u8> {
        let units16 = || text.iter().flat_map(|c| c.encode_utf16(&mut [0; 2]).to_vec());
        match encoding {
            Encoding::Utf8 => text.iter().collect::<alloc::string::String>().into_bytes(),
            Encoding::Latin1 => text.iter().map(|&c| c as u8).collect(),
            Encoding::Utf16Le => units16().flat_map(u16::to_le_bytes).collect(),
            Encoding::Utf16Be => units16().flat_map(u16::to_be_bytes).collect(),
            Encoding::Utf32Le => text.iter().flat_map(|&c| (c as u32).to_le_bytes()).collect(),
            _ => text.iter().flat_map(|&c| (c as u32).to_be_bytes()).collect(),
        }
    }
}
