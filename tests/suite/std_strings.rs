//! The functions that replace those of the standard library, against those of the standard library.

use harness::{SourceModel, for_each_backend, rng::Rng, scaled, text::SCRIPTS, thin};

use crate::Test;
use std::borrow::Cow;

use codeunit::Error;
use codeunit::encoding::{Utf8, Utf16};

fn check_utf8(src: &[u8]) {
    match (codeunit::from_utf8(src), std::str::from_utf8(src)) {
        (Ok(got), Ok(want)) => {
            assert_eq!(got, want);
            assert_eq!(got.as_ptr(), src.as_ptr(), "the same bytes, not a copy");
        }
        (Err(got), Err(want)) => {
            assert_eq!(got.valid_up_to(), want.valid_up_to(), "{src:02X?}");
            assert_eq!(got.error_len().map(usize::from), want.error_len(), "{src:02X?}");
        }
        (got, want) => panic!("{got:?} for {want:?}: {src:02X?}"),
    }
    let (got, want) = (codeunit::from_utf8_lossy(src), String::from_utf8_lossy(src));
    assert_eq!(got, want, "{src:02X?}");
    let borrowed = |text: &Cow<'_, str>| matches!(text, Cow::Borrowed(_));
    assert_eq!(borrowed(&got), borrowed(&want), "{src:02X?}");
    let owned = src.to_vec();
    let at_owned = owned.as_ptr();
    match (codeunit::from_utf8_owned(owned), String::from_utf8(src.to_vec())) {
        (Ok(got), Ok(want)) => {
            assert_eq!(got, want);
            assert_eq!(got.as_ptr(), at_owned, "the same memory");
        }
        (Err(got), Err(want)) => {
            assert_eq!(Err(got.error()), codeunit::from_utf8(src), "{src:02X?}");
            assert_eq!(got.to_string(), got.error().to_string());
            assert_eq!(got.as_bytes(), want.as_bytes());
            let bytes = got.into_bytes();
            assert_eq!((&*bytes, bytes.as_ptr()), (src, at_owned), "the same memory");
        }
        (got, want) => panic!("{got:?} for {want:?}: {src:02X?}"),
    }
    let owned = src.to_vec();
    let at_owned = owned.as_ptr();
    let got = codeunit::from_utf8_lossy_owned(owned);
    assert_eq!(got, want, "{src:02X?}");
    assert!(!borrowed(&want) || got.as_ptr() == at_owned, "not copied: {src:02X?}");
    for_each_backend(|engine| {
        assert_eq!(engine.from_utf8(src).ok(), std::str::from_utf8(src).ok(), "{src:02X?}");
        let mut out = String::from("é");
        let done = engine.transcode_lossy_append_string::<Utf8>(src, &mut out);
        assert_eq!(out.strip_prefix('é'), Some(&*want), "{src:02X?}");
        assert_eq!(done.written, want.len());
        let ill_formed = src.utf8_chunks().filter(|chunk| !chunk.invalid().is_empty());
        assert_eq!(done.replacements, ill_formed.count(), "{src:02X?}");
    });
}

/// The place of the first unpaired surrogate.
fn first_unpaired(src: &[u16]) -> Option<usize> {
    let items = Utf16::decode(src);
    let bad = items.iter().position(|item| item.what.is_err())?;
    Some(items[..bad].iter().map(|item| item.len).sum())
}

/// The strict function of an encoding scheme, and the lossy one.
type Strict = fn(&[u8]) -> Result<String, Error>;
type Lossy = fn(&[u8]) -> String;

