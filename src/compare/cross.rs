//! Where two texts differ: sources of different forms, or of different byte orders.
//!
//! ```text
//! a run of ASCII   bytes against wider units, by a kernel that reads both and writes nothing
//! then             a block of the one is converted to the form of the other, and compared there
//! what is ill-     one element, by its key; then blocks again
//! formed
//! ```
//!
//! Blocks begin with 256 units and grow, so that an early difference costs little and a late one no more than a
//! conversion of everything would; what is not much longer than that is one block. They end where characters end: with
//! a character cut, the error path of the conversion took as long as 64 bytes.
//!
//! Whether two texts are the same needs no place and no order: [`super::same`] has the same runs and blocks without.

use core::mem::MaybeUninit;

use codeunit_simd::fallback::ByteOrder;
use codeunit_simd::fallback::form::{Latin1, Source, Target, Utf8, Utf16, Utf32};
use codeunit_simd::{Kernels, Pair};

use super::find::Found;
use super::key::{Units, View, cmp_at};
use crate::output;

/// What a caller wants to know.
pub(super) struct Wanted;

impl Wanted {
    /// Which text is less.
    pub(super) const ORDER: bool = true;
    /// How far they are the same.
    pub(super) const PREFIX: bool = false;
}

/// Units of the first block of a longer text. With 64 a text of 1 KiB was compared in four blocks, and took a third
/// longer; with 256 it was compared in two, and took 1.3 times as long.
pub(super) const FIRST: usize = 256;

/// So many units are one block, where an early difference is worth more than a call (for equality [`BLOCK`] are).
const WHOLE: usize = 1024;

/// So many units are compared by `memcmp`.
pub(super) const FEW: usize = 64;

/// Units of a converted block at most.
pub(super) const BLOCK: usize = 4096;

/// A converted block. It begins with a cache line, so that of what is compared only the other side crosses any.
#[repr(align(64))]
pub(super) struct Buffer<V>(pub(super) [MaybeUninit<V>; BLOCK]);

impl<V: Copy> Buffer<V> {
    #[inline(always)]
    pub(super) const fn new() -> Self {
        Self([MaybeUninit::uninit(); BLOCK])
    }
}

/// Units of the first block of a text of so many, of which each is converted to `growth` at most.
#[inline(always)]
fn first_block(len: usize, growth: usize) -> usize {
    let units = if len * growth <= WHOLE { WHOLE } else { FIRST };
    units / growth
}

/// How far a run of ASCII is the same on both sides, and whether they differ behind it.
pub(super) struct Run {
    pub(super) len: usize,
    pub(super) differ: bool,
}

impl Run {
    pub(super) const NONE: Self = Self { len: 0, differ: false };

    /// A kernel has come so far in a source that has more: what stopped it is a difference, if it is ASCII.
    #[inline(always)]
    fn new(src: &[u8], len: usize) -> Self {
        Self { len, differ: src.get(len).is_some_and(u8::is_ascii) }
    }
}

/// The code units of a form with bytes in them.
pub(super) trait Unit: Copy {
    fn bytes(units: &[Self]) -> &[u8];
}

impl Unit for u8 {
    #[inline(always)]
    fn bytes(units: &[Self]) -> &[u8] {
        units
    }
}

impl<const N: usize> Unit for [u8; N] {
    #[inline(always)]
    fn bytes(units: &[Self]) -> &[u8] {
        units.as_flattened()
    }
}

/// The runs and the blocks. No character of `S` has more than `GROWTH` units of `T` for one of its own. `run` is asked
/// where both have more.
#[inline(always)]
fn find<const WANTED: bool, const GROWTH: usize, S, T, U, V>(
    kernels: Kernels,
    (from, a): (S, &[U]),
    (to, b): (T, &[V]),
    run: impl Fn(&[U], &[V]) -> Run,
) -> Found
where
    U: Unit,
    V: Unit,
    S: Pair<T> + View + Target<Unit = U> + Source<Slice = [U]>,
    T: Pair<S> + View + Target<Unit = V> + Source<Slice = [V]>,
{
    let (mut i, mut j) = (0, 0);
    let mut size = first_block(a.len(), GROWTH);
    while i < a.len() && j < b.len() {
        let Run { len, differ } = run(&a[i..], &b[j..]);
        (i, j) = (i + len, j + len);
        if differ || i == a.len() || j == b.len() {
            break;
        }
        match blocks::<WANTED, GROWTH, S, T, U, V>(kernels, (from, a), (to, b), (i, j), &mut size) {
            Ok(ends) => (i, j) = ends,
            Err(found) => return found,
        }
    }
    Found::at(i, j)
}

