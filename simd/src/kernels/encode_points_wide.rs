//! Code points in 32-bit lanes as units of UTF-16, UTF-32 and Latin-1: see [`super::encode_points`].

use core::mem::MaybeUninit;

use super::encode_points::{
    Done, Encode, bytes, fours_if_all, greatest, put_bytes, replace_all, words,
};
use super::encode_utf8::{Exact, Room};
use super::points::{Points, all_of_four, any_ill_formed, any_surrogate, ordered};
use super::swap::order;
use super::tables::ONE_OR_TWO_HALVES;
use crate::fallback::ByteOrder;
use crate::fallback::form::{Latin1, Utf16, Utf32};
use crate::vector::{Bytes, Lanewise, Vector, Wide};

/// 16-bit lanes in the order of the target, or the other way round.
#[inline(always)]
pub(super) fn ordered16<S: Wide>(s: S, to: Utf16, units: S::Bytes) -> S::Bytes {
    match to.0 {
        ByteOrder::Little => units,
        ByteOrder::Big => units.lookup(s.table(const { &order::<2>() })),
    }
}

/// Scalar values above FFFF as pairs of surrogates, the high one first.
///
/// Both fields by one sum of two products, where that is an instruction: that the lower one has a sign is mended before it by
/// its highest bit, and behind it by the same.
///
/// ```text
///   x << 6          40 | high ten bits                     low ten bits, 0 * 6
///   ^ 8000                                                 (low ten bits - 200) << 6, signed
///   products, sum   (low ten bits - 200) << 16       +     40 + high ten bits
///   + constants     low surrogate                          high surrogate
/// ```
#[inline(always)]
pub(crate) fn pairs_of<S: Wide>(s: S, x: S::Bytes) -> S::Bytes {
    if S::PRODUCTS {
        let fields = x.shl32::<6>() ^ s.doubles(0x8000);
        return fields.products16(s.doubles(0x0001_0400)).add32(s.doubles(0xDE00_D7C0));
    }
    let fields = x.shl32::<16>() & s.doubles(0x03FF_0000) | x.shr32::<10>();
    fields.add32(s.doubles(0xDC00_D7C0))
}

/// Writes two blocks, if all in them are scalar values above FFFF, and says whether: of those, and of no other numbers, are
/// the upper twelve bits ones behind a subtraction of 110000. Where products take one instruction.
///
/// Emoji from UTF-32 by simdutf, little- and big-endian, Zen 4, 2026-11-27: SSE4.1 3.24 by halves of two vectors packed and
/// zipped, and 2.96 by a blend and masks, now 3.49 and 3.43; AVX2 7.9 and 9.9 by [`pairs_of`] as it is without products and
/// by [`all_of_four`], now 8.6 and 11.2. Lost: big-endian by [`pairs_of`] and a shuffle, SSE4.1 2.98.
#[inline(always)]
fn put_all_fours<S: Wide>(
    s: S,
    to: Utf16,
    [[a, b, c, d], [e, f, g, h]]: [[S::Bytes; 4]; 2],
    room: &mut [MaybeUninit<[u8; 2]>],
) -> bool {
    let units = S::Bytes::LANES / 2;
    let mut common = s.splat(0xFF);
    for (i, x) in [a, b, c, d, e, f, g, h].into_iter().enumerate() {
        let x = x.sub32(s.doubles(0x11_0000));
        common = common & x;
        // Less than `x` by 110000: so is the high surrogate, by 440.
        let pairs = match to.0 {
            ByteOrder::Little => pairs_of(s, x).add32(s.doubles(0x440)),
            ByteOrder::Big => s.pairs_big_endian(x),
        };
        pairs.store(&mut room[i * units..]);
    }
    !s.doubles(0xFFF0_0000).without(common).any()
}

/// Writes scalar values as UTF-16, pairs of surrogates among them, and returns the number of units.
///
/// A lane is the pair, the high one first, or the code point and 0.
#[inline(always)]
pub(super) fn put_pairs16<S: Wide, R: Room<[u8; 2]>>(
    s: S,
    to: Utf16,
    x: S::Bytes,
    room: &mut R,
) -> usize {
    let two = x.gt32(s.doubles(0xFFFF));
    let units = x.select8(two, pairs_of(s, x));
    let ((mask, [pairs, more]), half) = (two.high_bits32_counted(), 4);
    let units = ordered16(s, to, units);
    let packed = units.lookup(s.rows(&ONE_OR_TWO_HALVES.0, mask & 0xF, mask >> 4));
    let n = half + pairs;
    room.put(0, packed.low_lane(), n);
    if S::Bytes::LANES == 16 {
        return n;
    }
    let more = half + more;
    room.put(n, packed.high_lane(), more);
    n + more
}

