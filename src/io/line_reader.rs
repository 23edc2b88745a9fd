//! Text read by lines, whatever encoding it is in.

use std::borrow::ToOwned as _;
use std::io::{self, BufRead};
use std::string::String;

use super::lines::{LineSource, NextLine};
use crate::{ByPolicy, Encoding, ErrorHandler, StreamError, Transcoder};

/// Reads the lines of a text in any encoding, as text.
///
/// A line ends with U+000A, before which there may be a U+000D; the last one may end with the stream. They are
/// looked for in the converted text, so that a byte 0A inside a code unit of UTF-16 ends none, and no
/// character is cut. By default the ends are not part of the lines, as in [`BufRead::lines`].
///
/// The end of `inner` is the end of the text, also of a file that grows: a last line without its end is given there, a
/// sequence that is cut is [`Incomplete`](crate::ErrorKind::Incomplete), and after `None` nothing more is read. Who follows
/// a file appends what has come to a string ([`Transcoder::extend_string`]) and takes whole lines out of it; the second
/// example shows it.
///
/// The buffer holds the longest line and up to 64 KiB. So that a source without line ends does not fill
/// the memory, a line can be limited ([`max_len`](Self::max_len)).
///
/// ```
/// use codeunit::Encoding;
/// use codeunit::io::LineReader;
///
/// // U+010A U+0A0A in lines, with a byte order mark; their bytes are full of 0A.
/// let file = &b"\xFF\xFE\x0A\x01\x0D\x00\x0A\x00\x0A\x0A"[..];
/// let mut reader = LineReader::new(file, Encoding::Utf16);
/// assert_eq!(reader.next_line()?, Some("\u{010A}"));
/// assert_eq!(reader.next_line()?, Some("\u{0A0A}"));
/// assert_eq!(reader.next_line()?, None);
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// A file that grows, which has no end yet:
///
/// ```
/// use codeunit::{Encoding, Policy, Transcoder, encoding};
///
/// let mut transcoder = Transcoder::new(Encoding::Utf8, encoding::Utf8, Policy::Strict);
/// let (mut text, mut lines) = (String::new(), Vec::new());
/// for came in [&b"a\nb\xE2\x82"[..], b"\xAC\nc"] {
///     transcoder.extend_string(came, &mut text)?;
///     while let Some(end) = text.find('\n') {
///         lines.push(text.drain(..=end).collect::<String>());
///     }
/// }
/// assert_eq!((&lines[..], text.as_str()), (&["a\n".into(), "b€\n".into()][..], "c"));
/// # Ok::<(), codeunit::StreamError>(())
/// ```
#[derive(Debug)]
pub struct LineReader<R, H = ByPolicy> {
    inner: R,
    source: LineSource<H>,
}

impl<R> LineReader<R> {
    /// A reader of the lines of `inner`. A sequence that is ill-formed is an error, and a byte order mark
    /// is no part of the first line. In UTF-16LE and its like an initial U+FEFF is text (Unicode Standard 3.10, D96, D97,
    /// D99, D100), and so part of it: files with a mark are read as [`Encoding::Utf16`] and [`Encoding::Utf32`].
    ///
    /// ```
    /// use codeunit::Encoding;
    /// use codeunit::io::LineReader;
    /// let lines: Vec<_> = LineReader::new(&b"\xF1\nb"[..], Encoding::Latin1).lines().collect();
    /// assert_eq!(lines[0].as_ref().unwrap(), "ñ");
    ///
    /// let windows = b"\xFF\xFEa\0\n\0";
    /// assert_eq!(LineReader::new(&windows[..], Encoding::Utf16).next_line()?, Some("a"));
    /// assert_eq!(LineReader::new(&windows[..], Encoding::Utf16Le).next_line()?, Some("\u{FEFF}a"));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn new(inner: R, from: Encoding) -> Self {
        Self { inner, source: LineSource::new(from) }
    }
}

