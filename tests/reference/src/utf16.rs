//! The UTF-16 encoding form, D91.

use crate::{Item, Reason, scalar_value};

/// D72: a high-surrogate code unit.
fn is_high(unit: u16) -> bool {
    (0xD800..=0xDBFF).contains(&unit)
}

/// D74: a low-surrogate code unit.
fn is_low(unit: u16) -> bool {
    (0xDC00..=0xDFFF).contains(&unit)
}

/// The character or the maximal subpart at the front of `src`, which is not empty.
#[must_use]
pub fn front(src: &[u16]) -> Item {
    match *src {
        // D75: a surrogate pair is a high surrogate followed by a low one.
        [high, low, ..] if is_high(high) && is_low(low) => {
            // Table 3-5: 110110wwwwxxxxxx 110111xxxxxxxxxx is 000uuuuuxxxxxxxxxxxxxxxx, uuuuu being
            // wwww + 1.
            let w = u32::from(high & 0x03FF) >> 6;
            let x = u32::from(high & 0x003F) << 10 | u32::from(low & 0x03FF);
            let c = scalar_value((w + 1) << 16 | x).expect("10000 to 10FFFF");
            Item::character(2, c)
        }
        // D93b, a: the beginning of a pair, which the source's end cuts.
        [high] if is_high(high) => Item::incomplete(1),
        [high, ..] if is_high(high) => Item::ill_formed(1, Reason::UnpairedHigh),
        // D93b, b.
        [low, ..] if is_low(low) => Item::ill_formed(1, Reason::UnpairedLow),
        [unit, ..] => Item::character(1, scalar_value(u32::from(unit)).expect("no surrogate")),
        [] => unreachable!("the source is not empty"),
    }
}

/// The source, split.
#[must_use]
pub fn decode(src: &[u16]) -> Vec<Item> {
    crate::decode(src, front)
}

/// Table 3-5, from the scalar value to the code units.
pub fn put(c: char, out: &mut impl Extend<u16>) {
    let c = u32::from(c);
    match c {
        0x0000..=0xFFFF => out.extend([c as u16]),
        _ => {
            let (u, x) = (c >> 16, c & 0xFFFF);
            let high = 0xD800 | (u - 1) << 6 | x >> 10;
            let low = 0xDC00 | x & 0x03FF;
            out.extend([high as u16, low as u16]);
        }
    }
}
