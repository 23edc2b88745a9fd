//! A whole source or text in memory, in an encoding that is known at run time: one call.
//!
//! An encoding of Unicode and Latin-1 are one call of a kernel, as in the functions with their names; what no kernel
//! does goes through a [`Transcoder`]. Errors are those of a transcoder in either case.

#[cfg(feature = "alloc")]
mod decode;
#[cfg(feature = "alloc")]
mod encode;
#[cfg(feature = "alloc")]
mod stream;

use super::{ByteOrderMark, Encoding};
use crate::encoding::{Utf8, Utf16Be, Utf16Le, Utf32Be, Utf32Le};
#[cfg(any(feature = "alloc", feature = "legacy"))]
use crate::is_ascii;
use crate::{ByteOrder, Engine, Error, StreamError};

impl Encoding {
    /// Checks that a whole source is well-formed in this encoding. Unicode Standard 3.9 and 3.10, D92 and D95 to D101.
    ///
    /// Nothing is written or allocated; encodings of the feature `legacy` are decoded in pieces on the stack. A mark is
    /// read as by [`decode`](Self::decode), which succeeds for the same sources. Every source is well-formed in
    /// ISO-8859-1. For a source that comes in chunks there are [`Utf8Validator`](crate::Utf8Validator),
    /// [`Utf16Validator`](crate::Utf16Validator) and [`Transcoder`](crate::Transcoder).
    ///
    /// # Errors
    /// The first ill-formed sequence, at its offset in bytes of `src`, a mark included.
    ///
    /// ```
    /// use codeunit::{Encoding, ErrorKind};
    ///
    /// assert!(Encoding::Utf16.validate(b"\xFF\xFEa\0").is_ok());
    /// let error = Encoding::Utf16.validate(b"\xFF\xFEa\0\0\xDC").unwrap_err();
    /// assert_eq!((error.kind(), error.offset()), (ErrorKind::UnpairedLow, 4));
    /// assert_eq!(error.bytes(), b"\0\xDC");
    /// ```
    pub fn validate(self, src: &[u8]) -> Result<(), StreamError> {
        let (encoding, mark_len) = self.read_mark(src);
        let (engine, text) = (Engine::active(), &src[mark_len..]);
        let result = match encoding {
            Self::Utf8 => engine.validate::<Utf8>(text),
            Self::Utf16 | Self::Utf16Be => engine.validate::<Utf16Be>(text),
            Self::Utf16Le => engine.validate::<Utf16Le>(text),
            Self::Utf32 | Self::Utf32Be => engine.validate::<Utf32Be>(text),
            Self::Utf32Le => engine.validate::<Utf32Le>(text),
            Self::Latin1 => Ok(()),
            Self::Ascii => engine.validate_ascii(text),
            #[cfg(feature = "legacy")]
            Self::Legacy(_) => return validate_in_pieces(self, src),
        };
        result.map_err(|error| in_source(&error, src, mark_len))
    }

    /// What the source is in, behind a mark of this encoding, and the length of that.
    fn read_mark(self, src: &[u8]) -> (Self, usize) {
        match ByteOrderMark::detect_among(self.byte_order_marks(), src).at_end() {
            Some(mark) => (mark.encoding(), mark.len()),
            None => (self.in_order(ByteOrder::Big), 0),
        }
    }

    /// Whether these bytes are ASCII and the same text in this encoding, and so need no conversion.
    /// Not asked of UTF-8, which validates them faster.
    #[cfg(any(feature = "alloc", feature = "legacy"))]
    fn has_as_ascii(self, bytes: &[u8]) -> bool {
        match self {
            Self::Latin1 | Self::Ascii => is_ascii(bytes),
            // Without what begins an escape sequence, or is no text there.
            #[cfg(feature = "legacy")]
            Self::Legacy(web) if web == encoding_rs::ISO_2022_JP => {
                encoding_rs::Encoding::iso_2022_jp_ascii_valid_up_to(bytes) == bytes.len()
            }
            #[cfg(feature = "legacy")]
            Self::Legacy(web) => web.is_ascii_compatible() && is_ascii(bytes),
            _ => false,
        }
    }
}

/// The error in what is behind the first `skipped` bytes of a source, as a stream of the source has it.
#[cold]
fn in_source(error: &Error, src: &[u8], skipped: usize) -> StreamError {
    let offset = skipped + error.valid_up_to();
    let rest = &src[offset..];
    let len = error.error_len().map_or(rest.len(), usize::from);
    StreamError::new(error.kind(), offset as u64, error.error_len(), &rest[..len])
}

#[cfg(feature = "legacy")]
fn validate_in_pieces(encoding: Encoding, src: &[u8]) -> Result<(), StreamError> {
    use core::mem::MaybeUninit;

    use crate::{Policy, Status, Step, Transcoder};

    /// What a transcoder decodes at a time; the text of it, and of what the piece before has left, has always room.
    const PIECE: usize = 2048;

    if encoding.has_as_ascii(src) {
        return Ok(());
    }
    let mut text = [MaybeUninit::uninit(); 3 * PIECE + 64];
    let mut transcoder = Transcoder::new(encoding, Utf8, Policy::Strict);
    let check = |step: Step, len: usize| match step.status {
        Status::IllFormed(error) => Err(error),
        status => {
            debug_assert_eq!((step.read, status), (len, Status::InputEmpty), "there was room");
            Ok(())
        }
    };
    for piece in src.chunks(PIECE) {
        check(transcoder.push_uninit(piece, &mut text), piece.len())?;
    }
    check(transcoder.finish_uninit(&mut text), 0)
}
