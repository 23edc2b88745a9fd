//! The line around an error, fit for a terminal.

use codeunit::{Encoding, Policy, StreamError, Transcoder};
use unicode_width::UnicodeWidthStr;

use crate::text::plain_transcoder;

/// Bytes of the text before and behind an error that are looked at: whole code units.
pub(crate) const CONTEXT: usize = 240;

/// The most columns of a terminal before and behind an error.
const COLUMNS: (usize, usize) = (44, 24);

/// The last blocks of an input, and where they begin.
#[derive(Default)]
pub(crate) struct Window {
    bytes: Vec<u8>,
    start: u64,
    is_at_end: bool,
}

/// What is known of the surroundings of an error.
pub(crate) struct Surroundings {
    before: Vec<u8>,
    behind: Vec<u8>,
    /// Whether what is before begins in the middle of something.
    is_cut: bool,
}

impl Window {
    /// The next block; an empty one at the end.
    pub(crate) fn push(&mut self, block: &[u8]) {
        let old = self.bytes.len().saturating_sub(CONTEXT + 4);
        self.bytes.drain(..old);
        self.start += old as u64;
        self.bytes.extend_from_slice(block);
        self.is_at_end = block.is_empty();
    }

    /// What is around an error in the last block, and whether that is all.
    pub(crate) fn around(&self, error: &StreamError) -> (Surroundings, bool) {
        let offset = error.offset().saturating_sub(self.start) as usize;
        let at = offset.min(self.bytes.len());
        let end = (at + error.bytes().len()).min(self.bytes.len());
        let behind = &self.bytes[end..];
        let is_all = behind.len() >= CONTEXT || self.is_at_end;
        let from = at.saturating_sub(CONTEXT);
        let around = Surroundings {
            before: self.bytes[from..at].to_vec(),
            behind: behind[..behind.len().min(CONTEXT)].to_vec(),
            is_cut: from > 0 || self.start > 0,
        };
        (around, is_all)
    }
}

impl Surroundings {
    /// Adds what came later.
    pub(crate) fn extend(&mut self, block: &[u8]) {
        let room = CONTEXT.saturating_sub(self.behind.len());
        self.behind.extend_from_slice(&block[..block.len().min(room)]);
    }

    /// The line, and another with carets under the error.
    pub(crate) fn render(&self, encoding: Encoding, error: &StreamError) -> String {
        let mut before = &self.before[..];
        if self.is_cut {
            before = &before[cut_len(encoding, before)..];
        }
        let before = decoded(encoding, before, true);
        let line = before.rsplit('\n').next().unwrap_or_default();
        let behind = decoded(encoding, &self.behind, false);
        let rest = behind.split('\n').next().unwrap_or_default().trim_end_matches('\r');
        let (line, rest) = (clean(line), clean(rest));
        let (line, rest) = (last_columns(&line, COLUMNS.0), first_columns(&rest, COLUMNS.1));
        let bad: String = error.bytes().iter().map(|byte| format!("\\x{byte:02X}")).collect();
        let (indent, carets) = (" ".repeat(line.width()), "^".repeat(bad.len()));
        format!("    {line}{bad}{rest}\n    {indent}{carets}")
    }
}

/// How many bytes at the beginning belong to a character that began before.
fn cut_len(encoding: Encoding, text: &[u8]) -> usize {
    match encoding {
        Encoding::Utf8 => {
            text.iter().take(3).take_while(|&&byte| byte & 0b1100_0000 == 0b1000_0000).count()
        }
        Encoding::Utf16Le | Encoding::Utf16Be => {
            let high = usize::from(encoding == Encoding::Utf16Le);
            if text.get(high).is_some_and(|byte| byte & 0xFC == 0xDC) { 2 } else { 0 }
        }
        _ => 0,
    }
}

