//! What is measured of a text.

use codeunit::Error;

use super::codec::{Converter, MAX_EXPANSION, Reader};
use super::implementations::{Operation, Policy, scalar};
use super::sample::Sample;
use super::scheme::Scheme;

/// Something to measure, and what is said over its figures; or why there are none.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) title: String,
    pub(super) operation: Option<Operation>,
}

/// Validation, and the conversion to each target: without any to those that are usual.
///
/// The scalar backend finds out what is possible, since the others are going to be compared with it.
pub(super) fn steps(sample: &Sample, targets: &[Scheme]) -> Vec<Step> {
    if sample.bytes.is_empty() {
        return Vec::new();
    }
    let mut dst = vec![0; sample.bytes.len() * MAX_EXPANSION];
    let mut strict =
        |to| (Converter::new(sample.scheme, to).strict)(scalar(), &sample.bytes, &mut dst);
    let targets = match targets {
        [] => usual_targets(sample.scheme, || strict(Scheme::Latin1).is_ok()),
        _ => targets.to_vec(),
    };
    let mut steps = vec![validation(sample)];
    steps.extend(targets.into_iter().map(|to| conversion(sample, to, strict(to).err())));
    steps
}

/// The encodings that a user would want, of those that hold the text.
fn usual_targets(from: Scheme, fits_latin1: impl FnOnce() -> bool) -> Vec<Scheme> {
    match from {
        Scheme::Utf8 if fits_latin1() => vec![Scheme::Utf16Le, Scheme::Utf32Le, Scheme::Latin1],
        Scheme::Utf8 => vec![Scheme::Utf16Le, Scheme::Utf32Le],
        Scheme::Utf16Le | Scheme::Utf16Be => vec![Scheme::Utf8, Scheme::Utf32Le],
        Scheme::Utf32Le | Scheme::Utf32Be | Scheme::Latin1 => vec![Scheme::Utf8, Scheme::Utf16Le],
    }
}

fn validation(sample: &Sample) -> Step {
    let Sample { scheme, bytes, .. } = sample;
    let title = format!("validate {}", scheme.name());
    let why_not = match (Reader::new(*scheme).validate)(scalar(), bytes) {
        Ok(()) if *scheme == Scheme::Latin1 => "every byte is a character".into(),
        Ok(()) => return Step { title, operation: Some(Operation::Validate(*scheme)) },
        Err(error) => format!("it {}", stops(sample, &error)),
    };
    Step { title: format!("{title}: not measured, {why_not}"), operation: None }
}

fn conversion(sample: &Sample, to: Scheme, error: Option<Error>) -> Step {
    let from = sample.scheme;
    let mut title = format!("{} to {}", from.name(), to.name());
    let mut policy = Policy::Strict;
    if let Some(error) = error {
        title += &format!(", lossy: the strict conversion {}", stops(sample, &error));
        policy = Policy::Replace;
    }
    Step { title, operation: Some(Operation::Convert { from, to, policy }) }
}

/// Where in the input, and why.
fn stops(sample: &Sample, error: &Error) -> String {
    format!("stops at byte {}: {}", sample.start + error.read() as u64, error.kind())
}

#[cfg(test)]
mod tests {
    use super::{Operation, Sample, Step, steps, usual_targets};
    use crate::bench::implementations::Policy;
    use crate::bench::scheme::Scheme;

    fn sample(scheme: Scheme, bytes: &[u8]) -> Sample {
        Sample { scheme, bytes: bytes.to_vec(), start: 2, is_cut: false }
    }

    fn convert(from: Scheme, to: Scheme, policy: Policy) -> Option<Operation> {
        Some(Operation::Convert { from, to, policy })
    }

    #[track_caller]
    fn assert_steps(sample: &Sample, targets: &[Scheme], expected: &[(&str, Option<Operation>)]) {
        let steps = steps(sample, targets);
        let steps: Vec<_> =
            steps.iter().map(|Step { title, operation }| (title.as_str(), *operation)).collect();
        assert_eq!(steps, expected);
    }

    #[test]
    fn latin1_is_a_target_of_what_fits() {
        use Scheme::{Latin1, Utf8, Utf16Le, Utf32Le};
        let validate = ("validate UTF-8", Some(Operation::Validate(Utf8)));
        let utf16 = ("UTF-8 to UTF-16LE", convert(Utf8, Utf16Le, Policy::Strict));
        let utf32 = ("UTF-8 to UTF-32LE", convert(Utf8, Utf32Le, Policy::Strict));
        let latin1 = ("UTF-8 to ISO-8859-1", convert(Utf8, Latin1, Policy::Strict));
        assert_steps(&sample(Utf8, "ñ".as_bytes()), &[], &[validate, utf16, utf32, latin1]);
        assert_steps(&sample(Utf8, "€".as_bytes()), &[], &[validate, utf16, utf32]);
        assert_steps(&sample(Utf8, "€".as_bytes()), &[Utf16Le], &[validate, utf16]);
    }

    #[test]
    fn no_source_is_its_own_usual_target() {
        for from in Scheme::ALL {
            let targets = usual_targets(from, || true);
            assert!((2..=3).contains(&targets.len()) && !targets.contains(&from), "{from:?}");
        }
    }

    #[test]
    fn every_latin1_text_is_valid() {
        use Scheme::{Latin1, Utf8};
        let validate = ("validate ISO-8859-1: not measured, every byte is a character", None);
        let utf8 = ("ISO-8859-1 to UTF-8", convert(Latin1, Utf8, Policy::Strict));
        assert_steps(&sample(Latin1, b"\xFF"), &[Utf8], &[validate, utf8]);
    }

    #[test]
    fn what_strict_refuses_is_converted_with_replacement() {
        use Scheme::{Latin1, Utf8, Utf16Le};
        let stops = "stops at byte 3: byte that begins no sequence";
        let validate = format!("validate UTF-8: not measured, it {stops}");
        let utf16 = format!("UTF-8 to UTF-16LE, lossy: the strict conversion {stops}");
        assert_steps(
            &sample(Utf8, b"a\xFF"),
            &[Utf16Le],
            &[(&validate, None), (&utf16, convert(Utf8, Utf16Le, Policy::Replace))],
        );
        assert_steps(
            &sample(Utf8, "a€".as_bytes()),
            &[Latin1],
            &[
                ("validate UTF-8", Some(Operation::Validate(Utf8))),
                (
                    "UTF-8 to ISO-8859-1, lossy: the strict conversion stops at byte 3: \
                     character not representable in the target encoding",
                    convert(Utf8, Latin1, Policy::Replace),
                ),
            ],
        );
    }

    #[test]
    fn nothing_to_do_without_text() {
        assert_steps(&sample(Scheme::Utf8, b""), &[Scheme::Latin1], &[]);
    }
}
