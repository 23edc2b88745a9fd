use core::fmt;

use super::Encoding;

/// A byte order mark: U+FEFF as the first bytes of a source, in one of five encodings (Unicode Standard
/// 23.8, table "Unicode Encoding Scheme Signatures").
///
/// Whether such bytes are a mark or text is decided by the encoding of the source: see
/// [`Encoding::byte_order_marks`].
///
/// ```
/// use codeunit::{ByteOrderMark, Encoding};
///
/// let mark = ByteOrderMark::detect(b"\xEF\xBB\xBFtext").at_end();
/// assert_eq!(mark, Some(ByteOrderMark::Utf8));
/// assert_eq!(mark.map(ByteOrderMark::encoding), Some(Encoding::Utf8));
/// // It is shown by the name of the encoding.
/// assert_eq!(ByteOrderMark::Utf16Le.to_string(), "UTF-16LE");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum ByteOrderMark {
    /// EF BB BF. It tells no byte order, but that the source is UTF-8.
    Utf8,
    /// FE FF.
    Utf16Be,
    /// FF FE, with which FF FE 00 00 begins too.
    Utf16Le,
    /// 00 00 FE FF.
    Utf32Be,
    /// FF FE 00 00, which could be U+FEFF and U+0000 in UTF-16LE.
    Utf32Le,
}

impl ByteOrderMark {
    /// All five.
    ///
    /// ```
    /// use codeunit::ByteOrderMark;
    /// assert!(ByteOrderMark::ALL.iter().all(|mark| mark.len() <= ByteOrderMark::MAX_LEN));
    /// ```
    pub const ALL: [Self; 5] =
        [Self::Utf8, Self::Utf16Be, Self::Utf16Le, Self::Utf32Be, Self::Utf32Le];

    /// Those that a browser looks for ("BOM sniff" in the Encoding Standard of WHATWG): UTF-32 is
    /// unknown to it, so that FF FE 00 00 is a mark in UTF-16LE and U+0000.
    ///
    /// ```
    /// use codeunit::ByteOrderMark;
    ///
    /// let browser = ByteOrderMark::detect_among(&ByteOrderMark::WHATWG, b"\xFF\xFE\0\0");
    /// assert_eq!(browser.at_end(), Some(ByteOrderMark::Utf16Le));
    /// ```
    pub const WHATWG: [Self; 3] = [Self::Utf8, Self::Utf16Be, Self::Utf16Le];

    /// The length of the longest mark in bytes. With so many [`detect`](Self::detect) has decided.
    ///
    /// ```
    /// assert_eq!(codeunit::ByteOrderMark::MAX_LEN, 4);
    /// ```
    pub const MAX_LEN: usize = 4;

    /// Looks for any of the five marks at the beginning of a source.
    ///
    /// `prefix` is all of the source that is there so far, from its beginning. FF FE alone is the mark
    /// of UTF-16LE or the first half of that of UTF-32LE: the two bytes behind it decide, or that there
    /// are none. The longer mark is taken, though U+0000 could follow the shorter.
    ///
    /// ```
    /// use codeunit::{ByteOrderMark, MarkDetection};
    ///
    /// let detect = |prefix: &[u8]| ByteOrderMark::detect(prefix);
    /// assert_eq!(detect(b""), MarkDetection::Pending(None));
    /// assert_eq!(detect(b"\xFF\xFE"), MarkDetection::Pending(Some(ByteOrderMark::Utf16Le)));
    /// assert_eq!(detect(b"\xFF\xFEa"), MarkDetection::Decided(Some(ByteOrderMark::Utf16Le)));
    /// assert_eq!(detect(b"\xFF\xFE\0\0"), MarkDetection::Decided(Some(ByteOrderMark::Utf32Le)));
    /// assert_eq!(detect(b"text"), MarkDetection::Decided(None));
    /// ```
    #[must_use]
    pub const fn detect(prefix: &[u8]) -> MarkDetection {
        Self::detect_among(&Self::ALL, prefix)
    }

