//! Lossy conversion from UTF-8 where there are errors: a replacement is a unit like any other.

use core::mem::MaybeUninit;

use super::bits::{count, first, gather, nth};
use super::damaged_ascii::ascii_or_bad;
use super::decode_utf8::{A_OR_B_AND_C, Carry, Planes, Window, decode, high, low};
use super::few_lossy_utf8::NEAR;
use super::from_utf8::{BLOCK, Into, Sink, Stop, first_ascii_run, inside};
use super::subparts_utf8::{Open, Seen, look};
use super::windows_utf8::{Edge, Inside};
use crate::fallback;
use crate::fallback::form::Utf8;
use crate::x86::Avx512;

/// Of a rest longer than [`NEAR`] so few bytes of its first block have to be other than ASCII.
const SPARSE: usize = 8;

/// Up to so many blocks without an error are waited for where errors are near to each other.
const MOST: usize = 8;

/// How far a lossy conversion came.
#[derive(Clone, Copy, Default)]
pub(crate) struct LossyStop {
    /// Where.
    pub(super) at: Stop,
    /// Replacements written.
    pub(super) replacements: usize,
    /// Why.
    pub(super) end: End,
}

impl LossyStop {
    /// How far it is if the rest of the source, and of the room, comes so far.
    #[inline(always)]
    pub(super) fn then(self, rest: Self) -> Self {
        let at =
            Stop { read: self.at.read + rest.at.read, written: self.at.written + rest.at.written };
        Self { at, replacements: self.replacements + rest.replacements, end: rest.end }
    }
}

/// Why a lossy conversion stopped.
#[derive(Clone, Copy, Default, PartialEq)]
pub(super) enum End {
    /// That is all.
    #[default]
    Source,
    /// There was no room for what is next.
    Room,
    /// There is an error, and little behind it.
    Near,
}