/// Blocks from these places on, of so many units: to the end, or to where ASCII follows. An error is a difference.
#[inline(never)]
fn blocks<const WANTED: bool, const GROWTH: usize, S, T, U, V>(
    kernels: Kernels,
    (from, a): (S, &[U]),
    (to, b): (T, &[V]),
    (mut i, mut j): (usize, usize),
    size: &mut usize,
) -> Result<(usize, usize), Found>
where
    U: Unit,
    V: Unit,
    S: Pair<T> + View + Target<Unit = U> + Source<Slice = [U]>,
    T: Pair<S> + View + Target<Unit = V> + Source<Slice = [V]>,
{
    let Buffer(buffer) = &mut Buffer::<V>::new();
    while i < a.len() && j < b.len() {
        let mut part = &a[i..];
        if *size < part.len() {
            part = &part[..*size];
            part = &part[..part.len() - from.incomplete_len(part)];
        }
        let (read, written) = match from.strict(kernels, part, to, buffer) {
            Ok(written) => (part.len(), written),
            // What is wrong is looked at when it is at the front.
            Err(error) => (error.read(), error.written()),
        };
        if read == 0 {
            match same_element(from.view(&a[i..]), to.view(&b[j..])) {
                Some(units) => (i, j) = (i + units.0, j + units.1),
                None => return Err(Found::at(i, j)),
            }
            *size = FIRST;
            continue;
        }
        let text = output::written(buffer, written);
        let other = &b[j..b.len().min(j + written)];
        // Most blocks are the same, of which `memcmp` tells a short one sooner.
        let same = if written <= FEW && V::bytes(text) == V::bytes(other) {
            written
        } else {
            kernels.common_prefix_len(V::bytes(text), V::bytes(other)) / size_of::<V>()
        };
        if same < written {
            // All before it is the same on both sides, so that the boundary is one of `b` too.
            let start = to.start_of(text, same);
            // At the end of `b` the bytes behind its last unit have a say.
            if WANTED == Wanted::ORDER && j + same < b.len() {
                let (text, other) = (to.view(&text[start..]), to.view(&b[j + start..]));
                let order = Some(cmp_at((text.alone(), 0), (other.alone(), 0)));
                return Err(Found { a: i, b: j, order });
            }
            let read = Pair::<S>::len(to, kernels, &text[..start]);
            return Err(Found::at(i + read, j + start));
        }
        (i, j) = (i + read, j + written);
        *size = (8 * *size).min(BLOCK / GROWTH);
        // A block of ASCII is the beginning of a run.
        if read == written {
            break;
        }
    }
    Ok((i, j))
}

/// The units of the elements at the fronts, if they are the same.
#[cold]
fn same_element(a: Units<'_>, b: Units<'_>) -> Option<(usize, usize)> {
    match (a, b) {
        // Of UTF-8 an element is one byte: as many as the other has.
        (Units::Utf8(bytes), other) => {
            let element = other.element(0);
            bytes.starts_with(element.key()).then_some((element.key().len(), element.units))
        }
        _ => {
            let (a, b) = (a.element(0), b.element(0));
            (a.key() == b.key()).then_some((a.units, b.units))
        }
    }
}

/// A run of ASCII. Bytes are compared, and then looked at once more: in pieces that stay in the cache.
#[inline(always)]
pub(super) fn latin1_utf8_run(kernels: Kernels, a: &[u8], b: &[u8]) -> Run {
    const PIECE: usize = 4096;
    let mut at = 0;
    while a.get(at).is_some_and(u8::is_ascii) {
        let piece = &a[at..a.len().min(at + PIECE)];
        let same = kernels.common_prefix_len(piece, &b[at..]);
        let len = kernels.ascii_prefix_len(&piece[..same]);
        at += len;
        if len < PIECE {
            break;
        }
    }
    Run::new(a, at)
}

/// A run of ASCII.
#[inline(always)]
pub(super) fn utf8_utf16_run(kernels: Kernels, a: &[u8], to: Utf16, b: &[[u8; 2]]) -> Run {
    if a[0].is_ascii() {
        Run::new(a, kernels.common_prefix_len_ascii_utf16(a, to, b))
    } else {
        Run::NONE
    }
}

/// A run of ASCII.
#[inline(always)]
pub(super) fn utf8_utf32_run(kernels: Kernels, a: &[u8], to: Utf32, b: &[[u8; 4]]) -> Run {
    if a[0].is_ascii() {
        Run::new(a, kernels.common_prefix_len_ascii_utf32(a, to, b))
    } else {
        Run::NONE
    }
}

#[inline(never)]
pub(super) fn latin1_utf8<const WANTED: bool>(kernels: Kernels, a: &[u8], b: &[u8]) -> Found {
    find::<WANTED, 2, _, _, _, _>(kernels, (Latin1, a), (Utf8, b), |a, b| {
        latin1_utf8_run(kernels, a, b)
    })
}

#[inline(never)]
pub(super) fn utf8_utf16<const WANTED: bool>(
    kernels: Kernels,
    a: &[u8],
    order: ByteOrder,
    b: &[[u8; 2]],
) -> Found {
    let to = Utf16(order);
    find::<WANTED, 1, _, _, _, _>(kernels, (Utf8, a), (to, b), |a, b| {
        utf8_utf16_run(kernels, a, to, b)
    })
}

#[inline(never)]
pub(super) fn utf8_utf32<const WANTED: bool>(
    kernels: Kernels,
    a: &[u8],
    order: ByteOrder,
    b: &[[u8; 4]],
) -> Found {
    let to = Utf32(order);
    find::<WANTED, 1, _, _, _, _>(kernels, (Utf8, a), (to, b), |a, b| {
        utf8_utf32_run(kernels, a, to, b)
    })
}

macro_rules! wide {
    ($($name:ident: $from:ident $a:literal, $to:ident $b:literal;)*) => {$(
        #[inline(never)]
        pub(super) fn $name<const WANTED: bool>(
            kernels: Kernels,
            (p, a): (ByteOrder, &[[u8; $a]]),
            (q, b): (ByteOrder, &[[u8; $b]]),
        ) -> Found {
            let (a, b) = (($from(p), a), ($to(q), b));
            find::<WANTED, 1, _, _, _, _>(kernels, a, b, |_, _| Run::NONE)
        }
    )*};
}

wide! {
    utf16_utf16: Utf16 2, Utf16 2;
    utf16_utf32: Utf16 2, Utf32 4;
    utf32_utf32: Utf32 4, Utf32 4;
}
