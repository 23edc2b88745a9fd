//! UTF-8 of at most sixteen bytes, in two integers: less than a kernel takes to be called.
//!
//! Each byte of a word says how much its byte of the text counts for, and one multiplication makes the sums up to
//! each of them; where a byte counts for one at most, of both words at once. What is looked for is behind all bytes
//! whose sum is at most `n`, which one subtraction tells of all eight.

/// The lowest bit of each byte, and the highest.
const LOWEST: u64 = 0x0101_0101_0101_0101;
const HIGHEST: u64 = 0x8080_8080_8080_8080;

/// A product with this has the lowest bits of the bytes together in its highest byte.
const GATHER: u64 = 0x0102_0408_1020_4080;

/// A text with zeros behind it.
#[derive(Clone, Copy)]
pub(super) struct Short {
    words: [u64; 2],
    len: usize,
}

impl Short {
    /// The text, if it is short enough.
    #[inline(always)]
    pub(super) fn new(src: &[u8]) -> Option<Self> {
        let len = src.len();
        if len > 16 {
            return None;
        }
        let words = if let (Some(first), Some(last)) = (src.first_chunk(), src.last_chunk()) {
            // As a number the bytes behind the first eight are the highest of the last word.
            let last = u64::from_le_bytes(*last);
            // Two steps, since it can be all of a word.
            let skip = 4 * (16 - len);
            [u64::from_le_bytes(*first), last >> skip >> skip]
        } else if let (Some(first), Some(last)) = (src.first_chunk(), src.last_chunk()) {
            let (first, last) = (u32::from_le_bytes(*first), u32::from_le_bytes(*last));
            [u64::from(first) | u64::from(last) << (8 * (len - 4)), 0]
        } else {
            [src.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)), 0]
        };
        Some(Self { words, len })
    }

    /// Whether all of it is ASCII, where everything counts for one.
    #[inline(always)]
    fn is_ascii(self) -> bool {
        (self.words[0] | self.words[1]) & HIGHEST == 0
    }

    /// 1 in each byte that begins a code point.
    #[inline(always)]
    fn code_points(self) -> [u64; 2] {
        self.words.map(|word| (!word >> 7 | word >> 6) & LOWEST)
    }

    /// 1 in each byte that begins a code point, 2 where that has two code units in UTF-16.
    #[inline(always)]
    fn utf16(self) -> [u64; 2] {
        let ([low, high], pairs) = (self.code_points(), self.pairs());
        [low + pairs[0], high + pairs[1]]
    }

    /// 1 in each byte that begins four.
    #[inline(always)]
    fn pairs(self) -> [u64; 2] {
        self.words.map(|word| (word >> 7 & word >> 6 & word >> 5 & word >> 4) & LOWEST)
    }

    /// 1 in each byte that is a line feed.
    #[inline(always)]
    fn line_feeds(self) -> [u64; 2] {
        // The highest bit of a byte stays 0 only if all of it is.
        self.words.map(|word| {
            let other = word ^ (0x0A * LOWEST);
            !(((other & !HIGHEST) + !HIGHEST) | other) >> 7 & LOWEST
        })
    }

    /// The byte in which the sum passes `n`.
    #[inline(always)]
    fn find(self, weights: [u64; 2], n: usize) -> usize {
        let [low, high] = weights.map(|weights| weights.wrapping_mul(LOWEST));
        let in_low = (low >> 56) as usize;
        let at = if n < in_low {
            passed(low, n)
        } else {
            // Above 16 it is behind the end in any case.
            8 + passed(high, (n - in_low).min(17))
        };
        at.min(self.len)
    }

    /// The sum up to a byte, with it, of weights of 1: both words in one product, the sums of the first in the lower half
    /// of each byte. (With a product for each, a byte of 16 took 2.1 to 2.7 ns by build to its code point, and 1.9 to 2.1
    /// now: Zen 5.)
    #[inline(always)]
    fn up_to([low, high]: [u64; 2], at: usize) -> usize {
        let sums = (low | high << 4).wrapping_mul(LOWEST);
        let here = sums >> (8 * (at & 7));
        let sum = if at < 8 { here & 0xF } else { (here >> 4 & 0xF) + (sums >> 56 & 0xF) };
        sum as usize
    }

    /// The boundary at or before a byte.
    #[inline(always)]
    pub(super) fn floor(self, at: usize) -> usize {
        let at = at.min(self.len);
        if self.is_ascii() || at == self.len {
            return at;
        }
        // A bit for each byte, of which the last one at or before `at` is wanted.
        let [low, high] = self.code_points().map(|leads| leads.wrapping_mul(GATHER) >> 56);
        let leads = (low | high << 8) & ((2 << at) - 1);
        // A text begins with a boundary.
        63 - (leads | 1).leading_zeros() as usize
    }

    /// The byte with which the code point number `n` begins, or the length.
    #[inline(always)]
    pub(super) fn find_code_point(self, n: usize) -> usize {
        if self.is_ascii() { n.min(self.len) } else { self.find(self.code_points(), n) }
    }

    /// The byte with which the code point begins in which the UTF-16 code unit number `n` is, or the length.
    #[inline(always)]
    pub(super) fn find_utf16(self, n: usize) -> usize {
        if self.is_ascii() { n.min(self.len) } else { self.find(self.utf16(), n) }
    }

    /// The byte with which line number `n` + 1 begins, or the length.
    #[inline(always)]
    pub(super) fn find_behind_line_feed(self, n: usize) -> usize {
        let line_feeds = self.line_feeds();
        // What most texts of this length are: 2.2 ns, and 2.5 without this branch.
        if line_feeds[0] | line_feeds[1] == 0 {
            return self.len;
        }
        (self.find(line_feeds, n) + 1).min(self.len)
    }

    /// Code points before the one that a byte is in, or before the end: so many bytes less those that go on one, up to
    /// that byte.
    #[inline(always)]
    pub(super) fn code_points_before(self, at: usize) -> usize {
        let at = at.min(self.len);
        if self.is_ascii() {
            return at;
        }
        at - Self::up_to(self.words.map(|word| (word >> 7 & !word >> 6) & LOWEST), at.min(15))
    }

    /// UTF-16 code units before the code point that a byte is in, or before the end.
    #[inline(always)]
    pub(super) fn utf16_before(self, at: usize) -> usize {
        let at = at.min(self.len);
        if self.is_ascii() {
            return at;
        }
        // Of four bytes which begin four before it, or earlier, it is none.
        let pairs = if at < 4 { 0 } else { Self::up_to(self.pairs(), at - 4) };
        self.code_points_before(at) + pairs
    }

    /// Line feeds before a byte, or the end. (What is behind it shifted out of both words, for one product in place of two
    /// and no branch, took 1.2 times as long: Zen 4, 2026-11-24.)
    #[inline(always)]
    pub(super) fn line_feeds_before(self, at: usize) -> usize {
        match at.min(self.len) {
            0 => 0,
            at => Self::up_to(self.line_feeds(), at - 1),
        }
    }
}

/// How many of eight sums are at most `n`, which is below 80 as they are, so that nothing is borrowed.
#[inline(always)]
fn passed(sums: u64, n: usize) -> usize {
    let passed = (((n as u64 * LOWEST) | HIGHEST) - sums) & HIGHEST;
    ((passed >> 7).wrapping_mul(LOWEST) >> 56) as usize
}
