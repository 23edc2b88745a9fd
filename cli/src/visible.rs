//! Text on a terminal, which obeys control characters.

use std::fmt::Write as _;
use std::io::{self, Write};

/// A writer that shows control characters, and bytes that are no UTF-8, as escapes: what comes from a file cannot
/// steer the terminal. Tabs, line feeds and the CR before a line feed pass.
#[derive(Debug)]
pub(crate) struct Visible<W> {
    output: W,
    text: String,
}

impl<W: Write> Visible<W> {
    pub(crate) fn new(output: W) -> Self {
        Self { output, text: String::new() }
    }
}

impl<W: Write> Write for Visible<W> {
    /// Takes all of a piece, which ends with a whole character.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = &mut self.text;
        text.clear();
        for chunk in bytes.utf8_chunks() {
            let mut characters = chunk.valid().chars().peekable();
            while let Some(c) = characters.next() {
                let passes =
                    matches!(c, '\t' | '\n') || c == '\r' && characters.peek() == Some(&'\n');
                if passes || !c.is_control() {
                    text.push(c);
                } else {
                    text.extend(c.escape_default());
                }
            }
            for byte in chunk.invalid() {
                _ = write!(text, "\\x{byte:02X}");
            }
        }
        self.output.write_all(text.as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::Visible;

    #[test]
    fn control_characters_are_shown() {
        let mut out = Visible::new(Vec::new());
        let text = b"a\t\xC3\xA9\r\n\x1B[31m\r\x00\x7F\xC2\x9B\xFF\x9B\n";
        assert_eq!(out.write(text).unwrap(), text.len());
        let shown = String::from_utf8(out.output).unwrap();
        assert_eq!(shown, "a\t\u{e9}\r\n\\u{1b}[31m\\r\\u{0}\\u{7f}\\u{9b}\\xFF\\x9B\n");
    }
}
