//! Bytes of one encoding read as those of another, asynchronously.

use core::pin::Pin;
use core::task::{Context, Poll, ready};
use std::io;

use pin_project_lite::pin_project;
use tokio::io::{AsyncRead, ReadBuf};

use super::uninterrupted;
use crate::io::CAPACITY;
use crate::io::source::{Next, Source};
use crate::{ByPolicy, ErrorHandler, Transcoder};

pin_project! {
    /// A reader of the conversion of what is read from another reader.
    ///
    /// It reads blocks of 64 KiB and converts them straight into the buffers of its caller, or, where these have
    /// less room than the longest character, four bytes, by way of a small one. Characters may be cut between two
    /// reads, as in any stream of bytes.
    ///
    /// Where the reader inside ends, so does the stream, for good: a sequence that is cut there is
    /// [`Incomplete`](crate::ErrorKind::Incomplete), and goes by the policy.
    ///
    /// ```
    /// use codeunit::tokio::TranscodeReader;
    /// use codeunit::{Encoding, OutputMark, Policy, Transcoder};
    /// use tokio::io::AsyncReadExt;
    ///
    /// # futures_lite::future::block_on(async {
    /// let file = &b"\xFF\xFE\x61\x00\xAC\x20"[..];
    /// let transcoder = Transcoder::new(Encoding::Utf16, Encoding::Utf8, Policy::Strict);
    /// let mut reader = TranscodeReader::new(file, transcoder.output_mark(OutputMark::None));
    /// let mut text = String::new();
    /// reader.read_to_string(&mut text).await?;
    /// assert_eq!(text, "a€");
    /// assert_eq!(reader.transcoder().state().read(), 6);
    /// # Ok::<(), std::io::Error>(()) }).unwrap();
    /// ```
    #[derive(Debug)]
    pub struct TranscodeReader<R, H = ByPolicy> {
        #[pin]
        inner: R,
        source: Source<H>,
    }
}

impl<R, H: ErrorHandler> TranscodeReader<R, H> {
    /// A reader of what `transcoder` makes of `inner`, by blocks of 64 KiB.
    ///
    /// ```
    /// use codeunit::tokio::TranscodeReader;
    /// use codeunit::{Encoding, Policy, Transcoder};
    /// use tokio::io::AsyncReadExt;
    /// # futures_lite::future::block_on(async {
    /// let transcoder = Transcoder::new(Encoding::Latin1, Encoding::Utf8, Policy::Strict);
    /// let mut text = String::new();
    /// TranscodeReader::new(&b"\xF1"[..], transcoder).read_to_string(&mut text).await?;
    /// assert_eq!(text, "ñ");
    /// # Ok::<(), std::io::Error>(()) }).unwrap();
    /// ```
    #[must_use]
    pub fn new(inner: R, transcoder: Transcoder<u8, u8, H>) -> Self {
        Self::with_capacity(CAPACITY, inner, transcoder)
    }

    /// The same by blocks of `capacity` bytes, at least 64.
    ///
    /// ```
    /// use codeunit::tokio::TranscodeReader;
    /// use codeunit::{Encoding, Policy, Transcoder};
    /// use tokio::io::AsyncReadExt;
    /// # futures_lite::future::block_on(async {
    /// let transcoder = Transcoder::new(Encoding::Latin1, Encoding::Utf8, Policy::Strict);
    /// let mut reader = TranscodeReader::with_capacity(4096, &b"\xF1"[..], transcoder);
    /// assert_eq!(reader.read_u16().await?, 0xC3B1);
    /// # Ok::<(), std::io::Error>(()) }).unwrap();
    /// ```
    #[must_use]
    pub fn with_capacity(capacity: usize, inner: R, transcoder: Transcoder<u8, u8, H>) -> Self {
        Self { inner, source: Source::new(capacity, transcoder) }
    }

    /// The reader inside. What was read from it may not have been delivered yet.
    ///
    /// ```
    /// use codeunit::tokio::TranscodeReader;
    /// use codeunit::{Encoding, Policy, Transcoder};
    /// let transcoder = Transcoder::new(Encoding::Latin1, Encoding::Utf8, Policy::Strict);
    /// assert_eq!(TranscodeReader::new(&b"ab"[..], transcoder).get_ref(), b"ab");
    /// ```
    #[must_use]
    pub const fn get_ref(&self) -> &R {
        &self.inner
    }

    /// The reader inside. Whoever reads from it takes bytes out of the stream.
    ///
    /// ```
    /// use codeunit::tokio::TranscodeReader;
    /// use codeunit::{Encoding, Policy, Transcoder};
    /// let transcoder = Transcoder::new(Encoding::Latin1, Encoding::Utf8, Policy::Strict);
    /// assert_eq!(TranscodeReader::new(&b"ab"[..], transcoder).get_mut(), b"ab");
    /// ```
    #[must_use]
    pub const fn get_mut(&mut self) -> &mut R {
        &mut self.inner
    }

    /// The reader inside. What was read from it and not delivered is lost.
    ///
    /// ```
    /// use codeunit::tokio::TranscodeReader;
    /// use codeunit::{Encoding, Policy, Transcoder};
    /// let transcoder = Transcoder::new(Encoding::Latin1, Encoding::Utf8, Policy::Strict);
    /// assert_eq!(TranscodeReader::new(&b"ab"[..], transcoder).into_inner(), b"ab");
    /// ```
    #[must_use]
    pub fn into_inner(self) -> R {
        self.inner
    }

    /// The transcoder: where the stream stands, in its [`state`](Transcoder::state).
    ///
    /// The example of [`TranscodeReader`] shows it.
    #[must_use]
    pub const fn transcoder(&self) -> &Transcoder<u8, u8, H> {
        self.source.transcoder()
    }
}

/// The rules for errors are those of the [module](super).
impl<R: AsyncRead, H: ErrorHandler> AsyncRead for TranscodeReader<R, H> {
    /// A read into nothing is ready at once, and does nothing.
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        dst: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if dst.remaining() == 0 {
            return Poll::Ready(Ok(()));
        }
        let mut this = self.project();
        loop {
            match this.source.next(dst.initialize_unfilled())? {
                Next::Written(written) => {
                    dst.advance(written);
                    return Poll::Ready(Ok(()));
                }
                Next::End => return Poll::Ready(Ok(())),
                Next::Input => {}
            }
            let mut room = ReadBuf::new(this.source.room());
            ready!(uninterrupted(|| this.inner.as_mut().poll_read(cx, &mut room)))?;
            let read = room.filled().len();
            this.source.filled(read);
        }
    }
}
