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
//! All are masks that are counted in general registers, which have little else to do: of 64 bytes of Hindi, 64 KiB on
//! Zen 4, that takes 0.83 of the time of a table of the first two whose entries are added up in the lanes of a vector,
//! with the line feeds in another. But validation stays in vectors. With the lead bytes as masks too, `due` by shifts and
//! a carry, 64 KiB of Arabic on Zen 5 went at 28.5 GB/s, with `due` in mask registers at 28.2 GB/s; with vectors for
//! everything at 46.6 GB/s, where validation alone had 63 GB/s.
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

    /// Counts a vector, but for its line feeds.
    #[inline(always)]
    fn figures(&mut self, s: Avx512, cur: Z) {
        // As signed numbers 80..BF are the lowest.
        self.trails += cur.lt8_signed(s.bytes(0xC0)).count_ones() as usize;
        self.fourths += cur.ge8(s.bytes(0xF0)).count_ones() as usize;
        self.max = self.max.max8(cur);
    }
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
            while src.len() - at >= STEP
                && let Some(bytes) = src[at - 3..].first_chunk::<{ STEP + 3 }>()
            {
                let back = |i: usize, n: usize| s.load(&bytes[i * BLOCK + 3 - n..]);
                let (v0, v1, v2, v3) = (back(0, 0), back(1, 0), back(2, 0), back(3, 0));
                if v0.or(back(0, 3)).or(v1).or(v2.or(v3)).sign8() == 0 {
                    counts.line_feeds += line_feeds_of_step(s, bytes);
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
                        Err(at) => break 'stopped (Some(at), counts),
                    }
                    continue;
                } else {
                    ascii = 0;
                    let before = counts;
                    if !step::<FIGURES>(s, bytes, &mut counts) {
                        break 'stopped (Some(at), before);
                    }
                }
                at += STEP;
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
        counts.figures(s, cur);
    }
    bad.test8(bad) == 0
}

/// Counts a step, with the three bytes before it in front. Returns whether it is well-formed.
#[inline(always)]
fn step<const FIGURES: bool>(s: Avx512, bytes: &[u8; STEP + 3], counts: &mut Counts) -> bool {
    if FIGURES {
        let cur = |i: usize| s.load(&bytes[3 + i * BLOCK..]);
        counts.figures(s, cur(0));
        counts.figures(s, cur(1));
        counts.figures(s, cur(2));
        counts.figures(s, cur(3));
    }
    counts.line_feeds += line_feeds_of_step(s, bytes);
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
