//! UTF-8 validation by three table lookups a vector.
//!
//! The lookups are those of [`super::violations`]; here is what is looked at.
//!
//! # Where this differs from the paper
//!
//! `p1`, `p2` and `p3` are loads from one, two and three bytes before, not shuffles of the previous
//! vector: load ports are idle here while shuffle ports are the limit, and no vector is carried from
//! one step to the next. So an ASCII block is left out without any state to flush; it only has to
//! look three bytes back, for a sequence that is still open.
//!
//! The first vector has nothing before it and is shifted in the register. The last vector ends at the
//! end of the source and overlaps bytes already checked, which is idempotent; its three last bytes tell
//! whether a sequence is left open. Inputs shorter than a vector are loaded with zeros behind them, and a
//! zero closes an open sequence as an error by itself.
//!
//! Only *that* a block is bad is found here. Where and why is told by the scalar path, which starts
//! at the beginning of the character that reaches into the block: one copy of the error's meaning.
//! Each block is tested at once, so the scalar path never looks at more than one block.

use super::ascii::any_of_few;
use super::short_validation_utf8::{FEW, is_few_utf8, is_short_utf8, left_open};
use super::violations::Tables;
use crate::backend::Parts;
use crate::fallback::{self, Error};
use crate::vector::{Bytes, Lanewise, Simd, Vector, Wide};

/// See [`crate::Kernels::validate_utf8`]. Of up to four vectors what is right needs no stack and few registers; for the rest
/// there is a jump to [`validate_utf8_few`] or [`validate_utf8_any`].
#[inline(always)]
pub(crate) fn validate_utf8<S: Parts>(s: S, src: &[u8]) -> Result<(), Error> {
    // Long sources first: to be asked about four lengths before takes them 3 ns.
    if src.len() > 4 * S::Bytes::LANES {
        if src.len() > FEW * S::Bytes::LANES {
            return s.validate_utf8_any(src);
        }
        return s.validate_utf8_few(src);
    }
    if is_short_utf8(s, src) { Ok(()) } else { s.validate_utf8_any(src) }
}

/// The same of more than four vectors, and not more than [`FEW`].
#[inline(always)]
pub(crate) fn validate_utf8_few<S: Parts>(s: S, src: &[u8]) -> Result<(), Error> {
    if is_few_utf8(s, src) { Ok(()) } else { s.validate_utf8_any(src) }
}

/// The same of any source, without a call.
#[inline(always)]
pub(crate) fn validate_utf8_any<S: Wide>(s: S, src: &[u8]) -> Result<(), Error> {
    match error_from(s, src) {
        Some(at) => fallback::locate_utf8(src, at),
        None => Ok(()),
    }
}

/// From where on there is an error, if there is one.
#[inline(always)]
pub(super) fn error_from<S: Wide>(s: S, src: &[u8]) -> Option<usize> {
    let lanes = S::Bytes::LANES;
    if src.len() <= 4 * lanes {
        return if is_short_utf8(s, src) { None } else { Some(0) };
    }

    // On from an aligned place, from where no load but those of the bytes before crosses a cache line. The
    // look back needs three bytes.
    let mut at = lanes;
    let back = src[lanes..].as_ptr().addr() % lanes;
    if src.len() >= 8 * lanes && back + 3 <= lanes {
        at -= back;
    }
    let first = s.load(src);
    if !first.any_high_bit() {
        // ASCII at the front needs one load a vector, since nothing is open before it.
        at += s.ascii_blocks_len(&src[at..]);
        if src.len() - at < 4 * lanes
            && !any_of_few(s, &src[src.len() - 4 * lanes..]).any_high_bit()
        {
            return None;
        }
    }
    let tables = Tables::new(s);
    if first.any_high_bit() && tables.errors_at_start(first).any() {
        return Some(0);
    }
    match check_blocks(s, tables, src, at, &mut ()) {
        (at, true) => Some(at),
        (at, false) => validate_last(s, tables, src, at),
    }
}

