//! The checks: an operation on every backend against the model, its source and its output flush
//! against an unmapped page.

use std::cell::{Cell, RefCell};
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};

use codeunit::Error;
use codeunit::encoding::TranscodeTo;

use crate::backends::{Tested, fallback, for_each_backend};
use crate::case;
use crate::crash::{self, Running};
use crate::encodings::{SourceModel, TargetModel};
use crate::guarded::{Guarded, Place};
use crate::model::{Bad, Figures, Item, Outcome, Policy, validate};
use crate::pair::{From, Pair};
use crate::pairs::{Source, pair};
use crate::size;

/// Elements of the output that nobody may touch, on the side where no unmapped page is.
const CANARY: usize = 67;

/// Bytes of the memory that most cases share.
const COMMON: usize = 64 * 1024;

thread_local! {
    /// Memory for a source and for an output. Taken and put back, so that a check inside of a check
    /// has its own.
    static MEMORY: RefCell<Option<[Guarded; 2]>> = const { RefCell::new(None) };
    /// Cases so far.
    static CASES: Cell<u32> = const { Cell::new(0) };
}

/// The side of the unmapped page, in the order of the Thue-Morse sequence: it has no period that the
/// number of backends and policies could fall into step with.
fn next_place() -> Place {
    let case = CASES.get();
    CASES.set(case.wrapping_add(1));
    Place::BOTH[case.count_ones() as usize % 2]
}

/// Every test begins with this, so that it does the same on whatever thread it runs, and so that a
/// crash tells which test it was.
pub fn begin(test: &str) {
    CASES.set(0);
    size::begin();
    crash::begin(test);
}

fn with_memory<R>(bytes: [usize; 2], run: impl FnOnce(&mut Guarded, &mut Guarded) -> R) -> R {
    let mut memory = MEMORY.take().unwrap_or_else(|| {
        crash::install();
        [COMMON; 2].map(Guarded::new)
    });
    for (memory, bytes) in memory.iter_mut().zip(bytes) {
        if memory.len() < bytes {
            *memory = Guarded::new(bytes);
        }
    }
    let [source, output] = &mut memory;
    let result = run(source, output);
    MEMORY.set(Some(memory));
    result
}

/// One conversion and what is wrong with it.
pub(crate) fn conversion<U: Copy, V: Copy + Eq + Debug>(
    pair: &Pair<U, V>,
    tested: Tested,
    src: &[U],
    room: usize,
    policy: Policy,
    place: Place,
    want: (Outcome, &[V]),
) -> Option<String> {
    let bytes = [size_of_val(src), (room + CANARY) * size_of::<V>()];
    with_memory(bytes, |source, output| {
        let src = source.copy(src, place);
        let buffer = output.fill(CANARY + room, pair.to.fill, place);
        let (canary, dst) = match place {
            Place::End => buffer.split_at_mut(CANARY),
            Place::Start => {
                let (dst, canary) = buffer.split_at_mut(room);
                (canary, dst)
            }
        };
        let running = Running::new(pair, tested, src, room);
        let got = crash::guard(running, || {
            catch_unwind(AssertUnwindSafe(|| pair.run(tested, policy, src, dst)))
        });
        let Ok(got) = got else { return Some(case::PANIC.to_owned()) };
        if got != want.0 {
            return Some(format!("{got:?}\nwanted {:?}", want.0));
        }
        if dst[..got.written] != *want.1 {
            return Some(format!("{:X?}\nwanted {:X?}", &dst[..got.written], want.1));
        }
        if canary.iter().any(|unit| *unit != pair.to.fill) {
            return Some("an element outside of the output was written".to_owned());
        }
        None
    })
}

/// One conversion into exactly `room` elements, compared with `want` and `output`.
///
/// # Panics
/// If they differ.
pub fn check_output<S: SourceModel + TranscodeTo<T>, T: TargetModel>(
    tested: Tested,
    src: &S::Slice,
    room: usize,
    policy: Policy,
    want: Outcome,
    output: &[T::Unit],
) {
    output_of(pair::<S, T>(), tested, S::elements(src), room, policy, (want, output));
}

fn output_of<U: Copy, V: Copy + Eq + Debug>(
    pair: &Pair<U, V>,
    tested: Tested,
    src: &[U],
    room: usize,
    policy: Policy,
    want: (Outcome, &[V]),
) {
    if let Some(wrong) = conversion(pair, tested, src, room, policy, next_place(), want) {
        case::fail(pair, tested, src, room, policy, &wrong);
    }
}

/// A strict and a lossy conversion into `room` elements on every backend.
///
/// # Panics
/// If one of them does not do what the model says.
pub fn check_room<S: SourceModel + TranscodeTo<T>, T: TargetModel>(
    src: &S::Slice,
    items: &[Item],
    room: usize,
) {
    pair::<S, T>().check_room(S::elements(src), items, room);
}

