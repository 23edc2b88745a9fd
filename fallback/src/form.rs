//! The encoding forms as sources and targets of the scalar loop.
//!
//! A form is a small value: it carries the byte order where one is needed. [`Str`] and [`Chars`]
//! are UTF-8 and UTF-32 whose well-formedness the type of the slice proves.

use core::mem::MaybeUninit;

use crate::{ByteOrder, ErrorKind};

/// UTF-8 that may be ill-formed.
#[derive(Clone, Copy, Debug)]
pub struct Utf8;
/// UTF-8 that is known to be well-formed.
#[derive(Clone, Copy, Debug)]
pub struct Str;
/// UTF-16 in the given byte order, possibly ill-formed.
#[derive(Clone, Copy, Debug)]
pub struct Utf16(pub ByteOrder);
/// UTF-32 in the given byte order, possibly ill-formed.
#[derive(Clone, Copy, Debug)]
pub struct Utf32(pub ByteOrder);
/// Scalar values.
#[derive(Clone, Copy, Debug)]
pub struct Chars;
/// ISO/IEC 8859-1: each byte is the code point of the same number.
#[derive(Clone, Copy, Debug)]
pub struct Latin1;

/// What stands at a place of the source where no character begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Malformed {
    /// The rule that is broken.
    pub kind: ErrorKind,
    /// Units of the maximal subpart (D93b); `None` when it reaches the end of the source and
    /// could still become well-formed.
    pub len: Option<u8>,
}

/// Why a scalar value was not written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The output slice is too short.
    Full,
    /// The target has no such character.
    NotRepresentable,
}

/// A form from which scalar values are read.
pub trait Source: Copy {
    /// The slice type, unsized.
    type Slice: ?Sized;
    /// A code unit as it is stored.
    type Unit: Copy;

    /// Every scalar value below this is one code unit.
    const SINGLES: u32;

    /// A scalar value that becomes as many code units of any target, for each one that it has here, as any other at most.
    const WIDEST: u32;

    /// Whether there are sources that are ill-formed.
    const CAN_BE_ILL_FORMED: bool = true;

    /// Whether this is UTF-8.
    const IS_UTF8: bool = false;

    /// Whether nothing can be ill-formed.
    const IS_STR: bool = false;

    /// The code units.
    fn code_units(src: &Self::Slice) -> &[Self::Unit];

    /// The number of code units.
    #[inline(always)]
    fn len(src: &Self::Slice) -> usize {
        Self::code_units(src).len()
    }

    /// What `f` makes of this form, with the order of its bytes as a constant for the compiler.
    #[inline(always)]
    fn in_each_order<R>(self, f: impl FnOnce(Self) -> R) -> R {
        f(self)
    }

    /// The number in a code unit.
    fn number(self, unit: Self::Unit) -> u32;

    /// The `N` code units at `at` as ASCII bytes, if there are so many and all are ASCII. `N` is a
    /// multiple of four.
    fn ascii_block<const N: usize>(self, src: &Self::Slice, at: usize) -> Option<[u8; N]>;

    /// Whether `units` are scalar values below `end` by themselves, which is at most [`Self::SINGLES`]. Where it is a
    /// power of two, one comparison does for all of them.
    #[inline(always)]
    fn are_single(self, units: &[Self::Unit], end: u32) -> bool {
        units.iter().fold(0, |all, &unit| all | self.number(unit)) < end
    }

    /// The bytes, if this is UTF-8.
    #[inline(always)]
    fn utf8(_src: &Self::Slice) -> &[u8] {
        &[]
    }

    /// [`Self::are_single`] of eight units.
    #[inline(always)]
    fn are_eight_single(self, units: &[Self::Unit; 8], end: u32) -> bool {
        self.are_single(units, end)
    }

    /// Whether none of eight units is below 800.
    #[inline(always)]
    fn are_eight_from_800(self, units: &[Self::Unit; 8]) -> bool {
        units.iter().all(|&unit| self.number(unit) >= 0x800)
    }

    /// If this is UTF-8, the whole characters from `at` on to the first ill-formed sequence, in `most` bytes.
    #[inline(always)]
    fn well_formed_utf8(self, _src: &Self::Slice, _at: usize, _most: usize) -> Option<&[u8]> {
        None
    }

    /// How many code units at `at` are seen to be well-formed without being decoded. 0 says nothing
    /// about them.
    #[inline(always)]
    fn well_formed_block(self, src: &Self::Slice, at: usize) -> usize {
        if self.ascii_block::<8>(src, at).is_some() { 8 } else { 0 }
    }

    /// The scalar value at `at`, which must be below `len`, and the number of its code units.
    ///
    /// # Errors
    /// [`Malformed`] says which rule is broken there and how long the maximal subpart is.
    fn decode(self, src: &Self::Slice, at: usize) -> Result<(u32, usize), Malformed>;

