use core::fmt;
use core::str::FromStr;

use codeunit_simd::fallback::ByteOrder;

use super::{ByteOrderMark, iana};

/// An encoding named at run time: the seven encoding schemes of the Unicode Standard (section 3.10,
/// D95 to D101), ISO-8859-1 and US-ASCII.
///
/// All of them are about bytes: a source in one of them is a `[u8]`, at any address. Their
/// counterparts at compile time are the types of [`crate::encoding`], but for [`Utf16`](Self::Utf16)
/// and [`Utf32`](Self::Utf32), which are the encoding schemes here, whose byte order the source itself
/// tells, and the encoding forms in native code units there.
///
/// What an initial U+FEFF is depends on the scheme:
///
/// | encoding | bytes at the beginning | what they are |
/// |---|---|---|
/// | UTF-8 | EF BB BF | a signature, not text |
/// | UTF-16 | FE FF, FF FE | a byte order mark, not text; without one the order is big-endian |
/// | UTF-32 | 00 00 FE FF, FF FE 00 00 | a byte order mark, not text; without one the order is big-endian |
/// | UTF-16BE, UTF-16LE, UTF-32BE, UTF-32LE | U+FEFF in that order | text: ZERO WIDTH NO-BREAK SPACE |
/// | ISO-8859-1, US-ASCII | any of these | text, or ill-formed |
///
/// ```
/// use codeunit::Encoding;
///
/// let encoding = Encoding::for_label("utf-16le").expect("it is registered");
/// assert_eq!(encoding, Encoding::Utf16Le);
/// assert_eq!((encoding.name(), encoding.unit_len()), ("UTF-16LE", 2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Encoding {
    /// UTF-8 (D95). An initial EF BB BF is a signature and not text.
    Utf8,
    /// UTF-16 (D98) in the byte order that an initial mark tells; big-endian without one.
    Utf16,
    /// UTF-16BE (D96). An initial U+FEFF is text.
    Utf16Be,
    /// UTF-16LE (D97). An initial U+FEFF is text.
    Utf16Le,
    /// UTF-32 (D101) in the byte order that an initial mark tells; big-endian without one.
    Utf32,
    /// UTF-32BE (D99). An initial U+FEFF is text.
    Utf32Be,
    /// UTF-32LE (D100). An initial U+FEFF is text.
    Utf32Le,
    /// ISO-8859-1, in which each byte is the code point of the same number, U+0000 to U+00FF.
    Latin1,
    /// US-ASCII: the bytes 00 to 7F, each the code point of the same number. All others are ill-formed.
    Ascii,
    /// Another encoding of the Encoding Standard of WHATWG, such as windows-1252 or Shift_JIS, as
    /// [`WhatwgEncoding::encoding`](crate::WhatwgEncoding::encoding) gives it. With the feature `legacy`.
    ///
    /// At either end of a [`Transcoder`](crate::Transcoder) it takes one pass more, through UTF-8 and a decoder
    /// or encoder of `encoding_rs`. What is ill-formed, and how long, is what that crate says:
    /// [`ErrorKind::Unassigned`](crate::ErrorKind::Unassigned). The values of `encoding_rs` for UTF-8, UTF-16LE and
    /// UTF-16BE are these encodings with no mark; `replacement` is written as UTF-8.
    ///
    /// ```
    /// use codeunit::{Encoding, ErrorKind, Policy, Status, Transcoder, WhatwgEncoding};
    ///
    /// let encoding = |label| WhatwgEncoding::for_label(label).and_then(WhatwgEncoding::encoding).unwrap();
    /// let mut text = String::new();
    /// let mut transcoder = Transcoder::new(encoding("sjis"), Encoding::Utf8, Policy::Strict);
    /// // A character that two chunks share.
    /// transcoder.extend_string(b"\x93\xFA\x96", &mut text)?;
    /// transcoder.extend_string(b"\x7B", &mut text)?;
    /// transcoder.extend_string_finish(&mut text)?;
    /// assert_eq!(text, "日本");
    ///
    /// let mut bytes = [0; 8];
    /// let mut transcoder = Transcoder::new(Encoding::Utf8, encoding("latin1"), Policy::Strict);
    /// let step = transcoder.push("€日".as_bytes(), &mut bytes);
    /// assert_eq!(bytes[..step.written], *b"\x80");
    /// let Status::IllFormed(error) = step.status else { panic!() };
    /// assert_eq!((error.kind(), error.offset()), (ErrorKind::NotRepresentable, 3));
    /// # Ok::<(), codeunit::StreamError>(())
    /// ```
    #[cfg(feature = "legacy")]
    Legacy(&'static encoding_rs::Encoding),
}

