//! Validation, analysis, what else takes a source alone, and the functions that replace those of the standard
//! library.
//!
//! The first byte picks an encoding; the rest is a source in it, and bytes to the operations that
//! know no encoding.

use std::borrow::{Borrow, Cow};

use codeunit::encoding::{
    Chars, Latin1, Str, Utf8, Utf16, Utf16Be, Utf16Le, Utf32, Utf32Be, Utf32Le,
};
use codeunit_harness::check::begin;
use codeunit_harness::guarded::{Guarded, Place};
use codeunit_harness::model::validate as validate_model;
use codeunit_harness::{check_source, for_each_backend};

use crate::choices::Choices;
use crate::std_text::{Decoded, StdSource};

/// Validation and analysis of every encoding, and the operations on ASCII, on bytes and in place.
pub fn validate(data: &[u8]) {
    begin("a fuzz target");
    let mut choices = Choices::new(data);
    let check = choices.of(&[
        check::<Utf8>,
        check::<Utf16>,
        check::<Utf16Le>,
        check::<Utf16Be>,
        check::<Utf32>,
        check::<Utf32Le>,
        check::<Utf32Be>,
        check::<Latin1>,
        check::<Str>,
        check::<Chars>,
    ]);
    let bytes = choices.source();
    check(bytes);
    let mut memory = Guarded::new(bytes.len());
    for place in Place::BOTH {
        let src = memory.copy(bytes, place);
        ascii(src);
        utf8(src);
        utf16(src);
    }
    let units = Utf16::from_bytes(bytes);
    swap_utf16(&mut memory, &units);
    swap_utf32(&mut memory, &Utf32::from_bytes(bytes));
    ascii_utf16(&mut memory, &units);
    repair(&mut memory, &units);
}

/// One encoding, against the reference and the standard library.
fn check<S: StdSource>(bytes: &[u8]) {
    let owned = S::from_bytes(bytes);
    let src: &S::Slice = owned.borrow();
    check_source::<S>(src);
    let Decoded { text, error } = S::decode_std(src);
    let place = validate_model(&S::decode(src)).err().map(|(at, _)| at);
    assert_eq!(place, error, "{} {}", S::NAME, S::literal(src));
    for_each_backend(|tested| {
        let mut out = String::from("é");
        let done = tested.transcode_lossy_append_string::<S>(src, &mut out);
        assert_eq!(out.strip_prefix('é'), Some(&*text), "{} {}", S::NAME, S::literal(src));
        assert_eq!(done.written, text.len(), "{} {}", S::NAME, S::literal(src));

        let mut out = String::from("é");
        let result = tested.transcode_append_string::<S>(src, &mut out);
        let got = result.map_err(|error| error.valid_up_to());
        let want = error.map_or(Ok(text.len()), Err);
        assert_eq!(got, want, "{} {}", S::NAME, S::literal(src));
        let out = out.strip_prefix('é').expect("what was there before");
        assert!(text.starts_with(out), "{} {}", S::NAME, S::literal(src));
    });
}

fn ascii(src: &[u8]) {
    let prefix = src.iter().take_while(|byte| byte.is_ascii()).count();
    for_each_backend(|tested| {
        assert_eq!(tested.is_ascii(src), src.is_ascii(), "{src:02X?}");
        assert_eq!(tested.ascii_prefix_len(src), prefix, "{src:02X?}");
        let got =
            tested.validate_ascii(src).map_err(|error| (error.valid_up_to(), error.error_len()));
        let want = if src.is_ascii() { Ok(()) } else { Err((prefix, Some(1))) };
        assert_eq!(got, want, "{src:02X?}");
    });
}

fn utf8(src: &[u8]) {
    let want = std::str::from_utf8(src).map_err(|error| (error.valid_up_to(), error.error_len()));
    for_each_backend(|tested| {
        let got = tested.from_utf8(src);
        let got = got.map_err(|error| (error.valid_up_to(), error.error_len().map(usize::from)));
        assert_eq!(got, want, "{src:02X?}");
    });
    let (got, want) = (codeunit::from_utf8_lossy(src), String::from_utf8_lossy(src));
    assert_eq!(got, want, "{src:02X?}");
    let borrowed = |text: &Cow<'_, str>| matches!(text, Cow::Borrowed(_));
    assert_eq!(borrowed(&got), borrowed(&want), "{src:02X?}");
}

