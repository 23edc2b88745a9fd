//! UTF-8 with errors, 64 bytes at a time: where characters end, and where maximal subparts do.
//!
//! What is a character and what is a maximal subpart (Unicode Standard 3.9, D93b) follows from masks
//! alone, so that a window takes the same time whatever stands in it. The last byte of what is read so far
//! is asked what follows it:
//!
//! ```text
//!   L E F   bytes from C0 on, from E0 on, and from F0        C   continuation bytes
//!   next    the byte behind is a continuation byte
//!   inside  the byte behind is in the range that Table 3-7 has for it; for C0, C1, F5..FF there is none
//!
//!   second = L & next & inside        ok2 = second << 1      a good second byte follows; is here
//!   w3  = ok2 & E << 1                                       one more is wanted
//!   third  = w3 & next                ok3 = third << 1
//!   w4  = ok3 & F << 2
//!   fourth = w4 & next                ok4 = fourth << 1
//!
//!   good = ascii | ok2 & !w3 | ok3 & !w4 | ok4               the last byte of each character
//!   bad  = C & !(ok2|ok3|ok4)                                a continuation byte of nothing
//!        | L & !second | w3 & !third | w4 & !fourth          the last byte of a subpart
//! ```
//!
//! What is shifted out at the top is the carry of the next window. No mask needs more than the three bytes
//! before, so the carries are no chain: the windows overlap in time. The last window ends at the end of the
//! source and overlaps bytes already seen; their bits are wrong only where a sequence was open before it,
//! and the carry is put in where the new bytes begin.
//!
//! `inside` takes three lookups by nibbles, as in [`super::validate_utf8`].

use crate::vector::{Bytes, Lanewise, Wide};

/// Bytes of a window.
pub(super) const WINDOW: usize = 64;

/// A source of up to 64 bytes as the last ones of a window, which ends at [`PADDED`], with zeros before them and behind
/// the window. Also says where in it the source begins.
#[inline(always)]
pub(super) fn padded(src: &[u8]) -> ([u8; PADDED + WINDOW], usize) {
    let mut bytes = [0; PADDED + WINDOW];
    let at = PADDED - src.len();
    bytes[at..PADDED].copy_from_slice(src);
    (bytes, at)
}

/// A window and the byte that there must be in front of the last one of a source.
pub(super) const PADDED: usize = 1 + WINDOW;

/// What a window leaves open: the bits of the masks of that name that are shifted out.
#[derive(Clone, Copy, Default)]
pub(super) struct Open {
    second: u64,
    third: u64,
    fourth: u64,
    from_e0: u64,
    from_f0: u64,
}

impl Open {
    /// Whether a sequence is open, to which the next byte belongs.
    #[inline(always)]
    pub(super) fn any(self) -> bool {
        self.second | self.third | self.fourth != 0
    }

    /// How many of its bytes are there.
    #[inline(always)]
    pub(super) fn bytes(self) -> usize {
        (self.second | self.third << 1 | self.fourth << 1 | self.fourth) as usize
    }
}

/// What stands in a window.
#[derive(Clone, Copy)]
pub(super) struct Seen {
    /// The last byte of each maximal subpart that is ill-formed.
    pub(super) bad: u64,
    /// The last bytes of characters of one, two, three and four bytes.
    pub(super) ends: [u64; 4],
    /// The third bytes of characters of four.
    pub(super) thirds: u64,
    /// The second and third bytes of sequences, which may be ill-formed by what follows.
    inner: [u64; 2],
}

impl Seen {
    /// The last byte of each character.
    #[inline(always)]
    pub(super) fn good(&self) -> u64 {
        self.ends[0] | self.ends[1] | self.ends[2] | self.ends[3]
    }

    /// All bytes of the subparts that are ill-formed, of those that the window has.
    #[inline(always)]
    pub(super) fn ill_formed(&self) -> u64 {
        let [seconds, thirds] = self.inner;
        self.bad | (self.bad & (seconds | thirds)) >> 1 | (self.bad & thirds) >> 2
    }
}

