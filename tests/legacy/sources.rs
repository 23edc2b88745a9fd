//! Sources: text that an encoding has, and what it has not.

use codeunit::Encoding;
use encoding_rs::Encoding as Web;
use harness::rng::Rng;
use harness::text::{random_text, random_utf8};

/// Text of many scripts, each character of which some of the encodings have.
const TEXTS: [&str; 12] = [
    "plain ASCII\r\n",
    "mañana \u{20AC}uro Å\u{2122}",
    "Žluťoučký kůň úpěl",
    "Съешь ещё этих булок ґїє",
    "Ξεσκεπάζω την ψυχοφθόρα",
    "דג סקרן שט בים",
    "نص حكيم له سر قاطع",
    "ไทยไทยไทย",
    "日本語テキスト、ｶﾅ\u{A5}\u{203E}あいう",
    "简体中文𠀀\u{FEFF}繁體中文",
    "한국어 텍스트",
    "\u{CA}\u{304}\u{EA}\u{30C}Ê\u{F7C1}\u{1F600}\u{E5E5}",
];

/// Bytes at which the states of the decoders change.
const BYTES: [u8; 28] = [
    0x0A, 0x0E, 0x1B, 0x24, 0x28, 0x30, 0x39, 0x40, 0x41, 0x42, 0x49, 0x4A, 0x5C, 0x62, 0x7E, 0x7F,
    0x80, 0x81, 0x84, 0x88, 0x8E, 0x8F, 0xA1, 0xA3, 0xC7, 0xE3, 0xFE, 0xFF,
];

/// Sequences of ISO-2022-JP of which several make one error or none.
const PARTS: [&[u8]; 12] = [
    b"\x1B(B", b"\x1B(J", b"\x1B(I", b"\x1B$@", b"\x1B$B", b"\x1B", b"\x1B(", b"\x1B$", b"a\\~",
    b"$\"", b"\x24", b"\x0E",
];

/// Short sources for an encoding, well-formed and not.
pub(super) fn short(from: Encoding) -> Vec<Vec<u8>> {
    let mut all: Vec<Vec<u8>> = vec![vec![]];
    match from {
        Encoding::Legacy(web) => {
            for text in TEXTS {
                let bytes = known(web, text);
                all.push(bytes.iter().copied().take(11).collect());
            }
            for list in SPECIAL {
                all.push(list.to_vec());
            }
        }
        _ => {
            for text in TEXTS {
                let short: String =
                    text.chars().take(4).chain(text.chars().rev().take(1)).collect();
                all.push(unicode(from, short.as_bytes()));
            }
            // Cut behind a high surrogate of either order and half of a code unit.
            for cut in [[0x3D, 0xD8, 0xE7], [0xD8, 0x3D, 0xDE]] {
                all.push([&unicode(from, b"a")[..], &cut].concat());
            }
            for list in SPECIAL {
                all.push(list.to_vec());
            }
        }
    }
    all
}

/// What is special in one of the encodings, and mostly nonsense in the others.
const SPECIAL: [&[u8]; 16] = [
    // Big5: two characters from one sequence.
    b"a\x88\x62\x88\x64",
    b"\x88\xA3\x88\xA5\x88",
    b"\x88\x62\n\x81",
    // gb18030: four bytes, cut short by each of the others; a value that is none; U+FEFF.
    b"\x81\x30\x81\x30\x81\x30\x81a",
    b"\x81\x30a\x81\x30\xFF\x81\x30",
    b"\x84\x31\xA5\x30\xFE\x39\xFE\x39",
    b"\x84\x31\x95\x33\xA2\xE3\x80\xFF",
    // EUC-JP: three bytes, and half-width katakana.
    b"\x8F\xA2\xAF\x8E\xB1\x8F\xA1",
    b"\x8F\xA2a\x8F\xFF\x8E",
    // Shift_JIS.
    b"\x82\xA0\xB1\x81\x5C\x82\x30\xFC",
    // ISO-2022-JP.
    b"\x1B$B$\"\x1B(Ba",
    b"\x1B$B\x1B(J\\\x1B(I!",
    b"\x1B$B$\x1B(B\x1B(",
    b"\x1B$@$\"\x1B$B$\xFF!",
    b"\x1B\x1B(B\x1B(Xa\x0E",
    b"a\x1B$B",
];

/// What the encoding has of a text.
pub(super) fn known(web: &'static Web, text: &str) -> Vec<u8> {
    let mut buffer = [0; 4];
    let has = |c: &char| !web.encode(c.encode_utf8(&mut buffer)).2;
    let text: String = text.chars().filter(has).collect();
    web.encode(&text).0.into_owned()
}

/// UTF-8, maybe ill-formed, in an encoding of Unicode, as ill-formed as it can be there.
pub(super) fn unicode(to: Encoding, src: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(src);
    let units16 = || text.encode_utf16().map(|unit| if unit == 0xFFFD { 0xDC00 } else { unit });
    let units32 = || text.chars().map(u32::from).map(|c| if c == 0xFFFD { 0xD800 } else { c });
    match to {
        Encoding::Utf16Le => units16().flat_map(u16::to_le_bytes).collect(),
        Encoding::Utf16Be => units16().flat_map(u16::to_be_bytes).collect(),
        Encoding::Utf32Le => units32().flat_map(u32::to_le_bytes).collect(),
        Encoding::Utf32Be => units32().flat_map(u32::to_be_bytes).collect(),
        _ => src.to_vec(),
    }
}

/// A source of about `len` bytes: text with some damage, or bytes without sense.
pub(super) fn random(rng: &mut Rng, from: Encoding, len: usize) -> Vec<u8> {
    let Encoding::Legacy(web) = from else {
        let src = random_utf8(rng, len);
        return unicode(from, &src);
    };
    let mut src = Vec::new();
    while src.len() < len {
        match rng.below(8) {
            0 => src.extend((0..8).map(|_| rng.pick(&BYTES))),
            1 => src.extend((0..8).map(|_| rng.bits() as u8)),
            2 => src.extend_from_slice(rng.pick(&PARTS)),
            3 => src.extend_from_slice(rng.pick(&SPECIAL)),
            4 => src.extend(known(web, &random_text(rng, 40))),
            _ => src.extend(known(web, rng.pick(&TEXTS))),
        }
    }
    src
}
