//! UTF-8 validated, and its line feeds counted, piece by piece: the second look at a piece finds it in the nearest cache.

use super::{count_line_feeds_utf8, validate_utf8_any};
use crate::fallback::Error;
use crate::fallback::form::{Source as _, Utf8};
use crate::vector::Wide;

/// Bytes of a piece.
const PIECE: usize = 8192;

/// See [`crate::Kernels::validate_utf8_lines`].
#[inline(always)]
pub(crate) fn validate_utf8_lines<S: Wide>(s: S, src: &[u8]) -> Result<usize, Error> {
    let (mut at, mut line_feeds) = (0, 0);
    while at < src.len() {
        let rest = &src[at..];
        let piece = match rest.get(..PIECE) {
            Some(piece) => &piece[..PIECE - Utf8.incomplete_len(piece)],
            None => rest,
        };
        if validate_utf8_any(s, piece).is_err() {
            break;
        }
        line_feeds += count_line_feeds_utf8(s, piece);
        at += piece.len();
    }
    // What the end of a piece cuts may be the error that it seems, or another one: the rest of the source tells.
    if at < src.len() {
        validate_utf8_any(s, &src[at..]).map_err(|error| error.offset(at))?;
    }
    Ok(line_feeds)
}
