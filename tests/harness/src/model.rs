//! What an operation has to do, said once for every pair of encodings.
//!
//! A source is split into a list of [`Item`]s by the reference, and the rest follows: what is
//! written, where it stops, and how many replacements there are.

use codeunit::{Analysis, Error, ErrorKind, Lossy};
use codeunit_reference::Reason;

use crate::check::places;
use crate::encodings::TargetModel;
use crate::pair::To;

/// A character of the source, or a maximal subpart of an ill-formed sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item {
    /// Elements of the source.
    pub len: usize,
    /// The character, or why there is none.
    pub what: Result<char, Bad>,
}

/// Why there is no character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bad {
    /// The kind of the error.
    pub kind: ErrorKind,
    /// The length of the subpart, in elements; `None` at the end of the source.
    pub error_len: Option<u8>,
}

impl From<codeunit_reference::Item> for Item {
    fn from(item: codeunit_reference::Item) -> Self {
        Self { len: item.len, what: item.what.map_err(Bad::from) }
    }
}

impl From<codeunit_reference::IllFormed> for Bad {
    fn from(ill: codeunit_reference::IllFormed) -> Self {
        let kind = match ill.reason {
            Reason::BadLead => ErrorKind::BadLead,
            Reason::UnexpectedContinuation => ErrorKind::UnexpectedContinuation,
            Reason::Overlong => ErrorKind::Overlong,
            Reason::Surrogate => ErrorKind::Surrogate,
            Reason::AboveMax => ErrorKind::AboveMax,
            Reason::Truncated => ErrorKind::Truncated,
            Reason::Incomplete => ErrorKind::Incomplete,
            Reason::UnpairedHigh => ErrorKind::UnpairedHigh,
            Reason::UnpairedLow => ErrorKind::UnpairedLow,
        };
        Self { kind, error_len: ill.error_len.map(|len| len as u8) }
    }
}

/// Where and why a source is ill-formed.
///
/// # Errors
/// The first ill-formed sequence.
pub fn validate(items: &[Item]) -> Result<(), (usize, Bad)> {
    let mut at = 0;
    for item in items {
        item.what.map_err(|bad| (at, bad))?;
        at += item.len;
    }
    Ok(())
}

/// All that an analysis tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// Where and why the source is ill-formed.
    pub error: Option<(usize, Bad)>,
    /// The lengths in UTF-8, UTF-16 and UTF-32 of what stands before the error.
    pub lens: [usize; 3],
    /// The length in Latin-1, if it has all of that.
    pub latin1_len: Option<usize>,
    /// Line feeds in it.
    pub line_feeds: usize,
    /// Whether there is no error, the source is ASCII, and Latin-1.
    pub is: [bool; 3],
}

impl Figures {
    /// What has to be told of a source.
    #[must_use]
    pub fn of(items: &[Item]) -> Self {
        let characters = items.iter().map_while(|item| item.what.ok());
        Self::new(validate(items).err(), characters)
    }

    /// The same for UTF-8, without the list.
    #[must_use]
    pub fn of_utf8(src: &[u8]) -> Self {
        let error = validate_utf8(src).err();
        let valid = error.map_or(src.len(), |(at, _)| at);
        Self::new(error, std::str::from_utf8(&src[..valid]).expect("well-formed").chars())
    }

    fn new(error: Option<(usize, Bad)>, characters: impl Iterator<Item = char>) -> Self {
        let (mut lens, mut line_feeds, mut last) = ([0; 3], 0, '\0');
        for c in characters {
            for (len, units) in lens.iter_mut().zip([c.len_utf8(), c.len_utf16(), 1]) {
                *len += units;
            }
            line_feeds += usize::from(c == '\n');
            last = last.max(c);
        }
        let up_to = |c| last <= c;
        Self {
            error,
            lens,
            latin1_len: up_to('\u{FF}').then_some(lens[2]),
            line_feeds,
            is: [true, up_to('\u{7F}'), up_to('\u{FF}')].map(|is| is && error.is_none()),
        }
    }
}