/// The first 64 bytes of `src`, and zeros behind them.
#[inline(always)]
pub(super) fn with_zeros(src: &[u8]) -> [u8; 2 * WINDOW] {
    let mut bytes = [0; 2 * WINDOW];
    bytes[..WINDOW].copy_from_slice(&src[..WINDOW]);
    bytes
}

/// Looks at the 64 bytes at `at` of `src`, of which the first `done` were seen before, with `open` behind
/// them. Returns what stands behind those. Where the source ends with the 64 bytes, one must stand before.
#[inline(always)]
pub(super) fn look<S: Wide>(s: S, src: &[u8], at: usize, done: usize, open: &mut Open) -> Seen {
    match src[at..].first_chunk::<{ WINDOW + 1 }>() {
        // Only the last ones overlap others.
        Some(bytes) => look_inside(s, bytes, open),
        None => {
            let bytes = src[at - 1..].first_chunk().expect("64 bytes at `at`, not at 0");
            Bits::last(s, bytes).seen(done, open)
        }
    }
}

/// The same of 64 bytes that are all new, and have another behind them.
#[inline(always)]
pub(super) fn look_inside<S: Wide>(s: S, bytes: &[u8; WINDOW + 1], open: &mut Open) -> Seen {
    Bits::inside(s, bytes).seen(0, open)
}

/// Bit by bit what is known of the 64 bytes.
struct Bits {
    nonascii: u64,
    from_c0: u64,
    from_e0: u64,
    from_f0: u64,
    /// What follows is a continuation byte.
    next: u64,
    /// It is in the range that the byte has for the second one.
    inside: u64,
}

impl Bits {
    /// What stands behind the first `done`.
    #[inline(always)]
    fn seen(self, done: usize, open: &mut Open) -> Seen {
        let Self { nonascii, from_c0, from_e0, from_f0, next, inside } = self;
        let continuations = nonascii & !from_c0;
        let second = from_c0 & next & inside;
        let ok2 = second << 1 | open.second << done;
        let third_wanted = ok2 & (from_e0 << 1 | open.from_e0 << done);
        let third = third_wanted & next;
        let ok3 = third << 1 | open.third << done;
        let fourth_wanted = ok3 & (from_f0 << 2 | open.from_f0 << done);
        let fourth = fourth_wanted & next;
        let ok4 = fourth << 1 | open.fourth << done;
        let bad = continuations & !(ok2 | ok3 | ok4)
            | from_c0 & !second
            | third_wanted & !third
            | fourth_wanted & !fourth;
        *open = Open {
            second: second >> 63,
            third: third >> 63,
            fourth: fourth >> 63,
            from_e0: from_e0 >> 63,
            from_f0: from_f0 >> 62,
        };
        let new = !0 << done;
        let ends = [!nonascii, ok2 & !third_wanted, ok3 & !fourth_wanted, ok4];
        let ends = [ends[0] & new, ends[1] & new, ends[2] & new, ends[3] & new];
        Seen { bad: bad & new, ends, thirds: fourth & new, inner: [ok2, ok3] }
    }

    /// Of the bytes but the last.
    #[inline(always)]
    fn inside<S: Wide>(s: S, bytes: &[u8; WINDOW + 1]) -> Self {
        let mut bits = Self::of(s, &bytes[..WINDOW]);
        bits.next |= u64::from(bytes[WINDOW] & 0xC0 == 0x80) << 63;
        bits.inside = pairs(s, bytes);
        bits
    }

    /// Of the bytes but the first, which nothing follows.
    #[inline(always)]
    fn last<S: Wide>(s: S, bytes: &[u8; 1 + WINDOW]) -> Self {
        let mut bits = Self::of(s, &bytes[1..]);
        bits.inside = pairs(s, bytes) >> 1;
        bits
    }

