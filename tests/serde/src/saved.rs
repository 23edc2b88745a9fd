//! Values saved and read again, in a format of text and in a binary one.

use core::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;

/// In CBOR (RFC 8949).
pub(crate) fn cbor<T: Serialize>(value: &T) -> Vec<u8> {
    let mut bytes = Vec::new();
    ciborium::into_writer(value, &mut bytes).expect("it can be saved");
    bytes
}

/// The value as it comes back, the same from JSON and from CBOR.
pub(crate) fn saved<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) -> T {
    let json = serde_json::to_string(value).expect("it can be saved");
    let from_json: T = serde_json::from_str(&json).expect("it was just saved");
    let from_cbor: T = ciborium::from_reader(&cbor(value)[..]).expect("it was just saved");
    assert_eq!((&from_json, &from_cbor), (value, value), "{json}");
    from_cbor
}
