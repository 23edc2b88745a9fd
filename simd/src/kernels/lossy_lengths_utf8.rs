//! The lengths of what a lossy conversion from UTF-8 writes, from masks alone.

use super::subparts_utf8::{Open, Seen, WINDOW, look};
use crate::fallback::form::{Latin1, Target, Utf8, Utf16};
use crate::fallback::{self, ByteOrder};
use crate::vector::{Bytes, Wide};

/// What a window counts for.
trait Units: Target {
    fn of(seen: Seen) -> u32;
}

/// Latin-1 has one unit for each character and for a replacement: code points.
impl Units for Latin1 {
    #[inline(always)]
    fn of(seen: Seen) -> u32 {
        (seen.good() | seen.bad).count_ones()
    }
}

impl Units for Utf16 {
    #[inline(always)]
    fn of(seen: Seen) -> u32 {
        (seen.good() | seen.bad).count_ones() + seen.ends[3].count_ones()
    }
}

/// A character of two bytes counts one more, …
impl Units for Utf8 {
    #[inline(always)]
    fn of(seen: Seen) -> u32 {
        let [one, two, three, four] = seen.ends;
        let (three, four) = ((three | seen.bad).count_ones(), four.count_ones());
        one.count_ones() + 2 * two.count_ones() + 3 * three + 4 * four
    }
}

/// The units of `src`; windows of ASCII count as they are long. What does not fit into `usize` wraps.
#[inline(always)]
fn sum<S: Wide, T: Units>(s: S, src: &[u8], to: T) -> usize {
    if src.len() <= WINDOW {
        return fallback::len_lossy(Utf8, src, to);
    }
    let (mut total, mut at) = (0_usize, 0);
    let mut open = Open::default();
    while src.len() - at > WINDOW {
        let mut any = s.load(&src[at..]);
        let mut lane = S::Bytes::LANES;
        while lane < WINDOW {
            any = any | s.load(&src[at + lane..]);
            lane += S::Bytes::LANES;
        }
        if !any.any_high_bit() && !open.any() {
            at += WINDOW;
            let ascii = s.ascii_blocks_len(&src[at..src.len() - 1]);
            total = total.wrapping_add(WINDOW + ascii);
            at += ascii;
            continue;
        }
        total = total.wrapping_add(T::of(look(s, src, at, 0, &mut open)) as usize);
        at += WINDOW;
    }
    // The last window overlaps what is counted.
    let last = src.len() - WINDOW;
    total.wrapping_add(T::of(look(s, src, last, at - last, &mut open)) as usize)
}

/// See [`crate::Kernels::count_utf8_lossy`].
#[inline(always)]
pub(crate) fn count_utf8_lossy<S: Wide>(s: S, src: &[u8]) -> usize {
    sum(s, src, Latin1)
}

/// See [`crate::Kernels::utf16_len_from_utf8_lossy`].
#[inline(always)]
pub(crate) fn utf16_len_from_utf8_lossy<S: Wide>(s: S, src: &[u8]) -> usize {
    sum(s, src, Utf16(ByteOrder::NATIVE))
}

/// See [`crate::Kernels::utf8_len_from_utf8_lossy`].
#[inline(always)]
pub(crate) fn utf8_len_from_utf8_lossy<S: Wide>(s: S, src: &[u8]) -> usize {
    sum(s, src, Utf8)
}
