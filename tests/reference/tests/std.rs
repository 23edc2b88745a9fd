//! The transcription against the standard library, which others wrote and many use.

use codeunit_reference::{Item, Reason, scalar_value, utf8, utf16, utf32, validate};

/// `std::str::from_utf8` has the same places and the same `error_len`.
fn check_utf8(src: &[u8]) {
    let items = utf8::decode(src);
    let got = validate(&items).map_err(|(at, ill)| (at, ill.error_len));
    let want = std::str::from_utf8(src).map(|_| ()).map_err(|e| (e.valid_up_to(), e.error_len()));
    assert_eq!(got, want, "{src:02X?}");
    // Chunks give the lengths of all maximal subparts, not of the first only.
    let mut items = items.iter();
    for chunk in src.utf8_chunks() {
        for c in chunk.valid().chars() {
            let item = items.next().expect("a character");
            assert_eq!((item.what, item.len), (Ok(c), c.len_utf8()), "{src:02X?}");
        }
        if !chunk.invalid().is_empty() {
            let item = items.next().expect("a subpart");
            assert!(item.what.is_err() && item.len == chunk.invalid().len(), "{src:02X?}");
        }
    }
    assert!(items.next().is_none(), "{src:02X?}");
}

#[test]
fn every_string_of_up_to_three_bytes() {
    check_utf8(&[]);
    for a in 0..=0xFF {
        check_utf8(&[a]);
        for b in 0..=0xFF {
            check_utf8(&[a, b]);
            for c in 0..=0xFF {
                check_utf8(&[a, b, c]);
            }
        }
    }
}

/// Strings of four bytes: every lead and every second byte, the others at the borders of Table 3-7.
#[test]
fn strings_of_four_and_five_bytes() {
    let borders = [0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xE1, 0xF1, 0xFF];
    for a in 0xC0..=0xFF {
        for b in 0..=0xFF {
            for c in borders {
                for d in borders {
                    check_utf8(&[a, b, c, d]);
                    check_utf8(&[a, b, c, d, 0x80]);
                }
            }
        }
    }
}

#[test]
fn every_scalar_value() {
    let mut count = 0;
    for c in '\0'..=char::MAX {
        count += 1;
        let (mut bytes, mut units16, mut units32) = (Vec::new(), Vec::new(), Vec::new());
        utf8::put(c, &mut bytes);
        utf16::put(c, &mut units16);
        utf32::put(c, &mut units32);
        assert_eq!(bytes, c.encode_utf8(&mut [0; 4]).as_bytes());
        assert_eq!(units16, c.encode_utf16(&mut [0; 2]));
        assert_eq!(units32, [u32::from(c)]);
        let whole = |len| [Item { len, what: Ok(c) }];
        assert_eq!(utf8::decode(&bytes), whole(bytes.len()));
        assert_eq!(utf16::decode(&units16), whole(units16.len()));
        assert_eq!(utf32::decode(&units32), whole(1));
    }
    assert_eq!(count, 1_112_064);
}

fn check_utf16(src: &[u16]) {
    let mut at = 0;
    let mut items = utf16::decode(src).into_iter();
    for decoded in char::decode_utf16(src.iter().copied()) {
        let item = items.next().expect("as many items");
        assert_eq!(item.what.ok(), decoded.as_ref().ok().copied(), "{src:04X?}");
        at += item.len;
        if let (Err(ill), Err(unpaired)) = (item.what, decoded) {
            let want = match unpaired.unpaired_surrogate() {
                0xD800..=0xDBFF if at == src.len() => Reason::Incomplete,
                0xD800..=0xDBFF => Reason::UnpairedHigh,
                _ => Reason::UnpairedLow,
            };
            assert_eq!(ill.reason, want, "{src:04X?}");
        }
    }
    assert!(items.next().is_none(), "{src:04X?}");
}

#[test]
fn code_units_of_utf16_alone_in_pairs_and_in_threes() {
    let borders =
        [0x0000, 0x007F, 0x0800, 0xD7FF, 0xD800, 0xD801, 0xDBFF, 0xDC00, 0xDFFF, 0xE000, 0xFFFF];
    for a in 0..=0xFFFF {
        check_utf16(&[a]);
        for b in borders {
            check_utf16(&[a, b]);
            check_utf16(&[b, a]);
        }
    }
    for a in borders {
        for b in borders {
            for c in borders {
                check_utf16(&[a, b, c]);
            }
        }
    }
}

#[test]
fn scalar_values_are_rusts_chars() {
    let above = [u32::MAX, 0x8000_0000, 0x7FFF_FFFF, 0x1000_0041];
    for value in (0..=0x12_0000).chain(above) {
        assert_eq!(scalar_value(value), char::from_u32(value), "{value:X}");
    }
}