/// The text in UTF-8, with what is ill-formed escaped. What the end cuts is ill-formed if nothing of it follows.
fn decoded(encoding: Encoding, text: &[u8], is_whole: bool) -> String {
    let mut transcoder: Transcoder = plain_transcoder(encoding, Encoding::Utf8, Policy::Escape);
    let mut out = vec![0; text.len() * 12 + 64];
    let mut written = transcoder.push(text, &mut out).written;
    if is_whole {
        written += transcoder.finish(&mut out[written..]).written;
    }
    out.truncate(written);
    String::from_utf8(out).unwrap_or_default()
}

/// The text without what could steer a terminal or turn it around.
fn clean(text: &str) -> String {
    let steers = |c: char| {
        c.is_control()
            || matches!(c, '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}')
            || matches!(c, '\u{61C}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}' | '\u{E0000}'..='\u{E0FFF}')
    };
    text.chars()
        .map(|c| {
            if c == '\t' {
                ' '
            } else if steers(c) {
                '·'
            } else {
                c
            }
        })
        .collect()
}

fn first_columns(text: &str, columns: usize) -> String {
    if text.width() <= columns {
        return text.into();
    }
    let end = text.char_indices().map(|(at, _)| at).take_while(|&at| text[..at].width() < columns);
    format!("{}…", &text[..end.last().unwrap_or(0)])
}

fn last_columns(text: &str, columns: usize) -> String {
    if text.width() <= columns {
        return text.into();
    }
    let start = text.char_indices().map(|(at, _)| at).find(|&at| text[at..].width() < columns);
    format!("…{}", &text[start.unwrap_or(text.len())..])
}

#[cfg(test)]
mod tests {
    use codeunit::{Encoding, Policy, Status};

    use super::{Window, plain_transcoder};

    fn excerpt(encoding: Encoding, text: &[u8]) -> String {
        let mut transcoder = plain_transcoder(encoding, Encoding::Utf8, Policy::Strict);
        let mut window = Window::default();
        window.push(text);
        let mut out = vec![0; text.len() * 4];
        let error = match transcoder.push(text, &mut out).status {
            Status::IllFormed(error) => error,
            _ => {
                window.push(b"");
                let Status::IllFormed(error) = transcoder.finish(&mut out).status else { panic!() };
                error
            }
        };
        window.around(&error).0.render(encoding, &error)
    }

    #[test]
    fn carets_are_under_the_error() {
        let text = excerpt(Encoding::Utf8, b"one\ntwo \xE2\x82 rest\r\nthree");
        assert_eq!(text, "    two \\xE2\\x82 rest\n        ^^^^^^^^");
        let text = excerpt(
            Encoding::Utf8,
            "日本e\u{301}".as_bytes().iter().copied().chain([0xFF]).collect::<Vec<_>>().as_slice(),
        );
        assert_eq!(text, "    日本e\u{301}\\xFF\n         ^^^^");
        let text = excerpt(Encoding::Utf16Le, b"a\0\n\0b\0\x3D\xD8c\0");
        assert_eq!(text, "    b\\x3D\\xD8c\n     ^^^^^^^^");
        assert_eq!(excerpt(Encoding::Utf8, b"\xF0\x9F"), "    \\xF0\\x9F\n    ^^^^^^^^");
    }

    #[test]
    fn long_lines_are_cut() {
        let text = excerpt(
            Encoding::Utf8,
            &[&b"\xC3\xA9".repeat(500)[..], b"\xFF", &[b'x'; 500]].concat(),
        );
        let expected = format!("    …{}\\xFF{}…", "é".repeat(43), "x".repeat(23));
        assert_eq!(text.lines().next(), Some(expected.as_str()));
        assert_eq!(text.lines().nth(1), Some(format!("    {}^^^^", " ".repeat(44)).as_str()));
    }

    #[test]
    fn nothing_steers_the_terminal() {
        let text = excerpt(
            Encoding::Utf8,
            "\u{1B}[31m\t\u{202E}\u{9B}\u{7}"
                .as_bytes()
                .iter()
                .copied()
                .chain([0x80])
                .collect::<Vec<_>>()
                .as_slice(),
        );
        assert_eq!(text.lines().next(), Some("    ·[31m ···\\x80"));
    }
}
