//! What becomes of 64 units of UTF-16 in UTF-16, UTF-32 and Latin-1.

use super::from_utf16::{Done, Output, Sink};
use super::pack::SWAP32;
use super::utf16_block::{Block, Order, Pairs, surrogates};
use super::utf16_end::Masks;
use super::wide::Z;
use crate::aligned::Aligned;
use crate::fallback::ByteOrder;
use crate::fallback::form::{Latin1, Utf16, Utf32};
use crate::x86::Avx512;

/// The pairs of a block that has surrogates.
#[inline(always)]
fn pairs(s: Avx512, block: &Block) -> Pairs {
    let high = block.high_bytes(s);
    block.pairs(s, high, surrogates(s, high))
}

/// The vectors of a block with `replacement` in place of unpaired surrogates.
#[inline(always)]
fn repaired([a, b]: [Z; 2], unpaired: u64, replacement: Z) -> [Z; 2] {
    [a.put16(unpaired as u32, replacement), b.put16((unpaired >> 32) as u32, replacement)]
}

/// Writes `len` units.
#[inline(always)]
fn put([a, b]: [Z; 2], len: usize, out: &mut impl Output<[u8; 2]>) {
    out.put(0, a, len);
    out.put(32, b, len.saturating_sub(32));
}

const A_XOR_B_AND_C: i32 = 0b0010_1000;
const B_WHERE_A_ELSE_C: i32 = 0b1100_1010;

impl Sink for Utf16 {
    const ROOM: usize = 64;
    const OF_FIRST: usize = 1;

    #[inline(always)]
    fn order(self) -> ByteOrder {
        self.0
    }

    #[inline(always)]
    fn ordered(self, order: ByteOrder) -> Self {
        Self(order)
    }

    #[inline(always)]
    fn plain(self, s: Avx512, block: &Block, out: &mut impl Output<[u8; 2]>) -> bool {
        let plain = !block.has_surrogates(s);
        if plain {
            put(block.units_as(s, self.0), block.len, out);
        }
        plain
    }

    #[inline(always)]
    fn block<const LOSSY: bool, O: Output<[u8; 2]>>(
        self,
        s: Avx512,
        block: &Block,
        out: &mut O,
    ) -> Done {
        if self.plain(s, block, out) {
            return Done { plain: true, written: block.len, bad: 0 };
        }
        let bad = pairs(s, block).unpaired;
        let mut units = block.units_as(s, self.0);
        if LOSSY {
            units = repaired(units, bad, s.words(self.lane(0xFFFD)));
        }
        put(units, block.len, out);
        Done { plain: false, written: block.len, bad }
    }

    #[inline(always)]
    fn lengths<const LOSSY: bool>(masks: &Masks) -> [u64; 3] {
        [masks.present, 0, 0]
    }

    #[inline(always)]
    fn bad<const LOSSY: bool>(masks: &Masks) -> u64 {
        masks.unpaired
    }
}

/// For each lane of 16 bits the one before it, in a vector that begins with the lane `first` of two.
const fn before(first: u8) -> [u8; 64] {
    let mut table = [0; 64];
    let mut i = 0;
    while i < 64 {
        table[i] = if i % 2 == 0 { (first + i as u8 / 2 + 63) % 64 } else { 0 };
        i += 2;
    }
    table
}

/// The lowest lane has none in the vector.
static BEFORE_FIRST: Aligned<[u8; 64]> = Aligned(before(0));
static BEFORE_SECOND: Aligned<[u8; 64]> = Aligned(before(32));

/// Where lanes of 32 bits come from that are made of a vector of their lower halves and one of their
/// upper halves (64 more): the `part`th sixteen.
const fn join(part: u8, order: ByteOrder) -> [u8; 64] {
    let mut table = [0; 64];
    let mut i = 0;
    while i < 64 {
        let byte = match order {
            ByteOrder::Little => i % 4,
            ByteOrder::Big => 3 - i % 4,
        };
        table[i] = part * 32 + (i / 4 * 2 + byte % 2 + byte / 2 * 64) as u8;
        i += 1;
    }
    table
}

