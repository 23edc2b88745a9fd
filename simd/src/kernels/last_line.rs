//! The code points behind the last line feed: the column where a text ends.
//!
//! From the end, by the masks of two blocks at once, since most lines are longer than one:
//!
//! ```text
//!   C3 B1 0A 61 C3 B1   bytes
//!    0  0  1  0  0  0   line feeds: the highest bit is the last
//!    1  0  1  1  1  0   begin a code point: those above that bit count
//! ```
//!
//! Which of the two has it is chosen without a branch, for lines have any length. A text shorter than a block is a
//! vector with zeros behind it, which are no line feeds. Before, the line feed was looked for by words of eight bytes, and
//! another kernel counted behind it: with that a stream that counts lines, in blocks of 1,100 bytes, took up to twice as
//! long as now, of which a part is that it went another way (EPYC family 25 model 17, 2026-11-28).

use super::find::{BLOCK, Blocks, count, first};
use crate::fallback::form::Utf16;

/// See [`crate::Kernels::count_last_line_utf8`].
#[inline(always)]
pub(crate) fn count_last_line_utf8<S: Blocks>(s: S, src: &[u8]) -> Option<usize> {
    last_line(s, Bytes::<true>, src)
}

/// See [`crate::Kernels::count_last_line_latin1`].
#[inline(always)]
pub(crate) fn count_last_line_latin1<S: Blocks>(s: S, src: &[u8]) -> Option<usize> {
    last_line(s, Bytes::<false>, src)
}

/// See [`crate::Kernels::count_last_line_utf16`].
#[inline(always)]
pub(crate) fn count_last_line_utf16<S: Blocks>(
    s: S,
    from: Utf16,
    src: &[[u8; 2]],
) -> Option<usize> {
    last_line(s, from, src)
}

/// Of the elements of a block, which are
#[derive(Clone, Copy)]
struct Masks {
    /// line feeds,
    feeds: u64,
    /// and which begin a code point.
    leads: u64,
}

impl Masks {
    /// The code points behind the last line feed; all, if there is none.
    #[inline(always)]
    fn last_line(self) -> usize {
        count(self.leads & !first(BLOCK - self.feeds.leading_zeros() as usize))
    }
}

/// What the elements of a source are. A trait and not closures, which would not always be inlined.
trait Elements<S: Blocks>: Copy {
    type Unit: Copy;

    /// The masks of a block.
    fn block(self, s: S, block: &[Self::Unit; BLOCK]) -> Masks;
    /// The masks of what is shorter than a block; behind it are line feeds nowhere, but maybe leads.
    fn part(self, s: S, src: &[Self::Unit]) -> Masks;
}

/// The bytes of UTF-8, or of Latin-1.
#[derive(Clone, Copy)]
struct Bytes<const UTF8: bool>;

impl<const UTF8: bool> Bytes<UTF8> {
    #[inline(always)]
    fn masks<S: Blocks>(s: S, block: S::Bytes) -> Masks {
        let leads = if UTF8 { s.leads(block) } else { !0 };
        Masks { feeds: s.matches8(block, 0xFF, b'\n'), leads }
    }
}

impl<S: Blocks, const UTF8: bool> Elements<S> for Bytes<UTF8> {
    type Unit = u8;

    #[inline(always)]
    fn block(self, s: S, block: &[u8; BLOCK]) -> Masks {
        Self::masks(s, s.bytes_block(block))
    }

    #[inline(always)]
    fn part(self, s: S, src: &[u8]) -> Masks {
        Self::masks(s, s.bytes_part(src))
    }
}

/// The code units of UTF-16.
impl<S: Blocks> Elements<S> for Utf16 {
    type Unit = [u8; 2];

    #[inline(always)]
    fn block(self, s: S, block: &[[u8; 2]; BLOCK]) -> Masks {
        masks16(s, self, s.units_block(block))
    }

    #[inline(always)]
    fn part(self, s: S, src: &[[u8; 2]]) -> Masks {
        masks16(s, self, s.units_part(src))
    }
}

#[inline(always)]
fn masks16<S: Blocks>(s: S, from: Utf16, block: S::Units) -> Masks {
    let low = s.matches16(block, from.0, 0xFC00, 0xDC00);
    Masks { feeds: s.matches16(block, from.0, 0xFFFF, 0x0A), leads: !low }
}

/// The code points behind the last line feed, if there is one.
#[inline(always)]
fn last_line<S: Blocks, E: Elements<S>>(s: S, of: E, src: &[E::Unit]) -> Option<usize> {
    let (mut end, mut behind) = (src.len(), 0);
    while let Some(two) = src[..end].last_chunk::<{ 2 * BLOCK }>() {
        let (blocks, _) = two.as_chunks::<BLOCK>();
        let (before, last) = (of.block(s, &blocks[0]), of.block(s, &blocks[1]));
        let all = count(last.leads);
        if before.feeds | last.feeds != 0 {
            let is_last = last.feeds != 0;
            let (masks, more) = if is_last { (last, 0) } else { (before, all) };
            return Some(behind + more + masks.last_line());
        }
        behind += all + count(before.leads);
        end -= 2 * BLOCK;
    }
    if let Some(block) = src[..end].last_chunk::<BLOCK>() {
        let masks = of.block(s, block);
        if masks.feeds != 0 {
            return Some(behind + masks.last_line());
        }
        behind += count(masks.leads);
        end -= BLOCK;
    }
    let masks = of.part(s, &src[..end]);
    let there = Masks { leads: masks.leads & first(end), ..masks };
    (there.feeds != 0).then(|| behind + there.last_line())
}
