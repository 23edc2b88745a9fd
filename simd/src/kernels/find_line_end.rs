//! Where the nth line ends.
//!
//! A line end has its bit where its last element is. Of two elements or more that is a conjunction of masks, one of
//! them shifted; the elements next to a block, which the shift would need, are looked at one by one.
//!
//! ```text
//!   CR LF 61 CR 61 E2 80 A8
//!    0  1  0  0  0  0  0  0   LF
//!    0  0  0  1  0  0  0  0   CR, unless LF is behind it
//!    0  0  0  0  0  0  0  1   A8 behind 80 behind E2
//! ```

use super::find::{BLOCK, Blocks, Count, Most, find, first};
use crate::fallback::form::Utf16;
use crate::fallback::{ByteOrder, Found, LineEnds};

const LF: u8 = 0x0A;
const CR: u8 = 0x0D;

/// See [`crate::Kernels::find_line_end_utf8`].
#[inline(always)]
pub(crate) fn find_line_end_utf8<S: Blocks>(s: S, ends: LineEnds, src: &[u8], n: usize) -> Found {
    match ends {
        LineEnds::Lf => find(s, Ends8::<LINE_FEEDS>, src, n),
        LineEnds::CrLf => find(s, Ends8::<RETURNS>, src, n),
        LineEnds::Unicode => find(s, Ends8::<ALL>, src, n),
    }
}

/// See [`crate::Kernels::find_line_end_utf16`].
#[inline(always)]
pub(crate) fn find_line_end_utf16<S: Blocks>(
    s: S,
    from: Utf16,
    ends: LineEnds,
    src: &[[u8; 2]],
    n: usize,
) -> Found {
    match ends {
        LineEnds::Lf => find(s, Ends16::<LINE_FEEDS>(from.0), src, n),
        LineEnds::CrLf => find(s, Ends16::<RETURNS>(from.0), src, n),
        LineEnds::Unicode => find(s, Ends16::<ALL>(from.0), src, n),
    }
}

// The rules, as constants.
const LINE_FEEDS: u8 = 0;
const RETURNS: u8 = 1;
const ALL: u8 = 2;

/// Line ends in UTF-8.
#[derive(Clone, Copy)]
struct Ends8<const RULE: u8>;

impl<const RULE: u8> Ends8<RULE> {
    /// Those of a block of which the first byte is at `at`.
    #[inline(always)]
    fn mask<S: Blocks>(s: S, block: S::Bytes, src: &[u8], at: usize) -> u64 {
        let feeds = s.matches8(block, 0xFF, LF);
        if RULE == LINE_FEEDS {
            return feeds;
        }
        let returns = s.matches8(block, 0xFF, CR);
        let mut ends = feeds;
        if returns != 0 {
            let next = u64::from(src.get(at + BLOCK) == Some(&LF)) << 63;
            ends |= returns & !(feeds >> 1 | next);
        }
        if RULE == ALL {
            ends |= s.matches8(block, 0xFF, 0x0B) | s.matches8(block, 0xFF, 0x0C);
            // The bytes 80 of LS and PS, and 85 of NEL, are not in ASCII.
            let (e2, c2) = (s.matches8(block, 0xFF, 0xE2), s.matches8(block, 0xFF, 0xC2));
            let (e2_before, c2_before) = (before(src, at, 1, 0xE2), before(src, at, 1, 0xC2));
            let e2_two_before = before(src, at, 2, 0xE2);
            if e2 | c2 | e2_before | c2_before | e2_two_before != 0 {
                let nel = s.matches8(block, 0xFF, 0x85) & (c2 << 1 | c2_before);
                let second = s.matches8(block, 0xFF, 0x80) & (e2 << 1 | e2_before);
                let second_before = e2_two_before & before(src, at, 1, 0x80);
                let separator = s.matches8(block, 0xFE, 0xA8) & (second << 1 | second_before);
                ends |= nel | separator;
            }
        }
        ends
    }
}

/// 1 if `byte` stands `n` before `at`.
#[inline(always)]
fn before(src: &[u8], at: usize, n: usize, byte: u8) -> u64 {
    match at.checked_sub(n) {
        Some(at) => u64::from(src[at] == byte),
        None => 0,
    }
}

impl<S: Blocks, const RULE: u8> Count<S> for Ends8<RULE> {
    const MOST: Most = Most::Unknown;
    const FAR: usize = S::FAR;
    type Unit = u8;
    type Masks = u64;

    #[inline(always)]
    fn block(self, s: S, src: &[u8], at: usize, block: &[u8; BLOCK]) -> u64 {
        Self::mask(s, s.bytes_block(block), src, at)
    }

    #[inline(always)]
    fn part(self, s: S, src: &[u8], at: usize) -> u64 {
        Self::mask(s, s.bytes_part(&src[at..]), src, at) & first(src.len() - at)
    }

    #[inline(always)]
    fn part_sum(self, s: S, src: &[u8]) -> Option<usize> {
        if RULE == LINE_FEEDS { Some(s.count_line_feeds8(src)) } else { None }
    }
}

/// Line ends in UTF-16 of this order.
#[derive(Clone, Copy)]
struct Ends16<const RULE: u8>(ByteOrder);

impl<const RULE: u8> Ends16<RULE> {
    /// Those of a block of which the first unit is at `at`.
    #[inline(always)]
    fn mask<S: Blocks>(self, s: S, block: S::Units, src: &[[u8; 2]], at: usize) -> u64 {
        let order = self.0;
        let feeds = s.matches16(block, order, 0xFFFF, LF.into());
        if RULE == LINE_FEEDS {
            return feeds;
        }
        let returns = s.matches16(block, order, 0xFFFF, CR.into());
        let mut ends = feeds;
        if returns != 0 {
            let next = src.get(at + BLOCK) == Some(&order.bytes16(LF.into()));
            ends |= returns & !(feeds >> 1 | u64::from(next) << 63);
        }
        if RULE == ALL {
            ends |=
                s.matches16(block, order, 0xFFFF, 0x0B) | s.matches16(block, order, 0xFFFF, 0x0C);
            ends |= s.matches16(block, order, 0xFFFF, 0x85);
            ends |= s.matches16(block, order, 0xFFFE, 0x2028);
        }
        ends
    }
}

impl<S: Blocks, const RULE: u8> Count<S> for Ends16<RULE> {
    const MOST: Most = Most::Unknown;
    const FAR: usize = S::FAR;
    type Unit = [u8; 2];
    type Masks = u64;

    #[inline(always)]
    fn block(self, s: S, src: &[[u8; 2]], at: usize, block: &[[u8; 2]; BLOCK]) -> u64 {
        self.mask(s, s.units_block(block), src, at)
    }

    #[inline(always)]
    fn part(self, s: S, src: &[[u8; 2]], at: usize) -> u64 {
        self.mask(s, s.units_part(&src[at..]), src, at) & first(src.len() - at)
    }

    #[inline(always)]
    fn part_sum(self, s: S, src: &[[u8; 2]]) -> Option<usize> {
        if RULE == LINE_FEEDS { Some(s.count_line_feeds16(Utf16(self.0), src)) } else { None }
    }
}
