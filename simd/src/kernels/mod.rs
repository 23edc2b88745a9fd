//! The algorithms, each written once over [`crate::vector`].

mod analyze_utf8;
mod ascii;
mod ascii_utf16;
mod count_utf8;
#[allow(dead_code, reason = "its kernels come next")]
mod encode_utf8;
mod lossy_lengths_utf8;
mod subparts_utf8;
#[allow(dead_code, reason = "its kernels come next")]
mod tables;
mod validate_utf8;

pub(crate) use analyze_utf8::analyze_utf8;
pub(crate) use ascii::{ascii_blocks_len, ascii_prefix_len, is_ascii};
pub(crate) use ascii_utf16::{ascii_prefix_len_utf16, is_ascii_utf16};
pub(crate) use count_utf8::{count_utf8, utf16_len_from_utf8};
pub(crate) use lossy_lengths_utf8::{
    count_utf8_lossy, utf8_len_from_utf8_lossy, utf16_len_from_utf8_lossy,
};
pub(crate) use validate_utf8::validate_utf8;
