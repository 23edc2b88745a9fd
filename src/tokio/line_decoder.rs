//! Lines of any encoding out of what tokio reads.

use std::borrow::ToOwned as _;
use std::io;
use std::string::String;

use bytes::{Buf, BytesMut};
use tokio_util::codec::Decoder;

use crate::io::lines::{LineSource, LineTooLong, NextLine};
use crate::{ByPolicy, Encoding, ErrorHandler, Transcoder};

/// Takes the lines of a text in any encoding, as text, out of a [`FramedRead`](tokio_util::codec::FramedRead).
///
/// The lines are those of [`io::LineReader`](crate::io::LineReader): a line ends with U+000A, before which there may
/// be a U+000D; the last one may end with the stream. They are looked for in the converted text, so that a byte 0A
/// inside a code unit of UTF-16 ends none, and no character is cut.
///
/// A line has at most so many bytes of UTF-8 as the decoder is made with, its end not counted; no more of a longer one
/// than that, and up to 64 KiB, is ever in memory. It is an error of [`LineTooLong`](crate::io::LineTooLong), or, with
/// [`skip_long_lines`](Self::skip_long_lines), passed over and counted. A sequence that is ill-formed comes behind the
/// lines before it, and is final.
///
/// The decoder can be called again behind a line that is too long, and has the next one. A `FramedRead` does not do that: it is
/// at its end behind any error, and asks its decoder again only when it has read more than nothing. So in a `FramedRead`
/// a line that is too long ends the lines, unless they are skipped.
///
/// ```
/// use codeunit::Encoding;
/// use codeunit::tokio::LineDecoder;
/// use futures_lite::StreamExt;
/// use tokio_util::codec::FramedRead;
///
/// # futures_lite::future::block_on(async {
/// // U+010A U+0A0A in lines, with a byte order mark; their bytes are full of 0A.
/// let socket = &b"\xFF\xFE\x0A\x01\x0D\x00\x0A\x00\x0A\x0A"[..];
/// let mut lines = FramedRead::new(socket, LineDecoder::new(Encoding::Utf16, 1000));
/// assert_eq!(lines.next().await.transpose()?.as_deref(), Some("\u{010A}"));
/// assert_eq!(lines.next().await.transpose()?.as_deref(), Some("\u{0A0A}"));
/// assert_eq!(lines.next().await.transpose()?, None);
/// # Ok::<(), std::io::Error>(()) }).unwrap();
/// ```
#[derive(Clone, Debug)]
pub struct LineDecoder<H = ByPolicy> {
    source: LineSource<H>,
    /// What is too long is counted, in place of an error.
    skips: bool,
    skipped: u64,
}

impl LineDecoder {
    /// A decoder of lines of at most `max_len` bytes of UTF-8. A sequence that is ill-formed is an error, and a
    /// byte order mark is no part of the first line; in UTF-16LE and its like an initial U+FEFF is text, as in
    /// [`LineReader::new`](crate::io::LineReader::new).
    ///
    /// ```
    /// use bytes::BytesMut;
    /// use codeunit::Encoding;
    /// use codeunit::io::LineTooLong;
    /// use codeunit::tokio::LineDecoder;
    /// use tokio_util::codec::Decoder;
    ///
    /// let mut decoder = LineDecoder::new(Encoding::Latin1, 4);
    /// let mut src = BytesMut::from(&b"\xF1\nabcde\nfg\nh"[..]);
    /// assert_eq!(decoder.decode(&mut src)?.as_deref(), Some("ñ"));
    /// let error = decoder.decode(&mut src).unwrap_err();
    /// assert_eq!(error.downcast::<LineTooLong>().unwrap().max_len(), 4);
    /// assert_eq!(decoder.decode(&mut src)?.as_deref(), Some("fg"));
    /// assert_eq!(decoder.decode(&mut src)?, None);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn new(from: Encoding, max_len: usize) -> Self {
        Self::of(LineSource::new(from), max_len)
    }
}

