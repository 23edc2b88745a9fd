//! What a validator knows between two blocks, and what it does with one.

use codeunit_simd::fallback::form::Malformed;

use super::front::{INCOMPLETE, Scheme};
use super::sink::Sink;
use crate::carry::{Carry, word};
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
    /// The last of them, which begin a character.
    carry: Carry,
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
            state.carry = Carry::of(incomplete);
            state
        })
    }

    pub(crate) fn offset(&self) -> u64 {
        self.offset
    }

    pub(crate) fn incomplete(&self) -> &[u8] {
        self.carry.bytes()
    }

    pub(crate) fn error(&self) -> Option<StreamError> {
        self.error
    }

    /// What the stream is if it ends here.
    pub(crate) fn finish(&self) -> Result<(), StreamError> {
        match self.error {
            Some(error) => Err(error),
            None if self.carry == Carry::NONE => Ok(()),
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
        let carried = self.carry.len();
        if carried > 0 {
            let (bytes, len) = self.carry_and(src);
            match scheme.front(&bytes[..len]) {
                Ok(len) => {
                    let Some(written) = sink.character(&bytes[..len]) else { return done };
                    done = Copied { read: len - carried, written, ..done };
                    self.carry = Carry::NONE;
                }
                // The block was too short to complete it.
                Err(INCOMPLETE) => {
                    done.read = src.len();
                    self.carry = Carry::of(&bytes[..len]);
                    self.offset += src.len() as u64;
                    return done;
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
        let (cut, back) = scheme.cut(src);
        let (prefix, tail) = src.split_at(src.len() - cut);
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
        } else {
            self.carry = Carry::new(cut, back);
            done.read += cut;
            self.offset += cut as u64;
        }
        done
    }

    /// The bytes that were carried over and the next ones, up to four, and their number.
    #[inline(always)]
    fn carry_and(&self, src: &[u8]) -> ([u8; 4], usize) {
        let (carried, front) = self.carry.get();
        let next = match src.first_chunk() {
            Some(&next) => u32::from_le_bytes(next),
            None => word(src) as u32,
        };
        ((front | next << (8 * carried)).to_le_bytes(), 4.min(carried + src.len()))
    }

    /// The number of bytes before those that are carried over.
    fn complete(&self) -> u64 {
        self.offset - self.carry.len() as u64
    }

    /// Ends the stream at a sequence with which `text` begins. Of its bytes the error has those that had to
    /// be seen, in whatever blocks they came, and no others count as read.
    #[cold]
    fn fail(
        &mut self,
        scheme: impl Scheme,
        offset: u64,
        bad: Malformed,
        text: &[u8],
    ) -> Result<(), StreamError> {
        self.carry = Carry::NONE;
        self.offset = offset;
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
