//! The transcription against the examples that the Unicode Standard prints.

use codeunit_reference::scheme::Scheme;
use codeunit_reference::tables::TABLES_3_9_AND_3_10;
use codeunit_reference::{Reason, latin1, scalar_value, utf8, utf16, utf32};

/// Table 3-4, Examples of Unicode Encoding Forms; its third to fifth columns.
const TABLE_3_4: [(char, u32, &[u16], &[u8]); 4] = [
    ('\u{004D}', 0x0000_004D, &[0x004D], &[0x4D]),
    ('\u{0430}', 0x0000_0430, &[0x0430], &[0xD0, 0xB0]),
    ('\u{4E8C}', 0x0000_4E8C, &[0x4E8C], &[0xE4, 0xBA, 0x8C]),
    ('\u{10302}', 0x0001_0302, &[0xD800, 0xDF02], &[0xF0, 0x90, 0x8C, 0x82]),
];

#[test]
fn table_3_4_encoding_forms() {
    for (c, unit32, units16, bytes) in TABLE_3_4 {
        let (mut out8, mut out16, mut out32) = (Vec::new(), Vec::new(), Vec::new());
        utf8::put(c, &mut out8);
        utf16::put(c, &mut out16);
        utf32::put(c, &mut out32);
        assert_eq!((&*out8, &*out16, &*out32), (bytes, units16, &[unit32][..]));
        for (items, len) in [
            (utf8::decode(bytes), bytes.len()),
            (utf16::decode(units16), units16.len()),
            (utf32::decode(&[unit32]), 1),
        ] {
            assert_eq!(items.len(), 1);
            assert_eq!((items[0].what, items[0].len), (Ok(c), len));
        }
    }
}

/// The sequence of 3.9's examples of D90, D91 and D92: <004D, 0430, 4E8C, 10302>.
#[test]
fn d90_to_d92_examples() {
    let text = ['\u{4D}', '\u{430}', '\u{4E8C}', '\u{10302}'];
    let bytes = [0x4D, 0xD0, 0xB0, 0xE4, 0xBA, 0x8C, 0xF0, 0x90, 0x8C, 0x82];
    let units16 = [0x004D, 0x0430, 0x4E8C, 0xD800, 0xDF02];
    let units32 = [0x0000_004D, 0x0000_0430, 0x0000_4E8C, 0x0001_0302];
    for items in [utf8::decode(&bytes), utf16::decode(&units16), utf32::decode(&units32)] {
        let found: Vec<char> = items.iter().map(|item| item.what.expect("well-formed")).collect();
        assert_eq!(found, text);
    }
}

/// Table 3-5, UTF-16 Bit Distribution, at the first and the last value of its rows.
#[test]
fn table_3_5_utf16_bit_distribution() {
    let rows: [(u32, &[u16]); 6] = [
        (0x0000, &[0x0000]),
        (0xD7FF, &[0xD7FF]),
        (0xE000, &[0xE000]),
        (0xFFFF, &[0xFFFF]),
        (0x1_0000, &[0xD800, 0xDC00]),
        (0x10_FFFF, &[0xDBFF, 0xDFFF]),
    ];
    for (code_point, want) in rows {
        let mut units = Vec::new();
        utf16::put(scalar_value(code_point).expect("a scalar value"), &mut units);
        assert_eq!(units, want);
    }
}

