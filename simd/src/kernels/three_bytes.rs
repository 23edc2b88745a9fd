//! Characters of three bytes in a row, as Chinese and Japanese have them: no ends have to be found, and no
//! table moves the units together.
//!
//! ```text
//!   48 bytes   E3 81 82 E3 81 84 …       in three vectors
//!   a          E3 E3 …                   sixteen lead bytes: a shuffle of each vector, joined
//!   b          81 81 …                   sixteen second bytes
//!   c          82 84 …                   sixteen third bytes
//!   hi         a << 4 | b >> 2 & 0F
//!   lo         b << 6 | c & 3F
//! ```
//!
//! With the bytes of one kind in one vector it is cheap to see what is well-formed: the upper bits of each
//! are what they have to be, and `hi` is neither below 08 (overlong) nor from D8 to DF (a surrogate). The
//! characters before the first that is not so are done. Where ASCII stands behind them, as a digit or a line feed in
//! Chinese and Japanese, the run goes on behind it.
//!
//! Of vectors of two lanes each lane has 48 bytes.

use core::mem::MaybeUninit;

use super::pack::Sink;
use super::text::Text;
use crate::vector::{Bytes, Lanewise, Wide};

/// The places in the vector `V` of three of the bytes `B` of sixteen characters; elsewhere 0 is wanted.
const fn places<const V: usize, const B: usize>() -> [u8; 16] {
    let mut places = [0x80; 16];
    let mut i = 0;
    while i < 16 {
        let at = 3 * i + B;
        if at / 16 == V {
            places[i] = (at % 16) as u8;
        }
        i += 1;
    }
    places
}

/// Bytes that are looked at: more than are used, so that there is a power of two of sixteens.
pub(super) const LOOK: usize = 128;

/// How far a run came.
#[derive(Clone, Copy, Default)]
pub(crate) struct Run {
    /// Bytes of the source.
    pub(crate) read: usize,
    /// Units of the output, of which each character has one.
    pub(crate) written: usize,
}

/// Bytes that are looked at for ASCII between characters of three bytes: one less may belong to their run.
const BETWEEN: usize = 8;

/// A run goes on behind ASCII if it has so many bytes for each of its last stops, of which at most [`MANY`] are counted. Each stop
/// waits for the one before; where they are nearer to each other, as in Korean and Hindi, blocks are faster, and so they are where
/// ASCII goes on for more than a word of the source, as in HTML (which took 1.8 times as long without that).
///
/// (By times of `encoding_rs`, Xeon of model 207, 2026-11-29, with an end at any stop behind fewer than 288 bytes, and so: Chinese
/// AVX2 3.8 and 4.8, SSE4.1 3.1 and 4.0; Japanese 3.7 and 4.5, 3.0 and 3.85; of the corpus, where ASCII comes sooner, AVX2 2.35 and
/// 2.3, SSE4.1 2.0 and 2.2. With 32 or 72 bytes in place of 64 the same.
///
/// Lost with AVX2, where one stop is near to the next: no jump between whole vectors and stops, with the end of a run told by the
/// highest bits of the source alone. Japanese of the corpus took 1.09 of the time, generated Japanese and Chinese 1.4.)
const BYTES: usize = 64;

/// See [`BYTES`].
const MANY: usize = 8;

