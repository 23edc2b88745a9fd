//! What takes too long for every day: `CODEUNIT_TEST_SIZE=deep cargo test -p codeunit --test suite`.
//!
//! In runs of any other size these tests are listed as ignored.

use codeunit::encoding::Utf8;
use harness::{for_each_backend, model, places};

use crate::Test;
use crate::utf8_conversions::every_string_of_four_bytes;

/// Validates all strings of four bytes, of 2^32, whose first byte has these two high bits: four tests
/// share the work, and the cores run two.
fn validate_four_bytes(quarter: u8) {
    for first in quarter << 6..=quarter << 6 | 0x3F {
        for rest in 0..1 << 24 {
            let [_, second, third, fourth] = u32::to_be_bytes(rest);
            let src = [first, second, third, fourth];
            let want = model::validate_utf8(&src);
            for_each_backend(|tested| {
                assert_eq!(places(tested.validate::<Utf8>(&src)), want, "{src:02X?}");
            });
        }
    }
}

/// Converts them, strict and lossy, to every form.
fn convert_four_bytes(quarter: u8) {
    every_string_of_four_bytes(quarter << 6..=quarter << 6 | 0x3F);
}

macro_rules! quarters {
    ($($name:ident = $function:ident($quarter:literal);)*) => {
        $(fn $name() {
            $function($quarter);
        })*

        pub(crate) const TESTS: &[Test] = tests![$($name),*];
    };
}

quarters! {
    validate_four_bytes_from_00 = validate_four_bytes(0);
    validate_four_bytes_from_40 = validate_four_bytes(1);
    validate_four_bytes_from_80 = validate_four_bytes(2);
    validate_four_bytes_from_c0 = validate_four_bytes(3);
    convert_four_bytes_from_00 = convert_four_bytes(0);
    convert_four_bytes_from_40 = convert_four_bytes(1);
    convert_four_bytes_from_80 = convert_four_bytes(2);
    convert_four_bytes_from_c0 = convert_four_bytes(3);
}
