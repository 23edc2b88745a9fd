//! Access logs: ASCII but for a share of the characters that is kept to.

use std::fmt::Write as _;

use super::random::Random;
use super::scripts::SCRIPTS;
use super::words::Writer;

const AGENTS: [&str; 5] = [
    "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile/15E148",
    "curl/8.14.1",
    "Mozilla/5.0 (compatible; ExampleBot/2.1; +https://example.org/bot.html)",
];

/// Lines of an access log in the combined format. Of every thousand characters `per_mille` are beyond
/// ASCII, in words of every script: names in paths, search words, users, and devices in user agents.
pub(super) struct Log {
    per_mille: usize,
    /// Characters so far, and those of them beyond ASCII.
    written: usize,
    beyond: usize,
    /// Since the log's first midnight.
    seconds: usize,
    latin: Writer,
    others: Vec<Writer>,
}

impl Log {
    pub(super) fn new(per_mille: usize) -> Self {
        let latin = Writer::new(&SCRIPTS[0]);
        let others = SCRIPTS[1..].iter().map(Writer::new).collect();
        Log { per_mille, written: 0, beyond: 0, seconds: 0, latin, others }
    }

    /// One line.
    pub(super) fn line(&mut self, random: &mut Random, out: &mut String) {
        let start = out.len();
        let words = self.words(random);
        // A single word stands anywhere; of several the first is a path's, the rest are a search.
        let slot = if words.len() > 1 { 4 } else { random.below(4) };
        let first = words.first().map_or("", String::as_str);
        let at = |wanted, otherwise| if slot == wanted { first } else { otherwise };

        self.seconds += random.below(9);
        let (day, hour) = (self.seconds / 86_400 % 30 + 1, self.seconds / 3600 % 24);
        let (minute, second) = (self.seconds / 60 % 60, self.seconds % 60);
        let net = random.one_of(&["192.0.2", "198.51.100", "203.0.113"]);
        let user = if first.is_empty() { "-" } else { at(0, "-") };
        let _ = write!(
            out,
            "{net}.{} - {user} [{day:02}/Nov/2026:{hour:02}:{minute:02}:{second:02} +0000] \"GET /",
            random.below(256),
        );
        for _ in 0..random.between(1, 3) {
            self.latin.word(random, out);
            out.push('/');
        }
        out.push_str(if slot == 4 { first } else { at(1, "index") });
        let search: &[String] = match slot {
            4 => &words[1..],
            2 => &words,
            _ => &[],
        };
        if !search.is_empty() {
            let _ = write!(out, "?q={}", search.join("+"));
        }
        let status = random.one_of(&[200, 200, 200, 200, 200, 304, 301, 404, 500]);
        let _ = write!(out, " HTTP/1.1\" {status} {} \"", random.between(120, 99_999));
        if random.chance(60) {
            out.push_str("https://www.example.org/");
            self.latin.word(random, out);
        } else {
            out.push('-');
        }
        let _ = write!(out, "\" \"{}", random.one_of(&AGENTS));
        if slot == 3 && !first.is_empty() {
            let _ = write!(out, " ({first})");
        }
        out.push_str("\"\n");

        self.written += out[start..].chars().count();
        self.beyond += beyond(&out[start..]);
    }

    /// Words for the next line, as many as the share of characters asks for: often none, and more for
    /// the lines without.
    fn words(&self, random: &mut Random) -> Vec<String> {
        let debt = (self.written * self.per_mille / 1000).saturating_sub(self.beyond);
        let mut words = Vec::new();
        let mut paid = 0;
        // A line is of one language.
        let writer = &self.others[random.below(self.others.len())];
        if debt > random.below(5 + self.per_mille * 2 / 5) {
            while paid < debt && words.len() < 14 {
                let mut word = String::new();
                writer.word(random, &mut word);
                match beyond(&word) {
                    // A word without an accent, of a script with few.
                    0 => continue,
                    count if paid + count > debt + 3 => break,
                    count => paid += count,
                }
                words.push(word);
            }
        }
        words
    }
}

/// How many characters are beyond ASCII.
fn beyond(text: &str) -> usize {
    text.chars().filter(|character| !character.is_ascii()).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::generate;

    #[test]
    fn the_share_is_kept_to_from_64_kib_on() {
        for (name, share) in [("log-0.1", 0.001), ("log-1", 0.01), ("log-10", 0.1)] {
            for size in [64 << 10, 100 << 10, 1 << 20, 3 << 20] {
                let text = generate(name, size).unwrap().text;
                let found = beyond(&text) as f64 / text.chars().count() as f64;
                assert!((found / share - 1.0).abs() < 0.1, "{name}, {size} bytes: {found}");
            }
        }
    }

    #[test]
    fn lines_have_the_parts_of_a_log() {
        for line in generate("log-10", 64 << 10).unwrap().text.lines().skip(1).take(100) {
            let quoted: Vec<&str> = line.split('"').collect();
            assert_eq!(quoted.len(), 7, "{line}");
            assert!(quoted[1].starts_with("GET /") && quoted[1].ends_with(" HTTP/1.1"), "{line}");
        }
    }
}
