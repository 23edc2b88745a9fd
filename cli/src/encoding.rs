//! The encodings by name: which spellings are known, and what a byte order mark decides.

/// An encoding whose byte order is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scheme {
    Utf8,
    Utf16Le,
    Utf16Be,
    Utf32Le,
    Utf32Be,
    Latin1,
}

impl Scheme {
    #[cfg(test)]
    pub(crate) const ALL: [Self; 6] =
        [Self::Utf8, Self::Utf16Le, Self::Utf16Be, Self::Utf32Le, Self::Utf32Be, Self::Latin1];

    /// The name for messages.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Utf8 => "UTF-8",
            Self::Utf16Le => "UTF-16LE",
            Self::Utf16Be => "UTF-16BE",
            Self::Utf32Le => "UTF-32LE",
            Self::Utf32Be => "UTF-32BE",
            Self::Latin1 => "ISO-8859-1",
        }
    }

    /// The bytes of U+000A; as many as a code unit has.
    pub(crate) const fn line_feed(self) -> &'static [u8] {
        match self {
            Self::Utf8 | Self::Latin1 => b"\n",
            Self::Utf16Le => b"\n\0",
            Self::Utf16Be => b"\0\n",
            Self::Utf32Le => b"\n\0\0\0",
            Self::Utf32Be => b"\0\0\0\n",
        }
    }

    /// The number of bytes in a code unit.
    pub(crate) const fn unit_len(self) -> usize {
        self.line_feed().len()
    }
}

/// What a source can be called: an encoding, or UTF-16 or UTF-32 in the byte order that the input
/// itself tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Label {
    Known(Scheme),
    Utf16,
    Utf32,
}

impl Label {
    /// How many bytes of the input [`Self::resolve`] has to see.
    pub(crate) const fn head_len(self) -> usize {
        match self {
            Self::Known(_) => 0,
            Self::Utf16 => 2,
            Self::Utf32 => 4,
        }
    }

    /// The encoding of an input that begins with `head`, and the length of the byte order mark that
    /// is not text.
    ///
    /// Only the schemes named UTF-16 and UTF-32 have such a mark, and without one they are
    /// big-endian (Unicode Standard 3.10, D98 and D101). To the others U+FEFF is text.
    pub(crate) fn resolve(self, head: &[u8]) -> (Scheme, usize) {
        match self {
            Self::Known(scheme) => (scheme, 0),
            Self::Utf16 => match head {
                [0xFE, 0xFF, ..] => (Scheme::Utf16Be, 2),
                [0xFF, 0xFE, ..] => (Scheme::Utf16Le, 2),
                _ => (Scheme::Utf16Be, 0),
            },
            Self::Utf32 => match head {
                [0, 0, 0xFE, 0xFF, ..] => (Scheme::Utf32Be, 4),
                [0xFF, 0xFE, 0, 0, ..] => (Scheme::Utf32Le, 4),
                _ => (Scheme::Utf32Be, 0),
            },
        }
    }
}

/// The encoding that a label names as a source.
///
/// Case, hyphens and underscores make no difference, as in the charset matching of UTS #22: people
/// write `utf8`, `UTF-8`, `utf_8`, `ISO_8859-1`, `iso8859-1`.
pub(crate) fn parse_source(label: &str) -> Result<Label, String> {
    let plain: String =
        label.chars().filter(|c| !matches!(c, '-' | '_')).map(|c| c.to_ascii_lowercase()).collect();
    Ok(Label::Known(match plain.as_str() {
        "utf8" => Scheme::Utf8,
        "utf16" => return Ok(Label::Utf16),
        "utf16le" => Scheme::Utf16Le,
        "utf16be" => Scheme::Utf16Be,
        "utf32" => return Ok(Label::Utf32),
        "utf32le" => Scheme::Utf32Le,
        "utf32be" => Scheme::Utf32Be,
        "iso88591" | "latin1" => Scheme::Latin1,
        _ => {
            return Err("unknown encoding; known are utf-8, utf-16, utf-16le, utf-16be, utf-32, \
                        utf-32le, utf-32be, iso-8859-1 (latin1)"
                .into());
        }
    }))
}

/// The encoding that a label names as a target.
///
/// `utf-16` and `utf-32` are refused: other tools disagree about the byte order and the mark that
/// such output has, so the user has to say it.
pub(crate) fn parse_target(label: &str) -> Result<Scheme, String> {
    match parse_source(label)? {
        Label::Known(scheme) => Ok(scheme),
        Label::Utf16 => Err("name the byte order of the output: utf-16le or utf-16be".into()),
        Label::Utf32 => Err("name the byte order of the output: utf-32le or utf-32be".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::{Label, Scheme, parse_source, parse_target};

    #[test]
    fn usual_spellings() {
        for (scheme, labels) in [
            (Scheme::Utf8, &["utf-8", "UTF8", "Utf_8"][..]),
            (Scheme::Utf16Le, &["utf-16le", "UTF-16LE", "utf16le", "UTF-16-LE"]),
            (Scheme::Utf16Be, &["utf-16be", "utf16be"]),
            (Scheme::Utf32Le, &["utf-32le", "UTF32LE"]),
            (Scheme::Utf32Be, &["utf-32be", "utf32be"]),
            (Scheme::Latin1, &["iso-8859-1", "ISO_8859-1", "ISO8859-1", "latin1", "Latin-1"]),
        ] {
            for label in labels {
                assert_eq!(parse_source(label), Ok(Label::Known(scheme)), "{label}");
                assert_eq!(parse_target(label), Ok(scheme), "{label}");
            }
        }
        for label in ["", "utf", "utf-7", "utf-16lee", "ascii", "iso-8859-15"] {
            assert!(parse_source(label).is_err(), "{label}");
        }
    }

    #[test]
    fn target_needs_a_byte_order() {
        assert_eq!(parse_source("UTF-16"), Ok(Label::Utf16));
        assert_eq!(parse_source("utf32"), Ok(Label::Utf32));
        assert!(parse_target("utf-16").unwrap_err().contains("utf-16le or utf-16be"));
        assert!(parse_target("utf-32").unwrap_err().contains("utf-32le or utf-32be"));
    }

    #[test]
    fn mark_decides_the_byte_order() {
        let utf16 = |head: &[u8]| Label::Utf16.resolve(head);
        assert_eq!(utf16(b"\xFE\xFF"), (Scheme::Utf16Be, 2));
        assert_eq!(utf16(b"\xFF\xFE"), (Scheme::Utf16Le, 2));
        assert_eq!(utf16(b"\0a"), (Scheme::Utf16Be, 0));
        assert_eq!(utf16(b"\xFF"), (Scheme::Utf16Be, 0));
        assert_eq!(utf16(b""), (Scheme::Utf16Be, 0));
        let utf32 = |head: &[u8]| Label::Utf32.resolve(head);
        assert_eq!(utf32(b"\0\0\xFE\xFF"), (Scheme::Utf32Be, 4));
        assert_eq!(utf32(b"\xFF\xFE\0\0"), (Scheme::Utf32Le, 4));
        assert_eq!(utf32(b"\xFF\xFE\0"), (Scheme::Utf32Be, 0));
        assert_eq!(Label::Known(Scheme::Utf16Le).resolve(b"\xFF\xFE"), (Scheme::Utf16Le, 0));
    }
}