    /// The number of code units at the end of `src` that are the beginning of a character and not all
    /// of it: what `decode` says [`ErrorKind::Incomplete`] of.
    #[inline(always)]
    fn incomplete_len(self, _src: &Self::Slice) -> usize {
        0
    }

    /// Where the character or the maximal subpart begins to which the code unit at `at` belongs, which
    /// must be below `len`. At most three code units before it are looked at.
    #[inline(always)]
    fn start_of(self, _src: &Self::Slice, at: usize) -> usize {
        at
    }

    /// The number of code units of the character or the maximal subpart that begins at `at`, which must
    /// be below `len`.
    #[inline(always)]
    fn span(self, src: &Self::Slice, at: usize) -> usize {
        match self.decode(src, at) {
            Ok((_, len)) => len,
            Err(Malformed { len: Some(len), .. }) => usize::from(len),
            Err(Malformed { len: None, .. }) => Self::len(src) - at,
        }
    }
}

/// A form to which scalar values are written.
pub trait Target: Copy {
    /// A code unit as it is stored.
    type Unit: Copy;

    /// Every scalar value below this is one code unit.
    const SINGLES: u32;

    /// Whether this is UTF-8.
    const IS_UTF8: bool = false;

    /// The scalar values from which on there is one more code unit: what [`Self::units`] counts, as a constant.
    const LONGER_FROM: &'static [u32] = &[];

    /// Stands for an ill-formed sequence: U+FFFD, or `?` where the target has no U+FFFD.
    const REPLACEMENT: u32 = 0xFFFD;

    /// The code unit of a scalar value below [`Self::SINGLES`].
    fn unit(self, c: u32) -> Self::Unit;

    /// Writes well-formed UTF-8 if this is UTF-8, as far as there is room.
    #[inline(always)]
    fn put_utf8(self, _utf8: &[u8], _dst: &mut [MaybeUninit<Self::Unit>]) {}

    /// Room for bytes, if this is UTF-8.
    #[inline(always)]
    fn utf8(_dst: &mut [MaybeUninit<Self::Unit>]) -> &mut [MaybeUninit<u8>] {
        &mut []
    }

    /// Whether this is UTF-16 or UTF-32, which have a unit for each character below 10000.
    const IS_WIDE: bool = false;

    /// What `f` makes of this form, with the order of its bytes as a constant for the compiler.
    #[inline(always)]
    fn in_each_order<R>(self, f: impl FnOnce(Self) -> R) -> R {
        f(self)
    }

    /// If this is not UTF-8, writes the four numbers in 16 bits each, the first in the lowest, as a code unit each.
    #[inline(always)]
    fn put_lanes(self, _lanes: u64, _dst: &mut [MaybeUninit<Self::Unit>; 4]) {}

    /// If this is UTF-16 or UTF-32, writes a scalar value from 10000 on at the front of `dst`, which has room for it.
    #[inline(always)]
    fn put_supplementary(self, _c: u32, _dst: &mut [MaybeUninit<Self::Unit>]) {}

    /// Writes ASCII bytes.
    fn put_ascii<const N: usize>(self, block: [u8; N], dst: &mut [MaybeUninit<Self::Unit>; N]);

    /// Writes the scalar value `c` at the front of `dst` and returns the number of code units.
    ///
    /// # Errors
    /// [`Refused`], with nothing written.
    fn encode(self, c: u32, dst: &mut [MaybeUninit<Self::Unit>]) -> Result<usize, Refused>;

    /// The number of code units of the scalar value `c` (for Latin-1: of it or of the replacement).
    fn units(c: u32) -> usize;
}

/// Writes an array at the front of `dst`, if it fits.
#[inline(always)]
pub(crate) fn put<U: Copy, const N: usize>(
    dst: &mut [MaybeUninit<U>],
    units: [U; N],
) -> Result<usize, Refused> {
    let Some(out) = dst.first_chunk_mut::<N>() else { return Err(Refused::Full) };
    *out = units.map(MaybeUninit::new);
    Ok(N)
}

/// `map` of an array. That of a long array is not inlined, and a loop over a short one is not seen to be
/// one of vectors: 32 units of UTF-32 to UTF-16 take 0.4 times the instructions of four times eight.
#[inline(always)]
pub(crate) fn each<U: Copy, V: Copy, const N: usize>(
    from: &[U; N],
    to: &mut [V; N],
    f: impl Fn(U) -> V,
) {
    if N == 8 {
        *to = from.map(f);
        return;
    }
    for (to, &from) in to.iter_mut().zip(from) {
        *to = f(from);
    }
}
