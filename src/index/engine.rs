//! The functions of this module, on the backend of an engine.

use codeunit_simd::fallback::LineEnds;

use super::lines::{end_of_line, is_inside_crlf, line_ends, line_start_behind, start_of_line};
use super::{Position, Text, Unit};
use crate::Engine;

impl Engine {
    /// See [`index::count`](crate::index::count).
    ///
    /// ```
    /// use codeunit::{Engine, index::Unit};
    /// assert_eq!(Engine::active().count_units("a😀", Unit::Utf16), 3);
    /// ```
    #[must_use]
    #[inline]
    pub fn count_units<T: Text + ?Sized>(self, text: &T, unit: Unit) -> usize {
        text.count(self.kernels(), 0, text.elements(), unit)
    }

    /// See [`index::convert`](crate::index::convert).
    ///
    /// ```
    /// use codeunit::{Engine, index::Unit};
    /// assert_eq!(Engine::active().convert_index("😀a", 2, Unit::Utf16, Unit::Utf8), 4);
    /// ```
    #[must_use]
    #[inline]
    pub fn convert_index<T: Text + ?Sized>(
        self,
        text: &T,
        index: usize,
        from: Unit,
        to: Unit,
    ) -> usize {
        let found = text.find(self.kernels(), 0, text.elements(), index, from);
        match to {
            to if to == from => found.before,
            to => text.count(self.kernels(), 0, found.at, to),
        }
    }

    /// See [`index::convert_all`](crate::index::convert_all).
    ///
    /// ```
    /// use codeunit::{Engine, index::Unit};
    /// let mut positions = [0, 2, 3];
    /// Engine::active().convert_indices("😀a", &mut positions, Unit::Utf16, Unit::Utf8);
    /// assert_eq!(positions, [0, 4, 5]);
    /// ```
    pub fn convert_indices<T: Text + ?Sized>(
        self,
        text: &T,
        positions: &mut [usize],
        from: Unit,
        to: Unit,
    ) {
        let (kernels, end) = (self.kernels(), text.elements());
        // Where the last position was, as an element and in both units.
        let (mut at, mut before, mut out) = (0, 0, 0);
        for position in positions {
            if *position < before {
                (at, before, out) = (0, 0, 0);
            }
            let found = text.find(kernels, at, end, *position - before, from);
            before += found.before;
            if found.at != at {
                out += text.count(kernels, at, found.at, to);
                at = found.at;
            }
            *position = out;
        }
    }

    /// See [`index::line_count`](crate::index::line_count).
    ///
    /// ```
    /// use codeunit::{Engine, index::LineEnds};
    /// assert_eq!(Engine::active().line_count("a\nb", LineEnds::Lf), 2);
    /// ```
    #[must_use]
    #[inline]
    pub fn line_count<T: Text + ?Sized>(self, text: &T, ends: LineEnds) -> usize {
        let end = text.elements();
        text.count_line_ends(self.kernels(), 0, end, ends) + 1
    }

    /// See [`index::line_of`](crate::index::line_of).
    ///
    /// ```
    /// use codeunit::{Engine, index::LineEnds};
    /// assert_eq!(Engine::active().line_of("a\nb", 2, LineEnds::Lf), 1);
    /// ```
    #[must_use]
    #[inline]
    pub fn line_of<T: Text + ?Sized>(self, text: &T, offset: usize, ends: LineEnds) -> usize {
        // No line end ends inside of a character: the boundary before `offset` need not be looked for.
        line_ends(self.kernels(), text, 0, offset, ends)
    }

    /// See [`index::line_start`](crate::index::line_start).
    ///
    /// ```
    /// use codeunit::{Engine, index::LineEnds};
    /// assert_eq!(Engine::active().line_start("a\nb", 1, LineEnds::Lf), 2);
    /// ```
    #[must_use]
    #[inline]
    pub fn line_start<T: Text + ?Sized>(self, text: &T, line: usize, ends: LineEnds) -> usize {
        line_start_behind(self.kernels(), text, 0, line, ends)
    }

    /// See [`index::position`](crate::index::position).
    ///
    /// ```
    /// use codeunit::{Engine, index::{LineEnds, Position, Unit}};
    /// let at = Engine::active().position("a\nñb", 4, Unit::Utf16, LineEnds::Lf);
    /// assert_eq!(at, Position { line: 1, column: 1 });
    /// ```
    #[must_use]
    pub fn position<T: Text + ?Sized>(
        self,
        text: &T,
        offset: usize,
        unit: Unit,
        ends: LineEnds,
    ) -> Position {
        let kernels = self.kernels();
        let mut at = text.floor(0, offset);
        at -= usize::from(is_inside_crlf(text, at));
        let line = line_ends(kernels, text, 0, at, ends);
        let start = match line {
            0 => 0,
            _ => start_of_line(kernels, text, 0, at, ends).unwrap_or(0),
        };
        Position { line, column: text.count(kernels, start, at, unit) }
    }

    /// See [`index::offset`](crate::index::offset).
    ///
    /// ```
    /// use codeunit::{Engine, index::{LineEnds, Position, Unit}};
    /// let at = Position { line: 1, column: 1 };
    /// assert_eq!(Engine::active().offset("a\nñb", at, Unit::Utf16, LineEnds::Lf), 4);
    /// ```
    #[must_use]
    pub fn offset<T: Text + ?Sized>(
        self,
        text: &T,
        at: Position,
        unit: Unit,
        ends: LineEnds,
    ) -> usize {
        let kernels = self.kernels();
        let start = line_start_behind(kernels, text, 0, at.line, ends);
        let end = end_of_line(kernels, text, start, ends);
        text.find(kernels, start, end, at.column, unit).at
    }
}
