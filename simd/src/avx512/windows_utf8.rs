//! Blocks of UTF-8 with the bytes before them, by where in the source they lie.

use super::decode_utf8::Window;
use super::from_utf8::BLOCK;
use super::wide::Z;
use crate::x86::Avx512;

/// A block in the middle of the source: three bytes, and 64 behind them.
pub(super) struct Inside<'a> {
    pub(super) s: Avx512,
    pub(super) bytes: &'a [u8; 3 + BLOCK],
}

impl Window for Inside<'_> {
    #[inline(always)]
    fn back<const N: usize>(&self) -> Z {
        self.s.load(&self.bytes[3 - N..])
    }
}

/// A block at the beginning or at the end of the source.
pub(super) struct Edge<'a> {
    pub(super) s: Avx512,
    pub(super) src: &'a [u8],
    pub(super) at: usize,
    pub(super) bytes: Z,
}

impl Window for Edge<'_> {
    #[inline(always)]
    fn back<const N: usize>(&self) -> Z {
        if N == 0 {
            self.bytes
        } else if self.at == 0 {
            self.bytes.shift_up::<N>(self.s)
        } else {
            self.s.load_first(&self.src[self.at - N..], self.src.len() - self.at)
        }
    }
}

/// The first block of the source.
pub(super) struct Start {
    pub(super) s: Avx512,
    pub(super) bytes: Z,
}

impl Window for Start {
    #[inline(always)]
    fn back<const N: usize>(&self) -> Z {
        if N == 0 { self.bytes } else { self.bytes.shift_up::<N>(self.s) }
    }
}

/// The same, if a sequence that is open behind it is an error.
///
/// Before the first bytes stand the last, not zeros, which saves a mask for each load. What they change
/// is changed by a lead byte among the last three, whose sequence is open or ill-formed itself; or at a
/// continuation byte at the front, which is an error.
pub(super) struct Ring {
    pub(super) s: Avx512,
    pub(super) bytes: Z,
}

impl Window for Ring {
    #[inline(always)]
    fn back<const N: usize>(&self) -> Z {
        if N == 0 { self.bytes } else { self.bytes.rotate_up::<N>(self.s) }
    }
}
