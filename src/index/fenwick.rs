//! Sums over the chunks before a chunk, in a tree that a change of one chunk changes in few places.
//!
//! (Fenwick, "A New Data Structure for Cumulative Frequency Tables", Software: Practice and Experience 24, 1994.)

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

/// The tree. Node `i - 1` is the sum of the chunks from `i - (i & -i)` to `i - 1`, so that no links are needed.
#[derive(Clone, Debug, Default)]
pub(super) struct Fenwick {
    nodes: Vec<Counts>,
    total: Counts,
}

/// The first node behind node `i` that has it in its sum. (From 1 on.)
#[inline(always)]
fn parent(i: usize) -> usize {
    i + (i & i.wrapping_neg())
}

impl Fenwick {
    /// The tree of these chunks, in linear time.
    pub(super) fn new(chunks: Vec<Counts>) -> Self {
        let mut tree = Self { nodes: chunks, total: Counts::default() };
        tree.grow();
        tree
    }

    /// Makes sums of chunks.
    fn grow(&mut self) {
        self.total = Counts::default();
        for i in 1..=self.nodes.len() {
            let node = self.nodes[i - 1];
            // The sum of a node is whole when it is come to; the chunk itself was the first part of it.
            if let Some(above) = self.nodes.get_mut(parent(i) - 1) {
                *above += node;
            }
        }
        self.total = self.before(self.nodes.len());
    }

    /// Makes chunks of sums.
    fn unfold(&mut self) {
        for i in (1..=self.nodes.len()).rev() {
            let node = self.nodes[i - 1];
            if let Some(above) = self.nodes.get_mut(parent(i) - 1) {
                *above -= node;
            }
        }
    }

    /// The number of chunks.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// All chunks.
    pub(super) fn total(&self) -> &Counts {
        &self.total
    }

    /// The chunks before one.
    pub(super) fn before(&self, chunk: usize) -> Counts {
        let (mut i, mut sum) = (chunk, Counts::default());
        while i > 0 {
            sum += self.nodes[i - 1];
            i &= i - 1;
        }
        sum
    }

    /// The last chunk before which there are `n` at most, and what is before it. If `n` is all that there are or
    /// more, it is behind the last chunk.
    #[inline]
    pub(super) fn find(&self, key: Key, n: usize) -> (usize, Counts) {
        let (mut at, mut sum) = (0, Counts::default());
        let mut step = (self.nodes.len() + 1).next_power_of_two();
        while step > 0 {
            if let Some(node) = self.nodes.get(at + step - 1)
                && sum.key(key) + node.key(key) <= n
            {
                sum += *node;
                at += step;
            }
            step /= 2;
        }
        (at, sum)
    }

    /// Puts other chunks in the place of those from `start` to `end`: as many in logarithmic time each, otherwise in
    /// linear time.
    pub(super) fn replace(&mut self, start: usize, end: usize, chunks: &[Counts]) {
        if chunks.len() == end - start && chunks.len() < 8 {
            for (at, &chunk) in (start..).zip(chunks) {
                let change = chunk - (self.before(at + 1) - self.before(at));
                self.total += change;
                let mut i = at + 1;
                while let Some(node) = self.nodes.get_mut(i - 1) {
                    *node += change;
                    i = parent(i);
                }
            }
            return;
        }
        self.unfold();
        let len = self.nodes.len() - (end - start) + chunks.len();
        if self.nodes.capacity() < len {
            self.nodes.reserve_exact(len - self.nodes.len() + len / 16);
        }
        self.nodes.splice(start..end, chunks.iter().copied());
        if self.nodes.capacity() > len + len / 4 {
            self.nodes.shrink_to(len + len / 16);
        }
        self.grow();
    }

    /// Bytes on the heap.
    pub(super) fn heap_size(&self) -> usize {
        self.nodes.capacity() * size_of::<Counts>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chunk(n: usize) -> Counts {
        Counts { utf8: n, utf16: 2 * n, code_points: 3 * n, line_ends: n % 2 }
    }

    #[test]
    fn sums_are_those_of_a_list() {
        let mut list: Vec<Counts> = Vec::new();
        let mut tree = Fenwick::default();
        let mut random = 1_usize;
        for _ in 0..400 {
            random = random.wrapping_mul(0x5851_F42D).wrapping_add(0x1405_7B7E) & 0xFFFF_FFFF;
            let start = random % (list.len() + 1);
            let end = start + (random >> 8) % (list.len() - start + 1).min(5);
            let new: Vec<Counts> = (0..(random >> 16) % 6).map(|i| chunk(1 + i)).collect();
            tree.replace(start, end, &new);
            list.splice(start..end, new);
            let mut sum = Counts::default();
            for (at, chunk) in list.iter().enumerate() {
                assert_eq!(tree.before(at), sum);
                for n in sum.utf8..sum.utf8 + chunk.utf8 {
                    assert_eq!(tree.find(Key::Unit(Unit::Utf8), n), (at, sum));
                }
                sum += *chunk;
            }
            assert_eq!(*tree.total(), sum);
            assert_eq!(tree.find(Key::LineEnds, sum.line_ends).0, list.len());
        }
    }
}
