//! The kernels of a backend: one function for each operation.
//!
//! The macro below names every operation once. It makes the fields of [`Functions`], of which every backend
//! has one, with the scalar entries where it lists none of its own; and of each name a method of [`Kernels`],
//! which calls that of the backend in use.
//!
//! ```text
//! Kernels::validate_utf8    [avx512::validate_utf8, avx2::validate_utf8, .. , fallback::validate_utf8][place]
//! Kernels::utf8_to_utf16    [avx512::utf8_to_utf16, ..                                               ][place]
//! ```
//!
//! An array for each operation, and not a table for each backend: what a program does not call nothing refers to,
//! and the linker leaves it out. With a table for each backend a program that validates UTF-8 and does nothing else
//! had 2.6 MB of kernels.

use core::fmt;
use core::mem::MaybeUninit;

use codeunit_fallback::form::{Chars, Latin1, Source, Str, Target, Utf8, Utf16, Utf32};
use codeunit_fallback::{self as fallback, Analysis, Error, Found, LineEnds, Lossy};

use crate::Backend;
use crate::backend::FUNCTIONS;

/// A backend that this machine has.
#[derive(Clone, Copy)]
pub struct Kernels {
    /// Where it stands in [`Backend::ALL`]. The machine has the features of that one.
    place: usize,
}

/// A strict conversion: `(from, src, to, dst)` to the units written or the error.
type Convert<S, T> = unsafe fn(
    S,
    &<S as Source>::Slice,
    T,
    &mut [MaybeUninit<<T as Target>::Unit>],
) -> Result<usize, Error>;

/// A lossy conversion; its only error is that the output is full.
type ConvertLossy<S, T> = unsafe fn(
    S,
    &<S as Source>::Slice,
    T,
    &mut [MaybeUninit<<T as Target>::Unit>],
) -> Result<Lossy, Error>;

