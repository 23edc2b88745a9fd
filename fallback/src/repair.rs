//! The repair of UTF-16 in its own memory.

use crate::form::{Source, Utf16};
use crate::validate::DECODED;

/// Writes U+FFFD over every surrogate without a partner, and returns how many there were.
///
/// An unpaired surrogate and U+FFFD both are one code unit, so nothing moves. Each is a maximal
/// subpart by itself (Unicode Standard 3.9, D93b), and the result is what the lossy conversion from
/// UTF-16 to UTF-16 writes.
pub fn make_utf16_well_formed(from: Utf16, units: &mut [[u8; 2]]) -> usize {
    let (mut at, mut repairs) = (0, 0);
    while at < units.len() {
        let block = from.well_formed_block(units, at);
        if block > 0 {
            at += block;
            continue;
        }
        let end = units.len().min(at + DECODED);
        let (end, more) = repair(from, units, at, end);
        (at, repairs) = (end, repairs + more);
    }
    repairs
}

/// The same for a few units.
#[inline(always)]
pub fn make_few_utf16_well_formed(from: Utf16, units: &mut [[u8; 2]]) -> usize {
    repair(from, units, 0, units.len()).1
}

/// Repairs what begins from `at` on and before `end`: where the last of it ends, and how many repairs there were.
#[inline(always)]
fn repair(from: Utf16, units: &mut [[u8; 2]], at: usize, end: usize) -> (usize, usize) {
    let (mut at, mut repairs) = (at, 0);
    while at < end {
        match from.decode(units, at) {
            Ok((_, len)) => at += len,
            Err(_) => {
                units[at] = from.0.bytes16(0xFFFD);
                repairs += 1;
                at += 1;
            }
        }
    }
    (at, repairs)
}