/// Units that a block of up to 32 code points with pairs of surrogates among them may touch.
const ROOM: usize = 64;

/// The bits that any of a block has.
#[inline(always)]
fn all_bits<B: Vector>([a, b, c, d]: [B; 4]) -> B {
    (a | b) | (c | d)
}

impl Encode for Utf16 {
    const OF_FOUR: usize = 2;
    const SINGLES_NEAR_SURROGATES: bool = true;

    /// Half as many where a block has half as many. (Generated `mixed` was at 0.95 of simdutf by 64, and at 0.99 so, and by 16 as
    /// by 64: SSE4.1, Zen 4, 2026-11-26. AVX2 takes 1.05 times as long by 32.)
    #[inline(always)]
    fn run<S: Wide>() -> usize {
        if S::TWO_OPERANDS { 32 } else { 64 }
    }

    #[inline(always)]
    fn fours<S: Wide>(self, s: S, x: [S::Bytes; 4], dst: &mut [MaybeUninit<[u8; 2]>]) {
        for (i, x) in x.into_iter().enumerate() {
            ordered16(s, self, pairs_of(s, x)).store(&mut dst[i * S::Bytes::LANES / 2..]);
        }
    }

    #[inline(always)]
    fn all_fours<S: Wide>(
        self,
        s: S,
        x: [[S::Bytes; 4]; 2],
        dst: &mut [MaybeUninit<[u8; 2]>],
    ) -> bool {
        if S::PRODUCTS { put_all_fours(s, self, x, dst) } else { fours_if_all(s, self, x, dst) }
    }

    /// Below D800 nothing can be wrong.
    #[inline(always)]
    fn singles<const ANY: bool, P: Points, S: Wide>(
        self,
        s: S,
        [x, y]: [[S::Bytes; 4]; 2],
        dst: &mut [MaybeUninit<[u8; 2]>],
    ) -> bool {
        let units = S::Bytes::LANES / 2;
        let unlike = if !ANY && P::CHECKED {
            let greatest = greatest(x).max32(greatest(y));
            greatest.max32(s.doubles(0xD800)).eq32(greatest)
        } else {
            (all_bits(x) | all_bits(y)) & s.doubles(!0xFFFF)
        };
        if unlike.any() {
            return false;
        }
        let ([a, b], [c, d]) = (words(x), words(y));
        if ANY && P::CHECKED && any_surrogate(s, [a, b, c, d]) {
            return false;
        }
        ordered16(s, self, a).store(dst);
        ordered16(s, self, b).store(&mut dst[units..]);
        ordered16(s, self, c).store(&mut dst[2 * units..]);
        ordered16(s, self, d).store(&mut dst[3 * units..]);
        true
    }

    #[inline(always)]
    fn block<const LOSSY: bool, P: Points, S: Wide>(
        self,
        s: S,
        mut x: [S::Bytes; 4],
        dst: &mut [MaybeUninit<[u8; 2]>],
    ) -> Option<Done> {
        let units = S::Bytes::LANES / 2;
        let mut replacements = 0;
        if !(greatest(x) & s.doubles(!0xFFFF)).any() {
            let [mut a, mut b] = words(x);
            if P::CHECKED && any_surrogate(s, [a, b]) {
                if !LOSSY {
                    return None;
                }
                (x, replacements) = replace_all::<P, Self, S>(s, x);
                [a, b] = words(x);
            }
            let room = dst.get_mut(..2 * units)?;
            ordered16(s, self, a).store(room);
            ordered16(s, self, b).store(&mut room[units..]);
            return Some(Done { written: 2 * units, replacements });
        }
        if all_of_four(s, [x]) {
            self.fours(s, x, dst.get_mut(..4 * units)?);
            return Some(Done { written: 4 * units, replacements: 0 });
        }
        if P::CHECKED && any_ill_formed(s, x) {
            if !LOSSY {
                return None;
            }
            (x, replacements) = replace_all::<P, Self, S>(s, x);
        }
        let room: &mut [MaybeUninit<_>; ROOM] = dst.first_chunk_mut()?;
        let mut written = 0;
        for x in x {
            let room = room[written..].first_chunk_mut::<16>().expect("room for a vector");
            written += put_pairs16(s, self, x, room);
        }
        Some(Done { written, replacements })
    }

