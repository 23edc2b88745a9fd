//! The named functions are the generic ones of the encodings in their names, on the best backend.

use harness::{
    Figures, Outcome, Policy, SourceModel, TargetModel, convert, places, rng::Rng, text::samples,
};

use crate::Test;
use std::borrow::Borrow;

use codeunit::encoding::{
    Chars, Latin1, Str, TranscodeTo, Utf8, Utf16, Utf16Be, Utf16Le, Utf32, Utf32Be, Utf32Le,
};
use codeunit::{Error, Lossy};

/// Sample texts and damaged ones, in the encoding.
fn sources<S: SourceModel>() -> Vec<S::Owned> {
    let mut rng = Rng::new(9);
    let texts = samples().into_iter().map(|text| S::encode(&text));
    texts.chain((0..60).map(|len| S::random(&mut rng, 3 * len))).collect()
}

/// A conversion by name, against the model, into three outputs of different lengths.
fn check<S: SourceModel + TranscodeTo<T>, T: TargetModel>(
    policy: Policy,
    name: &str,
    function: impl Fn(&S::Slice, &mut [T::Unit]) -> Result<Lossy, Error>,
) {
    for src in sources::<S>() {
        let src = src.borrow();
        let items = S::decode(src);
        let mut output = Vec::new();
        let full = convert::<T>(&items, usize::MAX, Policy::Lossy, &mut output).written;
        for room in [full / 2, full, full + 100] {
            let want = convert::<T>(&items, room, policy, &mut output);
            let mut dst = vec![T::FILL; room];
            let got = Outcome::new(function(src, &mut dst), S::elements(src).len());
            assert_eq!(got, want, "{name}: {}", S::literal(src));
            assert_eq!(dst[..got.written], output, "{name}: {}", S::literal(src));
        }
    }
}

fn strict(written: usize) -> Lossy {
    Lossy { written, replacements: 0 }
}

macro_rules! strict {
    ($($function:ident: $source:ident => $target:ident;)*) => {
        fn strict_conversions() {
            $(check::<$source, $target>(Policy::Strict, stringify!($function), |src, dst| {
                codeunit::$function(src, dst).map(strict)
            });)*
        }
    };
}

macro_rules! lossy {
    ($($function:ident: $source:ident => $target:ident;)*) => {
        fn lossy_conversions() {
            $(check::<$source, $target>(
                Policy::Lossy,
                stringify!($function),
                codeunit::$function,
            );)*
        }
    };
}

strict! {
    utf8_to_utf16: Utf8 => Utf16;
    utf8_to_utf16le: Utf8 => Utf16Le;
    utf8_to_utf16be: Utf8 => Utf16Be;
    utf8_to_utf32: Utf8 => Utf32;
    utf8_to_latin1: Utf8 => Latin1;
    str_to_utf16: Str => Utf16;
    str_to_utf16le: Str => Utf16Le;
    str_to_utf16be: Str => Utf16Be;
    str_to_utf32: Str => Utf32;
    str_to_latin1: Str => Latin1;
    utf16_to_utf8: Utf16 => Utf8;
    utf16le_to_utf8: Utf16Le => Utf8;
    utf16be_to_utf8: Utf16Be => Utf8;
    utf16le_to_utf16: Utf16Le => Utf16;
    utf16be_to_utf16: Utf16Be => Utf16;
    utf16_to_utf32: Utf16 => Utf32;
    utf16le_to_utf32: Utf16Le => Utf32;
    utf16be_to_utf32: Utf16Be => Utf32;
    utf16_to_latin1: Utf16 => Latin1;
    utf16le_to_latin1: Utf16Le => Latin1;
    utf16be_to_latin1: Utf16Be => Latin1;
    utf32_to_utf8: Utf32 => Utf8;
    utf32le_to_utf8: Utf32Le => Utf8;
    utf32be_to_utf8: Utf32Be => Utf8;
    utf32_to_utf16: Utf32 => Utf16;
    utf32_to_latin1: Utf32 => Latin1;
    chars_to_utf8: Chars => Utf8;
    chars_to_utf16: Chars => Utf16;
    chars_to_utf32: Chars => Utf32;
    chars_to_latin1: Chars => Latin1;
    latin1_to_utf8: Latin1 => Utf8;
    latin1_to_utf16: Latin1 => Utf16;
    latin1_to_utf16le: Latin1 => Utf16Le;
    latin1_to_utf16be: Latin1 => Utf16Be;
    latin1_to_utf32: Latin1 => Utf32;
}

