//! Bytes of one encoding written as those of another, asynchronously.

use core::pin::Pin;
use core::task::{Context, Poll, ready};
use std::io;

use pin_project_lite::pin_project;
use tokio::io::AsyncWrite;

use super::uninterrupted;
use crate::io::CAPACITY;
use crate::io::sink::Sink;
use crate::{ByPolicy, ErrorHandler, Transcoder};

pin_project! {
    /// A writer that converts what it is given, and writes that to another writer.
    ///
    /// It keeps up to 64 KiB of converted bytes, and up to three bytes of a sequence that is not complete.
    /// `flush` writes the first and cannot write the second; `shutdown` says that the stream ends, so that these are
    /// [`Incomplete`](crate::ErrorKind::Incomplete) and go by the policy, and shuts the writer inside down. A stream
    /// that ends in an error shuts nothing down, since the other side would take that for a whole text;
    /// [`discard`](Self::discard) gives the writer back.
    ///
    /// ```
    /// use codeunit::tokio::TranscodeWriter;
    /// use codeunit::{Encoding, Policy, Transcoder};
    /// use tokio::io::AsyncWriteExt;
    ///
    /// # futures_lite::future::block_on(async {
    /// let transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf16Le, Policy::Strict);
    /// let mut writer = TranscodeWriter::new(Vec::new(), transcoder);
    /// writer.write_all(b"a\xE2\x82").await?;
    /// writer.write_all(b"\xAC").await?;
    /// writer.shutdown().await?;
    /// assert_eq!(writer.discard(), b"\x61\x00\xAC\x20");
    /// # Ok::<(), std::io::Error>(()) }).unwrap();
    /// ```
    ///
    /// # Dropping
    ///
    /// What a writer holds when it is dropped is lost, since nothing can be awaited there. It panics then, so that
    /// nothing is lost without a word. It does not
    ///
    /// * if the last call has returned an error or was pending: that has told it. So a task may be cancelled
    ///   while it waits for this writer;
    /// * while the thread is panicking, since that would abort the program;
    /// * after [`discard`](Self::discard), which is the way to give up a stream;
    /// * where [`silent_on_drop`](Self::silent_on_drop) was asked for: for tasks that may be cancelled while they wait
    ///   for something else.
    ///
    /// ```should_panic
    /// use codeunit::tokio::TranscodeWriter;
    /// use codeunit::{Encoding, Policy, Transcoder};
    /// use tokio::io::AsyncWriteExt;
    ///
    /// # futures_lite::future::block_on(async {
    /// let transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf16Le, Policy::Strict);
    /// let mut writer = TranscodeWriter::new(Vec::new(), transcoder);
    /// writer.write_all(b"a").await.unwrap();
    /// // dropped without shutdown, and bytes are lost
    /// drop(writer);
    /// # });
    /// ```
    #[derive(Debug)]
    pub struct TranscodeWriter<W, H: ErrorHandler = ByPolicy> {
        #[pin]
        inner: W,
        held: Held<H>,
    }
}

/// What was taken and is not written yet, and whether anybody would know if it were lost.
#[derive(Debug)]
struct Held<H: ErrorHandler> {
    sink: Sink<H>,
    /// The last call has not returned success, or nobody wants to know.
    has_told: bool,
    /// A call has returned the error that the stream ends with. By that nothing is lost that was taken.
    has_told_end: bool,
    is_silent: bool,
}

impl<W, H: ErrorHandler> TranscodeWriter<W, H> {
    /// A writer of what `transcoder` makes of what it is given, with a buffer of 64 KiB.
    ///
    /// ```
    /// use codeunit::tokio::TranscodeWriter;
    /// use codeunit::{Encoding, Policy, Transcoder};
    /// # futures_lite::future::block_on(async {
    /// let transcoder = Transcoder::new(Encoding::Latin1, Encoding::Utf8, Policy::Strict);
    /// let mut writer = TranscodeWriter::new(Vec::new(), transcoder);
    /// tokio::io::copy(&mut &b"\xF1"[..], &mut writer).await?;
    /// assert_eq!(writer.get_ref(), "ñ".as_bytes());
    /// # Ok::<(), std::io::Error>(()) }).unwrap();
    /// ```
    #[must_use]
    pub fn new(inner: W, transcoder: Transcoder<u8, u8, H>) -> Self {
        Self::with_capacity(CAPACITY, inner, transcoder)
    }

