//! What becomes of UTF-16 in UTF-8.
//!
//! What has no surrogates is for [`super::encode_utf8`]. A surrogate is a unit of two bytes there:
//!
//! ```text
//!   high  D800 + h     h + 40 = uuuuu xxxxyy      F0 | u >> 2     80 | u << 4 & 30 | xxxx
//!                      so (unit + 40) >> 2 & 1FF, with the tags F0 and 80
//!   low   DC00 + l     l = zzzz wwwwww            80 | yy << 4 | zzzz    80 | w
//!                      so yyzzzzwwwwww, with the tags 80 and 80
//! ```
//!
//! Here yy are the lowest bits of the unit before, which is loaded from there. So pairs take no way of their
//! own, and it does not matter where they begin. An unpaired surrogate becomes FFFD, a unit of three bytes
//! like others, before any of this: in lossy conversion errors cost nothing.

use core::mem::MaybeUninit;

use super::encode_utf8::{
    Exact, Room, RoomForVector, Slots, front_bits, last_bits, put_slots, put_threes, slots, two,
};
use super::from_utf8::Stop;
use super::unpaired_to_utf8::Replaced;
use super::utf16_below_800::put_block_below_800;
use super::utf16_eights::{MANY, SOME, behind_which_is_run, put_block_by_eights};
use super::utf16_fours::put_fours;
use super::utf16_sink::{Done, MIXED, RUN, RUN_OF_SURROGATES, Sink};
use super::utf16_to_latin1::{low_bytes, put_low_bytes};
use super::utf16_to_utf16::Unpaired;
use super::utf16_units::{
    BLOCK, Surrogates, Units, all_from_800, any_below_800, has_surrogate_at_16,
    has_unit_from_800_at_16,
};
use crate::backend::Parts;
use crate::fallback::ByteOrder;
use crate::fallback::form::{Utf8, Utf16};
use crate::vector::{Bytes, Lanewise, Vector, Wide};

/// What a vector may touch, of a block of which each vector has room.
#[inline(always)]
pub(super) fn room_at(room: &mut [MaybeUninit<u8>; ROOM], at: usize) -> &mut RoomForVector {
    room[at..].first_chunk_mut().expect("room for a vector")
}

/// Bytes in front of the last vector of a block, if that has eight units, and what that may touch.
pub(super) const ROOM: usize = 3 * (BLOCK - 8) + size_of::<RoomForVector>();

/// The slots of units among which there are surrogates.
#[inline(always)]
fn slots_of_surrogates<S: Wide>(s: S, found: Surrogates<S::Bytes>) -> Slots<S::Bytes> {
    let units = found.numbers;
    let of_first = units.add16(s.words(0x40)).shr16::<2>() & s.words(0x01FF);
    let of_second = units & s.words(0x03FF) | found.before.shl16::<10>() & s.words(0x0C00);
    let bits = units.select8(found.first, of_first).select8(found.second, of_second);

    let paired = found.first | found.second;
    let from_800 = units.adds16(s.words(0x7800));
    let single = units.min16(s.words(0x80));
    Slots {
        front: front_bits(s, bits).add16(s.tags(from_800)) | found.first & s.words(0x7000),
        back: last_bits(s, bits) | single | s.words(0x8000),
        classes: single | from_800.without(paired),
    }
}

/// Writes two vectors without surrogates and returns the number of bytes.
///
/// What is asked of sixteen units is worth a jump: in markup many are all ASCII. (HTML, AVX2, Zen 3, 2026-11-25: 1.0 to 1.16
/// of simdutf without that, 1.43 to 1.46 with it.)
#[inline(always)]
pub(super) fn put_mixed<S: Wide>(
    s: S,
    [a, b]: [S::Bytes; 2],
    room: &mut [MaybeUninit<u8>; ROOM],
    at: usize,
) -> usize {
    let put = |units, room: &mut _| {
        if S::Bytes::LANES == 32 { put_sixteen(s, units, room) } else { put_eight(s, units, room) }
    };
    let first = put(a, room_at(room, at));
    first + put(b, room_at(room, at + first))
}

/// The same of a vector of eight.
///
/// (Zen 4, SSE4.1, 2026-11-26: asked for ASCII before there are classes, and with half of the questions of a block, HTML takes
/// 0.88 of the time and is at 0.96 of simdutf; Japanese and Chinese take 1.05. Runs of such blocks: see [`super::utf16_mixed`].)
///
/// (Zen 4, SSE4.1, 2026-11-26, old time by new where sixteen were asked at once for ASCII, by a test of their own, and for
/// three bytes, and the block for those as well: Japanese of the corpus 1.2, Hindi and Korean 1.15 to 1.19, HTML 1.06 to
/// 1.09, Chinese 0.91, which is at 1.15 of simdutf still. Lost: sixteen by their classes, Japanese 1.12 and HTML 1.03; no
/// jump for three bytes, Japanese 0.93; jumps by what two or four units of the block are, Japanese and Chinese 0.93 of the
/// time so, HTML not more than 1.05.)
#[inline(always)]
fn put_eight<S: Wide>(s: S, units: S::Bytes, room: &mut RoomForVector) -> usize {
    if !(units & s.words(0xFF80)).any() {
        units.narrow16(units).store(room);
        return 8;
    }
    let slots = slots(s, units);
    if slots.classes.high_bits() == 0xFFFF {
        put_threes(s, units, room);
        return 24;
    }
    put_slots(s, slots, room)
}