    #[inline(always)]
    fn vector<S: Wide>(self, s: S, x: S::Bytes, out: &mut Exact<'_, [u8; 2]>) -> usize {
        put_pairs16(s, self, x, out)
    }
}

/// Writes a block as UTF-32.
#[inline(always)]
fn put_all<S: Wide>(
    s: S,
    to: Utf32,
    [a, b, c, d]: [S::Bytes; 4],
    dst: &mut [MaybeUninit<[u8; 4]>],
) {
    let units = S::Bytes::LANES / 4;
    ordered(s, to.0, a).store(dst);
    ordered(s, to.0, b).store(&mut dst[units..]);
    ordered(s, to.0, c).store(&mut dst[2 * units..]);
    ordered(s, to.0, d).store(&mut dst[3 * units..]);
}

impl Encode for Utf32 {
    #[inline(always)]
    fn singles<const ANY: bool, P: Points, S: Wide>(
        self,
        s: S,
        [x, y]: [[S::Bytes; 4]; 2],
        dst: &mut [MaybeUninit<[u8; 4]>],
    ) -> bool {
        let units = S::Bytes::LANES;
        if P::CHECKED && (any_ill_formed(s, x) || any_ill_formed(s, y)) {
            return false;
        }
        put_all(s, self, x, dst);
        put_all(s, self, y, &mut dst[units..]);
        true
    }

    #[inline(always)]
    fn block<const LOSSY: bool, P: Points, S: Wide>(
        self,
        s: S,
        mut x: [S::Bytes; 4],
        dst: &mut [MaybeUninit<[u8; 4]>],
    ) -> Option<Done> {
        let units = S::Bytes::LANES;
        let mut replacements = 0;
        if P::CHECKED && any_ill_formed(s, x) {
            if !LOSSY {
                return None;
            }
            (x, replacements) = replace_all::<P, Self, S>(s, x);
        }
        put_all(s, self, x, dst.get_mut(..units)?);
        Some(Done { written: units, replacements })
    }

    #[inline(always)]
    fn vector<S: Wide>(self, s: S, x: S::Bytes, out: &mut Exact<'_, [u8; 4]>) -> usize {
        let units = S::Bytes::LANES / 4;
        out.put(0, ordered(s, self.0, x), units);
        units
    }
}

impl Encode for Latin1 {
    #[inline(always)]
    fn singles<const ANY: bool, P: Points, S: Wide>(
        self,
        s: S,
        [x, y]: [[S::Bytes; 4]; 2],
        dst: &mut [MaybeUninit<u8>],
    ) -> bool {
        let fit = !(greatest(x).max32(greatest(y)) & s.doubles(!0xFF)).any();
        if fit {
            put_bytes(x, y, dst);
        }
        fit
    }

    /// Whether they are scalar values or not.
    #[inline(always)]
    fn unfit<P: Points, S: Wide>(s: S, x: S::Bytes) -> S::Bytes {
        let fit = x.min32(s.doubles(0xFF)).eq32(x);
        s.splat(0xFF).without(fit)
    }

    #[inline(always)]
    fn block<const LOSSY: bool, P: Points, S: Wide>(
        self,
        s: S,
        mut x: [S::Bytes; 4],
        dst: &mut [MaybeUninit<u8>],
    ) -> Option<Done> {
        let lanes = S::Bytes::LANES;
        let mut replacements = 0;
        if (greatest(x) & s.doubles(!0xFF)).any() {
            if !LOSSY {
                return None;
            }
            (x, replacements) = replace_all::<P, Self, S>(s, x);
        }
        bytes(x).store(dst.get_mut(..lanes)?);
        Some(Done { written: lanes, replacements })
    }

    #[inline(always)]
    fn vector<S: Wide>(self, s: S, x: S::Bytes, out: &mut Exact<'_, u8>) -> usize {
        let zero = s.splat(0);
        let lanes = S::Bytes::LANES;
        out.put(0, bytes([x, zero, zero, zero]), lanes / 4);
        lanes / 4
    }
}
