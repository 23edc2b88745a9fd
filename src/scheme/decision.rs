use super::{ByteOrderMark, Encoding};
use crate::SourceMark;
use codeunit_simd::fallback::ByteOrder;

/// What tells the encoding of a source, and which of it is believed when it does not agree: a declared
/// encoding (from a header, an option, a file format), a byte order mark at the beginning of the source,
/// and what is assumed where there is neither.
///
/// To convert a source that comes in chunks, none of it has to be kept for this: a [`Transcoder`](crate::Transcoder) with
/// [`SourceMark::Overrides`] or [`SourceMark::Whatwg`] looks for the mark itself.
///
/// ```
/// use codeunit::{ByteOrderMark, DecidedBy, Encoding, EncodingSources, Priority};
///
/// let sources = EncodingSources {
///     declared: Some(Encoding::Latin1),
///     default: Encoding::Utf8,
///     priority: Priority::MarkFirst,
/// };
/// let decision = sources.decide(b"\xFF\xFEh\0i\0");
/// assert_eq!((decision.encoding, decision.by), (Encoding::Utf16Le, DecidedBy::Mark));
/// assert_eq!(decision.mark, Some(ByteOrderMark::Utf16Le));
/// assert!(decision.disagreed);
///
/// // As declared, and then the two bytes are text.
/// let decision = EncodingSources { priority: Priority::DeclaredFirst, ..sources }.decide(b"\xFF\xFE");
/// assert_eq!((decision.encoding, decision.mark), (Encoding::Latin1, None));
/// assert!(decision.disagreed);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EncodingSources {
    /// The encoding that something outside of the source names, if anything does.
    pub declared: Option<Encoding>,
    /// The encoding where nothing is declared and there is no mark.
    pub default: Encoding,
    /// What is believed first.
    pub priority: Priority,
}

/// The order in which [`EncodingSources`] are believed. The default comes last in all of them.
///
/// ```
/// use codeunit::{Encoding, EncodingSources, Priority};
///
/// // A mark of UTF-32LE, or one of UTF-16LE and then U+0000.
/// let encoding = |priority| {
///     let declared = Some(Encoding::Utf8);
///     EncodingSources { declared, default: Encoding::Utf8, priority }.decide(b"\xFF\xFE\0\0").encoding
/// };
/// assert_eq!(encoding(Priority::MarkFirst), Encoding::Utf32Le);
/// assert_eq!(encoding(Priority::Whatwg), Encoding::Utf16Le);
/// assert_eq!(encoding(Priority::DeclaredFirst), Encoding::Utf8);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Priority {
    /// The declared encoding, then any of the five marks. What begins the source is a mark or text by
    /// the rules of the declared encoding (Unicode Standard 3.10; RFC 2781, sections 3.3 and 4): with
    /// UTF-16LE declared an initial U+FEFF is text.
    DeclaredFirst,
    /// Any of the five marks, then the declared encoding. A mark is never text, whatever is declared:
    /// the rule of XML (RFC 7303, section 3.2).
    MarkFirst,
    /// The three marks of [`ByteOrderMark::WHATWG`], then the declared encoding: the rule of the Web
    /// ("decode" in the Encoding Standard of WHATWG). A mark is never text, whatever is declared.
    Whatwg,
}

/// Which encoding a source is in, and why. See [`EncodingSources::decide`].
///
/// ```
/// use codeunit::{ByteOrderMark, DecidedBy, Encoding, EncodingSources};
///
/// let decision = EncodingSources::declared_only(Encoding::Utf16).decide(b"\xFF\xFEa\0");
/// assert_eq!((decision.encoding, decision.by), (Encoding::Utf16Le, DecidedBy::Declared));
/// assert_eq!((decision.mark_len(), decision.disagreed), (2, false));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Decision {
    /// The encoding of what is behind the mark. Its byte order is known: it is neither
    /// [`Encoding::Utf16`] nor [`Encoding::Utf32`], which without a mark are big-endian (D98, D101).
    pub encoding: Encoding,
    /// What decided. A declared UTF-16 decides, even if its mark tells the byte order.
    pub by: DecidedBy,
    /// The mark at the beginning of the source, which is no text. `None` if there is no mark, and if what
    /// looks like one is text in the encoding decided on.
    ///
    /// A [`Transcoder`](crate::Transcoder) is given the whole source and
    /// [`source_mark`](Self::source_mark); everything else begins [`mark_len`](Self::mark_len) bytes later.
    pub mark: Option<ByteOrderMark>,
    /// Whether something is declared and the source begins with a mark of another encoding.
    pub disagreed: bool,
}