/// The same of one vector of sixteen.
#[inline(always)]
fn put_sixteen<S: Wide>(s: S, units: S::Bytes, room: &mut RoomForVector) -> usize {
    if !(units & s.words(0xFF80)).any() {
        units.low_lane().narrow16(units.high_lane()).store(room);
        return 16;
    }
    put_slots(s, slots(s, units), room)
}

/// What is to be said of a block with surrogates.
#[inline(always)]
fn behind_which_are_surrogates(done: Done) -> Done {
    Done { written: done.written | RUN_OF_SURROGATES, ..done }
}

impl Sink for Utf8 {
    const ROOM: usize = ROOM;
    const OF_FIRST: usize = 2;
    const TAKES_PLAIN: bool = true;

    #[inline(always)]
    fn plain<S: Wide>(
        self,
        s: S,
        from: Utf16,
        block: &[[u8; 2]; BLOCK],
        room: &mut [MaybeUninit<u8>; BLOCK],
    ) -> bool {
        put_low_bytes(s, from, block, 0xFF80, room)
    }

    #[inline(always)]
    fn run<S: Wide>(
        self,
        s: S,
        from: Utf16,
        src: &[[u8; 2]],
        at: usize,
        dst: &mut [MaybeUninit<u8>],
        kind: usize,
    ) -> Stop {
        if !S::SURROGATES_IN_PLANES {
            return s.utf16_to_utf8_run_of_twos(from, &src[at..], dst);
        }
        match (from.0, kind) {
            (ByteOrder::Little, RUN) => s.utf16_to_utf8_run_by_eights::<false>(&src[at..], dst),
            (ByteOrder::Big, RUN) => s.utf16_to_utf8_run_by_eights::<true>(&src[at..], dst),
            _ => s.utf16_to_utf8_run_of_surrogates(from, src, at, dst),
        }
    }

    // Cold, so that the loop over blocks keeps its constants for other blocks.
    #[cold]
    #[inline(never)]
    fn run_of_mixed<S: Parts>(
        self,
        s: S,
        from: Utf16,
        src: &[[u8; 2]],
        dst: &mut [MaybeUninit<u8>],
    ) -> Stop {
        s.utf16_to_utf8_run_of_mixed(from, src, dst)
    }

    #[inline(always)]
    fn replaces<S: Wide>() -> bool {
        // Where blocks of surrogates go in planes, they do so with errors.
        S::MORE_ROOM == 0
    }

    #[inline(always)]
    fn replace<S: Parts>(
        self,
        s: S,
        from: Utf16,
        src: &[[u8; 2]],
        at: usize,
        dst: &mut [MaybeUninit<u8>],
    ) -> Replaced {
        s.utf16_to_utf8_replace(from, src, at, dst)
    }

