//! From a place in the output of a stream to the place in its source that it came from, and back.
//!
//! ```text
//! output   0    3                 65 K          91 K  91 K + 3          …
//!          │mark│ text            │ text        │ U+FFFD │ text
//! source   0    2                 130 K         182 K    182 K + 2      …
//! ```
//!
//! Between two checkpoints lies either text, of which every character on one side is a character of known length on
//! the other, or a gap: what stands in place of ill-formed sequences, or of a mark. So a place in text is the
//! checkpoint before it and the length of the output from there on, in the form of the source, which the kernels of
//! lengths tell; at most one interval of the output is looked at, and nothing of the source.

mod bytes;
mod locate;
mod points;
mod recording;

pub use bytes::InvalidMap;
pub use locate::{Located, LocatedLine, Segment};

use super::form::Form;
use points::{Place, Point, Points};

/// Checkpoints of a stream: where in the source stands what was written, and the other way round.
///
/// They are recorded while a [`Transcoder`](super::Transcoder) converts, in chunks or in one piece, by the calls of
/// this type in place of the transcoder's own. Then a match in the text that was written is found in the original
/// without that being converted again. All offsets are in bytes.
///
/// # What is remembered
///
/// A checkpoint or two for each [`interval`](Self::interval) of the output, 64 KiB by default, and two for each run of
/// sequences that could not be converted, however the policy dealt with them. In memory a checkpoint has 32 bytes, so
/// that well-formed text takes 0.1 % of its length at most. With a maximum ([`with_maximum`](Self::with_maximum)) the
/// interval doubles as often as it must, and neighbouring runs become one, with the text between them, no longer than it must
/// be; only places inside of that one are not exact any more, and say so.
///
/// # What is answered
///
/// An offset at a character: the character it came from, exactly. An offset inside of a character: where it begins.
/// An offset inside of what stands for a run of ill-formed sequences, or for a byte order mark: where that begins in
/// the source. Where something was left out, the offset of what follows it. With lines counted
/// ([`counting_lines`](super::Transcoder::counting_lines)) the line of each place, and of each line where it begins.
///
/// Every pair of encodings has them but those of the feature `legacy`. Where a mark overrides the encoding of the source
/// ([`SourceMark::Overrides`](crate::SourceMark::Overrides)), nothing is written and no checkpoint is set before it is known
/// which one that is, and all places are in the source from its first byte, the mark included.
///
/// ```
/// use codeunit::{Checkpoints, Encoding, Policy, Transcoder};
///
/// // "ñ€\nab" in UTF-16LE, with a mark and a surrogate that has no partner.
/// let log = b"\xFF\xFE\xF1\x00\xAC\x20\x0A\x00\x00\xD8\x61\x00\x62\x00";
/// let mut transcoder =
///     Transcoder::new(Encoding::Utf16, Encoding::Utf8, Policy::Replace).counting_lines();
/// let mut checkpoints = Checkpoints::new();
/// let mut text = Vec::new();
/// checkpoints.extend(&mut transcoder, log, &mut text)?;
/// checkpoints.extend_finish(&mut transcoder, &mut text)?;
///
/// let at = text.windows(2).position(|bytes| bytes == b"ab").unwrap();
/// let found = checkpoints.locate(at as u64, &text).unwrap();
/// assert_eq!(&log[found.offset as usize..], b"\x61\x00\x62\x00");
/// assert_eq!((found.line, found.is_exact), (Some(2), true));
/// # Ok::<(), codeunit::StreamError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoints {
    points: Points,
    /// Where the stream stands, or has ended.
    end: Place,
    /// The forms, once they are known.
    forms: Option<(Form, Form)>,
    /// Whether lines are counted.
    lines: bool,
}

impl Checkpoints {
    /// Nothing so far, with a checkpoint for each 64 KiB of output.
    ///
    /// ```
    /// assert_eq!(codeunit::Checkpoints::new().interval(), 65536);
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self::with_interval(Points::INTERVAL)
    }

    /// The same for each `interval` bytes of output; fewer than 256 are taken for 256.
    ///
    /// A shorter interval makes a lookup shorter and the conversion longer.
    ///
    /// ```
    /// assert_eq!(codeunit::Checkpoints::with_interval(4096).interval(), 4096);
    /// ```
    #[must_use]
    pub fn with_interval(interval: u64) -> Self {
        Self { points: Points::new(interval), end: Place::BEGIN, forms: None, lines: false }
    }

    /// The same with so many checkpoints at most, and not fewer than 16: then memory is bounded whatever the length
    /// of the stream, and whatever is wrong with it.
    ///
    /// ```
    /// use codeunit::{Checkpoints, Encoding, Policy, Transcoder};
    /// let mut checkpoints = Checkpoints::with_interval(256).with_maximum(16);
    /// let mut transcoder = Transcoder::new(Encoding::Latin1, Encoding::Utf8, Policy::Strict);
    /// checkpoints.extend(&mut transcoder, &[b'a'; 100_000], &mut Vec::new())?;
    /// assert!(checkpoints.len() <= 16 && checkpoints.interval() >= 8192);
    /// # Ok::<(), codeunit::StreamError>(())
    /// ```
    #[must_use]
    pub fn with_maximum(mut self, checkpoints: usize) -> Self {
        self.points.set_maximum(checkpoints);
        self
    }

    /// The most bytes of output between two checkpoints in text.
    #[must_use]
    pub fn interval(&self) -> u64 {
        self.points.interval()
    }

    /// How many checkpoints there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.points.all().len()
    }

    /// Whether nothing was converted yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.end == Place::BEGIN
    }

    /// Bytes of the source and of the output up to where the checkpoints reach.
    ///
    /// ```
    /// use codeunit::{Checkpoints, Encoding, Policy, Transcoder};
    /// let mut checkpoints = Checkpoints::new();
    /// let mut transcoder = Transcoder::new(Encoding::Latin1, Encoding::Utf8, Policy::Strict);
    /// checkpoints.push(&mut transcoder, b"a\xF1", &mut [0; 8]);
    /// assert_eq!(checkpoints.end(), (2, 3));
    /// ```
    #[must_use]
    pub fn end(&self) -> (u64, u64) {
        (self.end.input, self.end.output)
    }
}

impl Default for Checkpoints {
    fn default() -> Self {
        Self::new()
    }
}
