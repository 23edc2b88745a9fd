//! Sources that come in chunks: wherever they are cut, the outcome is that of the whole, errors and
//! absolute offsets included.

use harness::chunks::in_chunks;
use harness::pair::Pair;
use harness::rng::Rng;
use harness::text::{PADDINGS, padding};
use harness::{Element, Policy, for_each_backend, for_each_target, scaled, thin};

use crate::Test;

/// Both policies, cut in all of these ways, through a roomy output and through a very small one.
fn check_cuts<U: Element, V: Element>(pair: &Pair<U, V>, src: &[U], all: &[Vec<usize>]) {
    let items = (pair.from.decode)(src);
    let mut output = Vec::new();
    for policy in [Policy::Strict, Policy::Lossy] {
        let want = pair.to.convert(&items, usize::MAX, policy, &mut output);
        for_each_backend(|tested| {
            for (index, cuts) in all.iter().enumerate() {
                // The longest character of any target has four elements.
                let room = [4, 5, 9, 64, 1000][index % 5];
                let (got, text) = in_chunks(pair, tested, src, cuts, room, policy);
                assert!(
                    got == want && text == output,
                    "{policy:?} {} to {}, cut at {cuts:?}, room for {room}: {got:?}\nwanted \
                     {want:?}\n{}",
                    pair.from.name,
                    pair.to.name,
                    (pair.from.literal)(src),
                );
            }
        });
    }
}

/// Every way to cut `len` elements into one, two and three chunks, empty ones included, and into
/// chunks of one element.
pub(crate) fn every_cut(len: usize) -> Vec<Vec<usize>> {
    let mut all = vec![vec![], (0..=len).collect()];
    for first in 0..=len {
        all.push(vec![first]);
        all.extend((first..=len).map(|second| vec![first, second]));
    }
    all
}

/// Sequences that a cut can fall into: well-formed, and each kind of ill-formed ones.
pub(crate) const UTF8: [&[u8]; 16] = [
    b"",
    b"ab",
    b"a\xC3\xA9b",
    b"\xE4\xB8\xAD\xE4\xB8\xAD",
    b"a\xF0\x9F\x98\x80\xF0\x9F\x98\x80",
    b"\xC3\xE4\xB8\xF0\x9F\x98a",
    b"\xE4\xB8\xC3\xA9\xE4",
    b"\xF0\x9F\x98",
    b"\xF0\x9F\xF0\x9F\x98",
    b"\xED\xA0\x80\xED\x9F\xBF",
    b"\xE0\x80\x80\xE0\xA0\x80",
    b"\xF4\x90\x80\x80\xF4\x8F\xBF\xBF",
    b"\xF0\x8F\x80\x80a\xF5",
    b"\xC0\x80\xC1\xBF\xFF",
    b"\x80\xBFa\x80",
    b"a\xE1\x80\xE2\xF0\x91\x92\xF1\xBFA\xF1\x80\x80",
];

pub(crate) const UTF16: [&[u16]; 8] = [
    &[],
    &[0x61, 0x4E2D],
    &[0xD83D, 0xDE00, 0xD83D, 0xDE00],
    &[0xD83D],
    &[0xDE00, 0xD83D],
    &[0xD83D, 0xD83D, 0xDE00],
    &[0x61, 0xD83D, 0x61, 0xDE00, 0xD83D],
    &[0xDC00, 0xDC00, 0xD800, 0xD800],
];

const UTF32: [&[u32]; 4] =
    [&[0x61, 0x1_F600], &[0xD800, 0x61], &[0x11_0000, 0x10_FFFF], &[0x61, 0xFFFF_FFFF, 0x4E2D]];

fn every_cut_of_short_utf8() {
    for src in UTF8 {
        let cuts = every_cut(src.len());
        for_each_target!(Utf8, |pair| check_cuts(pair, src, &cuts));
    }
}

fn every_cut_of_short_utf16() {
    for src in UTF16 {
        let cuts = every_cut(src.len());
        for_each_target!(Utf16, |pair| check_cuts(pair, src, &cuts));
    }
}

