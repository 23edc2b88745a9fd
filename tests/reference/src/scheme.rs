//! The seven encoding schemes, section 3.10.

use crate::{Item, utf8, utf16, utf32};

/// An encoding scheme (D94): an encoding form, and how its code units are bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheme {
    /// D95.
    Utf8,
    /// D96.
    Utf16Be,
    /// D97.
    Utf16Le,
    /// D98: an initial byte order mark decides and is not part of the text; without one, and without
    /// a higher-level protocol, the order is big-endian.
    Utf16,
    /// D99.
    Utf32Be,
    /// D100.
    Utf32Le,
    /// D101, with a mark as D98.
    Utf32,
}

/// A source in an encoding scheme.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// Bytes of the byte order mark, which is not part of the text. 0 if there is none, and in every
    /// scheme whose name tells the byte order: there an initial U+FEFF is a ZERO WIDTH NO-BREAK SPACE.
    pub mark_len: usize,
    /// The scheme that the mark decided on: never `Utf16` or `Utf32`.
    pub scheme: Scheme,
    /// What is behind the mark; lengths in bytes.
    pub items: Vec<Item>,
}

impl Scheme {
    /// All seven, in the order of their definitions.
    pub const ALL: [Self; 7] = [
        Self::Utf8,
        Self::Utf16Be,
        Self::Utf16Le,
        Self::Utf16,
        Self::Utf32Be,
        Self::Utf32Le,
        Self::Utf32,
    ];

    /// Tables 3-9 and 3-10 of version 6.1, read from right to left.
    #[must_use]
    pub fn read(self, src: &[u8]) -> Text {
        let (scheme, mark_len) = match self {
            Self::Utf16 => match src {
                [0xFE, 0xFF, ..] => (Self::Utf16Be, 2),
                [0xFF, 0xFE, ..] => (Self::Utf16Le, 2),
                _ => (Self::Utf16Be, 0),
            },
            Self::Utf32 => match src {
                [0x00, 0x00, 0xFE, 0xFF, ..] => (Self::Utf32Be, 4),
                [0xFF, 0xFE, 0x00, 0x00, ..] => (Self::Utf32Le, 4),
                _ => (Self::Utf32Be, 0),
            },
            named => (named, 0),
        };
        Text { mark_len, scheme, items: scheme.decode(&src[mark_len..]) }
    }

    /// A source without a mark. Bytes behind the last whole code unit, which are the beginning of a code unit and so of a
    /// well-formed sequence, are taken as one incomplete subpart, and so are they together with a high surrogate before them:
    /// "shared UTF-16 decoder" of the Encoding Standard, where the end of the source is one error for both.
    fn decode(self, src: &[u8]) -> Vec<Item> {
        fn units<const N: usize, U>(src: &[u8], unit: fn([u8; N]) -> U) -> Vec<U> {
            let whole = src.chunks_exact(N);
            whole.map(|bytes| unit(bytes.try_into().expect("N bytes"))).collect()
        }
        let (items, width) = match self {
            Self::Utf8 => (utf8::decode(src), 1),
            Self::Utf16Be | Self::Utf16 => (utf16::decode(&units(src, u16_be)), 2),
            Self::Utf16Le => (utf16::decode(&units(src, u16_le)), 2),
            Self::Utf32Be | Self::Utf32 => (utf32::decode(&units(src, u32_be)), 4),
            Self::Utf32Le => (utf32::decode(&units(src, u32_le)), 4),
        };
        let mut items: Vec<Item> = items.into_iter().map(|item| item.in_bytes(width)).collect();
        let rest = src.len() % width;
        match items.last_mut() {
            _ if rest == 0 => {}
            Some(last) if last.what.is_err_and(|bad| bad.error_len.is_none()) => last.len += rest,
            _ => items.push(Item::incomplete(rest)),
        }
        items
    }

    /// The bytes of `c`. `Utf16` and `Utf32` are written without a mark, so big-endian.
    pub fn put(self, c: char, out: &mut Vec<u8>) {
        let little = matches!(self, Self::Utf16Le | Self::Utf32Le);
        match self {
            Self::Utf8 => utf8::put(c, out),
            Self::Utf16Be | Self::Utf16 | Self::Utf16Le => {
                utf16::put(c, &mut Bytes { out, little })
            }
            Self::Utf32Be | Self::Utf32 | Self::Utf32Le => {
                utf32::put(c, &mut Bytes { out, little })
            }
        }
    }
}

/// What code units are written to as bytes. D96: the most significant byte first. D97: the least significant byte first.
struct Bytes<'a> {
    out: &'a mut Vec<u8>,
    little: bool,
}

impl Extend<u16> for Bytes<'_> {
    fn extend<I: IntoIterator<Item = u16>>(&mut self, units: I) {
        for unit in units {
            let [most, least] = [(unit >> 8) as u8, unit as u8];
            self.out.extend_from_slice(&if self.little { [least, most] } else { [most, least] });
        }
    }
}

impl Extend<u32> for Bytes<'_> {
    fn extend<I: IntoIterator<Item = u32>>(&mut self, units: I) {
        for unit in units {
            let [a, b] = [(unit >> 24) as u8, (unit >> 16) as u8];
            let [c, d] = [(unit >> 8) as u8, unit as u8];
            self.out.extend_from_slice(&if self.little { [d, c, b, a] } else { [a, b, c, d] });
        }
    }
}

fn u16_be([most, least]: [u8; 2]) -> u16 {
    u16::from(most) << 8 | u16::from(least)
}

fn u16_le([least, most]: [u8; 2]) -> u16 {
    u16_be([most, least])
}

fn u32_be([a, b, c, d]: [u8; 4]) -> u32 {
    u32::from(a) << 24 | u32::from(b) << 16 | u32::from(c) << 8 | u32::from(d)
}

fn u32_le([a, b, c, d]: [u8; 4]) -> u32 {
    u32_be([d, c, b, a])
}