static JOIN_LITTLE: Aligned<[[u8; 64]; 2]> =
    Aligned([join(0, ByteOrder::Little), join(1, ByteOrder::Little)]);
static JOIN_BIG: Aligned<[[u8; 64]; 2]> =
    Aligned([join(0, ByteOrder::Big), join(1, ByteOrder::Big)]);

/// Writes units that are no surrogates.
#[inline(always)]
fn widen(s: Avx512, order: ByteOrder, block: &Block, out: &mut impl Output<[u8; 4]>) {
    let [a, b] = block.units_as(s, order);
    let quarters = [a.widen16(), a.widen16_high(), b.widen16(), b.widen16_high()];
    for (i, units) in quarters.into_iter().enumerate() {
        let units = match order {
            ByteOrder::Little => units,
            ByteOrder::Big => units.shl32::<16>(),
        };
        out.put(16 * i, units, block.len.saturating_sub(16 * i));
    }
}

/// Lanes of 32 bits with their bytes in an order.
#[inline(always)]
fn ordered(s: Avx512, order: ByteOrder, units: Z) -> Z {
    match order {
        ByteOrder::Little => units,
        ByteOrder::Big => units.shuffle8(s.array(&SWAP32)),
    }
}

impl Sink for Utf32 {
    const ROOM: usize = 64;
    const OF_FIRST: usize = 0;

    #[inline(always)]
    fn order(self) -> ByteOrder {
        self.0
    }

    #[inline(always)]
    fn ordered(self, order: ByteOrder) -> Self {
        Self(order)
    }

    #[inline(always)]
    fn plain(self, s: Avx512, block: &Block, out: &mut impl Output<[u8; 4]>) -> bool {
        let plain = !block.has_surrogates(s);
        if plain {
            widen(s, self.0, block, out);
        }
        plain
    }

    /// A pair makes its unit where its low surrogate is:
    ///
    /// ```text
    ///   high  D800 + h     h + 40 = uuuuuxxxxyy     upper half  h >> 6 + 1
    ///   low   DC00 + l                              lower half  h << 10 | l
    /// ```
    ///
    /// Where they are last, these halves are moved together. Tried and lost: the numbers of these units
    /// moved together instead, and by them the bytes of each unit and the one before it picked into
    /// 32-bit lanes, three vectors for text of pairs and not four (a quarter slower); sums of products in
    /// 32-bit lanes of which each second one is then left out (a third slower); sixteen lanes of 32 bits
    /// at a time and one compression for each (a third slower); the units before from memory, or masks
    /// from comparisons of 16-bit lanes instead of those of the bytes (no faster).
    #[inline(always)]
    fn block<const LOSSY: bool, O: Output<[u8; 4]>>(
        self,
        s: Avx512,
        block: &Block,
        out: &mut O,
    ) -> Done {
        let high = block.high_bytes(s);
        let surrogates = surrogates(s, high);
        if surrogates == 0 {
            widen(s, self.0, block, out);
            return Done { plain: true, written: block.len, bad: 0 };
        }
        let pairs = block.pairs(s, high, surrogates);
        let whole =
            if block.is_pairs(pairs) { Some(*block) } else { block.pairs_from_before(s, pairs) };
        if let Some(whole) = whole {
            let n = block.len / 2;
            for (i, units) in whole.points_of_pairs(s).into_iter().enumerate() {
                out.put(16 * i, ordered(s, self.0, units), n.saturating_sub(16 * i));
            }
            return Done { plain: false, written: n, bad: 0 };
        }
        let [a, b] = block.units(s);
        let before = [
            s.array(&BEFORE_FIRST).pick16(a).put16(1, s.words(block.before())),
            s.array(&BEFORE_SECOND).pick16_of_two(a, b),
        ];
        let units = if LOSSY { repaired([a, b], pairs.unpaired, s.words(0xFFFD)) } else { [a, b] };
        let ends = block.present() & !pairs.first;
        let join = match self.0 {
            ByteOrder::Little => &JOIN_LITTLE,
            ByteOrder::Big => &JOIN_BIG,
        };
        let mut written = 0;
        for half in 0..2 {
            let ends = (ends >> (32 * half)) as u32;
            let n = ends.count_ones() as usize;
            let (unit, before) = (units[half], before[half]);
            // Among letters of other scripts it is often one half that has a pair.
            if (surrogates >> (32 * half)) as u32 == 0 {
                out.put(written, ordered(s, self.0, unit.widen16()), n);
                let high = ordered(s, self.0, unit.widen16_high());
                out.put(written + 16, high, n.saturating_sub(16));
                written += n;
                continue;
            }
            // All bits, where the unit is a low surrogate.
            let second = unit.ternary::<A_XOR_B_AND_C>(s.words(0xDC00), s.words(0xFC00));
            let second = second.min16(s.words(1)).sub16(s.words(1));
            let lower = s.words(0x03FF).ternary::<B_WHERE_A_ELSE_C>(unit, before.shl16::<10>());
            let lower = second.ternary::<B_WHERE_A_ELSE_C>(lower, unit).compress16(ends);
            let upper = before.shr16::<6>().sub16(s.words(0x035F)).and(second).compress16(ends);
            for (part, join) in join.iter().enumerate() {
                let units = s.array(join).pick8_of_two(lower, upper);
                out.put(written + 16 * part, units, n.saturating_sub(16 * part));
            }
            written += n;
        }
        Done { plain: false, written, bad: pairs.unpaired }
    }

