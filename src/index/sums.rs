//! Sums over the chunks before a chunk, in three rows: a sum begins anew with each row, so that a change of one chunk
//! changes no more than what is behind it in its own rows.
//!
//! ```text
//!   chunks        3  1  4   1  5  9   2  6  5   3
//!   before each   0  3  4 | 0  1  6 | 0  2  8 | 0    in its row of chunks (of three here)
//!   before a row  0         8         23      | 0    in its row of rows
//!   before those  0                             36   in all
//! ```
//!
//! What is before a chunk is three sums added up, and a chunk is found by looking through three rows. In 64 MiB that is
//! as fast as a tree of Fenwick's, which this was before (Zen 4, 2026-11-24). Rows of 256 were not: a query took 1.5
//! times as long and more, an edit twice, since more of the memory was touched that is in no cache.

use alloc::vec::Vec;
use core::ops::{AddAssign, Sub, SubAssign};

use super::Unit;

/// What a part of a text has, in each unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    pub(super) utf8: usize,
    pub(super) utf16: usize,
    pub(super) code_points: usize,
    pub(super) line_ends: usize,
}

/// By what a chunk is looked for.
#[derive(Clone, Copy)]
pub(super) enum Key {
    Unit(Unit),
    LineEnds,
}

impl Counts {
    /// In a unit.
    #[inline(always)]
    pub(super) fn unit(&self, unit: Unit) -> usize {
        match unit {
            Unit::Utf8 => self.utf8,
            Unit::Utf16 => self.utf16,
            Unit::CodePoint => self.code_points,
        }
    }

    #[inline(always)]
    fn key(&self, key: Key) -> usize {
        match key {
            Key::Unit(unit) => self.unit(unit),
            Key::LineEnds => self.line_ends,
        }
    }
}

// A sum that has been made smaller and is not yet made greater may pass 0.
impl AddAssign for Counts {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        self.utf8 = self.utf8.wrapping_add(other.utf8);
        self.utf16 = self.utf16.wrapping_add(other.utf16);
        self.code_points = self.code_points.wrapping_add(other.code_points);
        self.line_ends = self.line_ends.wrapping_add(other.line_ends);
    }
}

impl SubAssign for Counts {
    #[inline(always)]
    fn sub_assign(&mut self, other: Self) {
        self.utf8 = self.utf8.wrapping_sub(other.utf8);
        self.utf16 = self.utf16.wrapping_sub(other.utf16);
        self.code_points = self.code_points.wrapping_sub(other.code_points);
        self.line_ends = self.line_ends.wrapping_sub(other.line_ends);
    }
}

impl Sub for Counts {
    type Output = Self;

    #[inline(always)]
    fn sub(mut self, other: Self) -> Self {
        self -= other;
        self
    }
}

/// Sums in a row. With chunks of 8 KiB a row of chunks is 256 KiB of text and a row of rows 8 MiB; the last row has a
/// sum for each of those.
const ROW: usize = 32;

/// The sums. Of the first row, before which there is nothing, none are kept beside those of its chunks, and the same
/// holds for the first row of rows: a short text has no more than its chunks.
#[derive(Clone, Debug, Default)]
pub(super) struct Sums<const ROW: usize = { self::ROW }> {
    /// Before each chunk, in its row.
    chunks: Vec<Counts>,
    /// Before each row of chunks but the first, in its row of rows.
    rows: Vec<Counts>,
    /// Before each row of rows but the first.
    blocks: Vec<Counts>,
    total: Counts,
}

impl<const ROW: usize> Sums<ROW> {
    /// The sums of these chunks.
    pub(super) fn new(chunks: Vec<Counts>) -> Self {
        let mut sums = Self { chunks, ..Self::default() };
        sums.add_up(0, Counts::default());
        sums
    }

    /// Makes sums of chunks, from the beginning of a row on, before which there is `sum`.
    fn add_up(&mut self, row: usize, mut sum: Counts) {
        self.rows.truncate(row.saturating_sub(1));
        self.blocks.truncate(row.div_ceil(ROW).saturating_sub(1));
        let mut block = if row.is_multiple_of(ROW) { sum } else { self.before_block(row / ROW) };
        for (row, chunks) in (row..).zip(self.chunks[row * ROW..].chunks_mut(ROW)) {
            if row > 0 {
                if row.is_multiple_of(ROW) {
                    self.blocks.push(sum);
                    block = sum;
                }
                self.rows.push(sum - block);
            }
            let start = sum;
            for chunk in chunks {
                let count = *chunk;
                *chunk = sum - start;
                sum += count;
            }
        }
        self.total = sum;
    }

    /// Makes chunks of sums, from the beginning of a row on. The rows stay as they were.
    fn take_apart(&mut self, row: usize) {
        let mut sum = self.before(row * ROW);
        for chunk in row * ROW..self.len() {
            let next = self.before(chunk + 1);
            self.chunks[chunk] = next - sum;
            sum = next;
        }
    }

    /// The number of chunks.
    pub(super) fn len(&self) -> usize {
        self.chunks.len()
    }

    /// All chunks.
    pub(super) fn total(&self) -> &Counts {
        &self.total
    }

    #[inline(always)]
    fn before_block(&self, block: usize) -> Counts {
        block.checked_sub(1).map_or(Counts::default(), |block| self.blocks[block])
    }

    #[inline(always)]
    fn before_row(&self, row: usize) -> Counts {
        let mut sum = self.before_block(row / ROW);
        if let Some(row) = row.checked_sub(1) {
            sum += self.rows[row];
        }
        sum
    }

