//! Windows of 64 bytes of UTF-8 with errors, lossy: a replacement is a unit like any other.
//!
//! ```text
//!   E1 C2 80 41 E3 81 42     bytes; E1 and E3 81 are subparts
//!    b  .  g  g  .  b  g     from masks alone: bad, and the ends of what is good
//!   FD     80 41    FD 42    low bytes of the units: those of the bad ones are put over what stands there
//!   FF     00 00    FF 00    high bytes
//! ```
//!
//! A byte before another has a part in its unit only where a good sequence reaches back to it, so that
//! errors there do no harm.
//!
//! A window begins with a character or a subpart. It ends before the last lead byte that may want more: a lead byte always
//! begins something, and where the next window begins is known from three bytes, before anything of this one is.
//!
//! Lost: repairing pieces of 1 KiB on the stack and converting them as text, up to 2.8 times as long (Zen 3, 2026-11-25).

use core::mem::MaybeUninit;

use super::decode_utf8::{Near, Planes, planes_of};
use super::four_lossy_utf8::FOURS;
use super::from_utf8_lossy::{LossyStop, Way, runs_are_worth_it};
use super::pack::{Ends, Sink};
use super::room::{ROOM, Room};
use super::subparts_utf8::{Open, Seen, WINDOW, look, spread};
use super::three_lossy_utf8::{self, THREES};
use crate::vector::{Bytes, Lanewise, Vector, Wide};

/// ASCII at the end of a window after which more of it is expected.
const ASCII: usize = 16;

/// Converts a window from what is done on, and says how to go on.
#[inline(always)]
pub(super) fn window<S: Wide, K: Sink>(
    s: S,
    src: &[u8],
    to: K,
    dst: &mut [MaybeUninit<K::Unit>],
    stop: &mut LossyStop,
) -> Way {
    // The last window overlaps what is done.
    let at = stop.read.min(src.len() - WINDOW);
    let done = stop.read - at;
    let len = if at + WINDOW == src.len() { WINDOW } else { WINDOW - open(&src[at..]) };
    let live = !0 >> (WINDOW - len);
    let seen = look(s, src, at, done, &mut Open::default());
    let window = Window::new::<S, K>(s, src, at, seen, live);
    let units = window.units.count_ones() as usize;
    let rest = &mut dst[stop.written..];
    let one = window.bad & window.bad.wrapping_sub(1) == 0;
    if let Some(room) = rest.first_chunk_mut::<ROOM>() {
        let class3 = seen.thirds | seen.ends[3] == 0;
        match (class3, one) {
            (true, true) => window.pack_with_one::<S, K, 3>(s, src, at, to, room),
            (true, false) => window.pack::<S, K, 3, true, _>(s, src, at, to, room),
            (false, true) => window.pack_with_one::<S, K, 4>(s, src, at, to, room),
            (false, false) => window.pack::<S, K, 4, true, _>(s, src, at, to, room),
        }
    } else if units <= rest.len() {
        window.pack::<S, K, 4, true, _>(s, src, at, to, rest);
    } else {
        stop.short = true;
        return Way::Window;
    }
    let before = stop.last;
    stop.read = at + len;
    stop.written += units;
    stop.replacements += window.bad.count_ones() as usize;
    stop.even_from = stop.read;
    stop.closed = window.bad >> (len - 3) == 0;
    let mut error = stop.read;
    if window.bad != 0 {
        error = at + window.bad.trailing_zeros() as usize;
        stop.last = at + WINDOW - window.bad.leading_zeros() as usize;
    }
    if one && (!seen.ends[0] & live) >> (len - ASCII) == 0 {
        Way::Singles
    } else if runs_are_worth_it::<S>()
        && !K::LATIN1
        && one
        && stop.read >= stop.runs_from
        && let Some(way) = run(&seen)
    {
        way
    } else if stop.closed && error.wrapping_sub(before) >= stop.far && one {
        Way::Blocks
    } else {
        Way::Window
    }
}

/// The way of a run of characters of three or four bytes, if a window has nearly nothing else.
#[inline(always)]
fn run(seen: &Seen) -> Option<Way> {
    if seen.ends[2].count_ones() >= THREES && seen.ends[0].count_ones() <= three_lossy_utf8::ASCII {
        Some(Way::Threes)
    } else if seen.thirds.count_ones() >= FOURS {
        Some(Way::Fours)
    } else {
        None
    }
}

/// How many of the 64 bytes belong to a sequence that may go on behind them.
#[inline(always)]
fn open(window: &[u8]) -> usize {
    let from = |back: usize, least: u8| usize::from(window[WINDOW - back] >= least);
    // The nearest lead byte, of which there may be another before.
    match (from(1, 0xC0), from(2, 0xE0), from(3, 0xF0)) {
        (1, _, _) => 1,
        (_, 1, _) => 2,
        (_, _, third) => 3 * third,
    }
}

