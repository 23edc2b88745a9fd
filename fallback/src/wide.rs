//! UTF-16 (D91) and UTF-32 (D90): the forms whose code units have a byte order.

use core::mem::MaybeUninit;

use crate::ByteOrder;
use crate::ErrorKind::{AboveMax, Incomplete, Surrogate, UnpairedHigh, UnpairedLow};
use crate::form::{Malformed, Refused, Source, Target, Utf16, Utf32, each, put};
use crate::lanes::{from_800, in_16, swapped_16};

/// The `B` units at `at` as bytes, if they exist and are ASCII.
///
/// All bytes of a unit but the lowest have to be 0, and the lowest below 80. The units are ORed as
/// 64-bit words, whatever their order, and tested with a mask in that order.
#[inline(always)]
fn ascii_block<const N: usize, const B: usize>(
    src: &[[u8; N]],
    at: usize,
    order: ByteOrder,
) -> Option<[u8; B]> {
    let units = src.get(at..)?.first_chunk::<B>()?;
    let (words, _) = units.as_flattened().as_chunks::<8>();
    let all = words.iter().fold(0, |all, &word| all | u64::from_ne_bytes(word));
    let mut bytes = [0; B];
    match order {
        ByteOrder::Little if all & const { not_ascii::<N>(0) } == 0 => {
            each(units, &mut bytes, |unit| unit[0]);
        }
        ByteOrder::Big if all & const { not_ascii::<N>(N - 1) } == 0 => {
            each(units, &mut bytes, |unit| unit[N - 1]);
        }
        _ => return None,
    }
    Some(bytes)
}

/// The bits of a word of whole units that no ASCII unit has, where the lowest byte of a unit stands at
/// `lowest`.
const fn not_ascii<const N: usize>(lowest: usize) -> u64 {
    let mut mask = [0xFF; 8];
    let mut i = lowest;
    while i < 8 {
        mask[i] = 0x80;
        i += N;
    }
    u64::from_ne_bytes(mask)
}

/// The length of a block of which every unit is a scalar value by itself, if there is one at `at`; else 0. A block
/// has 32 units, near the end of the source 8. Without a branch in it, the compiler tests the units of a whole vector
/// at once.
#[inline(always)]
pub(crate) fn single_block<S: Source>(from: S, src: &[S::Unit], at: usize) -> usize {
    let rest = src.get(at..).unwrap_or_default();
    if let Some(block) = rest.first_chunk::<32>() {
        return if from.are_single(block, S::SINGLES) { 32 } else { 0 };
    }
    match rest.first_chunk::<8>() {
        Some(block) if from.are_single(block, S::SINGLES) => 8,
        _ => 0,
    }
}

impl Source for Utf16 {
    type Slice = [[u8; 2]];
    type Unit = [u8; 2];

    const SINGLES: u32 = 0x1_0000;
    const WIDEST: u32 = 0xFFFF;

    #[inline(always)]
    fn code_units(src: &[[u8; 2]]) -> &[[u8; 2]] {
        src
    }

    #[inline(always)]
    fn in_each_order<R>(self, f: impl FnOnce(Self) -> R) -> R {
        match self.0 {
            ByteOrder::Little => f(Self(ByteOrder::Little)),
            ByteOrder::Big => f(Self(ByteOrder::Big)),
        }
    }

    #[inline(always)]
    fn number(self, unit: [u8; 2]) -> u32 {
        u32::from(self.0.u16(unit))
    }

    /// In 16 bits, so that a vector has as many units as it can.
    #[inline(always)]
    fn are_single(self, units: &[[u8; 2]], end: u32) -> bool {
        let any =
            |is: fn(u16) -> bool| units.iter().fold(false, |any, &unit| any | is(self.0.u16(unit)));
        match end {
            0x1_0000 => !any(|unit| unit & 0xF800 == 0xD800),
            _ => units.iter().fold(0, |all, &unit| all | self.0.u16(unit)) < end as u16,
        }
    }

    /// In two words: vectors of so few the compiler takes apart again, since the units are looked at one by one next.
    #[inline(always)]
    fn are_eight_single(self, units: &[[u8; 2]; 8], end: u32) -> bool {
        let [low, up] = self.lanes(units);
        if end < 0x1_0000 {
            return (low | up) & in_16((0x1_0000 - end) as u16) == 0;
        }
        // Of a surrogate nothing is left of the upper five bits.
        from_800(low ^ in_16(0xD800)) & from_800(up ^ in_16(0xD800)) == in_16(0x8000)
    }

    #[inline(always)]
    fn are_eight_from_800(self, units: &[[u8; 2]; 8]) -> bool {
        let [low, up] = self.lanes(units);
        from_800(low) & from_800(up) == in_16(0x8000)
    }

    #[inline(always)]
    fn ascii_block<const N: usize>(self, src: &[[u8; 2]], at: usize) -> Option<[u8; N]> {
        ascii_block(src, at, self.0)
    }

