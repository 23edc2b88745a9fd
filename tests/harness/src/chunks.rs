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
//!                     Incomplete, last:      the lossy conversion of these, at most 3 elements
//! ```

use codeunit::ErrorKind;

use crate::backends::Tested;
use crate::model::{Bad, Outcome, Policy};
use crate::pair::Pair;

/// Converts `src`, cut at `cuts` (in order, none behind the end), through an output of `room` elements
/// that is emptied whenever it is full. Offsets of the outcome are absolute.
///
/// # Panics
/// If a step makes no progress, or if more than three elements are carried over.
pub fn in_chunks<U: Copy, V: Copy>(
    pair: &Pair<U, V>,
    tested: Tested,
    src: &[U],
    cuts: &[usize],
    room: usize,
    policy: Policy,
) -> (Outcome, Vec<V>) {
    let mut output = Vec::new();
    let mut dst = vec![pair.to.fill; room];
    let (mut begin, mut replacements) = (0, 0);
    for (index, end) in cuts.iter().copied().chain([src.len()]).enumerate() {
        let last = index == cuts.len();
        loop {
            // What was carried over and the chunk, in memory of their own.
            let text = src[begin..end].to_vec();
            let step = pair.run(tested, Policy::Strict, &text, &mut dst);
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
                    let written = output.len();
                    let sum = Outcome { stop: Some(stop), read: begin, written, replacements };
                    return (sum, output);
                }
                Bad { error_len: Some(len), .. } => {
                    begin += usize::from(len);
                    let put = (pair.to.put)(pair.to.replacement, &mut output);
                    assert!(put, "every target has its replacement");
                    replacements += 1;
                }
                // What the end of the source cuts: one subpart, or a high surrogate and a byte.
                Bad { error_len: None, .. } => {
                    let mut dst = [pair.to.fill; 8];
                    let rest = pair.run(tested, Policy::Lossy, &src[begin..], &mut dst);
                    output.extend_from_slice(&dst[..rest.written]);
                    replacements += rest.replacements;
                    begin = end;
                    break;
                }
            }
        }
    }
    let written = output.len();
    (Outcome { stop: None, read: begin, written, replacements }, output)
}
