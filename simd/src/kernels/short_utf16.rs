//! Short sources of UTF-16, to UTF-8; and to Latin-1, which is done as ASCII is.
//!
//! What a source is made of is asked once, of all of it, and not of each vector: nobody foretells the class of a
//! short string, and a wrong guess costs more than the steps saved.
//!
//! ```text
//!   up to 8 units     one vector, with zeros behind: each makes one byte of output, which is not counted
//!   up to 16          two vectors of eight that overlap
//!   up to 64          vectors, of which the last overlaps what is done
//!   pairs alone       the same from 9 units on, four bytes for each
//! ```
//!
//! Zen 3, 2026-11-25, AVX2, 1,000 strings in turn, time of the best peer by ours, before and now: 4 units of
//! Russian 0.70 and 1.14, Chinese 0.74 and 1.21, `html` 0.75 and 0.88, emoji 0.74 and 0.88 (which are two steps of a
//! scalar loop); 8 units of Russian 0.90 and 1.52, Chinese 0.85 and 2.10.
//!
//! Lost: one class for all vectors of more than 16 units where some are above 7FF (50 units of `html`, the same each
//! time, 0.57 for 0.9 and more: its ASCII takes the long way). Writes that may end anywhere in the function of the table
//! (registers are saved for them: 2 ns for ASCII); up to 8 units in a part of their own (0.73 to 0.96); two or three units
//! one by one (Chinese 0.75 and 0.61); a question whether the first sixteen are ASCII before the one for all (no gain for
//! `html`).

use core::mem::MaybeUninit;

use super::ascii::any_of_few;
use super::encode_points::four_bytes_of;
use super::encode_utf8::{Exact, Room};
use super::utf16_sink::Sink;
use super::utf16_to_latin1::low_bytes;
use super::utf16_to_utf8::vector_of;
use super::utf16_to_utf32::points_of_pairs;
use super::utf16_units::{Units, stored};
use crate::fallback::form::{Source, Utf8, Utf16};
use crate::fallback::{ByteOrder, Lossy};
use crate::vector::{Bytes, Lanewise, Vector, Wide};

/// [`short_bytes`] of ASCII.
const ASCII: u8 = 0x7F;
/// The same of Latin-1.
const LATIN1: u8 = 0xFF;

/// Every bit that a unit has beyond those of `MOST`, as a unit.
const fn beyond(most: u8) -> u16 {
    !(most as u16)
}

/// Writes 2 to 16 units, if none is above `MOST`, by loads and stores that overlap.
#[inline(always)]
fn short_bytes<const MOST: u8, S: Wide>(
    s: S,
    from: Utf16,
    src: &[[u8; 2]],
    dst: &mut [MaybeUninit<u8>],
) -> bool {
    let n = src.len();
    let bytes = src.as_flattened();
    if let 8..=16 = n {
        let (a, b) = (s.load(bytes), s.load(&bytes[2 * (n - 8)..]));
        if ((a | b) & stored(s, from, beyond(MOST))).any() {
            return false;
        }
        let Some(dst) = dst.get_mut(..n) else { return false };
        low_bytes::<S>(from, a, a).store_low64(dst);
        low_bytes::<S>(from, b, b).store_low64(&mut dst[n - 8..]);
        return true;
    }
    let (Some(&first), Some(&last)) = (bytes.first_chunk(), bytes.last_chunk()) else {
        return two_or_three::<MOST>(from, src, dst);
    };
    let (first, last) = (four(from, first), four(from, last));
    if n > 16 || (first | last) & (beyond(MOST) as u64 * 0x0001_0001_0001_0001) != 0 {
        return false;
    }
    let Some(dst) = dst.get_mut(..n) else { return false };
    dst[..4].copy_from_slice(&low_bytes_of_four(first).map(MaybeUninit::new));
    dst[n - 4..].copy_from_slice(&low_bytes_of_four(last).map(MaybeUninit::new));
    true
}

