//! A sequence that cannot be converted, spelled in ASCII.

use super::StreamError;
use super::form::Form;
use crate::ErrorKind;

/// The longest: four bytes as `\xNN`, which are a sequence in gb18030 only. `\U` and eight digits, and two
/// characters as `\uNNNN`, are shorter.
pub(crate) const MAX_LEN: usize = 16;

/// How the sequence of an error in this form is spelled: the text, and its length.
pub(crate) fn spell(form: Form, error: &StreamError) -> ([u8; MAX_LEN], usize) {
    let mut text = Text { bytes: [0; MAX_LEN], len: 0 };
    match value(form, error) {
        Some(value) => text.put_value(value),
        None => error.bytes().iter().for_each(|&byte| text.put(b'x', byte.into(), 2)),
    }
    (text.bytes, text.len)
}

/// How characters are spelled: one, or two up to U+FFFF.
pub(crate) fn spell_text(characters: &str) -> ([u8; MAX_LEN], usize) {
    let mut text = Text { bytes: [0; MAX_LEN], len: 0 };
    characters.chars().for_each(|character| text.put_value(character.into()));
    (text.bytes, text.len)
}

/// The number of a character, or of a whole code unit that is none.
fn value(form: Form, error: &StreamError) -> Option<u32> {
    if error.kind() == ErrorKind::NotRepresentable {
        return form.decode(error.bytes()).ok().map(|(scalar, _)| scalar);
    }
    match (form, error.bytes()) {
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
        match value {
            0..0x1_0000 => self.put(b'u', value, 4),
            _ => self.put(b'U', value, 8),
        }
    }

    /// A backslash, the letter and so many hexadecimal digits.
    fn put(&mut self, letter: u8, value: u32, digits: u32) {
        let digit = |place: u32| b"0123456789ABCDEF"[(value >> (4 * place) & 15) as usize];
        for byte in [b'\\', letter].into_iter().chain((0..digits).rev().map(digit)) {
            self.bytes[self.len] = byte;
            self.len += 1;
        }
    }
}
