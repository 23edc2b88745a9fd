//! Prints UTF-8 validation beside its peers: `cargo run --release -p codeunit-benches`.

use std::path::PathBuf;
use std::process::ExitCode;

use codeunit::encoding::Utf8;
use codeunit::{Backend, Engine};
use codeunit_benches::measure::{Contender, fastest, geometric_mean};
use codeunit_benches::texts::{Text, corpus, generated};

const USAGE: &str = "usage: table [--corpus DIR] [--size BYTES] [--rounds N]";

fn main() -> ExitCode {
    match options().and_then(|options| table(&options)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

struct Options {
    corpus: Option<PathBuf>,
    size: usize,
    rounds: u32,
}

fn options() -> Result<Options, String> {
    let mut options = Options { corpus: None, size: 64 << 10, rounds: 60 };
    let mut args = std::env::args().skip(1);
    while let Some(flag) = args.next() {
        let value = args.next().ok_or(USAGE)?;
        let number = || value.parse::<u32>().map_err(|_| USAGE.to_string());
        match flag.as_str() {
            "--corpus" => options.corpus = Some(value.into()),
            "--size" => options.size = number()? as usize,
            "--rounds" => options.rounds = number()?,
            _ => return Err(USAGE.into()),
        }
    }
    Ok(options)
}

fn table(options: &Options) -> Result<(), String> {
    let texts = match &options.corpus {
        Some(folder) => corpus(folder, options.size)
            .map_err(|error| format!("{}: {error}", folder.display()))?,
        None => generated(options.size),
    };
    let names: Vec<String> = contenders(b"").iter().map(|c| c.name.clone()).collect();
    println!("validate UTF-8, {} bytes: GB/s of input", options.size);
    print!("{:12}", "");
    names.iter().for_each(|name| print!("{name:>16}"));
    println!();
    let mut times: Vec<Vec<f64>> = Vec::new();
    for Text { name, text } in &texts {
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
    Ok(())
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
