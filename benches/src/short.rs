//! Short strings, which most strings are: validation against the standard library.

use codeunit::encoding::Utf8;
use codeunit::{Backend, Engine};
use codeunit_benches::measure::{Contender, fastest};
use codeunit_benches::texts::{Text, pieces};

const SIZES: [usize; 27] = [
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 16, 17, 20, 24, 28, 31, 32, 33, 34, 35, 40, 47, 48, 56,
    63,
];

/// Prints for each size the smallest ratio, over the texts, of the time of `core::str::from_utf8` to
/// ours: one piece again and again, whose branches are soon learnt, and then 1,000 different ones.
pub(crate) fn table(texts: &[Text], rounds: u32) {
    for (count, what) in [(1, "one piece again and again"), (1000, "1,000 pieces in turn")] {
        println!("validate UTF-8, {what}: the worst text's ratio of std's time to ours");
        for (i, size) in SIZES.into_iter().enumerate() {
            let mut worst: Vec<(String, f64, &str)> = Vec::new();
            for Text { name, text } in texts {
                let pieces = pieces(text, size, count);
                let pieces: Vec<&[u8]> = pieces.into_iter().map(str::as_bytes).collect();
                if pieces.is_empty() {
                    continue;
                }
                for (backend, ratio) in ratios(&pieces, rounds) {
                    match worst.iter_mut().find(|cell| cell.0 == backend) {
                        Some(cell) if cell.1 <= ratio => {}
                        Some(cell) => *cell = (backend, ratio, name),
                        None => worst.push((backend, ratio, name)),
                    }
                }
            }
            if i == 0 {
                worst.iter().for_each(|(backend, ..)| print!("{backend:>20}"));
                println!();
            }
            print!("{size:2} B");
            worst.iter().for_each(|(_, ratio, name)| print!("{ratio:>8.2} {name:<11}"));
            println!();
        }
    }
}

/// The ratio of std's time to that of the public function and of each backend.
fn ratios(pieces: &[&[u8]], rounds: u32) -> Vec<(String, f64)> {
    let mut contenders = vec![
        Contender::new("std", || pieces.iter().filter(|p| std::str::from_utf8(p).is_ok()).count()),
        Contender::new("codeunit", || {
            pieces.iter().filter(|p| codeunit::validate_utf8(p).is_ok()).count()
        }),
    ];
    for engine in Backend::ALL.iter().filter_map(|&backend| Engine::with_backend(backend)) {
        assert!(pieces.iter().all(|p| engine.validate::<Utf8>(p).is_ok()), "a piece is refused");
        contenders.push(Contender::new(engine.backend().name(), move || {
            pieces.iter().filter(|p| engine.validate::<Utf8>(p).is_ok()).count()
        }));
    }
    let times = fastest(&mut contenders, rounds);
    let names = contenders.into_iter().map(|contender| contender.name);
    names.zip(times.iter().map(|time| times[0] / time)).skip(1).collect()
}
