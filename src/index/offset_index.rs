//! An index for repeated queries: the counts of the chunks of a text.

use core::marker::PhantomData;

use codeunit_simd::fallback::LineEnds;

use super::lines::{is_inside_crlf, line_ends, start_of_line};
use super::sums::{Counts, Key, Sums};
use super::{Position, Text, Unit};
use crate::Engine;

/// An index of a text, by which a position is found in the time of one short scan wherever it is.
///
/// The text is in chunks of about 8 KiB, of which the index has the counts: bytes of UTF-8, UTF-16 code units, code
/// points and line ends. A query finds the chunk, and scans within that chunk alone. The index does not hold the
/// text; every query is given it. (With another text than that of the index the answers are without sense, and
/// nothing panics.)
///
/// * [Building](Self::new): one pass.
/// * A query: three rows of sums, looked through by halving, and a scan of a chunk, at most 16 KiB (for lines and columns
///   up to four such scans). Two of the rows have 32 sums at most, so that is ten comparisons and, for the last one, of
///   a sum for each 8 MiB of text (4 to 16 after edits), the logarithm of its length to the base 2: 13 in 64 MiB, 19 in
///   4 GiB, and 51 in the longest text that there can be. (A table that told the chunk at once would have to be made
///   anew with every edit.)
/// * [An edit](Self::edit): a scan of the chunks that it touches, and an addition to what is behind them in the three
///   rows; where the number of chunks changes, to what is behind them at all, O(n / 8 KiB) of them. That mostly takes 4 KiB
///   more or less; but also the one byte by which a chunk passes 16 KiB, and CR and LF that come to stand on both sides
///   of where two chunks meet.
/// * Memory: 32 bytes for a chunk of 4 KiB at least, on machines of 64 bits: 0.4 % of the text when it is built, less
///   than 1 % after any edits, and 32 bytes of a text that is shorter.
///
/// ```
/// use codeunit::index::{LineEnds, OffsetIndex, Position, Unit};
///
/// let mut text = String::from("let a = \"😀\";\nlet b = a;\n");
/// let mut index = OffsetIndex::new(&text[..], LineEnds::CrLf);
/// let at = Position { line: 1, column: 4 };
/// let byte = index.offset(&text, at, Unit::Utf16);
/// assert_eq!(&text[byte..byte + 1], "b");
///
/// // An edit, of the text and of the index.
/// text.replace_range(byte..byte + 1, "ñandú");
/// index.edit(&text, byte..byte + 1, "ñandú".len())?;
/// assert_eq!(index.position(&text, text.len(), Unit::Utf16), Position { line: 2, column: 0 });
/// assert_eq!(index.count(Unit::Utf16), text.encode_utf16().count());
/// # Ok::<(), codeunit::index::EditError>(())
/// ```
#[derive(Debug)]
pub struct OffsetIndex<T: Text + ?Sized> {
    pub(super) engine: Engine,
    pub(super) ends: LineEnds,
    pub(super) chunks: Sums,
    text: PhantomData<fn(&T)>,
}

impl<T: Text + ?Sized> Clone for OffsetIndex<T> {
    fn clone(&self) -> Self {
        Self {
            engine: self.engine,
            ends: self.ends,
            chunks: self.chunks.clone(),
            text: PhantomData,
        }
    }
}

/// A boundary that was found: an element, and the counts before the chunk that it is in.
struct Place {
    at: usize,
    before: Counts,
}

impl<T: Text + ?Sized> OffsetIndex<T> {
    /// The index of a text whose lines end as told.
    ///
    /// ```
    /// use codeunit::index::{LineEnds, OffsetIndex};
    /// assert_eq!(OffsetIndex::new("a\nb", LineEnds::Lf).line_count(), 2);
    /// ```
    #[must_use]
    pub fn new(text: &T, ends: LineEnds) -> Self {
        Self::with_engine(Engine::active(), text, ends)
    }

