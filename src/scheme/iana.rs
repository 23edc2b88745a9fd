//! The names and aliases of the IANA registry of character sets.
//!
//! Source: <https://www.iana.org/assignments/character-sets/>, the entries with the MIBenum 3, 4, 106,
//! 1013 to 1015 and 1017 to 1019: name, preferred MIME name and aliases.

use super::Encoding::{
    self, Ascii, Latin1, Utf8, Utf16, Utf16Be, Utf16Le, Utf32, Utf32Be, Utf32Le,
};

/// Every label that is registered for an encoding of this crate, as the registry spells it; of each encoding the name
/// that is preferred in MIME first.
const LABELS: [(&str, Encoding); 33] = [
    ("UTF-8", Utf8),
    ("csUTF8", Utf8),
    ("UTF-16", Utf16),
    ("csUTF16", Utf16),
    ("UTF-16BE", Utf16Be),
    ("csUTF16BE", Utf16Be),
    ("UTF-16LE", Utf16Le),
    ("csUTF16LE", Utf16Le),
    ("UTF-32", Utf32),
    ("csUTF32", Utf32),
    ("UTF-32BE", Utf32Be),
    ("csUTF32BE", Utf32Be),
    ("UTF-32LE", Utf32Le),
    ("csUTF32LE", Utf32Le),
    ("ISO-8859-1", Latin1),
    ("ISO_8859-1:1987", Latin1),
    ("iso-ir-100", Latin1),
    ("ISO_8859-1", Latin1),
    ("latin1", Latin1),
    ("l1", Latin1),
    ("IBM819", Latin1),
    ("CP819", Latin1),
    ("csISOLatin1", Latin1),
    ("US-ASCII", Ascii),
    ("iso-ir-6", Ascii),
    ("ANSI_X3.4-1968", Ascii),
    ("ANSI_X3.4-1986", Ascii),
    ("ISO_646.irv:1991", Ascii),
    ("ISO646-US", Ascii),
    ("us", Ascii),
    ("IBM367", Ascii),
    ("cp367", Ascii),
    ("csASCII", Ascii),
];

/// The encoding registered under `label`, in whichever case.
pub(super) fn look_up(label: &[u8]) -> Option<Encoding> {
    let mut labels = LABELS.iter();
    labels.find(|(known, _)| known.as_bytes().eq_ignore_ascii_case(label)).map(|&(_, found)| found)
}

/// The labels of an encoding, in the order of the table.
pub(super) fn labels(encoding: Encoding) -> impl Iterator<Item = &'static str> {
    LABELS.iter().filter(move |(_, known)| *known == encoding).map(|&(label, _)| label)
}
