//! Every operation on every backend, held to the reference.
//!
//! One program for all of it: linking costs more than most of these tests. What is right is said by
//! `tests/reference`, a transcription of the Unicode Standard, and by the standard library, never by
//! the engine itself. When all tests are done, the program prints how many cases each operation saw
//! on each backend, and fails if one that the machine has, or that `CODEUNIT_REQUIRE_BACKENDS` names,
//! saw none.
//!
//! It takes arguments of Rust's own test runner: filters, `--exact`, `--list`, `--ignored`,
//! `--test-threads N`.

use std::panic::{catch_unwind, resume_unwind};
use std::process::{self, ExitCode};

use harness::size::{Size, size};
use harness::{check, tally};
use runner::{Arguments, Trial};

/// A test and its name. The list of a module ends it; a test that is not in it is dead code, which
/// the compiler tells.
type Test = (&'static str, fn());

macro_rules! tests {
    ($($(#[$attribute:meta])* $name:ident),* $(,)?) => {
        &[$($(#[$attribute])* (stringify!($name), $name)),*]
    };
}

macro_rules! modules {
    ($($name:ident)*) => { &[$((stringify!($name), $name::TESTS)),*] };
}

mod alignment;
mod analyze;
mod ascii;
mod ascii_utf16;
mod backends;
mod block_edges;
mod boundary;
mod bounds;
mod checkpoint_places;
mod checkpoints;
mod chunks;
mod compare;
mod deep;
mod errors;
mod growing;
mod guard_pages;
mod index;
mod lengths;
mod named;
mod offset_index;
mod random;
mod regressions;
mod repair;
mod runner;
mod std_strings;
mod stream;
mod surrogate_edges;
mod swap;
mod utf16;
mod utf32;
mod utf8_conversions;
mod utf8_exhaustive;
mod utf8_one_length;
mod utf8_positions;
mod validators;
mod words;

/// A module that is not here has a list of tests that is dead code.
const MODULES: &[(&str, &[Test])] = modules! {
    alignment analyze ascii ascii_utf16 backends block_edges boundary bounds checkpoint_places checkpoints chunks compare
    deep errors growing guard_pages index lengths named offset_index random regressions repair runner std_strings stream surrogate_edges
    swap utf16 utf32 utf8_conversions utf8_exhaustive utf8_one_length utf8_positions validators words
};

fn main() -> ExitCode {
    let arguments = match Arguments::from_args() {
        Ok(arguments) => arguments,
        Err(wrong) => {
            eprintln!("{wrong}");
            return ExitCode::FAILURE;
        }
    };
    // For mutation testing: one failure is all that it wants to know.
    let fail_fast = std::env::var_os("CODEUNIT_TEST_FAIL_FAST").is_some();
    let trial = |(module, (name, test)): (&str, Test)| {
        let name = format!("{module}::{name}");
        let full = name.clone();
        let run = move || {
            check::begin(&full);
            let result = catch_unwind(test);
            tally::flush();
            if let Err(panic) = result {
                if fail_fast {
                    process::exit(101);
                }
                resume_unwind(panic);
            }
        };
        let ignored = module == "deep" && size() != Size::Deep;
        Trial { name, ignored, run: Box::new(run) }
    };
    let trials: Vec<Trial> = MODULES
        .iter()
        .flat_map(|&(module, tests)| tests.iter().map(move |&test| trial((module, test))))
        .collect();
    let conclusion = runner::run(&arguments, &trials);
    if arguments.list {
        return ExitCode::SUCCESS;
    }
    println!("\n{}", tally::table());
    let mut missing = tally::missing_required();
    if conclusion.filtered_out == 0 {
        missing.extend(tally::missing());
    }
    for missing in &missing {
        println!("NOT TESTED: {missing}");
    }
    if conclusion.failed > 0 || !missing.is_empty() { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
