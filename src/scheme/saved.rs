//! An encoding as serialized data, by `serde`.

use core::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::Encoding;

/// The [name](Encoding::name).
impl Serialize for Encoding {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// By the [name](Encoding::for_name). Those of the feature `legacy` are only known with it.
impl<'de> Deserialize<'de> for Encoding {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Name;
        impl de::Visitor<'_> for Name {
            type Value = Encoding;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the name of an encoding")
            }

            fn visit_str<E: de::Error>(self, name: &str) -> Result<Encoding, E> {
                let found = Encoding::for_name(name);
                found.ok_or_else(|| E::invalid_value(de::Unexpected::Str(name), &self))
            }
        }
        deserializer.deserialize_str(Name)
    }
}
