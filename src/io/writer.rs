//! Bytes of one encoding written as those of another.

use std::io::{self, Write};

use super::sink::Sink;
use super::{CAPACITY, uninterrupted};
use crate::{ByPolicy, ErrorHandler, Transcoder};

/// A writer that converts what it is given, and writes that to another writer.
///
/// It keeps up to 64 KiB of converted bytes, as a [`BufWriter`](io::BufWriter) does, and up to three bytes of a
/// sequence that is not complete. [`flush`](Write::flush) writes the first and cannot write the second;
/// [`finish`](Self::finish) says that the stream ends, so that these are
/// [`Incomplete`](crate::ErrorKind::Incomplete) and go by the policy.
///
/// ```
/// use std::io::Write;
///
/// use codeunit::io::TranscodeWriter;
/// use codeunit::{Encoding, Policy, Transcoder};
///
/// let transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf16Le, Policy::Strict);
/// let mut writer = TranscodeWriter::new(Vec::new(), transcoder);
/// writer.write_all(b"a\xE2\x82")?;
/// writer.write_all(b"\xAC")?;
/// assert_eq!(writer.finish()?, b"\x61\x00\xAC\x20");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Dropping
///
/// A writer that is dropped without [`finish`](Self::finish) finishes the stream then. If that fails, bytes that were
/// taken are lost, of which no call has told, and there is nobody to return an error to: so it panics.
/// It does not
///
/// * if nothing was taken, or all of it is written and flushed;
/// * if the last call has returned an error: that has told it;
/// * while the thread is panicking, since that would abort the program;
/// * after [`discard`](Self::discard), which is the way to give up a stream;
/// * where [`silent_on_drop`](Self::silent_on_drop) was asked for: for functions that may return early.
///
/// ```should_panic
/// use std::io::Write;
///
/// use codeunit::io::TranscodeWriter;
/// use codeunit::{Encoding, Policy, Transcoder};
///
/// let transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf16Le, Policy::Strict);
/// let mut writer = TranscodeWriter::new(Vec::new(), transcoder);
/// writer.write_all(b"a\xE2\x82").unwrap();
/// // dropped without finish, and bytes are lost: incomplete sequence at the end at byte 1
/// drop(writer);
/// ```
#[derive(Debug)]
pub struct TranscodeWriter<W: Write, H: ErrorHandler = ByPolicy> {
    /// None as soon as it is given back.
    inner: Option<W>,
    sink: Sink<H>,
    /// The last call has returned an error.
    has_told: bool,
    /// A call has returned the error that the stream ends with. By that nothing is lost that was taken.
    has_told_end: bool,
    /// A call of the writer inside is running, or has panicked: it may have written, so nothing is written again. Or one of
    /// the transcoder, whose function for errors has panicked: what it had converted is not known.
    is_inside: bool,
    /// Nothing was written to the writer inside since it was flushed.
    is_flushed: bool,
    is_silent: bool,
}

