//! The encoding forms and encoding schemes of the Unicode Standard, chapter 3, transcribed rule by
//! rule: slow, obvious, and without a line of the engine that is tested against it.
//!
//! Definitions (D76 and so on) and tables are those of sections 3.9 and 3.10. Versions differ in the
//! numbers of some tables; where they do, the version is named.
//!
//! Every `decode` splits its source completely, from the front: into characters (D79: the code unit
//! sequences that the encoding form assigns to a Unicode scalar value) and, where there is none, into
//! maximal subparts of ill-formed subsequences (D93b). What a strict or a lossy conversion does
//! follows from that list.

#![forbid(unsafe_code)]

pub mod latin1;
pub mod scheme;
pub mod tables;
pub mod utf16;
pub mod utf32;
pub mod utf8;

/// One step through a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item {
    /// Code units of the encoding form; bytes, if the source is in an encoding scheme.
    pub len: usize,
    /// The character, or why there is none.
    pub what: Result<char, IllFormed>,
}

/// A maximal subpart of an ill-formed subsequence (D93b).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllFormed {
    /// Why it is no character.
    pub reason: Reason,
    /// Its length, or `None` if the source ended where more code units could have made it well-formed.
    pub error_len: Option<usize>,
}

/// Why a subsequence is ill-formed (D84).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A byte that begins no row of Table 3-7 and is no continuation byte: C0, C1, F5 to FF.
    BadLead,
    /// 80 to BF where a character should begin.
    UnexpectedContinuation,
    /// E0 before 80 to 9F, F0 before 80 to 8F: a form that is not the shortest.
    Overlong,
    /// ED before A0 to BF, or D800 to DFFF as a code unit of UTF-32.
    Surrogate,
    /// F4 before 90 to BF, or a code unit of UTF-32 above 10FFFF.
    AboveMax,
    /// The beginning of a row of Table 3-7, before a byte that is no continuation byte.
    Truncated,
    /// The source ends inside a character or inside a code unit.
    Incomplete,
    /// A high surrogate that no low surrogate follows.
    UnpairedHigh,
    /// A low surrogate that follows no high surrogate.
    UnpairedLow,
}

impl Item {
    fn character(len: usize, c: char) -> Self {
        Self { len, what: Ok(c) }
    }

    fn ill_formed(len: usize, reason: Reason) -> Self {
        Self { len, what: Err(IllFormed { reason, error_len: Some(len) }) }
    }

    fn incomplete(len: usize) -> Self {
        Self { len, what: Err(IllFormed { reason: Reason::Incomplete, error_len: None }) }
    }

    /// The same for units of `scale` bytes each.
    fn in_bytes(self, scale: usize) -> Self {
        let what = self.what.map_err(|ill| {
            let error_len = ill.error_len.map(|len| len * scale);
            IllFormed { error_len, ..ill }
        });
        Self { len: self.len * scale, what }
    }
}

/// D76: any code point except the surrogates, so 0 to D7FF and E000 to 10FFFF.
#[must_use]
pub fn scalar_value(code_point: u32) -> Option<char> {
    match code_point {
        0x0000..=0xD7FF | 0xE000..=0x10_FFFF => {
            Some(char::from_u32(code_point).expect("Rust's char is the scalar value of D76"))
        }
        _ => None,
    }
}

/// Splits `src` by a rule for its front.
fn decode<U>(src: &[U], front: impl Fn(&[U]) -> Item) -> Vec<Item> {
    let mut items = Vec::with_capacity(src.len());
    let mut at = 0;
    while at < src.len() {
        let item = front(&src[at..]);
        assert!(item.len >= 1 && at + item.len <= src.len(), "a step forward, inside the source");
        at += item.len;
        items.push(item);
    }
    items
}

/// The first thing that is ill-formed, with the length of the well-formed text before it (D85).
///
/// # Errors
/// Where and why.
pub fn validate(items: &[Item]) -> Result<(), (usize, IllFormed)> {
    let mut at = 0;
    for item in items {
        item.what.map_err(|ill| (at, ill))?;
        at += item.len;
    }
    Ok(())
}
