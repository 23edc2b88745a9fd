//! Whether two texts of different forms are the same, where neither an order nor a place is asked for.
//!
//! Runs of ASCII and converted blocks as in [`super::cross`], but of a block only whether it is the same as the units
//! of the other side, and of what is ill-formed nothing.
//!
//! Lengths tell much before. Only of ASCII UTF-8 has no more bytes than another form has units, well-formed or not: then
//! one kernel answers. Where it has more, a short text is not worth a look for ASCII at its front.

use core::mem::MaybeUninit;

use codeunit_simd::fallback::form::{self, Latin1, Source, Target, Utf8};
use codeunit_simd::{Kernels, Pair};

use super::cross::{
    BLOCK, Buffer, FEW, FIRST, Run, Unit, latin1_utf8_run, utf8_utf16_run, utf8_utf32_run,
};
use super::key::Units;
use crate::output;

/// Whether two texts of different forms are the same, where the kind of `b` is not before that of `a`. `None` if that is
/// for others to say: something is ill-formed, or the form is the same.
#[inline(always)]
pub(super) fn same(kernels: Kernels, a: Units<'_>, b: Units<'_>) -> Option<bool> {
    use Units::{Latin1, Utf8, Utf16, Utf32};
    match (a, b) {
        (Latin1(a), Utf8(b)) if a.len() == b.len() => {
            Some(latin1_utf8_run(kernels, a, b).len == a.len())
        }
        (Latin1(a), Utf8(b)) => latin1_utf8(kernels, a, b),
        (Latin1(a), Utf16(order, b)) => {
            let len = kernels.common_prefix_len_latin1_utf16(a, form::Utf16(order), b);
            Some(len == a.len() && len == b.len())
        }
        (Latin1(a), Utf32(order, b)) => {
            let len = kernels.common_prefix_len_latin1_utf32(a, form::Utf32(order), b);
            Some(len == a.len() && len == b.len())
        }
        (Utf8(a), Utf16(order, b)) if a.len() == b.len() => {
            let len = kernels.common_prefix_len_ascii_utf16(a, form::Utf16(order), b);
            Some(len == a.len())
        }
        (Utf8(a), Utf16(order, b)) => utf8_utf16(kernels, a, form::Utf16(order), b),
        (Utf8(a), Utf32(order, b)) if a.len() == b.len() => {
            let len = kernels.common_prefix_len_ascii_utf32(a, form::Utf32(order), b);
            Some(len == a.len())
        }
        (Utf8(a), Utf32(order, b)) => utf8_utf32(kernels, a, form::Utf32(order), b),
        (Utf16(p, a), Utf16(q, b)) => {
            utf16_utf16(kernels, (form::Utf16(p), a), (form::Utf16(q), b))
        }
        (Utf16(p, a), Utf32(q, b)) => {
            utf16_utf32(kernels, (form::Utf16(p), a), (form::Utf32(q), b))
        }
        (Utf32(p, a), Utf32(q, b)) => {
            utf32_utf32(kernels, (form::Utf32(p), a), (form::Utf32(q), b))
        }
        _ => None,
    }
}

/// The runs and the blocks. No character of `S` has more than `GROWTH` units of `T` for one of its own. `run` is asked
/// where both have more.
#[inline(always)]
fn texts<const GROWTH: usize, S, T, U, V>(
    kernels: Kernels,
    (from, mut a): (S, &[U]),
    (to, mut b): (T, &[V]),
    run: impl Fn(&[U], &[V]) -> Run,
) -> Option<bool>
where
    U: Unit,
    V: Unit,
    S: Pair<T> + Source<Slice = [U]>,
    T: Target<Unit = V>,
{
    if a.len() <= SHORT {
        return short::<S, T, U, V>(kernels, (from, a), (to, b));
    }
    let mut size = if a.len() * GROWTH > BLOCK { FIRST / GROWTH } else { BLOCK / GROWTH };
    while !a.is_empty() && !b.is_empty() {
        let Run { len, differ } = run(a, b);
        (a, b) = (&a[len..], &b[len..]);
        if differ || a.is_empty() || b.is_empty() {
            break;
        }
        match blocks::<GROWTH, S, T, U, V>(kernels, (from, a), (to, b), size) {
            Ok((i, j)) => (a, b) = (&a[i..], &b[j..]),
            Err(answer) => return answer,
        }
        size = BLOCK / GROWTH;
    }
    Some(a.is_empty() && b.is_empty())
}

/// Units of a source that is converted whole, without a look at what is in it.
const SHORT: usize = 256;

