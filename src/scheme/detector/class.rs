//! What a scalar value says about the guess that led to it.

/// Facts about a scalar value that need no statistics of a language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// Text does not have it: a control that no text uses, a noncharacter, or a code point in one of the
    /// planes 4 to 13, in which nothing is assigned.
    NotText,
    /// Text seldom has it: a control U+0080 to U+009F, private use, and what is unassigned before U+FFF9.
    Doubtful,
    /// In the Basic Multilingual Plane U+xx00, but [`EITHER`]: in UTF-16 it is more often U+00xx in the other byte order.
    Turned,
    /// Text in nearly every language has it, and what the same bytes are in the other byte order is rare:
    /// TAB, LF, CR, U+0020 to U+007E, and U+3001 and U+3002, the ideographic comma and full stop. But not what is one of
    /// [`EITHER`] in the other order.
    Telling,
    /// What is left below U+2000, where nearly all alphabets are. Its high byte is a control, of which text
    /// in an encoding of bytes has few.
    Alphabetic,
    /// Anything else.
    Other,
}

/// What text of East Asia is full of, and is U+00xx in the other byte order: the ideographic space and the ideographs for one, to
/// open and most, where ASCII has `0`, `N`, `_` and `g`. None of the eight tells anything.
const EITHER: [u32; 4] = [0x3000, 0x4E00, 0x5F00, 0x6700];

/// The class of a scalar value.
pub(super) fn class(scalar: u32) -> Class {
    let low = scalar & 0xFF;
    match scalar {
        0x00..=0x1F | 0x7F if is_foreign_control(scalar) => Class::NotText,
        0x20..=0x7E if EITHER.contains(&(scalar << 8)) => Class::Alphabetic,
        0x09 | 0x0A | 0x0D | 0x20..=0x7E | 0x3001 | 0x3002 => Class::Telling,
        0xA0..=0xFF => Class::Alphabetic,
        0x80..=0x84 | 0x86..=0x9F => Class::Doubtful,
        0xFDD0..=0xFDEF | 0x4_0000..=0xD_FFFF => Class::NotText,
        _ if scalar & 0xFFFE == 0xFFFE => Class::NotText,
        0xE000..=0xF8FF | 0xFFF0..=0xFFF8 | 0xF_0000.. => Class::Doubtful,
        0x0100..=0xFFFF if low == 0 && !EITHER.contains(&scalar) => Class::Turned,
        0x0100..=0x1FFF => Class::Alphabetic,
        _ => Class::Other,
    }
}

/// The controls that no text uses: all of U+0000 to U+001F and U+007F but those from BEL to CR, and ESC,
/// which are written `\a`, `\b`, `\t`, `\n`, `\v`, `\f`, `\r` and `\e` in many languages.
fn is_foreign_control(scalar: u32) -> bool {
    matches!(scalar, 0x00..=0x06 | 0x0E..=0x1A | 0x1C..=0x1F | 0x7F)
}

#[cfg(test)]
mod tests {
    use super::{Class, class};

    #[test]
    fn classes_of_some() {
        for (want, scalars) in [
            (Class::NotText, &[0x00, 0x06, 0x0E, 0x1A, 0x1F, 0x7F, 0xFDD0, 0xFFFE, 0x1_FFFF][..]),
            (Class::NotText, &[0x4_0000, 0xA_0061, 0xD_FFFF, 0x10_FFFF]),
            (Class::Doubtful, &[0x80, 0x9F, 0xE000, 0xF8FF, 0xFFF0, 0xF_0000]),
            (Class::Turned, &[0x0100, 0x2000, 0x4F00, 0xAC00, 0xFF00]),
            (Class::Telling, &[0x09, 0x0A, 0x0D, 0x20, 0x2F, 0x31, 0x61, 0x7E, 0x3001, 0x3002]),
            (Class::Alphabetic, &[0x30, 0x4E, 0xA0, 0xFF, 0x0101, 0x0416, 0x0905, 0x0E01, 0x1FFF]),
            (Class::Other, &[0x07, 0x1B, 0x85, 0x2026, 0x3000, 0x4E00, 0x4E2D, 0xFEFF, 0x1_F600]),
        ] {
            for &scalar in scalars {
                assert_eq!(class(scalar), want, "{scalar:04X}");
            }
        }
    }

    /// What tells one byte order does not tell the other.
    #[test]
    fn what_is_telling_is_not_so_in_the_other_order() {
        for unit in 0..=u16::MAX {
            if class(unit.into()) == Class::Telling {
                assert_ne!(class(unit.swap_bytes().into()), Class::Telling, "{unit:04X}");
            }
        }
    }
}
