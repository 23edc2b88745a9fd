//! The analysis of UTF-8 in one pass.
//!
//! # What is well-formed
//!
//! The validation is that of `validate_utf8`, with its tables.
//!
//! # What is counted
//!
//! ```text
//!   trails      80..BF               utf32 = bytes - trails
//!   fourths     F0..FF               utf16 = utf32 + fourths
//!   line feeds  0A
//!   largest                          Latin-1 has nothing above C3
//! ```
//!
//! The first two are a table, of which an entry is 1 or 10 (hexadecimal): the sum of four vectors
//! has both counts, in a half of each byte. They are added up in the lanes of vectors, with the line
//! feeds, and taken out before a lane can overflow.
//!
//! What decided this is how little the CPU does with masks. Zen 5, 64 KiB of Arabic: with the lead bytes
//! as masks in general registers, `due` by shifts and a carry, and counted bits, 28.5 GB/s; with `due`
//! in mask registers 28.2 GB/s; this way 46.6 GB/s, where validation alone has 63 GB/s.
//!
//! # Errors
//!
//! The counts mean something for whole characters only, and an ill-formed source has to have those of
//! the bytes before the error. Those before the step in which it was found are kept, and
//! [`fallback::located`] adds or takes away the few bytes to the error.

use super::tables_utf8::Tables;
use super::well_formed_utf8::{
    Way, are_beyond_ascii, blocks_beyond_ascii, faults_of_all, line_feeds as line_feeds_of_step,
};
use super::wide::Z;
use crate::aligned::Aligned;
use crate::backend::avx512;
use crate::fallback::form::Utf8;
use crate::fallback::{self, Analysis, Error, Sums};
use crate::x86::Avx512;

/// Bytes of a vector.
const BLOCK: usize = 64;
/// Bytes of a step of the main loop: a test for ASCII and one for errors in each vector would cost more
/// than they save.
const STEP: usize = 4 * BLOCK;
/// Bytes of a source for which it pays to check text that is not ASCII in runs.
const LONG: usize = 16 * STEP;
/// Steps of ASCII behind which there will be more.
const ASCII_RUN: usize = 4;
/// Steps until a lane of eight bits could overflow: each adds four at most.
const RUN: usize = 63;

/// By the upper six bits of a byte: 01 for a continuation byte, 10 for one from F0 on.
static KIND: Aligned<[u8; 64]> = Aligned({
    let mut table = [0; 64];
    let mut i = 0x80 / 4;
    while i < 64 {
        table[i] = match 4 * i {
            ..0xC0 => 0x01,
            0xF0.. => 0x10,
            _ => 0,
        };
        i += 1;
    }
    table
});

/// What is counted of the bytes before a place.
#[derive(Clone, Copy)]
struct Counts {
    trails: usize,
    fourths: usize,
    line_feeds: usize,
    /// The largest byte of each lane.
    max: Z,
}

impl Counts {
    /// The sums of the first `len` bytes, which are those that were counted.
    #[inline(always)]
    fn sums(self, s: Avx512, len: usize) -> Sums {
        let utf32 = len - self.trails;
        Sums {
            utf8: len,
            utf16: utf32 + self.fourths,
            utf32,
            line_feeds: self.line_feeds,
            beyond_latin1: self.max.ge8(s.bytes(0xC4)) != 0,
        }
    }

    /// And those of the steps behind.
    #[inline(always)]
    fn and(self, s: Avx512, lanes: Lanes) -> Self {
        let sum = |bytes: Z| bytes.sad8(s.bytes(0)).sum64() as usize;
        Self {
            trails: self.trails + sum(lanes.trails),
            fourths: self.fourths + sum(lanes.fourths),
            line_feeds: self.line_feeds,
            max: self.max.max8(lanes.max),
        }
    }
}

/// The same in the lanes of vectors, for at most [`RUN`] steps.
#[derive(Clone, Copy)]
struct Lanes {
    trails: Z,
    fourths: Z,
    max: Z,
}

/// See [`crate::Kernels::analyze_utf8`].
#[inline(always)]
pub(crate) fn analyze_utf8(s: Avx512, src: &[u8]) -> Analysis {
    match scan::<true, false>(s, src) {
        (None, counts) => Analysis::new(counts.sums(s, src.len()), None),
        (Some(stop), before) => match fallback::locate_utf8(src, stop) {
            Ok(()) => fallback::analyze_utf8(src),
            Err(error) => fallback::located(Utf8, src, stop, before.sums(s, stop), error),
        },
    }
}

