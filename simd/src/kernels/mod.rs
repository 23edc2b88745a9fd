//! The algorithms, each written once over [`crate::vector`].

mod ascii;
mod validate_utf8;

pub(crate) use ascii::{ascii_blocks_len, ascii_prefix_len, is_ascii};
pub(crate) use validate_utf8::validate_utf8;
