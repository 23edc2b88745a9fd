//! Which backends there are, which the machine can run, and the table of each.

use crate::Kernels;
vectors! {
    use core::mem::MaybeUninit;

    use crate::fallback::{Error, Lossy, form::*};
}

macro_rules! backends {
    ($($(#[$doc:meta])* $variant:ident $name:literal $module:ident;)*) => {
        /// An implementation of every operation, for one instruction set.
        ///
        /// All give the same output, the same counts and the same errors for the same input.
        ///
        /// ```
        /// use codeunit::{Backend, Engine};
        ///
        /// for &backend in Backend::ALL {
        ///     println!("{}: {}", backend.name(), backend.is_available());
        /// }
        /// assert!(Engine::with_backend(Backend::Fallback).is_some());
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Backend {
            $($(#[$doc])* $variant,)*
        }

        impl Backend {
            /// Every backend of the engine, whether this machine has it or not. The first that it has is
            /// the one in use; behind [`Fallback`](Self::Fallback), which every machine has, stand those
            /// that are only for tests.
            ///
            /// ```
            /// use codeunit::Backend;
            /// let first = Backend::ALL.iter().find(|backend| backend.is_available());
            /// assert_eq!(first, Some(&Backend::active()));
            /// ```
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The name that the command line and the benchmarks use.
            ///
            /// ```
            /// assert_eq!(codeunit::Backend::Avx2.name(), "avx2");
            /// ```
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }

            /// Whether this machine has the instructions, and the program the kernels.
            ///
            /// ```
            /// assert!(codeunit::Backend::Fallback.is_available());
            /// ```
            #[must_use]
            pub fn is_available(self) -> bool {
                self.kernels().is_some()
            }

            /// The best backend of this machine, which is the one that the crate's functions use.
            ///
            /// ```
            /// use codeunit::{Backend, Engine};
            /// assert_eq!(Backend::active(), Engine::active().backend());
            /// ```
            #[must_use]
            pub fn active() -> Self {
                Kernels::active().backend
            }

            /// The table of the backend, if the program and the machine have it.
            #[doc(hidden)]
            #[must_use]
            pub fn kernels(self) -> Option<&'static Kernels> {
                match self {
                    $(Self::$variant => $module::get(),)*
                }
            }

            /// The backend that is in use on every machine on which the program runs, if what it is
            /// compiled for tells.
            #[doc(hidden)]
            #[must_use]
            pub const fn certain() -> Option<Self> {
                $(
                    if $module::COMPILED_IN {
                        return Some(Self::$variant);
                    }
                    if $module::POSSIBLE {
                        return None;
                    }
                )*
                None
            }
        }
    };
}

backends! {
    /// x86 and x86-64 with AVX-512 F, BW, VL, VBMI and VBMI2: Ice Lake, Zen 4 and later.
    Avx512 "avx512" avx512;
    /// x86 and x86-64 with AVX2, BMI1, BMI2, LZCNT and POPCNT: Haswell, Zen and later.
    Avx2 "avx2" avx2;
    /// x86 and x86-64 with SSSE3, SSE4.1 and POPCNT.
    Sse41 "sse41" sse41;
    /// 64-bit Arm, little-endian: there NEON is part of what every program is compiled for.
    Neon "neon" neon;
    /// WebAssembly with `simd128`, if the program is compiled for it.
    Simd128 "simd128" simd128;
    /// Safe Rust, on every machine.
    Fallback "fallback" scalar;
    /// The kernels over plain arrays, on every machine, with the feature `array`: for checkers, and for what
    /// has no vectors of its own to test. Never chosen.
    Array "array" array;
}

mod scalar {
    use crate::Kernels;

    pub(super) const POSSIBLE: bool = true;
    pub(super) const COMPILED_IN: bool = true;

    pub(super) fn get() -> Option<&'static Kernels> {
        Some(&Kernels::FALLBACK)
    }
}

// AVX2 and AVX-512 do not imply BMI, LZCNT or POPCNT to the compiler: without them by name, counting
// bits is a dozen instructions.
stamp! {
    shared kernels {
        fn is_ascii(src: &[u8]) -> bool;
        fn ascii_prefix_len(src: &[u8]) -> usize;
        fn is_ascii_utf16(from: Utf16, src: &[[u8; 2]]) -> bool;
        fn ascii_prefix_len_utf16(from: Utf16, src: &[[u8; 2]]) -> usize;
        fn common_prefix_len(a: &[u8], b: &[u8]) -> usize;
        fn common_prefix_len_ascii_utf16(src: &[u8], to: Utf16, units: &[[u8; 2]]) -> usize;
        fn common_prefix_len_latin1_utf16(src: &[u8], to: Utf16, units: &[[u8; 2]]) -> usize;
        fn common_prefix_len_ascii_utf32(src: &[u8], to: Utf32, units: &[[u8; 4]]) -> usize;
        fn common_prefix_len_latin1_utf32(src: &[u8], to: Utf32, units: &[[u8; 4]]) -> usize;
        fn validate_utf8(src: &[u8]) -> Result<(), Error>;
        fn validate_utf8_lines(src: &[u8]) -> Result<usize, Error>;
        fn analyze_utf8(src: &[u8]) -> Analysis;
        fn analyze_utf16(from: Utf16, src: &[[u8; 2]]) -> Analysis;
        fn analyze_utf32(from: Utf32, src: &[[u8; 4]]) -> Analysis;
        fn analyze_latin1(src: &[u8]) -> Analysis;
        fn find_code_point_utf8(src: &[u8], n: usize) -> Found;
        fn find_utf16_in_utf8(src: &[u8], n: usize) -> Found;
        fn find_code_point_utf16(from: Utf16, src: &[[u8; 2]], n: usize) -> Found;
        fn find_utf8_in_utf16(from: Utf16, src: &[[u8; 2]], n: usize) -> Found;
        fn find_line_end_utf8(ends: LineEnds, src: &[u8], n: usize) -> Found;
        fn find_line_end_utf16(from: Utf16, ends: LineEnds, src: &[[u8; 2]], n: usize) -> Found;
        fn count_utf8(src: &[u8]) -> usize;
        fn count_line_feeds_utf8(src: &[u8]) -> usize;
        fn count_line_feeds_utf16(from: Utf16, src: &[[u8; 2]]) -> usize;
        fn count_line_feeds_utf32(from: Utf32, src: &[[u8; 4]]) -> usize;
        fn count_last_line_utf8(src: &[u8]) -> Option<usize>;
        fn count_last_line_latin1(src: &[u8]) -> Option<usize>;
        fn count_last_line_utf16(from: Utf16, src: &[[u8; 2]]) -> Option<usize>;
        fn utf16_len_from_utf8(src: &[u8]) -> usize;
        fn count_utf8_lossy(src: &[u8]) -> usize;
        fn utf16_len_from_utf8_lossy(src: &[u8]) -> usize;
        fn utf8_len_from_utf8_lossy(src: &[u8]) -> usize;
        fn make_utf16_well_formed(from: Utf16, units: &mut [[u8; 2]]) -> usize;
        fn validate_utf16(from: Utf16, src: &[[u8; 2]]) -> Result<(), Error>;
        fn count_utf16(from: Utf16, src: &[[u8; 2]]) -> usize;
        fn count_utf16_lossy(from: Utf16, src: &[[u8; 2]]) -> usize;
        fn utf8_len_from_utf16(from: Utf16, src: &[[u8; 2]]) -> usize;
        fn utf8_len_from_utf16_lossy(from: Utf16, src: &[[u8; 2]]) -> usize;
        fn swap_utf16(src: &[[u8; 2]], dst: &mut [MaybeUninit<[u8; 2]>]) -> usize;
        fn swap_utf16_in_place(units: &mut [[u8; 2]]) -> ();
        fn swap_utf32(src: &[[u8; 4]], dst: &mut [MaybeUninit<[u8; 4]>]) -> usize;
        fn swap_utf32_in_place(units: &mut [[u8; 4]]) -> ();
        fn validate_utf32(from: Utf32, src: &[[u8; 4]]) -> Result<(), Error>;
        fn utf8_len_from_utf32(from: Utf32, src: &[[u8; 4]]) -> usize;
        fn utf16_len_from_utf32(from: Utf32, src: &[[u8; 4]]) -> usize;
        fn utf8_len_from_utf32_lossy(from: Utf32, src: &[[u8; 4]]) -> usize;
        fn utf16_len_from_utf32_lossy(from: Utf32, src: &[[u8; 4]]) -> usize;
        fn utf8_len_from_latin1(src: &[u8]) -> usize;
        strict utf32_to_utf8: Utf32 => Utf8;
        strict utf32_to_utf16: Utf32 => Utf16;
        strict utf32_to_utf32: Utf32 => Utf32;
        strict utf32_to_latin1: Utf32 => Latin1;
        strict chars_to_utf8: Chars => Utf8;
        strict chars_to_utf16: Chars => Utf16;
        strict chars_to_utf32: Chars => Utf32;
        strict chars_to_latin1: Chars => Latin1;
        strict latin1_to_utf8: Latin1 => Utf8;
        strict latin1_to_utf16: Latin1 => Utf16;
        strict latin1_to_utf32: Latin1 => Utf32;
        strict latin1_to_latin1: Latin1 => Latin1;
        strict utf8_to_utf8: Utf8 => Utf8;
        strict str_to_utf8: Str => Utf8;
        strict utf8_to_utf16: Utf8 => Utf16;
        strict utf8_to_utf32: Utf8 => Utf32;
        strict utf8_to_latin1: Utf8 => Latin1;
        strict str_to_utf16: Str => Utf16;
        strict str_to_utf32: Str => Utf32;
        strict str_to_latin1: Str => Latin1;
        strict utf16_to_utf8: Utf16 => Utf8;
        strict utf16_to_utf16: Utf16 => Utf16;
        strict utf16_to_utf32: Utf16 => Utf32;
        strict utf16_to_latin1: Utf16 => Latin1;
        lossy utf32_to_utf8_lossy: Utf32 => Utf8;
        lossy utf32_to_utf16_lossy: Utf32 => Utf16;
        lossy utf32_to_utf32_lossy: Utf32 => Utf32;
        lossy utf32_to_latin1_lossy: Utf32 => Latin1;
        lossy chars_to_latin1_lossy: Chars => Latin1;
        lossy utf16_to_utf8_lossy: Utf16 => Utf8;
        lossy utf16_to_utf16_lossy: Utf16 => Utf16;
        lossy utf16_to_utf32_lossy: Utf16 => Utf32;
        lossy utf16_to_latin1_lossy: Utf16 => Latin1;
        lossy utf8_to_utf8_lossy: Utf8 => Utf8;
        lossy utf8_to_utf16_lossy: Utf8 => Utf16;
        lossy utf8_to_utf32_lossy: Utf8 => Utf32;
        lossy utf8_to_latin1_lossy: Utf8 => Latin1;
        lossy str_to_latin1_lossy: Str => Latin1;
        outlined strict utf32_to_utf8_any: Utf32 => Utf8;
        outlined strict utf32_to_utf16_few: Utf32 => Utf16;
        outlined strict utf32_to_utf16_any: Utf32 => Utf16;
        outlined strict utf32_to_latin1_any: Utf32 => Latin1;
        outlined strict chars_to_utf8_any: Chars => Utf8;
        outlined strict chars_to_utf16_few: Chars => Utf16;
        outlined strict chars_to_utf16_any: Chars => Utf16;
        outlined strict chars_to_latin1_any: Chars => Latin1;
        outlined strict latin1_to_utf8_any: Latin1 => Utf8;
        outlined strict utf8_to_utf16_any: Utf8 => Utf16;
        outlined strict utf8_to_utf32_any: Utf8 => Utf32;
        outlined strict utf8_to_latin1_any: Utf8 => Latin1;
        outlined strict str_to_utf16_any: Str => Utf16;
        outlined strict str_to_utf32_any: Str => Utf32;
        outlined strict utf16_to_utf8_few: Utf16 => Utf8;
        outlined strict utf16_to_utf8_any: Utf16 => Utf8;
        outlined strict utf16_to_utf16_any: Utf16 => Utf16;
        outlined strict utf16_to_utf32_any: Utf16 => Utf32;
        outlined strict utf16_to_latin1_any: Utf16 => Latin1;
        outlined lossy utf8_to_utf8_lossy_any: Utf8 => Utf8;
        outlined lossy utf16_to_utf8_lossy_few: Utf16 => Utf8;
        outlined lossy utf16_to_utf8_lossy_any: Utf16 => Utf8;
        outlined lossy utf16_to_utf16_lossy_any: Utf16 => Utf16;
        outlined lossy utf16_to_utf32_lossy_any: Utf16 => Utf32;
        outlined lossy utf16_to_latin1_lossy_any: Utf16 => Latin1;
        outlined fn validate_utf8_few(src: &[u8]) -> Result<(), Error>;
        outlined fn make_utf16_well_formed_any(from: Utf16, units: &mut [[u8; 2]]) -> usize;
        outlined fn utf8_repair_ascii(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> crate::kernels::Repaired;
        outlined fn validate_utf8_any(src: &[u8]) -> Result<(), Error>;
        outlined fn utf16_to_utf8_blocks(from: Utf16, src: &[[u8; 2]], dst: &mut [MaybeUninit<u8>]) -> crate::kernels::Stop;
        outlined fn utf16_to_utf8_run_of_mixed(from: Utf16, src: &[[u8; 2]], dst: &mut [MaybeUninit<u8>]) -> crate::kernels::Stop;
        outlined fn utf16_to_utf8_replace(from: Utf16, src: &[[u8; 2]], at: usize, dst: &mut [MaybeUninit<u8>]) -> crate::kernels::Replaced;
        outlined fn utf8_to_utf16le_vectors(src: &[u8], dst: &mut [MaybeUninit<[u8; 2]>]) -> Option<usize>;
        outlined fn utf8_to_utf16be_vectors(src: &[u8], dst: &mut [MaybeUninit<[u8; 2]>]) -> Option<usize>;
        outlined fn utf8_to_utf32le_vectors(src: &[u8], dst: &mut [MaybeUninit<[u8; 4]>]) -> Option<usize>;
        outlined fn utf8_to_utf32be_vectors(src: &[u8], dst: &mut [MaybeUninit<[u8; 4]>]) -> Option<usize>;
        outlined fn utf8_to_latin1_vectors(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Option<usize>;
        outlined fn utf8_to_utf16le(src: &[u8], done: usize, dst: &mut [MaybeUninit<[u8; 2]>]) -> crate::kernels::Stop;
        outlined fn utf8_to_utf16be(src: &[u8], done: usize, dst: &mut [MaybeUninit<[u8; 2]>]) -> crate::kernels::Stop;
        outlined fn utf8_to_utf32le(src: &[u8], done: usize, dst: &mut [MaybeUninit<[u8; 4]>]) -> crate::kernels::Stop;
        outlined fn utf8_to_utf32be(src: &[u8], done: usize, dst: &mut [MaybeUninit<[u8; 4]>]) -> crate::kernels::Stop;
        outlined fn utf8_to_latin1_blocks(src: &[u8], done: usize, dst: &mut [MaybeUninit<u8>]) -> crate::kernels::Stop;
        outlined fn str_to_utf16le(src: &[u8], done: usize, dst: &mut [MaybeUninit<[u8; 2]>]) -> crate::kernels::Stop;
        outlined fn str_to_utf16be(src: &[u8], done: usize, dst: &mut [MaybeUninit<[u8; 2]>]) -> crate::kernels::Stop;
        outlined fn str_to_utf32le(src: &[u8], done: usize, dst: &mut [MaybeUninit<[u8; 4]>]) -> crate::kernels::Stop;
        outlined fn str_to_utf32be(src: &[u8], done: usize, dst: &mut [MaybeUninit<[u8; 4]>]) -> crate::kernels::Stop;
        outlined fn utf8_to_utf16le_rest(src: &[u8], dst: &mut [MaybeUninit<[u8; 2]>], read: usize, written: usize) -> Result<Lossy, Error>;
        outlined fn utf8_to_utf16le_replace_short(src: &[u8], dst: &mut [MaybeUninit<[u8; 2]>]) -> Result<Lossy, Error>;
        outlined fn utf8_to_utf16le_replace(src: &[u8], dst: &mut [MaybeUninit<[u8; 2]>], read: usize, written: usize, replacements: usize, way: crate::kernels::Way) -> Result<Lossy, Error>;
        outlined fn utf8_to_utf16be_rest(src: &[u8], dst: &mut [MaybeUninit<[u8; 2]>], read: usize, written: usize) -> Result<Lossy, Error>;
        outlined fn utf8_to_utf16be_replace_short(src: &[u8], dst: &mut [MaybeUninit<[u8; 2]>]) -> Result<Lossy, Error>;
        outlined fn utf8_to_utf16be_replace(src: &[u8], dst: &mut [MaybeUninit<[u8; 2]>], read: usize, written: usize, replacements: usize, way: crate::kernels::Way) -> Result<Lossy, Error>;
        outlined fn utf8_to_utf32le_rest(src: &[u8], dst: &mut [MaybeUninit<[u8; 4]>], read: usize, written: usize) -> Result<Lossy, Error>;
        outlined fn utf8_to_utf32le_replace_short(src: &[u8], dst: &mut [MaybeUninit<[u8; 4]>]) -> Result<Lossy, Error>;
        outlined fn utf8_to_utf32le_replace(src: &[u8], dst: &mut [MaybeUninit<[u8; 4]>], read: usize, written: usize, replacements: usize, way: crate::kernels::Way) -> Result<Lossy, Error>;
        outlined fn utf8_to_utf32be_rest(src: &[u8], dst: &mut [MaybeUninit<[u8; 4]>], read: usize, written: usize) -> Result<Lossy, Error>;
        outlined fn utf8_to_utf32be_replace_short(src: &[u8], dst: &mut [MaybeUninit<[u8; 4]>]) -> Result<Lossy, Error>;
        outlined fn utf8_to_utf32be_replace(src: &[u8], dst: &mut [MaybeUninit<[u8; 4]>], read: usize, written: usize, replacements: usize, way: crate::kernels::Way) -> Result<Lossy, Error>;
        outlined fn utf8_to_latin1_rest(src: &[u8], dst: &mut [MaybeUninit<u8>], read: usize, written: usize) -> Result<Lossy, Error>;
        outlined fn utf8_to_latin1_replace_short(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Result<Lossy, Error>;
        outlined fn utf8_to_latin1_replace(src: &[u8], dst: &mut [MaybeUninit<u8>], read: usize, written: usize, replacements: usize, way: crate::kernels::Way) -> Result<Lossy, Error>;
    }

    avx512: x86::Avx512 if (any(target_arch = "x86", target_arch = "x86_64")) [
        "avx512f", "avx512bw", "avx512vl", "avx512vbmi", "avx512vbmi2", "avx2", "bmi1", "bmi2",
        "lzcnt", "popcnt"
    ] own avx512 {
        fn is_ascii(src: &[u8]) -> bool;
        fn ascii_prefix_len(src: &[u8]) -> usize;
        fn is_ascii_utf16(from: Utf16, src: &[[u8; 2]]) -> bool;
        fn ascii_prefix_len_utf16(from: Utf16, src: &[[u8; 2]]) -> usize;
        fn common_prefix_len(a: &[u8], b: &[u8]) -> usize;
        fn common_prefix_len_ascii_utf16(src: &[u8], to: Utf16, units: &[[u8; 2]]) -> usize;
        fn common_prefix_len_latin1_utf16(src: &[u8], to: Utf16, units: &[[u8; 2]]) -> usize;
        fn common_prefix_len_ascii_utf32(src: &[u8], to: Utf32, units: &[[u8; 4]]) -> usize;
        fn common_prefix_len_latin1_utf32(src: &[u8], to: Utf32, units: &[[u8; 4]]) -> usize;
        fn validate_utf8(src: &[u8]) -> Result<(), Error>;
        fn validate_utf8_lines(src: &[u8]) -> Result<usize, Error>;
        fn analyze_utf8(src: &[u8]) -> Analysis;
        fn analyze_utf16(from: Utf16, src: &[[u8; 2]]) -> Analysis;
        fn analyze_utf32(from: Utf32, src: &[[u8; 4]]) -> Analysis;
        fn analyze_latin1(src: &[u8]) -> Analysis;
        fn make_utf16_well_formed(from: Utf16, units: &mut [[u8; 2]]) -> usize;
        fn find_code_point_utf8(src: &[u8], n: usize) -> Found;
        fn find_utf16_in_utf8(src: &[u8], n: usize) -> Found;
        fn find_code_point_utf16(from: Utf16, src: &[[u8; 2]], n: usize) -> Found;
        fn find_utf8_in_utf16(from: Utf16, src: &[[u8; 2]], n: usize) -> Found;
        fn find_line_end_utf8(ends: LineEnds, src: &[u8], n: usize) -> Found;
        fn find_line_end_utf16(from: Utf16, ends: LineEnds, src: &[[u8; 2]], n: usize) -> Found;
        fn count_utf8(src: &[u8]) -> usize;
        fn count_line_feeds_utf8(src: &[u8]) -> usize;
        fn count_line_feeds_utf16(from: Utf16, src: &[[u8; 2]]) -> usize;
        fn count_line_feeds_utf32(from: Utf32, src: &[[u8; 4]]) -> usize;
        fn count_last_line_utf8(src: &[u8]) -> Option<usize>;
        fn count_last_line_latin1(src: &[u8]) -> Option<usize>;
        fn count_last_line_utf16(from: Utf16, src: &[[u8; 2]]) -> Option<usize>;
        fn utf16_len_from_utf8(src: &[u8]) -> usize;
        fn count_utf8_lossy(src: &[u8]) -> usize;
        fn utf16_len_from_utf8_lossy(src: &[u8]) -> usize;
        fn utf8_len_from_utf8_lossy(src: &[u8]) -> usize;
        fn validate_utf16(from: Utf16, src: &[[u8; 2]]) -> Result<(), Error>;
        fn count_utf16(from: Utf16, src: &[[u8; 2]]) -> usize;
        fn count_utf16_lossy(from: Utf16, src: &[[u8; 2]]) -> usize;
        fn utf8_len_from_utf16(from: Utf16, src: &[[u8; 2]]) -> usize;
        fn utf8_len_from_utf16_lossy(from: Utf16, src: &[[u8; 2]]) -> usize;
        fn validate_utf32(from: Utf32, src: &[[u8; 4]]) -> Result<(), Error>;
        fn utf8_len_from_utf32(from: Utf32, src: &[[u8; 4]]) -> usize;
        fn utf16_len_from_utf32(from: Utf32, src: &[[u8; 4]]) -> usize;
        fn utf8_len_from_utf32_lossy(from: Utf32, src: &[[u8; 4]]) -> usize;
        fn utf16_len_from_utf32_lossy(from: Utf32, src: &[[u8; 4]]) -> usize;
        fn utf8_len_from_latin1(src: &[u8]) -> usize;
        fn swap_utf16(src: &[[u8; 2]], dst: &mut [MaybeUninit<[u8; 2]>]) -> usize;
        fn swap_utf16_in_place(units: &mut [[u8; 2]]) -> ();
        fn swap_utf32(src: &[[u8; 4]], dst: &mut [MaybeUninit<[u8; 4]>]) -> usize;
        fn swap_utf32_in_place(units: &mut [[u8; 4]]) -> ();
        strict utf8_to_utf8: Utf8 => Utf8;
        strict utf8_to_utf16: Utf8 => Utf16;
        strict utf8_to_utf32: Utf8 => Utf32;
        strict utf8_to_latin1: Utf8 => Latin1;
        strict str_to_utf8: Str => Utf8;
        strict str_to_utf16: Str => Utf16;
        strict str_to_utf32: Str => Utf32;
        strict str_to_latin1: Str => Latin1;
        strict utf16_to_utf8: Utf16 => Utf8;
        strict utf16_to_utf16: Utf16 => Utf16;
        strict utf16_to_utf32: Utf16 => Utf32;
        strict utf16_to_latin1: Utf16 => Latin1;
        strict utf32_to_utf8: Utf32 => Utf8;
        strict utf32_to_utf16: Utf32 => Utf16;
        strict utf32_to_utf32: Utf32 => Utf32;
        strict utf32_to_latin1: Utf32 => Latin1;
        strict chars_to_utf8: Chars => Utf8;
        strict chars_to_utf16: Chars => Utf16;
        strict chars_to_utf32: Chars => Utf32;
        strict chars_to_latin1: Chars => Latin1;
        strict latin1_to_utf8: Latin1 => Utf8;
        strict latin1_to_utf16: Latin1 => Utf16;
        strict latin1_to_utf32: Latin1 => Utf32;
        strict latin1_to_latin1: Latin1 => Latin1;
        lossy utf8_to_utf8_lossy: Utf8 => Utf8;
        lossy utf8_to_utf16_lossy: Utf8 => Utf16;
        lossy utf8_to_utf32_lossy: Utf8 => Utf32;
        lossy utf8_to_latin1_lossy: Utf8 => Latin1;
        lossy str_to_latin1_lossy: Str => Latin1;
        lossy utf16_to_utf8_lossy: Utf16 => Utf8;
        lossy utf16_to_utf16_lossy: Utf16 => Utf16;
        lossy utf16_to_utf32_lossy: Utf16 => Utf32;
        lossy utf16_to_latin1_lossy: Utf16 => Latin1;
        lossy utf32_to_utf8_lossy: Utf32 => Utf8;
        lossy utf32_to_utf16_lossy: Utf32 => Utf16;
        lossy utf32_to_utf32_lossy: Utf32 => Utf32;
        lossy utf32_to_latin1_lossy: Utf32 => Latin1;
        lossy chars_to_latin1_lossy: Chars => Latin1;
        outlined strict utf8_to_utf16_any: Utf8 => Utf16;
        outlined strict utf8_to_utf32_any: Utf8 => Utf32;
        outlined strict utf8_to_latin1_any: Utf8 => Latin1;
        outlined strict str_to_utf16_any: Str => Utf16;
        outlined strict str_to_utf32_any: Str => Utf32;
        outlined strict utf16_to_utf8_few: Utf16 => Utf8;
        outlined strict utf16_to_utf8_any: Utf16 => Utf8;
        outlined strict utf16_to_utf16_any: Utf16 => Utf16;
        outlined strict utf16_to_utf32_any: Utf16 => Utf32;
        outlined strict utf16_to_latin1_any: Utf16 => Latin1;
        outlined strict utf32_to_utf8_any: Utf32 => Utf8;
        outlined strict utf32_to_utf16_any: Utf32 => Utf16;
        outlined strict utf32_to_utf32_any: Utf32 => Utf32;
        outlined strict utf32_to_latin1_any: Utf32 => Latin1;
        outlined strict chars_to_utf8_any: Chars => Utf8;
        outlined strict chars_to_utf16_any: Chars => Utf16;
        outlined strict chars_to_utf32_any: Chars => Utf32;
        outlined strict chars_to_latin1_any: Chars => Latin1;
        outlined lossy utf8_to_utf8_lossy_few: Utf8 => Utf8;
        outlined lossy utf8_to_utf8_lossy_any: Utf8 => Utf8;
        outlined lossy utf8_to_utf16_lossy_any: Utf8 => Utf16;
        outlined lossy utf8_to_utf32_lossy_any: Utf8 => Utf32;
        outlined lossy utf8_to_latin1_lossy_any: Utf8 => Latin1;
        outlined lossy utf16_to_utf8_lossy_few: Utf16 => Utf8;
        outlined lossy utf16_to_utf8_lossy_any: Utf16 => Utf8;
        outlined lossy utf16_to_utf16_lossy_any: Utf16 => Utf16;
        outlined lossy utf16_to_utf32_lossy_any: Utf16 => Utf32;
        outlined lossy utf16_to_latin1_lossy_any: Utf16 => Latin1;
        outlined lossy utf32_to_utf8_lossy_any: Utf32 => Utf8;
        outlined lossy utf32_to_utf16_lossy_any: Utf32 => Utf16;
        outlined lossy utf32_to_utf32_lossy_any: Utf32 => Utf32;
        outlined lossy utf32_to_latin1_lossy_any: Utf32 => Latin1;
        outlined lossy chars_to_latin1_lossy_any: Chars => Latin1;
        outlined fn make_utf16_well_formed_any(from: Utf16, units: &mut [[u8; 2]]) -> usize;
        outlined fn utf8_to_utf16le_replace(src: &[u8], dst: &mut [MaybeUninit<[u8; 2]>], near: usize) -> crate::avx512::LossyStop;
        outlined fn utf8_to_utf16be_replace(src: &[u8], dst: &mut [MaybeUninit<[u8; 2]>], near: usize) -> crate::avx512::LossyStop;
        outlined fn utf8_to_utf32le_replace(src: &[u8], dst: &mut [MaybeUninit<[u8; 4]>], near: usize) -> crate::avx512::LossyStop;
        outlined fn utf8_to_utf32be_replace(src: &[u8], dst: &mut [MaybeUninit<[u8; 4]>], near: usize) -> crate::avx512::LossyStop;
        outlined fn utf8_to_latin1_replace(src: &[u8], dst: &mut [MaybeUninit<u8>], near: usize) -> crate::avx512::LossyStop;
        outlined fn utf8_to_utf16le(src: &[u8], dst: &mut [MaybeUninit<[u8; 2]>]) -> crate::avx512::Stop;
        outlined fn utf8_to_utf16be(src: &[u8], dst: &mut [MaybeUninit<[u8; 2]>]) -> crate::avx512::Stop;
        outlined fn utf8_to_utf32le(src: &[u8], dst: &mut [MaybeUninit<[u8; 4]>]) -> crate::avx512::Stop;
        outlined fn utf8_to_utf32be(src: &[u8], dst: &mut [MaybeUninit<[u8; 4]>]) -> crate::avx512::Stop;
        outlined fn utf8_to_latin1_blocks(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> crate::avx512::Stop;
        outlined fn str_to_utf16le(src: &[u8], dst: &mut [MaybeUninit<[u8; 2]>]) -> crate::avx512::Stop;
        outlined fn str_to_utf16be(src: &[u8], dst: &mut [MaybeUninit<[u8; 2]>]) -> crate::avx512::Stop;
        outlined fn str_to_utf32le(src: &[u8], dst: &mut [MaybeUninit<[u8; 4]>]) -> crate::avx512::Stop;
        outlined fn str_to_utf32be(src: &[u8], dst: &mut [MaybeUninit<[u8; 4]>]) -> crate::avx512::Stop;
        outlined fn utf16_to_utf32_run(from: Utf16, src: &[[u8; 2]], to: Utf32, dst: &mut [MaybeUninit<[u8; 4]>], at: usize, out: usize) -> crate::avx512::Run;
        outlined fn utf16_to_utf8_run(from: Utf16, src: &[[u8; 2]], dst: &mut [MaybeUninit<u8>], at: usize, out: usize) -> crate::avx512::Run;
        outlined fn validate_utf16_any(from: Utf16, src: &[[u8; 2]]) -> Result<(), Error>;
        outlined fn validate_utf8_long(src: &[u8]) -> Result<(), Error>;
        outlined fn validate_utf8_longer(src: &[u8]) -> Result<(), Error>;
        outlined fn validate_utf8_lines_longer(src: &[u8]) -> Result<usize, Error>;
        outlined fn locate_utf8(src: &[u8], at: usize) -> Result<(), Error>;
        outlined fn utf8_repair_window(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> crate::avx512::Window;
    };
    avx2: x86::Avx2 if (any(target_arch = "x86", target_arch = "x86_64")) ["avx2", "bmi1", "bmi2", "lzcnt", "popcnt"];
    sse41: x86::Sse41 if (any(target_arch = "x86", target_arch = "x86_64")) [
        "sse4.1", "ssse3", "popcnt"
    ];
    neon: neon::Neon if (all(target_arch = "aarch64", target_endian = "little", target_feature = "neon")) [];
    simd128: wasm::Simd128 if (all(target_arch = "wasm32", target_feature = "simd128")) [];
    array: array::Array if (feature = "array") [];
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::*;

    const README: &str = include_str!("../../README.md");

    /// The rows of the README's table, cell by cell.
    fn rows() -> Vec<Vec<&'static str>> {
        let (_, table) = README.split_once("## Backends\n").expect("the table of backends");
        let lines = table.trim_start().lines().take_while(|line| line.starts_with('|'));
        lines.map(|line| line.trim_matches('|').split('|').map(str::trim).collect()).collect()
    }

    /// So that none of them takes the scalar path of an operation unseen.
    #[test]
    fn every_backend_has_a_kernel_for_every_entry() {
        let sorted = |names: &[&'static str]| {
            let mut names = names.to_vec();
            names.sort_unstable();
            names
        };
        for (backend, _, kernels) in LISTS.iter().filter(|(_, possible, _)| *possible) {
            assert_eq!(sorted(kernels), sorted(Kernels::ENTRIES), "{backend}");
        }
    }

    /// What the test before this one proves is what the README says, and in no cell less or more.
    #[test]
    fn the_readme_has_every_entry_and_no_backend_without_a_kernel() {
        let rows = rows();
        let (head, backends) = rows[0].split_first().expect("a head");
        assert_eq!((*head, backends.last()), ("operation", Some(&"scalar")));
        assert_eq!(backends.len(), Backend::ALL.len() - 1, "all but arrays: {backends:?}");
        for row in &rows[2..] {
            let (scalar, others) = row[1..].split_last().expect("cells");
            assert!(!scalar.starts_with("SIMD"), "{row:?}");
            let simd = |cell: &&str| cell.starts_with("SIMD") || *cell == "as SSE4.1";
            assert!(others.len() == backends.len() - 1 && others.iter().all(simd), "{row:?}");
        }
        // What the entries with names that begin so, and with none of those before, are called there.
        let words = [
            ("is_ascii", "ASCII test"),
            ("ascii_prefix", "prefix, of bytes and UTF-16"),
            ("common_prefix", "common prefix"),
            ("validate_utf8", "validate UTF-8"),
            ("validate_", "validation of UTF-16 and UTF-32"),
            ("analyze_utf8", "analyze UTF-8"),
            ("analyze_", "analysis of UTF-16, UTF-32 and Latin-1"),
            ("count_", "counts"),
            ("utf16_len_", "lengths"),
            ("utf8_len_", "lengths"),
            ("make_utf16_well_formed", "repair"),
            ("swap_", "byte swaps"),
            ("find_", "positions"),
            ("", "conversions, strict and lossy"),
        ];
        for entry in Kernels::ENTRIES {
            let named = words.iter().find(|(name, _)| entry.starts_with(name));
            let (_, words) = named.expect("the last one is of all");
            assert!(rows.iter().any(|row| row[0].contains(words)), "{entry}: {words}");
            assert!(*words != "conversions, strict and lossy" || entry.contains("_to_"), "{entry}");
        }
    }
}