fn utf16(src: &[u8]) {
    let units = Utf16::from_bytes(src);
    let (strict, lossy) = (String::from_utf16(&units).ok(), String::from_utf16_lossy(&units));
    assert_eq!(codeunit::from_utf16(&units).ok(), strict, "{units:04X?}");
    assert_eq!(codeunit::from_utf16_lossy(&units), lossy, "{units:04X?}");

    let little = Utf16Le::decode_std(src);
    assert_eq!(codeunit::from_utf16le_lossy(src), little.text, "{src:02X?}");
    let error = codeunit::from_utf16le(src).err().map(|error| error.valid_up_to());
    assert_eq!(error, little.error, "{src:02X?}");

    let big = Utf16Be::decode_std(src);
    assert_eq!(codeunit::from_utf16be_lossy(src), big.text, "{src:02X?}");
    let error = codeunit::from_utf16be(src).err().map(|error| error.valid_up_to());
    assert_eq!(error, big.error, "{src:02X?}");
}

macro_rules! swap {
    ($swap:ident $in_place:ident: $unit:ty) => {
        fn $swap(memory: &mut Guarded, units: &[$unit]) {
            let swapped: Vec<$unit> = units.iter().map(|unit| unit.swap_bytes()).collect();
            for_each_backend(|tested| {
                for place in Place::BOTH {
                    let dst = memory.fill(units.len(), 0, place);
                    assert_eq!(tested.$swap(units, dst), units.len(), "{units:04X?}");
                    assert_eq!(dst, swapped);
                    tested.$in_place(dst);
                    assert_eq!(dst, units);
                }
            });
        }
    };
}

swap!(swap_utf16 swap_utf16_in_place: u16);
swap!(swap_utf32 swap_utf32_in_place: u32);

fn ascii_utf16(memory: &mut Guarded, units: &[u16]) {
    let prefix = units.iter().take_while(|&&unit| unit < 0x80).count();
    let bytes: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
    for place in Place::BOTH {
        let src = memory.copy(units, place);
        for_each_backend(|tested| {
            assert_eq!(tested.is_ascii_utf16(src), prefix == units.len(), "{units:04X?}");
            assert_eq!(tested.ascii_prefix_len_utf16(src), prefix, "{units:04X?}");
        });
        let src = memory.copy(&bytes, place);
        for_each_backend(|tested| {
            assert_eq!(tested.is_ascii_utf16be(src), prefix == units.len(), "{units:04X?}");
            assert_eq!(tested.ascii_prefix_len_utf16be(src), 2 * prefix, "{units:04X?}");
        });
    }
}

fn repair(memory: &mut Guarded, units: &[u16]) {
    let repaired: Vec<u16> = String::from_utf16_lossy(units).encode_utf16().collect();
    let count = char::decode_utf16(units.iter().copied()).filter(Result::is_err).count();
    let big: Vec<u8> = repaired.iter().flat_map(|unit| unit.to_be_bytes()).collect();
    for place in Place::BOTH {
        for_each_backend(|tested| {
            let dst = memory.fill(units.len(), 0, place);
            dst.copy_from_slice(units);
            assert_eq!(tested.make_utf16_well_formed(dst), count, "{units:04X?}");
            assert_eq!(dst, repaired, "{units:04X?}");
            let dst = memory.fill(2 * units.len(), 0, place);
            for (dst, unit) in dst.chunks_exact_mut(2).zip(units) {
                dst.copy_from_slice(&unit.to_be_bytes());
            }
            assert_eq!(tested.make_utf16be_well_formed(dst), count, "{units:04X?}");
            assert_eq!(dst, big, "{units:04X?}");
        });
    }
}
