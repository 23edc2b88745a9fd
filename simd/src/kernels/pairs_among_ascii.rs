//! Surrogate pairs that stand alone in ASCII to UTF-8, as [`super::four_among_ascii`] has them from there: of backends that have
//! [`Wide::SURROGATES_IN_PLANES`]. (Old time by new of the same texts: 1.4 and 1.3.)

use core::mem::MaybeUninit;

use super::encode_points::four_bytes_of;
use super::from_utf8::Stop;
use super::utf16_to_utf32::points_of_pairs;
use super::utf16_units::ordered;
use crate::fallback::ByteOrder;
use crate::fallback::form::Utf16;
use crate::vector::{Bytes, Lanewise, Vector, Wide};

/// Units of ASCII that a step goes through at most, and of others behind them.
const ASCII: usize = 32;
const PAIRS: usize = 8;

/// Steps of nothing but ASCII, behind which it goes on by blocks.
const PLAIN: usize = 4;

/// Converts ASCII and pairs at the front of `src`, up to something else.
#[cfg_attr(target_arch = "wasm32", inline(never))]
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
pub(super) fn pairs_among_ascii<const BIG: bool, S: Wide>(
    s: S,
    src: &[[u8; 2]],
    dst: &mut [MaybeUninit<u8>],
) -> Stop {
    let from = Utf16(if BIG { ByteOrder::Big } else { ByteOrder::Little });
    let mut run = Stop { read: 0, written: 0 };
    let mut plain = 0;
    while let Some(units) = src[run.read..].first_chunk::<{ ASCII + PAIRS }>()
        && let Some(room) = dst[run.written..].first_chunk_mut::<{ ASCII + 2 * PAIRS }>()
    {
        let eight = |at: usize| {
            ordered(s, from, ByteOrder::Little, s.load(units[at..at + 8].as_flattened()))
        };
        let narrowed = |at: usize, b: usize| {
            eight(at).min16(s.words(0x80)).narrow16(eight(b).min16(s.words(0x80)))
        };
        let [a, b, c] = [narrowed(0, 8), narrowed(16, 24), narrowed(32, 32)];
        a.store(room);
        b.store(&mut room[16..]);
        let high = a.high_bits() | b.high_bits() << 16 | (c.high_bits() & 0xFF) << 32;
        let ascii = (high.trailing_zeros() as usize).min(ASCII);
        let len = ((!(high >> ascii)).trailing_zeros() as usize).min(PAIRS);
        let pairs = eight(ascii);
        let unlike = pairs & s.doubles(0xFC00_FC00) ^ s.doubles(0xDC00_D800);
        let fits = unlike.eq32(s.splat(0)).high_bits32();
        four_bytes_of(s, points_of_pairs(s, pairs)).store(&mut room[ascii..]);
        if !len.is_multiple_of(2) || !fits & ((1 << (len / 2)) - 1) != 0 {
            run.read += ascii;
            run.written += ascii;
            break;
        }
        run.read += ascii + len;
        run.written += ascii + 2 * len;
        plain = if high == 0 { plain + 1 } else { 0 };
        if plain == PLAIN {
            break;
        }
    }
    run
}