fn check_utf16(src: &[u16]) {
    let got = codeunit::from_utf16(src);
    let want = String::from_utf16(src);
    assert_eq!(got.as_deref().ok(), want.as_deref().ok(), "{src:04X?}");
    let unpaired = first_unpaired(src);
    assert_eq!(got.err().map(|error| error.valid_up_to()), unpaired, "{src:04X?}");
    let lossy = String::from_utf16_lossy(src);
    assert_eq!(codeunit::from_utf16_lossy(src), lossy, "{src:04X?}");

    let little: Vec<u8> = src.iter().flat_map(|unit| unit.to_le_bytes()).collect();
    let big: Vec<u8> = src.iter().flat_map(|unit| unit.to_be_bytes()).collect();
    let schemes: [(Vec<u8>, Strict, Lossy); 2] = [
        (little, codeunit::from_utf16le, codeunit::from_utf16le_lossy),
        (big, codeunit::from_utf16be, codeunit::from_utf16be_lossy),
    ];
    for (mut bytes, strict_function, lossy_function) in schemes {
        let got = strict_function(&bytes);
        assert_eq!(got.as_deref().ok(), want.as_deref().ok(), "{bytes:02X?}");
        let error = got.err().map(|error| error.valid_up_to());
        assert_eq!(error, unpaired.map(|at| 2 * at), "{bytes:02X?}");
        assert_eq!(lossy_function(&bytes), lossy, "{bytes:02X?}");

        bytes.push(0x41);
        let error = strict_function(&bytes).expect_err("an odd last byte");
        assert_eq!(error.valid_up_to(), 2 * unpaired.unwrap_or(src.len()), "{bytes:02X?}");
        // With a high surrogate before it the byte is one subpart.
        let is_cut = src.last().is_some_and(|unit| (0xD800..=0xDBFF).contains(unit));
        let want = if is_cut { lossy.clone() } else { format!("{lossy}\u{FFFD}") };
        assert_eq!(lossy_function(&bytes), want, "{bytes:02X?}");
    }
    for_each_backend(|engine| {
        let mut out = String::from("é");
        engine.transcode_lossy_append_string::<Utf16>(src, &mut out);
        assert_eq!(out.strip_prefix('é'), Some(&*lossy), "{src:04X?}");
        let mut out = String::new();
        let result = engine.transcode_append_string::<Utf16>(src, &mut out);
        assert_eq!(result.ok(), want.as_ref().ok().map(String::len), "{src:04X?}");
        let front = &src[..unpaired.unwrap_or(src.len())];
        assert_eq!(out, String::from_utf16(front).expect("before the error"), "{src:04X?}");
    });
}

fn random_sources_of_every_length() {
    let mut rng = Rng::new(10);
    for _ in 0..scaled(10) {
        for len in thin(0..=600) {
            check_utf8(&Utf8::random(&mut rng, len));
            check_utf16(&Utf16::random(&mut rng, len));
        }
    }
}

fn long_sources() {
    let mut rng = Rng::new(11);
    for _ in 0..scaled(20) {
        let len = 4000 + rng.below(30_000);
        check_utf8(&Utf8::random(&mut rng, len));
        check_utf16(&Utf16::random(&mut rng, len));
    }
}

fn one_byte_of_each_script_overwritten() {
    let mut rng = Rng::new(12);
    for script in SCRIPTS {
        let mut src = script.repeat(3).into_bytes();
        check_utf8(&src);
        for at in thin(0..src.len()) {
            let byte = src[at];
            src[at] = rng.bits() as u8 | 0x80;
            check_utf8(&src);
            src[at] = byte;
            check_utf8(&src[at..]);
            check_utf8(&src[..at]);
        }
        let mut src: Vec<u16> = script.repeat(3).encode_utf16().collect();
        check_utf16(&src);
        for at in thin(0..src.len()) {
            let unit = src[at];
            src[at] = 0xD800 | rng.bits() as u16 & 0x7FF;
            check_utf16(&src);
            src[at] = unit;
            check_utf16(&src[..at]);
        }
    }
}

fn a_byte_order_mark_is_text() {
    assert_eq!(codeunit::from_utf8(b"\xEF\xBB\xBFa"), Ok("\u{FEFF}a"));
    assert_eq!(codeunit::from_utf8_lossy(b"\xEF\xBB\xBF\xFF"), "\u{FEFF}\u{FFFD}");
    assert_eq!(codeunit::from_utf16(&[0xFEFF, 0x61]).as_deref(), Ok("\u{FEFF}a"));
    assert_eq!(codeunit::from_utf16le(b"\xFF\xFE\x61\x00").as_deref(), Ok("\u{FEFF}a"));
    assert_eq!(codeunit::from_utf16be(b"\xFE\xFF\x00\x61").as_deref(), Ok("\u{FEFF}a"));
    assert_eq!(codeunit::from_utf16be_lossy(b"\xFF\xFE\xDC\x00"), "\u{FFFE}\u{FFFD}");
}

pub(crate) const TESTS: &[Test] = tests![
    random_sources_of_every_length,
    long_sources,
    one_byte_of_each_script_overwritten,
    a_byte_order_mark_is_text,
];
