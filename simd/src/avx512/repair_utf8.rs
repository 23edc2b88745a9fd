//! UTF-8 to UTF-8: a copy of what is well-formed, and U+FFFD for each maximal subpart that is not.
//!
//! A strict copy is checked and copied in pieces, so that the copy reads from the nearest cache. A lossy one is
//! checked and written in one pass ([`advance`]). Where the check fails, one subpart is replaced by itself and the pass goes
//! on behind it, if the first 64 bytes of the pass were well-formed; otherwise windows of 64 bytes (see
//! [`super::subparts_utf8`]) go on, until one of them is clean, or some have been ASCII.
//!
//! In a window a byte becomes none, one, or three bytes: those of a character stay, of a subpart only
//! the last is left and becomes EF BF BD. Sixteen bytes at a time are spread to lanes of four, and a
//! mask picks what is wanted of each:
//!
//! ```text
//!   41      E3 81   C3 B1         bytes; E3 81 is a subpart
//!   41...   ....  EFBFBD.  C3...  B1...
//!   x       .     xxx      x      x        compressed: 41 EF BF BD C3 B1
//! ```

use core::mem::MaybeUninit;

use super::bits::{count, first, nth, scatter};
use super::from_utf8::BLOCK;
use super::subparts_utf8::{Open, look};
use super::tables_utf8::Tables;
use super::validate_utf8::is_well_formed;
use super::windows_utf8::Start;
use crate::backend::avx512;
use crate::fallback::form::{Source as _, Str, Utf8};
use crate::fallback::{self, Error, ErrorKind, Lossy};
use crate::kernels::copy::{copy_once, in_steps};
use crate::x86::Avx512;

/// Bytes that are checked, and then copied.
const PIECE: usize = 8192;

/// Windows of ASCII in a row, behind which there will be more. With 4, ASCII with an error in a kilobyte took 1.2 times
/// as long.
const ASCII: u32 = 32;

/// Bytes that [`advance`] checks at once.
const STEP: usize = 4 * BLOCK;

/// See [`crate::Kernels`].
#[inline(always)]
pub(crate) fn utf8_to_utf8(
    s: Avx512,
    from: Utf8,
    src: &[u8],
    to: Utf8,
    dst: &mut [MaybeUninit<u8>],
) -> Result<usize, Error> {
    let done = copy_well_formed(s, src, dst);
    if done == src.len() {
        return Ok(done);
    }
    match fallback::transcode(from, &src[done..], to, &mut dst[done..]) {
        Ok(written) => Ok(done + written),
        Err(error) => Err(error.offset(done).with_output(done + error.written(), 0)),
    }
}

/// See [`crate::Kernels`].
#[inline(always)]
pub(crate) fn str_to_utf8(
    _: Avx512,
    from: Str,
    src: &str,
    to: Utf8,
    dst: &mut [MaybeUninit<u8>],
) -> Result<usize, Error> {
    let mut done = src.len().min(dst.len());
    while !src.is_char_boundary(done) {
        done -= 1;
    }
    copy_once(&src.as_bytes()[..done], dst);
    if done == src.len() {
        return Ok(done);
    }
    match fallback::transcode(from, &src[done..], to, &mut dst[done..]) {
        Ok(written) => Ok(done + written),
        Err(error) => Err(error.offset(done).with_output(done + error.written(), 0)),
    }
}

/// Copies `src` to the front of `dst`, which has room for it; as that of [`crate::kernels`] for narrower vectors,
/// which tells why.
#[inline(always)]
fn copy(s: Avx512, src: &[u8], dst: &mut [MaybeUninit<u8>]) {
    in_steps!(256, src, dst, part, room => {
        let (a, b) = (s.load(part), s.load(&part[64..]));
        let (c, d) = (s.load(&part[128..]), s.load(&part[192..]));
        a.store(room);
        b.store(&mut room[64..]);
        c.store(&mut room[128..]);
        d.store(&mut room[192..]);
    });
}

/// What is done with the front of a source.
struct Advance {
    /// Bytes that are well-formed, and copied.
    copied: usize,
    /// The length of the maximal subpart behind them, or 0 if it is not known whether there is one.
    subpart: usize,
}