impl Encoding {
    /// Every encoding, but for those of the feature `legacy`.
    ///
    /// ```
    /// use codeunit::Encoding;
    /// assert!(Encoding::ALL.iter().all(|one| Encoding::for_label(one.name()) == Some(*one)));
    /// ```
    pub const ALL: &'static [Self] = &[
        Self::Utf8,
        Self::Utf16,
        Self::Utf16Be,
        Self::Utf16Le,
        Self::Utf32,
        Self::Utf32Be,
        Self::Utf32Le,
        Self::Latin1,
        Self::Ascii,
    ];

    /// The name in the IANA registry of character sets: the one preferred in MIME (RFC 2978, section
    /// 2.3) where the registry has one. Of encodings of the feature `legacy` it is that of WHATWG.
    ///
    /// ```
    /// assert_eq!(codeunit::Encoding::Latin1.name(), "ISO-8859-1");
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Utf8 => "UTF-8",
            Self::Utf16 => "UTF-16",
            Self::Utf16Be => "UTF-16BE",
            Self::Utf16Le => "UTF-16LE",
            Self::Utf32 => "UTF-32",
            Self::Utf32Be => "UTF-32BE",
            Self::Utf32Le => "UTF-32LE",
            Self::Latin1 => "ISO-8859-1",
            Self::Ascii => "US-ASCII",
            #[cfg(feature = "legacy")]
            Self::Legacy(encoding) => encoding.name(),
        }
    }

    /// The names and aliases that the IANA registry of character sets has for the encoding, [`name`](Self::name)
    /// first. None of encodings of the feature `legacy`, whose labels are those of the Web.
    ///
    /// ```
    /// use codeunit::Encoding;
    ///
    /// assert!(Encoding::Utf16Le.labels().eq(["UTF-16LE", "csUTF16LE"]));
    /// assert!(Encoding::Latin1.labels().any(|label| label == "IBM819"));
    /// ```
    pub fn labels(self) -> impl Iterator<Item = &'static str> {
        iana::labels(self)
    }

    /// The encoding that the IANA registry of character sets has under `label`, a name or an alias, in
    /// whichever ASCII case (RFC 2978, section 2.3). Nothing is trimmed.
    ///
    /// `None` for labels of other encodings, and for spellings that are not registered: `utf8` and
    /// `ascii` are not. The labels of the Web are another look-up,
    /// [`WhatwgEncoding::for_label`](crate::WhatwgEncoding::for_label), since they mean other encodings
    /// there: to a browser `latin1` is windows-1252 and `utf-16` is UTF-16LE.
    ///
    /// ```
    /// use codeunit::Encoding;
    ///
    /// assert_eq!(Encoding::for_label("Latin1"), Some(Encoding::Latin1));
    /// assert_eq!(Encoding::for_label(b"csUTF16"), Some(Encoding::Utf16));
    /// assert_eq!(Encoding::for_label("windows-1252"), None);
    /// ```
    #[must_use]
    pub fn for_label(label: impl AsRef<[u8]>) -> Option<Self> {
        iana::look_up(label.as_ref())
    }

    /// The encoding of this [`name`](Self::name), in whichever ASCII case, and of no other label. Nothing is trimmed.
    ///
    /// It is what a program has written down itself: in a file of settings, in a saved state. What somebody else calls an
    /// encoding is a label: [`for_label`](Self::for_label). Every encoding has a name of its own, those of the feature
    /// `legacy` too, which are only found with it; but a value that is made by hand of `encoding_rs`'s UTF-8, UTF-16LE or
    /// UTF-16BE has the name of the one here, which is what is found.
    ///
    /// ```
    /// use codeunit::Encoding;
    ///
    /// assert_eq!(Encoding::for_name("utf-16le"), Some(Encoding::Utf16Le));
    /// // An alias of ISO-8859-1, but not its name.
    /// assert_eq!(Encoding::for_name("latin1"), None);
    /// assert_eq!(Encoding::for_name("windows-1252").is_some(), cfg!(feature = "legacy"));
    /// ```
    #[must_use]
    pub fn for_name(name: &str) -> Option<Self> {
        let is_its_name = |encoding: &Self| encoding.name().eq_ignore_ascii_case(name);
        let found = Self::ALL.iter().copied().find(is_its_name);
        #[cfg(feature = "legacy")]
        let found = found.or_else(|| {
            let web = encoding_rs::Encoding::for_label(name.as_bytes());
            web.map(Self::Legacy).filter(is_its_name)
        });
        found
    }

    /// The bytes of a code unit: 1, 2 or 4. In encodings of the feature `legacy` a code unit is a byte, also where a
    /// value is made by hand of `encoding_rs`'s UTF-16LE.
    ///
    /// ```
    /// assert_eq!(codeunit::Encoding::Utf32.unit_len(), 4);
    /// ```
    #[must_use]
    pub const fn unit_len(self) -> usize {
        match self {
            Self::Utf8 | Self::Latin1 | Self::Ascii => 1,
            Self::Utf16 | Self::Utf16Be | Self::Utf16Le => 2,
            Self::Utf32 | Self::Utf32Be | Self::Utf32Le => 4,
            #[cfg(feature = "legacy")]
            Self::Legacy(_) => 1,
        }
    }

    /// The byte order that the name of the encoding fixes. `None` where the source tells it, in UTF-16
    /// and UTF-32, and where there is none, since code units are bytes.
    ///
    /// ```
    /// use codeunit::{ByteOrder, Encoding};
    ///
    /// assert_eq!(Encoding::Utf16Le.byte_order(), Some(ByteOrder::Little));
    /// assert_eq!(Encoding::Utf16.byte_order(), None);
    /// ```
    #[must_use]
    pub const fn byte_order(self) -> Option<ByteOrder> {
        match self {
            Self::Utf16Be | Self::Utf32Be => Some(ByteOrder::Big),
            Self::Utf16Le | Self::Utf32Le => Some(ByteOrder::Little),
            _ => None,
        }
    }

    /// UTF-16 and UTF-32 in the byte order given, which is then fixed; any other encoding as it is.
    ///
    /// Behind a byte order mark, or where there is none, this is what the rest of the source is in
    /// (D98, D101): without a mark in [`ByteOrder::Big`].
    ///
    /// ```
    /// use codeunit::{ByteOrder, Encoding};
    ///
    /// assert_eq!(Encoding::Utf16.in_order(ByteOrder::Little), Encoding::Utf16Le);
    /// assert_eq!(Encoding::Utf32Be.in_order(ByteOrder::Little), Encoding::Utf32Be);
    /// assert_eq!(Encoding::Utf8.in_order(ByteOrder::Little), Encoding::Utf8);
    /// ```
    #[must_use]
    pub const fn in_order(self, order: ByteOrder) -> Self {
        match (self, order) {
            (Self::Utf16, ByteOrder::Big) => Self::Utf16Be,
            (Self::Utf16, ByteOrder::Little) => Self::Utf16Le,
            (Self::Utf32, ByteOrder::Big) => Self::Utf32Be,
            (Self::Utf32, ByteOrder::Little) => Self::Utf32Le,
            (other, _) => other,
        }
    }

    /// The byte order marks that this encoding has: what is no text at the beginning of a source.
    /// None for UTF-16BE, UTF-16LE, UTF-32BE and UTF-32LE, in which an initial U+FEFF is text, and for
    /// ISO-8859-1 and US-ASCII (D95 to D101).
    ///
    /// The first of them is the one to write where a mark is asked for and no byte order is.
    ///
    /// ```
    /// use codeunit::{ByteOrderMark, Encoding};
    ///
    /// let marks = [ByteOrderMark::Utf16Be, ByteOrderMark::Utf16Le];
    /// assert_eq!(Encoding::Utf16.byte_order_marks(), marks);
    /// assert!(Encoding::Utf16Le.byte_order_marks().is_empty());
    /// ```
    #[must_use]
    pub const fn byte_order_marks(self) -> &'static [ByteOrderMark] {
        match self {
            Self::Utf8 => &[ByteOrderMark::Utf8],
            Self::Utf16 => &[ByteOrderMark::Utf16Be, ByteOrderMark::Utf16Le],
            Self::Utf32 => &[ByteOrderMark::Utf32Be, ByteOrderMark::Utf32Le],
            _ => &[],
        }
    }

    /// Whether a text that begins with this character, and without a mark before it, would be read as if it had one: U+FEFF,
    /// and in UTF-16 U+FFFE, which is one in the other byte order.
    pub(crate) const fn reads_as_mark(self, first: u32) -> bool {
        match first {
            0xFEFF => !self.byte_order_marks().is_empty(),
            0xFFFE => matches!(self, Self::Utf16),
            _ => false,
        }
    }
}

/// The name.
impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// As [`Encoding::for_label`].
impl FromStr for Encoding {
    type Err = UnknownLabel;

    fn from_str(label: &str) -> Result<Self, UnknownLabel> {
        Self::for_label(label).ok_or(UnknownLabel(()))
    }
}

/// The error of parsing an [`Encoding`]: the label is registered for none of them.
///
/// ```
/// let error = "utf-7".parse::<codeunit::Encoding>().unwrap_err();
/// assert_eq!(error.to_string(), "no IANA label of a known encoding");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UnknownLabel(());

impl fmt::Display for UnknownLabel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no IANA label of a known encoding")
    }
}

impl core::error::Error for UnknownLabel {}
