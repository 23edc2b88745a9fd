//! Positions beside `str_indices`, and the index of a text beside a scan.
//!
//! A call is asked for one of sixteen positions that are spread over the text in no order; the time is the mean of
//! them.

use std::hint::black_box;
use std::io;
use std::sync::OnceLock;

use codeunit::index::{self, LineEnds, OffsetIndex, Unit};
use codeunit::{Backend, Engine};
use codeunit_cli::measure::{Contender, Effort, geometric_mean, interleaved};
use str_indices::{chars, lines_lf, utf16};

use crate::session::{BATCH, LEAD};
use crate::texts;

/// Arguments of the command.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// Texts, in place of all
    #[arg(long, value_name = "NAME")]
    text: Vec<String>,
    /// Bytes of a text in which one position is looked for
    #[arg(long, value_name = "BYTES", default_values_t = [16, 64, 256, 1024, 4096, 65536])]
    size: Vec<usize>,
    /// Only a part of it: counts, single, batch, index
    #[arg(long, value_name = "PART", default_values = ["counts", "single", "batch", "index"])]
    part: Vec<String>,
    /// Batches of each
    #[arg(long, default_value_t = 12)]
    rounds: usize,
    /// Single positions on this backend; a text of 16 bytes is then a call of a kernel too
    #[arg(long, value_name = "NAME")]
    backend: Option<String>,
}

/// Positions asked for in turn.
const PLACES: usize = 16;