impl From<Analysis> for Figures {
    fn from(analysis: Analysis) -> Self {
        let error = analysis.error().map_or(Ok(()), Err);
        Self {
            error: places(error).err(),
            lens: [analysis.utf8_len(), analysis.utf16_len(), analysis.utf32_len()],
            latin1_len: analysis.latin1_len(),
            line_feeds: analysis.line_feeds(),
            is: [analysis.is_well_formed(), analysis.is_ascii(), analysis.is_latin1()],
        }
    }
}

/// The same for UTF-8, without the list: it looks no further than the first error.
///
/// # Errors
/// The first ill-formed sequence.
pub fn validate_utf8(src: &[u8]) -> Result<(), (usize, Bad)> {
    let mut at = 0;
    while at < src.len() {
        let item = Item::from(codeunit_reference::utf8::front(&src[at..]));
        item.what.map_err(|bad| (at, bad))?;
        at += item.len;
    }
    Ok(())
}

/// Whether a conversion stops at what is ill-formed or replaces it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// Stops.
    Strict,
    /// Replaces it.
    Lossy,
}

/// All that a conversion tells. Without a `stop` everything was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Why it stopped.
    pub stop: Option<Bad>,
    /// Elements of the source.
    pub read: usize,
    /// Elements of the output.
    pub written: usize,
    /// Replacements among them.
    pub replacements: usize,
}

impl Outcome {
    /// What the library said about a source of `len` elements.
    pub fn new(result: Result<Lossy, Error>, len: usize) -> Self {
        match result {
            Ok(Lossy { written, replacements }) => {
                Self { stop: None, read: len, written, replacements }
            }
            Err(error) => {
                assert_eq!(error.read(), error.valid_up_to(), "two names for the same number");
                Self {
                    stop: Some(Bad { kind: error.kind(), error_len: error.error_len() }),
                    read: error.read(),
                    written: error.written(),
                    replacements: error.replacements(),
                }
            }
        }
    }

    /// The same for a strict conversion.
    pub fn strict(result: Result<usize, Error>, len: usize) -> Self {
        Self::new(result.map(|written| Lossy { written, replacements: 0 }), len)
    }
}

/// What has to happen when `items` go to an output of `room` elements. The output is put in `out`.
pub fn convert<T: TargetModel>(
    items: &[Item],
    room: usize,
    policy: Policy,
    out: &mut Vec<T::Unit>,
) -> Outcome {
    To::of::<T>().convert(items, room, policy, out)
}

impl<V> To<V> {
    /// See [`convert`].
    ///
    /// # Panics
    /// If the target does not have its replacement.
    pub fn convert(
        &self,
        items: &[Item],
        room: usize,
        policy: Policy,
        out: &mut Vec<V>,
    ) -> Outcome {
        out.clear();
        out.reserve(items.len());
        let (mut read, mut replacements) = (0, 0);
        for item in items {
            let written = out.len();
            let stop = |bad| Outcome { stop: Some(bad), read, written, replacements };
            let bad = match item.what {
                Ok(c) if (self.put)(c, out) => None,
                Ok(_) => {
                    let error_len = Some(item.len as u8);
                    Some(Bad { kind: ErrorKind::NotRepresentable, error_len })
                }
                Err(bad) => Some(bad),
            };
            if let Some(bad) = bad {
                if policy == Policy::Strict {
                    return stop(bad);
                }
                assert!((self.put)(self.replacement, out), "every target has its replacement");
            }
            if out.len() > room {
                out.truncate(written);
                return stop(Bad { kind: ErrorKind::OutputFull, error_len: Some(0) });
            }
            replacements += usize::from(bad.is_some());
            read += item.len;
        }
        Outcome { stop: None, read, written: out.len(), replacements }
    }

    /// The same of a strict conversion, if a lossy one did what `lossy` says and wrote `out`. If that had nothing to
    /// replace, it is the same.
    pub fn strict(&self, items: &[Item], room: usize, lossy: Outcome, out: &mut Vec<V>) -> Outcome {
        if lossy.stop.is_none() && lossy.replacements == 0 {
            return lossy;
        }
        self.convert(items, room, Policy::Strict, out)
    }
}