lossy! {
    utf8_to_utf8_lossy: Utf8 => Utf8;
    utf8_to_utf16_lossy: Utf8 => Utf16;
    utf8_to_utf16le_lossy: Utf8 => Utf16Le;
    utf8_to_utf16be_lossy: Utf8 => Utf16Be;
    utf8_to_utf32_lossy: Utf8 => Utf32;
    utf8_to_latin1_lossy: Utf8 => Latin1;
    str_to_latin1_lossy: Str => Latin1;
    utf16_to_utf8_lossy: Utf16 => Utf8;
    utf16le_to_utf8_lossy: Utf16Le => Utf8;
    utf16be_to_utf8_lossy: Utf16Be => Utf8;
    utf16le_to_utf16_lossy: Utf16Le => Utf16;
    utf16be_to_utf16_lossy: Utf16Be => Utf16;
    utf16_to_utf32_lossy: Utf16 => Utf32;
    utf16le_to_utf32_lossy: Utf16Le => Utf32;
    utf16be_to_utf32_lossy: Utf16Be => Utf32;
    utf16_to_latin1_lossy: Utf16 => Latin1;
    utf16le_to_latin1_lossy: Utf16Le => Latin1;
    utf16be_to_latin1_lossy: Utf16Be => Latin1;
    utf32_to_utf8_lossy: Utf32 => Utf8;
    utf32le_to_utf8_lossy: Utf32Le => Utf8;
    utf32be_to_utf8_lossy: Utf32Be => Utf8;
    utf32_to_utf16_lossy: Utf32 => Utf16;
    utf32_to_latin1_lossy: Utf32 => Latin1;
    chars_to_latin1_lossy: Chars => Latin1;
}

fn validations() {
    macro_rules! validate {
        ($($function:ident: $source:ident;)*) => {$(
            for src in sources::<$source>() {
                let mut at = 0;
                let items = $source::decode(&src);
                let want = items.iter().try_for_each(|item| {
                    item.what.map_err(|bad| (at, bad))?;
                    at += item.len;
                    Ok(())
                });
                let got = places(codeunit::$function(&src));
                assert_eq!(got, want, "{}: {src:02X?}", stringify!($function));
                assert_eq!(places(codeunit::validate::<$source>(&src)), want, "{src:02X?}");
            }
        )*};
    }
    validate! {
        validate_utf8: Utf8;
        validate_utf16: Utf16;
        validate_utf16le: Utf16Le;
        validate_utf16be: Utf16Be;
        validate_utf32: Utf32;
        validate_utf32le: Utf32Le;
        validate_utf32be: Utf32Be;
    }
}

fn analyses() {
    macro_rules! analyze {
        ($($function:ident: $source:ident;)*) => {$(
            for src in sources::<$source>() {
                let want = Figures::of(&$source::decode(&src));
                let got = Figures::from(codeunit::$function(&src));
                assert_eq!(got, want, "{}: {src:02X?}", stringify!($function));
                let got = Figures::from(codeunit::analyze::<$source>(&src));
                assert_eq!(got, want, "{src:02X?}");
            }
        )*};
    }
    analyze! {
        analyze_utf8: Utf8;
        analyze_utf16: Utf16;
        analyze_utf16le: Utf16Le;
        analyze_utf16be: Utf16Be;
        analyze_utf32: Utf32;
        analyze_utf32le: Utf32Le;
        analyze_utf32be: Utf32Be;
    }
}

fn ascii_and_repair_of_utf16() {
    for mut src in sources::<Utf16>() {
        let prefix = src.iter().take_while(|&&unit| unit < 0x80).count();
        let bytes = |units: &[u16], bytes: fn(u16) -> [u8; 2]| -> Vec<u8> {
            units.iter().flat_map(|&unit| bytes(unit)).collect()
        };
        let (mut little, mut big) = (bytes(&src, u16::to_le_bytes), bytes(&src, u16::to_be_bytes));
        assert_eq!(codeunit::ascii_prefix_len_utf16(&src), prefix);
        assert_eq!(codeunit::ascii_prefix_len_utf16le(&little), 2 * prefix);
        assert_eq!(codeunit::ascii_prefix_len_utf16be(&big), 2 * prefix);
        assert_eq!(codeunit::is_ascii_utf16(&src), prefix == src.len());
        assert_eq!(codeunit::is_ascii_utf16le(&little), prefix == src.len());
        assert_eq!(codeunit::is_ascii_utf16be(&big), prefix == src.len());
        let repaired: Vec<u16> = String::from_utf16_lossy(&src).encode_utf16().collect();
        let count = Utf16::decode(&src).iter().filter(|item| item.what.is_err()).count();
        assert_eq!(codeunit::make_utf16_well_formed(&mut src), count);
        assert_eq!(codeunit::make_utf16le_well_formed(&mut little), count);
        assert_eq!(codeunit::make_utf16be_well_formed(&mut big), count);
        assert_eq!(src, repaired);
        assert_eq!(little, bytes(&repaired, u16::to_le_bytes));
        assert_eq!(big, bytes(&repaired, u16::to_be_bytes));
    }
}

