//! Every way to cut what is short, some ways to cut what is long.

use codeunit::encoding::{Utf8, Utf16, Utf32};
use codeunit::{Encoding, OutputMark, Policy, Status, Transcoder};
use harness::rng::Rng;
use harness::size::{Size, size};
use harness::text::{random_text, random_utf8, random_utf16, random_utf32};
use harness::{for_each_backend, in_turn, scaled, thin};

use super::marks::{SOURCE_MARKS, encoded};
use super::model::{Wanted, has, put};
use super::run::{check, check_in, in_chunks};
use super::sources::short;

/// Every policy.
pub(super) const POLICIES: [Policy; 6] = [
    Policy::Strict,
    Policy::Replace,
    Policy::ReplaceWith('\u{FEFF}'),
    Policy::ReplaceWith('\u{1F600}'),
    Policy::Skip,
    Policy::Escape,
];

/// Every pair of encodings under every policy.
pub(super) fn every_wanted() -> impl Iterator<Item = Wanted> {
    Encoding::ALL.iter().flat_map(|&from| {
        Encoding::ALL.iter().flat_map(move |&to| {
            POLICIES.into_iter().map(move |policy| Wanted::new(from, to, policy))
        })
    })
}

/// Every way to cut `len` elements into one, two and three chunks, empty ones included, and into
/// chunks of one element.
pub(super) fn every_cut(len: usize) -> Vec<Vec<usize>> {
    let mut all = vec![vec![], (0..=len).collect()];
    for first in 0..=len {
        all.push(vec![first]);
        all.extend((first..=len).map(|second| vec![first, second]));
    }
    all
}

pub(super) fn every_split_of_short_sources() {
    for wanted in in_turn(0, every_wanted()) {
        for src in thin(short(wanted.from)) {
            check(&wanted, &src, &every_cut(src.len()));
            // With more behind it than is looked at when a sequence is completed.
            let src = [src, encoded(wanted.from, "abc\ndef")].concat();
            check(&wanted, &src, &(1..src.len()).map(|at| vec![at]).collect::<Vec<_>>());
        }
    }
}

/// Native code units of UTF-16 and UTF-32 on both sides are the schemes of this machine's byte order, but
/// for the marks, which are text.
pub(super) fn every_split_of_short_native_sources() {
    let native = |little, big| if cfg!(target_endian = "big") { big } else { little };
    let utf16 = native(Encoding::Utf16Le, Encoding::Utf16Be);
    let utf32 = native(Encoding::Utf32Le, Encoding::Utf32Be);
    for policy in POLICIES {
        for src in thin(short(utf16)).filter(|src| src.len() % 2 == 0) {
            let units: Vec<u16> =
                src.as_chunks().0.iter().map(|unit| u16::from_ne_bytes(*unit)).collect();
            let want = Wanted::new(utf16, utf32, policy).outcome(&src);
            for_each_backend(|tested| {
                for cuts in every_cut(units.len()) {
                    let mut transcoder =
                        Transcoder::new(Utf16, Utf32, policy).with_engine(tested.engine());
                    let (output, stop) = in_chunks(
                        &mut transcoder,
                        &units,
                        &cuts,
                        3,
                        |one, chunk, dst| match chunk {
                            Some(chunk) => one.push(chunk, dst),
                            None => one.finish(dst),
                        },
                    );
                    let output: Vec<u8> =
                        output.iter().flat_map(|unit| unit.to_ne_bytes()).collect();
                    assert_eq!(output, want.output, "{policy:?} {units:X?} cut at {cuts:?}");
                    let offset = want.stopped.then(|| want.errors[0].offset);
                    assert_eq!(stop.map(|error| error.offset()), offset, "{policy:?} {units:X?}");
                }
            });
        }
    }
    // The signature of UTF-8 is text to the form.
    let mut units = [0; 4];
    let step = Transcoder::new(Utf8, Utf16, Policy::Strict).push(b"\xEF\xBB\xBFa", &mut units);
    assert_eq!(
        (step.written, step.status, &units[..2]),
        (2, Status::InputEmpty, &[0xFEFF, 0x61][..])
    );
}

