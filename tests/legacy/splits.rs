//! However a stream is cut and whatever room there is, all is as in one call.

use codeunit::{Encoding, Policy};
use harness::rng::Rng;

use super::run::check;
use super::sources::{random, short};
use super::{LEGACY, LONG};

const POLICIES: [Policy; 6] = [
    Policy::Strict,
    Policy::Replace,
    Policy::ReplaceWith('\u{A5}'),
    Policy::ReplaceWith('\u{3042}'),
    Policy::Skip,
    Policy::Escape,
];

/// Encodings of Unicode at the other end. UTF-16 by name, of which a mark would be, is a target only.
const UNICODE: [Encoding; 6] = [
    Encoding::Utf8,
    Encoding::Utf16Le,
    Encoding::Utf16Be,
    Encoding::Utf32Le,
    Encoding::Utf32Be,
    Encoding::Latin1,
];

/// Every cut in two, each byte by itself, and all at once, in outputs from the smallest.
fn every_cut(len: usize) -> Vec<(Vec<usize>, usize)> {
    let mut all: Vec<_> = (0..=len).map(|cut| (vec![cut], [64, 4, 7][cut % 3])).collect();
    all.push(((0..=len).collect(), 4));
    all.extend((4..16).map(|room| (vec![], room)));
    all.push((vec![], 1000));
    all
}

/// A mark at the beginning of UTF-8 is no text.
fn begins_with_mark(from: Encoding, src: &[u8]) -> bool {
    from == Encoding::Utf8 && src.starts_with(b"\xEF\xBB\xBF")
}

/// The policies in turn, and all of them where `all` is.
fn policies(turn: usize, all: bool) -> impl Iterator<Item = Policy> {
    let count = if all { POLICIES.len() } else { 2 };
    (0..count).map(move |step| POLICIES[(turn + step) % POLICIES.len()])
}

#[test]
fn every_split_of_short_sources_to_unicode() {
    for (turn, web) in LEGACY.into_iter().enumerate() {
        let from = Encoding::Legacy(web);
        let all = !web.is_single_byte();
        for src in short(from) {
            for to in UNICODE.into_iter().chain([Encoding::Ascii]) {
                for policy in policies(turn, all) {
                    check(from, to, policy, &src, &every_cut(src.len()));
                }
            }
        }
    }
}

#[test]
fn every_split_of_short_sources_from_unicode() {
    for (turn, web) in LEGACY.into_iter().enumerate() {
        let to = Encoding::Legacy(web);
        for from in UNICODE {
            for src in short(from).into_iter().filter(|src| !begins_with_mark(from, src)) {
                for policy in policies(turn, LONG.contains(&web)) {
                    check(from, to, policy, &src, &every_cut(src.len()));
                }
            }
        }
    }
}

#[test]
fn every_split_of_short_sources_between_them() {
    for (turn, from) in LEGACY.into_iter().enumerate() {
        let targets = LONG.into_iter().chain([LEGACY[(turn * 7 + 5) % LEGACY.len()]]);
        for to in targets {
            for (index, src) in short(Encoding::Legacy(from)).into_iter().enumerate() {
                let (from, to) = (Encoding::Legacy(from), Encoding::Legacy(to));
                for policy in policies(turn + index, false) {
                    check(from, to, policy, &src, &every_cut(src.len()));
                }
            }
        }
    }
}

/// Some thousand bytes, more than are decoded at a time, in chunks and outputs of any length.
#[test]
fn random_splits_of_long_sources() {
    let mut rng = Rng::new(1610);
    for turn in 0..160 {
        let web = if turn % 3 == 0 { rng.pick(&LEGACY) } else { rng.pick(&LONG) };
        let other = match rng.below(3) {
            0 => Encoding::Legacy(rng.pick(&LONG)),
            1 => Encoding::Legacy(rng.pick(&LEGACY)),
            _ => rng.pick(&UNICODE),
        };
        let web = Encoding::Legacy(web);
        let (from, to) = if rng.below(2) == 0 { (web, other) } else { (other, web) };
        let len = rng.pick(&[300, 3000, 7000]);
        let src = random(&mut rng, from, len);
        if begins_with_mark(from, &src) {
            continue;
        }
        let all: Vec<_> = [20, 300, 5000]
            .into_iter()
            .map(|most| {
                let mut cuts: Vec<usize> =
                    (0..src.len() * 2 / most).map(|_| rng.below(src.len() + 1)).collect();
                cuts.sort_unstable();
                (cuts, 4 + rng.below(2 * most))
            })
            .collect();
        for policy in POLICIES {
            check(from, to, policy, &src, &all);
        }
    }
}