    /// The same with a buffer of `capacity` bytes, at least 64.
    ///
    /// ```
    /// use codeunit::tokio::TranscodeWriter;
    /// use codeunit::{Encoding, Policy, Transcoder};
    /// use tokio::io::AsyncWriteExt;
    /// # futures_lite::future::block_on(async {
    /// let transcoder = Transcoder::new(Encoding::Latin1, Encoding::Utf8, Policy::Strict);
    /// let mut writer = TranscodeWriter::with_capacity(4096, Vec::new(), transcoder);
    /// writer.write_all(b"\xF1").await?;
    /// writer.flush().await?;
    /// assert_eq!(writer.get_ref(), "ñ".as_bytes());
    /// # Ok::<(), std::io::Error>(()) }).unwrap();
    /// ```
    #[must_use]
    pub fn with_capacity(capacity: usize, inner: W, transcoder: Transcoder<u8, u8, H>) -> Self {
        let sink = Sink::new(capacity, transcoder);
        Self { inner, held: Held { sink, has_told: false, has_told_end: false, is_silent: false } }
    }

    /// Lets a drop lose what is not written without a panic.
    ///
    /// ```
    /// use codeunit::tokio::TranscodeWriter;
    /// use codeunit::{Encoding, Policy, Transcoder};
    /// use tokio::io::AsyncWriteExt;
    /// # futures_lite::future::block_on(async {
    /// let transcoder = Transcoder::new(Encoding::Latin1, Encoding::Utf8, Policy::Strict);
    /// let mut writer = TranscodeWriter::new(Vec::new(), transcoder).silent_on_drop();
    /// writer.write_all(b"\xF1").await?;
    /// # Ok::<(), std::io::Error>(()) }).unwrap();
    /// ```
    #[must_use]
    pub fn silent_on_drop(mut self) -> Self {
        self.held.is_silent = true;
        self
    }

    /// Gives the writer back as it is. What was taken and not written is lost, on purpose; behind a `shutdown` that
    /// has succeeded there is no such thing.
    ///
    /// The example of [`TranscodeWriter`] shows it.
    pub fn discard(self) -> W {
        self.silent_on_drop().inner
    }

    /// The writer inside.
    ///
    /// ```
    /// use codeunit::tokio::TranscodeWriter;
    /// use codeunit::{Encoding, Policy, Transcoder};
    /// let transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf8, Policy::Strict);
    /// assert_eq!(TranscodeWriter::new(Vec::<u8>::new(), transcoder).get_ref(), b"");
    /// ```
    #[must_use]
    pub const fn get_ref(&self) -> &W {
        &self.inner
    }

    /// The writer inside. What is written to it comes before what is kept here.
    ///
    /// ```
    /// use codeunit::tokio::TranscodeWriter;
    /// use codeunit::{Encoding, Policy, Transcoder};
    /// let transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf8, Policy::Strict);
    /// assert_eq!(TranscodeWriter::new(Vec::<u8>::new(), transcoder).get_mut(), b"");
    /// ```
    #[must_use]
    pub const fn get_mut(&mut self) -> &mut W {
        &mut self.inner
    }

    /// The transcoder: where the stream stands, in its [`state`](Transcoder::state).
    ///
    /// ```
    /// use codeunit::tokio::TranscodeWriter;
    /// use codeunit::{Encoding, Policy, Transcoder};
    /// use tokio::io::AsyncWriteExt;
    /// # futures_lite::future::block_on(async {
    /// let transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf8, Policy::Replace);
    /// let mut writer = TranscodeWriter::new(Vec::new(), transcoder);
    /// writer.write_all(b"a\xFFb").await?;
    /// writer.shutdown().await?;
    /// assert_eq!(writer.transcoder().state().replacements(), 1);
    /// # Ok::<(), std::io::Error>(()) }).unwrap();
    /// ```
    #[must_use]
    pub const fn transcoder(&self) -> &Transcoder<u8, u8, H> {
        self.held.sink.transcoder()
    }
}

