//! The entries of Latin-1.

use core::mem::MaybeUninit;

use super::from_latin1::{any_to_utf8, copy, to_utf8, widen, widen_few};
use crate::backend::avx512;
use crate::fallback::ByteOrder::{Big, Little};
use crate::fallback::Error;
use crate::fallback::form::{Latin1, Utf8, Utf16, Utf32};
use crate::x86::Avx512;

#[inline(always)]
pub(crate) fn latin1_to_utf8(
    s: Avx512,
    _: Latin1,
    src: &[u8],
    _: Utf8,
    dst: &mut [MaybeUninit<u8>],
) -> Result<usize, Error> {
    to_utf8(s, src, dst)
}

#[inline(always)]
pub(crate) fn latin1_to_utf8_any(
    s: Avx512,
    _: Latin1,
    src: &[u8],
    _: Utf8,
    dst: &mut [MaybeUninit<u8>],
) -> Result<usize, Error> {
    any_to_utf8(s, src, dst)
}

/// Each conversion twice: a function with few registers for what is not long, and one for any source; both compiled for each
/// byte order.
macro_rules! widening {
    ($($name:ident $any:ident: $t:ident [$unit:ty];)*) => {$(
        #[inline(always)]
        pub(crate) fn $name(
            s: Avx512,
            from: Latin1,
            src: &[u8],
            to: $t,
            dst: &mut [MaybeUninit<$unit>],
        ) -> Result<usize, Error> {
            let is_done = match to.0 {
                Little => widen_few(s, src, $t(Little), dst),
                Big => widen_few(s, src, $t(Big), dst),
            };
            if is_done {
                return Ok(src.len());
            }
            // SAFETY: the token invariant.
            unsafe { avx512::$any(from, src, to, dst) }
        }

        #[inline(always)]
        pub(crate) fn $any(
            s: Avx512,
            _: Latin1,
            src: &[u8],
            to: $t,
            dst: &mut [MaybeUninit<$unit>],
        ) -> Result<usize, Error> {
            match to.0 {
                Little => widen(s, src, $t(Little), dst),
                Big => widen(s, src, $t(Big), dst),
            }
        }
    )*};
}

widening! {
    latin1_to_utf16 latin1_to_utf16_any: Utf16 [[u8; 2]];
    latin1_to_utf32 latin1_to_utf32_any: Utf32 [[u8; 4]];
}

#[inline(always)]
pub(crate) fn latin1_to_latin1(
    _: Avx512,
    _: Latin1,
    src: &[u8],
    _: Latin1,
    dst: &mut [MaybeUninit<u8>],
) -> Result<usize, Error> {
    copy(src, dst)
}

#[inline(always)]
pub(crate) fn utf8_len_from_latin1(s: Avx512, src: &[u8]) -> usize {
    // The sums of the highest bits, which count 80 each, in 64-bit lanes; several, so that none waits for
    // another.
    let (zero, bit) = (s.bytes(0), s.bytes(0x80));
    let (mut a, mut b, mut c, mut d) = (zero, zero, zero, zero);
    let (runs, rest) = src.as_chunks::<{ 4 * 64 }>();
    for run in runs {
        a = a.add64(s.load(&run[..64]).and(bit).sad8(zero));
        b = b.add64(s.load(&run[64..128]).and(bit).sad8(zero));
        c = c.add64(s.load(&run[128..192]).and(bit).sad8(zero));
        d = d.add64(s.load(&run[192..]).and(bit).sad8(zero));
    }
    for block in rest.chunks(64) {
        a = a.add64(s.load_first(block, 64).and(bit).sad8(zero));
    }
    let sum = a.add64(b).add64(c.add64(d));
    src.len() + (sum.sum64() as u64 >> 7) as usize
}