/// About `len` bytes in an encoding, with some damage.
pub(super) fn random(rng: &mut Rng, encoding: Encoding, len: usize) -> Vec<u8> {
    match encoding {
        Encoding::Utf16Le | Encoding::Utf16 => {
            random_utf16(rng, len / 2).into_iter().flat_map(u16::to_le_bytes).collect()
        }
        Encoding::Utf16Be => {
            random_utf16(rng, len / 2).into_iter().flat_map(u16::to_be_bytes).collect()
        }
        Encoding::Utf32Le => {
            random_utf32(rng, len / 4).into_iter().flat_map(u32::to_le_bytes).collect()
        }
        Encoding::Utf32Be | Encoding::Utf32 => {
            random_utf32(rng, len / 4).into_iter().flat_map(u32::to_be_bytes).collect()
        }
        Encoding::Latin1 | Encoding::Ascii => {
            let mut out = Vec::new();
            random_text(rng, len).chars().for_each(|c| {
                put(encoding, c, &mut out);
            });
            if rng.below(2) == 0 && !out.is_empty() {
                let at = rng.below(out.len());
                out[at] = rng.bits() as u8;
            }
            out
        }
        _ => random_utf8(rng, len),
    }
}

/// Some cuts anywhere, in order.
pub(super) fn some_cuts(rng: &mut Rng, len: usize, count: usize) -> Vec<usize> {
    let mut cuts: Vec<usize> = (0..count).map(|_| rng.below(len + 1)).collect();
    cuts.sort_unstable();
    cuts
}

/// Of some hundred bytes, and of 1 MiB.
pub(super) fn random_splits_of_long_sources() {
    let mut rng = Rng::new(8);
    for wanted in in_turn(3, every_wanted()) {
        let marks = [OutputMark::None, OutputMark::Keep, OutputMark::Add];
        let wanted = Wanted {
            output_mark: rng.pick(&marks),
            source_mark: rng.pick(&SOURCE_MARKS),
            ..wanted
        };
        for _ in 0..scaled(2) {
            let len = 100 + rng.below(900);
            let src = random(&mut rng, wanted.from, len);
            let counts = [1, 2, 7, src.len() / 3];
            let cuts = counts.map(|count| some_cuts(&mut rng, src.len(), count));
            check(&wanted, &src, &cuts);
        }
    }
    let (len, step) = match size() {
        Size::Normal | Size::Deep => (1 << 20, 1),
        Size::Small | Size::Tiny => (1 << 14, 31),
        Size::Least => (1 << 12, 101),
    };
    let mut last = None;
    let mut src = Vec::new();
    for wanted in every_wanted().step_by(step) {
        // One for all policies.
        if last.replace((wanted.from, wanted.to)) != Some((wanted.from, wanted.to)) {
            src = long_source(&mut rng, &wanted, len);
        }
        let count = 1 + rng.below(60);
        check_in(&wanted, &src, &[some_cuts(&mut rng, src.len(), count)], &[20_000]);
    }
}

/// Text, and here and there something of which much is ill-formed.
fn long_source(rng: &mut Rng, wanted: &Wanted, len: usize) -> Vec<u8> {
    let mut src = Vec::with_capacity(len);
    while src.len() < len {
        if rng.below(8) == 0 {
            src.extend(random(rng, wanted.from, 1000));
            continue;
        }
        let text = random_text(rng, 20_000);
        let rare = 1 + rng.below(500);
        for (index, c) in text.chars().enumerate() {
            // What the target lacks is an error, of which a few are enough.
            if has(wanted.to, c) || index % 500 == rare {
                put(wanted.from, c, &mut src);
            }
        }
    }
    src
}
