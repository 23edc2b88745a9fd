//! What takes too long for every day: `CODEUNIT_TEST_SIZE=deep cargo test -p codeunit --test suite`.
//!
//! In runs of any other size these tests are listed as ignored.

use codeunit::encoding::Utf8;
use harness::{for_each_backend, model, places};

use crate::Test;
use crate::utf8_conversions::every_string_of_four_bytes;

/// All 2^32, a quarter of them by each of four tests, so that the cores share the work.
fn four_bytes(quarter: u8) {
    let firsts = quarter << 6..=quarter << 6 | 0x3F;
    for first in firsts.clone() {
        for rest in 0..1 << 24 {
            let [_, second, third, fourth] = u32::to_be_bytes(rest);
            let src = [first, second, third, fourth];
            let want = model::validate_utf8(&src);
            for_each_backend(|tested| {
                assert_eq!(places(tested.validate::<Utf8>(&src)), want, "{src:02X?}");
            });
        }
    }
    every_string_of_four_bytes(firsts);
}

fn every_string_of_four_bytes_00_to_3f() {
    four_bytes(0);
}

fn every_string_of_four_bytes_40_to_7f() {
    four_bytes(1);
}

fn every_string_of_four_bytes_80_to_bf() {
    four_bytes(2);
}

fn every_string_of_four_bytes_c0_to_ff() {
    four_bytes(3);
}

pub(crate) const TESTS: &[Test] = tests![
    every_string_of_four_bytes_00_to_3f,
    every_string_of_four_bytes_40_to_7f,
    every_string_of_four_bytes_80_to_bf,
    every_string_of_four_bytes_c0_to_ff,
];
