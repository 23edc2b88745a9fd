//! Windows of 64 bytes of UTF-8 with errors, copied with replacements.
//!
//! In a window a byte becomes none, one, or three bytes: those of a character stay, of a subpart only
//! the last is left and becomes EF BF BD. With few errors, what stays between two of them is copied by
//! whole vectors, over which the replacement and the next copy are written:
//!
//! ```text
//!   41 E3 81 C3 42 …      the window; E3 81 and C3 are subparts
//!   41 E3 81 C3 42        copied whole
//!      EF BF BD           from the first byte that does not stay: the replacement
//!               C3 42     behind it what follows the subpart: here nothing before the next one
//!               EF BF BD
//!                        42 …
//! ```
//!
//! With many, four bytes at a time choose a row of the table: where one stays, the row has its place, and
//! where there is a replacement, the places of its three bytes behind them.
//!
//! ```text
//!   41 E3 81 C3 | EF BF BD      four bytes, and the replacement behind them
//!   1  0  2  1                  41 stays, E3 81 is a subpart, C3 stays: row 1 + 0 * 3 + 2 * 9 + 1 * 27
//!   0  4 5 6  3                 the row
//! ```

use core::mem::MaybeUninit;

use super::repair_single_utf8::REPLACEMENTS;
use super::repair_utf8::Progress;
use super::subparts_utf8::{Open, WINDOW, look, look_inside, spread, with_zeros};
use crate::aligned::Aligned;
use crate::vector::{Bytes, Lanewise, Simd, Vector, Wide};

/// Copies the next 64 bytes, if they are ASCII.
#[inline(always)]
pub(super) fn ascii_window<S: Wide>(
    s: S,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    at: &mut Progress,
) -> bool {
    let lanes = S::Bytes::LANES;
    let (Some(bytes), Some(room)) =
        (src[at.read..].first_chunk::<WINDOW>(), dst[at.written..].first_chunk_mut::<WINDOW>())
    else {
        return false;
    };
    let mut any = s.load(bytes);
    let mut i = lanes;
    while i < WINDOW {
        any = any | s.load(&bytes[i..]);
        i += lanes;
    }
    if any.any_high_bit() {
        return false;
    }
    let mut i = 0;
    while i < WINDOW {
        s.load(&bytes[i..]).store(&mut room[i..]);
        i += lanes;
    }
    at.read += WINDOW;
    at.written += WINDOW;
    true
}

/// The places of what is written for four bytes, those of the replacement behind them, by what becomes of
/// each of the four, as a number of four digits of which the first is the lowest: 0 goes, 1 stays, 2 is
/// replaced. The last byte is how many are written, at most twelve. There are 81 rows, and others so that no number
/// of seven bits is outside.
static ROWS: Aligned<[[u8; 16]; 128]> = Aligned({
    let mut table = [[0; 16]; 128];
    let mut row = 0;
    while row < 81 {
        let (mut i, mut n, mut digits) = (0, 0, row);
        while i < 4 {
            if digits % 3 == 1 {
                table[row][n] = i;
                n += 1;
            } else if digits % 3 == 2 {
                (table[row][n], table[row][n + 1], table[row][n + 2]) = (4, 5, 6);
                n += 3;
            }
            (i, digits) = (i + 1, digits / 3);
        }
        table[row][15] = n as u8;
        row += 1;
    }
    table
});

/// So many errors in a window are few.
pub(super) const FEW: u32 = 8;

/// Room for a window with few errors, a window behind it, and some replacements.
const FEW_ROOM: usize = 2 * WINDOW + 3 * FEW as usize + REPLACEMENTS.len();

/// Room for any window: for the most that it becomes, or any place that is a byte, and a vector there.
const ROOM: usize = 256 + 16;

/// Replacements that are written at once.
const AT_ONCE: u32 = 5;

/// Copies a window from `at` on with replacements; nothing if there is no room for all of it. The source are the first
/// `len` bytes.
#[inline(always)]
pub(super) fn repair<S: Wide>(
    s: S,
    (bytes, len): (&[u8], usize),
    dst: &mut [MaybeUninit<u8>],
    at: &mut Progress,
) -> bool {
    let src = &bytes[..len];
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
    let errors = bad.count_ones();
    let total = (kept.count_ones() + 3 * errors) as usize;
    if total > dst.len() {
        return false;
    }
    at.written += total;
    at.replacements += errors as usize;
    let from = at.read;
    at.read = start + len;
    let bytes = &bytes[start..];
    if errors <= FEW
        && let Some(room) = dst.first_chunk_mut()
    {
        match bytes.first_chunk() {
            Some(bytes) => copy_around(s, bytes, from - start, kept, bad, room),
            None => copy_around(s, &with_zeros(bytes), from - start, kept, bad, room),
        }
    } else if let Some(room) = dst.first_chunk_mut::<ROOM>() {
        copy_by_four(s, bytes, kept, bad, room);
    } else {
        copy_by_four(s, bytes, kept, bad, dst);
    }
    true
}

