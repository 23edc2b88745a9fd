//! The vectors of x86 and x86-64.
//!
//! The files have the same methods in the same order. Which features each token stands for is said
//! once, in `backend.rs`.

#[cfg(target_arch = "x86")]
use core::arch::x86 as arch;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64 as arch;

mod avx2;
mod avx512;
mod sse41;

pub(crate) use avx2::Avx2;
pub(crate) use avx512::Avx512;
pub(crate) use sse41::Sse41;

/// Up to sixteen bytes as an integer, the first in the lowest bits, zeros above the last.
///
/// Two loads cover a length between two powers of two; where they overlap they hold the same bytes,
/// so an OR joins them. That needs no loop and no buffer on the stack, whose reload would stall.
#[inline(always)]
fn partial16(src: &[u8]) -> u128 {
    macro_rules! two {
        ($int:ty, $size:literal) => {{
            let (first, last) = (src.first_chunk::<$size>(), src.last_chunk::<$size>());
            let (Some(&first), Some(&last)) = (first, last) else { unreachable!() };
            let shift = 8 * (src.len() - $size) as u32;
            <$int>::from_le_bytes(first) as u128 | (<$int>::from_le_bytes(last) as u128) << shift
        }};
    }
    match src.len() {
        0 => 0,
        1 => u128::from(src[0]),
        2..4 => two!(u16, 2),
        4..8 => two!(u32, 4),
        _ => two!(u64, 8),
    }
}
