//! Conversion from Latin-1: bytes that are code points, of which none is ill-formed.
//!
//! To UTF-16 and UTF-32 it is loads that widen and stores, of which the last overlap.

use core::mem::MaybeUninit;

use crate::fallback::form::{Latin1, Target, Utf16, Utf32};
use crate::fallback::{self, ByteOrder, Error};
use crate::vector::{Bytes, Lanewise, Vector, Wide};

/// What the scalar path says of the source from `read` on: all is done, or the output is full.
#[inline(always)]
fn finish<T: Target>(
    src: &[u8],
    read: usize,
    to: T,
    dst: &mut [MaybeUninit<T::Unit>],
    written: usize,
) -> Result<usize, Error> {
    if read == src.len() {
        return Ok(written);
    }
    match fallback::transcode(Latin1, &src[read..], to, &mut dst[written..]) {
        Ok(last) => Ok(written + last),
        Err(error) => {
            let written = written + error.written();
            Err(error.offset(read).with_output(written, 0))
        }
    }
}

/// A target in which a code point of Latin-1 is one unit.
pub(super) trait Widen: Target {
    /// The units of the first bytes of `src`, which must have as many as a vector has units.
    fn widen<S: Wide>(self, s: S, src: &[u8]) -> S::Bytes;

    /// The units of as many lanes at the front.
    fn widen_low<V: Vector>(self, x: V) -> V;
}

impl Widen for Utf16 {
    #[inline(always)]
    fn widen<S: Wide>(self, s: S, src: &[u8]) -> S::Bytes {
        match self.0 {
            ByteOrder::Little => s.widen8(src),
            ByteOrder::Big => s.widen8(src).shl16::<8>(),
        }
    }

    #[inline(always)]
    fn widen_low<V: Vector>(self, x: V) -> V {
        match self.0 {
            ByteOrder::Little => x.widen_low8(),
            ByteOrder::Big => x.widen_low8().shl16::<8>(),
        }
    }
}

impl Widen for Utf32 {
    #[inline(always)]
    fn widen<S: Wide>(self, s: S, src: &[u8]) -> S::Bytes {
        match self.0 {
            ByteOrder::Little => s.widen8_to_32(src),
            ByteOrder::Big => s.widen8_to_32(src).shl32::<24>(),
        }
    }

    #[inline(always)]
    fn widen_low<V: Vector>(self, x: V) -> V {
        match self.0 {
            ByteOrder::Little => x.widen_low8().widen_low16(),
            ByteOrder::Big => x.widen_low8().widen_low16().shl32::<24>(),
        }
    }
}

/// The entries to UTF-16 and UTF-32. The stores are what takes the time.
#[inline(always)]
pub(super) fn widen<S: Wide, T: Widen>(
    s: S,
    src: &[u8],
    to: T,
    dst: &mut [MaybeUninit<T::Unit>],
) -> Result<usize, Error> {
    let len = src.len().min(dst.len());
    // Units of a vector.
    let n = S::Bytes::LANES / size_of::<T::Unit>();
    let (from, room) = (&src[..len], &mut dst[..len]);
    if len < n {
        to.widen_low(s.load_partial(from)).store_first(room, n);
        return finish(src, len, to, dst, len);
    }
    let mut at = 0;
    while let Some(part) = from.get(at..at + 4 * n)
        && let Some(room) = room.get_mut(at..at + 4 * n)
    {
        to.widen(s, part).store(room);
        to.widen(s, &part[n..]).store(&mut room[n..]);
        to.widen(s, &part[2 * n..]).store(&mut room[2 * n..]);
        to.widen(s, &part[3 * n..]).store(&mut room[3 * n..]);
        at += 4 * n;
    }
    while at + n <= len {
        to.widen(s, &from[at..]).store(&mut room[at..]);
        at += n;
    }
    to.widen(s, &from[len - n..]).store(&mut room[len - n..]);
    finish(src, len, to, dst, len)
}

/// The entry `latin1_to_latin1`.
#[inline(always)]
pub(super) fn copy(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Result<usize, Error> {
    let len = src.len().min(dst.len());
    // The compiler makes a `memcpy` of it.
    for (unit, &byte) in dst.iter_mut().zip(src) {
        unit.write(byte);
    }
    finish(src, len, Latin1, dst, len)
}

/// The entry `utf8_len_from_latin1`: each byte that is not ASCII counts in its lane.
#[inline(always)]
pub(super) fn utf8_len<S: Wide>(s: S, src: &[u8]) -> usize {
    // A step counts 2 at most in a lane of each sum.
    const STEPS: usize = 127;
    let lanes = S::Bytes::LANES;
    let zero = s.splat(0);
    let mut total = zero;
    let mut at = 0;
    loop {
        let (mut a, mut b) = (zero, zero);
        let mut steps = 0;
        while steps < STEPS
            && let Some(step) = src[at..].get(..4 * lanes)
        {
            a = a.sub8(zero.gt8(s.load(step)));
            b = b.sub8(zero.gt8(s.load(&step[lanes..])));
            a = a.sub8(zero.gt8(s.load(&step[2 * lanes..])));
            b = b.sub8(zero.gt8(s.load(&step[3 * lanes..])));
            at += 4 * lanes;
            steps += 1;
        }
        total = total.add64(a.sums8(zero)).add64(b.sums8(zero));
        if steps < STEPS {
            break;
        }
    }
    let mut sums = zero;
    while src.len() - at >= lanes {
        sums = sums.sub8(zero.gt8(s.load(&src[at..])));
        at += lanes;
    }
    if at < src.len() {
        sums = sums.sub8(zero.gt8(s.load_partial(&src[at..])));
    }
    src.len() + total.add64(sums.sums8(zero)).sum64() as usize
}
