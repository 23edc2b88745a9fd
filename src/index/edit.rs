//! How a text is cut into chunks, and what an edit changes of them.

use alloc::vec::Vec;
use core::error::Error;
use core::fmt::{self, Display, Formatter};
use core::ops::Range;

use super::lines::is_inside_crlf;
use super::sums::{Counts, Key};
use super::{OffsetIndex, Text, Unit};

/// Bytes of a chunk: when it is made, at least if there is more text, and at most.
const TARGET: usize = 8 << 10;
const LEAST: usize = 4 << 10;
const MOST: usize = 16 << 10;

/// An edit that does not lead from the text of an index to the text that is there now.
///
/// ```
/// use codeunit::index::{LineEnds, OffsetIndex};
///
/// let mut index = OffsetIndex::new("abc", LineEnds::Lf);
/// // One byte in the place of another would be three in all.
/// let error = index.edit("axxx", 1..2, 1).unwrap_err();
/// assert_eq!(error.to_string(), "the edit does not fit the text");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EditError(());

impl Display for EditError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("the edit does not fit the text")
    }
}

impl Error for EditError {}

/// Whether a chunk may end at `at`: not inside a character or between CR and LF.
fn is_cut<T: Text + ?Sized>(text: &T, at: usize) -> bool {
    text.floor(0, at) == at && !is_inside_crlf(text, at)
}

impl<T: Text + ?Sized> OffsetIndex<T> {
    /// Takes over an edit: `text` is what it is now, in which `inserted` elements (bytes of `str`, code units of
    /// `[u16]`) stand in the place of those that were at `range`.
    ///
    /// Only the chunks that it touches are scanned.
    ///
    /// # Errors
    /// The range was not in the text, `text` is not as long as it would be by the edit, or the inserted elements do
    /// not begin and end at boundaries. The index stays as it was.
    ///
    /// ```
    /// use codeunit::index::{LineEnds, OffsetIndex, Unit};
    ///
    /// let mut text = String::from("naive\n");
    /// let mut index = OffsetIndex::new(&text[..], LineEnds::Lf);
    /// text.replace_range(2..3, "ï");
    /// index.edit(&text, 2..3, "ï".len())?;
    /// assert_eq!((index.count(Unit::Utf8), index.count(Unit::Utf16)), (7, 6));
    /// # Ok::<(), codeunit::index::EditError>(())
    /// ```
    pub fn edit(
        &mut self,
        text: &T,
        range: Range<usize>,
        inserted: usize,
    ) -> Result<(), EditError> {
        let before = self.chunks.total().unit(T::UNIT);
        let removed = range.end.checked_sub(range.start).ok_or(EditError(()))?;
        let end = range.start.checked_add(inserted).ok_or(EditError(()))?;
        let fits = range.end <= before
            && (before - removed).checked_add(inserted) == Some(text.elements())
            && text.floor(0, range.start) == range.start
            && text.floor(0, end) == end;
        if !fits {
            return Err(EditError(()));
        }
        // The chunks that are touched, and where they begin and end now.
        let chunks = self.chunks.len();
        let key = Key::Unit(T::UNIT);
        let mut first = self.chunks.find(key, range.start).0.min(chunks.saturating_sub(1));
        let mut last = (self.chunks.find(key, range.end).0 + 1).min(chunks);
        let now = |at: usize| at - removed + inserted;
        let mut start = self.chunks.before(first).unit(T::UNIT);
        let mut end = now(self.chunks.before(last).unit(T::UNIT));
        loop {
            let short = end - start < LEAST / T::SIZE;
            if last < chunks && (short || !is_cut(text, end)) {
                last += 1;
                end = now(self.chunks.before(last).unit(T::UNIT));
            } else if first > 0 && (short || !is_cut(text, start)) {
                first -= 1;
                start = self.chunks.before(first).unit(T::UNIT);
            } else {
                break;
            }
        }
        let new = self.chunks_of(text, start, end);
        self.chunks.replace(first, last, &new);
        Ok(())
    }

    /// The chunks of a part of a text, of about the same length.
    pub(super) fn chunks_of(&self, text: &T, start: usize, end: usize) -> Vec<Counts> {
        let len = end - start;
        let pieces = match len * T::SIZE {
            0 => 0,
            1..=MOST => 1,
            bytes => bytes / TARGET,
        };
        let mut chunks = Vec::with_capacity(pieces);
        let mut at = start;
        let (each, more) = (len.checked_div(pieces).unwrap_or(0), len.checked_rem(pieces));
        for piece in 1..=pieces {
            let next = start + piece * each + more.unwrap_or(0).min(piece);
            let next = text.floor(at, next);
            let next = next - usize::from(is_inside_crlf(text, next) && next < end);
            chunks.push(self.counts(text, at, next));
            at = next;
        }
        chunks
    }

    /// The counts of a part that no line end crosses.
    fn counts(&self, text: &T, start: usize, end: usize) -> Counts {
        let kernels = self.engine.kernels();
        Counts {
            utf8: text.count(kernels, start, end, Unit::Utf8),
            utf16: text.count(kernels, start, end, Unit::Utf16),
            code_points: text.count(kernels, start, end, Unit::CodePoint),
            line_ends: text.count_line_ends(kernels, start, end, self.ends),
        }
    }
}
