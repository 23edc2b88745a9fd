//! A case that failed, as a test to paste.

use std::fmt::Debug;

use codeunit::encoding::TranscodeTo;

use crate::backends::{Tested, for_each_backend};
use crate::check::{conversion, lengths_of};
use crate::encodings::{SourceModel, TargetModel};
use crate::guarded::Place;
use crate::model::Policy;
use crate::pair::{From, Pair};
use crate::pairs::{Source, pair};

/// Everything about one source, one target and one length of the output, on every backend and with
/// the unmapped page on both sides. What a failing test prints calls this.
///
/// # Panics
/// If an operation does not do what the model says.
pub fn check_case<S: SourceModel + TranscodeTo<T>, T: TargetModel>(src: &S::Slice, room: usize) {
    pair::<S, T>().check_case(S::elements(src), room);
}

impl<U: Copy, V: Copy + Eq + Debug> Pair<U, V> {
    /// See [`check_case`].
    pub fn check_case(&self, src: &[U], room: usize) {
        let items = (self.from.decode)(src);
        let lossy = self.to.convert(&items, usize::MAX, Policy::Lossy, &mut Vec::new());
        for _side in Place::BOTH {
            self.from.check(src, &items);
            lengths_of(self, src, lossy);
        }
        let mut output = Vec::new();
        for policy in [Policy::Strict, Policy::Lossy] {
            let want = self.to.convert(&items, room, policy, &mut output);
            for_each_backend(|tested| {
                for place in Place::BOTH {
                    let want = (want, output.as_slice());
                    if let Some(wrong) = conversion(self, tested, src, room, policy, place, want) {
                        fail(self, tested, src, room, policy, &wrong);
                    }
                }
            });
        }
    }
}

/// Everything about one source by itself. What a failing test prints calls this.
///
/// # Panics
/// If an operation does not do what the model says.
pub fn check_source<S: SourceModel>(src: &S::Slice) {
    let items = S::decode(src);
    for _side in Place::BOTH {
        Source::of::<S>().from.check(S::elements(src), &items);
    }
}

/// What is wrong with a conversion, on either side of an unmapped page.
fn wrong<U: Copy, V: Copy + Eq + Debug>(
    pair: &Pair<U, V>,
    tested: Tested,
    src: &[U],
    room: usize,
    policy: Policy,
) -> Option<String> {
    let mut output = Vec::new();
    let want = pair.to.convert(&(pair.from.decode)(src), room, policy, &mut output);
    let wrong = |place| conversion(pair, tested, src, room, policy, place, (want, &output));
    Place::BOTH.into_iter().find_map(wrong)
}

/// What is said of a conversion that panicked.
pub(crate) const PANIC: &str = "a panic";

/// Says what went wrong, with the smallest source that still goes wrong.
///
/// # Panics
/// Always.
#[cold]
pub(crate) fn fail<U: Copy, V: Copy + Eq + Debug>(
    pair: &Pair<U, V>,
    tested: Tested,
    src: &[U],
    room: usize,
    policy: Policy,
    what: &str,
) -> ! {
    let (from, to, backend) = (pair.from.name, pair.to.name, tested.backend().name());
    let (smallest, room) = match what {
        // Each try would print the panic again.
        PANIC => (src.to_vec(), room),
        _ => shrink(pair, tested, src.to_vec(), room, policy),
    };
    let now = wrong(pair, tested, &smallest, room, policy).unwrap_or_else(|| what.to_owned());
    let test = test(pair, &smallest, room);
    panic!("{backend}: {policy:?} {from} to {to}, room for {room}: {now}\n{test}");
}

/// Leaves out elements, many at a time and then one by one, while the conversion still goes wrong
/// into the same output, or into one that is just long enough or one element too short.
fn shrink<U: Copy, V: Copy + Eq + Debug>(
    pair: &Pair<U, V>,
    tested: Tested,
    mut src: Vec<U>,
    mut room: usize,
    policy: Policy,
) -> (Vec<U>, usize) {
    let still_wrong = |src: &[U], room: usize| {
        if !(pair.from.is_source)(src) {
            return None;
        }
        let items = (pair.from.decode)(src);
        let needed = pair.to.convert(&items, usize::MAX, Policy::Lossy, &mut Vec::new()).written;
        // A panic would be another fault than the one that was found.
        let is_wrong = |&room: &usize| {
            wrong(pair, tested, src, room, policy).is_some_and(|wrong| wrong != PANIC)
        };
        [needed, room, needed.saturating_sub(1)].into_iter().find(is_wrong)
    };
    let mut step = src.len();
    while step > 0 {
        let mut at = 0;
        while at + step <= src.len() {
            let mut fewer = src.clone();
            fewer.drain(at..at + step);
            match still_wrong(&fewer, room) {
                Some(now) => (src, room) = (fewer, now),
                None => at += step,
            }
        }
        step /= 2;
    }
    (src, room)
}

/// The text of a test for `tests/suite/regressions.rs`, which is to be named by what it shows.
pub fn test<U, V>(pair: &Pair<U, V>, src: &[U], room: usize) -> String {
    let (from, to) = (pair.from.name, pair.to.name);
    let call = format!("check_case::<{from}, {to}>({}, {room});", (pair.from.literal)(src));
    paste(&format!("{from}_to_{to}"), &call)
}

/// The same for a source by itself.
pub fn test_source<U>(from: &From<U>, src: &[U]) -> String {
    let name = from.name;
    paste(name, &format!("check_source::<{name}>({});", (from.literal)(src)))
}

/// The same for a source and a vector that grows.
pub(crate) fn test_append<U, V>(pair: &Pair<U, V>, src: &[U]) -> String {
    let (from, to) = (pair.from.name, pair.to.name);
    let call = format!("check_append::<{from}, {to}>({});", (pair.from.literal)(src));
    paste(&format!("{from}_to_{to}"), &call)
}

fn paste(name: &str, call: &str) -> String {
    let name = name.to_lowercase();
    format!(
        "to paste into tests/suite/regressions.rs, and to name by what it shows:\n\
         fn {name}_regression() {{\n    {call}\n}}"
    )
}