macro_rules! kernels {
    (
        simple { $(
            $(#[$doc:meta])*
            fn $simple:ident($($arg:ident: $type:ty),*) -> $result:ty = $scalar:expr;
        )* }
        strict { $($strict:ident: $s:ident => $t:ident;)* }
        lossy { $($lossy:ident: $ls:ident => $lt:ident;)* }
    ) => {
        /// The functions of one backend. Each is sound, for any argument, where the machine has the features of
        /// the backend.
        #[derive(Clone, Copy)]
        pub(crate) struct Functions {
            $(pub(crate) $simple: unsafe fn($($type),*) -> $result,)*
            $(pub(crate) $strict: Convert<$s, $t>,)*
            $(pub(crate) $lossy: ConvertLossy<$ls, $lt>,)*
        }

        impl Functions {
            /// The names of the entries.
            pub(crate) const ENTRIES: &'static [&'static str] = &[
                $(stringify!($simple),)*
                $(stringify!($strict),)*
                $(stringify!($lossy),)*
            ];

            /// The scalar entries.
            pub(crate) const FALLBACK: Self = Self {
                $($simple: $scalar,)*
                $($strict: fallback::transcode::<$s, $t>,)*
                $($lossy: fallback::transcode_lossy::<$ls, $lt>,)*
            };
        }

        impl Kernels {
            $(kernels!(
                @method $(#[$doc])*
                fn $simple($($arg: $type),*) -> $result
            );)*
            $(kernels!(
                @method
                /// Strict conversion, see [`fallback::transcode()`].
                ///
                /// # Errors
                /// The first thing in the order of the source that cannot be done.
                fn $strict(
                    from: $s,
                    src: &<$s as Source>::Slice,
                    to: $t,
                    dst: &mut [MaybeUninit<<$t as Target>::Unit>]
                ) -> Result<usize, Error>
            );)*
            $(kernels!(
                @method
                /// Lossy conversion, see [`fallback::transcode_lossy`].
                ///
                /// # Errors
                /// The output is full.
                fn $lossy(
                    from: $ls,
                    src: &<$ls as Source>::Slice,
                    to: $lt,
                    dst: &mut [MaybeUninit<<$lt as Target>::Unit>]
                ) -> Result<Lossy, Error>
            );)*
        }
    };
    (@method $(#[$doc:meta])* fn $name:ident($($arg:ident: $type:ty),*) -> $result:ty) => {
        $(#[$doc])*
        #[allow(clippy::missing_errors_doc, reason = "of what is one, the line above says it")]
        #[inline(always)]
        pub fn $name(self, $($arg: $type),*) -> $result {
            const OF_BACKENDS: [unsafe fn($($type),*) -> $result; Backend::ALL.len()] = {
                let mut functions: [unsafe fn($($type),*) -> $result; Backend::ALL.len()] =
                    [FUNCTIONS[0].$name; Backend::ALL.len()];
                let mut place = 1;
                while place < functions.len() {
                    functions[place] = FUNCTIONS[place].$name;
                    place += 1;
                }
                functions
            };
            // A constant is where it is used. The address of a static of this crate others load, which is 1 ns of a
            // call; but WebAssembly has none to load, and its tests link what calls the kernels with two builds of them.
            #[cfg(not(target_arch = "wasm32"))]
            let of_backends: &'static [_; Backend::ALL.len()] = &OF_BACKENDS;
            #[cfg(target_arch = "wasm32")]
            let of_backends = {
                static SHARED: [unsafe fn($($type),*) -> $result; Backend::ALL.len()] = OF_BACKENDS;
                &SHARED
            };
            // SAFETY: the place of a backend, of which there are as many as entries.
            let function = unsafe { of_backends.get_unchecked(self.place) };
            // SAFETY: a value of this type is made where the machine has been found to have the features of
            // the backend at its place.
            unsafe { function($($arg),*) }
        }
    };
}

kernels! {
    simple {
        /// Whether every byte is below 80.
        fn is_ascii(src: &[u8]) -> bool = fallback::is_ascii;
        /// Bytes before the first one that is 80 or above.
        fn ascii_prefix_len(src: &[u8]) -> usize = fallback::ascii_prefix_len;
        /// Whether every code unit is below 80.
        fn is_ascii_utf16(from: Utf16, src: &[[u8; 2]]) -> bool = fallback::is_ascii_utf16;
        /// Code units before the first one that is 80 or above.
        fn ascii_prefix_len_utf16(from: Utf16, src: &[[u8; 2]]) -> usize =
            fallback::ascii_prefix_len_utf16;
        /// Bytes before the first that differs.
        fn common_prefix_len(a: &[u8], b: &[u8]) -> usize = fallback::common_prefix_len;
        /// Bytes before the first that is not ASCII, or not the code unit at its place.
        fn common_prefix_len_ascii_utf16(src: &[u8], to: Utf16, units: &[[u8; 2]]) -> usize =
            fallback::common_prefix_len_ascii_utf16;
        /// Bytes before the first that is not the code unit at its place.
        fn common_prefix_len_latin1_utf16(src: &[u8], to: Utf16, units: &[[u8; 2]]) -> usize =
            fallback::common_prefix_len_latin1_utf16;
        /// Bytes before the first that is not ASCII, or not the code unit at its place.
        fn common_prefix_len_ascii_utf32(src: &[u8], to: Utf32, units: &[[u8; 4]]) -> usize =
            fallback::common_prefix_len_ascii_utf32;
        /// Bytes before the first that is not the code unit at its place.
        fn common_prefix_len_latin1_utf32(src: &[u8], to: Utf32, units: &[[u8; 4]]) -> usize =
            fallback::common_prefix_len_latin1_utf32;
        /// Well-formedness of UTF-8.
        fn validate_utf8(src: &[u8]) -> Result<(), Error> = fallback::validate_utf8;
        /// Well-formedness of UTF-8, and its bytes 0A.
        fn validate_utf8_lines(src: &[u8]) -> Result<usize, Error> = fallback::validate_utf8_lines;
        /// Well-formedness of UTF-16.
        fn validate_utf16(from: Utf16, src: &[[u8; 2]]) -> Result<(), Error> = fallback::validate;
        /// Well-formedness of UTF-32.
        fn validate_utf32(from: Utf32, src: &[[u8; 4]]) -> Result<(), Error> = fallback::validate;
        /// Well-formedness of UTF-8, and its figures.
        fn analyze_utf8(src: &[u8]) -> Analysis = fallback::analyze_utf8;
        /// Well-formedness of UTF-16, and its figures.
        fn analyze_utf16(from: Utf16, src: &[[u8; 2]]) -> Analysis = fallback::analyze_utf16;
        /// Well-formedness of UTF-32, and its figures.
        fn analyze_utf32(from: Utf32, src: &[[u8; 4]]) -> Analysis = fallback::analyze_utf32;
        /// The figures of Latin-1.
        fn analyze_latin1(src: &[u8]) -> Analysis = fallback::analyze_latin1;
        /// Code points in UTF-8.
        fn count_utf8(src: &[u8]) -> usize = fallback::count_utf8;
        /// Code points in UTF-16.
        fn count_utf16(from: Utf16, src: &[[u8; 2]]) -> usize = fallback::count_utf16;
        /// The byte with which the nth code point begins.
        fn find_code_point_utf8(src: &[u8], n: usize) -> Found = fallback::find_code_point_utf8;
        /// The byte with which the code point begins in which the nth code unit of UTF-16 is.
        fn find_utf16_in_utf8(src: &[u8], n: usize) -> Found = fallback::find_utf16_in_utf8;
        /// The code unit with which the nth code point begins.
        fn find_code_point_utf16(from: Utf16, src: &[[u8; 2]], n: usize) -> Found =
            fallback::find_code_point_utf16;
        /// The code unit in which the nth byte of UTF-8 is.
        fn find_utf8_in_utf16(from: Utf16, src: &[[u8; 2]], n: usize) -> Found =
            fallback::find_utf8_in_utf16;
        /// The last byte of the nth line end.
        fn find_line_end_utf8(ends: LineEnds, src: &[u8], n: usize) -> Found =
            fallback::find_line_end_utf8;
        /// The last code unit of the nth line end.
        fn find_line_end_utf16(from: Utf16, ends: LineEnds, src: &[[u8; 2]], n: usize) -> Found =
            fallback::find_line_end_utf16;
        /// Bytes 0A.
        fn count_line_feeds_utf8(src: &[u8]) -> usize = fallback::count_line_feeds_utf8;
        /// Code units 0A.
        fn count_line_feeds_utf16(from: Utf16, src: &[[u8; 2]]) -> usize =
            fallback::count_line_feeds_utf16;
        /// Code units 0A.
        fn count_line_feeds_utf32(from: Utf32, src: &[[u8; 4]]) -> usize =
            fallback::count_line_feeds_utf32;
        /// Code points of UTF-8 behind the last byte 0A, if there is one.
        fn count_last_line_utf8(src: &[u8]) -> Option<usize> = fallback::count_last_line_utf8;
        /// Bytes behind the last byte 0A, if there is one.
        fn count_last_line_latin1(src: &[u8]) -> Option<usize> = fallback::count_last_line_latin1;
        /// Code points of UTF-16 behind the last code unit 0A, if there is one.
        fn count_last_line_utf16(from: Utf16, src: &[[u8; 2]]) -> Option<usize> =
            fallback::count_last_line_utf16;
        /// UTF-16 code units for UTF-8.
        fn utf16_len_from_utf8(src: &[u8]) -> usize = fallback::utf16_len_from_utf8;
        /// UTF-8 bytes for UTF-16.
        fn utf8_len_from_utf16(from: Utf16, src: &[[u8; 2]]) -> usize =
            fallback::utf8_len_from_utf16;
        /// UTF-8 bytes for UTF-32.
        fn utf8_len_from_utf32(from: Utf32, src: &[[u8; 4]]) -> usize =
            fallback::utf8_len_from_utf32;
        /// UTF-16 code units for UTF-32.
        fn utf16_len_from_utf32(from: Utf32, src: &[[u8; 4]]) -> usize =
            fallback::utf16_len_from_utf32;
        /// UTF-8 bytes for Latin-1.
        fn utf8_len_from_latin1(src: &[u8]) -> usize = fallback::utf8_len_from_latin1;
        /// UTF-8 bytes of repaired UTF-8.
        fn utf8_len_from_utf8_lossy(src: &[u8]) -> usize =
            |src| fallback::len_lossy(Utf8, src, Utf8);
        /// UTF-16 code units for UTF-8, lossy.
        fn utf16_len_from_utf8_lossy(src: &[u8]) -> usize =
            |src| fallback::len_lossy(Utf8, src, Utf16(fallback::ByteOrder::NATIVE));
        /// Code points of repaired UTF-8.
        fn count_utf8_lossy(src: &[u8]) -> usize = |src| fallback::len_lossy(Utf8, src, Latin1);
        /// UTF-8 bytes for UTF-16, lossy.
        fn utf8_len_from_utf16_lossy(from: Utf16, src: &[[u8; 2]]) -> usize =
            |from, src| fallback::len_lossy(from, src, Utf8);
        /// Code points of repaired UTF-16.
        fn count_utf16_lossy(from: Utf16, src: &[[u8; 2]]) -> usize =
            |from, src| fallback::len_lossy(from, src, Latin1);
        /// UTF-8 bytes for UTF-32, lossy.
        fn utf8_len_from_utf32_lossy(from: Utf32, src: &[[u8; 4]]) -> usize =
            |from, src| fallback::len_lossy(from, src, Utf8);
        /// UTF-16 code units for UTF-32, lossy.
        fn utf16_len_from_utf32_lossy(from: Utf32, src: &[[u8; 4]]) -> usize =
            |from, src| fallback::len_lossy(from, src, Utf16(fallback::ByteOrder::NATIVE));
        /// Byte swap from one slice into another.
        fn swap_utf16(src: &[[u8; 2]], dst: &mut [MaybeUninit<[u8; 2]>]) -> usize =
            fallback::swap_utf16;
        /// Byte swap in place.
        fn swap_utf16_in_place(units: &mut [[u8; 2]]) -> () = fallback::swap_utf16_in_place;
        /// Byte swap from one slice into another.
        fn swap_utf32(src: &[[u8; 4]], dst: &mut [MaybeUninit<[u8; 4]>]) -> usize =
            fallback::swap_utf32;
        /// Byte swap in place.
        fn swap_utf32_in_place(units: &mut [[u8; 4]]) -> () = fallback::swap_utf32_in_place;
        /// U+FFFD over each unpaired surrogate; how many there were.
        fn make_utf16_well_formed(from: Utf16, units: &mut [[u8; 2]]) -> usize =
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
    /// The kernels of the backend at a place of [`Backend::ALL`].
    ///
    /// # Safety
    /// The machine has the features of that backend.
    #[inline(always)]
    pub(crate) const unsafe fn at(place: usize) -> Self {
        Self { place }
    }

    /// Where the backend stands in [`Backend::ALL`].
    #[inline(always)]
    pub(crate) const fn place(self) -> usize {
        self.place
    }

    /// Whose kernels they are.
    #[must_use]
    pub fn backend(self) -> Backend {
        Backend::ALL[self.place]
    }
}

impl fmt::Debug for Kernels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Kernels").field(&self.backend()).finish()
    }
}
