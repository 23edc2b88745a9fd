//! UTF-8 validation of fewer than eight bytes: the shift-based automaton.
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
//! (Per Vognsen, "Shift-based DFAs", 2021; first proposed for UTF-8 in rust-lang/rust 107760.)

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

/// Whether `src` is well-formed UTF-8, at the cost of a load and a shift for each byte.
#[must_use]
#[inline(always)]
pub fn is_utf8_short(src: &[u8]) -> bool {
    let mut state = ACCEPT;
    for &byte in src {
        state = ROWS[usize::from(byte)] >> (state & 63);
    }
    state & 63 == ACCEPT
}

/// Fewer than eight bytes as an integer, the first in the lowest bits, zeros above the last.
///
/// Reads that overlap hold the same bytes where they do, so an OR joins them.
#[must_use]
#[inline(always)]
pub fn load_short(src: &[u8]) -> u64 {
    debug_assert!(src.len() < 8);
    if let (Some(&first), Some(&last)) = (src.first_chunk(), src.last_chunk()) {
        let last = u64::from(u32::from_le_bytes(last)) << (8 * (src.len() - 4));
        return u64::from(u32::from_le_bytes(first)) | last;
    }
    // One to three bytes: the first, the middle one and the last are all there are.
    let byte = |i: usize| src.get(i).map_or(0, |&byte| u64::from(byte) << (8 * i));
    byte(0) | byte(src.len() / 2) | byte(src.len().saturating_sub(1))
}
