//! The vectors of x86 and x86-64.
//!
//! The files have the same methods in the same order. Which features each token stands for is said
//! once, in `backend.rs`.

#[cfg(target_arch = "x86")]
pub(crate) use core::arch::x86 as arch;
#[cfg(target_arch = "x86_64")]
pub(crate) use core::arch::x86_64 as arch;

/// What the kernels for AVX-512 take its instructions from.
#[cfg(not(codeunit_emulated = "avx512"))]
pub(crate) use arch as arch512;
#[cfg(codeunit_emulated = "avx512")]
pub(crate) use emulated as arch512;

mod avx2;
mod avx512;
#[cfg(not(feature = "std"))]
mod detect;
#[cfg(codeunit_emulated = "avx512")]
pub(crate) mod emulated;
mod lanewise;
mod sse41;
mod wide128;
mod wide256;

pub(crate) use avx2::Avx2;
pub(crate) use avx512::Avx512;
#[cfg(not(feature = "std"))]
pub(crate) use detect::Feature;
pub(crate) use sse41::Sse41;
