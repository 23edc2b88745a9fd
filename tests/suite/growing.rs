//! The forms that append to a `Vec` or a `String`: what they append, what is there on an error, and
//! how much memory they ask for.

use harness::pair::Pair;
use harness::{
    Element, Policy, for_each_backend, for_each_pair, long, pair,
    rng::Rng,
    text::{SCRIPTS, padding},
    thin,
};

use crate::Test;

use codeunit::encoding::{Latin1, Utf8, Utf16, Utf16Le, Utf32};
use codeunit::{Error, ErrorKind};

/// Texts whose ratio of lengths changes where an estimate was already made.
fn texts() -> Vec<String> {
    let units = ["a", "é", "中", "😀"];
    let mut texts = Vec::new();
    for len in [0, 1, 1000, 1023, 1024, 1025, 4095, 4096, 4097, 5000, 20_000] {
        texts.push(padding("aé中😀", len));
    }
    for first in units {
        for second in units {
            texts.push(padding(first, 3000) + &padding(second, long(60_000, 6000)));
            texts.push(padding(first, long(100_000, 9000)) + &padding(second, long(200_000, 9000)));
        }
    }
    texts.push(SCRIPTS.concat().repeat(long(300, 10)));
    texts
}

fn check_text<U: Element, V: Element>(pair: &Pair<U, V>, text: &str) {
    pair.check_append(&(pair.from.encode)(text));
}

fn appended_text_is_the_conversion() {
    for text in thin(texts()) {
        check_text(pair::<Utf8, Utf16>(), &text);
        check_text(pair::<Utf8, Utf8>(), &text);
        check_text(pair::<Utf16, Utf8>(), &text);
        check_text(pair::<Utf16Le, Utf32>(), &text);
        check_text(pair::<Utf32, Utf8>(), &text);
        check_text(pair::<Latin1, Utf8>(), &text);
    }
    let text = padding("a", 9000) + &padding("中😀", long(40_000, 9000));
    for_each_pair!(|pair| check_text(pair, &text));
}

fn damaged_text_of_every_pair() {
    let mut rng = Rng::new(13);
    for len in [0, 1, 100, 1023, 1025, 4000, 4100, 9000] {
        for_each_pair!(|pair| pair.check_append(&(pair.from.random)(&mut rng, len)));
    }
}

/// What stands before the error is appended, and the error counts all of it, however often the
/// vector grew.
fn an_error_behind_long_text() {
    for unit in ["a", "é", "中", "😀"] {
        for len in [0, 10, 1024, 4096, 5000, 50_000] {
            let front = padding(unit, len);
            let src = [front.as_bytes(), b"\xFFbehind"].concat();
            let units: Vec<u16> = front.encode_utf16().collect();
            let check = |error: Error, written: usize| {
                assert_eq!((error.kind(), error.error_len()), (ErrorKind::BadLead, Some(1)));
                assert_eq!((error.read(), error.written()), (len, written), "{unit}");
            };
            for_each_backend(|engine| {
                let mut out = vec![7];
                let error = engine.transcode_append::<Utf8, Utf16>(&src, &mut out).unwrap_err();
                check(error, units.len());
                assert!(out[1..] == units, "{unit}");
                let mut text = String::from("before ");
                let error = engine.transcode_append_string::<Utf8>(&src, &mut text).unwrap_err();
                check(error, len);
                assert!(text.strip_prefix("before ") == Some(&front), "{unit}");
            });
        }
    }
}