/// The same of 2 or 3 units.
#[inline(always)]
fn two_or_three<const MOST: u8>(from: Utf16, src: &[[u8; 2]], dst: &mut [MaybeUninit<u8>]) -> bool {
    let [first, .., last] = src else { return false };
    let (high, low) = match from.0 {
        ByteOrder::Little => (1, 0),
        ByteOrder::Big => (0, 1),
    };
    let middle = &src[1];
    let low_bits = (first[low] | middle[low] | last[low]) & !MOST;
    if low_bits | first[high] | middle[high] | last[high] != 0 {
        return false;
    }
    let Some(dst) = dst.get_mut(..src.len()) else { return false };
    let [a, .., c] = dst else { return false };
    *a = MaybeUninit::new(first[low]);
    *c = MaybeUninit::new(last[low]);
    dst[1] = MaybeUninit::new(middle[low]);
    true
}

/// The same of 17 to 64 units, by sixteens that overlap: one branch depends on what they are, and one on the length.
///
/// Zen 3, 2026-11-25, of the best peer, in a part of its own by a loop and so: 24 units of Latin in turn, AVX2 1.17 and 1.93,
/// SSE4.1 1.13 and 1.99 (1.7 before both); 50 units 1.2 and 2.4 to 2.6. What is not ASCII pays for the question: 32 units of
/// Russian in turn 2.89 and 2.37, `html` 1.66 and 1.38; 50 units of `html`, the same each time, AVX2 1.08 and 0.76, SSE4.1 0.99
/// and 0.65 (single runs, which differ much where one string is converted again and again).
#[inline(always)]
fn bytes_of_few<const MOST: u8, S: Wide>(
    s: S,
    from: Utf16,
    src: &[[u8; 2]],
    dst: &mut [MaybeUninit<u8>],
) -> bool {
    let n = src.len();
    let Some(dst) = dst.get_mut(..n) else { return false };
    let (first, last) = (sixteen(s, src), sixteen(s, &src[n - 16..]));
    let mut all = first[0] | first[1] | last[0] | last[1];
    if n <= 32 {
        if (all & stored(s, from, beyond(MOST))).any() {
            return false;
        }
    } else {
        let (second, third) = (sixteen(s, &src[16..]), sixteen(s, &src[n - 32..]));
        all = all | second[0] | second[1] | third[0] | third[1];
        if (all & stored(s, from, beyond(MOST))).any() {
            return false;
        }
        low_bytes::<S>(from, second[0], second[1]).store(&mut dst[16..]);
        low_bytes::<S>(from, third[0], third[1]).store(&mut dst[n - 32..]);
    }
    low_bytes::<S>(from, first[0], first[1]).store(dst);
    low_bytes::<S>(from, last[0], last[1]).store(&mut dst[n - 16..]);
    true
}

/// Sixteen units, as they are stored.
#[inline(always)]
fn sixteen<S: Wide>(s: S, src: &[[u8; 2]]) -> [S::Bytes; 2] {
    let units = src[..16].as_flattened();
    [s.load(units), s.load(&units[16..])]
}

/// Room for [`eight`] that need not be asked for.
const ROOM: usize = 32;

/// Converts a source of up to 64 units, if it is ASCII, or of up to eight, if there is more room than it needs.
#[inline(always)]
pub(super) fn short<const LOSSY: bool, S: Wide>(
    s: S,
    from: Utf16,
    src: &[[u8; 2]],
    dst: &mut [MaybeUninit<u8>],
) -> Option<Lossy> {
    let ascii = match src.len() {
        ..=16 => short_bytes::<ASCII, _>(s.narrow(), from, src, dst),
        17..=64 => bytes_of_few::<ASCII, _>(s.narrow(), from, src, dst),
        _ => false,
    };
    if ascii {
        return Some(Lossy { written: src.len(), replacements: 0 });
    }
    match dst.first_chunk_mut::<ROOM>() {
        Some(room) if src.len() <= 8 => eight::<LOSSY, _>(s.narrow(), from, src, room),
        _ => None,
    }
}

/// Converts a source of 2 to 64 units to Latin-1, if all of it can be converted and has room.
#[inline(always)]
pub(super) fn short_to_latin1<S: Wide>(
    s: S,
    from: Utf16,
    src: &[[u8; 2]],
    dst: &mut [MaybeUninit<u8>],
) -> Option<usize> {
    let done = match src.len() {
        ..=16 => short_bytes::<LATIN1, _>(s.narrow(), from, src, dst),
        17..=64 => bytes_of_few::<LATIN1, _>(s.narrow(), from, src, dst),
        _ => false,
    };
    done.then_some(src.len())
}