/// Who is handed the blocks that are right.
pub(crate) trait Out {
    /// The four vectors at `at` of the source.
    fn put<V: Vector>(&mut self, at: usize, vectors: [V; 4]);

    /// How many bytes from `at` on, where `behind` stands, are in blocks of ASCII, which it is handed by this.
    fn ascii<S: Wide>(&mut self, s: S, behind: &[u8], at: usize) -> usize;
}

/// Nobody is.
impl Out for () {
    #[inline(always)]
    fn put<V: Vector>(&mut self, _: usize, _: [V; 4]) {}

    #[inline(always)]
    fn ascii<S: Wide>(&mut self, s: S, behind: &[u8], _: usize) -> usize {
        s.ascii_blocks_len(behind)
    }
}

/// Bytes that go through the loop for any text behind a block that is not of the class before. By each single
/// block, logs and text of several classes went from loop to loop: SSE4.1, `log-0.1` 0.67 of westmere for 1.06.
pub(crate) const ANY: usize = 4096;

/// So many at least behind a block of ASCII, where vectors have two lanes. Where these come again and again, as in logs, the loop of
/// a class is soon left, and each change of loops costs a jump or two that was not foreseen. (With one lane `log-1` went from 0.97 of
/// westmere to 0.95 by it: Xeon, model 207, 2026-11-28.)
const MORE: usize = 1024;

/// Blocks in a row of which neither half is ASCII: behind these, text is no longer sparse.
const DENSE: usize = 3;

/// Checks blocks of four vectors from `at` on, before which there are three bytes. Returns where it ended,
/// and whether that is at a block with an error: otherwise there is no whole one.
///
/// Much text has no character of more than two bytes, or three, and then there is less to look at. Each
/// class has a loop of its own: in one for all, most constants are loaded anew for each block. Skylake, 64
/// KiB, AVX2, to all the flags for all text: Russian 1.6 times as fast, Chinese 1.05.
#[inline(always)]
pub(super) fn check_blocks<S: Wide, O: Out>(
    s: S,
    tables: Tables<S>,
    src: &[u8],
    mut at: usize,
    out: &mut O,
) -> (usize, bool) {
    while let Some(Block { all, .. }) = block(s, &src[at - 3..]) {
        let mut bad = false;
        if !all.saturating_sub(tables.third_due).any_high_bit() {
            (at, bad) = blocks_of::<2, S, O>(s, tables, src, at, out);
        } else if !all.saturating_sub(tables.fourth_due).any_high_bit() {
            (at, bad) = blocks_of::<3, S, O>(s, tables, src, at, out);
        }
        if !bad {
            (at, bad) = s.any_blocks(tables, src, at, out);
        }
        if bad {
            return (at, true);
        }
    }
    (at, false)
}

/// See [`Wide::any_blocks`].
#[inline(always)]
pub(crate) fn any_blocks<S: Wide, O: Out>(
    s: S,
    tables: Tables<S>,
    src: &[u8],
    mut at: usize,
    out: &mut O,
) -> (usize, bool) {
    let lanes = S::Bytes::LANES;
    let mut end = src.len().min(at + ANY);
    let mut rest = &src[at - 3..end];
    loop {
        // From what is left, so that there is one number to keep.
        at = end + 3 - rest.len();
        let Some(Block { before, vectors, all }) = block(s, rest) else {
            return (at, false);
        };
        rest = &rest[4 * lanes..];
        if !all.any_high_bit() {
            out.put(at, vectors);
            at += 4 * lanes;
            // Nothing is open before an ASCII run, so the run itself needs no look back.
            at += out.ascii(s, &src[at..], at);
            // With one lane a block is no longer than a half is here.
            if lanes == 32 {
                let bad;
                (at, bad) = sparse_blocks(s, tables, src, at, out);
                if bad {
                    return (at, true);
                }
                end = src.len().min(end.max(at + MORE));
            }
            if at >= end {
                return (at, false);
            }
            rest = &src[at - 3..end];
            continue;
        }
        if s.errors_of_block::<true>(tables, vectors, before) {
            return (at, true);
        }
        out.put(at, vectors);
    }
}