/// The functions without an engine are the same.
fn the_functions_of_the_crate() {
    for text in texts() {
        let units: Vec<u16> = text.encode_utf16().collect();
        assert!(codeunit::transcode_to_vec::<Utf8, Utf16>(text.as_bytes()).as_ref() == Ok(&units));
        assert!(codeunit::transcode_to_string::<Utf16>(&units).as_ref() == Ok(&text));
        assert!(codeunit::transcode_lossy_to_vec::<Utf8, Utf16>(text.as_bytes()) == units);
        assert!(codeunit::transcode_lossy_to_string::<Utf16>(&units) == text);
        let mut out = text.clone();
        let appended = codeunit::transcode_append_string::<Utf16>(&units, &mut out);
        assert_eq!(appended, Ok(text.len()));
        assert!(out == text.repeat(2));
        let mut out = vec![1];
        assert_eq!(codeunit::transcode_append::<Utf16, Utf8>(&units, &mut out), Ok(text.len()));
        assert!(out[1..] == *text.as_bytes());
        let done = codeunit::transcode_lossy_append::<Utf16, Utf8>(&units, &mut out);
        assert_eq!((done.written, done.replacements), (text.len(), 0));
        let mut out = String::new();
        let done = codeunit::transcode_lossy_append_string::<Utf8>(b"a\xFF", &mut out);
        assert_eq!((out.as_str(), done.written, done.replacements), ("a\u{FFFD}", 4, 1));
    }
    let error = codeunit::transcode_to_vec::<Utf8, Utf32>(b"abc\xC0").unwrap_err();
    assert_eq!((error.read(), error.written()), (3, 3));
    let error = codeunit::transcode_to_string::<Latin1>(&[0xFF]);
    assert_eq!(error.as_deref(), Ok("ÿ"));
}

/// Appended again and again, a vector is moved as seldom as one that bytes are pushed onto.
fn appending_in_a_loop_takes_linear_time() {
    let chunk = padding("aé", 30_000);
    for_each_backend(|engine| {
        let (mut text, mut units) = (String::new(), Vec::new());
        let mut moves = [0; 2];
        for _ in 0..100 {
            let before = [text.capacity(), units.capacity()];
            engine.transcode_append_string::<Utf8>(chunk.as_bytes(), &mut text).unwrap();
            engine.transcode_append::<Utf8, Utf16>(chunk.as_bytes(), &mut units).unwrap();
            let behind = [text.capacity(), units.capacity()];
            for (moves, (before, behind)) in moves.iter_mut().zip(before.into_iter().zip(behind)) {
                *moves += usize::from(before != behind);
            }
        }
        assert!(moves.iter().all(|&moves| moves <= 10), "{moves:?}");
    });
}

/// What a text begins with does not decide how much memory all of it gets.
fn a_beginning_unlike_the_rest() {
    for first in ["中", "é", "😀"] {
        let text = padding(first, 4000) + &padding("a", 8 << 20);
        let units: Vec<u16> = text.encode_utf16().collect();
        for_each_backend(|engine| {
            let mut out = Vec::new();
            engine.transcode_append::<Utf16, Utf8>(&units, &mut out).unwrap();
            assert!(out.capacity() <= out.len() + out.len() / 2, "{first}: {}", out.capacity());
            assert!(out == text.as_bytes(), "{first}");
        });
    }
    // Markup, and text that needs less than ASCII does.
    for rest in ["中", "😀"] {
        let text = padding("<", 1024) + &padding(rest, 1 << 20);
        for_each_backend(|engine| {
            let mut out = Vec::new();
            engine.transcode_append::<Utf8, Utf32>(text.as_bytes(), &mut out).unwrap();
            assert!(out.capacity() <= out.len() + out.len() / 8, "{rest}: {}", out.capacity());
        });
    }
}

/// The memory of a source and of its conversion, in bytes; of the backends the one that asks for
/// the most.
struct Memory {
    source: usize,
    strict: usize,
    lossy: usize,
}

fn memory<U: Element, V: Element>(pair: &Pair<U, V>, src: &[U]) -> Memory {
    let unit = size_of::<V>();
    let mut memory = Memory { source: size_of_val(src), strict: 0, lossy: 0 };
    for_each_backend(|engine| {
        let mut out = Vec::new();
        // Latin-1 cannot hold all of the texts; what was asked for before the error counts as well.
        pair.append(engine, Policy::Strict, src, &mut out);
        memory.strict = memory.strict.max(out.capacity() * unit);
        let mut out = Vec::new();
        pair.append(engine, Policy::Lossy, src, &mut out);
        memory.lossy = memory.lossy.max(out.capacity() * unit);
    });
    memory
}