    /// Without a surrogate, or with a low surrogate behind every high one and nowhere else:
    ///
    /// ```text
    /// units     A  H  L  B  H  L  C      unit i is high
    /// next      H  L  B  H  L  C  …      if, and only if, unit i + 1 is low
    /// ```
    ///
    /// A pair that begins with the last unit of the block belongs to it.
    #[inline(always)]
    fn well_formed_block(self, src: &[[u8; 2]], at: usize) -> usize {
        let class = |unit, mask| self.0.u16(unit) & mask;
        let block = single_block(self, src, at);
        if block > 0 {
            return block;
        }
        let Some(block) = src.get(at..).and_then(<[_]>::first_chunk::<33>) else { return 0 };
        let (high, low) =
            (|unit| class(unit, 0xFC00) == 0xD800, |unit| class(unit, 0xFC00) == 0xDC00);
        let unpaired = |any, (&unit, &next)| any | (high(unit) != low(next));
        if block.iter().zip(&block[1..]).fold(low(block[0]), unpaired) {
            return 0;
        }
        32 + usize::from(high(block[31]))
    }

    /// A high surrogate at the end of the source could still become a pair: it is incomplete.
    #[inline(always)]
    fn decode(self, src: &[[u8; 2]], at: usize) -> Result<(u32, usize), Malformed> {
        let unit = u32::from(self.0.u16(src[at]));
        match unit {
            0xD800..0xDC00 => match src.get(at + 1).map(|&next| u32::from(self.0.u16(next))) {
                Some(low @ 0xDC00..0xE000) => {
                    Ok((0x1_0000 + ((unit & 0x3FF) << 10 | low & 0x3FF), 2))
                }
                Some(_) => Err(Malformed { kind: UnpairedHigh, len: Some(1) }),
                None => Err(Malformed { kind: Incomplete, len: None }),
            },
            0xDC00..0xE000 => Err(Malformed { kind: UnpairedLow, len: Some(1) }),
            _ => Ok((unit, 1)),
        }
    }

    #[inline(always)]
    fn incomplete_len(self, src: &[[u8; 2]]) -> usize {
        usize::from(src.last().is_some_and(|&unit| self.0.u16(unit) & 0xFC00 == 0xD800))
    }

    #[inline(always)]
    fn start_of(self, src: &[[u8; 2]], at: usize) -> usize {
        let class = |at: usize| self.0.u16(src[at]) & 0xFC00;
        at - usize::from(class(at) == 0xDC00 && at > 0 && class(at - 1) == 0xD800)
    }
}

impl Utf16 {
    /// Eight units as numbers in lanes of 16 bits.
    #[inline(always)]
    fn lanes(self, units: &[[u8; 2]; 8]) -> [u64; 2] {
        let (words, _) = units.as_flattened().as_chunks::<8>();
        [words[0], words[1]].map(|word| match self.0 {
            ByteOrder::Little => u64::from_le_bytes(word),
            ByteOrder::Big => swapped_16(u64::from_le_bytes(word)),
        })
    }

    /// The surrogates of a scalar value from 10000 on (D91, Table 3-5).
    #[inline(always)]
    fn pair(self, c: u32) -> [[u8; 2]; 2] {
        // D800 - (10000 >> 10): the high surrogate without a subtraction of 10000 first.
        let high = 0xD7C0_u16.wrapping_add((c >> 10) as u16);
        let low = 0xDC00 | (c & 0x3FF) as u16;
        [self.0.bytes16(high), self.0.bytes16(low)]
    }
}

impl Target for Utf16 {
    type Unit = [u8; 2];

    const SINGLES: u32 = 0x1_0000;
    const LONGER_FROM: &'static [u32] = &[0x1_0000];
    const IS_WIDE: bool = true;

    #[inline(always)]
    fn unit(self, c: u32) -> [u8; 2] {
        self.0.bytes16(c as u16)
    }

    #[inline(always)]
    fn in_each_order<R>(self, f: impl FnOnce(Self) -> R) -> R {
        match self.0 {
            ByteOrder::Little => f(Self(ByteOrder::Little)),
            ByteOrder::Big => f(Self(ByteOrder::Big)),
        }
    }

    #[inline(always)]
    fn put_lanes(self, lanes: u64, dst: &mut [MaybeUninit<[u8; 2]>; 4]) {
        let lanes = match self.0 {
            ByteOrder::Little => lanes,
            ByteOrder::Big => swapped_16(lanes),
        };
        let bytes = lanes.to_le_bytes();
        for (unit, out) in bytes.as_chunks().0.iter().zip(dst) {
            out.write(*unit);
        }
    }

    #[inline(always)]
    fn put_supplementary(self, c: u32, dst: &mut [MaybeUninit<[u8; 2]>]) {
        if let Some(out) = dst.first_chunk_mut::<2>() {
            *out = self.pair(c).map(MaybeUninit::new);
        }
    }

