//! Units below 800 converted to UTF-8 in planes of bytes: see [`super::utf16_planes`].

use core::mem::MaybeUninit;

use super::byte_planes::{BytePlanes, sums};
use super::from_utf8::Stop;
use super::room::ROOM_OF_PLANES as ROOM;
use super::tables::ONE_OR_TWO;
use super::utf16_planes::{Planes, largest, middle, planes_of};
use super::utf16_units::BLOCK;
use crate::fallback::form::Utf16;
use crate::vector::{Bytes, Lanewise, Vector, Wide, four};

/// Converts blocks until one has a unit from 800 on, or behind one that is ASCII.
///
/// A loop of its own counts with constants, and asks for its end only. In the loop for all blocks an accent in twenty letters
/// took 1.23 of simdutf's cycles on Apple M1, 0.99 here; on Neoverse N1 0.97, and 0.94 (llvm-mca, 2026-11-26).
#[allow(dead_code, reason = "of NEON, which has as many registers")]
#[inline(always)]
pub(crate) fn run<S: Wide<Bytes: BytePlanes>>(
    s: S,
    from: Utf16,
    src: &[[u8; 2]],
    dst: &mut [MaybeUninit<u8>],
) -> Stop {
    let (mut rest, mut out) = (src, dst);
    let len = out.len();
    while let Some((units, behind)) = rest.split_first_chunk::<BLOCK>()
        && let Some(room) = out.first_chunk_mut::<ROOM>()
    {
        let largest = largest(s, from, units);
        let planes = planes_of(s, from, units);
        if largest >= 0x800 {
            break;
        }
        rest = behind;
        if largest < 0x80 {
            for (i, planes) in planes.iter().enumerate() {
                planes.lo.store(&mut room[16 * i..]);
            }
            out = &mut out[BLOCK..];
            break;
        }
        let written = twos(s, &planes, room);
        out = &mut out[written..];
    }
    Stop { read: src.len() - rest.len(), written: len - out.len() }
}

/// Writes a block of units below 800 and returns the number of bytes.
#[allow(dead_code, reason = "of NEON, which has as many registers")]
#[inline(always)]
pub(super) fn twos<S: Wide<Bytes: BytePlanes>>(
    s: S,
    planes: &[Planes<S::Bytes>; 4],
    room: &mut [MaybeUninit<u8>; ROOM],
) -> usize {
    let middles = four!(i => middle(planes[i]));
    let from_80 = four!(i => middles[i].from8(s.splat(2)));
    let (rows, counts) = S::Bytes::bits_and_counts_of_four(from_80);
    let places = sums(counts + 0x0808_0808_0808_0808);
    let at = |i: usize| if i == 0 { 0 } else { (places >> (8 * (i - 1))) as usize & 0xFF };
    for i in 0..4 {
        // Where accents are few, most of sixteen are ASCII. An accent in twenty letters, by simdutf: 0.89 to 0.84 of its
        // instructions; Russian 0.52 to 0.57. Of 32 units it was 0.89 and 0.55, and of sixteen where a block has few bytes more
        // than units, 0.86 and 0.55 (qemu, 2026-11-26).
        if (rows >> (16 * i)) as u16 == 0 {
            planes[i].lo.store(&mut room[at(2 * i)..]);
            continue;
        }
        let mut put = |i: usize, bytes: S::Bytes| {
            let row = s.load(&ONE_OR_TWO.0[(rows >> (8 * i)) as usize & 0xFF]);
            bytes.lookup(row).store(&mut room[at(i)..]);
        };
        let first = planes[i].lo.choose(from_80[i], middles[i] | s.splat(0xC0));
        // By the constant that is there.
        let second = planes[i].lo.below_shl8::<6>(s.splat(2));
        put(2 * i, first.zip_low8(second));
        put(2 * i + 1, first.zip_high8(second));
    }
    (places >> 56) as usize
}
