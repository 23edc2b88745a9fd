//! UTF-8 to UTF-8: a copy of what is well-formed, and U+FFFD for each maximal subpart that is not.
//!
//! A strict copy is checked and copied in pieces, so that the copy reads from the nearest cache. A lossy one is
//! checked and written in one pass ([`advance`]). Where the check fails, windows of 64 bytes (see
//! [`super::subparts_utf8`]) go on from the vector with the error, until one of them is clean, or some have been ASCII.
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
use super::validate_utf8::Tables;
use super::windows_utf8::Start;
use crate::backend::avx512;
use crate::fallback::form::{Str, Utf8};
use crate::fallback::{self, Error, ErrorKind, Lossy};
use crate::kernels::copy::{copy_once, in_steps};
use crate::x86::Avx512;

/// Bytes that are checked, and then copied.
const PIECE: usize = 8192;

/// Windows of ASCII in a row, behind which there will be more. With 4, ASCII with an error in a kilobyte took 1.2 times
/// as long.
const ASCII: u32 = 32;

/// Bytes from which on what begins with ASCII is worth one pass: 500 of it take 9.6 ns in two, and 15.1 in one.
const LONG: usize = 1024;

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

/// Copies characters from the front of `src` until one is ill-formed or has no room, and returns their
/// length.
#[inline(always)]
fn copy_well_formed(s: Avx512, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> usize {
    let src = &src[..src.len().min(dst.len())];
    let mut done = 0;
    while done < src.len() {
        let piece = &src[done..src.len().min(done + PIECE)];
        // SAFETY: the token invariant.
        let good = match unsafe { avx512::validate_utf8(piece) } {
            Ok(()) => piece.len(),
            Err(error) => error.valid_up_to(),
        };
        copy(s, &piece[..good], &mut dst[done..]);
        done += good;
        // A piece that ends inside of a character is no error, if more follows.
        if good + 3 < piece.len() || good == 0 || piece.len() < PIECE {
            break;
        }
    }
    done
}

/// The same in one pass, to a boundary of characters before the vector with the error: its characters are looked at
/// again. `src` begins with a character or with something ill-formed.
///
/// What is written behind that boundary is written again. Checked and copied in pieces, text with an error in a kilobyte
/// took 1.2 to 1.27 times as long, ASCII 1.06, since the place of each error was looked for by itself, and what was
/// before it read once more; clean text 1.3 times (EPYC family 26 model 2, 2026-11-25).
///
/// Tried and lost: up to 128 bytes by a check that does not look for the place of the error, and windows to the end then.
/// 8 to 64 bytes with an error took 24 to 28 ns in place of 29 to 31, and without one 9.4 in place of 6.4: more registers
/// to save.
#[inline(always)]
fn advance(s: Avx512, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> usize {
    let src = &src[..src.len().min(dst.len())];
    if src.len() < BLOCK + STEP {
        return copy_well_formed(s, src, dst);
    }
    let start = s.load(src);
    let tables = Tables::new(s);
    if start.sign8() != 0 {
        let errors = tables.at_start(s, start);
        if errors.test8(errors) != 0 {
            return 0;
        }
    } else if src.len() < LONG {
        return copy_well_formed(s, src, dst);
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
            let errors = tables.add_at(s, s.bytes(0), block, 0, v0);
            let errors = tables.add_at(s, errors, block, 1, v1);
            let errors = tables.add_at(s, errors, block, 2, v2);
            let errors = tables.add_at(s, errors, block, 3, v3);
            if errors.test8(errors) != 0 {
                let mut i = 0;
                while i < 3 {
                    let errors = tables.add_at(s, s.bytes(0), block, i, vector(i));
                    if errors.test8(errors) != 0 {
                        break;
                    }
                    i += 1;
                }
                return fallback::open_from(src, at + BLOCK * i);
            }
        }
        at += STEP;
    }
    at = fallback::open_from(src, at);
    at + copy_well_formed(s, &src[at..], &mut dst[at..])
}

/// See [`crate::Kernels`].
#[inline(always)]
pub(crate) fn utf8_to_utf8_lossy(
    s: Avx512,
    _: Utf8,
    src: &[u8],
    _: Utf8,
    dst: &mut [MaybeUninit<u8>],
) -> Result<Lossy, Error> {
    let (mut read, mut written, mut replacements) = (0, 0, 0);
    loop {
        let copied = advance(s, &src[read..], &mut dst[written..]);
        read += copied;
        written += copied;
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
            read += window.read;
            written += window.written;
            replacements += window.replacements;
            if window.full {
                let full = Error::new(ErrorKind::OutputFull, read, Some(0));
                return Err(full.with_output(written, replacements));
            }
            if window.replacements == 0 {
                break;
            }
            ascii = 0;
        }
    }
}

/// The bytes of a replacement.
const REPLACEMENT: u32 = u32::from_le_bytes([0xEF, 0xBF, 0xBD, 0]);

/// What [`repair`] did with a window.
struct Window {
    read: usize,
    written: usize,
    replacements: usize,
    /// There was no room for all of it.
    full: bool,
}

/// Copies the first window of `src` with replacements.
#[inline(always)]
fn repair(s: Avx512, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Window {
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
        read = fitting(seen.good | seen.bad, kept, bad, dst.len());
        kept &= first(read);
        bad &= first(read);
    }
    if seen.bad == 0 && !full {
        cur.store_first(dst, read);
        return Window { read, written: read, replacements: 0, full };
    }
    let (mut written, mut vector) = (0, cur);
    for group in 0..4 {
        let (kept, bad) = (kept >> (16 * group) & 0xFFFF, bad >> (16 * group) & 0xFFFF);
        let lanes = vector.widen8_to_32().put32(bad as u16, s.doubles(REPLACEMENT));
        let ones = scatter(kept | bad, 0x1111_1111_1111_1111);
        let wanted = ones | (scatter(bad, 0x1111_1111_1111_1111) * 6);
        lanes.compress8(wanted).store_first(&mut dst[written..], count(wanted));
        written += count(wanted);
        vector = vector.next_quarter();
    }
    Window { read, written, replacements: count(bad), full }
}

/// The bytes of a window up to the last character or subpart that has room: `chars` are their ends.
#[inline(always)]
fn fitting(chars: u64, kept: u64, bad: u64, room: usize) -> usize {
    let mut read = 0;
    for n in 0..count(chars) {
        let end = nth(chars, n) + 1;
        if count(kept & first(end)) + 3 * count(bad & first(end)) > room {
            break;
        }
        read = end;
    }
    read
}
