//! The algorithms, each written once over [`crate::vector`].

mod analyze_utf8;
mod ascii;
mod ascii_utf16;
mod validate_utf8;

pub(crate) use analyze_utf8::analyze_utf8;
pub(crate) use ascii::{ascii_blocks_len, ascii_prefix_len, is_ascii};
pub(crate) use ascii_utf16::{ascii_prefix_len_utf16, is_ascii_utf16};
pub(crate) use validate_utf8::validate_utf8;
