//! UTF-8 by the letter of Table 3-7 of the Unicode Standard, as slow as it is plain.

use std::ops::RangeInclusive;

use codeunit::ErrorKind;

use super::model::{Bad, Item};

/// The well-formed byte sequences: one range for each byte of a row.
const ROWS: [&[RangeInclusive<u8>]; 9] = [
    &[0x00..=0x7F],
    &[0xC2..=0xDF, 0x80..=0xBF],
    &[0xE0..=0xE0, 0xA0..=0xBF, 0x80..=0xBF],
    &[0xE1..=0xEC, 0x80..=0xBF, 0x80..=0xBF],
    &[0xED..=0xED, 0x80..=0x9F, 0x80..=0xBF],
    &[0xEE..=0xEF, 0x80..=0xBF, 0x80..=0xBF],
    &[0xF0..=0xF0, 0x90..=0xBF, 0x80..=0xBF, 0x80..=0xBF],
    &[0xF1..=0xF3, 0x80..=0xBF, 0x80..=0xBF, 0x80..=0xBF],
    &[0xF4..=0xF4, 0x80..=0x8F, 0x80..=0xBF, 0x80..=0xBF],
];

/// The character, or the maximal subpart of an ill-formed sequence (D93b), at the front of `src`.
pub(crate) fn first(src: &[u8]) -> Item {
    let bad = |len: usize, kind, error_len| Item { len, what: Err(Bad { kind, error_len }) };
    let Some(row) = ROWS.iter().find(|row| row[0].contains(&src[0])) else {
        return match src[0] {
            0x80..=0xBF => bad(1, ErrorKind::UnexpectedContinuation, Some(1)),
            _ => bad(1, ErrorKind::BadLead, Some(1)),
        };
    };
    let present = row.iter().zip(src).take_while(|(range, byte)| range.contains(byte)).count();
    if present == row.len() {
        let text = std::str::from_utf8(&src[..present]).expect("a row of Table 3-7");
        return Item { len: present, what: Ok(text.chars().next().expect("one character")) };
    }
    match src.get(present) {
        None => bad(present, ErrorKind::Incomplete, None),
        Some(0x80..=0xBF) => {
            assert_eq!(present, 1, "only the second byte has ranges that leave out continuations");
            let kind = match src[0] {
                0xE0 | 0xF0 => ErrorKind::Overlong,
                0xED => ErrorKind::Surrogate,
                0xF4 => ErrorKind::AboveMax,
                lead => unreachable!("{lead:02X} may stand before every continuation byte"),
            };
            bad(1, kind, Some(1))
        }
        Some(_) => bad(present, ErrorKind::Truncated, Some(present as u8)),
    }
}

/// All of `src`.
pub(crate) fn decode(src: &[u8]) -> Vec<Item> {
    let mut items = Vec::with_capacity(src.len());
    let mut at = 0;
    while at < src.len() {
        let item = first(&src[at..]);
        at += item.len;
        items.push(item);
    }
    items
}

/// Where and why `src` is ill-formed.
pub(crate) fn validate(src: &[u8]) -> Result<(), (usize, Bad)> {
    let mut at = 0;
    while at < src.len() {
        let item = first(&src[at..]);
        item.what.map_err(|bad| (at, bad))?;
        at += item.len;
    }
    Ok(())
}
