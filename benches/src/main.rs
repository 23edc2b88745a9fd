//! Prints UTF-8 validation beside its peers: `cargo run --release -p codeunit-benches`. With `--short`
//! strings of 1 to 63 bytes, with `--dispatch` what the choice of a backend costs a call.

mod short;

use std::hint::black_box;
use std::path::PathBuf;
use std::process::ExitCode;

use codeunit::encoding::Utf8;
use codeunit::{Backend, Engine};
use codeunit_benches::measure::{Contender, fastest, geometric_mean};
use codeunit_benches::texts::{Text, corpus, generated};

const USAGE: &str =
    "usage: table [--short | --dispatch] [--corpus DIR] [--size BYTES] [--rounds N]";

fn main() -> ExitCode {
    match options().and_then(|options| run(&options)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum What {
    Validate,
    Short,
    Dispatch,
}

struct Options {
    what: What,
    corpus: Option<PathBuf>,
    size: usize,
    rounds: u32,
}

fn options() -> Result<Options, String> {
    let mut options = Options { what: What::Validate, corpus: None, size: 64 << 10, rounds: 60 };
    let mut args = std::env::args().skip(1);
    while let Some(flag) = args.next() {
        match flag.as_str() {
            "--short" => options.what = What::Short,
            "--dispatch" => options.what = What::Dispatch,
            _ => {
                let value = args.next().ok_or(USAGE)?;
                options.set(&flag, value)?;
            }
        }
    }
    Ok(options)
}

impl Options {
    fn set(&mut self, flag: &str, value: String) -> Result<(), String> {
        let number = || value.parse::<u32>().map_err(|_| USAGE.to_string());
        match flag {
            "--corpus" => self.corpus = Some(value.into()),
            "--size" => self.size = number()? as usize,
            "--rounds" => self.rounds = number()?,
            _ => return Err(USAGE.into()),
        }
        Ok(())
    }
}

fn run(options: &Options) -> Result<(), String> {
    let texts = match &options.corpus {
        Some(folder) => corpus(folder, options.size)
            .map_err(|error| format!("{}: {error}", folder.display()))?,
        None => generated(options.size),
    };
    match options.what {
        What::Validate => validate(&texts, options),
        What::Short => short::table(&texts, options.rounds),
        What::Dispatch => dispatch(options.rounds),
    }
    Ok(())
}

/// Nanoseconds of a call that has next to nothing to do: through the cached choice, and on an engine
/// that is held already.
fn dispatch(rounds: u32) {
    let engine = Engine::active();
    let src = black_box(&b"8 bytes."[..]);
    let mut contenders = [
        Contender::new("cached choice", || codeunit::is_ascii(black_box(src))),
        Contender::new("engine in hand", || engine.is_ascii(black_box(src))),
    ];
    let times = fastest(&mut contenders, rounds);
    for (contender, time) in contenders.iter().zip(times) {
        println!("is_ascii, {}: {:.2} ns", contender.name, time * 1e9);
    }
}

fn validate(texts: &[Text], options: &Options) {
    let names: Vec<String> = contenders(b"").iter().map(|c| c.name.clone()).collect();
    println!("validate UTF-8, {} bytes: GB/s of input", options.size);
    print!("{:12}", "");
    names.iter().for_each(|name| print!("{name:>16}"));
    println!();
    let mut times: Vec<Vec<f64>> = Vec::new();
    for Text { name, text } in texts {
        let mut contenders = contenders(text.as_bytes());
        let row = fastest(&mut contenders, options.rounds);
        print!("{name:12}");
        row.iter().for_each(|time| print!("{:>16.2}", text.len() as f64 / time / 1e9));
        println!();
        times.push(row);
    }
    for (peer, peer_name) in names.iter().enumerate() {
        print!("geometric mean of the ratios to {peer_name}:");
        for (ours, name) in names.iter().enumerate() {
            let ratios: Vec<f64> = times.iter().map(|row| row[peer] / row[ours]).collect();
            print!("  {name} {:.2}", geometric_mean(&ratios));
        }
        println!();
    }
}

/// Everything that validates UTF-8, each checked on `src` first.
fn contenders(src: &[u8]) -> Vec<Contender<'_>> {
    let mut all = Vec::new();
    for engine in Backend::ALL.iter().filter_map(|&backend| Engine::with_backend(backend)) {
        assert!(engine.validate::<Utf8>(src).is_ok());
        all.push(Contender::new(engine.backend().name(), move || {
            engine.validate::<Utf8>(src).is_ok()
        }));
    }
    all.push(Contender::new("codeunit", move || codeunit::validate_utf8(src).is_ok()));
    assert!(simdutf8::compat::from_utf8(src).is_ok());
    all.push(Contender::new("std", move || std::str::from_utf8(src).is_ok()));
    all.push(Contender::new("simdutf8 basic", move || simdutf8::basic::from_utf8(src).is_ok()));
    all.push(Contender::new("simdutf8 compat", move || simdutf8::compat::from_utf8(src).is_ok()));
    #[cfg(feature = "peers")]
    {
        assert!(simdutf::validate_utf8(src));
        all.push(Contender::new("simdutf", move || simdutf::validate_utf8(src)));
    }
    all
}
