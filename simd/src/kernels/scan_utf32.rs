//! UTF-32 that is only read: validation and lengths.
//!
//! Eight vectors a step, with two that gather, so that none waits for another. What is left is done by
//! vectors, of which the last overlaps what is done already:
//!
//! ```text
//! validation   the greatest key tells whether one is too great; to look twice at a code point is no harm
//! lengths      what is done already is made 0, which has nothing to count
//! ```

use super::points::{Points, fit, key, ordered};
use crate::fallback::form::Utf32;
use crate::fallback::{self, Error};
use crate::vector::{Bytes, Lanewise, Vector, Wide};

/// Vectors of a step.
const STEP: usize = 8;

/// Validation. In a step that fails the scalar path finds the error.
#[inline(always)]
pub(super) fn validate<S: Wide>(s: S, from: Utf32, src: &[[u8; 4]]) -> Result<(), Error> {
    let lanes = S::Bytes::LANES;
    let bytes = src.as_flattened();
    let mut at = 0;
    while let Some(step) = bytes[at..].get(..STEP * lanes)
        && is_well_formed(s, from, step)
    {
        at += STEP * lanes;
    }
    if bytes.len() - at < STEP * lanes && is_well_formed_rest(s, from, bytes, at) {
        return Ok(());
    }
    fallback::validate(from, &src[at / 4..]).map_err(|error| error.offset(at / 4))
}

#[inline(always)]
fn is_well_formed<S: Wide>(s: S, from: Utf32, step: &[u8]) -> bool {
    let lanes = S::Bytes::LANES;
    let (mut a, mut b) = (s.splat(0), s.splat(0));
    for i in 0..STEP / 2 {
        a = a.max32(key(s, from.numbers(s, s.load(&step[2 * i * lanes..]))));
        b = b.max32(key(s, from.numbers(s, s.load(&step[(2 * i + 1) * lanes..]))));
    }
    !(fit(s, a.max32(b)) ^ s.splat(0xFF)).any()
}

/// The same of less than a step at the end of the source.
#[inline(always)]
fn is_well_formed_rest<S: Wide>(s: S, from: Utf32, bytes: &[u8], mut at: usize) -> bool {
    let lanes = S::Bytes::LANES;
    let mut greatest = s.splat(0);
    while bytes.len() - at >= lanes {
        greatest = greatest.max32(key(s, from.numbers(s, s.load(&bytes[at..]))));
        at += lanes;
    }
    let last = match bytes.len().checked_sub(lanes) {
        Some(last) => s.load(&bytes[last..]),
        None => s.load_partial(bytes),
    };
    greatest = greatest.max32(key(s, from.numbers(s, last)));
    !(fit(s, greatest) ^ s.splat(0xFF)).any()
}

/// The units of each code point beyond the first: of UTF-8 if `BYTES`, else of UTF-16. If `LOSSY`, values
/// above 10FFFF are replaced by a code point below 10000; a surrogate has the length of its replacement as
/// it is.
///
/// Two vectors are narrowed to one of 16-bit lanes, and each comparison with a limit takes away its -1:
///
/// ```text
///   x >> 7, narrowed      x >= 80: 1 or more      x >= 10000: 200 or more
///   (7FFF at most)        x >= 800: 10 or more    x > 10FFFF: 2200 or more
/// ```
struct Beyond<const BYTES: bool, const LOSSY: bool>;

impl<const BYTES: bool, const LOSSY: bool> Beyond<BYTES, LOSSY> {
    /// What the code points of two vectors count, added to `sums`.
    #[inline(always)]
    fn count<S: Wide>(s: S, mut sums: S::Bytes, a: S::Bytes, b: S::Bytes) -> S::Bytes {
        let x = a.shr32::<7>().narrow32_signed(b.shr32::<7>());
        let from = |limit: u32| s.words((limit >> 7) as u16 - 1);
        if BYTES {
            sums = sums.sub16(x.gt16(from(0x80)));
            sums = sums.sub16(x.gt16(from(0x800)));
        }
        sums = sums.sub16(x.gt16(from(0x1_0000)));
        if LOSSY {
            sums = sums.add16(x.gt16(from(0x11_0000)));
        }
        sums
    }
}

/// The length of the source as UTF-8 if `BYTES`, else as UTF-16.
#[inline(always)]
pub(super) fn len<const BYTES: bool, const LOSSY: bool, S: Wide>(
    s: S,
    from: Utf32,
    src: &[[u8; 4]],
) -> usize {
    // A step counts 12 at most in a lane, of which 240 fit in its lower byte: `sums8` adds these up.
    const STEPS: usize = 20;
    let lanes = S::Bytes::LANES;
    let zero = s.splat(0);
    let bytes = src.as_flattened();
    let load = |part: &[u8]| ordered(s, from.0, s.load(part));
    let mut total = zero;
    let mut at = 0;
    loop {
        let mut sums = zero;
        let mut steps = 0;
        while steps < STEPS
            && let Some(step) = bytes[at..].get(..STEP * lanes)
        {
            let (mut a, mut b) = (zero, zero);
            for i in 0..STEP / 4 {
                let part = &step[4 * i * lanes..];
                a = Beyond::<BYTES, LOSSY>::count(s, a, load(part), load(&part[lanes..]));
                let part = &part[2 * lanes..];
                b = Beyond::<BYTES, LOSSY>::count(s, b, load(part), load(&part[lanes..]));
            }
            sums = sums.add16(a).add16(b);
            at += STEP * lanes;
            steps += 1;
        }
        total = total.add64(sums.sums8(zero));
        if steps < STEPS {
            break;
        }
    }
    let mut sums = zero;
    while bytes.len() - at >= lanes {
        sums = Beyond::<BYTES, LOSSY>::count(s, sums, load(&bytes[at..]), zero);
        at += lanes;
    }
    if at < bytes.len() {
        let last = s.load_partial(&bytes[at..]);
        sums = Beyond::<BYTES, LOSSY>::count(s, sums, ordered(s, from.0, last), zero);
    }
    src.len() + total.add64(sums.sums8(zero)).sum64() as usize
}
