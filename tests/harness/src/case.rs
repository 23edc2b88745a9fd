//! A case that failed, as a test to paste.

use codeunit::encoding::TranscodeTo;

use crate::backends::{Tested, for_each_backend};
use crate::check::{check_lengths, check_validate, conversion};
use crate::crash::Running;
use crate::encodings::{SourceModel, TargetModel};
use crate::guarded::Place;
use crate::model::{Policy, convert};

/// Everything about one source, one target and one length of the output, on every backend and with
/// the unmapped page on both sides. What a failing test prints calls this.
///
/// # Panics
/// If an operation does not do what the model says.
pub fn check_case<S: SourceModel + TranscodeTo<T>, T: TargetModel>(src: &S::Slice, room: usize) {
    check_source::<S>(src);
    let items = S::decode(src);
    check_lengths::<S, T>(src, convert::<T>(&items, usize::MAX, Policy::Lossy, &mut Vec::new()));
    for_each_backend(|tested| {
        for policy in [Policy::Strict, Policy::Lossy] {
            if let Some(wrong) = wrong::<S, T>(tested, src, room, policy) {
                fail::<S, T>(tested, src, room, policy, &wrong);
            }
        }
    });
}

/// Everything about one source by itself. What a failing test prints calls this.
///
/// # Panics
/// If an operation does not do what the model says.
pub fn check_source<S: SourceModel>(src: &S::Slice) {
    let items = S::decode(src);
    for _side in Place::BOTH {
        check_validate::<S>(src, &items);
    }
}

/// What is wrong with a conversion, on either side of an unmapped page.
fn wrong<S: SourceModel + TranscodeTo<T>, T: TargetModel>(
    tested: Tested,
    src: &S::Slice,
    room: usize,
    policy: Policy,
) -> Option<String> {
    let mut output = Vec::new();
    let want = convert::<T>(&S::decode(src), room, policy, &mut output);
    let wrong = |place| conversion::<S, T>(tested, src, room, policy, place, (want, &output));
    Place::BOTH.into_iter().find_map(wrong)
}

/// Says what went wrong, with the smallest source that still goes wrong.
///
/// # Panics
/// Always.
#[cold]
pub(crate) fn fail<S: SourceModel + TranscodeTo<T>, T: TargetModel>(
    tested: Tested,
    src: &S::Slice,
    room: usize,
    policy: Policy,
    what: &str,
) -> ! {
    let (from, to, backend) = (S::NAME, T::NAME, tested.backend().name());
    let (units, room) = match what {
        // Each try would print the panic again.
        "a panic" => (S::elements(src).to_vec(), room),
        _ => shrink::<S, T>(tested, S::elements(src).to_vec(), room, policy),
    };
    let smallest = S::view(&units).expect("a source");
    let now = wrong::<S, T>(tested, smallest, room, policy).unwrap_or_else(|| what.to_owned());
    panic!(
        "{backend}: {policy:?} {from} to {to}, room for {room}: {now}\n{}",
        test::<S, T>(smallest, room)
    );
}

/// Leaves out elements, many at a time and then one by one, while the conversion still goes wrong
/// into the same output or into one that is just long enough.
fn shrink<S: SourceModel + TranscodeTo<T>, T: TargetModel>(
    tested: Tested,
    mut units: Vec<S::Unit>,
    mut room: usize,
    policy: Policy,
) -> (Vec<S::Unit>, usize) {
    let still_wrong = |units: &[S::Unit], room: usize| {
        let src = S::view(units)?;
        let items = S::decode(src);
        let needed = convert::<T>(&items, usize::MAX, Policy::Lossy, &mut Vec::new()).written;
        let is_wrong = |&room: &usize| wrong::<S, T>(tested, src, room, policy).is_some();
        [needed, room, needed.saturating_sub(1)].into_iter().find(is_wrong)
    };
    let mut step = units.len();
    while step > 0 {
        let mut at = 0;
        while at + step <= units.len() {
            let mut fewer = units.clone();
            fewer.drain(at..at + step);
            match still_wrong(&fewer, room) {
                Some(now) => (units, room) = (fewer, now),
                None => at += step,
            }
        }
        step /= 2;
    }
    (units, room)
}

/// The text of a test for `tests/suite/regressions.rs`, by the name of what it shows.
pub fn test<S: SourceModel, T: TargetModel>(src: &S::Slice, room: usize) -> String {
    let (from, to) = (S::NAME, T::NAME);
    let call = format!("check_case::<{from}, {to}>({}, {room});", S::literal(src));
    paste(&format!("{from}_to_{to}"), &call)
}

/// The same for a source by itself.
pub fn test_source<S: SourceModel>(src: &S::Slice) -> String {
    paste(S::NAME, &format!("check_source::<{}>({});", S::NAME, S::literal(src)))
}

fn paste(name: &str, call: &str) -> String {
    let name = name.to_lowercase();
    // A literal over many lines is one of many elements; on one line it is easier to read.
    let call = call.split('\n').map(str::trim).collect::<Vec<_>>().join(" ");
    let call = call.replace("[ ", "[").replace(", ]", "]");
    format!(
        "to paste into tests/suite/regressions.rs, and to name by what it shows:\n\
         fn {name}_regression() {{\n    {call}\n}}"
    )
}

/// For the report of a crash.
pub(crate) fn running<S: SourceModel + TranscodeTo<T>, T: TargetModel>(
    tested: Tested,
    src: &S::Slice,
    room: usize,
) -> Running {
    Running {
        room,
        describe: |running| {
            let units = source::<S>(running);
            S::view(units).map(|src| test::<S, T>(src, running.room)).unwrap_or_default()
        },
        ..running_source::<S>(tested, src)
    }
}

/// For the report of a crash of an operation without a target.
pub(crate) fn running_source<S: SourceModel>(tested: Tested, src: &S::Slice) -> Running {
    let units = S::elements(src);
    Running {
        describe: |running| S::view(source::<S>(running)).map(test_source::<S>).unwrap_or_default(),
        source: units.as_ptr().cast(),
        len: units.len(),
        room: 0,
        backend: tested.backend(),
    }
}

fn source<S: SourceModel>(running: &Running) -> &[S::Unit] {
    // SAFETY: `running_source` took both from a slice of these units, which the frame of the
    // operation that is running has borrowed.
    unsafe { core::slice::from_raw_parts(running.source.cast(), running.len) }
}