/// Tables 3-6 and 3-7 at the first and the last code point of each row.
#[test]
fn tables_3_6_and_3_7_row_by_row() {
    let rows: [(u32, u32, &[u8], &[u8]); 9] = [
        (0x0000, 0x007F, &[0x00], &[0x7F]),
        (0x0080, 0x07FF, &[0xC2, 0x80], &[0xDF, 0xBF]),
        (0x0800, 0x0FFF, &[0xE0, 0xA0, 0x80], &[0xE0, 0xBF, 0xBF]),
        (0x1000, 0xCFFF, &[0xE1, 0x80, 0x80], &[0xEC, 0xBF, 0xBF]),
        (0xD000, 0xD7FF, &[0xED, 0x80, 0x80], &[0xED, 0x9F, 0xBF]),
        (0xE000, 0xFFFF, &[0xEE, 0x80, 0x80], &[0xEF, 0xBF, 0xBF]),
        (0x1_0000, 0x3_FFFF, &[0xF0, 0x90, 0x80, 0x80], &[0xF0, 0xBF, 0xBF, 0xBF]),
        (0x4_0000, 0xF_FFFF, &[0xF1, 0x80, 0x80, 0x80], &[0xF3, 0xBF, 0xBF, 0xBF]),
        (0x10_0000, 0x10_FFFF, &[0xF4, 0x80, 0x80, 0x80], &[0xF4, 0x8F, 0xBF, 0xBF]),
    ];
    for (row, (first, last, first_bytes, last_bytes)) in rows.into_iter().enumerate() {
        for (code_point, bytes) in [(first, first_bytes), (last, last_bytes)] {
            let c = scalar_value(code_point).expect("a scalar value");
            let item = utf8::front(bytes);
            assert_eq!((item.what, item.len), (Ok(c), bytes.len()));
            let mut out = Vec::new();
            utf8::put(c, &mut out);
            assert_eq!(out, bytes);
            let ranges = utf8::TABLE_3_7[row].iter().zip(bytes);
            assert!(ranges.clone().all(|(range, byte)| range.contains(byte)), "row {row}");
        }
    }
}

/// Bytes to characters, each maximal subpart as U+FFFD.
fn replaced(src: &[u8]) -> Vec<u32> {
    utf8::decode(src).into_iter().map(|item| item.what.map_or(0xFFFD, u32::from)).collect()
}

const R: u32 = 0xFFFD;

/// Table 3-8 of version 6.1, Use of U+FFFD in UTF-8 Conversion.
#[test]
fn table_3_8_of_version_6_1() {
    let src = [0x61, 0xF1, 0x80, 0x80, 0xE1, 0x80, 0xC2, 0x62, 0x80, 0x63, 0x80, 0xBF, 0x64];
    assert_eq!(replaced(&src), [0x61, R, R, R, 0x62, R, 0x63, R, R, 0x64]);
}

/// Table 3-8 of later versions, U+FFFD for Non-Shortest Form Sequences.
#[test]
fn table_3_8_non_shortest_forms() {
    let src = [0xC0, 0xAF, 0xE0, 0x80, 0xBF, 0xF0, 0x81, 0x82, 0x41];
    assert_eq!(replaced(&src), [R, R, R, R, R, R, R, R, 0x41]);
}

/// Table 3-9, U+FFFD for Ill-Formed Sequences for Surrogates.
#[test]
fn table_3_9_surrogates() {
    let src = [0xED, 0xA0, 0x80, 0xED, 0xBF, 0xBF, 0xED, 0xAF, 0x41];
    assert_eq!(replaced(&src), [R, R, R, R, R, R, R, R, 0x41]);
}

/// Table 3-10, U+FFFD for Other Ill-Formed Sequences.
#[test]
fn table_3_10_other_ill_formed_sequences() {
    let src = [0xF4, 0x91, 0x92, 0x93, 0xFF, 0x41, 0x80, 0xBF, 0x42];
    assert_eq!(replaced(&src), [R, R, R, R, R, 0x41, R, R, 0x42]);
}

/// Table 3-11, U+FFFD for Truncated Sequences.
#[test]
fn table_3_11_truncated_sequences() {
    let src = [0xE1, 0x80, 0xE2, 0xF0, 0x91, 0x92, 0xF1, 0xBF, 0x41];
    assert_eq!(replaced(&src), [R, R, R, R, 0x41]);
}

