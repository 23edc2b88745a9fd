//! What becomes of 64 units of UTF-16 in UTF-8.
//!
//! ```text
//! below 80       the low bytes
//! below 800      each lane of 16 bits has room for its two bytes:
//!                   u            00000hhh llllllll
//!                   multishift   llllllll hhhllxxx…   &3F3F + C0 in the first byte, 80 in the second
//! otherwise      three planes, of the first, second and last byte of each unit:
//!                   b0 = E0 | hi >> 4                    from 800 on
//!                   b1 = 80 | hi << 2 & 3C | lo >> 6     from 80 on; C0 for 80 if below 800
//!                   b2 = 80 | lo & 3F                    or lo, if below 80
//!                interleaved in 192 bytes, of which those that are 0 are taken out
//! ```
//!
//! A byte that a unit does not have is 0 in its plane, and so is no other but U+0000 in b2, which every
//! unit has. So the mask of a compression is a test of the bytes themselves. Where every unit has three
//! bytes there is nothing to take out.
//!
//! How many bytes there are is counted by the classes of the units, not by the bytes that are kept: so the place of the
//! next store is known before there is anything to be stored, and the loads behind it do not wait (EPYC family 25 model
//! 17: Chinese of 100 B 20.3 ns to 14.3, 64 KiB of emoji 7,040 to 5,910, of Russian 1.05 to 1.18 times as fast).
//!
//! # Surrogates
//!
//! Each is a unit of two bytes, so pairs pass through the same planes:
//!
//! ```text
//!   high  D800 + h     h + 40 = uuuuu xxxxyy      b1 = F0 | u >> 2     b2 = 80 | u << 4 & 30 | xxxx
//!   low   DC00 + l     l = zzzz wwwwww            b1 = 80 | yy << 4 | zzzz    b2 = 80 | w
//! ```
//!
//! Here yy are the lowest bits of the unit before. An unpaired surrogate becomes FFFD, a unit like others,
//! before any of this: in lossy conversion errors cost nothing but where all else is ASCII.
//!
//! If a block is whole pairs, their code points are made in lanes of 32 bits, which have room for four
//! bytes each, and nothing is taken out. So it is at the ends of a source, and in short ones
//! ([`super::short_utf16`], [`super::few_utf16`]). Not so in the loop: text without surrogates then took up to 1.7 times as long. Why is
//! not known; in the machine code of its path two constants more came from memory, and nothing else differed.

use core::mem::MaybeUninit;

use super::bits::{count, first};
use super::few_utf16;
use super::from_utf16::{Done, Output, Progress, Sink};
use super::short_utf16;
use super::utf16_block::{BLOCK, Block, Pairs, surrogates};
use super::utf16_end::Masks;
use super::wide::Z;
use crate::aligned::Aligned;
use crate::backend::{avx2, avx512};
use crate::fallback::Lossy;
use crate::fallback::form::{Utf8, Utf16};
use crate::x86::Avx512;

/// For each byte of a lane of 16 bits, where its bits begin in 64: bits 6 on, and bits 0 on.
const TWO: &Aligned<[u8; 64]> = &Aligned({
    let mut table = [0; 64];
    let mut i = 0;
    while i < 64 {
        table[i] = i as u8 % 8 * 8 + 6;
        table[i + 1] = i as u8 % 8 * 8;
        i += 2;
    }
    table
});

/// Three planes interleaved: the bytes from `64 * part` on of the first and second plane (64 more), the
/// same of those and the third plane (64 more), and the least value of a byte that is there.
const fn interleave(part: usize) -> [[u8; 64]; 3] {
    let (mut firsts, mut lasts, mut present) = ([0; 64], [0; 64], [1; 64]);
    let mut i = 0;
    while i < 64 {
        let (unit, byte) = ((64 * part + i) / 3, (64 * part + i) % 3);
        firsts[i] = unit as u8 + if byte == 1 { 64 } else { 0 };
        lasts[i] = if byte == 2 { 64 + unit as u8 } else { i as u8 };
        if byte == 2 {
            present[i] = 0;
        }
        i += 1;
    }
    [firsts, lasts, present]
}

