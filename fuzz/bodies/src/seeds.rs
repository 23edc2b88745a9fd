//! The seeds: what the fuzzer begins with, and what plain `cargo test` replays.
//!
//! All are made here, from our own texts. `cargo run -p codeunit-fuzz-bodies --example make_seeds`
//! writes them to `fuzz/seeds/`, where they are checked in.

use codeunit_harness::text::{SCRIPTS, padding};
use codeunit_reference::scheme::Scheme;

/// An input of a target.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Seed {
    /// The name of the target.
    pub target: &'static str,
    /// What is in it; the name of the file.
    pub name: String,
    /// The choices, and the source behind them.
    pub bytes: Vec<u8>,
}

/// All seeds of all targets.
#[must_use]
pub fn all() -> Vec<Seed> {
    let mut seeds = Seeds { all: Vec::new(), target: "" };
    for (target, from, to) in DIRECTIONS {
        seeds.target = target;
        direction(&mut seeds, from, to);
    }
    seeds.target = "validate";
    validate(&mut seeds);
    seeds.target = "compare";
    compare(&mut seeds);
    seeds.target = "streaming";
    streaming(&mut seeds);
    seeds.target = "schemes";
    schemes(&mut seeds);
    seeds.target = "positions";
    positions(&mut seeds);
    seeds.target = "checkpoints";
    checkpoints(&mut seeds);
    seeds.target = "cli_blocks";
    cli_blocks(&mut seeds);
    seeds.all
}

/// The seeds so far, and the target of the next ones.
struct Seeds {
    all: Vec<Seed>,
    target: &'static str,
}

impl Seeds {
    fn add(&mut self, name: impl Into<String>, choices: &[u8], source: &[u8]) {
        let bytes = [choices, source].concat();
        self.all.push(Seed { target: self.target, name: name.into(), bytes });
    }
}

/// An encoding form, and the flavours of it in the order in which a choice picks one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Utf8,
    Utf16,
    Utf32,
    Latin1,
}

use Form::{Latin1, Utf8, Utf16, Utf32};

const DIRECTIONS: [(&str, Form, Form); 15] = [
    ("utf8_to_utf8", Utf8, Utf8),
    ("utf8_to_utf16", Utf8, Utf16),
    ("utf8_to_utf32", Utf8, Utf32),
    ("utf8_to_latin1", Utf8, Latin1),
    ("utf16_to_utf8", Utf16, Utf8),
    ("utf16_to_utf16", Utf16, Utf16),
    ("utf16_to_utf32", Utf16, Utf32),
    ("utf16_to_latin1", Utf16, Latin1),
    ("utf32_to_utf8", Utf32, Utf8),
    ("utf32_to_utf16", Utf32, Utf16),
    ("utf32_to_utf32", Utf32, Utf32),
    ("utf32_to_latin1", Utf32, Latin1),
    ("latin1_to_utf8", Latin1, Utf8),
    ("latin1_to_utf16", Latin1, Utf16),
    ("latin1_to_utf32", Latin1, Utf32),
];

impl Form {
    /// The encoding that an input in this form has, and the one of big-endian bytes.
    const fn schemes(self) -> Option<[Scheme; 2]> {
        match self {
            Utf8 => Some([Scheme::Utf8, Scheme::Utf8]),
            Utf16 => Some([Scheme::Utf16Le, Scheme::Utf16Be]),
            Utf32 => Some([Scheme::Utf32Le, Scheme::Utf32Be]),
            Latin1 => None,
        }
    }