impl<R, H: ErrorHandler> LineReader<R, H> {
    /// A reader of the lines that `transcoder` makes of `inner`, with the policy and the marks that it has.
    ///
    /// # Panics
    /// If its target is not UTF-8.
    ///
    /// ```
    /// use codeunit::io::LineReader;
    /// use codeunit::{Encoding, Policy, Transcoder};
    /// let transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf8, Policy::Escape);
    /// let mut reader = LineReader::with_transcoder(&b"a\xFF\n"[..], transcoder);
    /// assert_eq!(reader.next_line()?, Some(r"a\xFF"));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn with_transcoder(inner: R, transcoder: Transcoder<u8, u8, H>) -> Self {
        Self { inner, source: LineSource::with_transcoder(transcoder) }
    }

    /// Allows no line of more than `max_len` bytes of UTF-8, its end not counted; a longer one is an error of
    /// [`LineTooLong`](super::LineTooLong), behind which the next one can be read. No more of it than that, and up
    /// to 64 KiB, is ever in memory.
    ///
    /// The example of [`LineTooLong`](super::LineTooLong) shows it.
    #[must_use]
    pub const fn max_len(mut self, max_len: usize) -> Self {
        self.source.splitter.max_len = max_len;
        self
    }

    /// Leaves the line ends at the lines: U+000A, or U+000D and U+000A.
    ///
    /// ```
    /// use codeunit::Encoding;
    /// use codeunit::io::LineReader;
    /// let mut reader = LineReader::new(&b"a\r\nb"[..], Encoding::Ascii).keep_line_ends();
    /// assert_eq!(reader.next_line()?, Some("a\r\n"));
    /// assert_eq!(reader.next_line()?, Some("b"));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub const fn keep_line_ends(mut self) -> Self {
        self.source.splitter.keeps_ends = true;
        self
    }

    /// The text that was converted and not yet given: whole lines, if there are more in what was read, and the beginning
    /// of one of which the rest was not read. Behind an error it is what stands before that in its line.
    ///
    /// To go on later it is kept with the [`state`](Transcoder::state) of the transcoder: the source goes on at
    /// [`State::read`](crate::State::read), and what is converted then comes behind this text. A line that is too long and
    /// not yet at its end is not in it.
    ///
    /// ```
    /// use codeunit::io::LineReader;
    /// use codeunit::{Encoding, Policy, Transcoder, encoding};
    ///
    /// let mut reader = LineReader::new(&b"ab\xFF\n"[..], Encoding::Utf8);
    /// assert!(reader.next_line().is_err());
    /// assert_eq!(reader.unfinished_line(), "ab");
    ///
    /// // The euro sign is cut.
    /// let log = b"a\nb\nc\xE2\x82\xAC\n";
    /// let mut reader = LineReader::new(&log[..6], Encoding::Utf8);
    /// assert_eq!(reader.next_line()?, Some("a"));
    /// let (state, mut text) = (reader.transcoder().state(), reader.unfinished_line().to_owned());
    /// assert_eq!((state.read(), text.as_str()), (6, "b\nc"));
    ///
    /// // Later.
    /// let mut transcoder =
    ///     Transcoder::new(Encoding::Utf8, encoding::Utf8, Policy::Strict).resume(state)?;
    /// transcoder.extend_string(&log[6..], &mut text)?;
    /// transcoder.extend_string_finish(&mut text)?;
    /// assert!(text.lines().eq(["b", "c€"]));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn unfinished_line(&self) -> &str {
        self.source.splitter.rest()
    }

    /// The transcoder: how far it has read, in its [`state`](Transcoder::state), which is ahead of the lines.
    ///
    /// ```
    /// use codeunit::Encoding;
    /// use codeunit::io::LineReader;
    /// let mut reader = LineReader::new(&b"a\nb\n"[..], Encoding::Utf8);
    /// assert_eq!(reader.next_line()?, Some("a"));
    /// assert_eq!(reader.transcoder().state().read(), 4);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub const fn transcoder(&self) -> &Transcoder<u8, u8, H> {
        self.source.transcoder()
    }

    /// The reader inside, which is ahead of the lines.
    ///
    /// ```
    /// use codeunit::Encoding;
    /// use codeunit::io::LineReader;
    /// assert_eq!(LineReader::new(&b"a"[..], Encoding::Utf8).get_ref(), b"a");
    /// ```
    #[must_use]
    pub const fn get_ref(&self) -> &R {
        &self.inner
    }

    /// The reader inside. Whoever reads from it takes bytes out of the stream.
    ///
    /// ```
    /// use codeunit::Encoding;
    /// use codeunit::io::LineReader;
    /// assert_eq!(LineReader::new(&b"a"[..], Encoding::Utf8).get_mut(), b"a");
    /// ```
    #[must_use]
    pub const fn get_mut(&mut self) -> &mut R {
        &mut self.inner
    }

    /// The reader inside. What was read from it and not given as a line, [`unfinished_line`](Self::unfinished_line), is lost.
    ///
    /// ```
    /// use codeunit::Encoding;
    /// use codeunit::io::LineReader;
    /// assert_eq!(LineReader::new(&b"a"[..], Encoding::Utf8).into_inner(), b"a");
    /// ```
    #[must_use]
    pub fn into_inner(self) -> R {
        self.inner
    }
}

