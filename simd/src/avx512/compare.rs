//! How far bytes, widened, are the same as wider code units: the idea of `kernels::compare`, where ends are masked
//! loads and the place of a difference is a mask.

use super::from_latin1::Widen;
use super::wide::Z;
use crate::fallback::ByteOrder::{Big, Little};
use crate::fallback::form::{Utf16, Utf32};
use crate::x86::Avx512;

/// Bytes on one side, and as many code units of `SIZE` bytes on the other. `ASCII`: only such bytes are the same.
#[derive(Clone, Copy)]
struct Sides<'a, T, const SIZE: usize, const ASCII: bool> {
    s: Avx512,
    src: &'a [u8],
    to: T,
    units: &'a [[u8; SIZE]],
    /// 80 in every unit.
    not_ascii: Z,
}

impl<T, const SIZE: usize, const ASCII: bool> Sides<'_, T, SIZE, ASCII> {
    /// 0 in all bytes of a unit that is the same, of a vector from the unit `at` on.
    #[inline(always)]
    fn difference<const N: usize>(self, at: usize) -> Z
    where
        T: Widen<N>,
    {
        let part = self.src[at..].first_chunk::<N>().expect("a part");
        let units = self.s.load(self.units[at..].as_flattened());
        self.compare(self.to.widen(T::load(self.s, part)), units)
    }

    /// The same of all from there on, which must be less than a vector.
    #[inline(always)]
    fn last_difference<const N: usize>(self, at: usize) -> Z
    where
        T: Widen<N>,
    {
        let units = self.s.load_first(self.units[at..].as_flattened(), 64);
        self.compare(self.to.widen(self.s.load_first(&self.src[at..], N)), units)
    }

    #[inline(always)]
    fn compare(self, x: Z, y: Z) -> Z {
        let difference = x.xor(y);
        if ASCII { difference.or(x.and(self.not_ascii)) } else { difference }
    }
}

/// The number of units before the first that differs; a vector has `N`.
#[inline(always)]
fn prefix_len<const ASCII: bool, const SIZE: usize, const N: usize, T: Widen<N>>(
    s: Avx512,
    src: &[u8],
    to: T,
    units: &[[u8; SIZE]],
) -> usize {
    let len = src.len().min(units.len());
    let not_ascii = to.widen(s.bytes(0x80));
    let sides =
        Sides::<T, SIZE, ASCII> { s, src: &src[..len], to, units: &units[..len], not_ascii };
    let mut at = 0;
    if len >= N {
        let x = sides.difference(0);
        if x.test8(x) != 0 {
            return x.test8(x).trailing_zeros() as usize / SIZE;
        }
        at = N;
    }
    while len - at >= 4 * N {
        let (w, x) = (sides.difference(at), sides.difference(at + N));
        let (y, z) = (sides.difference(at + 2 * N), sides.difference(at + 3 * N));
        let any = w.or(x).or(y.or(z));
        if any.test8(any) != 0 {
            break;
        }
        at += 4 * N;
    }
    while len - at >= N {
        let x = sides.difference(at);
        if x.test8(x) != 0 {
            return at + x.test8(x).trailing_zeros() as usize / SIZE;
        }
        at += N;
    }
    let x = sides.last_difference(at);
    if x.test8(x) != 0 { at + x.test8(x).trailing_zeros() as usize / SIZE } else { len }
}

macro_rules! entries {
    ($($name:ident: $form:ident $ascii:literal $size:literal $n:literal;)*) => {$(
        #[doc = concat!("See [`crate::Kernels::", stringify!($name), "`].")]
        #[inline(always)]
        pub(crate) fn $name(s: Avx512, src: &[u8], to: $form, units: &[[u8; $size]]) -> usize {
            match to.0 {
                Little => prefix_len::<$ascii, $size, $n, $form>(s, src, $form(Little), units),
                Big => prefix_len::<$ascii, $size, $n, $form>(s, src, $form(Big), units),
            }
        }
    )*};
}

entries! {
    common_prefix_len_ascii_utf16: Utf16 true 2 32;
    common_prefix_len_latin1_utf16: Utf16 false 2 32;
    common_prefix_len_ascii_utf32: Utf32 true 4 16;
    common_prefix_len_latin1_utf32: Utf32 false 4 16;
}
