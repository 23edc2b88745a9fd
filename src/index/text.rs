//! What positions are counted in, and the two kinds of text.

use codeunit_simd::Kernels;
use codeunit_simd::cast::u16_bytes;
use codeunit_simd::fallback::{Found, LineEnds};

use super::short;
use crate::encoding::{Utf16, sealed::Source as _};

/// What a position is counted in.
///
/// They are the three `PositionEncodingKind`s of the Language Server Protocol, `utf-8`, `utf-16` and `utf-32`.
///
/// ```
/// use codeunit::index::{Unit, count};
/// assert_eq!([Unit::Utf8, Unit::Utf16, Unit::CodePoint].map(|unit| count("a😀", unit)), [5, 3, 2]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unit {
    /// Code units of UTF-8: bytes, of a `str`.
    Utf8,
    /// Code units of UTF-16, as JavaScript, Java, .NET and Windows count.
    Utf16,
    /// Code points, or code units of UTF-32, as Python and XPath count.
    CodePoint,
}

/// A text: `str`, whose unit is [`Unit::Utf8`], or `[u16]`, whose unit is [`Unit::Utf16`].
///
/// ```
/// fn middle<T: codeunit::index::Text + ?Sized>(text: &T) -> usize {
///     use codeunit::index::{Unit, convert, count};
///     convert(text, count(text, Unit::CodePoint) / 2, Unit::CodePoint, Unit::Utf8)
/// }
/// assert_eq!(middle("añ€😀"), 3);
/// assert_eq!(middle(&[0x61, 0xF1, 0x20AC, 0xD83D, 0xDE00][..]), 3);
/// ```
pub trait Text: sealed::Text {}

impl Text for str {}
impl Text for [u16] {}

pub(crate) mod sealed {
    use super::*;

    /// A text by its elements. A range that is not in it is cut; `start` is not behind `end`.
    pub trait Text {
        /// What its elements are.
        const UNIT: Unit;

        /// Bytes of an element.
        const SIZE: usize;

        /// Elements.
        fn elements(&self) -> usize;

        /// The boundary at or before an element, in the range that begins at `start`, which is one.
        fn floor(&self, start: usize, at: usize) -> usize;

        /// The element as a number, if there is one.
        fn element(&self, at: usize) -> Option<u16>;

        /// Elements of the line end whose last one is at `last`, in the line that begins at `start`.
        fn line_end_len(&self, start: usize, last: usize) -> usize;

        /// Units of the elements from `start` to `end`.
        fn count(&self, kernels: Kernels, start: usize, end: usize, unit: Unit) -> usize;

        /// The boundary at or before the unit number `n` behind `start`, as an element, and the units between.
        fn find(&self, kernels: Kernels, start: usize, end: usize, n: usize, unit: Unit) -> Found;

        /// The last element of the line end number `n` behind `start`, or `end`, and the line ends between.
        fn find_line_end(
            &self,
            kernels: Kernels,
            start: usize,
            end: usize,
            ends: LineEnds,
            n: usize,
        ) -> Found;

        /// The line ends of a range.
        fn count_line_ends(
            &self,
            kernels: Kernels,
            start: usize,
            end: usize,
            ends: LineEnds,
        ) -> usize;

        /// A position of one unit in another, if the text is so short that no kernel is worth its call.
        fn convert_short(&self, index: usize, from: Unit, to: Unit) -> Option<usize>;

        /// The line of an element, if lines end at line feeds and the text is so short.
        fn line_of_short(&self, offset: usize, ends: LineEnds) -> Option<usize>;

        /// Where a line begins, likewise.
        fn line_start_short(&self, line: usize, ends: LineEnds) -> Option<usize>;
    }
}

/// The elements of a range, as far as they are there.
#[inline(always)]
fn cut<U>(src: &[U], start: usize, end: usize) -> &[U] {
    let end = end.min(src.len());
    &src[start.min(end)..end]
}

/// A place in a part that begins at `start`.
#[inline(always)]
fn behind(start: usize, found: Found) -> Found {
    Found { at: start + found.at, ..found }
}

impl sealed::Text for str {
    const UNIT: Unit = Unit::Utf8;
    const SIZE: usize = 1;

    #[inline(always)]
    fn elements(&self) -> usize {
        self.len()
    }

    #[inline(always)]
    fn floor(&self, start: usize, at: usize) -> usize {
        let bytes = self.as_bytes();
        let mut at = at.min(bytes.len());
        while at > start && at < bytes.len() && bytes[at] & 0xC0 == 0x80 {
            at -= 1;
        }
        at
    }

    #[inline(always)]
    fn element(&self, at: usize) -> Option<u16> {
        self.as_bytes().get(at).copied().map(u16::from)
    }

    fn line_end_len(&self, start: usize, last: usize) -> usize {
        let len = match self.element(last) {
            Some(0x0A) if last > start && self.element(last - 1) == Some(0x0D) => 2,
            Some(0x85) => 2,
            Some(0xA8 | 0xA9) => 3,
            _ => 1,
        };
        len.min((last + 1).saturating_sub(start))
    }

    #[inline(always)]
    fn count(&self, kernels: Kernels, start: usize, end: usize, unit: Unit) -> usize {
        let src = cut(self.as_bytes(), start, end);
        match unit {
            Unit::Utf8 => src.len(),
            Unit::Utf16 => kernels.utf16_len_from_utf8(src),
            Unit::CodePoint => kernels.count_utf8(src),
        }
    }

    #[inline(always)]
    fn find(&self, kernels: Kernels, start: usize, end: usize, n: usize, unit: Unit) -> Found {
        let src = cut(self.as_bytes(), start, end);
        match unit {
            Unit::Utf8 => {
                let at = self.floor(start, start + n.min(src.len()));
                Found { at, before: at.saturating_sub(start) }
            }
            Unit::Utf16 => behind(start, kernels.find_utf16_in_utf8(src, n)),
            Unit::CodePoint => behind(start, kernels.find_code_point_utf8(src, n)),
        }
    }

