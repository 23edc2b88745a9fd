//! The encodings that the operations read and write, all of them as bytes.

use codeunit::encoding::{Latin1, Source, Str, Target, Utf8, Utf16Be, Utf16Le, Utf32};

/// An encoding of a source or a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// UTF-8.
    Utf8,
    /// UTF-16, low byte first.
    Utf16Le,
    /// UTF-16, high byte first.
    Utf16Be,
    /// UTF-32 in native code units.
    Utf32,
    /// ISO/IEC 8859-1.
    Latin1,
}

impl Form {
    /// The encoding of that name, as the names of operations have it.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "utf8" | "str" => Self::Utf8,
            "utf16le" | "utf16" => Self::Utf16Le,
            "utf16be" => Self::Utf16Be,
            "utf32" => Self::Utf32,
            "latin1" => Self::Latin1,
            _ => return None,
        })
    }

    /// Bytes of a code unit.
    #[must_use]
    pub fn unit(self) -> usize {
        match self {
            Self::Utf8 | Self::Latin1 => 1,
            Self::Utf16Le | Self::Utf16Be => 2,
            Self::Utf32 => 4,
        }
    }

    /// Bytes of a character, which Latin-1 has to have.
    #[must_use]
    pub fn len(self, c: char) -> usize {
        match self {
            Self::Utf8 => c.len_utf8(),
            Self::Utf16Le | Self::Utf16Be => 2 * c.len_utf16(),
            Self::Utf32 => 4,
            Self::Latin1 => 1,
        }
    }

    /// The text in this encoding, or `None` if a character is not in Latin-1.
    #[must_use]
    pub fn encode(self, text: &str) -> Option<Vec<u8>> {
        Some(match self {
            Self::Utf8 => text.into(),
            Self::Utf16Le => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            Self::Utf16Be => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
            Self::Utf32 => text.chars().flat_map(|c| u32::from(c).to_ne_bytes()).collect(),
            Self::Latin1 => {
                text.chars().map(|c| u8::try_from(u32::from(c)).ok()).collect::<Option<_>>()?
            }
        })
    }

    /// How much of the text takes at most `size` bytes in this encoding.
    #[must_use]
    pub fn prefix(self, text: &str, size: usize) -> &str {
        let mut len = 0;
        let end = text.char_indices().find(|&(_, c)| {
            len += self.len(c);
            len > size
        });
        &text[..end.map_or(text.len(), |(at, _)| at)]
    }
}

/// A source to work on.
#[derive(Clone, Copy, Debug)]
pub struct Piece<'a> {
    /// The bytes, aligned to the code units.
    pub bytes: &'a [u8],
    /// The same as text, for those who ask for a `&str`; empty if it is not well-formed UTF-8.
    pub text: &'a str,
}

/// The slice of a source type of the library, from a piece.
pub trait Read: Source {
    /// It.
    fn read<'a>(piece: &Piece<'a>) -> &'a Self::Slice;
}

/// The output slice of a target type of the library.
pub trait Write: Target {
    /// Bytes of an element.
    const BYTES: usize;
    /// The buffer as such a slice.
    fn write(dst: &mut [u8]) -> &mut [Self::Unit];
}

macro_rules! bytes {
    ($($name:ident)*) => {$(
        impl Read for $name {
            #[inline(always)]
            fn read<'a>(piece: &Piece<'a>) -> &'a [u8] {
                piece.bytes
            }
        }

        impl Write for $name {
            const BYTES: usize = 1;

            #[inline(always)]
            fn write(dst: &mut [u8]) -> &mut [u8] {
                dst
            }
        }
    )*};
}

bytes!(Utf8 Utf16Le Utf16Be Latin1);

impl Read for Str {
    #[inline(always)]
    fn read<'a>(piece: &Piece<'a>) -> &'a str {
        piece.text
    }
}

impl Read for Utf32 {
    #[inline(always)]
    fn read<'a>(piece: &Piece<'a>) -> &'a [u32] {
        bytemuck::cast_slice(piece.bytes)
    }
}

impl Write for Utf32 {
    const BYTES: usize = 4;

    #[inline(always)]
    fn write(dst: &mut [u8]) -> &mut [u32] {
        bytemuck::cast_slice_mut(dst)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prefix_fits_and_the_next_character_would_not() {
        let text = "añ€😀añ€😀";
        for form in [Form::Utf8, Form::Utf16Le, Form::Utf16Be, Form::Utf32] {
            for size in 0..40 {
                let prefix = form.prefix(text, size);
                let len = form.encode(prefix).unwrap().len();
                let next = text[prefix.len()..].chars().next();
                assert!(len <= size, "{form:?} {size}");
                assert!(next.is_none_or(|c| len + form.len(c) > size), "{form:?} {size}");
            }
        }
    }

    #[test]
    fn latin1_has_no_euro_sign() {
        assert_eq!(Form::Latin1.encode("ñ"), Some(vec![0xF1]));
        assert_eq!(Form::Latin1.encode("€"), None);
    }
}
