//! Whether 256 bytes of UTF-8 are well-formed, by as few operations as their characters allow.
//!
//! # The idea
//!
//! The tables of [`super::tables_utf8`] know the whole of Table 3-7, and take ten operations and four loads for 64 bytes,
//! of which three cross a cache line. On Zen 4 either takes some seven cycles, side by side. But the tables say the same
//! of most characters. Where none has four bytes, a byte is a continuation byte if and only if one is due:
//!
//! ```text
//!   lead    = p1 -sat 40     the highest bit: p1 is C0..FF
//!   third   = p2 -sat 60     p2 is E0..FF
//!   next    = cur +sat 40    of signed bytes: cur is 80..BF
//!   faults |= (lead | third) ^ next
//! ```
//!
//! and only behind E0 and ED may not all of 80..BF stand, and behind C0 and C1 none. So there are three ways to check a
//! block, of which each does less than the one behind it:
//!
//! | [`Kind`] | leads that it knows | of second bytes | operations for 64 bytes |
//! |---|---|---|---|
//! | `Plain` | C2..DF, E1..EC, EE, EF | `faults \|= ODD[p1] & lead` | 6.5 |
//! | `Basic` | C2..EF | `faults \|= (cur + SECOND[p1]) & lead` | 7.5 |
//! | `All` | all | the tables | 10 |
//!
//! `ODD` and `SECOND` have 64 entries, by the lower six bits of `p1`: what they say of bytes below C0 is no matter, for
//! `lead` is not set there. The highest bit of the sum is to be set where a continuation byte is wrong; where there is none,
//! what `due` says of it is a fault already:
//!
//! ```text
//!   behind E0        + 60    80..9F → E0..FF     A0..BF → 00..1F
//!   behind ED        + E0    80..9F → 60..7F     A0..BF → 80..9F
//!   none is right    + 00    80..BF → 80..BF
//!   all are right    + 80    80..BF → 00..3F
//! ```
//!
//! What a kind does not know is a fault to it, and the block is checked again by a kind that does; only a fault that the
//! tables find is one of the text. After some blocks the least kind is tried once more, and later each time, since a
//! trial that fails costs a block and a branch that nobody foresaw.
//!
//! 64 KiB on Zen 4, the time of the tables by that of the loop alone: Chinese 1.41 to 1.55, Hindi 1.29 to 1.38. Tried and lost: `p1` and `p2` from registers,
//! three shuffles in place of two loads (1.20), or those of every second or fourth vector (1.37, 1.45); a table of 128
//! entries, which tells leads from ASCII, and makes the sum one operation shorter (1.18; it seems to be two itself);
//! leads and continuation bytes as masks in general registers (0.95). On Zen 4 a load across a line is one and a half, and a
//! sum or a difference that saturates takes as long as a shuffle, so that the loads are four cycles of 4.9; but what takes the
//! place of a load was slower all the same: `p1` as a shift of `cur` and `p2` together (VPSHLDW; Chinese 1.08 times as long),
//! or as a shuffle of two vectors (1.02, Hindi 1.09). For all leads the three steps here with a fourth, nine operations,
//! took as long as the tables, and with that shift 1.06 times.

use super::tables_utf8::Tables;
use super::wide::Z;
use crate::aligned::Aligned;
use crate::x86::Avx512;

/// Bytes that are checked at once.
pub(super) const BLOCK: usize = 256;

/// The highest bit for leads that [`Kind::Plain`] does not know, by their lower six bits.
const ODD: &Aligned<[u8; 64]> = &Aligned({
    let mut table = [0x80; 64];
    let mut lead = 0xC2;
    while lead < 0xF0 {
        table[lead - 0xC0] = if lead == 0xE0 || lead == 0xED { 0x80 } else { 0 };
        lead += 1;
    }
    table
});

/// What [`Kind::Basic`] adds to a second byte, by the lower six bits of the lead.
const SECOND: &Aligned<[u8; 64]> = &Aligned({
    let mut table = [0; 64];
    let mut lead = 0xC2;
    while lead < 0xF0 {
        table[lead - 0xC0] = match lead {
            0xE0 => 0x60,
            0xED => 0xE0,
            _ => 0x80,
        };
        lead += 1;
    }
    table
});

/// Truth tables of [`Z::ternary`].
const ANY_OF_THREE: i32 = 0b1111_1110;
const A_OR_B_AND_C: i32 = 0b1111_1000;
const A_OR_B_IS_NOT_C: i32 = 0b0101_0110;

/// How blocks are checked.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Plain,
    Basic,
    All,
}

/// Blocks until the least kind is tried again, at first.
const WAIT: usize = 16;

