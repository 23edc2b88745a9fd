//! One character of an encoding that is named at run time: what stands at the edges of chunks.

use core::mem::MaybeUninit;

use codeunit_fallback::ByteOrder;
use codeunit_fallback::form::{self, Malformed, Refused, Source as _, Target as _};

use super::route::with_type;
use crate::encoding::{Latin1, Utf8, Utf16Be, Utf16Le, Utf32Be, Utf32Le};
use crate::{ByteOrderMark, ErrorKind};

/// How text lies in bytes, the byte order known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    Utf8,
    Utf16(ByteOrder),
    Utf32(ByteOrder),
    Latin1,
    Ascii,
}

impl Form {
    /// Bytes of a code unit.
    pub(crate) const fn unit_len(self) -> u64 {
        match self {
            Self::Utf8 | Self::Latin1 | Self::Ascii => 1,
            Self::Utf16(_) => 2,
            Self::Utf32(_) => 4,
        }
    }

    /// The scalar value at the front of `src`, and the number of its bytes.
    ///
    /// What is not whole, a code unit cut short included, is [`ErrorKind::Incomplete`] without a
    /// length. Lengths are in bytes.
    pub(crate) fn decode(self, src: &[u8]) -> Result<(u32, usize), Malformed> {
        const CUT: Malformed = Malformed { kind: ErrorKind::Incomplete, len: None };
        fn units<const N: usize, F>(form: F, src: &[u8]) -> Result<(u32, usize), Malformed>
        where
            F: form::Source<Slice = [[u8; N]]>,
        {
            let units = src.as_chunks::<N>().0;
            if units.is_empty() {
                return Err(CUT);
            }
            let (scalar, len) = form.decode(units, 0).map_err(|Malformed { kind, len }| {
                Malformed { kind, len: len.map(|len| len * N as u8) }
            })?;
            Ok((scalar, len * N))
        }
        match self {
            _ if src.is_empty() => Err(CUT),
            Self::Utf8 => form::Utf8.decode(src, 0),
            Self::Utf16(order) => units::<2, _>(form::Utf16(order), src),
            Self::Utf32(order) => units::<4, _>(form::Utf32(order), src),
            Self::Ascii if src[0] >= 0x80 => {
                Err(Malformed { kind: ErrorKind::NotAscii, len: Some(1) })
            }
            Self::Latin1 | Self::Ascii => Ok((u32::from(src[0]), 1)),
        }
    }

    /// Writes a scalar value at the front of `dst`, if there is room for all of it, and tells how many
    /// bytes it takes.
    pub(crate) fn encode(self, scalar: u32, dst: &mut [MaybeUninit<u8>]) -> Result<usize, Refused> {
        use codeunit_simd::cast::{output_chunks2, output_chunks4};
        match self {
            Self::Utf8 => form::Utf8.encode(scalar, dst),
            Self::Utf16(order) => {
                form::Utf16(order).encode(scalar, output_chunks2(dst)).map(|units| units * 2)
            }
            Self::Utf32(order) => {
                form::Utf32(order).encode(scalar, output_chunks4(dst)).map(|units| units * 4)
            }
            Self::Ascii if scalar >= 0x80 => Err(Refused::NotRepresentable),
            Self::Latin1 | Self::Ascii => form::Latin1.encode(scalar, dst),
        }
    }

    /// The length of `src` without what its end cuts ([`crate::complete_prefix_len`]).
    #[inline]
    pub(crate) fn complete_prefix_len(self, src: &[u8]) -> usize {
        match self {
            Self::Latin1 | Self::Ascii => src.len(),
            // Most often the end of a line, or of a word.
            Self::Utf8 if src.last().is_none_or(u8::is_ascii) => src.len(),
            _ => with_type!(self, S => crate::complete_prefix_len::<S>(src)),
        }
    }

    /// What U+FEFF is at the beginning of a stream, if the encoding has that character.
    pub(crate) const fn mark(self) -> Option<ByteOrderMark> {
        match self {
            Self::Utf8 => Some(ByteOrderMark::Utf8),
            Self::Utf16(ByteOrder::Big) => Some(ByteOrderMark::Utf16Be),
            Self::Utf16(ByteOrder::Little) => Some(ByteOrderMark::Utf16Le),
            Self::Utf32(ByteOrder::Big) => Some(ByteOrderMark::Utf32Be),
            Self::Utf32(ByteOrder::Little) => Some(ByteOrderMark::Utf32Le),
            Self::Latin1 | Self::Ascii => None,
        }
    }
}