/// At most three times the source and 4 KiB. UTF-32 from a source of one byte for a character has to
/// be larger: a sixteenth more than that.
fn memory_is_at_most_three_times_the_source() {
    fn check<U: Element, V: Element>(pair: &Pair<U, V>, text: &str, over: &mut Vec<String>) {
        let Memory { source, strict, lossy } = memory(pair, &(pair.from.encode)(text));
        let (from, to) = (pair.from.name, pair.to.name);
        let wide = to.starts_with("Utf32") && matches!(from, "Utf8" | "Str" | "Latin1");
        let bound = if wide { 4 * source + source / 4 } else { 3 * source } + 4096;
        if strict.max(lossy) > bound {
            let start: String = text.chars().take(2).collect();
            over.push(format!(
                "{from} to {to}, {start}…: source {source}, capacity {strict}, lossy {lossy}"
            ));
        }
    }
    let mut over = Vec::new();
    for text in thin(texts()) {
        for_each_pair!(|pair| check(pair, &text, &mut over));
    }
    assert!(over.is_empty(), "{} over the bound:\n{}", over.len(), over.join("\n"));
}

/// Bytes of which each one becomes a U+FFFD are the worst case, and nobody may pay for it twice.
fn memory_of_a_source_without_any_text() {
    for len in [100, 4096, 5000, 300_000] {
        for front in [0, 2000] {
            let mut src = vec![b'a'; front];
            src.resize(len + front, 0xFF);
            let Memory { source, lossy, .. } = memory(pair::<Utf8, Utf8>(), &src);
            assert!(lossy <= 3 * source + source / 4 + 4096, "{lossy} for {source}");
            let repaired = codeunit::from_utf8_lossy(&src).into_owned();
            let capacity = repaired.capacity();
            assert!(capacity <= 3 * source + source / 4 + 4096, "{capacity} for {source}");
        }
    }
}

/// A short source is measured and gets what it needs. In a long one where all characters are alike the estimates are
/// right: a sixteenth more at the most, and nothing more where no text takes more.
fn memory_of_even_text() {
    fn check<U: Element, V: Element>(pair: &Pair<U, V>, unit: &str) {
        for len in [1, 60, 1000, 100_000] {
            let src = (pair.from.encode)(&unit.repeat(len));
            for_each_backend(|engine| {
                let mut out = Vec::new();
                let done = pair.append(engine, Policy::Strict, &src, &mut out);
                assert_eq!(done.stop, None, "well-formed text");
                let written = done.written;
                let most = match len {
                    100_000 if written < (pair.max_len)(src.len()) => written + written / 15,
                    // An empty vector's first memory has room for eight.
                    _ => written.max(8),
                };
                let capacity = out.capacity();
                assert!(
                    (written..=most).contains(&capacity),
                    "{} to {}, {unit}: {capacity} for {written}",
                    pair.from.name,
                    pair.to.name,
                );
            });
        }
    }
    for unit in ["a", "é", "中", "😀"] {
        check(pair::<Utf8, Utf16>(), unit);
        check(pair::<Utf8, Utf32>(), unit);
        check(pair::<Utf16, Utf8>(), unit);
        check(pair::<Utf16, Utf32>(), unit);
        check(pair::<Utf32, Utf8>(), unit);
        check(pair::<Utf32, Utf16>(), unit);
    }
}

pub(crate) const TESTS: &[Test] = tests![
    appended_text_is_the_conversion,
    damaged_text_of_every_pair,
    an_error_behind_long_text,
    the_functions_of_the_crate,
    appending_in_a_loop_takes_linear_time,
    a_beginning_unlike_the_rest,
    memory_is_at_most_three_times_the_source,
    memory_of_a_source_without_any_text,
    memory_of_even_text,
];
