//! The repair of UTF-16 in place, against the reference: every item that is ill-formed becomes U+FFFD.

use codeunit::encoding::Utf16;
use harness::guarded::{Guarded, Place};
use harness::rng::Rng;
use harness::text::INTERESTING_16;
use harness::{SourceModel, for_each_backend, scaled, thin};

use crate::Test;

/// What has to become of the units, and the number of repairs.
fn repaired(src: &[u16]) -> (Vec<u16>, usize) {
    let items = Utf16::decode(src);
    let mut out = Vec::with_capacity(src.len());
    for item in &items {
        out.extend(Utf16::encode(&item.what.unwrap_or('\u{FFFD}').to_string()));
    }
    assert_eq!(out, Utf16::encode(&String::from_utf16_lossy(src)), "the oracle");
    (out, items.iter().filter(|item| item.what.is_err()).count())
}

/// Native, and as bytes of both orders at any address, with an odd byte behind or not.
fn check(memory: &mut Guarded, src: &[u16]) {
    let (want, count) = repaired(src);
    for place in Place::BOTH {
        for_each_backend(|engine| {
            let units = memory.fill(src.len(), 0, place);
            units.copy_from_slice(src);
            assert_eq!(engine.make_utf16_well_formed(units), count, "{src:04X?}");
            assert_eq!(units, want, "{src:04X?}");
            assert_eq!(engine.make_utf16_well_formed(units), 0, "{src:04X?}");
        });
        for odd in [&[][..], &[0xD8]] {
            let bytes = |units: &[u16], bytes: fn(u16) -> [u8; 2]| {
                let bytes: Vec<u8> = units.iter().flat_map(|&unit| bytes(unit)).collect();
                [&bytes, odd].concat()
            };
            for_each_backend(|engine| {
                let little = memory.fill(2 * src.len() + odd.len(), 0, place);
                little.copy_from_slice(&bytes(src, u16::to_le_bytes));
                assert_eq!(engine.make_utf16le_well_formed(little), count, "{src:04X?}");
                assert_eq!(little, bytes(&want, u16::to_le_bytes), "{src:04X?}");
                let big = memory.fill(2 * src.len() + odd.len(), 0, place);
                big.copy_from_slice(&bytes(src, u16::to_be_bytes));
                assert_eq!(engine.make_utf16be_well_formed(big), count, "{src:04X?}");
                assert_eq!(big, bytes(&want, u16::to_be_bytes), "{src:04X?}");
            });
        }
    }
}

fn every_combination_of_interesting_code_units() {
    let mut memory = Guarded::new(4096);
    for a in INTERESTING_16 {
        check(&mut memory, &[a]);
        for b in INTERESTING_16 {
            check(&mut memory, &[a, b]);
            for c in INTERESTING_16 {
                check(&mut memory, &[a, b, c]);
                check(&mut memory, &[[0x61; 30].as_slice(), &[a, b, c], &[0x62; 40]].concat());
            }
        }
    }
}

/// Each way of being unpaired at every place of sources that end there or go on, among letters and
/// among pairs.
fn unpaired_surrogates_at_every_place() {
    let mut memory = Guarded::new(4096);
    let sequences: [&[u16]; 8] = [
        &[0xD800],
        &[0xDC00],
        &[0xDC00, 0xD800],
        &[0xD800, 0xD800],
        &[0xDC00, 0xDC00],
        &[0xD83D, 0xD83D, 0xDE00],
        &[0xD83D, 0xDE00, 0xDE00],
        &[0xD83D, 0xDE00],
    ];
    for sequence in sequences {
        for at in thin(0..=330) {
            for behind in [0, 1, 31, 32, 200] {
                let letters = [&vec![0x61; at], sequence, &vec![0x62; behind]].concat();
                check(&mut memory, &letters);
                let pairs = |units: usize| [0xD83D, 0xDE00].repeat(units / 2);
                check(&mut memory, &[&pairs(at), sequence, &pairs(behind)].concat());
                let odd = [&[0x61], &*pairs(at), sequence, &pairs(behind)].concat();
                check(&mut memory, &odd);
            }
        }
    }
}

fn one_unit_over_and_over() {
    let mut memory = Guarded::new(4096);
    for unit in INTERESTING_16 {
        for len in thin(0..=300) {
            check(&mut memory, &vec![unit; len]);
        }
    }
}

fn random_units_of_every_length() {
    let mut memory = Guarded::new(4096);
    let mut rng = Rng::new(29);
    for _ in 0..scaled(5) {
        for len in thin(0..=700) {
            check(&mut memory, &Utf16::random(&mut rng, len));
            let surrogates: Vec<u16> =
                (0..len).map(|_| 0xD800 | (rng.bits() as u16 & 0x7FF)).collect();
            check(&mut memory, &surrogates);
        }
    }
}

/// At every alignment, also of bytes; what stands around the units stays as it is.
fn every_alignment() {
    let src: Vec<u16> =
        [0xDC00, 0x61, 0xD83D, 0xDE00, 0xD800].into_iter().cycle().take(290).collect();
    for start in thin(0..64) {
        for len in thin((0..70).chain(120..140).chain(250..290)) {
            let (want, count) = repaired(&src[..len]);
            for_each_backend(|engine| {
                let mut bytes = vec![0xD8; start + 2 * len + 64];
                for (bytes, unit) in bytes[start..].chunks_exact_mut(2).zip(&src[..len]) {
                    bytes.copy_from_slice(&unit.to_be_bytes());
                }
                let got = engine.make_utf16be_well_formed(&mut bytes[start..start + 2 * len]);
                assert_eq!(got, count, "{start}, {len}");
                let (front, rest) = bytes.split_at(start);
                let (units, behind) = rest.split_at(2 * len);
                let want: Vec<u8> = want.iter().flat_map(|unit| unit.to_be_bytes()).collect();
                assert_eq!(units, want, "{start}, {len}");
                assert!(front.iter().chain(behind).all(|&byte| byte == 0xD8), "{start}, {len}");
            });
        }
    }
}

pub(crate) const TESTS: &[Test] = tests![
    every_combination_of_interesting_code_units,
    unpaired_surrogates_at_every_place,
    one_unit_over_and_over,
    random_units_of_every_length,
    every_alignment,
];
