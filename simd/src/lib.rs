//! The SIMD kernels of [codeunit](https://docs.rs/codeunit), and how the best of them are called.
//!
//! This crate is an internal part of `codeunit` and follows its version exactly; use `codeunit`.
//!
//! It is the only home of `core::arch` in the engine. `vector` is the vocabulary in which a
//! kernel is written once; `x86`, `neon`, `wasm` and `array` spell it for each instruction set; `kernels`
//! holds the algorithms; [`Backend`] finds out what the machine can run and hands out [`Kernels`], which has a
//! safe method for each operation.
#![no_std]
#![cfg_attr(
    any(codeunit_without = "avx512", codeunit_without = "avx2", codeunit_without = "sse41"),
    allow(
        dead_code,
        unused_imports,
        unused_macros,
        reason = "what only backends use that are left out"
    )
)]
#![cfg_attr(
    codeunit_emulated = "avx512",
    allow(
        unused_unsafe,
        reason = "an instruction is unsafe where its feature is not known, an emulated one is not"
    )
)]

#[cfg(feature = "std")]
extern crate std;

/// Items of targets for which there is a backend with vectors.
macro_rules! vectors {
    ($($item:item)*) => {$(
        #[cfg(any(
            target_arch = "x86",
            target_arch = "x86_64",
            all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"),
            all(target_arch = "wasm32", target_feature = "simd128"),
            feature = "array",
        ))]
        $item
    )*};
}

/// Items of targets with a backend of one lane that does not change its operands: all but x86.
#[allow(unused_macros, reason = "targets without vectors have no kernels")]
macro_rules! three_operands {
    ($($item:item)*) => {$(
        #[cfg(any(
            all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"),
            all(target_arch = "wasm32", target_feature = "simd128"),
            feature = "array",
        ))]
        $item
    )*};
}

#[cfg(all(codeunit_without = "avx2", not(codeunit_without = "avx512")))]
compile_error!("without AVX2 there is no AVX-512: leave out both, its kernels call some of AVX2's");

#[macro_use]
mod stamp;

mod active;
#[cfg(feature = "array")]
mod array;
#[cfg(all(any(target_arch = "x86", target_arch = "x86_64"), not(codeunit_without = "avx512")))]
mod avx512;
mod backend;
pub mod cast;
mod four;
#[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
mod neon;
mod pair;
pub mod short;
mod table;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod x86;
vectors! {
    mod aligned;
    mod kernels;
    mod partial;
    mod vector;
    mod wide;
}

/// What the backends have, for the tests.
#[doc(hidden)]
pub mod lists {
    pub use crate::backend::BACKENDS;

    /// The names of the entries of the table of kernels.
    pub const ENTRIES: &[&str] = crate::table::Functions::ENTRIES;
}

pub use backend::Backend;
pub use codeunit_fallback as fallback;
pub use pair::{Form, Pair};
pub use table::Kernels;
