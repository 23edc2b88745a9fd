//! What a validator knows between two blocks, and what it does with one.

use core::array::from_fn;

use codeunit_simd::fallback::form::Malformed;

use super::front::{INCOMPLETE, Scheme};
use super::sink::Sink;
use crate::{ErrorKind, StreamError};

/// What validation that copies has done with a block: [`Utf8Validator::push_copy`] and
/// [`Utf16Validator::push_copy`]. Both lengths are in bytes.
///
/// [`Utf8Validator::push_copy`]: crate::Utf8Validator::push_copy
/// [`Utf16Validator::push_copy`]: crate::Utf16Validator::push_copy
///
/// ```
/// let mut dst = [0; 8];
/// let copied = codeunit::Utf8Validator::new().push_copy(b"ab\xFF", &mut dst);
/// assert_eq!((copied.read, copied.written), (2, 2));
/// assert_eq!(copied.result.unwrap_err().offset(), 2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use = "it tells how much was read, and whether it is well-formed"]
pub struct Copied {
    /// Bytes of the block that were read. If they are not all and the result is `Ok`, the output had no
    /// room for the next character: the rest is to be pushed again.
    pub read: usize,
    /// Bytes written: whole characters, well-formed.
    pub written: usize,
    /// Where and why the stream is ill-formed. What is written stands before that place.
    pub result: Result<(), StreamError>,
}

/// What is known between two blocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct State {
    /// Bytes read so far.
    offset: u64,
    /// The last of them, which begin a character: the first `carried` of these, the others are 0.
    carry: [u8; 3],
    carried: u8,
    /// What has ended the stream.
    error: Option<StreamError>,
}

impl State {
    /// The state of a stream of which `offset` bytes were read, the last being `incomplete`. Of no stream so
    /// many were read that an offset could overflow.
    pub(crate) fn resume(scheme: impl Scheme, offset: u64, incomplete: &[u8]) -> Option<Self> {
        let begins = match incomplete.len() {
            0 => true,
            1..=3 => scheme.front(incomplete) == Err(INCOMPLETE),
            _ => false,
        };
        let mut state = Self { offset, ..Self::default() };
        let is_possible = offset >= incomplete.len() as u64 && offset < 1 << 62;
        (begins && is_possible).then(|| {
            state.carry(incomplete);
            state
        })
    }

    pub(crate) fn offset(&self) -> u64 {
        self.offset
    }

    pub(crate) fn incomplete(&self) -> &[u8] {
        &self.carry[..usize::from(self.carried)]
    }

    pub(crate) fn error(&self) -> Option<StreamError> {
        self.error
    }

    /// What the stream is if it ends here.
    pub(crate) fn finish(&self) -> Result<(), StreamError> {
        match self.error {
            Some(error) => Err(error),
            None if self.carried == 0 => Ok(()),
            None => {
                let bytes = self.incomplete();
                Err(StreamError::new(ErrorKind::Incomplete, self.complete(), None, bytes))
            }
        }
    }

    /// Reads a block, of which the sink gets all but what is carried over.
    #[inline(always)]
    pub(crate) fn push(&mut self, scheme: impl Scheme, src: &[u8], sink: &mut impl Sink) -> Copied {
        let mut done = Copied { read: 0, written: 0, result: Ok(()) };
        if let Some(error) = self.error {
            done.result = Err(error);
            return done;
        }
        if self.carried > 0 {
            let (bytes, len) = self.carry_and(src);
            let carried = usize::from(self.carried);
            match scheme.front(&bytes[..len]) {
                Ok(len) => {
                    let Some(written) = sink.character(&bytes[..len]) else { return done };
                    done = Copied { read: len - carried, written, ..done };
                    self.carry(&[]);
                }
                // The block was too short to complete it.
                Err(INCOMPLETE) => {
                    done.read = len - carried;
                    self.carry(&bytes[..len]);
                }
                Err(bad) => {
                    done.result = self.fail(scheme, self.complete(), bad, &bytes[..len]);
                    return done;
                }
            }
            self.offset += done.read as u64;
        }
        self.rest(scheme, &src[done.read..], sink, done)
    }

    /// The block from the first character on that begins in it.
    #[inline(always)]
    fn rest(
        &mut self,
        scheme: impl Scheme,
        src: &[u8],
        sink: &mut impl Sink,
        mut done: Copied,
    ) -> Copied {
        let (prefix, tail) = src.split_at(scheme.complete_prefix_len(src));
        let (read, written, error) = match sink.part(prefix) {
            Ok(written) => (prefix.len(), written, None),
            Err(error) => (error.read(), error.written(), Some(error)),
        };
        done.read += read;
        done.written += written;
        self.offset += read as u64;
        if let Some(error) = error {
            if error.kind() != ErrorKind::OutputFull {
                let bad = Malformed { kind: error.kind(), len: error.error_len() };
                let rest = &src[read..];
                done.result = self.fail(scheme, self.offset, located(scheme, bad, rest), rest);
            }
        } else if let Some(bad) = scheme.refused(tail) {
            done.result = self.fail(scheme, self.offset, bad, tail);
        } else if !tail.is_empty() {
            self.carry(tail);
            done.read += tail.len();
            self.offset += tail.len() as u64;
        }
        done
    }

    /// The bytes that were carried over and the next ones, up to four, and their number.
    #[inline(always)]
    fn carry_and(&self, src: &[u8]) -> ([u8; 4], usize) {
        let carried = self.incomplete();
        let bytes = from_fn(|i| match i.checked_sub(carried.len()) {
            None => self.carry[i],
            Some(i) => src.get(i).copied().unwrap_or_default(),
        });
        (bytes, 4.min(carried.len() + src.len()))
    }

    /// The number of bytes before those that are carried over.
    fn complete(&self) -> u64 {
        self.offset - u64::from(self.carried)
    }

    /// Carries over up to three bytes, and no longer what was.
    #[inline(always)]
    fn carry(&mut self, bytes: &[u8]) {
        self.carry = from_fn(|i| bytes.get(i).copied().unwrap_or_default());
        self.carried = bytes.len() as u8;
    }

    /// Ends the stream at a sequence with which `text` begins. Of its bytes the error has those that had to
    /// be seen, in whatever blocks they came.
    #[cold]
    fn fail(
        &mut self,
        scheme: impl Scheme,
        offset: u64,
        bad: Malformed,
        text: &[u8],
    ) -> Result<(), StreamError> {
        self.carry(&[]);
        let most = bad.len.map_or(text.len(), usize::from).min(text.len());
        let len = (1..most).find(|&len| scheme.refused(&text[..len]).is_some()).unwrap_or(most);
        let error = StreamError::new(bad.kind, offset, bad.len, &text[..len]);
        self.error = Some(error);
        Err(error)
    }
}

/// What is wrong at the front of `src`. The prefix without the tail may have ended there: a lead byte that
/// the tail cuts short is by itself only incomplete.
#[cold]
fn located(scheme: impl Scheme, bad: Malformed, src: &[u8]) -> Malformed {
    match bad {
        INCOMPLETE => scheme.front(&src[..src.len().min(4)]).err().unwrap_or(bad),
        _ => bad,
    }
}
