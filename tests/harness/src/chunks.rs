//! A source that comes in chunks, converted by the functions for whole slices.
//!
//! This is what an `Error` promises to whoever reads from a file or a socket:
//!
//! ```text
//! for each chunk:     text = what was carried over + the chunk
//!   transcode(text)   Ok:                    nothing to carry over
//!                     Incomplete, not last:  carry over text[error.read()..], at most 3 elements
//!                     OutputFull:            go on at error.read() with more room
//!                     else, strict:          stop at (elements of the chunks before) + error.read()
//!                     else, lossy:           replace error.error_len() elements, and go on
//! ```

use codeunit::ErrorKind;
use codeunit::encoding::TranscodeTo;

use crate::backends::Tested;
use crate::encodings::{SourceModel, TargetModel};
use crate::model::{Bad, Outcome, Policy};

/// Converts the elements of `src`, cut at `cuts` (in order, none behind the end), through an output of
/// `room` elements that is emptied whenever it is full. Offsets of the outcome are absolute.
///
/// # Panics
/// If a step makes no progress, or if more than three elements are carried over.
#[inline(never)]
pub fn in_chunks<S: SourceModel + TranscodeTo<T>, T: TargetModel>(
    tested: Tested,
    src: &[S::Unit],
    cuts: &[usize],
    room: usize,
    policy: Policy,
) -> (Outcome, Vec<T::Unit>) {
    let mut sum = Outcome { stop: None, read: 0, written: 0, replacements: 0 };
    let mut output = Vec::new();
    let mut dst = vec![T::FILL; room];
    let mut begin = 0;
    for (index, end) in cuts.iter().copied().chain([src.len()]).enumerate() {
        let last = index == cuts.len();
        loop {
            // The chunk behind what is carried over, in memory of its own.
            let text = src[begin..end].to_vec();
            let text = S::view(&text).expect("any elements are a source");
            let result = tested.transcode::<S, T>(text, &mut dst);
            let step = Outcome::strict(result, end - begin);
            output.extend_from_slice(&dst[..step.written]);
            begin += step.read;
            let Some(stop) = step.stop else { break };
            match stop {
                Bad { kind: ErrorKind::OutputFull, .. } => {
                    assert!(step.read > 0, "no progress with room for the longest character");
                }
                Bad { error_len: None, .. } if !last => {
                    assert!(end - begin <= 3, "{} elements are carried over", end - begin);
                    break;
                }
                stop if policy == Policy::Strict => {
                    return (
                        Outcome { stop: Some(stop), read: begin, written: output.len(), ..sum },
                        output,
                    );
                }
                Bad { error_len, .. } => {
                    // What cannot be finished any more is one subpart.
                    begin += error_len.map_or(end - begin, usize::from);
                    assert!(
                        T::put(T::REPLACEMENT, &mut output),
                        "every target has its replacement"
                    );
                    sum.replacements += 1;
                }
            }
        }
    }
    (Outcome { read: begin, written: output.len(), ..sum }, output)
}
