//! Checkpoints as bytes, to be kept beside the text that was written.
//!
//! ```text
//! "CUMAP"             five bytes
//! 01                  the version
//! flags               bit 0: lines were counted
//! source, target      a byte each: 0 UTF-8, 1 UTF-16LE, 2 UTF-16BE, 3 UTF-32LE, 4 UTF-32BE, 5 ISO-8859-1,
//!                     6 US-ASCII; FF if nothing was converted
//! interval            numbers from here on
//! end                 of the output, of the source, and line feeds
//! count
//! count times         bytes of output since the checkpoint before, times two, and one more for a gap;
//!                     bytes of the source; line feeds, if they were counted
//! checksum            of all before: FNV-1a of 32 bits, the lowest byte first
//! ```
//!
//! A number is in LEB128: seven bits a byte, the lowest first, and the highest bit in all bytes but the last. Most damage makes
//! numbers that could be those of another stream (of the bits of a small map half), which only a checksum tells. A step of
//! FNV-1a is one to one, so that one byte that was changed is told for certain.

use alloc::vec::Vec;
use core::fmt;

use codeunit_fallback::ByteOrder::{Big, Little};

use super::points::Restored;
use super::{Checkpoints, Form, Place, Point};
use crate::stream::escape::MAX_LEN;

const MAGIC: &[u8; 5] = b"CUMAP";
const VERSION: u8 = 1;
const LINES: u8 = 1;
const NO_FORM: u8 = 0xFF;

/// Bytes of the output that wait for room at the most: an escape and a mark, in UTF-32.
const PENDING: u64 = 4 * (MAX_LEN as u64 + 1);

const FORMS: [Form; 7] = [
    Form::Utf8,
    Form::Utf16(Little),
    Form::Utf16(Big),
    Form::Utf32(Little),
    Form::Utf32(Big),
    Form::Latin1,
    Form::Ascii,
];

/// Bytes are not those of [`Checkpoints`].
///
/// ```
/// use codeunit::{Checkpoints, InvalidMap};
/// assert_eq!(Checkpoints::from_bytes(b"GIF89a"), Err(InvalidMap::NotAMap));
/// assert_eq!(Checkpoints::from_bytes(b"CUMAP\x01"), Err(InvalidMap::Incomplete));
/// assert_eq!(InvalidMap::NotAMap.to_string(), "not a map of offsets");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum InvalidMap {
    /// They begin otherwise.
    NotAMap,
    /// They are of another version of the format.
    Version(u8),
    /// They end too early.
    Incomplete,
    /// They are damaged: a wrong checksum, or what cannot be, as places behind the end, numbers that are too large, bytes
    /// behind the last one.
    Inconsistent,
}

impl fmt::Display for InvalidMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAMap => f.write_str("not a map of offsets"),
            Self::Version(version) => write!(f, "a map of offsets of version {version}, not 1"),
            Self::Incomplete => f.write_str("a map of offsets that ends too early"),
            Self::Inconsistent => f.write_str("a map of offsets that is damaged"),
        }
    }
}

impl core::error::Error for InvalidMap {}

