//! Short strings out of a text.

use std::collections::HashSet;
use std::ops::Range;

use super::boundary;
use super::random::Random;

/// How often a place is drawn anew because a piece of the same content was taken already.
const TRIES: usize = 8;

/// Up to `count` different pieces of the text of about `size` bytes, in the text's order, one at a random
/// place of each of `count` equal stretches.
///
/// A piece has at most `size` bytes, and ends at the last character that lets it: the length aimed at is
/// the size itself up to 8, and is drawn between 3/4 of the size and the size from there on, as real
/// strings vary. None is empty. No two begin at one place, and two of the same content are taken only
/// where another was not found soon: of one byte there are not a hundred different pieces. There are
/// fewer than `count` only when the text has no more places where a piece of that size fits.
#[must_use]
pub fn pieces(text: &str, size: usize, count: usize) -> Vec<&str> {
    let Some(places) = text.len().checked_sub(size).map(|last| last + 1) else { return Vec::new() };
    if size == 0 {
        return Vec::new();
    }
    let mut random = Random::new(size as u64);
    let mut starts = HashSet::new();
    let mut contents = HashSet::new();
    let mut pieces: Vec<(usize, &str)> = Vec::new();
    for stretch in 0..count {
        let (low, high) = (stretch * places / count, (stretch + 1) * places / count);
        let mut found = None;
        for _ in 0..TRIES {
            let from = low + random.below(high - low);
            let fit =
                first_fit(text, size, from..high).or_else(|| first_fit(text, size, low..from));
            let Some(start) = fit else { break };
            let piece = piece(text, start, size, &mut random);
            found = Some((start, piece));
            if !contents.contains(piece) {
                break;
            }
        }
        if let Some((start, piece)) = found {
            starts.insert(start);
            contents.insert(piece);
            pieces.push((start, piece));
        }
    }
    // Stretches without a character that is short enough are made up for by the others.
    let mut next = 0;
    while pieces.len() < count {
        let Some(start) = first_fit(text, size, next..places) else { break };
        next = start + 1;
        if starts.insert(start) {
            pieces.push((start, piece(text, start, size, &mut random)));
        }
    }
    pieces.sort_unstable_by_key(|&(start, _)| start);
    pieces.into_iter().map(|(_, piece)| piece).collect()
}

/// The first place in the range where a character of at most `size` bytes begins.
fn first_fit(text: &str, size: usize, mut range: Range<usize>) -> Option<usize> {
    range.find(|&at| {
        text.is_char_boundary(at)
            && (size >= 4
                || text[at..].chars().next().is_some_and(|first| first.len_utf8() <= size))
    })
}

fn piece<'a>(text: &'a str, start: usize, size: usize, random: &mut Random) -> &'a str {
    let length = if size <= 8 { size } else { random.between((3 * size).div_ceil(4), size) };
    &text[start..boundary(text, start + length)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::{Text, generated};

    #[test]
    fn pieces_are_of_the_size_and_differ() {
        for Text { name, text } in generated(64 << 10) {
            for size in [4, 5, 8, 9, 15, 16, 32, 63, 64, 100, 1000] {
                let pieces = pieces(&text, size, 1000);
                assert_eq!(pieces.len(), 1000, "{name}, {size}");
                let least = if size <= 8 { size - 3 } else { size * 3 / 4 - 3 };
                assert!(pieces.iter().all(|piece| (least..=size).contains(&piece.len())));
                assert!(pieces.iter().all(|piece| !piece.is_empty()));
                let places: HashSet<_> = pieces.iter().map(|piece| piece.as_ptr()).collect();
                assert_eq!(places.len(), 1000, "{name}, {size}");
                let contents: HashSet<_> = pieces.iter().collect();
                assert!(size < 15 || contents.len() >= 995, "{name}, {size}: {}", contents.len());
            }
        }
    }

    #[test]
    fn a_piece_smaller_than_some_characters_begins_with_one_that_fits() {
        for Text { name, text } in generated(64 << 10) {
            for size in [1, 2, 3] {
                let fitting = text.chars().filter(|character| character.len_utf8() <= size).count();
                let pieces = pieces(&text, size, 1000);
                // The last ones may have too little after them.
                assert!(pieces.len() + 3 >= fitting.min(1000), "{name}, {size}: {}", pieces.len());
                assert!(pieces.iter().all(|piece| (1..=size).contains(&piece.len())));
            }
        }
    }

    #[test]
    fn lengths_vary_from_three_quarters_of_the_size_to_the_size() {
        let text = crate::texts::generate("latin", 64 << 10).unwrap().text;
        let lengths: HashSet<usize> = pieces(&text, 64, 1000).iter().map(|p| p.len()).collect();
        assert_eq!(lengths, (48..=64).collect());
        assert!(pieces(&text, 8, 1000).iter().all(|piece| piece.len() == 8));
    }

    #[test]
    fn pieces_are_spread_over_the_whole_text() {
        let text = crate::texts::generate("russian", 64 << 10).unwrap().text;
        let place = |piece: &&str| piece.as_ptr() as usize - text.as_ptr() as usize;
        let places: Vec<usize> = pieces(&text, 20, 16).iter().map(place).collect();
        assert!(places.iter().enumerate().all(|(i, &at)| at.abs_diff(i * 4096 + 2048) < 2060));
    }

    #[test]
    fn a_piece_that_cannot_be_is_left_out_and_made_up_for_elsewhere() {
        assert_eq!(pieces("日本語 a", 1, 10), [" ", "a"]);
        assert_eq!(pieces("日本語 é", 2, 10), [" ", "é"]);
        assert_eq!(pieces("日本語", 2, 10), [""; 0]);
        let one_end = format!("{}{}", "日".repeat(1000), "abcdefgh".repeat(100));
        assert_eq!(pieces(&one_end, 1, 700).len(), 700);
        assert_eq!(pieces(&one_end, 1, 1000).len(), 800);
    }

    #[test]
    fn of_a_short_text_every_place_is_taken_once() {
        assert_eq!(pieces("abcdef", 4, 10), ["abcd", "bcde", "cdef"]);
        assert_eq!(pieces("abcdef", 6, 10), ["abcdef"]);
        assert_eq!(pieces("abcdef", 7, 10), [""; 0]);
        assert_eq!(pieces("abcdef", 0, 10), [""; 0]);
        assert_eq!(pieces("", 0, 10), [""; 0]);
        assert_eq!(pieces("abcdef", 4, 0), [""; 0]);
    }

    #[test]
    fn repeated_text_gives_pieces_of_different_content() {
        let text = crate::texts::generate("chinese", 2000).unwrap().text.repeat(32);
        let contents: HashSet<&str> = pieces(&text, 64, 500).into_iter().collect();
        assert!(contents.len() > 495, "{}", contents.len());
    }
}
