//! What a law is, and how one is tried: every pair of encodings, every backend.

use std::any::type_name;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::{Debug, Display};

use harness::pair::{From, Pair, To};
use harness::pairs::Source;
use harness::{Item, Outcome, Policy, SourceModel, Tested, for_each_backend, quietly, scaled};

use crate::encodings::{Element, well_formed};
use crate::run::{Verdict, proptest};

/// A source and its items by the reference.
pub(crate) struct Sample<'a, U> {
    pub(crate) elements: &'a [U],
    pub(crate) items: &'a [Item],
}

impl<U> Sample<'_, U> {
    /// Whether the source is well-formed and `to` has all of its characters.
    pub(crate) fn fits<V>(&self, to: &To<V>) -> bool {
        let mut output = Vec::new();
        self.items.iter().all(|item| item.what.is_ok_and(|c| (to.put)(c, &mut output)))
    }
}

/// A law of conversions. What it means, and why it holds, is told by the type that implements it.
pub(crate) trait Law: 'static {
    /// Whether the law says anything about this target.
    fn is_about(_target: &str) -> bool {
        true
    }

    /// Whether it says anything about this source and this target.
    fn applies<U: Element, V: Element>(_pair: &Pair<U, V>, _src: &Sample<'_, U>) -> bool {
        true
    }

    /// Whether the law holds on one backend; if not, what is wrong.
    fn holds<U: Element, V: Element>(pair: &Pair<U, V>, on: Tested, src: &Sample<'_, U>)
    -> Verdict;
}

/// Tries `L` for each source on `cases` well-formed texts.
pub(crate) fn on_text<L: Law>(cases: usize) {
    on_every_source::<L>(cases, false);
}

/// Tries `L` for each source on `cases` sources of which most are ill-formed.
pub(crate) fn on_any_source<L: Law>(cases: usize) {
    on_every_source::<L>(cases, true);
}

fn on_every_source<L: Law>(cases: usize, ill_formed: bool) {
    on_sources::<u8>(name::<L>(), cases, ill_formed, &check::<L, u8>);
    on_sources::<u16>(name::<L>(), cases, ill_formed, &check::<L, u16>);
    on_sources::<u32>(name::<L>(), cases, ill_formed, &check::<L, u32>);
    on_sources::<char>(name::<L>(), cases, ill_formed, &check::<L, char>);
}

/// A law on one source, to every target and on every backend.
type Check<U> = dyn Fn(&Source<U>, &[U], &Counts) -> Verdict;

/// Each source with elements `U`.
fn on_sources<U: Element>(law: &str, cases: usize, ill_formed: bool, check: &Check<U>) {
    for source in U::sources() {
        let strategy = if ill_formed { U::any(source.from.name) } else { well_formed(source) };
        let name = format!("{law}, {}", source.from.name);
        let counts = Counts::default();
        proptest(&name, cases, &strategy, &|elements| check(source, elements, &counts));
        // A law that says nothing about a pair is none: one case of ten at least, if there are many.
        let cases = scaled(cases);
        for (target, count) in counts.0.take() {
            let enough = cases < 100 || 10 * count >= cases;
            assert!(enough, "{name} to {target} says something on {count} cases of {cases}");
        }
    }
}

