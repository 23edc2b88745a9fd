//! Lines and columns.

use codeunit::Engine;
use memchr::{memchr_iter, memrchr};

use crate::codec::Reader;
use crate::encoding::Scheme;

/// A place in a text, both numbers from 1.
///
/// Lines end with a line feed (U+000A), so CRLF counts once. The column counts code points, a byte
/// order mark that is text among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Position {
    pub(crate) line: u64,
    pub(crate) column: u64,
}

/// Follows a text that arrives in pieces, each of whole characters.
pub(crate) struct Counter {
    engine: Engine,
    scheme: Scheme,
    reader: Reader,
    position: Position,
}

impl Counter {
    pub(crate) fn new(engine: Engine, scheme: Scheme) -> Self {
        let position = Position { line: 1, column: 1 };
        Self { engine, scheme, reader: Reader::new(scheme), position }
    }

    /// The place behind the text so far.
    pub(crate) fn position(&self) -> Position {
        self.position
    }

    pub(crate) fn advance(&mut self, text: &[u8]) {
        let (line_feeds, last_line) = line_feeds(self.scheme, text);
        if line_feeds > 0 {
            self.position.line += line_feeds;
            self.position.column = 1;
        }
        self.position.column += (self.reader.count)(self.engine, &text[last_line..]) as u64;
    }
}

/// The number of line feeds, and where the line behind the last one begins.
fn line_feeds(scheme: Scheme, text: &[u8]) -> (u64, usize) {
    let pattern = scheme.line_feed();
    if pattern.len() == 1 {
        let count = memchr_iter(b'\n', text).count();
        return (count as u64, memrchr(b'\n', text).map_or(0, |at| at + 1));
    }
    // A byte 0A is a line feed only where the rest of its code unit is zero.
    let shift = if pattern[0] == b'\n' { 0 } else { pattern.len() - 1 };
    let (mut count, mut last_line) = (0, 0);
    for at in memchr_iter(b'\n', text) {
        let Some(start) = at.checked_sub(shift) else { continue };
        if start % pattern.len() == 0 && text[start..].starts_with(pattern) {
            count += 1;
            last_line = start + pattern.len();
        }
    }
    (count, last_line)
}

#[cfg(test)]
mod tests {
    use codeunit::Engine;

    use super::{Counter, Position};
    use crate::codec::Converter;
    use crate::encoding::Scheme;

    fn encoded(text: &str, scheme: Scheme) -> Vec<u8> {
        let mut out = vec![0; 4 * text.len()];
        let strict = Converter::new(Scheme::Utf8, scheme).strict;
        let len = strict(Engine::active(), text.as_bytes(), &mut out).unwrap();
        out.truncate(len);
        out
    }

    #[test]
    fn every_encoding_counts_alike() {
        // U+0A00, U+0A0A, U+000A and U+0A0D have the byte 0A in every place.
        let text = "a\r\nb\u{0A00}\u{0A0A}\u{0A0D}\n\n\u{1F60A}\u{10A0A}x";
        for scheme in Scheme::ALL.into_iter().filter(|&scheme| scheme != Scheme::Latin1) {
            let mut counter = Counter::new(Engine::active(), scheme);
            let (mut line, mut column) = (1, 1);
            for c in text.chars() {
                counter.advance(&encoded(&c.to_string(), scheme));
                (line, column) = if c == '\n' { (line + 1, 1) } else { (line, column + 1) };
                assert_eq!(counter.position(), Position { line, column }, "{scheme:?}");
            }
            let mut at_once = Counter::new(Engine::active(), scheme);
            at_once.advance(&encoded(text, scheme));
            assert_eq!(at_once.position(), Position { line: 4, column: 4 }, "{scheme:?}");
        }
    }

    #[test]
    fn latin1_counts_bytes() {
        let mut counter = Counter::new(Engine::active(), Scheme::Latin1);
        counter.advance(b"\xE9\n\xE9\xE9");
        assert_eq!(counter.position(), Position { line: 2, column: 3 });
    }
}