/// The same behind ASCII, as long as at least a half of each block is, as in logs: that half is not checked. A loop of
/// its own, since its questions would make the one for other text slower. (Zen 4, 2026-11-24, AVX2: `log-1` was 0.75 of
/// simdutf8, whose blocks are such halves. Lost: two vectors from the first byte on that is not ASCII, wherever it
/// is, which takes as many operations as it saves.)
///
/// Blocks of which neither half is ASCII are checked here as well, up to [`DENSE`] in a row: `log-10` was 0.79 of simdutf8 when
/// each led back to the loop for other text, and is 0.88. Lost: one way for either half, with the address of the one that is not
/// ASCII, 0.84 (Xeon, model 207, 2026-11-28).
///
/// Lost as well: no jump at all about what is ASCII, but a list of those 64 bytes that are not, of 4 KiB at a time, which is gone
/// through behind. By itself it takes 0.8 to 0.9 of the time of simdutf8 for `log-1` and `log-10`; here, with the ends of a
/// source and where a sequence is left open, `log-1` was 0.84 to 0.92 of simdutf8, which it is without, `log-10` 0.83 to 0.89 and
/// `log-0.1` 0.95 for 1.16: what is to be looked at to make the list costs more than the jumps (the same Xeon, 2026-11-29).
#[inline(always)]
fn sparse_blocks<S: Wide, O: Out>(
    s: S,
    tables: Tables<S>,
    src: &[u8],
    mut at: usize,
    out: &mut O,
) -> (usize, bool) {
    let lanes = S::Bytes::LANES;
    let mut dense = 0;
    while let Some(Block { before, vectors, .. }) = block(s, &src[at - 3..]) {
        let [v0, v1, v2, v3] = vectors;
        let middle = &before[2 * lanes..];
        let first = (s.load(before) | v0 | v1).any_high_bit();
        let second = (s.load(middle) | v2 | v3).any_high_bit();
        let bad = match (first, second) {
            (true, true) if dense == DENSE => return (at, false),
            (true, true) => s.errors_of_block::<true>(tables, vectors, before),
            (true, false) => errors_of_half(s, tables, v0, v1, before),
            (false, true) => errors_of_half(s, tables, v2, v3, middle),
            (false, false) => false,
        };
        if bad {
            return (at, true);
        }
        out.put(at, vectors);
        at += 4 * lanes;
        dense = if first && second { dense + 1 } else { 0 };
        // Nothing is open behind a half that is ASCII.
        if !second {
            at += out.ascii(s, &src[at..], at);
        }
    }
    (at, false)
}

/// Whether there are errors in two vectors, before which the first three bytes of `before` stand.
#[inline(always)]
fn errors_of_half<S: Wide>(
    s: S,
    tables: Tables<S>,
    v0: S::Bytes,
    v1: S::Bytes,
    before: &[u8],
) -> bool {
    let first = errors_inside::<S, true>(s, tables, v0, before);
    (first | errors_inside::<S, true>(s, tables, v1, &before[S::Bytes::LANES..])).any()
}

/// A block and the three bytes before it.
struct Block<'a, B> {
    before: &'a [u8],
    vectors: [B; 4],
    /// The greatest bytes of the vectors and of the three.
    all: B,
}

/// The block at the front of `rest`, which begins three bytes before. By one comparison of lengths: the rest of
/// them the compiler knows.
#[inline(always)]
fn block<S: Wide>(s: S, rest: &[u8]) -> Option<Block<'_, S::Bytes>> {
    let lanes = S::Bytes::LANES;
    let block = rest.get(..3 + 4 * lanes)?;
    let (v0, v1) = (s.load(&block[3..]), s.load(&block[3 + lanes..]));
    let (v2, v3) = (s.load(&block[3 + 2 * lanes..]), s.load(&block[3 + 3 * lanes..]));
    let all = s.load(block).max8(v0).max8(v1.max8(v2)).max8(v3);
    Some(Block { before: block, vectors: [v0, v1, v2, v3], all })
}

