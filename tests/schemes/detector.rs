//! The detector on marks, on text of many scripts, and on what is no text.

use codeunit::{ByteOrderMark, Confidence, Detected, Detection, Detector, Encoding, Rejection};
use codeunit_reference::scheme::Scheme;
use harness::rng::Rng;
use harness::text::SCRIPTS;

use crate::sources::sources;

/// What is guessed, and how the reference writes it.
const GUESSED: [(Encoding, Scheme); 5] = [
    (Encoding::Utf8, Scheme::Utf8),
    (Encoding::Utf16Le, Scheme::Utf16Le),
    (Encoding::Utf16Be, Scheme::Utf16Be),
    (Encoding::Utf32Le, Scheme::Utf32Le),
    (Encoding::Utf32Be, Scheme::Utf32Be),
];

fn encoded(text: &str, scheme: Scheme) -> Vec<u8> {
    let mut bytes = Vec::new();
    text.chars().for_each(|c| scheme.put(c, &mut bytes));
    bytes
}

fn guess(src: &[u8]) -> Detection {
    let mut detector = Detector::guessing();
    detector.push(src);
    detector.finish()
}

fn decided(detection: Detection) -> Option<(Encoding, Confidence)> {
    match detection {
        Detection::Decided(Detected { encoding, confidence, .. }) => Some((encoding, confidence)),
        Detection::Rejected(_) => None,
        Detection::Pending => panic!("pending at the end"),
    }
}

#[test]
fn marks_are_found_whether_asked_to_guess_or_not() {
    for src in sources() {
        let mark = ByteOrderMark::detect(&src).at_end();
        let mut plain = Detector::new();
        plain.push(&src);
        let Some(mark) = mark else {
            assert_eq!(plain.finish(), Detection::Rejected(Rejection::NoMark), "{src:02X?}");
            continue;
        };
        for detection in [plain.finish(), guess(&src)] {
            let Detection::Decided(detected) = detection else { panic!("{src:02X?}") };
            assert_eq!(detected.mark, Some(mark));
            assert_eq!(detected.encoding, mark.encoding());
            assert_eq!((detected.confidence, detected.is_ascii), (Confidence::Certain, false));
        }
    }
}

/// Without a mark there is an answer as soon as there can be none.
#[test]
fn no_mark_is_told_at_once() {
    assert_eq!(Detector::new().push(b"a"), Detection::Rejected(Rejection::NoMark));
    assert_eq!(Detector::new().push(b"\xEF\xBB"), Detection::Pending);
    assert_eq!(Detector::new().push(b"\xEF\xBBa"), Detection::Rejected(Rejection::NoMark));
    assert_eq!(Detector::default(), Detector::new());
}

/// Lines of every script, as whole texts of one line, of many, and longer than what is looked at.
#[test]
fn text_in_many_scripts_is_recognised() {
    for script in SCRIPTS {
        for (lines, least) in
            [(3, Confidence::Low), (8, Confidence::Medium), (400, Confidence::Medium)]
        {
            let text = format!("{script}\n").repeat(lines);
            for (encoding, scheme) in GUESSED {
                let Some((found, confidence)) = decided(guess(&encoded(&text, scheme))) else {
                    panic!("{text:.80} in {encoding} is rejected");
                };
                assert_eq!(found, encoding, "{text:.80}");
                assert!(confidence >= least, "{confidence:?} for {encoding}: {text:.80}");
            }
        }
    }
}

