//! A vector of UTF-16 units, in either byte order, and where its surrogates have partners.

use crate::fallback::ByteOrder;
use crate::fallback::form::Utf16;
use crate::vector::{Bytes, Lanewise, Vector, Wide};

/// Units of a block.
pub(crate) const BLOCK: usize = 64;

/// For [`Bytes::lookup`]: the bytes of each 16-bit lane the other way round.
const SWAPPED: [u8; 16] = [1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14];

/// Lanes of 16 bits with their bytes the other way round.
#[inline(always)]
pub(crate) fn swapped<S: Wide>(s: S, units: S::Bytes) -> S::Bytes {
    units.lookup(s.table(&SWAPPED))
}

/// Units in a byte order other than that in which they are stored.
#[inline(always)]
pub(crate) fn ordered<S: Wide>(s: S, from: Utf16, order: ByteOrder, stored: S::Bytes) -> S::Bytes {
    if from.0 == order { stored } else { swapped(s, stored) }
}

/// A unit in every lane, as it is stored.
#[inline(always)]
pub(crate) fn stored<S: Wide>(s: S, form: Utf16, unit: u16) -> S::Bytes {
    s.words(match form.0 {
        ByteOrder::Little => unit,
        ByteOrder::Big => unit.swap_bytes(),
    })
}

/// Whether one of four units of a block is a surrogate.
#[inline(always)]
pub(super) fn has_surrogate_at_16(from: Utf16, block: &[[u8; 2]; BLOCK]) -> bool {
    let is = |i: usize| number(from, block[16 * i]) & 0xF800 == 0xD800;
    is(0) | is(1) | is(2) | is(3)
}

/// Whether one of four units of a block is from 800 on, so that the others need not be asked whether all are below: for
/// backends that look at these four for surrogates as well, and of a block behind one with others. (On SSE4.1 rare accents took 9 % more
/// instructions where all blocks were asked.)
#[inline(always)]
pub(crate) fn has_unit_from_800_at_16(from: Utf16, block: &[[u8; 2]; BLOCK]) -> bool {
    let unit = |i: usize| number(from, block[16 * i]);
    (unit(0) | unit(1) | unit(2) | unit(3)) & 0xF800 != 0
}

/// A unit as a number.
#[inline(always)]
pub(super) fn number(from: Utf16, unit: [u8; 2]) -> u16 {
    match from.0 {
        ByteOrder::Little => u16::from_le_bytes(unit),
        ByteOrder::Big => u16::from_be_bytes(unit),
    }
}

/// Whether a unit is below 800.
#[inline(always)]
pub(crate) fn any_below_800<S: Wide>(s: S, units: S::Bytes) -> bool {
    units.min16(s.words(0x07FF)).eq16(units).any()
}

/// Whether all units of a block are from 800 on, where two vectors tell of nearly all blocks that they are not: in words with
/// spaces between.
#[inline(always)]
pub(crate) fn all_from_800<S: Wide>(s: S, from: Utf16, block: &[[u8; 2]; BLOCK]) -> bool {
    let len = Units::<S>::LEN;
    let at = |i: usize| ordered(s, from, ByteOrder::Little, s.load(block[i..].as_flattened()));
    let mut lowest = at(0).min16(at(len));
    if any_below_800(s, lowest) {
        return false;
    }
    let mut i = 2 * len;
    while i < BLOCK {
        lowest = lowest.min16(at(i));
        i += len;
    }
    !any_below_800(s, lowest)
}

/// Whether a unit is a high surrogate.
#[inline(always)]
pub(crate) fn is_high(from: Utf16, unit: [u8; 2]) -> bool {
    unit[usize::from(from.0 == ByteOrder::Little)] & 0xFC == 0xD8
}

/// Whether a unit is a low surrogate.
#[inline(always)]
pub(crate) fn is_low(from: Utf16, unit: [u8; 2]) -> bool {
    unit[usize::from(from.0 == ByteOrder::Little)] & 0xFC == 0xDC
}

/// As many units as a vector has, of a source.
#[derive(Clone, Copy)]
pub(crate) struct Units<'a, S: Wide> {
    from: Utf16,
    src: &'a [[u8; 2]],
    at: usize,
    stored: S::Bytes,
}

impl<'a, S: Wide> Units<'a, S> {
    /// How many.
    pub(crate) const LEN: usize = S::Bytes::LANES / 2;

    /// Those at `at`, of which there must be enough.
    #[inline(always)]
    pub(crate) fn at(s: S, from: Utf16, src: &'a [[u8; 2]], at: usize) -> Self {
        Self { from, src, at, stored: s.load(src[at..].as_flattened()) }
    }

    /// Those at `i` of the block at `at`. That they are there, is asked once for the block.
    #[inline(always)]
    pub(crate) fn of_block(
        s: S,
        from: Utf16,
        src: &'a [[u8; 2]],
        at: usize,
        block: &'a [[u8; 2]; BLOCK],
        i: usize,
    ) -> Self {
        Self { from, src, at: at + i, stored: s.load(block[i..].as_flattened()) }
    }

