//! Text to measure on: made here by script, or read from a folder.

use std::fs;
use std::io;
use std::path::Path;

/// A named piece of well-formed text.
#[derive(Debug, Clone)]
pub struct Text {
    /// The script or the file.
    pub name: String,
    /// The text.
    pub text: String,
}

/// A script: code point ranges of its letters, and how its words look.
struct Script {
    name: &'static str,
    letters: &'static [(u32, u32)],
    word: (u32, u32),
    space: &'static str,
    stop: &'static str,
}

const SCRIPTS: &[Script] = &[
    Script { name: "latin", letters: &[(0x61, 0x7A)], word: (2, 11), space: " ", stop: ". " },
    Script { name: "arabic", letters: &[(0x627, 0x64A)], word: (2, 8), space: " ", stop: "، " },
    Script { name: "russian", letters: &[(0x430, 0x44F)], word: (2, 11), space: " ", stop: ". " },
    Script { name: "hindi", letters: &[(0x905, 0x94D)], word: (3, 9), space: " ", stop: "। " },
    Script {
        name: "chinese",
        letters: &[(0x4E00, 0x9FA5)],
        word: (6, 20),
        space: "，",
        stop: "。",
    },
    Script {
        name: "japanese",
        letters: &[(0x3042, 0x3093), (0x30A2, 0x30F3), (0x4E00, 0x9FA5)],
        word: (8, 24),
        space: "、",
        stop: "。",
    },
    Script { name: "korean", letters: &[(0xAC00, 0xD7A3)], word: (2, 6), space: " ", stop: ". " },
    Script {
        name: "emoji",
        letters: &[(0x1F300, 0x1F5FF), (0x1F600, 0x1F64F)],
        word: (4, 9),
        space: " ",
        stop: "! ",
    },
];

/// Text of about `size` bytes for each script, the same in every run.
#[must_use]
pub fn generated(size: usize) -> Vec<Text> {
    SCRIPTS.iter().map(|script| generate(script, size)).collect()
}

fn generate(script: &Script, size: usize) -> Text {
    let mut random = Random(script.name.bytes().fold(1, |seed, byte| seed * 31 + u64::from(byte)));
    let mut text = String::with_capacity(size + 64);
    let mut words = 0;
    while text.len() < size {
        for _ in 0..random.between(script.word.0, script.word.1) {
            let range = script.letters[random.between(0, script.letters.len() as u32 - 1) as usize];
            text.extend(char::from_u32(random.between(range.0, range.1)));
        }
        words += 1;
        text.push_str(match words % 12 {
            0 if words % 60 == 0 => "\n",
            0 => script.stop,
            _ => script.space,
        });
    }
    cut(&mut text, size);
    Text { name: script.name.into(), text }
}

/// The files of a folder as texts of at most `size` bytes, each without a byte order mark; a shorter
/// file is repeated.
///
/// # Errors
/// When the folder or a file cannot be read, or a file is not UTF-8.
pub fn corpus(folder: &Path, size: usize) -> io::Result<Vec<Text>> {
    let mut paths = fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    let mut texts = Vec::new();
    for path in paths.iter().filter(|path| path.is_file()) {
        let file = fs::read_to_string(path)?;
        let file = file.trim_start_matches('\u{FEFF}');
        if file.is_empty() {
            continue;
        }
        let mut text = file.repeat(size.div_ceil(file.len()));
        cut(&mut text, size);
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let name = name.split('.').next().unwrap_or_default().replace("-Lipsum", "");
        texts.push(Text { name: name.to_lowercase(), text });
    }
    Ok(texts)
}

/// Shortens the text to at most `size` bytes, at a character.
fn cut(text: &mut String, size: usize) {
    text.truncate(boundary(text, size));
}

/// The last place up to `at` where a character begins.
fn boundary(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|&i| text.is_char_boundary(i)).unwrap_or(0)
}

/// Up to `count` different pieces of the text, of `size` bytes or the few less that a character takes;
/// none is empty.
#[must_use]
pub fn pieces(text: &str, size: usize, count: usize) -> Vec<&[u8]> {
    let starts = (0..text.len().saturating_sub(size)).step_by(size.max(37));
    starts
        .map(|start| boundary(text, start))
        .map(|start| &text.as_bytes()[start..boundary(text, start + size)])
        .filter(|piece| !piece.is_empty())
        .take(count)
        .collect()
}

/// SplitMix64 (Steele, Lea and Flood, 2014).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn between(&mut self, low: u32, high: u32) -> u32 {
        low + (self.next() % u64::from(high - low + 1)) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_have_the_size_and_the_script_they_claim() {
        for Text { name, text } in generated(4096) {
            assert!((4093..=4096).contains(&text.len()), "{name}: {}", text.len());
            assert_eq!(name == "latin", text.is_ascii(), "{name}");
        }
    }

    #[test]
    fn pieces_are_well_formed_and_of_the_size() {
        for Text { name, text } in generated(65536) {
            for size in [1, 5, 63] {
                let pieces = pieces(&text, size, 1000);
                assert!(pieces.len() <= 1000 && (size < 4 || pieces.len() > 900), "{name}");
                assert!(pieces.iter().all(|piece| std::str::from_utf8(piece).is_ok()));
                assert!(pieces.iter().all(|piece| piece.len() <= size && piece.len() + 3 >= size));
            }
        }
    }

    #[test]
    fn a_second_run_makes_the_same_text() {
        assert!(generated(1000).iter().zip(generated(1000)).all(|(a, b)| a.text == b.text));
    }
}
