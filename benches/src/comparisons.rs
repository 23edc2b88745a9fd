//! Comparisons beside what takes their place: the iterators of the standard library, and a conversion to the form of
//! the other side with a comparison behind it.
//!
//! The conversion is ours, into memory that is there, so that what it loses is not the allocation.

use std::hint::black_box;
use std::io;

use codeunit::encoding::{Chars, Latin1, Str, Utf16};
use codeunit::{compare, floor_boundary_utf8, latin1_to_utf16, utf8_to_utf16, utf8_to_utf32};
use codeunit_cli::measure::{Contender, Effort, interleaved};

use crate::session::{BATCH, LEAD};
use crate::texts;

/// Arguments of the command.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// Texts
    #[arg(long, value_name = "NAME", default_values = ["latin", "latin1", "russian", "chinese", "emoji", "log-0.1"])]
    text: Vec<String>,
    /// Bytes of the text in UTF-8
    #[arg(long, value_name = "BYTES", default_values_t = [16, 64, 1024, 65536])]
    size: Vec<usize>,
    /// Batches of each
    #[arg(long, default_value_t = 30)]
    rounds: usize,
}

/// Two functions of which each says whether the texts are the same.
type Sides<'a> = [Box<dyn FnMut() -> bool + 'a>; 3];

impl Options {
    /// Prints the table.
    ///
    /// # Errors
    /// There is no such text.
    pub fn run(&self) -> io::Result<bool> {
        println!(
            "ns of a comparison; so many times as long take the iterators of std, and a conversion"
        );
        for name in &self.text {
            for &size in &self.size {
                let text = texts::generate(name, size)
                    .ok_or_else(|| io::Error::other(format!("no text {name}")))?;
                let end = floor_boundary_utf8(text.text.as_bytes(), size);
                let text = &text.text[..end];
                self.rows(name, text, "same", text);
                // The first character is another one, and one in the middle.
                let early = format!("~{}", &text[text.chars().next().map_or(0, char::len_utf8)..]);
                self.rows(name, text, "early", &early);
                let middle = floor_boundary_utf8(text.as_bytes(), text.len() / 2);
                let c = text[middle..].chars().next().map_or(0, char::len_utf8);
                let middle = format!("{}~{}", &text[..middle], &text[middle + c..]);
                self.rows(name, text, "middle", &middle);
            }
        }
        Ok(true)
    }

    fn rows(&self, name: &str, text: &str, place: &str, other: &str) {
        let utf16: Vec<u16> = other.encode_utf16().collect();
        let own: Vec<u16> = text.encode_utf16().collect();
        let chars: Vec<char> = other.chars().collect();
        let latin1: Option<Vec<u8>> = text.chars().map(|c| u8::try_from(c).ok()).collect();
        let row = |label: &str, sides: Sides<'_>| {
            let [ours, theirs, converted] = self.measure(sides);
            println!(
                "{label:<16}{name:<10}{:>7}  {place:<8}{ours:>10.1}{:>8.2}{:>8.2}",
                text.len(),
                theirs / ours,
                converted / ours
            );
        };
        let mut buffer = vec![0; text.len() + 16];
        row(
            "str, UTF-16",
            [
                Box::new(|| compare::cmp::<Str, Utf16>(black_box(text), black_box(&utf16)).is_eq()),
                Box::new(|| {
                    let other = char::decode_utf16(black_box(&utf16).iter().copied());
                    black_box(text).chars().cmp(other.map(Result::unwrap)).is_eq()
                }),
                Box::new(|| {
                    let len = utf8_to_utf16(black_box(text).as_bytes(), &mut buffer);
                    buffer[..len.expect("well-formed")].cmp(black_box(&utf16)).is_eq()
                }),
            ],
        );
        let mut buffer = vec![0; text.len() + 16];
        row(
            "str, UTF-16 eq",
            [
                Box::new(|| compare::eq::<Str, Utf16>(black_box(text), black_box(&utf16))),
                Box::new(|| black_box(text).encode_utf16().eq(black_box(&utf16).iter().copied())),
                Box::new(|| {
                    let len = utf8_to_utf16(black_box(text).as_bytes(), &mut buffer);
                    buffer[..len.expect("well-formed")] == *black_box(&utf16)
                }),
            ],
        );
        let mut buffer = vec![0; text.len() + 16];
        row(
            "str, char",
            [
                Box::new(|| compare::cmp::<Str, Chars>(black_box(text), black_box(&chars)).is_eq()),
                Box::new(|| black_box(text).chars().cmp(black_box(&chars).iter().copied()).is_eq()),
                Box::new(|| {
                    let len = utf8_to_utf32(black_box(text).as_bytes(), &mut buffer);
                    let units = &buffer[..len.expect("well-formed")];
                    let chars = black_box(&chars).iter().map(|&c| u32::from(c));
                    units.iter().copied().cmp(chars).is_eq()
                }),
            ],
        );
        row(
            "UTF-16, UTF-16",
            [
                Box::new(|| {
                    let (a, b) = (black_box(&own), black_box(&utf16));
                    compare::cmp_code_point_order_utf16(a, b).is_eq()
                }),
                Box::new(|| {
                    let a = char::decode_utf16(black_box(&own).iter().copied());
                    let b = char::decode_utf16(black_box(&utf16).iter().copied());
                    a.map(Result::unwrap).cmp(b.map(Result::unwrap)).is_eq()
                }),
                // The binary order, which is another.
                Box::new(|| black_box(&own).cmp(black_box(&utf16)).is_eq()),
            ],
        );
        if let Some(latin1) = &latin1 {
            let mut buffer = vec![0; text.len() + 16];
            row(
                "Latin-1, UTF-16",
                [
                    Box::new(|| {
                        let (a, b) = (black_box(latin1), black_box(&utf16));
                        compare::cmp::<Latin1, Utf16>(a, b).is_eq()
                    }),
                    Box::new(|| {
                        let a = black_box(latin1).iter().map(|&byte| u16::from(byte));
                        a.cmp(black_box(&utf16).iter().copied()).is_eq()
                    }),
                    Box::new(|| {
                        let len = latin1_to_utf16(black_box(latin1), &mut buffer);
                        buffer[..len.expect("there is room")].cmp(black_box(&utf16)).is_eq()
                    }),
                ],
            );
        }
    }

    /// Nanoseconds of each.
    fn measure(&self, mut sides: Sides<'_>) -> [f64; 3] {
        let [a, b, c] = &mut sides;
        let answer = a();
        assert!(answer == b() && answer == c(), "all say the same");
        let effort = Effort { batch: BATCH, lead: LEAD, rounds: self.rounds, most: self.rounds };
        let mut contenders: Vec<Contender<'_>> = [a, b, c]
            .into_iter()
            .map(|side| {
                Contender::new(|| {
                    black_box(side());
                })
            })
            .collect();
        let times = interleaved(&mut contenders, effort);
        [0, 1, 2].map(|i| times[i].min() * 1e9)
    }
}
