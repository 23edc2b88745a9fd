use core::fmt;

use super::Encoding;
use super::whatwg_labels::LABELS;

/// An encoding of the Web, by the Encoding Standard of WHATWG: what browsers take a label for.
///
/// The same label often means something else in the IANA registry, which [`Encoding::for_label`] looks
/// into. To a browser `latin1`, `iso-8859-1` and `ascii` are windows-1252, and `utf-16` is UTF-16LE.
/// The two are never mixed: this type has the names of WHATWG, and an [`Encoding`] only where it is the
/// same encoding in both.
///
/// ```
/// use codeunit::{Encoding, WhatwgEncoding};
///
/// let utf16 = WhatwgEncoding::for_label("utf-16").expect("a label");
/// assert_eq!((utf16.name(), utf16.encoding()), ("UTF-16LE", Some(Encoding::Utf16Le)));
///
/// // Known, but to this crate only with the feature `legacy`.
/// let latin1 = WhatwgEncoding::for_label("latin1").expect("a label");
/// assert_eq!(latin1.name(), "windows-1252");
/// assert_eq!(latin1.encoding().is_some(), cfg!(feature = "legacy"));
///
/// assert_eq!(WhatwgEncoding::for_label("utf-32"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WhatwgEncoding {
    name: &'static str,
}

impl WhatwgEncoding {
    /// The encoding that the Encoding Standard gets from `label` (section 4.2, "get an encoding"):
    /// ASCII white space around it is dropped (TAB, LF, FF, CR, SPACE), and ASCII case makes no
    /// difference. `None` is what the standard calls failure.
    ///
    /// The labels of ISO-2022-KR and its like give `replacement`, as there.
    ///
    /// ```
    /// use codeunit::WhatwgEncoding;
    ///
    /// let name = |label: &str| WhatwgEncoding::for_label(label).map(WhatwgEncoding::name);
    /// assert_eq!(name("\tSJIS\r\n"), Some("Shift_JIS"));
    /// assert_eq!(name("iso-2022-kr"), Some("replacement"));
    /// assert_eq!(name("utf-7"), None);
    /// ```
    #[must_use]
    pub fn for_label(label: impl AsRef<[u8]>) -> Option<Self> {
        // The white space of `trim_ascii` is that of the standard.
        let label = label.as_ref().trim_ascii();
        let lower = || label.iter().map(u8::to_ascii_lowercase);
        let found = LABELS.binary_search_by(|(known, _)| known.bytes().cmp(lower())).ok()?;
        Some(Self { name: LABELS[found].1 })
    }

    /// The name in the Encoding Standard (section 4.1), as it is spelled there.
    ///
    /// ```
    /// use codeunit::WhatwgEncoding;
    ///
    /// let korean = WhatwgEncoding::for_label("ks_c_5601-1987").expect("a label");
    /// assert_eq!(korean.name(), "EUC-KR");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// The same encoding here. UTF-8, UTF-16LE and UTF-16BE are among [`Encoding::ALL`]; the others of the
    /// Web are `Encoding::Legacy` with the feature `legacy`, and `None` without it.
    ///
    /// The encoding alone is what the standard calls "decode without BOM": in UTF-16LE and UTF-16BE an initial U+FEFF is
    /// text. What browsers do ("decode"), to whom a mark is no text and tells more than the label, is
    /// [`SourceMark::Whatwg`](crate::SourceMark::Whatwg) of a [`Transcoder`](crate::Transcoder) from this encoding; where
    /// the source is not converted, [`Priority::Whatwg`](crate::Priority::Whatwg) with this encoding declared.
    ///
    /// ```
    /// use codeunit::{Encoding, WhatwgEncoding};
    ///
    /// let encoding = WhatwgEncoding::for_label("unicode-1-1-utf-8").and_then(WhatwgEncoding::encoding);
    /// assert_eq!(encoding, Some(Encoding::Utf8));
    /// ```
    #[must_use]
    pub fn encoding(self) -> Option<Encoding> {
        match self.name {
            "UTF-8" => Some(Encoding::Utf8),
            "UTF-16LE" => Some(Encoding::Utf16Le),
            "UTF-16BE" => Some(Encoding::Utf16Be),
            #[cfg(feature = "legacy")]
            name => encoding_rs::Encoding::for_label(name.as_bytes()).map(Encoding::Legacy),
            #[cfg(not(feature = "legacy"))]
            _ => None,
        }
    }
}

/// The name.
impl fmt::Display for WhatwgEncoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::{LABELS, WhatwgEncoding};

    #[test]
    fn labels_are_sorted_and_in_lower_case() {
        assert!(LABELS.is_sorted_by(|(one, _), (next, _)| one < next));
        for &(label, _) in &LABELS {
            assert_eq!(label, label.to_ascii_lowercase());
            assert_eq!(label, label.trim());
        }
    }

    /// Forty encodings, and each is found by its own name.
    #[test]
    fn names_are_labels() {
        for &(_, name) in &LABELS {
            assert_eq!(WhatwgEncoding::for_label(name), Some(WhatwgEncoding { name }));
        }
        let own = LABELS.iter().filter(|(label, name)| label.eq_ignore_ascii_case(name));
        assert_eq!(own.count(), 40);
    }

    /// The other direction, that no label is missing, is the number of them.
    #[test]
    fn labels_are_those_of_encoding_rs() {
        assert_eq!(LABELS.len(), 228);
        for &(label, name) in &LABELS {
            let theirs = encoding_rs::Encoding::for_label(label.as_bytes());
            assert_eq!(theirs.map(encoding_rs::Encoding::name), Some(name), "{label}");
        }
    }

    #[cfg(feature = "legacy")]
    #[test]
    fn each_has_an_encoding() {
        for &(_, name) in &LABELS {
            let encoding = WhatwgEncoding { name }.encoding().expect("a legacy one at least");
            assert_eq!(
                (encoding.name(), encoding.byte_order_marks().len()),
                (name, usize::from(name == "UTF-8"))
            );
        }
    }
}
