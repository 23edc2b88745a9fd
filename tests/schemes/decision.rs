//! Declared encoding, byte order mark and default.

use codeunit::{ByteOrderMark, DecidedBy, Decision, Encoding, EncodingSources, Priority};

use crate::sources::sources;

const PRIORITIES: [Priority; 3] = [Priority::DeclaredFirst, Priority::MarkFirst, Priority::Whatwg];

/// Every declared encoding, and every default where nothing is declared; every priority.
fn everything() -> Vec<EncodingSources> {
    let mut all = Vec::new();
    for &encoding in Encoding::ALL {
        for priority in PRIORITIES {
            all.push(EncodingSources { declared: None, default: encoding, priority });
            let declared = Some(encoding);
            all.push(EncodingSources { declared, default: Encoding::Utf8, priority });
        }
    }
    all
}

fn decide(
    declared: Encoding,
    priority: Priority,
    src: &[u8],
) -> (Encoding, DecidedBy, usize, bool) {
    let decision =
        EncodingSources { declared: Some(declared), default: Encoding::Utf8, priority }.decide(src);
    (decision.encoding, decision.by, decision.mark_len(), decision.disagreed)
}

#[test]
fn cases_by_hand() {
    use DecidedBy::{Declared, Mark};
    use Encoding::*;
    use Priority::{DeclaredFirst, MarkFirst, Whatwg};
    for (declared, priority, src, want) in [
        // The mark tells the byte order of UTF-16, whoever is first.
        (Utf16, DeclaredFirst, &b"\xFF\xFEa\0"[..], (Utf16Le, Declared, 2, false)),
        (Utf16, MarkFirst, b"\xFF\xFEa\0", (Utf16Le, Mark, 2, false)),
        (Utf16, Whatwg, b"\xFE\xFF\0a", (Utf16Be, Mark, 2, false)),
        // Without one it is big-endian.
        (Utf16, MarkFirst, b"a\0", (Utf16Be, Declared, 0, false)),
        (Utf32, DeclaredFirst, b"a\0\0\0", (Utf32Be, Declared, 0, false)),
        // Text in UTF-16LE, unless a mark is what counts.
        (Utf16Le, DeclaredFirst, b"\xFF\xFEa\0", (Utf16Le, Declared, 0, false)),
        (Utf16Le, MarkFirst, b"\xFF\xFEa\0", (Utf16Le, Mark, 2, false)),
        (Utf16Le, Whatwg, b"\xFF\xFEa\0", (Utf16Le, Mark, 2, false)),
        // Of another encoding.
        (Utf16Le, DeclaredFirst, b"\xEF\xBB\xBFa", (Utf16Le, Declared, 0, true)),
        (Utf16Le, MarkFirst, b"\xEF\xBB\xBFa", (Utf8, Mark, 3, true)),
        (Utf16Le, DeclaredFirst, b"\xFE\xFFa\0", (Utf16Le, Declared, 0, true)),
        (Utf8, Whatwg, b"\xFE\xFF\0a", (Utf16Be, Mark, 2, true)),
        (Latin1, DeclaredFirst, b"\xEF\xBB\xBFa", (Latin1, Declared, 0, true)),
        (Ascii, MarkFirst, b"\xEF\xBB\xBFa", (Utf8, Mark, 3, true)),
        (Utf8, DeclaredFirst, b"\xEF\xBB\xBFa", (Utf8, Declared, 3, false)),
        // FF FE 00 00.
        (Utf16, DeclaredFirst, b"\xFF\xFE\0\0", (Utf16Le, Declared, 2, false)),
        (Utf16Le, DeclaredFirst, b"\xFF\xFE\0\0", (Utf16Le, Declared, 0, false)),
        (Utf16, MarkFirst, b"\xFF\xFE\0\0", (Utf32Le, Mark, 4, true)),
        (Utf16, Whatwg, b"\xFF\xFE\0\0", (Utf16Le, Mark, 2, false)),
        (Utf32, MarkFirst, b"\xFF\xFE\0\0", (Utf32Le, Mark, 4, false)),
        (Utf32, Whatwg, b"\xFF\xFE\0\0", (Utf16Le, Mark, 2, true)),
        (Utf32, Whatwg, b"\0\0\xFE\xFF", (Utf32Be, Declared, 4, false)),
        (Utf32, DeclaredFirst, b"\xFF\xFEa\0", (Utf32Be, Declared, 0, true)),
    ] {
        assert_eq!(decide(declared, priority, src), want, "{declared} {priority:?} {src:02X?}");
    }
}

#[test]
fn what_is_decided_has_a_byte_order_and_skips_what_is_there() {
    for sources_of in everything() {
        for src in sources() {
            let Decision { encoding, by, mark, disagreed, .. } = sources_of.decide(&src);
            let case = format!("{sources_of:?} {src:02X?}");
            assert!(!matches!(encoding, Encoding::Utf16 | Encoding::Utf32), "{case}");
            assert!(mark.is_none_or(|mark| src.starts_with(mark.bytes())), "{case}");
            assert!(mark.is_none_or(|mark| mark.encoding() == encoding), "{case}");
            assert!(!disagreed || sources_of.declared.is_some(), "{case}");
            match by {
                DecidedBy::Declared => assert!(sources_of.declared.is_some(), "{case}"),
                DecidedBy::Mark => assert!(mark.is_some(), "{case}"),
                DecidedBy::Default => {
                    assert!(sources_of.declared.is_none(), "{case}");
                }
            }
        }
    }
}

/// A decision by a prefix holds for whatever follows, and four bytes are enough for one.
#[test]
fn a_prefix_decides_what_the_whole_decides() {
    for sources_of in everything() {
        for src in sources().filter(|src| src.len() == ByteOrderMark::MAX_LEN) {
            let whole = sources_of.decide(&src);
            for len in 0..src.len() {
                let early = sources_of.decide_prefix(&src[..len]);
                assert!(early.is_none_or(|early| early == whole), "{sources_of:?} {src:02X?}");
            }
            assert_eq!(sources_of.decide_prefix(&src), Some(whole), "{sources_of:?} {src:02X?}");
        }
    }
}

/// Section 3.10, as the reference has it, is what a declared encoding alone means.
#[test]
fn a_declared_scheme_is_read_as_the_reference_reads_it() {
    use codeunit_reference::scheme::Scheme;
    for (scheme, encoding) in [
        (Scheme::Utf16Be, Encoding::Utf16Be),
        (Scheme::Utf16Le, Encoding::Utf16Le),
        (Scheme::Utf16, Encoding::Utf16),
        (Scheme::Utf32Be, Encoding::Utf32Be),
        (Scheme::Utf32Le, Encoding::Utf32Le),
        (Scheme::Utf32, Encoding::Utf32),
    ] {
        for src in sources() {
            let text = scheme.read(&src);
            let decision = EncodingSources::declared_only(encoding).decide(&src);
            assert_eq!(decision.mark_len(), text.mark_len, "{encoding} {src:02X?}");
            let name = format!("{:?}", decision.encoding);
            assert_eq!(name, format!("{:?}", text.scheme), "{encoding} {src:02X?}");
        }
    }
}
