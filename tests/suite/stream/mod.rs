//! Streams: whatever the chunks, the output and the errors are those of a model that sees all at once.

mod marks;
mod model;
mod options;
mod run;
mod sources;
mod splits;
mod states;

use crate::Test;
use marks::*;
use options::*;
use splits::*;
use states::*;

pub(crate) const TESTS: &[Test] = tests![
    every_split_of_short_sources,
    every_split_of_short_native_sources,
    random_splits_of_long_sources,
    every_scheme_to_every_scheme_with_every_mark,
    marks_of_the_tables_of_the_standard,
    a_byte_order_mark_cut_anywhere,
    replacements_are_those_of_the_web,
    every_room,
    lines_and_columns,
    lines_of_any_length,
    long_blocks_count_as_short_ones,
    code_points,
    a_callback_chooses,
    a_report_is_bounded,
    a_state_goes_on,
    states_do_not_depend_on_chunks,
    states_at_an_error_do_not_depend_on_chunks,
    a_state_of_another_stream_is_refused,
    more_after_the_end,
    a_mark_behind_an_empty_end,
    errors_stay,
    vectors_and_strings_grow,
];
