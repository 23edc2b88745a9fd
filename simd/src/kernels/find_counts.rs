//! What elements count for where a place is looked for ([`super::find`]): code points, and units of another form.

use super::find::{BLOCK, Blocks, Count, FOUR, Masks, Most, count, first, in_ascii};
use crate::fallback::form::Utf16;
use crate::fallback::{ByteOrder, Found};

/// The code points of UTF-8.
#[derive(Clone, Copy)]
pub(super) struct CodePoints;

impl<S: Blocks> Count<S> for CodePoints {
    const MOST: Most = Most::One;
    const FAR: usize = S::FAR;
    type Unit = u8;
    type Masks = u64;

    #[inline(always)]
    fn block(self, s: S, _: &[u8], _: usize, block: &[u8; BLOCK]) -> u64 {
        s.leads(s.bytes_block(block))
    }

    #[inline(always)]
    fn part(self, s: S, src: &[u8], at: usize) -> u64 {
        s.leads(s.bytes_part(&src[at..])) & first(src.len() - at)
    }

    #[inline(always)]
    fn part_sum(self, s: S, src: &[u8]) -> Option<usize> {
        Some(s.count_code_points8(src))
    }

    #[inline(always)]
    fn in_ascii(self, s: S, src: &[u8], n: usize) -> Result<Found, usize> {
        in_ascii(s, src, n)
    }
}

/// The units of UTF-16 that UTF-8 would be.
#[derive(Clone, Copy)]
pub(super) struct Units;

/// The bytes that begin a code point, and of those the ones that begin four bytes.
#[derive(Clone, Copy)]
pub(super) struct Leads {
    all: u64,
    of_four: u64,
}

impl Leads {
    #[inline(always)]
    fn of<S: Blocks>(s: S, block: S::Bytes) -> Self {
        Self { all: s.leads(block), of_four: s.matches8(block, 0xF0, 0xF0) }
    }
}

impl Masks for Leads {
    #[inline(always)]
    fn behind(self, done: usize) -> Self {
        Self { all: self.all >> done, of_four: self.of_four >> done }
    }

    #[inline(always)]
    fn sum(self) -> usize {
        count(self.all) + count(self.of_four)
    }

    #[inline(always)]
    fn place<S: Blocks>(self, s: S, n: usize) -> Found {
        // Of a character of which only the first byte is in the block, the second unit is not in the mask.
        let second = self.of_four << 1;
        let at = s.nth(self.all | second, n);
        if at == BLOCK || second >> at & 1 == 1 {
            Found { at: at - 1, before: n - 1 }
        } else {
            Found { at, before: n }
        }
    }
}

impl<S: Blocks> Count<S> for Units {
    const MOST: Most = Most::One;
    const FAR: usize = FOUR;
    type Unit = u8;
    type Masks = Leads;

    #[inline(always)]
    fn block(self, s: S, _: &[u8], _: usize, block: &[u8; BLOCK]) -> Leads {
        Leads::of(s, s.bytes_block(block))
    }

    #[inline(always)]
    fn part(self, s: S, src: &[u8], at: usize) -> Leads {
        let leads = Leads::of(s, s.bytes_part(&src[at..]));
        Leads { all: leads.all & first(src.len() - at), ..leads }
    }

    #[inline(always)]
    fn part_sum(self, s: S, src: &[u8]) -> Option<usize> {
        Some(s.count_units8(src))
    }

    #[inline(always)]
    fn in_ascii(self, s: S, src: &[u8], n: usize) -> Result<Found, usize> {
        in_ascii(s, src, n)
    }
}

/// The code points of UTF-16.
#[derive(Clone, Copy)]
pub(super) struct CodePoints16(pub(super) Utf16);

impl<S: Blocks> Count<S> for CodePoints16 {
    const MOST: Most = Most::One;
    const FAR: usize = S::FAR;
    type Unit = [u8; 2];
    type Masks = u64;

    #[inline(always)]
    fn block(self, s: S, _: &[[u8; 2]], _: usize, block: &[[u8; 2]; BLOCK]) -> u64 {
        !s.matches16(s.units_block(block), self.0.0, 0xFC00, 0xDC00)
    }

    #[inline(always)]
    fn part(self, s: S, src: &[[u8; 2]], at: usize) -> u64 {
        let low = s.matches16(s.units_part(&src[at..]), self.0.0, 0xFC00, 0xDC00);
        !low & first(src.len() - at)
    }

    #[inline(always)]
    fn part_sum(self, s: S, src: &[[u8; 2]]) -> Option<usize> {
        Some(s.count_code_points16(self.0, src))
    }
}

/// The bytes of UTF-8 that UTF-16 would be.
#[derive(Clone, Copy)]
pub(super) struct Bytes16(pub(super) Utf16);

/// The units that are there, those from 80 on, and those from 800 on that are no surrogates.
#[derive(Clone, Copy)]
pub(super) struct Sizes {
    all: u64,
    from_80: u64,
    from_800: u64,
}

impl Sizes {
    #[inline(always)]
    fn of<S: Blocks>(s: S, order: ByteOrder, block: S::Units, all: u64) -> Self {
        let below_80 = s.matches16(block, order, 0xFF80, 0);
        let below_800 = s.matches16(block, order, 0xF800, 0);
        let surrogates = s.matches16(block, order, 0xF800, 0xD800);
        Self { all, from_80: !below_80 & all, from_800: !(below_800 | surrogates) & all }
    }
}

impl Masks for Sizes {
    #[inline(always)]
    fn behind(self, done: usize) -> Self {
        Self {
            all: self.all >> done,
            from_80: self.from_80 >> done,
            from_800: self.from_800 >> done,
        }
    }

    #[inline(always)]
    fn sum(self) -> usize {
        count(self.all) + count(self.from_80) + count(self.from_800)
    }

    /// The sum up to a place grows with it, so half of the block is ruled out six times.
    #[inline(always)]
    fn place<S: Blocks>(self, _: S, n: usize) -> Found {
        let mut found = Found::default();
        let mut step = BLOCK / 2;
        while step != 0 {
            let mask = first(found.at + step);
            let sum =
                count(self.all & mask) + count(self.from_80 & mask) + count(self.from_800 & mask);
            if sum <= n {
                found = Found { at: found.at + step, before: sum };
            }
            step /= 2;
        }
        found
    }
}

impl<S: Blocks> Count<S> for Bytes16 {
    const MOST: Most = Most::Three;
    const FAR: usize = FOUR;
    type Unit = [u8; 2];
    type Masks = Sizes;

    #[inline(always)]
    fn block(self, s: S, _: &[[u8; 2]], _: usize, block: &[[u8; 2]; BLOCK]) -> Sizes {
        Sizes::of(s, self.0.0, s.units_block(block), !0)
    }

    #[inline(always)]
    fn part(self, s: S, src: &[[u8; 2]], at: usize) -> Sizes {
        Sizes::of(s, self.0.0, s.units_part(&src[at..]), first(src.len() - at))
    }

    #[inline(always)]
    fn part_sum(self, s: S, src: &[[u8; 2]]) -> Option<usize> {
        Some(s.count_bytes16(self.0, src))
    }
}
