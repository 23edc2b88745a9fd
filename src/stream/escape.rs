//! A sequence that cannot be converted, spelled in ASCII.

use super::form::Form;
use crate::ErrorKind;

/// The longest: four bytes as `\xNN`, which are a sequence in gb18030 only. `\U` and eight digits, and two
/// characters as `\uNNNN`, are shorter.
pub(crate) const MAX_LEN: usize = 16;

/// How a sequence in this form is spelled: the text, and its length.
pub(crate) fn spell(form: Form, kind: ErrorKind, bytes: &[u8]) -> ([u8; MAX_LEN], usize) {
    let mut text = Text { bytes: [0; MAX_LEN], len: 0 };
    // Behind a high surrogate there may be a byte of a code unit that the end has cut.
    let (unit, rest) = match (form, bytes) {
        (Form::Utf16(_), [_, _, _]) => bytes.split_at(2),
        _ => (bytes, &[][..]),
    };
    match value(form, kind, unit) {
        Some(value) => text.put_value(value),
        None => text.put_bytes(unit),
    }
    text.put_bytes(rest);
    (text.bytes, text.len)
}

/// How characters are spelled: one, or two up to U+FFFF.
pub(crate) fn spell_text(characters: &str) -> ([u8; MAX_LEN], usize) {
    let mut text = Text { bytes: [0; MAX_LEN], len: 0 };
    characters.chars().for_each(|character| text.put_value(character.into()));
    (text.bytes, text.len)
}

/// The number of a character, or of a whole code unit that is none.
#[inline]
fn value(form: Form, kind: ErrorKind, bytes: &[u8]) -> Option<u32> {
    if kind == ErrorKind::NotRepresentable {
        return form.decode(bytes).ok().map(|(scalar, _)| scalar);
    }
    match (form, bytes) {
        (Form::Utf16(order), &[a, b]) => Some(order.u16([a, b]).into()),
        (Form::Utf32(order), &[a, b, c, d]) => Some(order.u32([a, b, c, d])),
        _ => None,
    }
}

struct Text {
    bytes: [u8; MAX_LEN],
    len: usize,
}

impl Text {
    fn put_value(&mut self, value: u32) {
        let [a, b, c, d] = value.to_be_bytes();
        if value < 0x1_0000 {
            self.put([b'\\', b'u', high(c), low(c), high(d), low(d)]);
        } else {
            self.put([b'\\', b'U', high(a), low(a), high(b), low(b)]);
            self.put([high(c), low(c), high(d), low(d)]);
        }
    }

    fn put_bytes(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.put([b'\\', b'x', high(byte), low(byte)]);
        }
    }

    fn put<const N: usize>(&mut self, characters: [u8; N]) {
        self.bytes[self.len..][..N].copy_from_slice(&characters);
        self.len += N;
    }
}

/// The hexadecimal digit of the upper half of a byte.
const fn high(byte: u8) -> u8 {
    DIGITS[(byte >> 4) as usize]
}

/// And of the lower.
const fn low(byte: u8) -> u8 {
    DIGITS[(byte & 15) as usize]
}

const DIGITS: [u8; 16] = *b"0123456789ABCDEF";
