//! UTF-16: every code unit, every combination of those at which it changes, surrogates at every
//! offset, and its two encoding schemes at odd addresses and with an odd last byte.

use harness::{
    Bad, SourceModel, check_validate, for_each_backend, for_each_target, in_turn, places,
    text::INTERESTING_16, thin,
};

use crate::Test;
use codeunit::ErrorKind;
use codeunit::encoding::{Utf16, Utf16Be, Utf16Le};

/// Validation, and every target.
fn check_native(src: &[u16]) {
    let items = Utf16::decode(src);
    let std = String::from_utf16(src).is_ok();
    assert_eq!(items.iter().all(|item| item.what.is_ok()), std, "the oracle: {src:04X?}");
    check_validate::<Utf16>(src, &items);
    for_each_target!(Utf16, |pair| pair.check(src, &items));
}

/// The same code units in both schemes, at an even and at an odd address, with `rest` behind them.
fn check_schemes(src: &[u16], rest: &[u8]) {
    for odd in [0, 1] {
        let mut little = vec![0xD8; odd];
        little.extend(src.iter().flat_map(|unit| unit.to_le_bytes()));
        little.extend_from_slice(rest);
        let items = Utf16Le::decode(&little[odd..]);
        check_validate::<Utf16Le>(&little[odd..], &items);
        for_each_target!(Utf16Le, |pair| pair.check(&little[odd..], &items));

        let mut big = vec![0xD8; odd];
        big.extend(src.iter().flat_map(|unit| unit.to_be_bytes()));
        big.extend_from_slice(rest);
        let items = Utf16Be::decode(&big[odd..]);
        check_validate::<Utf16Be>(&big[odd..], &items);
        for_each_target!(Utf16Be, |pair| pair.check(&big[odd..], &items));
    }
}

/// `len` code units of well-formed text, without a surrogate pair cut in two.
fn padding(unit: &str, len: usize) -> Vec<u16> {
    let mut out: Vec<u16> = Vec::with_capacity(len);
    let mut tail: Vec<u16> = Vec::new();
    for c in unit.chars().cycle() {
        if tail.len() + c.len_utf16() > len {
            break;
        }
        tail.extend_from_slice(c.encode_utf16(&mut [0; 2]));
    }
    out.resize(len - tail.len(), u16::from(b'x'));
    out.extend(tail);
    out
}

fn every_code_unit_alone() {
    for unit in thin(0..=0xFFFF) {
        let items = Utf16::decode(&[unit]);
        check_validate::<Utf16>(&[unit], &items);
        for_each_target!(Utf16, |pair| pair.check_exact(&[unit], &items));
        let bytes = unit.to_le_bytes();
        for_each_target!(Utf16Le, |pair| pair.check_exact(&bytes, &Utf16Le::decode(&bytes)));
        for_each_target!(Utf16Be, |pair| pair.check_exact(&bytes, &Utf16Be::decode(&bytes)));
    }
}

/// Every code unit among others, in the blocks of the kernels.
fn every_code_unit_in_a_block() {
    for first in thin((0..=0xFFFF).step_by(64)) {
        let src: Vec<u16> = (first..=first | 63).flat_map(|unit| [unit, 0x61]).collect();
        check_native(&src);
        let src: Vec<u16> = (first..=first | 63).collect();
        check_native(&src);
    }
}

/// A bit that makes a code unit other than ASCII, among letters and among zeros: with nothing but
/// zeros beside it, it could be taken for a byte of the unit next to it.
fn no_high_bit_of_a_code_unit_is_overlooked() {
    for bit in 7..16 {
        for among in [0x41, 0] {
            for at in in_turn(bit, (0..9).chain([15, 16, 31, 40])) {
                let mut src = [among; 41];
                src[at] |= 1 << bit;
                check_native(&src);
                check_schemes(&src, &[]);
            }
        }
    }
    // All bits that ASCII has not; ASCII in the other byte order.
    check_native(&[0xFF80; 41]);
    check_schemes(&[0xFF80; 41], &[]);
    check_native(&[0x4100; 41]);
    check_schemes(&[0x4100; 41], &[]);
}

fn every_combination_of_two_and_three_interesting_code_units() {
    for (i, a) in INTERESTING_16.into_iter().enumerate() {
        for (j, b) in INTERESTING_16.into_iter().enumerate() {
            check_native(&[a, b]);
            check_schemes(&[a, b], &[]);
            for c in in_turn(i + j, INTERESTING_16) {
                check_native(&[a, b, c]);
                check_native(&[[0x61; 30].as_slice(), &[a, b, c], &[0x62; 40]].concat());
            }
        }
    }
}

