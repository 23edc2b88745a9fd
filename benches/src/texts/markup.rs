//! JSON and HTML: markup in ASCII around text of other scripts.

use std::fmt::Write as _;

use super::random::Random;
use super::scripts::SCRIPTS;
use super::words::Writer;

/// Messages of a social network, one JSON document a line.
pub(super) struct Json {
    /// English first.
    writers: Vec<(&'static str, Writer)>,
}

impl Json {
    pub(super) fn new() -> Self {
        let writers = SCRIPTS.iter().map(|script| (script.name, Writer::new(script))).collect();
        Json { writers }
    }

    /// One line.
    pub(super) fn line(&self, random: &mut Random, out: &mut String) {
        let latin = &self.writers[0].1;
        let which = if random.chance(35) { 0 } else { random.below(self.writers.len()) };
        let (language, writer) = &self.writers[which];
        let _ = write!(
            out,
            "{{\"id\":{},\"created_at\":\"2026-{:02}-{:02}T{:02}:{:02}:{:02}Z\",\"lang\":\"{language}\",",
            random.bits() >> 11,
            random.between(1, 12),
            random.between(1, 28),
            random.below(24),
            random.below(60),
            random.below(60),
        );
        let _ = write!(out, "\"user\":{{\"id\":{},\"name\":", random.bits() >> 34);
        string(out, |out| writer.title(2, random, out));
        out.push_str(",\"screen_name\":");
        string(out, |out| latin.word(random, out));
        let _ = write!(
            out,
            ",\"followers\":{},\"verified\":{},\"url\":null}},\"text\":",
            random.below(20_000),
            random.chance(5)
        );
        string(out, |out| {
            for i in 0..random.between(1, 3) {
                out.push_str(if i == 0 { "" } else { "\n" });
                writer.sentence(random, out);
            }
        });
        out.push_str(",\"tags\":[");
        for i in 0..random.below(4) {
            out.push_str(if i == 0 { "" } else { "," });
            string(out, |out| writer.word(random, out));
        }
        let _ = writeln!(
            out,
            "],\"reposts\":{},\"likes\":{},\"link\":\"https://example.org/s/{:x}\"}}",
            random.below(300),
            random.below(3000),
            random.bits() >> 24,
        );
    }
}

/// Writes a JSON string; what `write` puts in it is escaped as it must be, and no more.
fn string(out: &mut String, write: impl FnOnce(&mut String)) {
    let mut value = String::new();
    write(&mut value);
    out.push('"');
    for character in value.chars() {
        match character {
            '"' | '\\' => out.extend(['\\', character]),
            '\n' => out.push_str("\\n"),
            _ => out.push(character),
        }
    }
    out.push('"');
}

/// The body of a page of an encyclopedia in Chinese.
pub(super) struct Html {
    latin: Writer,
    content: Writer,
}

impl Html {
    pub(super) fn new() -> Self {
        let writer = |name| SCRIPTS.iter().find(|script| script.name == name).map(Writer::new);
        Html { latin: writer("latin").unwrap(), content: writer("chinese").unwrap() }
    }

    /// A heading, a list, a row of a table, a picture or, mostly, a paragraph.
    pub(super) fn block(&self, random: &mut Random, out: &mut String) {
        let number = random.between(1, 999);
        match random.below(12) {
            0 => {
                let _ = write!(out, "<h2 id=\"s-{number}\"><span class=\"headline\">");
                self.content.title(2, random, out);
                out.push_str("</span></h2>\n");
            }
            1 => {
                out.push_str("<ul class=\"plain\">\n");
                for _ in 0..random.between(2, 6) {
                    out.push_str("  <li>");
                    self.link(random, out);
                    self.content.title(random.between(2, 8), random, out);
                    out.push_str("</li>\n");
                }
                out.push_str("</ul>\n");
            }
            2 | 3 => {
                out.push_str("<tr><th scope=\"row\">");
                self.content.title(2, random, out);
                let _ = write!(out, "</th><td class=\"num\">{number}</td><td>");
                self.content.title(random.between(1, 5), random, out);
                out.push_str("</td></tr>\n");
            }
            4 => {
                let _ = write!(out, "<img src=\"/media/{number}/");
                self.latin.word(random, out);
                out.push_str(".jpg\" width=\"320\" height=\"240\" loading=\"lazy\" alt=\"");
                self.content.title(random.between(2, 5), random, out);
                out.push_str("\">\n");
            }
            _ => {
                out.push_str("<p>");
                for _ in 0..random.between(1, 4) {
                    self.content.title(random.between(1, 12), random, out);
                    self.link(random, out);
                    self.content.sentence(random, out);
                    self.link(random, out);
                    if random.chance(40) {
                        let _ = write!(out, "<sup><a href=\"#note-{number}\">[{number}]</a></sup>");
                    }
                }
                out.push_str("</p>\n");
            }
        }
    }

    fn link(&self, random: &mut Random, out: &mut String) {
        out.push_str("<a href=\"/wiki/");
        self.latin.word(random, out);
        out.push('_');
        self.latin.word(random, out);
        let start = out.len();
        out.push_str("\" title=\"");
        let title = out.len();
        self.content.title(random.between(1, 3), random, out);
        let title = out[title..].to_string();
        if random.chance(30) {
            out.insert_str(start, "\" class=\"new");
        }
        let _ = write!(out, "\">{title}</a>");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::generate;

    #[test]
    fn strings_are_escaped() {
        let mut out = String::new();
        string(&mut out, |out| out.push_str("a\"b\\c\né"));
        assert_eq!(out, "\"a\\\"b\\\\c\\né\"");
    }

    #[test]
    fn a_line_of_json_is_one_object() {
        let text = generate("json", 64 << 10).unwrap().text;
        let last = text.lines().count() - 1;
        for line in text.lines().take(last) {
            assert!(line.starts_with("{\"id\":") && line.ends_with("\"}"), "{line}");
            let (mut depth, mut inside, mut escaped) = (0, false, false);
            for character in line.chars() {
                match character {
                    _ if escaped => escaped = false,
                    '\\' => escaped = true,
                    '"' => inside = !inside,
                    '{' | '[' if !inside => depth += 1,
                    '}' | ']' if !inside => depth -= 1,
                    _ => {}
                }
            }
            assert!(depth == 0 && !inside, "{line}");
        }
    }
}
