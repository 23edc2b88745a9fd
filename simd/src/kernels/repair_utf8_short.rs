//! Lossy UTF-8 to UTF-8 of short sources.
//!
//! What stands in one is known from masks ([`super::few_lossy_utf8`]). A few subparts are replaced one by one, with a copy of
//! what is between; many by a window of [`super::repair_utf8`].

use core::mem::MaybeUninit;

use super::copy::copy_once;
use super::few_lossy_utf8::{Look, look};
use super::repair_utf8::{Progress, copy_rest};
use super::repair_windows_utf8::repair;
use super::subparts_utf8::{PADDED, WINDOW, padded};
use crate::backend::Parts;
use crate::fallback::form::Utf8;
use crate::fallback::{Error, Lossy};
use crate::vector::Wide;

/// So many are few.
const FEW: u32 = 4;

/// U+FFFD.
const REPLACEMENT: [MaybeUninit<u8>; 3] =
    [MaybeUninit::new(0xEF), MaybeUninit::new(0xBF), MaybeUninit::new(0xBD)];

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
    let done = if src.len() <= 16 { replaced(s.narrow(), src, dst) } else { replaced(s, src, dst) };
    match done {
        Some(done) => Ok(done),
        None => at.finish(from, src, to, dst),
    }
}

/// Converts a source that is ill-formed, if there is room.
#[inline(always)]
fn replaced<S: Wide>(s: S, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Option<Lossy> {
    let Look { seen, absent, .. } = look(s, src);
    let (mut bad, ill_formed) = (seen.bad >> absent, seen.ill_formed() >> absent);
    let replacements = bad.count_ones();
    if replacements > FEW {
        let (bytes, before) = padded(src);
        let mut window = Progress { read: before, ..Progress::default() };
        return repair(s, (&bytes, PADDED), dst, &mut window).then(|| window.done());
    }
    let (mut at, mut written) = (0, 0);
    while bad != 0 {
        let start = at + (ill_formed >> at).trailing_zeros() as usize;
        let room = dst.get_mut(written..written + (start - at) + 3)?;
        copy_once(&src[at..start], room);
        room[start - at..].copy_from_slice(&REPLACEMENT);
        written += room.len();
        at = bad.trailing_zeros() as usize + 1;
        bad &= bad - 1;
    }
    let room = dst.get_mut(written..written + (src.len() - at))?;
    copy_once(&src[at..], room);
    written += room.len();
    Some(Lossy { written, replacements: replacements as usize })
}