#[test]
fn confidences_are_as_documented() {
    use Confidence::{High, Low, Medium};
    for (text, utf8, utf16) in [
        ("plain text", Medium, Some(High)),
        ("hi", Medium, Some(Low)),
        ("é", Low, None),
        ("€", Medium, None),
        ("éé", Medium, None),
        ("naïve café", Medium, Some(High)),
        ("größeres Öl", Medium, Some(High)),
        ("кот и пёс", High, Some(Low)),
        ("кот и пёс и кит\n", High, Some(High)),
        ("कुत्ता और बिल्ली और घर\r\n", High, Some(High)),
        ("天地玄黃", High, None),
        // U+4E00 in the other order is N.
        ("一上一下一上一下", High, None),
        ("一步一步的一点一滴的", High, None),
        ("一心一意，一言一行。\n", High, Some(Low)),
        ("最大最小，打开打开\n", High, None),
        ("天地玄黃，宇宙洪荒。\n", High, Some(Low)),
        ("天地、玄黃、宇宙、洪荒。", High, Some(Medium)),
        ("いろはにほへと ちりぬるを\r\n", High, Some(Low)),
        ("😀😃😄🎉", High, Some(High)),
    ] {
        assert_eq!(decided(guess(text.as_bytes())), Some((Encoding::Utf8, utf8)), "{text}");
        for (encoding, scheme) in &GUESSED[1..3] {
            let want = utf16.map(|confidence| (*encoding, confidence));
            assert_eq!(decided(guess(&encoded(text, *scheme))), want, "{text} in {encoding}");
        }
    }
}

/// Chinese and Japanese are full of U+4E00, U+5F00 and U+6700, which are letters in the other order.
#[test]
fn no_order_is_told_by_ideographs_that_are_letters_in_the_other() {
    let mut rng = Rng::new(0x4E00);
    let ideographs: Vec<char> =
        "一最开一的是不了人在有我他这中大来上国个到说们为子和你地出道也时年".chars().collect();
    for _ in 0..20_000 {
        let text: String =
            (0..1 + rng.below(40)).map(|_| ideographs[rng.below(ideographs.len())]).collect();
        for ((encoding, scheme), other) in GUESSED[1..3].iter().zip([GUESSED[2].0, GUESSED[1].0]) {
            let found = guess(&encoded(&text, *scheme)).encoding();
            assert_ne!(found, Some(other), "{text} in {encoding}");
        }
    }
}

/// Where nothing but UTF-32 is text, nothing has to tell.
#[test]
fn utf32_is_told_by_being_well_formed() {
    use Confidence::{Low, Medium};
    for (text, confidence) in [
        ("中文", Low),
        ("😀😀😀😀", Medium),
        ("日本語の文", Medium),
        ("한국어한국어한국어", Medium),
        ("가나다가글대팀가", Medium),
        ("ภาษาไทยไม่มีช่องว่าง", Low),
        ("中文没有空格也没有标点", Medium),
    ] {
        for repeat in [1, 200] {
            let text = text.repeat(repeat);
            for (encoding, scheme) in &GUESSED[3..] {
                let (found, sure) = decided(guess(&encoded(&text, *scheme)))
                    .unwrap_or_else(|| panic!("{text} in {encoding}"));
                assert_eq!(found, *encoding, "{text}");
                assert!(sure == confidence || repeat > 1 && sure > confidence, "{text}: {sure:?}");
            }
        }
    }
    // One character is an integer as well, and so are many that text seldom has.
    for text in ["中", "\u{E000}\u{E001}中文"] {
        assert_eq!(decided(guess(&encoded(text, Scheme::Utf32Le))), None, "{text}");
    }
}

#[test]
fn ascii_is_told() {
    for (text, is_ascii) in [("", true), ("plain\ttext\r\n", true), ("café", false)] {
        let Detection::Decided(detected) = guess(text.as_bytes()) else { panic!("{text}") };
        assert_eq!((detected.encoding, detected.is_ascii), (Encoding::Utf8, is_ascii), "{text}");
    }
}

/// The control sequences of terminals are text, U+0000 is not.
#[test]
fn controls() {
    assert!(decided(guess(b"\x1B[31mred\x1B[0m\x07\x08\x0B\x0C\r\n")).is_some());
    for control in (0..7).chain(0x0E..0x1B).chain(0x1C..0x20).chain([0x7F]) {
        assert_eq!(decided(guess(&[b'a', control, b'b', b'c'])), None, "{control:02X}");
    }
    for noncharacter in ["\u{FFFE}", "\u{FDD0}", "\u{1FFFF}", "\u{50000}"] {
        for (_, scheme) in GUESSED {
            let bytes = encoded(&format!("plain text {noncharacter}"), scheme);
            assert_eq!(decided(guess(&bytes)), None, "{noncharacter:?} in {scheme:?}");
        }
    }
}

