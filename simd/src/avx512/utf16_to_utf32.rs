//! What becomes of UTF-16 in UTF-32: blocks of any kind, and well-formed ones in a row.

use core::mem::MaybeUninit;

use super::from_utf16::{CALM, Done, Output, Progress, Roomy, Sink, plain};
use super::pack::SWAP32;
use super::runs_utf16::Run;
use super::utf16_block::{BLOCK, Block, Order, surrogates};
use super::utf16_end::Masks;
use super::utf16_to_wide::repaired;
use super::wide::Z;
use crate::aligned::Aligned;
use crate::backend::avx512;
use crate::fallback::ByteOrder;
use crate::fallback::form::{Utf16, Utf32};
use crate::x86::Avx512;

/// For each lane of 16 bits of the second of two vectors the one before it.
const BEFORE: &Aligned<[u8; 64]> = &Aligned(lanes_from(31));
/// For each lane of the first the one behind it.
const BEHIND: &Aligned<[u8; 64]> = &Aligned(lanes_from(1));

/// The numbers from `first` on, in lanes of 16 bits.
const fn lanes_from(first: u8) -> [u8; 64] {
    let mut table = [0; 64];
    let mut i = 0;
    while i < 32 {
        table[2 * i] = first + i as u8;
        i += 1;
    }
    table
}

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

const JOIN_LITTLE: &Aligned<[[u8; 64]; 2]> =
    &Aligned([join(0, ByteOrder::Little), join(1, ByteOrder::Little)]);
const JOIN_BIG: &Aligned<[[u8; 64]; 2]> =
    &Aligned([join(0, ByteOrder::Big), join(1, ByteOrder::Big)]);

/// Lanes of 32 bits with their bytes in an order.
#[inline(always)]
fn ordered(s: Avx512, order: ByteOrder, units: Z) -> Z {
    match order {
        ByteOrder::Little => units,
        ByteOrder::Big => units.shuffle8(s.array(SWAP32)),
    }
}

/// 32 units that are no surrogates.
#[inline(always)]
fn widened(s: Avx512, order: ByteOrder, units: Z) -> [Z; 2] {
    [ordered(s, order, units.widen16()), ordered(s, order, units.widen16_high())]
}

/// Writes the units of a block, which are no surrogates.
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