    #[inline(always)]
    fn put_ascii<const N: usize>(self, block: [u8; N], dst: &mut [MaybeUninit<[u8; 2]>; N]) {
        match self.0 {
            ByteOrder::Little => each(&block, dst, |byte| MaybeUninit::new([byte, 0])),
            ByteOrder::Big => each(&block, dst, |byte| MaybeUninit::new([0, byte])),
        }
    }

    #[inline(always)]
    fn encode(self, c: u32, dst: &mut [MaybeUninit<[u8; 2]>]) -> Result<usize, Refused> {
        if c < 0x1_0000 {
            return put(dst, [self.unit(c)]);
        }
        put(dst, self.pair(c))
    }

    #[inline(always)]
    fn units(c: u32) -> usize {
        1 + usize::from(c >= 0x1_0000)
    }
}

impl Source for Utf32 {
    type Slice = [[u8; 4]];
    type Unit = [u8; 4];

    const SINGLES: u32 = 0x11_0000;
    const WIDEST: u32 = 0x10_FFFF;

    #[inline(always)]
    fn code_units(src: &[[u8; 4]]) -> &[[u8; 4]] {
        src
    }

    #[inline(always)]
    fn in_each_order<R>(self, f: impl FnOnce(Self) -> R) -> R {
        match self.0 {
            ByteOrder::Little => f(Self(ByteOrder::Little)),
            ByteOrder::Big => f(Self(ByteOrder::Big)),
        }
    }

    #[inline(always)]
    fn number(self, unit: [u8; 4]) -> u32 {
        self.0.u32(unit)
    }

    #[inline(always)]
    fn are_single(self, units: &[[u8; 4]], end: u32) -> bool {
        // The surrogates become 0 to 7FF, and below 0 once 800 is subtracted: as `char::from_u32` has it, one
        // comparison for both rules.
        let key = |unit| (self.0.u32(unit) ^ 0xD800).wrapping_sub(0x800);
        if end < 0xD800 {
            units.iter().fold(0, |all, &unit| all | self.0.u32(unit)) < end
        } else {
            !units.iter().fold(false, |any, &unit| any | (key(unit) >= end - 0x800))
        }
    }

    #[inline(always)]
    fn ascii_block<const N: usize>(self, src: &[[u8; 4]], at: usize) -> Option<[u8; N]> {
        ascii_block(src, at, self.0)
    }

    #[inline(always)]
    fn well_formed_block(self, src: &[[u8; 4]], at: usize) -> usize {
        single_block(self, src, at)
    }

    #[inline(always)]
    fn decode(self, src: &[[u8; 4]], at: usize) -> Result<(u32, usize), Malformed> {
        match self.0.u32(src[at]) {
            0xD800..0xE000 => Err(Malformed { kind: Surrogate, len: Some(1) }),
            0x11_0000.. => Err(Malformed { kind: AboveMax, len: Some(1) }),
            unit => Ok((unit, 1)),
        }
    }
}

impl Target for Utf32 {
    type Unit = [u8; 4];

    const SINGLES: u32 = 0x11_0000;
    const IS_WIDE: bool = true;

    #[inline(always)]
    fn unit(self, c: u32) -> [u8; 4] {
        self.0.bytes32(c)
    }

    #[inline(always)]
    fn in_each_order<R>(self, f: impl FnOnce(Self) -> R) -> R {
        match self.0 {
            ByteOrder::Little => f(Self(ByteOrder::Little)),
            ByteOrder::Big => f(Self(ByteOrder::Big)),
        }
    }

    #[inline(always)]
    fn put_lanes(self, lanes: u64, dst: &mut [MaybeUninit<[u8; 4]>; 4]) {
        for (two, out) in [lanes, lanes >> 32].into_iter().zip(dst.as_chunks_mut::<2>().0) {
            let two = two & 0xFFFF | (two & 0xFFFF_0000) << 16;
            let two = match self.0 {
                ByteOrder::Little => two.to_le_bytes(),
                ByteOrder::Big => two.rotate_left(32).to_be_bytes(),
            };
            for (unit, out) in two.as_chunks().0.iter().zip(out) {
                out.write(*unit);
            }
        }
    }

    #[inline(always)]
    fn put_supplementary(self, c: u32, dst: &mut [MaybeUninit<[u8; 4]>]) {
        if let Some(out) = dst.first_mut() {
            out.write(self.unit(c));
        }
    }

    #[inline(always)]
    fn put_ascii<const N: usize>(self, block: [u8; N], dst: &mut [MaybeUninit<[u8; 4]>; N]) {
        // The order is asked for once, not for each unit: the compiler sees that only in some builds.
        match self.0 {
            ByteOrder::Little => each(&block, dst, |byte| MaybeUninit::new([byte, 0, 0, 0])),
            ByteOrder::Big => each(&block, dst, |byte| MaybeUninit::new([0, 0, 0, byte])),
        }
    }

    #[inline(always)]
    fn encode(self, c: u32, dst: &mut [MaybeUninit<[u8; 4]>]) -> Result<usize, Refused> {
        put(dst, [self.unit(c)])
    }

    #[inline(always)]
    fn units(_: u32) -> usize {
        1
    }
}
