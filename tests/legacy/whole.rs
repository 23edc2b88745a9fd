//! A whole source or text in one call: by the same of `encoding_rs`, and errors as a transcoder has them.

use std::borrow::Cow;

use codeunit::encoding::Utf8;
use codeunit::{Encoding, Policy, StreamError, Transcoder};
use encoding_rs::Encoding as Web;
use harness::rng::Rng;
use harness::text::random_text;

use super::LEGACY;
use super::sources::{known, random, short};

/// The output so far, the replacements and the error, by a transcoder in one call.
fn streamed(transcoder: Transcoder, src: &[u8]) -> (Vec<u8>, u64, Result<(), StreamError>) {
    let (mut transcoder, mut out) = (transcoder, Vec::new());
    let mut done = transcoder.extend(src, &mut out);
    if done.is_ok() {
        done = transcoder.extend_finish(&mut out);
    }
    (out, transcoder.state().replacements(), done)
}

#[expect(clippy::ptr_arg, reason = "whether it is borrowed is the question")]
fn is_borrowed<T: ?Sized + ToOwned>(value: &Cow<'_, T>) -> bool {
    matches!(value, Cow::Borrowed(_))
}

fn check_source(web: &'static Web, src: &[u8]) {
    let encoding = Encoding::Legacy(web);
    let (got, replaced) = encoding.decode_lossy(src);
    let (want, _) = web.decode_without_bom_handling(src);
    assert_eq!(got, want, "{encoding}: {src:02X?}");
    let new = |policy| Transcoder::new(encoding, Utf8, policy);
    assert_eq!(replaced, streamed(new(Policy::Replace), src).1, "{encoding}: {src:02X?}");
    // Theirs is so of no source that is empty.
    let is_same = is_borrowed(&want) || src.is_empty() && is_borrowed(&got);
    assert_eq!(is_borrowed(&got), is_same, "{encoding}: {src:02X?}");

    let strict = encoding.decode(src);
    let want = web.decode_without_bom_handling_and_without_replacement(src);
    assert_eq!(strict.as_deref().ok(), want.as_deref(), "{encoding}: {src:02X?}");
    let (.., done) = streamed(new(Policy::Strict), src);
    assert_eq!(strict.map(|_| ()), done, "{encoding}: {src:02X?}");
    assert_eq!(encoding.validate(src), done, "{encoding}: {src:02X?}");
}

fn check_text(web: &'static Web, text: &str) {
    let encoding = Encoding::Legacy(web);
    let new = |policy| Transcoder::new(Utf8, encoding, policy);
    let (got, replaced) = encoding.encode_lossy(text);
    let (want, replacements, _) = streamed(new(Policy::Replace), text.as_bytes());
    assert_eq!((&*got, replaced), (&*want, replacements), "{encoding}: {text:?}");

    let (want, _, is_missing) = web.encode(text);
    assert_eq!(is_missing, replaced > 0, "{encoding}: {text:?}");
    match encoding.encode(text) {
        Ok(got) => {
            assert!(!is_missing);
            assert_eq!(got, want, "{encoding}: {text:?}");
            assert_eq!(is_borrowed(&got), is_borrowed(&want), "{encoding}: {text:?}");
        }
        Err(error) => {
            assert!(is_missing);
            let (.., done) = streamed(new(Policy::Strict), text.as_bytes());
            assert_eq!(done, Err(error), "{encoding}: {text:?}");
        }
    }
}

#[test]
fn sources() {
    let mut rng = Rng::new(0x1E6);
    for web in LEGACY {
        for src in short(Encoding::Legacy(web)) {
            check_source(web, &src);
        }
        for turn in 0..16 {
            check_source(web, &random(&mut rng, Encoding::Legacy(web), turn * turn * 40));
        }
        // Text without damage that is longer than the piece that is decoded at a time, cut anywhere by it.
        for len in [2040, 2047, 2048, 2049, 4100, 9000] {
            let src = known(web, &"aЖ漢字é한ﾊ ".repeat(len));
            check_source(web, &src[..src.len().min(len)]);
            check_source(web, &[&b"a"[..], &src[..src.len().min(len)]].concat());
        }
    }
}

/// What is ASCII and yet is not: escape sequences, shifts, and an encoding in which all is an error.
#[test]
fn ascii() {
    for web in LEGACY {
        for src in [
            &b""[..],
            b"plain \x00\x7F~\\ ASCII\r\n",
            b"a\x1B(Bb",
            b"a\x0E\x0Fb",
            b"\x1B$B$\"",
            b"~{",
        ] {
            check_source(web, src);
            check_text(web, std::str::from_utf8(src).expect("ASCII"));
        }
    }
}

#[test]
fn texts() {
    let mut rng = Rng::new(0x1E7);
    for web in LEGACY {
        for turn in 0..16 {
            let text = random_text(&mut rng, turn * turn * 40);
            check_text(web, &text);
            check_text(web, &format!("\u{FEFF}{text}"));
            let known = known(web, &text);
            check_text(web, &web.decode_without_bom_handling(&known).0);
        }
    }
}

/// Values that are made by hand have no marks.
#[test]
fn encodings_of_unicode() {
    let encoding = Encoding::Legacy(encoding_rs::UTF_8);
    assert_eq!(encoding.decode(b"\xEF\xBB\xBFa").as_deref(), Ok("\u{FEFF}a"));
    assert_eq!(encoding.encode("\u{FEFF}a").as_deref(), Ok(&b"\xEF\xBB\xBFa"[..]));
    assert_eq!(encoding.validate(b"a\xFF").expect_err("ill-formed").offset(), 1);
    let encoding = Encoding::Legacy(encoding_rs::UTF_16LE);
    assert_eq!(encoding.decode(b"\xFF\xFEa\0").as_deref(), Ok("\u{FEFF}a"));
    assert_eq!(encoding.encode("\u{FEFF}a").as_deref(), Ok(&b"\xFF\xFEa\0"[..]));
    assert_eq!(encoding.decode_lossy(b"a\0\0\xDCb"), (Cow::Borrowed("a\u{FFFD}\u{FFFD}"), 2));
    assert!(encoding.validate(b"a\0").is_ok());
}

#[test]
fn memory() {
    for (web, text) in [
        (encoding_rs::WINDOWS_1251, "Съешь ещё"),
        (encoding_rs::GBK, "天地玄黃宇宙洪荒"),
        (encoding_rs::WINDOWS_1252, "naïve "),
    ] {
        let (encoding, text) = (Encoding::Legacy(web), text.repeat(20_000));
        let Ok(Cow::Owned(bytes)) = encoding.encode(&text) else { panic!("{encoding}") };
        assert!(bytes.capacity() <= bytes.len() + bytes.len() / 8 + 128, "{encoding}");
        let Ok(Cow::Owned(text)) = encoding.decode(&bytes) else { panic!("{encoding}") };
        assert!(text.capacity() <= text.len() + text.len() / 8 + 128, "{encoding}");
    }
}

#[test]
fn names_go_there_and_back() {
    for web in LEGACY {
        let name = web.name();
        for name in [name.to_owned(), name.to_lowercase(), name.to_uppercase()] {
            assert_eq!(Encoding::for_name(&name), Some(Encoding::Legacy(web)), "{name}");
        }
        assert_eq!(Encoding::for_name(&format!("{name} ")), None);
    }
    for label in ["latin1", "sjis", "cp1252", "ms_kanji", "iso-2022-kr"] {
        assert_eq!(Encoding::for_name(label), None, "{label}");
    }
}
