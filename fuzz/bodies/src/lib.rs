//! The bodies of the fuzz targets: each is a function of the fuzzer's bytes that panics where a
//! backend, the reference or the standard library does not agree with the others.
//!
//! They are a library so that plain `cargo test` replays the seeds and the crashes that were found;
//! the program of a target, in `fuzz/fuzz_targets/`, is one line.
//!
//! | target | what it holds together |
//! |---|---|
//! | [`utf8_to_utf16`] and 14 more | the conversions of a direction: all flavours, both policies |
//! | [`validate`] | validation and analysis of every encoding, ASCII, repair in place |
//! | [`compare`] | two sources that begin alike, compared, and what the standard library makes of both |
//! | [`streaming`] | a source in chunks and the same source in one piece |
//! | [`schemes`] | labels and byte order marks, what is behind them |
//! | [`positions`] | positions by a scan, by an index through edits, and by a list |
//! | [`checkpoints`] | places of a stream and its source by a map, and by a list of all characters; maps that are damaged |
//! | [`cli_blocks`] | the block reader of the command line |
//!
//! A new target is a function here, a row of [`TARGETS`], a file in `fuzz/fuzz_targets/` with its
//! `[[bin]]`, and seeds; a test compares them.
//!
//! An input is a few bytes of choices and a source behind them, so a seed is as legible as its text.

#![forbid(unsafe_code)]

mod checkpoints;
mod choices;
mod cli;
mod compare;
mod directions;
mod positions;
mod schemes;
pub mod seeds;
mod std_text;
mod streaming;
mod validate;

pub use checkpoints::checkpoints;
pub use cli::cli_blocks;
pub use compare::compare;
pub use directions::{
    latin1_to_utf8, latin1_to_utf16, latin1_to_utf32, utf8_to_latin1, utf8_to_utf8, utf8_to_utf16,
    utf8_to_utf32, utf16_to_latin1, utf16_to_utf8, utf16_to_utf16, utf16_to_utf32, utf32_to_latin1,
    utf32_to_utf8, utf32_to_utf16, utf32_to_utf32,
};
pub use positions::positions;
pub use schemes::schemes;
pub use streaming::streaming;
pub use validate::validate;

/// A target by its name.
pub type Target = (&'static str, fn(&[u8]));

macro_rules! targets {
    ($($name:ident)*) => { &[$((stringify!($name), $name as fn(&[u8]))),*] };
}

/// All targets.
pub const TARGETS: &[Target] = targets! {
    utf8_to_utf8 utf8_to_utf16 utf8_to_utf32 utf8_to_latin1
    utf16_to_utf8 utf16_to_utf16 utf16_to_utf32 utf16_to_latin1
    utf32_to_utf8 utf32_to_utf16 utf32_to_utf32 utf32_to_latin1
    latin1_to_utf8 latin1_to_utf16 latin1_to_utf32
    validate compare streaming schemes positions checkpoints cli_blocks
};
