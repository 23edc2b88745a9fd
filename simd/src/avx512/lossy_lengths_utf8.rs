//! The lengths of what a lossy conversion from UTF-8 writes, from masks alone.

use super::bits::{count, first};
use super::decode_utf8::Window;
use super::from_utf8::BLOCK;
use super::subparts_utf8::{Open, Seen, look};
use super::windows_utf8::{Edge, Inside};
use crate::x86::Avx512;

/// The sum of `of` over the blocks of `src`; those of ASCII count as they are long. What does not fit into `usize` wraps.
#[inline(always)]
fn sum(s: Avx512, src: &[u8], of: impl Fn(&Seen) -> usize) -> usize {
    let (mut total, mut at) = (0_usize, 0);
    let mut open = Open::default();
    while at < src.len() {
        if at >= 3
            && let Some(bytes) = src[at - 3..].first_chunk::<{ 4 + BLOCK }>()
        {
            let window = Inside { s, bytes: bytes.first_chunk().expect("67 of 68 bytes") };
            at += BLOCK;
            if window.back::<0>().sign8() == 0 && !open.any() {
                total = total.wrapping_add(BLOCK);
                continue;
            }
            let next = Some([bytes[2 + BLOCK], bytes[3 + BLOCK]]);
            total = total.wrapping_add(of(&look(s, &window, !0, next, &mut open)));
            continue;
        }
        let len = BLOCK.min(src.len() - at);
        let bytes = s.load_first(&src[at..], len);
        let next = src[at..].get(BLOCK - 1..=BLOCK).map(|next| [next[0], next[1]]);
        let window = Edge { s, src, at, bytes };
        total = total.wrapping_add(of(&look(s, &window, first(len), next, &mut open)));
        at += len;
    }
    total
}

/// See [`crate::Kernels::count_utf8_lossy`].
#[inline(always)]
pub(crate) fn count_utf8_lossy(s: Avx512, src: &[u8]) -> usize {
    sum(s, src, |seen| count(seen.chars))
}

/// See [`crate::Kernels::utf16_len_from_utf8_lossy`].
#[inline(always)]
pub(crate) fn utf16_len_from_utf8_lossy(s: Avx512, src: &[u8]) -> usize {
    sum(s, src, |seen| count(seen.chars) + count(seen.ends[2] & seen.chars))
}

/// See [`crate::Kernels::utf8_len_from_utf8_lossy`]: a character of two bytes counts one more, …
#[inline(always)]
pub(crate) fn utf8_len_from_utf8_lossy(s: Avx512, src: &[u8]) -> usize {
    sum(s, src, |seen| {
        let [two, three, four] = seen.ends;
        let (two, three) = (count(two & seen.chars), count(three & seen.chars));
        let four = count(four & seen.chars);
        count(seen.chars) + two + 2 * three + 3 * four + 2 * count(seen.bad)
    })
}
