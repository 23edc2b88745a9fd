//! Byte order marks: none is lost, doubled, or made of text or into text (Unicode Standard 3.10).

use codeunit::{ByteOrderMark, Encoding, OutputMark, Policy, SourceMark, Transcoder};
use codeunit_reference::scheme::Scheme;
use codeunit_reference::tables::TABLES_3_9_AND_3_10;
use harness::{for_each_backend, thin};

use super::model::{Wanted, put};
use super::run::check;
use super::splits::every_cut;

const OUTPUT_MARKS: [OutputMark; 3] = [OutputMark::None, OutputMark::Keep, OutputMark::Add];
pub(super) const SOURCE_MARKS: [SourceMark; 4] =
    [SourceMark::ByScheme, SourceMark::Mark, SourceMark::Overrides, SourceMark::Whatwg];

/// Texts that begin with none, one and two U+FEFF, and with what one is in the other byte order.
const TEXTS: [&str; 10] = [
    "",
    "a",
    "é\u{FEFF}",
    "\u{FEFF}",
    "\u{FEFF}a",
    "\u{FEFF}\u{FEFF}",
    "中",
    "😀a",
    "\u{FFFE}",
    "\u{FFFE}a",
];

pub(super) fn encoded(encoding: Encoding, text: &str) -> Vec<u8> {
    let mut out = Vec::new();
    text.chars().for_each(|c| {
        put(encoding, c, &mut out);
    });
    out
}

/// Of the seven schemes.
fn has_marks(encoding: Encoding) -> bool {
    matches!(encoding, Encoding::Utf8 | Encoding::Utf16 | Encoding::Utf32)
}

pub(super) fn every_scheme_to_every_scheme_with_every_mark() {
    for &from in Encoding::ALL {
        for &to in Encoding::ALL {
            for output_mark in OUTPUT_MARKS {
                for source_mark in SOURCE_MARKS {
                    let wanted = Wanted {
                        output_mark,
                        source_mark,
                        ..Wanted::new(from, to, Policy::Replace)
                    };
                    for text in thin(TEXTS) {
                        let src = encoded(from, text);
                        check(&wanted, &src, &every_cut(src.len()));
                        check_law(&wanted, &src);
                    }
                }
            }
        }
    }
}

/// What the source's scheme calls text is what the target's scheme calls text, and there is a mark where one
/// was asked for.
fn check_law(wanted: &Wanted, src: &[u8]) {
    if wanted.to == Encoding::Ascii || wanted.to == Encoding::Latin1 {
        return;
    }
    let convert = |from, to, source_mark, output_mark, src: &[u8]| {
        let mut out = Vec::new();
        let mut transcoder = Transcoder::new(from, to, Policy::Replace)
            .source_mark(source_mark)
            .output_mark(output_mark);
        transcoder.extend(src, &mut out).expect("it replaces");
        transcoder.extend_finish(&mut out).expect("it replaces");
        (out, transcoder.state().byte_order_mark().is_some())
    };
    // UTF-32BE, to which no mark goes that is not text.
    let (text, had_mark) =
        convert(wanted.from, Encoding::Utf32Be, wanted.source_mark, OutputMark::None, src);
    let (output, _) = convert(wanted.from, wanted.to, wanted.source_mark, wanted.output_mark, src);
    // A scheme that tells the order, with a mark, is read as what the mark makes it.
    let reads =
        if wanted.output_mark == OutputMark::Add { SourceMark::Mark } else { SourceMark::ByScheme };
    let (again, has_mark) = convert(wanted.to, Encoding::Utf32Be, reads, OutputMark::None, &output);
    assert_eq!(again, text, "{wanted:?} of {src:02X?} gave {output:02X?}");
    let is_swapped = text.starts_with(&[0, 0, 0xFF, 0xFE]) && wanted.to == Encoding::Utf16;
    let begins_with_mark = text.starts_with(&[0, 0, 0xFE, 0xFF]) || is_swapped;
    let want = match wanted.output_mark {
        OutputMark::Add => true,
        OutputMark::Keep if had_mark && has_marks(wanted.to) => true,
        _ => begins_with_mark && has_marks(wanted.to),
    };
    assert_eq!(has_mark, want, "{wanted:?} of {src:02X?} gave {output:02X?}");
}

