//! What becomes of the parts of a block: they are validated, or validated and copied.

use super::front::Scheme;
use crate::{Engine, Error};

/// Takes the parts of a stream in their order.
pub(crate) trait Sink {
    /// Takes a character that is known to be well-formed, and returns how many bytes it has written; `None`
    /// if there is no room.
    fn character(&mut self, bytes: &[u8]) -> Option<usize>;

    /// Takes what consists of whole characters, or of what is no beginning of one, and returns how many
    /// bytes it has written.
    ///
    /// # Errors
    /// The first ill-formed sequence, or that the output is full.
    fn part(&mut self, bytes: &[u8]) -> Result<usize, Error>;
}

/// Nothing is written.
pub(crate) struct Check<S>(pub(crate) S, pub(crate) Engine);

impl<S: Scheme> Sink for Check<S> {
    #[inline(always)]
    fn character(&mut self, _: &[u8]) -> Option<usize> {
        Some(0)
    }

    #[inline(always)]
    fn part(&mut self, bytes: &[u8]) -> Result<usize, Error> {
        self.0.validate(self.1, bytes).map(|()| 0)
    }
}

/// To what is left of a slice.
pub(crate) struct ToSlice<'a, S>(pub(crate) S, pub(crate) Engine, pub(crate) &'a mut [u8]);

impl<S> ToSlice<'_, S> {
    /// The slice begins behind `written` bytes now.
    #[inline(always)]
    fn step(&mut self, written: usize) {
        self.2 = &mut core::mem::take(&mut self.2)[written..];
    }
}

impl<S: Scheme> Sink for ToSlice<'_, S> {
    #[inline(always)]
    fn character(&mut self, bytes: &[u8]) -> Option<usize> {
        let room = self.2.get_mut(..bytes.len())?;
        for (to, &byte) in room.iter_mut().zip(bytes) {
            *to = byte;
        }
        self.step(bytes.len());
        Some(bytes.len())
    }

    #[inline(always)]
    fn part(&mut self, bytes: &[u8]) -> Result<usize, Error> {
        let result = self.0.copy(self.1, bytes, self.2);
        self.step(result.unwrap_or_else(|error| error.written()));
        result
    }
}
