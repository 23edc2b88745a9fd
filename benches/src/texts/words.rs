//! Words, sentences and paragraphs of a script.

use super::random::Random;
use super::scripts::{Run, Script};

/// Words in Latin letters as they stand in text of other scripts.
const FOREIGN: [&str; 12] = [
    "Unicode", "GPS", "USB", "Linux", "DNA", "PDF", "km", "UTC", "email", "Wi-Fi", "ISO 8859",
    "CO2",
];

/// Items of unequal weight, drawn with one number each.
struct Draw<T>(Vec<T>);

impl<T: Copy> Draw<T> {
    /// Each item has a share of the slots by its weight, to the nearest one.
    const SLOTS: u64 = 1 << Self::BITS;
    const BITS: u32 = 12;

    fn new(items: impl Iterator<Item = (T, u64)> + Clone) -> Self {
        let total: u64 = items.clone().map(|(_, weight)| weight).sum();
        let mut slots = Vec::with_capacity(Self::SLOTS as usize);
        let mut reached = 0;
        for (item, weight) in items {
            reached += weight;
            while (2 * slots.len() as u64 + 1) * total < 2 * Self::SLOTS * reached {
                slots.push(item);
            }
        }
        Draw(slots)
    }

    fn pick(&self, random: &mut Random) -> T {
        self.0[(random.bits() >> (64 - Self::BITS)) as usize]
    }
}

/// The letters by the weight of their ranks.
fn letters(run: &Run) -> Draw<char> {
    let (first, last, count) = run.more;
    // A prime, so that the steps meet no place twice, and neighbours by rank are far apart.
    let spread = (0..count).map(move |i| first + i * 7919 % (last - first + 1));
    let all = run.letters.chars().chain(spread.filter_map(char::from_u32));
    Draw::new(all.enumerate().map(|(rank, letter)| (letter, weight(rank, run.flat))))
}

fn weight(rank: usize, flat: u64) -> u64 {
    (1 << 40) / (rank as u64 + flat).pow(2)
}

/// The draws of a [`Run`].
struct Runner {
    letters: Draw<char>,
    lengths: Draw<usize>,
    marks: Draw<char>,
    marked: usize,
    chance: usize,
}

/// Writes words, sentences and paragraphs of a script.
pub(super) struct Writer {
    script: &'static Script,
    runs: Vec<Runner>,
}

impl Writer {
    pub(super) fn new(script: &'static Script) -> Self {
        let runner = |run: &Run| Runner {
            letters: letters(run),
            lengths: Draw::new(run.lengths.iter().enumerate().map(|(i, &weight)| (i + 1, weight))),
            marks: Draw::new(run.marks.chars().enumerate().map(|(i, mark)| (mark, weight(i, 6)))),
            marked: run.marked,
            chance: run.chance,
        };
        Writer { script, runs: script.runs.iter().map(runner).collect() }
    }

    /// A word of the script's own letters.
    pub(super) fn word(&self, random: &mut Random, out: &mut String) {
        let start = out.len();
        while out.len() == start {
            for run in &self.runs {
                if run.chance == 100 || random.chance(run.chance) {
                    run.write(random, out);
                }
            }
        }
    }

    /// Some words with what stands between words, each with a capital: a name, a title, a search.
    pub(super) fn title(&self, words: usize, random: &mut Random, out: &mut String) {
        for i in 0..words {
            out.push_str(if i == 0 { "" } else { self.script.space });
            let start = out.len();
            self.word(random, out);
            capitalise(out, start);
        }
    }

    /// A sentence with its full stop.
    pub(super) fn sentence(&self, random: &mut Random, out: &mut String) {
        let script = self.script;
        let words = random.between(script.sentence.0, script.sentence.1);
        let mut quoted = 0;
        for i in 0..words {
            if i > 0 {
                let percent = random.below(100);
                out.push_str(match percent {
                    _ if percent < script.commas => script.comma,
                    _ if percent == script.commas => script.dash,
                    _ => script.space,
                });
            }
            if quoted == 0 && random.chance(2) {
                out.push_str(script.quotes.0);
                quoted = random.between(1, 4).min(words - i);
            }
            self.token(i == 0, random, out);
            if quoted > 0 {
                quoted -= 1;
                out.push_str(if quoted == 0 { script.quotes.1 } else { "" });
            }
        }
        let stops = if random.below(7) == 0 { script.stops } else { &script.stops[..1] };
        out.push_str(random.one_of(stops));
    }

    /// A paragraph and an empty line.
    pub(super) fn paragraph(&self, random: &mut Random, out: &mut String) {
        for i in 0..random.between(2, 7) {
            out.push_str(if i == 0 { "" } else { self.script.gap });
            self.sentence(random, out);
        }
        out.push_str("\n\n");
    }

    /// A word as a sentence has them: a number now and then, or a foreign word.
    fn token(&self, capital: bool, random: &mut Random, out: &mut String) {
        let script = self.script;
        let kind = random.below(1000);
        if kind < script.numbers {
            let year = random.chance(50);
            let number = if year { random.between(1900, 2029) } else { random.between(1, 999) };
            out.push_str(&number.to_string());
            out.push_str(script.counter);
        } else if kind < script.numbers + script.foreign {
            out.push_str(random.one_of(&FOREIGN));
        } else {
            let start = out.len();
            self.word(random, out);
            if capital || random.chance(script.names) {
                capitalise(out, start);
            }
        }
    }
}

impl Runner {
    fn write(&self, random: &mut Random, out: &mut String) {
        for _ in 0..self.lengths.pick(random) {
            out.push(self.letters.pick(random));
            if self.marked > 0 && random.chance(self.marked) {
                out.push(self.marks.pick(random));
            }
        }
    }
}

/// Makes the character at `start` a capital one, if its script has those and it is one character.
fn capitalise(out: &mut String, start: usize) {
    let Some(first) = out[start..].chars().next() else { return };
    let mut upper = first.to_uppercase();
    if let (Some(upper), None) = (upper.next(), upper.next()) {
        out.replace_range(start..start + first.len_utf8(), upper.encode_utf8(&mut [0; 4]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::scripts::SCRIPTS;

    #[test]
    fn items_are_drawn_by_their_weights() {
        let draw = Draw::new([('a', 900), ('b', 90), ('c', 10), ('d', 0)].into_iter());
        let slots = |item| draw.0.iter().filter(|&&slot| slot == item).count();
        assert_eq!(draw.0.len(), 4096);
        assert_eq!(['a', 'b', 'c', 'd'].map(slots), [3686, 369, 41, 0]);
    }

    #[test]
    fn tables_name_no_letter_twice() {
        for run in SCRIPTS.iter().flat_map(|script| script.runs) {
            let mut letters: Vec<char> = run.letters.chars().collect();
            letters.sort_unstable();
            assert!(letters.windows(2).all(|pair| pair[0] != pair[1]), "{}", run.letters);
        }
    }

    #[test]
    fn capitals_are_those_of_one_character() {
        for (word, capital) in [("éa", "Éa"), ("ßa", "ßa"), ("ωa", "Ωa"), ("中", "中"), ("", "")]
        {
            let mut out = format!("x{word}");
            capitalise(&mut out, 1);
            assert_eq!(&out[1..], capital);
        }
    }
}
