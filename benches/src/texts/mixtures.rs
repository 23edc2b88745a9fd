//! Texts that are no single script: pictographs, scripts that take turns, and characters chosen to
//! defeat prediction.

use super::random::Random;
use super::scripts::{EMOJI, SCRIPTS};
use super::words::Writer;

/// Pictographs of several code points: variation selectors, skin tones, flags, and what ZERO WIDTH
/// JOINER makes one of.
const SEQUENCES: [&str; 18] = [
    "\u{2764}\u{FE0F}",
    "\u{2600}\u{FE0F}",
    "\u{2708}\u{FE0F}",
    "\u{263A}\u{FE0F}",
    "\u{1F54A}\u{FE0F}",
    "\u{1F336}\u{FE0F}",
    "\u{1F44D}\u{1F3FB}",
    "\u{1F44D}\u{1F3FD}",
    "\u{1F64F}\u{1F3FE}",
    "\u{1F1EB}\u{1F1F7}",
    "\u{1F1EF}\u{1F1F5}",
    "\u{1F1E7}\u{1F1F7}",
    "\u{1F469}\u{200D}\u{1F4BB}",
    "\u{1F937}\u{200D}\u{2640}\u{FE0F}",
    "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}",
    "\u{1F3F3}\u{FE0F}\u{200D}\u{1F308}",
    "\u{1F469}\u{1F3FE}\u{200D}\u{1F680}",
    "\u{2764}\u{FE0F}\u{200D}\u{1F525}",
];

/// Ranges of characters of four bytes: pictographs, Han of plane 2, mathematical letters, Gothic.
const FOUR: [(u32, u32); 4] =
    [(0x1F300, 0x1F64F), (0x20000, 0x2A6DF), (0x1D400, 0x1D454), (0x10330, 0x1034A)];

/// Pictographs, alone and as [`SEQUENCES`], in groups.
pub(super) struct Emoji(Writer);

impl Emoji {
    pub(super) fn new() -> Self {
        Emoji(Writer::new(&EMOJI))
    }

    pub(super) fn line(&self, random: &mut Random, out: &mut String) {
        for group in 0..random.between(2, 9) {
            out.push_str(if group == 0 { "" } else { " " });
            self.group(random, out);
        }
        out.push('\n');
    }

    fn group(&self, random: &mut Random, out: &mut String) {
        for _ in 0..random.between(1, 12) {
            if random.chance(7) {
                out.push_str(random.one_of(&SEQUENCES));
            } else {
                self.0.word(random, out);
            }
        }
    }
}

/// Every script and pictographs by turns, a few words of each.
pub(super) struct Mixed {
    writers: Vec<Writer>,
    emoji: Emoji,
}

impl Mixed {
    pub(super) fn new() -> Self {
        Mixed { writers: SCRIPTS.iter().map(Writer::new).collect(), emoji: Emoji::new() }
    }

    pub(super) fn line(&self, random: &mut Random, out: &mut String) {
        for turn in 0..random.between(4, 12) {
            if turn > 0 {
                out.push_str(random.one_of(&[" ", " ", " ", ", ", "", "/", " (", ") "]));
            }
            // One turn in all of those is for the pictographs.
            let which = random.below(self.writers.len() + 1);
            match self.writers.get(which) {
                Some(writer) => writer.title(random.between(1, 4), random, out),
                None => self.emoji.group(random, out),
            }
        }
        out.push('\n');
    }
}

/// Characters of one to four bytes, each as likely whatever came before, from all there are.
pub(super) fn adversarial(random: &mut Random, out: &mut String) {
    for _ in 0..64 {
        let (first, last) =
            random.one_of(&[(0x20, 0x7E), (0x80, 0x7FF), (0x800, 0xFFFF), (0x1_0000, 0x10_FFFF)]);
        // A surrogate is no character: the draw is repeated.
        out.push(
            std::iter::repeat_with(|| in_range(random, first, last)).flatten().next().unwrap(),
        );
    }
}

/// Characters of four bytes and nothing else, a few of each range by turns.
pub(super) fn four(random: &mut Random, out: &mut String) {
    for _ in 0..16 {
        let (first, last) = random.one_of(&FOUR);
        let length = random.between(1, 8);
        out.extend((0..length).filter_map(|_| in_range(random, first, last)));
    }
}

fn in_range(random: &mut Random, first: u32, last: u32) -> Option<char> {
    char::from_u32(random.between(first as usize, last as usize) as u32)
}
