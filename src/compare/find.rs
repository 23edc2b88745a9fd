//! Where two texts differ: sources of one form.

use core::cmp::Ordering;

use codeunit_simd::Kernels;
use codeunit_simd::fallback::ByteOrder;
use codeunit_simd::fallback::form::{self, Source as _};

use super::cross::{self, Wanted};
use super::key::{Text, Units, cmp_at};
use super::same::same;

/// Where two texts differ first, or one of them ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    /// A boundary in each, up to which they are the same.
    pub(super) a: usize,
    pub(super) b: usize,
    /// Which is less, if that was seen already: then the difference may lie behind `a` and `b`.
    pub(super) order: Option<Ordering>,
}

impl Found {
    pub(super) const fn at(a: usize, b: usize) -> Self {
        Self { a, b, order: None }
    }

    #[inline(always)]
    fn reversed(self) -> Self {
        Self { a: self.b, b: self.a, order: self.order.map(Ordering::reverse) }
    }
}

/// See [`super::cmp`]. Inline, as all before the kernels, so that the forms are known: to find out which they are, by
/// tables of jumps, takes as long as a short string.
#[inline(always)]
pub(crate) fn cmp(kernels: Kernels, a: Text<'_>, b: Text<'_>) -> Ordering {
    match (a.units, b.units) {
        // The bytes are the keys.
        (Units::Utf8(a), Units::Utf8(b)) | (Units::Latin1(a), Units::Latin1(b)) => a.cmp(b),
        (x, y) => {
            if let Some(order) = cmp_first(x, y) {
                return order;
            }
            let found = find::<{ Wanted::ORDER }>(kernels, x, y);
            found.order.unwrap_or_else(|| cmp_at((a, found.a), (b, found.b)))
        }
    }
}

/// See [`super::eq`].
#[inline(always)]
pub(crate) fn eq(kernels: Kernels, a: Text<'_>, b: Text<'_>) -> bool {
    match (a.units, b.units) {
        (Units::Utf8(x), Units::Utf8(y)) | (Units::Latin1(x), Units::Latin1(y)) => x == y,
        (Units::Utf16(p, x), Units::Utf16(q, y)) if p == q => {
            x == y && cmp_at((a, x.len()), (b, y.len())).is_eq()
        }
        (Units::Utf32(p, x), Units::Utf32(q, y)) if p == q => {
            x == y && cmp_at((a, x.len()), (b, y.len())).is_eq()
        }
        (x, y) => {
            let units_only = a.rest.is_empty() && b.rest.is_empty();
            let (first, second) = if x.kind() > y.kind() { (y, x) } else { (x, y) };
            if units_only && !may_be_equal(first, second) || cmp_first(x, y).is_some() {
                return false;
            }
            if units_only && let Some(same) = same(kernels, first, second) {
                return same;
            }
            let found = find::<{ Wanted::ORDER }>(kernels, x, y);
            match found.order {
                Some(_) => false,
                None => cmp_at((a, found.a), (b, found.b)).is_eq(),
            }
        }
    }
}

/// See [`super::common_prefix_len`], in code units.
#[inline(always)]
pub(crate) fn common_prefix_len(kernels: Kernels, a: Units<'_>, b: Units<'_>) -> (usize, usize) {
    if cmp_first(a, b).is_some() {
        return (0, 0);
    }
    let found = find::<{ Wanted::PREFIX }>(kernels, a, b);
    (found.a, found.b)
}

/// The order, if the first characters tell it: then no kernel is called for what most strings of a sorted list are.
#[inline(always)]
fn cmp_first(a: Units<'_>, b: Units<'_>) -> Option<Ordering> {
    let (a, b) = (a.first_value()?, b.first_value()?);
    (a != b).then(|| a.cmp(&b))
}