/// A function of ours and that of the peer, from a text and a position to a position.
type Pair = (&'static str, Function, Function);
type Function = fn(&str, usize) -> usize;

const COUNTS: [Pair; 3] = [
    ("code points", |text, _| index::count(text, Unit::CodePoint), |text, _| chars::count(text)),
    ("UTF-16", |text, _| index::count(text, Unit::Utf16), |text, _| utf16::count(text)),
    (
        "lines",
        |text, _| index::line_count(text, LineEnds::Lf),
        |text, _| lines_lf::count_breaks(text) + 1,
    ),
];

const SINGLE: [Pair; 6] = [
    ("chars from byte", index::byte_to_code_point, chars::from_byte_idx),
    ("chars to byte", index::code_point_to_byte, chars::to_byte_idx),
    ("utf16 from byte", index::byte_to_utf16, utf16::from_byte_idx),
    ("utf16 to byte", index::utf16_to_byte, utf16::to_byte_idx),
    (
        "lines from byte",
        |text, byte| index::line_of(text, byte, LineEnds::Lf),
        lines_lf::from_byte_idx,
    ),
    (
        "lines to byte",
        |text, line| index::line_start(text, line, LineEnds::Lf),
        lines_lf::to_byte_idx,
    ),
];

/// The same on [`ENGINE`].
const FORCED: [Pair; 6] = [
    ("chars from byte", |text, at| forced(text, at, UTF8, POINT), chars::from_byte_idx),
    ("chars to byte", |text, at| forced(text, at, POINT, UTF8), chars::to_byte_idx),
    ("utf16 from byte", |text, at| forced(text, at, UTF8, UTF16), utf16::from_byte_idx),
    ("utf16 to byte", |text, at| forced(text, at, UTF16, UTF8), utf16::to_byte_idx),
    (
        "lines from byte",
        |text, byte| engine().line_of(text, byte, LineEnds::Lf),
        lines_lf::from_byte_idx,
    ),
    (
        "lines to byte",
        |text, line| engine().line_start(text, line, LineEnds::Lf),
        lines_lf::to_byte_idx,
    ),
];

const UTF8: Unit = Unit::Utf8;
const UTF16: Unit = Unit::Utf16;
const POINT: Unit = Unit::CodePoint;

/// The engine of the backend that was asked for.
static ENGINE: OnceLock<Engine> = OnceLock::new();

#[inline(always)]
fn engine() -> Engine {
    ENGINE.get().copied().unwrap_or_else(Engine::active)
}

#[inline(always)]
fn forced(text: &str, index: usize, from: Unit, to: Unit) -> usize {
    engine().convert_index(text, index, from, to)
}

/// So many positions below `end`, spread and in no order, the same in every run.
fn spread(end: usize, count: usize) -> Vec<usize> {
    (0..count).map(|i| i.wrapping_mul(0x9E37_79B1) % count * end / count).collect()
}

impl Options {
    /// Prints the tables.
    ///
    /// # Errors
    /// There is no such text or backend.
    pub fn run(&self) -> io::Result<bool> {
        let names: Vec<&str> = match &self.text[..] {
            [] => texts::NAMES.to_vec(),
            names => names.iter().map(String::as_str).collect(),
        };
        let has = |part: &str| self.part.iter().any(|name| name == part);
        let text = |name: &str, size| {
            let text = texts::generate(name, size);
            Ok(text.ok_or_else(|| io::Error::other(format!("no text {name}")))?.text)
        };
        if has("counts") {
            println!("str_indices' time by ours, counting");
            self.table(&names, &[16384, 65536], &COUNTS, &text)?;
        }
        if has("single") {
            println!("str_indices' time by ours, one position");
            let pairs = match &self.backend {
                None => &SINGLE,
                Some(name) => {
                    let backend = Backend::ALL.iter().find(|backend| backend.name() == name);
                    let forced = backend.and_then(|&backend| Engine::with_backend(backend));
                    let forced = forced.ok_or_else(|| io::Error::other(format!("no {name}")))?;
                    ENGINE.get_or_init(|| forced);
                    &FORCED
                }
            };
            self.table(&names, &self.size, pairs, &text)?;
        }
        if has("batch") {
            println!("a loop over single calls by one of 10,000 positions in order, in 1 MiB");
            for name in &names {
                self.batch(name, &text(name, 1 << 20)?);
            }
        }
        if has("index") {
            println!("an index of 64 MiB: ns");
            for name in &names {
                self.index(name, text(name, 64 << 20)?);
            }
        }
        Ok(true)
    }

    fn effort(&self) -> Effort {
        Effort { batch: BATCH, lead: LEAD, rounds: self.rounds, most: 2 * self.rounds }
    }

    /// Functions beside those of the peer: the ratio for each size, the mean over the texts and the least.
    fn table(
        &self,
        names: &[&str],
        sizes: &[usize],
        pairs: &[Pair],
        text: &impl Fn(&str, usize) -> io::Result<String>,
    ) -> io::Result<()> {
        for (label, ours, peer) in pairs {
            for &size in sizes {
                let mut ratios = Vec::new();
                for name in names {
                    let text = text(name, size)?;
                    // Lines are fewer than bytes, and units too: behind the end is the end.
                    let end = match *label {
                        "lines to byte" => index::line_count(&text[..], LineEnds::Lf) + 1,
                        "chars to byte" => chars::count(&text),
                        "utf16 to byte" => utf16::count(&text),
                        _ => text.len(),
                    };
                    let places = spread(end + 1, PLACES);
                    for &at in &places {
                        assert_eq!(ours(&text, at), peer(&text, at), "{label} {at} of {name}");
                    }
                    let times = self.race(&text, &places, *ours, *peer);
                    ratios.push((times[1] / times[0], *name, times[0]));
                }
                let mean = geometric_mean(ratios.iter().map(|one| one.0));
                let least = ratios.iter().min_by(|a, b| a.0.total_cmp(&b.0)).expect("a text");
                let ns = 1e9 * geometric_mean(ratios.iter().map(|one| one.2));
                println!(
                    "  {label:<16}{size:>7} B {ns:>9.1} ns {mean:>7.2}   least {:.2} ({})",
                    least.0, least.1
                );
            }
        }
        Ok(())
    }

    /// Seconds of a call of each.
    fn race(&self, text: &str, places: &[usize], ours: Function, peer: Function) -> Vec<f64> {
        let mut contenders: Vec<Contender<'_>> = [ours, peer]
            .into_iter()
            .map(|function| {
                Contender::new(move || {
                    for &at in places {
                        black_box(function(black_box(text), black_box(at)));
                    }
                })
            })
            .collect();
        let times = interleaved(&mut contenders, self.effort());
        times.iter().map(|time| time.min() / places.len() as f64).collect()
    }

    /// Many positions in one pass.
    fn batch(&self, name: &str, text: &str) {
        const COUNT: usize = 10_000;
        let len = index::count(text, Unit::Utf16);
        let positions: Vec<usize> = (0..COUNT).map(|i| i * len / COUNT).collect();
        let loops = |convert: Function| {
            let start = std::time::Instant::now();
            let sum: usize =
                positions.iter().map(|&at| convert(black_box(text), black_box(at))).sum();
            (start.elapsed().as_secs_f64(), sum)
        };
        let mut best = [f64::INFINITY; 3];
        for _ in 0..3 {
            let mut buffer = positions.clone();
            let start = std::time::Instant::now();
            index::convert_all(black_box(text), black_box(&mut buffer), Unit::Utf16, Unit::Utf8);
            let time = start.elapsed().as_secs_f64();
            let (ours, sum) = loops(index::utf16_to_byte);
            let (peer, peer_sum) = loops(utf16::to_byte_idx);
            assert_eq!((sum, peer_sum), (buffer.iter().sum(), sum));
            best = [best[0].min(time), best[1].min(ours), best[2].min(peer)];
        }
        println!(
            "  {name:<12}{:>9.1} us; a loop of ours {:>6.0}, of str_indices' {:>6.0}",
            1e6 * best[0],
            best[1] / best[0],
            best[2] / best[0]
        );
    }

    /// Queries and edits of an index, beside a scan of one of its intervals.
    fn index(&self, name: &str, mut text: String) {
        /// Bytes of an interval.
        const INTERVAL: usize = 8 << 10;
        let start = std::time::Instant::now();
        let mut index = OffsetIndex::new(&text[..], LineEnds::Lf);
        let build = start.elapsed().as_secs_f64();
        let share = 100.0 * index.heap_size() as f64 / text.len() as f64;
        let mut ns = Vec::new();
        {
            let (text, index) = (&text[..], &index);
            let units = spread(index.count(Unit::Utf16), 4096);
            let bytes = spread(text.len() - INTERVAL, 4096);
            let mut contenders = [
                Contender::new(|| {
                    for &at in &bytes {
                        let mut end = at + INTERVAL;
                        let mut at = at;
                        while !text.is_char_boundary(at) {
                            at += 1;
                        }
                        while !text.is_char_boundary(end) {
                            end -= 1;
                        }
                        black_box(index::count(&text[at..end], Unit::Utf16));
                    }
                }),
                Contender::new(|| {
                    for &at in &units {
                        black_box(index.convert(text, black_box(at), Unit::Utf16, Unit::Utf8));
                    }
                }),
                Contender::new(|| {
                    for &at in &bytes {
                        black_box(index.convert(text, black_box(at), Unit::Utf8, Unit::Utf16));
                    }
                }),
                Contender::new(|| {
                    for &at in &bytes {
                        black_box(index.position(text, black_box(at), Unit::Utf16));
                    }
                }),
            ];
            for time in interleaved(&mut contenders, self.effort()) {
                ns.push(1e9 * time.min() / 4096.0);
            }
        }
        // A key, in the middle, and back.
        let mut at = text.len() / 2;
        while !text.is_char_boundary(at) {
            at += 1;
        }
        let (mut best, rounds) = (f64::INFINITY, 50);
        for _ in 0..rounds {
            text.insert(at, 'x');
            let start = std::time::Instant::now();
            index.edit(&text, at..at, 1).expect("it fits");
            best = start.elapsed().as_secs_f64().min(best);
            text.remove(at);
            index.edit(&text, at..at + 1, 0).expect("it fits");
        }
        println!(
            "  {name:<12} build {:>5.1} ms, {share:.2} %; scan of 8 KiB {:>5.0}; UTF-16 to byte \
             {:>5.0} ({:.2}), byte to UTF-16 {:>5.0} ({:.2}), to line and column {:>5.0} ({:.2}); \
             a key {:>5.0}",
            1e3 * build,
            ns[0],
            ns[1],
            ns[1] / ns[0],
            ns[2],
            ns[2] / ns[0],
            ns[3],
            ns[3] / ns[0],
            1e9 * best,
        );
    }
}