fn every_surrogate_pair_of_the_borders_makes_its_character() {
    let borders = |first: u16| [0, 1, 2, 0x3F, 0x40, 0x1FF, 0x200, 0x3FE, 0x3FF].map(|n| first + n);
    for high in borders(0xD800) {
        for low in borders(0xDC00) {
            check_native(&[high, low]);
            check_native(&[low, high]);
            check_native(&[high, low].repeat(40));
        }
    }
}

fn unpaired_surrogates_at_every_offset() {
    let sequences: [&[u16]; 7] = [
        &[0xD800],
        &[0xDBFF],
        &[0xDC00],
        &[0xDFFF],
        &[0xDC00, 0xD800],
        &[0xD83D, 0xD83D, 0xDE00],
        &[0xD83D, 0xDE00, 0xDE00],
    ];
    for unit in ["a", "é", "中", "😀", "aé中😀"] {
        for sequence in sequences {
            for offset in thin(0..=200) {
                for behind in [0, 1, 40] {
                    let src = [&padding(unit, offset), sequence, &padding(unit, behind)].concat();
                    let items = Utf16::decode(&src);
                    check_validate::<Utf16>(&src, &items);
                    for_each_target!(Utf16, |pair| pair.check_exact(&src, &items));
                    let bytes: Vec<u8> = src.iter().flat_map(|unit| unit.to_be_bytes()).collect();
                    let items = Utf16Be::decode(&bytes);
                    check_validate::<Utf16Be>(&bytes, &items);
                    for_each_target!(Utf16Be, |pair| pair.check_exact(&bytes, &items));
                    let bytes: Vec<u8> = src.iter().flat_map(|unit| unit.to_le_bytes()).collect();
                    for_each_target!(Utf16Le, |pair| pair.check_exact(&bytes, &items));
                }
            }
        }
    }
}

fn surrogates_at_the_end_of_every_length() {
    for unit in ["a", "é", "中", "😀"] {
        for len in thin(0..=300) {
            let mut src = padding(unit, len);
            let incomplete = Bad { kind: ErrorKind::Incomplete, error_len: None };
            let unpaired = Bad { kind: ErrorKind::UnpairedLow, error_len: Some(1) };
            for (surrogate, bad) in [(0xD83D, incomplete), (0xDE00, unpaired)] {
                src.push(surrogate);
                for_each_backend(|engine| {
                    assert_eq!(places(engine.validate::<Utf16>(&src)), Err((len, bad)));
                });
                src.pop();
            }
        }
    }
}

fn an_odd_last_byte_is_one_subpart() {
    for (turn, unit) in ["a", "é", "中", "😀"].into_iter().enumerate() {
        for len in in_turn(turn, (0..20).chain([31, 32, 33, 63, 64, 65, 128, 130])) {
            let mut src = padding(unit, len);
            for rest in [0x00, 0xD8, 0xDC, 0xFF] {
                check_schemes(&src, &[rest]);
                src.push(0xD800);
                check_schemes(&src, &[rest]);
                src.pop();
            }
            let bytes = vec![0; 2 * len + 1];
            let bad = Bad { kind: ErrorKind::Incomplete, error_len: None };
            for_each_backend(|engine| {
                // The place is in bytes.
                assert_eq!(places(engine.validate::<Utf16Le>(&bytes)), Err((2 * len, bad)));
                assert_eq!(places(engine.validate::<Utf16Be>(&bytes)), Err((2 * len, bad)));
            });
        }
    }
}

fn every_alignment_of_the_schemes() {
    let text: Vec<u16> =
        "aé中😀, and so on until a few vectors are full; ещё, 中文".encode_utf16().collect();
    let mut buffer = vec![0; 64 + 2 * text.len()];
    for start in thin(0..64) {
        let end = start + 2 * text.len();
        for (bytes, &unit) in buffer[start..end].chunks_exact_mut(2).zip(&text) {
            bytes.copy_from_slice(&unit.to_be_bytes());
        }
        let items = Utf16Be::decode(&buffer[start..end]);
        for_each_target!(Utf16Be, |pair| pair.check(&buffer[start..end], &items));
        let native = &text[start.min(text.len())..];
        check_native(native);
    }
}

pub(crate) const TESTS: &[Test] = tests![
    every_code_unit_alone,
    every_code_unit_in_a_block,
    no_high_bit_of_a_code_unit_is_overlooked,
    every_combination_of_two_and_three_interesting_code_units,
    every_surrogate_pair_of_the_borders_makes_its_character,
    unpaired_surrogates_at_every_offset,
    surrogates_at_the_end_of_every_length,
    an_odd_last_byte_is_one_subpart,
    every_alignment_of_the_schemes,
];
