//! Code points in 32-bit lanes as UTF-16.

use core::mem::MaybeUninit;

use super::encode::{
    A_AND_B_OR_C, Encode, Points, SWAPPED_WORDS, WORDS, any_ill_formed, any_surrogate, key,
    replace_all, union,
};
use super::from_utf32::{BLOCK, Wide, load};
use super::memory::Output;
use super::pack::SWAP16;
use super::wide::Z;
use crate::aligned::Aligned;
use crate::fallback::ByteOrder;
use crate::fallback::form::Utf16;
use crate::x86::Avx512;

/// Units of a vector.
const WORDS_OF: usize = 32;

/// Their numbers.
const PLACES: &Aligned<[u8; 64]> = &Aligned({
    let mut table = [0; 64];
    let mut i = 0;
    while i < 32 {
        table[2 * i] = i as u8;
        i += 1;
    }
    table
});

/// Where the low halves of lanes are, in the byte order of the target.
#[inline(always)]
fn words_table(s: Avx512, to: Utf16) -> Z {
    s.array(match to.0 {
        ByteOrder::Little => WORDS,
        ByteOrder::Big => SWAPPED_WORDS,
    })
}

/// Appends code points below 10000 as UTF-16.
#[inline(always)]
fn put_words(s: Avx512, to: Utf16, [a, b, c, d]: Points, out: &mut Output<'_, [u8; 2]>) {
    let table = words_table(s, to);
    out.put(table.pick8_of_two(a, b), 32);
    out.put(table.pick8_of_two(c, d), 32);
}

/// Scalar values above FFFF as pairs of surrogates, the high one first, in the order of the machine.
#[inline(always)]
fn pairs_of(s: Avx512, x: Z) -> Z {
    let low = x.shl32::<16>();
    let fields = low.ternary::<A_AND_B_OR_C>(s.doubles(0x03FF_0000), x.shr32::<10>());
    fields.add32(s.doubles(0xDC00_D7C0))
}

/// Units in the order of the target, or the other way round.
#[inline(always)]
fn ordered(s: Avx512, to: Utf16, units: Z) -> Z {
    match to.0 {
        ByteOrder::Little => units,
        ByteOrder::Big => units.shuffle8(s.array(SWAP16)),
    }
}

/// Appends any scalar values as UTF-16. If all are above FFFF there is nothing to move together: emoji took 1.42 times as long
/// without this, and text with some emoji takes up to 1.02 times as long with it (EPYC family 25 model 17, 2026-11-27).
#[inline(always)]
fn put_pairs(s: Avx512, to: Utf16, x: Points, out: &mut Output<'_, [u8; 2]>) {
    let [a, b, c, d] = x;
    if a.min32(b).min32(c.min32(d)).ge32(s.doubles(0x1_0000)) == u16::MAX {
        for x in x {
            out.put(ordered(s, to, pairs_of(s, x)), WORDS_OF);
        }
        return;
    }
    for x in x {
        let (units, kept) = to.vector(s, x);
        out.put(units, kept.count_ones() as usize);
    }
}

/// Whether each code point is one unit, and none a surrogate.
#[inline(always)]
fn all_words<S: Wide>(s: Avx512, x: Points) -> bool {
    union(x).test32(s.doubles(!0xFFFF)) == 0 && !(S::CHECKED && any_surrogate(s, x))
}

impl Encode for Utf16 {
    const SLOTS: usize = 2;
    const RUNS: bool = true;

    #[inline(always)]
    fn others<S: Wide>(s: Avx512, x: Z) -> u16 {
        if S::CHECKED {
            key(s, x).ge32(s.doubles(0x1_0000 - 0x800))
        } else {
            x.ge32(s.doubles(0x1_0000))
        }
    }

    #[inline(always)]
    fn block<S: Wide>(self, s: Avx512, x: Points, out: &mut Output<'_, [u8; 2]>) -> bool {
        if union(x).test32(s.doubles(!0xFFFF)) == 0 {
            if S::CHECKED && any_surrogate(s, x) {
                return false;
            }
            put_words(s, self, x, out);
        } else {
            if S::CHECKED && any_ill_formed(s, x) {
                return false;
            }
            put_pairs(s, self, x, out);
        }
        true
    }