impl Checkpoints {
    /// As bytes that [`from_bytes`](Self::from_bytes) reads: 6 to 9 for a checkpoint of the default interval.
    ///
    /// ```
    /// use codeunit::{Checkpoints, Encoding, Policy, Transcoder};
    /// let mut checkpoints = Checkpoints::new();
    /// let mut transcoder = Transcoder::new(Encoding::Latin1, Encoding::Utf8, Policy::Strict);
    /// checkpoints.push(&mut transcoder, b"a\xF1b", &mut [0; 8]);
    /// let kept = checkpoints.to_bytes();
    /// assert_eq!(Checkpoints::from_bytes(&kept), Ok(checkpoints));
    /// ```
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let points = self.points.all();
        let mut out = Vec::with_capacity(32 + 9 * points.len());
        out.extend_from_slice(MAGIC);
        out.push(VERSION);
        out.push(if self.lines { LINES } else { 0 });
        let number = |form: Form| FORMS.iter().position(|&known| known == form).map(|n| n as u8);
        let forms = self.forms.map(|(source, target)| [source, target].map(number));
        let forms = forms.map_or([NO_FORM; 2], |forms| forms.map(|n| n.unwrap_or(NO_FORM)));
        out.extend_from_slice(&forms);
        put(&mut out, self.points.interval());
        put(&mut out, self.end.output);
        put(&mut out, self.end.input);
        put(&mut out, self.end.line_feeds);
        put(&mut out, points.len() as u64);
        let mut before = Place::BEGIN;
        for &Point { place, is_gap } in points {
            put(&mut out, (place.output - before.output) << 1 | u64::from(is_gap));
            put(&mut out, place.input - before.input);
            if self.lines {
                put(&mut out, place.line_feeds - before.line_feeds);
            }
            before = place;
        }
        let sum = out.iter().fold(NO_SUM, |sum, &byte| add(sum, byte));
        out.extend_from_slice(&sum.to_le_bytes());
        out
    }

    /// Checkpoints that [`to_bytes`](Self::to_bytes) has written: for lookups, since no stream goes on with them.
    ///
    /// # Errors
    /// [`InvalidMap`] if they are anything else; a checksum tells whether they are damaged, not whether somebody has made them
    /// to deceive. No bytes make it panic. A checkpoint is two bytes of them at the least and
    /// 32 in memory, so that what was made to do harm takes up to fifty times its length; `from_reader` has a limit.
    ///
    /// ```
    /// use codeunit::{Checkpoints, InvalidMap};
    /// let kept = Checkpoints::new().to_bytes();
    /// assert!(Checkpoints::from_bytes(&kept).is_ok());
    /// assert_eq!(Checkpoints::from_bytes(&kept[..kept.len() - 1]), Err(InvalidMap::Incomplete));
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, InvalidMap> {
        read(Slice(bytes), usize::MAX)
    }

    /// The same from a reader, in memory that is bounded by a maximum, as [`with_maximum`](Self::with_maximum) does it:
    /// of bytes that have more checkpoints than that the interval doubles.
    ///
    /// # Errors
    /// Those of the reader; [`InvalidMap`] as one of [`InvalidData`](std::io::ErrorKind::InvalidData).
    ///
    /// ```
    /// use codeunit::{Checkpoints, Encoding, Policy, Transcoder};
    /// let mut checkpoints = Checkpoints::with_interval(256);
    /// let mut transcoder = Transcoder::new(Encoding::Latin1, Encoding::Utf8, Policy::Strict);
    /// checkpoints.extend(&mut transcoder, &[b'a'; 100_000], &mut Vec::new())?;
    /// let kept = checkpoints.to_bytes();
    /// assert_eq!(Checkpoints::from_reader(&kept[..], 1000)?, checkpoints);
    /// assert!(Checkpoints::from_reader(&kept[..], 16)?.len() <= 16);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "std")]
    pub fn from_reader(reader: impl std::io::BufRead, maximum: usize) -> std::io::Result<Self> {
        read(Reader(reader), maximum)
    }
}

/// Where the bytes come from.
trait Source {
    type Error: From<InvalidMap>;

    /// The next one; `None` at the end.
    fn next(&mut self) -> Result<Option<u8>, Self::Error>;

    fn byte(&mut self) -> Result<u8, Self::Error> {
        self.next()?.ok_or_else(|| InvalidMap::Incomplete.into())
    }

    fn number(&mut self) -> Result<u64, Self::Error> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7F);
            if bits << shift >> shift != bits {
                break;
            }
            number |= bits << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(InvalidMap::Inconsistent.into())
    }
}

struct Slice<'a>(&'a [u8]);

