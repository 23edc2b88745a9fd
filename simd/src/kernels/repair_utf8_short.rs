//! Lossy UTF-8 to UTF-8 of short sources, by one window of [`super::repair_utf8`] at the most.

use core::mem::MaybeUninit;

use super::repair_utf8::{Progress, copy_rest};
use super::repair_windows_utf8::repair;
use super::subparts_utf8::{FEW_BYTES, PADDED, WINDOW, padded};
use crate::backend::Parts;
use crate::fallback::form::Utf8;
use crate::fallback::{Error, Lossy};

/// See [`crate::Kernels`].
#[inline(always)]
pub(crate) fn utf8_to_utf8_lossy<S: Parts>(
    s: S,
    from: Utf8,
    src: &[u8],
    to: Utf8,
    dst: &mut [MaybeUninit<u8>],
) -> Result<Lossy, Error> {
    if src.len() > WINDOW {
        return s.utf8_to_utf8_lossy_any(from, src, to, dst);
    }
    let mut at = Progress::default();
    if copy_rest(s, src, dst, &mut at) {
        return Ok(at.done());
    }
    if src.len() > FEW_BYTES {
        let (bytes, before) = padded(src);
        let mut window = Progress { read: before, ..Progress::default() };
        if repair(s, (&bytes, PADDED), dst, &mut window) {
            return Ok(window.done());
        }
    }
    at.finish(from, src, to, dst)
}
