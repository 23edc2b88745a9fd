//! The macro that compiles kernels for the features of a backend.

/// Whether the CPU has a feature: what the program is compiled for, else the CPU is asked.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
macro_rules! detected {
    ($feature:tt) => {{
        #[cfg(feature = "std")]
        {
            std::arch::is_x86_feature_detected!($feature)
        }
        #[cfg(not(feature = "std"))]
        {
            cfg!(target_feature = $feature)
                || const { crate::x86::Feature::named($feature) }.is_present()
        }
    }};
}

/// The only place where features meet kernels. The list of features drives the detection and the
/// compilation, so the two cannot drift apart. Each kernel gets one function for each backend,
/// compiled with the features; every other entry is the scalar one.
///
/// Behind `if` stands for which targets a backend is compiled; for others its module exists and says no. What
/// is there on all of them has no list of features.
///
/// A backend without a list of kernels has the `shared` one. The list names entries of
/// [`Functions`](crate::table::Functions): those with a signature of their own, the conversions, and the
/// lossy conversions; and parts of kernels that are compiled as functions of their own, so that what is seldom
/// needed does not burden the rest.
macro_rules! stamp {
    (
        shared $shared:ident $kernels:tt
        $(
            $module:ident: $home:ident::$token:ident if $cfg:tt $features:tt
            $(own $folder:ident $own:tt)?;
        )*
    ) => {
        vectors! {
            stamp!(@parts $kernels);
        }

        /// The backends, whether each is compiled for the target, and the entries for which it has a kernel.
        pub const BACKENDS: &[(&str, bool, &[&str])] =
            &[$((stringify!($module), $module::POSSIBLE, $module::KERNELS),)*];

        $(
            #[cfg $cfg]
            pub(crate) mod $module {
                stamp!(@pick $home $token $features $shared $kernels $($folder $own)?);
            }

            #[cfg(not $cfg)]
            pub(crate) mod $module {
                pub(super) const POSSIBLE: bool = false;
                pub(super) const COMPILED_IN: bool = false;
                pub(super) const KERNELS: &[&str] = &[];
                pub(super) const FUNCTIONS: crate::table::Functions =
                    crate::table::Functions::FALLBACK;

                pub(super) fn is_present() -> bool {
                    false
                }
            }
        )*
    };
    // Where its instructions are emulated, AVX-512 needs what the emulation needs.
    (@pick $home:ident $token:ident ($own:tt emulated $emulated:tt) $($rest:tt)*) => {
        #[cfg(not(codeunit_emulated = "avx512"))]
        stamp!(@pick $home $token $own $($rest)*);
        #[cfg(codeunit_emulated = "avx512")]
        stamp!(@pick $home $token $emulated $($rest)*);
    };
    (@pick $home:ident $token:ident $features:tt $shared:ident $kernels:tt) => {
        stamp!(@module $home $token $features $features $shared $kernels);
        stamp!(@call $home $token $kernels);
    };
    (
        @pick $home:ident $token:ident $features:tt $shared:ident $kernels:tt $folder:ident $own:tt
    ) => {
        stamp!(@module $home $token $features $features $folder $own);
    };
    // Functions of their own, as a kernel that is written once calls them.
    (@parts {
        $(fn $kernel:ident $args:tt -> $result:ty;)*
        $(strict $strict:ident: $s:ident => $t:ident;)*
        $(lossy $lossy:ident: $ls:ident => $lt:ident;)*
        $(outlined strict $any:ident: $as:ident => $at:ident;)*
        $(outlined lossy $any_lossy:ident: $als:ident => $alt:ident;)*
        $(outlined fn $outlined:ident($($oarg:ident: $otype:ty),*) -> $oresult:ty;)*
    }) => {
        /// The parts of kernels that are functions of their own, compiled for the features of the token.
        pub(crate) trait Parts: crate::vector::Wide {
            $(fn $any(
                self,
                from: $as,
                src: &<$as as Source>::Slice,
                to: $at,
                dst: &mut [MaybeUninit<<$at as Target>::Unit>],
            ) -> Result<usize, Error>;)*
            $(fn $any_lossy(
                self,
                from: $als,
                src: &<$als as Source>::Slice,
                to: $alt,
                dst: &mut [MaybeUninit<<$alt as Target>::Unit>],
            ) -> Result<Lossy, Error>;)*
            $(fn $outlined(self, $($oarg: $otype),*) -> $oresult;)*
        }
    };
    (@call $home:ident $token:ident {
        $(fn $kernel:ident $args:tt -> $result:ty;)*
        $(strict $strict:ident: $s:ident => $t:ident;)*
        $(lossy $lossy:ident: $ls:ident => $lt:ident;)*
        $(outlined strict $any:ident: $as:ident => $at:ident;)*
        $(outlined lossy $any_lossy:ident: $als:ident => $alt:ident;)*
        $(outlined fn $outlined:ident($($oarg:ident: $otype:ty),*) -> $oresult:ty;)*
    }) => {
        #[allow(unused_unsafe, reason = "without features the parts are safe functions")]
        impl crate::backend::Parts for crate::$home::$token {
            $(
                #[inline(always)]
                fn $any(
                    self,
                    from: $as,
                    src: &<$as as Source>::Slice,
                    to: $at,
                    dst: &mut [MaybeUninit<<$at as Target>::Unit>],
                ) -> Result<usize, Error> {
                    // SAFETY: the token invariant.
                    unsafe { $any(from, src, to, dst) }
                }
            )*
            $(
                #[inline(always)]
                fn $any_lossy(
                    self,
                    from: $als,
                    src: &<$als as Source>::Slice,
                    to: $alt,
                    dst: &mut [MaybeUninit<<$alt as Target>::Unit>],
                ) -> Result<Lossy, Error> {
                    // SAFETY: the token invariant.
                    unsafe { $any_lossy(from, src, to, dst) }
                }
            )*
            $(
                #[inline(always)]
                fn $outlined(self, $($oarg: $otype),*) -> $oresult {
                    // SAFETY: the token invariant.
                    unsafe { $outlined($($oarg),*) }
                }
            )*
        }
    };
    // The features twice: as a list, and whole, to be handed on inside the repetition of kernels.
    (
        @module $home:ident $token:ident [$($feature:tt),*] $features:tt $folder:ident
        {
            $(fn $kernel:ident($($arg:ident: $type:ty),*) -> $result:ty;)*
            $(strict $strict:ident: $s:ident => $t:ident;)*
            $(lossy $lossy:ident: $ls:ident => $lt:ident;)*
            $(outlined strict $any:ident: $as:ident => $at:ident;)*
            $(outlined lossy $any_lossy:ident: $als:ident => $alt:ident;)*
            $(outlined fn $outlined:ident($($oarg:ident: $otype:ty),*) -> $oresult:ty;)*
        }
    ) => {
        #[allow(unused_imports, reason = "not every list of kernels has conversions")]
        use core::mem::MaybeUninit;

        #[allow(unused_imports, reason = "not every list of kernels has conversions")]
        use crate::fallback::{Analysis, Error, Found, LineEnds, Lossy, form::*};
        use crate::{$folder, table::Functions};

        /// Whether the backend is compiled for the target.
        pub(super) const POSSIBLE: bool = true;
        /// Whether what the program is compiled for proves it.
        pub(super) const COMPILED_IN: bool = true $(&& cfg!(target_feature = $feature))*;
        pub(super) const KERNELS: &[&str] =
            &[$(stringify!($kernel),)* $(stringify!($strict),)* $(stringify!($lossy),)*];

        $(stamp!(@kernel $home $token $features $folder fn $kernel($($arg: $type),*) -> $result);)*
        $(stamp!(@kernel $home $token $features $folder fn $strict(
            from: $s,
            src: &<$s as Source>::Slice,
            to: $t,
            dst: &mut [MaybeUninit<<$t as Target>::Unit>]
        ) -> Result<usize, Error>);)*
        $(stamp!(@kernel $home $token $features $folder fn $lossy(
            from: $ls,
            src: &<$ls as Source>::Slice,
            to: $lt,
            dst: &mut [MaybeUninit<<$lt as Target>::Unit>]
        ) -> Result<Lossy, Error>);)*
        $(stamp!(@outlined $home $token $features $folder fn $any(
            from: $as,
            src: &<$as as Source>::Slice,
            to: $at,
            dst: &mut [MaybeUninit<<$at as Target>::Unit>]
        ) -> Result<usize, Error>);)*
        $(stamp!(@outlined $home $token $features $folder fn $any_lossy(
            from: $als,
            src: &<$als as Source>::Slice,
            to: $alt,
            dst: &mut [MaybeUninit<<$alt as Target>::Unit>]
        ) -> Result<Lossy, Error>);)*
        $(stamp!(
            @outlined $home $token $features $folder fn $outlined($($oarg: $otype),*) -> $oresult
        );)*

        #[allow(clippy::needless_update, reason = "not every list has all of the entries")]
        pub(super) const FUNCTIONS: Functions = Functions {
            $($kernel,)*
            $($strict,)*
            $($lossy,)*
            ..Functions::FALLBACK
        };

        pub(super) fn is_present() -> bool {
            true $(&& detected!($feature))*
        }
    };
    (
        @kernel $home:ident $token:ident [$($feature:tt),*] $folder:ident
        fn $kernel:ident($($arg:ident: $type:ty),*) -> $result:ty
    ) => {
        stamp!(@alone $kernel $kernel {
            $(#[target_feature(enable = $feature)])*
            pub(crate) fn $kernel($($arg: $type),*) -> $result {
                $folder::$kernel(crate::$home::$token::new() $(, $arg)*)
            }
        });
    };
    (
        @outlined $home:ident $token:ident [$($feature:tt),*] $folder:ident
        fn $kernel:ident($($arg:ident: $type:ty),*) -> $result:ty
    ) => {
        stamp!(@alone $kernel call {
            #[inline(never)]
            $(#[target_feature(enable = $feature)])*
            pub(crate) fn $kernel($($arg: $type),*) -> $result {
                $folder::$kernel(crate::$home::$token::new() $(, $arg)*)
            }

            /// The same, for callers that are compiled without the features until they are inlined into a
            /// function that has them. rustc 1.95 forgets `inline(never)` where one of those calls, and what is called
            /// once would be merged into its only caller; here it remembers.
            #[inline]
            $(#[target_feature(enable = $feature)])*
            pub(crate) fn call($($arg: $type),*) -> $result {
                $kernel($($arg),*)
            }
        });
    };
    // A module each: the compiler compiles modules side by side, and after a change only those that it
    // touches. All kernels of a backend in one were a third of the time that all take.
    (@alone $kernel:ident $called:ident { $($item:item)+ }) => {
        mod $kernel {
            #[allow(unused_imports, reason = "not every kernel has all of these types")]
            use super::*;

            $($item)+
        }
        pub(crate) use $kernel::$called as $kernel;
    };
}
