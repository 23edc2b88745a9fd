//! Streams beside single calls: what it costs that a text comes in blocks which are cut anywhere.
//!
//! The single calls get blocks of the same length, cut where characters end, which is what a caller without a
//! stream has to arrange. Both write to the same output over and over.

use std::cell::RefCell;
use std::hint::black_box;
use std::io;

use codeunit::encoding::{Latin1, TranscodeTo, Utf8, Utf16Le, Utf32Le};
use codeunit::{
    Checkpoints, Encoding, Policy, Status, Transcoder, Utf8Validator, complete_prefix_len,
    transcode, validate_utf8,
};
use codeunit_cli::measure::{Contender, Effort, Times, interleaved};

use crate::session::{BATCH, LEAD};
use crate::texts;

/// Arguments of the command.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// Texts
    #[arg(long, value_name = "NAME", default_values = ["latin", "russian", "chinese", "emoji", "log-0.1"])]
    text: Vec<String>,
    /// Bytes of a block
    #[arg(long, value_name = "BYTES", default_values_t = [1024, 2048, 4096, 16384, 65536])]
    block: Vec<usize>,
    /// Batches of each
    #[arg(long, default_value_t = 80)]
    rounds: usize,
}

/// Bytes of a source: many blocks, in the second-level cache with their output.
const SOURCE: usize = 256 * 1024;

const PAGE: usize = 4096;

/// How many bytes behind the source an output begins, whole pages aside: a load waits for a store to what looks like the same
/// address by its lowest twelve bits, so that one place alone changes the ratios by up to a tenth.
const PLACES: [usize; 4] = [256, 1280, 2304, 3328];

/// Bytes of output of a block.
const fn room(block: usize) -> usize {
    4 * block + 16
}

/// The columns: times of a stream by those of single calls.
const COLUMNS: [&str; 6] = ["push", "replace", "counting", "lines", "map", "map,lines"];

impl Options {
    /// Prints the table.
    ///
    /// # Errors
    /// There is no such text.
    pub fn run(&self) -> io::Result<bool> {
        println!("time of a stream by that of single calls; blocks in bytes of the source");
        print!("{:<22}{:<12}{:>7}", "", "", "block");
        COLUMNS.iter().for_each(|column| print!("{column:>10}"));
        println!();
        for name in &self.text {
            let text = texts::generate(name, SOURCE)
                .ok_or_else(|| io::Error::other(format!("no text {name}")))?;
            let text = &*text.text;
            let utf16: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
            let latin1: Option<Vec<u8>> = text.chars().map(|c| u8::try_from(c).ok()).collect();
            for &block in &self.block {
                let row = |label: &str, ratios: &[f64]| {
                    print!("{label:<22}{name:<12}{block:>7}");
                    ratios.iter().for_each(|ratio| print!("{ratio:>10.3}"));
                    println!();
                };
                row("validate UTF-8", &self.validator(text.as_bytes(), block));
                row(
                    "UTF-8 to UTF-8",
                    &self.pair::<Utf8, Utf8>(
                        Encoding::Utf8,
                        Encoding::Utf8,
                        text.as_bytes(),
                        block,
                    ),
                );
                row(
                    "UTF-8 to UTF-16LE",
                    &self.pair::<Utf8, Utf16Le>(
                        Encoding::Utf8,
                        Encoding::Utf16Le,
                        text.as_bytes(),
                        block,
                    ),
                );
                row(
                    "UTF-8 to UTF-32LE",
                    &self.pair::<Utf8, Utf32Le>(
                        Encoding::Utf8,
                        Encoding::Utf32Le,
                        text.as_bytes(),
                        block,
                    ),
                );
                row(
                    "UTF-16LE to UTF-8",
                    &self.pair::<Utf16Le, Utf8>(Encoding::Utf16Le, Encoding::Utf8, &utf16, block),
                );
                if let Some(latin1) = &latin1 {
                    row(
                        "ISO-8859-1 to UTF-8",
                        &self.pair::<Latin1, Utf8>(Encoding::Latin1, Encoding::Utf8, latin1, block),
                    );
                }
            }
        }
        Ok(true)
    }

    /// A share of the batches.
    fn effort(&self, share: usize) -> Effort {
        let rounds = self.rounds.div_ceil(share);
        Effort { batch: BATCH, lead: LEAD, rounds, most: rounds }
    }

