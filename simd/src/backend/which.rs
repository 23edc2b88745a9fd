//! Which backends there are, and which the machine can run.

use core::fmt;

use super::{array, avx2, avx512, neon, simd128, sse41};
use crate::Kernels;
use crate::table::Functions;

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
            /// assert_eq!(codeunit::Backend::Avx2.to_string(), "avx2");
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
                match self {
                    $(Self::$variant => $module::is_present(),)*
                }
            }

            /// The best backend of this machine, which is the one that the crate's functions use.
            ///
            /// ```
            /// use codeunit::{Backend, Engine};
            /// assert_eq!(Backend::active(), Engine::active().backend());
            /// ```
            #[must_use]
            pub fn active() -> Self {
                Kernels::active().backend()
            }

            /// The kernels of the backend, if the program and the machine have it.
            #[doc(hidden)]
            #[must_use]
            pub fn kernels(self) -> Option<Kernels> {
                // SAFETY: the machine has the features, and none goes away while the program runs.
                self.is_available().then(|| unsafe { Kernels::at(self as usize) })
            }

            /// The backend that is in use on every machine on which the program runs, if what it is
            /// compiled for tells.
            pub(crate) const fn certain() -> Option<Self> {
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

        /// The functions of each backend, in the order of [`Backend::ALL`].
        pub(crate) const FUNCTIONS: [Functions; Backend::ALL.len()] = [$($module::FUNCTIONS,)*];
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

/// Its [name](Backend::name).
impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

mod scalar {
    use crate::table::Functions;

    pub(super) const POSSIBLE: bool = true;
    pub(super) const COMPILED_IN: bool = true;
    pub(super) const FUNCTIONS: Functions = Functions::FALLBACK;

    pub(super) fn is_present() -> bool {
        true
    }
}
