//! Encodings, the options of transcoders, errors and reports.

use core::fmt::Debug;

use codeunit::{
    ByteOrder, Encoding, Error, ErrorKind, OutputMark, Policy, Report, SourceMark, StreamError,
    Transcoder, Utf16Validator,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::corrupt::{damaged_bytes, damaged_values};
use crate::saved::{cbor, saved};

/// It comes back, and is this in JSON.
fn check<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, want: &Value) {
    assert_eq!(saved(value), *value);
    assert_eq!(serde_json::to_value(value).expect("it can be saved"), *want);
}

fn is_refused<T: DeserializeOwned>(value: &Value) {
    assert!(serde_json::from_value::<T>(value.clone()).is_err(), "{value}");
}

/// All encodings, those of the feature `legacy` too.
#[test]
fn encodings_are_their_names() {
    for &encoding in Encoding::ALL {
        check(&encoding, &json!(encoding.name()));
    }
    let labels = ["windows-1252", "GBK", "x-user-defined", "replacement", "ISO-2022-JP"];
    for label in labels {
        let known = codeunit::WhatwgEncoding::for_label(label).expect("a label").encoding();
        match known {
            Some(encoding) => check(&encoding, &json!(label)),
            None => is_refused::<Encoding>(&json!(label)),
        }
    }
    assert_eq!(serde_json::from_str::<Encoding>("\"uTF-8\"").ok(), Some(Encoding::Utf8));
    for other in [json!("utf8"), json!("latin1"), json!(" UTF-8"), json!(""), json!(0), json!(null)]
    {
        is_refused::<Encoding>(&other);
    }
}

#[test]
fn options_are_their_names() {
    for (policy, want) in [
        (Policy::Strict, json!("Strict")),
        (Policy::Replace, json!("Replace")),
        (Policy::ReplaceWith('\u{1F600}'), json!({ "ReplaceWith": "\u{1F600}" })),
        (Policy::Skip, json!("Skip")),
        (Policy::Escape, json!("Escape")),
    ] {
        check(&policy, &want);
    }
    for other in [json!({ "ReplaceWith": "ab" }), json!({ "ReplaceWith": 0xD800 }), json!("strict")]
    {
        is_refused::<Policy>(&other);
    }
    check(&SourceMark::ByScheme, &json!("ByScheme"));
    check(&SourceMark::Mark, &json!("Mark"));
    check(&SourceMark::Overrides, &json!("Overrides"));
    check(&SourceMark::Whatwg, &json!("Whatwg"));
    check(&OutputMark::None, &json!("None"));
    check(&OutputMark::Keep, &json!("Keep"));
    check(&OutputMark::Add, &json!("Add"));
    check(&ByteOrder::Little, &json!("Little"));
    check(&ByteOrder::Big, &json!("Big"));
    is_refused::<OutputMark>(&json!("Mark"));
    is_refused::<SourceMark>(&json!("Keep"));
    is_refused::<ByteOrder>(&json!("Native"));
}

#[test]
fn kinds_are_their_names() {
    for &kind in ErrorKind::ALL {
        check(&kind, &json!(kind.name()));
    }
    is_refused::<ErrorKind>(&json!("Overlong"));
    is_refused::<ErrorKind>(&json!(3));
}

/// One of each shape: ill-formed, incomplete, not there in the target, and out of room.
fn errors() -> Vec<Error> {
    use codeunit::{utf8_to_latin1, utf8_to_utf16_lossy, validate_utf8};
    vec![
        validate_utf8(b"a\xF0\x9F\x98a").expect_err("truncated"),
        validate_utf8(b"a\xF0\x9F\x98").expect_err("incomplete"),
        codeunit::from_utf16le(b"a\0\0\xDC").expect_err("unpaired"),
        utf8_to_latin1("añ€".as_bytes(), &mut [0; 8]).expect_err("not there"),
        utf8_to_utf16_lossy(b"a\xFFbc", &mut [0; 3]).expect_err("full"),
    ]
}

#[test]
fn errors_come_back_and_impossible_ones_are_refused() {
    for error in errors() {
        assert_eq!(saved(&error), error);
    }
    let full = serde_json::to_value(errors()[4]).expect("it can be saved");
    let want = json!({
        "kind": "output-full", "error_len": 0, "read": 3, "written": 3, "replacements": 1,
    });
    assert_eq!(full, want);
    let cases = [
        (0, "error_len", json!(null)),
        (0, "error_len", json!(0)),
        (0, "error_len", json!(5)),
        (0, "replacements", json!(1)),
        (0, "read", json!(-1)),
        (0, "kind", json!("incomplete")),
        (0, "kind", json!("output-full")),
        (0, "more", json!(0)),
        (1, "error_len", json!(1)),
        (4, "error_len", json!(1)),
        (4, "error_len", json!(null)),
        (4, "replacements", json!(4)),
    ];
    for (index, name, value) in cases {
        let mut error = serde_json::to_value(errors()[index]).expect("it can be saved");
        error[name] = value;
        is_refused::<Error>(&error);
    }
}

