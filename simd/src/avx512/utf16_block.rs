//! 64 units of UTF-16: how they are loaded, and which of them are surrogates in pairs.
//!
//! A block is looked at in two ways: as it was loaded, 16-bit lanes in two vectors, or as two planes of
//! 64 bytes, the low byte of each unit and the high byte. The planes are made by the permutation that a
//! conversion to bytes needs anyway, give masks of 64 units by one instruction instead of two, and cost
//! nothing for the other byte order: the tables are exchanged.
//!
//! Nothing is handed on from block to block. Whether a surrogate at an edge of the block has its other
//! half is asked of the unit beyond the edge, and only in a block that has surrogates:
//!
//! ```text
//! before |  unit 0  …  unit 63  | after          second = low & (high << 1 | before is high)
//!   H        L           H         L             first  = high & (low >> 1 | after is low << 63)
//! ```
//!
//! (The Unicode Standard 3.9, D91: a high surrogate in front of a low one is always a pair.)

use super::bits::first;
use super::pack::SWAP16;
use super::wide::Z;
use crate::aligned::Aligned;
use crate::fallback::ByteOrder;
use crate::fallback::form::Utf16;
use crate::x86::Avx512;

/// Units of a block.
pub(super) const BLOCK: usize = 64;

#[inline(always)]
fn swapped(s: Avx512, units: Z) -> Z {
    units.shuffle8(s.array(SWAP16))
}

/// The even bytes of two vectors (`odd` 0) or the odd ones.
const fn every_other(odd: u8) -> [u8; 64] {
    let mut table = [0; 64];
    let mut i = 0;
    while i < 64 {
        table[i] = 2 * i as u8 + odd;
        i += 1;
    }
    table
}

const EVEN_BYTES: &Aligned<[u8; 64]> = &Aligned(every_other(0));
const ODD_BYTES: &Aligned<[u8; 64]> = &Aligned(every_other(1));

/// What lanes of 16 bits hold if they are loaded from units in one byte order.
pub(super) trait Order {
    /// `unit` as such a lane.
    fn lane(self, unit: u16) -> u16;
    /// A unit as a number.
    fn unit(self, bytes: [u8; 2]) -> u16;
    /// The tables by which the low bytes of units are picked, and the high bytes.
    fn planes(self) -> [&'static [u8; 64]; 2];
    /// Lanes as numbers.
    fn units(self, s: Avx512, lanes: Z) -> Z;
    /// What two lanes of a pair of surrogates have in common, as a lane of 32 bits.
    fn lane_of_pair(self) -> u32;
}

impl Order for Utf16 {
    #[inline(always)]
    fn lane(self, unit: u16) -> u16 {
        match self.0 {
            ByteOrder::Little => unit,
            ByteOrder::Big => unit.swap_bytes(),
        }
    }

    #[inline(always)]
    fn unit(self, bytes: [u8; 2]) -> u16 {
        match self.0 {
            ByteOrder::Little => u16::from_le_bytes(bytes),
            ByteOrder::Big => u16::from_be_bytes(bytes),
        }
    }

    #[inline(always)]
    fn planes(self) -> [&'static [u8; 64]; 2] {
        match self.0 {
            ByteOrder::Little => [EVEN_BYTES, ODD_BYTES],
            ByteOrder::Big => [ODD_BYTES, EVEN_BYTES],
        }
    }

    #[inline(always)]
    fn units(self, s: Avx512, lanes: Z) -> Z {
        match self.0 {
            ByteOrder::Little => lanes,
            ByteOrder::Big => swapped(s, lanes),
        }
    }

    #[inline(always)]
    fn lane_of_pair(self) -> u32 {
        u32::from(self.lane(0xDC00)) << 16 | u32::from(self.lane(0xD800))
    }
}

/// Up to 64 units of a source.
#[derive(Clone, Copy)]
pub(super) struct Block<'a> {
    from: Utf16,
    src: &'a [[u8; 2]],
    at: usize,
    /// How many there are; lanes behind them are 0.
    pub(super) len: usize,
    loaded: [Z; 2],
}

