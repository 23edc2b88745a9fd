//! UTF-8 as a guess.

use super::Confidence;
use super::class::{Class, class};

/// What the bytes so far are as UTF-8 (Unicode Standard 3.9, Table 3-7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Utf8 {
    /// No byte so far is ill-formed, though a sequence may be incomplete.
    pub(super) well_formed: bool,
    /// And no character is one that text does not have.
    pub(super) text: bool,
    /// All bytes are below 80.
    pub(super) ascii: bool,
    /// How many continuation bytes there have been, each where one was due.
    continuations: u16,
    /// How many continuation bytes are due.
    due: u8,
    /// The bits of the character that is not complete.
    scalar: u32,
    /// What the next continuation byte may be.
    next: (u8, u8),
}

impl Utf8 {
    pub(super) const fn new() -> Self {
        Self {
            well_formed: true,
            text: true,
            ascii: true,
            continuations: 0,
            due: 0,
            scalar: 0,
            next: (0x80, 0xBF),
        }
    }

    /// Whether the source can end here.
    pub(super) const fn is_complete(&self) -> bool {
        self.due == 0
    }

    /// How sure the guess is, if it is text.
    pub(super) const fn confidence(&self) -> Confidence {
        match self.continuations {
            _ if self.ascii => Confidence::Medium,
            0 | 1 => Confidence::Low,
            2 | 3 => Confidence::Medium,
            4.. => Confidence::High,
        }
    }

    pub(super) fn push(&mut self, byte: u8) {
        if !self.well_formed {
            return;
        }
        self.ascii &= byte.is_ascii();
        if self.due == 0 {
            self.begin(byte);
        } else if (self.next.0..=self.next.1).contains(&byte) {
            self.due -= 1;
            self.next = (0x80, 0xBF);
            self.scalar = self.scalar << 6 | u32::from(byte & 0x3F);
            self.continuations += 1;
        } else {
            self.well_formed = false;
        }
        if !self.well_formed || self.due == 0 && class(self.scalar) == Class::NotText {
            self.text = false;
        }
    }

    /// The first byte of a sequence.
    fn begin(&mut self, byte: u8) {
        let (due, next) = match byte {
            0x00..=0x7F => (0, (0x80, 0xBF)),
            0xC2..=0xDF => (1, (0x80, 0xBF)),
            0xE0 => (2, (0xA0, 0xBF)),
            0xED => (2, (0x80, 0x9F)),
            0xE1..=0xEF => (2, (0x80, 0xBF)),
            0xF0 => (3, (0x90, 0xBF)),
            0xF1..=0xF3 => (3, (0x80, 0xBF)),
            0xF4 => (3, (0x80, 0x8F)),
            0x80..=0xC1 | 0xF5..=0xFF => {
                self.well_formed = false;
                return;
            }
        };
        self.due = due;
        self.next = next;
        // The bits of a lead byte are those below its first zero.
        self.scalar = u32::from(if due == 0 { byte } else { byte & 0x3F >> due });
    }
}

#[cfg(test)]
mod tests {
    use super::Utf8;

    /// All first and second bytes, and those behind at which Table 3-7 changes its mind.
    #[test]
    fn it_is_the_automaton_of_std() {
        const BORDERS: [u8; 5] = [0x41, 0x7F, 0x80, 0xBF, 0xC0];
        let check = |bytes: &[u8]| {
            let mut utf8 = Utf8::new();
            bytes.iter().for_each(|&byte| utf8.push(byte));
            let std = core::str::from_utf8(bytes);
            assert_eq!(utf8.well_formed && utf8.is_complete(), std.is_ok(), "{bytes:02X?}");
            let prefix = std.map_or_else(|error| error.error_len().is_none(), |_| true);
            assert_eq!(utf8.well_formed, prefix, "{bytes:02X?}");
        };
        for [a, b] in (0..=u16::MAX).map(u16::to_be_bytes) {
            check(&[a, b]);
            for c in BORDERS {
                check(&[a, b, c]);
                check(&[a, b, c, 0x80]);
                check(&[a, b, c, 0xC0]);
            }
        }
    }

    #[test]
    fn it_decodes() {
        for c in
            ['\0', '\x7F', '\u{80}', '\u{7FF}', '\u{800}', '\u{FFFD}', '\u{10000}', '\u{10FFFF}']
        {
            let mut utf8 = Utf8::new();
            c.encode_utf8(&mut [0; 4]).bytes().for_each(|byte| utf8.push(byte));
            assert_eq!(utf8.scalar, c.into());
            assert_eq!(usize::from(utf8.continuations) + 1, c.len_utf8());
        }
    }
}
