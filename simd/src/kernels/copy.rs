//! Copies of bytes: by `memcpy`, and by steps.

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