    const fn sources(self) -> &'static [&'static str] {
        match self {
            Utf8 => &["utf8", "str"],
            Utf16 => &["utf16", "utf16le", "utf16be"],
            Utf32 => &["utf32", "utf32le", "utf32be", "chars"],
            Latin1 => &["latin1"],
        }
    }

    fn targets(self) -> &'static [&'static str] {
        let sources = self.sources();
        &sources[..sources.len().min(if self == Utf8 { 1 } else { 3 })]
    }

    const fn width(self) -> usize {
        match self {
            Utf8 | Latin1 => 1,
            Utf16 => 2,
            Utf32 => 4,
        }
    }

    /// `text` in little-endian bytes. Latin-1 has some of it.
    fn encode(self, text: &str) -> Vec<u8> {
        match self.schemes() {
            Some([little, _]) => encode(little, text),
            None => text.chars().filter_map(|c| u8::try_from(c).ok()).collect(),
        }
    }

    /// One of each class of ill-formed sequence, in little-endian bytes.
    fn ill_formed(self) -> Vec<(&'static str, Vec<u8>)> {
        let utf16 = |units: &[u16]| units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
        let utf32 = |unit: u32| unit.to_le_bytes().to_vec();
        match self {
            Utf8 => [
                ("bad_lead_c0", &b"\xC0\xAF"[..]),
                ("bad_lead_ff", b"\xFF"),
                ("unexpected_continuation", b"\x80\xBF"),
                ("overlong_e0", b"\xE0\x80\x80"),
                ("overlong_f0", b"\xF0\x80\x80\x80"),
                ("surrogate_pair", b"\xED\xA0\xBD\xED\xB8\x80"),
                ("above_max", b"\xF4\x90\x80\x80"),
                ("truncated_after_one", b"\xC3"),
                ("truncated_after_two", b"\xE2\x82"),
                ("truncated_after_three", b"\xF0\x9F\x98"),
                ("truncated_by_another", b"\xF1\x80\x80\xE1\x80\xC2"),
            ]
            .map(|(name, bytes)| (name, bytes.to_vec()))
            .into(),
            Utf16 => vec![
                ("unpaired_high", utf16(&[0xD83D])),
                ("unpaired_low", utf16(&[0xDE00])),
                ("high_before_pair", utf16(&[0xD83D, 0xD83D, 0xDE00])),
                ("low_before_high", utf16(&[0xDE00, 0xD83D])),
            ],
            Utf32 => vec![
                ("surrogate_high", utf32(0xD800)),
                ("surrogate_low", utf32(0xDFFF)),
                ("above_max", utf32(0x11_0000)),
                ("all_ones", utf32(0xFFFF_FFFF)),
            ],
            Latin1 => Vec::new(),
        }
    }
}

fn encode(scheme: Scheme, text: &str) -> Vec<u8> {
    let mut out = Vec::new();
    text.chars().for_each(|c| scheme.put(c, &mut out));
    out
}

