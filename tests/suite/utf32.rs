//! UTF-32: the values at which it changes, its schemes, and every scalar value through every pair.

use harness::pair::Pair;
use harness::{
    Element, Policy, SourceModel, TargetModel, check_pair, check_validate, for_each_backend,
    for_each_pair, for_each_target, in_turn, text::INTERESTING_32, thin,
};

use crate::Test;
use codeunit::encoding::{
    Chars, Latin1, Str, TranscodeTo, Utf8, Utf16, Utf16Be, Utf16Le, Utf32, Utf32Be, Utf32Le,
};

fn check<S>(src: &S::Slice)
where
    S: SourceModel
        + TranscodeTo<Utf8>
        + TranscodeTo<Utf16>
        + TranscodeTo<Utf32Le>
        + TranscodeTo<Latin1>,
{
    let items = S::decode(src);
    check_validate::<S>(src, &items);
    check_pair::<S, Utf8>(src, &items);
    check_pair::<S, Utf16>(src, &items);
    check_pair::<S, Utf32Le>(src, &items);
    check_pair::<S, Latin1>(src, &items);
}

fn little(src: &[u32]) -> Vec<u8> {
    src.iter().flat_map(|unit| unit.to_le_bytes()).collect()
}

fn big(src: &[u32]) -> Vec<u8> {
    src.iter().flat_map(|unit| unit.to_be_bytes()).collect()
}

fn every_pair_of_interesting_values() {
    for a in INTERESTING_32 {
        check::<Utf32>(&[a]);
        for b in INTERESTING_32 {
            check::<Utf32>(&[a, b]);
            check::<Utf32>(&[[0x61; 20].as_slice(), &[a, b], &[0x4E2D; 20]].concat());
            check::<Utf32Le>(&little(&[a, b]));
            check::<Utf32Be>(&big(&[a, b]));
        }
    }
}

fn every_value_that_is_no_scalar_value_at_every_offset() {
    for value in [0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0x11_0000, 0x1F_FFFF, 0x8000_0000, u32::MAX] {
        for unit in [0x61, 0xE9, 0x4E2D, 0x1_F600] {
            let mut src = [unit; 131];
            for at in thin(0..src.len()) {
                src[at] = value;
                check::<Utf32>(&src);
                src[at] = unit;
            }
            check::<Utf32>(&src);
        }
    }
}

/// Code points beyond the surrogates are looked at otherwise than those below, for a while: an error before, among and
/// behind some, in text of both.
fn a_value_that_is_no_scalar_value_in_long_text() {
    let is_high: [fn(usize) -> bool; 6] = [
        |_| false,
        |_| true,
        |at| at < 3,
        |at| at % 1200 == 70,
        |at| at >= 1230,
        |at| at / 64 % 3 == 1,
    ];
    for len in [1280, 1281, 1343] {
        for is_high in is_high {
            let unit = |at| if is_high(at) { 0x1_F600 } else { 0x4E2D };
            let mut src: Vec<u32> = (0..len).map(unit).collect();
            let check = |src: &[u32]| {
                check_validate::<Utf32>(src, &Utf32::decode(src));
                let bytes = big(src);
                check_validate::<Utf32Be>(&bytes, &Utf32Be::decode(&bytes));
            };
            check(&src);
            for at in thin(0..len) {
                src[at] = [0xD800, 0xDFFF, 0x11_0000, u32::MAX][at % 4];
                check(&src);
                src[at] = unit(at);
            }
        }
    }
}

/// A test of a whole vector makes of the two rules one comparison, or looks at the halves of a unit for
/// themselves: the lower half at its borders, below every upper half that could be confused.
fn every_border_of_every_plane_in_a_block() {
    let upper = (0..=0x40).chain((6..16).flat_map(|bit| [1 << bit, (1 << bit) | 0x10]));
    for upper in upper.chain([0xD800, 0xDC00, 0xFFFF]) {
        for lower in
            [0, 0x7FF, 0x800, 0xD7FF, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000, 0xF7FF, 0xFFFF]
        {
            let value = upper << 16 | lower;
            for among in [0x61, 0x4E2D, 0x10_D800] {
                let mut src = [among; 75];
                src[37] = value;
                for src in [&src[..], &src[30..40], &[value; 75]] {
                    check_validate::<Utf32>(src, &Utf32::decode(src));
                }
            }
        }
    }
}