impl<W: Write, H: ErrorHandler> TranscodeWriter<W, H> {
    /// A writer of what `transcoder` makes of what it is given, with a buffer of 64 KiB.
    ///
    /// ```
    /// use codeunit::io::TranscodeWriter;
    /// use codeunit::{Encoding, Policy, Transcoder};
    /// let transcoder = Transcoder::new(Encoding::Latin1, Encoding::Utf8, Policy::Strict);
    /// let mut writer = TranscodeWriter::new(Vec::new(), transcoder);
    /// std::io::copy(&mut &b"\xF1"[..], &mut writer)?;
    /// assert_eq!(writer.finish()?, "ñ".as_bytes());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn new(inner: W, transcoder: Transcoder<u8, u8, H>) -> Self {
        Self::with_capacity(CAPACITY, inner, transcoder)
    }

    /// The same with a buffer of `capacity` bytes, at least 64.
    ///
    /// ```
    /// use std::io::Write;
    ///
    /// use codeunit::io::TranscodeWriter;
    /// use codeunit::{Encoding, Policy, Transcoder};
    /// let transcoder = Transcoder::new(Encoding::Latin1, Encoding::Utf8, Policy::Strict);
    /// let mut writer = TranscodeWriter::with_capacity(4096, Vec::new(), transcoder);
    /// writer.write_all(b"\xF1")?;
    /// assert_eq!(writer.finish()?, "ñ".as_bytes());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn with_capacity(capacity: usize, inner: W, transcoder: Transcoder<u8, u8, H>) -> Self {
        let sink = Sink::new(capacity, transcoder);
        Self {
            inner: Some(inner),
            sink,
            has_told: false,
            has_told_end: false,
            is_inside: false,
            is_flushed: true,
            is_silent: false,
        }
    }

    /// Lets a drop lose what it cannot write without a panic. It ends the stream all the same.
    ///
    /// ```
    /// use std::io::Write;
    ///
    /// use codeunit::io::TranscodeWriter;
    /// use codeunit::{Encoding, Policy, Transcoder};
    /// let mut out = Vec::new();
    /// let transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf8, Policy::Strict);
    /// let mut writer = TranscodeWriter::new(&mut out, transcoder).silent_on_drop();
    /// writer.write_all(b"a\xE2\x82")?;
    /// drop(writer);
    /// assert_eq!(out, b"a");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn silent_on_drop(mut self) -> Self {
        self.is_silent = true;
        self
    }

    /// Ends the stream, writes and flushes everything, and gives the writer back.
    ///
    /// # Errors
    /// A [`StreamError`](crate::StreamError) in an [`io::Error`], or an error of the writer inside. What was not
    /// written by then is lost: where that can be repeated, [`try_finish`](Self::try_finish) does.
    ///
    /// ```
    /// use std::io::Write;
    ///
    /// use codeunit::io::TranscodeWriter;
    /// use codeunit::{Encoding, Policy, Transcoder};
    /// let transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf8, Policy::Replace);
    /// let mut writer = TranscodeWriter::new(Vec::new(), transcoder);
    /// writer.write_all(b"a\xE2\x82")?;
    /// assert_eq!(writer.finish()?, "a\u{FFFD}".as_bytes());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn finish(mut self) -> io::Result<W> {
        let finished = self.try_finish();
        let inner = self.take();
        finished.map(|()| inner)
    }

    /// Ends the stream, and writes and flushes everything. It may be called again, after
    /// [`WouldBlock`](io::ErrorKind::WouldBlock) for example: nothing is written twice.
    ///
    /// # Errors
    /// As [`finish`](Self::finish).
    ///
    /// ```
    /// use std::io::Write;
    ///
    /// use codeunit::io::TranscodeWriter;
    /// use codeunit::{Encoding, Policy, StreamError, Transcoder};
    /// let transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf8, Policy::Strict);
    /// let mut writer = TranscodeWriter::new(Vec::new(), transcoder);
    /// writer.write_all(b"a\xE2\x82")?;
    /// let error = writer.try_finish().unwrap_err().downcast::<StreamError>().unwrap();
    /// assert_eq!((error.offset(), &writer.get_ref()[..]), (1, &b"a"[..]));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn try_finish(&mut self) -> io::Result<()> {
        self.tell(|writer| {
            writer.write_end()?;
            writer.flush_inner()
        })
    }

    /// Gives the writer back as it is. What was taken and not written is lost, on purpose.
    ///
    /// ```
    /// use std::io::Write;
    ///
    /// use codeunit::io::TranscodeWriter;
    /// use codeunit::{Encoding, Policy, Transcoder};
    /// let transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf8, Policy::Strict);
    /// let mut writer = TranscodeWriter::new(Vec::new(), transcoder);
    /// writer.write_all(b"a\xE2\x82")?;
    /// assert_eq!(writer.discard(), b"");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn discard(mut self) -> W {
        self.take()
    }

    /// The writer inside.
    ///
    /// ```
    /// use codeunit::io::TranscodeWriter;
    /// use codeunit::{Encoding, Policy, Transcoder};
    /// let transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf8, Policy::Strict);
    /// assert_eq!(TranscodeWriter::new(Vec::new(), transcoder).get_ref(), b"");
    /// ```
    #[must_use]
    pub const fn get_ref(&self) -> &W {
        self.inner.as_ref().expect(GIVEN_BACK)
    }

    /// The writer inside. What is written to it comes before what is kept here.
    ///
    /// ```
    /// use codeunit::io::TranscodeWriter;
    /// use codeunit::{Encoding, Policy, Transcoder};
    /// let transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf8, Policy::Strict);
    /// assert_eq!(TranscodeWriter::new(Vec::new(), transcoder).get_mut(), b"");
    /// ```
    #[must_use]
    pub const fn get_mut(&mut self) -> &mut W {
        self.inner.as_mut().expect(GIVEN_BACK)
    }

    /// The transcoder: where the stream stands, in its [`state`](Transcoder::state).
    ///
    /// ```
    /// use std::io::Write;
    ///
    /// use codeunit::io::TranscodeWriter;
    /// use codeunit::{Encoding, Policy, Transcoder};
    /// let transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf8, Policy::Replace);
    /// let mut writer = TranscodeWriter::new(Vec::new(), transcoder);
    /// writer.write_all(b"a\xFFb")?;
    /// assert_eq!(writer.transcoder().state().replacements(), 1);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub const fn transcoder(&self) -> &Transcoder<u8, u8, H> {
        self.sink.transcoder()
    }

    /// Remembers whether what is returned is an error.
    fn tell<T>(&mut self, call: impl FnOnce(&mut Self) -> io::Result<T>) -> io::Result<T> {
        let result = call(self);
        self.has_told = result.is_err();
        self.has_told_end |= result.as_ref().is_err_and(|error| self.sink.is_end(error));
        result
    }

    /// Ends the stream, and writes everything.
    fn write_end(&mut self) -> io::Result<()> {
        loop {
            let finished = self.convert(Sink::finish);
            self.drain()?;
            if finished? {
                return Ok(());
            }
        }
    }

    /// Writes all that is pending.
    fn drain(&mut self) -> io::Result<()> {
        while !self.sink.pending().is_empty() {
            self.call(|inner, sink| {
                let written = inner.write(sink.pending())?;
                if written == 0 {
                    return Err(io::ErrorKind::WriteZero.into());
                }
                sink.written(written);
                Ok(())
            })?;
            self.is_flushed = false;
        }
        Ok(())
    }

    fn flush_inner(&mut self) -> io::Result<()> {
        self.call(|inner, _| inner.flush())?;
        self.is_flushed = true;
        Ok(())
    }

    fn call(
        &mut self,
        mut call: impl FnMut(&mut W, &mut Sink<H>) -> io::Result<()>,
    ) -> io::Result<()> {
        self.is_inside = true;
        let inner = self.inner.as_mut().expect(GIVEN_BACK);
        let done = uninterrupted(|| call(inner, &mut self.sink));
        self.is_inside = false;
        done
    }

    fn convert<T>(&mut self, call: impl FnOnce(&mut Sink<H>) -> T) -> T {
        self.is_inside = true;
        let done = call(&mut self.sink);
        self.is_inside = false;
        done
    }

    fn take(&mut self) -> W {
        self.inner.take().expect(GIVEN_BACK)
    }
}

