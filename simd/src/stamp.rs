//! The macro that compiles kernels for the features of a backend.

/// Whether the CPU has a feature: asked at run time where `std` can, else at compile time.
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
        }
    }};
}

/// The only place where features meet kernels. The list of features drives the detection and the
/// compilation, so the two cannot drift apart. Each kernel gets one function for each backend,
/// compiled with the features; every other entry of the table is the scalar one.
///
/// A backend without a list has the kernels of the `shared` one. The list names entries of the table:
/// those with a signature of their own, the conversions, and the lossy conversions; and parts of kernels
/// that are compiled as functions of their own, so that what is seldom needed does not burden the rest.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
macro_rules! stamp {
    (
        shared $shared:ident $kernels:tt
        $($module:ident: $token:ident $features:tt $(own $folder:ident $own:tt)?;)*
    ) => {
        stamp!(@parts $kernels);
        $(
            pub(crate) mod $module {
                stamp!(@pick $token $features $shared $kernels $($folder $own)?);
            }
        )*
    };
    (@pick $token:ident $features:tt $shared:ident $kernels:tt) => {
        stamp!(@module $token $features $features $shared $kernels);
        stamp!(@call $token $kernels);
    };
    (@pick $token:ident $features:tt $shared:ident $kernels:tt $folder:ident $own:tt) => {
        stamp!(@module $token $features $features $folder $own);
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
    (@call $token:ident {
        $(fn $kernel:ident $args:tt -> $result:ty;)*
        $(strict $strict:ident: $s:ident => $t:ident;)*
        $(lossy $lossy:ident: $ls:ident => $lt:ident;)*
        $(outlined strict $any:ident: $as:ident => $at:ident;)*
        $(outlined lossy $any_lossy:ident: $als:ident => $alt:ident;)*
        $(outlined fn $outlined:ident($($oarg:ident: $otype:ty),*) -> $oresult:ty;)*
    }) => {
        impl crate::backend::Parts for x86::$token {
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
        @module $token:ident [$($feature:tt),+] $features:tt $folder:ident
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
        use crate::fallback::{Analysis, Error, Lossy, form::*};
        #[allow(unused_imports, reason = "only kernels with functions of their own have parts")]
        use crate::avx512::{LossyStop, Stop};
        use crate::{Backend, Kernels, $folder, x86};

        pub(super) const COMPILED_IN: bool = true $(&& cfg!(target_feature = $feature))+;

        $(stamp!(@kernel $token $features $folder fn $kernel($($arg: $type),*) -> $result);)*
        $(stamp!(@kernel $token $features $folder fn $strict(
            from: $s,
            src: &<$s as Source>::Slice,
            to: $t,
            dst: &mut [MaybeUninit<<$t as Target>::Unit>]
        ) -> Result<usize, Error>);)*
        $(stamp!(@kernel $token $features $folder fn $lossy(
            from: $ls,
            src: &<$ls as Source>::Slice,
            to: $lt,
            dst: &mut [MaybeUninit<<$lt as Target>::Unit>]
        ) -> Result<Lossy, Error>);)*
        $(stamp!(@outlined $token $features $folder fn $any(
            from: $as,
            src: &<$as as Source>::Slice,
            to: $at,
            dst: &mut [MaybeUninit<<$at as Target>::Unit>]
        ) -> Result<usize, Error>);)*
        $(stamp!(@outlined $token $features $folder fn $any_lossy(
            from: $als,
            src: &<$als as Source>::Slice,
            to: $alt,
            dst: &mut [MaybeUninit<<$alt as Target>::Unit>]
        ) -> Result<Lossy, Error>);)*
        $(stamp!(
            @outlined $token $features $folder fn $outlined($($oarg: $otype),*) -> $oresult
        );)*

        /// A `#[target_feature]` function becomes a safe pointer only inside another one.
        #[target_feature($(enable = $feature),+)]
        fn table() -> &'static Kernels {
            &Kernels {
                backend: Backend::$token,
                $($kernel,)*
                $($strict,)*
                $($lossy,)*
                ..Kernels::FALLBACK
            }
        }

        pub(super) fn get() -> Option<&'static Kernels> {
            if true $(&& detected!($feature))+ {
                // SAFETY: each feature of `table` was just detected, and no feature goes away while
                // the program runs.
                Some(unsafe { table() })
            } else {
                None
            }
        }
    };
    (
        @kernel $token:ident [$($feature:tt),+] $folder:ident
        fn $kernel:ident($($arg:ident: $type:ty),*) -> $result:ty
    ) => {
        stamp!(@alone $kernel {
            #[target_feature($(enable = $feature),+)]
            pub(crate) fn $kernel($($arg: $type),*) -> $result {
                $folder::$kernel(x86::$token::new() $(, $arg)*)
            }
        });
    };
    (
        @outlined $token:ident [$($feature:tt),+] $folder:ident
        fn $kernel:ident($($arg:ident: $type:ty),*) -> $result:ty
    ) => {
        stamp!(@alone $kernel {
            #[inline(never)]
            #[target_feature($(enable = $feature),+)]
            pub(crate) fn $kernel($($arg: $type),*) -> $result {
                $folder::$kernel(x86::$token::new() $(, $arg)*)
            }

            // rustc 1.95 forgets `inline(never)` of a function with features where the caller has none
            // before it is inlined. What is used twice is not merged into its only caller.
            const _: () = {
                #[used]
                static USED: unsafe fn($($type),*) -> $result = $kernel;
            };
        });
    };
    // A module each: the compiler compiles modules side by side, and after a change only those that it
    // touches. All kernels of a backend in one were a third of the time that all take.
    (@alone $kernel:ident { $($item:item)+ }) => {
        mod $kernel {
            #[allow(unused_imports, reason = "not every kernel has all of these types")]
            use super::*;

            $($item)+
        }
        pub(crate) use $kernel::$kernel;
    };
}

/// On other machines the modules exist and say no.
#[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
macro_rules! stamp {
    (
        shared $shared:ident $kernels:tt
        $($module:ident: $token:ident $features:tt $(own $folder:ident $own:tt)?;)*
    ) => {$(
        pub(crate) mod $module {
            pub(super) const COMPILED_IN: bool = false;

            pub(super) fn get() -> Option<&'static crate::Kernels> {
                None
            }
        }
    )*};
}
