//! Lookups.

use core::ops::Range;

use super::{Checkpoints, Form, Point};
use crate::Engine;
use crate::encoding::{Latin1, Utf8, Utf16Be, Utf16Le, Utf32Be, Utf32Le};
use crate::stream::route::with_type;
use codeunit_fallback::ByteOrder;

/// The answer to a lookup.
///
/// ```
/// use codeunit::{Checkpoints, Encoding, Policy, Transcoder};
/// let mut checkpoints = Checkpoints::new();
/// let mut transcoder = Transcoder::new(Encoding::Latin1, Encoding::Utf8, Policy::Strict);
/// let mut text = [0; 8];
/// checkpoints.push(&mut transcoder, b"a\xF1b", &mut text);
/// // The second byte of "ñ".
/// let found = checkpoints.locate(2, &text).unwrap();
/// assert_eq!((found.offset, found.is_exact, found.line), (1, false, None));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Located {
    /// Bytes before the place on the other side.
    pub offset: u64,
    /// The line of the place, from 1, if lines were counted. A line ends with U+000A.
    pub line: Option<u64>,
    /// Whether the two places are the same. If not, what was asked for lies inside of a character or of a gap, which
    /// begins at `offset`.
    pub is_exact: bool,
}

/// Where a line begins, in both texts.
///
/// ```
/// use codeunit::{Checkpoints, Encoding, Policy, Transcoder};
/// let mut checkpoints = Checkpoints::new();
/// let mut transcoder =
///     Transcoder::new(Encoding::Latin1, Encoding::Utf8, Policy::Strict).counting_lines();
/// let mut text = [0; 8];
/// checkpoints.push(&mut transcoder, b"\xF1\n\xF1", &mut text);
/// let found = checkpoints.locate_line(2, &text).unwrap();
/// assert_eq!((found.output, found.input, found.is_exact), (3, 2, true));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LocatedLine {
    /// Bytes of the output before it.
    pub output: u64,
    /// Bytes of the source before it.
    pub input: u64,
    /// Whether it begins there. If not, it begins in a gap, which begins there.
    pub is_exact: bool,
}

/// What lies between two checkpoints: for lookups in a text of which only this part is at hand.
///
/// ```
/// use codeunit::{Checkpoints, Encoding, Policy, Transcoder};
/// let mut checkpoints = Checkpoints::with_interval(256);
/// let mut transcoder = Transcoder::new(Encoding::Latin1, Encoding::Utf8, Policy::Strict);
/// let mut text = Vec::new();
/// checkpoints.extend(&mut transcoder, &[0xF1; 1000], &mut text)?;
///
/// let segment = checkpoints.segment(1500).unwrap();
/// let part = segment.output.start as usize..segment.output.end as usize;
/// assert!(part.len() <= 256);
/// assert_eq!(segment.locate(1500, &text[part]).offset, 750);
/// # Ok::<(), codeunit::StreamError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Segment {
    /// Bytes of the output.
    pub output: Range<u64>,
    /// Bytes of the source.
    pub input: Range<u64>,
    /// The line at its beginning, from 1, if lines were counted.
    pub line: Option<u64>,
    /// Not text, but what stands in place of ill-formed sequences or of a mark: what lies in it is not looked at.
    pub is_gap: bool,
    forms: (Form, Form),
}

impl Checkpoints {
    /// The place in the source of the byte at `offset` of the output, of which `text` is all, or as much as there is
    /// up to there. `None` behind its end.
    ///
    /// ```
    /// use codeunit::{Checkpoints, Encoding, Policy, Transcoder};
    /// let mut checkpoints = Checkpoints::new();
    /// let mut transcoder = Transcoder::new(Encoding::Utf16Le, Encoding::Utf8, Policy::Escape);
    /// let mut text = Vec::new();
    /// checkpoints.extend(&mut transcoder, b"a\0\x00\xD8b\0", &mut text)?;
    /// assert_eq!(text, br"a\uD800b");
    /// assert_eq!(checkpoints.locate(7, &text).unwrap().offset, 4);
    /// # Ok::<(), codeunit::StreamError>(())
    /// ```
    #[must_use]
    pub fn locate(&self, offset: u64, text: &[u8]) -> Option<Located> {
        let segment = self.segment(offset)?;
        Some(segment.locate(offset, from(text, segment.output.start)))
    }

    /// The place in the output of the byte at `offset` of the source. `text` is the output, all of it or as much as
    /// there is up to there. `None` behind the end of the source.
    ///
    /// ```
    /// use codeunit::{Checkpoints, Encoding, Policy, Transcoder};
    /// let mut checkpoints = Checkpoints::new();
    /// let mut transcoder = Transcoder::new(Encoding::Utf16Le, Encoding::Utf8, Policy::Strict);
    /// let mut text = Vec::new();
    /// checkpoints.extend(&mut transcoder, b"\xF1\x00\xAC\x20b\0", &mut text)?;
    /// assert_eq!(checkpoints.locate_input(4, &text).unwrap().offset, 5);
    /// # Ok::<(), codeunit::StreamError>(())
    /// ```
    #[must_use]
    pub fn locate_input(&self, offset: u64, text: &[u8]) -> Option<Located> {
        let segment = self.segment_of_input(offset)?;
        Some(segment.locate_input(offset, from(text, segment.output.start)))
    }