impl Decision {
    /// The length of the mark in bytes: 0, 2, 3 or 4.
    ///
    /// These are to be skipped where the bytes are decoded by what knows no marks. A
    /// [`Transcoder`](crate::Transcoder) that did not see them would take a U+FEFF behind them for the mark, and keep
    /// none: it has [`source_mark`](Self::source_mark).
    ///
    /// ```
    /// use codeunit::{Encoding, EncodingSources};
    ///
    /// let sources = EncodingSources::declared_only(Encoding::Utf8);
    /// assert_eq!(sources.decide(b"\xEF\xBB\xBFtext").mark_len(), 3);
    /// ```
    #[must_use]
    pub const fn mark_len(self) -> usize {
        match self.mark {
            Some(mark) => mark.len(),
            None => 0,
        }
    }

    /// What [`Transcoder::source_mark`](crate::Transcoder::source_mark) is to be of one that converts from
    /// [`encoding`](Self::encoding), and is given the source from its first byte.
    ///
    /// Without it the mark would be text in UTF-16LE and its like (Unicode Standard 3.10, D96, D97, D99, D100), for a
    /// decision has no other names for the two byte orders.
    ///
    /// ```
    /// use codeunit::{Encoding, EncodingSources, OutputMark, Policy, Priority, Transcoder};
    ///
    /// let sources = EncodingSources {
    ///     declared: None,
    ///     default: Encoding::Utf8,
    ///     priority: Priority::MarkFirst,
    /// };
    /// let src = b"\xFF\xFEa\0";
    /// let decision = sources.decide(src);
    /// for (mark, text) in [(OutputMark::Keep, "\u{FEFF}a"), (OutputMark::None, "a")] {
    ///     let mut utf8 = String::new();
    ///     let mut transcoder = Transcoder::new(decision.encoding, Encoding::Utf8, Policy::Strict)
    ///         .source_mark(decision.source_mark())
    ///         .output_mark(mark);
    ///     transcoder.extend_string(src, &mut utf8)?;
    ///     transcoder.extend_string_finish(&mut utf8)?;
    ///     assert_eq!(utf8, text);
    /// }
    /// # Ok::<(), codeunit::StreamError>(())
    /// ```
    #[must_use]
    pub const fn source_mark(self) -> SourceMark {
        SourceMark::of(self.mark)
    }
}

/// What decided on an encoding. See [`Decision::by`].
///
/// ```
/// use codeunit::{DecidedBy, Encoding, EncodingSources, Priority};
///
/// let priority = Priority::DeclaredFirst;
/// let sources = EncodingSources { declared: None, default: Encoding::Utf8, priority };
/// assert_eq!(sources.decide(b"text").by, DecidedBy::Default);
/// assert_eq!(sources.decide(b"\xFE\xFF").by, DecidedBy::Mark);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DecidedBy {
    /// The declared encoding.
    Declared,
    /// The byte order mark at the beginning of the source.
    Mark,
    /// The default: nothing is declared, and there is no mark.
    Default,
}

impl EncodingSources {
    /// The encoding is declared, and nothing else is asked: the rules of section 3.10 alone.
    ///
    /// ```
    /// use codeunit::{Encoding, EncodingSources};
    ///
    /// let encoding = |src: &[u8]| EncodingSources::declared_only(Encoding::Utf32).decide(src).encoding;
    /// assert_eq!(encoding(b"\xFF\xFE\0\0"), Encoding::Utf32Le);
    /// assert_eq!(encoding(b"\0\0\0a"), Encoding::Utf32Be);
    /// ```
    #[must_use]
    pub const fn declared_only(encoding: Encoding) -> Self {
        Self { declared: Some(encoding), default: encoding, priority: Priority::DeclaredFirst }
    }