/// And at last.
const LONGEST_WAIT: usize = 64;

/// How far ahead of a block the cache is told of the next.
pub(super) const AHEAD: usize = 2048;

/// How the blocks of a source are checked from here on.
#[derive(Clone, Copy)]
pub(super) struct Way {
    kind: Kind,
    /// Blocks until the least kind is tried again.
    left: usize,
    /// How many they were to begin with.
    wait: usize,
}

impl Way {
    pub(super) const FIRST: Self = Self { kind: Kind::Plain, left: usize::MAX, wait: WAIT };

    fn by(self, kind: Kind) -> Self {
        Self { kind, left: if kind == Kind::Plain { usize::MAX } else { self.wait }, ..self }
    }
}

/// Whether none of the vectors of a block is ASCII, so that the ones behind it are likely to be the same.
#[inline(always)]
pub(super) fn are_beyond_ascii(v0: Z, v1: Z, v2: Z, v3: Z) -> bool {
    (v0.sign8() != 0) & (v1.sign8() != 0) & (v2.sign8() != 0) & (v3.sign8() != 0)
}

/// Checks the blocks from `at` on, which is 3 or more, up to one that is ASCII, or cut off by the end, and returns where
/// that begins; and if `LINES`, how many line feeds are before it. `Err` has where a block begins that is ill-formed.
#[inline(always)]
pub(super) fn blocks_beyond_ascii<const LINES: bool>(
    s: Avx512,
    src: &[u8],
    at: usize,
    way: &mut Way,
) -> Result<(usize, usize), usize> {
    let (mut at, mut line_feeds) = (at, 0);
    // What begins with a character of four bytes is likely to have more, and a fault costs as much as a block.
    let begins = src.len() - at >= 64 && s.load(&src[at..]).ge8(s.bytes(0xF0)) != 0;
    if begins && way.kind != Kind::All {
        *way = way.by(Kind::All);
    }
    loop {
        // A kind that knows no characters of four bytes does not see what they leave open.
        let before = src[at - 3..].first_chunk();
        if way.kind != Kind::All && before.is_none_or(|&before| four_begin(before)) {
            *way = way.by(Kind::All);
        }
        let (end, lines) = match way.kind {
            Kind::Plain => run::<{ Kind::Plain as u8 }, LINES>(s, src, at, way.left),
            Kind::Basic => run::<{ Kind::Basic as u8 }, LINES>(s, src, at, way.left),
            Kind::All => run::<{ Kind::All as u8 }, LINES>(s, src, at, way.left),
        };
        line_feeds += lines;
        let (End::Done(to) | End::Fault(to) | End::Enough(to)) = end;
        way.left -= (to - at) / BLOCK;
        at = to;
        match end {
            End::Done(_) => return Ok((at, line_feeds)),
            End::Fault(_) if way.kind == Kind::All => return Err(at),
            End::Fault(_) => {
                let all = way.kind == Kind::Basic || has_four(s, &src[at..]);
                *way = way.by(if all { Kind::All } else { Kind::Basic });
            }
            End::Enough(_) => {
                way.wait = LONGEST_WAIT.min(2 * way.wait);
                *way = way.by(Kind::Plain);
            }
        }
    }
}

/// Where a run of blocks ends: at
enum End {
    /// a block that is ASCII, or not whole,
    Done(usize),
    /// one that has what the kind does not allow,
    Fault(usize),
    /// any other.
    Enough(usize),
}

/// Checks at most so many blocks, and counts the line feeds of those that are well-formed.
#[inline(always)]
fn run<const KIND: u8, const LINES: bool>(
    s: Avx512,
    src: &[u8],
    at: usize,
    most: usize,
) -> (End, usize) {
    let (mut at, mut left) = (at, most);
    let mut feeds = 0;
    let end = loop {
        let Some(block) = src[at - 3..].first_chunk::<{ 3 + BLOCK }>() else {
            break End::Done(at);
        };
        if left == 0 {
            break End::Enough(at);
        }
        // One line of four: the CPU finds the others, and each is a load more (64 KiB, 1.04 times as long with all).
        s.prefetch_behind::<AHEAD>(&block[..64]);
        // In every second block: the test is a tenth of what a block of the least kind costs.
        if left % 2 == 0 && s.load(&block[3 + 64..]).sign8() == 0 && any(s, block).sign8() == 0 {
            break End::Done(at);
        }
        let faults = if KIND == Kind::Plain as u8 {
            faults::<true>(s, block).sign8()
        } else if KIND == Kind::Basic as u8 {
            faults::<false>(s, block).sign8()
        } else {
            faults_of_all(s, block)
        };
        if faults != 0 {
            break End::Fault(at);
        }
        if LINES {
            feeds += line_feeds(s, block);
        }
        at += BLOCK;
        left -= 1;
    };
    (end, feeds)
}

