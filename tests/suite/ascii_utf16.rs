//! ASCII in UTF-16: every length, every place of the one unit that is not, native and as bytes, flush
//! against unmapped pages.

use harness::guarded::{Guarded, Place};
use harness::{for_each_backend, thin};

use crate::Test;

/// The source in all three encodings, at even and at odd addresses.
fn check(memory: &mut Guarded, src: &[u16]) {
    let prefix = src.iter().take_while(|&&unit| unit < 0x80).count();
    let all = prefix == src.len();
    for place in Place::BOTH {
        let native = memory.copy(src, place);
        for_each_backend(|engine| {
            assert_eq!(engine.is_ascii_utf16(native), all, "{src:04X?}");
            assert_eq!(engine.ascii_prefix_len_utf16(native), prefix, "{src:04X?}");
        });
        let little: Vec<u8> = src.iter().flat_map(|unit| unit.to_le_bytes()).collect();
        let little = memory.copy(&little, place);
        for_each_backend(|engine| {
            assert_eq!(engine.is_ascii_utf16le(little), all, "{src:04X?}");
            assert_eq!(engine.ascii_prefix_len_utf16le(little), 2 * prefix, "{src:04X?}");
            // Without the last byte it ends inside a code unit; without the first it begins at an odd
            // address, as UTF-16 of the other order.
            if let [rest @ .., last] = little {
                assert!(!engine.is_ascii_utf16le(rest), "{src:04X?}");
                let whole = prefix.min(src.len() - 1);
                assert_eq!(engine.ascii_prefix_len_utf16le(rest), 2 * whole, "{src:04X?}");
                let swapped = [&little[1..], &[last >> 7]].concat();
                let want = swapped.chunks_exact(2).all(|unit| unit[0] == 0 && unit[1] < 0x80);
                assert_eq!(engine.is_ascii_utf16be(&swapped), want, "{src:04X?}");
                let odd = &little[1..little.len() - 1];
                let units = odd.chunks_exact(2);
                let len = units.take_while(|unit| unit[0] == 0 && unit[1] < 0x80).count();
                assert_eq!(engine.ascii_prefix_len_utf16be(odd), 2 * len, "{src:04X?}");
                assert_eq!(engine.is_ascii_utf16be(odd), 2 * len == odd.len(), "{src:04X?}");
            }
        });
        let big: Vec<u8> = src.iter().flat_map(|unit| unit.to_be_bytes()).collect();
        let big = memory.copy(&big, place);
        for_each_backend(|engine| {
            assert_eq!(engine.is_ascii_utf16be(big), all, "{src:04X?}");
            assert_eq!(engine.ascii_prefix_len_utf16be(big), 2 * prefix, "{src:04X?}");
        });
    }
}

fn every_length_and_every_place_of_one_unit_above_7f() {
    let mut memory = Guarded::new(1000);
    for len in thin(0..=300) {
        for filling in [0x00, 0x61, 0x7F] {
            let mut src = vec![filling; len];
            check(&mut memory, &src);
            for at in thin(0..len) {
                for unit in [0x80, 0x100, 0x8000, 0xFFFF] {
                    src[at] = unit;
                    check(&mut memory, &src);
                }
                src[at] = filling;
            }
        }
    }
}

fn the_first_of_two_units_above_7f_counts() {
    let mut memory = Guarded::new(1000);
    for len in [2, 17, 64, 130, 260, 300] {
        for first in thin(0..len - 1) {
            let mut src = vec![0x61; len];
            src[first] = 0xE9;
            for second in thin(first + 1..len) {
                src[second] = 0x4E2D;
                check(&mut memory, &src);
                src[second] = 0x61;
            }
        }
    }
}

fn every_unit_over_and_over() {
    let mut memory = Guarded::new(1000);
    for unit in thin(0..=0xFFFF) {
        for len in [1, 8, 33, 130] {
            check(&mut memory, &vec![unit; len]);
        }
    }
}

fn every_alignment() {
    let mut buffer = [0x61; 32 + 300 + 1];
    for start in 0..32 {
        for len in thin(0..=300) {
            for at in thin(0..=len) {
                buffer[start + at] = 0x80;
                let src = &buffer[start..start + len];
                for_each_backend(|engine| {
                    assert_eq!(engine.is_ascii_utf16(src), at == len, "{start}, {len}, {at}");
                    assert_eq!(engine.ascii_prefix_len_utf16(src), at, "{start}, {len}, {at}");
                });
                buffer[start + at] = 0x61;
            }
        }
    }
}

pub(crate) const TESTS: &[Test] = tests![
    every_length_and_every_place_of_one_unit_above_7f,
    the_first_of_two_units_above_7f_counts,
    every_unit_over_and_over,
    every_alignment,
];