/// Whether so many units of the one can be the same text as so many of the other, whose kind is not before it.
#[inline(always)]
fn may_be_equal(a: Units<'_>, b: Units<'_>) -> bool {
    use Units::{Latin1, Utf8, Utf16, Utf32};
    // The one that has no fewer units, and how many for one of the other at most.
    let (long, short, most) = match (a, b) {
        (Latin1(_), Utf8(_)) => (b.len(), a.len(), 2),
        (Utf16(..), Utf32(..)) => (a.len(), b.len(), 2),
        (Utf8(_), Utf16(..)) => (a.len(), b.len(), 3),
        (Utf8(_), Utf32(..)) => (a.len(), b.len(), 7),
        _ => (a.len(), b.len(), 1),
    };
    short <= long && long <= short.saturating_mul(most)
}

/// Where the texts differ, of any forms. With `WANTED` an order it may tell that, in place of the boundaries.
#[inline(always)]
fn find<const WANTED: bool>(kernels: Kernels, a: Units<'_>, b: Units<'_>) -> Found {
    if a.kind() > b.kind() {
        return find_in_order::<WANTED>(kernels, b, a).reversed();
    }
    find_in_order::<WANTED>(kernels, a, b)
}

/// The same, where the kind of `b` is not before that of `a`.
#[inline(always)]
fn find_in_order<const WANTED: bool>(kernels: Kernels, a: Units<'_>, b: Units<'_>) -> Found {
    use Units::{Latin1, Utf8, Utf16, Utf32};
    match (a, b) {
        (Latin1(a), Latin1(b)) => {
            let len = kernels.common_prefix_len(a, b);
            Found::at(len, len)
        }
        (Utf8(a), Utf8(b)) => utf8(kernels, a, b),
        (Utf16(p, a), Utf16(q, b)) if p == q => utf16(kernels, p, a, b),
        (Utf32(p, a), Utf32(q, b)) if p == q => {
            let len = kernels.common_prefix_len(a.as_flattened(), b.as_flattened()) / 4;
            Found::at(len, len)
        }
        (Latin1(a), Utf16(order, b)) => {
            let len = kernels.common_prefix_len_latin1_utf16(a, form::Utf16(order), b);
            Found::at(len, len)
        }
        (Latin1(a), Utf32(order, b)) => {
            let len = kernels.common_prefix_len_latin1_utf32(a, form::Utf32(order), b);
            Found::at(len, len)
        }
        (Latin1(a), Utf8(b)) => cross::latin1_utf8::<WANTED>(kernels, a, b),
        (Utf8(a), Utf16(order, b)) => cross::utf8_utf16::<WANTED>(kernels, a, order, b),
        (Utf8(a), Utf32(order, b)) => cross::utf8_utf32::<WANTED>(kernels, a, order, b),
        (Utf16(p, a), Utf16(q, b)) => cross::utf16_utf16::<WANTED>(kernels, (p, a), (q, b)),
        (Utf16(p, a), Utf32(q, b)) => cross::utf16_utf32::<WANTED>(kernels, (p, a), (q, b)),
        (Utf32(p, a), Utf32(q, b)) => cross::utf32_utf32::<WANTED>(kernels, (p, a), (q, b)),
        (Utf8(_), Latin1(_))
        | (Utf16(..), Latin1(_) | Utf8(_))
        | (Utf32(..), Latin1(_) | Utf8(_) | Utf16(..)) => unreachable!("in order"),
    }
}

#[inline(never)]
fn utf8(kernels: Kernels, a: &[u8], b: &[u8]) -> Found {
    let len = kernels.common_prefix_len(a, b);
    // A lead byte that both have begins something in both: the lower of the two is a boundary of either.
    let start = |text: &[u8]| if len < text.len() { form::Utf8.start_of(text, len) } else { len };
    let start = start(a).min(start(b));
    Found::at(start, start)
}

#[inline(never)]
fn utf16(kernels: Kernels, order: ByteOrder, a: &[[u8; 2]], b: &[[u8; 2]]) -> Found {
    let len = kernels.common_prefix_len(a.as_flattened(), b.as_flattened()) / 2;
    let form = form::Utf16(order);
    let start = |text: &[[u8; 2]]| if len < text.len() { form.start_of(text, len) } else { len };
    let start = start(a).min(start(b));
    Found::at(start, start)
}