impl<H: ErrorHandler> LineDecoder<H> {
    /// A decoder of the lines that `transcoder` makes, with the policy and the marks that it has.
    ///
    /// # Panics
    /// If its target is not UTF-8.
    ///
    /// ```
    /// use bytes::BytesMut;
    /// use codeunit::tokio::LineDecoder;
    /// use codeunit::{Encoding, Policy, Transcoder};
    /// use tokio_util::codec::Decoder;
    ///
    /// let transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf8, Policy::Escape);
    /// let mut decoder = LineDecoder::with_transcoder(transcoder, 1000);
    /// assert_eq!(decoder.decode(&mut b"a\xFF\n"[..].into())?.as_deref(), Some(r"a\xFF"));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn with_transcoder(transcoder: Transcoder<u8, u8, H>, max_len: usize) -> Self {
        Self::of(LineSource::with_transcoder(transcoder), max_len)
    }

    fn of(mut source: LineSource<H>, max_len: usize) -> Self {
        source.splitter.max_len = max_len;
        Self { source, skips: false, skipped: 0 }
    }

    /// Leaves the line ends at the lines: U+000A, or U+000D and U+000A.
    ///
    /// ```
    /// use codeunit::Encoding;
    /// use codeunit::tokio::LineDecoder;
    /// use tokio_util::codec::Decoder;
    ///
    /// let mut decoder = LineDecoder::new(Encoding::Ascii, 1000).keep_line_ends();
    /// assert_eq!(decoder.decode(&mut b"a\r\nb"[..].into())?.as_deref(), Some("a\r\n"));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub const fn keep_line_ends(mut self) -> Self {
        self.source.splitter.keeps_ends = true;
        self
    }

    /// Passes over a line that is too long, which is an error otherwise, and counts it.
    ///
    /// ```
    /// use codeunit::Encoding;
    /// use codeunit::tokio::LineDecoder;
    /// use futures_lite::StreamExt;
    /// use tokio_util::codec::FramedRead;
    ///
    /// # futures_lite::future::block_on(async {
    /// let decoder = LineDecoder::new(Encoding::Utf8, 4).skip_long_lines();
    /// let mut lines = FramedRead::new(&b"abcdefgh\nijkl\n"[..], decoder);
    /// assert_eq!(lines.next().await.transpose()?.as_deref(), Some("ijkl"));
    /// assert_eq!(lines.next().await.transpose()?, None);
    /// assert_eq!(lines.decoder().skipped_lines(), 1);
    /// # Ok::<(), std::io::Error>(()) }).unwrap();
    /// ```
    #[must_use]
    pub const fn skip_long_lines(mut self) -> Self {
        self.skips = true;
        self
    }

    /// How many lines were passed over: those whose beginning was too long already, too.
    ///
    /// The example of [`skip_long_lines`](Self::skip_long_lines) shows it.
    #[must_use]
    pub const fn skipped_lines(&self) -> u64 {
        self.skipped
    }

    /// The text that was converted and not yet given: whole lines, if there are more in what was converted, and the
    /// beginning of one of which the rest was not. Behind an error it is what stands before that in its line.
    ///
    /// With the [`state`](Transcoder::state) of the transcoder it is what is kept to go on later, as of
    /// [`LineReader::unfinished_line`](crate::io::LineReader::unfinished_line); what the
    /// [buffer](tokio_util::codec::FramedRead::read_buffer) of a `FramedRead` holds has not been converted.
    ///
    /// ```
    /// use codeunit::Encoding;
    /// use codeunit::tokio::LineDecoder;
    /// use tokio_util::codec::Decoder;
    ///
    /// let mut decoder = LineDecoder::new(Encoding::Utf8, 1000);
    /// assert!(decoder.decode(&mut b"ab\xFF\n"[..].into()).is_err());
    /// assert_eq!(decoder.unfinished_line(), "ab");
    /// ```
    #[must_use]
    pub fn unfinished_line(&self) -> &str {
        self.source.splitter.rest()
    }

    /// The transcoder: how far it has read, in its [`state`](Transcoder::state), which is ahead of the lines.
    ///
    /// ```
    /// use codeunit::Encoding;
    /// use codeunit::tokio::LineDecoder;
    /// use tokio_util::codec::Decoder;
    ///
    /// let mut decoder = LineDecoder::new(Encoding::Utf8, 1000);
    /// assert_eq!(decoder.decode(&mut b"a\nb\n"[..].into())?.as_deref(), Some("a"));
    /// assert_eq!(decoder.transcoder().state().read(), 4);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub const fn transcoder(&self) -> &Transcoder<u8, u8, H> {
        self.source.transcoder()
    }

    /// The next line; at the end of the source, if that is here.
    fn next(&mut self, src: &mut BytesMut, is_end: bool) -> io::Result<Option<String>> {
        loop {
            match self.source.next() {
                Ok(NextLine::Line(line)) => {
                    return Ok(Some(self.source.splitter.line(line).to_owned()));
                }
                Ok(NextLine::Input | NextLine::End) if !src.is_empty() => {
                    let len = self.source.push(src);
                    src.advance(len);
                }
                Ok(NextLine::Input) if is_end => self.source.finish(),
                Ok(NextLine::Input | NextLine::End) => return Ok(None),
                Err(error) if self.skips && is_too_long(&error) => self.skipped += 1,
                Err(error) => {
                    if self.transcoder().state().error().is_some() {
                        // Nothing will be read any more.
                        src.clear();
                    }
                    return Err(error);
                }
            }
        }
    }
}

fn is_too_long(error: &io::Error) -> bool {
    error.get_ref().is_some_and(|error| error.is::<LineTooLong>())
}

impl<H: ErrorHandler> Decoder for LineDecoder<H> {
    type Item = String;
    type Error = io::Error;

    fn decode(&mut self, src: &mut BytesMut) -> io::Result<Option<String>> {
        self.next(src, false)
    }

    /// The end of the source. If it goes on all the same, as a file does that grows, that begins another line.
    fn decode_eof(&mut self, src: &mut BytesMut) -> io::Result<Option<String>> {
        self.next(src, true)
    }
}
