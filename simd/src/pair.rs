//! From an encoding form, or an ordered pair of them, to its kernels.

use core::mem::MaybeUninit;

use codeunit_fallback::form::{Chars, Latin1, Source, Str, Target, Utf8, Utf16, Utf32};
use codeunit_fallback::{Analysis, ByteOrder, Error, Lossy};

use crate::{Kernels, cast, short};

/// An encoding form as a source, by itself.
pub trait Form: Source {
    /// Checks that the source is well-formed.
    ///
    /// # Errors
    /// The first ill-formed sequence.
    fn validate(self, kernels: Kernels, src: &Self::Slice) -> Result<(), Error>;

    /// The same, and the figures of the well-formed part.
    fn analyze(self, kernels: Kernels, src: &Self::Slice) -> Analysis;

    /// The code units 0A.
    fn count_line_feeds(self, kernels: Kernels, src: &Self::Slice) -> usize;
}

impl Form for Utf8 {
    #[inline(always)]
    fn validate(self, kernels: Kernels, src: &[u8]) -> Result<(), Error> {
        short::validate_utf8(kernels, src)
    }

    #[inline(always)]
    fn analyze(self, kernels: Kernels, src: &[u8]) -> Analysis {
        kernels.analyze_utf8(src)
    }

    #[inline(always)]
    fn count_line_feeds(self, kernels: Kernels, src: &[u8]) -> usize {
        kernels.count_line_feeds_utf8(src)
    }
}

impl Form for Utf16 {
    #[inline(always)]
    fn validate(self, kernels: Kernels, src: &[[u8; 2]]) -> Result<(), Error> {
        kernels.validate_utf16(self, src)
    }

    #[inline(always)]
    fn analyze(self, kernels: Kernels, src: &[[u8; 2]]) -> Analysis {
        kernels.analyze_utf16(self, src)
    }

    #[inline(always)]
    fn count_line_feeds(self, kernels: Kernels, src: &[[u8; 2]]) -> usize {
        kernels.count_line_feeds_utf16(self, src)
    }
}

impl Form for Utf32 {
    #[inline(always)]
    fn validate(self, kernels: Kernels, src: &[[u8; 4]]) -> Result<(), Error> {
        kernels.validate_utf32(self, src)
    }

    #[inline(always)]
    fn analyze(self, kernels: Kernels, src: &[[u8; 4]]) -> Analysis {
        kernels.analyze_utf32(self, src)
    }

    #[inline(always)]
    fn count_line_feeds(self, kernels: Kernels, src: &[[u8; 4]]) -> usize {
        kernels.count_line_feeds_utf32(self, src)
    }
}

macro_rules! always_well_formed {
    (|$kernels:ident, $src:ident| $($form:ty: $analyze:expr, $line_feeds:expr;)*) => {$(
        impl Form for $form {
            #[inline(always)]
            fn validate(self, _: Kernels, _: &Self::Slice) -> Result<(), Error> {
                Ok(())
            }

            #[inline(always)]
            fn analyze(self, $kernels: Kernels, $src: &Self::Slice) -> Analysis {
                $analyze
            }

            #[inline(always)]
            fn count_line_feeds(self, $kernels: Kernels, $src: &Self::Slice) -> usize {
                $line_feeds
            }
        }
    )*};
}

always_well_formed! {
    |kernels, src|
    Str: kernels.analyze_utf8(src.as_bytes()), kernels.count_line_feeds_utf8(src.as_bytes());
    Chars: kernels.analyze_utf32(CHARS, cast::char_bytes(src)),
        kernels.count_line_feeds_utf32(CHARS, cast::char_bytes(src));
    Latin1: kernels.analyze_latin1(src), kernels.count_line_feeds_utf8(src);
}

/// An ordered pair of encoding forms: what the kernels do for it. Units are code units.
pub trait Pair<T: Target>: Form {
    /// Strict conversion, bounded by `dst`.
    ///
    /// # Errors
    /// The first thing in the order of the source that cannot be done.
    fn strict(
        self,
        kernels: Kernels,
        src: &Self::Slice,
        to: T,
        dst: &mut [MaybeUninit<T::Unit>],
    ) -> Result<usize, Error>;

    /// Lossy conversion, bounded by `dst`.
    ///
    /// # Errors
    /// The output is full.
    fn lossy(
        self,
        kernels: Kernels,
        src: &Self::Slice,
        to: T,
        dst: &mut [MaybeUninit<T::Unit>],
    ) -> Result<Lossy, Error>;

    /// The length of the strict conversion of a well-formed source, by formula for others.
    fn len(self, kernels: Kernels, src: &Self::Slice) -> usize;

    /// The length of the lossy conversion.
    fn len_lossy(self, kernels: Kernels, src: &Self::Slice) -> usize;
}

/// Scalar values measured as UTF-32 code units.
const CHARS: Utf32 = Utf32(ByteOrder::NATIVE);

