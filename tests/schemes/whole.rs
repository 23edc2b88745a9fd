//! A whole source or text in one call: by the reference of the encoding schemes, and as a transcoder has it.

use std::borrow::Cow;

use codeunit::encoding::Utf8;
use codeunit::{Encoding, ErrorKind, OutputMark, Policy, StreamError, Transcoder};
use codeunit_reference::scheme::Scheme;
use harness::rng::Rng;
use harness::text::{random_bytes, random_text, random_utf8, random_utf16, random_utf32, samples};

use crate::sources::sources;

/// By a transcoder, to the type, which has no marks: the text so far, the replacements, the error.
fn streamed(from: Encoding, policy: Policy, src: &[u8]) -> (String, u64, Result<(), StreamError>) {
    let mut text = String::new();
    let mut transcoder = Transcoder::new(from, Utf8, policy);
    let mut done = transcoder.extend_string(src, &mut text);
    if done.is_ok() {
        done = transcoder.extend_string_finish(&mut text);
    }
    (text, transcoder.state().replacements(), done)
}

/// What the standard says of a source: the text, with U+FFFD for what is ill-formed, how often that is, and where first.
fn read(encoding: Encoding, src: &[u8]) -> (String, u64, Option<u64>) {
    let scheme = match encoding {
        Encoding::Utf8 => Scheme::Utf8,
        Encoding::Utf16 => Scheme::Utf16,
        Encoding::Utf16Be => Scheme::Utf16Be,
        Encoding::Utf16Le => Scheme::Utf16Le,
        Encoding::Utf32 => Scheme::Utf32,
        Encoding::Utf32Be => Scheme::Utf32Be,
        Encoding::Utf32Le => Scheme::Utf32Le,
        Encoding::Latin1 => return (src.iter().copied().map(char::from).collect(), 0, None),
        _ => {
            let text = src.iter().map(|&byte| if byte < 0x80 { byte.into() } else { '\u{FFFD}' });
            let bad = || src.iter().enumerate().filter(|(_, byte)| **byte >= 0x80);
            return (text.collect(), bad().count() as u64, bad().next().map(|(at, _)| at as u64));
        }
    };
    // The reference takes the signature of UTF-8 for text.
    let signature =
        if encoding == Encoding::Utf8 && src.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
    let read = scheme.read(&src[signature..]);
    let (mut at, mut text) = ((signature + read.mark_len) as u64, String::new());
    let (mut replacements, mut first) = (0, None);
    for item in read.items {
        text.push(item.what.unwrap_or('\u{FFFD}'));
        if item.what.is_err() {
            replacements += 1;
            first = first.or(Some(at));
        }
        at += item.len as u64;
    }
    (text, replacements, first)
}

fn check_source(encoding: Encoding, src: &[u8]) {
    let (want, replacements, first) = read(encoding, src);
    let (got, replaced) = encoding.decode_lossy(src);
    assert_eq!((&*got, replaced), (&*want, replacements), "{encoding}: {src:02X?}");
    let (text, counted, _) = streamed(encoding, Policy::Replace, src);
    assert_eq!((&*got, replaced), (&*text, counted), "{encoding}: {src:02X?}");

    let strict = encoding.decode(src);
    let error = strict.as_ref().err();
    assert_eq!(error.map(StreamError::offset), first, "{encoding}: {src:02X?}");
    // With its kind, its length and its bytes.
    let (_, _, done) = streamed(encoding, Policy::Strict, src);
    assert_eq!(error, done.as_ref().err(), "{encoding}: {src:02X?}");
    assert_eq!(encoding.validate(src), done, "{encoding}: {src:02X?}");

    let is_same = match encoding {
        Encoding::Utf8 => first.is_none(),
        Encoding::Latin1 | Encoding::Ascii => src.is_ascii(),
        _ => false,
    };
    assert_eq!(matches!(got, Cow::Borrowed(_)), is_same, "{encoding}: {src:02X?}");
    if let Ok(text) = strict {
        assert_eq!(text, want, "{encoding}: {src:02X?}");
        assert_eq!(matches!(text, Cow::Borrowed(_)), is_same, "{encoding}: {src:02X?}");
        let is_inside = src.as_ptr_range().contains(&text.as_ptr());
        assert!(text.is_empty() || is_inside == is_same, "{encoding}: {src:02X?}");
    }
}

fn check_text(encoding: Encoding, text: &str) {
    let by_stream = |policy| {
        let transcoder = Transcoder::new(Utf8, encoding, policy);
        let (mut transcoder, mut out) = (transcoder.output_mark(OutputMark::None), Vec::new());
        transcoder.extend(text.as_bytes(), &mut out)?;
        transcoder.extend_finish(&mut out)?;
        Ok::<_, StreamError>((out, transcoder.state().replacements()))
    };
    let (got, replaced) = encoding.encode_lossy(text);
    let (want, replacements) = by_stream(Policy::Replace).expect("it replaces");
    assert_eq!((&*got, replaced), (&*want, replacements), "{encoding}: {text:?}");

    let last = match encoding {
        Encoding::Latin1 => '\u{FF}',
        Encoding::Ascii => '\u{7F}',
        _ => char::MAX,
    };
    let missing = text.char_indices().filter(|(_, c)| *c > last);
    assert_eq!(replaced, missing.clone().count() as u64, "{encoding}: {text:?}");
    let strict = encoding.encode(text);
    match missing.clone().next() {
        Some((at, c)) => {
            let error = strict.as_ref().expect_err("a character is not there");
            assert_eq!((error.kind(), error.offset()), (ErrorKind::NotRepresentable, at as u64));
            assert_eq!(error.bytes(), &text.as_bytes()[at..][..c.len_utf8()]);
            assert_eq!(strict.map(|_| ()), by_stream(Policy::Strict).map(|_| ()), "{encoding}");
        }
        None => {
            assert_eq!(strict.as_deref(), Ok(&*got), "{encoding}: {text:?}");
            // It comes back, a U+FEFF in front too.
            assert_eq!(encoding.decode(&got).as_deref(), Ok(text), "{encoding}: {text:?}");
            let marks = encoding.byte_order_marks();
            let is_marked = marks.iter().any(|mark| got.starts_with(mark.bytes()));
            assert_eq!(is_marked, !marks.is_empty() && text.starts_with('\u{FEFF}'), "{encoding}");
        }
    }
    let is_same = encoding.unit_len() == 1 && got == text.as_bytes();
    assert_eq!(matches!(got, Cow::Borrowed(_)), is_same, "{encoding}: {text:?}");
}

