//! The kernels that AVX-512 shares with narrower vectors, tested over vectors of 64 bytes on any machine:
//! few have AVX-512, and what only a longer vector does was once seen by none of the others.

extern crate std;

use core::array::from_fn;
use core::ops::{BitAnd, BitOr, BitXor};
use std::vec;

use super::{ascii_prefix_len, ascii_prefix_len_utf16, is_ascii, is_ascii_utf16};
use crate::fallback::form::Utf16;
use crate::fallback::{self, ByteOrder};
use crate::vector::{Bytes, Simd};

#[derive(Clone, Copy)]
struct Plain;

#[derive(Clone, Copy)]
struct U8x64([u8; 64]);

impl U8x64 {
    fn map2(self, other: Self, f: impl Fn(u8, u8) -> u8) -> Self {
        Self(from_fn(|i| f(self.0[i], other.0[i])))
    }
}

impl BitAnd for U8x64 {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        self.map2(other, |a, b| a & b)
    }
}

impl BitOr for U8x64 {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        self.map2(other, |a, b| a | b)
    }
}

impl BitXor for U8x64 {
    type Output = Self;
    fn bitxor(self, other: Self) -> Self {
        self.map2(other, |a, b| a ^ b)
    }
}

impl Simd for Plain {
    type Bytes = U8x64;

    fn splat(self, byte: u8) -> U8x64 {
        U8x64([byte; 64])
    }

    fn load(self, src: &[u8]) -> U8x64 {
        U8x64(*src.first_chunk().expect("a whole vector"))
    }

    fn load_partial(self, src: &[u8]) -> U8x64 {
        assert!(src.len() < 64, "a whole vector, or more");
        U8x64(from_fn(|i| src.get(i).copied().unwrap_or(0)))
    }

    fn table(self, table: &[u8; 16]) -> U8x64 {
        U8x64(from_fn(|i| table[i % 16]))
    }
}

impl Bytes for U8x64 {
    const LANES: usize = 64;

    fn saturating_sub(self, other: Self) -> Self {
        self.map2(other, u8::saturating_sub)
    }

    fn high_nibbles(self) -> Self {
        Self(self.0.map(|byte| byte >> 4))
    }

    fn low_nibbles(self) -> Self {
        Self(self.0.map(|byte| byte & 0x0F))
    }

    fn lookup(self, indices: Self) -> Self {
        Self(indices.0.map(|index| self.0[usize::from(index)]))
    }

    fn shift_up<const N: usize>(self) -> Self {
        Self(from_fn(|i| i.checked_sub(N).map_or(0, |i| self.0[i])))
    }

    fn high_bits(self) -> u64 {
        self.0.iter().rev().fold(0, |bits, byte| bits << 1 | u64::from(byte >> 7))
    }

    fn any_high_bit(self) -> bool {
        self.high_bits() != 0
    }

    fn any(self) -> bool {
        self.0 != [0; 64]
    }
}

#[test]
fn ascii_of_every_length_with_another_byte_anywhere() {
    for len in 0..=700 {
        let mut src = vec![b'a'; len];
        assert!(is_ascii(Plain, &src), "{len}");
        assert_eq!(ascii_prefix_len(Plain, &src), len);
        for at in (0..len).step_by(1 + len / 130) {
            src[at] = 0x80;
            assert!(!is_ascii(Plain, &src), "{at} of {len}");
            assert_eq!(ascii_prefix_len(Plain, &src), at, "of {len}");
            src[at] = b'a';
        }
    }
}

#[test]
fn ascii_in_utf16_of_every_length_with_another_unit_anywhere() {
    for order in [ByteOrder::Little, ByteOrder::Big] {
        let [a, other] = [0x61_u16, 0x100].map(|unit| match order {
            ByteOrder::Little => unit.to_le_bytes(),
            ByteOrder::Big => unit.to_be_bytes(),
        });
        for len in 0..=350 {
            let mut src = vec![a; len];
            assert!(is_ascii_utf16(Plain, Utf16(order), &src), "{len}");
            assert_eq!(ascii_prefix_len_utf16(Plain, Utf16(order), &src), len);
            for at in (0..len).step_by(1 + len / 130) {
                src[at] = other;
                assert!(!is_ascii_utf16(Plain, Utf16(order), &src), "{at} of {len}");
                let prefix = ascii_prefix_len_utf16(Plain, Utf16(order), &src);
                assert_eq!(prefix, at, "of {len}");
                assert_eq!(prefix, fallback::ascii_prefix_len_utf16(Utf16(order), &src));
                src[at] = a;
            }
        }
    }
}