const GIVEN_BACK: &str = "whoever gives the writer back takes this one by value";

/// The rules for errors are those of the [module](super).
impl<W: Write, H: ErrorHandler> Write for TranscodeWriter<W, H> {
    /// Takes what the buffer has room for when it is converted, and writes to the writer inside only if it has no
    /// room at all; so an error of that one means that nothing was taken.
    fn write(&mut self, src: &[u8]) -> io::Result<usize> {
        if src.is_empty() {
            return Ok(0);
        }
        self.tell(|writer| {
            loop {
                match writer.convert(|sink| sink.push(src)) {
                    Ok(0) => writer.drain()?,
                    Ok(read) => return Ok(read),
                    Err(error) => {
                        writer.drain()?;
                        return Err(error.into());
                    }
                }
            }
        })
    }

    /// Writes all that is converted, which is everything but up to three bytes of a sequence that is not complete.
    fn flush(&mut self) -> io::Result<()> {
        self.tell(|writer| {
            writer.drain()?;
            writer.flush_inner()
        })
    }
}

impl<W: Write, H: ErrorHandler> Drop for TranscodeWriter<W, H> {
    fn drop(&mut self) {
        if self.inner.is_none() || self.is_inside {
            return;
        }
        let has_taken = self.transcoder().state().read() > 0;
        let mut finished = self.write_end();
        if finished.is_ok() && !self.is_flushed {
            finished = self.flush_inner();
        }
        if let Err(error) = finished
            && has_taken
            && !self.has_told
            && !self.is_silent
            && !(self.has_told_end && self.sink.is_end(&error))
            && !std::thread::panicking()
        {
            panic!("a TranscodeWriter was dropped without finish, and bytes are lost: {error}");
        }
    }
}
