//! ASCII: every length, and every place of the one byte that is not.

use harness::{Bad, Tested, for_each_backend, places, thin};

use crate::Test;
use codeunit::ErrorKind;

fn check(engine: Tested, src: &[u8], prefix: usize) {
    assert_eq!(engine.is_ascii(src), prefix == src.len(), "{src:02X?}");
    assert_eq!(engine.ascii_prefix_len(src), prefix, "{src:02X?}");
    let bad = Bad { kind: ErrorKind::NotAscii, error_len: Some(1) };
    let want = if prefix == src.len() { Ok(()) } else { Err((prefix, bad)) };
    assert_eq!(places(engine.validate_ascii(src)), want, "{src:02X?}");
}

fn every_length_and_every_place_of_one_byte_above_7f() {
    for len in thin(0..=300) {
        for filling in [0x00, b'a', 0x7F] {
            let mut src = vec![filling; len];
            for_each_backend(|engine| check(engine, &src, len));
            for at in 0..len {
                for byte in [0x80, 0xFF] {
                    src[at] = byte;
                    for_each_backend(|engine| check(engine, &src, at));
                }
                src[at] = filling;
            }
        }
    }
}

fn the_first_of_two_bytes_above_7f_counts() {
    for len in [2, 17, 64, 130, 260, 300] {
        for first in 0..len - 1 {
            let mut src = vec![b'a'; len];
            src[first] = 0xC3;
            for second in first + 1..len {
                src[second] = 0x80;
                for_each_backend(|engine| check(engine, &src, first));
                src[second] = b'a';
            }
        }
    }
}

/// Two loads that overlap must not cancel each other out, wherever the two bytes stand.
fn any_two_bytes_above_7f_in_short_sources() {
    for len in 2..=66 {
        let mut src = vec![b'a'; len];
        for first in 0..len {
            for second in thin(first + 1..len) {
                (src[first], src[second]) = (0x80, 0xC3);
                for_each_backend(|engine| check(engine, &src, first));
                (src[first], src[second]) = (b'a', b'a');
            }
        }
    }
}

fn every_byte_over_and_over() {
    for byte in 0..=0xFF {
        for len in thin(1..=140) {
            let src = vec![byte; len];
            let prefix = if byte < 0x80 { len } else { 0 };
            for_each_backend(|engine| check(engine, &src, prefix));
        }
    }
}

fn every_byte_alone() {
    for byte in 0..=0xFF {
        for_each_backend(|engine| check(engine, &[byte], usize::from(byte < 0x80)));
    }
}

/// Every length at every alignment, with one byte above 7F at every place and behind the slice.
fn every_alignment() {
    let mut buffer = [b'a'; 64 + 260 + 1];
    for start in thin(0..64) {
        for len in thin(0..=260) {
            for at in 0..=len {
                buffer[start + at] = 0x80;
                for_each_backend(|engine| check(engine, &buffer[start..start + len], at));
                buffer[start + at] = b'a';
            }
        }
    }
}

pub(crate) const TESTS: &[Test] = tests![
    every_length_and_every_place_of_one_byte_above_7f,
    the_first_of_two_bytes_above_7f_counts,
    any_two_bytes_above_7f_in_short_sources,
    every_byte_over_and_over,
    every_byte_alone,
    every_alignment,
];