impl<'a> Block<'a> {
    /// 64 units of which it does not matter what is around them.
    #[inline(always)]
    pub(super) fn inside(s: Avx512, from: Utf16, units: &'a [[u8; 2]; BLOCK]) -> Self {
        let bytes = units.as_flattened();
        let loaded = [s.load(bytes), s.load(&bytes[64..])];
        Self { from, src: units, at: 0, len: BLOCK, loaded }
    }

    /// The 64 units at `at`, if there are so many.
    #[inline(always)]
    pub(super) fn whole(s: Avx512, from: Utf16, src: &'a [[u8; 2]], at: usize) -> Option<Self> {
        let units = src.get(at..)?.first_chunk::<BLOCK>()?;
        Some(Self { src, at, ..Self::inside(s, from, units) })
    }

    /// The 64 units at `at`, or those up to the end of the source; `at` is before the end.
    #[inline(always)]
    pub(super) fn part(s: Avx512, from: Utf16, src: &'a [[u8; 2]], at: usize) -> Self {
        let bytes = src[at..].as_flattened();
        let mut loaded = [s.load_first(bytes, 64), s.bytes(0)];
        if bytes.len() > 64 {
            loaded[1] = s.load_first(&bytes[64..], 64);
        }
        Self { from, src, at, len: (src.len() - at).min(BLOCK), loaded }
    }

    /// The units as numbers.
    #[inline(always)]
    pub(super) fn units(&self, s: Avx512) -> [Z; 2] {
        self.units_as(s, ByteOrder::Little)
    }

    /// The units in an order of bytes.
    #[inline(always)]
    pub(super) fn units_as(&self, s: Avx512, order: ByteOrder) -> [Z; 2] {
        // No `map` of arrays: it is not always inlined, nor is the closure then.
        let [a, b] = self.loaded;
        if self.from.0 == order { [a, b] } else { [swapped(s, a), swapped(s, b)] }
    }

    /// Whether a unit has one of `bits`.
    #[inline(always)]
    pub(super) fn any(&self, s: Avx512, bits: u16) -> bool {
        self.loaded[0].or(self.loaded[1]).test16(s.words(self.from.lane(bits))) != 0
    }

    /// Whether a unit is from D800 to DFFF.
    #[inline(always)]
    pub(super) fn has_surrogates(&self, s: Avx512) -> bool {
        self.no_surrogates(s).eq16(s.bytes(0)) != 0
    }

    /// Whether a unit of two blocks is from D800 to DFFF.
    #[inline(always)]
    pub(super) fn or_has_surrogates(&self, s: Avx512, other: &Self) -> bool {
        self.no_surrogates(s).min16(other.no_surrogates(s)).eq16(s.bytes(0)) != 0
    }

    /// Whether a unit of four blocks is from D800 to DFFF.
    #[inline(always)]
    pub(super) fn any_has_surrogates(s: Avx512, [a, b, c, d]: [Self; 4]) -> bool {
        let front = a.no_surrogates(s).min16(b.no_surrogates(s));
        let behind = c.no_surrogates(s).min16(d.no_surrogates(s));
        front.min16(behind).eq16(s.bytes(0)) != 0
    }

    /// A lane of 16 bits for two units, 0 if one of them is a surrogate, and only then.
    #[inline(always)]
    fn no_surrogates(&self, s: Avx512) -> Z {
        const A_XOR_B_AND_C: i32 = 0b0010_1000;
        let start = s.words(self.from.lane(0xD800));
        let bits = s.words(self.from.lane(0xF800));
        let [a, b] = self.loaded;
        let a = a.ternary::<A_XOR_B_AND_C>(start, bits);
        let b = b.ternary::<A_XOR_B_AND_C>(start, bits);
        a.min16(b)
    }

    /// The low bytes of the units.
    #[inline(always)]
    pub(super) fn low_bytes(&self, s: Avx512) -> Z {
        s.array(self.from.planes()[0]).pick8_of_two(self.loaded[0], self.loaded[1])
    }

