//! UTF-8 to UTF-8, lossy, of short sources: see [`super::repair_utf8`].
//!
//! A block is written as it is checked, by the three bytes before it, and where an error is in it, is not asked for:
//!
//! ```text
//!   ... E3 81 | 82 41 ... E3 | 81 82 FF ...
//!                64 bytes       clean: they stay written, and the next block is behind them
//!             <- character |    else: back to where the character begins that may reach into the block; from there on
//!                               windows of replacements, each of whole characters and subparts, until one is clean
//! ```
//!
//! Behind a window, as at the beginning, nothing is open, and a block is checked as if nothing were before it. Up to 64 bytes
//! need no loop, and a window is a part, for which registers are saved only where there is an error.
//!
//! Lost (500 bytes of Chinese, which take 26 ns, EPYC family 25 model 17, 2026-11-28): blocks that end with a character, so
//! that none needs a look back, but each waits for the last bytes of the one before (68 ns); the window in the loop (80 ns, for
//! its constants).

use core::mem::MaybeUninit;

use super::from_utf8::BLOCK;
use super::repair_utf8::{Window, repair};
use super::tables_utf8::Tables;
use super::validate_utf8::is_well_formed;
use super::wide::Z;
use crate::backend::avx512;
use crate::fallback::form::Utf8;
use crate::fallback::{Error, Lossy, open_from};
use crate::x86::Avx512;

/// Bytes from which on the loop of [`super::repair_utf8`] is worth its setting up.
const LONG: usize = 1024;

/// See [`crate::Kernels`].
#[inline(always)]
pub(crate) fn utf8_to_utf8_lossy(
    s: Avx512,
    from: Utf8,
    src: &[u8],
    to: Utf8,
    dst: &mut [MaybeUninit<u8>],
) -> Result<Lossy, Error> {
    if src.len() >= LONG {
        // SAFETY: the token invariant.
        return unsafe { avx512::utf8_to_utf8_lossy_any(from, src, to, dst) };
    }
    if src.len() <= BLOCK && src.len() <= dst.len() {
        let cur = s.load_first(src, BLOCK);
        if is_well_formed(s, cur) {
            cur.store_first(dst, src.len());
            return Ok(Lossy { written: src.len(), replacements: 0 });
        }
        // SAFETY: the token invariant.
        let window = unsafe { avx512::utf8_repair_window(src, dst) };
        return window.end(0, Lossy { written: 0, replacements: 0 });
    }
    if src.len() >= BLOCK && src.len() <= dst.len() && copied_ascii(s, src, dst) {
        return Ok(Lossy { written: src.len(), replacements: 0 });
    }
    // SAFETY: the token invariant.
    unsafe { avx512::utf8_to_utf8_lossy_few(from, src, to, dst) }
}

/// Copies a block and more, as long as it is ASCII, and says whether it is.
#[inline(always)]
fn copied_ascii(s: Avx512, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> bool {
    let last = src.len() - BLOCK;
    let mut at = 0;
    loop {
        let cur = s.load(&src[at..]);
        if cur.sign8() != 0 {
            return false;
        }
        cur.store(&mut dst[at..]);
        if at == last {
            return true;
        }
        // The last one overlaps what is done.
        at = last.min(at + BLOCK);
    }
}

/// See [`repair`].
#[inline(always)]
pub(crate) fn utf8_repair_window(s: Avx512, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Window {
    repair(s, src, dst)
}

/// Any source, in few registers.
#[inline(always)]
pub(crate) fn utf8_to_utf8_lossy_few(
    s: Avx512,
    _: Utf8,
    src: &[u8],
    _: Utf8,
    dst: &mut [MaybeUninit<u8>],
) -> Result<Lossy, Error> {
    let tables = Tables::new(s);
    let (mut read, mut done) = (0, Lossy { written: 0, replacements: 0 });
    // Nothing is open before the next block; and the one before it was clean.
    let (mut fresh, mut clean) = (true, true);
    loop {
        let (rest, room) = (&src[read..], &mut dst[done.written..]);
        let mut good = false;
        if clean && rest.len() >= BLOCK && room.len() >= BLOCK {
            let cur = s.load(rest);
            cur.store(room);
            good = match read.checked_sub(3) {
                Some(before) if !fresh => {
                    let block = src[before..].first_chunk().expect("three bytes and a block");
                    is_good_behind(s, tables, cur, block)
                }
                _ => {
                    cur.sign8() == 0 || {
                        let errors = tables.at_start(s, cur);
                        errors.test8(errors) == 0
                    }
                }
            };
        }
        if good {
            read += BLOCK;
            done.written += BLOCK;
            fresh = false;
            continue;
        }
        if !fresh {
            let start = open_from(src, read);
            done.written -= read - start;
            read = start;
            fresh = true;
        }
        let (rest, room) = (&src[read..], &mut dst[done.written..]);
        if clean && rest.len() <= BLOCK && rest.len() <= room.len() {
            let cur = s.load_first(rest, BLOCK);
            if is_well_formed(s, cur) {
                cur.store_first(room, rest.len());
                return Ok(Lossy { written: done.written + rest.len(), ..done });
            }
        }
        // SAFETY: the token invariant.
        let window = unsafe { avx512::utf8_repair_window(rest, room) };
        done = window.end(read, done)?;
        read += window.read;
        if read == src.len() {
            return Ok(done);
        }
        clean = window.replacements == 0;
    }
}

/// Whether nothing is ill-formed up to the end of a block `cur`, which has three bytes before it.
#[inline(always)]
fn is_good_behind(s: Avx512, tables: Tables, cur: Z, block: &[u8; 3 + BLOCK]) -> bool {
    let before = s.load(block);
    if cur.or(before).sign8() == 0 {
        return true;
    }
    let errors = tables.add(s.bytes(0), [cur, s.load(&block[2..]), s.load(&block[1..]), before]);
    errors.test8(errors) == 0
}
