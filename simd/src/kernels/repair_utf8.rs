//! Lossy UTF-8 to UTF-8: a copy of what is well-formed, and U+FFFD for each maximal subpart that is not.
//!
//! A block is written as it is checked. Where the check of four vectors fails, what is ill-formed in them is replaced by
//! itself ([`super::repair_single_utf8`]), if it is little. Otherwise windows of 64 bytes go on until one behind them is
//! clean ([`super::repair_windows_utf8`]). One of ASCII is only copied.

use core::mem::MaybeUninit;

use super::ascii::copy_ascii;
use super::copy::copy_once;
use super::repair_single_utf8::replace_singles;
use super::repair_windows_utf8::{FEW, ascii_window, many, repair};
use super::validate_utf8::{Out, check_blocks, error_from};
use super::violations::Tables;
use crate::backend::Parts;
use crate::fallback::form::Utf8;
use crate::fallback::{self, Error, Lossy};
use crate::vector::{Bytes, Vector, Wide};

/// What is no longer is checked first, and then copied.
const SHORT: usize = 512;

/// So much ASCII is worth a call, even without an error in it.
const WORTH: usize = 512;

/// Behind less, so many blocks with an error are not tried that way: logs of which a character in a hundred is not ASCII, with
/// an error in 1024 bytes, were at 0.89 of simdutf with AVX2 and 0.90 with SSE4.1, and are at 0.98 and 0.96 (by 8 blocks 0.975
/// and 0.95; EPYC family 25 model 17, 2026-11-27).
const SPARED: u32 = 64;

/// Copies blocks from the front of `src`, and single errors among them as replacements. Returns whether there is something
/// ill-formed in what is not copied, in the four vectors and three bytes behind. What is done ends with a character.
#[inline(always)]
fn copy_blocks<S: Parts>(s: S, src: &[u8], dst: &mut [MaybeUninit<u8>], at: &mut Progress) -> bool {
    let lanes = S::Bytes::LANES;
    let tables = Tables::new(s);
    let done = at.read;
    if done == 0 && src.len() >= 4 * lanes && dst.len() >= 4 * lanes {
        let first = s.load(src);
        if tables.errors_at_start(first).any() {
            return true;
        }
        first.store(dst);
        (at.read, at.written) = (lanes, lanes);
    }
    // Otherwise it is behind a window.
    if at.read < 3 {
        return false;
    }
    let mut calm = 0_u32;
    loop {
        // ASCII, behind which nothing is open, is worth a call, unless other text is never far.
        calm = calm.saturating_sub(1);
        if calm == 0
            && src[at.read - 1] < 0x80
            && let Some(bytes) = src[at.read..].get(..2 * lanes)
            && !(s.load(bytes) | s.load(&bytes[lanes..])).any_high_bit()
        {
            let done = s.utf8_repair_ascii(&src[at.read..], &mut dst[at.written..]);
            at.read += done.read;
            at.written += done.written;
            at.replacements += done.replacements;
            if done.replacements == 0 && done.read < WORTH {
                calm = SPARED;
            }
            if !done.closed {
                return true;
            }
        }
        let fits = src.len().min(at.read + (dst.len() - at.written));
        let mut copy = Copied { dst: &mut dst[at.written..], from: at.read };
        let (end, bad) = check_blocks(s, tables, &src[..fits], at.read, &mut copy);
        at.written += end - at.read;
        at.read = end;
        if !bad || !replace_singles(s, tables, src, dst, at) {
            let start = fallback::open_from(src, at.read).max(done);
            at.written -= at.read - start;
            at.read = start;
            return bad;
        }
    }
}

/// Blocks are written at the front of `dst`, which has room for what stands `from` on in the source.
struct Copied<'a> {
    dst: &'a mut [MaybeUninit<u8>],
    from: usize,
}

impl Out for Copied<'_> {
    #[inline(always)]
    fn put<V: Vector>(&mut self, at: usize, [v0, v1, v2, v3]: [V; 4]) {
        let room = &mut self.dst[at - self.from..][..4 * V::LANES];
        v0.store(room);
        v1.store(&mut room[V::LANES..]);
        v2.store(&mut room[2 * V::LANES..]);
        v3.store(&mut room[3 * V::LANES..]);
    }

    #[inline(always)]
    fn ascii<S: Wide>(&mut self, s: S, behind: &[u8], at: usize) -> usize {
        copy_ascii(s, behind, &mut self.dst[at - self.from..])
    }
}

/// Any source of more than 64 bytes.
#[inline(always)]
pub(crate) fn utf8_to_utf8_lossy_any<S: Parts>(
    s: S,
    from: Utf8,
    src: &[u8],
    to: Utf8,
    dst: &mut [MaybeUninit<u8>],
) -> Result<Lossy, Error> {
    let mut at = Progress::default();
    loop {
        let long = src.len() - at.read > SHORT;
        if !(long && copy_blocks(s, src, dst, &mut at)) && copy_rest(s, src, dst, &mut at) {
            return Ok(at.done());
        }
        // Somewhere before this there is an error.
        let behind = at.read + 4 * S::Bytes::LANES + 3;
        let mut few = true;
        loop {
            if at.read == src.len() {
                return Ok(at.done());
            }
            if few && ascii_window(s, src, dst, &mut at) {
                if at.read >= behind {
                    break;
                }
                continue;
            }
            let before = at.replacements;
            if !repair(s, (src, src.len()), &mut dst[at.written..], &mut at) {
                return at.finish(from, src, to, dst);
            }
            if at.replacements == before && at.read >= behind {
                break;
            }
            // Among many errors there is no ASCII.
            few = at.replacements - before < 2;
            if at.replacements - before > FEW as usize {
                many(s, src, dst, &mut at);
            }
        }
    }
}

/// Copies the rest, if it has room, up to where something is ill-formed, and returns whether that is all.
#[inline(always)]
pub(super) fn copy_rest<S: Wide>(
    s: S,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    at: &mut Progress,
) -> bool {
    let rest = &src[at.read..];
    if rest.len() > dst.len() - at.written {
        return false;
    }
    let good = match error_from(s, rest) {
        Some(error) => fallback::open_from(rest, error),
        None => rest.len(),
    };
    copy_once(&rest[..good], &mut dst[at.written..]);
    at.read += good;
    at.written += good;
    good == rest.len()
}

/// How far a lossy conversion came: always to the beginning of a character or a subpart.
#[derive(Clone, Copy, Default)]
pub(super) struct Progress {
    pub(super) read: usize,
    pub(super) written: usize,
    pub(super) replacements: usize,
}

impl Progress {
    #[inline(always)]
    pub(super) fn done(self) -> Lossy {
        Lossy { written: self.written, replacements: self.replacements }
    }

    /// The scalar path for the rest.
    #[inline(always)]
    pub(super) fn finish(
        self,
        from: Utf8,
        src: &[u8],
        to: Utf8,
        dst: &mut [MaybeUninit<u8>],
    ) -> Result<Lossy, Error> {
        match fallback::transcode_lossy(from, &src[self.read..], to, &mut dst[self.written..]) {
            Ok(Lossy { written, replacements }) => Ok(Lossy {
                written: self.written + written,
                replacements: self.replacements + replacements,
            }),
            Err(error) => {
                let written = self.written + error.written();
                let replacements = self.replacements + error.replacements();
                Err(error.offset(self.read).with_output(written, replacements))
            }
        }
    }
}