/// A window on its way to the output.
struct Window {
    /// The bytes at which a unit ends.
    units: u64,
    /// Those that become a replacement.
    bad: u64,
}

impl Window {
    #[inline(always)]
    fn new<S: Wide, K: Sink>(s: S, src: &[u8], at: usize, seen: Seen, live: u64) -> Self {
        let mut units = seen.good() | seen.bad;
        let mut bad = seen.bad;
        if K::PAIRS {
            units |= seen.thirds;
        }
        if K::LATIN1 {
            // Two bytes are above FF behind a lead from C4 on.
            let mut from_c4 = u64::from(at > 0 && src[at - 1] >= 0xC4);
            let mut i = 0;
            while i < WINDOW {
                let cur = s.load(&src[at + i..]);
                from_c4 |= cur.saturating_sub(s.splat(0xC4 - 0x80)).high_bits() << i << 1;
                i += S::Bytes::LANES;
            }
            bad |= seen.ends[1] & from_c4 | seen.ends[2] | seen.ends[3];
        }
        Self { units: units & live, bad: bad & live }
    }

    /// Writes the units, if one replacement is among them, or none: that by itself, over what stands there. Where there
    /// is none, it is written behind them.
    #[inline(always)]
    fn pack_with_one<S: Wide, K: Sink, const CLASS: u8>(
        &self,
        s: S,
        src: &[u8],
        at: usize,
        to: K,
        room: &mut [MaybeUninit<K::Unit>; ROOM],
    ) {
        self.pack::<S, K, CLASS, false, _>(s, src, at, to, room);
        let place = (self.units & self.bad.wrapping_sub(1)).count_ones() as usize;
        // There is room for it.
        _ = to.encode(K::REPLACEMENT, &mut room[place..]);
    }

    /// Writes the units; with `BAD`, with all replacements.
    #[inline(always)]
    fn pack<S: Wide, K: Sink, const CLASS: u8, const BAD: bool, R: Room<K::Unit> + ?Sized>(
        &self,
        s: S,
        src: &[u8],
        at: usize,
        to: K,
        room: &mut R,
    ) {
        let mut i = 0;
        while i < WINDOW {
            let here = at + i;
            let near = match here.checked_sub(3) {
                Some(from) => Near::inside(s, &src[from..here + S::Bytes::LANES]),
                // What is new in a window that begins at 1 or 2 does not begin before 62.
                None => Near::at_start(s.load(&src[here..])),
            };
            let bad = if BAD { spread(s, (self.bad >> i) as u32) } else { s.splat(0) };
            let planes = planes_lossy::<S, K, CLASS, BAD>(s, near, bad);
            to.pack::<S, CLASS, R>(s, &planes, Ends { ends: self.units, at: i }, room);
            i += S::Bytes::LANES;
        }
    }
}

/// The planes of a vector in which the `bad` bytes are replacements; of those without `BAD` anything may come.
#[inline(always)]
pub(super) fn planes_lossy<S: Wide, K: Sink, const CLASS: u8, const BAD: bool>(
    s: S,
    mut near: Near<S>,
    bad: S::Bytes,
) -> Planes<S> {
    if K::LATIN1 {
        return planes_latin1::<S, BAD>(s, &near, bad);
    }
    let continuation = s.splat(0xC0);
    let here = continuation.gt8(near.cur);
    // A third or fourth byte, if it is one that is good.
    let mut good = here & continuation.gt8(near.p1);
    if CLASS == 4 {
        if BAD {
            good = good.without(bad);
        }
        near.p3 = near.p3 & good & continuation.gt8(near.p2);
    }
    near.p1 = near.p1 & here;
    near.p2 = near.p2 & good;
    if CLASS == 3 {
        // F0 and more are shifted into the byte behind. There are none but in what is done before, of which
        // the errors are not known.
        near.p2 = near.p2.min8(s.splat(0xEF));
    }
    let planes = if K::PAIRS {
        planes_of::<S, CLASS, true>(s, &near)
    } else {
        planes_of::<S, CLASS, false>(s, &near)
    };
    if !BAD {
        return planes;
    }
    let lo = planes.lo.select8(bad, s.splat(0xFD));
    Planes { lo, hi: planes.hi | bad, ..planes }
}

/// The same for Latin-1.
#[inline(always)]
fn planes_latin1<S: Wide, const BAD: bool>(s: S, near: &Near<S>, bad: S::Bytes) -> Planes<S> {
    // 40 behind C3, if it is not ASCII.
    let of_p1 = near.p1.eq8(s.splat(0xC3)) & near.cur.shr16::<1>() & s.splat(0x40);
    let mut lo = near.cur | of_p1;
    if BAD {
        lo = lo.select8(bad, s.splat(b'?'));
    }
    Planes { lo, hi: lo, third: lo, fourth: lo }
}
