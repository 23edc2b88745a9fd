//! Conversion in parts.

use harness::pair::Pair;
use harness::{Item, Tested};

use crate::encodings::Element;
use crate::law::{Law, Sample, lossy, on_any_source, on_text, same, same_units, strict};
use crate::run::Verdict;

/// Places to cut a source at: boundaries of its items, all of up to 24, or so many of them, spread evenly.
fn cuts(items: &[Item]) -> impl Iterator<Item = usize> {
    let boundaries = items.iter().scan(0, |at, item| {
        *at += item.len;
        Some(*at)
    });
    [0].into_iter().chain(boundaries).step_by(items.len() / 24 + 1)
}

/// The strict conversion of two texts, one behind the other, is their conversions, one behind the other.
///
/// A conversion has no state: an encoding form assigns code units to each scalar value by itself (D79),
/// and well-formed text falls into those of its characters in one way only (D85a).
pub(crate) struct Concatenation;

impl Law for Concatenation {
    fn applies<U: Element, V: Element>(pair: &Pair<U, V>, src: &Sample<'_, U>) -> bool {
        src.fits(&pair.to)
    }

    fn holds<U: Element, V: Element>(
        pair: &Pair<U, V>,
        on: Tested,
        src: &Sample<'_, U>,
    ) -> Verdict {
        let whole = strict(pair, on, src.elements)?;
        for cut in cuts(src.items) {
            let (first, second) = src.elements.split_at(cut);
            let mut parts = strict(pair, on, first)?;
            parts.extend(strict(pair, on, second)?);
            same_units(&format_args!("cut at {cut}"), &parts, &whole)?;
        }
        Ok(())
    }
}

/// The same for lossy conversions of any source, cut at boundaries of its characters and of its maximal
/// subparts.
///
/// A maximal subpart (D93b) ends where nothing can make it longer, so it is replaced in the same way
/// whatever follows. One that is cut in two would be replaced twice.
pub(crate) struct LossyConcatenation;

impl Law for LossyConcatenation {
    fn holds<U: Element, V: Element>(
        pair: &Pair<U, V>,
        on: Tested,
        src: &Sample<'_, U>,
    ) -> Verdict {
        let whole = lossy(pair, on, src.elements)?;
        for cut in cuts(src.items) {
            let (first, second) = src.elements.split_at(cut);
            let (mut parts, replacements) = lossy(pair, on, first)?;
            let (rest, more) = lossy(pair, on, second)?;
            parts.extend(rest);
            let what = format_args!("cut at {cut}");
            same_units(&what, &parts, &whole.0)?;
            same(&what, &(replacements + more), &whole.1)?;
        }
        Ok(())
    }
}

#[test]
fn text_is_converted_in_parts() {
    on_text::<Concatenation>(150);
}

#[test]
fn any_source_is_converted_in_parts() {
    on_any_source::<LossyConcatenation>(200);
}