    fn pair<S, T>(&self, from: Encoding, to: Encoding, src: &[u8], block: usize) -> Vec<f64>
    where
        S: codeunit::encoding::Source<Slice = [u8]> + TranscodeTo<T>,
        T: codeunit::encoding::Target<Unit = u8>,
    {
        let whole = whole_characters::<S>(src, block);
        let mut output = vec![0; room(block)];
        let mut check = Vec::new();
        Transcoder::new(from, to, Policy::Strict).extend(src, &mut check).expect("well-formed");
        let mut written = 0;
        for part in &whole {
            let len = transcode::<S, T>(part, &mut output).expect("well-formed");
            assert_eq!(output[..len], check[written..][..len], "{from} to {to}");
            written += len;
        }
        let mut sums = vec![0.0; 1 + COLUMNS.len()];
        for place in PLACES {
            let times = self.at::<S, T>(place, [from, to], src, &whole, block);
            sums.iter_mut().zip(times).for_each(|(sum, time)| *sum += time);
        }
        sums[1..].iter().map(|sum| sum / sums[0]).collect()
    }

    /// The shortest times of single calls and of streams with the output so far from the source.
    fn at<S, T>(
        &self,
        place: usize,
        [from, to]: [Encoding; 2],
        src: &[u8],
        whole: &[&[u8]],
        block: usize,
    ) -> Vec<f64>
    where
        S: codeunit::encoding::Source<Slice = [u8]> + TranscodeTo<T>,
        T: codeunit::encoding::Target<Unit = u8>,
    {
        let mut memory = vec![0; room(block) + PAGE];
        let start = (src.as_ptr().addr() + place).wrapping_sub(memory.as_ptr().addr()) % PAGE;
        // One output for all.
        let output = RefCell::new(&mut memory[start..][..room(block)]);
        let mut contenders = vec![Contender::new(|| {
            let output = &mut **output.borrow_mut();
            for part in whole {
                black_box(transcode::<S, T>(black_box(part), output)).expect("well-formed");
            }
        })];
        let new = |policy| Transcoder::new(from, to, policy);
        for mut transcoder in [
            new(Policy::Strict),
            new(Policy::Replace),
            new(Policy::Strict).counting_code_points(),
            new(Policy::Strict).counting_lines(),
        ] {
            let output = &output;
            contenders.push(Contender::new(move || {
                let output = &mut **output.borrow_mut();
                let before = transcoder.state().read();
                for part in src.chunks(block) {
                    // What a caller looks at; to have all of it copied would cost as much again.
                    let step = transcoder.push(black_box(part), output);
                    assert!(step.status == Status::InputEmpty);
                    black_box(step.written);
                }
                let read = transcoder.state().read() - before;
                assert_eq!(read, src.len() as u64, "all of the source");
            }));
        }
        for mut transcoder in [new(Policy::Strict), new(Policy::Strict).counting_lines()] {
            let output = &output;
            // As many as 64 MiB have: the stream has no end.
            let mut checkpoints = Checkpoints::new().with_maximum(1024);
            contenders.push(Contender::new(move || {
                let output = &mut **output.borrow_mut();
                let before = transcoder.state().read();
                for part in src.chunks(block) {
                    let step = checkpoints.push(&mut transcoder, black_box(part), output);
                    let _ = black_box(step);
                    // So that the interval stays what it is.
                    if checkpoints.len() > 500 {
                        checkpoints = Checkpoints::new().with_maximum(1024);
                    }
                }
                let read = transcoder.state().read() - before;
                assert_eq!(read, src.len() as u64, "all of the source");
            }));
        }
        interleaved(&mut contenders, self.effort(PLACES.len())).iter().map(Times::min).collect()
    }

    fn validator(&self, src: &[u8], block: usize) -> Vec<f64> {
        let whole = whole_characters::<Utf8>(src, block);
        let mut contenders = vec![
            Contender::new(|| {
                for part in &whole {
                    black_box(validate_utf8(black_box(part))).expect("well-formed");
                }
            }),
            Contender::new(|| {
                let mut validator = Utf8Validator::new();
                for part in src.chunks(block) {
                    validator.push(black_box(part)).expect("well-formed");
                }
            }),
        ];
        ratios(&interleaved(&mut contenders, self.effort(1)))
    }
}

/// Blocks of at most this length that end where characters end.
fn whole_characters<S>(mut src: &[u8], block: usize) -> Vec<&[u8]>
where
    S: codeunit::encoding::Source<Slice = [u8]>,
{
    let mut parts = Vec::new();
    while !src.is_empty() {
        let part = &src[..block.min(src.len())];
        let (part, rest) = src.split_at(complete_prefix_len::<S>(part));
        parts.push(part);
        src = rest;
    }
    parts
}

/// The shortest time of each by that of the first.
fn ratios(times: &[Times]) -> Vec<f64> {
    times[1..].iter().map(|one| one.min() / times[0].min()).collect()
}