    /// The high bytes of the units.
    #[inline(always)]
    pub(super) fn high_bytes(&self, s: Avx512) -> Z {
        s.array(self.from.planes()[1]).pick8_of_two(self.loaded[0], self.loaded[1])
    }

    /// The units that exist.
    #[inline(always)]
    pub(super) fn present(&self) -> u64 {
        first(self.len)
    }

    /// The unit in front of the first one, or 0.
    #[inline(always)]
    pub(super) fn before(&self) -> u16 {
        self.src.get(self.at.wrapping_sub(1)).map_or(0, |&unit| self.from.unit(unit))
    }

    /// The unit behind the 64th, or 0.
    #[inline(always)]
    fn after(&self) -> u16 {
        self.src.get(self.at + BLOCK).map_or(0, |&unit| self.from.unit(unit))
    }

    /// Where surrogates are, without the planes: where they are few, the branch behind this is known some cycles earlier.
    #[inline(always)]
    pub(super) fn surrogates(&self, s: Avx512) -> u64 {
        let bits = s.words(self.from.lane(0xF800));
        let start = s.words(self.from.lane(0xD800));
        let [a, b] = self.loaded;
        joined(a.and(bits).eq16(start), b.and(bits).eq16(start))
    }

    /// The low ones, if surrogates are at `all`.
    #[inline(always)]
    pub(super) fn low_surrogates(&self, s: Avx512, all: u64) -> u64 {
        let bit = s.words(self.from.lane(0x0400));
        let [a, b] = self.loaded;
        joined(a.test16_where(all as u32, bit), b.test16_where((all >> 32) as u32, bit))
    }

    /// The pairs, if the units at `all` are the surrogates and `high_bytes` the high bytes.
    #[inline(always)]
    pub(super) fn pairs(&self, s: Avx512, high_bytes: Z, all: u64) -> Pairs {
        let low = high_bytes.test8_where(all, s.bytes(0x04));
        let high = all ^ low;
        let second = low & (high << 1 | u64::from(self.before() & 0xFC00 == 0xD800));
        let first = high & (low >> 1 | u64::from(self.after() & 0xFC00 == 0xDC00) << 63);
        Pairs { first, second, unpaired: all ^ first ^ second }
    }

    /// Whether the block is whole pairs and nothing else.
    #[inline(always)]
    pub(super) fn is_pairs(&self, pairs: Pairs) -> bool {
        let present = self.present();
        (pairs.first, pairs.second) == (EVEN & present, ODD & present)
    }

    /// The code points of a block of whole pairs, in lanes of 32 bits.
    #[inline(always)]
    pub(super) fn points_of_pairs(&self, s: Avx512) -> [Z; 2] {
        let [a, b] = self.units(s);
        [points_of_pairs(s, a), points_of_pairs(s, b)]
    }
}

/// The masks of 32 lanes each as one.
#[inline(always)]
fn joined(low: u32, high: u32) -> u64 {
    u64::from(high) << 32 | u64::from(low)
}

/// The code points of whole pairs, in lanes of 32 bits.
///
/// ```text
///   high, low         D800 + h   DC00 + l       signed    h - 2800   l - 2400
///   400 high + low                                        400 h + l - A02400
/// ```
#[inline(always)]
pub(super) fn points_of_pairs(s: Avx512, units: Z) -> Z {
    units.products16(s.doubles(0x0001_0400)).add32(s.doubles(0x00A0_2400 + 0x0001_0000))
}

/// Every second of 64 units.
const EVEN: u64 = u64::MAX / 3;
const ODD: u64 = !EVEN;

/// Where surrogates are, by the high bytes of units.
#[inline(always)]
pub(super) fn surrogates(s: Avx512, high_bytes: Z) -> u64 {
    high_bytes.and(s.bytes(0xF8)).eq8(s.bytes(0xD8))
}

/// The surrogates of a block.
#[derive(Clone, Copy)]
pub(super) struct Pairs {
    /// High surrogates in front of a low one.
    pub(super) first: u64,
    /// Low surrogates behind a high one.
    pub(super) second: u64,
    /// All others.
    pub(super) unpaired: u64,
}
