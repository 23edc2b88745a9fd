//! What an operation has to do, said once for every pair of encodings, and the check that a backend
//! does it.
//!
//! A source is decoded to a list of [`Item`]s by an oracle (`encodings.rs`), and the rest follows:
//! what is written, where it stops, and how many replacements there are.
//!
//! The functions exist for each of 80 pairs; `#[inline(never)]` keeps them from being compiled once
//! more for each caller.

use codeunit::encoding::TranscodeTo;
use codeunit::{Engine, Error, ErrorKind, Lossy};

use super::encodings::{SourceModel, TargetModel};
use super::{fallback, for_each_backend};

/// A character of the source, or a maximal subpart of an ill-formed sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Item {
    /// Elements of the source.
    pub(crate) len: usize,
    pub(crate) what: Result<char, Bad>,
}

/// Why there is no character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bad {
    pub(crate) kind: ErrorKind,
    pub(crate) error_len: Option<u8>,
}

/// Whether a conversion stops at what is ill-formed or replaces it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Policy {
    Strict,
    Lossy,
}

/// All that a conversion tells. Without a `stop` everything was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Outcome {
    pub(crate) stop: Option<Bad>,
    pub(crate) read: usize,
    pub(crate) written: usize,
    pub(crate) replacements: usize,
}

impl Outcome {
    /// What the library said about a source of `len` elements.
    pub(crate) fn new(result: Result<Lossy, Error>, len: usize) -> Self {
        match result {
            Ok(Lossy { written, replacements }) => {
                Self { stop: None, read: len, written, replacements }
            }
            Err(error) => {
                assert_eq!(error.read(), error.valid_up_to(), "two names for the same number");
                Self {
                    stop: Some(Bad { kind: error.kind(), error_len: error.error_len() }),
                    read: error.read(),
                    written: error.written(),
                    replacements: error.replacements(),
                }
            }
        }
    }

    /// The same for a strict conversion.
    pub(crate) fn strict(result: Result<usize, Error>, len: usize) -> Self {
        Self::new(result.map(|written| Lossy { written, replacements: 0 }), len)
    }
}

/// What has to happen when `items` go to an output of `room` elements. The output is put in `out`.
#[inline(never)]
pub(crate) fn convert<T: TargetModel>(
    items: &[Item],
    room: usize,
    policy: Policy,
    out: &mut Vec<T::Unit>,
) -> Outcome {
    out.clear();
    let (mut read, mut replacements) = (0, 0);
    for item in items {
        let written = out.len();
        let stop = |bad| Outcome { stop: Some(bad), read, written, replacements };
        let bad = match item.what {
            Ok(c) if T::put(c, out) => None,
            Ok(_) => {
                let error_len = Some(item.len as u8);
                Some(Bad { kind: ErrorKind::NotRepresentable, error_len })
            }
            Err(bad) => Some(bad),
        };
        if let Some(bad) = bad {
            if policy == Policy::Strict {
                return stop(bad);
            }
            assert!(T::put(T::REPLACEMENT, out), "every target has its replacement");
        }
        if out.len() > room {
            out.truncate(written);
            return stop(Bad { kind: ErrorKind::OutputFull, error_len: Some(0) });
        }
        replacements += usize::from(bad.is_some());
        read += item.len;
    }
    Outcome { stop: None, read, written: out.len(), replacements }
}

/// Elements of the output that nobody may touch, before and behind the slice that is passed. Their
/// number is odd, so that the output is not aligned.
const CANARY: usize = 67;

/// One conversion on `engine` into exactly `room` elements, compared with `want` and `output`.
#[inline(never)]
pub(crate) fn check_output<S: SourceModel + TranscodeTo<T>, T: TargetModel>(
    engine: Engine,
    src: &S::Slice,
    room: usize,
    policy: Policy,
    want: Outcome,
    output: &[T::Unit],
) {
    let mut buffer = vec![T::FILL; CANARY + room + CANARY];
    let dst = &mut buffer[CANARY..CANARY + room];
    let len = S::elements(src);
    let got = match policy {
        Policy::Strict => Outcome::strict(engine.transcode::<S, T>(src, dst), len),
        Policy::Lossy => Outcome::new(engine.transcode_lossy::<S, T>(src, dst), len),
    };
    let context = || {
        let (from, to) = (S::NAME, T::NAME);
        format!("{policy:?} {from} to {to}, room for {room}, from {}", S::show(src))
    };
    assert_eq!(got, want, "{}", context());
    assert_eq!(dst[..got.written], *output, "{}", context());
    let canaries = buffer[..CANARY].iter().chain(&buffer[CANARY + room..]);
    assert!(canaries.into_iter().all(|unit| *unit == T::FILL), "out of bounds: {}", context());
}

/// A strict and a lossy conversion into `room` elements on every backend.
#[inline(never)]
pub(crate) fn check_room<S: SourceModel + TranscodeTo<T>, T: TargetModel>(
    src: &S::Slice,
    items: &[Item],
    room: usize,
) {
    let mut output = Vec::new();
    for policy in [Policy::Strict, Policy::Lossy] {
        let want = convert::<T>(items, room, policy, &mut output);
        for_each_backend(|engine| {
            check_output::<S, T>(engine, src, room, policy, want, &output);
        });
    }
}

/// Every operation of the pair on every backend: both conversions into an output that is as long as
/// the lossy one and into a much longer one, and both lengths.
#[inline(never)]
pub(crate) fn check_pair<S: SourceModel + TranscodeTo<T>, T: TargetModel>(
    src: &S::Slice,
    items: &[Item],
) {
    let mut output = Vec::new();
    let lossy = convert::<T>(items, usize::MAX, Policy::Lossy, &mut output);
    let by_formula = fallback().transcoded_len::<S, T>(src);
    if lossy.replacements == 0 {
        assert_eq!(by_formula, lossy.written, "{} to {}: {}", S::NAME, T::NAME, S::show(src));
    }
    for_each_backend(|engine| {
        assert_eq!(engine.transcoded_len_lossy::<S, T>(src), lossy.written, "{}", S::show(src));
        assert_eq!(engine.transcoded_len::<S, T>(src), by_formula, "{}", S::show(src));
    });
    check_room::<S, T>(src, items, lossy.written);
    check_room::<S, T>(src, items, lossy.written + 300);
}

/// Validation on every backend.
pub(crate) fn check_validate<S: SourceModel>(src: &S::Slice, items: &[Item]) {
    let mut at = 0;
    let mut want = Ok(());
    for item in items {
        if let Err(bad) = item.what {
            want = Err((at, bad));
            break;
        }
        at += item.len;
    }
    for_each_backend(|engine| {
        assert_eq!(places(engine.validate::<S>(src)), want, "{} {}", S::NAME, S::show(src));
    });
}

/// The answer of a validation in the words of the model.
pub(crate) fn places(result: Result<(), Error>) -> Result<(), (usize, Bad)> {
    result.map_err(|error| {
        assert_eq!((error.written(), error.replacements()), (0, 0), "nothing is written");
        (error.valid_up_to(), Bad { kind: error.kind(), error_len: error.error_len() })
    })
}