/// Copies characters from the front of `src` until one is ill-formed or has no room, and returns how many bytes.
#[inline(always)]
fn copy_well_formed(s: Avx512, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> usize {
    let src = &src[..src.len().min(dst.len())];
    let mut copied = 0;
    while copied < src.len() {
        let piece = &src[copied..src.len().min(copied + PIECE)];
        // SAFETY: the token invariant.
        let (good, bad) = match unsafe { avx512::validate_utf8(piece) } {
            Ok(()) => (piece.len(), false),
            // What the end cuts is no error, if more follows.
            Err(error) => (error.valid_up_to(), error.error_len().is_some()),
        };
        copy(s, &piece[..good], &mut dst[copied..]);
        copied += good;
        if bad || good == 0 || piece.len() < PIECE {
            break;
        }
    }
    copied
}

/// The same in one pass. `src` begins with a character or with something ill-formed.
///
/// What is written behind the well-formed bytes is written again. Checked and copied in pieces, text with an error in a
/// kilobyte took 1.2 to 1.27 times as long, ASCII 1.06, since the place of each error was looked for by itself, and what
/// was before it read once more; clean text 1.3 times (EPYC family 26 model 2, 2026-11-25).
///
/// The errors of four vectors stay apart until they are tested, so that the place of the first needs no second look: it is
/// in the character or subpart that reaches into it, or begins there.
///
/// Tried and lost: up to 128 bytes by a check that does not look for the place of the error, and windows to the end then.
/// 8 to 64 bytes with an error took 24 to 28 ns in place of 29 to 31, and without one 9.4 in place of 6.4: more registers
/// to save.
#[inline(always)]
fn advance(s: Avx512, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Advance {
    let src = &src[..src.len().min(dst.len())];
    if src.len() < BLOCK + STEP {
        return Advance { copied: copy_well_formed(s, src, dst), subpart: 0 };
    }
    let start = s.load(src);
    let tables = Tables::new(s);
    if start.sign8() != 0 {
        let errors = tables.at_start(s, start);
        if errors.test8(errors) != 0 {
            return Advance { copied: 0, subpart: 0 };
        }
    }
    start.store(dst);
    let mut at = BLOCK;
    while let Some(block) = src[at - 3..].first_chunk::<{ 3 + STEP }>() {
        let vector = |i: usize| s.load(&block[3 + BLOCK * i..]);
        let [v0, v1, v2, v3] = [vector(0), vector(1), vector(2), vector(3)];
        let room = &mut dst[at..at + STEP];
        v0.store(room);
        v1.store(&mut room[BLOCK..]);
        v2.store(&mut room[2 * BLOCK..]);
        v3.store(&mut room[3 * BLOCK..]);
        if s.load(block).or(v0).or(v1).or(v2.or(v3)).sign8() != 0 {
            let e0 = tables.add_at(s, s.bytes(0), block, 0, v0);
            let e1 = tables.add_at(s, s.bytes(0), block, 1, v1);
            let e2 = tables.add_at(s, s.bytes(0), block, 2, v2);
            let e3 = tables.add_at(s, s.bytes(0), block, 3, v3);
            let errors = e0.or(e1).or(e2.or(e3));
            if errors.test8(errors) != 0 {
                let place = first_of(e2.test8(e2), first_of(e3.test8(e3), 0));
                let place = first_of(e0.test8(e0), first_of(e1.test8(e1), place));
                return subpart_at(src, at + place);
            }
        }
        at += STEP;
    }
    at = fallback::open_from(src, at);
    at += copy_well_formed(s, &src[at..], &mut dst[at..]);
    Advance { copied: at, subpart: 0 }
}

/// The first place in a vector and those behind it, without a branch: which of four it is nobody can foresee.
#[inline(always)]
fn first_of(mask: u64, behind: usize) -> usize {
    if mask == 0 { BLOCK + behind } else { mask.trailing_zeros() as usize }
}

/// What is well-formed before the first `place` that is in error by what is before it, and the subpart there. No branch
/// depends on the text: by the decoder it took 3 ns more.
///
/// ```text
///   F0 9F 41   what `place` cuts short: so many bytes
///         ^
///   C0 80      no lead byte at all, of which the byte behind tells: one byte, and what follows is looked at next
///      ^
///   41 80      a continuation byte that is not due: it is the subpart
///      ^
/// ```
#[inline(always)]
fn subpart_at(src: &[u8], place: usize) -> Advance {
    let before = &src[..place];
    let back = match Utf8.incomplete_len(before) {
        0 => usize::from(before.last().is_some_and(|&byte| byte >= 0xC0)),
        cut => cut,
    };
    Advance { copied: place - back, subpart: back.max(1) }
}

/// Any source. What is left of one behind an error, up to 64 bytes, is checked without asking where an error is, and more
/// goes by windows: with a check that tells the place, 200 bytes with an error in 20 took 249 ns in place of 83.
#[inline(always)]
pub(crate) fn utf8_to_utf8_lossy_any(
    s: Avx512,
    _: Utf8,
    src: &[u8],
    _: Utf8,
    dst: &mut [MaybeUninit<u8>],
) -> Result<Lossy, Error> {
    let (mut read, mut written, mut replacements) = (0, 0, 0);
    loop {
        let (rest, room) = (&src[read..], &mut dst[written..]);
        if rest.len() <= BLOCK && rest.len() <= room.len() {
            let cur = s.load_first(rest, BLOCK);
            if is_well_formed(s, cur) {
                cur.store_first(room, rest.len());
                return Ok(Lossy { written: written + rest.len(), replacements });
            }
        } else if rest.len() >= BLOCK + STEP {
            let Advance { copied, subpart } = advance(s, rest, room);
            read += copied;
            written += copied;
            if subpart != 0 && put_replacement(&mut dst[written..]) {
                read += subpart;
                written += 3;
                replacements += 1;
                // Of what is overlong, or a surrogate, continuation bytes are left, each of which is a subpart.
                while let Some(0x80..0xC0) = src.get(read)
                    && put_replacement(&mut dst[written..])
                {
                    read += 1;
                    written += 3;
                    replacements += 1;
                }
                continue;
            }
        }
        let mut ascii = 0;
        while ascii < ASCII {
            if let Some(block) = src[read..].first_chunk::<BLOCK>()
                && let Some(room) = dst[written..].get_mut(..BLOCK)
                && s.array(block).sign8() == 0
            {
                s.array(block).store(room);
                read += BLOCK;
                written += BLOCK;
                ascii += 1;
                continue;
            }
            if read == src.len() {
                return Ok(Lossy { written, replacements });
            }
            let window = repair(s, &src[read..], &mut dst[written..]);
            Lossy { written, replacements } = window.end(read, Lossy { written, replacements })?;
            read += window.read;
            if window.replacements == 0 {
                break;
            }
            ascii = 0;
        }
    }
}

/// U+FFFD.
const REPLACEMENT: [u8; 3] = [0xEF, 0xBF, 0xBD];

/// Writes a replacement, if there is room for one.
#[inline(always)]
fn put_replacement(dst: &mut [MaybeUninit<u8>]) -> bool {
    let Some(room) = dst.first_chunk_mut::<3>() else { return false };
    *room = REPLACEMENT.map(MaybeUninit::new);
    true
}

/// What [`repair`] did with a window.
pub(crate) struct Window {
    pub(super) read: usize,
    written: usize,
    pub(super) replacements: usize,
    /// There was no room for all of it.
    full: bool,
}

impl Window {
    /// What is done with it, behind what was `done` by `read` bytes.
    #[inline(always)]
    pub(super) fn end(&self, read: usize, done: Lossy) -> Result<Lossy, Error> {
        let written = done.written + self.written;
        let replacements = done.replacements + self.replacements;
        if self.full {
            let full = Error::new(ErrorKind::OutputFull, read + self.read, Some(0));
            return Err(full.with_output(written, replacements));
        }
        Ok(Lossy { written, replacements })
    }
}

/// Copies the first window of `src` with replacements.
#[inline(always)]
pub(super) fn repair(s: Avx512, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Window {
    let cur = s.load_first(src, BLOCK);
    let mut open = Open::default();
    let present = first(src.len());
    let seen = look(s, &Start { s, bytes: cur }, present, None, &mut open);
    // A sequence that goes on behind the window is left to the next.
    let len = src.len().min(BLOCK) - if src.len() > BLOCK { open.bytes() } else { 0 };
    let [two, three, four] = seen.ends;
    let last = two | three | four;
    let kept = !seen.nonascii | last | last >> 1 | (three | four) >> 2 | four >> 3;
    let (mut kept, mut bad, mut read) = (kept & first(len), seen.bad & first(len), len);
    let full = count(kept) + 3 * count(bad) > dst.len();
    if full {
        read = fitting(s, seen.chars, kept, bad, dst.len());
        kept &= first(read);
        bad &= first(read);
    }
    if seen.bad == 0 && !full {
        cur.store_first(dst, read);
        return Window { read, written: read, replacements: 0, full };
    }
    if bad.is_power_of_two() && !full {
        // What is behind the only one moves as a whole.
        let (before, behind) = (count(kept & (bad - 1)), bad.trailing_zeros() as usize + 1);
        cur.put(dst, before);
        _ = put_replacement(&mut dst[before..]);
        let moved = s.load_first(&src[behind..], len - behind);
        moved.put(&mut dst[before + 3..], len - behind);
        return Window { read, written: before + 3 + len - behind, replacements: 1, full };
    }
    let replacement = s.doubles(u32::from_le_bytes([0xEF, 0xBF, 0xBD, 0]));
    let (mut written, mut vector) = (0, cur);
    for group in 0..4 {
        let (kept, bad) = (kept >> (16 * group) & 0xFFFF, bad >> (16 * group) & 0xFFFF);
        let lanes = vector.widen8_to_32().put32(bad as u16, replacement);
        let ones = scatter(s, kept | bad, 0x1111_1111_1111_1111);
        let wanted = ones | (scatter(s, bad, 0x1111_1111_1111_1111) * 6);
        lanes.compress8(wanted).put(&mut dst[written..], count(wanted));
        written += count(wanted);
        vector = vector.next_quarter();
    }
    Window { read, written, replacements: count(bad), full }
}

/// The bytes of a window up to the last character or subpart that has room: `chars` are their ends.
#[inline(always)]
fn fitting(s: Avx512, chars: u64, kept: u64, bad: u64, room: usize) -> usize {
    let mut read = 0;
    for n in 0..count(chars) {
        let end = nth(s, chars, n) + 1;
        if count(kept & first(end)) + 3 * count(bad & first(end)) > room {
            break;
        }
        read = end;
    }
    read
}
