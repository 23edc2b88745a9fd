//! The encodings by name: which labels are known.

use codeunit::{Encoding, WhatwgEncoding};

/// What a source can be called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Label {
    /// The input itself tells, by its byte order mark or by what it looks like.
    Auto,
    Known(Encoding),
}

/// The encoding that a label names as a source.
pub(crate) fn parse_source(label: &str) -> Result<Label, String> {
    if label.eq_ignore_ascii_case("auto") {
        return Ok(Label::Auto);
    }
    parse_encoding(label).map(Label::Known)
}

/// The encoding that a label names as a target.
pub(crate) fn parse_target(label: &str) -> Result<Encoding, String> {
    parse_encoding(label)
}

/// The encoding of a label.
///
/// First of all what people write: `utf8`, `UTF-8`, `utf_8`, `ISO_8859-1`, `iso8859-1`, in which case,
/// hyphens and underscores make no difference, as in the charset matching of UTS #22. Then the names and
/// aliases of IANA, and then those of the Web: both have `iso-8859-1`, and to the Web it is windows-1252. Where only the
/// Web's encoding is known, and IANA's is another, neither is taken.
pub(crate) fn parse_encoding(label: &str) -> Result<Encoding, String> {
    let plain: String =
        label.chars().filter(|c| !matches!(c, '-' | '_')).map(|c| c.to_ascii_lowercase()).collect();
    let known = match plain.as_str() {
        "utf8" => Some(Encoding::Utf8),
        "utf16" => Some(Encoding::Utf16),
        "utf16le" => Some(Encoding::Utf16Le),
        "utf16be" => Some(Encoding::Utf16Be),
        "utf32" => Some(Encoding::Utf32),
        "utf32le" => Some(Encoding::Utf32Le),
        "utf32be" => Some(Encoding::Utf32Be),
        "iso88591" | "latin1" => Some(Encoding::Latin1),
        "ascii" | "usascii" => Some(Encoding::Ascii),
        _ => None,
    };
    if let Some(encoding) = known.or_else(|| Encoding::for_label(label)) {
        return Ok(encoding);
    }
    let web = WhatwgEncoding::for_label(label);
    if let Some(name) = web.map(WhatwgEncoding::name).filter(|name| is_another_to_iana(name, label))
    {
        return Err(format!(
            "{name} on the Web and another encoding at IANA; {name} has to be named"
        ));
    }
    web.and_then(WhatwgEncoding::encoding)
        // What a browser reads encodings as that it must not read: it has no text.
        .filter(|encoding| encoding.name() != "replacement")
        .ok_or_else(|| {
            let is_iconv = ["//IGNORE", "//TRANSLIT"].iter().any(|end| label.to_ascii_uppercase().contains(end));
            if is_iconv {
                "a label without // is wanted; -c is //IGNORE, and --errors replace or escape is near to //TRANSLIT".into()
            } else {
                "unknown encoding; `codeunit convert --list` lists them".into()
            }
        })
}

/// Whether the registry of IANA has another encoding than the Web under a label, and bytes mean something else in it: of
/// ISO-8859-9 and of TIS-620 those from 80 to 9F, of ISO-10646-UCS-2 all, which are in the other order. In EUC-KR, GBK
/// and their like is more than in what IANA calls so, and nothing else.
fn is_another_to_iana(web: &str, label: &str) -> bool {
    let own: &[&str] = match web {
        "windows-1254" => &["windows-1254", "cp1254", "x-cp1254"],
        "windows-874" => &["windows-874", "dos-874"],
        // What both call UTF-16LE is known by then.
        "UTF-16LE" => &[],
        _ => return false,
    };
    !own.iter().any(|own| label.trim_ascii().eq_ignore_ascii_case(own))
}

