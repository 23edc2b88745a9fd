//! Names and aliases.

use codeunit::{Encoding, WhatwgEncoding};

#[test]
fn every_encoding_is_found_by_its_name() {
    for &encoding in Encoding::ALL {
        assert_eq!(Encoding::for_label(encoding.name()), Some(encoding));
        assert_eq!(encoding.name().parse(), Ok(encoding));
        assert_eq!(encoding.to_string(), encoding.name());
    }
    assert_eq!(format!("{:>6}|", Encoding::Utf8), " UTF-8|");
}

#[test]
fn names_go_there_and_back() {
    for &encoding in Encoding::ALL {
        let name = encoding.name();
        for name in [name.to_owned(), name.to_lowercase(), name.to_uppercase()] {
            assert_eq!(Encoding::for_name(&name), Some(encoding), "{name}");
        }
        for label in encoding.labels().skip(1) {
            assert_eq!(Encoding::for_name(label), None, "{label}");
        }
        for other in
            [format!(" {name}"), format!("{name}\n"), format!("{name}-"), name.replace('-', "")]
        {
            assert_eq!(Encoding::for_name(&other), None, "{other:?}");
        }
    }
    for name in ["", "utf8", "unicode", "u\u{17F}-ascii", "sjis", "x-sjis"] {
        assert_eq!(Encoding::for_name(name), None, "{name:?}");
    }
}

#[test]
fn iana_labels_have_no_case() {
    for (label, encoding) in [
        ("CSutf8", Encoding::Utf8),
        ("uTf-16", Encoding::Utf16),
        ("ISO_8859-1:1987", Encoding::Latin1),
        ("L1", Encoding::Latin1),
        ("US", Encoding::Ascii),
        ("ansi_x3.4-1968", Encoding::Ascii),
        ("csutf32be", Encoding::Utf32Be),
    ] {
        assert_eq!(Encoding::for_label(label), Some(encoding), "{label}");
        assert_eq!(Encoding::for_label(label.as_bytes()), Some(encoding), "{label}");
    }
}

#[test]
fn labels_of_an_encoding_are_its_own_and_begin_with_its_name() {
    let mut all = 0;
    for &encoding in Encoding::ALL {
        assert_eq!(encoding.labels().next(), Some(encoding.name()));
        for label in encoding.labels() {
            assert_eq!(Encoding::for_label(label), Some(encoding), "{label}");
            all += 1;
        }
    }
    // Two of each scheme, nine of ISO-8859-1 and ten of US-ASCII.
    assert_eq!(all, 7 * 2 + 9 + 10);
}

#[test]
fn what_is_not_registered_is_not_found() {
    for label in
        ["", " utf-8", "utf-8 ", "utf8", "utf_16", "ascii", "unicode", "windows-1252", "utf-7"]
    {
        assert_eq!(Encoding::for_label(label), None, "{label:?}");
        assert!(label.parse::<Encoding>().is_err(), "{label:?}");
    }
    // KELVIN SIGN is a K without case in Unicode only.
    assert_eq!(Encoding::for_label("u\u{17F}"), None);
    assert_eq!(Encoding::for_label([0xFF]), None);
}

#[test]
fn units_and_orders_agree_with_the_reference() {
    use codeunit::ByteOrder::{Big, Little};
    for &encoding in Encoding::ALL {
        let name = encoding.name();
        let bits = name.strip_prefix("UTF-").map_or(8, |rest| {
            rest.trim_end_matches(char::is_alphabetic).parse().expect("a number of bits")
        });
        assert_eq!(encoding.unit_len() * 8, bits);
        let order = if name.ends_with("BE") {
            Some(Big)
        } else if name.ends_with("LE") {
            Some(Little)
        } else {
            None
        };
        assert_eq!(encoding.byte_order(), order);
        for order in [Big, Little] {
            let fixed = encoding.in_order(order);
            assert_eq!(fixed.unit_len(), encoding.unit_len());
            assert_eq!(fixed.in_order(order), fixed);
            match name {
                "UTF-16" | "UTF-32" => assert_eq!(fixed.byte_order(), Some(order)),
                _ => assert_eq!(fixed, encoding),
            }
        }
    }
}

/// What no test of the table can see: white space, case, and labels that are not in it.
#[test]
fn whatwg_labels_are_what_encoding_rs_takes_them_for() {
    let iana =
        ["csUTF8", "UTF-32", "csISOLatin1", "l1", "latin1", "us", "IBM819", "ISO_8859-1:1987"];
    let others = ["", "utf-8\0", "\u{A0}utf-8", "\u{B}utf-8", "utf8mb4", "utf-7", "unicode11utf8"];
    let web = ["utf-16", "ucs-2", "unicodefffe", "x-sjis", "replacement", "x-user-defined", "866"];
    for label in iana.into_iter().chain(others).chain(web) {
        for label in [
            label.to_owned(),
            label.to_uppercase(),
            format!("\t\n{label}"),
            format!(" {label}\x0C\r "),
            format!("{label}."),
        ] {
            let theirs = encoding_rs::Encoding::for_label(label.as_bytes());
            let ours = WhatwgEncoding::for_label(&label);
            assert_eq!(ours.map(WhatwgEncoding::name), theirs.map(|one| one.name()), "{label:?}");
        }
    }
}

/// The same label in both look-ups is the same encoding only where it really is.
#[test]
fn look_ups_are_not_mixed() {
    for (label, iana, whatwg) in [
        ("utf-16", Some(Encoding::Utf16), Some("UTF-16LE")),
        ("latin1", Some(Encoding::Latin1), Some("windows-1252")),
        ("us-ascii", Some(Encoding::Ascii), Some("windows-1252")),
        ("utf-32", Some(Encoding::Utf32), None),
        ("ascii", None, Some("windows-1252")),
        ("utf8", None, Some("UTF-8")),
        ("utf-8", Some(Encoding::Utf8), Some("UTF-8")),
    ] {
        assert_eq!(Encoding::for_label(label), iana, "{label}");
        let found = WhatwgEncoding::for_label(label);
        assert_eq!(found.map(WhatwgEncoding::name), whatwg, "{label}");
        // With the feature `legacy` windows-1252 has an encoding as well, which is not Latin-1.
        if let Some(encoding) = found.and_then(WhatwgEncoding::encoding) {
            assert_eq!(encoding.name(), whatwg.expect("found"), "{label}");
        }
    }
}