fn lengths_and_counts() {
    macro_rules! len {
        ($($function:ident: $source:ident => $target:ident;)*) => {$(
            for src in sources::<$source>() {
                let got = codeunit::$function(&src);
                let generic = codeunit::transcoded_len::<$source, $target>(&src);
                assert_eq!(got, generic, "{}: {src:02X?}", stringify!($function));
                let items = $source::decode(&src);
                if items.iter().all(|item| item.what.is_ok()) {
                    let mut output = Vec::new();
                    convert::<$target>(&items, usize::MAX, Policy::Lossy, &mut output);
                    assert_eq!(got, output.len(), "{}: {src:02X?}", stringify!($function));
                }
            }
        )*};
    }
    len! {
        count_utf8: Utf8 => Utf32;
        utf16_len_from_utf8: Utf8 => Utf16;
        utf32_len_from_utf8: Utf8 => Utf32;
        count_utf16: Utf16 => Utf32;
        count_utf16le: Utf16Le => Utf32;
        count_utf16be: Utf16Be => Utf32;
        utf8_len_from_utf16: Utf16 => Utf8;
        utf8_len_from_utf16le: Utf16Le => Utf8;
        utf8_len_from_utf16be: Utf16Be => Utf8;
        utf32_len_from_utf16: Utf16 => Utf32;
        count_utf32: Utf32 => Utf32;
        count_utf32le: Utf32Le => Utf32;
        count_utf32be: Utf32Be => Utf32;
        utf8_len_from_utf32: Utf32 => Utf8;
        utf8_len_from_utf32le: Utf32Le => Utf8;
        utf8_len_from_utf32be: Utf32Be => Utf8;
        utf16_len_from_utf32: Utf32 => Utf16;
        utf8_len_from_latin1: Latin1 => Utf8;
    }
}

fn lossy_lengths() {
    macro_rules! len {
        ($($function:ident: $source:ident => $target:ident;)*) => {$(
            for src in sources::<$source>() {
                let mut output = Vec::new();
                convert::<$target>(&$source::decode(&src), usize::MAX, Policy::Lossy, &mut output);
                let got = codeunit::$function(&src);
                assert_eq!(got, output.len(), "{}: {src:02X?}", stringify!($function));
            }
        )*};
    }
    len! {
        utf16_len_from_utf8_lossy: Utf8 => Utf16;
        utf8_len_from_utf16_lossy: Utf16 => Utf8;
        utf8_len_from_utf16le_lossy: Utf16Le => Utf8;
        utf8_len_from_utf16be_lossy: Utf16Be => Utf8;
    }
}

/// The generic functions are held to the reference in `boundary`.
fn boundaries() {
    macro_rules! boundaries {
        ($($source:ident: $floor:ident, $ceil:ident;)*) => {$(
            for src in sources::<$source>() {
                for index in 0..src.len() + 2 {
                    let got = (codeunit::$floor(&src, index), codeunit::$ceil(&src, index));
                    let floor = codeunit::floor_boundary::<$source>(&src, index);
                    let ceil = codeunit::ceil_boundary::<$source>(&src, index);
                    let names = (stringify!($floor), stringify!($ceil));
                    assert_eq!(got, (floor, ceil), "{names:?} around {index}: {src:02X?}");
                }
            }
        )*};
    }
    boundaries! {
        Utf8: floor_boundary_utf8, ceil_boundary_utf8;
        Utf16: floor_boundary_utf16, ceil_boundary_utf16;
        Utf16Le: floor_boundary_utf16le, ceil_boundary_utf16le;
        Utf16Be: floor_boundary_utf16be, ceil_boundary_utf16be;
        Utf32Le: floor_boundary_utf32le, ceil_boundary_utf32le;
        Utf32Be: floor_boundary_utf32be, ceil_boundary_utf32be;
    }
}