    /// But for `inside`, and as if ASCII followed.
    #[inline(always)]
    fn of<S: Wide>(s: S, bytes: &[u8]) -> Self {
        let mut kinds = Kinds::default();
        let mut at = 0;
        while at < WINDOW {
            kinds.add::<S>(s.load(&bytes[at..]), at);
            at += S::Bytes::LANES;
        }
        kinds.bits(0)
    }
}

/// The highest bits of the bytes, and the bits behind them.
#[derive(Default)]
struct Kinds {
    nonascii: u64,
    bit6: u64,
    bit5: u64,
    bit4: u64,
}

impl Kinds {
    /// Adds those of a vector, which may be there already.
    #[inline(always)]
    fn add<S: Wide>(&mut self, bytes: S::Bytes, at: usize) {
        // The highest bit of each byte is what remains: whatever comes in from the byte below is not.
        self.nonascii |= bytes.high_bits() << at;
        self.bit6 |= bytes.add8(bytes).high_bits() << at;
        self.bit5 |= bytes.shl16::<2>().high_bits() << at;
        self.bit4 |= bytes.shl16::<3>().high_bits() << at;
    }

    /// As if ASCII followed.
    #[inline(always)]
    fn bits(self, inside: u64) -> Bits {
        let Self { nonascii, bit6, bit5, bit4 } = self;
        let from_c0 = nonascii & bit6;
        let from_e0 = from_c0 & bit5;
        let next = (nonascii & !bit6) >> 1;
        Bits { nonascii, from_c0, from_e0, from_f0: from_e0 & bit4, next, inside }
    }
}

/// A source of up to a window, of which the vectors are added one by one; they may overlap.
#[derive(Default)]
pub(super) struct Few {
    kinds: Kinds,
    /// The byte is in the range that the one before has for the second one.
    inside: u64,
}

impl Few {
    /// Adds the vector `cur`, with that which begins a byte before.
    #[inline(always)]
    pub(super) fn add<S: Wide>(&mut self, s: S, before: S::Bytes, cur: S::Bytes, at: usize) {
        self.kinds.add::<S>(cur, at);
        self.inside |= in_range(s, before, cur) << at;
    }

    /// What stands in it.
    #[inline(always)]
    pub(super) fn seen(self) -> Seen {
        self.kinds.bits(self.inside >> 1).seen(0, &mut Open::default())
    }
}

/// Of each byte but the last, whether the one behind is in its range for the second one. Means nothing
/// where it is not a lead byte with a continuation byte behind it.
#[inline(always)]
fn pairs<S: Wide>(s: S, bytes: &[u8; WINDOW + 1]) -> u64 {
    let mut inside = 0;
    let mut at = 0;
    while at < WINDOW {
        inside |= in_range(s, s.load(&bytes[at..]), s.load(&bytes[at + 1..])) << at;
        at += S::Bytes::LANES;
    }
    inside
}

/// The same of bytes and those behind them, of a vector.
#[inline(always)]
fn in_range<S: Wide>(s: S, bytes: S::Bytes, behind: S::Bytes) -> u64 {
    let outside = s.table(&HIGH).lookup(bytes.high_nibbles())
        & s.table(&LOW).lookup(bytes.low_nibbles())
        & s.table(&NEXT).lookup(behind.high_nibbles());
    outside.eq8(s.splat(0)).high_bits()
}

/// E0 before 80..9F, or ED before A0..BF.
const OF_THREE: [u8; 2] = [1 << 0, 1 << 1];
/// F0 before 80..8F, or F4 before 90..BF; both together F5..FF.
const OF_FOUR: [u8; 2] = [1 << 2, 1 << 3];
/// C0 or C1.
const NEVER: u8 = 1 << 4;

/// The ways to be outside of the range, by the high nibble of the lead byte.
const HIGH: [u8; 16] = {
    let mut table = [0; 16];
    table[0xC] = NEVER;
    table[0xE] = OF_THREE[0] | OF_THREE[1];
    table[0xF] = OF_FOUR[0] | OF_FOUR[1];
    table
};