impl Source for Slice<'_> {
    type Error = InvalidMap;

    fn next(&mut self) -> Result<Option<u8>, InvalidMap> {
        Ok(self.0.split_off_first().copied())
    }
}

#[cfg(feature = "std")]
struct Reader<R>(R);

#[cfg(feature = "std")]
impl<R: std::io::BufRead> Source for Reader<R> {
    type Error = std::io::Error;

    fn next(&mut self) -> std::io::Result<Option<u8>> {
        loop {
            match self.0.fill_buf() {
                Ok(bytes) => {
                    let byte = bytes.first().copied();
                    self.0.consume(usize::from(byte.is_some()));
                    return Ok(byte);
                }
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }
}

#[cfg(feature = "std")]
impl From<InvalidMap> for std::io::Error {
    fn from(error: InvalidMap) -> Self {
        Self::new(std::io::ErrorKind::InvalidData, error)
    }
}

/// A source, and the checksum of what was read of it.
struct Summed<S> {
    inner: S,
    sum: u32,
}

impl<S: Source> Source for Summed<S> {
    type Error = S::Error;

    fn next(&mut self) -> Result<Option<u8>, S::Error> {
        let next = self.inner.next()?;
        if let Some(byte) = next {
            self.sum = add(self.sum, byte);
        }
        Ok(next)
    }
}

fn read<S: Source>(from: S, maximum: usize) -> Result<Checkpoints, S::Error> {
    let from = &mut Summed { inner: from, sum: NO_SUM };
    for &expected in MAGIC {
        if from.next()? != Some(expected) {
            return Err(InvalidMap::NotAMap.into());
        }
    }
    match from.byte()? {
        VERSION => {}
        other => return Err(InvalidMap::Version(other).into()),
    }
    let lines = match from.byte()? {
        0 => false,
        LINES => true,
        _ => return Err(InvalidMap::Inconsistent.into()),
    };
    let forms = match [from.byte()?, from.byte()?] {
        [NO_FORM, NO_FORM] => None,
        forms => {
            let [source, target] = forms.map(|form| FORMS.get(usize::from(form)).copied());
            Some(source.zip(target).ok_or(InvalidMap::Inconsistent)?)
        }
    };
    let interval = from.number()?;
    let end = Place { output: from.number()?, input: from.number()?, line_feeds: from.number()? };
    let count = from.number()?;
    let mut points = Restored::new(interval, maximum);
    let mut place = Place::BEGIN;
    for _ in 0..count {
        let output = from.number()?;
        place.output = sum(place.output, output >> 1)?;
        place.input = sum(place.input, from.number()?)?;
        if lines {
            place.line_feeds = sum(place.line_feeds, from.number()?)?;
        }
        points.push(Point { place, is_gap: output & 1 != 0 });
    }
    // What stands in place of the last sequence may not all be written yet.
    let pending = if points.ends_with_gap() { PENDING } else { 0 };
    let is_written = place.output <= end.output.saturating_add(pending);
    let is_inside = is_written && place.input <= end.input;
    let sum = from.sum;
    let kept = [from.byte()?, from.byte()?, from.byte()?, from.byte()?];
    let is_whole = from.next()?.is_none() && kept == sum.to_le_bytes();
    if !is_whole || !is_inside || place.line_feeds > end.line_feeds {
        return Err(InvalidMap::Inconsistent.into());
    }
    let points = points.finish().ok_or(InvalidMap::Inconsistent)?;
    Ok(Checkpoints { points, end, forms, lines })
}

/// The checksum of nothing: the offset basis of FNV-1a.
const NO_SUM: u32 = 0x811C_9DC5;

/// The checksum with a byte more.
const fn add(sum: u32, byte: u8) -> u32 {
    (sum ^ byte as u32).wrapping_mul(0x0100_0193)
}

fn sum(a: u64, b: u64) -> Result<u64, InvalidMap> {
    a.checked_add(b).ok_or(InvalidMap::Inconsistent)
}

fn put(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}