    #[inline(always)]
    fn lengths<const LOSSY: bool>(masks: &Masks) -> [u64; 3] {
        [masks.present & !masks.first, 0, 0]
    }

    #[inline(always)]
    fn bad<const LOSSY: bool>(masks: &Masks) -> u64 {
        masks.unpaired
    }
}

impl Sink for Latin1 {
    const ROOM: usize = 64;
    const OF_FIRST: usize = 1;

    #[inline(always)]
    fn plain(self, s: Avx512, block: &Block, out: &mut impl Output<u8>) -> bool {
        let plain = !block.any(s, 0xFF00);
        if plain {
            out.put(0, block.low_bytes(s), block.len);
        }
        plain
    }

    /// A character that Latin-1 does not have becomes `?` at its first unit; the second of a pair is left
    /// out.
    #[inline(always)]
    fn block<const LOSSY: bool, O: Output<u8>>(
        self,
        s: Avx512,
        block: &Block,
        out: &mut O,
    ) -> Done {
        if self.plain(s, block, out) {
            return Done { plain: true, written: block.len, bad: 0 };
        }
        let low = block.low_bytes(s);
        let high = block.high_bytes(s);
        let bad = high.test8(high);
        if !LOSSY {
            out.put(0, low, block.len);
            return Done { plain: false, written: block.len, bad };
        }
        let low = low.put8(bad, s.bytes(b'?'));
        let surrogates = surrogates(s, high);
        if surrogates == 0 {
            out.put(0, low, block.len);
            return Done { plain: false, written: block.len, bad };
        }
        let second = block.pairs(s, high, surrogates).second;
        let keep = block.present() & !second;
        let written = keep.count_ones() as usize;
        out.put(0, low.compress8(keep), written);
        Done { plain: false, written, bad: bad & !second }
    }

    #[inline(always)]
    fn lengths<const LOSSY: bool>(masks: &Masks) -> [u64; 3] {
        [masks.present & !masks.second, 0, 0]
    }

    #[inline(always)]
    fn bad<const LOSSY: bool>(masks: &Masks) -> u64 {
        if LOSSY { masks.from_100 & !masks.second } else { masks.from_100 }
    }
}
