//! ISO/IEC 8859-1, whose 256 code positions are the first 256 code points of Unicode (section 7.1).

use crate::{Item, scalar_value};

/// The source, split. Nothing is ill-formed in it.
#[must_use]
pub fn decode(src: &[u8]) -> Vec<Item> {
    let character = |&byte: &u8| {
        Item::character(1, scalar_value(u32::from(byte)).expect("0 to FF are scalar values"))
    };
    src.iter().map(character).collect()
}

/// Writes `c`, or says that Latin-1 does not have it.
#[must_use]
pub fn put(c: char, out: &mut Vec<u8>) -> bool {
    let byte = u8::try_from(u32::from(c));
    out.extend(byte.ok());
    byte.is_ok()
}
