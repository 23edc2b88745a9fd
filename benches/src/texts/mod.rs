//! Text to measure on: made here by script, or read from a folder; whole, in pieces or damaged.
//!
//! What is made has the mix of character lengths, the word lengths and the punctuation of its language,
//! since those decide how often a kernel changes its path. It has no meaning.

mod corpus;
mod damage;
mod logs;
mod markup;
mod mixtures;
mod pieces;
mod random;
mod scripts;
mod words;

pub use self::corpus::corpus;
pub use self::damage::{damaged, damaged_utf16};
pub use self::pieces::pieces;
pub use self::random::Random;

use self::words::Writer;

/// A named piece of well-formed text.
#[derive(Debug, Clone)]
pub struct Text {
    /// One of [`NAMES`], or the file.
    pub name: String,
    /// The text.
    pub text: String,
}

/// Every text that [`generate`] makes:
///
/// * `latin`, all ASCII as English is; `sparse`, with an accent on every twentieth letter as in French;
/// * the languages and scripts from `russian` to `korean`, as they are written;
/// * `emoji`, pictographs and sequences of them; `mixed`, scripts that switch inside a line;
/// * `log-0.1`, `log-1`, `log-10`, access logs of which that percentage of the characters is not ASCII;
/// * `json` and `html`, markup in ASCII around messages of every script, and around Chinese;
/// * `adversarial`, characters of one to four bytes where nothing foretells the next; `four`, only such
///   of four bytes;
/// * `latin1`, nothing beyond U+00FF and a tenth of it beyond ASCII, as German and Spanish have it.
pub const NAMES: &[&str] = &[
    "latin",
    "sparse",
    "russian",
    "greek",
    "arabic",
    "hebrew",
    "hindi",
    "thai",
    "chinese",
    "japanese",
    "korean",
    "emoji",
    "mixed",
    "log-0.1",
    "log-1",
    "log-10",
    "json",
    "html",
    "adversarial",
    "four",
    "latin1",
];

/// A text of more than this is the same paragraphs again from here on: more than a cache or a branch
/// predictor remembers, and quickly made.
const FRESH: usize = 1 << 20;

/// Writes the next paragraph, line or block.
type Maker = Box<dyn FnMut(&mut Random, &mut String)>;

/// Every text of [`NAMES`], as [`generate`] makes it.
#[must_use]
pub fn generated(size: usize) -> Vec<Text> {
    NAMES.iter().filter_map(|name| generate(name, size)).collect()
}

/// The text of that name, the same in every run: at most `size` bytes of UTF-8, and at most three less
/// where the last character would not fit. A longer text begins with the shorter one.
///
/// About the first MiB is made; what is longer repeats it.
#[must_use]
pub fn generate(name: &str, size: usize) -> Option<Text> {
    let mut make = maker(name)?;
    let mut random = Random::named(name);
    let mut text = String::new();
    while text.len() < size.min(FRESH) {
        make(&mut random, &mut text);
    }
    Some(Text { name: name.into(), text: repeated(&text, size) })
}

fn maker(name: &str) -> Option<Maker> {
    if let Some(script) = scripts::SCRIPTS.iter().find(|script| script.name == name) {
        let writer = Writer::new(script);
        return Some(Box::new(move |random, out| writer.paragraph(random, out)));
    }
    let log = |per_mille| {
        let mut log = logs::Log::new(per_mille);
        Box::new(move |random: &mut Random, out: &mut String| log.line(random, out))
    };
    Some(match name {
        "emoji" => {
            let emoji = mixtures::Emoji::new();
            Box::new(move |random, out| emoji.line(random, out))
        }
        "mixed" => {
            let mixed = mixtures::Mixed::new();
            Box::new(move |random, out| mixed.line(random, out))
        }
        "log-0.1" => log(1),
        "log-1" => log(10),
        "log-10" => log(100),
        "json" => {
            let json = markup::Json::new();
            Box::new(move |random, out| json.line(random, out))
        }
        "html" => {
            let html = markup::Html::new();
            Box::new(move |random, out| html.block(random, out))
        }
        "adversarial" => Box::new(mixtures::adversarial),
        "four" => Box::new(mixtures::four),
        _ => return None,
    })
}

/// The text again and again, cut at a character to at most `size` bytes.
fn repeated(text: &str, size: usize) -> String {
    let mut repeated = text.repeat(size.div_ceil(text.len().max(1)));
    repeated.truncate(boundary(&repeated, size));
    repeated
}

