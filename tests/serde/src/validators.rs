//! Validators of streams.

use codeunit::{Utf8Validator, Utf16Validator};

use crate::corrupt::{damaged_bytes, damaged_values};
use crate::saved::{cbor, saved};

#[test]
fn utf8_goes_on_where_it_was() {
    let text = "aé中😀".as_bytes();
    for cut in 0..=text.len() {
        let mut validator = Utf8Validator::new();
        validator.push(&text[..cut]).expect("well-formed so far");
        let mut again: Utf8Validator = saved(&validator);
        again.push(&text[cut..]).expect("well-formed");
        assert_eq!(again.finish(), Ok(()));
        assert_eq!(again.offset(), text.len() as u64);
    }
}

#[test]
fn utf16_goes_on_where_it_was_in_its_order() {
    let units: Vec<u16> = "aé中😀".encode_utf16().collect();
    let little: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
    let big: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
    for (new, text) in [(Utf16Validator::new_le(), little), (Utf16Validator::new_be(), big)] {
        for cut in 0..=text.len() {
            let mut validator = new;
            validator.push(&text[..cut]).expect("well-formed so far");
            let mut again: Utf16Validator = saved(&validator);
            again.push(&text[cut..]).expect("well-formed");
            assert_eq!(again.finish(), Ok(()));
        }
    }
}

#[test]
fn the_form_of_what_is_saved_does_not_change() {
    let mut validator = Utf8Validator::new();
    validator.push(b"a\xE2\x82").expect("well-formed so far");
    let saved = serde_json::to_string(&validator).expect("it can be saved");
    assert_eq!(saved, r#"{"offset":3,"incomplete":[226,130,0],"incomplete_len":2}"#);
    let mut validator = Utf16Validator::new_be();
    validator.push(b"\0a\xD8").expect("well-formed so far");
    let saved = serde_json::to_string(&validator).expect("it can be saved");
    let wanted = r#"{"big_endian":true,"offset":3,"incomplete":[216,0,0],"incomplete_len":1}"#;
    assert_eq!(saved, wanted);
}

#[test]
fn what_cannot_have_been_saved_is_refused() {
    for saved in [
        // ED A0 is no beginning, C3 A9 is a whole character, and one byte is more than none.
        r#"{"offset":3,"incomplete":[237,160,0],"incomplete_len":2}"#,
        r#"{"offset":3,"incomplete":[195,169,0],"incomplete_len":2}"#,
        r#"{"offset":0,"incomplete":[195,0,0],"incomplete_len":1}"#,
        r#"{"offset":9,"incomplete":[240,159,152],"incomplete_len":4}"#,
        r#"{"offset":9,"incomplete":[0,0,0],"incomplete_len":255}"#,
    ] {
        assert!(serde_json::from_str::<Utf8Validator>(saved).is_err(), "{saved}");
    }
    let saved = r#"{"big_endian":true,"offset":3,"incomplete":[220,0,0],"incomplete_len":1}"#;
    assert!(serde_json::from_str::<Utf16Validator>(saved).is_err(), "DC begins a low surrogate");
    let mut validator = Utf8Validator::new();
    validator.push(b"\xFF").expect_err("ill-formed");
    assert!(serde_json::to_string(&validator).is_err());
}

/// Whatever is made of what was saved, it is refused or a validator that works.
#[test]
fn damaged_validators_do_no_harm() {
    let (mut utf8, mut utf16) = (Utf8Validator::new(), Utf16Validator::new_be());
    utf8.push(b"a\xF0\x9F").expect("well-formed so far");
    utf16.push(b"\0a\xD8\x3D\xDE").expect("well-formed so far");
    let mut accepted = 0;
    let mut go_on_8 = |validator: Option<Utf8Validator>| {
        let Some(mut validator) = validator else { return };
        accepted += 1;
        for block in [&b"\x98"[..], b"\x80a\xFF"] {
            let _ = validator.push_copy(block, &mut [0; 8]);
        }
        assert!(validator.finish().is_err() || validator.incomplete().is_empty());
    };
    for value in damaged_values(&utf8) {
        go_on_8(serde_json::from_value(value).ok());
    }
    for bytes in damaged_bytes(&cbor(&utf8)) {
        go_on_8(ciborium::from_reader(&bytes[..]).ok());
    }
    let mut go_on_16 = |validator: Option<Utf16Validator>| {
        let Some(mut validator) = validator else { return };
        accepted += 1;
        for block in [&b"\x00"[..], b"\xDC\0a\xDC"] {
            let _ = validator.push_copy(block, &mut [0; 8]);
        }
        assert!(validator.finish().is_err() || validator.incomplete().is_empty());
    };
    for value in damaged_values(&utf16) {
        go_on_16(serde_json::from_value(value).ok());
    }
    for bytes in damaged_bytes(&cbor(&utf16)) {
        go_on_16(ciborium::from_reader(&bytes[..]).ok());
    }
    assert!(accepted > 0, "some damage is not to be seen");
}
