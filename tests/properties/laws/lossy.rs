//! What a lossy conversion writes.

use harness::pair::Pair;
use harness::{Policy, Tested};

use crate::encodings::Element;
use crate::law::{Law, Sample, convert, lossy, on_any_source, on_text, same, same_units, strict};
use crate::run::Verdict;

/// The output of a lossy conversion is well-formed, whatever the source is.
///
/// A process that generates a code unit sequence shall not emit an ill-formed one (C9). That the output
/// is well-formed is said by the reference, and by the engine too.
pub(crate) struct LossyIsWellFormed;

impl Law for LossyIsWellFormed {
    fn holds<U: Element, V: Element>(
        pair: &Pair<U, V>,
        on: Tested,
        src: &Sample<'_, U>,
    ) -> Verdict {
        let (output, _) = lossy(pair, on, src.elements)?;
        if let Some(item) = (pair.to.decode)(&output).iter().find(|item| item.what.is_err()) {
            return Err(format!("{item:?} in {output:X?}"));
        }
        let validated = (V::source(pair.to.name).from.validate)(on, &output);
        same(&"validation of the output", &validated, &Ok(()))
    }
}

/// The lossy conversion of well-formed text is the strict one, without a replacement, if the target has
/// all of the text.
///
/// There is nothing to replace: U+FFFD stands for what is ill-formed (D93b) or not representable.
pub(crate) struct LossyIsStrict;

impl Law for LossyIsStrict {
    fn applies<U: Element, V: Element>(pair: &Pair<U, V>, src: &Sample<'_, U>) -> bool {
        src.fits(&pair.to)
    }

    fn holds<U: Element, V: Element>(
        pair: &Pair<U, V>,
        on: Tested,
        src: &Sample<'_, U>,
    ) -> Verdict {
        let strict = strict(pair, on, src.elements)?;
        let (output, replacements) = lossy(pair, on, src.elements)?;
        same_units(&"lossy", &output, &strict)?;
        same(&"replacements", &replacements, &0)
    }
}

/// A lossy conversion is the strict one up to where that stops, and there it puts a replacement; where
/// the strict one does not stop, neither is there a replacement.
///
/// Both read the source in the same order, and differ only in what they do at the first thing that
/// cannot be converted.
pub(crate) struct LossyGoesOn;

impl Law for LossyGoesOn {
    fn holds<U: Element, V: Element>(
        pair: &Pair<U, V>,
        on: Tested,
        src: &Sample<'_, U>,
    ) -> Verdict {
        let (stopped, mut front) = convert(pair, on, Policy::Strict, src.elements);
        let (output, replacements) = lossy(pair, on, src.elements)?;
        if stopped.stop.is_none() {
            same_units(&"lossy", &output, &front)?;
            return same(&"replacements", &replacements, &0);
        }
        if replacements == 0 || !(pair.to.put)(pair.to.replacement, &mut front) {
            return Err(format!("no replacement, but strict stops: {stopped:?}"));
        }
        let len = front.len().min(output.len());
        same_units(&"the first elements of lossy", &output[..len], &front[..])
    }
}

#[test]
fn lossy_output_is_well_formed() {
    on_any_source::<LossyIsWellFormed>(1000);
}

#[test]
fn lossy_of_well_formed_text_is_strict() {
    on_text::<LossyIsStrict>(800);
}

#[test]
fn lossy_goes_on_where_strict_stops() {
    on_any_source::<LossyGoesOn>(1000);
}
