//! Lossy UTF-8 to UTF-8: a copy of what is well-formed, and U+FFFD for each maximal subpart that is not.
//!
//! A source is checked and copied in pieces, so that the copy reads from the nearest cache. Where the check
//! of four vectors fails, windows of 64 bytes (see [`super::subparts_utf8`]) go on until one behind them is
//! clean.
//!
//! In a window a byte becomes none, one, or three bytes: those of a character stay, of a subpart only
//! the last is left and becomes EF BF BD. Four bytes at a time choose a row of the table: where one stays,
//! the row has its place, and where there is a replacement, the places of its three bytes behind them.
//!
//! ```text
//!   41 E3 81 C3 | EF BF BD      four bytes, and the replacement behind them
//!   1  .  b  1                  41 stays, E3 81 is a subpart, C3 stays
//!   0  4 5 6  3                 the row
//! ```
//!

use core::mem::MaybeUninit;

use super::copy_utf8::{PIECE, copy, copy_well_formed};
use super::subparts_utf8::{Open, WINDOW, look};
use super::validate_utf8::Tables;
use crate::fallback::form::Utf8;
use crate::fallback::{self, Error, Lossy};
use crate::vector::{Bytes, Vector, Wide};

/// Copies well-formed blocks from the front of `src`, and returns whether there is something ill-formed in
/// what is not copied, in the four vectors and three bytes behind. What is done ends with a character.
#[inline(always)]
fn copy_blocks<S: Wide>(s: S, src: &[u8], dst: &mut [MaybeUninit<u8>], at: &mut Progress) -> bool {
    let lanes = S::Bytes::LANES;
    let src = &src[..src.len().min(at.read + (dst.len() - at.written))];
    let tables = Tables::new(s);
    let mut bad = false;
    while !bad && src.len() - at.read >= 4 * lanes {
        let mut read = at.read;
        if read == 0 {
            if tables.errors_at_start(s.load(src)).any() {
                return true;
            }
            read = lanes;
        }
        // Otherwise it is behind a window.
        let end = src.len().min(read + PIECE);
        while read >= 3 && end - read >= 4 * lanes {
            let block = &src[read - 3..read + 4 * lanes];
            if errors_in_block(s, tables, block) {
                bad = true;
                break;
            }
            read += 4 * lanes;
        }
        let read = fallback::open_from(src, read).max(at.read);
        if read == at.read {
            break;
        }
        copy(&src[at.read..read], &mut dst[at.written..]);
        at.written += read - at.read;
        at.read = read;
    }
    bad
}

/// Whether the last four vectors of `block`, which begins three bytes before them, are in error.
#[inline(always)]
fn errors_in_block<S: Wide>(s: S, tables: Tables<S>, block: &[u8]) -> bool {
    let lanes = S::Bytes::LANES;
    let (v0, v1) = (s.load(&block[3..]), s.load(&block[3 + lanes..]));
    let (v2, v3) = (s.load(&block[3 + 2 * lanes..]), s.load(&block[3 + 3 * lanes..]));
    if !((s.load(block) | v0) | (v1 | v2) | v3).any_high_bit() {
        return false;
    }
    let e0 = tables.errors(s, v0, block);
    let e1 = tables.errors(s, v1, &block[lanes..]);
    let e2 = tables.errors(s, v2, &block[2 * lanes..]);
    let e3 = tables.errors(s, v3, &block[3 * lanes..]);
    ((e0 | e1) | (e2 | e3)).any()
}

/// See [`crate::Kernels`].
#[inline(always)]
pub(crate) fn utf8_to_utf8_lossy<S: Wide>(
    s: S,
    from: Utf8,
    src: &[u8],
    to: Utf8,
    dst: &mut [MaybeUninit<u8>],
) -> Result<Lossy, Error> {
    let mut at = Progress::default();
    loop {
        if !copy_blocks(s, src, dst, &mut at) {
            let copied = copy_well_formed(s, &src[at.read..], &mut dst[at.written..]);
            at.read += copied;
            at.written += copied;
        }
        // Somewhere before this there is an error.
        let behind = at.read + 4 * S::Bytes::LANES + 3;
        loop {
            if at.read == src.len() {
                return Ok(Lossy { written: at.written, replacements: at.replacements });
            }
            let before = at.replacements;
            // There must be a byte in front of the last window.
            if src.len() <= WINDOW || !repair(s, src, &mut dst[at.written..], &mut at) {
                return at.finish(from, src, to, dst);
            }
            if at.replacements == before && at.read >= behind {
                break;
            }
        }
    }
}

