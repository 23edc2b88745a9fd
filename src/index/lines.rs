//! Lines and columns.

use codeunit_simd::Kernels;
use codeunit_simd::fallback::LineEnds;

use super::text::{Text, Unit};
use crate::Engine;

/// A place as a line and a column, both counted from 0.
///
/// ```
/// use codeunit::index::{LineEnds, Position, Unit, position};
///
/// let at = position("a\nb", 3, Unit::CodePoint, LineEnds::Lf);
/// assert_eq!(at, Position { line: 1, column: 1 });
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The number of line ends before it.
    pub line: usize,
    /// Units between the beginning of the line and it.
    pub column: usize,
}

/// The number of lines: one more than there are line ends, so that the last one may be empty.
///
/// ```
/// use codeunit::index::{LineEnds, line_count};
/// assert_eq!(line_count("a\nb\n", LineEnds::Lf), 3);
/// assert_eq!(line_count("", LineEnds::Unicode), 1);
/// ```
#[must_use]
#[inline]
pub fn line_count<T: Text + ?Sized>(text: &T, ends: LineEnds) -> usize {
    Engine::active().line_count(text, ends)
}

/// The number of the line in which an element of the text (a byte of `str`, a code unit of `[u16]`) is. A line end
/// belongs to the line that it ends.
///
/// ```
/// use codeunit::index::{LineEnds, line_of};
/// assert_eq!([1, 2, 3].map(|byte| line_of("a\r\nb", byte, LineEnds::CrLf)), [0, 0, 1]);
/// ```
#[must_use]
#[inline]
pub fn line_of<T: Text + ?Sized>(text: &T, offset: usize, ends: LineEnds) -> usize {
    match text.line_of_short(offset, ends) {
        Some(line) => line,
        None => Engine::active().line_of(text, offset, ends),
    }
}

/// The element (a byte of `str`, a code unit of `[u16]`) with which a line begins; the length of the text if it has
/// no line of that number.
///
/// ```
/// use codeunit::index::{LineEnds, line_start};
/// assert_eq!([0, 1, 2].map(|line| line_start("a\r\nb", line, LineEnds::Lf)), [0, 3, 4]);
/// ```
#[must_use]
#[inline]
pub fn line_start<T: Text + ?Sized>(text: &T, line: usize, ends: LineEnds) -> usize {
    match text.line_start_short(line, ends) {
        Some(at) => at,
        None => Engine::active().line_start(text, line, ends),
    }
}

/// Line and column of an element of the text (a byte of `str`, a code unit of `[u16]`), the column in `unit`.
///
/// Inside a line end of two characters it is the column before them; inside a character it is that of the
/// character; behind the end it is that of the end.
///
/// ```
/// use codeunit::index::{LineEnds, Position, Unit, position};
///
/// let text = "€\r\nñ😀b";
/// let at = |byte, unit| position(text, byte, unit, LineEnds::CrLf);
/// assert_eq!(at(11, Unit::Utf16), Position { line: 1, column: 3 });
/// assert_eq!(at(11, Unit::Utf8), Position { line: 1, column: 6 });
/// assert_eq!(at(4, Unit::Utf16), Position { line: 0, column: 1 });
/// ```
#[must_use]
#[inline]
pub fn position<T: Text + ?Sized>(text: &T, offset: usize, unit: Unit, ends: LineEnds) -> Position {
    Engine::active().position(text, offset, unit, ends)
}

/// The element (a byte of `str`, a code unit of `[u16]`) at a line and a column, the column in `unit`.
///
/// A column inside a character is the beginning of it, a column behind the line its end, before what ends it; a
/// line behind the last one is the end of the text.
///
/// ```
/// use codeunit::index::{LineEnds, Position, Unit, offset};
///
/// let text = "€\r\nñ😀b";
/// let at = |line, column| offset(text, Position { line, column }, Unit::Utf16, LineEnds::CrLf);
/// assert_eq!([at(1, 1), at(1, 2), at(1, 3)], [7, 7, 11]);
/// assert_eq!([at(0, 99), at(1, 99), at(9, 0)], [3, 12, 12]);
/// ```
#[must_use]
#[inline]
pub fn offset<T: Text + ?Sized>(text: &T, at: Position, unit: Unit, ends: LineEnds) -> usize {
    Engine::active().offset(text, at, unit, ends)
}

const LF: Option<u16> = Some(0x0A);
const CR: Option<u16> = Some(0x0D);

/// Whether a place is between CR and LF.
#[inline(always)]
pub(super) fn is_inside_crlf<T: Text + ?Sized>(text: &T, at: usize) -> bool {
    text.element(at) == LF && at > 0 && text.element(at - 1) == CR
}

/// Line ends of the text from `start`, where no line end is cut, before `at`, where one may be.
#[inline(always)]
pub(super) fn line_ends<T: Text + ?Sized>(
    kernels: Kernels,
    text: &T,
    start: usize,
    at: usize,
    ends: LineEnds,
) -> usize {
    let cut = at > start && ends != LineEnds::Lf && is_inside_crlf(text, at);
    // The CR at the end of this part ends no line.
    text.count_line_ends(kernels, start, at - usize::from(cut), ends)
}

/// Where the line of `at` begins, if that is behind `start`; `at` and `start` are not inside a line end or a
/// character.
///
/// Lines are short, so what is looked through gets longer step by step.
pub(super) fn start_of_line<T: Text + ?Sized>(
    kernels: Kernels,
    text: &T,
    start: usize,
    at: usize,
    ends: LineEnds,
) -> Option<usize> {
    let (mut end, mut step) = (at, 128);
    while end > start {
        let begin = text.floor(start, end.saturating_sub(step).max(start));
        // A CR at `end` has no LF behind it: not at `at`, and of other parts the LF would have been found.
        match text.count_line_ends(kernels, begin, end, ends) {
            0 => (end, step) = (begin, step.saturating_mul(4)),
            n => return Some(1 + text.find_line_end(kernels, begin, end, ends, n - 1).at),
        }
    }
    None
}

/// See [`line_start`]: that of a line behind `start`, where line 0 begins.
pub(super) fn line_start_behind<T: Text + ?Sized>(
    kernels: Kernels,
    text: &T,
    start: usize,
    line: usize,
    ends: LineEnds,
) -> usize {
    match line.checked_sub(1) {
        None => start,
        Some(n) => {
            let at = text.find_line_end(kernels, start, text.elements(), ends, n).at;
            (at + 1).min(text.elements())
        }
    }
}

/// Where the line that begins at `start` ends, before what ends it.
pub(super) fn end_of_line<T: Text + ?Sized>(
    kernels: Kernels,
    text: &T,
    start: usize,
    ends: LineEnds,
) -> usize {
    let len = text.elements();
    match text.find_line_end(kernels, start, len, ends, 0).at {
        at if at < len => at + 1 - text.line_end_len(start, at),
        _ => len,
    }
}
