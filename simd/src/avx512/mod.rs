//! Kernels for AVX-512 alone: compression, tables of 64 bytes and masks have no like elsewhere.

mod analyze_utf8;
mod analyze_wide;
mod bits;
mod compare;
mod count_line_feeds;
mod count_utf8;
mod damaged_ascii;
mod decode_utf8;
mod encode;
mod encode_utf16;
mod entries_utf16;
mod entries_utf8;
mod few_blocks;
mod few_lossy_utf8;
mod few_utf16;
mod find_blocks;
mod from_latin1;
mod from_utf16;
mod from_utf32;
mod from_utf8;
mod from_utf8_lossy;
mod latin1;
mod lossy_lengths_utf8;
mod memory;
mod narrow;
mod pack;
mod repair_few_utf8;
mod repair_utf16;
mod repair_utf8;
mod runs_utf16;
mod scan_utf32;
mod short_utf16;
mod short_utf32;
mod short_utf8;
mod subparts_utf8;
mod swap;
mod tables_utf8;
mod text_to_latin1;
mod utf16_block;
mod utf16_end;
mod utf16_lengths;
mod utf16_to_utf32;
mod utf16_to_utf8;
mod utf16_to_wide;
mod utf32;
mod validate_utf16;
mod validate_utf8;
mod well_formed_utf8;
mod wide;
mod windows_utf8;

pub(crate) use crate::kernels::{
    ascii_prefix_len, ascii_prefix_len_utf16, common_prefix_len, count_last_line_latin1,
    count_last_line_utf8, count_last_line_utf16, find_code_point_utf8, find_code_point_utf16,
    find_line_end_utf8, find_line_end_utf16, find_utf8_in_utf16, find_utf16_in_utf8, is_ascii,
    is_ascii_utf16,
};
pub(crate) use analyze_utf8::{
    analyze_latin1, analyze_utf8, validate_utf8_lines, validate_utf8_lines_longer,
};
pub(crate) use analyze_wide::{analyze_utf16, analyze_utf32};
pub(crate) use compare::*;
pub(crate) use count_line_feeds::*;
pub(crate) use count_utf8::{count_utf8, utf16_len_from_utf8};
pub(crate) use entries_utf8::*;
pub(crate) use entries_utf16::*;
pub(crate) use from_utf8::Stop;
pub(crate) use from_utf8_lossy::LossyStop;
pub(crate) use latin1::*;
pub(crate) use lossy_lengths_utf8::*;
pub(crate) use repair_few_utf8::*;
pub(crate) use repair_utf8::{Window, str_to_utf8, utf8_to_utf8, utf8_to_utf8_lossy_any};
pub(crate) use repair_utf16::{make_utf16_well_formed, make_utf16_well_formed_any};
pub(crate) use runs_utf16::{Run, utf16_to_utf8_run};
pub(crate) use utf16_lengths::{
    count_utf16, count_utf16_lossy, utf8_len_from_utf16, utf8_len_from_utf16_lossy,
};
pub(crate) use utf16_to_utf32::utf16_to_utf32_run;
pub(crate) use utf32::*;
pub(crate) use validate_utf8::{
    locate_utf8, validate_utf8, validate_utf8_long, validate_utf8_longer,
};
pub(crate) use validate_utf16::{validate_utf16, validate_utf16_any};