/// The names of all encodings.
pub(crate) fn names() -> Vec<&'static str> {
    const WEB: [&str; 36] = [
        "Big5",
        "EUC-JP",
        "EUC-KR",
        "GBK",
        "IBM866",
        "ISO-2022-JP",
        "ISO-8859-10",
        "ISO-8859-13",
        "ISO-8859-14",
        "ISO-8859-15",
        "ISO-8859-16",
        "ISO-8859-2",
        "ISO-8859-3",
        "ISO-8859-4",
        "ISO-8859-5",
        "ISO-8859-6",
        "ISO-8859-7",
        "ISO-8859-8",
        "ISO-8859-8-I",
        "KOI8-R",
        "KOI8-U",
        "Shift_JIS",
        "gb18030",
        "macintosh",
        "windows-1250",
        "windows-1251",
        "windows-1252",
        "windows-1253",
        "windows-1254",
        "windows-1255",
        "windows-1256",
        "windows-1257",
        "windows-1258",
        "windows-874",
        "x-mac-cyrillic",
        "x-user-defined",
    ];
    Encoding::ALL.iter().map(|encoding| encoding.name()).chain(WEB).collect()
}

#[cfg(test)]
mod tests {
    use super::{Encoding, Label, names, parse_encoding, parse_source};

    #[test]
    fn usual_spellings() {
        for (encoding, labels) in [
            (Encoding::Utf8, &["utf-8", "UTF8", "Utf_8", "csUTF8"][..]),
            (Encoding::Utf16, &["utf-16", "UTF16"]),
            (Encoding::Utf16Le, &["utf-16le", "UTF-16LE", "utf16le", "UTF-16-LE"]),
            (Encoding::Utf16Be, &["utf-16be", "utf16be"]),
            (Encoding::Utf32Le, &["utf-32le", "UTF32LE"]),
            (Encoding::Utf32Be, &["utf-32be", "utf32be"]),
            (
                Encoding::Latin1,
                &["iso-8859-1", "ISO_8859-1", "ISO8859-1", "latin1", "Latin-1", "l1"],
            ),
            (Encoding::Ascii, &["ascii", "us-ascii", "US_ASCII", "ANSI_X3.4-1968"]),
        ] {
            for label in labels {
                assert_eq!(parse_encoding(label), Ok(encoding), "{label}");
                assert_eq!(parse_source(label), Ok(Label::Known(encoding)), "{label}");
            }
        }
        assert_eq!(parse_source("Auto"), Ok(Label::Auto));
        for label in
            ["", "utf", "utf-7", "utf-16lee", "ebcdic", "auto", "iso-2022-kr", "replacement"]
        {
            assert!(parse_encoding(label).is_err(), "{label}");
        }
    }

    #[test]
    fn encodings_of_the_web() {
        for (label, name) in [
            ("cp1252", "windows-1252"),
            ("sjis", "Shift_JIS"),
            ("koi8-r", "KOI8-R"),
            ("iso-8859-15", "ISO-8859-15"),
        ] {
            assert_eq!(parse_encoding(label).map(Encoding::name), Ok(name));
        }
    }

    #[test]
    fn no_other_encoding_than_that_of_iana() {
        for (label, name) in [
            ("iso-8859-9", "windows-1254"),
            ("latin5", "windows-1254"),
            ("TIS-620", "windows-874"),
            ("iso-8859-11", "windows-874"),
            ("csUnicode", "UTF-16LE"),
            ("ucs-2", "UTF-16LE"),
        ] {
            let message = parse_encoding(label).unwrap_err();
            assert!(message.starts_with(name), "{label}: {message}");
            assert_eq!(parse_encoding(name).map(Encoding::name), Ok(name));
        }
        assert_eq!(parse_encoding("CP1254").map(Encoding::name), Ok("windows-1254"));
        assert_eq!(parse_encoding("dos-874").map(Encoding::name), Ok("windows-874"));
    }

    #[test]
    fn every_name_is_a_label() {
        for name in names() {
            assert_eq!(parse_encoding(name).map(Encoding::name), Ok(name));
        }
    }
}
