//! The scalar path of [codeunit](https://docs.rs/codeunit): every operation in safe Rust.
//!
//! This crate is an internal part of `codeunit` and follows its version exactly; use `codeunit`.
//!
//! It has three duties. It is the backend of a machine without a SIMD kernel. It finishes what a
//! kernel leaves: heads, tails, and the exact place and kind of an error. And it is the one copy
//! of what an error means: [`form::Source::decode`] of each encoding form follows chapter 3 of
//! the Unicode Standard, and no kernel has an opinion of its own on where an error lies or why.
//!
//! One loop, [`transcode()`], serves every ordered pair of encoding forms: a [`form::Source`] takes
//! a scalar value out of a slice, a [`form::Target`] puts one into another. That alone is right for everything;
//! what is well-formed passes by faster: from UTF-8 by words of eight bytes, to it by eight units, between the others by
//! blocks in which each code unit becomes one. UTF-16 and UTF-32 are slices of byte arrays with a [`ByteOrder`]
//! beside them, so that native code units and unaligned bytes of either order are one case.
#![no_std]
#![forbid(unsafe_code)]

#[cfg(feature = "std")]
extern crate std;

mod analyze;
mod automaton;
mod chars;
mod compare;
mod error;
mod find;
pub mod form;
mod lanes;
mod lengths;
mod order;
mod pairs;
mod repair;
#[cfg(feature = "serde")]
mod saved;
mod singles;
mod transcode;
mod utf8;
mod utf8_words;
mod validate;
mod wide;
mod words_to_utf8;

pub use analyze::{
    Analysis, Summed, Sums, analysis, analyze_latin1, analyze_utf8, analyze_utf16, analyze_utf32,
    located,
};
pub use automaton::{is_utf8_short, locate_utf8, open_from, validate_utf8};
pub use compare::*;
pub use error::{Error, ErrorKind, Lossy};
pub use find::*;
pub use lengths::*;
pub use order::{ByteOrder, swap_utf16, swap_utf16_in_place, swap_utf32, swap_utf32_in_place};
pub use repair::{make_few_utf16_well_formed, make_utf16_well_formed};
pub use transcode::{len_lossy, transcode, transcode_lossy};
pub use utf8::cut_utf8;
pub use validate::{
    ascii_prefix_len, ascii_prefix_len_utf16, is_ascii, is_ascii_utf16, locate_utf16, validate,
};
