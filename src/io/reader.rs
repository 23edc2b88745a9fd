//! Bytes of one encoding read as those of another.

use std::io::{self, Read};
use std::string::String;
use std::vec::Vec;

use super::source::{Next, Source};
use super::{CAPACITY, uninterrupted};
use crate::{ByPolicy, ErrorHandler, Transcoder};

/// A reader of the conversion of what is read from another reader.
///
/// It reads blocks of 64 KiB and converts them straight into the buffers of its caller, or, where these have
/// less room than the longest character, four bytes, by way of a small one; so a [`BufReader`](io::BufReader)
/// around it is worth its copy only for reads that are short. Characters may be cut between two reads, as in
/// any stream of bytes.
///
/// Where the reader inside ends, so does the stream, for good: a sequence that is cut there is
/// [`Incomplete`](crate::ErrorKind::Incomplete), and goes by the policy. A file that grows is for
/// [`Transcoder`] itself, whose [`State`](crate::State) can be kept.
///
/// ```
/// use std::io::Read;
///
/// use codeunit::io::TranscodeReader;
/// use codeunit::{Encoding, OutputMark, Policy, Transcoder};
///
/// let file = &b"\xFF\xFE\x61\x00\xAC\x20"[..];
/// let transcoder = Transcoder::new(Encoding::Utf16, Encoding::Utf8, Policy::Strict);
/// let mut reader = TranscodeReader::new(file, transcoder.output_mark(OutputMark::None));
/// let mut text = String::new();
/// reader.read_to_string(&mut text)?;
/// assert_eq!(text, "a€");
/// assert_eq!(reader.transcoder().state().read(), 6);
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// [`std::io::copy`] moves any amount in fixed memory:
///
/// ```
/// use std::io;
///
/// use codeunit::io::TranscodeReader;
/// use codeunit::{Encoding, Policy, Transcoder};
///
/// let transcoder = Transcoder::new(Encoding::Latin1, Encoding::Utf32Be, Policy::Strict);
/// let mut reader = TranscodeReader::new(io::repeat(0xF1), transcoder);
/// let copied = io::copy(&mut io::Read::take(&mut reader, 1_000_000), &mut io::sink())?;
/// assert_eq!(copied, 1_000_000);
/// # Ok::<(), io::Error>(())
/// ```
#[derive(Debug)]
pub struct TranscodeReader<R, H = ByPolicy> {
    inner: R,
    source: Source<H>,
}

impl<R, H: ErrorHandler> TranscodeReader<R, H> {
    /// A reader of what `transcoder` makes of `inner`, by blocks of 64 KiB.
    ///
    /// ```
    /// use codeunit::io::TranscodeReader;
    /// use codeunit::{Encoding, Policy, Transcoder};
    /// let transcoder = Transcoder::new(Encoding::Latin1, Encoding::Utf8, Policy::Strict);
    /// let reader = TranscodeReader::new(&b"\xF1"[..], transcoder);
    /// assert_eq!(std::io::read_to_string(reader)?, "ñ");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn new(inner: R, transcoder: Transcoder<u8, u8, H>) -> Self {
        Self::with_capacity(CAPACITY, inner, transcoder)
    }

    /// The same by blocks of `capacity` bytes, at least 64.
    ///
    /// ```
    /// use codeunit::io::TranscodeReader;
    /// use codeunit::{Encoding, Policy, Transcoder};
    /// let transcoder = Transcoder::new(Encoding::Latin1, Encoding::Utf8, Policy::Strict);
    /// let reader = TranscodeReader::with_capacity(4096, &b"\xF1"[..], transcoder);
    /// assert_eq!(std::io::read_to_string(reader)?, "ñ");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn with_capacity(capacity: usize, inner: R, transcoder: Transcoder<u8, u8, H>) -> Self {
        Self { inner, source: Source::new(capacity, transcoder) }
    }

    /// The reader inside. What was read from it may not have been delivered yet.
    ///
    /// ```
    /// use codeunit::io::TranscodeReader;
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
    /// use codeunit::io::TranscodeReader;
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
    /// use codeunit::io::TranscodeReader;
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
    /// ```
    /// use codeunit::io::TranscodeReader;
    /// use codeunit::{Encoding, Policy, Transcoder};
    /// let transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf8, Policy::Replace);
    /// let mut reader = TranscodeReader::new(&b"a\xFF"[..], transcoder);
    /// std::io::copy(&mut reader, &mut std::io::sink())?;
    /// assert_eq!(reader.transcoder().state().replacements(), 1);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub const fn transcoder(&self) -> &Transcoder<u8, u8, H> {
        self.source.transcoder()
    }
}

impl<R: Read, H: ErrorHandler> TranscodeReader<R, H> {
    fn fill(&mut self) -> io::Result<()> {
        let read = uninterrupted(|| self.inner.read(self.source.room()))?;
        self.source.filled(read);
        Ok(())
    }
}

/// The rules for errors are those of the [module](super).
impl<R: Read, H: ErrorHandler> Read for TranscodeReader<R, H> {
    fn read(&mut self, dst: &mut [u8]) -> io::Result<usize> {
        if dst.is_empty() {
            return Ok(0);
        }
        loop {
            match self.source.next(dst)? {
                Next::Written(written) => return Ok(written),
                Next::End => return Ok(0),
                Next::Input => self.fill()?,
            }
        }
    }

    /// What was converted before an error is in `out`.
    fn read_to_end(&mut self, out: &mut Vec<u8>) -> io::Result<usize> {
        let begin = out.len();
        while self.source.extend(out)? != Next::End {
            self.fill()?;
        }
        Ok(out.len() - begin)
    }

    /// What was converted before an error is in `text`. Where the target is UTF-8 nothing is validated a second
    /// time; where it is not, or a read before has stopped inside a character, the bytes may be no UTF-8, which is an
    /// error of [`InvalidData`](io::ErrorKind::InvalidData) too, if they are not when the stream has ended. They
    /// stay in the reader then, and so does what follows the first of them at another error.
    fn read_to_string(&mut self, text: &mut String) -> io::Result<usize> {
        let begin = text.len();
        if self.source.holds_characters() {
            while self.source.extend_string(text)? != Next::End {
                self.fill()?;
            }
            return Ok(text.len() - begin);
        }
        let mut bytes = Vec::new();
        let read = self.read_to_end(&mut bytes);
        let (valid, error) = match crate::from_utf8(&bytes) {
            Ok(bytes) => (bytes, None),
            // The text is as it was, as the trait demands.
            Err(error) if read.is_ok() => ("", Some(error)),
            Err(error) => {
                let valid = &bytes[..error.valid_up_to()];
                (crate::from_utf8(valid).expect("it is up to there"), Some(error))
            }
        };
        text.push_str(valid);
        if let Some(error) = error {
            bytes.drain(..text.len() - begin);
            self.source.put_back(bytes);
            read?;
            return Err(io::Error::new(io::ErrorKind::InvalidData, error));
        }
        read
    }
}
