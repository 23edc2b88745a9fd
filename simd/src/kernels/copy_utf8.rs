//! UTF-8 to UTF-8: a copy of what is well-formed.
//!
//! A source is checked and copied in pieces, so that the copy reads from the nearest cache.

use core::mem::MaybeUninit;

use super::validate_utf8;
use crate::fallback::form::{Source, Str, Utf8};
use crate::fallback::{self, Error};
use crate::vector::Wide;

/// Bytes that are checked, and then copied.
const PIECE: usize = 8192;

/// See [`crate::Kernels`].
#[inline(always)]
pub(crate) fn utf8_to_utf8<S: Wide>(
    s: S,
    from: Utf8,
    src: &[u8],
    to: Utf8,
    dst: &mut [MaybeUninit<u8>],
) -> Result<usize, Error> {
    let done = copy_well_formed(s, src, dst);
    finish(from, src.len(), &src[done..], to, dst, done)
}

/// See [`crate::Kernels`].
#[inline(always)]
pub(crate) fn str_to_utf8<S: Wide>(
    _: S,
    from: Str,
    src: &str,
    to: Utf8,
    dst: &mut [MaybeUninit<u8>],
) -> Result<usize, Error> {
    let mut done = src.len().min(dst.len());
    while !src.is_char_boundary(done) {
        done -= 1;
    }
    copy(&src.as_bytes()[..done], dst);
    finish(from, src.len(), &src[done..], to, dst, done)
}

/// The result, if `done` of `len` bytes are copied and `rest` is left.
#[inline(always)]
fn finish<T: Source>(
    from: T,
    len: usize,
    rest: &T::Slice,
    to: Utf8,
    dst: &mut [MaybeUninit<u8>],
    done: usize,
) -> Result<usize, Error> {
    if done == len {
        return Ok(done);
    }
    match fallback::transcode(from, rest, to, &mut dst[done..]) {
        Ok(written) => Ok(done + written),
        Err(error) => Err(error.offset(done).with_output(done + error.written(), 0)),
    }
}

/// Copies `src` to the front of `dst`, which has room for it.
#[inline(always)]
fn copy(src: &[u8], dst: &mut [MaybeUninit<u8>]) {
    for (out, &byte) in dst[..src.len()].iter_mut().zip(src) {
        out.write(byte);
    }
}

/// Copies characters from the front of `src` until one is ill-formed or has no room, and returns their
/// length.
#[inline(always)]
pub(super) fn copy_well_formed<S: Wide>(s: S, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> usize {
    let src = &src[..src.len().min(dst.len())];
    let mut done = 0;
    while done < src.len() {
        let piece = &src[done..src.len().min(done + PIECE)];
        let good = match validate_utf8(s, piece) {
            Ok(()) => piece.len(),
            Err(error) => error.valid_up_to(),
        };
        copy(&piece[..good], &mut dst[done..]);
        done += good;
        // A piece that ends inside of a character is no error, if more follows.
        if good + 3 < piece.len() || good == 0 || piece.len() < PIECE {
            break;
        }
    }
    done
}