/// Converts `src`, with a replacement for each maximal subpart that is ill-formed, as far as there is room.
///
/// ```text
/// well-formed:   blocks as in a strict conversion; at an error, or where the end is near, on from the same place with what is
///                open there, or, if that ends there, back to where it begins
/// ill-formed:    one block and what it leaves open; while there are errors the next one likewise,
///                ASCII with errors of one byte by `ascii_or_bad`
/// up to `near`:  where little is left behind an error, the caller goes on by `few_lossy_utf8`
/// ```
///
/// Both are loops of one function. As two functions, called in turn, a change took 50 ns, and five blocks without an
/// error were waited for before it was worth that: with an error in 256 bytes Chinese took 1.31 times as long as now,
/// Arabic 1.41, in 1024 bytes 1.43 and 1.58 (EPYC family 26 model 2, 2026-11-25).
///
/// How many blocks without an error are enough is learnt, from none on: twice as many, up to [`MOST`], if the next block has one
/// again, and half as many if not. With an error in 64 bytes every second block or so has one, and a change that is not foreseen
/// each time takes as long as the block: Russian 23.4 µs of 64 KiB where one is always enough, and 14.4 where it is the least,
/// Chinese 22.1 and 14.3; in 256 bytes 13.9 and 12.5 (Xeon of model 207, 2026-11-28). By two in a row always, an error in 256 bytes
/// took 1.05 to 1.1 times as long (EPYC family 25 model 17, 2026-11-26).
///
/// What is open goes from one way to the other as it is: two of three blocks of Chinese leave something open, and to go back to
/// where it begins are jumps that nobody foresees. So, and where none without an error is the least in place of one, in ns for
/// each error more than none: Chinese in 256 bytes 34, 26 and 19, in 1024 bytes 39, 33 and 26; with one in 64 bytes 16.5, 13.4 and
/// 12.8 µs of 64 KiB (the same Xeon and day). Not behind an error in the last three bytes: well-formed blocks look back there.
/// Lost: whether most is ASCII kept from one error to the next (clean logs 1.1 times as long, by where LLVM keeps what).
///
/// Lost in logs of which one character in a hundred is not ASCII (with an error in 256 bytes and with none, of the time of
/// this, EPYC family 25 model 17, 2026-11-27): [`ascii_or_bad`] for all ASCII between well-formed blocks 0.97 and 1.18; only
/// where two blocks are not all ASCII 0.95 and 1.05, and from the first error of a source on 0.97 and 1.02; the way
/// for ill-formed blocks up to the fifth without an error 0.98, with an error in 1024 bytes 1.20; [`ascii_or_bad`] not asked
/// before the first ill-formed block 1.09. Among these errors a sequence that is cut takes 12 to 16 ns, a byte by itself
/// nothing in ASCII, and 6 ns where words are near.
///
/// The bytes before an ill-formed block are looked at only where a good sequence reaches back to them, so that errors
/// there do no harm.
#[inline(always)]
pub(super) fn replace<T: Sink>(
    s: Avx512,
    src: &[u8],
    to: T,
    dst: &mut [MaybeUninit<T::Unit>],
    near: usize,
) -> LossyStop {
    let ready = to.ready::<true>(s);
    let mut carry = Carry::default();
    let run = first_ascii_run(s, src, to, dst);
    let (mut read, mut written, mut replacements) = (run, run, 0);
    let (mut patience, mut left) = (1, 0);
    loop {
        let mut at = Stop { read, written };
        if well_formed(s, src, to, dst, ready, &mut carry, &mut at) {
            return LossyStop { at, replacements, end: End::Source };
        }
        (read, written) = (at.read, at.written);
        let mut open = match Open::behind(carry, src, read) {
            Some(open) if !(open.any() && src.len() - read <= near) => open,
            _ => {
                // The high surrogate of a pair is taken back.
                written -= usize::from(T::PAIRS && carry.is_after_third());
                read = fallback::open_from(src, read);
                Open::default()
            }
        };
        let rest = &src[read..];
        if (BLOCK..=near).contains(&rest.len())
            && (rest.len() <= NEAR || count(s.load_first(rest, BLOCK).sign8()) <= SPARSE)
        {
            return LossyStop { at: Stop { read, written }, replacements, end: End::Near };
        }
        // Where the next block had an error again, it was left too soon.
        patience = if read <= left { MOST.min(1.max(2 * patience)) } else { patience / 2 };
        let mut mostly_ascii = true;
        let mut calm = 0;
        loop {
            if mostly_ascii && !open.any() {
                let (units, bad) = ascii_or_bad(s, &src[read..], to, &mut dst[written..]);
                (read, written) = (read + units, written + units);
                replacements += bad;
            }
            let here = Stop { read, written };
            if read == src.len() {
                return LossyStop { at: here, replacements, end: End::Source };
            }
            let room = &mut dst[written..];
            let before = open;
            let (units, bad);
            let mut len = BLOCK;
            if read >= 3
                && let Some(bytes) = src[read - 3..].first_chunk::<{ 4 + BLOCK }>()
                && room.len() >= BLOCK
            {
                let window = Inside { s, bytes: bytes.first_chunk().expect("67 of 68 bytes") };
                let next = Some([bytes[2 + BLOCK], bytes[3 + BLOCK]]);
                let seen = look(s, &window, !0, next, &mut open);
                if mostly_ascii && seen.is_ascii_or_bad() {
                    (units, bad) = (seen.chars, seen.bad);
                    let packed = to.ascii_or_bad(
                        s,
                        window.back::<0>().compress8(units),
                        gather(s, bad, units),
                    );
                    T::store(packed, room, count(units));
                } else {
                    let block = Block::new::<T, _>(s, &window, &seen);
                    (units, bad) = (block.units, block.bad);
                    block.store(s, to, ready, room);
                }
                mostly_ascii = count(seen.nonascii) < BLOCK / 2;
            } else {
                len = BLOCK.min(src.len() - read);
                let bytes = s.load_first(&src[read..], len);
                let next = src[read..].get(BLOCK - 1..=BLOCK).map(|next| [next[0], next[1]]);
                let window = Edge { s, src, at: read, bytes };
                let seen = look(s, &window, first(len), next, &mut open);
                let block = Block::new::<T, _>(s, &window, &seen);
                (units, bad) = (block.units, block.bad);
                if count(units) > room.len() {
                    let taken_back = before.any().then(|| before.is_after_third());
                    let stop = LossyStop { at: here, replacements, end: End::Room };
                    return block.cut(s, src, to, dst, stop, taken_back);
                }
                T::store_first(block.pack(s, to, ready), room, count(units));
            }
            read += len;
            written += count(units);
            replacements += count(bad);
            // Whether Latin-1 has a character is told at its end here, and at its lead byte in well-formed text.
            calm = if bad == 0 { calm + 1 } else { 0 };
            if calm >= patience && len == BLOCK && bad >> 61 == 0 && !(T::LATIN1 && open.any()) {
                carry = open.carry();
                left = read;
                break;
            }
        }
    }
}

/// Converts blocks from `at` on, behind which `carry` is due, and says whether these are all: if not, the next has an
/// error, or less room than it needs, or a sequence is open at the end.
#[inline(always)]
fn well_formed<T: Sink>(
    s: Avx512,
    src: &[u8],
    to: T,
    dst: &mut [MaybeUninit<T::Unit>],
    ready: T::Ready,
    carry: &mut Carry,
    at: &mut Stop,
) -> bool {
    loop {
        if inside::<true, Utf8, _>(s, src, to, dst, ready, carry, at).is_some() {
            return false;
        }
        let len = (src.len() - at.read).min(BLOCK);
        if len == 0 {
            return !carry.is_open();
        }
        let before = *carry;
        let room = &mut dst[at.written..];
        let free = room.len();
        let window = Edge { s, src, at: at.read, bytes: s.load_first(&src[at.read..], len) };
        let mut packer = Into::<_, true> { to, ready, dst: room, len };
        let found = decode::<Utf8, _, _>(s, &window, first(len), carry, &mut packer);
        let units = count(found.units);
        if found.bad != 0 || units > free {
            *carry = before;
            return false;
        }
        at.read += len;
        at.written += units;
    }
}