    /// All of a source that has fewer. Lanes behind them are 0.
    #[inline(always)]
    pub(crate) fn all(s: S, from: Utf16, src: &'a [[u8; 2]]) -> Self {
        Self { from, src, at: 0, stored: s.load_partial(src.as_flattened()) }
    }

    /// As they are stored.
    #[inline(always)]
    pub(crate) fn stored(&self) -> S::Bytes {
        self.stored
    }

    /// As numbers.
    #[inline(always)]
    pub(crate) fn numbers(&self, s: S) -> S::Bytes {
        self.in_order(s, ByteOrder::Little)
    }

    /// In a byte order.
    #[inline(always)]
    pub(crate) fn in_order(&self, s: S, order: ByteOrder) -> S::Bytes {
        ordered(s, self.from, order, self.stored)
    }

    /// Whether a unit has one of `bits`.
    #[inline(always)]
    pub(crate) fn any(&self, s: S, bits: u16) -> bool {
        (self.stored & stored(s, self.from, bits)).any()
    }

    /// Whether there are surrogates.
    #[inline(always)]
    pub(crate) fn has_surrogates(&self, s: S) -> bool {
        let surrogates = stored(s, self.from, 0xF800) & self.stored;
        surrogates.eq16(stored(s, self.from, 0xD800)).any()
    }

    /// Whether the last one is a high surrogate without its partner.
    #[inline(always)]
    pub(crate) fn ends_open(&self) -> bool {
        ends_open(self.from, self.src, self.src.len().min(self.at + Self::LEN))
    }

    /// For each the one before it, as numbers; 0 if there is none.
    #[inline(always)]
    pub(crate) fn before(&self, s: S) -> S::Bytes {
        let stored = match self.src.get(self.at.wrapping_sub(1)..) {
            Some(before) => s.load(before.as_flattened()),
            None => self.stored.shift_up::<2>(),
        };
        ordered(s, self.from, ByteOrder::Little, stored)
    }

    /// For each the one behind it, as numbers; 0 if there is none.
    #[inline(always)]
    fn after(&self, s: S) -> S::Bytes {
        let stored = match self.src.get(self.at + 1..) {
            Some(behind) if behind.len() >= Self::LEN => s.load(behind.as_flattened()),
            _ => self.stored.shift_down2(),
        };
        ordered(s, self.from, ByteOrder::Little, stored)
    }

    /// The surrogates. Where all are known to have partners or not to matter, only those that are low and
    /// not behind a high one, and units behind a high one that are not low, are `unpaired`: where the
    /// conversion is strict, that is enough together with [`Units::ends_open`].
    #[inline(always)]
    pub(crate) fn surrogates<const LOSSY: bool>(&self, s: S) -> Surrogates<S::Bytes> {
        let (kind, high, low) = (s.words(0xFC00), s.words(0xD800), s.words(0xDC00));
        let (numbers, before) = (self.numbers(s), self.before(s));
        let first = (numbers & kind).eq16(high);
        let second = (numbers & kind).eq16(low);
        let expected = (before & kind).eq16(high);
        let mut unpaired = second ^ expected;
        let mut follows = first;
        if LOSSY {
            follows = (self.after(s) & kind).eq16(low);
            unpaired = unpaired | first ^ follows;
        }
        // In short vectors it is as dear as the rest to foresee. (Emoji with an error in ten units, SSE4.1, UTF-16 to UTF-8: 2.4
        // times as fast as `encoding_rs`, and 2.7. Zen 4, 2026-11-26.)
        if !LOSSY || !S::RUNS_WITH_ERRORS && !unpaired.any() {
            return Surrogates { numbers, before, first, second, unpaired };
        }
        let unpaired = first.without(follows) | second.without(expected);
        Surrogates {
            numbers: numbers.select8(unpaired, s.words(0xFFFD)),
            before,
            first: first & follows,
            second: second & expected,
            unpaired,
        }
    }
}

/// Whether the unit in front of `at` is a high surrogate without its partner.
#[inline(always)]
pub(crate) fn ends_open(from: Utf16, src: &[[u8; 2]], at: usize) -> bool {
    is_high(from, src[at - 1]) && !src.get(at).is_some_and(|&unit| is_low(from, unit))
}

/// The surrogates of a vector, as masks of all ones.
#[derive(Clone, Copy)]
pub(crate) struct Surrogates<B> {
    /// The units, those that are unpaired replaced by FFFD where the conversion is lossy.
    pub(crate) numbers: B,
    /// For each the unit before it.
    pub(crate) before: B,
    /// High surrogates of pairs.
    pub(crate) first: B,
    /// Low surrogates of pairs.
    pub(crate) second: B,
    /// All others. Where the conversion is strict: not 0 if there are any, but perhaps for the last unit.
    pub(crate) unpaired: B,
}