    #[inline(always)]
    fn block<const LOSSY: bool, S: Wide>(
        self,
        s: S,
        from: Utf16,
        src: &[[u8; 2]],
        at: usize,
        whole: &mut [MaybeUninit<u8>],
    ) -> Done {
        if let Some(done) = s.utf16_to_utf8_block::<LOSSY>(from, src, at, whole) {
            return done;
        }
        let len = Units::<S>::LEN;
        let block = src[at..].first_chunk::<BLOCK>().expect("a whole block");
        // Four units tell of most blocks with surrogates in runs, and then no class has to be found.
        if S::SURROGATES_IN_PLANES && has_surrogate_at_16(from, block) {
            let room = whole.first_chunk_mut().expect("room for a block");
            if put_fours(s, from, src, at, room) {
                return Done { written: 2 * BLOCK, bad: 0 };
            }
            if let Some(done) = s.utf16_to_utf8_block_of_surrogates::<LOSSY>(from, src, at, whole) {
                return behind_which_are_surrogates(done);
            }
        }
        let room = whole.first_chunk_mut::<ROOM>().expect("room for a block");
        if !(S::SURROGATES_IN_PLANES && has_unit_from_800_at_16(from, block))
            && let Some(written) = put_block_below_800(s, from, block, room)
        {
            return Done { written: behind_which_is_run::<S>(written, MANY), bad: 0 };
        }
        let mut written = 0;
        // The lowest unit, and the lowest with the surrogates moved to 0.
        let (mut lowest, mut surrogates) = (s.splat(0xFF), s.splat(0xFF));
        let mut i = 0;
        while i < BLOCK {
            let units = Units::of_block(s, from, src, at, block, i).numbers(s);
            if S::Bytes::LANES == 32 {
                lowest = lowest.min16(units);
            }
            surrogates = surrogates.min16(units.add16(s.words(0x2800)));
            i += len;
        }
        if !any_below_800(s, surrogates) {
            let threes = if S::SURROGATES_IN_PLANES {
                all_from_800(s, from, block)
            } else {
                S::Bytes::LANES == 32 && !any_below_800(s, lowest)
            };
            if S::SURROGATES_IN_PLANES && !threes {
                let room = whole.first_chunk_mut().expect("room for a block in planes");
                let written = put_block_by_eights(s, from, block, room);
                return Done { written: behind_which_is_run::<S>(written, SOME), bad: 0 };
            }
            let mut i = 0;
            while i < BLOCK {
                let (a, b) = (
                    Units::of_block(s, from, src, at, block, i).numbers(s),
                    Units::of_block(s, from, src, at, block, i + len).numbers(s),
                );
                if threes {
                    put_threes(s, a, room_at(room, 3 * i));
                    put_threes(s, b, room_at(room, 3 * (i + len)));
                } else {
                    written += put_mixed(s, [a, b], room, written);
                }
                i += 2 * len;
            }
            if S::RUNS_OF_MIXED_UTF16 && !LOSSY {
                return Done { written, bad: MIXED };
            }
            return Done { written: if threes { 3 * BLOCK } else { written }, bad: 0 };
        }
        if put_fours(s, from, src, at, room) {
            return Done { written: 2 * BLOCK, bad: 0 };
        }
        if let Some(done) = s.utf16_to_utf8_block_of_surrogates::<LOSSY>(from, src, at, whole) {
            return behind_which_are_surrogates(done);
        }
        let room = whole.first_chunk_mut::<ROOM>().expect("room for a block");
        let mut unpaired = Unpaired::new(s.splat(0));
        let mut i = 0;
        while i < BLOCK {
            let units = Units::of_block(s, from, src, at, block, i);
            // What is between errors in ASCII.
            if LOSSY && !units.any(s, 0xFF80) {
                let bytes = low_bytes::<S>(from, units.stored(), units.stored());
                bytes.low_lane().store(room_at(room, written));
                written += len;
                i += len;
                continue;
            }
            let found = units.surrogates::<LOSSY>(s);
            unpaired.add::<LOSSY>(found.unpaired);
            written += put_slots(s, slots_of_surrogates(s, found), room_at(room, written));
            i += len;
        }
        Done { written, bad: unpaired.bad::<LOSSY>(from, src, at) }
    }

    #[inline(always)]
    fn vector<const LOSSY: bool, S: Wide>(
        self,
        s: S,
        units: Units<S>,
        skip: usize,
        out: &mut Exact<u8>,
    ) -> Done {
        let len = Units::<S>::LEN;
        if !units.any(s, 0xFF80) {
            out.at -= skip;
            let bytes = units.numbers(s);
            let bytes = bytes.narrow16(bytes).in_order();
            if S::Bytes::LANES == 32 {
                out.put(0, bytes.low_lane(), len);
            } else {
                out.put_low64(bytes);
            }
            return Done { written: len, bad: 0 };
        }
        if !units.any(s, 0xF800) {
            return vector_of::<2, LOSSY, S>(s, units, skip, out);
        }
        if !units.has_surrogates(s) {
            return vector_of::<3, LOSSY, S>(s, units, skip, out);
        }
        vector_of::<4, LOSSY, S>(s, units, skip, out)
    }
}

/// See [`Sink::vector`], of units below 800 (class 2), of such as are no surrogates (3), or of any (4).
#[inline(always)]
pub(super) fn vector_of<const CLASS: u8, const LOSSY: bool, S: Wide>(
    s: S,
    units: Units<S>,
    skip: usize,
    out: &mut Exact<u8>,
) -> Done {
    if CLASS == 2 {
        let units = units.numbers(s);
        if skip > 0 {
            let mask = units.gt16(s.words(0x7F)).high_bits() & below(skip);
            out.at -= skip + mask.count_ones() as usize / 2;
        }
        return Done { written: two(s, units, out), bad: 0 };
    }
    let (slots, bad) = if CLASS == 4 {
        let found = units.surrogates::<LOSSY>(s);
        let bad = if LOSSY {
            (found.unpaired.high_bits() & !below(skip)).count_ones() as usize / 2
        } else {
            usize::from(found.unpaired.any() | units.ends_open())
        };
        (slots_of_surrogates(s, found), bad)
    } else {
        (slots(s, units.numbers(s)), 0)
    };
    if skip > 0 {
        let more = (slots.classes.high_bits() & below(skip)).count_ones() as usize;
        out.at -= skip + more;
    }
    Done { written: put_slots(s, slots, out), bad }
}

/// The bits of a mask of bytes that belong to the first `n` lanes of 16 bits.
#[inline(always)]
fn below(n: usize) -> u64 {
    !(u64::MAX << (2 * n))
}
