//! What no kernel converts, by a transcoder.

use alloc::vec::Vec;

use crate::output::append;
use crate::{Error, ErrorKind, Lossy, Status, StreamError, Transcoder};

/// Appends the conversion of a whole source, with as much room as [`append`] makes for it; for a short one `likely_len`.
///
/// # Errors
/// The first one, if the policy is strict. All before it is in `out`.
pub(super) fn convert(
    transcoder: &mut Transcoder,
    src: &[u8],
    likely_len: usize,
    out: &mut Vec<u8>,
) -> Result<(), StreamError> {
    let mut failed = None;
    let stopped = |kind, read, written| Error::new(kind, read, Some(0)).with_output(written, 0);
    // An end of the other encodings is never longer, with the escape sequences of ISO-2022-JP.
    let most_len = |len: usize| len.saturating_mul(4).saturating_add(64);
    let done = append(
        out,
        src.len(),
        || likely_len,
        most_len,
        |read, dst| {
            let step = transcoder.push_uninit(&src[read..], dst);
            match step.status {
                Status::InputEmpty => Ok(Lossy { written: step.written, replacements: 0 }),
                Status::OutputFull => Err(stopped(ErrorKind::OutputFull, step.read, step.written)),
                Status::IllFormed(error) => {
                    failed = Some(error);
                    Err(stopped(error.kind(), step.read, step.written))
                }
            }
        },
    );
    match failed {
        Some(error) => Err(error),
        None => {
            debug_assert!(done.is_ok(), "the output grows until nothing is left");
            transcoder.extend_finish(out)
        }
    }
}