/// By its low nibble.
const LOW: [u8; 16] = {
    let mut table = [OF_FOUR[0] | OF_FOUR[1]; 16];
    table[0x0] = NEVER | OF_THREE[0] | OF_FOUR[0];
    table[0x1] = NEVER;
    table[0x2] = 0;
    table[0x3] = 0;
    table[0x4] = OF_FOUR[1];
    table[0xD] |= OF_THREE[1];
    table
};

/// By the high nibble of the byte behind.
const NEXT: [u8; 16] = {
    let mut table = [0; 16];
    table[0x8] = NEVER | OF_THREE[0] | OF_FOUR[0];
    table[0x9] = NEVER | OF_THREE[0] | OF_FOUR[1];
    table[0xA] = NEVER | OF_THREE[1] | OF_FOUR[1];
    table[0xB] = table[0xA];
    table
};

/// The length of the character that `src` begins with, or of the maximal subpart that is ill-formed, and whether that is a
/// character. No branch depends on the bytes.
#[inline(always)]
pub(super) fn first(src: &[u8]) -> (usize, bool) {
    let bytes = match src.first_chunk::<4>() {
        Some(bytes) => *bytes,
        None => {
            let mut bytes = [0; 4];
            bytes[..src.len()].copy_from_slice(src);
            bytes
        }
    };
    let First { taken, other } = first_of(u32::from_le_bytes(bytes));
    (1 + taken, other & u32::from(!ASCII) == 0)
}

/// What stands at the front of four bytes.
pub(super) struct First {
    /// How many bytes behind the first belong to the character or the maximal subpart.
    pub(super) taken: usize,
    /// 0 if it is a character of two bytes or more, and [`ASCII`] if it is one of one.
    pub(super) other: u32,
}

/// See [`First`]; the first byte is the lowest one.
#[inline(always)]
pub(super) fn first_of(word: u32) -> First {
    let lead = LEADS[usize::from(word as u8)];
    let wanted = u32::from(lead >> 4) & 3;
    let inside = u32::from(lead) >> (word >> 12 & 3) & 1;
    // As many continuation bytes are behind it, at the most three.
    let behind = ((word >> 8 ^ 0x0080_8080) & 0x00C0_C0C0 | 1 << 24).trailing_zeros() / 8;
    let taken = behind.min(wanted) & inside.wrapping_neg();
    First { taken: taken as usize, other: (taken ^ wanted) | u32::from(lead & (NONE | ASCII)) }
}

/// By the first byte: in bits 0 to 3 which of 80..8F, 90..9F, A0..AF, B0..BF is in its range for the second, in bits 4 and 5 how many
/// bytes it wants behind it; [`NONE`] where it is no first byte, and [`ASCII`].
static LEADS: [u8; 256] = {
    let mut table = [NONE; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte {
            0..=0x7F => ASCII,
            0xC2..=0xDF => 1 << 4 | 0b1111,
            0xE0 => 2 << 4 | 0b1100,
            0xED => 2 << 4 | 0b0011,
            0xE1..=0xEF => 2 << 4 | 0b1111,
            0xF0 => 3 << 4 | 0b1110,
            0xF1..=0xF3 => 3 << 4 | 0b1111,
            0xF4 => 3 << 4 | 0b0001,
            _ => NONE,
        };
        byte += 1;
    }
    table
};
const NONE: u8 = 1 << 6;
const ASCII: u8 = 1 << 7;

/// All ones in the bytes of a vector whose bits are set.
#[inline(always)]
pub(super) fn spread<S: Wide>(s: S, bits: u32) -> S::Bytes {
    const BYTES: [[u8; 16]; 2] = {
        let mut table = [[0; 16]; 2];
        let mut i = 0;
        while i < 32 {
            table[i / 16][i % 16] = i as u8 / 8;
            i += 1;
        }
        table
    };
    const BITS: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];
    let bit = s.table(&BITS);
    (s.doubles(bits).lookup(s.rows(&BYTES, 0, 1)) & bit).eq8(bit)
}
