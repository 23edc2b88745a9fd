//! UTF-8 validation of every string of one, two and three bytes, and of four bytes as far as Table
//! 3-7 distinguishes them: alone, and inside a longer text.

use harness::{Bad, for_each_backend, model, places, thin};

use crate::Test;
use codeunit::encoding::Utf8;

/// Third and fourth bytes on both sides of every border of Table 3-7.
pub(crate) const BORDERS: [u8; 14] =
    [0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC2, 0xE0, 0xF0, 0xFF];

/// Length of the longer text: more than a block of any backend.
const TEXT: usize = 340;

/// The table and the standard library agree, so the tests below may use either.
fn oracle(src: &[u8]) -> Result<(), (usize, Bad)> {
    let want = model::validate_utf8(src);
    let std = std::str::from_utf8(src)
        .map(|_| ())
        .map_err(|error| (error.valid_up_to(), error.error_len().map(|len| len as u8)));
    assert_eq!(want.map_err(|(at, bad)| (at, bad.error_len)), std, "the oracle: {src:02X?}");
    want
}

fn check(src: &[u8], want: Result<(), (usize, Bad)>) {
    for_each_backend(|engine| {
        assert_eq!(places(engine.validate::<Utf8>(src)), want, "{src:02X?}");
    });
}

/// The string `bytes` alone, as the whole source.
fn alone(bytes: &[u8]) {
    check(bytes, oracle(bytes));
}

/// The string `bytes` at `at` in `text`, which is otherwise ASCII and stays so.
fn inside(text: &mut [u8; TEXT], at: usize, bytes: &[u8]) {
    let end = at + bytes.len();
    text[at..end].copy_from_slice(bytes);
    // One byte of the text behind the string tells truncated from incomplete.
    let want = model::validate_utf8(&text[at..=end]).map_err(|(offset, bad)| (at + offset, bad));
    check(text, want);
    text[at..end].fill(b'a');
}

/// A place from 0 to 300 that depends on the first two bytes, so that every string of a row is seen
/// at every distance from the borders of the vectors.
fn place(first: u8, second: u8) -> usize {
    (usize::from(first) * 37 + usize::from(second)) % 301
}

fn every_string_of_one_or_two_bytes_alone() {
    alone(&[]);
    for first in 0..=0xFF {
        alone(&[first]);
        for second in 0..=0xFF {
            alone(&[first, second]);
        }
    }
}

fn every_string_of_three_bytes_alone() {
    for first in 0..=0xFF {
        for second in thin(0..=0xFF) {
            for third in 0..=0xFF {
                alone(&[first, second, third]);
            }
        }
    }
}

fn every_string_of_three_bytes_inside_ascii() {
    let mut text = [b'a'; TEXT];
    for first in 0..=0xFF {
        for second in thin(0..=0xFF) {
            let at = place(first, second);
            for third in 0..=0xFF {
                inside(&mut text, at, &[first, second, third]);
            }
        }
    }
}

fn structured_strings_of_four_bytes() {
    let mut text = [b'a'; TEXT];
    for first in 0xC0..=0xFF {
        for second in thin(0..=0xFF) {
            let at = place(first, second);
            for third in BORDERS {
                for fourth in BORDERS {
                    alone(&[first, second, third, fourth]);
                    inside(&mut text, at, &[first, second, third, fourth]);
                }
            }
        }
    }
}

/// Every scalar value in a text long enough for every loop, one piece for each plane.
fn every_scalar_value_is_well_formed() {
    for plane in thin(0..=0x10) {
        let text: String =
            (plane << 16..=plane << 16 | 0xFFFF).filter_map(char::from_u32).collect();
        for_each_backend(|engine| {
            assert_eq!(engine.from_utf8(text.as_bytes()), Ok(text.as_str()), "plane {plane}");
            assert_eq!(engine.validate::<Utf8>(text.as_bytes()), Ok(()), "plane {plane}");
        });
    }
}

pub(crate) const TESTS: &[Test] = tests![
    every_string_of_one_or_two_bytes_alone,
    every_string_of_three_bytes_alone,
    every_string_of_three_bytes_inside_ascii,
    structured_strings_of_four_bytes,
    every_scalar_value_is_well_formed,
];
