//! What is saved otherwise than it is kept.

use super::state::{Pending, Stage};
use super::{State, StreamError};
use crate::ByteOrderMark;
use crate::carry::Carry;

/// A [`State`] by its parts.
#[derive(serde::Serialize, serde::Deserialize)]
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

/// An [`ErrorKind`](crate::ErrorKind) by its name.
pub(super) mod kind {
    use core::fmt;

    use serde::{Deserializer, Serializer, de};

    use crate::ErrorKind;

    pub(in super::super) fn serialize<S: Serializer>(
        kind: &ErrorKind,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(kind.name())
    }

    pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<ErrorKind, D::Error> {
        struct Name;
        impl de::Visitor<'_> for Name {
            type Value = ErrorKind;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the name of a kind of error")
            }

            fn visit_str<E: de::Error>(self, name: &str) -> Result<ErrorKind, E> {
                let kind = ErrorKind::ALL.iter().copied().find(|kind| kind.name() == name);
                kind.ok_or_else(|| E::invalid_value(de::Unexpected::Str(name), &self))
            }
        }
        deserializer.deserialize_str(Name)
    }
}
