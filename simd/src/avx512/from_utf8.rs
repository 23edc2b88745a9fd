//! Conversion from UTF-8: the loop over blocks, and what ends it.

use core::mem::MaybeUninit;

use super::bits::{count, first, nth};
use super::decode_utf8::{Carry, Found, Packer, Planes, decode};
use super::wide::Z;
use super::windows_utf8::{Edge, Inside};
use crate::fallback::form::Target;
use crate::fallback::{self, Lossy};
use crate::kernels::copy::line_before;
use crate::kernels::text::Text;
use crate::x86::Avx512;

/// Bytes of a block.
pub(super) const BLOCK: usize = 64;

/// A target that takes the units of a block as vectors.
pub(super) trait Sink: Target {
    /// See [`Packer::PAIRS`].
    const PAIRS: bool = false;
    /// See [`Packer::LATIN1`].
    const LATIN1: bool = false;
    /// The low byte of a replacement: of U+FFFD, or `?`.
    const LOW_OF_REPLACEMENT: u8 = if Self::LATIN1 { b'?' } else { 0xFD };
    /// Units of a block, the first at the lowest address.
    type Packed: Copy;
    /// What is loaded before the first block.
    type Ready: Copy;

    /// Up to how many bytes a source is for [`Sink::short`].
    const SHORT: usize = 0;

    /// Converts a short source, or nothing: if it is ill-formed, unless `LOSSY`, or if there is no room.
    #[inline(always)]
    fn short<const LOSSY: bool, S: Text>(
        self,
        _: Avx512,
        _: &[u8],
        _: &mut [MaybeUninit<Self::Unit>],
    ) -> Option<Lossy> {
        None
    }

    /// The units of up to 64 bytes of ASCII, or as many as there is room for. `bytes` are those of `src`.
    #[inline(always)]
    fn short_ascii(self, s: Avx512, src: &[u8], bytes: Z, dst: &mut [MaybeUninit<Self::Unit>]) {
        Self::store_first(self.ascii(s, bytes), dst, src.len());
    }

    /// What [`Sink::pack`] wants, of one block or two or of many.
    fn ready<const MANY: bool>(self, s: Avx512) -> Self::Ready;

    /// 64 ASCII bytes.
    fn ascii(self, s: Avx512, bytes: Z) -> Self::Packed;
    /// 64 bytes of ASCII, but for those at `bad`, each of which is a subpart.
    fn ascii_or_bad(self, s: Avx512, bytes: Z, bad: u64) -> Self::Packed;
    /// 64 ASCII bytes from memory, by loads that widen, and the bits that are set in any unit: what is not ASCII
    /// has the sign bit of a byte. A load for the test besides them would be the only one: the compiler
    /// takes the others out of it, with a shuffle each.
    fn ascii_of(self, s: Avx512, block: &[u8; BLOCK]) -> (Self::Packed, Z);
    /// The units at `ends`; see [`Packer::pack`].
    fn pack<const CLASS: u8>(
        self,
        s: Avx512,
        ready: Self::Ready,
        planes: Planes,
        ends: u64,
    ) -> Self::Packed;
    /// Writes `n` units, and possibly more, up to 64, at the front of `dst`, which has room for 64.
    fn store(packed: Self::Packed, dst: &mut [MaybeUninit<Self::Unit>], n: usize);
    /// Writes the first `n` units, or as many as `dst` has.
    fn store_first(packed: Self::Packed, dst: &mut [MaybeUninit<Self::Unit>], n: usize);
}

/// Writes where there is room for every unit of a block; if `WHOLE`, nothing of an ill-formed block.
struct Roomy<'a, T: Sink, const WHOLE: bool> {
    to: T,
    ready: T::Ready,
    dst: &'a mut [MaybeUninit<T::Unit>],
}

impl<T: Sink, const WHOLE: bool> Packer for Roomy<'_, T, WHOLE> {
    const PAIRS: bool = T::PAIRS;
    const LATIN1: bool = T::LATIN1;
    const WHOLE: bool = WHOLE;

    #[inline(always)]
    fn ascii(&mut self, s: Avx512, bytes: Z) {
        T::store(self.to.ascii(s, bytes), self.dst, BLOCK);
    }

    #[inline(always)]
    fn pack<const CLASS: u8>(&mut self, s: Avx512, planes: Planes, ends: u64) {
        T::store(self.to.pack::<CLASS>(s, self.ready, planes, ends), self.dst, count(ends));
    }
}

/// Writes as many units as there are, and as there is room for; if `WHOLE`, none of an ill-formed block.
pub(super) struct Into<'a, T: Sink, const WHOLE: bool, const CLASS_LAST: bool = false> {
    pub(super) to: T,
    pub(super) ready: T::Ready,
    pub(super) dst: &'a mut [MaybeUninit<T::Unit>],
    /// Bytes of the block.
    pub(super) len: usize,
}