/// The last place up to `at` where a character begins, or the end.
fn boundary(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|&i| text.is_char_boundary(i)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use std::ops::RangeInclusive;

    use super::*;

    /// How many of a thousand characters may have one, two, three and four bytes.
    ///
    /// The "lorem ipsum" files that others measure on have of one byte: Russian 193, Arabic 215, Hebrew
    /// 218, Hindi 157, Chinese 12, Japanese 49, Korean 270. That Hindi has words longer than most, that
    /// Chinese no digit, and those of pictographs have nothing else.
    #[rustfmt::skip]
    const SHARES: &[(&str, [RangeInclusive<usize>; 4])] = &[
        ("latin",       [1000..=1000, 0..=0,     0..=0,     0..=0]),
        ("sparse",      [920..=970,   30..=80,   0..=0,     0..=0]),
        ("russian",     [165..=205,   795..=835, 0..=5,     0..=0]),
        ("greek",       [165..=205,   795..=835, 0..=0,     0..=0]),
        ("arabic",      [195..=225,   775..=805, 0..=0,     0..=0]),
        ("hebrew",      [205..=240,   760..=795, 0..=0,     0..=0]),
        ("hindi",       [160..=200,   0..=0,     800..=840, 0..=0]),
        ("thai",        [50..=90,     0..=0,     910..=950, 0..=0]),
        ("chinese",     [10..=45,     0..=0,     955..=990, 0..=0]),
        ("japanese",    [30..=55,     0..=0,     945..=970, 0..=0]),
        ("korean",      [260..=300,   1..=10,    695..=740, 0..=0]),
        ("emoji",       [90..=140,    0..=0,     50..=90,   780..=850]),
        ("mixed",       [340..=410,   280..=350, 240..=310, 25..=50]),
        ("log-0.1",     [998..=999,   0..=1,     0..=1,     0..=0]),
        ("log-1",       [989..=991,   3..=7,     3..=7,     0..=0]),
        ("log-10",      [895..=905,   40..=60,   40..=60,   0..=0]),
        ("json",        [810..=890,   45..=110,  45..=95,   0..=0]),
        ("html",        [640..=710,   0..=0,     290..=360, 0..=0]),
        ("adversarial", [240..=260,   240..=260, 240..=260, 240..=260]),
        ("four",        [0..=0,       0..=0,     0..=0,     1000..=1000]),
        ("latin1",      [885..=915,   85..=115,  0..=0,     0..=0]),
    ];

    #[test]
    fn texts_have_the_mix_of_character_lengths_stated() {
        assert!(SHARES.iter().map(|row| row.0).eq(NAMES.iter().copied()));
        for (name, wanted) in SHARES {
            for size in [64 << 10, 1 << 20] {
                let text = generate(name, size).unwrap().text;
                let mut counts = [0; 4];
                text.chars().for_each(|character| counts[character.len_utf8() - 1] += 1000);
                let shares = counts.map(|count| count / text.chars().count());
                let within = wanted.iter().zip(shares).all(|(range, share)| range.contains(&share));
                assert!(within, "{name}, {size} bytes: {shares:?}");
            }
        }
    }

    #[test]
    fn latin1_has_one_byte_in_iso_8859_1_and_ascii_texts_are_ascii() {
        let text = generate("latin1", 1 << 20).unwrap().text;
        assert!(text.chars().all(|character| character < '\u{100}'));
        for name in NAMES {
            assert_eq!(generate(name, 64 << 10).unwrap().text.is_ascii(), *name == "latin");
        }
    }

    #[test]
    fn texts_have_the_size_and_begin_with_the_shorter_ones() {
        let long = generated(3 << 20);
        assert!(long.iter().map(|text| &text.name).eq(NAMES));
        for size in [0, 1, 2, 3, 4, 100, 4096, 65_537, FRESH - 1, FRESH, FRESH + 1, 2 * FRESH + 7] {
            for (short, long) in generated(size).iter().zip(&long) {
                let length = short.text.len();
                assert!(length <= size && length + 3 >= size, "{}, {size}: {length}", short.name);
                assert!(long.text.starts_with(&short.text), "{}, {size}", short.name);
            }
        }
    }

    #[test]
    fn a_second_run_makes_the_same_text_and_other_names_none() {
        assert!(generated(1000).iter().zip(generated(1000)).all(|(a, b)| a.text == b.text));
        assert!(generate("klingon", 10).is_none());
    }
}
