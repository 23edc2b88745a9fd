//! What a source is and how long it would be in every encoding form, without converting it.
//!
//! A source is well-formed or not, which [`crate::validate()`] says; the figures are sums over the
//! code units of its well-formed part ([`Sums`]). A kernel that takes both in one pass hands over here
//! where it meets an error ([`located`]).

use crate::form::{Latin1, Source, Utf8, Utf16, Utf32};
use crate::{ByteOrder, Error};

/// What one look at a source tells: whether it is well-formed, the length of its text in every
/// encoding form, whether ASCII or Latin-1 can hold it, and its line feeds.
///
/// For a source that is ill-formed, lengths and line feeds are those of the well-formed part before
/// the first error, `&src[..error.valid_up_to()]`: what a strict conversion with room enough has
/// written when it stops there. [`is_ascii`](Self::is_ascii) and [`is_latin1`](Self::is_latin1) speak
/// of the whole source, so they are false then.
///
/// Lengths are in code units, whatever the source is measured in: UTF-16LE and UTF-16BE have two
/// bytes for each of [`utf16_len`](Self::utf16_len), UTF-32LE and UTF-32BE four for each of
/// [`utf32_len`](Self::utf32_len).
///
/// ```
/// let analysis = codeunit::analyze_utf8("añ€😀\n".as_bytes());
/// assert!(analysis.is_well_formed());
/// assert_eq!((analysis.utf8_len(), analysis.utf16_len(), analysis.utf32_len()), (11, 6, 5));
/// assert_eq!((analysis.latin1_len(), analysis.line_feeds()), (None, 1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Analysis {
    error: Option<Error>,
    sums: Sums,
}

impl Analysis {
    /// What is told of the well-formed part, and the error behind it.
    #[doc(hidden)]
    #[must_use]
    #[inline(always)]
    pub const fn new(sums: Sums, error: Option<Error>) -> Self {
        Self { error, sums }
    }

    /// The same with the error as `map` makes it.
    #[doc(hidden)]
    #[must_use]
    #[inline(always)]
    pub fn map_error(self, map: impl FnOnce(Option<Error>) -> Option<Error>) -> Self {
        Self { error: map(self.error), ..self }
    }

    /// The first ill-formed sequence, the same as that of a validation.
    ///
    /// ```
    /// let src = b"ma\xF1ana";
    /// assert_eq!(codeunit::analyze_utf8(src).error(), codeunit::validate_utf8(src).err());
    /// ```
    #[must_use]
    pub const fn error(&self) -> Option<Error> {
        self.error
    }

    /// Whether nothing in the source is ill-formed (Unicode Standard 3.9, D85).
    ///
    /// ```
    /// assert!(codeunit::analyze_utf16(&[0xD83D, 0xDE00]).is_well_formed());
    /// assert!(!codeunit::analyze_utf16(&[0xDE00, 0xD83D]).is_well_formed());
    /// ```
    #[must_use]
    pub const fn is_well_formed(&self) -> bool {
        self.error.is_none()
    }

    /// Whether the source is well-formed and each of its characters is ASCII, U+0000 to U+007F.
    ///
    /// ```
    /// assert!(codeunit::analyze_utf8(b"plain").is_ascii());
    /// assert!(!codeunit::analyze_utf8("naïve".as_bytes()).is_ascii());
    /// assert!(!codeunit::analyze_utf8(b"na\xEFve").is_ascii());
    /// ```
    #[must_use]
    pub const fn is_ascii(&self) -> bool {
        self.error.is_none() && self.sums.utf8 == self.sums.utf32
    }

    /// Whether the source is well-formed and Latin-1 (ISO/IEC 8859-1) has each of its characters,
    /// U+0000 to U+00FF.
    ///
    /// ```
    /// assert!(codeunit::analyze_utf8("naïve".as_bytes()).is_latin1());
    /// assert!(!codeunit::analyze_utf8("5 €".as_bytes()).is_latin1());
    /// ```
    #[must_use]
    pub const fn is_latin1(&self) -> bool {
        self.error.is_none() && !self.sums.beyond_latin1
    }

    /// The number of UTF-8 bytes.
    ///
    /// ```
    /// assert_eq!(codeunit::analyze_utf16(&[0x61, 0x20AC]).utf8_len(), 4);
    /// ```
    #[must_use]
    pub const fn utf8_len(&self) -> usize {
        self.sums.utf8
    }

    /// The number of UTF-16 code units.
    ///
    /// ```
    /// assert_eq!(codeunit::analyze_utf8("a😀".as_bytes()).utf16_len(), 3);
    /// ```
    #[must_use]
    pub const fn utf16_len(&self) -> usize {
        self.sums.utf16
    }