#[test]
fn other_encodings_are_rejected() {
    use encoding_rs::{
        BIG5, EUC_JP, EUC_KR, GBK, KOI8_R, SHIFT_JIS, WINDOWS_1251, WINDOWS_1252, WINDOWS_1253,
        WINDOWS_1256,
    };
    let all = [
        BIG5,
        EUC_JP,
        EUC_KR,
        GBK,
        KOI8_R,
        SHIFT_JIS,
        WINDOWS_1251,
        WINDOWS_1252,
        WINDOWS_1253,
        WINDOWS_1256,
    ];
    let korean = "키스의 고유조건은 입술끼리 만나야 하고 특별한 기술은 필요치 않다.\n";
    let mut seen = 0;
    for text in SCRIPTS.into_iter().chain([korean]) {
        for encoding in all {
            let (bytes, _, unmappable) = encoding.encode(text);
            if unmappable || bytes.is_ascii() {
                continue;
            }
            seen += 1;
            for cut in 0..4 {
                let src = &bytes[..bytes.len() - cut];
                assert_eq!(decided(guess(src)), None, "{text} in {}", encoding.name());
            }
        }
    }
    assert!(seen >= 10, "{seen}");
}

/// One sequence that no decoder takes is enough, however much text is around it.
#[test]
fn ill_formed_utf8_is_no_guess() {
    let sequences: [&[u8]; 9] = [
        b"\xC0\xAF",
        b"\xE0\x9F\xBF",
        b"\xED\xA0\x80",
        b"\xED\xBF\xBF",
        b"\xF0\x8F\xBF\xBF",
        b"\xF4\x90\x80\x80",
        b"\xE2\x82",
        b"\x80",
        b"\xFF",
    ];
    let text = "zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich, 😀\n".repeat(3);
    assert_eq!(guess(text.as_bytes()).encoding(), Some(Encoding::Utf8));
    for sequence in sequences {
        let src = [text.as_bytes(), sequence, text.as_bytes()].concat();
        assert_eq!(decided(guess(&src)), None, "{sequence:02X?}");
    }
}

#[test]
fn binaries_are_rejected() {
    const ELF: &[u8] = b"\x7FELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x03\0\x3E\0\x01\0\0\0\x50\x10\0\0";
    const PNG: &[u8] = b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\x01\0\0\0\x01\0\x08\x06\0\0\0";
    const GZIP: &[u8] =
        b"\x1F\x8B\x08\0\x5A\x2B\x4C\x5F\0\x03\xCB\x48\xCD\xC9\xC9\x57\x28\xCF\x2F\xCA";
    const JPEG: &[u8] = b"\xFF\xD8\xFF\xE0\0\x10JFIF\0\x01\x01\x01\0\x48\0\x48\0\0\xFF\xDB\0\x43\0";
    const ZIP: &[u8] =
        b"PK\x03\x04\x14\0\0\0\x08\0\x21\x53\x5A\x53\x9A\x8B\x7C\x0D\x1E\0\0\0\x2A\0";
    const PDF: &[u8] = b"%PDF-1.7\n%\xB5\xED\xAE\xFB\n";
    const EXE: &[u8] = b"MZ\x90\0\x03\0\0\0\x04\0\0\0\xFF\xFF\0\0\xB8\0\0\0\0\0\0\0\x40\0\0\0";
    const CLASS: &[u8] = b"\xCA\xFE\xBA\xBE\0\0\0\x34\0\x1D\x0A\0\x06\0\x0F\x09\0\x10\0\x11";
    const SQLITE: &[u8] = b"SQLite format 3\0\x10\0\x02\x02\0\x40\x20\x20\0\0\0\x0C";
    const WASM: &[u8] = b"\0asm\x01\0\0\0\x01\x07\x01\x60\x02\x7F\x7F\x01\x7F";
    let zeros = [0; 64];
    let numbers: Vec<u8> = (0..500_u32).flat_map(|n| (n * 37).to_le_bytes()).collect();
    let samples: Vec<u8> = (0..500_i16).flat_map(|n| ((n % 90 - 45) * 11).to_le_bytes()).collect();
    for src in
        [ELF, PNG, GZIP, JPEG, ZIP, PDF, EXE, CLASS, SQLITE, WASM, &zeros, &numbers, &samples]
    {
        assert_eq!(guess(src), Detection::Rejected(Rejection::NoGuess), "{src:02X?}");
    }
    // Strings of C: an odd length makes the last character and its end a unit of UTF-16LE.
    for src in [&b"hello\0"[..], b"hello, world!\0", b"na\xEFve\0", b"one\0two\0three\0", b"a\0"] {
        assert_eq!(guess(src), Detection::Rejected(Rejection::NoGuess), "{src:02X?}");
    }
}

