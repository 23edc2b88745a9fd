//! The line around an error, fit for a terminal.

use codeunit::{Encoding, Policy, StreamError, Transcoder};
use unicode_width::UnicodeWidthStr;

use crate::text::plain_transcoder;

/// Bytes of the text before and behind an error that are looked at: whole code units.
pub(crate) const CONTEXT: usize = 240;

/// How many of them are decoded at first, and then if they do not fill the columns: an error may have as many others
/// around it as there are bytes.
const NEAR: [usize; 3] = [24, 96, CONTEXT];

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
        let (line, rest) = (self.line_before(encoding), self.line_behind(encoding));
        let bad: String = error.bytes().iter().map(|byte| format!("\\x{byte:02X}")).collect();
        let (indent, carets) = (" ".repeat(line.width()), "^".repeat(bad.len()));
        format!("    {line}{bad}{rest}\n    {indent}{carets}")
    }

    fn line_before(&self, encoding: Encoding) -> String {
        let text = &self.before[..];
        // Of the encodings of the Web only the beginning tells where a character begins.
        let is_found_anywhere = !matches!(encoding, Encoding::Legacy(_));
        let near = NEAR.into_iter().filter(|&len| is_found_anywhere && len < text.len());
        for len in near.chain([text.len()]) {
            let mut part = &text[text.len() - len..];
            let is_all = len == text.len();
            if self.is_cut || !is_all {
                part = &part[cut_len(encoding, part)..];
            }
            let part = decoded(encoding, part, true);
            let line = clean(part.rsplit('\n').next().unwrap_or_default());
            match last_columns(&line, COLUMNS.0) {
                Some(line) => return format!("…{line}"),
                None if is_all || part.contains('\n') => return line,
                None => {}
            }
        }
        String::new()
    }

    fn line_behind(&self, encoding: Encoding) -> String {
        let text = &self.behind[..];
        let near = NEAR.into_iter().filter(|&len| len < text.len());
        for len in near.chain([text.len()]) {
            let part = decoded(encoding, &text[..len], false);
            let (line, has_end) = match part.split_once('\n') {
                Some((line, _)) => (line, true),
                None => (&part[..], len == text.len()),
            };
            let line = clean(line.trim_end_matches('\r'));
            match first_columns(&line, COLUMNS.1) {
                Some(line) => return format!("{line}…"),
                None if has_end => return line,
                None => {}
            }
        }
        String::new()
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

/// The beginning of a text that has more columns, in one less.
///
/// What a character adds depends on the one before it: on a letter an accent adds nothing, on an emoji a tone of the
/// skin. To measure each beginning from its first character on would take the square of the time.
fn first_columns(text: &str, columns: usize) -> Option<&str> {
    let (mut width, mut end, mut before) = (0, 0, 0);
    for (at, c) in text.char_indices() {
        let next = at + c.len_utf8();
        width = (width + text[before..next].width()).saturating_sub(text[before..at].width());
        if width > columns {
            return Some(&text[..end]);
        }
        if width < columns {
            end = next;
        }
        before = at;
    }
    None
}

/// The end of a text that has more columns, in one less.
fn last_columns(text: &str, columns: usize) -> Option<&str> {
    let (mut width, mut start, mut behind) = (0, text.len(), text.len());
    for (at, c) in text.char_indices().rev() {
        let next = at + c.len_utf8();
        width = (width + text[at..behind].width()).saturating_sub(text[next..behind].width());
        if width > columns {
            return Some(&text[start..]);
        }
        if width < columns {
            start = at;
        }
        behind = next;
    }
    None
}

#[cfg(test)]
mod tests {
    use codeunit::{Encoding, Policy, Status};

    use unicode_width::UnicodeWidthStr;

    use super::{COLUMNS, Surroundings, Window, clean, cut_len, decoded, plain_transcoder};

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

    /// The lines as they are when all around the error is decoded, and each beginning and end measured.
    fn lines(
        encoding: Encoding,
        Surroundings { before, behind, is_cut }: &Surroundings,
    ) -> [String; 2] {
        let from = if *is_cut { cut_len(encoding, before) } else { 0 };
        let line = decoded(encoding, &before[from..], true);
        let mut line = clean(line.rsplit('\n').next().unwrap());
        if line.width() > COLUMNS.0 {
            let starts = line.char_indices().map(|(at, _)| &line[at..]);
            line = format!("…{}", starts.chain([""]).find(|it| it.width() < COLUMNS.0).unwrap());
        }
        let rest = decoded(encoding, behind, false);
        let mut rest = clean(rest.split('\n').next().unwrap().trim_end_matches('\r'));
        if rest.width() > COLUMNS.1 {
            let ends = rest.char_indices().map(|(at, _)| &rest[..at]);
            rest = format!("{}…", ends.take_while(|it| it.width() < COLUMNS.1).last().unwrap());
        }
        [line, rest]
    }

    /// No less is decoded than is shown, wherever a part begins or ends.
    #[test]
    fn parts_show_what_all_shows() {
        let pieces = [
            "plain",
            "é",
            "日本",
            "e\u{301}\u{302}",
            "☎\u{FE0F}",
            "👍🏽",
            "🎉",
            "لا",
            "\t",
            "\u{7}",
            "\r\n",
            "",
            "",
        ];
        let mut random = 1_u32;
        let mut below = |most: usize| {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (random >> 8) as usize % most
        };
        for round in 0..4000 {
            let encodings = [Encoding::Utf8, Encoding::Utf16Le, Encoding::Utf32Be, Encoding::Ascii];
            let encoding = encodings[round % encodings.len()];
            let kinds = 1 + below(pieces.len());
            let mut text = || {
                let mut bytes = Vec::new();
                while bytes.len() < 240 {
                    let piece = pieces[below(kinds) * 7 % pieces.len()];
                    let to = if encoding == Encoding::Ascii { Encoding::Utf8 } else { encoding };
                    let mut encoder = plain_transcoder(Encoding::Utf8, to, Policy::Strict);
                    encoder.extend(piece.as_bytes(), &mut bytes).unwrap();
                    if piece.is_empty() {
                        bytes.extend_from_slice(
                            &[0x80, 0xDC, 0xD8, 0xF0][below(4)..][..1].repeat(4),
                        );
                    }
                }
                bytes
            };
            let (before, behind) = (text(), text());
            let (len, is_cut) = (below(241) / 4 * 4, below(2) > 0);
            let before = before[before.len() / 4 * 4 - len..before.len() / 4 * 4].to_vec();
            let behind = behind[..below(241)].to_vec();
            let around = Surroundings { before, behind, is_cut };
            let shown = [around.line_before(encoding), around.line_behind(encoding)];
            assert_eq!(shown, lines(encoding, &around), "{encoding} {round}");
        }
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