fn report<const N: usize>() -> Report<N> {
    let mut report = Report::new();
    let mut transcoder =
        Transcoder::new(Encoding::Utf8, Encoding::Latin1, Policy::Skip).counting_lines();
    let _ = transcoder.push_reporting("a\n€b".as_bytes(), &mut [0; 8], &mut report);
    let _ = transcoder.push_reporting(b"\xFF\xE2\x82", &mut [0; 8], &mut report);
    let _ = transcoder.finish_reporting(&mut [0; 8], &mut report);
    assert_eq!(report.total(), 3);
    report
}

#[test]
fn reports_come_back() {
    assert_eq!(saved(&Report::<4>::new()), Report::new());
    assert_eq!(saved(&report::<0>()), report::<0>());
    assert_eq!(saved(&report::<1>()), report::<1>());
    assert_eq!(saved(&report::<3>()), report::<3>());
    assert_eq!(saved(&report::<40>()), report::<40>());
    // All errors are in it, so that more room makes no difference.
    let three = serde_json::to_value(report::<3>()).expect("it can be saved");
    assert_eq!(serde_json::from_value::<Report<9>>(three.clone()).ok(), Some(report::<9>()));
    is_refused::<Report<2>>(&three);
    let first = serde_json::to_value(report::<1>()).expect("it can be saved");
    is_refused::<Report<2>>(&first);
    let want = json!({
        "errors": [{
            "kind": "not-representable", "error_len": 3, "bytes": [0xE2, 0x82, 0xAC, 0], "len": 3,
            "offset": 2, "position": { "line": 2, "column": 1 },
        }],
        "total": 3,
    });
    assert_eq!(first, want);
}

#[test]
fn errors_of_streams_come_back_and_impossible_ones_are_refused() {
    let [not_there, bad_lead, incomplete] = *report::<3>().errors() else { panic!("three") };
    // Of which the first byte is known.
    let low = Utf16Validator::new_be().push(b"\xDC").expect_err("unpaired");
    assert_eq!((low.bytes().len(), low.error_len()), (1, Some(2)));
    for error in [not_there, bad_lead, incomplete, low] {
        assert_eq!(saved(&error), error);
    }
    let cases = [
        (not_there, "len", json!(0)),
        (not_there, "len", json!(4)),
        (not_there, "error_len", json!(null)),
        (not_there, "error_len", json!(5)),
        (not_there, "kind", json!("output-full")),
        (not_there, "kind", json!("incomplete")),
        (not_there, "position", json!({ "line": 0, "column": 1 })),
        (not_there, "position", json!({ "line": 1, "column": 0 })),
        (not_there, "more", json!(0)),
        (bad_lead, "error_len", json!(0)),
        (incomplete, "error_len", json!(2)),
        (incomplete, "len", json!(5)),
        (incomplete, "kind", json!("truncated")),
    ];
    for (error, name, value) in cases {
        let mut error = serde_json::to_value(error).expect("it can be saved");
        error[name] = value;
        is_refused::<StreamError>(&error);
        is_refused::<Report<1>>(&json!({ "errors": [error], "total": 1 }));
    }
    // What is behind the bytes that are known is no part of it.
    let mut other = serde_json::to_value(bad_lead).expect("it can be saved");
    other["bytes"][3] = json!(7);
    assert_eq!(serde_json::from_value::<StreamError>(other).ok(), Some(bad_lead));
}

#[test]
fn impossible_reports_are_refused() {
    for total in [0, 2, 4, 1 << 62, u64::MAX] {
        let mut saved = serde_json::to_value(report::<4>()).expect("it can be saved");
        saved["total"] = json!(total);
        is_refused::<Report<4>>(&saved);
    }
    for total in [0, 1, 1 << 62, u64::MAX] {
        let mut saved = serde_json::to_value(report::<2>()).expect("it can be saved");
        saved["total"] = json!(total);
        is_refused::<Report<2>>(&saved);
    }
}

/// Whatever is made of what was saved, it is refused or a value that works.
#[test]
fn damage_does_no_harm() {
    fn each<T: Serialize + DeserializeOwned>(value: &T, mut work: impl FnMut(T)) {
        let json = damaged_values(value);
        json.into_iter().filter_map(|value| serde_json::from_value(value).ok()).for_each(&mut work);
        let cbor = damaged_bytes(&cbor(value));
        cbor.iter().filter_map(|bytes| ciborium::from_reader(&bytes[..]).ok()).for_each(&mut work);
    }
    let mut accepted = 0;
    each(&report::<2>(), |mut report| {
        accepted += 1;
        for error in report.errors() {
            assert!(error.bytes().len() <= 4 && !error.to_string().is_empty());
        }
        let mut transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf8, Policy::Replace);
        let _ = transcoder.push_reporting(b"\xFF\xFF", &mut [0; 8], &mut report);
        assert!(report.errors().len() <= 2 && report.total() > 2);
    });
    for error in errors() {
        each(&error, |error| {
            accepted += 1;
            let _ = (error.to_string(), error.read(), error.written(), error.replacements());
        });
    }
    each(&Encoding::Utf16Le, |encoding| assert!(!encoding.name().is_empty()));
    each(&Policy::ReplaceWith('\u{FFFD}'), |policy| {
        let mut transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf8, policy);
        let _ = transcoder.push(b"\xFF", &mut [0; 8]);
    });
    assert!(accepted > 10, "some damage is not to be seen");
}