    /// The places at which a line begins, from 1. `text` is the output, all of it or as much as there is up to there.
    /// `None` if there is no such line, or lines were not counted. A line ends with U+000A.
    ///
    /// ```
    /// use codeunit::{Checkpoints, Encoding, Policy, Transcoder};
    /// let mut checkpoints = Checkpoints::new();
    /// let mut transcoder =
    ///     Transcoder::new(Encoding::Utf16Le, Encoding::Utf8, Policy::Strict).counting_lines();
    /// let mut text = Vec::new();
    /// checkpoints.extend(&mut transcoder, b"\xF1\x00\n\0b\0", &mut text)?;
    /// assert_eq!(checkpoints.locate_line(2, &text).unwrap().input, 4);
    /// assert_eq!(checkpoints.locate_line(3, &text), None);
    /// # Ok::<(), codeunit::StreamError>(())
    /// ```
    #[must_use]
    pub fn locate_line(&self, line: u64, text: &[u8]) -> Option<LocatedLine> {
        let segment = self.segment_of_line(line)?;
        Some(segment.locate_line(line, from(text, segment.output.start)))
    }

    /// Where in the output the byte at `offset` lies.
    #[must_use]
    pub fn segment(&self, offset: u64) -> Option<Segment> {
        let is_in = offset <= self.end.output;
        is_in.then(|| self.segment_before(|point| point.place.output <= offset)).flatten()
    }

    /// Where in the source the byte at `offset` lies.
    #[must_use]
    pub fn segment_of_input(&self, offset: u64) -> Option<Segment> {
        let is_in = offset <= self.end.input;
        is_in.then(|| self.segment_before(|point| point.place.input <= offset)).flatten()
    }

    /// Where in the output the line begins that has this number, from 1.
    #[must_use]
    pub fn segment_of_line(&self, line: u64) -> Option<Segment> {
        let line_feeds = line.checked_sub(1)?;
        if !self.lines || line_feeds > self.end.line_feeds {
            return None;
        }
        match line_feeds {
            0 => self.segment(0),
            // The one that has the line feed before it.
            _ => self.segment_before(|point| point.place.line_feeds < line_feeds),
        }
    }

    /// From the last checkpoint of which `is_before` says so to the next one.
    fn segment_before(&self, is_before: impl Fn(&Point) -> bool) -> Option<Segment> {
        let points = self.points.all();
        let index = points.partition_point(is_before).checked_sub(1)?;
        let Point { place: start, is_gap } = points[index];
        let end = points.get(index + 1).map_or(self.end, |next| next.place);
        Some(Segment {
            // What stands in place of a sequence may not be written yet.
            output: start.output..end.output.max(start.output),
            input: start.input..end.input.max(start.input),
            line: self.lines.then_some(start.line_feeds.saturating_add(1)),
            is_gap,
            forms: self.forms?,
        })
    }
}

/// The text from an offset on.
fn from(text: &[u8], offset: u64) -> &[u8] {
    usize::try_from(offset).ok().and_then(|offset| text.get(offset..)).unwrap_or_default()
}

impl Segment {
    /// See [`Checkpoints::locate`]; `text` is the output from the beginning of the segment on. The example of
    /// [`Segment`] shows it.
    ///
    /// An offset outside of the segment is taken for its nearest end.
    #[must_use]
    pub fn locate(&self, offset: u64, text: &[u8]) -> Located {
        let (source, target) = self.forms;
        let inside = offset.min(self.output.end).saturating_sub(self.output.start);
        if self.is_gap {
            let is_exact = inside == 0;
            return Located { offset: self.input.start, line: self.line, is_exact };
        }
        let index = usize::try_from(inside).unwrap_or(usize::MAX);
        // What follows need not be there.
        let before = &text[..index.min(text.len())];
        let floor = with_type!(target, T => crate::complete_prefix_len::<T>(before));
        let before = &before[..floor];
        let len = len_in(source, target, before) as u64;
        Located {
            offset: self.input.start.saturating_add(len).min(self.input.end),
            line: self.line_behind(before),
            is_exact: floor == index && offset >= self.output.start && offset <= self.output.end,
        }
    }

