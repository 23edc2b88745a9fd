//! Validation of streams: however they are cut, the error is that of the whole, and it comes with the first
//! byte after which nothing can make the stream well-formed.

mod want;

use codeunit::{Copied, Encoding, Policy, Status, Transcoder, Utf8Validator, Utf16Validator};
use codeunit_reference::scheme::Scheme;
use harness::rng::Rng;
use harness::text::{PADDINGS, padding, random_text, random_utf8, random_utf16};
use harness::{scaled, thin};

use self::want::{Validator, Want, check, check_push};
use crate::Test;
use crate::chunks::{UTF8, UTF16, every_cut, some_cuts};

const SCHEMES_16: [Scheme; 2] = [Scheme::Utf16Le, Scheme::Utf16Be];

fn bytes_of(scheme: Scheme, units: &[u16]) -> Vec<u8> {
    let bytes: fn(u16) -> [u8; 2] =
        if scheme == Scheme::Utf16Le { u16::to_le_bytes } else { u16::to_be_bytes };
    units.iter().copied().flat_map(bytes).collect()
}

fn every_cut_of_short_utf8() {
    for src in UTF8 {
        check(Scheme::Utf8, src, &every_cut(src.len()));
    }
}

fn every_cut_of_short_utf16() {
    for scheme in SCHEMES_16 {
        for src in UTF16 {
            for rest in [&b""[..], b"\0", b"\xD8", b"\xDC"] {
                let src = [&bytes_of(scheme, src)[..], rest].concat();
                check(scheme, &src, &every_cut(src.len()));
            }
        }
    }
}

/// Byte by byte, every string of up to four bytes from all classes of Table 3-7: the error comes with the
/// byte that makes it certain.
fn errors_of_utf8_come_as_soon_as_they_can() {
    const BYTES: [u8; 18] = [
        0x61, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEF, 0xF0,
        0xF1, 0xF4, 0xF5,
    ];
    every_string(Scheme::Utf8, &BYTES, 4);
}

fn errors_of_utf16_come_as_soon_as_they_can() {
    for scheme in SCHEMES_16 {
        every_string(scheme, &[0x00, 0xD7, 0xD8, 0xDB, 0xDC, 0xDF, 0xE0], 5);
    }
}

fn every_string(scheme: Scheme, classes: &[u8], most: u32) {
    for len in 1..=most {
        for number in thin(0..classes.len().pow(len)) {
            let digit = |place| number / classes.len().pow(place) % classes.len();
            let src: Vec<u8> = (0..len).map(|place| classes[digit(place)]).collect();
            let want = Want::new(scheme, &src);
            check_push(
                &want,
                harness::fallback(),
                &(1..src.len()).collect::<Vec<_>>(),
                want.at_end(),
            );
        }
    }
}

/// One and two cuts around a sequence that stands behind text of every width, and before more of it.
fn cuts_near_every_violation() {
    for unit in PADDINGS {
        for sequence in UTF8 {
            for offset in thin([0, 1, 15, 16, 31, 33, 61, 62, 63, 64, 65, 127, 128, 190]) {
                let mut src = padding(unit, offset).into_bytes();
                src.extend_from_slice(sequence);
                let end = src.len();
                src.extend_from_slice(padding(unit, 70).as_bytes());
                let mut cuts: Vec<_> = (offset..=end + 1).map(|cut| vec![cut]).collect();
                cuts.extend((offset..=end).map(|cut| vec![cut, cut + 1]));
                check(Scheme::Utf8, &src, &cuts);
            }
        }
    }
}

fn random_cuts(rng: &mut Rng, len: usize) -> Vec<Vec<usize>> {
    [1, 2, 5, 20, len / 3].map(|count| some_cuts(rng, len, count)).into()
}

fn random_cuts_of_random_sources() {
    let mut rng = Rng::new(83);
    for _ in 0..scaled(300) {
        let len = 200 + rng.below(800);
        let src = random_utf8(&mut rng, len);
        check(Scheme::Utf8, &src, &random_cuts(&mut rng, src.len()));
        let units = random_utf16(&mut rng, len);
        for scheme in SCHEMES_16 {
            let src = bytes_of(scheme, &units);
            check(scheme, &src, &random_cuts(&mut rng, src.len()));
        }
    }
}

/// Up to a mebibyte, in blocks of up to 64 KiB, well-formed and with one byte overwritten.
fn random_cuts_of_long_texts() {
    let mut rng = Rng::new(84);
    for round in 0..4 {
        let text = random_text(&mut rng, scaled(1 << 20));
        let units: Vec<u16> = text.encode_utf16().take(text.len() / 3).collect();
        let sources = [
            (Scheme::Utf8, text.into_bytes()),
            (Scheme::Utf16Le, bytes_of(Scheme::Utf16Le, &units)),
            (Scheme::Utf16Be, bytes_of(Scheme::Utf16Be, &units)),
        ];
        for (scheme, mut src) in sources {
            if round > 0 {
                let at = rng.below(src.len());
                src[at] = rng.pick(&[0xFF, 0xED, 0x80, 0xD8, 0xDC, 0x61]);
            }
            let mut cuts = vec![];
            for most in [1024, 5000, 65536] {
                let mut at = 0;
                cuts.push(vec![]);
                while at < src.len() {
                    cuts.last_mut().expect("just pushed").push(at);
                    at += 1 + rng.below(most);
                }
            }
            check(scheme, &src, &cuts);
        }
    }
}

