//! A stream by the library.

use codeunit::{Encoding, Policy, Status, StreamError, Transcoder};

use super::model::{Outcome, Told, outcome};

/// Counting all that there is to count.
pub(super) fn transcoder(from: Encoding, to: Encoding, policy: Policy) -> Transcoder {
    Transcoder::new(from, to, policy).counting_lines().counting_code_points()
}

fn told(error: &StreamError) -> Told {
    let position = error.position().expect("lines are counted");
    Told {
        kind: error.kind(),
        offset: error.offset(),
        error_len: error.error_len(),
        bytes: error.bytes().to_vec(),
        line: position.line,
        column: position.column,
    }
}

/// The outcome of a stream that is cut at `cuts`, through an output of `room` bytes that is emptied after each
/// call. A callback sees the errors and chooses the policy.
pub(super) fn in_chunks(
    transcoder: &mut Transcoder,
    policy: Policy,
    src: &[u8],
    cuts: &[usize],
    room: usize,
) -> Outcome {
    let mut outcome = Outcome::default();
    let begins = [0].into_iter().chain(cuts.iter().copied());
    let ends = cuts.iter().copied().chain([src.len()]);
    let chunks = begins.zip(ends).map(|(begin, end)| Some(&src[begin..end]));
    'chunks: for chunk in chunks.chain([None]) {
        let mut rest = chunk.unwrap_or_default();
        loop {
            let mut dst = vec![0xEE; room];
            let errors = &mut outcome.errors;
            let choose = |error: &StreamError| {
                errors.push(told(error));
                policy
            };
            let step = match chunk {
                Some(_) => transcoder.push_with(rest, &mut dst, choose),
                None => transcoder.finish_with(&mut dst, choose),
            };
            outcome.output.extend_from_slice(&dst[..step.written]);
            rest = &rest[step.read..];
            match step.status {
                Status::InputEmpty => break,
                Status::OutputFull => {
                    assert!(
                        step.read + step.written > 0 || room < 4,
                        "no progress in {room} bytes"
                    );
                    assert!(room > 0, "there is no room at all");
                }
                Status::IllFormed(error) => {
                    assert_eq!(Some(error), transcoder.state().error());
                    assert_eq!(outcome.errors.last(), Some(&told(&error)));
                    outcome.stopped = true;
                    break 'chunks;
                }
            }
        }
        assert!(rest.is_empty(), "all of a chunk is taken");
    }
    let state = transcoder.state();
    assert_eq!(state.written(), outcome.output.len() as u64);
    if !outcome.stopped {
        assert_eq!((state.read(), state.converted()), (src.len() as u64, src.len() as u64));
    }
    outcome.code_points = state.code_points();
    outcome.replacements = state.replacements();
    outcome
}

/// Holds the library to the model.
pub(super) fn check(
    from: Encoding,
    to: Encoding,
    policy: Policy,
    src: &[u8],
    all: &[(Vec<usize>, usize)],
) {
    let want = outcome(from, to, policy, src);
    for (cuts, room) in all {
        let got = in_chunks(&mut transcoder(from, to, policy), policy, src, cuts, *room);
        assert!(
            got == want,
            "{from} to {to}, {policy:?}, cut at {cuts:?}, room for {room}\n src {src:02X?}\n got {got:02X?}\nwant {want:02X?}"
        );
    }
}
