//! The encodings that are measured: those of the kernels, whose byte order is known.

use codeunit::Encoding;

use crate::failure::Failure;

/// An encoding whose byte order is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scheme {
    Utf8,
    Utf16Le,
    Utf16Be,
    Utf32Le,
    Utf32Be,
    Latin1,
}

impl Scheme {
    #[cfg(test)]
    pub(crate) const ALL: [Self; 6] =
        [Self::Utf8, Self::Utf16Le, Self::Utf16Be, Self::Utf32Le, Self::Utf32Be, Self::Latin1];

    /// The encoding, if it is one of them.
    pub(crate) fn new(encoding: Encoding) -> Result<Self, Failure> {
        Ok(match encoding {
            Encoding::Utf8 => Self::Utf8,
            Encoding::Utf16Le => Self::Utf16Le,
            Encoding::Utf16Be => Self::Utf16Be,
            Encoding::Utf32Le => Self::Utf32Le,
            Encoding::Utf32Be => Self::Utf32Be,
            Encoding::Latin1 => Self::Latin1,
            other => {
                return Err(Failure::Usage(format!(
                    "{other} is not measured; known are utf-8, utf-16le or utf-16be, utf-32le or utf-32be, \
                     and iso-8859-1"
                )));
            }
        })
    }

    /// The name for messages.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Utf8 => "UTF-8",
            Self::Utf16Le => "UTF-16LE",
            Self::Utf16Be => "UTF-16BE",
            Self::Utf32Le => "UTF-32LE",
            Self::Utf32Be => "UTF-32BE",
            Self::Latin1 => "ISO-8859-1",
        }
    }
}
