//! Where a stream stands: all that a transcoder has to remember between two chunks.

use super::StreamError;
use crate::ByteOrderMark;
use crate::carry::Carry;

/// A place in a text.
///
/// ```
/// let position = codeunit::Position { line: 1, column: 1 };
/// assert_eq!(position.to_string(), "line 1, column 1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Position {
    /// The line, from 1. A line ends with U+000A.
    pub line: u64,
    /// The column, from 1, in code points; each ill-formed sequence before it on the line counts as one.
    pub column: u64,
}

impl core::fmt::Display for Position {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Where a [`Transcoder`](super::Transcoder) stands in its stream: a small value without references,
/// which can be copied, kept, and given to [`Transcoder::resume`](super::Transcoder::resume) later, in
/// another process too (with the feature `serde`).
///
/// All offsets are in bytes, of native code units too, from the beginning of the stream.
///
/// ```
/// use codeunit::{Encoding, Policy, Transcoder};
///
/// let new = || Transcoder::new(Encoding::Utf8, Encoding::Utf16Le, Policy::Strict);
/// let mut dst = [0; 16];
/// let mut first = new();
/// first.push(b"a\xE2\x82", &mut dst);
/// let state = first.state();
/// assert_eq!((state.read(), state.converted(), state.written()), (3, 1, 2));
/// assert_eq!(state.carry(), b"\xE2\x82");
///
/// // Later: the tail of a log goes on where it was left.
/// let mut second = new().resume(state).unwrap();
/// let step = second.push(b"\xAC", &mut dst);
/// assert_eq!(&dst[..step.written], b"\xAC\x20");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "super::saved::Saved", into = "super::saved::Saved"))]
pub struct State {
    pub(super) carry: Carry,
    pub(super) stage: Stage,
    pub(super) mark: Option<ByteOrderMark>,
    /// What was designated last, in ISO-2022-JP as the source and as the target; 0 in all other encodings.
    pub(super) source_mode: u8,
    pub(super) target_mode: u8,
    pub(super) converted: u64,
    pub(super) written: u64,
    pub(super) replacements: u64,
    pub(super) code_points: u64,
    pub(super) line_feeds: u64,
    pub(super) column: u64,
    pub(super) pending: Option<Pending>,
    pub(super) error: Option<StreamError>,
}

/// What is to be done next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum Stage {
    /// The source may begin with a byte order mark.
    Mark,
    /// The first character of the text may need a mark before it in the output.
    First,
    /// The output begins with a mark, for which there was no room yet.
    WriteMark,
    /// Text.
    Text,
}

/// Output for which there was no room yet, in place of a sequence that is done with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum Pending {
    Char(char),
    /// The ASCII characters from `at` to `len`.
    Escape {
        text: [u8; super::escape::MAX_LEN],
        at: u8,
        len: u8,
    },
}

impl State {
    pub(super) const BEGIN: Self = Self {
        carry: Carry::NONE,
        stage: Stage::Mark,
        mark: None,
        source_mode: 0,
        target_mode: 0,
        converted: 0,
        written: 0,
        replacements: 0,
        code_points: 0,
        line_feeds: 0,
        column: 0,
        pending: None,
        error: None,
    };

    /// Whether nothing stands between the next chunk and the kernels.
    #[inline(always)]
    pub(super) const fn is_plain(&self) -> bool {
        self.carry.len() == 0 && self.is_text()
    }

    /// Whether nothing but what is carried does.
    #[inline(always)]
    pub(super) const fn is_text(&self) -> bool {
        matches!(self.stage, Stage::Text) && self.pending.is_none() && self.error.is_none()
    }

    /// Bytes of the source that were taken: the offset of the next one that is to be pushed. In a stream that has
    /// ended with an error, those before it.
    ///
    /// The example of [`State`] shows all of these figures.
    #[must_use]
    pub const fn read(&self) -> u64 {
        self.converted.saturating_add(self.carry.len() as u64)
    }

    /// Bytes of the source that were converted, the mark included: where what is carried begins.
    #[must_use]
    pub const fn converted(&self) -> u64 {
        self.converted
    }

    /// The beginning of a sequence that the last chunk has cut: at most three bytes.
    #[must_use]
    pub fn carry(&self) -> &[u8] {
        self.carry.bytes()
    }

    /// Bytes of the output that were written, a byte order mark included.
    #[must_use]
    pub const fn written(&self) -> u64 {
        self.written
    }

    /// How many sequences could not be converted and were replaced, left out or escaped.
    #[must_use]
    pub const fn replacements(&self) -> u64 {
        self.replacements
    }

    /// How many code points were written, a byte order mark not counted; 0 unless they are counted
    /// ([`Transcoder::counting_code_points`](super::Transcoder::counting_code_points)).
    #[must_use]
    pub const fn code_points(&self) -> u64 {
        self.code_points
    }

    /// The place behind what was converted; line 1, column 1 unless lines are counted
    /// ([`Transcoder::counting_lines`](super::Transcoder::counting_lines)).
    #[must_use]
    pub const fn position(&self) -> Position {
        // A state from elsewhere may be anything until it is resumed.
        Position { line: self.line_feeds.saturating_add(1), column: self.column.saturating_add(1) }
    }

    /// The byte order mark with which the source began, and which is not text.
    #[must_use]
    pub const fn byte_order_mark(&self) -> Option<ByteOrderMark> {
        self.mark
    }

    /// The error that has ended the stream.
    #[must_use]
    pub const fn error(&self) -> Option<StreamError> {
        self.error
    }
}