/// What a source can begin with, alone and before text.
#[test]
fn beginnings() {
    for &encoding in Encoding::ALL {
        for source in sources() {
            check_source(encoding, &source);
            if source.len() % 4 == 0 {
                check_source(encoding, &[&source[..], b"\0a\0\0a\0\0\0\xD8\0\0a"].concat());
            }
        }
    }
}

#[test]
fn texts() {
    let mut rng = Rng::new(0x0E5);
    for &encoding in Encoding::ALL {
        let random = (0..60).map(|turn| random_text(&mut rng, turn * turn * 4));
        let latin = random.collect::<Vec<_>>().into_iter().flat_map(|text| {
            let latin: String = text.chars().filter(|c| *c <= '\u{FF}').collect();
            let ascii: String = text.chars().filter(char::is_ascii).collect();
            [text, latin, ascii]
        });
        for text in samples().into_iter().chain(latin) {
            check_text(encoding, &text);
            let marked = format!("\u{FEFF}{text}");
            check_text(encoding, &marked);
            // Text, and as the other encodings of its unit, which is mostly nonsense.
            for text in [text, marked] {
                let (bytes, _) = encoding.encode_lossy(&text);
                Encoding::ALL.iter().for_each(|&other| check_source(other, &bytes));
            }
        }
    }
}

#[test]
fn damaged_sources() {
    let mut rng = Rng::new(0x0DA);
    for turn in 0..1500 {
        let len = if turn % 50 == 0 { 20_000 } else { rng.below(200) };
        let utf16 = random_utf16(&mut rng, len / 2);
        let utf32 = random_utf32(&mut rng, len / 4);
        let mark =
            [&b"\xFF\xFE"[..], b"\xFE\xFF", b"\xFF\xFE\0\0", b"\0\0\xFE\xFF", b"\xEF\xBB\xBF", b""]
                [rng.below(6)];
        let end = &b"\xD8\x3D\xD8"[..rng.below(4)];
        let with = |bytes: Vec<u8>| [mark, &bytes, end].concat();
        for src in [
            with(random_utf8(&mut rng, len)),
            with(random_bytes(&mut rng, len)),
            with(utf16.iter().flat_map(|unit| unit.to_le_bytes()).collect()),
            with(utf16.iter().flat_map(|unit| unit.to_be_bytes()).collect()),
            with(utf32.iter().flat_map(|unit| unit.to_le_bytes()).collect()),
            with(utf32.iter().flat_map(|unit| unit.to_be_bytes()).collect()),
        ] {
            Encoding::ALL.iter().for_each(|&encoding| check_source(encoding, &src));
        }
    }
}

/// U+FFFE in big-endian UTF-16 is what the mark of little-endian is.
#[test]
fn what_would_be_a_mark_comes_back() {
    for &encoding in Encoding::ALL {
        for text in ["\u{FFFE}a", "\u{FFFE}", "\u{FEFF}\u{FFFE}", "\u{FFFE}\0", "\u{BBEF}\u{BF00}"]
        {
            let Ok(bytes) = encoding.encode(text) else {
                assert!(matches!(encoding, Encoding::Latin1 | Encoding::Ascii));
                continue;
            };
            assert_eq!(encoding.decode(&bytes).as_deref(), Ok(text), "{encoding}");
        }
    }
    assert_eq!(*Encoding::Utf16.encode("\u{FFFE}").expect("it has all"), *b"\xFE\xFF\xFF\xFE");
}

/// A text of one script takes the memory that it needs and a little more, not what the worst one would.
#[test]
fn memory() {
    for (text, encoding) in [
        ("plain ASCII ".repeat(20_000), Encoding::Utf16Le),
        ("天地玄黃宇宙洪荒".repeat(20_000), Encoding::Utf16),
        ("Съешь ещё".repeat(20_000), Encoding::Utf32Le),
        ("naïve ".repeat(20_000), Encoding::Latin1),
    ] {
        let Ok(Cow::Owned(bytes)) = encoding.encode(&text) else { panic!("{encoding}") };
        assert!(bytes.capacity() <= bytes.len() + bytes.len() / 8 + 128, "{encoding}");
        let Ok(Cow::Owned(text)) = encoding.decode(&bytes) else { panic!("{encoding}") };
        assert!(text.capacity() <= text.len() + text.len() / 8 + 128, "{encoding}");
    }
}