/// On how many cases a law said anything, by target.
#[derive(Default)]
struct Counts(RefCell<BTreeMap<&'static str, usize>>);

impl Counts {
    fn add(&self, target: &'static str, applies: bool) {
        *self.0.borrow_mut().entry(target).or_default() += usize::from(applies);
    }
}

/// One source, to every target.
fn check<L: Law, U: Element>(source: &Source<U>, elements: &[U], counts: &Counts) -> Verdict {
    if !(source.from.is_source)(elements) {
        return Ok(());
    }
    let items = (source.from.decode)(elements);
    let src = Sample { elements, items: &items };
    to_targets::<L, U, u8>(source, &src, counts)?;
    to_targets::<L, U, u16>(source, &src, counts)?;
    to_targets::<L, U, u32>(source, &src, counts)
}

fn to_targets<L: Law, U: Element, V: Element>(
    source: &Source<U>,
    src: &Sample<'_, U>,
    counts: &Counts,
) -> Verdict {
    for pair in V::pairs(source).iter().filter(|pair| L::is_about(pair.to.name)) {
        let applies = L::applies(pair, src);
        counts.add(pair.to.name, applies);
        if applies {
            let to = format!(" to {}", pair.to.name);
            let holds = |tested| L::holds(pair, tested, src);
            on_each_backend(name::<L>(), &pair.from, &to, src, &holds)?;
        }
    }
    Ok(())
}

fn on_each_backend<U>(
    law: &str,
    from: &From<U>,
    to: &str,
    src: &Sample<'_, U>,
    holds: &dyn Fn(Tested) -> Verdict,
) -> Verdict {
    let mut verdict = Ok(());
    for_each_backend(|tested| {
        if verdict.is_ok()
            && let Err(wrong) = quietly(|| holds(tested))
        {
            let name = from.name;
            let (backend, literal) = (tested.backend().name(), (from.literal)(src.elements));
            let function = name.to_lowercase();
            verdict = Err(format!(
                "{name}{to} on {backend}: {wrong}\n\
                 to paste into tests/properties/regressions.rs, and to name by what it shows:\n\
                 #[test]\nfn {function}_regression() {{\n    \
                 check_law::<{law}, {name}>({literal});\n}}"
            ));
        }
    });
    verdict
}

/// The law for one source. What a failing law prints calls this.
///
/// # Panics
/// If it does not hold.
pub(crate) fn check_law<L: Law, S: SourceModel<Unit: Element>>(src: &S::Slice) {
    let source = Source::of::<S>();
    if let Err(wrong) = check::<L, S::Unit>(source, S::elements(src), &Counts::default()) {
        panic!("{} does not hold: {wrong}", name::<L>());
    }
}

/// The name of the type.
fn name<L>() -> &'static str {
    let path = type_name::<L>();
    path.rsplit("::").next().unwrap_or(path)
}

/// A conversion into an output that is long enough: no element makes more than four, and the end of a
/// source inside of a code unit no more than one replacement.
pub(crate) fn convert<U, V: Element>(
    pair: &Pair<U, V>,
    on: Tested,
    policy: Policy,
    src: &[U],
) -> (Outcome, Vec<V>)
where
    U: Copy,
{
    let mut output = vec![pair.to.fill; 4 * src.len() + 4];
    let outcome = pair.run(on, policy, src, &mut output);
    output.truncate(outcome.written);
    (outcome, output)
}

/// A strict conversion that has to succeed.
pub(crate) fn strict<U: Copy, V: Element>(
    pair: &Pair<U, V>,
    on: Tested,
    src: &[U],
) -> Result<Vec<V>, String> {
    match convert(pair, on, Policy::Strict, src) {
        (Outcome { stop: None, .. }, output) => Ok(output),
        (outcome, _) => {
            let (from, to) = (pair.from.name, pair.to.name);
            Err(format!("strict {from} to {to} stops: {outcome:?}"))
        }
    }
}

/// A lossy conversion, and the number of its replacements.
pub(crate) fn lossy<U: Copy, V: Element>(
    pair: &Pair<U, V>,
    on: Tested,
    src: &[U],
) -> Result<(Vec<V>, usize), String> {
    match convert(pair, on, Policy::Lossy, src) {
        (Outcome { stop: None, replacements, .. }, output) => Ok((output, replacements)),
        (outcome, _) => {
            let (from, to) = (pair.from.name, pair.to.name);
            Err(format!("lossy {from} to {to} stops: {outcome:?}"))
        }
    }
}

/// Whether two numbers, outcomes or the like are the same.
pub(crate) fn same<T: PartialEq + Debug>(what: &dyn Display, got: &T, want: &T) -> Verdict {
    if got == want { Ok(()) } else { Err(format!("{what}\n   got {got:?}\nwanted {want:?}")) }
}

/// Whether two slices are the same.
pub(crate) fn same_units<U: Element>(what: &dyn Display, got: &[U], want: &[U]) -> Verdict {
    if got == want {
        return Ok(());
    }
    let same = got.iter().zip(want).take_while(|(got, want)| got == want).count();
    Err(format!("{what}, behind {same} units\n   got {got:02X?}\nwanted {want:02X?}"))
}