    /// The number of UTF-32 code units, which is that of code points.
    ///
    /// ```
    /// let analysis = codeunit::analyze_utf8(b"a\xF0\x9F\x98\x80\xFF\xFF");
    /// assert_eq!((analysis.utf32_len(), analysis.error().unwrap().valid_up_to()), (2, 5));
    /// ```
    #[must_use]
    pub const fn utf32_len(&self) -> usize {
        self.sums.utf32
    }

    /// The number of Latin-1 bytes; `None` if there is a character that Latin-1 does not have.
    ///
    /// ```
    /// assert_eq!(codeunit::analyze_utf8("naïve".as_bytes()).latin1_len(), Some(5));
    /// assert_eq!(codeunit::analyze_utf8("5 €".as_bytes()).latin1_len(), None);
    /// ```
    #[must_use]
    pub const fn latin1_len(&self) -> Option<usize> {
        if self.sums.beyond_latin1 { None } else { Some(self.sums.utf32) }
    }

    /// How many characters are U+000A LINE FEED.
    ///
    /// ```
    /// assert_eq!(codeunit::analyze_utf8(b"one\r\ntwo\n").line_feeds(), 2);
    /// ```
    #[must_use]
    pub const fn line_feeds(&self) -> usize {
        self.sums.line_feeds
    }
}

/// Lengths and line feeds as sums over code units.
///
/// What a unit adds does not depend on its neighbours, so the sums of two parts of a source make
/// those of the whole wherever it is cut, also inside a character. They mean something for whole
/// characters only.
///
/// ```text
///                  utf8                          utf16                utf32
///   UTF-8 byte     1                             1 if not 80..BF,     1 if not 80..BF
///                                                and 1 from F0 on
///   UTF-16 unit    1; 2 from 80 on and for a     1                    1 if not DC00..DFFF
///                  surrogate; 3 from 800 on
///   UTF-32 unit    1; 2 from 80 on; 3 from 800   1; 2 from 10000 on   1
///                  on; 4 from 10000 on
///   Latin-1 byte   1; 2 from 80 on               1                    1
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sums {
    /// UTF-8 bytes.
    pub utf8: usize,
    /// UTF-16 code units.
    pub utf16: usize,
    /// UTF-32 code units.
    pub utf32: usize,
    /// Units 0A.
    pub line_feeds: usize,
    /// Whether there is a unit of a character from U+0100 on.
    pub beyond_latin1: bool,
}

impl Sums {
    /// Those of this part and the one behind it.
    #[must_use]
    #[inline(always)]
    pub const fn and(self, behind: Self) -> Self {
        Self {
            utf8: self.utf8 + behind.utf8,
            utf16: self.utf16 + behind.utf16,
            utf32: self.utf32 + behind.utf32,
            line_feeds: self.line_feeds + behind.line_feeds,
            beyond_latin1: self.beyond_latin1 | behind.beyond_latin1,
        }
    }

    /// Those of this part without its end. Whether `beyond_latin1` still holds is not known then.
    const fn without(self, end: Self) -> Self {
        Self {
            utf8: self.utf8 - end.utf8,
            utf16: self.utf16 - end.utf16,
            utf32: self.utf32 - end.utf32,
            line_feeds: self.line_feeds - end.line_feeds,
            beyond_latin1: self.beyond_latin1,
        }
    }
}

/// Units of a block: so few that their counts fit into a byte, which lets the compiler count in the
/// lanes of a vector.
const BLOCK: usize = 128;

/// A form of which the sums of [`Sums`] are taken.
pub trait Summed: Source {
    /// What at most [`BLOCK`] units add.
    #[doc(hidden)]
    fn sums_of_block(self, block: &[Self::Unit]) -> Sums;

    /// The sums of these units.
    #[inline(always)]
    fn sums(self, src: &[Self::Unit]) -> Sums {
        let (blocks, rest) = src.as_chunks::<BLOCK>();
        let sums = |sums: Sums, block| sums.and(self.sums_of_block(block));
        sums(blocks.iter().fold(Sums::default(), |all, block| sums(all, block)), rest)
    }
}

/// How many of a block's units `is`.
#[inline(always)]
fn count<U: Copy>(block: &[U], is: impl Fn(U) -> bool) -> usize {
    usize::from(block.iter().fold(0_u8, |count, &unit| count + u8::from(is(unit))))
}

/// As [`count`], of units of 16 bits: lanes as wide as they are.
#[inline(always)]
fn count16<U: Copy>(block: &[U], is: impl Fn(U) -> bool) -> usize {
    usize::from(block.iter().fold(0_u16, |count, &unit| count + u16::from(is(unit))))
}

/// As [`count`], of units of 32 bits.
#[inline(always)]
fn count32<U: Copy>(block: &[U], is: impl Fn(U) -> bool) -> usize {
    block.iter().fold(0_u32, |count, &unit| count + u32::from(is(unit))) as usize
}

