//! Strict conversion from UTF-8: the loop over blocks, and what ends it.

use core::mem::MaybeUninit;

use super::decode_utf8::{Carry, Found, Packer, Window, decode};
use super::wide::{Z, first};
use crate::fallback::form::{Source, Target};
use crate::fallback::{self, Error};
use crate::x86::Avx512;

/// A target that takes units as vectors.
pub(super) trait Sink: Target {
    /// See [`Packer::PAIRS`].
    const PAIRS: bool = false;
    /// Units of a block, the first at the lowest address.
    type Packed: Copy;

    /// 64 ASCII bytes.
    fn ascii(self, s: Avx512, bytes: Z) -> Self::Packed;
    /// The units at `ends`.
    fn pack<const CLASS: u8>(
        self,
        s: Avx512,
        planes: super::decode_utf8::Planes,
        ends: u64,
    ) -> Self::Packed;
    /// Writes `n` units, and possibly more, up to 64, at the front of `dst`, which has room for 64.
    fn store(packed: Self::Packed, dst: &mut [MaybeUninit<Self::Unit>], n: usize);
    /// Writes the first `n` units, or as many as `dst` has.
    fn store_first(packed: Self::Packed, dst: &mut [MaybeUninit<Self::Unit>], n: usize);
}

/// A block in the middle of the source: three bytes, and 64 behind them.
struct Inside<'a> {
    s: Avx512,
    bytes: &'a [u8; 67],
}

impl Window for Inside<'_> {
    #[inline(always)]
    fn back<const N: usize>(&self) -> Z {
        self.s.load(&self.bytes[3 - N..])
    }
}

/// A block at the beginning or at the end of the source.
struct Edge<'a> {
    s: Avx512,
    src: &'a [u8],
    at: usize,
}

impl Window for Edge<'_> {
    #[inline(always)]
    fn back<const N: usize>(&self) -> Z {
        self.s.load_within(self.src, self.at, N, 0)
    }
}

/// Writes where there is room for every unit of a block.
struct Roomy<'a, T: Sink> {
    to: T,
    dst: &'a mut [MaybeUninit<T::Unit>],
}

impl<T: Sink> Packer for Roomy<'_, T> {
    const PAIRS: bool = T::PAIRS;

    #[inline(always)]
    fn ascii(&mut self, s: Avx512, bytes: Z) {
        T::store(self.to.ascii(s, bytes), self.dst, 64);
    }

    #[inline(always)]
    fn pack<const CLASS: u8>(&mut self, s: Avx512, planes: super::decode_utf8::Planes, ends: u64) {
        T::store(self.to.pack::<CLASS>(s, planes, ends), self.dst, ends.count_ones() as usize);
    }
}

/// Writes as many units as there are, and as there is room for.
struct Exact<'a, T: Sink> {
    to: T,
    dst: &'a mut [MaybeUninit<T::Unit>],
    len: usize,
}

impl<T: Sink> Packer for Exact<'_, T> {
    const PAIRS: bool = T::PAIRS;

    #[inline(always)]
    fn ascii(&mut self, s: Avx512, bytes: Z) {
        T::store_first(self.to.ascii(s, bytes), self.dst, self.len);
    }

    #[inline(always)]
    fn pack<const CLASS: u8>(&mut self, s: Avx512, planes: super::decode_utf8::Planes, ends: u64) {
        let packed = self.to.pack::<CLASS>(s, planes, ends);
        T::store_first(packed, self.dst, ends.count_ones() as usize);
    }
}

/// Bytes of a block.
const BLOCK: usize = 64;

/// Converts `src`, which is UTF-8 that may be ill-formed where `CHECKED`.
#[inline(always)]
pub(super) fn convert<const CHECKED: bool, S: Source<Slice: AsRef<[u8]>>, T: Sink>(
    s: Avx512,
    from: S,
    text: &S::Slice,
    to: T,
    dst: &mut [MaybeUninit<T::Unit>],
    finish: impl Fn(usize, &mut [MaybeUninit<T::Unit>]) -> Result<usize, Error>,
) -> Result<usize, Error> {
    let src = text.as_ref();
    let _ = from;
    let mut carry = Carry::default();
    let (mut at, mut out) = (0, 0);
    let (stop, before, found) = 'stopped: {
        loop {
            if at >= 3 {
                while let Some(bytes) = src[at - 3..].first_chunk::<67>()
                    && let Some(room) = dst[out..].get_mut(..BLOCK)
                {
                    let before = carry;
                    let window = Inside { s, bytes };
                    let mut packer = Roomy { to, dst: room };
                    let found = decode::<CHECKED, _, _>(s, &window, !0, &mut carry, &mut packer);
                    if found.bad != 0 {
                        break 'stopped (found.bad.trailing_zeros(), before, found);
                    }
                    at += BLOCK;
                    out += found.units.count_ones() as usize;
                }
            }
            if at >= src.len() {
                if !carry.is_open() {
                    return Ok(out);
                }
                break 'stopped (0, carry, Found { chars: 0, units: 0, bad: 1 });
            }
            let before = carry;
            let window = Edge { s, src, at };
            let len = (src.len() - at).min(BLOCK);
            let room = dst.len() - out;
            let mut packer = Exact { to, dst: &mut dst[out..], len };
            let found = decode::<CHECKED, _, _>(s, &window, first(len), &mut carry, &mut packer);
            let units = found.units.count_ones() as usize;
            if found.bad != 0 || units > room {
                let full = nth_bit(found.units, room);
                break 'stopped (found.bad.trailing_zeros().min(full), before, found);
            }
            at += len;
            out += units;
        }
    };
    // Everything that ends before `stop` is good and written. What stands there the scalar path says.
    let good = found.chars & first(stop as usize);
    let boundary = if good != 0 {
        let boundary = at + BLOCK - good.leading_zeros() as usize;
        out += (found.units & first(boundary - at)).count_ones() as usize;
        boundary
    } else if before.is_open() {
        // The high surrogate of a pair is taken back.
        out -= usize::from(T::PAIRS && before.is_after_third());
        fallback::open_from(src, at)
    } else {
        at
    };
    match finish(boundary, &mut dst[out..]) {
        Ok(written) => Ok(out + written),
        Err(error) => {
            let written = out + error.written();
            Err(error.offset(boundary).with_output(written, 0))
        }
    }
}

/// The place of the bit of `mask` that has `n` set bits below it, or 64.
#[inline(always)]
pub(super) fn nth_bit(mask: u64, n: usize) -> u32 {
    if n >= 64 {
        return 64;
    }
    #[cfg(target_arch = "x86_64")]
    {
        // SAFETY: BMI2 is among the features of the backend.
        unsafe { crate::x86::arch::_pdep_u64(1 << n, mask) }.trailing_zeros()
    }
    #[cfg(target_arch = "x86")]
    {
        let mut mask = mask;
        for _ in 0..n {
            mask &= mask.wrapping_sub(1);
        }
        mask.trailing_zeros()
    }
}