/// The example in the text of D93b and of section 3.9: <41 C0 AF 41 F4 80 80 41>: C0 and AF are
/// subparts of one byte, F4 80 80 is one of three.
#[test]
fn d93b_maximal_subparts() {
    let items = utf8::decode(&[0x41, 0xC0, 0xAF, 0x41, 0xF4, 0x80, 0x80, 0x41]);
    assert_eq!(items.iter().map(|item| item.len).collect::<Vec<_>>(), [1, 1, 1, 1, 3, 1]);
    let reasons: Vec<_> = items.iter().filter_map(|item| item.what.err()).collect();
    let want = [Reason::BadLead, Reason::UnexpectedContinuation, Reason::Truncated];
    assert_eq!(reasons.iter().map(|ill| ill.reason).collect::<Vec<_>>(), want);
    assert_eq!(reasons.iter().map(|ill| ill.error_len).collect::<Vec<_>>(), [1, 1, 3].map(Some));
}

/// <C2 41 42> of section 3.9, "Constraints on Conversion Processes": 41 must not be consumed.
#[test]
fn what_follows_a_lead_byte_is_not_consumed() {
    assert_eq!(replaced(&[0xC2, 0x41, 0x42]), [R, 0x41, 0x42]);
}

/// The scheme, the bytes and the code points of every row of Tables 3-9 and 3-10 of version 6.1.
#[test]
fn tables_3_9_and_3_10_of_version_6_1() {
    for (scheme, src, c) in TABLES_3_9_AND_3_10 {
        let text = scheme.read(src);
        assert_eq!(text.items.len(), 1, "{scheme:?} {src:02X?}");
        assert_eq!(text.items[0].what, Ok(c), "{scheme:?} {src:02X?}");
        assert_eq!(text.mark_len + text.items[0].len, src.len(), "{scheme:?} {src:02X?}");
        let mut out = Vec::new();
        text.scheme.put(c, &mut out);
        assert_eq!(out, src[text.mark_len..], "{scheme:?} {src:02X?}");
    }
}

/// D96 to D100: where the name tells the byte order, an initial U+FEFF is text.
#[test]
fn a_mark_is_text_where_the_name_tells_the_order() {
    let rows: [(Scheme, &[u8]); 5] = [
        (Scheme::Utf8, &[0xEF, 0xBB, 0xBF]),
        (Scheme::Utf16Be, &[0xFE, 0xFF]),
        (Scheme::Utf16Le, &[0xFF, 0xFE]),
        (Scheme::Utf32Be, &[0x00, 0x00, 0xFE, 0xFF]),
        (Scheme::Utf32Le, &[0xFF, 0xFE, 0x00, 0x00]),
    ];
    for (scheme, src) in rows {
        let text = scheme.read(src);
        assert_eq!((text.mark_len, text.scheme, text.items.len()), (0, scheme, 1));
        assert_eq!(text.items[0].what, Ok('\u{FEFF}'));
    }
    // Half a mark, and the mark of UTF-32LE read as UTF-16: a mark and U+0000.
    assert_eq!(Scheme::Utf16.read(&[0xFE]).mark_len, 0);
    assert_eq!(Scheme::Utf32.read(&[0xFF, 0xFE, 0x00]).mark_len, 0);
    let text = Scheme::Utf16.read(&[0xFF, 0xFE, 0x00, 0x00]);
    assert_eq!((text.mark_len, text.items[0].what), (2, Ok('\0')));
}

#[test]
fn bytes_behind_the_last_code_unit_are_incomplete() {
    for scheme in Scheme::ALL {
        let text = scheme.read(&[0x00, 0x00, 0x00, 0x00, 0x00]);
        let last = text.items.last().expect("items");
        match scheme {
            Scheme::Utf8 => assert_eq!(last.what, Ok('\0')),
            _ => {
                let ill = last.what.expect_err("one byte is no code unit");
                assert_eq!((last.len, ill.reason, ill.error_len), (1, Reason::Incomplete, None));
            }
        }
    }
}

#[test]
fn latin1_is_the_first_256_code_points() {
    let bytes: Vec<u8> = (0..=0xFF).collect();
    for (item, byte) in latin1::decode(&bytes).iter().zip(0..) {
        assert_eq!(item.what.map(u32::from), Ok(byte));
    }
    let mut out = Vec::new();
    assert!(latin1::put('\u{FF}', &mut out) && !latin1::put('\u{100}', &mut out));
    assert_eq!(out, [0xFF]);
}
