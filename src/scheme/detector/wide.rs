//! UTF-16 and UTF-32 as guesses.

use super::Confidence;
use super::class::{Class, class};

/// What the code units so far are, as UTF-16 or UTF-32 in one byte order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Wide {
    /// No code unit so far is ill-formed, and no character is one that text does not have. A surrogate
    /// pair may be incomplete.
    pub(super) text: bool,
    /// A high surrogate, or 0.
    high: u32,
    /// Characters, and those of three classes among them.
    characters: u32,
    /// [`Class::Telling`], and surrogate pairs.
    telling: u32,
    alphabetic: u32,
    doubtful: u32,
}

impl Wide {
    pub(super) const fn new() -> Self {
        Self { text: true, high: 0, characters: 0, telling: 0, alphabetic: 0, doubtful: 0 }
    }

    /// Whether the source can end here.
    pub(super) const fn is_complete(&self) -> bool {
        self.high == 0
    }

    /// How many characters tell that this is the byte order.
    pub(super) const fn telling(&self) -> u32 {
        self.telling
    }

    /// A code unit of UTF-16 (D91).
    pub(super) fn push16(&mut self, unit: u16) {
        let unit = u32::from(unit);
        match (core::mem::take(&mut self.high), unit) {
            (0, 0xD800..=0xDBFF) => self.high = unit,
            (0, 0xDC00..=0xDFFF) => self.text = false,
            (0, _) => {
                self.character(unit);
                self.doubtful += u32::from(class(unit) == Class::Turned);
            }
            (high, 0xDC00..=0xDFFF) => {
                let scalar = 0x1_0000 + ((high & 0x3FF) << 10 | unit & 0x3FF);
                self.character(scalar);
                // Where surrogates are something else, most of them are not in pairs.
                self.telling += u32::from(class(scalar) == Class::Other);
            }
            _ => self.text = false,
        }
    }

    /// A code unit of UTF-32 (D90).
    pub(super) fn push32(&mut self, unit: u32) {
        match unit {
            0xD800..=0xDFFF | 0x11_0000.. => self.text = false,
            _ => self.character(unit),
        }
    }

    fn character(&mut self, scalar: u32) {
        self.characters += 1;
        match class(scalar) {
            Class::NotText => self.text = false,
            Class::Doubtful => self.doubtful += 1,
            Class::Telling => self.telling += 1,
            Class::Alphabetic => self.alphabetic += 1,
            Class::Turned | Class::Other => {}
        }
    }

    /// Whether this can be a guess: twice as many characters tell as are doubtful, and the text looks like
    /// one of an alphabet or like any other.
    pub(super) fn is_plausible(&self, utf8_well_formed: bool) -> bool {
        self.text
            && self.doubtful * 2 <= self.telling
            && (self.is_alphabetic() || !utf8_well_formed && self.is_other())
    }

    /// Whether this can be UTF-32 where nothing else is a guess: two characters at least, of which at most one in 16 is
    /// doubtful.
    pub(super) fn is_all_that_is_left(&self) -> bool {
        self.text && self.characters >= 2 && self.doubtful * 16 <= self.characters
    }

    /// How sure that is. Numbers of 32 bits may look so, hardly ever many in a row from U+2000 on: but where alphabets
    /// are, their spaces and line ends would have told.
    pub(super) fn confidence_of_what_is_left(&self) -> Confidence {
        let low = self.telling + self.alphabetic;
        if self.characters >= 4 && low * 2 <= self.characters {
            Confidence::Medium
        } else {
            Confidence::Low
        }
    }

    /// How sure the guess is, if the other byte order is none.
    pub(super) fn confidence(&self) -> Confidence {
        match self.telling {
            4.. if self.is_alphabetic() => Confidence::High,
            4.. => Confidence::Medium,
            _ => Confidence::Low,
        }
    }

    /// Three characters of four tell or are alphabetic, and two at least; one in 64 tells.
    fn is_alphabetic(&self) -> bool {
        let known = self.telling + self.alphabetic;
        known >= 2 && known * 4 >= self.characters * 3 && self.tells_one_in(64)
    }

    /// One character in 32 tells, and two at least.
    fn is_other(&self) -> bool {
        self.telling >= 2 && self.tells_one_in(32)
    }

    fn tells_one_in(&self, characters: u32) -> bool {
        self.telling >= 1 && self.telling * characters >= self.characters
    }
}

#[cfg(test)]
mod tests {
    use super::Wide;

    #[test]
    fn pairs_are_read_as_std_reads_them() {
        const UNITS: [u16; 7] = [0x61, 0xD7FF, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000];
        for number in 0..UNITS.len().pow(4) {
            let units = [0, 1, 2, 3].map(|i| UNITS[number / UNITS.len().pow(i) % UNITS.len()]);
            let mut wide = Wide::new();
            units.iter().for_each(|&unit| wide.push16(unit));
            // Of U+10FC00 and its like, none is a noncharacter but U+10FFFF.
            let std = char::decode_utf16(units);
            let ill_formed = std.clone().any(|c| c.is_err() || c == Ok('\u{10FFFF}'));
            assert_eq!(!(wide.text && wide.is_complete()), ill_formed, "{units:04X?}");
        }
    }
}
