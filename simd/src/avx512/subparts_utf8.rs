//! UTF-8 with errors, 64 bytes at a time: where characters end, and where maximal subparts do.
//!
//! What is a character and what is a maximal subpart (Unicode Standard 3.9, D93b) follows from masks
//! alone, so that a block takes the same time whatever stands in it:
//!
//! ```text
//!   L E F   the bytes from C0 on, from E0 and from F0            C   continuation bytes
//!   out     second bytes outside of the range of the lead (Table 3-7); all of them behind C0, C1, F5..FF
//!
//!   ok2 = L << 1 & C & !out                          good second bytes
//!   w3  = ok2 & E << 1        ok3 = w3 << 1 & C      … third bytes; w3: one is wanted behind
//!   w4  = ok3 & F << 2        ok4 = w4 << 1 & C      … fourth bytes
//!   ok  = ok2 | ok3 | ok4
//!
//!   chars = !(ok >> 1)                               the last byte of each character and each subpart
//!   bad   = chars & nonascii & !(ok & !w3 & !w4)     … of each subpart; the others are good
//! ```
//!
//! A byte that is not ok begins something, whatever it is; so what is before it ends there.
//!
//! What is shifted out at the top is the carry of the next block; what would be shifted in there
//! depends on one byte, the first behind the block.

use super::decode_utf8::{Carry, SECOND, Window};
use super::wide::Z;
use crate::x86::Avx512;

/// What a block leaves open: each has the bits of the masks of that name that are shifted out.
#[derive(Clone, Copy, Default)]
pub(super) struct Open {
    lead: u64,
    from_e0: u64,
    from_f0: u64,
    third: u64,
    fourth: u64,
}

impl Open {
    /// Whether a sequence is open.
    #[inline(always)]
    pub(super) fn any(self) -> bool {
        self.lead | self.third | self.fourth != 0
    }

    /// The bytes of the block that belong to a sequence which is open behind it.
    #[inline(always)]
    pub(super) fn bytes(self) -> usize {
        (self.lead | self.third << 1 | self.fourth << 1 | self.fourth) as usize
    }

    /// The same for blocks that are well-formed.
    #[inline(always)]
    pub(super) fn carry(self) -> Carry {
        let third = self.third & 1 | (self.lead & self.from_e0) << 1;
        let fourth = self.fourth & 1
            | (self.third & self.from_f0) << 1 & 2
            | (self.lead << 1 & self.from_f0) << 1;
        Carry::new(self.lead, third, fourth)
    }

    /// What blocks that are well-formed left open at `at`, if the byte there goes on with it. If not, what is open is a
    /// subpart that ends there, and none of this.
    #[inline(always)]
    pub(super) fn behind(carry: Carry, src: &[u8], at: usize) -> Option<Self> {
        let [second, third, fourth] = carry.due();
        if second | third | fourth == 0 {
            return Some(Self::default());
        }
        let (good_second, other) = follows(src[at - 1], *src.get(at)?);
        let goes_on = if second != 0 { good_second } else { other };
        goes_on.then_some(Self {
            lead: second,
            from_e0: third >> 1,
            from_f0: fourth >> 1,
            third: third & 1,
            fourth: fourth & 1,
        })
    }

    /// Whether three bytes of four are there.
    #[inline(always)]
    pub(super) fn is_after_third(self) -> bool {
        self.fourth != 0
    }
}

/// What stands in a block.
#[derive(Clone, Copy)]
pub(super) struct Seen {
    /// The last byte of each character, and of each maximal subpart that is ill-formed.
    pub(super) chars: u64,
    /// The latter.
    pub(super) bad: u64,
    /// The last bytes of characters of two, three and four bytes.
    pub(super) ends: [u64; 3],
    /// The third bytes of characters of four, if what is next makes it one.
    pub(super) thirds: u64,
    /// Good third and fourth bytes.
    pub(super) behind_second: u64,
    pub(super) nonascii: u64,
    pub(super) p1: Z,
    pub(super) p2: Z,
}

impl Seen {
    /// Whether no character ends behind its first byte, nor has its third of four bytes here.
    #[inline(always)]
    pub(super) fn is_ascii_or_bad(&self) -> bool {
        let [seconds, thirds, fourths] = self.ends;
        seconds | thirds | fourths | self.thirds == 0
    }
}

/// The bytes C2 to F4, with which a row of Table 3-7 begins.
#[inline(always)]
fn leads(s: Avx512, bytes: Z) -> u64 {
    bytes.sub8(s.bytes(0xC2)).lt8(s.bytes(0xF5 - 0xC2))
}

/// The same where `k` is set.
#[inline(always)]
pub(super) fn leads_where(s: Avx512, bytes: Z, k: u64) -> u64 {
    bytes.sub8(s.bytes(0xC2)).lt8_where(k, s.bytes(0xF5 - 0xC2))
}

/// Whether `next` is a good second byte behind `last`, if that is a lead byte, and whether it is a good third or fourth byte.
#[inline(always)]
fn follows(last: u8, next: u8) -> (bool, bool) {
    let continuation = next & 0xC0 == 0x80;
    let second = SECOND[usize::from(last & 0x3F)].wrapping_add(next) < 0x80;
    (continuation & second, continuation)
}

/// Looks at the block `cur` of `window`, of which the bytes in `present` exist, with zeros for the
/// others, and which `next` follows, if anything.
#[inline(always)]
pub(super) fn look<W: Window>(
    s: Avx512,
    window: &W,
    present: u64,
    next: Option<[u8; 2]>,
    open: &mut Open,
) -> Seen {
    let cur = window.back::<0>();
    let (p1, p2) = (window.back::<1>(), window.back::<2>());
    let nonascii = cur.sign8();
    let from_c0 = cur.ge8(s.bytes(0xC0));
    // Among leads; what else has these bits set never has a good second byte.
    let from_e0 = cur.ge8(s.bytes(0xE0));
    let from_f0 = cur.ge8(s.bytes(0xF0));
    let continuations = nonascii & !from_c0;
    let outside = p1.pick8(s.array(SECOND)).add8(cur).sign8();

    let ok2 = (from_c0 << 1 | open.lead) & continuations & !outside;
    let third = ok2 & (from_e0 << 1 | open.from_e0);
    let ok3 = (third << 1 | open.third) & continuations;
    let fourth = ok3 & (from_f0 << 2 | open.from_f0);
    let ok4 = (fourth << 1 | open.fourth) & continuations;

    let (second_follows, other_follows) = match next {
        Some([last, next]) => follows(last, next),
        None => (false, false),
    };
    let (second, other) = (u64::from(second_follows) << 63, u64::from(other_follows) << 63);
    let thirds = fourth & (ok4 >> 1 | other);
    let ok = ok2 | ok3 | ok4;
    let wanting = third | fourth;
    let chars = !(ok >> 1 | from_c0 & second | wanting & other) & present;
    let bad = chars & nonascii & !(ok & !wanting);
    let ends = [ok2 & !third, ok3 & !fourth, ok4];
    // What is next may end it; of what is not known yet the caller knows.
    let (lead, unknown) = match next {
        Some(_) => (second_follows, false),
        None => (leads(s, cur) >> 63 != 0, true),
    };
    *open = Open {
        lead: from_c0 >> 63 & u64::from(lead),
        from_e0: from_e0 >> 63,
        from_f0: from_f0 >> 62,
        third: third >> 63 & u64::from(other_follows | unknown),
        fourth: fourth >> 63 & u64::from(other_follows | unknown),
    };
    let behind_second = ok3 | ok4;
    Seen { chars, bad, ends, thirds: thirds & present, behind_second, nonascii, p1, p2 }
}
