//! Conversions from UTF-8, of the same strings that `utf8_exhaustive.rs` validates.

use harness::pair::Pair;
use harness::{
    Item, Policy, SourceModel, TargetModel, check_room, for_each_backend, for_each_target, in_turn,
    thin,
};

use crate::Test;
use std::ops::RangeInclusive;

use codeunit::encoding::{Latin1, TranscodeTo, Utf8, Utf16, Utf32};

use super::utf8_exhaustive::BORDERS;

/// Both conversions of short sources to one target, into exactly the right length, in memory that is
/// kept: there are tens of millions of these sources.
struct Short<V> {
    pair: Pair<u8, V>,
    output: Vec<V>,
    dst: [V; 16],
}

impl<V: Copy + Eq + std::fmt::Debug> Short<V> {
    fn new<T: TargetModel<Unit = V>>() -> Self
    where
        Utf8: TranscodeTo<T>,
    {
        Self { pair: *harness::pair::<Utf8, T>(), output: Vec::new(), dst: [T::FILL; 16] }
    }

    fn check(&mut self, src: &[u8], items: &[Item]) {
        let Self { pair, output, dst } = self;
        let lossy = pair.to.convert(items, usize::MAX, Policy::Lossy, output);
        let needed = lossy.written;
        for policy in [Policy::Lossy, Policy::Strict] {
            let want = match policy {
                Policy::Lossy => lossy,
                Policy::Strict => pair.to.strict(items, needed, lossy, output),
            };
            for_each_backend(|tested| {
                dst.fill(pair.to.fill);
                let got = pair.run(tested, policy, src, &mut dst[..needed]);
                let outside = dst[needed..].iter().all(|unit| *unit == pair.to.fill);
                if got != want || dst[..got.written] != **output || !outside {
                    let test = harness::case::test(pair, src, needed);
                    panic!("{got:?}, {:X?}\nwanted {want:?}, {output:X?}\n{test}", &*dst);
                }
            });
        }
    }
}

/// All conversions of short strings. The schemes of other byte orders have tests of their own.
struct Shorts(Short<u8>, Short<u16>, Short<u32>, Short<u8>, Vec<Item>);

impl Shorts {
    fn new() -> Self {
        Self(
            Short::new::<Utf8>(),
            Short::new::<Utf16>(),
            Short::new::<Utf32>(),
            Short::new::<Latin1>(),
            Vec::new(),
        )
    }

    fn check(&mut self, src: &[u8]) {
        let Self(utf8, utf16, utf32, latin1, items) = self;
        items.clear();
        let mut at = 0;
        while at < src.len() {
            items.push(codeunit_reference::utf8::front(&src[at..]).into());
            at += items.last().map_or(0, |item| item.len);
        }
        utf8.check(src, items);
        utf16.check(src, items);
        utf32.check(src, items);
        latin1.check(src, items);
    }
}

/// All operations, to all targets.
fn check_long(src: &[u8]) {
    let items = Utf8::decode(src);
    for_each_target!(Utf8, |pair| pair.check_exact(src, &items));
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
    let mut shorts = Shorts::new();
    shorts.check(&[]);
    for first in 0..=0xFF {
        check_long(&[first]);
        for second in thin(0..=0xFF) {
            check_long(&[first, second]);
        }
        for second in in_turn(first.into(), 0..=0xFF) {
            shorts.check(&[first, second]);
        }
    }
}

/// One half of the strings, so that two threads share the work.
fn every_string_of_three_bytes(firsts: RangeInclusive<u8>) {
    let mut shorts = Shorts::new();
    for first in firsts {
        for second in thin(0..=0xFF) {
            for third in in_turn(first.into(), 0..=0xFF) {
                shorts.check(&[first, second, third]);
            }
        }
    }
}

fn every_string_of_three_bytes_that_begins_with_ascii() {
    every_string_of_three_bytes(0x00..=0x7F);
}

fn every_string_of_three_bytes_that_begins_above() {
    every_string_of_three_bytes(0x80..=0xFF);
}

fn structured_strings_of_four_bytes() {
    let mut shorts = Shorts::new();
    for first in 0xC0..=0xFF {
        for second in thin(0..=0xFF) {
            for [third, fourth] in in_turn(first.into(), pairs()) {
                shorts.check(&[first, second, third, fourth]);
            }
        }
    }
}

/// Every string of four bytes that begins so, strict and lossy, to every form.
pub(crate) fn every_string_of_four_bytes(firsts: RangeInclusive<u8>) {
    let mut shorts = Shorts::new();
    for first in firsts {
        for rest in 0..1 << 24 {
            let [_, second, third, fourth] = u32::to_be_bytes(rest);
            shorts.check(&[first, second, third, fourth]);
        }
    }
}

/// Every string of three bytes inside ASCII, to every target: 256 strings at a time.
fn every_string_of_three_bytes_joined_by_ascii() {
    for first in 0x80..=0xFF {
        for second in thin(0..=0xFF) {
            let src =
                joined(&[first, second], in_turn(first.into(), 0..=0xFF).map(|third| [third]));
            check_long(&src);
        }
    }
}

fn structured_strings_of_four_bytes_joined_by_ascii() {
    for first in 0xC0..=0xFF {
        for second in thin(0..=0xFF) {
            check_long(&joined(&[first, second], in_turn(first.into(), pairs())));
        }
    }
}

/// The same far from each other, so that each is an error by itself: behind 65 to 364 bytes of ASCII, or of characters of
/// each length.
fn structured_strings_of_four_bytes_far_from_each_other() {
    const FIRSTS: [u8; 14] =
        [0x41, 0x80, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEF, 0xF0, 0xF4, 0xF5, 0xFF];
    let gaps = ["a", "ñ", "中", "😀", "añ中😀"].map(|unit| harness::text::padding(unit, 400));
    for (i, first) in FIRSTS.into_iter().enumerate() {
        for second in thin(BORDERS) {
            let mut src = Vec::new();
            for (k, [third, fourth]) in in_turn(i, pairs().enumerate()) {
                let (gap, mut len) = (&gaps[(i + k) % gaps.len()], 65 + 37 * k % 300);
                while !gap.is_char_boundary(len) {
                    len -= 1;
                }
                src.extend_from_slice(&gap.as_bytes()[..len]);
                src.extend_from_slice(&[first, second, third, fourth]);
            }
            check_long(&src);
        }
    }
}

/// A strict conversion stops where the three bytes behind well-formed text are ill-formed, and goes
/// on where they are not.
fn strict_conversion_stops_behind_text_of_each_width() {
    for padding in harness::text::PADDINGS {
        let front = harness::text::padding(padding, 133);
        for first in 0x80..=0xFF {
            for second in thin(BORDERS) {
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
    structured_strings_of_four_bytes,
    every_string_of_three_bytes_that_begins_with_ascii,
    every_string_of_three_bytes_that_begins_above,
    every_string_of_three_bytes_joined_by_ascii,
    structured_strings_of_four_bytes_joined_by_ascii,
    structured_strings_of_four_bytes_far_from_each_other,
    strict_conversion_stops_behind_text_of_each_width,
];