/// Texts by name: some scripts, and the characters at which an encoding form changes.
fn texts() -> [(&'static str, String); 9] {
    [
        ("empty", String::new()),
        ("ascii", SCRIPTS[0].to_owned()),
        ("russian", SCRIPTS[2].to_owned()),
        ("chinese", SCRIPTS[7].to_owned()),
        ("emoji", SCRIPTS[8].to_owned()),
        ("mixed_crlf", SCRIPTS[9].to_owned()),
        ("mark_first", "\u{FEFF}a\u{FEFF}é".to_owned()),
        (
            "first_and_last_of_each_length",
            "\0\u{7F}\u{80}\u{FF}\u{100}\u{7FF}\u{800}\u{D7FF}\u{E000}\u{FFFF}\u{10000}\u{10FFFF}"
                .to_owned(),
        ),
        ("pair_over_64_bytes", padding("a", 31) + "😀" + &padding("é", 30) + "😀a"),
    ]
}

/// `bytes` between text of its form.
fn inside(form: Form, before: usize, bytes: &[u8]) -> Vec<u8> {
    let (front, behind) = (padding("a", before), padding("aé中😀", 40));
    [&form.encode(&front), bytes, &form.encode(&behind)].concat()
}

fn direction(seeds: &mut Seeds, from: Form, to: Form) {
    for (name, text) in texts() {
        seeds.add(name, &[0; 4], &from.encode(&text));
    }
    let mixed = SCRIPTS[9];
    for (source, from_name) in (0..).zip(from.sources()) {
        for (target, to_name) in (0..).zip(to.targets()) {
            let bytes = match from.schemes() {
                Some([_, big]) if from_name.ends_with("be") => encode(big, mixed),
                _ => from.encode(mixed),
            };
            seeds.add(format!("{from_name}_to_{to_name}"), &[source, target, 0, 0], &bytes);
        }
    }
    for (name, bytes) in from.ill_formed() {
        seeds.add(name, &[0; 4], &inside(from, 5, &bytes));
    }
    if let Some((_, bytes)) = from.ill_formed().first() {
        for offset in [15, 16, 31, 32, 63, 64] {
            // In bytes, which for wider code units is where the one begins that the byte is in.
            let front = offset / from.width();
            seeds.add(format!("error_at_byte_{offset}"), &[0; 4], &inside(from, front, bytes));
        }
    }
    // The end of the source inside of a character, and inside of a code unit of an encoding scheme.
    let end = from.encode("中😀");
    let (scheme, most) = match from {
        Utf8 => (0, 3),
        Utf16 | Utf32 => (1, 3),
        Latin1 => (0, 0),
    };
    for cut in 1..=most {
        seeds.add(format!("cut_by_{cut}"), &[scheme, 0, 0, 0], &end[..end.len() - cut]);
    }
    let text = from.encode(&format!("{mixed}{}", padding("aé中😀", 70)));
    seeds.add("output_lacks_1", &[0, 0, 0, 0xC0], &text);
    seeds.add("output_lacks_48", &[0, 0, 0, 0xEF], &text);
    seeds.add("skewed_by_33", &[0, 0, 33, 0], &text);
    seeds.add("repeated", &[0, 0, 0, 0xFC], &text);
    if let Some((_, bytes)) = from.ill_formed().last() {
        seeds.add("repeated_before_an_error", &[0, 0, 0, 0xFC], &inside(from, 20, bytes));
    }
}

/// Each encoding with two others: text of one, two, three and four bytes that is changed early, late or nowhere, and
/// what is ill-formed.
fn compare(seeds: &mut Seeds) {
    let text = ["a".repeat(70), "é中😀".repeat(9), "b".repeat(40)].concat();
    for first in 0..10 {
        for (second, change) in [(first, 20), ((first + 3) % 10, 90), ((first + 6) % 10, 255)] {
            let name = format!("{first}_{second}_at_{change}");
            seeds.add(name, &[first, second, change, first], text.as_bytes());
        }
        for (class, bytes) in Utf8.ill_formed() {
            if class.len() % 3 == usize::from(first % 3) {
                let choices = [first, (first + 2) % 10, 12, 5];
                seeds.add(format!("{first}_{class}"), &choices, &inside(Utf8, 9, &bytes));
            }
        }
    }
}

fn validate(seeds: &mut Seeds) {
    let encodings = [
        ("utf8", Utf8),
        ("utf16", Utf16),
        ("utf16le", Utf16),
        ("utf16be", Utf16),
        ("utf32", Utf32),
        ("utf32le", Utf32),
        ("utf32be", Utf32),
        ("latin1", Latin1),
        ("str", Utf8),
        ("chars", Utf32),
    ];
    for (index, (name, form)) in (0..).zip(encodings) {
        // The order of the bytes in a code unit is turned where the encoding asks for it.
        let ordered = |mut bytes: Vec<u8>| {
            if name.ends_with("be") {
                bytes.chunks_exact_mut(form.width()).for_each(<[u8]>::reverse);
            }
            bytes
        };
        for (text, bytes) in texts() {
            if matches!(text, "russian" | "mixed_crlf" | "first_and_last_of_each_length") {
                seeds.add(format!("{name}_{text}"), &[index], &ordered(form.encode(&bytes)));
            }
        }
        for (class, bytes) in form.ill_formed() {
            seeds.add(format!("{name}_{class}"), &[index], &ordered(inside(form, 9, &bytes)));
        }
    }
    for offset in [15, 16, 31, 32, 63, 64, 127, 128] {
        let source = inside(Utf8, offset, b"\x80");
        seeds.add(format!("not_ascii_at_byte_{offset}"), &[0], &source);
        seeds.add(format!("ascii_of_{offset}"), &[0], padding("a", offset).as_bytes());
    }
    for cut in 1..4 {
        let text = padding("é中😀", 70);
        seeds.add(format!("utf8_cut_by_{cut}"), &[0], &text.as_bytes()[..text.len() - cut]);
    }
}

fn streaming(seeds: &mut Seeds) {
    let sources = [
        ("utf8", Utf8),
        ("utf16", Utf16),
        ("utf16le", Utf16),
        ("utf16be", Utf16),
        ("utf32", Utf32),
        ("utf32le", Utf32),
        ("utf32be", Utf32),
        ("latin1", Latin1),
    ];
    for (index, (name, form)) in (0_u8..).zip(sources) {
        let text = form.encode(&format!("{}{}", SCRIPTS[9], SCRIPTS[8]));
        // Two targets of the eight for each source; the fuzzer finds the others.
        for target in [(index + 1) % 8, (index + 4) % 8] {
            let to = sources[usize::from(target)].0;
            seeds.add(format!("{name}_to_{to}"), &[index, target, 40, 2, 1 + index % 5, 3], &text);
        }
        seeds.add(format!("{name}_by_single_elements"), &[index, 0, 0, 1, 1], &text);
        seeds.add(format!("{name}_with_empty_chunks"), &[index, 0, 0x80, 3, 0, 2, 0], &text);
        for (class, bytes) in form.ill_formed() {
            let source = inside(form, 6, &bytes);
            seeds.add(format!("{name}_{class}_lossy"), &[index, 0, 0x80, 2, 7, 1], &source);
        }
        for cut in 1..4 {
            let end = form.encode("a中😀");
            let source = &end[..end.len().saturating_sub(cut)];
            seeds.add(format!("{name}_cut_by_{cut}"), &[index, 0, 0, 1, 2], source);
        }
    }
}

/// The labels in the order of the choice, each with the encoding scheme of the text behind a mark.
const LABELS: [(&str, Option<Scheme>); 8] = crate::cli::SOURCES;

fn schemes(seeds: &mut Seeds) {
    let marks: [(&str, &[u8], Scheme); 6] = [
        ("no_mark", b"", Scheme::Utf16Be),
        ("mark_utf8", b"\xEF\xBB\xBF", Scheme::Utf8),
        ("mark_utf16be", b"\xFE\xFF", Scheme::Utf16Be),
        ("mark_utf16le", b"\xFF\xFE", Scheme::Utf16Le),
        ("mark_utf32be", b"\x00\x00\xFE\xFF", Scheme::Utf32Be),
        ("mark_utf32le", b"\xFF\xFE\x00\x00", Scheme::Utf32Le),
    ];
    for (index, (label, scheme)) in (0..).zip(LABELS) {
        for (spelling, (name, mark, order)) in (0..).zip(marks) {
            let scheme = match scheme {
                Some(Scheme::Utf16 | Scheme::Utf32) => order,
                Some(scheme) => scheme,
                None => Scheme::Utf8,
            };
            let source = [mark, &encode(scheme, "añ\r\n€😀")].concat();
            seeds.add(format!("{label}_{name}"), &[index, spelling], &source);
        }
        seeds.add(format!("{label}_half_a_mark"), &[index, 0], b"\xFF");
        seeds.add(format!("{label}_three_bytes_of_a_mark"), &[index, 0], b"\xFF\xFE\x00");
        seeds.add(format!("{label}_mark_only"), &[index, 1], b"\xFE\xFF");
        seeds.add(format!("{label}_odd_bytes"), &[index, 2], b"\xFF\xFEa\x00b");
        seeds.add(
            format!("{label}_ill_formed"),
            &[index, 3],
            b"\xFF\xFE\x00\xDC\x00\xD8\xFF\xFF\xFF",
        );
        seeds.add(format!("{label}_empty"), &[index, 0], b"");
    }
}

fn positions(seeds: &mut Seeds) {
    let texts = [
        ("lines", "fn main() {\n    let 😀 = \"ñ\";\r\n}\r\r\n"),
        ("unicode_line_ends", "a\u{B}b\u{C}c\u{85}€\u{2028}中\u{2029}😀\r"),
        ("no_line_end", "añ€😀"),
        ("ascii", "The quick brown fox jumps over the lazy dog. "),
    ];
    for (name, text) in texts {
        for (ends, rule) in (0..).zip(["lf", "crlf", "unicode"]) {
            let text = text.as_bytes();
            seeds.add(format!("{name}_{rule}"), &[ends, 0, 3, 7, 200, 33], text);
            seeds.add(format!("{name}_{rule}_repeated"), &[ends, 255, 4, 16, 129, 240, 64], text);
        }
    }
    seeds.add("crlf_at_every_edge", &[1, 255, 5, 1, 241, 17, 129, 130], b"\r\n");
    seeds.add("returns", &[1, 255, 5, 2, 241, 33, 129, 240], b"\r");
    seeds.add("empty", &[0, 0, 2, 0, 255], b"");
}

/// Each encoding with two others, text with lines and what is ill-formed, by every policy; and maps.
fn checkpoints(seeds: &mut Seeds) {
    let sources = [
        ("utf8", Utf8, false),
        ("utf16le", Utf16, false),
        ("utf16be", Utf16, true),
        ("utf32le", Utf32, false),
        ("utf32be", Utf32, true),
        ("latin1", Latin1, false),
    ];
    let text = "añ\n中😀\r\n".repeat(12);
    for (index, (name, form, is_big)) in (0_u8..).zip(sources) {
        let ordered = |mut bytes: Vec<u8>| {
            if is_big {
                bytes.chunks_exact_mut(form.width()).for_each(<[u8]>::reverse);
            }
            bytes
        };
        let source = ordered(form.encode(&text));
        for target in [(index + 1) % 6, (index + 4) % 6] {
            let choices = [index, target, index % 4, 0, 40, 0xFF, 8, 3, 7, 1, 90];
            seeds.add(format!("{name}_to_{}", sources[usize::from(target)].0), &choices, &source);
        }
        for (policy, (class, bytes)) in (0..).zip(form.ill_formed()) {
            let source = ordered(inside(form, 4, &bytes).repeat(3));
            let choices = [index, (index + 2) % 6, policy % 4, 0x80, 200, 1, 12, 1, 50];
            seeds.add(format!("{name}_{class}"), &choices, &source);
        }
    }
    let many = [&b"ab\xFF"[..]; 200].concat();
    seeds.add("many_gaps_thinned", &[0, 1, 3, 0x80, 255, 0x80, 20, 0], &many);
    // What stands behind the five bytes and the version of a map: lines, forms, interval, ends, one point.
    seeds.add("map", b"CUMAP\x01", &[1, 0, 1, 0x80, 2, 4, 2, 0, 1, 1, 0, 0]);
    seeds.add("behind_the_version_of_a_map", &[1, 0, 1, 0x80, 2], &[4, 2, 0, 2, 1, 0, 0, 2, 1, 0]);
    seeds.add("map_with_numbers_too_large", b"CUMAP\x01\0\xFF\xFF", &[0xFF; 30]);
    seeds.add("empty", &[0; 8], b"");
}

fn cli_blocks(seeds: &mut Seeds) {
    let text = "première ligne\r\n第二行 🎉\nтретья\n\n\u{A0A}\u{10A0A}x";
    for (index, (label, scheme)) in (0..).zip(LABELS) {
        let form = match scheme {
            None => Latin1,
            Some(Scheme::Utf8) => Utf8,
            Some(Scheme::Utf16 | Scheme::Utf16Be | Scheme::Utf16Le) => Utf16,
            Some(Scheme::Utf32 | Scheme::Utf32Be | Scheme::Utf32Le) => Utf32,
        };
        let source = match scheme {
            None => Latin1.encode(text),
            Some(scheme) => encode(scheme, text),
        };
        // In the byte order of the scheme; those that a mark decides are big-endian without one.
        let bad = form.ill_formed().into_iter().next().map_or_else(Vec::new, |(_, mut bytes)| {
            if !matches!(scheme, Some(Scheme::Utf16Le | Scheme::Utf32Le)) {
                bytes.chunks_exact_mut(form.width()).for_each(<[u8]>::reverse);
            }
            bytes
        });
        let broken = [&source[..], &bad, &source].concat();
        let to = (index + 1) % 6;
        seeds.add(format!("{label}_blocks_of_1"), &[index, to, 0, 0, 0], &source);
        seeds.add(format!("{label}_blocks_of_3"), &[index, 0, 2, 2, 1, 2], &broken);
        seeds.add(format!("{label}_blocks_of_16_replace"), &[index, to, 1, 15, 2, 5, 1], &broken);
        seeds.add(format!("{label}_blocks_of_256"), &[index, to, 2, 255, 0], &broken);
        seeds.add(format!("{label}_interrupted"), &[index, to, 1, 63, 4, 0, 1, 0, 3], &broken);
        seeds.add(format!("{label}_check"), &[index, 6, 2, 6, 3, 1, 0, 4], &broken);
        seeds.add(format!("{label}_check_file"), &[index, 6, 0, 30, 0], &broken);
        seeds.add(format!("{label}_to_latin1"), &[index, 5, 2, 9, 0], &source);
        for cut in 1..4 {
            let front = &source[..source.len() - cut];
            seeds.add(format!("{label}_cut_by_{cut}"), &[index, to, 2, 7, 0], front);
            seeds.add(format!("{label}_cut_by_{cut}_replace"), &[index, to, 1, 7, 1, 3], front);
        }
    }
}
