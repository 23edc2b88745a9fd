//! Code points and lines, counted in the output of the kernels while it is in the cache.

use super::core::Core;
use super::form::Form;
use crate::Engine;

impl Core {
    /// Adds text of the output in which each ill-formed sequence is one character.
    pub(super) fn count(&mut self, text: &[u8]) {
        self.count_as(self.target, self.route.count, text);
    }

    /// Adds text in this form, whose code points are counted so.
    pub(super) fn count_as(&mut self, form: Form, count: fn(Engine, &[u8]) -> usize, text: &[u8]) {
        if self.counting.code_points {
            self.state.code_points += count(self.engine, text) as u64;
        }
        if self.counting.lines {
            let (line_feeds, line) = match form {
                Form::Utf8 | Form::Latin1 | Form::Ascii => lines(text, *b"\n"),
                Form::Utf16(order) => lines(text, order.bytes16(0x0A)),
                Form::Utf32(order) => lines(text, order.bytes32(0x0A)),
            };
            self.add_lines(line_feeds, count(self.engine, line));
        }
    }

    /// Adds text of the output that is UTF-8, of which this is the analysis.
    #[cfg(feature = "http-body")]
    pub(super) fn count_analyzed(&mut self, text: &[u8], analysis: &crate::Analysis) {
        if self.counting.code_points {
            self.state.code_points += analysis.utf32_len() as u64;
        }
        if self.counting.lines {
            let line_feeds = analysis.line_feeds();
            let line = if line_feeds == 0 { text } else { last_line(text, *b"\n") };
            self.add_lines(line_feeds, (self.route.count)(self.engine, line));
        }
    }

    /// Adds so many line feeds, and so many code points behind the last of them.
    fn add_lines(&mut self, line_feeds: usize, columns: usize) {
        if line_feeds > 0 {
            self.state.line_feeds += line_feeds as u64;
            self.state.column = 0;
        }
        self.state.column += columns as u64;
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

/// So many units are compared at a time.
const LANES: usize = 64;

/// The number of line feeds in a text, and what follows the last of them.
fn lines<const N: usize>(text: &[u8], line_feed: [u8; N]) -> (usize, &[u8]) {
    /// Counters of one byte, which the compiler has in vectors, take so many groups of units.
    const GROUPS: usize = 255;
    let units = text.as_chunks::<N>().0;
    let mut total = 0;
    for block in units.chunks(GROUPS * LANES) {
        let mut counters = [0_u8; LANES];
        let (groups, rest) = block.as_chunks::<LANES>();
        for group in groups {
            for (counter, unit) in counters.iter_mut().zip(group) {
                *counter += u8::from(*unit == line_feed);
            }
        }
        total += counters.iter().map(|&counter| usize::from(counter)).sum::<usize>();
        total += rest.iter().filter(|&unit| *unit == line_feed).count();
    }
    (total, if total == 0 { text } else { last_line(text, line_feed) })
}

/// What follows the last line feed of a text that has one.
fn last_line<const N: usize>(text: &[u8], line_feed: [u8; N]) -> &[u8] {
    let units = text.as_chunks::<N>().0;
    // By groups, since the last line may be long.
    let has = |group: &[[u8; N]]| group.iter().fold(false, |any, unit| any | (*unit == line_feed));
    let mut end = units.len();
    for group in units.rchunks(LANES) {
        if has(group) {
            break;
        }
        end -= group.len();
    }
    let last = units[..end].iter().rposition(|unit| *unit == line_feed).map_or(0, |at| at + 1);
    units[last..].as_flattened()
}
