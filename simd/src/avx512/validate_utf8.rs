//! UTF-8 validation.
//!
//! Text that is not ASCII is checked by the tables of [`super::tables_utf8`], and in long sources by
//! [`super::well_formed_utf8`], which does no more than the characters ask for.

use super::tables_utf8::Tables;
use super::well_formed_utf8::{AHEAD, BLOCK, Way, are_beyond_ascii, blocks_beyond_ascii};
use super::wide::Z;
use crate::aligned::Aligned;
use crate::backend::avx512;
use crate::fallback::{self, Error};
use crate::kernels::ascii::ascii_blocks_len;
use crate::x86::Avx512;

/// Blocks of ASCII behind which there will be more.
const RUN: usize = 4;

/// Bytes of a source for which it pays to know more than one way to check them.
const LONG: usize = 6 * BLOCK;

/// See [`crate::Kernels::validate_utf8`].
#[inline(always)]
pub(crate) fn validate_utf8(s: Avx512, src: &[u8]) -> Result<(), Error> {
    if src.len() > 64 {
        if src.len() >= LONG {
            // SAFETY: the token invariant.
            return unsafe { avx512::validate_utf8_longer(src) };
        }
        // SAFETY: the token invariant.
        return unsafe { avx512::validate_utf8_long(src) };
    }
    let cur = s.load_first(src, 64);
    if is_well_formed(s, cur) { Ok(()) } else { fallback::locate_utf8(src, 0) }
}

/// Whether all of a source is, that has at most 64 bytes, with zeros behind it.
#[inline(always)]
pub(super) fn is_well_formed(s: Avx512, cur: Z) -> bool {
    if cur.sign8() == 0 {
        return true;
    }
    // Zeros behind the source end what is open as an error, but for a whole vector. Before the first
    // bytes stand the last in place of zeros. That makes a difference if a lead byte is among them, and
    // it is open then, or ill-formed by itself; or to continuation bytes at the front, which without one
    // are in error in either case.
    let back = [cur, cur.rotate_up::<1>(s), cur.rotate_up::<2>(s), cur.rotate_up::<3>(s)];
    let errors = Tables::new(s).add(open_at_end(s, cur), back);
    errors.test8(errors) == 0
}

/// More than 64 bytes.
#[inline(always)]
pub(crate) fn validate_utf8_long(s: Avx512, src: &[u8]) -> Result<(), Error> {
    validate::<false>(s, src)
}

/// At least [`LONG`] bytes.
#[inline(always)]
pub(crate) fn validate_utf8_longer(s: Avx512, src: &[u8]) -> Result<(), Error> {
    validate::<true>(s, src)
}

/// More than 64 bytes.
#[inline(always)]
fn validate<const LONGER: bool>(s: Avx512, src: &[u8]) -> Result<(), Error> {
    let cur = s.load(src);
    if src.len() <= 128 {
        return two_vectors(s, src, cur);
    }
    if src.len() <= BLOCK {
        if or_of_four(s, src, 0).or(cur).sign8() == 0 {
            return Ok(());
        }
        let errors = Tables::new(s).at_start(s, cur);
        return last_blocks(s, src, 64, errors);
    }
    let mut at = 64;
    let mut errors = s.bytes(0);
    if cur.sign8() == 0 {
        // Nothing is open before an ASCII run, so the run itself needs no look back.
        if src.len() > 2 * BLOCK {
            // In whole cache lines: at an odd address ASCII took 1.15 times as long.
            let past = src.as_ptr().addr() % 64;
            if past <= at - 3 {
                at -= past;
            }
            at += ascii_blocks_len(s, &src[at..]);
            if LONGER
                && src.len() - at <= 2 * BLOCK
                && or_of_four(s, src, at).or(or_of_four(s, src, at + BLOCK)).sign8() == 0
            {
                return Ok(());
            }
        } else if or_of_four(s, src, 0).or(or_of_four(s, src, BLOCK)).sign8() == 0 {
            return Ok(());
        }
    } else {
        errors = Tables::new(s).at_start(s, cur);
        if errors.test8(errors) != 0 {
            return locate(src, 0);
        }
    }
    // No load of a whole vector crosses a cache line but those of the bytes before.
    let past = src[at..].as_ptr().addr() % 64;
    if src.len() >= 2 * BLOCK && past + 3 <= at {
        at -= past;
    }
    let tables = Tables::new(s);
    // Of logs, a word here and there is not ASCII: what they cost are branches that nobody can foresee. So a
    // run begins only behind some blocks, and of the first block that is not ASCII one half may do. Text
    // that is not ASCII in both halves goes on without that test, up to the next block of ASCII. (Logs with
    // a character in a hundred: 0.82 of `simdutf` without all this, 0.86 with the runs, 1.01. The test of
    // halves in every block: 0.94, and Arabic 1.69 in place of 1.77.
    //
    // Lost, of up to 512 bytes: all pairs of vectors asked at once, as a number of four bits, and those that are not ASCII checked.
    // Logs of 500 bytes 18.9 ns in place of 17.6, Russian 39.6 in place of 29.7 (Xeon of model 207, 2026-11-28).)
    let (mut run, mut dense) = (0, false);
    let mut way = Way::FIRST;
    while let Some(block) = src[at - 3..].first_chunk::<{ 3 + BLOCK }>() {
        s.prefetch(src, at + AHEAD);
        let cur = |i: usize| s.load(&block[3 + 64 * i..]);
        let [v0, v1, v2, v3] = [cur(0), cur(1), cur(2), cur(3)];
        let front = s.load(block).or(v0).or(v1);
        let behind = v2.or(v3);
        if front.or(behind).sign8() == 0 {
            dense = false;
            at += BLOCK;
            run += 1;
            if run == RUN {
                at += ascii_blocks_len(s, &src[at..]);
                run = 0;
            }
            continue;
        }
        run = 0;
        if !dense {
            let half = usize::from(front.sign8() == 0);
            dense = half == 0 && behind.sign8() != 0;
            if !dense {
                let (first, second) = (2 * half, 2 * half + 1);
                errors = tables.add_at(s, errors, block, first, cur(first));
                errors = tables.add_at(s, errors, block, second, cur(second));
                // What the half leaves open, ASCII follows; behind the block, whatever does is looked at.
                errors = errors.or(cur(second).subs8(s.array(&LAST_OF_HALF[half])));
            }
        }
        if LONGER && dense && are_beyond_ascii(v0, v1, v2, v3) {
            match blocks_beyond_ascii::<false>(s, src, at, &mut way) {
                Ok((end, _)) => at = end,
                Err(at) => return locate(src, at),
            }
            dense = false;
            continue;
        }
        if dense {
            errors = tables.add_at(s, errors, block, 0, v0);
            errors = tables.add_at(s, errors, block, 1, v1);
            errors = tables.add_at(s, errors, block, 2, v2);
            errors = tables.add_at(s, errors, block, 3, v3);
        }
        if errors.test8(errors) != 0 {
            return locate(src, at);
        }
        at += BLOCK;
    }
    let before = s.load(&src[(at - 3).min(src.len() - 64)..]);
    if before.or(or_of_four(s, src, at)).sign8() == 0 && errors.test8(errors) == 0 {
        return Ok(());
    }
    last_blocks(s, src, at, errors)
}

