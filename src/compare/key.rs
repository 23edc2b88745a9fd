//! What a text is compared by: its bytes in UTF-8, made one character at a time.

use core::cmp::Ordering;

use codeunit_simd::cast;
use codeunit_simd::fallback::ByteOrder;
use codeunit_simd::fallback::form::{self, Source as _};

/// The code units of a text.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Units<'a> {
    Latin1(&'a [u8]),
    Utf8(&'a [u8]),
    Utf16(ByteOrder, &'a [[u8; 2]]),
    Utf32(ByteOrder, &'a [[u8; 4]]),
}

/// A text, and the bytes behind its last whole code unit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Text<'a> {
    pub(crate) units: Units<'a>,
    pub(crate) rest: &'a [u8],
}

/// A form whose slices can be seen as one of four kinds.
pub(crate) trait View: form::Source {
    fn view(self, units: &Self::Slice) -> Units<'_>;
}

macro_rules! views {
    ($($form:ident: |$self:ident, $units:ident| $view:expr;)*) => {$(
        impl View for form::$form {
            #[inline(always)]
            fn view($self, $units: &Self::Slice) -> Units<'_> {
                $view
            }
        }
    )*};
}

views! {
    Latin1: |self, units| Units::Latin1(units);
    Utf8: |self, units| Units::Utf8(units);
    Str: |self, units| Units::Utf8(units.as_bytes());
    Utf16: |self, units| Units::Utf16(self.0, units);
    Utf32: |self, units| Units::Utf32(self.0, units);
    Chars: |self, units| Units::Utf32(ByteOrder::NATIVE, cast::char_bytes(units));
}

/// The next part of a key, and what it is made of: a character, or one byte of UTF-8.
#[derive(Clone, Copy, Debug)]
pub(super) struct Element {
    bytes: [u8; 7],
    len: usize,
    /// Code units of the text.
    pub(super) units: usize,
}

impl Element {
    pub(super) fn key(&self) -> &[u8] {
        &self.bytes[..self.len]
    }

    /// UTF-8, with the pattern continued for what is above its largest value.
    fn new(value: u32, units: usize) -> Self {
        let trail = |shift: u32| 0x80 | (value >> shift & 0x3F) as u8;
        let lead = |tag: u8, shift: u32| tag | (value >> shift) as u8;
        let (bytes, len) = match value {
            ..0x80 => ([value as u8, 0, 0, 0, 0, 0, 0], 1),
            0x80..0x800 => ([lead(0xC0, 6), trail(0), 0, 0, 0, 0, 0], 2),
            0x800..0x1_0000 => ([lead(0xE0, 12), trail(6), trail(0), 0, 0, 0, 0], 3),
            0x1_0000..0x20_0000 => ([lead(0xF0, 18), trail(12), trail(6), trail(0), 0, 0, 0], 4),
            0x20_0000..0x400_0000 => {
                ([lead(0xF8, 24), trail(18), trail(12), trail(6), trail(0), 0, 0], 5)
            }
            0x400_0000..0x8000_0000 => {
                ([lead(0xFC, 30), trail(24), trail(18), trail(12), trail(6), trail(0), 0], 6)
            }
            0x8000_0000.. => {
                ([0xFE, trail(30), trail(24), trail(18), trail(12), trail(6), trail(0)], 7)
            }
        };
        Self { bytes, len, units }
    }
}

impl<'a> Units<'a> {
    /// The number of the kind.
    #[inline(always)]
    pub(super) fn kind(self) -> u8 {
        match self {
            Self::Latin1(_) => 0,
            Self::Utf8(_) => 1,
            Self::Utf16(..) => 2,
            Self::Utf32(..) => 3,
        }
    }

    #[inline(always)]
    pub(super) fn len(self) -> usize {
        match self {
            Self::Latin1(units) | Self::Utf8(units) => units.len(),
            Self::Utf16(_, units) => units.len(),
            Self::Utf32(_, units) => units.len(),
        }
    }

    /// What stands at `at`, which is below `len`: a scalar value, an unpaired surrogate, a value of UTF-32, or a byte
    /// of UTF-8.
    pub(super) fn element(self, at: usize) -> Element {
        match self {
            Self::Utf8(units) => Element { bytes: [units[at], 0, 0, 0, 0, 0, 0], len: 1, units: 1 },
            Self::Latin1(units) => Element::new(units[at].into(), 1),
            Self::Utf16(order, units) => match form::Utf16(order).decode(units, at) {
                Ok((scalar, len)) => Element::new(scalar, len),
                Err(_) => Element::new(order.u16(units[at]).into(), 1),
            },
            Self::Utf32(order, units) => Element::new(order.u32(units[at]), 1),
        }
    }

    /// The value of what stands at `at`, which is below `len`: values that differ have the order of their keys.
    /// `None` where UTF-8 is ill-formed.
    #[inline(always)]
    fn value(self, at: usize) -> Option<u32> {
        match self {
            Self::Utf8(units) => form::Utf8.decode(units, at).ok().map(|(scalar, _)| scalar),
            Self::Latin1(units) => Some(units[at].into()),
            Self::Utf16(order, units) => Some(match form::Utf16(order).decode(units, at) {
                Ok((scalar, _)) => scalar,
                Err(_) => order.u16(units[at]).into(),
            }),
            Self::Utf32(order, units) => Some(order.u32(units[at])),
        }
    }

    /// The value of the first character, if that is seen at a glance.
    #[inline(always)]
    pub(super) fn first_value(self) -> Option<u32> {
        match self {
            Self::Utf8(units) => match units.first() {
                Some(&unit) if unit.is_ascii() => Some(unit.into()),
                Some(_) => self.value(0),
                None => None,
            },
            Self::Latin1(units) => units.first().map(|&unit| unit.into()),
            Self::Utf16(order, units) => {
                let unit = units.first().map(|&unit| u32::from(order.u16(unit)));
                unit.filter(|unit| !(0xD800..0xE000).contains(unit))
            }
            Self::Utf32(order, units) => units.first().map(|&unit| order.u32(unit)),
        }
    }

    /// The text from `at` on, which must be a boundary.
    fn behind(self, at: usize) -> Self {
        match self {
            Self::Latin1(units) => Self::Latin1(&units[at..]),
            Self::Utf8(units) => Self::Utf8(&units[at..]),
            Self::Utf16(order, units) => Self::Utf16(order, &units[at..]),
            Self::Utf32(order, units) => Self::Utf32(order, &units[at..]),
        }
    }

    /// The units, if no more bytes are behind them.
    pub(super) fn alone(self) -> Text<'a> {
        Text { units: self, rest: &[] }
    }
}