/// A bit that makes a code unit other than ASCII, among letters and among zeros: with nothing but
/// zeros beside it, it could be taken for a byte of the unit next to it.
fn no_high_bit_of_a_code_unit_is_overlooked() {
    for bit in 7..32 {
        for among in [0x41, 0] {
            for at in in_turn(bit, (0..9).chain([15, 16, 31, 40])) {
                let mut src = [among; 41];
                src[at] |= 1 << bit;
                check::<Utf32>(&src);
                check::<Utf32Le>(&little(&src));
                check::<Utf32Be>(&big(&src));
            }
        }
    }
    // All bits that ASCII has not; ASCII in the other byte order.
    check::<Utf32>(&[0xFFFF_FF80; 41]);
    check::<Utf32Le>(&little(&[0xFFFF_FF80; 41]));
    check::<Utf32Be>(&big(&[0xFFFF_FF80; 41]));
    check::<Utf32>(&[0x4100_0000; 41]);
    check::<Utf32Le>(&big(&[0x41; 41]));
    check::<Utf32Be>(&little(&[0x41; 41]));
}

fn bytes_behind_the_last_code_unit_are_one_subpart() {
    for len in (0..10).chain([15, 16, 17, 32, 33, 64]) {
        for unit in [0x61, 0xE9, 0x4E2D, 0x1_F600, 0xD800] {
            for rest in [&b"\0"[..], b"\0\0", b"\0\0\0", b"\xFF\xFF\xFF"] {
                for odd in in_turn(len + rest.len(), 0..4) {
                    let mut bytes = vec![0; odd];
                    bytes.extend(little(&vec![unit; len]));
                    bytes.extend_from_slice(rest);
                    check::<Utf32Le>(&bytes[odd..]);

                    let mut bytes = vec![0; odd];
                    bytes.extend(big(&vec![unit; len]));
                    bytes.extend_from_slice(rest);
                    check::<Utf32Be>(&bytes[odd..]);
                }
            }
        }
    }
}

/// `text` in the source, converted to the target, is `text` in the target.
fn check_all<U: Element, V: Element>(pair: &Pair<U, V>, text: &str) {
    let (from, to) = (pair.from.name, pair.to.name);
    if from != "Latin1" && to == "Latin1" && text.chars().any(|c| c > '\u{FF}') {
        return;
    }
    let src = (pair.from.encode)(text);
    let mut want = Vec::new();
    for item in (pair.from.decode)(&src) {
        let c = item.what.expect("every scalar value is well-formed");
        assert!((pair.to.put)(c, &mut want), "{c:?} in {to}");
    }
    for_each_backend(|engine| {
        assert_eq!((pair.from.validate)(engine, &src), Ok(()), "{from}");
        assert_eq!((pair.len)(engine, &src), want.len(), "{from} to {to}");
        let mut dst = vec![pair.to.fill; want.len()];
        let got = pair.run(engine, Policy::Strict, &src, &mut dst);
        assert_eq!((got.stop, got.written), (None, want.len()), "{from} to {to}");
        // No message with a megabyte of numbers.
        let differs = dst.iter().zip(&want).position(|(got, want)| got != want);
        assert_eq!(differs, None, "{from} to {to}: index of the output");
    });
}

/// All 1,112,064 in one piece, through all pairs. As each encoding is also a target and the oracle
/// is the encoder of the standard library, the way back is among them.
fn every_scalar_value_through_every_pair() {
    assert_eq!(('\0'..=char::MAX).count(), 1_112_064);
    let text: String = thin('\0'..=char::MAX).collect();
    for_each_pair!(|pair| check_all(pair, &text));
}

