//! The two slices of one call, and how far it has come in them.

use core::mem::MaybeUninit;

/// Why a call has ended. The error is in the state: a copy in each result would be a tenth of the time of a
/// block of 1 KiB.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// All of the source was taken.
    InputEmpty,
    /// There is no room for the next character.
    OutputFull,
    /// By an error.
    IllFormed,
}

/// How far a call has come. The two figures are not neighbours: the compiler would copy them as one vector, which
/// waits until both are stored, as long as the conversion of 500 bytes of ASCII takes.
#[repr(C)]
pub(crate) struct Done {
    pub(crate) read: usize,
    pub(crate) end: End,
    pub(crate) written: usize,
}

/// The slices, and how far it has come; not neighbours either.
#[repr(C)]
pub(crate) struct Io<'a> {
    src: &'a [u8],
    pub(crate) read: usize,
    dst: &'a mut [MaybeUninit<u8>],
    pub(crate) written: usize,
}

impl<'a> Io<'a> {
    pub(crate) const fn new(src: &'a [u8], dst: &'a mut [MaybeUninit<u8>]) -> Self {
        Self { src, read: 0, dst, written: 0 }
    }

    /// What is left of the source.
    #[inline(always)]
    pub(crate) fn src(&self) -> &'a [u8] {
        &self.src[self.read..]
    }

    /// The room that is left.
    #[inline(always)]
    pub(crate) fn dst(&mut self) -> &mut [MaybeUninit<u8>] {
        &mut self.dst[self.written..]
    }

    /// The last bytes that were read, and the last that were written.
    #[inline(always)]
    pub(crate) fn last(&self, read: usize, written: usize) -> (&'a [u8], &[u8]) {
        let output = crate::output::written(self.dst, self.written);
        (&self.src[self.read - read..self.read], &output[self.written - written..])
    }
}
