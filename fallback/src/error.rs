use core::fmt;

/// The rule that a source broke, or the reason why a conversion stopped.
///
/// The names follow Table 3-7 (well-formed UTF-8 byte sequences) and definitions D90 to D92 of
/// the Unicode Standard, section 3.9.
///
/// ```
/// use codeunit::ErrorKind;
///
/// let kind = |bytes| codeunit::validate_utf8(bytes).unwrap_err().kind();
/// assert_eq!(kind(b"\xC0\x80"), ErrorKind::BadLead);
/// assert_eq!(kind(b"\xE0\x80\x80"), ErrorKind::Overlong);
/// assert_eq!(kind(b"\xF0\x9F\x98"), ErrorKind::Incomplete);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// UTF-8: C0, C1 or F5..FF, with which no row of Table 3-7 begins.
    BadLead,
    /// UTF-8: 80..BF where a character has to begin.
    UnexpectedContinuation,
    /// UTF-8: E0 before 80..9F, or F0 before 80..8F: a shorter form exists for that scalar value.
    Overlong,
    /// UTF-8: ED before A0..BF; UTF-32: D800..DFFF. A surrogate code point is no scalar value.
    Surrogate,
    /// UTF-8: F4 before 90..BF; UTF-32: a value above 10FFFF, the last code point.
    AboveMax,
    /// UTF-8: the sequence is cut short by a byte that is no continuation byte.
    Truncated,
    /// The source ends inside a sequence that could still become well-formed: of UTF-8 bytes, of a
    /// surrogate pair, or of the two or four bytes of a code unit in an encoding scheme, which count as
    /// such whatever code unit they could become.
    Incomplete,
    /// UTF-16: D800..DBFF not followed by DC00..DFFF.
    UnpairedHigh,
    /// UTF-16: DC00..DFFF not preceded by D800..DBFF.
    UnpairedLow,
    /// ASCII: a byte 80..FF.
    NotAscii,
    /// Encodings of the feature `legacy`: bytes that are no character there, and a beginning of one that
    /// other bytes cut short.
    Unassigned,
    /// The source is well-formed here, but the target (Latin-1, US-ASCII, an encoding of the feature `legacy`) has no
    /// such character.
    NotRepresentable,
    /// The output slice has no room for the next character.
    OutputFull,
}

impl ErrorKind {
    /// Every kind.
    ///
    /// ```
    /// assert!(codeunit::ErrorKind::ALL.contains(&codeunit::ErrorKind::Overlong));
    /// ```
    pub const ALL: &'static [Self] = &[
        Self::BadLead,
        Self::UnexpectedContinuation,
        Self::Overlong,
        Self::Surrogate,
        Self::AboveMax,
        Self::Truncated,
        Self::Incomplete,
        Self::UnpairedHigh,
        Self::UnpairedLow,
        Self::NotAscii,
        Self::Unassigned,
        Self::NotRepresentable,
        Self::OutputFull,
    ];

    /// A name for programs: in messages of JSON, in saved states. It does not change.
    ///
    /// ```
    /// assert_eq!(codeunit::ErrorKind::UnpairedHigh.name(), "unpaired-high");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::BadLead => "bad-lead",
            Self::UnexpectedContinuation => "unexpected-continuation",
            Self::Overlong => "overlong",
            Self::Surrogate => "surrogate",
            Self::AboveMax => "above-max",
            Self::Truncated => "truncated",
            Self::Incomplete => "incomplete",
            Self::UnpairedHigh => "unpaired-high",
            Self::UnpairedLow => "unpaired-low",
            Self::NotAscii => "not-ascii",
            Self::Unassigned => "unassigned",
            Self::NotRepresentable => "not-representable",
            Self::OutputFull => "output-full",
        }
    }

    /// A short text for the kind, without a position.
    ///
    /// ```
    /// let error = codeunit::validate_utf8(b"\x80").unwrap_err();
    /// assert_eq!(error.kind().as_str(), "unexpected continuation byte");
    /// ```
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::BadLead => "byte that begins no sequence",
            Self::UnexpectedContinuation => "unexpected continuation byte",
            Self::Overlong => "overlong sequence",
            Self::Surrogate => "surrogate code point",
            Self::AboveMax => "value above 10FFFF",
            Self::Truncated => "sequence truncated by another byte",
            Self::Incomplete => "incomplete sequence at the end",
            Self::UnpairedHigh => "unpaired high surrogate",
            Self::UnpairedLow => "unpaired low surrogate",
            Self::NotAscii => "byte is not ASCII",
            Self::Unassigned => "bytes that are no character of the encoding",
            Self::NotRepresentable => "character not representable in the target encoding",
            Self::OutputFull => "output is full",
        }
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Where and why an operation stopped. It is the same on every backend.
///
/// Positions count elements of the source slice that was passed: bytes for UTF-8, Latin-1 and the
/// encoding schemes (`utf16le`, `utf32be`, …), 16-bit code units for `&[u16]`, 32-bit code units
/// for `&[u32]` and `&[char]`. So `&src[..error.valid_up_to()]` is always the part before the
/// error. [`written`](Self::written) counts elements of the output slice.
///
/// ```
/// let error = codeunit::validate_utf16(&[0x61, 0xD800, 0x62]).unwrap_err();
/// assert_eq!(error.to_string(), "unpaired high surrogate at offset 1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "crate::saved::Saved"))]
pub struct Error {
    kind: ErrorKind,
    error_len: Option<u8>,
    read: usize,
    written: usize,
    replacements: usize,
}

