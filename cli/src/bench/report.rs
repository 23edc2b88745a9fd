//! The figures in print.

use std::fmt::Write;

use codeunit::{Backend, Engine};

use super::codec::Reader;
use super::sample::Sample;
use crate::measure::Times;

/// Up to so many bytes the time of a call is told: of longer texts nobody makes a call at a time.
const SMALL: usize = 4096;

/// What is measured, and with which backend the library would do it.
pub(super) fn heading(name: &str, sample: &Sample) -> String {
    let Sample { scheme, bytes, is_cut, .. } = sample;
    if bytes.is_empty() {
        return format!("{name}: no text, nothing to measure");
    }
    let Reader { validate, count, .. } = Reader::new(*scheme);
    let (engine, len) = (Engine::active(), bytes.len());
    let mut heading = format!("{name}: {}, ", scheme.name());
    heading += if *is_cut { "the first " } else { "" };
    heading += &format!("{len} bytes");
    if validate(engine, bytes).is_ok() {
        heading += &format!(", {} code points", count(engine, bytes));
    }
    heading += &format!("; active backend: {}", engine.backend().name());
    if cfg!(debug_assertions) {
        heading += "\nThis is a debug build of codeunit: its figures mean nothing.";
    }
    heading
}

/// A line for each, in the order given; the last is the one that the others are compared with.
pub(super) fn table(names: &[&str], times: &[Times], len: usize) -> String {
    let Some(last) = times.last() else { return String::new() };
    let is_small = len <= SMALL;
    let corner = format!("best of {} batches", last.rounds());
    let mut table = format!("{corner:<24}{:>8}{:>10}{:>10}", "GB/s", "to std", "median");
    table += if is_small { "     ns/call\n" } else { "\n" };
    for (&name, times) in names.iter().zip(times) {
        let mark = if name == Backend::active().name() { " (active)" } else { "" };
        let name = format!("  {name}{mark}");
        let speed = len as f64 / times.min() / 1e9;
        let (to_std, median) = (last.min() / times.min(), last.ratio(times));
        _ = write!(table, "{name:<24}{speed:>8.2}{to_std:>10.2}{median:>10.2}");
        _ = if is_small { writeln!(table, "{:>12.1}", times.min() * 1e9) } else { writeln!(table) };
    }
    table
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use codeunit::Backend;

    use super::{Sample, heading, table};
    use crate::bench::scheme::Scheme;
    use crate::measure::{Contender, Effort, interleaved};

    #[test]
    fn heading_says_what_there_is() {
        let sample = |bytes: &[u8], is_cut| Sample {
            scheme: Scheme::Utf8,
            bytes: bytes.to_vec(),
            start: 0,
            is_cut,
        };
        let first_line = |sample| heading("a", &sample).lines().next().map(String::from);
        let expected = |start| Some(format!("a: {start}{}", Backend::active().name()));
        assert_eq!(
            first_line(sample("ñ€".as_bytes(), false)),
            expected("UTF-8, 5 bytes, 2 code points; active backend: ")
        );
        assert_eq!(
            first_line(sample(b"ab", true)),
            expected("UTF-8, the first 2 bytes, 2 code points; active backend: ")
        );
        // In ill-formed text what a code point is depends on the reader.
        assert_eq!(
            first_line(sample(b"ab\xFF", false)),
            expected("UTF-8, 3 bytes; active backend: ")
        );
        assert_eq!(heading("a", &sample(b"", false)), "a: no text, nothing to measure");
    }

    /// Two that say themselves how long they took: 1 and 2 microseconds a call.
    #[test]
    fn figures_and_ratios() {
        let fixed = |micros: u64| {
            Contender::timed(move |calls| Duration::from_micros(micros * u64::from(calls)))
        };
        let effort = Effort { batch: Duration::from_millis(1), lead: 0.0, rounds: 3, most: 3 };
        let times = interleaved(&mut [fixed(1), fixed(2)], effort);
        assert_eq!(
            table(&["one", "std"], &times, 4000),
            "best of 3 batches           GB/s    to std    median     ns/call\n  \
             one                       4.00      2.00      2.00      1000.0\n  \
             std                       2.00      1.00      1.00      2000.0\n"
        );
        assert_eq!(
            table(&["one", "std"], &times, 8000),
            "best of 3 batches           GB/s    to std    median\n  \
             one                       8.00      2.00      2.00\n  \
             std                       4.00      1.00      1.00\n"
        );
    }
}
