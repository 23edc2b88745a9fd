//! Functions and reports in a transcoder, held to the calls that are given them for one call.

use codeunit::{ErrorHandler, Policy, Report, Status, Step, StreamError, Transcoder};

use crate::texts::{Case, cases};

/// What was written, and the error that has ended the stream.
pub(crate) type Outcome = (Vec<u8>, Option<StreamError>);

/// Something that takes a transcoder.
pub(crate) trait Adapter {
    fn run<H: ErrorHandler>(&self, case: &Case, transcoder: Transcoder<u8, u8, H>) -> Outcome;
}

/// Another choice for each place, so that the output tells who has decided.
fn choice(error: &StreamError) -> Policy {
    match error.offset() % 6 {
        0 => Policy::Escape,
        1 => Policy::ReplaceWith('!'),
        2 => Policy::Skip,
        3 => Policy::Strict,
        _ => Policy::Replace,
    }
}

/// A whole source: one call for all of it, and one for its end if there is none before.
fn whole(src: &[u8], mut step: impl FnMut(Option<&[u8]>, &mut [u8]) -> Step) -> Outcome {
    let mut out = vec![0; 12 * src.len() + 64];
    let mut written = 0;
    for src in [Some(src), None] {
        let step = step(src, &mut out[written..]);
        written += step.written;
        match step.status {
            Status::InputEmpty => {}
            Status::OutputFull => panic!("there is room for all"),
            Status::IllFormed(error) => {
                out.truncate(written);
                return (out, Some(error));
            }
        }
    }
    out.truncate(written);
    (out, None)
}

/// Every case through an adapter: by a function, by a report of the caller and by one of the transcoder.
pub(crate) fn check(adapter: &impl Adapter) {
    let (mut has_chosen, mut is_cut) = (0, 0);
    for case in cases() {
        let (mut wanted, mut transcoder) = (Vec::new(), case.transcoder());
        let mut see = |error: &StreamError| {
            wanted.push(*error);
            choice(error)
        };
        let output = whole(&case.src, |src, dst| match src {
            Some(src) => transcoder.push_with(src, dst, &mut see),
            None => transcoder.finish_with(dst, &mut see),
        });
        let mut seen = Vec::new();
        let deciding = case.transcoder().on_error(|error| {
            seen.push(*error);
            choice(error)
        });
        assert_eq!(adapter.run(&case, deciding), output, "{case:?}");
        assert_eq!(seen, wanted, "{case:?}");
        has_chosen += usize::from(seen.len() > 1);

        let (mut wanted, mut transcoder) = (Report::<2>::new(), case.transcoder());
        let output = whole(&case.src, |src, dst| match src {
            Some(src) => transcoder.push_reporting(src, dst, &mut wanted),
            None => transcoder.finish_reporting(dst, &mut wanted),
        });
        let mut report = Report::<2>::new();
        let reporting = case.transcoder().reporting(&mut report);
        assert_eq!(adapter.run(&case, reporting), output, "{case:?}");
        assert_eq!(report, wanted, "{case:?}");
        is_cut += usize::from(report.total() > 2);
        let owning = case.transcoder().reporting(Report::<2>::new());
        assert_eq!(adapter.run(&case, owning), output, "{case:?}");
    }
    assert!(has_chosen > 10 && is_cut > 10, "{has_chosen} {is_cut}");
}
