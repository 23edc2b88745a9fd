//! Where validation and strict conversion stop.

use harness::pair::Pair;
use harness::{Item, Policy, Tested, places};

use crate::encodings::Element;
use crate::law::{Law, Sample, convert, on_any_source, same, same_units, strict};
use crate::run::Verdict;

/// `valid_up_to` is the longest prefix that is well-formed, and for a conversion, that the target has;
/// what is written up to an error is the conversion of that prefix.
///
/// D84 and D85 say which prefixes are well-formed, and here the reference says it of each one. Prefixes
/// up to four elements longer are enough: a longer well-formed one would have a character at
/// `valid_up_to`, and no character has more elements.
pub(crate) struct ValidUpTo;

impl Law for ValidUpTo {
    fn holds<U: Element, V: Element>(
        pair: &Pair<U, V>,
        on: Tested,
        src: &Sample<'_, U>,
    ) -> Verdict {
        let src = src.elements;
        let well_formed = |item: &Item| item.what.is_ok();
        match (pair.from.validate)(on, src) {
            Ok(()) => is_longest(pair, src, src.len(), &well_formed),
            Err(error) => is_longest(pair, src, error.valid_up_to(), &well_formed),
        }
        .map_err(|wrong| format!("validate: {wrong}"))?;
        let convertible = |item: &Item| item.what.is_ok_and(|c| (pair.to.put)(c, &mut Vec::new()));
        let (outcome, output) = convert(pair, on, Policy::Strict, src);
        is_longest(pair, src, outcome.read, &convertible)
            .map_err(|wrong| format!("strict: {wrong}"))?;
        if outcome.stop.is_none() && outcome.read != src.len() {
            return Err(format!("not all of the source was read: {outcome:?}"));
        }
        same_units(&"output up to the error", &output, &strict(pair, on, &src[..outcome.read])?)
    }
}

/// Whether the first `len` elements, and no more, are a source whose items are all `good`.
fn is_longest<U: Element, V>(
    pair: &Pair<U, V>,
    src: &[U],
    len: usize,
    good: &dyn Fn(&Item) -> bool,
) -> Verdict {
    let is_good =
        |prefix: &[U]| (pair.from.is_source)(prefix) && (pair.from.decode)(prefix).iter().all(good);
    if !is_good(&src[..len]) {
        return Err(format!("the first {len} elements are not well-formed"));
    }
    let longer = (len + 1..=src.len()).take(4).find(|&longer| is_good(&src[..longer]));
    longer.map_or(Ok(()), |longer| Err(format!("{len}, but {longer} elements are well-formed")))
}

/// A strict conversion to a target that has every character succeeds exactly on what is well-formed, and
/// fails as validation fails.
///
/// Such a target has a code unit sequence for each scalar value (D79), so nothing but an ill-formed
/// source can stop the conversion (C10).
pub(crate) struct ValidationDecides;

impl Law for ValidationDecides {
    fn is_about(target: &str) -> bool {
        target != "Latin1"
    }

    fn holds<U: Element, V: Element>(
        pair: &Pair<U, V>,
        on: Tested,
        src: &Sample<'_, U>,
    ) -> Verdict {
        let validated = places((pair.from.validate)(on, src.elements));
        let (outcome, _) = convert(pair, on, Policy::Strict, src.elements);
        let converted = outcome.stop.map_or(Ok(()), |bad| Err((outcome.read, bad)));
        same(&"strict as validate", &converted, &validated)
    }
}

#[test]
fn valid_up_to_is_the_longest_well_formed_prefix() {
    on_any_source::<ValidUpTo>(500);
}

#[test]
fn strict_succeeds_where_validation_does() {
    on_any_source::<ValidationDecides>(1000);
}
