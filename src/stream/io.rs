//! The two slices of one call, and how far it has come in them.

use core::mem::MaybeUninit;

pub(crate) struct Io<'a> {
    src: &'a [u8],
    dst: &'a mut [MaybeUninit<u8>],
    pub(crate) read: usize,
    pub(crate) written: usize,
}

impl<'a> Io<'a> {
    pub(crate) const fn new(src: &'a [u8], dst: &'a mut [MaybeUninit<u8>]) -> Self {
        Self { src, dst, read: 0, written: 0 }
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

    /// The last `len` bytes of output.
    #[inline(always)]
    pub(crate) fn last(&self, len: usize) -> &[u8] {
        let output = crate::output::written(self.dst, self.written);
        &output[self.written - len..]
    }
}