    /// The chunks before one.
    pub(super) fn before(&self, chunk: usize) -> Counts {
        match self.chunks.get(chunk) {
            Some(&sum) => {
                let mut before = self.before_row(chunk / ROW);
                before += sum;
                before
            }
            None => self.total,
        }
    }

    /// The last chunk before which there are `n` at most, and what is before it. If `n` is all that there are or
    /// more, it is behind the last chunk.
    #[inline]
    pub(super) fn find(&self, key: Key, n: usize) -> (usize, Counts) {
        if n >= self.total.key(key) {
            return (self.len(), self.total);
        }
        let passed = |sums: &[Counts], n: usize| sums.partition_point(|sum| sum.key(key) <= n);
        let block = passed(&self.blocks, n);
        let mut before = self.before_block(block);
        // Of a row of rows those behind its first one.
        let end = self.rows.len().min((block + 1) * ROW - 1);
        let row = block * ROW + passed(&self.rows[block * ROW..end], n - before.key(key));
        before = self.before_row(row);
        let end = self.len().min((row + 1) * ROW);
        let chunk = row * ROW + passed(&self.chunks[row * ROW + 1..end], n - before.key(key));
        before += self.chunks[chunk];
        (chunk, before)
    }

    /// Puts other chunks in the place of those from `start` to `end`: as many in the time of three rows each,
    /// otherwise in linear time.
    pub(super) fn replace(&mut self, start: usize, end: usize, chunks: &[Counts]) {
        if chunks.len() == end - start && chunks.len() < 8 {
            for (at, &chunk) in (start..).zip(chunks) {
                self.change(at, chunk - (self.before(at + 1) - self.before(at)));
            }
            return;
        }
        let row = start / ROW;
        let before = self.before(row * ROW);
        self.take_apart(row);
        let len = self.len() - (end - start) + chunks.len();
        if self.chunks.capacity() < len {
            self.chunks.reserve_exact(len - self.len() + len / 16);
        }
        self.chunks.splice(start..end, chunks.iter().copied());
        self.add_up(row, before);
        for sums in [&mut self.chunks, &mut self.rows, &mut self.blocks] {
            let len = sums.len();
            if sums.capacity() > len + len / 8 {
                sums.shrink_to(len + len / 16);
            }
        }
    }

    /// Adds to a chunk.
    fn change(&mut self, chunk: usize, change: Counts) {
        let (row, block) = (chunk / ROW, chunk / ROW / ROW);
        let end = self.len().min((row + 1) * ROW);
        self.chunks[chunk + 1..end].iter_mut().for_each(|sum| *sum += change);
        let end = self.rows.len().min((block + 1) * ROW - 1);
        self.rows[row..end].iter_mut().for_each(|sum| *sum += change);
        self.blocks[block..].iter_mut().for_each(|sum| *sum += change);
        self.total += change;
    }

    /// Bytes on the heap.
    pub(super) fn heap_size(&self) -> usize {
        let sums = self.chunks.capacity() + self.rows.capacity() + self.blocks.capacity();
        sums * size_of::<Counts>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chunk(n: usize) -> Counts {
        Counts { utf8: n, utf16: 2 * n, code_points: 3 * n, line_ends: n % 2 }
    }

    /// In rows of this length, of which there are rows enough at each.
    fn check<const ROW: usize>() {
        let mut list: Vec<Counts> = Vec::new();
        let mut sums = Sums::<ROW>::default();
        let mut random = 1_usize;
        for round in 0..400 {
            random = random.wrapping_mul(0x5851_F42D).wrapping_add(0x1405_7B7E) & 0xFFFF_FFFF;
            let start = random % (list.len() + 1);
            let end = start + (random >> 8) % (list.len() - start + 1).min(5);
            // Every other time as many as there were.
            let len = if round % 2 == 0 { (random >> 16) % 6 } else { end - start };
            let new: Vec<Counts> = (0..len).map(|i| chunk(1 + i + (random >> 20) % 7)).collect();
            sums.replace(start, end, &new);
            list.splice(start..end, new);
            let mut sum = Counts::default();
            for (at, chunk) in list.iter().enumerate() {
                assert_eq!(sums.before(at), sum);
                for n in sum.utf8..sum.utf8 + chunk.utf8 {
                    assert_eq!(sums.find(Key::Unit(Unit::Utf8), n), (at, sum));
                }
                for n in sum.line_ends..sum.line_ends + chunk.line_ends {
                    assert_eq!(sums.find(Key::LineEnds, n), (at, sum));
                }
                sum += *chunk;
            }
            assert_eq!((sums.len(), *sums.total()), (list.len(), sum));
            for n in [sum.line_ends, sum.line_ends + 1, usize::MAX] {
                assert_eq!(sums.find(Key::LineEnds, n), (list.len(), sum));
            }
            let anew = Sums::<ROW>::new(list.clone());
            assert_eq!(anew.chunks, sums.chunks);
            assert_eq!((anew.rows, anew.blocks), (sums.rows.clone(), sums.blocks.clone()));
            for kept in [&sums.chunks, &sums.rows, &sums.blocks] {
                assert!(kept.capacity() <= kept.len() + kept.len() / 8);
            }
        }
        assert!(list.len() > 100 && sums.blocks.len() == (list.len() - 1) / ROW / ROW);
    }

    #[test]
    fn sums_are_those_of_a_list() {
        check::<2>();
        check::<3>();
        check::<10>();
        check::<ROW>();
    }
}