/// The schemes are cut inside of code units as well, and may end inside of one.
fn every_cut_of_short_schemes() {
    for src in UTF16 {
        for rest in [&b""[..], b"\xD8"] {
            let mut little: Vec<u8> = src.iter().flat_map(|unit| unit.to_le_bytes()).collect();
            let mut big: Vec<u8> = src.iter().flat_map(|unit| unit.to_be_bytes()).collect();
            little.extend_from_slice(rest);
            big.extend_from_slice(rest);
            let cuts = every_cut(little.len());
            for_each_target!(Utf16Le, |pair| check_cuts(pair, &little, &cuts));
            for_each_target!(Utf16Be, |pair| check_cuts(pair, &big, &cuts));
        }
    }
    for src in UTF32 {
        for rest in [&b""[..], b"\0", b"\xD8\0", b"\0\x11\0"] {
            let mut little: Vec<u8> = src.iter().flat_map(|unit| unit.to_le_bytes()).collect();
            let mut big: Vec<u8> = src.iter().flat_map(|unit| unit.to_be_bytes()).collect();
            little.extend_from_slice(rest);
            big.extend_from_slice(rest);
            let cuts = every_cut(little.len());
            for_each_target!(Utf32Le, |pair| check_cuts(pair, &little, &cuts));
            for_each_target!(Utf32Be, |pair| check_cuts(pair, &big, &cuts));
        }
    }
}

/// One cut, at every place around a sequence that stands behind text of every width, so that the
/// kernels' blocks end at every place too.
fn one_cut_near_every_violation() {
    for unit in PADDINGS {
        for sequence in UTF8 {
            for offset in thin([0, 1, 15, 16, 31, 33, 61, 62, 63, 64, 65, 100, 127, 128, 190]) {
                let mut src = padding(unit, offset).into_bytes();
                src.extend_from_slice(sequence);
                let end = src.len();
                src.extend_from_slice(padding(unit, 70).as_bytes());
                let cuts: Vec<_> = (offset..=end + 1).map(|cut| vec![cut]).collect();
                for_each_target!(Utf8, |pair| check_cuts(pair, &src, &cuts));
            }
        }
    }
}

/// `count` cuts anywhere, in order.
pub(crate) fn some_cuts(rng: &mut Rng, len: usize, count: usize) -> Vec<usize> {
    let mut cuts: Vec<usize> = (0..count).map(|_| rng.below(len + 1)).collect();
    cuts.sort_unstable();
    cuts
}

fn random_cuts<U: Element, V: Element>(pair: &Pair<U, V>, rng: &mut Rng, len: usize) {
    let src = (pair.from.random)(rng, len);
    let len = src.len();
    let all: Vec<_> = [1, 2, 5, 20, len / 3].map(|count| some_cuts(rng, len, count)).into();
    check_cuts(pair, &src, &all);
}

/// `str` is left out: a part of a text that is cut inside a character is no text.
fn random_cuts_of_long_sources() {
    let mut rng = Rng::new(14);
    for _ in 0..scaled(30) {
        let len = 200 + rng.below(800);
        for_each_target!(Utf8, |pair| random_cuts(pair, &mut rng, len));
        for_each_target!(Utf16, |pair| random_cuts(pair, &mut rng, len));
        for_each_target!(Utf16Le, |pair| random_cuts(pair, &mut rng, len));
        for_each_target!(Utf16Be, |pair| random_cuts(pair, &mut rng, len));
        for_each_target!(Utf32, |pair| random_cuts(pair, &mut rng, len));
        for_each_target!(Utf32Le, |pair| random_cuts(pair, &mut rng, len));
        for_each_target!(Utf32Be, |pair| random_cuts(pair, &mut rng, len));
        for_each_target!(Chars, |pair| random_cuts(pair, &mut rng, len));
        for_each_target!(Latin1, |pair| random_cuts(pair, &mut rng, len));
    }
}

pub(crate) const TESTS: &[Test] = tests![
    every_cut_of_short_utf8,
    every_cut_of_short_utf16,
    every_cut_of_short_schemes,
    one_cut_near_every_violation,
    random_cuts_of_long_sources,
];
