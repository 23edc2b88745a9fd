//! A stream by the library.

use codeunit::{Engine, Policy, Status, Step, StreamError, StreamUnit, Transcoder};
use harness::for_each_backend;

use super::model::{Outcome, Told, Wanted};

/// The transcoder for what is wanted, counting all that there is to count.
pub(super) fn transcoder(wanted: &Wanted, engine: Engine) -> Transcoder {
    without_counts(wanted, engine).counting_lines().counting_code_points()
}

/// The same counting nothing, which leaves out what is beside the conversion.
fn without_counts(wanted: &Wanted, engine: Engine) -> Transcoder {
    Transcoder::new(wanted.from, wanted.to, wanted.policy)
        .with_engine(engine)
        .source_mark(wanted.source_mark)
        .output_mark(wanted.output_mark)
}

/// Pushes `src`, cut at `cuts`, and the end, through an output of `room` elements that is emptied whenever
/// it is full. Memory of a chunk or of the output has exactly its length, for whoever watches accesses.
pub(super) fn in_chunks<U: StreamUnit, V: StreamUnit>(
    transcoder: &mut Transcoder<U, V>,
    src: &[U],
    cuts: &[usize],
    room: usize,
    mut step: impl FnMut(&mut Transcoder<U, V>, Option<&[U]>, &mut [V]) -> Step,
) -> (Vec<V>, Option<StreamError>) {
    let mut output = Vec::new();
    let mut begin = 0;
    let ends = cuts.iter().copied().chain([src.len()]).map(Some).chain([None]);
    for end in ends {
        let chunk = end.map(|end| src[begin..end].to_vec());
        let mut read = 0;
        loop {
            let mut dst = vec![V::default(); room].into_boxed_slice();
            let done = step(transcoder, chunk.as_deref().map(|chunk| &chunk[read..]), &mut dst);
            output.extend_from_slice(&dst[..done.written]);
            read += done.read;
            match done.status {
                Status::InputEmpty => break,
                Status::OutputFull => {
                    assert!(done.read + done.written > 0, "no progress with room for {room}");
                }
                Status::IllFormed(error) => return (output, Some(error)),
            }
        }
        assert_eq!(read, chunk.map_or(0, |chunk| chunk.len()), "all of a chunk is taken");
        begin = end.unwrap_or(begin);
    }
    (output, None)
}

pub(super) fn told(error: &StreamError) -> Told {
    let position = error.position().expect("lines are counted");
    Told {
        kind: error.kind(),
        offset: error.offset(),
        error_len: error.error_len(),
        line: position.line,
        column: position.column,
    }
}

/// The outcome of a stream that is cut at `cuts`, its errors seen by a callback.
pub(super) fn outcome(
    wanted: &Wanted,
    engine: Engine,
    src: &[u8],
    cuts: &[usize],
    room: usize,
) -> Outcome {
    let mut transcoder = transcoder(wanted, engine);
    let mut errors = Vec::new();
    let (output, stop) = in_chunks(&mut transcoder, src, cuts, room, |transcoder, chunk, dst| {
        let choose = |error: &StreamError| {
            let at = usize::try_from(error.offset()).expect("a short source");
            assert_eq!(error.bytes(), &src[at..][..error.bytes().len()], "the bytes of an error");
            errors.push(told(error));
            wanted.policy
        };
        match chunk {
            Some(chunk) => transcoder.push_with(chunk, dst, choose),
            None => transcoder.finish_with(dst, choose),
        }
    });
    let state = transcoder.state();
    assert_eq!(state.error(), stop, "the state knows the error that has ended it");
    assert_eq!(state.written(), output.len() as u64, "the state counts what was written");
    Outcome {
        output,
        errors,
        stopped: stop.is_some(),
        converted: state.converted(),
        mark: state.byte_order_mark().is_some(),
        code_points: state.code_points(),
        replacements: state.replacements(),
    }
}

/// Room for a few characters, which are what a short source has.
const SHORT: [usize; 5] = [4, 5, 9, 64, 1000];

/// By every way to say it and on every backend: the outcome is that of the model.
pub(super) fn check(wanted: &Wanted, src: &[u8], all_cuts: &[Vec<usize>]) {
    check_in(wanted, src, all_cuts, &SHORT);
}

/// The same with outputs of these lengths, in turn.
pub(super) fn check_in(wanted: &Wanted, src: &[u8], all_cuts: &[Vec<usize>], rooms: &[usize]) {
    let want = wanted.outcome(src);
    for_each_backend(|tested| {
        for (index, cuts) in all_cuts.iter().enumerate() {
            let room = rooms[index % rooms.len()];
            let got = outcome(wanted, tested.engine(), src, cuts, room);
            let context = || {
                let text = if src.len() < 200 { &format!("{src:02X?}") } else { "a long source" };
                format!("{wanted:?}, cut at {cuts:?}, room for {room}: {text}")
            };
            // Of many errors only the first that differs is worth a line.
            let differs = got.errors.iter().zip(&want.errors).find(|(got, want)| got != want);
            assert_eq!(differs, None, "an error and what was wanted of {}", context());
            assert!(got == want, "{}", context());

            let push =
                |mut transcoder: Transcoder| {
                    let pushed =
                        in_chunks(&mut transcoder, src, cuts, room, |transcoder, chunk, dst| {
                            match chunk {
                                Some(chunk) => transcoder.push(chunk, dst),
                                None => transcoder.finish(dst),
                            }
                        });
                    (pushed, transcoder.state())
                };
            let ((output, stop), state) = push(without_counts(wanted, tested.engine()));
            assert!(output == want.output, "nothing counted: {}", context());
            assert_eq!(
                stop.map(|error| (error.kind(), error.offset(), error.error_len())),
                last(&want).map(|told| (told.kind, told.offset, told.error_len)),
                "nothing counted: {}",
                context()
            );
            assert_eq!(
                (state.converted(), state.written(), state.replacements()),
                (want.converted, output.len() as u64, want.replacements),
                "nothing counted: {}",
                context()
            );

            // Nobody looks at the errors: the lossy kernels, if the policy is theirs. By the others a long
            // source would only go the same way twice.
            if wanted.policy != Policy::Replace && src.len() > 2000 {
                continue;
            }
            let ((output, stop), state) = push(transcoder(wanted, tested.engine()));
            assert!(output == want.output, "by the policy: {}", context());
            assert_eq!(stop.map(|error| told(&error)), last(&want), "by the policy: {}", context());
            assert_eq!(
                (state.converted(), state.replacements(), state.code_points()),
                (want.converted, want.replacements, want.code_points),
                "by the policy: {}",
                context()
            );
        }
    });
}

/// The error that has ended a stream.
fn last(want: &Outcome) -> Option<Told> {
    want.stopped.then(|| *want.errors.last().expect("an error has ended it"))
}
