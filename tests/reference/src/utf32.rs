//! The UTF-32 encoding form, D90.

use crate::{Item, Reason, scalar_value};

/// The character or the maximal subpart at the front of `src`, which is not empty.
#[must_use]
pub fn front(src: &[u32]) -> Item {
    let unit = src[0];
    match scalar_value(unit) {
        Some(c) => Item::character(1, c),
        None if unit > 0x10_FFFF => Item::ill_formed(1, Reason::AboveMax),
        None => Item::ill_formed(1, Reason::Surrogate),
    }
}

/// The source, split.
#[must_use]
pub fn decode(src: &[u32]) -> Vec<Item> {
    crate::decode(src, front)
}

/// The scalar value is the code unit.
pub fn put(c: char, out: &mut impl Extend<u32>) {
    out.extend([u32::from(c)]);
}