/// Converts a source of up to 64 units that is not ASCII, if all of it can be converted and has room.
///
/// A lossy conversion is prepared to replace from the first vector on. With a strict attempt before, an error took twice as long: 4 to 32
/// units of ASCII with one 15.8 to 26 ns with AVX2, and 7.9 to 17 now, Chinese 15.6 to 30 and 8 to 21; clean emoji as before (EPYC
/// family 25 model 17, 2026-11-28). With the replacements of the whole source found out at once, clean emoji took 1.2 times as long.
#[inline(always)]
pub(super) fn few<const LOSSY: bool, S: Wide>(
    s: S,
    from: Utf16,
    src: &[[u8; 2]],
    dst: &mut [MaybeUninit<u8>],
) -> Option<Lossy> {
    let narrow = s.narrow();
    if src.len() <= 8 {
        return eight::<LOSSY, _>(narrow, from, src, dst);
    }
    if src.len() <= 16 {
        let all = any_of_few(narrow, src.as_flattened());
        if !(all & stored(narrow, from, 0xF800)).any() {
            return vectors::<2, LOSSY, _>(narrow, from, src, dst);
        }
        if has_surrogates(narrow, from, src) {
            if let Some(done) = pairs(narrow, from, src, dst) {
                return Some(done);
            }
            return vectors::<4, LOSSY, _>(narrow, from, src, dst);
        }
        return vectors::<3, LOSSY, _>(narrow, from, src, dst);
    }
    let all = any_of_eight(s, src.as_flattened());
    if !(all & stored(s, from, 0xF800)).any() {
        return vectors::<2, LOSSY, S>(s, from, src, dst);
    }
    if let Some(done) = pairs(s, from, src, dst) {
        return Some(done);
    }
    vectors::<ANY, LOSSY, S>(s, from, src, dst)
}

/// Converts a vector of pairs of surrogates and more, of which the last overlaps what is done, if there is nothing else and there
/// is room. What they are in UTF-8 is as long as they are.
///
/// (1,000 strings of emoji of the corpus in turn, ns by the way of [`vectors`] and so: to 12 units AVX2 21.8 and 10.7, SSE4.1 22.4 and
/// 10.7; 24 units 29.3 and 10.2, 33.3 and 12.4; 50 units 45.6 and 13.6, 62.4 and 22.4. Emoji with what joins them 0.88 to 1.07 of the
/// time. Xeon of model 207, 2026-11-29.)
#[inline(always)]
fn pairs<S: Wide>(
    s: S,
    from: Utf16,
    src: &[[u8; 2]],
    dst: &mut [MaybeUninit<u8>],
) -> Option<Lossy> {
    let len = Units::<S>::LEN;
    let last = src.len() - len;
    let written = 2 * src.len();
    let dst = dst.get_mut(..written)?;
    let mut at = 0;
    loop {
        let units = Units::at(s, from, src, at).numbers(s);
        let pairs = (units & s.doubles(0xFC00_FC00)).eq32(s.doubles(0xDC00_D800));
        // Behind an odd number of units the last vector begins with half of a pair.
        if pairs.high_bits32() != (1 << (len / 2)) - 1 {
            return None;
        }
        four_bytes_of(s, points_of_pairs(s, units)).store(&mut dst[2 * at..]);
        if at == last {
            return Some(Lossy { written, replacements: 0 });
        }
        at = last.min(at + len);
    }
}

/// A class of [`vectors`] that is found out for each.
const ANY: u8 = 0;

/// An OR of one to eight vectors.
#[inline(always)]
fn any_of_eight<S: Wide>(s: S, bytes: &[u8]) -> S::Bytes {
    let four = 4 * S::Bytes::LANES;
    if bytes.len() <= four {
        return any_of_few(s, bytes);
    }
    any_of_few(s, &bytes[..four]) | any_of_few(s, &bytes[bytes.len() - four..])
}

/// Whether there are surrogates in a source of a vector at least.
#[inline(always)]
fn has_surrogates<S: Wide>(s: S, from: Utf16, src: &[[u8; 2]]) -> bool {
    let last = src.len() - Units::<S>::LEN;
    let mut found = s.splat(0);
    let mut at = 0;
    loop {
        let units = s.load(src[at..].as_flattened()) & stored(s, from, 0xF800);
        found = found | units.eq16(stored(s, from, 0xD800));
        if at == last {
            return found.any();
        }
        at = last.min(at + Units::<S>::LEN);
    }
}