/// Both lengths on every backend. For ill-formed sources the length by formula is that of the
/// fallback; `tests/suite/lengths.rs` holds it to the formula itself.
pub(crate) fn lengths_of<U: Copy, V: Copy + Eq + Debug>(
    pair: &Pair<U, V>,
    src: &[U],
    lossy: Outcome,
) {
    let by_formula = || (pair.len)(fallback(), src);
    let (most, most_lossy) = ((pair.max_len)(src.len()), (pair.max_len_lossy)(src.len()));
    let is_enough =
        lossy.written <= most_lossy && (lossy.replacements > 0 || lossy.written <= most);
    assert!(is_enough, "{most} and {most_lossy}:\n{}", case::test(pair, src, lossy.written));
    let want = (lossy.written, if lossy.replacements == 0 { lossy.written } else { by_formula() });
    for_each_backend(|tested| {
        with_memory([size_of_val(src), 0], |source, _| {
            let src = source.copy(src, next_place());
            crash::guard(Running::new(pair, tested, src, lossy.written), || {
                let got = ((pair.len_lossy)(tested, src), (pair.len)(tested, src));
                if got != want {
                    let test = case::test(pair, src, lossy.written);
                    let (from, to) = (pair.from.name, pair.to.name);
                    panic!(
                        "lossy and strict length of {from} to {to}: {got:?} for {want:?}\n{test}"
                    );
                }
            });
        });
    });
}

/// Every operation of the pair on every backend: both conversions into an output that is exactly as
/// long as the lossy one, and both lengths.
///
/// # Panics
/// If one of them does not do what the model says.
pub fn check_exact<S: SourceModel + TranscodeTo<T>, T: TargetModel>(
    src: &S::Slice,
    items: &[Item],
) {
    pair::<S, T>().check_exact(S::elements(src), items);
}

/// The same, and both conversions into an output that is much longer.
///
/// # Panics
/// If one of them does not do what the model says.
pub fn check_pair<S: SourceModel + TranscodeTo<T>, T: TargetModel>(src: &S::Slice, items: &[Item]) {
    pair::<S, T>().check(S::elements(src), items);
}

impl<U: Copy, V: Copy + Eq + Debug> Pair<U, V> {
    /// See [`check_room`].
    pub fn check_room(&self, src: &[U], items: &[Item], room: usize) {
        let mut output = Vec::new();
        let lossy = self.to.convert(items, room, Policy::Lossy, &mut output);
        self.check_both(src, items, &[room], lossy, output);
    }

    /// See [`check_exact`]. Returns the length of the lossy conversion.
    pub fn check_exact(&self, src: &[U], items: &[Item]) -> usize {
        self.check_more(src, items, &[0])
    }

    /// See [`check_pair`].
    pub fn check(&self, src: &[U], items: &[Item]) {
        self.check_more(src, items, &[0, 300]);
    }

    /// Both lengths, and both conversions into outputs that are so much longer than the lossy one; returns its length.
    fn check_more(&self, src: &[U], items: &[Item], more: &[usize]) -> usize {
        let mut output = Vec::new();
        let lossy = self.to.convert(items, usize::MAX, Policy::Lossy, &mut output);
        lengths_of(self, src, lossy);
        let rooms: Vec<usize> = more.iter().map(|more| lossy.written + more).collect();
        self.check_both(src, items, &rooms, lossy, output);
        lossy.written
    }

    /// Both conversions into outputs of these lengths, in each of which the lossy one does what `lossy` says.
    fn check_both(
        &self,
        src: &[U],
        items: &[Item],
        rooms: &[usize],
        lossy: Outcome,
        mut output: Vec<V>,
    ) {
        let check = |policy, want, output: &[V]| {
            for &room in rooms {
                for_each_backend(|tested| {
                    output_of(self, tested, src, room, policy, (want, output));
                });
            }
        };
        check(Policy::Lossy, lossy, &output);
        // It ends no later, so that the first room tells for all.
        let strict = self.to.strict(items, rooms[0], lossy, &mut output);
        check(Policy::Strict, strict, &output);
    }
}

/// Validation, analysis and the counts of code points and of line feeds on every backend.
///
/// # Panics
/// If one of them does not do what the model says.
pub fn check_validate<S: SourceModel>(src: &S::Slice, items: &[Item]) {
    Source::of::<S>().from.check(S::elements(src), items);
}

impl<U: Copy> From<U> {
    /// See [`check_validate`].
    pub fn check(&self, src: &[U], items: &[Item]) {
        let want = validate(items);
        let figures = Figures::of(items);
        // A line feed is no part of anything else, in ill-formed sources too.
        let line_feeds = items.iter().filter(|item| item.what == Ok('\n')).count();
        for_each_backend(|tested| {
            with_memory([size_of_val(src), 0], |source, _| {
                let src = source.copy(src, next_place());
                crash::guard(Running::source(self, tested, src), || {
                    let got = places((self.validate)(tested, src));
                    let count = (self.count)(tested, src);
                    if got != want || (want.is_ok() && count != items.len()) {
                        let (name, test) = (self.name, case::test_source(self, src));
                        let characters = items.len();
                        panic!("{name}: {got:?}\nwanted {want:?}; {count} of {characters}\n{test}");
                    }
                    let got = (self.count_line_feeds)(tested, src);
                    if got != line_feeds {
                        let (name, test) = (self.name, case::test_source(self, src));
                        panic!("{name}: {got} line feeds\nwanted {line_feeds}\n{test}");
                    }
                    let got = Figures::from((self.analyze)(tested, src));
                    if got != figures {
                        let (name, test) = (self.name, case::test_source(self, src));
                        panic!("{name}: {got:?}\nwanted {figures:?}\n{test}");
                    }
                });
            });
        });
    }
}

/// The answer of a validation in the words of the model.
///
/// # Errors
/// That of the validation.
///
/// # Panics
/// If the error counts output that there is none of.
pub fn places(result: Result<(), Error>) -> Result<(), (usize, Bad)> {
    result.map_err(|error| {
        assert_eq!((error.written(), error.replacements()), (0, 0), "nothing is written");
        (error.valid_up_to(), Bad { kind: error.kind(), error_len: error.error_len() })
    })
}
