//! Short sources of UTF-8, in a straight line: all of the source or nothing.
//!
//! ```text
//! up to Sink::SHORT bytes      every class in one way           Sink::short
//! up to 64, one and two bytes  one block, few registers         short_block
//! 65 to 512, ASCII in front    blocks that overlap              ascii_front; what is behind, as a source by itself
//! up to 128                    a block by its class, and one    two_blocks
//! up to 384                    by the highest class of all      few_blocks
//! ```
//!
//! A lossy conversion asks for `WHOLE`: at the first block with an error nothing more of it is wanted, since
//! [`super::few_lossy_utf8`] begins anew. In the strict one, where an error is the end, a branch in front
//! of what is written takes 24 to 64 bytes of Chinese from 8.8 ns to 11.8 (EPYC family 26 model 2, 2026-11-25).

use core::mem::MaybeUninit;

use super::bits::{count, first};
use super::decode_utf8::{Carry, decode, decode_as, two};
use super::from_utf8::{BLOCK, Into, Sink};
use super::windows_utf8::{Edge, Ring, Start};
use crate::kernels::text::Text;
use crate::x86::Avx512;

/// The units of a source of up to 64 bytes, or nothing. A longer one than [`Sink::SHORT`] has no sequences of more than
/// two.
#[inline(always)]
pub(super) fn short_block<S: Text, T: Sink>(
    s: Avx512,
    src: &[u8],
    to: T,
    dst: &mut [MaybeUninit<T::Unit>],
) -> Option<usize> {
    if src.len() <= T::SHORT {
        return to.short::<false, S>(s, src, dst).map(|done| done.written);
    }
    let bytes = s.load_first(src, src.len());
    let nonascii = bytes.sign8();
    let room = dst.len();
    if nonascii == 0 {
        to.short_ascii(s, src, bytes, dst);
        return (src.len() <= room).then_some(src.len());
    }
    if !T::LATIN1 && bytes.ge8(s.bytes(0xE0)) != 0 {
        return None;
    }
    let mut carry = Carry::default();
    let window = Ring { s, bytes };
    let ready = to.ready::<false>(s);
    let mut packer = Into::<_, false> { to, ready, dst, len: src.len() };
    let present = first(src.len());
    let found = two::<S, _, _>(s, &window, bytes, nonascii, present, &mut carry, &mut packer);
    let units = count(found.units);
    (found.bad == 0 && units <= room && !carry.is_open()).then_some(units)
}

/// Whether a source of up to 64 bytes has what [`short_block`] does not look at, so that it may be well-formed though
/// that gave nothing.
#[inline(always)]
pub(super) fn is_new_to_blocks<T: Sink>(s: Avx512, src: &[u8], _: T) -> bool {
    !T::LATIN1 && src.len() > T::SHORT && s.load_first(src, src.len()).ge8(s.bytes(0xE0)) != 0
}

/// The units of a source of up to 128 bytes, or nothing.
#[inline(always)]
fn two_blocks<const WHOLE: bool, S: Text, T: Sink>(
    s: Avx512,
    src: &[u8],
    to: T,
    dst: &mut [MaybeUninit<T::Unit>],
) -> Option<usize> {
    let mut carry = Carry::default();
    let len = src.len().min(BLOCK);
    let bytes = s.load_first(src, len);
    let room = dst.len();
    let ready = to.ready::<false>(s);
    let present = first(len);
    let found = if src.len() <= BLOCK {
        let mut packer = Into::<_, WHOLE, WHOLE> { to, ready, dst: &mut *dst, len };
        decode::<S, _, _>(s, &Ring { s, bytes }, present, &mut carry, &mut packer)
    } else {
        let mut packer = Into::<_, WHOLE> { to, ready, dst: &mut *dst, len };
        decode::<S, _, _>(s, &Start { s, bytes }, present, &mut carry, &mut packer)
    };
    if WHOLE && found.bad != 0 {
        return None;
    }
    let mut units = count(found.units);
    let mut bad = found.bad;
    if src.len() > BLOCK && units <= room {
        let len = src.len() - BLOCK;
        let mut packer = Into::<_, WHOLE> { to, ready, dst: &mut dst[units..], len };
        let window = Edge { s, src, at: BLOCK, bytes: s.load_first(&src[BLOCK..], len) };
        let found = decode::<S, _, _>(s, &window, first(len), &mut carry, &mut packer);
        units += count(found.units);
        bad |= found.bad;
    }
    (bad == 0 && units <= room && !carry.is_open()).then_some(units)
}