/// A few tens of random bytes pass for UTF-16 once in some thousands, with low confidence.
#[test]
fn random_bytes_are_rejected() {
    let mut rng = Rng::new(0x0008);
    let mut passed = 0;
    for case in 0..20_000 {
        let len = if case % 20 == 0 { 256 + rng.below(5000) } else { 32 + rng.below(200) };
        let mut src: Vec<u8> = (0..len).map(|_| rng.bits() as u8).collect();
        // No mark.
        src[0] = b'a';
        if let Some((encoding, confidence)) = decided(guess(&src)) {
            assert_eq!(confidence, Confidence::Low, "{encoding} for {src:02X?}");
            assert!(len < 256, "{encoding} for {src:02X?}");
            passed += 1;
        }
    }
    assert!(passed <= 4, "{passed}");
}

/// Of a source that ends in a sequence, the end is not text; of a prefix it may be.
#[test]
fn incomplete_sequences_count_at_the_end_only() {
    let text = "naïve café: ñ, 😀";
    for (encoding, scheme) in GUESSED {
        let bytes = encoded(text, scheme);
        let mut detector = Detector::guessing();
        detector.push(&bytes[..bytes.len() - 1]);
        assert_eq!(detector.so_far().encoding(), Some(encoding));
        assert_eq!(decided(detector.finish()), None, "{encoding}");
        detector.push(&bytes[bytes.len() - 1..]);
        assert_eq!(detector.finish().encoding(), Some(encoding));
    }
}

/// Text in UTF-16 whose last byte begins a sequence of UTF-8, as which it is not well-formed when it ends there.
#[test]
fn a_cut_sequence_of_utf8_is_not_well_formed_at_the_end() {
    let mut detector = Detector::guessing();
    detector.push(b"\x30\x01\x30\x02\x4E\x2D\x4E\xC3");
    assert_eq!(decided(detector.so_far()), None);
    assert_eq!(decided(detector.finish()), Some((Encoding::Utf16Be, Confidence::Low)));
}

/// What follows the prefix is not looked at.
#[test]
fn the_prefix_is_bounded() {
    for (encoding, scheme) in GUESSED {
        let line = encoded("zwölf Boxkämpfer, 😀\n", scheme);
        let mut src: Vec<u8> = line.iter().copied().cycle().take(Detector::PREFIX_LEN).collect();
        let mut detector = Detector::guessing();
        assert_eq!(detector.push(&src[..Detector::PREFIX_LEN - 1]), Detection::Pending);
        let detection = detector.push(&src[Detector::PREFIX_LEN - 1..]);
        assert_eq!(detection.encoding(), Some(encoding));
        src.extend([0xFF; 7]);
        assert_eq!(guess(&src), detection);
        assert_eq!(detector.push(&[0xFF; 7]), detection);
        assert_eq!(detector.finish(), detection);
    }
}

/// Both orders the same text: neither.
#[test]
fn what_is_the_same_in_both_orders_is_rejected() {
    assert_eq!(decided(guess(b"\0a\0a\0aa\0a\0a\0")), None);
}
