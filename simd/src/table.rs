//! The table of kernels: one safe function pointer for each operation.
//!
//! The macro below names every operation once. It makes the fields of [`Kernels`] and the scalar
//! entries, so a backend lists only the operations for which it has a kernel of its own.

use core::mem::MaybeUninit;

use codeunit_fallback::form::{Chars, Latin1, Source, Str, Target, Utf8, Utf16, Utf32};
use codeunit_fallback::{self as fallback, Analysis, Error, Found, LineEnds, Lossy};

use crate::Backend;

/// A strict conversion: `(from, src, to, dst)` to the units written or the error.
pub type Convert<S, T> = fn(
    S,
    &<S as Source>::Slice,
    T,
    &mut [MaybeUninit<<T as Target>::Unit>],
) -> Result<usize, Error>;

/// A lossy conversion; its only error is that the output is full.
pub type ConvertLossy<S, T> = fn(
    S,
    &<S as Source>::Slice,
    T,
    &mut [MaybeUninit<<T as Target>::Unit>],
) -> Result<Lossy, Error>;

macro_rules! kernels {
    (
        simple { $($(#[$doc:meta])* $simple:ident: $type:ty = $scalar:expr;)* }
        strict { $($strict:ident: $s:ty => $t:ty;)* }
        lossy { $($lossy:ident: $ls:ty => $lt:ty;)* }
    ) => {
        /// Every operation of one backend. All functions are sound for any argument.
        #[derive(Debug)]
        #[non_exhaustive]
        pub struct Kernels {
            /// Whose table it is.
            pub backend: Backend,
            $($(#[$doc])* pub $simple: $type,)*
            $(
                /// Strict conversion, see [`fallback::transcode()`].
                pub $strict: Convert<$s, $t>,
            )*
            $(
                /// Lossy conversion, see [`fallback::transcode_lossy`].
                pub $lossy: ConvertLossy<$ls, $lt>,
            )*
        }

        impl Kernels {
            /// The names of the entries.
            #[cfg(test)]
            pub(crate) const ENTRIES: &'static [&'static str] = &[
                $(stringify!($simple),)*
                $(stringify!($strict),)*
                $(stringify!($lossy),)*
            ];

            /// The scalar entries.
            pub(crate) const FALLBACK: Self = Self {
                backend: Backend::Fallback,
                $($simple: $scalar,)*
                $($strict: fallback::transcode::<$s, $t>,)*
                $($lossy: fallback::transcode_lossy::<$ls, $lt>,)*
            };
        }
    };
}

kernels! {
    simple {
        /// Whether every byte is below 80.
        is_ascii: fn(&[u8]) -> bool = fallback::is_ascii;
        /// Bytes before the first one that is 80 or above.
        ascii_prefix_len: fn(&[u8]) -> usize = fallback::ascii_prefix_len;
        /// Whether every code unit is below 80.
        is_ascii_utf16: fn(Utf16, &[[u8; 2]]) -> bool = fallback::is_ascii_utf16;
        /// Code units before the first one that is 80 or above.
        ascii_prefix_len_utf16: fn(Utf16, &[[u8; 2]]) -> usize = fallback::ascii_prefix_len_utf16;
        /// Bytes before the first that differs.
        common_prefix_len: fn(&[u8], &[u8]) -> usize = fallback::common_prefix_len;
        /// Bytes before the first that is not ASCII, or not the code unit at its place.
        common_prefix_len_ascii_utf16: fn(&[u8], Utf16, &[[u8; 2]]) -> usize =
            fallback::common_prefix_len_ascii_utf16;
        /// Bytes before the first that is not the code unit at its place.
        common_prefix_len_latin1_utf16: fn(&[u8], Utf16, &[[u8; 2]]) -> usize =
            fallback::common_prefix_len_latin1_utf16;
        /// Bytes before the first that is not ASCII, or not the code unit at its place.
        common_prefix_len_ascii_utf32: fn(&[u8], Utf32, &[[u8; 4]]) -> usize =
            fallback::common_prefix_len_ascii_utf32;
        /// Bytes before the first that is not the code unit at its place.
        common_prefix_len_latin1_utf32: fn(&[u8], Utf32, &[[u8; 4]]) -> usize =
            fallback::common_prefix_len_latin1_utf32;
        /// Well-formedness of UTF-8.
        validate_utf8: fn(&[u8]) -> Result<(), Error> = fallback::validate_utf8;
        /// Well-formedness of UTF-8, and its bytes 0A.
        validate_utf8_lines: fn(&[u8]) -> Result<usize, Error> = fallback::validate_utf8_lines;
        /// Well-formedness of UTF-16.
        validate_utf16: fn(Utf16, &[[u8; 2]]) -> Result<(), Error> = fallback::validate;
        /// Well-formedness of UTF-32.
        validate_utf32: fn(Utf32, &[[u8; 4]]) -> Result<(), Error> = fallback::validate;
        /// Well-formedness of UTF-8, and its figures.
        analyze_utf8: fn(&[u8]) -> Analysis = fallback::analyze_utf8;
        /// Well-formedness of UTF-16, and its figures.
        analyze_utf16: fn(Utf16, &[[u8; 2]]) -> Analysis = fallback::analyze_utf16;
        /// Well-formedness of UTF-32, and its figures.
        analyze_utf32: fn(Utf32, &[[u8; 4]]) -> Analysis = fallback::analyze_utf32;
        /// The figures of Latin-1.
        analyze_latin1: fn(&[u8]) -> Analysis = fallback::analyze_latin1;
        /// Code points in UTF-8.
        count_utf8: fn(&[u8]) -> usize = fallback::count_utf8;
        /// Code points in UTF-16.
        count_utf16: fn(Utf16, &[[u8; 2]]) -> usize = fallback::count_utf16;
        /// The byte with which the nth code point begins.
        find_code_point_utf8: fn(&[u8], usize) -> Found = fallback::find_code_point_utf8;
        /// The byte with which the code point begins in which the nth code unit of UTF-16 is.
        find_utf16_in_utf8: fn(&[u8], usize) -> Found = fallback::find_utf16_in_utf8;
        /// The code unit with which the nth code point begins.
        find_code_point_utf16: fn(Utf16, &[[u8; 2]], usize) -> Found =
            fallback::find_code_point_utf16;
        /// The code unit in which the nth byte of UTF-8 is.
        find_utf8_in_utf16: fn(Utf16, &[[u8; 2]], usize) -> Found = fallback::find_utf8_in_utf16;
        /// The last byte of the nth line end.
        find_line_end_utf8: fn(LineEnds, &[u8], usize) -> Found = fallback::find_line_end_utf8;
        /// The last code unit of the nth line end.
        find_line_end_utf16: fn(Utf16, LineEnds, &[[u8; 2]], usize) -> Found =
            fallback::find_line_end_utf16;
        /// Bytes 0A.
        count_line_feeds_utf8: fn(&[u8]) -> usize = fallback::count_line_feeds_utf8;
        /// Code units 0A.
        count_line_feeds_utf16: fn(Utf16, &[[u8; 2]]) -> usize = fallback::count_line_feeds_utf16;
        /// Code units 0A.
        count_line_feeds_utf32: fn(Utf32, &[[u8; 4]]) -> usize = fallback::count_line_feeds_utf32;
        /// Code points of UTF-8 behind the last byte 0A, if there is one.
        count_last_line_utf8: fn(&[u8]) -> Option<usize> = fallback::count_last_line_utf8;
        /// Bytes behind the last byte 0A, if there is one.
        count_last_line_latin1: fn(&[u8]) -> Option<usize> = fallback::count_last_line_latin1;
        /// Code points of UTF-16 behind the last code unit 0A, if there is one.
        count_last_line_utf16: fn(Utf16, &[[u8; 2]]) -> Option<usize> =
            fallback::count_last_line_utf16;
        /// UTF-16 code units for UTF-8.
        utf16_len_from_utf8: fn(&[u8]) -> usize = fallback::utf16_len_from_utf8;
        /// UTF-8 bytes for UTF-16.
        utf8_len_from_utf16: fn(Utf16, &[[u8; 2]]) -> usize = fallback::utf8_len_from_utf16;
        /// UTF-8 bytes for UTF-32.
        utf8_len_from_utf32: fn(Utf32, &[[u8; 4]]) -> usize = fallback::utf8_len_from_utf32;
        /// UTF-16 code units for UTF-32.
        utf16_len_from_utf32: fn(Utf32, &[[u8; 4]]) -> usize = fallback::utf16_len_from_utf32;
        /// UTF-8 bytes for Latin-1.
        utf8_len_from_latin1: fn(&[u8]) -> usize = fallback::utf8_len_from_latin1;
        /// UTF-8 bytes of repaired UTF-8.
        utf8_len_from_utf8_lossy: fn(&[u8]) -> usize =
            |src| fallback::len_lossy(Utf8, src, Utf8);
        /// UTF-16 code units for UTF-8, lossy.
        utf16_len_from_utf8_lossy: fn(&[u8]) -> usize =
            |src| fallback::len_lossy(Utf8, src, Utf16(fallback::ByteOrder::NATIVE));
        /// Code points of repaired UTF-8.
        count_utf8_lossy: fn(&[u8]) -> usize =
            |src| fallback::len_lossy(Utf8, src, Latin1);
        /// UTF-8 bytes for UTF-16, lossy.
        utf8_len_from_utf16_lossy: fn(Utf16, &[[u8; 2]]) -> usize =
            |from, src| fallback::len_lossy(from, src, Utf8);
        /// Code points of repaired UTF-16.
        count_utf16_lossy: fn(Utf16, &[[u8; 2]]) -> usize =
            |from, src| fallback::len_lossy(from, src, Latin1);
        /// UTF-8 bytes for UTF-32, lossy.
        utf8_len_from_utf32_lossy: fn(Utf32, &[[u8; 4]]) -> usize =
            |from, src| fallback::len_lossy(from, src, Utf8);
        /// UTF-16 code units for UTF-32, lossy.
        utf16_len_from_utf32_lossy: fn(Utf32, &[[u8; 4]]) -> usize =
            |from, src| fallback::len_lossy(from, src, Utf16(fallback::ByteOrder::NATIVE));
        /// Byte swap from one slice into another.
        swap_utf16: fn(&[[u8; 2]], &mut [MaybeUninit<[u8; 2]>]) -> usize = fallback::swap_utf16;
        /// Byte swap in place.
        swap_utf16_in_place: fn(&mut [[u8; 2]]) = fallback::swap_utf16_in_place;
        /// Byte swap from one slice into another.
        swap_utf32: fn(&[[u8; 4]], &mut [MaybeUninit<[u8; 4]>]) -> usize = fallback::swap_utf32;
        /// Byte swap in place.
        swap_utf32_in_place: fn(&mut [[u8; 4]]) = fallback::swap_utf32_in_place;
        /// U+FFFD over each unpaired surrogate; how many there were.
        make_utf16_well_formed: fn(Utf16, &mut [[u8; 2]]) -> usize =
            fallback::make_utf16_well_formed;
    }
    strict {
        utf8_to_utf8: Utf8 => Utf8;
        utf8_to_utf16: Utf8 => Utf16;
        utf8_to_utf32: Utf8 => Utf32;
        utf8_to_latin1: Utf8 => Latin1;
        str_to_utf8: Str => Utf8;
        str_to_utf16: Str => Utf16;
        str_to_utf32: Str => Utf32;
        str_to_latin1: Str => Latin1;
        utf16_to_utf8: Utf16 => Utf8;
        utf16_to_utf16: Utf16 => Utf16;
        utf16_to_utf32: Utf16 => Utf32;
        utf16_to_latin1: Utf16 => Latin1;
        utf32_to_utf8: Utf32 => Utf8;
        utf32_to_utf16: Utf32 => Utf16;
        utf32_to_utf32: Utf32 => Utf32;
        utf32_to_latin1: Utf32 => Latin1;
        chars_to_utf8: Chars => Utf8;
        chars_to_utf16: Chars => Utf16;
        chars_to_utf32: Chars => Utf32;
        chars_to_latin1: Chars => Latin1;
        latin1_to_utf8: Latin1 => Utf8;
        latin1_to_utf16: Latin1 => Utf16;
        latin1_to_utf32: Latin1 => Utf32;
        latin1_to_latin1: Latin1 => Latin1;
    }
    lossy {
        utf8_to_utf8_lossy: Utf8 => Utf8;
        utf8_to_utf16_lossy: Utf8 => Utf16;
        utf8_to_utf32_lossy: Utf8 => Utf32;
        utf8_to_latin1_lossy: Utf8 => Latin1;
        str_to_latin1_lossy: Str => Latin1;
        utf16_to_utf8_lossy: Utf16 => Utf8;
        utf16_to_utf16_lossy: Utf16 => Utf16;
        utf16_to_utf32_lossy: Utf16 => Utf32;
        utf16_to_latin1_lossy: Utf16 => Latin1;
        utf32_to_utf8_lossy: Utf32 => Utf8;
        utf32_to_utf16_lossy: Utf32 => Utf16;
        utf32_to_utf32_lossy: Utf32 => Utf32;
        utf32_to_latin1_lossy: Utf32 => Latin1;
        chars_to_latin1_lossy: Chars => Latin1;
    }
}

impl Kernels {
    /// Below this length the call of a kernel costs more than the work.
    const SHORT: usize = 12;

    /// The entry `validate_utf8`, but for the shortest sources, which are looked at in the caller's
    /// own code.
    ///
    /// # Errors
    /// The first ill-formed sequence.
    #[inline(always)]
    pub fn validate_utf8(&self, src: &[u8]) -> Result<(), Error> {
        if src.len() >= Self::SHORT {
            (self.validate_utf8)(src)
        } else if is_ascii_short(src) || fallback::is_utf8_short(src) {
            Ok(())
        } else {
            fallback::validate_utf8(src)
        }
    }

    /// The entry `is_ascii`, but for the shortest sources, likewise.
    #[must_use]
    #[inline(always)]
    pub fn is_ascii(&self, src: &[u8]) -> bool {
        if src.len() > 16 { (self.is_ascii)(src) } else { is_ascii_short(src) }
    }

    /// The entry `make_utf16_well_formed`, but for the shortest sources, likewise.
    #[inline(always)]
    pub fn make_utf16_well_formed(&self, from: Utf16, units: &mut [[u8; 2]]) -> usize {
        if units.len() < 8 {
            fallback::make_few_utf16_well_formed(from, units)
        } else {
            (self.make_utf16_well_formed)(from, units)
        }
    }

    /// The source as text, if it is well-formed UTF-8.
    ///
    /// # Errors
    /// The first ill-formed sequence.
    #[inline(always)]
    pub fn from_utf8<'a>(&self, src: &'a [u8]) -> Result<&'a str, Error> {
        self.validate_utf8(src)?;
        // SAFETY: a kernel has just found `src` well-formed, and no table but those of this crate
        // can be made.
        Ok(unsafe { core::str::from_utf8_unchecked(src) })
    }
}

/// Whether at most sixteen bytes are ASCII.
#[inline(always)]
fn is_ascii_short(src: &[u8]) -> bool {
    let all = if let (Some(first), Some(last)) = (src.first_chunk(), src.last_chunk()) {
        u64::from_ne_bytes(*first) | u64::from_ne_bytes(*last)
    } else if let (Some(first), Some(last)) = (src.first_chunk(), src.last_chunk()) {
        u64::from(u32::from_ne_bytes(*first) | u32::from_ne_bytes(*last))
    } else {
        u64::from(src.iter().fold(0, |all, byte| all | byte))
    };
    all & 0x8080_8080_8080_8080 == 0
}