    /// Looks for some of the marks at the beginning of a source: those of an encoding, or those of
    /// [`WHATWG`](Self::WHATWG). As [`detect`](Self::detect) in everything else.
    ///
    /// ```
    /// use codeunit::{ByteOrderMark, Encoding, MarkDetection};
    ///
    /// // In UTF-16 this is a mark, and then U+0000.
    /// let marks = Encoding::Utf16.byte_order_marks();
    /// let detection = ByteOrderMark::detect_among(marks, b"\xFF\xFE\0\0");
    /// assert_eq!(detection, MarkDetection::Decided(Some(ByteOrderMark::Utf16Le)));
    /// ```
    #[must_use]
    pub const fn detect_among(marks: &[Self], prefix: &[u8]) -> MarkDetection {
        let mut found: Option<Self> = None;
        let mut pending = false;
        let mut i = 0;
        while i < marks.len() {
            let bytes = marks[i].bytes();
            let common = common_prefix_len(bytes, prefix);
            let longer = match found {
                Some(mark) => bytes.len() > mark.len(),
                None => true,
            };
            if common == bytes.len() && longer {
                found = Some(marks[i]);
            }
            pending |= common == prefix.len() && common < bytes.len();
            i += 1;
        }
        if pending { MarkDetection::Pending(found) } else { MarkDetection::Decided(found) }
    }

    /// The bytes of the mark.
    ///
    /// ```
    /// assert_eq!(codeunit::ByteOrderMark::Utf8.bytes(), b"\xEF\xBB\xBF");
    /// ```
    #[must_use]
    pub const fn bytes(self) -> &'static [u8] {
        match self {
            Self::Utf8 => b"\xEF\xBB\xBF",
            Self::Utf16Be => b"\xFE\xFF",
            Self::Utf16Le => b"\xFF\xFE",
            Self::Utf32Be => b"\0\0\xFE\xFF",
            Self::Utf32Le => b"\xFF\xFE\0\0",
        }
    }

    /// The length of the mark in bytes: 2, 3 or 4.
    ///
    /// ```
    /// assert_eq!(codeunit::ByteOrderMark::Utf16Le.len(), 2);
    /// ```
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a mark is never empty")]
    pub const fn len(self) -> usize {
        self.bytes().len()
    }

    /// The encoding of what is behind the mark, where U+FEFF is text.
    ///
    /// ```
    /// use codeunit::{ByteOrderMark, Encoding};
    /// assert_eq!(ByteOrderMark::Utf32Be.encoding(), Encoding::Utf32Be);
    /// ```
    #[must_use]
    pub const fn encoding(self) -> Encoding {
        match self {
            Self::Utf8 => Encoding::Utf8,
            Self::Utf16Be => Encoding::Utf16Be,
            Self::Utf16Le => Encoding::Utf16Le,
            Self::Utf32Be => Encoding::Utf32Be,
            Self::Utf32Le => Encoding::Utf32Le,
        }
    }
}

/// The [name](Encoding::name) of its [encoding](ByteOrderMark::encoding).
impl fmt::Display for ByteOrderMark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.encoding().name())
    }
}

/// The number of bytes at the beginning that are the same in both.
const fn common_prefix_len(a: &[u8], b: &[u8]) -> usize {
    let mut len = 0;
    while len < a.len() && len < b.len() && a[len] == b[len] {
        len += 1;
    }
    len
}

/// What the first bytes of a source tell about its byte order mark. See [`ByteOrderMark::detect`].
///
/// ```
/// use codeunit::{ByteOrderMark, MarkDetection};
///
/// let detection = ByteOrderMark::detect(b"\xFF\xFE");
/// assert!(detection.is_pending());
/// assert_eq!(detection.at_end(), Some(ByteOrderMark::Utf16Le));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MarkDetection {
    /// More bytes are needed. If there are none, what is in here is the answer.
    Pending(Option<ByteOrderMark>),
    /// The mark, or that there is none, whatever follows.
    Decided(Option<ByteOrderMark>),
}

impl MarkDetection {
    /// Whether more bytes could change the answer.
    ///
    /// ```
    /// use codeunit::ByteOrderMark;
    ///
    /// assert!(ByteOrderMark::detect(b"\xEF\xBB").is_pending());
    /// assert!(!ByteOrderMark::detect(b"\xEF\xBB\xBF").is_pending());
    /// ```
    #[must_use]
    pub const fn is_pending(self) -> bool {
        matches!(self, Self::Pending(_))
    }

    /// The answer when the source ends here, or when it has been decided.
    ///
    /// ```
    /// assert_eq!(codeunit::ByteOrderMark::detect(b"\xEF\xBB").at_end(), None);
    /// ```
    #[must_use]
    pub const fn at_end(self) -> Option<ByteOrderMark> {
        match self {
            Self::Pending(mark) | Self::Decided(mark) => mark,
        }
    }
}
