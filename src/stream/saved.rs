//! What is saved otherwise than it is kept.

use core::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::state::{Pending, Stage};
use super::{Position, Report, State, StreamError};
use crate::carry::Carry;
use crate::{ByteOrderMark, ErrorKind};

/// A [`State`] by its parts.
#[derive(Serialize, Deserialize)]
pub(super) struct Saved {
    carry: [u8; 3],
    carry_len: u8,
    stage: Stage,
    mark: Option<ByteOrderMark>,
    source_mode: u8,
    target_mode: u8,
    converted: u64,
    written: u64,
    replacements: u64,
    code_points: u64,
    line_feeds: u64,
    column: u64,
    pending: Option<Pending>,
    error: Option<StreamError>,
}

impl From<State> for Saved {
    fn from(state: State) -> Self {
        let (carry, carry_len) = state.carry.saved();
        Self {
            carry,
            carry_len,
            stage: state.stage,
            mark: state.mark,
            source_mode: state.source_mode,
            target_mode: state.target_mode,
            converted: state.converted,
            written: state.written,
            replacements: state.replacements,
            code_points: state.code_points,
            line_feeds: state.line_feeds,
            column: state.column,
            pending: state.pending,
            error: state.error,
        }
    }
}

impl From<Saved> for State {
    fn from(saved: Saved) -> Self {
        Self {
            carry: Carry::from_saved(saved.carry, saved.carry_len),
            stage: saved.stage,
            mark: saved.mark,
            source_mode: saved.source_mode,
            target_mode: saved.target_mode,
            converted: saved.converted,
            written: saved.written,
            replacements: saved.replacements,
            code_points: saved.code_points,
            line_feeds: saved.line_feeds,
            column: saved.column,
            pending: saved.pending,
            error: saved.error,
        }
    }
}

/// A [`StreamError`] by its parts, before it is known to be one.
#[derive(Deserialize)]
#[serde(rename = "StreamError", deny_unknown_fields)]
pub(super) struct SavedError {
    kind: ErrorKind,
    error_len: Option<u8>,
    bytes: [u8; 4],
    len: u8,
    offset: u64,
    position: Option<Position>,
}

impl TryFrom<SavedError> for StreamError {
    type Error = &'static str;

    fn try_from(saved: SavedError) -> Result<Self, &'static str> {
        let SavedError { kind, error_len, bytes, len, offset, position } = saved;
        let known = bytes.get(..usize::from(len)).filter(|known| !known.is_empty());
        let is_len = match (kind, error_len) {
            (ErrorKind::OutputFull, _) => false,
            (ErrorKind::Incomplete, error_len) => error_len.is_none(),
            // Of a low surrogate one byte may be known.
            (_, error_len) => error_len.is_some_and(|error_len| (len..=4).contains(&error_len)),
        };
        let is_place = position.is_none_or(|place| place.line > 0 && place.column > 0);
        match known {
            Some(known) if is_len && is_place => {
                Ok(Self::new(kind, offset, error_len, known).with_position(position))
            }
            _ => Err("no stream has an error of these parts"),
        }
    }
}

/// The errors that it has, and the number of all.
impl<const N: usize> Serialize for Report<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        #[serde(rename = "Report")]
        struct Saved<'a> {
            errors: &'a [StreamError],
            total: u64,
        }
        Saved { errors: self.errors(), total: self.total() }.serialize(serializer)
    }
}

/// Also of one with room for another number of errors, if it has as many as this one would have.
impl<'de, const N: usize> Deserialize<'de> for Report<N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(rename = "Report", deny_unknown_fields)]
        struct Saved<const N: usize> {
            errors: First<N>,
            total: u64,
        }
        let Saved { errors: First(mut report), total } = Saved::<N>::deserialize(deserializer)?;
        let kept = report.total();
        // As in a state, so that nothing that is added to it overflows.
        let is_possible = kept == total || kept < total && report.is_full() && total < 1 << 62;
        if !is_possible {
            return Err(de::Error::custom("no report has so many errors of so many"));
        }
        report.total = total;
        Ok(report)
    }
}

/// The errors of a report, at most as many as it has room for.
struct First<const N: usize>(Report<N>);

impl<'de, const N: usize> Deserialize<'de> for First<N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Errors<const N: usize>;
        impl<'de, const N: usize> de::Visitor<'de> for Errors<N> {
            type Value = First<N>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "at most {N} errors")
            }

            fn visit_seq<A: de::SeqAccess<'de>>(self, mut seq: A) -> Result<First<N>, A::Error> {
                let mut report = Report::new();
                while let Some(error) = seq.next_element()? {
                    if report.is_full() {
                        return Err(de::Error::invalid_length(N + 1, &self));
                    }
                    report.record(&error);
                }
                Ok(First(report))
            }
        }
        deserializer.deserialize_seq(Errors)
    }
}
