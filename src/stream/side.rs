//! The two sides of a transcoder, as the caller names them.

use codeunit_fallback::ByteOrder;

use super::form::Form;
use crate::{ByteOrderMark, Encoding};

/// An encoding form, in which U+FEFF is a character as any other, or an encoding of bytes by its name,
/// with the marks of its scheme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Form(Form),
    Scheme(Encoding),
}

impl Side {
    /// How text lies in bytes, in the order that holds without a mark.
    pub(crate) const fn form(self) -> Form {
        match self {
            Self::Form(form) => form,
            Self::Scheme(encoding) => match encoding {
                Encoding::Utf8 => Form::Utf8,
                Encoding::Utf16 | Encoding::Utf16Be => Form::Utf16(ByteOrder::Big),
                Encoding::Utf16Le => Form::Utf16(ByteOrder::Little),
                Encoding::Utf32 | Encoding::Utf32Be => Form::Utf32(ByteOrder::Big),
                Encoding::Utf32Le => Form::Utf32(ByteOrder::Little),
                Encoding::Latin1 => Form::Latin1,
                Encoding::Ascii => Form::Ascii,
                // What stands between it and the kernels.
                #[cfg(feature = "legacy")]
                Encoding::Legacy(_) => Form::Utf8,
            },
        }
    }

    /// The encoding by its name, in the order that holds without a mark.
    pub(crate) const fn encoding(self) -> Encoding {
        match self {
            Self::Form(Form::Ascii) => Encoding::Ascii,
            Self::Form(form) => match form.mark() {
                Some(mark) => mark.encoding(),
                None => Encoding::Latin1,
            },
            Self::Scheme(encoding) => encoding.in_order(ByteOrder::Big),
        }
    }

    /// The encoding, if the kernels do not know it.
    #[cfg(feature = "legacy")]
    pub(crate) const fn legacy(self) -> Option<&'static encoding_rs::Encoding> {
        match self {
            Self::Scheme(Encoding::Legacy(encoding)) => Some(encoding),
            _ => None,
        }
    }

    /// What U+FEFF is at the beginning of a stream, if there is such a mark.
    pub(crate) const fn own_mark(self) -> Option<ByteOrderMark> {
        match self {
            #[cfg(feature = "legacy")]
            Self::Scheme(Encoding::Legacy(_)) => None,
            _ => self.form().mark(),
        }
    }

    /// What is a mark here and not text.
    pub(crate) const fn marks(self) -> &'static [ByteOrderMark] {
        match self {
            Self::Form(_) => &[],
            Self::Scheme(encoding) => encoding.byte_order_marks(),
        }
    }
}
