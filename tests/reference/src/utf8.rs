//! The UTF-8 encoding form, D92.

use std::ops::RangeInclusive;

use crate::{Item, Reason, scalar_value};

/// Table 3-7, Well-Formed UTF-8 Byte Sequences: one range for each byte of each row.
pub const TABLE_3_7: [&[RangeInclusive<u8>]; 9] = [
    // U+0000..U+007F
    &[0x00..=0x7F],
    // U+0080..U+07FF
    &[0xC2..=0xDF, 0x80..=0xBF],
    // U+0800..U+0FFF
    &[0xE0..=0xE0, 0xA0..=0xBF, 0x80..=0xBF],
    // U+1000..U+CFFF
    &[0xE1..=0xEC, 0x80..=0xBF, 0x80..=0xBF],
    // U+D000..U+D7FF
    &[0xED..=0xED, 0x80..=0x9F, 0x80..=0xBF],
    // U+E000..U+FFFF
    &[0xEE..=0xEF, 0x80..=0xBF, 0x80..=0xBF],
    // U+10000..U+3FFFF
    &[0xF0..=0xF0, 0x90..=0xBF, 0x80..=0xBF, 0x80..=0xBF],
    // U+40000..U+FFFFF
    &[0xF1..=0xF3, 0x80..=0xBF, 0x80..=0xBF, 0x80..=0xBF],
    // U+100000..U+10FFFF
    &[0xF4..=0xF4, 0x80..=0x8F, 0x80..=0xBF, 0x80..=0xBF],
];

/// The character or the maximal subpart at the front of `src`, which is not empty.
#[must_use]
pub fn front(src: &[u8]) -> Item {
    let Some(row) = TABLE_3_7.iter().find(|row| row[0].contains(&src[0])) else {
        // D93b, b: no well-formed sequence begins so, and the subpart is one byte.
        let continuation = (0x80..=0xBF).contains(&src[0]);
        let reason = if continuation { Reason::UnexpectedContinuation } else { Reason::BadLead };
        return Item::ill_formed(1, reason);
    };
    let present = row.iter().zip(src).take_while(|(range, byte)| range.contains(byte)).count();
    if present == row.len() {
        return Item::character(present, bit_distribution(&src[..present]));
    }
    // D93b, a: the longest beginning of a well-formed sequence.
    match src.get(present) {
        None => Item::incomplete(present),
        Some(0x80..=0xBF) => Item::ill_formed(present, excluded_second_byte(src[0])),
        Some(_) => Item::ill_formed(present, Reason::Truncated),
    }
}

/// Why Table 3-7 leaves some continuation bytes out behind `lead`.
fn excluded_second_byte(lead: u8) -> Reason {
    match lead {
        0xE0 | 0xF0 => Reason::Overlong,
        0xED => Reason::Surrogate,
        0xF4 => Reason::AboveMax,
        _ => unreachable!("every continuation byte may stand behind {lead:02X}"),
    }
}

/// Table 3-6, UTF-8 Bit Distribution, from the bytes of one row to the scalar value.
fn bit_distribution(bytes: &[u8]) -> char {
    let bits = |byte: u8, mask: u8| u32::from(byte & mask);
    let code_point = match *bytes {
        // 0xxxxxxx
        [a] => bits(a, 0x7F),
        // 110yyyyy 10xxxxxx
        [a, b] => bits(a, 0x1F) << 6 | bits(b, 0x3F),
        // 1110zzzz 10yyyyyy 10xxxxxx
        [a, b, c] => bits(a, 0x0F) << 12 | bits(b, 0x3F) << 6 | bits(c, 0x3F),
        // 11110uuu 10uuzzzz 10yyyyyy 10xxxxxx
        [a, b, c, d] => {
            bits(a, 0x07) << 18 | bits(b, 0x3F) << 12 | bits(c, 0x3F) << 6 | bits(d, 0x3F)
        }
        _ => unreachable!("a row of Table 3-7 has one to four bytes"),
    };
    scalar_value(code_point).expect("Table 3-7 admits scalar values only")
}

/// The source, split.
#[must_use]
pub fn decode(src: &[u8]) -> Vec<Item> {
    crate::decode(src, front)
}

/// Table 3-6, from the scalar value to the bytes.
pub fn put(c: char, out: &mut Vec<u8>) {
    let c = u32::from(c);
    let continuation = |shift: u32| 0x80 | (c >> shift & 0x3F) as u8;
    match c {
        0x0000..=0x007F => out.push(c as u8),
        0x0080..=0x07FF => out.extend([0xC0 | (c >> 6) as u8, continuation(0)]),
        0x0800..=0xFFFF => {
            out.extend([0xE0 | (c >> 12) as u8, continuation(6), continuation(0)]);
        }
        _ => {
            out.extend([0xF0 | (c >> 18) as u8, continuation(12), continuation(6), continuation(0)])
        }
    }
}