    /// The same on a backend of choice, now and later.
    ///
    /// ```
    /// use codeunit::{Engine, index::{LineEnds, OffsetIndex}};
    /// assert_eq!(OffsetIndex::with_engine(Engine::active(), "a\nb", LineEnds::Lf).line_count(), 2);
    /// ```
    #[must_use]
    pub fn with_engine(engine: Engine, text: &T, ends: LineEnds) -> Self {
        let mut index = Self { engine, ends, chunks: Sums::default(), text: PhantomData };
        index.chunks = Sums::new(index.chunks_of(text, 0, text.elements()));
        index
    }

    /// The length of the text in a unit.
    ///
    /// ```
    /// use codeunit::index::{LineEnds, OffsetIndex, Unit};
    /// assert_eq!(OffsetIndex::new("a😀", LineEnds::Lf).count(Unit::Utf16), 3);
    /// ```
    #[must_use]
    pub fn count(&self, unit: Unit) -> usize {
        self.chunks.total().unit(unit)
    }

    /// See [`line_count`](super::line_count).
    ///
    /// ```
    /// use codeunit::index::{LineEnds, OffsetIndex};
    /// assert_eq!(OffsetIndex::new("a\nb\n", LineEnds::Lf).line_count(), 3);
    /// ```
    #[must_use]
    pub fn line_count(&self) -> usize {
        self.chunks.total().line_ends + 1
    }

    /// Bytes of the index on the heap.
    ///
    /// ```
    /// use codeunit::index::{LineEnds, OffsetIndex};
    /// let text = "😀".repeat(1 << 18);
    /// assert!(OffsetIndex::new(&text[..], LineEnds::Lf).heap_size() < text.len() / 100);
    /// ```
    #[must_use]
    pub fn heap_size(&self) -> usize {
        self.chunks.heap_size()
    }

    /// A position counted in one unit, counted in another; see [`convert`](super::convert).
    ///
    /// ```
    /// use codeunit::index::{LineEnds, OffsetIndex, Unit};
    /// let index = OffsetIndex::new("añ€😀b", LineEnds::Lf);
    /// assert_eq!(index.convert("añ€😀b", 5, Unit::Utf16, Unit::Utf8), 10);
    /// ```
    #[must_use]
    pub fn convert(&self, text: &T, position: usize, from: Unit, to: Unit) -> usize {
        let total = self.chunks.total();
        if position >= total.unit(from) {
            return total.unit(to);
        }
        let kernels = self.engine.kernels();
        let (_, before) = self.chunks.find(Key::Unit(from), position);
        let (start, n) = (before.unit(T::UNIT), position - before.unit(from));
        let found = text.find(kernels, start, text.elements(), n, from);
        if from == to {
            return before.unit(from) + found.before;
        }
        before.unit(to) + text.count(kernels, start, found.at, to)
    }

    /// See [`line_of`](super::line_of).
    ///
    /// ```
    /// use codeunit::index::{LineEnds, OffsetIndex};
    /// assert_eq!(OffsetIndex::new("a\nb", LineEnds::Lf).line_of("a\nb", 2), 1);
    /// ```
    #[must_use]
    pub fn line_of(&self, text: &T, offset: usize) -> usize {
        let place = self.place(text, offset);
        self.line_at(text, &place)
    }

    /// See [`line_start`](super::line_start).
    ///
    /// ```
    /// use codeunit::index::{LineEnds, OffsetIndex};
    /// assert_eq!(OffsetIndex::new("a\nb", LineEnds::Lf).line_start("a\nb", 1), 2);
    /// ```
    #[must_use]
    pub fn line_start(&self, text: &T, line: usize) -> usize {
        self.start_of(text, line).at
    }

