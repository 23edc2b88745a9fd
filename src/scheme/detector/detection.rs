//! What a [`Detector`](super::Detector) says.

use crate::{ByteOrderMark, Encoding, SourceMark};

/// What is known of the encoding of a source. See [`Detector`](crate::Detector).
///
/// ```
/// use codeunit::{Confidence, Detection, Detector, Encoding};
///
/// match Detector::guessing().push(b"\xFE\xFF\0h\0i") {
///     Detection::Pending => unreachable!("the mark is there"),
///     Detection::Decided(detected) => {
///         assert_eq!(detected.encoding, Encoding::Utf16Be);
///         assert_eq!(detected.confidence, Confidence::Certain);
///     }
///     Detection::Rejected(reason) => panic!("{reason:?}"),
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Detection {
    /// More bytes are needed.
    Pending,
    /// The encoding, whatever follows.
    Decided(Detected),
    /// No encoding is told, whatever follows.
    Rejected(Rejection),
}

impl Detection {
    /// The encoding, if there is one by now.
    ///
    /// ```
    /// use codeunit::{Detector, Encoding};
    ///
    /// let mut detector = Detector::new();
    /// assert_eq!(detector.push(b"\xEF\xBB").encoding(), None);
    /// assert_eq!(detector.push(b"\xBFtext").encoding(), Some(Encoding::Utf8));
    /// ```
    #[must_use]
    pub const fn encoding(self) -> Option<Encoding> {
        match self {
            Self::Decided(detected) => Some(detected.encoding),
            Self::Pending | Self::Rejected(_) => None,
        }
    }
}

/// An encoding that was detected, and what speaks for it.
///
/// ```
/// use codeunit::{Confidence, Detection, Detector, Encoding};
///
/// let mut detector = Detector::guessing();
/// detector.push(b"plain");
/// let Detection::Decided(detected) = detector.finish() else { panic!("it is text") };
/// assert_eq!((detected.encoding, detected.confidence), (Encoding::Utf8, Confidence::Medium));
/// assert!(detected.is_ascii && detected.mark.is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Detected {
    /// One of UTF-8, UTF-16LE, UTF-16BE, UTF-32LE and UTF-32BE.
    pub encoding: Encoding,
    /// The mark that the source begins with, which is no text. A [`Transcoder`](crate::Transcoder) is given the
    /// whole source and [`source_mark`](Self::source_mark); everything else begins [`ByteOrderMark::len`] bytes later.
    pub mark: Option<ByteOrderMark>,
    /// How sure it is.
    pub confidence: Confidence,
    /// Every byte looked at is ASCII. Then UTF-8 is as good as any other encoding that extends ASCII,
    /// and what follows may tell that it is another one. `false` behind a mark.
    pub is_ascii: bool,
}

impl Detected {
    /// What [`Transcoder::source_mark`](crate::Transcoder::source_mark) is to be of one that converts from
    /// [`encoding`](Self::encoding), and is given the source from its first byte: as
    /// [`Decision::source_mark`](crate::Decision::source_mark).
    ///
    /// ```
    /// use codeunit::{Detection, Detector, Encoding, Policy, Transcoder};
    ///
    /// let src = b"\xFE\xFF\0a";
    /// let Detection::Decided(detected) = Detector::new().push(src) else { panic!("a mark") };
    /// let mut latin1 = Vec::new();
    /// let mut transcoder = Transcoder::new(detected.encoding, Encoding::Latin1, Policy::Strict)
    ///     .source_mark(detected.source_mark());
    /// transcoder.extend(src, &mut latin1)?;
    /// transcoder.extend_finish(&mut latin1)?;
    /// assert_eq!(latin1, b"a");
    /// # Ok::<(), codeunit::StreamError>(())
    /// ```
    #[must_use]
    pub const fn source_mark(self) -> SourceMark {
        SourceMark::of(self.mark)
    }
}

/// How sure a [`Detected`] encoding is; greater is surer. The rules are those of
/// [`Detector`](crate::Detector).
///
/// ```
/// use codeunit::Confidence;
/// assert!(Confidence::Low < Confidence::Medium && Confidence::High < Confidence::Certain);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Confidence {
    /// It is better than any other guess.
    Low,
    /// Text in another encoding seldom looks so.
    Medium,
    /// Text in another encoding hardly ever looks so.
    High,
    /// There is a byte order mark.
    Certain,
}

/// Why no encoding is told.
///
/// ```
/// use codeunit::{Detection, Detector, Rejection};
///
/// let reject = |mut detector: Detector, src: &[u8]| {
///     detector.push(src);
///     detector.finish()
/// };
/// assert_eq!(reject(Detector::new(), b"text"), Detection::Rejected(Rejection::NoMark));
/// let detector = Detector::guessing();
/// assert_eq!(reject(detector, b"\x89PNG\r\n\x1A\n\0\0\0"), Detection::Rejected(Rejection::NoGuess));
/// assert_eq!(reject(detector, b"caf\xE9s"), Detection::Rejected(Rejection::NoGuess));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Rejection {
    /// There is no byte order mark, and no guess was asked for.
    NoMark,
    /// None of the encodings guessed: the source is no text, or text in another encoding, or too little
    /// speaks for any of them, or as much for one as for another.
    NoGuess,
}