/// How far a lossy conversion came: always to the beginning of a character or a subpart.
#[derive(Clone, Copy, Default)]
struct Progress {
    read: usize,
    written: usize,
    replacements: usize,
}

impl Progress {
    /// The scalar path for the rest.
    #[inline(always)]
    fn finish(
        self,
        from: Utf8,
        src: &[u8],
        to: Utf8,
        dst: &mut [MaybeUninit<u8>],
    ) -> Result<Lossy, Error> {
        match fallback::transcode_lossy(from, &src[self.read..], to, &mut dst[self.written..]) {
            Ok(Lossy { written, replacements }) => Ok(Lossy {
                written: self.written + written,
                replacements: self.replacements + replacements,
            }),
            Err(error) => {
                let written = self.written + error.written();
                let replacements = self.replacements + error.replacements();
                Err(error.offset(self.read).with_output(written, replacements))
            }
        }
    }
}

/// The places of what is written for four bytes, those of the replacement behind them, by what becomes of
/// each of the four: the lower four bits of the number of a row for those that stay, the upper for those
/// that are replaced. A row is read with the beginning of the next.
static ROWS: [u8; 256 * ROW + 4] = {
    let mut table = [0; 256 * ROW + 4];
    let mut row = 0;
    while row < 256 {
        let (mut i, mut at) = (0, row * ROW);
        while i < 4 {
            // Rows in which a byte is both are not used.
            if row >> (4 + i) & 1 != 0 {
                let mut j = 0;
                while j < 3 {
                    table[at] = 4 + j;
                    (at, j) = (at + 1, j + 1);
                }
            } else if row >> i & 1 != 0 {
                table[at] = i;
                at += 1;
            }
            i += 1;
        }
        row += 1;
    }
    table
};

/// Bytes of a row.
const ROW: usize = 12;

/// Copies a window from `at` on with replacements; nothing if there is no room for all of it.
#[inline(always)]
fn repair<S: Wide>(s: S, src: &[u8], dst: &mut [MaybeUninit<u8>], at: &mut Progress) -> bool {
    // The last window overlaps what is done.
    let start = at.read.min(src.len() - WINDOW);
    let done = at.read - start;
    let mut open = Open::default();
    let seen = look(s, src, start, done, &mut open);
    // A sequence that goes on behind the window is left to the next.
    let len = WINDOW - open.bytes();
    let [one, two, three, four] = seen.ends;
    let last = one | two | three | four;
    let mut kept = last | (two | three | four) >> 1 | (three | four) >> 2 | four >> 3;
    if open.any() {
        kept &= !(!0 << len);
    }
    let bad = seen.bad;
    let total = (kept.count_ones() + 3 * bad.count_ones()) as usize;
    if total > dst.len() {
        return false;
    }
    at.read = start + len;
    at.replacements += bad.count_ones() as usize;
    at.written += total;
    let replacement = s.rows(&[[0, 0, 0, 0, 0xEF, 0xBF, 0xBD, 0, 0, 0, 0, 0, 0, 0, 0, 0]; 1], 0, 0);
    let replacement = replacement.low_lane();
    let first = s.rows(&[[!0, !0, !0, !0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]; 1], 0, 0).low_lane();
    let (mut kept, mut bad, mut written) = (kept, bad, 0);
    for bytes in src[start..start + WINDOW].as_chunks::<4>().0 {
        let (stay, replaced) = ((kept & 0xF) as usize, (bad & 0xF) as usize);
        let four = s.doubles(u32::from_le_bytes(*bytes)).low_lane() & first | replacement;
        let row = ROWS[(stay | replaced << 4) * ROW..].first_chunk().expect("a row");
        let n = stay.count_ones() + 3 * replaced.count_ones();
        put(four.lookup(s.table(row).low_lane()), &mut dst[written..], n as usize);
        written += n as usize;
        (kept, bad) = (kept >> 4, bad >> 4);
    }
    true
}

/// Writes the first `n` bytes, and perhaps others behind them where there is room.
#[inline(always)]
fn put<V: Vector>(bytes: V, dst: &mut [MaybeUninit<u8>], n: usize) {
    match dst.first_chunk_mut::<16>() {
        Some(room) => bytes.store(room),
        None => bytes.store_first(dst, n),
    }
}