/// Copies windows from `at` on, where a character begins, as long as those behind one have more than two errors, and there
/// is room for any.
///
/// They are one behind the other whatever stands in them: what is there of a sequence at the end of one is written as if
/// it were whole, and taken back if the next one says otherwise. And the next one is looked at before one is written, since
/// each takes long to begin and need not wait for the other; the question about the next one is what keeps the compiler
/// from putting that off.
///
/// (Zen 3, 2026-11-25, 64 KiB of random bytes by AVX2: 41 µs with each window behind the last whole character of the one
/// before, 30 so; SSE4.1 45 and 38. Lost: few errors so, since a window without any takes 70 cycles, of which most is
/// waiting: Chinese with one in 256 bytes took 1.7 times as long.)
#[inline(always)]
pub(super) fn many<S: Wide>(s: S, src: &[u8], dst: &mut [MaybeUninit<u8>], at: &mut Progress) {
    let mut open = Open::default();
    let Some(bytes) = src[at.read..].first_chunk() else { return };
    let mut seen = look_inside(s, bytes, &mut open);
    let mut begun = 0;
    while let Some(bytes) = src[at.read + WINDOW..].first_chunk() {
        let (bad, gone) = (seen.bad, seen.ill_formed());
        let written = at.written - begun * (gone & 1) as usize;
        let begun_next = open.bytes();
        let next = look_inside(s, bytes, &mut open);
        if next.bad.count_ones() <= FEW / 4 {
            break;
        }
        let Some(room) = dst[written..].first_chunk_mut::<ROOM>() else { break };
        copy_by_four(s, &src[at.read..], !gone, bad, room);
        let errors = bad.count_ones() as usize;
        let total = gone.count_zeros() as usize + 3 * errors;
        at.read += WINDOW;
        at.written = written + total;
        at.replacements += errors;
        (begun, seen) = (begun_next, next);
    }
    at.read -= begun;
    at.written -= begun;
}

/// Copies the bytes from `done` on of a window with few errors.
#[inline(always)]
fn copy_around<S: Wide>(
    s: S,
    bytes: &[u8; 2 * WINDOW],
    done: usize,
    kept: u64,
    mut bad: u64,
    room: &mut [MaybeUninit<u8>; FEW_ROOM],
) {
    let replacements = s.narrow().load(&REPLACEMENTS);
    let (mut from, mut written) = (done, 0);
    let mut gone = !kept & !0 << done;
    loop {
        // A window and a replacement for each of its bytes leave room for another window.
        let (stretch, out) = (&bytes[from..][..WINDOW], &mut room[written..][..WINDOW]);
        let mut i = 0;
        while i < WINDOW {
            s.load(&stretch[i..]).store(&mut out[i..]);
            i += S::Bytes::LANES;
        }
        if bad == 0 {
            return;
        }
        written += gone.trailing_zeros() as usize - from;
        // Subparts of one byte, side by side, are replaced at once.
        let last = bad.trailing_zeros();
        let side_by_side = (bad >> last).trailing_ones().min(AT_ONCE);
        replacements.store(&mut room[written..]);
        written += 3 * side_by_side as usize;
        from = (last + side_by_side) as usize;
        let behind = !0 << (from - 1) << 1;
        gone &= behind;
        bad &= behind;
    }
}

/// Copies a window by four bytes at a time.
#[inline(always)]
fn copy_by_four<S: Wide, R: Room + ?Sized>(s: S, bytes: &[u8], kept: u64, bad: u64, room: &mut R) {
    // Where the row of each four bytes begins, as 32 bits.
    let mut rows = [0; WINDOW];
    let mut i = 0;
    while i < WINDOW {
        let kept = spread(s, (kept >> i) as u32) & s.splat(1);
        let digits = spread(s, (bad >> i) as u32) & s.splat(2) | kept;
        let pairs = digits.products8(s.words(0x0301));
        pairs.products16(s.doubles(0x0090_0010)).overwrite(&mut rows[i..i + S::Bytes::LANES]);
        i += S::Bytes::LANES;
    }
    let lane = s.narrow();
    let replacement = lane.load(&[0, 0, 0, 0, 0xEF, 0xBF, 0xBD, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    let first = lane.load(&[!0, !0, !0, !0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    let bytes: &[u8; WINDOW] = bytes.first_chunk().expect("a window");
    let table = ROWS.as_flattened();
    let mut written = 0;
    for (bytes, row) in bytes.as_chunks::<4>().0.iter().zip(rows.as_chunks::<4>().0) {
        let row = u32::from_le_bytes(*row) as usize & 0x7F0;
        let row: &[u8; 16] = table[row..].first_chunk().expect("a row");
        let four = lane.doubles(u32::from_le_bytes(*bytes)) & first | replacement;
        let n = usize::from(row[15]);
        room.put(four.lookup(lane.load(row)), written, n);
        written += n;
    }
}

/// Where the bytes of a window are written.
trait Room {
    /// Writes the first `n` bytes at `at`, and perhaps others behind them.
    fn put<V: Vector>(&mut self, bytes: V, at: usize, n: usize);
}

impl Room for [MaybeUninit<u8>; ROOM] {
    #[inline(always)]
    fn put<V: Vector>(&mut self, bytes: V, at: usize, _: usize) {
        // No more than three bytes for each one before, but the compiler does not see that.
        bytes.store(&mut self[at & 0xFF..]);
    }
}

impl Room for [MaybeUninit<u8>] {
    #[inline(always)]
    fn put<V: Vector>(&mut self, bytes: V, at: usize, n: usize) {
        let room = &mut self[at..];
        match room.first_chunk_mut::<16>() {
            Some(room) => bytes.store(room),
            None => bytes.store_first(room, n),
        }
    }
}