/// The units of a source of up to [`FEW`] blocks, or nothing. See above for `WHOLE`.
///
/// From three blocks on all of it goes the way of its highest class: there is no branch for each block, of which some
/// are not foretold, and little to set up. 150 to 200 bytes of Russian in 19.2 ns in place of 28.9, of Chinese in 23.5
/// in place of 34.0, of logs with a word here and there in 18.1 in place of 20.3. Two blocks lost 10 to 20 % to
/// [`two_blocks`] (EPYC family 25 model 17, 2026-11-24).
///
/// Lost: a branch for blocks that are ASCII. Logs of 200 bytes take 11.1 ns in place of 12.0 then, and of 500 bytes 24 in place of 27,
/// as long as the processor has learnt them; 200 bytes of Russian 23.1 in place of 20.8, of Chinese 27.4 in place of 24.8. Only
/// where the first block is sparse, the logs take 11.8 and 25.5, and Chinese of 64 bytes a tenth more (2026-11-28).
#[inline(always)]
pub(super) fn few_blocks<const WHOLE: bool, S: Text, T: Sink>(
    s: Avx512,
    src: &[u8],
    to: T,
    dst: &mut [MaybeUninit<T::Unit>],
) -> Option<usize> {
    if src.len() <= 2 * BLOCK {
        return two_blocks::<WHOLE, S, T>(s, src, to, dst);
    }
    let last = src.len() - BLOCK;
    let block = |i: usize| s.load(&src[last.min(BLOCK * i)..]);
    let highest = block(0).max8(block(1)).max8(block(2).max8(block(3)));
    let highest = highest.max8(block(4).max8(block(5)));
    if T::LATIN1 || highest.ge8(s.bytes(0xE0)) == 0 {
        blocks::<2, WHOLE, S, T>(s, src, to, dst)
    } else if highest.ge8(s.bytes(0xF0)) == 0 {
        blocks::<3, WHOLE, S, T>(s, src, to, dst)
    } else {
        blocks::<4, WHOLE, S, T>(s, src, to, dst)
    }
}

/// Blocks for [`few_blocks`].
pub(super) const FEW: usize = 6;

/// The units of a source of which no character is of a higher class, or nothing.
#[inline(always)]
fn blocks<const CLASS: u8, const WHOLE: bool, S: Text, T: Sink>(
    s: Avx512,
    src: &[u8],
    to: T,
    dst: &mut [MaybeUninit<T::Unit>],
) -> Option<usize> {
    let mut carry = Carry::default();
    let ready = to.ready::<false>(s);
    let (mut at, mut units, mut bad) = (0, 0, 0);
    while at < src.len() {
        let len = (src.len() - at).min(BLOCK);
        let window = Edge { s, src, at, bytes: s.load_first(&src[at..], len) };
        let mut packer = Into::<_, WHOLE> { to, ready, dst: dst.get_mut(units..)?, len };
        let present = first(len);
        let found = decode_as::<CLASS, S, _, _>(s, &window, present, &mut carry, &mut packer);
        if WHOLE && found.bad != 0 {
            return None;
        }
        units += count(found.units);
        bad |= found.bad;
        at += BLOCK;
    }
    (bad == 0 && units <= dst.len() && !carry.is_open()).then_some(units)
}

/// Converts ASCII at the front of a source of 65 to [`SHORT_ASCII`] bytes: whole blocks, or all of it. Nothing, if there is no room
/// for as many units as the source has bytes.
///
/// Logs of 200 and 500 bytes took 13.0 and 29 ns where all of it was begun anew behind the front, and take 12.0 and 27 (icelake
/// 10.9 and 22; EPYC family 25 model 17, 2026-11-28).
#[inline(always)]
pub(super) fn ascii_front<T: Sink>(
    s: Avx512,
    src: &[u8],
    to: T,
    dst: &mut [MaybeUninit<T::Unit>],
) -> usize {
    let Some(dst) = dst.get_mut(..src.len()) else { return 0 };
    let mut at = 0;
    let last = src.len() - BLOCK;
    loop {
        let bytes = s.load(&src[at..]);
        if bytes.sign8() != 0 {
            return at - at % BLOCK;
        }
        T::store(to.ascii(s, bytes), &mut dst[at..], BLOCK);
        if at == last {
            return src.len();
        }
        // The last block overlaps what is done.
        at = last.min(at + BLOCK);
    }
}

/// What is looked at for ASCII before anything is set up for other text.
pub(super) const SHORT_ASCII: usize = 512;
