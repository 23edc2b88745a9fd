//! The bytes of a stream as the validators see them.

use codeunit_simd::fallback::ByteOrder;
use codeunit_simd::fallback::form::{self, Malformed, Source as _};

use crate::boundary::cut;
use crate::encoding::{Utf8, Utf16Be, Utf16Le};
use crate::{Engine, Error, ErrorKind};

/// What begins like a character, as far as it is there.
pub(crate) const INCOMPLETE: Malformed = Malformed { kind: ErrorKind::Incomplete, len: None };

/// An encoding scheme; all lengths are in bytes.
pub(crate) trait Scheme: Copy {
    /// The length of the character at the front of `bytes`, of which one to four are given.
    ///
    /// # Errors
    /// [`INCOMPLETE`] if there are bytes that make it a character; else what is wrong, as soon as it is
    /// certain, which may be before the end of the code unit that is wrong.
    fn front(self, bytes: &[u8]) -> Result<usize, Malformed>;

    /// What is wrong with the bytes behind the complete prefix, up to three, if that is certain already.
    #[inline(always)]
    fn refused(self, _tail: &[u8]) -> Option<Malformed> {
        None
    }

    /// What the end of a block cuts: see [`cut`].
    fn cut(self, src: &[u8]) -> (usize, u32);

    /// See [`Engine::validate`].
    fn validate(self, engine: Engine, src: &[u8]) -> Result<(), Error>;

    /// See [`Engine::transcode`].
    fn copy(self, engine: Engine, src: &[u8], dst: &mut [u8]) -> Result<usize, Error>;
}

impl Scheme for form::Utf8 {
    #[inline(always)]
    fn front(self, bytes: &[u8]) -> Result<usize, Malformed> {
        self.decode(bytes, 0).map(|(_, len)| len)
    }

    #[inline(always)]
    fn cut(self, src: &[u8]) -> (usize, u32) {
        cut::<Utf8>(src)
    }

    #[inline(always)]
    fn validate(self, engine: Engine, src: &[u8]) -> Result<(), Error> {
        engine.validate::<Utf8>(src)
    }

    #[inline(always)]
    fn copy(self, engine: Engine, src: &[u8], dst: &mut [u8]) -> Result<usize, Error> {
        engine.transcode::<Utf8, Utf8>(src, dst)
    }
}

impl Scheme for form::Utf16 {
    /// The high byte tells what a code unit is. In big-endian it comes first, and the other may be missing:
    /// 00 stands for it then.
    #[inline(always)]
    fn front(self, bytes: &[u8]) -> Result<usize, Malformed> {
        let mut units = [[0; 2]; 2];
        units.as_flattened_mut()[..bytes.len()].copy_from_slice(bytes);
        let known = match self.0 {
            ByteOrder::Big => bytes.len().div_ceil(2),
            ByteOrder::Little => bytes.len() / 2,
        };
        if known == 0 {
            return Err(INCOMPLETE);
        }
        match self.decode(&units[..known], 0) {
            Ok((_, len)) if 2 * len <= bytes.len() => Ok(2 * len),
            Ok(_) => Err(INCOMPLETE),
            Err(Malformed { kind, len }) => Err(Malformed { kind, len: len.map(|len| 2 * len) }),
        }
    }

    #[inline(always)]
    fn refused(self, tail: &[u8]) -> Option<Malformed> {
        match self.0 {
            ByteOrder::Big if !tail.is_empty() => {
                self.front(tail).err().filter(|bad| *bad != INCOMPLETE)
            }
            _ => None,
        }
    }

    #[inline(always)]
    fn cut(self, src: &[u8]) -> (usize, u32) {
        match self.0 {
            ByteOrder::Little => cut::<Utf16Le>(src),
            ByteOrder::Big => cut::<Utf16Be>(src),
        }
    }

    #[inline(always)]
    fn validate(self, engine: Engine, src: &[u8]) -> Result<(), Error> {
        match self.0 {
            ByteOrder::Little => engine.validate::<Utf16Le>(src),
            ByteOrder::Big => engine.validate::<Utf16Be>(src),
        }
    }

    #[inline(always)]
    fn copy(self, engine: Engine, src: &[u8], dst: &mut [u8]) -> Result<usize, Error> {
        match self.0 {
            ByteOrder::Little => engine.transcode::<Utf16Le, Utf16Le>(src, dst),
            ByteOrder::Big => engine.transcode::<Utf16Be, Utf16Be>(src, dst),
        }
    }
}
