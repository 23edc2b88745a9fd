//! Conversions from UTF-8, of the same strings that `utf8_exhaustive.rs` validates.

use harness::{Item, Outcome, SourceModel, TargetModel, check_pair, check_room, for_each_backend, for_each_target};

use crate::Test;
use codeunit::encoding::{Latin1, TranscodeTo, Utf8, Utf16, Utf16Be, Utf32};

use super::utf8_exhaustive::BORDERS;

/// All conversions of a short string.
fn check_short(src: &[u8]) {
    fn one<T: TargetModel>(src: &[u8], items: &[Item])
    where
        Utf8: TranscodeTo<T>,
    {
        // Three units for each byte are enough for every target but UTF-32 in bytes.
        check_room::<Utf8, T>(src, items, 3 * src.len());
    }
    let items = Utf8::decode(src);
    one::<Utf8>(src, &items);
    one::<Utf16>(src, &items);
    one::<Utf16Be>(src, &items);
    one::<Utf32>(src, &items);
    one::<Latin1>(src, &items);
}

/// All operations on a longer source.
fn check_long(src: &[u8]) {
    let items = Utf8::decode(src);
    for_each_target!(Utf8 check_pair(src, &items));
}

/// The strings that begin with `front` and go on with each of `ends`, with ASCII between them: two
/// to five bytes, so that the strings stand at every place in a block.
fn joined<const N: usize>(front: &[u8], ends: impl Iterator<Item = [u8; N]>) -> Vec<u8> {
    let mut text = Vec::new();
    for (i, end) in ends.enumerate() {
        text.extend_from_slice(front);
        text.extend_from_slice(&end);
        text.extend_from_slice(&b"abcde"[..2 + i % 4]);
    }
    text
}

fn pairs() -> impl Iterator<Item = [u8; 2]> {
    BORDERS.into_iter().flat_map(|third| BORDERS.into_iter().map(move |fourth| [third, fourth]))
}

fn the_examples_of_the_issue() {
    const R: u16 = 0xFFFD;
    let examples: [(&[u8], &[u16], usize); 4] = [
        (b"\xC2\x41\x42", &[R, 0x41, 0x42], 1),
        // Unicode Standard 3.9, "U+FFFD Substitution of Maximal Subparts", and Tables 3-8 to 3-10.
        (
            b"\x61\xF1\x80\x80\xE1\x80\xC2\x62\x80\x63\x80\xBF\x64",
            &[0x61, R, R, R, 0x62, R, 0x63, R, R, 0x64],
            6,
        ),
        (b"\xC0\xAF\xE0\x80\xBF\xF0\x81\x82\x41", &[R, R, R, R, R, R, R, R, 0x41], 8),
        (b"\xE1\x80\xE2\xF0\x91\x92\xF1\xBF\x41", &[R, R, R, R, 0x41], 4),
    ];
    for (src, want, replacements) in examples {
        for_each_backend(|engine| {
            let mut dst = [0; 16];
            let done = engine.transcode_lossy::<Utf8, Utf16>(src, &mut dst).expect("room");
            assert_eq!(dst[..done.written], *want, "{src:02X?}");
            assert_eq!(done.replacements, replacements, "{src:02X?}");
        });
        check_long(src);
    }
}

fn every_string_of_one_or_two_bytes() {
    check_short(&[]);
    for first in 0..=0xFF {
        check_long(&[first]);
        for second in 0..=0xFF {
            check_short(&[first, second]);
        }
    }
}

fn structured_strings_of_three_and_four_bytes() {
    for first in 0xC0..=0xFF {
        for second in BORDERS {
            for third in BORDERS {
                check_short(&[first, second, third]);
                for fourth in BORDERS {
                    check_short(&[first, second, third, fourth]);
                }
            }
        }
    }
}

/// Against the standard library without the model in between.
fn every_string_of_three_bytes_to_utf16_lossy() {
    for first in 0..=0xFF {
        for second in 0..=0xFF {
            for third in 0..=0xFF {
                let src = [first, second, third];
                let (mut want, mut written, mut replacements) = ([0; 3], 0, 0);
                for chunk in src.utf8_chunks() {
                    for unit in chunk.valid().encode_utf16() {
                        want[written] = unit;
                        written += 1;
                    }
                    if !chunk.invalid().is_empty() {
                        want[written] = 0xFFFD;
                        written += 1;
                        replacements += 1;
                    }
                }
                let want = (Outcome { stop: None, read: 3, written, replacements }, want);
                for_each_backend(|engine| {
                    let mut dst = [0; 3];
                    let got = engine.transcode_lossy::<Utf8, Utf16>(&src, &mut dst);
                    dst[got.map_or(0, |done| done.written)..].fill(0);
                    assert_eq!((Outcome::new(got, 3), dst), want, "{src:02X?}");
                });
            }
        }
    }
}

/// Both conversions to every form, into an output that is enough for any source of that length.
pub(crate) fn check_every_form(src: &[u8]) {
    let items = Utf8::decode(src);
    check_room::<Utf8, Utf8>(src, &items, 3 * src.len());
    check_room::<Utf8, Utf16>(src, &items, src.len());
    check_room::<Utf8, Utf32>(src, &items, src.len());
    check_room::<Utf8, Latin1>(src, &items, src.len());
}

/// Every string of three bytes inside ASCII, to every target: 256 strings at a time.
fn every_string_of_three_bytes_joined_by_ascii() {
    for first in 0x80..=0xFF {
        for second in 0..=0xFF {
            let src = joined(&[first, second], (0..=0xFF).map(|third| [third]));
            check_every_form(&src);
        }
    }
}

fn structured_strings_of_four_bytes_joined_by_ascii() {
    for first in 0xC0..=0xFF {
        for second in BORDERS {
            check_long(&joined(&[first, second], pairs()));
        }
        for second in 0..=0xFF {
            let src = joined(&[first, second], pairs());
            let items = Utf8::decode(&src);
            check_room::<Utf8, Utf16>(&src, &items, src.len());
        }
    }
}

/// A strict conversion stops where the three bytes behind well-formed text are ill-formed, and goes
/// on where they are not.
fn strict_conversion_stops_behind_text_of_each_width() {
    for padding in harness::text::PADDINGS {
        let front = harness::text::padding(padding, 133);
        for first in 0x80..=0xFF {
            for second in BORDERS {
                for third in [0x41, 0x80, 0xBF, 0xC2] {
                    let mut src = front.clone().into_bytes();
                    src.extend_from_slice(&[first, second, third]);
                    src.extend_from_slice(front.as_bytes());
                    let items = Utf8::decode(&src);
                    check_room::<Utf8, Utf8>(&src, &items, 3 * src.len());
                    check_room::<Utf8, Utf16>(&src, &items, src.len());
                    check_room::<Utf8, Utf32>(&src, &items, src.len());
                }
            }
        }
    }
}

pub(crate) const TESTS: &[Test] = tests![
    the_examples_of_the_issue,
    every_string_of_one_or_two_bytes,
    structured_strings_of_three_and_four_bytes,
    every_string_of_three_bytes_to_utf16_lossy,
    every_string_of_three_bytes_joined_by_ascii,
    structured_strings_of_four_bytes_joined_by_ascii,
    strict_conversion_stops_behind_text_of_each_width,
];