impl<R: BufRead, H: ErrorHandler> LineReader<R, H> {
    /// The next line, in the buffer of the reader; `None` at the end, and ever after.
    ///
    /// # Errors
    /// Those of the [module](super), and [`LineTooLong`](super::LineTooLong). The lines before a sequence that
    /// is ill-formed come before the error; what there is of its own line is
    /// [`unfinished_line`](Self::unfinished_line). After an error of the reader inside, the call can be repeated.
    ///
    /// The example of [`LineReader`] shows it.
    pub fn next_line(&mut self) -> io::Result<Option<&str>> {
        loop {
            match self.source.next()? {
                NextLine::Line(line) => return Ok(Some(self.source.splitter.line(line))),
                NextLine::End => return Ok(None),
                NextLine::Input => self.fill()?,
            }
        }
    }

    /// Appends the next line to a string, and tells whether there was one.
    ///
    /// # Errors
    /// As [`next_line`](Self::next_line); nothing was appended then.
    ///
    /// ```
    /// use codeunit::Encoding;
    /// use codeunit::io::LineReader;
    ///
    /// let mut reader = LineReader::new(&b"a\n\nb"[..], Encoding::Utf8);
    /// let (mut line, mut count) = (String::new(), 0);
    /// while reader.read_line(&mut line)? {
    ///     count += 1;
    /// }
    /// assert_eq!((line.as_str(), count), ("ab", 3));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn read_line(&mut self, line: &mut String) -> io::Result<bool> {
        let next = self.next_line()?;
        line.push_str(next.unwrap_or_default());
        Ok(next.is_some())
    }

    /// The lines, each a string of its own. It ends behind a sequence that is ill-formed, and goes on behind all
    /// other errors.
    ///
    /// ```
    /// use codeunit::Encoding;
    /// use codeunit::io::LineReader;
    /// let reader = LineReader::new(&b"a\nb\xFF\n"[..], Encoding::Utf8);
    /// let lines: Vec<_> = reader.lines().map(Result::ok).collect();
    /// assert_eq!(lines, [Some("a".into()), None]);
    /// ```
    pub fn lines(self) -> Lines<R, H> {
        Lines { reader: self, is_over: false }
    }

    /// Converts a piece more.
    fn fill(&mut self) -> io::Result<()> {
        let src = loop {
            match self.inner.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                src => break src?,
            }
        };
        if src.is_empty() {
            self.source.finish();
        } else {
            let len = self.source.push(src);
            self.inner.consume(len);
        }
        Ok(())
    }
}

/// The lines of a [`LineReader`], as [`LineReader::lines`] gives them.
#[derive(Debug)]
pub struct Lines<R, H = ByPolicy> {
    reader: LineReader<R, H>,
    is_over: bool,
}

impl<R, H: ErrorHandler> Lines<R, H> {
    /// The reader of the lines: what its transcoder has counted, and where it stands.
    ///
    /// ```
    /// use codeunit::io::LineReader;
    /// use codeunit::{Encoding, Policy, Transcoder};
    /// let transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf8, Policy::Replace);
    /// let mut lines = LineReader::with_transcoder(&b"a\xFF\n"[..], transcoder).lines();
    /// assert_eq!(lines.next().transpose()?.as_deref(), Some("a\u{FFFD}"));
    /// assert_eq!(lines.reader().transcoder().state().replacements(), 1);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub const fn reader(&self) -> &LineReader<R, H> {
        &self.reader
    }
}

impl<R: BufRead, H: ErrorHandler> Iterator for Lines<R, H> {
    type Item = io::Result<String>;

    fn next(&mut self) -> Option<io::Result<String>> {
        if self.is_over {
            return None;
        }
        let line = self.reader.next_line();
        let line = line.map(|line| line.map(str::to_owned)).transpose();
        if let Some(Err(error)) = &line {
            self.is_over = error.get_ref().is_some_and(|error| error.is::<StreamError>());
        }
        line
    }
}