/// The line feeds of a block.
///
/// As masks that are counted in general registers, which have nothing else to do here. Tried and lost: sums in the lanes
/// of a vector (64 KiB of Chinese took 1.18 times as long, of emoji 1.13).
#[inline(always)]
pub(super) fn line_feeds(s: Avx512, block: &[u8; 3 + BLOCK]) -> usize {
    let feed = s.bytes(b'\n');
    let of = |i: usize| s.load(&block[3 + 64 * i..]).eq8(feed).count_ones();
    (of(0) + of(1) + of(2) + of(3)) as usize
}

/// An OR of the bytes of a block.
#[inline(always)]
fn any(s: Avx512, block: &[u8; 3 + BLOCK]) -> Z {
    let cur = |i: usize| s.load(&block[3 + 64 * i..]);
    cur(0).or(cur(1)).or(cur(2).or(cur(3)))
}

/// Whether the block in front has a character of four bytes, or what is none of UTF-8.
#[inline(always)]
fn has_four(s: Avx512, bytes: &[u8]) -> bool {
    let cur = |i: usize| s.load(&bytes[64 * i..]);
    cur(0).max8(cur(1)).max8(cur(2).max8(cur(3))).ge8(s.bytes(0xF0)) != 0
}

/// Whether one of the first three bytes begins a character of four.
#[inline(always)]
fn four_begin(bytes: [u8; 4]) -> bool {
    let bytes = u32::from_le_bytes(bytes);
    bytes & bytes << 1 & bytes << 2 & bytes << 3 & 0x0080_8080 != 0
}

/// Bytes with the highest bit set where there is what is ill-formed, or unknown to [`Kind::Plain`] or [`Kind::Basic`].
#[inline(always)]
fn faults<const PLAIN: bool>(s: Avx512, bytes: &[u8; 3 + BLOCK]) -> Z {
    let (v0, v1) = (Vector::new::<PLAIN>(s, bytes, 0), Vector::new::<PLAIN>(s, bytes, 1));
    let (v2, v3) = (Vector::new::<PLAIN>(s, bytes, 2), Vector::new::<PLAIN>(s, bytes, 3));
    let due = v0.due.ternary::<ANY_OF_THREE>(v1.due, v2.due);
    let wrong = v0.lead.and(v0.second).ternary::<A_OR_B_AND_C>(v1.lead, v1.second);
    let wrong = wrong.ternary::<A_OR_B_AND_C>(v2.lead, v2.second);
    let wrong = wrong.ternary::<A_OR_B_AND_C>(v3.lead, v3.second);
    due.ternary::<ANY_OF_THREE>(v3.due, wrong)
}

/// Of each byte, in the highest bit:
struct Vector {
    /// whether the one before begins a character of several bytes,
    lead: Z,
    /// whether it is a continuation byte and is not due, or none and is due,
    due: Z,
    /// what the table says of it as a second byte.
    second: Z,
}

impl Vector {
    /// Of the vector `i` of a block.
    #[inline(always)]
    fn new<const PLAIN: bool>(s: Avx512, block: &[u8; 3 + BLOCK], i: usize) -> Self {
        let back = |n: usize| s.load(&block[64 * i + 3 - n..]);
        let (cur, p1, p2) = (back(0), back(1), back(2));
        let lead = p1.subs8(s.bytes(0xC0 - 0x80));
        let next = cur.adds8_signed(s.bytes(0x40));
        let due = lead.ternary::<A_OR_B_IS_NOT_C>(p2.subs8(s.bytes(0xE0 - 0x80)), next);
        let second =
            if PLAIN { p1.pick8(s.array(ODD)) } else { cur.add8(p1.pick8(s.array(SECOND))) };
        Self { lead, due, second }
    }
}

/// Where there is what is ill-formed.
#[inline(always)]
pub(super) fn faults_of_all(s: Avx512, bytes: &[u8; 3 + BLOCK]) -> u64 {
    let tables = Tables::new(s);
    let cur = |i: usize| s.load(&bytes[3 + 64 * i..]);
    let errors = tables.add_at(s, s.bytes(0), bytes, 0, cur(0));
    let errors = tables.add_at(s, errors, bytes, 1, cur(1));
    let errors = tables.add_at(s, errors, bytes, 2, cur(2));
    let errors = tables.add_at(s, errors, bytes, 3, cur(3));
    errors.test8(errors)
}
