//! The SIMD kernels of [codeunit](https://docs.rs/codeunit), and the table through which they are
//! called.
//!
//! This crate is an internal part of `codeunit` and follows its version exactly; use `codeunit`.
//!
//! It is the only home of `core::arch` in the engine. `vector` is the vocabulary in which a
//! kernel is written once; `x86` spells it for each instruction set; `kernels` holds the
//! algorithms; [`Backend`] finds out what the machine can run and hands out [`Kernels`], a table
//! of safe function pointers.
#![no_std]

#[cfg(feature = "std")]
extern crate std;

#[macro_use]
mod stamp;

mod active;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod avx512;
mod backend;
pub mod cast;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod kernels;
mod pair;
mod table;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod vector;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod x86;

pub use backend::Backend;
pub use codeunit_fallback as fallback;
pub use pair::{Form, Pair};
pub use table::{Convert, ConvertLossy, Kernels};
