//! Byte order marks.

use codeunit::{ByteOrderMark, Encoding, MarkDetection};

use crate::sources::sources;

#[test]
fn marks_are_u_feff() {
    use codeunit::encoding::{Chars, Utf8, Utf16Be, Utf16Le, Utf32Be, Utf32Le};
    let mark = |encoding| {
        ByteOrderMark::ALL.iter().find(|mark| mark.encoding() == encoding).expect("one").bytes()
    };
    macro_rules! check {
        ($($name:ident)*) => {$(
            let bytes = codeunit::transcode_to_vec::<Chars, $name>(&['\u{FEFF}']).expect("valid");
            assert_eq!(mark(Encoding::$name), bytes);
        )*};
    }
    check!(Utf8 Utf16Be Utf16Le Utf32Be Utf32Le);
}

#[test]
fn the_longest_mark_is_found() {
    for source in sources() {
        let found = ByteOrderMark::detect(&source).at_end();
        let longest = ByteOrderMark::ALL
            .into_iter()
            .filter(|mark| source.starts_with(mark.bytes()))
            .max_by_key(|mark| mark.len());
        assert_eq!(found, longest, "{source:02X?}");
    }
}

/// Pending is what some continuation changes, and nothing else.
#[test]
fn pending_is_what_more_bytes_can_change() {
    let subsets = (0..1 << ByteOrderMark::ALL.len()).map(|bits| {
        let chosen = ByteOrderMark::ALL.iter().enumerate().filter(|&(i, _)| bits >> i & 1 != 0);
        chosen.map(|(_, &mark)| mark).collect::<Vec<_>>()
    });
    let whole: Vec<_> = sources().filter(|source| source.len() == 4).collect();
    for marks in subsets {
        for prefix in sources().filter(|source| source.len() < 4) {
            let here = ByteOrderMark::detect_among(&marks, &prefix);
            let changed = whole.iter().filter(|source| source.starts_with(&prefix)).any(|source| {
                ByteOrderMark::detect_among(&marks, source).at_end() != here.at_end()
            });
            assert_eq!(here.is_pending(), changed, "{marks:?} {prefix:02X?}");
        }
    }
}

#[test]
fn with_four_bytes_all_is_decided() {
    for source in sources().filter(|source| source.len() == ByteOrderMark::MAX_LEN) {
        assert!(matches!(ByteOrderMark::detect(&source), MarkDetection::Decided(_)));
    }
}

/// By section 3.10 as the reference has it.
#[test]
fn encodings_have_the_marks_of_the_standard() {
    use codeunit_reference::scheme::Scheme;
    for scheme in Scheme::ALL {
        let encoding = match scheme {
            Scheme::Utf8 => Encoding::Utf8,
            Scheme::Utf16Be => Encoding::Utf16Be,
            Scheme::Utf16Le => Encoding::Utf16Le,
            Scheme::Utf16 => Encoding::Utf16,
            Scheme::Utf32Be => Encoding::Utf32Be,
            Scheme::Utf32Le => Encoding::Utf32Le,
            Scheme::Utf32 => Encoding::Utf32,
        };
        for source in sources() {
            let text = scheme.read(&source);
            let mark = ByteOrderMark::detect_among(encoding.byte_order_marks(), &source).at_end();
            if encoding != Encoding::Utf8 {
                assert_eq!(mark.map_or(0, ByteOrderMark::len), text.mark_len, "{source:02X?}");
            }
            let order = mark.and_then(|mark| mark.encoding().byte_order());
            let fixed = encoding.in_order(order.unwrap_or(codeunit::ByteOrder::Big));
            assert_eq!(
                fixed.name().replace('-', "").to_lowercase(),
                format!("{:?}", text.scheme).to_lowercase()
            );
        }
    }
}