const FIRSTS: &Aligned<[[u8; 64]; 3]> =
    &Aligned([interleave(0)[0], interleave(1)[0], interleave(2)[0]]);
const LASTS: &Aligned<[[u8; 64]; 3]> =
    &Aligned([interleave(0)[1], interleave(1)[1], interleave(2)[1]]);
const PRESENT: &Aligned<[[u8; 64]; 3]> =
    &Aligned([interleave(0)[2], interleave(1)[2], interleave(2)[2]]);

/// The lane before, in a plane.
const BEFORE: &Aligned<[u8; 64]> = &Aligned({
    let mut table = [63; 64];
    let mut i = 1;
    while i < 64 {
        table[i] = i as u8 - 1;
        i += 1;
    }
    table
});

/// Truth tables of [`Z::ternary`].
pub(super) const A_AND_B_OR_C: i32 = 0b1110_1010;
const B_WHERE_A_ELSE_C: i32 = 0b1100_1010;

impl Sink for Utf8 {
    const ROOM: usize = 192;
    const OF_FIRST: usize = 2;
    const RUN: Option<usize> = Some(1536);

    #[inline(always)]
    fn plain(self, s: Avx512, block: &Block, out: &mut impl Output<u8>) -> bool {
        let plain = !block.any(s, 0xFF80);
        if plain {
            out.put(0, block.low_bytes(s), block.len);
        }
        plain
    }

    #[inline(always)]
    fn block<const LOSSY: bool, O: Output<u8>>(
        self,
        s: Avx512,
        block: &Block,
        out: &mut O,
    ) -> Done {
        if !block.any(s, 0xF800) {
            if self.plain(s, block, out) {
                return Done { plain: true, written: block.len, bad: 0 };
            }
            return Done { plain: false, written: two(s, block, out), bad: 0 };
        }
        let high = block.high_bytes(s);
        let surrogates = surrogates(s, high);
        if surrogates == 0 {
            let planes = planes(s, block.low_bytes(s), high, s.bytes(0xC0));
            return Done { plain: false, written: three(s, block.len, planes, out), bad: 0 };
        }
        let pairs = block.pairs(s, high, surrogates);
        if !O::LOOP && block.is_pairs(pairs) {
            for (i, points) in block.points_of_pairs(s).into_iter().enumerate() {
                out.put(64 * i, four(s, points), (2 * block.len).saturating_sub(64 * i));
            }
            return Done { plain: false, written: 2 * block.len, bad: 0 };
        }
        let low = block.low_bytes(s);
        let c0 = s.bytes(0xC0);
        let planes = if LOSSY && !O::LOOP && pairs.first | pairs.second == 0 {
            let low = low.put8(pairs.unpaired, s.bytes(0xFD));
            planes(s, low, high.put8(pairs.unpaired, s.bytes(0xFF)), c0)
        } else {
            with_surrogates::<LOSSY>(s, block, low, high, c0, pairs)
        };
        let written = three(s, block.len, planes, out);
        Done { plain: false, written, bad: pairs.unpaired }
    }

    #[inline(always)]
    fn short<const LOSSY: bool>(
        self,
        s: Avx512,
        from: Utf16,
        src: &[[u8; 2]],
        dst: &mut [MaybeUninit<u8>],
    ) -> Option<Lossy> {
        if src.len() <= short_utf16::LEN {
            let room = dst.len();
            return short_utf16::short::<LOSSY>(s, from, src, dst).whole::<LOSSY>(room);
        }
        if src.len() > few_utf16::FEW {
            return None;
        }
        few_utf16::few(s, from, src, dst).map(|written| Lossy { written, replacements: 0 })
    }

    #[inline(always)]
    fn run(self, from: Utf16, src: &[[u8; 2]], dst: &mut [MaybeUninit<u8>], done: &mut Progress) {
        // SAFETY: the token invariant.
        let run = unsafe { avx512::utf16_to_utf8_run(from, src, dst, done.at, done.out) };
        (done.at, done.out) = (run.at, run.out);
    }

    #[inline(always)]
    fn replaces(found: Done) -> bool {
        found.bad != 0 && found.written == BLOCK + 2 * count(found.bad)
    }

