//! The vocabulary of the kernels: a token that proves an instruction set, and its vectors.
//!
//! # The invariant that makes the operations safe
//!
//! A token type (`Avx2`, …) can be made only inside a function compiled with that instruction
//! set (`#[target_feature]`), which safe code cannot call unless the features are present; a
//! vector can be made only from a token or from another vector. So whoever holds a `Self` of
//! these traits runs on a CPU that has the instructions, and every method may use them. The
//! safety comments of the implementations cite this as "the token invariant".
//!
//! Every method and every generic kernel is `#[inline(always)]`: a helper that is compiled on its
//! own is compiled *without* the features, each intrinsic in it becomes a call, and the kernel runs
//! fifty times slower with all tests green. `tests/codegen.rs` guards this.

use core::ops::{BitAnd, BitOr, BitXor};

/// An instruction set that is present.
pub(crate) trait Simd: Copy {
    /// The widest vector of bytes that suits it.
    type Bytes: Bytes;

    /// `byte` in every lane.
    fn splat(self, byte: u8) -> Self::Bytes;

    /// The first `LANES` bytes of `src`, which must have as many.
    fn load(self, src: &[u8]) -> Self::Bytes;

    /// All of `src`, which must be shorter than `LANES`, with zeros behind it. Reads `src` only.
    fn load_partial(self, src: &[u8]) -> Self::Bytes;

    /// A table of sixteen bytes for [`Bytes::lookup`].
    fn table(self, table: &[u8; 16]) -> Self::Bytes;
}

/// A vector of bytes. Lane 0 holds the byte at the lowest address.
pub(crate) trait Bytes:
    Copy + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self>
{
    /// Bytes in a vector: 16, 32 or 64.
    const LANES: usize;

    /// Lane by lane `self - other`, or 0 where that is below 0.
    fn saturating_sub(self, other: Self) -> Self;

    /// Each byte shifted right by four: its high nibble.
    fn high_nibbles(self) -> Self;

    /// Each byte without its upper four bits: its low nibble.
    fn low_nibbles(self) -> Self;

    /// Lane by lane `self[index]`, where `self` is a [`Simd::table`] and every index is below 16.
    fn lookup(self, indices: Self) -> Self;

    /// The vector moved up by `N` lanes (1, 2 or 3), with zeros in the lowest: what a load from `N`
    /// bytes before would give if zeros stood there.
    fn shift_up<const N: usize>(self) -> Self;

    /// The highest bit of each lane, lane 0 in bit 0.
    fn high_bits(self) -> u64;

    /// Whether the highest bit of any lane is set.
    fn any_high_bit(self) -> bool;

    /// Whether any bit is set.
    fn any(self) -> bool;
}
