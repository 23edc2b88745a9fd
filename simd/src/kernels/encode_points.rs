//! Code points in 32-bit lanes as units of a target, by class: what all targets share. UTF-8 is in `encode_points_utf8`, the
//! others are in `encode_points_wide`.
//!
//! The greatest code point of a block tells its class:
//!
//! ```text
//!             to UTF-8                                    to UTF-16
//! below 80    bytes, narrowed                             as below 10000
//! below 100   bytes, zipped, see `from_latin1`            as below 10000
//! below 800   narrowed to 16 bits, then `two_vectors`     as below 10000
//! below 10000 narrowed to 16 bits, then `slots`           narrowed to 16 bits
//! any         narrowed to 16 bits twice, see `slots_of_any`   pairs in 32 bits, halves taken out by a row
//! from 10000  four bytes in 32 bits                       pairs in 32 bits
//! ```
//!
//! Below 800 nothing can be wrong. Below 10000 only surrogates, which are looked for in 16-bit lanes.

use core::mem::MaybeUninit;

use super::encode_utf8::Exact;
use super::points::{Points, all_of_four, ill_formed};
use super::utf32_runs::Run;
use crate::backend::Parts;
use crate::fallback::form::Target;
use crate::vector::{Bytes, Lanewise, Vector, Wide};

/// What became of a block.
pub(super) struct Done {
    /// Units; and [`LATIN1`], where it applies.
    pub(super) written: usize,
    pub(super) replacements: usize,
}

/// In [`Done::written`]: the block is below 100 and not ASCII, and [`Encode::runs`].
pub(super) const LATIN1: usize = 1 << 16;

/// A target that takes code points as vectors.
pub(super) trait Encode: Target {
    /// Units of a code point above FFFF.
    const OF_FOUR: usize = 1;

    /// So many code points of one unit each, and more of them are looked for by twice as many vectors. (Behind one
    /// block already, and without a class for Latin-1, HTML to UTF-8 was at 0.79 of simdutf in place of 0.90, and
    /// `sparse` at 0.78 in place of 1.16: SSE4.1, Zen 3, 2026-11-25.)
    #[inline(always)]
    fn run<S: Wide>() -> usize {
        64
    }

    /// Whether [`Encode::singles`] is worth having in both ways.
    const SINGLES_NEAR_SURROGATES: bool = false;

    /// Writes a block of scalar values above FFFF at the front of `dst`, which must have room. For targets in which
    /// they have more than one unit.
    #[inline(always)]
    fn fours<S: Wide>(self, _: S, _: [S::Bytes; 4], _: &mut [MaybeUninit<Self::Unit>]) {}

    /// Writes two blocks at the front of `dst`, which must have room, if all in them are scalar values above FFFF. Else
    /// nothing is written, or what is to be written over.
    #[inline(always)]
    fn all_fours<S: Wide>(
        self,
        s: S,
        x: [[S::Bytes; 4]; 2],
        dst: &mut [MaybeUninit<Self::Unit>],
    ) -> bool {
        fours_if_all(s, self, x, dst)
    }

    /// All ones in the lanes that cannot be converted.
    #[inline(always)]
    fn unfit<P: Points, S: Wide>(s: S, x: S::Bytes) -> S::Bytes {
        if P::CHECKED { ill_formed(s, x) } else { s.splat(0) }
    }

    /// Writes the code points of a block at the front of `dst`, unless there is one that cannot be converted
    /// or may be no room.
    fn block<const LOSSY: bool, P: Points, S: Wide>(
        self,
        s: S,
        x: [S::Bytes; 4],
        dst: &mut [MaybeUninit<Self::Unit>],
    ) -> Option<Done>;

    /// Whether [`Encode::long_block`] does anything.
    #[inline(always)]
    fn has_long_blocks<S: Wide>() -> bool {
        false
    }

    /// Writes 64 code points at the front of `dst` and returns the number of units, if the target has a way of its own
    /// for as many, all can be converted by it, and there may be no lack of room.
    #[inline(always)]
    fn long_block<P: Points, S: Wide>(
        self,
        _: S,
        _: P,
        _: &[u8; 256],
        _: &mut [MaybeUninit<Self::Unit>],
    ) -> Option<usize> {
        None
    }