/// Native code units are their bytes in the order of the stream, whole ones or not.
fn native_units_are_the_bytes_of_the_order() {
    let mut rng = Rng::new(85);
    for _ in 0..scaled(300) {
        let len = rng.below(300);
        let units = random_utf16(&mut rng, len);
        let cut = rng.below(units.len() + 1);
        for scheme in SCHEMES_16 {
            for before in [&b""[..], b"\x61", b"\x3D\xD8"] {
                let mut by_bytes = Validator::new(scheme);
                let mut by_units = by_bytes;
                let first = by_bytes.push(before);
                assert_eq!(by_units.push(before), first);
                let Validator::Utf16(by_units) = &mut by_units else { unreachable!("UTF-16") };
                for part in [&units[..cut], &units[cut..]] {
                    let bytes = bytes_of(scheme, part);
                    assert_eq!(by_units.push_units(part), by_bytes.push(&bytes), "{units:04X?}");
                }
                let by_units = Validator::Utf16(*by_units);
                assert_eq!(by_units.finish(), by_bytes.finish());
                assert!(by_units == by_bytes || by_bytes.error().is_some());
            }
        }
    }
}

/// What the end cuts is the same to a validator and to a transcoder, and all that either tells of it.
fn the_end_is_that_of_a_transcoder() {
    let ends: [(Encoding, &[&[u8]]); 3] = [
        (Encoding::Utf8, &[b"\xE2", b"\xE2\x82", b"\xF0\x9F\x98"]),
        (Encoding::Utf16Le, &[b"a", b"\x3D\xD8", b"\x3D\xD8\0"]),
        (Encoding::Utf16Be, &[b"\0", b"\xD8", b"\xD8\x3D", b"\xD8\x3D\xDE"]),
    ];
    for (encoding, ends) in ends {
        for &end in ends {
            let mut transcoder = Transcoder::new(encoding, Encoding::Utf8, Policy::Strict);
            let _ = transcoder.push(end, &mut [0; 8]);
            let Status::IllFormed(want) = transcoder.finish(&mut [0; 8]).status else {
                panic!("{encoding} {end:02X?}")
            };
            let got = match encoding {
                Encoding::Utf8 => {
                    let mut validator = Utf8Validator::new();
                    validator.push(end).and(validator.finish())
                }
                _ => {
                    let big = encoding == Encoding::Utf16Be;
                    let mut validator =
                        if big { Utf16Validator::new_be() } else { Utf16Validator::new_le() };
                    validator.push(end).and(validator.finish())
                }
            };
            assert_eq!(got, Err(want), "{encoding} {end:02X?}");
            assert_eq!(want.bytes(), end);
        }
    }
}

/// Only what a validator can have carried over, behind whole code units.
fn resumed_only_with_the_beginning_of_a_character() {
    let schemes = [Scheme::Utf8, Scheme::Utf16Le, Scheme::Utf16Be];
    let classes = [0x00, 0x61, 0x80, 0x9F, 0xA0, 0xC2, 0xD8, 0xDC, 0xE0, 0xE1, 0xED, 0xF0, 0xF4];
    for scheme in schemes {
        for len in 0..=4 {
            for number in thin(0..classes.len().pow(len)) {
                let digit = |place| number / classes.len().pow(place) % classes.len();
                let src: Vec<u8> = (0..len).map(|place| classes[digit(place)]).collect();
                let want = Want::new(scheme, &src);
                let begins = want.valid == 0 && want.stop.is_none();
                for before in [4, 5] {
                    let can = begins && (before % 2 == 0 || scheme == Scheme::Utf8);
                    let resumed = Validator::resume(scheme, before + u64::from(len), &src);
                    assert_eq!(resumed.is_some(), can, "{scheme:?} {before} {src:02X?}");
                }
            }
        }
    }
    assert_eq!(Utf8Validator::resume(1, b"\xE2\x82"), None, "more than was read");
}

/// An output without room for the character that is carried over: nothing is read, and nothing is lost.
fn an_output_too_short_for_one_character() {
    let mut validator = Utf8Validator::new();
    validator.push(b"a\xF0\x9F").expect("it begins a character");
    let before = validator;
    for room in 0..4 {
        let copied = validator.push_copy(b"\x98\x80b", &mut vec![0; room]);
        assert_eq!(copied, Copied { read: 0, written: 0, result: Ok(()) });
        assert_eq!(validator, before);
    }
    let mut dst = [0; 4];
    let copied = validator.push_copy(b"\x98\x80b", &mut dst);
    assert_eq!(copied, Copied { read: 2, written: 4, result: Ok(()) });
    assert_eq!(dst, "😀".as_bytes());
    let text = format!("{validator:?}");
    assert!(text.contains("offset: 5, incomplete: [], error: None"), "{text}");
}

pub(crate) const TESTS: &[Test] = tests![
    every_cut_of_short_utf8,
    every_cut_of_short_utf16,
    errors_of_utf8_come_as_soon_as_they_can,
    errors_of_utf16_come_as_soon_as_they_can,
    cuts_near_every_violation,
    random_cuts_of_random_sources,
    random_cuts_of_long_texts,
    native_units_are_the_bytes_of_the_order,
    the_end_is_that_of_a_transcoder,
    resumed_only_with_the_beginning_of_a_character,
    an_output_too_short_for_one_character,
];