/// See [`crate::Kernels::validate_utf8_lines`]. Of the counts the line feeds alone, at nearly the speed of validation.
#[inline(always)]
pub(crate) fn validate_utf8_lines(s: Avx512, src: &[u8]) -> Result<usize, Error> {
    if src.len() >= LONG {
        // SAFETY: the token invariant.
        return unsafe { avx512::validate_utf8_lines_longer(src) };
    }
    lines::<false>(s, src)
}

/// The same of at least [`LONG`] bytes.
#[inline(always)]
pub(crate) fn validate_utf8_lines_longer(s: Avx512, src: &[u8]) -> Result<usize, Error> {
    lines::<true>(s, src)
}

#[inline(always)]
fn lines<const LONGER: bool>(s: Avx512, src: &[u8]) -> Result<usize, Error> {
    match scan::<false, LONGER>(s, src) {
        (None, counts) => Ok(counts.line_feeds),
        (Some(stop), _) => {
            fallback::locate_utf8(src, stop).and_then(|()| fallback::validate_utf8_lines(src))
        }
    }
}

/// The counts of a source, all figures or the line feeds alone; where it is ill-formed, the step in which it is, and the
/// counts before that.
#[inline(always)]
fn scan<const FIGURES: bool, const LONGER: bool>(s: Avx512, src: &[u8]) -> (Option<usize>, Counts) {
    let mut counts = Counts { trails: 0, fourths: 0, line_feeds: 0, max: s.bytes(0) };
    let mut at = 0;
    let (mut ascii, mut way) = (0, Way::FIRST);
    'stopped: {
        // A block of its own at the front, so that there are bytes before the steps. Where many follow, it
        // ends at an aligned place, with zeros in front: then no load of theirs but those of the bytes
        // before crosses a cache line.
        let mut back = 0;
        if src.len() >= 2 * STEP {
            back = src.as_ptr().addr() % BLOCK;
            if back + 3 >= BLOCK {
                back = 0;
            }
        }
        let cur = s.load_back(src, 0, back);
        let before = counts;
        counts.line_feeds += line_feeds(s, cur);
        // The bytes before are moved in the register: a load from before the source, though masked, takes an
        // assist of 160 ns where the page before is not mapped.
        let ups = || [cur.shift_up::<1>(s), cur.shift_up::<2>(s), cur.shift_up::<3>(s)];
        if cur.sign8() != 0 && !block::<FIGURES>(s, cur, ups(), &mut counts) {
            break 'stopped (Some(at), before);
        }
        at = (BLOCK - back).min(src.len());
        while at < src.len() {
            while src.len() - at >= STEP {
                let zero = s.bytes(0);
                let mut lanes = Lanes { trails: zero, fourths: zero, max: zero };
                let mut left = RUN;
                while left > 0
                    && let Some(bytes) = src[at - 3..].first_chunk::<{ STEP + 3 }>()
                {
                    let back = |i: usize, n: usize| s.load(&bytes[i * BLOCK + 3 - n..]);
                    let (v0, v1, v2, v3) = (back(0, 0), back(1, 0), back(2, 0), back(3, 0));
                    if v0.or(back(0, 3)).or(v1).or(v2.or(v3)).sign8() == 0 {
                        // Nothing else to do here, and a sum in lanes would wait for the one before.
                        let two = line_feeds(s, v0) + line_feeds(s, v1);
                        counts.line_feeds += two + line_feeds(s, v2) + line_feeds(s, v3);
                        ascii += 1;
                        if LONGER && ascii == ASCII_RUN {
                            let (len, feeds) = ascii_steps(s, &src[at + STEP..]);
                            counts.line_feeds += feeds;
                            (at, ascii) = (at + len, 0);
                        }
                    } else if LONGER && are_beyond_ascii(v0, v1, v2, v3) {
                        ascii = 0;
                        match blocks_beyond_ascii::<true>(s, src, at, &mut way) {
                            Ok((end, feeds)) => {
                                counts.line_feeds += feeds;
                                at = end;
                            }
                            Err(at) => break 'stopped (Some(at), counts.and(s, lanes)),
                        }
                        continue;
                    } else {
                        ascii = 0;
                        let before = lanes;
                        if !step::<FIGURES>(s, bytes, &mut lanes) {
                            break 'stopped (Some(at), counts.and(s, before));
                        }
                        counts.line_feeds += line_feeds_of_step(s, bytes);
                        left -= 1;
                    }
                    at += STEP;
                }
                counts = counts.and(s, lanes);
            }
            let before = counts;
            let [cur, p1, p2, p3] = match src[at - 3..].first_chunk::<{ BLOCK + 3 }>() {
                Some(bytes) => {
                    let back = |n: usize| s.load(&bytes[3 - n..]);
                    [back(0), back(1), back(2), back(3)]
                }
                None => {
                    let back = |n: usize| s.load_back(src, at, n);
                    [back(0), back(1), back(2), back(3)]
                }
            };
            counts.line_feeds += line_feeds(s, cur);
            if cur.or(p3).sign8() != 0 && !block::<FIGURES>(s, cur, [p1, p2, p3], &mut counts) {
                break 'stopped (Some(at), before);
            }
            at += BLOCK.min(src.len() - at);
        }
        match *src {
            [.., _, _, 0xC0..=0xFF] | [.., _, 0xE0..=0xFF, _] | [.., 0xF0..=0xFF, _, _] => {}
            // What is shorter had zeros behind it.
            _ => break 'stopped (None, counts),
        }
        // A sequence is open at the end.
        (Some(at), counts)
    }
}