    /// See [`position`](super::position).
    ///
    /// ```
    /// use codeunit::index::{LineEnds, OffsetIndex, Position, Unit};
    /// let index = OffsetIndex::new("a\nñb", LineEnds::Lf);
    /// assert_eq!(index.position("a\nñb", 4, Unit::Utf16), Position { line: 1, column: 1 });
    /// ```
    #[must_use]
    pub fn position(&self, text: &T, offset: usize, unit: Unit) -> Position {
        let kernels = self.engine.kernels();
        let floor = text.floor(0, offset);
        let place = self.place(text, floor - usize::from(is_inside_crlf(text, floor)));
        let line = self.line_at(text, &place);
        let chunk = place.before.unit(T::UNIT);
        let column = match start_of_line(kernels, text, chunk, place.at, self.ends) {
            Some(start) => text.count(kernels, start, place.at, unit),
            // It is in another chunk, or the beginning of this one.
            None => {
                let start = self.start_of(text, line);
                self.units_before(text, &place, unit)
                    .saturating_sub(self.units_before(text, &start, unit))
            }
        };
        Position { line, column }
    }

    /// See [`offset`](super::offset).
    ///
    /// ```
    /// use codeunit::index::{LineEnds, OffsetIndex, Position, Unit};
    /// let index = OffsetIndex::new("a\nñb", LineEnds::Lf);
    /// assert_eq!(index.offset("a\nñb", Position { line: 1, column: 1 }, Unit::Utf16), 4);
    /// ```
    #[must_use]
    pub fn offset(&self, text: &T, at: Position, unit: Unit) -> usize {
        /// Elements of a line that are looked through for its end.
        const NEAR: usize = 2048;
        let kernels = self.engine.kernels();
        let start = self.start_of(text, at.line);
        let near = start.at.saturating_add(NEAR);
        let end = match text.find_line_end(kernels, start.at, near, self.ends, 0).at {
            last if last < near.min(text.elements()) => {
                last + 1 - text.line_end_len(start.at, last)
            }
            _ if near >= text.elements() => text.elements(),
            // A long line: the column is found by the index, and the end as the next line's beginning.
            _ => {
                let column = self.units_before(text, &start, unit).saturating_add(at.column);
                let by_column = self.convert(text, column, unit, T::UNIT);
                let end = match self.start_of(text, at.line.saturating_add(1)).at {
                    next if at.line < self.chunks.total().line_ends && next > 0 => {
                        next - text.line_end_len(start.at, next - 1)
                    }
                    _ => text.elements(),
                };
                return by_column.min(end);
            }
        };
        text.find(kernels, start.at, end, at.column, unit).at
    }

    /// The boundary at or before an element.
    fn place(&self, text: &T, offset: usize) -> Place {
        let at = text.floor(0, offset);
        let (_, before) = self.chunks.find(Key::Unit(T::UNIT), at);
        Place { at, before }
    }

    /// The line of a place.
    fn line_at(&self, text: &T, place: &Place) -> usize {
        let start = place.before.unit(T::UNIT);
        let kernels = self.engine.kernels();
        place.before.line_ends + line_ends(kernels, text, start.min(place.at), place.at, self.ends)
    }

    /// The units before a place.
    fn units_before(&self, text: &T, place: &Place, unit: Unit) -> usize {
        let start = place.before.unit(T::UNIT);
        place.before.unit(unit) + text.count(self.engine.kernels(), start, place.at, unit)
    }

    /// Where a line begins, or the end of the text.
    fn start_of(&self, text: &T, line: usize) -> Place {
        let Some(n) = line.checked_sub(1) else {
            return Place { at: 0, before: Counts::default() };
        };
        let total = self.chunks.total();
        if n >= total.line_ends {
            return Place { at: total.unit(T::UNIT), before: *total };
        }
        let (_, before) = self.chunks.find(Key::LineEnds, n);
        let (start, n) = (before.unit(T::UNIT), n - before.line_ends);
        let end = text.elements();
        let at = text.find_line_end(self.engine.kernels(), start, end, self.ends, n).at;
        Place { at: (at + 1).min(end), before }
    }
}