macro_rules! pairs {
    (@lossy $lossy:ident $strict:ident($($arg:ident)*) $kernels:ident) => {
        $kernels.$lossy($($arg),*)
    };
    // A pair that cannot lose anything has no lossy entry.
    (@lossy $strict:ident($($arg:ident)*) $kernels:ident) => {
        $kernels.$strict($($arg),*).map(|written| Lossy { written, replacements: 0 })
    };
    (
        |$k:ident, $from:ident, $src:ident|
        $($s:ty => $t:ty: $strict:ident $($lossy:ident)?, $len:expr, $len_lossy:expr;)*
    ) => {$(
        impl Pair<$t> for $s {
            #[inline(always)]
            fn strict(
                self,
                kernels: Kernels,
                src: &Self::Slice,
                to: $t,
                dst: &mut [MaybeUninit<<$t as Target>::Unit>],
            ) -> Result<usize, Error> {
                kernels.$strict(self, src, to, dst)
            }

            #[inline(always)]
            fn lossy(
                self,
                kernels: Kernels,
                src: &Self::Slice,
                to: $t,
                dst: &mut [MaybeUninit<<$t as Target>::Unit>],
            ) -> Result<Lossy, Error> {
                pairs!(@lossy $($lossy)? $strict(self src to dst) kernels)
            }

            #[inline(always)]
            fn len(self, $k: Kernels, $src: &Self::Slice) -> usize {
                let ($from, _) = (self, $k);
                let _ = $from;
                $len
            }

            #[inline(always)]
            fn len_lossy(self, $k: Kernels, $src: &Self::Slice) -> usize {
                let ($from, _) = (self, $k);
                let _ = $from;
                $len_lossy
            }
        }
    )*};
}

/// A length that no subpart makes less than `least`, since none is longer than U+FFFD: if it is less it did not fit into
/// 32 bits. It exceeds these by less than `least` then.
#[inline(always)]
fn not_less(len: usize, least: usize) -> usize {
    if len < least { usize::MAX } else { len }
}

pairs! {
    |k, from, src|
    Utf8 => Utf8: utf8_to_utf8 utf8_to_utf8_lossy,
        src.len(), not_less(k.utf8_len_from_utf8_lossy(src), src.len());
    Utf8 => Utf16: utf8_to_utf16 utf8_to_utf16_lossy,
        k.utf16_len_from_utf8(src), k.utf16_len_from_utf8_lossy(src);
    Utf8 => Utf32: utf8_to_utf32 utf8_to_utf32_lossy,
        k.count_utf8(src), k.count_utf8_lossy(src);
    Utf8 => Latin1: utf8_to_latin1 utf8_to_latin1_lossy,
        k.count_utf8(src), k.count_utf8_lossy(src);

    Str => Utf8: str_to_utf8,
        src.len(), src.len();
    Str => Utf16: str_to_utf16,
        k.utf16_len_from_utf8(src.as_bytes()), k.utf16_len_from_utf8(src.as_bytes());
    Str => Utf32: str_to_utf32,
        k.count_utf8(src.as_bytes()), k.count_utf8(src.as_bytes());
    Str => Latin1: str_to_latin1 str_to_latin1_lossy,
        k.count_utf8(src.as_bytes()), k.count_utf8(src.as_bytes());

    Utf16 => Utf8: utf16_to_utf8 utf16_to_utf8_lossy,
        k.utf8_len_from_utf16(from, src), k.utf8_len_from_utf16_lossy(from, src);
    Utf16 => Utf16: utf16_to_utf16 utf16_to_utf16_lossy,
        src.len(), src.len();
    Utf16 => Utf32: utf16_to_utf32 utf16_to_utf32_lossy,
        k.count_utf16(from, src), k.count_utf16_lossy(from, src);
    Utf16 => Latin1: utf16_to_latin1 utf16_to_latin1_lossy,
        k.count_utf16(from, src), k.count_utf16_lossy(from, src);

    Utf32 => Utf8: utf32_to_utf8 utf32_to_utf8_lossy,
        k.utf8_len_from_utf32(from, src), k.utf8_len_from_utf32_lossy(from, src);
    Utf32 => Utf16: utf32_to_utf16 utf32_to_utf16_lossy,
        k.utf16_len_from_utf32(from, src), k.utf16_len_from_utf32_lossy(from, src);
    Utf32 => Utf32: utf32_to_utf32 utf32_to_utf32_lossy,
        src.len(), src.len();
    Utf32 => Latin1: utf32_to_latin1 utf32_to_latin1_lossy,
        src.len(), src.len();

    Chars => Utf8: chars_to_utf8,
        k.utf8_len_from_utf32(CHARS, cast::char_bytes(src)),
        k.utf8_len_from_utf32(CHARS, cast::char_bytes(src));
    Chars => Utf16: chars_to_utf16,
        k.utf16_len_from_utf32(CHARS, cast::char_bytes(src)),
        k.utf16_len_from_utf32(CHARS, cast::char_bytes(src));
    Chars => Utf32: chars_to_utf32,
        src.len(), src.len();
    Chars => Latin1: chars_to_latin1 chars_to_latin1_lossy,
        src.len(), src.len();

    Latin1 => Utf8: latin1_to_utf8,
        k.utf8_len_from_latin1(src), k.utf8_len_from_latin1(src);
    Latin1 => Utf16: latin1_to_utf16,
        src.len(), src.len();
    Latin1 => Utf32: latin1_to_utf32,
        src.len(), src.len();
    Latin1 => Latin1: latin1_to_latin1,
        src.len(), src.len();
}