    /// See [`Checkpoints::locate_input`]; `text` is the output from the beginning of the segment on.
    ///
    /// ```
    /// use codeunit::{Checkpoints, Encoding, Policy, Transcoder};
    /// let mut checkpoints = Checkpoints::with_interval(256);
    /// let mut transcoder = Transcoder::new(Encoding::Latin1, Encoding::Utf8, Policy::Strict);
    /// let mut text = Vec::new();
    /// checkpoints.extend(&mut transcoder, &[0xF1; 1000], &mut text)?;
    /// let segment = checkpoints.segment_of_input(750).unwrap();
    /// let part = &text[segment.output.start as usize..];
    /// assert_eq!(segment.locate_input(750, part).offset, 1500);
    /// # Ok::<(), codeunit::StreamError>(())
    /// ```
    #[must_use]
    pub fn locate_input(&self, offset: u64, text: &[u8]) -> Located {
        /// Bytes of which the length is asked at once.
        const PART: usize = 512;
        let (source, target) = self.forms;
        let inside = offset.min(self.input.end).saturating_sub(self.input.start);
        if self.is_gap {
            let is_exact = inside == 0;
            return Located { offset: self.output.start, line: self.line, is_exact };
        }
        let len = usize::try_from(self.output.end - self.output.start).unwrap_or(usize::MAX);
        let text = &text[..len.min(text.len())];
        let text = &text[..with_type!(target, T => crate::complete_prefix_len::<T>(text))];
        // Parts that end where characters do, and then single characters.
        let (mut at, mut read) = (0, 0);
        for part in [PART, 1] {
            while at < text.len() {
                let end = with_type!(target, T => crate::ceil_boundary::<T>(text, at + part));
                let len = len_in(source, target, &text[at..end]) as u64;
                if read + len > inside {
                    break;
                }
                (at, read) = (end, read + len);
            }
        }
        Located {
            offset: self.output.start.saturating_add(at as u64),
            line: self.line_behind(&text[..at]),
            is_exact: read == inside && offset >= self.input.start && offset <= self.input.end,
        }
    }

    /// See [`Checkpoints::locate_line`]; `text` is the output from the beginning of the segment on.
    ///
    /// ```
    /// use codeunit::{Checkpoints, Encoding, Policy, Transcoder};
    /// let mut checkpoints = Checkpoints::with_interval(256);
    /// let mut transcoder =
    ///     Transcoder::new(Encoding::Latin1, Encoding::Utf8, Policy::Strict).counting_lines();
    /// let mut text = Vec::new();
    /// checkpoints.extend(&mut transcoder, &b"\xF1\n".repeat(500), &mut text)?;
    /// let segment = checkpoints.segment_of_line(301).unwrap();
    /// let part = &text[segment.output.start as usize..];
    /// assert_eq!(segment.locate_line(301, part).input, 600);
    /// # Ok::<(), codeunit::StreamError>(())
    /// ```
    #[must_use]
    pub fn locate_line(&self, line: u64, text: &[u8]) -> LocatedLine {
        let (source, target) = self.forms;
        let start =
            |is_exact| LocatedLine { output: self.output.start, input: self.input.start, is_exact };
        // Before the first line nothing has to end.
        let line_feeds = self.line.map_or(0, |first| line.saturating_sub(first));
        let Some(n) = usize::try_from(line_feeds).unwrap_or(usize::MAX).checked_sub(1) else {
            return start(line == 1 && self.output.start == 0);
        };
        let len = usize::try_from(self.output.end - self.output.start).unwrap_or(usize::MAX);
        let text = &text[..len.min(text.len())];
        match self.line_feeds(text).nth(n) {
            Some(end) if !self.is_gap => LocatedLine {
                output: self.output.start.saturating_add(end as u64),
                input: self.input.start.saturating_add(len_in(source, target, &text[..end]) as u64),
                is_exact: true,
            },
            _ => start(false),
        }
    }

    /// Where the line feeds of the text end.
    fn line_feeds(&self, text: &[u8]) -> impl Iterator<Item = usize> {
        let (_, target) = self.forms;
        let (unit, len) = match target {
            Form::Utf8 | Form::Latin1 | Form::Ascii => ([b'\n', 0, 0, 0], 1),
            Form::Utf16(order) => {
                let [first, second] = order.bytes16(0x0A);
                ([first, second, 0, 0], 2)
            }
            Form::Utf32(order) => (order.bytes32(0x0A), 4),
        };
        let units = text.chunks_exact(len).zip(1..);
        units.filter(move |&(bytes, _)| *bytes == unit[..len]).map(move |(_, end)| len * end)
    }

    /// The line behind this text of the segment.
    fn line_behind(&self, text: &[u8]) -> Option<u64> {
        self.line.map(|line| line.saturating_add(self.line_feeds(text).count() as u64))
    }
}

/// The length in bytes that text of the one form has in the other.
fn len_in(source: Form, target: Form, text: &[u8]) -> usize {
    let engine = Engine::active();
    with_type!(target, T => with_type!(source, S => engine.transcoded_len::<T, S>(text)))
}