fn complete_prefixes() {
    macro_rules! prefixes {
        ($($function:ident: $source:ident;)*) => {$(
            for src in sources::<$source>() {
                for len in 0..=src.len() {
                    let got = codeunit::$function(&src[..len]);
                    let generic = codeunit::complete_prefix_len::<$source>(&src[..len]);
                    assert_eq!(got, generic, "{}: {:02X?}", stringify!($function), &src[..len]);
                }
            }
        )*};
    }
    prefixes! {
        complete_prefix_len_utf8: Utf8;
        complete_prefix_len_utf16: Utf16;
        complete_prefix_len_utf16le: Utf16Le;
        complete_prefix_len_utf16be: Utf16Be;
        complete_prefix_len_utf32le: Utf32Le;
        complete_prefix_len_utf32be: Utf32Be;
    }
}

fn line_feeds() {
    macro_rules! line_feeds {
        ($($function:ident: $source:ident;)*) => {$(
            for src in sources::<$source>() {
                let got = codeunit::$function(&src);
                let generic = codeunit::count_line_feeds::<$source>(&src);
                assert_eq!(got, generic, "{}: {src:02X?}", stringify!($function));
                let items = $source::decode(&src);
                let want = items.iter().filter(|item| item.what == Ok('\n')).count();
                assert_eq!(got, want, "{}: {src:02X?}", stringify!($function));
            }
        )*};
    }
    line_feeds! {
        count_line_feeds_utf8: Utf8;
        count_line_feeds_utf16: Utf16;
        count_line_feeds_utf16le: Utf16Le;
        count_line_feeds_utf16be: Utf16Be;
        count_line_feeds_utf32: Utf32;
        count_line_feeds_utf32le: Utf32Le;
        count_line_feeds_utf32be: Utf32Be;
    }
}

fn ascii_and_swap() {
    for src in sources::<Utf8>() {
        let prefix = src.iter().take_while(|byte| byte.is_ascii()).count();
        assert_eq!(codeunit::is_ascii(&src), prefix == src.len());
        assert_eq!(codeunit::ascii_prefix_len(&src), prefix);
        let error = codeunit::validate_ascii(&src).err();
        assert_eq!(error.map(|error| error.valid_up_to()), (prefix < src.len()).then_some(prefix));
    }
    for mut src in sources::<Utf16>() {
        let swapped: Vec<u16> = src.iter().map(|unit| unit.swap_bytes()).collect();
        let mut dst = vec![0; src.len()];
        assert_eq!(codeunit::swap_utf16(&src, &mut dst), src.len());
        assert_eq!(dst, swapped);
        codeunit::swap_utf16_in_place(&mut src);
        assert_eq!(src, swapped);
    }
    for mut src in sources::<Utf32>() {
        let swapped: Vec<u32> = src.iter().map(|unit| unit.swap_bytes()).collect();
        let mut dst = vec![0; src.len()];
        assert_eq!(codeunit::swap_utf32(&src, &mut dst), src.len());
        assert_eq!(dst, swapped);
        codeunit::swap_utf32_in_place(&mut src);
        assert_eq!(src, swapped);
    }
}

/// The generic entries that have an uninitialised output.
fn generic_entries() {
    use std::mem::MaybeUninit;

    use codeunit::{transcode_lossy_uninit, transcode_uninit};

    for src in sources::<Utf8>() {
        let mut dst = vec![MaybeUninit::uninit(); src.len()];
        let mut plain = vec![0; src.len()];
        let got = transcode_uninit::<Utf8, Utf16>(&src, &mut dst);
        assert_eq!(got, codeunit::transcode::<Utf8, Utf16>(&src, &mut plain));
        let got = transcode_lossy_uninit::<Utf8, Utf16>(&src, &mut dst);
        assert_eq!(got, codeunit::transcode_lossy::<Utf8, Utf16>(&src, &mut plain));
        let written = got.expect("a code unit for each byte").written;
        // SAFETY: so many code units were counted as written.
        let units = dst[..written].iter().map(|unit| unsafe { unit.assume_init() });
        assert!(units.eq(String::from_utf8_lossy(&src).encode_utf16()), "{src:02X?}");
        let lossy_len = codeunit::transcoded_len_lossy::<Utf8, Utf16>(&src);
        assert_eq!(lossy_len, written, "{src:02X?}");
    }
}

pub(crate) const TESTS: &[Test] = tests![
    strict_conversions,
    lossy_conversions,
    validations,
    lengths_and_counts,
    lossy_lengths,
    boundaries,
    complete_prefixes,
    line_feeds,
    analyses,
    ascii_and_swap,
    ascii_and_repair_of_utf16,
    generic_entries,
];
