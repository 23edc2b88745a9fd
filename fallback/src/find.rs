//! Where the nth character, the nth unit of another form or the nth line end of a source is.
//!
//! Every element of a source counts for so much: a byte of UTF-8 for one code point if it begins one, for two
//! UTF-16 code units if it begins four bytes, for a line end if it is the last of one. What is looked for is the
//! element in which the sum passes `n`. In well-formed text that is the first one of a character, and the same on
//! every backend; of ill-formed text it is the value of the formula.

use crate::ByteOrder;
use crate::form::Utf16;
use crate::lengths::{count_utf8, count_utf16, utf8_len_from_utf16, utf16_len_from_utf8};

/// A place in a source, and how much stands before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// The index of the element, or the length of the source if all of it counts for no more than `n`.
    pub at: usize,
    /// What the elements before it count for: `n` at most.
    pub before: usize,
}

/// What ends a line. CR before LF is part of that line end under every rule.
///
/// ```
/// use codeunit::index::{LineEnds, line_count};
///
/// let text = "a\nb\r\nc\rd\u{2028}e";
/// assert_eq!(line_count(text, LineEnds::Lf), 3);
/// assert_eq!(line_count(text, LineEnds::CrLf), 4);
/// assert_eq!(line_count(text, LineEnds::Unicode), 5);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum LineEnds {
    /// LF, and CR LF: the lines of Unix, of Windows, and of [`str::lines`]. A CR by itself is a character of the
    /// line.
    #[default]
    Lf,
    /// LF, CR LF, and CR by itself: the line ends of the Language Server Protocol (3.17, `EOL`), and of most
    /// editors.
    CrLf,
    /// The mandatory breaks of Unicode (UAX #14, rules LB4 and LB5; Unicode Standard 5.8): LF, VT, FF, CR, CR LF,
    /// NEL (U+0085), LS (U+2028) and PS (U+2029).
    Unicode,
}

/// Elements that are counted at once.
const BLOCK: usize = 64;

/// The element in which the sum of `weight` passes `n`; `sum` is that of a block. Blocks that end before it are
/// passed over.
fn find<U>(
    src: &[U],
    n: usize,
    sum: impl Fn(&[U]) -> usize,
    weight: impl Fn(&U) -> usize,
) -> Found {
    let mut found = Found::default();
    for block in src.chunks(BLOCK) {
        let count = sum(block);
        if n - found.before < count {
            for element in block {
                let weight = weight(element);
                if n - found.before < weight {
                    return found;
                }
                found.before += weight;
                found.at += 1;
            }
        }
        found.before += count;
        found.at += block.len();
    }
    found
}

/// The byte with which the code point number `n` begins, from 0. A code point begins with each byte outside of
/// 80..BF.
#[must_use]
pub fn find_code_point_utf8(src: &[u8], n: usize) -> Found {
    find(src, n, count_utf8, |byte| usize::from(byte & 0xC0 != 0x80))
}

/// The byte with which the code point begins in which the UTF-16 code unit number `n` is.
#[must_use]
pub fn find_utf16_in_utf8(src: &[u8], n: usize) -> Found {
    find(src, n, utf16_len_from_utf8, |byte| utf16_len_from_utf8(&[*byte]))
}

/// The code unit with which the code point number `n` begins. A code point begins with each unit outside of
/// DC00..DFFF.
#[must_use]
pub fn find_code_point_utf16(from: Utf16, src: &[[u8; 2]], n: usize) -> Found {
    find(src, n, |block| count_utf16(from, block), |unit| count_utf16(from, &[*unit]))
}

/// The code unit in which the byte of UTF-8 number `n` is: of the four bytes of a pair of surrogates each has
/// two.
#[must_use]
pub fn find_utf8_in_utf16(from: Utf16, src: &[[u8; 2]], n: usize) -> Found {
    find(
        src,
        n,
        |block| utf8_len_from_utf16(from, block),
        |unit| utf8_len_from_utf16(from, &[*unit]),
    )
}

/// The last byte of the line end number `n`, from 0.
#[must_use]
pub fn find_line_end_utf8(ends: LineEnds, src: &[u8], n: usize) -> Found {
    lines(src, n, |at| {
        let behind = |n: usize| at.checked_sub(n).map(|at| src[at]);
        match src[at] {
            b'\n' => true,
            b'\r' => ends != LineEnds::Lf && src.get(at + 1) != Some(&b'\n'),
            _ if ends != LineEnds::Unicode => false,
            0x0B | 0x0C => true,
            0x85 => behind(1) == Some(0xC2),
            0xA8 | 0xA9 => behind(1) == Some(0x80) && behind(2) == Some(0xE2),
            _ => false,
        }
    })
}

/// The last code unit of the line end number `n`, from 0.
#[must_use]
pub fn find_line_end_utf16(from: Utf16, ends: LineEnds, src: &[[u8; 2]], n: usize) -> Found {
    let order: ByteOrder = from.0;
    lines(src, n, |at| match order.u16(src[at]) {
        0x0A => true,
        0x0D => ends != LineEnds::Lf && src.get(at + 1).is_none_or(|&next| order.u16(next) != 0x0A),
        0x0B | 0x0C | 0x85 | 0x2028 | 0x2029 => ends == LineEnds::Unicode,
        _ => false,
    })
}

fn lines<U>(src: &[U], n: usize, is_end: impl Fn(usize) -> bool) -> Found {
    let mut found = Found::default();
    while found.at < src.len() {
        let end = is_end(found.at);
        if end && found.before == n {
            break;
        }
        found.before += usize::from(end);
        found.at += 1;
    }
    found
}
