//! The seven encoding schemes and their byte order marks: what the command line makes of a label and
//! of the beginning of an input, and of the text behind it for every target.
//!
//! The first byte picks the label, the second how it is spelled; the rest is the input.

use codeunit::Engine;
use codeunit_cli::job::Job;

use crate::choices::Choices;
use crate::cli::{Input, SOURCES, targets};

/// Longer than any input of the fuzzer, so that nothing depends on where a block ends.
const BLOCK_LEN: usize = 1 << 13;

/// Labels, byte order marks, and the text behind them.
pub fn schemes(data: &[u8]) {
    let mut choices = Choices::new(data);
    let (label, scheme) = choices.of(&SOURCES);
    let label = spelled(label, choices.byte());
    let input = Input::new(scheme, choices.source());
    let job = |to, replace| Job {
        engine: Engine::active(),
        from: &label,
        to,
        replace,
        count_lines: false,
        block_len: BLOCK_LEN,
    };
    input.check(job(None, false), None, &[]);
    for (name, to) in targets() {
        for replace in [false, true] {
            input.check(job(Some(name), replace), Some(&to), &[]);
        }
    }
}

/// Another way to write the label. Case, hyphens and underscores make no difference.
fn spelled(label: &str, how: u8) -> String {
    let upper = how & 1 != 0;
    let label = if upper { label.to_uppercase() } else { label.to_owned() };
    match how >> 1 & 3 {
        0 => label,
        1 => label.replace('-', ""),
        2 => label.replace('-', "_"),
        _ => label + "-",
    }
}