/// All byte sequences of the tables, each through every backend.
pub(super) fn marks_of_the_tables_of_the_standard() {
    for (scheme, src, c) in TABLES_3_9_AND_3_10 {
        let from = match scheme {
            Scheme::Utf8 => Encoding::Utf8,
            Scheme::Utf16Be => Encoding::Utf16Be,
            Scheme::Utf16Le => Encoding::Utf16Le,
            Scheme::Utf16 => Encoding::Utf16,
            Scheme::Utf32Be => Encoding::Utf32Be,
            Scheme::Utf32Le => Encoding::Utf32Le,
            Scheme::Utf32 => Encoding::Utf32,
        };
        for_each_backend(|tested| {
            let mut text = String::new();
            let mut transcoder = Transcoder::new(from, Encoding::Utf8, Policy::Strict)
                .with_engine(tested.engine())
                .output_mark(OutputMark::None);
            transcoder.extend_string(src, &mut text).expect("well-formed");
            transcoder.extend_string_finish(&mut text).expect("well-formed");
            assert_eq!(text, c.to_string(), "{scheme:?} {src:02X?}");
            let has_mark = src.len() > encoded(from, &text).len();
            assert_eq!(
                transcoder.state().byte_order_mark().is_some(),
                has_mark,
                "{scheme:?} {src:02X?}"
            );
        });
    }
}

/// Every beginning of a mark, alone and before what makes it none; to UTF-32 with room for one character at a time.
pub(super) fn a_byte_order_mark_cut_anywhere() {
    let mut sources = Vec::new();
    for mark in ByteOrderMark::ALL.map(ByteOrderMark::bytes) {
        for len in 0..=mark.len() {
            for behind in [&b""[..], b"a", b"\0", b"a\0\0\0", b"\xFE"] {
                sources.push([&mark[..len], behind].concat());
            }
        }
    }
    for &from in Encoding::ALL {
        for source_mark in SOURCE_MARKS {
            for policy in [Policy::Strict, Policy::Skip] {
                for to in [Encoding::Utf16, Encoding::Utf32, Encoding::Latin1] {
                    let wanted = Wanted { source_mark, ..Wanted::new(from, to, policy) };
                    for src in thin(&sources) {
                        check(&wanted, src, &every_cut(src.len()));
                    }
                }
            }
        }
    }
}

/// A file that is empty yet and grows: its end was none, and there may be a mark still.
pub(super) fn a_mark_behind_an_empty_end() {
    for (from, src) in [
        (Encoding::Utf8, &b"\xEF\xBB\xBFa"[..]),
        (Encoding::Utf16, b"\xFF\xFEa\0"),
        (Encoding::Utf32, b"\0\0\xFE\xFF\0\0\0a"),
    ] {
        for (mark, text) in [(OutputMark::None, &b"a"[..]), (OutputMark::Keep, b"\xEF\xBB\xBFa")] {
            let new = Transcoder::new(from, Encoding::Utf8, Policy::Strict).output_mark(mark);
            let (mut transcoder, mut out) = (new.clone(), Vec::new());
            transcoder.extend_finish(&mut out).unwrap();
            transcoder.extend_finish(&mut out).unwrap();
            let mut transcoder = new.resume(transcoder.state()).expect("its own state");
            transcoder.extend(src, &mut out).unwrap();
            transcoder.extend_finish(&mut out).unwrap();
            assert_eq!(out, text, "{from}, {mark:?}");
        }
        let added = Transcoder::new(from, Encoding::Utf8, Policy::Strict);
        let (mut added, mut out) = (added.output_mark(OutputMark::Add), Vec::new());
        added.extend_finish(&mut out).unwrap();
        added.extend_finish(&mut out).unwrap();
        assert_eq!(out, b"\xEF\xBB\xBF", "{from}");
    }
    // What begins with U+FEFF then has a mark before it all the same, where it would be taken for one.
    let new = Transcoder::new(Encoding::Utf16Be, Encoding::Utf16, Policy::Strict);
    let (mut transcoder, mut out) = (new, Vec::new());
    transcoder.extend_finish(&mut out).unwrap();
    transcoder.extend(b"\xFE\xFF\0a", &mut out).unwrap();
    assert_eq!(out, b"\xFE\xFF\xFE\xFF\0a");
}