/// Converts a source of up to eight units, if all of it can be converted and has room.
#[inline(always)]
fn eight<const LOSSY: bool, S: Wide>(
    s: S,
    from: Utf16,
    src: &[[u8; 2]],
    dst: &mut [MaybeUninit<u8>],
) -> Option<Lossy> {
    let n = src.len();
    if n < 2 {
        let written = one_by_one(from, src, Utf8, dst)?;
        return Some(Lossy { written, replacements: 0 });
    }
    let units = if n == 8 { Units::at(s, from, src, 0) } else { Units::all(s, from, src) };
    let mut out = Exact { dst, at: 0 };
    let found = if units.has_surrogates(s) {
        let pairs = (units.numbers(s) & s.doubles(0xFC00_FC00)).eq32(s.doubles(0xDC00_D800));
        if n.is_multiple_of(2) && pairs.high_bits32() == (1 << (n / 2)) - 1 {
            let bytes = four_bytes_of(s, points_of_pairs(s, units.numbers(s)));
            out.put(0, bytes, 2 * n);
            return (2 * n <= dst.len()).then_some(Lossy { written: 2 * n, replacements: 0 });
        }
        vector_of::<4, LOSSY, S>(s, units, 0, &mut out)
    } else if !units.any(s, 0xF800) {
        vector_of::<2, LOSSY, S>(s, units, 0, &mut out)
    } else {
        vector_of::<3, LOSSY, S>(s, units, 0, &mut out)
    };
    // What is absent is a zero each.
    let written = found.written - (8 - n);
    let done = Lossy { written, replacements: found.bad };
    ((LOSSY || found.bad == 0) && written <= dst.len()).then_some(done)
}

/// Converts a source of a few units, if all of it can be converted and there is room for it.
#[inline(always)]
pub(super) fn one_by_one<T: Sink>(
    from: Utf16,
    src: &[[u8; 2]],
    to: T,
    dst: &mut [MaybeUninit<T::Unit>],
) -> Option<usize> {
    let (mut at, mut written) = (0, 0);
    while at < src.len() {
        let (scalar, units) = from.decode(src, at).ok()?;
        written += to.encode(scalar, &mut dst[written..]).ok()?;
        at += units;
    }
    Some(written)
}

/// Converts a vector and more, of which the last overlaps what is done.
#[inline(always)]
fn vectors<const CLASS: u8, const LOSSY: bool, S: Wide>(
    s: S,
    from: Utf16,
    src: &[[u8; 2]],
    dst: &mut [MaybeUninit<u8>],
) -> Option<Lossy> {
    let len = Units::<S>::LEN;
    let last = src.len() - len;
    let (mut at, mut skip) = (0, 0);
    let mut done = Lossy { written: 0, replacements: 0 };
    loop {
        let units = Units::at(s, from, src, at);
        let mut out = Exact { dst, at: done.written };
        let found = if CLASS == ANY {
            Utf8.vector::<LOSSY, S>(s, units, skip, &mut out)
        } else {
            vector_of::<CLASS, LOSSY, S>(s, units, skip, &mut out)
        };
        done.written = out.at + found.written;
        done.replacements += found.bad;
        if !LOSSY && found.bad != 0 || done.written > dst.len() {
            return None;
        }
        if at == last {
            return Some(done);
        }
        let next = last.min(at + len);
        skip = at + len - next;
        at = next;
    }
}

/// Four units in one number, the low byte of each before its high one, which for the last may be that of the first:
/// what is asked of them is the same for all.
#[inline(always)]
fn four(from: Utf16, units: [u8; 8]) -> u64 {
    let units = u64::from_le_bytes(units);
    match from.0 {
        ByteOrder::Little => units,
        ByteOrder::Big => units.rotate_right(8),
    }
}

/// The low bytes of four units below 100.
#[inline(always)]
fn low_bytes_of_four(units: u64) -> [u8; 4] {
    let pairs = units | units >> 8;
    [pairs as u8, (pairs >> 8) as u8, (pairs >> 32) as u8, (pairs >> 40) as u8]
}