impl<H: ErrorHandler> Held<H> {
    /// Remembers whether what is returned is success.
    fn tell<T>(
        &mut self,
        call: impl FnOnce(&mut Sink<H>) -> Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        // A call that panics tells as well.
        self.has_told = true;
        let result = call(&mut self.sink);
        self.has_told = !matches!(result, Poll::Ready(Ok(_)));
        if let Poll::Ready(Err(error)) = &result {
            self.has_told_end |= self.sink.is_end(error);
        }
        result
    }

    /// Whether bytes that were taken are not written.
    fn holds_bytes(&mut self) -> bool {
        let is_empty = self.sink.pending().is_empty();
        let has_taken = self.sink.transcoder().state().read() > 0;
        let mut is_done = || match self.sink.finish() {
            Ok(is_done) => is_done && self.sink.pending().is_empty(),
            Err(_) => self.has_told_end,
        };
        has_taken && !(is_empty && is_done())
    }
}

impl<H: ErrorHandler> Drop for Held<H> {
    fn drop(&mut self) {
        let is_told = self.has_told || self.is_silent || std::thread::panicking();
        if !is_told && self.holds_bytes() {
            panic!("a TranscodeWriter was dropped without shutdown, and bytes are lost");
        }
    }
}

/// Writes all that is pending.
fn poll_drain<W: AsyncWrite, H: ErrorHandler>(
    sink: &mut Sink<H>,
    mut inner: Pin<&mut W>,
    cx: &mut Context<'_>,
) -> Poll<io::Result<()>> {
    while !sink.pending().is_empty() {
        let poll = || inner.as_mut().poll_write(cx, sink.pending());
        let written = ready!(uninterrupted(poll))?;
        if written == 0 {
            return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
        }
        sink.written(written);
    }
    Poll::Ready(Ok(()))
}

/// The rules for errors are those of the [module](super).
impl<W: AsyncWrite, H: ErrorHandler> AsyncWrite for TranscodeWriter<W, H> {
    /// Takes what the buffer has room for when it is converted, and writes to the writer inside only if it has no
    /// room at all; so where that one is pending or fails, nothing was taken. A write of nothing does nothing.
    fn poll_write(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        src: &[u8],
    ) -> Poll<io::Result<usize>> {
        if src.is_empty() {
            return Poll::Ready(Ok(0));
        }
        let mut this = self.project();
        this.held.tell(|sink| {
            loop {
                match sink.push(src) {
                    Ok(0) => ready!(poll_drain(sink, this.inner.as_mut(), cx))?,
                    Ok(read) => return Poll::Ready(Ok(read)),
                    Err(error) => {
                        ready!(poll_drain(sink, this.inner.as_mut(), cx))?;
                        return Poll::Ready(Err(error.into()));
                    }
                }
            }
        })
    }

    /// Writes all that is converted, which is everything but up to three bytes of a sequence that is not complete.
    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let mut this = self.project();
        this.held.tell(|sink| {
            ready!(poll_drain(sink, this.inner.as_mut(), cx))?;
            uninterrupted(|| this.inner.as_mut().poll_flush(cx))
        })
    }

    /// Ends the stream, writes everything, and shuts the writer inside down. Called again, after an error that
    /// has passed for example, it writes nothing twice.
    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let mut this = self.project();
        this.held.tell(|sink| {
            loop {
                let finished = sink.finish();
                ready!(poll_drain(sink, this.inner.as_mut(), cx))?;
                if finished? {
                    break;
                }
            }
            uninterrupted(|| this.inner.as_mut().poll_shutdown(cx))
        })
    }
}
