//! How much the tests do: `CODEUNIT_TEST_SIZE=least|tiny|small|normal|deep`.

use std::cell::RefCell;
use std::sync::OnceLock;

use crate::rng::Rng;

const SEED: u64 = 20;

thread_local! {
    /// Where the next thin list begins.
    static BEGINNINGS: RefCell<Rng> = const { RefCell::new(Rng::new(SEED)) };
}

/// At the beginning of every test, so that it thins the same on whatever thread it runs.
pub(crate) fn begin() {
    BEGINNINGS.set(Rng::new(SEED));
}

/// For whom the tests run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// In an emulator, on machines that run all of it elsewhere by other kernels.
    Least,
    /// Under a sanitizer that is there for the accesses and not for the values.
    Tiny,
    /// Under an emulator or an instrument, where everything is ten to fifty times slower.
    Small,
    /// `cargo test`.
    Normal,
    /// Once before a release: every string of four bytes, and the random tests for long.
    Deep,
}

/// The size of this run.
#[must_use]
pub fn size() -> Size {
    static SIZE: OnceLock<Size> = OnceLock::new();
    *SIZE.get_or_init(|| match std::env::var("CODEUNIT_TEST_SIZE").as_deref() {
        Err(_) | Ok("normal") => Size::Normal,
        Ok("least") => Size::Least,
        Ok("tiny") => Size::Tiny,
        Ok("small") => Size::Small,
        Ok("deep") => Size::Deep,
        Ok(other) => {
            panic!("CODEUNIT_TEST_SIZE is least, tiny, small, normal or deep, not {other}")
        }
    })
}

/// A number of repetitions: a sixteenth of it where everything is slow, a sixty-fourth in emulators, fifty
/// times where time is no matter.
#[must_use]
pub fn scaled(normal: usize) -> usize {
    match size() {
        Size::Least => normal.div_ceil(64),
        Size::Tiny | Size::Small => normal.div_ceil(16),
        Size::Normal => normal,
        Size::Deep => normal * 50,
    }
}

/// All of `cases`, or where everything is slow every thirteenth, fifty-third or two hundred and eleventh: steps
/// that have no factor in common with the widths of vectors. Each time it begins at another of them, so that a list
/// shorter than the step, of which one is left, is not its first over and over, which is the simplest.
pub fn thin<T>(cases: impl IntoIterator<Item = T>) -> impl Iterator<Item = T> {
    let step = match size() {
        Size::Least => 211,
        Size::Tiny => 53,
        Size::Small => 13,
        Size::Normal | Size::Deep => 1,
    };
    let cases = cases.into_iter();
    // An iterator that does not know how many they are may have none.
    let beginnings = cases.size_hint().0.clamp(1, step);
    let beginning = BEGINNINGS.with_borrow_mut(|rng| rng.below(beginnings));
    cases.skip(beginning).step_by(step)
}

/// All of `cases`; in emulators every seventh, beginning at another one in each `turn`: for those that are long,
/// or fewer than [`thin`] leaves something of.
pub fn in_turn<T>(turn: usize, cases: impl IntoIterator<Item = T>) -> impl Iterator<Item = T> {
    let step = if size() == Size::Least { 7 } else { 1 };
    cases.into_iter().skip(turn % step).step_by(step)
}

/// A length: the first, or in emulators the second.
#[must_use]
pub fn long(normal: usize, least: usize) -> usize {
    if size() == Size::Least { least } else { normal }
}