    #[inline(always)]
    fn block_lossy<S: Wide>(self, s: Avx512, x: Points, out: &mut Output<'_, [u8; 2]>) -> usize {
        let (x, replaced) = replace_all::<S, Self>(s, x);
        if union(x).test32(s.doubles(!0xFFFF)) == 0 {
            put_words(s, self, x, out);
        } else {
            put_pairs(s, self, x, out);
        }
        replaced
    }

    /// Loads are of cache lines wherever `src` begins, and so are the stores, if `dst` begins with a line. What is loaded is then
    /// `shift` code points ahead of what is stored, and a store takes them from two vectors:
    ///
    /// ```text
    ///   src      |--shift--|line  line|line  line|
    ///   units    last      | low      | high     |  …
    ///   stores   |last, low |low, high |  …
    /// ```
    ///
    /// From four and sixteen bytes behind a line on 64 KiB took 1.04 to 1.08 times as long as from its beginning, and take 1.00
    /// to 1.02 times as long. From a line on they are stored as they come: by the same loop 16 KiB took 1.1 times as long. A
    /// loop of [`Encode::block`] asks for room at each store, and takes 1.1 times as long where all is in the first-level
    /// cache (EPYC family 25 model 17, 2026-11-26).
    #[inline(always)]
    fn run<S: Wide>(
        self,
        s: Avx512,
        from: S,
        src: &[[u8; 4]],
        dst: &mut [MaybeUninit<[u8; 2]>],
    ) -> usize {
        let bytes = src.as_ptr().cast::<u8>().align_offset(64);
        let table = words_table(s, self);
        let mut done = 0;
        if bytes == 0 || bytes % 4 != 0 {
            while let Some(block) = src[done..].first_chunk::<BLOCK>()
                && let Some(room) = dst[done..].first_chunk_mut::<BLOCK>()
            {
                let x = load(s, from, block);
                if !all_words::<S>(s, x) {
                    break;
                }
                let [a, b, c, d] = x;
                table.pick8_of_two(a, b).store(&mut room[..WORDS_OF]);
                table.pick8_of_two(c, d).store(&mut room[WORDS_OF..]);
                done += BLOCK;
            }
            return done;
        }
        // What is in front of the first line ends the vector before it.
        let shift = bytes / 4;
        let Some(front) = src.get(..shift) else { return 0 };
        let x = from.native(s, s.load_first(front.as_flattened(), 64));
        if !all_words::<S>(s, [x; 4]) {
            return 0;
        }
        let place = s.array(PLACES).add16(s.words((WORDS_OF - shift) as u16));
        let front = table.pick8_of_two(x, x);
        let mut last = s.array(PLACES).add16(s.words(shift as u16)).pick16_of_two(front, front);
        while let Some(block) = src[shift + done..].first_chunk::<BLOCK>()
            && let Some(room) = dst[done..].first_chunk_mut::<BLOCK>()
        {
            let x = load(s, from, block);
            if !all_words::<S>(s, x) {
                break;
            }
            let [a, b, c, d] = x;
            let (low, high) = (table.pick8_of_two(a, b), table.pick8_of_two(c, d));
            place.pick16_of_two(last, low).store(&mut room[..WORDS_OF]);
            place.pick16_of_two(low, high).store(&mut room[WORDS_OF..]);
            last = high;
            done += BLOCK;
        }
        done
    }

    #[inline(always)]
    fn singles(self, s: Avx512, x: Z) -> Z {
        words_table(s, self).pick8_of_two(x, x)
    }

    /// A lane is the pair of surrogates, the high one first, or the code point and 0.
    #[inline(always)]
    fn vector(self, s: Avx512, x: Z) -> (Z, u64) {
        let units = x.put32(x.ge32(s.doubles(0x1_0000)), pairs_of(s, x));
        let kept = units.ge16(s.doubles(0x0001_0000));
        (ordered(s, self, units.compress16(kept)), kept.into())
    }
}