    #[inline(always)]
    fn find_line_end(
        &self,
        kernels: Kernels,
        start: usize,
        end: usize,
        ends: LineEnds,
        n: usize,
    ) -> Found {
        let src = cut(self.as_bytes(), start, end);
        behind(start, kernels.find_line_end_utf8(ends, src, n))
    }

    #[inline(always)]
    fn count_line_ends(&self, kernels: Kernels, start: usize, end: usize, ends: LineEnds) -> usize {
        let src = cut(self.as_bytes(), start, end);
        match ends {
            LineEnds::Lf => kernels.count_line_feeds_utf8(src),
            _ => kernels.find_line_end_utf8(ends, src, usize::MAX).before,
        }
    }

    #[inline(always)]
    fn convert_short(&self, index: usize, from: Unit, to: Unit) -> Option<usize> {
        let bytes = short::Short::new(self.as_bytes())?;
        let at = match from {
            // What is before a place inside of a character is what is before the character.
            Unit::Utf8 => index,
            Unit::Utf16 => bytes.find_utf16(index),
            Unit::CodePoint => bytes.find_code_point(index),
        };
        Some(match to {
            Unit::Utf8 => bytes.floor(at),
            Unit::Utf16 => bytes.utf16_before(at),
            Unit::CodePoint => bytes.code_points_before(at),
        })
    }

    #[inline(always)]
    fn line_of_short(&self, offset: usize, ends: LineEnds) -> Option<usize> {
        if ends != LineEnds::Lf {
            return None;
        }
        Some(short::Short::new(self.as_bytes())?.line_feeds_before(offset))
    }

    #[inline(always)]
    fn line_start_short(&self, line: usize, ends: LineEnds) -> Option<usize> {
        if ends != LineEnds::Lf {
            return None;
        }
        let bytes = short::Short::new(self.as_bytes())?;
        Some(line.checked_sub(1).map_or(0, |n| bytes.find_behind_line_feed(n)))
    }
}

/// Whether a unit is a high surrogate, or a low one.
#[inline(always)]
fn is_high(unit: u16) -> bool {
    unit & 0xFC00 == 0xD800
}

#[inline(always)]
fn is_low(unit: u16) -> bool {
    unit & 0xFC00 == 0xDC00
}

impl sealed::Text for [u16] {
    const UNIT: Unit = Unit::Utf16;
    const SIZE: usize = 2;

    #[inline(always)]
    fn elements(&self) -> usize {
        self.len()
    }

    #[inline(always)]
    fn floor(&self, start: usize, at: usize) -> usize {
        let at = at.min(self.len());
        let inside = at > start && at < self.len() && is_low(self[at]) && is_high(self[at - 1]);
        at - usize::from(inside)
    }

    #[inline(always)]
    fn element(&self, at: usize) -> Option<u16> {
        self.get(at).copied()
    }

    fn line_end_len(&self, start: usize, last: usize) -> usize {
        let pair = self.element(last) == Some(0x0A)
            && last > start
            && self.element(last - 1) == Some(0x0D);
        1 + usize::from(pair)
    }

    #[inline(always)]
    fn count(&self, kernels: Kernels, start: usize, end: usize, unit: Unit) -> usize {
        let src = u16_bytes(cut(self, start, end));
        match unit {
            Unit::Utf8 => kernels.utf8_len_from_utf16(Utf16::FORM, src),
            Unit::Utf16 => src.len(),
            Unit::CodePoint => kernels.count_utf16(Utf16::FORM, src),
        }
    }

    #[inline(always)]
    fn find(&self, kernels: Kernels, start: usize, end: usize, n: usize, unit: Unit) -> Found {
        let units = cut(self, start, end);
        let src = u16_bytes(units);
        match unit {
            Unit::Utf8 => {
                let found = behind(start, kernels.find_utf8_in_utf16(Utf16::FORM, src, n));
                let at = self.floor(start, found.at);
                // Of the four bytes of a pair each surrogate has two.
                if found.at < end && at < found.at {
                    return Found { at, before: found.before - 2 };
                }
                found
            }
            Unit::Utf16 => {
                let at = self.floor(start, start + n.min(units.len()));
                Found { at, before: at.saturating_sub(start) }
            }
            Unit::CodePoint => behind(start, kernels.find_code_point_utf16(Utf16::FORM, src, n)),
        }
    }

    #[inline(always)]
    fn find_line_end(
        &self,
        kernels: Kernels,
        start: usize,
        end: usize,
        ends: LineEnds,
        n: usize,
    ) -> Found {
        let src = u16_bytes(cut(self, start, end));
        behind(start, kernels.find_line_end_utf16(Utf16::FORM, ends, src, n))
    }

    #[inline(always)]
    fn count_line_ends(&self, kernels: Kernels, start: usize, end: usize, ends: LineEnds) -> usize {
        let src = u16_bytes(cut(self, start, end));
        match ends {
            LineEnds::Lf => kernels.count_line_feeds_utf16(Utf16::FORM, src),
            _ => kernels.find_line_end_utf16(Utf16::FORM, ends, src, usize::MAX).before,
        }
    }

    #[inline(always)]
    fn convert_short(&self, _: usize, _: Unit, _: Unit) -> Option<usize> {
        None
    }

    #[inline(always)]
    fn line_of_short(&self, _: usize, _: LineEnds) -> Option<usize> {
        None
    }

    #[inline(always)]
    fn line_start_short(&self, _: usize, _: LineEnds) -> Option<usize> {
        None
    }
}