/// The same for blocks that are not ASCII and have no character of more than `CLASS` bytes, which is 2 or 3.
#[inline(always)]
fn blocks_of<const CLASS: u8, S: Wide, O: Out>(
    s: S,
    tables: Tables<S>,
    src: &[u8],
    mut at: usize,
    out: &mut O,
) -> (usize, bool) {
    let lanes = S::Bytes::LANES;
    let above = if CLASS == 2 { tables.third_due } else { tables.fourth_due };
    let mut rest = &src[at - 3..];
    loop {
        at = src.len() + 3 - rest.len();
        let Some(Block { before, vectors, all }) = block(s, rest) else {
            return (at, false);
        };
        if !all.largest_is_between(above) {
            return (at, false);
        }
        let bad = if CLASS == 2 {
            errors_of_two(s, vectors, before)
        } else {
            s.errors_of_block::<false>(tables, vectors, before)
        };
        if bad {
            return (at, true);
        }
        out.put(at, vectors);
        rest = &rest[4 * lanes..];
    }
}

/// Whether there are errors in the vectors of a block without a byte above DF.
///
/// ```text
///   C0 > cur         80..BF   a continuation byte, of signed bytes     highest bit
///   p1 -sat 40       C0..     a continuation byte is due               highest bit
///   p1 ^ C0          less than 2: C0 or C1
/// ```
#[inline(always)]
pub(crate) fn errors_of_two<S: Wide>(s: S, vectors: [S::Bytes; 4], block: &[u8]) -> bool {
    let lead = s.splat(0xC0 - 0x80);
    let (mut wrong, mut least) = (s.splat(0), s.splat(0xFF));
    let mut before = &block[2..];
    for cur in vectors {
        let p1 = s.load(before);
        wrong = wrong | s.splat(0xC0).gt8(cur) ^ p1.saturating_sub(lead);
        least = least.min8(p1 ^ s.splat(0xC0));
        before = &before[S::Bytes::LANES..];
    }
    (wrong | s.splat(0x81).saturating_sub(least)).any_high_bit()
}

/// See [`Wide::errors_of_block`].
#[inline(always)]
pub(crate) fn errors_of_block<S: Wide, const FOURTHS: bool>(
    s: S,
    tables: Tables<S>,
    [v0, v1, v2, v3]: [S::Bytes; 4],
    block: &[u8],
) -> bool {
    let lanes = S::Bytes::LANES;
    let e0 = errors_inside::<S, FOURTHS>(s, tables, v0, block);
    let e1 = errors_inside::<S, FOURTHS>(s, tables, v1, &block[lanes..]);
    let e2 = errors_inside::<S, FOURTHS>(s, tables, v2, &block[2 * lanes..]);
    let e3 = errors_inside::<S, FOURTHS>(s, tables, v3, &block[3 * lanes..]);
    ((e0 | e1) | (e2 | e3)).any()
}

/// The errors of `cur`, before which the first three bytes of `before` stand.
#[inline(always)]
fn errors_inside<S: Wide, const FOURTHS: bool>(
    s: S,
    tables: Tables<S>,
    cur: S::Bytes,
    before: &[u8],
) -> S::Bytes {
    if FOURTHS {
        return tables.errors(s, cur, before);
    }
    tables.flags3(cur, s.load(&before[2..]), s.load(&before[1..]))
}

/// Checks what is behind `at`, which is four vectors at most, and before which there is more than one. The last vector
/// overlaps what is done.
#[inline(always)]
fn validate_last<S: Simd>(s: S, tables: Tables<S>, src: &[u8], at: usize) -> Option<usize> {
    let lanes = S::Bytes::LANES;
    let last = src.len() - lanes;
    let mut errors = left_open(s, s.load(&src[last..]));
    let mut next = at;
    while next < src.len() {
        let window = &src[next.min(last) - 3..];
        errors = errors | tables.errors(s, s.load(&window[3..]), window);
        next += lanes;
    }
    if errors.any() { Some(at.saturating_sub(lanes)) } else { None }
}
