//! Validators as serialized data, by `serde`.
//!
//! What is read may come from anywhere, so that a validator is made of it by `resume`, which checks it.

use serde::de::Error as _;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Utf8Validator, Utf16Validator};

/// A validator of UTF-8.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved {
    offset: u64,
    incomplete: [u8; 3],
    incomplete_len: u8,
}

/// A validator of UTF-16.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved16 {
    big_endian: bool,
    offset: u64,
    incomplete: [u8; 3],
    incomplete_len: u8,
}

const FAILED: &str =
    "the stream of this validator is ill-formed, so there is nothing to go on with";
const IMPOSSIBLE: &str = "these bytes are no beginning of a character, or more than were read";

fn padded(incomplete: &[u8]) -> ([u8; 3], u8) {
    let mut bytes = [0; 3];
    bytes[..incomplete.len()].copy_from_slice(incomplete);
    (bytes, incomplete.len() as u8)
}

/// # Errors
/// A validator that has found an error cannot be serialized.
impl Serialize for Utf8Validator {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.error().is_some() {
            return Err(S::Error::custom(FAILED));
        }
        let (incomplete, incomplete_len) = padded(self.incomplete());
        Saved { offset: self.offset(), incomplete, incomplete_len }.serialize(serializer)
    }
}

/// The validator runs on [`Engine::active`](crate::Engine::active).
impl<'de> Deserialize<'de> for Utf8Validator {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let saved = Saved::deserialize(deserializer)?;
        let incomplete = saved.incomplete.get(..usize::from(saved.incomplete_len));
        incomplete
            .and_then(|incomplete| Self::resume(saved.offset, incomplete))
            .ok_or_else(|| D::Error::custom(IMPOSSIBLE))
    }
}

/// # Errors
/// A validator that has found an error cannot be serialized.
impl Serialize for Utf16Validator {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.error().is_some() {
            return Err(S::Error::custom(FAILED));
        }
        let (incomplete, incomplete_len) = padded(self.incomplete());
        let (big_endian, offset) = (self.is_big_endian(), self.offset());
        Saved16 { big_endian, offset, incomplete, incomplete_len }.serialize(serializer)
    }
}

/// The validator runs on [`Engine::active`](crate::Engine::active).
impl<'de> Deserialize<'de> for Utf16Validator {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let saved = Saved16::deserialize(deserializer)?;
        let new = if saved.big_endian { Self::new_be() } else { Self::new_le() };
        let incomplete = saved.incomplete.get(..usize::from(saved.incomplete_len));
        incomplete
            .and_then(|incomplete| new.resume(saved.offset, incomplete))
            .ok_or_else(|| D::Error::custom(IMPOSSIBLE))
    }
}