#[inline(always)]
fn line_feeds(s: Avx512, cur: Z) -> usize {
    cur.eq8(s.bytes(b'\n')).count_ones() as usize
}

/// The bytes of the steps in front that are ASCII, and their line feeds.
#[inline(always)]
fn ascii_steps(s: Avx512, src: &[u8]) -> (usize, usize) {
    let (mut len, mut feeds) = (0, 0);
    while let Some(bytes) = src[len..].first_chunk::<STEP>() {
        let at = |i: usize| s.load(&bytes[i * BLOCK..]);
        let (v0, v1, v2, v3) = (at(0), at(1), at(2), at(3));
        if v0.or(v1).or(v2.or(v3)).sign8() != 0 {
            break;
        }
        feeds += line_feeds(s, v0) + line_feeds(s, v1) + line_feeds(s, v2) + line_feeds(s, v3);
        len += STEP;
    }
    (len, feeds)
}

/// Counts a block, in which zeros may stand for what is not there. Returns whether it is well-formed.
///
/// Line feeds are counted apart, for ASCII has them too. Zeros behind the end are in error where something
/// is due.
#[inline(always)]
fn block<const FIGURES: bool>(s: Avx512, cur: Z, before: [Z; 3], counts: &mut Counts) -> bool {
    let [p1, p2, p3] = before;
    let bad = Tables::new(s).add(s.bytes(0), [cur, p1, p2, p3]);
    if FIGURES {
        // As signed numbers 80..BF are the lowest.
        counts.trails += cur.lt8_signed(s.bytes(0xC0)).count_ones() as usize;
        counts.fourths += cur.ge8(s.bytes(0xF0)).count_ones() as usize;
        counts.max = counts.max.max8(cur);
    }
    bad.test8(bad) == 0
}

/// Counts a step, with the three bytes before it in front. Returns whether it is well-formed.
#[inline(always)]
fn step<const FIGURES: bool>(s: Avx512, bytes: &[u8; STEP + 3], lanes: &mut Lanes) -> bool {
    let cur = |i: usize| s.load(&bytes[3 + i * BLOCK..]);
    if FIGURES {
        let (v0, v1, v2, v3) = (cur(0), cur(1), cur(2), cur(3));
        let kind = |cur: Z| cur.shr16::<2>().pick8(s.array(&KIND));
        let kinds = kind(v0).add8(kind(v1)).add8(kind(v2).add8(kind(v3)));
        lanes.trails = lanes.trails.add8(kinds.and(s.bytes(0x0F)));
        lanes.fourths = lanes.fourths.add8(kinds.shr16::<4>().and(s.bytes(0x0F)));
        lanes.max = lanes.max.max8(v0.max8(v1).max8(v2.max8(v3)));
    }
    faults_of_all(s, bytes) == 0
}

/// See [`crate::Kernels::analyze_latin1`].
#[inline(always)]
pub(crate) fn analyze_latin1(s: Avx512, src: &[u8]) -> Analysis {
    let len = src.len();
    let mut sums = Sums { utf8: len, utf16: len, utf32: len, line_feeds: 0, beyond_latin1: false };
    let mut count = |cur: Z| {
        sums.utf8 += cur.sign8().count_ones() as usize;
        sums.line_feeds += line_feeds(s, cur);
    };
    let (blocks, rest) = src.as_chunks::<BLOCK>();
    for block in blocks {
        count(s.array(block));
    }
    count(s.load_back(rest, 0, 0));
    Analysis::new(sums, None)
}