    /// ASCII with errors, by the kernel of AVX2: a block with one is 19 ns here, where each unit has three bytes first, and 8 ns
    /// there. With errors in 64, 256 and 1024 bytes it takes 0.56, 0.46 and 0.60 of the time, in 20 bytes 1.17 (EPYC family 25
    /// model 17, 2026-11-26).
    #[inline(always)]
    fn replace(
        self,
        from: Utf16,
        src: &[[u8; 2]],
        dst: &mut [MaybeUninit<u8>],
        done: &mut Progress,
    ) {
        // SAFETY: the token invariant; a CPU with AVX-512 has AVX2, and the other features are among those of both backends.
        let run = unsafe { avx2::utf16_to_utf8_replace(from, src, done.at, &mut dst[done.out..]) };
        done.at += run.read;
        done.out += run.written;
        done.replacements += run.replacements;
    }

    #[inline(always)]
    fn lengths<const LOSSY: bool>(masks: &Masks) -> [u64; 3] {
        [masks.present, masks.from_80, masks.from_800 & !masks.first & !masks.second]
    }

    #[inline(always)]
    fn bad<const LOSSY: bool>(masks: &Masks) -> u64 {
        masks.unpaired
    }
}

/// Units below 800.
#[inline(always)]
pub(super) fn two(s: Avx512, block: &Block, out: &mut impl Output<u8>) -> usize {
    let [low, high] = block.units(s);
    let mut written = two_of(s, low, block.len.min(32), 0, out);
    if block.len > 32 {
        written += two_of(s, high, block.len - 32, written, out);
    }
    written
}

/// `len` units below 800, of which `written` bytes on are the place. The lanes behind them are 0.
#[inline(always)]
pub(super) fn two_of(
    s: Avx512,
    units: Z,
    len: usize,
    written: usize,
    out: &mut impl Output<u8>,
) -> usize {
    let from_80 = units.test16(s.words(0xFF80));
    let bits = units.multishift(s.array(TWO));
    let bytes = bits.ternary::<A_AND_B_OR_C>(s.words(0x3F3F), s.words(0x80C0));
    let bytes = units.put16(from_80, bytes);
    // The first byte of each is there, whatever it is; those of lanes without a unit come last.
    let keep = bytes.ge8(s.words(0x0100));
    let n = len + from_80.count_ones() as usize;
    out.put(written, bytes.compress8(keep), n);
    n
}

/// The three bytes of each unit, 0 where there is none.
pub(super) struct Planes {
    bytes: [Z; 3],
    /// The units that have a second byte.
    from_80: u64,
    /// The units that have a first byte.
    from_800: u64,
}

/// The bits of units that go into their second bytes, at the low end, under two others.
#[inline(always)]
fn second(s: Avx512, low: Z, high: Z) -> Z {
    s.bytes(0xFC).ternary::<B_WHERE_A_ELSE_C>(high.shl16::<2>(), low.shr16::<6>())
}

/// Where units are from 80 on, and from 800 on.
#[inline(always)]
fn classes(s: Avx512, low: Z, high: Z) -> [u64; 2] {
    const A_OR_B_AND_C: i32 = 0b1111_1000;
    let from_80 = high.ternary::<A_OR_B_AND_C>(low, s.bytes(0x80));
    [from_80.test8(from_80), high.test8(s.bytes(0xF8))]
}

/// The bytes of units that are no surrogates. `c0` has C0 in each byte.
#[inline(always)]
pub(super) fn planes(s: Avx512, low: Z, high: Z, c0: Z) -> Planes {
    let [from_80, from_800] = classes(s, low, high);
    let (six, tag) = (s.bytes(0x3F), s.bytes(0x80));
    let b0 = high.shr16::<4>().ternary::<A_AND_B_OR_C>(s.bytes(0x0F), s.bytes(0xE0));
    let b1 = second(s, low, high).ternary::<A_AND_B_OR_C>(six, c0.put8(from_800, tag));
    let b2 = low.put8(from_80, low.ternary::<A_AND_B_OR_C>(six, tag));
    Planes { bytes: [b0.keep8(from_800), b1.keep8(from_80), b2], from_80, from_800 }
}