/// So many units of a source, or fewer.
#[inline(always)]
fn short<S, T, U, V>(kernels: Kernels, (from, a): (S, &[U]), (to, b): (T, &[V])) -> Option<bool>
where
    U: Unit,
    V: Unit,
    S: Pair<T> + Source<Slice = [U]>,
    T: Target<Unit = V>,
{
    // No source grows to more than twice its units.
    let mut buffer = [MaybeUninit::uninit(); 2 * SHORT];
    let written = from.strict(kernels, a, to, &mut buffer).ok()?;
    let text = V::bytes(output::written(&buffer, written));
    Some(written == b.len() && is_same(text, V::bytes(b)))
}

/// Whether bytes are the same as as many others.
#[inline(always)]
fn is_same(a: &[u8], b: &[u8]) -> bool {
    // Of few a call takes longer.
    if a.len() > FEW {
        return a == b;
    }
    #[inline(always)]
    fn by<const N: usize>(a: &[u8], b: &[u8]) -> Option<bool> {
        let (last_a, last_b) = (a.last_chunk::<N>()?, b.last_chunk::<N>()?);
        let (a, b) = (a.as_chunks::<N>().0, b.as_chunks::<N>().0);
        Some(last_a == last_b && a.iter().zip(b).all(|(a, b)| a == b))
    }
    by::<16>(a, b).or_else(|| by::<8>(a, b)).or_else(|| by::<4>(a, b)).unwrap_or_else(|| a == b)
}

/// How far blocks are the same, of which the first has so many units: to an end, or to where ASCII follows; or the
/// answer.
#[inline(never)]
fn blocks<const GROWTH: usize, S, T, U, V>(
    kernels: Kernels,
    (from, a): (S, &[U]),
    (to, b): (T, &[V]),
    mut size: usize,
) -> Result<(usize, usize), Option<bool>>
where
    U: Unit,
    V: Unit,
    S: Pair<T> + Source<Slice = [U]>,
    T: Target<Unit = V>,
{
    let Buffer(buffer) = &mut Buffer::<V>::new();
    let (mut i, mut j) = (0, 0);
    while i < a.len() && j < b.len() {
        let mut part = &a[i..];
        if size < part.len() {
            part = &part[..size];
            part = &part[..part.len() - from.incomplete_len(part)];
        }
        let written = from.strict(kernels, part, to, buffer).map_err(|_| None)?;
        let text = V::bytes(output::written(buffer, written));
        let Some(other) = b[j..].get(..written).map(V::bytes) else { return Err(Some(false)) };
        // `memcmp` tells of few units sooner.
        let same = if written <= FEW {
            text == other
        } else {
            kernels.common_prefix_len(text, other) == text.len()
        };
        if !same {
            return Err(Some(false));
        }
        (i, j) = (i + part.len(), j + written);
        size = BLOCK / GROWTH;
        // A block of ASCII is the beginning of a run.
        if part.len() == written {
            break;
        }
    }
    Ok((i, j))
}

#[inline(never)]
fn latin1_utf8(kernels: Kernels, a: &[u8], b: &[u8]) -> Option<bool> {
    texts::<2, _, _, _, _>(kernels, (Latin1, a), (Utf8, b), |a, b| latin1_utf8_run(kernels, a, b))
}

#[inline(never)]
fn utf8_utf16(kernels: Kernels, a: &[u8], to: form::Utf16, b: &[[u8; 2]]) -> Option<bool> {
    texts::<1, _, _, _, _>(kernels, (Utf8, a), (to, b), |a, b| utf8_utf16_run(kernels, a, to, b))
}

#[inline(never)]
fn utf8_utf32(kernels: Kernels, a: &[u8], to: form::Utf32, b: &[[u8; 4]]) -> Option<bool> {
    texts::<1, _, _, _, _>(kernels, (Utf8, a), (to, b), |a, b| utf8_utf32_run(kernels, a, to, b))
}

macro_rules! wide {
    ($($name:ident: $from:ident $a:literal, $to:ident $b:literal;)*) => {$(
        #[inline(never)]
        fn $name(
            kernels: Kernels,
            a: (form::$from, &[[u8; $a]]),
            b: (form::$to, &[[u8; $b]]),
        ) -> Option<bool> {
            texts::<1, _, _, _, _>(kernels, a, b, |_, _| Run::NONE)
        }
    )*};
}

wide! {
    utf16_utf16: Utf16 2, Utf16 2;
    utf16_utf32: Utf16 2, Utf32 4;
    utf32_utf32: Utf32 4, Utf32 4;
}
