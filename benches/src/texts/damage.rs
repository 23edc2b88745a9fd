//! Ill-formed text out of well-formed text.

use super::random::Random;

/// Ill-formed sequences by their kind, with the number of errors that each is: one for each maximal
/// subpart, as the standard library counts.
const KINDS: [(usize, &[&[u8]]); 8] = [
    // A continuation byte that nothing asked for.
    (1, &[b"\x80", b"\xA9", b"\xBF"]),
    // The beginning of two, three or four bytes.
    (1, &[b"\xC3", b"\xD0", b"\xDF"]),
    (1, &[b"\xE2", b"\xE0\xA4", b"\xE4\xB8", b"\xEF\xBF"]),
    (1, &[b"\xF0", b"\xF0\x9F", b"\xF0\x9F\x98", b"\xF4\x8F\xBF"]),
    // Overlong, and a surrogate.
    (2, &[b"\xC0\x80"]),
    (3, &[b"\xED\xA0\x80"]),
    // No lead bytes at all.
    (1, &[b"\xF5"]),
    (1, &[b"\xFF"]),
];

/// UTF-8 with an ill-formed sequence in place of some characters: on average one error for each `every`
/// bytes, counted by the maximal subparts, of which C0 80 is two and ED A0 80 three.
///
/// The places are random, and at least one character stays between two of them, so that no two
/// sequences make a well-formed one. Of a text that is not empty at least one character is replaced.
/// `text` is well-formed.
#[must_use]
pub fn damaged(text: &[u8], every: usize, seed: u64) -> Vec<u8> {
    let begins = |byte: u8| byte & 0xC0 != 0x80;
    replace(text, every, seed, begins, |random| {
        let (errors, sequences) = random.one_of(&KINDS);
        (errors, random.one_of(sequences).to_vec())
    })
}

/// UTF-16 with a lone surrogate, high or low, in place of some characters: on average one for each
/// `every` code units; otherwise as [`damaged`].
#[must_use]
pub fn damaged_utf16(units: &[u16], every: usize, seed: u64) -> Vec<u16> {
    let begins = |unit: u16| unit & 0xFC00 != 0xDC00;
    replace(units, every, seed, begins, |random| (1, vec![random.between(0xD800, 0xDFFF) as u16]))
}

/// Replaces characters by what `draw` gives, each with the number of its errors.
///
/// A sequence of n errors has a stretch of n times `every` code units to itself, with a random place in
/// it: the places are as hard to foresee as need be, and the number of errors does not vary.
fn replace<T: Copy>(
    src: &[T],
    every: usize,
    seed: u64,
    begins: impl Fn(T) -> bool,
    draw: impl Fn(&mut Random) -> (usize, Vec<T>),
) -> Vec<T> {
    let mut random = Random::new(seed);
    let mut out = Vec::with_capacity(src.len() + src.len() / 8 + 3);
    let next = |from: usize| (from..src.len()).find(|&i| begins(src[i]));
    // How much of `src` is done with, and where the stretch begins.
    let (mut done, mut stretch) = (0, 0);
    while stretch < src.len() {
        let (errors, sequence) = draw(&mut random);
        let length = errors * every.max(1);
        let place = stretch + random.below(length);
        stretch += length;
        let kept = if done == 0 { 0 } else { done + 1 };
        if let Some(at) = next(place.max(kept)) {
            out.extend_from_slice(&src[done..at]);
            out.extend(sequence);
            done = next(at + 1).unwrap_or(src.len());
        }
    }
    if done == 0 && !src.is_empty() {
        out.extend(draw(&mut random).1);
        done = next(1).unwrap_or(src.len());
    }
    out.extend_from_slice(&src[done..]);
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::{Text, generate, generated};

    fn errors(bytes: &[u8]) -> usize {
        bytes.utf8_chunks().filter(|chunk| !chunk.invalid().is_empty()).count()
    }

    fn errors_utf16(units: &[u16]) -> usize {
        char::decode_utf16(units.iter().copied()).filter(Result::is_err).count()
    }

    #[test]
    fn every_kind_has_the_errors_stated() {
        for (count, sequences) in KINDS {
            assert!(sequences.iter().all(|sequence| errors(sequence) == count));
            assert!(sequences.iter().all(|s| errors(&[s, "é".as_bytes()].concat()) == count));
        }
    }

    #[test]
    fn errors_are_as_many_as_asked_for() {
        for Text { name, text } in generated(64 << 10) {
            let units: Vec<u16> = text.encode_utf16().collect();
            for (every, seed) in [(20, 1), (20, 2), (64, 3), (1024, 1), (1024, 2), (1024, 3)] {
                let near = |found: usize, length: usize| {
                    let wanted = length as f64 / every as f64;
                    assert!((found as f64 / wanted - 1.0).abs() < 0.2, "{name}, {every}: {found}");
                };
                let bytes = damaged(text.as_bytes(), every, seed);
                near(errors(&bytes), text.len());
                assert!(bytes.len().abs_diff(text.len()) <= text.len() / 10, "{name}, {every}");
                let spoilt = damaged_utf16(&units, every, seed);
                near(errors_utf16(&spoilt), units.len());
            }
        }
    }

    #[test]
    fn no_text_but_the_empty_one_stays_well_formed() {
        let text = generate("mixed", 300).unwrap().text;
        for end in (1..=text.len()).filter(|&end| text.is_char_boundary(end)) {
            let units: Vec<u16> = text[..end].encode_utf16().collect();
            for every in [0, 1, 2, 3, 20, 1024] {
                assert!(errors(&damaged(&text.as_bytes()[..end], every, end as u64)) > 0);
                assert!(errors_utf16(&damaged_utf16(&units, every, end as u64)) > 0);
            }
        }
        assert!(damaged(b"", 20, 1).is_empty() && damaged_utf16(&[], 20, 1).is_empty());
    }

    #[test]
    fn the_distances_vary_and_the_seed_decides() {
        let text = generate("latin", 64 << 10).unwrap().text;
        let bytes = damaged(text.as_bytes(), 100, 7);
        let lengths: Vec<usize> = bytes.utf8_chunks().map(|chunk| chunk.valid().len()).collect();
        assert!(lengths.iter().any(|&length| (1..20).contains(&length)));
        assert!(lengths.iter().any(|&length| length > 180));
        assert_eq!(bytes, damaged(text.as_bytes(), 100, 7));
        assert_ne!(bytes, damaged(text.as_bytes(), 100, 8));
    }
}
