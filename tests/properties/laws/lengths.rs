//! Lengths and counts, and what is really written.

use codeunit::ErrorKind;
use harness::pair::Pair;
use harness::{Bad, Figures, Policy, Tested};

use crate::encodings::Element;
use crate::law::{Law, Sample, convert, on_any_source, on_text, same, same_units, strict};
use crate::run::Verdict;

/// The length of a conversion is what the conversion writes, what is enough for it, and the least that
/// is: with one element less the output is full.
fn is_written<U: Element, V: Element>(
    pair: &Pair<U, V>,
    on: Tested,
    policy: Policy,
    src: &[U],
    len: usize,
) -> Verdict {
    let (unbounded, output) = convert(pair, on, policy, src);
    if unbounded.stop.is_some() {
        return Err(format!("{policy:?} stops: {unbounded:?}"));
    }
    same(&"elements written", &unbounded.written, &len)?;
    let mut dst = vec![pair.to.fill; len];
    same(&"into as many as are needed", &pair.run(on, policy, src, &mut dst), &unbounded)?;
    same_units(&"output of as many as are needed", &dst, &output)?;
    let Some(less) = len.checked_sub(1) else { return Ok(()) };
    let full = pair.run(on, policy, src, &mut dst[..less]);
    let stop = Some(Bad { kind: ErrorKind::OutputFull, error_len: Some(0) });
    same(&"into one element less", &full.stop, &stop)?;
    if full.read < src.len() && full.written < len { Ok(()) } else { Err(format!("{full:?}")) }
}

/// `transcoded_len` is what a strict conversion of well-formed text writes, if the target has all of the
/// text.
///
/// The length of a text is the sum of the lengths of its characters (D79), and each scalar value has one
/// length in an encoding form: Table 3-5 for UTF-16, Table 3-6 for UTF-8.
pub(crate) struct Length;

impl Law for Length {
    fn applies<U: Element, V: Element>(pair: &Pair<U, V>, src: &Sample<'_, U>) -> bool {
        src.fits(&pair.to)
    }

    fn holds<U: Element, V: Element>(
        pair: &Pair<U, V>,
        on: Tested,
        src: &Sample<'_, U>,
    ) -> Verdict {
        is_written(pair, on, Policy::Strict, src.elements, (pair.len)(on, src.elements))
    }
}

/// `transcoded_len_lossy` is what a lossy conversion writes, for any source.
///
/// Each maximal subpart (D93b) adds one replacement, whose length is that of a character.
pub(crate) struct LossyLength;

impl Law for LossyLength {
    fn holds<U: Element, V: Element>(
        pair: &Pair<U, V>,
        on: Tested,
        src: &Sample<'_, U>,
    ) -> Verdict {
        is_written(pair, on, Policy::Lossy, src.elements, (pair.len_lossy)(on, src.elements))
    }
}

/// The count of code points is the length in UTF-32, and a conversion keeps it.
///
/// UTF-32 has one code unit for each scalar value (D90), and a conversion of well-formed text keeps the
/// scalar values.
pub(crate) struct Count;

impl Law for Count {
    fn applies<U: Element, V: Element>(pair: &Pair<U, V>, src: &Sample<'_, U>) -> bool {
        src.fits(&pair.to)
    }

    fn holds<U: Element, V: Element>(
        pair: &Pair<U, V>,
        on: Tested,
        src: &Sample<'_, U>,
    ) -> Verdict {
        let count = (pair.from.count)(on, src.elements);
        let utf32 = strict(&U::source(pair.from.name).utf32, on, src.elements)?;
        same(&"count and length in UTF-32", &count, &utf32.len())?;
        let output = strict(pair, on, src.elements)?;
        let kept = (V::source(pair.to.name).from.count)(on, &output);
        same(&"count of the output", &kept, &count)
    }
}

/// An analysis has the error of the strict conversion, and the length of what that has written when it
/// stops there; where Latin-1 lacks a character before the error, it has no length in Latin-1.
///
/// Both are about the well-formed part before the first ill-formed sequence (D85), whose characters each
/// have one length in an encoding form.
pub(crate) struct Analysis;

impl Law for Analysis {
    fn holds<U: Element, V: Element>(
        pair: &Pair<U, V>,
        on: Tested,
        src: &Sample<'_, U>,
    ) -> Verdict {
        let figures = Figures::from((pair.from.analyze)(on, src.elements));
        let [utf8, utf16, utf32] = figures.lens.map(Some);
        let (len, unit) = match pair.to.name {
            "Utf8" => (utf8, 1),
            "Utf16" => (utf16, 1),
            "Utf16Le" | "Utf16Be" => (utf16, 2),
            "Utf32" => (utf32, 1),
            "Utf32Le" | "Utf32Be" => (utf32, 4),
            "Latin1" => (figures.latin1_len, 1),
            name => return Err(format!("an unknown target {name}")),
        };
        let (outcome, _) = convert(pair, on, Policy::Strict, src.elements);
        if let Some(Bad { kind: ErrorKind::NotRepresentable, .. }) = outcome.stop {
            return same(&"length in Latin-1", &len, &None);
        }
        same(&"elements written", &len.map(|len| len * unit), &Some(outcome.written))?;
        same(&"error", &figures.error, &outcome.stop.map(|bad| (outcome.read, bad)))
    }
}

#[test]
fn an_analysis_tells_what_a_strict_conversion_does() {
    on_text::<Analysis>(400);
    on_any_source::<Analysis>(800);
}

#[test]
fn the_length_of_text_is_what_is_written() {
    on_text::<Length>(800);
}

#[test]
fn the_lossy_length_is_what_is_written() {
    on_any_source::<LossyLength>(1000);
}

#[test]
fn the_count_is_the_length_in_utf32() {
    on_text::<Count>(800);
}