impl Error {
    /// An error of an operation without output.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub const fn new(kind: ErrorKind, valid_up_to: usize, error_len: Option<u8>) -> Self {
        Self { kind, error_len, read: valid_up_to, written: 0, replacements: 0 }
    }

    /// The same error with the progress of a conversion beside it.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub const fn with_output(mut self, written: usize, replacements: usize) -> Self {
        self.written = written;
        self.replacements = replacements;
        self
    }

    /// The error as seen by a caller whose source began `read` units earlier.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub const fn offset(mut self, read: usize) -> Self {
        self.read += read;
        self
    }

    /// The error counted in elements of which `source` make one unit of the source and `target`
    /// one unit of the output: bytes, for the encoding schemes.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub const fn scale(mut self, source: u8, target: u8) -> Self {
        self.read *= source as usize;
        self.written *= target as usize;
        if let Some(len) = self.error_len {
            self.error_len = Some(len * source);
        }
        self
    }

    /// The rule that was broken, or [`ErrorKind::OutputFull`].
    ///
    /// ```
    /// let error = codeunit::validate_utf32(&[0x11_0000]).unwrap_err();
    /// assert_eq!(error.kind(), codeunit::ErrorKind::AboveMax);
    /// ```
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// How many elements of the source stand before the error, all of them well-formed (for a
    /// lossy conversion, whose only error is [`ErrorKind::OutputFull`]: all of them converted).
    ///
    /// ```
    /// let src = b"ma\xF1ana";
    /// let error = codeunit::validate_utf8(src).unwrap_err();
    /// assert_eq!(&src[..error.valid_up_to()], b"ma");
    /// ```
    #[must_use]
    pub const fn valid_up_to(&self) -> usize {
        self.read
    }

    /// How many elements of the source are in error, as [`core::str::Utf8Error::error_len`].
    ///
    /// `Some(n)`: the maximal subpart at [`valid_up_to`](Self::valid_up_to) has `n` elements; a
    /// decoder goes on behind it. `None`: the source ends inside a sequence that could still
    /// become well-formed with more input, or inside a code unit, whatever its bytes are. `Some(0)` for
    /// [`ErrorKind::OutputFull`]: nothing in the source is wrong. For [`ErrorKind::NotRepresentable`] it is the length of
    /// the character.
    ///
    /// ```
    /// let len = |bytes| codeunit::validate_utf8(bytes).unwrap_err().error_len();
    /// assert_eq!(len(b"\xF0\x9F\x98a"), Some(3));
    /// assert_eq!(len(b"\xF0\x9F\x98"), None);
    /// ```
    #[must_use]
    pub const fn error_len(&self) -> Option<u8> {
        self.error_len
    }

    /// How many elements of the source have been converted; equal to
    /// [`valid_up_to`](Self::valid_up_to). A call goes on with `&src[error.read()..]`.
    ///
    /// ```
    /// let mut dst = [0; 2];
    /// let error = codeunit::utf8_to_utf16("añ€".as_bytes(), &mut dst).unwrap_err();
    /// assert_eq!(error.kind(), codeunit::ErrorKind::OutputFull);
    /// assert_eq!((error.read(), error.written()), (3, 2));
    /// ```
    #[must_use]
    pub const fn read(&self) -> usize {
        self.read
    }

    /// How many elements of the output hold the conversion of what was read. Elements behind
    /// them may have been overwritten with unspecified values.
    ///
    /// ```
    /// let mut dst = [0; 8];
    /// let error = codeunit::utf8_to_utf16(b"ab\xFF", &mut dst).unwrap_err();
    /// assert_eq!(&dst[..error.written()], &[0x61, 0x62]);
    /// ```
    #[must_use]
    pub const fn written(&self) -> usize {
        self.written
    }

    /// How many replacements a lossy conversion has written so far; 0 for a strict one.
    ///
    /// ```
    /// let mut dst = [0; 2];
    /// let error = codeunit::utf8_to_utf16_lossy(b"\xFFab", &mut dst).unwrap_err();
    /// assert_eq!((error.written(), error.replacements()), (2, 1));
    /// ```
    #[must_use]
    pub const fn replacements(&self) -> usize {
        self.replacements
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at offset {}", self.kind, self.read)?;
        match self.error_len {
            Some(len @ 2..) => write!(f, " (length {len})"),
            _ => Ok(()),
        }
    }
}

impl core::error::Error for Error {}

/// Of [`InvalidData`](std::io::ErrorKind::InvalidData), with the error in it.
///
/// ```
/// fn name(field: &[u8]) -> std::io::Result<&str> {
///     Ok(codeunit::from_utf8(field)?)
/// }
/// let error = name(b"a\xFF").unwrap_err();
/// assert_eq!(error.kind(), std::io::ErrorKind::InvalidData);
/// assert_eq!(error.downcast::<codeunit::Error>().unwrap().valid_up_to(), 1);
/// ```
#[cfg(feature = "std")]
impl From<Error> for std::io::Error {
    fn from(error: Error) -> Self {
        Self::new(std::io::ErrorKind::InvalidData, error)
    }
}

/// What a lossy conversion did.
///
/// ```
/// use codeunit::Lossy;
///
/// let done = codeunit::utf16_to_utf8_lossy(&[0x61, 0xDC00], &mut [0; 8]);
/// assert_eq!(done, Ok(Lossy { written: 4, replacements: 1 }));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Lossy {
    /// Elements of the output that were written.
    pub written: usize,
    /// Replacements among them: one for each maximal subpart that was ill-formed, and for a
    /// Latin-1 target one for each character that it cannot hold.
    pub replacements: usize,
}