impl<'a> Text<'a> {
    fn behind(self, at: usize) -> Self {
        Self { units: self.units.behind(at), rest: self.rest }
    }

    /// The order of what is behind the last units. Nothing is compared if there is nothing: `memcmp` of glibc loads
    /// from the address of an empty slice all the same, masked, and if that is no address it takes 100 ns.
    #[inline(always)]
    fn cmp_rest(self, other: Self) -> Ordering {
        if self.rest.is_empty() || other.rest.is_empty() {
            return self.rest.len().cmp(&other.rest.len());
        }
        self.rest.cmp(other.rest)
    }

    /// The bytes of the key.
    fn key(self) -> Key<'a> {
        Key { text: self, at: 0, left: [0; 7], next: 7, rest: None }
    }
}

/// The bytes of a key, which are made as they are asked for.
struct Key<'a> {
    text: Text<'a>,
    at: usize,
    /// The bytes of the element before `at`, from `next` on.
    left: [u8; 7],
    next: usize,
    /// What is left of the last bytes, if they were begun.
    rest: Option<&'a [u8]>,
}

impl Iterator for Key<'_> {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        if self.next == self.left.len() {
            if self.at == self.text.units.len() {
                return self.next_of_rest();
            }
            let element = self.text.units.element(self.at);
            self.at += element.units;
            self.next -= element.len;
            self.left[self.next..].copy_from_slice(element.key());
        }
        self.next += 1;
        Some(self.left[self.next - 1])
    }
}

impl Key<'_> {
    fn next_of_rest(&mut self) -> Option<u8> {
        let Some(rest) = self.rest else {
            self.rest = Some(self.text.rest);
            return (!self.text.rest.is_empty()).then_some(0xFF);
        };
        let (&byte, behind) = rest.split_first()?;
        self.rest = Some(behind);
        Some(byte)
    }
}

/// The order of two texts that are the same up to these boundaries, and differ there or soon, if they do.
#[inline]
pub(super) fn cmp_at((a, i): (Text<'_>, usize), (b, j): (Text<'_>, usize)) -> Ordering {
    match (i == a.units.len(), j == b.units.len()) {
        (true, true) => return a.cmp_rest(b),
        (true, false) if a.rest.is_empty() => return Ordering::Less,
        (false, true) if b.rest.is_empty() => return Ordering::Greater,
        (false, false) => {
            if let (Some(x), Some(y)) = (a.units.value(i), b.units.value(j))
                && x != y
            {
                return x.cmp(&y);
            }
        }
        _ => {}
    }
    cmp_keys(a.behind(i), b.behind(j))
}

/// The same, byte by byte of the keys: 30 ns where a value takes one or two.
#[cold]
#[inline(never)]
fn cmp_keys(a: Text<'_>, b: Text<'_>) -> Ordering {
    a.key().cmp(b.key())
}
