//! Lines in text that is there in pieces, without any input.

use core::fmt;
use core::ops::Range;
use std::io;
use std::string::String;

use crate::encoding::Utf8;
use crate::{ByPolicy, Encoding, ErrorHandler, Policy, StreamError, Transcoder};

/// So much of what there is of a source is converted at a time, in bytes.
const PIECE: usize = 16 * 1024;

/// The half of a reader of lines that does no input: bytes of the source in, lines out.
#[derive(Clone, Debug)]
pub(crate) struct LineSource<H> {
    transcoder: Transcoder<u8, u8, H>,
    pub(crate) splitter: Splitter,
    /// Why there is no more text.
    end: Option<Result<(), StreamError>>,
}

/// What [`LineSource::next`] has come to.
#[derive(Debug)]
pub(crate) enum NextLine {
    /// A line, in the text of the splitter.
    Line(Range<usize>),
    /// More of the source is needed.
    Input,
    /// There are no more lines.
    End,
}

impl LineSource<ByPolicy> {
    /// Of a source in which what is ill-formed is an error, and a mark is no text. Nobody reads marks in lines, so that
    /// none is put before a U+FEFF that is text.
    pub(crate) fn new(from: Encoding) -> Self {
        Self::with_transcoder(Transcoder::new(from, Utf8, Policy::Strict))
    }
}

impl<H: ErrorHandler> LineSource<H> {
    pub(crate) fn with_transcoder(transcoder: Transcoder<u8, u8, H>) -> Self {
        assert!(transcoder.is_to_utf8(), "lines are text, which is UTF-8");
        Self { transcoder, splitter: Splitter::new(), end: None }
    }

    pub(crate) const fn transcoder(&self) -> &Transcoder<u8, u8, H> {
        &self.transcoder
    }

    /// The next line; what comes before an error comes first.
    pub(crate) fn next(&mut self) -> io::Result<NextLine> {
        let is_end = matches!(self.end, Some(Ok(())));
        if let Some(line) = self.splitter.next(is_end)? {
            return Ok(NextLine::Line(line));
        }
        match self.end {
            Some(Ok(())) => Ok(NextLine::End),
            Some(Err(error)) => Err(error.into()),
            None => Ok(NextLine::Input),
        }
    }

    /// Converts a piece of a source that is not empty, and tells how much that was.
    pub(crate) fn push(&mut self, src: &[u8]) -> usize {
        let src = &src[..src.len().min(PIECE)];
        self.end = self.transcoder.extend_string(src, self.splitter.text()).err().map(Err);
        src.len()
    }

    /// The end of the source. If more is pushed all the same, that begins another line.
    pub(crate) fn finish(&mut self) {
        self.end = Some(self.transcoder.extend_string_finish(self.splitter.text()));
    }
}

/// Text that was converted, and the lines in it.
#[derive(Clone)]
pub(crate) struct Splitter {
    text: String,
    /// Where the next line begins.
    start: usize,
    /// There is no line end between `start` and here.
    scanned: usize,
    pub(crate) max_len: usize,
    pub(crate) keeps_ends: bool,
    /// The line that begins at `start` is the rest of one that is too long.
    skips: bool,
}

/// How much text there is, and none of it.
impl fmt::Debug for Splitter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Splitter")
            .field("text", &self.rest().len())
            .field("max_len", &self.max_len)
            .field("keeps_ends", &self.keeps_ends)
            .field("skips", &self.skips)
            .finish()
    }
}

impl Splitter {
    pub(crate) const fn new() -> Self {
        Self {
            text: String::new(),
            start: 0,
            scanned: 0,
            max_len: usize::MAX,
            keeps_ends: false,
            skips: false,
        }
    }

    /// Where more text is appended. Lines that were given are forgotten.
    pub(crate) fn text(&mut self) -> &mut String {
        self.text.drain(..self.start);
        self.scanned -= self.start;
        self.start = 0;
        &mut self.text
    }

    /// The text of a line.
    pub(crate) fn line(&self, line: Range<usize>) -> &str {
        &self.text[line]
    }

    /// What follows the last line that was given.
    pub(crate) fn rest(&self) -> &str {
        &self.text[self.start..]
    }

    /// The next line that is there as a whole. If the text is at its end, what is left is one too.
    pub(crate) fn next(&mut self, is_end: bool) -> Result<Option<Range<usize>>, LineTooLong> {
        loop {
            let begin = self.start;
            let found = self.text[self.scanned..].find('\n').map(|at| self.scanned + at);
            let text = match found {
                Some(line_feed) => {
                    self.start = line_feed + 1;
                    let line = &self.text[begin..line_feed];
                    begin..begin + line.strip_suffix('\r').unwrap_or(line).len()
                }
                None if is_end => {
                    self.start = self.text.len();
                    begin..self.start
                }
                None => {
                    self.scanned = self.text.len();
                    // A last U+000D may belong to the end of the line.
                    let rest = self.rest();
                    let is_too_long = rest.strip_suffix('\r').unwrap_or(rest).len() > self.max_len;
                    if !self.skips && !is_too_long {
                        return Ok(None);
                    }
                    self.start = self.text.len();
                    if core::mem::replace(&mut self.skips, true) {
                        return Ok(None);
                    }
                    return Err(LineTooLong { max_len: self.max_len });
                }
            };
            self.scanned = self.start;
            if core::mem::take(&mut self.skips) {
                continue;
            }
            if begin == self.start {
                return Ok(None);
            }
            if text.len() > self.max_len {
                return Err(LineTooLong { max_len: self.max_len });
            }
            return Ok(Some(if self.keeps_ends { begin..self.start } else { text }));
        }
    }
}

/// A line is longer than what was allowed. What follows it can still be read.
///
/// ```
/// use codeunit::Encoding;
/// use codeunit::io::{LineReader, LineTooLong};
///
/// let mut reader = LineReader::new(&b"abcde\nfg"[..], Encoding::Latin1).max_len(4);
/// let error = reader.next_line().unwrap_err();
/// assert_eq!(error.kind(), std::io::ErrorKind::InvalidData);
/// assert_eq!(error.to_string(), "a line is longer than 4 bytes");
/// assert_eq!(error.downcast::<LineTooLong>().unwrap().max_len(), 4);
/// assert_eq!(reader.next_line()?, Some("fg"));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineTooLong {
    max_len: usize,
}

impl LineTooLong {
    /// What was allowed, in bytes of UTF-8 without the line end.
    ///
    /// The example of [`LineTooLong`] shows it.
    #[must_use]
    pub const fn max_len(&self) -> usize {
        self.max_len
    }
}

impl fmt::Display for LineTooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a line is longer than {} bytes", self.max_len)
    }
}

impl core::error::Error for LineTooLong {}

/// Of [`InvalidData`](io::ErrorKind::InvalidData), with the error in it.
impl From<LineTooLong> for io::Error {
    fn from(error: LineTooLong) -> Self {
        Self::new(io::ErrorKind::InvalidData, error)
    }
}