/// Latin-1 has the first 256.
fn every_latin1_character_through_every_pair() {
    let text: String = ('\0'..='\u{FF}').collect();
    for_each_pair!(|pair| check_all(pair, &text));
    let mixed: String = ('\0'..='\u{FF}').flat_map(|c| ['a', c, 'é', c]).collect();
    for_each_pair!(|pair| check_all(pair, &mixed));
}

/// Text of one width is what the fast paths of the kernels are for.
fn the_scalar_values_of_each_width_through_every_pair() {
    for range in
        ['\0'..='\x7F', '\u{80}'..='\u{7FF}', '\u{800}'..='\u{1FFF}', '\u{1F600}'..='\u{1FFFF}']
    {
        let text: String = range.collect();
        for_each_pair!(|pair| check_all(pair, &text));
    }
}

/// A block tested by the OR of its units: here that is the unit itself, at each border.
fn one_character_over_and_over_through_every_pair() {
    let borders = [
        '\0',
        '\x7F',
        '\u{80}',
        '\u{BF}',
        '\u{C0}',
        '\u{FF}',
        '\u{100}',
        '\u{180}',
        '\u{7FF}',
        '\u{800}',
        '\u{8080}',
        '\u{D7FF}',
        '\u{E000}',
        '\u{FF00}',
        '\u{FF80}',
        '\u{FFFF}',
        '\u{1_0000}',
        '\u{10_0080}',
        '\u{10_FFFF}',
    ];
    for c in borders {
        for len in [7, 8, 41, 150] {
            let text = c.to_string().repeat(len);
            for_each_pair!(|pair| check_all(pair, &text));
        }
    }
}

/// Each character alone, where a kernel has no vector to fill.
fn short_sources_that_are_well_formed_by_type() {
    let texts = ["", "a", "é", "中", "😀", "aé", "é中😀", "aaaaaaaé", "aaaaaaaaaaaaaaa中"];
    for text in texts {
        check::<Str>(text);
        let chars: Vec<char> = text.chars().collect();
        check::<Chars>(&chars);
        let items = Chars::decode(&chars);
        for_each_target!(Chars, |pair| pair.check(&chars, &items));
        let items = Str::decode(text);
        for_each_target!(Str, |pair| pair.check(text.as_bytes(), &items));
    }
}

/// There and back again by the engine alone.
fn there_and_back() {
    let text: String = ('\0'..=char::MAX).step_by(7).collect();
    macro_rules! round_trip {
        ($($name:ident)*) => {$(
            for_each_backend(|engine| {
                let src = text.as_bytes();
                let mut there = vec![<$name as TargetModel>::FILL; 4 * src.len()];
                let written = engine.transcode::<Utf8, $name>(src, &mut there).expect("text");
                let mut back = vec![0; src.len()];
                let len = engine.transcode::<$name, Utf8>(&there[..written], &mut back);
                assert_eq!(len, Ok(src.len()), stringify!($name));
                assert!(back == src, stringify!($name));
            });
        )*};
    }
    round_trip!(Utf8 Utf16 Utf16Le Utf16Be Utf32 Utf32Le Utf32Be);
}

pub(crate) const TESTS: &[Test] = tests![
    every_pair_of_interesting_values,
    every_value_that_is_no_scalar_value_at_every_offset,
    a_value_that_is_no_scalar_value_in_long_text,
    every_border_of_every_plane_in_a_block,
    no_high_bit_of_a_code_unit_is_overlooked,
    bytes_behind_the_last_code_unit_are_one_subpart,
    every_scalar_value_through_every_pair,
    every_latin1_character_through_every_pair,
    the_scalar_values_of_each_width_through_every_pair,
    one_character_over_and_over_through_every_pair,
    short_sources_that_are_well_formed_by_type,
    there_and_back,
];