    /// Decides on the encoding of a source that is there as a whole, or of which at least
    /// [`ByteOrderMark::MAX_LEN`] bytes are.
    ///
    /// ```
    /// use codeunit::{DecidedBy, Encoding, EncodingSources, Priority};
    ///
    /// let sources = EncodingSources {
    ///     declared: Some(Encoding::Utf16Le),
    ///     default: Encoding::Utf8,
    ///     priority: Priority::MarkFirst,
    /// };
    /// // The same encoding: first the mark, then the declaration is believed.
    /// let marked = sources.decide(b"\xFF\xFEa\0");
    /// assert_eq!((marked.by, marked.mark_len(), marked.disagreed), (DecidedBy::Mark, 2, false));
    /// let plain = sources.decide(b"a\0");
    /// assert_eq!((plain.by, plain.mark_len(), plain.disagreed), (DecidedBy::Declared, 0, false));
    /// ```
    #[must_use]
    pub const fn decide(self, src: &[u8]) -> Decision {
        let found = ByteOrderMark::detect_among(self.marks(), src).at_end();
        match (self.declared, found, self.priority) {
            (Some(declared), Some(_), Priority::DeclaredFirst) => {
                let own = ByteOrderMark::detect_among(u_feff_in(declared), src).at_end();
                as_declared(declared, src, DecidedBy::Declared, own.is_none())
            }
            (Some(declared), Some(mark), Priority::MarkFirst | Priority::Whatwg) => {
                // Both begin the source, so that they are one if they are of one length. The mark of
                // UTF-32LE begins with that of UTF-16LE.
                let own = ByteOrderMark::detect_among(u_feff_in(declared), src).at_end();
                let agreed = matches!(own, Some(own) if own.len() == mark.len());
                marked(mark, DecidedBy::Mark, !agreed)
            }
            (Some(declared), None, _) => as_declared(declared, src, DecidedBy::Declared, false),
            (None, Some(mark), _) => marked(mark, DecidedBy::Mark, false),
            (None, None, _) => as_declared(self.default, src, DecidedBy::Default, false),
        }
    }

    /// Decides on the encoding of a source of which `prefix` is there so far, from its beginning;
    /// `None` as long as more bytes could matter. With [`ByteOrderMark::MAX_LEN`] bytes it is never
    /// `None`; where the source ends before, [`decide`](Self::decide) tells.
    ///
    /// ```
    /// use codeunit::{Encoding, EncodingSources};
    ///
    /// let sources = EncodingSources::declared_only(Encoding::Utf16);
    /// assert_eq!(sources.decide_prefix(b"\xFE"), None);
    /// let decision = sources.decide_prefix(b"\xFE\xFF").expect("decided");
    /// assert_eq!(decision.encoding, Encoding::Utf16Be);
    /// ```
    #[must_use]
    pub const fn decide_prefix(self, prefix: &[u8]) -> Option<Decision> {
        // A browser looks for no marks of UTF-32, but UTF-32 can be declared and has them.
        let named = match self.declared {
            Some(declared) => u_feff_in(declared),
            None => self.default.byte_order_marks(),
        };
        let pending = ByteOrderMark::detect_among(self.marks(), prefix).is_pending()
            || ByteOrderMark::detect_among(named, prefix).is_pending();
        if pending { None } else { Some(self.decide(prefix)) }
    }

    /// The marks that are looked for.
    const fn marks(self) -> &'static [ByteOrderMark] {
        match self.priority {
            Priority::Whatwg => &ByteOrderMark::WHATWG,
            Priority::DeclaredFirst | Priority::MarkFirst => &ByteOrderMark::ALL,
        }
    }
}

const fn marked(mark: ByteOrderMark, by: DecidedBy, disagreed: bool) -> Decision {
    Decision { encoding: mark.encoding(), by, mark: Some(mark), disagreed }
}

/// By the rules of `encoding`: section 3.10.
const fn as_declared(encoding: Encoding, src: &[u8], by: DecidedBy, disagreed: bool) -> Decision {
    match ByteOrderMark::detect_among(encoding.byte_order_marks(), src).at_end() {
        Some(mark) => marked(mark, by, disagreed),
        None => Decision { encoding: encoding.in_order(ByteOrder::Big), by, mark: None, disagreed },
    }
}

/// What U+FEFF at the beginning can be in an encoding, be it a mark or text.
const fn u_feff_in(encoding: Encoding) -> &'static [ByteOrderMark] {
    match encoding {
        Encoding::Utf16Be => &[ByteOrderMark::Utf16Be],
        Encoding::Utf16Le => &[ByteOrderMark::Utf16Le],
        Encoding::Utf32Be => &[ByteOrderMark::Utf32Be],
        Encoding::Utf32Le => &[ByteOrderMark::Utf32Le],
        _ => encoding.byte_order_marks(),
    }
}
