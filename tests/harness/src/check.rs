//! The checks: an operation on every backend against the model, its source and its output flush
//! against an unmapped page.
//!
//! The functions exist for each of 80 pairs; `#[inline(never)]` keeps them from being compiled once
//! more for each caller.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};

use codeunit::Error;
use codeunit::encoding::TranscodeTo;

use crate::backends::{Tested, fallback, for_each_backend};
use crate::encodings::{SourceModel, TargetModel};
use crate::guarded::{Guarded, Place};
use crate::model::{Bad, Item, Outcome, Policy, convert, validate};
use crate::{case, crash};

/// Elements of the output that nobody may touch, on the side where no unmapped page is.
const CANARY: usize = 67;

/// Bytes of the memory that most cases share.
const COMMON: usize = 64 * 1024;

thread_local! {
    /// Memory for a source and for an output. Taken and put back, so that a check inside of a check
    /// has its own.
    static MEMORY: RefCell<Option<[Guarded; 2]>> = const { RefCell::new(None) };
    /// The side of the unmapped page, which changes with each case.
    static PLACE: Cell<bool> = const { Cell::new(false) };
}

/// The sides in turn, from the same one on in every test.
fn next_place() -> Place {
    let flag = PLACE.get();
    PLACE.set(!flag);
    Place::BOTH[usize::from(flag)]
}

/// Every test begins with this, so that it does the same on whatever thread it runs.
pub fn begin() {
    PLACE.set(false);
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
pub(crate) fn conversion<S: SourceModel + TranscodeTo<T>, T: TargetModel>(
    tested: Tested,
    src: &S::Slice,
    room: usize,
    policy: Policy,
    place: Place,
    want: (Outcome, &[T::Unit]),
) -> Option<String> {
    let units = S::elements(src);
    let bytes = [size_of_val(units), (room + CANARY) * size_of::<T::Unit>()];
    with_memory(bytes, |source, output| {
        let src = S::view(source.copy(units, place)).expect("a copy of a source");
        let buffer = output.fill(CANARY + room, T::FILL, place);
        let (canary, dst) = match place {
            Place::End => buffer.split_at_mut(CANARY),
            Place::Start => {
                let (dst, canary) = buffer.split_at_mut(room);
                (canary, dst)
            }
        };
        let running = case::running::<S, T>(tested, src, room);
        let got = crash::guard(running, || {
            catch_unwind(AssertUnwindSafe(|| match policy {
                Policy::Strict => Outcome::strict(tested.transcode::<S, T>(src, dst), units.len()),
                Policy::Lossy => {
                    Outcome::new(tested.transcode_lossy::<S, T>(src, dst), units.len())
                }
            }))
        });
        let Ok(got) = got else { return Some("a panic".to_owned()) };
        if got != want.0 {
            return Some(format!("{got:?}\nwanted {:?}", want.0));
        }
        if dst[..got.written] != *want.1 {
            return Some(format!("{:X?}\nwanted {:X?}", &dst[..got.written], want.1));
        }
        if canary.iter().any(|unit| *unit != T::FILL) {
            return Some("an element outside of the output was written".to_owned());
        }
        None
    })
}

/// One conversion into exactly `room` elements, compared with `want` and `output`.
///
/// # Panics
/// If they differ.
#[inline(never)]
pub fn check_output<S: SourceModel + TranscodeTo<T>, T: TargetModel>(
    tested: Tested,
    src: &S::Slice,
    room: usize,
    policy: Policy,
    want: Outcome,
    output: &[T::Unit],
) {
    let place = next_place();
    let wrong = conversion::<S, T>(tested, src, room, policy, place, (want, output));
    if let Some(wrong) = wrong {
        case::fail::<S, T>(tested, src, room, policy, &wrong);
    }
}

/// A strict and a lossy conversion into `room` elements on every backend.
///
/// # Panics
/// If one of them does not do what the model says.
#[inline(never)]
pub fn check_room<S: SourceModel + TranscodeTo<T>, T: TargetModel>(
    src: &S::Slice,
    items: &[Item],
    room: usize,
) {
    let mut output = Vec::new();
    for policy in [Policy::Strict, Policy::Lossy] {
        let want = convert::<T>(items, room, policy, &mut output);
        for_each_backend(|tested| {
            check_output::<S, T>(tested, src, room, policy, want, &output);
        });
    }
}

/// Both lengths on every backend. For ill-formed sources the length by formula is that of the
/// fallback; `tests/suite/lengths.rs` holds it to the formula itself.
///
/// # Panics
/// If one is wrong.
#[inline(never)]
pub fn check_lengths<S: SourceModel + TranscodeTo<T>, T: TargetModel>(
    src: &S::Slice,
    lossy: Outcome,
) {
    let by_formula = fallback().transcoded_len::<S, T>(src);
    if lossy.replacements == 0 {
        assert_eq!(by_formula, lossy.written, "{} to {}: {}", S::NAME, T::NAME, S::literal(src));
    }
    let units = S::elements(src);
    for_each_backend(|tested| {
        with_memory([size_of_val(units), 0], |source, _| {
            let src = S::view(source.copy(units, next_place())).expect("a copy of a source");
            let running = case::running::<S, T>(tested, src, lossy.written);
            crash::guard(running, || {
                let got =
                    (tested.transcoded_len_lossy::<S, T>(src), tested.transcoded_len::<S, T>(src));
                if got != (lossy.written, by_formula) {
                    let test = case::test::<S, T>(src, lossy.written);
                    let (from, to) = (S::NAME, T::NAME);
                    panic!("lengths of {from} to {to}: {got:?}, {by_formula} by formula\n{test}");
                }
            });
        });
    });
}

/// Every operation of the pair on every backend: both conversions into an output that is as long as
/// the lossy one and into a much longer one, and both lengths.
///
/// # Panics
/// If one of them does not do what the model says.
#[inline(never)]
pub fn check_pair<S: SourceModel + TranscodeTo<T>, T: TargetModel>(src: &S::Slice, items: &[Item]) {
    let lossy = convert::<T>(items, usize::MAX, Policy::Lossy, &mut Vec::new());
    check_lengths::<S, T>(src, lossy);
    check_room::<S, T>(src, items, lossy.written);
    check_room::<S, T>(src, items, lossy.written + 300);
}

/// Validation and the count of code points on every backend.
///
/// # Panics
/// If one of them does not do what the model says.
#[inline(never)]
pub fn check_validate<S: SourceModel>(src: &S::Slice, items: &[Item]) {
    let want = validate(items);
    let units = S::elements(src);
    for_each_backend(|tested| {
        with_memory([size_of_val(units), 0], |source, _| {
            let src = S::view(source.copy(units, next_place())).expect("a copy of a source");
            crash::guard(case::running_source::<S>(tested, src), || {
                let got = places(tested.validate::<S>(src));
                let count = tested.count::<S>(src);
                if got != want || (want.is_ok() && count != items.len()) {
                    let (name, test) = (S::NAME, case::test_source::<S>(src));
                    let characters = items.len();
                    panic!("{name}: {got:?}\nwanted {want:?}; {count} of {characters}\n{test}");
                }
            });
        });
    });
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