impl Summed for Utf8 {
    #[inline(always)]
    fn sums_of_block(self, block: &[u8]) -> Sums {
        let utf32 = count(block, |byte| byte & 0xC0 != 0x80);
        Sums {
            utf8: block.len(),
            utf16: utf32 + count(block, |byte| byte >= 0xF0),
            utf32,
            line_feeds: count(block, |byte| byte == b'\n'),
            // C3 BF is U+00FF.
            beyond_latin1: block.iter().fold(0, |max, &byte| byte.max(max)) > 0xC3,
        }
    }
}

impl Summed for Utf16 {
    #[inline(always)]
    fn sums_of_block(self, block: &[[u8; 2]]) -> Sums {
        let count = |is: fn(u16) -> bool| count16(block, |unit| is(self.0.u16(unit)));
        let more = count(|unit| unit >= 0x80) + count(|unit| unit >= 0x800);
        Sums {
            utf8: block.len() + more - count(|unit| unit & 0xF800 == 0xD800),
            utf16: block.len(),
            utf32: count(|unit| unit & 0xFC00 != 0xDC00),
            line_feeds: count(|unit| unit == 0x0A),
            beyond_latin1: block.iter().fold(0, |all, &unit| all | self.0.u16(unit)) > 0xFF,
        }
    }
}

impl Summed for Utf32 {
    #[inline(always)]
    fn sums_of_block(self, block: &[[u8; 4]]) -> Sums {
        let count = |is: fn(u32) -> bool| count32(block, |unit| is(self.0.u32(unit)));
        let fourths = count(|unit| unit >= 0x1_0000);
        Sums {
            utf8: block.len() + count(|unit| unit >= 0x80) + count(|unit| unit >= 0x800) + fourths,
            utf16: block.len() + fourths,
            utf32: block.len(),
            line_feeds: count(|unit| unit == 0x0A),
            beyond_latin1: block.iter().fold(0, |all, &unit| all | self.0.u32(unit)) > 0xFF,
        }
    }
}

impl Summed for Latin1 {
    #[inline(always)]
    fn sums_of_block(self, block: &[u8]) -> Sums {
        Sums {
            utf8: block.len() + count(block, |byte| byte >= 0x80),
            utf16: block.len(),
            utf32: block.len(),
            line_feeds: count(block, |byte| byte == b'\n'),
            beyond_latin1: false,
        }
    }
}

/// The analysis of a source of which `validated` is known.
#[must_use]
#[inline(always)]
pub fn analysis<S: Summed>(from: S, src: &[S::Unit], validated: Result<(), Error>) -> Analysis {
    let valid = validated.map_or_else(|error| error.valid_up_to(), |()| src.len());
    Analysis::new(from.sums(&src[..valid]), validated.err())
}

/// Analyses UTF-8.
#[must_use]
pub fn analyze_utf8(src: &[u8]) -> Analysis {
    analysis(Utf8, src, crate::validate_utf8(src))
}

/// Analyses UTF-16. The byte order is asked for once, not for each unit.
#[must_use]
pub fn analyze_utf16(from: Utf16, src: &[[u8; 2]]) -> Analysis {
    let validated = crate::validate(from, src);
    match from.0 {
        ByteOrder::Little => analysis(Utf16(ByteOrder::Little), src, validated),
        ByteOrder::Big => analysis(Utf16(ByteOrder::Big), src, validated),
    }
}

/// Analyses UTF-32, with its byte order as [`analyze_utf16`].
#[must_use]
pub fn analyze_utf32(from: Utf32, src: &[[u8; 4]]) -> Analysis {
    let validated = crate::validate(from, src);
    match from.0 {
        ByteOrder::Little => analysis(Utf32(ByteOrder::Little), src, validated),
        ByteOrder::Big => analysis(Utf32(ByteOrder::Big), src, validated),
    }
}

/// Analyses Latin-1.
#[must_use]
pub fn analyze_latin1(src: &[u8]) -> Analysis {
    analysis(Latin1, src, Ok(()))
}

/// The analysis of an ill-formed source, from a kernel that was told of the `error` when it had the
/// sums of `at` units, `before`.
///
/// The error may be that of a character which begins before `at` and whose units are in `before`: they
/// are taken out again. If they alone were beyond Latin-1, which one bit does not tell, the text is
/// looked through: to its first character beyond Latin-1, or to its end if there is none.
#[cold]
#[must_use]
pub fn located<S: Summed>(
    from: S,
    src: &[S::Unit],
    at: usize,
    before: Sums,
    error: Error,
) -> Analysis {
    let valid = error.valid_up_to();
    let sums = if valid >= at {
        before.and(from.sums(&src[at..valid]))
    } else {
        let mut sums = before.without(from.sums(&src[valid..at]));
        let (blocks, rest) = src[..valid].as_chunks::<BLOCK>();
        let beyond = |block| from.sums_of_block(block).beyond_latin1;
        sums.beyond_latin1 &= blocks.iter().any(|block| beyond(block)) || beyond(rest);
        sums
    };
    Analysis::new(sums, Some(error))
}
