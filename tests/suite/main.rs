//! Every operation on every backend, against the standard library and against the scalar path.
//!
//! One program for all of it: linking costs more than most of these tests. What is right is said in
//! `tests/common`, by the standard library and by the tables of the Unicode Standard, never by the
//! engine itself.

#[path = "../common/mod.rs"]
mod common;

mod ascii;
mod backends;
mod bounds;
mod errors;
#[cfg(feature = "alloc")]
mod growing;
mod lengths;
mod named;
mod random;
#[cfg(feature = "alloc")]
mod std_strings;
mod swap;
mod utf16;
mod utf32;
mod utf8_conversions;
mod utf8_exhaustive;
mod utf8_positions;
