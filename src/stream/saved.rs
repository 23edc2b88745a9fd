//! What of the engine has no `serde` of its own, as it is saved.

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
                let kind = ErrorKind::ALL.into_iter().find(|kind| kind.name() == name);
                kind.ok_or_else(|| E::invalid_value(de::Unexpected::Str(name), &self))
            }
        }
        deserializer.deserialize_str(Name)
    }
}