impl<T: Sink, const WHOLE: bool, const CLASS_LAST: bool> Into<'_, T, WHOLE, CLASS_LAST> {
    #[inline(always)]
    fn put(&mut self, units: T::Packed, n: usize) {
        // A mask takes some instructions and some cycles; the branch goes the same way nearly always.
        if self.dst.len() >= BLOCK {
            T::store(units, self.dst, n);
        } else {
            T::store_first(units, self.dst, n);
        }
    }
}

impl<T: Sink, const WHOLE: bool, const CLASS_LAST: bool> Packer for Into<'_, T, WHOLE, CLASS_LAST> {
    const PAIRS: bool = T::PAIRS;
    const LATIN1: bool = T::LATIN1;
    const WHOLE: bool = WHOLE;
    const CLASS_LAST: bool = CLASS_LAST;

    #[inline(always)]
    fn ascii(&mut self, s: Avx512, bytes: Z) {
        self.put(self.to.ascii(s, bytes), self.len);
    }

    #[inline(always)]
    fn pack<const CLASS: u8>(&mut self, s: Avx512, planes: Planes, ends: u64) {
        self.put(self.to.pack::<CLASS>(s, self.ready, planes, ends), count(ends));
    }
}

/// How far a conversion came: to the end of the source, or to a character that cannot be read or
/// written, or that has no room.
#[derive(Clone, Copy, Default)]
pub(crate) struct Stop {
    /// Bytes of the source.
    pub(super) read: usize,
    /// Units of the output.
    pub(super) written: usize,
}

/// Converts whole blocks of ASCII at the front of `src`, as far as there is room for them, and returns
/// their length.
#[inline(always)]
pub(super) fn ascii_run<T: Sink>(
    s: Avx512,
    src: &[u8],
    to: T,
    dst: &mut [MaybeUninit<T::Unit>],
) -> usize {
    let mut run = 0;
    while let Some([a, b]) = src[run..].as_chunks::<BLOCK>().0.first_chunk::<2>()
        && let Some(room) = dst[run..].get_mut(..2 * BLOCK)
    {
        let ((a, bits_of_a), (b, bits_of_b)) = (to.ascii_of(s, a), to.ascii_of(s, b));
        if bits_of_a.or(bits_of_b).sign8() != 0 {
            break;
        }
        T::store(a, &mut room[..BLOCK], BLOCK);
        T::store(b, &mut room[BLOCK..], BLOCK);
        run += 2 * BLOCK;
    }
    if let Some(block) = src[run..].first_chunk::<BLOCK>()
        && let Some(room) = dst[run..].get_mut(..BLOCK)
    {
        let bytes = s.array(block);
        if bytes.sign8() == 0 {
            T::store(to.ascii(s, bytes), room, BLOCK);
            run += BLOCK;
        }
    }
    run
}

/// The same for a source of which it is the beginning: a long run is stored within cache lines. Between blocks that are not
/// ASCII that takes registers from those (three bytes to UTF-16 1.13 times as long: EPYC family 25 model 17, 2026-11-26).
#[inline(always)]
pub(super) fn first_ascii_run<T: Sink>(
    s: Avx512,
    src: &[u8],
    to: T,
    dst: &mut [MaybeUninit<T::Unit>],
) -> usize {
    let mut run = ascii_run(s, src.get(..LINED).unwrap_or(src), to, dst);
    if run == LINED {
        run = line_before(dst, run);
        let ahead = dst.as_ptr().addr().wrapping_sub(src.as_ptr().addr()) % 4096;
        let (rest, room) = (&src[run..], &mut dst[run..]);
        run += if size_of::<T::Unit>() == 1 && rest.len() >= FAR && !(1..=AHEAD).contains(&ahead) {
            ascii_singly(s, rest, to, room)
        } else {
            ascii_run(s, rest, to, room)
        };
    }
    run
}

/// Bytes of a run behind which its stores are within cache lines.
const LINED: usize = 16 * BLOCK;
/// Bytes of a source that is copied block by block behind that: as in `swap::into`, two a step are slower where not all is in
/// the first-level cache. Where it is, they are 1.13 times as fast (EPYC family 25 model 17, 2026-11-26).
const FAR: usize = 16 << 10;
/// But not if the output is less than this ahead of the source in the lowest twelve bits of their addresses: then a load waits
/// for a store of the step before, and two a step are 1.2 to 1.4 times as fast.
const AHEAD: usize = 2 * BLOCK;

/// [`ascii_run`] with a block a step.
#[inline(always)]
fn ascii_singly<T: Sink>(s: Avx512, src: &[u8], to: T, dst: &mut [MaybeUninit<T::Unit>]) -> usize {
    let mut run = 0;
    while let Some(block) = src[run..].first_chunk::<BLOCK>()
        && let Some(room) = dst[run..].get_mut(..BLOCK)
    {
        let bytes = s.array(block);
        if bytes.sign8() != 0 {
            break;
        }
        T::store(to.ascii(s, bytes), room, BLOCK);
        run += BLOCK;
    }
    run
}