/// The bytes of any units, with FFFD in place of unpaired surrogates where `LOSSY`. `c0` has C0 in each byte.
#[inline(always)]
pub(super) fn with_surrogates<const LOSSY: bool>(
    s: Avx512,
    block: &Block,
    low: Z,
    high: Z,
    c0: Z,
    pairs: Pairs,
) -> Planes {
    let before = s.array(BEFORE).pick8(low).put8(1, s.bytes(block.before() as u8));
    let (low, high) = if LOSSY {
        (low.put8(pairs.unpaired, s.bytes(0xFD)), high.put8(pairs.unpaired, s.bytes(0xFF)))
    } else {
        (low, high)
    };
    let [from_80, from_800] = classes(s, low, high);
    let from_800 = from_800 & !pairs.first & !pairs.second;
    let (six, tag) = (s.bytes(0x3F), s.bytes(0x80));

    let b0 = high.shr16::<4>().ternary::<A_AND_B_OR_C>(s.bytes(0x0F), s.bytes(0xE0));
    let bits = second(s, low, high);
    let of_low = s.bytes(0x30).ternary::<B_WHERE_A_ELSE_C>(before.shl16::<4>(), bits);
    let b1 = bits
        .put8(pairs.second, of_low)
        .ternary::<A_AND_B_OR_C>(six, c0.put8(from_800 | pairs.second, tag));
    // Bits 6 to 9 of a high surrogate are u - 1, under a 0.
    let u = bits.add8(s.bytes(1));
    let b1_of_high = u.shr16::<2>().ternary::<A_AND_B_OR_C>(s.bytes(0x07), s.bytes(0xF0));
    let b2_of_high = s.bytes(0x30).ternary::<B_WHERE_A_ELSE_C>(u.shl16::<4>(), low.shr16::<2>());
    let b2 = low.put8(pairs.first, b2_of_high).ternary::<A_AND_B_OR_C>(six, tag);
    let b1 = b1.put8(pairs.first, b1_of_high).keep8(from_80);
    Planes { bytes: [b0.keep8(from_800), b1, low.put8(from_80, b2)], from_80, from_800 }
}

/// For each byte of four, where its bits begin in 64 that hold two code points.
pub(super) const FOUR: &Aligned<[u8; 64]> = &Aligned({
    let mut table = [0; 64];
    let mut i = 0;
    while i < 64 {
        table[i] = (i as u8 % 8 / 4) * 32 + 18 - i as u8 % 4 * 6;
        i += 1;
    }
    table
});

/// Code points from 10000 on.
#[inline(always)]
pub(super) fn four(s: Avx512, points: Z) -> Z {
    let tags = s.doubles(u32::from_le_bytes([0xF0, 0x80, 0x80, 0x80]));
    points.multishift(s.array(FOUR)).ternary::<A_AND_B_OR_C>(s.bytes(0x3F), tags)
}

/// The planes interleaved, without the bytes that are not there.
#[inline(always)]
pub(super) fn three(s: Avx512, len: usize, planes: Planes, out: &mut impl Output<u8>) -> usize {
    let [b0, b1, b2] = planes.bytes;
    let mut written = 0;
    for part in 0..3 {
        if 3 * len <= 64 * part {
            break;
        }
        let firsts = s.array(&FIRSTS[part]).pick8_of_two(b0, b1);
        let bytes = s.array(&LASTS[part]).pick8_of_two(firsts, b2);
        // The last bytes of lanes without a unit are behind all others.
        let keep = bytes.ge8(s.array(&PRESENT[part]));
        let end = planes.len(len, 64 * (part + 1));
        out.put(written, bytes.compress8(keep), end - written);
        written = end;
    }
    written
}

impl Planes {
    /// How many bytes there are among the first `n` of the planes interleaved.
    #[inline(always)]
    fn len(&self, len: usize, n: usize) -> usize {
        let firsts = self.from_800 & first(n.div_ceil(3));
        let seconds = self.from_80 & first((n + 1) / 3);
        len.min(n / 3) + count(firsts) + count(seconds)
    }
}
