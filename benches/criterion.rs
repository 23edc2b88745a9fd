//! The cells of the matrix at 64 KiB under criterion, for its statistics: `cargo bench`.
//!
//! Criterion times one contender after the other, so that their ratios drift with the machine; for
//! those is `table`. A part is chosen as criterion does it: `cargo bench -- utf8_to_utf16le/russian`.

use std::hint::black_box;
use std::time::Duration;

use codeunit_benches::contenders;
use codeunit_benches::input::{Arena, sources};
use codeunit_benches::matrix::{FEW, MIDDLE};
use codeunit_benches::operation::Operation;
use codeunit_benches::texts;
use criterion::{Criterion, Throughput};

fn matrix(criterion: &mut Criterion) {
    let mut arena = Arena::new(MIDDLE).expect("memory");
    for operation in Operation::all() {
        for text in FEW.iter().chain(&["latin1"]) {
            let made = texts::generate(text, 4 * MIDDLE).expect("one of the names");
            let Some((sources, _)) = sources(operation, &made.text, MIDDLE, 1) else { continue };
            let mut group = criterion.benchmark_group(format!("{}/{text}", operation.label()));
            arena.with(&sources, 0, |pieces, dst| {
                group.throughput(Throughput::Bytes(pieces[0].bytes.len() as u64));
                for one in contenders::of(operation.name) {
                    one.select();
                    group.bench_function(one.name, |bencher| {
                        bencher.iter(|| black_box((one.laps)(pieces, dst, 1)));
                    });
                }
            });
            group.finish();
        }
    }
}

fn main() {
    let mut criterion = Criterion::default()
        .warm_up_time(Duration::from_millis(100))
        .measurement_time(Duration::from_millis(300))
        .sample_size(20)
        .configure_from_args();
    matrix(&mut criterion);
    criterion.final_summary();
}