/// Converts `src` as far as it goes.
///
/// ```text
/// ASCII in blocks
/// while there is source:
///     while 3 bytes stand before and 64 follow:   a block, with plain loads
///     the first block, or the last:               masked ones
/// at a bad byte, or where the room ends:          cut there
/// ```
#[inline(always)]
pub(super) fn advance<S: Text, T: Sink>(
    s: Avx512,
    src: &[u8],
    to: T,
    dst: &mut [MaybeUninit<T::Unit>],
) -> Stop {
    let mut carry = Carry::default();
    let mut read = first_ascii_run(s, src, to, dst);
    let mut written = read;
    if read > 0
        && src.len() - read < BLOCK
        && let Some(room) = dst.get_mut(src.len() - BLOCK..src.len())
    {
        // The last block overlaps what is done, which is ASCII.
        let bytes = s.load(&src[src.len() - BLOCK..]);
        if bytes.sign8() == 0 {
            T::store(to.ascii(s, bytes), room, BLOCK);
            return Stop { read: src.len(), written: src.len() };
        }
    }
    let ready = to.ready::<true>(s);
    loop {
        let mut at = Stop { read, written };
        if let Some(found) = inside::<false, S, _>(s, src, to, dst, ready, &mut carry, &mut at) {
            return cut::<T>(s, src, at, BLOCK, carry, found);
        }
        (read, written) = (at.read, at.written);
        if read >= 3 {
            // The room ends soon: the same with masked stores.
            while let Some(bytes) = src[read - 3..].first_chunk::<{ 3 + BLOCK }>()
                && dst.len() - written < BLOCK
            {
                let before = carry;
                let room = dst.len() - written;
                let window = Inside { s, bytes };
                let mut packer =
                    Into::<_, false> { to, ready, dst: &mut dst[written..], len: BLOCK };
                let found = decode::<S, _, _>(s, &window, !0, &mut carry, &mut packer);
                let units = count(found.units);
                if found.bad != 0 || units > room {
                    return cut::<T>(s, src, Stop { read, written }, room, before, found);
                }
                read += BLOCK;
                written += units;
            }
        }
        let len = (src.len() - read).min(BLOCK);
        if len == 0 {
            if !carry.is_open() {
                return Stop { read, written };
            }
            return cut::<T>(s, src, Stop { read, written }, 0, carry, Found::default());
        }
        let before = carry;
        let room = dst.len() - written;
        let mut packer = Into::<_, false> { to, ready, dst: &mut dst[written..], len };
        let window = Edge { s, src, at: read, bytes: s.load_first(&src[read..], len) };
        let found = decode::<S, _, _>(s, &window, first(len), &mut carry, &mut packer);
        let units = count(found.units);
        if found.bad != 0 || units > room {
            return cut::<T>(s, src, Stop { read, written }, room, before, found);
        }
        read += len;
        written += units;
    }
}

/// Converts blocks from `at` on, as long as 3 bytes stand before and 64 follow and there is room for 64 units. One that
/// has an error is returned, and `carry` and `at` are those in front of it. Of `WHOLE` see [`Roomy`].
#[inline(always)]
pub(super) fn inside<const WHOLE: bool, S: Text, T: Sink>(
    s: Avx512,
    src: &[u8],
    to: T,
    dst: &mut [MaybeUninit<T::Unit>],
    ready: T::Ready,
    carry: &mut Carry,
    at: &mut Stop,
) -> Option<Found> {
    if at.read < 3 {
        return None;
    }
    let mut rest = &src[at.read - 3..];
    let all = dst.len();
    let mut free = &mut dst[at.written..];
    let mut bad = None;
    while let Some(bytes) = rest.first_chunk::<{ 3 + BLOCK }>()
        && let Some(room) = free.get_mut(..BLOCK)
    {
        let before = *carry;
        let window = Inside { s, bytes };
        let mut packer = Roomy::<_, WHOLE> { to, ready, dst: room };
        let found = decode::<S, _, _>(s, &window, !0, carry, &mut packer);
        if found.bad != 0 {
            *carry = before;
            bad = Some(found);
            break;
        }
        rest = &rest[BLOCK..];
        free = &mut free[count(found.units)..];
        if found.ascii {
            let run = ascii_run(s, &rest[3..], to, free);
            rest = &rest[run..];
            free = &mut free[run..];
        }
    }
    *at = Stop { read: src.len() + 3 - rest.len(), written: all - free.len() };
    bad
}

/// Where a conversion stops in a block that begins at `at`, behind the last character that is
/// well-formed and has room. The units are written.
#[inline(always)]
fn cut<T: Sink>(s: Avx512, src: &[u8], at: Stop, room: usize, before: Carry, found: Found) -> Stop {
    let stop = (found.bad.trailing_zeros() as usize).min(nth(s, found.units, room));
    let good = found.chars & first(stop);
    if good != 0 {
        let len = BLOCK - good.leading_zeros() as usize;
        return Stop { read: at.read + len, written: at.written + count(found.units & first(len)) };
    }
    if !before.is_open() {
        return at;
    }
    // The high surrogate of a pair is taken back.
    let pair = usize::from(T::PAIRS && before.is_after_third());
    Stop { read: fallback::open_from(src, at.read), written: at.written - pair }
}
