//! The algorithms, each written once over [`crate::vector`].

mod analyze_latin1;
mod analyze_utf16;
mod analyze_utf32;
mod analyze_utf8;
pub(crate) mod ascii;
mod ascii_utf16;
pub(crate) mod block_utf8;
mod compare;
pub(crate) mod copy;
mod copy_utf8;
mod count_bytes;
mod count_line_feeds;
mod count_utf8;
pub(crate) mod decode_utf8;
pub(crate) mod encode_points;
mod encode_points_utf8;
pub(crate) mod encode_points_wide;
mod encode_utf8;
mod entries_utf16;
mod entries_utf8;
mod few_lossy_utf8;
pub(crate) mod few_repair_utf16;
pub(crate) mod find;
mod find_blocks;
mod find_counts;
mod find_line_end;
pub(crate) mod four_among_ascii;
pub(crate) mod four_bytes;
mod four_lossy_utf8;
pub(crate) mod four_words;
pub(crate) mod from_latin1;
pub(crate) mod from_utf16;
mod from_utf32;
pub(crate) mod from_utf8;
mod from_utf8_lossy;
mod last_line;
mod latin1;
mod lossy_lengths_utf8;
mod others_lossy_utf8;
pub(crate) mod pack;
mod pack_latin1;
mod pack_utf32;
mod points;
mod repair_ascii_utf8;
mod repair_single_utf8;
pub(crate) mod repair_utf16;
mod repair_utf8;
mod repair_utf8_short;
mod repair_windows_utf8;
pub(crate) mod room;
mod scan_utf32;
mod short_latin1;
mod short_pairs;
mod short_same_utf8;
mod short_utf16;
mod short_utf16_to_utf32;
mod short_utf32;
mod short_utf8;
mod short_validation_utf8;
mod single_lossy_utf8;
mod subparts_utf8;
mod surrogates;
pub(crate) mod swap;
pub(crate) mod tables;
pub(crate) mod text;
pub(crate) mod three_bytes;
mod three_lossy_utf8;
pub(crate) mod units;
mod unpaired_among_pairs;
mod unpaired_to_utf8;
pub(crate) mod utf16_below_800;
pub(crate) mod utf16_eights;
mod utf16_fours;
mod utf16_lengths;
mod utf16_mixed;
pub(crate) mod utf16_sink;
mod utf16_to_latin1;
mod utf16_to_utf16;
pub(crate) mod utf16_to_utf32;
mod utf16_to_utf8;
pub(crate) mod utf16_units;
mod utf32;
mod utf32_runs;
mod validate_utf16;
pub(crate) mod validate_utf8;
mod validate_utf8_lines;
pub(crate) mod violations;
pub(crate) mod widen_ascii;
mod window_lossy_utf8;
three_operands! {
    pub(crate) mod byte_planes;
    pub(crate) mod utf16_planes;
    pub(crate) mod utf16_planes_by_sixteen;
    pub(crate) mod utf16_twos;
}

pub(crate) use analyze_latin1::analyze_latin1;
pub(crate) use analyze_utf8::analyze_utf8;
pub(crate) use analyze_utf16::analyze_utf16;
pub(crate) use analyze_utf32::analyze_utf32;
pub(crate) use ascii::{ascii_prefix_len, is_ascii};
pub(crate) use ascii_utf16::{ascii_prefix_len_utf16, is_ascii_utf16};
pub(crate) use compare::{
    common_prefix_len, common_prefix_len_ascii_utf16, common_prefix_len_ascii_utf32,
    common_prefix_len_latin1_utf16, common_prefix_len_latin1_utf32,
};
pub(crate) use copy_utf8::{str_to_utf8, utf8_to_utf8};
pub(crate) use count_line_feeds::*;
pub(crate) use count_utf8::{count_utf8, utf16_len_from_utf8};
pub(crate) use entries_utf8::*;
pub(crate) use entries_utf16::*;
pub(crate) use find::{
    find_code_point_utf8, find_code_point_utf16, find_utf8_in_utf16, find_utf16_in_utf8,
};
pub(crate) use find_line_end::{find_line_end_utf8, find_line_end_utf16};
pub(crate) use from_utf8::Stop;
pub(crate) use from_utf8_lossy::*;
pub(crate) use last_line::{count_last_line_latin1, count_last_line_utf8, count_last_line_utf16};
pub(crate) use latin1::*;
pub(crate) use lossy_lengths_utf8::{
    count_utf8_lossy, utf8_len_from_utf8_lossy, utf16_len_from_utf8_lossy,
};
pub(crate) use repair_ascii_utf8::{Repaired, utf8_repair_ascii};
pub(crate) use repair_utf8::utf8_to_utf8_lossy_any;
pub(crate) use repair_utf8_short::utf8_to_utf8_lossy;
pub(crate) use repair_utf16::{make_utf16_well_formed, make_utf16_well_formed_any};
pub(crate) use swap::{swap_utf16, swap_utf16_in_place, swap_utf32, swap_utf32_in_place};
pub(crate) use unpaired_to_utf8::{Replaced, utf16_to_utf8_replace};
pub(crate) use utf16_lengths::{
    count_utf16, count_utf16_lossy, utf8_len_from_utf16, utf8_len_from_utf16_lossy,
};
pub(crate) use utf16_mixed::utf16_to_utf8_run_of_mixed;
pub(crate) use utf32::*;
pub(crate) use utf32_runs::{Run, utf32_to_utf8_run_of_latin1, utf32_to_utf8_run_of_mixed};
pub(crate) use validate_utf8::{validate_utf8, validate_utf8_any, validate_utf8_few};
pub(crate) use validate_utf8_lines::validate_utf8_lines;
pub(crate) use validate_utf16::validate_utf16;
