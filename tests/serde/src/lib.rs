//! What the feature `serde` promises: what is saved goes on, and what no validator can have saved is refused.
#![cfg(test)]

use codeunit::{Utf8Validator, Utf16Validator};

#[test]
fn utf8_goes_on_where_it_was() {
    let text = "aé中😀".as_bytes();
    for cut in 0..=text.len() {
        let mut validator = Utf8Validator::new();
        validator.push(&text[..cut]).expect("well-formed so far");
        let saved = serde_json::to_string(&validator).expect("it can be saved");
        let mut again: Utf8Validator = serde_json::from_str(&saved).expect("it was just saved");
        assert_eq!(again, validator, "{saved}");
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
            let saved = serde_json::to_string(&validator).expect("it can be saved");
            let mut again: Utf16Validator = serde_json::from_str(&saved).expect("just saved");
            assert_eq!(again, validator, "{saved}");
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
