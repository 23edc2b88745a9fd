//! Errors as serialized data, by `serde`. What is read may come from anywhere, and is checked.

use core::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::{Error, ErrorKind};

/// An [`Error`] by its parts, before it is known to be one.
#[derive(Deserialize)]
#[serde(rename = "Error", deny_unknown_fields)]
pub(crate) struct Saved {
    kind: ErrorKind,
    error_len: Option<u8>,
    read: usize,
    written: usize,
    replacements: usize,
}

impl TryFrom<Saved> for Error {
    type Error = &'static str;

    fn try_from(saved: Saved) -> Result<Self, &'static str> {
        let Saved { kind, error_len, read, written, replacements } = saved;
        let is_possible = match (kind, error_len) {
            (ErrorKind::OutputFull, len) => len == Some(0) && replacements <= written,
            // Only what ends for want of room has replaced anything before.
            (_, _) if replacements > 0 => false,
            (ErrorKind::Incomplete, len) => len.is_none(),
            (_, len) => matches!(len, Some(1..=4)),
        };
        if !is_possible {
            return Err("no operation fails with these parts of an error");
        }
        Ok(Self::new(kind, read, error_len).with_output(written, replacements))
    }
}

/// The [name](ErrorKind::name).
impl Serialize for ErrorKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// By the [name](ErrorKind::name).
impl<'de> Deserialize<'de> for ErrorKind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
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
