//! Positions of the Language Server Protocol for a document under a stream of edits.
//!
//! ```console
//! $ cargo run --example lsp_positions
//! ```
//!
//! A client counts lines from 0 and, within a line, whatever was negotiated: `utf-8`, `utf-16` (the default) or
//! `utf-32` (LSP 3.17, `positionEncoding`). It sends each change as a range in those and the new text
//! (`textDocument/didChange`). A server in Rust has bytes. What stands between is an [`OffsetIndex`]: it is told of
//! each change, looks at no more than the chunks that the change touches, and answers in the time of one short scan
//! wherever in the document the question is.

use std::error::Error;
use std::ops::Range;

use codeunit::index::{EditError, LineEnds, OffsetIndex, Position, Unit};

/// The unit of a `PositionEncodingKind`.
fn unit(position_encoding: &str) -> Option<Unit> {
    match position_encoding {
        "utf-8" => Some(Unit::Utf8),
        "utf-16" => Some(Unit::Utf16),
        "utf-32" => Some(Unit::CodePoint),
        _ => None,
    }
}

/// A document that is open in an editor.
struct Document {
    text: String,
    index: OffsetIndex<str>,
    /// What the client's columns count.
    unit: Unit,
}

impl Document {
    /// What `textDocument/didOpen` brings.
    fn open(text: String, unit: Unit) -> Self {
        // In the protocol `\n`, `\r\n` and `\r` end a line.
        let index = OffsetIndex::new(&text[..], LineEnds::CrLf);
        Self { text, index, unit }
    }

    /// The byte at a position of the client. A column behind its line is the end of the line.
    fn byte(&self, position: Position) -> usize {
        self.index.offset(&self.text, position, self.unit)
    }

    /// The position at a byte, for the client.
    fn position(&self, byte: usize) -> Position {
        self.index.position(&self.text, byte, self.unit)
    }

    /// What `textDocument/didChange` brings: new text in the place of a range.
    fn change(&mut self, range: Range<Position>, new: &str) -> Result<(), EditError> {
        let start = self.byte(range.start);
        // A client must not send a range that ends before it starts.
        let end = self.byte(range.end).max(start);
        self.text.replace_range(start..end, new);
        self.index.edit(&self.text, start..end, new.len())
    }
}

fn at(line: usize, column: usize) -> Position {
    Position { line, column }
}

fn main() -> Result<(), Box<dyn Error>> {
    let source = "fn main() {\r\n    let face = \"😀\"; // ¿qué?\r\n    print(face);\r\n}\r\n";
    for name in ["utf-8", "utf-16", "utf-32"] {
        let unit = unit(name).ok_or("a position encoding")?;
        let mut document = Document::open(source.into(), unit);
        let byte = document.text.find("¿").ok_or("it is in the text")?;
        let Position { line, column } = document.position(byte);
        println!("{name:<7} the question is at line {line}, column {column}, byte {byte}");

        // Key by key, in front of the question, as an editor sends it.
        let mut cursor = document.position(byte);
        for key in ["€", "𝄞", "x"] {
            document.change(cursor..cursor, key)?;
            cursor.column += codeunit::index::count(key, unit);
        }
        // A line more, a line less, and what was typed again.
        document.change(at(2, 0)..at(2, 0), "    // 中\n")?;
        document.change(at(3, 0)..at(4, 0), "")?;
        document.change(document.position(byte)..cursor, "")?;

        let byte = document.text.find("中").ok_or("it is in the text")?;
        let Position { line, column } = document.position(byte);
        println!("{name:<7} the middle is at line {line}, column {column}, byte {byte}");
        assert_eq!(document.byte(at(line, column)), byte);
        assert_eq!(document.text.lines().count(), document.index.line_count() - 1);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same by a walk over the text.
    fn slow(document: &Document, byte: usize) -> Position {
        let before = &document.text[..byte];
        let unified = before.replace("\r\n", "\n").replace('\r', "\n");
        let line = unified.matches('\n').count();
        let column = unified.rsplit('\n').next().unwrap_or_default();
        let column = match document.unit {
            Unit::Utf8 => column.len(),
            Unit::Utf16 => column.encode_utf16().count(),
            Unit::CodePoint => column.chars().count(),
        };
        Position { line, column }
    }

    #[test]
    fn it_runs() {
        main().unwrap();
    }

    #[test]
    fn a_stream_of_edits() {
        for unit in [Unit::Utf8, Unit::Utf16, Unit::CodePoint] {
            let mut document = Document::open("añ€😀\r\nb\rc\n".repeat(2000), unit);
            let mut random = 1_usize;
            for _ in 0..300 {
                random = random.wrapping_mul(0x2545_F491).wrapping_add(0x4F6C_DD1D) & 0xFFFF_FFFF;
                let start = at(random % 6000, random / 7 % 8);
                let end = at(start.line + random / 11 % 3, random / 13 % 8);
                let new = ["", "x", "😀", "é\n", "\r\n", "中文"][random / 17 % 6];
                let byte = document.byte(start) + new.len();
                document.change(start..end.max(start), new).unwrap();
                // Between CR and LF there is no position.
                let crlf = document.text[byte..].starts_with('\n')
                    && document.text[..byte].ends_with('\r');
                if !crlf {
                    assert_eq!(document.position(byte), slow(&document, byte));
                    assert_eq!(document.byte(document.position(byte)), byte);
                }
            }
            let anew = OffsetIndex::new(&document.text[..], LineEnds::CrLf);
            assert_eq!(document.index.line_count(), anew.line_count());
            assert_eq!(document.index.count(unit), anew.count(unit));
        }
    }
}