/// Converts characters of three bytes at the front of `src`, and the ASCII between them.
#[inline(always)]
pub(crate) fn three_bytes<T: Text, S: Wide, K: Sink>(
    s: S,
    src: &[u8],
    to: K,
    dst: &mut [MaybeUninit<K::Unit>],
) -> Run {
    let lanes = S::Bytes::LANES;
    let mut run = Run::default();
    let (mut stops, mut start) = (0, 0);
    while let Some(bytes) = src[run.read..].first_chunk::<LOOK>()
        && let Some(room) = dst[run.written..].first_chunk_mut::<{ 32 + BETWEEN }>()
    {
        let Threes { lo, hi, bad } = threes_of::<T, S>(s, bytes);
        to.whole(s, lo, hi, room.first_chunk_mut().expect("units of a vector"));
        if bad.any() {
            let good = bad.eq8(s.splat(0)).high_bits();
            let good = ((!good).trailing_zeros() as usize).min(lanes - 1);
            run.read += 3 * good;
            run.written += good;
            stops += 1;
            if run.read - start < stops * BYTES {
                break;
            }
            if stops == MANY {
                (stops, start) = (0, run.read);
            }
            // Written whole, over what was made of the bytes that are not good.
            let behind = &bytes[3 * good..];
            to.widen_half(s.narrow(), behind, &mut room[good..]);
            let behind = behind.first_chunk().map_or(!0, |&word| u64::from_le_bytes(word));
            // At most seven: so there is a bit to find.
            let ascii = (behind & 0x8080_8080_8080_8080 | 1 << 63).trailing_zeros() as usize / 8;
            if ascii == 0 {
                break;
            }
            run.read += ascii;
            run.written += ascii;
            if ascii == BETWEEN - 1 {
                break;
            }
            continue;
        }
        // Not by the number that was found: no step waits for it.
        run.read += 3 * lanes;
        run.written += lanes;
    }
    run
}

/// Characters of three bytes, as many as a vector has bytes.
pub(super) struct Threes<V> {
    /// The lower bytes of their units.
    pub(super) lo: V,
    /// The upper ones.
    pub(super) hi: V,
    /// Not 0 where there is none that is well-formed.
    pub(super) bad: V,
}

/// See [`Threes`]; what is taken for text may have other text among them, and nothing that is ill-formed.
#[inline(always)]
pub(super) fn threes_of<T: Text, S: Wide>(s: S, bytes: &[u8; LOOK]) -> Threes<S::Bytes> {
    let [a, b, c] = s.load_threes(bytes);
    let (lo, hi) = planes_of_threes(s, [a, b, c]);
    let (a, b, c) = (a.sub8(s.splat(0xE0)), b ^ s.splat(0x80), c ^ s.splat(0x80));
    // Behind a lead byte of three a text has what belongs there.
    let mut bad = a & s.splat(0xF0);
    if T::CHECKED {
        let range = s.splat(8).saturating_sub(hi.min8(hi ^ s.splat(0xD8)));
        bad = bad | (b | c) & s.splat(0xC0) | range;
    }
    Threes { lo, hi, bad }
}

/// The lower bytes of the units of characters of three bytes, and the upper ones.
#[inline(always)]
pub(super) fn planes_of_threes<S: Wide>(s: S, [a, b, c]: [S::Bytes; 3]) -> (S::Bytes, S::Bytes) {
    let (a, b, c) = (a.sub8(s.splat(0xE0)), b ^ s.splat(0x80), c ^ s.splat(0x80));
    let hi = a.shl16::<4>() | b.shr16::<2>() & s.splat(0x0F);
    let lo = b.shl16::<6>() & s.splat(0xC0) | c;
    (lo, hi)
}

/// The places of each kind of byte in each of three vectors.
pub(crate) type Places = [[[u8; 16]; 3]; 3];

/// See [`Places`].
pub(crate) const PLACES: Places = [
    [places::<0, 0>(), places::<1, 0>(), places::<2, 0>()],
    [places::<0, 1>(), places::<1, 1>(), places::<2, 1>()],
    [places::<0, 2>(), places::<1, 2>(), places::<2, 2>()],
];

/// See [`Wide::load_threes`].
#[inline(always)]
pub(crate) fn load<S: Wide>(s: S, bytes: &[u8; LOOK], places: &Places) -> [S::Bytes; 3] {
    let (bytes, _) = bytes.as_chunks::<16>();
    let bytes: &[[u8; 16]; 8] = bytes.first_chunk().expect("eight sixteens");
    let (x, y, z) = (s.rows(bytes, 0, 3), s.rows(bytes, 1, 4), s.rows(bytes, 2, 5));
    let pick = |places: &[[u8; 16]; 3]| {
        x.lookup(s.table(&places[0]))
            | y.lookup(s.table(&places[1]))
            | z.lookup(s.table(&places[2]))
    };
    [pick(&places[0]), pick(&places[1]), pick(&places[2])]
}