/// What becomes of the units at `kept`, of which those at `pairs` stand for a pair of surrogates.
#[inline(always)]
fn joined(
    s: Avx512,
    order: ByteOrder,
    units: Z,
    [high, low]: [Z; 2],
    pairs: u32,
    kept: u32,
) -> [Z; 2] {
    const B_WHERE_A_ELSE_C: i32 = 0b1100_1010;
    let [front, behind] = match order {
        ByteOrder::Little => &JOIN_LITTLE.0,
        ByteOrder::Big => &JOIN_BIG.0,
    };
    let lower = s.words(0x03FF).ternary::<B_WHERE_A_ELSE_C>(low, high.shl16::<10>());
    let lower = units.put16(pairs, lower).compress16(kept);
    let upper = high.shr16::<6>().sub16_where(pairs, s.words(0x035F)).compress16(kept);
    [s.array(front).pick8_of_two(lower, upper), s.array(behind).pick8_of_two(lower, upper)]
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
        if block.is_pairs(pairs) {
            let n = block.len / 2;
            for (i, units) in block.points_of_pairs(s).into_iter().enumerate() {
                out.put(16 * i, ordered(s, self.0, units), n.saturating_sub(16 * i));
            }
            return Done { plain: false, written: n, bad: 0 };
        }
        let [a, b] = block.units(s);
        let before = [
            s.array(BEFORE).pick16_of_two(s.words(block.before()), a),
            s.array(BEFORE).pick16_of_two(a, b),
        ];
        let units = if LOSSY { repaired([a, b], pairs.unpaired, s.words(0xFFFD)) } else { [a, b] };
        let ends = block.present() & !pairs.first;
        let mut written = 0;
        for half in 0..2 {
            let at = 32 * half;
            let (second, ends) = ((pairs.second >> at) as u32, (ends >> at) as u32);
            let [units, before] = [units[half], before[half]];
            // Among letters of other scripts it is often one half that has a pair.
            let parts = if (surrogates >> at) as u32 == 0 {
                widened(s, self.0, units)
            } else {
                joined(s, self.0, units, [before, units], second, ends)
            };
            let n = ends.count_ones() as usize;
            out.put(written, parts[0], n);
            out.put(written + 16, parts[1], n.saturating_sub(16));
            written += n;
        }
        Done { plain: false, written, bad: pairs.unpaired }
    }

    /// From 4 KiB of output on; 512 units of `mixed` take 1.1 times as long by it.
    const RUN: Option<usize> = Some(1024);

    #[inline(always)]
    fn run(
        self,
        from: Utf16,
        src: &[[u8; 2]],
        dst: &mut [MaybeUninit<[u8; 4]>],
        done: &mut Progress,
    ) {
        // SAFETY: the token invariant.
        let run = unsafe { avx512::utf16_to_utf32_run(from, src, self, dst, done.at, done.out) };
        (done.at, done.out) = (run.at, run.out);
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

/// Converts well-formed blocks from `at` on as long as there is room.
///
/// Of the loop of [`super::from_utf16`] this is what text with some pairs needs: a unit is made where the *high* surrogate
/// is, so that only the unit behind a block is asked for and one bit carried on. With all that may be asked of a block
/// at an edge, and the constants of targets that are not asked for, UTF-16 to UTF-32 took 1.15 times as long where pairs are
/// among other units (EPYC family 25 model 17, 2026-11-26: the benchmark's `mixed` 0.90 of simdutf's icelake, now 1.03;
/// generated emoji 1.00, now 1.15; emoji without anything else 1.15 of before).
///
/// Tried and lost: the halves' units loaded once more, to know before which one has the pairs, or each sixteen of them
/// widened from memory (loads behind the stores, 1.1 to 1.6 times as long); sixteen lanes of 32 bits and one
/// compression for each (1.15); steps of 32 units (1.25 where all have pairs).
#[inline(always)]
pub(crate) fn utf16_to_utf32_run(
    s: Avx512,
    from: Utf16,
    src: &[[u8; 2]],
    to: Utf32,
    dst: &mut [MaybeUninit<[u8; 4]>],
    at: usize,
    out: usize,
) -> Run {
    use ByteOrder::{Big, Little};
    let mut run = Run { at, out };
    match (from.0, to.0) {
        (Little, Little) => blocks(s, Utf16(Little), src, Utf32(Little), dst, &mut run),
        (Little, Big) => blocks(s, Utf16(Little), src, Utf32(Big), dst, &mut run),
        (Big, Little) => blocks(s, Utf16(Big), src, Utf32(Little), dst, &mut run),
        (Big, Big) => blocks(s, Utf16(Big), src, Utf32(Big), dst, &mut run),
    }
    run
}

/// [`CALM`] of this loop, which loses little by a block without surrogates: `mixed` by 8 is 0.95 of the speed by 32.
const LONG_CALM: usize = 4 * CALM;

#[inline(always)]
fn blocks(
    s: Avx512,
    from: Utf16,
    src: &[[u8; 2]],
    to: Utf32,
    dst: &mut [MaybeUninit<[u8; 4]>],
    run: &mut Run,
) {
    let is =
        |unit: Option<&[u8; 2]>, start| unit.is_some_and(|&unit| from.unit(unit) & 0xFC00 == start);
    // Behind a high surrogate whose unit is not made.
    if is(src.get(run.at), 0xDC00) && is(src.get(run.at.wrapping_sub(1)), 0xD800) {
        run.at -= 1;
    }
    let mut calm = 0;
    // Whether the low surrogate of a pair comes next whose unit is made.
    let mut carry = 0;
    while let Some((behind, units)) =
        src.get(run.at..).and_then(|rest| rest.first_chunk::<{ BLOCK + 1 }>()?.split_last())
        && let Some(units) = units.first_chunk()
        && let Some(room) = dst.get_mut(run.out..).and_then(|rest| rest.get_mut(..BLOCK))
    {
        let block = Block::inside(s, from, units);
        let surrogates = block.surrogates(s);
        if surrogates == 0 {
            widen(s, to.0, &block, &mut Roomy(room));
            run.add(BLOCK, BLOCK);
            calm += 1;
            if calm >= LONG_CALM {
                let units = plain(s, from, &src[run.at..], to, &mut dst[run.out..]);
                run.add(units, units);
            }
            continue;
        }
        calm = 0;
        let low = block.low_surrogates(s, surrogates);
        let high = surrogates ^ low;
        let open = high >> 63;
        if low != high << 1 | carry || open != u64::from(is(Some(behind), 0xDC00)) {
            break;
        }
        if surrogates == u64::MAX {
            if carry != 0 {
                (run.at, carry) = (run.at + 1, 0);
                continue;
            }
            for (units, room) in block.points_of_pairs(s).into_iter().zip(room.chunks_mut(16)) {
                ordered(s, to.0, units).store(room);
            }
            run.add(BLOCK, BLOCK / 2);
            continue;
        }
        carry = open;
        let [a, b] = block.units(s);
        let last = s.words(from.unit(*behind));
        let mut written = 0;
        for (half, [units, next]) in [[a, b], [b, last]].into_iter().enumerate() {
            let at = 32 * half;
            let (high, kept) = ((high >> at) as u32, (!low >> at) as u32);
            // Among letters of other scripts it is often one half that has a pair.
            let parts = if (surrogates >> at) as u32 == 0 {
                widened(s, to.0, units)
            } else {
                let behind = s.array(BEHIND).pick16_of_two(units, next);
                joined(s, to.0, units, [units, behind], high, kept)
            };
            for (part, room) in parts.into_iter().zip(room[written..].chunks_mut(16)) {
                part.store(room);
            }
            written += kept.count_ones() as usize;
        }
        run.add(BLOCK, written);
    }
    // The unit of a pair is the low surrogate's.
    run.out -= carry as usize;
}