/// A source of 65 to 128 bytes, whose first vector is `cur`.
#[inline(always)]
fn two_vectors(s: Avx512, src: &[u8], cur: Z) -> Result<(), Error> {
    let last = s.load(&src[src.len() - 64..]);
    if cur.or(last).sign8() == 0 {
        return Ok(());
    }
    let tables = Tables::new(s);
    let errors = tables.at_start(s, cur).or(open_at_end(s, last));
    let at = src.len() - 64;
    let errors = if let Some(block) = src.last_chunk::<67>() {
        let back = |n: usize| s.load(&block[3 - n..]);
        tables.add(errors, [last, back(1), back(2), back(3)])
    } else {
        let back = |n| s.load_back(src, at, n);
        tables.add(errors, [last, back(1), back(2), back(3)])
    };
    if errors.test8(errors) == 0 { Ok(()) } else { locate(src, 0) }
}

/// An OR of all bytes from `at` on, which are 256 at most, and of others, in a source of 64 bytes at
/// least: four vectors, of which those that would go beyond the end are the last of the source.
#[inline(always)]
fn or_of_four(s: Avx512, src: &[u8], at: usize) -> Z {
    let last = src.len() - 64;
    let vector = |i: usize| s.load(&src[last.min(at + 64 * i)..]);
    vector(0).or(vector(1)).or(vector(2).or(vector(3)))
}

/// As [`LAST`], of a half before ASCII, and of one that is not.
const LAST_OF_HALF: &Aligned<[[u8; 64]; 2]> = &Aligned([LAST.0, [0xFF; 64]]);

/// Checks what is behind `at`, which is 64 or more, where the bytes before gave `errors`.
#[inline(always)]
fn last_blocks(s: Avx512, src: &[u8], at: usize, errors: Z) -> Result<(), Error> {
    let tables = Tables::new(s);
    let mut errors = errors.or(open_at_end(s, s.load(&src[src.len() - 64..])));
    let mut next = at;
    while let Some(block) = src[next - 3..].first_chunk::<67>() {
        let back = |n: usize| s.load(&block[3 - n..]);
        errors = tables.add(errors, [back(0), back(1), back(2), back(3)]);
        next += 64;
    }
    // The last vector overlaps what is done, which does no harm, if there is room for a look back.
    if let Some(block) = src.last_chunk::<67>() {
        let back = |n: usize| s.load(&block[3 - n..]);
        errors = tables.add(errors, [back(0), back(1), back(2), back(3)]);
    } else {
        let back = |n| s.load_back(src, next, n);
        errors = tables.add(errors, [back(0), back(1), back(2), back(3)]);
    }
    if errors.test8(errors) == 0 { Ok(()) } else { locate(src, at.saturating_sub(64)) }
}

/// Not 0 where the last vector of a source ends inside a sequence.
#[inline(always)]
fn open_at_end(s: Avx512, last: Z) -> Z {
    last.subs8(s.array(LAST))
}

/// The largest byte that leaves nothing open, by its place.
const LAST: &Aligned<[u8; 64]> = &Aligned({
    let mut table = [0xFF; 64];
    (table[61], table[62], table[63]) = (0xEF, 0xDF, 0xBF);
    table
});

/// The error at `at` or behind it.
#[inline(always)]
fn locate(src: &[u8], at: usize) -> Result<(), Error> {
    // SAFETY: the token invariant.
    unsafe { avx512::locate_utf8(src, at) }
}

/// Finds the block that is in error again, and leaves the rest to the scalar path.
#[inline(always)]
pub(crate) fn locate_utf8(s: Avx512, src: &[u8], at: usize) -> Result<(), Error> {
    let tables = Tables::new(s);
    let mut at = at;
    while at < src.len() {
        let back = |n| s.load_back(src, at, n);
        let errors = match at {
            0 => tables.at_start(s, back(0)),
            _ => tables.add(s.bytes(0), [back(0), back(1), back(2), back(3)]),
        };
        let errors = errors.test8(errors);
        if errors != 0 {
            return fallback::locate_utf8(
                src,
                src.len().min(at + errors.trailing_zeros() as usize),
            );
        }
        at += 64;
    }
    fallback::locate_utf8(src, src.len())
}