    /// Writes the code points of two blocks at the front of `dst`, which must have room for a unit each, if
    /// that is what each becomes. Else nothing is written, or what is to be written over. Unless `ANY`, of those from
    /// D800 on nothing need be.
    fn singles<const ANY: bool, P: Points, S: Wide>(
        self,
        s: S,
        x: [[S::Bytes; 4]; 2],
        dst: &mut [MaybeUninit<Self::Unit>],
    ) -> bool;

    /// Whether blocks that are alike are for [`Encode::run_of_alike`].
    #[inline(always)]
    fn runs<S: Wide>() -> bool {
        false
    }

    /// Converts what is like the block before it: below 100 if `latin1`, else below 10000.
    #[inline(always)]
    fn run_of_alike<P: Points, S: Parts>(
        self,
        _: S,
        _: P,
        _: &[[u8; 4]],
        _: &mut [MaybeUninit<Self::Unit>],
        _latin1: bool,
    ) -> Run {
        Run::default()
    }

    /// Writes code points that can be converted, as far as there is room, and returns their number of units.
    fn vector<S: Wide>(self, s: S, x: S::Bytes, out: &mut Exact<'_, Self::Unit>) -> usize;
}

/// In each lane the greatest code point: what tells the class. Its upper bits are 0 if those of all are.
#[inline(always)]
pub(super) fn greatest<B: Vector>([a, b, c, d]: [B; 4]) -> B {
    a.max32(b).max32(c.max32(d))
}

/// See [`Encode::all_fours`].
#[inline(always)]
pub(super) fn fours_if_all<T: Encode, S: Wide>(
    s: S,
    to: T,
    [x, y]: [[S::Bytes; 4]; 2],
    dst: &mut [MaybeUninit<T::Unit>],
) -> bool {
    let fit = all_of_four(s, [x, y]);
    if fit {
        to.fours(s, x, dst);
        to.fours(s, y, &mut dst[T::OF_FOUR * S::Bytes::LANES..]);
    }
    fit
}

/// Scalar values above FFFF, each in place as its four bytes.
#[inline(always)]
pub(crate) fn four_bytes_of<S: Wide>(s: S, x: S::Bytes) -> S::Bytes {
    let first = x.shr32::<18>() | x.shr32::<4>() & s.doubles(0x3F00);
    let last = x.shl32::<10>() & s.doubles(0x003F_0000) | x.shl32::<24>() & s.doubles(0x3F00_0000);
    first | last | s.doubles(0x8080_80F0)
}

/// `x` with the replacement of the target in the lanes `unfit`.
#[inline(always)]
pub(super) fn replace<T: Encode, S: Wide>(s: S, x: S::Bytes, unfit: S::Bytes) -> S::Bytes {
    x.select8(unfit, s.doubles(T::REPLACEMENT))
}

/// The same for a block, and the number of these lanes.
#[inline(always)]
pub(super) fn replace_all<P: Points, T: Encode, S: Wide>(
    s: S,
    [a, b, c, d]: [S::Bytes; 4],
) -> ([S::Bytes; 4], usize) {
    let unfit = [
        T::unfit::<P, S>(s, a),
        T::unfit::<P, S>(s, b),
        T::unfit::<P, S>(s, c),
        T::unfit::<P, S>(s, d),
    ];
    let block = [
        replace::<T, S>(s, a, unfit[0]),
        replace::<T, S>(s, b, unfit[1]),
        replace::<T, S>(s, c, unfit[2]),
        replace::<T, S>(s, d, unfit[3]),
    ];
    let [a, b, c, d] = unfit;
    // Four bytes of all ones for each.
    let masks = a.narrow32_signed(b).narrow16_signed(c.narrow32_signed(d));
    (block, masks.high_bits().count_ones() as usize)
}

/// Code points below 100 as bytes.
#[inline(always)]
pub(super) fn bytes<B: Vector>([a, b, c, d]: [B; 4]) -> B {
    a.narrow32(b).narrow16(c.narrow32(d)).in_order_of_four()
}

/// Two blocks of such code points, written.
#[inline(always)]
pub(super) fn put_bytes<B: Vector>(x: [B; 4], y: [B; 4], dst: &mut [MaybeUninit<u8>]) {
    bytes(x).store(dst);
    bytes(y).store(&mut dst[B::LANES..]);
}

/// Code points below 10000 as 16-bit lanes.
#[inline(always)]
pub(super) fn words<B: Vector>([a, b, c, d]: [B; 4]) -> [B; 2] {
    [a.narrow32(b).in_order(), c.narrow32(d).in_order()]
}
