//! Text on a terminal, which obeys control characters.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::mem;

/// A CR that would take the cursor back.
const SHOWN_CR: &str = "\\r";

/// A writer that shows control characters, and bytes that are no UTF-8, as escapes: what comes from a file cannot
/// steer the terminal. Tabs, line feeds and the CR before a line feed pass, also where a piece ends between the two.
#[derive(Debug)]
pub(crate) struct Visible<W: Write> {
    output: W,
    text: String,
    /// A CR of which the next piece, or the end, tells whether a line feed follows it.
    is_cr_held: bool,
}

impl<W: Write> Visible<W> {
    pub(crate) fn new(output: W) -> Self {
        Self { output, text: String::new(), is_cr_held: false }
    }
}

impl<W: Write> Write for Visible<W> {
    /// Takes all of a piece, which ends with a whole character.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = &mut self.text;
        text.clear();
        let Some(first) = bytes.first() else { return Ok(0) };
        if mem::take(&mut self.is_cr_held) {
            text.push_str(if *first == b'\n' { "\r" } else { SHOWN_CR });
        }
        let shown = bytes.strip_suffix(b"\r");
        self.is_cr_held = shown.is_some();
        for chunk in shown.unwrap_or(bytes).utf8_chunks() {
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

    /// What is held is shown: for the end, not for a pause in which a line feed may come.
    fn flush(&mut self) -> io::Result<()> {
        if mem::take(&mut self.is_cr_held) {
            self.output.write_all(SHOWN_CR.as_bytes())?;
        }
        self.output.flush()
    }
}

impl<W: Write> Drop for Visible<W> {
    fn drop(&mut self) {
        _ = self.flush();
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::Visible;

    fn shown(pieces: &[&[u8]]) -> String {
        let mut shown = Vec::new();
        let mut out = Visible::new(&mut shown);
        for piece in pieces {
            assert_eq!(out.write(piece).unwrap(), piece.len());
        }
        drop(out);
        String::from_utf8(shown).unwrap()
    }

    #[test]
    fn control_characters_are_shown() {
        let text = b"a\t\xC3\xA9\r\n\x1B[31m\r\x00\x7F\xC2\x9B\xFF\x9B\n";
        assert_eq!(shown(&[text]), "a\t\u{e9}\r\n\\u{1b}[31m\\r\\u{0}\\u{7f}\\u{9b}\\xFF\\x9B\n");
    }

    #[test]
    fn a_piece_that_ends_with_cr() {
        assert_eq!(shown(&[b"a\r", b"\nb"]), "a\r\nb");
        assert_eq!(shown(&[b"a\r", b"", b"\n", b"b"]), "a\r\nb");
        assert_eq!(shown(&[b"a\r", b"b"]), "a\\rb");
        assert_eq!(shown(&[b"\r", b"\r", b"\r\n\r"]), "\\r\\r\r\n\\r");
        assert_eq!(shown(&[b"a\r"]), "a\\r");
        for len in 0..6 {
            let (before, behind) = b"\r\r\n\x1B\r\n".split_at(len);
            assert_eq!(shown(&[before, behind]), "\\r\r\n\\u{1b}\r\n", "{len}");
        }
    }
}