/// A block on its way to the output.
pub(super) struct Block {
    planes: Planes,
    /// The bytes at which a unit ends.
    pub(super) units: u64,
    /// The last bytes of characters and subparts.
    chars: u64,
    /// Those that become a replacement.
    pub(super) bad: u64,
}

impl Block {
    #[inline(always)]
    pub(super) fn new<T: Sink, W: Window>(s: Avx512, window: &W, seen: &Seen) -> Self {
        let p2 = seen.p2.keep8(seen.behind_second);
        let mut lo = low(s, window.back::<0>(), seen.p1, seen.nonascii);
        let upper = p2.subs8(s.bytes(0xE0)).shl16::<4>();
        let hi = high(s, seen.p1, seen.nonascii);
        let mut hi = hi.ternary::<A_OR_B_AND_C>(upper, s.bytes(0xF0));
        let fourths = seen.ends[2];
        let chars = seen.chars;
        let mut units = chars;
        let mut bad = seen.bad;
        let mut third = lo;
        if T::PAIRS {
            units |= seen.thirds;
        } else {
            let p3 = window.back::<3>();
            hi = hi.put8(fourths, hi.or(p2.shl16::<4>().and(s.bytes(0xF0))));
            let low = p2.shr16::<4>().and(s.bytes(0x03));
            third = low.or(p3.shl16::<2>().and(s.bytes(0x1C))).keep8(fourths);
        }
        if T::LATIN1 {
            let above = hi.or(third);
            bad |= above.test8(above) & chars & !bad;
        }
        lo = lo.put8(bad, s.bytes(T::LOW_OF_REPLACEMENT));
        hi = hi.put8(bad, s.bytes(0xFF));
        let planes = Planes { lo, hi, third, thirds: seen.thirds, fourths };
        Self { planes, units, chars, bad }
    }

    #[inline(always)]
    pub(super) fn pack<T: Sink>(&self, s: Avx512, to: T, ready: T::Ready) -> T::Packed {
        if self.planes.thirds | self.planes.fourths == 0 {
            return to.pack::<3>(s, ready, self.planes, self.units);
        }
        to.pack::<4>(s, ready, self.planes, self.units)
    }

    /// Writes the block to the front of `room`, which is for [`BLOCK`] units.
    ///
    /// Sixteen characters of four bytes are half of that in UTF-16, and a quarter in UTF-32. With an error among them it may be
    /// more, which nobody foresees, so it is not asked how many they are: emoji with an error in 64 bytes 0.92 of the time,
    /// those of the generator 0.86, `mixed` 0.94 (Xeon of model 207, 2026-11-29). Lost: the same in well-formed text, where all
    /// blocks are alike (two bytes 0.98 to 1, emoji 1.1 to 1.27).
    #[inline(always)]
    fn store<T: Sink>(&self, s: Avx512, to: T, ready: T::Ready, room: &mut [MaybeUninit<T::Unit>]) {
        let units = count(self.units);
        if self.planes.thirds | self.planes.fourths == 0 {
            return T::store(to.pack::<3>(s, ready, self.planes, self.units), room, units);
        }
        let whole = if T::PAIRS { BLOCK } else { units.max(BLOCK / 2) };
        T::store(to.pack::<4>(s, ready, self.planes, self.units), room, whole);
    }

    /// Writes as much of the block as there is room for. In front of it a sequence is open if `open`, which
    /// says whether a high surrogate stands there.
    #[inline(always)]
    fn cut<T: Sink>(
        &self,
        s: Avx512,
        src: &[u8],
        to: T,
        dst: &mut [MaybeUninit<T::Unit>],
        mut stop: LossyStop,
        open: Option<bool>,
    ) -> LossyStop {
        let at = &mut stop.at;
        let room = &mut dst[at.written..];
        let fits = self.chars & first(nth(s, self.units, room.len()));
        if fits != 0 {
            let len = BLOCK - fits.leading_zeros() as usize;
            let units = count(self.units & first(len));
            T::store_first(self.pack(s, to, to.ready::<false>(s)), room, units);
            at.read += len;
            at.written += units;
            stop.replacements += count(self.bad & fits);
        } else if let Some(after_third) = open {
            at.read = fallback::open_from(src, at.read);
            at.written -= usize::from(T::PAIRS && after_third);
        }
        stop
    }
}
