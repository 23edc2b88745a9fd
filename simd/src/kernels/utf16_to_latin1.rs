//! What becomes of UTF-16 in Latin-1.

use core::mem::MaybeUninit;

use super::encode_utf8::{Exact, Room};
use super::utf16_sink::{Done, Sink};
use super::utf16_to_utf16::{count, count_first, has_surrogates};
use super::utf16_to_utf32::put_without;
use super::utf16_units::{BLOCK, Surrogates, Units, stored};
use crate::fallback::ByteOrder;
use crate::fallback::form::{Latin1, Utf16};
use crate::vector::{Bytes, Lanewise, Vector, Wide};

/// The low bytes of units that have only those, narrowed lane by lane.
#[inline(always)]
pub(super) fn narrowed<S: Wide>(from: Utf16, a: S::Bytes, b: S::Bytes) -> S::Bytes {
    match from.0 {
        ByteOrder::Little => a.narrow16(b),
        ByteOrder::Big => a.shr16::<8>().narrow16(b.shr16::<8>()),
    }
}

/// The same, in order.
#[inline(always)]
pub(super) fn low_bytes<S: Wide>(from: Utf16, a: S::Bytes, b: S::Bytes) -> S::Bytes {
    narrowed::<S>(from, a, b).in_order()
}

/// Writes the low bytes of a block, if no unit has one of `bits`.
#[inline(always)]
pub(super) fn put_low_bytes<S: Wide>(
    s: S,
    from: Utf16,
    block: &[[u8; 2]; BLOCK],
    bits: u16,
    room: &mut [MaybeUninit<u8>; BLOCK],
) -> bool {
    let len = Units::<S>::LEN;
    let mut all = s.load(block.as_flattened());
    let mut i = len;
    while i < BLOCK {
        all = all | s.load(block[i..].as_flattened());
        i += len;
    }
    let plain = !(all & stored(s, from, bits)).any();
    if plain {
        i = 0;
        while i < BLOCK {
            let a = s.load(block[i..].as_flattened());
            let b = s.load(block[i + len..].as_flattened());
            low_bytes::<S>(from, a, b).store(&mut room[i..]);
            i += 2 * len;
        }
    }
    plain
}

/// Units below 100, as bytes in lanes of 32 bits, become bytes.
struct Narrowed<'a, R>(&'a mut R);

impl<R: Room<u8>> Room<[u8; 4]> for Narrowed<'_, R> {
    #[inline(always)]
    fn put<V: Vector>(&mut self, at: usize, packed: V, n: usize) {
        let words = packed.narrow32(packed);
        self.0.put(at, words.narrow16(words), n);
    }
}

/// Units from 100 on.
#[inline(always)]
fn from_100<S: Wide>(s: S, units: S::Bytes) -> S::Bytes {
    units.max16(s.words(0x0100)).eq16(units)
}

impl Sink for Latin1 {
    // A vector with surrogates may touch 48.
    const ROOM: usize = BLOCK + 48;
    const OF_FIRST: usize = 1;
    const REPLACED_FIRST: usize = 1;

    #[inline(always)]
    fn plain<S: Wide>(
        self,
        s: S,
        from: Utf16,
        block: &[[u8; 2]; BLOCK],
        room: &mut [MaybeUninit<u8>; BLOCK],
    ) -> bool {
        put_low_bytes(s, from, block, 0xFF00, room)
    }

    /// A character that Latin-1 does not have becomes `?` at its first unit; the second of a pair is left
    /// out.
    #[inline(always)]
    fn block<const LOSSY: bool, S: Wide>(
        self,
        s: S,
        from: Utf16,
        src: &[[u8; 2]],
        at: usize,
        room: &mut [MaybeUninit<u8>],
    ) -> Done {
        let len = Units::<S>::LEN;
        if !LOSSY {
            return Done { written: 0, bad: 1 };
        }
        let mut i = 0;
        let mut bad = 0;
        if !has_surrogates(s, from, src[at..].first_chunk().expect("a whole block")) {
            while i < BLOCK {
                let a = Units::at(s, from, src, at + i).numbers(s);
                let b = Units::at(s, from, src, at + i + len).numbers(s);
                let (a_bad, b_bad) = (from_100(s, a), from_100(s, b));
                let replaced = a_bad.narrow16_signed(b_bad);
                bad += replaced.high_bits().count_ones() as usize;
                let (a, b) = (a & s.words(0xFF), b & s.words(0xFF));
                let bytes = a.narrow16(b).select8(replaced, s.splat(b'?'));
                bytes.in_order().store(&mut room[i..]);
                i += 2 * len;
            }
            return Done { written: BLOCK, bad };
        }
        let mut written = 0;
        while i < BLOCK {
            let found = Units::at(s, from, src, at + i).surrogates::<true>(s);
            let room: &mut [MaybeUninit<_>; 48] =
                room[written..].first_chunk_mut().expect("room for the block");
            let (n, replaced) = put_replaced(s, &found, 0, room);
            written += n;
            bad += replaced;
            i += len;
        }
        Done { written, bad }
    }

    #[inline(always)]
    fn vector<const LOSSY: bool, S: Wide>(
        self,
        s: S,
        units: Units<S>,
        skip: usize,
        out: &mut Exact<u8>,
    ) -> Done {
        let len = Units::<S>::LEN;
        if units.any(s, 0xFF00) {
            if !LOSSY {
                return Done { written: 0, bad: 1 };
            }
            let found = units.surrogates::<true>(s);
            out.at -= skip - count_first(found.second, skip);
            let (written, bad) = put_replaced(s, &found, skip, out);
            return Done { written, bad };
        }
        out.at -= skip;
        let units = units.numbers(s);
        let bytes = units.narrow16(units).in_order();
        if S::Bytes::LANES == 32 {
            out.put(0, bytes.low_lane(), len);
        } else {
            out.put_low64(bytes);
        }
        Done { written: len, bad: 0 }
    }
}

/// Writes units, with `?` in place of what is not in Latin-1, and returns how many bytes, and how many `?`
/// of the units behind the first `skip`.
#[inline(always)]
fn put_replaced<S: Wide, R: Room<u8>>(
    s: S,
    found: &Surrogates<S::Bytes>,
    skip: usize,
    room: &mut R,
) -> (usize, usize) {
    let replaced = from_100(s, found.numbers);
    let bytes = found.numbers.select8(replaced, s.words(u16::from(b'?')));
    let halves = [bytes, s.splat(0)];
    let n = put_without(s, ByteOrder::Little, halves, found.second, &mut Narrowed(room));
    (n, count(replaced.without(found.second), skip))
}
